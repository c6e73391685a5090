"""Down to scalars: operations, the time to find them, and the speed of the code.

Three expressions of rigid bodies that grow, each written as its user would: here as a vector term,
differentiated as a term, lowered; in sympy and symengine as components of matrices, differentiated
as expressions, and then `cse`. Operations are counted by one convention for all (see
`rewrite/lowering/ops.py`). The last family runs the code over a batch of points, beside sympy's
`lambdify(cse=True)` and NumPy and C written by hand.
"""

from __future__ import annotations

import ctypes
import pathlib
import random
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from typing import Any

import numpy
import symengine
import sympy
from sympy.core.cache import clear_cache

import rewrite as rw
from rewrite import time

from . import by_hand
from .harness import Contender, Family, Row

AXES = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
OPERATIONS: dict[tuple[str, int, str], rw.Cost] = {}
BATCH = 1000


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
    """The moment balance of a body that carries n arms, as that of spec 06 does one.

    The balance is found and simplified with the place of each mass as a vector; what this place is
    in terms of the joints is put in when it goes to scalars.
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


# -- the expressions, as components ---------------------------------------------------------------


class Components:
    """The same in components, for sympy and for symengine."""

    def __init__(self, library: Any) -> None:
        self.lib = library
        self.t = library.Symbol("t")

    def function(self, name: str) -> Any:
        return self.lib.Function(name)(self.t)

    def symbols(self, name: str) -> Any:
        return self.lib.Matrix([self.lib.Symbol(f"{name}_{i}") for i in (1, 2, 3)])

    def turn(self, axis: int, q: Any) -> Any:
        c, s = self.lib.cos(q), self.lib.sin(q)
        rows = [[0] * 3 for _ in range(3)]
        i, j = (axis + 1) % 3, (axis + 2) % 3
        rows[axis][axis], rows[i][i], rows[j][j], rows[i][j], rows[j][i] = 1, c, c, -s, s
        return self.lib.Matrix(rows)

    def cross(self, a: Any, b: Any) -> Any:
        pairs = ((1, 2), (2, 0), (0, 1))
        return self.lib.Matrix([a[i] * b[j] - a[j] * b[i] for i, j in pairs])

    def rate(self, v: Any) -> Any:
        return self.lib.Matrix([x.diff(self.t) for x in v])

    def frames(self, n: int) -> list[Any]:
        q = [self.function(f"q{k}") for k in range(n)]
        r = [self.symbols(f"r{k}") for k in range(n)]
        p = r[-1]
        for k in reversed(range(n)):
            p = self.turn(k % 3, q[k]) * p
            p = r[k - 1] + p if k else p
        v = self.rate(p)
        return self.without_derivatives([*v, *self.rate(v)], q)

    def balance(self, n: int) -> list[Any]:
        lib, w = self.lib, self.lib.Matrix([self.function(f"w{i}") for i in (1, 2, 3)])
        moving = list(w)
        momentum = lib.Matrix([lib.Symbol(f"J{i}") * w[i] for i in range(3)])
        for i in range(n):
            q7, q8, q9 = (self.function(f"{c}_{i}") for c in ("a", "b", "c"))
            z1, z3, m = (lib.Symbol(f"{c}_{i}") for c in ("h", "l", "m"))
            moving += [q7, q8, q9]
            arm = self.turn(1, q9) * lib.Matrix([0, 0, z3]) + lib.Matrix([0, q8, 0])
            r = self.turn(0, q7) * arm + lib.Matrix([0, 0, z1])
            momentum = momentum + self.cross(r, self.cross(w, r) + self.rate(r)) * m
        whole = self.rate(momentum) + self.cross(w, momentum)
        return self.without_derivatives(list(whole), moving)

    def inertia(self, n: int) -> list[Any]:
        lib, whole = self.lib, self.lib.zeros(3, 3)
        for k in range(n):
            R = lib.eye(3)
            for i in range(3):
                R = R * self.turn(i, lib.Symbol(f"q{k}_{i}"))
            J = lib.diag(*[lib.Symbol(f"J{k}_{i}") for i in range(3)])
            c, m = self.symbols(f"c{k}"), lib.Symbol(f"m{k}")
            x, y, z = c
            T = lib.Matrix([[0, -z, y], [z, 0, -x], [-y, x, 0]])
            whole = whole + R * J * R.T - (T * T) * m
        return [whole[i, j] for i in range(3) for j in range(3)]

    def without_derivatives(self, entries: list[Any], moving: list[Any]) -> list[Any]:
        """Derivatives and functions of time as symbols."""
        names = {}
        for x in moving:
            name = str(x).partition("(")[0]
            names[x.diff(self.t).diff(self.t)] = self.lib.Symbol(f"dd{name}")
            names[x.diff(self.t)] = self.lib.Symbol(f"d{name}")
            names[x] = self.lib.Symbol(name)
        return [self.lib.sympify(e).subs(names) for e in entries]


# -- counting -------------------------------------------------------------------------------------


FIXED = {"frames": "r", "balance": "Jhlm", "inertia": "Jm"}
"""What the names of parameters begin with: what depends on them alone is done once."""


def counted(name: str, found: tuple[Any, Any]) -> rw.Cost:
    """The operations of what `cse` returned, by our convention: signs are free in sums, and what
    depends on parameters alone does not count."""
    replaced, left = found
    total = [0, 0, 0, 0]
    once: set[str] = set()
    for x, e in [*replaced, *((None, e) for e in left)]:
        e = sympy.sympify(e)
        if x is not None and all(_is_fixed(s.name, name, once) for s in e.free_symbols):
            once.add(str(x))
            continue
        stack = [e]
        while stack:
            e = stack.pop()
            if not all(_is_fixed(s.name, name, once) for s in e.free_symbols):
                stack += e.args
                for i, k in enumerate(_own(e)):
                    total[i] += k
    return rw.Cost(*total)


def _is_fixed(symbol: str, name: str, once: set[str]) -> bool:
    return symbol in once or symbol[0] in FIXED[name]


def _own(e: Any) -> tuple[int, ...]:
    if e.is_Add:
        return 0, len(e.args) - 1
    if e.is_Mul:
        factors = [f for f in e.args if f not in (-1, 1)]
        below = [f for f in factors if f.is_Pow and f.exp.is_negative]
        return (max(len(factors) - len(below) - 1, 0) + max(len(below) - 1, 0),)
    if e.is_Pow and e.exp.is_Integer:
        k = abs(int(e.exp))
        return k.bit_length() + k.bit_count() - 2, 0, int(bool(e.exp < 0))
    return (0, 0, 0, 1) if e.is_Function or e.is_Pow else ()


def _value(name: str) -> float:
    """The number that a name has when answers are compared."""
    return random.Random(name).uniform(0.5, 1.5)


def _value_of(x: Any) -> Any:
    """The value of a symbol of ours: its coordinates have the names that the components have."""
    rates = x.name.count("'")
    name = "d" * rates + x.name.rstrip("'")
    if x.sort is rw.Scalar:
        return _value(name)
    apart = "_" if name[-1].isdigit() else ""
    if x.sort is rw.Vector:
        return [_value(f"{name}{apart}{i}") for i in (1, 2, 3)]
    return [[_value(f"{name}{apart}{i}") if i == j else 0.0 for j in range(3)] for i in range(3)]


def _calculated(e: Any, known: dict[Any, float]) -> float:
    e = sympy.sympify(e)
    for x in e.free_symbols:
        known.setdefault(x, _value(x.name))
    return float(
        sympy.lambdify(list(e.free_symbols), e, "math")(*[known[x] for x in e.free_symbols])
    )


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
        return _rounded(_flat(rw.code(g).function(*given)))

    return Contender("penelope", lambda n: n, run, answer)


def _theirs(library: Any, label: str, name: str) -> Contender:
    def run(n: int) -> Any:
        entries = getattr(Components(library), name)(n)
        return n, library.cse(entries)

    def answer(result: Any) -> Any:
        n, (replaced, left) = result
        OPERATIONS[name, n, label] = counted(name, (replaced, left))
        known: dict[Any, float] = {}
        for x, e in replaced:
            known[sympy.sympify(x)] = _calculated(e, known)
        return _rounded([_calculated(e, known) for e in left])

    def forgotten(n: int) -> int:
        clear_cache()  # sympy remembers what it did for the last run
        return n

    return Contender(label, lambda n: n, run, answer, fresh=forgotten)


def _hand(name: str) -> Contender:
    """The floor: its operations tell, its time does not."""

    def run(n: int) -> Any:
        names = by_hand.Names(_value, FIXED[name])
        return n, getattr(by_hand, name)(n, names), names.tally.cost

    def answer(result: Any) -> Any:
        n, entries, OPERATIONS[name, n, "by hand"] = result
        return _rounded([by_hand.value(x) for x in entries])

    return Contender("by hand", lambda n: n, run, answer, timed=False)


# -- the code, running ----------------------------------------------------------------------------


def transport(n: int) -> Any:
    """Velocity and acceleration from frame to frame, each by its components in the frame itself."""
    w, dw, v, a = (rw.vector(name) for name in ("w", "dw", "v", "a"))
    for k in range(n):
        e = rw.column(*AXES[k % 3])
        q, u, du = (rw.scalar(f"{c}{k}") for c in ("q", "u", "du"))
        back, r = rw.rot(e, q).T, rw.vector(f"r{k}")
        v, a = (
            back @ (v + rw.cross(w, r)),
            back @ (a + rw.cross(dw, r) + rw.cross(w, rw.cross(w, r))),
        )
        turned = back @ w
        dw = back @ dw + du * e + rw.cross(turned, u * e)
        w = turned + u * e
    return {"vel": v, "acc": a, "spin": w, "turn": dw}


def _order(n: int) -> list[Any]:
    first: list[Any] = [rw.vector(name) for name in ("w", "dw", "v", "a")]
    for k in range(n):
        first += [rw.scalar(f"{c}{k}") for c in ("q", "u", "du")] + [rw.vector(f"r{k}")]
    return first


HAND = r"""
#include <math.h>
static void cross(const double *a, const double *b, double *c)
{ c[0] = a[1]*b[2] - a[2]*b[1]; c[1] = a[2]*b[0] - a[0]*b[2]; c[2] = a[0]*b[1] - a[1]*b[0]; }
static void back(int axis, double c, double s, double *x)
{ int i = (axis + 1) % 3, j = (axis + 2) % 3; double p = x[i], q = x[j];
  x[i] = c*p + s*q; x[j] = c*q - s*p; }
