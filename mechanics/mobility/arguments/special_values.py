"""A closure at rational values of its parameters, for use where generic ones make polynomials too
large.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ..arithmetic.fields import rational_field
from ..clock import Clock
from ..closure.closures import Closure
from ..closure.coordinate_kinds import Coordinate, Turn
from ..configurations.assembly import drawn
from ..configurations.nearby import compared
from ..configurations.placing import Place
from ..configurations.search import SMALL, Numeric, columns_of
from ..exact.simple_points import simple_slots

Floats = NDArray[np.float64]
DRAWS = 12
"""How often a batch of parameters is drawn in search of rational ones."""


def at_simple_values(
    numeric: Numeric, found: Place, rng: np.random.Generator, clock: Clock
) -> tuple[Numeric, Place] | None:
    """The closure at rational parameters, and a configuration there."""
    closure = numeric.closure
    moving = columns_of(closure, closure.unknowns)
    for states in _drawn_states(numeric, found, rng, clock):
        for state in states.T:
            numbers = rational_parameters(closure, state)
            if numbers is None:
                continue
            projected, size = numeric.projected(state[:, None], moving, clock)
            if size[0] > SMALL or not numeric.is_allowed(projected).all():
                continue
            return _specialised(closure, numbers, projected[:, 0], rng, clock)
    return None


def _drawn_states(
    numeric: Numeric, found: Place, rng: np.random.Generator, clock: Clock
) -> list[Floats]:
    """States with the parameters of the candidates first, then with newly drawn ones."""
    closure = numeric.closure
    first = np.array([c.state for c in found.candidates]).T
    if not closure.relation_names:
        return [first]
    rest = []
    last = sum(c.state for c in closure.unknowns)
    for _ in range(DRAWS):
        states = drawn(numeric, rng, clock)
        states[:last] = np.repeat(found.state[:last, None], states.shape[1], axis=1)
        rest.append(states)
    return [first, *rest]


def rational_parameters(
    closure: Closure, state: Floats
) -> dict[Coordinate, tuple[Fraction, ...]] | None:
    """Rational slots for all parameters at a state, if they satisfy the relations exactly."""
    numbers: dict[Coordinate, tuple[Fraction, ...]] = {}
    for c in closure.parameters:
        if isinstance(c, Turn) and c.near is not None:
            return None
        exact = simple_slots(closure, c, state)
        if exact is None or not all(isinstance(x, Fraction) for x in exact):
            return None
        numbers[c] = tuple(x for x in exact if isinstance(x, Fraction))
    return numbers if _satisfied(closure, numbers) else None


def _satisfied(closure: Closure, numbers: dict[Coordinate, tuple[Fraction, ...]]) -> bool:
    """Whether the relations hold exactly; they contain no unknowns."""
    if not closure.relation_names:
        return True
    if any(c not in closure.given for c in closure.constants):
        return False
    field = rational_field()
    slots = []
    for c in closure.coordinates:
        known = {**closure.given, **numbers}.get(c)
        slots += [field.number(q) for q in (known or (Fraction(1),) * c.slots)]
    rows = closure.program.outputs[closure.count : closure.vanishing]
    try:
        values = closure.program.with_outputs(rows).run(field, slots)
    except ZeroDivisionError:
        return False
    return all(field.is_zero(x) for x in values)


def _specialised(
    closure: Closure,
    numbers: dict[Coordinate, tuple[Fraction, ...]],
    state: Floats,
    rng: np.random.Generator,
    clock: Clock,
) -> tuple[Numeric, Place]:
    special = closure.specialised(numbers)
    numeric = Numeric.of(special, rng)
    own = state[: sum(c.state for c in special.movable)]
    candidates = tuple(compared(numeric, own[:, None], rng, clock))
    return numeric, Place(own, candidates, True, False)
