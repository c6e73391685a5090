"""The walk behind `diff`: how a term changes when its atoms do.

The laws of an operator determine how a term changes with its operands: an operator that is linear
in an operand (`Homogeneous` and `Morphism` over sums) obeys the product rule. Others declare their
derivatives with `derivative=`, abbreviate a term that can be differentiated, or are named
functions, whose derivatives are functions again (`theory.scalars.partial`).

The walk goes over distinct sub-terms, operands first, so that shared sub-terms stay shared; a
sub-term that does not depend on x costs nothing. The derivative of a product of n factors is
written with n log n factors, by splitting it in halves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, cast

from ..core.definitions import meaning_of
from ..core.laws import Abbreviates, Associative
from ..core.linear import add, scale, times
from ..core.operators import OPAQUE, VARIABLE, Operator, coerce, number, zero_of
from ..core.sorts import Linear, Scalar
from ..core.terms import Shape, Term, postorder
from ..deadline import check_time
from ..errors import NoDerivativeError
from ..text.printing import brief
from ..theory.powers import MAX_SUMMANDS
from ..theory.rates import mentions, partial_rate
from ..theory.scalars import is_function, partial
from .linearity import is_linear_at

Op = Operator[..., Any]
Seed = Callable[[Term], Term | None]
"""The derivative of an atom; None for one that does not depend on x."""

# -- atoms ----------------------------------------------------------------------------------------


def seed(x: Term, change: Term = number(1)) -> Seed:
    """The derivatives of atoms with respect to a scalar symbol or time, or for a given change of
    x."""

    def of(s: Term) -> Term | None:
        if s is x:
            return change
        if s.op is VARIABLE:
            raise NoDerivativeError(
                f"diff: {s} is a variable of a rule, and its value may depend on {x}"
            )
        if s.op is OPAQUE and mentions(s.value, x):
            raise NoDerivativeError(f"diff: {brief(s)} depends on {x} in a way that is not known")
        return cast("Term | None", partial_rate(s, x)) if s.is_symbol else None

    return of


# -- the walk -------------------------------------------------------------------------------------


class Differentials:
    """One walk: the derivatives of the sub-terms so far, None for those that do not depend on x."""

    def __init__(self, atom: Seed, name: str) -> None:
        self.atom, self.name = atom, name
        self.found: dict[Term, Term | None] = {}

    def __call__(self, t: Term) -> Term | None:
        for s in postorder(t, known=self.found.__contains__):
            check_time()
            self.found[s] = self.visit(s)
        return self.found[t]

    def visit(self, s: Any) -> Any:
        """The derivative of a term whose operands have been visited; not normalised."""
        if not s.args:
            return self.atom(s)
        changes = [self.found[a] for a in s.args]
        places = [i for i, d in enumerate(changes) if d is not None]
        if not places:
            return None
        if not issubclass(s.sort, Linear) and s.sort.tangent is None:
            self.refuse(s, "its sort has no sums, hence no derivatives")
        if s.op.derivative == "linear":
            return _together(s, changes)
        if not all(_known_at(s, i) for i in places):
            meaning = next(filter(None, map(_meaning(s), s.op.laws)), None)
            if meaning is None and s.op.definition is not None:
                meaning = meaning_of(s)
            if meaning is not None:
                return self(meaning)  # its operands are those of s, so recursion is shallow
            return _sum([self.by_name(s, i, changes[i]) for i in places])
        if len(places) > MAX_SUMMANDS and _is_chain(s):
            return _in_halves(s.op, s.args, changes)
        return _sum([_changed(s, i, changes[i]) for i in places])

    def by_name(self, s: Term, i: int, d: Any) -> Any:
        """The chain rule for a function known by its name."""
        if _known_at(s, i):
            return _changed(s, i, d)
        if not is_function(s.op):
            self.refuse(
                s,
                f"operator {s.op.name!r} has no derivative in its argument {i + 1}; declare it "
                "with derivative=, a function for each operand, or with laws that make it linear",
            )
        slope = partial(s.op, i).build(s.args)
        return (times if s.sort is Scalar else scale).build((d, slope))

    def refuse(self, s: Term, why: str) -> None:
        raise NoDerivativeError(f"diff: {brief(s)} depends on {self.name}, and {why}")


def _known_at(s: Term, i: int) -> bool:
    """Whether the operator declares its derivative in operand i, or its laws make it linear."""
    declared = s.op.derivative
    if isinstance(declared, tuple) and (s.op.variadic or declared[i] is not None):
        return True
    return is_linear_at(s.op, i, s.args[i].shape)


def _changed(s: Term, i: int, d: Any) -> Any:
    """The change of a term that follows from a change of operand i."""
    declared = s.op.derivative
    before, after = s.args[:i], s.args[i + 1 :]
    if isinstance(declared, tuple) and s.op.variadic:
        changed = cast(Any, declared[0])(d, before, after)
    elif isinstance(declared, tuple) and declared[i] is not None:
        changed = cast(Any, declared[i])(d, *s.args)
    else:
        return s.op.build((*before, d, *after))
    sort, shape = derivative_kind(s)
    if isinstance(changed, Term) and changed.sort is sort and changed.shape == shape:
        return changed
    return coerce(changed, sort, shape, f"the derivative of {brief(s)}")


def derivative_kind(t: Term) -> tuple[type[Term], Shape]:
    """The sort and shape of the derivatives of a term with respect to a scalar."""
    if t.sort.tangent is None:
        return t.sort, t.shape
    return t.sort.tangent, t.sort.tangent.default_shape or ()


def _meaning(s: Term) -> Callable[[Any], Term | None]:
    return lambda law: law.meaning(*s.args) if isinstance(law, Abbreviates) else None


def _together(s: Term, changes: Sequence[Any]) -> Any:
    """An operator that is linear in all operands together, such as a sum or a pair."""
    if s.op is add:
        return _sum([d for d in changes if d is not None])
    pairs = zip(s.args, changes, strict=True)
    return s.op.build(tuple([zero_of(a.sort, a.shape) if d is None else d for a, d in pairs]))


def _sum(summands: list[Any]) -> Any:
    return summands[0] if len(summands) == 1 else add.build(tuple(summands))


def _is_chain(s: Term) -> bool:
    """Whether a long product may be split anywhere: not (bᵀ c) A, where a scalar scales."""
    law = s.op.law(Associative)
    if law is None or law.opens is None:
        return law is not None
    return all(a.shape[1:] == b.shape[:1] and a.sort is not Scalar for a, b in pairwise(s.args))


def _in_halves(op: Op, args: Sequence[Any], changes: Sequence[Any]) -> Any:
    """d(x y) = dx y + x dy, for the halves of a long product."""
    places = [i for i, d in enumerate(changes) if d is not None]
    if len(places) <= MAX_SUMMANDS:
        return _sum([_joined(op, (*args[:i], changes[i], *args[i + 1 :])) for i in places])
    m = places[len(places) // 2]
    left = _joined(op, (_in_halves(op, args[:m], changes[:m]), *args[m:]))
    right = _joined(op, (*args[:m], _in_halves(op, args[m:], changes[m:])))
    return add.build((left, right))


def _joined(op: Op, args: tuple[Any, ...]) -> Any:
    return args[0] if len(args) == 1 else op.build(args)
