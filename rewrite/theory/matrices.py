"""Matrices of every shape: transposes, inverses and products."""

from __future__ import annotations

from typing import Any

from ..core.declaring import add_record, operator
from ..core.facts import TRUE, UNKNOWN, Infer, Known, Truth
from ..core.laws import (
    Absorbing,
    Antimorphism,
    Associative,
    Commutes,
    Homogeneous,
    Inverse,
    Involution,
    Neutral,
    OnFact,
    Powers,
)
from ..core.linear import add, multilinear, neg, power
from ..core.operators import ONE, Operations, Operator, Typed
from ..core.sorts import Linear, Matrix, Quaternion, Scalar, Vector
from ..core.structure import structure
from ..core.terms import Term
from .costs import FREE
from .inferences import if_every, of_operand
from .linear_parts import (
    Pairs,
    Parts,
    Unknown,
    after,
    before,
    multiples,
    product,
    scaling,
    settled,
    turned,
)
from .matrix_costs import repeated_letters, word_cost, word_structure
from .matrix_laws import OwnTranspose, RefusesSingular, ScalarSegments
from .matrix_shapes import (
    factors_of,
    is_chain,
    is_square,
    product_shape,
    transposable,
    transposed_shape,
)
from .scalar_tools import Refs, ScalarTools

Op = Operator[..., Any]
KEPT = ("symmetric", "antisymmetric", "diagonal", "orthogonal", "rotation", "invertible")
"""Facts that a matrix shares with its transpose and its inverse."""


# -- transposes -----------------------------------------------------------------------------------


trans: Any = operator(
    "trans",
    Linear,
    result=transposed_shape,
    module="",
    doc="The transpose of a matrix or vector, written A.T.",
    sign=".T",
    superscript="T",
    facts={f: of_operand(f) for f in KEPT},
    laws=[*multilinear(), Absorbing(ONE), Involution()],
    parts=turned,
    cost=FREE,
    structure=lambda t: structure(t.args[0]),
    scalars=lambda low, t, x: low.transposed(x, t.args[0].shape[1]),
    samples=transposable,
)


# -- inverses -------------------------------------------------------------------------------------


def _inverted(op: Op, args: tuple[Term, ...]) -> Typed:
    x = args[0]
    if x.sort is not Quaternion and not is_square(x):
        op.refuse(args, 0, "a square Matrix, Quaternion or Scalar", shape=x.shape[:1] * 2)
    return x.sort, x.shape


def _change_of_inverse(d: Any, x: Any) -> Any:
    if x.sort is Scalar:
        return -d / x**2
    inverse, times = inv.build((x,)), x.sort.product
    return -times.build((times.build((inverse, d)), inverse))


def divisor(x: Term) -> Any:
    """The scalar that vanishes where a term has no inverse: the determinant of a matrix."""
    return x if x.sort.divisor is None else x.sort.divisor.build((x,))


def _cost_of_inverse(t: Term) -> Operations:
    if len(t.shape) != 2:  # a quaternion: conj(q) / |q|²
        return 8, 6, 1
    n = t.shape[0]
    small = {1: (0, 0, 1), 2: (6, 3, 1), 3: (30, 14, 1), 4: (94, 64, 1)}
    return small.get(n, (2 * n**3, 2 * n**3, n))


def _inverse_in_scalars(low: ScalarTools, t: Term, x: Refs) -> Refs:
    if t.sort is Matrix:
        return low.inverse(x, t.shape[0])
    if t.sort is Quaternion:
        return low.scaled(low.recip(low.inner(x, x)), (x[0], *low.opposites(x[1:])))
    return (low.recip(x[0]),)


inv: Any = operator(
    "inv",
    Linear,
    result=_inverted,
    module="",
    doc="The inverse of a square matrix, written A.inv, or of a quaternion.",
    sign=".inv",
    superscript="-1",
    facts={f: of_operand(f) for f in (*KEPT, "unit", "pure")},
    laws=[Homogeneous(degree=-1), Absorbing(ONE), Involution(), RefusesSingular()],
    undefined=lambda x: (divisor(x),),
    derivative=_change_of_inverse,
    cost=_cost_of_inverse,
    scalars=_inverse_in_scalars,
    samples=[(Scalar,), (Quaternion,), ((3, 3),), ((2, 2),)],
)


