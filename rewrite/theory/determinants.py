"""Traces, determinants and cofactors of square matrices of every size."""

from __future__ import annotations

from math import comb
from typing import Any

from ..core.context import EMPTY
from ..core.declare import identity
from ..core.declaring import add_record, operator
from ..core.facts import TRUE, UNKNOWN, Known, Truth, ask
from ..core.laws import Abbreviates, Absorbing, Commutes, Homogeneous, Morphism, OnFact
from ..core.linear import multilinear, power
from ..core.operators import ONE, ZERO, Operations, Operator, Typed, number, zero_of
from ..core.sorts import Linear, Matrix, Scalar, is_unknown
from ..core.structure import Structure, structure
from ..core.terms import Term
from .costs import lone_signs
from .inferences import if_operand, of_operand, size_is
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
    latex=r"\operatorname{{tr}}\left({0}\right)",
    laws=[*multilinear(), TraceOfOne(), Cyclic(matmul, trans)],
    parts=_parts_of_trace,
    cost=lambda t: (0, t.args[0].shape[0] - 1),
    scalars=lambda low, t, x: (low.add(x[:: t.args[0].shape[0] + 1]),),
    samples=[((3, 3),)],
)


# -- determinants ---------------------------------------------------------------------------------


def _change_of_determinant(d: Any, x: Any) -> Any:
    """Jacobi: d det X = tr(cof(X)ᵀ dX), and cof(X)ᵀ = det(X) X⁻¹ where X is invertible."""
    if x.sort is Scalar:
        return d
    if ask("invertible", x, EMPTY) is TRUE:
        return det(x) * trace(inv.build((x,)) @ d)
    return trace(trans(cof(x)) @ d)


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
    latex=r"\det\left({0}\right)",
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


# -- cofactors ------------------------------------------------------------------------------------


def _same_square(op: Op, args: tuple[Term, ...]) -> Typed:
    if not is_square(args[0]):
        op.refuse(args, 0, "a square Matrix", shape=args[0].shape[:1] * 2)
    return args[0].sort, args[0].shape


def _known_cofactors(x: Any) -> Any:
    """Those of a scalar are 1, and cof(cof(A)) = det(A)ⁿ⁻² A, if the size is known."""
    if x.sort is Scalar:
        return number(1)
    if x.op is not cof or is_unknown(x.shape[0]):
        return None
    (inner,) = x.args
    return det(inner) ** (x.shape[0] - 2) * inner


def _determinant_of_cofactors(x: Any) -> Any:
    """det(cof(A)) = det(A)ⁿ⁻¹, if the size is known."""
    known = x.op is cof and not is_unknown(x.shape[0])
    return det(x.args[0]) ** (x.shape[0] - 1) if known else None


def _mirrored(known: Known, t: Term) -> Truth:
    """Symmetric if the operand is, or if it is antisymmetric of odd size: cof(-Aᵀ) is cof(A)ᵀ."""
    x, odd = t.args[0], size_is(t, odd=True)
    found = known("symmetric", x) is TRUE or (odd and known("antisymmetric", x) is TRUE)
    return TRUE if found else UNKNOWN


def _skew(known: Known, t: Term) -> Truth:
    even = size_is(t, odd=False)
    return TRUE if even and known("antisymmetric", t.args[0]) is TRUE else UNKNOWN


def _change_of_cofactors(d: Any, x: Any) -> Any:
    """Of the adjugate by Cayley and Hamilton (Faddeev, LeVerrier), without division.

    It is ±M after the steps M -> X M - tr(X M)/k Id from Id, which dM follows. Where X is
    invertible, d(cof X) = tr(X⁻¹ dX) cof(X) - (dX X⁻¹)ᵀ cof(X).
    """
    n, one = x.shape[0], identity(like=x)
    if n < 3:
        return zero_of(Scalar, (1, 1)) if n == 1 else cof(d)
    if ask("invertible", x, EMPTY) is TRUE:
        inverse = inv.build((x,))
        return trace(inverse @ d) * cof(x) - trans(d @ inverse) @ cof(x)
    m, change = x - trace(x) * one, d - trace(d) * one
    for k in range(2, n):
        change = d @ m + x @ change
        change = change - trace(change) / k * one
        m = x @ m
        m = m - trace(m) / k * one
    return trans(change if n % 2 else -change)


def _cost_of_cofactors(t: Term) -> Operations:
    """Minors of the rows above and of those below, put together; of a large matrix, n - 2 products
    of matrices. A minus in a sum is free, and 2×2 matrices have no sums."""
    n, kind = t.shape[0], structure(t)
    if n < 3 or kind in (Structure.ZERO, Structure.ONE):
        return 0, 2 * (n == 2)
    if kind in (Structure.SAME, Structure.DIAGONAL):
        return 3 * (n - 2), n * (n % 2 == 0)
    if n == 3:
        entries = kind.distinct(n, n)
        return 2 * entries, entries + lone_signs(t.args[0])
    if n > MINORS:
        traces = n * (n - 2) + (n - 2) * (2 * n - 1) + n * n * (n % 2 == 0)
        return (n - 2) * n**3 + n, (n - 2) * n**2 * (n - 1) + traces
    sizes, between = range(2, n), range(1, n - 1)
    products = 2 * sum(k * comb(n, k) for k in sizes) + n * sum(comb(n - 1, i) for i in between)
    sums = 2 * sum((k - 1) * comb(n, k) for k in sizes)
    return products, sums + n * sum(comb(n - 1, i) - 1 for i in between)


def _structure_of_cofactors(t: Term) -> Structure:
    found = structure(t.args[0])
    if found is Structure.ANTISYMMETRIC and t.shape[0] % 2:
        return Structure.SYMMETRIC
    return found


cof: Operator[[Matrix], Matrix] = operator(
    "cof",
    Linear,
    result=_same_square,
    module="",
    doc="The matrix of cofactors of a square matrix: det(A) A⁻ᵀ, and defined for singular A too.",
    latex=r"\operatorname{{cof}}\left({0}\right)",
    facts={
        "symmetric": _mirrored,
        "antisymmetric": _skew,
        **{f: if_operand(f) for f in ("diagonal", "orthogonal", "rotation")},
        "invertible": of_operand("invertible"),
    },
    laws=[
        Homogeneous(degree=lambda shape: shape[0] - 1),
        Absorbing(ONE),
        Morphism(matmul, when=is_square),
        Commutes(trans),
        Commutes(inv),
        Commutes(power),
        OnFact("rotation", lambda x: x),
        Abbreviates(_known_cofactors),
    ],
    derivative=_change_of_cofactors,
    cost=_cost_of_cofactors,
    structure=_structure_of_cofactors,
    scalars=lambda low, t, x: low.cofactors(x, t.shape[0]),
    samples=[((3, 3),), ((2, 2),)],
)
add_record(det, laws=[Abbreviates(_determinant_of_cofactors)])
