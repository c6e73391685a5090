"""Unification modulo the laws: substitutions that make two patterns the same.

Operators without laws are unified operand by operand, commutative ones in both orders,
anticommutative ones in every order with its sign. An operator that associates and commutes is
solved as a linear equation in whole numbers (Stickel): how often each operand of one side is found
among those of the other. Words, whose operator only associates, have infinitely many unifiers; here
they are unified letter by letter, so a variable takes one letter (see `partial`). Sums and products
of scalars are unified operand by operand.

>>> from rewrite import Associative, Commutative, Term, operator
>>> class Thing(Term):
...     "Some thing."
>>> f = operator("f", Thing, Thing, result=Thing, laws=[Associative(), Commutative()])
>>> x, y, u, v = (variable(name, Thing) for name in "xyuv")
>>> len(list(unified(f(x, y), f(u, v), {})))
7
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from typing import Any

from ..core.laws import Anticommutative, Associative, Commutative
from ..core.linear import LINEAR_OPERATORS
from ..core.operators import VARIABLE, Operator
from ..core.terms import Term, postorder
from ..core.variables import Bindings, instance, variable, variables_of
from .patterns import shaped

Op = Operator[..., Any]
SOLUTIONS = 12
"""How many basic solutions of a linear equation are combined; more are not looked at."""


def unified(p: Term, q: Term, s: Bindings) -> Iterator[tuple[Bindings, int]]:
    """Substitutions, and signs, that make two patterns the same."""
    p, q = walked(p, s), walked(q, s)
    if p is q:
        yield s, 1
    elif p.op is VARIABLE or q.op is VARIABLE:
        if p.op is not VARIABLE:
            p, q = q, p
        found = _assigned(p, q, s)
        if found is not None:
            yield found, 1
    elif p.op is q.op and is_bag(p.op):
        for found in unified_bags(p.op, p.args, q.args, s):
            yield found, 1
    elif p.op is q.op and len(p.args) == len(q.args) and p.args:
        for order, sign in _orders(q):
            for found in each(p.args, order, s):
                yield found, sign


def each(ps: Sequence[Term], qs: Sequence[Term], s: Bindings) -> Iterator[Bindings]:
    """Substitutions that make terms the same one by one, without signs."""
    if not ps:
        yield s
        return
    for found, sign in unified(ps[0], qs[0], s):
        if sign > 0:
            yield from each(ps[1:], qs[1:], found)


def is_bag(op: Op) -> bool:
    """Whether an operator associates and commutes, and is none of the linear theory."""
    laws = op.law(Associative), op.law(Commutative)
    return None not in laws and op not in LINEAR_OPERATORS


def partial(t: Term) -> bool:
    """Whether a variable stands among the letters of a word, so that unifiers are left out."""
    return any(
        s.op.law(Associative) is not None
        and not is_bag(s.op)
        and s.op not in LINEAR_OPERATORS
        and any(a.op is VARIABLE for a in s.args)
        for s in postorder(t)
    )


def _orders(t: Term) -> Iterator[tuple[Sequence[Term], int]]:
    signed = t.op.law(Anticommutative) is not None
    if (not signed and t.op.law(Commutative) is None) or (
        t.op.law(Associative) is not None and len(t.args) > 6
    ):
        yield t.args, 1
    else:
        for order in permutations(range(len(t.args))):
            swaps = sum(x > y for i, x in enumerate(order) for y in order[i + 1 :])
            yield [t.args[i] for i in order], -1 if signed and swaps % 2 else 1


def walked(t: Term, s: Bindings) -> Term:
    while t.op is VARIABLE and t in s:
        t = s[t]
    return t


def _assigned(v: Term, t: Term, s: Bindings) -> Bindings | None:
    if v.sort is not t.sort or any(x is v for x in postorder(settled(t, s))):
        return None
    sizes = shaped(v.shape, t.shape, s)
    return None if sizes is None else {**sizes, v: t}


def settled(t: Term, s: Bindings) -> Term:
    """A term under a substitution whose values may themselves have variables."""
    for _ in range(len(s) + 1):
        more = instance(t, s)
        if more is t:
            break
        t = more
    return t


# -- operators that associate and commute ---------------------------------------------------------


def operands(op: Op, ts: Sequence[Term], s: Bindings) -> list[Term]:
    """The operands of a bag under a substitution, flattened."""
    found: list[Term] = []
    stack = list(reversed(ts))
    while stack:
        t = walked(stack.pop(), s)
        if t.op is op:
            stack += reversed(t.args)
        else:
            found.append(t)
    return found


def unified_bags(op: Op, ps: Sequence[Term], qs: Sequence[Term], s: Bindings) -> Iterator[Bindings]:
    """Substitutions under which two bags of operands are the same."""
    mine, other = Counter(operands(op, ps, s)), Counter(operands(op, qs, s))
    left, right = list((mine - other).items()), list((other - mine).items())
    if not left or not right:
        if not left and not right:
            yield s
        return
    terms = [t for t, _ in (*left, *right)]
    basis = _basis([n for _, n in left], [n for _, n in right])
    basis = [
        b for b in basis if all(b[i] <= 1 for i, t in enumerate(terms) if t.op is not VARIABLE)
    ]
    for chosen in _covering(basis[:SOLUTIONS], terms):
        yield from _dealt(op, terms, chosen, s)


def _basis(a: Sequence[int], b: Sequence[int]) -> list[tuple[int, ...]]:
    """The minimal solutions of Σ aᵢ xᵢ = Σ bⱼ yⱼ in whole numbers that are not all zero.

    >>> _basis([1, 1], [2])
    [(0, 2, 1), (1, 1, 1), (2, 0, 1)]
    """
    ranges = [range(max(b) + 1)] * len(a) + [range(max(a) + 1)] * len(b)
    found: list[tuple[int, ...]] = []
    solutions = (
        x for x in product(*ranges)
        if any(x) and sum(map(int.__mul__, a, x)) == sum(map(int.__mul__, b, x[len(a) :]))
    )  # fmt: skip
    for x in sorted(solutions, key=sum):
        if not any(all(m <= n for m, n in zip(other, x, strict=True)) for other in found):
            found.append(x)
    return sorted(found)


def _covering(
    basis: Sequence[tuple[int, ...]], terms: Sequence[Term]
) -> Iterator[list[tuple[int, ...]]]:
    """Choices of solutions that use every operand, and once what is no variable."""
    for size in range(1, len(basis) + 1):
        for chosen in combinations(basis, size):
            totals = [sum(column) for column in zip(*chosen, strict=True)]
            if all(n and (n == 1 or t.op is VARIABLE) for n, t in zip(totals, terms, strict=True)):
                yield list(chosen)


def _dealt(
    op: Op, terms: Sequence[Term], chosen: Sequence[tuple[int, ...]], s: Bindings
) -> Iterator[Bindings]:
    """The substitutions of one choice: a new variable for each solution."""
    taken = {
        v.value.name for t in (*s, *s.values()) if isinstance(t, Term) for v in variables_of(t)
    }
    taken |= {v.value.name for t in terms for v in variables_of(t)}
    names = (n for n in (f"z{i}" for i in range(1, 10_000)) if n not in taken)
    sort, shape = terms[0].sort, terms[0].shape
    new = [variable(next(names), sort, shape) for _ in chosen]
    values = []
    for i in range(len(terms)):
        mine = [z for z, x in zip(new, chosen, strict=True) for _ in range(x[i])]
        values.append(mine[0] if len(mine) == 1 else op.build(tuple(mine)))
    rigid_first = sorted(range(len(terms)), key=lambda i: terms[i].op is VARIABLE)
    yield from each([terms[i] for i in rigid_first], [values[i] for i in rigid_first], s)
