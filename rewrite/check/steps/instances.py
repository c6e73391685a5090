"""Instances of rules: symbols in place of variables, with the facts that the conditions state.

A condition about one variable becomes a fact of its symbol, any other a fact of the context.
`precedes` and `free_of` restrict when a rule is used, not whether it is true, so they are left out.

>>> from rewrite import Matrix, orthogonal, rule
>>> @rule
... def undone(R: Matrix):
...     "R⁻¹ = Rᵀ"
...     return (R.inv >> R.T).when(orthogonal(R))
>>> found = concrete(undone)
>>> found.left, found.right, found.left.args[0].value.facts >= {"orthogonal"}
(R.inv, R.T, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.context import Context
from ...core.declare import RESERVED, symbol
from ...core.facts import KINDS, Fact
from ...core.operators import VARIABLE
from ...core.sorts import Matrix, is_unknown, sort_of_shape
from ...core.terms import Term, free_symbols
from ...core.variables import Bindings, instance, variables_of
from ...deadline import OutOfTimeError
from ...errors import RewriteError
from ...rewriting.conditions import Condition
from ...rewriting.rule import Rule

SIZES = ((3, 3), (2, 2), (2, 3), (1, 1))
"""Values to try for open sizes, in turn: all 3, all 2, 2 and 3 alternating, all 1."""
MORE_SIZES = ((4, 4), (1, 3), (3, 1), (4, 3))
"""Further sizes, at which only a counterexample is searched for."""


@dataclass(frozen=True)
class Instance:
    """Two sides without variables, and the context in which they are compared."""

    left: Term
    right: Term
    context: Context
    bindings: Bindings


def concrete(rule: Rule, sizes: tuple[int, int] = (3, 3)) -> Instance:
    """A rule with a symbol for every variable."""
    return bound((rule.written.left, rule.written.right), rule.conditions, sizes)


def bound(
    sides: tuple[Term, Term], conditions: Sequence[Condition], sizes: tuple[int, int] = (3, 3)
) -> Instance:
    """Two patterns with a symbol for every variable, and with these values for open sizes."""
    facts = [c for c in conditions if isinstance(c, Fact)]
    bindings = symbols_for((*sides, *(t for f in facts for t in f.terms)), facts, sizes)
    relations = [
        Fact(c.name, tuple(instance(t, bindings) for t in c.terms)) for c in facts if not simple(c)
    ]
    left, right = (instance(t, bindings) for t in sides)
    return Instance(left, right, Context(*relations), bindings)


def simple(f: Fact) -> bool:
    """Whether a fact is about one variable, and so may belong to its symbol."""
    return len(f.terms) == 1 and f.terms[0].op is VARIABLE and f.name in KINDS


def symbols_for(
    terms: Iterable[Term], facts: Sequence[Fact], sizes: tuple[int, int] = (3, 3)
) -> Bindings:
    """A symbol for every variable of some terms, and a number for every open size."""
    terms = tuple(terms)
    variables = sorted({v for t in terms for v in variables_of(t)}, key=lambda v: str(v.value.name))
    open_sizes = sorted({n for v in variables for n in v.shape if is_unknown(n)})
    bindings: Bindings = {n: sizes[i % 2] for i, n in enumerate(open_sizes)}
    taken = {s.name for t in terms for s in free_symbols(t)}
    for v in variables:
        name = _name(v.value.name, taken)
        taken.add(name)
        shape = tuple(bindings.get(n, n) for n in v.shape)
        known: dict[str, Any] = {f.name: True for f in facts if simple(f) and f.terms[0] is v}
        sort = sort_of_shape(shape) if v.sort is Matrix else v.sort
        bindings[v] = symbol(name, sort, shape, **known)
    return bindings


def _name(name: str, taken: set[str]) -> str:
    """A name that is not taken, without the underscores by which a variable was renamed."""
    plain = name.rstrip("_") or name
    for candidate in (plain, f"{plain}1", f"{plain}2", f"{plain}3"):
        if candidate not in taken and candidate not in RESERVED:
            return candidate
    return next(c for c in (f"{name}_{i}" for i in range(len(taken) + 1)) if c not in taken)


def open_sizes(rule: Rule) -> bool:
    """Whether a rule is for matrices of any size."""
    return any(is_unknown(n) for v in variables_of(rule.written.left) for n in v.shape)


def shapes(found: Instance) -> str:
    """The shapes of the matrices in an instance, as shown in messages: A 2×3."""
    own = [x for v, x in found.bindings.items() if isinstance(v, Term) and v.sort is Matrix]
    return ", ".join(f"{x} {'×'.join(map(str, x.shape))}" for x in own)


def instances(rule: Rule, among: Sequence[tuple[int, int]] = SIZES) -> Iterator[Instance]:
    """A rule with symbols, for every choice of open sizes that makes sense."""
    for sizes in among if open_sizes(rule) else SIZES[:1]:
        try:
            yield concrete(rule, sizes)
        except OutOfTimeError:
            raise
        except RewriteError:
            continue  # a fact or an operator has no meaning in this size
