"""How a sub-term depends on an unknown x, and what operators do to that dependence.

`verbs/linearity.py` walks a term with this. What an operator does to the parts of its operands is
in its record: with `linear` it gives the matrix that multiplies an operand, with `parts` a function
of the unknown, the term, the number of the operand and the operand's parts, which yields those of
the term. For an operator that is linear in all operands together (`derivative="linear"`) that
function gets the parts of all operands instead of a number and those of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple, NoReturn

from ..core.declare import MATRICES
from ..core.hooks import brief
from ..core.linear import add, neg, scale
from ..core.operators import Operator, zero_of
from ..core.sorts import Scalar
from ..core.terms import Shape, Term
from ..errors import NotLinearError

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
    """The operator that reverses the product: the transpose, the conjugate."""
    tilde: Op | None = None
    """Of a matrix or column: the operator that makes an antisymmetric matrix of a column."""
    vee: Op | None = None
    """The operator that undoes it."""

    @property
    def is_matrix(self) -> bool:
        return self.tilde is not None

    @property
    def is_column(self) -> bool:
        return self.is_matrix and self.x.shape[1] == 1


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
        if shape is not None and u.is_matrix:
            part, c = _collapsed(u, shape, part, c)
        gathered.setdefault(part, []).append(c)
    return {p: cs[0] if len(cs) == 1 else add.build(tuple(cs)) for p, cs in gathered.items()}


def _collapsed(u: Unknown, shape: Shape, part: Part, c: Term) -> tuple[Part, Term]:
    """A column is c x and a row (c x)ᵀ, if x is a column; a scalar is its own transpose."""
    form, left, right = part
    if not u.is_column:
        if shape == (1, 1) and form is Form.TURNED:
            return Part(Form.FACTOR, None, applied(u.turn, left)), c
        return part, c
    if shape[1] == 1:
        if form is Form.TILDE:  # tilde(y) v = -tilde(v) y
            right = applied(u.tilde, applied(neg, right))
        return PLAIN, product(u.product, left, right, c)
    if shape[0] == 1:
        if form is Form.TILDE:
            left = applied(u.tilde, applied(u.turn, left))
            return Part(Form.TURNED), product(u.product, applied(u.turn, right), left, c)
        left = left if form is Form.TURNED else applied(u.turn, left)
        return Part(Form.TURNED), product(u.product, left, applied(u.turn, right), c)
    return part, c


def product(op: Op | None, *factors: Term | None) -> Any:
    """The product of the factors that are there, None if none is."""
    there = [f for f in factors if f is not None]
    if len(there) < 2:
        return there[0] if there else None
    return (op or scale).build(tuple(there))


def applied(op: Op | None, t: Term | None) -> Any:
    """op(t), if both are there."""
    return op.build((t,)) if op is not None and t is not None else t


def before(u: Unknown, factor: Term | None, parts: Parts) -> Pairs:
    """factor · part."""
    for part, c in parts.items():
        if part.form is Form.FACTOR:
            yield part, product(u.product, factor, c)
        else:
            yield part._replace(left=product(u.product, factor, part.left)), c


def after(u: Unknown, parts: Parts, factor: Term | None) -> Pairs:
    """part · factor."""
    for part, c in parts.items():
        if part.form is Form.TURNED:
            yield part, product(u.product, applied(u.turn, factor), c)
        elif part.form is Form.SCALED:
            yield part._replace(left=product(u.product, part.left, factor)), c
        else:
            yield part._replace(right=product(u.product, part.right, factor)), c


def multiples(f: Any, parts: Parts) -> Pairs:
    """f · part, for a scalar f."""
    return ((part, f * c) for part, c in parts.items())


def scaling(u: Unknown, s: Term, parts: Parts, t: Any) -> Pairs:
    """Scalar-valued parts times a term t that is free of x."""
    if t.sort is Scalar:
        yield from multiples(t, parts)
        return
    for part, c in parts.items():
        if u.is_column:
            yield Part(Form.SCALED, t), c
        elif t.sort in MATRICES and t.shape[1] == 1:
            yield part, product(u.product, t, c)
        elif t.sort in MATRICES and t.shape[0] == 1:
            yield part._replace(right=product(u.product, part.right, t)), c
        else:
            refuse(s, [u], "no left factor is known for a matrix scaled by it")


# -- what operators do to parts -------------------------------------------------------------------


def turned(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    """A transpose or a conjugate: the factors change sides."""
    for (form, left, right), c in parts.items():
        first, last = applied(u.turn, right), applied(u.turn, left)
        if form is Form.FACTOR:
            yield Part(Form.TURNED, first), c
        elif form is Form.TURNED:
            yield Part(Form.FACTOR, None, last), c
        elif form is Form.TILDE:
            yield Part(form, first, last), neg.build((c,))
        else:
            yield Part(form), c if form is Form.SCALAR else neg.build((c,))


def factors(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    """A product in the algebra of x itself."""
    head, tail = (product(u.product, *args) for args in (s.args[:i], s.args[i + 1 :]))
    return after(u, dict(before(u, head, parts)), tail)


def acted(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    """f(…, y, …) = M y, with the matrix M that the record of f gives as `linear`."""
    matrix = s.op.linear[i] if s.op.linear is not None and u.is_matrix else None
    if matrix is None:
        refuse(s, [u], f"no left factor is known for {s.op.name}; it may be declared with linear=")
    return before(u, matrix(*s.args), parts)


def together(u: Unknown, s: Term, below: Sequence[Parts]) -> Pairs:
    """f(x, y) = f(x, 0) + f(0, y): an operator that is linear in all operands together."""
    if s.op.parts is not None:
        yield from s.op.parts(u, s, below)
    elif u.x.sort is Scalar:
        found = zip(s.args, below, strict=True)
        operands = [b[PLAIN] if b else zero_of(a.sort, a.shape) for a, b in found]
        yield PLAIN, s.op.build(tuple(operands))
    else:
        for i, parts in enumerate(below):
            if parts:
                yield from acted(u, s, i, parts)
