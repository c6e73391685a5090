"""Products of inverses, written as the inverse of a product: B⁻¹ A⁻¹ is (A B)⁻¹.

One inverse takes fewer operations than two and their product, unless the factors are sparse or
their inverses are needed elsewhere. So this is an alternative, which is taken if it takes fewer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from ...core.linear import power
from ...core.terms import Term, has_none_of, postorder, rebuild
from ...theory.matrices import inv

INVERSES = frozenset((inv,))


def with_inverses_joined(
    roots: Sequence[Term], stays: Callable[[Term], bool]
) -> Sequence[Term] | None:
    """Terms with such products as inverses of products; None if there are none.

    An inverse that is needed elsewhere, or for which `stays` is true, is left as it is.

    >>> from rewrite import matrices
    >>> A, B, C = matrices("A B C")
    >>> with_inverses_joined([A.inv @ B.inv @ C], lambda t: False)
    [(B @ A).inv @ C]
    >>> with_inverses_joined([A.inv @ B.inv @ C, A.inv], lambda t: False)
    """
    if all(has_none_of(root, INVERSES) for root in roots):
        return None
    parts = list(dict.fromkeys([t for root in roots for t in postorder(root)]))
    runs = {t: some for t in parts if (some := list(_runs(t))) and not stays(t)}
    if not runs:
        return None
    uses = Counter([a for t in parts for a in t.args] + list(roots))
    inside = Counter([a for t, some in runs.items() for i, j in some for a in t.args[i:j]])
    joined: dict[Term, Term] = {}
    for t in parts:
        runs_left = [
            (i, j)
            for i, j in runs.get(t, ())
            if all(uses[a] == inside[a] and not stays(a) for a in t.args[i:j])
        ]
        made = rebuild(t, tuple([joined.get(a, a) for a in t.args]))
        for i, j in reversed(runs_left):
            made = _joined(made, i, j)
        if made is not t:
            joined[t] = made
    return [joined.get(root, root) for root in roots] if joined else None


def _runs(t: Term) -> Iterator[tuple[int, int]]:
    """The places of two or more neighbouring inverses in a product."""
    if not t.args or t.op is not t.sort.product:
        return
    first = None
    for k, letter in enumerate((*t.args, t)):
        if _opposite(letter) is not None and k < len(t.args):
            first = k if first is None else first
        elif first is not None:
            if k - first > 1:
                yield first, k
            first = None


def _opposite(t: Term) -> Term | None:
    """The term whose inverse a letter is."""
    found: Term | None = None
    if t.op is inv:
        found = t.args[0]
    elif t.op is power and t.args[0].op is inv and type(t.args[1].value) is int:
        found = power.build((t.args[0].args[0], t.args[1]))
    return found


def _joined(t: Term, i: int, j: int) -> Term:
    bases = [base for a in reversed(t.args[i:j]) if (base := _opposite(a)) is not None]
    one: Term = inv.build((t.op.build(tuple(bases)),))
    letters = (*t.args[:i], one, *t.args[j:])
    made: Term = one if len(letters) == 1 else t.op.build(letters)
    return made
