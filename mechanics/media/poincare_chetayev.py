"""The equations of Poincaré and Chetayev, for media of micro-bodies on a Lie group.

For a field g(t, s, …) with values in a group, velocities η_i = g⁻¹ ∂g/∂x_i and a Lagrangian density
L(η_i, g), the variation δη_i = ∂ξ/∂x_i + [η_i, ξ] of g -> g exp(ξ) turns Hamilton's principle into

    Σ_i (∂p_i/∂x_i - ad*_{η_i} p_i) - X_g(L) = F,     p_i = ∂L/∂η_i      (in the medium)
    Σ_I p_I N_I = -F_end                                                  (on its boundary)

X_g(L), the symmetry defect, is the derivative of L along g exp(ξ) with the velocities held fixed.
In the spatial form, with velocities ∂g/∂x g⁻¹, the bracket changes its sign and steps are exp(ξ) g.

Without a material coordinate these are the equations of Poincaré: Euler's for a rigid body on
SO(3), and Lagrange's on additive groups.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rewrite import (
    RuleSet,
    Scalar,
    add,
    diff,
    equal,
    normal,
    rule,
    simplify,
    subs,
    symbol,
    time,
    time_limited,
    zero,
)

from ..errors import ModelError
from .field_equations import Algebra, Dual, FieldEquation, FieldEquations, coadjoint
from .groups import Element, LieGroup
from .motions import Motion, motion

Lagrangian = Scalar | Callable[[Motion], Scalar]


class NotInvariantError(ModelError):
    """A Lagrangian that was declared invariant changes along the group; the message says where."""


@time_limited
def poincare_chetayev(
    group: LieGroup,
    lagrangian: Lagrangian,
    coordinates: Sequence[Scalar] | Scalar = (time,),
    *,
    forces: Sequence[Any] | None = None,
    ends: Sequence[Any] | None = None,
    invariant: bool = False,
    time_limit: float | None = None,
) -> PoincareChetayev:
    """The field equations and boundary conditions of a Lagrangian on a group.

    The Lagrangian is a scalar term in the velocities and the configuration of `motion(group,
    coordinates)`, or a function of that motion which returns one. `forces` are the densities of
    other forces, slot by slot, and `ends` the forces on the boundary. With `invariant`, a
    Lagrangian that depends on g is refused with NotInvariantError.
    After `time_limit` seconds it stops with a LimitError.

    >>> from rewrite import dot, matrix
    >>> from mechanics.media.groups import SO3
    >>> J = matrix("J", symmetric=True, constant=True)
    >>> (Omega,) = motion(SO3()).velocity(time)
    >>> top = poincare_chetayev(SO3(), dot(Omega, J @ Omega)/2)
    >>> print(top.field.simplified())
    Omega:  J @ Omega' + cross(Omega, J @ Omega) = zero(Vector)
    """
    moves = motion(group, coordinates)
    L = lagrangian(moves) if callable(lagrangian) else lagrangian
    if not isinstance(L, Scalar):
        raise ModelError(f"a Lagrangian is a scalar, not {L!r}")
    moves.must_be_in_velocities(L)
    found = PoincareChetayev(
        moves, normal(L), _slots(moves, forces, "forces"), _slots(moves, ends, "ends")
    )
    if invariant:
        found.must_be_invariant()
    return found


def _slots(moves: Motion, given: Sequence[Any] | None, what: str) -> Element:
    """The efforts, slot by slot; none if they are not given."""
    slots = moves.group.slots
    if given is None:
        return tuple(zero(slot.sort) for slot in slots)
    if len(given) != len(slots):
        raise ModelError(
            f"{what}: {moves.group} has {len(slots)} slots, and {len(given)} are given"
        )
    for slot, f in zip(slots, given, strict=True):
        if getattr(f, "sort", None) is not slot.sort:
            raise ModelError(f"{what}: the slot needs a {slot.sort.__name__}, not {f!r}")
    return tuple(given)


@dataclass(frozen=True)
class PoincareChetayev:
    """The result: momenta, field equations, boundary conditions, at every level."""

    motion: Motion
    lagrangian: Any
    forces: Element
    ends: Element

    # -- momenta and the symmetry defect ----------------------------------------------------------

    def momentum(self, x: Scalar) -> Element:
        """∂L/∂η for the velocity by a coordinate, slot by slot."""
        return tuple(diff(self.lagrangian, v) for v in self.motion.velocity(x))

    def coadjoint(self, v: Element, momentum: Element) -> Element:
        """ad*_v p: its value on any ξ is that of p on [v, ξ]."""
        group, step = self.motion.group, self.motion.group.element("xi_")
        value = group.pairing(momentum, group.bracket(v, step))
        return tuple(diff(value, x) for x in step)

    @cached_property
    def defect(self) -> Element:
        """X_g(L): how the Lagrangian changes with g, with the velocities held fixed."""
        step = self.motion.group.element("xi_")
        body = self.motion.seen_from_body(step) if self.motion.spatial else step
        change = self.motion.along_step(self.lagrangian, body)
        return tuple(diff(change, x) for x in step)

    def must_be_invariant(self) -> None:
        """Refuse a Lagrangian that changes along the group."""
        for name, found in zip(self.names, self.defect, strict=True):
            verdict = equal(found, zero(like=found))
            if not verdict.proved and not verdict.probable:
                raise NotInvariantError(
                    f"the Lagrangian is not invariant under {self.motion.group}: along the slot of "
                    f"{name} it changes by {simplify(found)}; {verdict}"
                )

    @property
    def names(self) -> list[str]:
        """The names of the equations, which are those of the velocities by the first coordinate."""
        return [v.name for v in self.motion.velocity(self.motion.coordinates[0])]

    # -- the equations ----------------------------------------------------------------------------

    @cached_property
    def field(self) -> FieldEquations:
        """The field equations, slot by slot, at the level of vectors."""
        moves, sign = self.motion, 1 if self.motion.spatial else -1
        left: list[list[Any]] = [[] for _ in moves.group.slots]
        for x in moves.coordinates:
            momentum = self.momentum(x)
            turned = self.coadjoint(moves.velocity(x), momentum)
            for k, p in enumerate(momentum):
                left[k] += [moves.derivative(p, x), sign * turned[k]]
        for k, defect in enumerate(self.defect):
            left[k].append(-defect)
        sides = zip(self.names, left, self.forces, strict=True)
        return FieldEquations([FieldEquation(n, normal(add(*ts)), f) for n, ts, f in sides])

    @cached_property
    def boundary(self) -> FieldEquations:
        """The boundary conditions: at both ends of one coordinate, or for an outward normal."""
        material = self.motion.material
        if len(material) == 1:
            (x,) = material
            normals: dict[str, Any] = {f"start of {x}": {x: -1}, f"end of {x}": {x: 1}}
        else:
            normals = {"boundary": {x: symbol(f"N_{x.name}", Scalar) for x in material}}
        return FieldEquations(
            [e for where, n in normals.items() if n for e in self._on_boundary(where, n)]
        )

    def _on_boundary(self, where: str, outward: dict[Any, Any]) -> list[FieldEquation]:
        sums: list[Any] = [zero(like=f) for f in self.ends]
        for x, n in outward.items():
            sums = [t + n * p for t, p in zip(sums, self.momentum(x), strict=True)]
        sides = zip(self.names, sums, self.ends, strict=True)
        return [FieldEquation(f"{name}, {where}", normal(p), normal(-f)) for name, p, f in sides]

    @cached_property
    def compatibility(self) -> FieldEquations:
        """∂η_j/∂x_i - ∂η_i/∂x_j = ±[η_j, η_i], for every two coordinates."""
        moves = self.motion
        found = []
        for i, x in enumerate(moves.coordinates):
            for y in moves.coordinates[i + 1 :]:
                by_x, by_y = moves.velocity(x), moves.velocity(y)
                turned = moves.group.bracket(by_y, by_x)
                for a, b, c in zip(by_y, by_x, turned, strict=True):
                    sides = diff(a, x) - diff(b, y), -c if moves.spatial else c
                    found.append(FieldEquation(f"{a}, {b}", *map(normal, sides)))
        return FieldEquations(found)

    @cached_property
    def kinematics(self) -> FieldEquations:
        """How the configuration follows from the velocities."""
        return FieldEquations(
            [
                FieldEquation(f"{place} by {x}", diff(place, x), self.motion.derivative(place, x))
                for x in self.motion.coordinates
                for place in self.motion.configuration
            ]
        )

    # -- other forms and levels -------------------------------------------------------------------

    @cached_property
    def spatial(self) -> PoincareChetayev:
        """The spatial form, with velocities ∂g/∂x g⁻¹; forces and momenta are spatial too."""
        if self.motion.spatial:
            raise ModelError("these equations are spatial already")
        there = replace(self.motion, spatial=True)
        put = {
            old: new
            for x in self.motion.coordinates
            for old, new in zip(self.motion.velocity(x), there.body_velocity(x), strict=True)
            if old is not new
        }
        return PoincareChetayev(
            there, normal(subs(self.lagrangian, put)), self._in_space(self.forces),
            self._in_space(self.ends),
        )  # fmt: skip

    def _in_space(self, given: Element) -> Element:
        """A force with the same work on every step: Ad*(g⁻¹) F."""
        group, step = self.motion.group, self.motion.group.element("xi_")
        value = group.pairing(given, self.motion.seen_from_body(step))
        return tuple(diff(value, x) for x in step)

    @time_limited
    def at(self, level: str, *, time_limit: float | None = None) -> FieldEquations:
        """The field equations at the level of "algebra", "vectors" or "scalars".
        After `time_limit` seconds it stops with a LimitError.
        """
        if level == "algebra":
            return FieldEquations([self._in_algebra()])
        if level == "vectors":
            return self.field
        if level == "scalars":
            return self.field.scalars()
        raise ModelError(f"there is no level {level!r}: there are algebra, vectors and scalars")

    def _in_algebra(self) -> FieldEquation:
        """The equation in symbols only: Σ (∂μ_i/∂x_i ∓ ad*_{η_i} μ_i) - X = F."""
        moves = self.motion
        total: Any = zero(Dual)
        for x in moves.coordinates:
            mark = "t" if x is time else x.name
            eta, mu = moves.field(f"eta_{mark}", Algebra), moves.field(f"mu_{mark}", Dual)
            turned = coadjoint(eta, mu)
            total = total + diff(mu, x) + (turned if moves.spatial else -turned)
        if any(simplify(d) != 0 for d in self.defect):
            total = total - moves.field("X_L", Dual)
        return FieldEquation(str(moves.group), normal(total), moves.field("F", Dual))

    @cached_property
    def variations(self) -> RuleSet:
        """δη = ∂ξ/∂x + [η, ξ] for every velocity, as rules for symbols delta_… and the step xi_…"""
        moves = self.motion
        step = tuple(moves.field(x.name, x.sort) for x in moves.group.element("xi_"))
        found = []
        for x in moves.coordinates:
            v = moves.velocity(x)
            turned = moves.group.bracket(v, step)
            for a, t, c in zip(v, step, turned, strict=True):
                name = f"delta_{a.name}".replace("'", "_by_time")
                left = moves.field(name, a.sort)
                right = normal(diff(t, x) + (-c if moves.spatial else c))
                found.append(_ground_rule(name, left, right))
        return RuleSet(*found, name="VARIATIONS")

    def __str__(self) -> str:
        return f"{self.field}\n{self.boundary}" if self.motion.material else str(self.field)


def _ground_rule(name: str, left: Any, right: Any) -> Any:
    """A rule about one symbol."""

    def says() -> Any:
        return left >> right

    says.__name__, says.__doc__ = name, f"{left} = {right}."
    return rule(says)
