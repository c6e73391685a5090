"""LaTeX: one line for each value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from ...core.terms import Shape
from ...text.symbol_names import IN_TEX, TEX_OF_LETTER
from .language import Language
from .program import Program
from .style import ATOM, HALF, PRODUCT, SUM, Piece, Style
from .variable_names import suffix


class LatexStyle(Style):
    """Expressions in LaTeX."""

    prime = "'"
    pi = r"\pi"
    functions = {
        **{name: rf"\{name}\left({{0}}\right)" for name in ("tan", "exp", "log", "tanh")},
        "abs": r"\left|{0}\right|",
        "sign": r"\operatorname{{sign}}\left({0}\right)",
        "atan2": r"\operatorname{{atan2}}\left({0}, {1}\right)",
    }

    def number(self, value: int | Fraction) -> Piece:
        if isinstance(value, int):
            return str(value), ATOM
        return rf"\frac{{{value.numerator}}}{{{value.denominator}}}", ATOM

    def variable(self, name: str) -> str:
        return symbol(name)

    def bracketed(self, text: str) -> str:
        return rf"\left({text}\right)"

    def product(self, above: Sequence[Piece], below: Sequence[Piece]) -> Piece:
        top = self.times([self.at_least(x, PRODUCT) for x in above])
        if not below:
            return top, PRODUCT
        return (
            rf"\frac{{{top or '1'}}}{{{self.times([self.at_least(x, PRODUCT) for x in below])}}}",
            ATOM,
        )

    def times(self, factors: Sequence[str]) -> str:
        return r"\,".join(factors)

    def sine(self, kind: str, x: Piece) -> Piece:
        return rf"\{kind}{self.bracketed(x[0])}", ATOM

    def power(self, x: Piece, exponent: Fraction) -> Piece:
        if exponent == HALF:
            return rf"\sqrt{{{x[0]}}}", ATOM
        shown = f"{exponent.numerator}/{exponent.denominator}"
        return f"{self.at_least(x, ATOM)}^{{{shown}}}", PRODUCT

    def call(self, name: str, args: Sequence[str], takes: Sequence[Shape]) -> Piece:
        return rf"{symbol(name)}\left({', '.join(args)}\right)", ATOM

    def picked(self, call: str, k: int, shape: Shape) -> Piece:
        return rf"{{{call}}}_{{{k + 1}}}", ATOM

    def sum(self, addends: Sequence[tuple[int, Piece]]) -> Piece:
        return super().sum(addends)[0], SUM


def symbol(name: str) -> str:
    """A name with its digits as subscripts; different names look different.

    >>> symbol("J12"), symbol("theta1'"), symbol("w2_1"), symbol("w'1")
    ('J_{12}', '\\\\dot{\\\\theta}_{1}', '\\\\mathrm{w2}_{1}', '{\\\\dot{w}}_{1}')
    """
    plain = re.fullmatch(r"([^\W\d_]+)('*)(\d*)('*)", name)
    if plain is not None:
        letters, inner, digits, outer = plain.groups()
        base = rf"\{letters}" if letters in IN_TEX else TEX_OF_LETTER.get(letters, "")
        base = _dotted(base or _upright(letters), inner)
        base = f"{{{base}}}" if inner and digits else base
        many = len(outer) >= len(_DOTS)
        base = base if many else _dotted(base, outer)
        return (f"{base}_{{{digits}}}" if digits else base) + outer * many
    numbered = re.fullmatch(r"(.*\d)_(\d+)", name)
    return f"{_upright(numbered[1])}_{{{numbered[2]}}}" if numbered else _upright(name)


_DOTS = ("", r"\dot", r"\ddot", r"\dddot")


def _dotted(base: str, primes: str) -> str:
    """A time derivative with dots."""
    if len(primes) >= len(_DOTS):
        return base + primes
    return f"{_DOTS[len(primes)]}{{{base}}}" if primes else base


def _upright(letters: str) -> str:
    escaped = letters.replace("_", r"\_")
    return escaped if len(letters) == 1 else rf"\mathrm{{{escaped}}}"


class LatexLanguage(Language):
    """An aligned list of equations."""

    name = "latex"
    style = LatexStyle()

    def module(self, program: Program, name: str, split: bool, about: str) -> str:
        """All of the text."""
        lines = [(symbol(variable), text) for variable, text in [*program.once, *program.body]]
        for out, output, texts in program.outputs:
            whole = symbol(out)
            inner = f"{{{whole}}}" if "_{" in whole else whole
            for k, text in enumerate(texts):
                index = suffix(output.sort, output.term_shape, k, apart=",")
                lines.append((f"{inner}_{{{index}}}" if index else whole, text))
        rows = [f"{left} &= {right}" for left, right in lines]
        return "\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}\n"
