"""Bodies as if they were free, from which `tree_equations` starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rewrite import Matrix, Scalar, Vector, cross, identity, linear_in, normal, tilde, zero

from ..dependence.columns import vanishes
from ..dynamics.tree import Link, Placement, links
from ..joints import Joint
from ..kinematics.kinematics import crossed, minus, plus
from ..parts.bodies import Body, transported
from ..parts.frames import Frame
from ..parts.points import Point
from ..system import System

NONE: Vector = zero(Vector)


@dataclass(frozen=True, eq=False)
class FreeBody:
    """A body of the tree as if it were free, all in coordinates of its frame.

    `mass`, `centre` c and `inertia` I about `point` make 𝔐; `force` and `moment` about the point
    are the known efforts on it; `turns` and `slides` are its rows of Ψ, speed by speed, and
    `turn_bias` and `slide_bias` those of Ψ' q.
    """

    name: str
    joint: Joint | None
    frame: Frame
    point: Point
    mass: Scalar
    centre: Vector
    inertia: Matrix
    force: Vector
    moment: Vector
    spin: Vector
    slides: tuple[Any, ...]
    turns: tuple[Any, ...]
    slide_bias: Vector
    turn_bias: Vector

    @property
    def matrix(self) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
        """The block of 𝔐."""
        moved = normal(self.mass * tilde(self.centre))
        return (self.mass * identity(), normal(-moved)), (moved, self.inertia)

    @property
    def gyroscopic(self) -> tuple[Vector, Vector]:
        """The block of 𝔖."""
        w, c = self.spin, self.centre
        turning = crossed(w, crossed(w, c))
        force = NONE if vanishes(turning) else -(self.mass * turning)
        moment = NONE if vanishes(w) else -cross(w, self.inertia @ w)
        return force, moment

    def momentum(self, slide: Any, turn: Any) -> tuple[Any, Any]:
        """𝔐 times a velocity of O and an angular velocity: vectors, or a column of Ψ."""
        c = self.centre
        linear = self.mass * minus(slide, across(c, turn))
        angular = plus(across(c, self.mass * slide), _times(self.inertia, turn))
        return (zero(like=linear) if vanishes(normal(linear)) else linear), angular

    @property
    def resistance(self) -> tuple[Any, Any]:
        """The block of 𝔖 - 𝔐 Ψ' q."""
        bias = self.momentum(self.slide_bias, self.turn_bias)
        force, moment = map(minus, self.gyroscopic, bias)
        return force, moment

    @property
    def is_heavy(self) -> bool:
        return not (vanishes(self.mass) and vanishes(self.inertia))


def across(c: Vector, t: Any) -> Any:
    """c × t, column by column."""
    if vanishes(c) or vanishes(t):
        return zero(like=t)
    return cross(c, t) if isinstance(t, Vector) else tilde(c) @ t


def _times(inertia: Matrix, t: Any) -> Any:
    if vanishes(t) or vanishes(inertia):
        return zero(like=t)
    return inertia if t is identity() else inertia @ t


def free_bodies(system: System) -> list[FreeBody]:
    """Every link as a free body, and every body that moves relative to its link or the ground."""
    ground, *others = links(system)
    found = [_of_link(system, link) for link in others]
    moving = [body for body, place in ground.bodies if not place.is_fixed]
    moving += [body for link in others for body, place in link.bodies if not place.is_fixed]
    return found + [_of_body(system, body) for body in moving]


def _of_link(system: System, link: Link) -> FreeBody:
    """A link, everything that a joint carries directly, about its point."""
    bodies = [(body, place) for body, place in link.bodies if place.is_fixed]
    return _freed(
        system, link.joint, link.frame, link.point, _together(bodies), _acting(system, link)
    )


def _of_body(system: System, body: Body) -> FreeBody:
    """A single body, about its mass centre."""
    own = body.mass, NONE, body.inertia
    return _freed(system, None, body.frame, body.centre, own, (NONE, NONE), body.name)


def _freed(
    system: System,
    joint: Joint | None,
    frame: Frame,
    point: Point,
    inertia: tuple[Scalar, Vector, Matrix],
    acting: tuple[Vector, Vector],
    name: str | None = None,
) -> FreeBody:
    """A free body, with the motion of its point and its frame."""
    k, (mass, centre, about) = system.kinematics, inertia
    turn, motion, spin = k.base(point).turn_to(frame), k.motion(point), k.spin(frame)
    velocity, bias = (normal(turn @ t) for t in (motion.velocity, motion.bias))
    fall = normal(system.ground.turn_to(frame) @ system.weight)
    weight = NONE if vanishes(mass) or vanishes(fall) else mass * fall
    return FreeBody(
        name or ("" if joint is None else joint.name),
        joint,
        frame,
        point,
        mass,
        centre,
        about,
        plus(acting[0], weight),
        plus(acting[1], across(centre, weight)),
        spin.velocity,
        linear_in(velocity, system.speeds)[0],
        linear_in(spin.velocity, system.speeds)[0],
        bias,
        spin.bias,
    )


def _together(bodies: Sequence[tuple[Body, Placement]]) -> tuple[Scalar, Vector, Matrix]:
    """Mass, mass centre and inertia about the point of a link, of all bodies fixed to it."""
    mass: Any = zero(Scalar)
    moved: Any = NONE
    inertia: Any = zero((3, 3))
    for body, place in bodies:
        mass, moved = mass + body.mass, moved + body.mass * place.offset
        turned = normal(place.rotation @ body.inertia @ place.rotation.T)
        inertia = inertia + transported(turned, body.mass, place.offset)
    mass = normal(mass)
    if len(bodies) == 1:
        return mass, bodies[0][1].offset, normal(inertia)
    return mass, NONE if vanishes(mass) else normal(moved / mass), normal(inertia)


def _acting(system: System, link: Link) -> tuple[Vector, Vector]:
    """Given forces and torques on a link; springs and motors act along speeds instead."""
    force: Any = NONE
    moment: Any = NONE
    for f, place in link.forces:
        if f in system.forces:
            seen = normal(place.rotation @ f.vector)
            force, moment = plus(force, seen), plus(moment, across(place.offset, seen))
    for t, turn in link.torques:
        moment = plus(moment, normal(turn @ t.vector))
    return force, moment
