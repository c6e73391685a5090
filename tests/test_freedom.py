"""How many freedoms: the mechanisms of the thesis, overconstrained ones, structures, special
configurations. What is proved is compared with what is known by construction, and every report with
its own equations."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import linkages
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from linkages import constants, polygon, unknowns
from profiles import examples

from mechanics import ClosureError, FreedomReport, ModelError, freedom, models
from mechanics.mobility import freedoms
from rewrite import (
    Angle,
    Matrix,
    column,
    cos,
    equals,
    evaluate,
    norm2,
    pi,
    quaternion,
    rotation_matrix,
    scalar,
    scalars,
    sin,
    subs,
    vector,
)

Q = Fraction


def counts(found: FreedomReport) -> tuple[Any, ...]:
    return found.tree, found.equations, found.rank, found.mobility, found.freedom, found.status


def flat(equations: Any, put: dict[Any, float]) -> np.ndarray[Any, Any]:
    """The values of scalar equations, vectors and matrices at a point."""
    terms = equations.values() if isinstance(equations, dict) else equations
    parts = []
    for term in terms:
        if isinstance(term, Matrix):
            found = np.array(evaluate(term, put, domain="float"), dtype=float)
            parts.append(np.ravel(found - found.T if found.shape == (3, 3) else found))
        else:
            parts.append(np.ravel(np.array(evaluate(term, put, domain="float"), dtype=float)))
    return np.concatenate(parts)


def check_report(equations: Any, symbols: Any, found: FreedomReport) -> None:
    """The configuration closes, and the motions are those that finite differences allow."""
    put = {**found.configuration, **found.values}
    assert np.abs(flat(equations, put)).max() < 1e-6
    step = 1e-6
    slopes = []
    for s in symbols:
        ahead, behind = put | {s: put[s] + step}, put | {s: put[s] - step}
        slopes.append((flat(equations, ahead) - flat(equations, behind)) / (2 * step))
    jacobian = np.array(slopes).T
    rank = int((np.linalg.svd(jacobian, compute_uv=False) > 1e-5).sum())
    assert rank == found.rank
    assert len(found.motions) == found.mobility == found.tree - found.rank
    for motion in found.motions:
        along = np.array([float(motion.get(s, 0)) for s in symbols])
        assert np.abs(jacobian @ along).max() < 1e-5 * max(1, np.abs(along).max())
    for s in found.idle:
        assert not any(motion.get(s, 0) for motion in found.motions)
    assert len(found.independent) == found.mobility
    assert set(found.independent) | set(found.others) == set(symbols)


# -- the table of the thesis ----------------------------------------------------------------------


def test_three_bars_turn_together() -> None:
    equations, symbols = linkages.three_bar()
    found = freedom(equations, symbols)
    assert counts(found) == (5, 2, 2, 3, 3, "proved")
    turning = found.motions[2]
    assert [round(float(turning[s]), 9) for s in symbols[2:]] == [1, 1, 1]
    check_report(equations, symbols, found)


def test_crank_and_slider() -> None:
    equations, symbols = linkages.crank_slider()
    found = freedom(equations, symbols)
    assert counts(found) == (3, 2, 2, 1, 1, "proved")
    check_report(equations, symbols, found)


def test_equal_crank_and_rod_have_two_branches_that_cross() -> None:
    equations, symbols = linkages.crank_slider(equal=True)
    found = freedom(equations, symbols)
    assert counts(found)[2:] == (2, 1, 1, "proved")
    assert {b.conditions for b in found.branches} == {("α12 = -2·α1",), ("x3 = 0", "α12 = π")}
    assert all(b.status == "proved" and b.freedom == 1 for b in found.branches)
    assert {str(s.at[symbols[0]]) for s in found.singular} == {"1/2*pi", "-1/2*pi"}
    assert all(s.exact and (s.rank, s.mobility) == (1, 2) for s in found.singular)
    at = dict(zip(symbols, (pi / 2, pi, 0), strict=True))
    crossing = freedom(equations, symbols, at)
    assert counts(crossing)[2:] == (1, 2, 1, "proved")


def test_salt_shaker() -> None:
    equations, symbols = linkages.salt_shaker()
    found = freedom(equations, symbols)
    assert counts(found) == (3, 3, 2, 1, 1, "proved")
    assert (len(found.branches), len(found.redundant)) == (2, 1)
    assert {s.rank for s in found.singular} == {1}
    crossing = freedom(equations, symbols, at=dict.fromkeys(symbols, 0))
    assert counts(crossing)[2:] == (1, 2, 1, "proved")
    check_report(equations, symbols, found)


def test_constant_velocity_joint_has_an_idle_slider() -> None:
    equations, symbols = linkages.constant_velocity_joint()
    x, y, length = constants("x y l")
    for values in (None, {x: 1, y: 2, length: 3}):
        found = freedom(equations, symbols, values=values)
        assert counts(found) == (5, 4, 4, 1, 1, "proved")
        assert found.idle == (symbols[4],)
    with pytest.raises(ClosureError, match="no configuration"):
        freedom(equations, symbols, values={x: 3, y: 4, length: 3})


@pytest.mark.parametrize(
    ("levels", "counted"),
    [(1, (8, 5, 4, 4)), pytest.param(2, (14, 20, 10, 4), marks=pytest.mark.slow)],
)
def test_antenna_meshes(levels: int, counted: tuple[int, ...]) -> None:
    found = freedom(models.antenna_mesh(levels))
    assert counts(found) == (*counted, 3, "proved")


@pytest.mark.slow
def test_antenna_mesh_by_all_nine_joints() -> None:
    found = freedom(*linkages.antenna_mesh())
    assert counts(found) == (9, 6, 5, 4, 3, "proved")
    assert "cone" in found.argument


def test_bennett_moves_by_its_relation_only() -> None:
    equations, symbols, relation = linkages.bennett()
    assert counts(freedom(equations, symbols, relations=relation))[2:] == (3, 1, 1, "proved")
    assert counts(freedom(equations, symbols))[3:] == (0, 0, "proved")


@pytest.mark.slow
def test_bennett_by_numbers() -> None:
    equations, symbols, _ = linkages.bennett()
    a, b, alpha, beta = constants("a b α β")
    values = {a: Q(4, 5), b: Q(3, 5), alpha: Angle(Q(3, 5), Q(4, 5)), beta: Angle(Q(4, 5), Q(3, 5))}
    assert counts(freedom(equations, symbols, values=values))[3:] == (1, 1, "proved")
    assert freedom(equations, symbols, values=values | {a: 1}).freedom == 0


def test_stewart_platform() -> None:
    assert counts(freedom(*linkages.stewart_platform())) == (24, 18, 18, 6, 6, "proved")


@pytest.mark.parametrize(
    ("name", "freedoms"),
    [
        ("four_bar", 1),
        ("five_bar", 2),
        ("held_chain", 1),
        ("crank_slider", 1),
        ("salt_shaker", 1),
        pytest.param("bennett", 1, marks=pytest.mark.slow),
        pytest.param("constant_velocity_joint", 1, marks=pytest.mark.slow),
        pytest.param("stewart_platform", 6, marks=pytest.mark.slow),
    ],
)
def test_models(name: str, freedoms: int) -> None:
    found = freedom(getattr(models, name)())
    assert (found.freedom, found.mobility, found.status) == (freedoms, freedoms, "proved")


def test_a_system_at_a_place_with_values() -> None:
    """A parallelogram that lies flat, as a system: place and values follow it at once."""
    lengths = {scalar(n, constant=True): x for n, x in (("l1", 1), ("l2", 2), ("l3", 1), ("d", 2))}
    place = dict.fromkeys((scalar(f"q{k}", time=True) for k in (1, 2, 3)), 0)
    found = freedom(models.four_bar(), place, lengths)
    assert counts(found) == (3, 5, 1, 2, 1, "proved")
    with pytest.raises(ClosureError, match="cannot be met at the given configuration"):
        freedom(models.four_bar(), place, lengths | {scalar("d", constant=True): 3})


def test_a_configuration_is_a_place_again() -> None:
    system = models.rolling_sphere()
    found = freedom(system)
    again = freedom(system, found.configuration, found.values)
    assert counts(found) == counts(again) == (6, 1, 1, 5, 5, "proved")


@pytest.mark.parametrize(("name", "speeds"), [("rolling_disc", 3), ("knife_edge", 2)])
def test_equations_between_speeds_are_reported(name: str, speeds: int) -> None:
    (note,) = freedom(getattr(models, name)()).notes
    assert f"leave {speeds} speeds independent" in note


# -- mechanisms of the same kinds -----------------------------------------------------------------


@given(st.lists(st.integers(8, 15), min_size=3, max_size=6))
@examples(5)
def test_plane_polygons(lengths: list[int]) -> None:
    n = len(lengths)
    angles = unknowns(" ".join(f"t{k}" for k in range(1, n)))
    equations = polygon([Q(x, 8) for x in lengths], (*angles, pi))
    found = freedom(equations, angles)
    assert (found.freedom, found.status) == (n - 3, "proved")
    check_report(equations, angles, found)


@pytest.mark.parametrize(("cranks", "is_flat"), [(2, True), (3, True), (4, False)])
def test_parallel_cranks(cranks: int, is_flat: bool) -> None:
    equations, symbols = linkages.parallelogram(cranks)
    found = freedom(equations, symbols, at=dict.fromkeys(symbols, 0) if is_flat else None)
    assert (found.freedom, found.status) == (1, "proved")
    assert found.mobility == 1 + is_flat


@pytest.mark.parametrize(
    ("lengths", "at", "freedoms", "mobility"),
    [
        ((2, 2, 1, 3), (0, 0, pi), 1, 2),
        ((2, 3, 2, 3), (0, 0, pi), 1, 2),
        ((1, 1, 1, 1), (0, pi, 0), 1, 2),
        ((1, 1, 1, 3), (0, 0, 0), 0, 2),
        ((1, 2, 3), (0, 0), 0, 1),
        ((1, 2, 3, 1, 5), (0, 0, 0, pi), 2, 3),
        ((1, 1, 1, 1, 4), (0, 0, 0, 0), 0, 3),
        ((1, 1, 1, 1, 1, 1), (0, pi, 0, pi, 0), 3, 4),
    ],
)
def test_flat_polygons(lengths: Any, at: Any, freedoms: int, mobility: int) -> None:
    angles = unknowns(" ".join(f"t{k}" for k in range(1, len(lengths))))
    place = dict(zip(angles, at, strict=True))
    found = freedom(polygon(lengths, (*angles, pi)), angles, place)
    assert counts(found)[3:] == (mobility, freedoms, "proved")


@pytest.mark.parametrize(
    ("mechanism", "freedoms"),
    [
        (linkages.spherical(3), 0),
        (linkages.spherical(4), 1),
        pytest.param(linkages.spherical(5), 2, marks=pytest.mark.slow),
        (linkages.sarrus(), 1),
        pytest.param(linkages.sarrus_with(4), 1, marks=pytest.mark.slow),
        (linkages.ball_and_rod(idle=False), 1),
        (linkages.ball_and_rod(idle=True), 2),
    ],
)
def test_linkages_in_space(mechanism: Any, freedoms: int) -> None:
    found = freedom(*mechanism)
    assert (found.freedom, found.mobility, found.status) == (freedoms, freedoms, "proved")


A, B, C = (0, 0), (4, 0), (1, 3)
PRISM = ["DE", "EF", "DF", "AD", "BE", "CF"]


@pytest.mark.parametrize(
    ("platform", "freedoms", "mobility"),
    [
        (((1, 2), (5, 2), (2, 5)), 1, 1),  # equal and parallel legs
        (((0, 2), (4, 3), (1, 7)), 0, 1),  # parallel legs of different lengths
        (((1, Q(1, 2)), (3, Q(1, 2)), (Q(3, 2), 2)), 0, 1),  # legs that meet in a point
        (((Q(1, 2), 2), (4, 3), (1, 7)), 0, 0),
    ],
)
def test_plane_platforms_on_three_legs(platform: Any, freedoms: int, mobility: int) -> None:
    points = dict(zip("ABCDEF", (A, B, C, *platform), strict=True))
    equations, symbols, at = linkages.framework(points, PRISM, "ABC")
    found = freedom(equations, symbols, at)
    assert counts(found)[3:] == (mobility, freedoms, "proved")


OCTAHEDRON = ["AB", "AC", "BC", "Ab", "Ac", "Bc", "aB", "aC", "bC", "ab", "ac", "bc"]


LINE = {"A": (2, 0, 1), "B": (0, 3, 0), "C": (1, 1, 3)}
LINE |= {name.lower(): (-x, -y, z) for name, (x, y, z) in LINE.items()}
PLANE = {"A": (2, 1, 1), "B": (0, 3, 0), "C": (3, 0, 3)}
PLANE |= {"a": (2, -1, 1), "b": (0, -3, 0), "c": (-2, 0, 1)}


@pytest.mark.parametrize("points", [LINE, pytest.param(PLANE, marks=pytest.mark.slow)])
def test_octahedra_that_bend_are_known_by_standard_bases(points: dict[str, Any]) -> None:
    """Bricard's octahedra of the first two types, by symmetry about a line and a plane."""
    found = freedom(*linkages.framework(points, OCTAHEDRON, "ABC"))
    assert counts(found)[3:] == (1, 1, "proved")
    assert "standard bas" in found.argument or "family" in found.argument


