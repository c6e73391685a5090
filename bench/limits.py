"""`python -m bench.limits [--limit S] [--only TEXT]`: are time limits kept, on any input?

Every public verb and verdict that takes `time_limit=` is called on large and awkward inputs, and
the rule author's workbench on large and awkward sets of rules, and the generators of equations on
mechanisms, each call in a process of its own.
All clocks are those of the CPU, so that a busy machine does not count. A call is late if it takes
more than a fifth longer than it was given and a tenth of a second for the start. For late calls the
place is printed at which they were busy when the time was out.
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import pickle
import re
import sys
import threading
import time
import traceback
from collections.abc import Callable
from functools import partial, reduce
from operator import add, matmul, mul
from typing import Any

import sympy  # loaded before anything is measured

import mechanics
import rewrite as rw
import rules
from mechanics.models import plane_chain, plane_pendulum, satellite
from rewrite import RewriteError, cos, cross, det, dot, norm, sin, sqrt
from rewrite.check import check, completed
from rewrite.check.confluence import joined
from rewrite.check.termination import terminates
from rewrite.rewriting.defining import made_rule

START = 0.1
del sympy
PATIENCE = 30.0
Input = tuple[Any, Any]
"""A term, and a context or None."""


# -- inputs ---------------------------------------------------------------------------------------


def _wide(n: int) -> Input:
    """A sum of n different products of vectors."""
    a = rw.vectors(" ".join(f"a{i}" for i in range(n)))
    return reduce(add, [dot(a[i], a[(7 * i + 3) % n]) * a[(3 * i + 1) % n] for i in range(n)]), None


def _scalars(n: int) -> Input:
    """A sum of n products of scalars."""
    x = rw.scalars(" ".join(f"x{i}" for i in range(200)))
    return reduce(add, [x[i % 200] * x[i // 200 % 200] * x[7 * i % 200] for i in range(n)]), None


def _tower(n: int) -> Input:
    """Cross products nested n deep."""
    a, b, c = rw.vectors("a b c")
    return reduce(lambda t, i: cross((a, b, c)[i % 3], t), range(n), a), None


def _sines(n: int) -> Input:
    """Sines of cosines of sines …, n deep."""
    x, y = rw.scalars("x y")
    return reduce(lambda t, i: sin(t + y) if i % 2 else cos(t * x), range(n), x), None


def _shared(n: int) -> Input:
    """A term of n nodes that stands for a tree of 2ⁿ."""
    a, b = rw.vectors("a b")
    return reduce(lambda t, i: cross(t, t + (a, b)[i % 2]), range(n), a), None


def _power(n: int) -> Input:
    """A sum to a large power."""
    x = rw.scalars("x y z u v w")
    return reduce(add, x) ** n, None


def _powers(n: int) -> Input:
    """Powers of powers of sums."""
    x, y = rw.scalars("x y")
    return reduce(lambda t, i: (t + (x, y)[i % 2]) ** 3, range(n), x), None


def _number(n: int) -> Input:
    """Numbers to powers of powers."""
    x = rw.scalar("x")
    return reduce(lambda t, i: (t + 3) ** 9 * x, range(n), x), None


def _product(n: int) -> Input:
    """A product of sums."""
    x = rw.scalars(" ".join(f"x{i}" for i in range(2 * n)))
    return reduce(mul, [x[i] + x[i + n] * x[(3 * i) % (2 * n)] for i in range(n)]), None


def _fractions(n: int) -> Input:
    """A sum of fractions with different denominators."""
    x = rw.scalars(" ".join(f"x{i}" for i in range(n + 2)))
    return reduce(add, [x[i + 1] / (x[i] + x[i + 2] * x[0]) for i in range(n)]), None


def _continued(n: int) -> Input:
    """A continued fraction."""
    x, y = rw.scalars("x y")
    return reduce(lambda t, i: x + y / (t + i), range(n), x), None


def _determinant(n: int) -> Input:
    """The determinant of a sum and product of n×n matrices."""
    a, b = rw.matrix("A", n, n), rw.matrix("B", n, n)
    return det(a @ b + b), None


def _inverse(n: int) -> Input:
    """Inverses of sums of inverses, n deep."""
    a, b = rw.matrices("A B")
    return reduce(lambda t, i: (t.inv + (a, b)[i % 2]).inv, range(n), a), None


def _word(n: int) -> Input:
    """A product of n sums of matrices."""
    some = rw.matrices("A B C D")
    return reduce(matmul, [some[i % 4] + some[i * 7 % 3].T for i in range(n)]), None


def _letters(n: int) -> Input:
    """A word of n matrices."""
    some = rw.matrices("A B C D")
    return reduce(matmul, [some[(i * i + i // 3) % 4] for i in range(n)]), None


def _quaternions(n: int) -> Input:
    """A word of n quaternions, with conjugates and sums."""
    p = rw.quaternions("p q r")
    return reduce(mul, [p[i % 3] + rw.conj(p[i * 5 % 3]) for i in range(n)]), None


def _turned(n: int) -> Input:
    """A vector turned by n quaternions, one after the other."""
    p, v = rw.quaternions("p q r", unit=True), rw.vector("v")
    return reduce(lambda t, i: rw.rotate(p[i % 3], t) + v, range(n), v), None


def _rotations(n: int) -> Input:
    """Rotations about axes by angles that are sums."""
    u, v = rw.vectors("u v", unit=True)
    x = rw.scalars(" ".join(f"x{i}" for i in range(n + 1)))
    turns = [rw.rot((u, v)[i % 2], x[i] + 2 * x[i + 1]) for i in range(n)]
    return reduce(matmul, turns) @ rw.vector("a"), None


def _norms(n: int) -> Input:
    """Norms and roots in each other."""
    a, b = rw.vectors("a b")
    return reduce(lambda t, i: norm(t * a + b) + sqrt(t), range(n), norm(a)), None


def _angles(n: int) -> Input:
    """Sines of sums with many angles."""
    x = rw.scalars(" ".join(f"x{i}" for i in range(n)))
    return sin(reduce(add, [(i + 1) * y for i, y in enumerate(x)])) * cos(reduce(add, x)), None


def _equations(n: int) -> Input:
    """A term under n equations."""
    x = rw.scalars(" ".join(f"x{i}" for i in range(n + 2)))
    facts = [rw.equals(x[i] ** 2 + x[i + 1] * x[i + 2], x[0] + i) for i in range(n)]
    return reduce(add, [y**3 for y in x]) ** 2, rw.Context(*facts)


def _matrix_equations(n: int) -> Input:
    """Products of matrices with equations between them."""
    a, b, c = rw.matrices("A B C")
    reported = rw.Context(rw.equals(a @ b, b @ c), rw.equals(det(a), 1), rw.equals(c @ c, c))
    return reduce(matmul, [(a, b, c)[i % 3] for i in range(n)]) + a.inv, reported


def _triads(n: int) -> Input:
    """Vectors under facts about many of them."""
    a = rw.vectors(" ".join(f"a{i}" for i in range(3 * n)))
    facts = [rw.triad(*a[3 * i : 3 * i + 3]) for i in range(n)]
    facts += [rw.orthogonal(a[i], a[i + 3]) for i in range(3 * n - 3)]
    return reduce(cross, a), rw.Context(*facts)


INPUTS: dict[str, Callable[[], Input]] = {
    "wide 300": lambda: _wide(300),
    "wide 10000": lambda: _wide(10_000),
    "scalars 3000": lambda: _scalars(3_000),
    "scalars 20000": lambda: _scalars(20_000),
    "tower 60": lambda: _tower(60),
    "tower 20000": lambda: _tower(20_000),
    "sines 12": lambda: _sines(12),
    "sines 5000": lambda: _sines(5_000),
    "shared 12": lambda: _shared(12),
    "shared 200": lambda: _shared(200),
    "power 40": lambda: _power(40),
    "power 1000": lambda: _power(1_000),
    "powers 5": lambda: _powers(5),
    "powers 30": lambda: _powers(30),
    "number 6": lambda: _number(6),
    "number 12": lambda: _number(12),
    "product 14": lambda: _product(14),
    "product 2000": lambda: _product(2_000),
    "fractions 9": lambda: _fractions(9),
    "fractions 2000": lambda: _fractions(2_000),
    "continued 40": lambda: _continued(40),
    "continued 3000": lambda: _continued(3_000),
    "determinant 6": lambda: _determinant(6),
    "determinant 30": lambda: _determinant(30),
    "determinant 200": lambda: _determinant(200),
    "inverse 6": lambda: _inverse(6),
    "inverse 500": lambda: _inverse(500),
    "word 12": lambda: _word(12),
    "word 3000": lambda: _word(3_000),
    "letters 20000": lambda: _letters(20_000),
    "quaternions 10": lambda: _quaternions(10),
    "quaternions 3000": lambda: _quaternions(3_000),
    "turned 8": lambda: _turned(8),
    "turned 2000": lambda: _turned(2_000),
    "rotations 7": lambda: _rotations(7),
    "rotations 1000": lambda: _rotations(1_000),
    "norms 5": lambda: _norms(5),
    "norms 1000": lambda: _norms(1_000),
    "angles 12": lambda: _angles(12),
    "angles 2000": lambda: _angles(2_000),
    "equations 4": lambda: _equations(4),
    "equations 60": lambda: _equations(60),
    "matrix equations 4": lambda: _matrix_equations(4),
    "matrix equations 3000": lambda: _matrix_equations(3_000),
    "triads 3": lambda: _triads(3),
    "triads 200": lambda: _triads(200),
}


# -- calls ----------------------------------------------------------------------------------------


def _varied(t: Any) -> Any:
    """Something that is not equal to a term, and looks like it."""
    s = min(rw.free_symbols(t), key=rw.order)
    return rw.subs(t, {s: s + s})


def _first(t: Any) -> Any:
    return min(rw.free_symbols(t), key=rw.order)


CALLS: dict[str, Callable[[Any, Any], Callable[..., Any]]] = {
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
    "match": lambda t, c: (
        lambda time_limit: list(rw.match(_pattern(t), t, c, 10**7, time_limit=time_limit))
    ),
    "why_not": lambda t, c: partial(rw.why_not, rules.STANDARD.rules[0], t, c),
    "run": lambda t, c: partial(rw.exhaust(rw.bottom_up(rules.STANDARD)).run, t, c),
}


def _pattern(t: Any) -> Any:
    x, y = rw.variable("x", t.sort, t.shape), rw.variable("y", t.sort, t.shape)
    return x + y


def _first_scalar(t: Any) -> Any:
    some = [s for s in rw.free_symbols(t) if s.sort is rw.Scalar]
    return min(some, key=rw.order) if some else _first(t)


def _plain_values(t: Any) -> dict[Any, Any]:
    return {s: rw.random_assignment([s], i)[s] for i, s in enumerate(rw.free_symbols(t))}


# -- sets of rules --------------------------------------------------------------------------------


class Thing(rw.Term):
    """What free operators are made of."""


def _rule(name: str, left: Any, right: Any) -> Any:
    return made_rule(name, "A rule.", left >> right)


def _free(name: str, places: int = 1) -> Any:
    return rw.operator(name, *[Thing] * places, result=Thing)


def _steps(n: int) -> Any:
    """A chain of n rules, each from one operator to the next."""
    x, ops = rw.variable("x", Thing), [_free(f"f{i}") for i in range(n + 1)]
    return rw.RuleSet([_rule(f"r{i}", ops[i](x), ops[i + 1](x)) for i in range(n)], name="steps")


def _ring(n: int) -> Any:
    """n rules that go round."""
    x, ops = rw.variable("x", Thing), [_free(f"o{i}") for i in range(n)]
    made = [_rule(f"r{i}", ops[i](x), ops[(i + 1) % n](x)) for i in range(n)]
    return rw.RuleSet(made, name="ring")


def _deep(n: int) -> Any:
    """One rule with a left side n deep."""
    x, f, g = rw.variable("x", Thing), _free("f"), _free("g")
    left = reduce(lambda t, i: (f, g)[i % 2](t), range(n), x)
    return rw.RuleSet([_rule("deep", left, f(x))], name="deep")


def _deep_right(n: int) -> Any:
    """One rule with a right side n deep."""
    x, f, g = rw.variable("x", Thing), _free("f"), _free("g")
    right = reduce(lambda t, i: g(t), range(n), x)
    return rw.RuleSet([_rule("deep", f(x), right)], name="deep")


def _overlapping(n: int) -> Any:
    """n rules of a word that all overlap."""
    x, ops = rw.variable("x", Thing), [_free(f"w{i}") for i in range(4)]
    made = []
    for i in range(n):
        letters = [(i >> 2 * k) % 4 for k in range(6)]
        left = reduce(lambda t, k: ops[k](t), letters, x)
        made.append(_rule(f"r{i}", left, ops[i % 4](ops[i // 4 % 4](x))))
    return rw.RuleSet(made, name="overlapping")


def _vector_rules(n: int) -> Any:
    """n true rules about vectors."""
    a, b, c = (rw.variable(name, rw.Vector) for name in "abc")
    made = []
    for i in range(n):
        left = (i + 2) * cross(a, cross(b, c)) + (i % 7 + 1) * dot(a, b) * c
        right = (i + 2) * (dot(a, c) * b - dot(a, b) * c) + (i % 7 + 1) * dot(a, b) * c
        made.append(_rule(f"v{i}", left, right))
    return rw.RuleSet(made, name="vectors")


def _group(n: int) -> Any:
    """The axioms of groups, whose completion goes on for a while; n more constants."""
    x, y, z = (rw.variable(name, Thing) for name in "xyz")
    m, i, e = _free("m", 2), _free("i"), rw.symbol("e", Thing)
    made = [
        _rule("unit", m(e, x), x),
        _rule("back", m(i(x), x), e),
        _rule("brackets", m(m(x, y), z), m(x, m(y, z))),
    ]
    more = [_rule(f"c{k}", m(rw.symbol(f"c{k}", Thing), x), m(i(x), x)) for k in range(n)]
    return rw.RuleSet([*made, *more], name="group")


SETS: dict[str, Callable[[], Any]] = {
    "steps 200": lambda: _steps(200),
    "steps 1000": lambda: _steps(1_000),
    "ring 300": lambda: _ring(300),
    "deep 140": lambda: _deep(140),
    "deep on the right 3000": lambda: _deep_right(3_000),
    "overlapping 300": lambda: _overlapping(300),
    "vectors 100": lambda: _vector_rules(100),
    "vectors 1000": lambda: _vector_rules(1_000),
    "group": lambda: _group(0),
    "group and 40": lambda: _group(40),
    "the library": lambda: rules.STANDARD,
}

SET_CALLS: dict[str, Callable[[Any], Callable[..., Any]]] = {
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
}

SYSTEM_CALLS: dict[str, Callable[[Any], Callable[..., Any]]] = {
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
    "first_integrals": lambda s: partial(mechanics.first_integrals, s),
}


# -- measuring ------------------------------------------------------------------------------------


def measured(call: str, source: Any, limit: float) -> tuple[float, str, str]:
    """The seconds of CPU that a call takes, what it ends with, and where it was
    busy when it was late."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            found = _in_child(call, source, limit)
        except BaseException:
            found = (0.0, "crash", traceback.format_exc(limit=-3))
        os.write(writing, pickle.dumps(found))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    return pickle.loads(data) if data else (PATIENCE, "killed", "")


