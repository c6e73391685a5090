"""Which functions of numbers are tried for which heads.

An associative and commutative head may be a x y + b (x + y) + c only if b (b − 1) = a c, so that
the value of a product does not depend on brackets. A commutative head treats both operands alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any

from .coefficients import Space
from .numbers import Slot

Group = tuple[tuple[Slot, ...], Sequence[tuple[int, ...]]]
PLAIN_NAMES = "#"
"""The first character of the heads of calls."""


def linear(
    theory: Mapping[str, str], factor: int, constant: int, *, least: int, nodes: int = 3_000
) -> Space:
    """Linear functions; `least` is 1 if every operand must count, else 0."""
    return Space(partial(_linear, theory, factor, constant, least), nodes=nodes)


def _linear(
    theory: Mapping[str, str], factor: int, constant: int, least: int, head: str, arity: int
) -> Iterable[Group]:
    constants = [(c,) for c in range(constant + 1)]
    kind = theory.get(head.lstrip(PLAIN_NAMES))
    factors = [n for n in (1, 0, *range(2, factor + 1)) if n >= least]
    if kind is not None and "A" in kind and head[0] not in PLAIN_NAMES:
        yield ((0,), (1,)), [(1, 1), *([(0, 0)] if not least else [])]
    elif kind is not None:
        yield ((0,), (1,)), [(n, n) for n in factors]
    else:
        yield from ((((i,),), [(n,) for n in factors]) for i in range(arity))
    yield ((),), constants


def quadratic(theory: Mapping[str, str], constant: int, *, least: int, nodes: int = 6_000) -> Space:
    """Polynomials with the product of both operands, or the square of a single one."""
    return Space(partial(_quadratic, theory, constant, least), nodes=nodes)


def _quadratic(
    theory: Mapping[str, str], constant: int, least: int, head: str, arity: int
) -> Iterable[Group]:
    kind = theory.get(head.lstrip(PLAIN_NAMES))
    if kind is not None and arity >= 2:
        slots: tuple[Any, ...] = ((), (0,), (1,), (0, 1))
        yield slots, [(c, b, b, a) for a, b, c in _symmetric(kind, constant, least)]
        return
    ranges = [n for n in (1, 0, 2, 3) if n >= least]
    if arity == 1:
        yield ((0,), (0, 0)), [(b, a) for a in (0, 1) for b in ranges]
    elif arity == 2:
        both = [(x, y, xy) for xy in (0, 1) for x, y in product(ranges, repeat=2)]
        yield ((0,), (1,), (0, 1)), sorted(both, key=lambda f: (max(f), sum(f)))
    else:
        yield from ((((i,),), [(n,) for n in ranges]) for i in range(arity))
    yield ((),), [(c,) for c in range(constant + 1)]


def _symmetric(kind: str, constant: int, least: int) -> Iterable[tuple[int, int, int]]:
    for a, b, c in product((0, 1, 2), range(least, 5), range(max(constant, 6) + 1)):
        if "A" not in kind or b * (b - 1) == a * c:
            yield a, b, c


def matrices(dimension: int, largest: int, *, least: int, nodes: int = 6_000) -> Space:
    """Linear functions of vectors, for systems without theories."""
    return Space(partial(_matrices, dimension, largest, least), dimension, nodes)


def _matrices(d: int, largest: int, least: int, head: str, arity: int) -> Iterable[Group]:
    marked = head[0] in PLAIN_NAMES
    rows = range(1 if marked else d)
    every = [(n,) for n in range(largest + 1)]
    for at in range(arity):
        for i, k in product(rows, range(d)):
            corner = i == k == 0 and least
            yield ((at, i, k),), [v for v in ((1,), (0,), *every[2:]) if v[0] >= corner]
        for i, k in product(range(len(rows), d), range(d)):
            yield ((at, i, k),), [(0,)]
    for i in range(d):
        yield (((), i),), every if i in rows else [(0,)]
