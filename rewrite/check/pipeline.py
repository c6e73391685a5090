"""`check`: all analyses of a set of rules, one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..core.terms import postorder
from ..rewriting.rule import Rule
from ..rewriting.ruleset import RuleSet
from .algebra import Algebra
from .confluence import PAIRS, SECONDS, confluence, joined
from .consistency import contradictions
from .exceptions import excused
from .findings import Finding, Severity
from .idle import idle, in_library
from .profile import profile
from .redundancy import superfluous
from .report import Report
from .rule_files import Sheet, loaded, sheet_of
from .slips import captured
from .soundness import soundness
from .termination import termination
from .typing import typing

Progress = Callable[[str], None]
Findings = tuple[Finding, ...]
Text = tuple[str, ...]


@dataclass
class Options:
    """What is asked for, and what is remembered between two checks."""

    progress: Progress = lambda text: None
    seconds: float = 5.0
    """How long one decision about a rule may take."""
    pairs: int = PAIRS
    """How many critical pairs of a set are looked at."""
    pair_seconds: float = SECONDS
    profile: bool = False
    library: RuleSet | None = None
    """Rules that an author need not write again."""
    memory: dict[Any, Findings] = field(default_factory=dict)
    """Findings about rules and sets in earlier checks, by the text of what they are about."""


def check(
    rules: RuleSet | Rule | Iterable[Rule] | str | Path,
    *more: str | Path,
    axioms: Iterable[Rule] = (),
    options: Options | None = None,
) -> Report:
    """Everything that can be found out about a set of rules, or about files of rules.

    >>> from rewrite import Rewrite, Vector, cross, dot, rule
    >>> @rule
    ... def lagrange(a: Vector, b: Vector, c: Vector) -> Rewrite[Vector]:
    ...     "a × (b × c) = (a·c) b − (a·b) c."
    ...     return cross(a, cross(b, c)) >> dot(a, c)*b + dot(a, b)*c
    >>> report = check(lagrange)
    >>> report.ok, [f.remedy for f in report.wrong if f.kind == "soundness"]
    (False, ['it is true with the sign of dot(a, b)*c: \
cross(a, cross(b, c)) -> dot(a, c)*b - dot(a, b)*c'])
    """
    options = options or Options()
    if isinstance(rules, str | Path):
        sheets = [loaded(path) for path in (rules, *more)]
    else:
        sheets = [sheet_of(rules, axioms)]
    found = [sheet.placed(f) for sheet in sheets for f in excused(_findings(sheet, options), sheet)]
    return Report(tuple(sheets), tuple(found))


def _findings(sheet: Sheet, options: Options) -> Iterator[Finding]:
    """What is found in one sheet: every rule by itself, then every set."""
    yield from sheet.findings
    algebra = Algebra.of(sheet.rules, sheet.axioms)
    yield from contradictions(sheet)
    for rule in sheet.rules:
        options.progress(rule.name)
        yield from _remembered(options, rule, (rule, *sheet.axioms), [
            lambda r: typing(r),
            lambda r: captured(r),
            lambda r: soundness(r, algebra, options.seconds),
            lambda r: idle(r),
            lambda r: in_library(r, options.library),
        ])  # fmt: skip
    for rules in sheet.sets:
        yield from _of_set(rules, sheet, options)


def _of_set(rules: RuleSet, sheet: Sheet, options: Options) -> Iterator[Finding]:
    """What is found about a set as a whole, and about its rules beside each other.

    Any rule may change what becomes of the others, so a set that changed is looked at as a whole.
    """
    where = sheet.where(rules.name)
    key = ("set", rules.name, bool(options.profile), *map(_text, rules))
    if key not in options.memory:
        options.memory[key] = tuple(_beside(rules, where, options))
    by_name = {r.name: r.where for r in rules}
    for f in options.memory[key]:
        yield replace(f, where=by_name.get(f.subject, where))


def _beside(rules: RuleSet, where: str, options: Options) -> Iterator[Finding]:
    options.progress(rules.name)
    ends = list(termination(rules, where))
    proved = all(f.severity is Severity.NOTE for f in ends)
    found = joined(rules, pairs=options.pairs, seconds=options.pair_seconds)
    yield from (*ends, *confluence(found, rules, where, proved))
    for rule in rules:
        options.progress(f"{rules.name}: {rule.name}")
        yield from superfluous(rule, rules)
    if options.profile:
        yield from profile(rules, where)


def _remembered(
    options: Options, rule: Rule, about: tuple[Rule, ...], analyses: list[Any]
) -> Iterator[Finding]:
    """The findings of a rule, from memory if neither it nor its algebra has changed."""
    key = ("rule", *(_text(r) for r in about))
    if key not in options.memory:
        options.memory[key] = tuple(f for analyse in analyses for f in analyse(rule))
    for f in options.memory[key]:
        yield replace(f, where=rule.where)


def _text(rule: Rule) -> Text:
    """All that the findings of a rule depend on: what it says, its sorts, the laws it meets."""
    variables = sorted(f"{v}: {v.sort.label(v.shape)}" for v in rule.variables)
    sides = rule.written.left, rule.written.right
    ops = {s.op for t in sides for s in postorder(t) if s.args and s.op.module}
    laws = sorted(f"{op}: {', '.join(map(str, op.laws))}" for op in ops)
    return rule.name, rule.doc, str(rule.written), *variables, *laws
