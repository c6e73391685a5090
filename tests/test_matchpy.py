"""MatchPy as the oracle of matching, and the bridge to it."""

from __future__ import annotations

import copy
import itertools
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import matchpy
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from profiles import examples

from rewrite import (
    Associative,
    Commutative,
    Matrix,
    RewriteError,
    Rule,
    RuleError,
    RuleSet,
    Scalar,
    Term,
    bottom_up,
    cross,
    exhaust,
    identity,
    match,
    matrices,
    normal,
    operator,
    orthogonal,
    precedes,
    rotation,
    rule,
    scalars,
    sin,
    symbol,
    tilde,
    trans,
    variable,
    vectors,
)
from rewrite.core.variables import instance, variables_of
from rewrite.interop.matchpy import (
    from_matchpy,
    rule_from_matchpy,
    to_matchpy,
    to_pattern,
    to_replacement_rule,
    to_replacer,
)


class Thing(Term):
    """Something with no structure but its operators."""

    __slots__ = ()


class Other(Term):
    """Something else."""

    __slots__ = ()


A, C = Associative(), Commutative()
OPS: list[Any] = [
    operator("h", Thing, result=Thing),
    operator("f", Thing, Thing, result=Thing),
    operator("fc", Thing, Thing, result=Thing, laws=[C]),
    operator("fa", Thing, Thing, result=Thing, laws=[A]),
    operator("fac", Thing, Thing, result=Thing, laws=[A, C]),
    operator("f3", Thing, Thing, Thing, result=Thing),
    operator("of", Other, result=Thing),
]
h, f, fc, fa, fac, f3, of = OPS
a, b, c = (symbol(name, Thing) for name in "abc")
o = symbol("o", Other)
x, y, z = (variable(name, Thing) for name in "xyz")
w = variable("w", Other)


def rand(
    draw: Any, leaves: Sequence[Term], others: Sequence[Term], depth: int, only: Any = None
) -> Any:
    """A random term; at its head one of the operators `only`, if any are given."""
    if depth == 0 or (only is None and draw(st.integers(0, 3)) == 0):
        return draw(st.sampled_from(leaves))
    op = draw(st.sampled_from(only or OPS))
    if op is of:
        return of(draw(st.sampled_from(others)))
    count = draw(st.integers(2, 4)) if op.variadic else len(op.params)
    return op(*[rand(draw, leaves, others, depth - 1) for _ in range(count)])


@st.composite
def problems(draw: Any, only: Any = None) -> tuple[Term, Term]:
    """A pattern and a subject; as often as not an instance, so that something is found."""
    pattern = normal(rand(draw, [x, y, z, x, y, a, b], [w, o], 2, only))
    if draw(st.booleans()):
        subject = rand(draw, [a, b, c], [o], 2, only)
    else:
        values = {
            v: o if v is w else rand(draw, [a, b], [o], draw(st.integers(0, 1)))
            for v in sorted(variables_of(pattern), key=str)
        }
        subject = instance(pattern, values)
    subject = normal(subject)
    while len(subject.args) > 6:  # MatchPy takes long over more
        subject = normal(subject.op(*subject.args[:6]))
    return pattern, subject


def ours(pattern: Term, subject: Term) -> set[Any]:
    found = match(pattern, subject, budget=10**6)
    answers = [frozenset((v.name, t) for v, t in m.substitution.items()) for m in found]
    assert found.complete
    assert len(set(answers)) == len(answers)
    return set(answers)


def theirs(pattern: Term, subject: Term) -> set[Any]:
    found = matchpy.match(to_matchpy(subject), to_pattern(pattern))
    return {
        frozenset((name, normal(from_matchpy(value))) for name, value in s.items()) for s in found
    }


@given(problems())
@examples(300)
@example((fa(x, y, x), fa(a, b, a, b, a)))
@example((fac(x, x, y), fac(a, a, b, b, c)))
@example((fc(x, fc(x, y)), fc(a, fc(a, b))))
@example((fa(x, fac(y, x)), fa(a, b, fac(fa(a, b), c))))
@example((f(x, of(w)), f(a, of(o))))
def test_same_substitutions(problem: tuple[Term, Term]) -> None:
    assert ours(*problem) == theirs(*problem)


@pytest.mark.parametrize("op", OPS, ids=lambda op: op.name)
def test_same_substitutions_for_each_arrangement_of_laws(op: Any) -> None:
    @given(problems(only=[op]))
    @examples(60)
    def check(problem: tuple[Term, Term]) -> None:
        assert ours(*problem) == theirs(*problem)

    check()


