"""A derivation to look at: every step typeset, with what it changes and what it makes set off.

The page is one file without scripts, fonts or pictures from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..derivation import Derivation, Step
from ..errors import LimitError
from ..terms import Term
from ..text.counting import counted
from ..text.printing import brief
from .marking import Path, changed, exchanged
from .markup import safe
from .mathml import MAX_MARKUP, mathml

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em;
  color: #222; background: #fff; }
h1 { font-size: 1.3em; }
math { font-family: "STIX Two Math", "Cambria Math", "Latin Modern Math", "TeX Gyre Termes Math",
  math, serif; }
.derivation { border-collapse: collapse; }
.derivation td, .derivation th { text-align: left; font-weight: normal; vertical-align: baseline;
  padding: .3em .6em; background: none; border: 0; }
.derivation .step td { color: #666; font-size: .85em; padding-bottom: 0; }
.derivation .number { color: #999; text-align: right; }
.derivation math { font-size: 1.15em; }
.derivation .step math { font-size: 1em; }
.derivation code { background: #f2f2f2; padding: .1em .3em; border-radius: 3px; color: #222; }
.going { background: #ffe58a; border-radius: 3px; }
.made { color: #0a6b2d; }
.key { color: #666; font-size: .85em; }
"""
MAX_PAGE = 20_000_000
"""The most characters of one page."""


def derivation_page(derivation: Derivation, title: str = "") -> str:
    """A derivation as one HTML page.

    >>> from rewrite import explain, vectors, dot, cross
    >>> a, b = vectors("a b")
    >>> page = derivation_page(explain(dot(a, cross(a, b))))
    >>> page.startswith("<!doctype html>"), "<math>" in page
    (True, True)
    """
    name = safe(title or brief(derivation.start, 80))
    steps = counted(len(derivation), "step")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{name}</title><style>{STYLE}</style></head><body>\n"
        f"<h1>{name}</h1>\n<p class='key'>{steps}. <span class='going'>Marked</span>: what the "
        "next step changes. <span class='made'>Green</span>: what the step above made.</p>\n"
        f"{derivation_table(derivation)}\n{_assumed(derivation)}</body></html>\n"
    )


def derivation_fragment(derivation: Derivation) -> str:
    """The same for a notebook: the table, with its style."""
    return f"<style>{STYLE.partition('h1')[2].partition('}')[2]}</style>\n" + derivation_table(
        derivation
    )


def derivation_table(derivation: Derivation) -> str:
    """The steps as the rows of a table."""
    rows: list[str] = []
    size = 0
    for row in _rows(derivation):
        rows.append(row)
        size += len(row)
        if size > MAX_PAGE:
            raise LimitError(
                f"the page of a derivation of {len(derivation)} steps takes more than {MAX_PAGE} "
                "characters; derive it in parts"
            )
    return '<table class="derivation">\n' + "\n".join(rows) + "\n</table>"


def _rows(derivation: Derivation) -> Iterator[str]:
    wholes = [derivation.start, *(whole for _, whole in derivation.wholes())]
    places = [_places(step) for step in derivation.steps]
    made: list[Path] = []
    for number, whole in enumerate(wholes):
        going = places[number][0] if number < len(places) else []
        sign = "=" if number else ""
        yield f'<tr class="term"><th>{sign}</th><td>{_shown(whole, going, made)}</td></tr>'
        if number < len(places):
            made = places[number][1]
            label = _label(derivation.steps[number])
            yield f'<tr class="step"><td class="number">{number + 1}</td><td>{label}</td></tr>'


def _places(step: Step) -> tuple[list[Path], list[Path]]:
    """What a step changes and what it makes, as positions in the wholes.

    A rule is used at one place, maybe on a part of a sum or product. The laws may be used at many
    places at one time, and these are looked for.
    """
    compared = changed if step.by is None else exchanged
    before, after = compared(step.before, step.after)
    at = step.position
    return [at + path for path in before], [at + path for path in after]


def _shown(t: Term, going: list[Path] | None = None, made: list[Path] | None = None) -> str:
    try:
        return mathml(t, going or (), made or (), in_page=True)
    except LimitError:
        return f"<code>{safe(brief(t, 200))}</code> (more than {MAX_MARKUP} characters)"


def _label(step: Step) -> str:
    doc = (getattr(step.by, "doc", "") or "").strip()
    title = f' title="{safe(doc)}"' if doc else ""
    at = f" at {'.'.join(map(str, step.position))}" if step.position else ""
    with_ = (f"<code>{safe(n)}</code> := {_shown(t)}" for n, t in sorted(step.named.items()))
    used = ", ".join(with_)
    return f"<code{title}>{safe(step.name)}</code>{at}" + (f" with {used}" if used else "")


def _assumed(derivation: Derivation) -> str:
    facts = ", ".join(str(fact) for fact in derivation.context.facts)
    return f"<p class='key'>Assumed: {safe(facts)}.</p>\n" if facts else ""
