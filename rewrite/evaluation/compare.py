"""Whether two terms have the same value at random points."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ..core.context import Context
from ..core.terms import Term
from ..errors import FactError, NotExactError, RewriteError, UndefinedError
from .angles import Angle
from .evaluate import Evaluation
from .reals import differ
from .sampling import Sampler

DOMAINS = ("modular", "exact", "interval")
"""Tried in this order: the first in which both terms have a value decides."""


def agree(
    a: Term, b: Term, context: Context | None = None, points: int = 1, seed: int = 0
) -> bool | None:
    """Whether two terms have the same value at random points that satisfy all facts.

    None if no point could be used, for instance because an operator has no declared meaning.

    >>> from rewrite import vectors, cross
    >>> a, b = vectors("a b")
    >>> agree(cross(a, b), -cross(b, a)), agree(cross(a, b), cross(b, a))
    (True, False)
    """
    random = Random(seed)
    used = 0
    for domain in DOMAINS:
        try:
            sampler = Sampler([a, b], context, domain)
        except RewriteError:
            continue
        for _ in range(4 * points):
            try:
                drawn = sampler.draw(random)
                at = Evaluation(drawn if context else _plain(drawn, domain), domain)
                x, y = at.coordinates(a), at.coordinates(b)
            except (UndefinedError, NotExactError, ZeroDivisionError, FactError):
                continue
            except RewriteError:
                break
            if differ(x, y) if domain == "interval" else x != y:
                return False
            used += 1
            if used >= points:
                return True
    return True if used else None


def _plain(drawn: Mapping[Any, Any], domain: str) -> dict[Any, Any]:
    """A point without stand-ins for angles, for domains where sines of plain numbers have values.

    A point of the circle assigned to x² would not be used for x² in another form, such as √(x⁴).
    """
    if domain != "interval":
        return dict(drawn)
    values = {k: v.value if isinstance(v, Angle) else v for k, v in drawn.items()}
    return {k: v for k, v in values.items() if v is not None and not k.args}
