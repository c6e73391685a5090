r"""Functions of scalars that engineers expect: tan, atan2, exp, log, tanh, sign, absolute values.

Their values are exact where exact ones exist: tan at every exact point of the circle, sign and abs
everywhere, exp at 0, log at 1. Others are floats or balls. For `equal` they stand for what decides
most about them: tan x = sin x/cos x, |x| = √(x²), tanh x = (e²ˣ - 1)/(e²ˣ + 1); an exponential is
a product of powers of exponentials that are known by their names alone, as signs and angles are.

>>> from rewrite import *
>>> x, y = scalars("x y")
>>> equal(exp(x + y)*exp(-x), exp(y)).proved, equal(tan(x)*cos(x), sin(x)).proved
(True, True)
>>> diff(log(x) + tanh(x), x), evaluate(sign(x)*abs(x), {x: -3})
(1/x - tanh(x)**2 + 1, Fraction(-3, 1))
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

import flint

from ..core.declaring import operator
from ..core.laws import Absorbing, Law, Parity
from ..core.linear import add, neg, power, times
from ..core.operators import NUMBER, ZERO, Operator, number
from ..core.sorts import Scalar
from ..core.terms import Term
from ..errors import NotExactError, UndefinedError
from .scalars import cos, sin

if TYPE_CHECKING:
    from ..normalform.call import Call

Exact = Callable[..., Fraction | int | None]
Op = Operator[..., Scalar]
OWN = "rewrite.theory.functions"
"""The module of the functions that are known by their names alone."""


@dataclass(frozen=True)
class ExactValue(Law):
    """f(number) -> its value, where that is a rational number."""

    exact: Exact
    step = 44
    arity = 1

    def apply(self, call: Call) -> None:
        if all(a.op is NUMBER for a in call.args):
            found = self.exact(*[Fraction(a.value) for a in call.args])
            if found is not None:
                call.end(number(found))


@dataclass(frozen=True)
class ExactValueOfTwo(ExactValue):
    """The same for a function of two numbers."""

    arity = 2


def _values(name: str, exact: Exact) -> Callable[..., Any]:
    """How a function is evaluated: exactly where `exact` says so, on floats, and on balls."""

    def evaluate(*xs: Any) -> Any:
        if all(isinstance(x, int | Fraction) for x in xs):
            found = exact(*map(Fraction, xs))
            if found is None:
                raise NotExactError(f"{name} has no exact value there")
            return found
        if all(isinstance(x, float) for x in xs):
            return _on_floats(name, *xs)
        if all(isinstance(x, flint.arb) for x in xs):
            return _on_balls(name, *xs)
        if any(isinstance(x, flint.nmod | flint.fmpz_mod) for x in xs):
            raise NotExactError(f"{name} has no value modulo a prime")
        raise TypeError(f"{name} takes numbers")

    return evaluate


def _on_floats(name: str, *xs: float) -> float:
    if name == "log" and xs[0] <= 0:
        raise UndefinedError(f"the logarithm of {xs[0]}, which is not positive")
    if name == "atan2" and xs == (0, 0):
        raise UndefinedError("the direction of the origin")
    if name == "sign":
        return float((xs[0] > 0) - (xs[0] < 0))
    found: float = builtins.abs(xs[0]) if name == "abs" else getattr(math, name)(*xs)
    return found


def _on_balls(name: str, *xs: Any) -> Any:
    x = xs[0]
    if name == "log" and not x > 0:
        raise NotExactError("a logarithm of what may not be positive")
    if name == "atan2":
        if 0 in x and not xs[1] > 0:
            raise NotExactError("atan2 near the line on which it jumps")
        return flint.arb.atan2(x, xs[1])
    if name == "sign":
        if 0 in x and x != 0:
            raise NotExactError("the sign of what may be zero")
        return x.sgn()
    return builtins.abs(x) if name == "abs" else getattr(x, name)()


def _standard(name: str, exact: Exact, **record: Any) -> Any:
    """A function of one scalar."""
    laws = [*record.pop("laws", ()), ExactValue(exact)]
    record.setdefault("evaluate", _values(name, exact))
    record.setdefault("cost", (0, 0, 0, 1))
    record.setdefault("undefined", lambda *xs: None)
    record.setdefault("latex", rf"\{name}\left({{0}}\right)")
    return operator(name, Scalar, result=Scalar, module="", laws=laws, **record)


# -- tangent, absolute value, sign ----------------------------------------------------------------


def _tangent(turn: Any) -> Any:
    cosine, sine = turn
    return sine / cosine


tan: Op = _standard(
    "tan",
    lambda x: 0 if x == 0 else None,
    doc="The tangent of a scalar, sin x/cos x.",
    laws=[Parity(odd=True), Absorbing(ZERO)],
    angle=0,
    evaluate=_tangent,
    definition=lambda x: sin(x) / cos(x),
    undefined=lambda x: [cos(x)],
    derivative=lambda d, x: (1 + tan(x) ** 2) * d,
    scalars=lambda low, t, x: (low.named(t, x),),
)
abs: Op = _standard(
    "abs",
    builtins.abs,
    doc="The absolute value of a scalar, √(x²). It has no derivative at 0.",
    unicode="|{0}|",
    latex=r"\left|{0}\right|",
    laws=[Parity(odd=False), Absorbing(ZERO)],
    definition=lambda x: power.build((power.build((x, number(2))), number(Fraction(1, 2)))),
    derivative=lambda d, x: x / abs(x) * d,
)
sign: Op = _standard(
    "sign",
    lambda x: (x > 0) - (x < 0),
    doc="1 for a positive scalar, -1 for a negative one, 0 for 0. It has no derivative at 0.",
    latex=r"\operatorname{{sign}}\left({0}\right)",
    laws=[Parity(odd=True), Absorbing(ZERO)],
    derivative=lambda d, x: number(0),
)

# -- exponentials and logarithms ------------------------------------------------------------------

Monomial = tuple[Fraction, tuple[Term, ...]]


def _alone(name: str, exact: Exact, **record: Any) -> Op:
    """A function known by its name and its values alone, which decisions are made with."""
    return operator(
        name,
        Scalar,
        result=Scalar,
        module=OWN,
        evaluate=_values(name, exact),
        undefined=record.pop("undefined", lambda *xs: None),
        latex=rf"\{name}\left({{0}}\right)",
        **record,
    )


def _exact_exp(x: Fraction) -> int | None:
    return 1 if x == 0 else None


def _exact_log(x: Fraction) -> int | None:
    if x <= 0:
        raise UndefinedError(f"the logarithm of {x}, which is not positive")
    return 0 if x == 1 else None


def _exact_atan2(y: Fraction, x: Fraction) -> int | None:
    if x == 0 and y == 0:
        raise UndefinedError("the direction of the origin")
    return 0 if y == 0 and x > 0 else None


plain_exp = _alone("exp", _exact_exp)
plain_log = _alone("log", _exact_log, undefined=lambda x: ())


def _monomials(t: Term) -> list[Monomial]:
    """The summands of a term, each as a number and factors; what is no sum or product stays."""
    found: list[Monomial] = []
    stack: list[tuple[Fraction, Term]] = [(Fraction(1), t)]
    while stack:
        c, s = stack.pop()
        if s.op is add:
            stack += [(c, a) for a in s.args]
        elif s.op is neg:
            stack.append((-c, s.args[0]))
        elif s.op.name == "div" and s.args[1].op is NUMBER and s.args[1].value:
            stack.append((c / Fraction(s.args[1].value), s.args[0]))
        else:
            found.append(_monomial(c, s))
    return found


def _monomial(c: Fraction, t: Term) -> Monomial:
    factors: list[Term] = []
    stack = [t]
    while stack:
        s = stack.pop()
        if s.op is NUMBER:
            c *= s.value
        elif s.op is neg:
            c, stack = -c, [*stack, s.args[0]]
        elif s.op is times:
            stack += reversed(s.args)
        else:
            factors.append(s)
    return c, tuple(factors)


def _product(factors: list[Any]) -> Any:
    if not factors:
        return number(1)
    return factors[0] if len(factors) == 1 else times.build(tuple(factors))


def _exponential(x: Any) -> Any:
    """e^(c m + …) as a product of powers (e^m)^c; e^(c log y) is y^c, where log y has a value."""
    found = []
    for c, factors in _monomials(x):
        logarithm = len(factors) == 1 and factors[0].op in (log, plain_log)
        base = factors[0].args[0] if logarithm else plain_exp(_product([*factors]))
        if c:
            found.append(base if c == 1 else power.build((base, number(c))))
    return _product(found)


def _logarithm(x: Any) -> Any:
    """log of a product of exponentials, as the sum of what they are of."""
    c, factors = _monomial(Fraction(1), x)
    parts = [_exponent(f) for f in factors]
    if c != 1 or not all(part is not None for part in parts):
        return plain_log(x)
    return add.build(tuple(parts)) if len(parts) > 1 else parts[0] if parts else number(0)


def _exponent(t: Term) -> Any:
    base, e = (t.args[0], t.args[1].value) if t.op is power else (t, 1)
    return number(e) * base.args[0] if base.op in (exp, plain_exp) else None


exp: Op = _standard(
    "exp",
    _exact_exp,
    doc="The exponential of a scalar.",
    definition=_exponential,
    derivative=lambda d, x: exp(x) * d,
)
log: Op = _standard(
    "log",
    _exact_log,
    doc="The natural logarithm of a scalar, which must be positive.",
    definition=_logarithm,
    undefined=lambda x: (),
    derivative=lambda d, x: d / x,
)


def _hyperbolic(x: Any) -> Any:
    square = exp(2 * x)
    return (square - 1) / (square + 1)


tanh: Op = _standard(
    "tanh",
    lambda x: 0 if x == 0 else None,
    doc="The hyperbolic tangent of a scalar.",
    laws=[Parity(odd=True), Absorbing(ZERO)],
    definition=_hyperbolic,
    derivative=lambda d, x: (1 - tanh(x) ** 2) * d,
)

# -- the angle of a direction ---------------------------------------------------------------------

atan2: Op = cast(
    Op,
    operator(
        "atan2",
        Scalar,
        Scalar,
        result=Scalar,
        module="",
        doc="The angle, from -π to π, of the direction (x, y); the origin has none.",
        latex=r"\operatorname{{atan2}}\left({0}, {1}\right)",
        laws=[ExactValueOfTwo(_exact_atan2)],
        evaluate=_values("atan2", _exact_atan2),
        undefined=lambda y, x: (),
        derivative=[
            lambda d, y, x: x / (x**2 + y**2) * d,
            lambda d, y, x: -y / (x**2 + y**2) * d,
        ],
        cost=(0, 0, 0, 1),
    ),
)
