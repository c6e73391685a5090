"""Coefficients: how a generator takes a mass matrix out of an equation.

A term that is linear in x is c·x and a rest. What the product c·x is depends on the sort of x:

- x Scalar: c has the sort of the term, and c·x is a scaling;
- x Vector or Matrix, p×q: the term is m×q, c is m×p, and c·x is c @ x;
- x Quaternion, or of another sort with a product and a one: c is one too, and c·x is c * x;
- x of any other linear sort: c is a Scalar that scales x.

The term is walked once, operands first. Each node keeps how it depends on each unknown as a sum of
parts, told apart by the form in which x stands in them (see `Form`): tilde(x) has no left factor,
yet tilde(x) @ v has. Every part is linear in its coefficient c, so that like parts add, and a
sub-term that occurs twice is looked at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple, NoReturn, TypeVar

from .declare import identity
from .errors import NotLinearError, RewriteError, SortError
from .laws import Abbreviates, Homogeneous, Morphism
from .normalform.walk import normal
from .operators import Operator, label, number, one_of, zero_of
from .sorts import Linear, Quaternion, Scalar, sort_of_shape
from .terms import Shape, Term, postorder, subs
from .text.printing import brief
from .theory.linear import add, div, neg, power, scale, times
from .theory.matrices import MATRIX_LIKE, matmul, trace, trans
from .theory.quaternions import conj, qmul, quat, rotate, rotation_matrix, scalar_part, vector_part
from .theory.vectors import cross, dot, tilde, triple, vee

Op = Operator[..., Any]
L = TypeVar("L", bound=Linear)


def coefficient(t: Linear, x: Linear) -> Any:
    """The coefficient of x in a term that is linear in it; the rest may be anything free of x.

    `x` is a symbol, or any other term, which is then looked for as it is written.

    >>> from rewrite import cross, scalar, vectors
    >>> m, (a, c, w, dw) = scalar("m"), vectors("a c w dw")
    >>> coefficient(m*(a + cross(dw, c) + cross(w, cross(w, c))), dw)
    -m*tilde(c)
    """
    return linear_in(t, (x,))[0][0]


def linear_in(t: L, xs: Iterable[Linear]) -> tuple[tuple[Any, ...], L]:
    """The coefficients of the unknowns xs, and the rest, free of them: t = Σ c·x + rest.

    All are in normal form. What cancels in the normal form of `t` does not count against it.

    >>> from rewrite import cross, matrix, vectors
    >>> J, (w, dw) = matrix("J", symmetric=True), vectors("w dw")
    >>> linear_in(J @ dw + cross(w, J @ w), [dw])
    ((J,), cross(w, J @ w))
    """
    unknowns = [_unknown(t, x) for x in xs]
    if len({u.x for u in unknowns}) < len(unknowns):
        raise RewriteError(f"linear_in: one of {[u.x for u in unknowns]} is listed twice")
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
            raise  # `normal` may change an unknown that is not a symbol beyond recognition
        try:
            return _solved(simpler, unknowns)
        except NotLinearError:
            raise as_written from None


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


def _unknown(t: Term, x: Term) -> Unknown:
    """The unknown x, after checking that some product c·x is of the sort of t."""
    for what in (t, x):
        if not isinstance(what, Linear):
            raise SortError(f"a coefficient is that of a linear term in another, not {label(what)}")
    if x.op.constant:
        raise SortError(f"{x} is a constant: ask for the coefficient of a symbol or other term")
    if x.sort is Scalar:
        return Unknown(x, number(1), zero_of(t.sort, t.shape))
    if x.sort in MATRIX_LIKE and t.sort in MATRIX_LIKE and t.shape[1] == x.shape[1]:
        shape = (t.shape[0], x.shape[0])
        return Unknown(x, identity(x.shape[0]), zero_of(sort_of_shape(shape), shape), matmul, trans)
    if t.sort is not x.sort or t.shape != x.shape:
        raise NotLinearError(
            f"{brief(t)} is {label(t)}, which no coefficient times {brief(x)}, {label(x)}, can be; "
            "multiply it by a vector, or take a part, a transpose or components of it first"
        )
    if x.sort.product is None or not x.sort.has_one:
        return Unknown(x, number(1), number(0))
    turn = conj if x.sort is Quaternion else None
    return Unknown(x, one_of(x.sort, x.shape), zero_of(x.sort, x.shape), x.sort.product, turn)


def _coefficient(u: Unknown, t: Term, parts: Parts) -> Term:
    """The coefficient in a whole term, if every part is a coefficient times x."""
    found = [u.zero, u.zero]  # a sum has two operands or more
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
    inner = _product(u.product, c, u.x)
    inner = _applied(u.turn, inner) if part.form is Form.TURNED else inner
    whole: Term = _product(u.product, part.left, inner, part.right)
    return normal(whole)


# -- the walk -------------------------------------------------------------------------------------


class Walk:
    """How every sub-term depends on the unknowns; `found` is empty for what is free of them."""

    def __init__(self, unknowns: list[Unknown]) -> None:
        self.found: dict[Term, dict[Unknown, Parts]] = {u.x: {u: {PLAIN: u.one}} for u in unknowns}

    def run(self, t: Term) -> dict[Unknown, Parts]:
        for s in postorder(t, known=self.found.__contains__):
            self.found[s] = self.visit(s)
        return self.found[t]

    def visit(self, s: Term) -> dict[Unknown, Parts]:
        below = [self.found[a] for a in s.args]
        places = [i for i, b in enumerate(below) if b]
        if not places:
            return {}
        unknowns = dict.fromkeys(u for i in places for u in below[i])
        if s.op in TOGETHER:
            pushed = {u: TOGETHER[s.op](u, s, [b.get(u, {}) for b in below]) for u in unknowns}
        else:
            meaning = self.meaning(s)
            if meaning is not None:
                return self.run(meaning)
            if len(places) > 1:
                _refuse(s, unknowns, f"{s.op.name} multiplies operands that depend on it")
            pushed = {u: _pushed(u, s, places[0], below[places[0]][u]) for u in unknowns}
        shape = s.shape if s.sort in MATRIX_LIKE else None
        settled = {u: _settled(u, shape, pairs) for u, pairs in pushed.items()}
        return {u: parts for u, parts in settled.items() if parts}

    @staticmethod
    def meaning(s: Term) -> Term | None:
        law = s.op.law(Abbreviates)
        return law.meaning(*s.args) if law is not None else None


def _refuse(s: Term, unknowns: Iterable[Unknown], why: str) -> NoReturn:
    names = " and ".join(brief(u.x) for u in unknowns)
    raise NotLinearError(f"{brief(s)} is not linear in {names}: {why}")


def _pushed(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    """The parts of a term of which one operand, number i, depends on x."""
    if s.op is power and s.args[1] == 1:
        yield from parts.items()
        return
    if not _is_linear_at(s.op, i, s.args[i].shape):
        _refuse(s, [u], f"{s.op.name} is not linear in its argument {i + 1}")
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
        rule = _factors if s.op is u.product is not matmul else RULES.get(s.op, _acted)
        yield from rule(u, s, i, others)


def _with_operand(s: Term, i: int, operand: Term) -> Term:
    result: Term = s.op.build((*s.args[:i], operand, *s.args[i + 1 :]))
    return result


def _is_linear_at(op: Op, i: int, shape: Shape) -> bool:
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


# -- sums and products of parts -------------------------------------------------------------------


def _settled(u: Unknown, shape: Shape | None, pairs: Iterable[tuple[Part, Term]]) -> Parts:
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
            return Part(Form.FACTOR, None, _applied(trans, left)), c
        return part, c
    if shape[1] == 1:
        if form is Form.TILDE:  # tilde(y) v = -tilde(v) y
            return PLAIN, _product(matmul, left, tilde.build((_applied(neg, right),)), c)
        return PLAIN, _product(matmul, left, right, c)
    if shape[0] == 1:
        if form is Form.TILDE:
            left = tilde.build((trans.build((left,)),))
            return Part(Form.TURNED), _product(matmul, _applied(trans, right), left, c)
        left = left if form is Form.TURNED else _applied(trans, left)
        return Part(Form.TURNED), _product(matmul, left, _applied(trans, right), c)
    return part, c


def _product(op: Op | None, *factors: Term | None) -> Any:
    """The product of the factors that are there, None if none is."""
    there = [f for f in factors if f is not None]
    if len(there) < 2:
        return there[0] if there else None
    return (op or scale).build(tuple(there))


def _applied(op: Op | None, t: Term | None) -> Any:
    return op.build((t,)) if op is not None and t is not None else t


def _before(u: Unknown, factor: Term | None, parts: Parts) -> Pairs:
    """factor · part."""
    for part, c in parts.items():
        if part.form is Form.FACTOR:
            yield part, _product(u.product, factor, c)
        else:
            yield part._replace(left=_product(u.product, factor, part.left)), c


def _after(u: Unknown, parts: Parts, factor: Term | None) -> Pairs:
    """part · factor."""
    for part, c in parts.items():
        if part.form is Form.TURNED:
            yield part, _product(u.product, _applied(u.turn, factor), c)
        elif part.form is Form.SCALED:
            yield part._replace(left=_product(u.product, part.left, factor)), c
        else:
            yield part._replace(right=_product(u.product, part.right, factor)), c


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
            _refuse(s, [u], "no left factor is known for a matrix scaled by it")


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
            _refuse(s, [u], "no left factor is known for a quaternion made of it")


TOGETHER: dict[Op, Callable[[Unknown, Term, list[Parts]], Pairs]] = {
    add: _sum,
    neg: _negation,
    quat: _pair,
}
"""Operators that are linear in all their operands together."""

ACTS: dict[Op, Callable[[tuple[Any, ...], int], Term]] = {
    cross: lambda args, i: tilde(args[0]) if i else -tilde(args[1]),
    dot: lambda args, i: trans(args[1 - i]),
    triple: lambda args, i: trans(cross(args[(i + 1) % 3], args[(i + 2) % 3])),
    rotate: lambda args, i: rotation_matrix(args[0]),
}
"""f(…, y, …) = M y: the matrix M of an operator that is linear in its operand y, number i. A theory
whose operators act on vectors enters them here."""


def _acted(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    acts = ACTS.get(s.op)
    matrix = acts(s.args, i) if acts is not None and u.product is matmul else None
    if matrix is None:
        _refuse(s, [u], f"no left factor is known for {s.op.name} (see rewrite.linearity.ACTS)")
    return _before(u, matrix, parts)


def _scale(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    return _scaling(u, s, parts, s.args[1]) if i == 0 else _multiples(s.args[0], parts)


def _times(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    return _multiples(_product(times, *s.args[:i], *s.args[i + 1 :]), parts)


def _multiples(f: Any, parts: Parts) -> Pairs:
    return ((part, f * c) for part, c in parts.items())


def _div(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    return ((part, div.build((c, s.args[1]))) for part, c in parts.items())


def _matmul(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    """What stands before the operand multiplies it at once, what follows one by one."""
    shape = s.args[i].shape
    head = _product(matmul, *s.args[:i])
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
        parts = _settled(u, shape, pairs)
    return iter(parts.items())


def _factors(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    """A product in the algebra of x itself."""
    head, tail = (_product(u.product, *args) for args in (s.args[:i], s.args[i + 1 :]))
    return _after(u, dict(_before(u, head, parts)), tail)


def _qmul(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    """(s, u)(t, v) = (s t - u·v, s v + t u + u × v), for a quaternion made of a column."""
    head, tail = (_product(qmul, *args) for args in (s.args[:i], s.args[i + 1 :]))
    for factor, sign in ((head, 1), (tail, -1)):
        if factor is not None:
            parts = _settled(u, None, _quaternion_times(parts, factor, sign))
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
        before, after = _applied(u.turn, right), _applied(u.turn, left)
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
        _refuse(s, [u], "no left factor is known for its tilde")
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
            yield PLAIN, -half * matmul(tilde(left), c)
        elif left is None and right is None:
            yield PLAIN, c
        elif form is Form.TILDE and (left is None or right is None):
            m = right if left is None else trans(left)
            yield PLAIN, half * (trace(m) * c - matmul(m, c))
        else:
            _refuse(s, [u], "no left factor is known for vee of such a product")


def _trace(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    """tr((c x) R) = R c x, and tr(M tilde(y)) = -vee(M - trans(M)) · y."""
    for (form, left, right), c in parts.items():
        if not u.is_column:
            _refuse(s, [u], "no left factor is known for its trace")
        if form is Form.TILDE:
            m = _product(matmul, right, left)
            if m is not None:
                row = trans(vee(trans(m) - m))
                yield PLAIN, matmul.build((row, c))
        else:
            yield PLAIN, _product(matmul, _applied(trans, left), right, c)


def _part(form: Form) -> Callable[[Unknown, Term, int, Parts], Pairs]:
    def rule(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
        for part, c in parts.items():
            if not u.is_column:
                _refuse(s, [u], "no left factor is known for a part of it")
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
