"""A closure as the analysis sees it: a program, and the coordinates that it depends on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import flint

from .coordinate_kinds import Coordinate, Surd, Turn
from .straight_line import Program


@dataclass
class Closure:
    """Equations g(p) = 0 and relations between parameters, as one program.

    The outputs of the program are the equations, the relations, `traces` terms that are 4 in an
    allowed configuration (one plus the trace of a rotation that must be the identity), and terms
    that are positive there. Unknowns come first among the coordinates. The last `auxiliary`
    unknowns and equations stand for roots.
    """

    program: Program
    names: tuple[str, ...]
    relation_names: tuple[str, ...]
    unknowns: tuple[Coordinate, ...]
    parameters: tuple[Coordinate, ...]
    constants: tuple[Coordinate, ...] = ()
    given: dict[Coordinate, tuple[Fraction, ...]] = field(default_factory=dict)
    """Coordinates that are given by rational numbers in their slots."""
    positive: tuple[Coordinate, ...] = ()
    """Coordinates that are positive: roots."""
    auxiliary: int = 0
    traces: int = 0
    trivial: tuple[str, ...] = ()
    """The names of equations that are zero everywhere; they have no outputs."""

    @property
    def count(self) -> int:
        """How many scalar equations."""
        return len(self.names)

    @property
    def vanishing(self) -> int:
        """How many outputs vanish."""
        return len(self.names) + len(self.relation_names)

    @property
    def tree(self) -> int:
        """How many columns the unknowns have."""
        return sum(c.columns for c in self.unknowns)

    @cached_property
    def coordinates(self) -> tuple[Coordinate, ...]:
        return (*self.unknowns, *self.parameters, *self.constants)

    @cached_property
    def _unknown(self) -> frozenset[Coordinate]:
        return frozenset(self.unknowns)

    def is_unknown(self, c: Coordinate | None) -> bool:
        return c in self._unknown

    @cached_property
    def movable(self) -> tuple[Coordinate, ...]:
        """The coordinates that have columns."""
        return (*self.unknowns, *self.parameters)

    @cached_property
    def columns(self) -> int:
        return sum(c.columns for c in self.movable)

    @cached_property
    def slots(self) -> dict[Coordinate, slice]:
        return ranges(self.coordinates, [c.slots for c in self.coordinates])

    @cached_property
    def places(self) -> dict[Coordinate, slice]:
        """Where the columns of each coordinate are."""
        return ranges(self.movable, [c.columns for c in self.movable])

    @cached_property
    def states(self) -> dict[Coordinate, slice]:
        """Where the floats of each coordinate are in a state."""
        return ranges(self.movable, [c.state for c in self.movable])

    @cached_property
    def is_algebraic(self) -> bool:
        """Whether no angle occurs outside of sines and cosines."""
        return not any(isinstance(c, Turn) and c.plain for c in self.movable)

    @cached_property
    def column_labels(self) -> tuple[str, ...]:
        return tuple(label for c in self.movable for label in c.column_labels)

    def specialised(self, numbers: dict[Coordinate, tuple[Fraction, ...]]) -> Closure:
        """The same closure with rational numbers for all parameters."""
        constants = (*self.parameters, *self.constants)
        return replace(
            self, parameters=(), constants=constants, relation_names=(),
            given={**self.given, **numbers}, program=self._without_relations(),
            positive=tuple(c for c in self.positive if self.is_unknown(c)),
        )  # fmt: skip

    def _without_relations(self) -> Program:
        outputs = self.program.outputs
        return self.program.with_outputs(outputs[: self.count] + outputs[self.vanishing :])

    def constant_floats(self, c: Coordinate) -> list[float]:
        """The floats in the slots of a coordinate that is a number."""
        if c in self.given:
            return [float(x) for x in self.given[c]]
        assert isinstance(c, Turn | Surd)
        return c.floats()

    def constant_balls(self, c: Coordinate) -> list[Any]:
        """Balls for the slots of a coordinate that is a number."""
        if c in self.given:
            return [flint.arb(flint.fmpq(q.numerator, q.denominator)) for q in self.given[c]]
        assert isinstance(c, Turn | Surd)
        return c.balls()


def ranges(items: Iterable[Any], sizes: Sequence[int]) -> dict[Any, slice]:
    """Consecutive slices of the given sizes."""
    found, start = {}, 0
    for item, size in zip(items, sizes, strict=True):
        found[item] = slice(start, start + size)
        start += size
    return found
