"""A mechanism: the bodies and joints of a description, numbered and named.

Bodies are numbered breadth-first from earth, in the order in which joins are written. A joint that
reaches a body for the first time is principal and has the number of that body. The other joints are
complementary: they close loops, and are numbered after the principal ones.
"""

from __future__ import annotations

from collections import deque
from difflib import get_close_matches

import rewrite as rw
from rewrite import Matrix, Scalar, Vector, column, outer, zero

from ..parts.frames import X, Y, Z
from . import syntax as t
from .description import Applied, Constrained, Description, Joined, Touching
from .evaluating import Evaluation
from .links import instantiated
from .lsd_error import LsdError, Place
from .mechanism_items import (
    BodyItem,
    ChosenSpeeds,
    ConstraintItem,
    ContactItem,
    EffortItem,
    JointItem,
    Mechanism,
)
from .naming import Names
from .objects import BY_SYMBOLS
from .values import (
    NOWHERE,
    BodyValue,
    DisplacementValue,
    FrameValue,
    InertiaValue,
    Kind,
    MatrixValue,
    RotationValue,
    Scope,
    VectorValue,
)


def mechanism(description: Description, name: str) -> Mechanism:
    """The numbered mechanism of a description."""
    numbers, joints = _numbered(description)
    made = Mechanism(name, description.names())
    _name_coordinates(description, made.names)
    _name_speeds(description, made.names)
    for body, number in numbers.items():
        if number:
            made.names.note(f"body{number}", "body", body.name)
            made.bodies.append(_body(body, number, made.names))
    for number, (joined, principal, turned) in enumerate(joints, 1):
        made.joints.append(_joint(number, joined, principal, turned, numbers, made.names))
    for k, applied in enumerate(description.efforts, 1):
        made.efforts.append(_effort(k, applied, numbers, made.names))
    for k, touching in enumerate(description.contacts, 1):
        made.contacts.append(_contact(k, touching, numbers, made.names))
    for k, held in enumerate(description.constraints, 1):
        made.constraints.append(_constraint(k, held, made.names))
    if description.gravity is not None:
        asked, scope = description.gravity
        made.gravity = Evaluation(made.names).vector(asked.value, scope, "gravity")
    _assemble(description, made)
    if description.speeds is not None:
        made.chosen = _chosen(*description.speeds, made.names)
    return made


def _chosen(d: t.Speeds, scope: Scope, names: Names) -> ChosenSpeeds:
    """Speeds by name, and the rates of coordinates in terms of them."""
    speeds = []
    for p in d.names:
        try:
            known = names.known(p.name)
            speeds.append(known if known is not None else names.named_symbol("speed", p.name, ""))
        except rw.RewriteError as error:
            raise LsdError(p.place, str(error), "give it another name") from None
    rates = {}
    for e in d.rates:
        evaluation = Evaluation(names)
        rate = evaluation.number(e.left, scope, "speeds")
        if not rate.is_symbol or not str(rate).endswith("'"):
            message = f"{rate} is not the rate of a coordinate"
            raise LsdError(e.place, message, "write ?x' = …, where link(?x) names the coordinate")
        rates[rate] = evaluation.number(e.right, scope, "speeds")
    return ChosenSpeeds(tuple(speeds), rates, d.place)


def _name_coordinates(d: Description, names: Names) -> None:
    """Make coordinates that the description names known throughout the mechanism."""
    seen: dict[str, Place] = {}
    for joined in d.joins:
        for p in joined.link.record.parameters:
            if not p.named:
                continue
            if p.name in seen:
                message = f"?{p.name} is a coordinate of two joints"
                raise LsdError(joined.place, message, "a link with such a coordinate is used once")
            seen[p.name] = p.place
            names.named_coordinate(p.name, f"coordinate {p.name} of a link, as named")


def _name_speeds(d: Description, names: Names) -> None:
    """Make chosen speeds known throughout the mechanism; those of links are named later."""
    own = {
        f.value.name
        for joined in d.joins
        for f in joined.link.record.fields
        if f.name in BY_SYMBOLS and isinstance(f.value, t.Anonymous)
    }
    for p in d.speeds[0].names if d.speeds is not None else ():
        if p.name not in own:
            try:
                names.named_symbol("speed", p.name, "speed, as named")
            except rw.RewriteError as error:
                raise LsdError(p.place, str(error), "give it another name") from None


def _assemble(d: Description, made: Mechanism) -> None:
    """Numbers for coordinates and parameters, by the names in the table."""
    for s in d.settings:
        line = next((x for x in made.names.table if x.name == s.name), None)
        if line is None or line.kind not in ("coordinate", "parameter"):
            there = [x.name for x in made.names.table if x.kind in ("coordinate", "parameter")]
            near = get_close_matches(s.name, there, 1)
            remedy = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(there)}"
            raise LsdError(s.place, f"{s.name!r} is neither a coordinate nor a parameter", remedy)
        if rw.free_symbols(s.value):
            raise LsdError(s.place, f"{s.name} = {s.value} is not a number", "write a number")
        exact = rw.normal(s.value)
        is_rational = exact.op.name == "number"
        value = exact.value if is_rational else float(rw.evaluate(s.value, {}, "float"))
        if line.kind == "coordinate":
            made.near[rw.scalar(s.name, time=True)] = value
        else:
            made.values[rw.scalar(s.name, constant=True)] = value


