"""Motions in a group: the fields of a configuration, and its velocities by each coordinate.

A motion is a field g(t, s, …) with values in a group. Its velocity by a coordinate x is the element
g⁻¹ ∂g/∂x of the algebra. The velocities are separate symbols, in which a Lagrangian is written;
`derivative` expresses the derivatives of the configuration by them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rewrite import (
    Scalar,
    Term,
    angular_velocity,
    diff,
    free_symbols,
    normal,
    subs,
    symbol,
    time,
)

from ..errors import ModelError
from .groups import Element, LieGroup, Place, Places

STEP: Scalar = symbol("small_step", Scalar)
"""The parameter of a variation."""


@dataclass(frozen=True)
class Motion:
    """The symbols of a field with values in a group.

    >>> from mechanics.media.groups import SE3
    >>> s = symbol("s", Scalar)
    >>> beam = Motion(SE3(), (time, s))
    >>> beam.velocity(time), beam.velocity(s), beam.configuration
    ((Omega, V), (K, Gamma), (R, r))
    >>> beam.kinematics(s)
    ((R_k, K), (r_ds, R @ Gamma))
    """

    group: LieGroup
    coordinates: tuple[Scalar, ...]
    spatial: bool = False
    """Whether the velocities are the spatial ones, ∂g/∂x g⁻¹."""

    def __post_init__(self) -> None:
        if not self.coordinates:
            raise ModelError("a motion depends on time or on material coordinates")
        for x in self.coordinates:
            if not isinstance(x, Scalar) or not x.is_symbol:
                raise ModelError(f"a coordinate is time or a scalar symbol, not {x!r}")
        if len(set(self.coordinates)) < len(self.coordinates):
            raise ModelError("a coordinate of a motion is listed twice")

    @property
    def material(self) -> tuple[Scalar, ...]:
        """The coordinates other than time."""
        return tuple(x for x in self.coordinates if x is not time)

    @property
    def _moves(self) -> dict[str, Any]:
        return {"time": time in self.coordinates, "along": [x.name for x in self.material]}

    @cached_property
    def configuration(self) -> Places:
        """The symbols of the configuration."""
        return tuple(place.symbol(**self._moves) for place in self.group.places)

    def velocity(self, x: Scalar) -> Element:
        """The velocity by a coordinate, slot by slot."""
        if x not in self.coordinates:
            raise ModelError(
                f"{x} is not a coordinate of this motion; there are {self.coordinates}"
            )
        return tuple(self._slot(k, x) for k in range(len(self.group.slots)))

    def _slot(self, k: int, x: Scalar) -> Any:
        slot = self.group.slots[k]
        if slot.of:
            places = dict(zip((p.name for p in self.group.places), self.configuration, strict=True))
            return diff(places[slot.of], x)
        plain = slot.by_time if x is time else slot.along
        plain = f"{plain}_space" if self.spatial else plain
        many = x is not time and len(self.material) > 1
        return self.field(f"{plain}_{x.name}" if many else plain, slot.sort)

    def field(self, name: str, sort: type[Term]) -> Any:
        """A symbol that depends on all coordinates."""
        moves = self._moves
        return symbol(name, sort, None, moves["along"], time=moves["time"])

    def body_velocity(self, x: Scalar) -> Element:
        """g⁻¹ ∂g/∂x in terms of the velocities of this motion."""
        velocity = self.velocity(x)
        return self.seen_from_body(velocity) if self.spatial else velocity

    def seen_from_body(self, v: Element) -> Element:
        """Ad(g⁻¹) v."""
        if self.group.back is None:
            raise ModelError(
                f"{self.group} has no adjoint action: give `adjoint` and `back` for a spatial form"
            )
        return tuple(normal(t) for t in self.group.back(self.configuration, v))

    # -- derivatives ------------------------------------------------------------------------------

    def kinematics(self, x: Scalar) -> tuple[tuple[Any, Any], ...]:
        """The derivatives of the configuration by x, in velocities."""
        return self._changes(self.configuration, x, self.body_velocity(x))

    def _changes(self, places: Places, x: Scalar, step: Element) -> tuple[tuple[Any, Any], ...]:
        """For each place the symbol in its derivative by x, and the value that a step gives it."""
        group = self.group
        found: list[tuple[Any, Any]] = []
        for k, place in enumerate(places):
            if k in group.turns:
                found.append((angular_velocity(place, x=x), step[group.turns[k]]))
            elif k in group.steps:
                (change,) = group.steps[k](places, step)
                if diff(place, x) is not normal(change):
                    found.append((diff(place, x), change))
        return tuple(found)

    def derivative(self, t: Any, x: Scalar) -> Any:
        """The derivative of a term by a coordinate, in velocities."""
        return normal(subs(diff(t, x), dict(self.kinematics(x))))

    def along_step(self, t: Any, step: Element) -> Any:
        """The derivative of a term along g -> g exp(ε ξ), with the velocities held fixed."""
        moved = [_moving(place) for place in self.group.places]
        there = dict(zip(self.configuration, moved, strict=True))
        changed: Any = diff(subs(t, there), STEP)
        step = tuple(subs(x, there) for x in step)
        changed = subs(changed, dict(self._changes(tuple(moved), STEP, step)))
        return normal(subs(changed, {new: old for old, new in there.items()}))

    def must_be_in_velocities(self, t: Any) -> None:
        """Refuse a term with derivatives of the configuration that are not velocities."""
        velocities = {v for x in self.coordinates for v in self.velocity(x)}
        places, names = set(self.configuration), {p.name for p in self.group.places}
        derived = {s for p in places for x in self.coordinates for s in free_symbols(diff(p, x))}
        for s in free_symbols(t) - velocities:
            if s in derived - places or s.value.base in names:
                raise ModelError(
                    f"the Lagrangian contains {s}, a derivative of the configuration; write it "
                    f"with the velocities {', '.join(map(str, sorted(velocities, key=str)))}"
                )


def _moving(place: Place) -> Any:
    """A place as a function of only the parameter of a variation."""
    return place.symbol(False, (STEP.name,))


def motion(group: LieGroup, coordinates: Sequence[Scalar] | Scalar = (time,)) -> Motion:
    """The motion of a group over time and material coordinates."""
    given = (coordinates,) if isinstance(coordinates, Term) else tuple(coordinates)
    if not isinstance(group, LieGroup):
        raise ModelError(f"a motion needs a LieGroup, not {group!r}")
    return Motion(group, given)
