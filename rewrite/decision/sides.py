"""The two sides of a question, checked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..core.context import Context
from ..core.definitions import by_definition, is_defined
from ..core.facts import Fact
from ..core.operators import coerce, label
from ..core.terms import Term, describe_symbol, order, postorder
from ..errors import FactError, NameClashError, SortError
from ..text.printing import brief


def sides(a: Any, b: Any, asked: str = "equal") -> tuple[Term, Term]:
    """Both sides as terms of one sort; a number may stand for a zero or a one."""
    if isinstance(a, bool) or isinstance(b, bool):
        raise SortError(
            f"{asked} takes the two sides of an equation: == compares how terms are written and "
            f"returns True or False. Write {asked}(left, right)"
        )
    if not isinstance(a, Term) and not isinstance(b, Term):
        raise SortError(f"{asked} compares terms, not {label(a)} with {label(b)}")
    if not isinstance(a, Term):
        a = coerce(a, b.sort, b.shape, f"the left side of {asked}")
    elif not isinstance(b, Term):
        b = coerce(b, a.sort, a.shape, f"the right side of {asked}")
    if a.sort is not b.sort or a.shape != b.shape:
        raise SortError(
            f"{asked} compares terms of one sort: {brief(a)} is {a.sort.label(a.shape)}, "
            f"{brief(b)} is {b.sort.label(b.shape)}"
        )
    return a, b


def meant(context: Context) -> Context:
    """A context whose facts are about terms with definitions expanded."""
    if not any(is_defined(s) for f in context.facts for t in f.terms for s in postorder(t)):
        return context
    try:
        return Context(*(Fact(f.name, tuple(map(by_definition, f.terms))) for f in context.facts))
    except FactError:  # a fact about a name need not be known for its definition
        return context


def refuse_name_clash(nodes: Iterable[Term]) -> None:
    """Refuse different symbols with the same name, which a reader could not tell apart."""
    symbols = {s for s in nodes if s.is_symbol}
    if len({s.name for s in symbols}) == len(symbols):
        return
    known: dict[str, Term] = {}
    for s in sorted(symbols, key=order):
        if known.setdefault(s.name, s) is not s:
            raise NameClashError(
                f"equal: two different symbols are called {s.name!r}: "
                f"{describe_symbol(known[s.name])} and {describe_symbol(s)}; rename one of them"
            )
