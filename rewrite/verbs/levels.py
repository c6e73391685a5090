"""Levels of detail: a quaternion as a symbol, as a pair, and as four coordinates.

At each level the finer parts are operators of the coarser ones, S(q) = scalar_part(q) and x_of(v),
so that nothing is lost by going down and up again: `simplify` turns (S(q), V(q)) back into q. A
user's sort has such a level if it declares one (see `Level`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar, cast

from ..core.context import Context
from ..core.operators import label
from ..core.sort_records import Level
from ..core.sorts import Vector
from ..core.substitution import subs
from ..core.terms import Term, free_symbols, order, postorder
from ..deadline import checked_limit, timed, within
from ..errors import SortError
from ..normalform.walk import normal
from ..rewriting.ruleset import RuleSet
from ..rewriting.run import Run
from ..theory.coordinates import column, x_of, y_of, z_of
from .expand import opened
from .standard import standard

S = TypeVar("S", bound=Term)


def pairs(
    t: S, *chosen: Term, context: Context | None = None, time_limit: float | None = None
) -> S:
    """An expression with its quaternions, or the chosen ones, as pairs (scalar, vector).

    A quaternion becomes one pair, whose parts are scalar and vector expressions. Terms of other
    sorts with a finer level are treated in the same way: screws become pairs of vectors.
    After `time_limit` seconds it stops with a LimitError.

    >>> from rewrite import quaternions
    >>> p, q = quaternions("p q")
    >>> pairs(p * q, p)
    quat(scalar_part(p), vector_part(p))*q
    >>> from rewrite import quat, scalars, vectors
    >>> s, r = scalars("s r")
    >>> u, v = vectors("u v")
    >>> pairs(quat(s, u) * quat(r, v))
    quat(r*s - dot(u, v), r*u + s*v + cross(u, v))
    """
    with within(checked_limit(time_limit)):
        chosen_ones = _chosen(t, chosen, "pairs", _has_level, "Quaternion, or a sort with a level")
        # cancel while quaternions are symbols, which is cheaper than with their parts
        t = normal(t, context)
        replaced = {q: _whole(q) for q in chosen_ones}
        return _calculated(subs(t, replaced), context, _rules(t, "PAIRS"))


def coordinates(
    t: S, *chosen: Term, context: Context | None = None, time_limit: float | None = None
) -> S:
    """An expression with its quaternions and vectors, or the chosen ones, in coordinates.

    After `time_limit` seconds it stops with a LimitError.

    >>> from rewrite import vectors, cross
    >>> a, b = vectors("a b")
    >>> coordinates(cross(a, b), a, b).args[0]
    y_of(a)*z_of(b) - y_of(b)*z_of(a)
    """
    with within(checked_limit(time_limit)):
        chosen_ones = _chosen(t, chosen, "coordinates", _has_coordinates, "Quaternion or Vector")
        t = normal(t, context)
        replaced = {
            x: _column(x) if x.sort is Vector else _by_columns(x) for x in timed(chosen_ones)
        }
        return _calculated(subs(t, replaced), context, _rules(t, "PAIRS", "COORDINATES"))


def _has_level(t: Term) -> bool:
    return t.sort.level is not None


def _has_coordinates(t: Term) -> bool:
    return t.sort is Vector or _has_level(t)


def _chosen(
    t: Term, chosen: tuple[Term, ...], verb: str, fits: Callable[[Term], bool], wanted: str
) -> list[Term]:
    if not isinstance(t, Term):
        raise SortError(f"{verb} takes a term, not {label(t)}")
    for x in chosen:
        if not isinstance(x, Term) or not fits(x):
            raise SortError(f"{verb}: {x} is {label(x)}, needs {wanted}")
    return list(chosen) or sorted(filter(fits, free_symbols(t)), key=order)


def _rules(t: Term, *names: str) -> RuleSet:
    """Standard rules, with those for the parts of all sorts in a term."""
    levels = dict.fromkeys(s.sort.level for s in postorder(t))
    return _joined((*names, *(level.rules for level in levels if level is not None)))


@lru_cache(maxsize=200)
def _joined(sets: tuple[RuleSet | str, ...]) -> RuleSet:
    """Sets of rules, given or named, as one."""
    return RuleSet(*[standard(some) if isinstance(some, str) else some for some in sets])


def _level(x: Term) -> Level:
    assert x.sort.level is not None
    return x.sort.level


def _whole(x: Term) -> Term:
    return cast(Term, _level(x).whole.build(_level(x).written(x)))


def _by_columns(x: Term) -> Term:
    parts = [_column(p) if p.sort is Vector else p for p in _level(x).written(x)]
    return cast(Term, _level(x).whole.build(tuple(parts)))


def _column(v: Term) -> Term:
    return cast(Term, column.build((x_of.build((v,)), y_of.build((v,)), z_of.build((v,)))))


def _calculated(t: S, context: Context | None, rules: RuleSet) -> S:
    return cast(S, opened(t, Run(context), rules))
