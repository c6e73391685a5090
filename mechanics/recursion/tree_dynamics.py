"""The recursions combined: efforts, mass matrix and accelerations of a tree of nodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rewrite import Scalar, normal

from ..kinematics.kinematics import minus, plus
from ..system import System
from .along_joints import (
    NOTHING,
    in_coordinates,
    joint_efforts,
    rotors_along,
    single_rotors,
    size_of,
)
from .articulated import accelerations
from .composite import entries
from .factorised import solved
from .inwards import along_speeds, needed, passed
from .nodes import Node
from .outwards import motions


def efforts_of(system: System, tree: Sequence[Node], *, steady: bool = False) -> list[Scalar]:
    """The efforts that a motion needs along all scalar speeds; with `steady`, at constant ones."""
    wrenches = passed(tree, needed(tree, motions(system, tree, steady=steady)))
    along = along_speeds(tree, wrenches, size_of(system))
    along = [plus(a, r) for a, r in zip(along, rotor_efforts(system, steady=steady), strict=True)]
    return [minus(a, e) for a, e in zip(along, joint_efforts(system), strict=True)]


def rotor_efforts(system: System, *, steady: bool = False) -> list[Scalar]:
    """The efforts that rotors need along all scalar speeds."""
    rates = [] if steady else [r for u in system.accelerations for r in in_coordinates(u)]
    total: list[Scalar] = [NOTHING] * size_of(system)
    for rotor in rotors_along(system):
        for i in rotor.by_place:
            total[i] = plus(total[i], rotor.effort(i, rates))
    return total


def steps_of(system: System, tree: Sequence[Node], *, steady: bool = False) -> dict[str, Any]:
    """The intermediate vectors by name: ω, ω˙ and a outwards, f and n inwards."""
    moving = motions(system, tree, steady=steady)
    wrenches = passed(tree, needed(tree, moving))
    found: dict[str, Any] = {}
    for i, node in enumerate(tree[1:], 1):
        m = moving[node]
        found |= {f"R_{i}": node.R, f"w_{i}": m.w, f"dw_{i}": m.dw, f"a_{i}": m.a, f"U_{i}": m.U}
    for i, node in reversed([*enumerate(tree)][1:]):
        if node in wrenches:
            found |= dict(zip((f"f_{i}", f"n_{i}"), wrenches[node], strict=True))
    return found


def mass_entries(system: System, tree: Sequence[Node]) -> list[list[Scalar]]:
    """The upper triangle of the mass matrix, row by row."""
    found = entries(tree, size_of(system))
    for rotor in rotors_along(system):
        for i, one in rotor.by_place.items():
            for k, other in rotor.by_place.items():
                if i <= k:
                    more = normal(rotor.inertia * one * other)
                    found[i][k - i] = plus(found[i][k - i], more)
    return found


def by_factorisation(
    system: System, tree: Sequence[Node], efforts: Sequence[Scalar]
) -> list[Scalar]:
    """The rates of the speeds from M u' = τ - h."""
    h = efforts_of(system, tree, steady=True)
    right = [minus(e, b) for e, b in zip(efforts, h, strict=True)]
    return solved(mass_entries(system, tree), right)


def by_articulation(
    system: System, tree: Sequence[Node], efforts: Sequence[Scalar]
) -> list[Scalar]:
    """The rates of the speeds by articulated bodies; every rotor acts on one speed."""
    wrenches = needed(tree, motions(system, tree, steady=True))
    acting = [plus(e, j) for e, j in zip(efforts, joint_efforts(system), strict=True)]
    rotors = single_rotors(rotors_along(system))
    assert rotors is not None
    return accelerations(tree, wrenches, acting, rotors)
