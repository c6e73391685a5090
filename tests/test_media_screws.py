"""The algebra of screws: its identities, its values against matrices, its levels, and the slips of
a printed paper that `equal` refutes by counterexamples."""

from __future__ import annotations

import pickle
from fractions import Fraction
from random import Random
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from profiles import examples
from scipy.linalg import expm

from mechanics.media import (
    ALGEBRA,
    AXES,
    ROTATIONS,
    TRANSLATIONS,
    Ad,
    Displacement,
    Screw,
    act,
    ad,
    blocks,
    bracket,
    coad,
    dexp,
    displacement,
    exp,
    inverse,
    klein,
    moment,
    moment_at,
    move,
    orientation,
    position,
    reduced_at,
    resultant,
    rotation_by,
    screw,
    screw_of,
    stumpff,
    translation,
    turning,
)
from rewrite import (
    Evaluation,
    SortError,
    UndefinedError,
    Vector,
    code,
    components,
    coordinates,
    cos,
    cost,
    cross,
    diff,
    dot,
    equal,
    evaluate,
    free_symbols,
    from_json,
    identity,
    latex,
    lower,
    mathml,
    matrix,
    normal,
    one,
    ops,
    outer,
    pairs,
    parse,
    random_assignment,
    rot,
    scalar,
    scalars,
    simplify,
    sin,
    svg,
    symbol,
    tilde,
    time,
    to_json,
    unicode,
    vector,
    vectors,
    zero,
)
from rewrite.cli import main

X, Y, Z, W = (symbol(name, Screw) for name in "XYZW")
D, E = (symbol(name, Displacement) for name in "DE")
a, b, p = vectors("a b p")
u = vector("u", unit=True)
q, r = scalars("q r")
i, j, k = TRANSLATIONS
xi, eta, zeta = ROTATIONS
NO: Any = zero(Vector)


def proved(left: Any, right: Any) -> None:
    verdict = equal(left, right)
    assert verdict.proved, verdict


def refuted(left: Any, right: Any) -> None:
    verdict = equal(left, right)
    assert verdict.refuted, verdict
    assert verdict.counterexample is not None


# -- identities -----------------------------------------------------------------------------------

IDENTITIES: list[tuple[Any, Any]] = [
    (bracket(X, bracket(Y, Z)) + bracket(Y, bracket(Z, X)) + bracket(Z, bracket(X, Y)), 0),
    (klein(X, bracket(Y, Z)), klein(bracket(X, Y), Z)),
    (klein(coad(X) @ W, Y), klein(W, bracket(X, Y))),
    (coad(X, W), bracket(W, X)),
    (ad(bracket(X, Y)), ad(X) @ ad(Y) - ad(Y) @ ad(X)),
    (Ad(D * E), Ad(D) @ Ad(E)),
    (Ad(D).inv, Ad(D.inv)),
    (Ad(D) @ bracket(X, Y), bracket(Ad(D) @ X, Ad(D) @ Y)),
    (klein(Ad(D) @ X, Ad(D) @ Y), klein(X, Y)),
    (Ad(translation(a)) @ X, screw(moment(X) + cross(a, resultant(X)), resultant(X))),
    (move(D, move(E, p)), move(D * E, p)),
    (D.inv * D * E, E),
    (klein(reduced_at(X, p), reduced_at(Y, p)), klein(X, Y)),
    (moment_at(X, b) - moment_at(X, a), cross(resultant(X), b - a)),
    (moment_at(Ad(D) @ X, move(D, p)), orientation(D) @ moment_at(X, p)),
    (bracket(i, eta), k),
    (bracket(i, zeta), -j),
    (bracket(xi, eta), zeta),
    (exp(-X), inverse(exp(X))),
    (exp(q * X) * exp(r * X), exp((q + r) * X)),
    (exp(q * screw(a, u)), displacement(
        q * a + (1 - cos(q)) * cross(u, a) + (q - sin(q)) * cross(u, cross(u, a)), rot(u, q)
    )),
    (exp(q * zeta), turning(rot(AXES[2], q))),
    (Ad(exp(X)) @ X, X),
    (Ad(exp(X)) @ dexp(-X, Y), dexp(X, Y)),
    (bracket(X, dexp(X, Y)), Ad(exp(X)) @ Y - Y),
    (Ad(D * exp(X) * D.inv), Ad(exp(Ad(D) @ X))),
    (diff(Ad(exp(q * X)), q), ad(X) @ Ad(exp(q * X))),
    (rotation_by(a) @ rotation_by(a).T, identity(3)),
]  # fmt: skip


