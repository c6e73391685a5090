"""Loops: a joint between two frames that are in the tree already.

A type of joint states what it forbids in `closure` and `closure_rates`. They are called once, with
symbols for the relative motion, and the symbols are replaced by their meanings afterwards. So the
second rates, and the effect of each multiplier on both sides, follow for every type of joint.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rewrite import (
    Scalar,
    angular_velocity,
    diff,
    dot,
    identity,
    linear_in,
    normal,
    rotation,
    subs,
    tilde,
    time,
    vector,
    zero,
)

from ..joints import JointType
from ..kinematics.kinematics import Kinematics
from ..kinematics.lines import Line
from ..parts.frames import Frame, X, Y, Z
from ..parts.points import Point
from .constraint import Constraint
from .row import Closure, Push, Row, Setting

TURN = rotation("R_closing", time=True)
MOVE, SPIN, DRIFT = (vector(f"{x}_closing", time=True) for x in "pwv")
RATES = {angular_velocity(TURN): SPIN, diff(MOVE, time): DRIFT}
BENDS = {diff(x, time): vector(f"d{x.name}", time=True) for x in (SPIN, DRIFT)}


@dataclass(frozen=True, eq=False, repr=False)
class Closing(Constraint):
    """A joint that closes a loop: it holds frame b and point b on frame a and point a."""

    name: str
    type: JointType
    frame_a: Frame
    point_a: Point
    frame_b: Frame
    point_b: Point

    @property
    def what(self) -> str:
        return (
            f"{self.type.label} that holds {self.point_b} of {self.frame_b} on {self.point_a} of "
            f"{self.frame_a}"
        )

    @cached_property
    def line(self) -> Line:
        return Line(f"loop {self.name}", self.point_a, self.point_b)

    # -- the equations of the type of joint, in symbols --------------------------------------------

    @cached_property
    def _equations(self) -> list[_Forbidden]:
        """The closure equations of the joint: one for each freedom that it removes."""
        rates = self.type.closure_rates(TURN, MOVE, SPIN, DRIFT)
        closure = self.type.closure(TURN, MOVE)[: len(rates)]
        return _gathered([_Forbidden(g, dg) for g, dg in zip(closure, rates, strict=True)])

    # -- the meanings of the symbols ---------------------------------------------------------------

    def _meaning(self, k: Kinematics) -> dict[Any, Any]:
        """Rotation and line from a to b, their rates and biases, all seen from a."""
        turn = self.frame_b.turn_to(self.frame_a)
        spin = k.spin(self.frame_b, self.frame_a)
        move = self.line.seen_from(self.frame_a, k)
        dw, dv = BENDS.values()
        return {
            TURN: turn,
            MOVE: move.position,
            SPIN: spin.velocity,
            DRIFT: move.velocity,
            dw: spin.bias,
            dv: move.bias,
        }

    # -- rows --------------------------------------------------------------------------------------

    def formed(self, setting: Setting) -> list[Row]:
        meaning = self._meaning(setting.kinematics)
        return [self._row(i, e, meaning, setting) for i, e in enumerate(self._equations, 1)]

    def _row(self, i: int, e: _Forbidden, meaning: dict[Any, Any], setting: Setting) -> Row:
        name = self.name if len(self._equations) == 1 else f"{self.name}_{i}"
        if e.position is MOVE:
            return self._meeting(name, setting)
        position, velocity, bias = (subs(t, meaning) for t in (e.position, e.rate, e.bias))
        pushes = self._pushes(e.rate, meaning)
        return Row(name, setting.speeds, velocity, bias, position, pushes=pushes)

    def _meeting(self, name: str, setting: Setting) -> Row:
        """The row for points that coincide: their velocities agree, in any coordinates."""
        m, seen_in, one = self.line.motion(setting.kinematics), self.line.seen_in, identity()
        pushes = Push(one, seen_in, self.point_b), Push(-one, seen_in, self.point_a, on_outer=False)
        return Row(name, setting.speeds, m.velocity, m.bias, m.position, pushes=pushes)

    def _pushes(self, rate: Any, meaning: dict[Any, Any]) -> tuple[Push, ...]:
        """For the rate A w + B v: the multiplier gives the moment Aᵀ Λ on b and the force Bᵀ Λ at
        the point of b; their opposites act on a, the force at the same place."""
        (by_spin, by_drift), _ = linear_in(rate, (SPIN, DRIFT))
        moment, force = (normal(subs(t.T, meaning)) for t in (by_spin, by_drift))
        far = normal(tilde(meaning[MOVE]) @ force)
        a, b = self.frame_a, self.frame_b
        found = [
            Push(force, a, self.point_b),
            Push(-force, a, self.point_a, on_outer=False),
            Push(-far, a, frame=a, on_outer=False),
            Push(moment, b, frame=b),
            Push(-moment, b, frame=a, on_outer=False),
        ]
        return tuple(p for p in found if normal(p.by) is not zero(like=p.by))

    # -- its own coordinates -----------------------------------------------------------------------

    @property
    def coordinates(self) -> tuple[Scalar, ...]:
        return self.type.closing_coordinates

    def rates(self, setting: Setting) -> dict[Any, Any]:
        meaning = self._meaning(setting.kinematics)
        given = zip(self.coordinates, self.type.closing_rates(SPIN, DRIFT), strict=True)
        return {diff(q, time): normal(subs(rate, meaning)) for q, rate in given}

    def upright(self, setting: Setting) -> list[Scalar]:
        meaning = self._meaning(setting.kinematics)
        return [subs(t, meaning) for t in self.type.upright(TURN)]

    def closures(self, setting: Setting) -> list[Closure]:
        if not self.coordinates:
            return super().closures(setting)
        meaning = self._meaning(setting.kinematics)
        columns = (*setting.speeds, *(diff(q, time) for q in self.coordinates))
        found = []
        for i, g in enumerate(self.type.closure(TURN, MOVE), 1):
            rate = subs(subs(diff(g, time), RATES), meaning)
            by = dict(zip(columns, linear_in(rate, columns)[0], strict=True))
            found.append(Closure(f"{self.name}_{i}", subs(g, meaning), by))
        return found


@dataclass(frozen=True, eq=False)
class _Forbidden:
    """An equation of a joint, scalar or vector: the term that vanishes and its rate, in symbols."""

    position: Any
    rate: Any

    @property
    def bias(self) -> Any:
        """The rate of the rate, with symbols for the rates of spin and drift."""
        return subs(diff(self.rate, time), RATES | BENDS)


def _gathered(equations: list[_Forbidden]) -> list[_Forbidden]:
    """The equations, with three consecutive coordinates of one vector replaced by the vector."""
    found, rest = [], list(equations)
    while rest:
        whole = _vector(rest[:3])
        found.append(whole or rest[0])
        del rest[: 3 if whole else 1]
    return found


def _vector(three: list[_Forbidden]) -> _Forbidden | None:
    """The vector equation that three equations make, if they are the coordinates of one vector."""
    if len(three) < 3 or any(e.position.op is not dot for e in three):
        return None
    axes, vectors = zip(*(e.position.args for e in three), strict=True)
    if axes != (X, Y, Z) or len(set(vectors)) > 1:
        return None
    rate = normal(subs(diff(vectors[0], time), RATES))
    fits = all(
        normal(dot(e, rate) - x.rate) is zero(Scalar) for e, x in zip(axes, three, strict=True)
    )
    return _Forbidden(vectors[0], rate) if fits else None
