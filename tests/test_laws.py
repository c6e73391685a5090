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
    Antimorphism,
    Associative,
    Commutative,
    Commutes,
    External,
    Homogeneous,
    Idempotent,
    Inverse,
    Involution,
    Law,
    LawError,
    LawWarning,
    Linear,
    Morphism,
    Neutral,
    Nilpotent,
    Parity,
    Powers,
    Projector,
    Scalar,
    Term,
    Undoes,
    Vector,
    add_laws,
    normal,
    operator,
    symbol,
    zero,
)
from rewrite.check.models.finite_models import find_models, is_trivial
from rewrite.core.operators import ONE, ZERO


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
        pytest.param([], BINARY, Thing, 2, (2, 3, 4), 3, id="binary"),
        pytest.param(
            [], BINARY, Thing, 2, (2, 3, 4), 5, id="binary, five laws", marks=pytest.mark.slow
        ),
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


# -- what a refusal says --------------------------------------------------------------------------


def refusal(laws: Sequence[Law], *sorts: type[Term], result: type[Term] = Thing) -> str:
    with pytest.raises(LawError) as caught:
        operator("f", *sorts, result=result, laws=laws)
    return str(caught.value)


BOTH = (Thing, Thing)
GROUP = [Associative(), Neutral(e), Inverse(h, e)]


@pytest.mark.parametrize(
    ("laws", "sorts", "named", "reason"),
    [
        # every combination that spec 01 lists
        ([Commutative(), Anticommutative()], (Arrow, Arrow), "Commutative and Anti", "zero"),
        ([Projector(), Nilpotent(2, z)], (Thing,), "Projector and Nilpotent(2, z)", "constant"),
        ([Involution(), Projector()], (Thing,), "Involution and Projector", "identity"),
        ([Involution(), Nilpotent(3, z)], (Thing,), "Involution and Nilpotent(3, z)", "are one"),
        ([Neutral(e, "left"), Neutral(a, "right")], BOTH, "Neutral(e, left) and", "both elements"),
        ([Neutral(e), Absorbing(e, "left")], BOTH, "Neutral(e) and Absorbing(e, left)", "are one"),
        (
            [Associative(), Idempotent(), Neutral(e), Inverse(h, e)],
            BOTH,
            "Associative, Idempotent, Neutral(e) and Inverse(h, e)",
            "h(x) x x = h(x) x = e",
        ),
        (
            [Idempotent(), Anticommutative()],
            (Arrow, Arrow),
            "Idempotent and Anti",
            "x = f(x, x) = 0",
        ),
        ([Neutral(ZERO), Anticommutative()], (Arrow, Arrow), "Neutral(zero) and Anti", "= -x"),
        ([Absorbing(v), Anticommutative()], (Arrow, Arrow), "Absorbing(v) and", "f(v, v) = 0"),
        ([Associative(), Anticommutative()], (Arrow, Arrow), "Associative and Anti", "of three"),
        ([Inverse(h, e, total=True), Absorbing(a)], BOTH, "Inverse(h, e, total) and", "h(a)"),
        # and some that it does not
        ([Nilpotent(2, z), Absorbing(a)], (Thing,), "Nilpotent(2, z) and Absorbing(a)", "= z"),
        (
            [Associative(), Neutral(e, "left"), Absorbing(e, "right")],
            BOTH,
            "Absorbing",
            "projection",
        ),
        ([Commutative(), Morphism(g, at=(0,))], BOTH, "Commutative and Morphism", "leave `at` out"),
        ([Associative(), Idempotent(), Powers(g)], BOTH, "Idempotent and Powers", "no powers"),
        (
            [Neutral(ZERO, "left"), Absorbing(zero(Arrow))],
            (Arrow, Arrow),
            "Neutral(zero",
            "are one",
        ),
    ],
)
def test_a_refusal_names_the_laws_and_the_reason(
    laws: list[Law], sorts: tuple[type[Term], ...], named: str, reason: str
) -> None:
    message = refusal(laws, *sorts, result=sorts[0])
    assert "operator 'f'" in message
    assert named in message
    assert reason in message


def test_idempotent_may_have_an_inverse_if_it_does_not_associate() -> None:
    """Spec 01 refuses the pair; e, a, b with a b = b a = e and all else idempotent is a model."""
    f = operator(
        "f", *BOTH, result=Thing, laws=[Idempotent(), Neutral(e), Inverse(h, e, total=True)]
    )
    assert first_model(f, (2,)) is None
    assert first_model(f, (3,)) is not None


