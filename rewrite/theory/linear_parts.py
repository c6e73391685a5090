"""How a sub-term depends on an unknown, and what each operator does to that dependence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple, NoReturn, cast

from ..core.hooks import brief
from ..core.linear import add, div, neg, scale, times
from ..core.operators import Operator, number, zero_of
from ..core.sorts import Scalar
from ..core.terms import Shape, Term
from ..errors import NotLinearError
from .coordinates import column, x_of, y_of, z_of
from .matrices import MATRIX_LIKE, matmul, trace, trans
from .quaternions import conj, qmul, quat, rotate, rotation_matrix, scalar_part, vector_part
from .vectors import cross, dot, tilde, triple, vee

Op = Operator[..., Any]


# -- unknowns, and how a node depends on them -----------------------------------------------------


@dataclass(frozen=True, eq=False)
class Unknown:
    """A term x to be taken out, and how coefficients multiply it."""

    x: Term
    one: Term
    """The coefficient of x in x."""
    zero: Term
    """The coefficient of x in what is free of it."""
    product: Op | None = None
    """c·x is product(c, x); None for a scaling."""
    turn: Op | None = None
    """What reverses the product: the transpose, the conjugate."""

    @property
    def is_column(self) -> bool:
        return self.product is matmul and self.x.shape[1] == 1


class Form(Enum):
    """How x stands in a part with coefficient c, left factor L and right factor R."""

    FACTOR = "(c x) R"
    TURNED = "L (c x)ᵀ, or L conj(c x)"
    TILDE = "L tilde(c x) R"
    SCALED = "(c x) L, where c x is a scalar"
    SCALAR = "a quaternion whose scalar part is c x"
    VECTOR = "a quaternion whose vector part is c x"


class Part(NamedTuple):
    """A part of a node, but for its coefficient; a factor that is None is not there."""

    form: Form
    left: Term | None = None
    right: Term | None = None


PLAIN = Part(Form.FACTOR)
Parts = dict[Part, Term]
Pairs = Iterator[tuple[Part, Term]]


def refuse(s: Term, unknowns: Iterable[Unknown], why: str) -> NoReturn:
    names = " and ".join(brief(u.x) for u in unknowns)
    raise NotLinearError(f"{brief(s)} is not linear in {names}: {why}")


# -- sums and products of parts -------------------------------------------------------------------


def settled(u: Unknown, shape: Shape | None, pairs: Iterable[tuple[Part, Term]]) -> Parts:
    """Like parts added; in a node of this matrix shape, all brought to the form of fewest kinds."""
    gathered: dict[Part, list[Term]] = {}
    for part, c in pairs:
        if shape is not None and u.product is matmul:
            part, c = _collapsed(u, shape, part, c)
        gathered.setdefault(part, []).append(c)
    return {p: cs[0] if len(cs) == 1 else add.build(tuple(cs)) for p, cs in gathered.items()}


def _collapsed(u: Unknown, shape: Shape, part: Part, c: Term) -> tuple[Part, Term]:
    """A column is c x and a row (c x)ᵀ, if x is a column; a scalar is its own transpose."""
    form, left, right = part
    if not u.is_column:
        if shape == (1, 1) and form is Form.TURNED:
            return Part(Form.FACTOR, None, applied(trans, left)), c
        return part, c
    if shape[1] == 1:
        if form is Form.TILDE:  # tilde(y) v = -tilde(v) y
            return PLAIN, product(matmul, left, tilde.build((applied(neg, right),)), c)
        return PLAIN, product(matmul, left, right, c)
    if shape[0] == 1:
        if form is Form.TILDE:
            left = tilde.build((trans.build((left,)),))
            return Part(Form.TURNED), product(matmul, applied(trans, right), left, c)
        left = left if form is Form.TURNED else applied(trans, left)
        return Part(Form.TURNED), product(matmul, left, applied(trans, right), c)
    return part, c


def product(op: Op | None, *factors: Term | None) -> Any:
    """The product of the factors that are there, None if none is."""
    there = [f for f in factors if f is not None]
    if len(there) < 2:
        return there[0] if there else None
    return (op or scale).build(tuple(there))


def applied(op: Op | None, t: Term | None) -> Any:
    return op.build((t,)) if op is not None and t is not None else t


def _before(u: Unknown, factor: Term | None, parts: Parts) -> Pairs:
    """factor · part."""
    for part, c in parts.items():
        if part.form is Form.FACTOR:
            yield part, product(u.product, factor, c)
        else:
            yield part._replace(left=product(u.product, factor, part.left)), c


def _after(u: Unknown, parts: Parts, factor: Term | None) -> Pairs:
    """part · factor."""
    for part, c in parts.items():
        if part.form is Form.TURNED:
            yield part, product(u.product, applied(u.turn, factor), c)
        elif part.form is Form.SCALED:
            yield part._replace(left=product(u.product, part.left, factor)), c
        else:
            yield part._replace(right=product(u.product, part.right, factor)), c


def _scaling(u: Unknown, s: Term, parts: Parts, t: Term) -> Pairs:
    """Scalar-valued parts times a term t that is free of x."""
    if t.sort is Scalar:
        yield from _multiples(t, parts)
        return
    for part, c in parts.items():
        if u.is_column:
            yield Part(Form.SCALED, t), c
        elif t.sort in MATRIX_LIKE and t.shape[1] == 1:
            yield part, matmul.build((t, c))
        elif t.sort in MATRIX_LIKE and t.shape[0] == 1:
            yield part._replace(right=matmul.build((part.right, t))), c
        else:
            refuse(s, [u], "no left factor is known for a matrix scaled by it")


# -- what each operator does to parts -------------------------------------------------------------


def _sum(u: Unknown, s: Term, below: list[Parts]) -> Pairs:
    return (pair for parts in below for pair in parts.items())


def _negation(u: Unknown, s: Term, below: list[Parts]) -> Pairs:
    return ((part, neg.build((c,))) for part, c in below[0].items())


def _pair(u: Unknown, s: Term, below: list[Parts]) -> Pairs:
    """quat(s, v) is linear in its operands together."""
    if u.x.sort is Scalar:
        found = zip(s.args, below, strict=True)
        operands = [b[PLAIN] if b else zero_of(a.sort, a.shape) for a, b in found]
        yield PLAIN, quat.build(tuple(operands))
    for form, parts in zip((Form.SCALAR, Form.VECTOR), below, strict=True):
        if u.is_column and parts:
            yield Part(form), parts[PLAIN]
        elif parts and u.x.sort is not Scalar:
            refuse(s, [u], "no left factor is known for a quaternion made of it")


def _column(u: Unknown, s: Term, below: list[Parts]) -> Pairs:
    """column(x, y, z) is linear in its operands together."""
    if u.x.sort is Scalar:
        none = number(0)
        yield PLAIN, column.build(tuple([b[PLAIN] if b else none for b in below]))
        return
    for i, parts in enumerate(below):
        if parts and not (u.is_column and parts.keys() == {PLAIN}):
            refuse(s, [u], "no left factor is known for a column made of it")
        yield from ((part, matmul.build((_axis(i), c))) for part, c in parts.items())


def _axis(i: int) -> Any:
    """The unit vector whose coordinate number i is 1."""
    return column.build(tuple([number(int(k == i)) for k in range(3)]))


TOGETHER: dict[Op, Callable[[Unknown, Term, list[Parts]], Pairs]] = {
    add: _sum,
    neg: _negation,
    quat: _pair,
    column: _column,
}
"""Operators that are linear in all their operands together."""

ACTS: dict[Op, Callable[[tuple[Any, ...], int], Term]] = {
    cross: lambda args, i: tilde(args[0]) if i else -tilde(args[1]),
    dot: lambda args, i: trans(args[1 - i]),
    triple: lambda args, i: trans(cross(args[(i + 1) % 3], args[(i + 2) % 3])),
    rotate: lambda args, i: rotation_matrix(args[0]),
    x_of: lambda args, i: trans(_axis(0)),
    y_of: lambda args, i: trans(_axis(1)),
    z_of: lambda args, i: trans(_axis(2)),
}
"""f(…, y, …) = M y: the matrix M of an operator that is linear in its operand y, number i. A theory
whose operators act on vectors enters them here."""


def acted(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    acts = ACTS.get(s.op)
    matrix = acts(s.args, i) if acts is not None and u.product is matmul else None
    if matrix is None:
        refuse(
            s, [u], f"no left factor is known for {s.op.name} (see rewrite.verbs.linearity.ACTS)"
        )
    return _before(u, matrix, parts)


def _scale(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    return _scaling(u, s, parts, s.args[1]) if i == 0 else _multiples(s.args[0], parts)


def _times(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    return _multiples(product(times, *s.args[:i], *s.args[i + 1 :]), parts)


def _multiples(f: Any, parts: Parts) -> Pairs:
    return ((part, f * c) for part, c in parts.items())


def _div(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    return ((part, div.build((c, s.args[1]))) for part, c in parts.items())


def _matmul(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    """What stands before the operand multiplies it at once, what follows one by one."""
    shape = s.args[i].shape
    head = product(matmul, *s.args[:i])
    for at, factor in enumerate((head, *s.args[i + 1 :])):
        if factor is None:
            continue
        if shape == (1, 1) or factor.sort is Scalar:
            pairs = _scaling(u, s, parts, factor) if shape == (1, 1) else _multiples(factor, parts)
            shape = factor.shape if shape == (1, 1) else shape
        elif at == 0:
            shape, pairs = (factor.shape[0], shape[1]), _before(u, factor, parts)
        else:
            shape, pairs = (shape[0], factor.shape[1]), _after(u, parts, factor)
        parts = settled(u, shape, pairs)
    return iter(parts.items())


def factors(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    """A product in the algebra of x itself."""
    head, tail = (product(u.product, *args) for args in (s.args[:i], s.args[i + 1 :]))
    return _after(u, dict(_before(u, head, parts)), tail)


def _qmul(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
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


def _turn(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    """A transpose or a conjugate: the factors change sides."""
    for (form, left, right), c in parts.items():
        before, after = applied(u.turn, right), applied(u.turn, left)
        if form is Form.FACTOR:
            yield Part(Form.TURNED, before), c
        elif form is Form.TURNED:
            yield Part(Form.FACTOR, None, after), c
        elif form is Form.TILDE:
            yield Part(form, before, after), neg.build((c,))
        else:
            yield Part(form), c if form is Form.SCALAR else neg.build((c,))


def _tilde(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    if not u.is_column:
        refuse(s, [u], "no left factor is known for its tilde")
    yield Part(Form.TILDE), parts[PLAIN]


def _vee(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    """The axial vector of the antisymmetric part.

    That of b aᵀ is ½ a × b, and those of tilde(y) M and trans(M) tilde(y) are ½ (tr(M) y - M y).
    """
    half = number("1/2")
    for (form, left, right), c in parts.items():
        if form is Form.FACTOR and u.is_column:
            yield PLAIN, half * matmul(tilde(trans(right)), c)
        elif form is Form.TURNED and u.is_column:
            yield PLAIN, -half * matmul(tilde(cast(Any, left)), c)
        elif left is None and right is None:
            yield PLAIN, c
        elif form is Form.TILDE and (left is None or right is None):
            m: Any = right if left is None else trans(left)
            yield PLAIN, half * (trace(m) * cast(Any, c) - matmul(m, c))
        else:
            refuse(s, [u], "no left factor is known for vee of such a product")


def _trace(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    """tr((c x) R) = R c x, and tr(M tilde(y)) = -vee(M - trans(M)) · y."""
    for (form, left, right), c in parts.items():
        if not u.is_column:
            refuse(s, [u], "no left factor is known for its trace")
        if form is Form.TILDE:
            m = product(matmul, right, left)
            if m is not None:
                row = trans(vee(trans(m) - m))
                yield PLAIN, matmul.build((row, c))
        else:
            yield PLAIN, product(matmul, applied(trans, left), right, c)


def _part(form: Form) -> Callable[[Unknown, Term, int, Parts], Pairs]:
    def rule(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
        for part, c in parts.items():
            if not u.is_column:
                refuse(s, [u], "no left factor is known for a part of it")
            if part.form is form:
                yield PLAIN, c

    return rule


RULES: dict[Op, Callable[[Unknown, Term, int, Parts], Pairs]] = {
    scale: _scale,
    times: _times,
    div: _div,
    matmul: _matmul,
    qmul: _qmul,
    trans: _turn,
    conj: _turn,
    tilde: _tilde,
    vee: _vee,
    trace: _trace,
    scalar_part: _part(Form.SCALAR),
    vector_part: _part(Form.VECTOR),
}
"""What an operator does to the parts of one operand; other operators may be in ACTS."""
