"""Sums and products arranged for few operations: what pays in scalars, and never a larger result.

The pipeline: sines of sums by those of the parts where that saves calls; common factors, like terms
and sin² + cos² in sums; factors of many products multiplied into what these are made of; common
parts of products, then of sums; negations where fewest are needed.
Where there are parameters or long sums, it is gone through again with products opened in the sums
that use them, and with products of sums multiplied out: that pays where many addends have few
factors in common, as the moments of many bodies have velocities, and where parameters meet. The
smallest result is returned, and never one larger than what was there before. All steps go over the
graph a fixed number of times, and make new nodes only where they find something to do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .angle_sums import opened_angles
from .constants import constants_met
from .count import counted
from .factors import factored
from .graph import Graph
from .nodes import INPUT, PRODUCT, SUM
from .opening import multiplied_out
from .rebuild import compacted
from .same_products import merged
from .scalings import pushed
from .sharing import shared
from .signs import signed

Progress = Callable[[int, str], None]
Step = tuple[str, Callable[[Graph], Graph]]
CLOSED: tuple[Step, ...] = (("factors", factored), ("factors", factored))
SHARED: tuple[Step, ...] = (
    ("scalings", pushed),
    ("factors after scalings", factored),
    ("same products", merged),
    ("products", lambda g: shared(g, PRODUCT)),
    ("same products, again", merged),
    ("constants", constants_met),
    ("sums", lambda g: shared(g, SUM)),
    ("signs", signed),
    ("signs of factors", signed),
)
HOPELESS = 1.2
"""How many times larger a graph may become on the way to a smaller one."""
LARGE = 2000
"""The most nodes of a graph in which products are opened: larger ones take the other steps alone,
the time of which is proportional to the graph."""
ROOM = 8
"""How many times more nodes there may be on the way than in the end."""
LONG = 5
"""How many addends a sum has that may share factors inside of their products."""
WIDEST = 24
"""How many monomials a product of sums may have that is multiplied out."""


def arranged(g: Graph, progress: Progress | None = None) -> Graph:
    """The graph with few operations, or itself if nothing is gained."""
    work = compacted(g, limit=ROOM * g.limit)
    start = _lighter(_weighed(work), _weighed(opened_angles(work)))
    best = _through(start, (*CLOSED, *SHARED), progress)
    most = int(HOPELESS * best.plain)
    for widest in (WIDEST, 1) if _may_open(best.graph) else ():
        if progress is not None:
            progress(len(start.graph), f"products opened up to {widest}")
        opened = multiplied_out(start.graph, widest, most)
        if opened is not None and (way := _weighed(opened)).plain <= most:
            best = _lighter(best, _through(way, (*CLOSED, *SHARED), progress))
    return compacted(best.graph, limit=g.limit)


class _Weighed(NamedTuple):
    """A graph, its operations of every evaluation, and those that depend on parameters alone."""

    graph: Graph
    weight: tuple[int, int]
    plain: int
    """The operations of every evaluation that are no calls."""


def _weighed(g: Graph) -> _Weighed:
    found, once = counted(g)
    return _Weighed(g, (found.total, once.total), found._replace(calls=0).total)


def _lighter(x: _Weighed, y: _Weighed) -> _Weighed:
    return y if y.weight < x.weight else x


def _may_open(g: Graph) -> bool:
    """Whether to multiply out may pay: there are parameters, or a long sum; and not too much."""
    order = g.reachable()
    return len(order) <= LARGE and any(
        (g.kinds[n] is INPUT and g.fixed[n]) or (g.kinds[n] is SUM and len(g.args[n]) >= LONG)
        for n in order
    )


def _through(start: _Weighed, steps: tuple[Step, ...], progress: Progress | None) -> _Weighed:
    """What a series of steps makes of a graph; what gains nothing is dropped."""
    best = start
    idle = ""  # the step that has just gained nothing, and would not the next time
    for name, step in steps:
        if name == idle:
            continue
        if progress is not None:
            progress(len(best.graph), name)
        graph = step(best.graph)
        made = best if graph is best.graph else _weighed(graph)
        idle = name if made.weight >= best.weight else ""
        if made.weight <= best.weight:
            best = made
    return best
