"""Bodies: mass, mass centre and inertia; some have none of one or the other."""

from __future__ import annotations

from dataclasses import dataclass

from rewrite import Matrix, Scalar, Vector, dot, identity, matrix, normal, number, outer, zero

from .frames import Frame, X, Y, Z
from .points import Point

NO_MASS: Scalar = number(0)
NO_INERTIA: Matrix = zero((3, 3))


@dataclass(frozen=True, eq=False)
class Body:
    """A rigid body: its inertia is about the mass centre, in coordinates of the frame.

    Zero inertia makes it a point mass; a body of no mass and no inertia only carries efforts.
    """

    name: str
    frame: Frame
    centre: Point
    mass: Scalar = NO_MASS
    inertia: Matrix = NO_INERTIA

    def __repr__(self) -> str:
        return self.name


def inertia(name: str, *, diagonal: bool = False) -> Matrix:
    """A symbol for an inertia matrix: symmetric, and diagonal if its axes are principal.

    >>> inertia("I1", diagonal=True)
    I1
    """
    found: Matrix = matrix(name, symmetric=True, diagonal=diagonal, constant=True)
    return found


def principal(Ix: Scalar, Iy: Scalar, Iz: Scalar) -> Matrix:
    """The inertia matrix of given principal moments, in its principal axes.

    >>> from rewrite import scalars
    >>> A, C = scalars("A C")
    >>> principal(A, A, C) @ Z
    (A*outer(column(1, 0, 0), column(1, 0, 0)) + A*outer(column(0, 1, 0), column(0, 1, 0)) +
    C*outer(column(0, 0, 1), column(0, 0, 1))) @ column(0, 0, 1)
    """
    return Ix * outer(X, X) + Iy * outer(Y, Y) + Iz * outer(Z, Z)


def transported(inertia: Matrix, mass: Scalar, offset: Vector) -> Matrix:
    """The inertia about a point from which the mass centre is at an offset (Huygens, Steiner).

    >>> from rewrite import scalar, vector
    >>> m, c, J = scalar("m"), vector("c"), matrix("J", symmetric=True)
    >>> transported(J, m, c)
    J + m*(dot(c, c)*identity(3) - c @ c.T)
    """
    return normal(inertia + mass * (dot(offset, offset) * identity() - outer(offset, offset)))


def between(inertia: Matrix, mass: Scalar, here: Vector, there: Vector) -> Matrix:
    """The inertia about one point, from that about another; the mass centre is at `here` from the
    point whose inertia is known, and at `there` from the one that is asked for.

    >>> from rewrite import scalar, vector
    >>> m, c, J = scalar("m"), vector("c"), matrix("J", symmetric=True)
    >>> between(transported(J, m, c), m, c, zero(Vector))
    J
    """
    centre = inertia - mass * (dot(here, here) * identity() - outer(here, here))
    return transported(centre, mass, there)
