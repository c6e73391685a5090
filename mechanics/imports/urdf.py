"""URDF: robots as trees of links and joints in XML.

The reader takes links with their inertias, and joints of all types with axes, limits, damping,
friction and mimicry. Elements for drawing, contact and simulators are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from rewrite import (
    Matrix,
    RewriteError,
    Scalar,
    Vector,
    column,
    diff,
    identity,
    normal,
    number,
    quaternion,
    rot,
    scalar,
    sqrt,
    time,
    time_limited,
    vector,
)

from ..errors import ModelError
from ..joints import Free, JointType, Planar, Prismatic, Revolute
from ..parts.efforts import JointEffort, damper
from ..parts.frames import Frame, X, Y, Z
from ..parts.points import Point
from ..recursion.inertias import matrix_of_moments
from .angles import angle
from .mimicry import Mimicry, mimicries
from .robot import Limits, Place, Robot
from .written_tree import MOMENTS, must_be_a_tree, must_resist
from .xml_elements import Element, parsed, read

TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")
TURNS = (("roll", X), ("pitch", Y), ("yaw", Z))


@time_limited
def urdf(
    path: str | Path,
    *,
    gravity: object = "g",
    free: bool = False,
    named: bool = False,
    rounded_angles: bool = False,
    massless: bool = False,
    time_limit: float | None = None,
) -> Robot:
    """A robot from a URDF file, or from its text.

    Numbers are exact as written; with `named` they are parameters, and `values` of the robot has
    the numbers. Angles that agree with multiples of π/12 to 13 digits are those multiples; with
    `rounded_angles` three digits are enough. Gravity is along -z: a parameter g, a number instead,
    a vector, or None. The base is fixed, or `free`. A link that moves needs an inertia, unless
    `massless` links are allowed.
    After `time_limit` seconds it stops with a LimitError.

    >>> arm = urdf('''<robot name="arm">
    ... <link name="base"/>
    ... <link name="rod"><inertial><origin xyz="0 0 0.5"/><mass value="2"/>
    ...   <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0"/></inertial></link>
    ... <joint name="swing" type="continuous"><parent link="base"/><child link="rod"/>
    ...   <axis xyz="0 1 0"/></joint></robot>''')
    >>> arm.coordinates, arm.bodies
    ((swing,), [rod])
    """
    if not isinstance(path, str | Path):
        raise ModelError(f"urdf needs a path, or text that begins with <, not {path!r:.40}")
    text = str(path).lstrip("\ufeff \t\r\n") if isinstance(path, str) else ""
    root = parsed(str(path).lstrip("\ufeff"), "URDF") if text.startswith("<") else read(path)
    if root.tag != "robot":
        raise root.error("the root of a URDF file is <robot>; expand xacro files first")
    reading = _Reading(root, named, rounded_angles)
    reading.build(free, massless)
    reading.robot.fall(gravity)
    return reading.robot


class _Reading:
    """The reading of one file."""

    def __init__(self, root: Element, named: bool, rounded: bool) -> None:
        self.root, self.named, self.rounded = root, named, rounded
        self.robot = Robot(root.attributes.get("name", "robot"))
        self.links = _by_name(root, "link")
        self.joints = _by_name(root, "joint")
        self.marks = _marks([*self.joints, *self.links])
        self.mimicries = mimicries(self.joints, self.coordinate)

    def build(self, free: bool, massless: bool) -> None:
        """Place the links from the base outwards."""
        for joint in self.joints.values():
            if joint.attributes.get("type") not in TYPES:
                kind = joint.attributes.get("type")
                raise joint.error(f"its type is {kind!r}; there are {', '.join(TYPES)}")
        base, order = must_be_a_tree(self.root, self.links, self.joints)
        moving = [joint for joint in order if joint.attributes["type"] != "fixed"]
        if not massless:
            must_resist(self.links, order, moving)
        robot = self.robot
        at = Place(base, robot.ground, robot.origin)
        if free:
            at = self.held(base, self.free(base, grounded=True), at.frame, at.point, base)
        self.add_link(at)
        for joint in order:
            parent = joint.needs("parent", "say which link carries it").attributes["link"]
            self.add_link(self.add_joint(joint, robot.places[parent]))

    # -- links ------------------------------------------------------------------------------------

    def add_link(self, at: Place) -> None:
        self.robot.places[at.name] = at
        inertial = self.links[at.name].find("inertial")
        if inertial is None:
            return
        mark = self.marks[at.name]
        mass = self.value("m", mark, _not_negative(inertial.needs("mass", "add it"), "value"))
        R, offset = self.origin(inertial, f"c_{mark}")
        given = inertial.needs("inertia", "add the moments about the mass centre")
        diagonal = {name: _not_negative(given, name) for name in ("ixx", "iyy", "izz")}
        six = [diagonal.get(name) or given.number(name, "0") for name in MOMENTS]
        moments = matrix_of_moments(
            [self.value(name, mark, x) for name, x in zip(MOMENTS, six, strict=True)]
        )
        centre = at.point.placed(f"G_{mark}", at.frame, offset)
        frame = at.frame if R is identity() else at.frame.rotated(f"K_{mark}", R)
        self.robot.body(at.name, frame, centre, mass, moments)

    # -- joints -----------------------------------------------------------------------------------

    def add_joint(self, joint: Element, before: Place) -> Place:
        """The frame and the origin of the link that a joint carries."""
        name, kind = joint.attributes["name"], joint.attributes["type"]
        child = joint.needs("child", "say which link it carries").attributes["link"]
        R, offset = self.origin(joint, self.marks[name])
        frame = before.frame
        if R is not identity():
            frame = frame.rotated(f"{name}_origin", R)
        at = before.point.placed(f"{name}_origin", before.frame, offset)
        if kind == "fixed":
            return Place(child, frame, at)
        self.note(joint, name)
        if name in self.mimicries:
            return self.follow(joint, self.mimicries[name], frame, at, child)
        type = self.type(joint, kind, before.frame is self.robot.ground)
        return self.held(name, type, frame, at, child, *self.efforts(joint, name))

    def held(
        self,
        name: str,
        type: JointType,
        frame: Frame,
        at: Point,
        child: str,
        *efforts: JointEffort,
    ) -> Place:
        made = self.robot.join(name, at, frame, type, *efforts)
        return Place(child, made.frame, made.point)

    def follow(
        self, joint: Element, mimicry: Mimicry, frame: Frame, at: Point, child: str
    ) -> Place:
        """A joint that follows another: a frame or a point that depends on its coordinate."""
        name, axis = joint.attributes["name"], self.axis(joint)
        if joint.attributes["type"] == "prismatic":
            return Place(child, frame, at.placed(name, frame, mimicry.value * axis))
        return Place(child, frame.turned(f"R{name}", axis, mimicry.value), at)

    def type(self, joint: Element, kind: str, grounded: bool) -> JointType:
        name = joint.attributes["name"]
        if kind == "floating":
            return self.free(name, grounded)
        axis = self.axis(joint)
        if kind == "planar":
            mark = self.marks[name]
            x, y, turn = (scalar(f"{x}_{mark}", time=True) for x in ("x", "y", "turn"))
            return Planar(axis, x, y, turn)
        return (Prismatic if kind == "prismatic" else Revolute)(axis, self.coordinate(name))

    def free(self, name: str, grounded: bool) -> JointType:
        mark = self.marks[name]
        attitude = quaternion(f"p_{mark}", unit=True, time=True)
        places = tuple(scalar(f"{x}_{mark}", time=True) for x in "xyz")
        if not grounded:
            return Free(attitude, places)
        w, v = (vector(f"{x}_{mark}", time=True) for x in "wv")
        return Free(attitude, places, w, v)

    def efforts(self, joint: Element, name: str) -> Iterator[JointEffort]:
        """A damper for a joint, and for those that follow it."""
        q = self.coordinate(name)
        total = _damping(joint)
        for other, mimicry in self.mimicries.items():
            if mimicry.follows == name:
                total += _damping(self.joints[other]) * mimicry.factor**2
        if total and joint.attributes["type"] in ("revolute", "continuous", "prismatic"):
            c = self.value("damping", self.marks[name], total)
            yield damper(f"damper {name}", c, diff(q, time))

    def note(self, joint: Element, name: str) -> None:
        """Keep the limits and the dry friction of a joint."""
        limit = joint.find("limit")
        if limit is not None:
            keys = ("lower", "upper", "velocity", "effort")
            found = {key: limit.number(key) for key in keys if key in limit.attributes}
            if found.get("lower", Fraction(0)) > found.get("upper", Fraction(0)):
                raise limit.error("lower is above upper (a missing one is 0); exchange them")
            for key in ("velocity", "effort"):
                _not_negative(limit, key, "0")
            self.robot.limits[name] = Limits(**found)
        elif joint.attributes["type"] in ("revolute", "prismatic"):
            raise joint.error("it has no <limit>; add one, or make it continuous")
        dynamics = joint.find("dynamics")
        if dynamics is not None and _not_negative(dynamics, "friction", "0"):
            self.robot.friction[name] = dynamics.number("friction")

    def axis(self, joint: Element) -> Vector:
        """The axis of a joint as a unit vector, by default x."""
        given = joint.find("axis")
        x, y, z = (Fraction(1), Fraction(0), Fraction(0)) if given is None else given.three("xyz")
        square = x * x + y * y + z * z
        if not square:
            raise (given or joint).error("the axis is zero; write a direction, such as '0 0 1'")
        length = normal(sqrt(number(square)))
        return column(*(normal(number(c) / length) for c in (x, y, z)))

    # -- numbers ----------------------------------------------------------------------------------

    def coordinate(self, name: str) -> Scalar:
        return scalar(self.marks[name], time=True)

    def origin(self, element: Element, mark: str) -> tuple[Matrix, Vector]:
        """The rotation by roll, pitch and yaw about fixed axes, and the translation."""
        given = element.find("origin")
        if given is None:
            return identity(), column(number(0), number(0), number(0))
        turn: Any = identity()
        for name, axis, value in zip(
            ("roll", "pitch", "yaw"), (X, Y, Z), given.three("rpy"), strict=True
        ):
            if value:
                one = rot(axis, self.angle(name, mark, value))
                turn = one if turn is identity() else one @ turn
        place = [
            self.value(f"p{x}", mark, value)
            for x, value in zip("xyz", given.three("xyz"), strict=True)
        ]
        return turn, normal(column(*place))

    def angle(self, name: str, mark: str, value: Fraction) -> Scalar:
        found = angle(value, rounded=self.rounded)
        if self.named and found is number(value):
            return self.robot.parameter(f"{name}_{mark}", value)
        return found

    def value(self, name: str, mark: str, value: Fraction) -> Scalar:
        """A number, or a parameter that has it; zero is zero."""
        if self.named and value:
            return self.robot.parameter(f"{name}_{mark}", value)
        found: Scalar = number(value)
        return found


def _by_name(root: Element, tag: str) -> dict[str, Element]:
    found: dict[str, Element] = {}
    for element in root.all(tag):
        name = element.text("name", f"every <{tag}> needs one")
        if "${" in name:
            raise element.error("its name is xacro; expand the file first")
        if name in found:
            first = found[name].line
            raise element.error(f"line {first} has one of that name; names must differ")
        found[name] = element
    return found


def _marks(names: list[str]) -> dict[str, str]:
    """Names as parts of symbols: letters, digits and underscores, all different."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in dict.fromkeys(names):
        mark = re.sub(r"\W", "_", name)
        mark = mark if mark[:1].isalpha() else f"j_{mark}"
        while mark in taken or _is_taken(mark):
            mark += "_"
        taken.add(mark)
        found[name] = mark
    return found


def _is_taken(mark: str) -> bool:
    """Whether a name is that of gravity, an effort or a result, or reserved in terms."""
    if re.fullmatch(r"g|(tau|acc|h)_\d+", mark):
        return True
    try:
        scalar(mark, time=True)
    except RewriteError:
        return True
    return False


def _damping(joint: Element) -> Fraction:
    dynamics = joint.find("dynamics")
    return Fraction(0) if dynamics is None else _not_negative(dynamics, "damping", "0")


def _not_negative(element: Element, attribute: str, default: str | None = None) -> Fraction:
    value = element.number(attribute, default)
    if value < 0:
        raise element.error(f"{attribute}={float(value):g} must not be negative")
    return value
