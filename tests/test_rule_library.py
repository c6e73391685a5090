"""The library of rules: every rule is true, fires where it should and nowhere else, and ends.

Truth is exact evaluation at random and at awkward points, true to the conditions of the rule, for
symbols and for compounds, and for matrices of several sizes where the rule leaves them open.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from profiles import examples
from rule_examples import EXAMPLES
from terms import KINDS, terms

import rules
from rewrite import (
    Angle,
    Context,
    Evaluation,
    LimitError,
    Linear,
    Matrix,
    NotExactError,
    Quaternion,
    RewriteError,
    Rule,
    RuleSet,
    Sampler,
    Scalar,
    Term,
    UndefinedError,
    Vector,
    bottom_up,
    cross,
    differ,
    exhaust,
    free_symbols,
    lower,
    normal,
    ops,
    subs,
    symbol,
)
from rewrite.core.facts import Fact
from rewrite.core.sorts import is_unknown
from rewrite.core.variables import instance, variables_of
from rewrite.verbs.cost import cost
from rewrite.verbs.expand import expand
from rules import REGISTRY

RULES: dict[str, Rule] = {r.name: r for some in REGISTRY.values() for r in some}
POINTS, FLOOR = 12, 6
"""Points of each kind that a rule is tried at, and how many of them must be usable."""


# -- truth ----------------------------------------------------------------------------------------


def instantiated(r: Rule, size: int, compound: bool) -> tuple[Term, Term, Context]:
    """Both sides of a rule with symbols or compounds for its variables, and its conditions."""
    facts: dict[Term, set[str]] = {}
    for c in r.conditions:
        if len(c.terms) == 1:
            facts.setdefault(c.terms[0], set()).add(c.name)
    related = {t for c in r.conditions if len(c.terms) > 1 for t in c.terms}
    variables = variables_of(r.written.left)
    bindings: dict[Any, Any] = {
        n: size + i % 2 for i, n in enumerate(sorted({n for v in variables for n in v.shape}))
        if is_unknown(n)
    }  # fmt: skip
    for v in sorted(variables, key=str):
        shape = tuple(bindings.get(n, n) for n in v.shape)
        known = dict.fromkeys(facts.get(v, ()), True)
        first = symbol(f"{v.name}_1", v.sort, shape, **known)
        bindings[v] = first
        if compound and v not in related:
            bindings[v] = compounded(v, shape, first, known)
    relations = [
        Fact(c.name, tuple(instance(t, bindings) for t in c.terms))
        for c in r.conditions
        if isinstance(c, Fact) and len(c.terms) > 1
    ]
    left, right = (instance(t, bindings) for t in (r.written.left, r.written.right))
    return left, right, Context(*relations)


def compounded(v: Term, shape: Any, first: Any, known: dict[str, bool]) -> Any:
    """A compound that has the facts of a variable."""
    second: Any = symbol(f"{v.name}_2", v.sort, shape, **known)
    if not issubclass(v.sort, Linear):  # a group: it has products and no sums
        return first * second
    if v.sort is Matrix and known.keys() <= {"rotation", "orthogonal", "invertible"}:
        square = shape[0] == shape[1]
        return first @ second if square and known else first + second
    if v.sort is Vector:
        return first if known else cross(first, second) - 2 * first
    return first if known and v.sort is not Matrix else first - 2 * second


def in_plain_numbers(point: Any) -> Any:
    """A point without stand-ins, if a product has one: that of y² is not used for y y in a norm."""
    if not any(k.args for k in point):
        return point
    values = {k: v.value if isinstance(v, Angle) else v for k, v in point.items()}
    return {k: v for k, v in values.items() if not k.args}


def same(left: Term, right: Term, point: Any) -> bool | None:
    """Whether two terms have one value at a point; None where one of them has none."""
    for domain in ("exact", "interval"):
        try:
            at = Evaluation(point if domain == "exact" else in_plain_numbers(point), domain)
            x, y = at.coordinates(left), at.coordinates(right)
            return not differ(x, y) if domain == "interval" else bool(x == y)
        except NotExactError:
            continue
        except (UndefinedError, ZeroDivisionError):
            return None
    return None


def kinds_of(r: Rule) -> list[tuple[int, bool]]:
    """Sizes and kinds of instances that a rule is tried with."""
    open_sizes = any(is_unknown(n) for v in variables_of(r.written.left) for n in v.shape)
    return [(n, compound) for n in ((3, 2) if open_sizes else (3,)) for compound in (False, True)]


@pytest.mark.parametrize("name", RULES)
def test_every_rule_is_true(name):
    r = RULES[name]
    for size, compound in kinds_of(r):
        left, right, context = instantiated(r, size, compound)
        sampler = Sampler([left, right], context)
        for awkward in (False, True):
            random = Random(f"{name}{size}{compound}{awkward}")
            points, floor, usable = POINTS // (1 + compound), FLOOR // (1 + compound), 0
            for tried in range(4 * points):
                if tried >= points and usable >= floor:
                    break  # a quotient of sines has no value at every second awkward point
                point = sampler.draw(random, awkward)
                verdict = same(left, right, point)
                assert verdict is not False, f"{r}\n{point}"
                usable += verdict is True
            assert usable >= floor, f"{r}: {usable} points, awkward={awkward}"


def test_a_false_rule_is_found_out():
    """The test above can fail: a sign, and a fact that is left out."""
    from rewrite import Rewrite, det, dot, rule

    @rule
    def wrong_sign(a: Vector, b: Vector, c: Vector) -> Rewrite[Vector]:
        """A slip."""
        return cross(a, cross(b, c)) >> dot(a, c) * b + dot(a, b) * c

    @rule
    def only_for_orthogonal(A: Matrix) -> Rewrite[Scalar]:
        """A fact is missing."""
        return det(A) ** 2 >> 1

    for r in (wrong_sign, only_for_orthogonal):
        left, right, context = instantiated(r, 3, False)
        sampler, random = Sampler([left, right], context), Random(0)
        assert any(same(left, right, sampler.draw(random)) is False for _ in range(3))


# -- hits and near misses -------------------------------------------------------------------------


def test_every_rule_has_an_example():
    assert EXAMPLES.keys() == RULES.keys()


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_hit_and_a_near_miss(name):
    hit, miss, context = EXAMPLES[name]
    everywhere = bottom_up(RULES[name])
    found = everywhere(hit, context)
    assert found is not None, f"{RULES[name]} does not change {hit}"
    random = Random(name)
    sampler = Sampler([hit, found], context)
    points = [sampler.draw(random, awkward) for awkward in (False, True, False, True)]
    verdicts = [same(hit, found, point) for point in points]
    assert False not in verdicts
    assert True in verdicts
    assert everywhere(miss, context) is None, f"{RULES[name]} changes {miss}"


@pytest.mark.parametrize("name", RULES)
def test_a_rule_fires_on_its_own_left_side(name):
    r = RULES[name]
    for size, compound in kinds_of(r):
        if not compound:
            left, _, context = instantiated(r, size, compound)
            assert r(left, context) is not None


# -- sets -----------------------------------------------------------------------------------------

LIMITS: dict[str, Any] = {"steps": 2_000, "seconds": 20.0, "budget": 20_000}


def ends(some: RuleSet, t: Term, context: Context | None) -> Term:
    outcome = exhaust(bottom_up(some)).run(t, context, **LIMITS)
    assert outcome.reason == "fixed point", f"{some.name} on {t}: {outcome.reason}"
    return outcome.term  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", REGISTRY)
def test_a_set_ends_on_every_example(name):
    """Also on those of the other sets; on the near misses of the others if it is a large one."""
    random, large = Random(name), name in ("STANDARD", "REDUCING", "OPENING", "CLOSING")
    for of, (hit, miss, context) in EXAMPLES.items():
        found = ends(REGISTRY[name], hit, context)
        if large or of in REGISTRY[name].names:
            ends(REGISTRY[name], miss, context)
        if found is not normal(hit, context):
            point = Sampler([hit, found], context).draw(random)
            assert same(hit, found, point) is not False, f"{hit}\n{found}"


@pytest.mark.parametrize("name", REGISTRY)
@examples(40)
@given(
    t=st.sampled_from([k for k in KINDS if k is not Quaternion]).flatmap(lambda k: terms(k, 12)),
    seed=st.integers(0, 2**32),
)
def test_a_set_ends_and_keeps_the_value(name, t, seed):
    try:
        start = normal(t)
    except RewriteError:
        return
    found = ends(REGISTRY[name], start, None)
    if found is not start:
        random = Random(seed)
        for awkward in (False, True):
            point = Sampler([t, found]).draw(random, awkward)
            assert same(start, found, point) is not False, f"{t}\n{found}\n{point}"


@st.composite
def crowded(draw: Any) -> Any:
    """Examples of rules with random terms for their plain symbols, and their context."""
    hit, _, context = draw(st.sampled_from(list(EXAMPLES.values())))
    fixed = {s for fact in (context.facts if context else ()) for s in fact.terms}
    found: dict[Term, Term] = {}
    for s in free_symbols(hit):
        plain = not s.value.facts and s not in fixed
        kind = s.sort if s.sort in (Scalar, Vector) else s.shape
        if plain and kind in KINDS and draw(st.booleans()):
            found[s] = draw(terms(kind, 4))
    return subs(hit, found), context


@pytest.mark.parametrize("name", REGISTRY)
@examples(60)
@given(case=crowded(), seed=st.integers(0, 2**32))
def test_a_set_ends_and_keeps_the_value_of_compounds(name, case, seed):
    t, context = case
    try:
        start = normal(t, context)
    except RewriteError:
        return
    found = ends(REGISTRY[name], start, context)
    if found is not start:
        random = Random(seed)
        for awkward in (False, True):
            point = Sampler([start, found], context).draw(random, awkward)
            assert same(start, found, point) is not False, f"{start}\n{found}\n{point}"


@pytest.mark.parametrize("name", ["OPENING", "TO_DOTS", "EXPANSION", "ANGLE_SUMS"])
@examples(60)
@given(case=crowded(), seed=st.integers(0, 2**32))
def test_opening_and_distributing_by_turns_ends(name, case, seed):
    t, context = case
    try:
        start = normal(t, context)
    except RewriteError:
        return
    try:
        found = expand(start, context, REGISTRY[name])
    except LimitError as error:  # polynomials of sines in sines grow, which is reported
        assert "monomials" in str(error)  # noqa: PT017
        return
    point = Sampler([start, found], context).draw(Random(seed))
    assert same(start, found, point) is not False, f"{start}\n{found}\n{point}"


def test_opening_opens_the_left_sides_of_its_rules():
    """Also where the kernel uses a rule on its own words, and no longer matches terms with it."""
    for r in rules.OPENING:
        left, right, context = instantiated(r, 3, False)
        one, other = (expand(t, context, rules.OPENING) for t in (left, right))
        assert one is other or one is not normal(left, context), f"{r} is never used"


@pytest.mark.parametrize("name", REGISTRY)
def test_opposite_directions_are_in_different_sets(name):
    for r in REGISTRY[name]:
        for other in REGISTRY[name]:
            assert other is r or not undoes(other, r), f"{r}\n{other}"


@cache
def undoes(other: Rule, r: Rule) -> bool:
    """Whether a rule takes back what another makes of its own left side."""
    start, found, context = applied(r)
    if found is None or everywhere(other).is_idle_on(found):
        return False
    return everywhere(other)(found, context) is start


everywhere = cache(bottom_up)


@cache
def applied(r: Rule) -> tuple[Term, Term | None, Context]:
    left, _, context = instantiated(r, 3, False)
    start = normal(left, context)
    return start, r(start, context), context


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("TRIGONOMETRY", "ANGLE_SUMS"),
        ("TO_DOTS", "FROM_DOTS"),
        ("TILDE_EXPANSION", "TILDE_CONTRACTION"),
        ("RODRIGUES", "STANDARD"),
    ],
)
def test_sets_that_undo_each_other_share_nothing_but_what_both_need(one, other):
    shared = set(REGISTRY[one]) & set(REGISTRY[other])
    stays = "axis_stays", "axis_stays_turned_back", "axis_row_stays", "axis_row_stays_turned_back"
    assert {r.name for r in shared} <= set(stays)


STANDARD_FORMS = {"cofactors_of_one_and_tilde", "rotated_about_an_axis", "vee_of_difference"}
"""Rules that bring what other rules look for, if need be at the cost of some operations."""


@pytest.mark.parametrize("name", rules.STANDARD.names)
def test_the_standard_rules_never_cost_more(name):
    r = RULES[name]
    left, _, context = instantiated(r, 3, False)
    start = normal(left, context)
    found = r(start, context)
    if cost(found).total > cost(start).total and name not in STANDARD_FORMS:
        before, after = ops(lower(start, context=context)), ops(lower(found, context=context))
        assert after.total <= before.total, f"{start} -> {found}"


def test_names():
    assert all(REGISTRY[name].name == name for name in REGISTRY)
    assert set(rules.__all__) == {"REGISTRY", *REGISTRY}
    assert all(getattr(rules, name) is REGISTRY[name] for name in REGISTRY)
    assert len(RULES) == len({r for some in REGISTRY.values() for r in some})
    assert rules.EXPANSION.names == ("tilde_of_cross",)
