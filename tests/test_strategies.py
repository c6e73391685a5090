"""Strategies: what each of them does, that nothing hangs, and that true rules keep the value."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from algebras import FAMILIES, Algebra, random_term
from hypothesis import given
from hypothesis import strategies as st
from profiles import examples
from random_rules import BACK, SOUND, WAYS, random_rules, sound_rule, strategies
from terms import terms

import rewrite
import rewrite.rewriting.strategies
from rewrite import (
    Associative,
    Commutative,
    Context,
    Idempotent,
    Matrix,
    Outcome,
    Rewrite,
    RewriteError,
    RuleSet,
    Scalar,
    Term,
    bottom_up,
    cross,
    dot,
    equals,
    exhaust,
    first,
    limits,
    matrix,
    normal,
    number,
    once,
    operator,
    order,
    postorder,
    rule,
    scalars,
    sin,
    symbol,
    symmetric,
    top_down,
    vectors,
)
from rewrite.evaluation.compare import agree


class Thing(Term):
    """Something."""

    __slots__ = ()


p, q, s = (symbol(name, Thing) for name in ("p", "q", "s"))
f: Any = operator("f", Thing, result=Thing)
g: Any = operator("g", Thing, result=Thing)
pair: Any = operator("pair", Thing, Thing, result=Thing)
join: Any = operator(
    "join", Thing, Thing, result=Thing, laws=[Associative(), Commutative(), Idempotent()]
)
h: Any = operator("h", Scalar, result=Scalar)
x, y = scalars("x y")


@rule
def drop(t: Thing) -> Rewrite[Thing]:
    """f(t) = t."""
    return f(t) >> t


@rule
def to_g(t: Thing) -> Rewrite[Thing]:
    """f(t) = g(t)."""
    return f(t) >> g(t)


@rule
def to_f(t: Thing) -> Rewrite[Thing]:
    """g(t) = f(t)."""
    return g(t) >> f(t)


@rule
def grow(t: Thing) -> Rewrite[Thing]:
    """f(t) = f(g(t))."""
    return f(t) >> f(g(t))


@rule
def double(t: Thing) -> Rewrite[Thing]:
    """f(t) = pair(f(t), f(t)): twice as large with every pass."""
    return f(t) >> pair(f(t), f(t))


@rule
def unpair(t: Thing, u: Thing) -> Rewrite[Thing]:
    """The first of a pair."""
    return pair(t, u) >> t


# -- one by one ---------------------------------------------------------------------------------


def test_a_rule_and_a_set_work_at_the_head():
    assert drop(f(p)) is p
    assert drop(f(f(p))) is f(p)
    assert drop(g(f(p))) is None
    assert RuleSet(unpair, drop)(f(pair(p, q))) is pair(p, q)


def test_first_is_the_first_that_changes_something():
    assert first(drop, to_g)(f(p)) is p
    assert first(to_g, drop)(f(p)) is g(p)
    assert first(unpair, drop)(f(p)) is p
    assert first(unpair, drop)(g(p)) is None
    assert first()(f(p)) is None


def test_all_is_one_after_another():
    assert rewrite.all(to_g, to_f, to_g)(f(p)) is g(p)
    assert rewrite.all(unpair, drop)(pair(f(p), q)) is p
    assert rewrite.all(drop, unpair)(pair(f(p), q)) is f(p)
    assert rewrite.all(to_g, to_f)(f(p)) is None, "there and back changes nothing"
    assert rewrite.all()(f(p)) is None


def test_exhaust_is_again_and_again():
    assert exhaust(drop)(f(f(f(p)))) is p
    assert exhaust(drop)(g(f(p))) is None
    outcome = exhaust(drop).run(f(f(f(p))))
    assert (outcome.reason, outcome.steps, outcome.finished) == ("fixed point", 3, True)


def test_bottom_up_sees_operands_first():
    seen: list[Term] = []

    def look(t: Term) -> None:
        seen.append(t)

    assert bottom_up(look)(pair(f(p), f(p))) is None
    assert seen == [p, f(p), pair(f(p), f(p))], "each distinct sub-term once"
    assert bottom_up(drop)(f(g(f(p)))) is g(p)
    assert bottom_up(unpair)(pair(pair(p, q), s)) is p


def test_top_down_sees_the_whole_first():
    seen: list[Term] = []

    def look(t: Term) -> None:
        seen.append(t)

    assert top_down(look)(pair(f(p), f(p))) is None
    assert seen == [pair(f(p), f(p)), f(p), p]
    assert top_down(unpair)(pair(pair(p, q), s)) is pair(p, q)
    assert top_down(unpair)(f(pair(pair(p, q), s))) is f(pair(p, q))
    assert top_down(drop)(f(f(g(f(p))))) is f(g(p)), "what a rule made is not looked at again"


def test_once_is_one_place():
    assert once(drop)(pair(f(p), f(q))) is pair(p, f(q))
    assert once(drop)(f(f(p))) is f(p)
    assert once(drop)(pair(g(f(q)), q)) is pair(g(q), q)
    assert once(drop)(g(p)) is None
    assert once(drop).run(pair(f(p), f(q))).steps == 1


def test_once_continues_where_the_laws_undo_a_step():
    """join(p, f(p)) gets p twice and is p; but pair keeps what the laws give back."""

    @rule
    def twice(t: Thing) -> Rewrite[Thing]:
        """g(t) = f(t), and so is t in a join."""
        return g(t) >> join(t, g(t))

    t = join(p, g(p))
    assert normal(join(p, join(p, g(p)))) is t
    assert once(twice).run(pair(t, f(p))).reason == "fixed point"
    assert once(twice)(t) is None
    assert once(first(twice, drop))(pair(t, f(p))) is pair(t, p)


def test_results_are_normal():
    @rule
    def merge(t: Thing, u: Thing) -> Rewrite[Thing]:
        """A pair is a join."""
        return pair(t, u) >> join(u, t)

    assert bottom_up(merge)(join(q, pair(p, pair(q, p)))) is join(p, q)


def test_a_strategy_takes_terms():
    with pytest.raises(RewriteError, match="rewrites a term, not the Python int 3"):
        exhaust(drop).run(3)  # type: ignore[arg-type]
    with pytest.raises(RewriteError, match="a strategy is a rule, a rule set or a function"):
        bottom_up(3)


# -- functions ----------------------------------------------------------------------------------


def test_a_function_is_a_strategy():
    def sort_pair(t: Term) -> Term | None:
        if t.op is pair and order(t.args[1]) < order(t.args[0]):
            return pair(t.args[1], t.args[0])
        return None

    assert bottom_up(sort_pair)(f(pair(q, p))) is f(pair(p, q))
    assert exhaust(first(sort_pair, drop))(pair(q, p)) is pair(p, q)
    assert bottom_up(sort_pair)(pair(p, q)) is None


def test_results_of_functions_are_normal_and_keep_the_sort():
    assert bottom_up(lambda t: join(q, p, q) if t is s else None)(f(s)) is f(join(p, q))
    with pytest.raises(RewriteError, match=r"made Scalar of .*, which is Vector"):
        first(lambda t: dot(t, t))(vectors("a")[0])
    with pytest.raises(RewriteError, match="made the Python int 5"):
        first(lambda t: 5)(p)


def test_functions_that_never_end_are_ended():
    outcome = exhaust(lambda t: f(t)).run(p, steps=30)
    assert (outcome.reason, outcome.steps) == ("30 steps", 30)


# -- limits -------------------------------------------------------------------------------------


def test_steps_are_limited():
    outcome = exhaust(grow).run(f(p), steps=7)
    assert outcome.reason == "7 steps"
    assert not outcome.finished
    assert outcome.steps == 7
    assert outcome.term is f(_nested(g, p, 7))
    assert exhaust(drop).run(_nested(f, p, 5), steps=5).reason == "fixed point"
    assert exhaust(drop).run(f(p), steps=0).term is f(p)


def _nested(op: Any, t: Any, n: int) -> Any:
    for _ in range(n):
        t = op(t)
    return t


def test_seconds_are_limited():
    outcome = exhaust(grow).run(f(p), seconds=0.2, steps=None, size=None)
    assert outcome.reason == "0.2 seconds"
    assert outcome.steps > 0


def test_seconds_are_limited_where_nothing_is_found():
    """A search that finds nothing takes its time too."""

    @rule
    def odd_sum(t: Thing, u: Thing, v: Thing, w: Thing) -> Rewrite[Thing]:
        """Four shares of a join; the condition never holds."""
        return join(f(join(t, u, v)), g(join(u, v, w))) >> join(t, v)

    many = [symbol(f"s{i}", Thing) for i in range(14)]
    wide = _nested(f, join(f(join(*many[:7])), g(join(*many[7:]))), 1)
    for i in range(12):
        wide = pair(wide, join(f(join(*many[: i + 2])), g(join(*many[i:], s)), many[i]))
    outcome = bottom_up(odd_sum).run(wide, seconds=0.5, steps=None, budget=20_000)
    assert outcome.reason.split(", ")[0] in ("0.5 seconds", "fixed point")


def test_sizes_are_limited():
    outcome = exhaust(grow).run(f(p), size=20)
    assert outcome.reason == "size 20"
    assert order(outcome.term)[0] <= 20


@pytest.mark.parametrize("way", [bottom_up, top_down, once])
def test_the_whole_is_limited_in_size(way):
    outcome = exhaust(way(double)).run(pair(p, f(p)), size=500, steps=2000)
    assert order(outcome.term)[0] <= 500
    assert set(outcome.reason.split(", ")) <= {"size 500", "2000 steps"}


def test_results_that_contain_the_term_itself_are_left_alone():
    """Top down, p becomes a word of p's; going into it again would never end."""
    word: Any = operator("word", Thing, Thing, result=Thing, laws=[Associative()])

    @rule
    def four() -> Rewrite[Thing]:
        """p = p p p p."""
        return p >> word(p, p, p, p)

    @rule
    def ever(t: Thing) -> Rewrite[Thing]:
        """f(t) = f(g(t)) f(g(t)), a new term every time."""
        return f(t) >> word(f(g(t)), f(g(t)))

    assert top_down(four)(f(p)) is f(word(p, p, p, p))
    outcome = top_down(ever).run(pair(f(p), q), steps=60, size=10_000)
    assert outcome.reason == "60 steps, size 10000"
    assert outcome.term is pair(f(p), q)


