"""Kinds of rules that critical pairs do not cover, and which are never reported as confluent.

- Where a condition holds for a term, it need not hold for what a step makes of the term; and where
  symbols are in order, other terms are not.
- A left side that is a sum or a product of scalars is found beside other summands and factors, with
  which its own may cancel once a step has changed them: sin²a + cos²a − cos²b, where a becomes b.
- Sums and numbers inside a left side are found in terms that arithmetic has gathered: sin(x + y) in
  sin(2 x).
- A right side that is a sum, or may be one because it is a variable, becomes 2 (a + b) where there
  were two of the left side already, and 2 a + 2 b where the second came later; both are normal. A
  law that leaves an operand does the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..core.linear import LINEAR_OPERATORS, neg
from ..core.operators import VARIABLE, Operator
from ..core.sorts import Linear
from ..core.terms import Term, postorder
from ..normalform.walk import normal
from ..rewriting.overlaps import is_compound, key_of
from ..rewriting.rule import Rule
from .laws_kept import equation_terms, laws_that_name

SHOWN = 3
SUMS = frozenset(LINEAR_OPERATORS) - {neg}


def uncovered(rules: Iterable[Rule]) -> Iterator[str]:
    """The reasons for which nothing is proved of some rules, with the names of these."""
    rules = tuple(rules)
    for why, some in (
        ("conditions, which a step may undo", [r for r in rules if r.conditions]),
        ("left sides that are sums or products of scalars, which may cancel with what is beside "
         "them", [r for r in rules if is_compound(r.left)]),
        ("sums, signs and numbers inside left sides", [r for r in rules if _has_sums(r.left)]),
        ("right sides that are or may be sums, which are not opened where there are several",
         [r for r in rules if _makes_sums(r.right)]),
    ):  # fmt: skip
        if some:
            yield f"{why} ({named(r.name for r in some)})"
    yield from dict.fromkeys(_may_leave_sums(rules))


def _has_sums(left: Term) -> bool:
    inside = (s for s in postorder(left) if s is not left)
    return any(s.op in LINEAR_OPERATORS or s.op.constant for s in inside)


def _makes_sums(right: Term) -> bool:
    """Whether a sum may come of a right side, or arithmetic of what is put into it."""
    if not any(issubclass(s.sort, Linear) for s in postorder(right)):
        return False
    right = normal(right)
    whole = right.args[0] if right.op is neg else right
    return whole.op is VARIABLE or any(s.op in SUMS for s in postorder(right))


def _may_leave_sums(rules: Sequence[Rule]) -> Iterator[str]:
    """The laws by which an operand with sums is left, after a step has made what they ask for."""
    if not any(issubclass(r.left.sort, Linear) for r in rules):
        return
    inside = {key_of(s) for r in rules for t in (r.left, r.right) for s in postorder(t)}
    ops = [x for x in inside if isinstance(x, Operator) and x not in LINEAR_OPERATORS]
    own = ((op, law) for op in ops for law in op.laws)
    for op, law in (*own, *laws_that_name(inside, ops)):
        sides = [both for x in law.equations(op) if (both := equation_terms(x)) is not None]
        if op not in LINEAR_OPERATORS and any(_leaves_operand(right) for _, right in sides):
            yield f"the law {law} of {op}, which may leave a sum"


def _leaves_operand(right: Term) -> bool:
    return right.op is VARIABLE and issubclass(right.sort, Linear)


def named(names: Iterable[str]) -> str:
    """The first of some names, and how many more there are."""
    some = list(dict.fromkeys(names))
    more = f" and {len(some) - SHOWN} more" if len(some) > SHOWN else ""
    return ", ".join(some[:SHOWN]) + more
