"""A derivation as a page: every step typeset, with what it changes and makes highlighted."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import LimitError
from ..rewriting.derivation import Derivation, Step
from ..text.counting import counted
from ..text.printing import brief
from .html_page import assumed, fragment, page, typeset
from .marking import Path, changed, exchanged
from .markup import safe

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
    key = (
        f"<p class='key'>{counted(len(derivation), 'step')}. <span class='going'>Marked</span>: "
        "what the next step changes. <span class='made'>Green</span>: what the step above made.</p>"
    )
    body = f"{key}\n{derivation_table(derivation)}\n{assumed(derivation.context)}"
    return page(title or brief(derivation.start, 80), body)


def derivation_fragment(derivation: Derivation) -> str:
    """The same for a notebook: the table, with its style."""
    return fragment(derivation_table(derivation))


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
        yield f'<tr class="term"><th>{sign}</th><td>{typeset(whole, going, made)}</td></tr>'
        if number < len(places):
            made = places[number][1]
            label = _label(derivation.steps[number])
            yield f'<tr class="step"><td class="number">{number + 1}</td><td>{label}</td></tr>'


def _places(step: Step) -> tuple[list[Path], list[Path]]:
    """The parts that a step changes and makes, as positions in the whole terms.

    A rule is applied at one position, maybe to part of a sum or product. The laws may act at many
    positions at once, and these are searched for.
    """
    compared = changed if step.by is None else exchanged
    before, after = compared(step.before, step.after)
    at = step.position
    return [at + path for path in before], [at + path for path in after]


def _label(step: Step) -> str:
    doc = (getattr(step.by, "doc", "") or "").strip()
    title = f' title="{safe(doc)}"' if doc else ""
    at = f" at {'.'.join(map(str, step.position))}" if step.position else ""
    with_ = (f"<code>{safe(n)}</code> := {typeset(t)}" for n, t in sorted(step.named.items()))
    used = ", ".join(with_)
    return f"<code{title}>{safe(step.name)}</code>{at}" + (f" with {used}" if used else "")