def _numbered(d: Description) -> tuple[dict[BodyValue, int], list[tuple[Joined, bool, bool]]]:
    """The numbers of the bodies; and the joints in order, each with whether it is principal and
    whether its direction is reversed."""
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
            if id(joined) not in used and other not in numbers and not joined.closes:
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
    inertia = _inertia(body, names)
    before = len(names.table)
    iframe = NOWHERE
    if mass != 0 or inertia != ():
        iframe = body.read("iframe", names)
    if inertia == () and not iframe.rotation.is_none:  # a point mass has a place and no axes
        unused = {str(s) for s in rw.free_symbols(iframe.rotation.matrix)}
        unused -= {str(s) for s in rw.free_symbols(iframe.translation)}
        names.drop({line.name for line in names.table[before:] if line.name in unused})
        iframe = DisplacementValue(iframe.translation, RotationValue())
    return BodyItem(number, body.name, body.place, mass, iframe, inertia)


def _inertia(body: BodyValue, names: Names) -> tuple[Scalar, ...] | Matrix:
    found: VectorValue | InertiaValue | MatrixValue = body.read("inertia", names)
    if isinstance(found, MatrixValue):
        return found.term
    if isinstance(found, InertiaValue):
        return _matrix(body, found)
    term = rw.normal(found.term)
    if term is zero(Vector) or (term.op is column and all(x == 0 for x in term.args)):
        return ()
    return tuple(rw.normal(of(term)) for of in (rw.x_of, rw.y_of, rw.z_of))


def _matrix(body: BodyValue, given: InertiaValue) -> Matrix:
    """An inertia matrix; one that is not written as symmetric is refused."""
    rows = [[rw.normal(of(row)) for of in (rw.x_of, rw.y_of, rw.z_of)]
            for row in (given.first, given.second, given.third)]  # fmt: skip
    total, axes = zero((3, 3)), (X, Y, Z)
    for i, k in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)):
        if rw.simplify(rows[i][k] - rows[k][i]) != 0:
            message = f"the inertia of {body.name} is not a symmetric matrix"
            raise LsdError(body.place, message, "give three principal moments, or equal entries")
        both = outer(axes[i], axes[k]) + (outer(axes[k], axes[i]) if i != k else zero((3, 3)))
        total = total + rows[i][k] * both
    found: Matrix = rw.normal(total)
    return found


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
    found = JointItem(
        number,
        principal,
        numbers[inner.body],
        frames[0],
        numbers[outer.body],
        frames[1],
        link,
        joined.place,
    )
    if not found.keeps_coordinates:
        names.drop({str(q) for q in link.coordinates.values()})
    return found


def _effort(k: int, applied: Applied, numbers: dict[BodyValue, int], names: Names) -> EffortItem:
    kind, scope = applied.effort.kind, applied.effort.scope
    name = f"{'F' if kind is Kind.FORCE else 'C'}{k}"
    evaluation = Evaluation(names)
    given, about = applied.effort.field("value"), applied.effort.field("body")
    axes = 0
    if about is not None:
        axes = _number(evaluation.value(about.value, scope, Kind.BODY), numbers, about.place)
    target = applied.target
    body = target.body if isinstance(target, FrameValue) else target
    at = target.displacement.value(names) if isinstance(target, FrameValue) else None
    meaning = f"component of the {kind.value} on {body.name}, in the axes of body {axes}"
    value = (
        column(*(names.effort(f"{name}{a}", f"{a} {meaning}") for a in "xyz"))
        if given is None
        else evaluation.vector(given.value, scope, name)
    )
    number = _number(body, numbers, applied.place)
    return EffortItem(name, kind, number, at, axes, value, applied.place)


def _number(body: BodyValue, numbers: dict[BodyValue, int], place: Place) -> int:
    """The number of a body; a body that no joint reaches is refused."""
    if body not in numbers:
        message = f"the body {body.name} is not connected to earth"
        raise LsdError(place, message, "join it to earth, or to a body that is connected")
    return numbers[body]


def _constraint(k: int, held: Constrained, names: Names) -> ConstraintItem:
    name, evaluation = f"constraint{k}", Evaluation(names)
    sides = held.declared.left, held.declared.right
    left, right = (evaluation.number(e, held.scope, name) for e in sides)
    return ConstraintItem(name, rw.normal(left - right), held.declared.place)


def _contact(
    k: int, touching: Touching, numbers: dict[BodyValue, int], names: Names
) -> ContactItem:
    evaluation, contact, name = Evaluation(names), touching.contact, f"contact{k}"

    def number(field: str) -> Scalar | None:
        f = contact.field(field)
        return None if f is None else evaluation.number(f.value, contact.scope, f"{name}_{field}")

    def vector(field: str) -> Vector | None:
        f = contact.field(field)
        return None if f is None else evaluation.vector(f.value, contact.scope, f"{name}_{field}")

    meaning = f"contact of {touching.wheel.body.name} on {touching.ground.body.name}"
    names.note(name, "joint", meaning)
    radius, slip = number("radius"), number("slip")
    assert radius is not None
    if slip is not None and slip not in (rw.number(0), rw.number(1)):
        raise LsdError(touching.place, f"slip = {slip}", "slip is 1, or 0 for rolling")
    return ContactItem(
        name,
        _number(touching.wheel.body, numbers, touching.place),
        touching.wheel.displacement.value(names),
        _number(touching.ground.body, numbers, touching.place),
        touching.ground.displacement.value(names),
        radius,
        vector("axis"),
        vector("normal"),
        number("on_radius"),
        vector("on_axis"),
        slip == rw.number(1),
        touching.place,
    )
