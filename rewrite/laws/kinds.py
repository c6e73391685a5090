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

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

from .. import sorts
from ..operators import ONE, OPAQUE, ZERO, Atom, Operator, Typed, one_of, zero_of
from ..terms import Shape, Term, intern, order

if TYPE_CHECKING:
    from ..normalform.call import Call

S = TypeVar("S")
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


def occurs(element: Element, args: Sequence[Term]) -> bool:
    """Whether the element that a law names is among the operands."""
    if isinstance(element, Term):
        return any(x is element for x in args)
    return any(x.op.constant and is_element(x, element) for x in args)


def element_of(element: Element, sort: type[Term], shape: Shape) -> Term:
    """The element that a law names, in a given sort and shape."""
    if isinstance(element, Term):
        return element
    return one_of(sort, shape) if element.name == "one" else zero_of(sort, shape)


def result_of(op: Op) -> Typed | None:
    """The sort and shape of an operator's result, if those of its operands are declared."""
    if not op.params or None in op.params:
        return None
    samples = (intern(OPAQUE, (), *kind, i) for i, kind in enumerate(op.params) if kind is not None)
    return op.typing(op, tuple(samples))


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

    def meets(self, call: Call, x: Term, y: Term) -> Term | None:
        """What f(x, y) is by this law, if it looks at two operands together and says so."""
        return None

    def equations(self, op: Op) -> list[Equation]:
        """What the law says, as equations between patterns."""
        return []

    def __str__(self) -> str:
        told = [(f, getattr(self, f.name)) for f in fields(self)]
        told = [(f, x) for f, x in told if type(x) is not type(f.default) or x != f.default]
        inside = ", ".join(f.name if x is True else str(x) for f, x in told)
        return f"{type(self).__name__}({inside})" if inside else type(self).__name__


RESULT = -1


def _agree(op: Op, *places: int) -> str | None:
    """Why operands, by number, and the result cannot stand for each other, or None."""
    kinds = (*op.params, result_of(op))
    known = [(i, kinds[i]) for i in places if kinds[i] is not None]
    for (i, x), (j, y) in pairwise(known):
        if x != y and x is not None and y is not None:
            return f"{_place(i)} is {x[0].label(x[1])}, and {_place(j)} is {y[0].label(y[1])}"
    return None


def _place(i: int) -> str:
    return "its result" if i == RESULT else f"operand {i + 1}"


def _belongs(element: Element, kind: Typed | None) -> str | None:
    """Why an element is not one of a sort, or None."""
    if kind is None:
        return None
    sort, shape = kind
    if isinstance(element, Term):
        own = element.sort, element.shape
        return (
            None if own == kind else f"{element} is {own[0].label(own[1])}, not {sort.label(shape)}"
        )
    has = sort.has_one if element is ONE else issubclass(sort, sorts.Linear)
    return None if has else f"{sort.label(shape)} has no {element}"


# -- class 1: equations, the context in which everything else matches -----------------------


@dataclass(frozen=True)
class Associative(Law):
    """f(x, f(y, z)) = f(f(x, y), z).

    `opens` tells which nested uses may be flattened, if not all: a matrix product in which a 1×1
    part scales the rest, as in (bᵀ c) A, is no chain of its factors.
    """

    opens: Callable[[Term], bool] | None = None
    step = 10

    def fits(self, op: Op) -> str | None:
        return super().fits(op) or _agree(op, 0, 1, RESULT)

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

    step = 15

    def fits(self, op: Op) -> str | None:
        return super().fits(op) or _agree(op, 0, 1)

    def apply(self, call: Call) -> None:
        call.args.sort(key=order)

    def equations(self, op: Op) -> list[Equation]:
        return [((op, "x", "y"), (op, "y", "x"))]


@dataclass(frozen=True)
class Anticommutative(Law):
    """f(x, y) = -f(y, x), and f(x, x) = 0; with more operands, for every exchange of two."""

    step = 15

    def fits(self, op: Op) -> str | None:
        if len(op.params) < 2:
            return "it is about operators of two or more operands"
        return _agree(op, *range(len(op.params))) or _belongs(ZERO, result_of(op))

    def apply(self, call: Call) -> None:
        args = call.args
        for i in range(1, len(args)):  # insertion sort: operands are few and swaps are counted
            j = i
            while j and order(args[j]) < order(args[j - 1]):
                args[j], args[j - 1] = args[j - 1], args[j]
                call.negate()
                j -= 1
        if any(x is y for x, y in pairwise(args)):
            call.vanish()

    def equations(self, op: Op) -> list[Equation]:
        names = [f"x{i}" for i in range(len(op.params))]
        found: list[Equation] = []
        for i in range(len(names) - 1):
            swapped = [*names[:i], names[i + 1], names[i], *names[i + 2 :]]
            equal = [*names[:i], names[i], names[i], *names[i + 2 :]]
            found += [((op, *names), ("-", (op, *swapped))), ((op, *equal), ZERO)]
        return found


# -- class 2: a sub-term of some shape, and a result not yet normal --------------------------


