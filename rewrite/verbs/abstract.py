"""Replace compound operands by symbols: an identity in the symbols also holds for the compounds.

A compound that occurs several times in a term as written is replaced by a symbol with the same
facts. Terms that are equal in the symbols are equal in the compounds.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

from ..core.context import EMPTY, Context
from ..core.declare import symbol
from ..core.facts import KINDS, Fact
from ..core.laws import Associative
from ..core.sorts import Linear, Scalar
from ..core.terms import Term, free_symbols, postorder
from ..errors import FactError, RewriteError


def abstracted(t: Term, context: Context | None = None) -> tuple[Term, dict[Term, Term]] | None:
    """A term with symbols for its compounds, and the compound of each symbol; None if it has none.

    >>> from rewrite import cross, dot, vectors
    >>> a, b, c = vectors("a b c")
    >>> v = a + cross(b, c)
    >>> abstracted(dot(v, cross(v, b)) - dot(v, a))[0]
    dot(part_1, cross(part_1, b)) - dot(part_1, a)
    """
    uses = Counter(a for s in postorder(t) for a in s.args)
    taken = {s.name for s in free_symbols(t)}
    names: dict[Term, Term] = {}
    seen, stack = {t}, [t]
    while stack:
        s = stack.pop()
        for a in s.args:
            if a in names or a in seen:
                continue
            seen.add(a)
            if uses[a] > 1 and _is_compound(a):
                names[a] = _named(a, f"part_{len(names) + 1}", taken, context or EMPTY)
            else:
                stack.append(a)
    return (_replaced(t, names), {v: a for a, v in names.items()}) if names else None


def _is_compound(t: Term) -> bool:
    """Whether a term other than a scalar has several operands. A unary operator stays, so that
    the laws about it apply, and its operand is replaced."""
    return len(t.args) > 1 and issubclass(t.sort, Linear) and t.sort is not Scalar


def _named(t: Term, name: str, taken: set[str], context: Context) -> Term:
    while name in taken:
        name += "_"
    facts: dict[str, Any] = {}
    for kind in KINDS.values():
        try:
            if kind.applies(t.sort, t.shape) and context.holds(Fact(kind.name, (t,))).yes:
                facts[kind.name] = True
        except (RewriteError, ArithmeticError):
            continue
    try:
        return symbol(name, t.sort, t.shape, **facts)
    # a term like A - A, which is zero, has facts that exclude each other
    except FactError:
        return symbol(name, t.sort, t.shape)


def _replaced(t: Term, names: dict[Term, Term]) -> Term:
    """A term with symbols for some of its parts, also if a part is a piece of a longer word."""
    done: dict[Term, Term] = dict(names)
    for s in postorder(t, known=done.__contains__):
        if not s.args:
            done[s] = s
            continue
        args = [done[a] for a in s.args]
        if s.op.law(Associative) is not None:
            for whole, name in names.items():
                if whole.op is s.op:
                    _shorten(args, [done.get(a, a) for a in whole.args], name)
        alone = len(args) == 1 and len(s.args) > 1
        done[s] = args[0] if alone else cast(Term, s.op.build(tuple(args)))
    return done[t]


def _shorten(args: list[Term], piece: list[Term], name: Term) -> None:
    """Replace a piece of a word by a symbol, wherever it occurs."""
    i = 0
    while i + len(piece) <= len(args):
        if args[i : i + len(piece)] == piece:
            args[i : i + len(piece)] = [name]
        i += 1
