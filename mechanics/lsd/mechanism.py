"""A mechanism: the bodies and joints of a description, numbered, with every name given.

Bodies are numbered breadth-first from earth, in the order in which joins are written. The joints
that reach a body for the first time are principal and have its number; the others close loops, are
complementary, and are numbered after them.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from rewrite import Scalar, Vector, column, zero

from .declaring import Applied, Description, Joined
from .errors import LsdError
from .evaluating import Evaluation
from .links import Link, instantiated
from .naming import Names
from .values import NOWHERE, BodyValue, DisplacementValue, FrameValue, Kind


@dataclass(frozen=True)
class BodyItem:
    """A body with its number and its inertia."""

    number: int
    name: str
    value: BodyValue
    mass: Scalar
    iframe: DisplacementValue
    inertia: tuple[Scalar, Scalar, Scalar]


@dataclass(frozen=True)
class JointItem:
    """A joint: from a frame of one body to a frame of another."""

    number: int
    principal: bool
    inner: int
    """The number of the body that it starts from: the one nearer to earth, or the first."""
    inner_frame: DisplacementValue
    outer: int
    outer_frame: DisplacementValue
    link: Link

    @property
    def name(self) -> str:
        return f"joint{self.number}"


@dataclass(frozen=True)
class EffortItem:
    """A force at a frame, or a torque on a body, with the body in whose axes it is written."""

    name: str
    kind: Kind
    body: int
    at: DisplacementValue | None
    axes: int
    value: Vector


@dataclass(frozen=True)
class RollItem:
    name: str
    body: int
    wheel: DisplacementValue
    on: int
    ground: DisplacementValue
    radius: Scalar
    axis: Vector | None
    normal: Vector | None
    slip: bool


@dataclass
class Mechanism:
    """What a description compiles to, before it becomes a `System`."""

    name: str
    names: Names
    bodies: list[BodyItem] = field(default_factory=list)
    joints: list[JointItem] = field(default_factory=list)
    efforts: list[EffortItem] = field(default_factory=list)
    rolls: list[RollItem] = field(default_factory=list)
    gravity: Vector = field(default_factory=lambda: zero(Vector))

    @property
    def loops(self) -> list[JointItem]:
        return [j for j in self.joints if not j.principal]


def mechanism(description: Description, name: str) -> Mechanism:
    """The numbered mechanism of a description."""
    numbers, joints = _numbered(description)
    made = Mechanism(name, Names())
    for body, number in numbers.items():
        if number:
            made.names.note(f"body{number}", "body", body.name)
            made.bodies.append(_body(body, number, made.names))
    for number, (joined, principal, turned) in enumerate(joints, 1):
        made.joints.append(_joint(number, joined, principal, turned, numbers, made.names))
    for k, applied in enumerate(description.efforts, 1):
        made.efforts.append(_effort(k, applied, numbers, made.names))
    for k, rolling in enumerate(description.rolls, 1):
        made.rolls.append(_roll(k, rolling, numbers, made.names))
    if description.gravity is not None:
        asked, scope = description.gravity
        made.gravity = Evaluation(made.names).vector(asked.value, scope, "gravity")
    return made


def _numbered(d: Description) -> tuple[dict[BodyValue, int], list[tuple[Joined, bool, bool]]]:
    """The numbers of the bodies; the joints in order, whether each is principal, and turned round."""
    at: dict[BodyValue, list[Joined]] = {body: [] for body in (d.earth, *d.bodies)}
    for joined in d.joins:
        for body in (joined.first.body, joined.second.body):
            at.setdefault(body, []).append(joined)
    numbers, waiting = {d.earth: 0}, deque([d.earth])
    tree: list[tuple[Joined, bool, bool]] = []
    used: set[int] = set()
    while waiting:
        body = waiting.popleft()
        for joined in at[body]:
            turned = joined.second.body is body
            other = joined.first.body if turned else joined.second.body
            if id(joined) not in used and other not in numbers:
                used.add(id(joined))
                numbers[other] = len(numbers)
                tree.append((joined, True, turned))
                waiting.append(other)
    for body in at:
        if body not in numbers:
            remedy = "join it to earth, or to a body that is connected"
            raise LsdError(body.place, f"the body {body.name} is not connected to earth", remedy)
    loops = [(joined, False, False) for joined in d.joins if id(joined) not in used]
    return numbers, [*tree, *loops]


def _body(body: BodyValue, number: int, names: Names) -> BodyItem:
    mass = body.read("mass", names).term
    inertia = body.read("inertia", names).term
    matters = not (mass == 0 and inertia == 0)
    iframe = body.read("iframe", names) if matters else NOWHERE
    moments = inertia.args if inertia.op is column else tuple(column(0, 0, 0).args)
    return BodyItem(number, body.name, body, mass, iframe, moments)


def _joint(
    number: int,
    joined: Joined,
    principal: bool,
    turned: bool,
    numbers: dict[BodyValue, int],
    names: Names,
) -> JointItem:
    inner, outer = (joined.second, joined.first) if turned else (joined.first, joined.second)
    frames = [frame.displacement.value(names) for frame in (inner, outer)]
    kind = "principal joint" if principal else "complementary joint"
    names.note(f"joint{number}", "joint", f"{kind} from {inner.body.name} to {outer.body.name}")
    link = instantiated(joined.link, names, f"joint{number}", str(number))
    return JointItem(
        number, principal, numbers[inner.body], frames[0], numbers[outer.body], frames[1], link
    )


def _effort(k: int, applied: Applied, numbers: dict[BodyValue, int], names: Names) -> EffortItem:
    kind, scope = applied.effort.kind, applied.effort.scope
    name = f"{'F' if kind is Kind.FORCE else 'C'}{k}"
    evaluation = Evaluation(names)
    given, about = applied.effort.field("value"), applied.effort.field("body")
    axes = 0
    if about is not None:
        axes = numbers[evaluation.value(about.value, scope, Kind.BODY)]
    target = applied.target
    body = target.body if isinstance(target, FrameValue) else target
    at = target.displacement.value(names) if isinstance(target, FrameValue) else None
    told = f"component of the {kind.value} on {body.name}, in the axes of body {axes}"
    value = (
        column(*(names.effort(f"{name}{a}", f"{a} {told}") for a in "xyz"))
        if given is None
        else evaluation.vector(given.value, scope, name)
    )
    return EffortItem(name, kind, numbers[body], at, axes, value)


def _roll(k: int, rolling: object, numbers: dict[BodyValue, int], names: Names) -> RollItem:
    raise NotImplementedError