void hand(const double *in, double *out)
{
    double w[3], dw[3], v[3], a[3], x[3], y[3], z[3];
    for (int i = 0; i < 3; i++) { w[i] = in[i]; dw[i] = in[3+i]; v[i] = in[6+i]; a[i] = in[9+i]; }
    for (int k = 0; k < N; k++) {
        const double *p = in + 12 + 6*k, *r = p + 3;
        double c = cos(p[0]), s = sin(p[0]), u = p[1], du = p[2];
        int e = k % 3, i = (e + 1) % 3, j = (e + 2) % 3;
        cross(w, r, x); cross(dw, r, y); cross(w, x, z);
        for (int m = 0; m < 3; m++) { v[m] += x[m]; a[m] += y[m] + z[m]; }
        back(e, c, s, v); back(e, c, s, a); back(e, c, s, w); back(e, c, s, dw);
        dw[e] += du; dw[i] += u*w[j]; dw[j] -= u*w[i]; w[e] += u;
    }
    for (int i = 0; i < 3; i++)
    { out[i] = v[i]; out[3+i] = a[i]; out[6+i] = w[i]; out[9+i] = dw[i]; }
}
"""


def _points(n: int) -> numpy.ndarray[Any, Any]:
    draw = random.Random(n)
    return numpy.array([[draw.uniform(-1, 1) for _ in range(12 + 6 * n)] for _ in range(BATCH)])


def _columns(n: int, points: Any) -> list[Any]:
    """The arguments of generated code, over the batch."""
    found = [points[:, 3 * i : 3 * i + 3] for i in range(4)]
    for k in range(n):
        at = 12 + 6 * k
        found += [points[:, at], points[:, at + 1], points[:, at + 2], points[:, at + 3 : at + 6]]
    return found


def _library(text: str, call: str) -> Any:
    """C compiled with a loop over the batch."""
    loop = (
        "\nvoid run(int count, int size, const double *in, double *out)\n"
        f"{{ for (int b = 0; b < count; b++, in += size, out += 12) {{ {call} }} }}\n"
    )
    folder = pathlib.Path(tempfile.mkdtemp())
    (folder / "code.c").write_text(text + loop)
    command = ["cc", "-std=c99", "-O2", "-shared", "-fPIC", "code.c", "-o", "code.so", "-lm"]
    subprocess.run(command, cwd=folder, check=True)
    return ctypes.CDLL(str(folder / "code.so")).run


def _run_c(job: Any) -> Any:
    run, points, out = job
    pointer = ctypes.POINTER(ctypes.c_double)
    run(len(points), points.shape[1], points.ctypes.data_as(pointer), out.ctypes.data_as(pointer))
    return out


def _ours_c(n: int) -> Any:
    text = rw.code(transport(n), "c", name="calculate", arguments=_order(n)).text
    args = ["in", "in+3", "in+6", "in+9"]
    for k in range(n):
        at = 12 + 6 * k
        args += [f"in[{at}]", f"in[{at + 1}]", f"in[{at + 2}]", f"in+{at + 3}"]
    call = f"calculate({', '.join([*args, 'out', 'out+3', 'out+6', 'out+9'])});"
    return _library(text, call), _points(n), numpy.empty((BATCH, 12))


def _hand_c(n: int) -> Any:
    run = _library(f"#define N {n}\n{HAND}", "hand(in, out);")
    return run, _points(n), numpy.empty((BATCH, 12))


def _hand_numpy(job: Any) -> Any:
    n, points = job
    w, dw, v, a = (points[:, 3 * i : 3 * i + 3] for i in range(4))
    for k in range(n):
        q, u, du = (points[:, 12 + 6 * k + i] for i in range(3))
        r = points[:, 15 + 6 * k : 18 + 6 * k]
        e, c, s = k % 3, numpy.cos(q), numpy.sin(q)
        i, j = (e + 1) % 3, (e + 2) % 3

        def back(x: Any, c: Any = c, s: Any = s, i: int = i, j: int = j) -> Any:
            y = x.copy()
            y[:, i], y[:, j] = c * x[:, i] + s * x[:, j], c * x[:, j] - s * x[:, i]
            return y

        x = numpy.cross(w, r)
        v, a = back(v + x), back(a + numpy.cross(dw, r) + numpy.cross(w, x))
        w, dw = back(w), back(dw)
        dw[:, e] += du
        dw[:, i] += u * w[:, j]
        dw[:, j] -= u * w[:, i]
        w[:, e] += u
    return numpy.concatenate([v, a, w, dw], axis=1)


def _lambdified(n: int) -> Any:
    c = Components(sympy)
    w, dw, v, a = (c.symbols(name) for name in ("w", "dw", "v", "a"))
    flat = [*w, *dw, *v, *a]
    for k in range(n):
        q, u, du = (sympy.Symbol(f"{x}{k}") for x in ("q", "u", "du"))
        r, e = c.symbols(f"r{k}"), sympy.Matrix(AXES[k % 3])
        flat += [q, u, du, *r]
        back = c.turn(k % 3, q).T
        v, a = back * (v + c.cross(w, r)), back * (a + c.cross(dw, r) + c.cross(w, c.cross(w, r)))
        turned = back * w
        dw = back * dw + du * e + c.cross(turned, u * e)
        w = turned + u * e
    run = sympy.lambdify(flat, [*v, *a, *w, *dw], modules="numpy", cse=True)
    return run, list(_points(n).T)


def _rounded(values: Any) -> Any:
    """Values to seven digits, and without the sign of a zero."""
    found = numpy.round(numpy.asarray(values, dtype=float), 6) + 0.0
    return found.tolist()


def _running() -> list[Contender]:
    ours_numpy = Contender(
        "penelope (NumPy)",
        lambda n: (
            rw.code(transport(n), "numpy", arguments=_order(n)).function,
            _columns(n, _points(n)),
        ),
        lambda job: job[0](*job[1]),
        lambda found: _rounded(numpy.concatenate(found, axis=1)),
    )
    lambdify = Contender(
        "sympy lambdify(cse=True)",
        _lambdified,
        lambda job: job[0](*job[1]),
        lambda found: _rounded(numpy.array(found).T),
        most=5,
    )
    numpy_hand = Contender(
        "NumPy by hand", lambda n: (n, _points(n)), _hand_numpy, lambda found: _rounded(found)
    )
    in_c = [
        Contender("C by hand", _hand_c, _run_c, _rounded),
        Contender("penelope (C)", _ours_c, _run_c, _rounded),
    ]
    return [*(in_c if shutil.which("cc") else []), ours_numpy, numpy_hand, lambdify]


def families(quick: bool = False) -> list[Family]:
    """What takes least comes first, and leaves its time to the others; sympy's turn is last."""
    text = f"The code of the transport of velocities over n frames, at {BATCH} points."
    running = Family("running", [2, 4] if quick else [2, 4, 16, 64], _running(), text)
    about = {
        "inertia": (our_inertia, "The inertia of n bodies at one point."),
        "frames": (our_chain, "Velocity and acceleration of the end of a chain of n frames."),
        "balance": (our_balance, "The moment balance of spec 06, with n arms on the body."),
    }
    our_balance(1)  # takes in the rules
    return [running, *(_family(name, *given, quick) for name, given in about.items())]


def _family(name: str, make: Callable[[int], Any], text: str, quick: bool) -> Family:
    contenders = [
        _ours(make, name),
        _hand(name),
        _theirs(symengine, "symengine + cse", name),
        _theirs(sympy, "sympy + cse", name),
    ]
    sizes = [1, 2, 3] if quick else [1, 2, 3, 4, 5, 6, 8, 12, 16, 32, 64]
    return Family(name, sizes, contenders, text, tables=[OPERATIONS])


def notes(family: Family, rows: Sequence[Row]) -> str:
    """Operations of what was found, as multiples of ours, and what an expert writes by hand."""
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
