"""The laws an operator may be declared with, and what each makes `normal` do.

Order of the algorithms (`Law.step`), and why. Each step may rely on those before it.

1.  Associative: operands are flattened first, so that every later law sees all of them.
2.  External, Homogeneous: scalars move out, so that operands are compared without them.
3.  Abbreviates, Morphism (if eager), Antimorphism, Commutes: the term takes another shape and
    starts again; nothing done before the change of shape would survive it.
4.  Involution, Undoes, Projector, Nilpotent, OnFact: one operand is looked at, and the result is
    already normal.
5.  Neutral, then Inverse with Powers and Idempotent: units are dropped before neighbours meet.
6.  Absorbing: after cancelling, so that `f(x, h(x), a)` and `f(a)` agree.
7.  Commutative, Anticommutative: operands are sorted last, when they no longer change.
8.  Laws of a theory that read a sorted, cancelled list of operands.

`normal` is canonical (two terms that the laws make equal get one form) for every accepted list
drawn from: Associative, Commutative, Anticommutative, Neutral, Absorbing, Idempotent, Inverse,
Powers, Involution, Projector, Nilpotent, External and Homogeneous, with these exceptions:

- Associative with Idempotent and without Commutative is a free band, where equality is not decided
  by looking at neighbours: only repeated neighbours are dropped;
- Inverse without Associative cancels f(h(x), x) where it stands and nowhere else;
- a one-sided Inverse, Neutral or Absorbing of an associative operator is applied where it stands;
- Morphism that is not eager is the work of `expand`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from .errors import LawError, LawWarning
from .operators import Atom, Operator, one_of, zero_of
from .terms import Shape, Term, order

if TYPE_CHECKING:
    from .normal import Call

Side = Literal["left", "right", "both"]
Op = Operator[..., Any]
Element = Term | Atom
"""An element named by a law: a term, or ZERO or ONE, those of the sort at hand."""

# An equation is a pair of patterns: a variable is a str, an application a tuple headed by its
# operator, an element a Term or Atom, and ("-", p) is the opposite of p.
Pattern = Any
Equation = tuple[Pattern, Pattern]


def is_element(t: Term, element: Element) -> bool:
    """Whether `t` is the element that a law names."""
    if isinstance(element, Term):
        return t is element
    return t.op.constant and t.value == (1 if element.name == "one" else 0)


def element_of(element: Element, sort: type[Term], shape: Shape) -> Term:
    """The element that a law names, in a given sort and shape."""
    if isinstance(element, Term):
        return element
    return one_of(sort, shape) if element.name == "one" else zero_of(sort, shape)


@dataclass(frozen=True)
class Law:
    """A property of an operator. `step` is its place in the order of algorithms."""

    step: ClassVar[int] = 80
    arity: ClassVar[int] = 2

    def fits(self, op: Op) -> str | None:
        """Why this law makes no sense for `op`, or None."""
        if len(op.params) != self.arity:
            return f"it is about operators of {self.arity} operands, and {op} has {len(op.params)}"
        return None

    def apply(self, call: Call) -> None:
        """Change the operands of a call, or end it. By default nothing."""

    def equations(self, op: Op) -> list[Equation]:
        """What the law says, as equations between patterns."""
        return []

    def __str__(self) -> str:
        return type(self).__name__


def _closed(op: Op) -> str | None:
    """Why operands of `op` cannot stand where its result stands, or None."""
    kinds = set(op.params)
    if len(kinds) > 1:
        return "its operands are of different sorts"
    return None


# -- class 1: equations, the context in which everything else matches -----------------------


@dataclass(frozen=True)
class Associative(Law):
    """f(x, f(y, z)) = f(f(x, y), z)."""

    step = 10

    def fits(self, op: Op) -> str | None:
        return super().fits(op) or _closed(op)

    def apply(self, call: Call) -> None:
        op = call.op
        for arg in call.args:
            if arg.op is op:
                break
        else:
            return
        flat: list[Term] = []
        for arg in call.args:
            flat.extend(arg.args) if arg.op is op else flat.append(arg)
        call.args = flat

    def equations(self, op: Op) -> list[Equation]:
        return [((op, "x", (op, "y", "z")), (op, (op, "x", "y"), "z"))]


@dataclass(frozen=True)
class Commutative(Law):
    """f(x, y) = f(y, x)."""

    step = 70

    def fits(self, op: Op) -> str | None:
        return super().fits(op) or _closed(op)

    def apply(self, call: Call) -> None:
        call.args.sort(key=order)

    def equations(self, op: Op) -> list[Equation]:
        return [((op, "x", "y"), (op, "y", "x"))]


@dataclass(frozen=True)
class Anticommutative(Law):
    """f(x, y) = -f(y, x), and f(x, x) = 0; with more operands, for every exchange of two."""

    step = 70

    def fits(self, op: Op) -> str | None:
        if len(op.params) < 2:
            return "it is about operators of two or more operands"
        return _closed(op)

    def apply(self, call: Call) -> None:
        args = call.args
        for i in range(1, len(args)):  # insertion sort: operands are few and swaps are counted
            j = i
            while j and order(args[j]) < order(args[j - 1]):
                args[j], args[j - 1] = args[j - 1], args[j]
                call.negate()
                j -= 1
        if any(x is y for x, y in zip(args, args[1:], strict=False)):
            call.vanish()

    def equations(self, op: Op) -> list[Equation]:
        names = [f"x{i}" for i in range(len(op.params))]
        found: list[Equation] = []
        for i in range(len(names) - 1):
            swapped = [*names[:i], names[i + 1], names[i], *names[i + 2 :]]
            equal = [*names[:i], names[i], names[i], *names[i + 2 :]]
            found += [((op, *names), ("-", (op, *swapped))), ((op, *equal), _zero())]
        return found


def _zero() -> Atom:
    from .operators import ZERO

    return ZERO


# -- class 2: a sub-term of some shape, and a result not yet normal --------------------------


@dataclass(frozen=True)
class External(Law):
    """f(x, f(y, z)) -> f(g(x, y), z): acting twice is acting once by the product."""

    over: Op
    step = 20

    def apply(self, call: Call) -> None:
        outer, inner = call.args
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
        return _positions_exist(op, self.at)

    def apply(self, call: Call) -> None:
        if self.of is None:
            return  # scalings are gathered before the operands arrive here
        for i, arg in enumerate(call.args):
            if arg.op is self.of and (self.at is None or i in self.at):
                y, x = arg.args
                inner = call.normal(call.op, [*call.args[:i], x, *call.args[i + 1 :]])
                call.restart(self.to or self.of, [y, inner])
                return

    def equations(self, op: Op) -> list[Equation]:
        if self.of is None:
            return []
        names = [f"x{i}" for i in range(len(op.params))]
        return [
            (
                (op, *names[:i], (self.of, "y", names[i]), *names[i + 1 :]),
                (self.to or self.of, "y", (op, *names)),
            )
            for i in (self.at if self.at is not None else range(len(names)))
        ]


def _positions_exist(op: Op, at: tuple[int, ...] | None) -> str | None:
    if at is not None and not all(0 <= i < len(op.params) for i in at):
        return f"it names operand {max(at)}, counted from 0, of {len(op.params)}"
    return None


@dataclass(frozen=True)
class Parity(Law):
    """f(-x) = f(x) if even, f(-x) = -f(x) if odd."""

    odd: bool
    step = 21
    arity = 1

    def apply(self, call: Call) -> None:
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
class Morphism(Law):
    """f(…, g(x_1, …, x_m), …) -> h(f(…, x_1, …), …, f(…, x_m, …)), in the positions `at`.

    Done by `expand`; by `normal` only if eager.
    """

    over: Op
    to: Op | None = None
    at: tuple[int, ...] | None = None
    eager: bool = False
    step = 30

    def fits(self, op: Op) -> str | None:
        return _positions_exist(op, self.at)

    def apply(self, call: Call) -> None:
        if self.eager:
            for i, arg in enumerate(call.args):
                if arg.op is self.over and (self.at is None or i in self.at):
                    before, after = call.args[:i], call.args[i + 1 :]
                    parts = [call.normal(call.op, [*before, x, *after]) for x in arg.args]
                    call.restart(self.to or self.over, parts)
                    return

    def equations(self, op: Op) -> list[Equation]:
        names = [f"x{i}" for i in range(len(op.params))]
        found: list[Equation] = []
        inner = [f"y{i}" for i in range(len(self.over.params))]
        for i in self.at if self.at is not None else range(len(names)):
            before, after = names[:i], names[i + 1 :]
            left = (op, *before, (self.over, *inner), *after)
            found.append((left, (self.to or self.over, *((op, *before, y, *after) for y in inner))))
        return found


@dataclass(frozen=True)
class Antimorphism(Law):
    """f(g(x, y)) -> g(f(y), f(x)), for instance the transpose of a product.

    `when` may ask something of every factor (an inverse opens over square factors only).
    """

    over: Op
    when: Callable[[Term], bool] | None = None
    step = 31
    arity = 1

    def apply(self, call: Call) -> None:
        (arg,) = call.args
        if arg.op is self.over and (self.when is None or all(map(self.when, arg.args))):
            call.restart(self.over, [call.normal(call.op, [x]) for x in reversed(arg.args)])

    def equations(self, op: Op) -> list[Equation]:
        over = self.over
        return [((op, (over, "x", "y")), (over, (op, "y"), (op, "x")))]


@dataclass(frozen=True)
class Commutes(Law):
    """f(g(x)) -> g(f(x)): of two operators that commute, g is written outside."""

    over: Op
    step = 32

    def fits(self, op: Op) -> str | None:
        return None

    def apply(self, call: Call) -> None:
        arg = call.args[0]
        if arg.op is self.over and len(call.args) == 1:
            call.restart(self.over, [call.normal(call.op, [arg.args[0]]), *arg.args[1:]])

    def equations(self, op: Op) -> list[Equation]:
        if len(self.over.params) != 1:
            return []
        return [((op, (self.over, "x")), (self.over, (op, "x")))]


# -- class 3: a sub-term, and a result already normal -----------------------------------------


@dataclass(frozen=True)
class Involution(Law):
    """f(f(x)) -> x."""

    step = 40
    arity = 1

    def apply(self, call: Call) -> None:
        if call.args[0].op is call.op:
            call.end(call.args[0].args[0])

    def equations(self, op: Op) -> list[Equation]:
        return [((op, (op, "x")), "x")]


@dataclass(frozen=True)
class Undoes(Law):
    """f(g(x)) -> x, where x has the `fact` asked for, if any."""

    of: Op
    fact: str | None = None
    step = 41
    arity = 1

    def apply(self, call: Call) -> None:
        arg = call.args[0]
        if arg.op is self.of and (self.fact is None or call.holds(self.fact, arg.args[0])):
            call.end(arg.args[0])

    def equations(self, op: Op) -> list[Equation]:
        return [((op, (self.of, "x")), "x")] if self.fact is None else []


@dataclass(frozen=True)
class Projector(Law):
    """f(f(x)) -> f(x)."""

    step = 42
    arity = 1

    def apply(self, call: Call) -> None:
        if call.args[0].op is call.op:
            call.end(call.args[0])

    def equations(self, op: Op) -> list[Equation]:
        return [((op, (op, "x")), (op, "x"))]


@dataclass(frozen=True)
class Nilpotent(Law):
    """f applied n times -> z."""

    n: int
    z: Element
    step = 43
    arity = 1

    def fits(self, op: Op) -> str | None:
        if self.n < 1:
            return f"the number of times must be at least 1, not {self.n}"
        return super().fits(op)

    def apply(self, call: Call) -> None:
        inner, depth = call.args[0], 1
        while depth < self.n and inner.op is call.op:
            inner, depth = inner.args[0], depth + 1
        if depth == self.n:
            call.end(element_of(self.z, call.sort, call.shape))

    def equations(self, op: Op) -> list[Equation]:
        left: Pattern = "x"
        for _ in range(self.n):
            left = (op, left)
        return [(left, self.z)]


@dataclass(frozen=True)
class OnFact(Law):
    """f(x) -> result(x) when x has the fact: the transpose of a symmetric matrix is itself."""

    fact: str
    result: Callable[[Term], Term]
    step = 44
    arity = 1

    def apply(self, call: Call) -> None:
        if call.holds(self.fact, call.args[0]):
            call.restart_with(self.result(call.args[0]))


# -- class 4: several operands together, and a result already normal ---------------------------


@dataclass(frozen=True)
class Neutral(Law):
    """f(e, x) -> x (left), f(x, e) -> x (right), or both."""

    e: Element
    side: Side = "both"
    step = 50

    def apply(self, call: Call) -> None:
        args, e = call.args, self.e
        if len(args) < 2 or not any(is_element(x, e) for x in args):
            return
        both = self.side == "both" or call.op.law(Commutative) is not None
        last = len(args) - 1
        kept = [
            x
            for i, x in enumerate(args)
            if not is_element(x, e)
            or (not both and (i == last if self.side == "left" else i == 0))
        ]
        call.args = kept or [element_of(e, call.sort, call.shape)]

    def equations(self, op: Op) -> list[Equation]:
        left: Equation = ((op, self.e, "x"), "x")
        right: Equation = ((op, "x", self.e), "x")
        return _sided(self.side, left, right)


def _sided(side: Side, left: Equation, right: Equation) -> list[Equation]:
    return {"left": [left], "right": [right], "both": [left, right]}[side]


@dataclass(frozen=True)
class Inverse(Law):
    """f(h(x), x) -> e (left), f(x, h(x)) -> e (right), or both, where h(x) exists.

    `total` says that h(x) exists for every x. With `fact`, the law holds for the operands that
    have it (the transpose is the inverse of an orthogonal matrix).
    """

    h: Op
    e: Element
    side: Side = "both"
    total: bool = False
    fact: str | None = None
    step = 60

    def apply(self, call: Call) -> None:
        from .gather import gather

        gather(call)

    def equations(self, op: Op) -> list[Equation]:
        left: Equation = ((op, (self.h, "x"), "x"), self.e)
        right: Equation = ((op, "x", (self.h, "x")), self.e)
        return _sided(self.side, left, right) if self.fact is None else []


@dataclass(frozen=True)
class Powers(Law):
    """f(x, …, x), n times -> power(x, n): equal neighbours are gathered into powers."""

    power: Op
    step = 60

    def apply(self, call: Call) -> None:
        from .gather import gather

        gather(call)


@dataclass(frozen=True)
class Idempotent(Law):
    """f(x, x) -> x."""

    step = 60

    def fits(self, op: Op) -> str | None:
        return super().fits(op) or _closed(op)

    def apply(self, call: Call) -> None:
        from .gather import gather

        gather(call)

    def equations(self, op: Op) -> list[Equation]:
        return [((op, "x", "x"), "x")]


@dataclass(frozen=True)
class Absorbing(Law):
    """f(a, x) -> a (left), f(x, a) -> a (right), or both.

    Between sorts or shapes, `a` is the zero (or one) of the result's sort and shape; a unary
    operator maps `a` to it.
    """

    a: Element
    side: Side = "both"
    step = 65

    def fits(self, op: Op) -> str | None:
        return None

    def apply(self, call: Call) -> None:
        args, a = call.args, self.a
        where = [i for i, x in enumerate(args) if is_element(x, a)]
        if not where:
            return
        if self.side == "both" or call.op.law(Commutative) is not None or len(args) == 1:
            call.end(element_of(a, call.sort, call.shape))
        elif self.side == "left":
            call.args = args[: where[0] + 1]
        else:
            call.args = args[where[-1] :]

    def equations(self, op: Op) -> list[Equation]:
        if len(op.params) == 1:
            return [((op, self.a), self.a)]
        left: Equation = ((op, self.a, "x"), self.a)
        right: Equation = ((op, "x", self.a), self.a)
        return _sided(self.side, left, right)


# -- which laws cannot stand together ------------------------------------------------------------

Clash = Callable[[Op, Any, Any], str | None]


def _same_side(x: Side, y: Side) -> bool:
    return "both" in (x, y) or x == y


def _opposite_sides(x: Side, y: Side) -> bool:
    return "both" in (x, y) or x != y


def _is_zero(element: Element) -> bool:
    return is_element(element, _zero()) if isinstance(element, Term) else element.name == "zero"


def _sides(op: Op, side: Side) -> Side:
    """A commutative operator has every one-sided law on both sides."""
    return "both" if op.law(Commutative) else side


CLASHES: dict[tuple[type[Law], type[Law]], Clash] = {}
"""Pairs of kinds of laws, and the reason why two of these cannot stand together, if any."""


def _clash(first: type[Law], second: type[Law]) -> Callable[[Clash], Clash]:
    def enter(reason: Clash) -> Clash:
        CLASHES[first, second] = reason
        return reason

    return enter


@_clash(Commutative, Anticommutative)
def _(op: Op, c: Commutative, k: Anticommutative) -> str:
    return "f(x, y) would be its own opposite, so zero"


@_clash(Associative, Anticommutative)
def _(op: Op, a: Associative, k: Anticommutative) -> str:
    return "every product of three would be its own opposite, so zero"


@_clash(Involution, Projector)
def _(op: Op, i: Involution, p: Projector) -> str:
    return "x = f(f(x)) = f(x), so f would be the identity"


@_clash(Projector, Nilpotent)
def _(op: Op, p: Projector, n: Nilpotent) -> str:
    return "f(x) = f(f(x)) = … would be the constant that the nilpotent law names"


@_clash(Involution, Nilpotent)
def _(op: Op, i: Involution, n: Nilpotent) -> str:
    return "applying f again and again would return to x and reach a constant, so all x are one"


@_clash(Nilpotent, Nilpotent)
def _(op: Op, m: Nilpotent, n: Nilpotent) -> str | None:
    if m.z != n.z:
        return "after enough applications f would be two different constants"
    return None


@_clash(Neutral, Neutral)
def _(op: Op, m: Neutral, n: Neutral) -> str | None:
    if m.e != n.e and _opposite_sides(_sides(op, m.side), _sides(op, n.side)):
        return f"f({m.e}, {n.e}) would be both elements, so they must be the same"
    return None


@_clash(Neutral, Absorbing)
def _(op: Op, n: Neutral, a: Absorbing) -> str | None:
    if n.e == a.a and _same_side(_sides(op, n.side), _sides(op, a.side)):
        return f"f({n.e}, x) would be both x and {n.e}, so all x are one"
    return None


@_clash(Absorbing, Absorbing)
def _(op: Op, a: Absorbing, b: Absorbing) -> str | None:
    if len(op.params) == 1 or a.a == b.a:
        return None
    if _opposite_sides(_sides(op, a.side), _sides(op, b.side)):
        return f"f({a.a}, {b.a}) would be both elements, so they must be the same"
    return None


@_clash(Idempotent, Inverse)
def _(op: Op, i: Idempotent, v: Inverse) -> str | None:
    if v.fact is None and op.law(Associative) and _has_neutral(op, v):
        return "x = h(x) x x = h(x) x = e, so all x are one"
    return None


def _has_neutral(op: Op, v: Inverse) -> bool:
    sides = {
        s
        for law in op.laws
        if isinstance(law, Neutral) and law.e == v.e
        for s in (("left", "right") if _sides(op, law.side) == "both" else (law.side,))
    }
    needed = {"left", "right"} if _sides(op, v.side) == "both" else {v.side}
    return bool(sides & needed)


@_clash(Idempotent, Anticommutative)
def _(op: Op, i: Idempotent, k: Anticommutative) -> str:
    return "x = f(x, x) = 0, so all x are zero"


@_clash(Neutral, Anticommutative)
def _(op: Op, n: Neutral, k: Anticommutative) -> str | None:
    if n.side == "both":
        return "x = f(e, x) = -f(x, e) = -x"
    if not _is_zero(n.e):
        return "e = f(e, e) = 0, so the neutral element would have to be zero"
    return None


@_clash(Absorbing, Anticommutative)
def _(op: Op, a: Absorbing, k: Anticommutative) -> str | None:
    if not _is_zero(a.a):
        return f"{a.a} = f({a.a}, {a.a}) = 0, so the absorbing element would have to be zero"
    return None


@_clash(Inverse, Anticommutative)
def _(op: Op, v: Inverse, k: Anticommutative) -> str | None:
    if v.side == "both" and not _is_zero(v.e):
        return "e = f(h(x), x) = -f(x, h(x)) = -e"
    return None


@_clash(Inverse, Absorbing)
def _(op: Op, v: Inverse, a: Absorbing) -> str | None:
    # f(h(a), a) is e by the inverse; it is a if a absorbs from the side where it stands.
    if not v.total or v.e == a.a:
        return None
    side = _sides(op, a.side)
    v_side = _sides(op, v.side)
    if (v_side != "right" and side != "left") or (v_side != "left" and side != "right"):
        return "an inverse of the absorbing element would make it the neutral one"
    return None


def checked(op: Op, laws: Sequence[Law]) -> tuple[Law, ...]:
    """The laws without repetition, after refusing those that clash; redundancy is a warning."""
    unique = tuple(dict.fromkeys(laws))
    for law in unique:
        reason = law.fits(op)
        if reason:
            raise LawError(f"operator {op.name!r}: the law {law} does not fit: {reason}")
    had, op.laws = op.laws, unique  # clashes ask the operator about its other laws
    try:
        _refuse_clashes(op, unique)
        _warn_redundant(op, unique)
    finally:
        op.laws = had
    return unique


def _refuse_clashes(op: Op, laws: Sequence[Law]) -> None:
    for x, y in combinations(laws, 2):
        for first, second in ((x, y), (y, x)):
            clash = CLASHES.get((type(first), type(second)))
            reason = clash(op, first, second) if clash else None
            if reason:
                raise LawError(
                    f"operator {op.name!r}: {first} and {second} cannot stand together: {reason}"
                )


def _warn_redundant(op: Op, laws: Sequence[Law]) -> None:
    for law in laws:
        side = getattr(law, "side", "both")
        if side != "both" and op.law(Commutative):
            _warn(op, f"{law} on the {side} is on both sides, because of Commutative")
        if isinstance(law, Nilpotent) and any(
            isinstance(other, Nilpotent) and other.n < law.n for other in laws
        ):
            _warn(op, f"nilpotent of order {law.n} follows from a smaller order")
        if isinstance(law, Antimorphism) and law.over.law(Commutative):
            _warn(op, f"Antimorphism over the commutative {law.over} is a Morphism")


def _warn(op: Op, message: str) -> None:
    warnings.warn(f"operator {op.name!r}: {message}", LawWarning, stacklevel=5)


def multilinear(add: Op, at: tuple[int, ...] | None = None) -> tuple[Law, ...]:
    """The laws of an operator that is linear in each of its operands (or in those `at`)."""
    from .operators import ZERO

    absorbing = (Absorbing(ZERO),) if at is None else ()
    return (Homogeneous(at=at), Morphism(add, at=at), *absorbing)
