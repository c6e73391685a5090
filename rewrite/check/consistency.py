"""Whether axioms contradict each other, that is, whether they and the laws make all elements equal.

First a model is searched for, in which operators may be constant: a model with two elements shows
that there is no contradiction. If there is none, two rules may make different variables of one
term: then everything is equal, and that is an error. Confluent axioms do not contradict each other,
since different symbols stay different; they may still have only infinite models. Axioms are
confluent if they terminate and all critical pairs are joined, or if there are no critical pairs and
no variable occurs twice in a left side (orthogonal systems, such as the combinators S and K).

In all other cases the report says that it is not known.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..core.terms import Term, VariableInfo, postorder
from ..errors import RewriteError
from ..rewriting.rule import Rule
from ..rewriting.ruleset import RuleSet
from .confluence.confluence import Confluence, joined
from .confluence.joining import Divergence
from .findings import Finding, Severity
from .models.algebra import Algebra
from .sources.rule_files import Sheet
from .termination.termination import terminates
from .time_shares import Deadline

SIZES = (2, 3)
"""The numbers of elements of the models that are searched for."""
SECONDS = 5.0
"""The time limit for the critical pairs of axioms."""


def contradictions(sheet: Sheet, deadline: Deadline) -> Iterator[Finding]:
    """Findings about the axioms of a sheet as a whole."""
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
    elif tried == NONE and not (found.complete and _is_confluent(axioms, found, deadline)):
        yield Finding(
            "soundness", Severity.NOTE, "AXIOMS", where,
            "whether they contradict each other is not known: no model of the laws and axioms has "
            "2 or 3 elements (all were tried), and they are not known to be confluent",
            remedy="leave out one axiom after another until there is a model",
        )  # fmt: skip


def _is_confluent(axioms: RuleSet, found: Confluence, deadline: Deadline) -> bool:
    """Whether axioms whose critical pairs are all joined are confluent: orthogonal or
    terminating."""
    if found.considered == 0 and all(_is_plain(axiom) for axiom in axioms):
        return True
    return terminates(axioms, time_limit=min(SECONDS, deadline.left)).terminates is True


def _is_plain(axiom: Rule) -> bool:
    """Whether a rule has no condition, and no operator with laws or repeated variable on the
    left."""
    occurrences, stack = list[Term](), [axiom.left]
    while stack:
        t = stack.pop()
        stack += t.args
        occurrences.append(t)
    variables = [t for t in occurrences if isinstance(t.value, VariableInfo)]
    free = not any(t.op.laws for t in occurrences) and len(set(variables)) == len(variables)
    return free and not axiom.conditions


FOUND, NONE, UNKNOWN = "found", "none", "unknown"


def _models(algebra: Algebra) -> str:
    """Whether there are models with few elements; operators may be trivial in them."""
    for size in SIZES:
        try:
            search = algebra.found(size, 1, None, trivial=True)
            if any(True for _ in search):
                return FOUND
            if search.stopped is not None:
                return UNKNOWN
        except RewriteError:  # an operator for operands of any shape has no table
            return UNKNOWN
    return NONE


def _everything(d: Divergence) -> bool:
    """Whether a divergence makes a variable equal to a term in which it does not occur."""
    symbols = {t for t in d.bindings.values() if isinstance(t, Term)}
    sides = (d.left, d.right), (d.right, d.left)
    return any(x in symbols and all(s is not x for s in postorder(y)) for x, y in sides)
