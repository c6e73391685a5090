"""Sums and products arranged for few operations; the result is never larger.

Each pass (`PASSES`) looks for one kind of saving and goes over the graph a fixed number of times.
If there are parameters or long sums, the passes run again on the graph with its products multiplied
out, which pays if many addends have few factors in common, like moments of many bodies that share
velocities, or if parameters can be combined; and on the graph with its sums collected by
parameters. The smallest result is kept, and what depends only on parameters is arranged by itself.
`python -m bench.idle` shows what each pass saves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from ...deadline import OutOfTimeError, check_time, time_left, within
from ..counting.count import counted, least
from ..graph.graph import Graph
from ..graph.nodes import INPUT, PRODUCT, SUM
from ..graph.rebuild import compacted
from ..passes.angle_sums import opened_angles
from ..passes.by_parameters import collected_by_parameters
from ..passes.companions import companions_joined
from ..passes.constants import constants_met
from ..passes.factors import factored
from ..passes.numbers_met import numbers_met
from ..passes.one_and_more import ones_gathered
from ..passes.opening import multiplied_out
from ..passes.quadratic import quadratic_forms_collected
from ..passes.same_products import denominators_joined, merged, squared
from ..passes.scalings import pushed
from ..passes.sharing import shared
from ..passes.signs import signed
from .once import once_arranged

Progress = Callable[[int, str], None]


class Pass(NamedTuple):
    """One way to save operations: a function from graph to graph; its result is kept if not
    larger."""

    name: str
    run: Callable[[Graph], Graph]


FIRST = Pass("sines of sums of angles", opened_angles)
"""This pass runs once, before everything else."""
PASSES = (
    Pass("numbers of one product", numbers_met),
    Pass("quadratic forms", quadratic_forms_collected),
    Pass("factors of one and more", ones_gathered),
    Pass("common factors of sums", factored),
    Pass("addends that occur together", lambda g: companions_joined(g, SUM, 1)),
    Pass("factors multiplied into brackets", pushed),
    Pass("common factors after that", factored),
    Pass("denominators of one product", denominators_joined),
    Pass("common parts of products", lambda g: shared(g, PRODUCT)),
    Pass("products of the same factors", merged),
    Pass("squares of products", squared),
    Pass("parameters added once", constants_met),
    Pass("common parts of sums", lambda g: shared(g, SUM)),
    Pass("negations of outputs", signed),
    Pass("negations passed on to factors", signed),
)
OPENED, COLLECTED = "products multiplied out", "sums collected by parameters"
ONCE = "what depends only on parameters"
"""The names of the other rounds, for `without`."""
HOPELESS = 1.2
"""A graph with products multiplied out is tried further if it is at most this much larger."""
COLLECTS = 1.03
"""The same for sums collected by parameters, which the passes hardly make smaller: on arms, chains
and inertias they pay only if they are smaller at once, or nearly."""
LARGE = 2000
"""The most nodes of a graph in which products are multiplied out: larger ones only go through the
passes, whose time is proportional to the size of the graph."""
ROOM = 8
"""How many times more nodes there may be in between than in the end."""
LONG = 5
"""Multiplying out is tried if some sum has at least this many addends."""
ARRANGING = 0.9
"""The fraction of the remaining time for arranging a graph; then it is compacted."""
WIDEST = 24
"""A product of sums is multiplied out if it has at most this many monomials."""


def arranged(g: Graph, progress: Progress | None = None, without: Collection[str] = ()) -> Graph:
    """The graph with few operations, or the graph itself if nothing is gained.

    `without` names passes to leave out, to see what they are worth.
    """
    try:
        with within(ARRANGING * time_left()):
            best = _Arranging(g, progress, without).best()
    except OutOfTimeError:
        return g
    return compacted(best, limit=g.limit)


class _Weighed(NamedTuple):
    """A graph, its operations in every evaluation, and those that depend only on parameters."""

    graph: Graph
    weight: tuple[int, int]
    plain: int
    """The operations in every evaluation, without calls."""


class _Arranging:
    """The rounds of passes over one graph. They all work on the same nodes, so that graphs with the
    same outputs are equal, and each pass runs on each of them only once."""

    def __init__(self, g: Graph, progress: Progress | None, without: Collection[str]) -> None:
        self.nodes = compacted(g, limit=ROOM * g.limit)
        self.progress, self.without = progress, without
        self.passes = [p for p in PASSES if p.name not in without]
        self._weights: dict[tuple[int, ...], _Weighed] = {}
        self._after: dict[tuple[Any, tuple[int, ...]], Graph] = {}

    def best(self, opens: bool = False) -> Graph:
        """The lightest of the graphs that are tried; `opens` always multiplies out."""
        start = self.weighed(self.nodes)
        if FIRST.name not in self.without:
            start = _lighter(start, self.weighed(FIRST.run(start.graph)))
        best = self.through(start)
        if COLLECTED not in self.without and time_left():
            best = self.collected(start, best)
        if OPENED not in self.without and (opens or _may_open(best.graph)):
            best = self.opened(start, best)
        if ONCE not in self.without and best.weight[1] and time_left():
            best = _lighter(best, self.weighed(once_arranged(best.graph, self.once)))
        return best.graph

    def through(self, start: _Weighed) -> _Weighed:
        """The graph after the passes; the result of a pass is dropped if it is larger."""
        best = start
        try:
            for one in self.passes:
                check_time()
                graph = self.after(one, best.graph)
                if graph is not best.graph and least(graph) <= best.weight:
                    made = self.weighed(graph)
                    if made.weight <= best.weight:
                        best = made
        except OutOfTimeError:
            pass
        return best

    def after(self, one: Pass, g: Graph) -> Graph:
        """A graph after a pass; some passes are in the list twice."""
        key = one.run, g.roots()
        found = self._after.get(key)
        if found is None:
            self.report(g, one.name)
            found = self._after[key] = one.run(g)
        return g if found.roots() == g.roots() else found

    def weighed(self, g: Graph) -> _Weighed:
        found = self._weights.get(g.roots())
        if found is None:
            each, once = counted(g)
            plain = each._replace(calls=0).total
            found = self._weights[g.roots()] = _Weighed(g, (each.total, once.total), plain)
        return found

    def collected(self, start: _Weighed, best: _Weighed) -> _Weighed:
        """The better of a graph and the one with its sums collected by parameters."""
        self.report(start.graph, COLLECTED)
        most = int(COLLECTS * best.plain)
        collected = collected_by_parameters(start.graph, start.plain - most)
        if collected is None or (way := self.weighed(collected)).plain > most:
            return best
        return _lighter(best, self.through(way))

    def opened(self, start: _Weighed, best: _Weighed) -> _Weighed:
        """The best of a graph and of those with few or more products multiplied out.

        If a few make the graph much larger, more of them pay only if many addends become alike.
        """
        hopeful = True
        for widest in (1, WIDEST):
            self.report(start.graph, f"{OPENED}, up to {widest}")
            if not time_left():
                break
            most = int(HOPELESS * best.plain)
            opened = multiplied_out(start.graph, widest, most, most if hopeful else best.plain // 2)
            way = None if opened is None else self.weighed(opened)
            hopeful = way is not None and way.plain <= most
            if way is not None and hopeful:
                best = _lighter(best, self.through(way))
        return best

    def once(self, part: Graph) -> Graph:
        """A graph of the work that depends only on parameters, arranged by itself."""
        inside = {*self.without, ONCE}
        return _Arranging(part, self.progress, inside).best(opens=True)

    def report(self, g: Graph, activity: str) -> None:
        if self.progress is not None:
            self.progress(len(g), activity)


def _lighter(x: _Weighed, y: _Weighed) -> _Weighed:
    return y if y.weight < x.weight else x


def _may_open(g: Graph) -> bool:
    """Whether multiplying out may pay: with parameters or a long sum, and not too many nodes."""
    order = g.reachable()
    return len(order) <= LARGE and any(
        (g.kinds[n] is INPUT and g.fixed[n]) or (g.kinds[n] is SUM and len(g.args[n]) >= LONG)
        for n in order
    )
