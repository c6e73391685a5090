"""The layout of a drawing in layers, each box below all boxes that use it.

The method is the usual one: layers by the longest path, bends where an arrow crosses a layer, an
order within each layer that puts a box near its neighbours, then positions without overlap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .drawing import Drawing

SWEEPS = 12
"""The number of sweeps through the layers, down and up, that bring neighbours together."""
MOST_BENDS = 4_000
"""With more bends than this, long arrows are straight."""
GAP = 26.0
BEND_WIDTH = 6.0
"""The space between neighbours in a row, and the width kept free for a line, in pixels."""


@dataclass
class Laid:
    """Boxes and bends with their positions; the bends come after the boxes."""

    layer: list[int]
    x: list[float]
    paths: list[list[list[int]]]
    """For each arrow of each box, the nodes on its path, including both ends."""

    @property
    def depth(self) -> int:
        return max(self.layer, default=0) + 1


def laid_out(boxes: Drawing, widths: Sequence[float]) -> Laid:
    """The positions of boxes with these widths.

    >>> from rewrite import scalars
    >>> from rewrite.look.drawing import of_term
    >>> x, y = scalars("x y")
    >>> laid_out(of_term(x + x*y), [20.0] * 4).layer
    [2, 2, 1, 0, 1]
    """
    layer = _layers(boxes)
    paths = _with_bends(boxes, layer)
    links = [(a, b) for arrows in paths for path in arrows for a, b in zip(path, path[1:])]  # noqa: B905, RUF007
    above: list[list[int]] = [[] for _ in layer]
    below: list[list[int]] = [[] for _ in layer]
    for a, b in links:
        below[a].append(b)
        above[b].append(a)
    rows: list[list[int]] = [[] for _ in range(max(layer, default=-1) + 1)]
    for node in _from_the_top(boxes, layer, below):
        rows[layer[node]].append(node)
    _sort_rows(rows, above, below)
    wide = [*widths, *[BEND_WIDTH] * (len(layer) - len(widths))]
    return Laid(layer, _places(rows, above, below, wide), paths)


def _layers(boxes: Drawing) -> list[int]:
    layer = [0] * len(boxes)
    for i in reversed(range(len(boxes))):  # the operands of a box come before it
        for arrow in boxes[i].arrows:
            layer[arrow.to] = max(layer[arrow.to], layer[i] + 1)
    return layer


def _with_bends(boxes: Drawing, layer: list[int]) -> list[list[list[int]]]:
    """The path of each arrow; the layers of its bends are appended to `layer`."""
    spans = sum(layer[a.to] - layer[i] - 1 for i, box in enumerate(boxes) for a in box.arrows)
    paths: list[list[list[int]]] = []
    for i, box in enumerate(boxes):
        paths.append([])
        for arrow in box.arrows:
            between = range(layer[i] + 1, layer[arrow.to]) if spans <= MOST_BENDS else ()
            bends = [len(layer) + k for k, _ in enumerate(between)]
            layer += between
            paths[-1].append([i, *bends, arrow.to])
    return paths


def _from_the_top(boxes: Drawing, layer: list[int], below: list[list[int]]) -> list[int]:
    """All boxes and bends, depth first from the top."""
    seen = [False] * len(layer)
    found: list[int] = []
    stack = [i for i in reversed(range(len(boxes))) if layer[i] == 0]
    while stack:
        node = stack.pop()
        if not seen[node]:
            seen[node] = True
            found.append(node)
            stack += reversed(below[node])
    return found


def _sort_rows(rows: list[list[int]], above: list[list[int]], below: list[list[int]]) -> None:
    """Move each box near the mean position of its neighbours in the row before."""
    place: dict[int, float] = {}
    for row in rows:
        place |= {node: k / max(len(row), 1) for k, node in enumerate(row)}
    for sweep in range(SWEEPS):
        near = below if sweep % 2 else above
        for row in reversed(rows) if sweep % 2 else rows:
            row.sort(key=lambda n: (_mean([place[m] for m in near[n]], place[n]), place[n]))
            place |= {node: (k + 0.5) / len(row) for k, node in enumerate(row)}


def _mean(values: list[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _places(
    rows: list[list[int]], above: list[list[int]], below: list[list[int]], wide: list[float]
) -> list[float]:
    x = [0.0] * len(wide)
    for row in rows:
        _set_apart(row, [0.0] * len(row), wide, x)
    for sweep in range(SWEEPS):
        near = below if sweep % 2 else above
        for row in reversed(rows) if sweep % 2 else rows:
            _set_apart(row, [_mean([x[m] for m in near[n]], x[n]) for n in row], wide, x)
    left = min((x[n] - wide[n] / 2 for n in range(len(wide))), default=0.0)
    return [value - left for value in x]


def _set_apart(row: list[int], wanted: list[float], wide: list[float], x: list[float]) -> None:
    """Set positions near the wanted ones, with a gap between each two."""
    from_left, from_right = list(wanted), list(wanted)
    for k in range(1, len(row)):
        apart = (wide[row[k - 1]] + wide[row[k]]) / 2 + GAP
        from_left[k] = max(from_left[k], from_left[k - 1] + apart)
    for k in reversed(range(len(row) - 1)):
        apart = (wide[row[k]] + wide[row[k + 1]]) / 2 + GAP
        from_right[k] = min(from_right[k], from_right[k + 1] - apart)
    for k, node in enumerate(row):
        x[node] = (from_left[k] + from_right[k]) / 2
