"""Records: what operators say of themselves is true, for the standard ones and for a user's own."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rewrite import (
    Angle,
    Homogeneous,
    LawError,
    Linear,
    Matrix,
    NotExactError,
    Operator,
    RewriteError,
    Sampler,
    Scalar,
    Term,
    UndefinedError,
    Vector,
    add_record,
    atan2,
    code,
    coefficient,
    cost,
    diff,
    dot,
    equal,
    evaluate,
    exp,
    identity,
    latex,
    linear_in,
    log,
    lower,
    mathml,
    matrix,
    multilinear,
    normal,
    number,
    operator,
    ops,
    outer,
    parse,
    pi,
    postorder,
    power,
    random_assignment,
    scalars,
    sign,
    sqrt,
    symbol,
    tan,
    tanh,
    tilde,
    unicode,
    vectors,
)
from rewrite import abs as size
from rewrite.core.operators import standard_operators
from rewrite.core.structure import Structure, structure
from rewrite.decision.defined import is_total, must_not_vanish
from rewrite.evaluation.semantics import MEANING
from rewrite.testing import Grammar
from tests.lowered import calculated, coordinates_at, flat
from tests.terms import terms

x, y, θ = scalars("x y θ")
a, b, w, r = vectors("a b w r")
OF_LIBRARIES = (tan, exp, log, tanh, sign, size, atan2)
OPERATORS = [op for op in standard_operators() if op.stands_for is None]
WITHOUT_SAMPLES = {"exponent", "root"}


def named(op: Operator[..., Any]) -> str:
    return op.name


# -- the standard operators -----------------------------------------------------------------------


def test_every_standard_operator_has_a_whole_record() -> None:
    assert len(OPERATORS) >= 41
    for op in OPERATORS:
        assert op.doc, op
        assert op.cost is not None, op
        named = op in OF_LIBRARIES  # their values are those of libraries, and languages have them
        assert named or op in MEANING
        assert named or op.scalars is not None, op
        assert (op.evaluate is not None) is named, f"the meaning of {op} stands apart"
        kinds = [k for k in (Scalar, Vector, (3, 3), (2, 2)) if made(op, k)] or made(op, None)
        assert kinds, f"no random terms are made of {op}"


def made(op: Operator[..., Any], kind: Any) -> list[Any]:
    grammar = Grammar([op], only=True)
    return grammar.own.get(kind, []) if kind is not None else list(grammar.own)


@pytest.mark.parametrize("op", [op for op in OPERATORS if op.linear], ids=named)
def test_linear_is_the_matrix_that_acts(op: Operator[..., Any]) -> None:
    assert op.linear is not None
    operands: list[Any] = [symbol(f"v{i}", *p) for i, p in enumerate(op.params) if p is not None]
    for i, acts in enumerate(op.linear):
        if acts is None:
            continue
        others = operands
        if op.derivative == "linear":  # f(x, y) = f(x, 0) + f(0, y)
            others = [v if k == i else 0 for k, v in enumerate(operands)]
        t: Any = op(*others)
        matrix_of = acts(*operands)
        product = (
            matrix_of @ operands[i] if operands[i].sort is not Scalar else operands[i] * matrix_of
        )
        point = random_assignment([t, product], 3)
        assert evaluate(t, point) == evaluate(product, point)


squares = st.sampled_from([(2, 2), (3, 3)])


@given(squares.flatmap(lambda kind: terms(kind, 10)), st.integers(0, 99))
def test_structure_is_seen_in_every_value(t: Any, seed: int) -> None:
    kind = structure(t)
    try:
        value = evaluate(t, random_assignment([t], seed))
    except (UndefinedError, NotExactError, RewriteError):
        return
    n, turned = range(len(value)), tuple(zip(*value, strict=True))
    off = [value[i][j] for i in n for j in n if i != j]
    if kind is Structure.SYMMETRIC:
        assert value == turned
    if kind is Structure.ANTISYMMETRIC:
        assert value == tuple(tuple(-c for c in row) for row in turned)
    if kind in (Structure.DIAGONAL, Structure.SAME, Structure.ONE, Structure.ZERO):
        assert not any(off)
    if kind in (Structure.SAME, Structure.ONE, Structure.ZERO):
        assert len({value[i][i] for i in n}) == 1
    if kind is Structure.ONE:
        assert value[0][0] == 1


@given(terms(max_leaves=8), st.integers(0, 99), st.booleans())
def test_terms_have_values_where_their_records_say_so(t: Any, seed: int, awkward: bool) -> None:
    point = Sampler([t]).draw(Random(seed), awkward)
    try:
        evaluate(t, point)
    except UndefinedError:
        partial = [s for s in postorder(t) if s.op.undefined is not None]
        needs = [x for s in partial for x in s.op.undefined(*s.args) or ()]
        assert not is_total([t])
        assert any(vanishes(x, point) for x in needs) or any(map(has_a_domain, partial))
    except RewriteError:  # it has no exact value
        return


def has_a_domain(t: Any) -> bool:
    """Whether a term needs more of its operand than that a divisor does not vanish."""
    return t.op is sqrt or t.op is log or (t.op is power and t.args[1].value.denominator > 1)


def vanishes(t: Any, point: Any) -> bool:
    """Whether a divisor is zero, or has no value itself."""
    try:
        return bool(evaluate(t, point) == 0)
    except UndefinedError:
        return True


# -- an operator of a user's ----------------------------------------------------------------------


def in_plane(turn: Any, v: Any) -> Any:
    (c, s), (p, q, z) = turn, v
    return c * p - s * q, s * p + c * q, z


def in_plane_scalars(low: Any, t: Term, angle: Any, v: Any) -> Any:
    c, s = low.cos(angle[0]), low.sin(angle[0])
    return (
        low.less(low.mul(c, v[0]), low.mul(s, v[1])),
        low.add([low.mul(s, v[0]), low.mul(c, v[1])]),
        v[2],
    )


def plane(name: str, **more: Any) -> Any:
    return operator(
        name,
        Scalar,
        Vector,
        result=Vector,
        laws=multilinear(at=(1,)),
        angle=0,
        evaluate=in_plane,
        cost=(4, 2, 0, 2),
        **more,
    )


turned = plane("turned_in_plane", scalars=in_plane_scalars)
opened = plane("opened_in_plane")
called = operator(
    "called_in_plane",
    Scalar,
    Vector,
    result=Vector,
    angle=0,
    evaluate=in_plane,
    cost=(0, 0),
)


def test_an_angle_is_evaluated_exactly() -> None:
    point = {θ: Angle(Fraction(3, 5), Fraction(4, 5)), a: (1, 2, 3)}
    for op in (turned, opened, called):
        assert evaluate(op(θ, a), point) == (-1, 2, 3)
        assert evaluate(op(pi / 2, a), {a: (1, 2, 3)}) == (-2, 1, 3)
    assert equal(dot(turned(θ, a), turned(θ, b)), dot(a, b)).proved
    assert equal(turned(θ, turned(-θ, a)), a).proved
    assert equal(turned(θ, a), a).refuted


def test_scalars_and_evaluate_give_one_program() -> None:
    first, second, third = (lower(op(θ, a)) for op in (turned, opened, called))
    assert ops(first) == ops(second)
    assert ops(first).multiplications == 4
    assert ops(third).calls == 3
    given = {"theta": 0.3, "a": (1.0, 2.0, 3.0)}
    found = [code(op(θ, a)) for op in (turned, opened, called)]
    values = [f.function(*[given[name] for name in f.arguments]) for f in found]
    assert flat(values[0]) == pytest.approx(flat(values[1]))
    assert flat(values[0]) == pytest.approx(flat(values[2]))


def spin_of(values: Any) -> Any:
    p, q, z = values
    return (
        (q * q + z * z, -p * q, -p * z),
        (-p * q, p * p + z * z, -q * z),
        (-p * z, -q * z, p * p + q * q),
    )


def point_inertia(low: Any, t: Term, v: Any) -> Any:
    square = low.inner(v, v)
    entries = [(i, j) for i in range(3) for j in range(3)]
    return [low.less(square if i == j else low.zero, low.mul(v[i], v[j])) for i, j in entries]


inertia = operator(
    "inertia_of_point",
    Vector,
    result=(3, 3),
    laws=[Homogeneous(degree=2)],
    evaluate=spin_of,
    facts={"symmetric": True},
    structure="symmetric",
    cost=(6, 5),
    scalars=point_inertia,
    derivative=lambda d, v: 2 * dot(d, v) * identity(3) - outer(d, v) - outer(v, d),
    undefined=lambda v: None,
    superscript="+",
    latex=r"J_{{{0}}}",
)


def test_a_matrix_with_a_structure() -> None:
    t: Any = inertia(a)
    g = lower(t)
    assert ops(g).total <= cost(t).total
    point = random_assignment([t], 4)
    assert calculated(g, coordinates_at(g, point)) == flat(evaluate(t, point))
    assert structure(t + identity(3)) is Structure.SYMMETRIC
    assert normal(t.T) is t
    assert cost(t + t) < cost(t + matrix("A"))
    assert is_total([t])
    change = diff(inertia(a + x * b), x)
    found = evaluate(change, {x: 0, a: (1, 2, 3), b: (0, 1, 0)})
    assert found == ((4, -1, 0), (-1, 0, -3), (0, -3, 4))
    assert unicode(t) == "a⁺"
    assert "J_" not in mathml(t)


def test_linear_in_operands_together() -> None:
    both = operator(
        "both_of",
        Vector,
        Vector,
        result=Vector,
        derivative="linear",
        linear=[lambda u, v: 2 * identity(3), lambda u, v: tilde(w)],
        evaluate=lambda u, v: u,
    )
    assert linear_in(both(a, b) + r, [a, b])[0] == (2 * identity(3), tilde(w))
    assert coefficient(both(x * a, b), x) is normal(both(a, number(0) * b))


def test_where_an_operator_of_a_users_is_undefined() -> None:
    over = operator(
        "over_of",
        Scalar,
        Scalar,
        result=Scalar,
        evaluate=lambda p, q: p / q,
        undefined=lambda p, q: [q],
    )
    assert must_not_vanish([over(x, y + 1)]) == (y + 1,)
    assert not is_total([over(x, y)])
    assert "y ≠ 0" in str(equal(over(x * y, y), x))
    silent = operator("silent_of", Scalar, result=Scalar, evaluate=lambda p: p)
    assert not is_total([silent(x)])


class Dual(Linear):
    """A dual number."""

    dimension = 2

    def __mul__(self, other: Any) -> Any:
        return dual_product(self, other) if isinstance(other, Dual) else super().__mul__(other)


dual_product: Any = operator("dual_product", Dual, Dual, result=Dual, sign="*")


def test_a_sign_is_written_and_read() -> None:
    p, q = symbol("p", Dual), symbol("q", Dual)
    for t in (p * q, p * (q * p), (p * q) * p, x * (p * q), (x * p) * q, -(p * q), (p + q) * p):
        assert parse(str(t), [p, q, x]) is t, str(t)
    assert str((p + q) * p) == "(p + q)*p"
    assert unicode(p * (p + q)) == "p (p + q)"


def test_a_superscript_is_written_by_every_printer() -> None:
    adjoint = operator("adjoint_of", (3, 3), result=(3, 3), superscript="*")
    A = matrix("A")
    assert unicode(adjoint(A)) == "A*"
    assert latex(adjoint(A + A)) == r"\left(A + A\right)^{*}"
    assert "<msup>" in mathml(adjoint(A))


def test_samples_say_which_operands_are_drawn() -> None:
    some = operator(
        "some_of", Linear, result=lambda op, args: (Scalar, (1, 1)), samples=[((2, 2),), (Vector,)]
    )
    drawn = [Grammar([some], only=True).term(Random(i).choice, Scalar, 3) for i in range(20)]
    assert {t.args[0].sort for t in drawn} == {Matrix, Vector}
    wanted = operator(
        "wanted_of",
        Linear,
        result=lambda op, args: (args[0].sort, args[0].shape),
        samples=lambda kind: [(kind,)] if kind is Vector else [],
    )
    assert Grammar([wanted], only=True).own.keys() == {Vector}
    unsaid = operator("unsaid_of", Linear, result=lambda op, args: (Scalar, (1, 1)))
    with pytest.raises(RewriteError, match=r"'unsaid_of' takes operands of any shape.*samples="):
        Grammar([unsaid])


# -- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"structur": "full"}, "no keyword 'structur'; did you mean 'structure'"),
        ({"colour": 1}, "no keyword 'colour'; known are facts, doc"),
        ({"unicode": "{2}"}, r"unicode must be a template with the places \{0\}, \{1\}"),
        ({"unicode": "{"}, "cannot be read"),
        ({"latex": 3}, "latex must be a text"),
        ({"sign": "%"}, r"sign must be one of \+, -, \*"),
        ({"facts": {"nice": True}}, "no fact is called 'nice'; known are symmetric"),
        ({"facts": {"unit": 1}}, "unit must be True, False, or a function"),
        ({"facts": ["unit"]}, "facts must be a mapping"),
        ({"angle": 0}, "angle must be the number of an operand that is a Scalar"),
        ({"angle": 1}, "with angle= it needs evaluate="),
        ({"angle": 2}, "angle must be the number"),
        ({"undefined": 3}, "undefined must be a function"),
        ({"derivative": [None]}, "derivative must be 2 functions, one for each operand, or"),
        ({"linear": [None]}, "linear must be 2 functions, one for each operand, not"),
        ({"cost": 3}, r"cost must be \(multiplications, additions"),
        ({"cost": (1, -1)}, r"cost must be \(multiplications, additions"),
        ({"structure": "round"}, "no structure 'round'; known are 'zero', 'one'"),
        ({"scalars": 3}, "scalars must be a function"),
        ({"signs_in": [3]}, "signs_in must be a list of operators"),
        ({"samples": 3}, "samples must be a list of tuples"),
        ({"samples": [Vector]}, "samples must be a list of tuples"),
    ],
)
def test_a_record_is_checked_when_it_is_declared(record: Any, message: str) -> None:
    with pytest.raises(LawError, match=f"operator 'refused': .*{message}"):
        operator("refused", Vector, Scalar, result=Vector, **record)


def test_a_formula_must_return_all_coordinates() -> None:
    short = operator("short_of", Vector, result=Vector, scalars=lambda low, t, v: v[:2])
    with pytest.raises(RewriteError, match=r"short_of\(a\): scalars= must return 3 coordinates"):
        lower(short(a))
    other = operator("other_of", Scalar, result=Scalar, scalars=lambda low, t, v: (0.5,))
    with pytest.raises(RewriteError, match=r"each made by the tools"):
        lower(other(x))
    late = operator("late_of", (3, 3), result=(3, 3), structure=lambda t: "round", cost=(0, 0))
    with pytest.raises(LawError, match="'late_of': no structure 'round'"):
        structure(late(matrix("A")))


def test_a_record_can_be_added_to() -> None:
    op = operator("later_of", Vector, result=Vector, laws=multilinear(), facts={"unit": False})
    add_record(op, facts={"nonzero": True}, cost=(1, 2), doc="Said later.")
    assert set(op.facts) == {"unit", "nonzero"}
    assert cost(op(a)).total == 3
    assert "Said later." in (op.__doc__ or "")
