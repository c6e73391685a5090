"""Textbook mechanisms: a cart with a pole, tops, a quadrotor, an arm, a bead."""

from __future__ import annotations

from rewrite import quaternion, rot, time

from ..parts.bodies import Principal
from ..parts.efforts import actuator
from ..parts.frames import X, Y, Z
from ..system import System
from .parts import moving, moving_vectors, parameters, place


def cart_pole() -> System:
    """A cart on a straight track, and a pole on it that a force F on the cart keeps upright.

    The cart is at x; the pole, of mass m at its centre, which is at a distance l from the hinge,
    leans by q from the upward vertical towards x. J is its inertia about the mass centre.

    >>> cart_pole().speeds
    (x', q')
    """
    system = System("cart and pole")
    M, m, length, J, g = parameters("M m l J g")
    x, q, F = moving("x q F")
    cart = system.slider("S", system.origin, system.ground, X, x, actuator("F", F, x))
    system.point_mass("cart", cart, M)
    pole, pivot = system.hinge("A", cart, system.ground, -Z, q)
    system.body("pole", pole, pivot.placed("G", pole, length * Y), m, Principal(J, J, J))
    system.gravity(-g * Y)
    return system


def heavy_top() -> System:
    """Lagrange's top: a body that is symmetric about its axis, on a fixed point.

    Precession p about the vertical, nutation n from it, spin s about the axis. The mass m is at a
    distance l from the fixed point; A and C are the inertias about the mass centre, across the axis
    and about it.

    >>> heavy_top().speeds
    (p', n', s')
    """
    system = System("heavy top")
    m, length, A, C, g = parameters("m l A C g")
    p, n, s = moving("p n s")
    turned, at = system.hinge("P", system.origin, system.ground, Z, p)
    leaning, at = system.hinge("N", at, turned, X, n)
    top, at = system.hinge("S", at, leaning, Z, s)
    system.body("top", top, at.placed("G", top, length * Z), m, Principal(A, A, C))
    system.gravity(-g * Z)
    return system


def gyroscope() -> System:
    """A balanced rotor in two gimbals, whose axes cross at its mass centre.

    The outer gimbal turns by a about the vertical, the inner one by b about a horizontal axis, the
    rotor by c about its own. Inertias: A about the outer axis; B1, B2, B3 of the inner gimbal;
    D across the axis of the rotor and C about it. A torque T acts on the axis of the inner gimbal.

    >>> gyroscope().speeds
    (a', b', c')
    """
    system = System("gyroscope in gimbals")
    m1, m2, m3, A, B1, B2, B3, C, D = parameters("m1 m2 m3 A B1 B2 B3 C D")
    a, b, c, T = moving("a b c T")
    outer, at = system.hinge("A", system.origin, system.ground, Z, a)
    inner, at = system.hinge("B", at, outer, X, b, actuator("T", T, b))
    rotor, at = system.hinge("C", at, inner, Y, c)
    system.body("outer gimbal", outer, at, m1, Principal(A, A, A))
    system.body("inner gimbal", inner, at, m2, Principal(B1, B2, B3))
    system.body("rotor", rotor, at, m3, Principal(D, C, D))
    return system


def quadrotor() -> System:
    """A body with four propellers at the ends of a cross, whose thrusts f1 … f4 are the inputs.

    Propellers 1 and 3 are at ± l along x of the body, 2 and 4 along y. They pull along z of the
    body, and drag turns the body by k times their thrust, one way or the other in turn. Attitude by
    a unit quaternion h, position x, y, z; speeds v and w in axes of the body.

    >>> quadrotor().speeds
    (v, w)
    """
    system = System("quadrotor")
    m, Ix, Iy, Iz, length, k, g = parameters("m Ix Iy Iz l k g")
    position, (v, w), thrusts = moving("x y z"), moving_vectors("v w"), moving("f1 f2 f3 f4")
    attitude = quaternion("h", unit=True, time=True)
    frame, G = system.free("B", attitude, place(position), position, w, v)
    system.body("hull", frame, G, m, Principal(Ix, Iy, Iz))
    arms = (length * X, length * Y, -length * X, -length * Y)
    for i, (arm, f) in enumerate(zip(arms, thrusts, strict=True), 1):
        system.force(f"thrust {i}", f * Z, frame, G.placed(f"P{i}", frame, arm))
        system.torque(f"drag {i}", (-1) ** i * k * f * Z, frame, frame)
    system.gravity(-g * Z)
    return system


def two_link_arm() -> System:
    """A robot of two links in a vertical plane, with a motor in each joint.

    q1 is measured from the x axis, q2 from the first link. Lengths l1, l2; masses m1, m2 at c1, c2
    from the joints, inertias J1, J2 about the mass centres; torques T1, T2.

    >>> two_link_arm().speeds
    (q1', q2')
    """
    system = System("arm of two links")
    (g,) = parameters("g")
    at, frame = system.origin, system.ground
    for i in (1, 2):
        (q, T), (m, length, c, J) = moving(f"q{i} T{i}"), parameters(f"m{i} l{i} c{i} J{i}")
        frame, pivot = system.hinge(f"A{i}", at, frame, Z, q, actuator(f"T{i}", T, q))
        system.body(f"link {i}", frame, pivot.placed(f"G{i}", frame, c * X), m, Principal(J, J, J))
        at = pivot.placed(f"P{i}", frame, length * X)
    system.gravity(-g * Y)
    return system


def bead_on_hoop() -> System:
    """A bead on a hoop of radius r that turns at a constant rate W about its vertical diameter.

    q is measured from the lowest point of the hoop. Energy is not conserved, since the motor of the
    hoop does work; Painlevé's integral is.

    >>> bead_on_hoop().speeds
    (q',)
    """
    system = System("bead on a turning hoop")
    m, r, W, g = parameters("m r W g")
    (q,) = moving("q")
    hoop = system.ground.rotated("H", rot(Z, W * time))
    spoke, centre = system.hinge("A", system.origin, hoop, Y, q)
    system.point_mass("bead", centre.placed("P", spoke, -r * Z), m)
    system.gravity(-g * Z)
    return system
