"""The level of names: theorems about points and bodies, before any vector is expressed.

Points and bodies are terms of their own sorts here; `acc(G)` is a vector for any G.

>>> from rewrite import scalar, symbol
>>> G = symbol("G", Place)
>>> scalar("m")*acc(G)
m*acc(G)
"""

from __future__ import annotations

from typing import Any

from rewrite import Operator, Scalar, Term, Vector, free_symbols, operator, symbol

from ..errors import ModelError
from ..parts.bodies import Body
from ..parts.points import Point
from ..system import System


class Place(Term):
    """A point, known by its name."""

    __slots__ = ()
    default_shape = ()


class Solid(Term):
    """A body, known by its name."""

    __slots__ = ()
    default_shape = ()


acc: Operator[[Place], Vector] = operator("acc", Place, result=Vector)
"""The acceleration of a point relative to the inertial frame."""

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
    return symbol(identifier(point.name), Place)


def solid(body: Body) -> Solid:
    """The name of a body."""
    return symbol(f"body_{identifier(body.name)}", Solid)


def identifier(name: str) -> str:
    """A name in a form that may be part of the name of a symbol: names of bodies may have spaces.

    >>> identifier("upright rod 1")
    'upright_rod_1'
    """
    return "".join(c if c.isalnum() or c in "_'" else "_" for c in name)


def fresh(system: System, made: Any, given: frozenset[Any] | None = None) -> Any:
    """A symbol that equations introduce; refused if the model already has one of that name.

    `given` are the symbols of the model, for callers that introduce many names.
    """
    known = given_symbols(system) if given is None else given
    if any(s.name == made.name and s.shape == made.shape for s in known):
        raise ModelError(
            f"{system.name}: the equations need the name {made.name}, but the model has a symbol "
            "of that name; rename that symbol, or the point, body or effort that needs the name"
        )
    return made


def given_symbols(system: System) -> frozenset[Any]:
    """The symbols with which bodies and efforts are described."""
    terms: list[Any] = [system.weight]
    terms += [f.vector for f in system.acting_forces] + [t.vector for t in system.torques]
    terms += [t for b in system.bodies for t in (b.mass, b.inertia)]
    points = {p for b in system.bodies for p in b.centre.chain}
    points |= {p for f in system.acting_forces for p in f.point.chain}
    terms += [p.offset for p in points]
    terms += [u for u in system.speeds if u.is_symbol]
    return frozenset().union(*map(free_symbols, terms))


def moving_symbols(system: System) -> frozenset[Any]:
    """The symbols with which the motion of frames and points is described."""
    terms = [t for j in system.joints for t in (j.rotation, j.translation)]
    terms += [f.rotation for b in system.bodies for f in b.frame.ancestors]
    return frozenset().union(*map(free_symbols, terms), system.velocities)
