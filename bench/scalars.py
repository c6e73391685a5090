"""Down to scalars: operations, the time to find them, and the speed of the code.

Three expressions of rigid bodies that grow, each written as its user would: here as a vector term,
differentiated as a term, lowered; in sympy and symengine as components of matrices, differentiated
as expressions, and then `cse` (see `components`). Operations are counted by one convention for all
(see `rewrite/lowering/ops.py`), beside those that an expert needs by hand (see `by_hand`). One
family runs the code over a batch of points (see `running`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import sympy
from sympy.core.cache import clear_cache

import rewrite as rw
from rewrite import time

from . import by_hand, running, tally
from .components import AXES, FIXED, Components, calculated, counted, rounded, value
from .harness import Contender, Family, Row

OPERATIONS: dict[tuple[str, int, str], rw.Cost] = {}


# -- the expressions, as terms --------------------------------------------------------------------


def our_chain(n: int) -> Any:
    """The acceleration of the end of a chain of frames, each turned about an axis of the last."""
    q = [rw.scalar(f"q{k}", time=True) for k in range(n)]
    r = [rw.vector(f"r{k}", constant=True) for k in range(n)]
    p: Any = r[-1]
    for k in reversed(range(n)):
        p = rw.rot(rw.column(*AXES[k % 3]), q[k]) @ p
        p = r[k - 1] + p if k else p
    return {"velocity": rw.diff(p, time), "acceleration": rw.diff(p, time, order=2)}


def our_balance(n: int) -> Any:
    """The moment balance of a body that carries n arms, as the one of spec 06 with one arm.

    The balance is derived and simplified with the position of each mass as a vector; the position
    in terms of the joints is substituted when it goes to scalars.
    """
    w, J = rw.vector("w", time=True), rw.matrix("J", diagonal=True, constant=True)
    momentum: Any = J @ w
    places: dict[Any, Any] = {}
    for i in range(n):
        a, b, c = (rw.scalar(f"{x}_{i}", time=True) for x in ("a", "b", "c"))
        h, length, m = (rw.scalar(f"{x}_{i}", constant=True) for x in ("h", "l", "m"))
        e1, e2, e3 = (rw.column(*e) for e in AXES)
        place = h * e3 + rw.rot(e1, a) @ (b * e2 + rw.rot(e2, c) @ (length * e3))
        r: Any = rw.vector(f"r{i}", time=True)
        momentum = momentum + m * rw.cross(r, rw.cross(w, r) + rw.diff(r, time))
        for _ in range(3):
            places[r] = place
            r, place = rw.diff(r, time), rw.diff(place, time)
    balance = rw.diff(momentum, time) + rw.cross(w, momentum)
    return rw.simplify(balance), places


def our_inertia(n: int) -> Any:
    """The inertia of n bodies at one point: principal axes by Bryant angles, and a mass centre."""
    parts = []
    for k in range(n):
        R = rw.euler("xyz", [rw.scalar(f"q{k}_{i}") for i in range(3)])
        J = rw.matrix(f"J{k}", diagonal=True, constant=True)
        m = rw.scalar(f"m{k}", constant=True)
        c = rw.vector(f"c{k}")
        parts.append(R @ J @ R.T - m * (rw.tilde(c) @ rw.tilde(c)))
    return {"inertia": rw.add(*parts) if n > 1 else parts[0]}


# -- contenders -----------------------------------------------------------------------------------


def _value_of(x: Any) -> Any:
    """The value of one of our symbols; its coordinates have the names of the peers' components."""
    rates = x.name.count("'")
    name = "d" * rates + x.name.rstrip("'")
    if x.sort is rw.Scalar:
        return value(name)
    apart = "_" if name[-1].isdigit() else ""
    if x.sort is rw.Vector:
        return [value(f"{name}{apart}{i}") for i in (1, 2, 3)]
    return [[value(f"{name}{apart}{i}") if i == j else 0.0 for j in range(3)] for i in range(3)]


