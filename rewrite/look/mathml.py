"""Terms as MathML, which browsers typeset; parts may be highlighted.

>>> from rewrite import vectors, cross
>>> a, b = vectors("a b")
>>> print(mathml(a))
<math xmlns="http://www.w3.org/1998/Math/MathML"><mi style="font-weight:bold">a</mi></math>
>>> mathml(a + cross(a, b), [(1,)]).count("mathbackground")
1
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ..core.terms import Term
from ..deadline import time_limited
from ..errors import LimitError
from ..text.notation import Notation
from ..text.render import ATOM, POWER, Layout, Place, filled, render, template_of
from ..text.symbol_names import GREEK, name_parts
from .marking import GOING, MADE, Path, marked, unmarked
from .markup import Markup, element, safe, tokens
from .tex import translated

NAMESPACE = "http://www.w3.org/1998/Math/MathML"
MAX_MARKUP = 1_000_000
"""The most characters of markup that one term may take."""
_HOLE = 0xF0000  # a private character stands for each operand of a template
_HOLES = re.compile("([\U000f0000-\U000fffff])")
_OPEN, _CLOSE = "\x02", "\x03"  # brackets without a height yet; `safe` removes these characters
_STYLES = {
    GOING: ' class="going" mathbackground="#ffe58a"',
    MADE: ' class="made" mathcolor="#0a6b2d"',
}


@time_limited
def mathml(
    t: Term,
    highlight: Iterable[Path] = (),
    made: Iterable[Path] = (),
    *,
    block: bool = False,
    in_page: bool = False,
    limit: int = MAX_MARKUP,
    time_limit: float | None = None,
) -> str:
    """A term in MathML. `highlight` are positions, as in the steps of a derivation.

    The parts at the positions `made` are coloured. `in_page` omits the namespace, which a separate
    file needs but an HTML page does not. A term that would take more than `limit` characters is
    refused with LimitError.
    After `time_limit` seconds it stops with a LimitError.
    """
    shown = marked(t, highlight, made)
    body = render(shown, _MathML(), _MathML.brackets, limit)
    if len(body) > limit:
        raise LimitError(
            f"mathml: the term takes more than {limit} characters of markup; show a part of it, "
            "or raise limit"
        )
    display = ' display="block"' if block else ""
    space = "" if in_page else f' xmlns="{NAMESPACE}"'
    return f"<math{space}{display}>{_with_brackets(body)}</math>"


class _MathML(Notation):
    which = "unicode"
    brackets = (Markup(f"<mrow>{_OPEN}"), Markup(f"{_CLOSE}</mrow>"))
    apart = Markup('<mspace width="0.17em"/>')
    dot = Markup("<mo>⋅</mo>")

    def __call__(self, place: Place) -> Layout:
        """The layout of a term, with all text as markup."""
        style = _STYLES.get(place.term.op)
        if style is None:
            level, pieces, minus = super().__call__(place)
            return Layout(level, _marked_up(pieces), minus)
        level, pieces, minus = self(place._replace(term=place.term.args[0]))
        return Layout(level, _within(f"<mrow{style}>", pieces, "</mrow>"), minus)

    def by_template(self, t: Term) -> Layout | None:
        """In the notation that its operator declares: from its LaTeX if that is understood,
        otherwise on one line."""
        template = template_of(t.op.latex, t)
        if template is not None and len(t.args) < 0xFFFF:
            level, pieces, minus = filled(template, t)
            parts = list(pieces)
            places = [x for x in parts if isinstance(x, Place)]
            holes = iter(chr(_HOLE + i) for i in range(len(places)))
            text = "".join(next(holes) if isinstance(x, Place) else x for x in parts)
            known = translated(text, "".join(chr(_HOLE + i) for i in range(len(places))))
            if known is not None:
                if known.startswith("<mover") and unmarked(t.args[0]).args:
                    return None  # an accent is too narrow for a compound term
                return Layout(level, _filled_in(known, places), minus)
        return super().by_template(t)

    def name(self, name: str, bold: bool, dots: int = 0) -> str:
        base, below, primes = name_parts(name)
        letters = GREEK.get(base, base)
        style = {"style": "font-weight:bold"} if bold else {}
        if len(letters) > 1:  # a single letter is italic anyway
            style = {"style": "font-style:italic" + (";font-weight:bold" if bold else "")}
        found = element("mi", letters, **style)
        if dots:
            over = element("mo", {1: "˙", 2: "¨", 3: "⃛"}[dots])
            found = Markup(f'<mover accent="true">{found}{over}</mover>')
        sub = tokens(f" {GREEK.get(below, below)}") if below else ""
        sup = element("mo", "′" * len(primes)) if primes else ""
        tag = {(1, 0): "msub", (0, 1): "msup", (1, 1): "msubsup"}.get((bool(sub), bool(sup)))
        scripts = "".join(f"<mrow>{s}</mrow>" for s in (sub, sup) if s)
        return Markup(f"<{tag}>{found}{scripts}</{tag}>") if tag else found

    def dotted(self, name: str, bold: bool, dots: int) -> str | None:
        return self.name(name, bold, dots)

    def primed(self, name: str, bold: bool, primes: int) -> str:
        return Markup(f"<msup>{self.name(name, bold)}{element('mo', '′' * primes)}</msup>")

    def partial(self, coordinate: str, times: int) -> str:
        sign, below = element("mo", "∂"), element("mi", GREEK.get(coordinate, coordinate))
        if times == 1:
            return Markup(f"<msub>{sign}{below}</msub>")
        return Markup(f"<msubsup>{sign}{below}{element('mn', str(times))}</msubsup>")

    def word(self, text: str) -> str:
        return Markup(f"<mi mathvariant='normal'>{safe(text)}</mi><mo>&#x2061;</mo>")

    def raised(self, exponent: str) -> str:
        return tokens("⊤" if exponent == "T" else exponent)

    def superscript(self, base: Term, exponent: str) -> Layout:
        minus, digits = ("-", exponent[1:]) if exponent.startswith("-") else ("", exponent)
        raised = Markup((tokens(minus) if minus else "") + self.raised(digits))
        pieces = Markup("<msup><mrow>"), Place(base, ATOM), Markup("</mrow><mrow>")
        return Layout(POWER, (*pieces, raised, Markup("</mrow></msup>")))

    def fraction(self, above: Term, below: Term) -> Layout:
        inside = Place(above), Markup("</mrow><mrow>"), Place(below)
        return Layout(POWER, (*_within("<mfrac><mrow>", inside, "</mrow></mfrac>"),))

    def root(self, t: Term) -> Layout:
        return Layout(POWER, (*_within("<msqrt><mrow>", [Place(t)], "</mrow></msqrt>"),))


def _marked_up(pieces: Iterable[str | Place]) -> Iterator[str | Place]:
    for piece in pieces:
        yield piece if isinstance(piece, Markup | Place) else tokens(piece)


def _within(before: str, pieces: Iterable[str | Place], after: str) -> Iterator[str | Place]:
    yield Markup(before)
    yield from pieces
    yield Markup(after)


def _with_brackets(body: str) -> str:
    """Replace the bracket marks by brackets, which stretch only around a fraction or a column,
    because without a mathematical font each pair would be higher than the one inside it."""
    parts = re.split(f"([{_OPEN}{_CLOSE}])", body)
    waiting: list[int] = []
    high: list[bool] = []
    for i, part in enumerate(parts):
        if part == _OPEN:
            waiting.append(i)
            high.append(False)
        elif part == _CLOSE:
            tall = high.pop()
            grows = "" if tall else ' stretchy="false"'
            parts[waiting.pop()], parts[i] = f"<mo{grows}>(</mo>", f"<mo{grows}>)</mo>"
            if tall and high:
                high[-1] = True
        elif high and ("<mfrac" in part or "<mtable" in part):
            high[-1] = True
    return "".join(parts)


def _filled_in(known: Markup, places: Sequence[Place]) -> Iterator[str | Place]:
    """The pieces of a translated template, with an operand in place of each hole."""
    yield Markup("<mrow>")
    for i, part in enumerate(_HOLES.split(known)):
        if i % 2:
            yield from _within("<mrow>", [places[ord(part) - _HOLE]], "</mrow>")
        else:
            yield Markup(part)
    yield Markup("</mrow>")
