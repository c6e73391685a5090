"""For every rule about functions of scalars a term that it changes, and one that it must not."""

from __future__ import annotations

from typing import Any

from rewrite import abs as size
from rewrite import (
    atan2,
    cos,
    dot,
    exp,
    log,
    norm,
    norm2,
    quaternion,
    scalar_part,
    scalars,
    sign,
    sin,
    sqrt,
    tan,
    tanh,
    vectors,
)

x, y, z = scalars("x y z")
a, b = vectors("a b")
q = quaternion("q")

FUNCTION_EXAMPLES: dict[str, tuple[Any, Any]] = {
    "sine_over_cosine": (3 * y * sin(x) / cos(x), sin(x) / cos(y)),
    "one_less_than_secant_squared": (y / cos(x) ** 2 - y, 1 / cos(x) - 1),
    "root_of_scalar_square": (z * sqrt((x + y) ** 2), sqrt(x**3)),
    "square_of_sine": (y * sin(x + y) ** 2, sin(x) * sin(y)),
    "square_of_cosine": (z + cos(x / 2) ** 2, cos(x)),
    "threefold_sine_gathered": (3 * y * sin(x) - 4 * y * sin(x) ** 3, 3 * sin(x) - 4 * sin(y) ** 3),
    "threefold_cosine_gathered": (z + 8 * cos(x) ** 3 - 6 * cos(x), 4 * cos(x) ** 3 - 3 * cos(y)),
    "pythagoras_of_tangent": (y / cos(x) ** 2 - y * tan(x) ** 2, 1 / cos(x) ** 2 - tan(y) ** 2),
    "tangent_as_quotient": (y + tan(x + y), sin(x)),
    "tangent_by_cosine": (3 * tan(x + y) * cos(x + y), tan(x) * cos(y)),
    "exponentials_multiplied": (z * exp(x) * exp(2 * y), exp(x) + exp(y)),
    "quotient_by_exponential": (z / exp(x), exp(x)),
    "logarithm_of_exponential": (log(exp(x - y)), log(2 * exp(x))),
    "exponential_of_logarithm": (exp(log(x + y)), exp(2 * log(x))),
    "absolute_value_twice": (size(size(x)), size(x)),
    "absolute_value_with_square": (z + size(3 * (x + y) ** 2 * y), size(x * y)),
    "absolute_value_of_squares": (size(x**2 + 4 * y**2), size(x**2 - y**2)),
    "absolute_value_with_dot": (size(x * dot(a, a)), size(dot(a, b))),
    "absolute_value_with_norm": (size(norm(a + b)), size(norm(a) - x)),
    "absolute_value_with_quaternion": (size(x * norm2(q)), size(x * scalar_part(q))),
    "absolute_value_with_exponential": (y * size(x * exp(y)), size(x + exp(y))),
    "absolute_values_multiplied": (size(x) * size(y), x * size(y)),
    "absolute_values_divided": (size(x) / size(y), x / size(y)),
    "square_over_absolute_value": (z * (x + y) ** 2 / size(x + y), x**2 / size(y)),
    "absolute_value_over_square": (y * size(x) / x**2, size(x) / x),
    "sign_by_absolute_value": (z * sign(x - y) * size(x - y), sign(x) * size(y)),
    "sign_by_its_operand": (z * x * sign(x), y * sign(x)),
    "cube_of_sign": (sign(x) ** 3, sign(x) ** 2),
    "double_hyperbolic_tangent": (
        2 * tanh(x) / (1 + tanh(x) ** 2),
        2 * tanh(x) / (1 + tanh(y) ** 2),
    ),
    "sine_of_direction": (sin(atan2(x, y)), sin(x)),
    "cosine_of_direction": (cos(atan2(x, y + 1)), cos(2 * atan2(x, y))),
    "half_tangent_by_sine": (y * sin(x) / (1 + cos(x)), sin(x) / (1 + cos(y))),
    "half_tangent_by_cosine": ((1 - cos(x)) / sin(x), (1 + cos(x)) / sin(x)),
    "half_cotangent_by_sine": (sin(x) / (1 - cos(x)), sin(x) / (1 - cos(y))),
    "half_cotangent_by_cosine": (y * (1 + cos(x)) / sin(x), (1 + cos(y)) / sin(x)),
    "sine_by_half_tangent": (y * tan(x / 2) * (1 + cos(x)), tan(x) * (1 + cos(x))),
    "cosine_by_half_tangent": (tan(x) * sin(2 * x), tan(x) * sin(x)),
    "sine_over_half_tangent": (y * sin(x) / tan(x / 2), sin(x) / tan(x)),
    "cosine_over_half_tangent": ((1 - cos(x)) / tan(x / 2), (1 + cos(x)) / tan(x / 2)),
    "double_tangent": (2 * tan(x) / (1 - tan(x) ** 2), tan(x) / (1 - tan(y) ** 2)),
    "roots_multiplied": (z * sqrt(x) * sqrt(y), sqrt(x) * y),
    "roots_divided": (z * sqrt(x) / sqrt(y), x / sqrt(y)),
    "tangent_of_direction": (tan(atan2(x, y)), tan(x)),
}
