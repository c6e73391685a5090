"""A report: the findings about some sheets, for the terminal, as JSON, and as a page."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..text.counting import counted
from .findings import Finding, Severity
from .report_page import page
from .sources.rule_files import Sheet


@dataclass(frozen=True)
class Report:
    """The findings of a check; `ok` if every error and warning is accepted."""

    sheets: tuple[Sheet, ...]
    findings: tuple[Finding, ...]

    @property
    def wrong(self) -> tuple[Finding, ...]:
        return tuple(f for f in self.findings if f.wrong)

    @property
    def ok(self) -> bool:
        return not self.wrong

    @property
    def status(self) -> int:
        """The exit status; see `exit_status`."""
        return self.exit_status()

    def exit_status(self, strict: bool = False) -> int:
        """0 if there is no error, 1 if there is one, 2 if a file cannot be read.

        2 takes precedence, since a file that cannot be read was not checked. If `strict`, warnings
        count as errors.
        """
        if any(f.kind == "input" and f.severity is Severity.ERROR for f in self.findings):
            return 2
        return int(any(strict or f.severity is Severity.ERROR for f in self.wrong))

    def of(self, subject: str, sheet: Sheet | None = None) -> tuple[Finding, ...]:
        """The findings about a rule or a set, of one sheet if given, since names may occur in
        several."""
        found = (f for f in self.findings if f.subject == subject)
        return tuple(f for f in found if sheet is None or self._belongs(f, sheet))

    def _belongs(self, f: Finding, sheet: Sheet) -> bool:
        if len(self.sheets) == 1:
            return True
        file = f.where.rpartition(":")[0] or f.where
        return f.where == sheet.name or Path(file).resolve() == Path(sheet.name).resolve()

    def summary(self) -> str:
        rules = sum(len(s.rules) for s in self.sheets)
        sets = sum(len(s.sets) for s in self.sheets)
        counts: Counter[str] = Counter(f.severity.value for f in self.findings if f.wrong)
        counts["accepted"] = sum(bool(f.accepted) for f in self.findings)
        some = [(name, n) for name, n in counts.items() if n]
        named = [f"{n} {name}" if name == "accepted" else counted(n, name) for name, n in some]
        reported = ", ".join(named) or "nothing wrong"
        return f"{counted(rules, 'rule')} in {counted(sets, 'set')}: {reported}"

    def text(self, notes: bool = False) -> str:
        """For the terminal: errors and warnings; with `notes`, everything else too."""
        shown = [f for f in self.findings if f.wrong or notes]
        return "\n".join([*map(str, shown), self.summary()])

    def as_json(self) -> str:
        """For machines."""
        found: dict[str, Any] = {
            "ok": self.ok,
            "summary": self.summary(),
            "files": [
                {
                    "name": s.name,
                    "rules": [r.name for r in s.rules],
                    "sets": [x.name for x in s.sets],
                }
                for s in self.sheets
            ],
            "findings": [f.as_json() for f in self.findings],
        }
        return json.dumps(found, indent=2, ensure_ascii=False)

    def html(self) -> str:
        """For people: one self-contained page."""
        return page(self)

    def __str__(self) -> str:
        return self.text()
