"""Shared by the tests of constraints: consistent states, and accelerations in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mechanics import (
    Cylindrical,
    Equations,
    EquationsOfMotion,
    Fixed,
    Helical,
    JointType,
    Planar,
    Principal,
    Prismatic,
    Revolute,
    Spherical,
    System,
    Universal,
    X,
    Y,
    Z,
    kinematic_equations,
)
from mechanics.dependence.numbers import Compiled, Numbers, random_values
from mechanics.dependence.states import generic_state
from mechanics.models.parts import moving, moving_vectors, parameters, place
from rewrite import Vector, cos, diff, free_symbols, number, quaternion, sin, time

State = dict[Any, Any]


def width(u: Any) -> int:
    return 3 if isinstance(u, Vector) else 1


def consistent_state(system: System, terms: Sequence[Any], seed: int = 0) -> State:
    """Random parameters, a configuration that is closed, and speeds that the constraints allow."""
    numbers, rng = Numbers(system), np.random.default_rng(seed)
    search = generic_state(numbers, seed)
    assert search.found
    needed = set().union(*map(free_symbols, terms)) - search.state.keys()
    state = random_values(sorted(needed, key=str), rng) | search.state
    delta, tau = numbers.velocities(state)
    u = rng.normal(size=delta.shape[1])
    u = u - np.linalg.lstsq(delta, delta @ u + tau, rcond=1e-9)[0]
    state |= numbers.with_speeds(np.concatenate([u, np.zeros(len(numbers.own))]))
    known = kinematic_equations(system)
    for rate, value in zip(known, Compiled(list(known.values()))(state), strict=True):
        if rate not in system.speeds and rate not in numbers.rates:
            state[rate] = float(value)
    return state


def scalars_of(e: EquationsOfMotion) -> list[Any]:
    return list(e.named().values())


def symmetric(entries: Sequence[float], n: int) -> Any:
    matrix = np.zeros((n, n))
    matrix[np.triu_indices(n)] = entries
    return matrix + np.triu(matrix, 1).T


def solved(e: EquationsOfMotion, state: State) -> Any:
    """All unknowns of M u' = f + Δᵀ Λ, Δ u' = γ: accelerations, and then multipliers."""
    found = np.array([float(x) for x in Compiled(scalars_of(e))(state)])
    n, m = e.size, len(e.gamma_sides)
    size = n * (n + 1) // 2
    mass, right = symmetric(found[:size], n), found[size : size + n]
    if e.reduction is not None:
        return np.linalg.solve(mass, right)
    rest = found[size + n :]
    delta = rest[: n * m].reshape(m, n)
    matrix = np.block([[mass, -delta.T], [delta, np.zeros((m, m))]])
    return np.linalg.solve(matrix, np.concatenate([right, rest[n * m :]]))


def by_equations(equations: Equations, state: State) -> Any:
    """The unknowns of equations that are linear in them, as many as there are equations."""
    pairs = list(equations.linear())
    values = iter(Compiled([t for c, r in pairs for t in (*c, r)])(state))
    rows, sides = [], []
    for coefficients, right in pairs:
        size = right.shape[0]
        rows.append(np.hstack([np.reshape(next(values), (size, -1)) for _ in coefficients]))
        sides.append(np.reshape(next(values), size))
    return np.linalg.solve(np.vstack(rows), np.concatenate(sides))


def with_accelerations(system: System, state: State, found: Any) -> State:
    """The state with the rates of its speeds."""
    more, at = {}, 0
    for u in system.speeds:
        part = found[at : at + width(u)]
        more[diff(u, time)] = part if width(u) == 3 else float(part[0])
        at += width(u)
    return state | more


def values_of(terms: Sequence[Any], state: State) -> Any:
    return np.concatenate([np.ravel(x) for x in Compiled(list(terms))(state)])


# -- loops with a joint of every type --------------------------------------------------------------

LEANING = number(3) / 5 * X + number(4) / 5 * Z
(LAM,), (TURN,), (PITCH,) = parameters("lam"), moving("turn_L"), parameters("pitch")
TILTED = sin(LAM) * X + cos(LAM) * Z

LOOPS: dict[str, JointType] = {
    "fixed": Fixed(),
    "hinge": Revolute(LEANING),
    "hinge about a tilted axis": Revolute(TILTED),
    "slider": Prismatic(LEANING),
    "cylindrical": Cylindrical(TILTED),
    "screw": Helical(LEANING, PITCH, TURN),
    "planar": Planar(LEANING),
    "ball": Spherical(),
    "universal": Universal(LEANING, Y),
}


def looped(type: JointType, *, angles: bool = False) -> System:
    """A link with three freedoms and a free body, held on each other by a joint."""
    s = System("loop")
    a, b, c, g, m1, m2 = parameters("a b c g m1 m2")
    J = parameters("J1 J2 J3")
    q1, q2, q3 = moving("q1 q2 q3")
    R1, A = s.hinge("A", s.origin, s.ground, LEANING, q1)
    R2, B = s.hinge("B", A.placed("E", R1, a * X + b * Y), R1, Y, q2)
    C = s.slider("S", B, R2, LEANING, q3)
    s.body("first", R2, C.placed("G1", R2, c * Z), m1, Principal(*J))
    R, G = _by_angles(s) if angles else _by_quaternion(s)
    s.body("second body", R, G, m2, Principal(*J[::-1]))
    s.gravity(-g * Z)
    s.close("L", type, R2, C.placed("P", R2, b * X), R, G.placed("Q", R, a * Y + c * Z))
    return s


def _by_quaternion(s: System) -> Any:
    (v, w), position = moving_vectors("v w"), moving("x y z")
    return s.free("F", quaternion("q", unit=True, time=True), place(position), position, w, v)


def _by_angles(s: System) -> Any:
    at, frame = s.origin, s.ground
    for q, axis in zip(moving("x y z"), (X, Y, Z), strict=True):
        at = s.slider(f"{q}", at, s.ground, axis, q)
    for q, axis in zip(moving("f1 f2 f3"), (Z, X, Y), strict=True):
        frame, at = s.hinge(f"{q}", at, frame, axis, q)
    return frame, at
