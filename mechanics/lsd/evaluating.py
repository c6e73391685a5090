"""Evaluating expressions: the meaning of `0`, `[0, 0, 1]` or `disc.iframe` depends on the kind
wanted.

Kinds are inferred from the use: an expression is evaluated for the kind that its context needs, and
has its own natural kind where the context needs none. The constructs are evaluated in `arithmetic`,
`geometry` and `objects`; this file chooses among them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import arithmetic, geometry, objects
from . import syntax as t
from .evaluator import Evaluator


class Evaluation(Evaluator):
    """One pass through a description, with the names that it defines."""

    meanings = {
        t.Number: arithmetic.number_value,
        t.Name: objects.name_value,
        t.Anonymous: arithmetic.anonymous_value,
        t.Triple: arithmetic.triple_value,
        t.Sign: lambda ev, e, *rest: _SIGNS[e.sign](ev, e, *rest),
        t.Minus: arithmetic.minus_value,
        t.Rate: arithmetic.rate_value,
        t.Read: objects.read_value,
        t.Apply: objects.apply_value,
        t.Record: objects.record_value,
        t.Library: objects.library_value,
    }


_SIGNS: dict[str, Callable[..., Any]] = {
    "+": arithmetic.sum_value,
    "-": arithmetic.sum_value,
    "*": arithmetic.product_value,
    "/": arithmetic.quotient_value,
    "^": arithmetic.power_value,
    "||": geometry.turn_value,
    "++": geometry.move_value,
    "@": geometry.frame_value,
}
