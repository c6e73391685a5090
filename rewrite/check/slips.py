"""Slips in the source of a rule: Python that decides about a term, and symbols from outside.

A function that is made a rule of runs once, on variables. An `if` on one of these is decided then,
and not on the terms that the rule meets later; most often it is an error. A symbol that is not a
parameter stands for itself alone, so that the rule is found in fewer terms than it seems to be.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from ..core.sorts import Linear
from ..core.terms import Term, free_symbols
from ..errors import RuleError
from ..rewriting.rule import Rule
from .findings import Finding, Severity, about_rule

ASKS = (ast.If, ast.IfExp, ast.While, ast.Assert)
CONDITION = "state it as a condition, (left >> right).when(…), or write a rule for each case"


def branches(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """The places in a function that ask for the truth of an expression in its parameters."""
    own = {a.arg for a in (*function.args.args, *function.args.kwonlyargs)}
    for node in ast.walk(function):
        asked = _asked(node)
        if any(isinstance(x, ast.Name) and x.id in own for t in asked for x in ast.walk(t)):
            yield node


def _asked(node: ast.AST) -> list[ast.expr]:
    """The expressions of a node that must be true or false."""
    if isinstance(node, ASKS):
        return [node.test]
    if isinstance(node, ast.BoolOp):
        return node.values[:-1]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return [node.operand]
    return node.ifs if isinstance(node, ast.comprehension) else []


def decided_once(rule: Rule, function: ast.FunctionDef) -> Iterator[Finding]:
    """A Python branch on a parameter of a rule, which did not fail."""
    for node in list(branches(function))[:1]:
        asked = ast.unparse(_asked(node)[0])
        yield about_rule(
            "typing", Severity.WARNING, rule,
            f"a Python `if` on its variables ({asked}) is decided once, when the rule is made, "
            "and not for the terms that it meets",
            CONDITION,
        )  # fmt: skip


def captured(rule: Rule) -> Iterator[Finding]:
    """Symbols of standard sorts in a rule that are not among its parameters.

    Constants of an algebra of one's own are no slip: their sort has no sums.

    >>> from rewrite import Rewrite, Vector, cross, dot, rule, vectors
    >>> a, b = vectors("a b")
    >>> @rule
    ... def turned(a: Vector) -> Rewrite[Vector]:
    ...     "a × (b × a) = (a·a) b − (a·b) a"
    ...     return cross(a, cross(b, a)) >> dot(a, a)*b - dot(a, b)*a
    >>> for finding in captured(turned):
    ...     print(finding.message)
    it is about the symbol b alone, which is no parameter
    """
    sides = rule.written.left, rule.written.right
    symbols = sorted({x for t in sides for x in free_symbols(t) if _is_open(x)}, key=str)
    if symbols:
        names = ", ".join(map(str, symbols))
        signature = ", ".join(f"{x}: {x.sort.__name__}" for x in symbols)
        several = "symbols" if len(symbols) > 1 else "symbol"
        yield about_rule(
            "captured", Severity.WARNING, rule,
            f"it is about the {several} {names} alone, which {'are' if symbols[1:] else 'is'} "
            "no parameter",
            f"make it a parameter ({signature}); or accept it if the rule is about that symbol",
        )  # fmt: skip


def _is_open(x: Term) -> bool:
    return isinstance(x, Linear) and not x.op.constant


def refusal(file: str, line: int, node: ast.stmt, error: Exception) -> Finding:
    """A rule that could not be made, and why; the rest of its file is checked."""
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
