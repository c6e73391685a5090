"""Jacobians: limits, progress, and graphs that are already lowered."""

from __future__ import annotations

from typing import Any

import pytest
import sympy

from rewrite import (
    Context,
    LimitError,
    NoDerivativeError,
    RewriteError,
    code,
    cross,
    diagonal,
    from_sympy,
    jacobian,
    lower,
    matrix,
    ops,
    rotation,
    scalars,
    vectors,
)

a, b = vectors("a b")
x, y = scalars("x y")


@pytest.mark.parametrize("mode", ["forward", "backward"])
def test_limits_and_progress(mode: str) -> None:
    t: Any = a
    for _ in range(300):
        t = cross(t, t + b)
    seen: list[str] = []
    jacobian(t, b, mode=mode, arrange=False, progress=lambda n, what: seen.append(what))
    assert "derivatives" in seen
    with pytest.raises(LimitError, match="more than 4000"):
        jacobian(t, b, mode=mode, limit=4000)


def test_opaque_terms_are_not_taken_for_constants() -> None:
    """An expression of sympy's that was not read: an argument, which depends on what it names."""
    h = sympy.Symbol("h", real=True)
    t = from_sympy(sympy.besselj(0, h) * h)
    assert "the value of besselj(Integer(0), Symbol('h'" in code(t).text
    assert "the value of besselj(Integer(0), Symbol('h'" in code(t, "c").text
    with pytest.raises(NoDerivativeError, match="depends on h in a way that is not known"):
        jacobian(t, from_sympy(h))
    assert len(jacobian(t, x).outputs) == 1
    with pytest.raises(RewriteError, match="contains h; give values there with sympy"):
        lower(t, {from_sympy(h): 2})


def test_sets_are_refused() -> None:
    """Their order is another in every process, and so would be the text."""
    with pytest.raises(RewriteError, match="lower takes terms, not the Python set"):
        code({x, y})


def test_a_graph_takes_no_values() -> None:
    """They would be left out without a word."""
    g = lower(x * a)
    assert ops(g, parameters=[x]) == ops(g)
    more: list[dict[str, Any]] = [
        {"values": {x: 2}},
        {"parameters": [x]},
        {"frame": rotation("R")},
        {"context": Context(diagonal(matrix("D")))},
    ]
    for given in more:
        with pytest.raises(RewriteError, match="already lowered"):
            jacobian(g, a, **given)
        with pytest.raises(RewriteError, match="already lowered"):
            code(g, **given)
    with pytest.raises(RewriteError, match="already lowered"):
        code(g, arguments=[a])
