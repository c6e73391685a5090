"""Efforts: forces at points, torques on frames, gravity, and efforts along joints.

An effort names the frame of its coordinates. An effort along a joint acts on both sides of it. An
effort may have a potential; without one it cannot enter a Hamiltonian.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, overload

from rewrite import Linear, Scalar, Vector, diff, sqrt, time, zero

from ..errors import ModelError
from .bodies import Body
from .frames import Frame
from .given import given
from .points import Point


@dataclass(frozen=True, eq=False)
class Force:
    """A force at a point, in coordinates of a frame."""

    name: str
    vector: Vector
    seen_in: Frame
    point: Point


@dataclass(frozen=True, eq=False)
class Torque:
    """A torque on a frame, in coordinates of a frame; it may name the body on which it acts."""

    name: str
    vector: Vector
    seen_in: Frame
    frame: Frame
    body: Body | None = None


@dataclass(frozen=True)
class JointEffort:
    """An effort along a coordinate of a joint: a torque at a hinge, a force at a slider.

    `rate` is the velocity on which it does work; for a joint with one coordinate it follows from
    that. `dissipation` is its part of Rayleigh's function: half of the power that it dissipates.
    """

    name: str
    value: Scalar
    potential: Scalar | None = None
    rate: Scalar | None = None
    dissipation: Scalar | None = None


@dataclass(frozen=True)
class AlongJoint:
    """An effort that is given without the coordinate on which it acts; the joint supplies that.

    `of` makes the effort for a stretch and its rate. A joint with several coordinates needs `on`.
    """

    name: str
    of: Callable[[str, Scalar, Scalar], JointEffort]
    on: Scalar | None = None

    def bound(self, stretches: Sequence[Scalar], joint: str) -> JointEffort:
        """The effort along a joint."""
        if self.on is not None:
            return self.of(self.name, self.on, diff(self.on, time))
        if len(stretches) != 1:
            listed = ", ".join(map(str, stretches)) or "none"
            raise ModelError(
                f"joint {joint}: the effort {self.name} acts on one of its coordinates, {listed}; "
                f"say which, as in actuator(tau, on={stretches[0] if stretches else 'q'})"
            )
        return self.of(self.name, stretches[0], diff(stretches[0], time))


Effort = JointEffort | AlongJoint


@overload
def actuator(name: Scalar | float, *, on: Scalar | None = None) -> AlongJoint: ...
@overload
def actuator(name: str, value: Scalar | float, coordinate: Scalar) -> JointEffort: ...
def actuator(
    name: str | Scalar | float,
    value: Scalar | float | None = None,
    coordinate: Scalar | None = None,
    *,
    on: Scalar | None = None,
) -> Effort:
    """A given effort; if it is constant, it has the potential -value · coordinate.

    `actuator(tau)` acts on the coordinate of its joint; `on` says which, if there are several.

    >>> from rewrite import scalars
    >>> C, q = scalars("C q")
    >>> actuator("motor", C, q).potential
    -(C*q)
    >>> actuator(C).bound([q], "A").potential
    -(C*q)
    """
    if isinstance(name, str):
        _must_have("actuator", value, coordinate)
        return _given(name, value, coordinate)
    effort = given("the value of an actuator", name, Scalar)
    return AlongJoint(str(effort), lambda title, q, _: _given(title, effort, q), on)


def _given(name: str, value: Any, coordinate: Any) -> JointEffort:
    value = given(f"actuator {name}", value, Scalar)
    potential = -(value * coordinate) if is_steady(value) else None
    return JointEffort(name, value, potential, diff(coordinate, time))


@overload
def spring(
    name: Scalar | float, stiffness: Any = None, *, rest: Any = 0, on: Scalar | None = None
) -> AlongJoint: ...
@overload
def spring(name: str, stiffness: Scalar | float, stretch: Scalar) -> JointEffort: ...
def spring(
    name: str | Scalar | float,
    stiffness: Any = None,
    stretch: Any = None,
    *,
    rest: Any = 0,
    on: Scalar | None = None,
) -> Effort:
    """A linear spring: -k s, where the stretch s is a coordinate less its value at rest.

    `spring(k, rest=q0)` acts on the coordinate of its joint.

    >>> from rewrite import scalars
    >>> k, q = scalars("k q")
    >>> spring("spring", k, q - 1).value
    -(k*(q - 1))
    >>> spring(k, rest=1).bound([q], "A").value
    -(k*(q - 1))
    """
    if isinstance(name, str):
        _must_have("spring", stiffness, stretch)
        return _spring(name, stiffness, stretch)
    k, at_rest = given("a stiffness", name, Scalar), given("a length at rest", rest, Scalar)
    return AlongJoint(
        f"spring {k}",
        lambda title, q, _: _spring(title, k, q if at_rest is zero(Scalar) else q - at_rest),
        on,
    )


def _spring(name: str, stiffness: Any, stretch: Any) -> JointEffort:
    stiffness = given(f"{name}: its stiffness", stiffness, Scalar)
    potential = stiffness * stretch**2 / 2
    return JointEffort(name, -(stiffness * stretch), potential, diff(stretch, time))


@overload
def damper(
    name: Scalar | float, damping: Any = None, *, on: Scalar | None = None
) -> AlongJoint: ...
@overload
def damper(name: str, damping: Scalar | float, rate: Scalar) -> JointEffort: ...
def damper(
    name: str | Scalar | float, damping: Any = None, rate: Any = None, *, on: Scalar | None = None
) -> Effort:
    """A linear damper: -c q'; it has no potential. `damper(c)` acts on the coordinate of its
    joint.

    >>> from rewrite import scalar
    >>> c, q = scalar("c"), scalar("q", time=True)
    >>> damper(c).bound([q], "A").value
    -(c*q')
    """
    if isinstance(name, str):
        _must_have("damper", damping, rate)
        return _damper(name, damping, rate)
    c = given("a damping", name, Scalar)
    return AlongJoint(f"damper {c}", lambda title, _, r: _damper(title, c, r), on)


def _damper(name: str, damping: Any, rate: Any) -> JointEffort:
    damping = given(f"{name}: its damping", damping, Scalar)
    lost = damping * rate**2 / 2
    return JointEffort(name, -(damping * rate), rate=rate, dissipation=lost)


def friction(
    coulomb: Scalar | float, *, slow: Scalar | float, on: Scalar | None = None
) -> AlongJoint:
    """Dry friction with the largest effort `coulomb`, smooth where it changes its sign:
    -coulomb q'/√(q'² + slow²).

    At the rate `slow` it is at 71 % of its largest value. It has no potential, and it slips,
    however slowly: real sticking is not modelled.

    >>> from rewrite import scalar, scalars
    >>> (mu, v0), q = scalars("mu v0"), scalar("q", time=True)
    >>> friction(mu, slow=v0).bound([q], "A").value
    -(mu*q'/sqrt(q'**2 + v0**2))
    """

    largest = given("the largest friction", coulomb, Scalar)
    slow = given("the rate at which friction is slow", slow, Scalar)

    def made(name: str, _: Scalar, rate: Scalar) -> JointEffort:
        return JointEffort(name, -(largest * rate / sqrt(rate**2 + slow**2)), rate=rate)

    return AlongJoint(f"friction {largest}", made, on)


def _must_have(what: str, *given: Any) -> None:
    if any(x is None for x in given):
        raise ModelError(
            f"{what}: with a name, also give its value and the coordinate on which it acts; or "
            f"give only its value, {what}(value), to act on the coordinate of the joint"
        )


def is_steady(t: Linear) -> bool:
    """Whether a term does not depend on time."""
    if t.is_symbol:
        return not t.value.time
    return diff(t, time) is zero(like=t)
