"""A disc, a sphere and a blade on a plane: the first examples of constraints between speeds."""

from __future__ import annotations

from rewrite import Scalar, diff, dot, quaternion, time

from ..parts.bodies import Principal
from ..parts.frames import Frame, X, Y, Z
from ..parts.points import Point
from ..system import System
from .parts import moving, moving_vectors, parameters, place


def rolling_disc(*, slip: bool = False) -> System:
    """A thin disc that rolls on a horizontal plane without slipping; with `slip` it may slide.

    The centre is at (x, y, z). The disc is turned by q1 about the vertical, leans by q2 about the
    direction in which it heads, and has rolled by q3 about its axis. Its mass is m, its radius r,
    its inertia I about a diameter and J about the axis; gravity g acts downwards. Six speeds and
    three equations leave three freedoms. It is upright where cos(q2) is positive.

    >>> disc = rolling_disc()
    >>> disc.speeds, [c.name for c in disc.constraints]
    ((x', y', z', q1', q2', q3'), ['floor'])
    """
    system = System("rolling disc")
    m, r, I, J, g = parameters("m r I J g")  # noqa: E741
    q1, q2, q3 = moving("q1 q2 q3")
    at = _sliders(system, moving("x y z"))
    yaw, at = system.hinge("yaw", at, system.ground, Z, q1)
    lean, at = system.hinge("lean", at, yaw, X, q2)
    frame, G = system.hinge("roll", at, lean, Y, q3)
    disc = system.body("disc", frame, G, m, Principal(I, J, I))
    system.rolls("floor", disc, system.ground, slip, radius=r, axis=Y)
    system.gravity(-g * Z)
    system.assembled(near={moving("z")[0]: 1}, values={r: 1})
    return system


def _sliders(system: System, coordinates: tuple[Scalar, ...]) -> Point:
    """A point with three coordinates."""
    at: Point = system.origin
    for q, axis in zip(coordinates, (X, Y, Z), strict=True):
        at = system.slider(f"{q}", at, system.ground, axis, q)
    return at


def rolling_sphere(*, turntable: bool = False) -> System:
    """A sphere that rolls on a plane; with `turntable` the plane turns as prescribed.

    The centre is at (x, y, z), its velocity v and the angular velocity w are in axes of the sphere,
    and its attitude is a unit quaternion q. Its mass is m, its radius r, its inertia J. A force F
    acts at the centre, in inertial axes. The turntable has the angle turn(t) about the vertical.
    Six speeds and three equations leave three freedoms, and the position follows from the motion.

    >>> rolling_sphere().speeds
    (v, w)
    """
    system = System("rolling sphere")
    m, r, J = parameters("m r J")
    v, w, F = moving_vectors("v w F")
    position = moving("x y z")
    q = quaternion("q", unit=True, time=True)
    frame, G = system.free("1", q, place(position), position, w, v)
    sphere = system.body("sphere", frame, G, m, Principal(J, J, J))
    system.force("F", F, system.ground, G)
    table: Frame | Point = system.ground
    if turntable:
        (turn,) = moving("turn")
        turning = system.ground.turned("table", Z, turn)
        table = system.origin.placed("T", turning)
    system.rolls("floor", sphere, table, radius=r)
    return system


def knife_edge() -> System:
    """A blade on an inclined plane: it slides along its edge, turns, and does not slip sideways.

    The edge is at (x, y) and heads in the direction q from the x axis, which points down the slope.
    The mass centre is at a distance a before the edge; with a = 0 it is the classical skate, with
    no slope Chaplygin's sleigh. The mass is m, the inertia J about the mass centre, and g sin(s)
    the acceleration down the slope, here the parameter g. Three speeds and one equation leave two
    freedoms.

    >>> knife_edge().speeds, [c.name for c in knife_edge().constraints]
    ((x', y', q'), ['edge'])
    """
    system = System("knife edge")
    m, J, a, g = parameters("m J a g")
    x, y, q = moving("x y q")
    frame, E = system.plane("blade", system.origin, system.ground, Z, (x, y, q))
    system.body("blade", frame, E.placed("G", frame, a * X), m, Principal(J, J, J))
    sideways = frame.turn_to(system.ground) @ Y
    system.constrain("edge", dot(sideways, diff(x * X + y * Y, time)))
    system.gravity(g * X)
    return system