def test_long_numbers_are_large():
    @rule
    def square(t: Scalar) -> Rewrite[Scalar]:
        """h(t) = h(t (t + 1))."""
        return h(t) >> h(t * (t + 1))

    outcome = exhaust(square).run(h(number(2)), size=10_000)
    assert outcome.reason == "size 10000"


def test_a_limit_of_the_normal_form_keeps_the_best_term():
    @rule
    def tower(t: Scalar) -> Rewrite[Scalar]:
        """h(t) = h(t ** 1000)."""
        return h(t) >> h(t**1000)

    outcome = exhaust(tower).run(h(number(2)), trace=True, size=None)
    assert "bits" in outcome.reason
    assert outcome.steps == len(outcome.derivation)  # type: ignore[arg-type]
    assert outcome.steps > 0
    assert outcome.derivation is not None
    assert outcome.derivation.result is outcome.term


def test_a_search_that_runs_out_of_its_budget_says_so():
    @rule
    def split(t: Thing, u: Thing) -> Rewrite[Thing]:
        """Never: the two shares are the same."""
        return pair(join(t, u), join(f(t), f(u))) >> t

    many = [symbol(f"s{i}", Thing) for i in range(12)]
    t = pair(join(*many), join(f(p), f(q)))
    outcome = split.run(t, budget=50)
    assert outcome.reason == "the budget of a search"
    assert not outcome.complete
    assert not outcome.finished
    assert split.run(t, budget=1_000_000).finished