@pytest.mark.parametrize("n", range(len(IDENTITIES)))
def test_identities_are_proved(n):
    proved(*IDENTITIES[n])


def test_the_adjoint_satisfies_a_polynomial():
    """ad(X)(ad(X)² + |ω|²)² = 0, and nothing lower in general."""
    A, size = ad(X), dot(resultant(X), resultant(X)) * identity(6)
    proved(A @ (A @ A + size) @ (A @ A + size), zero((6, 6)))
    refuted(A @ (A @ A + size), zero((6, 6)))


def test_simplify_uses_the_rules():
    assert simplify(IDENTITIES[0][0]) == 0
    assert simplify(klein(Ad(D) @ X, Ad(D) @ bracket(X, Y))) == 0
    assert simplify(Ad(D) @ (Ad(D.inv * E) @ X)) is normal(Ad(E) @ X)
    assert simplify(Ad(D).inv @ Ad(D * E)) is Ad(E)
    assert simplify(exp(q * X) * exp(r * X) * exp(q * X).inv) is exp(r * X)
    assert simplify(D * E * E.inv * D.inv) is one(Displacement)
    assert simplify(bracket(X, Y) + bracket(X, Z)) is bracket(X, Y + Z)
    assert simplify(screw(moment(X), resultant(X)) + Y) is X + Y
    assert simplify(dexp(-q * X, 2 * X)) is normal(2 * X)
    assert cost(simplify(klein(X, Y) + klein(X, Z))) <= cost(klein(X, Y) + klein(X, Z))


def test_the_workbench_finds_nothing_wrong(capsys):
    assert main(["check", "rules/screws.py", "rules/screw_pairs.py"]) == 0
    assert "warning" not in capsys.readouterr().out


# -- values ---------------------------------------------------------------------------------------


def matrix_of(x: Any) -> Any:
    """A screw as a 4×4 matrix: the independent meaning of all of this."""
    (v1, v2, v3, w1, w2, w3) = map(float, x)
    return numpy.array([[0, -w3, w2, v1], [w3, 0, -w1, v2], [-w2, w1, 0, v3], [0, 0, 0, 0]])


def motion_of(d: Any) -> Any:
    found = numpy.eye(4)
    found[:3, 3] = [float(c) for c in d[:3]]
    found[:3, :3] = numpy.array([float(c) for c in d[3:]]).reshape(3, 3)
    return found


def screw_from(m: Any) -> Any:
    return numpy.array([m[0, 3], m[1, 3], m[2, 3], m[2, 1], m[0, 2], m[1, 0]])


small = st.integers(-6, 6)
sixes = st.tuples(*[small] * 6)


@given(x=sixes, y=sixes)
@examples(30)
def test_the_bracket_is_the_commutator_of_matrices(x, y):
    mx, my = matrix_of(x), matrix_of(y)
    found = evaluate(bracket(X, Y), {X: x, Y: y})
    assert [float(c) for c in found] == list(screw_from(mx @ my - my @ mx))


@given(seed=st.integers(0, 10**6), x=sixes)
@examples(20)
def test_displacements_are_matrices(seed, x):
    at = random_assignment([D, E, X], seed, awkward=True)
    d, e = motion_of(at[D]), motion_of(at[E])
    value = Evaluation({**at, X: x})
    assert numpy.allclose(motion_of(value(D * E)), d @ e)
    assert numpy.allclose(motion_of(value(D.inv)), numpy.linalg.inv(d))
    conjugate = d @ matrix_of(x) @ numpy.linalg.inv(d)
    assert numpy.allclose([float(c) for c in value(Ad(D) @ X)], screw_from(conjugate))


