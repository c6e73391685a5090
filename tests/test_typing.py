"""A type checker sees the sorts: what is well-sorted passes, what is not is refused."""

from type_checker import assert_refused

TERMS = """
from rewrite import (
    Matrix, Quaternion, Scalar, Vector, cross, dot, matrices, normal, operator, quaternion,
    rotation, scalar, tilde, vector, vectors,
)

m: Scalar = scalar("m")
a, b = vectors("a b")
R: Matrix = rotation("R")
q: Quaternion = quaternion("q")
v: Vector = m * cross(a, b) - R @ a / 2
s: Scalar = dot(a, b) + a.T @ b + m**2
row: Matrix = a.T @ R
w: Vector = normal(tilde(a) @ b) if True else a
p: Quaternion = q * q * m
twist = operator("twist", Vector, Vector, result=Vector)
u: Vector = twist(a, b)
"""

ILL_SORTED_TERMS = [
    "cross(R, a)",
    "dot(a, m)",
    "a + m",
    "q + m",
    "R + a",
    "twist(a, R)",
    "w2: Scalar = cross(a, b)",
    "w3: Vector = a.T @ b",
    "a * a",
    "rotation(3)",
]

RULES = """
from typing import Any
from rewrite import (
    Matrix, Quaternion, Rewrite, Rule, RuleSet, Scalar, Vector, bottom_up, conj, cos, cross, dot,
    exhaust, identity, orthogonal, precedes, rule, scalars, sin, tilde, vectors, zero,
)

@rule
def lagrange(a: Vector, b: Vector, c: Vector) -> Rewrite[Vector]:
    "a × (b × c) = (a·c) b − (a·b) c."
    return cross(a, cross(b, c)) >> dot(a, c) * b - dot(a, b) * c

@rule
def inverse(R: Matrix) -> Rewrite[Matrix]:
    "R⁻¹ = Rᵀ."
    return (R.inv >> R.T).when(orthogonal(R))

@rule
def product(R: Matrix) -> Rewrite[Matrix]:
    "Rᵀ R = 1."
    return (R.T @ R >> identity(like=R)).when(orthogonal(R))

@rule
def nothing(a: Vector) -> Rewrite[Vector]:
    "tilde(a) a = 0."
    return tilde(a) @ a + a >> a

@rule
def pythagoras(x: Scalar) -> Rewrite[Scalar]:
    "sin² + cos² = 1."
    return sin(x)**2 + cos(x)**2 >> 1

@rule
def twice(q: Quaternion) -> Rewrite[Quaternion]:
    "q q* is a number."
    return q * conj(q) * q >> q * q * conj(q)

both: RuleSet = RuleSet(lagrange, inverse) + product - "inverse"
named: RuleSet = both.named("two").reordered("product")
one: Rule = both["lagrange"]
found: Any = exhaust(bottom_up(both))(cross(*vectors("p q")))
"""

ILL_SORTED_RULES = [
    "def r0(a: Vector) -> Rewrite[Vector]: return cross(a, a) >> dot(a, a)",
    "def r1(a: Vector, b: Vector) -> Rewrite[Scalar]: return cross(a, b) >> a",
    "def r2(A: Matrix, b: Vector) -> Rewrite[Vector]: return cross(A, b) >> b",
    "def r3(a: Vector, x: Scalar) -> Rewrite[Vector]: return a + x >> a",
    "def r4(A: Matrix, a: Vector) -> Rewrite[Matrix]: return A @ a >> A",
    "def r5(q: Quaternion, x: Scalar) -> Rewrite[Quaternion]: return q * q >> x",
    "def r6(a: Vector) -> Rewrite[Vector]: return a * a >> a",
    "def r7(a: Vector) -> Rewrite[Vector]: return cross(a, a) >> 0.5",
    "def r8(a: Vector) -> Rewrite[Vector]: return cross(a, a)",
    "def r9(a: Vector) -> Rewrite[Vector]: return (cross(a, a) >> a).when(a, b=2)",
    "RuleSet(lagrange) - 5",
    "RuleSet(lagrange)[0]",
    "RuleSet(cross)",
]


def test_mypy_accepts_the_good_and_refuses_every_bad_line(tmp_path):
    assert_refused(tmp_path, terms=(TERMS, ILL_SORTED_TERMS), rules=(RULES, ILL_SORTED_RULES))
