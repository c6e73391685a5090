"""The exponential of screws and its derivative, in closed form for every screw.

The Stumpff functions c_k(x) = 1/k! - x/(k+2)! + x²/(k+4)! - … are smooth everywhere, c_0 = cos √x
and c_1 = sin √x / √x among them. With x = |ω|², for the screw X = (V, ω) and A = ad(X):

    exp(X) = (V + c₂ ω × V + c₃ ω × (ω × V),  Id + c₁ ω̃ + c₂ ω̃²)
    dexp(X) = Id + (4c₂ - c₁)/2 A + (5c₃ - c₂)/2 A² + (c₃ - 2c₄)/2 A³ + (c₄ - 3c₅)/2 A⁴

the second because A (A² + |ω|²)² = 0. So small angles and pure translations need no special cases.
If the axis is a unit vector u and the angle a scalar, sines of that angle are used instead.

>>> from rewrite import Vector, column, diff, scalar, symbol, time, zero
>>> q, X = scalar("q", time=True), symbol("X", Screw)
>>> diff(exp(q*X), time), diff(exp(symbol("Y", Screw, time=True)), time)
(q'*X, dexp(-Y, Y'))
"""

from __future__ import annotations

from fractions import Fraction
from math import cos as float_cos
from math import cosh, factorial, sinh
from math import sin as float_sin
from math import sqrt as float_sqrt
from typing import Any

from rewrite import (
    Abbreviates,
    Matrix,
    Neutral,
    NotExactError,
    Operator,
    Scalar,
    Term,
    Truth,
    Vector,
    cos,
    cross,
    dot,
    holds,
    identity,
    multilinear,
    normal,
    number,
    one,
    operator,
    power,
    rot,
    sin,
    sqrt,
    tilde,
    unit,
    zero,
)

from .displacements import Displacement, displacement, translation
from .screw_algebra import Screw, bracket, moment, resultant, screw

SMALL, TERMS = 1.0, 14
"""The |x| up to which a Stumpff function is summed as a series, and the number of terms."""


# -- Stumpff functions ----------------------------------------------------------------------------


def _stumpff(k: Any, x: Any) -> Any:
    """The value at zero, or at a floating-point number."""
    order = int(float(k)) if hasattr(k, "contains") else int(k)
    if not isinstance(x, float):
        if hasattr(x, "contains") or x != 0:
            raise NotExactError("a Stumpff function is exact only at zero")
        return Fraction(1, factorial(order))
    if abs(x) <= SMALL:
        return sum((-x) ** j / factorial(2 * j + order) for j in range(TERMS))
    r = float_sqrt(abs(x))
    pair = (float_cos(r), float_sin(r) / r) if x > 0 else (cosh(r), sinh(r) / r)
    value = pair[order % 2]
    for j in range(order % 2, order, 2):
        value = (1 / factorial(j) - value) / x
    return value


