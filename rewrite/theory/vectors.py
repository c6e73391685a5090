"""Vectors of three-dimensional space: dot, cross and triple products, tilde, norms, rotations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..core.context import RELATIONS
from ..core.declaring import add_laws, operator
from ..core.facts import FALSE, TRUE, UNKNOWN, Fact, Infer, Known, Truth
from ..core.laws import (
    Abbreviates,
    Absorbing,
    AlsoWritten,
    Anticommutative,
    Commutative,
    Homogeneous,
    OnFact,
    ReadsAs,
    Undoes,
)
from ..core.linear import add, multilinear
from ..core.operators import ZERO, Operator, Typed, number
from ..core.sorts import Linear, Matrix, Quaternion, Scalar, Vector
from ..core.terms import Term
from .matrices import matmul, trans
from .products import Adjoint, CrossInside, Folds, Length, UnitSquare, column_word

if TYPE_CHECKING:
    pass

Op = Operator[..., Any]

# -- facts ----------------------------------------------------------------------------------------


def _always(value: Truth) -> Infer:
    return lambda known, t: value


def _image_is_unit(known: Known, t: Term) -> Truth:
    """An orthogonal matrix keeps the length of a vector."""
    matrices, end = column_word(t)
    if end.sort is not Vector or any(known("orthogonal", m) is not TRUE for m in matrices):
        return UNKNOWN
    return known("unit", end)


def _rotates(known: Known, t: Term) -> Truth:
    return TRUE if known("unit", t.args[0]) is TRUE else UNKNOWN


# -- the operators --------------------------------------------------------------------------------

dot = operator(
    "dot",
    Vector,
    Vector,
    result=Scalar,
    module="",
    doc="The scalar product a·b of two vectors, aᵀ b.",
    unicode="{0}·{1}",
    latex=r"{0} \cdot {1}",
    laws=[Commutative(), *multilinear(add), UnitSquare()],
)
cross = operator(
    "cross",
    Vector,
    Vector,
    result=Vector,
    module="",
    doc="The vector product a × b.",
    unicode="{0} × {1}",
    latex=r"{0} \times {1}",
    laws=[Anticommutative(), *multilinear(add)],
)
triple: Operator[[Vector, Vector, Vector], Scalar] = operator(
    "triple",
    Vector,
    Vector,
    Vector,
    result=Scalar,
    module="",
    doc="The mixed product a·(b × c) of three vectors, the determinant of their columns.",
    unicode="[{0}, {1}, {2}]",
    latex=r"[{0}, {1}, {2}]",
    laws=[Anticommutative(), *multilinear(add)],
)
tilde: Operator[[Vector], Matrix] = operator(
    "tilde",
    Vector,
    result=(3, 3),
    module="",
    doc="The antisymmetric matrix of a vector: tilde(a) @ b is cross(a, b).",
    latex=r"\tilde{{{0}}}",
    laws=multilinear(add),
    facts={"antisymmetric": _always(TRUE), "invertible": _always(FALSE)},
)
vee: Operator[[Matrix], Vector] = operator(
    "vee",
    (3, 3),
    result=Vector,
    module="",
    doc="The vector of the antisymmetric part of a matrix; undoes tilde.",
    latex=r"{0}^\vee",
    laws=[*multilinear(add), Undoes(tilde)],
)
add_laws(tilde, [Undoes(vee, fact="antisymmetric")])
outer: Operator[[Vector, Vector], Matrix] = operator(
    "outer",
    Vector,
    Vector,
    result=(3, 3),
    module="",
    doc="The dyadic product of two vectors, the matrix a @ b.T.",
    unicode="{0} ⊗ {1}",
    latex=r"{0} \otimes {1}",
    laws=[Abbreviates(lambda a, b: matmul.build((a, trans.build((b,)))))],
)
add_laws(dot, [Adjoint(cross, triple)])


def _as_dot(t: Term) -> Iterator[tuple[int, Term]]:
    """[a, b, c] = a · (b × c) = b · (c × a) = c · (a × b)."""
    a, b, c = t.args
    for x, y, z in ((a, b, c), (b, c, a), (c, a, b)):
        yield 1, dot.build((x, cross.build((y, z))))


add_laws(triple, [CrossInside(dot, cross), AlsoWritten(_as_dot)])
_folds = Folds(tilde, cross, dot)
add_laws(matmul, [_folds])
for _product in (dot, cross, triple, matmul):
    add_laws(_product, [ReadsAs(matmul, _folds.words)])
matmul.facts["unit"] = _image_is_unit


def _length(op: Op, args: tuple[Term, ...]) -> Typed:
    if args[0].sort not in (Vector, Quaternion):
        op.refuse(args, 0, "Vector or Quaternion", shape=(3, 1))
    return Scalar, (1, 1)


def _own_dot(v: Term) -> Term | None:
    return dot.build((v, v)) if v.sort is Vector else None


norm2: Operator[[Vector | Quaternion], Scalar] = operator(
    "norm2",
    Linear,
    result=_length,
    module="",
    doc="The square of the length: dot(a, a) of a vector, q q* of a quaternion.",
    unicode="‖{0}‖²",
    latex=r"\|{0}\|^2",
    laws=[
        Homogeneous(degree=2),
        Absorbing(ZERO),
        Abbreviates(_own_dot),
        OnFact("unit", lambda x: number(1)),
    ],
)
norm: Operator[[Vector | Quaternion], Scalar] = operator(
    "norm",
    Linear,
    result=_length,
    module="",
    doc="The length of a vector or a quaternion.",
    unicode="‖{0}‖",
    latex=r"\|{0}\|",
    laws=[Length(), OnFact("unit", lambda x: number(1))],
)
rot: Operator[[Vector, Scalar], Matrix] = operator(
    "rot",
    Vector,
    Scalar,
    result=(3, 3),
    module="",
    doc="The matrix of the rotation about a unit vector by an angle.",
    facts={"rotation": _rotates, "orthogonal": _rotates},
)


# -- relations ------------------------------------------------------------------------------------


def _orthogonal(a: Any, b: Any) -> Any:
    return [(dot(a, b), 0)], []


def _collinear(a: Any, b: Any) -> Any:
    return [(cross(a, b), 0)], []


def _triad(x: Any, y: Any, z: Any) -> Any:
    dots = [(dot(p, q), 0) for p, q in ((x, y), (y, z), (z, x))]
    crosses = [(cross(x, y), z), (cross(y, z), x), (cross(z, x), y), (triple(x, y, z), 1)]
    return [*dots, *crosses], [Fact("unit", (v,)) for v in (x, y, z)]


def _equals(left: Any, right: Any) -> Any:
    return [(left, right)], []


RELATIONS.update(
    {
        "orthogonal/2": _orthogonal,
        "collinear/2": _collinear,
        "triad/3": _triad,
        "equals/2": _equals,
    }
)
