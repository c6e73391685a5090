"""Recursions in link frames against Kane's equations, exactly, for all joints and mechanisms."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from jointed import TYPES, axes, with_joint
from mechanical import exact_state, gauss
from mechanisms import MECHANISMS
from written_recursion import efforts

from mechanics import (
    ModelError,
    System,
    bias,
    forward_dynamics,
    inverse_dynamics,
    kane,
    mass_matrix,
    recursive,
)
from mechanics.models import (
    four_bar,
    humanoid,
    plane_chain,
    plane_pendulum,
    puma560,
    rx90,
    satellite,
    satellite_with_wheels,
    seven_joint_arm,
    stanford,
)
from mechanics.models.arms import PUMA560, RX90, STANFORD
from mechanics.recursion.along_joints import in_coordinates
from mechanics.recursion.articulated import gives_way
from mechanics.recursion.node_tree import nodes
from mechanics.robots.dynamics import effort_symbols
from rewrite import Evaluation, diff, lower, ops, scalar, time

MODELS = {
    "plane pendulum": lambda: plane_pendulum(3, springs=True, dampers=True),
    "plane chain": lambda: plane_chain(3),
    "satellite": satellite,
    "satellite with wheels": satellite_with_wheels,
    "RX-90": rx90,
    "Stanford": stanford,
}


def _values(terms: Any, state: Any) -> list[Fraction]:
    return [*map(Fraction, map(Evaluation(state), terms))]


def agree_with_kane(system: System) -> None:
    """M, f, inverse and forward dynamics by every method, at a random state."""
    reference, found = kane(system), recursive(system)
    n, tau = reference.size, effort_symbols(system)
    rates = [r for u in system.accelerations for r in in_coordinates(u)]
    inverse = inverse_dynamics(system, method="recursion")
    forward = [forward_dynamics(system, method=m) for m in _methods(system)]
    terms = [*reference.named().values(), *rates, *tau, *found.named().values()]
    state = exact_state(system, [*terms, *inverse.terms.values()], 3)
    values = _values(terms, state)
    at = len(reference.named())
    expected, u, efforts = values[:at], values[at : at + n], values[at + n : at + 2 * n]
    assert values[at + 2 * n :] == expected
    upper, f = iter(expected[:-n]), expected[-n:]
    M = [[Fraction(0)] * n for _ in range(n)]
    for i in range(n):
        for k in range(i, n):
            M[i][k] = M[k][i] = next(upper)
    needed = [sum(M[i][k] * u[k] for k in range(n)) - f[i] for i in range(n)]
    assert _values(inverse.terms.values(), state) == needed
    solution = gauss([[*M[i], f[i] + efforts[i]] for i in range(n)])
    for result in forward:
        assert _values(result.terms.values(), state) == solution, result.method


def _methods(system: System) -> list[str]:
    found = ["factorisation", "articulated bodies"]
    return found if gives_way(nodes(system)) else found[:1]


@pytest.mark.parametrize("name", MECHANISMS)
def test_mechanisms(name):
    agree_with_kane(MECHANISMS[name]())


@pytest.mark.parametrize("name", MODELS)
def test_models(name):
    agree_with_kane(MODELS[name]())


@pytest.mark.parametrize("place", [pytest.param(0, marks=pytest.mark.slow), 1])
@pytest.mark.parametrize("name", TYPES)
def test_joints_of_all_types(name, place):
    agree_with_kane(with_joint(TYPES[name], axes()[place]))


def test_chosen_speeds():
    system = satellite()
    q7, q8, q9 = system.coordinates[-3:]
    u, v = scalar("u", time=True), scalar("s", time=True)
    rates = {diff(q7, time): u, diff(q9, time): v - u}
    system.choose([*system.speeds[:2], u, diff(q8, time), v], rates)
    agree_with_kane(system)


COUNTS = {
    "RX-90": (rx90, (283, 266), (388, 350)),
    "PUMA 560": (puma560, (296, 279), (425, 383)),
    "Stanford": (stanford, (258, 241), (333, 298)),
}
"""Inverse dynamics with all ten parameters (by hand 286/273, 298/284, 276/261), and M with h."""


@pytest.mark.parametrize("name", COUNTS)
def test_known_counts(name):
    model, inverse, both = COUNTS[name]
    for found, most in ((inverse_dynamics(model()), inverse), (recursive(model()), both)):
        assert found.operations().multiplications <= most[0]
        assert found.operations().additions <= most[1]


def test_plane_chain_with_relative_angles():
    found = recursive(plane_chain(8)).operations()
    assert found.multiplications <= 211
    assert found.additions <= 156


@pytest.mark.parametrize(
    ("table", "about_centres", "most"),
    [
        (RX90, False, (283, 266)),
        (PUMA560, False, (296, 279)),
        (PUMA560, True, (298, 281)),
        (STANFORD, False, (263, 244)),
    ],
)
def test_laws_as_in_a_book_lower_to_the_smallest_form(table, about_centres, most):
    """J ω˙ + ω × J ω and a + ω˙ × c + ω × (ω × c), as somebody else writes the recursion."""
    found = ops(lower(efforts(table, about_centres)))
    assert found.multiplications <= most[0]
    assert found.additions <= most[1]


def test_growth():
    """Inverse dynamics grows linearly, the mass matrix not faster than quadratically."""
    totals = [inverse_dynamics(plane_chain(n)).operations().multiplications for n in (5, 10, 20)]
    assert totals[2] - totals[1] == 2 * (totals[1] - totals[0])
    masses = [mass_matrix(plane_chain(n)).operations().multiplications for n in (5, 10, 20)]
    assert masses[2] < 5 * masses[1]  # eightfold if it grew with the third power


def test_the_cheapest_way_is_chosen():
    """Angles from the ground suit Kane's equations, angles from link to link the recursion."""
    assert mass_matrix(plane_pendulum(5)).method == "Kane"
    assert mass_matrix(plane_chain(5)).method == "composite bodies"
    assert inverse_dynamics(seven_joint_arm()).method == "recursion"
    assert forward_dynamics(plane_chain(12)).method == "articulated bodies"
    assert forward_dynamics(puma560()).method == "factorisation"


