"""The record of a sort: the properties that the engine needs beside the sort's operators."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .facts import closure
from .operators import OPAQUE, Operator
from .terms import Term, intern

Op = Operator[..., Any]


@dataclass(frozen=True)
class Level:
    """A finer level of detail: x = whole(part(x), ...), such as q = (S(q), V(q)).

    The coordinates of a value are those of its parts, one after another. `facts` says for each
    part what is true of it in every value: the matrix of a displacement is a rotation. `rules`
    calculate with what `whole` makes: a RuleSet, or the name of one of the standard library.
    """

    whole: Op
    parts: tuple[Op, ...]
    rules: Any = ()
    facts: tuple[frozenset[str], ...] = ()

    def written(self, x: Term) -> tuple[Term, ...]:
        """The parts of a term, as terms."""
        return tuple([part.build((x,)) for part in self.parts])

    def samples(self) -> Iterator[tuple[Term, frozenset[str]]]:
        """For each part an atom of its sort and shape, and what is true of it."""
        for i, kind in enumerate(self.whole.params):
            assert kind is not None  # the parts of a value have sorts and shapes of their own
            known = self.facts[i] if i < len(self.facts) else frozenset[str]()
            yield intern(OPAQUE, (), *kind, f"part {i}"), closure(known, *kind, f"part {i + 1}")
