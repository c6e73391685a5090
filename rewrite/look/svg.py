"""Drawings of terms and scalar graphs, as SVG: a shared node is drawn once.

>>> from rewrite import scalars
>>> x, y = scalars("x y")
>>> drawn = svg((x + y)*(x + y)**2)
>>> drawn.count('class="box'), drawn.count("shared")
(5, 1)
"""

from __future__ import annotations

from collections import Counter

from ..core.operators import label
from ..core.terms import Term
from ..errors import SortError
from ..lowering.graph.graph import Graph
from .drawing import MAX_BOXES, MINUS, Arrow, Box, Drawing, of_graph, of_term
from .layers import Laid, laid_out
from .markup import safe

ROW, HEIGHT, MARGIN = 64.0, 26.0, 12.0
"""The distance between rows, the height of a box and the margin, in pixels."""
_LETTER = 7.6  # the approximate width of a letter
_FILLS = {"symbol": "#e8f1fb", "number": "#f4f4f4", "output": "#e7f6e7", "": "#ffffff"}


def svg(drawn: Term | Graph, limit: int = MAX_BOXES) -> str:
    """A drawing of a term or of a scalar graph (see `lower`), with its sharing.

    A box that is used more than once has a thick border and a count. Arrows are numbered if the
    order of operands matters. More than `limit` boxes are refused with LimitError.
    """
    if isinstance(drawn, Graph):
        return _picture(of_graph(drawn, limit))
    if isinstance(drawn, Term):
        return _picture(of_term(drawn, limit))
    raise SortError(f"svg draws a term or a graph, not {label(drawn)}")


def _picture(boxes: Drawing) -> str:
    widths = [max(HEIGHT, _LETTER * len(box.label) + 16) for box in boxes]
    laid = laid_out(boxes, widths)
    used = Counter(arrow.to for box in boxes for arrow in box.arrows)
    ends = [x + w / 2 for x, w in zip(laid.x, widths, strict=False)]  # bends have no width
    wide = max([*ends, *laid.x]) + 2 * MARGIN + 20  # with room for a count
    high = laid.depth * ROW - (ROW - HEIGHT) + 2 * MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" '
        f'width="{wide:.0f}" height="{high:.0f}" role="img" '
        'font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="13">',
        f'<rect width="{wide:.0f}" height="{high:.0f}" fill="#ffffff"/>',
    ]
    for i, box in enumerate(boxes):
        for arrow, path in zip(box.arrows, laid.paths[i], strict=True):
            lines += _arrow(arrow, path, laid)
    for i, box in enumerate(boxes):
        lines += _box(box, laid.x[i], laid.layer[i], widths[i], used[i])
    return "\n".join([*lines, "</svg>\n"])


def _arrow(arrow: Arrow, path: list[int], laid: Laid) -> list[str]:
    points = [(laid.x[n] + MARGIN, laid.layer[n] * ROW + MARGIN + HEIGHT / 2) for n in path]
    points[0] = points[0][0], points[0][1] + HEIGHT / 2
    points[-1] = points[-1][0], points[-1][1] - HEIGHT / 2
    (x, y), d = points[0], ""
    for u, v in points[1:]:
        middle = (y + v) / 2
        d += f" C{x:.1f},{middle:.1f} {u:.1f},{middle:.1f} {u:.1f},{v:.1f}"
        x, y = u, v
    (x, y), (u, v) = points[:2]
    minus = arrow.label.startswith(MINUS)
    look = 'stroke="#c33" stroke-dasharray="5 3" class="minus"' if minus else 'stroke="#777"'
    lines = [f'<path d="M{x:.1f},{y:.1f}{d}" fill="none" {look}/>']
    if arrow.label:
        x, y = x + (u - x) * 0.425, y + (v - y) * 0.462  # a point of the curve before its middle
        lines.append(
            f'<text x="{x:.1f}" y="{y + 3:.1f}" text-anchor="middle" fill="#a33" '
            f'font-size="{14 if minus else 10}" stroke="#fff" stroke-width="3" '
            f'paint-order="stroke">{safe(arrow.label)}</text>'
        )
    return lines


def _box(box: Box, x: float, layer: int, width: float, used: int) -> list[str]:
    x, y = x + MARGIN, layer * ROW + MARGIN
    shared = used > 1
    kind = " ".join(filter(None, ["box", box.kind, "shared" if shared else ""]))
    round_ = HEIGHT / 2 if not box.kind else 3
    lines = [
        f'<g class="{kind}"><rect x="{x - width / 2:.1f}" y="{y:.1f}" width="{width:.1f}" '
        f'height="{HEIGHT:.0f}" rx="{round_:.0f}" fill="{_FILLS[box.kind]}" '
        f'stroke="{"#b3541e" if shared else "#555"}" stroke-width="{2.5 if shared else 1}"/>',
        f'<text x="{x:.1f}" y="{y + 17.5:.1f}" text-anchor="middle">{safe(box.label)}</text>',
    ]
    if shared:
        lines.append(
            f'<text x="{x + width / 2 + 3:.1f}" y="{y + 9:.1f}" font-size="10" fill="#b3541e">'
            f"×{used}</text>"
        )
    return [*lines, "</g>"]
