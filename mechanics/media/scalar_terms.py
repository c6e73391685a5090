"""Vector terms as scalar terms: columns, turns about axes, and entries of matrices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rewrite import (
    Matrix,
    RuleSet,
    Vector,
    coordinates,
    expand,
    free_symbols,
    normal,
    outer,
    scalar,
    subs,
    x_of,
    y_of,
    z_of,
    zero,
)
from rules import COORDINATES, PAIRS, RODRIGUES, TURNS_AS_SUMS

from .screws import AXES

OPENED = RuleSet(RODRIGUES, TURNS_AS_SUMS, COORDINATES, PAIRS)
"""Rules that write a term in sines, cosines and coordinates."""


def scalars_of(t: Any) -> list[Any]:
    """The coordinates of a vector as scalar terms, multiplied out; for a scalar, the scalar itself.

    >>> from rewrite import column, matrix, rot, scalars
    >>> a, x, y = scalars("a x y")
    >>> scalars_of(rot(AXES[2], a).T @ column(x, y, 0))
    [x*cos(a) + y*sin(a), -x*sin(a) + y*cos(a), 0]
    """
    opened = expand(in_scalars(t), rules=OPENED)
    if not isinstance(t, Vector):
        return [opened]
    return [expand(normal(of(opened))) for of in (x_of, y_of, z_of)]


def in_scalars(t: Any) -> Any:
    """A term in coordinates of its vectors and entries of its constant 3×3 matrices.

    >>> from rewrite import matrix, vector
    >>> in_scalars(matrix("J", diagonal=True) @ vector("a"))
    column(J11*x_of(a), J22*y_of(a), J33*z_of(a))
    """
    return coordinates(by_entries(t))


def by_entries(t: Any) -> Any:
    """A term with constant 3×3 matrices, except rotations, written by their entries."""
    matrices = [s for s in free_symbols(t) if s.shape == (3, 3) and not s.value.coordinates]
    plain = [s for s in matrices if "orthogonal" not in s.value.facts]
    return subs(t, {s: _entries(s)[0] for s in plain})


def entry_values(values: Mapping[Any, Any]) -> dict[Any, float]:
    """Numbers for symbols, those of a 3×3 matrix entry by entry.

    >>> from rewrite import matrix
    >>> entry_values({matrix("J", diagonal=True): ((1, 0, 0), (0, 2, 0), (0, 0, 3))})
    {J11: 1.0, J22: 2.0, J33: 3.0}
    """
    found: dict[Any, float] = {}
    for s, x in values.items():
        if isinstance(s, Matrix):
            named = _entries(s)[1]
            found |= {e: float(x[i][j]) for (i, j), e in named.items()}
        else:
            found[s] = float(x)
    return found


def _entries(s: Any) -> tuple[Any, dict[tuple[int, int], Any]]:
    """Σ J_ij e_i e_jᵀ with the entries that the facts of J leave free, and these by row, column."""
    facts, total = s.value.facts, zero((3, 3))
    known: dict[str, Any] = {"constant": True} if "constant" in facts else {}
    named: dict[tuple[int, int], Any] = {}
    for i, left in enumerate(AXES):
        for j, right in enumerate(AXES):
            if ("diagonal" in facts and i != j) or ("antisymmetric" in facts and i == j):
                continue
            mirrored = i > j and facts & {"symmetric", "antisymmetric"}
            row, col = (j, i) if mirrored else (i, j)
            entry = named.setdefault((row, col), scalar(f"{s.name}{row + 1}{col + 1}", **known))
            sign = -1 if mirrored and "antisymmetric" in facts else 1
            total = total + sign * entry * outer(left, right)
    return total, named
