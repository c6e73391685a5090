"""Vectors by their coordinates: `column(x, y, z)`, and x_of, y_of, z_of of any vector.

The laws cover: coordinates of a column, sums and multiples under x_of, y_of, z_of.

`COORDINATES` calculates with columns, `COLUMNS` only with columns and columns;
`COORDINATES_GATHERED` goes back to the vectors.
"""

from __future__ import annotations

from rewrite import (
    Rewrite,
    RuleSet,
    Scalar,
    Vector,
    column,
    cross,
    dot,
    norm,
    number,
    rule,
    sqrt,
    triple,
    x_of,
    y_of,
    z_of,
)


@rule
def dot_with_column(x: Scalar, y: Scalar, z: Scalar, v: Vector) -> Rewrite[Scalar]:
    """(x, y, z)·v = x v₁ + y v₂ + z v₃."""
    return dot(column(x, y, z), v) >> x * x_of(v) + y * y_of(v) + z * z_of(v)


@rule
def cross_with_column(x: Scalar, y: Scalar, z: Scalar, v: Vector) -> Rewrite[Vector]:
    """v × (x, y, z) = (v₂ z - v₃ y, v₃ x - v₁ z, v₁ y - v₂ x)."""
    return cross(v, column(x, y, z)) >> column(
        y_of(v) * z - z_of(v) * y, z_of(v) * x - x_of(v) * z, x_of(v) * y - y_of(v) * x
    )


@rule
def triple_with_column(x: Scalar, y: Scalar, z: Scalar, u: Vector, v: Vector) -> Rewrite[Scalar]:
    """[(x, y, z), u, v] = x (u₂ v₃ - u₃ v₂) + y (u₃ v₁ - u₁ v₃) + z (u₁ v₂ - u₂ v₁)."""
    return triple(column(x, y, z), u, v) >> (
        x * (y_of(u) * z_of(v) - z_of(u) * y_of(v))
        + y * (z_of(u) * x_of(v) - x_of(u) * z_of(v))
        + z * (x_of(u) * y_of(v) - y_of(u) * x_of(v))
    )


@rule
def x_of_cross(a: Vector, b: Vector) -> Rewrite[Scalar]:
    """(a × b)₁ = a₂ b₃ - a₃ b₂."""
    return x_of(cross(a, b)) >> y_of(a) * z_of(b) - z_of(a) * y_of(b)


@rule
def y_of_cross(a: Vector, b: Vector) -> Rewrite[Scalar]:
    """(a × b)₂ = a₃ b₁ - a₁ b₃."""
    return y_of(cross(a, b)) >> z_of(a) * x_of(b) - x_of(a) * z_of(b)


@rule
def z_of_cross(a: Vector, b: Vector) -> Rewrite[Scalar]:
    """(a × b)₃ = a₁ b₂ - a₂ b₁."""
    return z_of(cross(a, b)) >> x_of(a) * y_of(b) - y_of(a) * x_of(b)


@rule
def sum_of_columns(
    x: Scalar, y: Scalar, z: Scalar, r: Scalar, s: Scalar, t: Scalar
) -> Rewrite[Vector]:
    """(x, y, z) + (r, s, t) = (x + r, y + s, z + t)."""
    return column(x, y, z) + column(r, s, t) >> column(x + r, y + s, z + t)


@rule
def difference_of_columns(
    x: Scalar, y: Scalar, z: Scalar, r: Scalar, s: Scalar, t: Scalar
) -> Rewrite[Vector]:
    """(x, y, z) - (r, s, t) = (x - r, y - s, z - t)."""
    return column(x, y, z) - column(r, s, t) >> column(x - r, y - s, z - t)


@rule
def scaled_column(m: Scalar, x: Scalar, y: Scalar, z: Scalar) -> Rewrite[Vector]:
    """m (x, y, z) = (m x, m y, m z)."""
    return m * column(x, y, z) >> column(m * x, m * y, m * z)


@rule
def column_of_coordinates(v: Vector) -> Rewrite[Vector]:
    """(v₁, v₂, v₃) = v."""
    return column(x_of(v), y_of(v), z_of(v)) >> v


@rule
def dot_of_columns(
    x: Scalar, y: Scalar, z: Scalar, r: Scalar, s: Scalar, t: Scalar
) -> Rewrite[Scalar]:
    """(x, y, z)·(r, s, t) = x r + y s + z t."""
    return dot(column(x, y, z), column(r, s, t)) >> x * r + y * s + z * t


@rule
def length_of_column(x: Scalar, y: Scalar, z: Scalar) -> Rewrite[Scalar]:
    """‖(x, y, z)‖ = √(x² + y² + z²)."""
    return norm(column(x, y, z)) >> sqrt(x**2 + y**2 + z**2)


