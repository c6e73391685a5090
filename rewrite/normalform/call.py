"""A call: an operator with normal operands, on its way through the operator's laws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ..core.facts import Truth
from ..core.linear import add
from ..core.operators import SYMBOL, Operator, zero_of
from ..core.sorts import Scalar
from ..core.terms import Shape, Term, intern
from .monomials import (
    Mono,
    Number,
    Rope,
    is_negative_sum,
    join,
    opposite_sum,
    split,
    tidy,
)
from .word_laws import gather

if TYPE_CHECKING:
    from .walk import Normaliser

Op = Operator[..., Any]


class Call:
    """An operator with its normal operands, on its way through the laws."""

    __slots__ = ("args", "coefficient", "gathered", "op", "result", "rope", "shape", "sort", "walk")

    def __init__(
        self, walk: Normaliser, op: Op, args: list[Term], sort: type[Term], shape: Shape
    ) -> None:
        self.walk, self.op, self.args, self.sort, self.shape = walk, op, args, sort, shape
        self.coefficient: Number = 1
        self.rope: Rope = None
        self.result: Mono | None = None
        self.gathered = False

    # What a law may do -----------------------------------------------------------------

    def negate(self) -> None:
        """Change the sign of the result."""
        self.coefficient = -self.coefficient

    def multiply(self, scalar: Term) -> None:
        """Multiply the result by a normal scalar."""
        c, rope, _ = split(scalar)
        self.scale(c, rope)

    def scale(self, coefficient: Number, factors: Rope) -> None:
        """Multiply the result by a number and scalar factors."""
        self.coefficient = tidy(self.coefficient * coefficient)
        self.rope = join(self.rope, factors)

    def vanish(self) -> None:
        """End with the zero of the result's sort."""
        self.end(zero_of(self.sort, self.shape))

    def end(self, t: Term) -> None:
        """End with a normal term."""
        self._end(split(t))

    def restart(self, op: Op, args: list[Term]) -> None:
        """End with another operator on normal operands, normalised."""
        self._end(self.walk.apply(op, args))

    def restart_with(self, t: Term) -> None:
        """End with the normal form of any term."""
        self._end(self.walk.visit(t))

    def normal(self, op: Op, args: list[Term]) -> Term:
        """The normal form of an operator applied to normal operands."""
        sort, shape = op.typing(op, tuple(args))
        return self.walk.term(self.walk.apply(op, args), sort, shape)

    def made(self, op: Op, args: list[Term]) -> Term:
        """A term known to be normal."""
        sort, shape = op.typing(op, tuple(args))
        return self.walk.settled(intern(op, tuple(args), sort, shape))

    def gather(self) -> None:
        """Apply the laws about neighbours in the word of an associative operator, all at once."""
        gather(self)

    def holds(self, fact: str, t: Term) -> bool:
        """Whether a fact is known to be true of a term."""
        return self.walk.known(fact, t) is Truth.TRUE

    def opposite_if_negative(self, t: Term) -> Term | None:
        """-t, if t is the one of t and -t that is written with a minus."""
        if t.op is add:
            return opposite_sum(t) if is_negative_sum(t) else None
        c, rope, core = split(t)
        return self.walk.term((-c, rope, core), t.sort, t.shape) if c < 0 else None

    def _end(self, mono: Mono) -> None:
        c, rope, core = mono
        self.result = tidy(self.coefficient * c), join(self.rope, rope), core

    # The way through -------------------------------------------------------------------

    def run(self) -> Mono:
        laws = self.op.pipeline_on_symbols
        for arg in self.args:
            if arg.op is not SYMBOL:
                laws = self.op.pipeline
                break
        for law in laws:
            law.apply(self)
            if self.result is not None:
                return self.result
        args = self.args
        if len(args) == 1 and self.op.variadic:
            self.end(args[0])
            return cast(Mono, self.result)
        core = self.walk.settled(intern(self.op, tuple(args), self.sort, self.shape))
        known = self.walk.context.value_of(core)
        if known is not None:
            self.end(known)
            return cast(Mono, self.result)
        if self.sort is Scalar:
            return self.coefficient, join(self.rope, core), None
        return self.coefficient, self.rope, core
