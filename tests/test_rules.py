"""Rules as they are defined: what is refused, what is understood, and what a rule set is."""

from __future__ import annotations

import importlib.util
import pathlib
import re
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rewrite
from rewrite import (
    Commutative,
    Context,
    Matrix,
    Quaternion,
    Rewrite,
    Rule,
    RuleError,
    RuleSet,
    Scalar,
    Term,
    Vector,
    bottom_up,
    cos,
    cross,
    dot,
    exhaust,
    free_of,
    identity,
    matrices,
    matrix,
    nonzero,
    normal,
    number,
    operator,
    orthogonal,
    precedes,
    quaternions,
    rotation,
    rule,
    scalars,
    sin,
    symmetric,
    tilde,
    trans,
    unit,
    vectors,
    zero,
)

x, y, m = scalars("x y m")
a, b, c = vectors("a b c")
A, B = matrices("A B")
f: Any = operator("f", Scalar, result=Scalar)
g: Any = operator("g", Scalar, Scalar, result=Scalar, laws=[Commutative()])


h: Any = operator("h", Scalar, Scalar, result=Scalar)


# -- what is refused when it is defined ---------------------------------------------------------

BAD: dict[str, tuple[str, str]] = {
    "an unknown variable on the right": (
        "def r(a: Vector, b: Vector):\n    'Doc.'\n    return cross(a, w) >> cross(a, b)",
        r"variable 'b' does not occur on the left side cross\(a, w\)",
    ),
    "an unknown variable in a condition": (
        "def r(a: Vector, b: Vector):\n    'Doc.'\n    return (cross(a, w) >> w).when(unit(b))",
        r"variable 'b' does not occur on the left side",
    ),
    "an unknown variable in an order": (
        "def r(a: Vector, b: Vector):\n    'D'\n    return (cross(a, w) >> w).when(precedes(a, b))",
        r"variable 'b' does not occur on the left side",
    ),
    "a bare variable": (
        "def r(a: Vector):\n    'Doc.'\n    return a >> 2*a",
        r"bare variable a, which matches everything; write the operator",
    ),
    "a bare variable behind a sign": (
        "def r(a: Vector):\n    'Doc.'\n    return -a >> 2*a",
        r"bare variable a\b.*matches everything; write the operator",
    ),
    "a bare variable behind a number": (
        "def r(a: Vector):\n    'Doc.'\n    return a/3 >> cross(a, w)",
        r"bare variable a\b.*matches everything",
    ),
    "a bare variable behind a unit": (
        "def r(A: Matrix):\n    'Doc.'\n    return A @ identity(like=A) >> 2*A",
        r"bare variable A\b.*matches everything",
    ),
    "a bare variable behind a zero": (
        "def r(a: Vector):\n    'Doc.'\n    return a + 0 >> -a",
        r"bare variable a\b.*matches everything",
    ),
    "a bare variable behind an involution": (
        "def r(A: Matrix):\n    'Doc.'\n    return A.T.T >> 2*A",
        r"bare variable A\b.*matches everything",
    ),
    "different sorts": (
        "def r(a: Vector, b: Vector):\n    'Doc.'\n    return cross(a, b) >> dot(a, b)",
        r"the right side of cross\(a, b\) >> … is Scalar, needs Vector",
    ),
    "different shapes": (
        "def r(A: Matrix):\n    'Doc.'\n    return A.T @ A >> zero((2, 3))",
        r"is Matrix\(2, 3\), needs Matrix\(m, m\)|is Matrix\(2, 3\), needs Matrix\(2, 2\)",
    ),
    "a number that is no term of the sort": (
        "def r(a: Vector, b: Vector):\n    'Doc.'\n    return cross(a, b) >> 2",
        r"the right side of cross\(a, b\) >> … is the Python int 2, needs Vector",
    ),
    "a float that is no number": (
        "def r(x: Scalar):\n    'Doc.'\n    return sin(x) >> float('nan')",
        "the float nan is not a number",
    ),
    "sides that coincide": (
        "def r(a: Vector, b: Vector):\n    'Doc.'\n    return cross(a, b) >> -cross(b, a)",
        r"both sides have the normal form cross\(a, b\): the laws .* already imply",
    ),
    "no docstring": (
        "def r(a: Vector, b: Vector):\n    return cross(a, b) >> 0",
        r"it has no docstring; state the identity there",
    ),
    "an empty docstring": (
        "def r(a: Vector, b: Vector):\n    '  '\n    return cross(a, b) >> 0",
        r"it has no docstring; state the identity there",
    ),
    "no annotation": (
        "def r(a: Vector, b):\n    'Doc.'\n    return cross(a, b) >> 0",
        r"parameter 'b' needs a sort as its annotation, such as b: Vector",
    ),
    "an annotation that is no sort": (
        "def r(a: int):\n    'Doc.'\n    return w >> 0",
        r"parameter 'a' needs a sort as its annotation, such as a: Vector",
    ),
    "an annotation that is every sort": (
        "def r(a: Term):\n    'Doc.'\n    return w >> 0",
        r"parameter 'a' needs a sort",
    ),
    "an annotation that nobody knows": (
        "def r(a: 'Vectr'):\n    'Doc.'\n    return w >> 0",
        r"its annotations cannot be read: name 'Vectr' is not defined",
    ),
    "several variables at once": (
        "def r(*a: Vector):\n    'Doc.'\n    return w >> 0",
        r"\*a is not a variable; name each of them",
    ),
    "nothing returned": (
        "def r(a: Vector, b: Vector):\n    'Doc.'\n    cross(a, b) >> 0",
        r"it returns the Python NoneType None, but must return left >> right",
    ),
    "a term returned": (
        "def r(a: Vector, b: Vector):\n    'Doc.'\n    return cross(a, b)",
        r"it returns Vector, but must return left >> right",
    ),
    "a left side that is zero": (
        "def r(a: Vector):\n    'Doc.'\n    return cross(a, a) >> a",
        r"its left side is (0|zero\(Vector\)) by the laws",
    ),
    "a left side that is a number": (
        "def r(x: Scalar):\n    'Doc.'\n    return x/x >> 2",
        r"its left side is 1 by the laws",
    ),
    "a variable that the laws remove": (
        "def r(x: Scalar, y: Scalar):\n    'Doc.'\n    return sin(x)*y/y >> y",
        r"variable 'y' is lost when the left side takes its normal form sin\(x\)",
    ),
    "a variable of a condition that the laws remove": (
        "def r(x: Scalar, y: Scalar):\n    'Doc.'\n    return (sin(x)*y/y >> 0).when(nonzero(y))",
        r"variable 'y' is lost when the left side takes its normal form sin\(x\)",
    ),
    "a condition that is none": (
        "def r(a: Vector, b: Vector):\n    'Doc.'\n    return (cross(a, b) >> 0).when(a == b)",
        r"a condition is a fact such as symmetric\(A\).*not the Python bool False",
    ),
    "an order of what is no term": (
        "def r(a: Vector, b: Vector):\n    'D'\n    return (cross(a, b) >> 0).when(precedes(a, 1))",
        r"precedes is about terms, not the Python int 1",
    ),
    "a fact that cannot be": (
        "def r(a: Vector, b: Vector):\n    'D'\n    return (cross(a, b) >> 0).when(symmetric(a))",
        r"symmetric",
    ),
    "an ill-sorted left side": (
        "def r(A: Matrix, b: Vector):\n    'Doc.'\n    return cross(A, b) >> b",
        r"cross\(A, b\): argument 1 is Matrix\(m, n\), needs Vector",
    ),
    "shapes that cannot agree": (
        "def r(A: Matrix):\n    'Doc.'\n    return A @ w + A @ zero((2, 1)) >> 0",
        r"Matrix\(m, 3\)|Matrix\(2, 1\)|is Vector",
    ),
    "a division by zero": (
        "def r(x: Scalar):\n    'Doc.'\n    return sin(x)/(x - x) >> 0",
        r"divide|not defined|zero",
    ),
}
IMPORTS = "from rewrite import *\nfrom rewrite import Term\nw = vectors('w')[0]\n\n"


