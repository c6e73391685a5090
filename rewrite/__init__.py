"""Typed terms, laws and exact evaluation for vector, matrix and quaternion expressions."""

from .sorts import Linear, Matrix, Quaternion, Row, Scalar, Vector  # isort: skip
from .build import add, mul
from .context import EMPTY, Context, holds
from .declare import (
    antisymmetric,
    collinear,
    constant,
    diagonal,
    equals,
    identity,
    invertible,
    matrices,
    matrix,
    nonzero,
    one,
    orthogonal,
    pure,
    quaternion,
    quaternions,
    rotation,
    rotations,
    scalar,
    scalars,
    symbol,
    symmetric,
    triad,
    unit,
    vector,
    vectors,
    zero,
)
from .errors import (
    FactError,
    LawError,
    LawWarning,
    LimitError,
    NameClashError,
    NotExactError,
    NotLinearError,
    ParseError,
    RewriteError,
    SortError,
    UndefinedError,
)
from .evaluate import evaluate
from .facts import Fact, Truth
from .laws import (
    Abbreviates,
    Absorbing,
    Anticommutative,
    Antimorphism,
    Associative,
    Commutative,
    Commutes,
    External,
    Homogeneous,
    Idempotent,
    Inverse,
    Involution,
    Law,
    Morphism,
    Neutral,
    Nilpotent,
    OnFact,
    Parity,
    Powers,
    Projector,
    Undoes,
    multilinear,
)
from .linearity import coefficient, linear_in
from .normal import normal
from .operators import Operator, number, operator
from .parse import parse
from .pretty import latex, unicode
from .sampling import random_assignment
from .serial import from_json, to_json
from .terms import Term, free_symbols, order, postorder, subs
from .theory.linear import power
from .theory.matrices import det, inv, trace, trans
from .theory.quaternions import conj, quat, rotate, rotation_matrix, scalar_part, vector_part
from .theory.scalars import cos, function, pi, sin, sqrt
from .theory.vectors import cross, dot, norm, norm2, outer, rot, tilde, triple, vee
