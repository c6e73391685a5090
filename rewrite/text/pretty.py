r"""Terms for people: `unicode` for terminals, `latex` for notebooks and papers.

Unlike `str` these are not read back, so they follow mathematical conventions: opposites are
subtracted, factors stand side by side, negative powers are fractions. An operator is written by its
template (`unicode="{0} × {1}"`), or else as a function.

>>> from rewrite import scalars, vectors, matrix, cross
>>> (x, y), (a, omega_1), A = scalars("x y"), vectors("a omega_1"), matrix("A")
>>> unicode(a - 2*cross(omega_1, a)), unicode(A.T @ A.inv @ a), unicode(x**2*y**-1 - 1)
('a - 2 (ω₁ × a)', 'Aᵀ A⁻¹ a', 'x²/y - 1')
>>> print(latex(x/2*cross(omega_1, a)))
\frac{x}{2} \, \left(\boldsymbol{\omega}_{1} \times \boldsymbol{a}\right)
"""

from __future__ import annotations

import re
from unicodedata import normalize

from ..core.terms import Term
from .notation import Notation
from .render import ATOM, MATMUL, POWER, PRODUCT, Layout, Place, render, template_of
from .symbol_names import DOTS, GREEK, IN_TEX, TEX_OF_LETTER, name_parts

TYPESET = 50_000
"""The most characters of LaTeX that are passed to a notebook."""

_RAISED = str.maketrans("0123456789-+T", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ᵀ")
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_FUNCTION = re.compile(r"(\\[A-Za-z]+(?:\{\{\w+\}\})?)\\left\(\{0\}\\right\)")
"""A template with the function's name before brackets: an exponent goes between them."""
_SMALL = dict(zip("aehijklmnoprstuvxβγρφχ", "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ", strict=True))
"""The letters that exist as Unicode subscripts."""
_TEX_SPECIAL = str.maketrans(
    {c: f"\\{c}" for c in "{}_%$#&"} | {"\\": r"\backslash ", "^": r"\wedge ", "~": r"\sim "}
)


def unicode(t: Term) -> str:
    """A term in mathematical signs, on one line.

    >>> from rewrite import cross, vectors
    >>> print(unicode(2*cross(*vectors("a b"))))
    2 (a × b)
    """
    return render(t, _Unicode(), _Unicode.brackets)


def latex(t: Term, limit: int | None = None) -> str:
    """A term in LaTeX, for math mode; vectors are bold. Longer text than `limit` is cut.

    >>> from rewrite import cross, vectors
    >>> print(latex(cross(*vectors("a b"))))
    \\boldsymbol{a} \\times \\boldsymbol{b}
    """
    return render(t, _Latex(), _Latex.brackets, limit)


def typeset(t: Term) -> str | None:
    """A term in LaTeX for a notebook; None if it is too long for that."""
    shown = latex(t, TYPESET)
    return f"$\\displaystyle {shown}$" if len(shown) <= TYPESET else None


class _Unicode(Notation):
    which = "unicode"
    brackets = ("(", ")")
    apart = " "
    dot = "·"

    def name(self, name: str, bold: bool) -> str:
        base, below, primes = name_parts(name)
        if below and not below.isdecimal():
            below = "_" + GREEK.get(below, below)
        return GREEK.get(base, base) + below.translate(_LOWERED) + "′" * len(primes)

    def dotted(self, name: str, bold: bool, dots: int) -> str | None:
        base, below, primes = name_parts(name)
        letter = GREEK.get(base, base)
        if len(letter) != 1 or primes:
            return None
        return normalize("NFC", letter + DOTS[dots]) + self.name(f"x_{below}", bold)[1:] * bool(
            below
        )

    def primed(self, name: str, bold: bool, primes: int) -> str:
        return self.name(name, bold) + "′" * primes

    def partial(self, coordinate: str, times: int) -> str:
        below = _SMALL.get(GREEK.get(coordinate, coordinate))
        below = f"_{GREEK.get(coordinate, coordinate)}" if below is None else below
        return f"∂{below}" + (str(times).translate(_RAISED) if times > 1 else "")

    def word(self, text: str) -> str:
        return text

    def raised(self, exponent: str) -> str:
        return f"^({exponent})" if "/" in exponent else exponent.translate(_RAISED)

    def fraction(self, above: Term, below: Term) -> Layout:
        return Layout(MATMUL, (Place(above, PRODUCT), "/", Place(below, POWER)))

    def root(self, t: Term) -> Layout:
        return Layout(POWER, ("√", Place(t, ATOM)))


class _Latex(Notation):
    which = "latex"
    brackets = (r"\left(", r"\right)")
    apart = r" \, "
    dot = r" \cdot "

    def name(self, name: str, bold: bool) -> str:
        base, below, primes = (self._letters(part) for part in name_parts(name))
        base = rf"\boldsymbol{{{base}}}" if bold else base
        return base + (f"_{{{below}}}" if below else "") + primes

    def _letters(self, part: str) -> str:
        if part in IN_TEX:
            return f"\\{part}"
        if part in TEX_OF_LETTER:
            return TEX_OF_LETTER[part]
        part = part.translate(_TEX_SPECIAL)
        return rf"\mathit{{{part}}}" if len(part) > 1 and part.isalpha() else part

    def dotted(self, name: str, bold: bool, dots: int) -> str | None:
        base, below, primes = (self._letters(part) for part in name_parts(name))
        base = rf"\boldsymbol{{{base}}}" if bold else base
        return rf"\{'d' * dots}ot{{{base}}}" + (f"_{{{below}}}" if below else "") + primes

    def primed(self, name: str, bold: bool, primes: int) -> str:
        return self.name(name, bold) + "'" * primes

    def partial(self, coordinate: str, times: int) -> str:
        power = f"^{{{times}}}" if times > 1 else ""
        return rf"\partial_{{{self._letters(coordinate)}}}{power}"

    def word(self, text: str) -> str:
        return rf"\operatorname{{{text.translate(_TEX_SPECIAL)}}}"

    def raised(self, exponent: str) -> str:
        return f"^{{{exponent}}}"

    def superscript(self, base: Term, exponent: str) -> Layout:
        function = _FUNCTION.fullmatch(template_of(base.op.latex, base) or "")
        if function is None or base.op.superscript is not None:
            return super().superscript(base, exponent)
        name = function[1].replace("{{", "{").replace("}}", "}")
        before, after = self.brackets
        return Layout(POWER, (name, self.raised(exponent), before, Place(base.args[0]), after))

    def fraction(self, above: Term, below: Term) -> Layout:
        return Layout(POWER, (r"\frac{", Place(above), "}{", Place(below), "}"))

    def root(self, t: Term) -> Layout:
        return Layout(POWER, (r"\sqrt{", Place(t), "}"))


NOTATIONS: dict[str, Notation] = {"unicode": _Unicode(), "latex": _Latex()}
"""The notations, by name."""
