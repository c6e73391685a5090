"""Relations between vectors that a context may state: what each means in equations."""

from __future__ import annotations

from typing import Any

from ..core.context import RELATIONS
from ..core.facts import Fact
from .vectors import cross, dot, triple


def _orthogonal(a: Any, b: Any) -> Any:
    return [(dot(a, b), 0)], []


def _collinear(a: Any, b: Any) -> Any:
    return [(cross(a, b), 0)], []


def _triad(x: Any, y: Any, z: Any) -> Any:
    dots = [(dot(p, q), 0) for p, q in ((x, y), (y, z), (z, x))]
    crosses = [(cross(x, y), z), (cross(y, z), x), (cross(z, x), y), (triple(x, y, z), 1)]
    return [*dots, *crosses], [Fact("unit", (v,)) for v in (x, y, z)]


def _equals(left: Any, right: Any) -> Any:
    return [(left, right)], []


RELATIONS.update(
    {
        "orthogonal/2": _orthogonal,
        "collinear/2": _collinear,
        "triad/3": _triad,
        "equals/2": _equals,
    }
)