@pytest.mark.parametrize("outer", OPS[1:5], ids=lambda op: op.name)
@pytest.mark.parametrize("inner", OPS[1:5], ids=lambda op: op.name)
def test_same_substitutions_in_planted_cases(outer: Any, inner: Any) -> None:
    """Two variables that occur twice, with every pair of laws, and words as their values."""
    pattern = normal(outer(inner(x, y), inner(y, x)))
    for s, t in itertools.product([a, b, inner(a, b), outer(a, b)], repeat=2):
        subject = normal(instance(pattern, {x: s, y: t}))
        found = ours(pattern, subject)
        assert found == theirs(pattern, subject)
        if inner is not outer:
            assert frozenset([("x", normal(s)), ("y", normal(t))]) in found


def test_several_solutions() -> None:
    assert len(ours(fac(x, y), fac(a, b, c))) == 6
    assert len(ours(fa(x, y), fa(a, b, c))) == 2
    assert len(ours(fa(x, y, z), fa(a, b, c, a, b))) == 6


# -- the bridge -----------------------------------------------------------------------------------


@given(st.data())
def test_there_and_back(data: Any) -> None:
    t = rand(data.draw, [x, y, a, b], [w, o], 3)
    back = from_matchpy(to_matchpy(t), variables_of(t))
    assert normal(back) is normal(t)
    assert from_matchpy(to_matchpy(normal(t)), variables_of(t)).sort is t.sort


def test_shapes_and_units_keep_to_themselves() -> None:
    m, n = matrices("M N")
    t = trans(m) @ n + identity(3)
    assert normal(from_matchpy(to_matchpy(t))) is normal(t)


def test_expressions_are_copies() -> None:
    t = fa(a, b)
    one, other = to_matchpy(t), to_matchpy(t)
    one.operands.append(to_matchpy(c))
    assert from_matchpy(other) is t
    assert from_matchpy(copy.copy(other)) is t
    assert from_matchpy(to_matchpy(t)) is t


def test_replacer_leaves_what_it_is_given() -> None:
    @rule
    def swap(x: Thing, y: Thing):  # type: ignore[no-untyped-def]
        """f(x, y) = fc(x, y)"""
        return f(x, y) >> fc(x, y)

    subject = to_matchpy(fa(f(b, a), c))
    replaced = to_replacer([swap]).replace(subject)
    assert from_matchpy(subject) is fa(f(b, a), c)
    assert from_matchpy(replaced) is fa(fc(a, b), c)


@rule
def halve(x: Thing):  # type: ignore[no-untyped-def]
    """x x = x"""
    return fa(x, x) >> x


@rule
def absorb(x: Thing, y: Thing):  # type: ignore[no-untyped-def]
    """x + x y = x"""
    return fac(x, f(x, y)) >> x


@rule
def forget(x: Thing):  # type: ignore[no-untyped-def]
    """h h x = h x"""
    return h(h(x)) >> h(x)


@rule
def sort_up(x: Thing, y: Thing):  # type: ignore[no-untyped-def]
    """f(x, y) = f(y, x)"""
    return (f(x, y) >> f(y, x)).when(precedes(y, x))


RULES = RuleSet(halve, absorb, forget, sort_up)


@given(st.data())
def test_replacer_does_what_rules_do(data: Any) -> None:
    """Rules whose end does not depend on the order of steps: the same end."""
    t = normal(rand(data.draw, [a, b], [o], 3, [h, f, fac]))
    confluent = RuleSet(forget, sort_up)
    expected = exhaust(bottom_up(confluent)).run(t).term
    found = to_replacer(confluent).replace(to_matchpy(t), max_count=200)
    assert normal(from_matchpy(found)) is expected


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        (fa(b, a, a, c), fa(b, a, c)),
        (fa(b, a, b, a), fa(b, a)),
        (fac(c, f(a, b), a), fac(a, c)),
        (h(h(h(a))), h(a)),
        (f(b, a), f(a, b)),
        (f(a, b), f(a, b)),
    ],
    ids=str,
)
def test_replacer_inside_longer_words(subject: Term, expected: Term) -> None:
    found = to_replacer(RULES).replace(to_matchpy(normal(subject)), max_count=50)
    assert normal(from_matchpy(found)) is expected


def test_conditions_and_unknown_shapes_become_constraints() -> None:
    @rule
    def inverse_of_rotation(R: Matrix):  # type: ignore[no-untyped-def]
        """R⁻¹ = Rᵀ for a rotation"""
        return (R.inv >> R.T).when(orthogonal(R))

    replacer = to_replacer([inverse_of_rotation], partial=True)
    r, (m,) = rotation("R"), matrices("M", 2, 2)
    for t in (m.inv, m.T):
        assert from_matchpy(replacer.replace(to_matchpy(t))) is t
    q = variable("Q", Matrix, (3, 3))
    pattern = to_pattern(q @ tilde(vectors("v")[0]), orthogonal(q))
    assert list(matchpy.match(to_matchpy(r @ tilde(vectors("v")[0])), pattern))
    assert not list(matchpy.match(to_matchpy(matrices("M")[0] @ tilde(vectors("v")[0])), pattern))


