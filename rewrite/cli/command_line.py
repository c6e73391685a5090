"""The `penelope` command.

Exit status: 0 proved or done, 1 refuted (for `check`: an error was found), 2 a usage or input
error, 3 undecided, 4 probable; for a sheet or a list of identities, the worst of its lines.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from textwrap import indent
from typing import Any

from ..decision.verdict import Verdict
from ..errors import RewriteError
from ..rewriting.derivation import Derivation
from ..text.printing import brief
from ..text.progress import CLEARED
from ..text.terminal import printable
from ..worksheet.apart import fault
from ..worksheet.commands import COMMANDS, Answer, Command, prove
from ..worksheet.options import (
    add_declarations,
    add_expression,
    add_seconds,
    add_style,
    bounded,
)
from ..worksheet.outcomes import ERROR, Outcome, Summary
from ..worksheet.reading import read_sheet
from ..worksheet.session import session_of
from ..worksheet.sheet import run_sheet
from ..worksheet.watched import watched
from .catalogue import added, bare_parser
from .check_command import add_commands as add_check
from .code_command import add_command as add_code
from .plugins import add_contributed
from .show_command import add_command as add_show
from .show_command import written

DEMO = (
    "scalar m; vector a, c, w, dw; rotation R",
    "dot(R @ (m*(a + cross(dw, c) + cross(w, cross(w, c)))), R @ w) - m*dot(w, a)",
)
EXPRESSIONS = (
    "normal",
    "simplify",
    "expand",
    "factor",
    "canonical",
    "explain",
    "evaluate",
    "cost",
    "when",
)
"""The commands that take one expression."""
COLOURS = {0: "32", 1: "31", 2: "31", 3: "33", 4: "36"}
"""The colour of the first line of an answer on a terminal, by its status."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError):  # characters that a terminal cannot show are escaped
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    given = sys.argv[1:] if argv is None else argv
    options = parser_for(given).parse_args(given)
    terminal = sys.stdout is not None and sys.stdout.isatty()
    options.colour = terminal and not os.environ.get("NO_COLOR")
    try:
        done = options.run(options)
        if isinstance(done, str):
            print(done)
        print(end="", flush=True)
        return done if isinstance(done, int) else 0
    except BrokenPipeError:  # the reader has stopped reading
        _leave_output()
        return 0
    except OSError as error:
        _leave_output()
        return _refused(f"the output cannot be written: {error.strerror}", options)
    except KeyboardInterrupt:
        print("penelope: interrupted", file=sys.stderr)
        return 130
    except (RewriteError, RecursionError, MemoryError) as error:
        return _refused(str(error) or type(error).__name__, options)
    except Exception as error:  # its status must not mean "refuted"
        return _refused(str(fault(error)), options)


