"""How the work grows with the size of a term, in counted steps: no test watches the clock."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import Any

import pytest

import rewrite as rw
from rewrite import cross, matrices, sin, vectors
from rewrite.core.context import EMPTY
from rewrite.deadline import within
from rewrite.decision.plain_polynomials import UnfitError
from rewrite.decision.small_identities import SmallQuestion
from rewrite.kernel.polynomials import Kernel
from rewrite.matching.patterns import Search
from rewrite.normalform.walk import Normaliser

a, b, c = vectors("a b c")
A, B = matrices("A B")
x, y = rw.scalars("x y")
MUCH = 1e12


def _nested_sums(n: int) -> Any:
    """Sums of sums, which are written in a graph with n²/2 edges."""
    return reduce(lambda t, _: t + t, range(n), a)


def _tower(n: int) -> Any:
    return reduce(lambda t, i: cross((a, b, c)[i % 3], t), range(n), a)


def _sines(n: int) -> Any:
    return reduce(lambda t, _: sin(t + y), range(n), x)


def _work(call: Callable[[Any], Any], t: Any) -> float:
    with within(None, work=MUCH) as clock:
        call(t)
    return MUCH - clock.work


@pytest.mark.parametrize(("make", "exponent"), [(_nested_sums, 2.2), (_tower, 1.2), (_sines, 1.2)])
@pytest.mark.parametrize("verb", [rw.normal, rw.expand, rw.cost, rw.lower])
def test_work_grows_with_the_graph(verb: Any, make: Any, exponent: float) -> None:
    few, many = (_work(verb, make(n)) for n in (100, 400))
    assert many < few * 4**exponent + 1000


def test_nested_products_are_formed_once() -> None:
    """And not once for every bracket."""
    n = 200
    kernel = Kernel(Normaliser(EMPTY))
    nest = reduce(lambda t, i: (A, B)[i % 3 == 0] @ t, range(n), A)
    assert kernel.run(nest) is rw.normal(nest)
    letters = sum(len(word) for space in kernel.spaces.values() for word in space.known)
    assert letters < 3 * n


@rw.rule
def alternating(v: rw.Vector, w: rw.Vector) -> rw.Rewrite[rw.Matrix]:
    """w vᵀ − v wᵀ = (v × w)~."""
    return w @ v.T - v @ w.T >> rw.tilde(cross(v, w))


@rw.rule
def weighted_squares(z: rw.Scalar, C: rw.Matrix) -> rw.Rewrite[rw.Matrix]:
    """cos² z C + sin² z C = C."""
    return rw.cos(z) ** 2 * C + sin(z) ** 2 * C >> C


def test_a_step_in_a_long_sum_examines_only_new_summands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step makes a summand on which the other rule is tried, but not on all others again."""
    tries = [0]
    spend = Search.spend

    def counted(search: Search) -> None:
        tries[0] += 1
        spend(search)

    monkeypatch.setattr(Search, "spend", counted)
    counts = []
    for n in (20, 80):
        us, vs = (rw.vectors([f"{name}_{i}" for i in range(n)]) for name in "uv")
        zs = rw.scalars([f"z_{i}" for i in range(n)])
        parts = [u @ v.T for u, v in zip(us, vs, strict=True)]
        parts += [f(z) ** 2 * w for z, w in zip(zs, parts, strict=True) for f in (rw.cos, sin)]
        parts = [p @ A for p in parts[:n]] + parts[n:]
        tries[0] = 0
        found = rw.exhaust(rw.bottom_up(rw.RuleSet(alternating, weighted_squares)))(
            sum(parts[1:], parts[0])
        )
        assert len(found.args) == 2 * n
        counts.append(tries[0])
    assert counts[1] < 4**1.3 * counts[0]


def test_words_are_refused_before_they_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rewrite.kernel.reader.MAX_LETTERS", 10_000)
    nest = reduce(lambda t, i: (A, B)[i % 2] @ (t + b), range(100), a)
    with pytest.raises(rw.LimitError, match="factors together"):
        rw.expand(nest)
    assert rw.simplify(nest).sort is rw.Vector


def test_long_numbers_are_not_small() -> None:
    """Products that flint would expand in one call, which nothing can stop, are refused."""
    long = rw.number(Fraction(10**20_000 + 1, 3**20_000))
    for t in ((long * x + 1) ** 3, ((x + 1) ** 40) ** 40, rw.number(3) ** (10**9) * x):
        with pytest.raises(UnfitError):
            SmallQuestion([*rw.postorder(t)])
    with pytest.raises(rw.RewriteError, match=r"1000.* is too large for a float"):
        rw.code(rw.number(10**20_000) * x, "c")
