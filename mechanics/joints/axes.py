"""Directions perpendicular to an axis, and the conditions that joints share."""

from __future__ import annotations

from rewrite import Matrix, Scalar, Vector, column, dot, normal, number, trace, x_of, y_of, z_of

from ..parts.frames import X, Y, Z

_0, _1 = number(0), number(1)
_ACROSS = {X: (Y, Z), Y: (Z, X), Z: (X, Y)}


def across(axis: Vector) -> tuple[Vector, Vector]:
    """Two unit vectors a and b that make a right-handed triad with an axis: a, b, axis.

    If a coordinate of the axis vanishes, `a` is the axis of that coordinate. Otherwise they are
    the X and Y axes after the shortest turn of Z to the axis, which exists unless that is -Z.

    >>> from rewrite import cos, sin, scalar, vector
    >>> across(Z)
    (column(1, 0, 0), column(0, 1, 0))
    >>> lam = scalar("lam")
    >>> across(column(sin(lam), 0, cos(lam)))
    (column(0, 1, 0), column(-cos(lam), 0, sin(lam)))
    """
    if axis in _ACROSS:
        return _ACROSS[axis]
    x, y, z = (normal(of(axis)) for of in (x_of, y_of, z_of))
    if x is _0:
        return X, column(x, z, normal(-y))
    if y is _0:
        return Y, column(normal(-z), y, x)
    if z is _0:
        return Z, column(y, normal(-x), z)
    h = _1 / (_1 + z)
    return (
        column(*map(normal, (_1 - h * x**2, -h * x * y, -x))),
        column(*map(normal, (-h * x * y, _1 - h * y**2, -y))),
    )


def vanishing(p: Vector) -> list[Scalar]:
    """Scalars that vanish if p = 0."""
    return [dot(e, p) for e in (X, Y, Z)]


def along(axis: Vector, p: Vector) -> list[Scalar]:
    """Scalars that vanish if p is along an axis."""
    return [dot(e, p) for e in across(axis)]


def keeping(axis: Vector, R: Matrix) -> list[Scalar]:
    """Scalars that vanish if a rotation keeps an axis, or reverses it."""
    return along(axis, R @ axis)


def not_turning(R: Matrix) -> list[Scalar]:
    """Scalars that vanish if R is the identity, and otherwise only for some isolated rotations."""
    return [dot(X, R @ Y), dot(Y, R @ Z), dot(Z, R @ X)]


def nearly_unturned(R: Matrix) -> list[Scalar]:
    """Scalars that are positive for the identity, but not for those isolated rotations."""
    return [trace(R) - 1]
