"""The mesh of a deployable antenna: upright rods joined in pairs by knees."""

from __future__ import annotations

from rewrite import Scalar, pi, rot

from ..joints import Revolute
from ..parts.bodies import Principal
from ..parts.frames import Frame, X, Y, Z
from ..parts.points import Point
from ..system import System
from .parts import moving, parameters


def antenna_mesh(levels: int = 1) -> System:
    """Three upright rods at the corners of an equilateral triangle, joined by knees.

    A knee is two rods of length L with three hinges, whose axes are horizontal and parallel; there
    are three knees at each level, and levels are a height h apart. One upright rod is fixed. The
    tree leads from it through the lowest knees to the other two, with the angles a1, a2, a3 and b1,
    b2, b3; all other knees have two angles in the tree and close a loop with their third hinge.
    Upright rods have the mass M and the inertia J, each knee has a point mass m.

    The freedom is 3 (two heights and the spread), the mobility 4: to first order all rods may tilt
    together. So for equations of motion the tilt must be constrained as well.

    >>> [len(antenna_mesh(n).joints) for n in (1, 2)]
    [8, 14]
    """
    system = System(f"antenna mesh of {levels} level{'s' if levels > 1 else ''}")
    mesh = _Mesh(system)
    fixed: Upright = (system.ground, system.origin)
    first = mesh.upright("a", fixed, 0)
    second = mesh.upright("b", fixed, 1)
    mesh.loop("c", first, second, 0, 2)
    for level in range(1, levels):
        mesh.loop(f"a{level}_", fixed, first, level, 0)
        mesh.loop(f"b{level}_", fixed, second, level, 1)
        mesh.loop(f"c{level}_", first, second, level, 2)
    system.assembled(near=mesh.near)
    return system


Upright = tuple[Frame, Point]
"""The frame of an upright rod, and its point at the lowest level."""

BENT = 0.6
"""The angle by which the rods of a knee are raised in the declared configuration."""


class _Mesh:
    """Parts common to the knees of a mesh. Directions are multiples of 60° about the vertical."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.near: dict[Scalar, float] = {}

    def upright(self, name: str, start: Upright, direction: int) -> Upright:
        """Another upright rod, carried by a knee."""
        M, J = parameters("M J")
        rod, end = self._rods(name, start, 0, direction)
        turned, at = self._hinge(f"{name}3", end, rod, -BENT)
        frame = turned.rotated(f"U{name}", rot(Z, -(direction * pi / 3)))
        self.system.body(f"upright {name}", frame, at, M, Principal(J, J, J))
        return frame, at

    def loop(self, name: str, start: Upright, end: Upright, level: int, direction: int) -> None:
        """A knee between two upright rods, which closes a loop."""
        rod, tip = self._rods(name, start, level, direction)
        frame = self._turned(f"{name}3", end[0], direction)
        self.system.close(f"{name}3", Revolute(Y), frame, self._at(name, end, level), rod, tip)

    def _rods(self, name: str, start: Upright, level: int, direction: int) -> Upright:
        """The two rods of a knee, with the mass between them."""
        L, m = parameters("L m")
        frame, at = self._turned(name, start[0], direction), self._at(name, start, level)
        for i, angle in ((1, -BENT), (2, 2 * BENT)):
            frame, at = self._hinge(f"{name}{i}", at, frame, angle)
            at = at.placed(f"E{name}{i}", frame, L * X)
            if i == 1:
                self.system.point_mass(f"knee {name}", at, m)
        return frame, at

    def _hinge(self, name: str, at: Point, frame: Frame, angle: float) -> Upright:
        (q,) = moving(name)
        self.near[q] = angle
        return self.system.hinge(f"H{name}", at, frame, Y, q)

    def _turned(self, name: str, frame: Frame, direction: int) -> Frame:
        return frame.rotated(f"K{name}", rot(Z, direction * pi / 3))

    def _at(self, name: str, upright: Upright, level: int) -> Point:
        (h,) = parameters("h")
        frame, point = upright
        return point if level == 0 else point.placed(f"P{name}", frame, level * h * Z)
