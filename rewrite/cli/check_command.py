"""`penelope check` and `penelope new`.

Exit status of `check`: 0 if there is no error, 1 if there is one, 2 for a usage error or a file
that cannot be read (no such file, not Python, an error during import); 2 takes precedence. With
`--strict`, a warning counts as an error.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ..check.completion import Proposal, completed
from ..check.confluence.confluence import joined
from ..check.pipeline import Options, check
from ..check.report import Report
from ..check.sources.rule_files import loaded
from ..check.sources.starting import written_file
from ..check.watch import watch
from ..errors import RewriteError, reason_of
from ..rewriting.ruleset import RuleSet
from ..text.terminal import printable
from .catalogue import added


def add_commands(commands: Any) -> None:
    """Add the commands of the workbench to a command line."""
    command = added(commands, "check")
    command.add_argument("files", nargs="+", metavar="FILE", help="a Python file of rules")
    command.add_argument("--json", action="store_true", help="print the findings as JSON")
    command.add_argument("--html", metavar="OUT", help="write a page to look at")
    command.add_argument("--notes", action="store_true", help="print what was proved, too")
    command.add_argument("--strict", action="store_true", help="warnings end with status 1, too")
    command.add_argument("--profile", action="store_true", help="count what fires on a corpus")
    command.add_argument("--watch", action="store_true", help="check again whenever a file changes")
    command.add_argument("--complete", action="store_true", help="propose rules that join pairs")
    command.add_argument("--pairs", type=int, default=Options.pairs, help="critical pairs of a set")
    command.add_argument(
        "--seconds", type=float, default=Options.seconds, help="for one decision about a rule"
    )
    command.add_argument(
        "--time-limit", type=float, default=Options.time_limit, help="seconds for the whole check"
    )
    command.set_defaults(run=_check)
    command = added(commands, "new")
    command.add_argument("algebra", metavar="ALGEBRA", help="its name, for instance octonions")
    command.add_argument("--to", default=".", metavar="FOLDER", help="where to write it")
    command.set_defaults(run=_new)


def _check(options: argparse.Namespace) -> int:
    if options.pairs < 0 or not min(options.seconds, options.time_limit) > 0:
        raise RewriteError("--pairs is at least 0, --seconds and --time-limit are more than 0")
    own = Options(
        progress=_progress if sys.stderr.isatty() else lambda text: None,
        seconds=options.seconds,
        pairs=options.pairs,
        time_limit=options.time_limit,
        profile=options.profile,
        library=_library(),
    )
    if options.watch:
        watch(options.files, own, lambda report: _reported(report, options))
        return 0
    report = check(*options.files, options=own)
    _reported(report, options)
    if options.complete:
        _complete(options.files)
    return report.exit_status(options.strict)


def _reported(report: Report, options: argparse.Namespace) -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    text = report.as_json() if options.json else printable(report.text(options.notes))
    print(text, flush=True)
    if options.html:
        try:
            Path(options.html).write_text(report.html(), encoding="utf-8")
        except OSError as error:
            raise RewriteError(f"{options.html} cannot be written: {reason_of(error)}") from None


def _progress(text: str) -> None:
    print(f"\r\033[K{text[:70]}", end="", file=sys.stderr, flush=True)


def _library() -> Any:
    """The rules that `simplify` uses."""
    from ..verbs.standard import standard

    return RuleSet(*map(standard, ("STANDARD", "OPENING", "CLOSING")), name="STANDARD")


def _complete(files: list[str]) -> None:
    """Propose rules one by one; print those that the author accepts, to be added to the file."""
    for path in files:
        for rules in loaded(path).sets:
            whole, taken = completed(rules, _ask)
            for proposal in taken:
                print(f"\n# for {rules.name} in {path}\n{proposal.source}")
            print(f"\n# {rules.name}: {joined(whole).reported()}")


def _ask(proposal: Proposal) -> bool:
    print(f"\n{proposal}")
    try:
        return input("take this rule? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        return False


def _new(options: argparse.Namespace) -> str:
    return "\n".join(str(path) for path in written_file(options.algebra, Path(options.to)))
