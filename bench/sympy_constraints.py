"""Systems with constraints by `sympy.physics.mechanics`: Kane's method with dependent speeds."""

from __future__ import annotations

from typing import Any

import numpy as np
import sympy
from sympy.physics.mechanics import (
    KanesMethod,
    Point,
    ReferenceFrame,
    RigidBody,
    dynamicsymbols,
    inertia,
)

S = sympy.Symbol


def rolling_disc(_: int = 0) -> KanesMethod:
    """The disc as in `mechanics.models`, with x', y', z' dependent."""
    q, u = _pairs("x y z q1 q2 q3")
    N, O = ReferenceFrame("N"), Point("O")  # noqa: E741
    O.set_vel(N, 0)
    yaw = _turned(N, "A", q[3], u[3], N.z)
    lean = _turned(yaw, "B", q[4], u[4], yaw.x)
    disc = _turned(lean, "C", q[5], u[5], lean.y)
    G = O.locatenew("G", q[0] * N.x + q[1] * N.y + q[2] * N.z)
    G.set_vel(N, u[0] * N.x + u[1] * N.y + u[2] * N.z)
    contact = G.locatenew("P", -S("r") * lean.z)
    slip = G.vel(N) + disc.ang_vel_in(N).cross(contact.pos_from(G))
    across, along = S("I"), S("J")
    body = RigidBody("disc", G, disc, S("m"), (inertia(disc, across, along, across), G))
    method = KanesMethod(
        N,
        q_ind=[q[0], q[1], *q[3:]],
        q_dependent=[q[2]],
        configuration_constraints=[q[2] - S("r") * sympy.cos(q[4])],
        u_ind=u[3:],
        u_dependent=u[:3],
        velocity_constraints=[slip.dot(e) for e in N],
        kd_eqs=[x.diff() - y for x, y in zip(q, u, strict=True)],
    )
    method.kanes_equations([body], [(G, -S("m") * S("g") * N.z)])
    return method


def four_bar(_: int = 0) -> KanesMethod:
    """The linkage with absolute angles, coupler and rocker dependent."""
    q, u = _pairs("q1 q2 q3")
    N, O = ReferenceFrame("N"), Point("O")  # noqa: E741
    O.set_vel(N, 0)
    pivot = O.locatenew("D", S("d") * N.x)
    pivot.set_vel(N, 0)
    bodies, ends, at = [], [], O
    for i in range(3):
        at = pivot if i == 2 else at
        A = _turned(N, f"A{i}", q[i], u[i], N.z)
        length, m, J = (S(f"{x}{i + 1}") for x in "lmJ")
        G, end = at.locatenew(f"G{i}", length / 2 * A.x), at.locatenew(f"E{i}", length * A.x)
        G.v2pt_theory(at, N, A)
        end.v2pt_theory(at, N, A)
        bodies.append(RigidBody(f"rod{i}", G, A, m, (inertia(A, J, J, J), G)))
        ends.append(end)
        at = end
    gap = ends[1].pos_from(O) - ends[2].pos_from(O)
    slip = ends[1].vel(N) - ends[2].vel(N)
    method = KanesMethod(
        N,
        q_ind=[q[0]],
        q_dependent=q[1:],
        configuration_constraints=[gap.dot(N.x), gap.dot(N.y)],
        u_ind=[u[0]],
        u_dependent=u[1:],
        velocity_constraints=[slip.dot(N.x), slip.dot(N.y)],
        kd_eqs=[x.diff() - y for x, y in zip(q, u, strict=True)],
    )
    loads = [(b.masscenter, -b.mass * S("g") * N.y) for b in bodies]
    method.kanes_equations(bodies, loads)
    return method


