"""A satellite with an arm, which turns, slides out, and carries a point mass on a last hinge."""

from __future__ import annotations

from rewrite import Scalar, Vector, euler, quaternion

from ..parts.bodies import Principal
from ..parts.efforts import JointEffort, actuator
from ..parts.frames import Frame, X, Y, Z
from ..parts.points import Point
from ..system import System
from .parts import moving, moving_vectors, parameters, place


def satellite(angles: str = "xyz") -> System:
    """Body 1 with principal inertia, a massless arm, and a point mass at its end.

    Attitude by the angles q1, q2, q3, Bryant's or about other axes ("zxz"), position q4, q5, q6,
    joints q7, q8, q9. Speeds: velocity v of the mass centre G1 and angular velocity w of body 1,
    both in R1, and the rates of the joints.
    Efforts: F1 and C1 on body 1, F4 at the end, in R1; C12, F23, C34 at the joints.

    >>> satellite().speeds
    (v, w, q7', q8', q9')
    """
    system = System("satellite")
    mu1, Ix, Iy, Iz = parameters("mu1 I1x I1y I1z")
    v, w, F1, C1, F4 = moving_vectors("v w F1 C1 F4")
    turns, position = moving("q1 q2 q3"), moving("q4 q5 q6")
    R1, G1 = system.free("1", euler(angles, turns), place(position), (*turns, *position), w, v)
    system.body("1", R1, G1, mu1, Principal(Ix, Iy, Iz))
    G4 = _arm(system, R1, G1, moving("C12 F23 C34"))
    system.force("F1", F1, R1, G1)
    system.torque("C1", C1, R1, R1)
    system.force("F4", F4, R1, G4)
    return system


def satellite_seen_from_its_body(*, steady: bool = True) -> System:
    """The motion of the arm relative to R1, taken as inertial: three freedoms.

    With steady efforts there is a potential; else they are functions of time.

    >>> satellite_seen_from_its_body().speeds
    (q7', q8', q9')
    """
    system = System("arm of the satellite")
    efforts = (parameters if steady else moving)("C12 F23 C34")
    x, y, z = (parameters if steady else moving)("F4x F4y F4z")
    G4 = _arm(system, system.ground, system.origin, efforts)
    force: Vector = x * X + y * Y + z * Z
    system.force("F4", force, system.ground, G4)
    return system


def _arm(system: System, R1: Frame, G1: Point, efforts: tuple[Scalar, ...]) -> Point:
    """The arm and its point mass; return its end."""
    z12, z34, mu4 = parameters("z12 z34 mu4")
    coordinates = moving("q7 q8 q9")
    first, second, third = map(_actuated, ("C12", "F23", "C34"), efforts, coordinates)
    q7, q8, q9 = coordinates
    root = G1.placed("H", R1, z12 * Z)
    R2, hinge = system.hinge("A", root, R1, X, q7, first)
    end = system.slider("B", hinge, R2, Y, q8, second)
    R4, wrist = system.hinge("C", end, R2, Y, q9, third)
    G4 = wrist.placed("G4", R4, z34 * Z)
    system.point_mass("4", G4, mu4)
    return G4


def _actuated(name: str, effort: Scalar, coordinate: Scalar) -> JointEffort:
    return actuator(name, effort, coordinate)


def satellite_with_wheels(wheels: int = 3) -> System:
    """A free body with reaction wheels, balanced about axes of the body, and a motor on each.

    The axes are X, Y and Z in turn, so that three wheels control the attitude. Attitude by a unit
    quaternion p; speeds v and w in axes of the body, and the rates of the wheels.

    >>> satellite_with_wheels().speeds
    (v, w, s1', s2', s3')
    """
    system = System("satellite with reaction wheels")
    m, Ix, Iy, Iz = parameters("m Ix Iy Iz")
    position, (v, w) = moving("x y z"), moving_vectors("v w")
    attitude = quaternion("p", unit=True, time=True)
    frame, G = system.free("1", attitude, place(position), position, w, v)
    system.body("hull", frame, G, m, Principal(Ix, Iy, Iz))
    for i in range(1, wheels + 1):
        (s, C), (mass, r, along, across) = moving(f"s{i} C{i}"), parameters(f"mw{i} r{i} A{i} B{i}")
        axis = (X, Y, Z)[(i - 1) % 3]
        seat = G.placed(f"E{i}", frame, r * axis)
        spun, centre = system.hinge(f"W{i}", seat, frame, axis, s, actuator(f"C{i}", C, s))
        moments = (along if axis is e else across for e in (X, Y, Z))
        system.body(f"wheel {i}", spun, centre, mass, Principal(*moments))
    return system
