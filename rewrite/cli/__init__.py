"""The `penelope` command. Its help is printed without loading the engine."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from .catalogue import help_parser

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    given = sys.argv[1:] if argv is None else argv
    if not given or given[0] in ("-h", "--help", "--version"):
        help_parser().parse_args(given)
    from .command_line import main as run

    return run(given)