def _root(x: Any) -> Any:
    """A root of x, of either sign; that of a² y is a √y, so that angles add."""
    found, rest = number(1), number(1)
    whole = normal(x)
    for factor in whole.args if whole.op.name == "times" else (whole,):
        n = factor.args[1].value if factor.op is power else 1
        if factor.op is power and isinstance(n, int) and n % 2 == 0:
            found = found * factor.args[0] ** (n // 2)
        else:
            rest = rest * factor
    return normal(found * sqrt(rest))


def _by_sines(k: Any, x: Any) -> Any:
    r, order = _root(x), k.value
    if r == 0:
        return _inverse_factorial(order)
    value = sin(r) / r if order % 2 else cos(r)
    for j in range(order % 2, order, 2):
        value = (number(Fraction(1, factorial(j))) - value) / x
    return value


def _typed(op: Any, args: Any) -> Any:
    if not (args[0].op.constant and isinstance(args[0].value, int) and args[0].value >= 0):
        op.refuse(args, 0, "a whole number from 0 on")
    return Scalar, (1, 1)


stumpff: Operator[..., Scalar] = operator(
    "stumpff",
    Scalar,
    Scalar,
    result=_typed,
    doc="The Stumpff function c_k(x) of a whole number k from 0 on: 1/k! - x/(k+2)! + …",
    laws=[Abbreviates(lambda k, x: _inverse_factorial(k.value) if x == 0 else None)],
    evaluate=_stumpff,
    definition=_by_sines,
    derivative=(
        None,
        lambda d, k, x: d * (k * stumpff(k.value + 2, x) - stumpff(k.value + 1, x)) / 2,
    ),
    cost=lambda t: (0, 0, 0, 1),
    latex="c_{{{0}}}({1})",
)


def _inverse_factorial(k: int) -> Any:
    return number(Fraction(1, factorial(k)))


# -- the exponential ------------------------------------------------------------------------------


def _rotation(w: Any) -> Any:
    c1, c2 = (stumpff(k, dot(w, w)) for k in (1, 2))
    return identity(3) + c1 * tilde(w) + c2 * (tilde(w) @ tilde(w))


def _always(known: Any, t: Term) -> Truth:
    return Truth.TRUE


rotation_by: Operator[[Vector], Matrix] = operator(
    "rotation_by",
    Vector,
    result=(3, 3),
    doc="The rotation about a vector by its length: the exponential of its tilde.",
    laws=[Abbreviates(lambda w: identity(3) if w == 0 else None)],
    definition=_rotation,
    facts={"rotation": _always, "orthogonal": _always},
)


def _multiple(t: Any) -> tuple[Any, Any]:
    """A scalar and the term that it scales."""
    if t.op.name == "neg":
        factor, core = _multiple(t.args[0])
        return -factor, core
    return t.args if t.op.name == "scale" else (number(1), t)


def _about_a_unit(x: Any) -> Term | None:
    """exp(a (V, u)) for a unit vector u, by the sines of the angle a."""
    angle, core = _multiple(normal(x))
    v, w = normal(moment(core)), normal(resultant(core))
    if w != 0 and v == 0:
        factor, w = _multiple(w)
        angle = angle * factor
    if not holds(unit(w)).yes:
        return None
    turned = cross(w, v)
    place = angle * v + (1 - cos(angle)) * turned + (angle - sin(angle)) * cross(w, turned)
    return displacement(normal(place), rot(w, angle))


def _exponential(x: Any) -> Term:
    found = _about_a_unit(x)
    if found is not None:
        return found
    v, w = normal(moment(x)), normal(resultant(x))
    if w == 0:
        return translation(v)
    c2, c3 = (stumpff(k, dot(w, w)) for k in (2, 3))
    turned = cross(w, v)
    return displacement(v + c2 * turned + c3 * cross(w, turned), rotation_by(w))


def _without_turn(x: Any) -> Term | None:
    """exp(0) is one, and exp((V, 0)) the translation by V."""
    if x == 0:
        return one(Displacement)
    return translation(x.args[0]) if x.op is screw and x.args[1] == 0 else None


def _own_velocity(d: Any, x: Any) -> Any:
    """exp(X)⁻¹ d exp(X), which is dX if X and dX commute."""
    return d if normal(bracket(x, d)) == 0 else dexp(-x, d)


exp: Operator[[Screw], Displacement] = operator(
    "exp",
    Screw,
    result=Displacement,
    doc="The displacement that a screw makes in unit time.",
    laws=[Abbreviates(_without_turn)],
    definition=_exponential,
    derivative=_own_velocity,
)


def _series(x: Any, y: Any) -> Any:
    w = normal(resultant(x))
    c1, c2, c3, c4, c5 = (stumpff(k, dot(w, w)) for k in (1, 2, 3, 4, 5))
    found, power = y, y
    for c in (4 * c2 - c1, 5 * c3 - c2, c3 - 2 * c4, c4 - 3 * c5):
        power = bracket(x, power)
        found = found + c / 2 * power
    return found


dexp: Operator[[Screw, Screw], Screw] = operator(
    "dexp",
    Screw,
    Screw,
    result=Screw,
    doc="The derivative of exp: d exp(X) exp(X)⁻¹ is dexp(X, dX), exp(X)⁻¹ d exp(X) dexp(-X, dX).",
    laws=[*multilinear(at=(1,)), Neutral(zero(Screw), "left")],
    definition=_series,
    latex=r"\operatorname{{dexp}}_{{{0}}} {1}",
)
