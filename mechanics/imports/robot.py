"""A system that was read from a description, with further data of the description."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rewrite import (
    Scalar,
    Vector,
    column,
    diff,
    dot,
    identity,
    normal,
    number,
    outer,
    scalar,
    sqrt,
    time,
    zero,
)

from ..errors import ModelError
from ..parts.bodies import NO_MASS, Body
from ..parts.efforts import JointEffort
from ..parts.frames import Frame, Z
from ..parts.points import Point
from ..recursion.inertias import NAMES, matrix_of_moments
from ..system import System


@dataclass(frozen=True)
class Limits:
    """The range, speed and effort of a joint; None where the description gives no limit."""

    lower: Fraction | None = None
    upper: Fraction | None = None
    velocity: Fraction | None = None
    effort: Fraction | None = None


@dataclass(eq=False)
class Place:
    """A link of a description: its name, frame and origin."""

    name: str
    frame: Frame
    point: Point


class Robot(System):
    """A system with the links, limits and numbers of its description.

    `places` are the frames and origins of the links by name. `values` are the numbers of named
    parameters. `limits`, dry `friction` and the inertias of `rotors` are by the names of joints.
    Dry friction is in no equation until `rub` adds it.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.places: dict[str, Place] = {}
        self.values: dict[Scalar, Fraction] = {}
        self.limits: dict[str, Limits] = {}
        self.friction: dict[str, Fraction | Scalar] = {}

    def parameter(self, name: str, value: Fraction | None = None) -> Scalar:
        """A named parameter, with its number if it has one."""
        found = scalar(name, constant=True)
        if value is not None:
            self.values[found] = value
        return found

    def rub(self, slow: object) -> None:
        """Add dry friction F as -F q' / √(q'² + slow²), which is smooth at rest.

        At the speed `slow` it is 0.7 F. The friction of joints that follow others is left out.
        """
        eps = _number("the speed at which dry friction sets in", slow)
        for i, joint in enumerate(self.joints):
            dry = self.friction.get(joint.name)
            if dry is not None and len(joint.coordinates) == 1:
                u = diff(joint.coordinates[0], time)
                value = -(_number("friction", dry) * u / sqrt(u**2 + eps**2))
                effort = JointEffort(f"friction {joint.name}", value, rate=u)
                self.joints[i] = replace(joint, efforts=(*joint.efforts, effort))
        self.forget()

    def link(self, name: str) -> Place:
        """The frame and the origin of a link."""
        if name not in self.places:
            raise ModelError(
                f"{self.name} has no link {name!r}; there are {', '.join(self.places)}"
            )
        return self.places[name]

    def ten_parameters(self, name: str, at: Place, ten: Sequence[Scalar]) -> Body | None:
        """A body with ten parameters about the origin of a link, in the order of `NAMES`.

        The mass centre is at S/M, so a first moment needs a mass.
        """
        *six, x, y, z, mass = (normal(s) for s in ten)
        moments, first = matrix_of_moments(six), column(x, y, z)
        if mass is NO_MASS:
            if any(s is not NO_MASS for s in (x, y, z)):
                raise ModelError(
                    f"{self.name}: link {name} has a first moment {first} and no mass; give M, or "
                    "MX = MY = MZ = 0"
                )
            centre: Vector = zero(Vector)
        else:
            centre = normal(first / mass)
        if all(s is NO_MASS for s in (*six, mass)):
            return None
        own = moments - mass * (dot(centre, centre) * identity() - outer(centre, centre))
        point = at.point.placed(f"G{name}", at.frame, centre)
        return self.body(name, at.frame, point, mass, normal(own))

    def general_body(self, name: str, at: Place, mark: str) -> Body | None:
        """A body whose ten parameters are symbols: XX1, XY1, … with the mark of the link."""
        return self.ten_parameters(name, at, [self.parameter(f"{n}{mark}") for n in NAMES])

    def fall(self, gravity: object) -> None:
        """Gravity along -Z: a parameter g, a number instead, or any vector; None for no gravity."""
        if isinstance(gravity, Vector):
            self.gravity(gravity)
        elif gravity is not None:
            g = self.parameter("g") if gravity == "g" else _number("gravity", gravity)
            self.gravity(-g * Z)


def _number(what: str, value: object) -> Scalar:
    if isinstance(value, Scalar):
        return value
    if isinstance(value, float):
        value = Fraction(repr(value))
    if not isinstance(value, int | Fraction):
        raise ModelError(
            f"{what} must be a number, a Scalar, or for gravity a Vector, not {value!r}"
        )
    found: Scalar = number(value)
    return found
