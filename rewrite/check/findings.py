"""Findings: what an analysis says about a rule or a set, as data.

>>> finding = Finding("soundness", Severity.ERROR, "swap", "a.py:3", "it is false", remedy="-b")
>>> print(finding)
a.py:3: error [soundness] swap: it is false
    remedy: -b
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..rewriting.rule import Rule


class Severity(Enum):
    """How bad a finding is: errors and warnings are faults, notes are information."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


KINDS: dict[str, str] = {
    "input": "a file or a rule that cannot be read",
    "typing": "what a rule declares is not what it says",
    "soundness": "the two sides are not equal",
    "evaluate": "a mistake in the evaluation of an operator",
    "termination": "rules that may not terminate",
    "confluence": "terms with two results",
    "redundant": "a rule that the other rules make unnecessary",
    "shadowed": "a rule that never fires, because another fires first",
    "right-side": "a right side that the set rewrites further",
    "law": "a rule that the laws already cover",
    "condition": "a condition that is never met, or is not needed",
    "captured": "a symbol from outside in a rule",
    "library": "a rule that the standard library has too",
    "exception": "an exception that is not needed, or gives no reason",
    "limit": "something that was not examined for lack of time",
    "profile": "how often a rule fired",
}
"""The kinds of findings, by name."""


@dataclass(frozen=True)
class Finding:
    """A finding about one rule or set: place, severity, message, evidence and remedy."""

    kind: str
    severity: Severity
    subject: str
    """The name of the rule or of the set, or of a file."""
    where: str
    """file:line, as far as known."""
    message: str
    evidence: tuple[str, ...] = ()
    remedy: str = ""
    accepted: str = ""
    """The author's reason for accepting the finding."""
    partial: bool = False
    """Whether the analysis hit a limit, so that there may be more findings."""
    within: str = ""
    """The set in which it was found, for findings about a rule among others."""
    data: Any = field(default=None, compare=False, repr=False)
    """An object for the page to draw, such as a critical pair; the JSON omits it."""

    @property
    def wrong(self) -> bool:
        """Whether it must be fixed or accepted."""
        return self.severity is not Severity.NOTE and not self.accepted

    def accept(self, reason: str) -> Finding:
        """The same finding, accepted for a reason."""
        return replace(self, accepted=reason)

    def as_json(self) -> dict[str, Any]:
        found = asdict(replace(self, data=None))
        del found["data"]
        return {**found, "severity": self.severity.value, "evidence": list(self.evidence)}

    def __str__(self) -> str:
        accepted = "accepted" if self.accepted else self.severity.value
        lines = [f"{self.where}: {accepted} [{self.kind}] {self.subject}: {self.message}"]
        lines += [f"    {line}" for line in self.evidence]
        if self.remedy:
            lines.append(f"    remedy: {self.remedy}")
        if self.accepted:
            lines.append(f"    accepted: {self.accepted}")
        return "\n".join(lines)


def about_rule(
    kind: str, severity: Severity, rule: Rule, message: str, remedy: str = ""
) -> Finding:
    """A finding about a rule, where the rule is written."""
    return Finding(kind, severity, rule.name, rule.where, message, remedy=remedy)
