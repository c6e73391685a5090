"""Sums and products arranged for few operations: what pays in scalars, and never a larger result.

The pipeline: sines of sums by those of the parts where that saves calls; common factors, like terms
and sin² + cos² in sums; common parts of products, then of sums; negations where fewest are needed.
Each step takes no more operations than it finds, and if the whole should (a sign may be lost), what
was there before is kept. All steps go over the graph a fixed number of times.
"""

from __future__ import annotations

from collections.abc import Callable

from .angle_sums import opened_angles
from .count import counted
from .factors import factored
from .graph import Graph
from .nodes import PRODUCT, SUM
from .sharing import shared
from .signs import signed

Progress = Callable[[int, str], None]
STEPS: tuple[tuple[str, Callable[[Graph], Graph]], ...] = (
    ("angles", opened_angles),
    ("factors", factored),
    ("factors", factored),
    ("products", lambda g: shared(g, PRODUCT)),
    ("sums", lambda g: shared(g, SUM)),
    ("signs", signed),
)


def arranged(g: Graph, progress: Progress | None = None) -> Graph:
    """The graph with few operations, or itself if nothing is gained."""
    best, least = g, _weight(g)
    for name, step in STEPS:
        if progress is not None:
            progress(len(best), name)
        made = step(best)
        weight = _weight(made) if made is not best else least
        if weight <= least:
            best, least = made, weight
    return best


def _weight(g: Graph) -> tuple[int, int]:
    """Operations of every evaluation, then those that depend on parameters alone."""
    found, once = counted(g)
    return found.total, once.total
