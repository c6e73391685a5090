"""The arguments of `freedom` in one form: a system or closure equations, a place, parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from rewrite import Term

from ...errors import ModelError


@runtime_checkable
class ClosedSystem(Protocol):
    """The interface that `freedom` needs of a system: its closure equations and their unknowns.

    A system may also have `closure_relations` (between its parameters), `closure_positive` (terms
    that are positive where it is assembled correctly), `closure_values` (numbers for parameters),
    `closure_start` (rough values of some unknowns; used unless `at` is given) and `own_rows`
    (the equations between its speeds).
    """

    @property
    def closure_equations(self) -> Mapping[str, Term] | Sequence[Term]: ...

    @property
    def closure_unknowns(self) -> Sequence[Term]: ...


@dataclass(frozen=True)
class Question:
    """Closure equations, their unknowns, and what is given of parameters and configuration."""

    equations: Any
    unknowns: Any
    values: Any = None
    relations: Any = None
    positive: Any = None
    at: Any = None
    """Exact values of unknowns."""
    near: Any = None
    """Rough values of unknowns."""
    rows: Any = ()
    """Scalar equations between the speeds of a system."""


def question(
    mechanism: Any, unknowns: Any, at: Any, values: Any, relations: Any, positive: Any
) -> Question:
    """The arguments of `freedom` in one form. A system has its own unknowns, so `at` and `values`
    may be the next positional arguments.
    """
    if not hasattr(mechanism, "closure_equations"):
        if unknowns is None or isinstance(unknowns, Mapping):
            raise ModelError(
                "freedom takes a system with closure_equations and closure_unknowns, or closure "
                f"equations with their unknowns; there are no unknowns for {mechanism!r}"
            )
        return Question(mechanism, unknowns, values, relations, positive, at)
    if isinstance(unknowns, Mapping):
        unknowns, at, values = None, unknowns, at if values is None else values
    if unknowns is not None:
        raise ModelError("a system has its own unknowns: give them only with closure equations")
    own = {
        name: getattr(mechanism, f"closure_{name}", None)
        for name in ("values", "relations", "positive", "start")
    }
    return Question(
        mechanism.closure_equations,
        mechanism.closure_unknowns,
        _joined_values(own["values"], values),
        [*_listed(own["relations"]), *_listed(relations)],
        [*_listed(own["positive"]), *_listed(positive)],
        at,
        own["start"],
        [part for row in getattr(mechanism, "own_rows", ()) for part in row.parts],
    )


def _joined_values(own: Any, given: Any) -> Any:
    if given is not None and not isinstance(given, Mapping):
        return given  # refused where values are read
    return {**(own or {}), **(given or {})}


def _listed(items: Any) -> list[Any]:
    if items is None:
        return []
    if isinstance(items, Mapping):
        return list(items.values())
    return list(items) if isinstance(items, list | tuple) else [items]
