"""Python: a function of floats; NumPy and sympy inherit from it and change some parts."""

from __future__ import annotations

from typing import ClassVar

from ...core.terms import Shape
from ..graph.graph import Argument
from .language import Language
from .program import Program
from .style import Style, nested, place, what


class PythonLanguage(Language):
    """The text of a module with one function, or two."""

    name = "python"
    style = Style()
    own_names: ClassVar[tuple[str, ...]] = ("constants",)
    is_python = True
    library = "math"
    numbers = "float"

    def module(self, program: Program, name: str, split: bool, about: str) -> str:
        """All of the text."""
        lines = [*self.once(program, name), "", ""] if split else []
        lines += self.function(program, name, split)
        return "\n".join([f'"""{about}"""', "", *self.preamble(lines), *lines]) + "\n"

    def preamble(self, lines: list[str]) -> list[str]:
        """The lines before the functions: the import of a library, if they use it."""
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
        """The function that depends only on the parameters."""
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
        kind = " (parameter)" if x.parameter else ""
        return f"{self.shaped(x.shape)}, {what(x)}{kind}"

    def shaped(self, shape: Shape) -> str:
        if not shape:
            return self.numbers
        return f"{'×'.join(map(str, shape))} array" if len(shape) > 1 else f"{shape[0]} numbers"

    def loads(self, program: Program, once: bool | None) -> list[str]:
        """Assignments of entries of arguments: for work on parameters (True), for other work
        (False), for all (None)."""
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
