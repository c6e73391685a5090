"""Rods on curved reference lines: the ring, and the helical spring."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy

from rewrite import scalar, time_limited

from ..collocation import Collocation
from ..linearised import Linearised, linearised
from ..reference_lines import helix, ring
from ..rods import Rod, rod


def elastic_ring(radius: Any = None) -> Rod:
    """A rod on a circle, free to move in its plane; the radius is a symbol `a` if not given.

    >>> elastic_ring().line.screw
    screw(column(1, 0, 0), column(0, 0, 1/a))
    """
    a = scalar("a", constant=True) if radius is None else radius
    return rod(ring(a), free=("x", "y", "psi3"))


@time_limited
def small_ring(radius: Any = None, *, time_limit: float | None = None) -> Linearised:
    """The small motions of the ring in its plane: x along it, y towards its centre.
    After `time_limit` seconds it stops with a LimitError.

    >>> print(small_ring().equations["moment 3"])
    J33*psi3''*rho - EI3*psi3_ds2 + GA2*(psi3 - y_ds - x/a) = 0
    """
    return linearised(elastic_ring(radius))


@time_limited
def ring_frequencies(
    radius: Any, values: Mapping[Any, Any], count: int = 3, *, time_limit: float | None = None
) -> list[float]:
    """The lowest angular frequencies of a closed ring in its plane; each belongs to two modes.
    After `time_limit` seconds it stops with a LimitError.
    """
    length = 2 * numpy.pi * float(Fraction(radius))
    closed = Collocation(
        small_ring(radius), length, values, start="closed", end="closed", points=40
    )
    return closed.frequencies(2 * count)[::2]


def helix_spring(radius: Any, rise: Any) -> Rod:
    """A rod on a helix that rises by `rise` for each radian."""
    return rod(helix(radius, rise))


@time_limited
def spring_stiffness(
    radius: Any,
    rise: Any,
    turns: float,
    values: Mapping[Any, Any],
    points: int = 60,
    *,
    time_limit: float | None = None,
) -> float:
    """The force along the axis per unit of length by which the spring is stretched.

    The start is clamped; the force acts on the axis, through a rigid arm.
    After `time_limit` seconds it stops with a LimitError.
    """
    r, c = (float(Fraction(x)) for x in (radius, rise))
    small = linearised(helix_spring(radius, rise))
    length = 2 * numpy.pi * turns * float(numpy.hypot(r, c))
    answer = Collocation(small, length, values, end=list(small.wrench), points=points)
    place, rows = (numpy.array(x) for x in helix(radius, rise).place(length, {}))
    axis = numpy.array([c, 0.0, r]) / numpy.hypot(r, c)
    arm = rows.T @ (numpy.array([0.0, r, 0.0]) - place)
    force = rows.T @ axis
    found = answer.static(end=[*numpy.cross(arm, force), *force])
    ends = numpy.array([found[u][-1] for u in small.unknowns])
    return 1 / float(force @ (ends[:3] + numpy.cross(ends[3:], arm)))
