"""A page about a mechanism: one HTML file, without scripts."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from rewrite import RewriteError, mathml

from ..equations.motion import EquationsOfMotion
from ..results.simplifier import Simplifier
from .equations_report import SECONDS
from .loading import Loaded
from .outline import freedoms, graph

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em; }
table { border-collapse: collapse; } td, th { text-align: left; padding: .2em .8em .2em 0; }
pre { background: #f6f6f6; padding: .6em; overflow-x: auto; }
"""


def page(m: Loaded, equations: Any, more: dict[str, str]) -> str:
    """The page about a mechanism; `more` are further sections of plain text."""
    numbers = {b.number: b.name for b in m.bodies}
    joints = [
        (j.name, j.kind, numbers[j.start], numbers[j.end], ", ".join(j.coordinates),
         "principal" if j.principal else "complementary") for j in m.joints
    ]  # fmt: skip
    parts = [
        _table("Bodies", ("", "name", "is"), [(str(b.number), b.name, b.about) for b in m.bodies]),
        _table("Joints", ("name", "kind", "from", "to", "coordinates", ""), joints),
        _text("Graph", "\n".join(graph(m))),
        _text("Freedoms", "\n".join(freedoms(m))),
        _equations(equations),
        *(_text(title, text) for title, text in more.items()),
        _table("Names", ("name", "kind", "stands for"),
               [(x.name, x.kind, x.meaning) for x in m.names]),
    ]  # fmt: skip
    name = escape(m.name)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{name}</title>'
        f"<style>{STYLE}</style></head><body>\n<h1>{name}</h1>\n" + "\n".join(parts)
    ) + "\n</body></html>\n"


def _table(title: str, head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    def row(cells: tuple[str, ...], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(c)}</{tag}>" for c in cells) + "</tr>"

    body = "\n".join(row(r, "td") for r in rows)
    return f"<h2>{title}</h2>\n<table>\n{row(head, 'th')}\n{body}\n</table>"


def _text(title: str, text: str) -> str:
    return f"<h2>{escape(title)}</h2>\n<pre>{escape(text)}</pre>"


def _equations(equations: Any) -> str:
    """Equations as formulas; one that is too long for that is given as text."""
    if isinstance(equations, EquationsOfMotion):
        sides = equations.simplified(Simplifier(SECONDS))
        terms = {f"M{i}": t for i, t in enumerate(sides.blocks, 1)}
        terms |= {f"f{i}": t for i, t in enumerate(sides.right, 1)}
        lines = [f"<p>{name} = {_formula(t)}</p>" for name, t in terms.items()]
        about = (
            f"<p>M u' = f, by {escape(equations.formalism)}: the upper triangle of M, and f.</p>"
        )
        return "\n".join(["<h2>Equations</h2>", about, *lines])
    lines = [
        f"<p>{escape(e.name)}: {_formula(e.left)} = {_formula(e.right)}</p>"
        for e in equations.at("vector")
    ]
    return "\n".join(["<h2>Equations</h2>", *lines])


def _formula(t: Any) -> str:
    try:
        return mathml(t)
    except RewriteError:
        return f"<code>{escape(str(t))}</code>"
