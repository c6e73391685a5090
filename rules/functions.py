"""Tangents, exponentials, logarithms, absolute values, signs and the angles of directions.

The laws cover: tan, tanh and sign are odd, |−x| = |x|, and values at numbers that are rational.
Here are the identities between different functions. Each holds wherever its left side has a value:
exp(log x) = x for positive x, and for other x the left side is undefined.
"""

from __future__ import annotations

from rewrite import (
    Quaternion,
    Rewrite,
    RuleSet,
    Scalar,
    Vector,
    atan2,
    cos,
    dot,
    exp,
    log,
    norm,
    norm2,
    rule,
    sign,
    sin,
    sqrt,
    tan,
    tanh,
)
from rewrite import abs as size


@rule
def tangent_by_cosine(x: Scalar) -> Rewrite[Scalar]:
    """tan x cos x = sin x."""
    return tan(x) * cos(x) >> sin(x)


@rule
def sine_over_cosine(x: Scalar) -> Rewrite[Scalar]:
    """sin x/cos x = tan x."""
    return sin(x) / cos(x) >> tan(x)


@rule
def one_less_than_secant_squared(x: Scalar) -> Rewrite[Scalar]:
    """1/cos² x − 1 = tan² x."""
    return 1 / cos(x) ** 2 - 1 >> tan(x) ** 2


@rule
def pythagoras_of_tangent(x: Scalar) -> Rewrite[Scalar]:
    """1/cos² x − tan² x = 1."""
    return 1 / cos(x) ** 2 - tan(x) ** 2 >> 1


@rule
def exponentials_multiplied(x: Scalar, y: Scalar) -> Rewrite[Scalar]:
    """exp x exp y = exp(x + y)."""
    return exp(x) * exp(y) >> exp(x + y)


@rule
def quotient_by_exponential(x: Scalar) -> Rewrite[Scalar]:
    """1/exp x = exp(−x)."""
    return 1 / exp(x) >> exp(-x)


@rule
def logarithm_of_exponential(x: Scalar) -> Rewrite[Scalar]:
    """log exp x = x."""
    return log(exp(x)) >> x


@rule
def exponential_of_logarithm(x: Scalar) -> Rewrite[Scalar]:
    """exp log x = x."""
    return exp(log(x)) >> x


@rule
def root_of_scalar_square(x: Scalar) -> Rewrite[Scalar]:
    """√(x²) = |x|."""
    return sqrt(x**2) >> size(x)


@rule
def absolute_value_twice(x: Scalar) -> Rewrite[Scalar]:
    """||x|| = |x|."""
    return size(size(x)) >> size(x)


@rule
def absolute_value_with_square(x: Scalar, y: Scalar) -> Rewrite[Scalar]:
    """|x² y| = x² |y|."""
    return size(x**2 * y) >> x**2 * size(y)


@rule
def absolute_value_of_squares(x: Scalar, y: Scalar) -> Rewrite[Scalar]:
    """|x² + y²| = x² + y²."""
    return size(x**2 + y**2) >> x**2 + y**2


@rule
def absolute_value_with_dot(a: Vector, y: Scalar) -> Rewrite[Scalar]:
    """|(a·a) y| = (a·a) |y|."""
    return size(dot(a, a) * y) >> dot(a, a) * size(y)


@rule
def absolute_value_with_norm(a: Vector, y: Scalar) -> Rewrite[Scalar]:
    """||a| y| = |a| |y|."""
    return size(norm(a) * y) >> norm(a) * size(y)


@rule
def absolute_value_with_quaternion(q: Quaternion, y: Scalar) -> Rewrite[Scalar]:
    """|N(q) y| = N(q) |y|."""
    return size(norm2(q) * y) >> norm2(q) * size(y)


@rule
def absolute_value_with_exponential(x: Scalar, y: Scalar) -> Rewrite[Scalar]:
    """|exp x y| = exp x |y|."""
    return size(exp(x) * y) >> exp(x) * size(y)


@rule
def absolute_values_multiplied(x: Scalar, y: Scalar) -> Rewrite[Scalar]:
    """|x| |y| = |x y|."""
    return size(x) * size(y) >> size(x * y)


@rule
def absolute_values_divided(x: Scalar, y: Scalar) -> Rewrite[Scalar]:
    """|x|/|y| = |x/y|."""
    return size(x) / size(y) >> size(x / y)


@rule
def square_over_absolute_value(x: Scalar) -> Rewrite[Scalar]:
    """x²/|x| = |x|."""
    return x**2 / size(x) >> size(x)


@rule
def absolute_value_over_square(x: Scalar) -> Rewrite[Scalar]:
    """|x|/x² = 1/|x|."""
    return size(x) / x**2 >> 1 / size(x)


@rule
def sign_by_absolute_value(x: Scalar) -> Rewrite[Scalar]:
    """sign x |x| = x."""
    return sign(x) * size(x) >> x


@rule
def sign_by_its_operand(x: Scalar) -> Rewrite[Scalar]:
    """x sign x = |x|."""
    return x * sign(x) >> size(x)


@rule
def cube_of_sign(x: Scalar) -> Rewrite[Scalar]:
    """sign³ x = sign x."""
    return sign(x) ** 3 >> sign(x)


@rule
def double_hyperbolic_tangent(x: Scalar) -> Rewrite[Scalar]:
    """2 tanh x/(1 + tanh² x) = tanh 2x."""
    return 2 * tanh(x) / (1 + tanh(x) ** 2) >> tanh(2 * x)


@rule
def sine_of_direction(x: Scalar, y: Scalar) -> Rewrite[Scalar]:
    """sin atan2(y, x) = y/√(x² + y²)."""
    return sin(atan2(y, x)) >> y / sqrt(x**2 + y**2)


