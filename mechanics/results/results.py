"""Results by name: terms, which can be simplified, split into scalars, counted and made code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from rewrite import (
    Code,
    Graph,
    Matrix,
    Scalar,
    Vector,
    code,
    displayed,
    dot,
    free_symbols,
    latex,
    lower,
    ops,
    postorder,
    subs,
    symbol,
    time_limited,
    unicode,
    x_of,
    y_of,
    z_of,
)

from ..parts.frames import X, Y, Z
from .simplifier import Simplifier

COORDINATES = {"x": x_of, "y": y_of, "z": z_of}
AXES = {"x": X, "y": Y, "z": Z}


class Result:
    """Terms by name, and the method by which they were found.

    `steps` are named intermediate terms, and `written` shows the terms with these names.
    `arguments` are symbols that come first among those of the code.

    >>> from rewrite import cross, vectors
    >>> w, r = vectors("w r")
    >>> v = Result("velocity", "by hand", {"v": cross(w, r)})
    >>> list(v.scalars()), print(v.operations())
    6 multiplications, 3 additions
    (['v_x', 'v_y', 'v_z'], None)
    """

    def __init__(
        self,
        title: str,
        method: str,
        terms: Mapping[str, Any],
        *,
        steps: Mapping[str, Any] | None = None,
        arguments: tuple[Any, ...] = (),
    ) -> None:
        self.title, self.method = title, method
        self.terms = dict(terms)
        self.steps = dict(steps or {})
        self.arguments = arguments
        self.definitions: dict[Any, Any] = {}
        """The definitions of symbols of the result, such as base parameters."""

    def __getitem__(self, name: str) -> Any:
        return self.terms[name]

    def __len__(self) -> int:
        return len(self.terms)

    def simplified(self, *, time_limit: float | None = None) -> Result:
        """The result with every term in its smallest form, for reading, as far as `time_limit`
        allows."""
        small = Simplifier(time_limit)
        return self.with_terms({name: small(t) for name, t in self.terms.items()})

    def with_terms(self, terms: Mapping[str, Any]) -> Result:
        """The same result with its terms in other forms."""
        return Result(self.title, self.method, terms, arguments=self.arguments)

    @time_limited
    def scalars(self, *, time_limit: float | None = None) -> dict[str, Scalar]:
        """The coordinates of all terms, by name.
        After `time_limit` seconds it stops with a LimitError.
        """
        return {name: s for whole, t in self.terms.items() for name, s in _scalars(whole, t)}

    named = scalars

    @cached_property
    def graph(self) -> Graph:
        """All scalars as one graph of few operations."""
        needed = set().union(*map(free_symbols, self.terms.values())) if self.terms else set()
        first = [a for a in self.arguments if a in needed]
        return lower(self.scalars(), arguments=first)

    @time_limited
    def operations(self, *, time_limit: float | None = None) -> Any:
        """The scalar operations of all terms; those on parameters only are counted separately."""
        return ops(self.graph)

    @time_limited
    def code(
        self, language: str = "python", *, time_limit: float | None = None, **options: Any
    ) -> Code:
        """A function that computes all scalars."""
        return code(self.graph, language, **options)

    def unicode(self) -> str:
        """The terms in the notation of a textbook."""
        return "\n".join(f"{name} = {unicode(t)}" for name, t in self.terms.items())

    def latex(self) -> str:
        """For typesetting."""
        return latex(self.terms)

    def _repr_latex_(self) -> str | None:
        return displayed(self.latex())

    def written(self) -> str:
        """The steps as vectors and matrices, each in terms of earlier ones, and then the terms."""
        names: dict[Any, Any] = {}
        lines = []
        for name, t in (*self.steps.items(), *self.terms.items()):
            if t.args and t not in names:
                lines.append(f"{name} = {_by_names(t, names)}")
                if name in self.steps:
                    names[t] = symbol(name, t.sort, t.shape)
            elif name in self.terms:
                lines.append(f"{name} = {_by_names(t, names)}")
        return "\n".join(lines)

    def __str__(self) -> str:
        return "\n".join(f"{name} = {t}" for name, t in self.terms.items())

    def __repr__(self) -> str:
        return f"<{self.title} by {self.method}: {', '.join(self.terms)}>"


def _by_names(t: Any, names: Mapping[Any, Any]) -> Any:
    """A term in which named parts are replaced by their names."""
    done: dict[Any, Any] = dict(names)
    for s in postorder(t, known=done.__contains__):
        done[s] = s.op.build(tuple(done[a] for a in s.args)) if s.args else s
    return done[t]


def _scalars(name: str, t: Any) -> list[tuple[str, Any]]:
    if isinstance(t, Vector):
        return [(f"{name}_{axis}", of(t)) for axis, of in COORDINATES.items()]
    if isinstance(t, Matrix) and t.shape == (3, 3):
        return [(f"{name}_{i}{k}", dot(a, t @ b)) for i, a in AXES.items() for k, b in AXES.items()]
    return [(name, t)]


def put_in(result: Result, values: Mapping[Any, Any]) -> Result:
    """A result with values for symbols."""
    return result.with_terms({name: subs(t, dict(values)) for name, t in result.terms.items()})


class SymmetricMatrix(Result):
    """A symmetric matrix as its upper triangle M_1_1, M_1_2, …; `matrix[i, k]` is any entry."""

    def __init__(
        self,
        title: str,
        method: str,
        upper: Sequence[Sequence[Any]],
        *,
        arguments: tuple[Any, ...] = (),
    ) -> None:
        self.upper = [list(row) for row in upper]
        terms = {
            f"M_{i}_{i + k}": entry
            for i, row in enumerate(self.upper, 1)
            for k, entry in enumerate(row)
        }
        super().__init__(title, method, terms, arguments=arguments)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, str):
            return self.terms[place]
        i, k = sorted(place)
        return self.upper[i][k - i]

    @property
    def rows(self) -> list[list[Any]]:
        """The whole matrix, row by row."""
        size = len(self.upper)
        return [[self[i, k] for k in range(size)] for i in range(size)]

    def with_terms(self, terms: Mapping[str, Any]) -> SymmetricMatrix:
        rest = iter(terms.values())
        upper = [[next(rest) for _ in row] for row in self.upper]
        return SymmetricMatrix(self.title, self.method, upper, arguments=self.arguments)
