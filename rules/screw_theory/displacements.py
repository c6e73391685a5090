"""The group of displacements: rigid motions of space, and how they act on points and screws.

A displacement D moves the point p to position(D) + orientation(D) p; orientation(D) is a rotation.
In the product A*B, B is done first. Ad(D) is the 6×6 matrix that displaces screws,

    Ad(D) (V, ω) = (R V + p × R ω, R ω)     with p = position(D), R = orientation(D).

A pair whose matrix is not a rotation is not a displacement: its inverse and its Ad are undefined.
The derivative of D, by time or by any parameter, is the screw D⁻¹ dD.

>>> from rewrite import diff, normal, symbol, time
>>> D, E = (symbol(name, Displacement, time=True) for name in "DE")
>>> normal(D.inv * D * E), diff(D.inv * E, time)
(E, E_v - act(Ad(inverse(E)) @ Ad(D), D_v))
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rewrite import (
    Abbreviates,
    Absorbing,
    Antimorphism,
    Associative,
    External,
    Inverse,
    Involution,
    Level,
    Matrix,
    Morphism,
    Neutral,
    Operator,
    Term,
    Truth,
    UndefinedError,
    Vector,
    add_laws,
    cross,
    identity,
    matmul,
    one,
    operator,
    tilde,
    trans,
    vee,
    zero,
)

from .screw_algebra import (
    Rows,
    Screw,
    Six,
    act,
    ad,
    crossed,
    moment,
    resultant,
    screw,
    stacked,
    tilded,
)

ROUNDED = 1e-6
"""How far from a rotation a matrix of floating-point numbers may be."""


class Displacement(Term):
    """A rigid motion: the position of the origin and a rotation, twelve coordinates."""

    __slots__ = ()
    dimension = 12
    has_one = True
    one_coordinates = (0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1)

    def __mul__(self, other: Displacement) -> Displacement:
        """First the other, then this one."""
        if not isinstance(other, Displacement):
            return NotImplemented
        args = (*self.args, other) if self.op is compose else (self, other)
        return compose(*args)

    @property
    def inv(self) -> Displacement:
        """The inverse motion."""
        return inverse(self)


# -- values: twelve coordinates -------------------------------------------------------------------


def _turned(r: Six, p: Six) -> Six:
    return tuple(sum(r[3 * i + j] * p[j] for j in range(3)) for i in range(3))


def _transposed(r: Six) -> Six:
    return tuple(r[3 * j + i] for i in range(3) for j in range(3))


def _moved(d: Six, p: Six) -> Six:
    return tuple(x + y for x, y in zip(d[:3], _turned(d[3:], p), strict=True))


def _composed(*motions: Six) -> Six:
    whole = motions[0]
    for d in motions[1:]:
        columns = [_turned(whole[3:], d[3 + j :: 3]) for j in range(3)]
        whole = (*_moved(whole, d[:3]), *(columns[j][i] for i in range(3) for j in range(3)))
    return whole


def _rigid(d: Six) -> Six:
    """The motion, unless its matrix is certainly not a rotation."""
    r = d[3:]
    product = [
        sum(r[3 * i + k] * r[3 * j + k] for k in range(3)) - int(i == j)
        for i in range(3)
        for j in range(3)
    ]
    volume = sum(x * y for x, y in zip(r[:3], crossed(r[3:6], r[6:]), strict=True)) - 1
    if any(map(_is_certainly_not_zero, (*product, volume))):
        raise UndefinedError("its matrix is not a rotation, so it is not a displacement")
    return d


def _is_certainly_not_zero(x: Any) -> bool:
    if isinstance(x, float):
        return abs(x) > ROUNDED
    try:
        return not x.contains(0) if hasattr(x, "contains") else bool(x != 0)
    except TypeError:  # elements that are not numbers yet cannot be compared
        return False


def _inverted(d: Six) -> Six:
    back = _transposed(_rigid(d)[3:])
    return (*(-x for x in _turned(back, d[:3])), *back)


def _adjoint(d: Six) -> Rows:
    r = _rigid(d)[3:]
    turn = tuple(r[3 * i : 3 * i + 3] for i in range(3))
    lever = tilded(d[:3])
    arm = tuple(
        tuple(sum(lever[i][k] * turn[k][j] for k in range(3)) for j in range(3)) for i in range(3)
    )
    return stacked(turn, arm, tuple(tuple(0 * x for x in row) for row in turn), turn)


# -- the group ------------------------------------------------------------------------------------

inverse: Operator[[Displacement], Displacement] = operator(
    "inverse",
    Displacement,
    result=Displacement,
    doc="The inverse motion, written D.inv.",
    laws=[Involution(), Absorbing(one(Displacement))],
    evaluate=_inverted,
    cost=lambda t: (9, 9),
    derivative=lambda d, x: -(Ad(x) @ d),
    unicode="{0}⁻¹",
    latex="{0}^{{-1}}",
)


def _passed_on(d: Any, before: tuple[Any, ...], after: tuple[Any, ...]) -> Any:
    """(A B)⁻¹ d(A B) = Ad(B⁻¹) A⁻¹ dA + B⁻¹ dB."""
    return Ad(inverse(_product(after))) @ d if after else d


def _product(factors: Iterable[Any]) -> Any:
    found = tuple(factors)
    return found[0] if len(found) == 1 else compose.build(found)


compose: Operator[..., Displacement] = operator(
    "compose",
    Displacement,
    Displacement,
    result=Displacement,
    doc="One displacement after another, the last first; written A*B.",
    laws=[
        Associative(),
        Neutral(one(Displacement)),
        Inverse(inverse, one(Displacement), total=True),
    ],
    evaluate=_composed,
    cost=lambda t: (36 * (len(t.args) - 1), 27 * (len(t.args) - 1)),
    derivative=_passed_on,
    unicode="{0} {1}",
    latex=r"{0} \, {1}",
    sign="*",
)
add_laws(inverse, [Antimorphism(compose)])
Displacement.product = compose
Displacement.tangent = Screw


# -- pairs of a position and a rotation -----------------------------------------------------------


def _of_nothing(p: Term, r: Term) -> Term | None:
    return one(Displacement) if p == 0 and r == 1 else None


displacement: Operator[[Vector, Matrix], Displacement] = operator(
    "displacement",
    Vector,
    (3, 3),
    result=Displacement,
    doc="The displacement that takes the origin to a position and turns by a rotation.",
    evaluate=lambda p, r: (*p, *(x for row in r for x in row)),
    cost=lambda t: (0, 0),
    derivative=(
        lambda d, p, r: screw(trans(r) @ d, zero(Vector)),
        lambda d, p, r: screw(zero(Vector), vee(trans(r) @ d)),
    ),
    unicode="({0}, {1})",
    latex="({0}, {1})",
    laws=[Abbreviates(_of_nothing)],
)


def translation(u: Vector) -> Displacement:
    """The displacement by u, without a rotation.

    >>> from rewrite import normal, vectors
    >>> a, b = vectors("a b")
    >>> normal(move(translation(a), b))
    a + b
    """
    return displacement(u, identity(3))


def turning(r: Matrix) -> Displacement:
    """The displacement that turns about the origin by a rotation."""
    return displacement(zero(Vector), r)


def _place(d: Term) -> Term | None:
    if d.op is displacement:
        return d.args[0]
    return zero(Vector) if d == 1 else None


def _rotation(d: Term) -> Term | None:
    if d.op is displacement:
        return d.args[1]
    return identity(3) if d == 1 else None


def _is_rotation(known: Any, t: Term) -> Any:
    (d,) = t.args
    if d.op is displacement:
        return known("rotation", d.args[1])
    if d.op in (compose, inverse):
        return Truth.every(known("rotation", orientation.build((x,))) for x in d.args)
    return Truth.TRUE if d.is_symbol else Truth.UNKNOWN


position: Operator[[Displacement], Vector] = operator(
    "position",
    Displacement,
    result=Vector,
    doc="Where a displacement takes the origin.",
    laws=[Abbreviates(_place)],
    evaluate=lambda d: d[:3],
    cost=lambda t: (0, 0),
    derivative=lambda d, x: orientation(x) @ moment(d),
)
orientation: Operator[[Displacement], Matrix] = operator(
    "orientation",
    Displacement,
    result=(3, 3),
    doc="The rotation of a displacement.",
    laws=[Abbreviates(_rotation)],
    evaluate=lambda d: tuple(d[3 + 3 * i : 6 + 3 * i] for i in range(3)),
    cost=lambda t: (0, 0),
    derivative=lambda d, x: orientation(x) @ tilde(resultant(d)),
    facts={"rotation": _is_rotation, "orthogonal": _is_rotation},
)
Displacement.level = Level(
    displacement, (position, orientation), facts=(frozenset(), frozenset(("rotation",)))
)

# -- on points and on screws ----------------------------------------------------------------------

move: Operator[[Displacement, Vector], Vector] = operator(
    "move",
    Displacement,
    Vector,
    result=Vector,
    doc="Where a displacement takes a point.",
    laws=[
        External(compose),
        Neutral(one(Displacement), "left"),
        Abbreviates(lambda d, p: _moved_by_pair(d, p)),
    ],
    evaluate=_moved,
    cost=lambda t: (9, 9),
    derivative=(
        lambda d, x, p: orientation(x) @ (moment(d) + cross(resultant(d), p)),
        lambda d, x, p: orientation(x) @ d,
    ),
)


def _moved_by_pair(d: Any, p: Any) -> Term | None:
    """A point moved by a translation, or by a turn about the origin; None for other motions."""
    if d.op is not displacement or not (d.args[0] == 0 or d.args[1] == 1):
        return None
    found: Term = d.args[1] @ p if d.args[0] == 0 else d.args[0] + p
    return found


Ad: Operator[[Displacement], Matrix] = operator(
    "Ad",
    Displacement,
    result=(6, 6),
    doc="The matrix that displaces screws: Ad(D) @ X, or Ad(D, X).",
    laws=[
        Morphism(compose, to=matmul),
        Abbreviates(lambda d: identity(6) if d == 1 else None),
    ],
    acts=act,
    evaluate=_adjoint,
    cost=lambda t: (18, 15),
    derivative=lambda d, x: Ad(x) @ ad(d),
    latex=r"\operatorname{{Ad}}_{{{0}}}",
)
