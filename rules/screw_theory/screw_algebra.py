"""The algebra of screws: a sort, operators and laws, declared as a user would declare them.

A screw X is a field of vectors X(b) = X(a) + ω × ab. It is given by its moment V = X(o) at the
origin and its resultant ω: (V, ω), translations first. Velocities and strains are screws. Wrenches
are screws too, (moment, force), so that the pairing of a wrench and a velocity is a power.

- bracket: [(V, ω), (V', ω')] = (ω × V' - ω' × V, ω × ω'), the Lie bracket;
- klein: [X | Y] = ω_X·V_Y + ω_Y·V_X, the same at every point;
- ad(X), a 6×6 matrix: ad(X) @ Y is [X, Y]; coad(X) is its dual, [coad(X) W | Y] = [W | [X, Y]],
  which is -ad(X) because the pairing is invariant.

>>> from rewrite import normal, symbol
>>> X, Y = symbol("X", Screw), symbol("Y", Screw)
>>> normal(bracket(Y, 2*X) + klein(X, Y)*bracket(X, X))
-2*bracket(X, Y)
>>> normal(ad(X) @ Y), normal(coad(X) @ Y)
(bracket(X, Y), -bracket(X, Y))
"""

from __future__ import annotations

from typing import Any

from rewrite import (
    Abbreviates,
    Anticommutative,
    Commutative,
    External,
    Linear,
    Matrix,
    Neutral,
    Operator,
    Scalar,
    Term,
    Vector,
    cross,
    identity,
    matmul,
    multilinear,
    operator,
    zero,
)

Six = tuple[Any, ...]
Rows = tuple[tuple[Any, ...], ...]


class Screw(Linear):
    """A screw (V, ω): its moment at the origin and its resultant, six coordinates."""

    __slots__ = ()
    dimension = 6


# -- values: six coordinates ----------------------------------------------------------------------


