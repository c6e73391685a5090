"""Equations of motion with constraints: time to form them, and their operations.

Peer: `sympy.physics.mechanics`, Kane's method with dependent speeds, and `cse`. The model is
declared within the time, on both sides. Before any time counts, all accelerations are calculated at
one state that satisfies the constraints, and must agree. Operations are those of M, f, Δ and γ for
equations with multipliers, of M, f, T and β for independent speeds, and of sympy's mass matrix and
forcing, which combine dynamic equations and constraints. Sines, cosines and work that depends only
on parameters are not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import sympy

import mechanics
from mechanics import EquationsOfMotion, System, models, motion_code
from mechanics.dependence.numbers import Numbers, random_values
from mechanics.dependence.states import generic_state
from rewrite import free_symbols

from . import sympy_constraints, sympy_mechanics
from .equations import our_count, rounded
from .harness import Contender, Family, Row

OPERATIONS: dict[tuple[str, int, str], str] = {}
INDEPENDENT = {
    "rolling disc": "q1' q2' q3'",
    "four bar": "q1'",
    "bicycle": "roll' rear' steer'",
}
"""The independent speeds in sympy's models and in ours."""


def state(system: System) -> dict[str, Any]:
    """One state that satisfies the constraints, by name, the same for all contenders."""
    numbers, rng = Numbers(system), np.random.default_rng(1)
    found = generic_state(numbers, 1)
    assert found.found
    terms = mechanics.kane(system).named().values()
    needed = set().union(*map(free_symbols, terms)) - found.state.keys()
    given = random_values(sorted(needed, key=str), rng) | found.state
    given |= {s: float(x) for s, x in system.values.items()}
    delta, tau = numbers.velocities(given)
    u = rng.normal(size=delta.shape[1])
    u = u - np.linalg.lstsq(delta, delta @ u + tau, rcond=1e-9)[0]
    return {str(s): x for s, x in (given | numbers.with_speeds(u)).items()}


# -- contenders -----------------------------------------------------------------------------------


def ours(family: str, make: Callable[[], System], name: str, **options: Any) -> Contender:
    def run(_: int) -> EquationsOfMotion:
        system = make()
        chosen = dict(options)
        if "independent" in chosen:
            wanted = INDEPENDENT[family].split()
            chosen["independent"] = [u for u in system.speeds if str(u) in wanted]
        return mechanics.kane(system, **chosen)

    def answer(equations: EquationsOfMotion) -> tuple[float, ...]:
        OPERATIONS[family, 1, name] = our_count(equations)
        values = state(equations.system)
        program = motion_code(equations, stabilised="none").mechanism(values)
        return rounded(program.accelerations(0.0, program.state(values))[0])

    return Contender(name, lambda n: n, run, answer)


def theirs(family: str, make: Callable[[], System], form: Callable[[], Any]) -> Contender:
    name = "sympy Kane"

    def answer(method: Any) -> tuple[float, ...]:
        system = make()
        values, entries = state(system), sympy_constraints.full(method)
        symbols = set().union(*(e.free_symbols for e in entries)) - {sympy.Symbol("t")}
        names = {s.name for s in symbols}
        count = sympy_mechanics.operations(entries, names, optimizations=None)
        OPERATIONS[family, 1, name] = "/".join(map(str, count))
        found = sympy_constraints.solved(method, values)
        return rounded([found[str(u).removesuffix("'")] for u in system.speeds])

    def fresh(n: int) -> int:
        sympy.core.cache.clear_cache()
        return n

    return Contender(name, lambda n: n, lambda n: form(), answer, fresh=fresh)


def families(quick: bool) -> list[Family]:
    cases = [
        ("rolling disc", models.rolling_disc, sympy_constraints.rolling_disc),
        ("four bar", models.four_bar, sympy_constraints.four_bar),
        ("bicycle", models.bicycle, sympy_constraints.bicycle),
    ]
    found = []
    for name, make, form in cases:
        mechanics.kane(make())  # loads the rules
        contenders = [
            ours(name, make, "penelope, multipliers"),
            ours(name, make, "penelope, independent speeds", independent=()),
            theirs(name, make, form),
        ]
        text = f"{name}: time to form the equations."
        found.append(Family(name, [1], contenders, text, tables=[OPERATIONS]))
    return found


def notes(family: Family, rows: Sequence[Row]) -> str:
    """Operations of everything needed for the accelerations."""
    lines = [family.about, "", "| equations | multiplications/additions |", "|---|---|"]
    for contender in family.contenders:
        cell = OPERATIONS.get((family.name, 1, contender.name), "—")
        lines.append(f"| {contender.name} | {cell} |")
    return "\n".join(lines)
