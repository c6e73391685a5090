"""Real configurations that certainly exist, by ball arithmetic and Krawczyk's test.

Some columns are held where they are; for the others, as many as there are equations, the test shows
that the box around an approximate solution contains exactly one solution, and that the Jacobian by
these columns is regular in the whole box. By the implicit function theorem the configurations near
it are a manifold, and its dimension is the number of columns that are held.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

from ..arithmetic.jacobians import FieldJets, float_jacobian
from ..arithmetic.matrices import pivots
from ..closure.closures import Closure
from ..closure.coordinate_kinds import Attitude, Coordinate, Turn

Floats = NDArray[np.float64]
PRECISION = 192
"""Bits of the balls."""


class Balls:
    """Real numbers as balls of flint; every result contains the true one."""

    def number(self, q: Fraction) -> Any:
        return flint.arb(flint.fmpq(q.numerator, q.denominator))

    def add(self, x: Any, y: Any) -> Any:
        return x + y

    def neg(self, x: Any) -> Any:
        return -x

    def scale(self, q: Fraction, x: Any) -> Any:
        return self.number(q) * x

    def mul(self, x: Any, y: Any) -> Any:
        return x * y

    def inverse(self, x: Any) -> Any:
        return 1 / x

    def circle(self, x: Any) -> tuple[Any, Any]:
        """Cosine and sine."""
        return x.cos(), x.sin()


class BallJets(FieldJets):
    """Balls with derivatives, with the functions that motions need."""

    def circle(self, x: Any) -> tuple[Any, Any]:
        """Cosine and sine, with derivatives."""
        c, s = x[0].cos(), x[0].sin()
        if x[1] is None:
            return (c, None), (s, None)
        return (c, [-s * a for a in x[1]]), (s, [c * a for a in x[1]])

    def circle_of_square(self, z: Any) -> tuple[Any, Any]:
        """cos √z and sin √z / √z for a small z, with derivatives."""
        value, slopes = z
        far = abs(value) * abs(value) * abs(value)
        rest = flint.arb(0, far.upper())
        even = 1 - value / 2 + value**2 / 24 + rest
        odd = 1 - value / 6 + value**2 / 120 + rest
        slope = flint.arb(-1) / 6 + value / 60 + flint.arb(0, (value * value).upper())
        if slopes is None:
            return (even, None), (odd, None)
        return (even, [-odd / 2 * a for a in slopes]), (odd, [slope * a for a in slopes])


@dataclass(frozen=True)
class Certified:
    """A box that certainly contains exactly one configuration."""

    state: Floats
    """The middle of the box."""
    slots: tuple[Any, ...]
    """Balls for the slots of the configuration."""


def certify(
    closure: Closure, state: Floats, rows: Sequence[int], columns: Sequence[int]
) -> Certified | None:
    """A configuration of the equations in `rows` near a state, by moving `columns` only."""
    before, flint.ctx.prec = flint.ctx.prec, PRECISION
    try:
        return _krawczyk(closure, state, list(rows), list(columns))
    except ZeroDivisionError:
        return None
    finally:
        flint.ctx.prec = before


def _krawczyk(
    closure: Closure, state: Floats, rows: list[int], columns: list[int]
) -> Certified | None:
    base = base_slots(closure, [float(x) for x in state])
    middle = [flint.arb(0)] * len(columns)
    for _ in range(8):
        values, slopes, _ = jets_at(closure, base, rows, columns, middle)
        inverse = approximate_inverse(slopes)
        if inverse is None:
            return None
        step = matrix_times(inverse, values)
        middle = [(y - d).mid() for y, d in zip(middle, step, strict=True)]
        if max([float(abs(d).upper()) for d in step], default=0.0) > 0.1:
            return None
    values, slopes, _ = jets_at(closure, base, rows, columns, middle)
    step = matrix_times(inverse, values) if columns else []
    radius = flint.arb(max([float(abs(d).upper()) for d in step], default=0.0)) * 4 + 1e-40
    box = [y + flint.arb(0, radius.upper()) for y in middle]
    _, spread, slots = jets_at(closure, base, rows, columns, box)
    if columns and not is_inside(inverse, spread, step, radius):
        return None
    moved = _moved_state(closure, state, columns, middle)
    return Certified(moved, tuple(slots))


def is_inside(inverse: Any, spread: Any, step: list[Any], radius: Any) -> bool:
    """Whether |A g(y)| + |1 - A J| r < r, row by row."""
    n = len(step)
    product = inverse * spread
    for i in range(n):
        total = abs(step[i])
        for j in range(n):
            total += abs(product[i, j] - (1 if i == j else 0)) * radius
        if not total < radius:
            return False
    return True


def base_slots(closure: Closure, state: Sequence[Any]) -> list[Any]:
    """Balls for the slots at a state, which is taken to be exact."""
    found: list[Any] = []
    for c in closure.coordinates:
        if c in closure.states:
            values = [flint.arb(x) for x in state[closure.states[c]]]
            if isinstance(c, Turn) and c.radians is not None:
                values = [Balls().number(c.radians)]
            found += _state_slots(c, values)
        else:
            found += closure.constant_balls(c)
    return found


def _state_slots(c: Coordinate, values: list[Any]) -> list[Any]:
    if isinstance(c, Turn):
        angle = values[0] / c.parts
        found = [angle.cos(), angle.sin()]
        return [*found, values[0]] if c.plain else found
    if isinstance(c, Attitude):
        size = sum((x * x for x in values), flint.arb(0)).sqrt()
        return [x / size for x in values]
    return values


def jets_at(
    closure: Closure, base: list[Any], rows: list[int], columns: list[int], by: list[Any]
) -> tuple[list[Any], Any, list[Any]]:
    """Values, Jacobian and slots after a motion of some columns."""
    jets = BallJets(Balls(), len(columns))
    zero, one = flint.arb(0), flint.arb(1)
    motion: list[Any] = [(zero, None)] * closure.columns
    for k, column in enumerate(columns):
        motion[column] = by[k], [one if j == k else zero for j in range(len(columns))]
    slots: list[Any] = []
    for c in closure.coordinates:
        held = [jets.constant(x) for x in base[closure.slots[c]]]
        slots += c.moved(jets, held, motion[closure.places[c]]) if c in closure.places else held
    found = closure.program.run(jets, slots)
    empty = [zero] * len(columns)
    values = [found[r][0] for r in rows]
    matrix = [found[r][1] or empty for r in rows]
    return values, flint.arb_mat(matrix) if matrix else None, [x[0] for x in slots]


def approximate_inverse(slopes: Any) -> Any:
    """A matrix of exact numbers close to the inverse."""
    if slopes is None:
        return flint.arb_mat(0, 0)
    n = slopes.nrows()
    middle = np.array([[float(slopes[i, j].mid()) for j in range(n)] for i in range(n)])
    if not np.isfinite(middle).all() or np.linalg.cond(middle) > 1e13:
        return None
    inverse = np.linalg.inv(middle)
    return flint.arb_mat([[flint.arb(float(x)) for x in row] for row in inverse])


def matrix_times(matrix: Any, vector: list[Any]) -> list[Any]:
    n = len(vector)
    return [sum((matrix[i, j] * vector[j] for j in range(n)), flint.arb(0)) for i in range(n)]


def _moved_state(closure: Closure, state: Floats, columns: list[int], by: list[Any]) -> Floats:
    motion = np.zeros(closure.columns)
    motion[columns] = [float(x) for x in by]
    found = state.copy()
    for c in closure.movable:
        where = closure.states[c]
        found[where] = c.step(state[where][:, None], motion[closure.places[c]][:, None])[:, 0]
    return found


def dependent_columns(
    closure: Closure, state: Floats, prefer: Floats | None = None
) -> list[int] | None:
    """Columns by which the Jacobian of equations and relations is regular, or None."""
    _, slopes = float_jacobian(closure, state[:, None])
    matrix = slopes[: closure.vanishing, :, 0]
    weights = np.ones(closure.columns) if prefer is None else prefer
    first = pivots(matrix[: closure.count, : closure.tree], prefer=weights[: closure.tree])
    second = pivots(matrix[closure.count :, closure.tree :], prefer=weights[closure.tree :])
    if len(first[1]) < closure.count or len(second[1]) < len(closure.relation_names):
        return None
    return [*first[1], *(closure.tree + k for k in second[1])]
