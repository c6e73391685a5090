"""`python -m bench.limits [--limit S] [--only TEXT]`: are time limits kept, on any input?

Every public verb and verdict that takes `time_limit=` is called on large and awkward inputs, the
rule author's workbench on large and awkward sets of rules, the generators of equations on
mechanisms, and the readers of texts on long texts, each call in a separate process. All clocks
measure CPU time, so that a busy machine does not matter. A call is late if it takes more than 1.2
times its limit plus a tenth of a second for the start. For late calls, the place in the code is
printed where they were when the time was over.
"""

from __future__ import annotations

import argparse
import faulthandler
import gc
import os
import pickle
import re
import resource
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from functools import partial
from typing import Any

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # the CPU time of two threads would count twice
import scipy.integrate  # loaded before anything is measured
import scipy.linalg
import sympy

import mechanics
import rewrite as rw
import rules
from mechanics import lsd, media
from mechanics.models import (
    antenna_mesh,
    held_chain,
    plane_chain,
    plane_pendulum,
    satellite,
    stewart_platform,
)
from rewrite import RewriteError
from rewrite.check import check, completed
from rewrite.check.confluence.confluence import joined
from rewrite.check.termination.termination import terminates

from .awkward_numbers import LOOPS, NUMBERS
from .awkward_rules import SETS
from .awkward_terms import INPUTS
from .awkward_texts import DESCRIPTIONS, ROBOTS, RODS, SHEETS, TEXTS

START = 0.1
del scipy, sympy
PATIENCE = 30.0
"""The CPU seconds after which a late call is ended."""
PREPARATION = 10.0
"""The CPU seconds that building an input may take without a limit; otherwise its call is left out.
"""
UNPREPARED = f"not measured: its input was not made within {PREPARATION:g} s"
Made = Callable[..., Callable[..., Any]]
"""The call with a time limit, made from a term and a context, from rules or from a system."""


# -- calls ----------------------------------------------------------------------------------------


def _varied(t: Any) -> Any:
    """A term that is not equal to the given one, but looks similar."""
    s = min(rw.free_symbols(t), key=rw.order)
    return rw.subs(t, {s: s + s})


def _first(t: Any) -> Any:
    return min(rw.free_symbols(t), key=rw.order)


CALLS: dict[str, Made] = {
    "normal": lambda t, c: partial(rw.normal, t, c),
    "simplify": lambda t, c: partial(rw.simplify, t, c),
    "simplified": lambda t, c: partial(rw.simplified, t, c),
    "explain": lambda t, c: partial(rw.explain, t, c),
    "expand": lambda t, c: partial(rw.expand, t, c),
    "factor": lambda t, c: partial(rw.factor, t, c),
    "canonical": lambda t, c: partial(rw.canonical, t, c),
    "cost": lambda t, c: partial(rw.cost, t, c),
    "pairs": lambda t, c: partial(rw.pairs, t, context=c),
    "coordinates": lambda t, c: partial(rw.coordinates, t, context=c),
    "diff": lambda t, c: partial(rw.diff, t, _first_scalar(t), 2),
    "linear_in": lambda t, c: partial(rw.linear_in, t, [_first(t)]),
    "coefficient": lambda t, c: partial(rw.coefficient, t, _first(t)),
    "evaluate": lambda t, c: partial(rw.evaluate, t, _plain_values(t)),
    "random_assignment": lambda t, c: partial(rw.random_assignment, [t], 1, c),
    "equal itself": lambda t, c: partial(rw.equal, t, 2 * t - t, c),
    "equal varied": lambda t, c: partial(rw.equal, t, _varied(t), c),
    "holds_when": lambda t, c: partial(rw.holds_when, t, _varied(t), c),
    "find_counterexample": lambda t, c: partial(rw.find_counterexample, t, 2 * t - t, c),
    "lower": lambda t, c: partial(rw.lower, t, context=c),
    "components": lambda t, c: partial(rw.components, t, context=c),
    "jacobian": lambda t, c: partial(rw.jacobian, t, [_first(t)], context=c),
    "code": lambda t, c: partial(rw.code, t, "c", context=c),
    "in_scalars": lambda t, c: partial(rw.in_scalars, t),
    "ops": lambda t, c: partial(rw.ops, t),
    "match": lambda t, c: (
        lambda time_limit: list(rw.match(_pattern(t), t, c, 10**7, time_limit=time_limit))
    ),
    "latex": lambda t, c: partial(rw.latex, t),
    "unicode": lambda t, c: partial(rw.unicode, t),
    "mathml": lambda t, c: partial(rw.mathml, t),
    "holds": lambda t, c: partial(rw.holds, rw.equals(t, _varied(t)), c),
    "to_sympy": lambda t, c: partial(rw.to_sympy, t),
    "axis_angle": lambda t, c: partial(rw.axis_angle, _turn(t)),
    "quaternion_of": lambda t, c: partial(rw.quaternion_of, _turn(t)),
    "matrix_of": lambda t, c: partial(rw.matrix_of, _turn(t)),
    "euler_angles": lambda t, c: partial(rw.euler_angles, "zxz", _turn(t)),
    "same_rotation": lambda t, c: partial(rw.same_rotation, _turn(t), _turn(_varied(t))),
    "why_not": lambda t, c: partial(rw.why_not, rules.STANDARD.rules[0], t, c),
    "run": lambda t, c: partial(rw.exhaust(rw.bottom_up(rules.STANDARD)).run, t, c),
}


