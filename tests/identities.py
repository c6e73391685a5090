"""What a mechanician takes for granted of vectors and matrices, each as a difference that is zero.

Every function takes vectors a, b, c, d, matrices A, B and a rotation R, symbols or compounds.
`FALSE` are the same with a slip.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rewrite import (
    cross,
    det,
    dot,
    identity,
    matrices,
    matrix,
    norm2,
    rotations,
    scalars,
    tilde,
    trace,
    triple,
    vectors,
)

x, y = scalars("x y")
a, b, c, d = vectors("a b c d")
A, B, C = matrices("A B C")
R, Q = rotations("R Q")
S, K = matrix("S", symmetric=True), matrix("K", antisymmetric=True)
Id = identity(3)
Identity = Callable[..., Any]


def gram(vs: Any, ws: Any) -> Any:
    """The determinant of the dot products, by its first row."""

    def determinant(rows: Any) -> Any:
        if len(rows) == 1:
            return rows[0][0]
        parts = [
            (-1) ** j * (rows[0][j] * determinant([r[:j] + r[j + 1 :] for r in rows[1:]]))
            for j in range(len(rows))
        ]
        return sum(parts[1:], start=parts[0])

    return determinant([[dot(v, w) for w in ws] for v in vs])


def cayley_hamilton(A: Any) -> Any:
    return A**3 - trace(A) * A**2 + (trace(A) ** 2 - trace(A**2)) / 2 * A - det(A) * Id


def four(a: Any, b: Any, c: Any, d: Any) -> Any:
    """triple(b, c, d) a, and so on, with alternating signs."""
    return triple(b, c, d) * a - triple(a, c, d) * b + triple(a, b, d) * c - triple(a, b, c) * d


TRUE: dict[str, Identity] = {
    "jacobi": lambda a, b, c, d, A, B, R: (
        cross(a, cross(b, c)) + cross(b, cross(c, a)) + cross(c, cross(a, b))
    ),
    "lagrange": lambda a, b, c, d, A, B, R: (
        norm2(cross(a, b)) - norm2(a) * norm2(b) + dot(a, b) ** 2
    ),
    "double cross product": lambda a, b, c, d, A, B, R: (
        cross(a, cross(b, c)) - dot(a, c) * b + dot(a, b) * c
    ),
    "binet and cauchy": lambda a, b, c, d, A, B, R: (
        dot(cross(a, b), cross(c, d)) - dot(a, c) * dot(b, d) + dot(a, d) * dot(b, c)
    ),
    "cross of crosses by c and d": lambda a, b, c, d, A, B, R: (
        cross(cross(a, b), cross(c, d)) - triple(a, b, d) * c + triple(a, b, c) * d
    ),
    "cross of crosses by a and b": lambda a, b, c, d, A, B, R: (
        cross(cross(a, b), cross(c, d)) - triple(a, c, d) * b + triple(b, c, d) * a
    ),
    "triple of crosses": lambda a, b, c, d, A, B, R: (
        triple(cross(a, b), cross(b, c), cross(c, a)) - triple(a, b, c) ** 2
    ),
    "tilde of cross": lambda a, b, c, d, A, B, R: (
        tilde(cross(a, b)) - tilde(a) @ tilde(b) + tilde(b) @ tilde(a)
    ),
    "tilde of cross by outer products": lambda a, b, c, d, A, B, R: (
        tilde(cross(a, b)) - b @ a.T + a @ b.T
    ),
    "product of tildes": lambda a, b, c, d, A, B, R: tilde(a) @ tilde(b) - b @ a.T + dot(a, b) * Id,
    "tilde between tildes": lambda a, b, c, d, A, B, R: (
        tilde(a) @ tilde(b) @ tilde(a) + dot(a, b) * tilde(a)
    ),
    "four tildes": lambda a, b, c, d, A, B, R: (
        tilde(a) @ tilde(b) @ tilde(b) @ a + tilde(b) @ tilde(a) @ tilde(a) @ b
    ),
    "exchange under a factor": lambda a, b, c, d, A, B, R: (
        x * (A @ tilde(a) @ b) + x * (A @ tilde(b) @ a)
    ),
    "tilde and trace": lambda a, b, c, d, A, B, R: (
        A.T @ tilde(a) + tilde(a) @ A + tilde(A @ a) - trace(A) * tilde(a)
    ),
    "rotated dot": lambda a, b, c, d, A, B, R: dot(R @ a, R @ b) - dot(a, b),
    "rotated cross": lambda a, b, c, d, A, B, R: cross(R @ a, R @ b) - R @ cross(a, b),
    "rotated tilde": lambda a, b, c, d, A, B, R: tilde(R @ a) - R @ tilde(a) @ R.T,
    "tilde rotated back": lambda a, b, c, d, A, B, R: R.T @ tilde(a) @ R - tilde(R.T @ a),
    "rotated triple": lambda a, b, c, d, A, B, R: triple(R @ a, R @ b, R @ c) - triple(a, b, c),
    "cyclic trace": lambda a, b, c, d, A, B, R: trace(A @ B @ R) - trace(B @ R @ A),
    "trace of transposes": lambda a, b, c, d, A, B, R: trace(A @ B) - trace(A.T @ B.T),
    "trace of sum": lambda a, b, c, d, A, B, R: trace(A + x * B) - trace(A) - x * trace(B),
    "trace of outer product": lambda a, b, c, d, A, B, R: trace(a @ b.T) - dot(a, b),
    "trace of tildes": lambda a, b, c, d, A, B, R: trace(tilde(a) @ tilde(b)) + 2 * dot(a, b),
    "determinant of product": lambda a, b, c, d, A, B, R: det(A @ B) - det(A) * det(B),
    "determinant of rotated": lambda a, b, c, d, A, B, R: det(R @ A @ R.T) - det(A),
    "determinant of scaled": lambda a, b, c, d, A, B, R: det(x * A) - x**3 * det(A),
    "determinant of images": lambda a, b, c, d, A, B, R: (
        triple(A @ a, A @ b, A @ c) - det(A) * triple(a, b, c)
    ),
    "cayley and hamilton": lambda a, b, c, d, A, B, R: cayley_hamilton(A),
    "four vectors": lambda a, b, c, d, A, B, R: four(a, b, c, d),
    "gram": lambda a, b, c, d, A, B, R: gram((a, b, c, d), (a, b, c, d)),
    "one number": lambda a, b, c, d, A, B, R: a.T @ A @ b - b.T @ A.T @ a,
    "outer product on a vector": lambda a, b, c, d, A, B, R: (a @ b.T) @ c - dot(b, c) * a,
}

FALSE: dict[str, Identity] = {
    "jacobi": lambda a, b, c, d, A, B, R: (
        cross(a, cross(b, c)) + cross(b, cross(c, a)) - cross(c, cross(a, b))
    ),
    "lagrange": lambda a, b, c, d, A, B, R: (
        norm2(cross(a, b)) - norm2(a) * norm2(b) - dot(a, b) ** 2
    ),
    "binet and cauchy": lambda a, b, c, d, A, B, R: (
        dot(cross(a, b), cross(c, d)) - dot(a, d) * dot(b, c) + dot(a, c) * dot(b, d)
    ),
    "cross of crosses": lambda a, b, c, d, A, B, R: (
        cross(cross(a, b), cross(c, d)) - triple(a, b, c) * c + triple(a, b, d) * d
    ),
    "tilde of cross": lambda a, b, c, d, A, B, R: tilde(cross(a, b)) - tilde(a) @ tilde(b),
    "product of tildes": lambda a, b, c, d, A, B, R: tilde(a) @ tilde(b) - a @ b.T + dot(a, b) * Id,
    "turned by any matrix": lambda a, b, c, d, A, B, R: dot(A @ a, A @ b) - dot(a, b),
    "turned the wrong way": lambda a, b, c, d, A, B, R: tilde(R @ a) - R.T @ tilde(a) @ R,
    "trace not cyclic": lambda a, b, c, d, A, B, R: trace(A @ B @ R) - trace(B @ A @ R),
    "determinant of sum": lambda a, b, c, d, A, B, R: det(A + B) - det(A) - det(B),
    "determinant of scaled": lambda a, b, c, d, A, B, R: det(x * A) - x * det(A),
    "cayley and hamilton": lambda a, b, c, d, A, B, R: cayley_hamilton(A) - A + B,
    "four vectors": lambda a, b, c, d, A, B, R: four(a, b, c, d) + triple(a, b, c) * d,
    "gram of three": lambda a, b, c, d, A, B, R: gram((a, b, c), (a, b, c)),
    "transposes": lambda a, b, c, d, A, B, R: a.T @ A @ b - b.T @ A @ a,
}

ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "symbols": (a, b, c, d, A, B, R),
    "matrices on vectors": (A @ b + x * c, b, c - y * d, d, A, B, R),
    "sums": (a + b, b - c, c + d, x * d + a, A + B, B, R @ Q),
    "images": (A @ b + x * c, R @ b, cross(c, d), d - a, A @ B - x * C, S + B, R @ Q),
    "products": (cross(a, b) + x * c, tilde(a) @ c, c - y * d, K @ d, tilde(a) + B, A, R @ Q.T),
}
"""What stands for a, b, c, d, A, B and R."""