def test_limits_are_strategies():
    some = limits(exhaust(drop), steps=2)
    outcome = some.run(_nested(f, p, 5))
    assert outcome.term is _nested(f, p, 3)
    assert outcome.reason == "2 steps"
    after = rewrite.all(limits(exhaust(grow), steps=3), drop).run(f(p))
    assert after.term is _nested(g, p, 3), "the run goes on after a limit"
    assert after.reason == "3 steps"
    assert rewrite.all(exhaust(drop), some).run(pair(p, q)).finished


def test_limits_count_from_where_they_begin():
    outcome = rewrite.all(drop, drop, limits(exhaust(drop), steps=2)).run(_nested(f, p, 9))
    assert outcome.term is _nested(f, p, 5)
    assert outcome.reason == "2 steps"
    timed = rewrite.all(drop, limits(exhaust(grow), seconds=0.1)).run(f(f(p)), size=None)
    assert timed.reason == "0.1 seconds"


def test_the_tighter_limit_counts():
    for inner, outer in ((3, 5), (5, 3)):
        way = limits(limits(exhaust(grow), steps=inner), steps=outer)
        assert way.run(f(p)).steps == 3
        assert way.run(f(p)).reason == "3 steps"
        assert limits(exhaust(grow), steps=inner).run(f(p), steps=outer).steps == 3
    for inner, outer in ((20, 50), (50, 20)):
        small = limits(exhaust(grow), size=inner).run(f(p), size=outer)
        assert small.reason == "size 20"


