"""A report on the freedoms of a mechanism, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from rewrite import Term, latex

LISTED = 4
"""At most this many singular configurations are printed …"""
LONGEST_ROW = 9
"""… and at most this many unknowns of a configuration or a motion."""
Status = Literal["proved", "evidence", "unknown"]


@dataclass(frozen=True)
class Branch:
    """A part of the configurations: relations that hold on it, and its dimension."""

    conditions: tuple[str, ...]
    freedom: int
    status: Status
    mobility: int | None = None
    parametrisation: Mapping[Any, str] = field(default_factory=dict)

    def __str__(self) -> str:
        known = "; ".join(self.conditions) or "no simple relation"
        return f"{known}: freedom {self.freedom} ({self.status})"


@dataclass(frozen=True)
class Singular:
    """A configuration at which the rank is smaller than elsewhere."""

    at: Mapping[Any, Any]
    rank: int
    mobility: int
    exact: bool

    def __str__(self) -> str:
        sign = "=" if self.exact else "≈"
        where = ", ".join(f"{s} {sign} {_shown(x)}" for s, x in self.at.items())
        return f"{where}: rank {self.rank}, mobility {self.mobility}"


@dataclass(frozen=True)
class FreedomReport:
    """The freedoms of a mechanism near a configuration.

    `status` says whether `freedom` is "proved", "evidence" or "unknown", and `argument` why.
    `lower` and `upper` are certain bounds.
    """

    tree: int
    """Freedoms of the tree: unknowns without the closure."""
    equations: int
    rank: int
    mobility: int
    motions: tuple[Mapping[Any, Any], ...]
    freedom: int | None
    status: Status
    argument: str
    branches: tuple[Branch, ...] = ()
    singular: tuple[Singular, ...] = ()
    redundant: tuple[str, ...] = ()
    idle: tuple[Any, ...] = ()
    independent: tuple[Any, ...] = ()
    others: Mapping[Any, Mapping[Any, Any]] = field(default_factory=dict)
    """The other speeds, as multiples of the independent ones, at this configuration."""
    parametrisation: Mapping[Any, str] = field(default_factory=dict)
    configuration: Mapping[Any, float] = field(default_factory=dict)
    values: Mapping[Any, Any] = field(default_factory=dict)
    """Parameters at that configuration; those that were not given were drawn."""
    lower: int = 0
    upper: int = 0
    rank_is_sure: bool = True
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = [self._headline(), self._counts(), *self._details()]
        return "\n".join(line for line in lines if line)

    def _headline(self) -> str:
        if self.freedom is None:
            return f"freedom unknown: at least {self.lower}, at most {self.upper}"
        return f"freedom {self.freedom} ({self.status})"

    def _counts(self) -> str:
        sure = "" if self.rank_is_sure else " (in floating point)"
        return (
            f"  tree {self.tree}, equations {self.equations}, rank {self.rank}{sure}, "
            f"mobility {self.mobility}"
        )

    def _details(self) -> list[str]:
        lines = [f"  argument: {self.argument}"] if self.argument else []
        if self.configuration:
            where = {s: x for s, x in self.configuration.items() if isinstance(x, float)}
            lines.append(f"  near {_listed([f'{s} = {_shown(x)}' for s, x in where.items()])}")
        lines += [f"  note: {note}" for note in self.notes]
        lines += [f"  motion {k}: {_row(motion)}" for k, motion in enumerate(self.motions, 1)]
        if self.independent:
            lines.append(f"  independent speeds: {_rates(self.independent)}")
        if self.idle:
            lines.append(f"  idle speeds: {_rates(self.idle)}")
        if self.redundant:
            lines.append(f"  redundant equations: {', '.join(self.redundant)}")
        lines += [f"  branch {k}: {b}" for k, b in enumerate(self.branches, 1)]
        lines += [f"  singular at {s}" for s in self.singular[:LISTED]]
        if len(self.singular) > LISTED:
            lines.append(f"  and at {len(self.singular) - LISTED} more, see .singular")
        lines += [f"  parametrised by {s} = {text}" for s, text in self.parametrisation.items()]
        return lines

    def to_json(self) -> str:
        """The report as JSON, with names for symbols and text for fractions."""
        return json.dumps(
            {name: _plain(value) for name, value in vars(self).items()}, ensure_ascii=False
        )

    def latex(self) -> str:
        """The motions as lines of an aligned display."""
        rows = []
        for motion in self.motions:
            entries = [rf"\dot{{{_tex(s)}}} &= {_tex(x)}" for s, x in motion.items()]
            rows.append(r",\quad ".join(e.replace(" &=", " =") for e in entries))
        return r"\begin{aligned}" + r" \\ ".join(rows) + r"\end{aligned}"


def _shown(x: Any) -> str:
    return f"{x:.6g}" if isinstance(x, float) else str(x)


def _row(motion: Mapping[Any, Any]) -> str:
    return _listed([f"{_rate(s)} = {_shown(x)}" for s, x in motion.items()])


def _listed(entries: list[str]) -> str:
    more = [f"… ({len(entries)} in all)"] if len(entries) > LONGEST_ROW else []
    return ", ".join(entries[:LONGEST_ROW] + more)


def _rate(s: Any) -> str:
    return str(s) if str(s).startswith("ω(") else f"{s}'"


def _rates(speeds: Iterable[Any]) -> str:
    return ", ".join(map(_rate, speeds))


def _tex(x: Any) -> str:
    if isinstance(x, Term):
        return latex(x)
    if isinstance(x, Fraction) and x.denominator > 1:
        return rf"\frac{{{x.numerator}}}{{{x.denominator}}}"
    return _shown(x)


def _plain(value: Any) -> Any:
    """A value as JSON can hold it."""
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(v) for v in value]
    if isinstance(value, Branch | Singular):
        return {k: _plain(v) for k, v in vars(value).items()}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return str(value)
