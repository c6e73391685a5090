"""Equations as objects: two sides, unknowns and a level of detail.

Levels, from coarse to fine:

- "theorem": in names only, `F1 + F4 = mu1*acc(G1) + mu4*acc(G4)`;
- "vector": vectors and matrices, without any parameter, `… cross(w', G1G4) …`;
- "parameters": the same with every vector made of the coordinates, still a term;
- "scalar": one scalar equation for each coordinate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from rewrite import (
    Term,
    Vector,
    aligned,
    column,
    displayed,
    in_scalars,
    latex,
    linear_in,
    normal,
    subs,
    time_limited,
    x_of,
    y_of,
    z_of,
)

from ..errors import ModelError
from ..numerics import RightHandSide
from ..numerics.pieces_of import linear_pieces
from ..results.blocks_as_scalars import axes, entry
from ..results.simplifier import Simplifier
from ..results.two_sides import TwoSides
from ..system import System

Level = Literal["theorem", "vector", "parameters", "scalar"]
LEVELS: tuple[Level, ...] = ("theorem", "vector", "parameters", "scalar")


@dataclass(frozen=True)
class Equation(TwoSides):
    """left = right at a level of detail, with the meanings of names at finer levels.

    >>> from mechanics.formalisms import newton_euler
    >>> from mechanics.models import satellite
    >>> whole = newton_euler(satellite())[0]
    >>> print(whole)
    mu1*acc(G1) + mu4*acc(G4) = F1 + F4
    """

    name: str
    left: Any
    right: Any
    unknowns: tuple[Any, ...]
    level: Level = "theorem"
    finer: Mapping[Level, Mapping[Term, Term]] = field(default_factory=dict)
    """The meanings of names at the next finer level."""

    @time_limited
    def at(self, level: Level, *, time_limit: float | None = None) -> Equation:
        """The same equation at a finer level of detail."""
        if level not in LEVELS or LEVELS.index(level) < LEVELS.index(self.level):
            raise ModelError(f"{self.name} is at level {self.level!r} and has no level {level!r}")
        found = self
        for step in LEVELS[LEVELS.index(self.level) + 1 : LEVELS.index(level) + 1]:
            found = found._down_to(step)
        return found

    def _down_to(self, level: Level) -> Equation:
        meaning = self.finer.get(level, {})
        left, right = (normal(subs(side, meaning)) for side in (self.left, self.right))
        if level == "scalar":
            left, right = _opened(left), _opened(right)
        return replace(self, left=left, right=right, level=level)

    def simplified(
        self, within: Simplifier | None = None, *, time_limit: float | None = None
    ) -> Equation:
        """The equation with both sides in their smallest form, as far as `time_limit` allows."""
        small = Simplifier(time_limit) if within is None else within
        return replace(self, left=small(self.left), right=small(self.right))

    @time_limited
    def scalars(self, *, time_limit: float | None = None) -> list[Equation]:
        """The equation of each coordinate.
        After `time_limit` seconds it stops with a LimitError.
        """
        fine = self.at("scalar")
        if not isinstance(fine.left, Vector):
            return [fine]
        return [
            replace(
                fine,
                name=f"{self.name}, {axis}",
                left=normal(of(fine.left)),
                right=normal(of(fine.right)),
            )
            for axis, of in zip("xyz", (x_of, y_of, z_of), strict=True)
        ]

    def _repr_latex_(self) -> str | None:
        return displayed(self.latex())


def _opened(t: Any) -> Any:
    """A scalar written with scalars only, or a vector as a column of such scalars."""
    found = in_scalars(t)
    return column(*found) if isinstance(t, Vector) else found[0]


class Equations(Sequence[Equation]):
    """The equations that a formalism gives for a system."""

    def __init__(self, formalism: str, system: System, equations: Sequence[Equation]) -> None:
        self.formalism, self.system = formalism, system
        self._equations = tuple(equations)

    def __getitem__(self, i: Any) -> Any:
        return self._equations[i]

    def __len__(self) -> int:
        return len(self._equations)

    @time_limited
    def at(self, level: Level, *, time_limit: float | None = None) -> Equations:
        """All of them at a finer level of detail: "scalar" gives one for each coordinate."""
        if level == "scalar":
            fine = [s for e in self for s in e.scalars()]
            return Equations(self.formalism, self.system, fine)
        return self._mapped(lambda e: e.at(level))

    def simplified(self, *, time_limit: float | None = None) -> Equations:
        """All of them in their smallest form, as far as `time_limit` allows."""
        small = Simplifier(time_limit)
        return self._mapped(lambda e: e.simplified(small))

    def _mapped(self, change: Callable[[Equation], Equation]) -> Equations:
        return Equations(self.formalism, self.system, [change(e) for e in self])

    def linear(self) -> Iterator[tuple[tuple[Any, ...], Any]]:
        """For each equation, the coefficients of its unknowns and the remaining right side."""
        for e in self.at("parameters"):
            coefficients, rest = linear_in(e.residual, e.unknowns)
            yield coefficients, normal(-rest)

    @time_limited
    def rhs(
        self,
        language: str = "numpy",
        *,
        inputs: Mapping[Any, Any] | None = None,
        functions: Mapping[str, Any] | None = None,
        time_limit: float | None = None,
    ) -> RightHandSide:
        """y' = f(t, y, p) as a function of arrays, like `kane(system).rhs`: accelerations and
        reactions are solved for together.

        >>> from mechanics import lagrange
        >>> from mechanics.models import plane_pendulum
        >>> f = lagrange(plane_pendulum(1)).rhs("python")
        >>> f.state, f(0.0, [0.0, 2.0], {"g": 9.81, "l1": 1, "m1": 3})[:1]
        (['q1', "q1'"], array([2.]))
        """
        rows = list(self._scalar_rows())
        unknowns = self[0].unknowns
        pieces = linear_pieces(self.system, self.formalism, unknowns, rows)
        found = RightHandSide(pieces.with_inputs(inputs or {}), language, None, functions)
        return found if time_limit is None else found.made()

    def _scalar_rows(self) -> Iterator[tuple[list[Any], Any]]:
        """Each scalar equation: the coefficients of the scalar unknowns, and the right side."""
        for e, (blocks, right) in zip(self, self.linear(), strict=True):
            for a in axes(right):
                columns = zip(e.unknowns, blocks, strict=True)
                row = [entry(block, a, b) for u, block in columns for b in axes(u)]
                yield row, entry(right, a, None)

    def __str__(self) -> str:
        return "\n".join(f"{e.name}:  {e}" for e in self)

    def unicode(self) -> str:
        """The equations in the notation of a textbook."""
        return "\n".join(f"{e.name}:  {e.unicode()}" for e in self)

    def latex(self) -> str:
        """For typesetting."""
        return aligned((latex(e.left), latex(e.right)) for e in self)

    def _repr_latex_(self) -> str | None:
        return displayed(self.latex())
