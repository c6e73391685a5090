"""Kane's equations, with generalised speeds of the user's choice.

    M_ij = Σ Jᵢᵀ m Jⱼ + Ωᵢᵀ I Ωⱼ,   f_i = Σ Jᵢᵀ (F - m b) + Ωᵢᵀ (C - I β - ω × I ω)

with the partial velocities J of points and Ω of frames, and the biases b and β: the accelerations
while the speeds do not change. M is symmetric, and only its upper triangle is computed.

Points that move with a speed in the same way, as all points beyond a joint do, share one J: their
masses and forces are added before they are multiplied by it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rewrite import Vector, add, identity, linear_in, normal, time_limited, trans, zero

from ..dependence.independent_rows import constraint_report
from ..dependence.reduction import Reduction, reduction
from ..dynamics.carried import must_move
from ..dynamics.rotors import Spinning, rotor_effort, rotor_mass, rotors
from ..equations.motion import EquationsOfMotion
from ..errors import ModelError
from ..kinematics.kinematics import plus
from ..system import System
from .partials import Load, Partials, Turn, loads, turns


@time_limited
def kane(
    system: System,
    *,
    independent: Any = None,
    dependent: Sequence[Any] | None = None,
    time_limit: float | None = None,
) -> EquationsOfMotion:
    """The equations of motion M(q) u' = f(q, u), as blocks of terms.

    With constraints they are M u' = f + Δᵀ Λ and Δ u' = γ, with the reactions Λ as multipliers.
    With `independent` speeds the constraints are solved for the others, and no multiplier remains:
    list the speeds to keep, or give True to let the software choose; or list the `dependent` speeds
    to solve for.

    >>> from rewrite import simplify
    >>> from mechanics.models import plane_pendulum
    >>> equations = kane(plane_pendulum(1))
    >>> simplify(equations.upper[0][0]), simplify(equations.right[0])
    (m1*l1**2, -g*l1*m1*sin(q1))
    """
    must_move(system)
    if independent is None and dependent is None:
        rows = constraint_report(system).kept if system.constraints else ()
        return EquationsOfMotion("Kane", system, *_formed(system), rows)
    must_be_constrained(system)
    change = reduction(system, independent, dependent)
    return EquationsOfMotion("Kane", system, *_formed(system, change), (), change)


def must_be_constrained(system: System) -> None:
    if not system.constraints:
        raise ModelError(
            f"{system.name} has no constraints, so all its speeds are independent; declare "
            "constraints with constrain, rolls or close"
        )


def _formed(system: System, change: Reduction | None = None) -> tuple[list[list[Any]], list[Any]]:
    """The upper triangle of M, and f, for all speeds or for independent ones."""
    changed = _same if change is None else _changed(change)
    points, frames = loads(system, changed), turns(system, changed)
    efforts, sums = joint_efforts(system), SharedSums()
    efforts = efforts if change is None else change.efforts(efforts)
    n = len(efforts)
    upper = [[_inertia(points, frames, i, j) for j in range(i, n)] for i in range(n)]
    right = [plus(efforts[i], _effort(points, frames, sums, i)) for i in reversed(range(n))]
    return with_rotors(_spinning(system, change), upper, right[::-1])


def _spinning(system: System, change: Reduction | None) -> list[Spinning]:
    found = rotors(system)
    if change is None:
        return found
    return [
        replace(r, by_speed=change.partials(r.by_speed), bias=change.bias(r.by_speed, r.bias))
        for r in found
    ]


def with_rotors(
    some: Sequence[Spinning], upper: list[list[Any]], right: list[Any]
) -> tuple[list[list[Any]], list[Any]]:
    """The upper triangle of M, and f, with the effects of rotors added."""
    for i, row in enumerate(upper):
        for k, block in enumerate(row):
            more = rotor_mass(some, i, i + k)
            row[k] = block if more is None else plus(block, more)
        effort = rotor_effort(some, i)
        right[i] = right[i] if effort is None else plus(right[i], effort)
    return upper, right


def _same(p: Partials) -> Partials:
    return p


def _changed(change: Reduction) -> Callable[[Partials], Partials]:
    """A function that converts partials by all speeds to those by independent ones."""

    def of(p: Partials) -> Partials:
        return replace(
            p, by_speed=change.partials(p.by_speed), bias=change.bias(p.by_speed, p.bias)
        )

    return of


def _inertia(points: list[Load], frames: list[Turn], i: int, j: int) -> Any:
    """The block of the mass matrix for two speeds."""
    masses: dict[tuple[Any, Any], Any] = {}
    for p in points:
        pair = p.partials.by_speed[i], p.partials.by_speed[j]
        if not any(map(_vanishes, pair)):
            masses[pair] = masses[pair] + p.mass if pair in masses else p.mass
    total: Any = None
    for (left, right), mass in masses.items():
        total = _plus(total, _product(left, normal(mass) * right))
    for t in frames:
        left, right = t.partials.by_speed[i], t.partials.by_speed[j]
        if not (_vanishes(left) or _vanishes(right)):
            total = _plus(total, _product(left, _applied(t.inertia, right)))
    shape = tuple(x.partials.by_speed[k].shape[1] for x in points[:1] for k in (i, j))
    return zero(shape) if total is None else total


def _effort(points: list[Load], frames: list[Turn], sums: SharedSums, i: int) -> Any:
    """The right side for a speed, without the efforts along joints."""
    total: Any = None
    together: dict[Any, list[Load]] = {}
    for p in points:
        if not _vanishes(p.partials.by_speed[i]):
            together.setdefault(p.partials.by_speed[i], []).append(p)
    for partial, alike in together.items():
        force = plus(_weight(alike), sums([p.force for p in alike if not _vanishes(p.force)]))
        total = _plus(total, _product(partial, force))
    for t in frames:
        partial = t.partials.by_speed[i]
        if not (_vanishes(partial) or _vanishes(t.torque)):
            total = _plus(total, _product(partial, t.torque))
    shape = points[0].partials.by_speed[i].shape[1]
    return zero((shape, 1)) if total is None else total


def _weight(alike: list[Load]) -> Any:
    """The total mass of points of one frame."""
    falls: dict[Any, Any] = {}
    for p in alike:
        if not _vanishes(p.fall):
            falls[p.fall] = falls[p.fall] + p.mass if p.fall in falls else p.mass
    total: Any = zero(Vector)
    for fall, mass in falls.items():
        total = plus(total, normal(mass) * fall)
    return total


def joint_efforts(system: System) -> list[Any]:
    """The efforts of joints and struts along each speed."""
    totals: list[Any] = [zero((u.shape[0], 1)) for u in system.speeds]
    for value, rate in system.works():
        if _vanishes(value):
            continue
        in_speeds = system.kinematics.in_speeds
        partials, _ = linear_in(in_speeds(system.by_own_speeds(rate)), system.speeds)
        for i, partial in enumerate(partials):
            if not _vanishes(partial):
                totals[i] = plus(totals[i], normal(in_speeds(value) * partial.T))
    return totals


class SharedSums:
    """Sums that share parts; each shared part is added once."""

    def __init__(self) -> None:
        self.known: list[tuple[frozenset[Any], Any]] = []

    def __call__(self, summands: list[Any]) -> Any:
        rest, total = dict.fromkeys(summands), zero(Vector)
        for part, found in sorted(self.known, key=lambda k: -len(k[0])):
            if part <= rest.keys():
                total = plus(total, found)
                rest = {s: None for s in rest if s not in part}
        for s in reversed(rest):
            total = plus(total, s)
        self.known.append((frozenset(summands), total))
        return total


def _plus(total: Any, term: Any) -> Any:
    return term if total is None else add(total, term)


def _product(left: Any, right: Any) -> Any:
    """leftᵀ right, where the left factor is often the identity."""
    if left is identity():
        return right
    return (left.args[0] if left.op is trans else left.T) @ right


def _applied(inertia: Any, partial: Any) -> Any:
    return inertia if partial is identity() else inertia @ partial


def _vanishes(t: Any) -> bool:
    return t is zero(like=t)
