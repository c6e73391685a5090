"""Laws of products and lengths of vectors: what is one number or vector is written in one way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..core.laws import Law
from ..core.linear import add
from ..core.operators import Operator, number
from ..core.sorts import Scalar, Vector
from ..core.terms import Term, order
from ..normalform.monomials import split
from .matrices import column_word, matmul, trans

if TYPE_CHECKING:
    from ..normalform.call import Call

Op = Operator[..., Any]


def _ends_in(op: Op, t: Term) -> bool:
    return column_word(t)[1].op is op


@dataclass(frozen=True)
class Adjoint(Law):
    """(A x) · (B y) = x · (trans(A) B y): matrices gather between the two ends of a dot product.

    Of x · (M y) and y · (trans(M) x), the one whose end comes first is written; u · (K u) is zero
    for an antisymmetric K, and x · (x × y) too. A dot product with a cross product at one end is a
    triple product.
    """

    cross: Op
    triple: Op
    step = 80

    def apply(self, call: Call) -> None:
        x, y = call.args
        (left, u), (right, v) = column_word(x), column_word(y)
        if left or right:
            self._gather(call, left, u, right, v)
            if call.result is not None:
                return
            x, y = call.args
        if self._perpendicular(x, y) or self._perpendicular(y, x):
            call.vanish()
            return
        if _ends_in(self.cross, x) != _ends_in(self.cross, y):
            if _ends_in(self.cross, y):
                x, y = y, x
            matrices, end = column_word(x)
            if matrices:
                turned = [call.normal(trans, [m]) for m in reversed(matrices)]
                y = call.normal(matmul, [*turned, y])
            call.restart(self.triple, [*end.args, y])

    def _perpendicular(self, x: Term, y: Term) -> bool:
        """Whether y is a cross product with x."""
        return y.op is self.cross and (y.args[0] is x or y.args[1] is x)

    @staticmethod
    def _gather(call: Call, left: list[Term], u: Term, right: list[Term], v: Term) -> None:
        turned = [call.normal(trans, [m]) for m in reversed(left)]
        middle = _freed(call, call.normal(matmul, [*turned, *right]))
        if middle is None:
            return
        if middle == 1 and u.sort is Vector:
            call.restart(call.op, [u, v])
            return
        if middle == 1:
            call.restart(matmul, [call.normal(trans, [u]), v])
            return
        c, _, turned_middle = split(call.normal(trans, [middle]))
        assert turned_middle is not None
        if u is v and turned_middle is middle and c < 0:
            call.vanish()
            return
        if u.sort is not Vector and v.sort is not Vector:
            call.restart(matmul, [call.normal(trans, [u]), middle, v])
            return
        here = (order(u), order(middle), order(v))
        there = (order(v), order(turned_middle), order(u))
        if u.sort is not Vector or (v.sort is Vector and there < here):
            if c < 0:
                call.negate()
            u, v, middle = v, u, turned_middle
        letters = middle.args if middle.op is matmul else (middle,)
        tail = _freed(call, call.normal(matmul, [*letters, v]))
        if tail is not None:
            call.args = [u, tail]


def _freed(call: Call, t: Term) -> Term | None:
    """A normal term without its scalars, which go to the result; None if they make that zero."""
    c, rope, core = split(t)
    if c == 0:
        call.vanish()
        return None
    call.multiply(call.walk.term((c, rope, None), Scalar, (1, 1)))
    assert core is not None
    return core


@dataclass(frozen=True)
class CrossInside(Law):
    """[a, b, c × d] is written (a × b) · (c × d)."""

    dot: Op
    cross: Op
    step = 80

    def fits(self, op: Op) -> None:
        return None

    def apply(self, call: Call) -> None:
        if not call.walk.plain and self._use_context(call):
            return
        for i, arg in enumerate(call.args):
            if _ends_in(self.cross, arg):
                others = [*call.args[i + 1 :], *call.args[:i]]
                call.restart(self.dot, [call.normal(self.cross, others), arg])
                return

    def _use_context(self, call: Call) -> bool:
        """a · (b × c) through what the context knows of b × c, in any order."""
        a, b, c = call.args
        for x, y, z in ((a, b, c), (b, c, a), (c, a, b)):
            product = call.normal(self.cross, [y, z])
            _, _, core = split(product)
            if core is None or core.op is not self.cross:
                call.restart(self.dot, [x, product])
                return True
        return False


@dataclass(frozen=True)
class UnitSquare(Law):
    """u · u is 1 for a unit vector."""

    step = 75

    def apply(self, call: Call) -> None:
        x, y = call.args
        if x is y and call.holds("unit", x):
            call.end(number(1))


@dataclass(frozen=True)
class Length(Law):
    """norm(c·x) is |c| norm(x) for a number c; the norm of a unit is 1."""

    step = 21
    arity = 1

    def apply(self, call: Call) -> None:
        (arg,) = call.args
        c, rope, core = split(arg)
        if c == 0:
            call.vanish()
        elif c != 1:
            call.multiply(number(c if c > 0 else -c))
            call.args = [call.walk.term((1, rope, core), arg.sort, arg.shape)]
        elif arg.op is add:
            positive = call.opposite_if_negative(arg)
            call.args = [arg if positive is None else positive]
