"""Robots read from URDF files against values of Pinocchio: 1e-12 of the largest."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from pinocchio_values import FOLDER, values

from mechanics import (
    bias,
    energies,
    forward_dynamics,
    inverse_dynamics,
    mass_matrix,
    urdf,
)
from rewrite import evaluate, number

CASES = json.loads((FOLDER / "pinocchio.json").read_text())
GRAVITY = 981


def robot_of(case: dict[str, Any]) -> Any:
    path = FOLDER / f"{case['file']}.urdf"
    return urdf(path, gravity=number(GRAVITY) / 100, free=case["free"])


def point(robot: Any, state: dict[str, Any]) -> tuple[dict[str, Any], list[int]]:
    """Values of all symbols by name, and where our scalar speeds are among Pinocchio's."""
    found: dict[str, Any] = {}
    order: list[int] = []
    given, v, a = state["positions"], state["v"], state["a"]
    for joint in robot.joints:
        if joint.name == "base":
            found |= dict(zip((q.name for q in joint.coordinates), given["place"], strict=True))
            found["p_base"] = given["attitude"]
            found |= {"v_base": v[:3], "v_base'": a[:3], "w_base": v[3:6], "w_base'": a[3:6]}
            order += range(6)
            continue
        (q,) = joint.coordinates
        rate, acceleration = state["rates"][joint.name]
        found |= {q.name: given[joint.name], f"{q.name}'": rate, f"{q.name}''": acceleration}
        order.append(v.index(rate))
    for i, place in enumerate(order, 1):
        found[f"tau_{i}"] = state["tau"][place]
    return found, order


@lru_cache(maxsize=8)
def code_of(result: Any) -> Any:
    return result.code("python")


def calculated(result: Any, at: dict[str, Any]) -> list[float]:
    """The scalars of a result, by its generated code."""
    made = code_of(result)
    found = made.function(*(at[t.name] for t in made.program.arguments))
    return [float(x) for x in (found if isinstance(found, tuple | list) else [found])]


def near(found: Any, expected: Any) -> None:
    found, expected = np.asarray(found, float), np.asarray(expected, float)
    assert found.shape == expected.shape
    assert np.max(np.abs(found - expected)) <= 1e-12 * max(1.0, np.max(np.abs(expected)))


def named(case: dict[str, Any]) -> str:
    return f"{case['file']}{', free' * case['free']}"


def cases(*quick: str) -> list[Any]:
    """All cases with their names; those that are not named here are slow."""
    return [
        pytest.param(case, id=named(case), marks=() if named(case) in quick else pytest.mark.slow)
        for case in CASES
    ]


@pytest.mark.parametrize("case", cases("six", "general"))
def test_values_of_pinocchio(case):
    robot = robot_of(case)
    inverse, h, M = inverse_dynamics(robot), bias(robot), mass_matrix(robot)
    energy = energies(robot)
    for state in case["states"]:
        at, order = point(robot, state)
        near(calculated(inverse, at), [state["inverse"][i] for i in order])
        near(calculated(h, at), [state["bias"][i] for i in order])
        upper = [state["mass"][i][k] for n, i in enumerate(order) for k in order[n:]]
        near(calculated(M, at), upper)
        near(calculated(energy, at)[0], state["kinetic"])


@pytest.mark.parametrize("case", cases("six", "seven, free", "tree"))
def test_forward_dynamics_of_pinocchio(case):
    robot = robot_of(case)
    forward = forward_dynamics(robot)
    for state in case["states"]:
        at, order = point(robot, state)
        near(calculated(forward, at), [state["forward"][i] for i in order])


@pytest.mark.parametrize("name", ["six", "general", "tree"])
def test_jacobians_of_pinocchio(name):
    case = next(c for c in CASES if c["file"] == name and not c["free"])
    robot = robot_of(case)
    place = robot.link(case["states"][0]["tip"])
    linear, angular = robot.jacobian(place.point), robot.jacobian(place.frame)
    for state in case["states"]:
        at, order = point(robot, state)
        for found, rows in ((linear, state["jacobian"][:3]), (angular, state["jacobian"][3:])):
            near(calculated(found, at), [row[i] for i in order for row in rows])


@pytest.mark.parametrize("name", ["six", pytest.param("general", marks=pytest.mark.slow)])
def test_other_readings_have_the_same_values(name):
    """Named parameters with their numbers, and base parameters, give the same efforts."""
    case = next(c for c in CASES if c["file"] == name and not c["free"])
    path, state = FOLDER / f"{name}.urdf", case["states"][0]
    plain = robot_of(case)
    at, order = point(plain, state)
    expected = [state["inverse"][i] for i in order]
    based = inverse_dynamics(plain, base=True)
    known = {s.name: evaluate(t, {}, "float") for s, t in based.definitions.items()}
    near(calculated(based, at | known), expected)
    named = urdf(path, gravity=number(GRAVITY) / 100, named=True)
    numbers = {s.name: float(value) for s, value in named.values.items()}
    near(calculated(inverse_dynamics(named), at | numbers), expected)


@pytest.mark.pinocchio
def test_the_committed_values_are_those_of_pinocchio():
    pytest.importorskip("pinocchio")
    for case in CASES:
        fresh = values(case["file"], case["free"])
        for one, other in zip(case["states"], fresh["states"], strict=True):
            near(one["inverse"], other["inverse"])
            near(one["mass"], other["mass"])
