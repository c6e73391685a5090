"""M(q) u' = f(q, u): the equations of motion, as blocks, as scalars and as code."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

from rewrite import (
    Code,
    Scalar,
    Vector,
    code,
    normal,
    number,
    ops,
    simplify,
    x_of,
    y_of,
    z_of,
    zero,
)

from .frames import X, Y, Z
from .system import System


class EquationsOfMotion:
    """M(q) u' = f(q, u): blocks of terms, one for each pair of speeds, the upper triangle of M.

    A block is a scalar, a vector or a matrix, as the speeds are scalars or vectors. `entries` and
    `sides` are the same in scalars: the upper triangle of M row by row, and f.

    >>> from mechanics import kane
    >>> from mechanics.models import plane_pendulum
    >>> equations = kane(plane_pendulum(2))
    >>> equations.code("python").outputs
    ['M_1_1', 'M_1_2', 'M_2_2', 'f_1', 'f_2']
    """

    def __init__(
        self, formalism: str, system: System, upper: Sequence[Sequence[Any]], right: Iterable[Any]
    ) -> None:
        self.formalism, self.system = formalism, system
        self.upper, self.right = upper, tuple(right)
        self.unknowns = system.accelerations
        self.entries = self._entries()
        self.sides = [s for t in self.right for s in _coordinates(t)]

    def mass(self, i: int, j: int) -> Any:
        """A block of M; below the diagonal it is the transpose of that above."""
        if i <= j:
            return self.upper[i][j - i]
        above = self.upper[j][i - j]
        if above is zero(like=above):
            return zero((above.shape[1], above.shape[0]))
        return above if isinstance(above, Scalar) else above.T

    @property
    def blocks(self) -> list[Any]:
        """The blocks of the upper triangle of M, row by row."""
        return [block for row in self.upper for block in row]

    @property
    def size(self) -> int:
        """How many scalar equations there are."""
        return len(self.sides)

    def _entries(self) -> list[list[Any]]:
        """The upper triangle of M, row by row, in scalars."""
        places = [(i, a) for i, u in enumerate(self.unknowns) for a in axes(u)]
        return [
            [_entry(self.mass(i, j), a, b) for j, b in places[row:]]
            for row, (i, a) in enumerate(places)
        ]

    def with_scalars(
        self, entries: Sequence[Sequence[Any]], sides: Sequence[Any]
    ) -> EquationsOfMotion:
        """The same equations with their scalars in other forms."""
        other = EquationsOfMotion(self.formalism, self.system, self.upper, self.right)
        other.entries, other.sides = [list(row) for row in entries], list(sides)
        return other

    def simplified(self) -> EquationsOfMotion:
        """The same equations with every block in its smallest form, to be read.

        >>> from mechanics import kane
        >>> from mechanics.models import plane_pendulum
        >>> print(kane(plane_pendulum(2)).simplified())
        (m1 + m2)*l1**2*q1'' + l1*l2*m2*cos(q1 - q2)*q2'' =
        -l1*(g*sin(q1)*(m1 + m2) + l2*m2*q2'**2*sin(q1 - q2))
        l1*l2*m2*cos(q1 - q2)*q1'' + m2*l2**2*q2'' =
        -l2*m2*(g*sin(q2) - l1*q1'**2*sin(q1 - q2))
        """
        upper = [[simplify(block) for block in row] for row in self.upper]
        return EquationsOfMotion(self.formalism, self.system, upper, map(simplify, self.right))

    def __str__(self) -> str:
        """Row by row: the blocks of M by the unknowns, and the right side."""
        n = len(self.unknowns)
        return "\n".join(f"{self._row(i)} = {self.right[i]}" for i in range(n))

    def _row(self, i: int) -> str:
        blocks = [(self.mass(i, j), u) for j, u in enumerate(self.unknowns)]
        found = [_applied(block, u) for block, u in blocks if block is not zero(like=block)]
        return str(reduce(operator.add, found)) if found else "0"

    def named(self) -> dict[str, Any]:
        """The scalars by name: M_1_1, M_1_2, … and f_1, …"""
        found = {
            f"M_{i + 1}_{i + k + 1}": entry
            for i, row in enumerate(self.entries)
            for k, entry in enumerate(row)
        }
        found.update({f"f_{i + 1}": side for i, side in enumerate(self.sides)})
        return found

    def operations(self) -> Any:
        """The scalar operations of the upper triangle of M and of f together."""
        return ops(list(self.named().values()))

    def code(self, language: str = "python", **options: Any) -> Code:
        """A function that calculates the upper triangle of M, row by row, and f."""
        return code(self.named(), language, **options)


def _applied(block: Any, u: Any) -> Any:
    """A block by an unknown, both scalars, vectors or a matrix and a vector."""
    if isinstance(u, Vector):
        return normal(block @ u)
    return u if block is number(1) else block * u


def axes(u: Any) -> tuple[Any, ...]:
    """The axes along which a speed has coordinates; none for a scalar."""
    return (X, Y, Z) if isinstance(u, Vector) else (None,)


def _entry(block: Any, a: Any, b: Any) -> Any:
    """aᵀ block b, where None stands for no axis."""
    found = block if b is None else block @ b
    return found if a is None else a.T @ found


def _coordinates(t: Any) -> tuple[Any, ...]:
    return (x_of(t), y_of(t), z_of(t)) if isinstance(t, Vector) else (t,)
