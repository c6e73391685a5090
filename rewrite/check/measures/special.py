"""The sides of a rule as a measure must compare them, including values that vanish.

A rule lowers a measure for all values of its variables only if these values remain visible. They do
not if a variable stands

- for a zero, a one or a neutral element, which is not written;
- in a sum, for a term that shares a summand with the rest: like terms are combined or cancel;
- in a product, for a term that cancels against another factor or is combined with it.

So a rule is compared for all choices of such values for which its left side still matches. If there
are more choices than can be examined, no claim is made about the rule.

>>> from rewrite import Scalar, operator, rule, scalar
>>> c, f = scalar("c"), operator("f", Scalar, result=Scalar)
>>> @rule
... def less(x: Scalar):
...     "f is something."
...     return f(x + c) >> f(2*x)
>>> for left, right in sides(less):
...     print(left, "->", right)
f(c + x) -> f(2*x)
f(c) -> f(0)
f(c + 1) -> f(2)
f(3*c + x) -> f(2*(2*c + x))
f(3*c) -> f(4*c)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ...core.context import EMPTY
from ...core.laws import (
    Antimorphism,
    Associative,
    Commutative,
    Commutes,
    External,
    Homogeneous,
    Idempotent,
    Inverse,
    Involution,
    Morphism,
    Neutral,
    Nilpotent,
    OnFact,
    Op,
    Parity,
    Projector,
    Undoes,
)
from ...core.linear import LINEAR_OPERATORS, add, div, neg, scale, times
from ...core.operators import NUMBER, VARIABLE, ZERO, one_of, zero_of
from ...core.sorts import Linear
from ...core.terms import Term, postorder, size
from ...core.variables import Bindings, instance, variable, variables_of
from ...deadline import OutOfTimeError, check_time
from ...errors import LimitError, RewriteError
from ...matching.patterns import OutOfBudget, Search
from ...normalform.walk import normal
from ...rewriting.rule import Rule

LARGEST = 10_000
"""The most nodes of a side of a rule that is measured."""
CHOICES, PLACES, BUDGET = 1_500, 200, 20_000
"""At most this many choices for one rule, matches of the rule in each, and search steps."""
MOVING = (Antimorphism, Commutes, External, Homogeneous, Morphism, OnFact, Parity)
"""Laws that change an operand before laws about several operators or operands apply."""
MEETING = (Idempotent, Inverse, Involution, Nilpotent, Projector, Undoes)
"""Laws that remove something where one operand or operator meets another."""
Sides = tuple[Term, Term]


def refuse_large(rule: Rule) -> None:
    """Refuse a rule that is very long when it is written out, as a small graph may be."""
    if max(size(rule.left), size(rule.right)) > LARGEST:
        raise LimitError(f"{rule.name} has more than {LARGEST} operators and symbols on one side")


@lru_cache(maxsize=2_000)
def sides(rule: Rule) -> list[Sides]:
    """Both sides of a rule, in general and for values that vanish; a LimitError if there are too
    many."""
    refuse_large(rule)
    variables = sorted(variables_of(rule.left), key=str)
    choices = [vanishing(v, rule.left) for v in variables]
    found = dict.fromkeys((rule.left, right) for right in _results(rule.right))
    stack: list[tuple[int, Bindings]] = [(0, {})]
    count, seen, known = 0, {rule.left}, set[tuple[Term, ...]]()
    while stack:
        i, bindings = stack.pop()
        check_time()
        count += 1
        if count > CHOICES:
            raise LimitError(f"{rule.name} has more than {CHOICES} special cases")
        left = _instance(rule, bindings) if bindings else None
        if left is not None and left not in seen:
            seen.add(left)
            for values in _values(rule, left):
                if (key := _renamed(values)) not in known:
                    known.add(key)
                    found |= _sides(rule, values)
        if left is not None and (left.op is ZERO or (left.op is NUMBER and left.value == 0)):
            continue  # it stays zero, whatever else is chosen
        for j in range(len(variables) - 1, i - 1, -1):
            stack += [(j + 1, {**bindings, variables[j]: x}) for x in reversed(choices[j])]
    return list(found)


def _instance(rule: Rule, bindings: Bindings) -> Term | None:
    try:
        return normal(instance(rule.left, bindings))
    except OutOfTimeError:
        raise
    except (RewriteError, ArithmeticError):
        return None


def _sides(rule: Rule, bindings: Bindings) -> dict[Sides, None]:
    """Both sides for some values, unless they are the same."""
    left = _instance(rule, bindings)
    try:
        rights = _results(instance(rule.right, bindings))
    except OutOfTimeError:
        raise
    except (RewriteError, ArithmeticError):
        return {}
    return {(left, right): None for right in rights if left is not None and left is not right}


def _results(right: Term) -> list[Term]:
    """The normal form of a right side, and also the side itself if some laws may miss its
    instances.

    x x⁻¹ is e, but for x = y z it may stay y z (y z)⁻¹, since brackets are not kept. f(x, x) is x
    for an idempotent f, but f(2y, 2y) becomes 2 f(2y, y) if f is linear in its second operand.
    """
    ops = {s.op for s in postorder(right) if s.args and s.op not in LINEAR_OPERATORS}
    laws = [law for op in ops for law in op.laws]
    moved = any(isinstance(law, MOVING) for law in laws)
    hidden = moved and any(isinstance(law, MEETING) for law in laws)
    return [normal(right), *([right] if hidden or any(map(_brackets_matter, ops)) else [])]


def _brackets_matter(op: Op) -> bool:
    """Whether a law of an associative operator acts on two equal operands, but not if they are
    products."""
    if op.law(Associative) is None:
        return False
    undo, same = op.law(Inverse), op.law(Idempotent) or op.law(Nilpotent)
    if undo is not None and not any(
        isinstance(law, Antimorphism) or (isinstance(law, Morphism) and law.eager)
        for law in undo.h.laws
    ):
        return True
    return same is not None and op.law(Commutative) is None


def _values(rule: Rule, t: Term) -> Iterator[Bindings]:
    """All values for which a rule matches at the head of a normal term, ignoring its conditions."""
    try:
        for count, place in enumerate(rule.pattern.places(t, Search(EMPTY, budget=BUDGET))):
            if count > PLACES:
                raise LimitError(f"{rule.name} has more than {PLACES} places in {t}")
            yield place.bindings
    except OutOfBudget:
        raise LimitError(f"the places of {rule.name} in {t} were not all found") from None


def _renamed(values: Bindings) -> tuple[Term, ...]:
    """Values with their variables renamed in order, so that names make no difference."""
    some = [values[v] for v in sorted(values, key=str)]
    leaves = (s for t in some if isinstance(t, Term) for s in postorder(t) if s.op is VARIABLE)
    names = {v: variable(f"_{i}", v.sort, v.shape) for i, v in enumerate(dict.fromkeys(leaves))}
    return tuple(instance(t, names) if isinstance(t, Term) else t for t in some)


def vanishing(v: Term, left: Term) -> list[Term]:
    """The values of a variable that disappear where it stands in a left side."""
    found: dict[Term, None] = {}
    for s in postorder(left):
        law = s.op.law(Neutral)
        if law is not None and any(a is v for a in s.args) and isinstance(law.e, Term):
            found[law.e] = None
    for make in (zero_of, one_of):
        if issubclass(v.sort, Linear):
            try:
                found[make(v.sort, v.shape)] = None
            except OutOfTimeError:
                raise
            except RewriteError:
                continue
    for s in postorder(left):
        if len(s.args) > 1 and (s is not left or s.op is not add):
            for x in _merging(v, s, left):
                found[x] = None
    return list(found)


def _merging(v: Term, s: Term, left: Term) -> Iterator[Term]:
    """Values for which a variable is combined with the other operands or cancels them.

    In a sum, matching distributes summands among variables, unless their values are already known.
    """
    mine = [a for a in s.args if _core(a) is v]
    rest = [_core(a) for a in s.args if _core(a) is not v]
    known = _elsewhere(v, s, left)
    if s.op is add:
        shares = [r.op is VARIABLE and not (known and _elsewhere(r, s, left)) for r in rest]
        rest = [r for r, own in zip(rest, shares, strict=True) if r.op is not NUMBER and not own]
    if not mine or not rest:
        return
    try:
        if s.op is add:
            total = _sum(rest)
            yield from (_sum([v, total, total]), _sum([total, total]))
            if known:
                yield from (_sum([v, neg.build((total,))]), neg.build((total,)))
        elif s.op is times and known:
            yield from (div.build((v, r)) for r in rest)
        elif known:
            yield from _under_laws(v, s, rest)
    except OutOfTimeError:
        raise
    except RewriteError:
        return


def _under_laws(v: Term, s: Term, rest: Sequence[Term]) -> Iterator[Term]:
    """Values as in `_merging`, for an operator with laws of its own."""
    undo = s.op.law(Inverse)
    for r in rest:
        if (r.sort, r.shape) != (v.sort, v.shape):
            continue
        if undo is not None:
            back = undo.h.build((r,))
            yield from (back, s.op.build((v, back)), s.op.build((back, v)))
        if s.op.law(Idempotent) is not None or s.op.law(Nilpotent) is not None:
            yield from (r, s.op.build((v, r)))


def _core(t: Term) -> Term:
    """A term without its sign and numeric factor."""
    while t.op is neg or (t.op in (scale, times) and t.args[0].op is NUMBER and len(t.args) == 2):
        t = t.args[-1]
    return t


def _elsewhere(v: Term, s: Term, left: Term) -> bool:
    """Whether a variable also occurs outside some sub-term, so that its value may be known
    already."""
    found: dict[Term, int] = {}
    for t in postorder(left):
        found[t] = int(t is v) + sum(found[a] for a in t.args)
    return found[left] > found[s]


def _sum(terms: Sequence[Term]) -> Term:
    found: Term = terms[0] if len(terms) == 1 else add.build(tuple(terms))
    return found
