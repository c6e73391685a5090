"""Bodies: mass, mass centre and inertia. A point mass has no inertia; a body may have no mass."""

from __future__ import annotations

from dataclasses import dataclass

from rewrite import (
    Matrix,
    Scalar,
    Vector,
    column,
    cross,
    dot,
    identity,
    matrix,
    normal,
    number,
    outer,
    x_of,
    y_of,
    z_of,
    zero,
)

from .frames import Frame, X, Y, Z
from .given import given
from .points import Point

NO_MASS: Scalar = number(0)
NO_INERTIA: Matrix = zero((3, 3))


@dataclass(frozen=True)
class Principal:
    """An inertia given by its principal moments, in principal axes.

    >>> from rewrite import scalars, vector
    >>> Ix, Iy, Iz = scalars("Ix Iy Iz")
    >>> Principal(Ix, Iy, Iz).gyroscopic(column(1, 2, 3))
    column((Iz - Iy)*mul(2, 3), (Ix - Iz)*mul(3, 1), (Iy - Ix)*mul(1, 2))
    """

    Ix: Scalar
    Iy: Scalar
    Iz: Scalar

    def __post_init__(self) -> None:
        for name in ("Ix", "Iy", "Iz"):
            moment = given(f"the moment of inertia {name}", getattr(self, name), Scalar)
            object.__setattr__(self, name, moment)

    @property
    def matrix(self) -> Matrix:
        return self.Ix * outer(X, X) + self.Iy * outer(Y, Y) + self.Iz * outer(Z, Z)

    def gyroscopic(self, w: Vector) -> Vector:
        """ω × I ω in Euler's form, with differences of moments as factors."""
        x, y, z = normal(x_of(w)), normal(y_of(w)), normal(z_of(w))
        Ix, Iy, Iz = self.Ix, self.Iy, self.Iz
        found = (_scaled(Iz - Iy, y, z), _scaled(Ix - Iz, z, x), _scaled(Iy - Ix, x, y))
        return zero(Vector) if all(s is NO_MASS for s in found) else column(*found)


def _scaled(difference: Scalar, x: Scalar, y: Scalar) -> Scalar:
    """A difference of moments times a product; zero if a factor vanishes."""
    return NO_MASS if NO_MASS in (x, y) else difference * (x * y)


@dataclass(frozen=True, eq=False)
class Body:
    """A rigid body: its inertia is about the mass centre, in coordinates of the frame.

    Zero inertia makes it a point mass; a body of no mass and no inertia only carries efforts.
    """

    name: str
    frame: Frame
    centre: Point
    mass: Scalar = NO_MASS
    given_inertia: Matrix | Principal = NO_INERTIA

    @property
    def inertia(self) -> Matrix:
        """The inertia as a matrix."""
        given = self.given_inertia
        return given.matrix if isinstance(given, Principal) else given

    def gyroscopic(self, w: Vector) -> Vector:
        """ω × I ω, the torque that keeps the angular velocity ω of a body constant."""
        given = self.given_inertia
        if isinstance(given, Principal):
            return given.gyroscopic(w)
        return zero(Vector) if given is NO_INERTIA else cross(w, given @ w)

    def __repr__(self) -> str:
        return self.name


def inertia(name: str, *, diagonal: bool = False) -> Matrix:
    """A symbol for an inertia matrix: symmetric, and diagonal if its axes are principal.

    >>> inertia("I1", diagonal=True)
    I1
    """
    found: Matrix = matrix(name, symmetric=True, diagonal=diagonal, constant=True)
    return found


def transported(inertia: Matrix, mass: Scalar, offset: Vector) -> Matrix:
    """The inertia about a point from which the mass centre is at an offset (Huygens, Steiner).

    >>> from rewrite import scalar, vector
    >>> m, c, J = scalar("m"), vector("c"), matrix("J", symmetric=True)
    >>> transported(J, m, c)
    J + m*(dot(c, c)*identity(3) - c @ c.T)
    """
    return normal(inertia + mass * (dot(offset, offset) * identity() - outer(offset, offset)))


def between(inertia: Matrix, mass: Scalar, here: Vector, there: Vector) -> Matrix:
    """The inertia about one point from that about another; the mass centre is at `here` from the
    point where the inertia is known, and at `there` from the other point.

    >>> from rewrite import scalar, vector
    >>> m, c, J = scalar("m"), vector("c"), matrix("J", symmetric=True)
    >>> between(transported(J, m, c), m, c, zero(Vector))
    J
    """
    centre = inertia - mass * (dot(here, here) * identity() - outer(here, here))
    return transported(centre, mass, there)
