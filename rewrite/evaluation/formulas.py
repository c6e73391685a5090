"""Formulas on coordinates: matrices row by row, vectors of three, quaternions (w, x, y, z).

They follow the definitions, for coordinates of any domain, and no code that rewrites uses them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import mul
from typing import Any

import flint

from ..deadline import OutOfTimeError, check_time, time_left, timed
from ..errors import LimitError, UndefinedError
from .fields import Coordinates, Domain, Pair, circle_times

SHORT, MOST_BITS, SECONDS_FOR_A_BIT = 50_000, 30_000_000, 3e-7
"""The bits of numbers that cost no noticeable time, the most bits allowed, and the seconds for each
bit."""
TOGETHER = 32
"""So many numbers are added one after another."""


def dot(a: Coordinates, b: Coordinates) -> Any:
    """The sum of products of coordinates, of vectors and of quaternions."""
    return sum(map(mul, a, b))


def scale(factor: Any, x: Coordinates) -> Coordinates:
    """A multiple."""
    return tuple([factor * c for c in x])


def add(*xs: Coordinates) -> Coordinates:
    """A sum."""
    return tuple(map(_total if len(xs) > TOGETHER else sum, zip(*xs, strict=True)))


def _total(numbers: Sequence[Any]) -> Any:
    """A long sum, made from short ones: polynomials and rational numbers grow with every addend."""
    while len(numbers) > TOGETHER:
        short = [numbers[i : i + TOGETHER] for i in range(0, len(numbers), TOGETHER)]
        numbers = [sum(some) for some in timed(short, 1)]
    return sum(numbers)


def afford(x: Coordinates, most: int = MOST_BITS) -> None:
    """Refuse rational numbers that are too long to be multiplied in the time or memory available:
    flint cannot be interrupted."""
    bits = max([c.height_bits() for c in x if type(c) is flint.fmpq], default=0)
    if bits > most:
        raise LimitError(f"a number would have more than {most} bits")
    if bits > SHORT and bits * len(x) * SECONDS_FOR_A_BIT > time_left():
        raise OutOfTimeError(f"numbers of {bits} bits take longer than the time limit")


def repeated(
    join: Callable[[Any, Any], Coordinates], one: Coordinates, x: Coordinates, n: int
) -> Coordinates:
    """x joined to itself n times, by squaring; `one` if n is 0."""
    result: Coordinates | None = None
    while n:
        check_time()
        afford(x)
        if n & 1:
            result = x if result is None else join(result, x)
        n >>= 1
        if n:
            x = join(x, x)
    return one if result is None else result


def circle_power(domain: Domain, x: Pair, n: int) -> Pair:
    """The point of the circle at n times an angle."""
    point = x if n >= 0 else (x[0], -x[1])
    cosine, sine = repeated(circle_times, (domain.one, domain.zero), point, abs(n))
    return cosine, sine


# -- matrices -------------------------------------------------------------------------------------


def identity(domain: Domain, n: int) -> Coordinates:
    """The identity matrix."""
    return tuple([domain.one if i == j else domain.zero for i in range(n) for j in range(n)])


def product(x: Coordinates, y: Coordinates, size: int) -> Coordinates:
    """The product of a matrix of `size` columns and one of `size` rows."""
    check_time()
    columns = len(y) // size
    rows = [x[i : i + size] for i in range(0, len(x), size)]
    down = [y[j::columns] for j in range(columns)]
    often = 1 + 20_000 // len(y)  # rows between two checks of the clock
    return tuple([sum(map(mul, row, column)) for row in timed(rows, often) for column in down])


def transpose(x: Coordinates, columns: int) -> Coordinates:
    """The transpose of a matrix with this many columns."""
    return tuple([c for j in range(columns) for c in x[j::columns]])


def determinant(domain: Domain, x: Coordinates, n: int) -> Any:
    """The determinant without division, so that balls around zero are no obstacle.

    For three rows it is their triple product, for more it follows Bird (2011): let μ(Y) keep the
    elements of Y above the diagonal and have -(Y[i+1,i+1] + … + Y[n,n]) on it. Then det X is, up to
    sign, the first element of Y after n - 1 steps Y -> μ(Y) X, starting with Y = X.
    """
    if n == 2:
        return x[0] * x[3] - x[1] * x[2]
    if n == 3:
        return dot(x[:3], cross(x[3:6], x[6:]))
    y, zero = x, domain.zero
    for _ in range(n - 1):
        check_time()
        upper = [y[i * n + j] if i < j else zero for i in range(n) for j in range(n)]
        for i in reversed(range(n - 1)):
            k = (i + 1) * (n + 1)
            upper[i * n + i] = upper[k] - y[k]
        y = product(tuple(upper), x, n)
    return y[0] if n % 2 else -y[0]


def inverse(domain: Domain, x: Coordinates, n: int) -> Coordinates:
    """The inverse of a matrix, by elimination or by its adjugate."""
    if not domain.eliminates:
        below = determinant(domain, x, n)
        if domain.is_zero(below):
            raise UndefinedError("a singular matrix has no inverse")
        return tuple([domain.divide(c, below) for c in adjugate(domain, x, n)])
    unit = identity(domain, n)
    rows = [[*x[i * n : i * n + n], *unit[i * n : i * n + n]] for i in range(n)]
    if len(eliminate(domain, rows, n)) < n:
        raise UndefinedError("a singular matrix has no inverse")
    return tuple([c for row in rows for c in row[n:]])


def adjugate(domain: Domain, x: Coordinates, n: int) -> Coordinates:
    """The matrix of cofactors, transposed."""

    def cofactor(i: int, j: int) -> Any:
        places = [k for k in range(n * n) if k // n != i and k % n != j]
        minor = determinant(domain, tuple([x[k] for k in places]), n - 1) if n > 1 else domain.one
        return -minor if (i + j) % 2 else minor

    return tuple([cofactor(j, i) for i in range(n) for j in range(n)])


def eliminate(domain: Domain, rows: list[list[Any]], columns: int) -> list[int]:
    """Bring rows to reduced echelon form, in place; return which of the first columns have a pivot.

    >>> from .domains import Exact
    >>> rows = [[Exact().number(n) for n in row] for row in ((0, 2, 4), (1, 1, 1))]
    >>> eliminate(Exact(), rows, 2), rows
    ([0, 1], [[1, 0, -1], [0, 1, 2]])
    """
    pivots: list[int] = []
    for j in range(columns):
        check_time()
        top = len(pivots)
        i = domain.pivot([row[j] for row in rows[top:]]) if top < len(rows) else None
        if i is None:
            continue
        rows[top], rows[top + i] = rows[top + i], rows[top]
        pivot = rows[top][j]
        rows[top] = head = [domain.divide(x, pivot) for x in rows[top]]
        for k, row in enumerate(rows):
            if k != top:
                factor = row[j]
                rows[k] = [x - factor * y for x, y in zip(row, head, strict=True)]
        pivots.append(j)
    return pivots


# -- vectors --------------------------------------------------------------------------------------


def cross(a: Coordinates, b: Coordinates) -> Coordinates:
    """The cross product."""
    (a1, a2, a3), (b1, b2, b3) = a, b
    return a2 * b3 - a3 * b2, a3 * b1 - a1 * b3, a1 * b2 - a2 * b1


def outer(a: Coordinates, b: Coordinates) -> Coordinates:
    """The matrix a bᵀ."""
    return tuple([x * y for x in a for y in b])


def tilde(domain: Domain, a: Coordinates) -> Coordinates:
    """The matrix of a × ·."""
    (x, y, z), o = a, domain.zero
    return o, -z, y, z, o, -x, -y, x, o


def axial(a: Coordinates) -> Coordinates:
    """Twice the vector whose tilde is the antisymmetric part of a 3×3 matrix."""
    return a[7] - a[5], a[2] - a[6], a[3] - a[1]


def rodrigues(domain: Domain, u: Coordinates, cosine: Any, sine: Any) -> Coordinates:
    """cos·Id + sin·tilde(u) + (1 - cos)·u uᵀ."""
    return add(
        scale(cosine, identity(domain, 3)),
        scale(sine, tilde(domain, u)),
        scale(domain.one - cosine, outer(u, u)),
    )


# -- quaternions ----------------------------------------------------------------------------------


def hamilton(p: Coordinates, q: Coordinates) -> Coordinates:
    """The product of two quaternions."""
    (a, b, c, d), (w, x, y, z) = p, q
    return (
        a * w - b * x - c * y - d * z,
        a * x + b * w + c * z - d * y,
        a * y - b * z + c * w + d * x,
        a * z + b * y - c * x + d * w,
    )


def conjugate(q: Coordinates) -> Coordinates:
    """The conjugate."""
    w, x, y, z = q
    return w, -x, -y, -z


def sandwich(domain: Domain, q: Coordinates, v: Coordinates) -> Coordinates:
    """The vector part of q (0, v) conj(q)."""
    return hamilton(hamilton(q, (domain.zero, *v)), conjugate(q))[1:]


def rotation_of(q: Coordinates) -> Coordinates:
    """The matrix of v -> q (0, v) conj(q)."""
    w, x, y, z = q
    return (
        w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y),
        2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
        2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z,
    )  # fmt: skip
