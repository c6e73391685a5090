"""Frames, points and the known results of the satellite."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mechanical import exact_state, rows_of, solved
from transport_rules import derived, name, rate, resolved, seen

from mechanics import (
    Frame,
    ModelError,
    Point,
    System,
    X,
    Y,
    Z,
    angular_momentum,
    dalembert,
    kane,
    kinematic_equations,
    lagrange,
    mass_centre,
    newton_euler,
)
from mechanics.dynamics.energy import generalised_forces
from mechanics.kinematics.kinematics import Kinematics
from mechanics.models import free_body, moving_base, satellite
from mechanics.models.parts import moving, parameters
from mechanics.parts.bodies import between, transported
from rewrite import (
    Scalar,
    Vector,
    angular_velocity,
    column,
    cos,
    cross,
    diff,
    euler,
    evaluate,
    identity,
    matrix,
    quaternion,
    random_assignment,
    rotation,
    scalar,
    sin,
    time,
    vector,
    x_of,
    y_of,
    z_of,
    zero,
)

AXES = (X, Y, Z)


def equal_at_random(one: Any, other: Any, count: int = 3) -> None:
    for seed in range(count):
        point = random_assignment([one, other], random=seed)
        assert evaluate(one, point) == evaluate(other, point)


# -- frames and points ----------------------------------------------------------------------------


@st.composite
def chains(draw: Any) -> list[Frame]:
    """Frames, each turned against one of those before it."""
    frames = [Frame("R0")]
    for i in range(draw(st.integers(1, 4))):
        parent = draw(st.sampled_from(frames))
        angle = scalar(f"q{i + 1}", time=True)
        kind = draw(st.sampled_from(["axis", "symbol", "quaternion", "euler"]))
        if kind == "axis":
            frames.append(parent.turned(f"R{i + 1}", draw(st.sampled_from(AXES)), angle))
        elif kind == "symbol":
            frames.append(parent.rotated(f"R{i + 1}", rotation(f"Q{i + 1}", time=True)))
        elif kind == "quaternion":
            q = quaternion(f"p{i + 1}", unit=True, time=True)
            frames.append(parent.rotated(f"R{i + 1}", q))
        else:
            angles = [scalar(f"{a}{i + 1}", time=True) for a in "abc"]
            frames.append(parent.rotated(f"R{i + 1}", euler("xyz", angles)))
    return frames


@given(chains(), st.data())
def test_turns_and_angular_velocities_along_any_path(frames: list[Frame], data: Any) -> None:
    A, B, C = (data.draw(st.sampled_from(frames)) for _ in range(3))
    there_and_back = B.turn_to(A) @ A.turn_to(B)
    equal_at_random(there_and_back, identity(), 1)
    equal_at_random(C.turn_to(B) @ A.turn_to(C), A.turn_to(B), 1)
    added = B.angular_velocity(A, B) + C.turn_to(B) @ C.angular_velocity(B)
    equal_at_random(C.turn_to(B) @ C.angular_velocity(A), added, 1)


@given(chains(), st.data())
def test_motion_is_what_the_rule_of_transport_gives(frames: list[Frame], data: Any) -> None:
    frame = data.draw(st.sampled_from(frames))
    ground = frames[0]
    c = vector("c", time=True)
    point = Point("O", ground).placed("P", frame, c)
    motion = Kinematics().motion(point)
    velocity = derived(rate(seen(c, name(frame)), name(ground)))
    acceleration = derived(rate(velocity, name(ground)))
    equal_at_random(motion.velocity, resolved(velocity, ground, frames), 1)
    equal_at_random(motion.acceleration, resolved(acceleration, ground, frames), 1)


def test_derivatives_of_any_order_are_those_of_coordinates() -> None:
    q, r = scalar("q", time=True), scalar("r")
    ground = Frame("R0")
    arm = ground.turned("R1", Z, q)
    point = Point("O", ground).placed("P", arm, r * X)
    motion = Kinematics().motion(point)
    position = column(r * cos(q), r * sin(q), 0)
    equal_at_random(motion.position, position)
    equal_at_random(motion.velocity, diff(position, time))
    equal_at_random(motion.acceleration, diff(position, time, 2))


def test_frames_that_are_not_related_are_refused() -> None:
    with pytest.raises(ModelError, match="not related"):
        Frame("A").turn_to(Frame("B"))
    free = Frame("R0").turned("R1", Z, scalar("q", time=True))
    with pytest.raises(ModelError, match="declared spin"):
        Point("O", free).moving("P", free, X, vector("v", time=True), free)


# -- inertia --------------------------------------------------------------------------------------


def test_inertia_between_points() -> None:
    J, m = matrix("J", symmetric=True), scalar("m")
    a, b, w = vector("a"), vector("b"), vector("w")
    moment = transported(J, m, a) @ w
    equal_at_random(moment, J @ w + m * cross(a, cross(w, a)))
    equal_at_random(between(transported(J, m, a), m, a, b), transported(J, m, b))


def test_bodies_without_mass_change_nothing() -> None:
    q = moving("q1 q2")
    m, r = parameters("m r")

    def arm(with_empty_body: bool) -> System:
        system = System("arm")
        R1, A = system.hinge("A", system.origin, system.ground, Z, q[0])
        R2, B = system.hinge("B", A.placed("E", R1, r * X), R1, X, q[1])
        system.point_mass("end", B.placed("P", R2, r * Y), m)
        if with_empty_body:
            system.body("empty", R1, A.placed("M", R1, r * X), zero(Scalar))
        return system

    one, other = rows_of(kane(arm(False))), rows_of(kane(arm(True)))
    terms = [t for rows in (one, other) for cs, f in rows for t in (*cs, f)]
    state = exact_state(arm(False), terms, 1)
    assert solved(one, state) == solved(other, state)
    by_balance = rows_of(newton_euler(arm(True)))
    assert solved(by_balance, state) == solved(one, state)


# -- the satellite --------------------------------------------------------------------------------


def _satellite() -> tuple[System, Any, Any]:
    system = satellite()
    names = {s.name: s for s in [*moving("q7 q8 q9 C12 F23 C34"), *parameters("z12 z34 mu1 mu4")]}
    return system, system.bodies[1].centre, names


def test_the_arm_of_the_satellite() -> None:
    system, G4, s = _satellite()
    q7, q8, q9, z12, z34 = (s[n] for n in ("q7", "q8", "q9", "z12", "z34"))
    given_there = column(
        sin(q9) * z34,
        cos(q7) * q8 - sin(q7) * cos(q9) * z34,
        z12 + sin(q7) * q8 + cos(q7) * cos(q9) * z34,
    )
    equal_at_random(system.kinematics.motion(G4).position, given_there)


def test_bryant_angles() -> None:
    q1, q2, q3 = moving("q1 q2 q3")
    d1, d2, d3 = (diff(q, time) for q in (q1, q2, q3))
    w = angular_velocity(euler("xyz", (q1, q2, q3)), "body")
    there = column(
        cos(q2) * cos(q3) * d1 + sin(q3) * d2,
        -cos(q2) * sin(q3) * d1 + cos(q3) * d2,
        sin(q2) * d1 + d3,
    )
    equal_at_random(w, there)


def test_kinematic_equations_undo_angular_velocity() -> None:
    system = satellite()
    free = system.joints[0]
    rates = kinematic_equations(system)
    w = angular_velocity(free.frame.rotation, "body")
    terms = [rates[diff(q, time)] for q in free.coordinates[:3]]
    state = random_assignment([*terms, w], random=4)
    state = dict(state) | {free.spin: evaluate(w, state)}
    for q, t in zip(free.coordinates[:3], terms, strict=True):
        assert evaluate(t, state) == state[diff(q, time)]


def test_generalised_forces_of_the_joints() -> None:
    system, _, s = _satellite()
    q7, q8, q9, z34 = (s[n] for n in ("q7", "q8", "q9", "z34"))
    F4 = system.forces[1].vector
    x, y, z = x_of(F4), y_of(F4), z_of(F4)
    Q7, Q8, Q9 = generalised_forces(system)[-3:]
    equal_at_random(
        Q7,
        s["C12"]
        + y * (-sin(q7) * q8 - cos(q7) * cos(q9) * z34)
        + z * (cos(q7) * q8 - sin(q7) * cos(q9) * z34),
    )
    equal_at_random(Q8, s["F23"] + y * cos(q7) + z * sin(q7))
    equal_at_random(
        Q9,
        s["C34"] + x * cos(q9) * z34 + y * sin(q7) * sin(q9) * z34 - z * cos(q7) * sin(q9) * z34,
    )


def test_angular_momentum_with_the_reduced_mass() -> None:
    system, G4, s = _satellite()
    one, _ = system.bodies
    k, R1 = system.kinematics, one.frame
    centre = mass_centre(system)
    mu = s["mu1"] * s["mu4"] / (s["mu1"] + s["mu4"])  # the reduced mass
    arm = k.motion(G4).position
    apart = k.motion(G4).velocity - k.motion(one.centre).velocity
    there = one.inertia @ k.spin(R1).velocity + mu * cross(arm, apart)
    equal_at_random(angular_momentum(system, centre, R1), there)


def test_moments_about_the_mass_centre_of_the_whole() -> None:
    system, G4, s = _satellite()
    centre = mass_centre(system)
    whole = dalembert(system, centre).at("parameters")
    F1, F4 = (f.vector for f in system.forces)
    C1 = system.torques[0].vector
    mu = s["mu1"] * s["mu4"] / (s["mu1"] + s["mu4"])  # the reduced mass
    arm = system.kinematics.motion(G4).position
    there = C1 + mu * cross(arm, F4 / s["mu4"] - F1 / s["mu1"])
    outer = newton_euler(system, centre).at("parameters")[1].right
    equal_at_random(outer, there)
    rows = [rows_of(dalembert(system, p)) for p in (centre, G4)]
    state = exact_state(system, [t for r in rows for cs, f in r for t in (*cs, f)], 3)
    assert solved(rows[0], state) == solved(rows[1], state)
    assert whole[0].right is zero(Vector)


def test_chosen_speeds_give_the_same_motion() -> None:
    """The speeds of the end of the arm: singular where q8 or cos q9 vanish."""
    system, _, s = _satellite()
    q7, q8, q9, z34 = (s[n] for n in ("q7", "q8", "q9", "z34"))
    u7, u8, u9 = moving("u7 u8 u9")
    d7, d8, d9 = (diff(q, time) for q in (q7, q8, q9))
    other = satellite()
    v, w = other.speeds[:2]
    rates = {d7: u7 / q8, d8: u8, d9: u9 / (z34 * cos(q9))}
    other.choose((v, w, u7, u8, u9), rates)
    ours, theirs = rows_of(kane(system)), rows_of(kane(other))
    terms = [t for rows in (ours, theirs) for cs, f in rows for t in (*cs, f)]
    state = exact_state(system, terms, 6)
    chosen = {u7: q8 * d7, u8: d8, u9: z34 * cos(q9) * d9}
    state |= {u: evaluate(t, state) for u, t in chosen.items()}
    first, second = solved(ours, state), solved(theirs, state)
    more = dict(zip((diff(q, time, 2) for q in (q7, q8, q9)), first[6:], strict=True))
    assert first[:6] == second[:6]
    assert [evaluate(diff(t, time), {**state, **more}) for t in chosen.values()] == second[6:]


def test_a_model_is_refused_with_a_reason() -> None:
    system = satellite()
    with pytest.raises(ModelError, match="time=True"):
        system.choose([scalar("u")], {})
    with pytest.raises(ModelError, match="a coordinate for each"):
        lagrange(moving_base())
    with pytest.raises(ModelError, match="no level"):
        newton_euler(system)[0].at("vector").at("theorem")


def test_levels_of_detail() -> None:
    force = newton_euler(satellite())[0]
    assert str(force) == "mu1*acc(G1) + mu4*acc(G4) = F1 + F4"
    vectors = force.at("vector")
    assert "q7" not in str(vectors)
    assert "cross(G1G4, w')" in str(vectors)
    scalars = force.scalars()
    assert len(scalars) == 3
    assert all(e.left.shape == (1, 1) for e in scalars)
    state = exact_state(satellite(), [e.residual for e in scalars], 2)
    for e, of in zip(scalars, (x_of, y_of, z_of), strict=True):
        whole = of(force.at("parameters").left)
        assert evaluate(e.left, state) == evaluate(whole, state)


def test_simplified_equations_keep_their_value() -> None:
    whole = newton_euler(satellite()).at("vector")
    for e in whole:
        small = e.simplified()
        point = random_assignment([e.left, small.left, e.right, small.right], random=1)
        assert evaluate(e.left, point) == evaluate(small.left, point)
        assert evaluate(e.right, point) == evaluate(small.right, point)


# -- a body on a moving base, and attitude by a quaternion ----------------------------------------


def test_acceleration_on_a_moving_base_is_the_second_derivative_of_position() -> None:
    system = moving_base()
    G = system.bodies[0].centre
    base = system.kinematics.base(G)
    wb, vb, p = (vector(n, time=True) for n in ("wb", "vb", "p"))
    B, R, c = rotation("B", time=True), rotation("R", time=True), vector("c", constant=True)
    B_w = angular_velocity(B)
    there = diff(p + B @ R @ c, time, 2)
    here = base.turn_to(system.ground) @ system.kinematics.motion(G).acceleration
    state = dict(random_assignment([there, here], random=2))
    state[B_w], state[diff(B_w, time)] = state[wb], state[diff(wb, time)]
    state[diff(p, time, 2)] = evaluate(B @ (diff(vb, time) + cross(wb, vb)), state)
    assert evaluate(here, state) == evaluate(there, state)


def test_body_on_a_moving_base_by_euler_about_its_pivot() -> None:
    """I_A α + ω × I_A ω + m c × a_A = c × F, with absolute ω, α and a_A, in axes of the body."""
    system = moving_base()
    (body,), (joint,) = system.bodies, system.joints
    m, c, F = body.mass, vector("c", constant=True), system.forces[0].vector
    spin = system.kinematics.spin(body.frame)
    pivot = system.kinematics.motion(joint.point.origin).acceleration
    a = system.kinematics.base(joint.point).turn_to(body.frame) @ pivot
    J = transported(body.inertia, m, c)
    w = spin.velocity
    moment = cross(c, system.ground.turn_to(body.frame) @ F)
    left = J @ spin.acceleration + cross(w, J @ w) + m * cross(c, a)
    rows = rows_of(kane(system))
    state = exact_state(system, [left, moment, *rows[0][0], rows[0][1]], 4)
    state[system.accelerations[0]] = tuple(solved(rows, state))
    assert evaluate(left, state) == evaluate(moment, state)


def test_free_body_with_a_quaternion() -> None:
    angles, quaternions = kane(free_body()), kane(free_body("quaternion"))
    assert angles.right == quaternions.right
    assert angles.blocks == quaternions.blocks
    q = quaternion("q", unit=True, time=True)
    rate = kinematic_equations(free_body("quaternion"))[q]
    point = random_assignment([rate, q], random=1)
    value, change = evaluate(q, point), evaluate(rate, point)
    assert sum(x * y for x, y in zip(value, change, strict=True)) == 0
