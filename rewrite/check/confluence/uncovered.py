"""Kinds of rules that critical pairs do not cover; sets with them are never reported as confluent.

- A condition that holds for a term need not hold after a step; and a condition on order that holds
  for symbols need not hold for other terms.
- A left side that is a sum or a product of scalars matches beside other summands and factors, with
  which its own may cancel once a step has changed them: sin²a + cos²a − cos²b, where a becomes b.
- Sums and numbers inside a left side match terms that arithmetic has collected: sin(x + y) in sin(2
  x).
- A right side that is a sum, or may be one because it is a variable, becomes 2 (a + b) if there
  were already two copies of the left side, and 2 a + 2 b if the second came later; both are normal.
  A law whose result is an operand does the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...core.linear import LINEAR_OPERATORS, neg
from ...core.operators import VARIABLE, Operator
from ...core.sorts import Linear
from ...core.terms import Term, postorder
from ...normalform.walk import normal
from ...rewriting.overlaps import is_compound, key_of
from ...rewriting.rule import Rule
from ..measures.laws_kept import equation_terms, laws_that_name

SHOWN = 3
"""How many names a message lists."""
SUMS = frozenset(LINEAR_OPERATORS) - {neg}


def uncovered(rules: Iterable[Rule]) -> Iterator[str]:
    """The reasons why nothing is proved about some rules, with the names of the rules."""
    rules = tuple(rules)
    for why, some in (
        ("conditions, which a step may undo", [r for r in rules if r.conditions]),
        ("left sides that are sums or products of scalars, which may cancel with other "
         "terms", [r for r in rules if is_compound(r.left)]),
        ("sums, signs and numbers inside left sides", [r for r in rules if _has_sums(r.left)]),
        ("right sides that are or may be sums, which are not expanded if there are several",
         [r for r in rules if _makes_sums(r.right)]),
    ):  # fmt: skip
        if some:
            yield f"{why} ({named(r.name for r in some)})"
    yield from dict.fromkeys(_may_leave_sums(rules))


def _has_sums(left: Term) -> bool:
    inside = (s for s in postorder(left) if s is not left)
    return any(s.op in LINEAR_OPERATORS or s.op.constant for s in inside)


def _makes_sums(right: Term) -> bool:
    """Whether a right side may become a sum or contains arithmetic."""
    if not any(issubclass(s.sort, Linear) for s in postorder(right)):
        return False
    right = normal(right)
    whole = right.args[0] if right.op is neg else right
    return whole.op is VARIABLE or any(s.op in SUMS for s in postorder(right))


def _may_leave_sums(rules: Sequence[Rule]) -> Iterator[str]:
    """The laws whose result is an operand, which may be a sum, once a step has made them apply."""
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
