"""Terms as text that reads like the Python that builds them.

`parse(str(t), declarations)` is `t` itself, for every term. If Python's operators would build
another term, because they flatten chains, do arithmetic with literals or turn a 1 into a unit, the
text uses functions instead:

>>> from rewrite import add, mul, scalars, vectors, matrices, number
>>> (x, y), (a, b), (A, B) = scalars("x y"), vectors("a b"), matrices("A B")
>>> a - (2*x*b + a), add(a + b, a), mul(A @ B, A), -(x*a), -x*a, x*(A @ b), mul(2, 3)
(a - (2*x*b + a), add(a + b, a), mul(A @ B, A), -(x*a), -x*a, x*(A @ b), mul(2, 3))
>>> number(1) @ A, 1 @ A, (A.T @ B).inv, x*(x + 1)**-2, y**number("1/2"), (x**2)**-1
(number(1) @ A, identity(3) @ A, (A.T @ B).inv, x/(x + 1)**2, sqrt(y), (x**2)**-1)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from reprlib import Repr
from typing import Any, cast

from ..core.linear import add, neg, power, scale, times
from ..core.operators import NUMBER, ONE, OPAQUE, SYMBOL, VARIABLE, ZERO, Operator, number
from ..core.sorts import Matrix, Quaternion, Scalar, Vector
from ..core.terms import Shape, Term
from .pretty import TYPESET, latex, unicode
from .render import (
    ATOM,
    MATMUL,
    MAX_TEXT,
    POWER,
    PRODUCT,
    SUM,
    UNARY,
    Layout,
    Place,
    digits,
    listed,
    rational,
    render,
)

HALF = Fraction(1, 2)

__all__ = ["MAX_TEXT", "TYPESET", "brief", "latex", "text", "unicode"]


def text(t: Term) -> str:
    """The text of a term, as Python that builds it; beyond MAX_TEXT characters it ends in ` ...`.

    >>> from rewrite import vectors, cross
    >>> a, b = vectors("a b")
    >>> text(cross(a, -b) - a/2)
    'cross(a, -b) - a/2'
    """
    return render(t, _layout, ("(", ")"))


_short = Repr()
_short.maxstring = _short.maxother = 60


def brief(x: object, limit: int = 60) -> str:
    """A term or any other value in at most `limit` characters, for messages.

    >>> from rewrite import scalar
    >>> brief(sum(scalar(f"x{i}") for i in range(100)), 20)
    '0 + x0 + x1 + x2 ...'
    """
    if isinstance(x, Term):
        shown = render(x, _layout, ("(", ")"), max(limit, 0))
    else:
        shown = digits(x) if type(x) is int else _short.repr(x)
    return shown if len(shown) <= limit else shown[: max(limit - 4, 0)] + " ..."


# -- how each kind of term is laid out -------------------------------------------------------


def _layout(place: Place) -> Layout:
    t = place.term
    if not t.args:
        return _number(t) if t.op is NUMBER else Layout(ATOM, (_atom(t),))
    infix = _BY_SIGN.get(t.op.sign)
    written = infix(t, place.signed) if infix is not None else None
    if written is not None:
        return written
    return Layout(ATOM, _call(_function(t), t))


def _atom(t: Term) -> str:
    if t.op is SYMBOL or t.op is VARIABLE:
        return str(t.value.name)
    if t.op is ZERO:
        return f"zero({_kind(t.sort, t.shape)})"
    if t.op is ONE:
        return f"identity({t.shape[0]})" if t.sort is Matrix else f"one({_kind(t.sort, t.shape)})"
    if t.op is OPAQUE:
        kind = "" if t.sort is Scalar else f", {_kind(t.sort, t.shape)}"
        return f"opaque({json.dumps(t.value, ensure_ascii=False)}{kind})"
    return t.op.name


def _kind(sort: type[Term], shape: Shape) -> str:
    if sort is Matrix:
        return str(shape)
    return sort.__name__ if sort.default_shape is not None else f"{sort.__name__}, {shape}"


def _function(t: Term) -> str:
    """The name to call: `mul`, as people would write it, if that builds this very term."""
    first = t.args[0].sort
    built = Matrix.product if first is Vector else first.product
    return "mul" if t.op is times or t.op is built else t.op.name


def _call(name: str, t: Term) -> Iterator[str | Place]:
    yield f"{name}("
    yield from _guarded(listed(t.args)) if _mixes_sorts(t.op) else listed(t.args)
    yield ")"


def _mixes_sorts(op: Operator[..., Any]) -> bool:
    """Whether a literal among the operands would be read as the zero or one of another sort."""
    return op.variadic and op.params[0] is None and op is not add


def _guarded(pieces: Iterator[str | Place]) -> Iterator[str | Place]:
    """The pieces, with literals made terms of their own: number(2)."""
    for piece in pieces:
        if isinstance(piece, Place) and piece.term.op is NUMBER:
            yield f"number({rational(piece.term.value)})"
        else:
            yield piece


# -- infix notation: None where Python would build another term ---------------------------------

Infix = Callable[[Term, bool], Layout | None]


def _number(t: Term) -> Layout:
    whole = t.value.denominator == 1
    level = PRODUCT if not whole else UNARY if t.value < 0 else ATOM
    return Layout(level, (rational(t.value),), minus=t.value < 0)


def _sum(t: Term, signed: bool) -> Layout | None:
    first, second = t.args[:2]
    if first.op is add or _literals(first, second.args[0] if second.op is neg else second):
        return None

    def pieces() -> Iterator[str | Place]:
        yield Place(first, MATMUL, signed)
        for x in islice(t.args, 1, None):
            minus = x.op is neg
            yield " - " if minus else " + "
            yield Place(x.args[0] if minus else x, MATMUL, signed=False)

    return Layout(SUM, pieces())


def _literals(x: Term, y: Term) -> bool:
    """Whether both are written as Python numbers, so that Python would do arithmetic with them."""
    return x.op is NUMBER and y.op is NUMBER


def _negative(t: Term, signed: bool) -> Layout | None:
    if t.args[0].op is NUMBER:
        return None
    below = _divisor(t.args[0])
    if below is not None:
        return Layout(PRODUCT, ("-1/", Place(below, POWER)), minus=True)
    return Layout(UNARY, ("-", Place(t.args[0], POWER)), minus=True)


def _with_signs(t: Term, sign: str, need: int, signed: bool) -> Iterator[str | Place]:
    """Operands with a sign between them; the first may be a product itself."""
    yield Place(t.args[0], need, signed)
    for x in islice(t.args, 1, None):
        yield sign
        yield Place(x, POWER)


def _factors(t: Term, need: int, signed: bool) -> Iterator[str | Place]:
    """Scalars that multiply and divide, from left to right: x/y*z."""
    first = t.args[0]
    yield Place(first, need, signed)
    for i, x in enumerate(islice(t.args, 1, None)):
        below = _divisor(x)
        unit = i == 0 and first.op is NUMBER and first.value in (1, -1)
        if below is None or unit:  # 1/x is not a product
            yield "*"
            yield Place(x, POWER)
        else:
            yield "/"
            yield Place(below, POWER)


def _product(t: Term, signed: bool) -> Layout | None:
    first, second = t.args[:2]
    if (first.op is t.op and t.op.variadic) or _literals(first, second):
        return None
    if t.op is times:
        return Layout(PRODUCT, _factors(t, PRODUCT, signed))
    below = _divisor(first) if t.op is scale else None
    if below is not None:
        return Layout(PRODUCT, (Place(second, PRODUCT, signed), "/", Place(below, POWER)))
    need = UNARY if first.sort is not Scalar else PRODUCT
    return Layout(PRODUCT, _with_signs(t, "*", need, signed))


def _quotient(t: Term, signed: bool) -> Layout | None:
    above, below = t.args
    if below.op is not NUMBER or above.op is NUMBER:  # Python builds a power of any other divisor
        return None
    return Layout(PRODUCT, (Place(above, PRODUCT, signed), "/", Place(below, POWER)))


def _divisor(t: Term) -> Term | None:
    """y if t is written as 1/y and Python builds t from that; otherwise None."""
    if t.op is not power or t.sort is not Scalar or t.args[1].value >= 0:
        return None
    base, exponent = t.args[0], -t.args[1].value
    if base.op is NUMBER and isinstance(exponent, int):
        return None
    if exponent != 1:
        return cast(Term, power.build((base, number(exponent))))
    return None if base.op is power and base.args[1].value > 0 else base


def _matrix_product(t: Term, signed: bool) -> Layout | None:
    if not _builds_by_steps(t):
        return None
    return Layout(MATMUL, _guarded(_with_signs(t, " @ ", UNARY, signed)))


def _builds_by_steps(t: Term) -> bool:
    """Whether x @ y @ z builds this very product: a 1×1 product so far takes no more operands."""
    first, *others, _ = t.args
    if first.op is t.op and first.sort is not Scalar:
        return False
    rows, cols = first.shape
    for x in others:
        if x.sort is not Scalar:
            rows, cols = (rows if (rows, cols) != (1, 1) else x.shape[0]), x.shape[1]
        if (rows, cols) == (1, 1):
            return False
    return True


def _power(t: Term, signed: bool) -> Layout | None:
    base, exponent = t.args
    below = _divisor(t)
    if below is not None:
        return Layout(PRODUCT, ("1/", Place(below, POWER)))
    if exponent.value == HALF:
        return Layout(ATOM, ("sqrt(", Place(base), ")"))
    whole = isinstance(exponent.value, int)
    if base.sort not in (Scalar, Matrix, Quaternion) or (base.op is NUMBER and whole):
        return None
    shown = rational(exponent.value)
    return Layout(POWER, (Place(base, ATOM), f"**{shown}" if whole else f"**({shown})"))


def _attribute(name: str) -> Infix:
    def postfix(t: Term, signed: bool) -> Layout | None:
        operand = t.args[0]
        if operand.op is NUMBER or not hasattr(operand.sort, name):
            return None
        return Layout(ATOM, (Place(operand, ATOM), f".{name}"))

    return postfix


_BY_SIGN: dict[str | None, Infix] = {
    "+": _sum,
    "-": _negative,
    "*": _product,
    "/": _quotient,
    "@": _matrix_product,
    "**": _power,
    ".T": _attribute("T"),
    ".inv": _attribute("inv"),
}
"""How to write a term, by the sign in the record of its operator."""
