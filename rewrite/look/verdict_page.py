"""A verdict as a page: the question, the answer, and the evidence for it."""

from __future__ import annotations

from collections.abc import Iterator

from ..decision.counterexample import Counterexample
from ..decision.verdict import Verdict
from ..text.counting import counted
from ..text.printing import brief
from .derivation_page import derivation_table
from .html_page import assumed, fragment, page, typeset
from .markup import safe


def verdict_page(verdict: Verdict, title: str = "") -> str:
    """A verdict as one HTML page.

    >>> from rewrite import cross, equal, vectors
    >>> a, b = vectors("a b")
    >>> page = verdict_page(equal(cross(a, b), cross(b, a)))
    >>> '<strong class="refuted">refuted</strong>' in page, "(0, 0, −1)" in page
    (True, True)
    """
    asked = f"{brief(verdict.left, 60)} == {brief(verdict.right, 60)}"
    return page(title or asked, verdict_body(verdict))


def verdict_fragment(verdict: Verdict) -> str:
    """A verdict for a notebook."""
    return fragment(verdict_body(verdict))


def verdict_body(verdict: Verdict) -> str:
    return '<div class="verdict">\n' + "\n".join(_parts(verdict)) + "\n</div>"


def _parts(verdict: Verdict) -> Iterator[str]:
    word = verdict.status.name.lower()
    sides = f"{typeset(verdict.left)} = {typeset(verdict.right)}"
    yield f'<p class="asked"><strong class="{word}">{word}</strong>: {sides}</p>'
    yield f"<p>{safe(verdict.how)}.</p>"
    if verdict.counterexample is not None:
        yield _point(verdict.counterexample, verdict)
    if verdict.probable:
        held = f"It held at {counted(verdict.points, 'random point')}"
        yield f"<p>{held}; the probability of error is at most {verdict.error_bound:.1e}.</p>"
    if verdict.nonzero:
        wants = ", ".join(f"{typeset(t)} ≠ 0" for t in verdict.nonzero)
        yield f"<p>Where {wants}.</p>"
    if verdict.settled is not None:
        one, other = map(typeset, verdict.settled)
        yield f"<p>Proved on the way: {one} = {other}.</p>"
    if verdict.derivation is not None:
        yield derivation_table(verdict.derivation)
    if facts := assumed(verdict.context):
        yield facts


def _point(example: Counterexample, verdict: Verdict) -> str:
    """The values of the symbols and of both sides, as the rows of a table."""
    values = [*example.values(verdict.left, verdict.right), *example.sides()]
    rows = (f"<tr><th>{safe(name)}</th><td>{_minus(value)}</td></tr>" for name, value in values)
    return '<table class="point">\n' + "\n".join(rows) + "\n</table>"


def _minus(value: str) -> str:
    return safe(value.replace("-", "−"))
