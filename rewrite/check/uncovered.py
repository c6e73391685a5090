"""What critical pairs do not settle: kinds of rules for which "confluent" is never said.

- Where a condition holds for a term, it need not hold for what a step makes of the term; and where
  symbols are in order, other terms are not.
- A left side that is a sum or a product of scalars is found beside other summands and factors, with
  which its own may cancel once a step has changed them: sin²a + cos²a − cos²b, where a becomes b.
- Sums and numbers inside a left side are found in terms that arithmetic has gathered: sin(x + y) in
  sin(2 x).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..core.linear import LINEAR_OPERATORS
from ..core.terms import Term, postorder
from ..rewriting.overlaps import is_compound
from ..rewriting.rule import Rule

SHOWN = 3


def uncovered(rules: Iterable[Rule]) -> Iterator[str]:
    """The reasons for which nothing is proved of some rules, with the names of these."""
    rules = tuple(rules)
    for why, some in (
        ("conditions, which a step may undo", [r for r in rules if r.conditions]),
        ("left sides that are sums or products of scalars, which may cancel with what is beside "
         "them", [r for r in rules if is_compound(r.left)]),
        ("sums, signs and numbers inside left sides", [r for r in rules if _has_sums(r.left)]),
    ):  # fmt: skip
        if some:
            yield f"{why} ({named(r.name for r in some)})"


def _has_sums(left: Term) -> bool:
    inside = (s for s in postorder(left) if s is not left)
    return any(s.op in LINEAR_OPERATORS or s.op.constant for s in inside)


def named(names: Iterable[str]) -> str:
    """The first of some names, and how many more there are."""
    some = list(dict.fromkeys(names))
    more = f" and {len(some) - SHOWN} more" if len(some) > SHOWN else ""
    return ", ".join(some[:SHOWN]) + more
