"""One mechanism, all formalisms: the same accelerations at exact random states."""

from __future__ import annotations

from typing import Any

import pytest
from mechanical import by_hamilton, exact_state, rows_of, solved, speeds_from_coordinates

from mechanics import (
    ModelError,
    NoPotentialError,
    dalembert,
    hamilton,
    kane,
    lagrange,
    newton_euler,
    newton_euler_isolated,
    recursive,
    tree_equations,
)
from mechanics.models import (
    free_body,
    moving_base,
    plane_pendulum,
    satellite,
    satellite_seen_from_its_body,
    spherical_pendulum,
)
from mechanics.system import System
from rewrite import cos, diff, evaluate, scalar, time


def _with_rotors(system: System, *joints: str) -> System:
    for name in joints:
        system.rotor(name, scalar(f"I_{name}", constant=True), 10)
    return system


SYSTEMS = {
    "free body": free_body,
    "plane pendulum": lambda: plane_pendulum(3),
    "spherical pendulum": lambda: spherical_pendulum(2),
    "satellite": satellite,
    "arm": satellite_seen_from_its_body,
    "pendulum with rotors": lambda: _with_rotors(plane_pendulum(3), "A1", "A2", "A3"),
    "satellite with rotors": lambda: _with_rotors(satellite(), "A", "B", "C"),
}


def _accelerations(system: System, seed: int) -> dict[str, Any]:
    whole = system.bodies[-1].centre
    by_speeds = {
        "Kane": kane(system),
        "Newton-Euler": newton_euler(system),
        "isolated": newton_euler_isolated(system),
        "d'Alembert": dalembert(system, whole),
        "tree": tree_equations(system),
        "recursion": recursive(system),
    }
    rows = {name: rows_of(e) for name, e in by_speeds.items()}
    rows["Lagrange"] = rows_of(lagrange(system))
    terms = [t for found in rows.values() for cs, right in found for t in (*cs, right)]
    state = exact_state(system, terms, seed)
    found: dict[str, Any] = {name: solved(rows[name], state) for name in by_speeds}
    second = solved(rows["Lagrange"], state)
    found["Lagrange"] = speeds_from_coordinates(system, state, second)
    found["Hamilton"] = speeds_from_coordinates(system, state, by_hamilton(system, state))
    return found


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_all_formalisms_agree_exactly(name: str, seed: int) -> None:
    found = _accelerations(SYSTEMS[name](), seed)
    assert len({tuple(x) for x in found.values()}) == 1, found
    assert any(found["Kane"])


def test_moving_base_by_vectors() -> None:
    system = moving_base()
    rows = [rows_of(f(system)) for f in (kane, newton_euler, newton_euler_isolated)]
    terms = [t for found in rows for cs, right in found for t in (*cs, right)]
    for seed in range(3):
        state = exact_state(system, terms, seed)
        first, *others = [solved(r, state) for r in rows]
        assert all(x == first for x in others)


def test_moments_about_any_point() -> None:
    system = satellite()
    points = [b.centre for b in system.bodies] + [j.point for j in system.joints]
    rows = [rows_of(dalembert(system, p)) for p in points]
    state = exact_state(system, [t for r in rows for cs, f in r for t in (*cs, f)], 3)
    assert len({tuple(solved(r, state)) for r in rows}) == 1


def test_hamilton_refuses_efforts_without_a_potential() -> None:
    with pytest.raises(NoPotentialError, match="C1"):
        hamilton(satellite())
    with pytest.raises(NoPotentialError, match="F4 depends on time"):
        hamilton(satellite_seen_from_its_body(steady=False))
    with pytest.raises(NoPotentialError, match="damper 1 at joint A1"):
        hamilton(plane_pendulum(2, dampers=True))
    assert len(hamilton(satellite_seen_from_its_body())) == 6
    assert len(hamilton(satellite(), forces=True)) == 18


def test_potential_and_forces_give_the_same() -> None:
    system = satellite_seen_from_its_body()
    by_potential = hamilton(system).at("parameters")
    by_forces = hamilton(system, forces=True).at("parameters")
    terms = [e.right for e in (*by_potential, *by_forces)]
    state = exact_state(system, terms, 5)
    for one, other in zip(by_potential, by_forces, strict=True):
        assert evaluate(one.right, state) == evaluate(other.right, state)


def test_rotors_are_refused_where_they_cannot_be() -> None:
    system = satellite()
    with pytest.raises(ModelError, match="no joint nose to put a rotor on"):
        system.rotor("nose", scalar("I", constant=True))
    with pytest.raises(ModelError, match="joint 1: the joint must have one freedom, and has 6"):
        system.rotor("1", scalar("I", constant=True))
    with pytest.raises(ModelError, match="its inertia"):
        system.rotor("A", scalar("q", time=True))
    system.rotor("A", scalar("I", constant=True), 2)
    with pytest.raises(ModelError, match="rotor of joint"):
        system.rotor("A", scalar("I", constant=True))


def test_a_rotor_with_chosen_speeds_and_constraints() -> None:
    system = satellite()
    q7, q8, q9 = system.coordinates[-3:]
    u, v = scalar("u", time=True), scalar("s", time=True)
    system.rotor("A", scalar("I", constant=True), 3)
    system.rotor("C", scalar("K", constant=True))
    system.choose(
        [*system.speeds[:2], u, diff(q8, time), v],
        {diff(q7, time): u * cos(q8), diff(q9, time): v - u},
    )
    rows = [rows_of(f(system)) for f in (kane, newton_euler, tree_equations, recursive)]
    state = exact_state(system, [t for r in rows for cs, f in r for t in (*cs, f)], 3)
    assert len({tuple(solved(r, state)) for r in rows}) == 1
