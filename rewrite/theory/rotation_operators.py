"""Operators that turn: the matrix about an axis, and the rotations that quaternions stand for."""

from __future__ import annotations

from typing import Any

from ..core.context import EMPTY
from ..core.declare import identity
from ..core.declaring import operator
from ..core.facts import TRUE, UNKNOWN, Known, Truth, ask
from ..core.laws import Abbreviates, Absorbing, External, Homogeneous, Morphism, Neutral
from ..core.linear import multilinear
from ..core.operators import ONE, ZERO, Operator, number
from ..core.sorts import Matrix, Quaternion, Scalar, Vector
from ..core.terms import Term
from .inferences import if_operand
from .matrices import matmul, trans
from .quaternions import conj, qmul, quat, scalar_part, vector_part
from .scalar_tools import Refs, ScalarTools
from .scalars import cos, sin
from .vectors import cross, crossed, dot, tilde, tilde_of

# -- about an axis --------------------------------------------------------------------------------


def _by_axis(d: Any, u: Any, a: Any) -> Any:
    """Of the meaning, cos a·Id + sin a·tilde(u) + (1 - cos a)·u uᵀ."""
    return sin(a) * tilde(d) + (1 - cos(a)) * (d @ u.T + u @ d.T)


def _by_angle(d: Any, u: Any, a: Any) -> Any:
    if _is_unit(u):
        return d * (tilde(u) @ rot(u, a))
    return d * (cos(a) * tilde(u) + sin(a) * (u @ u.T - identity(3)))


def _is_unit(t: Term) -> bool:
    return ask("unit", t, EMPTY) is TRUE


def _rodrigues(low: ScalarTools, t: Term, u: Refs, angle: Refs) -> Refs:
    """cos·Id + sin·tilde(u) + (1 - cos)·u uᵀ; about a coordinate axis, its four entries alone."""
    c, s = low.cos(angle[0]), low.sin(angle[0])
    turned = low.scaled(low.less(low.one, c), u)
    spin = tilde_of(low, low.scaled(s, u))
    units = (low.one, low.neg(low.one))
    found = []
    for k in range(9):
        i, j = divmod(k, 3)
        if i == j and u[i] in units:
            found.append(low.one)  # c + (1 - c)
        else:
            both = low.mul(turned[min(i, j)], u[max(i, j)])
            found.append(low.add([both, spin[k], c if i == j else low.zero]))
    return tuple(found)


rot: Operator[[Vector, Scalar], Matrix] = operator(
    "rot",
    Vector,
    Scalar,
    result=(3, 3),
    module="",
    doc="The matrix of the rotation about a unit vector by an angle.",
    facts={f: if_operand("unit") for f in ("rotation", "orthogonal")},
    angle=1,
    derivative=[_by_axis, _by_angle],
    cost=(12, 13, 0, 2),
    scalars=_rodrigues,
)


# -- by a quaternion ------------------------------------------------------------------------------


def body_velocity(d: Any, q: Any) -> Any:
    """The angular velocity ω in body axes of a unit quaternion: dq = ½ q (0, ω)."""
    return 2 * vector_part(conj(q) * d)


def _change_of_rotated(d: Any, q: Any, v: Any) -> Any:
    if _is_unit(q):
        return rotate(q, cross(body_velocity(d, q), v))
    return 2 * vector_part(d * quat(number(0), v) * conj(q))


def _rotated(low: ScalarTools, t: Term, q: Refs, v: Refs) -> Refs:
    """v + w t + u × t with t = 2 u × v, if (w, u) is unit, and else
    (w² - u·u) v + 2 ((u·v) u + w (u × v))."""
    w, u = q[0], q[1:]
    turned = crossed(low, u, v)
    if low.is_known("unit", t.args[0]):
        twice = tuple([low.scale(2, x) for x in turned])
        return low.sums(v, low.scaled(w, twice), crossed(low, u, twice))
    along = low.scale(2, low.inner(u, v))
    length = low.less(low.mul(w, w), low.inner(u, u))
    parts = low.scaled(length, v), low.scaled(along, u), low.scaled(low.scale(2, w), turned)
    return low.sums(*parts)


