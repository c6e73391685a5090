"""Testing rules and transformations: random well-sorted terms, and properties in one line.

For `hypothesis`, which is imported here and nowhere else in this package.

>>> from rewrite import Vector, normal
>>> from rewrite.testing import keeps_values, terms
>>> keeps_values(normal, terms(Vector, max_leaves=6), examples=20)

`terms` makes terms of the standard theory, and of operators given to it; `random_term` makes one
from a `random.Random`. They are made by `Operator.build`, so they include nodes that Python's
operators never make, such as a sum whose first operand is a sum. They shrink to few leaves and to
the first symbols of each kind.

The properties raise an AssertionError with the smallest example found:

- `rule_is_sound(rule)`: both sides have the same value at points that satisfy the rule's
  conditions;
- `keeps_values(transformation)`: a function from terms to terms does not change their values;
- `terminates_and_is_confluent(rules)`: on random terms a set reaches a fixed point, and the same
  one from the leaves and from the root."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from .check.models.algebra import Algebra
from .check.steps.grammar import KINDS, MAY_STOP, SYMBOLS, Grammar, Kind
from .check.truth.soundness import judgement
from .check.unneeded.profile import corpus
from .core.context import Context
from .core.operators import Operator
from .core.terms import Term
from .errors import RewriteError
from .evaluation.compare import agree
from .rewriting.rule import Rule
from .rewriting.ruleset import RuleSet
from .rewriting.strategies import bottom_up, exhaust, top_down

STANDARD = Grammar()


def terms(
    sort: Kind = None,
    max_leaves: int = 20,
    *,
    operators: Iterable[Operator[..., Any]] = (),
    symbols: Mapping[Kind, Sequence[Term]] | None = None,
    only: bool = False,
) -> st.SearchStrategy[Any]:
    """Terms of a sort or shape, or of any, with at most about `max_leaves` leaves.

    `operators` are used in addition to those of the theory, or alone with `only`; `symbols` replace
    those of a kind, so that the caller decides on their facts.
    """
    if max_leaves < 1:
        raise RewriteError(f"max_leaves is {max_leaves}, but a term has at least one leaf")
    operators = tuple(operators)
    plain = not operators and symbols is None and not only
    grammar = STANDARD if plain else Grammar(operators, symbols, only)
    kinds = KINDS if plain else [*grammar.own, *(() if only else KINDS)]

    @st.composite
    def drawn(draw: Any) -> Any:
        kind = sort if sort is not None else draw(st.sampled_from(kinds))
        leaves = draw(st.integers(1, max_leaves))
        return grammar.term(
            lambda some: draw(st.sampled_from(list(some))), kind, leaves, grow=MAY_STOP
        )

    return drawn()


def random_term(random: Random, sort: Kind, leaves: int = 8) -> Any:
    """One random term of the standard theory.

    >>> from rewrite import Vector
    >>> random_term(Random(1), Vector, 3) is random_term(Random(1), Vector, 3)
    True
    """
    return STANDARD.term(random.choice, sort, leaves)


# -- properties -----------------------------------------------------------------------------------

QUIET: dict[str, Any] = {
    "deadline": None,
    "suppress_health_check": list(HealthCheck),
    "database": None,
}


def rule_is_sound(rule: Rule, axioms: Iterable[Rule] = ()) -> None:
    """Check that a rule is not refuted by values, or in the finite models of its algebra.

    >>> from rewrite import Vector, cross, rule
    >>> @rule
    ... def turned(a: Vector, b: Vector):
    ...     "A slip."
    ...     return cross(a, cross(a, b)) >> cross(b, cross(a, b))
    >>> rule_is_sound(turned)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    AssertionError: turned: cross(a, cross(a, b)) -> cross(b, cross(a, b)) is refuted: ...
    """
    found = judgement(rule, Algebra.of([rule], axioms))
    point = "; ".join(found.counterexample)
    if found.status not in ("proved", "probable"):
        raise AssertionError(f"{rule} is {found}: {point}")


def keeps_values(
    transformation: Callable[[Any], Any],
    of: st.SearchStrategy[Any] | None = None,
    examples: int = 100,
    context: Context | None = None,
) -> None:
    """Check that a function from terms to terms, or to None for no change, keeps their values."""

    @settings(max_examples=examples, **QUIET)
    @given(t=terms() if of is None else of)
    def holds(t: Any) -> None:
        try:
            found = transformation(t)
        except RewriteError:  # it has no value, or hit a limit
            assume(False)
            return
        if found is not None and agree(t, found, context, points=2) is False:
            raise AssertionError(f"{t} became {found}")

    holds()


def terminates_and_is_confluent(
    rules: RuleSet, of: st.SearchStrategy[Any] | None = None, examples: int = 50, steps: int = 500
) -> None:
    """Check that a set terminates on random terms, with one result from the leaves and from the
    root.

    The terms are those of `of`, or else the set's own corpus, on which its rules interact.
    """
    ways = [exhaust(bottom_up(rules)), exhaust(top_down(rules))]
    own = list(corpus(rules, count=examples)) if of is None else []
    if of is None and not own:
        raise RewriteError(f"{rules} has no instances to try")
    some: st.SearchStrategy[Any] = st.sampled_from(own) if of is None else of.map(_bare)

    @settings(max_examples=examples, **QUIET)
    @given(case=some)
    def holds(case: Any) -> None:
        t, context = case
        ends = [way.run(t, context, steps=steps, seconds=10.0) for way in ways]
        for outcome in ends:
            if outcome.reason != "fixed point":
                raise AssertionError(f"{t}: {outcome.reason} at {outcome.term}")
        if ends[0].term is not ends[1].term:
            raise AssertionError(f"{t} ends as {ends[0].term} and {ends[1].term}")

    holds()


def _bare(t: Term) -> tuple[Term, Context]:
    return t, Context()


__all__ = [
    "KINDS",
    "SYMBOLS",
    "Grammar",
    "keeps_values",
    "random_term",
    "rule_is_sound",
    "terminates_and_is_confluent",
    "terms",
]
