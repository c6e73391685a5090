"""The `penelope` command: from text to a simpler form, its derivation, and a number.

Exit status: 0 when done, 2 for a usage or input error.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from .check.command import add_commands as check_commands
from .errors import RewriteError
from .evaluation.evaluate import evaluate
from .evaluation.sampling import random_assignment
from .lowering.command import add_command as add_code
from .normalform.walk import normal
from .terms import Term, free_symbols
from .text.declarations import declarations
from .text.parse import parse
from .text.pretty import latex, unicode
from .verbs.canonical import canonical
from .verbs.cost import cost
from .verbs.expand import expand, factor
from .verbs.simplify import explain, simplify

DEMO = (
    "scalar m; vector a, c, w, dw; rotation R",
    "dot(R @ (m*(a + cross(dw, c) + cross(w, cross(w, c)))), R @ w) - m*dot(w, a)",
)
VERBS: dict[str, tuple[Any, str]] = {
    "normal": (normal, "print the normal form of an expression, modulo the laws"),
    "simplify": (simplify, "print the smallest form found of an expression"),
    "expand": (expand, "print an expression with its products opened over sums"),
    "factor": (factor, "print an expression with its common factors gathered"),
    "canonical": (canonical, "print the one form of all expressions equal to this one"),
}
"""What is done to an expression, by the name of the command."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    options = _parser().parse_args(argv)
    try:
        found = options.run(options)
    except RewriteError as error:
        print(f"penelope: {error}", file=sys.stderr)
        return 2
    if isinstance(found, int):  # the command has printed, and this is its exit status
        return found
    print(found)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="penelope",
        description="Simplify vector, matrix and quaternion expressions before they are scalars.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    told = "print, step by step, how an expression is simplified"
    value = "print the exact value of an expression at a random point"
    for name, (run, about) in {
        **{name: (_verb, about) for name, (_, about) in VERBS.items()},
        "explain": (_explain, told),
        "evaluate": (_evaluate, value),
    }.items():
        command = commands.add_parser(name, help=about, description=about)
        command.add_argument("expression", help="for instance 'cross(a, 2*b)'")
        command.add_argument(
            "-d", "--declare", default="", metavar="TEXT", help="for instance 'vector a, b'"
        )
        command.set_defaults(run=run, verb=name)
        if run is _evaluate:
            command.add_argument("--seed", type=int, default=0, help="which random point")
        else:
            style = command.add_mutually_exclusive_group()
            style.add_argument("--latex", action="store_true", help="typeset with LaTeX")
            style.add_argument("--unicode", action="store_true", help="typeset with unicode")
    add_code(commands)
    check_commands(commands)
    demo = commands.add_parser("demo", help="show one expression on its way to a number")
    demo.set_defaults(run=_demo)
    return parser


def _read(options: argparse.Namespace) -> Term:
    t: Term = parse(options.expression, declarations(options.declare))
    return t


def _verb(options: argparse.Namespace) -> str:
    found: Term = VERBS[options.verb][0](_read(options))
    return latex(found) if options.latex else unicode(found) if options.unicode else str(found)


def _explain(options: argparse.Namespace) -> str:
    found = explain(_read(options))
    if options.latex:
        return found.latex()
    return found.unicode() if options.unicode else str(found)


def _evaluate(options: argparse.Namespace) -> str:
    t = _read(options)
    return _value_at(t, options.seed)


def _value_at(t: Term, seed: int) -> str:
    point = random_assignment(t, random=seed)
    lines = [f"{s.name} = {shown(point[s])}" for s in sorted(free_symbols(t), key=str)]
    return "\n".join([*lines, f"value = {shown(evaluate(t, point))}"])


def shown(value: object) -> str:
    """An exact value as people write it."""
    if isinstance(value, tuple):
        return f"({', '.join(map(shown, value))})"
    return str(value)


def _demo(options: argparse.Namespace) -> str:
    declared, text = DEMO
    t = parse(text, declarations(declared))
    steps = explain(t)
    simple = steps.result
    lines = [
        f"declared    {declared}",
        f"written     {t}",
        f"simplified  {simple}",
        f"cost        {cost(t)}",
        f"now         {cost(simple)}",
        "how:",
        str(steps),
        "at a random point of small numbers:",
        _value_at(simple, seed=1),
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