def _leave_output() -> None:
    """Keep Python from trying to write the output again when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refused(why: str, options: Namespace) -> int:
    if getattr(options, "style", "") == "json":
        print(json.dumps({"error": why, "status": "error", "exit": ERROR}))
    else:
        clear = CLEARED if sys.stderr.isatty() else ""  # a progress bar may be there
        print(f"{clear}penelope: {printable(why)}", file=sys.stderr)
    return ERROR


def parser_for(argv: Sequence[str] = ()) -> ArgumentParser:
    parser, commands = bare_parser()
    _add_sheets(commands)
    for name in EXPRESSIONS:
        command = added(commands, name)
        add_expression(command, "cross(a, 2*b)", "vector a, b")
        add_style(command)
        if name == "explain":
            command.add_argument("--html", metavar="OUT", help="write a page to look at instead")
        command.set_defaults(run=bounded(_expression), verb=name, html=None)
    add_code(commands)
    add_show(commands)
    add_check(commands)
    added(commands, "demo").set_defaults(run=_demo)
    add_contributed(commands, argv)
    return parser


def _add_sheets(commands: Any) -> None:
    run = added(commands, "run")
    run.add_argument("sheet", help="a text file of declarations and commands; - is standard input")
    add_seconds(run, "a line")
    add_style(run)
    run.set_defaults(run=_run)
    prove = added(commands, "prove")
    prove.add_argument("target", help="'L == R', 'L == R when FACT', or a file of such lines")
    add_declarations(prove, "vector a, b")
    add_seconds(prove)
    add_style(prove)
    prove.add_argument("--html", metavar="OUT", help="write a page about one identity instead")
    prove.set_defaults(run=_prove, verb="prove")
    recheck = added(commands, "recheck")
    recheck.add_argument("verdict", help="a file that `penelope prove … --json` wrote")
    recheck.set_defaults(run=_recheck)


# -- one expression -------------------------------------------------------------------------------


def _expression(options: Namespace) -> int:
    answer = COMMANDS[options.verb](session_of(options.declare), options.expression, 0)
    if getattr(options, "html", None) and isinstance(answer.shown, Derivation | Verdict):
        print(written(options.html, answer.shown.html()))
    elif options.style == "json":
        print(json.dumps({**answer.as_data(), "exit": answer.status}))
    else:
        print(_coloured(answer.styled(options.style), answer, options))
    return answer.status


def _coloured(text: str, answer: Answer, options: Namespace) -> str:
    """A text with the verdict in its first line in colour, on a terminal."""
    first, *rest = text.split("\n")
    if not options.colour or first != answer.word:
        return text
    return "\n".join([f"\033[{COLOURS[answer.status]}m{first}\033[0m", *rest])


# -- many -----------------------------------------------------------------------------------------


def _prove(options: Namespace) -> int | str:
    if "==" in options.target:
        options.expression = options.target
        return bounded(_expression)(options)
    if options.target != "-" and not os.path.exists(options.target):
        raise RewriteError(f"{brief(options.target)} is neither a file nor an equation L == R")
    if options.declare or options.html:
        raise RewriteError("-d and --html are for one identity; a file has its own declarations")
    return _reported(options.target, prove, options)


def _recheck(options: Namespace) -> int:
    """Run the checker in a separate interpreter that cannot import this package from here."""
    program = Path(__file__).parents[1] / "decision" / "recheck.py"
    command = [sys.executable, "-I", str(program), options.verdict]
    return subprocess.run(command, check=False).returncode


def _run(options: Namespace) -> int:
    return _reported(options.sheet, None, options)


def _reported(path: str, bare: Command | None, options: Namespace) -> int:
    """Run a sheet, printing each outcome as it comes, and the summary."""
    text, file = read_sheet(path), "standard input" if path == "-" else printable(path)
    if options.limit:
        found = watched(text, file, bare, seconds=options.limit, style=options.style)
    else:
        found = run_sheet(text, file, bare)
    summary = Summary()
    for outcome in found:
        summary.outcomes.append(outcome)
        if options.style != "json":
            _tell(outcome, options)
    print(json.dumps(summary.data()) if options.style == "json" else f"-- {file}: {summary}")
    return summary.status


def _tell(outcome: Outcome, options: Namespace) -> None:
    answer = outcome.answer
    if answer is None:
        print(outcome, file=sys.stderr, flush=True)
        return
    body = _coloured(answer.styled(options.style), answer, options)
    print(f"{outcome.line.text}\n{indent(body, '  ')}", flush=True)


def _demo(options: Namespace) -> int:
    declared, text = DEMO
    session = session_of(declared)
    print(f"declared    {declared}\nwritten     {text}")
    simple = COMMANDS["simplify"](session, text, 0).text
    print(f"simplified  {simple}")
    print(f"cost        {COMMANDS['cost'](session, text, 0).text}")
    print(f"now         {COMMANDS['cost'](session, simple, 0).text}")
    print(f"how:\n{COMMANDS['explain'](session, text, 0).text}")
    print(f"proof:\n{COMMANDS['prove'](session, f'{text} == {simple}', 0).text}")
    print("at a random point of small numbers:")
    print(COMMANDS["evaluate"](session, simple, 0).text)
    print(f"as code:\n{COMMANDS['code'](session, simple, 0).text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
