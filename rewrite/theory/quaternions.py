"""Quaternions: products, conjugates, and their scalar and vector parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..core.declaring import add_record, operator
from ..core.facts import TRUE, UNKNOWN, Known, Truth
from ..core.laws import (
    Abbreviates,
    Absorbing,
    Antimorphism,
    Associative,
    Commutes,
    Inverse,
    Involution,
    Neutral,
    OnFact,
    Powers,
)
from ..core.linear import add, multilinear, neg, power, scale, times
from ..core.operators import ONE, Operator, number, one_of, zero_of
from ..core.sort_records import Level
from ..core.sorts import Quaternion, Scalar, Vector
from ..core.terms import Term
from ..normalform.monomials import keyed, split
from .costs import FREE
from .inferences import if_every, if_one, of_operand
from .linear_parts import (
    PLAIN,
    Form,
    Pairs,
    Part,
    Parts,
    Unknown,
    product,
    refuse,
    settled,
    turned,
)
from .matrices import inv, matmul, trans
from .matrix_laws import Cyclic
from .quaternion_scalars import quaternion_word
from .scalars import cos, sin
from .vectors import dot, tilde

# -- products and conjugates ----------------------------------------------------------------------


def _parts_of_product(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    """(s, u)(t, v) = (s t - u·v, s v + t u + u × v), for a quaternion made of a column."""
    head, tail = (product(qmul, *args) for args in (s.args[:i], s.args[i + 1 :]))
    for factor, sign in ((head, 1), (tail, -1)):
        if factor is not None:
            parts = settled(u, None, _quaternion_times(parts, factor, sign))
    return iter(parts.items())


def _quaternion_times(parts: Parts, factor: Term, sign: int) -> Pairs:
    a, v = scalar_part.build((factor,)), vector_part.build((factor,))
    for part, c in parts.items():
        yield part, scale.build((a, c))
        if part.form is Form.SCALAR:
            yield Part(Form.VECTOR), matmul.build((v, c))
        else:
            yield Part(Form.VECTOR), scale.build((number(sign), matmul.build((tilde(v), c))))
            yield Part(Form.SCALAR), neg.build((matmul.build((trans(v), c)),))


conj: Operator[[Quaternion], Quaternion] = operator(
    "conj",
    Quaternion,
    result=Quaternion,
    module="",
    doc="The conjugate of a quaternion: the vector part changes its sign.",
    latex=r"\bar{{{0}}}",
    facts={"unit": of_operand("unit"), "pure": of_operand("pure")},
    laws=[*multilinear(), Absorbing(ONE), Involution()],
    parts=turned,
    cost=(0, 3),
    scalars=lambda low, t, q: (q[0], *low.opposites(q[1:])),
)
qmul: Any = operator(
    "qmul",
    Quaternion,
    Quaternion,
    result=Quaternion,
    module="",
    doc="The product of quaternions, written p*q.",
    sign="*",
    facts={"unit": if_every("unit")},
    laws=[
        Associative(),
        *multilinear(),
        Neutral(ONE),
        Inverse(conj, ONE, fact="unit"),
        Inverse(inv, ONE),
        Powers(power),
    ],
    parts=_parts_of_product,
    cost=lambda t: (16 * (len(t.args) - 1), 12 * (len(t.args) - 1)),
    scalars=lambda low, t, *qs: quaternion_word(low, qs),
    samples=[(Quaternion, Quaternion), (Quaternion, Quaternion, Quaternion)],
)
Quaternion.product = qmul


# -- pairs ----------------------------------------------------------------------------------------


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
        turns = factors == (known.normal(sin.build(s.args)),) and abs(c) == 1
        if turns and axis is not None and known("unit", axis) is TRUE:
            return TRUE
    return if_one(known, add.build((times.build((s, s)), dot.build((v, v)))))


def _parts_of_pair(u: Unknown, s: Term, below: Sequence[Parts]) -> Pairs:
    if u.x.sort is Scalar:
        found = zip(s.args, below, strict=True)
        operands = [b[PLAIN] if b else zero_of(a.sort, a.shape) for a, b in found]
        yield PLAIN, quat.build(tuple(operands))
    for form, parts in zip((Form.SCALAR, Form.VECTOR), below, strict=True):
        if u.is_column and parts:
            yield Part(form), parts[PLAIN]
        elif parts and u.x.sort is not Scalar:
            refuse(s, [u], "no left factor is known for a quaternion made of it")


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
    unicode="({0}, {1})",
    latex="({0}, {1})",
    facts={"pure": _is_pure, "unit": _pair_is_unit},
    laws=[Abbreviates(_without_vector)],
    derivative="linear",
    parts=_parts_of_pair,
    cost=FREE,
    scalars=lambda low, t, s, v: s + v,
)


# -- parts ----------------------------------------------------------------------------------------


def _scalar(q: Term) -> Term | None:
    return q.args[0] if q.op is quat else None


def _vector(q: Term) -> Any:
    if q.op is quat:
        return q.args[1]
    if q.op is conj:
        return neg.build((vector_part.build((q.args[0],)),))
    return zero_of(Vector, (3, 1)) if q == 1 else None


def _parts_in(form: Form) -> Callable[[Unknown, Term, int, Parts], Pairs]:
    def found(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
        for part, c in parts.items():
            if not u.is_column:
                refuse(s, [u], "no left factor is known for a part of it")
            if part.form is form:
                yield PLAIN, c

    return found


scalar_part: Operator[[Quaternion], Scalar] = operator(
    "scalar_part",
    Quaternion,
    result=Scalar,
    module="",
    doc="The scalar part of a quaternion.",
    laws=[*multilinear(), Absorbing(ONE), Abbreviates(_scalar), Cyclic(qmul, conj)],
    parts=_parts_in(Form.SCALAR),
    cost=FREE,
    scalars=lambda low, t, q: q[:1],
)
vector_part: Operator[[Quaternion], Vector] = operator(
    "vector_part",
    Quaternion,
    result=Vector,
    module="",
    doc="The vector part of a quaternion.",
    laws=[*multilinear(), Abbreviates(_vector)],
    parts=_parts_in(Form.VECTOR),
    cost=FREE,
    scalars=lambda low, t, q: q[1:],
)
Quaternion.level = Level(quat, (scalar_part, vector_part), "PAIRS")

# -- what names operators declared later ----------------------------------------------------------


def _turned_pair(q: Term) -> Term | None:
    """conj((s, v)) = (s, -v)."""
    return quat.build((q.args[0], neg.build((q.args[1],)))) if q.op is quat else None


add_record(
    conj,
    laws=[
        Antimorphism(qmul),
        Commutes(inv),
        Commutes(power),
        OnFact("pure", lambda x: neg.build((x,))),
        Abbreviates(_turned_pair),
    ],
    signs_in=(qmul,),
)
add_record(inv, laws=[Antimorphism(qmul), OnFact("unit", lambda x: conj.build((x,)))])
