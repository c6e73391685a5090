"""The equations of a closure as terms, with one name for every scalar, checked on the way.

Two matrices known to be rotations are equal when the antisymmetric part of Bᵀ A vanishes and Bᵀ A
is not a half turn. The nine entries of A - B say the same, but only three of them are independent,
so the three equations are used instead, and half turns are excluded when a configuration is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rewrite import (
    Context,
    Fact,
    Matrix,
    Quaternion,
    Row,
    Scalar,
    Term,
    Truth,
    Vector,
    dot,
    free_symbols,
    holds,
    one,
    quaternion,
    rotation,
    rotation_matrix,
    subs,
    trace,
    vee,
)

from ...errors import ModelError

AXES = "xyz"


@dataclass
class ClosureTerms:
    """The terms of a closure: `equations` and `relations` vanish, `positive` ones are positive.

    `traces` has 1 + tr(Bᵀ A) for rotations A and B that must be equal: 4 where they are, and 0
    where they differ by a half turn.
    """

    equations: dict[str, Term] = field(default_factory=dict)
    relations: dict[str, Term] = field(default_factory=dict)
    traces: dict[str, Term] = field(default_factory=dict)
    positive: dict[str, Term] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)

    @property
    def kinds(self) -> dict[str, dict[str, Term]]:
        """The four kinds of terms, each under one letter, in the order of the outputs."""
        return {"e": self.equations, "r": self.relations, "t": self.traces, "p": self.positive}

    def all(self) -> dict[str, Term]:
        """All terms, under names that do not clash."""
        return {f"{k} {name}": t for k, terms in self.kinds.items() for name, t in terms.items()}

    def add_lengths_of_units(self, unknowns: list[Term], given: Mapping[Term, Any]) -> None:
        """Add that unit vectors have length one: an equation for unknowns, or else a relation."""
        for s in symbols_of([*unknowns, *self.all().values()]):
            if isinstance(s, Vector) and "unit" in s.value.facts and s not in given:
                kind = self.equations if s in unknowns else self.relations
                kind[f"|{s.value.name}| = 1"] = dot(s, s) - 1

    def with_quaternions(self, symbols: Iterable[Term]) -> dict[Term, Quaternion]:
        """Replace symbols that are rotations by unit quaternions; return the replacements."""
        found: dict[Term, Quaternion] = {}
        for s in symbols:
            if isinstance(s, Matrix) and s.shape == (3, 3) and "rotation" in s.value.facts:
                found[s] = quaternion(f"{s.value.name}", unit=True, time=s.value.time)
        put: dict[Any, Any] = {s: rotation_matrix(q) for s, q in found.items()}
        for terms in self.kinds.values() if put else ():
            for name, t in terms.items():
                terms[name] = subs(t, put)
        return found


def closure_terms(equations: Any, relations: Any, positive: Any = None) -> ClosureTerms:
    """The terms of a closure from the caller's arguments, in any accepted form."""
    found = ClosureTerms()
    for name, item in _named(positive, "positive terms"):
        if not isinstance(item, Scalar):
            raise ModelError(f"positive term {name} is a scalar, not {item!r}")
        found.positive[name] = item
    for name, item in _named(equations, "closure equations"):
        left, right = _sides(item, f"closure equation {name}")
        _add_equation(found, name, left, right)
    if isinstance(relations, Context):
        found.facts = [f for f in relations.facts if f.name != "equals"]
        relations = [f for f in relations.facts if f.name == "equals"]
    for name, item in _named(relations, "relations"):
        left, right = _sides(item, f"relation {name}")
        found.relations[name] = left if right is None else left - right
    return found


def symbols_of(terms: Iterable[Term]) -> list[Term]:
    """The symbols of several terms, each once, in the order in which they are met."""
    return list(dict.fromkeys(s for t in terms for s in free_symbols(t)))


def _named(items: Any, what: str) -> Iterator[tuple[str, Any]]:
    if items is None:
        return
    if isinstance(items, Term | Fact):
        items = [items]
    if isinstance(items, Mapping):
        yield from ((str(k), v) for k, v in items.items())
        return
    if isinstance(items, str) or not isinstance(items, Iterable):
        raise ModelError(f"{what} are a list or a mapping of terms, not {items!r}")
    for k, item in enumerate(items, 1):
        yield str(k), item


def _sides(item: Any, what: str) -> tuple[Any, Any]:
    """A term that vanishes, or the two sides of an equation."""
    if isinstance(item, Fact) and item.name == "equals":
        item = item.terms
    if isinstance(item, tuple) and len(item) == 2 and any(isinstance(x, Term) for x in item):
        left, right = item
        return (left, right) if isinstance(left, Term) else (right, left)
    if not isinstance(item, Term):
        raise ModelError(
            f"{what} is a term that vanishes, a pair of terms or equals(a, b), not {item!r}"
        )
    return item, None


def _add_equation(found: ClosureTerms, name: str, left: Term, right: Any) -> None:
    turned = _rotations(left, right)
    if turned is not None and isinstance(turned[0], Matrix):
        product = turned[1].T @ turned[0]
        found.equations[name] = vee((product - product.T) / 2)
        found.traces[name] = 1 + trace(product)
        return
    term: Any = left if right is None else left - right
    if not isinstance(term, Scalar | Vector | Row | Matrix | Quaternion):
        raise ModelError(f"closure equation {name}: {term} is not a scalar, vector or matrix")
    found.equations[name] = term


def _rotations(left: Any, right: Any) -> tuple[Any, Any] | None:
    """A and B if the equation says A = B for rotations of space."""
    if right is None and left.op.name == "add" and len(left.args) == 2:
        left, right = left.args
        right = right.args[0] if right.op.name == "neg" else None
    if right == 1 and isinstance(left, Matrix) and left.shape == (3, 3):
        right = one(like=left)
    if not isinstance(left, Matrix) or not isinstance(right, Matrix) or left.shape != (3, 3):
        return None
    known = all(holds(rotation(t)) is Truth.TRUE for t in (left, right))
    return (left, right) if known else None


def component_names(name: str, sort: type[Term], count: int) -> list[str]:
    """Names for the scalars of an equation."""
    if count == 1:
        return [name]
    if count == 3 and sort in (Vector, Row):
        return [f"{name}.{axis}" for axis in AXES]
    return [f"{name}.{k}" for k in range(1, count + 1)]
