"""Rods by screws: each equation of spec 04, proved, with the slips of the print refuted; the laws,
the lines, the linear equations, and the beams that are their limits."""

from __future__ import annotations

from typing import Any

import pytest

from mechanics.errors import ModelError
from mechanics.media import (
    ARC,
    AXES,
    ROTATIONS,
    TRANSLATIONS,
    Ad,
    NoEquilibriumError,
    Rod,
    Screw,
    Section,
    act,
    bracket,
    euler_bernoulli,
    exp,
    frenet,
    helix,
    inextensible_string,
    klein,
    law_of,
    linear,
    linearised,
    moment,
    planar_beam,
    planar_string,
    plane_curve,
    put,
    rayleigh,
    resultant,
    ring,
    rod,
    screw,
    screw_of,
    small_planar_beam,
    straight,
    string,
    string_by_screws,
    timoshenko,
    translation,
)
from mechanics.media.scalar_terms import scalars_of
from rewrite import (
    Scalar,
    Vector,
    column,
    cos,
    cross,
    diff,
    dot,
    equal,
    function,
    identity,
    latex,
    lower,
    matrix,
    normal,
    ops,
    pairs,
    pi,
    rotation,
    scalar,
    scalars,
    sin,
    sqrt,
    subs,
    symbol,
    time,
    unicode,
    vector,
    vectors,
    zero,
)

x, y, z, psi1, psi2, psi3 = scalars("x y z psi1 psi2 psi3", time=True, along="s")
EA, GA2, GA3, GJ, EI2, EI3, rho = scalars("EA GA2 GA3 GJ EI2 EI3 rho", constant=True)
J11, J22, J33 = scalars("J11 J22 J33", constant=True)
i, j, k = TRANSLATIONS
xi, eta, zeta = ROTATIONS
ANGLES = (psi1, psi2, psi3)


def proved(left: Any, right: Any) -> None:
    verdict = equal(left, right)
    assert verdict.proved, verdict


def refuted(left: Any, right: Any) -> None:
    verdict = equal(left, right)
    assert verdict.refuted, verdict


@pytest.fixture(scope="module")
def general() -> Rod:
    """The general case on a straight line."""
    return rod()


# -- the kinematics of spec 04 --------------------------------------------------------------------


def along(change: Any) -> Any:
    """Ad(E1 E2 E3)⁻¹ (x˙ i + …) + Ad(E2 E3)⁻¹ ψ1˙ ξ + Ad(E3)⁻¹ ψ2˙ η + ψ3˙ ζ."""
    E1, E2, E3 = (exp(a * r) for a, r in zip(ANGLES, ROTATIONS, strict=True))
    moved = change(x) * i + change(y) * j + change(z) * k
    found = act(Ad((E1 * E2 * E3).inv), moved) + act(Ad((E2 * E3).inv), change(psi1) * xi)
    return found + act(Ad(E3.inv), change(psi2) * eta) + change(psi3) * zeta


def test_the_velocity_is_the_printed_one(general):
    proved(general.velocity, along(lambda q: diff(q, time)))
    proved(general.velocity_pair, along(lambda q: diff(q, time)))


def test_the_strain_is_the_printed_one(general):
    E3 = exp(psi3 * zeta)
    last = act(Ad(E3.inv), sin(psi2) * k + (cos(psi2) - 1) * i)
    right = along(lambda q: diff(q, ARC)) + last - sin(psi3) * j + (cos(psi3) - 1) * i
    proved(general.strain, right)
    slip = along(lambda q: diff(q, ARC)) + last - sin(psi3) * k + (cos(psi3) - 1) * i
    refuted(general.strain, slip)  # the Maple procedure writes k where j belongs


def test_the_reference_basis_moves():
    """dη/dσ = k, dζ/dσ = -j on a straight line, the others 0: brackets with w = i."""
    w = straight().screw
    proved(bracket(w, eta), k)
    proved(bracket(w, zeta), -j)
    for other in (i, j, k, xi):
        proved(bracket(w, other), zero(Screw))


def test_any_line_and_any_axes():
    """e = L⁻¹ L' + Ad(L)⁻¹ w - w, and the economical equations are those of screws."""
    kappa, tau = function("kappa")(ARC), function("tau")(ARC)
    u = vector("u", unit=True)
    for line, axes in (
        (plane_curve(kappa), "zyx"),
        (frenet(kappa, tau), "zxz"),
        (helix(3, 4), (AXES[2], u, AXES[2])),
    ):
        made = rod(line, axes, free=("x", "y", "psi1", "psi2"))
        e = made.strain
        w = line.screw
        proved(e, diff(made.displacement, ARC) + act(Ad(made.displacement.inv), w) - w)
        for equation, part in zip(made.equations, (moment, resultant), strict=True):
            proved(equation.left, part(made.residual))