def test_bodies_that_are_fixed_to_each_other_are_gathered():
    system = with_joint(TYPES["fixed"], axes()[0])
    assert [node.name for node in nodes(system)] == ["ground", "J1", "J3"]


def test_a_result_can_be_written_before_any_component():
    lines = inverse_dynamics(puma560()).written().splitlines()
    assert any(line.startswith("w_3 = R_3.T @ w_2") for line in lines), lines
    assert lines[-1].startswith("tau_6 = ")


def test_results_are_like_equations():
    found = bias(plane_chain(2))
    assert list(found.scalars()) == ["h_1", "h_2"]
    assert "double" in found.code("c").text
    assert found.code("python").outputs == ["h_1", "h_2"]
    assert found.operations() == ops(found.terms.values())
    assert "h_1 = " in str(found)
    assert found.method in repr(found)


def test_a_method_that_is_not_there():
    with pytest.raises(ModelError, match="no method 'magic' here; use auto, recursion, Kane"):
        inverse_dynamics(puma560(), method="magic")
    with pytest.raises(ModelError, match="has no freedoms"):
        inverse_dynamics(System("nothing"))
    with pytest.raises(ModelError, match="has constraints, and these results are for trees"):
        inverse_dynamics(four_bar())
    with pytest.raises(ModelError, match="1 efforts are given for 6"):
        forward_dynamics(puma560(), [effort_symbols(puma560())[0]])


def test_a_humanoid_is_a_tree_of_thirty_joints():
    system = humanoid()
    assert len(system.speeds) == 32
    M = mass_matrix(system)
    assert sum(M[i, k] == 0 for i in range(36) for k in range(i, 36)) > 200
