"""Jacobians: limits, progress, and graphs that are lowered already."""

from __future__ import annotations

from typing import Any

import pytest

from rewrite import (
    Context,
    LimitError,
    RewriteError,
    code,
    cross,
    diagonal,
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
        with pytest.raises(RewriteError, match="lowered already"):
            jacobian(g, a, **given)
        with pytest.raises(RewriteError, match="lowered already"):
            code(g, **given)
    with pytest.raises(RewriteError, match="lowered already"):
        code(g, arguments=[a])
