"""`why_not`: why a rule did not fire, at the position where it came closest.

>>> from rewrite import Matrix, Rewrite, matrices, orthogonal, rule
>>> @rule
... def undo(R: Matrix, A: Matrix) -> Rewrite[Matrix]:
...     "R Rᵀ A = A for an orthogonal R."
...     return (R @ R.T @ A >> A).when(orthogonal(R))
>>> M, N = matrices("M N")
>>> print(why_not(undo, 2 * (M @ M.T @ N)))
undo does not apply: at [1], M @ M.T @ N:
the condition orthogonal(R) is not known to hold for R := M
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from ..core.context import Context
from ..core.laws import Anticommutative, Associative, Commutative
from ..core.linear import LINEAR_OPERATORS, add, scale, times
from ..core.operators import NUMBER, VARIABLE, label
from ..core.sorts import is_unknown
from ..core.terms import Term
from ..core.variables import Bindings, variables_of
from ..deadline import check_time, checked_limit, within
from ..errors import RewriteError
from ..matching.patterns import BUDGET, OutOfBudget, Search, shaped
from ..matching.scalar_products import Monomial, scalar_of, scaled
from ..normalform.walk import normal
from ..text.printing import brief
from .conditions import satisfied
from .rule import Rule, readable
from .run import Run

FIRES = 10**9  # more than any partial agreement
STOPPED = FIRES - 1
CLOSE = FIRES - 2


@dataclass(frozen=True, repr=False)
class WhyNot:
    """Where a rule came closest to matching, and what prevented it; or where it applies."""

    rule: Rule
    fires: bool
    position: tuple[int, ...]
    term: Term
    reason: str

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        at = f"at {list(self.position)}, " if self.position else ""
        verb = "applies" if self.fires else "does not apply"
        reason = readable(self.reason)  # sizes that a pattern leaves open
        return f"{self.rule.name} {verb}: {at}{brief(self.term, 200)}: {reason}"


def why_not(
    rule: Rule,
    t: Term,
    context: Context | None = None,
    budget: int = BUDGET,
    *,
    time_limit: float | None = None,
) -> WhyNot:
    """Why a rule does not apply anywhere in a term: the closest position, and what disagrees there.

    The closest position is one where only a condition fails, or else where most of the left side
    agrees. The term is put in normal form first, as for rewriting. After `time_limit` seconds the
    search ends with a LimitError, since it may not have reached the closest position.
    """
    if not isinstance(rule, Rule) or not isinstance(t, Term):
        raise RewriteError(f"why_not takes a rule and a term, not {label(rule)} and {label(t)}")
    with within(checked_limit(time_limit)):
        run = Run(context)
        best: tuple[int, WhyNot] | None = None
        for part, position in _places(run.walk.run(t)):
            check_time()
            score, reason = _judged(rule, part, Search(run.context, budget, run.walk))
            if best is None or score > best[0]:
                best = score, WhyNot(rule, score == FIRES, position, part, reason)
            if score == FIRES:
                break
    assert best is not None
    return best[1]


def _places(root: Term) -> Iterator[tuple[Term, tuple[int, ...]]]:
    """The distinct sub-terms with the first position of each, from the top and the left."""
    seen = {root}
    stack: list[tuple[Term, tuple[int, ...]]] = [(root, ())]
    while stack:
        t, position = stack.pop()
        yield t, position
        for i in range(len(t.args) - 1, -1, -1):
            if t.args[i] not in seen:
                seen.add(t.args[i])
                stack.append((t.args[i], (*position, i)))


def _judged(rule: Rule, t: Term, search: Search) -> tuple[int, str]:
    """How close a rule comes at the head of a term, and what prevents it."""
    failed = None
    try:
        for place in rule.pattern.places(t, search):
            reason = _failed_condition(rule, place.bindings, search)
            if reason is None:
                found = rule.result(place, search)
                if found is not None and found is not t:
                    return FIRES, f"it becomes {brief(found, 200)}"
                reason = (
                    "its right side has no meaning here"
                    if found is None
                    else "its result has the same normal form, so nothing changes"
                )
            failed = failed or reason
    except OutOfBudget:
        return STOPPED, "the search for matches ran out of its budget; raise it"
    if failed is not None:
        return CLOSE, failed
    score, reason = _compared(rule.left, t, {})
    if reason is None and rule.left.op is add:
        reason = "its summands are there, but not with coefficients of one sign and common factors"
    return score, reason or "its operands cannot be distributed among the variables"


def _failed_condition(rule: Rule, s: Bindings, search: Search) -> str | None:
    for condition in rule.conditions:
        if not satisfied(condition, s, search):
            about = frozenset[Term]().union(*map(variables_of, condition.terms))
            values = ", ".join(f"{v} := {brief(s[v])}" for v in sorted(about, key=str) if v in s)
            return f"the condition {condition} is not known to hold for {values}"
    return None


def _compared(p: Term, t: Term, s: dict[Any, Any]) -> tuple[int, str | None]:
    """How many nodes of a pattern agree with a term, and the first that does not.

    Operands of commutative or associative operators are compared with those that fit best: the
    result explains, it does not decide.
    """
    if p.op is VARIABLE:
        return _bound(p, t, s)
    if not variables_of(p):
        return (1, None) if p is t else (0, f"{brief(p)} is needed, but there is {brief(t)}")
    if p.op is not t.op:
        wanted = f"{p.op.name}({', '.join('…' for _ in p.args)})"
        if p.op in LINEAR_OPERATORS or p.op.law(Associative) is not None:
            inside = _best(p.args, (t,), s, p.op)
            kind = {add: "sum", times: "product", scale: "scaling"}.get(p.op, p.op.name)
            return inside[0], f"a {kind} such as {brief(p)} is needed, but there is {brief(t)}"
        return 0, f"{wanted} is needed for {brief(p)}, but there is {brief(t)}"
    score, reason = _operands(p, t, s)
    return score + 1, reason


def _bound(v: Term, t: Term, s: dict[Any, Any]) -> tuple[int, str | None]:
    known = s.get(v)
    if known is not None:
        return (
            (1, None)
            if known is t
            else (0, f"the variable {v} is {brief(known)}, but there is {brief(t)}")
        )
    sizes = shaped(v.shape, t.shape, s) if v.sort is t.sort else None
    if sizes is None:
        wanted = v.sort.__name__ if any(map(is_unknown, v.shape)) else label(v)
        return 0, f"{v} stands for {wanted}, but {brief(t)} is {label(t)}"
    s.update(sizes)
    s[v] = t
    return 1, None


def _operands(p: Term, t: Term, s: dict[Any, Any]) -> tuple[int, str | None]:
    op = p.op
    if op in LINEAR_OPERATORS or op.law(Associative) is not None:
        return _best(p.args, t.args, s, op)
    if op.law(Commutative) is None and op.law(Anticommutative) is None:
        return _in_order(p.args, t.args, s)
    tries = [(_in_order(p.args, order, inner := dict(s)), inner) for order in permutations(t.args)]
    found, bindings = max(tries, key=lambda entry: (entry[0][1] is None, entry[0][0]))
    s.update(bindings)
    return found


def _in_order(ps: Sequence[Term], ts: Sequence[Term], s: dict[Any, Any]) -> tuple[int, str | None]:
    total, reason = 0, None
    for p, t in zip(ps, ts, strict=False):
        score, why = _compared(p, t, s)
        total, reason = total + score, reason or why
    return total, reason


def _bare(t: Term) -> Term:
    """A summand without its number and sign."""
    m = Monomial.of(t)
    bare = Monomial(1, m.factors, m.core)
    whole = scalar_of(1, bare.factors) if bare.core is None else scaled(1, bare.factors, bare.core)
    return normal(whole)


def _best(
    ps: Sequence[Term], ts: Sequence[Term], s: dict[Any, Any], op: Any
) -> tuple[int, str | None]:
    """Each operand of a pattern compared with the one that fits it best."""
    total, reason = 0, None
    left = [_bare(t) if op is add else t for t in ts]
    for p in sorted(ps, key=lambda p: p.op is VARIABLE):
        p = _bare(p) if op is add else p
        if p.op is NUMBER:
            continue
        tries = []
        for i, t in enumerate(left):
            inner = dict(s)
            tries.append((_compared(p, t, inner), i, inner))
        if not tries:
            return total, reason or f"no operand is left for {brief(p)}"
        (score, why), i, bindings = max(
            tries, key=lambda entry: (entry[0][1] is None, entry[0][0], -entry[1])
        )
        total += score
        reason = reason or why
        s.update(bindings)
        del left[i]
    return total, reason
