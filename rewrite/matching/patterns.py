"""Patterns: normal terms with variables, compiled to one small matcher for each node.

How a node is matched depends only on the laws of its operator:

- no law: operand by operand (`Plain`), in both orders if it commutes (`Swapped`), in every order
  with the sign of the permutation if it anticommutes (`Signed`);
- associative: letter by letter (`words.Word`); also commutative: as a bag (`bags.Bag`);
- sums, scalings and products of scalars: by their monomials (`sums`, `scalar_products`).

A match is a substitution and a sign: the instance of the pattern is the subject times the sign. A
sign comes out of an operand only if the operator lets it out. Matching descends only into the
pattern, so the recursion is no deeper than the pattern.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..core.laws import Neutral
from ..core.laws.base import element_of
from ..core.linear import neg
from ..core.operators import Operator
from ..core.sorts import Linear, is_unknown
from ..core.terms import Shape, Term
from ..core.variables import Bindings, variables_of
from ..deadline import LIGHT, count_work, time_left
from ..errors import LimitError
from ..normalform.walk import Normaliser, degrees_of

if TYPE_CHECKING:
    from ..core.context import Context

Op = Operator[..., Any]
Found = tuple[Bindings, int]
Demanded = Mapping[Term, Collection[str]]
"""The names of facts, by the variables of which they are demanded."""

BUDGET = 100_000
"""The default limit on the steps of one search for matches."""


class OutOfBudget(Exception):  # noqa: N818  (it ends a search and is not an error)
    """The search stopped before it was complete."""


class Search:
    """One search: the context, the walk that normalises, and the remaining budget."""

    __slots__ = ("budget", "context", "deadline", "partial", "walk")

    def __init__(
        self,
        context: Context,
        budget: int = BUDGET,
        walk: Normaliser | None = None,
        deadline: float | None = None,
    ) -> None:
        self.context, self.budget, self.deadline = context, budget, deadline
        self.walk = walk or Normaliser(context)
        self.partial = False
        """Whether something was not examined, so that more matches may exist."""

    def spend(self, steps: int = 1) -> None:
        self.budget -= steps
        if self.budget < 0:
            raise OutOfBudget
        if self.budget % 256 == 0:
            count_work(256 / LIGHT)
            late = self.deadline is not None and monotonic() > self.deadline
            if late or not time_left():
                raise OutOfBudget

    def normal(self, t: Term) -> Term:
        return self.walk.run(t)

    def value(self, t: Term) -> Term | None:
        """The normal form of a term; None if it has no meaning, like 1/0."""
        try:
            return self.walk.run(t)
        except (ArithmeticError, LimitError):
            return None


@dataclass(frozen=True)
class Place:
    """A match of a pattern in a term; `put` returns the term after a replacement."""

    bindings: Bindings
    sign: int
    put: Callable[[Term], Term]
    """From the replacement of the instance to the whole term, not normalised."""


class Pattern:
    """A compiled pattern."""

    def __init__(self, term: Term) -> None:
        self.term = term
        self.variables = variables_of(term)

    def match(self, t: Term, s: Bindings, search: Search) -> Iterator[Found]:
        """The ways in which a whole normal term is an instance."""
        raise NotImplementedError

    def places(self, t: Term, search: Search) -> Iterator[Place]:
        """The instances at the head of a normal term, which may be a longer sum or product."""
        for s, sign in self.match(t, {}, search):
            yield Place(s, sign, _itself)

    def parts(self) -> Iterable[Pattern]:
        """The patterns of the operands."""
        return ()

    def settle(self, solid: frozenset[Term], demanded: Demanded) -> None:
        """Fix which variables never stand for a neutral element, and the facts that the conditions
        demand of each."""
        for part in self.parts():
            part.settle(solid, demanded)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.term})"


Compile = Callable[[Term], Pattern]
"""The function that compiles the patterns of operands: see `compiling`."""


def _itself(t: Term) -> Term:
    return t


class Ground(Pattern):
    """A term without variables."""

    def match(self, t: Term, s: Bindings, search: Search) -> Iterator[Found]:
        if t is self.term:
            yield s, 1


class Variable(Pattern):
    """A variable: any term of its sort and shape, the same wherever it occurs."""

    solid = False
    """Whether it never stands for a neutral element, because the rule would then change nothing."""

    demanded: Collection[str] = ()
    """The names of the facts that the conditions of the rule demand of it."""

    def settle(self, solid: frozenset[Term], demanded: Demanded) -> None:
        self.solid, self.demanded = self.term in solid, demanded.get(self.term, ())

    def match(self, t: Term, s: Bindings, search: Search) -> Iterator[Found]:
        found = self.bound(t, s)
        if found is not None:
            yield found, 1

    def bound(self, t: Term, s: Bindings) -> Bindings | None:
        v = self.term
        known = s.get(v)
        if known is not None:
            return s if known is t else None
        if v.sort is not t.sort:
            return None
        shapes = shaped(v.shape, t.shape, s)
        return None if shapes is None else {**shapes, v: t}


def shaped(wanted: Shape, found: Shape, s: Bindings) -> Bindings | None:
    """The bindings with values for the unknown sizes of a shape; None if the shapes disagree."""
    if wanted == found:
        return s
    for want, have in zip(wanted, found, strict=True):
        if want != have:
            if not is_unknown(want) or s.get(want, have) != have:
                return None
            s = {**s, want: have}
    return s


class Plain(Pattern):
    """An operator without associativity, operand by operand."""

    def __init__(self, term: Term, compiled: Compile) -> None:
        super().__init__(term)
        self.op = term.op
        self.items = [compiled(a) for a in term.args]
        self.neutral: Neutral | None = self.op.law(Neutral)

    def match(self, t: Term, s: Bindings, search: Search) -> Iterator[Found]:
        search.spend()
        if t.op is not self.op and t.op is not neg and self.neutral is None:
            return
        if t.op is neg:
            for found, sign in self.match(t.args[0], s, search):
                yield found, -sign
            yield from self.collapsed(t, s, search)  # the whole may be an operand
            return
        yield from self.applied(t, s, search)
        yield from self.collapsed(t, s, search)

    def applied(self, t: Term, s: Bindings, search: Search) -> Iterator[Found]:
        """Matches of f(x, y) with a term whose head is f."""
        if t.op is self.op and len(t.args) == len(self.items):
            for order, sign in self.orders(t.args):
                for found, inner in self.each(order, s, search):
                    yield found, sign * inner

    def parts(self) -> Iterable[Pattern]:
        return self.items

    def settle(self, solid: frozenset[Term], demanded: Demanded) -> None:
        super().settle(solid, demanded)
        if all(is_solid(item) for item in self.items):
            self.neutral = None

    def orders(self, args: tuple[Term, ...]) -> Iterator[tuple[Sequence[Term], int]]:
        yield args, 1

    def each(self, ts: Sequence[Term], s: Bindings, search: Search, at: int = 0) -> Iterator[Found]:
        if at == len(self.items):
            yield s, 1
            return
        for found, sign in self.items[at].match(ts[at], s, search):
            args = ts
            if sign < 0:
                args = [*ts[:at], neg.build((ts[at],)), *ts[at + 1 :]]
                sign = passed_sign(self.op, at, ts, args, search)
            if sign:
                for rest, other in self.each(args, found, search, at + 1):
                    yield rest, sign * other

    def places(self, t: Term, search: Search) -> Iterator[Place]:
        search.spend()
        for s, sign in self.applied(t, {}, search):
            yield Place(s, sign, _itself)

    def collapsed(self, t: Term, s: Bindings, search: Search) -> Iterator[Found]:
        """Matches of f(x, y) with y if x is neutral."""
        law = self.neutral
        if law is None:
            return
        for i in neutral_operands(law, 2):
            v, other = self.items[i].term, self.items[1 - i]
            e = None if is_solid(self.items[i]) else neutral_for(law, v, s)
            if e is not None:
                for found, sign in self.items[i].match(e, s, search):
                    if sign > 0:
                        yield from other.match(t, found, search)


class Swapped(Plain):
    """A commutative operator: operands in both orders."""

    def orders(self, args: tuple[Term, ...]) -> Iterator[tuple[Sequence[Term], int]]:
        yield args, 1
        if args[0] is not args[1]:
            yield args[::-1], 1


class Signed(Plain):
    """An anticommutative operator: operands in every order, with the sign of the permutation."""

    def __init__(self, term: Term, compiled: Compile) -> None:
        super().__init__(term, compiled)
        self.signed_orders = [(p, _parity(p)) for p in permutations(range(len(term.args)))]

    def orders(self, args: tuple[Term, ...]) -> Iterator[tuple[Sequence[Term], int]]:
        for order, sign in self.signed_orders:
            yield [args[i] for i in order], sign


def is_solid(item: Pattern) -> bool:
    return isinstance(item, Variable) and item.solid


def _parity(order: Sequence[int]) -> int:
    inversions = sum(x > y for i, x in enumerate(order) for y in order[i + 1 :])
    return -1 if inversions % 2 else 1


def neutral_operands(law: Neutral, count: int) -> list[int]:
    """The operands that may be the neutral element."""
    return {"left": [0], "right": [count - 1], "both": list(range(count))}[law.side]


def neutral_for(law: Neutral, v: Term, s: Bindings, size: int | None = None) -> Term | None:
    """The neutral element that a variable may stand for, if its sort has one.

    `size` is the size of an identity matrix between letters whose shapes are known.
    """
    if isinstance(law.e, Term):
        return law.e
    shape = v.shape if size is None or len(v.shape) != 2 else (size, size)
    shape = tuple(s.get(n, n) for n in shape)
    is_one = law.e.name == "one"
    if any(map(is_unknown, shape)) or (is_one and not v.sort.has_one):
        return None
    if (is_one and len(shape) == 2 and shape[0] != shape[1]) or not issubclass(v.sort, Linear):
        return None
    return element_of(law.e, v.sort, shape)


def lets_signs_out(op: Op, at: int, operand: Term) -> bool:
    """Whether f(…, -x, …) is -f(…, x, …) in this position."""
    degree_at = degrees_of(op)
    degree = None if degree_at is None else degree_at(at, operand.shape)
    return degree is not None and degree % 2 == 1


def passed_sign(op: Op, at: int, ts: Sequence[Term], signed: Sequence[Term], search: Search) -> int:
    """The effect of a minus before an operand: -1 if it comes out, 1 if it is lost, else 0."""
    if lets_signs_out(op, at, ts[at]):
        return -1
    t, other = (search.normal(op.build(tuple(args))) for args in (ts, signed))
    if other is t:
        return 1
    opposite = issubclass(t.sort, Linear) and search.normal(neg.build((t,)))
    return -1 if other is opposite else 0
