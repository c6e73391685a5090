r"""From the LaTeX notation of an operator to MathML.

This reads templates, not documents: accents, roots, fractions, scripts, brackets, columns and the
usual signs. It refuses anything else, and the caller writes the term in another way.

>>> translated(r"\tilde{?}", "?")
'<mover accent="true"><mrow><mrow>?</mrow></mrow><mo stretchy="true">~</mo></mover>'
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..text.symbol_names import GREEK
from .markup import Markup, element, tokens

LONGEST = 100_000
"""The longest text that is translated, in characters."""
DEEPEST = 50
"""The deepest nesting of braces."""

# fmt: off
_ACCENTS = {
    "tilde": "~", "widetilde": "~", "bar": "¯", "overline": "¯", "hat": "^", "widehat": "^",
    "vec": "→", "dot": "˙", "ddot": "¨",
}
_SIGNS = {
    "times": "×", "cdot": "⋅", "otimes": "⊗", "oplus": "⊕", "ominus": "⊖", "odot": "⊙",
    "wedge": "∧", "vee": "∨", "land": "∧", "lor": "∨", "cup": "∪", "cap": "∩", "circ": "∘",
    "star": "⋆", "ast": "∗", "bullet": "∙", "pm": "±", "mp": "∓", "|": "‖", "Vert": "‖",
    "lVert": "‖", "rVert": "‖", "vert": "|", "langle": "⟨", "rangle": "⟩", "{": "{", "}": "}",
    "partial": "∂", "nabla": "∇", "dagger": "†", "top": "⊤", "perp": "⊥", "parallel": "∥",
    "to": "→", "sim": "∼", "_": "_", "&": "&", "%": "%", "#": "#", "$": "$",
}
_FUNCTIONS = {
    "sin", "cos", "tan", "cot", "sec", "exp", "log", "ln", "det", "arcsin", "arccos", "arctan",
    "sinh", "cosh", "tanh", "min", "max", "dim", "ker", "deg", "gcd", "arg",
}
_SPACES = {",": "0.17em", ":": "0.22em", ";": "0.28em", " ": "0.33em", "quad": "1em", "!": "0em"}
# fmt: on
_APPLIED = '<mo>&#x2061;</mo><mspace width="0.12em"/>'  # between a function and its operand
_WORDS = ("operatorname", "mathrm", "text", "textrm", "mathop")
_STYLES = {"boldsymbol": "font-weight:bold", "mathbf": "font-weight:bold", "mathit": ""}
_PIECE = re.compile(r"\\(?:[A-Za-z]+|.)|\d+|.", re.DOTALL)


class _UnknownError(Exception):
    """The text is not in the part of LaTeX that is translated."""


@lru_cache(maxsize=500)
def translated(text: str, holes: str) -> Markup | None:
    """The MathML of a LaTeX text, in which each of `holes` is kept; None if it is not
    understood."""
    if len(text) > LONGEST:
        return None
    try:
        reader = _Reader(text, holes)
        found = reader.row("")
    except (_UnknownError, IndexError):  # an unclosed group runs past the end
        return None
    return found if reader.at == len(reader.pieces) else None


class _Reader:
    def __init__(self, text: str, holes: str) -> None:
        self.pieces = _PIECE.findall(text)
        self.at, self.holes, self.depth = 0, frozenset(holes), 0

    def next(self) -> str:
        self.at += 1
        return str(self.pieces[self.at - 1])

    def row(self, *ends: str) -> Markup:
        """Items up to one of the ends, which is not consumed; "" is the end of the text."""
        items: list[Markup] = []
        while self.at < len(self.pieces) and self.pieces[self.at] not in ends:
            piece = self.pieces[self.at]
            if piece in ("^", "_"):
                if not items:
                    raise _UnknownError
                self.at += 1
                tag = "msup" if piece == "^" else "msub"
                items[-1] = Markup(f"<{tag}>{_one(items[-1])}{self.argument()}</{tag}>")
            elif piece.isspace():
                self.at += 1
            else:
                items.append(self.item())
        if self.at == len(self.pieces) and "" not in ends:
            raise _UnknownError
        return Markup("".join(items))

    def argument(self) -> Markup:
        """The argument of a command, as one element."""
        while self.pieces[self.at].isspace():
            self.at += 1
        return _one(self.item())

    def item(self) -> Markup:
        piece = self.next()
        if piece == "{":
            self.depth += 1
            if self.depth > DEEPEST:
                raise _UnknownError
            inside = _one(self.row("}"))
            self.at += 1
            self.depth -= 1
            return inside
        if piece in self.holes:
            return Markup(piece)
        if piece.startswith("\\") and len(piece) > 1:
            return self.command(piece[1:])
        if piece in ("}", "&", "~", "\\"):
            raise _UnknownError
        return tokens(f" {piece}")

    def command(self, name: str) -> Markup:
        if name in ("left", "right"):
            return self.argument()
        if name in _ACCENTS:
            sign = element("mo", _ACCENTS[name], stretchy="true")
            return Markup(f'<mover accent="true">{self.argument()}{sign}</mover>')
        if name == "sqrt":
            return Markup(f"<msqrt>{self.argument()}</msqrt>")
        if name == "frac":
            return Markup(f"<mfrac>{self.argument()}{self.argument()}</mfrac>")
        if name in _WORDS:
            return Markup(element("mi", self.word(), mathvariant="normal") + _APPLIED)
        if name in _STYLES:
            return element("mi", self.word(), style=_STYLES[name])
        if name == "begin":
            return self.array(self.word())
        return self.sign(name)

    def sign(self, name: str) -> Markup:
        if name in _SPACES:
            return Markup(f'<mspace width="{_SPACES[name]}"/>')
        if name in _SIGNS:
            return tokens(f" {_SIGNS[name]}")
        if name in _FUNCTIONS:
            return Markup(f"{element('mi', name)}{_APPLIED}")
        if name in GREEK:
            return element("mi", GREEK[name])
        raise _UnknownError

    def word(self) -> str:
        """The plain text in the next braces."""
        if self.next() != "{":
            raise _UnknownError
        end = self.pieces.index("}", self.at) if "}" in self.pieces[self.at :] else -1
        word = "".join(self.pieces[self.at : end])
        if end < 0 or self.holes & set(word) or "\\" in word or "{" in word:
            raise _UnknownError
        self.at = end + 1
        return word

    def array(self, kind: str) -> Markup:
        """A column or a matrix in brackets."""
        fences = {"pmatrix": "()", "bmatrix": "[]", "vmatrix": "||", "matrix": ("", "")}.get(kind)
        if fences is None:
            raise _UnknownError
        rows, cells = [], []
        while True:
            cells.append(f"<mtd>{self.row('&', chr(92) * 2, chr(92) + 'end')}</mtd>")
            end = self.next()
            if end != "&":
                rows.append(f"<mtr>{''.join(cells)}</mtr>")
                cells = []
            if end == "\\end":
                break
        if self.word() != kind:
            raise _UnknownError
        before, after = (element("mo", f) if f else "" for f in fences)
        return Markup(f"<mrow>{before}<mtable>{''.join(rows)}</mtable>{after}</mrow>")


def _one(items: Markup) -> Markup:
    return Markup(f"<mrow>{items}</mrow>")
