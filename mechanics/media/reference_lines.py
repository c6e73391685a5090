"""Reference lines of rods: the frames of the sections before they are displaced.

The frame at s has its first axis along the line. As s grows it moves with the screw w, in its own
axes: w = i for a straight line, w = i + τ ξ + κ ζ for a Frenet frame of curvature κ and torsion τ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import cos, sin, sqrt
from typing import Any

from rewrite import Scalar, Term, column, evaluate, free_symbols, normal, number, scalar, zero

from ..errors import ModelError
from .screws import AXES, Screw, screw

Number = int | Fraction | str | Scalar
Rows = tuple[tuple[float, float, float], ...]

ARC: Scalar = scalar("s")
"""The length along a reference line."""


@dataclass(frozen=True)
class Line:
    """A reference line by curvature and torsion, which may depend on the length s along it."""

    name: str
    curvature: Any
    torsion: Any

    @property
    def screw(self) -> Screw:
        """The screw w with which the frame moves along the line."""
        turn: Any = normal(column(self.torsion, zero(Scalar), self.curvature))
        return screw(AXES[0], turn)

    def place(self, s: float, values: Mapping[Any, float]) -> tuple[tuple[float, ...], Rows]:
        """Where the frame at s is, and the rows of its rotation, for values of the parameters.

        The line begins at the origin, its tangent along x and its normal along y. Curvature and
        torsion must be constant: otherwise their equations have no closed solution.

        >>> place, rows = ring(2).place(3.141592653589793, {})
        >>> [round(c, 6) for c in place], [round(row[0], 6) for row in rows]
        ([2.0, 2.0, 0.0], [0.0, 1.0, 0.0])
        """
        for t in (self.curvature, self.torsion):
            if ARC in free_symbols(t):
                raise ModelError(f"{self.name}: its frames are known only where {t} is constant")
        kappa, tau = (float(evaluate(t, values, "float")) for t in (self.curvature, self.torsion))
        return _displaced(kappa, tau, s)


def _displaced(kappa: float, tau: float, s: float) -> tuple[tuple[float, ...], Rows]:
    """exp(s w): a turn by |a| s about a = (τ, 0, κ), and a translation."""
    size = sqrt(kappa * kappa + tau * tau)
    if size == 0:
        return (s, 0.0, 0.0), ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    a, angle = (tau / size, 0.0, kappa / size), size * s
    c, d = cos(angle), sin(angle)
    skew = ((0.0, -a[2], a[1]), (a[2], 0.0, -a[0]), (-a[1], a[0], 0.0))
    rows = tuple(
        tuple(c * (i == j) + d * skew[i][j] + (1 - c) * a[i] * a[j] for j in range(3))
        for i in range(3)
    )
    along = (angle - d) * a[0]
    place = ((d + along * a[0]) / size, (1 - c) * a[2] / size, along * a[2] / size)
    return place, rows  # type: ignore[return-value]


def _term(value: Number, what: str) -> Any:
    if isinstance(value, Term) and not isinstance(value, Scalar):
        raise ModelError(f"{what} is a scalar, not {value}")
    return value if isinstance(value, Scalar) else number(value)


def straight() -> Line:
    """The straight line."""
    return Line("straight line", zero(Scalar), zero(Scalar))


def plane_curve(curvature: Number) -> Line:
    """A curve in the plane of the first two axes.

    >>> from rewrite import function
    >>> plane_curve(function("kappa")(ARC)).screw
    screw(column(1, 0, 0), column(0, 0, kappa(s)))
    """
    return Line("plane curve", _term(curvature, "a curvature"), zero(Scalar))


def frenet(curvature: Number, torsion: Number) -> Line:
    """A curve in space with its Frenet frame: tangent, normal, binormal."""
    return Line("Frenet curve", _term(curvature, "a curvature"), _term(torsion, "a torsion"))


def ring(radius: Number) -> Line:
    """A circle.

    >>> ring(2).screw
    screw(column(1, 0, 0), column(0, 0, 1/2))
    """
    return Line("ring", normal(1 / _term(radius, "a radius")), zero(Scalar))


def helix(radius: Number, rise: Number) -> Line:
    """A helix that rises by `rise` for each radian.

    >>> helix(3, 4).screw
    screw(column(1, 0, 0), column(4/25, 0, 3/25))
    """
    r, c = _term(radius, "a radius"), _term(rise, "a rise")
    return Line("helix", normal(r / (r**2 + c**2)), normal(c / (r**2 + c**2)))
