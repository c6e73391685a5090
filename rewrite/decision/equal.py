"""`equal`: whether two terms have the same value wherever both are defined, and why.

The attempts, in this order: the laws, which show at once whether both sides have the same normal
form; the components at the generic point, for a moment; values modulo random primes, which detect
false identities, for which a counterexample is then searched; a derivation by rules; the components
again, for the remaining time. If all fail, the identity is probable or undecided. Large terms are
compared modulo primes before their components are calculated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from ..core.context import EMPTY, Context
from ..core.definitions import by_definition, is_defined
from ..core.linear import neg
from ..core.operators import label
from ..core.sorts import Linear, Scalar
from ..core.terms import Term, postorder
from ..deadline import OutOfTimeError, checked_limit, time_left, within
from ..errors import FactError, LimitError, RewriteError, UndefinedError
from ..evaluation.tasks import unfolded
from ..normalform.walk import Normaliser
from ..rewriting.derivation import Derivation
from ..rewriting.run import Limits, Run, size
from ..rewriting.strategies import bottom_up, exhaust
from ..verbs.forms import EXPAND
from ..verbs.standard import is_loaded, standard
from .certificate import Proof, certificate, contradiction, same_components, signs_of_roots
from .consequences import with_consequences
from .counterexample import ATTEMPTS, find_counterexample
from .defined import is_total, must_not_vanish, never_negative
from .defined_at import defined_at
from .evidence import Evidence, error_bound, evidence
from .generic import GenericPoint
from .given_angles import without_given_angles
from .sides import meant, refuse_name_clash, sides
from .small_identities import is_small_identity
from .verdict import Status, Verdict

FIRST_SLICE = 0.3
"""The seconds for components before rules are tried; afterwards components get the rest."""
SMALL = 400
"""With at most this many nodes on both sides, components are calculated before values are
compared."""
FIRST_POINTS = 2
"""The number of points at which terms are first compared."""
CERTAIN = 2.0**-80
"""The probability of error to aim for, if time allows."""
MOST_POINTS = 400
"""The most points at which a probable identity is tested."""
MANY_ATTEMPTS = 600
"""The number of points tried for a counterexample if there is good reason to expect one."""
WORKING = 0.85
"""The fraction of the time for proofs and refutations; the rest is for a bound on the error."""
LOADING = 3.0
"""The library of rules is loaded only if this many seconds are left."""
MOST_ROUNDS = 20
"""At most this often a difference is expanded and rewritten in turn."""
SAME_FORM = "both sides have the same normal form"


def equal(
    a: Any, b: Any = None, context: Context | None = None, time_limit: float = 10.0, seed: int = 0
) -> Verdict:
    """Decide whether two terms are equal wherever both are defined.

    A context whose equations contradict each other (x² = -1, cos x = 2) is refused with a
    FactError.

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
    if time_limit is None or isinstance(time_limit, bool):
        raise RewriteError(f"the time limit is a positive number of seconds, not {time_limit!r}")
    with within(checked_limit(time_limit)):
        a, b = sides(a, b)
        if context is not None and not isinstance(context, Context):
            raise RewriteError(f"the context must be a Context, not {label(context)}")
        context = context or EMPTY
        try:
            asked = without_given_angles(a, b, context)
            question = _Question(asked.left, asked.right, asked.context, seed)
            refuse_name_clash([*question.nodes, *_nodes(context)])
            found = question.answer()
            return found.about(a, b, context, asked.given) if asked.given else found
        except OutOfTimeError:
            return Verdict(Status.UNDECIDED, a, b, "time ran out", context)


def _nodes(context: Context) -> Iterator[Term]:
    return (s for fact in context.facts for t in fact.terms for s in postorder(t))


def is_proved(a: Term, b: Term, context: Context) -> bool:
    """Whether two terms are proved to be equal in a context."""
    return equal(a, b, context).proved