def _turn(t: Any) -> Any:
    """A rotation made from a term of any sort."""
    if t.sort is rw.Quaternion:
        return t
    if t.sort is rw.Matrix:
        return t @ t.inv
    size = t if t.sort is rw.Scalar else rw.norm(t)
    return rw.rot(rw.vector("n", unit=True), size) @ rw.rotation("R")


def _pattern(t: Any) -> Any:
    x, y = rw.variable("x", t.sort, t.shape), rw.variable("y", t.sort, t.shape)
    return x + y


def _first_scalar(t: Any) -> Any:
    some = [s for s in rw.free_symbols(t) if s.sort is rw.Scalar]
    return min(some, key=rw.order) if some else _first(t)


def _plain_values(t: Any) -> dict[Any, Any]:
    return {s: rw.random_assignment([s], i)[s] for i, s in enumerate(rw.free_symbols(t))}


SET_CALLS: dict[str, Made] = {
    "check": lambda r: partial(check, r),
    "terminates": lambda r: partial(terminates, r),
    "joined": lambda r: partial(joined, r),
    "completed": lambda r: partial(completed, r, lambda proposal: proposal.ends is True),
}


# -- mechanisms -----------------------------------------------------------------------------------

SYSTEMS: dict[str, Callable[[], Any]] = {
    "pendulum 6": lambda: plane_pendulum(6),
    "pendulum 60": lambda: plane_pendulum(60),
    "chain 20": lambda: plane_chain(20),
    "chain 200": lambda: plane_chain(200),
    "satellite": satellite,
    "held chain 12": lambda: held_chain(12),
    "held chain 100": lambda: held_chain(100),
    "antenna 4": lambda: antenna_mesh(4),
    "stewart": stewart_platform,
}

SYSTEM_CALLS: dict[str, Made] = {
    "kane": lambda s: partial(mechanics.kane, s),
    "lagrange": lambda s: partial(mechanics.lagrange, s),
    "newton_euler": lambda s: partial(mechanics.newton_euler, s),
    "newton_euler_isolated": lambda s: partial(mechanics.newton_euler_isolated, s),
    "hamilton": lambda s: partial(mechanics.hamilton, s),
    "recursive": lambda s: partial(mechanics.recursive, s),
    "tree_equations": lambda s: partial(mechanics.tree_equations, s),
    "inverse_dynamics": lambda s: partial(mechanics.inverse_dynamics, s),
    "forward_dynamics": lambda s: partial(mechanics.forward_dynamics, s),
    "regressor": lambda s: partial(mechanics.regressor, s),
    "base_parameters": lambda s: partial(mechanics.base_parameters, s),
    "linearised": lambda s: partial(mechanics.linearised, s, check=False),
    "equilibria": lambda s: partial(mechanics.equilibria, s),
    "stability": lambda s: partial(mechanics.stability, s),
    "modes": lambda s: partial(mechanics.modes, s),
    "mass_matrix": lambda s: partial(mechanics.mass_matrix, s),
    "bias": lambda s: partial(mechanics.bias, s),
    "energy": lambda s: partial(mechanics.energy, s),
    "energies": lambda s: partial(mechanics.energies, s),
    "momenta": lambda s: partial(mechanics.momenta, s),
    "reaction": lambda s: partial(mechanics.reaction, s, s.joints[0]),
    "constraint_report": lambda s: partial(mechanics.constraint_report, s),
    "kinematic_equations": lambda s: partial(mechanics.kinematic_equations, s),
    "freedom": lambda s: partial(mechanics.freedom, s),
    "rhs": lambda s: partial(mechanics.recursive(s).rhs, "python"),
    "code": lambda s: partial(mechanics.recursive(s).code, "c"),
    "simplified": lambda s: mechanics.recursive(s).simplified,
    "economical": lambda s: partial(mechanics.economical, mechanics.recursive(s)),
    "first_integrals": lambda s: partial(mechanics.first_integrals, s),
    "dalembert": lambda s: partial(mechanics.dalembert, s),
    "dissipation": lambda s: partial(mechanics.dissipation, s),
    "links": lambda s: partial(mechanics.links, s),
    "mass_centre": lambda s: partial(mechanics.mass_centre, s),
    "angular_momentum": lambda s: partial(mechanics.angular_momentum, s, s.origin, s.ground),
    "jacobian": lambda s: partial(s.jacobian, s.bodies[-1].centre),
    "write": lambda s: partial(lsd.write, s),
    "named": lambda s: mechanics.recursive(s).named,
}


