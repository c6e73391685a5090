"""From a numbered mechanism to a `System`, which every formalism of `mechanics` can use."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rewrite import Matrix, RewriteError, Vector, identity, normal, time_limited, zero

from ..joints.fixed import Fixed
from ..joints.joint import Joint
from ..parts.bodies import NO_INERTIA, Body, Principal
from ..parts.frames import Frame, Z
from ..parts.points import Point
from ..system import System
from .geometry import unit_axis
from .link_efforts import efforts_of
from .lsd_error import LsdError, Place
from .mechanism_items import BodyItem, ContactItem, EffortItem, JointItem, Mechanism
from .recognised import closing_type, joint_type
from .values import DisplacementValue, Kind

NONE: Vector = zero(Vector)


@dataclass(frozen=True)
class Placed:
    """A frame and a point in it, such as the reference frame of a body."""

    frame: Frame
    origin: Point

    def moved(self, name: str, translation: Vector, rotation: Matrix) -> Placed:
        """A frame fixed to this one."""
        point, frame = self.origin, self.frame
        if normal(translation) is not NONE:
            point = point.placed(f"{name}_point", frame, translation)
        if rotation is not identity():
            frame = frame.rotated(f"{name}_frame", rotation)
        return Placed(frame, point)

    def at(self, name: str, d: DisplacementValue) -> Placed:
        return self.moved(name, d.translation, d.rotation.matrix)


@time_limited
def compiled(m: Mechanism, *, time_limit: float | None = None) -> System:
    """The system of a mechanism: its tree first, then loops, rolling contacts and efforts.
    After `time_limit` seconds it stops with a LimitError.
    """
    system = System(m.name)
    placed = {0: Placed(system.ground, system.origin)}
    bodies = {b.number: b for b in m.bodies}
    for joint in m.joints:
        if joint.principal:
            with _reported_at(joint.place):
                placed[joint.outer] = _carried(system, joint, placed[joint.inner])
            with _reported_at(bodies[joint.outer].place):
                _add_body(system, bodies[joint.outer], placed[joint.outer])
    for joint in m.loops:
        with _reported_at(joint.place):
            _close(system, joint, placed)
    for contact in m.contacts:
        with _reported_at(contact.place):
            _roll(system, contact, placed)
    for constraint in m.constraints:
        with _reported_at(constraint.place):
            if constraint.is_relation:
                system.assembled(relations=[constraint.term])
            else:
                system.constrain(constraint.name, constraint.term)
    for effort in m.efforts:
        with _reported_at(effort.place):
            _act(system, effort, placed)
    if m.gravity is not NONE:
        system.gravity(m.gravity)
    if m.near or m.values:
        system.assembled(near=m.near, values=m.values)
    if m.chosen is not None:
        with _reported_at(m.chosen.place):
            system.choose(m.chosen.speeds, m.chosen.rates)
    return system


@contextmanager
def _reported_at(place: Place) -> Iterator[None]:
    """Report an error of the system at the place of the declaration."""
    try:
        yield
    except LsdError:
        raise
    except RewriteError as error:
        raise LsdError(place, str(error), "see docs/lsd.md") from None


# -- joints ---------------------------------------------------------------------------------------


def _carried(system: System, item: JointItem, inner: Placed) -> Placed:
    """The body that a principal joint carries."""
    joint = _joined(system, item, inner)
    d, frame, point, name = item.outer_frame, joint.frame, joint.point, f"body{item.outer}"
    if not d.rotation.is_none:
        frame = frame.rotated(f"R{name}", normal(d.rotation.matrix.T))
    if normal(d.translation) is not NONE:
        point = point.placed(f"O{name}", frame, -d.translation)
    return Placed(frame, point)


def _joined(system: System, item: JointItem, inner: Placed) -> Joint:
    at = inner.at(f"{item.name}_inner", item.inner_frame)
    type = joint_type(item.link)
    return system.join(item.name, at.origin, at.frame, type, *efforts_of(item, type))


def _close(system: System, item: JointItem, placed: dict[int, Placed]) -> None:
    """Close a loop: by the equations of a standard joint, or, where the coordinates of the joint
    are needed, by a massless frame that the joint carries and that is fixed to the second body."""
    if item.link.has_symbols:
        message = "a link with an attitude or speeds as symbols cannot close a loop"
        raise LsdError(item.place, message, "use a link with angles, or join another pair first")
    second = placed[item.outer].at(f"{item.name}_outer", item.outer_frame)
    if item.keeps_coordinates:
        carried = _joined(system, item, placed[item.inner])
        ends = carried.frame, carried.point, second.frame, second.origin
        system.close(f"loop{item.number}", Fixed(), *ends)
        return
    found = closing_type(item.link)
    assert found is not None
    if found.type is None:
        return  # a free joint constrains nothing
    first = placed[item.inner].at(f"{item.name}_inner", item.inner_frame)
    first = first.moved(f"{item.name}_first", *found.before)
    move, turn = found.after
    back = normal(turn.T)
    second = second.moved(f"{item.name}_second", normal(-(back @ move)), back)
    system.close(item.name, found.type, first.frame, first.origin, second.frame, second.origin)


def _roll(system: System, item: ContactItem, placed: dict[int, Placed]) -> None:
    wheel = placed[item.body].at(f"{item.name}_wheel", item.wheel)
    ground = placed[item.on].at(f"{item.name}_ground", item.ground)
    system.rolls(
        item.name,
        Body(item.name, wheel.frame, wheel.origin),
        ground.origin.placed(f"{item.name}_surface", ground.frame),
        item.slip,
        radius=item.radius,
        axis=None if item.axis is None else unit_axis(item.axis, item.place),
        normal=Z if item.normal is None else unit_axis(item.normal, item.place),
        centre=wheel.origin,
        on_radius=item.on_radius,
        on_axis=None if item.on_axis is None else unit_axis(item.on_axis, item.place),
    )


# -- bodies and efforts ---------------------------------------------------------------------------


def _add_body(system: System, item: BodyItem, at: Placed) -> None:
    if item.mass == 0 and item.inertia == ():
        return
    centre = at.at(f"{item.name}_iframe", item.iframe)
    inertia = NO_INERTIA if item.inertia == () else item.inertia
    principal = Principal(*inertia) if isinstance(inertia, tuple) else inertia
    system.body(item.name, centre.frame, centre.origin, item.mass, principal)


def _act(system: System, item: EffortItem, placed: dict[int, Placed]) -> None:
    axes = placed[item.axes].frame
    if item.kind is Kind.TORQUE:
        system.torque(item.name, item.value, axes, placed[item.body].frame)
        return
    assert item.at is not None
    point = placed[item.body].at(f"{item.name}_at", item.at).origin
    system.force(item.name, item.value, axes, point)
