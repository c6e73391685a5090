"""Helpers for the tests of lowering: graphs calculated node by node, points, and a C compiler."""

from __future__ import annotations

import ctypes
import math
import pathlib
import shutil
import subprocess
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy

from rewrite import Angle, Code, Graph, Term, pi
from rewrite.lowering.graph import nodes as k

CC = shutil.which("cc")


def calculated(g: Graph, inputs: dict[tuple[Term, int], Any]) -> list[Any]:
    """The outputs of a graph, node by node: exact where all nodes are rational operations."""
    value: dict[int, Any] = {}

    def at(ref: int) -> Any:
        return -value[ref >> 1] if ref & 1 else value[ref >> 1]

    for node in g.reachable():
        kind, xs = g.kinds[node], [at(a) for a in g.args[node]]
        if kind is k.INPUT:
            value[node] = inputs[g.values[node]]
        elif kind is k.CONST:
            value[node] = Fraction(g.values[node])
        elif kind is k.PI:
            value[node] = math.pi
        elif kind is k.SUM:
            value[node] = sum(xs)
        elif kind is k.SCALE:
            value[node] = g.values[node] * xs[0]
        elif kind is k.PRODUCT:
            value[node] = math.prod(xs)
        elif kind is k.RECIP:
            value[node] = 1 / xs[0]
        elif kind is k.NEG:
            value[node] = -xs[0]
        elif kind is k.POWER:
            value[node] = math.pow(xs[0], g.values[node])
        elif kind is k.CALL:  # some function of the arguments: what it is does not matter here
            value[node] = math.cos(1 + math.fsum((i + 2) * float(x) for i, x in enumerate(xs)))
        elif kind is k.PICK:
            value[node] = math.cos(xs[0] + g.values[node])
        else:
            value[node] = {k.SIN: math.sin, k.COS: math.cos}[kind](xs[0])
    return [at(ref) for ref in g.roots()]


def flat(x: Any) -> list[Any]:
    """All numbers of a nested value, in order."""
    if isinstance(x, numpy.ndarray):
        return list(x.ravel().tolist())
    return [z for y in x for z in flat(y)] if isinstance(x, tuple | list) else [x]


def coordinates_at(g: Graph, point: dict[Any, Any]) -> dict[tuple[Term, int], Any]:
    """The inputs of a graph at a point."""
    return {(x.symbol, i): c for x in g.arguments for i, c in enumerate(flat(point[x.symbol]))}


def plain(point: dict[Any, Any]) -> dict[Any, Any] | None:
    """A point with plain numbers for its angles; None if a number stands in for π."""
    if pi in point:
        return None
    return {s: v.value if isinstance(v, Angle) else v for s, v in point.items()}


def floats(x: Any) -> Any:
    """The same nesting, in floats."""
    if isinstance(x, numpy.ndarray):
        x = x.tolist()
    return [floats(y) for y in x] if isinstance(x, tuple | list) else float(x)


def close(xs: Sequence[float], ys: Sequence[float], tolerance: float = 1e-7) -> bool:
    """Whether numbers agree to rounding, relative to the largest of them."""
    largest = max([1.0, *map(abs, xs)])
    return all(abs(x - y) <= tolerance * largest for x, y in zip(xs, ys, strict=True))


def compiled(made: Code, folder: pathlib.Path, extra: str = "", flags: Sequence[str] = ()) -> Any:
    """The library of some C code."""
    source, library = folder / f"{made.name}.c", folder / f"{made.name}.so"
    source.write_text(extra + made.text)
    flags = ["-std=c99", "-O1", "-Wall", "-Werror=implicit", "-shared", "-fPIC", *flags]
    done = subprocess.run(
        [str(CC), *flags, str(source), "-o", str(library), "-lm"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr + made.text
    return ctypes.CDLL(str(library))


def call_c(library: Any, made: Code, args: Sequence[Any]) -> list[float]:
    """The flat outputs of compiled code."""
    given: list[Any] = []
    for x, value in zip(made.program.graph.arguments, args, strict=True):
        numbers = flat(value)
        array = (ctypes.c_double * max(len(numbers), 1))(*numbers)
        given.append(array if x.shape else ctypes.c_double(numbers[0]))
    outs = [(ctypes.c_double * len(o.refs))() for o in made.program.graph.outputs]
    getattr(library, made.name)(*given, *outs)
    return [x for out in outs for x in out]
