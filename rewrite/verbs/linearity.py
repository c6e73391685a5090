"""Coefficients: how a generator takes a mass matrix out of an equation.

A term that is linear in x is c·x plus a rest. The product c·x depends on the sort of x:

- x Scalar: c has the sort of the term, and c·x is a scaling;
- x Vector or Matrix, p×q: the term is m×q, c is m×p, and c·x is c @ x;
- x Quaternion, or of another sort with a product and a one: c has the same sort, and c·x is c * x;
- x of any other linear sort: c is a Scalar that scales x.

The term is walked once, operands first. Each node stores its dependence on each unknown as a sum of
parts, one for each form in which x occurs (see `Form`): tilde(x) has no left factor, but tilde(x) @
v has. Every part is linear in its coefficient c, so that like parts add, and a sub-term that occurs
twice is examined once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from ..core.declare import MATRICES, identity
from ..core.laws import Abbreviates, Homogeneous, Morphism
from ..core.linear import add, neg, power, scale
from ..core.operators import Operator, label, number, one_of, zero_of
from ..core.sorts import Linear, Scalar, sort_of_shape
from ..core.substitution import subs
from ..core.terms import Shape, Term, postorder
from ..deadline import check_time, checked_limit, within
from ..errors import NotLinearError, RewriteError, SortError
from ..kernel.tables import product_of
from ..normalform.walk import normal
from ..text.printing import brief
from ..theory.linear_parts import (
    PLAIN,
    Form,
    Pairs,
    Part,
    Parts,
    Unknown,
    acted,
    applied,
    factors,
    product,
    refuse,
    settled,
    together,
)
from ..theory.matrices import matmul, trans
from ..theory.vectors import tilde, vee

Op = Operator[..., Any]
L = TypeVar("L", bound=Linear)


def coefficient(t: Linear, x: Linear, *, time_limit: float | None = None) -> Any:
    """The coefficient of x in a term that is linear in it; the rest may be anything free of x.

    `x` is a symbol, or any other term, which is then searched for as it is written. After
    `time_limit` seconds it stops with a LimitError.

    >>> from rewrite import cross, scalar, vectors
    >>> m, (a, c, w, dw) = scalar("m"), vectors("a c w dw")
    >>> coefficient(m*(a + cross(dw, c) + cross(w, cross(w, c))), dw)
    -m*tilde(c)
    """
    return linear_in(t, (x,), time_limit=time_limit)[0][0]


def linear_in(
    t: L, xs: Iterable[Linear], *, time_limit: float | None = None
) -> tuple[tuple[Any, ...], L]:
    """The coefficients of the unknowns xs, and the rest, free of them: t = Σ c·x + rest.

    All are in normal form. It is enough if the normal form of `t` is linear. After `time_limit`
    seconds it stops with a LimitError.

    >>> from rewrite import cross, matrix, vectors
    >>> J, (w, dw) = matrix("J", symmetric=True), vectors("w dw")
    >>> linear_in(J @ dw + cross(w, J @ w), [dw])
    ((J,), cross(w, J @ w))
    """
    unknowns = [_unknown(t, x) for x in xs]
    if len({u.x for u in unknowns}) < len(unknowns):
        raise RewriteError(f"linear_in: one of {[u.x for u in unknowns]} is listed twice")
    with within(checked_limit(time_limit)):
        coefficients, t = _solved(t, unknowns)
        rest = subs(t, {u.x: zero_of(u.x.sort, u.x.shape) for u in unknowns})
        return coefficients, normal(rest)


def _solved(t: L, unknowns: list[Unknown]) -> tuple[tuple[Term, ...], L]:
    """The coefficients, and the form of the term in which they were found."""
    try:
        parts = Walk(unknowns).run(t)
        return tuple(_coefficient(u, t, parts.get(u, {})) for u in unknowns), t
    except NotLinearError as as_written:
        simpler = normal(t)
        if simpler is t or not all(u.x.is_symbol for u in unknowns):
            raise  # `normal` may change an unknown that is not a symbol
        try:
            return _solved(simpler, unknowns)
        except NotLinearError:
            raise as_written from None


# -- coefficients ----------------------------------------------------------------------------------


def _unknown(t: Term, x: Term) -> Unknown:
    """The unknown x, after checking that some product c·x is of the sort of t."""
    for what in (t, x):
        if not isinstance(what, Linear):
            raise SortError(f"coefficient takes terms of linear sorts, not {label(what)}")
    if x.op.constant:
        raise SortError(f"{x} is a constant: ask for the coefficient of a symbol or other term")
    if x.sort is Scalar:
        return Unknown(x, number(1), zero_of(t.sort, t.shape))
    if x.sort in MATRICES and t.sort in MATRICES and t.shape[1] == x.shape[1]:
        shape = (t.shape[0], x.shape[0])
        one, zero = identity(x.shape[0]), zero_of(sort_of_shape(shape), shape)
        return Unknown(x, one, zero, matmul, trans, tilde, vee)
    if t.sort is not x.sort or t.shape != x.shape:
        raise NotLinearError(
            f"{brief(t)} is {label(t)}, which no coefficient times {brief(x)}, {label(x)}, can be; "
            "multiply it by a vector, or take a part, a transpose or components of it first"
        )
    if x.sort.product is None or not x.sort.has_one:
        return Unknown(x, number(1), number(0))
    role = product_of(x.sort.product)
    turn = None if role is None else role.turn
    return Unknown(x, one_of(x.sort, x.shape), zero_of(x.sort, x.shape), x.sort.product, turn)


def _coefficient(u: Unknown, t: Term, parts: Parts) -> Term:
    """The coefficient in a whole term, if every part is a coefficient times x."""
    found = [u.zero, u.zero]  # a sum has at least two operands
    for part, c in parts.items():
        multiple = _multiple_of_one(part.right) if part.form is Form.FACTOR else None
        if multiple is not None:
            found.append(multiple * c)
        elif normal(c) != 0:
            raise NotLinearError(
                f"{brief(t)} is linear in {brief(u.x)}, but {brief(_written(u, part, c))} is not a "
                f"coefficient times {brief(u.x)}: a coefficient stands on the left"
            )
    total: Term = add.build(tuple(found))
    return normal(total)


def _multiple_of_one(factor: Term | None) -> Any:
    """The scalar f, if a factor is f times the one of its sort; None if it is not."""
    if factor is None:
        return number(1)
    t, f = normal(factor), number(1)
    if t.op is neg:
        f, t = -f, t.args[0]
    if t.op is scale:
        f, t = f * t.args[0], t.args[1]
    return f * number(t.value) if t.op.constant else None


def _written(u: Unknown, part: Part, c: Term) -> Term:
    """A part as a term."""
    inner = product(u.product, c, u.x)
    inner = applied(u.turn, inner) if part.form is Form.TURNED else inner
    whole: Term = product(u.product, part.left, inner, part.right)
    return normal(whole)


# -- the walk -------------------------------------------------------------------------------------


class Walk:
    """How every sub-term depends on the unknowns; `found` has {} for sub-terms free of them."""

    def __init__(self, unknowns: list[Unknown]) -> None:
        self.found: dict[Term, dict[Unknown, Parts]] = {u.x: {u: {PLAIN: u.one}} for u in unknowns}

    def run(self, t: Term) -> dict[Unknown, Parts]:
        for s in postorder(t, known=self.found.__contains__):
            check_time()
            self.found[s] = self.visit(s)
        return self.found[t]

    def visit(self, s: Term) -> dict[Unknown, Parts]:
        below = [self.found[a] for a in s.args]
        places = [i for i, b in enumerate(below) if b]
        if not places:
            return {}
        unknowns = dict.fromkeys(u for i in places for u in below[i])
        if s.op.derivative == "linear":
            pushed = {u: together(u, s, [b.get(u, {}) for b in below]) for u in unknowns}
        else:
            meaning = self.meaning(s)
            if meaning is not None:
                return self.run(meaning)
            if len(places) > 1:
                refuse(s, unknowns, f"{s.op.name} multiplies operands that depend on it")
            pushed = {u: _pushed(u, s, places[0], below[places[0]][u]) for u in unknowns}
        shape = s.shape if s.sort in MATRICES else None
        done = {u: settled(u, shape, pairs) for u, pairs in pushed.items()}
        return {u: parts for u, parts in done.items() if parts}

    @staticmethod
    def meaning(s: Term) -> Term | None:
        law = s.op.law(Abbreviates)
        return law.meaning(*s.args) if law is not None else None


def _pushed(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    """The parts of a term of which only operand i depends on x."""
    if s.op is power and s.args[1] == 1:
        yield from parts.items()
        return
    if not is_linear_at(s.op, i, s.args[i].shape):
        refuse(s, [u], f"{s.op.name} is not linear in its argument {i + 1}")
    if u.x.sort is Scalar:
        yield PLAIN, _with_operand(s, i, parts[PLAIN])
        return
    others: Parts = {}
    for part, c in parts.items():
        if part.form is Form.SCALED and part.left is not None:
            yield Part(Form.SCALED, _with_operand(s, i, part.left)), c
        else:
            others[part] = c
    if others:
        rule = factors if s.op is u.product and not u.is_matrix else s.op.parts or acted
        yield from rule(u, s, i, others)


def _with_operand(s: Term, i: int, operand: Term) -> Term:
    result: Term = s.op.build((*s.args[:i], operand, *s.args[i + 1 :]))
    return result


def is_linear_at(op: Op, i: int, shape: Shape) -> bool:
    """Whether the laws of an operator make it linear in operand i."""
    additive = homogeneous = False
    for law in op.laws:
        if isinstance(law, Morphism | Homogeneous) and (law.at is None or i in law.at):
            if isinstance(law, Morphism):
                additive = additive or (law.over is add and law.to in (None, add))
            elif law.of is None and law.to is None:
                degree = law.degree if isinstance(law.degree, int) else law.degree(shape)
                homogeneous = homogeneous or degree == 1
    return additive and homogeneous