def test_the_strain_of_a_rigid_motion_vanishes():
    """A curved rod that is displaced as a whole has no strain: D = r⁻¹ A r along the line."""
    r = symbol("r_line", type(symbol("D0", type(one_displacement()))), along="s")
    A = symbol("A", type(one_displacement()))
    D = r.inv * A * r
    w = diff(r, ARC)
    e = diff(D, ARC) + act(Ad(D.inv), w) - w
    proved(e, zero(Screw))


def one_displacement() -> Any:
    return translation(AXES[0])


# -- the equations of spec 04 ---------------------------------------------------------------------


def test_the_intrinsic_equation(general):
    """T = ρ H(∂v/∂t) + [v, ρ H v] - [e, Θ] - ∂Θ/∂σ, printable and simplifiable."""
    v, e, Theta, T = (symbol(n, Screw, None, "s", time=True) for n in ("v", "e", "Theta", "T"))
    H = matrix("H", 6, constant=True)
    left = rho * act(H, diff(v, time)) + bracket(v, rho * act(H, v))
    found = general.at("algebra")[0]
    assert found.says(left - bracket(e, Theta) - diff(Theta, ARC), T).proved
    assert unicode(found.left) == "ρ (H v̇) + [v, ρ (H v)] - [e, Θ] - Θ′"
    assert latex(found.left)


def test_slips_in_the_procedure_for_the_equations():
    """H multiplies v where the acceleration belongs; both brackets in the opposite order; T times
    ρ; the central inertia where that at the origin is meant."""
    v, dv, e, Theta, T = (symbol(n, Screw) for n in ("v", "dv", "e", "Theta", "T"))
    c = vector("c")
    J = matrix("J", symmetric=True)
    H = Section(density=rho, inertia=J, offset=c).operator
    dTheta = symbol("dTheta", Screw)

    def balance(rate: Any, sign: int = 1, load: Any = T, operator: Any = H) -> Any:
        inertia = rho * act(operator, rate) + sign * bracket(v, rho * act(operator, v))
        return inertia - sign * bracket(e, Theta) - dTheta - load

    right = balance(dv)
    refuted(right, balance(v))
    refuted(right, balance(dv, sign=-1))
    refuted(right, balance(dv, load=rho * T))
    central = Section(density=rho, inertia=J - dot(c, c) * identity(3) + c @ c.T, offset=c)
    refuted(right, balance(dv, operator=central.operator))


def test_the_inertia_operator_is_that_of_particles():
    """H v is the momentum, moment first: of particles at p with c = ∫p and J = ∫ p̃ᵀ p̃."""
    from rewrite import tilde

    V, w, p = vectors("V w p")
    H = Section(inertia=tilde(p).T @ tilde(p), offset=p).operator
    momentum = V + cross(w, p)
    proved(act(H, screw(V, w)), screw(cross(p, momentum), momentum))


def test_the_general_six_equations(general):
    for equation, part in zip(general.equations, (moment, resultant), strict=True):
        proved(equation.left, part(general.residual))
    assert len(planar_beam().scalars) == 6
    counted = ops(lower([e.left for e in general.equations]))
    assert counted.total <= ops(lower([general.residual])).total


def test_vectors_of_the_section(general):
    V, Omega, gamma, kappa, M, N, m, n = vectors(
        "V Omega gamma kappa M N m n", time=True, along="s"
    )
    J = general.section.inertia
    force = rho * (diff(V, time) + cross(Omega, V)) - diff(N, ARC) - cross(kappa, N)
    turn = rho * (J @ diff(Omega, time) + cross(Omega, J @ Omega)) - diff(M, ARC)
    turn = turn - cross(kappa, M) - cross(gamma + AXES[0], N)
    assert general.at("vectors")["force"].says(force, n).proved
    assert general.at("vectors")["moment"].says(turn, m).proved


def test_an_offset_mass_centre_and_a_curved_line():
    c = vector("c", constant=True)
    made = rod(ring(2), section=Section(offset=c), free=("x", "psi2", "psi3"))
    for equation, part in zip(made.equations, (moment, resultant), strict=True):
        proved(equation.left, part(made.residual))


def test_loads_and_ends():
    T = screw_of(*scalars("t1 t2 t3 t4 t5 t6"))
    made = planar_beam(load=T)
    proved(made.equations["force"].left, resultant(made.residual))
    ends = {e.name: e for e in made.ends}
    proved(ends["force, end"].left, resultant(made.wrench))
    proved(ends["moment, start"].left, -moment(made.wrench))