@rule
def cross_of_columns(
    x: Scalar, y: Scalar, z: Scalar, r: Scalar, s: Scalar, t: Scalar
) -> Rewrite[Vector]:
    """(r, s, t) × (x, y, z) = (s z - t y, t x - r z, r y - s x)."""
    return cross(column(r, s, t), column(x, y, z)) >> column(
        s * z - t * y, t * x - r * z, r * y - s * x
    )


@rule
def triple_with_two_columns(
    x: Scalar, y: Scalar, z: Scalar, r: Scalar, s: Scalar, t: Scalar, v: Vector
) -> Rewrite[Scalar]:
    """[v, (r, s, t), (x, y, z)] = v·((r, s, t) × (x, y, z))."""
    return triple(v, column(r, s, t), column(x, y, z)) >> dot(
        v, column(s * z - t * y, t * x - r * z, r * y - s * x)
    )


# -- coordinates as products with the axes --------------------------------------------------------

O, I = number(0), number(1)  # noqa: E741
AXES: tuple[Vector, Vector, Vector] = column(I, O, O), column(O, I, O), column(O, O, I)


@rule
def x_of_as_dot(v: Vector) -> Rewrite[Scalar]:
    """v₁ = v·(1, 0, 0)."""
    return x_of(v) >> dot(v, AXES[0])


@rule
def y_of_as_dot(v: Vector) -> Rewrite[Scalar]:
    """v₂ = v·(0, 1, 0)."""
    return y_of(v) >> dot(v, AXES[1])


@rule
def z_of_as_dot(v: Vector) -> Rewrite[Scalar]:
    """v₃ = v·(0, 0, 1)."""
    return z_of(v) >> dot(v, AXES[2])


@rule
def column_as_sum(x: Scalar, y: Scalar, z: Scalar) -> Rewrite[Vector]:
    """(x, y, z) = x (1, 0, 0) + y (0, 1, 0) + z (0, 0, 1)."""
    return column(x, y, z) >> x * AXES[0] + y * AXES[1] + z * AXES[2]


@rule
def dot_with_first_axis(v: Vector) -> Rewrite[Scalar]:
    """v·(1, 0, 0) = v₁."""
    return dot(v, AXES[0]) >> x_of(v)


@rule
def dot_with_second_axis(v: Vector) -> Rewrite[Scalar]:
    """v·(0, 1, 0) = v₂."""
    return dot(v, AXES[1]) >> y_of(v)


@rule
def dot_with_third_axis(v: Vector) -> Rewrite[Scalar]:
    """v·(0, 0, 1) = v₃."""
    return dot(v, AXES[2]) >> z_of(v)


@rule
def sum_as_column(x: Scalar, y: Scalar, z: Scalar) -> Rewrite[Vector]:
    """x (1, 0, 0) + y (0, 1, 0) + z (0, 0, 1) = (x, y, z)."""
    return x * AXES[0] + y * AXES[1] + z * AXES[2] >> column(x, y, z)


COORDINATES_AS_DOTS = RuleSet(x_of_as_dot, y_of_as_dot, z_of_as_dot, name="COORDINATES_AS_DOTS")
COLUMNS_AS_SUMS = RuleSet(column_as_sum, name="COLUMNS_AS_SUMS")
FROM_AXES = RuleSet(
    dot_with_first_axis, dot_with_second_axis, dot_with_third_axis, sum_as_column, name="FROM_AXES"
)
COLUMNS = RuleSet(
    dot_of_columns, cross_of_columns, triple_with_two_columns, length_of_column, name="COLUMNS"
)
COORDINATES = RuleSet(
    dot_with_column,
    cross_with_column,
    triple_with_column,
    x_of_cross,
    y_of_cross,
    z_of_cross,
    sum_of_columns,
    difference_of_columns,
    scaled_column,
    name="COORDINATES",
)
COORDINATES_GATHERED = RuleSet(column_of_coordinates, name="COORDINATES_GATHERED")

EXCEPTIONS = {
    ("COLUMNS", "termination"): (
        "a column is copied into the coordinates of another, which the measure counts as "
        "growth; tested on random terms"
    ),
    ("COLUMNS", "confluence"): (
        "a cross product of columns matches in both orders, and normal forms do not move the sign "
        "of a whole column out"
    ),
    ("FROM_AXES", "termination"): (
        "axes become fewer, and the measure does not count numbers; tested on random terms"
    ),
    ("COORDINATES", "termination"): (
        "contracting makes fewer columns, with larger coordinates; tested on random terms"
    ),
    ("COORDINATES", "confluence"): (
        "columns are contracted up to the sign of the whole, which normal forms do not move out"
    ),
}
"""Findings of `penelope check` that are accepted here, with the reasons."""