EQUATION_CALLS: dict[str, Made] = {
    "rhs of balances": lambda s: partial(mechanics.newton_euler(s).rhs, "python"),
    "simulate": lambda s: partial(
        mechanics.simulate, s, {}, 1e4, parameters=_ones(s), language="numpy"
    ),
    "simulate in C": lambda s: partial(mechanics.simulate, s, {}, 1e4, parameters=_ones(s)),
    "motion_code": lambda s: partial(mechanics.motion_code, mechanics.kane(s)),
    "linear model": lambda s: mechanics.linearised(s, check=False).made,
}
"""Calls whose input is made from equations in vectors, without a limit: the longest chains are too
long for that."""
EQUATION_SYSTEMS = {
    name: make for name, make in SYSTEMS.items() if name not in ("chain 200", "held chain 100")
} | {"chain 30": lambda: plane_chain(30), "held chain 30": lambda: held_chain(30)}


LOOP_CALLS: dict[str, Made] = {
    "freedom": lambda equations, unknowns: partial(mechanics.freedom, equations, unknowns),
}


def _ones(s: Any) -> dict[Any, float]:
    known = {*s.coordinates, *s.speeds}
    return {p: 1.0 for p in rw.free_symbols(mechanics.energy(s)) if p not in known}


# -- texts and media ------------------------------------------------------------------------------

TEXT_CALLS: dict[str, Made] = {
    "parse": lambda t: partial(rw.parse, t, [*rw.vectors("a b"), rw.scalar("x")]),
}
DESCRIPTION_CALLS: dict[str, Made] = {
    "read_text": lambda t: partial(lsd.read_text, t),
    "compiled": lambda t: partial(lsd.compiled, lsd.read_text(t)),
}
ROBOT_CALLS: dict[str, Made] = {
    "urdf": lambda t: partial(mechanics.urdf, t),
    "urdf with names": lambda t: partial(mechanics.urdf, t, named=True, free=True),
}
SHEET_CALLS: dict[str, Made] = {"identities": lambda t: partial(rw.identities, t)}
ROD_CALLS: dict[str, Made] = {
    "rod.at scalars": lambda r: partial(r.at, "scalars"),
    "media.linearised": lambda r: partial(media.linearised, r),
    "rod.simplified": lambda r: r.at("vectors").simplified,
    "media.floating_frame": lambda r: partial(media.floating_frame, 12),
    "frame.at scalars": lambda r: partial(media.floating_frame(3).at, "scalars"),
    "modes in numbers": lambda r: partial(_collocation(r, 400).modes, 6),
    "frequencies": lambda r: partial(_collocation(r, 60).frequencies, 6),
}


def _collocation(r: Any, points: int) -> Any:
    small = media.linearised(r)
    there = {s for e in small.equations for s in rw.free_symbols(e.residual)}
    values = {s: 1.0 for s in there if not s.value.time}
    return media.Collocation(small, 1.0, values, points=points)


# -- measuring ------------------------------------------------------------------------------------


