"""The records of sums and scalings, whose sorts and laws stand in `core/linear.py`.

They come after those of matrices, whose transposes they need. Powers are in `powers`; the numbers,
zeros and ones of all sorts are here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

from ..core.declaring import add_record
from ..core.facts import FALSE, TRUE, UNKNOWN, Infer, Known, Truth
from ..core.linear import add, div, neg, scale, times
from ..core.operators import NUMBER, ONE, ZERO, Operations
from ..core.sorts import Linear, Matrix, Quaternion, Scalar
from ..core.structure import MIRRORED, Structure, structure
from ..core.terms import Term
from ..errors import RewriteError
from .costs import coordinates, covers, distinct, lone_signs
from .inferences import if_every, of_operand, size_is
from .linear_parts import Pairs, Parts, Unknown, multiples, product, scaling
from .matrices import KEPT, SYMMETRY
from .scalar_tools import Refs, ScalarTools


def _is_linear(kind: Any) -> bool:
    return isinstance(kind, tuple) or (isinstance(kind, type) and issubclass(kind, Linear))


def _of_multiple(t: Term, at: int) -> Structure:
    """A multiple of the identity is no longer the identity."""
    found = structure(t.args[at])
    return Structure.SAME if found is Structure.ONE else found


# -- numbers, zeros and ones ----------------------------------------------------------------------


def _one_in_scalars(low: ScalarTools, t: Term) -> Refs:
    if t.sort is Matrix:
        size = range(t.shape[0])
        return tuple([low.one if i == j else low.zero for i in size for j in size])
    if t.sort is Quaternion:
        return low.one, low.zero, low.zero, low.zero
    if t.sort is Scalar:
        return (low.one,)
    if t.sort.one_coordinates:
        return tuple([low.number(Fraction(x)) for x in t.sort.one_coordinates])
    raise RewriteError(f"the one of {t.sort.label(t.shape)} has no known coordinates")


add_record(NUMBER, scalars=lambda low, t: (low.number(t.value),))
add_record(
    ZERO,
    structure="zero",
    scalars=lambda low, t: (low.zero,) * t.sort.coordinates(t.shape),
)
add_record(ONE, structure="one", scalars=_one_in_scalars)


# -- sums and opposites ---------------------------------------------------------------------------


def _cost_of_sum(t: Term) -> Operations:
    """Zeros are not added, nor is one half of a symmetric matrix."""
    addends = [a for a in t.args if not (a.op.constant and a.value == 0)]
    if not addends:
        return 0, 0
    if len(t.shape) != 2 or 1 in t.shape:
        return 0, (len(addends) - 1) * coordinates(t)
    whole, parts = structure(t), [structure(a) for a in addends]
    added = sum(part.added(whole, *t.shape) for part in parts) - distinct(t)
    if not any(map(covers, addends)):  # half of the antisymmetric ones need a sign
        added += lone_signs(t)
    return 0, added


def _structure_of_sum(t: Term) -> Structure:
    kinds = {structure(a) for a in t.args} - {Structure.ZERO}
    if not kinds:
        return Structure.ZERO
    if len(kinds) == 1:
        return Structure.SAME if kinds == {Structure.ONE} else kinds.pop()
    for kind in MIRRORED[1:]:
        if all(k in MIRRORED[: MIRRORED.index(kind) + 1] for k in kinds):
            return kind
    return Structure.FULL


def _parts_of_sum(u: Unknown, s: Term, below: Sequence[Parts]) -> Pairs:
    return (pair for parts in below for pair in parts.items())


add_record(
    add,
    facts={**SYMMETRY, **{f: if_every(f) for f in ("diagonal", "pure")}},
    derivative="linear",
    parts=_parts_of_sum,
    cost=_cost_of_sum,
    structure=_structure_of_sum,
    scalars=lambda low, t, *xs: low.sums(*xs),
    samples=lambda kind: [(kind, kind), (kind, kind, kind)] if _is_linear(kind) else [],
)


def _opposite_rotation(known: Known, t: Term) -> Truth:
    inner = known("rotation", t.args[0])
    if size_is(t, odd=False):
        return inner
    return FALSE if inner is TRUE and size_is(t, odd=True) else UNKNOWN


def _parts_of_opposite(u: Unknown, s: Term, below: Sequence[Parts]) -> Pairs:
    return ((part, neg.build((c,))) for part, c in below[0].items())


add_record(
    neg,
    facts={
        **{f: of_operand(f) for f in (*KEPT, "pure", "unit", "nonzero")},
        "rotation": _opposite_rotation,
    },
    derivative="linear",
    parts=_parts_of_opposite,
    cost=lambda t: (0, distinct(t)),
    structure=lambda t: _of_multiple(t, 0),
    scalars=lambda low, t, x: low.opposites(x),
    samples=lambda kind: [(kind,)] if _is_linear(kind) else [],
)


# -- products with scalars ------------------------------------------------------------------------


def _parts_of_times(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    return multiples(product(times, *s.args[:i], *s.args[i + 1 :]), parts)


add_record(
    times,
    parts=_parts_of_times,
    cost=lambda t: (len(t.args) - 1, 0),
    scalars=lambda low, t, *xs: (reduce(low.mul, [x for (x,) in xs], low.one),),
    samples=[(Scalar, Scalar), (Scalar, Scalar, Scalar)],
)


def _scaled(name: str) -> Infer:
    """A multiple keeps a linear fact; it loses orthogonality unless the factor is ±1."""

    def infer(known: Known, t: Term) -> Truth:
        factor, inner = t.args
        if name in ("symmetric", "antisymmetric", "diagonal", "pure"):
            return TRUE if known(name, inner) is TRUE else UNKNOWN
        if name == "invertible":
            if known(name, inner) is FALSE:
                return FALSE
            return Truth.every((known("nonzero", factor), known(name, inner)))
        if factor.op.constant and known(name, inner) is TRUE:
            if abs(factor.value) != 1 or factor == 1 or name != "rotation":
                return Truth.of(abs(factor.value) == 1)
            return _opposite_rotation(known, neg.build((inner,)))
        return UNKNOWN

    return infer


def _parts_of_scaling(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    return scaling(u, s, parts, s.args[1]) if i == 0 else multiples(s.args[0], parts)


add_record(
    scale,
    facts={f: _scaled(f) for f in (*KEPT, "pure", "unit")},
    parts=_parts_of_scaling,
    cost=lambda t: (distinct(t.args[1]), 0),
    structure=lambda t: _of_multiple(t, 1),
    scalars=lambda low, t, k, x: low.scaled(k[0], x),
    samples=lambda kind: [(Scalar, kind)] if kind is not Scalar and _is_linear(kind) else [],
)


def _parts_of_quotient(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    return ((part, div.build((c, s.args[1]))) for part, c in parts.items())


add_record(
    div,
    undefined=lambda x, y: (y,),
    derivative=[None, lambda d, x, y: -(d / y**2) * x],
    parts=_parts_of_quotient,
    cost=lambda t: ((distinct(t.args[0]) if coordinates(t) > 1 else 0), 0, 1),
    structure=lambda t: _of_multiple(t, 0),
    scalars=lambda low, t, x, k: low.scaled(low.recip(k[0]), x),
    samples=lambda kind: [(kind, Scalar)] if _is_linear(kind) else [],
)