def _turned_is_unit(known: Known, t: Term) -> Truth:
    q, v = t.args
    return known("unit", v) if known("unit", q) is TRUE else UNKNOWN


rotate = operator(
    "rotate",
    Quaternion,
    Vector,
    result=Vector,
    module="",
    doc="A vector turned by a unit quaternion: the vector part of q a q*.",
    facts={"unit": _turned_is_unit},
    laws=[
        Homogeneous(degree=2, at=(0,)),
        *multilinear(at=(1,)),
        Neutral(ONE, "left"),
        External(qmul),
    ],
    derivative=[_change_of_rotated, None],
    linear=[None, lambda q, v: rotation_matrix(q)],
    cost=(24, 14),
    scalars=_rotated,
)
"""rotate(q, v) is the vector part of q (0, v) conj(q), for every q.

Of degree 2 in q, it is N(q) times the rotation v -> q v q⁻¹: this rotation if q is unit, and 0 if q
is 0. The rotation itself, for a q of any length but zero, is `matrix_of(q)`.
"""


def _turned_matrix(q: Term) -> Any:
    """R(conj(q)) is the transpose of R(q)."""
    return trans.build((rotation_matrix.build((q.args[0],)),)) if q.op is conj else None


def _change_of_matrix(d: Any, q: Any) -> Any:
    """In general of its meaning, (s² - v·v) Id + 2 v vᵀ + 2 s tilde(v) for q = (s, v)."""
    if _is_unit(q):
        return rotation_matrix(q) @ tilde(body_velocity(d, q))
    (s, v), (ds, dv) = ((scalar_part(x), vector_part(x)) for x in (q, d))
    mixed = ds * tilde(v) + s * tilde(dv) + dv @ v.T + v @ dv.T
    return 2 * ((s * ds - dot(v, dv)) * identity(3) + mixed)


def _matrix_in_scalars(low: ScalarTools, t: Term, q: Refs) -> Refs:
    (w, x, y, z), m, plus, less = q, low.mul, low.add, low.less
    x2, y2, z2 = (low.scale(2, c) for c in (x, y, z))
    xy, xz, yz = m(x2, y), m(x2, z), m(y2, z)
    wx, wy, wz = m(x2, w), m(y2, w), m(z2, w)
    if low.is_known("unit", t.args[0]):
        xx, yy, zz = m(x, x2), m(y, y2), m(z, z2)
        a, b, c = (less(low.one, plus([p, r])) for p, r in ((yy, zz), (xx, zz), (xx, yy)))
    else:
        ww, xx, yy, zz = m(w, w), m(x, x), m(y, y), m(z, z)
        first, second = less(ww, zz), less(xx, yy)
        a, b = plus([first, second]), less(first, second)
        c = plus([ww, zz, low.neg(xx), low.neg(yy)])
    return (
        a, less(xy, wz), plus([xz, wy]),
        plus([xy, wz]), b, less(yz, wx),
        less(xz, wy), plus([yz, wx]), c,
    )  # fmt: skip


rotation_matrix: Operator[[Quaternion], Matrix] = operator(
    "rotation_matrix",
    Quaternion,
    result=(3, 3),
    module="",
    doc="The matrix that turns as a unit quaternion does: rotation_matrix(q) @ a is rotate(q, a).",
    facts={f: if_operand("unit") for f in ("rotation", "orthogonal")},
    laws=[
        Homogeneous(degree=2),
        Absorbing(ZERO),
        Absorbing(ONE),
        Morphism(qmul, to=matmul),
        Abbreviates(_turned_matrix),
    ],
    derivative=_change_of_matrix,
    cost=(16, 15),
    scalars=_matrix_in_scalars,
)
