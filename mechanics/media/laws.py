"""Constitutive laws of rods: the internal wrench Θ = (M, N) for a strain e = (γ, κ).

γ is the stretch of the section and its two shears, κ its twist and its two bendings. A law is a
function of the strain and its rate. If it holds a strain at zero, the component of Θ that works on
that strain is an unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rewrite import Scalar, Vector, column, normal, scalar, scalars, x_of, y_of, z_of, zero

from ..errors import ModelError
from .screws import Screw, moment, resultant, screw

Wrench = Callable[[Screw, Screw], Screw]
OF = (x_of, y_of, z_of)
STRAINS = ("stretch", "shear2", "shear3", "twist", "bend2", "bend3")
"""The names of the six strains, in the order of e = (γ, κ)."""
PARTNERS = ("N1", "N2", "N3", "M1", "M2", "M3")
"""The names of the stresses that work on them."""


@dataclass(frozen=True)
class ConstitutiveLaw:
    """A constitutive law: the wrench of a strain and its rate, and the strains that it holds."""

    name: str
    wrench: Wrench
    held: tuple[str, ...] = ()
    """The strains that are held at zero."""

    @property
    def unknowns(self) -> tuple[Scalar, ...]:
        """The components of the wrench that are unknown because a strain is held."""
        return tuple(_unknown(PARTNERS[STRAINS.index(name)]) for name in self.held)

    def conditions(self, strain: Screw) -> list[tuple[str, Scalar]]:
        """The strains that must vanish, by name."""
        return [(name, component(strain, STRAINS.index(name))) for name in self.held]

    def holding(self, *strains: str) -> ConstitutiveLaw:
        """The same law with strains held at zero; "shear" and "bend" stand for two strains each."""
        wanted: list[str] = [*self.held]
        for name in strains:
            found = [s for s in STRAINS if s == name or s[:-1] == name]
            if not found:
                raise ModelError(f"there is no strain {name!r}; there are {', '.join(STRAINS)}")
            wanted += [s for s in found if s not in wanted]
        name = f"{self.name}, without {' and '.join(wanted)}"
        return ConstitutiveLaw(name, self.wrench, tuple(sorted(wanted, key=STRAINS.index)))

    def damped(self, delay: Scalar | int) -> ConstitutiveLaw:
        """The same law with proportional viscosity (Kelvin and Voigt): Θ(e) + τ Θ(∂e/∂t)."""
        own = self.wrench

        def wrench(e: Screw, rate: Screw) -> Screw:
            return own(e, rate) + own(rate, zero(Screw)) * delay

        return replace(self, name=f"{self.name}, damped", wrench=wrench)

    def at(self, e: Screw, rate: Screw) -> Screw:
        """The wrench, with unknowns where strains are held."""
        found = self.wrench(e, rate)
        if not self.held:
            return found
        parts = [component(found, (k + 3) % 6) for k in range(6)]  # in the order of the strains
        for name, unknown in zip(self.held, self.unknowns, strict=True):
            parts[STRAINS.index(name)] = unknown
        return screw(column(*parts[3:]), column(*parts[:3]))


def _unknown(name: str) -> Scalar:
    return scalar(name, time=True, along="s")


def component(x: Screw, k: int) -> Scalar:
    """A coordinate of a screw, the moment first."""
    part = moment(x) if k < 3 else resultant(x)
    return normal(OF[k % 3](part))


def _two(given: Any, names: str, what: str) -> tuple[Any, Any]:
    if given is None:
        found = scalars(names, constant=True)
        return found[0], found[1]
    if isinstance(given, Sequence) and not isinstance(given, str):
        if len(given) != 2:
            raise ModelError(f"{what}: one stiffness, or two for the two axes, not {len(given)}")
        return given[0], given[1]
    return given, given


def linear(
    axial: Any = None, shear: Any = None, torsion: Any = None, bending: Any = None
) -> ConstitutiveLaw:
    """The linear law: N = (EA γ₁, GA₂ γ₂, GA₃ γ₃), M = (GJ κ₁, EI₂ κ₂, EI₃ κ₃).

    A stiffness that is not given becomes a symbol; shear and bending may be pairs.

    >>> from rewrite import normal, vectors
    >>> g, k = vectors("g k")
    >>> linear().wrench(screw(g, k), zero(Screw)).args[1]
    column(EA*x_of(g), GA2*y_of(g), GA3*z_of(g))
    """
    EA = scalar("EA", constant=True) if axial is None else axial
    GJ = scalar("GJ", constant=True) if torsion is None else torsion
    GA2, GA3 = _two(shear, "GA2 GA3", "shear")
    EI2, EI3 = _two(bending, "EI2 EI3", "bending")

    def wrench(e: Screw, rate: Screw) -> Screw:
        force = _stretched((EA, GA2, GA3), moment(e))
        return screw(_stretched((GJ, EI2, EI3), resultant(e)), force)

    return ConstitutiveLaw("linear", wrench)


def _stretched(stiffness: tuple[Any, ...], v: Vector) -> Vector:
    return column(*(k * normal(of(v)) for k, of in zip(stiffness, OF, strict=True)))


def string(axial: Any = None) -> ConstitutiveLaw:
    """A string: it has only a tension, and its sections follow its tangent.

    Without a stiffness it is inextensible.
    """

    def wrench(e: Screw, rate: Screw) -> Screw:
        tension = 0 if axial is None else axial * component(e, 0)
        return screw(zero(Vector), column(tension, 0, 0))  # type: ignore[arg-type]

    free = ConstitutiveLaw("string", wrench)
    held = free.holding("shear") if axial is not None else free.holding("stretch", "shear")
    return replace(held, name="string" if axial is not None else "inextensible string")


def law_of(wrench: Wrench, name: str = "own law") -> ConstitutiveLaw:
    """A law from a function that takes the strain and its rate, both screws, and gives a wrench."""
    if not callable(wrench):
        raise ModelError(f"a law is a function of a strain and its rate, not {wrench!r}")
    return ConstitutiveLaw(name, wrench)