DIXON = {"A": (1, 0), "B": (2, 0), "C": (-3, 0), "D": (0, 1), "E": (0, 4), "F": (0, -2)}


def test_frameworks_of_dixon() -> None:
    """Rods from points of one line to points of another across it, in a plane, bend; others with
    as many rods do not."""
    rods = [a + b for a in "ABC" for b in "DEF"]
    found = freedom(*linkages.framework(DIXON, rods, "AD"))
    assert counts(found)[3:] == (1, 1, "proved")
    moved = freedom(*linkages.framework(DIXON | {"F": (1, -2)}, rods, "AD"))
    assert (moved.freedom, moved.status) == (0, "proved")


@pytest.mark.slow
def test_a_larger_framework_of_dixon_is_called_proved_only_if_it_is() -> None:
    more = DIXON | {"G": (5, 0), "H": (0, 7)}
    rods = [a + b for a in "ABCG" for b in "DEFH"]
    larger = freedom(*linkages.framework(more, rods, "AD"))
    assert larger.freedom == 1
    assert (larger.lower == 1) == (larger.status == "proved")


def test_a_double_root_is_no_proof() -> None:
    """x² + y² = 0 and its like: complex solutions have a dimension that real ones do not."""
    x, y, z = scalars("x y z")
    at = dict.fromkeys((x, y, z), 0)
    found = freedom([x**2 + y**2 + z**4], [x, y, z], at)
    assert not (found.status == "proved" and found.freedom)
    crossed = freedom([x * y - z**3, x * z], [x, y, z], at)
    assert crossed.freedom in (None, 1)


