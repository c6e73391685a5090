"""The parts of a mechanism: bodies, joints, efforts and contacts with their numbers and names."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rewrite import Matrix, Scalar, Vector, free_symbols, zero

from ..joints import Helical
from ..parts.efforts import is_steady
from .links import Link
from .lsd_error import Place
from .naming import Names
from .recognised import closing_type
from .values import DisplacementValue, Kind


@dataclass(frozen=True)
class BodyItem:
    """A body with its number and its inertia."""

    number: int
    name: str
    place: Place
    mass: Scalar
    iframe: DisplacementValue
    inertia: tuple[Scalar, ...] | Matrix
    """Three principal moments, or a matrix; empty if it has no inertia."""


@dataclass(frozen=True)
class JointItem:
    """A joint: from a frame of one body to a frame of another."""

    number: int
    principal: bool
    inner: int
    """The number of the body where it starts: the one nearer to earth, or the first."""
    inner_frame: DisplacementValue
    outer: int
    outer_frame: DisplacementValue
    link: Link
    place: Place

    @property
    def name(self) -> str:
        return f"joint{self.number}"

    @property
    def keeps_coordinates(self) -> bool:
        """Whether its coordinates are unknowns of the equations. Those of a complementary joint
        follow from the others; they are kept if something depends on them, or if the joint is of
        no standard type."""
        if self.principal or self.link.acts:
            return True
        found = closing_type(self.link)
        screw = found is not None and isinstance(found.type, Helical)
        return found is None or (self.link.named and not screw)


@dataclass(frozen=True)
class EffortItem:
    """A force at a frame, or a torque on a body, with the body in whose axes it is written."""

    name: str
    kind: Kind
    body: int
    at: DisplacementValue | None
    axes: int
    value: Vector
    place: Place


@dataclass(frozen=True)
class ContactItem:
    """A disc about an axis, or a ball, that rolls or slips on a plane, a sphere or a cylinder."""

    name: str
    body: int
    wheel: DisplacementValue
    on: int
    ground: DisplacementValue
    radius: Scalar
    axis: Vector | None
    normal: Vector | None
    on_radius: Scalar | None
    on_axis: Vector | None
    slip: bool
    place: Place


@dataclass(frozen=True)
class ConstraintItem:
    """A term that stays zero."""

    name: str
    term: Scalar
    place: Place

    @property
    def is_relation(self) -> bool:
        """Whether it constrains only parameters."""
        symbols: set[Any] = set(free_symbols(self.term))
        return all(is_steady(s) for s in symbols)


@dataclass(frozen=True)
class ChosenSpeeds:
    """Speeds that replace rates of coordinates, and the rates in terms of them."""

    speeds: tuple[Any, ...]
    rates: dict[Any, Any]
    place: Place


@dataclass
class Mechanism:
    """A compiled description, before it becomes a `System`."""

    name: str
    names: Names
    bodies: list[BodyItem] = field(default_factory=list)
    joints: list[JointItem] = field(default_factory=list)
    efforts: list[EffortItem] = field(default_factory=list)
    contacts: list[ContactItem] = field(default_factory=list)
    constraints: list[ConstraintItem] = field(default_factory=list)
    gravity: Vector = field(default_factory=lambda: zero(Vector))
    near: dict[Scalar, Any] = field(default_factory=dict)
    values: dict[Scalar, Any] = field(default_factory=dict)
    chosen: ChosenSpeeds | None = None

    @property
    def loops(self) -> list[JointItem]:
        """The complementary joints."""
        return [j for j in self.joints if not j.principal]
