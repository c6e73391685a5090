"""Typed terms, laws and exact evaluation for vector, matrix and quaternion expressions."""

from typing import TYPE_CHECKING, Any

from . import wiring as _wiring
from .core.sorts import Linear, Matrix, Quaternion, Row, Scalar, Vector
from .theory.python_operators import add, mul
from .rewriting.conditions import free_of, precedes
from .core.context import EMPTY, Context, holds
from .core.declare import (
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
from .decision.counterexample import Counterexample, find_counterexample
from .decision.equal import equal
from .decision.holds_when import Conditions, holds_when
from .decision.verdict import Verdict
from .rewriting.derivation import Derivation
from .rewriting.replay import replay
from .errors import (
    FactError,
    LawError,
    LawWarning,
    LimitError,
    NameClashError,
    NoDerivativeError,
    NotExactError,
    NotLinearError,
    OutsideError,
    ParseError,
    RewriteError,
    RuleError,
    SortError,
    UndefinedError,
)
from .evaluation.evaluate import Angle, Evaluation, Interval, Modular, differ, evaluate
from .core.facts import Fact, Truth
from .core.laws import (
    Abbreviates,
    Absorbing,
    AlsoWritten,
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
    ReadsAs,
    Undoes,
)
from .verbs.linearity import coefficient, linear_in
from .rewriting.search import Match, match
from .normalform.walk import normal
from .core.declaring import add_laws, add_record, operator
from .core.linear import multilinear
from .core.operators import Operator, number
from .rewriting.rule import Rewrite, Rule, rule
from .rewriting.ruleset import RuleSet
from .rewriting.run import Outcome, Strategy
from .rewriting.strategies import all, bottom_up, exhaust, first, limits, once, top_down
from .text.parse import parse
from .text.pretty import latex, unicode
from .evaluation.sampling import Sampler, random_assignment, satisfies
from .text.serial import from_json, to_json
from .core.substitution import subs
from .core.terms import Term, free_symbols, order, postorder
from .core.linear import power
from .theory.coordinates import column, x_of, y_of, z_of
from .theory.determinants import cof, det, trace
from .theory.lengths import norm, norm2
from .theory.matrices import inv, matmul, trans
from .theory.quaternions import conj, quat, scalar_part, vector_part
from .theory.rotation_operators import rot, rotate, rotation_matrix
from .core.sort_records import Level
from .theory.scalars import cos, function, pi, sin, sqrt
from .theory.vectors import cross, dot, outer, tilde, triple, vee
from .core.variables import variable
from .verbs.angular import angular_velocity
from .verbs.canonical import canonical
from .verbs.cost import Cost, cost
from .verbs.diff import diff
from .verbs.expand import expand, factor
from .verbs.levels import coordinates, pairs
from .theory.rates import time as time  # not in __all__: `import *` would hide Python's own
from .verbs.simplify import Simplified, explain, simplified, simplify
from .rotation_forms.conversions import (
    axis_angle,
    euler,
    euler_angles,
    matrix_of,
    quaternion_of,
    same_rotation,
)
from .rewriting.whynot import WhyNot, why_not
from .worksheet.sheet import identities
from .lowering.code import CODE_LANGUAGES, Code, Language, Style, code
from .lowering.components import components
from .lowering.frames import frame
from .lowering.graph import Graph
from .lowering.jacobian import jacobian
from .lowering.lower import lower
from .lowering.ops import ops
from .look.mathml import mathml
from .look.svg import svg

if TYPE_CHECKING:
    from .interop.sympy import from_sympy, to_sympy


def __getattr__(name: str) -> Any:
    """`from_sympy` and `to_sympy`, on first use: sympy takes longer to load than all the rest."""
    if name in ("from_sympy", "to_sympy"):
        from .interop import sympy

        return getattr(sympy, name)
    raise AttributeError(f"module 'rewrite' has no attribute {name!r}")


__all__ = [
    "CODE_LANGUAGES",
    "EMPTY",
    "Abbreviates",
    "Absorbing",
    "AlsoWritten",
    "Angle",
    "Anticommutative",
    "Antimorphism",
    "Associative",
    "Code",
    "Commutative",
    "Commutes",
    "Conditions",
    "Context",
    "Cost",
    "Counterexample",
    "Derivation",
    "Evaluation",
    "External",
    "Fact",
    "FactError",
    "Graph",
    "Homogeneous",
    "Idempotent",
    "Interval",
    "Inverse",
    "Involution",
    "Language",
    "Law",
    "LawError",
    "LawWarning",
    "Level",
    "LimitError",
    "Linear",
    "Match",
    "Matrix",
    "Modular",
    "Morphism",
    "NameClashError",
    "Neutral",
    "Nilpotent",
    "NoDerivativeError",
    "NotExactError",
    "NotLinearError",
    "OnFact",
    "Operator",
    "Outcome",
    "OutsideError",
    "Parity",
    "ParseError",
    "Powers",
    "Projector",
    "Quaternion",
    "ReadsAs",
    "Rewrite",
    "RewriteError",
    "Row",
    "Rule",
    "RuleError",
    "RuleSet",
    "Sampler",
    "Scalar",
    "Simplified",
    "SortError",
    "Strategy",
    "Style",
    "Term",
    "Truth",
    "UndefinedError",
    "Undoes",
    "Vector",
    "Verdict",
    "WhyNot",
    "add",
    "add_laws",
    "add_record",
    "angular_velocity",
    "antisymmetric",
    "axis_angle",
    "bottom_up",
    "canonical",
    "code",
    "coefficient",
    "cof",
    "collinear",
    "column",
    "components",
    "conj",
    "constant",
    "coordinates",
    "cos",
    "cost",
    "cross",
    "det",
    "diagonal",
    "diff",
    "differ",
    "dot",
    "equal",
    "equals",
    "euler",
    "euler_angles",
    "evaluate",
    "exhaust",
    "expand",
    "explain",
    "factor",
    "find_counterexample",
    "first",
    "frame",
    "free_of",
    "free_symbols",
    "from_json",
    "from_sympy",
    "function",
    "holds",
    "holds_when",
    "identities",
    "identity",
    "inv",
    "invertible",
    "jacobian",
    "latex",
    "limits",
    "linear_in",
    "lower",
    "match",
    "mathml",
    "matmul",
    "matrices",
    "matrix",
    "matrix_of",
    "mul",
    "multilinear",
    "nonzero",
    "norm",
    "norm2",
    "normal",
    "number",
    "once",
    "one",
    "operator",
    "ops",
    "order",
    "orthogonal",
    "outer",
    "pairs",
    "parse",
    "pi",
    "postorder",
    "power",
    "precedes",
    "pure",
    "quat",
    "quaternion",
    "quaternion_of",
    "quaternions",
    "random_assignment",
    "replay",
    "rot",
    "rotate",
    "rotation",
    "rotation_matrix",
    "rotations",
    "rule",
    "same_rotation",
    "satisfies",
    "scalar",
    "scalar_part",
    "scalars",
    "simplified",
    "simplify",
    "sin",
    "sqrt",
    "subs",
    "svg",
    "symbol",
    "symmetric",
    "tilde",
    "to_json",
    "to_sympy",
    "top_down",
    "trace",
    "trans",
    "triad",
    "triple",
    "unicode",
    "unit",
    "variable",
    "vector",
    "vector_part",
    "vectors",
    "vee",
    "why_not",
    "x_of",
    "y_of",
    "z_of",
    "zero",
]
