"""Equations of motion: time to form them, and operations of the upper triangle of M and of f.

Peers: `sympy.physics.mechanics`, Kane and Lagrange, with `cse`. Before any time counts, M u' = f is
solved at a random state, and accelerations must agree. For this project `ops` counts operations,
with changes of sign separate; for sympy the result of `cse` is counted, where every minus is free.
Sines and cosines, kinematic equations and work that depends only on parameters are not counted.
Every contender has 600 s for a run (30 s with --quick).
"""

from __future__ import annotations

import ast
import math
import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import sympy

import mechanics
from mechanics import models
from mechanics.dynamics.energy import speeds_by_rates
from mechanics.equations.motion import EquationsOfMotion
from mechanics.system import System
from rewrite import code, diff, time

from . import sympy_mechanics
from .harness import Contender, Family, Row

Made = Callable[[int], System]
OPERATIONS: dict[tuple[str, int, str], str] = {}
BY_HAND = {
    "free body": lambda n: (15, 9),
    "plane pendulum": lambda n: (8 * (n * (n - 1) // 2) + 2 * n, 4 * (n * (n - 1) // 2)),
    "satellite": lambda n: (102, 66),
}
THOROUGH_UP_TO = {"free body": 1, "plane pendulum": 3, "satellite": 1}
"""The largest sizes at which the smallest forms are searched for, one scalar at a time."""


# -- states and answers ---------------------------------------------------------------------------


def value_of(name: str) -> float:
    """A value for every name, the same for all contenders."""
    return random.Random(name).uniform(0.5, 1.5)


class Numbers:
    """A system at one state, with everything needed to compare accelerations."""

    def __init__(self, system: System) -> None:
        self.system = system
        known = speeds_by_rates(system)
        made = code({f"x{i}": t for i, t in enumerate(known.values())} or {"x": system.mass})
        self.given: dict[str, Any] = {}
        if known:
            found = self.call(made)
            for speed, value in zip(known, found, strict=True):
                self.given[speed.name] = [float(x) for x in value]

    def call(self, made: Any, more: dict[str, float] | None = None) -> Any:
        arguments = []
        for argument, name in made.program.arguments.items():
            if more is not None and name in more:
                arguments.append(more[name])
            elif name in self.given:
                arguments.append(self.given[name])
            elif argument.symbol.shape == (3, 1):
                arguments.append([value_of(f"{name}_{i}") for i in (1, 2, 3)])
            else:
                arguments.append(value_of(name))
        return made.function(*arguments)

    def flat(self) -> dict[str, float]:
        """The declared speeds, by their names in sympy's models."""
        return {f"{s}{i}": x for s, v in self.given.items() for i, x in enumerate(v, 1)}

    def speeds(self, second: Sequence[float]) -> list[float]:
        """Rates of the speeds, from the second derivatives of coordinates."""
        known, found = speeds_by_rates(self.system), []
        more = {f"{q.name}_d2": x for q, x in zip(self.system.coordinates, second, strict=True)}
        for u in self.system.speeds:
            made = code({"x": diff(known.get(u, u), time)})
            renamed = {n: more[n] for n in made.arguments if n in more}
            renamed |= {
                n: more[f"{n.removesuffix('_dd')}_d2"] for n in made.arguments if n.endswith("_dd")
            }
            value = self.call(made, renamed)
            found += [float(x) for x in value] if isinstance(value, tuple | list) else [value]
        return found


def accelerations(flat: Sequence[float]) -> Any:
    """u' from the upper triangle of M, row by row, and f."""
    n = math.isqrt(8 * len(flat) + 9) // 2 - 1
    M, at = np.zeros((n, n)), 0
    for i in range(n):
        for j in range(i, n):
            M[i, j] = M[j, i] = flat[at]
            at += 1
    return np.linalg.solve(M, np.array(flat[at:], dtype=float))


def rounded(xs: Any) -> tuple[float, ...]:
    return tuple(float(f"{x:.6g}") + 0.0 for x in xs)


def our_answer(equations: EquationsOfMotion) -> tuple[float, ...]:
    numbers = Numbers(equations.system)
    return rounded(accelerations(numbers.call(equations.code("python"))))


def sympy_answer(make: Made, by_coordinates: bool) -> Callable[[tuple[int, list[Any]]], Any]:
    """The accelerations by sympy's expressions, in the speeds of our model."""

    def answer(result: tuple[int, list[Any]]) -> tuple[float, ...]:
        n, entries = result
        numbers = Numbers(make(n))
        symbols = sorted({s for e in entries for s in e.free_symbols}, key=str)
        flat = numbers.flat()
        given = [flat.get(s.name, value_of(_our_name(s.name))) for s in symbols]
        found = accelerations(sympy.lambdify(symbols, entries, cse=True)(*given))
        return rounded(numbers.speeds(found) if by_coordinates else found)

    return answer


def _our_name(name: str) -> str:
    """u7 is our q7', and so is q7_d1; F1_2 is the second coordinate of F1."""
    if name.startswith("u"):
        return f"q{name[1:]}_d"
    if name[0] in "FC" and name[1:].isdigit() and len(name) == 2:
        return f"{name[0]}_{name[1]}"
    return name.replace("_d1", "_d")


# -- counting -------------------------------------------------------------------------------------


def negations(equations: EquationsOfMotion) -> int:
    """How many of the additions that `ops` counts are changes of sign, read off the code."""
    tree = ast.parse(equations.code("python").text)
    signs = [t for t in ast.walk(tree) if isinstance(t, ast.UnaryOp)]
    return sum(1 for t in signs if not _fixed(t.operand))


def _fixed(t: ast.AST) -> bool:
    """Whether a name in the code belongs to parameters: p1, p2, …"""
    names = [x.id for x in ast.walk(t) if isinstance(x, ast.Name)]
    return all(x[0] == "p" and x[1:].isdigit() for x in names)


def our_count(equations: EquationsOfMotion) -> str:
    found = equations.operations()
    signs = negations(equations)
    text = f"{found.multiplications}/{found.additions - signs}"
    return f"{text} and {_many(signs, 'sign')}, {_many(found.calls, 'call')}"


def _many(n: int, name: str) -> str:
    return f"{n} {name}" if n == 1 else f"{n} {name}s"


# -- families -------------------------------------------------------------------------------------


def ours(
    family: str, make: Made, name: str, finish: Callable[[EquationsOfMotion], EquationsOfMotion]
) -> Contender:
    def run(n: int) -> EquationsOfMotion:
        return finish(mechanics.kane(make(n)))

    def answer(equations: EquationsOfMotion) -> tuple[float, ...]:
        OPERATIONS[family, _size(equations, family), name] = our_count(equations)
        return our_answer(equations)

    return Contender(name, lambda n: n, run, answer)


def _size(equations: EquationsOfMotion, family: str) -> int:
    return equations.size if family == "plane pendulum" else 1


def theirs(family: str, make: Made, name: str, form: Callable[[int], list[Any]]) -> Contender:
    by_coordinates = "Lagrange" in name
    solve = sympy_answer(make, by_coordinates)

    def run(n: int) -> tuple[int, list[Any]]:
        return n, form(n)

    def answer(result: tuple[int, list[Any]]) -> Any:
        multiplications, additions = sympy_mechanics.operations(result[1])
        OPERATIONS[family, result[0], name] = f"{multiplications}/{additions}"
        return solve(result)

    def fresh(n: int) -> int:
        sympy.core.cache.clear_cache()
        return n

    return Contender(name, lambda n: n, run, answer, fresh=fresh)


def families(quick: bool) -> list[Family]:
    our_answer(mechanics.economical(mechanics.kane(models.plane_pendulum(2))))  # loads the rules
    thorough = partial(mechanics.economical, thorough=True)
    cases: list[tuple[str, Made, list[int], Any, Any]] = [
        (
            "free body",
            lambda n: models.free_body(),
            [1],
            sympy_mechanics.free_body_kane,
            sympy_mechanics.free_body_lagrange,
        ),
        (
            "plane pendulum",
            models.plane_pendulum,
            [2, 3, 5] if quick else [2, 3, 5, 8, 16],
            sympy_mechanics.pendulum_kane,
            sympy_mechanics.pendulum_lagrange,
        ),
        (
            "satellite",
            lambda n: models.satellite(),
            [1],
            sympy_mechanics.satellite_kane,
            sympy_mechanics.satellite_lagrange,
        ),
    ]
    found = []
    for name, make, sizes, by_kane, by_lagrange in cases:
        small = ours(name, make, "penelope Kane (thorough)", thorough)
        contenders = [
            ours(name, make, "penelope Kane", lambda e: e),
            ours(name, make, "penelope Kane (economical)", mechanics.economical),
            Contender(
                small.name,
                small.prepare,
                small.run,
                small.answer,
                most=0 if quick else THOROUGH_UP_TO[name],
            ),
            theirs(name, make, "sympy Kane", by_kane),
            theirs(name, make, "sympy Lagrange", by_lagrange),
        ]
        text = f"{name}: time to form the equations."
        found.append(Family(name, sizes, contenders, text, tables=[OPERATIONS]))
    return found


def notes(family: Family, rows: Sequence[Row]) -> str:
    """Operations of the upper triangle of M and of f."""
    head = ["multiplications/additions", *(f"n = {n}" for n in family.sizes)]
    lines = [family.about, "", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    hand = [f"{m}/{a}" for m, a in (BY_HAND[family.name](n) for n in family.sizes)]
    lines.append("| " + " | ".join(["by hand", *hand]) + " |")
    for contender in family.contenders:
        cells = [OPERATIONS.get((family.name, n, contender.name), "—") for n in family.sizes]
        lines.append("| " + " | ".join([contender.name, *cells]) + " |")
    return "\n".join(lines)
