"""The names and help texts of the commands, so that `penelope --help` loads no engine."""

from __future__ import annotations

from argparse import ArgumentParser
from importlib.metadata import EntryPoint, entry_points, version
from typing import Any, NoReturn

from ..text.terminal import printable

COMMANDS = {
    "run": "run a worksheet, line by line",
    "prove": "prove or refute an identity, or a file of them",
    "recheck": "check a verdict again, by an independent program",
    "normal": "print the normal form of an expression, modulo the laws",
    "simplify": "print the smallest form found of an expression",
    "expand": "print an expression with its products expanded over sums",
    "factor": "print an expression with its common factors collected",
    "canonical": "print the one form of all expressions equal to this one",
    "explain": "print, step by step, how an expression is simplified",
    "evaluate": "print the exact value of an expression at a random point",
    "cost": "print how many scalar operations an expression takes",
    "when": "print the facts that would make 'L == R' true",
    "code": "print an expression as code, simplified and with few operations",
    "show": "show an expression: typeset, or drawn as a graph",
    "check": "check files of rules: truth, termination, confluence, redundancy",
    "new": "write a file to start a new algebra from, and its test",
    "demo": "show one expression on its way to a proof and code",
    "model": "report on a mechanism that a file describes: bodies, joints, equations, motion",
    "robot": "print the dynamics of a robot from a URDF or OpenSYMORO (.par) file",
}
"""The commands of this distribution, in the order of the help."""
GROUP = "penelope.commands"
OWN = {
    "model": "mechanics.reporting.model_command:add_command",
    "robot": "mechanics.robots.robot_command:add_command",
}
"""Commands that other packages of this distribution add; they are found without installation."""


class Parser(ArgumentParser):
    """A parser whose error messages cannot control the terminal."""

    def error(self, message: str) -> NoReturn:
        super().error(printable(message))


def contributed() -> dict[str, EntryPoint]:
    """The commands that other distributions add, by name."""
    return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in OWN}


def bare_parser() -> tuple[ArgumentParser, Any]:
    """The parser of `penelope` without commands, and the object to which commands are added."""
    parser = Parser(
        prog="penelope",
        description="Simplify vector, matrix and quaternion expressions before they are scalars.",
        epilog="Declarations: 'scalar m; unit vector u, v; matrix A(2, 3); symmetric J; rotation "
        "R; unit quaternion q; triad x, y, z; orthogonal(a, b); F = m*cross(u, v)'. "
        "Exit status: 0 proved or done, 1 refuted, 2 an error, 3 undecided, 4 probable.",
    )
    parser.add_argument("--version", action="version", version=version("penelope-rewrite"))
    return parser, parser.add_subparsers(required=True, metavar="COMMAND")


def added(commands: Any, name: str) -> ArgumentParser:
    """The parser of a command of this distribution, added to others."""
    about = COMMANDS[name]
    parser: ArgumentParser = commands.add_parser(name, help=about, description=about)
    return parser


def help_parser() -> ArgumentParser:
    """A parser that knows only the names and help texts of all commands."""
    parser, commands = bare_parser()
    for name, about in COMMANDS.items():
        commands.add_parser(name, help=about)
    for name, entry in contributed().items():
        commands.add_parser(name, help=f"from {entry.dist.name if entry.dist else entry.module}")
    return parser
