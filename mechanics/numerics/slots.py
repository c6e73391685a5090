"""Places in a flat array: which entries belong to which symbol, by name and in order."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

import numpy as np

from rewrite import Matrix, Quaternion, Scalar, Vector, evaluate, free_symbols, holds, symmetric

from ..errors import ModelError

TURNED = 1e-6
"""How far a given rotation may be from an orthogonal matrix."""


def shape_of(symbol: Any) -> tuple[int, ...]:
    """The shape of an array with the value of a symbol."""
    if isinstance(symbol, Scalar):
        return ()
    if isinstance(symbol, Quaternion):
        return (4,)
    if isinstance(symbol, Vector):
        return (int(symbol.shape[0]),)
    return tuple(symbol.shape)


def entry_names(symbol: Any) -> list[str]:
    """A name for each entry: q, w[0], R[0,1].

    >>> from rewrite import scalar, vector
    >>> entry_names(scalar("q")), entry_names(vector("w"))
    (['q'], ['w[0]', 'w[1]', 'w[2]'])
    """
    shape = shape_of(symbol)
    if not shape:
        return [str(symbol)]
    places = product(*map(range, shape))
    return [f"{symbol}[{','.join(map(str, place))}]" for place in places]


class Slots:
    """Symbols one after the other in a flat array.

    >>> from rewrite import scalar, vector
    >>> slots = Slots([scalar("q"), vector("w")], "state")
    >>> slots.names
    ['q', 'w[0]', 'w[1]', 'w[2]']
    >>> slots.packed({"q": 1, "w": (2, 3, 4)})
    array([1., 2., 3., 4.])
    """

    def __init__(self, symbols: Iterable[Any], what: str) -> None:
        self.symbols, self.what = tuple(symbols), what
        self.start: dict[Any, int] = {}
        at = 0
        for s in self.symbols:
            self.start[s] = at
            at += prod(shape_of(s))
        self.size = at

    @cached_property
    def names(self) -> list[str]:
        """The name of each entry, in order."""
        return [name for s in self.symbols for name in entry_names(s)]

    @cached_property
    def by_name(self) -> dict[str, Any]:
        return {str(s): s for s in self.symbols}

    @cached_property
    def entries(self) -> dict[str, int]:
        return {name: k for k, name in enumerate(self.names)}

    # -- values by name ---------------------------------------------------------------------------

    def packed(self, given: Mapping[Any, Any], default: Mapping[Any, Any] | None = None) -> Any:
        """A flat array from values by symbol or name; missing values are taken from `default`, and
        it is an error if they are missing there too.
        """
        values = self.sorted_out(given)
        found = np.full(self.size, np.nan)
        for s, value in (default or {}).items():
            found[self.place(s)] = np.ravel(value)
        for key, value in values.items():
            if isinstance(key, int):
                found[key] = self.number(self.names[key], value)
            else:
                found[self.place(key)] = self.array(key, value)
        missing = self.missing(found)
        if missing:
            raise ModelError(
                f"{', '.join(missing)}: no value in the {self.what}; add "
                + ", ".join(f"{m!r}: …" for m in missing[:3])
            )
        return found

    def missing(self, found: Any) -> list[str]:
        """Symbols that have no value yet."""
        return [str(s) for s in self.symbols if np.isnan(found[self.place(s)]).any()]

    def sorted_out(self, given: Mapping[Any, Any]) -> dict[Any, Any]:
        """Values by symbol, or by the index of an entry; unknown names are refused."""
        found: dict[Any, Any] = {}
        for key, value in given.items():
            name = str(key)
            if name in self.by_name:
                found[self.by_name[name]] = value
            elif name in self.entries:
                found[self.entries[name]] = value
            else:
                raise ModelError(self.unknown(name))
        return found

    def unknown(self, name: str) -> str:
        """The message about an unknown name."""
        near = difflib.get_close_matches(name, [*self.by_name, *self.entries], 1)
        hint = f"; did you mean {near[0]}?" if near else "."
        listed = ", ".join(self.by_name) or "nothing"
        return f"{name} is not in the {self.what}{hint} It has {listed}"

    def place(self, symbol: Any) -> slice:
        """The slice of the entries of a symbol."""
        start = self.start[symbol]
        return slice(start, start + prod(shape_of(symbol)))

    def number(self, name: str, value: Any) -> float:
        """A value as a real number; an error names the entry."""
        try:
            known = isinstance(value, Scalar) and not free_symbols(value)
            found = float(evaluate(value, {}, "float") if known else value)
        except (TypeError, ValueError):
            hint = "; write numbers and terms without quotes" if isinstance(value, str) else ""
            raise ModelError(
                f"{name} = {value!r}: a number is needed in the {self.what}{hint}"
            ) from None
        if not np.isfinite(found):
            raise ModelError(f"{name} = {found}: a finite number is needed in the {self.what}")
        return found

    def array(self, symbol: Any, value: Any) -> Any:
        """The entries of a value, after checking its shape and the symbol's facts."""
        shape = shape_of(symbol)
        if not shape:
            return self.number(str(symbol), value)
        try:
            found = np.asarray(value, dtype=float)
        except (TypeError, ValueError):
            raise ModelError(f"{symbol}: {value!r} is not an array of numbers") from None
        if found.shape == (*shape, 1):
            found = found[..., 0]
        if found.shape != shape:
            raise ModelError(
                f"{symbol}: an array of the shape {shape} is needed, not {found.shape}"
            )
        if not np.isfinite(found).all():
            raise ModelError(f"{symbol}: all its entries must be finite numbers")
        _must_be_true(symbol, found)
        return found.ravel()

    # -- and back ---------------------------------------------------------------------------------

    def unpacked(self, flat: Any) -> dict[str, Any]:
        """Values by name: numbers and arrays; for states in columns, arrays over the columns."""
        flat = np.asarray(flat, dtype=float)
        found: dict[str, Any] = {}
        for s in self.symbols:
            part, shape = flat[self.place(s)], shape_of(s)
            found[str(s)] = part.reshape(*shape, *flat.shape[1:]) if shape else part[0]
        return found

    def from_sequence(self, given: Sequence[Any]) -> Any:
        """A flat array from one value for each entry, in order."""
        try:
            found = np.asarray(given, dtype=float)
        except (TypeError, ValueError):
            raise ModelError(
                f"the {self.what}: give a mapping from names, or numbers in the order of "
                f"{', '.join(self.names[:12])}, not {given!r}"
            ) from None
        if found.shape != (self.size,):
            raise ModelError(
                f"the {self.what} {'have' if ' and ' in self.what else 'has'} {self.size} entries, "
                f"{', '.join(self.names[:12])}"
                f"{', …' if self.size > 12 else ''}; an array of the shape {found.shape} is given"
            )
        return found


def _must_be_true(symbol: Any, value: Any) -> None:
    """Refuse values that contradict facts of a symbol on which the code relies."""
    facts = symbol.value.facts
    if isinstance(symbol, Matrix) and len(value.shape) == 2 and value.shape[0] == value.shape[1]:
        if "diagonal" in facts and np.any(value != np.diag(np.diag(value))):
            raise ModelError(f"{symbol} was declared diagonal, and {value.tolist()} is not")
        if holds(symmetric(symbol)).yes and not np.allclose(value, value.T, rtol=1e-12, atol=0):
            raise ModelError(f"{symbol} was declared symmetric, and {value.tolist()} is not")
        if facts & {"rotation", "orthogonal"} and _from_orthogonal(value) > TURNED:
            raise ModelError(f"{symbol} is a rotation, and {value.tolist()} is not orthogonal")
    if isinstance(symbol, Quaternion) and "unit" in facts and not np.any(value):
        raise ModelError(f"{symbol} is a unit quaternion, and all its entries are zero")


def _from_orthogonal(value: Any) -> float:
    return float(np.abs(value @ value.T - np.eye(len(value))).max())
