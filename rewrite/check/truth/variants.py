"""Rules that differ from a rule by a slip: a sign, a swap, a lost term, a number, a condition.

They serve twice: as mutants that the soundness check must tell from the rule, and as repairs that
are tried on a false rule.

>>> from rewrite import Rewrite, Vector, cross, dot, rule
>>> @rule
... def lagrange(a: Vector, b: Vector, c: Vector) -> Rewrite[Vector]:
...     "a × (b × c) = (a·c) b − (a·b) c."
...     return cross(a, cross(b, c)) >> dot(a, c)*b - dot(a, b)*c
>>> for variant in mutants(lagrange):
...     if variant.left is lagrange.written.left:
...         print(variant.what)
the sign of dot(a, c)*b
the sign of -(dot(a, b)*c)
a and b swapped
a and c swapped
b and c swapped
dot(a, c)*b lost
-(dot(a, b)*c) lost
dot(a, c) lost
dot(a, b) lost
dot(a, c)*b doubled
-(dot(a, b)*c) doubled
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any, cast

from ...core.context import RELATIONS
from ...core.facts import KINDS, Fact, fact
from ...core.linear import add, neg, scale, times
from ...core.operators import DECLARED, NUMBER, VARIABLE, number
from ...core.sorts import Linear, Scalar
from ...core.substitution import replaced
from ...core.terms import Term
from ...core.variables import instance, variables_of
from ...deadline import glance_at_time
from ...errors import RewriteError
from ...rewriting.conditions import Condition
from ...rewriting.rule import Rule

NUMBERS = tuple(Fraction(n) for n in ("2", "1/2", "-2", "-1/2", "3", "1/3", "4", "1/4"))
"""Coefficients that are tried in a repair."""
Change = tuple[str, Term]


@dataclass(frozen=True)
class Variant:
    """A rule with one thing changed."""

    what: str
    left: Term
    right: Term
    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        when = f"  when {', '.join(map(str, self.conditions))}" if self.conditions else ""
        return f"{self.what}: {self.left} -> {self.right}{when}"


def mutants(rule: Rule) -> Iterator[Variant]:
    """A rule with one slip, of every kind and at every position."""
    for change in (signs, swaps, losses, numbers):
        yield from _changed(rule, change, both=True)
    own = _written(rule)
    for i, c in enumerate(rule.conditions):
        if isinstance(c, Fact):
            fewer = rule.conditions[:i] + rule.conditions[i + 1 :]
            yield replace(own, what=f"without {c}", conditions=fewer)


def repairs(rule: Rule) -> Iterator[Variant]:
    """A rule with one thing corrected, the likeliest slips first."""
    yield from _changed(rule, signs, both=True)
    yield from _changed(rule, swaps, both=False)
    yield from _changed(rule, coefficients, both=False)
    own = _written(rule)
    for f in possible_facts(variables_of(rule.written.left)):
        if f not in rule.conditions:
            yield replace(own, what=f"the condition {f}", conditions=(*rule.conditions, f))
    yield from _changed(rule, factors, both=False)


def _written(rule: Rule) -> Variant:
    return Variant("", rule.written.left, rule.written.right, rule.conditions)


def _changed(rule: Rule, change: Any, both: bool) -> Iterator[Variant]:
    own = _written(rule)
    if both:
        for what, t in change(own.left):
            yield replace(own, what=what, left=t)
    for what, t in change(own.right):
        yield replace(own, what=what, right=t)


# -- changes of one term --------------------------------------------------------------------------


def signs(t: Term) -> Iterator[Change]:
    """Every summand, and the whole, with the other sign."""
    for position, s in _summands(t):
        yield f"the sign of {s}", replaced(t, position, cast(Term, neg.build((s,))))


def swaps(t: Term) -> Iterator[Change]:
    """Every two variables of one sort swapped."""
    for v, w in combinations(sorted(variables_of(t), key=str), 2):
        if (v.sort, v.shape) == (w.sort, w.shape):
            yield f"{v} and {w} swapped", instance(t, {v: w, w: v})


def losses(t: Term) -> Iterator[Change]:
    """One summand or factor of several lost."""
    for position, s in _positions(t):
        if s.op in (add, times) and len(s.args) > 1:
            for i, a in enumerate(s.args):
                rest = s.args[:i] + s.args[i + 1 :]
                less = rest[0] if len(rest) == 1 else s.op.build(rest)
                yield f"{a} lost", replaced(t, position, less)
        elif s.op is scale:
            yield f"{s.args[0]} lost", replaced(t, position, s.args[1])


def numbers(t: Term) -> Iterator[Change]:
    """Every number changed by one, and every summand doubled."""
    for position, s in _positions(t):
        if s.op is NUMBER:
            yield f"{s} changed", replaced(t, position, number(s.value + 1))
    for position, s in _summands(t):
        yield f"{s} doubled", replaced(t, position, _times(number(2), s))


def coefficients(t: Term) -> Iterator[Change]:
    """Every summand with another numeric factor."""
    for position, s in _summands(t):
        for n in NUMBERS:
            yield f"the coefficient {n} of {s}", replaced(t, position, _times(number(n), s))


def factors(t: Term) -> Iterator[Change]:
    """Every summand times a scalar that is made from one variable."""
    for position, s in _summands(t):
        for v in sorted(variables_of(t), key=str):
            for x in _scalars_of(v):
                yield f"the factor {x} of {s}", replaced(t, position, _times(x, s))


def _summands(t: Term) -> Iterator[tuple[tuple[int, ...], Term]]:
    """The summands of all sums in a term, and the whole term if it is neither a sum nor zero."""
    if t.op is not add and issubclass(t.sort, Linear) and not (t.op.constant and t.value == 0):
        yield (), t
    for position, s in _positions(t):
        if s.op is add:
            yield from (((*position, i), a) for i, a in enumerate(s.args))


def _positions(root: Term) -> Iterator[tuple[tuple[int, ...], Term]]:
    stack: list[tuple[tuple[int, ...], Term]] = [((), root)]
    while stack:
        position, t = stack.pop()
        glance_at_time()
        yield position, t
        stack += [((*position, i), a) for i, a in reversed(list(enumerate(t.args)))]


def _times(x: Term, t: Term) -> Term:
    return cast(Term, (times if t.sort is Scalar else scale).build((x, t)))


def _scalars_of(v: Term) -> Iterator[Term]:
    """A scalar variable itself, or the scalars that standard operators make of a variable."""
    if v.sort is Scalar:
        yield v
        return
    for (module, _), op in sorted(DECLARED.items()):
        if not module and len(op.params) == 1 and not op.variadic:
            try:
                x = op.build((v,))
            except RewriteError:
                continue
            if x.sort is Scalar:
                yield x


def possible_facts(variables: Iterable[Term]) -> Iterator[Fact]:
    """The conditions that can be put on some variables: facts of each, relations of several."""
    known = sorted((v for v in variables if v.op is VARIABLE), key=str)
    for v in known:
        for name in KINDS:
            yield from _fact(name, v)
    for key in RELATIONS:
        name, _, count = key.partition("/")
        if int(count) <= 3 and name != "equals":
            for some in permutations(known, int(count)):
                yield from _fact(name, *some)


def _fact(name: str, *terms: Term) -> Iterator[Fact]:
    if any(t.sort is not terms[0].sort for t in terms):
        return
    try:
        yield fact(name, *terms)
    except RewriteError:
        return