@pytest.mark.parametrize("what", BAD)
def test_a_bad_rule_is_refused_with_its_file_and_line(tmp_path, what):
    source, why = BAD[what]
    file = tmp_path / "bad.py"
    file.write_text(f"{IMPORTS}@rule\n{source}\n")
    with pytest.raises(RuleError, match=why) as caught:
        load(file)
    assert str(caught.value).startswith("rule 'r' (bad.py:5): ")
    assert not re.search(r"1\d{9}", str(caught.value)), "sizes that are left open are letters"


def test_only_a_function_is_a_rule():
    with pytest.raises(RuleError, match=r"made of a function .*, not the Python int 5"):
        rule(5)  # type: ignore[arg-type]


def load(file: pathlib.Path) -> Any:
    """The module that a file holds."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# -- annotations --------------------------------------------------------------------------------


def test_annotations_may_be_text(tmp_path):
    file = tmp_path / "later.py"
    file.write_text(
        "from __future__ import annotations\n"
        "from rewrite import Rewrite, Vector, cross, dot, rule\n"
        "@rule\n"
        "def lagrange(a: Vector, b: Vector, c: Vector) -> Rewrite[Vector]:\n"
        "    '''a × (b × c) = (a·c) b − (a·b) c.'''\n"
        "    return cross(a, cross(b, c)) >> dot(a, c) * b - dot(a, b) * c\n"
    )
    lagrange = load(file).lagrange
    assert lagrange.where == f"{file}:3"
    assert lagrange.doc == "a × (b × c) = (a·c) b − (a·b) c."
    assert lagrange(cross(a, cross(b, c))) is normal(dot(a, c) * b - dot(a, b) * c)


def test_a_rule_may_live_in_a_function_with_sorts_of_its_own():
    class Colour(Term):
        """Red, green or blue."""

        __slots__ = ()

    mix: Any = operator("mix", Colour, Colour, result=Colour)
    Local = Colour

    @rule
    def fade(p: Colour, q: Local) -> Rewrite[Colour]:
        """The second colour wins."""
        return mix(p, mix(p, q)) >> mix(p, q)

    red, green = rewrite.symbol("red", Colour), rewrite.symbol("green", Colour)
    assert fade(mix(red, mix(red, green))) is mix(red, green)
    assert fade(mix(red, mix(green, green))) is None


def test_a_parameter_may_have_a_shape():
    @rule
    def square(P: Annotated[Matrix, (2, 2)]) -> Rewrite[Matrix]:
        """Only for 2×2."""
        return P @ P >> P

    small, large = matrix("small", 2, 2), matrix("large", 3, 3)
    assert square(small @ small) is small
    assert square(large @ large) is None


# -- matrices of any shape ----------------------------------------------------------------------

shapes = st.tuples(st.integers(1, 4), st.integers(2, 4), st.integers(1, 4)).filter(
    lambda sizes: sizes[0] * sizes[2] > 1  # P Q would be a scalar, and come out of the product
)


@rule
def transposed_back(P: Matrix, Q: Matrix) -> Rewrite[Matrix]:
    """A rule about any product that can be formed; its shapes follow from it."""
    return P @ Q @ Q.T >> P @ zero(like=Q) @ Q.T


@rule
def orthogonal_product(R: Matrix) -> Rewrite[Matrix]:
    """Rᵀ R = 1 for an orthogonal R."""
    return (R.T @ R >> identity(like=R)).when(orthogonal(R))


@given(shapes)
def test_shapes_are_unified(sizes):
    k, n, p = sizes
    P, Q = matrix(f"P{k}{n}", k, n), matrix(f"Q{n}{p}", n, p)
    product = P @ Q @ Q.T
    found = transposed_back(product)
    if P.sort is Matrix and Q.sort is Matrix:
        assert found == 0
        assert (found.sort, found.shape) == (product.sort, product.shape)
    else:
        assert found is None


@pytest.mark.parametrize("n", [2, 3, 4, 7])
def test_an_identity_follows_its_matrix(n):
    R = matrix(f"Q{n}", n, n, orthogonal=True)
    P = matrix(f"P{n}", n, n)
    found = orthogonal_product(P @ R.T @ R)
    assert found is None or found is P  # the laws may have been faster
    assert normal(P @ R.T @ R) is P
    assert orthogonal_product(P.T @ P) is None
    assert orthogonal_product.run(P.T @ P, Context(orthogonal(P))).term is identity(n)


def test_shapes_of_a_rule_are_letters_when_it_is_printed():
    @rule
    def gone(P: Matrix, v: Vector) -> Rewrite[Any]:
        """Nothing is left."""
        return P @ v >> zero(like=P @ v)

    assert str(gone) == "gone: P @ v -> zero((m, 1))"
    Q = matrix("Q", 2, 3)
    assert gone(Q @ a) is zero((2, 1))
    assert gone(A @ a) is zero(Vector)
    assert gone(a.T @ A @ b) == 0


def test_a_sum_makes_its_matrices_alike():
    @rule
    def swap(P: Matrix, Q: Matrix) -> Rewrite[Matrix]:
        """Pᵀ + Qᵀ, one transpose."""
        return P.T @ Q + Q.T @ P >> 2 * (P.T @ Q)

    for k, n in ((2, 2), (2, 3), (4, 2), (1, 4)):
        P, Q = matrix(f"P{k}{n}", k, n), matrix(f"Q{k}{n}", k, n)
        assert swap(P.T @ Q + Q.T @ P) in (normal(2 * (P.T @ Q)), normal(2 * (Q.T @ P)))


# -- left sides are put in normal form ----------------------------------------------------------


def _rules(*sides: Any) -> list[Rule]:
    """Rules of the same name that differ in how they are written."""

    def made(side: Any) -> Rule:
        @rule
        def r(u: Vector, v: Vector) -> Rewrite[Vector]:
            """One identity, written in several ways."""
            written: Rewrite[Vector] = side(u, v)
            return written

        return r

    return [made(side) for side in sides]


def test_a_left_side_may_be_written_in_any_way():
    rules = _rules(
        lambda u, v: cross(u, cross(u, v)) >> dot(u, v) * u - dot(u, u) * v,
        lambda u, v: tilde(u) @ tilde(u) @ v >> dot(u, v) * u - dot(u, u) * v,
        lambda u, v: tilde(u) @ cross(u, v) >> dot(u, v) * u - dot(u, u) * v,
        lambda u, v: -cross(u, cross(v, u)) >> (u.T @ v) @ u - dot(u, u) * v,
        lambda u, v: cross(cross(v, u), u) >> dot(u, v) * u - dot(u, u) * v,
        lambda u, v: 2 * cross(u, cross(u, v)) >> 2 * (dot(u, v) * u - dot(u, u) * v),
        lambda u, v: cross(u, cross(u, v)) / -3 >> (dot(u, v) * u - dot(u, u) * v) / -3,
    )
    assert len({r.left for r in rules}) == 1
    subjects = [
        cross(a, cross(a, b)),
        cross(cross(a, b), a),
        m * cross(b, cross(b, a)) + c,
        cross(a, cross(b, c)),
        cross(a, cross(a, cross(b, c))),
    ]
    for t in subjects:
        assert len({bottom_up(r)(t) for r in rules}) == 1
    assert all(r(subjects[0]) is normal(dot(a, b) * a - dot(a, a) * b) for r in rules)
    assert all(bottom_up(r)(subjects[1]) is normal(dot(a, a) * b - dot(a, b) * a) for r in rules)
    assert all(r(subjects[3]) is None for r in rules)


@given(st.integers(-5, 5).filter(bool), st.integers(1, 4))
def test_a_number_on_both_sides_is_no_matter(p, q):
    factor = rewrite.number(p) / q

    @rule
    def plain(s: Scalar) -> Rewrite[Scalar]:
        """f(f(s)) = s."""
        return f(f(s)) >> s

    @rule
    def scaled(s: Scalar) -> Rewrite[Scalar]:
        """The same, times a number."""
        return factor * f(f(s)) >> factor * s

    assert scaled.left is plain.left
    for t in (f(f(x)), 3 * f(f(x)) + y, x * f(f(f(y))), f(x)):
        assert scaled(t) is plain(t)


def test_a_symbol_on_the_left_is_itself():
    """Not every symbol, though they all have one operator."""

    @rule
    def named() -> Rewrite[Scalar]:
        """x = 2 y."""
        return x >> 2 * y

    @rule
    def behind_a_number() -> Rewrite[Vector]:
        """2 a = b."""
        return 2 * a >> b

    assert bottom_up(named)(x + m) is normal(2 * y + m)
    assert bottom_up(named)(m + y) is None
    assert RuleSet(named, behind_a_number)(m) is None
    assert behind_a_number(a) is normal(b / 2)
    assert behind_a_number(c) is None
    assert bottom_up(behind_a_number)(m * c) is None


# -- conditions ---------------------------------------------------------------------------------


@rule
def turn_back(R: Matrix) -> Rewrite[Matrix]:
    """R⁻¹ = Rᵀ for an orthogonal matrix."""
    return (R.inv >> R.T).when(orthogonal(R))


def test_a_fact_must_be_known():
    @rule
    def square(P: Matrix) -> Rewrite[Matrix]:
        """P² = 1, said of symmetric matrices."""
        return (P @ P >> identity(like=P)).when(symmetric(P))

    P = matrix("P", 2, 2)
    assert square(P @ P) is None
    assert square(P @ P, Context(symmetric(P))) is identity(2)
    assert square(P @ P) is None, "nothing leaks out of a context"
    assert square(P @ P, Context(orthogonal(P))) is None


def test_a_fact_is_inferred():
    S = matrix("S", 3, 3, symmetric=True)

    @rule
    def halves(P: Matrix) -> Rewrite[Scalar]:
        """Nonsense about symmetric matrices."""
        return (rewrite.trace(P) >> 0).when(symmetric(P))

    assert halves(rewrite.trace(S)) == 0
    assert halves(rewrite.trace(A @ S @ A.T)) == 0
    assert halves(rewrite.trace(A @ S)) is None


def test_relations_between_terms_are_conditions():
    @rule
    def apart(u: Vector, v: Vector) -> Rewrite[Scalar]:
        """|u × v| of perpendicular unit vectors."""
        return (rewrite.norm(cross(u, v)) >> 1).when(orthogonal(u, v), unit(u), unit(v))

    t = rewrite.norm(cross(a, b))
    perpendicular = Context(orthogonal(a, b))
    assert apart(t) is None
    assert apart(t, perpendicular) is None
    assert apart(t, perpendicular + unit(a) + unit(b)) == 1


def test_order_is_a_condition():
    @rule
    def sorted_(s: Scalar, t: Scalar) -> Rewrite[Scalar]:
        """h(s, t) with its operands in order."""
        return (h(s, t) >> h(t, s)).when(precedes(t, s))

    assert sorted_(h(y, x)) is h(x, y)
    assert sorted_(h(x, y)) is None
    assert sorted_(h(x, x)) is None
    assert exhaust(sorted_).run(h(f(x), y)).term is h(y, f(x))


def test_freeness_is_a_condition():
    @rule
    def constant_factor(s: Scalar, t: Scalar) -> Rewrite[Scalar]:
        """g(s, t) where t does not hold s."""
        return (h(s, t) >> t).when(free_of(t, s))

    assert constant_factor(h(x, f(y))) is f(y)
    assert constant_factor(h(x, f(x))) is None
    assert constant_factor(h(f(x), x)) is x


def test_a_condition_without_a_value_does_not_hold():
    @rule
    def inverse_is_known(s: Scalar) -> Rewrite[Scalar]:
        """f of what has a non-zero inverse."""
        return (f(s) >> s).when(nonzero(1 / s))

    assert inverse_is_known(f(number(2))) == 2
    assert inverse_is_known(f(number(0))) is None
    assert inverse_is_known(f(x)) is None


def test_conditions_are_printed():
    assert str(turn_back) == "turn_back: R.inv -> R.T  when orthogonal(R)"
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(turn_back.written)


def test_a_right_side_without_a_value_is_no_result():
    @rule
    def risky(s: Scalar) -> Rewrite[Scalar]:
        """f(s) = 1/s, where there is one."""
        return f(s) >> 1 / s

    assert risky(f(x)) is normal(1 / x)
    assert risky(f(number(0))) is None


# -- rule sets ----------------------------------------------------------------------------------


@rule
def first_one(s: Scalar) -> Rewrite[Scalar]:
    """f(f(s)) = s."""
    return f(f(s)) >> s


@rule
def second_one(s: Scalar) -> Rewrite[Scalar]:
    """f(s) = 2 s."""
    return f(s) >> 2 * s


@rule
def third_one(s: Scalar) -> Rewrite[Scalar]:
    """sin² + cos² = 1."""
    return sin(s) ** 2 + cos(s) ** 2 >> 1


every = RuleSet(first_one, second_one, third_one, name="every")


def test_the_order_of_a_set_is_the_order_in_which_rules_are_tried():
    assert every(f(f(x))) is x
    assert every.reordered("second_one")(f(f(x))) is normal(2 * f(x))
    assert every.reordered("third_one", "second_one").names == (
        "third_one",
        "second_one",
        "first_one",
    )
    assert every.reordered().names == every.names == ("first_one", "second_one", "third_one")


def test_sets_are_combined_and_subtracted():
    assert (every - first_one).names == (every - "first_one").names == ("second_one", "third_one")
    assert (every - RuleSet(first_one, third_one)).names == ("second_one",)
    assert (RuleSet(third_one) + (every - third_one)).names == (
        "third_one",
        "first_one",
        "second_one",
    )
    assert RuleSet(first_one) + second_one + third_one == every
    assert every + every == every
    assert every - every == RuleSet()
    assert not RuleSet()
    assert len(every) == 3
    assert list(every) == [first_one, second_one, third_one]


def test_sets_are_values():
    again = RuleSet([first_one], (second_one, [third_one]))
    assert again == every
    assert hash(again) == hash(every)
    assert every.named("other") == every
    assert every.named("other").name == "other"
    assert every.name == "every"
    assert (every - first_one).name == "every"
    assert every != every.reordered("third_one")


def test_rules_are_found_by_name_and_by_operator():
    assert every["second_one"] is second_one
    assert "second_one" in every
    assert second_one in every
    assert "fourth_one" not in every
    assert every.about(sin).names == ("third_one",)
    assert every.about(f).names == ("first_one", "second_one")
    assert not every.about(cross)


def test_sets_are_printed():
    assert str(every) == (
        "every\n"
        "  first_one: f(f(s)) -> s\n"
        "  second_one: f(s) -> 2*s\n"
        "  third_one: sin(s)**2 + cos(s)**2 -> 1"
    )
    assert str(RuleSet(second_one)) == "rules\n  second_one: f(s) -> 2*s"
    assert "3 rules" in repr(every)
    assert repr(first_one) == "<rule first_one: f(f(s)) -> s>"
    assert re.search(r"test_rules\.py:\d+$", first_one.where)
    assert third_one.doc == "sin² + cos² = 1."


def test_wrong_sets_are_refused():
    first = first_one

    @rule
    def first_one_again(s: Scalar) -> Rewrite[Scalar]:
        """f(f(f(s))) = s."""
        return f(f(f(s))) >> s

    def clash() -> Rule:
        @rule
        def first_one(s: Scalar) -> Rewrite[Scalar]:
            """f(f(f(s))) = s."""
            return f(f(f(s))) >> s

        return first_one

    assert len(RuleSet(first, first_one_again)) == 2
    with pytest.raises(
        RuleError, match=r"called 'first_one', from .*test_rules.py:\d+ and .*rename"
    ):
        RuleSet(first, clash())
    with pytest.raises(RuleError, match="every has no rule 'none'; it has first_one, second_one"):
        every["none"]
    with pytest.raises(RuleError, match="has no rule 'none'"):
        every - "none"
    with pytest.raises(RuleError, match="has no rule 'none'"):
        every.reordered("none")
    for wrong in (5, "first_one", [first, None], cross):
        with pytest.raises(RuleError, match="made of rules, not of"):
            RuleSet(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        every + 5  # type: ignore[operator]


def test_a_set_gives_the_same_results_as_its_rules_one_by_one():
    """The index leaves nothing out."""
    p, q = quaternions("p q")

    @rule
    def conjugate(u: Quaternion, v: Quaternion) -> Rewrite[Quaternion]:
        """(u v)* (u v) read backwards."""
        return u * v * u >> v

    @rule
    def commuted(s: Scalar, t: Scalar) -> Rewrite[Scalar]:
        """g(f(s), t) = s t."""
        return g(f(s), t) >> s * t

    @rule
    def turned(R: Matrix, u: Vector, v: Vector) -> Rewrite[Scalar]:
        """(R u)·(R v) = u·v for an orthogonal R."""
        return (dot(R @ u, R @ v) >> dot(u, v)).when(orthogonal(R))

    rules = [*every, conjugate, commuted, turned, transposed_back, turn_back]
    together = RuleSet(rules)
    R = rotation("R")
    subjects = [
        f(x),
        g(y, f(x)),
        g(f(y), f(x)),
        dot(R @ a, R @ b),
        x * dot(R @ (a + b), R @ b) + y,
        q * p * q,
        p * q * p * q,
        3 * sin(x) ** 2 * y + y * cos(x) ** 2 + x,
        trans(A @ B),
        A @ B @ B.T,
        R.inv,
        cross(a, b),
    ]
    for t in subjects:
        expected = next((r(t) for r in rules if r(t) is not None), None)
        assert together(t) is expected
