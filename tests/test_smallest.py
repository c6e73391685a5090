"""What `simplify` finds: elementary algebra, squares, fractions, turns; and the limits it keeps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hunting import operations, passes_off
from hypothesis import given
from hypothesis import strategies as st
from mechanisms import MECHANISMS
from profiles import examples

from mechanics import Principal, System, X, Y, Z, kane
from mechanics.models import plane_chain
from rewrite import (
    Context,
    RewriteError,
    column,
    cos,
    cost,
    cross,
    det,
    dot,
    expand,
    explain,
    factor,
    identity,
    lower,
    matrices,
    matrix,
    norm,
    normal,
    ops,
    quaternion,
    rot,
    scalar,
    scalars,
    simplified,
    simplify,
    sin,
    tilde,
    trace,
    triad,
    vector,
    vectors,
)
from rewrite.evaluation.compare import agree
from rewrite.verbs.forms import SQUARE

x, y, z, m = scalars("x y z m")
a, b, c = vectors("a b c")
n = vector("n", unit=True)
A, B = matrices("A B")
J = matrix("J", symmetric=True)
p, q, r = (quaternion(name) for name in "pqr")
i, j, k = vectors("i j k")
AXES = Context(triad(i, j, k))
LONG = cross(a + b, cross(b + c, cross(c + a, cross(a - b, cross(b - c, a + 2 * c)))))

FOUND: list[tuple[Any, Any]] = [
    (x**2 + 2 * x * y + y**2, (x + y) ** 2),
    (x**3 + 3 * x**2 * y + 3 * x * y**2 + y**3, (x + y) ** 3),
    (m * x**2 - 2 * m * x * y + m * y**2, m * (x - y) ** 2),
    (x**2 - y**2, (x - y) * (x + y)),
    ((x**2 - y**2) / (x - y), x + y),
    (1 / x + 1 / y, (x + y) / (x * y)),
    (1 / (x - y) - 1 / (x + y), 2 * y / ((x + y) * (x - y))),
    (dot(a, a) + 2 * dot(a, b) + dot(b, b), dot(a + b, a + b)),
    (dot(a, J @ a) - 2 * dot(a, J @ b) + dot(b, J @ b), dot(a - b, J @ (a - b))),
    (
        x**2 * dot(a, a) + 2 * x * dot(a, A @ b) + dot(A @ b, A @ b) + z,
        z + dot(x * a + A @ b, x * a + A @ b),
    ),
    (trace(A @ B @ A.inv), trace(B)),
    (det(A) * A.inv.T @ cross(a, b), cross(A @ a, A @ b)),
    (dot(a, a) / norm(a), norm(a)),
    (norm(a / norm(a)), normal(norm(n))),
    (2 * sin(x) * cos(x), sin(2 * x)),
    (A @ B @ A @ B @ A @ B, (A @ B) ** 3),
    (p * q * r * p * q * r * p * q * r, (p * q * r) ** 3),
    (A @ B @ A @ B @ A @ B @ a, A @ B @ A @ B @ A @ B @ a),
    (dot(a, J @ a) - dot(b, J @ b), dot(a + b, J @ (a - b))),
    (dot(a, A @ a) + dot(a, A @ b) + dot(b, A @ a) + dot(b, A @ b), dot(a + b, A @ (a + b))),
    (cross(a, b) + cross(b, c) + cross(c, a), cross(a - c, b - c)),
    ((1 - cos(2 * x)) / 2, sin(x) ** 2),
    (cos(x) * identity(3) + sin(x) * tilde(n) + (1 - cos(x)) * (n @ n.T), rot(n, x)),
]


@pytest.mark.parametrize(("t", "expected"), FOUND, ids=[str(t) for t, _ in FOUND])
def test_elementary_algebra(t: Any, expected: Any) -> None:
    found = simplify(t)
    assert found is normal(expected), f"{t} -> {found}"
    assert ops(lower(found)).total <= ops(lower(t)).total
    assert simplify(found) is found


@pytest.mark.parametrize("t", [t for t, _ in FOUND[:6]], ids=str)
def test_factor_finds_the_same(t: Any) -> None:
    assert factor(t) is simplify(t)


def test_factor_looks_at_the_scalars_that_it_has_gathered() -> None:
    assert factor(x**2 * a - 2 * x * y * a + y**2 * a) is normal((x - y) ** 2 * a)


def test_matrices_symmetric_about_an_axis_do_not_feel_a_turn_about_it() -> None:
    inertia = x * (i @ i.T) + y * (j @ j.T + k @ k.T)
    found = simplify(rot(i, z) @ inertia @ rot(i, z).T, AXES)
    assert found is normal(y * identity(3) + (x - y) * (i @ i.T), AXES)


def test_links_of_a_plane_chain_come_out_in_sums_of_angles() -> None:
    p, q, r = scalars("p q r")
    axis, along = column(0, 0, 1), column(0, 1, 0)
    inner = x * along + rot(axis, q) @ (y * along + z * (rot(axis, r) @ along))
    one = cross(axis, rot(axis, p) @ inner)
    two = rot(axis, p) @ cross(axis, rot(axis, q) @ along)
    found = simplify(dot(one, two))
    assert found is normal(y + x * cos(q) + z * cos(r)), f"{found}"
    assert simplify(found) is found


def test_sines_of_sums_along_a_chain_are_made_of_each_other() -> None:
    p, q, r = scalars("p q r")
    chain = [f(s) for s in (p, p + q, p + q + r, q + r, 2 * p + q) for f in (sin, cos)]
    assert ops(lower(chain)).calls == 6
    assert max(passes_off(chain).values()) < 1e-9


sums = st.lists(
    st.tuples(st.integers(-2, 2), st.sampled_from([x, y, z, m, dot(a, b), sin(x), 1])),
    min_size=1,
    max_size=3,
)


def _sum(parts: list[tuple[int, Any]]) -> Any:
    return sum((c * t for c, t in parts), 0 * x)


@examples(40)
@given(sums, sums, sums, st.integers(1, 3))
def test_products_that_are_multiplied_out_are_found_again(one, two, three, e) -> None:
    product = _sum(one) ** e * _sum(two) + _sum(three)
    t = expand(product)
    for found in (factor(t), simplify(t)):
        assert agree(t, found, None, points=2) is not False, f"{t} -> {found}"
    assert cost(simplify(t)).total <= cost(t).total


@examples(25)
@given(
    st.lists(st.sampled_from([a, b, x * c, A @ b]), min_size=2, max_size=3, unique=True),
    st.sampled_from([None, J, A.T @ A]),
    st.sampled_from([1, m, -2]),
)
def test_squares_of_vectors_are_found_again(parts, form, factor_of) -> None:
    whole = sum(parts[1:], parts[0])
    square = factor_of * dot(whole, whole if form is None else form @ whole)
    t = expand(square)
    found = simplify(t)
    assert agree(t, found, None, points=2) is not False, f"{t} -> {found}"
    assert cost(found).total <= cost(square).total, f"{t} -> {found}"


# -- limits ---------------------------------------------------------------------------------------


def test_without_time_the_term_comes_back() -> None:
    found = simplified(LONG, time_limit=1e-9)
    assert found.cut_short == "1e-09 seconds"
    assert not found.complete
    assert found.after <= found.before
    assert agree(LONG, found.result, None, points=1) is not False
    assert explain(LONG, time_limit=1e-9).cut_short == "1e-09 seconds"


def test_enough_time_is_said_too() -> None:
    found = simplified([x**2 - y**2, x + y], time_limit=1000)
    assert found.complete
    assert found.result == simplify([x**2 - y**2, x + y])
    assert str(found).endswith("2 multiplications, 2 additions -> 1 multiplication, 2 additions")
    assert explain(x**2 - y**2).cut_short == ""


@pytest.mark.parametrize("limit", [0, -1, "5", True, float("nan")])
def test_a_time_limit_is_a_positive_number(limit: Any) -> None:
    with pytest.raises(RewriteError, match="positive number of seconds"):
        simplify(x, time_limit=limit)


def test_progress_is_reported() -> None:
    told: list[tuple[int, str]] = []
    simplify(x**2 - y**2, progress=lambda done, what: told.append((done, what)))
    assert "open" in {what for _, what in told}
    told.clear()
    simplify([x, y, z], progress=lambda done, what: told.append((done, what)))
    assert told == [(0, "of 3 terms"), (1, "of 3 terms"), (2, "of 3 terms")]


def test_terms_of_a_list_share_their_summands() -> None:
    """Each equation of a chain of links has the summands of the next one. One by one, the smallest
    forms of these take 352 operations together."""
    equations = kane(plane_chain(4))
    given = [*(t for row in equations.upper for t in row), *equations.right]
    found = simplify(given)
    assert ops(lower(found)).total < 260
    assert all(agree(t, s, None, points=1) for t, s in zip(given, found, strict=True))


def test_addends_in_another_order_never_cost_more() -> None:
    """In one graph both orders have the same nodes; lowered alone, one needs a sign more."""
    t = tilde(a + c) @ (tilde(a) @ tilde(b) + 2 * tilde(c))
    assert cost(simplify(t)).total <= cost(t).total


def test_angles_of_a_list_are_opened_together() -> None:
    """The sines of six angles cost less than those of their fifteen differences, with which the
    terms are written one by one. So this list was not simplified at all."""
    system = System("six rods")
    at = system.origin
    for i in range(1, 7):
        length, mass = scalars(f"l{i} m{i}", constant=True)
        frame, pivot = system.hinge(f"A{i}", at, system.ground, Z, scalar(f"q{i}", time=True))
        middle = pivot.placed(f"G{i}", frame, length / 2 * X)
        system.body(f"rod {i}", frame, middle, mass, Principal(mass, mass, mass))
        at = pivot.placed(f"E{i}", frame, length * X)
    system.gravity(-x * Y)
    equations = kane(system)
    given = [*(t for row in equations.upper for t in row), *equations.right]
    found = simplify(given)
    assert ops(lower(found)).total < 0.95 * ops(lower(given)).total
    assert not any("rot(" in str(t) for t in found)
    assert all(agree(t, s, None, points=1) for t, s in zip(given, found, strict=True))


class _Late:
    """An executor whose work is never done in time."""

    class Job:
        def result(self, timeout: float | None = None) -> Any:
            raise TimeoutError

        def cancel(self) -> None:
            return None

    def submit(self, *args: Any) -> Job:
        return self.Job()


def test_terms_that_finish_too_late_stay_unchanged() -> None:
    terms = [x**2 - y**2, x + y]
    found = simplified(terms, executor=_Late(), time_limit=2)
    assert found.result == terms
    assert found.cut_short == "2 seconds"


def test_any_executor_will_do() -> None:
    terms = [t for t, _ in FOUND]
    with ThreadPoolExecutor(2) as pool:
        assert simplify(terms, executor=pool) == simplify(terms)


def test_relations_can_be_switched_off() -> None:
    d = vector("d")
    plucker = dot(a, b) * dot(cross(a, b), d)
    assert simplify(plucker, relations=False) == simplify(plucker)
    four = (
        cross(b, c) * dot(a, d)
        + cross(c, a) * dot(b, d)
        + cross(a, b) * dot(c, d)
        - dot(a, cross(b, c)) * d
    )
    assert str(simplify(four)) == "zero(Vector)"
    assert agree(four, simplify(four, relations=False), None, points=2) is not False


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Bennett")
def test_large_terms_cost_no_more_after_arranging():
    """The price does not see what arranging saves: so the two are compared when they are large."""
    from mechanics.formalisms import lagrange
    from mechanics.models import bennett

    terms = [side for e in lagrange(bennett()) for side in (e.left, e.right)]
    for t in terms[-4:]:
        before, after = (
            (found.total, found.parameters.total)
            for found in (ops(lower(t)), ops(lower(simplify(t))))
        )
        assert after <= before


def test_one_vector_times_a_sum_is_factored_too() -> None:
    """x a·b + x a·c + y a·b + y a·c, where one of the two factors has a single vector."""
    spread = x * dot(a, b) + x * dot(a, c) + y * dot(a, b) + y * dot(a, c)
    assert SQUARE(normal(spread)) is normal((x + y) * dot(a, b + c))


HIDING: list[list[Any]] = [
    [b, y * b, dot(a, cross(c, a)), b + y * b],
    [-tilde(a) + 2 * tilde(a), A + tilde(b), 2 * tilde(a) - tilde(a) + (A + tilde(b))],
    [-tilde(a + c) @ tilde(cross(tilde(c) @ a, -c))],
]


@pytest.mark.parametrize("terms", HIDING, ids=str)
def test_savings_in_one_place_hide_no_operations_in_another(terms: list[Any]) -> None:
    assert operations(simplify(terms)) <= operations(terms)


def test_a_dearer_form_is_replaced_by_the_next_form_and_not_by_the_term() -> None:
    """2 sin² − 1 takes one more operation of parameters than sin² − cos²."""
    t = max(kane(MECHANISMS["turntable"]()).right, key=_price)
    found = simplify(t)
    assert operations(found) <= operations(t)
    assert 2 * _price(found) < _price(t)
    assert explain(t).result is found


def _price(t: Any) -> int:
    return cost(t).total
