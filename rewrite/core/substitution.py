"""Replacing sub-terms of a term by others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from .operators import coerce
from .terms import Term, postorder, rebuild

T = TypeVar("T", bound=Term)


def subs(t: T, mapping: Mapping[Any, Any]) -> T:
    """Replace sub-terms, all at once; replacements are not searched again.

    Nothing is simplified. A sort or shape that does not fit is refused.

    >>> from rewrite import vectors, cross
    >>> a, b, c = vectors("a b c")
    >>> subs(cross(a, b), {a: b, b: cross(a, c)})
    cross(b, cross(a, c))
    """
    done: dict[Term, Term] = {}
    for old, new in mapping.items():
        if not isinstance(old, Term):
            raise TypeError(f"subs: a key must be a term, not {old!r}")
        done[old] = coerce(new, old.sort, old.shape, f"subs: what replaces {old}")
    if t not in done:
        for s in postorder(t, known=done.__contains__):
            done[s] = rebuild(s, tuple([done[a] for a in s.args])) if s.args else s
    return cast(T, done[t])


def replaced(root: Term, path: tuple[int, ...], found: Term) -> Term:
    """A term with another in one place, not normal."""
    above = [root]
    for i in path:
        above.append(above[-1].args[i])
    for t, i in zip(reversed(above[:-1]), reversed(path), strict=True):
        found = rebuild(t, (*t.args[:i], found, *t.args[i + 1 :]))
    return found
