"""The derivatives of the standard operators that are not linear in their operands.

Each entry says what a change d of one operand makes of the value. Operators that are linear in an
operand need none: their laws say it. An operator of a user's declares its own with `derivative=`.

Formulas that are shorter for units and invertible matrices are used where that is known of an
operand; the others hold wherever the operator is defined, but for norms and roots of zero.
"""

from __future__ import annotations

from typing import Any

from ..core.context import EMPTY
from ..core.declare import identity
from ..core.facts import TRUE, ask
from ..core.linear import add, div, neg, power
from ..core.operators import number, one_of, zero_of
from ..core.sorts import Quaternion, Scalar
from ..core.terms import Term
from .coordinates import column
from .matrices import det, inv, matmul, trace
from .quaternions import conj, quat, rotate, rotation_matrix, scalar_part, vector_part
from .scalars import cos, sin
from .vectors import cross, dot, norm, norm2, rot, tilde

MAX_SUMMANDS = 4
"""The longest product that the product rule opens into one sum; longer ones are cut in halves."""


def _has(name: str, t: Term) -> bool:
    return ask(name, t, EMPTY) is TRUE


# -- powers and inverses --------------------------------------------------------------------------


def _power(d: Any, x: Any, e: Any) -> Any:
    n = e.value
    if n == 0:
        return zero_of(x.sort, x.shape)
    if x.sort is Scalar:
        return e * x ** (n - 1) * d
    if n < 0:  # d(X⁻¹) = -X⁻¹ dX X⁻¹, with Xⁿ for X
        whole = x**n
        return -_product(_product(whole, _powers(d, x, -n)), whole)
    return _powers(d, x, n)


def _powers(d: Any, x: Any, n: int) -> Any:
    """d(Xⁿ) = Σ Xᵏ dX Xⁿ⁻¹⁻ᵏ; a long one in halves, which share their parts."""
    known: dict[int, Any] = {1: d}

    def of(n: int) -> Any:
        if n not in known and n <= MAX_SUMMANDS:
            terms = (_product(_product(_raised(x, k), d), _raised(x, n - 1 - k)) for k in range(n))
            known[n] = add.build(tuple(terms))
        elif n not in known:
            half = n // 2
            left = _product(of(half), _raised(x, n - half))
            known[n] = left + _product(_raised(x, half), of(n - half))
        return known[n]

    return of(n)


def _raised(x: Any, n: int) -> Any:
    return one_of(x.sort, x.shape) if n == 0 else x if n == 1 else x**n


def _product(x: Any, y: Any) -> Any:
    return y if x == 1 else x if y == 1 else x.sort.product.build((x, y))


def _inv(d: Any, x: Any) -> Any:
    if x.sort is Scalar:
        return -d / x**2
    inverse = inv.build((x,))
    return -_product(_product(inverse, d), inverse)


# -- determinants, lengths, rotations -------------------------------------------------------------


def _det(d: Any, x: Any) -> Any:
    """Jacobi: d det X = tr(adj(X) dX), and adj(X) = det(X) X⁻¹ where X is invertible."""
    if x.sort is Scalar:
        return d
    if _has("invertible", x):
        return det(x) * trace(inv.build((x,)) @ d)
    return trace(matmul.build((_adjugate(x), d)))


def _adjugate(x: Any) -> Any:
    """The adjugate of any square matrix, by Cayley and Hamilton (Faddeev, LeVerrier).

    Of size 3 it is X² - tr(X) X + ½ (tr(X)² - tr(X²)) Id.
    """
    n, one = x.shape[0], identity(like=x)
    m = one
    for k in range(1, n):
        product = x if m is one else x @ m
        m = product - trace(product) / k * one
    return m if n % 2 else -m


def _norm2(d: Any, x: Any) -> Any:
    return 2 * (scalar_part(conj(x) * d) if x.sort is Quaternion else dot(x, d))


def _rot_by_axis(d: Any, u: Any, a: Any) -> Any:
    """Of the meaning, cos a·Id + sin a·tilde(u) + (1 - cos a)·u uᵀ."""
    return sin(a) * tilde(d) + (1 - cos(a)) * (d @ u.T + u @ d.T)


def _rot_by_angle(d: Any, u: Any, a: Any) -> Any:
    if _has("unit", u):
        return d * (tilde(u) @ rot(u, a))
    return d * (cos(a) * tilde(u) + sin(a) * (u @ u.T - identity(3)))


def body_velocity(d: Any, q: Any) -> Any:
    """The angular velocity ω in body axes of a unit quaternion: dq = ½ q (0, ω)."""
    return 2 * vector_part(conj(q) * d)


def _rotate(d: Any, q: Any, v: Any) -> Any:
    if _has("unit", q):
        return rotate(q, cross(body_velocity(d, q), v))
    return 2 * vector_part(d * quat(number(0), v) * conj(q))


def _rotation_matrix(d: Any, q: Any) -> Any:
    """In general of its meaning, (s² - v·v) Id + 2 v vᵀ + 2 s tilde(v) for q = (s, v)."""
    if _has("unit", q):
        return rotation_matrix(q) @ tilde(body_velocity(d, q))
    (s, v), (ds, dv) = ((scalar_part(x), vector_part(x)) for x in (q, d))
    mixed = ds * tilde(v) + s * tilde(dv) + dv @ v.T + v @ dv.T
    return 2 * ((s * ds - dot(v, dv)) * identity(3) + mixed)


for _op, _derivative in (
    (add, "linear"),
    (neg, "linear"),
    (quat, "linear"),
    (column, "linear"),
    (div, (None, lambda d, x, y: -(d / y**2) * x)),
    (power, (_power, None)),
    (inv, (_inv,)),
    (det, (_det,)),
    (norm2, (_norm2,)),
    (norm, (lambda d, x: _norm2(d, x) / (2 * norm(x)),)),
    (sin, (lambda d, x: cos(x) * d,)),
    (cos, (lambda d, x: -sin(x) * d,)),
    (rot, (_rot_by_axis, _rot_by_angle)),
    (rotate, (_rotate, None)),
    (rotation_matrix, (_rotation_matrix,)),
):
    _op.derivative = _derivative
