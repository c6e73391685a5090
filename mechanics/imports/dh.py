"""Tables of Denavit and Hartenberg, standard and modified, for chains and trees.

Modified (Khalil and Kleinfinger): frame j is fixed to link j, with z along the axis of its joint.
From the frame before: turn by γ about and move b along z, turn by α about and move d along x, turn
by θ about and move r along z. The last two are the joint.

Standard: frame j is fixed to link j, with z along the axis of the next joint. Turn by θ about and
move r along z, then turn by α about and move d along x. (Often d is called a there, and r d.)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rewrite import (
    NotLinearError,
    RewriteError,
    Scalar,
    free_symbols,
    linear_in,
    number,
    parse,
    pi,
    scalar,
    time_limited,
)

from ..errors import ModelError
from ..joints import Prismatic, Revolute
from ..parts.frames import Frame, X, Z
from ..parts.points import Point
from ..recursion.inertias import NAMES
from .robot import Place, Robot

Convention = Literal["modified", "standard"]
COLUMNS = ("sigma", "alpha", "d", "theta", "r")
MORE = ("gamma", "b", "parent", "name", "q")
_0, _1 = number(0), number(1)
_NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True)
class Row:
    """A joint: σ is 0 for a revolute joint, 1 for a prismatic one and 2 for a fixed frame."""

    sigma: int
    alpha: Scalar
    d: Scalar
    theta: Scalar
    r: Scalar
    gamma: Scalar = _0
    b: Scalar = _0
    parent: int | None = None
    name: str = ""
    q: str = ""


@time_limited
def dh(
    table: Sequence[Sequence[Any] | Mapping[str, Any]],
    convention: Convention = "modified",
    *,
    name: str = "robot",
    gravity: object = "g",
    bodies: bool = True,
    time_limit: float | None = None,
) -> Robot:
    """A robot from its table: rows (σ, α, d, θ, r), or mappings of these names.

    Entries are numbers, terms, or text in which q is the coordinate of the joint, pi the number,
    and any other name a parameter. Mappings may also have γ (`gamma`), `b`, the number of a
    `parent` (0 for the base), a `name`, and a name for the coordinate (`q`). Every link has a body
    with ten parameters XX1, …, M1 about its origin, unless `bodies` is False.
    After `time_limit` seconds it stops with a LimitError.

    >>> arm = dh([(0, 0, 0, "q", 0), (0, "pi/2", "D", "q", 0), (1, 0, 0, 0, "q + R")])
    >>> arm.coordinates
    (q1, q2, q3)
    """
    if convention not in ("modified", "standard"):
        raise ModelError(f"{name}: the convention is modified or standard, not {convention!r}")
    robot = Robot(name)
    taken = _taken(len(table), bodies, gravity)
    places = [Place("0", robot.ground, robot.origin)]
    for j, given in enumerate(table, 1):
        row = _row(f"{name}: row {j}", robot, j, given)
        _must_be_free(f"{name}: row {j}", row, taken)
        before = places[j - 1 if row.parent is None else row.parent]
        made = _modified if convention == "modified" else _standard
        places.append(made(robot, row, j, before))
        robot.places[places[-1].name] = places[-1]
        if bodies and row.sigma != 2:
            robot.general_body(places[-1].name, places[-1], str(j))
    robot.fall(gravity)
    return robot


# -- rows -----------------------------------------------------------------------------------------


def _row(what: str, robot: Robot, j: int, given: Sequence[Any] | Mapping[str, Any]) -> Row:
    if not isinstance(given, Mapping):
        if not isinstance(given, Sequence) or isinstance(given, str) or len(given) != len(COLUMNS):
            raise ModelError(
                f"{what}: {given!r} must have {len(COLUMNS)} entries: {', '.join(COLUMNS)}"
            )
        given = dict(zip(COLUMNS, given, strict=True))
    unknown = [key for key in given if key not in COLUMNS + MORE]
    missing = [key for key in COLUMNS if key not in given]
    if unknown or missing:
        wrong = f"has no {missing[0]}" if missing else f"has {unknown[0]!r}"
        raise ModelError(f"{what} {wrong}; entries are {', '.join(COLUMNS + MORE)}")
    if type(given["sigma"]) is not int or given["sigma"] not in (0, 1, 2):
        raise ModelError(f"{what}: sigma is 0, 1 or 2 for a fixed frame, not {given['sigma']!r}")
    parent = given.get("parent")
    if parent is not None and parent not in range(j):
        raise ModelError(f"{what}: its parent {parent!r} must be an earlier row, or 0 for the base")
    q = str(given.get("q", f"q{j}"))
    terms = {key: entry(f"{what}, {key}", robot, given.get(key, 0), q) for key in _TERMS}
    for key in STILL:
        if scalar(q, time=True) in free_symbols(terms[key]):
            raise ModelError(f"{what}, {key}: {terms[key]} must not depend on {q}, which moves")
    name = str(given.get("name", f"J{j}"))
    return Row(given["sigma"], **terms, parent=parent, name=name, q=q)


def _taken(size: int, bodies: bool, gravity: object) -> set[str]:
    """The names of the parameters that this module introduces."""
    found = {f"{n}{j}" for n in NAMES for j in range(1, size + 1)} if bodies else set()
    return found | {"g"} if isinstance(gravity, str) and gravity == "g" else found


def _must_be_free(what: str, row: Row, taken: set[str]) -> None:
    """Refuse lengths and angles that have the names of inertial parameters, or of gravity."""
    for key in _TERMS:
        for s in free_symbols(getattr(row, key)):
            if str(s) in taken:
                raise ModelError(
                    f"{what}, {key}: {s} is the name of an inertial parameter, or of gravity; give "
                    "it another name"
                )


_TERMS = ("alpha", "d", "theta", "r", "gamma", "b")
STILL = ("alpha", "d", "gamma", "b")
"""Entries that place a joint, and do not depend on its coordinate."""


def entry(what: str, robot: Robot, value: Any, q: str) -> Scalar:
    """An entry of a table as a term, with the name of the coordinate of its joint."""
    if isinstance(value, Scalar):
        return value
    if not isinstance(value, str):
        try:
            made: Scalar = number(value)
            return made
        except RewriteError as error:
            raise ModelError(f"{what}: {error}") from error
    names = dict.fromkeys(_NAME.findall(value))
    known: dict[str, Any] = {n: robot.parameter(n) for n in names if n not in (*RESERVED, q)}
    coordinate = scalar(q, time=True)
    known |= {"pi": pi, "Pi": pi, "q": coordinate, q: coordinate}
    try:
        found = parse(value, known)
    except RewriteError as error:
        raise ModelError(f"{what}: {value!r} cannot be read: {error}") from error
    if not isinstance(found, Scalar):
        raise ModelError(f"{what}: {value!r} is not a scalar")
    return found


RESERVED = ("pi", "Pi", "q", "cos", "sin", "sqrt")


# -- frames ---------------------------------------------------------------------------------------


def _modified(robot: Robot, row: Row, j: int, before: Place) -> Place:
    frame, at = before.frame, before.point
    frame, at = _screw(f"{row.name}z", frame, at, Z, row.gamma, row.b)
    frame, at = _screw(f"{row.name}x", frame, at, X, row.alpha, row.d)
    frame, at = _joint(robot, row, j, frame, at)
    return Place(row.name, frame, at)


def _standard(robot: Robot, row: Row, j: int, before: Place) -> Place:
    frame, at = _screw(f"{row.name}z", before.frame, before.point, Z, row.gamma, row.b)
    frame, at = _joint(robot, row, j, frame, at)
    frame, at = _screw(f"{row.name}x", frame, at, X, row.alpha, row.d)
    return Place(row.name, frame, at)


def _screw(
    name: str, frame: Frame, at: Point, axis: Any, angle: Scalar, by: Scalar
) -> tuple[Frame, Point]:
    """A frame turned about an axis, and a point moved along it."""
    if by is not _0:
        at = at.placed(f"{name}_at", frame, by * axis)
    return (frame if angle is _0 else frame.turned(name, axis, angle)), at


def _joint(robot: Robot, row: Row, j: int, frame: Frame, at: Point) -> tuple[Frame, Point]:
    """The joint about or along z, after the constant parts of θ and r."""
    q = scalar(row.q, time=True)
    moves, stays = ("theta", "r") if row.sigma == 0 else ("r", "theta")
    sign, rest = _split(f"{robot.name}: row {j}, {moves}", getattr(row, moves), q, row.sigma)
    still, _ = _split(f"{robot.name}: row {j}, {stays}", getattr(row, stays), q, 2)
    assert still is _0
    angle, by = (rest, row.r) if row.sigma == 0 else (row.theta, rest)
    frame, at = _screw(f"{row.name}c", frame, at, Z, angle, by)
    if row.sigma == 2:
        return frame, at
    axis = Z if sign is _1 else -Z
    made = robot.join(row.name, at, frame, (Revolute, Prismatic)[row.sigma](axis, q))
    return made.frame, made.point


def _split(what: str, t: Scalar, q: Scalar, sigma: int) -> tuple[Scalar, Scalar]:
    """±1, the sign of the coordinate in an entry, and the constant rest."""
    try:
        (sign,), rest = linear_in(t, [q])
    except NotLinearError as error:
        raise ModelError(f"{what}: {t} must be linear in q: {error}") from error
    allowed = (_0,) if sigma == 2 else (_1, number(-1))
    if sign not in allowed:
        wanted = "must not depend on q" if sigma == 2 else "must be q, or q and a constant"
        raise ModelError(f"{what}: {t} {wanted}, as sigma is {sigma}")
    return sign, rest
