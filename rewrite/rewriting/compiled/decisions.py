"""Which of several rules applies: a decision tree that asks no question about a call twice.

The rules of one operator are tried in their order. A node of the tree asks which operator or atom
stands at one position of the call, and goes on with the rules that are still possible. At a leaf
one rule is left. What remains to be checked is whether two positions hold the same term, and the
conditions of the rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...core.operators import VARIABLE, Operator
from ...core.terms import Term
from .arena import Declined, is_structural

if TYPE_CHECKING:
    from ..rule import Rule

Path = tuple[int, ...]
"""The operand indices that lead from the call to a position in it."""
Symbol = Operator[..., Any] | Term
"""The head of a term: an operator, or an atom."""
LEAVES_PER_RULE = 8
"""Rules are not compiled if they occur in the tree more often than this on average."""
DEEPEST = 150
"""The greatest depth of a tree."""


@dataclass(frozen=True)
class Switch:
    """Ask what stands at a position."""

    path: Path
    cases: dict[Symbol, Tree]
    otherwise: Tree


@dataclass(frozen=True)
class Use:
    """Use a rule if the pairs of positions hold the same terms and its conditions hold."""

    rule: Rule
    places: dict[Term, Path]
    """The positions of the rule's variables."""
    same: tuple[tuple[Path, Path], ...]
    otherwise: Tree


Tree = Switch | Use | None


@dataclass(frozen=True)
class _Clause:
    """A rule, and the tests that remain for it."""

    rule: Rule
    open: dict[Path, Term]
    places: dict[Term, Path] = field(default_factory=dict)
    same: tuple[tuple[Path, Path], ...] = ()

    def opened(self, path: Path, args: Sequence[Term]) -> _Clause:
        """The clause after its pattern at a path has matched, with tests for the operands."""
        left = {p: t for p, t in self.open.items() if p != path}
        places, same = dict(self.places), self.same
        for i, t in enumerate(args):
            here = (*path, i)
            if t.op is not VARIABLE:
                left[here] = t
            elif t in places:
                same = (*same, (places[t], here))
            else:
                places[t] = here
        return _Clause(self.rule, left, places, same)


def decided(rules: Sequence[Rule]) -> Tree:
    """The tree for the rules of one operator."""
    clauses = [_Clause(rule, {}).opened((), rule.left.args) for rule in rules]
    return _Grower(LEAVES_PER_RULE * len(rules) + 64).tree(clauses, 0)


class _Grower:
    def __init__(self, leaves: int) -> None:
        self.leaves = leaves

    def tree(self, clauses: Sequence[_Clause], depth: int) -> Tree:
        if not clauses:
            return None
        first = clauses[0]
        self.leaves -= not first.open
        if self.leaves < 0 or depth > DEEPEST:
            raise Declined
        if not first.open:
            sure = not first.same and not first.rule.conditions and not may_stay(first.rule)
            rest = None if sure else self.tree(clauses[1:], depth + 1)
            return Use(first.rule, first.places, first.same, rest)
        asked = Counter(path for clause in clauses for path in clause.open)
        path = max(first.open, key=lambda p: (asked[p], -len(p)))
        cases, others = _parted(clauses, path)
        grown = {symbol: self.tree(some, depth + 1) for symbol, some in cases.items()}
        return Switch(path, grown, self.tree(others, depth + 1))


def _parted(
    clauses: Sequence[_Clause], path: Path
) -> tuple[dict[Symbol, list[_Clause]], list[_Clause]]:
    """The clauses that are possible for each symbol at a path, and those for all others."""
    cases: dict[Symbol, list[_Clause]] = {}
    others: list[_Clause] = []
    for clause in clauses:
        pattern = clause.open.get(path)
        if pattern is None:
            for some in (*cases.values(), others):
                some.append(clause)
        else:
            symbol = symbol_of(pattern)
            args = () if isinstance(symbol, Term) else pattern.args
            cases.setdefault(symbol, [*others]).append(clause.opened(path, args))
    return cases, others


def symbol_of(t: Term) -> Symbol:
    return t.op if t.args and is_structural(t.op) else t


def may_stay(rule: Rule) -> bool:
    """Whether a rule may return the same term, which is no step: f(x, y) -> f(y, x)."""
    return rule.right.op is rule.left.op