ANGLES = [0.0, 1e-12, 1e-6, 1e-3, 0.5, 3.0, 3.14159265358979, 6.5, 20.0]


@pytest.mark.parametrize("angle", ANGLES)
def test_the_exponential_is_that_of_matrices(angle):
    random = Random(f"{angle}")
    x = numpy.array([random.uniform(-2, 2) for _ in range(6)])
    x[3:] *= angle / numpy.linalg.norm(x[3:])
    exact = expm(matrix_of(x))
    assert numpy.allclose(motion_of(evaluate(exp(X), {X: x}, "float")), exact, atol=1e-12)
    assert numpy.allclose(motion_of(code(exp(X)).function(x)), exact, atol=1e-12)


@pytest.mark.parametrize("angle", ANGLES)
def test_the_derivative_of_the_exponential_is_its_series(angle):
    random = Random(f"d{angle}")
    x, y = (numpy.array([random.uniform(-1, 1) for _ in range(6)]) for _ in range(2))
    x[3:] *= angle / numpy.linalg.norm(x[3:])
    left, big = matrix_of(x), numpy.zeros((8, 8))  # expm of blocks holds the derivative
    big[:4, :4] = big[4:, 4:] = left
    big[:4, 4:] = matrix_of(y)
    whole = expm(big)
    spatial = screw_from(whole[:4, 4:] @ numpy.linalg.inv(whole[:4, :4]))
    found = evaluate(dexp(X, Y), {X: x, Y: y}, "float")
    assert numpy.allclose(found, spatial, atol=1e-9 * max(1, abs(spatial).max()))
    body = screw_from(numpy.linalg.inv(whole[:4, :4]) @ whole[:4, 4:])
    assert numpy.allclose(evaluate(dexp(-X, Y), {X: x, Y: y}, "float"), body, atol=1e-9)


def test_exact_values_where_there_are_any():
    assert evaluate(exp(X), {X: (1, 2, 3, 0, 0, 0)})[:3] == (1, 2, 3)
    assert evaluate(dexp(X, Y), {X: (1, 0, 0, 0, 0, 0), Y: (0, 0, 0, 0, 1, 0)}) == (
        0, 0, Fraction(1, 2), 0, 1, 0,
    )  # fmt: skip
    assert normal(exp(zero(Screw))) is one(Displacement)
    assert normal(exp(screw(a, NO))) is translation(a)
    assert [normal(stumpff(n, 0)) for n in range(4)] == [1, 1, Fraction(1, 2), Fraction(1, 6)]
    with pytest.raises(SortError, match="a whole number from 0 on"):
        stumpff(q, r)


@given(x=st.floats(-30, 30), n=st.integers(0, 5))
@examples(40)
def test_stumpff_functions(x, n):
    """c_n + x c_{n+2} = 1/n!, and the derivative that is declared."""
    from math import factorial

    def c(m, y):
        return evaluate(stumpff(m, q), {q: y}, "float")

    scale = max(1.0, abs(c(n, x)))
    assert abs(c(n, x) + x * c(n + 2, x) - 1 / factorial(n)) < 1e-9 * scale
    slope = evaluate(diff(stumpff(n, q), q), {q: x}, "float")
    assert abs((c(n, x + 1e-4) - c(n, x - 1e-4)) / 2e-4 - slope) < 1e-5 * max(1, abs(slope))


def test_a_matrix_that_is_no_rotation_makes_no_displacement():
    A = matrix("A")
    at = {A: ((2, 0, 0), (0, 1, 0), (0, 0, 1)), a: (0, 0, 0)}
    for t in (Ad(displacement(a, A)), displacement(a, A).inv):
        with pytest.raises(UndefinedError, match="its matrix is not a rotation"):
            evaluate(t, at)
    refuted(displacement(a, A), displacement(b, A))


