"""Generated code: against an independent model by sympy, known equations, and what is conserved."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
import sympy

from bench import sympy_mechanics
from mechanics import (
    angular_momentum,
    economical,
    kane,
    kinematic_equations,
    kinetic_energy,
    momentum,
    potential,
)
from mechanics.models import free_body, plane_chain, plane_pendulum, satellite, spherical_pendulum
from mechanics.system import System
from rewrite import code, diff, normal, simplify, time, x_of, y_of, z_of

State = dict[str, Any]


def called(made: Any, state: State) -> Any:
    return made.function(*(state[name] for name in made.arguments))


def matrices(made: Any, size: int, state: State) -> tuple[Any, Any]:
    """M and f from the code of equations of motion."""
    values = list(called(made, state))
    M = np.zeros((size, size))
    for i in range(size):
        for j in range(i, size):
            M[i, j] = M[j, i] = values.pop(0)
    return M, np.array(values)


def random_state(made: Any, seed: int) -> State:
    draw = Random(seed)
    inputs = made.program.arguments
    return {
        name: [draw.uniform(0.5, 1.5) for _ in range(3)]
        if argument.symbol.shape == (3, 1)
        else draw.uniform(0.5, 1.5)
        for argument, name in inputs.items()
    }


# -- beside sympy ---------------------------------------------------------------------------------


def _sympy_values(state: State, entries: list[Any]) -> list[float]:
    """The values of sympy's expressions at a state; vectors are spelt x_1 or x1 there."""
    flat: dict[str, float] = {}
    for name, value in state.items():
        if isinstance(value, list):
            flat.update({f"{name}{i}": x for i, x in enumerate(value, 1)})
            flat.update({f"{name}_{i}": x for i, x in enumerate(value, 1)})
        else:
            flat[name] = value
            if name.endswith("_d"):
                flat[name.replace("q", "u").removesuffix("_d")] = value
    function, names = _function(tuple(entries))
    found: list[float] = function(*(flat[name] for name in names))
    return found


@cache
def _function(entries: tuple[Any, ...]) -> tuple[Any, list[str]]:
    symbols = sorted({s for e in entries for s in e.free_symbols}, key=str)
    return sympy.lambdify(symbols, entries, cse=True), [s.name for s in symbols]


@pytest.fixture(scope="module")
def satellite_by_sympy() -> list[Any]:
    return sympy_mechanics.satellite_kane()


def test_satellite_as_sympy_has_it(satellite_by_sympy: list[Any]) -> None:
    formed = kane(satellite())
    cheaper = economical(formed)
    for equations in (formed, cheaper):
        made = equations.code("python")
        for seed in range(3):
            state = random_state(made, seed)
            ours = list(called(made, state))
            theirs = _sympy_values(state, satellite_by_sympy)
            assert ours == pytest.approx(theirs, rel=1e-9, abs=1e-9)
    assert cheaper.operations().total < formed.operations().total
    assert cheaper.operations().multiplications <= 102


@pytest.mark.parametrize("n", [1, 3])
def test_pendulum_as_sympy_has_it(n: int) -> None:
    made = economical(kane(plane_pendulum(n))).code("python")
    entries = sympy_mechanics.pendulum_kane(n)
    state = random_state(made, n)
    assert list(called(made, state)) == pytest.approx(_sympy_values(state, entries), abs=1e-9)


# -- known equations ------------------------------------------------------------------------------


def test_plane_pendulum_by_hand() -> None:
    n = 4
    made = kane(plane_pendulum(n)).code("python")
    s = random_state(made, 5)
    M, f = matrices(made, n, s)
    for i in range(1, n + 1):
        total = 0.0
        for j in range(1, n + 1):
            mass = sum(s[f"m{k}"] for k in range(max(i, j), n + 1))
            c = mass * s[f"l{i}"] * s[f"l{j}"]
            turned = s[f"q{i}"] - s[f"q{j}"]
            assert M[i - 1, j - 1] == pytest.approx(c * math.cos(turned))
            total -= c * math.sin(turned) * s[f"q{j}_d"] ** 2
        weight = sum(s[f"m{k}"] for k in range(i, n + 1)) * s["g"]
        total -= weight * s[f"l{i}"] * math.sin(s[f"q{i}"])
        assert f[i - 1] == pytest.approx(total)


def test_spherical_pendulum_by_hand() -> None:
    equations = kane(spherical_pendulum(1))
    made = equations.code("python")
    s = random_state(made, 2)
    M, f = matrices(made, 2, s)
    m, r, g, a, b = (s[x] for x in ("m1", "l1", "g", "a1", "b1"))
    da, db = s["a1_d"], s["b1_d"]
    assert np.allclose(M, np.diag([m * r**2 * math.cos(b) ** 2, m * r**2]))
    assert f[0] == pytest.approx(
        2 * m * r**2 * math.sin(b) * math.cos(b) * da * db - m * g * r * math.sin(a) * math.cos(b)
    )
    assert f[1] == pytest.approx(
        -m * r**2 * math.sin(b) * math.cos(b) * da**2 - m * g * r * math.cos(a) * math.sin(b)
    )


def test_a_pendulum_at_vector_level_is_as_in_a_book() -> None:
    equations = kane(plane_pendulum(2))
    assert str(simplify(equations.upper[0][1])) == "l1*l2*m2*cos(q1 - q2)"


