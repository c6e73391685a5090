"""Plane linkages that close a loop, and Bennett's, which is not plane."""

from __future__ import annotations

from rewrite import Scalar, rot, sin

from ..joints import Revolute
from ..parts.bodies import Principal
from ..parts.frames import Frame, X, Y, Z
from ..parts.points import Point
from ..system import System
from .parts import moving, parameters


def _rod(
    system: System, i: int, at: Point, q: Scalar, on: Frame | None = None
) -> tuple[Frame, Point]:
    """A uniform rod of length li on a hinge at a point; its frame, and its other end."""
    length, m, J = parameters(f"l{i} m{i} J{i}")
    rod, pivot = system.hinge(f"A{i}", at, on or system.ground, Z, q)
    system.body(f"rod {i}", rod, pivot.placed(f"G{i}", rod, length / 2 * X), m, Principal(J, J, J))
    return rod, pivot.placed(f"B{i}", rod, length * X)


def four_bar() -> System:
    """A crank, a coupler and a rocker in a plane, on two pivots at a distance d.

    Their lengths are l1, l2, l3, their masses m1, m2, m3 at half of the lengths, their inertias J1,
    J2, J3; the angles q1, q2, q3 are measured from the x axis, along which the pivots lie. Gravity
    g acts along -y. A hinge C holds the coupler's end on that of the rocker: five equations, of
    which three always hold in a plane. One freedom.

    >>> four_bar().speeds
    (q1', q2', q3')
    """
    system = System("four bar")
    d, g = parameters("d g")
    q1, q2, q3 = moving("q1 q2 q3")
    _, end = _rod(system, 1, system.origin, q1)
    coupler, knee = _rod(system, 2, end, q2)
    rocker, tip = _rod(system, 3, system.origin.placed("D", system.ground, d * X), q3)
    system.close("C", Revolute(Z), coupler, knee, rocker, tip)
    system.gravity(-g * Y)
    return system


def five_bar() -> System:
    """Two cranks and two couplers in a plane, on two pivots at a distance d: two freedoms.

    Rods 1 and 2 hang on the first pivot, rods 3 and 4 on the second, which lies along x. Lengths
    li, masses mi at half of the lengths, inertias Ji; the angles q1 … q4 are measured from the x
    axis. The ends of rods 2 and 4 are joined by a hinge C. Gravity g acts along -y.

    >>> five_bar().speeds
    (q1', q2', q3', q4')
    """
    system = System("five bar")
    d, g = parameters("d g")
    q1, q2, q3, q4 = moving("q1 q2 q3 q4")
    _, end = _rod(system, 1, system.origin, q1)
    left, tip = _rod(system, 2, end, q2)
    _, end = _rod(system, 3, system.origin.placed("D", system.ground, d * X), q3)
    right, other = _rod(system, 4, end, q4)
    system.close("C", Revolute(Z), left, tip, right, other)
    system.gravity(-g * Y)
    return system


def held_chain(n: int = 3) -> System:
    """A chain of n rods in a vertical plane, held at both ends, which are a distance d apart.

    The first rod hangs on a pivot at the origin, the last is held on a pivot at d along x by a
    hinge C. Lengths li, masses mi at half of the lengths, inertias Ji; the angles q1 … qn are
    measured from the x axis. Gravity g acts along -y. n speeds and two equations leave n - 2
    freedoms.

    >>> held_chain(4).speeds
    (q1', q2', q3', q4')
    """
    system = System(f"chain of {n} rods held at both ends")
    d, g = parameters("d g")
    rod, end = system.ground, system.origin
    for i in range(1, n + 1):
        rod, end = _rod(system, i, end, moving(f"q{i}")[0])
    pivot = system.origin.placed("D", system.ground, d * X)
    system.close("C", Revolute(Z), system.ground, pivot, rod, end)
    system.gravity(-g * Y)
    system.assembled(values={d: n * 0.6} | {parameters(f"l{i}")[0]: 1 for i in range(1, n + 1)})
    return system


def crank_slider() -> System:
    """A crank, a rod and a slider: λ1 cos α1 + λ2 cos(α1 + α12) = x3, and 0 with sines.

    The crank turns by a1 from the x axis, the rod by a12 from the crank, and the slider is at x3
    on the x axis. Lengths l1, l2, masses m1, m2 at half of the lengths and m3 of the slider,
    inertias J1, J2; gravity g along -y. A hinge C holds the rod on the slider. One freedom; for
    l1 = l2 there are two branches that cross where a1 is a right angle.

    >>> crank_slider().speeds
    (a1', a12', x3')
    """
    system = System("crank and slider")
    m3, g = parameters("m3 g")
    a1, a12, x3 = moving("a1 a12 x3")
    crank, end = _rod(system, 1, system.origin, a1)
    rod, tip = _rod(system, 2, end, a12, crank)
    slider = system.slider("S", system.origin, system.ground, X, x3)
    system.point_mass("slider", slider, m3)
    system.close("C", Revolute(Z), system.ground, slider, rod, tip)
    system.gravity(-g * Y)
    return system


def bennett() -> System:
    """Bennett's linkage: four hinges in space that move, although a count says that they cannot.

    Opposite links have the same length and twist between their hinges, a and alpha or b and beta;
    it moves if a sin(beta) = b sin(alpha), which is declared as a relation. The angles q1, q2, q3
    are those of the tree, and a hinge D closes the loop: five equations for three angles, of which
    two are independent where it is closed. Each link has a point mass m1, m2, m3 at its middle.

    >>> bennett().relations
    [a*sin(beta) - b*sin(alpha)]
    """
    system = System("Bennett")
    a, b, alpha, beta = parameters("a b alpha beta")
    at, frame = system.origin, system.ground
    for i, (length, twist) in enumerate(((a, alpha), (b, beta), (a, alpha)), 1):
        (q,), (m,) = moving(f"q{i}"), parameters(f"m{i}")
        turned, at = system.hinge(f"A{i}", at, frame, Z, q)
        system.point_mass(f"link {i}", at.placed(f"G{i}", turned, length / 2 * X), m)
        at = at.placed(f"B{i}", turned, length * X)
        frame = turned.rotated(f"K{i}", rot(X, twist))
    held = system.ground.rotated("K4", rot(X, -beta))
    system.close("D", Revolute(Z), held, system.origin.placed("D0", held, -b * X), frame, at)
    system.assembled(relations=[a * sin(beta) - b * sin(alpha)])
    return system