def test_a_loop_around_a_limit_ends():
    outcome = exhaust(limits(grow, steps=1)).run(f(p), steps=50)
    assert outcome.steps == 50
    assert "50 steps" in outcome.reason
    assert exhaust(limits(grow, steps=0)).run(f(p)).reason == "0 steps"


# -- cycles -------------------------------------------------------------------------------------


def test_a_cycle_ends_with_the_first_in_order():
    outcome = exhaust(first(to_g, to_f)).run(g(p))
    assert outcome.reason == "cycle"
    assert outcome.term is min(f(p), g(p), key=order)
    assert exhaust(bottom_up(RuleSet(to_g, to_f))).run(pair(f(p), q)).reason == "cycle"


def test_a_cycle_that_ends_where_it_began_changes_nothing():
    start = min(f(p), g(p), key=order)
    assert exhaust(first(to_g, to_f))(start) is None
    outcome = exhaust(first(to_g, to_f)).run(start, trace=True)
    assert outcome.reason == "cycle"
    assert len(outcome.derivation) == 0  # type: ignore[arg-type]


def test_a_cycle_inside_does_not_end_the_rest():
    outcome = bottom_up(first(exhaust(first(to_g, to_f)), unpair)).run(pair(g(p), q))
    assert outcome.reason == "cycle"
    assert outcome.term is min(f(p), g(p), key=order)


# -- memory -------------------------------------------------------------------------------------


@rule
def turned(P: Matrix) -> Rewrite[Scalar]:
    """The trace of what is symmetric, for the sake of a fact."""
    return (rewrite.trace(P @ P) >> 0).when(symmetric(P))


def test_finished_terms_are_remembered_with_their_context():
    P = matrix("P", 3, 3)
    way = exhaust(bottom_up(turned))
    t = sin(rewrite.trace(P @ P)) + 1
    known, other = Context(symmetric(P)), Context(equals(x, y))
    for _ in range(2):
        assert way.run(t).term is normal(t)
        assert way.run(t, known).term == 1
        assert way.run(t, other).term is normal(t)
        assert way.run(t, Context(symmetric(P))).term == 1


def test_terms_cut_short_are_not_remembered_as_finished():
    start = pair(p, f(p))
    for way in (bottom_up(double), bottom_up(limits(double, steps=1)), bottom_up(limits(double))):
        for tight in ({"steps": 0}, {"size": 1}, {"seconds": 0}):
            small = way.run(f(f(f(f(f(f(p)))))), **tight)  # type: ignore[arg-type]
            assert small.reason != "fixed point"
        assert way.run(start).steps > 0
    way = bottom_up(exhaust(first(to_g, to_f)))
    assert [way.run(pair(f(p), q)).reason for _ in range(2)] == ["cycle"] * 2
    way = bottom_up(limits(double, seconds=0.0))
    assert [way.run(start).reason for _ in range(2)] == ["0.0 seconds"] * 2


def test_a_search_out_of_budget_is_not_remembered():
    @rule
    def same(t: Thing, u: Thing) -> Rewrite[Thing]:
        """A join of something and its image."""
        return join(f(join(t, u)), g(join(t, u)), s) >> t

    many = [symbol(f"s{i}", Thing) for i in range(9)]
    t = pair(join(f(join(*many)), g(join(*many)), s), q)
    way = bottom_up(same)
    assert not way.run(t, budget=5).complete
    assert way.run(t, budget=100_000).steps == 1


def test_memory_is_bounded(monkeypatch):
    monkeypatch.setattr(rewrite.rewriting.strategies, "MEMORY", 100)
    way: Any = bottom_up(drop)
    for i in range(300):
        way.run(_nested(g, symbol(f"n{i}", Thing), 3))
        assert sum(map(len, way.finished.values())) <= 104
    for i in range(300):
        way.run(f(f(p)), Context(equals(scalars(f"z{i}")[0], y)))
        assert len(way.finished) <= 101


