"""Hunting for terms that `simplify` changes the value of, makes dearer, or leaves unfinished.

Every term is judged by what it claims: its value by exact evaluation, its operations by lowering.
`python tests/hunting.py 1000` hunts among a thousand random terms, and prints what it found;
`python tests/hunting.py lists 1000` among lists of random terms, with contexts and parameters;
`python tests/hunting.py others 1000` among screws, an algebra of a user's own, polynomials,
quaternions, and matrices of other sizes;
`python tests/hunting.py mechanics` among the terms of all models, or of those that are named;
`python tests/hunting.py lowering` compares the values of the graphs of all models before and after
every pass of lowering.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from random import Random
from typing import Any

from hypothesis import strategies as st
from lowered import calculated
from mechanisms import MECHANISMS
from other_sorts import random_others
from polynomials import LEAVES as POLYNOMIAL_LEAVES
from polynomials import M, S, V, _drawn

from rewrite import (
    Context,
    RewriteError,
    UndefinedError,
    constant,
    cost,
    lower,
    ops,
    orthogonal,
    simplify,
    unit,
)
from rewrite.core.terms import postorder
from rewrite.evaluation.compare import agree
from rewrite.lowering.arranging.arrange import FIRST, PASSES, arranged
from rewrite.lowering.graph.nodes import INPUT
from rewrite.lowering.graph.rebuild import compacted
from rewrite.testing import KINDS, random_term

del st, POLYNOMIAL_LEAVES


@dataclass
class Tally:
    """The result of a hunt: the number of terms, and the texts of those that break a promise."""

    terms: int = 0
    seconds: float = 0.0
    slowest: tuple[float, str] = (0.0, "")
    changed: list[str] = field(default_factory=list)
    raised: list[str] = field(default_factory=list)
    much: list[str] = field(default_factory=list)
    dearer: list[str] = field(default_factory=list)
    unfinished: list[str] = field(default_factory=list)
    before: int = 0
    after: int = 0

    def __str__(self) -> str:
        lines = [
            f"{self.terms} terms in {self.seconds:.1f} s, the slowest {self.slowest[0]:.2f} s",
            f"operations {self.before} -> {self.after}",
            f"value changed {len(self.changed)}, operations raised {len(self.raised)} "
            f"(by more than a twentieth {len(self.much)}), price raised {len(self.dearer)}, "
            f"lowered by a second pass {len(self.unfinished)}",
        ]
        return "\n".join(lines)

    def faults(self) -> Iterator[str]:
        """The terms that break a promise, each with the promise."""
        for name in ("changed", "raised", "dearer", "unfinished"):
            yield from (f"{name}: {text}" for text in getattr(self, name))


def operations(t: Any, context: Any = None) -> tuple[int, int]:
    """Operations of an evaluation after lowering, and those of parameters alone, done once.

    They are weighed as `cost` weighs them.
    """
    found = ops(lower(t, context=context))
    return found.total, found.parameters.total


def hunt(some: Iterable[Any], context: Any = None, second: bool = True) -> Tally:
    """Simplify every term, or list of terms, and judge what comes out."""
    tally = Tally()
    for t in some:
        try:
            before = operations(t, context)
        except (RewriteError, ArithmeticError):
            continue
        began = time.process_time()
        try:
            found = simplify(t, context)
        except UndefinedError:  # 1/0, or the logarithm of a negative number, has no value
            continue
        except RewriteError as error:
            if "divi" in str(error) or "singular" in str(error) or "power" in str(error):
                continue
            raise
        spent = time.process_time() - began
        tally.terms += 1
        tally.seconds += spent
        tally.slowest = max(tally.slowest, (spent, str(t)))
        judge(tally, t, found, before, context, second)
    return tally


def judge(
    tally: Tally, t: Any, found: Any, before: tuple[int, int], context: Any, second: bool
) -> None:
    """Enter what is wrong with one result."""
    try:
        after = operations(found, context)
    except UndefinedError:  # the inverse of a matrix that is singular everywhere, seen as such
        return
    tally.before += sum(before)
    tally.after += sum(after)
    pairs = zip(t, found, strict=True) if isinstance(t, list) else [(t, found)]
    if any(agree(x, y, context, points=2) is False for x, y in pairs):
        tally.changed.append(f"{t}  ->  {found}")
    if after > before:
        tally.raised.append(f"{t}  ->  {found}   [{before} -> {after}]")
        if after[0] > before[0] * 1.05 or sum(after) > sum(before) * 1.05:
            tally.much.append(tally.raised[-1])
    price = cost(found, context).total
    if price > cost(t, context).total:
        tally.dearer.append(f"{t}  ->  {found}")
    if second:
        again = simplify(found, context)
        if (less := cost(again, context).total) < price:
            tally.unfinished.append(f"{t}  ->  {found}  ->  {again}   [{price} -> {less}]")


# -- what is hunted -------------------------------------------------------------------------------


class _Drawn:
    """Draws from a `Random` what hypothesis would draw."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def __call__(self, strategy: Any) -> Any:
        return self.random.choice(list(strategy.elements))


