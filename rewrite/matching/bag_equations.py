"""Equations between bags of operands, solved as linear equations in whole numbers (Stickel).

x + x + g(y) = u + v asks how often each operand of one side occurs among those of the other. The
minimal solutions of 2a + b = c + d are combined in every way that uses each operand, and exactly
once if it is not a variable; a new variable stands for what the operands of a solution share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from ..core.operators import VARIABLE, Operator
from ..core.terms import Term
from ..errors import SortError

Op = Operator[..., Any]
Solution = tuple[int, ...]
Pairs = list[tuple[Term, Term]]


def dealt_bags(
    op: Op,
    ps: Sequence[Term],
    qs: Sequence[Term],
    new: Callable[[Term], Term],
    spend: Callable[[], bool],
) -> Iterator[Pairs]:
    """The ways in which two bags can be equal, each as equations between single terms.

    `new` makes a variable like a term; `spend` says whether another step may be taken.
    """
    mine, other = Counter(ps), Counter(qs)
    left, right = list((mine - other).items()), list((other - mine).items())
    if not left or not right:
        if not left and not right:
            yield []
        return
    terms = [t for t, _ in (*left, *right)]
    basis = [x for x in _basis(left, right) if _possible(x, terms)]
    for chosen in _covering(basis, terms, spend):
        try:
            found = _equations(op, terms, chosen, new)
        except SortError:  # sums of different sorts are never equal
            continue
        yield found


def _basis(left: Sequence[tuple[Term, int]], right: Sequence[tuple[Term, int]]) -> list[Solution]:
    """The minimal solutions of Σ aᵢ xᵢ = Σ bⱼ yⱼ in whole numbers that are not all zero.

    >>> from rewrite import Scalar, variable
    >>> x, y, z = (variable(name, Scalar) for name in "xyz")
    >>> _basis([(x, 1), (y, 1)], [(z, 2)])
    [(0, 2, 1), (1, 1, 1), (2, 0, 1)]
    """
    a, b = [n for _, n in left], [n for _, n in right]
    if set(a) == set(b) == {1}:
        return sorted(_ones(len(a), len(b)))
    ranges = [_range(t, max(b)) for t, _ in left] + [_range(t, max(a)) for t, _ in right]
    found: list[Solution] = []
    solutions = (
        x for x in product(*ranges)
        if any(x) and sum(map(int.__mul__, a, x)) == sum(map(int.__mul__, b, x[len(a) :]))
    )  # fmt: skip
    for x in sorted(solutions, key=sum):
        if not any(all(m <= n for m, n in zip(other, x, strict=True)) for other in found):
            found.append(x)
    return sorted(found)


def _range(t: Term, most: int) -> range:
    """How often an operand may count in a solution; at most once if it is not a variable."""
    return range((most if t.op is VARIABLE else 1) + 1)


def _ones(m: int, n: int) -> Iterator[Solution]:
    for i in range(m):
        for j in range(n):
            yield tuple(int(k in (i, m + j)) for k in range(m + n))


def _possible(x: Solution, terms: Sequence[Term]) -> bool:
    """Whether the operands of a solution can be equal: those that are not variables count once and
    have the same operator."""
    rigid = [t for t, n in zip(terms, x, strict=True) if n and t.op is not VARIABLE]
    if any(n > 1 for t, n in zip(terms, x, strict=True) if t.op is not VARIABLE):
        return False
    return len({t.op if t.args else t for t in rigid}) <= 1


def _covering(
    basis: Sequence[Solution], terms: Sequence[Term], spend: Callable[[], bool]
) -> Iterator[list[Solution]]:
    """Choices of solutions that use every operand, and exactly once if it is not a variable."""
    rigid = [t.op is not VARIABLE for t in terms]
    open_after = [
        [any(x[i] for x in basis[k:]) for i in range(len(terms))] for k in range(len(basis) + 1)
    ]
    stack: list[tuple[int, list[Solution], list[int]]] = [(0, [], [0] * len(terms))]
    while stack:
        at, chosen, totals = stack.pop()
        if not spend():
            return
        if any(not n and not more for n, more in zip(totals, open_after[at], strict=True)):
            continue
        if at == len(basis):
            yield chosen
            continue
        more = [n + m for n, m in zip(totals, basis[at], strict=True)]
        if all(n <= 1 for n, own in zip(more, rigid, strict=True) if own):
            stack.append((at + 1, [*chosen, basis[at]], more))
        stack.append((at + 1, chosen, totals))


def _equations(
    op: Op, terms: Sequence[Term], chosen: Sequence[Solution], new: Callable[[Term], Term]
) -> Pairs:
    """The equations of one choice: an operand equals the bag of its solutions' common terms.

    The common term of a solution is a new variable, or the operand in it that is not a variable.
    """
    common = [_common(terms, x, new) for x in chosen]
    pairs: Pairs = []
    for i, t in enumerate(terms):
        mine = [z for z, x in zip(common, chosen, strict=True) for _ in range(x[i])]
        pairs.append((t, mine[0] if len(mine) == 1 else op.build(tuple(mine))))
    return sorted(pairs, key=lambda pair: pair[0].op is VARIABLE)


def _common(terms: Sequence[Term], x: Solution, new: Callable[[Term], Term]) -> Term:
    rigid = (t for t, n in zip(terms, x, strict=True) if n and t.op is not VARIABLE)
    found = next(rigid, None)
    return new(terms[0]) if found is None else found
