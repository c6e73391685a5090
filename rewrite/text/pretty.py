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
from abc import ABC, abstractmethod
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import cast
from unicodedata import normalize

from ..core.linear import add, div, neg, power, scale, times
from ..core.operators import NUMBER, ONE, OPAQUE, SYMBOL, VARIABLE, ZERO, number
from ..core.sorts import Matrix, Scalar, Vector
from ..core.terms import TIME, SymbolInfo, Term, symbols_called
from .render import (
    ATOM,
    MATMUL,
    POWER,
    PRODUCT,
    SUM,
    Layout,
    Place,
    digits,
    filled,
    listed,
    rational,
    render,
    template_of,
)

TYPESET = 50_000
"""The most characters of LaTeX that are passed to a notebook."""

PRODUCTS = ("*", "/", "@")
"""The signs of operators whose operands stand side by side, or in a fraction."""

# fmt: off
GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ",
    "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "chi": "χ",
    "psi": "ψ", "omega": "ω",
}
# fmt: on
GREEK |= {name.capitalize(): sign.upper() for name, sign in GREEK.items()}
GREEK |= {"varphi": "ϕ", "vartheta": "ϑ", "varepsilon": "ϵ", "varrho": "ϱ", "varpi": "ϖ"}
IN_TEX = {name for name, sign in GREEK.items() if sign.islower() or sign in "ΓΔΘΛΞΠΣΥΦΨΩ"}
TEX_OF_LETTER = {GREEK[name]: f"\\{name}" for name in IN_TEX}
"""The TeX commands for Greek letters."""
_RAISED = str.maketrans("0123456789-+T", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ᵀ")
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_FUNCTION = re.compile(r"(\\[A-Za-z]+(?:\{\{\w+\}\})?)\\left\(\{0\}\\right\)")
"""A template with the function's name before brackets: an exponent goes between them."""
_VELOCITY = re.compile(r"(.+)_w('*)")
_DOTS = {1: "\u0307", 2: "\u0308", 3: "\u20db"}
_SMALL = dict(zip("aehijklmnoprstuvxβγρφχ", "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ", strict=True))
"""The letters that exist as Unicode subscripts."""
_NAME = re.compile(r"(?P<base>_*[^_]*?)_*(?P<below>(?<=_).*?|[0-9]*)(?P<primes>'*)")
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


class Notation(ABC):
    """The base of all notations; they differ in names, exponents, fractions and roots."""

    which: str
    brackets: tuple[str, str]
    apart: str
    dot: str

    @abstractmethod
    def name(self, name: str, bold: bool) -> str: ...

    @abstractmethod
    def word(self, text: str) -> str: ...

    @abstractmethod
    def raised(self, exponent: str) -> str: ...

    @abstractmethod
    def fraction(self, above: Term, below: Term) -> Layout: ...

    @abstractmethod
    def root(self, t: Term) -> Layout: ...

    def __call__(self, place: Place) -> Layout:
        t = place.term
        positive = opposite(t)
        if positive is not None:
            return Layout(MATMUL, ("-", Place(positive, MATMUL, signed=False)), minus=True)
        if not t.args:
            return self.atom(t)
        if t.op is add:
            return Layout(SUM, self.sum(t, place.signed))
        if t.op is power:
            return self.exponential(t)
        if t.op.superscript is not None:
            return self.superscript(t.args[0], t.op.superscript)
        return self.by_template(t) or self.by_sign(t)

    def by_template(self, t: Term) -> Layout | None:
        """A term in the notation that its operator declares, if any."""
        template = template_of(getattr(t.op, self.which), t)
        return None if template is None else filled(template, t)

    def by_sign(self, t: Term) -> Layout:
        """A product, or a function of its operands."""
        if t.op.sign in PRODUCTS:
            return self.product(t)
        before, after = self.brackets
        return Layout(ATOM, (self.word(t.op.name), before, *listed(t.args), after))

    def derivative(self, info: SymbolInfo, bold: bool) -> Layout:
        """A partial derivative of a field: dots if only by time, primes if by its only coordinate,
        otherwise ∂ for each coordinate."""
        material = [(c, n) for c, n in info.orders if c != TIME]
        if len(info.orders) == 1 and info.orders[0][1] <= 3:
            ((coordinate, n),) = info.orders
            if coordinate == TIME:
                dotted = self.dotted(info.base, bold, n)
                if dotted is not None:
                    return Layout(ATOM, (dotted,))
            elif len(info.along) == 1:
                return Layout(ATOM, (self.primed(info.base, bold, n),))
        times = [("t", n) for c, n in info.orders if c == TIME]
        signs = [self.partial(c, n) for c, n in [*material, *times]]
        return Layout(PRODUCT, (*signs, " ", self.name(info.base, bold)))

    @abstractmethod
    def dotted(self, name: str, bold: bool, dots: int) -> str | None: ...

    @abstractmethod
    def primed(self, name: str, bold: bool, primes: int) -> str: ...

    @abstractmethod
    def partial(self, coordinate: str, times: int) -> str: ...

    def atom(self, t: Term) -> Layout:
        if t.op is SYMBOL and t.value.orders:
            return self.derivative(t.value, t.sort is Vector)
        if t.op is SYMBOL and t.value.time:
            return Layout(ATOM, (self.moving(t),))
        if t.op in (SYMBOL, VARIABLE):
            return Layout(ATOM, (self.name(t.value.name, t.sort is Vector),))
        if t.op is NUMBER and t.value.denominator != 1:
            return self.fraction(number(t.value.numerator), number(t.value.denominator))
        if t.op in (NUMBER, ZERO, ONE):
            return Layout(ATOM, ("I" if t.op is ONE and t.sort is Matrix else digits(t.value),))
        if t.op is OPAQUE:
            return Layout(SUM, (self.word(t.value),))
        return Layout(ATOM, (self.name(t.op.name, False),))

    def moving(self, t: Term) -> str:
        """A symbol that depends on time: dots for derivatives, ω for the velocity of a rotation."""
        name, bold = _velocity_of(t) or t.value.name, t.sort is Vector
        base = name.rstrip("'")
        dots = len(name) - len(base)
        dotted = self.dotted(base, bold, dots) if 0 < dots <= len(_DOTS) else None
        return self.name(name, bold) if dotted is None else dotted

    def sum(self, t: Term, signed: bool) -> Iterator[str | Place]:
        yield Place(t.args[0], MATMUL, signed)
        for x in islice(t.args, 1, None):
            positive = opposite(x)
            yield " + " if positive is None else " - "
            yield Place(x if positive is None else positive, MATMUL, signed=False)

    def product(self, t: Term) -> Layout:
        if t.op in (div, times) or (t.op is scale and _divides(t.args[0])):
            above, below = _above_and_below(t)
            if below:
                return self.fraction(_times(above), _times(below))
        return Layout(PRODUCT, self.side_by_side(t))

    def side_by_side(self, t: Term) -> Iterator[str | Place]:
        yield Place(t.args[0], PRODUCT)
        for x in islice(t.args, 1, None):
            begins_with_digit = x.op is NUMBER or (x.op is power and x.args[0].op is NUMBER)
            yield self.dot if begins_with_digit else self.apart
            alone = x is t.args[-1] and x.is_symbol  # nothing follows on which ∂ could act
            loose = alone or (t.op is scale and _begins_with_letter(x))
            yield Place(x, PRODUCT if loose else POWER)

    def exponential(self, t: Term) -> Layout:
        base, exponent = t.args[0], t.args[1].value
        if t.sort is Scalar and exponent < 0:
            return self.fraction(number(1), _inverse(t))
        if exponent == Fraction(1, 2):
            return self.root(base)
        return self.superscript(base, rational(exponent))

    def superscript(self, base: Term, exponent: str) -> Layout:
        return Layout(POWER, (Place(base, ATOM), self.raised(exponent)))


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
        return normalize("NFC", letter + _DOTS[dots]) + self.name(f"x_{below}", bold)[1:] * bool(
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


# -- names ---------------------------------------------------------------------------------------


def name_parts(name: str) -> tuple[str, str, str]:
    """A name as letters, subscript and primes.

    >>> name_parts("omega_1'"), name_parts("R12"), name_parts("x_max"), name_parts("_")
    (('omega', '1', "'"), ('R', '12', ''), ('x', 'max', ''), ('_', '', ''))
    """
    found = _NAME.fullmatch(name)
    return (found["base"], found["below"], found["primes"]) if found else (name, "", "")


def _velocity_of(t: Term) -> str | None:
    """omega_R for the symbol R_w, the angular velocity of a rotation or quaternion R."""
    found = _VELOCITY.fullmatch(t.value.name) if t.sort is Vector else None
    if found is None:
        return None
    turning = (s.value for s in symbols_called(found[1]) if s.value.time)
    if not any(not i.velocity and i.facts & {"orthogonal", "unit"} for i in turning):
        return None
    return f"omega_{found[1]}{found[2]}"


# -- terms rearranged for display ------------------------------------------------------------------


def opposite(t: Term, depth: int = 3) -> Term | None:
    """u if t is -u and is best written with a minus in front; otherwise None."""
    if t.op is neg:
        return t.args[0]
    if t.op is NUMBER:
        return number(-t.value) if t.value < 0 else None
    if t.op not in (times, scale, div) or depth == 0:
        return None
    first, rest = opposite(t.args[0], depth - 1), t.args[1:]
    if first is None and t.op is scale and _divides(t.args[0]):
        second = opposite(rest[0], depth - 1)  # -a/x is a quotient of -a
        return None if second is None else cast(Term, scale.build((t.args[0], second)))
    if first is None:
        return None
    if first == 1 and t.op is not div:
        return rest[0] if len(rest) == 1 else cast(Term, t.op.build(rest))
    return cast(Term, t.op.build((first, *rest)))


def _divides(t: Term) -> bool:
    return t.op is power and bool(t.args[1].value < 0)


def _above_and_below(t: Term) -> tuple[list[Term], list[Term]]:
    """The factors of the numerator and of the denominator of a product or quotient."""
    above: list[Term] = []
    below: list[Term] = []
    stack = [(t, True)]  # True for the whole, and for the operand that the whole begins with
    while stack:
        x, first = stack.pop()
        if x.op is div and first:
            below.append(x.args[1])
            stack.append((x.args[0], True))
        elif first and x.op is times:
            stack += [(y, False) for y in reversed(x.args[1:])]
            stack.append((x.args[0], x.args[0].op is div))
        elif first and x.op is scale and _divides(x.args[0]):
            stack += [(x.args[0], False), (x.args[1], True)]
        elif _divides(x) and x.sort is Scalar:
            below.append(_inverse(x))
        else:
            above.append(x)
    if below and above and above[0].op is NUMBER and above[0].value.denominator != 1:
        below.insert(0, number(above[0].value.denominator))
        above[0] = number(above[0].value.numerator)
    if len(above) > 1 and above[0] == 1:
        del above[0]
    below.sort(key=lambda x: x.op is not NUMBER)
    return above, below


def _inverse(t: Term) -> Term:
    """The power with the opposite exponent; the base itself if that is 1."""
    base, exponent = t.args
    return base if exponent.value == -1 else power.build((base, number(-exponent.value)))


def _times(factors: list[Term]) -> Term:
    if len(factors) > 1:
        return cast(Term, times.build(tuple(factors)))
    return factors[0] if factors else number(1)


def _begins_with_letter(t: Term) -> bool:
    """Whether a product can follow a scalar without brackets."""
    return _is_word(t) and not _is_word(t.args[0]) and t.args[0].op not in (NUMBER, neg, scale, div)


def _is_word(t: Term) -> bool:
    """Whether a term is a product of matrices, of quaternions, or of another sort with one."""
    return t.op.sign in ("*", "@") and t.op not in (times, scale)