def _in_child(call: str, source: Any, limit: float) -> tuple[float, str, str]:
    made: dict[str, Callable[[Any], Callable[..., Any]]] = {**SET_CALLS, **SYSTEM_CALLS}
    called = CALLS[call](*source) if call in CALLS else made[call](source)
    _on_cpu_time()
    places: list[str] = []
    main = threading.main_thread().ident
    late = threading.Thread(target=_watch, args=(main, 1.1 * limit + START, places), daemon=True)
    faulthandler.dump_traceback_later(PATIENCE, exit=True, file=sys.stdout)
    began = time.process_time()
    late.start()
    try:
        called(time_limit=limit)
        reported = "done"
    except RewriteError as error:
        reported = f"{type(error).__name__}: {str(error)[:60]}"
    return time.process_time() - began, reported, "".join(places)


def _on_cpu_time() -> None:
    """Let all deadlines be those of the time of the CPU."""
    usual, time.monotonic = time.monotonic, time.process_time
    for name, module in list(sys.modules.items()):
        if (
            name.startswith(("rewrite", "mechanics"))
            and getattr(module, "monotonic", None) is usual
        ):
            module.monotonic = time.process_time  # type: ignore[attr-defined]


def _watch(thread: Any, seconds: float, places: list[str]) -> None:
    """Note where a thread is when so much time is spent."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        time.sleep(0.01)
    places.append(_place(thread))


def _place(thread: Any) -> str:
    frame = sys._current_frames()[thread]
    stack = traceback.extract_stack(frame)
    return " < ".join(
        f"{os.path.basename(s.filename)}:{s.lineno} {s.name}" for s in reversed(stack[-9:])
    )


def main() -> int:
    options = argparse.ArgumentParser(description="hold calls to their time limits")
    options.add_argument("--limit", type=float, default=0.5)
    options.add_argument("--only", default="", help="a pattern for CALL on INPUT")
    options.add_argument("--all", action="store_true", help="print every call")
    given = options.parse_args()
    late = calls = 0
    kinds: tuple[tuple[Any, Any], ...] = (
        (CALLS, INPUTS),
        (SET_CALLS, SETS),
        (SYSTEM_CALLS, SYSTEMS),
    )
    sources = [(calls, *pair) for calls, made in kinds for pair in made.items()]
    for some, source, make in sources:
        wanted = [call for call in some if re.search(given.only, f"{call} on {source}")]
        built = make() if wanted else (None, None)
        for call in wanted:
            calls += 1
            cpu, reported, place = measured(call, built, given.limit)
            bad = cpu > 1.2 * given.limit + START or reported in ("crash", "killed")
            late += bad
            if bad or given.all:
                print(f"{cpu:6.2f} s  {call} on {source}: {reported}", flush=True)
                print(f"    {place}" if place else "", end="\n" if place else "")
    print(f"{late} of {calls} calls were late with a limit of {given.limit:g} s")
    return bool(late)


if __name__ == "__main__":
    raise SystemExit(main())
