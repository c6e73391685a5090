"""Python: a function of floats, and the same text for sympy and NumPy with other pieces."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ...core.terms import Shape
from ..graph import Argument
from .program import Program
from .style import ATOM, HALF, Piece, Style, nested, place, what


class PythonLanguage:
    """The text of a module with one function, or two."""

    style: Style = Style()
    library = "math"
    numbers = "float"

    def module(self, program: Program, name: str, split: bool, about: str) -> str:
        """All of the text."""
        lines = [*self.once(program, name), "", ""] if split else []
        lines += self.function(program, name, split)
        return "\n".join([f'"""{about}"""', "", *self.preamble(lines), *lines]) + "\n"

    def preamble(self, lines: list[str]) -> list[str]:
        """What comes before the functions: the library, if they use it."""
        used = any(f"{self.library}." in line for line in lines)
        return [f"import {self.library}", "", ""] if used else [""]

    def function(self, program: Program, name: str, split: bool) -> list[str]:
        given = list(program.arguments.values())
        if split:
            given.append("constants")
        lines = [f"def {name}({', '.join(given)}):", *self.docstring(program, split)]
        lines += [f"    {load}" for load in self.loads(program, False if split else None)]
        if split and program.kept:
            names = ", ".join(program.kept)
            lines += [f"    {names}{',' if len(program.kept) == 1 else ''} = constants"]
        steps = program.body if split else [*program.once, *program.body]
        lines += [f"    {variable} = {text}" for variable, text in steps]
        return [*lines, *[f"    {line}" for line in self.returned(program)]]

    def once(self, program: Program, name: str) -> list[str]:
        """The function of the parameters alone."""
        given = {x: n for x, n in program.arguments.items() if x.parameter}
        lines = [f"def {name}_constants({', '.join(given.values())}):"]
        lines += [f'    """What {name} needs that depends on parameters alone."""']
        lines += [f"    {load}" for load in self.loads(program, True)]
        lines += [f"    {variable} = {text}" for variable, text in program.once]
        names = program.kept
        return [*lines, f"    return {nested(names, (len(names),)) if names else '()'}"]

    def docstring(self, program: Program, split: bool) -> list[str]:
        lines = ['    """Arguments, then what is returned.', ""]
        for x, name in program.arguments.items():
            lines.append(f"    {name}: {self.described(x)}")
        if split:
            lines.append("    constants: what the function of the parameters returned")
        lines.append("")
        for name, output, _ in program.outputs:
            lines.append(f"    {name}: {self.shaped(output.shape)}")
        return [*lines, '    """']

    def described(self, x: Argument) -> str:
        told = " (parameter)" if x.parameter else ""
        return f"{self.shaped(x.shape)}, {what(x)}{told}"

    def shaped(self, shape: Shape) -> str:
        if not shape:
            return self.numbers
        return f"{'×'.join(map(str, shape))} array" if len(shape) > 1 else f"{shape[0]} numbers"

    def loads(self, program: Program, once: bool | None) -> list[str]:
        """Assignments that take arguments apart: for parameters alone, for other work, for all."""
        return [
            f"{name} = {self.entry(program.arguments[x], k, x.shape)}"
            for name, x, k in program.loads
            if once is None or name in program.used[once]
        ]

    def entry(self, name: str, k: int, shape: Shape) -> str:
        return name + "".join(f"[{i}]" for i in place(k, shape))

    def returned(self, program: Program) -> list[str]:
        texts = [nested(texts, output.shape) for _, output, texts in program.outputs]
        if len(texts) == 1:
            return [f"return {texts[0]}"]
        return ["return (", *[f"    {text}," for text in texts], ")"]


class NumpyStyle(Style):
    """Expressions on arrays."""

    pi = "np.pi"
    functions = {"sin": "np.sin", "cos": "np.cos", "sqrt": "np.sqrt", "pow": "np.power"}

    def packed(self, texts: Sequence[str], shape: Shape) -> str:
        return f"_stacked(batch, {shape}, [{', '.join(texts)}])"

    def picked(self, call: str, k: int, shape: Shape) -> Piece:
        return f"{call}[..., {', '.join(map(str, place(k, shape)))}]", ATOM


HELPERS = '''import numpy as np


def _array(x, shape):
    """Floats, with a value of this shape in the last axes."""
    x = np.asarray(x, dtype=float)
    if x.shape[max(x.ndim - len(shape), 0) :] != shape:
        raise ValueError(f"an array (..., {str(shape)[1:-1]}) is needed, not one of {x.shape}")
    return x


def _stacked(batch, shape, entries):
    """An array of entries, numbers or arrays that broadcast to the batch."""
    found = np.empty((*batch, len(entries)))
    for k, entry in enumerate(entries):
        found[..., k] = entry
    return found.reshape(batch + shape)[()]'''


class NumpyLanguage(PythonLanguage):
    """Functions of arrays: the last axes are those of a value, those before them are batches."""

    style = NumpyStyle()
    numbers = "array of numbers"

    def preamble(self, lines: list[str]) -> list[str]:
        return [HELPERS, "", ""]

    def shaped(self, shape: Shape) -> str:
        return f"array (…, {', '.join(map(str, shape))})" if shape else "array (…)"

    def entry(self, name: str, k: int, shape: Shape) -> str:
        return f"{name}[..., {', '.join(map(str, place(k, shape)))}]"

    def loads(self, program: Program, once: bool | None) -> list[str]:
        """Arguments as arrays; what comes before the axes of their values is the batch."""
        given = {x: n for x, n in program.arguments.items() if x.parameter or not once}
        arrays = [f"{name} = _array({name}, {x.shape})" for x, name in given.items()]
        before = [f"{n}.shape{f'[:-{len(x.shape)}]' if x.shape else ''}" for x, n in given.items()]
        batch = f"batch = np.broadcast_shapes({', '.join(before)})"
        return [*arrays, batch, *super().loads(program, once)]

    def returned(self, program: Program) -> list[str]:
        found = [self.style.packed(texts, output.shape) for _, output, texts in program.outputs]
        if len(found) == 1:
            return [f"return {found[0]}"]
        return ["return (", *[f"    {text}," for text in found], ")"]


class SympyStyle(Style):
    """Expressions of sympy."""

    pi = "sympy.pi"
    functions = {"sin": "sympy.sin", "cos": "sympy.cos", "sqrt": "sympy.sqrt", "pow": "sympy.Pow"}

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

    style = SympyStyle()
    library = "sympy"
    numbers = "expression"
