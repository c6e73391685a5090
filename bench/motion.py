"""Simulation: many Runge-Kutta steps (order 4) with the right-hand side of each contender.

The sizes are 1: a double pendulum, 2: the satellite with its arm (18 states), 3: a plane arm of six
links. In C, the steps are made in C for both contenders, with the same compiler and options; in
NumPy they are made in Python. `by hand` is code that an engineer would write (see
`by_hand_motion`). `lambdify` with `cse` turns sympy's Kane into a function, and NumPy solves the
linear system. Making the functions is outside the clock. The last states must agree to six digits.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import sympy

from mechanics import forward_dynamics, kane
from mechanics.models import plane_pendulum, satellite
from mechanics.numerics.c_compiler import library
from rewrite import number

from . import by_hand_motion, sympy_mechanics
from .harness import Contender, Family, GaveUp

STEPS = {"c": 20000, "python": 200}
STEP = 1e-7
NAMES = ("double pendulum", "satellite with its arm", "plane arm of six links")
LOOP = """
void run(int steps, double h, double *y, const double *p)
{
    enum { N = %d };
    double a[N], b[N], c[N], d[N], z[N];
    for (int s = 0; s < steps; s++) {
        f(0, y, p, a);
        for (int i = 0; i < N; i++) z[i] = y[i] + h/2*a[i];
        f(0, z, p, b);
        for (int i = 0; i < N; i++) z[i] = y[i] + h/2*b[i];
        f(0, z, p, c);
        for (int i = 0; i < N; i++) z[i] = y[i] + h*c[i];
        f(0, z, p, d);
        for (int i = 0; i < N; i++) y[i] += h/6*(a[i] + 2*b[i] + 2*c[i] + d[i]);
    }
}
"""


def model(case: int) -> Any:
    return satellite() if case == 2 else plane_pendulum({1: 2, 3: 6}[case])


def value_of(name: str) -> float:
    return random.Random(name).uniform(0.5, 1.5)


def right_hand_side(case: int, language: str) -> Any:
    """Ours: the shorter text of forward dynamics without further efforts, and Kane."""
    system = model(case)
    if case == 2:
        tau = [number(0)] * 9
        return min(
            (kane(system).rhs(language), forward_dynamics(system, tau).rhs(language)),
            key=lambda f: len(f.source),
        )
    return kane(system).rhs(language)


def start(f: Any) -> tuple[Any, Any]:
    """State and parameters in our order, the same for all contenders."""
    y = np.array([value_of(n) for n in f.state])
    return y, np.array([value_of(n) for n in (*f.parameters, *f.inputs)])


# -- in C -----------------------------------------------------------------------------------------


def in_c(text: Callable[[int], str]) -> Callable[[int], Any]:
    def prepare(case: int) -> Any:
        f = right_hand_side(case, "c")
        y, p = start(f)
        made = library(text(case) + LOOP % len(y))
        made.run.argtypes = [ctypes.c_int, ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p]
        return made.run, y, p

    return prepare


def run_c(job: Any) -> Any:
    run, y, p = job
    y = y.copy()
    run(STEPS["c"], STEP, y.ctypes.data, p.ctypes.data)
    return y


# -- in Python ------------------------------------------------------------------------------------


def ours_numpy(case: int) -> Any:
    f = right_hand_side(case, "numpy")
    y, p = start(f)
    return f.bind(p), y


def by_hand_numpy(case: int) -> Any:
    f = right_hand_side(case, "numpy")
    y, p = start(f)
    own: Any = by_hand_motion.satellite
    own = own if case == 2 else by_hand_motion.chain({1: 2, 3: 6}[case])
    return (lambda t, z: own(t, z, p)), y


def by_lambdify(case: int) -> Any:
    f = right_hand_side(case, "numpy")
    y, p = start(f)
    entries = sympy_mechanics.satellite_kane() if case == 2 else sympy_mechanics.pendulum_kane(
        {1: 2, 3: 6}[case])  # fmt: skip
    symbols = sorted({s for e in entries for s in e.free_symbols}, key=str)
    called = sympy.lambdify(symbols, entries, cse=True)
    names = {n: i for i, n in enumerate(f.state)}
    given = dict(zip((*f.parameters, *f.inputs), p, strict=True))
    size = len(f.pieces.rates)
    places = [_place(s.name, names, given) for s in symbols]
    upper = np.triu_indices(size)

    def function(t: float, z: Any) -> Any:
        found = called(*[z[x] if isinstance(x, int) else float(x) for x in places])
        M = np.zeros((size, size))
        M[upper] = found[: len(upper[0])]
        M = M + np.triu(M, 1).T
        rates = np.linalg.solve(M, np.array(found[len(upper[0]) :], dtype=float))
        if case != 2:
            return np.concatenate([z[size:], rates])
        kinematic = by_hand_motion.rates(*z[:3], z[9:12], z[12:15])
        return np.concatenate([kinematic, z[15:18], rates])

    return function, y


def _place(name: str, names: dict[str, int], given: dict[str, float]) -> Any:
    """The number of a state, or the value of a parameter, for a symbol of sympy's model."""
    if name in given:
        return np.float64(given[name])
    if name in names:
        return names[name]
    letter, digits = name[0], name[1:]
    if letter == "u" and f"q{digits}'" in names:
        return names[f"q{digits}'"]
    if f"{letter}[{int(digits) - 1}]" in names if digits.isdigit() else False:
        return names[f"{letter}[{int(digits) - 1}]"]
    whole, _, k = name.partition("_")
    return np.float64(given[f"{whole}[{int(k) - 1}]"])


def run_python(job: Any) -> Any:
    f, y = job
    for _ in range(STEPS["python"]):
        a = f(0.0, y)
        b = f(0.0, y + STEP / 2 * a)
        c = f(0.0, y + STEP / 2 * b)
        d = f(0.0, y + STEP * c)
        y = y + STEP / 6 * (a + 2 * b + 2 * c + d)
    return y


def rounded(y: Any) -> tuple[float, ...]:
    return tuple(float(f"{x:.6g}") + 0.0 for x in y)


def _compiled(prepare: Callable[[int], Any]) -> Callable[[int], Any]:
    def made(case: int) -> Any:
        try:
            return prepare(case)
        except Exception as error:
            raise GaveUp(str(error)) from error

    return made


def families(quick: bool) -> list[Family]:
    sizes = (1, 2) if quick else (1, 2, 3)
    return [
        Family(
            "steps in C",
            sizes,
            (
                Contender("penelope", _compiled(in_c(ours_c)), run_c, rounded),
                Contender("by hand", _compiled(in_c(by_hand_motion.c_text)), run_c, rounded),
            ),
            f"{STEPS['c']} steps: {', '.join(NAMES)}",
        ),
        Family(
            "steps in NumPy",
            sizes,
            (
                Contender("penelope", ours_numpy, run_python, rounded),
                Contender("by hand", by_hand_numpy, run_python, rounded),
                Contender("sympy's lambdify", by_lambdify, run_python, rounded),
            ),
            f"{STEPS['python']} steps: {', '.join(NAMES)}",
        ),
    ]


def ours_c(case: int) -> str:
    text: str = right_hand_side(case, "c").source
    return text
