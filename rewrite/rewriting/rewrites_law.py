"""Rules that are part of a normal form.

A theory that needs more than the laws can say adds a few rules to its operator with `Rewrites`, and
`normal` applies them as it does laws. Such rules must terminate and be confluent whatever order
they are used in, so both are checked when the operator is declared: every rule must make terms
smaller, and the critical pairs (see `critical`) must come together again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..core.laws.base import Law
from ..core.laws.moving import Antimorphism
from ..core.laws.unary import Involution
from ..core.operators import VARIABLE, Atom, Operator, _declared
from ..core.terms import Term, intern, postorder
from ..errors import LimitError, RewriteError, RuleError

if TYPE_CHECKING:
    from ..normalform.call import Call
    from .rule import Rule

Op = Operator[..., Any]


@dataclass(frozen=True)
class Rewrites(Law):
    """Rules at the head of an operator's terms, applied by `normal`.

    >>> from rewrite import Vector, normal, operator, rule, vectors
    >>> twist = operator("twist", Vector, Vector, result=Vector)
    >>> @rule
    ... def untwist(a: Vector, b: Vector):
    ...     "Twisting twice is not twisting."
    ...     return twist(a, twist(a, b)) >> b
    >>> twist.add_laws([Rewrites(untwist)])
    >>> u, v = vectors("u v")
    >>> normal(twist(u, twist(v, twist(v, twist(u, v)))))
    v
    """

    rules: tuple[Rule, ...]
    step = 90

    def __init__(self, *rules: Any) -> None:
        found: list[Rule] = []
        for r in rules:
            found += r if isinstance(r, Iterable) else [r]
        object.__setattr__(self, "rules", tuple(found))
        for r in self.rules:
            _refuse_growth(r)
            _refuse_any_number(r)
        _refuse_divergence(self.rules)

    def fits(self, op: Op) -> str | None:
        from ..core.linear import LINEAR_OPERATORS
        from ..matching.index import heads

        if op in LINEAR_OPERATORS:
            return f"the normal form of {op} is the work of the dictionary of monomials"
        for r in self.rules:
            if op not in heads(r.pattern):
                return f"the left side of rule {r.name!r} is {r.left}, which is headed otherwise"
        _refuse_divergence((*self.rules, *_related(op, self.rules)))
        return None

    def apply(self, call: Call) -> None:
        from ..matching.patterns import OutOfBudget, Search

        t = intern(call.op, tuple(call.args), call.sort, call.shape)
        search = Search(call.walk.context, walk=call.walk)
        try:
            for r in self.rules:
                for place in r.places(t, search):
                    found = r.result(place, search)
                    if found is not None and found is not t:
                        call.end(found)
                        return
        except OutOfBudget as error:
            raise LimitError(f"{call.op}: a rule of its normal form ran out of budget") from error

    def __str__(self) -> str:
        return f"Rewrites({', '.join(r.name for r in self.rules)})"


def _related(op: Op, rules: tuple[Rule, ...]) -> list[Rule]:
    """The rules of other operators' normal forms that have an operator in common with these."""
    ours = {t.op for r in rules for t in postorder(r.left) if t.args}
    found: list[Rule] = []
    for other in list(_declared.values()):
        law = other.law(Rewrites) if other is not op and not isinstance(other, Atom) else None
        for r in () if law is None else law.rules:
            if ours & {t.op for t in postorder(r.left) if t.args}:
                found.append(r)
    return found


def _refuse_any_number(r: Rule) -> None:
    """Refuse a variable among letters, because it may take any number of them."""
    from ..matching.bags import Bag
    from ..matching.patterns import Variable
    from ..matching.words import Word

    pattern = r.pattern
    free = isinstance(pattern, Word | Bag) and [
        p.term.name for p in pattern.parts() if isinstance(p, Variable)
    ]
    if free:
        raise RuleError(
            f"rule {r.name!r} cannot be part of a normal form: {free[0]} stands for any number of "
            "operands, and then it cannot be seen whether the order of steps matters; write an "
            "operator round it"
        )


def weight(t: Term) -> int:
    """A size that the laws do not increase: operators that pass through products weigh nothing."""
    total: dict[Term, int] = {}
    for s in postorder(t):
        own = 1 if not s.args else max(1, len(s.args) - 1)
        if len(s.args) == 1 and (s.op.law(Antimorphism) or s.op.law(Involution)):
            own = 0
        total[s] = own + sum(total[a] for a in s.args)
    return total[t]


def _refuse_growth(r: Rule) -> None:
    left, right = _count(r.left), _count(r.right)
    more = [v.name for v, n in right.items() if n > left.get(v, 0)]
    if more or weight(r.right) >= weight(r.left):
        why = f"{more[0]} occurs more often" if more else "it is not smaller"
        raise RuleError(
            f"rule {r.name!r} cannot be part of a normal form, because it might go on for ever: on "
            f"its right side {why}"
        )


def _count(t: Term) -> dict[Term, int]:
    counts: dict[Term, dict[Term, int]] = {}
    for s in postorder(t):
        own = {s: 1} if s.op is VARIABLE else {}
        for a in s.args:
            for v, n in counts[a].items():
                own[v] = own.get(v, 0) + n
        counts[s] = own
    return counts[t]


def _refuse_divergence(rules: tuple[Rule, ...]) -> None:
    """Refuse rules with a critical pair that does not come together."""
    from .critical import critical_pairs
    from .ruleset import RuleSet
    from .strategies import bottom_up, exhaust

    reduce = exhaust(bottom_up(RuleSet(rules)))
    for pair in critical_pairs(rules):
        try:
            left, right = (reduce.run(t).term for t in (pair.left, pair.right))
        except RewriteError:
            continue  # the overlap has no meaning: its shapes do not agree
        if left is not right:
            raise RuleError(
                f"rules that are part of a normal form must be confluent, but {pair}, "
                f"which end as {left} and {right}"
            )
