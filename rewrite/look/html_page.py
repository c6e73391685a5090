"""Self-contained pages, without external scripts, fonts or pictures, and parts of them."""

from __future__ import annotations

from collections.abc import Iterable

from ..core.context import Context
from ..core.terms import Term
from ..errors import LimitError
from ..text.printing import brief
from .marking import Path
from .markup import Markup, safe
from .mathml import MAX_MARKUP, mathml

PAGE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em;
  color: #222; background: #fff; }
h1 { font-size: 1.3em; }
"""
STYLE = """
math { font-family: "STIX Two Math", "Cambria Math", "Latin Modern Math", "TeX Gyre Termes Math",
  math, serif; }
.derivation, .point { border-collapse: collapse; }
.derivation td, .derivation th, .point td, .point th { text-align: left; font-weight: normal;
  vertical-align: baseline; padding: .3em .6em; background: none; border: 0; }
.derivation .step td { color: #666; font-size: .85em; padding-bottom: 0; }
.derivation .number { color: #999; text-align: right; }
.derivation math, .verdict > .asked math { font-size: 1.15em; }
.derivation .step math { font-size: 1em; }
.derivation code { background: #f2f2f2; padding: .1em .3em; border-radius: 3px; color: #222; }
.going { background: #ffe58a; border-radius: 3px; }
.made, .proved { color: #0a6b2d; }
.refuted { color: #a3182b; }
.probable, .undecided { color: #8a5a00; }
.key { color: #666; font-size: .85em; }
"""


def page(title: str, body: str) -> str:
    """A page with a title and a body of markup.

    >>> page("1 < 2", "<p>It is.</p>").splitlines()[-3:]
    ['<h1>1 &lt; 2</h1>', '<p>It is.</p>', '</body></html>']
    """
    name = safe(title)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{name}</title><style>{PAGE}{STYLE}</style></head><body>\n"
        f"<h1>{name}</h1>\n{body}\n</body></html>\n"
    )


def fragment(body: str) -> str:
    """A body with its style, for a notebook."""
    return f"<style>{STYLE}</style>\n{body}"


def typeset(t: Term, going: Iterable[Path] = (), made: Iterable[Path] = ()) -> str:
    """A term as a formula, with marks; a term that is too long is shown as shortened plain text."""
    try:
        return mathml(t, tuple(going), tuple(made), in_page=True)
    except LimitError:
        return f"<code>{safe(brief(t, 200))}</code> (more than {MAX_MARKUP} characters)"


def assumed(context: Context) -> Markup:
    """The facts of a context, if it has any."""
    facts = ", ".join(str(fact) for fact in context.facts)
    return Markup(f"<p class='key'>Assumed: {safe(facts)}.</p>" if facts else "")
