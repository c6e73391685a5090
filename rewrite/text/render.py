"""Writing terms of any depth and size: what all printers share.

A printer is a function that lays out one term: its precedence level, and its pieces, which are text
or places for operands. `render` walks the pieces with its own stack, puts brackets around an
operand that binds less tightly than its place requires, and stops at a limit, because a small graph
of shared terms can stand for a text that fits in no memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from io import StringIO
from itertools import chain
from string import Formatter
from typing import NamedTuple

import flint

from ..core.operators import Template
from ..core.terms import Term
from ..deadline import OutOfTimeError, check_time, time_left

MAX_TEXT = 20_000_000
"""The most characters that a printer writes; longer text is cut and ends in ` ...`."""
MESSAGE = 1_000
"""Texts up to this length are written even after time is up, since messages need them."""
PER_BIT = 4e-8
"""The seconds that it takes to write a bit of a number of ten million digits."""

ANY, SUM, MATMUL, PRODUCT, UNARY, POWER, ATOM = range(7)
"""Precedence levels, from an argument between commas to a name."""


class Place(NamedTuple):
    """The place of an operand: the level it needs, and whether it may begin with a minus."""

    term: Term
    need: int = ANY
    signed: bool = True


class Layout(NamedTuple):
    """How one term is written: its level, its pieces, and whether it begins with a minus."""

    level: int
    pieces: Iterable[str | Place]
    minus: bool = False


Printer = Callable[[Place], Layout]


def render(t: Term, printer: Printer, brackets: tuple[str, str], limit: int | None = None) -> str:
    """The text of a term; beyond `limit`, or MAX_TEXT, it is cut and ends in ` ...`."""
    limit = MAX_TEXT if limit is None else limit
    out, written = StringIO(), 0
    stack: list[Iterator[str | Place]] = [iter((Place(t),))]
    while stack:
        for piece in stack[-1]:
            if isinstance(piece, Place):
                if written > MESSAGE:
                    check_time()
                stack.append(_pieces(piece, printer, brackets))
                break
            out.write(piece)
            written += len(piece)
            if written > limit:
                return out.getvalue()[:limit] + " ..."
        else:
            stack.pop()
    return out.getvalue()


def _pieces(place: Place, printer: Printer, brackets: tuple[str, str]) -> Iterator[str | Place]:
    layout = printer(place)
    if layout.level >= place.need and (place.signed or not layout.minus):
        return iter(layout.pieces)
    inside = printer(place._replace(need=ANY, signed=True))
    return chain(brackets[:1], inside.pieces, brackets[1:])


def listed(terms: Iterable[Term]) -> Iterator[str | Place]:
    """Operands between commas."""
    for i, t in enumerate(terms):
        if i:
            yield ", "
        yield Place(t)


def digits(n: int) -> str:
    """An integer in decimal, even if it is too long for Python's `str`.

    >>> len(digits(10**5000))
    5001
    """
    bits = n.bit_length()
    if bits < 10_000:
        return str(n)
    if bits * PER_BIT > max(time_left(), 0.05):
        raise OutOfTimeError("the time limit is too short to write a number as long as this one")
    return str(flint.fmpz(n))


def rational(value: int | Fraction) -> str:
    """An exact number as text.

    >>> rational(Fraction(-1, 2)), rational(3)
    ('-1/2', '3')
    """
    top, bottom = value.numerator, value.denominator
    return digits(top) if bottom == 1 else f"{digits(top)}/{digits(bottom)}"


# -- templates ------------------------------------------------------------------------------------


class _Slot(NamedTuple):
    before: str
    operand: int
    enclosed: bool


@lru_cache(maxsize=1000)
def _slots(template: str, count: int) -> tuple[tuple[_Slot, ...], str]:
    """The slots of a template and the text after the last.

    A template for two operands serves any number: the text between them is repeated.
    """
    found: list[tuple[str, int]] = []
    tail = ""
    for literal, field, _, _ in Formatter().parse(template):
        tail += literal
        if field is not None:
            found.append((tail, int(field)))
            tail = ""
    if len(found) == 2:
        found += [(found[1][0], i) for i in range(2, count)]
    after = [*(before for before, _ in found[1:]), tail][: len(found)]
    slots = (
        _Slot(before, i, before.rstrip()[-1:] in _OPENING and follows.lstrip()[:1] in _CLOSING)
        for (before, i), follows in zip(found, after, strict=True)
    )
    return tuple(slots), tail


_OPENING, _CLOSING = set("([{|‖,;"), set(")]}|‖,;\\")


def template_of(given: Template | None, t: Term) -> str | None:
    """The template of a term, if its operator has one for it."""
    return given(t) if callable(given) else given


def filled(template: str, t: Term) -> Layout:
    """A term in the notation its operator declares; operands get brackets unless enclosed."""
    slots, tail = _slots(template, len(t.args))
    if not slots:
        return Layout(ATOM, (tail,))
    need = ATOM if len(slots) == 1 else POWER
    pieces: list[str | Place] = []
    for slot in slots:
        pieces += slot.before, Place(t.args[slot.operand], ANY if slot.enclosed else need)
    closed = all(slot.enclosed for slot in slots)
    level = MATMUL if not closed else ATOM if tail[-1:] in _CLOSING else POWER
    return Layout(level, (*pieces, tail))
