"""The body of a right-hand side in one language: load values, compute, solve, and return.

It is a list of assignments, each a name and an expression, so that C, NumPy and Python differ only
in the text around them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rewrite import CODE_LANGUAGES, Code, Graph, Language, Quaternion, code, lower, time

from .rhs_terms import Pieces
from .slots import shape_of
from .written_solution import UNROLLED, Steps, written_out

OWN = (
    "t y p c dy A b f f_at f_constants f_batch solve solved stacked rows np math n i j k best "
    "kept e constants full side M Delta gamma tau gap T beta rate acc batch matrix right CONSTANTS"
)
TAKEN = tuple(OWN.split())
"""Names that are reserved for the text around the calculation."""


class CKernel(Language):
    """Expressions of C; the text around them is written elsewhere."""

    name = "c"
    style = CODE_LANGUAGES["c"].style
    own_names = TAKEN
    root = "sqrt"

    def module(self, program: Any, name: str, split: bool, about: str) -> str:
        return ""


class PythonKernel(CKernel):
    """Expressions of Python."""

    name = "python"
    style = CODE_LANGUAGES["python"].style
    is_python = True
    root = "math.sqrt"


class NumpyKernel(PythonKernel):
    """Expressions on arrays."""

    name = "numpy"
    style = CODE_LANGUAGES["numpy"].style
    root = "np.sqrt"

    def known(self, called: Any) -> Any:
        return CODE_LANGUAGES["numpy"].known(called)


def graph_of(pieces: Pieces) -> Graph:
    """All terms of a right-hand side as one graph of few operations."""
    terms = {f"{g}_{i}": t for g, found in pieces.groups.items() for i, t in enumerate(found, 1)}
    return lower(terms, parameters=pieces.parameters.symbols)


@dataclass(eq=False)
class Kernel:
    """The calculation of y' from t, y and p in one language, as assignments."""

    pieces: Pieces
    graph: Graph
    language: CKernel
    pull: tuple[float, float] | None = None
    """a and b of Baumgarte's terms -2 a g' - b² g."""
    functions: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def code(self) -> Code:
        return code(self.graph, self.language, name="f", split=True, functions=self.functions)

    @cached_property
    def names(self) -> set[str]:
        program = self.code.program
        found = {*program.arguments.values(), *program.kept, *program.functions, *TAKEN}
        found |= {n for n, _ in (*program.once, *program.body)}
        found |= {n for n, _, _ in program.loads}
        return found

    def new(self, name: str) -> str:
        """A name that is not used yet."""
        while name in self.names:
            name += "_"
        self.names.add(name)
        return name

    # -- loading ----------------------------------------------------------------------------------

    def place(self, symbol: Any, k: int = 0) -> str:
        """The expression that reads an entry of a symbol."""
        if symbol is time:
            return "t"
        pieces = self.pieces
        if symbol in pieces.state.start:
            at = f"y[{pieces.state.start[symbol] + k}]"
            return f"{at}/{self.lengths[symbol]}" if symbol in self.lengths else at
        if symbol in pieces.parameters.start:
            return f"p[{pieces.parameters.start[symbol] + k}]"
        return f"p[{pieces.parameters.size + pieces.inputs.start[symbol] + k}]"

    @cached_property
    def lengths(self) -> dict[Any, str]:
        """Names for the norms of unit quaternions; the norms drift during integration."""
        units = [s for s in self.pieces.rates if isinstance(s, Quaternion)]
        return {s: self.new(f"norm_{i}") for i, s in enumerate(units, 1)}

    @cached_property
    def norms(self) -> Steps:
        """Their calculation."""
        found = []
        for s, name in self.lengths.items():
            start = self.pieces.state.start[s]
            squares = " + ".join(f"y[{k}]*y[{k}]" for k in range(start, start + 4))
            found.append((name, f"{self.language.root}({squares})"))
        return found

    def loads(self, once: bool) -> Steps:
        """Variables for entries of y and p: for the part that depends only on p, or the rest."""
        program = self.code.program
        used = program.used[once]
        found = [
            (name, self.place(x.symbol))
            for x, name in program.arguments.items()
            if not x.shape and name in used
        ]
        found += [(name, self.place(x.symbol, k)) for name, x, k in program.loads if name in used]
        return found

    # -- calculating ------------------------------------------------------------------------------

    @cached_property
    def texts(self) -> dict[str, list[str]]:
        """The expressions of each array, in the order of its entries."""
        found: dict[str, list[str]] = {}
        for name, _, texts in self.code.program.outputs:
            group = name.partition("_")[0]
            found.setdefault(group, []).extend(texts)
        return found

    def assigned(self, group: str, steps: Steps) -> list[str]:
        """The entries of an array as names or numbers, after assignments for the others."""
        found = []
        for i, text in enumerate(self.texts.get(group, ()), 1):  # names of outputs are free
            if not re.fullmatch(r"[\w.]+", text):
                name = self.new(f"{group}_{i}")
                steps.append((name, text))
                text = name
            found.append(text)
        return found

    @property
    def width(self) -> int:
        """How many scalar unknowns M u' = f has, without multipliers."""
        if self.pieces.full:
            return sum(_size(u) for u in self.pieces.speeds)
        return len(self.texts.get("f", ()))

    @cached_property
    def is_written_out(self) -> bool:
        """Whether the solution of the linear system is written out, without a loop."""
        loose = self.pieces.delta or self.pieces.full
        return not loose and self.width <= UNROLLED

    def finished(self, steps: Steps) -> list[str]:
        """The rates of the speeds, after adding the steps that solve for them."""
        if self.pieces.solved:
            return self.assigned("acc", steps)
        mass, right = self.assigned("M", steps), self.assigned("f", steps)
        n = self.width
        upper = dict(zip(((i, k) for i in range(n) for k in range(i, n)), mass, strict=True))
        present = {place: text for place, text in upper.items() if not _is_zero(text)}
        more, found = written_out(present, right, self.new)
        steps += more
        return self.completed(found, steps)

    def completed(self, found: list[str], steps: Steps) -> list[str]:
        """The rates of all speeds from those of the independent ones."""
        if not self.pieces.others:
            return found
        by, betas = self.assigned("T", steps), self.assigned("beta", steps)
        k, whole = len(found), [""] * (len(found) + len(self.pieces.others))
        for place, text in zip(self.pieces.independent, found, strict=True):
            whole[place] = text
        for row, (place, beta) in enumerate(zip(self.pieces.others, betas, strict=True)):
            parts = [
                f"{t}*{x}"
                for t, x in zip(by[row * k : (row + 1) * k], found, strict=True)
                if not _is_zero(t)
            ]
            whole[place] = " + ".join([*parts, *([] if _is_zero(beta) and parts else [beta])])
        return whole

    def system(self, steps: Steps) -> tuple[list[str], list[str]]:
        """The linear system for u' and the multipliers: the entries of its matrix row by row (M and
        -Δᵀ, Δ and zeros), and its right side."""
        if self.pieces.full:
            return self.assigned("full", steps), self.assigned("side", steps)
        mass, right = self.assigned("M", steps), self.assigned("f", steps)
        delta, n = self.assigned("Delta", steps), self.width
        m = len(delta) // n if n else 0
        upper = dict(zip(((i, k) for i in range(n) for k in range(i, n)), mass, strict=True))
        zero = self.language.style.number(0)[0]
        matrix: list[str] = []
        for i in range(n):
            matrix += [upper[min(i, k), max(i, k)] for k in range(n)]
            matrix += [_opposite(delta[r * n + i]) for r in range(m)]
        for r in range(m):
            matrix += [*delta[r * n : (r + 1) * n], *[zero] * m]
        return matrix, [*right, *self.pulled(delta, steps)]

    def pulled(self, delta: list[str], steps: Steps) -> list[str]:
        """γ, with Baumgarte's terms if they are wanted."""
        gamma = self.assigned("gamma", steps)
        if self.pull is None or not gamma:
            return gamma
        a, b = self.pull
        tau, gaps, n = self.assigned("tau", steps), self.assigned("gap", steps), self.width
        at = sum(_size(s) for s in self.pieces.rates)
        found = []
        for r, text in enumerate(gamma):
            row = delta[r * n : (r + 1) * n]
            parts = [f"{d}*y[{at + k}]" for k, d in enumerate(row) if not _is_zero(d)]
            parts += [] if _is_zero(tau[r]) else [tau[r]]
            held = f"{text} - {2 * a!r}*({' + '.join(parts)})" if parts else text
            found.append(held if _is_zero(gaps[r]) else f"{held} - {b * b!r}*{gaps[r]}")
        return found

    def rates(self) -> list[str]:
        """The rates of the configuration; those of a quaternion are multiplied by its norm."""
        found, at = [], 0
        for s in self.pieces.rates:
            size = _size(s)
            for text in self.texts["rate"][at : at + size]:
                found.append(f"({text})*{self.lengths[s]}" if s in self.lengths else text)
            at += size
        return found


def _size(symbol: Any) -> int:
    total = 1
    for n in shape_of(symbol):
        total *= n
    return total


def _is_zero(text: str) -> bool:
    return text in ("0", "0.0")


def _opposite(text: str) -> str:
    return text if _is_zero(text) else text[1:] if text.startswith("-") else f"-{text}"
