"""Checks that generalised speeds of the user's choice determine the rates of coordinates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rewrite import (
    Linear,
    NotLinearError,
    Scalar,
    UndefinedError,
    Vector,
    evaluate,
    free_symbols,
    linear_in,
    random_assignment,
)

from ..errors import ModelError
from ..parts.checks import must_be_moving
from ..parts.given import given

TRIALS = 8
"""Speeds that are singular at this many random points are taken to be singular everywhere."""


def must_determine(
    own: Sequence[Any],
    coordinates: Sequence[Scalar],
    speeds: Sequence[Linear],
    rates: Mapping[Scalar, Scalar],
) -> None:
    """Refuse speeds that do not determine the rates of coordinates, or are not independent.

    `own` are the default speeds of the joints.
    """
    for u in speeds:
        must_be_moving("a generalised speed", u, Linear)
        if any(u is q for q in coordinates):
            raise ModelError(f"{u} is a coordinate, and cannot be a generalised speed too")
    for rate, value in rates.items():
        given(f"the rate {rate}", value, Scalar)
    unknown = [r for r in rates if not any(r is u for u in own)]
    if unknown:
        listed = ", ".join(map(str, own))
        raise ModelError(f"{unknown[0]} is not the rate of a coordinate here; there are {listed}")
    for rate, value in rates.items():
        if free_symbols(value) & rates.keys():
            raise ModelError(f"the rate {rate} must be in terms of speeds, not {value}")
    missing = [u for u in own if u not in rates and u not in speeds]
    if missing:
        raise ModelError(
            f"the speeds do not determine {missing[0]}: give it in rates, or keep it as a speed"
        )
    fresh = [u for u in speeds if u not in own or u in rates]
    if len(set(speeds)) < len(speeds) or _width(fresh) != len(rates):
        raise ModelError(
            f"{len(rates)} rates are given by {_width(fresh)} new speeds: there must be one new "
            "speed for each rate, and each listed once"
        )
    _must_be_regular(fresh, rates)


def _width(speeds: Sequence[Any]) -> int:
    return sum(3 if isinstance(u, Vector) else 1 for u in speeds)


def _must_be_regular(fresh: Sequence[Any], rates: Mapping[Scalar, Scalar]) -> None:
    rows = []
    for rate, value in rates.items():
        try:
            rows.append(linear_in(value, fresh)[0])
        except NotLinearError as e:
            raise ModelError(f"{rate} must be linear in the speeds: {e}") from e
    if not any(_is_regular(rows, seed) for seed in range(TRIALS)):
        names = ", ".join(map(str, fresh))
        raise ModelError(
            f"the speeds {names} do not follow from the rates: as functions of them the rates are "
            "dependent at all coordinates"
        )


def _is_regular(rows: Sequence[Sequence[Any]], seed: int) -> bool:
    """Whether the rates are independent in the speeds at a random point."""
    point = random_assignment([c for row in rows for c in row], random=seed)
    try:
        values = [[x for c in row for x in _flat(evaluate(c, point))] for row in rows]
    except UndefinedError:
        return False
    return _rank(values) == len(rows)


def _flat(value: Any) -> list[Fraction]:
    if not isinstance(value, tuple):
        return [Fraction(value)]
    return [x for part in value for x in _flat(part)]


def _rank(rows: list[list[Fraction]]) -> int:
    rank = 0
    for k in range(len(rows[0]) if rows else 0):
        pivot = next((i for i in range(rank, len(rows)) if rows[i][k]), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        for i in range(rank + 1, len(rows)):
            factor = rows[i][k] / rows[rank][k]
            rows[i] = [x - factor * y for x, y in zip(rows[i], rows[rank], strict=True)]
        rank += 1
    return rank
