"""Real motions from an exact configuration: excluded or shown to exist by obstructions.

Near the configuration, the closure is met where power series b(k) on the kernel of Δ vanish, one
for each dependent equation (see `obstructions`). If a combination of their quadratic terms is
positive definite, no real curve leaves the configuration, though complex ones may: a chain of rods
that is stretched between two points is an example. If on the other hand the lowest terms of all b
have a common real zero k ≠ 0 at which they are independent, then b(t u)/tⁿ = 0 can be solved near
t = 0, u = k, and the dimension of the configurations is at least μ less the number of series. For a
single b it is enough that its lowest terms change sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

from ...linear_algebra import timely
from ..arithmetic.matrices import pivots
from ..arithmetic.power_series import Monomial
from ..clock import Clock
from ..closure.closures import Closure
from ..exact.certified import approximate_inverse, is_inside, matrix_times
from ..exact.exact_points import ExactPoint
from .obstructions import LocalForms, local_forms

Floats = NDArray[np.float64]
Form = dict[Monomial, Any]
TURNS = 300
"""The most steps of the search for a definite combination, from each start."""
STARTS, STEPS = 40, 60
"""How many starts the search for a common real zero has, and how many steps from each."""
HIGHEST_ORDER = 4
"""Up to this order it is tried whether motions can continue."""


def is_isolated(closure: Closure, point: ExactPoint, clock: Clock) -> bool:
    """Whether second-order obstructions exclude every real motion from an exact configuration."""
    found = local_forms(closure, point.field, list(point.slots), 2, clock)
    quadratic = [form for degree, form in found.forms if degree == 2]
    if not found.mobility or not quadratic:
        return not found.mobility
    balls = [_matrix(point, found, form) for form in quadratic]
    floats = np.array([[[float(x) for x in row] for row in matrix] for matrix in balls])
    weights = _definite_weights(floats)
    return weights is not None and _is_definite(balls, weights)


def real_dimension(closure: Closure, point: ExactPoint, clock: Clock) -> int | None:
    """A dimension that the real configurations near an exact one certainly have."""
    for order in range(2, HIGHEST_ORDER + 1):
        clock.check()
        found = local_forms(closure, point.field, list(point.slots), order, clock)
        count = closure.count - (closure.tree - found.mobility)
        if len(found.forms) == count:
            forms = [{m: point.field.real(x) for m, x in f.items()} for _, f in found.forms]
            sure = _changes_sign(forms[0], found.mobility) if count == 1 else False
            sure = sure or _has_regular_zero(forms, found.mobility)
            return found.mobility - count if sure else None
    return None


# -- definite forms -------------------------------------------------------------------------------


def _matrix(point: ExactPoint, found: LocalForms, form: Form) -> list[list[Any]]:
    """The symmetric matrix of a quadratic form, in balls."""
    n = found.mobility
    matrix = [[flint.arb(0)] * n for _ in range(n)]
    for (i, j), x in form.items():
        value = point.field.real(x)
        if i == j:
            matrix[i][i] = value
        else:
            matrix[i][j] = matrix[j][i] = value / 2
    return matrix


def _definite_weights(matrices: Floats) -> list[Fraction] | None:
    """Weights for which the sum seems positive definite, by ascent on the smallest eigenvalue."""
    count = len(matrices)
    sizes = np.maximum(np.abs(matrices).max(axis=(1, 2)), 1e-12)
    scaled = matrices / sizes[:, None, None]
    for start in (*np.eye(count), *-np.eye(count), np.ones(count)):
        weights = np.array(start, dtype=float)
        for turn in range(TURNS):
            values, vectors = timely(np.linalg.eigh, np.tensordot(weights, scaled, axes=1))
            if values[0] > 1e-3:
                found = weights / sizes
                return [Fraction(float(w)).limit_denominator(10**6) for w in found]
            slope = np.einsum("i,kij,j->k", vectors[:, 0], scaled, vectors[:, 0])
            weights = weights + slope / (1 + turn / 10)
            weights /= max(1.0, float(np.abs(weights).max()))
    return None


def _is_definite(matrices: list[list[list[Any]]], weights: list[Fraction]) -> bool:
    """Whether a weighted sum is certainly positive definite: all its pivots are positive."""
    n = len(matrices[0])
    factors = [flint.arb(flint.fmpq(w.numerator, w.denominator)) for w in weights]
    total = [[_sum(w * m[i][j] for w, m in zip(factors, matrices, strict=True)) for j in range(n)]
             for i in range(n)]  # fmt: skip
    for k in range(n):
        if not total[k][k] > 0:
            return False
        for i in range(k + 1, n):
            factor = total[i][k] / total[k][k]
            for j in range(k, n):
                total[i][j] = total[i][j] - factor * total[k][j]
    return True


def _sum(items: Any) -> Any:
    return sum(items, flint.arb(0))


# -- real zeros of forms --------------------------------------------------------------------------


def _changes_sign(form: Form, variables: int) -> bool:
    """Whether a form is certainly positive somewhere and negative elsewhere."""
    rng = np.random.default_rng(3)
    points = [*np.eye(variables), *-np.eye(variables), *rng.normal(size=(STARTS, variables))]
    signs = set()
    for point in points:
        value = _value(form, [flint.arb(float(x)) for x in point])
        signs |= {1} if value > 0 else {-1} if value < 0 else set()
    return len(signs) == 2


def _has_regular_zero(forms: Sequence[Form], variables: int) -> bool:
    """Whether forms certainly have a common real zero, not 0, at which they are independent."""
    if len(forms) >= variables:
        return False
    rng = np.random.default_rng(5)
    floats = [{m: float(x) for m, x in f.items()} for f in forms]
    for point in rng.normal(size=(STARTS, variables)):
        near = _newton(floats, point / np.linalg.norm(point))
        if near is not None and _is_zero_near(forms, near):
            return True
    return False


def _newton(forms: Sequence[Form], point: Floats) -> Floats | None:
    """A common zero of length one, in floating point."""
    for _ in range(STEPS):
        values = np.array([float(_value(f, point)) for f in forms])
        slopes = np.array([[float(_slope(f, point, j)) for j in range(len(point))] for f in forms])
        if np.abs(values).max() < 1e-13:
            regular = np.linalg.svd(slopes, compute_uv=False)[-1] > 1e-4
            return point if regular else None
        point = point - np.linalg.pinv(slopes) @ values
        size = np.linalg.norm(point)
        if not 1e-3 < size < 1e3:
            return None
        point = point / size
    return None


def _is_zero_near(forms: Sequence[Form], near: Floats) -> bool:
    """Krawczyk's test: with some coordinates held, the others have one solution in a small box."""
    slopes = np.array([[float(_slope(f, near, j)) for j in range(len(near))] for f in forms])
    moving = pivots(slopes)[1]
    middle = [flint.arb(float(x)) for x in near]
    radius = flint.arb(1e-9)
    box = [x + flint.arb(0, radius) if k in moving else x for k, x in enumerate(middle)]
    inverse = approximate_inverse(_jacobian(forms, middle, moving))
    if len(moving) < len(forms) or inverse is None:
        return False
    step = matrix_times(inverse, [_value(f, middle) for f in forms])
    return is_inside(inverse, _jacobian(forms, box, moving), step, radius)


def _jacobian(forms: Sequence[Form], point: Sequence[Any], moving: Sequence[int]) -> Any:
    return flint.arb_mat([[_slope(f, point, j) + flint.arb(0) for j in moving] for f in forms])


def _value(form: Form, point: Any) -> Any:
    total: Any = 0
    for monomial, a in form.items():
        for k in monomial:
            a = a * point[k]
        total = total + a
    return total


def _slope(form: Form, point: Any, j: int) -> Any:
    """The derivative of a form by one variable."""
    total: Any = 0
    for monomial, a in form.items():
        if (times := monomial.count(j)) > 0:
            rest = list(monomial)
            rest.remove(j)
            for k in rest:
                a = a * point[k]
            total = total + times * a
    return total