def _flat(x: Any) -> list[float]:
    return [z for y in x for z in _flat(y)] if isinstance(x, tuple) else [x]


def _ours(make: Callable[[int], Any], name: str) -> Contender:
    def run(n: int) -> Any:
        made = make(n)
        return n, rw.lower(*made) if isinstance(made, tuple) else rw.lower(made)

    def answer(result: Any) -> Any:
        n, g = result
        OPERATIONS[name, n, "penelope"] = rw.ops(g)
        given = [_value_of(x.symbol) for x in g.arguments]
        return rounded(_flat(rw.code(g).function(*given)))

    return Contender("penelope", lambda n: n, run, answer)


def _theirs(peer: str, name: str) -> Contender:
    """A peer, imported late so that one that is not installed is reported as absent."""
    label = f"{peer} + cse"

    def run(n: int) -> Any:
        library = import_module(peer)
        entries = getattr(Components(library), name)(n)
        return n, library.cse(entries)

    def answer(result: Any) -> Any:
        n, (replaced, left) = result
        OPERATIONS[name, n, label] = counted(name, (replaced, left))
        known: dict[Any, float] = {}
        for x, e in replaced:
            known[sympy.sympify(x)] = calculated(e, known)
        return rounded([calculated(e, known) for e in left])

    def forgotten(n: int) -> int:
        clear_cache()  # sympy caches results of the last run
        return n

    return Contender(label, lambda n: n, run, answer, fresh=forgotten)


def _hand(name: str) -> Contender:
    """The reference by hand: its operations are meaningful, its time is not."""

    def run(n: int) -> Any:
        names = tally.Names(value, FIXED[name])
        return n, getattr(by_hand, name)(n, names), names.tally.cost

    def answer(result: Any) -> Any:
        n, entries, OPERATIONS[name, n, "by hand"] = result
        return rounded([tally.value(x) for x in entries])

    return Contender("by hand", lambda n: n, run, answer, timed=False)


def families(quick: bool = False) -> list[Family]:
    """The families, the fastest first, so that they leave time to the others; sympy is last."""
    text = f"The code of the transport of velocities over n frames, at {running.BATCH} points."
    code = Family("running", [2, 4] if quick else [2, 4, 16, 64], running.contenders(), text)
    about = {
        "inertia": (our_inertia, "The inertia of n bodies at one point."),
        "frames": (our_chain, "Velocity and acceleration of the end of a chain of n frames."),
        "balance": (our_balance, "The moment balance of spec 06, with n arms on the body."),
    }
    our_balance(1)  # loads the rules
    return [code, *(_family(name, *given, quick) for name, given in about.items())]


def _family(name: str, make: Callable[[int], Any], text: str, quick: bool) -> Family:
    contenders = [
        _ours(make, name),
        _hand(name),
        _theirs("symengine", name),
        _theirs("sympy", name),
    ]
    sizes = [1, 2, 3] if quick else [1, 2, 3, 4, 5, 6, 8, 12, 16, 32, 64, 128, 256]
    return Family(name, sizes, contenders, text, tables=[OPERATIONS])


def notes(family: Family, rows: Sequence[Row]) -> str:
    """The operations of the results, as multiples of ours, and those of code by hand."""
    lines = [family.about]
    if family.name == "running":
        return lines[0]
    head = ["multiplications + additions", *(f"n = {n}" for n in family.sizes)]
    lines += ["", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for contender in family.contenders:
        cells = []
        for n in family.sizes:
            found = OPERATIONS.get((family.name, n, contender.name))
            ours = OPERATIONS.get((family.name, n, "penelope"))
            if found is None or ours is None:
                cells.append("—")
                continue
            ratio = sum(found[:2]) / sum(ours[:2])
            calls = "1 call" if found.calls == 1 else f"{found.calls} calls"
            cells.append(f"{found[0]} + {found[1]}, {calls} ({ratio:.2f}×)")
        lines.append("| " + " | ".join([contender.name, *cells]) + " |")
    return "\n".join(lines)
