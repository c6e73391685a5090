"""Dependency pairs: termination of rules about operators without laws, call by call.

An operator is defined if it heads a left side. A dependency pair (l, s) is a left side and a term
headed by a defined operator inside the right side of its rule: a call that the rule makes. Rules
without end make an endless chain of calls, whose operands come to an end each for itself (Arts and
Giesl, 2000). So a set comes to an end if every circle of calls does, and a circle loses calls

- by the subterm criterion: one operand of each defined operator is the same or becomes a part of
  itself in every call, and a proper part in some (Hirokawa and Middeldorp, 2004);
- by interpretation: linear functions of natural numbers for the operators, under which no call and
  no rule that its operands need grows, and some call shrinks.

Chains are followed in terms of these operators. Other operators of the same sorts are allowed laws
that only take something away or move it.

>>> from rewrite import RuleSet, Term, operator, rule, symbol
>>> class Nat(Term):
...     "A natural number."
>>> zero, s = symbol("zero", Nat), operator("s", Nat, result=Nat)
>>> minus, quot = (operator(name, Nat, Nat, result=Nat) for name in ("minus", "quot"))
>>> @rule
... def minus_zero(x: Nat):
...     "x − 0 = x"
...     return minus(x, zero) >> x
>>> @rule
... def minus_step(x: Nat, y: Nat):
...     "(x + 1) − (y + 1) = x − y"
...     return minus(s(x), s(y)) >> minus(x, y)
>>> @rule
... def quot_step(x: Nat, y: Nat):
...     "(x + 1) / (y + 1) = (x − y) / (y + 1) + 1"
...     return quot(s(x), s(y)) >> s(quot(minus(x, y), s(y)))
>>> ends_by_calls([minus_zero, minus_step, quot_step])
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from typing import Any, NamedTuple

from ..core.laws import (
    Absorbing,
    AlsoWritten,
    Associative,
    Commutative,
    Idempotent,
    Involution,
    Neutral,
    Nilpotent,
    Projector,
)
from ..core.operators import DECLARED, VARIABLE
from ..core.sorts import Linear
from ..core.terms import Term, postorder
from ..rewriting.rule import Rule
from .interpretations import Sides, found_interpretation
from .laws_kept import laws_that_name
from .time_shares import Deadline

HARMLESS = (
    Absorbing, AlsoWritten, Associative, Commutative, Idempotent, Involution, Neutral, Nilpotent,
    Projector,
)  # fmt: skip
"""Laws of other operators that make no copies of operands."""
PROJECTIONS = 2_000
"""How many choices of operands are looked at for the subterm criterion."""
Key = Any
"""An operator, or a symbol that stands for itself."""


class Call(NamedTuple):
    """A dependency pair: a left side, and a term in the right side that is headed by a defined
    operator."""

    left: Term
    right: Term


def ends_by_calls(rules: Sequence[Rule], deadline: Deadline | None = None) -> bool:
    """Whether every circle of calls comes to an end; False if that is not known."""
    if not _is_plain(rules):
        return False
    return _Calls(rules, deadline or Deadline()).end()


def key(t: Term) -> Key:
    return t.op if t.args else t


def _is_plain(rules: Sequence[Rule]) -> bool:
    """Whether the operators of rules have no laws, and those beside them make no copies."""
    inside = {s for r in rules for t in (r.left, r.right) for s in postorder(t)}
    keys = {key(s) for s in inside if s.op is not VARIABLE}
    sorts = {s.sort for s in inside}
    if any(issubclass(sort, Linear) for sort in sorts) or any(s.op.laws for s in inside):
        return False
    if any(True for _ in laws_that_name(keys, ())):
        return False
    others = [op for op in list(DECLARED.values()) if op.laws and not sorts.isdisjoint(_sorts(op))]
    return all(isinstance(law, HARMLESS) for op in others for law in op.laws)


def _sorts(op: Any) -> set[Any]:
    return {kind[0] for kind in op.params if kind is not None}


class _Calls:
    """The calls of some rules."""

    def __init__(self, rules: Sequence[Rule], deadline: Deadline) -> None:
        self.rules: list[Sides] = [(r.left, r.right) for r in rules]
        self.deadline = deadline
        self.defined = {key(left) for left, _ in self.rules}
        self.calls = list(dict.fromkeys(self.found()))

    def found(self) -> Iterator[Call]:
        for left, right in self.rules:
            inside = set(postorder(left)) - {left}
            for s in dict.fromkeys(postorder(right)):
                if s.op is not VARIABLE and key(s) in self.defined and s not in inside:
                    yield Call(left, s)

    def end(self) -> bool:
        """Whether no circle of calls is left, after calls are taken away one by one."""
        open_ = self.circles(self.calls)
        while open_:
            circle = open_.pop()
            gone = self.deadline.passed or self.by_subterms(circle) or self.by_numbers(circle)
            if gone is True or not gone:
                return False
            open_ += self.circles([c for c in circle if c not in gone])
        return True

    def circles(self, calls: Sequence[Call]) -> list[list[Call]]:
        """Calls that may come one after another and lead back: strongly connected components."""
        after = {c: [d for d in calls if self.may_follow(c, d)] for c in calls}
        reached = {c: _reached(c, after) for c in calls}
        found: dict[frozenset[Call], None] = {}
        for c in calls:
            if c in reached[c]:
                found[frozenset(d for d in reached[c] if c in reached[d])] = None
        return [[c for c in calls if c in circle] for circle in found]

    def may_follow(self, first: Call, second: Call) -> bool:
        """Whether the operands of one call may become those of the left side of another."""
        if key(first.right) != key(second.left):
            return False
        stack = list(zip(first.right.args, second.left.args, strict=True))
        while stack:
            mine, other = stack.pop()
            if VARIABLE in (mine.op, other.op) or key(mine) in self.defined:
                continue
            if key(mine) != key(other):
                return False
            stack += zip(mine.args, other.args, strict=True)
        return True

    def by_subterms(self, circle: Sequence[Call]) -> list[Call]:
        """The calls that make an operand smaller, if no call makes it anything else."""
        roots = list(dict.fromkeys(key(t) for c in circle for t in c))
        choices = [range(_arity(root)) for root in roots]
        for some in islice(product(*choices), PROJECTIONS):
            at = dict(zip(roots, some, strict=True))
            both = [
                (c, c.left.args[at[key(c.left)]], c.right.args[at[key(c.right)]]) for c in circle
            ]
            if all(any(s is small for s in postorder(large)) for _, large, small in both):
                less = [c for c, large, small in both if large is not small]
                if less:
                    return less
        return []

    def by_numbers(self, circle: Sequence[Call]) -> list[Call]:
        """The calls that an interpretation makes smaller, if it makes no other larger."""
        needed = self.needed([a for c in circle for a in c.right.args])
        return list(found_interpretation(circle, needed, self.deadline))

    def needed(self, terms: Iterable[Term]) -> list[Sides]:
        """The rules for the defined operators of terms, and for those that these bring in."""
        seen: set[Key] = set()
        stack = list(terms)
        while stack:
            new = {key(s) for s in postorder(stack.pop()) if s.op is not VARIABLE} - seen
            seen |= new
            stack += [right for left, right in self.rules if key(left) in new]
        return [both for both in self.rules if key(both[0]) in seen]


def _arity(root: Key) -> int:
    return 0 if isinstance(root, Term) else len(root.params)


def _reached(start: Call, after: dict[Call, list[Call]]) -> set[Call]:
    found: set[Call] = set()
    stack = list(after[start])
    while stack:
        c = stack.pop()
        if c not in found:
            found.add(c)
            stack += after[c]
    return found
