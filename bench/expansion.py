"""`python -m bench.expansion [--seconds N]`: how much is gained by simplifying before expansion.

It counts operations of the satellite's equations of motion and of the inverse dynamics of a
six-joint arm: by this project, by sympy's Kane with `cse`, by FORM's optimiser on the expanded
equations (if it is installed), and by hand. Work that depends only on parameters is not counted,
and changes of sign count only for this project. The efforts of the arm by sympy and by our code are
compared at a random state.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Callable
from typing import Any

import symengine
import sympy
from sympy.physics.mechanics import (
    KanesMethod,
    Point,
    ReferenceFrame,
    RigidBody,
    dynamicsymbols,
    inertia,
)

from mechanics import economical, inverse_dynamics, kane
from mechanics.models import puma560, satellite
from mechanics.models.arms import PUMA560
from rewrite import components

from . import form
from .form_program import is_installed
from .sympy_mechanics import PARAMETERS, operations, plain, satellite_kane
from .worker import Stopped, alarmed

BY_HAND = {"satellite": "102 + 66", "six-joint arm": "298 + 284"}
S = sympy.Symbol


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0, help="for each cell of the table")
    seconds = parser.parse_args().seconds
    print("| multiplications + additions | ours | sympy's Kane, `cse` | FORM O2 | by hand |")
    print("|---|---|---|---|---|")
    for name, makers in (("satellite", SATELLITE), ("six-joint arm", ARM)):
        cells = [_cell(make, seconds) for make in makers]
        print(f"| {name} | {' | '.join(cells)} | {BY_HAND[name]} |", flush=True)


def _cell(make: Callable[[], str], seconds: float) -> str:
    """A count and the time it took, or a note that there was none in time."""
    start = time.perf_counter()
    try:
        with alarmed(seconds):
            found = make()
    except (Stopped, TimeoutError):
        return f"none in {seconds:g} s"
    return f"{found} ({time.perf_counter() - start:.1f} s)"


def _reported(counts: tuple[int, int]) -> str:
    return f"{counts[0]} + {counts[1]}"


# -- the satellite --------------------------------------------------------------------------------


def _satellite_ours() -> str:
    found = economical(kane(satellite())).operations()
    return f"{found.multiplications} + {found.additions}"


def _satellite_sympy() -> str:
    return _reported(operations(satellite_kane()))


def _satellite_form() -> str:
    if not is_installed():
        return "not installed"
    entries = [components(t) for t in kane(satellite()).named().values()]
    return _reported(form.optimised(entries, PARAMETERS))


# -- the arm --------------------------------------------------------------------------------------


def _arm_ours() -> str:
    found = inverse_dynamics(puma560()).operations()
    return f"{found.multiplications} + {found.additions}"


def _arm_sympy() -> str:
    efforts, parameters = _kanes_arm()
    _compare(efforts)
    return _reported(operations(efforts, parameters))


def _arm_form() -> str:
    if not is_installed():
        return "not installed"
    made = inverse_dynamics(puma560()).code("python")
    arguments = [symengine.Symbol(a) for a in made.arguments]
    efforts = _called(made, arguments, symengine)
    parameters = {a for a in made.arguments if not a.startswith("q")}
    return _reported(form.optimised(efforts, parameters))


def _called(made: Any, arguments: list[Any], functions: Any) -> Any:
    """The generated function, applied to numbers or expressions of another library."""
    scope: dict[str, Any] = {"math": functions}
    exec(made.text.replace("import math", ""), scope)
    return scope[made.name](*arguments)


def _kanes_arm() -> tuple[list[Any], set[str]]:
    """The efforts of the arm by Kane's method: M q'' - f, and the names of its parameters."""
    n = len(PUMA560)
    q, u = dynamicsymbols(f"q1:{n + 1}"), dynamicsymbols(f"u1:{n + 1}")
    N, at = ReferenceFrame("N"), Point("O")
    at.set_vel(N, 0)
    frame, bodies, loads = N, [], []
    for i, (_, twist, d, _, r) in enumerate(PUMA560):
        tilted = frame.orientnew(f"T{i}", "Axis", [sympy.sympify(twist), frame.x])
        turned = tilted.orientnew(f"A{i}", "Axis", [q[i], tilted.z])
        turned.set_ang_vel(frame, u[i] * tilted.z)
        place = at.locatenew(f"P{i}", sympy.sympify(d) * frame.x + sympy.sympify(r) * tilted.z)
        place.v2pt_theory(at, N, frame)
        k = i + 1
        centre = place.locatenew(f"G{k}", sum(S(f"c{e}{k}") * getattr(turned, e) for e in "xyz"))
        centre.v2pt_theory(place, N, turned)
        own = inertia(turned, *(S(f"{name}{k}") for name in ("XX", "YY", "ZZ", "XY", "YZ", "XZ")))
        bodies.append(RigidBody(f"B{k}", centre, turned, S(f"M{k}"), (own, centre)))
        loads.append((centre, -S(f"M{k}") * S("g") * N.z))
        frame, at = turned, place
    method = KanesMethod(
        N, q_ind=q, u_ind=u, kd_eqs=[x.diff() - y for x, y in zip(q, u, strict=True)]
    )
    method.kanes_equations(bodies, loads)
    wanted = sympy.Matrix([S(f"a{i + 1}") for i in range(n)])
    efforts = [plain(e) for e in method.mass_matrix * wanted - method.forcing]
    found = {s.name for e in efforts for s in e.free_symbols}
    return efforts, {name for name in found if name[0] not in "qua"}


def _compare(efforts: list[Any]) -> None:
    """The efforts by Kane's method of sympy and by our code, at one random state."""
    draw = random.Random(1)
    names = sorted({s.name for e in efforts for s in e.free_symbols})
    values = {name: draw.uniform(0.2, 1.0) for name in names}
    theirs = sympy.lambdify([S(n) for n in names], efforts, cse=True)(*values.values())
    made = inverse_dynamics(puma560()).code("python")
    ours = _called(made, [_in_our_terms(a, values) for a in made.arguments], math)
    if not all(math.isclose(x, y, rel_tol=1e-9) for x, y in zip(ours, theirs, strict=True)):
        raise AssertionError(f"the efforts differ: {ours} and {theirs}")


def _in_our_terms(name: str, values: dict[str, float]) -> float:
    """A value by its name in our code: inertias are about the origins of links, and MX is the mass
    times x of the mass centre."""
    if name[0] == "q":
        joint, _, dots = name.partition("_")
        return values.get(joint.replace("q", ("q", "u", "a")[len(dots)]), 0.0)
    k = name[-1]
    m, c = values.get(f"M{k}", 0.0), [values.get(f"c{e}{k}", 0.0) for e in "xyz"]
    if name[0] == "M" and name[1:-1] in ("X", "Y", "Z"):
        return m * c["XYZ".index(name[1])]
    if name[:-1] in ("XX", "YY", "ZZ", "XY", "XZ", "YZ"):
        i, j = "XYZ".index(name[0]), "XYZ".index(name[1])
        moved = m * ((sum(x * x for x in c) if i == j else 0.0) - c[i] * c[j])
        return values.get(name, 0.0) + moved
    return values.get(name, 0.0)


SATELLITE = (_satellite_ours, _satellite_sympy, _satellite_form)
ARM = (_arm_ours, _arm_sympy, _arm_form)

if __name__ == "__main__":
    main()
