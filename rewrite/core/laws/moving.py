"""Class 2: laws that move a sub-term of some shape; the result is not yet normal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..operators import ZERO
from ..terms import Shape, Term
from .base import (
    RESULT,
    Equation,
    Law,
    Op,
    Pattern,
    agree,
    is_element,
    result_of,
)
from .equational import Commutative

if TYPE_CHECKING:
    from ...normalform.call import Call


@dataclass(frozen=True)
class External(Law):
    """f(x, f(y, z)) -> f(g(x, y), z): acting twice is acting once by the product."""

    over: Op
    step = 20

    def fits(self, op: Op) -> str | None:
        if op.variadic:
            return f"{op} is associative, so that acting twice is {op} itself"
        return super().fits(op) or agree(op, 1, RESULT)

    def is_idle(self, on_symbols: bool) -> bool:
        return on_symbols

    def apply(self, call: Call) -> None:
        outer, inner = call.args
        if inner.op is not call.op and call.op.law(Commutative) is not None:
            outer, inner = inner, outer
        if inner.op is call.op:
            y, z = inner.args
            call.restart(call.op, [call.normal(self.over, [outer, y]), z])

    def equations(self, op: Op) -> list[Equation]:
        return [((op, "x", (op, "y", "z")), (op, (self.over, "x", "y"), "z"))]


@dataclass(frozen=True)
class Homogeneous(Law):
    """f(…, y·x, …) -> yᵈ·f(…, x, …): scalars and signs move out of an operand.

    `degree` is d, or a function of the operand's shape (a determinant's degree is its size);
    `at` limits the law to some positions. With `of` and `to`, the same for any action:
    f(…, of(y, x), …) -> to(y, f(…, x, …)).
    """

    degree: int | Callable[[Shape], int] = 1
    at: tuple[int, ...] | None = None
    of: Op | None = None
    to: Op | None = None
    step = 21

    def fits(self, op: Op) -> str | None:
        return _positions_fit(op, self.at)

    def is_idle(self, on_symbols: bool) -> bool:
        return on_symbols

    def apply(self, call: Call) -> None:
        args, taken = list(call.args), []
        places = self.at if self.at is not None else range(len(args))
        if self.of is None:  # scalings are gathered before the operands arrive here, but for 0·x
            if isinstance(self.degree, int) and self.degree > 0:
                for i in places:
                    if args[i].op.constant and is_element(args[i], ZERO):
                        call.vanish()
                        return
            return
        for i in places:
            while args[i].op is self.of:
                *out, args[i] = args[i].args
                taken += out
        if taken:
            result = call.normal(call.op, args)
            for y in reversed(taken):
                result = call.normal(self.to or self.of, [y, result])
            call.end(result)

    def equations(self, op: Op) -> list[Equation]:
        names = [f"x{i}" for i in range(len(op.params))]
        found: list[Equation] = []
        for i in self.at if self.at is not None else range(len(names)):
            of, outside = self._actions(op, i)
            right: Pattern = (op, *names)
            for action in outside:
                right = (action, "y", right)
            if of is not None:
                found.append(((op, *names[:i], (of, "y", names[i]), *names[i + 1 :]), right))
        return found

    def _actions(self, op: Op, i: int) -> tuple[Op | None, list[Op]]:
        """The operators that act on operand i, and those that then act on the result."""
        if self.of is not None:
            return self.of, [self.to or self.of]
        kind, result = op.params[i], result_of(op)
        if kind is None or result is None or not isinstance(self.degree, int) or self.degree < 1:
            return None, []
        of, to = (k[0].scaling for k in (kind, result))
        return of, [to] * self.degree


def _positions_fit(op: Op, at: tuple[int, ...] | None) -> str | None:
    """Why a law cannot be about these operands only, or None."""
    if at is None:
        return None
    if not all(0 <= i < len(op.params) for i in at):
        return f"it names operand {max(at)}, counted from 0, of {len(op.params)}"
    if op.variadic:
        return f"{op} is associative, and its operands have no fixed place: leave `at` out"
    return None


@dataclass(frozen=True)
class Parity(Law):
    """f(-x) = f(x) if even, f(-x) = -f(x) if odd."""

    odd: bool
    step = 21
    arity = 1

    def apply(self, call: Call) -> None:
        if self.odd and is_element(call.args[0], ZERO):
            call.vanish()  # f(0) = -f(0)
            return
        flipped = call.opposite_if_negative(call.args[0])
        if flipped is not None:
            call.args = [flipped]
            if self.odd:
                call.negate()

    def equations(self, op: Op) -> list[Equation]:
        return [((op, ("-", "x")), ("-", (op, "x")) if self.odd else (op, "x"))]


@dataclass(frozen=True)
class Abbreviates(Law):
    """f(x, …) is another name for the term that `meaning` builds from its operands, if it does."""

    meaning: Callable[..., Term | None]
    step = 30

    def fits(self, op: Op) -> str | None:
        return None

    def apply(self, call: Call) -> None:
        meaning = self.meaning(*call.args)
        if meaning is not None:
            call.restart_with(meaning)


@dataclass(frozen=True)
class AlsoWritten(Law):
    """f(x, …) can also be written in other ways, each with a sign: [a, b, c] as a · (b × c).

    `normal` keeps f. Lowering takes the form that shares most, and common factors are looked for in
    the forms too, if they are `gathered`.
    """

    forms: Callable[[Term], Iterable[tuple[int, Term]]]
    gathered: bool = True
    step = 99

    def fits(self, op: Op) -> str | None:
        return None


class MovesInside(Law):
    """A law by which an operator of one operand moves to the operands of that."""

    def inside(self, t: Term) -> tuple[Term, ...]:
        """The operands of `t` to which the operator moves; none if it stays outside."""
        raise NotImplementedError


@dataclass(frozen=True)
class Morphism(MovesInside):
    """f(…, g(x_1, …, x_m), …) -> h(f(…, x_1, …), …, f(…, x_m, …)), in the positions `at`.

    Done by `expand`; by `normal` only if eager. `when` may ask something of every x (cofactors pass
    through products of square factors only).
    """

    over: Op
    to: Op | None = None
    at: tuple[int, ...] | None = None
    eager: bool = False
    when: Callable[[Term], bool] | None = None
    step = 30

    def fits(self, op: Op) -> str | None:
        for other in (self.over, self.to):
            if other is not None and not hasattr(other, "params"):
                return f"{other!r} is no operator; for the standard sum use multilinear()"
        return _positions_fit(op, self.at)

    def passes(self, i: int, t: Term) -> bool:
        """Whether the operator passes through this operand, number i."""
        there = t.op is self.over and (self.at is None or i in self.at)
        return there and (self.when is None or all(map(self.when, t.args)))

    def inside(self, t: Term) -> tuple[Term, ...]:
        return t.args if self.eager and self.passes(0, t) else ()

    def is_idle(self, on_symbols: bool) -> bool:
        return on_symbols or not self.eager

    def apply(self, call: Call) -> None:
        if self.eager:
            for i, arg in enumerate(call.args):
                if self.passes(i, arg):
                    before, after = call.args[:i], call.args[i + 1 :]
                    parts = [call.normal(call.op, [*before, x, *after]) for x in arg.args]
                    to = self.to or self.over
                    while len(parts) > len(to.params) and not to.variadic:
                        parts[-2:] = [call.normal(to, parts[-2:])]
                    call.restart(to, parts)
                    return

    def equations(self, op: Op) -> list[Equation]:
        names = [f"x{i}" for i in range(len(op.params))]
        found: list[Equation] = []
        if self.when is not None:
            return found
        inner = [f"y{i}" for i in range(len(self.over.params))]
        for i in self.at if self.at is not None else range(len(names)):
            before, after = names[:i], names[i + 1 :]
            left = (op, *before, (self.over, *inner), *after)
            found.append((left, (self.to or self.over, *((op, *before, y, *after) for y in inner))))
        return found


@dataclass(frozen=True)
class Antimorphism(MovesInside):
    """f(g(x, y)) -> g(f(y), f(x)), for instance the transpose of a product.

    `when` may ask something of every factor (an inverse opens over square factors only).
    """

    over: Op
    when: Callable[[Term], bool] | None = None
    step = 31
    arity = 1

    def fits(self, op: Op) -> str | None:
        if len(self.over.params) != 2:
            return f"{self.over} has {len(self.over.params)} operands, and needs two"
        return super().fits(op)

    def passes(self, t: Term) -> bool:
        """Whether the operator passes through this product."""
        return t.op is self.over and (self.when is None or all(map(self.when, t.args)))

    def inside(self, t: Term) -> tuple[Term, ...]:
        return t.args if self.passes(t) else ()

    def is_idle(self, on_symbols: bool) -> bool:
        return on_symbols

    def apply(self, call: Call) -> None:
        (arg,) = call.args
        if self.passes(arg):
            call.restart(self.over, [call.normal(call.op, [x]) for x in reversed(arg.args)])

    def equations(self, op: Op) -> list[Equation]:
        over = self.over
        law = ((op, (over, "x", "y")), (over, (op, "y"), (op, "x")))
        return [law] if self.when is None else []


@dataclass(frozen=True)
class Commutes(MovesInside):
    """f(g(x)) -> g(f(x)): of two operators that commute, g is written outside."""

    over: Op
    step = 32
    arity = 1

    def inside(self, t: Term) -> tuple[Term, ...]:
        return t.args[:1] if t.op is self.over else ()

    def is_idle(self, on_symbols: bool) -> bool:
        return on_symbols

    def apply(self, call: Call) -> None:
        arg = call.args[0]
        if arg.op is self.over:
            call.restart(self.over, [call.normal(call.op, [arg.args[0]]), *arg.args[1:]])

    def equations(self, op: Op) -> list[Equation]:
        x, *rest = (f"x{i}" for i in range(len(self.over.params)))
        return [((op, (self.over, x, *rest)), (self.over, (op, x), *rest))]
