"""`code`: terms as a function in a programming language, or as formulas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import Any

from ...core.context import Context
from ...core.operators import label
from ...core.terms import Term
from ...deadline import checked_limit, within
from ...errors import RewriteError
from ...text.shown import displayed
from ..from_terms.build import Progress
from ..from_terms.frames import Frame
from ..from_terms.given import Values
from ..graph.graph import Graph
from ..graph.nodes import MAX_NODES
from ..lower import Terms, lower
from .language import Language
from .languages import LANGUAGES
from .program import Program, Writer
from .variable_names import ascii_name, is_reserved

OWN_NAMES = frozenset(name for language in LANGUAGES.values() for name in language.own_names)
"""Names that the text of some language uses for itself."""


@dataclass(frozen=True)
class Code:
    """Generated code: its text, its arguments and its outputs."""

    text: str
    language: str
    name: str
    program: Program = field(repr=False)
    spoken: Language = field(repr=False)
    given: Mapping[str, Callable[..., Any]] = field(default_factory=dict, repr=False)

    def __str__(self) -> str:
        return self.text

    def latex(self) -> str:
        """The calculation as formulas."""
        return self.text.strip() if self.language == "latex" else formulas(self.program.graph)

    def unicode(self) -> str:
        """The text."""
        return self.text

    def _repr_html_(self) -> str | None:
        return None if self.language == "latex" else f"<pre><code>{escape(self.text)}</code></pre>"

    def _repr_latex_(self) -> str | None:
        return displayed(self.latex()) if self.language == "latex" else None

    @property
    def arguments(self) -> list[str]:
        """The names of the function's arguments, in order."""
        return list(self.program.arguments.values())

    @property
    def outputs(self) -> list[str]:
        """The names of its outputs, in order."""
        return [name for name, _, _ in self.program.outputs]

    @cached_property
    def namespace(self) -> dict[str, Any]:
        """The definitions after running the text, which is safe: its names are checked."""
        if not self.spoken.is_python:
            raise RewriteError(f"code in {self.language} is text: it has no Python function")
        found: dict[str, Any] = {}
        exec(compile(self.text, f"<{self.language} code of {self.name}>", "exec"), found)
        for name, called in self.program.functions.items():
            found[name] = self._function(called)
        return found

    def _function(self, called: Any) -> Any:
        own = self.given.get(called.name) or self.spoken.known(called)
        if own is None:
            raise RewriteError(
                f"code: only the name of {called.name} is known; give a function for it with "
                f"functions={{{called.name!r}: ...}}, or declare it with evaluate="
            )
        return own

    @property
    def function(self) -> Callable[..., Any]:
        """The function, for Python, NumPy and sympy."""
        found: Callable[..., Any] = self.namespace[self.name]
        return found

    @property
    def constants(self) -> Callable[..., Any]:
        """With `split`, the function that depends only on the parameters."""
        name = f"{self.name}_constants"
        if name not in self.namespace:
            raise RewriteError("this code has no function of the parameters: ask with split=True")
        found: Callable[..., Any] = self.namespace[name]
        return found


def code(
    terms: Terms | Graph,
    language: str | Language = "python",
    *,
    name: str = "calculate",
    values: Values | None = None,
    context: Context | None = None,
    parameters: Iterable[Term] = (),
    arguments: Iterable[Term] = (),
    split: bool = False,
    frame: Frame | None = None,
    functions: Mapping[str, Callable[..., Any]] | None = None,
    arrange: bool = True,
    limit: int = MAX_NODES,
    progress: Progress | None = None,
    time_limit: float | None = None,
) -> Code:
    """A function that calculates terms, in Python, NumPy, C, sympy or LaTeX (in any case),
    or in a `Language` of your own.

    It takes the symbols of the terms: the `arguments` in the order given, then the rest of the
    state and the parameters, each in the order of terms. It returns the outputs in the order given:
    numbers, and arrays of the shape of the sort (NumPy: with any batch of axes before; C: flat, row
    by row, written to the last arguments).
    Only the entries of an argument that its facts leave free are read. With `split`, all that
    depends only on `parameters` (and symbols declared `constant`) is calculated by a separate
    function, `{name}_constants`, whose result is the last argument of the main one. `functions`
    implements functions of which only the name is known: for NumPy code they take arrays with
    batches, otherwise single values. All other arguments are as in `lower`. The same input gives
    the same text.

    >>> from rewrite import cross, scalar, vectors
    >>> (w, r), m = vectors("w r"), scalar("m")
    >>> print(code(m*cross(w, r), "c", name="momentum").text.split("*/")[-1].strip())
    void momentum(double m, const double r[3], const double w[3], double result[3])
    {
        const double r1 = r[0];
        const double r2 = r[1];
        const double r3 = r[2];
        const double w1 = w[0];
        const double w2 = w[1];
        const double w3 = w[2];
        result[0] = m*(w2*r3 - w3*r2);
        result[1] = m*(w3*r1 - w1*r3);
        result[2] = m*(w1*r2 - w2*r1);
    }
    >>> code(m*cross(w, r)).function(2.0, (1.0, 0.0, 0.0), (0.0, 0.0, 1.0))
    (0.0, 2.0, 0.0)
    """
    spoken = _language(language)
    if not _can_name(name):
        raise RewriteError(f"code: {name!r} cannot name a function")
    given = _functions(functions)
    with within(checked_limit(time_limit)):
        g = lower(
            terms,
            values,
            context=context,
            parameters=parameters,
            arguments=arguments,
            frame=frame,
            arrange=arrange,
            limit=limit,
            progress=progress,
        )
        taken = (name, f"{name}_constants", *OWN_NAMES, *spoken.own_names)
        program = Writer(g, spoken.style, taken, split).written()
        about = f"{', '.join(n for n, _, _ in program.outputs) or 'Nothing'}: generated code."
        text = spoken.module(program, name, split, about)
    return Code(text, spoken.name, name, program, spoken, given)


def _language(given: str | Language) -> Language:
    if isinstance(given, Language):
        return given
    found = LANGUAGES.get(given.lower()) if isinstance(given, str) else None
    if found is None:
        known = ", ".join(LANGUAGES)
        raise RewriteError(f"code: there is no language {given!r}; use {known}, or a Language")
    return found


def _functions(given: Any) -> dict[str, Callable[..., Any]]:
    """The functions given for names, after checking that they can be called."""
    if given is not None and not isinstance(given, Mapping):
        raise RewriteError(f"code: functions must be a mapping from names, not {label(given)}")
    for name, function in (given or {}).items():
        if not callable(function):
            raise RewriteError(f"code: {name} must be a function, not {label(function)}")
    return dict(given or {})


def _can_name(name: object) -> bool:
    """Whether a function may have this name in every language."""
    if not isinstance(name, str) or not name.isidentifier() or ascii_name(name) != name:
        return False
    return not is_reserved(name) and name not in OWN_NAMES


def formulas(graph: Graph, notation: str = "latex") -> str:
    """The assignments that a graph stands for, in LaTeX or as lines of text."""
    language = _language("latex" if notation == "latex" else "python")
    program = Writer(graph, language.style, (), False).written()
    if notation == "latex":
        return language.module(program, "formulas", False, "").strip()
    lines = [f"{name} = {text}" for name, text in [*program.once, *program.body]]
    for name, output, texts in program.outputs:
        listed = ", ".join(texts)
        lines.append(f"{name} = ({listed})" if output.shape else f"{name} = {listed}")
    return "\n".join(lines)
