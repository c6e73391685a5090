"""Lie groups and the equations of Poincaré and Chetayev: each equation of spec 05, proved."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from mechanics import System, Z, kane
from mechanics.errors import ModelError
from mechanics.media import (
    R3,
    SE3,
    SO3,
    FlexibleBody,
    LieGroup,
    NotInvariantError,
    Place,
    Rn,
    Slot,
    coad,
    floating_frame,
    moment,
    motion,
    poincare_chetayev,
    reissner_beam,
    resultant,
    screw,
)
from mechanics.media.systems import flexible_bodies as floating
from mechanics.media.systems import reissner
from rewrite import (
    Matrix,
    Quaternion,
    Scalar,
    Vector,
    add,
    angular_velocity,
    bottom_up,
    coefficient,
    cross,
    diff,
    dot,
    equal,
    evaluate,
    exhaust,
    matrix,
    normal,
    quaternion,
    rotate,
    rotation,
    scalar,
    scalars,
    simplify,
    sin,
    subs,
    time,
    trans,
    vector,
    vectors,
    vee,
    zero,
)

s, u = scalars("s u")
J = matrix("J", symmetric=True, constant=True)
g, m = scalars("g m", constant=True)
c, k = vectors("c k", constant=True)


def proved(left: Any, right: Any) -> None:
    verdict = equal(left, right)
    assert verdict.proved, verdict


# -- the coadjoint action, and the variation behind the equations ---------------------------------


def test_the_coadjoint_action_of_displacements():
    """ad*_(Ω,V)(Λ, W) = (Λ × Ω + W × V, W × Ω), rotations first; the same by screws."""
    Omega, V, Lambda, W = vectors("Omega V Lambda W")
    found = poincare_chetayev(SE3(), zero(Scalar)).coadjoint((Omega, V), (Lambda, W))
    proved(found[0], cross(Lambda, Omega) + cross(W, V))
    proved(found[1], cross(W, Omega))
    by_screws = coad(screw(V, Omega), screw(Lambda, W))
    proved(found[0], moment(by_screws))
    proved(found[1], resultant(by_screws))


def test_the_variation_is_the_compatibility_of_one_more_coordinate():
    """δη = ∂ξ + [η, ξ]: what a field of rotations says of itself if ε is a coordinate."""
    e = scalar("epsilon")
    R = rotation("R", time=True, along="s epsilon")
    xi = angular_velocity(R, x=e)
    for x in (time, s):
        eta = angular_velocity(R, x=x)
        proved(diff(xi, x), diff(eta, e) + cross(xi, eta))
        proved(diff(eta, e), diff(xi, x) + cross(eta, xi))


def test_the_variation_as_rules():
    found = poincare_chetayev(
        SE3(), lambda n: dot(n.velocity(time)[1], n.velocity(s)[1]), (time, s)
    )
    Omega, V = found.motion.velocity(time)
    K, Gamma = found.motion.velocity(s)
    moves = found.motion.field
    xi_1, xi_2 = moves("xi_1", Vector), moves("xi_2", Vector)
    rewritten = exhaust(bottom_up(found.variations))
    for v, x, xi, turned in (
        (Omega, time, xi_1, cross(Omega, xi_1)),
        (V, time, xi_2, cross(Omega, xi_2) - cross(xi_1, V)),
        (K, s, xi_1, cross(K, xi_1)),
        (Gamma, s, xi_2, cross(K, xi_2) - cross(xi_1, Gamma)),
    ):
        delta = moves(f"delta_{v}", Vector)
        proved(rewritten(2 * delta), 2 * (diff(xi, x) + turned))


def test_hamiltons_principle_by_hand():
    """The field equations are what is left of δL when ∂ξ is moved to the momenta."""
    group = SO3()
    moves = motion(group, (time, s))
    (Omega,), (K,) = moves.velocity(time), moves.velocity(s)
    C = matrix("C", symmetric=True, constant=True)
    L = dot(Omega, J @ Omega) / 2 - dot(K, C @ K) / 2 + dot(k, moves.configuration[0] @ c)
    found = poincare_chetayev(group, L, (time, s))
    xi = moves.field("xi_1", Vector)
    varied = dot(J @ Omega, diff(xi, time) + cross(Omega, xi))
    varied -= dot(C @ K, diff(xi, s) + cross(K, xi))
    varied += dot(k, moves.configuration[0] @ cross(xi, c))
    boundary = diff(dot(J @ Omega, xi), time) - diff(dot(C @ K, xi), s)
    proved(varied - boundary, -dot(found.field[0].residual, xi))


# -- Reissner's beam ------------------------------------------------------------------------------


def test_reissners_beam_is_the_printed_one():
    beam = reissner_beam()
    for equation, printed in zip(beam.field, reissner.as_printed(beam), strict=True):
        verdict = equation.says(printed.left, printed.right)
        assert verdict.proved, verdict


def test_a_wrong_sign_in_reissners_beam_is_refuted():
    def energy(moves: Any) -> Any:
        K, Gamma = moves.velocity(s)
        return dot(K, K) / 2 + dot(Gamma, J @ Gamma) / 2

    beam = reissner_beam(energy)
    printed = reissner.as_printed(beam, energy)
    _, Gamma = beam.motion.velocity(s)
    slip = 2 * cross(Gamma, J @ Gamma)
    assert beam.field[0].says(printed[0].left, printed[0].right).proved
    assert beam.field[0].says(printed[0].left, printed[0].right - slip).refuted


def test_boundary_conditions_and_their_sign():
    """Σ p N = -F: at the end M is the moment that acts, at the start -M."""
    ends = vectors("m_end n_end")
    moves = motion(SE3(), (time, s))
    K, Gamma = moves.velocity(s)
    U = dot(K, J @ K) / 2 + dot(Gamma, Gamma) / 2
    found = poincare_chetayev(SE3(), -U, (time, s), ends=ends)
    M = J @ K
    assert found.boundary["Omega, end of s"].says(-M, -ends[0]).proved
    assert found.boundary["Omega, start of s"].says(M, -ends[0]).proved
    assert found.boundary["Omega, end of s"].says(M, -ends[0]).refuted
    plate = poincare_chetayev(
        SO3(), lambda n: dot(n.velocity(s)[0], n.velocity(u)[0]), (time, s, u), ends=ends[:1]
    )
    K_s, K_u = plate.motion.velocity(s)[0], plate.motion.velocity(u)[0]
    N_s, N_u = scalars("N_s N_u")
    assert plate.boundary[0].says(N_s * K_u + N_u * K_s, -ends[0]).proved


def test_compatibility_and_kinematics():
    beam = reissner_beam()
    (Omega, V), (K, Gamma) = beam.motion.velocity(time), beam.motion.velocity(s)
    assert beam.compatibility[0].says(diff(K, time), diff(Omega, s) + cross(K, Omega)).proved
    second = diff(V, s) + cross(K, V) - cross(Omega, Gamma)
    assert beam.compatibility[1].says(diff(Gamma, time), second).proved
    R, _ = beam.motion.configuration
    assert beam.kinematics["r by time"].right is R @ V
    assert beam.kinematics["r by s"].right is R @ Gamma


def test_levels():
    beam = reissner_beam(lambda n: dot(n.velocity(s)[0], n.velocity(s)[0]) / 2)
    assert str(beam.at("algebra")[0].left) == (
        "mu_s_ds + mu_t' - coadjoint(eta_s, mu_s) - coadjoint(eta_t, mu_t)"
    )
    assert len(beam.at("vectors")) == 2
    scalars_ = beam.at("scalars")
    assert len(scalars_) == 6
    assert all(isinstance(e.left, Scalar) for e in scalars_)
    from mechanics.media.scalar_terms import by_entries
    from rewrite import x_of

    proved(scalars_[0].residual, x_of(by_entries(beam.field[0].residual)))
    with pytest.raises(ModelError, match="no level"):
        beam.at("tensors")


# -- the spatial form -----------------------------------------------------------------------------


def material_and_spatial(group: LieGroup, lagrangian: Any, coordinates: Any) -> None:
    """The spatial equations are the material ones, seen from space, in spatial velocities."""
    found = poincare_chetayev(group, lagrangian, coordinates)
    there = found.spatial
    moves, other = found.motion, there.motion
    put: dict[Any, Any] = {}
    for x in moves.coordinates:
        body = other.body_velocity(x)
        for v, value in zip(moves.velocity(x), body, strict=True):
            if v is value:
                continue
            put[v] = value
            for y in moves.coordinates:
                put[diff(v, y)] = other.derivative(value, y)
    material = tuple(normal(subs(e.left, put)) for e in found.field)
    for spatial, seen in zip(there.field, found._in_space(material), strict=True):
        proved(spatial.left, seen)


def test_spatial_forms_are_the_material_ones_seen_from_space():
    material_and_spatial(
        SO3(), lambda n: dot(n.velocity(time)[0], J @ n.velocity(time)[0]) / 2, (time,)
    )
    material_and_spatial(
        SO3(),
        lambda n: (
            dot(n.velocity(time)[0], J @ n.velocity(time)[0]) / 2
            - dot(n.velocity(s)[0], n.velocity(s)[0])
            + dot(k, n.configuration[0] @ c)
        ),
        (time, s),
    )
    material_and_spatial(
        SE3(),
        lambda n: (
            dot(n.velocity(time)[0], J @ n.velocity(time)[0]) + m * dot(n.velocity(time)[1],
            n.velocity(time)[1])
        ) / 2 - m * g * dot(k, n.configuration[1]),
        (time,),
    )  # fmt: skip


def test_momentum_in_space_is_kept_by_an_invariant_lagrangian():
    """Without defect and force, ∂p/∂t = 0 for the momentum R J Ω seen from space."""
    top = poincare_chetayev(SO3(), lambda n: dot(n.velocity(time)[0], J @ n.velocity(time)[0]) / 2)
    (Omega,), (R,) = top.motion.velocity(time), top.motion.configuration
    spatial = top.motion.derivative(R @ J @ Omega, time)
    proved(spatial, R @ top.field[0].left)


# -- rigid bodies, beside Kane --------------------------------------------------------------------


def test_the_heavy_top_agrees_with_kane():
    I = matrix("I_b", symmetric=True, constant=True)  # noqa: E741
    R = rotation("R", time=True)
    system = System("top")
    frame, pivot = system.ball("1", system.origin, system.ground, R)
    centre = pivot.placed("G", frame, c)
    system.body("top", frame, centre, m, I)
    system.gravity(-g * Z)
    by_kane = kane(system)
    at_pivot = I + m * (dot(c, c) * identity_matrix() - c @ trans(c))

    def lagrangian(moves: Any) -> Any:
        (Omega,), (turn,) = moves.velocity(time), moves.configuration
        return dot(Omega, at_pivot @ Omega) / 2 - m * g * dot(Z, turn @ c)

    top = poincare_chetayev(SO3(), lagrangian)
    (Omega,) = top.motion.velocity(time)
    spin = system.speeds[0]
    ours = subs(top.field[0].left, {Omega: spin, diff(Omega, time): diff(spin, time)})
    proved(coefficient(ours, diff(spin, time)), by_kane.mass(0, 0))
    rest = normal(ours - coefficient(ours, diff(spin, time)) @ diff(spin, time))
    proved(-rest, by_kane.right[0])
    assert simplify(top.defect[0]) is simplify(-m * g * cross(c, top.motion.configuration[0].T @ Z))


def identity_matrix() -> Any:
    from rewrite import identity

    return identity(3)


def test_the_free_body_agrees_with_kane():
    I = matrix("I_b", symmetric=True, constant=True)  # noqa: E741
    R = rotation("R", time=True)
    x, y, z = (scalar(n, time=True) for n in "xyz")
    w, v = vector("w", time=True), vector("v", time=True)
    from rewrite import column

    system = System("free")
    frame, centre = system.free("1", R, column(x, y, z), (x, y, z), w, v)
    system.body("1", frame, centre, m, I)
    by_kane = kane(system)
    free = poincare_chetayev(
        SE3(),
        lambda n: (dot(n.velocity(time)[0], I @ n.velocity(time)[0])
                   + m * dot(n.velocity(time)[1], n.velocity(time)[1])) / 2,
        invariant=True,
    )  # fmt: skip
    Omega, V = free.motion.velocity(time)
    put = {Omega: w, V: v, diff(Omega, time): diff(w, time), diff(V, time): diff(v, time)}
    for e, speed in ((free.field[0], w), (free.field[1], v)):
        i = system.speeds.index(speed)
        ours = subs(e.left, put)
        rate = diff(speed, time)
        proved(coefficient(ours, rate), by_kane.mass(i, i))
        proved(-(ours - coefficient(ours, rate) @ rate), by_kane.right[i])


def test_quaternions_give_the_same_top():
    def lagrangian(moves: Any) -> Any:
        (Omega,), (place,) = moves.velocity(time), moves.configuration
        arm = rotate(place, c) if isinstance(place, Quaternion) else place @ c
        return dot(Omega, J @ Omega) / 2 - m * g * dot(k, arm)

    by_matrix = poincare_chetayev(SO3(), lagrangian)
    by_quaternion = poincare_chetayev(SO3("q", quaternion=True), lagrangian)
    q = quaternion("q", unit=True, time=True)
    from rewrite import rotation_matrix

    (R,) = by_matrix.motion.configuration
    proved(subs(by_matrix.field[0].left, {R: rotation_matrix(q)}), by_quaternion.field[0].left)


def test_additive_groups_give_lagranges_equations():
    l_ = scalar("l", constant=True)

    def pendulum(moves: Any) -> Any:
        ((dq,), (q,)) = moves.velocity(time), moves.configuration
        from rewrite import cos

        return m * l_**2 * dq**2 / 2 + m * g * l_ * cos(q)

    found = poincare_chetayev(Rn(1, "theta"), pendulum)
    theta = scalar("theta1", time=True)
    assert (
        found.field[0]
        .says(m * l_**2 * diff(theta, time, 2) + m * g * l_ * sin(theta), zero(Scalar))
        .proved
    )
    T = scalar("T", constant=True)
    wave = poincare_chetayev(
        R3("p"),
        lambda n: (
            m * dot(n.velocity(time)[0], n.velocity(time)[0]) / 2
            - T * dot(n.velocity(s)[0], n.velocity(s)[0]) / 2
        ),
        (time, s),
    )
    p = vector("p", time=True, along="s")
    assert wave.field[0].says(m * diff(p, time, 2), T * diff(p, s, 2)).proved


# -- the floating frame ---------------------------------------------------------------------------


@pytest.mark.parametrize("modes", [1, 2, 3])
def test_the_floating_frame_is_the_printed_one(modes):
    found = floating_frame(modes)
    for equation, printed in zip(found.field, floating.as_printed(found), strict=True):
        verdict = equation.says(printed.left, printed.right)
        assert verdict.proved, verdict


def test_the_floating_frame_against_particles():
    """With the integrals of random particles, L is their kinetic energy less the strain energy."""
    random = Random(4)
    body, moves = FlexibleBody(2), floating_frame(2).motion

    def number() -> Fraction:
        return Fraction(random.randint(-5, 5), random.randint(1, 3))

    def triple() -> Any:
        return [number(), number(), number()]

    particles = [(abs(number()) + 1, triple(), {1: triple(), 2: triple()}) for _ in range(4)]
    Omega, V, dq1, dq2 = moves.velocity(time)
    _, _, q1, q2 = moves.configuration
    at: dict[Any, Any] = {Omega: triple(), V: triple(), dq1: number(), dq2: number(),
                          q1: number(), q2: number()}  # fmt: skip
    at |= integrals(body, particles)
    at |= {body.K(i, j): 0 for i in (1, 2) for j in (1, 2)}
    energy = evaluate(floating.lagrangian(body, moves), at)
    total = Fraction(0)
    for mass, X, Phi in particles:
        place = [x + at[q1] * f + at[q2] * h for x, f, h in zip(X, Phi[1], Phi[2], strict=True)]
        w = at[Omega]
        spin = [w[1] * place[2] - w[2] * place[1], w[2] * place[0] - w[0] * place[2],
                w[0] * place[1] - w[1] * place[0]]  # fmt: skip
        rate = [v + r + at[dq1] * f + at[dq2] * h
                for v, r, f, h in zip(at[V], spin, Phi[1], Phi[2], strict=True)]  # fmt: skip
        total += mass * sum(x * x for x in rate) / 2
    assert energy == total


def integrals(body: FlexibleBody, particles: Any) -> dict[Any, Any]:
    """The sums over particles that the symbols of a flexible body stand for."""

    def tilde(a: Any) -> Any:
        return [[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]]

    def crossed(mass: Any, a: Any, b: Any) -> Any:
        A, B = tilde(a), tilde(b)
        return [[mass * sum(A[n][i] * B[n][j] for n in range(3)) for j in range(3)]
                for i in range(3)]  # fmt: skip

    def sums(parts: Any) -> Any:
        return [[sum(p[i][j] for p in parts) for j in range(3)] for i in range(3)]

    found: dict[Any, Any] = {
        body.mass: sum(p[0] for p in particles),
        body.first: [sum(n * X[i] for n, X, _ in particles) for i in range(3)],
        body.J_rr: sums([crossed(n, X, X) for n, X, _ in particles]),
    }
    for i in body.indices:
        found[body.a(i)] = [sum(n * P[i][r] for n, _, P in particles) for r in range(3)]
        found[body.J_re(i)] = sums([crossed(n, X, P[i]) for n, X, P in particles])
        for j in range(i, body.modes + 1):
            found[body.J_ee(i, j)] = sums([crossed(n, P[i], P[j]) for n, _, P in particles])
            dots = [
                n * sum(a * b for a, b in zip(P[i], P[j], strict=True)) for n, _, P in particles
            ]
            found[body.M(i, j)] = sum(dots)
    return found


def test_the_identities_that_the_floating_frame_uses():
    V, Omega, ms = vectors("V Omega ms")
    A = matrix("A")
    proved(cross(V, cross(Omega, ms)) - cross(Omega, cross(V, ms)), cross(ms, cross(Omega, V)))
    proved(dot(Omega, (A + A.T) @ Omega), 2 * dot(Omega, A @ Omega))
    X, Phi = vectors("X Phi")
    from rewrite import tilde

    proved(-2 * vee(tilde(X).T @ tilde(Phi)), cross(X, Phi))


# -- one's own group, and what is refused ---------------------------------------------------------


def test_a_group_of_ones_own():
    """SO(3) declared by hand gives what the ready one gives."""
    own = LieGroup(
        "turns",
        (Slot(Vector, "Omega", "K"),),
        lambda x, y: (cross(x[0], y[0]),),
        (Place("R", Matrix, (3, 3), ("rotation",)),),
        turns={0: 0},
        adjoint=lambda place, x: (place[0] @ x[0],),
        back=lambda place, x: (place[0].T @ x[0],),
    )

    def lagrangian(moves: Any) -> Any:
        (Omega,), (R,) = moves.velocity(time), moves.configuration
        return dot(Omega, J @ Omega) / 2 + dot(k, R @ c)

    for e, f in zip(
        poincare_chetayev(own, lagrangian).field, poincare_chetayev(SO3(), lagrangian).field,
        strict=True,
    ):  # fmt: skip
        assert e.left is f.left


def test_a_group_in_scalars():
    """The Heisenberg group: [a, b] = c."""
    none = zero(Scalar)
    slots = tuple(Slot(Scalar, n, f"{n}_s") for n in ("va", "vb", "vc"))
    group = LieGroup("H3", slots, lambda x, y: (none, none, x[0] * y[1] - x[1] * y[0]))
    found = poincare_chetayev(
        group, lambda n: add(*(v**2 / 2 for v in n.velocity(time))), invariant=True
    )
    va, vb, vc = found.motion.velocity(time)
    assert found.field[0].says(diff(va, time) + vb * vc, none).proved
    assert found.field[1].says(diff(vb, time) - va * vc, none).proved
    assert found.field[2].says(diff(vc, time), none).proved
    with pytest.raises(ModelError, match="no adjoint action"):
        found.spatial.field  # noqa: B018


def test_brackets_that_are_none_are_refused():
    slot = (Slot(Vector, "a", "b"),)
    with pytest.raises(ModelError, match="not antisymmetric"):
        LieGroup("bad", slot, lambda x, y: (x[0] + y[0],))
    with pytest.raises(ModelError, match="not linear"):
        LieGroup("bad", slot, lambda x, y: (dot(x[0], x[0]) * cross(x[0], y[0]),))
    A = matrix("A")
    with pytest.raises(ModelError, match="Jacobi"):
        LieGroup("bad", slot, lambda x, y: (A @ cross(x[0], y[0]),))
    with pytest.raises(ModelError, match="components"):
        LieGroup("bad", slot, lambda x, y: (cross(x[0], y[0]), x[0]))
    with pytest.raises(ModelError, match="undone by `back`"):
        LieGroup("bad", slot, lambda x, y: (cross(x[0], y[0]),), adjoint=lambda p, x: (2 * x[0],),
                 back=lambda p, x: x)  # fmt: skip
    with pytest.raises(ModelError, match="rename"):
        SO3() * SE3()
    with pytest.raises(ModelError):
        Rn(0)


def test_lagrangians_that_are_not_invariant_are_refused():
    def heavy(moves: Any) -> Any:
        (Omega,), (R,) = moves.velocity(time), moves.configuration
        return dot(Omega, J @ Omega) / 2 - m * g * dot(k, R @ c)

    with pytest.raises(NotInvariantError, match=r"along the slot of Omega.*refuted"):
        poincare_chetayev(SO3(), heavy, invariant=True)

    def hidden(moves: Any) -> Any:  # it names R, and does not depend on it
        (Omega,), (R,) = moves.velocity(time), moves.configuration
        return dot(R @ Omega, R @ Omega) / 2 + dot(R @ c, R @ Omega)

    found = poincare_chetayev(SO3(), hidden, invariant=True)
    (Omega,) = found.motion.velocity(time)
    assert found.field[0].says(diff(Omega, time) + cross(Omega, c), zero(Vector)).proved


def test_wrong_groups_and_lagrangians_are_refused():
    with pytest.raises(ModelError, match="scalar"):
        poincare_chetayev(SO3(), vector("v"))  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="derivative of the configuration"):
        poincare_chetayev(SE3(), lambda n: dot(diff(n.configuration[1], time), c))
    with pytest.raises(ModelError, match="2 slots"):
        poincare_chetayev(SE3(), zero(Scalar), forces=(c,))
    with pytest.raises(ModelError, match="needs a Vector"):
        poincare_chetayev(SO3(), zero(Scalar), forces=(g,))
    with pytest.raises(ModelError, match="listed twice"):
        poincare_chetayev(SO3(), zero(Scalar), (time, time))
    with pytest.raises(ModelError, match="a coordinate is time or a scalar symbol"):
        poincare_chetayev(SO3(), zero(Scalar), (c,))  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="LieGroup"):
        poincare_chetayev("SO3", zero(Scalar))  # type: ignore[arg-type]