# -- products -------------------------------------------------------------------------------------


def column_word(t: Term) -> tuple[list[Term], Term]:
    """A column as matrices and the column they act on."""
    return (list(t.args[:-1]), t.args[-1]) if t.op is matmul else ([], t)


def by_transposing(sign: int) -> Infer:
    """Symmetric (or antisymmetric) if transposing and normalising gives the term (its opposite)."""

    def infer(known: Known, t: Term) -> Truth:
        parts = t.args if t.op is add else (t,)
        turns = tuple(trans.build((p,)) for p in parts)
        flipped = known.normal(turns[0] if len(turns) == 1 else add.build(turns))
        same = known.normal(t if sign > 0 else neg.build((t,)))
        return TRUE if flipped is same else UNKNOWN

    return infer


SYMMETRY = {"symmetric": by_transposing(1), "antisymmetric": by_transposing(-1)}


def _product_invertible(known: Known, t: Term) -> Truth:
    matrices = [a for a in t.args if a.sort is not Scalar]
    if not all(is_square(a) for a in matrices) or len(matrices) < len(t.args):
        return UNKNOWN
    return Truth.every(known("invertible", a) for a in matrices)


def _image_is_unit(known: Known, t: Term) -> Truth:
    """An orthogonal matrix keeps the length of a vector."""
    matrices, end = column_word(t)
    if end.sort is not Vector or any(known("orthogonal", m) is not TRUE for m in matrices):
        return UNKNOWN
    return known("unit", end)


def _parts_of_product(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    """The factors before the operand multiply it at once, those after it one by one."""
    shape = s.args[i].shape
    head = product(s.op, *s.args[:i])
    for at, factor in enumerate((head, *s.args[i + 1 :])):
        if factor is None:
            continue
        if shape == (1, 1) or factor.sort is Scalar:
            pairs = scaling(u, s, parts, factor) if shape == (1, 1) else multiples(factor, parts)
            shape = factor.shape if shape == (1, 1) else shape
        elif at == 0:
            shape, pairs = (factor.shape[0], shape[1]), before(u, factor, parts)
        else:
            shape, pairs = (shape[0], factor.shape[1]), after(u, parts, factor)
        parts = settled(u, shape, pairs)
    return iter(parts.items())


matmul: Any = operator(
    "matmul",
    Linear,
    Linear,
    result=product_shape,
    module="",
    doc="The product of matrices, vectors and rows, written A @ B.",
    sign="@",
    facts={
        **SYMMETRY,
        **{f: if_every(f) for f in ("diagonal", "orthogonal", "rotation")},
        "invertible": _product_invertible,
        "unit": _image_is_unit,
    },
    laws=[
        Associative(opens=is_chain),
        *multilinear(),
        Neutral(ONE),
        Inverse(trans, ONE, fact="orthogonal"),
        Inverse(inv, ONE),
        Powers(power),
        ScalarSegments(),
        OwnTranspose(trans),
    ],
    parts=_parts_of_product,
    operands=repeated_letters,
    cost=lambda t: word_cost(repeated_letters(t), trans),
    structure=lambda t: word_structure(t.args, trans),
    scalars=lambda low, t, *xs: low.chain(t, xs),
    samples=factors_of,
)
add_record(
    trans,
    laws=[
        Antimorphism(matmul),
        Commutes(inv),
        Commutes(power),
        OnFact("symmetric", lambda x: x),
        OnFact("antisymmetric", lambda x: neg.build((x,))),
    ],
)
add_record(
    inv,
    laws=[
        Antimorphism(matmul, when=is_square),
        Commutes(power),
        OnFact("orthogonal", lambda x: trans.build((x,))),
    ],
)
Matrix.product = matmul
