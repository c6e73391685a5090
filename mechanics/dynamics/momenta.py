"""The mass centre of a whole system, its momentum, and its angular momentum."""

from __future__ import annotations

from typing import Any

from rewrite import Vector, cross, normal, time_limited, zero

from ..errors import ModelError
from ..parts.frames import Frame
from ..parts.points import Point
from ..system import System


@time_limited
def mass_centre(system: System, name: str = "G", *, time_limit: float | None = None) -> Point:
    """The mass centre of all bodies, as a point of their common base.
    After `time_limit` seconds it stops with a LimitError.

    >>> from mechanics.models import satellite
    >>> mass_centre(satellite())
    G
    """
    k = system.kinematics
    bases = {k.base(b.centre) for b in system.bodies}
    homes = {k.home(b.centre) for b in system.bodies}
    if len(bases) != 1 or len(homes) != 1:
        raise ModelError(f"{system.name}: its bodies have no common base to place {name} in")
    (base,), (home,) = bases, homes
    total: Any = zero(Vector)
    for b in system.bodies:
        total = total + b.mass * k.relative(b.centre, home, base).position
    return (home or system.origin).placed(name, base, normal(total / system.mass))


@time_limited
def momentum(system: System, seen_in: Frame, *, time_limit: float | None = None) -> Vector:
    """The momentum Σ m v of all bodies, in coordinates of a frame.
    After `time_limit` seconds it stops with a LimitError.
    """
    k = system.kinematics
    total: Any = zero(Vector)
    for b in system.bodies:
        total = total + k.base(b.centre).turn_to(seen_in) @ (b.mass * k.motion(b.centre).velocity)
    found: Vector = normal(total)
    return found


@time_limited
def angular_momentum(
    system: System, about: Point, seen_in: Frame, *, time_limit: float | None = None
) -> Vector:
    """Σ arm × m v + I ω about a point, with absolute velocities, in coordinates of a frame.
    After `time_limit` seconds it stops with a LimitError.
    """
    k = system.kinematics
    start = _position(about, seen_in)
    total: Any = zero(Vector)
    for b in system.bodies:
        turn = k.base(b.centre).turn_to(seen_in)
        arm = _position(b.centre, seen_in) - start
        total = total + cross(arm, turn @ (b.mass * k.motion(b.centre).velocity))
        total = total + b.frame.turn_to(seen_in) @ (b.inertia @ k.spin(b.frame).velocity)
    found: Vector = normal(total)
    return found


def _position(point: Point, seen_in: Frame) -> Any:
    """The position from the inertial origin, in coordinates of a frame."""
    total: Any = zero(Vector)
    for p in point.chain:
        total = total + p.frame.turn_to(seen_in) @ p.offset
    return total
