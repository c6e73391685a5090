"""Products that can be written in several ways, written so that they share most.

By the law `AlsoWritten`, [a, b, c] is a·(b × c), b·(c × a) and c·(a × b), and a·(M b) is (Mᵀ a)·b.
Each product is written in the form whose parts occur elsewhere, or occur in the most other
products.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ...core.laws import AlsoWritten, Anticommutative, Commutative
from ...core.linear import neg
from ...core.terms import Term, operators_in, postorder, rebuild
from ...deadline import check_time

Key = tuple[Any, Any]
"""An operator with its operands, unordered if their order changes only the sign."""
Chosen = Mapping[Term, int]
"""The index of the form in which each term is written."""


def written_to_share(
    roots: Sequence[Term], is_given: Callable[[Term], bool], plain: set[Term]
) -> Sequence[Term]:
    """Terms with such operators written in the forms that share most.

    `plain` are sub-terms known to have no such operator; more are added. Terms for which `is_given`
    is true have their own value and stay as they are.

    >>> from rewrite import cross, triple, vectors
    >>> a, b, c = vectors("a b c")
    >>> written_to_share([triple(a, b, c)*cross(a, c)], lambda t: False, set())
    [dot(b, cross(c, a))*cross(a, c)]
    """
    several: dict[Term, list[Term]] = {}
    mixed: dict[Term, None] = {}
    """The terms with such an operator, operands first."""
    stack = [r for r in reversed(roots) if any(map(_has_law, operators_in(r)))]
    try:
        while stack:
            t = stack[-1]
            waiting = [a for a in t.args if a not in plain] if t not in plain else ()
            stack += reversed(waiting)
            if waiting or stack.pop() in plain:
                continue
            if len(plain) & 1023 == 0:
                check_time(0)
            forms = () if t.op.law(AlsoWritten) is None or is_given(t) else _forms(t)
            if forms:
                several[t] = [form for _, form in forms]
            if forms or (mixed and any(a in mixed for a in t.args)):
                mixed[t] = None
            plain.add(t)
    finally:
        plain.difference_update(mixed)
    chosen = _chosen(roots, several) if several else {}
    return _written(roots, mixed, chosen) if chosen else roots


def _has_law(op: Any) -> bool:
    """Whether an operator has such a law, or is not known."""
    return isinstance(op, str) or op.law(AlsoWritten) is not None


def _forms(t: Term) -> list[tuple[int, Term]]:
    """The forms of a term, each with a sign; none if there is only one."""
    law = t.op.law(AlsoWritten)
    return [] if law is None else list(law.forms(t))


def _chosen(roots: Sequence[Term], several: Mapping[Term, list[Term]]) -> Chosen:
    """The forms whose parts are used most, if they are used elsewhere."""
    uses = Counter([key for forms in several.values() for form in forms for key in _parts(form)])
    operators = {op for op, _ in uses}
    elsewhere, done = len(several), set[Term]()
    for root in roots:
        for t in postorder(root, known=done.__contains__):
            done.add(t)
            for a in t.args:
                if a.op in operators and (key := _key(a)) in uses:
                    uses[key] += elsewhere
    found = {}
    for t, forms in several.items():
        own = elsewhere if forms[0] is t else 0  # the term itself is one use of its parts
        most = [max((uses[key] for key in _parts(form)), default=1) for form in forms]
        most[0] -= own
        if max(most) > 1 and (best := most.index(max(most))) + (not own):
            found[t] = best
    return found


def _written(roots: Sequence[Term], mixed: Iterable[Term], chosen: Chosen) -> list[Term]:
    done: dict[Term, Term] = {}
    for t in mixed:
        made = rebuild(t, tuple([done.get(a, a) for a in t.args]))
        if t in chosen:
            forms = _forms(made)
            # other operands may leave fewer forms
            sign, made = forms[chosen[t]] if chosen[t] < len(forms) else (1, made)
            made = made if sign > 0 else neg.build((made,))
        done[t] = made
    return [done.get(root, root) for root in roots]


def _parts(form: Term) -> set[Key]:
    """The compound operands of a form, which take operations."""
    return {_key(part) for part in form.args if part.args}


def _key(t: Term) -> Key:
    turns = t.op.law(Anticommutative) or t.op.law(Commutative)
    return t.op, frozenset(t.args) if turns else t.args
