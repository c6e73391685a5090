"""sympy: a function of sympy expressions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .python import PythonLanguage
from .style import ATOM, HALF, LIBRARY, Piece, Style


class SympyStyle(Style):
    """Expressions of sympy."""

    pi = "sympy.pi"
    functions = {
        **{name: f"sympy.{name}" for name in ("sin", "cos", "sqrt", "sign", *LIBRARY)},
        "pow": "sympy.Pow",
        "abs": "sympy.Abs",
    }

    def number(self, value: int | Fraction) -> Piece:
        if isinstance(value, int):
            return f"sympy.Integer({value})", ATOM
        return f"sympy.Rational({value.numerator}, {value.denominator})", ATOM

    def power(self, x: Piece, exponent: Fraction) -> Piece:
        if exponent == HALF:
            return f"sympy.sqrt({x[0]})", ATOM
        return f"sympy.Pow({x[0]}, {self.number(exponent)[0]})", ATOM


class SympyLanguage(PythonLanguage):
    """A function of sympy expressions."""

    name = "sympy"
    style = SympyStyle()
    library = "sympy"
    numbers = "expression"

    def known(self, called: Any) -> Callable[..., Any] | None:
        """The given function, or an undefined function of sympy if nothing else is known."""
        import sympy

        return super().known(called) or sympy.Function(called.name)
