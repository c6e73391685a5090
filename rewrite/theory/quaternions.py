"""Quaternions, and the rotations they stand for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.declaring import add_laws, operator
from ..core.facts import TRUE, UNKNOWN, Infer, Known, Truth
from ..core.laws import (
    Abbreviates,
    Absorbing,
    Antimorphism,
    Associative,
    Commutes,
    External,
    Homogeneous,
    Inverse,
    Involution,
    Morphism,
    Neutral,
    OnFact,
    Powers,
)
from ..core.linear import add, multilinear, neg, power, scale, times
from ..core.operators import ONE, ZERO, Operator, number, one_of, zero_of
from ..core.sorts import Matrix, Quaternion, Scalar, Vector
from ..core.terms import Term
from ..normalform.monomials import keyed, split
from .matrices import Cyclic, inv, matmul, trans
from .scalars import cos, sin
from .vectors import dot, norm, norm2

Op = Operator[..., Any]


def _every_unit(known: Known, t: Term) -> Truth:
    return TRUE if all(known("unit", a) is TRUE for a in t.args) else UNKNOWN


def _of_operand(name: str) -> Infer:
    return lambda known, t: known(name, t.args[0])


def _is_pure(known: Known, t: Term) -> Truth:
    scalar = t.args[0]
    return Truth.of(scalar.value == 0) if scalar.op.constant else UNKNOWN


def _pair_is_unit(known: Known, t: Term) -> Truth:
    """(S(q), V(q)) of a unit q, (cos x, sin x · u) of a unit u, numbers whose squares sum to 1."""
    s, v = t.args
    if s.op is scalar_part and v.op is vector_part and s.args == v.args:
        return known("unit", s.args[0])
    if s.op is cos:
        c, (factors, axis) = keyed(split(known.normal(v)))
        turned = factors == (known.normal(sin.build(s.args)),) and abs(c) == 1
        if turned and axis is not None and known("unit", axis) is TRUE:
            return TRUE
    square = known.normal(add.build((times.build((s, s)), dot.build((v, v)))))
    return Truth.of(square.value == 1) if square.op.constant else UNKNOWN


def _unit_operand(known: Known, t: Term) -> Truth:
    return TRUE if known("unit", t.args[0]) is TRUE else UNKNOWN


conj: Operator[[Quaternion], Quaternion] = operator(
    "conj",
    Quaternion,
    result=Quaternion,
    module="",
    doc="The conjugate of a quaternion: the vector part changes its sign.",
    latex=r"\bar{{{0}}}",
    laws=[*multilinear(add), Absorbing(ONE), Involution()],
    facts={"unit": _of_operand("unit"), "pure": _of_operand("pure")},
)
qmul: Any = operator(
    "qmul",
    Quaternion,
    Quaternion,
    result=Quaternion,
    module="",
    doc="The product of quaternions, written p*q.",
    facts={"unit": _every_unit},
    laws=[
        Associative(),
        *multilinear(add),
        Neutral(ONE),
        Inverse(conj, ONE, fact="unit"),
        Inverse(inv, ONE),
        Powers(power),
    ],
)
add_laws(
    conj,
    [
        Antimorphism(qmul),
        Commutes(inv),
        Commutes(power),
        OnFact("pure", lambda x: neg.build((x,))),
    ],
)
add_laws(inv, [Antimorphism(qmul), OnFact("unit", lambda x: conj.build((x,)))])
Quaternion.product = qmul


def _without_vector(s: Term, v: Term) -> Term | None:
    """(s, 0) is s times one."""
    return scale.build((s, one_of(Quaternion, ()))) if v == 0 else None


quat = operator(
    "quat",
    Scalar,
    Vector,
    result=Quaternion,
    module="",
    doc="The quaternion of a scalar part and a vector part.",
    facts={"pure": _is_pure, "unit": _pair_is_unit},
    unicode="({0}, {1})",
    latex="({0}, {1})",
    laws=[Abbreviates(_without_vector)],
)


def _turned_pair(q: Term) -> Term | None:
    """conj((s, v)) = (s, -v)."""
    return quat.build((q.args[0], neg.build((q.args[1],)))) if q.op is quat else None


add_laws(conj, [Abbreviates(_turned_pair)])


def _scalar(q: Term) -> Term | None:
    return q.args[0] if q.op is quat else None


def _vector(q: Term) -> Any:
    if q.op is quat:
        return q.args[1]
    if q.op is conj:
        return neg.build((vector_part.build((q.args[0],)),))
    return zero_of(Vector, (3, 1)) if q == 1 else None


scalar_part: Operator[[Quaternion], Scalar] = operator(
    "scalar_part",
    Quaternion,
    result=Scalar,
    module="",
    doc="The scalar part of a quaternion.",
    laws=[*multilinear(add), Absorbing(ONE), Abbreviates(_scalar), Cyclic(qmul, conj)],
)
vector_part: Operator[[Quaternion], Vector] = operator(
    "vector_part",
    Quaternion,
    result=Vector,
    module="",
    doc="The vector part of a quaternion.",
    laws=[*multilinear(add), Abbreviates(_vector)],
)


def _length_by_factors(length: Op) -> Callable[[Term], Term | None]:
    """The length of a product, conjugate, inverse or power of quaternions by those of its parts."""

    def meaning(q: Term) -> Any:
        if q.sort is not Quaternion:
            return None
        if q.op is qmul:
            return times.build(tuple(length.build((x,)) for x in q.args))
        if q.op is conj:
            return length.build((q.args[0],))
        if q.op is inv:
            return power.build((length.build((q.args[0],)), number(-1)))
        if q.op is power:
            return power.build((length.build((q.args[0],)), q.args[1]))
        return number(1) if q == 1 else None

    return meaning


add_laws(norm2, [Abbreviates(_length_by_factors(norm2))])
add_laws(norm, [Abbreviates(_length_by_factors(norm))])
rotate = operator(
    "rotate",
    Quaternion,
    Vector,
    result=Vector,
    module="",
    doc="A vector turned by a unit quaternion: the vector part of q a q*.",
    laws=[
        Homogeneous(degree=2, at=(0,)),
        *multilinear(add, at=(1,)),
        Neutral(ONE, "left"),
        External(qmul),
    ],
    facts={
        "unit": lambda known, t: (
            Truth.every((known("unit", t.args[0]), known("unit", t.args[1])))
            if known("unit", t.args[0]) is TRUE
            else UNKNOWN
        )
    },
)
"""rotate(q, v) is the vector part of q (0, v) conj(q), for every q.

Of degree 2 in q, it is N(q) times the rotation v -> q v q⁻¹: this rotation if q is unit, and 0 if q
is 0. The rotation itself, for a q of any length but zero, is `matrix_of(q)`.
"""


def _turned_matrix(q: Term) -> Any:
    """R(conj(q)) is the transpose of R(q), and R(qⁿ) a power of it."""
    if q.op is conj:
        return trans.build((rotation_matrix.build((q.args[0],)),))
    if q.op is power:
        return power.build((rotation_matrix.build((q.args[0],)), q.args[1]))
    return None


rotation_matrix: Operator[[Quaternion], Matrix] = operator(
    "rotation_matrix",
    Quaternion,
    result=(3, 3),
    module="",
    doc="The matrix that turns as a unit quaternion does: rotation_matrix(q) @ a is rotate(q, a).",
    laws=[
        Homogeneous(degree=2),
        Absorbing(ZERO),
        Absorbing(ONE),
        Morphism(qmul, to=matmul, eager=True),
        Abbreviates(_turned_matrix),
    ],
    facts={"rotation": _unit_operand, "orthogonal": _unit_operand},
)
