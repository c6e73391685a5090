"""Rods, beams and cables: the equations of curvilinear systems by screws.

Each section of a reference line undergoes a displacement D(s, t). With the velocity v = D⁻¹ ∂D/∂t
and the strain e = D⁻¹ ∂D/∂s, both screws in the section's frame, the internal wrench Θ, the inertia
operator H of a section and its linear density ρ, the external wrench T is

    T = ρ H(∂v/∂t) + [v, ρ H v] - [e, Θ] - ∂Θ/∂s,     T = -Θ at the start and Θ at the end.

Components are taken in the reference frame, which moves with the screw w along the line. There
∂Θ/∂s has the components ∂Θ_i/∂s and [w, Θ], and e = L⁻¹ ∂L/∂s + Ad(L)⁻¹ w - w for the displacement
by its components, L = exp(x i + y j + z k) exp(ψ₁ ρ₁) exp(ψ₂ ρ₂) exp(ψ₃ ρ₃).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rewrite import (
    Matrix,
    Scalar,
    Vector,
    angular_velocity,
    column,
    cross,
    diff,
    equal,
    holds,
    identity,
    matrix,
    mul,
    normal,
    pairs,
    rot,
    scalar,
    simplify,
    subs,
    symbol,
    tilde,
    time,
    time_limited,
    unit,
    zero,
)

from ..errors import ModelError
from .field_equations import FieldEquation, FieldEquations
from .jets import derived, jets, orders_of
from .laws import ConstitutiveLaw, linear
from .reference_lines import ARC, Line, straight
from .scalar_terms import scalars_of
from .screws import (
    AXES,
    Ad,
    Displacement,
    Screw,
    act,
    blocks,
    bracket,
    exp,
    moment,
    resultant,
    screw,
    translation,
)

TRANSLATED, TURNED = ("x", "y", "z"), ("psi1", "psi2", "psi3")
LETTERS = dict(zip("xyz", AXES, strict=True))
NOTHING: Vector = zero(Vector)


@dataclass(frozen=True)
class Section:
    """The mass of a section: its linear density, the offset of its mass centre, and its inertia
    about the origin per unit of mass.

    >>> Section().operator
    blocks(zero((3, 3)), J, identity(3), zero((3, 3)))
    """

    density: Any = field(default_factory=lambda: scalar("rho", constant=True))
    inertia: Matrix = field(default_factory=lambda: matrix("J", diagonal=True, constant=True))
    offset: Vector = NOTHING

    @property
    def operator(self) -> Matrix:
        """H, the matrix that takes (V, ω) to (moment, force): c × V + J ω and V - c × ω."""
        lever = tilde(self.offset)
        found: Matrix = normal(blocks(lever, self.inertia, identity(3), -lever))
        return found


@time_limited
def rod(
    line: Line | None = None,
    axes: str | Sequence[Vector] = "xyz",
    law: ConstitutiveLaw | None = None,
    *,
    section: Section | None = None,
    free: Sequence[str] = (*TRANSLATED, *TURNED),
    load: Screw | None = None,
    time_limit: float | None = None,
) -> Rod:
    """A rod on a reference line, with rotations about three axes and a constitutive law.

    `axes` are letters of the section's axes or unit vectors; consecutive ones must not be parallel.
    `free` lists which of x, y, z, psi1, psi2, psi3 are coordinates; the others are zero. `load` is
    the external wrench per unit of length, in the section's frame.
    After `time_limit` seconds it stops with a LimitError.

    >>> beam = rod(free=("x", "y", "psi3"))
    >>> beam.displacement
    displacement(column(x, y, 0), identity(3))*exp(psi3*screw(zero(Vector), column(0, 0, 1)))
    >>> print(beam.in_vectors["force"])
    cross(N, kappa) - N_ds + rho*(V' + cross(Omega, V)) = n
    """
    made = Rod(
        straight() if line is None else line,
        _axes(axes),
        linear() if law is None else law,
        Section() if section is None else section,
        tuple(free),
        zero(Screw) if load is None else load,
    )
    unknown = set(made.free) - {*TRANSLATED, *TURNED}
    if unknown or len(set(made.free)) < len(made.free) or not made.free:
        raise ModelError(
            f"free coordinates must be among {(*TRANSLATED, *TURNED)}, not {tuple(free)}"
        )
    if not isinstance(made.line, Line) or not isinstance(made.law, ConstitutiveLaw):
        raise ModelError("a rod needs a reference line and a law; see straight() and linear()")
    return made


def _axes(given: str | Sequence[Vector]) -> tuple[Vector, Vector, Vector]:
    found: list[Any] = [LETTERS.get(a, a) if isinstance(a, str) else a for a in given]
    if len(found) != 3 or not all(isinstance(a, Vector) and holds(unit(a)).yes for a in found):
        raise ModelError(f"axes are three of the letters x, y, z or unit vectors, not {given!r}")
    for a, b in ((found[0], found[1]), (found[1], found[2])):
        if equal(cross(a, b), NOTHING).proved:
            raise ModelError(f"consecutive axes are parallel: {a} and {b}")
    return found[0], found[1], found[2]


@dataclass(frozen=True)
class Rod:
    """A rod, and its equations at every level."""

    line: Line
    axes: tuple[Vector, Vector, Vector]
    law: ConstitutiveLaw
    section: Section
    free: tuple[str, ...]
    load: Screw

    # -- kinematics -------------------------------------------------------------------------------

    @cached_property
    def coordinates(self) -> tuple[Scalar, ...]:
        """The coordinates of a section that are free, as fields."""
        return tuple(scalar(name, time=True, along=ARC) for name in self.free)

    @property
    def unknowns(self) -> tuple[Scalar, ...]:
        """The coordinates, and the components of the wrench that the law leaves unknown."""
        return (*self.coordinates, *self.law.unknowns)

    def _coordinate(self, name: str) -> Any:
        return scalar(name, time=True, along=ARC) if name in self.free else zero(Scalar)

    @cached_property
    def displacement(self) -> Displacement:
        """L = exp(x i + y j + z k) exp(ψ₁ ρ₁) exp(ψ₂ ρ₂) exp(ψ₃ ρ₃), without the factors that are
        not free."""
        way: Any = normal(column(*(self._coordinate(n) for n in TRANSLATED)))
        found: Displacement = translation(way)
        for name, axis in zip(TURNED, self.axes, strict=True):
            if name in self.free:
                found = found * exp(self._coordinate(name) * screw(NOTHING, axis))
        return normal(found)

    @cached_property
    def velocity(self) -> Screw:
        """v = L⁻¹ ∂L/∂t, a screw."""
        return simplify(diff(self.displacement, time))  # type: ignore[no-any-return, call-overload]

    @cached_property
    def strain(self) -> Screw:
        """e = L⁻¹ ∂L/∂s + Ad(L)⁻¹ w - w, a screw."""
        w = self.line.screw
        change: Screw = diff(self.displacement, ARC)  # type: ignore[call-overload]
        return normal(change + act(Ad(self.displacement.inv), w) - w)

    @cached_property
    def velocity_pair(self) -> Screw:
        """The velocity as a pair of vectors."""
        return pairs(self.velocity)

    @cached_property
    def strain_pair(self) -> Screw:
        """The strain as a pair of vectors."""
        return pairs(self.strain)

    @cached_property
    def wrench(self) -> Screw:
        """Θ as the law gives it, in the coordinates."""
        e = self.strain_pair
        return pairs(self.law.at(e, diff(e, time)))

    # -- equations --------------------------------------------------------------------------------

    @property
    def intrinsic(self) -> FieldEquation:
        """The equation between screws, without components."""
        names = {n: symbol(n, Screw, None, ARC, time=True) for n in ("v", "e", "Theta", "T")}
        v, e, Theta, T = names.values()
        rho, H = self.section.density, matrix("H", 6, constant=True)
        inertia = rho * act(H, diff(v, time)) + bracket(v, rho * act(H, v))
        return FieldEquation("rod", inertia - bracket(e, Theta) - diff(Theta, ARC), T)

    @cached_property
    def residual(self) -> Screw:
        """ρ H ∂v/∂t + [v, ρ H v] - [e + w, Θ] - ∂Θ/∂s - T, a pair of vectors (moment, force)."""
        v, rho, H = self.velocity_pair, self.section.density, self.section.operator
        inertia = rho * act(H, diff(v, time)) + bracket(v, rho * act(H, v))
        along = pairs(self.strain_pair + self.line.screw)
        inner = bracket(along, self.wrench) + diff(self.wrench, ARC)
        found: Screw = pairs(inertia - inner - self.load)
        return found

    @cached_property
    def equations(self) -> FieldEquations:
        """The vector equations of moment and force in the coordinates, and the strains held at 0.

        They are `residual`, written with few operations: one rotation takes everything to the
        section's frame, and its derivatives are cross products with its velocities.
        """
        section = SectionFrame(self)
        found = zip(("moment", "force"), section.balances(), strict=True)
        held = self.law.conditions(section.settled(section.strain))
        return FieldEquations(
            [FieldEquation(n, t, NOTHING) for n, t in found]
            + [FieldEquation(n, t, zero(Scalar)) for n, t in held]
        )

    @cached_property
    def ends(self) -> FieldEquations:
        """The conditions at the ends: T = -Θ at the start, T = Θ at the end."""
        found = []
        for where, sign in (("start", -1), ("end", 1)):
            for name, part in (("moment", moment), ("force", resultant)):
                value = normal(sign * part(self.wrench))
                acts = symbol(f"{name}_at_{where}", Vector, time=True)
                found.append(FieldEquation(f"{name}, {where}", value, acts))
        return FieldEquations(found)

    @time_limited
    def at(self, level: str, *, time_limit: float | None = None) -> FieldEquations:
        """The equations at the level of "algebra" (screws), "vectors" or "scalars".
        After `time_limit` seconds it stops with a LimitError.
        """
        if level == "algebra":
            return FieldEquations([self.intrinsic])
        if level == "vectors":
            return self.in_vectors
        if level == "scalars":
            return self.scalars
        raise ModelError(f"there is no level {level!r}: there are algebra, vectors and scalars")

    @cached_property
    def in_vectors(self) -> FieldEquations:
        """The equations in the vectors V, Omega, gamma, kappa, M and N of the section's frame."""
        names = ("V", "Omega", "gamma", "kappa", "M", "N", "m", "n")
        V, Omega, gamma, kappa, M, N, m, n = (
            symbol(a, Vector, None, ARC, time=True) for a in names
        )
        along = screw(gamma, kappa) + self.line.screw
        found = balanced(self.section, screw(V, Omega), along, screw(M, N))
        sides = zip(("moment", "force"), found, (m, n), strict=True)
        return FieldEquations([FieldEquation(name, simplify(t), f) for name, t, f in sides])

    @cached_property
    def scalars(self) -> FieldEquations:
        """The six scalar equations, and the strains that the law holds at zero."""
        found = []
        for e in self.equations:
            if isinstance(e.left, Vector):
                axes = enumerate(scalars_of(e.left), 1)
                found += [FieldEquation(f"{e.name} {k}", t, zero(Scalar)) for k, t in axes]
            else:
                found.append(FieldEquation(e.name, scalars_of(e.left)[0], zero(Scalar)))
        return FieldEquations(found)

    def __str__(self) -> str:
        title = f"rod on a {self.line.name}, {self.law.name}"
        return f"{title}\n{self.intrinsic}"


def balanced(section: Section, v: Screw, along: Screw, wrench: Screw) -> tuple[Vector, Vector]:
    """Moment and force of ρ H ∂v/∂t + [v, ρ H v] - [e + w, Θ] - ∂Θ/∂s, with `along` = e + w."""
    rho, H = section.density, section.operator
    inertia = pairs(rho * act(H, diff(v, time)) + bracket(v, rho * act(H, v)))
    M, N = normal(moment(wrench)), normal(resultant(wrench))
    G, K = normal(moment(along)), normal(resultant(along))
    turned, pushed = simplify(moment(inertia)), simplify(resultant(inertia))
    return (
        normal(turned - cross(K, M) - cross(G, N) - diff(M, ARC)),
        normal(pushed - cross(K, N) - diff(N, ARC)),
    )


class SectionFrame:
    """A rod with a symbol for the rotation of its sections, differentiated by cross products."""

    def __init__(self, rod: Rod) -> None:
        self.rod = rod
        self.rotation: Any = symbol("section", Matrix, (3, 3), ARC, time=True, rotation=True)
        w = rod.line.screw
        self.way, self.turn = normal(moment(w)), normal(resultant(w))

    @property
    def place(self) -> Any:
        """x i + y j + z k."""
        return normal(column(*(self.rod._coordinate(n) for n in TRANSLATED)))

    @property
    def strain(self) -> Screw:
        """e in terms of the symbol of the rotation."""
        back, place = self.rotation.T, self.place
        stretched = diff(place, ARC) + self.way + cross(self.turn, place)
        bent = angular_velocity(self.rotation, x=ARC) + back @ self.turn
        return screw(normal(back @ stretched - self.way), normal(bent - self.turn))

    def balances(self) -> tuple[Any, Any]:
        """Moment and force less the external ones, in the coordinates."""
        rod, e = self.rod, self.strain
        v = screw(self.rotation.T @ diff(self.place, time), angular_velocity(self.rotation))
        along = screw(*(normal(part(e) + part(rod.line.screw)) for part in (moment, resultant)))
        wrench = pairs(rod.law.at(e, diff(e, time)))
        found = balanced(rod.section, v, along, wrench)
        loads = normal(moment(rod.load)), normal(resultant(rod.load))
        left = (self.settled(t - f) for t, f in zip(found, loads, strict=True))
        moment_left, force_left = map(normal, left)
        return moment_left, force_left

    def settled(self, t: Any) -> Any:
        """A term with the rotation and its velocities replaced by the coordinates."""
        turns = [
            rot(axis, self.rod._coordinate(name))
            for name, axis in zip(TURNED, self.rod.axes, strict=True)
            if name in self.rod.free
        ]
        R: Any = mul(*turns) if turns else identity(3)
        put_in: dict[Any, Any] = {self.rotation: R}
        for x in (time, ARC):
            own = angular_velocity(self.rotation, x=x)
            for s, _ in jets(t, [own]):
                put_in[s] = derived(angular_velocity(R, x=x), orders_of(s))
        return subs(t, put_in)
