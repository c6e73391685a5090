"""The standard operators, declared through the same door as a user's.

One record for each operator, in the file of its algebra. Each file imports only those before it in
this order, so that a record may name the operators that it needs.
"""

from . import (  # noqa: F401, I001 (in the order in which the operators are declared)
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