@dataclass(frozen=True)
class External(Law):
    """f(x, f(y, z)) -> f(g(x, y), z): acting twice is acting once by the product."""

    over: Op
    step = 20

    def fits(self, op: Op) -> str | None:
        if op.variadic:
            return f"{op} is associative, so that acting twice is {op} itself"
        return super().fits(op) or _agree(op, 1, RESULT)

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

    def apply(self, call: Call) -> None:
        if self.of is None:
            return  # scalings are gathered before the operands arrive here
        args, taken = list(call.args), []
        for i in self.at if self.at is not None else range(len(args)):
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
        """What acts on operand i, and what then acts on the result, one after another."""
        if self.of is not None:
            return self.of, [self.to or self.of]
        from ..theory.linear import scale, times

        kind, result = op.params[i], result_of(op)
        if kind is None or result is None or not isinstance(self.degree, int) or self.degree < 1:
            return None, []
        of, to = (times if k[0] is sorts.Scalar else scale for k in (kind, result))
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
        return _positions_fit(op, self.at)

    def apply(self, call: Call) -> None:
        if self.eager:
            for i, arg in enumerate(call.args):
                if arg.op is self.over and (self.at is None or i in self.at):
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

    def fits(self, op: Op) -> str | None:
        if len(self.over.params) != 2:
            return f"{self.over} has {len(self.over.params)} operands, and needs two"
        return super().fits(op)

    def apply(self, call: Call) -> None:
        (arg,) = call.args
        if arg.op is self.over and (self.when is None or all(map(self.when, arg.args))):
            call.restart(self.over, [call.normal(call.op, [x]) for x in reversed(arg.args)])

    def equations(self, op: Op) -> list[Equation]:
        over = self.over
        law = ((op, (over, "x", "y")), (over, (op, "y"), (op, "x")))
        return [law] if self.when is None else []


@dataclass(frozen=True)
class Commutes(Law):
    """f(g(x)) -> g(f(x)): of two operators that commute, g is written outside."""

    over: Op
    step = 32
    arity = 1

    def apply(self, call: Call) -> None:
        arg = call.args[0]
        if arg.op is self.over:
            call.restart(self.over, [call.normal(call.op, [arg.args[0]]), *arg.args[1:]])

    def equations(self, op: Op) -> list[Equation]:
        x, *rest = (f"x{i}" for i in range(len(self.over.params)))
        return [((op, (self.over, x, *rest)), (self.over, (op, x), *rest))]


# -- class 3: a sub-term, and a result already normal -----------------------------------------


@dataclass(frozen=True)
class Involution(Law):
    """f(f(x)) -> x."""

    step = 40
    arity = 1

    def fits(self, op: Op) -> str | None:
        return super().fits(op) or _agree(op, 0, RESULT)

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

    def fits(self, op: Op) -> str | None:
        return super().fits(op) or _agree(op, 0, RESULT)

    def apply(self, call: Call) -> None:
        if call.args[0].op is call.op:
            call.end(call.args[0])

    def equations(self, op: Op) -> list[Equation]:
        return [((op, (op, "x")), (op, "x"))]


@dataclass(frozen=True)
class Nilpotent(Law):
    """f applied n times -> z. So f(z) -> z, because f applied n times to f(x) is z as well."""

    n: int
    z: Element
    step = 43
    arity = 1

    def fits(self, op: Op) -> str | None:
        if self.n < 2:
            return f"f must be applied at least twice, not {self.n} times, or it is a constant"
        return super().fits(op) or _agree(op, 0, RESULT) or _belongs(self.z, result_of(op))

    def apply(self, call: Call) -> None:
        inner, depth = call.args[0], 1
        while depth < self.n and inner.op is call.op:
            inner, depth = inner.args[0], depth + 1
        if depth == self.n or is_element(inner, self.z):
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
class Pairing(Law):
    """What the laws of class 4 have in common: they look at two operands that meet.

    Of an associative operator these are neighbours in a word, and all the laws have to be
    considered at once (see `gather`). Of any other operator they are its two operands; if it is
    anticommutative, these were sorted, and the law is also looked for in the other order.
    """

    def apply(self, call: Call) -> None:
        if call.op.variadic:
            self.apply_to_word(call)
            return
        x, y = call.args
        found = self.meets(call, x, y)
        if found is None and call.op.law(Anticommutative) is not None:
            found = self.meets(call, y, x)
            if found is not None:
                call.negate()
        if found is not None:
            call.end(found)

    def apply_to_word(self, call: Call) -> None:
        """Apply the law to the operands of an associative operator."""
        from ..normalform.gather import gather

        gather(call)