# -- other kinds of coordinates -------------------------------------------------------------------


def test_a_quaternion_is_three_freedoms() -> None:
    q, place = quaternion("q", unit=True), unknowns("x y z")
    R = rotation_matrix(q)
    feet = [(0, 0), (3, 0), (4, 2), (3, 4), (0, 4)]
    tips = [(0, 1, 0), (2, 0, 1), (3, 2, 0), (2, 3, 0), (1, 4, 0)]
    legs = [
        norm2(column(*place) + R @ column(*tip) - column(*foot, 0)) - 20
        for foot, tip in zip(feet, tips, strict=True)
    ]
    assert counts(freedom(legs, [*place, q])) == (6, 5, 5, 1, 1, "proved")


def test_a_unit_vector_and_a_vector() -> None:
    n, p = vector("n", unit=True), vector("p")
    found = freedom({"pole": p - 2 * n}, [n, p])
    assert (found.freedom, found.status) == (2, "proved")


def test_angles_outside_of_sines_and_roots() -> None:
    t, s, x = scalars("t s x")
    pitch = scalar("h", constant=True)
    screw = freedom([x - pitch * t, 2 * cos(t) + 3 * cos(s) - 1 - x], [t, s, x])
    assert (screw.freedom, screw.status) == (1, "proved")
    root = freedom([x - (1 + t**2) ** Q(1, 2)], [x, t])
    assert counts(root) == (2, 1, 1, 1, 1, "proved")


