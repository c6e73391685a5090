"""A matrix of scalar terms of any size, to be printed, indexed and exported."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import sympy

from rewrite import latex, time_limited, to_sympy

from ..results.simplifier import Simplifier


class TermMatrix:
    """Rows of scalar terms.

    >>> from rewrite import scalars
    >>> a, b = scalars("a b")
    >>> A = TermMatrix([[a, a*b], [b, a]])
    >>> A.shape, A[0, 1]
    ((2, 2), a*b)
    >>> print(A)
    [[a, a*b],
     [b, a]]
    """

    def __init__(self, rows: Sequence[Sequence[Any]], columns: int | None = None) -> None:
        self.rows = tuple(tuple(row) for row in rows)
        self.shape = len(self.rows), len(self.rows[0]) if self.rows else columns or 0

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, tuple):
            i, k = place
            return self.rows[i][k]
        return self.rows[place]

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def simplified(self, *, time_limit: float | None = None) -> TermMatrix:
        """Every entry in its smallest form, as far as `time_limit` allows."""
        small = Simplifier(time_limit)
        return TermMatrix([[small(t) for t in row] for row in self.rows], self.shape[1])

    @time_limited
    def sympy(self, *, time_limit: float | None = None) -> Any:
        """This matrix as one of sympy.
        After `time_limit` seconds it stops with a LimitError.
        """
        flat = [to_sympy(t) for row in self.rows for t in row]
        return sympy.Matrix(*self.shape, flat)

    def latex(self) -> str:
        """For typesetting."""
        lines = [" & ".join(latex(t) for t in row) for row in self.rows]
        return "\\begin{bmatrix}" + r" \\ ".join(lines) + "\\end{bmatrix}"

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def __str__(self) -> str:
        lines = [f"[{', '.join(map(str, row))}]" for row in self.rows]
        return "[" + ",\n ".join(lines) + "]"

    __repr__ = __str__
