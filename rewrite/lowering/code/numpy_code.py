"""NumPy: functions of arrays, with any batch axes before those of a value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...core.terms import Shape
from .each import for_each
from .program import Program
from .python import PythonLanguage
from .style import ATOM, LIBRARY, Piece, Style, place


class NumpyStyle(Style):
    """Expressions on arrays."""

    pi = "np.pi"
    functions = {
        **{name: f"np.{name}" for name in ("sin", "cos", "sqrt", *LIBRARY, "abs", "sign")},
        "pow": "np.power",
        "atan2": "np.arctan2",
    }

    def packed(self, texts: Sequence[str], shape: Shape) -> str:
        return f"_stacked(batch, {shape}, [{', '.join(texts)}])"

    def picked(self, call: str, k: int, shape: Shape) -> Piece:
        return f"{call}[..., {', '.join(map(str, place(k, shape)))}]", ATOM


HELPERS = '''import numpy as np


def _array(x, shape, name):
    """Floats, with a value of this shape in the last axes."""
    try:
        x = np.asarray(x, dtype=float)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{name}: {error}") from None
    if x.shape[max(x.ndim - len(shape), 0) :] != shape:
        wanted = f"(..., {str(shape)[1:-1].rstrip(',')})"
        raise ValueError(f"{name} is an array of shape {x.shape}, and {wanted} is needed")
    return x


def _stacked(batch, shape, entries):
    """An array of entries, numbers or arrays that broadcast to the batch."""
    found = np.empty((*batch, len(entries)))
    for k, entry in enumerate(entries):
        found[..., k] = entry
    return found.reshape(batch + shape)[()]'''


class NumpyLanguage(PythonLanguage):
    """Functions of arrays: the last axes are those of a value, those before are batch axes."""

    name = "numpy"
    style = NumpyStyle()
    own_names = ("constants", "batch", "_array", "_stacked")
    numbers = "array of numbers"

    def preamble(self, lines: list[str]) -> list[str]:
        return [HELPERS, "", ""]

    def shaped(self, shape: Shape) -> str:
        return f"array (…, {', '.join(map(str, shape))})" if shape else "array (…)"

    def entry(self, name: str, k: int, shape: Shape) -> str:
        return f"{name}[..., {', '.join(map(str, place(k, shape)))}]"

    def loads(self, program: Program, once: bool | None) -> list[str]:
        """Arguments as arrays; the axes before those of their values are the batch."""
        given = {x: n for x, n in program.arguments.items() if x.parameter or not once}
        arrays = [f"{name} = _array({name}, {x.shape}, {name!r})" for x, name in given.items()]
        before = [f"{n}.shape{f'[:-{len(x.shape)}]' if x.shape else ''}" for x, n in given.items()]
        batch = f"batch = np.broadcast_shapes({', '.join(before)})"
        return [*arrays, batch, *super().loads(program, once)]

    def returned(self, program: Program) -> list[str]:
        found = [self.style.packed(texts, output.shape) for _, output, texts in program.outputs]
        if len(found) == 1:
            return [f"return {found[0]}"]
        return ["return (", *[f"    {text}," for text in found], ")"]

    def known(self, called: Any) -> Callable[..., Any] | None:
        """A function of single values is called for every value of a batch."""
        single = called.op.evaluate
        return None if single is None else for_each(single, called)
