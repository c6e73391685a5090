"""Field equations as objects: two sides each, as elements of an algebra, vectors or scalars."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rewrite import (
    Linear,
    Operator,
    Vector,
    Verdict,
    equal,
    multilinear,
    normal,
    operator,
    simplify,
    time_limited,
    x_of,
    y_of,
    z_of,
)

from ..errors import ModelError
from ..results.two_sides import TwoSides
from .scalar_terms import in_scalars


class Algebra(Linear):
    """An element of a Lie algebra, known by its name."""

    __slots__ = ()


class Dual(Linear):
    """A momentum: an element of the dual of a Lie algebra, known by its name."""

    __slots__ = ()


coadjoint: Operator[[Algebra, Dual], Dual] = operator(
    "coadjoint",
    Algebra,
    Dual,
    result=Dual,
    doc="The dual of the bracket: the value of coadjoint(x, m) on y is that of m on [x, y].",
    laws=multilinear(),
    unicode="ad*({0}, {1})",
    latex=r"\operatorname{{ad}}^*_{{{0}}} {1}",
)


@dataclass(frozen=True)
class FieldEquation(TwoSides):
    """left = right.

    >>> from rewrite import cross, vectors
    >>> a, b, c = vectors("a b c")
    >>> e = FieldEquation("balance", cross(a, b + c), cross(a, c))
    >>> print(e, e.says(cross(a, b), 0).proved)
    cross(a, b + c) = cross(a, c) True
    """

    name: str
    left: Any
    right: Any

    @time_limited
    def simplified(self, *, time_limit: float | None = None) -> FieldEquation:
        """The same equation with each side in its smallest form, as far as `time_limit` allows."""
        return replace(self, left=simplify(self.left), right=simplify(self.right))

    @time_limited
    def scalars(self, *, time_limit: float | None = None) -> list[FieldEquation]:
        """The equation of each coordinate.
        After `time_limit` seconds it stops with a LimitError.
        """
        if not isinstance(self.left, Vector):
            return [replace(self, left=in_scalars(self.left), right=in_scalars(self.right))]
        left, right = in_scalars(self.left), in_scalars(self.right)
        return [
            FieldEquation(f"{self.name}, {axis}", normal(of(left)), normal(of(right)))
            for axis, of in zip("xyz", (x_of, y_of, z_of), strict=True)
        ]

    def says(self, left: Any, right: Any, **more: Any) -> Verdict:
        """The verdict of `equal` on whether this is the equation left = right."""
        return equal(self.residual, left - right, **more)


class FieldEquations(Sequence[FieldEquation]):
    """Equations that belong together."""

    def __init__(self, equations: Sequence[FieldEquation]) -> None:
        self._equations = tuple(equations)

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, str):
            return self._named(i)
        return self._equations[i]

    def _named(self, name: str) -> FieldEquation:
        found = [e for e in self if e.name == name]
        if len(found) != 1:
            known = ", ".join(e.name for e in self)
            raise ModelError(f"there is no equation {name!r}; there are {known}")
        return found[0]

    def __len__(self) -> int:
        return len(self._equations)

    @time_limited
    def simplified(self, *, time_limit: float | None = None) -> FieldEquations:
        """All of them in their smallest form, as far as `time_limit` allows."""
        return self._mapped(FieldEquation.simplified)

    @time_limited
    def scalars(self, *, time_limit: float | None = None) -> FieldEquations:
        """The equations of all coordinates.
        After `time_limit` seconds it stops with a LimitError.
        """
        return FieldEquations([x for e in self for x in e.scalars()])

    def _mapped(self, change: Callable[[FieldEquation], FieldEquation]) -> FieldEquations:
        return FieldEquations([change(e) for e in self])

    def unicode(self) -> str:
        """The equations in the notation of a textbook, one per line."""
        return "\n".join(f"{e.name}:  {e.unicode()}" for e in self)

    def latex(self) -> str:
        """The equations for typesetting, one per line."""
        return " \\\\\n".join(e.latex() for e in self)

    def __str__(self) -> str:
        return "\n".join(f"{e.name}:  {e}" for e in self)
