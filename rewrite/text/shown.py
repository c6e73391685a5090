r"""`latex` and `unicode` of anything that can be shown: terms, numbers, lists, mappings, results.

>>> from rewrite import scalars, cross, vectors
>>> (x, t), (a, b) = scalars("x t"), vectors("a b")
>>> unicode([x/t, cross(a, b)]), unicode({"v": x/t})
('[x/t, a × b]', 'v = x/t')
>>> print(latex([[x, 1], [0, t]]))
\begin{bmatrix} x & 1 \\ 0 & t \end{bmatrix}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from ..core.operators import label, number
from ..core.terms import Term
from ..deadline import time_limited
from ..errors import SortError
from . import pretty
from .pretty import TYPESET

ROWS = 200
"""The most rows that are aligned in one display."""


@time_limited
def unicode(shown: Any, *, time_limit: float | None = None) -> str:
    """A term, or anything else that can be shown, in mathematical signs.
    After `time_limit` seconds it stops with a LimitError.

    >>> from rewrite import cross, vectors
    >>> print(unicode(2*cross(*vectors("a b"))))
    2 (a × b)
    """
    if isinstance(shown, Term):
        return pretty.unicode(shown)
    if isinstance(shown, int | Fraction):
        return pretty.unicode(number(shown))
    if isinstance(shown, Mapping):
        return "\n".join(f"{_name(k, unicode)} = {unicode(x)}" for k, x in shown.items())
    own = getattr(shown, "unicode", None)
    if callable(own) and not isinstance(shown, type):
        return str(own())
    if isinstance(shown, list | tuple) and not hasattr(shown, "_fields"):
        return f"[{', '.join(map(unicode, shown))}]"
    raise SortError(
        f"unicode shows terms, lists of terms, equations and results, not {label(shown)}"
    )


@time_limited
def latex(shown: Any, limit: int | None = None, *, time_limit: float | None = None) -> str:
    r"""A term, or anything else that can be shown, in LaTeX; vectors are bold. Text longer than
    `limit` is cut. After `time_limit` seconds it stops with a LimitError.

    >>> from rewrite import cross, vectors
    >>> print(latex(cross(*vectors("a b"))))
    \boldsymbol{a} \times \boldsymbol{b}
    """
    if isinstance(shown, Term):
        return pretty.latex(shown, limit)
    if isinstance(shown, int | Fraction):
        return pretty.latex(number(shown), limit)
    if isinstance(shown, Mapping):
        return aligned([(_name(k, latex), latex(x, limit)) for k, x in shown.items()])
    own = getattr(shown, "latex", None)
    if callable(own) and not isinstance(shown, type):
        return str(own())
    if isinstance(shown, list | tuple) and not hasattr(shown, "_fields"):
        return _listed(shown, limit)
    raise SortError(f"latex shows terms, lists, equations and results, not {label(shown)}")


def _listed(shown: Any, limit: int | None) -> str:
    """A list; a list of lists of equal length is a matrix."""
    rows = [row for row in shown if isinstance(row, list | tuple)]
    if rows and len(rows) == len(shown) and len({len(row) for row in rows}) == 1:
        lines = r" \\ ".join(" & ".join(latex(x, limit) for x in row) for row in rows)
        return rf"\begin{{bmatrix}} {lines} \end{{bmatrix}}"
    return rf"\left[{', '.join(latex(x, limit) for x in shown)}\right]"


def _name(key: Any, show: Any) -> str:
    if not isinstance(key, str):
        return str(show(key))
    notation = pretty.NOTATIONS["latex" if show is latex else "unicode"]
    return notation.name(key, False)


def aligned(rows: Iterable[tuple[str, str]]) -> str:
    r"""Equations below each other, aligned at their equals signs.

    >>> aligned([("x", "1")])
    '\\begin{aligned}\nx &= 1\n\\end{aligned}'
    """
    lines = " \\\\\n".join(f"{left} &= {right}" for left, right in rows)
    return f"\\begin{{aligned}}\n{lines}\n\\end{{aligned}}"


def displayed(text: str) -> str | None:
    """LaTeX for a notebook; None if it is too long to be typeset, and is shown as text instead."""
    return (
        f"$\\displaystyle {text}$" if len(text) <= TYPESET and text.count("\\\\") < ROWS else None
    )


def typeset_lists(shell: Any) -> None:
    """Let a notebook typeset lists, tuples and mappings of terms; others stay as they are."""
    formatter = shell.display_formatter.formatters["text/latex"]
    for kind in (list, tuple, dict):
        formatter.for_type(kind, _typeset)


def _typeset(shown: Any) -> str | None:
    parts = list(shown.values()) if isinstance(shown, dict) else list(shown)
    flat = [x for p in parts for x in (p if isinstance(p, list | tuple) else [p])]
    if not flat or len(flat) > ROWS or not any(_is_ours(x) for x in flat):
        return None
    try:
        return displayed(latex(shown))
    except SortError:
        return None


def _is_ours(x: Any) -> bool:
    return isinstance(x, Term) or hasattr(type(x), "_repr_latex_")