@dataclass(frozen=True)
class Neutral(Pairing):
    """f(e, x) -> x (left), f(x, e) -> x (right), or both."""

    e: Element
    side: Side = "both"
    step = 50

    def fits(self, op: Op) -> str | None:
        wrong = super().fits(op)
        for i in _sided(self.side, 0, 1):
            wrong = wrong or _agree(op, 1 - i, RESULT) or _belongs(self.e, op.params[i])
        return wrong

    def meets(self, call: Call, x: Term, y: Term) -> Term | None:
        if self.side != "right" and is_element(x, self.e):
            return y
        return x if self.side != "left" and is_element(y, self.e) else None

    def apply_to_word(self, call: Call) -> None:
        args, e = call.args, self.e
        if len(args) < 2 or not occurs(e, args):
            return
        spared = {"left": len(args) - 1, "right": 0, "both": None}[self.side]
        kept = [x for i, x in enumerate(args) if i == spared or not is_element(x, e)]
        call.args = kept or [element_of(e, call.sort, call.shape)]

    def equations(self, op: Op) -> list[Equation]:
        return _sided(self.side, ((op, self.e, "x"), "x"), ((op, "x", self.e), "x"))


def _sided(side: Side, left: S, right: S) -> list[S]:
    return {"left": [left], "right": [right], "both": [left, right]}[side]


@dataclass(frozen=True)
class Absorbing(Pairing):
    """f(a, x) -> a (left), f(x, a) -> a (right), or both.

    Between sorts or shapes, `a` is the zero (or one) of the result's sort and shape; a unary
    operator maps `a` to it, and one of several operands absorbs from every place.
    """

    a: Element
    side: Side = "both"
    step = 52

    def fits(self, op: Op) -> str | None:
        if len(op.params) != 2 and self.side != "both":
            return f"{op} has {len(op.params)} operands, and no {self.side} one"
        wrong = _belongs(self.a, result_of(op)) if isinstance(self.a, Term) else None
        for i in self._places(op):
            wrong = wrong or _belongs(self.a, op.params[i])
        return wrong

    def _places(self, op: Op) -> Sequence[int]:
        return _sided(self.side, 0, 1) if len(op.params) == 2 else range(len(op.params))

    def meets(self, call: Call, x: Term, y: Term) -> Term | None:
        left = self.side != "right" and is_element(x, self.a)
        if left or (self.side != "left" and is_element(y, self.a)):
            return element_of(self.a, call.sort, call.shape)
        return None

    def apply(self, call: Call) -> None:
        if not occurs(self.a, call.args):
            return
        if self.side == "both":
            call.end(element_of(self.a, call.sort, call.shape))
        else:
            super().apply(call)

    def apply_to_word(self, call: Call) -> None:
        where = [i for i, x in enumerate(call.args) if is_element(x, self.a)]
        call.args = call.args[: where[0] + 1] if self.side == "left" else call.args[where[-1] :]

    def equations(self, op: Op) -> list[Equation]:
        names = [f"x{i}" for i in range(len(op.params))]
        return [((op, *names[:i], self.a, *names[i + 1 :]), self.a) for i in self._places(op)]


@dataclass(frozen=True)
class Inverse(Pairing):
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

    def fits(self, op: Op) -> str | None:
        if len(self.h.params) != 1:
            return f"{self.h} has {len(self.h.params)} operands, and needs one"
        return super().fits(op) or _agree(op, 0, 1) or _belongs(self.e, result_of(op))

    def meets(self, call: Call, x: Term, y: Term) -> Term | None:
        left = self.side != "right" and x.op is self.h and x.args[0] is y
        right = self.side != "left" and y.op is self.h and y.args[0] is x
        if (left or right) and self.holds_for(call, y if left else x):
            return element_of(self.e, call.sort, call.shape)
        return None

    def holds_for(self, call: Call, x: Term) -> bool:
        """Whether h(x) is the inverse of x."""
        return self.fact is None or call.holds(self.fact, x)

    def equations(self, op: Op) -> list[Equation]:
        left: Equation = ((op, (self.h, "x"), "x"), self.e)
        right: Equation = ((op, "x", (self.h, "x")), self.e)
        return _sided(self.side, left, right) if self.fact is None else []


@dataclass(frozen=True)
class Powers(Pairing):
    """f(x, …, x), n times -> power(x, n): equal neighbours are gathered into powers."""

    power: Op
    step = 60

    def fits(self, op: Op) -> str | None:
        if not op.variadic:
            return f"{op} is not associative, so that x³ could be (x x) x or x (x x)"
        return super().fits(op)


@dataclass(frozen=True)
class Idempotent(Pairing):
    """f(x, x) -> x."""

    step = 60

    def fits(self, op: Op) -> str | None:
        return super().fits(op) or _agree(op, 0, 1, RESULT)

    def meets(self, call: Call, x: Term, y: Term) -> Term | None:
        return x if x is y else None

    def equations(self, op: Op) -> list[Equation]:
        return [((op, "x", "x"), "x")]


def multilinear(add: Op, at: tuple[int, ...] | None = None) -> tuple[Law, ...]:
    """The laws of an operator that is linear in each of its operands (or in those `at`)."""
    absorbing = (Absorbing(ZERO),) if at is None else ()
    return (Homogeneous(at=at), Morphism(add, at=at), *absorbing)


from .lists import checked as checked  # noqa: E402  (lists of laws are made of laws)
