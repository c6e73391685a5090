"""Engine: plain programs beside Maude (C++) and MatchPy, on the same rules, without a trace.

The operators have no laws, so this measures the cost of a step. Sizes are those at which Maude
takes 1 to 100 ms. Rules are loaded before the clock starts; every run starts cold. We cache
repeated calls, as those for Fibonacci's numbers; Maude does not.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import matchpy

from . import programs
from .harness import Contender, Family
from .peers import Engine, MatchPy, Maude, Penelope, Problem

SECONDS, QUICK_SECONDS = 20.0, 2.0
"""The time limit of one run."""


def digest(nodes: Iterator[tuple[str, Sequence[Any]]]) -> tuple[int, str]:
    """The number of nodes of a result, and a digest of them in the order of writing."""
    count, found = 0, hashlib.sha256()
    for name, args in nodes:
        count += 1
        found.update(f"{name}/{len(args)} ".encode())
    return count, found.hexdigest()


def in_order(t: Any, parts: Callable[[Any], tuple[str, Sequence[Any]]]) -> Any:
    """The nodes of a term as it is written; results may be deep."""
    stack = [t]
    while stack:
        name, args = parts(stack.pop())
        yield name, args
        stack += reversed(args)


class OurProgram(Penelope):
    def answer(self, found: Any) -> Any:
        def parts(t: Any) -> tuple[str, Sequence[Any]]:
            return (t.op.name.partition("__")[0] if t.args else t.name), t.args

        return digest(in_order(found[0], parts))


class MaudeProgram(Maude):
    def answer(self, found: Any) -> Any:
        return digest(in_order(found[0], lambda t: (str(t.symbol()), list(t.arguments()))))


class MatchPyProgram(MatchPy):
    def answer(self, found: Any) -> Any:
        def parts(t: Any) -> tuple[str, Sequence[Any]]:
            return t.name, () if isinstance(t, matchpy.Symbol) else t.operands

        return digest(in_order(found[0], parts))


def family(
    name: str,
    problem: Callable[[int], Problem],
    sizes: Sequence[int],
    few: Sequence[int],
    most: int,
    quick: bool,
) -> Family:  # fmt: skip
    engines: tuple[Engine, ...] = (MaudeProgram(), OurProgram(), MatchPyProgram())
    seconds = QUICK_SECONDS if quick else SECONDS
    contenders = [
        Contender(
            engine.name,
            lambda n, engine=engine: engine.prepare(problem(n)),  # type: ignore[misc]
            engine.run,
            engine.answer,
            most if isinstance(engine, MatchPy) else math.inf,
            engine.fresh,
            seconds,
        )
        for engine in engines
    ]
    return Family(name, few if quick else sizes, contenders, problem.__doc__ or "")


def families(quick: bool = False) -> list[Family]:
    """The families; MatchPy rewrites by recursion, so its sizes are limited."""
    table: list[tuple[str, Callable[[int], Problem], list[int], list[int], int]] = [
        ("Fibonacci", programs.fibonacci, [8, 16, 20, 24], [8, 18], 8),
        ("factorial", programs.factorial, [4, 7, 8, 9], [4, 7], 4),
        ("insertion sort", programs.insertion_sort, [10, 100, 200, 400], [10, 100], 10),
        ("Hanoi", programs.hanoi, [4, 12, 14, 16], [4, 12], 4),
        ("sieve", programs.sieve, [10, 100, 200, 400], [10, 100], 10),
        ("Ackermann of 3", programs.ackermann, [1, 5, 6, 7], [1, 5], 1),
        ("naive reverse", programs.reverse, [10, 100, 200, 400], [10, 100], 10),
        ("differentiation", programs.differentiation, [2, 9, 11, 12], [2, 9], 3),
    ]
    return [family(*row, quick=quick) for row in table]
