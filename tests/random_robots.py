"""Random trees of joints, and a plain program for their dynamics that shares nothing with ours.

The reference works in inertial coordinates with NumPy: places, velocities and accelerations of all
links from the base outwards, and the power of what they need on the motion of each speed. A tree is
plain data; `system_of` makes a `System` of it. `python tests/random_robots.py 2000 [FIRST]` hunts
among so many trees, and prints the seeds of those for which anything differs.
"""

from __future__ import annotations

import math
import sys
import time as clock
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np

from mechanics import (
    Free,
    Prismatic,
    Revolute,
    Spherical,
    System,
    bias,
    damper,
    forward_dynamics,
    inverse_dynamics,
    mass_matrix,
    momenta,
    recursive,
    regressor,
)
from mechanics.recursion.inertias import matrix_of_moments
from rewrite import code, column, diff, number, pi, quaternion, rot, scalar, time, vector

KINDS = ("revolute",) * 5 + ("prismatic",) * 2 + ("spherical",)
AXES = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 1), (0, 0, 1), (0, -1, 0), (-1, 0, 0)]
SKEW = [("3/5", "4/5", 0), ("2/7", "-3/7", "6/7"), (0, "-5/13", "12/13")]
NEAR = 1e-9
"""Relative to the largest number: efforts come from many products of numbers up to three."""


@dataclass
class Drawn:
    """A link: where its joint is on the link before, its kind, and its body."""

    parent: int
    kind: str
    axis: tuple[Fraction, ...]
    turn_axis: tuple[Fraction, ...]
    turn: tuple[str, Fraction]
    """("pi", 1/2) is half of π, ("", 1/3) a third."""
    offset: tuple[Fraction, ...]
    mass: Fraction
    centre: tuple[Fraction, ...]
    moments: tuple[Fraction, ...]
    damping: Fraction
    force: tuple[Fraction, ...] | None
    """In inertial coordinates, at the mass centre."""
    torque: tuple[Fraction, ...] | None
    """In own coordinates. A free link has no turn before its joint."""


@dataclass
class Tree:
    seed: int
    links: list[Drawn]
    gravity: tuple[Fraction, ...]
    named: bool
    """Whether numbers are parameters with names."""
    values: dict[str, float] = field(default_factory=dict)


# -- drawing --------------------------------------------------------------------------------------


def drawn_tree(seed: int, most: int = 6) -> Tree:
    """A random tree of up to so many joints."""
    r = Random(seed)
    size = r.randint(1, most)
    branchy = r.random() < 0.4
    links = []
    for i in range(size):
        parent = r.randrange(-1, i) if branchy else i - 1
        kind = r.choice(KINDS)
        if parent == -1 and r.random() < 0.15:
            kind = "free"
        links.append(_link(r, parent, kind))
    carrying = {link.parent for link in links}
    for i, link in enumerate(links):
        if not link.mass and i not in carrying:  # every joint moves something
            link.mass, link.moments = Fraction(3, 2), tuple(map(Fraction, (1, 0, 0, 2, 0, 1)))
    gravity = _three(r) if r.random() < 0.5 else (Fraction(0), Fraction(0), Fraction(-981, 100))
    return Tree(seed, links, gravity if r.random() < 0.85 else (Fraction(0),) * 3, r.random() < 0.6)


def _link(r: Random, parent: int, kind: str) -> Drawn:
    moments = [_number(r, 1, 3), 0, 0, _number(r, 1, 3), 0, _number(r, 1, 3)]
    shape = r.random()
    if shape < 0.5:
        moments = [x or _number(r, -1, 1) / 2 for x in moments]
    elif shape < 0.6:
        moments = [0] * 6
    heavy = r.random() < 0.95
    return Drawn(
        parent,
        kind,
        _axis(r),
        _axis(r),
        ("", Fraction(0)) if kind == "free" else _turned(r),
        _three(r),
        _number(r, 1, 3) if heavy else Fraction(0),
        _three(r),
        tuple(map(Fraction, moments if heavy else [0] * 6)),
        _number(r, 0, 1) if r.random() < 0.2 else Fraction(0),
        _three(r) if r.random() < 0.15 and heavy else None,
        _three(r) if r.random() < 0.15 and heavy else None,
    )


def _turned(r: Random) -> tuple[str, Fraction]:
    quarters = [("pi", Fraction(k, 2)) for k in (-1, 1, 2)]
    return r.choice([("", Fraction(0)), *quarters, ("", _number(r, -2, 2))])


def _number(r: Random, low: int, high: int) -> Fraction:
    return Fraction(r.randint(10 * low + 1, 10 * high), 10)


