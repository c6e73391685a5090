"""`angular_velocity`: of rotation matrices and of unit quaternions, in body or in space axes.

For a rotation R, dR = R tilde(ω) in body axes and tilde(ω) R in space axes; for a unit quaternion
q, dq = ½ q (0, ω) and ½ (0, ω) q. Both are the same ω if R = rotation_matrix(q). The two axes
differ by the rotation itself: ω in space is R ω in body.
"""

from __future__ import annotations

from typing import Any, Literal, cast

from ..core.context import EMPTY
from ..core.facts import TRUE, ask
from ..core.linear import neg, power, scale
from ..core.operators import label, number, zero_of
from ..core.sorts import Matrix, Quaternion, Scalar, Vector
from ..core.terms import Term
from ..deadline import checked_limit, within
from ..errors import NoDerivativeError, SortError
from ..normalform.walk import normal
from ..text.printing import brief
from ..theory.matrices import matmul, trans
from ..theory.quaternions import conj, qmul, quat, vector_part
from ..theory.rates import time, velocity_symbol
from ..theory.rotation_operators import rot, rotate, rotation_matrix
from ..theory.scalars import cos, sin
from ..theory.vectors import cross, vee
from .diff import check_symbol, differential

Axes = Literal["body", "space"]
MAX_LETTERS = 1_000
"""Powers up to this exponent are treated as products of equal factors."""


def angular_velocity(
    R: Matrix | Quaternion,
    axes: Axes = "body",
    x: Scalar = time,
    *,
    time_limit: float | None = None,
) -> Vector:
    """The angular velocity of a 3×3 rotation matrix or a unit quaternion, in normal form.

    It adds up along a product: in space axes, ω of R Q is ω of R plus R times ω of Q. With another
    scalar symbol x instead of time, it is the rotation per x.
    After `time_limit` seconds it stops with a LimitError.

    >>> from rewrite import quaternion, rot, rotation, scalar, vectors
    >>> R, Q, C = *(rotation(n, time=True) for n in "RQ"), rotation("C")
    >>> angular_velocity(R), angular_velocity(R, "space"), angular_velocity(C)
    (R_w, R @ R_w, zero(Vector))
    >>> angular_velocity(R @ Q, "space"), angular_velocity(R @ Q.T)
    (R @ R_w + R @ Q @ Q_w, -(Q @ Q_w) + Q @ R_w)
    >>> i, j = vectors("i j", unit=True)
    >>> a, b = scalar("a", time=True), scalar("b", time=True)
    >>> angular_velocity(rot(i, a) @ rot(j, b), "space")
    a'*i + b'*(rot(i, a) @ j)
    >>> q = quaternion("q", unit=True, time=True)
    >>> angular_velocity(q*q, "space")
    rotate(q, q_w) + rotate(q**2, q_w)
    """
    if axes not in ("body", "space"):
        raise SortError(f'angular_velocity: axes are "body" or "space", not {axes!r}')
    check_symbol(x)
    if x.sort is not Scalar:
        raise SortError(f"angular_velocity: x must be a scalar or time, not the vector {x}")
    product: Any = matmul
    if isinstance(R, Quaternion):
        product = qmul
    elif not isinstance(R, Matrix) or R.shape != (3, 3):
        raise SortError(f"angular_velocity takes a 3×3 Matrix or a Quaternion, not {label(R)}")
    with within(checked_limit(time_limit)):
        return normal(_along(_letters(normal(R), product), axes == "body", x))


def _letters(t: Term, product: Any) -> list[Term]:
    """The factors of a normal term; the sign of a quaternion is dropped, as q and -q are one
    rotation."""
    t = t.args[0] if t.op is neg and product is qmul else t
    found: list[Term] = []
    for s in t.args if t.op is product else (t,):
        repeats = s.op is power and 0 < s.args[1].value <= MAX_LETTERS
        found += [s.args[0]] * s.args[1].value if repeats else [s]
    return found


def _along(letters: list[Term], body: bool, x: Scalar) -> Vector:
    """ω of a product: in space ω₁ + R₁ (ω₂ + R₂ (…)), in body ωₙ + Rₙᵀ (ωₙ₋₁ + …)."""
    total: Any = zero_of(Vector, (3, 1))
    for letter in letters if body else reversed(letters):
        w = _of_letter(letter, body, x)
        if total is not zero_of(Vector, (3, 1)):
            turned = _turned(letter, total, body)
            w = turned if w is None else w + turned
        total = total if w is None else w
    return cast(Vector, total)


def _turned(letter: Any, v: Any, back: bool) -> Any:
    """A vector rotated by a factor, or back."""
    if letter.sort is Quaternion:
        return rotate(conj(letter) if back else letter, v)
    return (letter.T if back else letter) @ v


def _of_letter(t: Any, body: bool, x: Scalar) -> Any:
    """The angular velocity of a factor, not normalised; None if it does not rotate."""
    if t.op is trans or t.op is conj:  # ω of Rᵀ in body axes is -ω of R in space axes
        w = _of_letter(t.args[0], not body, x)
        return None if w is None else -w
    if t.op is rotation_matrix:
        return _along(_letters(t.args[0], qmul), body, x)
    _refuse_unless_rotation(t)
    d: Any = differential(t, x)
    if d == 0:
        return None
    if t.is_symbol and t is not x and "pure" not in t.value.facts:
        w = velocity_symbol(t, x)
        return w if body else _turned(t, w, back=False)
    if t.op is rot:
        return _of_axis(t.args[0], t.args[1], body, x)
    if t.op is quat:
        return _of_pair(t.args[0], t.args[1], body, x)
    if t.sort is Quaternion:
        return number(2) * vector_part(conj(t) * d if body else d * conj(t))
    return vee(t.T @ d if body else d @ t.T)


def _of_pair(s: Any, v: Any, body: bool, x: Scalar) -> Any:
    """2 (s dv - ds v ± v × dv), or by axis and angle if it is (cos a/2, sin a/2 · u)."""
    sign, along = (-1, v.args[0]) if v.op is neg else (1, v)
    if s.op is cos and along.op is scale and along.args[0] is normal(sin(*s.args)):
        u = along.args[1]
        if ask("unit", u, EMPTY) is TRUE:
            return _of_axis(sign * u, 2 * s.args[0], body, x)
    ds, dv = differential(s, x), differential(v, x)
    across = cross(v, dv)
    return 2 * (s * dv - ds * v + (-across if body else across))


def _of_axis(u: Any, a: Any, body: bool, x: Scalar) -> Any:
    """da u + sin a du ± (1 - cos a) u × du, for an axis u that may move and an angle a."""
    w, du = differential(a, x) * u, differential(u, x)
    if du == 0:
        return w
    across = (1 - cos(a)) * cross(u, du)
    return w + sin(a) * du + (-across if body else across)


def _refuse_unless_rotation(t: Term) -> None:
    fact = "unit" if t.sort is Quaternion else "rotation"
    turned = normal(conj(t)) if isinstance(t, Quaternion) else t
    if ask(fact, t, EMPTY) is not TRUE and ask(fact, turned, EMPTY) is not TRUE:
        what = "a unit quaternion" if t.sort is Quaternion else "a rotation"
        raise NoDerivativeError(
            f"angular_velocity: {brief(t)} is not known to be {what}; declare its symbols so that "
            f"it is, for instance with {fact}=True"
        )
