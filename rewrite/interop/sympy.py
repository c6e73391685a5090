"""Scalars to and from sympy, with the same value.

Sums, products, rational powers, π, the standard functions of scalars (sine, tangent, exponential,
absolute value, …) and functions known only by name are translated.
Anything else is kept whole and comes back unchanged: a sympy expression as an opaque atom, a scalar
made of vectors, matrices or quaternions as a `TermAtom`. So sympy's algebra can be used on the
coefficients of a vector equation, and ours on expressions with parts that we do not know.

>>> import sympy
>>> from rewrite import dot, scalars, vectors
>>> (m, x), (a, b) = scalars("m x"), vectors("a b")
>>> e = sympy.expand(to_sympy((m + x)*(m - x)*dot(a, b)))
>>> e
m**2*dot(a, b) - x**2*dot(a, b)
>>> from_sympy(e) == m**2*dot(a, b) + (-1)*x**2*dot(a, b)
True

An opaque atom hides its parts: `free_symbols` does not return a symbol inside it, and `subs` does
not reach it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, cast
from weakref import WeakKeyDictionary, WeakValueDictionary

import sympy
from sympy.core.function import AppliedUndef

from ..core.declare import scalar
from ..core.linear import add, neg, power, times
from ..core.operators import NUMBER, OPAQUE, SYMBOL, Operator, find_operator, label, number
from ..core.sorts import Scalar
from ..core.terms import Term, intern, order, postorder
from ..deadline import LIGHT, OutOfTimeError, check_time, time_left
from ..errors import (
    LawError,
    LimitError,
    NameClashError,
    NotExactError,
    RewriteError,
    SortError,
    UndefinedError,
)
from ..normalform.walk import normal
from ..text.printing import brief, latex
from ..theory.functions import abs as size
from ..theory.functions import atan2, exp, log, sign, tan, tanh
from ..theory.matrices import matmul
from ..theory.scalars import cos, function, pi, sin

Op = Operator[..., Any]
Expression = Any
"""A sympy expression; sympy has no types for a type checker."""
Declarations = Iterable[Scalar] | Mapping[Any, Scalar]

FEW = 100
"""So many operands of a function and of its operands are written without weighing them."""
QUESTIONS = 0.0004
"""About the seconds in which sympy answers its own questions about one of them."""

_origin: WeakKeyDictionary[Term, Expression] = WeakKeyDictionary()
"""The sympy symbols of our symbols, and the expressions behind opaque atoms."""
_symbols: WeakValueDictionary[Expression, Scalar] = WeakValueDictionary()
"""The symbols that were last converted to each sympy symbol."""
_functions: dict[str, tuple[Any, Op]] = {}
"""Functions known only by name: the sympy function and the operator. One name is one function."""


class TermAtom(sympy.Symbol):  # type: ignore[misc]  # sympy has no types
    """A scalar term, such as dot(a, b), that sympy treats as a real symbol."""

    __slots__ = ("_digest", "term")
    term: Scalar

    def __new__(cls, term: Scalar) -> TermAtom:
        text = f"({term})" if term.op is matmul else str(term)
        self = sympy.Symbol.__xnew__(cls, text, real=True)
        self.term = term
        self._digest = order(term)[-1].hex()
        return cast(TermAtom, self)

    def _hashable_content(self) -> tuple[Any, ...]:
        return self.name, self._digest

    def sort_key(self, order: object = None) -> tuple[Any, ...]:
        one = sympy.S.One
        return self.class_key(), (2, (self.name, self._digest)), one.sort_key(), one

    def __reduce__(self) -> tuple[Any, ...]:
        return TermAtom, (self.term,)

    def _sympyrepr(self, printer: object) -> str:
        return f"TermAtom({self.name!r}, {self._digest})"

    def _latex(self, printer: object) -> str:
        return rf"\left({latex(self.term)}\right)"


# -- from sympy -----------------------------------------------------------------------------------


def from_sympy(expr: Expression, declarations: Declarations = ()) -> Scalar:
    """A scalar sympy expression as a term: see `rewrite.from_sympy`."""
    try:
        root = sympy.sympify(expr, strict=True)
    except sympy.SympifyError:
        raise SortError(f"from_sympy takes a sympy expression, not {label(expr)}") from None
    try:
        return _Reader(declarations).read(root)
    except RecursionError:
        raise LimitError("from_sympy: an opaque part is nested too deeply for sympy") from None


class _Reader:
    """Reads one expression: the declarations, and the parts read so far."""

    def __init__(self, declarations: Declarations) -> None:
        if not isinstance(declarations, Mapping):
            declarations = {symbol.name: symbol for symbol in declarations}
        self.declared = declarations
        self.done: dict[Expression, Scalar] = {}
        self.met = {t: e for e, t in declarations.items() if not isinstance(e, str)}

    def read(self, root: Expression) -> Scalar:
        stack = [root]
        while stack:
            check_time(1 / LIGHT)
            e = stack[-1]
            build, operands = _opened(e)
            waiting = [x for x in operands if x not in self.done]
            if waiting and e not in self.done:
                stack += reversed(waiting)
                continue
            if e not in self.done:
                terms = tuple([self.done[x] for x in operands])
                self.done[e] = build(terms) if build is not None else self.atom(e)
            stack.pop()
        return self.done[root]

    def atom(self, e: Expression) -> Scalar:
        _refuse_unreadable(e)
        if isinstance(e, sympy.Rational):
            return cast(Scalar, number(Fraction(int(e.p), int(e.q))))
        if isinstance(e, TermAtom):
            return e.term
        if e is sympy.pi:
            return pi
        found = self.symbol(e) if type(e) is sympy.Symbol else None
        return _opaque(e) if found is None else found

    def symbol(self, e: Expression) -> Scalar | None:
        """The scalar of a sympy symbol; None if its name is not one of ours."""
        if e in self.declared:
            return self.remembered(e, self.declared[e])
        found: Any = self.declared.get(e.name)
        if found is None:
            found = _symbols.get(e)
        try:
            found = scalar(e.name) if found is None else found
        except RewriteError:
            return None
        other = self.met.setdefault(found, e)
        if other != e:
            raise NameClashError(
                f"from_sympy: {sympy.srepr(other)} and {sympy.srepr(e)} would both become {found}; "
                "tell them apart by declarations that map the symbols themselves to scalars"
            )
        return self.remembered(e, found)

    @staticmethod
    def remembered(e: Expression, t: Any) -> Scalar:
        """Record the origin of a scalar."""
        if not isinstance(t, Scalar):
            raise SortError(f"from_sympy: {e} is declared as {label(t)}, needs Scalar")
        if t.is_symbol:
            _origin[t] = e
        return t


def _opened(e: Expression) -> tuple[Callable[[tuple[Any, ...]], Scalar] | None, Any]:
    """How to build a term from the operands of an expression; no operands for an atom."""
    if isinstance(e, sympy.Add | sympy.Mul):
        return (add.build if e.is_Add else times.build), e.args
    known = _READ.get(e.func)
    if known is not None:
        return known.build, e.args
    if isinstance(e, sympy.Pow) and isinstance(e.exp, sympy.Rational) and _has_power(e):
        exponent = number(Fraction(int(e.exp.p), int(e.exp.q)))
        return (lambda base: power.build((*base, exponent))), (e.base,)
    named = isinstance(e, AppliedUndef) and e.func.is_commutative is not False
    op = _operator_of(e) if named else None
    return (None, ()) if op is None else (op.build, e.args)


def _has_power(e: Expression) -> bool:
    """Whether a rational power is real: no root of a negative number."""
    return bool(e.exp.is_Integer or not (e.base.is_Rational and e.base < 0))


def _operator_of(e: Expression) -> Op | None:
    """The operator of an applied function; None if its name already has another meaning."""
    name, arity = e.func.__name__, len(e.args)
    if name not in _functions:
        if not name.isidentifier() or _is_standard(name):
            return None
        _functions[name] = e.func, function(name, arity, module=__name__)
    known, op = _functions[name]
    fits = len(op.params) == arity or (op.variadic and arity >= len(op.params))
    return op if fits and known == e.func else None


def _is_standard(name: str) -> bool:
    try:
        return find_operator("", name) is not None
    except LawError:
        return False


def _opaque(e: Expression) -> Scalar:
    """The atom that stands for an expression; its text distinguishes it from others."""
    pending = list(e.args)
    while pending:
        inner = pending.pop()
        _refuse_inexact(inner)
        pending += inner.args
    text, count = str(sympy.srepr(e)), 1
    while True:  # srepr omits some assumptions, so different expressions may share it
        name = text if count == 1 else f"{text} ({count})"
        atom = intern(OPAQUE, (), Scalar, (1, 1), name)
        if _origin.setdefault(atom, e) == e:
            return atom
        count += 1


def _refuse_unreadable(e: Expression) -> None:
    """Refuse an expression that is not a real scalar."""
    if getattr(e, "is_Matrix", False) or getattr(e, "is_Vector", False):
        raise SortError(f"from_sympy takes scalars, not {_shown(e)}; take its entries one by one")
    if not isinstance(e, sympy.Expr):
        raise SortError(f"from_sympy takes scalars, not {_shown(e)}")
    if e in (sympy.oo, -sympy.oo, sympy.zoo, sympy.nan):
        raise UndefinedError(f"from_sympy: {e} is not the value of a scalar")
    if e.is_commutative is False:
        raise SortError(f"from_sympy: {_shown(e)} does not commute, but scalars do")
    _refuse_inexact(e)


def _shown(e: Expression) -> str:
    return f"the {type(e).__name__} {' '.join(str(e).split()):.60}"


def _refuse_inexact(e: Expression) -> None:
    if isinstance(e, sympy.Float):
        shown = sympy.sstr(e, full_prec=False)
        raise NotExactError(
            f"from_sympy: the float {shown} is not exact; write sympy.Rational('{shown}') or use "
            "sympy.nsimplify(expression, rational=True)"
        )


# -- to sympy -------------------------------------------------------------------------------------


def to_sympy(t: Scalar, mapping: Mapping[Any, Expression] | None = None) -> Expression:
    """A scalar term as a sympy expression: see `rewrite.to_sympy`."""
    if not isinstance(t, Term) or t.sort is not Scalar:
        raise SortError(f"to_sympy takes a Scalar, not {label(t)}; go to components first")
    done: dict[Term, Expression] = {}
    for given, expression in (mapping or {}).items():
        done[given] = done[normal(given)] = sympy.sympify(expression)
    t = normal(t)
    try:
        for s in postorder(t, known=lambda s: s.sort is not Scalar or s in done):
            check_time(1 / LIGHT)
            done[s] = _written(cast(Scalar, s), done)
    except RecursionError:
        raise LimitError(f"to_sympy: {brief(t)} is nested too deeply for sympy") from None
    return done[t]


_WRITTEN: dict[Op, Callable[..., Expression]] = {
    add: sympy.Add,
    neg: lambda x: -x,
    times: sympy.Mul,
    power: sympy.Pow,
    sin: sympy.sin,
    tan: sympy.tan,
    exp: sympy.exp,
    log: sympy.log,
    tanh: sympy.tanh,
    sign: sympy.sign,
    size: sympy.Abs,
    atan2: sympy.atan2,
    cos: sympy.cos,
}


_READ: dict[Any, Op] = {
    written: op
    for op, written in _WRITTEN.items()
    if isinstance(written, type) and op.module == "" and op not in (add, times, power)
}
"""The operators of sympy's functions."""


