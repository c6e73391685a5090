"""Linear equations of rods in numbers: modes of vibration and static solutions, by collocation.

Each unknown is a polynomial through its values at the Chebyshev points of the rod. The equations
hold at the inner points, the end conditions at the first and the last one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy

from rewrite import Term, code, diff, free_symbols, time, time_limited

from ..errors import ModelError
from ..linear_algebra import timely
from .jets import jets, orders_of
from .linearised import Linearised
from .reference_lines import ARC
from .scalar_terms import entry_values

Array = Any
Condition = str | Sequence[Any]
"""The condition at an end: "clamped", "free", "pinned", or linear terms that vanish there."""


@dataclass(frozen=True)
class Mode:
    """A mode of vibration: its angular frequency, and the values of each unknown at the points."""

    frequency: float
    shapes: Mapping[Any, Array]


class Collocation:
    """The linear equations of a rod of some length, with numbers for its parameters.

    `start` and `end` are "clamped" (no change of any coordinate), "free" (no change of the wrench),
    "pinned" (no translation, no moment), or the linear terms that vanish there. None in place of a
    term sets no condition, for an equation whose highest coefficient vanishes at that end. With
    "closed" for both, the rod is a ring: unknowns and wrench are the same at both ends.
    """

    def __init__(
        self,
        small: Linearised,
        length: float,
        values: Mapping[Any, float],
        *,
        start: Condition = "clamped",
        end: Condition = "free",
        points: int = 24,
    ) -> None:
        self.small, self.length, self.values = small, float(length), entry_values(values)
        self.unknowns = small.unknowns
        self.equations = [e.left for e in small.equations if e.left != 0]
        if len(self.equations) != len(self.unknowns):
            raise ModelError(
                f"there are {len(self.equations)} equations for the unknowns {self.unknowns}"
            )
        self.points, self.derivatives = _chebyshev(points, self.length)
        self.closed = start == end == "closed"
        given = ("clamped", "clamped") if self.closed else (start, end)
        where = zip(given, ("start", "end"), strict=True)
        self.ends = [self._conditions(condition, name) for condition, name in where]

    # -- end conditions ---------------------------------------------------------------------------

    def _conditions(self, given: Condition, where: str) -> list[Any]:
        if isinstance(given, str):
            given = self._named(given)
        if len(given) != len(self.unknowns):
            raise ModelError(
                f"{where}: {len(self.unknowns)} conditions are needed, {len(given)} are given"
            )
        return list(given)

    def _named(self, name: str) -> list[Any]:
        small = self.small
        moments = [t for t in small.wrench[:3] if t != 0]
        forces = [t for t in small.wrench[3:] if t != 0]
        translated = [u for u in self.unknowns if u.name in ("x", "y", "z")]
        known = {"clamped": list(self.unknowns), "free": moments + forces}
        known["pinned"] = translated + moments
        if name not in known:
            raise ModelError(f"an end is {', '.join(known)}, or a list of terms, not {name!r}")
        return known[name]

    # -- matrices ---------------------------------------------------------------------------------

    def _row(self, t: Any) -> dict[int, Array]:
        """A linear term as matrices on the values of all unknowns, by the order in time."""
        n, m = len(self.points), len(self.unknowns)
        found: dict[int, Array] = {}
        for s, field in jets(t, self.unknowns):
            orders = orders_of(s)
            block = self._coefficient(diff(t, s))[:, None] * self.derivatives[orders.get(ARC, 0)]
            whole = found.setdefault(orders.get(time, 0), numpy.zeros((n, m * n)))
            at = self.unknowns.index(field)
            whole[:, at * n : (at + 1) * n] += block
        return found

    def _coefficient(self, t: Any) -> Array:
        """The values of a coefficient at the points."""
        missing = free_symbols(t) - set(self.values) - {ARC}
        if missing:
            raise ModelError(f"no values are given for {', '.join(sorted(map(str, missing)))}")
        function = code(t, "numpy", values=self._exact(t), arguments=[ARC]).function
        return numpy.broadcast_to(function(self.points), self.points.shape)

    def _exact(self, t: Term) -> dict[Any, float]:
        return {s: x for s, x in self.values.items() if s in free_symbols(t)}

    @cached_property
    def matrices(self) -> tuple[Array, Array, Array]:
        """Stiffness, damping and mass: K u + C u' + M u'' = 0 at the inner points."""
        n, m = len(self.points), len(self.unknowns)
        found = [numpy.zeros((m * n, m * n)) for _ in range(3)]
        for k, t in enumerate(self.equations):
            for order, rows in self._row(t).items():
                found[order][k * n : (k + 1) * n] += rows
        return found[0], found[1], found[2]

    @cached_property
    def boundary(self) -> Array:
        """The conditions at both ends, as rows."""
        if self.closed:
            joined = [self._at_ends(t) for t in (*self.unknowns, *self._named("free"))]
            return numpy.array([first - last for first, last in joined])
        rows = []
        for conditions, at in zip(self.ends, (0, 1), strict=True):
            rows += [self._at_ends(t)[at] for t in conditions if t is not None]
        return numpy.array(rows).reshape(-1, len(self.points) * len(self.unknowns))

    def _at_ends(self, t: Any) -> tuple[Array, Array]:
        """A linear condition at the first and at the last point."""
        row = self._row(t)
        if set(row) - {0}:
            raise ModelError(f"the end condition {t} contains derivatives by time")
        return row[0][0], row[0][-1]

    @cached_property
    def _places(self) -> tuple[Array, Array]:
        """Which values belong to the inner points, and which to the ends."""
        n, m = len(self.points), len(self.unknowns)
        outer = [
            k * n + i
            for k in range(m)
            for i, conditions in zip((0, n - 1), self.ends, strict=True)
            if conditions[k] is not None
        ]
        inner = [i for i in range(m * n) if i not in set(outer)]
        return numpy.array(inner), numpy.array(outer)

    def _from_inside(self) -> Array:
        """The matrix that gives the values at the ends from the inner ones."""
        inner, outer = self._places
        return -timely(numpy.linalg.solve, self.boundary[:, outer], self.boundary[:, inner])

    # -- solutions --------------------------------------------------------------------------------

    @time_limited
    def modes(
        self, count: int = 6, least: float = 1e-3, *, time_limit: float | None = None
    ) -> list[Mode]:
        """The modes of lowest frequency, without rigid motions, whose frequency is zero.

        Frequencies below `least` times the (count + 6)-th lowest one count as zero.
        After `time_limit` seconds it stops with a LimitError.
        """
        from scipy.linalg import eig

        K, C, M = self.matrices
        if numpy.any(C):
            raise ModelError("the equations are damped: take the modes of the undamped law")
        inner, _ = self._places
        ends = self._from_inside()
        reduced = [A[numpy.ix_(inner, inner)] + A[inner][:, self._places[1]] @ ends for A in (K, M)]
        squares, shapes = timely(eig, *reduced)
        good = numpy.isfinite(squares) & (abs(squares.imag) < 1e-3 * (1 + abs(squares.real)))
        order = [k for k in numpy.argsort(squares.real) if good[k] and squares[k].real > 0]
        found = [(float(numpy.sqrt(squares[k].real)), shapes[:, k].real) for k in order]
        found = self._moving(found, count, least)
        return [Mode(w, self._named_values(x, ends)) for w, x in found]

    @staticmethod
    def _moving(found: list[Any], count: int, least: float) -> list[Any]:
        top = found[min(len(found), count + 6) - 1][0] if found else 0.0
        return [pair for pair in found if pair[0] > least * top][:count]

    def _named_values(self, inside: Array, ends: Array) -> dict[Any, Array]:
        n = len(self.points)
        whole = numpy.zeros(n * len(self.unknowns))
        inner, outer = self._places
        whole[inner], whole[outer] = inside, ends @ inside
        return {u: whole[k * n : (k + 1) * n] for k, u in enumerate(self.unknowns)}

    @time_limited
    def frequencies(self, count: int = 6, *, time_limit: float | None = None) -> list[float]:
        """The lowest angular frequencies, without those of rigid motions.
        After `time_limit` seconds it stops with a LimitError.
        """
        return [mode.frequency for mode in self.modes(count)]

    @time_limited
    def static(
        self,
        start: Sequence[float] | None = None,
        end: Sequence[float] | None = None,
        *,
        time_limit: float | None = None,
    ) -> dict[Any, Array]:
        """The static solution for given values of the end conditions, at the points.
        After `time_limit` seconds it stops with a LimitError.
        """
        m, (inner, _) = len(self.unknowns), self._places
        if self.closed or any(t is None for conditions in self.ends for t in conditions):
            raise ModelError("a static solution needs a condition for every unknown at both ends")
        ends = [list(x) if x is not None else [0.0] * m for x in (start, end)]
        if any(len(x) != m for x in ends):
            raise ModelError(f"{m} values are needed at each end")
        rows = numpy.vstack([self.matrices[0][inner], self.boundary])
        right = numpy.concatenate([numpy.zeros(len(inner)), *ends])
        largest = abs(rows).max(axis=1)  # stiffnesses may differ by many orders of magnitude
        columns = abs(rows / largest[:, None]).max(axis=0)
        scaled = rows / largest[:, None] / columns
        whole = timely(numpy.linalg.solve, scaled, right / largest) / columns
        n = len(self.points)
        return {u: whole[k * n : (k + 1) * n] for k, u in enumerate(self.unknowns)}


def _chebyshev(count: int, length: float) -> tuple[Array, list[Array]]:
    """The Chebyshev points of [0, length], in order, and the matrices of derivatives 0 to 4."""
    if count < 4:
        raise ModelError(f"collocation needs four points or more, not {count}")
    k = numpy.arange(count)
    x = -numpy.cos(numpy.pi * k / (count - 1))
    weight = numpy.where((k == 0) | (k == count - 1), 2.0, 1.0) * (-1.0) ** k
    apart = x[:, None] - x[None, :] + numpy.eye(count)
    first = numpy.outer(weight, 1 / weight) / apart
    first -= numpy.diag(first.sum(axis=1))
    first *= 2 / length
    powers = [numpy.eye(count)]
    for _ in range(4):
        powers.append(first @ powers[-1])
    return (x + 1) * length / 2, powers