def test_numbers_under_sines() -> None:
    a, b, x = scalars("a b x")
    tilt = Q(157079632679489661923, 500000000000000000000)
    w = scalar("w", constant=True)
    equations = [cos(a + w) + cos(b + Q(1, 2)) - 1, sin(a + w) + sin(b) - x]
    found = freedom(equations, [a, b, x], values={w: tilt})
    assert counts(found) == (3, 2, 2, 1, 1, "proved")
    check_report([subs(e, {w: tilt}) for e in equations], (a, b, x), found)


@pytest.mark.parametrize("order", [3, 4, 7])
def test_an_equation_that_binds_at_a_high_order_is_not_redundant(order: int) -> None:
    """x y = 0 alone has freedom 2 at the origin, with the other equation 1."""
    x, y, z = scalars("x y z")
    equations = [x * y, z**order - x**order]
    found = freedom(equations, [x, y, z], at={x: 0, y: 0, z: 0}, time_limit=100)
    assert (found.mobility, found.redundant) == (3, ())


# -- reports --------------------------------------------------------------------------------------


def test_prints_as_a_short_report() -> None:
    equations, symbols = linkages.parallelogram(3)
    text = str(freedom(equations, symbols))
    assert text.startswith("freedom 1 (proved)\n  tree 4, equations 4, rank 3, mobility 1\n")
    for part in ("argument: ", "motion 1: ", "independent speeds: α0'", "idle speeds: φ'"):
        assert part in text
    assert "redundant equations: 4" in text
    assert len(text.splitlines()) < 20