@rule
def cosine_of_direction(x: Scalar, y: Scalar) -> Rewrite[Scalar]:
    """cos atan2(y, x) = x/√(x² + y²)."""
    return cos(atan2(y, x)) >> x / sqrt(x**2 + y**2)


@rule
def tangent_of_direction(x: Scalar, y: Scalar) -> Rewrite[Scalar]:
    """tan atan2(y, x) = y/x."""
    return tan(atan2(y, x)) >> y / x


@rule
def half_tangent_by_sine(x: Scalar) -> Rewrite[Scalar]:
    """sin x/(1 + cos x) = tan(x/2)."""
    return sin(x) / (1 + cos(x)) >> tan(x / 2)


@rule
def half_tangent_by_cosine(x: Scalar) -> Rewrite[Scalar]:
    """(1 − cos x)/sin x = tan(x/2)."""
    return (1 - cos(x)) / sin(x) >> tan(x / 2)


@rule
def half_cotangent_by_sine(x: Scalar) -> Rewrite[Scalar]:
    """sin x/(1 − cos x) = 1/tan(x/2)."""
    return sin(x) / (1 - cos(x)) >> 1 / tan(x / 2)


@rule
def half_cotangent_by_cosine(x: Scalar) -> Rewrite[Scalar]:
    """(1 + cos x)/sin x = 1/tan(x/2)."""
    return (1 + cos(x)) / sin(x) >> 1 / tan(x / 2)


@rule
def sine_by_half_tangent(x: Scalar) -> Rewrite[Scalar]:
    """tan x (1 + cos 2x) = sin 2x."""
    return tan(x) * (1 + cos(2 * x)) >> sin(2 * x)


@rule
def cosine_by_half_tangent(x: Scalar) -> Rewrite[Scalar]:
    """tan x sin 2x = 1 − cos 2x."""
    return tan(x) * sin(2 * x) >> 1 - cos(2 * x)


@rule
def sine_over_half_tangent(x: Scalar) -> Rewrite[Scalar]:
    """sin x/tan(x/2) = 1 + cos x."""
    return sin(x) / tan(x / 2) >> 1 + cos(x)


@rule
def cosine_over_half_tangent(x: Scalar) -> Rewrite[Scalar]:
    """(1 − cos x)/tan(x/2) = sin x."""
    return (1 - cos(x)) / tan(x / 2) >> sin(x)


@rule
def double_tangent(x: Scalar) -> Rewrite[Scalar]:
    """tan x/(1 − tan² x) = ½ tan 2x."""
    return tan(x) / (1 - tan(x) ** 2) >> tan(2 * x) / 2


@rule
def roots_multiplied(x: Scalar, y: Scalar) -> Rewrite[Scalar]:
    """√x √y = √(x y)."""
    return sqrt(x) * sqrt(y) >> sqrt(x * y)


@rule
def roots_divided(x: Scalar, y: Scalar) -> Rewrite[Scalar]:
    """√x/√y = √(x/y)."""
    return sqrt(x) / sqrt(y) >> sqrt(x / y)


@rule
def tangent_as_quotient(x: Scalar) -> Rewrite[Scalar]:
    """tan x = sin x/cos x."""
    return tan(x) >> sin(x) / cos(x)


FUNCTIONS = RuleSet(
    tangent_by_cosine,
    sine_over_cosine,
    one_less_than_secant_squared,
    pythagoras_of_tangent,
    exponentials_multiplied,
    quotient_by_exponential,
    logarithm_of_exponential,
    exponential_of_logarithm,
    root_of_scalar_square,
    absolute_value_twice,
    absolute_value_with_square,
    absolute_value_of_squares,
    absolute_value_with_dot,
    absolute_value_with_norm,
    absolute_value_with_quaternion,
    absolute_value_with_exponential,
    absolute_values_multiplied,
    absolute_values_divided,
    square_over_absolute_value,
    absolute_value_over_square,
    sign_by_absolute_value,
    sign_by_its_operand,
    cube_of_sign,
    double_hyperbolic_tangent,
    sine_of_direction,
    cosine_of_direction,
    tangent_of_direction,
    name="FUNCTIONS",
)
"""Fewer functions, and simpler ones."""

HALF_TANGENTS = RuleSet(
    half_tangent_by_sine,
    half_tangent_by_cosine,
    half_cotangent_by_sine,
    half_cotangent_by_cosine,
    sine_by_half_tangent,
    cosine_by_half_tangent,
    sine_over_half_tangent,
    cosine_over_half_tangent,
    double_tangent,
    name="HALF_TANGENTS",
)
"""Tangents of half and double angles, with fewer calls and divisions."""

ROOTS = RuleSet(roots_multiplied, roots_divided, name="ROOTS")
"""One root instead of two. Squares may then leave it."""

TANGENTS_AS_QUOTIENTS = RuleSet(tangent_as_quotient, name="TANGENTS_AS_QUOTIENTS")
"""Tangents as quotients of sines and cosines, so that these can cancel."""

EXCEPTIONS = {
    ("FUNCTIONS", "termination"): (
        "exponentials become fewer, which the measure does not count; tested on random terms"
    ),
    ("HALF_TANGENTS", "termination"): (
        "functions become fewer, which the measure does not count; tested on random terms"
    ),
    ("ROOTS", "termination"): "roots become fewer, which the measure does not count",
    ("FUNCTIONS", "confluence"): "a logarithm in a sum of exponents is not moved",
    (
        "HALF_TANGENTS",
        "confluence",
    ): "of two quotients in one product, either may be contracted first",
}
"""Findings of `penelope check` that are accepted here, with the reason."""
