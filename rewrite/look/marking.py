"""Marking parts of a term by position, for a printer to highlight.

A mark is an operator that keeps sort and shape, so that a marked term is laid out like the term
itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ..core.linear import add, neg
from ..core.operators import NUMBER, Operator
from ..core.terms import Term, intern
from ..text.notation import opposite

Path = tuple[int, ...]
"""Operand indices from the top, as in the steps of a derivation."""
MOST_PAIRS = 1_000
"""At most this many pairs of sub-terms are compared to find what a step has changed."""


def _same(op: Operator[..., Any], args: tuple[Term, ...]) -> tuple[type[Term], tuple[int, ...]]:
    return args[0].sort, args[0].shape


GOING: Operator[..., Any] = Operator("going", (None,), _same)
"""Marks what the next step changes."""
MADE: Operator[..., Any] = Operator("made", (None,), _same)
"""Marks what the step before has made."""


def marked(t: Term, going: Iterable[Path] = (), made: Iterable[Path] = ()) -> Term:
    """A term with marks at the given positions; marks may be nested.

    >>> from rewrite import vectors
    >>> a, b = vectors("a b")
    >>> marked(a + b, [(1,)])
    a + going(b)
    """
    wanted = {(_markable(t, tuple(path)), op) for path in made for op in (MADE,)}
    wanted |= {(_markable(t, tuple(path)), op) for path in going for op in (GOING,)}
    for path, op in sorted(wanted, key=lambda pair: (-len(pair[0]), pair[0], pair[1].name)):
        t = _with_mark(t, path, op)
    return t


def unmarked(t: Term) -> Term:
    """The term inside a mark, or the term itself."""
    while t.op is GOING or t.op is MADE:
        t = t.args[0]
    return t


def _markable(t: Term, path: Path) -> Path:
    """The position, or the one above if it is that of a number outside a sum, such as the 2 of
    x**2."""
    above = [t]
    for i in path:
        above.append(above[-1].args[i])
    if path and above[-1].op is NUMBER and above[-2].op is not add:
        return path[:-1]
    return path


def _with_mark(root: Term, path: Path, op: Operator[..., Any]) -> Term:
    above = [root]
    for i in path:
        above.append(above[-1].args[i])
    t = _mark(above[-1], op)
    for parent, i in zip(reversed(above[:-1]), reversed(path), strict=True):
        args = (*parent.args[:i], t, *parent.args[i + 1 :])
        t = intern(parent.op, args, parent.sort, parent.shape)
    return t


def _mark(t: Term, op: Operator[..., Any]) -> Term:
    positive = opposite(t)  # a - b with b marked reads better than a + (-b)
    if positive is not None:
        return intern(neg, (_mark(positive, op),), t.sort, t.shape)
    return intern(op, (t,), t.sort, t.shape)


def changed(before: Term, after: Term) -> tuple[list[Path], list[Path]]:
    """Where two terms differ: the deepest positions found, in the one and in the other.

    >>> from rewrite import vectors, cross
    >>> a, b, c = vectors("a b c")
    >>> changed(cross(a, b + c) + c, c + cross(a, c + c))
    ([(0, 1, 0)], [(1, 1, 1)])
    """
    old: list[Path] = []
    new: list[Path] = []
    stack: list[tuple[Path, Term, Path, Term]] = [((), before, (), after)]
    for _ in range(MOST_PAIRS):
        if not stack:
            break
        here, x, there, y = stack.pop()
        left, right = _differing(x, y)
        if left and len(left) == len(right) and (len(left) == 1 or not x.op.variadic):
            pairs = zip(left, right, strict=True)
            stack += [((*here, i), x.args[i], (*there, j), y.args[j]) for i, j in pairs]
        else:
            old += [(*here, i) for i in left] or [here]
            new += [(*there, j) for j in right] or [there]
    return old + [item[0] for item in stack], new + [item[2] for item in stack]


def exchanged(before: Term, after: Term) -> tuple[list[Path], list[Path]]:
    """The positions changed by a replacement: the whole, or only lost operands of a sum or product.

    >>> from rewrite import scalars
    >>> x, y = scalars("x y")
    >>> exchanged(x + y + 2, x + 3), exchanged(x + y, x)
    (([(1,), (2,)], [(1,)]), ([()], [()]))
    """
    left, right = _differing(before, after) if before.op.variadic else ([], [])
    return [(i,) for i in left] or [()], [(j,) for j in right] or [()]


def _differing(x: Term, y: Term) -> tuple[list[int], list[int]]:
    """The operands in which two terms of one operator differ; none if they share no operand."""
    if x.op is not y.op or not x.args:
        return [], []
    if not x.op.variadic:
        found = [i for i, (a, b) in enumerate(zip(x.args, y.args, strict=True)) if a is not b]
        return found, found
    left, right = _without_common(x.args, y.args), _without_common(y.args, x.args)
    if len(left) == len(x.args) or len(right) == len(y.args):
        return [], []
    return left, right


def _without_common(args: tuple[Term, ...], others: tuple[Term, ...]) -> list[int]:
    """The indices of the operands that are not among the others, counting repetitions."""
    there = Counter(others)
    found = []
    for i, a in enumerate(args):
        if there[a] > 0:
            there[a] -= 1
        else:
            found.append(i)
    return found
