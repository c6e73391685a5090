"""The `penelope` command.

Exit status: 0 proved or done, 1 refuted (or, of `check`, something is wrong), 2 a usage or input
error, 3 undecided, 4 probable; of a sheet or a list of identities, the worst of its lines.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .check.command import add_commands as add_check
from .derivation import Derivation
from .errors import RewriteError
from .look.command import add_command as add_show
from .look.command import written
from .lowering.command import add_command as add_code
from .terms import Term
from .text.pretty import unicode
from .text.printing import brief
from .worksheet.commands import COMMANDS, Answer
from .worksheet.session import session_of
from .worksheet.sheet import Outcome, identities, run_file

DEMO = (
    "scalar m; vector a, c, w, dw; rotation R",
    "dot(R @ (m*(a + cross(dw, c) + cross(w, cross(w, c)))), R @ w) - m*dot(w, a)",
)
ABOUT = {
    "normal": "print the normal form of an expression, modulo the laws",
    "simplify": "print the smallest form found of an expression",
    "expand": "print an expression with its products opened over sums",
    "factor": "print an expression with its common factors gathered",
    "canonical": "print the one form of all expressions equal to this one",
    "explain": "print, step by step, how an expression is simplified",
    "evaluate": "print the exact value of an expression at a random point",
    "cost": "print how many scalar operations an expression takes",
    "when": "print the facts that would make 'L == R' true",
}
"""What is done to one expression, by the name of the command."""
COLOURS = {0: "32", 1: "31", 2: "31", 3: "33", 4: "36"}
"""Of the first line of an answer on a terminal, by its status."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    options = _parser().parse_args(argv)
    try:
        done = options.run(options)
        if isinstance(done, str):
            print(done)
        return done if isinstance(done, int) else 0
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (RewriteError, RecursionError, MemoryError) as error:
        print(f"penelope: {str(error) or type(error).__name__}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("penelope: interrupted", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="penelope",
        description="Simplify vector, matrix and quaternion expressions before they are scalars.",
        epilog="Declarations: 'scalar m; unit vector u, v; matrix A(2, 3); symmetric J; rotation "
        "R; unit quaternion q; triad x, y, z; orthogonal(a, b); F = m*cross(u, v)'.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_sheets(commands)
    for name, about in ABOUT.items():
        command = commands.add_parser(name, help=about, description=about)
        command.add_argument("expression", help="for instance 'cross(a, 2*b)'")
        _add_options(command)
        if name == "explain":
            command.add_argument("--html", metavar="OUT", help="write a page to look at instead")
        command.set_defaults(run=_expression, verb=name, html=None)
    add_code(commands)
    add_show(commands)
    add_check(commands)
    demo = commands.add_parser("demo", help="show one expression on its way to a proof and code")
    demo.set_defaults(run=_demo)
    return parser


def _add_sheets(commands: Any) -> None:
    about = "do what a worksheet says, line by line"
    run = commands.add_parser("run", help=about, description=about)
    run.add_argument("sheet", help="a text file of declarations and commands")
    _add_style(run)
    run.set_defaults(run=_run)
    about = "prove or refute an identity, or a file of them"
    prove = commands.add_parser("prove", help=about, description=about)
    prove.add_argument("target", help="'L == R', 'L == R when FACT', or a file of such lines")
    _add_options(prove)
    prove.set_defaults(run=_prove, verb="prove")
    about = "check a verdict again, by a program that shares nothing with this one"
    recheck = commands.add_parser("recheck", help=about, description=about)
    recheck.add_argument("verdict", help="a file that `penelope prove … --json` wrote")
    recheck.set_defaults(run=_recheck)


def _add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "-d", "--declare", default="", metavar="TEXT", help="for instance 'vector a, b'"
    )
    _add_style(command)


def _add_style(command: argparse.ArgumentParser) -> None:
    style = command.add_mutually_exclusive_group()
    style.add_argument("--json", action="store_true", help="print data for other programs")
    style.add_argument("--latex", action="store_true", help="typeset with LaTeX")
    style.add_argument("--unicode", action="store_true", help="typeset with unicode")


# -- one expression -------------------------------------------------------------------------------


def _expression(options: argparse.Namespace) -> int:
    session = session_of(options.declare)
    answer = COMMANDS[options.verb](session, options.expression, 0)
    if getattr(options, "html", None) and isinstance(answer.shown, Derivation):
        print(written(options.html, answer.shown.html()))
        return answer.status
    print(_styled(answer, options))
    return answer.status


def _styled(answer: Answer, options: argparse.Namespace) -> str:
    if options.json:
        return json.dumps({"output": answer.text, **answer.data}, ensure_ascii=False)
    if options.latex:
        return answer.latex or answer.text
    if options.unicode and answer.shown is not None:
        shown = answer.shown
        return unicode(shown) if isinstance(shown, Term) else shown.unicode()
    return _coloured(answer)


def _coloured(answer: Answer) -> str:
    if not answer.verdict or not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return answer.text
    first, *rest = answer.text.split("\n")
    return "\n".join([f"\033[{COLOURS[answer.status]}m{first}\033[0m", *rest])


# -- many -----------------------------------------------------------------------------------------


def _prove(options: argparse.Namespace) -> int:
    if "==" in options.target:
        return _expression(argparse.Namespace(**vars(options), expression=options.target))
    if options.declare:
        raise RewriteError("-d is for one identity; a file has its own declarations")
    return _told(identities, options.target, options)


def _recheck(options: argparse.Namespace) -> int:
    """In an interpreter of its own, that cannot import this package from here."""
    program = Path(__file__).parent / "decision" / "recheck.py"
    command = [sys.executable, "-I", str(program), options.verdict]
    return subprocess.run(command, check=False).returncode


def _run(options: argparse.Namespace) -> int:
    return _told(run_file, options.sheet, options)


def _told(run: Any, path: str, options: argparse.Namespace) -> int:
    """Run a file, telling each outcome as it comes, and the summary."""
    if not os.path.exists(path):  # unlike Path's, it takes any text
        raise RewriteError(f"there is no file {brief(path)}, and it is no equation L == R")
    if options.json:
        summary = run(path)
        lines = [outcome.data() for outcome in summary.outcomes]
        print(json.dumps({"lines": lines, "summary": str(summary), "status": summary.status}))
        return int(summary.status)
    summary = run(path, lambda outcome: _tell(outcome, options))
    print(f"-- {path}: {summary}")
    return int(summary.status)


def _tell(outcome: Outcome, options: argparse.Namespace) -> None:
    if outcome.answer is None:
        print(outcome, file=sys.stderr, flush=True)
        return
    body = "\n".join(f"  {row}" for row in _styled(outcome.answer, options).splitlines())
    print(f"{outcome.line.text}\n{body}", flush=True)


def _demo(options: argparse.Namespace) -> int:
    declared, text = DEMO
    session = session_of(declared)
    print(f"declared    {declared}\nwritten     {text}")
    simple = COMMANDS["simplify"](session, text, 0).text
    print(f"simplified  {simple}")
    print(f"cost        {COMMANDS['cost'](session, text, 0).text}")
    print(f"now         {COMMANDS['cost'](session, simple, 0).text}")
    print(f"how:\n{COMMANDS['explain'](session, text, 0).text}")
    print(f"proved:\n{COMMANDS['prove'](session, f'{text} == {simple}', 0).text}")
    print("at a random point of small numbers:")
    print(COMMANDS["evaluate"](session, simple, 0).text)
    print(f"as code:\n{COMMANDS['code'](session, simple, 0).text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
