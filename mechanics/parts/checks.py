"""Checks of the declarations of a model; messages name the error, its place, and a remedy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from rewrite import (
    Fact,
    Linear,
    Matrix,
    Quaternion,
    RewriteError,
    Scalar,
    Vector,
    column,
    diff,
    dot,
    equal,
    evaluate,
    holds,
    linear_in,
    normal,
    number,
    postorder,
    random_assignment,
    rot,
    rotation,
    simplify,
    subs,
    time,
    unit,
    x_of,
    y_of,
    z_of,
    zero,
)

from ..errors import ModelError
from .bodies import Principal
from .efforts import JointEffort, is_steady
from .frames import Frame
from .given import given
from .points import Point

L = TypeVar("L", bound=Linear)


def must_be_new(what: str, name: str, others: Iterable[str]) -> None:
    """Refuse a name that is taken, since equations distinguish things by their names."""
    if name in others:
        raise ModelError(f"{what} {name}: there already is one of that name; names must differ")


def must_be_in(ground: Frame, what: str, *things: object) -> None:
    """Refuse frames and points that do not come from the ground of the system."""
    for thing in things:
        if not isinstance(thing, Frame | Point):
            raise ModelError(f"{what}: {thing!r} is not a Frame or Point")
        points = thing.chain if isinstance(thing, Point) else ()
        frames = [thing] if isinstance(thing, Frame) else [p.frame for p in points]
        for f in frames:
            if not f.is_under(ground):
                raise ModelError(
                    f"{what}: {f.name} is a frame of another system; make frames from "
                    "system.ground with turned or rotated, points from system.origin with placed"
                )


def must_be_moving(what: str, symbol: object, sort: type[Linear]) -> None:
    """Refuse a coordinate or a speed that is not a symbol depending on time."""
    given(what, symbol, sort)
    if not (isinstance(symbol, Linear) and symbol.is_symbol) or is_steady(symbol):
        raise ModelError(f"{what} must be a symbol with time=True, not {symbol}")


def unit_axis(what: str, axis: Vector) -> Vector:
    """An axis in a form that is known to be a unit vector; refused if it is not one, or moves.

    >>> from mechanics import X, Z
    >>> from rewrite import number
    >>> unit_axis("axis", number(3)/5*X + number(4)/5*Z)
    column(3/5, 0, 4/5)
    """
    axis = given(what, axis, Vector)
    if _is_unit_axis(axis):
        return axis
    if not is_steady(axis):
        raise ModelError(f"{what} must not depend on time, and {axis} does")
    square = simplify(dot(axis, axis))
    if square is not number(1) and not equal(square, number(1)).proved:
        raise ModelError(
            f"{what} must be a unit vector, not {axis}; its square is {square}. Divide it by its "
            "norm, or declare it with vector(name, unit=True, constant=True)"
        )
    return column(*(simplify(of(axis)) for of in (x_of, y_of, z_of)))


def _is_unit_axis(axis: Vector) -> bool:
    return is_steady(axis) and holds(unit(axis)).yes


def steady(what: str, value: Any, sort: type[L]) -> L:
    """A quantity as a term; one that depends on time is refused."""
    t = given(what, value, sort)
    if not is_steady(t):
        raise ModelError(f"{what} must not depend on time, and {t} does")
    return t


def must_be_rotation(what: str, turn: object) -> None:
    """Refuse a term that is not known to be a rotation."""
    known = False
    if isinstance(turn, Quaternion):
        known = holds(unit(turn)).yes
    elif isinstance(turn, Matrix) and turn.shape == (3, 3):
        turns: list[Any] = [t for t in postorder(turn) if t.op is rot]
        unclear = [t for t in turns if not _is_unit_axis(t.args[0])]
        for t in unclear:
            unit_axis(f"{what}: the axis of {t}", t.args[0])
        stand_ins = {t: rotation(f"turn_{i}") for i, t in enumerate(unclear)}
        known = holds(Fact("rotation", (subs(turn, stand_ins) if stand_ins else turn,))).yes
    if not known:
        raise ModelError(
            f"{what} must be a rotation, and {turn} is not known to be one; make it with "
            "rotation(name), rot(axis, angle), euler(sequence, angles) or "
            "quaternion(name, unit=True)"
        )


def must_be_perpendicular(what: str, a: Vector, b: Vector) -> None:
    """Refuse two axes that are not perpendicular."""
    if not _vanishes(dot(a, b)):
        raise ModelError(f"{what}: {a} and {b} must be perpendicular")


def must_be_massive(what: str, mass: Scalar, inertia: Matrix | Principal) -> None:
    """Refuse a mass or an inertia that depends on time, and an inertia that is not symmetric."""
    matrix = inertia.matrix if isinstance(inertia, Principal) else inertia
    if matrix.shape != (3, 3) or not _is_symmetric(matrix):
        raise ModelError(
            f"{what}: the inertia {matrix} is not known to be symmetric; make it with "
            "inertia(name), Principal(Ix, Iy, Iz) or matrix(name, symmetric=True)"
        )
    if not (is_steady(mass) and is_steady(matrix)):
        raise ModelError(f"{what}: its mass and its inertia in its frame must not depend on time")


def _is_symmetric(m: Matrix) -> bool:
    return normal(m.T - m) is zero((3, 3)) or equal(m.T, m).proved


def must_place(what: str, coordinates: Sequence[Scalar], position: Vector | None = None) -> None:
    """Refuse coordinates of a free body that do not end with those of its position."""
    for q in coordinates:
        must_be_moving(f"{what}: a coordinate", q, Scalar)
    last = coordinates[-3:]
    right = len(coordinates) in (3, 6)
    if position is not None:
        given(f"{what}: the position", position, Vector)
        right = right and normal(position - column(*last)) is zero(Vector)
    if not right:
        raise ModelError(
            f"{what}: its coordinates must be three angles (none for a quaternion) and then the "
            f"three of its position, which must be column(x, y, z), not {position}"
        )


def must_work(
    joint: str, effort: object, stretches: Sequence[Scalar], coordinates: Sequence[Scalar]
) -> None:
    """Refuse an effort that does no work on the coordinates of its joint, or whose work differs
    from the rate of its potential."""
    if not isinstance(effort, JointEffort):
        raise ModelError(
            f"joint {joint}: an effort must be made with actuator, spring or damper, not {effort}"
        )
    given(f"joint {joint}: the effort {effort.name}", effort.value, Scalar)
    rate = _rate_of_work(joint, effort, stretches, coordinates)
    if effort.potential is None:
        return
    if not _vanishes(diff(effort.potential, time) + effort.value * rate):
        listed = ", ".join(map(str, stretches))
        raise ModelError(
            f"joint {joint}: the effort {effort.name} does not act on {listed}, the coordinate of "
            f"the joint: its potential {effort.potential} has another rate"
        )


def _rate_of_work(
    joint: str, effort: JointEffort, stretches: Sequence[Scalar], coordinates: Sequence[Scalar]
) -> Scalar:
    if len(stretches) == 1:
        return diff(stretches[0], time)
    rates = [diff(q, time) for q in coordinates]
    listed = ", ".join(map(str, coordinates)) or "none"
    if effort.rate is not None and rates:
        _, rest = linear_in(effort.rate, rates)
        if rest is zero(Scalar):
            return effort.rate
    raise ModelError(
        f"joint {joint}: the effort {effort.name} must act on one of its coordinates, {listed}; "
        "name it in actuator, spring or damper"
    )


def _vanishes(t: Any) -> bool:
    """Whether a scalar seems to be zero, by its form or at a random point."""
    if normal(t) is zero(like=t):
        return True
    try:
        return not evaluate(t, random_assignment([t], random=1))
    except RewriteError:
        return simplify(t) is zero(like=t)
