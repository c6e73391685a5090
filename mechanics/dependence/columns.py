"""Columns and rows of the constraints as blocks; a column is a speed, or a coordinate of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rewrite import Scalar, Vector, diff, dot, normal, time, x_of, y_of, z_of, zero

from ..constraints import Row
from ..errors import ModelError
from ..kinematics.kinematics import plus
from ..parts.frames import X, Y, Z

COORDINATES = {X: x_of, Y: y_of, Z: z_of}


@dataclass(frozen=True)
class Column:
    """A speed, or its coordinate along an axis."""

    speed: Any
    axis: Any = None

    @property
    def is_vector(self) -> bool:
        return self.axis is None and isinstance(self.speed, Vector)

    @property
    def term(self) -> Any:
        """The speed itself, or its coordinate as a term."""
        return self.speed if self.axis is None else COORDINATES[self.axis](self.speed)

    @property
    def rate(self) -> Any:
        """Its rate, an unknown of the equations of motion."""
        rate = diff(self.speed, time)
        return rate if self.axis is None else COORDINATES[self.axis](rate)

    @property
    def width(self) -> int:
        return 3 if self.is_vector else 1

    def of(self, block: Any) -> Any:
        """Its part of the block of its speed."""
        return block if self.axis is None else normal(block @ self.axis)

    @property
    def split(self) -> tuple[Column, ...]:
        return tuple(Column(self.speed, e) for e in (X, Y, Z)) if self.is_vector else (self,)

    def __str__(self) -> str:
        return str(self.term)


@dataclass
class Line:
    """Σ c u + τ = 0 and Σ c u' + bias = 0, scalars or vectors."""

    by: dict[Column, Any]
    tau: Any
    bias: Any

    @property
    def is_vector(self) -> bool:
        return isinstance(self.bias, Vector)

    @property
    def split(self) -> list[Line]:
        """The scalar lines along the three axes."""
        if not self.is_vector:
            return [self]
        return [
            Line(
                {c: normal(e.T @ b) for c, b in self.by.items()},
                normal(dot(e, self.tau)),
                dot(e, self.bias),
            )
            for e in (X, Y, Z)
        ]


def lines(rows: Sequence[Row], columns: Sequence[Column]) -> list[Line]:
    """The rows as blocks by column; blocks that vanish are left out."""
    found = []
    for row in rows:
        by_speed = dict(zip(row.speeds, row.delta, strict=True))
        by = {c: c.of(by_speed[c.speed]) for c in columns}
        found.append(Line({c: b for c, b in by.items() if not vanishes(b)}, row.tau, row.bias))
    return found


def named_columns(speeds: Sequence[Any], chosen: Sequence[Any], what: str) -> list[Column]:
    """The columns that a user names: speeds, or coordinates of vector speeds such as x_of(v)."""
    known: dict[Any, Column] = {}
    for u in speeds:
        column = Column(u)
        known |= {column.term: column} | {c.term: c for c in column.split}
    for t in chosen:
        if t not in known:
            listed = ", ".join(map(str, speeds))
            raise ModelError(f"{what}: {t} is not a speed of the system; there are {listed}")
    return [known[t] for t in chosen]


def vanishes(t: Any) -> bool:
    return t is zero(like=t)


def times(a: Any, b: Any) -> Any:
    """The product of two blocks."""
    if isinstance(a, Scalar) or isinstance(b, Scalar):
        return b * a if isinstance(b, Scalar) else a * b
    return a @ b


def transposed(block: Any) -> Any:
    """The transpose of a block."""
    return block if isinstance(block, Scalar) else block.T


def added(a: Any, b: Any) -> Any:
    """The sum of two blocks; the first may be missing."""
    return b if a is None else plus(a, b)
