"""First integrals: quantities that stay constant along every motion, each with a proof.

Every candidate c comes with a vector a such that ∂c/∂u = M a. Along M u' = f + Δᵀ Λ its rate is
then a·f + (∂c/∂q) q' + ∂c/∂t, if the constraints do no work along a. `equal` proves that this
vanishes and that ∂c/∂u = M a; a candidate without a proof is not reported as an integral.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rewrite import (
    RewriteError,
    Scalar,
    Vector,
    Verdict,
    cross,
    diff,
    dot,
    equal,
    free_symbols,
    linear_in,
    normal,
    number,
    simplify,
    subs,
    time,
    time_limited,
    zero,
)

from ..dynamics.energy import kinetic_energy, position, potential
from ..equations.motion import EquationsOfMotion
from ..errors import ModelError, NoPotentialError
from ..joints import Free, Spherical
from ..parts.efforts import is_steady
from ..parts.frames import X, Y, Z
from ..results.blocks_as_scalars import axes, coordinates_of, entry
from ..system import System
from .unreduced import unreduced

NAMES = {"x": X, "y": Y, "z": Z}


@dataclass(frozen=True)
class FirstIntegral:
    """A quantity that stays constant, and the verdict that proves it."""

    name: str
    term: Any
    verdict: Verdict
    """The verdict of `equal(rate, 0)`, with the rate along the equations of motion."""

    def __str__(self) -> str:
        return f"{self.name}: {self.term}"


@dataclass
class FirstIntegrals(Sequence[FirstIntegral]):
    """The proved first integrals; `rejected` are candidates that do change, `unknown` those that
    were not decided in time."""

    system: System
    found: list[FirstIntegral] = field(default_factory=list)
    rejected: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, str):
            named = {x.name: x for x in self.found}
            if i not in named:
                raise ModelError(f"{i} is not among the first integrals {', '.join(named)}")
            return named[i]
        return self.found[i]

    def __len__(self) -> int:
        return len(self.found)

    def __str__(self) -> str:
        lines = [f"{x}   (proved)" for x in self.found]
        if self.rejected:
            lines.append(f"change: {', '.join(self.rejected)}")
        if self.unknown:
            lines.append(f"not decided: {', '.join(self.unknown)}")
        return "\n".join(lines) or "none"


@dataclass(frozen=True)
class Candidate:
    """A quantity, and the vector a for which ∂c/∂u = M a, by scalar speeds."""

    name: str
    term: Any
    along: list[Any]
    is_energy: bool = False


@time_limited
def first_integrals(
    system: System | EquationsOfMotion, *, seconds: float = 20.0, time_limit: float | None = None
) -> FirstIntegrals:
    """Energy or Jacobi's integral (Painlevé's, where motion is prescribed), the momenta of cyclic
    coordinates, and linear and angular momenta of free bodies: those that are proved constant.

    `seconds` limits each proof and each simplification, `time_limit` all of it.

    >>> from mechanics.models import plane_pendulum
    >>> print(first_integrals(plane_pendulum(1)))
    energy: l1*m1*(1/2*l1*q1'**2 - g*cos(q1))   (proved)
    change: momentum of q1
    """
    search = _Search(unreduced(system, "first_integrals"), seconds)
    result = FirstIntegrals(search.system)
    for c in search.candidates():
        verdict = search.judged(c)
        if verdict is None or not (verdict.proved or verdict.refuted):
            result.unknown.append(c.name)
        elif verdict.proved:
            shown = simplify(c.term, time_limit=seconds)
            result.found.append(FirstIntegral(c.name, shown, verdict))
        else:
            result.rejected.append(c.name)
    return result


@dataclass(eq=False)
class _Search:
    equations: EquationsOfMotion
    seconds: float

    @property
    def system(self) -> System:
        return self.equations.system

    @cached_property
    def kinetic(self) -> Any:
        return self.system.by_speeds(kinetic_energy(self.system))

    @cached_property
    def speeds(self) -> list[Any]:
        """The speeds by their scalar coordinates."""
        return [part for u in self.system.speeds for part in coordinates_of(u)]

    @cached_property
    def momenta(self) -> list[Any]:
        """∂T/∂u, by scalar speeds."""
        found = []
        for u in self.system.speeds:
            slope = diff(self.kinetic, u)
            found += _by_axes(slope, u)
        return found

    # -- candidates -------------------------------------------------------------------------------

    def candidates(self) -> Iterator[Candidate]:
        yield from self._energy()
        yield from self._cyclic()
        yield from self._of_roots()

    def _energy(self) -> Iterator[Candidate]:
        """h = u·∂T/∂u - T + V: T + V, if nothing is prescribed."""
        try:
            stored = self.system.by_speeds(potential(self.system))
        except NoPotentialError:
            return
        prescribed = not self._is_quadratic
        whole = sum((u * p for u, p in zip(self.speeds, self.momenta, strict=True)), zero(Scalar))
        term = whole - self.kinetic + stored if prescribed else self.kinetic + stored
        name = "Painlevé's integral" if prescribed else "energy"
        yield Candidate(name, normal(term), list(self.speeds), is_energy=True)

    @cached_property
    def _is_quadratic(self) -> bool:
        """Whether T has no part of lower degree in the speeds: nothing is prescribed."""
        there: set[Any] = set(free_symbols(self.kinetic))
        known = {*self.system.configuration, *self.system.speeds}
        moving = {s for s in there if s is time or (not is_steady(s) and s not in known)}
        if moving:
            return False
        still = {u: zero(like=u) for u in self.system.speeds}
        return bool(equal(subs(self.kinetic, still), 0).proved)

    def _cyclic(self) -> Iterator[Candidate]:
        for q in self.system.coordinates:
            rate = diff(q, time)
            if any(rate is u for u in self.system.speeds):
                i = next(k for k, u in enumerate(self.speeds) if u is rate)
                along = [number(int(k == i)) for k in range(len(self.speeds))]
                yield Candidate(f"momentum of {q}", normal(self.momenta[i]), along)

    def _of_roots(self) -> Iterator[Candidate]:
        """Momenta of bodies that move freely on the ground: along each axis, and about each axis
        through the origin or the centre of the ball joint."""
        roots = [j for j in self.system.joints if j.inner_frame is self.system.ground]
        if len(roots) != 1 or not isinstance(roots[0].type, Free | Spherical):
            return
        joint: Any = roots[0]
        turn = joint.frame.turn_to(self.system.ground).T
        place = position(self.system, joint.point)
        spin = joint.type.attitude.speeds
        if len(spin) != 1 or not isinstance(spin[0], Vector):
            return
        for name, axis in NAMES.items():
            if isinstance(joint.type, Free):
                yield self._rigid(f"linear momentum along {name}", joint, turn, axis, zero(Vector))
            arm = cross(axis, place) if isinstance(joint.type, Free) else zero(Vector)
            yield self._rigid(f"angular momentum about {name}", joint, turn, arm, axis)

    def _rigid(self, name: str, joint: Any, turn: Any, slide: Any, spin: Any) -> Candidate:
        """The momentum for a motion of everything as one rigid body: c = a·∂T/∂u."""
        known: dict[Any, Any] = {joint.type.attitude.speeds[0]: turn @ spin}
        if isinstance(joint.type, Free):
            if joint.type.velocity is not None:
                known[joint.type.velocity] = turn @ slide
            else:
                rates = [diff(q, time) for q in joint.type.position]
                known |= dict(zip(rates, coordinates_of(slide), strict=True))
        along: list[Any] = []
        total: Any = zero(Scalar)
        for u in self.system.speeds:
            a, p = normal(known.get(u, zero(like=u))), diff(self.kinetic, u)
            along += coordinates_of(a)
            total = total + (dot(a, p) if isinstance(p, Vector) else a * p)
        return Candidate(name, normal(total), along)

    # -- proofs -----------------------------------------------------------------------------------

    def judged(self, c: Candidate) -> Verdict | None:
        """The verdict on the rate of a candidate; None if a step before it is not proved."""
        try:
            rate = self.system.by_speeds(diff(c.term, time))
            coefficients, rest = linear_in(rate, self.system.accelerations)
            if not self._belongs(c, coefficients) or not self._does_no_work(c):
                return None
            f = self.equations.sides
            total = sum((a * x for a, x in zip(c.along, f, strict=True)), rest)
            return equal(self.system.by_speeds(normal(total)), 0, time_limit=self.seconds)
        except RewriteError:
            return None

    def _belongs(self, c: Candidate, coefficients: Sequence[Any]) -> bool:
        """Whether the coefficients of u' are M a."""
        flat: list[Any] = []
        for u, by in zip(self.system.speeds, coefficients, strict=True):
            flat += _by_axes(by, u)
        rows, n = self.equations.entries, len(flat)
        for i, by in enumerate(flat):
            own: Any = zero(Scalar)
            for k in range(n):
                own = own + rows[min(i, k)][abs(i - k)] * c.along[k]
            if not equal(by, own, time_limit=self.seconds).proved:
                return False
        return True

    def _does_no_work(self, c: Candidate) -> bool:
        """Whether the reactions of the constraints do no work along a: Δ a = 0. For the energy,
        where a = u, the constraints themselves say so if they prescribe no motion."""
        for row in self.equations.constraints:
            if c.is_energy:
                if not equal(normal(dot(row.tau, row.tau) if row.is_vector else row.tau), 0).proved:
                    return False
                continue
            for part in row.parts:
                along: Any = zero(Scalar)
                k = 0
                for u, block in zip(self.system.speeds, part.delta, strict=True):
                    for a in axes(u):
                        along = along + entry(block, None, a) * c.along[k]
                        k += 1
                if not equal(along, 0, time_limit=self.seconds).proved:
                    return False
        return True


def _by_axes(slope: Any, u: Any) -> list[Any]:
    """The derivatives of a scalar by the coordinates of a speed."""
    if not isinstance(u, Vector):
        return [slope]
    if isinstance(slope, Vector):
        return list(coordinates_of(slope))
    return [entry(slope, None, a) for a in axes(u)]
