"""The page of a report: rules typeset, findings beside them, critical pairs as small diagrams.

One file without scripts, fonts or pictures from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from ..look.mathml import mathml
from ..rewriting.rule import Rule
from ..text.pretty import unicode
from .confluence.joining import Divergence
from .findings import Finding

if TYPE_CHECKING:
    from .report import Report

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 72em; color: #222; }
h1 { font-size: 1.4em; } h2 { font-size: 1.1em; margin-top: 2em; border-bottom: 1px solid #ccc; }
table { border-collapse: collapse; width: 100%; }
td { vertical-align: top; padding: .5em .8em; border-bottom: 1px solid #eee; width: 50%; }
.name { color: #666; font-size: .85em; }
.rule { font-family: 'STIX Two Math', serif; font-size: 1.1em; }
.doc { color: #666; font-style: italic; }
.finding { margin: 0 0 .6em; padding: .2em .6em; border-left: 4px solid #bbb; }
.error { border-color: #c0392b; } .warning { border-color: #e08e0b; }
.accepted { border-color: #7a9; }
pre { white-space: pre-wrap; margin: .2em 0; font-size: .85em; }
svg { display: block; max-width: 100%; height: auto; }
svg text { font: 13px 'STIX Two Math', serif; }
"""


def page(report: Report) -> str:
    """A report as one HTML page."""
    verdict = "nothing is wrong" if report.ok else f"{len(report.wrong)} findings"
    parts = [f"<h1>{escape(report.summary())} — {verdict}</h1>"]
    for sheet in report.sheets:
        parts.append(f"<h2>{escape(sheet.name)}</h2>")
        parts += _findings(sheet.findings)
        if sheet.rules:
            rows = "".join(_row(r, report.of(r.name, sheet)) for r in sheet.rules)
            parts.append(f"<table>{rows}</table>")
        for rules in sheet.sets:
            parts.append(f"<h2>{escape(rules.name)}</h2>")
            parts += _findings(report.of(rules.name, sheet))
    names = {r.name for s in report.sheets for r in s.rules}
    names |= {x.name for s in report.sheets for x in s.sets}
    known = {f for s in report.sheets for f in s.findings}
    others = [f for f in report.findings if f.subject not in names and f not in known]
    if others:
        parts += ["<h2>Other findings</h2>", *_findings(others)]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        "<title>penelope check</title>"
        f"<style>{STYLE}</style></head><body>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


def _row(rule: Rule, findings: Iterable[Finding]) -> str:
    when = f" &nbsp; when {escape(', '.join(map(str, rule.conditions)))}" if rule.conditions else ""
    left, right = (mathml(t, in_page=True) for t in (rule.written.left, rule.written.right))
    place = rule.where.replace("\\", "/").rpartition("/")[2]
    reported = "".join(_findings(findings)) or "<span class=name>no findings</span>"
    return (
        f'<tr id="{escape(rule.name)}"><td><div class="name">{escape(rule.name)} · {escape(place)}'
        f'</div><div class="rule">{left} → {right}{when}</div>'
        f'<div class="doc">{escape(rule.doc)}</div></td><td>{reported}</td></tr>\n'
    )


def _findings(findings: Iterable[Finding]) -> list[str]:
    return [_finding(f) for f in findings]


def _finding(f: Finding) -> str:
    kind = "accepted" if f.accepted else f.severity.value
    where = f" in {f.within}" if f.within else ""
    lines = [f"<b>{kind}: {escape(f.kind)}</b>{escape(where)} — {escape(f.message)}"]
    pictures = f.data if isinstance(f.data, tuple) else ()
    drawn = [diagram(d) for d in pictures if isinstance(d, Divergence)]
    if drawn:
        lines += drawn
    elif f.evidence:
        lines.append(f"<pre>{escape(chr(10).join(f.evidence))}</pre>")
    if f.remedy:
        lines.append(f"<div>→ {escape(f.remedy)}</div>")
    if f.accepted:
        lines.append(f"<div>accepted: {escape(f.accepted)}</div>")
    return f'<div class="finding {kind}">{"".join(lines)}</div>'


def diagram(d: Divergence) -> str:
    """A term, and the two arrows to its results."""
    peak, left, right = (_short(unicode(t)) for t in (d.peak, d.left, d.right))
    names = escape(d.pair.first.name), escape(d.pair.second.name)
    return (
        '<svg viewBox="0 0 640 120" width="640" role="img">'
        '<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="6" refY="3" orient="auto">'
        '<path d="M0,0 L6,3 L0,6 z"/></marker></defs>'
        f'<text x="320" y="18" text-anchor="middle">{peak}</text>'
        '<line x1="300" y1="28" x2="170" y2="88" stroke="#555" marker-end="url(#tip)"/>'
        '<line x1="340" y1="28" x2="470" y2="88" stroke="#555" marker-end="url(#tip)"/>'
        f'<text x="215" y="58" text-anchor="end" fill="#888">{names[0]}</text>'
        f'<text x="425" y="58" fill="#888">{names[1]}</text>'
        f'<text x="160" y="108" text-anchor="middle">{left}</text>'
        f'<text x="480" y="108" text-anchor="middle">{right}</text></svg>'
    )


def _short(text: str, most: int = 46) -> str:
    return escape(text if len(text) <= most else text[: most - 1] + "…")
