"""`equal`: whether two terms have the same value wherever both are defined, and why.

In this order: values modulo random primes, which settle a false identity in no time and send it to
the search for a counterexample; the components at the generic point, for a moment; the laws; a
derivation by rules; the components again, for the time that is left; and what remains is probable,
or undecided.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ..core.context import EMPTY, Context
from ..core.definitions import by_definition
from ..core.operators import coerce, label
from ..core.sorts import Linear
from ..core.terms import Term, describe_symbol, free_symbols, order
from ..errors import (
    LimitError,
    NameClashError,
    NotExactError,
    RewriteError,
    SortError,
    UndefinedError,
)
from ..evaluation.tasks import unfolded
from ..normalform.walk import normal
from ..rewriting.derivation import Derivation
from ..rewriting.run import Limits, Run
from ..rewriting.strategies import bottom_up, exhaust
from ..text.printing import brief
from ..theory.scalars import pi
from ..verbs.forms import EXPAND
from ..verbs.standard import standard
from .certificate import Proof, certificate
from .counterexample import ATTEMPTS, AWKWARD, find_counterexample
from .defined import is_total, must_not_vanish
from .evidence import Evidence, error_bound, evidence
from .shown_points import WAYS, Assignment, At, LiteralPoints
from .verdict import Status, Verdict

FIRST_SLICE = 0.3
"""How many seconds components get before the laws and rules are asked; then they get the rest."""
FIRST_POINTS = 2
"""At how many points terms are compared before anything else is tried."""
CERTAIN = 2.0**-80
"""What the probability of error is brought down to where time allows."""
MOST_POINTS = 400
MANY_ATTEMPTS = 600
"""At how many points a counterexample is looked for where there is good reason to expect one."""
MOST_ROUNDS = 20
"""How often a difference is opened and rewritten by turns."""
DEFINED_TRIES = 40
"""How many points are tried to exhibit one where both sides are defined."""


def equal(
    a: Any, b: Any, context: Context | None = None, time_limit: float = 10.0, seed: int = 0
) -> Verdict:
    """Decide whether two terms are equal wherever both are defined.

    >>> from rewrite import cross, det, dot, matrix, vectors
    >>> a, b, c = vectors("a b c")
    >>> print(equal(cross(a, cross(b, c)), dot(a, c)*b - dot(a, b)*c))
    proved: cross(a, cross(b, c)) == dot(a, c)*b - dot(a, b)*c
      both sides have the same components: 3 polynomials in 9 generators
    >>> print(equal(det(matrix("Q", orthogonal=True)), 1))
    refuted: det(Q) == 1
      the sides differ at a point
      at Q = ((-1, 0, 0), (0, 1, 0), (0, 0, 1)): left is -1, right is 1
    """
    a, b = sides(a, b)
    if context is not None and not isinstance(context, Context):
        raise RewriteError(f"the context must be a Context, not {label(context)}")
    _refuse_name_clash([a, b, *(t for fact in (context or EMPTY).facts for t in fact.terms)])
    if not isinstance(time_limit, int | float) or not time_limit > 0:
        raise RewriteError(f"the time limit is a positive number of seconds, not {time_limit!r}")
    return _Question(a, b, context or EMPTY, time.monotonic() + time_limit, seed).answer()


def sides(a: Any, b: Any) -> tuple[Term, Term]:
    """Both sides as terms of one sort; a number may stand for a zero or a one."""
    if not isinstance(a, Term) and not isinstance(b, Term):
        raise SortError(f"equal compares terms, not {label(a)} with {label(b)}")
    if not isinstance(a, Term):
        a = coerce(a, b.sort, b.shape, "the left side of equal")
    elif not isinstance(b, Term):
        b = coerce(b, a.sort, a.shape, "the right side of equal")
    if a.sort is not b.sort or a.shape != b.shape:
        raise SortError(
            f"equal compares terms of one sort: {brief(a)} is {a.sort.label(a.shape)}, "
            f"{brief(b)} is {b.sort.label(b.shape)}"
        )
    return a, b


def _refuse_name_clash(terms: Sequence[Term]) -> None:
    """Two symbols of one name would be two in the terms, and one to whoever reads the answer."""
    known: dict[str, Term] = {}
    for s in sorted(frozenset[Term]().union(*map(free_symbols, terms)), key=order):
        if known.setdefault(s.name, s) is not s:
            raise NameClashError(
                f"equal: two different symbols are called {s.name!r}: "
                f"{describe_symbol(known[s.name])} and {describe_symbol(s)}; rename one of them"
            )


@dataclass
class _Question:
    a: Term
    b: Term
    context: Context
    deadline: float
    seed: int

    def __post_init__(self) -> None:
        self.x, self.y = by_definition(self.a), by_definition(self.b)

    def answer(self) -> Verdict:
        seen = self._evidence(FIRST_POINTS, seed=self.seed)
        searched = seen.differ or not seen.points
        if searched:
            refuted = self._refuted(MANY_ATTEMPTS if seen.differ else ATTEMPTS)
            if refuted is not None:
                return refuted
        try:
            by_laws = normal(self.a, self.context) is normal(self.b, self.context)
        except UndefinedError as error:
            return self._verdict(Status.UNDECIDED, f"nowhere defined: {error}")
        except LimitError:
            by_laws = False
        proof = certificate(self.x, self.y, self.context, self._within(FIRST_SLICE))
        answer = self._by_components(proof)
        if answer is None and by_laws:
            answer = self._proved("laws", "both sides have the same normal form")
        if answer is None and proof.differ and not searched:  # at points that are rare
            answer = self._refuted(MANY_ATTEMPTS)
        if answer is None and not seen.differ and self._left():
            answer = self._by_derivation(self._left() / (2 if proof.too_large else 1))
        if answer is None and proof.too_large:
            proof = certificate(self.x, self.y, self.context, self.deadline)
            answer = self._by_components(proof)
        return self._doubtful(seen, proof) if answer is None else answer

    def _within(self, seconds: float) -> float:
        return min(self.deadline, time.monotonic() + seconds)

    def _left(self) -> float:
        return max(0.0, self.deadline - time.monotonic())

    def _verdict(self, status: Status, how: str, **more: Any) -> Verdict:
        return Verdict(status, self.a, self.b, how, self.context, **more)

    # -- refuting ---------------------------------------------------------------------------------

    def _evidence(self, points: int, seed: int) -> Evidence:
        random = Random(seed)
        return evidence(self.x, self.y, self.context, points, self.deadline, random)

    def _refuted(self, attempts: int) -> Verdict | None:
        limit = max(1.0, self._left() / 2)
        try:
            example = find_counterexample(self.a, self.b, self.context, limit, self.seed, attempts)
        except RewriteError:
            example = None
        if example is None:
            return None
        return self._verdict(Status.REFUTED, "the sides differ at a point", counterexample=example)

    # -- proving ----------------------------------------------------------------------------------

    def _proved(self, method: str, how: str, **more: Any) -> Verdict:
        point = self._defined_at()
        if point is None and is_total([self.a, self.b]):
            how += ", and nothing in them can be undefined"
        elif point is None:
            why = "no point was found where both sides are defined"
            return self._verdict(Status.UNDECIDED, f"{why}, though {how}")
        return self._verdict(
            Status.PROVED,
            how,
            method=method,
            defined_at=point,
            nonzero=must_not_vanish([self.a, self.b]),
            **more,
        )

    def _defined_at(self) -> Assignment | None:
        """A point where both sides are defined, in small numbers."""
        random = Random(self.seed)
        try:
            points = LiteralPoints([self.a, self.b], self.context)
        except RewriteError:
            return None
        for attempt in range(DEFINED_TRIES):
            point = points.draw(random, AWKWARD[-attempt % len(AWKWARD)])
            if point is not None and self._has_values(point):
                return {t: value for t, value in point.items() if t is not pi}
        return None

    def _has_values(self, point: Assignment) -> bool:
        for domain in WAYS:
            try:
                at = At(point, domain, lawless=True)
                at.coordinates(self.a), at.coordinates(self.b)
                return True
            except NotExactError:
                continue
            except RewriteError:
                break
        return False

    def _by_components(self, proof: Proof) -> Verdict | None:
        if proof.undefined:
            return self._verdict(Status.UNDECIDED, f"nowhere defined: {proof.reason}")
        if not proof.found:
            return None
        by = {"cofactors": proof.cofactors, "cleared": proof.cleared}
        return self._proved("components", proof.reason, **by)

    def _by_derivation(self, seconds: float) -> Verdict | None:
        """By the laws and the standard rules, each of which is proved for itself."""
        if not issubclass(self.a.sort, Linear):
            return None
        start: Term = self.a - self.b  # type: ignore[operator]
        run = Run(self.context, Limits(steps=20_000, seconds=seconds), trace=True)
        try:
            found = _rewritten(start, run)
        except RewriteError:
            return None
        if not (found.op.constant and found.value == 0):
            return None
        derivation = Derivation(start, found, tuple(run.trace or ()), self.context)
        derivation = derivation.without_detours()
        how = f"the difference is rewritten to zero in {len(derivation)} steps"
        return self._proved("derivation", how, derivation=derivation)

    # -- neither ----------------------------------------------------------------------------------

    def _doubtful(self, seen: Evidence, proof: Proof) -> Verdict:
        """Probable, where points are drawn of which the bound speaks: of a context with equations
        they are not, and may lie on one part of all that the equations allow."""
        if seen.points and not seen.differ and not unfolded(self.context)[0]:
            points, bound = self._gathered(seen)
            if seen.differ:
                refuted = self._refuted(MANY_ATTEMPTS)
                if refuted is not None:
                    return refuted
            elif bound is not None and bound < 1:
                how = f"the sides agree at {points} random points modulo random primes; no proof: "
                return self._verdict(
                    Status.PROBABLE, how + proof.reason, error_bound=bound, points=points
                )
        why = proof.reason if not seen.differ else "they differ modulo a prime, at no point found"
        return self._verdict(Status.UNDECIDED, why, settled=proof.settled)

    def _gathered(self, seen: Evidence) -> tuple[int, float | None]:
        """More points, until the bound is small, the time is out, or the sides differ."""
        points = seen.points
        bound = error_bound(self.a, self.b, self.context, points)
        while bound is not None and bound > CERTAIN and points < MOST_POINTS and self._left():
            more = self._evidence(points, seed=self.seed + points)
            seen.differ = more.differ
            if more.differ or not more.points:
                break
            points += more.points
            bound = error_bound(self.a, self.b, self.context, points)
        return points, bound


def _rewritten(t: Term, run: Run) -> Term:
    """A term opened and rewritten by turns."""
    reduce = exhaust(bottom_up(standard("OPENING")))
    current = run.normal(t)
    for _ in range(MOST_ROUNDS):
        before = current
        current = reduce.on(EXPAND.on(current, run), run)
        if current is before or run.stopped is not None:
            break
    return current