# -- motions --------------------------------------------------------------------------------------


def test_velocities_of_moving_displacements():
    Dt, Et = (symbol(name, Displacement, time=True) for name in ("Dt", "Et"))
    v: Any = diff(Dt, time)
    proved(diff(move(Dt, p), time), orientation(Dt) @ moment_at(v, p))
    product: Any = diff(Dt * Et, time)
    proved(product, Ad(Et.inv) @ v + diff(Et, time))
    proved(diff(Dt.inv, time), -(Ad(Dt) @ v))
    proved(diff(position(Dt), time), orientation(Dt) @ moment(v))
    proved(diff(Ad(Dt), time), Ad(Dt) @ ad(v))
    x = scalar("x", time=True)
    moving = translation(x * AXES[0])
    proved(diff(moving, time), diff(x, time) * TRANSLATIONS[0])


def test_the_derivative_of_an_exponential_with_a_moving_screw():
    """exp(q X)⁻¹ d exp(q X) = q' X + Σ (-1)^m q^(m+1)/(m+1)! ad(X)^m X'."""
    qt, Xt = scalar("qt", time=True), symbol("Xt", Screw, time=True)
    found: Any = diff(exp(qt * Xt), time)
    dq, dX = diff(qt, time), diff(Xt, time)
    proved(found, dq * Xt + qt * dexp(-qt * Xt, dX))
    random = Random(1)
    at: dict[Any, Any] = {s: [random.uniform(-1, 1) for _ in range(6)] for s in (Xt, dX)}
    at |= {qt: 0.7, dq: 0.3}
    series, power, factor = dq * Xt, dX, 1.0
    total = evaluate(series, at, "float")
    for m in range(25):
        factor *= 0.7 / (m + 1)
        value = evaluate(power, {s: at[s] for s in free_symbols(power)}, "float")
        total = [t + (-1) ** m * factor * c for t, c in zip(total, value, strict=True)]
        power = bracket(Xt, power)
    assert numpy.allclose(evaluate(found, at, "float"), total)


# -- levels, text, code ---------------------------------------------------------------------------

SHOWN: list[Any] = [
    bracket(X, Ad(D) @ Y),
    klein(X, dexp(X, Y)),
    D.inv * exp(X) * E,
    blocks(identity(3), tilde(a), zero((3, 3)), identity(3)) @ X,
    coad(X, Y) + zero(Screw),
    move(D, a) + position(E),
    rotation_by(a) @ orientation(D),
    stumpff(2, q) * X,
    one(Displacement) * D,
]


@pytest.mark.parametrize("t", SHOWN, ids=str)
def test_text_json_pickle_and_pictures(t):
    assert parse(str(t), [*ALGEBRA, *free_symbols(t)]) is t
    assert from_json(to_json(t), ALGEBRA) is t
    assert pickle.loads(pickle.dumps(t)) is t
    assert unicode(t)
    assert latex(t)
    assert mathml(t)
    assert svg(t)


def test_notation():
    assert unicode(bracket(X, Y)) == "[X, Y]"
    assert unicode(klein(X, Y)) == "[X | Y]"
    assert unicode(screw(a, b)) == "(a; b)"
    assert latex(Ad(D) @ X) == r"\operatorname{Ad}_{D} \, X"


def test_levels():
    by_pairs = pairs(bracket(X, Y))
    assert by_pairs.op is screw
    proved(by_pairs, bracket(X, Y))
    assert pairs(klein(X, Y)) is normal(dot(moment(X), resultant(Y)) + dot(moment(Y), resultant(X)))
    assert pairs(bracket(X, Y), X) is normal(bracket(screw(moment(X), resultant(X)), Y))
    assert len(components(bracket(X, Y))) == 6
    six = coordinates(klein(X, Y))
    assert not any(s.op is dot for s in [six, *six.args])
    proved(six, klein(X, Y))
    moved = pairs(Ad(exp(q * zeta) * translation(a)) @ screw(a, b))
    assert moved.op is screw
    proved(moved, Ad(exp(q * zeta) * translation(a)) @ screw(a, b))
    assert screw_of(1, 2, 3, 4, 5, 6).args[0] is normal(screw_of(1, 2, 3, 4, 5, 6)).args[0]


