"""Systems with joints of every type, about axes in general directions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mechanisms import one, principal

from mechanics import (
    Cylindrical,
    Fixed,
    Frame,
    Free,
    Helical,
    JointType,
    Planar,
    Point,
    Prismatic,
    Revolute,
    Spherical,
    System,
    Universal,
    X,
    Y,
    Z,
    actuator,
    damper,
    inertia,
    spring,
)
from mechanics.models.parts import moving, moving_vectors
from rewrite import (
    Matrix,
    Scalar,
    Vector,
    column,
    cos,
    diff,
    dot,
    euler,
    number,
    quaternion,
    rot,
    rotation,
    sin,
    time,
    vector,
)


def axes() -> list[Vector]:
    """Unit vectors of all kinds: along the axes, of numbers, of sines and cosines, symbols."""
    lam = one("lam")
    return [
        Z,
        number(3) / 5 * X + number(4) / 5 * Z,
        sin(lam) * X + cos(lam) * Z,
        column(number(2) / 7, number(-3) / 7, number(6) / 7),
        -Y,
        vector("n", unit=True, constant=True),
    ]


@dataclass(frozen=True, eq=False)
class PinInSlot(JointType):
    """A joint of somebody else: a pin that slides along one axis and turns about another."""

    label = "pin in slot"
    degrees = 2

    slot: Vector
    pin: Vector
    distance: Any = None
    angle: Any = None

    @property
    def coordinates(self) -> tuple[Scalar, ...]:
        return self.distance, self.angle

    @property
    def rotation(self) -> Matrix:
        return rot(self.pin, self.angle)

    @property
    def translation(self) -> Vector:
        return self.distance * self.slot  # type: ignore[no-any-return]

    def closure(self, R: Matrix, p: Vector) -> list[Scalar]:
        """Written for the slot X and the pin Z."""
        return [dot(Y, p), dot(Z, p), dot(X, R @ Z), dot(Y, R @ Z)]


Make = Callable[[str, Vector], JointType]


def _euler(i: str) -> tuple[Any, tuple[Scalar, ...]]:
    angles = moving(f"a{i} b{i} c{i}")
    return euler("xyz", angles), angles


def _ball(i: str, axis: Vector, **more: Any) -> JointType:
    return Spherical(*_euler(i), **more)


def _free(i: str, axis: Vector) -> JointType:
    turn, angles = _euler(i)
    return Free(turn, (*angles, *moving(f"x{i} y{i} z{i}")))


TYPES: dict[str, Make] = {
    "revolute": lambda i, n: Revolute(n, *moving(f"q{i}")),
    "prismatic": lambda i, n: Prismatic(n, *moving(f"q{i}")),
    "helical": lambda i, n: Helical(n, one("h"), *moving(f"q{i}")),
    "cylindrical": lambda i, n: Cylindrical(n, *moving(f"q{i} x{i}")),
    "planar": lambda i, n: Planar(n, *moving(f"x{i} y{i} q{i}")),
    "universal": lambda i, n: Universal(n, Y if n is not -Y else X, moving(f"q{i} r{i}")),
    "spherical": lambda i, n: Spherical(quaternion(f"p{i}", unit=True, time=True)),
    "spherical by a matrix": lambda i, n: Spherical(rotation(f"Q{i}", time=True)),
    "spherical by angles": _ball,
    "spherical with a spin": lambda i, n: _ball(i, n, spin=moving_vectors(f"w{i}")[0]),
    "free": _free,
    "free by a quaternion": lambda i, n: Free(
        quaternion(f"p{i}", unit=True, time=True), moving(f"x{i} y{i} z{i}")
    ),
    "fixed": lambda i, n: Fixed(rot(n, one("turn")), one("d") * X),
    "fixed without a turn": lambda i, n: Fixed(None, one("d") * X),
    "pin in slot": lambda i, n: PinInSlot(X, Z, *moving(f"x{i} q{i}")),
}


def efforts(type: JointType) -> list[Any]:
    """A motor on the first coordinate of a joint, and a spring and a damper on the last."""
    if not type.coordinates:
        return []
    first, last = type.coordinates[0], type.coordinates[-1]
    return [
        actuator(f"motor {first}", *moving(f"C{first}"), first),
        spring(f"spring {last}", one("k"), last),
        damper(f"damper {last}", one("c"), diff(last, time)),
    ]


def chained(system: System, i: str, type: JointType, on: Point, frame: Frame) -> tuple[Any, Any]:
    """A joint with a body beyond it, and where the next joint may be."""
    joint = system.join(f"J{i}", on, frame, type, *efforts(type))
    centre = joint.point.placed(f"G{i}", joint.frame, column(*(one(f"{x}{i}") for x in "def")))
    system.body(i, joint.frame, centre, one(f"m{i}"), inertia(f"I{i}"))
    return joint.frame, joint.point.placed(f"E{i}", joint.frame, one(f"l{i}") * X)


def with_joint(make: Make, axis: Vector) -> System:
    """A joint of a type between two hinges, each with a body; a spring from the end to the ground,
    and a force and a torque at the end."""
    s = System("jointed")
    F, C = moving_vectors("F C")
    frame, at = chained(s, "1", Revolute(X, *moving("q1")), s.origin, s.ground)
    frame, at = chained(s, "2", make("2", axis), at, frame)
    held = frame.rotated("K", rot(Y, one("bend")))
    s.body("lump", frame, at, one("mu"), principal("L"))
    frame, at = chained(s, "3", Revolute(axis, *moving("q3")), at, held)
    s.point_mass("tip", at, one("nu"))
    s.spring("s", s.origin.placed("W", s.ground, one("wall") * Y), at, one("ks"))
    s.force("F", F, frame, at)
    s.torque("C", C, s.ground, frame)
    s.gravity(-one("g") * Z)
    return s
