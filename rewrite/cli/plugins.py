"""Commands from other packages: each package adds its own to `penelope`.

A distribution names a function in the entry-point group `penelope.commands`, under the name of its
command. The function is called with `Commands` and adds the command. It is loaded only for its own
command and for the list of all commands, so that other commands start as fast as before.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from ..worksheet.options import add_json, add_seconds, bounded
from .catalogue import OWN, contributed


class Commands:
    """The commands of `penelope`, to which a package can add its own."""

    def __init__(self, commands: Any) -> None:
        self._commands = commands

    def command(
        self, name: str, about: str, run: Callable[[Namespace], int | str]
    ) -> ArgumentParser:
        """A new command, to which arguments can be added.

        `run` takes the options and returns a text to print, or prints and returns an exit status.
        It runs in a separate process, within `--seconds`. With `--json` the option `style` is
        "json".
        """
        parser: ArgumentParser = self._commands.add_parser(name, help=about, description=about)
        add_seconds(parser)
        add_json(parser)
        parser.set_defaults(run=bounded(run))
        return parser


def add_contributed(commands: Any, argv: Sequence[str]) -> None:
    """Add the commands of other packages that the arguments may refer to."""
    first = next(iter(argv), "--help")
    places = {name: entry.value for name, entry in contributed().items()} | OWN
    if first not in places and first in commands.choices:
        return
    for name, place in places.items():
        if name == first or first not in places:
            _loaded(place, needed=name == first)(Commands(commands))


def _loaded(place: str, *, needed: bool) -> Callable[[Commands], None]:
    module, _, function = place.partition(":")
    try:
        found: Callable[[Commands], None] = getattr(import_module(module), function)
    except ImportError:
        if needed:
            raise
        return lambda commands: None
    return found
