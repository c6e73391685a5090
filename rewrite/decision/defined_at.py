"""A point where both sides of an equation are defined, in numbers that can be written."""

from __future__ import annotations

from itertools import chain
from random import Random

from ..core.context import Context
from ..core.terms import Term
from ..deadline import OutOfTimeError
from ..errors import NotExactError, RewriteError
from ..theory.scalars import pi
from .shown_points import AWKWARD, WAYS, Assignment, At, LiteralPoints

TRIES = 40
"""How many points are tried."""


def defined_at(a: Term, b: Term, context: Context, seed: int = 0) -> Assignment | None:
    """A point where both sides have a value, exactly if there is one; None if none is found."""
    random, found = Random(seed), None
    try:
        points = LiteralPoints([a, b], context)
    except OutOfTimeError:
        raise
    except RewriteError:
        return None
    drawn = (points.draw(random, AWKWARD[-i % len(AWKWARD)]) for i in range(TRIES))
    for point in chain(points.simple(), drawn):
        way = None if point is None else _way(a, b, point)
        if point is not None and way is not None:
            found = {t: value for t, value in point.items() if t is not pi}
            if way == 0:
                return found
    return found


def _way(a: Term, b: Term, point: Assignment) -> int | None:
    """The first of the ways in which both sides have a value."""
    for i, domain in enumerate(WAYS):
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
