"""Typed terms, laws and exact evaluation for vector, matrix and quaternion expressions."""

from typing import TYPE_CHECKING, Any

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
from .evaluation.evaluate import evaluate
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
from .normalform.walk import normal
from .operators import Operator, number, operator
from .text.parse import parse
from .text.pretty import latex, unicode
from .evaluation.sampling import random_assignment
from .text.serial import from_json, to_json
from .terms import Term, free_symbols, order, postorder, subs
from .theory.linear import power
from .theory.matrices import det, inv, trace, trans
from .theory.quaternions import conj, quat, rotate, rotation_matrix, scalar_part, vector_part
from .theory.scalars import cos, function, pi, sin, sqrt
from .theory.vectors import cross, dot, norm, norm2, outer, rot, tilde, triple, vee

if TYPE_CHECKING:
    from .interop.sympy import from_sympy, to_sympy


def __getattr__(name: str) -> Any:
    """`from_sympy` and `to_sympy`, on first use: sympy takes longer to load than all the rest."""
    if name in ("from_sympy", "to_sympy"):
        from .interop import sympy

        return getattr(sympy, name)
    raise AttributeError(f"module 'rewrite' has no attribute {name!r}")


__all__ = [
    "EMPTY",
    "Abbreviates",
    "Absorbing",
    "Anticommutative",
    "Antimorphism",
    "Associative",
    "Commutative",
    "Commutes",
    "Context",
    "External",
    "Fact",
    "FactError",
    "Homogeneous",
    "Idempotent",
    "Inverse",
    "Involution",
    "Law",
    "LawError",
    "LawWarning",
    "LimitError",
    "Linear",
    "Matrix",
    "Morphism",
    "NameClashError",
    "Neutral",
    "Nilpotent",
    "NotExactError",
    "NotLinearError",
    "OnFact",
    "Operator",
    "Parity",
    "ParseError",
    "Powers",
    "Projector",
    "Quaternion",
    "RewriteError",
    "Row",
    "Scalar",
    "SortError",
    "Term",
    "Truth",
    "UndefinedError",
    "Undoes",
    "Vector",
    "add",
    "antisymmetric",
    "coefficient",
    "collinear",
    "conj",
    "constant",
    "cos",
    "cross",
    "det",
    "diagonal",
    "dot",
    "equals",
    "evaluate",
    "free_symbols",
    "from_json",
    "from_sympy",
    "function",
    "holds",
    "identity",
    "inv",
    "invertible",
    "latex",
    "linear_in",
    "matrices",
    "matrix",
    "mul",
    "multilinear",
    "nonzero",
    "norm",
    "norm2",
    "normal",
    "number",
    "one",
    "operator",
    "order",
    "orthogonal",
    "outer",
    "parse",
    "pi",
    "postorder",
    "power",
    "pure",
    "quat",
    "quaternion",
    "quaternions",
    "random_assignment",
    "rot",
    "rotate",
    "rotation",
    "rotation_matrix",
    "rotations",
    "scalar",
    "scalar_part",
    "scalars",
    "sin",
    "sqrt",
    "subs",
    "symbol",
    "symmetric",
    "tilde",
    "to_json",
    "to_sympy",
    "trace",
    "trans",
    "triad",
    "triple",
    "unicode",
    "unit",
    "vector",
    "vector_part",
    "vectors",
    "vee",
    "zero",
]
