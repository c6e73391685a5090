"""Small motions about an equilibrium: linear equations, and what their end conditions need.

The unknowns of the linear equations have the names of the coordinates, and are the small changes of
them. Coefficients may depend on the length s along the rod.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rewrite import Scalar, add, diff, equal, normal, simplify, time_limited, zero

from ..errors import ModelError
from .field_equations import FieldEquation, FieldEquations
from .jets import jets, put
from .rods import Rod
from .scalar_terms import scalars_of
from .screws import moment, resultant


class NoEquilibriumError(ModelError):
    """The given state is not an equilibrium; the message shows the residual."""


@dataclass(frozen=True)
class Linearised:
    """Linear equations of small motions."""

    unknowns: tuple[Any, ...]
    equations: FieldEquations
    wrench: tuple[Any, ...] = ()
    """The changes of the internal wrench, moments first; they vanish at a free end."""
    about: Mapping[Any, Any] = field(default_factory=dict)

    @time_limited
    def only(
        self, unknowns: Sequence[Any], *names: str, time_limit: float | None = None
    ) -> Linearised:
        """Some of the equations, for some of the unknowns; they must not contain any others.
        After `time_limit` seconds it stops with a LimitError.
        """
        kept = FieldEquations([self.equations[name] for name in names])
        others = [u for u in self.unknowns if u not in unknowns]
        for e in kept:
            if jets(e.left, others):
                raise ModelError(f"{e.name} contains unknowns other than {tuple(unknowns)}")
        return Linearised(tuple(unknowns), kept, (), self.about)

    def __str__(self) -> str:
        return str(self.equations)


@time_limited
def linearised(
    rod: Rod, about: Mapping[Any, Any] | None = None, *, time_limit: float | None = None
) -> Linearised:
    """The equations of small motions of a rod about an equilibrium.

    `about` gives coordinates, and unknown parts of the wrench, as terms in s; the others are zero
    there. The state must be an equilibrium; `equal` checks that its residual vanishes.
    After `time_limit` seconds it stops with a LimitError.

    >>> from mechanics.media.rods import rod
    >>> small = linearised(rod(free=("x", "y", "psi3")))
    >>> print(small.equations["force 2"])
    rho*y'' + GA2*(psi3_ds - y_ds2) = 0
    """
    sides = [(e.name, e.left) for e in rod.equations]
    parts = [normal(part(rod.wrench)) for part in (moment, resultant)]
    return linearised_terms(sides, rod.unknowns, about, parts)


@time_limited
def linearised_terms(
    terms: Iterable[tuple[str, Any]],
    unknowns: Sequence[Any],
    about: Mapping[Any, Any] | None = None,
    wrench: Sequence[Any] = (),
    *,
    time_limit: float | None = None,
) -> Linearised:
    """Terms that vanish, by name, for small changes of unknown fields about an equilibrium.
    After `time_limit` seconds it stops with a LimitError.
    """
    rest = dict(about or {})
    for u in rest:
        if u not in unknowns:
            raise ModelError(f"{u!r} is not an unknown; there are {tuple(unknowns)}")
    rest = {u: rest.get(u, zero(like=u)) for u in unknowns}
    found: list[FieldEquation] = []
    for name, t in terms:
        _must_vanish(name, put(t, rest), rest)
        parts = _small(t, unknowns, rest)
        names = [f"{name} {k}" for k in range(1, len(parts) + 1)] if len(parts) > 1 else [name]
        found += [FieldEquation(n, p, zero(Scalar)) for n, p in zip(names, parts, strict=True)]
    changes = tuple(p for t in wrench for p in _small(t, unknowns, rest))
    return Linearised(tuple(unknowns), FieldEquations(found), changes, rest)


def _small(t: Any, unknowns: Sequence[Any], rest: Mapping[Any, Any]) -> list[Any]:
    return [simplify(p) for p in scalars_of(small_change(t, unknowns, rest))]


@time_limited
def small_change(
    t: Any, fields: Sequence[Any], about: Mapping[Any, Any], *, time_limit: float | None = None
) -> Any:
    """The part of a term that is linear in small changes of fields: Σ ∂t/∂u · u at rest.
    After `time_limit` seconds it stops with a LimitError.

    >>> from rewrite import scalar, sin
    >>> y, s = scalar("y", along="s"), scalar("s")
    >>> small_change(sin(y) * diff(y, s)**2, [y], {y: 2*s})
    4*y*cos(2*s) + 4*y_ds*sin(2*s)
    """
    summands = [zero(like=t), zero(like=t)]
    for s, _ in jets(t, fields):
        summands.append(s * put(diff(t, s), about))
    return normal(add(*summands))


def _must_vanish(name: str, t: Any, about: Mapping[Any, Any]) -> None:
    """Refuse a state that is not an equilibrium."""
    for k, part in enumerate(scalars_of(t), 1):
        verdict = equal(normal(part), zero(Scalar))
        if not verdict.proved and not verdict.probable:
            where = ", ".join(f"{u} = {x}" for u, x in about.items())
            raise NoEquilibriumError(
                f"{where} is not an equilibrium: component {k} of the equation of {name} is "
                f"{simplify(part)}; give the load that holds it, or another state; {verdict}"
            )
