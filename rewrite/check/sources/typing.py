"""Well-formedness of rules, beyond the checks at their definition: read from their source.

A rule whose sides are ill-sorted cannot be defined. The remaining errors are a parameter that does
not occur on the left side, a return annotation with another sort than the rule has, which a type
checker would find, and a Python `if` on a variable (see `slips`).
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from functools import lru_cache

from ...core.sorts import is_unknown
from ...core.variables import variables_of
from ...rewriting.rule import Rule
from ..findings import Finding, Severity
from .slips import decided_once


def typing(rule: Rule) -> Iterator[Finding]:
    """Findings about a rule whose signature does not fit what it does.

    >>> from rewrite import Rewrite, Scalar, Vector, cross, dot, rule
    >>> @rule
    ... def turned(a: Vector, b: Vector, c: Vector) -> Rewrite[Scalar]:
    ...     "a × (a × b) = (a·b) a − (a·a) b."
    ...     return cross(a, cross(a, b)) >> dot(a, b)*a - dot(a, a)*b
    >>> for finding in typing(turned):
    ...     print(finding.message)
    parameter 'c' does not occur on its left side
    it is annotated as Rewrite[Scalar], but rewrites a Vector
    """
    function = source_of(rule)
    if function is None:
        return
    yield from decided_once(rule, function)
    used = {v.name for v in variables_of(rule.written.left)}
    for argument in (*function.args.args, *function.args.kwonlyargs):
        if argument.arg not in used:
            yield Finding(
                "typing", Severity.WARNING, rule.name, rule.where,
                f"parameter {argument.arg!r} does not occur on its left side",
                remedy="take it out of the signature",
            )  # fmt: skip
    declared, found = _declared(function), rule.written.left.sort.__name__
    settled = not any(map(is_unknown, rule.written.left.shape))
    if declared is not None and declared != found and settled:
        yield Finding(
            "typing", Severity.ERROR, rule.name, rule.where,
            f"it is annotated as Rewrite[{declared}], but rewrites a {found}",
            remedy=f"-> Rewrite[{found}]",
        )  # fmt: skip


def source_of(rule: Rule) -> ast.FunctionDef | None:
    """The source of the function that defines a rule."""
    file, _, line = rule.where.rpartition(":")
    return _functions("".join(linecache.getlines(file))).get((rule.name, line))


@lru_cache(maxsize=8)
def _functions(source: str) -> dict[tuple[str, str], ast.FunctionDef]:
    """The functions of a file by their names and first lines."""
    try:
        inside = ast.walk(ast.parse(source))
    except (SyntaxError, ValueError):
        return {}
    found = [node for node in inside if isinstance(node, ast.FunctionDef)]
    return {(node.name, str(_first_line(node))): node for node in found}


def _first_line(function: ast.FunctionDef) -> int:
    return min([function.lineno, *(d.lineno for d in function.decorator_list)])


def _declared(function: ast.FunctionDef) -> str | None:
    """The sort that a function is annotated to rewrite."""
    returns = function.returns
    if not isinstance(returns, ast.Subscript) or not isinstance(returns.slice, ast.Name):
        return None
    return returns.slice.id
