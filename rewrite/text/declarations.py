"""Declarations in words: `scalar m`, `unit vector u, v`, `matrix A(2, 3)`.

A declaration is a kind with adjectives before it, then names. An adjective without a kind, as in
`symmetric J`, declares a matrix. A `moving` symbol depends on time, and a field depends on the
coordinates named after `along`: `moving vector r along s`. `triad x, y, z` and other relations
belong to contexts.
"""

from __future__ import annotations

import re

from ..core.declare import symbol
from ..core.facts import KINDS
from ..core.sorts import Matrix, Quaternion, Scalar, Vector, sort_of_shape
from ..core.terms import Term
from ..errors import ParseError, RewriteError

SORTS: dict[str, type[Term]] = {
    "scalar": Scalar,
    "vector": Vector,
    "matrix": Matrix,
    "quaternion": Quaternion,
}
MOVING = "moving"
ADJECTIVES = (*KINDS, MOVING)
_WORD = re.compile(r"\s*,?\s*([^\W\d]\w*'*)(?:\s*\(\s*(\d{1,4})\s*(?:,\s*(\d{1,4})\s*)?\))?")


def declarations(text: str) -> dict[str, Term]:
    """The symbols that a text declares, by name; declarations are separated by `;` or new lines.

    >>> declarations("scalar m; unit vector u; symmetric J; matrix A(2, 3)")
    {'m': m, 'u': u, 'J': J, 'A': A}
    >>> declarations("moving vector r, p along s, u")["r"].value.along
    ('s', 'u')
    """
    found: dict[str, Term] = {}
    start = 0
    for line in re.split(r"[;\n]", text):
        for name, t in _declared(line, text, start).items():
            if found.setdefault(name, t) is not t:
                raise ParseError(f"{name!r} is declared twice, differently", text, start)
        start += len(line) + 1
    return found


def _declared(line: str, text: str, start: int) -> dict[str, Term]:
    line, _, coordinates = line.split("#")[0].partition(" along ")
    along = [word for word, _, _ in _words(coordinates, text, start + len(line) + len(" along "))]
    words = [*_words(line, text, start)]
    facts: dict[str, bool] = {}
    kind = None
    while words and kind is None and (words[0][0] in SORTS or words[0][0] in ADJECTIVES):
        word = words.pop(0)[0]
        if word in ADJECTIVES:
            facts["time" if word == MOVING else word] = True
        if word in SORTS:
            kind = word
    if not words and not facts and kind is None:
        return {}
    if kind is None and not facts:
        raise ParseError(f"expected one of {', '.join((*SORTS, *ADJECTIVES))}", text, words[0][2])
    if kind is None and not facts.keys() - {"time"}:
        at = words[0][2] if words else start + len(line)
        raise ParseError(f"expected a kind after {MOVING}: {', '.join(SORTS)}", text, at)
    if not words:
        raise ParseError("expected a name to declare", text, start + len(line))
    return {w: _symbol(w, kind, shape, facts, along, text, at) for w, shape, at in words}


def _words(line: str, text: str, start: int) -> list[tuple[str, tuple[int, ...], int]]:
    found, at = [], 0
    while line[at:].strip():
        match = _WORD.match(line, at)
        if match is None:
            at += len(line[at:]) - len(line[at:].lstrip())
            raise ParseError("expected a name", text, start + at)
        sizes = tuple(int(size) for size in match.groups()[1:] if size)
        found.append((match[1], sizes, start + match.start(1)))
        at = match.end()
    return found


def _symbol(
    name: str,
    kind: str | None,
    sizes: tuple[int, ...],
    facts: dict[str, bool],
    along: list[str],
    text: str,
    at: int,
) -> Term:
    sort = SORTS[kind or "matrix"]
    if sizes and sort is not Matrix:
        raise ParseError(f"{name} is a {kind} and takes no size", text, at)
    try:
        if sort is not Matrix:
            return symbol(name, sort, None, along, **facts)
        shape = sizes * 2 if len(sizes) == 1 else sizes or (3, 3)
        return symbol(name, sort_of_shape(shape), shape, along, **facts)
    except RewriteError as error:
        raise ParseError(str(error), text, at) from error
