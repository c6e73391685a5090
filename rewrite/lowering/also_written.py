"""Operators that can be written in several ways, written so that they share what they can.

[a, b, c] is a·(b × c), b·(c × a) and c·(a × b), by the law `AlsoWritten`. It is calculated in the
way whose cross product occurs elsewhere, or is a part of the most other such products.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..core.laws import AlsoWritten, Anticommutative, Commutative
from ..core.linear import neg
from ..core.terms import Term, postorder, rebuild

Key = tuple[Any, Any]
"""An operator with its operands, in any order if that changes no more than a sign."""
Chosen = Mapping[Term, int]
"""Which of its forms each term is written in."""


def written_to_share(
    roots: Sequence[Term], is_given: Callable[[Term], bool], plain: set[Term]
) -> Sequence[Term]:
    """Terms with such operators written in the ways that share most.

    `plain` are sub-terms known to have no such operator, and is added to. Terms for which
    `is_given` is true have a value of their own and stay.

    >>> from rewrite import cross, triple, vectors
    >>> a, b, c = vectors("a b c")
    >>> written_to_share([triple(a, b, c)*cross(a, c)], lambda t: False, set())
    [dot(b, cross(c, a))*cross(a, c)]
    """
    several: dict[Term, list[set[Key]]] = {}
    for root in roots:
        for t in postorder(root, known=plain.__contains__):
            law = t.op.law(AlsoWritten)
            if law is not None and not is_given(t):
                several[t] = [_parts(form) for _, form in law.forms(t)]
            elif plain.issuperset(t.args):
                plain.add(t)
    chosen = _chosen(roots, several) if several else {}
    return _written(roots, chosen) if chosen else roots


def _chosen(roots: Sequence[Term], several: Mapping[Term, list[set[Key]]]) -> Chosen:
    """The forms with the parts that are used most, where they are used elsewhere, too."""
    uses = Counter([key for forms in several.values() for parts in forms for key in parts])
    done: set[Term] = set()
    for root in roots:
        for t in postorder(root, known=done.__contains__):
            done.add(t)
            if t.args and (key := _key(t)) in uses:
                uses[key] += len(several)
    found = {}
    for t, forms in several.items():
        most = [max((uses[key] for key in parts), default=0) for parts in forms]
        if max(most) > 1:
            found[t] = most.index(max(most))
    return found


def _written(roots: Sequence[Term], chosen: Chosen) -> list[Term]:
    done: dict[Term, Term] = {}
    for root in roots:
        for t in postorder(root, known=done.__contains__):
            made = rebuild(t, tuple([done[a] for a in t.args]))
            if t in chosen:
                sign, made = list(made.op.law(AlsoWritten).forms(made))[chosen[t]]
                made = made if sign > 0 else neg.build((made,))
            done[t] = made
    return [done[root] for root in roots]


def _parts(form: Term) -> set[Key]:
    """The operands of a form that take operations of their own, as they are written there."""
    return {_key(part) for part in form.args if part.args}


def _key(t: Term) -> Key:
    turns = t.op.law(Anticommutative) or t.op.law(Commutative)
    return t.op, frozenset(t.args) if turns else t.args
