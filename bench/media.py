"""Rods: time to form their six equations and bring them to scalars, and the operations of these.

This project writes screws, differentiates and lowers them. sympy does the same in components: a
rotation matrix, its derivatives, the balances of force and moment in the section's frame, `cse`.
In a second version sympy is helped as a user would do: angular velocity, curvature and acceleration
are simplified before they are used. Before any time counts, all six residuals are evaluated at a
random state and must agree. Parameters are those of a linear law; work that depends only on them
does not count, and signs in sympy's sums are free.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sympy

import rewrite as rw
from mechanics.media import Rod, ring, rod

from . import components
from .harness import Contender, Family, Row

OPERATIONS: dict[tuple[str, int, str], str] = {}
CASES = ("planar beam", "straight rod", "ring in space")
"""The cases of the sizes 1, 2, 3."""
FREE = {1: ("x", "y", "psi3")}
FIELDS = ("x", "y", "z", "psi1", "psi2", "psi3")
PARAMETERS = ["EA", "GA2", "GA3", "GJ", "EI2", "EI3", "rho", "J11", "J22", "J33"]
NAME = "six equations of a rod"
components.FIXED[NAME] = "EGJr"  # the first letters of the parameters' names


# -- this project ---------------------------------------------------------------------------------


def made(n: int) -> Rod:
    """The rod of a size."""
    return rod(ring(2) if n == 3 else None, free=FREE.get(n, FIELDS))


def formed(n: int) -> tuple[int, list[Any], Any]:
    """The equations as vectors, and their graph of scalars."""
    left = [e.left for e in made(n).equations]
    return n, left, rw.lower(left)


def our_answer(result: tuple[int, list[Any], Any]) -> list[float]:
    n, left, graph = result
    OPERATIONS[NAME, n, "penelope"] = _reported(rw.ops(graph))
    at: dict[Any, Any] = {}
    for t in left:
        for s in rw.free_symbols(t):
            at[s] = components.value(s.name) if s.shape == (1, 1) else _diagonal(s.name)
    return components.rounded([x for t in left for x in rw.evaluate(t, at, "float")])


def _diagonal(name: str) -> list[list[float]]:
    entries = [components.value(f"{name}{i}{i}") for i in (1, 2, 3)]
    return [[x if i == j else 0.0 for j in range(3)] for i, x in enumerate(entries)]


def _reported(found: rw.Cost) -> str:
    return f"{found.multiplications}/{found.additions}, {found.calls} calls"


# -- sympy, by components -------------------------------------------------------------------------

s, t = sympy.symbols("s t")


def _turn(axis: int, angle: Any) -> Any:
    return components.Components(sympy).turn(axis, angle)


def _vee(m: Any) -> Any:
    return sympy.Matrix([m[2, 1], m[0, 2], m[1, 0]])


def by_components(n: int, helped: bool) -> list[Any]:
    """The residuals of moment and force, with functions of s and t."""
    names = FREE.get(n, FIELDS)
    u = {f: sympy.Function(f)(s, t) if f in names else sympy.Integer(0) for f in FIELDS}
    p = {f: sympy.Symbol(f) for f in PARAMETERS}
    tidy: Callable[[Any], Any] = sympy.simplify if helped else lambda m: m
    R = _turn(0, u["psi1"]) * _turn(1, u["psi2"]) * _turn(2, u["psi3"])
    r = sympy.Matrix([u["x"], u["y"], u["z"]])
    e1 = sympy.Matrix([1, 0, 0])
    w = sympy.Matrix([0, 0, sympy.Rational(1, 2) if n == 3 else 0])
    omega, bent = tidy(_vee(R.T * R.diff(t))), tidy(_vee(R.T * R.diff(s)))
    K, V = bent + R.T * w, R.T * r.diff(t)
    acceleration = R.T * r.diff(t, 2) if helped else V.diff(t) + omega.cross(V)
    G = R.T * (r.diff(s) + e1 + w.cross(r))
    N = sympy.diag(p["EA"], p["GA2"], p["GA3"]) * (G - e1)
    M = sympy.diag(p["GJ"], p["EI2"], p["EI3"]) * (K - w)
    J = sympy.diag(p["J11"], p["J22"], p["J33"])
    inertia = p["rho"] * (J * omega.diff(t) + omega.cross(J * omega))
    moment = inertia - M.diff(s) - K.cross(M) - G.cross(N)
    force = p["rho"] * acceleration - N.diff(s) - K.cross(N)
    return [*moment, *force]


def _as_symbols(entries: list[Any]) -> list[Any]:
    """Derivatives and functions as symbols, with our names."""
    found: dict[Any, Any] = {}
    for e in entries:
        for d in e.atoms(sympy.Derivative):
            orders = dict(d.variable_count)
            along = orders.get(s, 0)
            mark = f"_ds{along if along > 1 else ''}" if along else ""
            found[d] = sympy.Symbol(f"{d.expr.func}{mark}" + "'" * int(orders.get(t, 0)))
        for f in e.atoms(sympy.core.function.AppliedUndef):
            found.setdefault(f, sympy.Symbol(str(f.func)))
    ordered = sorted(found, key=lambda d: -len(d.atoms(sympy.Derivative)))
    return [e.xreplace({d: found[d] for d in ordered}) for e in entries]


def sympy_run(helped: bool) -> Callable[[int], Any]:
    def run(n: int) -> Any:
        return n, sympy.cse(_as_symbols(by_components(n, helped)))

    return run


def sympy_answer(name: str) -> Callable[[Any], list[float]]:
    def answer(result: Any) -> list[float]:
        n, (replaced, left) = result
        OPERATIONS[NAME, n, name] = _reported(_counted(replaced, left))
        known: dict[Any, float] = {}
        for x, e in replaced:
            known[x] = components.calculated(e, known)
        return components.rounded([components.calculated(e, known) for e in left])

    return answer


def _counted(replaced: Any, left: Any) -> rw.Cost:
    return components.counted(NAME, (replaced, left))


def families(quick: bool) -> list[Family]:
    formed(1)  # loads the rules
    contenders = [Contender("penelope", lambda n: n, formed, our_answer)]
    for name, helped in (("sympy components", False), ("sympy components, helped", True)):
        contenders.append(
            Contender(name, lambda n: n, sympy_run(helped), sympy_answer(name), fresh=_fresh)
        )
    sizes = [1, 2] if quick else [1, 2, 3]
    return [Family(NAME, sizes, contenders, f"{NAME}: {', '.join(CASES)}.", tables=[OPERATIONS])]


def _fresh(n: int) -> int:
    sympy.core.cache.clear_cache()
    return n


def notes(family: Family, rows: Sequence[Row]) -> str:
    """Operations of the six residuals."""
    head = ["multiplications/additions", *(CASES[n - 1] for n in family.sizes)]
    lines = [family.about, "", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for contender in family.contenders:
        cells = [OPERATIONS.get((family.name, n, contender.name), "—") for n in family.sizes]
        lines.append("| " + " | ".join([contender.name, *cells]) + " |")
    return "\n".join(lines)
