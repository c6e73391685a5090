"""Expressions of rigid bodies in components, for sympy and symengine, and the results of `cse`.

Operations are counted by our convention (see `rewrite/lowering/ops.py`).
"""

from __future__ import annotations

import random
from typing import Any

import numpy
import sympy

import rewrite as rw

AXES = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


class Components:
    """The expressions in components, for sympy and for symengine."""

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
"""The first letters of the names of parameters; work that depends only on them is done once."""


def counted(name: str, found: tuple[Any, Any]) -> rw.Cost:
    """The operations of the result of `cse`, by our convention: signs are free in sums, and work
    that depends only on parameters does not count."""
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


def value(name: str) -> float:
    """The number that a name stands for when answers are compared."""
    return random.Random(name).uniform(0.5, 1.5)


def calculated(e: Any, known: dict[Any, float]) -> float:
    e = sympy.sympify(e)
    for x in e.free_symbols:
        known.setdefault(x, value(x.name))
    return float(
        sympy.lambdify(list(e.free_symbols), e, "math")(*[known[x] for x in e.free_symbols])
    )


def rounded(values: Any) -> Any:
    """Values to seven digits, and without the sign of a zero."""
    found = numpy.round(numpy.asarray(values, dtype=float), 6) + 0.0
    return found.tolist()