def test_a_second_pass_examines_only_new_terms():
    looked: list[Term] = []

    def look(t: Term) -> Term | None:
        looked.append(t)
        return p if t is f(p) else None

    t = pair(_nested(g, q, 50), f(p))
    assert exhaust(bottom_up(look))(t) is pair(_nested(g, q, 50), p)
    assert len(looked) == len(list(postorder(t))) + 1


def test_deep_and_shared_terms():
    deep = _nested(g, f(p), 5_000)
    for way in (bottom_up(drop), top_down(drop), once(drop), exhaust(bottom_up(drop))):
        assert way.run(deep).term is _nested(g, p, 5_000)
    shared = f(p)
    for _ in range(200):  # 2**200 places
        shared = pair(shared, shared)
    for way in (bottom_up(drop), top_down(drop), exhaust(once(drop))):
        outcome = way.run(shared, size=None, steps=500, seconds=5)
        assert outcome.steps > 0


# -- whatever the rules -------------------------------------------------------------------------

REASON = re.compile(
    r"fixed point|cycle|the budget of a search|\d+ steps|[\d.]+ seconds|size \d+"
    r"|.* (operands|bits).*"
)


def _check_end(outcome: Outcome, t: Term) -> None:
    assert (outcome.term.sort, outcome.term.shape) == (t.sort, t.shape)
    assert all(REASON.fullmatch(part) for part in outcome.reason.split(", ")), outcome.reason
    assert outcome.finished == (outcome.reason == "fixed point" and outcome.complete)


@pytest.mark.parametrize("family", FAMILIES)
@examples(25)
@given(st.data())
def test_no_rules_hang(family, data):
    algebra: Algebra | None = data.draw(FAMILIES[family])
    if algebra is None:
        return
    random = Random(data.draw(st.integers(0, 10**6)))
    rules = random_rules(algebra, random, 4)
    t = random_term(algebra, random, algebra.sort, 3, [])
    name = data.draw(st.sampled_from(WAYS))
    way = strategies(rules)[name]
    outcome = way.run(t, steps=100, size=2_000, seconds=1.0, budget=1_000)
    _check_end(outcome, t)
    assert outcome.steps <= 100
    if outcome.finished and name.startswith("exhaust"):
        assert way(outcome.term) is None


# -- true rules keep the value ------------------------------------------------------------------


@examples(200)
@given(terms(max_leaves=10), st.sampled_from(WAYS), st.booleans())
def test_true_rules_keep_the_value(t, name, forth):
    way = strategies(SOUND if forth else BACK)[name]
    try:
        outcome = way.run(t, steps=30, size=1_000, seconds=1.0, budget=1_000)
    except ArithmeticError:
        return  # the term has no value itself
    _check_end(outcome, t)
    assert agree(t, outcome.term) is not False, f"{t} became {outcome.term}"


@given(st.lists(terms(max_leaves=8), min_size=1, max_size=3), terms(max_leaves=8), st.data())
def test_random_true_rules_keep_the_value(lefts, t, data):
    try:
        made = [sound_rule(f"r{i}", left) for i, left in enumerate(lefts)]
    except ArithmeticError:
        return
    rules = RuleSet([r for r in made if r is not None], SOUND)
    subject = data.draw(st.sampled_from([t, *lefts]))
    way = strategies(rules)[data.draw(st.sampled_from(WAYS))]
    try:
        outcome = way.run(subject, steps=20, size=1_000, seconds=1.0, budget=1_000)
    except ArithmeticError:
        return
    assert agree(subject, outcome.term) is not False, f"{subject} became {outcome.term}"


def test_the_rules_that_are_said_to_be_true_are():
    a, b, c = vectors("a b c")
    assert len(SOUND) > 10
    for r in (*SOUND, *BACK):
        found = agree(r.written.left, r.written.right) if not _open(r.left) else True
        assert found is not False, r
    assert exhaust(bottom_up(SOUND))(cross(a, cross(b, c)) + dot(a, c) * b) is not None


def _open(t: Term) -> bool:
    return any(max(s.shape, default=0) >= 10**9 for s in postorder(t))
