"""The commands of a sheet: one function each, from the text after its name to an answer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..core.terms import Term, free_symbols
from ..decision.equal import equal
from ..decision.holds_when import holds_when
from ..decision.verdict import Status, Verdict
from ..errors import ParseError
from ..evaluation.angles import Angle
from ..evaluation.evaluate import evaluate
from ..evaluation.sampling import random_assignment
from ..lowering.code.code import code
from ..lowering.code.languages import LANGUAGES
from ..lowering.graph.graph import Graph
from ..lowering.lower import lower
from ..lowering.ops import ops
from ..normalform.walk import normal
from ..rewriting.derivation import Derivation
from ..text.pretty import latex, unicode
from ..text.progress import progress_bar
from ..text.render import rational
from ..text.serial import to_json
from ..verbs.canonical import canonical
from ..verbs.cost import cost
from ..verbs.expand import expand, factor
from ..verbs.simplify import explain, simplify
from .limits import small_enough
from .session import Session

DONE = 0
TIME_LIMIT = 10.0
"""The time limit for one question, in seconds."""


@dataclass(frozen=True)
class Answer:
    """The answer of a command: text for people, LaTeX if there is any, data, exit status."""

    text: str
    latex: str = ""
    status: int = DONE
    data: dict[str, Any] = field(default_factory=dict)
    shown: Term | Derivation | Verdict | None = None
    """The object behind the answer, which can be typeset in other ways."""
    word: str = "done"
    """The outcome in one word, which is the first line of the text of a verdict."""

    def as_data(self) -> dict[str, Any]:
        """For machines."""
        return {"output": self.text, **self.data, "status": self.word}

    def styled(self, style: str) -> str:
        """Typeset with "latex" or "unicode" if possible; the text for any other style."""
        if style == "latex":
            return self.latex or self.text
        if style == "unicode" and isinstance(self.shown, Term):
            return unicode(self.shown)
        if style == "unicode" and isinstance(self.shown, Derivation):
            return self.shown.unicode()
        return self.text


Command = Callable[[Session, str, int], Answer]


def of_term(t: Term) -> Answer:
    return Answer(str(t), latex(t), DONE, {"result": str(t), "term": json.loads(to_json(t))}, t)


def of_verdict(verdict: Verdict) -> Answer:
    said = str(verdict).split("\n", 1)
    word = verdict.status.name.lower()
    text = "\n".join([word, *said[1:]])
    data = json.loads(verdict.to_json())
    return Answer(text, verdict.latex(), verdict.status.value, data, verdict, word)


def of_derivation(steps: Derivation) -> Answer:
    return Answer(str(steps), steps.latex(), DONE, json.loads(steps.to_json()), steps)


def _verb(run: Callable[..., Term]) -> Command:
    def command(session: Session, text: str, start: int) -> Answer:
        return of_term(run(session.term(text, start), session.context))

    return command


def _canonical(session: Session, text: str, start: int) -> Answer:
    return of_term(canonical(session.term(text, start)))


def _print(session: Session, text: str, start: int) -> Answer:
    return of_term(session.term(text, start))


def _simplify(session: Session, text: str, start: int) -> Answer:
    with progress_bar("simplify:") as bar:
        return of_term(simplify(session.term(text, start), session.context, progress=bar))


def _explain(session: Session, text: str, start: int) -> Answer:
    return of_derivation(explain(session.term(text, start), session.context))


def prove(session: Session, text: str, start: int) -> Answer:
    left, right, context = session.question(text, start)
    small_enough(left, right)
    return of_verdict(equal(left, right, context, TIME_LIMIT))


def _when(session: Session, text: str, start: int) -> Answer:
    left, right = session.equation(text, start)
    small_enough(left, right)
    found = holds_when(left, right, session.context, 2 * TIME_LIMIT)
    known = found.always or bool(found.when)
    status, word = (DONE, "done") if known else (Status.UNDECIDED.value, "undecided")
    facts = [[str(fact) for fact in facts] for facts in found.when]
    return Answer(str(found), "", status, {"always": found.always, "when": facts}, None, word)


def _cost(session: Session, text: str, start: int) -> Answer:
    price = cost(session.term(text, start))
    return Answer(str(price), "", DONE, price._asdict())


def _evaluate(session: Session, text: str, start: int) -> Answer:
    t = session.term(text, start)
    small_enough(t)
    point = random_assignment(t, 0, session.context)
    lines = [valued(s, point[s]) for s in sorted(free_symbols(t), key=str)]
    value = plain(evaluate(t, point))
    return Answer("\n".join([*lines, f"value = {value}"]), "", DONE, {"value": value})


def valued(symbol: Term, value: object) -> str:
    """A symbol and its value; for an angle, a point of the circle and its number outside of sines.

    >>> from rewrite import scalar
    >>> valued(scalar("θ"), Angle(Fraction(3, 5), Fraction(4, 5), value=2, parts=2))
    '(cos, sin)(θ/2) = (3/5, 4/5), else θ = 2'
    """
    if not isinstance(value, Angle):
        return f"{symbol} = {plain(value)}"
    part = symbol if value.parts == 1 else f"{symbol}/{value.parts}"
    number = "" if value.value is None else f", else {symbol} = {plain(value.value)}"
    return f"(cos, sin)({part}) = {plain((value.cos, value.sin))}{number}"


def plain(value: object) -> str:
    """An exact value as people write it."""
    if isinstance(value, tuple):
        return f"({', '.join(map(plain, value))})"
    return rational(value) if isinstance(value, int | Fraction) else str(value)


def _code(session: Session, text: str, start: int) -> Answer:
    match = re.search(r"\bas\b\s*([A-Za-z]*)\s*$", text[start:])
    end = len(text) if match is None else start + match.start()
    language = "python" if match is None else match[1].lower()
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise ParseError(f"expected one of {known} after `as`", text, end)
    graph = _lowered(session, text, start, end)
    written = code(graph, language).text.rstrip("\n")
    return Answer(written, "", DONE, {"language": language, "code": written})


def _lowered(session: Session, text: str, start: int, end: int | None = None) -> Graph:
    t = session.term(text, start, end)
    small_enough(t)
    return lowered(t, session)


def lowered(t: Term, session: Session, as_written: bool = False) -> Graph:
    """A term in scalars, simplified first unless `as_written`."""
    with progress_bar("simplify:") as bar:
        simple = t if as_written else simplify(t, session.context, progress=bar)
    with progress_bar("lower:") as bar:
        return lower(simple, progress=bar)


def _ops(session: Session, text: str, start: int) -> Answer:
    counted = ops(_lowered(session, text, start))
    return Answer(str(counted), "", DONE, {"ops": str(counted)})


COMMANDS: dict[str, Command] = {
    "simplify": _simplify,
    "expand": _verb(expand),
    "factor": _verb(factor),
    "normal": _verb(normal),
    "canonical": _canonical,
    "print": _print,
    "explain": _explain,
    "prove": prove,
    "when": _when,
    "cost": _cost,
    "evaluate": _evaluate,
    "code": _code,
    "ops": _ops,
}
"""The first words of a sheet's lines, besides declarations."""
