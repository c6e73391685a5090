"""Bounds for a freedom at a configuration, each with the argument that gives it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import atan2

import numpy as np
from numpy.typing import NDArray

from ..arithmetic.jacobians import field_jacobian, float_jacobian
from ..arithmetic.matrices import echelon, pivots
from ..clock import Clock, OutOfTimeError
from ..closure.closures import Closure
from ..closure.coordinate_kinds import Turn
from ..configurations.nearby import beside
from ..configurations.placing import Place
from ..configurations.search import Numeric
from ..exact.certified import certify, dependent_columns
from ..exact.exact_points import ExactPoint, exact_point
from ..exact.families import Family, ball_rank, families
from ..exact.simple_points import simple_point
from ..exact.triangular import family_by_basis
from .cones import cone_bound
from .obstructions import HIGHEST_ORDER, LocalForms, local_forms, residues
from .real_motions import is_isolated, real_dimension
from .slices import complex_dimension
from .special_values import at_simple_values

Floats = NDArray[np.float64]
BESIDE = 3
"""Families are searched for from this many configurations near a special one."""


@dataclass
class Bounds:
    """Certain bounds of a freedom, lower ≤ freedom ≤ upper, with the reasons."""

    upper: int
    lower: int = 0
    rank: int = 0
    rank_is_sure: bool = False
    point_is_sure: bool = False
    """Whether the configuration certainly exists."""
    state: Floats | None = None
    exact: ExactPoint | None = None
    family: Family | None = None
    forms: LocalForms | None = None
    at_values: bool = False
    """Whether the lower bound holds at the drawn values of the parameters only."""
    reasons: list[str] = field(default_factory=list)

    @property
    def is_settled(self) -> bool:
        return self.point_is_sure and self.lower == self.upper

    def raise_lower(self, bound: int, reason: str) -> None:
        if bound > self.lower or (bound == self.lower and not self.point_is_sure):
            self.lower = bound
            self.reasons.append(reason)
        self.point_is_sure = True

    def cut_upper(self, bound: int, reason: str) -> None:
        if bound < self.upper:
            self.upper = bound
            self.reasons.append(reason)


def bounds(numeric: Numeric, found: Place, rng: np.random.Generator, clock: Clock) -> Bounds:
    """Bounds at a configuration, by one argument after the other until they meet."""
    closure = numeric.closure
    result = Bounds(closure.tree, rank=numeric.rank(found.state), state=found.state)
    steps = (
        _by_regularity,
        _by_exact_rank,
        _by_families,
        _by_obstructions,
        _by_standard_bases,
        _by_special_values,
    )
    try:
        for step in steps:
            if result.is_settled:
                break
            clock.check()
            step(numeric, found, result, rng, clock)
    except OutOfTimeError:
        result.reasons.append("the time limit is reached")
    return result


def _by_regularity(
    numeric: Numeric, found: Place, result: Bounds, rng: np.random.Generator, clock: Clock
) -> None:
    """Independent equations: the dimension is the number of unknowns less that of equations."""
    closure = numeric.closure
    columns = dependent_columns(closure, found.state)
    if columns is None and not found.free_parameters:
        _by_bound_parameters(closure, found, result)
    if columns is None:
        return
    sure = certify(closure, found.state, range(closure.vanishing), columns)
    if sure is None:
        return
    dimension = closure.tree - closure.count
    result.state = sure.state
    result.rank, result.rank_is_sure = closure.count, True
    result.raise_lower(
        dimension,
        f"the {closure.count} equations are independent at a configuration that certainly exists "
        "(Krawczyk's test), so near it the configurations are a manifold of dimension "
        f"{closure.tree} - {closure.count} = {dimension} (implicit functions)",
    )
    result.cut_upper(dimension, f"the rank is {closure.count}")


def _by_bound_parameters(closure: Closure, found: Place, result: Bounds) -> None:
    """Parameters that are not free: show that the configuration exists for some of their values."""
    _, slopes = float_jacobian(closure, found.state[:, None])
    columns = pivots(slopes[: closure.vanishing, :, 0])[1]
    if len(columns) < closure.vanishing:
        return
    sure = certify(closure, found.state, range(closure.vanishing), columns)
    if sure is None:
        return
    result.state = sure.state
    rank = ball_rank(closure, sure.slots)
    result.rank = max(result.rank, rank)
    result.rank_is_sure = rank == closure.tree
    result.raise_lower(0, "a configuration certainly exists (Krawczyk's test)")
    result.cut_upper(closure.tree - rank, f"the rank is at least {rank}")


def _by_exact_rank(
    numeric: Numeric, found: Place, result: Bounds, rng: np.random.Generator, clock: Clock
) -> None:
    """The configuration itself, if all its coordinates are simple numbers."""
    point = simple_point(numeric.closure, found.state)
    if point is not None:
        _use_exact(numeric.closure, point, result)


def _use_exact(closure: Closure, point: ExactPoint, result: Bounds) -> None:
    rank = exact_rank(closure, point)
    result.exact, result.rank, result.rank_is_sure = point, rank, True
    where = "rational" if point.is_rational else f"in a field of degree {point.field.degree}"
    result.raise_lower(0, f"a configuration is known exactly (coordinates {where})")
    result.cut_upper(closure.tree - rank, f"the rank there is {rank}")


def exact_rank(closure: Closure, point: ExactPoint) -> int:
    """The rank of the Jacobian by the unknowns at an exact configuration."""
    _, rows = field_jacobian(closure, point.field, list(point.slots))
    return len(echelon(point.field, [row[: closure.tree] for row in rows[: closure.count]])[1])


def _by_families(
    numeric: Numeric, found: Place, result: Bounds, rng: np.random.Generator, clock: Clock
) -> None:
    """A manifold of configurations bounds the freedom from below, the rank on it from above."""
    closure = numeric.closure
    for family in _families(numeric, found, result, rng, clock):
        if result.family is not None and family.dimension <= result.family.dimension:
            continue
        if result.exact is not None and not family.contains(result.exact):
            continue
        _use_family(closure, family, result)


def _use_family(closure: Closure, family: Family, result: Bounds) -> None:
    result.family = family
    result.raise_lower(family.dimension, family_reason(family))
    if result.exact is None:
        rank = ball_rank(closure, family.slots)
        result.rank = max(rank, result.rank)
        result.cut_upper(closure.tree - rank, f"the rank there is at least {rank}")
        if closure.tree - rank == family.dimension:
            result.rank, result.rank_is_sure = rank, True


def _families(
    numeric: Numeric, found: Place, result: Bounds, rng: np.random.Generator, clock: Clock
) -> Iterator[Family]:
    """Families through the configuration, then families through others near a given one."""
    yield from families(numeric, found.state, rng, clock)
    if result.exact is None or not found.is_given or result.is_settled:
        return
    for state in beside(numeric, found.state, BESIDE, rng, clock):
        clock.check()
        yield from families(numeric, state, rng, clock)


def family_reason(family: Family) -> str:
    """The sentence that says which family gives a lower bound."""
    aligned = f" with {', '.join(map(str, family.aligned))}" if family.aligned else ""
    return (
        f"a family of configurations of dimension {family.dimension}{aligned} satisfies the "
        "closure and is regular at one that certainly exists (exact elimination, Krawczyk's test)"
    )


def _by_obstructions(
    numeric: Numeric, found: Place, result: Bounds, rng: np.random.Generator, clock: Clock
) -> None:
    """Obstructions of higher order on the kernel of Δ, at an exact configuration."""
    closure = numeric.closure
    if not closure.is_algebraic:
        return
    if result.exact is None and result.family is not None:
        point = exact_point(result.family.system, closure, clock)
        if point is not None and _is_generic(closure, point, result):
            _use_exact(closure, point, result)
    if result.exact is None or result.is_settled:
        return
    modulo = residues(result.exact)
    if modulo is None:
        return
    for order in range(2, HIGHEST_ORDER + 1):
        clock.check()
        forms = local_forms(closure, *modulo, order, clock)
        result.forms = forms
        bound = cone_bound(forms, result.lower, clock)
        result.cut_upper(
            bound,
            f"of the {forms.mobility} first-order motions, terms up to order {forms.order} leave a "
            f"cone of complex dimension at most {bound}",
        )
        if result.is_settled or forms.order < order:
            break
        if order == 2 and not result.lower and is_isolated(closure, result.exact, clock):
            result.cut_upper(0, "a definite obstruction of second order leaves no real motion")
            return
    if not result.is_settled:
        _raise_by_forms(closure, result, clock)


def _is_generic(closure: Closure, point: ExactPoint, result: Bounds) -> bool:
    """Whether an exact point is in the family, and rounding has not lowered the rank there."""
    assert result.family is not None
    return result.family.contains(point) and exact_rank(closure, point) >= result.rank


def _raise_by_forms(closure: Closure, result: Bounds, clock: Clock) -> None:
    """Raise the lower bound where the lowest terms of the obstructions have a regular real zero."""
    assert result.exact is not None
    dimension = real_dimension(closure, result.exact, clock)
    if dimension is not None and dimension > result.lower:
        result.raise_lower(
            dimension,
            "the lowest terms of the obstructions have real zeros at which they are independent "
            f"(or change sign), so real motions of dimension {dimension} leave the configuration",
        )


def _by_standard_bases(
    numeric: Numeric, found: Place, result: Bounds, rng: np.random.Generator, clock: Clock
) -> None:
    """The last resort: the dimension of all complex configurations, and a family from a basis."""
    closure = numeric.closure
    if clock.last_resort <= 0:
        return
    part = clock.at_most(clock.last_resort)
    before = clock.left
    try:
        if result.exact is not None:
            _use_dimension(closure, result, part)
        family = None if result.is_settled else family_by_basis(closure, found.state, part)
    except OutOfTimeError:
        family = None
    finally:
        clock.last_resort -= before - clock.left
    if family is None or (result.exact is not None and not family.contains(result.exact)):
        return
    if result.family is None or family.dimension > result.family.dimension:
        _use_family(closure, family, result)


def _use_dimension(closure: Closure, result: Bounds, clock: Clock) -> None:
    assert result.exact is not None
    known = complex_dimension(closure, result.exact, closure.tree - result.rank, clock)
    if known is None:
        return
    dimension, is_real = known
    if dimension >= result.lower:
        result.cut_upper(
            dimension, f"a standard basis shows that complex solutions have dimension {dimension}"
        )
    if is_real:
        result.raise_lower(
            dimension,
            f"the solutions have dimension {dimension} here too (a plane through the configuration "
            "meets them in no more points than their degree, by standard bases); there are as many "
            "first-order motions, so the solutions are a manifold",
        )


def _by_special_values(
    numeric: Numeric, found: Place, result: Bounds, rng: np.random.Generator, clock: Clock
) -> None:
    """The same arguments at rational values of the parameters: proof there, evidence elsewhere."""
    closure = numeric.closure
    if not closure.parameters or not found.free_parameters or found.is_given:
        return
    special = at_simple_values(numeric, found, rng, clock)
    if special is None:
        return
    there = bounds(*special, rng, clock)
    if there.rank == result.rank and there.is_settled:
        state = found.state.copy()
        assert there.state is not None
        state[: len(there.state)] = there.state
        vars(result).update(vars(there))
        result.state, result.at_values = with_parameters(closure, special[0].closure, state), True


def with_parameters(closure: Closure, special: Closure, state: Floats) -> Floats:
    """A state with the parameters of a specialised closure."""
    for c in closure.parameters:
        slots = [float(q) for q in special.given[c]]
        value = atan2(slots[1], slots[0]) * c.parts if isinstance(c, Turn) else slots
        state[closure.states[c]] = value
    return state


def describe(result: Bounds) -> str:
    """The reasons as sentences."""
    text = "; ".join(dict.fromkeys(result.reasons))
    return text[:1].upper() + text[1:] + "." if text else ""