def _three(r: Random) -> tuple[Fraction, ...]:
    return tuple(r.choice([Fraction(0), Fraction(0), _number(r, -2, 2)]) for _ in range(3))


def _axis(r: Random) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, r.choice(AXES) if r.random() < 0.8 else r.choice(SKEW)))


# -- ours -----------------------------------------------------------------------------------------


class _Building:
    def __init__(self, tree: Tree, system: System) -> None:
        self.tree, self.system = tree, system

    def value(self, name: str, x: Fraction) -> Any:
        if not self.tree.named or not x:
            return number(x)
        self.tree.values[name] = float(x)
        return scalar(name, constant=True)

    def three(self, name: str, xs: tuple[Fraction, ...]) -> Any:
        return column(*(self.value(f"{name}{i}", x) for i, x in enumerate(xs)))

    def build(self) -> System:
        s, placed = self.system, []
        for i, link in enumerate(self.tree.links):
            frame, point = placed[link.parent] if link.parent >= 0 else (s.ground, s.origin)
            point = point.placed(f"P{i}", frame, self.three(f"p{i}_", link.offset))
            unit, turn = link.turn
            if turn:
                angle = number(turn) * pi if unit else self.value(f"turn{i}", Fraction(turn))
                frame = frame.rotated(f"F{i}", rot(column(*map(number, link.turn_axis)), angle))
            joint = s.join(f"J{i}", point, frame, self.type(i, link), *self.damped(i, link))
            placed.append((joint.frame, joint.point))
            self.load(i, link, joint)
        s.gravity(self.three("g", self.tree.gravity))
        return s

    def type(self, i: int, link: Drawn) -> Any:
        axis, q = column(*map(number, link.axis)), scalar(f"q{i}", time=True)
        if link.kind == "revolute":
            return Revolute(axis, q)
        if link.kind == "prismatic":
            return Prismatic(axis, q)
        attitude, w = quaternion(f"e{i}", unit=True, time=True), vector(f"w{i}", time=True)
        if link.kind == "spherical":
            return Spherical(attitude, spin=w)
        places = tuple(scalar(f"{x}{i}", time=True) for x in "xyz")
        return Free(attitude, places, w, vector(f"v{i}", time=True))

    def damped(self, i: int, link: Drawn) -> list[Any]:
        if not link.damping or link.kind not in ("revolute", "prismatic"):
            return []
        rate = diff(scalar(f"q{i}", time=True), time)
        return [damper(f"d{i}", self.value(f"d{i}", link.damping), rate)]

    def load(self, i: int, link: Drawn, joint: Any) -> None:
        if not link.mass:
            return
        s, frame = self.system, joint.frame
        centre = joint.point.placed(f"G{i}", frame, self.three(f"c{i}_", link.centre))
        six = [self.value(f"I{i}_{k}", x) for k, x in enumerate(link.moments)]
        s.body(f"B{i}", frame, centre, self.value(f"m{i}", link.mass), matrix_of_moments(six))
        if link.force is not None:
            s.force(f"f{i}", self.three(f"f{i}_", link.force), s.ground, centre)
        if link.torque is not None:
            s.torque(f"t{i}", self.three(f"t{i}_", link.torque), frame, frame)


def system_of(tree: Tree, system: System | None = None) -> System:
    """A tree as a system; named parameters get their numbers in `tree.values`."""
    return _Building(tree, system or System(f"tree {tree.seed}")).build()


# -- the reference --------------------------------------------------------------------------------


def _floats(xs: Any) -> Any:
    return np.array([float(x) for x in xs])


def _turn(axis: Any, angle: float) -> Any:
    x, y, z = axis
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * K + (1 - math.cos(angle)) * (K @ K)


def _from_quaternion(e: Any) -> Any:
    w, x, y, z = e
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + 2 * w * K + 2 * K @ K


