"""Rule sets: immutable ordered values that can be named, combined, subtracted and reordered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from ..core.operators import label
from ..core.terms import Term, operators_in, postorder
from ..errors import RuleError
from ..matching.in_place import field_of
from ..matching.index import Index
from .compiled.planning import Plan
from .memory import Marks
from .rule import Rule
from .run import Run, Strategy


class RuleSet(Strategy):
    """Rules in the order in which they are tried. A set never changes; operations make new sets.

    >>> from rewrite import Scalar, cos, rule, sin
    >>> @rule
    ... def odd_power(x: Scalar):
    ...     "sin³ = sin − sin cos²"
    ...     return sin(x)**3 >> sin(x) - sin(x) * cos(x)**2
    >>> @rule
    ... def pythagoras(x: Scalar):
    ...     "sin² + cos² = 1"
    ...     return sin(x)**2 + cos(x)**2 >> 1
    >>> both = RuleSet(odd_power, pythagoras, name="sines")
    >>> print(both)
    sines
      odd_power: sin(x)**3 -> sin(x) - sin(x)*cos(x)**2
      pythagoras: sin(x)**2 + cos(x)**2 -> 1
    >>> len(both - odd_power), (both - "pythagoras").names
    (1, ('odd_power',))
    """

    def __init__(self, *rules: Rule | Iterable[Rule], name: str = "") -> None:
        self._rules: tuple[Rule, ...] = tuple(dict.fromkeys(_flat(rules)))
        self.name = name
        named: dict[str, Rule] = {}
        for r in self.rules:
            other = named.setdefault(r.name, r)
            if other != r:
                raise RuleError(
                    f"two rules of {name or 'a set'} are called {r.name!r}, from {other.where} "
                    f"and {r.where}; rename one of them"
                )
        self._named = named

    @property
    def rules(self) -> tuple[Rule, ...]:
        return self._rules

    def __getstate__(self) -> dict[str, Any]:
        """The state for another process, without derived tables, which are made again when
        needed."""
        made = ("index", "marks", "plan", "_hash")
        return {name: value for name, value in vars(self).items() if name not in made}

    @cached_property
    def index(self) -> Index:
        return Index(self.rules)

    @cached_property
    def plan(self) -> Plan:
        return Plan(self.index)

    @cached_property
    def marks(self) -> Marks:
        return Marks(self.index)

    def apply(self, t: Term, run: Run) -> Term | None:
        """A normal term after the first rule that changes it at its head."""
        candidates = self.index.candidates(t)
        return run.rewritten(t, candidates) if candidates else None

    def touches(self, t: Term) -> bool:
        return t.op in self.index.by_head

    def is_idle_on(self, t: Term) -> bool:
        return not self.index.concerns(operators_in(t))

    def repeated(self, t: Term, run: Run, early: bool) -> Term | None:
        """Take many steps at once if the head is a long sum or product."""
        field = field_of(t, self.index, run) if early else None
        return self.apply(t, run) if field is None else field.exhausted()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._named)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)

    def __bool__(self) -> bool:
        return bool(self.rules)

    def __contains__(self, x: object) -> bool:
        return x in self._named if isinstance(x, str) else x in self.rules

    def __getitem__(self, name: str) -> Rule:
        """The rule of this name."""
        try:
            return self._named[name]
        except KeyError:
            raise RuleError(
                f"{self.name or 'the set'} has no rule {name!r}; it has {', '.join(self.names)}"
            ) from None

    def __add__(self, other: RuleSet | Rule) -> RuleSet:
        """The rules of both sets, those of the first before those of the second."""
        if not isinstance(other, RuleSet | Rule):
            return NotImplemented
        return RuleSet(self.rules, other, name=self.name)

    def __sub__(self, other: RuleSet | Rule | str) -> RuleSet:
        """The rules that are not in the other set; `other` may also be a rule or its name."""
        if isinstance(other, str):
            other = self[other]
        gone = set(_flat((other,)))
        return RuleSet([r for r in self.rules if r not in gone], name=self.name)

    def named(self, name: str) -> RuleSet:
        """The same rules under a name."""
        return RuleSet(self.rules, name=name)

    def reordered(self, *names: str) -> RuleSet:
        """The same rules with these first, in this order."""
        front = [self[name] for name in names]
        return RuleSet(front, self.rules, name=self.name)

    def about(self, op: Any) -> RuleSet:
        """The rules with an operator on their left side."""
        return RuleSet([r for r in self.rules if any(t.op is op for t in postorder(r.left))])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleSet) and self.rules == other.rules

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.rules)

    def __str__(self) -> str:
        return "\n".join([self.name or "rules", *(f"  {r}" for r in self.rules)])

    def __repr__(self) -> str:
        return f"<RuleSet {self.name or ''} of {len(self)} rules>"


def _flat(rules: Iterable[Any]) -> Iterator[Rule]:
    for r in rules:
        if isinstance(r, Rule):
            yield r
        elif isinstance(r, RuleSet):
            yield from r.rules
        elif isinstance(r, Iterable) and not isinstance(r, str):
            yield from _flat(r)
        else:
            raise RuleError(f"a rule set is made of rules, not of {label(r)}")