def _written(s: Scalar, done: dict[Term, Expression]) -> Expression:
    """A normal scalar whose scalar operands have been written."""
    if s.op is NUMBER:
        return sympy.Rational(s.value.numerator, s.value.denominator)
    if s.op is SYMBOL:
        return _symbol(s)
    if s is pi:
        return sympy.pi
    if s.op is OPAQUE:
        return original_of(s)
    if any(a.sort is not Scalar for a in s.args):
        return TermAtom(s)
    build = _WRITTEN.get(s.op) or function_of(s.op)
    if build is None:
        return TermAtom(s)
    operands = [done[a] for a in s.args]
    if s.op not in (add, neg, times, power):
        _allow_questions(operands)
    return build(*operands)


def _allow_questions(operands: list[Expression]) -> None:
    """Refuse a function of long sums if time is too short: sympy asks many questions about the
    sign, the parity and so on of every part, and cannot be interrupted."""
    parts = sum(len(x.args) for e in operands for x in (e, *e.args))
    if parts > FEW and parts * QUESTIONS > time_left():
        raise OutOfTimeError("the time limit is too short for this")


def _symbol(s: Scalar) -> Expression:
    e = _origin.get(s)
    if e is None:
        facts = {"nonzero": True} if "nonzero" in s.value.facts else {}
        e = sympy.Symbol(s.name, real=True, **facts)
    _symbols[e] = s
    return e


def original_of(s: Scalar) -> Expression:
    known = _origin.get(s)
    if known is None:
        raise RewriteError(
            f"to_sympy: {brief(s)} stands for a sympy expression that this process has not seen; "
            "read the expression with from_sympy first"
        )
    return known


def function_of(op: Op) -> Any:
    """The sympy function of an operator; None if its name already has another meaning."""
    if op in _WRITTEN:
        return _WRITTEN[op]
    known = _functions.get(op.name)
    if known is None or known[1].module == op.module:  # a new declaration replaces the old one
        known = _functions[op.name] = (known[0] if known else sympy.Function(op.name)), op
    return known[0] if known[1] is op else None
