"""The inertia of everything fixed to one frame: ten numbers, and the wrench for a motion.

With the mass M, the first moment S = M c and the inertia J about the origin of the frame, a body
that turns with ω, ω˙ and whose origin has the acceleration a needs

    F = M a + U S,    N = J ω˙ + ω × J ω + S × a,    U = ω˙~ + ω~ ω~.

In lowering, N is collected by the entries of J (`rewrite/lowering/passes/by_parameters.py`):
products of inertia are multiplied by entries of U, which are shared with the accelerations of
points, and principal moments enter by Euler's form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rewrite import (
    LimitError,
    Matrix,
    RewriteError,
    Scalar,
    Vector,
    column,
    cross,
    dot,
    evaluate,
    expand,
    free_symbols,
    normal,
    number,
    outer,
    postorder,
    subs,
    tilde,
    x_of,
    y_of,
    z_of,
    zero,
)

from ..dynamics.tree import Placement
from ..kinematics.kinematics import crossed, plus
from ..parts.bodies import NO_INERTIA, NO_MASS, Body, transported
from ..parts.frames import X, Y, Z

NONE: Vector = zero(Vector)
NAMES = ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M")
"""The ten parameters of a link, in the order that is usual in robotics."""
AXES = (X, Y, Z)
COORDINATES = (x_of, y_of, z_of)
PLACES = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
"""The places of the six moments in the matrix."""


@dataclass(frozen=True, eq=False)
class Inertia:
    """Mass, first moment and inertia about the origin of a frame, in its coordinates."""

    mass: Scalar = NO_MASS
    first: Vector = NONE
    moments: Matrix = NO_INERTIA

    @property
    def is_none(self) -> bool:
        return self.mass is NO_MASS and self.first is NONE and self.moments is NO_INERTIA

    @cached_property
    def parameters(self) -> tuple[Scalar, ...]:
        """The ten parameters, in the order of `NAMES`."""
        J, S = self.moments, self.first
        six = [_entry(J, i, k) for i, k in PLACES]
        return (*six, *(plain_scalar(of(S)) for of in COORDINATES), self.mass)

    def wrench(self, w: Vector, dw: Vector, a: Vector, U: Matrix) -> tuple[Vector, Vector]:
        """The force F and the moment N about the origin that the motion needs."""
        F = N = NONE
        if self.mass is not NO_MASS and a is not NONE:
            F = self.mass * a
        if self.first is not NONE:
            F = F if U is NO_INERTIA else plus(F, U @ self.first)
            N = crossed(self.first, a)
        return F, plus(self.turning(w, dw), N)

    def turning(self, w: Vector, dw: Vector) -> Vector:
        """J ω˙ + ω × J ω in the entries of J, so that zero and equal entries are used."""
        if self.moments is NO_INERTIA:
            return NONE
        J = matrix_of_moments(self.parameters[:6])
        total = NONE if dw is NONE else J @ dw
        return total if w is NONE else plus(total, cross(w, J @ w))

    def __add__(self, other: Inertia) -> Inertia:
        return Inertia(
            normal(self.mass + other.mass),
            normal(self.first + other.first),
            normal(self.moments + other.moments),
        )


NO_BODY = Inertia()


def motion_matrix(w: Vector, dw: Vector) -> Matrix:
    """U = ω˙~ + ω~ ω~, which takes a point of a body to its acceleration relative to the origin."""
    if w is NONE:
        return NO_INERTIA if dw is NONE else tilde(dw)
    return plus(NO_INERTIA if dw is NONE else tilde(dw), tilde(w) @ tilde(w))


def matrix_of_moments(six: Sequence[Scalar]) -> Matrix:
    """The symmetric matrix with the moments XX, XY, XZ, YY, YZ, ZZ."""
    total: Matrix = NO_INERTIA
    for (i, k), entry in zip(PLACES, six, strict=True):
        if entry is not NO_MASS:
            total = total + entry * outer(AXES[i], AXES[k])
            if i != k:
                total = total + entry * outer(AXES[k], AXES[i])
    return normal(total)


def inertia_of_parameters(ten: Sequence[Scalar]) -> Inertia:
    """The inertia with ten given parameters, in the order of `NAMES`."""
    first = column(*ten[6:9]) if any(s is not NO_MASS for s in ten[6:9]) else NONE
    return Inertia(ten[9], first, matrix_of_moments(ten[:6]))


def inertia_of(body: Body, placed: Placement) -> Inertia:
    """The inertia of a body about the origin of a frame in which it is placed."""
    R, c = placed.rotation, placed.offset
    turned = NO_INERTIA if body.inertia is NO_INERTIA else R @ body.inertia @ R.T
    moments = normal(turned) if c is NONE else transported(turned, body.mass, c)
    return Inertia(body.mass, normal(body.mass * c), moments)


def _entry(J: Matrix, i: int, k: int) -> Scalar:
    if J is NO_INERTIA:
        return NO_MASS
    return plain_scalar(dot(AXES[i], J @ AXES[k]))


def plain_scalar(t: Scalar) -> Scalar:
    """A scalar with products of vectors written out; without symbols, a number if that is exact."""
    try:
        opened = normal(expand(t))
    except LimitError:  # sines of constant angles, which the code computes
        return normal(t)
    known: dict[Any, Any] = {}
    for s in postorder(opened):
        if isinstance(s, Scalar) and s.args and not free_symbols(s):
            try:
                known[s] = number(evaluate(s, {}))
            except RewriteError:
                continue
    return normal(subs(opened, known)) if known else opened
