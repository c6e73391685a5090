"""Coordinates of a closure: angles, lengths and attitudes, and how each of them moves.

A coordinate occupies *slots* of the program (cosine and sine for an angle, four numbers for
an attitude) and has *columns* in the Jacobian (one for an angle, three for an attitude: the angular
velocity in the axes of the body). A new kind of coordinate is one class.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import cos, pi, sin, sqrt
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

from rewrite import Term

from .straight_line import Arithmetic

Floats = NDArray[np.float64]
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Coordinate:
    """A scalar, or a group of scalars, on which the closure depends."""

    symbol: Term | None
    """The symbol that it is, or that it is a component of; None for a number such as cos(π/5)."""
    label: str

    slots = 1
    columns = 1
    state = 1
    """How many floats hold its value."""

    @property
    def column_labels(self) -> tuple[str, ...]:
        """The names of its rates."""
        return (f"{self.label}'",)

    def slot_values(self, state: Floats) -> list[Floats]:
        """The floats in the slots, for a batch of states (one row for each float)."""
        raise NotImplementedError

    def slopes(self, ops: Arithmetic, slots: Sequence[Any]) -> list[list[Any]]:
        """For each column, the derivatives of the slots."""
        raise NotImplementedError

    def moved(self, ops: Arithmetic, slots: Sequence[Any], by: Sequence[Any]) -> list[Any]:
        """The slots after a small motion, given as power series without constant term."""
        raise NotImplementedError

    def step(self, state: Floats, by: Floats) -> Floats:
        """A state after a motion, in floating point."""
        return state + by

    def difference(self, state: Floats, others: Floats) -> Floats:
        """The motions that lead from a state to others close by."""
        return others - state[:, None]

    def random(self, rng: np.random.Generator, count: int) -> Floats:
        """Random states."""
        raise NotImplementedError


@dataclass(frozen=True)
class Slide(Coordinate):
    """A length, or any scalar that does not occur in a sine."""

    index: int = 0
    """Which component of its symbol it is."""

    def slot_values(self, state: Floats) -> list[Floats]:
        return [state[0]]

    def slopes(self, ops: Arithmetic, slots: Sequence[Any]) -> list[list[Any]]:
        return [[ops.number(Fraction(1))]]

    def moved(self, ops: Arithmetic, slots: Sequence[Any], by: Sequence[Any]) -> list[Any]:
        return [ops.add(slots[0], by[0])]

    def random(self, rng: np.random.Generator, count: int) -> Floats:
        signs = rng.choice([-1.0, 1.0], (1, count))
        return np.asarray(rng.uniform(0.4, 1.8, (1, count)) * signs)


@dataclass(frozen=True)
class Turn(Coordinate):
    """An angle, stored as cosine and sine of angle/parts.

    If it also occurs outside of sines (`plain`), as in a helical joint, a third slot holds it.
    """

    parts: int = 1
    plain: bool = False
    near: float | None = None
    """The angle, if it is a number (in radians)."""
    radians: Fraction | None = None
    """The same, if it is a rational number of radians."""
    order: int = 0
    """N, if the angle is the number 2π/N."""

    @property
    def slots(self) -> int:  # type: ignore[override]
        return 3 if self.plain else 2

    def slot_values(self, state: Floats) -> list[Floats]:
        turned = state[0] / self.parts
        found = [np.cos(turned), np.sin(turned)]
        return [*found, state[0]] if self.plain else found

    def slopes(self, ops: Arithmetic, slots: Sequence[Any]) -> list[list[Any]]:
        part = Fraction(1, self.parts)
        found = [ops.scale(-part, slots[1]), ops.scale(part, slots[0])]
        return [[*found, ops.number(Fraction(1))] if self.plain else found]

    def moved(self, ops: Arithmetic, slots: Sequence[Any], by: Sequence[Any]) -> list[Any]:
        (c, s), delta = slots[:2], ops.scale(Fraction(1, self.parts), by[0])
        dc, ds = ops.circle(delta)  # type: ignore[attr-defined]
        both = ops.mul(s, ds), ops.mul(s, dc)
        found = [ops.add(ops.mul(c, dc), ops.neg(both[0])), ops.add(ops.mul(c, ds), both[1])]
        return [*found, ops.add(slots[2], by[0])] if self.plain else found

    def random(self, rng: np.random.Generator, count: int) -> Floats:
        if self.near is not None:
            return np.full((1, count), self.near)
        return rng.uniform(-pi, pi, (1, count))

    def floats(self) -> list[float]:
        """The cosine and sine of an angle that is a number."""
        assert self.near is not None
        return [cos(self.near), sin(self.near)]

    @property
    def degree(self) -> int:
        """The degree of cos(2π/N) over the rationals."""
        return int(flint.fmpz_poly.cos_minpoly(self.order).degree())

    def balls(self) -> list[Any]:
        """The same, with certainty, for 2π/N."""
        angle = 2 * flint.arb.pi() / self.order
        return [angle.cos(), angle.sin()]


@dataclass(frozen=True)
class Surd(Coordinate):
    """The positive square root of a prime: a number, which has no columns."""

    radicand: int = 2
    columns = 0
    degree = 2

    def floats(self) -> list[float]:
        """Its value."""
        return [sqrt(self.radicand)]

    def balls(self) -> list[Any]:
        """Its value, with certainty."""
        return [flint.arb(self.radicand).sqrt()]


@dataclass(frozen=True)
class Attitude(Coordinate):
    """A rotation, as a unit quaternion; its columns are the angular velocity in body axes."""

    slots = 4
    columns = 3
    state = 4

    @property
    def column_labels(self) -> tuple[str, ...]:
        return tuple(f"ω({self.label}){k}" for k in (1, 2, 3))

    def slot_values(self, state: Floats) -> list[Floats]:
        return list(state)

    def slopes(self, ops: Arithmetic, slots: Sequence[Any]) -> list[list[Any]]:
        units = [[0, 0, 0, 0] for _ in range(3)]
        for k, unit in enumerate(units):
            unit[k + 1] = 1
        found = [hamilton(ops, slots, [ops.number(Fraction(x)) for x in unit]) for unit in units]
        return [[ops.scale(HALF, x) for x in row] for row in found]

    def moved(self, ops: Arithmetic, slots: Sequence[Any], by: Sequence[Any]) -> list[Any]:
        half = [ops.scale(HALF, x) for x in by]
        square = ops.mul(half[0], half[0])
        for x in half[1:]:
            square = ops.add(square, ops.mul(x, x))
        even, odd = ops.circle_of_square(square)  # type: ignore[attr-defined]
        return hamilton(ops, slots, [even, *(ops.mul(odd, x) for x in half)])

    def step(self, state: Floats, by: Floats) -> Floats:
        angle = np.sqrt((by**2).sum(axis=0)) / 2
        turn = np.vstack([np.cos(angle)[None], np.sinc(angle / pi) * by / 2])
        moved = np.array(hamilton(FLOATS, list(state), list(turn)))
        return np.asarray(moved / np.sqrt((moved**2).sum(axis=0)))

    def difference(self, state: Floats, others: Floats) -> Floats:
        back = state * np.array([1.0, -1.0, -1.0, -1.0])
        turn = np.array(hamilton(FLOATS, list(back[:, None]), list(others)))
        return np.asarray(2 * turn[1:] * np.sign(turn[0]))

    def random(self, rng: np.random.Generator, count: int) -> Floats:
        found = rng.normal(size=(4, count))
        return np.asarray(found / np.sqrt((found**2).sum(axis=0)))


class _FloatOps:
    """Plain floating point, for products of quaternions."""

    def add(self, x: Any, y: Any) -> Any:
        return x + y

    def neg(self, x: Any) -> Any:
        return -x

    def mul(self, x: Any, y: Any) -> Any:
        return x * y


FLOATS: Any = _FloatOps()


def hamilton(ops: Arithmetic, p: Sequence[Any], q: Sequence[Any]) -> list[Any]:
    """The product of two quaternions (w, x, y, z)."""
    signs = ((0, 0, 1), (1, 1, -1), (2, 2, -1), (3, 3, -1)), ((0, 1, 1), (1, 0, 1), (2, 3, 1), (3, 2, -1)), ((0, 2, 1), (2, 0, 1), (3, 1, 1), (1, 3, -1)), ((0, 3, 1), (3, 0, 1), (1, 2, 1), (2, 1, -1))  # noqa: E501 # fmt: skip
    found = []
    for row in signs:
        total = None
        for i, j, sign in row:
            x = ops.mul(p[i], q[j])
            x = x if sign > 0 else ops.neg(x)
            total = x if total is None else ops.add(total, x)
        found.append(total)
    return found
