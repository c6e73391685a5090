"""Efforts along the coordinates of a link: springs, dampers, motors, known forces and torques."""

from __future__ import annotations

from rewrite import (
    Scalar,
    Vector,
    diff,
    dot,
    free_symbols,
    linear_in,
    normal,
    number,
    simplify,
    time,
)

from ..joints.joint import JointType
from ..parts.efforts import JointEffort, actuator, damper, spring
from ..parts.frames import Frame
from ..parts.points import Point
from .links import Link, Step
from .lsd_error import LsdError
from .mechanism_items import JointItem


def efforts_of(item: JointItem, type: JointType) -> list[JointEffort]:
    """All efforts of a joint, each along one of its coordinates."""
    found: list[JointEffort] = []
    single = len(item.link.steps) == 1
    for k, step in enumerate(item.link.steps, 1):
        name = item.name if single else f"{item.name}_{k}"
        if step.spring is not None or step.damper is not None or step.motor is not None:
            found += _along(name, step, _coordinate(item.link, step))
        for kind, value in (("force", step.force), ("torque", step.torque)):
            if value is not None:
                found += _known(f"{name}_{kind}", kind, value, item.link, type, k)
    return found


def _known(
    name: str, kind: str, value: Vector, link: Link, type: JointType, k: int
) -> list[JointEffort]:
    """A known force or torque of a link, as efforts along its coordinates with the same power.

    It acts on the outer body and its opposite on the inner one. Its components are in the frame of
    the k-th displacement.
    """
    inner = seen_in = Frame("inner")
    for step in link.steps[: k - 1]:
        for turn in step.displacement.rotation.turns:
            seen_in = seen_in.turned("seen", turn.axis, turn.angle)
    outer, _ = type.placed(inner, Point("O", inner), "outer", "P")
    if kind == "torque":
        velocity = outer.angular_velocity(inner, seen_in)
    else:
        velocity = normal(inner.turn_to(seen_in) @ diff(type.translation, time))
    rates = [diff(q, time) for q in link.coordinates.values()]
    partial, _ = linear_in(velocity, rates) if rates else ((), None)
    efforts = [simplify(dot(value, v)) for v in partial]
    return [
        JointEffort(f"{name}_{i}" if len(rates) > 1 else name, effort, None, rate)
        for i, (effort, rate) in enumerate(zip(efforts, rates, strict=True), 1)
        if effort != 0
    ]


def _coordinate(link: Link, step: Step) -> Scalar:
    """The coordinate of a displacement, along which its spring, damper or motor acts."""
    there = free_symbols(step.displacement.translation)
    there = there | free_symbols(step.displacement.rotation.matrix)
    candidates = [q for q in link.coordinates.values() if q in there]
    if len(candidates) != 1:
        raise LsdError(
            step.place,
            "a spring, damper or motor needs a displacement of one coordinate",
            "give each coordinate its own dof",
        )
    return candidates[0]


def _along(name: str, step: Step, q: Scalar) -> list[JointEffort]:
    rest = step.rest if step.rest is not None else number(0)
    found = []
    if step.spring is not None:
        found.append(spring(f"{name}_spring", step.spring, normal(q - rest)))
    if step.damper is not None:
        found.append(damper(f"{name}_damper", step.damper, diff(q, time)))
    if step.motor is not None:
        found.append(actuator(f"{name}_motor", step.motor, q))
    return found
