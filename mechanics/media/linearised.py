"""Small motions of a rod about an equilibrium: linear equations with their end conditions.

The unknowns of linear equations have the names of the coordinates: they are the small changes of
these. Coefficients may depend on the length s along the rod.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rewrite import Scalar, add, diff, equal, normal, simplify, zero

from ..errors import ModelError
from .field_equations import FieldEquation, FieldEquations
from .jets import jets, put
from .rods import Rod
from .scalar_terms import scalars_of
from .screws import moment, resultant


class NoEquilibriumError(ModelError):
    """What a rod is to move about is no equilibrium of it; the message shows what is left over."""


@dataclass(frozen=True)
class Linearised:
    """Linear equations of small motions, and the small changes of the internal wrench."""

    rod: Rod
    equations: FieldEquations
    """The equations of moment and force along the six axes, and what the law holds."""
    wrench: tuple[Any, ...]
    """The six changes of Θ, moments first: what vanishes at a free end."""
    about: Mapping[Any, Any]

    @property
    def unknowns(self) -> tuple[Scalar, ...]:
        """The small changes of the coordinates, and the unknown parts of the wrench."""
        return self.rod.unknowns

    def __str__(self) -> str:
        return str(self.equations)


def linearised(rod: Rod, about: Mapping[Any, Any] | None = None) -> Linearised:
    """The equations of small motions of a rod about an equilibrium.

    `about` gives coordinates, and unknown parts of the wrench, as terms in s; the others are zero
    there. What is given must be an equilibrium: its residual is shown to vanish by `equal`.

    >>> from mechanics.media.rods import rod
    >>> small = linearised(rod(free=("x", "y", "psi3")))
    >>> print(small.equations["force 2"])
    rho*y'' + GA2*(psi3_ds - y_ds2) = 0
    """
    rest = dict(about or {})
    for field in rest:
        if field not in rod.unknowns:
            raise ModelError(f"{field!r} is no unknown of the rod; there are {rod.unknowns}")
    rest = {u: rest.get(u, zero(Scalar)) for u in rod.unknowns}
    found: list[FieldEquation] = []
    for name, t in ((e.name, e.left) for e in rod.equations):
        _must_vanish(name, put(t, rest), rest)
        parts = [simplify(p) for p in scalars_of(small_change(t, rod.unknowns, rest))]
        names = [f"{name} {k}" for k in range(1, len(parts) + 1)] if len(parts) > 1 else [name]
        found += [FieldEquation(n, p, zero(Scalar)) for n, p in zip(names, parts, strict=True)]
    wrench = [
        simplify(p)
        for part in (moment, resultant)
        for p in scalars_of(small_change(normal(part(rod.wrench)), rod.unknowns, rest))
    ]
    return Linearised(rod, FieldEquations(found), tuple(wrench), rest)


def small_change(t: Any, fields: Any, about: Mapping[Any, Any]) -> Any:
    """The part of a term that is linear in small changes of fields: Σ ∂t/∂u · u at rest.

    >>> from rewrite import scalar, sin
    >>> y, s = scalar("y", along="s"), scalar("s")
    >>> normal(small_change(sin(y) * diff(y, s)**2, [y], {y: 2*s}))
    4*y*cos(2*s) + 4*y_ds*sin(2*s)
    """
    summands = [zero(like=t), zero(like=t)]
    for s, _ in jets(t, fields):
        slope = put(diff(t, s), about)
        summands.append(s * slope)
    return normal(add(*summands))


def _must_vanish(name: str, t: Any, about: Mapping[Any, Any]) -> None:
    """Refuse what is no equilibrium."""
    for k, part in enumerate(scalars_of(t), 1):
        verdict = equal(part, zero(Scalar))
        if not verdict.proved and not verdict.probable:
            where = ", ".join(f"{u} = {x}" for u, x in about.items())
            raise NoEquilibriumError(
                f"{where} is no equilibrium: the equation of {name} {k} leaves {simplify(part)}; "
                f"give the load that holds it, or another place; {verdict}"
            )