def test_sorts_are_kept_apart() -> None:
    pattern = to_pattern(of(w))
    assert list(matchpy.match(to_matchpy(of(o)), pattern))
    wild = matchpy.Wildcard.dot("x")
    made = matchpy.Pattern(wild, *to_pattern(h(x)).constraints)
    assert list(matchpy.match(to_matchpy(a), made))
    assert not list(matchpy.match(to_matchpy(o), made))


def test_unknown_variable_of_a_condition_is_refused() -> None:
    with pytest.raises(RuleError, match="about y, which does not occur in h"):
        to_pattern(h(x), precedes(x, y))


def test_rules_without_a_counterpart_in_matchpy_are_refused() -> None:
    v = vectors("v")[0]

    @rule
    def odd(s: Scalar):  # type: ignore[no-untyped-def]
        """sin² + sin = 0, which is wrong but says what is meant"""
        return sin(s) ** 2 + sin(s) >> 0

    with pytest.raises(RuleError, match="rule 'odd': MatchPy does not support coefficients"):
        to_replacer([odd])
    assert to_replacement_rule(odd, partial=True)
    two = variable("x", Scalar)
    with pytest.raises(RewriteError, match="two variables are called 'x'"):
        to_matchpy(two * cross(variable("x", type(v)), v))


def test_rules_come_back() -> None:
    for r in (forget, sort_up):
        made = to_replacement_rule(r)
        back = rule_from_matchpy(made.pattern, to_matchpy(r.right), r.name, r.doc)
        assert isinstance(back, Rule)
        assert (back.left, back.right, back.conditions) == (r.left, r.right, r.conditions)
        assert "test_matchpy.py" in back.where


X = matchpy.Wildcard.dot("x")
Y = matchpy.Wildcard.dot("y")
Plus = matchpy.Operation.new(
    "+", matchpy.Arity.polyadic, "Plus", associative=True, commutative=True
)
Neg = matchpy.Operation.new("-", matchpy.Arity.unary, "Neg")
NAMES = {Plus: fac, "-": h, "a": a, "x": x, "y": y}


def test_foreign_rules() -> None:
    made = rule_from_matchpy(
        matchpy.Pattern(Plus(X, Neg(X), Y)), lambda x, y: y, "cancel", "x - x + y = y", NAMES
    )
    assert made.left is normal(fac(x, h(x), y))
    assert made(fac(a, b, h(b))) is a


@pytest.mark.parametrize(
    ("pattern", "replacement", "message"),
    [
        (Plus(X, Neg(matchpy.Symbol("q"))), X, "symbol q has no meaning here"),
        (Plus(X, matchpy.Wildcard.dot("q")), X, "wildcard q has no meaning here"),
        (Plus(X, matchpy.Wildcard.star("y")), X, "has no counterpart"),
        (Neg(X), Plus(X, Y), "variable 'y' does not occur"),
        (Neg(X), lambda x: x.no, "does more than build"),
        (Neg(X), Neg(X), "both sides have the normal form"),
        (
            matchpy.Pattern(Neg(X), matchpy.CustomConstraint(lambda x: True)),
            X,
            "state it as a condition in `when`",
        ),
    ],
    ids=lambda given: given if isinstance(given, str) else type(given).__name__,
)
def test_foreign_rules_that_are_refused(pattern: Any, replacement: Any, message: str) -> None:
    with pytest.raises(RewriteError, match=message):
        rule_from_matchpy(pattern, replacement, "bad", "for a test", NAMES)


def test_laws_must_agree() -> None:
    with pytest.raises(RewriteError, match="is associative, but the operator fc is not"):
        from_matchpy(Plus(matchpy.Symbol("a"), matchpy.Symbol("a")), {**NAMES, Plus: fc})
    with pytest.raises(RewriteError, match=r"is not commutative, but the operator fc is$"):
        from_matchpy(Neg(matchpy.Symbol("a")), {**NAMES, "-": fc})


def test_names_of_terms_suffice() -> None:
    s, t = scalars("s t")
    assert from_matchpy(matchpy.Symbol("t"), [s, t]) is t
    with pytest.raises(RewriteError, match="is not a MatchPy expression"):
        from_matchpy(3)


def test_matchpy_is_loaded_by_the_bridge_only() -> None:
    code = "import sys, rewrite, rewrite.interop; sys.exit('matchpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
