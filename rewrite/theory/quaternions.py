"""Quaternions, and the rotations they stand for."""

from __future__ import annotations

from typing import Any

from ..facts import TRUE, UNKNOWN, Infer, Known, Truth
from ..laws import (
    Absorbing,
    Antimorphism,
    Associative,
    Commutes,
    Homogeneous,
    Inverse,
    Involution,
    Neutral,
    OnFact,
    Powers,
    multilinear,
)
from ..operators import ONE, ZERO, Operator, operator
from ..sorts import Matrix, Quaternion, Scalar, Vector
from ..terms import Term
from .linear import add, neg, power
from .matrices import inv


def _every_unit(known: Known, t: Term) -> Truth:
    return TRUE if all(known("unit", a) is TRUE for a in t.args) else UNKNOWN


def _of_operand(name: str) -> Infer:
    return lambda known, t: known(name, t.args[0])


def _is_pure(known: Known, t: Term) -> Truth:
    scalar = t.args[0]
    return Truth.of(scalar.value == 0) if scalar.op.constant else UNKNOWN


def _unit_operand(known: Known, t: Term) -> Truth:
    return TRUE if known("unit", t.args[0]) is TRUE else UNKNOWN


conj: Operator[[Quaternion], Quaternion] = operator(
    "conj",
    Quaternion,
    result=Quaternion,
    module="",
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
conj.add_laws(
    [
        Antimorphism(qmul),
        Commutes(inv),
        Commutes(power),
        OnFact("pure", lambda x: neg.build((x,))),
    ]
)
inv.add_laws([Antimorphism(qmul), OnFact("unit", lambda x: conj.build((x,)))])
Quaternion.product = qmul
quat = operator(
    "quat",
    Scalar,
    Vector,
    result=Quaternion,
    module="",
    facts={"pure": _is_pure},
    unicode="({0}, {1})",
    latex="({0}, {1})",
)
scalar_part = operator(
    "scalar_part", Quaternion, result=Scalar, module="", laws=[*multilinear(add), Absorbing(ONE)]
)
vector_part = operator("vector_part", Quaternion, result=Vector, module="", laws=multilinear(add))
rotate = operator(
    "rotate",
    Quaternion,
    Vector,
    result=Vector,
    module="",
    laws=[Homogeneous(degree=2, at=(0,)), *multilinear(add, at=(1,)), Neutral(ONE, "left")],
    facts={
        "unit": lambda known, t: (
            Truth.every((known("unit", t.args[0]), known("unit", t.args[1])))
            if known("unit", t.args[0]) is TRUE
            else UNKNOWN
        )
    },
)
rotation_matrix: Operator[[Quaternion], Matrix] = operator(
    "rotation_matrix",
    Quaternion,
    result=(3, 3),
    module="",
    laws=[Homogeneous(degree=2), Absorbing(ZERO), Absorbing(ONE)],
    facts={"rotation": _unit_operand, "orthogonal": _unit_operand},
)
