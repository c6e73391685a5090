"""Whether axioms contradict each other: whether they and the laws leave more than one element.

If two rules make different variables of one term, everything is equal. Otherwise a model is looked
for, in which operators may be constant: one with two elements shows that there is no contradiction.
That there is none with two or three elements is told if all of them were tried, and nothing is said
if there were too many.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..core.terms import Term, postorder
from ..errors import RewriteError
from ..rewriting.ruleset import RuleSet
from .algebra import Algebra
from .confluence import joined
from .findings import Finding, Severity
from .joining import Divergence
from .rule_files import Sheet
from .time_shares import Deadline

SIZES = (2, 3)
SECONDS = 5.0
"""How long the critical pairs of axioms are looked at."""


def contradictions(sheet: Sheet, deadline: Deadline) -> Iterator[Finding]:
    """What is wrong with the axioms of a sheet as a whole."""
    algebra = Algebra.of((), sheet.axioms)
    if not sheet.axioms or not algebra.operators:
        return
    where = sheet.where("AXIOMS")
    tried = _models(algebra)
    if tried == FOUND:
        return
    axioms = RuleSet(sheet.axioms, name="AXIOMS")
    found = joined(axioms, time_limit=min(SECONDS, deadline.left))
    collapse = next(filter(_everything, found.diverging), None)
    if collapse is not None:
        yield Finding(
            "soundness", Severity.ERROR, "AXIOMS", where,
            f"they contradict each other: {collapse.left} = {collapse.right} follows, so that "
            "everything is equal",
            (str(collapse),), f"mend {collapse.pair.first.name} or {collapse.pair.second.name}",
        )  # fmt: skip
    elif tried == NONE:
        yield Finding(
            "soundness", Severity.WARNING, "AXIOMS", where,
            "no model of the laws and axioms has 2 or 3 elements (all were tried): they may "
            "contradict each other",
            remedy="leave one axiom after another out, until there is a model",
        )  # fmt: skip


FOUND, NONE, UNKNOWN = "found", "none", "unknown"


def _models(algebra: Algebra) -> str:
    """Whether there are models with few elements, in which operators may say nothing."""
    for size in SIZES:
        try:
            search = algebra.found(size, 1, None, trivial=True)
            if any(True for _ in search):
                return FOUND
            if search.stopped is not None:
                return UNKNOWN
        except RewriteError:  # an operator takes operands of any shape, and has no table
            return UNKNOWN
    return NONE


def _everything(d: Divergence) -> bool:
    """Whether a divergence makes a symbol for a variable equal to a term without it."""
    symbols = {t for t in d.bindings.values() if isinstance(t, Term)}
    sides = (d.left, d.right), (d.right, d.left)
    return any(x in symbols and all(s is not x for s in postorder(y)) for x, y in sides)
