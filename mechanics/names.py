"""The level of names: theorems about points and bodies, before any vector is expressed.

A point and a body are terms of sorts of their own here; `acc(G)` is a vector whatever G is.

>>> from rewrite import scalar, symbol
>>> G = symbol("G", Place)
>>> scalar("m")*acc(G)
m*acc(G)
"""

from __future__ import annotations

from rewrite import Operator, Scalar, Term, Vector, operator, symbol

from .bodies import Body
from .points import Point


class Place(Term):
    """A point, known by its name."""

    __slots__ = ()
    default_shape = ()


class Solid(Term):
    """A body, known by its name."""

    __slots__ = ()
    default_shape = ()


acc: Operator[[Place], Vector] = operator("acc", Place, result=Vector)
"""The acceleration of a point against the inertial frame."""

arm: Operator[[Place, Place], Vector] = operator("arm", Place, Place, result=Vector)
"""The vector from one point to another."""

turning: Operator[[Solid], Vector] = operator("turning", Solid, result=Vector)
"""The rate of the angular momentum of a body about its mass centre: I ω' + ω × I ω."""

slope: Operator[[Scalar, Scalar], Scalar] = operator("slope", Scalar, Scalar, result=Scalar)
"""slope(T, q): the partial derivative of one quantity by another."""

rate: Operator[[Scalar], Scalar] = operator("rate", Scalar, result=Scalar)
"""The derivative by time."""


def place(point: Point) -> Place:
    """The name of a point."""
    return symbol(point.name, Place)


def solid(body: Body) -> Solid:
    """The name of a body."""
    return symbol(f"body_{body.name}".replace(" ", "_"), Solid)
