"""The same systems by `sympy.physics.mechanics`: Kane and Lagrange, as its documentation shows."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import sympy
from sympy.physics.mechanics import (
    KanesMethod,
    LagrangesMethod,
    Lagrangian,
    Particle,
    Point,
    ReferenceFrame,
    RigidBody,
    dynamicsymbols,
    inertia,
)

S = sympy.Symbol


def operations(
    expressions: list[Any], parameters: Container[str] | None = None, optimizations: Any = "basic"
) -> tuple[int, int]:
    """Multiplications and additions after `cse`, without work that depends only on constants."""
    known = PARAMETERS if parameters is None else parameters
    definitions, results = sympy.cse(expressions, optimizations=optimizations)
    constant: dict[Any, bool] = {}
    multiplications = additions = 0

    def fixed(e: Any) -> bool:
        return all(constant.get(s, s.name in known) for s in e.free_symbols)

    def count(e: Any) -> None:
        nonlocal multiplications, additions
        for t in sympy.preorder_traversal(e):
            if fixed(t):
                continue
            if isinstance(t, sympy.Mul):
                factors = [a for a in t.args if a != -1]
                multiplications += len(factors) - 1
            elif isinstance(t, sympy.Add):
                additions += len(t.args) - 1
            elif isinstance(t, sympy.Pow) and t.exp.is_Integer:
                multiplications += abs(int(t.exp)) - 1

    for symbol, e in definitions:
        constant[symbol] = fixed(e)
        count(e)
    for e in results:
        count(e)
    return multiplications, additions


PARAMETERS = {
    *(f"{name}{i}" for name in ("m", "l") for i in range(1, 33)),
    *("g", "m", "Ix", "Iy", "Iz", "I1x", "I1y", "I1z", "mu1", "mu4", "z12", "z34"),
}


def plain(e: Any) -> Any:
    """An expression in symbols instead of functions of time."""
    t = dynamicsymbols._t
    names = {}
    for f in e.atoms(sympy.Derivative):
        names[f] = S(f"{f.expr.func.__name__}_d{f.derivative_count}")
    e = e.xreplace(names)
    functions = e.atoms(sympy.core.function.AppliedUndef)
    return e.xreplace({f: S(f.func.__name__) for f in functions if f.args == (t,)})


def upper_and_right(mass: Any, forcing: Any) -> list[Any]:
    """The upper triangle of M and f, in plain symbols."""
    n = mass.rows
    entries = [plain(mass[i, j]) for i in range(n) for j in range(i, n)]
    return entries + [plain(f) for f in forcing]


# -- the plane pendulum ---------------------------------------------------------------------------


def _pendulum(n: int) -> Any:
    """Frames, points and particles of a plane pendulum, with absolute angles."""
    q = dynamicsymbols(f"q1:{n + 1}")
    N, start = ReferenceFrame("N"), Point("O")
    start.set_vel(N, 0)
    particles, at = [], start
    for i in range(n):
        A = N.orientnew(f"A{i}", "Axis", [q[i], N.z])
        P = at.locatenew(f"P{i}", -S(f"l{i + 1}") * A.y)
        particles.append(Particle(f"B{i}", P, S(f"m{i + 1}")))
        at = P
    return q, N, start, particles


def pendulum_kane(n: int) -> list[Any]:
    q, N, start, particles = _pendulum(n)
    u = dynamicsymbols(f"u1:{n + 1}")
    at = start
    for i, p in enumerate(particles):
        A = ReferenceFrame(f"B{i}")
        A.orient(N, "Axis", [q[i], N.z])
        A.set_ang_vel(N, u[i] * N.z)
        p.point.set_vel(N, at.vel(N) + (u[i] * N.z).cross(p.point.pos_from(at)).express(N))
        at = p.point
    method = KanesMethod(
        N, q_ind=q, u_ind=u, kd_eqs=[x.diff() - y for x, y in zip(q, u, strict=True)]
    )
    forces = [(p.point, -p.mass * S("g") * N.y) for p in particles]
    method.kanes_equations(particles, forces)
    return upper_and_right(method.mass_matrix, method.forcing)


def pendulum_lagrange(n: int) -> list[Any]:
    q, N, start, particles = _pendulum(n)
    for p in particles:
        p.point.set_vel(N, p.point.pos_from(start).express(N).dt(N))
        p.potential_energy = p.mass * S("g") * p.point.pos_from(start).dot(N.y)
    method = LagrangesMethod(Lagrangian(N, *particles), q, frame=N)
    method.form_lagranges_equations()
    return upper_and_right(method.mass_matrix, method.forcing)


# -- the free body --------------------------------------------------------------------------------


def free_body_kane(_: int = 0) -> list[Any]:
    q, N, A, G, body, u, kinematics = _free("m", ("Ix", "Iy", "Iz"))
    F, C = (sum(S(f"{x}{i}") * e for i, e in enumerate(A, 1)) for x in "FC")
    method = KanesMethod(N, q_ind=q, u_ind=u, kd_eqs=kinematics)
    method.kanes_equations([body], [(G, F), (A, C)])
    return upper_and_right(method.mass_matrix, method.forcing)


def _free(mass: str, moments: tuple[str, str, str]) -> Any:
    """A body with velocity and angular velocity in its axes, and its kinematic equations."""
    q, u = dynamicsymbols("q1:7"), dynamicsymbols("v1:4 w1:4")
    N, start = ReferenceFrame("N"), Point("O")
    A = N.orientnew("A", "Body", q[:3], "123")
    turning = A.ang_vel_in(N)
    kinematics = [turning.dot(e) - x for e, x in zip(A, u[3:], strict=True)]
    G = start.locatenew("G", sum(x * e for x, e in zip(q[3:], N, strict=True)))
    start.set_vel(N, 0)
    moving = G.pos_from(start).dt(N)
    kinematics += [moving.dot(e) - x for e, x in zip(A, u[:3], strict=True)]
    A.set_ang_vel(N, sum(x * e for x, e in zip(u[3:], A, strict=True)))
    G.set_vel(N, sum(x * e for x, e in zip(u[:3], A, strict=True)))
    body = RigidBody("body", G, A, S(mass), (inertia(A, *map(S, moments)), G))
    return q, N, A, G, body, u, kinematics


def free_body_lagrange(_: int = 0) -> list[Any]:
    q = dynamicsymbols("q1:7")
    N, start = ReferenceFrame("N"), Point("O")
    A = N.orientnew("A", "Body", q[:3], "123")
    start.set_vel(N, 0)
    G = start.locatenew("G", sum(x * e for x, e in zip(q[3:], N, strict=True)))
    G.set_vel(N, G.pos_from(start).dt(N))
    body = RigidBody("body", G, A, S("m"), (inertia(A, S("Ix"), S("Iy"), S("Iz")), G))
    F, C = (sum(S(f"{x}{i}") * e for i, e in enumerate(A, 1)) for x in "FC")
    method = LagrangesMethod(Lagrangian(N, body), q, forcelist=[(G, F), (A, C)], frame=N)
    method.form_lagranges_equations()
    return upper_and_right(method.mass_matrix, method.forcing)


# -- the satellite --------------------------------------------------------------------------------


def _arm(N: Any, A: Any, G: Any, rates: Any) -> tuple[Any, list[Any]]:
    """The arm: the end G4 with its velocity, and the loads at the joints."""
    q7, q8, q9 = dynamicsymbols("q7 q8 q9")
    B = A.orientnew("B", "Axis", [q7, A.x])
    C = B.orientnew("C", "Axis", [q9, B.y])
    B.set_ang_vel(A, rates[0] * A.x)
    C.set_ang_vel(B, rates[2] * B.y)
    arm = G.locatenew("H", S("z12") * A.z)
    end = arm.locatenew("E", q8 * B.y)
    G4 = end.locatenew("G4", S("z34") * C.z)
    arm.v2pt_theory(G, N, A)
    end.set_vel(B, rates[1] * B.y)
    arm.set_vel(B, 0)
    end.v1pt_theory(arm, N, B)
    G4.v2pt_theory(end, N, C)
    C12, F23, C34 = map(S, ("C12", "F23", "C34"))
    loads = [
        (B, C12 * A.x), (A, -C12 * A.x), (C, C34 * B.y), (B, -C34 * B.y),
        (end, F23 * B.y),
    ]  # fmt: skip
    return G4, loads


def satellite_kane(_: int = 0) -> list[Any]:
    q, N, A, G, body, u, kinematics = _free("mu1", ("I1x", "I1y", "I1z"))
    joints, rates = dynamicsymbols("q7:10"), dynamicsymbols("u7:10")
    G4, loads = _arm(N, A, G, rates)
    # the force of the slider reacts on the arm at its root, which does not slide
    slider = loads.pop()
    held = Point("held")
    held.set_pos(slider[0], 0)
    B = loads[0][0]
    arm = G.locatenew("root", S("z12") * A.z)
    arm.v2pt_theory(G, N, A)
    held.set_vel(N, arm.vel(N) + B.ang_vel_in(N).cross(slider[0].pos_from(arm)))
    loads += [slider, (held, -slider[1])]
    F1, C1, F4 = (sum(S(f"{x}_{i}") * e for i, e in enumerate(A, 1)) for x in ("F1", "C1", "F4"))
    loads += [(G, F1), (A, C1), (G4, F4)]
    kinematics = kinematics + [x.diff() - y for x, y in zip(joints, rates, strict=True)]
    method = KanesMethod(N, q_ind=[*q, *joints], u_ind=[*u, *rates], kd_eqs=kinematics)
    method.kanes_equations([body, Particle("end", G4, S("mu4"))], loads)
    return upper_and_right(method.mass_matrix, method.forcing)


def satellite_lagrange(_: int = 0) -> list[Any]:
    q, joints = dynamicsymbols("q1:7"), dynamicsymbols("q7:10")
    N, start = ReferenceFrame("N"), Point("O")
    A = N.orientnew("A", "Body", q[:3], "123")
    start.set_vel(N, 0)
    G = start.locatenew("G", sum(x * e for x, e in zip(q[3:], N, strict=True)))
    G.set_vel(N, G.pos_from(start).dt(N))
    body = RigidBody("body", G, A, S("mu1"), (inertia(A, *map(S, ("I1x", "I1y", "I1z"))), G))
    G4, loads = _arm(N, A, G, [x.diff() for x in joints])
    end = loads.pop()[0]
    B, root = loads[0][0], G.locatenew("root", S("z12") * A.z)
    root.v2pt_theory(G, N, A)
    held = Point("held")
    held.set_vel(N, root.vel(N) + B.ang_vel_in(N).cross(end.pos_from(root)))
    loads += [(end, S("F23") * B.y), (held, -S("F23") * B.y)]
    F1, C1, F4 = (sum(S(f"{x}_{i}") * e for i, e in enumerate(A, 1)) for x in ("F1", "C1", "F4"))
    loads += [(G, F1), (A, C1), (G4, F4)]
    energy = Lagrangian(N, body, Particle("end", G4, S("mu4")))
    method = LagrangesMethod(energy, [*q, *joints], forcelist=loads, frame=N)
    method.form_lagranges_equations()
    return upper_and_right(method.mass_matrix, method.forcing)
