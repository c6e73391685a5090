"""Traces, determinants and cofactors of square matrices of every size."""

from __future__ import annotations

from math import comb
from typing import Any

from ..core.context import EMPTY
from ..core.declare import identity
from ..core.declaring import operator
from ..core.facts import TRUE, ask
from ..core.laws import Absorbing, Homogeneous, OnFact
from ..core.linear import multilinear
from ..core.operators import ONE, ZERO, Operations, Operator, Typed, number
from ..core.sorts import Linear, Matrix, Scalar
from ..core.terms import Term
from .linear_parts import PLAIN, Form, Pairs, Parts, Unknown, applied, product, refuse
from .matrices import inv, matmul, trans
from .matrix_laws import Cyclic, TraceOfOne
from .matrix_shapes import is_square

Op = Operator[..., Any]
MINORS = 8
"""The largest size whose determinant and cofactors are calculated from minors of all sizes; the
methods for larger ones take a number of operations that is polynomial in the size."""


def _scalar_of_square(op: Op, args: tuple[Term, ...]) -> Typed:
    if not is_square(args[0]):
        op.refuse(args, 0, "a square Matrix", shape=args[0].shape[:1] * 2)
    return Scalar, (1, 1)


# -- traces ---------------------------------------------------------------------------------------


def _parts_of_trace(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    """tr((c x) R) = R c x, and tr(M tilde(y)) = -vee(M - trans(M)) · y."""
    for (form, left, right), c in parts.items():
        if not u.is_column:
            refuse(s, [u], "no left factor is known for its trace")
        if form is Form.TILDE:
            m = product(matmul, right, left)
            if m is not None:
                row = trans(applied(u.vee, trans(m) - m))
                yield PLAIN, matmul.build((row, c))
        else:
            yield PLAIN, product(matmul, applied(trans, left), right, c)


trace: Operator[[Matrix | Scalar], Scalar] = operator(
    "trace",
    Linear,
    result=_scalar_of_square,
    module="",
    doc="The sum of the diagonal of a square matrix.",
    latex=r"\operatorname{{tr}} {0}",
    laws=[*multilinear(), TraceOfOne(), Cyclic(matmul, trans)],
    parts=_parts_of_trace,
    cost=lambda t: (0, t.args[0].shape[0] - 1),
    scalars=lambda low, t, x: (low.add(x[:: t.args[0].shape[0] + 1]),),
    samples=[((3, 3),)],
)


# -- determinants ---------------------------------------------------------------------------------


def _change_of_determinant(d: Any, x: Any) -> Any:
    """Jacobi: d det X = tr(adj(X) dX), and adj(X) = det(X) X⁻¹ where X is invertible."""
    if x.sort is Scalar:
        return d
    if ask("invertible", x, EMPTY) is TRUE:
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


def _cost_of_determinant(t: Term) -> Operations:
    """Minors of the first rows, each used for all that contain it; of a large matrix, Bird's."""
    n = t.args[0].shape[0]
    if n <= MINORS:
        sizes = range(2, n + 1)
        return sum(k * comb(n, k) for k in sizes), sum((k - 1) * comb(n, k) for k in sizes)
    products = n * n * (n + 1) // 2
    return (n - 1) * products, (n - 1) * products


det: Operator[[Matrix | Scalar], Scalar] = operator(
    "det",
    Linear,
    result=_scalar_of_square,
    module="",
    doc="The determinant of a square matrix.",
    latex=r"\det {0}",
    laws=[
        Homogeneous(degree=lambda shape: shape[0]),
        Absorbing(ZERO),
        Absorbing(ONE),
        OnFact("rotation", lambda x: number(1)),
    ],
    derivative=_change_of_determinant,
    cost=_cost_of_determinant,
    scalars=lambda low, t, x: (low.determinant(x, t.args[0].shape[0]),),
    samples=[((2, 2),)],
)
Matrix.divisor = det
