"""Options and limits shared by the commands of the command line."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

from .apart import apart
from .watched import SECONDS

MAX_SECONDS = 1_000_000
"""The largest time limit, about eleven days."""
Run = Callable[[Namespace], int | str]


# -- options --------------------------------------------------------------------------------------


def add_expression(command: argparse.ArgumentParser, example: str, declared: str) -> None:
    """Add the expression that a command takes, and declarations for it."""
    command.add_argument("expression", help=f"for instance '{example}'")
    add_declarations(command, declared)
    add_seconds(command)


def add_declarations(command: argparse.ArgumentParser, declared: str) -> None:
    command.add_argument(
        "-d", "--declare", default="", metavar="TEXT", help=f"for instance '{declared}'"
    )


def add_seconds(command: argparse.ArgumentParser, of: str = "it") -> None:
    command.add_argument(
        "--seconds",
        dest="limit",
        type=_seconds,
        default=SECONDS,
        metavar="N",
        help=f"how long {of} may take, {SECONDS:g} by default; 0 means no limit",
    )


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 <= seconds <= MAX_SECONDS:
        raise argparse.ArgumentTypeError(f"from 0 to {MAX_SECONDS}, not {text}")
    return seconds


def add_style(command: argparse.ArgumentParser) -> None:
    """Add options for the style of the answer; plain by default."""
    style = command.add_mutually_exclusive_group()
    add_json(style)
    for name, about in (("latex", "typeset with LaTeX"), ("unicode", "typeset with unicode")):
        style.add_argument(f"--{name}", dest="style", action="store_const", const=name, help=about)


def add_json(command: Any) -> None:
    command.add_argument(
        "--json",
        dest="style",
        action="store_const",
        const="json",
        default="",
        help="print data for other programs",
    )


# -- limits ---------------------------------------------------------------------------------------


def bounded(run: Run) -> Run:
    """A command that runs in a separate process, within its time limit."""

    def limited(options: Namespace) -> int | str:
        if not options.limit:
            return run(options)
        reported = Namespace(**{name: v for name, v in vars(options).items() if name != "run"})
        [(status, text)] = apart(_captured, run, reported, seconds=options.limit)
        print(text, end="")
        return int(status)

    return limited


def _captured(run: Run, options: Any) -> Iterator[tuple[int, str]]:
    """The status of a command and its output."""
    with redirect_stdout(StringIO()) as screen:
        done = run(options)
    text = screen.getvalue()
    yield (0, f"{text}{done}\n") if isinstance(done, str) else (done, text)
