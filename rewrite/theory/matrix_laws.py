"""Laws of products, traces and inverses of matrices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..core.facts import FALSE
from ..core.hooks import brief
from ..core.laws import Law
from ..core.linear import neg, power
from ..core.operators import Operator, number
from ..core.sorts import Matrix, Scalar
from ..core.terms import Term, order
from ..errors import UndefinedError
from ..normalform.monomials import split

if TYPE_CHECKING:
    from ..normalform.call import Call

Op = Operator[..., Any]
MAX_OPENED = 1_000
"""The largest power that is read as a word of equal letters when a trace is turned round."""


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

    turn: Op
    step = 85

    def apply(self, call: Call) -> None:
        if call.sort is not Scalar or len(call.args) < 2:
            return
        letters = [call.normal(self.turn, [letter]) for letter in reversed(call.args)]
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
        if len(word) > 2:
            ends = call.normal(self.product, [word[-1], word[0]])
            core = split(ends)[2]
            if core is None or len(_opened(core, self.product)) < 2:
                rest = call.normal(self.product, [ends, *word[1:-1]])
                call.restart(call.op, [rest])  # the two ends have met and cancelled
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
    """Refuses the inverse of a matrix that is known to be singular."""

    step = 35
    arity = 1

    def apply(self, call: Call) -> None:
        (arg,) = call.args
        singular = arg == 0 or (arg.sort is Matrix and call.walk.known("invertible", arg) is FALSE)
        if singular:
            raise UndefinedError(f"inv({brief(arg)}): the operand is singular and has no inverse")
