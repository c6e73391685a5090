"""Reactions of constraints on bodies: forces and torques from their multipliers, and equations.

A constraint that is a contact or a joint acts by forces at points and moments on frames. One that
is given as a term acts along its coordinates, like an effort of their joints.
"""

from __future__ import annotations

from typing import Any

from rewrite import free_symbols, normal, zero

from ..constraints import Row
from ..dependence.columns import times, transposed, vanishes
from ..dependence.independent_rows import constraint_report
from ..equations.equations import Equation
from ..errors import ModelError
from ..kinematics.kinematics import plus
from ..parts.efforts import Force, Torque
from ..system import System


def acting_rows(system: System) -> tuple[Row, ...]:
    """The independent rows of the constraints: those that have multipliers."""
    return constraint_report(system).kept if system.constraints else ()


def multipliers(system: System) -> tuple[Any, ...]:
    """Λ: a symbol for each independent row, scalar or vector."""
    return tuple(row.multiplier for row in acting_rows(system))


def reaction_forces(system: System) -> list[Force]:
    """The forces of contacts and of joints that close loops, on both sides."""
    return [
        Force(f"{row.multiplier.name}_{p.point}", p.of(row.multiplier), p.seen_in, p.point)
        for row in acting_rows(system)
        for p in row.pushes
        if p.point is not None
    ]


def reaction_torques(system: System) -> list[Torque]:
    """The moments of contacts and of joints that close loops, on both sides."""
    found: list[Torque] = []
    for row in acting_rows(system):
        for i, p in enumerate(row.pushes, 1):
            if p.frame is not None:
                name = f"{row.multiplier.name}_{i}_{p.frame}"
                found.append(Torque(name, p.of(row.multiplier), p.seen_in, p.frame))
    return found


def reaction_along(system: System, speed: Any) -> Any:
    """The reactions of constraints given as terms, along a speed of a joint."""
    place = next(i for i, u in enumerate(system.own_speeds) if u is speed)
    own = {part.name: part for row in system.own_rows for part in (row, *row.parts)}
    total: Any = zero((speed.shape[0], 1))
    for row in acting_rows(system):
        if not row.pushes:
            _must_be_in_rates(system, own[row.name])
            block = own[row.name].delta[place]
            if not vanishes(block):
                total = plus(total, times(transposed(block), row.multiplier))
    return normal(total)


def _must_be_in_rates(system: System, row: Row) -> None:
    """Refuse a constraint that is written in chosen speeds: its effect along joints is not known
    without solving for them."""
    chosen = set(system.speeds) - set(system.own_speeds)
    there = [u for u in system.speeds if u in chosen & free_symbols(row.velocity)]
    if there:
        raise ModelError(
            f"{system.name}: the constraint {row.name} is written in the chosen speed {there[0]}; "
            "write it in rates of coordinates, or use kane"
        )


def constraint_equations(system: System) -> list[Equation]:
    """Δ u' = γ, with the multipliers among the unknowns."""
    unknowns = (*system.accelerations, *multipliers(system))
    return [
        Equation(row.name, made_up(row.delta, system.accelerations), normal(-row.bias), unknowns)
        for row in acting_rows(system)
    ]


def made_up(blocks: Any, unknowns: Any) -> Any:
    """Σ block · unknown."""
    total: Any = None
    for block, u in zip(blocks, unknowns, strict=True):
        if not vanishes(block):
            product = times(block, u)
            total = product if total is None else total + product
    return zero((blocks[0].shape[0], 1)) if total is None else total
