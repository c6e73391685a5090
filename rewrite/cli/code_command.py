"""`penelope code EXPRESSION -d DECLARATIONS --as c`: an expression as code, on the command line."""

from __future__ import annotations

import argparse
import json
from typing import Any

from ..lowering.code.code import code
from ..lowering.code.languages import LANGUAGES
from ..lowering.ops import ops
from ..worksheet.commands import lowered
from ..worksheet.limits import small_enough
from ..worksheet.options import add_expression, add_json, bounded
from ..worksheet.session import session_of
from .catalogue import added


def add_command(commands: Any) -> None:
    """Add `code` to the commands of a parser."""
    command = added(commands, "code")
    add_expression(command, "m*cross(w, cross(w, r))", "vector w, r; scalar m")
    command.add_argument(
        "--as", dest="language", type=str.lower, default="python", choices=tuple(LANGUAGES)
    )
    command.add_argument("--name", default="calculate", help="the name of the function")
    command.add_argument("--as-written", action="store_true", help="do not simplify first")
    command.add_argument("--ops", action="store_true", help="print the operations, not the code")
    add_json(command)
    command.set_defaults(run=bounded(_run))


def _run(options: argparse.Namespace) -> str:
    session = session_of(options.declare)
    t = session.term(options.expression)
    small_enough(t)
    g = lowered(t, session, options.as_written)
    counted = str(ops(g))
    if options.ops and not options.style:
        return counted
    made = code(g, options.language, name=options.name)
    text = made.text.rstrip("\n")
    if not options.style:
        return text
    data = {"output": text, "language": options.language, "arguments": made.arguments}
    return json.dumps({**data, "ops": counted, "status": "done", "exit": 0})
