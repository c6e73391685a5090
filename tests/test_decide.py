"""`equal` decides, and every verdict is checked again by a program that shares nothing with it."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from fractions import Fraction
from math import prod
from pathlib import Path
from typing import Any

import identities_decided as known
import pytest
from identities_decided import (
    CONTEXTS,
    FALSE,
    NOWHERE,
    POINTS_APART,
    TRUE,
    A,
    B,
    O,
    R,
    a,
    b,
    p,
    read,
)
from identities_decided import u as unit_vector

from rewrite import (
    Associative,
    Commutative,
    Context,
    FactError,
    Linear,
    NameClashError,
    RewriteError,
    Scalar,
    SortError,
    Term,
    Truth,
    Vector,
    cos,
    cross,
    det,
    dot,
    equal,
    equals,
    exp,
    explain,
    find_counterexample,
    holds,
    holds_when,
    identity,
    invertible,
    matrices,
    matrix,
    nonzero,
    norm,
    norm2,
    number,
    operator,
    pi,
    scalar,
    scalars,
    sin,
    sqrt,
    symbol,
    tanh,
    trace,
    triple,
    unit,
    vector,
)
from rewrite import abs as size
from rewrite.core.operators import OPAQUE
from rewrite.core.terms import intern
from rewrite.decision import recheck
from rewrite.decision.evidence import error_bound
from rewrite.decision.verdict import Status, Verdict
from rewrite.evaluation.sampling import satisfies
from rewrite.text.serial import to_json

x, y, z = scalars("x y z")


def root(t: Any) -> Any:
    return t ** Fraction(1, 2)


PROGRAM = Path(recheck.__file__)


def decided(left: Any, right: Any, context: Context | None = None, **more: Any) -> Verdict:
    """A verdict that the program confirms."""
    verdict = equal(left, right, context, **more)
    assert recheck.check(json.loads(verdict.to_json())) is None, verdict
    return verdict


# -- identities of every kind ---------------------------------------------------------------------


@pytest.mark.parametrize("kind", TRUE)
def test_true_identities_are_proved(kind: str) -> None:
    for left, right in read(TRUE[kind]):
        verdict = equal(left, right) if "pi/12" in str(left) else decided(left, right)
        assert verdict.proved, verdict
        assert verdict.defined_at is not None


@pytest.mark.parametrize("kind", FALSE)
def test_false_identities_are_refuted(kind: str) -> None:
    for left, right in read(FALSE[kind]):
        verdict = decided(left, right)
        assert verdict.refuted, verdict
        assert_small(verdict)


@pytest.mark.parametrize(("facts", "true", "false"), CONTEXTS, ids=lambda value: str(value)[:30])
def test_identities_in_a_context(facts: Any, true: str, false: str) -> None:
    context = Context(*facts)
    for left, right in read(true):
        assert decided(left, right, context).proved, (left, right)
    for left, right in read(false):
        verdict = decided(left, right, context)
        assert verdict.refuted, verdict
        assert verdict.counterexample is not None
        assert satisfies(verdict.counterexample.point, context)


def test_norms_roots_and_functions() -> None:
    """Some certificates are checked here; it takes a second for each that has several roots."""
    for n, (left, right) in enumerate(read(known.BEYOND_TRUE)):
        assert (equal if n % 4 else decided)(left, right).proved, (left, right)
    for left, right in read(known.BEYOND_FALSE):
        assert decided(left, right).refuted, (left, right)


@pytest.mark.slow
def test_certificates_about_norms_roots_and_functions() -> None:
    for left, right in [*read(known.BEYOND_TRUE), *read(TRUE["angles"])]:
        assert decided(left, right).proved, (left, right)


def test_sides_that_are_nowhere_defined_are_not_equal_nor_different() -> None:
    for left, right in read(NOWHERE):
        verdict = decided(left, right)
        assert verdict.undecided, verdict
        assert "defined" in verdict.how


def test_identities_with_exceptional_points_are_proved_and_name_them() -> None:
    for left, right in read(POINTS_APART):
        assert decided(left, right).proved, (left, right)
    assert [str(t) for t in decided((x**2 - 1) / (x - 1), x + 1).nonzero] == ["x - 1"]
    assert [str(t) for t in decided(A.inv @ A, identity(3)).nonzero] == ["det(A)"]


def test_there_are_tens_of_every_kind() -> None:
    assert TRUE.keys() == FALSE.keys()
    assert all(len(read(text)) >= 10 for text in (*TRUE.values(), *FALSE.values()))


def test_identities_of_rotations_that_are_false_for_orthogonal_matrices() -> None:
    for said in (
        lambda M: (det(M), 1),
        lambda M: (cross(M @ a, M @ b), M @ cross(a, b)),
        lambda M: (det(M - identity(3)), 0),
    ):
        assert decided(*said(R)).proved
        assert decided(*said(O)).refuted
        assert decided(*said(A), Context(known.rotation(A))).proved
        assert decided(*said(A), Context(known.orthogonal(A))).refuted


# -- counterexamples ------------------------------------------------------------------------------


def numbers(value: Any) -> list[Any]:
    if isinstance(value, tuple):
        return [x for part in value for x in numbers(part)]
    return [value] if isinstance(value, int | Fraction) else []


def assert_small(verdict: Verdict) -> None:
    """Numbers that a person can check by hand, at a point that is true to the facts."""
    example = verdict.counterexample
    assert example is not None
    assert satisfies(example.point)
    for value in example.point.values():
        assert all(abs(n.numerator) <= 30 and n.denominator <= 30 for n in numbers(value)), verdict


def test_counterexamples_are_as_small_as_can_be() -> None:
    said = str(equal(cross(a, b), cross(b, a)))
    assert "at a = (1, 0, 0), b = (0, 1, 0): left is (0, 0, 1), right is (0, 0, -1)" in said
    assert "at x = 3: " in str(equal(x * (x - 1) * (x - 2) * (x + 1), 0 * x))
    example = find_counterexample(det(O), det(O) ** 2)
    assert example is not None
    assert example.exact
    assert (example.left, example.right) == (-1, 1)


def test_a_counterexample_on_a_part_that_is_hardly_ever_drawn_is_found() -> None:
    half = matrix("half", rotation=True, symmetric=True)
    signs = matrix("signs", 4, 4, diagonal=True, orthogonal=True)
    assert decided(trace(half), -1).refuted  # false of the identity alone
    assert decided((trace(signs) - 2) * trace(signs) * (trace(signs) + 2), 0).refuted
    assert decided(x, 1, Context(equals(x**2, 1 + 0 * x))).refuted


def test_true_identities_have_no_counterexample() -> None:
    assert find_counterexample(cross(a, b), -cross(b, a)) is None
    assert find_counterexample(norm(R @ a), norm(a)) is None


# -- functions, sorts, names ----------------------------------------------------------------------


def test_functions_with_a_program_are_calculated_and_never_guessed() -> None:
    inverse = operator("decide_inverse", Scalar, result=Scalar, evaluate=lambda v: v**-1)
    reciprocal = operator("decide_reciprocal", Scalar, result=Scalar, evaluate=lambda v: 1 / v)
    size = operator("decide_size", Scalar, result=Scalar, evaluate=abs)
    kinked = operator("decide_kink", Scalar, result=Scalar, evaluate=lambda v: 5 if v == 7 else v)
    assert equal(inverse(x), reciprocal(x)).proved
    assert equal(inverse(x) * x, 1).proved
    assert equal(inverse(x), 1).refuted
    assert equal(size(x + y), size(y + x)).proved
    assert equal(size(x), x).refuted
    assert equal(size(x) ** 2, x**2).undecided  # true, but not by polynomials
    verdict = equal(kinked(x), x)
    assert verdict.refuted
    assert verdict.counterexample is not None
    assert verdict.counterexample.point[x] == 7


def test_a_program_that_fails_is_no_crash() -> None:
    def fails(v: Any) -> Any:
        raise ValueError("no")

    broken = operator("decide_broken", Scalar, result=Scalar, evaluate=fails)
    assert equal(broken(x), broken(y)).undecided


def test_recheck_leaves_functions_with_programs_or_laws_alone() -> None:
    twice = operator("decide_twice", Scalar, result=Scalar, evaluate=lambda v: 2 * v)
    meet = operator(
        "decide_meet", Vector, Vector, result=Vector, laws=[Associative(), Commutative()]
    )
    for verdict in (equal(twice(x), x + x), equal(meet(a, b), meet(b, a))):
        assert verdict.proved
        with pytest.raises(NotImplementedError):
            recheck.check(json.loads(verdict.to_json()))


def test_sorts_of_the_user() -> None:
    class Wrench(Linear):
        dimension = 6

    class Abstract(Linear):
        pass

    class Plain(Term):
        pass

    X, Y = symbol("X", Wrench), symbol("Y", Wrench)
    assert decided(X + 2 * Y - X, 2 * Y).proved
    assert decided(X + Y, X - Y).refuted
    V, W = symbol("V", Abstract), symbol("W", Abstract)
    assert equal(V + W - V, W).proved
    assert equal(V + W, V - W).undecided
    one, other = symbol("one", Plain), symbol("other", Plain)
    assert equal(one, one).proved
    assert equal(one, other).undecided


def test_two_symbols_of_one_name_are_refused() -> None:
    other = matrix("A", symmetric=True)
    with pytest.raises(NameClashError, match="two different symbols are called 'A'"):
        equal(A, other)
    with pytest.raises(NameClashError, match="two different symbols are called 'A'"):
        equal(A, A.T, Context(known.symmetric(other)))


def test_opaque_atoms_are_distinguished() -> None:
    one, other = (intern(OPAQUE, (), Scalar, (1, 1), text) for text in ("besselj(0)", "zeta(3)"))
    assert decided(one * other, other * one).proved
    assert decided(sqrt(one + 20) ** 2, one + 20).proved
    assert decided(one, other).refuted
    assert recheck.check(tampered(equal(one, one), right=serial(other)))


def serial(t: Term) -> Any:
    return json.loads(to_json(t))["nodes"]


def test_symbols_that_depend_on_time() -> None:
    t, s = symbol("t", Scalar, None, time=True), vector("s", time=True)
    assert decided(sin(t) ** 2 + known.parse("cos(t)", [t]) ** 2, 1).proved
    assert decided(cross(s, t * s), 0 * s).proved
    assert decided(t * s, s).refuted


# -- probable, undecided, large -------------------------------------------------------------------


def large() -> tuple[Term, Term]:
    """An identity that no polynomial will be written for."""
    ms = matrices(" ".join(f"A{i}" for i in range(40)))
    left, right = ms[0], ms[0].T
    for m in ms[1:]:
        left, right = left @ m + m, m.T @ right + m.T
    return trace(left), trace(right)


def test_identities_too_large_to_prove_are_probable_with_a_bound() -> None:
    left, right = large()
    verdict = decided(left, right, time_limit=3)
    assert verdict.probable or verdict.proved
    changed = equal(left, 2 * right, time_limit=1)
    assert changed.refuted or changed.undecided


def test_bounds_are_small_and_grow_with_the_degree() -> None:
    once, more = (error_bound(x**n, y**n, None, 1) for n in (2, 200))
    assert once is not None
    assert more is not None
    assert 0 < once < more < 2.0**-40
    twice = error_bound(x**2, y**2, None, 2)
    assert twice == pytest.approx(once**2)
    signed = error_bound(det(O), 1 + 0 * x, None, 1)
    assert signed is not None
    assert signed > 0.5
    assert error_bound(norm(a), norm(b), None, 1) is None
    turning = Context(known.rotation(A))
    plain, turned = error_bound(A, A.T, None, 1), error_bound(A, A.T, turning, 1)
    assert plain is not None
    assert turned is not None
    assert plain < turned


def test_towers_do_not_fill_the_memory() -> None:
    t = scalar("t")
    for _ in range(60):
        t = t * t
    assert equal(t, 1 * t).proved
    assert decided(t, t + 1).refuted


def test_recheck_goes_where_verdicts_go() -> None:
    verdict = equal(sqrt(-norm(a)), (-norm(a)) ** Fraction(1, 2))
    assert verdict.proved  # it is defined at zero alone
    assert recheck.check(json.loads(verdict.to_json())) is None
    assert decided(sin(1000 * x), 2 * sin(500 * x) * known.parse("cos(500*x)", [x])).proved
    zeros = [(x - i) * (2 * x - i) * (3 * x - i) for i in range(-30, 31)]
    assert decided(prod(zeros), 0).refuted  # no small number will do


def test_large_powers() -> None:
    assert decided(x ** (10**9), x ** (10**9 - 1) * x).proved
    assert decided(x ** (10**9), x ** (10**9 - 1)).refuted


def test_deep_terms_are_decided() -> None:
    t: Any = a
    for _ in range(5_000):
        t = cross(unit_vector, t)
    verdict = equal(t, t + b, time_limit=2)
    assert not verdict.proved
    assert verdict.to_json()
    assert not equal(t, cross(unit_vector, cross(unit_vector, t)), time_limit=2).proved


def test_undecided_says_why_and_what_was_decided() -> None:
    root = sqrt(x + 1 + 2 * sqrt(x)), 1 + sqrt(x)
    verdict = equal(root[0] * (x + y) ** 2, root[1] * (x**2 + 2 * x * y + y**2))
    assert verdict.undecided
    assert "roots" in verdict.how
    assert verdict.settled == ((x + y) ** 2, x**2 + 2 * x * y + y**2)


# -- the verdict ----------------------------------------------------------------------------------


def of_every_status() -> list[Verdict]:
    return [
        decided(cross(a, b), -cross(b, a)),
        decided(cross(a, b), cross(b, a)),
        decided(x / (y - y), x),
        decided(*large(), time_limit=0.5),
    ]


def test_every_status_prints_and_serialises() -> None:
    verdicts = of_every_status()
    assert {v.status for v in verdicts} >= {Status.PROVED, Status.REFUTED, Status.UNDECIDED}
    for verdict in verdicts:
        flags = [verdict.proved, verdict.refuted, verdict.probable, verdict.undecided]
        assert flags.count(True) == 1
        data = json.loads(verdict.to_json())
        assert data["status"] == verdict.status.name.lower()
        assert str(verdict).startswith(f"{data['status']}: ")
        assert verdict.how in str(verdict)
        assert ("counterexample" in data) == verdict.refuted
        assert (verdict.error_bound > 0) == verdict.probable


def test_a_verdict_is_no_truth_value() -> None:
    with pytest.raises(TypeError, match=r"ask for \.proved"):
        bool(equal(x, x))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((1, 2), "equal compares terms"),
        ((a, x), "a is Vector, x is Scalar"),
        ((A, identity(2)), r"Matrix\(3, 3\).*Matrix\(2, 2\)"),
        ((x, "x"), "the right side of equal"),
        ((a, 1), "the right side of equal"),
        ((x, float("nan")), "not a number"),
    ],
)
def test_sides_that_cannot_be_compared(arguments: Any, says: str) -> None:
    with pytest.raises(SortError, match=says):
        equal(*arguments)


def test_bad_limits_and_contexts() -> None:
    for limit in (0, -1, "ten", None, float("nan")):
        with pytest.raises(RewriteError, match="time limit"):
            equal(x, y, time_limit=limit)  # type: ignore[arg-type]
    with pytest.raises(RewriteError, match="must be a Context"):
        equal(x, y, known.unit(a))  # type: ignore[arg-type]


# -- the program that checks again ----------------------------------------------------------------


def test_recheck_is_short_and_needs_the_standard_library_alone() -> None:
    text = PROGRAM.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 400
    nodes = list(ast.walk(ast.parse(text)))
    names = [n.name for node in nodes if isinstance(node, ast.Import) for n in node.names]
    names += [str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)]
    assert len(names) > 3
    assert {name.split(".")[0] for name in names} <= set(sys.stdlib_module_names)


def run(path: Path) -> subprocess.CompletedProcess[str]:
    program = path.parent / "recheck.py"
    program.write_text(PROGRAM.read_text(encoding="utf-8"), encoding="utf-8")
    command = [sys.executable, "-I", str(program), str(path)]
    return subprocess.run(command, cwd=path.parent, capture_output=True, text=True, check=False)


def test_recheck_runs_as_a_program_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "verdict.json"
    for verdict in (equal(R.inv, R.T), equal(p * p, p)):
        path.write_text(verdict.to_json(), encoding="utf-8")
        done = run(path)
        assert (done.returncode, done.stdout) == (0, f"confirmed: {verdict.status.name.lower()}\n")
    path.write_text(equal(R.inv, R).to_json().replace("refuted", "proved"), encoding="utf-8")
    assert run(path).returncode == 3  # no point where both sides are defined
    path.write_text(equal(R.inv, R.T).to_json().replace('"inv"', '"neg"'), encoding="utf-8")
    assert run(path).returncode == 1
    path.write_text("{}", encoding="utf-8")
    assert run(path).returncode == 2


def tampered(verdict: Verdict, **changes: Any) -> dict[str, Any]:
    return {**json.loads(verdict.to_json()), **changes}


def test_tampered_proofs_are_caught() -> None:
    true = equal(cross(a, cross(b, a)), norm2(a) * b - dot(a, b) * a)
    other = json.loads(equal(norm2(a) * b, 2 * b).to_json())
    assert recheck.check(tampered(true, right=other["left"]))
    assert recheck.check(tampered(true, left=other["right"]))
    example = json.loads(equal(dot(a, b), 1).to_json())["counterexample"]
    assert recheck.check(tampered(true, status="refuted", counterexample=example))


def test_tampered_refutations_are_caught() -> None:
    false = equal(dot(O @ a, b), dot(a, O @ b))
    data = json.loads(false.to_json())
    places = data["counterexample"]["point"]
    assert recheck.check(tampered(false, status="proved", defined_at=places))
    assert recheck.check(tampered(false, status="probable"))
    assert recheck.check(tampered(false, right=data["left"]))
    for place in places:
        zeros = json.loads(json.dumps(place["value"]).replace("1", "0"))
        point = [{**p, "value": zeros} if p is place else p for p in places]
        example = {**data["counterexample"], "point": point}
        assert recheck.check(tampered(false, counterexample=example))


def test_tampered_contexts_and_multipliers_are_caught() -> None:
    context = Context(known.orthogonal(a, b))
    true = decided(norm2(a + b), norm2(a) + norm2(b), context)
    data = json.loads(true.to_json())
    assert true.proved
    assert data["cofactors"]
    wrong = [[[[[], "5"]]]]
    assert recheck.check({**data, "cofactors": wrong})
    with pytest.raises((NotImplementedError, ValueError)):
        recheck.check({**data, "cofactors": []})
    with pytest.raises(ValueError):
        recheck.check({**data, "context": []})


def test_a_point_that_is_not_of_its_kind_is_caught() -> None:
    N = matrix("N", invertible=True)
    data = json.loads(equal(N @ a, a).to_json())
    for place in data["counterexample"]["point"]:
        if place["term"][0]["name"] == "N":
            place["value"] = [["0"] * 3] * 3
    assert "a fact is not true" in recheck.check(data)


def test_triple_products_of_equal_vectors() -> None:
    assert decided(triple(a, b, a), 0).proved


def test_the_prompt_shows_an_answer_as_print_does():
    """As terms do: no one reads the fields of a data class."""
    verdict = equal(cross(a, b), cross(b, a))
    for answer in (
        verdict,
        verdict.counterexample,
        explain(dot(a, cross(a, b))),
        holds_when(cross(A @ a, A @ b), A @ cross(a, b)),
    ):
        assert repr(answer) == str(answer)


@pytest.mark.parametrize(
    ("left", "right", "fact"),
    [
        (cross(a, b), 0 * a, equals(norm2(a) + norm2(b), 0)),
        (a, b, equals(norm2(a - b), 0)),
        (x, y, equals(x**2 + y**2, 2 * x * y)),
        (a, 0 * a, equals(norm(a) + norm(b), 0)),
        (x * norm(a), 0, equals(x**2 * norm(a), 0)),
    ],
)
def test_squares_that_add_up_to_zero_leave_few_points(left: Any, right: Any, fact: Any) -> None:
    assert equal(left, right, Context(fact)).proved


@pytest.mark.parametrize(
    ("left", "right", "facts"),
    [
        (x, y, (equals(x**3, y**3),)),
        (x**2, y**2, (equals(x**6, y**6),)),
        (size(x), size(y), (equals(x**4, y**4),)),
        (x * y, 0, (equals(x**2 * y**2, 0),)),
        (a, b, (unit(a), unit(b), equals(dot(a, b), 1))),
        (cos(x), 1, (equals(sin(x / 2), 0),)),
        (x**2, y**2, (equals(x, size(y)),)),
        (trace(A), 0, (equals(A @ A, 0 * A),)),
        (det(A), 1, (equals(A @ A @ A, identity(3)),)),
        (trace(A), 0, (equals(A**3, 0 * A),)),
        (A**3, 0 * A, (equals(A**5, 0 * A),)),
        (det(identity(3) + A), 1, (equals(0 * A, A @ A @ A),)),
        (trace(B @ A), 0, (equals(A @ B @ A, 0 * A),)),
        (B @ A, 2 * identity(3), (equals(A @ B, 2 * identity(3)),)),
        (A, identity(3), (equals(A @ A, A), invertible(A))),
        (a, b, (equals(A @ a, A @ b), invertible(A))),
        (x, z, (equals(x * y, y * z), nonzero(y))),
        (x, 4, (equals(root(x), 2),)),
        (x, 16, (equals(2 * root(root(x)) + 1, 5),)),
        (x * y, 36, (equals(root(x), 2), equals(root(y), 3))),
        (y, 2, (equals(root(x - 1), y), equals(x, 5))),
        (sin(x) ** 2, 1, (equals(cos(x), 0),)),
        (cos(2 * x), Fraction(-7, 25), (equals(cos(x), Fraction(3, 5)),)),
    ],
    ids=str,
)
def test_consequences_for_real_numbers_are_proved(left: Any, right: Any, facts: Any) -> None:
    assert decided(left, right, Context(*facts)).proved


@pytest.mark.parametrize(
    ("left", "right", "fact"),
    [
        (A, 0 * A, equals(A @ A, 0 * A)),
        (trace(A), 0, equals(A**3, A)),
        (trace(A @ B), 0, equals(A @ B @ B, 0 * A)),
        (a, b, equals(A @ a, A @ b)),
        (x, -4, equals(root(x), 2)),
        (cos(x), 1, equals(sin(x), 0)),
        (sin(x), Fraction(4, 5), equals(cos(x), Fraction(3, 5))),
        (root(x), -2, equals(x, 4)),
        (x, 2, equals(root(x**2), 2)),
    ],
    ids=str,
)
def test_equations_about_roots_and_sines_leave_signs_open(left: Any, right: Any, fact: Any) -> None:
    assert decided(left, right, Context(fact)).refuted


@pytest.mark.parametrize(
    "facts",
    [
        (equals(x**4, -1),),
        (equals(sin(x), 2),),
        (equals(sin(x) * cos(x), 1),),
        (equals(exp(x), 0),),
        (equals(tanh(x), 2),),
        (equals(size(x), -1),),
        (equals(norm(a) + 1, 0),),
        (equals(A @ A, -identity(3)),),
        (unit(a), unit(b), equals(dot(a, b), 2)),
    ],
    ids=str,
)
def test_equations_without_real_solutions_are_refused(facts: Any) -> None:
    with pytest.raises(FactError, match="contradict"):
        equal(y, z, Context(*facts))


def test_an_equation_for_a_product_is_used_by_equal_and_excludes_nothing() -> None:
    context = Context(equals(x * y, 0))
    assert decided(x, 0, context).refuted
    assert decided(y, 0, context).refuted
    assert decided(x * y * z, 0, context).proved
    assert holds(equals(x * y, 0), context) is Truth.TRUE


def test_a_contradiction_between_sines_is_recognised() -> None:
    with pytest.raises(FactError, match="contradict"):
        equal(x, y, Context(equals(sin(x) ** 2 + cos(x) ** 2, 2)))


HALF = number(Fraction(1, 2))


@pytest.mark.parametrize(
    ("left", "right", "facts"),
    [
        (x**4, 4, (equals(x**2, 2),)),
        (x**2 * y**2, 6, (equals(x**2, 2), equals(y**2, 3))),
        (x**3, 2 * x - 1, (equals(x**2 + x, 1),)),
        (cos(2 * x), 0, (equals(sin(x), cos(x)),)),
        (sin(x) ** 2, number(Fraction(3, 4)), (equals(cos(x), HALF),)),
        (norm(a) ** 4, 49, (equals(dot(a, a), 7),)),
        (
            dot(cross(a, b), cross(a, b)),
            number(Fraction(3, 4)),
            (unit(a), unit(b), equals(dot(a, b), HALF)),
        ),
        (A @ A @ A, 2 * A, (equals(A @ A, 2 * identity(3)),)),
    ],
    ids=str,
)
def test_equations_without_rational_points_are_used(left: Any, right: Any, facts: Any) -> None:
    assert decided(left, right, Context(*facts)).proved


@pytest.mark.parametrize(
    ("left", "right", "facts"),
    [
        (x, 1, (equals(x**2, 2),)),
        (x, root(number(2)), (equals(x**2, 2),)),
        (x, y, (equals(x**2, 2), equals(y**2, 3))),
        (sin(x), HALF, (equals(cos(x), HALF),)),
        (norm(a), 7, (equals(dot(a, a), 7),)),
        (A, A.T, (equals(A @ A, 2 * identity(3)),)),
    ],
    ids=str,
)
def test_counterexamples_may_have_square_roots(left: Any, right: Any, facts: Any) -> None:
    assert decided(left, right, Context(*facts)).refuted


def is_refused(data: Any) -> bool:
    try:
        return recheck.check(data) is not None
    except (ValueError, TypeError, ArithmeticError):
        return True


@pytest.mark.parametrize(
    "forged",
    [
        {"surd": [["1", 3]]},
        {"surd": [["-1", 2], ["1", 1]]},
        {"surd": [["1", 1], ["1", 2]]},
        {"surd": [["1", -2]]},
        {"surd": [["1", 2.0]]},
        {"surd": []},
        {"surd": [["1", 2]], "more": 1},
    ],
    ids=str,
)
def test_forged_square_roots_are_refused(forged: Any) -> None:
    data = json.loads(equal(x, 1, Context(equals(x**2, 2))).to_json())
    data["counterexample"]["point"][0]["value"] = forged
    data["counterexample"]["left"] = forged
    assert is_refused(data)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (sin(x) + sin(x + 2 * pi / 3) + sin(x + 4 * pi / 3), 0 * x),
    ],
    ids=str,
)
def test_parts_of_pi_beside_numbers_are_confirmed(left: Any, right: Any) -> None:
    """To divide by 3 is safe whatever π and e^i are."""
    verdict = equal(left, right)
    assert verdict.proved
    assert recheck.check(json.loads(verdict.to_json())) is None


@pytest.mark.parametrize(("n", "part"), [(7, 1), (13, 0), (21, 1)])
def test_parts_of_pi_are_true_to_the_roots_of_whole_numbers(n: int, part: int) -> None:
    """√13 is a sum of cosines of 2πk/13, and √7 one of sines of 2πk/7 (Gauss)."""
    claim = recheck.Claim(json.loads(equal(cos(2 * pi / n), cos(2 * pi / n)).to_json()))
    at = recheck.At(claim, recheck.prime(100, claim.order, 0), None, 0)
    q = n if n < 20 else 7
    turns = [at.spun(*at.unity(), claim.fineness // q * k).c[::2][part] for k in range(q)]
    total = sum(recheck.legendre(k, q) * turns[k] for k in range(q))
    assert at.clean(total) == at.square_root(q)


@pytest.mark.parametrize(
    ("left", "right", "facts", "holds"),
    [
        (A @ B, B @ A, (equals(A @ B, A + B),), True),
        (A @ B, B @ A, (equals(B @ A + 2 * A, 3 * B - identity(3)),), True),
        (x**3 + 1 / x**3, 18, (equals(x + 1 / x, 3),), True),
        (x, 2, (equals(x + 1 / x, 3),), False),
        (x**2 + y**2, 3 * x * y, (equals(x / y + y / x, 3),), True),
        (x, 1, (equals((x**2 - 1) / (x - 1), 0 * x),), False),
        (cos(x), cos(y), (equals(x + y, 0 * x),), True),
        (sin(x), sin(z), (equals(2 * x, 2 * y), equals(y - z, 0 * x)), True),
        (cos(x), cos(y), (equals(x - y, z),), False),
    ],
    ids=str,
)
def test_equations_are_used_in_other_forms(left: Any, right: Any, facts: Any, holds: bool) -> None:
    """(A - 1) (B - 1) = 1; x² + 1 = 3 x; x = -y."""
    verdict = equal(left, right, Context(*facts))
    assert verdict.proved if holds else verdict.refuted


R2, R3, R5 = (root(number(n)) for n in (2, 3, 5))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (root(3 - 2 * R2), R2 - 1),
        (-root(3 - 2 * R2), 1 - R2),
        (root(10 - 2 * R5) / 4, sin(pi / 5)),
        (x**2 * root(2 - R3), x**2 * (root(number(6)) - R2) / 2),
    ],
    ids=str,
)
def test_constants_have_a_sign(left: Any, right: Any) -> None:
    assert equal(left, right).proved
    assert equal(left, -right).refuted


def test_verdicts_that_depend_on_signs_of_roots_are_not_called_wrong() -> None:
    """√2 √3 = √6 is not known to the program, whose roots have signs of their own."""
    verdict = equal(x * y, root(number(6)), Context(equals(x**2, 2), equals(y**2, 3)))
    assert verdict.refuted
    with pytest.raises(NotImplementedError, match="signs of roots"):
        recheck.check(json.loads(verdict.to_json()))


@pytest.mark.parametrize(
    ("left", "right", "fact"),
    [
        (a, 0 * a, equals(a, -a)),
        (a, b, equals(a, 2 * b - a)),
        (a, 0 * a, equals(a, cross(b, a))),
        (x**3, x, equals(x, x**2)),
        (trace(A), 0, equals(A, -A.T)),
    ],
    ids=str,
)
def test_an_equation_may_have_one_symbol_on_both_sides(left: Any, right: Any, fact: Any) -> None:
    assert decided(left, right, Context(fact)).proved


@pytest.mark.parametrize(
    "facts",
    [
        (nonzero(x), equals(x**2, 0)),
        pytest.param((invertible(A), equals(A @ A, 0 * A)), marks=pytest.mark.slow),
        (nonzero(x * y), equals(x**3, 0)),
    ],
    ids=str,
)
def test_equations_may_not_contradict_divisors(facts: Any) -> None:
    with pytest.raises(FactError, match="contradict"):
        equal(y, z, Context(*facts))


def test_sines_of_very_small_parts_of_pi_are_left_undecided() -> None:
    tiny = pi / 2_003
    verdict = equal(sin(2 * tiny), 2 * sin(tiny) * cos(tiny))
    assert verdict.undecided
    assert "not calculated exactly" in verdict.how
    assert equal(sin(2 * pi / 101), 2 * sin(pi / 101) * cos(pi / 101)).proved


@pytest.mark.parametrize(
    ("left", "right", "facts"),
    [
        (sin(x), sin(y), [equals(x + y, pi)]),
        (cos(x), -cos(y), [equals(x, pi - y)]),
        (sin(x), cos(z), [equals(x + y, pi), equals(y - z, pi / 2)]),
        (2 * sin(2 * x), sin(y) + sqrt(3) * cos(y), [equals(2 * x, y + pi / 3)]),
        (sin(x) * z**2, 2 * cos(y), [equals(x + y, pi / 2), equals(z**2, 2)]),
        (sin(x) ** 2, number(3) / 4, [equals(x + y, pi / 2), equals(sin(y), number(1) / 2)]),
        (
            sin(2 * x) + sin(2 * y) + sin(2 * z),
            4 * sin(x) * sin(y) * sin(z),
            [equals(x + y + z, pi)],
        ),
        (sin(x), sin(y), [equals(x + y, pi), equals(y, pi - x)]),
        (1 / x, 1 / (pi - y), [equals(x + y, pi)]),
        (sin(2 * x), sin(1 / z), [equals(x, 1 / (2 * z))]),
        (sin(x) * z, sin(x) * z**2, [equals(x, 1 / y), equals(z * y, z**2 * y)]),
        (sin(y) ** 2, number(0), [equals(y, pi + 0 * x)]),
        (cos(y) * x, cos(y) * (pi + z), [equals(x, pi + z), nonzero(x)]),
        (sin(x), x**0 / 2, [equals(x + y, pi), equals(x - y, 2 * pi / 3)]),
    ],
)
def test_linear_equations_between_angles_give_values(left: Any, right: Any, facts: Any) -> None:
    verdict = equal(left, right, Context(*facts))
    assert verdict.proved
    assert recheck.check(json.loads(verdict.to_json())) is None


@pytest.mark.parametrize(
    ("left", "right", "facts"),
    [
        (sin(x), cos(y), [equals(x + y, pi)]),
        (sin(x), sin(y), [equals(x - y, pi / 2)]),
        (x**2, y**2, [equals(x + y, pi)]),
        (sin(x), sin(y), [equals(x - y, 1)]),
    ],
)
def test_linear_equations_between_angles_refute(left: Any, right: Any, facts: Any) -> None:
    verdict = equal(left, right, Context(*facts))
    assert verdict.refuted
    assert "x = " in str(verdict)
    assert recheck.check(json.loads(verdict.to_json())) is None
    example = find_counterexample(left, right, Context(*facts))
    assert "x = " in str(example)


@pytest.mark.parametrize(
    "facts",
    [
        [equals(x + y, pi), equals(x + y, 0)],
        [equals(x, pi / 2), equals(x, pi)],
        [equals(x, pi), equals(x, 3)],
    ],
)
def test_equations_between_angles_that_contradict_each_other(facts: Any) -> None:
    with pytest.raises(FactError, match="contradict each other"):
        equal(sin(x), cos(y), Context(*facts))


def test_a_factor_under_a_root_may_be_negative_where_another_is_zero() -> None:
    """√(x y) and √x have a value at x = 0, y = -1, where √(y²) is 1 and not y."""
    rest = sqrt(x * y) + sqrt(x)
    verdict = equal(sqrt(y**2) + rest, y + rest)
    assert verdict.refuted
    assert recheck.check(json.loads(verdict.to_json())) is None
    for radicand in (y * (x**2 + 1), y / x):
        rest = sqrt(radicand) + sqrt(x)
        assert equal(sqrt(radicand**2 * y**2) + rest, radicand * y + rest).proved
