"""The salt shaker and the constant-velocity joint."""

from __future__ import annotations

from ..joints import Spherical, Universal
from ..parts.bodies import Principal
from ..parts.frames import X, Y, Z
from ..system import System
from .parts import moving, parameters


def salt_shaker() -> System:
    """Four equal rods with hinges whose axes meet: cos α2 = cos α3, sin α1 sin α2 = 0,
    cos α1 sin α2 = sin α3.

    One arm of length l turns by a1 about x and by a2 about its own y, another by a3 about the y of
    the ground; a ball C joins their tips, each of which has a point mass m. Three angles and three
    equations of rank 2: one freedom on either of two branches, sin a1 = 0 and a2 = a3 ∈ {0, π},
    which cross. The first is declared as the one near which it is assembled.

    >>> salt_shaker().speeds
    (a1', a2', a3')
    """
    system = System("salt shaker")
    l, m = parameters("l m")  # noqa: E741
    a1, a2, a3 = moving("a1 a2 a3")
    fork, at = system.hinge("A1", system.origin, system.ground, X, a1)
    arm, at = system.hinge("A2", at, fork, Y, a2)
    tip = at.placed("P", arm, l * X)
    system.point_mass("P", tip, m)
    other, at = system.hinge("A3", system.origin, system.ground, Y, a3)
    end = at.placed("Q", other, l * X)
    system.point_mass("Q", end, m)
    system.close("C", Spherical(), other, end, arm, tip)
    system.assembled(near={a1: 0, a2: 1, a3: 1})
    return system


def constant_velocity_joint() -> System:
    """Two parallel shafts, (x, y) apart, joined by a rod of length l with a universal joint at
    either end: the second shaft turns as fast as the first.

    The first shaft turns by a1 about z; on it a universal joint turns the rod by b2 about y and by
    g2 about its own x; the second shaft slides by z along its axis and turns by a4. The second
    universal joint U closes the loop: four equations for five coordinates, one freedom where
    x² + y² < l². The slider does not move. Shafts have the inertias J1, J4, the rod has a point
    mass m at its middle.

    >>> constant_velocity_joint().speeds
    (a1', b2', g2', z', a4')
    """
    system = System("constant-velocity joint")
    l, x, y, m, J1, J4 = parameters("l x y m J1 J4")  # noqa: E741
    a1, b2, g2, z, a4 = moving("a1 b2 g2 z a4")
    shaft, at = system.hinge("A", system.origin, system.ground, Z, a1)
    system.body("first shaft", shaft, at, m, Principal(J1, J1, J1))
    rod, at = system.universal("U1", at, shaft, Y, -X, (b2, g2))
    system.point_mass("rod", at.placed("G", rod, l / 2 * Z), m)
    tip = at.placed("P", rod, l * Z)
    foot = system.origin.placed("F", system.ground, x * X + y * Y)
    end = system.slider("S", foot, system.ground, Z, z)
    other, end = system.hinge("B", end, system.ground, Z, a4)
    system.body("second shaft", other, end, m, Principal(J4, J4, J4))
    system.close("U", Universal(X, Y), rod, tip, other, end)
    system.assembled(values={l: 2, x: 0.5, y: 0.3}, near={a1: 0.3, a4: 0.3, z: 1.9})
    return system
