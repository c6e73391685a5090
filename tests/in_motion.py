"""Small systems whose motion is known by closed formulas."""

from __future__ import annotations

from mechanics import Principal, System, X, Y, Z, actuator
from rewrite import quaternion, scalar, scalars


def free_rotor() -> System:
    """A body about its mass centre by a quaternion: Euler's equations."""
    system = System("rotor")
    attitude = quaternion("p", unit=True, time=True)
    frame, pivot = system.ball("J", system.origin, system.ground, attitude)
    moments = Principal(*scalars("A B C", constant=True))
    system.body("1", frame, pivot, scalar("m", constant=True), moments)
    return system


def cart_pole() -> System:
    """A cart with a motor F, and a pole that stands upright at q = 0."""
    system = System("cart-pole")
    m, M, length, g = scalars("m M l g", constant=True)
    x, q, F = scalar("x", time=True), scalar("q", time=True), scalar("F", time=True)
    cart = system.slider("cart", system.origin, system.ground, X, x, actuator("motor", F, x))
    system.point_mass("cart", cart, M)
    rod, pin = system.hinge("pole", cart, system.ground, Z, q)
    system.point_mass("bob", pin.placed("P", rod, length * Y), m)
    system.gravity(-g * Y)
    return system