class Reference:
    """All links of a tree at a state, in inertial coordinates.

    `columns` are, for every scalar speed of a link, the velocity of its origin and its angular
    velocity for a unit of that speed.
    """

    def __init__(self, tree: Tree, state: dict[str, Any]) -> None:
        self.tree, self.state = tree, state
        self.R: list[Any] = []
        self.o: list[Any] = []
        self.w: list[Any] = []
        self.dw: list[Any] = []
        self.a: list[Any] = []
        self.freedoms: list[tuple[int, str, Any, Any]] = []
        for i, link in enumerate(tree.links):
            self._place(i, link)

    def _before(self, link: Drawn) -> tuple[Any, ...]:
        if link.parent < 0:
            return np.eye(3), np.zeros(3), np.zeros(3), np.zeros(3), np.zeros(3)
        k = link.parent
        return self.R[k], self.o[k], self.w[k], self.dw[k], self.a[k]

    def _place(self, i: int, link: Drawn) -> None:
        R, o, w, dw, a = self._before(link)
        r = R @ _floats(link.offset)
        unit, turn = link.turn
        R = R @ _turn(_floats(link.turn_axis), float(turn) * (math.pi if unit else 1))
        at, axis = self.state, R @ _floats(link.axis)
        still = np.zeros(3)
        if link.kind == "free":
            base, r = R, r + R @ _floats(at[f"{x}{i}"] for x in "xyz")
            R = base @ _from_quaternion(at[f"e{i}"])
            v = R @ at[f"v{i}"]
            w, dw = R @ at[f"w{i}"], R @ at[f"w{i}'"]
            a = R @ at[f"v{i}'"] + np.cross(w, v)
            self.freedoms += [(i, f"w{i}", R[:, k], still) for k in range(3)]
            self.freedoms += [(i, f"v{i}", still, R[:, k]) for k in range(3)]
        elif link.kind == "spherical":
            a = a + np.cross(dw, r) + np.cross(w, np.cross(w, r))
            R = R @ _from_quaternion(at[f"e{i}"])
            s = R @ at[f"w{i}"]
            dw = dw + R @ at[f"w{i}'"] + np.cross(w, s)
            w = w + s
            self.freedoms += [(i, f"w{i}", R[:, k], still) for k in range(3)]
        elif link.kind == "prismatic":
            r = r + axis * at[f"q{i}"]
            a = a + np.cross(dw, r) + np.cross(w, np.cross(w, r))
            a = a + 2 * at[f"q{i}'"] * np.cross(w, axis) + at[f"q{i}''"] * axis
            self.freedoms.append((i, f"q{i}'", still, axis))
        else:
            a = a + np.cross(dw, r) + np.cross(w, np.cross(w, r))
            R = R @ _turn(_floats(link.axis), at[f"q{i}"])
            dw = dw + at[f"q{i}''"] * axis + at[f"q{i}'"] * np.cross(w, axis)
            w = w + at[f"q{i}'"] * axis
            self.freedoms.append((i, f"q{i}'", axis, still))
        self.R.append(R)
        self.o.append(o + r)
        self.w.append(w)
        self.dw.append(dw)
        self.a.append(a)

    def efforts(self) -> dict[str, list[float]]:
        """The efforts along the speeds, by their names."""
        found: dict[str, list[float]] = {}
        needed = [self._needed(i, link) for i, link in enumerate(self.tree.links)]
        for i, name, turn, slide in self.freedoms:
            total = 0.0
            for k, wrench in enumerate(needed):
                if wrench is not None and self.carries(i, k):
                    f, n, c = wrench
                    total += f @ (slide + np.cross(turn, c - self.o[i])) + n @ turn
            link = self.tree.links[i]
            if link.kind in ("revolute", "prismatic"):
                total += float(link.damping) * self.state[name]
            found.setdefault(name, []).append(total)
        return found

    def _needed(self, i: int, link: Drawn) -> Any:
        """The force at the mass centre and the moment about it that are needed, less what acts."""
        if not link.mass:
            return None
        R, w, dw = self.R[i], self.w[i], self.dw[i]
        r = R @ _floats(link.centre)
        a = self.a[i] + np.cross(dw, r) + np.cross(w, np.cross(w, r))
        xx, xy, xz, yy, yz, zz = _floats(link.moments)
        J = R @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ R.T
        f = float(link.mass) * (a - _floats(self.tree.gravity))
        n = J @ dw + np.cross(w, J @ w)
        if link.force is not None:
            f = f - _floats(link.force)
        if link.torque is not None:
            n = n - R @ _floats(link.torque)
        return f, n, self.o[i] + r

    def carries(self, i: int, k: int) -> bool:
        while k >= 0:
            if k == i:
                return True
            k = self.tree.links[k].parent
        return False


# -- both -----------------------------------------------------------------------------------------


def random_state(tree: Tree, seed: int) -> dict[str, Any]:
    """Coordinates, speeds and their rates, by name."""
    r = np.random.default_rng(seed)
    found: dict[str, Any] = {}
    for i, link in enumerate(tree.links):
        if link.kind in ("revolute", "prismatic"):
            found |= {f"q{i}{dash}": float(r.uniform(-2, 2)) for dash in ("", "'", "''")}
            continue
        e = r.normal(size=4)
        found[f"e{i}"] = e / np.linalg.norm(e)
        found |= {f"w{i}{dash}": r.uniform(-2, 2, 3) for dash in ("", "'")}
        if link.kind == "free":
            found |= {f"v{i}{dash}": r.uniform(-2, 2, 3) for dash in ("", "'")}
            found |= {f"{x}{i}": float(r.uniform(-2, 2)) for x in "xyz"}
    return found