def crossed(a: Six, b: Six) -> Six:
    """The cross product of two triples."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _bracket(x: Six, y: Six) -> Six:
    left, right = crossed(x[3:], y[:3]), crossed(y[3:], x[:3])
    return (*(p - q for p, q in zip(left, right, strict=True)), *crossed(x[3:], y[3:]))


def _klein(x: Six, y: Six) -> Any:
    return sum(p * q for p, q in zip(x, (*y[3:], *y[:3]), strict=True))


def tilded(a: Six) -> Rows:
    """The matrix of a × ·, row by row."""
    x, y, z = a
    return (0 * x, -z, y), (z, 0 * x, -x), (-y, x, 0 * x)


def stacked(a: Rows, b: Rows, c: Rows, d: Rows) -> Rows:
    """Four blocks as one matrix."""
    upper = tuple((*p, *q) for p, q in zip(a, b, strict=True))
    return upper + tuple((*p, *q) for p, q in zip(c, d, strict=True))


def _ad(x: Six) -> Rows:
    turn = tilded(x[3:])
    nothing = tuple(tuple(0 * c for c in row) for row in turn)
    return stacked(turn, tilded(x[:3]), nothing, turn)


def _act(rows: Rows, x: Six) -> Six:
    return tuple(sum(p * q for p, q in zip(row, x, strict=True)) for row in rows)


# -- pairs of vectors -----------------------------------------------------------------------------

screw: Operator[[Vector, Vector], Screw] = operator(
    "screw",
    Vector,
    Vector,
    result=Screw,
    doc="The screw of a moment at the origin and a resultant.",
    evaluate=lambda v, w: (*v, *w),
    cost=lambda t: (0, 0),
    derivative="linear",
    unicode="({0}; {1})",
    latex="({0}; {1})",
    laws=[Abbreviates(lambda v, w: zero(Screw) if v == 0 and w == 0 else None)],
)


def _part(i: int) -> Any:
    return lambda x: x.args[i] if x.op is screw else None


moment: Operator[[Screw], Vector] = operator(
    "moment",
    Screw,
    result=Vector,
    doc="The moment of a screw at the origin: the velocity, or the moment, found there.",
    laws=[*multilinear(), Abbreviates(_part(0))],
    evaluate=lambda x: x[:3],
    cost=lambda t: (0, 0),
)
resultant: Operator[[Screw], Vector] = operator(
    "resultant",
    Screw,
    result=Vector,
    doc="The resultant of a screw: the angular velocity, or the force.",
    laws=[*multilinear(), Abbreviates(_part(1))],
    evaluate=lambda x: x[3:],
    cost=lambda t: (0, 0),
)


def moment_at(x: Screw, p: Vector) -> Vector:
    """The moment of a screw at the point p: X(p) = X(o) + ω × op.

    >>> from rewrite import symbol, vector
    >>> moment_at(symbol("X", Screw), vector("p"))
    moment(X) + cross(resultant(X), p)
    """
    return moment(x) + cross(resultant(x), p)


def reduced_at(x: Screw, p: Vector) -> Screw:
    """The same screw with the point p as origin.

    >>> from rewrite import equal, symbol, vector
    >>> X, Y, p = symbol("X", Screw), symbol("Y", Screw), vector("p")
    >>> equal(klein(reduced_at(X, p), reduced_at(Y, p)), klein(X, Y)).proved
    True
    """
    return screw(moment_at(x, p), resultant(x))


# -- the bracket, the pairing, and matrices that act ----------------------------------------------

bracket: Operator[[Screw, Screw], Screw] = operator(
    "bracket",
    Screw,
    Screw,
    result=Screw,
    doc="The Lie bracket of screws.",
    laws=[Anticommutative(), *multilinear()],
    evaluate=_bracket,
    cost=lambda t: (18, 12),
    unicode="[{0}, {1}]",
    latex=r"\left[{0}, {1}\right]",
)
klein: Operator[[Screw, Screw], Scalar] = operator(
    "klein",
    Screw,
    Screw,
    result=Scalar,
    doc="The pairing of screws (Klein form): the power of a wrench on a velocity.",
    laws=[Commutative(), *multilinear()],
    evaluate=_klein,
    cost=lambda t: (6, 5),
    unicode="[{0} | {1}]",
    latex=r"\left[{0} \mid {1}\right]",
)


def _acted(a: Term, x: Any) -> Term | None:
    return bracket(a.args[0], x) if a.op is ad else None  # type: ignore[arg-type]


act: Operator[[Matrix, Screw], Screw] = operator(
    "act",
    (6, 6),
    Screw,
    result=Screw,
    doc="A 6×6 matrix applied to a screw, written A @ X.",
    laws=[
        *multilinear(),
        External(matmul),
        Neutral(identity(6), "left"),
        Abbreviates(_acted),
    ],
    evaluate=_act,
    cost=lambda t: (36, 30),
    unicode="{0} {1}",
    latex=r"{0} \, {1}",
)
Screw.action, Screw.bracket = act, bracket
ad: Operator[[Screw], Matrix] = operator(
    "ad",
    Screw,
    result=(6, 6),
    doc="The matrix of the bracket: ad(X) @ Y, or ad(X, Y), is [X, Y].",
    laws=multilinear(),
    acts=act,
    evaluate=_ad,
    cost=lambda t: (0, 6),
    latex=r"\operatorname{{ad}}_{{{0}}}",
)
coad: Operator[[Screw], Matrix] = operator(
    "coad",
    Screw,
    result=(6, 6),
    doc="The dual of ad(X) under the pairing: [coad(X) W | Y] = [W | [X, Y]].",
    laws=[Abbreviates(lambda x: -ad(x))],
    acts=act,
    evaluate=lambda x: tuple(tuple(-c for c in row) for row in _ad(x)),
    cost=lambda t: (0, 12),
    latex=r"\operatorname{{ad}}^*_{{{0}}}",
)
blocks: Operator[[Matrix, Matrix, Matrix, Matrix], Matrix] = operator(
    "blocks",
    (3, 3),
    (3, 3),
    (3, 3),
    (3, 3),
    result=(6, 6),
    doc="The 6×6 matrix of four 3×3 blocks, the upper two first.",
    evaluate=stacked,
    cost=lambda t: (0, 0),
    derivative="linear",
    latex=r"\begin{{pmatrix}} {0} & {1} \\ {2} & {3} \end{{pmatrix}}",
)
