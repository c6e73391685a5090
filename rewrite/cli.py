"""The `penelope` command: from text to a normal form, and to a number.

Exit status: 0 when done, 2 for a usage or input error.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from .errors import RewriteError
from .evaluation.evaluate import evaluate
from .evaluation.sampling import random_assignment
from .normalform.walk import normal
from .terms import Term, free_symbols
from .text.declarations import declarations
from .text.parse import parse
from .text.pretty import latex, unicode

DEMO = (
    "scalar m; vector a, c, w; rotation R",
    "dot(R @ (m*(a + cross(w, c))), R @ c) - c.T @ (m*(a + tilde(w) @ c)) + m*dot(w, 2*a)",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    options = _parser().parse_args(argv)
    try:
        print(options.run(options))
    except RewriteError as error:
        print(f"penelope: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="penelope",
        description="Simplify vector, matrix and quaternion expressions before they are scalars.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, run, about in (
        ("normal", _normal, "print the normal form of an expression"),
        ("evaluate", _evaluate, "print the exact value of an expression at a random point"),
    ):
        command = commands.add_parser(name, help=about, description=about)
        command.add_argument("expression", help="for instance 'cross(a, 2*b)'")
        command.add_argument(
            "-d", "--declare", default="", metavar="TEXT", help="for instance 'vector a, b'"
        )
        command.set_defaults(run=run)
        if run is _normal:
            style = command.add_mutually_exclusive_group()
            style.add_argument("--latex", action="store_true", help="typeset with LaTeX")
            style.add_argument("--unicode", action="store_true", help="typeset with unicode")
        else:
            command.add_argument("--seed", type=int, default=0, help="which random point")
    demo = commands.add_parser("demo", help="show one expression on its way to a number")
    demo.set_defaults(run=_demo)
    return parser


def _read(options: argparse.Namespace) -> Term:
    t: Term = parse(options.expression, declarations(options.declare))
    return t


def _normal(options: argparse.Namespace) -> str:
    found = normal(_read(options))
    return latex(found) if options.latex else unicode(found) if options.unicode else str(found)


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
    simple = normal(t)
    lines = [f"declared  {declared}", f"written   {t}", f"normal    {simple}"]
    return "\n".join([*lines, "at a random point of small numbers:", _value_at(simple, seed=1)])


if __name__ == "__main__":
    sys.exit(main())
