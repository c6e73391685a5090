"""How each standard operator is calculated in scalars: one formula each, cheap where it can be.

A formula is a function of the lowering, the term, and its operands' coordinates (references to
nodes); it returns those of the term. None takes more operations than the operator declares as its
cost (`theory/costs.py`), and all have the meaning of `evaluation/semantics.py`, which they are
tested against.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..core import linear
from ..core.operators import NUMBER, ONE, ZERO, Operator
from ..core.sorts import Matrix, Quaternion, Scalar
from ..core.terms import Term
from ..errors import RewriteError
from ..theory import coordinates, matrices, quaternions, scalars, vectors
from ..theory.costs import segments
from . import nodes as n
from .chains import Block, chain, inner, is_turned_diagonal, mirror, product, turned_diagonal
from .nodes import Nodes
from .planes import turned_in_planes
from .squares import determinant, inverse

if TYPE_CHECKING:
    from .build import Lowering

Refs = tuple[int, ...]
Formula = Callable[..., Refs]
HALF = Fraction(1, 2)
MATMUL = matrices.matmul


def block(t: Term, refs: Refs) -> Block:
    """The coordinates of a term as a matrix."""
    return Block(refs, t.shape[0], t.shape[1])


# -- every linear sort ----------------------------------------------------------------------------


def _one(low: Lowering, t: Term) -> Refs:
    if t.sort is Matrix:
        size = t.shape[0]
        return tuple([n.ONE if i == j else n.ZERO for i in range(size) for j in range(size)])
    if t.sort is Quaternion:
        return n.ONE, n.ZERO, n.ZERO, n.ZERO
    if t.sort is Scalar:
        return (n.ONE,)
    raise RewriteError(f"the one of {t.sort.label(t.shape)} has no known coordinates")


def _add(low: Lowering, t: Term, *xs: Refs) -> Refs:
    return tuple(map(low.graph.add, zip(*xs, strict=True)))


def scaled(g: Nodes, k: int, x: Refs) -> Refs:
    """A multiple."""
    return tuple([g.mul(k, c) for c in x])


def _div(low: Lowering, t: Term, x: Refs, k: Refs) -> Refs:
    return scaled(low.graph, low.graph.recip(k[0]), x)


def _times(low: Lowering, t: Term, *xs: Refs) -> Refs:
    g, result = low.graph, n.ONE
    for (x,) in xs:
        result = g.mul(result, x)
    return (result,)


def _power(low: Lowering, t: Term, x: Refs, _: Refs) -> Refs:
    g, e = low.graph, t.args[1].value
    if t.sort is Scalar:
        if isinstance(e, Fraction):
            if e == -HALF:
                return (g.recip(g.power(x[0], HALF)),)
            return (g.power(x[0], e),)
        whole = g.repeated(x[0], abs(e))
        return (whole if e >= 0 else g.recip(whole),)
    if e < 0:
        x, e = _inverted(low, t, x), -e
    result: Refs | None = None
    while e:
        if e & 1:
            result = x if result is None else _joined(g, t, result, x)
        e >>= 1
        if e:
            x = _joined(g, t, x, x)
    return _one(low, t) if result is None else result


def _joined(g: Nodes, t: Term, x: Refs, y: Refs) -> Refs:
    """The product under which powers of a sort are formed."""
    if t.sort is Matrix:
        return product(g, block(t, x), block(t, y)).refs
    return hamilton(g, x, y)


# -- matrices -------------------------------------------------------------------------------------


def grouped(letters: tuple[Term, ...]) -> tuple[Term, ...]:
    """A word A B … (A B)ᵀ or (A B)ᵀ … A B, with A B as one letter: the two ends are then seen to be
    transposes of each other, and A B is calculated once."""
    for here, there in ((letters, -1), (letters[::-1], 0)):
        end = letters[there]
        word = end.args[0].args if end.op is matrices.trans and end.args[0].op is MATMUL else ()
        word = word if there else word[::-1]
        if word and len(word) < len(letters) and here[: len(word)] == word:
            rest = (end.args[0], *here[len(word) :])
            return rest if there else rest[::-1]
    return letters


def _matmul(low: Lowering, t: Term, *xs: Refs) -> Refs:
    """Segments that come out 1×1 only scale what is left, where it is smallest."""
    g = low.graph
    letters = low.operands(t)
    values = dict(zip(letters, xs, strict=True))
    factor, rest = n.ONE, list[Term]()
    for word in segments(letters):
        if word[0].shape[0] == 1 and word[-1].shape[1] == 1:
            found = chain(g, [block(a, values[a]) for a in word]).refs[0]
            factor = g.mul(factor, found)
        else:
            rest = list(word)
    if not rest:
        return (factor,)
    blocks = [block(a, values[a]) for a in rest]
    if len(rest) > 2 and t.shape[0] == t.shape[1]:
        in_planes = turned_in_planes(g, [x for a in rest for x in _letters(low, a)])
        if in_planes is not None:
            return scaled(g, factor, in_planes.refs)
    if is_turned_diagonal(blocks) and low.is_known("orthogonal", rest[0]):
        return scaled(g, factor, turned_diagonal(g, blocks[0], blocks[1]).refs)
    if factor == n.ONE:
        return chain(g, blocks).refs
    smallest = min(range(len(blocks)), key=lambda i: _distinct(blocks[i]))
    rows, columns = blocks[0].rows, blocks[-1].columns
    whole = rows * (rows + 1) // 2 if mirror(blocks) is not None else rows * columns
    if _distinct(blocks[smallest]) >= whole:
        return scaled(g, factor, chain(g, blocks).refs)
    small = blocks[smallest]
    blocks[smallest] = Block(scaled(g, factor, small.refs), small.rows, small.columns)
    return chain(g, blocks).refs


def _distinct(x: Block) -> int:
    """How many products it takes to scale a matrix."""
    return len({ref >> 1 for ref in x.refs if ref >> 1 > 1})


def _scale(low: Lowering, t: Term, k: Refs, *xs: Refs) -> Refs:
    """A multiple; of a product whose letters are given, that of its smallest letter."""
    return scaled(low.graph, k[0], xs[0]) if len(xs) == 1 else _matmul(low, t, k, *xs)


def _letters(low: Lowering, t: Term) -> list[Block]:
    """The matrices whose product a letter of a word is, or its transpose."""
    if t.op is matrices.trans and not low.is_given(t):
        return [x.transposed() for x in reversed(_letters(low, t.args[0]))]
    letters = low.operands(t) if t.op is MATMUL and not low.is_given(t) else (t,)
    return [block(a, low.coordinates(a)) for a in letters]


def _inverted(low: Lowering, t: Term, x: Refs) -> Refs:
    g = low.graph
    if t.sort is Matrix:
        return inverse(g, block(t, x)).refs
    if t.sort is Quaternion:
        return scaled(g, g.recip(inner(g, x, x)), _conjugate(low, t, x))
    return (g.recip(x[0]),)


def _transposed(low: Lowering, t: Term, x: Refs) -> Refs:
    return block(t.args[0], x).transposed().refs


# -- vectors --------------------------------------------------------------------------------------


def crossed(g: Nodes, a: Refs, b: Refs) -> Refs:
    """The cross product."""
    (a1, a2, a3), (b1, b2, b3) = a, b
    return _less(g, a2, b3, a3, b2), _less(g, a3, b1, a1, b3), _less(g, a1, b2, a2, b1)


def _less(g: Nodes, a: int, b: int, c: int, d: int) -> int:
    """a b - c d."""
    return g.add([g.mul(a, b), g.neg(g.mul(c, d))])


def _tilde(low: Lowering, t: Term, a: Refs) -> Refs:
    (x, y, z), minus = a, low.graph.neg
    return n.ZERO, minus(z), y, z, n.ZERO, minus(x), minus(y), x, n.ZERO


def _vee(low: Lowering, t: Term, a: Refs) -> Refs:
    g = low.graph
    pairs = ((a[7], a[5]), (a[2], a[6]), (a[3], a[1]))
    return tuple([g.scale(HALF, g.add([x, g.neg(y)])) for x, y in pairs])


def _outer(low: Lowering, t: Term, a: Refs, b: Refs) -> Refs:
    return tuple([low.graph.mul(x, y) for x in a for y in b])


def _norm(low: Lowering, t: Term, x: Refs) -> Refs:
    g = low.graph
    present = [c for c in x if c]
    if len(present) == 1 and g.number(present[0]) is not None:
        return (present[0] & ~1,)
    return (g.power(inner(g, x, x), HALF),)


def _rot(low: Lowering, t: Term, u: Refs, angle: Refs) -> Refs:
    """cos·Id + sin·tilde(u) + (1 - cos)·u uᵀ; about a coordinate axis, its four entries alone."""
    g = low.graph
    c, s = g.cos(angle[0]), g.sin(angle[0])
    rest = g.add([n.ONE, g.neg(c)])
    turned = scaled(g, rest, u)
    spin = _tilde(low, t, scaled(g, s, u))
    found = []
    for k in range(9):
        i, j = divmod(k, 3)
        square = u[i] == u[j] and u[i] >> 1 == n.ONE >> 1
        if square and i == j:
            found.append(n.ONE)  # c + (1 - c)
        else:
            found.append(g.add([g.mul(turned[i], u[j]), spin[k], c if i == j else n.ZERO]))
    return tuple(found)


# -- quaternions ----------------------------------------------------------------------------------


def hamilton(g: Nodes, p: Refs, q: Refs) -> Refs:
    """The product of two quaternions."""
    (a, b, c, d), (w, x, y, z) = p, q
    m, minus = g.mul, g.neg
    return (
        g.add([m(a, w), minus(m(b, x)), minus(m(c, y)), minus(m(d, z))]),
        g.add([m(a, x), m(b, w), m(c, z), minus(m(d, y))]),
        g.add([m(a, y), minus(m(b, z)), m(c, w), m(d, x)]),
        g.add([m(a, z), m(b, y), minus(m(c, x)), m(d, w)]),
    )


def _qmul(low: Lowering, t: Term, *qs: Refs) -> Refs:
    result = qs[0]
    for q in qs[1:]:
        result = hamilton(low.graph, result, q)
    return result


def _conjugate(low: Lowering, t: Term, q: Refs) -> Refs:
    return (q[0], *map(low.graph.neg, q[1:]))


def _rotate(low: Lowering, t: Term, q: Refs, v: Refs) -> Refs:
    """v + w t + u × t with t = 2 u × v, if (w, u) is unit, and else
    (w² - u·u) v + 2 ((u·v) u + w (u × v))."""
    g, w, u = low.graph, q[0], q[1:]
    turned = crossed(g, u, v)
    if low.is_known("unit", t.args[0]):
        twice = tuple([g.scale(2, x) for x in turned])
        parts = v, scaled(g, w, twice), crossed(g, u, twice)
        return tuple(map(g.add, zip(*parts, strict=True)))
    along = g.scale(2, inner(g, u, v))
    length = g.add([g.mul(w, w), g.neg(inner(g, u, u))])
    parts = scaled(g, length, v), scaled(g, along, u), scaled(g, g.scale(2, w), turned)
    return tuple(map(g.add, zip(*parts, strict=True)))


def _rotation_matrix(low: Lowering, t: Term, q: Refs) -> Refs:
    g, (w, x, y, z) = low.graph, q
    m, minus = g.mul, g.neg
    x2, y2, z2 = (g.scale(2, c) for c in (x, y, z))
    xy, xz, yz = m(x2, y), m(x2, z), m(y2, z)
    wx, wy, wz = m(x2, w), m(y2, w), m(z2, w)
    if low.is_known("unit", t.args[0]):
        xx, yy, zz = m(x, x2), m(y, y2), m(z, z2)
        diagonal = [g.add([n.ONE, minus(g.add([p, r]))]) for p, r in ((yy, zz), (xx, zz), (xx, yy))]
    else:
        ww, xx, yy, zz = m(w, w), m(x, x), m(y, y), m(z, z)
        plus, less = g.add([ww, minus(zz)]), g.add([xx, minus(yy)])
        diagonal = [
            g.add([plus, less]),
            g.add([plus, minus(less)]),
            g.add([ww, zz, minus(xx), minus(yy)]),
        ]
    a, b, c = diagonal
    return (
        a, g.add([xy, minus(wz)]), g.add([xz, wy]),
        g.add([xy, wz]), b, g.add([yz, minus(wx)]),
        g.add([xz, minus(wy)]), g.add([yz, wx]), c,
    )  # fmt: skip


FORMULAS: dict[Operator[..., Any], Formula] = {
    # atoms
    NUMBER: lambda low, t: (low.graph.const(t.value),),
    ZERO: lambda low, t: (n.ZERO,) * t.sort.coordinates(t.shape),
    ONE: _one,
    scalars.PI: lambda low, t: (low.graph.pi(),),
    # every linear sort
    linear.add: _add,
    linear.neg: lambda low, t, x: tuple(map(low.graph.neg, x)),
    linear.times: _times,
    linear.scale: _scale,
    linear.div: _div,
    linear.power: _power,
    # scalars
    scalars.sin: lambda low, t, x: (low.graph.sin(x[0]),),
    scalars.cos: lambda low, t, x: (low.graph.cos(x[0]),),
    scalars.sqrt: lambda low, t, x: (low.graph.power(x[0], HALF),),
    # matrices
    matrices.matmul: _matmul,
    matrices.trans: _transposed,
    matrices.inv: _inverted,
    matrices.trace: lambda low, t, x: (low.graph.add(x[:: t.args[0].shape[0] + 1]),),
    matrices.det: lambda low, t, x: (determinant(low.graph, block(t.args[0], x)),),
    # vectors
    vectors.dot: lambda low, t, a, b: (inner(low.graph, a, b),),
    vectors.cross: lambda low, t, a, b: crossed(low.graph, a, b),
    vectors.triple: lambda low, t, a, b, c: (inner(low.graph, crossed(low.graph, a, b), c),),
    vectors.tilde: _tilde,
    vectors.vee: _vee,
    vectors.outer: _outer,
    vectors.norm2: lambda low, t, x: (inner(low.graph, x, x),),
    vectors.norm: _norm,
    vectors.rot: _rot,
    # quaternions
    quaternions.conj: _conjugate,
    quaternions.qmul: _qmul,
    quaternions.quat: lambda low, t, s, v: s + v,
    quaternions.scalar_part: lambda low, t, q: q[:1],
    quaternions.vector_part: lambda low, t, q: q[1:],
    quaternions.rotate: _rotate,
    quaternions.rotation_matrix: _rotation_matrix,
    # coordinates
    coordinates.column: lambda low, t, x, y, z: x + y + z,
    coordinates.x_of: lambda low, t, v: v[:1],
    coordinates.y_of: lambda low, t, v: v[1:2],
    coordinates.z_of: lambda low, t, v: v[2:],
}
"""How every standard operator is calculated."""
