"""Inverse dynamics, mass matrix and forward dynamics in CasADi, as the textbook has them.

Featherstone's algorithms in spatial vectors (recursive Newton–Euler, composite and articulated
bodies), written with CasADi's scalar symbols, in which zeros and numbers are folded, and its `cse`.
"""

from __future__ import annotations

import pathlib
import tempfile
from typing import Any

import casadi as ca
import numpy

from .robot_tree import GRAVITY, Hinge, robot_of


def c_text(n: int, what: int) -> str:
    """The C that CasADi generates for one result."""
    robot = robot_of(n)
    q, v, a = (ca.SX.sym(name, n) for name in "qva")
    bodies = [_inertia(hinge) for hinge in robot]
    moves = [_transform(hinge, q[i]) for i, hinge in enumerate(robot)]
    makers = (_inverse, _mass, _forward)
    found = ca.cse(makers[what](robot, bodies, moves, v, a))
    function = ca.Function("calculate", [q, v, a], [found])
    with tempfile.TemporaryDirectory() as folder:
        made = ca.CodeGenerator("calculate.c")
        made.add(function)
        text = pathlib.Path(made.generate(f"{folder}/")).read_text()
    sizes = (
        f"#define calculate_SZ_IW {function.sz_iw()}\n#define calculate_SZ_W {function.sz_w()}\n"
    )
    return text + "\n" + sizes


def _tilde(x: Any) -> Any:
    a, b, c = x[0], x[1], x[2]
    rows = [[0, -c, b], [c, 0, -a], [-b, a, 0]]
    return ca.vertcat(*[ca.horzcat(*row) for row in rows])


def _inertia(hinge: Hinge) -> Any:
    xx, xy, xz, yy, yz, zz = map(float, hinge.moments)
    m, c = float(hinge.mass), numpy.array([float(x) for x in hinge.centre])
    C = numpy.array([[0, -c[2], c[1]], [c[2], 0, -c[0]], [-c[1], c[0], 0]])
    J = numpy.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    return ca.DM(numpy.block([[J + m * C @ C.T, m * C], [m * C.T, m * numpy.eye(3)]]))


def _transform(hinge: Hinge, q: Any) -> Any:
    """The matrix that takes motions from the link before to this one."""
    c, s = ca.cos(q), ca.sin(q)
    rows = [[c, s, 0], [-s, c, 0], [0, 0, 1]]
    turn = ca.vertcat(*[ca.horzcat(*row) for row in rows])
    E = ca.sparsify(ca.mtimes(turn, ca.sparsify(ca.DM(hinge.turn.T))))
    lever = ca.sparsify(ca.DM(_numbers(hinge)))
    lower = -ca.mtimes(E, lever)
    return ca.sparsify(ca.blockcat([[E, ca.SX(3, 3)], [lower, E]]))


def _numbers(hinge: Hinge) -> Any:
    x, y, z = map(float, hinge.place)
    return numpy.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])


def _motion_cross(v: Any) -> Any:
    w, u = _tilde(v[:3]), _tilde(v[3:])
    return ca.blockcat([[w, ca.SX(3, 3)], [u, w]])


S = ca.sparsify(ca.DM([0, 0, 1, 0, 0, 0]))
FALLING = ca.sparsify(ca.DM([0, 0, 0, 0, 0, float(GRAVITY)]))


def _inverse(robot: Any, bodies: Any, moves: Any, v: Any, a: Any) -> Any:
    speeds, rates, forces = [], [], []
    for i, hinge in enumerate(robot):
        before = hinge.parent
        own = S * v[i]
        speed = own if before < 0 else ca.mtimes(moves[i], speeds[before]) + own
        carried = FALLING if before < 0 else rates[before]
        rate = ca.mtimes(moves[i], carried) + S * a[i] + ca.mtimes(_motion_cross(speed), own)
        momentum = ca.mtimes(bodies[i], speed)
        speeds.append(speed)
        rates.append(rate)
        forces.append(ca.mtimes(bodies[i], rate) - ca.mtimes(_motion_cross(speed).T, momentum))
    efforts = [None] * len(robot)
    for i in reversed(range(len(robot))):
        efforts[i] = forces[i][2]
        if robot[i].parent >= 0:
            forces[robot[i].parent] += ca.mtimes(moves[i].T, forces[i])
    return ca.vertcat(*efforts)


def _mass(robot: Any, bodies: Any, moves: Any, v: Any, a: Any) -> Any:
    whole = [ca.SX(body) for body in bodies]
    n = len(robot)
    M = [[ca.SX(0)] * n for _ in range(n)]
    for i in reversed(range(n)):
        if robot[i].parent >= 0:
            whole[robot[i].parent] += ca.mtimes(ca.mtimes(moves[i].T, whole[i]), moves[i])
        force, k = ca.mtimes(whole[i], S), i
        M[i][i] = force[2]
        while robot[k].parent >= 0:
            force = ca.mtimes(moves[k].T, force)
            k = robot[k].parent
            M[k][i] = force[2]
    return ca.densify(ca.vertcat(*[M[i][k] for i in range(n) for k in range(i, n)]))


def _forward(robot: Any, bodies: Any, moves: Any, v: Any, tau: Any) -> Any:
    n = len(robot)
    speeds, biases, whole, forces = [], [], [], []
    for i, hinge in enumerate(robot):
        own = S * v[i]
        speed = own if hinge.parent < 0 else ca.mtimes(moves[i], speeds[hinge.parent]) + own
        speeds.append(speed)
        biases.append(ca.mtimes(_motion_cross(speed), own))
        whole.append(ca.SX(bodies[i]))
        forces.append(-ca.mtimes(_motion_cross(speed).T, ca.mtimes(bodies[i], speed)))
    columns, heads, rests = [None] * n, [None] * n, [None] * n
    for i in reversed(range(n)):
        columns[i] = U = ca.mtimes(whole[i], S)
        heads[i], rests[i] = U[2], tau[i] - forces[i][2]
        if robot[i].parent >= 0:
            left = whole[i] - ca.mtimes(U, U.T) / U[2]
            force = forces[i] + ca.mtimes(left, biases[i]) + U * (rests[i] / U[2])
            whole[robot[i].parent] += ca.mtimes(ca.mtimes(moves[i].T, left), moves[i])
            forces[robot[i].parent] += ca.mtimes(moves[i].T, force)
    rates, found = [], []
    for i, hinge in enumerate(robot):
        carried = FALLING if hinge.parent < 0 else rates[hinge.parent]
        rate = ca.mtimes(moves[i], carried) + biases[i]
        found.append((rests[i] - ca.dot(columns[i], rate)) / heads[i])
        rates.append(rate + S * found[-1])
    return ca.vertcat(*found)