def bicycle(_: int = 0) -> KanesMethod:
    """The bicycle as in `mechanics.models`; roll, rear wheel and steer are independent."""
    q, u = _pairs("x y z yaw roll pitch rear steer front")
    x, y, z, yaw, roll, pitch, rear, steer, front = range(9)
    N, O = ReferenceFrame("N"), Point("O")  # noqa: E741
    O.set_vel(N, 0)
    A = _turned(N, "A", q[yaw], u[yaw], N.z)
    L = _turned(A, "L", q[roll], u[roll], A.x)
    B = _turned(L, "B", q[pitch], u[pitch], L.y)
    R = _turned(B, "R", q[rear], u[rear], B.y)
    lam = S("lam")
    tilted = B.orientnew("T", "Axis", [lam, B.y])  # its z axis is the steer axis
    turned = _turned(tilted, "U", q[steer], u[steer], tilted.z)
    H = turned.orientnew("H", "Axis", [-lam, turned.y])
    F = _turned(H, "F", q[front], u[front], H.y)
    w, c, rR, rF = map(S, ("w", "c", "rR", "rF"))
    P = O.locatenew("P", q[x] * N.x + q[y] * N.y + q[z] * N.z)
    P.set_vel(N, u[x] * N.x + u[y] * N.y + u[z] * N.z)
    GB = P.locatenew("GB", S("xB") * B.x + (S("zB") + rR) * B.z)
    crown = P.locatenew("S", (w + c) * B.x + rR * B.z)
    GH = crown.locatenew("GH", (S("xH") - w - c) * H.x + S("zH") * H.z)
    hub = crown.locatenew("hub", -c * H.x - rF * H.z)
    for point, at, frame in ((GB, P, B), (crown, P, B), (GH, crown, H), (hub, crown, H)):
        point.v2pt_theory(at, N, frame)
    bodies = [
        _body("B", GB, B, "xx yy zz xz"), _body("H", GH, H, "xx yy zz xz"),
        _body("R", P, R, "xx yy xx"), _body("F", hub, F, "xx yy xx"),
    ]  # fmt: skip
    down = N.z
    across = (down - down.dot(H.y) * H.y).normalize()
    arms = [(P, R, rR * L.z), (hub, F, rF * across)]
    slips = [p.vel(N) + frame.ang_vel_in(N).cross(arm) for p, frame, arm in arms]
    gaps = [p.pos_from(O).dot(down) + arm.dot(down) for p, _, arm in arms]
    independent = [roll, rear, steer]
    dependent = [i for i in range(9) if i not in independent]
    method = KanesMethod(
        N,
        q_ind=[q[i] for i in (x, y, yaw, roll, rear, steer, front)],
        q_dependent=[q[z], q[pitch]],
        configuration_constraints=gaps,
        u_ind=[u[i] for i in independent],
        u_dependent=[u[i] for i in dependent],
        velocity_constraints=[slip.dot(e) for slip in slips for e in N],
        kd_eqs=[a.diff() - b for a, b in zip(q, u, strict=True)],
        constraint_solver="CRAMER",  # LU divides by a pivot that vanishes
    )
    method.kanes_equations(bodies, [(b.masscenter, b.mass * S("g") * N.z) for b in bodies])
    return method


def _body(name: str, G: Any, frame: Any, moments: str) -> RigidBody:
    given = [S(f"I{name}{axes}") for axes in moments.split()]
    dyadic = inertia(frame, *given[:3], izx=given[3] if len(given) > 3 else 0)
    return RigidBody(name, G, frame, S(f"m{name}"), (dyadic, G))


def _pairs(names: str) -> tuple[list[Any], list[Any]]:
    """Coordinates and speeds by their names."""
    q = [dynamicsymbols(n) for n in names.split()]
    return q, [dynamicsymbols(f"{n}_d") for n in names.split()]


def _turned(frame: Any, name: str, angle: Any, rate: Any, axis: Any) -> Any:
    """A frame turned about an axis, with its rate as a speed."""
    turned = frame.orientnew(name, "Axis", [angle, axis])
    turned.set_ang_vel(frame, rate * axis)
    return turned


def full(method: KanesMethod) -> list[Any]:
    """M and f of all speeds, as sympy gives them: dynamic equations and constraints."""
    return [*method.mass_matrix, *method.forcing]


def solved(method: KanesMethod, values: dict[str, Any]) -> dict[str, float]:
    """The rates of all speeds at a state, by the names of the coordinates."""
    given: dict[Any, float] = {}
    for e in full(method):
        for s in e.atoms(sympy.Symbol, sympy.core.function.AppliedUndef):
            name = s.func.__name__ if s.args else s.name
            if name != "t":
                key = f"{name.removesuffix('_d')}'" if name.endswith("_d") else name
                given[s] = float(values[key])
    known: dict[Any, float] = {}
    numbers = [_value(e, given, known) for e in full(method)]
    n = len(method.u)
    matrix = np.array(numbers[: n * n]).reshape(n, n)
    names = [u.func.__name__.removesuffix("_d") for u in method.u]
    found = np.linalg.solve(matrix, np.array(numbers[n * n :]))
    return dict(zip(names, map(float, found), strict=True))


def _value(e: Any, given: dict[Any, float], known: dict[Any, float]) -> float:
    """The value of an expression, each distinct part once."""
    rest = [e]
    while rest:
        x = rest[-1]
        todo = [] if x in given else [a for a in x.args if a not in known]
        if todo and x not in known:
            rest += todo
            continue
        if x not in known:
            parts = [sympy.Float(known[a], 17) for a in x.args] if x not in given else []
            known[x] = given[x] if x in given else float(x.func(*parts) if parts else x)
        rest.pop()
    return known[e]