# -- what is conserved ----------------------------------------------------------------------------


def _integrated(rates: Callable[[Any], Any], start: Any, step: float, steps: int) -> Any:
    """Runge and Kutta's method of fourth order."""
    x = np.array(start, dtype=float)
    for _ in range(steps):
        a = rates(x)
        b = rates(x + step / 2 * a)
        c = rates(x + step / 2 * b)
        d = rates(x + step * c)
        x = x + step / 6 * (a + 2 * b + 2 * c + d)
    return x


class Simulation:
    """A system in numbers: all from generated code."""

    def __init__(self, system: System, more: list[Any]) -> None:
        self.system = system
        equations = kane(system)
        self.motion, self.size = equations.code("python"), equations.size
        self.kinematic = kinematic_equations(system)
        self.rates = code(
            {f"rate{i}": normal(x) for i, x in enumerate(self.kinematic.values())}, "python"
        )
        self.more = code({f"value{i}": t for i, t in enumerate(more)}, "python")

    def state(self, x: Any, fixed: State) -> State:
        n = len(self.system.coordinates)
        found = dict(fixed)
        for q, value in zip(self.system.coordinates, x[:n], strict=True):
            found[q.name] = float(value)
        at = n
        for u in self.system.speeds:
            width = 3 if u.shape == (3, 1) else 1
            value = [float(y) for y in x[at : at + width]]
            found[u.name.replace("'", "_d")] = value if width == 3 else value[0]
            at += width
        return found

    def derivative(self, fixed: State) -> Callable[[Any], Any]:
        places = {str(r): i for i, r in enumerate(self.kinematic)}
        order = [places[str(diff(q, time))] for q in self.system.coordinates]

        def of(x: Any) -> Any:
            state = self.state(x, fixed)
            M, f = matrices(self.motion, self.size, state)
            rates = called(self.rates, state)
            rates = rates if isinstance(rates, tuple) else (rates,)
            return np.array([*(rates[i] for i in order), *np.linalg.solve(M, f)])

        return of


def _fixed(system: System, draw: Random) -> State:
    made = kane(system).code("python")
    moving = {q.name for q in system.coordinates}
    moving |= {u.name.replace("'", "_d") for u in system.speeds}
    state: State = {}
    for argument, name in made.program.arguments.items():
        if name not in moving:
            vector = argument.symbol.shape == (3, 1)
            effort = not argument.parameter
            state[name] = [0.0] * 3 if vector else 0.0 if effort else draw.uniform(0.5, 1.5)
    return state


def test_satellite_left_alone_keeps_energy_and_momenta() -> None:
    system = satellite()
    ground, about = system.ground, system.origin
    momenta = momentum(system, ground), angular_momentum(system, about, ground)
    kept = [kinetic_energy(system)]
    kept += [of(v) for v in momenta for of in (x_of, y_of, z_of)]
    simulation = Simulation(system, kept)
    draw = Random(4)
    fixed = _fixed(system, draw)
    start = [draw.uniform(0.2, 0.6) for _ in range(18)]
    end = _integrated(simulation.derivative(fixed), start, 0.005, 200)
    before, after = (
        called(simulation.more, simulation.state(np.array(x), fixed)) for x in (start, end)
    )
    assert np.abs(end - start).max() > 0.1
    assert list(after) == pytest.approx(list(before), rel=1e-7, abs=1e-8)


def test_pendulum_keeps_its_energy() -> None:
    system = plane_pendulum(3, springs=True)
    total = normal(kinetic_energy(system) + potential(system))
    simulation = Simulation(system, [total])
    draw = Random(3)
    fixed = _fixed(system, draw)
    start = [draw.uniform(-1, 1) for _ in range(6)]
    end = _integrated(simulation.derivative(fixed), start, 0.002, 400)
    before, after = (
        called(simulation.more, simulation.state(np.array(x), fixed)) for x in (start, end)
    )
    assert after == pytest.approx(before, rel=1e-6)


def test_dampers_take_energy() -> None:
    system = plane_pendulum(2, dampers=True)
    simulation = Simulation(system, [kinetic_energy(system)])
    fixed = _fixed(system, Random(1)) | {"g": 0.0}
    end = _integrated(simulation.derivative(fixed), [0.1, 0.2, 1.0, -1.0], 0.01, 200)
    before, after = (
        called(simulation.more, simulation.state(np.array(x), fixed))
        for x in ([0.1, 0.2, 1.0, -1.0], end)
    )
    assert after < before / 2


def test_free_body_counts_as_by_hand() -> None:
    found = kane(free_body()).operations()
    assert (found.multiplications, found.additions) <= (15, 9)
    for n in (2, 3):
        found = economical(kane(plane_pendulum(n))).operations()
        pairs = n * (n - 1) // 2
        assert found.multiplications <= 8 * pairs + 2 * n


@pytest.mark.slow
def test_entries_of_a_chain_are_written_by_each_other() -> None:
    """The thorough search finds what the entries have in common, and keeps their values."""
    formed = kane(plane_chain(2))
    thorough = economical(formed, thorough=True)
    assert thorough.operations().total < economical(formed).operations().total
    made, cheaper = formed.code("python"), thorough.code("python")
    state = random_state(made, 3)
    assert list(called(cheaper, state)) == pytest.approx(list(called(made, state)), abs=1e-9)
