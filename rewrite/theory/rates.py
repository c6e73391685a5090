"""Time, material coordinates, and the rates of symbols that depend on them.

`time` is a scalar symbol that terms may contain; a symbol declared with `time=True` is a function
of it, and every other symbol is constant. The rate of q is another symbol of its sort, q', that
depends on time too. It keeps the facts that are linear: symmetric, antisymmetric, diagonal, pure.

A symbol declared with `along="s"` is a field: it depends on the material coordinate s too, and any
scalar symbol of that name stands for it. Its partial derivatives are symbols, r_ds by s, r_ds2
twice by s, r_ds' by s and time; they are the same in whatever order they were taken.

Where a fact confines a symbol to a curved surface, its rate is made of a free symbol such that the
fact stays true whatever value that has:

- an orthogonal matrix or rotation R brings its angular velocity in body axes, the vector R_w:
  dR = R tilde(R_w), and in space axes R R_w; of a size n other than 3 it brings an antisymmetric
  n×n matrix R_W, and dR = R R_W;
- a unit quaternion q brings its angular velocity in body axes, the vector q_w: dq = ½ q (0, q_w);
- a unit vector u brings the angular velocity u_w of any body in which it is fixed: du = u_w × u,
  so that u · du = 0; so does a pure unit quaternion. What is added to u_w along u makes no
  difference. The vectors of a triad that moves as one are better written R i, R j, R k;
- an element D of a group, of a sort with a `tangent`, brings D_v = D⁻¹ dD of that sort.

A symbol called R' has the angular velocity R_prime_w; one declared with `velocity="omega"` has
omega. Along a material coordinate s, the free
symbol is the curvature R_k (R_K, D_e), or R_k_s if there are several coordinates. Velocities by two
coordinates are not independent: in body axes ∂(R_k)/∂t = ∂(R_w)/∂s + R_k × R_w. What is on the left
is written by what is on the right; time comes first, and the coordinates in their order.
"""

from __future__ import annotations

import re
from typing import Any, cast

from ..core.declare import symbol
from ..core.facts import closure
from ..core.linear import add, neg
from ..core.operators import SYMBOL, number
from ..core.partials import derivative_symbol, next_derivative
from ..core.sorts import Linear, Matrix, Quaternion, Scalar, Vector
from ..core.terms import TIME, Shape, SymbolInfo, Term, describe_symbol, intern, symbols_called
from ..errors import NoDerivativeError
from .matrices import matmul
from .quaternions import quat, vector_part
from .vectors import cross, tilde

time: Scalar = symbol(TIME, Scalar, time=True)
"""The independent variable of `diff(t, time)`."""


def rate(s: Any) -> Any:
    """The derivative by time of a symbol; None for one that does not depend on time.

    >>> from rewrite import quaternion, rotation, scalar, vector
    >>> R, q = rotation("R", time=True), quaternion("q", unit=True, time=True)
    >>> rate(scalar("x", time=True)), rate(R), rate(q), rate(vector("c"))
    (x', R @ tilde(R_w), 1/2*(q*quat(0, q_w)), None)
    """
    return partial_rate(s, time)


def depends(s: Term, x: Term) -> bool:
    """Whether a symbol was declared to depend on time, or on the material coordinate x."""
    if x is time:
        return bool(s.value.time)
    return x.sort is Scalar and x.name in s.value.along


def partial_rate(s: Any, x: Term) -> Any:
    """The derivative of a symbol by time or by a material coordinate; None if it has none.

    >>> from rewrite import diff, rotation, scalar, vector
    >>> r, R, s = vector("r", along="s"), rotation("R", time=True, along="s"), scalar("s")
    >>> partial_rate(r, s), partial_rate(R, s), partial_rate(r, time)
    (r_ds, R @ tilde(R_k), None)
    >>> diff(velocity_symbol(R, s), time)
    R_w_ds + cross(R_k, R_w)
    """
    if s is x:
        return number(1)
    facts = s.value.facts
    if not depends(s, x):
        return None
    if "constant" in facts or facts >= {"orthogonal", "diagonal"}:
        return None  # a diagonal matrix of signs cannot change
    if s.sort.tangent is not None:
        return velocity_symbol(s, x)
    if not issubclass(s.sort, Linear):
        raise NoDerivativeError(
            f"{describe_symbol(s)} depends on {x}, and its sort has no sums, hence no derivatives"
        )
    if "orthogonal" in facts:
        return s @ _spin(s, x)
    if "unit" in facts and s.sort is Quaternion:
        w, none = velocity_symbol(s, x), number(0)
        if "pure" in facts:
            return quat(none, cross(w, vector_part(s)))
        return number("1/2") * (s * quat(none, w))
    if "unit" in facts:
        return cross(velocity_symbol(s, x), s)
    return _compatible(s, x) if _follows(s, x.name) else next_derivative(s, x.name)


