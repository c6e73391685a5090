"""Vectors of three-dimensional space: dot, cross, triple and dyadic products, and tildes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from ..core.declaring import add_record, operator
from ..core.laws import Abbreviates, AlsoWritten, Anticommutative, Commutative, ReadsAs, Undoes
from ..core.linear import multilinear, power
from ..core.operators import Operator, number
from ..core.sorts import Matrix, Scalar, Vector
from ..core.terms import Term
from ..normalform.walk import normal
from .costs import distinct
from .determinants import trace
from .folding import Folds
from .linear_parts import PLAIN, Form, Pairs, Part, Parts, Unknown, refuse
from .matrices import matmul, trans
from .scalar_tools import HALF, Refs, ScalarTools
from .vector_laws import Adjoint, CrossInside, UnitSquare

# -- products -------------------------------------------------------------------------------------


def crossed(low: ScalarTools, a: Refs, b: Refs) -> Refs:
    """The cross product in scalars."""
    (a1, a2, a3), (b1, b2, b3), mul = a, b, low.mul
    return (
        low.less(mul(a2, b3), mul(a3, b2)),
        low.less(mul(a3, b1), mul(a1, b3)),
        low.less(mul(a1, b2), mul(a2, b1)),
    )


def _moved(t: Term) -> list[tuple[int, Term]]:
    """a·(M N b) = (Mᵀ a)·(N b) = (Nᵀ Mᵀ a)·b."""
    found = [(1, t)]
    for one, other in (t.args, t.args[::-1]):
        letters = other.args if other.op is matmul else ()
        column = one.args if one.op is matmul else (one,)
        turned = [normal(trans.build((x,))) for x in letters[:-1]]
        pairs = zip(letters, turned, strict=False)
        if any(x.shape[0] == 1 for x in letters) or not all(_is_letter(*pair) for pair in pairs):
            continue
        for k in range(1, len(letters)):
            if letters[k].shape[0] != one.shape[0]:
                continue  # not a vector of space
            head = matmul.build((*reversed(turned[:k]), *column))
            tail = letters[k] if k == len(letters) - 1 else matmul.build(letters[k:])
            found.append((1, dot.build((head, tail))))
    return found if len(found) > 1 else []


def _is_letter(x: Term, turned: Term) -> bool:
    """Whether the transpose of a matrix is itself or just trans(x): a transposed sum would be
    written anew and share nothing with the sum."""
    return turned is x or (turned.op is trans and turned.args[0] is x) or x.args == (turned,)


dot = operator(
    "dot",
    Vector,
    Vector,
    result=Scalar,
    module="",
    doc="The scalar product a·b of two vectors, aᵀ b.",
    unicode="{0}·{1}",
    latex=r"{0} \cdot {1}",
    laws=[Commutative(), *multilinear(), UnitSquare(), AlsoWritten(_moved, gathered=False)],
    linear=[lambda a, b: trans(b), lambda a, b: trans(a)],
    cost=(3, 2),
    scalars=lambda low, t, a, b: (low.inner(a, b),),
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
    laws=[Anticommutative(), *multilinear()],
    linear=[lambda a, b: -tilde(b), lambda a, b: tilde(a)],
    cost=(6, 3),
    scalars=lambda low, t, a, b: crossed(low, a, b),
)


def _as_dot(t: Term) -> Iterator[tuple[int, Term]]:
    """[a, b, c] = a · (b × c) = b · (c × a) = c · (a × b)."""
    a, b, c = t.args
    for x, y, z in ((a, b, c), (b, c, a), (c, a, b)):
        yield 1, dot.build((x, cross.build((y, z))))


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
    laws=[Anticommutative(), *multilinear(), CrossInside(dot, cross), AlsoWritten(_as_dot)],
    linear=[
        lambda a, b, c: trans(cross(b, c)),
        lambda a, b, c: trans(cross(c, a)),
        lambda a, b, c: trans(cross(a, b)),
    ],
    cost=(9, 5),
    scalars=lambda low, t, a, b, c: (low.inner(crossed(low, a, b), c),),
)
Vector.bracket = cross
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
    cost=lambda t: (distinct(t), 0),
    structure=lambda t: "symmetric" if t.args[0] is t.args[1] else "full",
    scalars=lambda low, t, a, b: tuple([low.mul(x, y) for x in a for y in b]),
)


# -- tildes ---------------------------------------------------------------------------------------


def tilde_of(low: ScalarTools, a: Refs) -> Refs:
    """The matrix of a × · in scalars."""
    (x, y, z), o, minus = a, low.zero, low.neg
    return o, minus(z), y, z, o, minus(x), minus(y), x, o


def _parts_of_tilde(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    if not u.is_column:
        refuse(s, [u], "no left factor is known for its tilde")
    yield Part(Form.TILDE), parts[PLAIN]


def _parts_of_vee(u: Unknown, s: Term, i: int, parts: Parts) -> Pairs:
    """The axial vector of the antisymmetric part.

    That of b aᵀ is ½ a × b, and those of tilde(y) M and trans(M) tilde(y) are ½ (tr(M) y - M y).
    """
    half: Any = number(HALF)
    for (form, left, right), c in cast("dict[Any, Any]", parts).items():
        if form is Form.FACTOR and u.is_column:
            yield PLAIN, half * matmul(tilde(trans(right)), c)
        elif form is Form.TURNED and u.is_column:
            yield PLAIN, -half * matmul(tilde(left), c)
        elif left is None and right is None:
            yield PLAIN, c
        elif form is Form.TILDE and (left is None or right is None):
            m: Any = right if left is None else trans(left)
            yield PLAIN, half * (trace(m) * c - matmul(m, c))
        else:
            refuse(s, [u], "no left factor is known for vee of such a product")


def _axial(low: ScalarTools, t: Term, a: Refs) -> Refs:
    pairs = ((a[7], a[5]), (a[2], a[6]), (a[3], a[1]))
    return tuple([low.scale(HALF, low.less(x, y)) for x, y in pairs])


tilde: Operator[[Vector], Matrix] = operator(
    "tilde",
    Vector,
    result=(3, 3),
    module="",
    doc="The antisymmetric matrix of a vector: tilde(a) @ b is cross(a, b).",
    latex=r"\tilde{{{0}}}",
    facts={"antisymmetric": True, "invertible": False},
    laws=multilinear(),
    parts=_parts_of_tilde,
    cost=(0, 3),
    signs_in=(matmul, power),
    structure="antisymmetric",
    scalars=lambda low, t, a: tilde_of(low, a),
)
vee: Operator[[Matrix], Vector] = operator(
    "vee",
    (3, 3),
    result=Vector,
    module="",
    doc="The vector of the antisymmetric part of a matrix; undoes tilde.",
    latex=r"{0}^\vee",
    laws=[*multilinear(), Undoes(tilde)],
    parts=_parts_of_vee,
    cost=(3, 3),
    scalars=_axial,
)

# -- laws that name operators declared later ------------------------------------------------------

_folds = Folds(tilde, cross, dot)
add_record(tilde, laws=[Undoes(vee, fact="antisymmetric")])
add_record(dot, laws=[Adjoint(cross, triple)])
add_record(matmul, laws=[_folds])
_made: dict[Any, tuple[Any, ...]] = {
    dot: (trans,),
    cross: (tilde,),
    triple: (tilde, trans),
    matmul: (),
}
for _product, _maps in _made.items():
    add_record(_product, laws=[ReadsAs(matmul, _folds.words, _maps)])
