"""From a numbered mechanism to a `System`, which every formalism of `mechanics` can use."""

from __future__ import annotations

from dataclasses import dataclass

from rewrite import Scalar, Vector, diff, dot, linear_in, normal, number, time, zero

from ..bodies import NO_INERTIA, Principal
from ..efforts import JointEffort
from ..frames import Frame
from ..joints.composed import Composed, Displacement
from ..joints.fixed import Fixed
from ..joints.joint import Joint, JointType
from ..points import Point
from ..system import System
from .errors import LsdError
from .links import Link, Step
from .mechanism import BodyItem, EffortItem, JointItem, Mechanism
from .values import DisplacementValue, Kind


@dataclass(frozen=True)
class Placed:
    """The reference frame and origin of a body in the system."""

    frame: Frame
    origin: Point


def compiled(m: Mechanism) -> System:
    """The system of a mechanism: its tree first, then loops, rolling contacts and efforts."""
    system = System(m.name)
    placed = {0: Placed(system.ground, system.origin)}
    bodies = {b.number: b for b in m.bodies}
    for joint in m.joints:
        if joint.principal:
            placed[joint.outer] = _carried(system, joint, placed[joint.inner])
            _add_body(system, bodies[joint.outer], placed[joint.outer])
    for joint in m.loops:
        _close(system, joint, placed)
    for effort in m.efforts:
        _act(system, effort, placed)
    for roll in m.rolls:
        raise LsdError(bodies[roll.body].value.place, "rolling contact is not compiled yet")
    if m.gravity is not zero(Vector):
        system.gravity(m.gravity)
    return system


# -- joints ---------------------------------------------------------------------------------------


def _carried(system: System, item: JointItem, inner: Placed) -> Placed:
    """The body that a principal joint carries."""
    frame, point = _at(inner, item.inner_frame, f"{item.name}_inner")
    type = joint_type(item.link)
    joint = system.join(item.name, point, frame, type, *_efforts(item, type))
    return _origin(joint, item.outer_frame, f"body{item.outer}")


def _at(body: Placed, d: DisplacementValue, name: str) -> tuple[Frame, Point]:
    """A frame fixed to a body, and its origin."""
    point = body.origin
    if d.translation is not zero(Vector):
        point = point.placed(f"{name}_point", body.frame, d.translation)
    if d.rotation.is_none:
        return body.frame, point
    return body.frame.rotated(f"{name}_frame", d.rotation.matrix), point


def _origin(joint: Joint, d: DisplacementValue, name: str) -> Placed:
    """The reference frame of a body of which a joint holds another frame."""
    frame, point = joint.frame, joint.point
    if not d.rotation.is_none:
        frame = frame.rotated(f"R{name}", d.rotation.matrix.T)
    if d.translation is not zero(Vector):
        point = point.placed(f"O{name}", frame, -d.translation)
    return Placed(frame, point)


def joint_type(link: Link) -> JointType:
    """The type of joint of a link."""
    if not link.coordinates and not link.steps:
        return Fixed()
    steps = [_displaced(s.displacement) for s in link.steps]
    return Composed(tuple(steps), tuple(link.coordinates.values()))


def _displaced(d: DisplacementValue) -> Displacement:
    move = None if d.translation is zero(Vector) else d.translation
    return Displacement(move, d.rotation.axis, d.rotation.angle)


def _efforts(item: JointItem, type: JointType) -> list[JointEffort]:
    """What acts along the coordinates of a link: springs, dampers, motors, known forces, torques."""
    found: list[JointEffort] = []
    for k, step in enumerate(item.link.steps, 1):
        if step.spring is not None or step.damper is not None or step.motor is not None:
            found += _along(f"{item.name}_{k}", step, _coordinate(item.link, step))
        for kind, value in (("force", step.force), ("torque", step.torque)):
            if value is not None:
                found += _known(f"{item.name}_{kind}{k}", kind, value, item, type, k)
    return found


def _known(
    name: str, kind: str, value: Vector, item: JointItem, type: JointType, k: int
) -> list[JointEffort]:
    """A known force or torque of a link by its power: on the outer body, its opposite on the other.

    It is written in the frame that the k-th displacement has reached.
    """
    inner = Frame("inner")
    outer, _ = type.placed(inner, Point("O", inner), "outer", "P")
    turns = sum(not s.displacement.rotation.is_none for s in item.link.steps[k:])
    reached = outer.ancestors[turns]
    if kind == "torque":
        velocity = outer.angular_velocity(inner, reached)
    else:
        velocity = inner.turn_to(reached) @ diff(type.translation, time)
    rates = [diff(q, time) for q in item.link.coordinates.values()]
    partial, _ = linear_in(velocity, rates)
    efforts = [normal(dot(value, v)) for v in partial]
    return [
        JointEffort(f"{name}_{i}" if len(rates) > 1 else name, effort, None, rate)
        for i, (effort, rate) in enumerate(zip(efforts, rates, strict=True), 1)
        if effort != 0
    ]


def _coordinate(link: Link, step: Step) -> Scalar:
    """The coordinate that a displacement depends on, on which its spring or motor works."""
    angle, move = step.displacement.rotation.angle, step.displacement.translation
    candidates = [q for q in link.coordinates.values() if angle is q or _occurs(q, move)]
    if len(candidates) != 1:
        assert step.place is not None
        raise LsdError(
            step.place,
            "a spring, damper or motor needs a displacement of one coordinate",
            "give each coordinate a dof of its own",
        )
    return candidates[0]


def _occurs(q: Scalar, t: Vector) -> bool:
    return diff(t, q) is not zero(Vector)


def _along(name: str, step: Step, q: Scalar) -> list[JointEffort]:
    rate, rest = diff(q, time), step.rest if step.rest is not None else number(0)
    found = []
    if step.spring is not None:
        stretch = q - rest
        value = normal(-step.spring * stretch)
        energy = step.spring * stretch**2 / 2
        found.append(JointEffort(f"{name}_spring", value, energy, rate))
    if step.damper is not None:
        value = normal(-step.damper * rate)
        lost = step.damper * rate**2 / 2
        found.append(JointEffort(f"{name}_damper", value, None, rate, lost))
    if step.motor is not None:
        found.append(JointEffort(f"{name}_motor", step.motor, None, rate))
    return found


def _close(system: System, item: JointItem, placed: dict[int, Placed]) -> None:
    raise NotImplementedError


# -- bodies and efforts ---------------------------------------------------------------------------


def _add_body(system: System, item: BodyItem, at: Placed) -> None:
    if item.mass == 0 and all(x == 0 for x in item.inertia):
        return
    frame, centre = _at(at, item.iframe, f"{item.name}_iframe")
    inertia = NO_INERTIA if all(x == 0 for x in item.inertia) else Principal(*item.inertia)
    system.body(item.name, frame, centre, item.mass, inertia)


def _act(system: System, item: EffortItem, placed: dict[int, Placed]) -> None:
    axes = placed[item.axes].frame
    if item.kind is Kind.TORQUE:
        system.torque(item.name, item.value, axes, placed[item.body].frame)
        return
    assert item.at is not None
    _, point = _at(placed[item.body], item.at, f"{item.name}_at")
    system.force(item.name, item.value, axes, point)