# -- velocities of what turns ---------------------------------------------------------------------

LETTERS: dict[Any, tuple[str, str]] = {Vector: ("w", "k"), Matrix: ("W", "K")}
"""Names of velocities of these sorts, by time and along material coordinates."""


def velocity_symbol(s: Term, x: Term = time) -> Any:
    """The velocity that a rotation, unit quaternion, unit vector or element of a group brings."""
    if s.sort.tangent is not None:
        sort: type[Term] = s.sort.tangent
        return _velocity(s, x, sort, sort.default_shape or (), frozenset())
    return _velocity(s, x, Vector, (3, 1), frozenset())


def _velocity(s: Term, x: Term, sort: type[Term], shape: Shape, facts: frozenset[str]) -> Term:
    info: SymbolInfo = s.value
    sign = -1 if s.sort is Vector or "pure" in info.facts else 1
    name = info.velocity or _velocity_name(s.name, x.name, sort, info.along)
    spin = (s.name, x.name, sign) if info.along else None
    known = closure(facts, sort, shape, name)
    return intern(
        SYMBOL, (), sort, shape, SymbolInfo(name, known, info.time, info.along, spin=spin)
    )


def _velocity_name(base: str, coordinate: str, sort: type[Term], along: tuple[str, ...]) -> str:
    letters = LETTERS.get(sort, ("v", "e"))
    plain = base.replace("'", "_prime")
    if coordinate == TIME:
        return f"{plain}_{letters[0]}"
    return f"{plain}_{letters[1]}" + (f"_{coordinate}" if len(along) > 1 else "")


def _spin(s: Term, x: Term) -> Any:
    """The antisymmetric matrix W of dR = R W."""
    if s.value.facts & {"symmetric", "antisymmetric"}:
        raise NoDerivativeError(
            f"{describe_symbol(s)} cannot move freely, and no symbol is known for its rate; "
            "make it of others, as rot(u, pi) is of u"
        )
    if s.shape == (3, 3):
        return tilde(velocity_symbol(s, x))
    return _velocity(s, x, Matrix, s.shape, frozenset(("antisymmetric",)))


def _follows(s: Term, coordinate: str) -> bool:
    """Whether the derivative of a velocity is one of the velocity by an earlier coordinate."""
    info: SymbolInfo = s.value
    if info.spin is None:
        return False
    places = info.coordinates
    return places.index(coordinate) < places.index(info.spin[1])


def _compatible(s: Any, x: Term) -> Any:
    """∂Y/∂x = ∂X/∂y + [Y, X] for the velocities X and Y by x and by y, differentiated as s is."""
    info: SymbolInfo = s.value
    field, by, sign = cast("tuple[str, str, int]", info.spin)
    y = derivative_symbol(s, info.base or s.name, (), info.facts)
    name = _velocity_name(field, x.name, s.sort, info.along)
    other = SymbolInfo(name, info.facts, info.time, info.along, spin=(field, x.name, sign))
    first = intern(SYMBOL, (), s.sort, s.shape, other)
    both = _bracket(y, first)
    found: Any = add.build((next_derivative(first, by), both if sign > 0 else neg.build((both,))))
    for coordinate, times in info.orders:
        for _ in range(times):
            found = _by(found, coordinate)
    return found


def _bracket(x: Any, y: Any) -> Any:
    if x.sort.bracket is not None:
        return x.sort.bracket.build((x, y))
    return add.build((matmul.build((x, y)), neg.build((matmul.build((y, x)),))))


def _by(t: Term, coordinate: str) -> Term:
    """The derivative of sums of brackets of symbols: all that compatibility is made of."""
    x = time if coordinate == TIME else symbol(coordinate, Scalar)
    if t.is_symbol:
        return cast(Term, partial_rate(t, x))
    if t.op in (add, neg):
        return cast(Term, t.op.build(tuple([_by(a, coordinate) for a in t.args])))
    parts = [
        t.op.build((*t.args[:i], _by(a, coordinate), *t.args[i + 1 :]))
        for i, a in enumerate(t.args)
    ]
    return cast(Term, add.build(tuple(parts)))


def mentions(text: str, x: Term) -> bool:
    """Whether the text of an opaque atom names x, or a symbol that depends on it."""
    for word in {*re.findall(r"[^\W\d]\w*", text), *re.findall(r"[^\W\d]\w*'+", text)}:
        if word == x.name:
            return True
        if any(depends(s, x) for s in symbols_called(word)):
            return True
    return False
