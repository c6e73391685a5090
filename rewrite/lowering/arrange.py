"""Sums and products arranged for few operations: what pays in scalars, and never a larger result.

The pipeline: sines of sums by those of the parts where that saves calls; common factors, like terms
and sin² + cos² in sums; common parts of products, then of sums; negations where fewest are needed.
Where there are parameters or long sums, it is gone through again with products opened in the sums
that use them, and with products of sums multiplied out: that pays where many addends have few
factors in common, as the moments of many bodies have velocities, and where parameters meet. The
smallest result is returned, and never one larger than what was there before. All steps go over the
graph a fixed number of times.
"""

from __future__ import annotations

from collections.abc import Callable

from .angle_sums import opened_angles
from .count import counted
from .factors import factored
from .graph import Graph
from .nodes import INPUT, PRODUCT, SUM
from .same_products import merged
from .sharing import shared
from .signs import signed

Progress = Callable[[int, str], None]
Step = tuple[str, Callable[[Graph], Graph]]
CLOSED: tuple[Step, ...] = (("factors", factored), ("factors", factored))
OPENED: tuple[Step, ...] = (("opened factors", lambda g: factored(g, WIDEST)), *CLOSED)
SPLIT: tuple[Step, ...] = (("opened products", lambda g: factored(g, 1)), *CLOSED)
SHARED: tuple[Step, ...] = (
    ("same products", merged),
    ("products", lambda g: shared(g, PRODUCT)),
    ("same products, again", merged),
    ("sums", lambda g: shared(g, SUM)),
    ("signs", signed),
)
HOPELESS = 2
"""How many times larger a graph may become on the way to a smaller one."""
LONG = 5
"""How many addends a sum has that may share factors inside of their products."""
WIDEST = 24
"""How many monomials a product of sums may have that is multiplied out."""


def arranged(g: Graph, progress: Progress | None = None) -> Graph:
    """The graph with few operations, or itself if nothing is gained."""
    opened = _better(g, opened_angles(g))
    ways = [g, _through(opened, (*CLOSED, *SHARED), progress)]
    if _may_open(ways[1]):
        ways += [_through(opened, (*way, *SHARED), progress, must=1) for way in (OPENED, SPLIT)]
    return min(ways, key=_weight)


def _may_open(g: Graph) -> bool:
    """Whether to multiply out may pay: there are parameters, or a long sum."""
    return any(
        (kind is INPUT and fixed) or (kind is SUM and len(args) >= LONG)
        for kind, fixed, args in zip(g.kinds, g.fixed, g.args, strict=True)
    )


def _through(g: Graph, steps: tuple[Step, ...], progress: Progress | None, must: int = 0) -> Graph:
    """What a series of steps makes of a graph; what gains nothing is dropped, but for the first."""
    best, least = g, _weight(g)
    idle = ""  # the step that has just gained nothing, and would not the next time
    for i, (name, step) in enumerate(steps):
        if name == idle:
            continue
        if progress is not None:
            progress(len(best), name)
        made = step(best)
        weight = _weight(made) if made is not best else least
        idle = name if weight >= least else ""
        if weight[0] > HOPELESS * least[0] + HOPELESS:
            return g
        if weight <= least or i < must:
            best, least = made, weight
    return best


def _better(g: Graph, h: Graph) -> Graph:
    return h if h is not g and _weight(h) < _weight(g) else g


def _weight(g: Graph) -> tuple[int, int]:
    """Operations of every evaluation, then those that depend on parameters alone."""
    found, once = counted(g)
    return found.total, once.total
