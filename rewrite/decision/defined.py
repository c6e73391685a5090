"""Where terms are defined: what they divide by, and whether they divide at all.

What an operator needs is in its record, as `undefined`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..core.terms import Term, free_symbols, order, postorder


def must_not_vanish(terms: Sequence[Term]) -> tuple[Term, ...]:
    """What some terms divide by: divisors, determinants of what is inverted, squared norms."""
    nodes = {s: None for t in terms for s in postorder(t)}
    found = {x: None for t in nodes for x in _needs(t) or ()}
    return tuple(sorted((t for t in found if free_symbols(t)), key=order))


def is_total(terms: Sequence[Term]) -> bool:
    """Whether terms have a value wherever their symbols have one."""
    return all(_needs(s) is None for t in terms for s in postorder(t))


def _needs(t: Term) -> Sequence[Term] | None:
    """What must not vanish for a term to have a value; None if it always has one.

    A function of the user's that does not say where it is undefined may be so anywhere.
    """
    if t.op.undefined is None:
        return None if t.op.evaluate is None and t.op.definition is None else ()
    return t.op.undefined(*t.args)
