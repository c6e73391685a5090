"""Operations of arms and plane chains: ours, sympy's Kane with `cse`, FORM's `#optimize`.

An arm has the first joints of the PUMA 560, and repeats them beyond six; every link has ten
inertial parameters. Every contender computes the upper triangle of M, and f, at a state; operations
are counted as by `ops`, without work that depends only on parameters.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import sympy

import mechanics
import rewrite as rw
from mechanics import models
from mechanics.imports.dh import dh
from mechanics.models.arms import PUMA560
from mechanics.system import System

from .components import rounded, value
from .form_optimize import FORM, optimised
from .harness import Contender, Family

PUBLISHED = {
    "by hand, base parameters": ("247/234", "259/245", "227/212"),
    "OpenSYMORO, base parameters (published)": ("287/226", "301/240", "262/211"),
    "SymPyBotics, all ten parameters (published)": ("330/282", "345/296", "326/285"),
    "by hand, all ten parameters": ("286/273", "298/284", "276/261"),
}
COUNTS: dict[tuple[str, int, str], str] = {}


def arm(n: int) -> Any:
    """The first joints of the PUMA 560; beyond six, its rows over and over."""
    rows = [PUMA560[i % 6] if i < 6 else PUMA560[1 + (i - 1) % 5] for i in range(n)]
    return dh(rows, name=f"arm of {n}")


def arm_family(quick: bool) -> Family:
    sizes = (2, 3) if quick else (2, 3, 4, 6)
    return _family("arm", arm, arm_by_kane, sizes)


def chain_family(quick: bool) -> Family:
    sizes = (2, 4) if quick else (2, 4, 8, 16)
    return _family("plane chain", models.plane_chain, chain_by_kane, sizes)


def _family(
    name: str, made: Callable[[int], System], kanes: Callable[[int], list[Any]], sizes: Any
) -> Family:
    def ours_answer(found: Any) -> Any:
        n, graph = found
        cost = rw.ops(graph)
        COUNTS[name, n, "penelope"] = f"{cost.multiplications}/{cost.additions}"
        given = [value(_plain(a.symbol.name)) for a in graph.arguments]
        return rounded(rw.code(graph).function(*given))

    def theirs_answer(who: str) -> Callable[[Any], Any]:
        def answered(found: Any) -> Any:
            n, (definitions, results) = found
            COUNTS[name, n, who] = "/".join(map(str, _counted(definitions, results)))
            return rounded(_calculated(definitions, results))

        return answered

    def by_form(n: int) -> Any:
        return n, optimised(made(n))

    contenders = [
        Contender(
            "penelope",
            lambda n: n,
            lambda n: (n, _graph(mechanics.recursive(made(n)))),
            ours_answer,
        ),
        Contender(
            "sympy Kane + cse",
            lambda n: n,
            lambda n: (n, sympy.cse(kanes(n))),
            theirs_answer("sympy Kane + cse"),
        ),
        Contender(FORM, lambda n: n, by_form, theirs_answer(FORM)),
    ]
    about = "the upper triangle of M, and f"
    return Family(name, sizes, contenders, about, tables=[COUNTS])


def _graph(equations: Any) -> Any:
    return rw.lower(equations.named())


def _plain(name: str) -> str:
    return name.replace("'", "_d")


def reported(family: Family) -> str:
    """The operations of all contenders with an answer."""
    lines = [f"| {family.name}: M and f | " + " | ".join(f"n = {n}" for n in family.sizes) + " |"]
    lines.append("|---|" + "---|" * len(family.sizes))
    for contender in family.contenders:
        cells = [COUNTS.get((family.name, n, contender.name), "—") for n in family.sizes]
        lines.append(f"| {contender.name} | {' | '.join(cells)} |")
    return "\n".join(lines)


# -- counting and calculating ---------------------------------------------------------------------


def _is_parameter(name: str) -> bool:
    return not re.fullmatch(r"(q\d+(_d)?)|([cs]n\d+)", name)


def _counted(definitions: Any, results: Any) -> tuple[int, int]:
    """Multiplications and additions, without signs and work that depends only on parameters."""
    fixed: dict[str, bool] = {}
    total = [0, 0]

    def is_fixed(e: Any) -> bool:
        return all(fixed.get(s.name, _is_parameter(s.name)) for s in e.free_symbols)

    for x, e in [*definitions, *((None, e) for e in results)]:
        e = sympy.sympify(e)
        if x is not None:
            fixed[x.name] = is_fixed(e)
        stack = [e]
        while stack:
            t = stack.pop()
            if is_fixed(t):
                continue
            stack += t.args
            if t.is_Add:
                total[1] += len(t.args) - 1
            elif t.is_Mul:
                total[0] += len([a for a in t.args if a != -1]) - 1
            elif t.is_Pow and t.exp.is_Integer:
                total[0] += abs(int(t.exp)) - 1
    return total[0], total[1]


def _calculated(definitions: Any, results: Any) -> list[float]:
    known: dict[Any, float] = {}

    def number(e: Any) -> float:
        e = sympy.sympify(e)
        for s in e.free_symbols:
            known.setdefault(s, _value(s.name))
        names = list(e.free_symbols)
        return float(sympy.lambdify(names, e, "math")(*[known[s] for s in names]))

    for x, e in definitions:
        known[x] = number(e)
    return [number(e) for e in results]


def _value(name: str) -> float:
    """A value by the name; cn1 and sn1 are the cosine and the sine of q1."""
    found = re.fullmatch(r"([cs])n(\d+)", name)
    if found is None:
        return value(name)
    function = sympy.cos if found[1] == "c" else sympy.sin
    return float(function(value(f"q{found[2]}")))


# -- sympy ----------------------------------------------------------------------------------------


def arm_by_kane(n: int) -> list[Any]:
    """The same arm by `sympy.physics.mechanics`, inertias about the origins of links."""
    from sympy.physics.mechanics import (
        KanesMethod,
        Point,
        ReferenceFrame,
        RigidBody,
        dynamicsymbols,
        inertia,
    )

    from .sympy_mechanics import upper_and_right

    q, u = dynamicsymbols(f"q1:{n + 1}"), dynamicsymbols(f"u1:{n + 1}")
    N, at = ReferenceFrame("N"), Point("O")
    at.set_vel(N, 0)
    frame, bodies, loads = N, [], []
    rows = [PUMA560[i % 6] if i < 6 else PUMA560[1 + (i - 1) % 5] for i in range(n)]
    for j, (_, alpha, d, _, r) in enumerate(rows, 1):
        alpha, d, r = (sympy.sympify(str(x)) for x in (alpha, d, r))
        tilted = frame.orientnew(f"T{j}", "Axis", [alpha, frame.x])
        turned = tilted.orientnew(f"A{j}", "Axis", [q[j - 1], tilted.z])
        turned.set_ang_vel(tilted, u[j - 1] * tilted.z)
        origin = at.locatenew(f"O{j}", d * frame.x + r * tilted.z)
        origin.v2pt_theory(at, N, frame)
        names = ("MX", "MY", "MZ", "M", "XX", "YY", "ZZ", "XY", "YZ", "XZ")
        mx, my, mz, m, xx, yy, zz, xy, yz, xz = (sympy.Symbol(f"{name}{j}") for name in names)
        centre = origin.locatenew(f"G{j}", (mx * turned.x + my * turned.y + mz * turned.z) / m)
        centre.v2pt_theory(origin, N, turned)
        dyadic = inertia(turned, xx, yy, zz, xy, yz, xz)
        bodies.append(RigidBody(f"B{j}", centre, turned, m, (dyadic, origin)))
        loads.append((centre, -m * sympy.Symbol("g") * N.z))
        frame, at = turned, origin
    rates = [x.diff() - y for x, y in zip(q, u, strict=True)]
    method = KanesMethod(N, q_ind=q, u_ind=u, kd_eqs=rates)
    method.kanes_equations(bodies, loads)
    return _named(upper_and_right(method.mass_matrix, method.forcing))


def chain_by_kane(n: int) -> list[Any]:
    """The plane chain of point masses with relative angles."""
    from sympy.physics.mechanics import (
        KanesMethod,
        Particle,
        Point,
        ReferenceFrame,
        dynamicsymbols,
    )

    from .sympy_mechanics import upper_and_right

    q, u = dynamicsymbols(f"q1:{n + 1}"), dynamicsymbols(f"u1:{n + 1}")
    N, at = ReferenceFrame("N"), Point("O")
    at.set_vel(N, 0)
    frame, particles, loads = N, [], []
    for i in range(1, n + 1):
        turned = frame.orientnew(f"A{i}", "Axis", [q[i - 1], frame.z])
        turned.set_ang_vel(frame, u[i - 1] * frame.z)
        end = at.locatenew(f"P{i}", -sympy.Symbol(f"l{i}") * turned.y)
        end.v2pt_theory(at, N, turned)
        m = sympy.Symbol(f"m{i}")
        particles.append(Particle(f"B{i}", end, m))
        loads.append((end, -m * sympy.Symbol("g") * N.y))
        frame, at = turned, end
    rates = [x.diff() - y for x, y in zip(q, u, strict=True)]
    method = KanesMethod(N, q_ind=q, u_ind=u, kd_eqs=rates)
    method.kanes_equations(particles, loads)
    return _named(upper_and_right(method.mass_matrix, method.forcing))


def _named(entries: list[Any]) -> list[Any]:
    """Speeds with the names of our code."""
    names = {
        s: sympy.Symbol(f"q{s.name[1:]}_d")
        for e in entries
        for s in e.free_symbols
        if re.fullmatch(r"u\d+", s.name)
    }
    return [e.xreplace(names) for e in entries]
