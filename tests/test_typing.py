"""A type checker sees the sorts: what is well-sorted passes, what is not is refused."""

from type_checker import assert_refused

GOOD = """
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

BAD = [
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


def test_mypy_accepts_the_good_and_refuses_every_bad_line(tmp_path):
    assert_refused(tmp_path, GOOD, BAD)
