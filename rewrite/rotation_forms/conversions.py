"""Conversions of rotations between axis and angle, quaternion, matrix and Euler angles.

    quaternion_of(x)   matrix_of(x)   axis_angle(x)   euler_angles(sequence, x)

take a rotation x in any form, a 3×3 matrix or a quaternion; the first two also take an axis and an
angle; `euler(sequence, angles)` makes the matrix of three turns. A rotation is a term, or it is
given in numbers.

Terms are converted part by part: with a unit u, rot(u, θ) becomes quat(cos(θ/2), sin(θ/2)*u),
rotation_matrix(q) becomes q, products, transposes, inverses and powers become those of quaternions,
and vice versa. A rotation of which only the name is known has no quaternion that could be written
down, and is refused.

Numbers are exact if they are given exactly (int, Fraction; an `Angle` for an angle) and the result
is rational, and floats otherwise. Matrices are given by rows, quaternions as (w, x, y, z).

Conventions:


- a quaternion q ≠ 0 stands for the rotation v -> q v q⁻¹, so it may have any length: `matrix_of(q)`
is always a rotation matrix. `rotate(q, v)` and `rotation_matrix(q)` are of degree 2 in q, that is,
N(q) times this rotation; for a unit q they are the same. `quaternion_of` returns a unit quaternion;
- q and -q are the same rotation. In numbers, the one whose first nonzero number is positive is
returned; terms keep their sign, or lose a minus in front;
- in numbers, `axis_angle` returns angles from 0 to π; at 0 the axis is (1, 0, 0), at π its first
nonzero number is positive;
- the first and third Euler angles are above -π and at most π; the middle one is from 0 to π if the
first and last axis are the same, and from -π/2 to π/2 if all three differ. At the ends of these
intervals only a sum or difference of the other two is determined (gimbal lock), and the third is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, overload

from ..core.context import Context
from ..core.facts import FALSE, TRUE, UNKNOWN, Truth
from ..core.operators import coerce, label, number
from ..core.sorts import Exact, Matrix, Quaternion, Scalar, Vector
from ..core.terms import Term
from ..deadline import OutOfTimeError, checked_limit, time_left, time_limited, within
from ..errors import FactError, SortError
from ..evaluation.compare import agree
from ..normalform.walk import normal
from ..text.printing import brief
from ..theory.coordinates import column
from ..theory.rotation_operators import rot
from ..verbs.simplify import simplify
from . import numeric as numeric
from .turns import About, Reader, is_rotation, merged, signed_axis

LETTERS = "xyz"
SEQUENCES = tuple(i + j + k for i in LETTERS for j in LETTERS for k in LETTERS if i != j and j != k)
"""The twelve sequences of axes for three Euler angles; "xyz" is for Bryant angles."""
STANDARD_AXES: tuple[Vector, ...] = tuple(
    column(*(number(int(i == j)) for j in range(3))) for i in range(3)
)
"""The axes of the coordinates in which everything is evaluated."""

Axes = Sequence[Vector]

# -- the conversions ------------------------------------------------------------------------------


@overload
def quaternion_of(
    rotation: Matrix | Quaternion,
    /,
    *,
    context: Context | None = None,
    time_limit: float | None = None,
) -> Quaternion: ...
@overload
def quaternion_of(
    axis: Vector,
    angle: Scalar | Exact,
    /,
    *,
    context: Context | None = None,
    time_limit: float | None = None,
) -> Quaternion: ...
@overload
def quaternion_of(
    rotation: Any,
    angle: Any = None,
    /,
    *,
    context: Context | None = None,
    time_limit: float | None = None,
) -> Any: ...
@time_limited
def quaternion_of(
    rotation: Any,
    angle: Any = None,
    /,
    *,
    context: Context | None = None,
    time_limit: float | None = None,
) -> Any:
    """The unit quaternion of a rotation, or of an axis and an angle.

    >>> from rewrite import quaternion, rot, rotation_matrix, scalar, vector
    >>> u, θ, q = vector("u", unit=True), scalar("θ"), quaternion("q", unit=True)
    >>> quaternion_of(u, θ)
    quat(cos(θ/2), sin(θ/2)*u)
    >>> quaternion_of(rot(u, θ) @ rotation_matrix(q).T)
    quat(cos(θ/2), sin(θ/2)*u)*conj(q)
    >>> [str(x) for x in quaternion_of([[-1, 0, 0], [0, 0, 1], [0, 1, 0]])]  # a root of 2 is in it
    ['0.0', '0.0', '0.7071067811865475', '0.7071067811865475']
    >>> [str(x) for x in quaternion_of([[-1, 0, 0], [0, 1, 0], [0, 0, -1]])]
    ['0', '0', '1', '0']
    """
    where = "quaternion_of"
    if _is_numeric(rotation, angle):
        return numeric.quaternion(_numbers(rotation, angle, where))
    return Reader(where, context).word(rotation, angle).quaternion()


@overload
def matrix_of(
    rotation: Matrix | Quaternion,
    /,
    *,
    context: Context | None = None,
    time_limit: float | None = None,
) -> Matrix: ...
@overload
def matrix_of(
    axis: Vector,
    angle: Scalar | Exact,
    /,
    *,
    context: Context | None = None,
    time_limit: float | None = None,
) -> Matrix: ...
@overload
def matrix_of(
    rotation: Any,
    angle: Any = None,
    /,
    *,
    context: Context | None = None,
    time_limit: float | None = None,
) -> Any: ...
@time_limited
def matrix_of(
    rotation: Any,
    angle: Any = None,
    /,
    *,
    context: Context | None = None,
    time_limit: float | None = None,
) -> Any:
    """The rotation matrix of a rotation, or of an axis and an angle.

    For a quaternion of any length but zero it is the matrix of v -> q v q⁻¹.

    >>> from rewrite import conj, cos, quat, quaternions, rot, scalar, sin, vector
    >>> u, θ, (p, q) = vector("u", unit=True), scalar("θ"), quaternions("p q", unit=True)
    >>> matrix_of(quat(cos(θ/2), sin(θ/2)*u)), matrix_of(p*conj(q))
    (rot(u, θ), rotation_matrix(p) @ rotation_matrix(conj(q)))
    >>> matrix_of(quaternions("r")[0])
    rotation_matrix(r)/norm2(r)
    >>> [[str(x) for x in row] for row in matrix_of((1, 1, 0, 0))]
    [['1', '0', '0'], ['0', '0', '-1'], ['0', '1', '0']]
    """
    where = "matrix_of"
    if _is_numeric(rotation, angle):
        return numeric.matrix(_numbers(rotation, angle, where))
    if isinstance(rotation, Matrix) and angle is None and is_rotation(rotation, context):
        return rotation
    return Reader(where, context).word(rotation, angle).matrix()


@overload
def axis_angle(
    rotation: Matrix | Quaternion,
    /,
    *,
    context: Context | None = None,
    time_limit: float | None = None,
) -> tuple[Vector, Scalar]: ...
@overload
def axis_angle(
    rotation: Any, /, *, context: Context | None = None, time_limit: float | None = None
) -> tuple[Any, Any]: ...
@time_limited
def axis_angle(
    rotation: Any, /, *, context: Context | None = None, time_limit: float | None = None
) -> tuple[Any, Any]:
    """The axis, a unit vector, and the angle of a rotation.

    Turns about one axis, written as matrices or as quaternions, give a term for the angle. In
    numbers the angle is from 0 to π: a float, or an `Angle`, which for a rational unit quaternion
    has two parts, so that the quaternion can be recovered from it.

    >>> from rewrite import cos, quat, rot, scalars, sin, vector
    >>> u, (θ, φ) = vector("u", unit=True), scalars("θ φ")
    >>> axis_angle(quat(cos(θ), -sin(θ)*u)), axis_angle(rot(u, φ) @ rot(u, θ).T)
    ((u, -2*θ), (u, -θ + φ))
    >>> axis_angle((0.0, 0.0, -2.0, 0.0))
    (array([0., 1., 0.]), 3.141592653589793)
    >>> axis_angle([[0, -1, 0], [1, 0, 0], [0, 0, 1]])[1]
    Angle(cos=Fraction(0, 1), sin=Fraction(1, 1), value=None, parts=1)
    """
    where = "axis_angle"
    if _is_numeric(rotation):
        return numeric.axis_angle(numeric.turn_of(rotation, where))
    factors = merged(Reader(where, context).word(rotation), context)
    if not factors:
        return STANDARD_AXES[0], number(0)
    if len(factors) == 1 and isinstance(factors[0], About):
        return factors[0].axis, factors[0].angle
    raise FactError(
        f"{where}: {brief(rotation)} is not known to turn about one axis; write the quaternion as "
        "quat(cos(θ/2), sin(θ/2)*u) with a unit u, or evaluate the rotation and give its numbers"
    )


def euler(sequence: str | Axes, angles: Sequence[Any], axes: Axes | None = None) -> Any:
    """The rotation matrix of three turns about the axes of a sequence, which turn with the body.

    A sequence is one of the twelve in `SEQUENCES`, such as "zxz" or "xyz" (Bryant angles), or three
    vectors. Its letters are the vectors of `axes`, a right-handed triad: the coordinate axes
    column(1, 0, 0), … if it is not given. With terms as angles it is a product of rot; in numbers
    it is exact if every angle is an `Angle` or 0.

    Turns about axes fixed in space (extrinsic) are the same turns in the opposite order: give
    sequence and angles reversed. The quaternion is quaternion_of(euler(…)).

    >>> from rewrite import scalars, vectors
    >>> (ψ, θ, φ), (i, j, k) = scalars("ψ θ φ"), vectors("i j k", unit=True)
    >>> euler("zxz", (ψ, θ, φ), axes=(i, j, k)), euler((k, i, k), (ψ, θ, φ))
    (rot(k, ψ) @ rot(i, θ) @ rot(k, φ), rot(k, ψ) @ rot(i, θ) @ rot(k, φ))
    >>> quaternion_of(euler("xyz", (ψ, θ, φ), (i, j, k)))
    quat(cos(ψ/2), sin(ψ/2)*i)*quat(cos(θ/2), sin(θ/2)*j)*quat(cos(φ/2), sin(φ/2)*k)
    >>> euler("xyz", (0.0, 0.5, 0.0)).round(3).tolist()
    [[0.878, 0.0, 0.479], [0.0, 1.0, 0.0], [-0.479, 0.0, 0.878]]
    """
    where = "euler"
    if len(_several(angles, f"{where}: angles")) != 3:
        raise SortError(f"{where}: a sequence has three angles, not {len(angles)}: {angles!r:.60}")
    if axes is None and isinstance(sequence, str) and not any(isinstance(a, Term) for a in angles):
        return numeric.matrix(numeric.euler_turn(_places(sequence, where), angles, where))
    first, second, third = (
        rot(axis, coerce(angle, Scalar, (1, 1), f"{where}: angle {n}"))  # type: ignore[arg-type]
        for n, axis, angle in zip((1, 2, 3), _axes(sequence, axes, where), angles, strict=True)
    )
    return first @ second @ third


@time_limited
def euler_angles(
    sequence: str | Axes,
    rotation: Any,
    axes: Axes | None = None,
    *,
    context: Context | None = None,
    time_limit: float | None = None,
) -> tuple[Any, Any, Any]:
    """The three angles of a rotation about the axes of a sequence: the inverse of `euler`.

    In numbers every rotation has them; they are floats, or `Angle`s if the rotation is exact and
    all sines are rational. In terms the rotation must be made of turns about these axes, in this
    order.

    >>> [round(x, 12) for x in euler_angles("zxz", euler("zxz", (1.0, 0.25, -2.0)))]
    [1.0, 0.25, -2.0]
    >>> [round(x, 12) for x in euler_angles("zxz", euler("zxz", (1.0, 0.0, -3.0)))]  # gimbal lock
    [-2.0, 0.0, 0.0]
    >>> [(str(x.cos), str(x.sin)) for x in euler_angles("xyz", [[0, -1, 0], [1, 0, 0], [0, 0, 1]])]
    [('1', '0'), ('1', '0'), ('0', '1')]
    """
    where = "euler_angles"
    if _is_numeric(rotation):
        if not isinstance(sequence, str) or axes is not None:
            raise SortError(
                f"{where}: a rotation in numbers goes with a sequence such as 'zxz' of coordinate "
                f"axes, not with the vectors {sequence if axes is None else axes!r:.60}"
            )
        places = _places(sequence, where)
        return numeric.euler_angles(places, numeric.turn_of(rotation, where))
    wanted = [signed_axis(axis, context) for axis in _axes(sequence, axes, where)]
    angles: list[Any] = [number(0)] * 3
    place = 0
    for factor in merged(Reader(where, context).word(rotation), context):
        axis = signed_axis(factor.axis, context)[1] if isinstance(factor, About) else None
        while place < 3 and wanted[place][1] is not axis:
            place += 1
        if place == 3 or not isinstance(factor, About):
            raise FactError(
                f"{where}: {brief(rotation)} is not made of turns about "
                f"{', '.join(brief(a) for a in _axes(sequence, axes, where))} in this order; "
                "evaluate it and give its numbers"
            )
        same = wanted[place][0] == signed_axis(factor.axis, context)[0]
        angles[place] = factor.angle if same else normal(-factor.angle, context)
        place += 1
    return angles[0], angles[1], angles[2]


@overload
def same_rotation(
    p: Term,
    q: Term,
    /,
    *,
    context: Context | None = None,
    tolerance: float = 1e-9,
    time_limit: float | None = None,
) -> Truth: ...
@overload
def same_rotation(
    p: Any,
    q: Any,
    /,
    *,
    context: Context | None = None,
    tolerance: float = 1e-9,
    time_limit: float | None = None,
) -> bool: ...
def same_rotation(
    p: Any,
    q: Any,
    /,
    *,
    context: Context | None = None,
    tolerance: float = 1e-9,
    time_limit: float | None = None,
) -> bool | Truth:
    """Whether two matrices or quaternions, also one of each, are the same rotation.

    For numbers the answer is True or False: exact if both are exact, otherwise with a tolerance for
    each number of the unit quaternions. For terms it is a `Truth`: true if `simplify` finds it,
    false if they differ at a point, and otherwise unknown, also after `time_limit` seconds.

    >>> from rewrite import conj, quaternion
    >>> q = quaternion("q", unit=True)
    >>> same_rotation(q, -q), same_rotation(q, conj(q))
    (<Truth.TRUE: 'true'>, <Truth.FALSE: 'false'>)
    >>> same_rotation((3, 0, 4, 0), (-6, 0, -8, 0)), same_rotation((0.6, 0, 0.8, 0), (1, 0, 0, 0))
    (True, False)
    """
    where = "same_rotation"
    terms = isinstance(p, Term), isinstance(q, Term)
    if not any(terms):
        left, right = numeric.turn_of(p, where), numeric.turn_of(q, where)
        return numeric.same(left, right, tolerance)
    if not all(terms):
        raise SortError(
            f"{where}: {label(p)} and {label(q)} cannot be compared; give two terms, or evaluate "
            "the term"
        )
    try:
        with within(checked_limit(time_limit)):
            return _same_terms(p, q, context)
    except OutOfTimeError:
        return UNKNOWN


def _same_terms(p: Any, q: Any, context: Context | None) -> Truth:
    a, b = matrix_of(p, context=context), matrix_of(q, context=context)
    if normal(a - b, context) == 0:
        return TRUE
    half = None if time_left() == inf else max(0.5 * time_left(), 1e-3)
    if simplify(a - b, context, time_limit=half) == 0:
        return TRUE
    return FALSE if agree(a, b, context, points=3) is False else UNKNOWN


# -- what is given --------------------------------------------------------------------------------


def _is_numeric(rotation: Any, angle: Any = None) -> bool:
    return not isinstance(rotation, Term) and not isinstance(angle, Term)


def _numbers(rotation: Any, angle: Any, where: str) -> numeric.Turn:
    if angle is None:
        return numeric.turn_of(rotation, where)
    return numeric.turn_about(rotation, angle, where)


def _several(given: Any, what: str) -> Sequence[Any]:
    if isinstance(given, str | Term) or not hasattr(given, "__len__"):
        raise SortError(f"{what} are given as a sequence of three, not as {label(given)}")
    return given  # type: ignore[no-any-return]


def _places(sequence: str, where: str) -> tuple[int, int, int]:
    """The numbers 0, 1, 2 of the axes of a sequence of letters."""
    if sequence not in SEQUENCES:
        raise SortError(
            f"{where}: there is no sequence {sequence!r}; the twelve are {', '.join(SEQUENCES)}, "
            "whose axes turn with the body (for fixed axes, reverse sequence and angles)"
        )
    i, j, k = map(LETTERS.index, sequence)
    return i, j, k


def _axes(sequence: str | Axes, axes: Axes | None, where: str) -> list[Vector]:
    """The three vectors about which a sequence turns."""
    if isinstance(sequence, str):
        triad = _vectors(STANDARD_AXES if axes is None else axes, where, "axes")
        return [triad[i] for i in _places(sequence, where)]
    if axes is not None:
        raise SortError(f"{where}: a sequence of vectors takes no axes")
    found = _vectors(sequence, where, "a sequence")
    for n in (0, 1):
        if found[n] is found[n + 1]:
            raise SortError(
                f"{where}: turns {n + 1} and {n + 2} of the sequence are about the same axis "
                f"{brief(found[n])}, but neighbouring axes must differ"
            )
    return found


def _vectors(given: Axes, where: str, what: str) -> list[Vector]:
    found = list(_several(given, f"{where}: {what}"))
    if len(found) != 3 or not all(isinstance(v, Vector) for v in found):
        raise SortError(
            f"{where}: {what} must be three vectors, found {', '.join(map(label, found[:4]))}"
        )
    return found
