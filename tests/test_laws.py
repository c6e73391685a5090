"""The table of clashes, searched: a list of laws is accepted if and only if it has a model.

Lists grow one law at a time. A list that contains a refused one must be refused. Of the others, an
accepted list must have a non-trivial model on a few elements, and a refused one none. A model that
was found serves every other list it satisfies, so that few searches are needed. Two, three or four
elements are enough, three or five if there are signs, but for the lists of `LARGER`.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from rewrite import (
    Absorbing,
    Anticommutative,
    Associative,
    Commutative,
    Homogeneous,
    Idempotent,
    Inverse,
    Involution,
    Law,
    LawError,
    LawWarning,
    Linear,
    Neutral,
    Nilpotent,
    Parity,
    Projector,
    Term,
    Undoes,
    operator,
    symbol,
)
from rewrite.laws.models import find_models, is_trivial
from rewrite.operators import ZERO


class Thing(Term):
    """Something with no structure but the operators of these tests."""

    __slots__ = ()


class Arrow(Linear):
    """Something with signs."""

    __slots__ = ()
    dimension = 1


class Gear(Term):
    """Another sort, for operators between sorts."""

    __slots__ = ()


a, b, c, d, e, z = (symbol(name, Thing) for name in "abcdez")
u, v = symbol("u", Arrow), symbol("v", Arrow)
h = operator("h", Thing, result=Thing)
i = operator("i", Thing, result=Thing, laws=[Involution()])
back = operator("back", Arrow, result=Arrow)
turn = operator("turn", Arrow, result=Arrow, laws=[Involution()])
g = operator("g", Thing, Thing, result=Thing)
SIDES: tuple[Any, ...] = ("left", "right", "both")

names = (f"f{n}" for n in itertools.count())


def inverses(ops: Sequence[Any], elements: Sequence[Any]) -> list[Law]:
    options = itertools.product(ops, elements, SIDES, (False, True))
    return [Inverse(op, x, side, total=total) for op, x, side, total in options]


UNARY: list[Law] = [
    Involution(),
    Projector(),
    Nilpotent(2, z),
    Nilpotent(3, z),
    Nilpotent(2, c),
    Absorbing(z),
    Absorbing(c),
    Undoes(h),
]
BINARY: list[Law] = [
    Associative(),
    Commutative(),
    Idempotent(),
    *(Neutral(e, side) for side in SIDES),
    *(Neutral(a, side) for side in SIDES[:2]),
    *(Absorbing(x, side) for x in (a, e) for side in SIDES),
    *inverses((h, i), (e, b)),
]
SIGNED: list[Law] = [
    Homogeneous(),
    Associative(),
    Commutative(),
    Idempotent(),
    *(Neutral(x, side) for x in (ZERO, u) for side in SIDES),
    *(Absorbing(x, side) for x in (ZERO, v) for side in SIDES),
    *inverses((back, turn), (ZERO, u)),
]
LINEAR: list[Law] = [
    Homogeneous(),
    Homogeneous(degree=2),
    Parity(odd=True),
    Parity(odd=False),
    Involution(),
    Projector(),
    Nilpotent(2, ZERO),
    Nilpotent(2, u),
    Absorbing(ZERO),
    Absorbing(v),
]
BILINEAR: list[Law] = [
    Homogeneous(),
    Homogeneous(degree=2),
    Homogeneous(at=(0,)),
    Homogeneous(degree=2, at=(1,)),
    Idempotent(),
    *(Neutral(x, side) for x in (ZERO, u) for side in SIDES[1:]),
    *(Absorbing(x, side) for x in (ZERO, v) for side in SIDES[1:]),
]


def declared(laws: Sequence[Law], sort: type[Term], arity: int) -> Any:
    """The operator with these laws, or the reason why it is refused."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LawWarning)
        try:
            return operator(next(names), *[sort] * arity, result=sort, laws=laws)
        except LawError as error:
            return str(error)


def unchecked(laws: Sequence[Law], sort: type[Term], arity: int) -> Any:
    """An operator that has its laws past the table, to look for models of a refused list."""
    op = operator(next(names), *[sort] * arity, result=sort)
    op.laws = tuple(laws)
    return op


def lists(universe: Sequence[Law], most: int) -> Iterator[tuple[int, ...]]:
    """Lists of laws by their numbers, the short ones first, with at most one Inverse in each."""
    for n in range(1, most + 1):
        for chosen in itertools.combinations(range(len(universe)), n):
            if sum(isinstance(universe[k], Inverse) for k in chosen) <= 1:
                yield chosen


LARGER: list[tuple[set[type[Law]], int]] = [
    # on a line f(x, y) is a multiple of f(y, y), which is zero: a plane is needed
    ({Anticommutative, Homogeneous}, 9),
    # on a line f(x, y) is a multiple of f(y, y), which is y: f(x, y) is x
    ({Homogeneous, Idempotent, Neutral}, 9),
    # on a line f(x) is a multiple of x, and f(f(x)) the same multiple of that
    ({Homogeneous, Projector}, 25),
    ({Homogeneous, Nilpotent}, 25),
    ({Homogeneous, Absorbing}, 25),
]
"""Accepted lists whose smallest model is larger than those searched for every list, and why."""


def first_model(op: Any, sizes: Sequence[int]) -> Any:
    for size in sizes:
        search = find_models(op, size)
        model = next(iter(search), None)
        assert search.stopped is None, f"{op.laws}: {search.stopped}, on {size} elements"
        if model is not None:
            return model
    return None


@pytest.mark.parametrize(
    ("always", "universe", "sort", "arity", "sizes", "most"),
    [
        pytest.param([], UNARY, Thing, 1, (2, 3, 4, 5), 5, id="unary"),
        pytest.param([], BINARY, Thing, 2, (2, 3, 4), 5, id="binary"),
        pytest.param([Anticommutative()], SIGNED, Arrow, 2, (3, 5), 3, id="signed"),
        pytest.param([], LINEAR, Arrow, 1, (5,), 4, id="linear"),
        pytest.param([], BILINEAR, Arrow, 2, (5,), 4, id="bilinear"),
    ],
)
def test_accepted_if_and_only_if_there_is_a_model(
    always: list[Law],
    universe: list[Law],
    sort: type[Term],
    arity: int,
    sizes: tuple[int, ...],
    most: int,
) -> None:
    served: list[frozenset[int]] = []  # for each model found, the laws that hold in it
    refused: list[frozenset[int]] = []
    for chosen in map(frozenset, lists(universe, most)):
        laws = always + [universe[k] for k in sorted(chosen)]
        op = declared(laws, sort, arity)
        if any(less <= chosen for less in refused):
            assert isinstance(op, str), f"{laws}: part of this list is refused, but not the list"
            continue
        if not isinstance(op, str) and any(chosen <= held for held in served):
            continue
        told = isinstance(op, str)
        op = unchecked(laws, sort, arity) if told else op
        model = first_model(op, sizes)
        if model is None and not told:
            model = first_model(op, [n for kinds, n in LARGER if kinds <= set(map(type, laws))])
        assert (model is None) == told, (
            f"{laws}: {'refused' if told else 'accepted'}, {model and model.table(op)}"
        )
        if model is None:
            refused.append(chosen)
            continue
        held = [
            k
            for k, law in enumerate(universe)
            if model.satisfies(op, [law]) and not is_trivial(model, op, [law])
        ]
        served.append(frozenset(held))
    assert refused
    assert served