def random_terms(count: int, seed: int = 0, leaves: int = 14) -> Iterator[Any]:
    """Terms of all sorts: half of the whole theory, half as they come up in mechanics."""
    random = Random(seed)
    for i in range(count):
        size = random.randint(2, leaves)
        if i % 2:
            yield random_term(random, random.choice(KINDS), size)
        else:
            yield _drawn(_Drawn(random), random.choice([S, V, M]), size, random.random() < 0.3)


def random_lists(count: int, seed: int = 0) -> dict[Any, list[list[Any]]]:
    """Lists of two to five terms, by the context that they are simplified in: none, or facts and an
    equation about their symbols. In some, terms of a list have parts in common."""
    random = Random(seed)
    terms = iter(random_terms(5 * count, seed + 1, leaves=8))
    found: dict[Any, list[list[Any]]] = {None: [], _known(): []}
    for _ in range(count):
        some = [next(terms) for _ in range(random.randint(2, 4))]
        one, *others = [t for t in some if type(t) is type(some[0]) and t.shape == some[0].shape]
        if others:
            some.append(one + others[0])
        found[random.choice(list(found))].append(some)
    return found


def _known() -> Context:
    """Facts about symbols of the random terms."""
    every = (s for t in random_terms(200) for s in postorder(t) if s.is_symbol)
    known = {s.name: s for s in every}
    return Context(constant(known["m"]), unit(known["a"]), orthogonal(known["a"], known["b"]))


def model_terms(names: Sequence[str] = ()) -> Iterator[tuple[str, Any]]:
    """The sides of the equations of models, or of all, by every formalism that forms them."""
    from mechanics import ModelError, models, newton_euler
    from mechanics.formalisms import hamilton, kane, lagrange

    systems = {name: getattr(models, name) for name in models.__all__}
    systems["plane_pendulum"] = lambda: models.plane_pendulum(3, springs=True, dampers=True)
    systems["spherical_pendulum"] = lambda: models.spherical_pendulum(2)
    every = {**systems, **MECHANISMS}
    for name, make in {name: every[name] for name in names or every}.items():
        for formalism in (kane, lagrange, newton_euler, hamilton):
            try:
                yield from _formed(f"{name}, {formalism.__name__}", formalism(make()))
            except (ModelError, RewriteError, TypeError):
                continue


def _formed(name: str, equations: Any) -> Iterator[tuple[str, Any]]:
    if hasattr(equations, "upper"):
        yield from ((name, block) for row in equations.upper for block in row)
        yield from ((name, side) for side in equations.right)
    else:
        for equation in equations:
            yield from ((name, side) for side in (equation.left, equation.right))


# -- lowering -------------------------------------------------------------------------------------


def passes_off(terms: list[Any]) -> dict[str, float]:
    """How far each pass of lowering moves the values of some terms at a random point."""
    g = lower(terms, arrange=False)
    random = Random(1)
    at = {g.values[n]: random.uniform(0.3, 1.7) for n in g.reachable() if g.kinds[n] is INPUT}
    wanted = [float(x) for x in calculated(g, at)]
    made = compacted(g, limit=8 * g.limit)
    graphs = {"compacted": made}
    for one in (FIRST, *PASSES):
        made = graphs[one.name] = one.run(made)
    graphs["arranged"] = arranged(g)
    found: dict[str, float] = {}
    for name, graph in graphs.items():
        values = [float(x) for x in calculated(graph, at)]
        found[name] = max(abs(a - b) / (1 + abs(a)) for a, b in zip(wanted, values, strict=True))
    return found


def lowering_hunt() -> None:
    """Print what the passes of lowering do to the values of every model."""
    blocks: dict[str, list[Any]] = {}
    for name, t in model_terms():
        blocks.setdefault(name, []).append(t)
    for name, some in blocks.items():
        try:
            off = {where: x for where, x in passes_off(some).items() if x > 1e-9}
        except (RewriteError, ArithmeticError, ValueError) as error:
            print(f"{name}: not compared, {error}", flush=True)
            continue
        print(f"{name}: {len(some)} terms, {off or 'values kept'}", flush=True)


def mechanics_hunt(names: Sequence[str]) -> None:
    """Print what was found for every model and formalism; terms met before are left out."""
    met: set[Any] = set()
    for name, some in groupby(model_terms(names), key=itemgetter(0)):
        new = {t: None for _, t in some if t not in met}
        met |= new.keys()
        found = hunt(new)
        print(f"{name}: {found}", flush=True)
        for line in found.faults():
            print(f"  {line}", flush=True)


if __name__ == "__main__":
    wanted, *rest = sys.argv[1:]
    if wanted == "lowering":
        lowering_hunt()
    elif wanted == "mechanics":
        mechanics_hunt(rest)
    elif wanted == "lists":
        for context, lists in random_lists(*map(int, rest)).items():
            tally = hunt(lists, context)
            print(f"{context or 'no context'}: {tally}", *tally.faults(), sep="\n", flush=True)
    else:
        draw = random_others if wanted == "others" else random_terms
        tally = hunt(draw(*map(int, rest if wanted == "others" else [wanted, *rest])))
        print(tally, *tally.faults(), sep="\n")