@pytest.mark.parametrize(
    ("laws", "sorts", "result", "reason"),
    [
        (
            [Associative()],
            (Vector, Vector),
            Scalar,
            "operand 2 is Vector, and its result is Scalar",
        ),
        ([Associative()], (Thing, Gear), Thing, "operand 1 is Thing, and operand 2 is Gear"),
        ([Commutative()], (Thing, Gear), Thing, "operand 1 is Thing"),
        ([Commutative()], (Thing,), Thing, "it is about operators of 2 operands, and f has 1"),
        ([Anticommutative()], BOTH, Thing, "Thing has no zero"),
        ([Anticommutative()], (Arrow,), Arrow, "two or more operands"),
        ([Idempotent()], BOTH, Gear, "its result is Gear"),
        ([Involution()], BOTH, Thing, "it is about operators of one operand, and f has 2"),
        ([Involution()], (Thing,), Gear, "its result is Gear"),
        ([Projector()], (Thing,), Gear, "its result is Gear"),
        ([Nilpotent(1, z)], (Thing,), Thing, "at least twice"),
        ([Nilpotent(2, u)], (Thing,), Thing, "u is Arrow, not Thing"),
        ([Nilpotent(2, ZERO)], (Thing,), Thing, "Thing has no zero"),
        ([Neutral(ONE)], (Arrow, Arrow), Arrow, "Arrow has no one"),
        ([Neutral(e)], (Gear, Gear), Gear, "e is Thing, not Gear"),
        ([Neutral(e, "left")], (Thing, Gear), Thing, "operand 2 is Gear, and its result is Thing"),
        ([Inverse(g, e)], BOTH, Thing, "g has 2 operands, and needs one"),
        ([Inverse(h, u)], BOTH, Thing, "u is Arrow, not Thing"),
        ([Absorbing(a, "left")], (Thing,), Thing, "f has 1 operands, and no left one"),
        ([Absorbing(u)], BOTH, Thing, "u is Arrow, not Thing"),
        ([Powers(g)], BOTH, Thing, "not associative"),
        ([External(g), Associative()], BOTH, Thing, "f is associative"),
        ([Antimorphism(h)], (Thing,), Thing, "h has 1 operands, and needs two"),
        ([Homogeneous(at=(2,))], (Arrow, Arrow), Arrow, "it names operand 2, counted from 0, of 2"),
        ([Associative(), Homogeneous(at=(0,))], (Arrow, Arrow), Arrow, "leave `at` out"),
    ],
)
def test_a_law_must_fit_its_operator(
    laws: list[Law], sorts: tuple[type[Term], ...], result: type[Term], reason: str
) -> None:
    message = refusal(laws, *sorts, result=result)
    assert "does not fit" in message
    assert reason in message


def test_operators_are_not_moved_in_and_out_for_ever() -> None:
    inside = operator("inside", Thing, result=Thing)
    outside = operator("outside", Thing, result=Thing, laws=[Commutes(inside)])
    with pytest.raises(LawError, match=r"Commutes\(outside\) and Commutes\(inside\).*for ever"):
        add_laws(inside, [Commutes(outside)])
    assert inside.laws == (), "what was refused is not there"
    with pytest.raises(LawError, match=r"Morphism\(inside, eager\) cannot"):
        add_laws(inside, [Morphism(inside, eager=True)])


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda: operator("not a name", Thing, result=Thing), "must be an identifier"),
        (lambda: operator("f", result=Thing), "declare a symbol instead"),
        (lambda: operator("f", *[Thing] * 3, result=Thing, laws=[Associative()]), "two parameters"),
        (lambda: operator("f", Thing, result=Thing, laws=[Involution]), r"write Involution\(...\)"),
        (lambda: operator("f", Thing, result=Linear), "the shape of its result is not known"),
    ],
)
def test_a_declaration_must_make_sense(declare: Any, message: str) -> None:
    with pytest.raises(LawError, match=message):
        declare()


# -- laws read together ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("laws", "sorts", "message"),
    [
        (
            [Commutative(), Neutral(e, "left")],
            BOTH,
            "Neutral(e, left) is on both sides, because of",
        ),
        ([Commutative(), Inverse(h, e, "right")], BOTH, "Inverse(h, e, right) is on both sides"),
        ([Inverse(i, e, "left", total=True)], BOTH, "because of Involution"),
        (
            [Anticommutative(), Absorbing(ZERO, "left")],
            (Arrow, Arrow),
            "because of Anticommutative",
        ),
        ([Nilpotent(2, z), Nilpotent(3, z)], (Thing,), "Nilpotent(3, z) follows from"),
        ([*GROUP, Inverse(i, e)], BOTH, "Inverse(i, e) leads to the same inverses"),
        ([Nilpotent(2, z), Absorbing(z)], (Thing,), "Absorbing(z) follows from Nilpotent(2, z)"),
    ],
)
def test_redundancy_is_a_warning(
    laws: list[Law], sorts: tuple[type[Term], ...], message: str
) -> None:
    with pytest.warns(LawWarning) as caught:
        operator("f", *sorts, result=sorts[0], laws=laws)
    assert len(caught) == 1
    assert message in str(caught[0].message)
    assert caught[0].filename == __file__


def test_an_antimorphism_over_a_commutative_operator_is_a_morphism() -> None:
    f = operator("f", *BOTH, result=Thing, laws=[Commutative()])
    with pytest.warns(LawWarning, match="is a Morphism"):
        operator("k", Thing, result=Thing, laws=[Antimorphism(f)])


def test_declaring_twice_is_declaring_once() -> None:
    f = operator("f", *BOTH, result=Thing, laws=[Idempotent(), Neutral(e), Idempotent()])
    assert f.laws == (Idempotent(), Neutral(e))


def test_two_sides_are_one_law_for_both() -> None:
    laws = [Neutral(e, "left"), Inverse(h, e, "right"), Neutral(e, "right"), Inverse(h, e, "left")]
    f = operator("f", *BOTH, result=Thing, laws=laws)
    assert f.laws == (Neutral(e), Inverse(h, e))


def test_laws_added_later_are_checked_with_the_first() -> None:
    f = operator("f", *BOTH, result=Thing, laws=[Neutral(e)])
    with pytest.raises(LawError, match="cannot stand together"):
        add_laws(f, [Absorbing(e)])
    assert f.laws == (Neutral(e),)
    add_laws(f, [Commutative()])
    x, y = symbol("x", Thing), symbol("y", Thing)
    assert normal(f(y, f(e, x))) is f(x, y)
