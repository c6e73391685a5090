"""Code for mechanisms: Python, NumPy and C agree, M is positive, and sympy has the same."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
import sympy
from lowered import CC, call_c, compiled, flat
from mechanisms import MECHANISMS, ball, cart, gyroscope, rigid_links, robot, two_arms
from sympy.physics.mechanics import (
    KanesMethod,
    Point,
    ReferenceFrame,
    RigidBody,
    dynamicsymbols,
    inertia,
)

from bench.sympy_mechanics import upper_and_right
from mechanics import kane
from mechanics.models import free_body
from rewrite import equal, scalar, zero

LANGUAGES = ("python", "numpy")


def _value(name: str, symbol: Any) -> Any:
    """A value from the name: a unit quaternion, a rotation, a positive matrix, or numbers."""
    draw = Random(name)
    shape = symbol.shape
    numbers = np.array([draw.uniform(0.5, 1.5) for _ in range(9)])
    if shape == (3, 3):
        A = numbers.reshape(3, 3)
        if name not in ("B", "K", "Q"):
            return A @ A.T + np.eye(3)
        Q = np.linalg.qr(A)[0]
        return Q * np.sign(np.linalg.det(Q))
    if shape == (3, 1):
        return numbers[:3]
    if type(symbol).__name__ == "Quaternion":
        return numbers[:4] / np.linalg.norm(numbers[:4])
    return float(numbers[0])


def _numbers(made: Any) -> list[Any]:
    return [_value(name, a.symbol) for a, name in made.program.arguments.items()]


def _mass(values: list[float], size: int) -> Any:
    M = np.zeros((size, size))
    M[np.triu_indices(size)] = values[: size * (size + 1) // 2]
    return M + np.triu(M, 1).T


@pytest.mark.parametrize("name", MECHANISMS)
def test_python_and_numpy_agree_and_mass_is_positive(name: str) -> None:
    equations = kane(MECHANISMS[name]())
    codes = [equations.code(language, arrays=False) for language in LANGUAGES]
    found = [flat(made.function(*_numbers(made))) for made in codes]
    assert np.allclose(*found)
    assert np.linalg.eigvalsh(_mass(found[0], equations.size)).min() > 0


@pytest.mark.skipif(CC is None, reason="there is no C compiler")
@pytest.mark.parametrize("make", [robot, cart, gyroscope, two_arms, ball])
def test_c_agrees_with_python(make: Any, tmp_path: Path) -> None:
    equations = kane(make())
    made, python = equations.code("c", name="motion"), equations.code("python")
    by_c = call_c(compiled(made, tmp_path), made, _numbers(made))
    assert np.allclose(by_c, flat(python.function(*_numbers(python))))


# -- beside sympy ---------------------------------------------------------------------------------


def _robot_by_sympy() -> list[Any]:
    """The robot of the mechanisms by Kane's method of sympy."""
    S, q, u = sympy.Symbol, dynamicsymbols("q1:4"), dynamicsymbols("u1:4")
    N, at = ReferenceFrame("N"), Point("O")
    at.set_vel(N, 0)
    frame, bodies, loads = N, [], []
    for i, (turn, along) in enumerate((("z", "z"), ("y", "x"), ("y", "x")), 1):
        axis, before = getattr(frame, turn), frame
        frame = before.orientnew(f"A{i}", "Axis", [q[i - 1], axis])
        frame.set_ang_vel(before, u[i - 1] * axis)
        direction = getattr(frame, along)
        G = at.locatenew(f"G{i}", S(f"c{i}") * direction)
        end = at.locatenew(f"E{i}", S(f"l{i}") * direction)
        for p in (G, end):
            p.v2pt_theory(at, N, frame)
        moments = inertia(frame, *(S(f"I{i}{x}") for x in "xyz"))
        bodies.append(RigidBody(f"{i}", G, frame, S(f"m{i}"), (moments, G)))
        loads += [(G, -S(f"m{i}") * S("g") * N.z), (frame, S(f"C{i}") * axis)]
        loads += [(before, -S(f"C{i}") * axis)] if i > 1 else []
        at = end
    rates = [a.diff() - b for a, b in zip(q, u, strict=True)]
    method = KanesMethod(N, q_ind=q, u_ind=u, kd_eqs=rates)
    method.kanes_equations(bodies, loads)
    return upper_and_right(method.mass_matrix, method.forcing)


def test_robot_as_sympy_has_it() -> None:
    made, entries = kane(robot()).code("python"), _robot_by_sympy()
    state = dict(zip(made.program.arguments.values(), _numbers(made), strict=True))
    state |= {f"u{i}": state[f"q{i}_d"] for i in (1, 2, 3)}
    symbols = sorted({s for e in entries for s in e.free_symbols}, key=str)
    theirs = sympy.lambdify(symbols, entries, cse=True)(
        *(state.get(s.name, _value(s.name, scalar(s.name))) for s in symbols)
    )
    assert np.allclose(list(made.function(*_numbers(made))), theirs)


# -- as they are printed --------------------------------------------------------------------------


def test_equations_of_motion_are_printed_row_by_row() -> None:
    first, second = str(kane(cart()).simplified()).splitlines()
    assert first.startswith("(M + m)*x'' + l*m*cos(q)*q'' = ")
    assert " - c*x' + k*(x0 - x) " in first
    assert second.startswith("l*m*cos(q)*x'' + (m*l**2 + ")
    assert str(kane(free_body()).simplified()).startswith("m*v' = F + m*cross(v, w)\n")


def test_simplified_blocks_are_the_same_and_zeros_stay_zeros() -> None:
    formed = kane(rigid_links())
    small = formed.simplified()
    before, after = [*formed.blocks, *formed.right], [*small.blocks, *small.right]
    assert all(equal(*pair).proved for pair in zip(before, after, strict=True))
    assert kane(free_body()).mass(1, 0) is zero((3, 3))


@pytest.mark.parametrize("make", [robot, cart, gyroscope])
def test_numpy_gives_whole_arrays(make: Any) -> None:
    equations = kane(make())
    made, python = equations.code("numpy"), equations.code("python")
    M, f = made.function(*_numbers(made))[:2]
    flatly = flat(python.function(*_numbers(python)))
    n = equations.size
    m = n * (n + 1) // 2
    assert M.shape == (n, n)
    assert np.allclose(M, _mass(flatly, n))
    assert np.allclose(f, flatly[m : m + n])
