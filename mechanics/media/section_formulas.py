"""The formulas of a section of a rod, as functions on arrays of many sections.

`code` generates each of them from the rod's screws. The first axis of every array counts sections.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy

from rewrite import Matrix, Scalar, code, diff, dot, free_symbols, normal, pairs, subs, time, vector

from ..errors import ModelError
from .reference_lines import ARC
from .rods import Rod
from .scalar_terms import by_entries
from .screws import Ad, act, bracket, klein, orientation, position, screw

Array = Any


def _array_shape(t: Any) -> tuple[int, ...]:
    """The shape in which code returns a term."""
    if isinstance(t, Scalar):
        return ()
    return t.shape if isinstance(t, Matrix) else (t.sort.coordinates(t.shape),)


class Formulas:
    """The compiled formulas of one rod, with numbers for its parameters."""

    def __init__(self, rod: Rod, values: Mapping[Any, float]) -> None:
        self.rod, self.values = rod, dict(values)
        self.u: tuple[Any, ...] = rod.coordinates
        self.rates = tuple(diff(q, time) for q in self.u)
        self.slopes = tuple(diff(q, ARC) for q in self.u)
        self.turning = tuple(diff(q, ARC) for q in self.rates)

    def _compiled(self, terms: Sequence[Any], arguments: Sequence[Any]) -> Any:
        """A function of columns that returns an array for each term."""
        named = {f"out{k}": by_entries(t) for k, t in enumerate(terms)}
        symbols = frozenset().union(*map(free_symbols, named.values()))
        missing = symbols - set(arguments) - set(self.values)
        if missing:
            raise ModelError(f"no values are given for {', '.join(sorted(map(str, missing)))}")
        known = {s: x for s, x in self.values.items() if s in symbols}
        function = code(named, "numpy", values=known, arguments=arguments).function
        shapes = [_array_shape(t) for t in terms]

        def called(*columns: Array) -> list[Array]:
            found = function(*columns)
            found = found if len(terms) > 1 else (found,)
            count = len(columns[0])
            return [numpy.broadcast_to(x, (count, *s)) for x, s in zip(found, shapes, strict=True)]

        return called

    @staticmethod
    def _columns(*arrays: Array) -> list[Array]:
        return [a[:, k] for a in arrays for k in range(a.shape[1])]

    # -- strains and wrenches ---------------------------------------------------------------------

    @cached_property
    def _strain(self) -> Any:
        e = self.rod.strain_pair
        slopes = [diff(e, q) for q in (*self.u, *self.slopes)]
        arguments = [*self.u, *self.slopes, *self.rates, *self.turning, ARC]
        return self._compiled([e, diff(e, time), *slopes], arguments)

    def strain(
        self, u: Array, slope: Array, rate: Array, turning: Array, s: Array
    ) -> tuple[Array, Array, Array, Array]:
        """The strain, its rate, and its derivatives by the coordinates and by their slopes."""
        e, change, *partials = self._strain(*self._columns(u, slope, rate, turning), s)
        n = len(self.u)
        return e, change, numpy.stack(partials[:n], 1), numpy.stack(partials[n:], 1)

    @cached_property
    def _wrench(self) -> Any:
        names = [vector(f"strain_{k}") for k in ("g", "k", "dg", "dk")]
        found = self.rod.law.wrench(screw(*names[:2]), screw(*names[2:]))
        return self._compiled([pairs(found)], names)

    def wrench(self, e: Array, rate: Array) -> Array:
        """The internal wrench of strains and their rates."""
        return self._wrench(e[:, :3], e[:, 3:], rate[:, :3], rate[:, 3:])[0]

    # -- inertia ----------------------------------------------------------------------------------

    @cached_property
    def _partials(self) -> list[Any]:
        """∂v/∂u': the screws with which each coordinate moves a section."""
        return [diff(self.rod.velocity_pair, q) for q in self.rates]

    @cached_property
    def _inertia(self) -> Any:
        v, section = self.rod.velocity_pair, self.rod.section
        rho, H = section.density, section.operator
        still = {diff(q, time): normal(q - q) for q in self.rates}
        bias = act(H, subs(diff(v, time), still)) + bracket(v, act(H, v))
        moved = [rho * act(H, a) for a in self._partials]
        mass = [klein(a, b) for a in self._partials for b in moved]
        return self._compiled(
            [*map(pairs, mass), *(pairs(klein(a, rho * bias)) for a in self._partials)],
            [*self.u, *self.rates, ARC],
        )

    def inertia(self, u: Array, rate: Array, s: Array) -> tuple[Array, Array]:
        """The mass matrix of a section per unit of length, and the terms from its speed."""
        found = numpy.stack(self._inertia(*self._columns(u, rate), s), 1)
        n = len(self.u)
        return found[:, : n * n].reshape(-1, n, n), found[:, n * n :]

    @cached_property
    def _momentum(self) -> Any:
        rod = self.rod
        own = rod.section.density * act(rod.section.operator, rod.velocity_pair)
        return self._compiled([pairs(Ad(rod.displacement) @ own)], [*self.u, *self.rates, ARC])

    def momentum(self, u: Array, rate: Array, s: Array) -> Array:
        """The momentum of a section about the origin of its reference frame, in these axes."""
        return self._momentum(*self._columns(u, rate), s)[0]

    @cached_property
    def _moving(self) -> Any:
        return self._compiled(self._partials, [*self.u, ARC])

    def partials(self, u: Array, s: Array) -> Array:
        """The screws with which each coordinate moves a section."""
        return numpy.stack(self._moving(*self._columns(u), s), 1)

    @cached_property
    def _back(self) -> Any:
        return self._compiled([normal(orientation(pairs(self.rod.displacement)).T)], [*self.u])

    def back(self, u: Array) -> Array:
        """The rotation from the reference frame to that of a section, row by row."""
        return self._back(*self._columns(u))[0]

    @cached_property
    def _origin(self) -> Any:
        return self._compiled([normal(position(pairs(self.rod.displacement)))], [*self.u])

    def place(self, u: Array) -> Array:
        """The displaced position of a section, in the reference frame."""
        return self._origin(*self._columns(u))[0]

    # -- weight -----------------------------------------------------------------------------------

    @cached_property
    def _place(self) -> Any:
        """The mass centre, in the reference frame."""
        moved = pairs(self.rod.displacement)
        return normal(position(moved) + orientation(moved) @ self.rod.section.offset)

    @cached_property
    def _weight(self) -> Any:
        fall = vector("falls")
        rho = self.rod.section.density
        work = [normal(rho * dot(fall, diff(self._place, q))) for q in self.u]
        return self._compiled([*work, rho * dot(fall, self._place)], [*self.u, fall, ARC])

    def weight(self, u: Array, fall: Array, s: Array) -> tuple[Array, Array]:
        """The force of gravity along each coordinate, and its work, per unit of length."""
        *work, done = self._weight(*self._columns(u), fall, s)
        return numpy.stack(work, 1), done
