"""What a model may say: each check names what is wrong, where, and what to write instead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rewrite import (
    Linear,
    Matrix,
    RewriteError,
    Scalar,
    Term,
    Vector,
    column,
    diff,
    dot,
    evaluate,
    normal,
    number,
    random_assignment,
    simplify,
    time,
    zero,
)

from .bodies import Principal
from .efforts import JointEffort, is_steady
from .errors import ModelError
from .frames import Frame
from .points import Point


def must_be(what: str, value: object, sort: type[Term]) -> None:
    """Refuse a term of another sort, or what is no term."""
    if not isinstance(value, sort):
        kind = type(value).__name__
        hint = f"; write number({value})" if isinstance(value, int | float) else ""
        raise ModelError(f"{what} must be a {sort.__name__}, not {value} ({kind}){hint}")


def must_be_new(what: str, name: str, others: Iterable[str]) -> None:
    """Refuse a name that is taken: equations tell things apart by their names."""
    if name in others:
        raise ModelError(f"{what} {name}: there is one of that name already; names must differ")


def must_be_in(ground: Frame, what: str, *things: object) -> None:
    """Refuse frames and points that do not come from the ground of the system."""
    for thing in things:
        if not isinstance(thing, Frame | Point):
            raise ModelError(f"{what}: {thing!r} is no Frame or Point")
        points = thing.chain if isinstance(thing, Point) else ()
        frames = [thing] if isinstance(thing, Frame) else [p.frame for p in points]
        for f in frames:
            if not f.is_under(ground):
                raise ModelError(
                    f"{what}: {f.name} is a frame of another system; make frames from "
                    "system.ground by turned or rotated, and points from system.origin by placed"
                )


def must_be_moving(what: str, symbol: object, sort: type[Linear]) -> None:
    """Refuse a coordinate or a speed that is no symbol depending on time."""
    must_be(what, symbol, sort)
    if not (isinstance(symbol, Linear) and symbol.is_symbol) or is_steady(symbol):
        raise ModelError(f"{what} must be a symbol with time=True, not {symbol}")


def must_be_axis(what: str, axis: Vector) -> None:
    """Refuse an axis that is no unit vector, or that moves."""
    must_be(what, axis, Vector)
    length = normal(dot(axis, axis))
    if length is not number(1) and simplify(length) is not number(1):
        raise ModelError(f"{what} must be a unit vector, not {axis}; its square is {length}")
    if not is_steady(axis):
        raise ModelError(f"{what} must not depend on time, and {axis} does")


def must_be_massive(what: str, mass: Scalar, inertia: Matrix | Principal) -> None:
    """Refuse a mass or an inertia that changes, and one that is not symmetric."""
    must_be(f"{what}: the mass", mass, Scalar)
    matrix = inertia.matrix if isinstance(inertia, Principal) else inertia
    must_be(f"{what}: the inertia", matrix, Matrix)
    if matrix.shape != (3, 3) or normal(matrix.T - matrix) is not zero((3, 3)):
        raise ModelError(
            f"{what}: the inertia {matrix} is not known to be symmetric; make it by inertia(name), "
            "Principal(Ix, Iy, Iz) or matrix(name, symmetric=True)"
        )
    if not (is_steady(mass) and is_steady(matrix)):
        raise ModelError(f"{what}: its mass and its inertia in its frame must not depend on time")


def must_place(what: str, position: Vector, coordinates: Sequence[Scalar]) -> None:
    """Refuse coordinates of a free body that do not end with those of its position."""
    must_be(f"{what}: the position", position, Vector)
    for q in coordinates:
        must_be_moving(f"{what}: a coordinate", q, Scalar)
    last = coordinates[-3:]
    if len(coordinates) not in (3, 6) or normal(position - column(*last)) is not zero(Vector):
        raise ModelError(
            f"{what}: its coordinates are three angles, or none for a quaternion, and then the "
            f"three of its position, which must be column(x, y, z) of them, not {position}"
        )


def must_have_that_potential(joint: str, effort: JointEffort, stretch: Scalar) -> None:
    """Refuse an effort whose potential is not that of its value along the joint."""
    if not isinstance(effort, JointEffort):
        raise ModelError(
            f"joint {joint}: an effort is made by actuator, spring or damper, not {effort}"
        )
    must_be(f"joint {joint}: the effort {effort.name}", effort.value, Scalar)
    if effort.potential is None:
        return
    change = diff(effort.potential, time) + effort.value * diff(stretch, time)
    if not _vanishes(change):
        raise ModelError(
            f"joint {joint}: the effort {effort.name} does not work on {stretch}, the coordinate "
            f"of the joint: its potential {effort.potential} has another rate"
        )


def _vanishes(t: Any) -> bool:
    """Whether a scalar is zero as far as it can be seen: by its form, or at a random point."""
    if normal(t) is zero(like=t):
        return True
    try:
        return not evaluate(t, random_assignment([t], random=1))
    except RewriteError:
        return simplify(t) is zero(like=t)
