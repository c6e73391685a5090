"""The certificate: components at the generic point, and why their difference is zero."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..core.context import Context
from ..core.terms import Term, order, postorder
from ..errors import RewriteError, UndefinedError
from ..rewriting.run import size
from ..text.counting import counted
from .generic import GenericPoint
from .ideal import Ideal
from .ring import Polynomial, TooLargeError

Written = list[list[Any]]
Cofactors = tuple[tuple[Written, ...], ...]
LARGEST_SETTLED = 400
"""How many pairs of sub-terms are compared for the largest that agree."""


@dataclass(frozen=True)
class Proof:
    """Whether the components are the same, and if not, what stood in the way."""

    found: bool = False
    reason: str = ""
    undefined: bool = False
    too_large: bool = False
    """Whether it was given up for lack of time or room."""
    differ: bool = False
    """Whether the components were calculated and are not the same."""
    cofactors: Cofactors = ()
    cleared: tuple[Written, ...] = ()
    """What the difference of each coordinate is multiplied by to be a polynomial."""
    settled: tuple[Term, Term] | None = None


def certificate(a: Term, b: Term, context: Context, deadline: float) -> Proof:
    """Compare two terms at the generic point of their symbols' kinds."""
    try:
        point = GenericPoint([a, b], context, deadline)
        left, right = point.coordinates(a), point.coordinates(b)
        if point.ring.where_defined(point.ring.unit) == 0:
            return Proof(reason="something in it divides by zero everywhere", undefined=True)
        differences = [x.difference(y) for x, y in zip(left, right, strict=True)]
        if all(p == 0 for p in differences):
            count = counted(len(differences), "polynomial")
            generators = counted(point.used, "generator")
            used = f"both sides have the same components: {count} in {generators}"
            return Proof(True, used if point.used else "both sides are the same numbers")
        if not point.relations:
            why = "the components differ as polynomials, and roots or functions are in them"
            return Proof(reason=why, differ=True, settled=settled(point, a, b))
        rests = [x - y for x, y in zip(left, right, strict=True)]
        return _by_equations(point, [x.num for x in rests], [x.below() for x in rests])
    except UndefinedError as error:
        return Proof(reason=str(error), undefined=True)
    except TooLargeError as error:
        return Proof(reason=f"components: {error}", too_large=True)
    except RewriteError as error:
        return Proof(reason=f"components: {error}")


def _by_equations(
    point: GenericPoint, differences: list[Polynomial], below: list[Polynomial]
) -> Proof:
    ideal = Ideal(point.ring, point.relations)
    found = [ideal.cofactors(p) for p in differences]
    if None in found:
        return Proof(
            reason="the difference does not follow from the context's equations by algebra",
            differ=True,
            too_large=not ideal.complete,
        )
    written = tuple(tuple(point.written(c) for c in cs or ()) for cs in found)
    count = len(point.relations)
    how = f"the difference is a combination of the context's {counted(count, 'equation')}"
    return Proof(True, how, cofactors=written, cleared=tuple(map(point.written, below)))


def settled(point: GenericPoint, a: Term, b: Term) -> tuple[Term, Term] | None:
    """The largest sub-terms of the two sides that are equal, without being the same."""
    ours, theirs = (sorted(_parts(point, t), key=order, reverse=True) for t in (a, b))
    pairs = [(s, t) for s in ours for t in theirs if s is not t and _alike(s, t)]
    pairs.sort(key=lambda pair: -min(size(pair[0]), size(pair[1])))
    for s, t in pairs[:LARGEST_SETTLED]:
        try:
            left, right = point.coordinates(s), point.coordinates(t)
            if all(x.difference(y) == 0 for x, y in zip(left, right, strict=True)):
                return s, t
        except RewriteError:
            continue
    return None


def _parts(point: GenericPoint, t: Term) -> list[Term]:
    """The compound sub-terms that have a value at the point."""
    return [s for s in postorder(t) if s.args and point.knows(s)][-LARGEST_SETTLED:]


def _alike(s: Term, t: Term) -> bool:
    return s.sort is t.sort and s.shape == t.shape
