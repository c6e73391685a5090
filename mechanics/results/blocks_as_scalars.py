"""Blocks of vectors and matrices, entry by entry."""

from __future__ import annotations

from typing import Any

from rewrite import Vector, x_of, y_of, z_of

from ..parts.frames import X, Y, Z


def axes(u: Any) -> tuple[Any, ...]:
    """The axes along which a speed has coordinates; none for a scalar."""
    return (X, Y, Z) if isinstance(u, Vector) else (None,)


def entry(block: Any, a: Any, b: Any) -> Any:
    """aᵀ block b; None leaves out the factor."""
    found = block if b is None else block @ b
    return found if a is None else a.T @ found


def coordinates_of(t: Any) -> tuple[Any, ...]:
    """The coordinates of a vector, or the scalar itself."""
    return (x_of(t), y_of(t), z_of(t)) if isinstance(t, Vector) else (t,)
