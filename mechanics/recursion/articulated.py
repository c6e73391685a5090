"""Accelerations by articulated bodies: all links beyond a joint, with their joints free to move.

The wrench of a node is f = A a + B α + f₀, n = Bᵀ a + C α + n₀, where a and α are the parts of its
accelerations that come from the rates of the speeds. A rigid body has A = M Id, B = -S~, C = J. A
freedom with the direction (t, s) is eliminated: with F = A s + B t, N = Bᵀ s + C t and
D = s·F + t·N its rate is (e - s·f₀ - t·n₀ - F·a - N·α) / D, and the rest is an articulated body
without that freedom. Several freedoms of a joint are eliminated one after the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rewrite import Matrix, Scalar, Vector, identity, outer, tilde, zero

from ..kinematics.kinematics import crossed, minus, plus, turned
from ..parts.bodies import NO_INERTIA, NO_MASS
from .inertias import Inertia
from .inwards import Wrench, before, power
from .nodes import NONE, Freedom, Node

NOTHING: Scalar = zero(Scalar)


@dataclass(frozen=True)
class Articulated:
    """f = A a + B α, n = Bᵀ a + C α."""

    A: Matrix
    B: Matrix
    C: Matrix

    def wrench(self, turn: Vector, slide: Vector) -> Wrench:
        """The wrench of an acceleration."""
        F = plus(_applied(self.A, slide), _applied(self.B, turn))
        return F, plus(_applied(_transposed(self.B), slide), _applied(self.C, turn))

    def without(self, wrench: Wrench, D: Scalar) -> Articulated:
        """The rest after a freedom is eliminated."""
        F, N = wrench
        return Articulated(
            minus(self.A, _outer(F, F, D)),
            minus(self.B, _outer(F, N, D)),
            minus(self.C, _outer(N, N, D)),
        )

    def seen_before(self, node: Node) -> Articulated:
        """The same body about the point of the parent node, in its coordinates."""
        A, B, C = (_turned(node.R, block) for block in (self.A, self.B, self.C))
        if node.P is NONE:
            return Articulated(A, B, C)
        lever = tilde(node.P)
        moved = minus(B, _product(A, lever))
        C = plus(minus(C, _product(_transposed(B), lever)), _product(lever, moved))
        return Articulated(A, moved, C)

    def __add__(self, other: Articulated) -> Articulated:
        return Articulated(plus(self.A, other.A), plus(self.B, other.B), plus(self.C, other.C))


def rigid(body: Inertia) -> Articulated:
    """A rigid body, without freedoms."""
    A = NO_INERTIA if body.mass is NO_MASS else body.mass * identity()
    B = NO_INERTIA if body.first is NONE else -1 * tilde(body.first)
    return Articulated(A, B, body.moments)


def gives_way(tree: Sequence[Node]) -> bool:
    """Whether every speed belongs to one node, as articulated bodies need."""
    uses = Counter(f.index for node in tree for f in node.freedoms)
    return all(count == 1 for count in uses.values())


@dataclass(frozen=True)
class _Step:
    """An eliminated freedom: its wrench, D, and e - s·f₀ - t·n₀."""

    freedom: Freedom
    wrench: Wrench
    D: Scalar
    effort: Scalar


def accelerations(
    tree: Sequence[Node],
    wrenches: Mapping[Node, Wrench],
    efforts: Sequence[Scalar],
    rotors: Mapping[int, Scalar],
) -> list[Scalar]:
    """The rates of the scalar speeds, from the wrenches that nodes need while these are zero.

    A rotor adds its inertia to the D of its speed.
    """
    steps: dict[Node, list[_Step]] = {}
    bodies: dict[Node, Articulated] = {}
    biases: dict[Node, Wrench] = {}
    for node in reversed(tree[1:]):
        body, bias = rigid(node.inertia), wrenches.get(node, (NONE, NONE))
        for child in node.children:
            body += bodies[child].seen_before(child)
            bias = _sum(bias, before(child, biases[child]))
        steps[node] = []
        for freedom in node.freedoms:
            wrench = body.wrench(freedom.turn, freedom.slide)
            D = power(freedom.turn, freedom.slide, wrench)
            D = plus(D, rotors.get(freedom.index, NOTHING))
            effort = minus(efforts[freedom.index], power(freedom.turn, freedom.slide, bias))
            steps[node].append(_Step(freedom, wrench, D, effort))
            bias = _sum(bias, _scaled(wrench, effort, D))
            body = body.without(wrench, D)
        bodies[node], biases[node] = body, bias
    return _outwards(tree, steps, len(efforts))


def _outwards(
    tree: Sequence[Node], steps: Mapping[Node, Sequence[_Step]], size: int
) -> list[Scalar]:
    """The rates from the ground to the tips; the freedom eliminated last comes first."""
    found: list[Any] = [NOTHING] * size
    added: dict[Node, Wrench] = {tree[0]: (NONE, NONE)}
    for node in tree[1:]:
        assert node.parent is not None
        turn, slide = added[node.parent]
        slide = turned(node.R.T, plus(slide, crossed(turn, node.P)))
        turn = turned(node.R.T, turn)
        for step in reversed(steps[node]):
            along = power(slide, turn, step.wrench[::-1])
            rest = minus(step.effort, along)
            rate = found[step.freedom.index] = rest if rest is NOTHING else rest / step.D
            turn = plus(turn, _by(rate, step.freedom.turn))
            slide = plus(slide, _by(rate, step.freedom.slide))
        added[node] = turn, slide
    return found


# -- products without zeros -----------------------------------------------------------------------


def _applied(block: Matrix, v: Vector) -> Vector:
    return NONE if block is NO_INERTIA or v is NONE else block @ v


def _product(one: Matrix, other: Matrix) -> Matrix:
    return NO_INERTIA if NO_INERTIA in (one, other) else one @ other


def _transposed(block: Matrix) -> Matrix:
    return block if block is NO_INERTIA else block.T


def _turned(R: Matrix, block: Matrix) -> Matrix:
    return block if block is NO_INERTIA or R is identity() else R @ block @ R.T


def _outer(a: Vector, b: Vector, D: Scalar) -> Matrix:
    return NO_INERTIA if NONE in (a, b) else outer(a, b / D)


def _by(rate: Scalar, v: Vector) -> Vector:
    return NONE if v is NONE or rate is NOTHING else rate * v


def _scaled(wrench: Wrench, effort: Scalar, D: Scalar) -> Wrench:
    f, n = (v if v is NONE or effort is NOTHING else (effort / D) * v for v in wrench)
    return (NONE, NONE) if effort is NOTHING else (f, n)


def _sum(one: Wrench, other: Wrench) -> Wrench:
    return plus(one[0], other[0]), plus(one[1], other[1])
