"""`draw`: the tree of links and joints as a drawing, without any other library.

The ground is on the left. Each link is a box with its frame and its bodies, and the line to it is
labelled with the joint that carries it. Dashed lines close loops.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from rewrite.errors import reason_of

from ..dynamics.carried import joint_of
from ..dynamics.tree import Link, links
from ..errors import ModelError
from ..system import System

HIGH, GAP, MARGIN, LETTER = 46.0, 20.0, 16.0, 7.4
"""The height of a box, the space between rows, the margin, and the width of a letter, in pixels."""


@dataclass(frozen=True)
class Drawing:
    """A drawing as SVG: `save` writes it, and a notebook shows it."""

    svg: str

    def save(self, path: str | Path) -> Path:
        """Write the drawing to a file."""
        try:
            Path(path).write_text(self.svg, encoding="utf-8")
        except (OSError, ValueError) as error:
            raise ModelError(f"{str(path)!r} cannot be written: {reason_of(error)}") from None
        return Path(path)

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg


def draw(system: System, path: str | Path | None = None) -> Drawing:
    """The tree of frames and joints of a system, with its bodies and loops.

    >>> from mechanics.models import plane_pendulum
    >>> drawing = draw(plane_pendulum(2))
    >>> drawing.svg.count("<rect"), drawing.svg.startswith("<svg")
    (4, True)
    """
    if not isinstance(system, System):
        raise ModelError(f"draw takes a System, not {system!r}")
    found = Drawing(_Tree(system).written())
    if path is not None:
        found.save(path)
    return found


class _Tree:
    def __init__(self, system: System) -> None:
        self.system, self.links = system, links(system)
        self.texts = {link: _lines(link) for link in self.links}
        self.depth: dict[Link, int] = {}
        self.row: dict[Link, float] = {}
        self._rows = 0.0
        self._place()
        self.left = self._columns()

    def _place(self) -> None:
        """Place leaves one below the other, and each link in the middle of its children."""
        for link in self.links:
            self.depth[link] = 0 if link.parent is None else self.depth[link.parent] + 1
        for link in self._leaves_first():
            if link.children:
                rows = [self.row[c] for c in link.children]
                self.row[link] = (rows[0] + rows[-1]) / 2
            else:
                self.row[link] = self._rows
                self._rows += 1

    def _leaves_first(self) -> list[Link]:
        stack, found = [self.links[0]], []
        while stack:
            link = stack.pop()
            found.append(link)
            stack += link.children  # the last child comes first; the list is reversed at the end
        return found[::-1]

    def _width(self, link: Link) -> float:
        return max(LETTER * len(t) for t in self.texts[link]) + 20

    def _columns(self) -> list[float]:
        """The left edges of the boxes at each depth, with room for the joints before them."""
        depths = range(max(self.depth.values()) + 1)
        wide = [max(self._width(x) for x in self.links if self.depth[x] == d) for d in depths]
        ways = [
            max((LETTER * max(map(len, _joint(x))) + 30 for x in self.links if self.depth[x] == d),
                default=0.0) for d in depths
        ]  # fmt: skip
        found = [MARGIN]
        for d in depths:
            room = max(ways[d + 1] if d + 1 in depths else 0.0, 60.0)
            found.append(found[-1] + wide[d] + room)
        return found

    def _box(self, link: Link) -> tuple[float, float, float]:
        """Left, middle height and width of a box."""
        return (
            self.left[self.depth[link]],
            MARGIN + HIGH / 2 + self.row[link] * (HIGH + GAP),
            self._width(link),
        )

    def written(self) -> str:
        boxes, ways = [], []
        for link in self.links:
            boxes += self._drawn(link)
            ways += self._way(link)
        ways += self._loops()
        last = max(self._box(x)[0] + self._width(x) for x in self.links)
        wide, high = last + MARGIN + 40, self._rows * (HIGH + GAP) - GAP + 2 * MARGIN
        high += 26 * bool(self.system.constraints) + 16 * len(self._unplaced())
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" '
            f'width="{wide:.0f}" height="{high:.0f}" role="img" font-size="13" '
            'font-family="DejaVu Sans, Helvetica, Arial, sans-serif">'
        )
        title = f"<title>{escape(str(self.system.name))}</title>"
        paper = f'<rect width="{wide:.0f}" height="{high:.0f}" fill="#ffffff"/>'
        notes = [
            f'<text x="{MARGIN}" y="{high - MARGIN - 16 * i:.0f}" fill="#777">{escape(t)}</text>'
            for i, t in enumerate(self._unplaced())
        ]
        return "\n".join([head, title, paper, *ways, *boxes, *notes, "</svg>\n"])

    def _drawn(self, link: Link) -> list[str]:
        x, y, w = self._box(link)
        fill = "#f0f0f0" if link.parent is None else "#e8f1fb" if link.bodies else "#ffffff"
        found = [
            f'<rect x="{x:.1f}" y="{y - HIGH / 2:.1f}" width="{w:.1f}" height="{HIGH}" rx="5" '
            f'fill="{fill}" stroke="#555"/>'
        ]
        lines = self.texts[link]
        for i, t in enumerate(lines):
            down = y + 4.5 + (i - (len(lines) - 1) / 2) * 17
            found.append(
                f'<text x="{x + w / 2:.1f}" y="{down:.1f}" text-anchor="middle">{escape(t)}</text>'
            )
        return found

    def _way(self, link: Link) -> list[str]:
        if link.parent is None:
            return []
        px, py, pw = self._box(link.parent)
        x, y, _ = self._box(link)
        start, bend = px + pw, px + pw + 18
        path = f"M{start:.1f},{py:.1f} C{bend:.1f},{py:.1f} {start:.1f},{y:.1f} {bend:.1f},{y:.1f}"
        found = [
            f'<path d="{path} L{x:.1f},{y:.1f}" fill="none" stroke="#555" stroke-width="1.5"/>'
        ]
        middle = (bend + x) / 2
        for i, t in enumerate(_joint(link)):
            colour = "#222" if not i else "#35c"
            down = y - 6 if not i else y + 15
            found.append(
                f'<text x="{middle:.1f}" y="{down:.1f}" text-anchor="middle" fill="{colour}">'
                f"{escape(t)}</text>"
            )
        return found

    # -- loops ------------------------------------------------------------------------------------

    def _ends(self, constraint: Any) -> tuple[Link, Link] | None:
        by_joint = {link.joint: link for link in self.links}
        points: list[Any] = [getattr(constraint, n, None) for n in ("point_a", "point_b")]
        if None in points:
            return None
        first, second = (by_joint[joint_of(self.system, p)] for p in points)
        return first, second

    def _unplaced(self) -> list[str]:
        """Descriptions of constraints that are not joints between two links."""
        return [repr(c) for c in self.system.constraints if self._ends(c) is None]

    def _loops(self) -> list[str]:
        found = []
        for c in self.system.constraints:
            ends = self._ends(c)
            if ends is None:
                continue
            (ax, ay, aw), (bx, by, bw) = map(self._box, ends)
            x1, y1, x2, y2 = ax + aw / 2, ay + HIGH / 2, bx + bw / 2, by + HIGH / 2
            low = max(y1, y2) + 22
            path = f"M{x1:.1f},{y1:.1f} C{x1:.1f},{low:.1f} {x2:.1f},{low:.1f} {x2:.1f},{y2:.1f}"
            words = f"{c.name}: {c.type.label}" if hasattr(c, "type") else c.name
            found.append(
                f'<path d="{path}" fill="none" stroke="#c33" stroke-dasharray="6 4"/>'
                f'<text x="{(x1 + x2) / 2:.1f}" y="{low + 4:.1f}" text-anchor="middle" '
                f'fill="#c33">{escape(words)}</text>'
            )
        return found


def _lines(link: Link) -> list[str]:
    """The text in a box: the frame, and the bodies."""
    bodies = ", ".join(str(body.name) for body, _ in link.bodies)
    head = f"{link.frame.name}, {link.point.name}"
    return [head, bodies] if bodies else [head]


def _joint(link: Link) -> list[str]:
    """The text at a joint: its name and type, and its coordinates or speeds."""
    if link.joint is None:
        return [""]
    moved = link.joint.type.configuration
    return [link.joint.label, ", ".join(map(str, moved))]