@dataclass
class _Question:
    a: Term
    b: Term
    context: Context
    seed: int

    def __post_init__(self) -> None:
        self.nodes = dict.fromkeys([*postorder(self.a), *postorder(self.b)])

    def _prepare(self) -> None:
        """Prepare what all but the smallest questions need."""
        self.x, self.y, self.meant = self.a, self.b, self.nodes
        if any(map(is_defined, self.nodes)):
            self.x, self.y = by_definition(self.a), by_definition(self.b)
            self.meant = dict.fromkeys([*postorder(self.x), *postorder(self.y)])
        self.equations = bool(unfolded(self.context)[0])
        self.wider = with_consequences(self.context) if self.equations else self.context
        self.reported = meant(self.context)
        self.seen = Evidence()
        self.proof = Proof(too_large=True)
        self._searched = False

    def answer(self) -> Verdict:
        """The first answer found by one of the methods."""
        if self.context.is_empty and is_small_identity(self.nodes, self.a, self.b):
            return self._at_once()
        self._prepare()
        small = size(self.a) + size(self.b) <= SMALL
        slice_, all_of_it = self._components_for(FIRST_SLICE), self._components_for(None)
        early = [slice_, self._by_evidence] if small else [self._by_evidence, slice_]
        with within(WORKING * time_left()):
            for way in (self._by_laws, *early, self._by_derivation, all_of_it, self._by_squares):
                try:
                    answer = way()
                except LimitError:
                    answer = None
                if answer is not None:
                    return answer
                if not time_left():
                    break
        return self._doubtful()

    def _verdict(self, status: Status, how: str, **more: Any) -> Verdict:
        return Verdict(status, self.a, self.b, how, self.context, **more)

    # -- refuting ---------------------------------------------------------------------------------

    def _by_evidence(self) -> Verdict | None:
        """By values modulo random primes; if they differ, by a search for a point."""
        if self._searched:
            return None
        with within(0.3 * time_left()):
            self.seen = self._evidence(FIRST_POINTS, self.seed)
        if self.seen.differ or not self.seen.points:
            return self._refuted(MANY_ATTEMPTS if self.seen.differ else ATTEMPTS)
        return None

    def _evidence(self, points: int, seed: int) -> Evidence:
        return evidence(self.x, self.y, self.context, points, Random(seed))

    def _refuted(self, attempts: int) -> Verdict | None:
        self._searched = True
        left = time_left()
        try:
            example = find_counterexample(
                self.a, self.b, self.context, max(0.5 * left, 1e-3), self.seed, attempts
            )
        except RewriteError:
            example = None
        if example is None:
            return None
        return self._verdict(Status.REFUTED, "the sides differ at a point", counterexample=example)

    # -- proving ----------------------------------------------------------------------------------

    def _proved(self, method: str, how: str, **more: Any) -> Verdict:
        total = is_total(self.meant)
        if total and not self.equations:
            point = None  # any point will do; one is found when asked for
        else:
            point = self._defined_at()
            if point is None and self.equations and contradiction(self.reported):
                raise self._contradiction()
            if point is None:
                why = "no point was found where both sides are defined"
                return self._verdict(Status.UNDECIDED, f"{why}, though {how}")
        return self._verdict(
            Status.PROVED,
            how,
            method=method,
            point=point,
            nonzero=must_not_vanish(self.nodes),
            **more,
        )

    def _defined_at(self) -> Mapping[Term, Any] | None:
        """A point where both sides are defined; some time is reserved to find out why there is
        none."""
        try:
            with within(0.6 * time_left()):
                return defined_at(self.x, self.y, self.context, self.seed)
        except OutOfTimeError:
            return None

    def _contradiction(self) -> FactError:
        return FactError(f"the equations of {self.context} contradict each other")

    def _at_once(self) -> Verdict:
        """The verdict on a small identity; whether laws are enough is only found out when asked."""
        method, how = (partial(_explained, self.a, self.b, k) for k in range(2))
        nonzero = partial(must_not_vanish, list(self.nodes))
        return Verdict(Status.PROVED, self.a, self.b, how, method=method, nonzero=nonzero)

    def _by_laws(self) -> Verdict | None:
        """By the normal forms of both sides."""
        try:
            with within(0.3 * time_left()):
                walk = Normaliser(self.wider)
                same = walk.run(self.a) is walk.run(self.b)
        except UndefinedError as error:
            return self._verdict(Status.UNDECIDED, f"nowhere defined: {error}")
        return self._proved("laws", SAME_FORM) if same else None

    def _components_for(self, seconds: float | None) -> Callable[[], Verdict | None]:
        def by_components() -> Verdict | None:
            if not self.proof.too_large:
                return None
            with within(seconds if seconds is not None else 0.8 * time_left()):
                self.proof = certificate(self.x, self.y, self.reported)
            return self._of(self.proof)

        return by_components

    def _of(self, proof: Proof) -> Verdict | None:
        if proof.undefined:
            return self._verdict(Status.UNDECIDED, f"nowhere defined: {proof.reason}")
        if proof.contradictory:
            raise self._contradiction()
        if proof.differ and not self._searched:
            return self._refuted(MANY_ATTEMPTS)
        if not proof.found:
            return None
        return self._proved("components", proof.reason, certificate=proof.certificate)

    def _by_derivation(self) -> Verdict | None:
        """By the laws and the standard rules, each of which has its own proof."""
        if self.seen.differ or not issubclass(self.a.sort, Linear):
            return None
        if not is_loaded() and time_left() < LOADING:
            return None
        start: Term = self.a - self.b  # type: ignore[operator]
        seconds = time_left() / (2 if self.proof.too_large else 1.25)
        run = Run(self.wider, Limits(steps=20_000, seconds=seconds), trace=True)
        with within(seconds):
            found = _rewritten(start, run)
        if not (found.op.constant and found.value == 0):
            return None
        derivation = Derivation(start, found, tuple(run.trace or ()), self.wider)
        derivation = derivation.without_detours()
        how = f"the difference is rewritten to zero in {len(derivation)} steps"
        return self._proved("derivation", how, derivation=derivation)

    def _by_squares(self) -> Verdict | None:
        """Compare squares of two sides that are never negative, or never positive."""
        if self.seen.differ or self.equations or self.a.sort is not Scalar:
            return None
        x, y = self.x, self.y
        signs = {"negative": (x, y), "positive": (neg.build((x,)), neg.build((y,)))}
        sign = next((s for s, both in signs.items() if all(map(never_negative, both))), None)
        if sign is None:
            return None
        with within(0.8 * time_left()):
            proof = certificate(x**2, y**2, self.reported)  # type: ignore[operator]
        if not proof.found:
            return None
        how = f"neither side is {sign}, and their squares have the same components"
        shown = signs_of_roots(x, y, self.reported, squared=True)
        return self._proved("components", how, certificate=shown or proof.certificate)

    # -- neither ----------------------------------------------------------------------------------

    def _doubtful(self) -> Verdict:
        """Probable or undecided. Under equations it is never probable: the points drawn may all lie
        on one part of the solutions, so the bound does not apply."""
        seen, proof = self.seen, self.proof
        if seen.points and not seen.differ and not self.equations:
            points, bound = self._gathered()
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
        return self._verdict(Status.UNDECIDED, why or "time ran out", settled=proof.settled())

    def _gathered(self) -> tuple[int, float | None]:
        """Draw more points until the bound is small, time is up, or the sides differ."""
        points = self.seen.points
        try:
            bound = error_bound(self.x, self.y, self.context, points)
            while bound is not None and bound > CERTAIN and points < MOST_POINTS and time_left():
                more = self._evidence(points, seed=self.seed + points)
                self.seen.differ = more.differ
                if more.differ or not more.points:
                    break
                points += more.points
                bound = error_bound(self.x, self.y, self.context, points)
        except OutOfTimeError:
            return points, None
        return points, bound


def _explained(a: Term, b: Term, place: int) -> str:
    """The method (place 0) or the reason (place 1) of a proof by components, or by laws if
    enough."""
    walk = Normaliser(EMPTY)
    if walk.run(a) is walk.run(b):
        return ("laws", SAME_FORM)[place]
    point = GenericPoint([a, b])
    return ("components", same_components(point, a))[place]


def _rewritten(t: Term, run: Run) -> Term:
    """A term expanded and rewritten in turn."""
    reduce = exhaust(bottom_up(standard("OPENING")))
    current = run.normal(t)
    for _ in range(MOST_ROUNDS):
        before = current
        current = reduce.on(EXPAND.on(current, run), run)
        if current is before or run.stopped is not None:
            break
    return current
