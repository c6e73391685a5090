"""A joint made of successive displacements, each a function of the coordinates."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rewrite import Matrix, Scalar, Vector, identity, normal, rot, zero

from ..errors import ModelError
from ..parts.checks import unit_axis
from ..parts.frames import Frame
from ..parts.points import NOWHERE, Point
from .joint import JointType


@dataclass(frozen=True)
class Displacement:
    """A translation, then a turn about an axis; either may be absent."""

    move: Vector | None = None
    axis: Vector | None = None
    angle: Scalar | None = None


@dataclass(frozen=True, eq=False)
class Composed(JointType):
    """Successive displacements, each in the frame that the previous one produced.

    Use it for a joint that is given by its parametrisation: a Cardan joint with offset axes, a
    point on a curve, a cam.

    >>> from rewrite import scalar
    >>> from mechanics import System, X, Z
    >>> q, r = scalar("q", time=True), scalar("r", constant=True)
    >>> wheel = Composed((Displacement(r*q*X), Displacement(None, Z, -q)), (q,))
    >>> system = System("rolling")
    >>> system.join("A", system.origin, system.ground, wheel).spin
    -q'*column(0, 0, 1)
    """

    label = "joint"
    degrees = 0  # for the class; each joint has as many as it has coordinates

    displacements: tuple[Displacement, ...]
    given_coordinates: tuple[Scalar, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "degrees", len(self.given_coordinates))

    def checked(self, what: str) -> Composed:
        def axis(d: Displacement) -> Displacement:
            return d if d.axis is None else replace(d, axis=unit_axis(f"{what}: an axis", d.axis))

        return replace(self, displacements=tuple(map(axis, self.displacements)))

    @property
    def coordinates(self) -> tuple[Scalar, ...]:
        return self.given_coordinates

    @property
    def rotation(self) -> Matrix:
        total = identity(3)
        for d in self.displacements:
            if d.axis is not None and d.angle is not None:
                total = total @ rot(d.axis, d.angle)
        return normal(total)

    @property
    def translation(self) -> Vector:
        total, turned = zero(Vector), identity(3)
        for d in self.displacements:
            if d.move is not None:
                total = total + turned @ d.move
            if d.axis is not None and d.angle is not None:
                turned = turned @ rot(d.axis, d.angle)
        found: Vector = normal(total)
        return NOWHERE if found is zero(Vector) else found

    def placed(self, inner: Frame, on: Point, frame: str, point: str) -> tuple[Frame, Point]:
        """Make frames and points step by step, so that velocities are sums of simple ones."""
        at, here, count = on, inner, len(self.displacements)
        for k, d in enumerate(self.displacements, 1):
            last = k == count
            if d.move is not None:
                at = at.placed(point if last else f"{point}_{k}", here, d.move)
            if d.axis is not None and d.angle is not None:
                here = here.turned(frame if last else f"{frame}_{k}", d.axis, d.angle)
        return here, at.placed(point, here) if at is on or at.frame is not here else at

    def closure(self, R: Matrix, p: Vector) -> list[Scalar]:
        raise ModelError(
            "a composed joint has no closure without its coordinates; join a massless frame with "
            "it, and close the loop with Fixed() between that frame and the other body"
        )
