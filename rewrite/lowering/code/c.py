"""C: a function of flat arrays of doubles, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ...core.terms import Shape
from ..graph.graph import Argument
from .language import Language
from .program import Program
from .style import ATOM, LIBRARY, Piece, Style, real, size, what


class CStyle(Style):
    """Expressions of doubles."""

    pi = "3.141592653589793"
    functions = {
        **{name: name for name in ("sin", "cos", "sqrt", "pow", *LIBRARY)},
        "abs": "fabs",
        "sign": "(double)(({0} > 0) - ({0} < 0))",
    }

    def number(self, value: int | Fraction) -> Piece:
        return repr(real(value)), ATOM

    def call(self, name: str, args: Sequence[str], takes: Sequence[Shape]) -> Piece:
        return f"{name}({', '.join(args)})", ATOM

    def picked(self, call: str, k: int, shape: Shape) -> Piece:
        return f"{call}[{k}]", ATOM


class CLanguage(Language):
    """The text of a C file with one function, or two."""

    name = "c"
    style = CStyle()
    own_names = ("constants",)

    def module(self, program: Program, name: str, split: bool, about: str) -> str:
        """All of the text."""
        lines = [f"/* {about.replace('*/', '* /')} */", "", "#include <math.h>", ""]
        for function, called in program.functions.items():
            lines += [self.prototype(function, called), ""]
        if split:
            lines += [*self.once(program, name), ""]
        return "\n".join([*lines, *self.function(program, name, split)]) + "\n"

    def prototype(self, name: str, called: Any) -> str:
        """The declaration of a function that the user links."""
        given = ["double"] * sum(size(shape) for shape in called.takes)
        if not called.gives:
            return f"double {name}({', '.join(given)});"
        return f"void {name}({', '.join([*given, f'double result[{size(called.gives)}]'])});"

    def function(self, program: Program, name: str, split: bool) -> list[str]:
        given = [self.parameter(x, n) for x, n in program.arguments.items()]
        if split:
            given.append(f"const double constants[{max(len(program.kept), 1)}]")
        given += [f"double {n}[{size(output.shape)}]" for n, output, _ in program.outputs]
        lines = [*self.comment(program), f"void {name}({', '.join(given) or 'void'})", "{"]
        lines += self.loads(program, False if split else None)
        if split:
            kept = enumerate(program.kept)
            lines += [f"    const double {n} = constants[{i}];" for i, n in kept]
        steps = program.body if split else [*program.once, *program.body]
        lines += self.steps(program, steps)
        for out, _, texts in program.outputs:
            lines += [f"    {out}[{k}] = {text};" for k, text in enumerate(texts)]
        return [*lines, "}"]

    def once(self, program: Program, name: str) -> list[str]:
        """The function that depends only on the parameters."""
        given = [self.parameter(x, n) for x, n in program.arguments.items() if x.parameter]
        given.append(f"double constants[{max(len(program.kept), 1)}]")
        lines = [f"/* What {name} needs that depends on parameters alone. */"]
        lines += [f"void {name}_constants({', '.join(given)})", "{"]
        lines += self.loads(program, True)
        lines += self.steps(program, program.once)
        kept = enumerate(program.kept)
        return [*lines, *[f"    constants[{i}] = {n};" for i, n in kept], "}"]

    def steps(self, program: Program, steps: Sequence[tuple[str, str]]) -> list[str]:
        found = []
        for name, text in steps:
            if name in program.calls:
                found.append(f"    double {name}[{program.calls[name]}];")
                found.append(f"    {text[:-1]}{', ' if text[-2] != '(' else ''}{name});")
            else:
                found.append(f"    const double {name} = {text};")
        return found

    def parameter(self, x: Argument, name: str) -> str:
        return f"const double {name}[{size(x.shape)}]" if x.shape else f"double {name}"

    def comment(self, program: Program) -> list[str]:
        lines = ["/*"]
        for x, name in program.arguments.items():
            kind = " (parameter)" if x.parameter else ""
            lines.append(f" * {name}: {shaped(x.shape)}, {what(x, named=False)}{kind}")
        for name, output, _ in program.outputs:
            lines.append(f" * {name}: {shaped(output.shape)}, {output.sort.__name__}, written")
        return [*lines, " */"]

    def loads(self, program: Program, once: bool | None) -> list[str]:
        return [
            f"    const double {name} = {program.arguments[x]}[{k}];"
            for name, x, k in program.loads
            if once is None or name in program.used[once]
        ]


def shaped(shape: Shape) -> str:
    """A shape in words."""
    if not shape:
        return "a number"
    return f"{'×'.join(map(str, shape))} numbers" + (", row by row" if len(shape) > 1 else "")
