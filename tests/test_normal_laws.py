"""`normal` modulo random lists of laws: idempotent, blind to order, true in every model."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from algebras import CANONICAL, FAMILIES, assignment, models, replaced, shuffled, some_terms
from hypothesis import assume, given
from hypothesis import strategies as st
from profiles import examples

from rewrite import (
    Commutative,
    Context,
    Homogeneous,
    Inverse,
    Morphism,
    Neutral,
    Term,
    matrix,
    normal,
    postorder,
    symmetric,
)

UNRELATED = Context(symmetric(matrix("unrelated")))
"""A fact about none of the terms here; with it, `normal` looks at every term afresh."""


def gathers_in_parts(op: Any) -> bool:
    """Whether parts of a word may be made normal before the whole, with the same result.

    Not if an inverse is on one side only or leads to an element that is not neutral: a word such as
    h(h(x)) h(x) x then has two results, and only to read it as a whole and from one end decides.
    Nor if actions move out of operands that can be exchanged: their order is that of the operands.
    """
    units = [law.e for law in op.laws if isinstance(law, Neutral) and law.side == "both"]
    group = all(
        law.e in units[:1] and law.side == "both" for law in op.laws if isinstance(law, Inverse)
    )
    moving = any(
        (isinstance(law, Homogeneous) and law.of is not None)
        or (isinstance(law, Morphism) and law.eager)
        for law in op.laws
    )
    return group and not (moving and op.law(Commutative) is not None)


families = pytest.mark.parametrize("family", FAMILIES)
randoms = st.integers(0, 2**32).map(Random)


@families
@examples(60)
@given(st.data(), randoms)
def test_normal_is_idempotent(family: str, data: Any, random: Random) -> None:
    algebra = data.draw(FAMILIES[family])
    assume(algebra is not None)
    for t in some_terms(algebra, random):
        once = normal(t)
        assert normal(once, UNRELATED) is once, f"{t} -> {once} -> {normal(once, UNRELATED)}"
        assert normal(t, UNRELATED) is once


@families
@examples(60)
@given(st.data(), randoms)
def test_normal_ignores_order_and_grouping(family: str, data: Any, random: Random) -> None:
    algebra = data.draw(FAMILIES[family])
    assume(algebra is not None)
    for t in some_terms(algebra, random):
        if _has_a_word_twice(t):
            continue
        other = shuffled(t, random)
        assert normal(other) is normal(t), f"{t} -> {normal(t)}, {other} -> {normal(other)}"


@families
@examples(60)
@given(st.data(), randoms)
def test_normal_is_true_in_every_model(family: str, data: Any, random: Random) -> None:
    algebra = data.draw(FAMILIES[family])
    assume(algebra is not None)
    for t in some_terms(algebra, random):
        short = normal(t)
        for model in models(algebra):
            point = assignment(algebra, model, random)
            value = model.evaluate(t, point)
            assert value in (None, model.evaluate(short, point)), f"{t} -> {short}, {point}"


@pytest.mark.parametrize("family", CANONICAL)
@examples(60)
@given(st.data(), randoms)
def test_normal_is_canonical(family: str, data: Any, random: Random) -> None:
    algebra = data.draw(CANONICAL[family])
    for t in some_terms(algebra, random):
        other = t
        for _ in range(random.randint(1, 6)):
            other = replaced(other, algebra, random)
        assert normal(other) is normal(t), f"{t} -> {normal(t)}, {other} -> {normal(other)}"


def _has_a_word_twice(t: Term) -> bool:
    """Whether a word that must be gathered as a whole contains some part twice.

    The walk opens such a part once, and gathers the second by itself.
    """
    for word in postorder(t):
        parts = [word] if word.op.variadic and not gathers_in_parts(word.op) else []
        for part in parts:  # which grows while it is read
            parts += [x for x in part.args if x.op is word.op]
        if len(set(parts)) < len(parts):
            return True
    return False
