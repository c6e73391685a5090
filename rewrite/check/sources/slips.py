"""Slips in the source of a rule: Python branches on a term, and symbols from outside.

The function that defines a rule runs once, on variables. An `if` on one of these is decided then,
and not for the terms that the rule is applied to later; most often that is an error. A symbol that
is not a parameter stands only for itself, so the rule matches fewer terms than it seems to.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from ...core.sorts import Linear
from ...core.terms import Term, free_symbols
from ...errors import RuleError
from ...rewriting.rule import Rule
from ..findings import Finding, Severity, about_rule

ASKS = (ast.If, ast.IfExp, ast.While, ast.Assert)
CONDITION = "state it as a condition, (left >> right).when(…), or write a rule for each case"


def branches(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """The nodes of a function that test an expression in its parameters."""
    own = {a.arg for a in (*function.args.args, *function.args.kwonlyargs)}
    for node in ast.walk(function):
        asked = _asked(node)
        if any(isinstance(x, ast.Name) and x.id in own for t in asked for x in ast.walk(t)):
            yield node


def _asked(node: ast.AST) -> list[ast.expr]:
    """The expressions whose truth a node tests."""
    if isinstance(node, ASKS):
        return [node.test]
    if isinstance(node, ast.BoolOp):
        return node.values[:-1]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return [node.operand]
    return node.ifs if isinstance(node, ast.comprehension) else []


def decided_once(rule: Rule, function: ast.FunctionDef) -> Iterator[Finding]:
    """A Python branch on a parameter of a rule that raised no error."""
    for node in list(branches(function))[:1]:
        asked = ast.unparse(_asked(node)[0])
        yield about_rule(
            "typing", Severity.WARNING, rule,
            f"a Python `if` on its variables ({asked}) is decided once, when the rule is made, "
            "and not for the terms that it is applied to",
            CONDITION,
        )  # fmt: skip


def captured(rule: Rule) -> Iterator[Finding]:
    """Symbols of linear sorts in a rule that are not among its parameters.

    Constants of an algebra without sums are no slip.

    >>> from rewrite import Rewrite, Vector, cross, dot, rule, vectors
    >>> a, b = vectors("a b")
    >>> @rule
    ... def turned(a: Vector) -> Rewrite[Vector]:
    ...     "a × (b × a) = (a·a) b − (a·b) a"
    ...     return cross(a, cross(b, a)) >> dot(a, a)*b - dot(a, b)*a
    >>> for finding in captured(turned):
    ...     print(finding.message)
    it applies only to the symbol b, which is not among its parameters
    """
    sides = rule.written.left, rule.written.right
    symbols = sorted({x for t in sides for x in free_symbols(t) if _is_open(x)}, key=str)
    if symbols:
        names = ", ".join(map(str, symbols))
        signature = ", ".join(f"{x}: {x.sort.__name__}" for x in symbols)
        several = "symbols" if len(symbols) > 1 else "symbol"
        yield about_rule(
            "captured", Severity.WARNING, rule,
            f"it applies only to the {several} {names}, which {'are' if symbols[1:] else 'is'} "
            "not among its parameters",
            f"make it a parameter ({signature}); or accept this if the rule is about that symbol",
        )  # fmt: skip


def _is_open(x: Term) -> bool:
    return isinstance(x, Linear) and not x.op.constant


def refusal(file: str, line: int, node: ast.stmt, error: Exception) -> Finding:
    """A finding about a rule that could not be defined; the rest of its file is checked."""
    subject = node.name if isinstance(node, ast.FunctionDef) else Path(file).name
    message, remedy = str(error), ""
    if not isinstance(error, RuleError):
        message = f"rule {subject!r} ({Path(file).name}:{line}): {type(error).__name__}: {error}"
    asked = list(branches(node)) if isinstance(node, ast.FunctionDef) else []
    if asked and isinstance(error, TypeError):
        message = (
            f"rule {subject!r} ({Path(file).name}:{line}): a Python `if` on a term, "
            f"{ast.unparse(_asked(asked[0])[0])}: a term is neither true nor false"
        )
        remedy = CONDITION
    return Finding("typing", Severity.ERROR, subject, f"{file}:{line}", message, remedy=remedy)
