"""Robots: time to generate dynamics, operations, and the speed of the code beside its peers.

Families "rnea", "crba" and "aba" run inverse dynamics, mass matrix and forward dynamics over many
states, in loops compiled with the same flags: Pinocchio's C++ with its templates compiled here, the
C that CasADi generates for the textbook's algorithms, and ours, for 6, 7 and 30 joints. "generate"
goes from URDF to C. "arm" and "plane chain" form M and f, compared with sympy's Kane with `cse` and
FORM's `#optimize` on the expanded equations; the notes have the operations. Peers that are not
installed are reported as absent.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import mechanics
import rewrite as rw
from mechanics import models

from . import robot_code, robot_counts
from .harness import Contender, Family, Row
from .robot_code import casadi_job, ours, pinocchio_job
from .robot_counts import PUBLISHED, arm_family, chain_family

SIZES, QUICK_SIZES = (6, 7, 30), (6, 7)
GENERATED, QUICK_GENERATED = (3, 6, 12, 30), (3, 6)
FUNCTIONS = ("rnea", "crba", "aba")


def families(quick: bool) -> list[Family]:
    """All families; the code of robots needs a C compiler."""
    found = [_speed(what, QUICK_SIZES if quick else SIZES) for what in range(3)]
    sizes = QUICK_GENERATED if quick else GENERATED
    return [*found, _generate(sizes), arm_family(quick), chain_family(quick)]


def _speed(what: int, sizes: Sequence[int]) -> Family:
    makers: dict[str, Any] = {"Pinocchio (C++)": pinocchio_job}
    if what:
        makers["Pinocchio (C++, world)"] = partial(pinocchio_job, world=True)
    makers |= {"penelope (C)": ours, "CasADi (C)": casadi_job}
    if what < 2:
        makers["penelope, base parameters (C)"] = partial(ours, base=True)
    contenders = [
        Contender(name, partial(maker, what=what), robot_code.run, robot_code.answer)
        for name, maker in makers.items()
    ]
    return Family(FUNCTIONS[what], sizes, contenders, f"{robot_code.WHAT[what]} of many states")


def _generate(sizes: Sequence[int]) -> Family:
    contenders = [
        Contender(
            f"penelope, {name}",
            lambda n: n,
            partial(_text, what=what),
            lambda text: text.count("void calculate"),
        )
        for what, name in enumerate(robot_code.WHAT)
    ]
    return Family("generate", sizes, contenders, "from URDF to C", truth=1)


def _text(n: int, what: int) -> str:
    found: str = robot_code.generated(n, what).text
    return found


# -- operations -----------------------------------------------------------------------------------


def notes(family: Family, rows: Sequence[Row]) -> str:
    """Operations beside the times."""
    if family.name == "generate":
        return _growth(family.sizes)
    if family.name == "arm":
        return f"{_arms()}\n\n{robot_counts.reported(family)}"
    if family.name == "plane chain":
        return robot_counts.reported(family)
    return _for_one_state(rows)


def _for_one_state(rows: Sequence[Row]) -> str:
    """The shortest times for one state, since interruptions only make a run longer."""
    reported = []
    for row in rows:
        if row.seconds:
            shortest = min(row.seconds) / robot_code.batch(row.size)
            reported.append(f"{row.contender} n = {row.size}: {shortest * 1e6:.3g} µs")
    return f"For one state, the shortest of all runs: {'; '.join(reported)}."


def _pair(cost: rw.Cost) -> str:
    return f"{cost.multiplications}/{cost.additions}"


def _arms() -> str:
    """The table of three arms: ours, by hand, OpenSYMORO and SymPyBotics."""
    arms = {"RX-90": models.rx90, "PUMA 560": models.puma560, "Stanford": models.stanford}
    made = {
        "penelope, base parameters": lambda s: mechanics.inverse_dynamics(s, base=True),
        "penelope, all ten parameters": mechanics.inverse_dynamics,
        "penelope, M and h, all ten parameters": mechanics.recursive,
    }
    lines = [f"| inverse dynamics | {' | '.join(arms)} |", "|---|---|---|---|"]
    for name, make in made.items():
        cells = [_pair(make(arm()).operations()) for arm in arms.values()]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    lines += [f"| {name} | {' | '.join(cells)} |" for name, cells in PUBLISHED.items()]
    return "\n".join(lines)


def _growth(sizes: Sequence[int]) -> str:
    """How operations grow: inverse dynamics linearly, the mass matrix quadratically at most."""
    lines = ["| operations | " + " | ".join(f"n = {n}" for n in sizes) + " |"]
    lines.append("|---|" + "---|" * len(sizes))
    kinds: dict[str, Any] = {
        "plane chain, inverse": lambda n: mechanics.inverse_dynamics(models.plane_chain(n)),
        "plane chain, mass": lambda n: mechanics.mass_matrix(models.plane_chain(n)),
        "spatial chain, inverse": lambda n: mechanics.inverse_dynamics(robot_counts.arm(n)),
        "spatial chain, mass": lambda n: mechanics.mass_matrix(robot_counts.arm(n)),
    }
    for name, make in kinds.items():
        cells = [_pair(make(n).operations()) for n in sizes]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)
