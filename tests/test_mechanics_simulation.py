"""Motions in numbers: energy and constraints are kept, and generated modules stand alone."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import c_void_p
from typing import Any

import numpy as np
import pytest
from constrained import LOOPS, consistent_state, looped, scalars_of

from mechanics import (
    ModelError,
    NotClosedError,
    System,
    kane,
    kinetic_energy,
    models,
    motion_code,
    potential,
)
from mechanics.dependence.numbers import Compiled
from mechanics.numerics.c_compiler import NotCompiledError, library
from rewrite import free_symbols

pytestmark = pytest.mark.filterwarnings("ignore::mechanics.errors.RedundancyWarning")

CASES: dict[str, Callable[[], System]] = {
    "disc": models.rolling_disc,
    "sphere": models.rolling_sphere,
    "knife edge": models.knife_edge,
    "four bar": models.four_bar,
    "chain": lambda: models.held_chain(4),
    "crank and slider": models.crank_slider,
    "Bennett": models.bennett,
    "salt shaker": models.salt_shaker,
    "constant-velocity joint": models.constant_velocity_joint,
    "screw": lambda: looped(LOOPS["screw"]),
    "pendulum, without constraints": lambda: models.plane_pendulum(2),
}
WAYS: list[tuple[dict[str, Any], str]] = [
    ({}, "none"),
    ({}, "baumgarte"),
    ({}, "projection"),
    ({"independent": True}, "projection"),
]


def started(system: System, way: tuple[dict[str, Any], str]) -> tuple[Any, Any, Any, Any]:
    """A mechanism with random parameters and a consistent state, and its energy."""
    options, stabilised = way
    e = kane(system, **options)
    energy = kinetic_energy(system) + potential(system, partly=True)
    given = consistent_state(system, [*scalars_of(kane(system)), energy], 1)
    values = {str(s): x for s, x in given.items()} | {"F": np.zeros(3)}
    run = motion_code(e, stabilised=stabilised).mechanism(values)

    def total(y: Any) -> float:
        named = run.named(0.0, y)
        return float(Compiled([energy])({s: named[str(s)] for s in free_symbols(energy)})[0])

    return run, run.consistent(run.state(values)), total, values


@pytest.mark.parametrize("way", WAYS, ids=lambda w: f"{w[1]}{'-reduced' if w[0] else ''}")
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n == "screw" else n for n in CASES]
)
def test_energy_and_constraints_are_kept(name: str, way: tuple[dict[str, Any], str]) -> None:
    system = CASES[name]()
    if way[0] and not system.constraints:
        pytest.skip("no constraint, no dependent speed")
    run, y, energy, _ = started(system, way)
    _, states = run.integrate(y, 0.0, 0.1, 20)
    assert max(np.abs(run.gaps(z)).max(initial=0.0) for z in states) < 1e-7
    assert abs(energy(states[-1]) - energy(states[0])) < 1e-6 * (1 + abs(energy(states[0])))


def test_gaps_decay_with_baumgarte_and_are_closed_by_projection() -> None:
    for stabilised, factor in (("baumgarte", 0.2), ("projection", 1e-6)):
        run, y, *_ = started(models.four_bar(), ({}, stabilised))
        y[1] += 1e-4
        _, states = run.integrate(y, 0.0, 0.5, 200)
        assert np.abs(run.gaps(states[-1])).max() < factor * np.abs(run.gaps(y)).max()


def test_fixed_coordinates_keep_their_values() -> None:
    run, y, *_ = started(models.four_bar(), ({}, "projection"))
    y[:3] += 0.05
    there = run.consistent(y, fixed=["q1"])
    assert there[0] == y[0]
    assert there[3] == y[3]
    assert np.abs(run.gaps(there)).max() < 1e-11


def test_loops_that_cannot_be_closed_are_named() -> None:
    lengths = {"l1": 1, "l2": 1, "l3": 1, "d": 9}
    values = lengths | {f"{x}{i}": 1 for x in "mJ" for i in (1, 2, 3)} | {"g": 9.81}
    run = motion_code(kane(models.four_bar())).mechanism(values)
    with pytest.raises(NotClosedError, match="C_1_x is off by"):
        run.positions(run.state({"q1": 0.1, "q2": 0.2, "q3": 3.0}))


def test_missing_values_and_unknown_names_are_refused() -> None:
    code = motion_code(kane(models.four_bar()))
    with pytest.raises(ValueError, match="values are missing for"):
        code.mechanism({})
    run, y, *_ = started(models.four_bar(), ({}, "projection"))
    with pytest.raises(ValueError, match="no speed of that name"):
        run.positions(y, fixed=["nothing"])
    with pytest.raises(ModelError, match="stabilised is one of"):
        motion_code(kane(models.four_bar()), stabilised="magic")


def test_the_module_stands_alone() -> None:
    """The written module gives the same rates, and imports NumPy alone."""
    system = models.crank_slider()
    run, y, _, values = started(system, ({}, "baumgarte"))
    text = motion_code(kane(system), stabilised="baumgarte").source
    lines = [line for line in text.splitlines() if line.startswith(("import ", "from "))]
    imported = {line.split()[1] for line in lines}
    assert imported <= {"__future__", "collections.abc", "dataclasses", "typing", "numpy", "math"}
    found: dict[str, Any] = {"__name__": "alone"}
    exec(compile(text, "alone", "exec", dont_inherit=True), found)
    assert np.allclose(found["mechanism"](values).rhs(0.0, y), run.rhs(0.0, y))


def test_functions_exist_in_other_languages() -> None:
    functions = motion_code(kane(models.four_bar())).functions("c")
    assert set(functions) == {"closure", "rates", "constraints", "dynamics"}
    assert all("double" in c.text for c in functions.values())


@pytest.mark.parametrize("name", ["four_bar", "rolling_sphere", "bennett", "rolling_disc"])
def test_positions_and_velocities_in_c(name: str) -> None:
    """The driver in C finds the state that the one in NumPy finds; what is fixed stays."""
    system = getattr(models, name)()
    made = motion_code(kane(system))
    try:
        compiled = library(made.c_source)
    except NotCompiledError:
        pytest.skip("there is no C compiler")
    layout, rng = made.c_layout, np.random.default_rng(3)
    values = {"l1": 1.0, "l2": 3.0, "l3": 2.0, "d": 3.0}
    values |= {str(k): float(v) for k, v in system.values.items()}
    given = {
        n: np.zeros(shape) if shape else values.get(n, rng.uniform(0.5, 1.5))
        for n, shape in layout.parameters
    }
    mechanism = made.without_dynamics(given)
    start = mechanism.state({str(k): v for k, v in system.near.items()})
    start = start + rng.normal(size=len(start)) / 10
    p = np.concatenate([np.ravel(v) for v in given.values()], dtype=float)
    fixed = np.zeros(layout.width, dtype=np.intc)
    for held in ((), (str(layout.configuration[0][0]),) if name == "four_bar" else ()):
        y = start.copy()
        fixed[0] = bool(held)
        pointers = [y.ctypes.data, p.ctypes.data, fixed.ctypes.data]
        for step in (compiled.positions, compiled.velocities):
            step.argtypes = [c_void_p] * 3
            assert step(*pointers) >= 0
        assert np.abs(mechanism.gaps(y)).max(initial=0) < 1e-11
        assert np.allclose(y, mechanism.consistent(start, held), atol=1e-9)
        assert not held or y[0] == start[0]