def test_json_and_latex() -> None:
    found = freedom(*linkages.crank_slider(equal=True))
    assert json.loads(found.to_json())["freedom"] == 1
    assert found.latex().startswith(r"\begin{aligned}\dot{")


def test_the_answer_is_the_same_each_time() -> None:
    assert str(freedom(*linkages.four_bar())) == str(freedom(*linkages.four_bar()))


def test_other_speeds_by_the_independent_ones() -> None:
    equations, symbols = linkages.parallelogram(3)
    found = freedom(equations, symbols)
    (first,) = found.independent
    assert {s: dict(by) for s, by in found.others.items() if by} == {
        s: {first: 1} for s in symbols[2:]
    }


def test_pairs_and_equalities_are_equations() -> None:
    x, y = scalars("x y")
    for given_as in ([(x, y**2)], [equals(x, y**2)], {"parabola": x - y**2}, x - y**2):
        assert counts(freedom(given_as, [x, y]))[2:] == (1, 1, 1, "proved")


def test_time_limits_end_the_search_with_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading the equations has all the time that it needs, the search a tenth of a second."""
    monkeypatch.setattr(freedoms, "SHARE", 1e-4)
    found = freedom(*linkages.antenna_mesh(2), time_limit=1000.0)
    assert found.status != "proved"
    assert found.upper >= 3


# -- bad input ------------------------------------------------------------------------------------


def test_contradictions() -> None:
    x, y = scalars("x y")
    with pytest.raises(ClosureError, match=r"no configuration was found.*equation 2"):
        freedom([x - y, x - y - 1], [x, y])
    with pytest.raises(ClosureError, match="at the given configuration: there equation 1 is off"):
        freedom([x - y], [x, y], at={x: 0, y: 1})


@pytest.mark.parametrize(
    ("equations", "symbols", "options", "message"),
    [
        (["x"], "x", {}, "is a term that vanishes"),
        ("x - 1", "x", {}, "are a list or a mapping of terms"),
        (None, None, {}, "no unknowns"),
        ([], "", {}, "needs unknowns"),
        ([], "x x", {}, "given twice"),
        ([], "x", {"values": {"x": 1}}, "values are given to symbols"),
        ([], "x", {"at": 3}, "at= is a mapping"),
        ([], "x", {"at": {"z": 1}}, "not an unknown of the closure"),
        ([], "x", {"time_limit": 0}, "positive number of seconds"),
        ([], "x", {"time_limit": True}, "positive number of seconds"),
    ],
)
def test_bad_input(equations: Any, symbols: Any, options: Any, message: str) -> None:
    symbols = None if symbols is None else [scalar(n) for n in symbols.split()]
    with pytest.raises(ModelError, match=message):
        freedom(equations, symbols, **options)


def test_more_bad_input() -> None:
    x, y = scalars("x y")
    late = scalar("late", time=True)
    with pytest.raises(ModelError, match="is an unknown: give its value in at="):
        freedom([x - y], [x, y], values={x: 1})
    with pytest.raises(ModelError, match="depends on time and is not an unknown"):
        freedom([x - late], [x])
    with pytest.raises(ModelError, match="an unknown of a closure is a symbol"):
        freedom([x - y], [x + y])
    with pytest.raises(ModelError, match="sine of something else"):
        freedom([sin(x * y)], [x, y])
    with pytest.raises(ModelError, match="a system has its own unknowns"):
        freedom(models.four_bar(), [x])
    with pytest.raises(ModelError, match="is not a number"):
        freedom([x - y], [x, y], at={x: float("nan")})


def test_values_that_break_a_relation() -> None:
    a, b, alpha, beta = (scalar(n, constant=True) for n in ("a", "b", "alpha", "beta"))
    values = {a: 1, b: 2, alpha: pi / 4, beta: pi / 4}
    with pytest.raises(ClosureError, match="relation 1 cannot be met"):
        freedom(models.bennett(), values=values)
    x, y = scalars("x y")
    with pytest.raises(
        ClosureError, match="equation 2 cannot be met: with the given values it is 3"
    ):
        freedom([x - y, a + 0 * x], [x, y], values={a: 3})
