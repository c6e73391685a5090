"""The search for a proof that a system terminates, in rounds of growing effort.

Orders that are preserved in every context remove rules one by one. When no order lowers any of the
remaining rules, calls are examined cycle by cycle (see `calls`). Words are also tried backwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...time_shares import Deadline
from .calls import Graph, calls_of, conditions, usable
from .coefficients import Space, Wanted, found_interpretation
from .filters import found_filtered
from .knuth_bendix import found_knuth_bendix
from .match_bounds import found_bound
from .numbers import Interpretation
from .paths import found_order
from .plain import PlainRule, System, equations_of, subterms
from .projections import lowered_parts, part
from .proofs import Bounded, Called, Cycle, Lowered, Proof, Spelled, Turned
from .spaces import linear, matrices, quadratic
from .unary_words import spelled, turned

ROUNDS = 4
"""How often the search is repeated, each time with more work allowed."""
MANY = 40
"""With more rules than this, only the first round is tried."""


def found_proof(system: System, deadline: Deadline) -> Proof | None:
    """A proof that a system terminates; None if none was found."""
    spelt = spelled(system)
    if spelt is not None:
        proof = found_proof(spelt, deadline)
        return None if proof is None else (Spelled(), *proof)
    back = turned(system)
    attempts = [_Attempt(system, ())]
    attempts += [] if back is None else [_Attempt(back, (Turned(),))]
    for effort in range(ROUNDS if len(system.rules) <= MANY else 1):
        for i, attempt in enumerate(attempts):
            part = 1 / (len(attempts) - i) if effort == ROUNDS - 1 else 0.5
            if attempt.go_on(effort, deadline.share(part)):
                return attempt.proof
        if deadline.passed:
            break
    return None


class _Attempt:
    """A proof in progress: the steps so far, and the rules still to be proved terminating."""

    def __init__(self, system: System, proof: Proof) -> None:
        self.system, self.proof, self.deadline = system, proof, Deadline()

    def passed(self) -> bool:
        return self.deadline.passed

    def go_on(self, effort: int, deadline: Deadline) -> bool:
        """Whether the proof is complete after everything that this effort allows was tried."""
        self.deadline = deadline
        while self.system.strict:
            step = next(filter(None, self.lowering(effort)), None)
            if step is None:
                last = None if self.passed() else self.bounded(effort) or self.called(effort)
                self.proof += () if last is None else (last,)
                return last is not None
            self.proof += (step,)
            self.system = self.system.without(step.gone)
        return True

    # -- orders for all contexts ------------------------------------------------------------------

    def lowering(self, effort: int) -> Iterator[Lowered | None]:
        """Steps that remove rules."""
        theory, free = self.system.theory, not self.system.theories
        if effort == 0:
            yield self.by_numbers(linear(theory, 1, 1, least=1, nodes=200))
            if free and self.system.alone:
                yield self.by_path()
                yield self.by_weight()
        elif effort == 1:
            yield self.by_numbers(linear(theory, 2, 2, least=1, nodes=1_000))
            if not self.are_words():
                yield self.by_numbers(quadratic(theory, 2, least=1, nodes=600))
        elif effort == 2:
            yield self.by_numbers(linear(theory, 3, 4, least=1, nodes=2_000))
            if free:
                yield self.by_numbers(matrices(2, 1, least=1, nodes=2_000))
        elif free:
            yield self.by_numbers(matrices(2, 2, least=1, nodes=5_000))
            yield self.by_numbers(matrices(3, 1, least=1, nodes=8_000))
        else:
            yield self.by_numbers(quadratic(theory, 6, least=1, nodes=5_000))

    def are_words(self) -> bool:
        return all(len(s) <= 2 for r in self.system.rules for t in r for s in subterms(t)
                   if not isinstance(s, str))  # fmt: skip

    def by_numbers(self, space: Space) -> Lowered | None:
        system, both = self.system, equations_of(self.system.theory)
        equations = [*both, *((right, left) for left, right in both)]
        found = self.interpretation(Wanted([*system.rules, *equations], system.strict), space)
        if found is None:
            return None
        return Lowered(found, tuple(r for r in system.strict if found.above(*r)))

    def by_path(self) -> Lowered | None:
        order = found_order(self.system.strict, self.system.laws, passed=self.passed)
        return None if order is None else Lowered(order, self.system.strict)

    def by_weight(self) -> Lowered | None:
        found = found_knuth_bendix(self.system.rules, self.passed)
        return None if found is None else Lowered(found, self.system.strict)

    def bounded(self, effort: int) -> Bounded | None:
        """An automaton for the remaining rules, if they are words."""
        bound = None if effort else found_bound(self.system, self.passed)
        return None if bound is None else Bounded(bound)

    # -- calls ------------------------------------------------------------------------------------

    def called(self, effort: int) -> Called | None:
        graph = Graph(self.system)
        open_ = graph.cycles(calls_of(self.system))
        done: list[Cycle] = []
        while open_:
            cycle = self.cycle(open_.pop(), effort)
            if cycle is None:
                return None
            done.append(cycle)
            open_ += graph.cycles([c for c in cycle.calls if c not in cycle.gone])
        return Called(tuple(done))

    def cycle(self, calls: Sequence[PlainRule], effort: int) -> Cycle | None:
        system = self.system
        at = lowered_parts(calls, system)
        if at is not None:
            gone = [c for c in calls if part(c[0], at) != part(c[1], at)]
            return Cycle(tuple(calls), (), at, tuple(gone))
        rules = usable(system, calls) if system.alone else list(system.rules)
        for order in filter(None, self.orders(calls, rules, effort)):
            below = [c for c in calls if order.above(*c)]
            if below:
                return Cycle(tuple(calls), tuple(rules), order, tuple(below))
        return None

    def orders(
        self, calls: Sequence[PlainRule], rules: Sequence[PlainRule], effort: int
    ) -> Iterator[Any]:
        """Orders under which nothing grows, the quick ones first."""
        theory, free = self.system.theory, not self.system.theories
        asked = Wanted([*calls, *rules, *conditions(theory)], calls)
        yield self.interpretation(asked, linear(theory, 1, 1, least=0, nodes=500))
        if effort >= 1:
            yield self.interpretation(asked, linear(theory, 2, 2, least=0, nodes=2_000))
            if free and self.system.alone:
                yield found_filtered(calls, rules, self.passed)
        if effort >= 2:
            nodes = 1_000 if free else 6_000
            yield self.interpretation(asked, quadratic(theory, 1, least=0, nodes=nodes))
            if free:
                yield self.interpretation(asked, matrices(2, 1, least=0, nodes=4_000))
        if effort >= 3 and free:
            yield self.interpretation(asked, matrices(2, 2, least=0, nodes=4_000))
            yield self.interpretation(asked, matrices(3, 1, least=0, nodes=8_000))

    def interpretation(self, asked: Wanted, space: Space) -> Interpretation | None:
        """An interpretation that was found, and then checked independently of the search."""
        found = None if self.passed() else found_interpretation(asked, space, self.passed)
        if found is None or not all(found.at_least(*r) for r in asked.kept):
            return None
        return found
