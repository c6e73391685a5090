"""How many inertial parameters of a tree matter, by the rank of a matrix of numbers.

The efforts of a tree are linear in the ten parameters of each link. Their coefficients at random
states, by the plain program of `random_robots`, have the rank that base parameters must have.
`python tests/parameter_rank.py 100 [FIRST]` compares both for so many random trees.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from random_robots import Reference, Tree, drawn_tree, random_state, system_of

from mechanics import base_parameters
from mechanics.imports.robot import Place, Robot

NO_NUMBERS = (Fraction(0),) * 3


def bare(tree: Tree) -> Tree:
    """A tree with nothing but its joints and gravity, geometry in numbers."""
    links = [
        replace(link, mass=Fraction(0), damping=Fraction(0), force=None, torque=None)
        for link in tree.links
    ]
    return Tree(tree.seed, links, tree.gravity, named=False)


def rank_of(tree: Tree, more: int = 5) -> int:
    """The rank of the coefficients of all parameters, at random states."""
    rows = []
    for seed in range(10 * len(tree.links) + more):
        found = Reference(tree, random_state(tree, seed))
        rows.append(_coefficients(found))
    whole = np.vstack(rows)
    sizes = np.linalg.svd(whole, compute_uv=False)
    return int(np.sum(sizes > 1e-9 * sizes[0]))


def _coefficients(at: Reference) -> Any:
    columns = []
    for k in range(len(at.tree.links)):
        for place in range(10):
            f, n = _wrench(at, k, np.eye(10)[place])
            columns.append([_along(at, k, freedom, f, n) for freedom in at.freedoms])
    return np.array(columns).T


def _wrench(at: Reference, k: int, ten: Any) -> tuple[Any, Any]:
    """Force and moment about the origin of a link that its parameters need."""
    xx, xy, xz, yy, yz, zz, *first, mass = ten
    R, w, dw = at.R[k], at.w[k], at.dw[k]
    a = at.a[k] - np.array([float(x) for x in at.tree.gravity])
    J = R @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ R.T
    S = R @ np.array(first)
    f = mass * a + np.cross(dw, S) + np.cross(w, np.cross(w, S))
    return f, J @ dw + np.cross(w, J @ w) + np.cross(S, a)


def _along(at: Reference, k: int, freedom: Any, f: Any, n: Any) -> float:
    i, _, turn, slide = freedom
    if not at.carries(i, k):
        return 0.0
    return float(f @ (slide + np.cross(turn, at.o[k] - at.o[i])) + n @ turn)


def general(tree: Tree) -> Robot:
    """The tree with a body with ten parameters on every link."""
    robot = Robot(f"tree {tree.seed}")
    system_of(tree, robot)
    for i, joint in enumerate(robot.joints):
        robot.general_body(f"B{i}", Place(joint.name, joint.frame, joint.point), f"_{i}")
    return robot


def compared(tree: Tree) -> tuple[int, int, int]:
    """Our number of base parameters, how many of them depend on geometry, and the rank."""
    tree = bare(tree)
    found = base_parameters(general(tree))
    return len(found), found.dependent, rank_of(tree)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    wrong = 0
    for seed in range(first, first + count):
        ours, dependent, rank = compared(drawn_tree(seed, most=4))
        if ours - dependent != rank:
            wrong += 1
            print(f"seed {seed}: {ours} parameters, {dependent} dependent, rank {rank}")
    print(f"{count} trees, {wrong} wrong")


if __name__ == "__main__":
    main()