def test_the_power_of_the_inner_wrench(general):
    """d/dt of the strain energy is the power of Θ on the rate of strain: it is a potential."""
    e = general.strain_pair
    energy = klein(general.wrench, e) / 2
    proved(pairs(diff(energy, time)), pairs(klein(general.wrench, diff(e, time))))


# -- laws -----------------------------------------------------------------------------------------

g, h, dg, dh = vectors("g h dg dh")


def test_constitutive_laws():
    e, rate = screw(g, h), screw(dg, dh)
    found = linear(EA, GA2, GJ, (EI2, EI3)).at(e, rate)
    proved(moment(found), column(GJ * x_(h), EI2 * y_(h), EI3 * z_(h)))
    proved(resultant(found), column(EA * x_(g), GA2 * y_(g), GA2 * z_(g)))
    tau = scalar("tau", constant=True)
    damped = linear().damped(tau).at(e, rate)
    proved(damped, linear().at(e, rate) + tau * linear().at(rate, e))
    own = law_of(lambda e, rate: klein(e, e) * e + rate).at(e, rate)
    proved(own, klein(e, e) * e + rate)


def x_(v: Any) -> Any:
    from rewrite import x_of

    return x_of(v)


def y_(v: Any) -> Any:
    from rewrite import y_of

    return y_of(v)


def z_(v: Any) -> Any:
    from rewrite import z_of

    return z_of(v)


def test_held_strains_are_equations_and_their_partners_unknowns():
    law = linear().holding("stretch", "shear")
    assert law.held == ("stretch", "shear2", "shear3")
    assert [str(n) for n in law.unknowns] == ["N1", "N2", "N3"]
    made = planar_beam(law)
    assert [e.name for e in made.scalars[6:]] == ["stretch", "shear2", "shear3"]
    N1, N2, N3 = law.unknowns
    proved(resultant(made.wrench), column(N1, N2, N3))
    both = linear().holding("twist").holding("bend3")
    proved(moment(both.at(screw(g, h), zero(Screw))), column(
        both.unknowns[0], EI2 * y_(h), both.unknowns[1]
    ))  # fmt: skip


def test_one_can_write_a_law_that_is_not_linear():
    made = planar_beam(law_of(lambda e, rate: act(matrix("C", 6, constant=True), e)))
    proved(made.equations["force"].left, resultant(made.residual))


# -- linear equations -----------------------------------------------------------------------------


def test_small_displacements_of_a_straight_rod(general):
    """Axial, torsional, and Timoshenko's bending in two planes."""
    small = linearised(general).equations
    printed = {
        "force 1": rho * diff(x, time, 2) - EA * diff(x, ARC, 2),
        "moment 1": rho * J11 * diff(psi1, time, 2) - GJ * diff(psi1, ARC, 2),
        "force 2": rho * diff(y, time, 2) - GA2 * (diff(y, ARC, 2) - diff(psi3, ARC)),
        "moment 3": rho * J33 * diff(psi3, time, 2)
        - EI3 * diff(psi3, ARC, 2)
        - GA2 * (diff(y, ARC) - psi3),
        "force 3": rho * diff(z, time, 2) - GA3 * (diff(z, ARC, 2) + diff(psi2, ARC)),
        "moment 2": rho * J22 * diff(psi2, time, 2)
        - EI2 * diff(psi2, ARC, 2)
        + GA3 * (diff(z, ARC) + psi2),
    }
    for name, left in printed.items():
        assert small[name].says(left, zero(Scalar)).proved, name


def test_timoshenko_and_euler_bernoulli_are_limits():
    c = scalar("compliance", constant=True)
    w, acc = diff(y, ARC, 4), diff(y, time, 2)
    classic = (
        EI3 * w + rho * acc - rho * (J33 + EI3 * c) * diff(acc, ARC, 2)
        + rho**2 * J33 * c * diff(y, time, 4)
    )  # fmt: skip
    assert timoshenko().says(classic, zero(Scalar)).proved
    stiff = normal(subs(timoshenko().left, {c: zero(Scalar)}))
    assert rayleigh().says(stiff, zero(Scalar)).proved
    thin = normal(subs(stiff, {J33: zero(Scalar)}))
    assert euler_bernoulli().says(thin, zero(Scalar)).proved
    assert euler_bernoulli().says(EI3 * w + rho * acc, zero(Scalar)).proved


def test_a_damped_beam_is_linear_too():
    tau = scalar("tau", constant=True)
    found = small_planar_beam(linear().damped(tau)).equations["force 1"]
    stretched = diff(x, ARC, 2) + tau * diff(diff(x, ARC, 2), time)
    assert found.says(rho * diff(x, time, 2), EA * stretched).proved


