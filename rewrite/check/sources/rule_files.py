"""Files of rules: imported, with what they define, or the error that stopped them.

A file is the author's own Python. Its rules and rule sets are those that it defines itself;
imported rules are checked in the files that define them. A file without rule sets counts as one
set. Two names have a special meaning:

- `AXIOMS`, rules that define an algebra besides its laws;
- `EXCEPTIONS`, findings that the author accepts: {("a rule or set", "kind"): "reason"}.
"""

from __future__ import annotations

import ast
import traceback
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from ...errors import RewriteError, reason_of
from ...rewriting.rule import Rule
from ...rewriting.ruleset import RuleSet
from ..findings import Finding, Severity
from .importing import SECONDS, ImportStopped, imported
from .slips import refusal

Exceptions = Mapping[tuple[str, str], str]


@dataclass(frozen=True)
class Sheet:
    """The rules of one file, or of one set that was given in Python."""

    name: str
    rules: tuple[Rule, ...]
    sets: tuple[RuleSet, ...]
    axioms: tuple[Rule, ...] = ()
    exceptions: Exceptions = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    """Errors found while the file was loaded."""
    lines: Mapping[str, int] = field(default_factory=dict)
    """The lines on which the names of a file are assigned."""

    def where(self, name: str) -> str:
        """The file and line of a set."""
        return f"{self.name}:{self.lines[name]}" if name in self.lines else self.name

    def placed(self, finding: Finding) -> Finding:
        """A finding with the name of its file as the author gave it."""
        file, _, line = finding.where.rpartition(":")
        own = bool(file) and file != self.name and str(Path(self.name).resolve()) == file
        return replace(finding, where=f"{self.name}:{line}") if own else finding


def loaded(path: str | Path, seconds: float = SECONDS) -> Sheet:
    """The rules of a file; the import may take at most this many seconds."""
    file = Path(path)
    name = str(path)
    try:
        source = file.read_text(encoding="utf-8")
        tree = ast.parse(source, name)
    except (OSError, UnicodeDecodeError) as error:
        return _failed(name, 1, f"it cannot be read: {reason_of(error)}")
    except SyntaxError as error:
        return _failed(name, error.lineno or 1, f"it is not valid Python: {error.msg}")
    except ValueError as error:  # a NUL, before Python 3.11.4
        return _failed(name, 1, f"it is not valid Python: {error}")
    with warnings.catch_warnings(record=True) as reported:
        warnings.simplefilter("always")
        try:
            found = imported(file.resolve(), ast.parse(source, str(file.resolve())), seconds)
        except ImportStopped as stopped:
            return _failed(
                name, _line(stopped, file.resolve()),
                f"importing it took more than {seconds:.3g} s",
                "look for an endless loop, or for work that belongs in a function",
            )  # fmt: skip
        except (Exception, SystemExit) as error:
            return _failed(name, _line(error, file.resolve()), f"{type(error).__name__}: {error}")
    noted = [_warning(name, w) for w in reported if Path(w.filename) == file.resolve()]
    noted += [refusal(name, x.line, x.node, x.error) for x in found.refused]
    return _sheet(name, found.module, tree, noted)


def _failed(name: str, line: int, message: str, remedy: str = "") -> Sheet:
    where, subject = f"{name}:{line}", Path(name).name or name
    reported = Finding("input", Severity.ERROR, subject, where, message, remedy=remedy)
    return Sheet(name, (), (), findings=(reported,))


def _warning(name: str, w: warnings.WarningMessage) -> Finding:
    where = f"{name}:{w.lineno}"
    return Finding("input", Severity.WARNING, Path(name).name, where, str(w.message))


def _line(error: BaseException, file: Path) -> int:
    """The last line of a file in the traceback of an error."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((f.lineno or 1 for f in reversed(frames) if Path(f.filename) == file), 1)


def _sheet(name: str, module: ModuleType, tree: ast.Module, noted: list[Finding]) -> Sheet:
    lines = dict(_assigned(tree))
    own: dict[str, Any] = {n: x for n, x in vars(module).items() if n in lines}
    sets = [
        x.named(x.name or n) for n, x in own.items() if isinstance(x, RuleSet) and n != "AXIOMS"
    ]
    rules = list(dict.fromkeys(x for x in own.values() if isinstance(x, Rule)))
    reported = _Reported(name, lines)
    axioms = reported.axioms(getattr(module, "AXIOMS", ()))
    exceptions = reported.exceptions(getattr(module, "EXCEPTIONS", {}))
    reported.hidden(tree, own)
    if not sets and (rules or axioms):
        sets = [RuleSet(axioms, rules, name=Path(name).stem)]
    if not sets:
        reported.add(1, Severity.WARNING, "it has no rules")
    lines |= {x.name: lines[n] for n, x in own.items() if isinstance(x, RuleSet) and x.name}
    found = (*noted, *reported.findings)
    return Sheet(name, tuple(rules), tuple(sets), axioms, exceptions, found, lines)


class _Reported:
    """Findings about the names that have a special meaning in a file."""

    def __init__(self, name: str, lines: Mapping[str, int]) -> None:
        self.name, self.lines = name, lines
        self.findings: list[Finding] = []

    def add(self, line: int, severity: Severity, message: str, remedy: str = "") -> None:
        where, file = f"{self.name}:{line}", Path(self.name).name
        self.findings.append(Finding("input", severity, file, where, message, remedy=remedy))

    def axioms(self, given: Any) -> tuple[Rule, ...]:
        try:
            return tuple(RuleSet(given))
        except (RewriteError, TypeError) as error:
            self.add(self.lines.get("AXIOMS", 1), Severity.ERROR, f"AXIOMS: {error}")
            return ()

    def exceptions(self, given: Any) -> Exceptions:
        if isinstance(given, Mapping):
            return dict(given)
        self.add(
            self.lines.get("EXCEPTIONS", 1), Severity.ERROR,
            f"EXCEPTIONS is a {type(given).__name__}, but must be a dictionary",
            'EXCEPTIONS = {("a rule or set", "kind"): "the reason"}',
        )  # fmt: skip
        return {}

    def hidden(self, tree: ast.Module, own: Mapping[str, Any]) -> None:
        """Report rules that are lost because a later one has the same name."""
        last: dict[str, int] = {}
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and isinstance(own.get(node.name), Rule):
                if node.name in last:
                    message = f"{node.name} is defined again: the rule of line {last[node.name]}"
                    self.add(
                        node.lineno, Severity.WARNING, f"{message} is not checked", "rename one"
                    )
                last[node.name] = node.lineno


def _assigned(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The names that a file assigns at its top level, and their lines."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node.lineno
        targets: Iterable[ast.expr] = node.targets if isinstance(node, ast.Assign) else ()
        if isinstance(node, ast.AnnAssign):
            targets = (node.target,)
        for target in targets:
            for name in ast.walk(target):
                if isinstance(name, ast.Name):
                    yield name.id, node.lineno


def sheet_of(rules: RuleSet | Rule | Iterable[Rule], axioms: Iterable[Rule] = ()) -> Sheet:
    """A set that was given in Python."""
    given = rules if isinstance(rules, RuleSet) else RuleSet(rules)
    given = given if given.name else given.named("rules")
    return Sheet(given.name, given.rules, (given,), tuple(axioms))
