"""The classics of textbooks, beside energies that are written by hand and beside hand formulas."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from mechanical import exact_state, rows_of, solved
from textbook_models import TEXTBOOKS

from mechanics import EquationsOfMotion, System, X, Z, kane, models, newton_euler
from mechanics.formalisms import lagrange
from mechanics.models import quadrotor, satellite_with_wheels
from rewrite import free_symbols, matrix, rotation, scalar

SYSTEMS: dict[str, Callable[[], System]] = {
    name: getattr(models, name) for name in TEXTBOOKS if name != "double_pendulum"
}
SYSTEMS["double_pendulum"] = lambda: models.plane_pendulum(2)


def _solved(motion: EquationsOfMotion, draw: Callable[[str], Any]) -> np.ndarray[Any, Any]:
    """The rates of the speeds at a state that is drawn by the names of the code's arguments."""
    made = motion.code("python")
    values = made.function(*(draw(name) for name in made.arguments))
    given, n = dict(zip(made.outputs, values, strict=True)), range(1, motion.size + 1)
    mass = [[given[f"M_{min(i, j)}_{max(i, j)}"] for j in n] for i in n]
    return np.linalg.solve(np.array(mass, float), np.array([given[f"f_{i}"] for i in n], float))


@pytest.mark.parametrize("name", TEXTBOOKS)
def test_accelerations_are_those_of_the_textbook(name: str) -> None:
    random, state = Random(name), dict[str, float]()
    draw = lambda key: state.setdefault(key.replace("_d", "'"), random.uniform(0.3, 2))  # noqa: E731
    system = SYSTEMS[name]()
    for symbol in (*system.coordinates, *system.speeds):
        draw(str(symbol))
    ours = _solved(kane(system), draw)
    theirs = TEXTBOOKS[name]().accelerations(state)
    assert np.allclose(ours, theirs, rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("name", ["cart_pole", "two_link_arm", "heavy_top", "bead_on_hoop"])
def test_lagrange_has_the_same_energies(name: str) -> None:
    """Lagrange's and Kane's equations have the same solution."""
    system = SYSTEMS[name]()
    equations = lagrange(system)
    rows = rows_of(equations)
    state = exact_state(system, [t for cs, right in rows for t in (*cs, right)], seed=5)
    assert solved(rows, state) == solved(rows_of(kane(system)), state)


def test_a_quadrotor_follows_newton_and_euler() -> None:
    """m (v' + w × v) = f and J w' + w × J w = moments, in axes of the body."""
    random = np.random.default_rng(7)
    state: dict[str, Any] = {
        n: random.uniform(0.5, 2) for n in ["m", "Ix", "Iy", "Iz", "g", "k", "l"]
    }
    state |= {f"f{i}": random.uniform(0, 5) for i in range(1, 5)}
    state |= {"v": random.normal(size=3), "w": random.normal(size=3)}
    h = random.normal(size=4)
    state["h"] = h = h / np.linalg.norm(h)
    ours = _solved(kane(quadrotor()), state.__getitem__)
    a, x, y, z = h
    up = np.array([2 * (x * z - a * y), 2 * (y * z + a * x), a * a - x * x - y * y + z * z])
    f = np.array([state[f"f{i}"] for i in range(1, 5)])
    J = np.diag([state["Ix"], state["Iy"], state["Iz"]])
    v, w, arm = state["v"], state["w"], state["l"]
    force = np.array([0, 0, f.sum()]) / state["m"] - state["g"] * up
    turn = [arm * (f[1] - f[3]), arm * (f[2] - f[0]), state["k"] * (f[1] + f[3] - f[0] - f[2])]
    theirs = [*(force - np.cross(w, v)), *np.linalg.solve(J, turn - np.cross(w, J @ w))]
    assert np.allclose(ours, theirs, rtol=1e-12)


def test_wheels_turn_a_satellite_by_their_angular_momentum() -> None:
    """J w' + w × (J w + h) = -torques and C (s' + w·e)' = torque, with the wheels in the hull."""
    random = np.random.default_rng(11)
    motion = kane(satellite_with_wheels(3))
    made = motion.code("python")
    state: dict[str, Any] = {n: random.uniform(0.5, 2) for n in made.arguments}
    state |= {"v": random.normal(size=3), "w": random.normal(size=3)}
    p = random.normal(size=4)
    state["p"] = p / np.linalg.norm(p)
    ours = _solved(motion, state.__getitem__)
    v, w = state["v"], state["w"]
    J = np.diag([state["Ix"], state["Iy"], state["Iz"]])
    torques, spins, total = np.zeros(3), np.zeros(3), np.zeros(3)
    mass = state["m"]
    for i in range(3):
        e, m, r = np.eye(3)[i], state[f"mw{i + 1}"], state[f"r{i + 1}"]
        along, across = state[f"A{i + 1}"], state[f"B{i + 1}"]
        J += along * np.outer(e, e) + across * (np.eye(3) - np.outer(e, e))
        J += m * r * r * (np.eye(3) - np.outer(e, e))
        total, mass = total + m * r * e, mass + m
        torques[i], spins[i] = state[f"C{i + 1}"], along * state[f"s{i + 1}_d"]
    # About the mass centre of the hull, G: M (a + w' × c + …) = 0 and c × a + J w' + … = -torques.
    c = total / mass
    own = np.diag([state[f"A{i + 1}"] for i in range(3)])
    size = np.zeros((9, 9))
    tilde = lambda u: np.array([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])  # noqa: E731
    size[:3, :3], size[:3, 3:6], size[3:6, :3] = mass * np.eye(3), -mass * tilde(c), mass * tilde(c)
    size[3:6, 3:6], size[3:6, 6:], size[6:, 3:6], size[6:, 6:] = J, own, own, own
    right = np.zeros(9)
    right[:3] = -mass * (np.cross(w, v) + np.cross(w, np.cross(w, c)))
    right[3:6] = -np.cross(w, J @ w + spins) - mass * np.cross(c, np.cross(w, v))
    right[6:] = torques
    assert np.allclose(ours, np.linalg.solve(size, right), rtol=1e-10)


def test_vector_equations_name_angular_velocities() -> None:
    """At the level of vectors a body's moment is I ω' + ω × I ω, whatever angles make ω."""
    moment = newton_euler(models.heavy_top())[0].at("vector")
    names = {str(s) for s in free_symbols(moment.left)}
    assert {"Itop", "RS", "omega_RS", "omega_RS'"} <= names
    assert "rot(" not in str(moment)


def test_names_of_attitudes_give_way_to_those_of_the_model() -> None:
    """A model that calls its rotation as we would call the frame keeps its meaning."""
    q, m, J = scalar("q", time=True), scalar("m", constant=True), matrix("J", symmetric=True)
    system = System("ball on a table")
    table, at = system.hinge("A", system.origin, system.ground, Z, q)
    system.body("table", table, at, m, J)
    ball, centre = system.ball("B", at, table, rotation("RB", time=True))
    system.body("ball", ball, centre.placed("G", ball, X), m, J)
    rows = rows_of(newton_euler(system))
    state = exact_state(system, [t for cs, right in rows for t in (*cs, right)], seed=3)
    assert solved(rows, state) == solved(rows_of(kane(system)), state)
