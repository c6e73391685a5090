"""`check`: all analyses of a set of rules, one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ..core.terms import order, postorder, size
from ..deadline import OutOfTimeError, check_time, within
from ..rewriting.rule import Rule
from ..rewriting.ruleset import RuleSet
from .confluence.confluence import PAIRS, SECONDS, confluence, joined
from .consistency import contradictions
from .findings import Finding, Severity
from .models.algebra import Algebra
from .report import Report
from .sources.exceptions import excused
from .sources.importing import SECONDS as IMPORT_SECONDS
from .sources.rule_files import Sheet, loaded, sheet_of
from .sources.slips import captured
from .sources.typing import typing
from .termination.termination import termination
from .time_shares import Deadline
from .truth.own_values import own_values
from .truth.soundness import soundness
from .unneeded.idle import idle, in_library
from .unneeded.profile import profile
from .unneeded.redundancy import SECONDS as RUN_SECONDS
from .unneeded.redundancy import superfluous

Progress = Callable[[str], None]
Findings = tuple[Finding, ...]
Text = tuple[str, ...]
T = TypeVar("T")
FOR_RULES, FOR_ENDING, FOR_PAIRS, FOR_RUNS = 0.5, 0.3, 0.4, 0.2
"""Fractions of the remaining time: for each rule by itself; for the termination of a set; for its
critical pairs; and, of the time for one rule among the others, for each run of the set.
"""
SHORT = 10_000
"""Rules are remembered by their text up to this size, larger ones by the digest of their sides."""
DECISIONS = 6
"""A rule by itself may take as long as this many decisions."""


@dataclass
class Options:
    """The options of a check, and results kept from one check to the next."""

    progress: Progress = lambda text: None
    seconds: float = 5.0
    """The time limit for one decision about a rule."""
    pairs: int = PAIRS
    """At most this many critical pairs of a set are examined."""
    pair_seconds: float = SECONDS
    time_limit: float = 100.0
    """The time limit for a whole check; the report says what was left out."""
    profile: bool = False
    library: RuleSet | None = None
    """The standard rules: a rule that they already contain is reported."""
    memory: dict[Any, Findings] = field(default_factory=dict)
    """Findings about rules and sets in earlier checks, by the text of the rule or set."""


def check(
    rules: RuleSet | Rule | Iterable[Rule] | str | Path,
    *more: str | Path,
    axioms: Iterable[Rule] = (),
    options: Options | None = None,
    time_limit: float | None = None,
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
    whole = Deadline.after(time_limit or options.time_limit)
    if isinstance(rules, str | Path):
        sheets = [loaded(path, min(IMPORT_SECONDS, whole.left)) for path in (rules, *more)]
    else:
        sheets = [sheet_of(rules, axioms)]
    found: list[Finding] = []
    for sheet, deadline in _shared(sheets, whole):
        some = excused(_findings(sheet, options, deadline), sheet)
        found += [sheet.placed(f) for f in some]
    return Report(tuple(sheets), tuple(found))


def _shared(parts: Sequence[T], deadline: Deadline) -> Iterator[tuple[T, Deadline]]:
    """Parts of a task, each with its share of the remaining time."""
    for i, part in enumerate(parts):
        yield part, deadline.share(1 / (len(parts) - i))


def _findings(sheet: Sheet, options: Options, deadline: Deadline) -> Iterator[Finding]:
    """Findings in one sheet: about every rule by itself, then about every set."""
    yield from sheet.findings
    algebra = Algebra.of(sheet.rules, sheet.axioms)
    axioms = "\n".join(part for r in sheet.axioms for part in _text(r))
    share = deadline.share(0.1)
    yield from _in_time(lambda: contradictions(sheet, share), share) or ()
    part = deadline.share(FOR_RULES) if sheet.sets else deadline
    for i, rule in enumerate(sheet.rules):
        found = None
        if not part.passed:
            options.progress(rule.name)
            own = part.share(1, most=DECISIONS * options.seconds)
            found = _in_time(partial(_of_rule, rule, axioms, algebra, options, own), own)
        if found is None and part.passed:
            yield _no_time(sheet.name, sheet.name, sheet.rules[i:], "by themselves")
            break
        yield from (
            [_no_time(rule.name, rule.where, [rule], "by itself")] if found is None else found
        )
    for rules, own in _shared(sheet.sets, deadline):
        yield from _of_set(rules, sheet, options, own)


def _in_time(analysis: Callable[[], Iterable[Finding]], deadline: Deadline) -> Findings | None:
    """The findings of an analysis; None if time runs out, since what is cut short shows nothing."""
    try:
        with within(deadline.left):
            found = tuple(analysis())
            check_time()  # the analysis may have taken lack of time for another failure
            return found
    except OutOfTimeError:
        return None


def _of_rule(
    rule: Rule, axioms: str, algebra: Algebra, options: Options, deadline: Deadline
) -> Iterator[Finding]:
    """The findings about a rule by itself, from memory if neither it nor its algebra has
    changed."""
    key = ("rule", _text(rule), axioms)
    if key not in options.memory:
        found = [*typing(rule), *captured(rule)]
        wrong = [*own_values(rule)]
        found += wrong or soundness(rule, algebra, min(options.seconds, deadline.left))
        found += () if wrong else idle(rule)
        found += in_library(rule, options.library)
        check_time()
        options.memory[key] = tuple(found)
    for f in options.memory[key]:
        yield replace(f, where=rule.where)


def _no_time(subject: str, where: str, rules: Sequence[Rule], how: str) -> Finding:
    names = ", ".join(r.name for r in rules[:3]) + (", …" if len(rules) > 3 else "")
    reported = "1 rule was" if len(rules) == 1 else f"{len(rules)} rules were"
    return Finding(
        "limit", Severity.WARNING, subject, where,
        f"{reported} not examined {how} within the time limit: {names}",
        remedy="--time-limit, or fewer rules in one file", partial=True,
    )  # fmt: skip


def _of_set(
    rules: RuleSet, sheet: Sheet, options: Options, deadline: Deadline
) -> Iterator[Finding]:
    """Findings about a set as a whole, and about its rules among the others.

    A change of one rule may affect the findings about all others, so a changed set is examined
    anew.
    """
    where = sheet.where(rules.name)
    key = ("set", rules.name, bool(options.profile), *map(_text, rules))
    if key not in options.memory:
        options.memory[key] = tuple(_beside(rules, where, options, deadline))
    by_name = {r.name: r.where for r in rules}
    for f in options.memory[key]:
        yield replace(f, where=by_name.get(f.subject, where))
    if deadline.passed:  # the findings may be incomplete
        del options.memory[key]


def _beside(rules: RuleSet, where: str, options: Options, deadline: Deadline) -> Iterator[Finding]:
    options.progress(rules.name)
    ends = list(termination(rules, where, deadline.share(FOR_ENDING).left))
    proved = all(f.severity is Severity.NOTE for f in ends)
    time_limit = deadline.share(FOR_PAIRS, most=options.pair_seconds).left
    found = joined(rules, pairs=options.pairs, time_limit=time_limit)
    yield from (*ends, *confluence(found, rules, where, proved))
    for i, rule in enumerate(rules):
        options.progress(f"{rules.name}: {rule.name}")
        share = deadline.share(FOR_RUNS / (len(rules) - i), most=RUN_SECONDS)
        some = _in_time(partial(superfluous, rule, rules, share.left), deadline)
        if deadline.passed:  # runs that were cut short show nothing about the rule
            yield _no_time(rules.name, where, rules.rules[i:], "among the others")
            break
        yield from some or ()
    if options.profile:
        yield from profile(rules, where)


def _text(rule: Rule) -> Text:
    """All that the findings about a rule depend on: its text, its sorts, and its operators'
    laws."""
    variables = sorted(f"{v}: {v.sort.label(v.shape)}" for v in rule.variables)
    sides = rule.written.left, rule.written.right
    short = max(map(size, sides)) <= SHORT
    written = str(rule.written if short else rule.conditions)
    written += "" if short else "".join(order(t)[-1].hex() for t in sides)
    ops = {s.op for t in sides for s in postorder(t) if s.args and s.op.module}
    laws = sorted(f"{op}: {', '.join(map(str, op.laws))}" for op in ops)
    return rule.name, rule.doc, written, *variables, *laws
