"""A point where both sides of an equation are defined, in numbers that can be written down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ..core.context import Context
from ..core.terms import Term
from ..deadline import OutOfTimeError
from ..errors import NotExactError, RewriteError
from ..theory.scalars import pi
from .shown_points import AWKWARD, Assignment, At, LiteralPoints, fields_for, tries_after

TRIES, FAILURES = 40, 6
"""At most this many points are tried; the search also ends after this many failed draws."""


def defined_at(a: Term, b: Term, context: Context, seed: int = 0) -> Assignment | None:
    """A point where both sides have a value, an exact one if possible; None if none is found."""
    random, found = Random(seed), None
    try:
        kinds = [LiteralPoints([a, b], context, field) for field in fields_for(context)]
    except OutOfTimeError:
        raise
    except RewriteError:
        return None
    for point, points in _drawn(kinds, random):
        way = _way(a, b, point, points)
        if way is not None:
            found = {t: value for t, value in point.items() if t is not pi}
            if way == 0:
                return found
    return found


def _drawn(
    kinds: Sequence[LiteralPoints], random: Random
) -> Iterator[tuple[Assignment, LiteralPoints]]:
    """Simple points, then random ones, each of the first kind that provides one."""
    yield from ((point, kinds[0]) for point in kinds[0].simple())
    failures = [0] * len(kinds)
    for i in range(TRIES):
        for k, points in enumerate(kinds):
            point = points.draw(random, AWKWARD[-i % len(AWKWARD)], tries=tries_after(failures[k]))
            if point is not None:
                yield point, points
                break
            failures[k] += 1
        if min(failures) == FAILURES:
            return


def _way(a: Term, b: Term, point: Assignment, points: LiteralPoints) -> int | None:
    """The index of the first of `points.ways` in which both sides have a value."""
    for i, domain in enumerate(points.ways):
        try:
            at = At(point, domain, lawless=True)
            at.coordinates(a), at.coordinates(b)
            return i
        except NotExactError:
            continue
        except OutOfTimeError:
            raise
        except RewriteError:
            break
    return None
