"""Time, and the rates of symbols that depend on it.

`time` is a scalar symbol that terms may contain; a symbol declared with `time=True` is a function
of it, and every other symbol is constant. The rate of q is another symbol of its sort, q', that
depends on time too. It keeps the facts that are linear: symmetric, antisymmetric, diagonal, pure.

Where a fact confines a symbol to a curved surface, its rate is made of a free symbol such that the
fact stays true whatever value that has:

- an orthogonal matrix or rotation R brings its angular velocity in body axes, the vector R_w:
  dR = R tilde(R_w), and in space axes R R_w; of a size n other than 3 it brings an antisymmetric
  n×n matrix R_W, and dR = R R_W;
- a unit quaternion q brings its angular velocity in body axes, the vector q_w: dq = ½ q (0, q_w);
- a unit vector u brings the angular velocity u_w of any body in which it is fixed: du = u_w × u,
  so that u · du = 0; so does a pure unit quaternion. What is added to u_w along u makes no
  difference. The vectors of a triad that moves as one are better written R i, R j, R k.

A symbol called R' has the angular velocity R_prime_w.
"""

from __future__ import annotations

import re
from typing import Any

from ..core.declare import symbol
from ..core.operators import number
from ..core.sorts import Linear, Matrix, Quaternion, Scalar, Vector
from ..core.terms import Term, describe_symbol, symbols_called
from ..errors import NoDerivativeError
from .quaternions import quat, vector_part
from .vectors import cross, tilde

time: Scalar = symbol("time", Scalar, time=True)
"""What `diff(t, time)` differentiates by."""

LINEAR_FACTS = frozenset(("symmetric", "antisymmetric", "diagonal", "pure"))
"""What is true of a rate because it is true of the symbol at all times."""


def rate(s: Any) -> Any:
    """The derivative by time of a symbol; None for one that does not depend on time.

    >>> from rewrite import quaternion, rotation, scalar, vector
    >>> R, q = rotation("R", time=True), quaternion("q", unit=True, time=True)
    >>> rate(scalar("x", time=True)), rate(R), rate(q), rate(vector("c"))
    (x', R @ tilde(R_w), 1/2*(q*quat(0, q_w)), None)
    """
    if s is time:
        return number(1)
    facts = s.value.facts
    if not s.value.time or "constant" in facts or facts >= {"orthogonal", "diagonal"}:
        return None  # a diagonal matrix of signs cannot change
    if not issubclass(s.sort, Linear):
        raise NoDerivativeError(
            f"{describe_symbol(s)} depends on time, and its sort has no sums, hence no derivatives"
        )
    if "orthogonal" in facts:
        return s @ _spin(s)
    if "unit" in facts and s.sort is Quaternion:
        w, none = velocity_symbol(s), number(0)
        if "pure" in facts:
            return quat(none, cross(w, vector_part(s)))
        return number("1/2") * (s * quat(none, w))
    if "unit" in facts:
        return cross(velocity_symbol(s), s)
    kept = dict.fromkeys(facts & LINEAR_FACTS, True)
    return symbol(f"{s.name}'", s.sort, s.shape, time=True, **kept)


def velocity_symbol(s: Term) -> Vector:
    """The angular velocity that a rotation, unit quaternion or unit vector brings with it."""
    return symbol(f"{s.name.replace(chr(39), '_prime')}_w", Vector, time=True)


def _spin(s: Term) -> Matrix:
    """The antisymmetric matrix W of dR = R W."""
    if s.value.facts & {"symmetric", "antisymmetric"}:
        raise NoDerivativeError(
            f"{describe_symbol(s)} cannot move freely, and no symbol is known for its rate; "
            "make it of others, as rot(u, pi) is of u"
        )
    if s.shape == (3, 3):
        return tilde(velocity_symbol(s))
    name = f"{s.name.replace(chr(39), '_prime')}_W"
    return symbol(name, Matrix, s.shape, antisymmetric=True, time=True)


def mentions(text: str, x: Term) -> bool:
    """Whether the text of an opaque atom names x; of time, whether it names a symbol that moves."""
    for word in {*re.findall(r"[^\W\d]\w*", text), *re.findall(r"[^\W\d]\w*'+", text)}:
        if word == x.name:
            return True
        if x is time and any(s.value.time for s in symbols_called(word)):
            return True
    return False
