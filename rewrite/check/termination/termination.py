"""Termination: a proof that a set terminates, a loop, or the rules for which neither was found.

A step takes a normal term, finds an instance of a left side in it modulo the laws, maybe under
common factors and beside other summands, replaces it by the instance of the right side, and takes
the normal form. The set terminates if every step lowers some well-founded measure, and this is so
if

1. no law that `normal` applies makes the measure grow. `measure` is built so. This is checked for
   every operator of the rules, and every other operator whose laws name one of these, on the
   equations of its laws and on its normal form on variables; `weights` are chosen under the same
   equations;
2. the measure of a left side is above that of the right side for all values of the variables,
   including those that disappear where they stand (see `special`);
3. each summand of a left side that is a sum is above the right side by itself, since the sum may
   match with unequal factors, so that only one of its summands disappears.

Sets are taken apart: if no rule raises a measure, the rules that lower it are used only finitely
often, and only the others need another measure (the measures are compared lexicographically). A
rule f(x, y) -> f(y, x) under precedes(y, x) sorts the operands of f: with no other rules left it
terminates, because from the leaves upwards each f is sorted once the terms below it do not change
any more.

Sets without sums, whose operators have few laws or none, are examined in other ways first: see
`endings`, where every proof is data that can be checked independently.

No set is called terminating without such a proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ...core.laws import Associative, Op
from ...core.linear import add
from ...core.operators import VARIABLE
from ...core.terms import Term, postorder
from ...deadline import OutOfTimeError, check_time, within
from ...errors import LimitError, RewriteError
from ...normalform.walk import normal
from ...rewriting.conditions import Precedes
from ...rewriting.rule import Rule
from ...rewriting.ruleset import RuleSet
from ..findings import Finding, Severity
from ..measures.laws_kept import law_pairs, measured_laws
from ..measures.measure import NO_OPERATORS, Polynomial, degrees_of, marks_of, measured
from ..measures.ordering import Ordering
from ..measures.precedence import best_ordering
from ..measures.special import refuse_large, sides
from ..measures.weights import found_weights
from ..time_shares import Deadline
from .loops import Loop, found_loop
from .methods.plain import System, system_of
from .methods.proofs import Proof, reported
from .methods.prover import found_proof

Pair = tuple[Polynomial, Polynomial]
Pairs = Sequence[Pair]
NO_TIME = "time is up"
FOR_PROOFS, SECONDS = 0.6, 10.0
"""The share of the time for a proof about plain terms, and its upper limit in seconds."""


@dataclass(frozen=True)
class Termination:
    """The result: measures that prove termination, or a loop, or the rules without a proof."""

    measures: tuple[str, ...] = ()
    loop: Loop | None = None
    resisting: tuple[Rule, ...] = ()
    reason: str = ""
    proof: Proof = ()
    """The steps of a proof about `system`, if there is one; they can be checked independently."""
    system: System | None = None

    @property
    def terminates(self) -> bool | None:
        return False if self.loop else None if self.resisting else True


def terminates(rules: RuleSet, *, time_limit: float | None = None) -> Termination:
    """Whether a set terminates on every term.

    >>> from rewrite import Scalar, cos, rule, sin
    >>> @rule
    ... def open_sine(x: Scalar, y: Scalar):
    ...     "sin(x + y) = sin x cos y + cos x sin y"
    ...     return sin(x + y) >> sin(x)*cos(y) + cos(x)*sin(y)
    >>> found = terminates(RuleSet(open_sine))
    >>> found.terminates, found.measures
    (True, ('path ordering with sin > cos: open_sine',))
    """
    measures: list[str] = []
    deadline = Deadline.after(time_limit)
    try:
        with within(time_limit):
            found = _terminates(rules, measures, deadline)
            if found.terminates:
                check_time()  # a special case may have been left out for lack of time
            return found
    except OutOfTimeError:
        return Termination(tuple(measures), None, tuple(rules), NO_TIME)


def _terminates(rules: RuleSet, measures: list[str], deadline: Deadline) -> Termination:
    """As `terminates`; the measures found are appended to `measures`."""
    left = list(rules)
    plain = _by_proof(left, deadline.share(FOR_PROOFS, most=SECONDS))
    if plain is not None:
        return plain
    while left:
        step = None if deadline.passed else _step(left, deadline)
        if step is None:
            loop = found_loop(rules, deadline=deadline)
            late = NO_TIME if deadline.passed else ""
            resisting = tuple(left) if loop or late else _resisting(left, deadline)
            return Termination(tuple(measures), loop, resisting, late)
        reported, done = step
        measures.append(f"{reported}: {', '.join(r.name for r in done)}")
        left = [r for r in left if r not in done]
    return Termination(tuple(measures))


def termination(
    rules: RuleSet, where: str = "", time_limit: float | None = None
) -> Iterator[Finding]:
    """Findings about a set; a note if it terminates."""
    found = terminates(rules, time_limit=time_limit)
    name = rules.name or "rules"
    if found.loop is not None:
        yield Finding(
            "termination", Severity.ERROR, name, where or found.loop.rules[0].where,
            "it does not terminate: a term comes back", (str(found.loop),),
            "reverse one of these rules, or put them into different sets",
        )  # fmt: skip
    elif found.resisting:
        names = ", ".join(r.name for r in found.resisting)
        yield Finding(
            "termination", Severity.WARNING, name, where,
            f"unknown: no measure was found that is lowered by {names}",
            (*found.measures, *([found.reason] if found.reason else [])),
            "a condition such as precedes(a, b), or a smaller set; or accept it with a reason",
        )  # fmt: skip
    else:
        yield Finding("termination", Severity.NOTE, name, where, "it terminates", found.measures)


def _by_proof(rules: Sequence[Rule], deadline: Deadline) -> Termination | None:
    """A proof for a set without sums; None for other sets, or if none is found."""
    system = system_of(rules)
    proof = None if system is None else found_proof(system, deadline)
    if system is None or proof is None:
        return None
    measures = reported(system, proof, [r.name for r in rules])
    return Termination(measures, proof=proof, system=system)


# -- three ways to take rules out of a set --------------------------------------------------------


def _compared(pairs: Iterable[tuple[Term, Term]], whole: frozenset[Op]) -> list[Pair]:
    """The measures to be compared: every summand of a left side with the right side."""
    found = []
    for left, right in pairs:
        below = measured(right, whole)
        parts = left.args if left.op is add else (left,)
        found += [(measured(part, whole), below) for part in parts]
    return list(dict.fromkeys(found))


@lru_cache(maxsize=2_000)
def _general(rule: Rule, whole: frozenset[Op] = NO_OPERATORS) -> list[Pair]:
    refuse_large(rule)
    return _compared([(rule.left, normal(rule.right))], whole)


@lru_cache(maxsize=2_000)
def _measured(rule: Rule, whole: frozenset[Op] = NO_OPERATORS) -> list[Pair]:
    return _compared(sides(rule), whole)


def _step(rules: Sequence[Rule], deadline: Deadline) -> tuple[str, list[Rule]] | None:
    """A measure that no rule raises, and the rules that lower it; None if there is none in time."""
    try:
        return _by_ordering(rules, deadline) or _by_weights(rules, deadline) or _by_sorting(rules)
    except (LimitError, RecursionError):  # terms may be arbitrarily deep
        return None


def _on_time(deadline: Deadline) -> None:
    if deadline.passed:
        raise LimitError(NO_TIME)


def _timely(rules: Sequence[Rule], deadline: Deadline) -> Iterator[Rule]:
    """Rules one by one, as long as there is time."""
    for r in rules:
        _on_time(deadline)
        yield r


def _by_ordering(rules: Sequence[Rule], deadline: Deadline) -> tuple[str, list[Rule]] | None:
    """An ordering of measures, in which at most one operator is kept whole."""
    ops = operators(rules)
    tried = (_by_measure(rules, ops, whole, deadline) for whole in _kept_whole(ops))
    return next((found for found in tried if found is not None), None)


def _kept_whole(ops: Iterable[Op]) -> Iterator[frozenset[Op]]:
    """No operator, then each linear operator of one operand."""
    yield NO_OPERATORS
    for op in ops:
        if len(op.params) == 1 and degrees_of(op) and marks_of(op):
            yield frozenset((op,))


def _by_measure(
    rules: Sequence[Rule], ops: list[Op], whole: frozenset[Op], deadline: Deadline
) -> tuple[str, list[Rule]] | None:
    """An ordering for the rules as written; only then for their special cases, which take
    longer."""
    laws = measured_laws(ops, whole)
    if laws is None:
        return None
    try:
        general = {r: _general(r, whole) for r in _timely(rules, deadline)}
        ordering = best_ordering(general, laws)
        strict = [r for r in rules if all(ordering.above(*p) for p in general[r])]
        if not strict or not _kept(ordering, laws, general.values()):
            return None
        special = {r: _measured(r, whole) for r in _timely(rules, deadline)}
    except RewriteError:
        return None
    if not _kept(ordering, laws, special.values()):
        return None
    strict = [r for r in strict if all(ordering.above(*p) for p in special[r])]
    named = str(ordering)
    reported = f"path ordering with {named}" if named else "multisets of operands"
    return (reported, strict) if strict else None


def _kept(ordering: Ordering, laws: Pairs, rules: Iterable[Pairs]) -> bool:
    """Whether no law and no rule raises the measure."""
    return all(ordering.at_least(*p) for some in (laws, *rules) for p in some)


def _by_weights(rules: Sequence[Rule], deadline: Deadline) -> tuple[str, list[Rule]] | None:
    if any(s.op is add for r in rules for t in (r.left, r.right) for s in postorder(t)):
        return None
    try:
        pairs = [pair for r in _timely(rules, deadline) for pair in sides(r)]
    except RewriteError:
        return None
    ops = operators(rules)
    kept = law_pairs(ops)
    weights = None if kept is None else found_weights(pairs, ops, kept)
    if weights is None:
        return None
    done = [r for r in rules if all(weights.above(*p) for p in sides(r))]
    return (f"weights {weights}", done) if done else None


def _by_sorting(rules: Sequence[Rule]) -> tuple[str, list[Rule]] | None:
    return ("sorting of operands", list(rules)) if all(map(_sorts, rules)) else None


def _sorts(rule: Rule) -> bool:
    """Whether a rule swaps two operands that are variables, and only if that sorts them."""
    left, right = rule.left, rule.right
    if left.op is not right.op or left.op.law(Associative) is not None:
        return False
    if any(a.op is not VARIABLE for a in left.args) or len(set(left.args)) < len(left.args):
        return False
    moved = [i for i, (x, y) in enumerate(zip(left.args, right.args, strict=True)) if x is not y]
    if len(moved) != 2:
        return False
    i, j = moved
    swapped = left.args[i] is right.args[j] and left.args[j] is right.args[i]
    return swapped and Precedes(right.args[i], right.args[j]) in rule.conditions


def _resisting(rules: Sequence[Rule], deadline: Deadline) -> tuple[Rule, ...]:
    """The remaining rules that no measure lowers even by themselves; all, if there are none.

    If some fail as written, the special cases of the others are not examined.
    """
    try:
        open_ = [r for r in rules if _by_weights([r], deadline) is None and not _sorts(r)]
        written = [r for r in open_ if not _lowered(r, deadline)]
        special = (r for r in open_ if _by_ordering([r], deadline) is None)
        return tuple(written or list(special) or rules)
    except (LimitError, RecursionError):
        return tuple(rules)


def _lowered(rule: Rule, deadline: Deadline) -> bool:
    """Whether an ordering lowers a rule, not considering special cases."""
    _on_time(deadline)
    for whole in _kept_whole(operators([rule])):
        with suppress(RewriteError):
            general = _general(rule, whole)
            ordering = best_ordering({rule: general})
            if all(ordering.above(*p) for p in general):
                return True
    return False


def operators(rules: Iterable[Rule]) -> list[Op]:
    """The operators of some rules."""
    ops: dict[Any, None] = {}
    for r in rules:
        for t in (r.left, r.right):
            ops |= {s.op: None for s in postorder(t) if s.args}
    return sorted(ops, key=lambda op: op.name)
