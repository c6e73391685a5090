"""Names of variables in code: readable, made of ASCII letters, without clashes, the same each time.

A coordinate of a vector v is v1, that of a matrix J12, of a quaternion q0 … q3; an underscore keeps
a name that ends in a digit apart from its number. Primes become `_d`, Greek letters are spelled,
and what is left over is written as its code.
"""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Iterable

from ..sorts import Matrix, Quaternion, Scalar
from ..terms import Term
from .graph import Argument, Graph
from .nodes import INPUT

C_WORDS = (
    "auto break case char const continue default do double else enum extern float for goto if "
    "inline int long register restrict return short signed sizeof static struct switch typedef "
    "union unsigned void volatile while bool true false complex imaginary main asm NULL "
    "sin cos tan sqrt pow exp log fabs abs round floor ceil gamma lgamma tgamma erf y0 y1 yn j0 j1 "
    "jn div index remainder signgam time clock M_PI near far"
)
OWN_WORDS = "math np numpy sympy pi sin cos sqrt pow Rational range len tuple float int Function"
PYTHON_WORDS = (*keyword.kwlist, *keyword.softkwlist)
RESERVED = frozenset((*C_WORDS.split(), *OWN_WORDS.split(), *PYTHON_WORDS))


def ascii_name(text: str) -> str:
    """An identifier of ASCII letters, digits and underscores.

    >>> ascii_name("θ'"), ascii_name("x y"), ascii_name("Ĵ_2"), ascii_name("雪"), ascii_name("3")
    ('theta_d', 'x_y', 'J_2', 'u96ea', '_3')
    """
    found = []
    for c in re.sub("'+", lambda primes: "_" + "d" * len(primes[0]), text):
        if c.isascii():
            found.append(c if c.isalnum() or c == "_" else "_")
            continue
        greek = re.match(r"GREEK (SMALL|CAPITAL) LETTER (?:FINAL )?(\w+)", unicodedata.name(c, ""))
        plain = "".join(x for x in unicodedata.normalize("NFKD", c) if x.isascii() and x.isalnum())
        if greek:
            found.append(greek[2].lower() if greek[1] == "SMALL" else greek[2].capitalize())
        else:
            found.append(plain or f"u{ord(c):x}")
    name = "".join(found)[:60]
    return name if name[:1].isalpha() or name[:1] == "_" else f"_{name}"


class Names:
    """Names given out so far: every new one is different."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self.taken = set(taken) | RESERVED

    def new(self, text: str) -> str:
        """A free name like this."""
        name = ascii_name(text)
        if name in self.taken:
            name += "_"
            count = 2
            while name in self.taken:
                name = f"{ascii_name(text)}_{count}"
                count += 1
        self.taken.add(name)
        return name


def suffix(t: Term, k: int) -> str:
    """What tells a coordinate of a symbol from the others."""
    if t.sort is Scalar:
        return ""
    if t.sort is Quaternion:
        return str(k)
    if t.sort is Matrix:
        i, j = divmod(k, t.shape[1])
        apart = "_" if max(t.shape) > 9 else ""
        return f"{i + 1}{apart}{j + 1}"
    return str(k + 1)


def argument_names(g: Graph, names: Names) -> dict[Argument, str]:
    """A name for each argument."""
    return {x: names.new(x.name) for x in g.arguments}


def component_names(g: Graph, names: Names | None = None) -> dict[tuple[Term, int], str]:
    """A name for each coordinate that the outputs depend on; scalars keep theirs.

    Without `names`, they are those of mathematics, as the user wrote them.
    """
    used = [g.values[node] for node in g.reachable() if g.kinds[node] is INPUT]
    place = {x.symbol: i for i, x in enumerate(g.arguments)}
    used.sort(key=lambda key: (place[key[0]], key[1]))
    plain = {x.name for x in g.arguments}
    found: dict[tuple[Term, int], str] = {}
    for symbol, k in used:
        base = symbol.name if symbol.is_symbol else "opaque"
        apart = "_" if base[-1:].isdigit() and symbol.sort is not Scalar else ""
        name = f"{base}{apart}{suffix(symbol, k)}"
        if names is not None:
            found[symbol, k] = names.new(name)
            continue
        while symbol.sort is not Scalar and name in plain:
            name = f"{base}_{name[len(base) :]}"
        plain.add(name)
        found[symbol, k] = name
    return found
