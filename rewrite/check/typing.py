"""Well-formedness of rules, beyond what is refused when they are defined: read from their source.

A rule whose sides are ill-sorted cannot be made. What is left: a parameter that no side uses, and a
result that is annotated with another sort than the rule has, which a type checker would see.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator

from ..core.sorts import is_unknown
from ..core.variables import variables_of
from ..rewriting.rule import Rule
from .findings import Finding, Severity


def typing(rule: Rule) -> Iterator[Finding]:
    """What a rule declares and does not do.

    >>> from rewrite import Rewrite, Scalar, Vector, cross, dot, rule
    >>> @rule
    ... def turned(a: Vector, b: Vector, c: Vector) -> Rewrite[Scalar]:
    ...     "a × (a × b) = (a·b) a − (a·a) b."
    ...     return cross(a, cross(a, b)) >> dot(a, b)*a - dot(a, a)*b
    >>> for finding in typing(turned):
    ...     print(finding.message)
    parameter 'c' does not occur on its left side
    it is annotated as Rewrite[Scalar], and rewrites a Vector
    """
    function = source_of(rule)
    if function is None:
        return
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
            f"it is annotated as Rewrite[{declared}], and rewrites a {found}",
            remedy=f"-> Rewrite[{found}]",
        )  # fmt: skip


def source_of(rule: Rule) -> ast.FunctionDef | None:
    """The function that a rule was made of, as it is written."""
    file, _, line = rule.where.rpartition(":")
    lines = linecache.getlines(file)
    try:
        tree = ast.parse("".join(lines))
    except (SyntaxError, ValueError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == rule.name:
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            if line == str(first):
                return node
    return None


def _declared(function: ast.FunctionDef) -> str | None:
    """The sort that a function is annotated to rewrite."""
    returns = function.returns
    if not isinstance(returns, ast.Subscript) or not isinstance(returns.slice, ast.Name):
        return None
    return returns.slice.id
