"""Equations of a tree from the equations of free bodies, to which the joints are then applied.

A body with the velocity v of the origin O of its frame and the angular velocity ω has

    [ μ Id   -μ c~ ] [ v' ]   [ -μ ω × (ω × c) ]   [ F   ]
    [ μ c~    I    ] [ ω' ] = [ -ω × (I ω)     ] + [ C_O ]

with c from O to the mass centre, I about O, and derivatives seen from the ground. With the speeds
q of the joints of the tree all body speeds are Ψ q, and joints that are not in the tree add their
reactions:

    M = Ψᵀ 𝔐 Ψ,   S = Ψᵀ (𝔖 - 𝔐 Ψ' q),   F = Ψᵀ 𝔉,   Δ = 𝔇_c Ψ,   M q' = S + F + Δᵀ Λ,   Δ q' = γ
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rewrite import Vector, identity, normal, time_limited, zero

from ..constraints import Closing, Push, Row
from ..dependence.columns import vanishes
from ..dynamics.carried import carrier, holder, joint_of, must_move, turning_joint
from ..dynamics.reactions import acting_rows
from ..dynamics.rotors import rotors
from ..equations.motion import EquationsOfMotion
from ..errors import ModelError
from ..joints import Joint
from ..kinematics.kinematics import plus
from ..parts.frames import Frame
from ..parts.points import Point
from ..system import System
from .free_bodies import FreeBody, across, free_bodies
from .kane import joint_efforts, with_rotors


class TreeEquations(EquationsOfMotion):
    """M q' = S + F + Δᵀ Λ, with the blocks that they are made of.

    `free` are the bodies as if they were free; `S` and `F` are the two parts of the right side, by
    speeds. `principal(joint)` and `complementary` are the rows of 𝔇.
    """

    def __init__(self, system: System, free: Sequence[FreeBody]) -> None:
        self.free = tuple(free)
        n = range(len(system.speeds))
        inertial = [(b, b.resistance) for b in self.free if b.is_heavy]
        acting = [(b, (b.force, b.moment)) for b in self.free]
        self.S = tuple(_gathered(system, inertial, i) for i in n)
        self.F = tuple(
            plus(effort, _gathered(system, acting, i))
            for i, effort in enumerate(joint_efforts(system))
        )
        upper = [[self._mass(system, i, j) for j in n[i:]] for i in n]
        right = [plus(s, f) for s, f in zip(self.S, self.F, strict=True)]
        upper, right = with_rotors(rotors(system), upper, right)
        super().__init__("tree", system, upper, right, acting_rows(system))

    def _mass(self, system: System, i: int, j: int) -> Any:
        """Ψᵀ 𝔐 Ψ."""
        shape = system.speeds[i].shape[0], system.speeds[j].shape[0]
        total: Any = zero(shape)
        for b in self.free:
            if b.is_heavy:
                both = b.momentum(b.slides[j], b.turns[j])
                total = plus(total, _projected(b, i, both, shape))
        return total

    # -- joints -----------------------------------------------------------------------------------

    def principal(self, joint: Joint | str) -> list[tuple[str, list[tuple[Any, Any]]]]:
        """The rows of 𝔇 for a joint of the tree: for each row its name, and its blocks by v and ω
        of every body. Their products with Ψ vanish, so their reactions drop out."""
        j = next((j for j in self.system.joints if joint in (j, j.name)), None)
        if j is None:
            raise ModelError(f"{self.system.name} has no joint {joint} in its tree")
        held = Closing(j.name, j.type, j.inner_frame, j.inner_point, j.frame, j.point)
        on, before = self._body(j), self._body(carrier(self.system, j))
        turned = self._body(holder(self.system, j))

        def acts_on(push: Push) -> FreeBody | None:
            return on if push.on_outer else before if push.point is not None else turned

        return [self._blocks(row, acts_on) for row in held.formed(self.system.setting)]

    @property
    def complementary(self) -> list[tuple[str, list[tuple[Any, Any]]]]:
        """The rows of 𝔇 for the joints and contacts that are not in the tree. Constraints given as
        terms have none, since they are between coordinates."""

        def acts_on(push: Push) -> FreeBody | None:
            if push.point is not None:
                return self._body(joint_of(self.system, push.point))
            assert push.frame is not None
            return self._body(turning_joint(self.system, push.frame))

        return [self._blocks(row, acts_on) for row in self.constraints if row.pushes]

    def _body(self, joint: Joint | None) -> FreeBody | None:
        """The link of a joint as a free body; none for the ground."""
        return next((b for b in self.free if joint is not None and b.joint is joint), None)

    def _blocks(
        self, row: Row, acts_on: Callable[[Push], FreeBody | None]
    ) -> tuple[str, list[tuple[Any, Any]]]:
        """The blocks of a row for v and ω of each body: its multiplier's effects, transposed."""
        none: Any = zero((3, 3 if row.is_vector else 1))
        found = dict.fromkeys(self.free, (none, none))
        for push in row.pushes:
            b = acts_on(push)
            if b is not None:
                force, moment = found[b]
                by = _seen(push, b.frame)
                if push.point is None:
                    found[b] = force, plus(moment, by)
                else:
                    arm = self._placed(b, push.point)
                    found[b] = plus(force, by), plus(moment, across(arm, by))
        return row.name, [(normal(f).T, normal(m).T) for f, m in found.values()]

    def _placed(self, b: FreeBody, point: Point) -> Vector:
        total: Vector = zero(Vector)
        for p in point.chain:
            if p is b.point:
                break
            total = plus(total, p.frame.turn_to(b.frame) @ p.offset)
        return normal(total)


def _gathered(system: System, parts: Sequence[tuple[FreeBody, tuple[Any, Any]]], i: int) -> Any:
    """Ψᵀ of forces and moments, for one speed."""
    shape = system.speeds[i].shape[0], 1
    total: Any = zero(shape)
    for b, both in parts:
        total = plus(total, _projected(b, i, both, shape))
    return total


def _projected(b: FreeBody, i: int, both: tuple[Any, Any], shape: tuple[int, int]) -> Any:
    total: Any = zero(shape)
    for partial, effort in zip((b.slides[i], b.turns[i]), both, strict=True):
        if not (vanishes(partial) or vanishes(effort)):
            total = plus(total, effort if partial is identity() else partial.T @ effort)
    return total


def _seen(push: Push, frame: Frame) -> Any:
    return push.seen_in.turn_to(frame) @ push.by


@time_limited
def tree_equations(system: System, *, time_limit: float | None = None) -> TreeEquations:
    """The equations of a tree, with loops or without, from the equations of free bodies.

    Every link is one free body, made of all bodies fixed to it. All blocks are terms.

    >>> from rewrite import simplify
    >>> from mechanics.models import plane_pendulum
    >>> e = tree_equations(plane_pendulum(1))
    >>> e.free[0].matrix[0][1]
    l1*m1*tilde(column(0, 1, 0))
    >>> simplify(e.mass(0, 0)), [simplify(x) for x in (*e.S, *e.F)]
    (m1*l1**2, [0, -g*l1*m1*sin(q1)])
    """
    must_move(system)
    return TreeEquations(system, free_bodies(system))
