"""Exceptions: findings that an author accepts, with the reason stated beside the rules.

    EXCEPTIONS = {
        ("pythagoras", "redundant"): "it is found faster than the sum of angles that covers it",
        ("TO_DOTS", "confluence"): "…",
    }

The first name is that of a rule, or of a set for everything found in it; the second is the kind of
finding. An exception without a reason, or one that is no longer needed, is itself a finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from ..findings import KINDS, Finding, Severity
from .rule_files import Sheet


def excused(findings: Iterable[Finding], sheet: Sheet) -> Iterator[Finding]:
    """The findings, with the sheet's reasons for accepted ones; then errors in its exceptions."""
    used: set[tuple[str, str]] = set()
    for f in findings:
        if f.partial:
            used.update(_keys(f))  # the part not examined may need it
        key = next((k for k in _keys(f) if k in sheet.exceptions), None)
        if key is None or f.severity is Severity.NOTE:
            yield f
        else:
            used.add(key)
            yield f.accept(str(sheet.exceptions[key]).strip()) if _reason(sheet, key) else f
    for key in sheet.exceptions:
        yield from _wrong(key, key in used, sheet)


def _keys(f: Finding) -> tuple[tuple[str, str], ...]:
    return (f.subject, f.kind), (f.within, f.kind)


def _reason(sheet: Sheet, key: tuple[str, str]) -> str:
    reason = sheet.exceptions[key]
    return reason.strip() if isinstance(reason, str) else ""


def _wrong(key: tuple[str, str], used: bool, sheet: Sheet) -> Iterator[Finding]:
    where = sheet.where("EXCEPTIONS")
    name = Path(sheet.name).name
    if not (isinstance(key, tuple) and len(key) == 2 and key[1] in KINDS):
        yield Finding(
            "exception", Severity.ERROR, name, where,
            f"{key!r} is not the name of a rule or set and the kind of a finding",
            remedy=f"the kinds are {', '.join(KINDS)}",
        )  # fmt: skip
    elif not used:
        yield Finding(
            "exception", Severity.WARNING, name, where,
            f"the exception {key} is not needed: there is no such finding",
            remedy="take it out",
        )  # fmt: skip
    elif not _reason(sheet, key):
        yield Finding(
            "exception", Severity.ERROR, name, where, f"the exception {key} gives no reason"
        )
