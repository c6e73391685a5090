"""Rotations in numbers: between matrices, quaternions, axis and angle, and Euler angles.

Every rotation is stored as a quaternion up to a factor: four numbers (w, x, y, z), not all zero,
that turn v into q v q⁻¹. For a rational matrix, axis and sine these numbers are rational, so that
nothing is rounded before a root must be taken: rational results are exact.

`conversions` explains the conversions and has the public names.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Any

from ..core.operators import label
from ..errors import FactError, SortError, UndefinedError
from ..evaluation.angles import Angle
from ..evaluation.values import array

Number = Fraction | float
Pair = tuple[Any, Any]
Four = tuple[Any, Any, Any, Any]

TOLERANCE = 1e-6
"""How far floats may be from a rotation matrix or a unit vector, entry by entry."""
LOCK = 1e-14
"""Euler angles are locked when the sine or cosine of half the middle turn is below this."""


@dataclass(frozen=True)
class Turn:
    """A rotation by a quaternion of any length but zero, in rationals or in floats."""

    q: Four

    @property
    def exact(self) -> bool:
        return all(isinstance(c, Fraction) for c in self.q)

    @property
    def norm2(self) -> Any:
        return sum(c * c for c in self.q)

    def floats(self) -> Turn:
        """The same rotation by a unit quaternion in floats; no square overflows or vanishes."""
        largest = max(map(abs, self.q))
        w, x, y, z = _direction([float(c / largest) for c in self.q] if self.exact else self.q)
        return Turn((w, x, y, z))

    def __mul__(self, other: Turn) -> Turn:
        """This rotation after the other."""
        (a, b, c, d), (w, x, y, z) = self.q, other.q
        return Turn(
            (
                a * w - b * x - c * y - d * z,
                a * x + b * w + c * z - d * y,
                a * y - b * z + c * w + d * x,
                a * z + b * y - c * x + d * w,
            )
        )

    def upright(self) -> Turn:
        """Of q and -q, the one whose first nonzero number is positive."""
        first = next(c for c in self.q if c)
        w, x, y, z = (c if first > 0 else -c for c in self.q)
        return Turn((w + 0, x + 0, y + 0, z + 0))  # + 0: no negative zeros


def _direction(x: Sequence[float]) -> list[float]:
    """Floats divided by their length, even if they are very small or large."""
    exponent = math.frexp(max(map(abs, x)))[1]
    scaled = [math.ldexp(c, -exponent) for c in x]  # without rounding
    length = math.hypot(*scaled)
    return [c / length for c in scaled]


def root(x: Fraction) -> Fraction | None:
    """The square root of a rational, if it is rational.

    >>> root(Fraction(9, 4)), root(Fraction(2))
    (Fraction(3, 2), None)
    """
    n, d = math.isqrt(x.numerator), math.isqrt(x.denominator)
    return Fraction(n, d) if n * n == x.numerator and d * d == x.denominator else None


# -- what is given --------------------------------------------------------------------------------


def numbers(value: Any, where: str) -> Any:
    """Nested lists of Fractions, or of floats if there is a float among them."""
    plain = value.tolist() if hasattr(value, "tolist") else value
    leaves: list[Number] = []

    def read(x: Any) -> Any:
        if isinstance(x, list | tuple):
            return [read(y) for y in x]
        leaves.append(_number(x, where))
        return leaves[-1]

    read_in = read(plain)
    if all(isinstance(x, Fraction) for x in leaves):
        return read_in
    return _mapped(float, read_in)


def _number(x: Any, where: str) -> Number:
    x = x.item() if hasattr(x, "item") else x
    if isinstance(x, bool) or not isinstance(x, Rational | Decimal | float):
        raise SortError(f"{where}: {label(x)} is not a real number; use int, Fraction or float")
    if isinstance(x, float | Decimal) and not math.isfinite(x):
        raise SortError(f"{where}: {x!r} is not a number")
    return x if isinstance(x, float) else Fraction(x)


def _mapped(f: Callable[[Any], Any], x: Any) -> Any:
    return [_mapped(f, y) for y in x] if isinstance(x, list) else f(x)


def turn_of(value: Any, where: str) -> Turn:
    """The rotation that a 3×3 matrix or a quaternion (w, x, y, z) stands for, after checking it."""
    x = numbers(value, where)
    if isinstance(x, list) and len(x) == 4 and not any(isinstance(c, list) for c in x):
        if not any(x):
            raise UndefinedError(f"{where}: the quaternion {value!r} is zero and turns nothing")
        q = Turn((x[0], x[1], x[2], x[3]))
        return q if q.exact else q.floats()
    if (
        isinstance(x, list)
        and len(x) == 3
        and all(isinstance(row, list) and len(row) == 3 for row in x)
        and not any(isinstance(c, list) for row in x for c in row)
    ):
        _check_rotation(x, where)
        return _of_matrix(x)
    raise SortError(
        f"{where}: {value!r:.60} is not a rotation; give a 3×3 matrix by its rows, or a quaternion "
        "by its numbers (w, x, y, z)"
    )


def _check_rotation(r: list[list[Any]], where: str) -> None:
    for i in range(3):
        for j in range(i, 3):
            product = sum(r[i][k] * r[j][k] for k in range(3))
            if not _close(product, 1 if i == j else 0):
                raise FactError(
                    f"{where}: rows {i + 1} and {j + 1} of the matrix have the dot product "
                    f"{product}, but those of a rotation matrix have {int(i == j)}; make "
                    "its rows orthonormal"
                )
    (a, b, c), (d, e, f), (g, h, i_) = r
    if a * (e * i_ - f * h) - b * (d * i_ - f * g) + c * (d * h - e * g) < 0:
        raise FactError(
            f"{where}: the determinant of the matrix is -1, so it is a reflection, not a rotation; "
            "change the sign of one row, or of all"
        )


def _close(x: Any, y: int) -> bool:
    return bool(x == y) if isinstance(x, Fraction) else abs(x - y) <= TOLERANCE


def _of_matrix(r: list[list[Any]]) -> Turn:
    """The quaternion times four times its largest number, which is never small (Shepperd 1978)."""
    (a, b, c), (d, e, f), (g, h, i) = r
    rows: list[Four] = [
        (1 + a + e + i, h - f, c - g, d - b),
        (h - f, 1 + a - e - i, b + d, c + g),
        (c - g, b + d, 1 - a + e - i, f + h),
        (d - b, c + g, f + h, 1 - a - e + i),
    ]
    k = max(range(4), key=lambda j: rows[j][j])
    q = Turn(rows[k])
    return q if q.exact else q.floats()


def circle_point(angle: Any, where: str) -> Pair:
    """Cosine and sine of an angle: Fractions for an Angle or zero, floats for any other number."""
    if isinstance(angle, Angle):
        c, s = numbers([angle.cos, angle.sin], where)
        if not _close(c * c + s * s, 1):
            raise FactError(f"{where}: {angle!r} is not on the unit circle")
        point = 1, 0
        for _ in range(angle.parts):
            point = point[0] * c - point[1] * s, point[0] * s + point[1] * c
        return point
    x = numbers(angle, where)
    if isinstance(x, list):
        raise SortError(f"{where}: an angle is a number or an Angle, not {angle!r:.60}")
    return (Fraction(1), Fraction(0)) if _is_nothing(x) else (math.cos(x), math.sin(x))


def turn_about(axis: Any, angle: Any, where: str) -> Turn:
    """The rotation about a unit vector by an angle."""
    u = numbers(axis, where)
    if not isinstance(u, list) or len(u) != 3 or any(isinstance(c, list) for c in u):
        raise SortError(f"{where}: an axis is a unit vector, three numbers, not {axis!r:.60}")
    length = sum(c * c for c in u)
    if not _close(length, 1):
        raise FactError(
            f"{where}: the square of the length of the axis {axis!r} is {length}, not 1; divide it "
            "by its length"
        )
    if not isinstance(length, Fraction):
        u = [c / math.sqrt(length) for c in u]
    w, r = _half(angle, where)
    q = Turn((w, r * u[0], r * u[1], r * u[2]))
    return q if q.exact else q.floats()


def _half(angle: Any, where: str) -> Pair:
    """A multiple of the cosine and sine of half an angle."""
    if isinstance(angle, Angle):
        if angle.parts % 2 == 0:
            return circle_point(Angle(angle.cos, angle.sin, None, angle.parts // 2), where)
        c, s = circle_point(angle, where)
        return (1 + c, s) if c >= 0 else (s, 1 - c)  # the larger of the two multiples
    c, s = circle_point(angle, where)
    if isinstance(c, Fraction):
        return c, s
    half = float(angle) / 2
    return math.cos(half), math.sin(half)


def _is_nothing(angle: Number) -> bool:
    """Whether an angle is the exact number zero, the only one with a rational sine."""
    return isinstance(angle, Fraction) and angle == 0


# -- what is returned -----------------------------------------------------------------------------


def quaternion(turn: Turn) -> Any:
    """The unit quaternion whose first nonzero number is positive."""
    length = root(turn.norm2) if turn.exact else None
    if length is None:
        return array(turn.floats().upright().q)
    return tuple(c / length for c in turn.upright().q)


def matrix(turn: Turn) -> Any:
    """The rotation matrix."""
    w, x, y, z = turn.q
    n = turn.norm2
    ww, xx, yy, zz = w * w, x * x, y * y, z * z
    rows = [
        (ww + xx - yy - zz, 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), ww - xx + yy - zz, 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), ww - xx - yy + zz),
    ]
    divided = tuple(tuple(c / n for c in row) for row in rows)
    return divided if turn.exact else array(divided)


def axis_angle(turn: Turn) -> tuple[Any, Any]:
    """Axis and angle from 0 to π."""
    w, *v = turn.upright().q
    if not any(v):
        if turn.exact:
            return (Fraction(1), Fraction(0), Fraction(0)), Angle(Fraction(1), Fraction(0), None, 2)
        return array([1.0, 0.0, 0.0]), 0.0
    sine = root(sum((c * c for c in v), Fraction(0))) if turn.exact else None
    if sine is None:
        w, *v = turn.floats().upright().q
        return array(_direction(v)), 2 * math.atan2(math.hypot(*v), w)
    axis = tuple(c / sine for c in v)
    length = root(turn.norm2)
    if length is not None:
        return axis, Angle(w / length, sine / length, None, 2)
    return axis, _angle(w * w - sine * sine, 2 * w * sine, turn.norm2)


def _angle(c: Any, s: Any, length: Any) -> Any:
    """The angle of a multiple of (cos, sin): an Angle, or a float above -π and up to π."""
    if isinstance(length, Fraction):
        return Angle(c / length, s / length)
    found = math.atan2(s + 0.0, c)
    return math.pi if found == -math.pi else found


def euler_turn(sequence: Sequence[int], angles: Sequence[Any], where: str) -> Turn:
    """The product of three turns about coordinate axes, which are numbered 0, 1, 2."""
    result = Turn((Fraction(1), Fraction(0), Fraction(0), Fraction(0)))
    for i, angle in zip(sequence, angles, strict=True):
        result = result * turn_about([int(i == j) for j in range(3)], angle, where)
    return result if result.exact else result.floats()


def euler_angles(sequence: Sequence[int], turn: Turn) -> tuple[Any, Any, Any]:
    """The angles of a sequence of axes, after Bernardes and Viollet 2022.

    For axes i, j, i the quaternion of three turns α, β, γ is, with s = (α + γ)/2, d = (α - γ)/2,

        w = cos β/2 cos s,  qᵢ = cos β/2 sin s,  qⱼ = sin β/2 cos d,  ±qₖ = sin β/2 sin d,

    and k = i × j up to this sign ε. Three different axes are reduced to this case: a turn about k
    is a turn about i between two quarter turns about j, so q (1 - ε j) has this form with β - ε π/2
    for β.
    """
    i, j, last = sequence
    k = 3 - i - j
    sign = 1 if (j - i) % 3 == 1 else -1
    if last == i:
        return _three_angles(turn, i, j, k, sign)
    quarter: list[Any] = [Fraction(1), Fraction(0), Fraction(0), Fraction(0)]
    quarter[j + 1] = Fraction(-sign)
    turned = turn * Turn((quarter[0], quarter[1], quarter[2], quarter[3]))
    turned = turned if turned.exact else turned.floats()
    first, middle, third = _three_angles(turned, i, j, k, sign, -sign)
    if isinstance(middle, Angle):
        return first, Angle(-sign * middle.sin, sign * middle.cos), third
    w, *v = turn.floats().q
    sine = 2 * (sign * v[i] * v[k] + w * v[j])  # directly, so that a small one stays accurate
    return first, math.atan2(sine, abs(math.sin(middle))), third


def _three_angles(
    turn: Turn, i: int, j: int, k: int, sign: int, side: int = 1
) -> tuple[Any, Any, Any]:
    """The angles of a sequence i, j, i, the middle one from 0 to π or, by `side`, from -π to 0."""
    if turn.exact and _length(turn, i) is None:
        turn = turn.floats()
    v = turn.q[1:]
    a, b, c, d = turn.q[0], v[i], side * v[j], side * sign * v[k]
    outer, inner = a * a + b * b, c * c + d * d  # multiples of cos² β/2 and sin² β/2
    if turn.exact:
        both: Any = _length(turn, i)
        middle = _angle(outer - inner, 2 * side * both, outer + inner)
        locked = both == 0
    else:
        both = 1.0
        middle = 2 * side * math.atan2(math.hypot(c, d), math.hypot(a, b))
        locked = min(math.hypot(c, d), math.hypot(a, b)) <= LOCK
    if locked:
        x, y = (a, b) if outer > inner else (c, d)
        nothing = _angle(Fraction(1), Fraction(0), Fraction(1)) if turn.exact else 0.0
        return _angle(x * x - y * y, 2 * x * y, max(outer, inner)), middle, nothing
    first = _angle(a * c - b * d, a * d + b * c, both)
    third = _angle(a * c + b * d, b * c - a * d, both)
    return first, middle, third


def _length(turn: Turn, i: int) -> Fraction | None:
    """The length of the complex number (w + qᵢ i)(qⱼ + qₖ i) of a rational turn, if rational."""
    outer = turn.q[0] ** 2 + turn.q[i + 1] ** 2
    return root(outer * (turn.norm2 - outer))


def same(p: Turn, q: Turn, tolerance: float) -> bool:
    """Whether two turns are the same rotation: their quaternions are multiples of each other."""
    if p.exact and q.exact:
        dot = sum(x * y for x, y in zip(p.q, q.q, strict=True))
        return bool(dot * dot == p.norm2 * q.norm2)
    x, y = p.floats().q, q.floats().q
    return any(all(abs(a - s * b) <= tolerance for a, b in zip(x, y, strict=True)) for s in (1, -1))
