"""Levels of detail: a quaternion as a symbol, as a pair, and as four coordinates.

At each level the finer parts are operators of the coarser ones, S(q) = scalar_part(q) and x_of(v),
so that going down and up again loses nothing: `simplify` puts (S(q), V(q)) together to q.
"""

from __future__ import annotations

from typing import TypeVar, cast

from ..core.context import Context
from ..core.operators import label
from ..core.sorts import Quaternion, Vector
from ..core.substitution import subs
from ..core.terms import Term, free_symbols, order
from ..errors import SortError
from ..normalform.walk import normal
from ..rewriting.ruleset import RuleSet
from ..rewriting.run import Run
from ..theory.coordinates import column, x_of, y_of, z_of
from ..theory.quaternions import quat, scalar_part, vector_part
from .expand import opened
from .standard import standard

S = TypeVar("S", bound=Term)


def pairs(t: S, *chosen: Quaternion, context: Context | None = None) -> S:
    """An expression with its quaternions, or the chosen ones, as pairs (scalar, vector).

    A quaternion comes out as one pair of what its parts are made of.

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
    chosen_ones = _chosen(t, chosen, "pairs")
    t = normal(t, context)  # what cancels as symbols need not be calculated
    replaced = {q: _pair(q) for q in chosen_ones}
    return _calculated(subs(t, replaced), context, standard("PAIRS"))


def coordinates(t: S, *chosen: Term, context: Context | None = None) -> S:
    """An expression with its quaternions and vectors, or the chosen ones, by their coordinates.

    >>> from rewrite import vectors, cross
    >>> a, b = vectors("a b")
    >>> coordinates(cross(a, b), a, b).args[0]
    y_of(a)*z_of(b) - y_of(b)*z_of(a)
    """
    rules = standard("PAIRS") + standard("COORDINATES")
    replaced: dict[Term, Term] = {}
    chosen_ones = _chosen(t, chosen, "coordinates", (Quaternion, Vector))
    t = normal(t, context)
    for x in chosen_ones:
        replaced[x] = _column(x) if x.sort is Vector else _four(x)
    return _calculated(subs(t, replaced), context, rules)


def _chosen(
    t: Term,
    chosen: tuple[Term, ...],
    verb: str,
    sorts: tuple[type[Term], ...] = (Quaternion,),
) -> list[Term]:
    if not isinstance(t, Term):
        raise SortError(f"{verb} takes a term, not {label(t)}")
    for x in chosen:
        if not isinstance(x, Term) or x.sort not in sorts:
            wanted = " or ".join(s.__name__ for s in sorts)
            raise SortError(f"{verb}: {x} is {label(x)}, needs {wanted}")
    symbols = [s for s in free_symbols(t) if s.sort in sorts]
    return list(chosen) or sorted(symbols, key=order)


def _pair(q: Term) -> Term:
    return cast(Term, quat.build((scalar_part.build((q,)), vector_part.build((q,)))))


def _four(q: Term) -> Term:
    return cast(Term, quat.build((scalar_part.build((q,)), _column(vector_part.build((q,))))))


def _column(v: Term) -> Term:
    return cast(Term, column.build((x_of.build((v,)), y_of.build((v,)), z_of.build((v,)))))


def _calculated(t: S, context: Context | None, rules: RuleSet) -> S:
    return cast(S, opened(t, Run(context), rules))
