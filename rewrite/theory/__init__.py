"""The standard operators, declared through the same door as a user's.

One record for each operator, in the file of its algebra. Each file imports only those before it in
this order, so that a record may name the operators that it needs.
"""

from . import (  # noqa: I001 (in the order in which the operators are declared)
    scalars,
    matrices,
    determinants,
    linear_records,
    powers,
    functions,
    vectors,
    vector_relations,
    quaternions,
    lengths,
    rotation_operators,
    coordinates,
)

__all__ = [
    "coordinates",
    "determinants",
    "functions",
    "lengths",
    "linear_records",
    "matrices",
    "powers",
    "quaternions",
    "rotation_operators",
    "scalars",
    "vector_relations",
    "vectors",
]
