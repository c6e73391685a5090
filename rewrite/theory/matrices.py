"""Products, transposes, inverses, traces and determinants of matrices of every shape."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ..core.declaring import add_laws, operator
from ..core.facts import FALSE, TRUE, UNKNOWN, Infer, Known, Truth
from ..core.hooks import brief
from ..core.laws import (
    Absorbing,
    Antimorphism,
    Associative,
    Commutes,
    Homogeneous,
    Inverse,
    Involution,
    Law,
    Neutral,
    OnFact,
    Powers,
)
from ..core.linear import add, multilinear, neg, power, scale
from ..core.operators import ONE, ZERO, Operator, Typed, label, number
from ..core.sorts import Linear, Matrix, Quaternion, Scalar, Vector, sort_of_shape
from ..core.terms import Shape, Term, order
from ..errors import SortError, UndefinedError
from ..normalform.monomials import split

if TYPE_CHECKING:
    from ..normalform.call import Call

Op = Operator[..., Any]
MAX_OPENED = 1_000
"""The largest power that is read as a word of equal letters when a trace is turned round."""
MATRIX_LIKE = (Scalar, Vector, Matrix)


# -- typing ---------------------------------------------------------------------------------------


def _product(op: Op, args: tuple[Term, ...]) -> Typed:
    """Shapes multiply from the left; a factor or partial product that is a scalar only scales."""
    shape: Shape | None = None
    for i, arg in enumerate(args):
        if arg.sort not in MATRIX_LIKE:
            op.refuse(args, i, "Matrix, Vector or Scalar", "quaternions are multiplied with *")
        if arg.sort is Scalar:
            continue
        if shape is None or shape == (1, 1):
            shape = arg.shape
        elif shape[1] == arg.shape[0]:
            shape = (shape[0], arg.shape[1])
        else:
            raise SortError(
                f"{op.shown(args)}: argument {i + 1} is {label(arg)}, which has {arg.shape[0]} "
                f"rows; what stands before it is {shape[0]}×{shape[1]} and needs {shape[1]}",
                [(shape[1], arg.shape[0])],
            )
    shape = shape or (1, 1)
    return sort_of_shape(shape), shape


def _transposed(op: Op, args: tuple[Term, ...]) -> Typed:
    if args[0].sort not in MATRIX_LIKE:
        op.refuse(args, 0, "Matrix, Vector or Scalar")
    rows, cols = args[0].shape
    return sort_of_shape((cols, rows)), (cols, rows)


def is_square(t: Term) -> bool:
    """Whether a term is a square matrix (a scalar is one)."""
    return len(t.shape) == 2 and t.shape[0] == t.shape[1]


def _squared(t: Term) -> Shape:
    return t.shape[:1] * 2


def _inverted(op: Op, args: tuple[Term, ...]) -> Typed:
    if args[0].sort is not Quaternion and not is_square(args[0]):
        op.refuse(args, 0, "a square Matrix, Quaternion or Scalar", shape=_squared(args[0]))
    return args[0].sort, args[0].shape


def _scalar_of_square(op: Op, args: tuple[Term, ...]) -> Typed:
    if not is_square(args[0]):
        op.refuse(args, 0, "a square Matrix", shape=_squared(args[0]))
    return Scalar, (1, 1)


# -- what is inferred about values ----------------------------------------------------------------


def _by_transposing(sign: int) -> Infer:
    """Symmetric (or antisymmetric) if transposing and normalising gives the term (its opposite)."""

    def infer(known: Known, t: Term) -> Truth:
        parts = t.args if t.op is add else (t,)
        turned = tuple(trans.build((p,)) for p in parts)
        flipped = known.normal(turned[0] if len(turned) == 1 else add.build(turned))
        same = known.normal(t if sign > 0 else neg.build((t,)))
        return TRUE if flipped is same else UNKNOWN

    return infer


def _every(name: str) -> Infer:
    def infer(known: Known, t: Term) -> Truth:
        return TRUE if all(known(name, a) is TRUE for a in t.args) else UNKNOWN

    return infer


def _of_operand(name: str) -> Infer:
    return lambda known, t: known(name, t.args[0])


def _product_invertible(known: Known, t: Term) -> Truth:
    matrices = [a for a in t.args if a.sort is not Scalar]
    if not all(is_square(a) for a in matrices) or len(matrices) < len(t.args):
        return UNKNOWN
    return Truth.every(known("invertible", a) for a in matrices)


def _opposite_rotation(known: Known, t: Term) -> Truth:
    inner = known("rotation", t.args[0])
    if t.shape[0] % 2 == 0:
        return inner
    return FALSE if inner is TRUE else UNKNOWN


def _scaled(name: str) -> Infer:
    """A multiple keeps a linear fact; it loses orthogonality unless the factor is ±1."""

    def infer(known: Known, t: Term) -> Truth:
        factor, inner = t.args
        if name in ("symmetric", "antisymmetric", "diagonal", "pure"):
            return TRUE if known(name, inner) is TRUE else UNKNOWN
        if name == "invertible":
            if known(name, inner) is FALSE:
                return FALSE
            return Truth.every((known("nonzero", factor), known(name, inner)))
        if factor.op.constant and known(name, inner) is TRUE:
            proper = name != "rotation" or factor == 1 or t.shape[0] % 2 == 0
            return Truth.of(abs(factor.value) == 1 and proper)
        return UNKNOWN

    return infer


def _power_fact(name: str) -> Infer:
    def infer(known: Known, t: Term) -> Truth:
        base, exponent = t.args
        if name == "rotation" and exponent.value % 2 == 0 and known("orthogonal", base) is TRUE:
            return TRUE
        if exponent.value == 0:
            return TRUE
        inner = known(name, base)
        return inner if name == "invertible" or inner is TRUE else UNKNOWN

    return infer


_KEPT = ("symmetric", "antisymmetric", "diagonal", "orthogonal", "rotation", "invertible")
_SYMMETRY = {"symmetric": _by_transposing(1), "antisymmetric": _by_transposing(-1)}
_PRODUCT_FACTS = {
    **_SYMMETRY,
    "diagonal": _every("diagonal"),
    "orthogonal": _every("orthogonal"),
    "rotation": _every("rotation"),
    "invertible": _product_invertible,
}

add.facts.update({**_SYMMETRY, "diagonal": _every("diagonal"), "pure": _every("pure")})
neg.facts.update(
    {f: _of_operand(f) for f in (*_KEPT, "pure", "unit", "nonzero") if f != "rotation"}
)
neg.facts["rotation"] = _opposite_rotation
scale.facts.update({f: _scaled(f) for f in (*_KEPT, "pure", "unit")})
power.facts.update(
    {
        f: _power_fact(f)
        for f in ("symmetric", "diagonal", "orthogonal", "rotation", "invertible", "unit")
    }
)


def is_chain(t: Term) -> bool:
    """Whether a product is a chain of its factors, none of which only scales the others."""
    if t.sort is Scalar or any(a.sort is Scalar for a in t.args):
        return False
    return all(a.shape[1] == b.shape[0] for a, b in pairwise(t.args))


# -- laws of products -----------------------------------------------------------------------------


@dataclass(frozen=True)
class ScalarSegments(Law):
    """A part of a product that comes out 1×1 is a scalar, and scales the rest."""

    step = 12  # right after flattening: what follows may rely on a chain of shapes that agree

    def apply(self, call: Call) -> None:
        segments: list[list[Term]] = [[]]
        for letter in call.args:
            if letter.sort is Scalar:  # a factor that only scaled the others and has been taken out
                continue
            if segments[-1] and segments[-1][-1].shape[1] == 1:
                segments.append([])
            segments[-1].append(letter)
        if len(segments) == 1:
            call.args = segments[0] or [number(1)]
            return
        kept: list[Term] = []
        for segment in segments:
            if segment[0].shape[0] == 1 and segment[-1].shape[1] == 1:
                call.multiply(call.normal(call.op, segment))
            else:
                kept += segment
        if kept:
            call.args = kept
        else:
            call.end(number(1))


@dataclass(frozen=True)
class OwnTranspose(Law):
    """A 1×1 product is its own transpose: of the two ways to write it, the first in order."""

    step = 85

    def apply(self, call: Call) -> None:
        if call.sort is not Scalar or len(call.args) < 2:
            return
        letters = [call.normal(trans, [letter]) for letter in reversed(call.args)]
        sign = 1
        for i, letter in enumerate(letters):
            if letter.op is neg:
                sign, letters[i] = -sign, letter.args[0]
        if [order(x) for x in letters] < [order(x) for x in call.args]:
            if sign < 0:
                call.negate()
            call.args = letters
        elif letters == call.args and sign < 0:
            call.vanish()


@dataclass(frozen=True)
class TraceOfOne(Law):
    """The trace of an identity is its size; a scalar is its own trace."""

    step = 44
    arity = 1

    def apply(self, call: Call) -> None:
        if call.args[0] == 1:
            call.end(number(call.args[0].shape[0]))


@dataclass(frozen=True)
class Cyclic(Law):
    """tr(A B) = tr(B A) and tr(Aᵀ) = tr(A): of all the words with one trace, the first in order.

    A word that is its own opposite when it is turned has the trace zero: tr(S K), tr(tilde(a)).
    A word with a column in it is a scalar, tr(a bᵀ) = bᵀ a. The scalar part of a product of
    quaternions is like a trace, with conjugates for transposes.
    """

    product: Op
    turn: Op
    step = 45
    arity = 1

    def apply(self, call: Call) -> None:
        word = _opened(call.args[0], self.product)
        column = next((i for i, x in enumerate(word) if x.shape[1:] == (1,)), None)
        if column is not None:
            call.restart(self.product, word[column + 1 :] + word[: column + 1])
            return
        turned: list[Term] = []
        sign = 1
        for x in reversed(word):
            t = call.normal(self.turn, [x])
            if t.op is neg:
                sign, t = -sign, t.args[0]
            turned.append(t)
        ranks = {key: i for i, key in enumerate(sorted({order(x) for x in (*word, *turned)}))}
        here = _least_rotation([ranks[order(x)] for x in word])
        there = _least_rotation([ranks[order(x)] for x in turned])
        first = [ranks[order(x)] for x in word[here:] + word[:here]]
        second = [ranks[order(x)] for x in turned[there:] + turned[:there]]
        if first == second and sign < 0:
            call.vanish()
            return
        if second < first:
            word, here = turned, there
            if sign < 0:
                call.negate()
        word = word[here:] + word[:here]
        whole = word[0] if len(word) == 1 else call.normal(self.product, word)
        c, rope, core = split(whole)
        call.scale(c, rope)
        call.args = [call.walk.term((1, None, core), whole.sort, whole.shape)]
        if whole != 0 and core is not None and len(_opened(core, self.product)) < len(word):
            call.restart(call.op, call.args)  # neighbours have met and cancelled


def _opened(t: Term, product: Op) -> list[Term]:
    """The letters of a product, powers opened."""
    found: list[Term] = []
    for x in t.args if t.op is product else (t,):
        repeats = x.op is power and 0 < x.args[1].value <= MAX_OPENED
        found += [x.args[0]] * x.args[1].value if repeats else [x]
    return found


def _least_rotation(ranks: list[int]) -> int:
    """Where the rotation of a word that comes first in order begins, in linear time."""
    n = len(ranks)
    i, j, k = 0, 1, 0
    while i < n and j < n and k < n:
        x, y = ranks[(i + k) % n], ranks[(j + k) % n]
        if x == y:
            k += 1
            continue
        if x > y:
            i += k + 1
        else:
            j += k + 1
        if i == j:
            j += 1
        k = 0
    return min(i, j)


@dataclass(frozen=True)
class RefusesSingular(Law):
    """The inverse of what is known to be singular is refused."""

    step = 35
    arity = 1

    def apply(self, call: Call) -> None:
        (arg,) = call.args
        singular = arg == 0 or (arg.sort is Matrix and call.walk.known("invertible", arg) is FALSE)
        if singular:
            raise UndefinedError(f"inv({brief(arg)}): the operand is singular and has no inverse")


# -- the operators --------------------------------------------------------------------------------

trans: Any = operator(
    "trans",
    Linear,
    result=_transposed,
    module="",
    doc="The transpose of a matrix or vector, written A.T.",
    facts={f: _of_operand(f) for f in _KEPT},
    laws=[*multilinear(add), Absorbing(ONE), Involution()],
)
inv: Any = operator(
    "inv",
    Linear,
    result=_inverted,
    module="",
    doc="The inverse of a square matrix, written A.inv, or of a quaternion.",
    facts={f: _of_operand(f) for f in (*_KEPT, "unit", "pure")},
    laws=[Homogeneous(degree=-1), Absorbing(ONE), Involution(), RefusesSingular()],
)
matmul: Any = operator(
    "matmul",
    Linear,
    Linear,
    result=_product,
    module="",
    doc="The product of matrices, vectors and rows, written A @ B.",
    facts=_PRODUCT_FACTS,
    laws=[
        Associative(opens=is_chain),
        *multilinear(add),
        Neutral(ONE),
        Inverse(trans, ONE, fact="orthogonal"),
        Inverse(inv, ONE),
        Powers(power),
        ScalarSegments(),
        OwnTranspose(),
    ],
)
add_laws(
    trans,
    [
        Antimorphism(matmul),
        Commutes(inv),
        Commutes(power),
        OnFact("symmetric", lambda x: x),
        OnFact("antisymmetric", lambda x: neg.build((x,))),
    ],
)
add_laws(
    inv,
    [
        Antimorphism(matmul, when=is_square),
        Commutes(power),
        OnFact("orthogonal", lambda x: trans.build((x,))),
    ],
)
Matrix.product = matmul
trace: Operator[[Matrix | Scalar], Scalar] = operator(
    "trace",
    Linear,
    result=_scalar_of_square,
    laws=[*multilinear(add), TraceOfOne(), Cyclic(matmul, trans)],
    module="",
    doc="The sum of the diagonal of a square matrix.",
    latex=r"\operatorname{{tr}} {0}",
)
det: Operator[[Matrix | Scalar], Scalar] = operator(
    "det",
    Linear,
    result=_scalar_of_square,
    module="",
    doc="The determinant of a square matrix.",
    latex=r"\det {0}",
    laws=[
        Homogeneous(degree=lambda shape: shape[0]),
        Absorbing(ZERO),
        Absorbing(ONE),
        OnFact("rotation", lambda x: number(1)),
    ],
)