def test_about_another_equilibrium():
    """A rod under a dead axial load: the equations of a beam-column."""
    P = scalar("P", constant=True)
    small = linearised(planar_beam(), {x: -P * ARC / EA})
    N = GA2 * ((1 - P / EA) * 0 + diff(y, ARC) - (1 - P / EA) * psi3)
    force = rho * diff(y, time, 2) - diff(N, ARC) + P * diff(psi3, ARC)
    assert small.equations["force 2"].says(force, zero(Scalar)).proved


def test_a_rod_bent_into_a_circle_is_an_exact_equilibrium():
    """By an end moment M = 2π EI/L, for every stiffness."""
    L = scalar("L", constant=True)
    beam = planar_beam()
    angle = 2 * pi * ARC / L
    circle = {x: L / (2 * pi) * sin(angle) - ARC, y: L / (2 * pi) * (1 - cos(angle)), psi3: angle}
    for e in beam.scalars:
        proved(put(e.left, circle), zero(Scalar))
    M = scalars_of(put(normal(moment(beam.wrench)), circle))
    proved(M[2], 2 * pi * EI3 / L)
    for n in scalars_of(put(normal(resultant(beam.wrench)), circle)):
        proved(n, zero(Scalar))
    assert linearised(beam, circle).equations["moment 3"].left != 0
    with pytest.raises(NoEquilibriumError, match="is not an equilibrium"):
        linearised(beam, {**circle, y: 2 * circle[y]})


def test_a_turned_rod_without_load_is_an_equilibrium():
    """A rigid displacement of the whole: no strain, no wrench."""
    a, b = scalars("a b", constant=True)
    there = {x: ARC * (cos(a) - 1) + b, y: ARC * sin(a), psi3: a}
    for e in planar_beam().scalars:
        proved(put(e.left, there), zero(Scalar))


# -- strings --------------------------------------------------------------------------------------


def test_the_inextensible_string():
    """ρ p¨ = (T p')' comes out of the screws where p' = R i."""
    force, length = inextensible_string()
    R = rotation("R", time=True, along="s")
    p, n = (vector(name, time=True, along="s") for name in "pn")
    tangent = R @ AXES[0]
    there = {diff(p, ARC): tangent, diff(p, ARC, 2): diff(tangent, ARC), n: zero(Vector)}
    proved(string_by_screws(), subs(normal(force.residual), there))
    proved(subs(length.left, there), length.right)


def test_a_string_has_no_shear_force():
    """Where the sections follow the tangent, the moment asks for N2 = 0."""
    flat = planar_string()
    N1, N2, N3 = flat.law.unknowns
    held = {x: ARC * 0, y: ARC * 0}
    at_rest = put(flat.scalars["moment 3"].left, {**held, psi3: zero(Scalar)})
    proved(at_rest, -N2)
    assert str(N1) == "N1"
    assert str(N3) == "N3"


def test_the_catenary_is_an_equilibrium():
    """y = a cosh(x/a) by its arc length: the tangent is (a, s)/√(a² + s²), T = ρ g √(a² + s²)."""
    a, gravity = scalars("a g", constant=True)
    p, n = (vector(name, time=True, along="s") for name in "pn")
    T = scalar("T", time=True, along="s")
    force, length = inextensible_string()
    root = sqrt(a**2 + ARC**2)
    tangent, tension = column(a / root, ARC / root, 0), rho * gravity * root
    there = {diff(p, time, 2): zero(Vector), diff(p, ARC): tangent,
             diff(p, ARC, 2): diff(tangent, ARC), T: tension, diff(T, ARC): diff(tension, ARC),
             n: -rho * gravity * AXES[1]}  # fmt: skip
    proved(subs(force.residual, there), zero(Vector))
    proved(subs(length.left, there), length.right)


# -- what is refused ------------------------------------------------------------------------------


def test_wrong_rods_are_refused():
    for axes in ("xxy", "zyy", "xy", "abc", (AXES[0], -AXES[0], AXES[1])):
        with pytest.raises(ModelError, match="ax"):
            rod(axes=axes)
    with pytest.raises(ModelError, match="free coordinates"):
        rod(free=("x", "w"))
    with pytest.raises(ModelError, match="there is no strain"):
        linear().holding("torsion")
    with pytest.raises(ModelError, match="no level"):
        rod().at("tensors")
    with pytest.raises(ModelError, match="reference line"):
        rod("straight")  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="is not an unknown"):
        linearised(planar_beam(), {z: ARC})
    with pytest.raises(ModelError, match="there is no equation"):
        rod().equations["torque"]
    with pytest.raises(ModelError, match="one stiffness"):
        linear(bending=(1, 2, 3))
    with pytest.raises(ModelError, match="a curvature is a scalar"):
        plane_curve(vector("v"))  # type: ignore[arg-type]
    assert string(EA).held == ("shear2", "shear3")