def calculated(result: Any, at: dict[str, Any]) -> Any:
    """The scalars of a result, by its generated code."""
    made = result.code("python")
    found = made.function(*(at[t.name] for t in made.program.arguments))
    return np.array([float(x) for x in (found if isinstance(found, tuple | list) else [found])])


def in_order(system: System, by_name: dict[str, Any]) -> Any:
    """Values by the names of speeds as one row, in the order of the scalar speeds."""
    return np.array([float(x) for u in system.speeds for x in np.atleast_1d(by_name[u.name])])


def differences(tree: Tree, everything: bool = True) -> list[str]:
    """The results that differ: inverse dynamics, M u' + h, base parameters, the regressor, and
    forward dynamics of the efforts, by both methods; or some of these, in turn with the seed."""
    methods, turn = ["factorisation", "articulated bodies"], tree.seed % 4
    if not everything:
        methods = methods[turn % 2 : turn % 2 + 1]
    system = system_of(tree)
    at = random_state(tree, tree.seed)
    efforts = in_order(system, Reference(tree, at).efforts())
    rates = in_order(system, {u.name: at[f"{u.name}'"] for u in system.speeds})
    at = at | tree.values
    found: list[str] = []

    def judge(name: str, value: Any, expected: Any) -> None:
        largest = max(1.0, float(np.max(np.abs(expected))))
        if value.shape != expected.shape or not np.max(np.abs(value - expected)) <= NEAR * largest:
            found.append(name)

    judge("inverse", calculated(inverse_dynamics(system), at), efforts)
    M, h = mass_matrix(system), bias(system)
    n = len(efforts)
    full = np.zeros((n, n))
    full[np.triu_indices(n)] = calculated(M, at)
    full = full + np.triu(full, 1).T
    judge("mass and bias", full @ rates + calculated(h, at), efforts)
    if everything or turn == 0:
        whole = recursive(system).code("python")
        both = whole.function(*(at[t.name] for t in whole.program.arguments))
        judge("recursive", np.array([float(x) for x in both])[-n:], -calculated(h, at))
    if everything or turn == 1:
        speeds = in_order(system, {u.name: at[u.name] for u in system.speeds})
        judge("momenta", calculated(momenta(system), at)[:n], full @ speeds)
    if everything or turn == 2:
        based = inverse_dynamics(system, base=True)
        known = {s.name: _at(t, tree.values) for s, t in based.definitions.items()}
        judge("base parameters", calculated(based, at | known), efforts)
    if everything or turn == 3:
        _judge_regressor(system, at, tree, efforts, judge)
    if np.linalg.matrix_rank(full, tol=1e-6) == n:
        acting = at | {f"tau_{i}": x for i, x in enumerate(efforts, 1)}
        scale = np.linalg.cond(full)
        for method in methods:
            made = calculated(forward_dynamics(system, method=method), acting)
            if not np.max(np.abs(made - rates)) <= NEAR * max(1.0, scale):
                found.append(method)
    return found


def _judge_regressor(system: System, at: Any, tree: Tree, efforts: Any, judge: Any) -> None:
    Y = regressor(system)
    made = calculated(Y, at) if Y.terms else np.zeros(0)
    by_name = dict(zip(Y.terms, made, strict=True))
    p = {n: _at(t, tree.values) for n, t in Y.parameters.items()}
    total = [_at(t, at) for t in Y.rest]
    for i in range(len(total)):
        for k, name in enumerate(p, 1):
            total[i] += by_name.get(f"Y_{i + 1}_{k}", 0.0) * p[name]
    judge("regressor", np.array(total), efforts)


def _at(t: Any, at: dict[str, Any]) -> float:
    made = code(t, "python")
    return float(made.function(*(at[a.name] for a in made.program.arguments)))


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    start, wrong = clock.process_time(), 0
    for seed in range(first, first + count):
        try:
            found = differences(drawn_tree(seed, most=4), everything=False)
        except Exception as error:
            found = [f"{type(error).__name__}: {error}"[:200]]
        if found:
            wrong += 1
            print(f"seed {seed}: {', '.join(found)}", flush=True)
    print(f"{count} trees, {wrong} wrong, {clock.process_time() - start:.0f} s of CPU time")


if __name__ == "__main__":
    main()
