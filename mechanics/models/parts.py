"""Helpers for the models: symbols of the kinds that mechanics needs."""

from __future__ import annotations

from rewrite import Scalar, Vector, column, scalar, vector


def parameters(names: str) -> tuple[Scalar, ...]:
    """Scalars that never change."""
    return tuple(scalar(n, constant=True) for n in names.split())


def moving(names: str) -> tuple[Scalar, ...]:
    """Scalars that depend on time."""
    return tuple(scalar(n, time=True) for n in names.split())


def moving_vectors(names: str) -> tuple[Vector, ...]:
    """Vectors that depend on time."""
    return tuple(vector(n, time=True) for n in names.split())


def place(coordinates: tuple[Scalar, ...]) -> Vector:
    """The vector with three coordinates."""
    x, y, z = coordinates
    return column(x, y, z)
