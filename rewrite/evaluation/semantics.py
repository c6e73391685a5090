"""The meaning of every standard operator: one formula each, on coordinates, for all domains.

A meaning is a function of the point of evaluation, the term, and its operands' coordinates.
Conventions, where definitions differ:

- 0⁰ = 1, and A⁰ is the identity for every A; a negative power is undefined without an inverse;
- a power with a fractional exponent is defined for a base ≥ 0, and > 0 if the exponent is negative;
- norm(0) = 0;
- cof(A) is made of minors, so that it is defined for singular A too; that of a scalar is 1;
- vee(A) is the axial vector of the antisymmetric part of A, so that it is defined for every A;
- rot(u, θ) is cos θ·Id + sin θ·tilde(u) + (1 - cos θ)·u uᵀ for every u; it is a rotation if u is
  unit, and of no use otherwise;
- rotate(q, v) is the vector part of q (0, v) conj(q), of degree 2 in q: a rotation times N(q);
- rotation_matrix(q) is the matrix of rotate(q, ·), for every q.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from math import prod
from typing import Any, Protocol

from ..core import linear
from ..core.operators import NUMBER, ONE, ZERO, Operator
from ..core.sorts import Matrix, Quaternion, Scalar
from ..core.terms import Term
from ..errors import NotExactError, RewriteError
from ..theory import (
    coordinates,
    determinants,
    lengths,
    matrices,
    quaternions,
    rotation_operators,
    scalars,
    vectors,
)
from . import formulas as f
from .fields import Coordinates, Domain, Pair


class Point(Protocol):
    """Where a term is evaluated: a domain, and the sines of the angles at hand."""

    domain: Domain

    def cis(self, t: Term) -> Pair:
        """Cosine and sine of a scalar term."""


Meaning = Callable[..., Coordinates]


def _one(at: Point, t: Term) -> Coordinates:
    if t.sort is Scalar:
        return (at.domain.one,)
    if t.sort is Matrix:
        return f.identity(at.domain, t.shape[0])
    if t.sort is Quaternion:
        return (at.domain.one, *[at.domain.zero] * 3)
    if t.sort.one_coordinates:
        return tuple([at.domain.number(x) for x in t.sort.one_coordinates])
    raise RewriteError(f"the one of {t.sort.label(t.shape)} has no known coordinates")


def _div(at: Point, t: Term, x: Coordinates, k: Coordinates) -> Coordinates:
    divide, divisor = at.domain.divide, k[0]
    return tuple([divide(c, divisor) for c in x])


def _product(at: Point, t: Term, *xs: Coordinates) -> Coordinates:
    """The product from the left; a 1×1 factor, or a 1×1 product so far, only scales."""
    result, shape = xs[0], t.args[0].shape
    for x, factor in zip(xs[1:], t.args[1:], strict=True):
        if shape == (1, 1):
            result, shape = f.scale(result[0], x), factor.shape
        elif factor.shape == (1, 1):
            result = f.scale(x[0], result)
        else:
            f.afford(result)
            result, shape = f.product(result, x, shape[1]), (shape[0], factor.shape[1])
    return result


def _inv(at: Point, t: Term, x: Coordinates) -> Coordinates:
    if t.sort is Matrix:
        return f.inverse(at.domain, x, t.shape[0])
    if t.sort is Quaternion:
        return _div(at, t, f.conjugate(x), (f.dot(x, x),))
    if t.sort is not Scalar:
        raise RewriteError(f"negative powers of {t.sort.label(t.shape)} have no known meaning")
    return _div(at, t, (at.domain.one,), x)


def _power(at: Point, t: Term, x: Coordinates, _: Coordinates) -> Coordinates:
    exponent: int | Fraction = t.args[1].value
    n = exponent.numerator
    if abs(n) > at.domain.largest_exponent:
        raise NotExactError(f"the exponent {n} is too large to calculate with exactly")
    if exponent.denominator > 1:
        x = (at.domain.root(x[0], exponent.denominator),)
    if n < 0:
        x, n = _inv(at, t, x), -n
    return f.repeated(_joins(t), _one(at, t), x, n)


def _joins(t: Term) -> Callable[[Coordinates, Coordinates], Coordinates]:
    """The product under which powers of a sort are formed."""
    if t.sort is Matrix:
        return lambda x, y: f.product(x, y, t.shape[0])
    if t.sort in (Quaternion, Scalar):
        return f.hamilton if t.sort is Quaternion else lambda x, y: (x[0] * y[0],)
    evaluate = t.sort.product.evaluate if t.sort.product is not None else None
    if evaluate is None:
        raise RewriteError(f"powers of {t.sort.label(t.shape)} need a product with evaluate=")
    return lambda x, y: tuple(evaluate(x, y))


def _norm(at: Point, t: Term, x: Coordinates) -> Coordinates:
    return (at.domain.root(f.dot(x, x), 2, square=True),)


def _size(t: Term) -> int:
    """The number of columns of the first operand."""
    return t.args[0].shape[1]


MEANING: dict[Operator[..., Any], Meaning] = {
    # atoms
    NUMBER: lambda at, t: (at.domain.number(t.value),),
    ZERO: lambda at, t: (at.domain.zero,) * t.sort.coordinates(t.shape),
    ONE: _one,
    scalars.PI: lambda at, t: (at.domain.pi(),),
    # every linear sort
    linear.add: lambda at, t, *xs: f.add(*xs),
    linear.neg: lambda at, t, x: tuple([-c for c in x]),
    linear.times: lambda at, t, *xs: (prod([x for (x,) in xs]),),
    linear.scale: lambda at, t, k, x: f.scale(k[0], x),
    linear.div: _div,
    linear.power: _power,
    # scalars
    scalars.sin: lambda at, t: (at.cis(t.args[0])[1],),
    scalars.cos: lambda at, t: (at.cis(t.args[0])[0],),
    # matrices
    matrices.matmul: _product,
    matrices.trans: lambda at, t, x: f.transpose(x, _size(t)),
    matrices.inv: _inv,
    determinants.trace: lambda at, t, x: (sum(x[:: _size(t) + 1]),),
    determinants.det: lambda at, t, x: (f.determinant(at.domain, x, _size(t)),),
    determinants.cof: lambda at, t, x: f.transpose(f.adjugate(at.domain, x, _size(t)), _size(t)),
    # vectors
    vectors.dot: lambda at, t, a, b: (f.dot(a, b),),
    vectors.cross: lambda at, t, a, b: f.cross(a, b),
    vectors.triple: lambda at, t, a, b, c: (f.dot(f.cross(a, b), c),),
    vectors.tilde: lambda at, t, a: f.tilde(at.domain, a),
    vectors.vee: lambda at, t, a: f.scale(at.domain.number(Fraction(1, 2)), f.axial(a)),
    vectors.outer: lambda at, t, a, b: f.outer(a, b),
    lengths.norm2: lambda at, t, x: (f.dot(x, x),),
    lengths.norm: _norm,
    rotation_operators.rot: lambda at, t, u: f.rodrigues(at.domain, u, *at.cis(t.args[1])),
    # quaternions
    quaternions.conj: lambda at, t, q: f.conjugate(q),
    quaternions.qmul: lambda at, t, *qs: reduce(f.hamilton, qs),
    quaternions.quat: lambda at, t, s, v: s + v,
    quaternions.scalar_part: lambda at, t, q: q[:1],
    quaternions.vector_part: lambda at, t, q: q[1:],
    rotation_operators.rotate: lambda at, t, q, v: f.sandwich(at.domain, q, v),
    rotation_operators.rotation_matrix: lambda at, t, q: f.rotation_of(q),
    # coordinates
    coordinates.column: lambda at, t, x, y, z: x + y + z,
    coordinates.x_of: lambda at, t, v: v[:1],
    coordinates.y_of: lambda at, t, v: v[1:2],
    coordinates.z_of: lambda at, t, v: v[2:],
}
"""The meaning of every standard operator and atom. A meaning gets no value for an operand that is
an angle (`angle` in the record); it reads that operand by `Point.cis`."""
