"""The transport theorem as a rule, to compare `Kinematics` with: derivatives seen from any frame.

`seen(c, B)` is the vector with coordinates c in the frame B, and
`rate(v, A)` the derivative of v seen from A. `resolved` replaces the
names of the frames by the frames.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mechanics import Frame, ModelError
from rewrite import (
    Operator,
    Rewrite,
    RuleSet,
    Term,
    Vector,
    bottom_up,
    cross,
    diff,
    exhaust,
    normal,
    operator,
    postorder,
    rule,
    symbol,
    time,
)


class Axes(Term):
    """A frame, known by its name."""

    __slots__ = ()
    default_shape = ()


seen: Operator[[Vector, Axes], Vector] = operator("seen", Vector, Axes, result=Vector)
"""seen(c, B): the vector whose coordinates in B are c."""

rate: Operator[[Vector, Axes], Vector] = operator("rate", Vector, Axes, result=Vector)
"""rate(v, A): the derivative of v by time, seen from A."""

change: Operator[[Vector], Vector] = operator("change", Vector, result=Vector)
"""change(c): the rates of coordinates."""

spin: Operator[[Axes, Axes], Vector] = operator("spin", Axes, Axes, result=Vector)
"""spin(B, A): the angular velocity of B against A, by its coordinates in B."""


@rule
def transport(c: Vector, A: Axes, B: Axes) -> Rewrite[Vector]:
    """The derivative seen from A is that seen from B and ω(B/A) × v."""
    return rate(seen(c, B), A) >> seen(change(c) + cross(spin(B, A), c), B)


@rule
def rate_of_sum(v: Vector, w: Vector, A: Axes) -> Rewrite[Vector]:
    """The derivative of a sum is the sum of the derivatives."""
    return rate(v + w, A) >> rate(v, A) + rate(w, A)


TRANSPORT = RuleSet(transport, rate_of_sum)


def name(frame: Frame) -> Axes:
    """The name of a frame."""
    return symbol(frame.name, Axes)


def derived(v: Vector) -> Vector:
    """A vector with all derivatives taken by the transport theorem."""
    found: Vector = exhaust(bottom_up(TRANSPORT))(v)
    return found


def resolved(v: Any, seen_in: Frame, frames: Iterable[Frame]) -> Any:
    """Coordinates in a frame, with the names of frames replaced by what the frames are."""
    known: dict[Any, Frame] = {name(f): f for f in frames}
    done: dict[Any, Any] = {}
    for t in postorder(v):
        if t.op is spin or t.op is seen:
            missing = [a for a in t.args if isinstance(a, Axes) and a not in known]
            if missing:
                raise ModelError(f"resolved: no frame is called {missing[0]}")
        args = tuple(done[a] for a in t.args)
        if t.op is spin:
            B, A = (known[a] for a in t.args)
            done[t] = B.angular_velocity(A)
        elif t.op is change:
            done[t] = diff(args[0], time)
        elif t.op is seen:
            done[t] = known[t.args[1]].turn_to(seen_in) @ args[0]
        else:
            done[t] = t.op.build(args) if args else t
    return normal(done[v])
