"""A type checker sees the sorts: what is well-sorted passes, what is not is refused."""

import os
import pathlib
import subprocess
import sys
import textwrap

import rewrite

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
    lines = GOOD.strip().splitlines()
    file = tmp_path / "well_sorted.py"
    file.write_text(textwrap.dedent("\n".join([*lines, *BAD])) + "\n")
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(file)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(pathlib.Path(rewrite.__file__).parents[1])},
    )
    errors = [line.split(":") for line in run.stdout.splitlines() if ": error:" in line]
    refused = {int(error[1]) for error in errors if error[0].endswith("well_sorted.py")}
    expected = set(range(len(lines) + 1, len(lines) + 1 + len(BAD)))
    assert refused == expected, run.stdout + run.stderr
