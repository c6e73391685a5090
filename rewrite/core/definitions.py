"""Terms by definition: what operators that are declared with `definition=` stand for.

>>> from rewrite import Vector, cross, operator, vectors
>>> twice = operator("twice", Vector, Vector, result=Vector,
...                  definition=lambda a, b: cross(a, cross(a, b)))
>>> a, b = vectors("a b")
>>> by_definition(twice(a, twice(b, a)))
cross(a, cross(a, cross(b, cross(b, a))))
"""

from __future__ import annotations

from typing import Any, TypeVar, cast

from ..errors import LimitError
from .operators import coerce
from .terms import Term, postorder, rebuild

T = TypeVar("T", bound=Term)
MOST_ROUNDS = 30
"""How deep definitions may use each other."""


def meaning_of(t: Any) -> Term:
    """The term that the definition of the operator at the head gives."""
    found = t.op.definition(*t.args)
    return coerce(found, t.sort, t.shape, f"the definition of {t.op.name}")


def is_defined(t: Term) -> bool:
    """Whether the operator of a term has a definition."""
    return t.op.definition is not None


def by_definition(t: T) -> T:
    """The term with every operator that has a definition replaced by that."""
    current: Term = t
    for _ in range(MOST_ROUNDS):
        if not any(map(is_defined, postorder(current))):
            return cast(T, current)
        done: dict[Term, Term] = {}
        for s in postorder(current):
            new = rebuild(s, tuple([done[a] for a in s.args])) if s.args else s
            done[s] = meaning_of(new) if is_defined(new) else new
        current = done[current]
    raise LimitError(f"definitions use each other, more than {MOST_ROUNDS} deep")