def measured(made: Made, source: Any, limit: float) -> tuple[float, str, str]:
    """The CPU seconds that a call takes, its outcome, and where it was when the time was over."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            found = _in_child(made, source, limit)
        except BaseException:
            found = (0.0, "crash", traceback.format_exc(limit=-3)[:2_000])
        os.write(writing, pickle.dumps(found))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        data = pipe.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGVTALRM:
        return 0.0, UNPREPARED, ""
    return pickle.loads(data) if data else (PATIENCE, "killed", "")


def _in_child(made: Made, source: Any, limit: float) -> tuple[float, str, str]:
    signal.setitimer(signal.ITIMER_VIRTUAL, PREPARATION)  # its signal ends this process
    try:
        called = made(*source) if isinstance(source, tuple) else made(source)
    except RewriteError as error:
        return 0.0, f"refused before: {str(error)[:60]}", ""
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    _on_cpu_time()
    places: list[str] = []
    main = threading.main_thread().ident
    late = threading.Thread(target=_watch, args=(main, 1.1 * limit + START, places), daemon=True)
    faulthandler.register(signal.SIGPROF, file=sys.stdout, chain=True)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    began = _cpu()
    late.start()
    try:
        called(time_limit=limit)
        reported = "done"
    except RewriteError as error:
        reported = f"{type(error).__name__}: {str(error)[:60]}"
    return _cpu() - began, reported, "".join(places)


def _cpu() -> float:
    """The CPU time of this process and of the programs that it has run."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _on_cpu_time() -> None:
    """Make all deadlines use CPU time."""
    usual, time.monotonic = time.monotonic, _cpu
    for name, module in list(sys.modules.items()):
        if (
            name.startswith(("rewrite", "mechanics"))
            and getattr(module, "monotonic", None) is usual
        ):
            module.monotonic = _cpu  # type: ignore[attr-defined]


def _watch(thread: Any, seconds: float, places: list[str]) -> None:
    """Record where a thread is after this much time."""
    until = _cpu() + seconds
    while _cpu() < until:
        time.sleep(0.01)
    places.append(_place(thread))


def _place(thread: Any) -> str:
    frame = sys._current_frames()[thread]
    stack = traceback.extract_stack(frame)
    return " < ".join(
        f"{os.path.basename(s.filename)}:{s.lineno} {s.name}" for s in reversed(stack[-9:])
    )


def main() -> int:
    options = argparse.ArgumentParser(description="check that calls keep their time limits")
    options.add_argument("--limit", type=float, default=0.5)
    options.add_argument("--only", default="", help="a pattern for CALL on INPUT")
    options.add_argument("--all", action="store_true", help="print every call")
    given = options.parse_args()
    late = calls = unprepared = 0
    kinds: tuple[tuple[Any, Any], ...] = (
        (CALLS, INPUTS | NUMBERS),
        (SET_CALLS, SETS),
        (SYSTEM_CALLS, SYSTEMS),
        (EQUATION_CALLS, EQUATION_SYSTEMS),
        (LOOP_CALLS, LOOPS),
        (TEXT_CALLS, TEXTS),
        (DESCRIPTION_CALLS, DESCRIPTIONS),
        (ROBOT_CALLS, ROBOTS),
        (SHEET_CALLS, SHEETS),
        (ROD_CALLS, RODS),
    )
    sources = [(calls, *pair) for calls, made in kinds for pair in made.items()]
    for some, source, make in sources:
        wanted = [call for call in some if re.search(given.only, f"{call} on {source}")]
        if wanted:
            gc.collect()
            gc.freeze()  # what earlier inputs have left is no part of the next calls
        built = make() if wanted else (None, None)
        for call in wanted:
            calls += 1
            cpu, reported, place = measured(some[call], built, given.limit)
            bad = cpu > 1.2 * given.limit + START or reported in ("crash", "killed")
            late += bad
            unprepared += reported == UNPREPARED
            if bad or given.all or reported == UNPREPARED:
                print(f"{cpu:6.2f} s  {call} on {source}: {reported}", flush=True)
                print(f"    {place}" if place else "", end="\n" if place else "")
    print(f"{late} of {calls} calls were late with a limit of {given.limit:g} s", end="")
    print(f"; {unprepared} were not measured" if unprepared else "")
    return bool(late)


if __name__ == "__main__":
    raise SystemExit(main())
