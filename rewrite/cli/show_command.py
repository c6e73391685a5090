"""`penelope show EXPRESSION --svg OUT`: display an expression, on the command line."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ..errors import RewriteError, reason_of
from ..look.mathml import mathml
from ..look.svg import svg
from ..lowering.lower import lower
from ..text.pretty import unicode
from ..worksheet.limits import small_enough
from ..worksheet.options import add_expression, bounded
from ..worksheet.session import session_of
from .catalogue import added


def add_command(commands: Any) -> None:
    """Add `show` to the commands of a parser."""
    command = added(commands, "show")
    add_expression(command, "cross(w, cross(w, r))", "vector w, r")
    command.add_argument("--svg", metavar="OUT", help="write a drawing of its graph")
    command.add_argument("--mathml", metavar="OUT", help="write it typeset for a browser")
    command.add_argument(
        "--scalars", action="store_true", help="draw its scalar operations, not its operators"
    )
    command.set_defaults(run=bounded(_run))


def _run(options: argparse.Namespace) -> str:
    t = session_of(options.declare).term(options.expression)
    if options.scalars:
        small_enough(t)
    files = []
    if options.svg:
        files.append(written(options.svg, svg(lower(t) if options.scalars else t)))
    if options.mathml:
        files.append(written(options.mathml, mathml(t, block=True) + "\n"))
    return "\n".join(files) or unicode(t)


def written(path: str, text: str) -> str:
    """Write a text to a file; returns a message that says so."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:  # a path with a NUL in it is a ValueError
        raise RewriteError(f"{path!r} cannot be written: {reason_of(error)}") from None
    return f"wrote {path}"
