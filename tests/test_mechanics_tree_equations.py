"""The formalism of the thesis, beside Kane's equations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from constrained import LOOPS, consistent_state, looped, scalars_of, solved
from mechanisms import MECHANISMS

from mechanics import ModelError, System, kane, models, tree_equations
from mechanics.dependence.numbers import Compiled, random_values
from mechanics.formalisms import TreeEquations
from rewrite import Scalar, free_symbols

pytestmark = pytest.mark.filterwarnings("ignore::mechanics.errors.RedundancyWarning")

CASES: dict[str, Callable[[], System]] = {
    **MECHANISMS,
    "satellite": models.satellite,
    "disc": models.rolling_disc,
    "knife edge": models.knife_edge,
    "four bar": models.four_bar,
    "crank and slider": models.crank_slider,
    "constant-velocity joint": models.constant_velocity_joint,
    "loop by a hinge": lambda: looped(LOOPS["hinge"]),
    "loop by a slider": lambda: looped(LOOPS["slider"]),
    "loop by a screw": lambda: looped(LOOPS["screw"]),
}


def state_of(system: System, e: TreeEquations) -> dict[Any, Any]:
    terms = [*scalars_of(e), *scalars_of(kane(system)), *_all_blocks(e)]
    if system.constraints:
        return consistent_state(system, terms, 1)
    symbols = sorted(set().union(*map(free_symbols, terms)), key=str)
    return random_values(symbols, np.random.default_rng(1))


def _all_blocks(e: TreeEquations) -> list[Any]:
    rows = [row for j in e.system.joints if j.type.degrees < 6 for row in e.principal(j)]
    found = [t for _, blocks in (*rows, *e.complementary) for pair in blocks for t in pair]
    return found + [t for b in e.free for t in (*b.slides, *b.turns)]


def on_speeds(e: TreeEquations, blocks: Any, state: Any) -> Any:
    """𝔇 Ψ of one row, speed by speed."""
    found = []
    for i, u in enumerate(e.system.speeds):
        total: Any = 0.0
        for (force, moment), b in zip(blocks, e.free, strict=True):
            for left, right in ((force, b.slides[i]), (moment, b.turns[i])):
                x, y = Compiled([left, right])(state)
                total = total + np.reshape(x, (-1, 3)) @ np.reshape(y, (3, u.shape[0]))
        found.append(total)
    return np.hstack(found)


@pytest.mark.parametrize("name", CASES)
def test_tree_equations_are_those_of_kane(name: str) -> None:
    system = CASES[name]()
    e = tree_equations(system)
    state = state_of(system, e)
    assert np.allclose(solved(e, state), solved(kane(system), state), atol=1e-9)


LONG = {"disc", "loop by a screw"}
OTHERS = [n for n in CASES if n not in MECHANISMS] + ["robot", "deep"]


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n in LONG else n for n in OTHERS]
)
def test_joints_of_the_tree_vanish_on_its_speeds_and_the_others_make_delta(name: str) -> None:
    system = CASES[name]()
    e = tree_equations(system)
    state = state_of(system, e)
    for joint in system.joints:
        rows = e.principal(joint) if joint.type.degrees < 6 else []
        for _, blocks in rows:
            assert np.allclose(on_speeds(e, blocks, state), 0, atol=1e-12)
    held = [row for row in e.constraints if row.pushes]
    for (_, blocks), row in zip(e.complementary, held, strict=True):
        delta = [np.reshape(x, (row.velocity.shape[0], -1)) for x in Compiled(row.delta)(state)]
        assert np.allclose(on_speeds(e, blocks, state), np.hstack(delta), atol=1e-10)


def test_the_first_block_has_the_mass() -> None:
    """In print the factor μ is missing there: without it S of a point mass on a rod is wrong."""
    system = models.plane_pendulum(2)
    e = tree_equations(system)
    force, _ = e.free[0].gyroscopic
    assert any(str(s) == "m1" for s in free_symbols(force))
    assert all(isinstance(s, Scalar) for s in e.S)


def test_unknown_joints_are_refused() -> None:
    with pytest.raises(ModelError, match="no joint nothing"):
        tree_equations(models.four_bar()).principal("nothing")
