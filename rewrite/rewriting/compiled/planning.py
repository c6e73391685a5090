"""The plan of a machine for a set of rules: the operators that it runs, and its constants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from types import CodeType
from typing import TYPE_CHECKING

from ...core.operators import VARIABLE
from ...core.terms import Term, postorder
from ...core.variables import variables_of
from ...deadline import unlimited
from ...errors import LimitError
from ...matching.index import Index
from ...matching.patterns import Plain
from ...normalform.walk import normal
from .arena import Arena, Declined, Op, is_structural
from .decisions import Symbol, decided
from .emitting import Emitter

if TYPE_CHECKING:
    from ..rule import Rule

LARGEST_RULE = 300
"""The most distinct sub-terms that both sides of a rule may have."""


class Plan:
    """The rules that a machine runs, by operator, with the numbers used in its code."""

    def __init__(self, index: Index) -> None:
        self.has_rules = index.by_head.keys()
        self._rights: dict[Rule, Term] = {}
        self.rules = self._runnable(index)
        self.numbers: dict[Op, int] = {}
        self.leaves: dict[Term, int] = {}
        """Leaves that occur in the rules; their indices, from 1 on, never change."""
        self.grounds: dict[Term, str] = {}
        """Other terms without variables, with the names of their indices."""
        self.conditions: dict[Rule, str] = {}
        self._reached: dict[Op, set[Op]] = {}
        for op, rules in self.rules.items():
            self.numbers.setdefault(op, len(self.numbers) + 1)
            for rule in rules:
                self._number(rule)
        self.remembered = {op for op in self.rules if self._branches(op)}
        self._code: dict[Op, CodeType | None] = {}

    @cached_property
    def arena(self) -> Arena:
        """The constants, numbered: every machine begins with a copy."""
        found = Arena(tuple(self.numbers), tuple(self.leaves))
        for t in self.grounds:
            found.fix(t)
        return found

    # Which operators -----------------------------------------------------------------------------

    def _runnable(self, index: Index) -> dict[Op, list[Rule]]:
        """The operators whose rules, and all they call, are about operators without laws."""
        found: dict[Op, list[Rule]] = {}
        for op, file in index.by_head.items():
            rules = [rule for _, rule in file.everything]
            if is_structural(op) and all(self._is_plain(rule) for rule in rules):
                found[op] = rules
        while True:
            gone = [op for op, rules in found.items() if not self._all_in(found, rules)]
            if not gone:
                return found
            for op in gone:
                del found[op]

    def _is_plain(self, rule: Rule) -> bool:
        if type(rule.pattern) is not Plain:
            return False
        try:
            with unlimited():  # the plan is kept for later runs
                self._rights[rule] = normal(rule.right)
        except (ArithmeticError, LimitError):
            return False
        parts = [*postorder(rule.left), *postorder(self.right(rule))]
        if len(parts) > LARGEST_RULE:
            return False
        return all(not t.args or is_structural(t.op) or not variables_of(t) for t in parts)

    def _all_in(self, found: dict[Op, list[Rule]], rules: Iterable[Rule]) -> bool:
        return all(t.op in found for rule in rules for t in self.calls(rule))

    def calls(self, rule: Rule) -> Iterator[Term]:
        """The parts of the right side of a rule at which rules may apply."""
        return (t for t in postorder(self.right(rule)) if t.op in self.has_rules)

    def right(self, rule: Rule) -> Term:
        """The right side of a rule in normal form."""
        return self._rights[rule]

    # Names in the code - -------------------------------------------------------------------------

    def _number(self, rule: Rule) -> None:
        """Give numbers to the operators and leaves on both sides of a rule, and names to the parts
        of its right side that are built only once."""
        stack, seen = [*rule.left.args, self.right(rule)], set[Term]()
        while stack:
            t = stack.pop()
            if t.op is VARIABLE or t in seen:
                continue
            seen.add(t)
            if not t.args or not is_structural(t.op):
                self.leaves.setdefault(t, len(self.leaves) + 1)
                continue
            self.numbers.setdefault(t.op, len(self.numbers) + 1)
            stack += t.args
        for t in postorder(self.right(rule)):
            if t.args and is_structural(t.op) and self._is_constant(t):
                self.grounds.setdefault(t, f"G{len(self.grounds)}")

    def _is_constant(self, t: Term) -> bool:
        return all(s.op is not VARIABLE and s.op not in self.has_rules for s in postorder(t))

    def constant(self, t: Term) -> str | None:
        """The index of a term that is the same in every use of a rule, as code."""
        leaf = self.leaves.get(t)
        return self.grounds.get(t) if leaf is None else str(leaf)

    def symbol(self, symbol: Symbol) -> int:
        """The first number in the key of a term with this symbol at its head."""
        return -self.leaves[symbol] if isinstance(symbol, Term) else self.numbers[symbol]

    @staticmethod
    def asking(rule: Rule) -> list[Term]:
        """The variables in the conditions of a rule, by name."""
        found = {v for c in rule.conditions for t in c.terms for v in variables_of(t)}
        return sorted(found, key=lambda v: str(v.name))

    def condition(self, rule: Rule) -> str:
        """The name of the function that tests the conditions of a rule."""
        return self.conditions.setdefault(rule, f"A{len(self.conditions)}")

    # What is remembered --------------------------------------------------------------------------

    def _branches(self, op: Op) -> bool:
        """Whether a rule makes several calls that lead back to its operator, like that of fib(n):
        without a memory the same few calls may be made exponentially often."""
        for rule in self.rules[op]:
            called = [t.op for t in self.calls(rule)]
            if len(called) > 1 and sum(op in self.reached(other) for other in called) > 1:
                return True
        return False

    def reached(self, start: Op) -> set[Op]:
        """The operators that calls of `start` can lead to, including `start`; found once."""
        if start not in self._reached:
            found, stack = {start}, [start]
            while stack:
                for rule in self.rules[stack.pop()]:
                    for t in self.calls(rule):
                        if t.op not in found:
                            found.add(t.op)
                            stack.append(t.op)
            self._reached[start] = found
        return self._reached[start]

    # Code ----------------------------------------------------------------------------------------

    def code(self, op: Op) -> CodeType | None:
        """The functions of an operator, compiled; None if its rules need too large a tree."""
        if op not in self._code:
            try:
                text = Emitter(self, op).source(decided(self.rules[op]))
                self._code[op] = compile(text, f"<rules of {op.name}>", "exec")
            except Declined:
                self._code[op] = None
        return self._code[op]