@given(seed=st.integers(0, 10**6))
@examples(15)
def test_code_is_what_terms_mean(seed):
    t = bracket(Ad(D) @ X, Y) + klein(X, Y) * dexp(X, Ad(E.inv) @ Y)
    at = random_assignment(t, seed)
    exact = [
        float(c) for c in evaluate(t, {s: [float(c) for c in x] for s, x in at.items()}, "float")
    ]
    made = code(t, arguments=[X, Y, D, E])
    found = made.function(*([float(c) for c in at[s]] for s in (X, Y, D, E)))
    assert numpy.allclose(found, exact, rtol=1e-9, atol=1e-9)


def test_lowering_costs_no_more_than_declared():
    for t in (bracket(X, Y), klein(X, Y), Ad(D) @ X, D * E, D.inv, move(D, p), ad(X) @ ad(Y)):
        counted, declared = ops(lower(t)), cost(t)
        assert counted.total <= declared.total, t


def test_sorts_are_checked():
    with pytest.raises(SortError, match="argument 2 is Vector, needs Screw"):
        bracket(X, a)
    with pytest.raises(SortError):
        act(matrix("B"), X)
    with pytest.raises(TypeError):
        D * X


# -- slips of the printed paper (spec 04) ---------------------------------------------------------


def turned(axis: int, angle: Any) -> Any:
    return rot(AXES[axis], angle)


def with_entry(row: int, column: int, value: int = 1) -> Any:
    return value * outer(AXES[row], AXES[column])


def test_printed_matrices_of_rotations():
    """For ξ and ζ they carry a stray 1, for η a wrong sign."""
    none = zero((3, 3))
    for axis in range(3):
        proved(Ad(exp(q * ROTATIONS[axis])), blocks(turned(axis, q), none, none, turned(axis, q)))
    for axis in (0, 2):
        stray = blocks(turned(axis, q), with_entry(axis, axis), none, turned(axis, q))
        refuted(Ad(exp(q * ROTATIONS[axis])), stray)
    wrong = turned(1, q) - 2 * sin(q) * with_entry(0, 2)
    refuted(Ad(exp(q * eta)), blocks(wrong, none, none, wrong))


def test_printed_matrix_of_translations():
    """It has the sign opposite to the bracket's."""
    none, one_ = zero((3, 3)), identity(3)
    proved(Ad(exp(screw(a, NO))), blocks(one_, tilde(a), none, one_))
    refuted(Ad(exp(screw(a, NO))), blocks(one_, -tilde(a), none, one_))


def test_printed_matrix_of_the_bracket_with_i():
    """Row j has -1 under ζ, row k has +1 under η; in print both are shifted one column."""
    none = zero((3, 3))
    proved(ad(i), blocks(none, with_entry(1, 2, -1) + with_entry(2, 1), none, none))
    refuted(ad(i), blocks(none, with_entry(1, 1, -1) + with_entry(2, 0), none, none))


def test_printed_adjoint_of_zeta():
    """Its lower block is shifted one column."""
    none = zero((3, 3))
    proved(ad(zeta), blocks(tilde(AXES[2]), none, none, tilde(AXES[2])))
    shifted = with_entry(0, 2, -1) + with_entry(1, 1)
    refuted(ad(zeta), blocks(tilde(AXES[2]), none, none, shifted))


def test_printed_table_of_brackets():
    """One entry has ξ for ζ."""
    proved(bracket(xi, eta), zeta)
    refuted(bracket(xi, eta), xi)
