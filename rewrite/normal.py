"""`normal`: the form of a term modulo the laws of its operators, and nothing else.

The walk is bottom-up over the distinct sub-terms, with an explicit stack. Sums, scalings and
scalar products are done on monomials (see `monomials`); every other operator collects what its
homogeneous operands let go of and then runs its laws in their fixed order (see `laws`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeVar, cast

from .context import EMPTY, Context
from .errors import LimitError, UndefinedError
from .facts import Truth, ask
from .laws import Associative, Homogeneous
from .monomials import (
    Key,
    Mono,
    Number,
    Rope,
    exact_power,
    is_negative_sum,
    join,
    keyed,
    monomial_order,
    opposite_sum,
    power_term,
    raised,
    split,
    tidy,
    written,
    written_after,
)
from .operators import NUMBER, Operator, one_of, zero_of
from .sorts import Scalar
from .terms import Shape, Term, _set_normal, intern
from .theory.linear import add, div, neg, power, scale, times

Op = Operator[..., Any]
S = TypeVar("S", bound=Term)

MAX_OPERANDS = 10_000_000
"""How many operands one flattened operator may get before `normal` stops with a LimitError."""


def normal(t: S, context: Context | None = None) -> S:
    """The normal form of a term modulo the laws of its operators.

    Sums and products are flattened and ordered, like terms collected, signs and scalars pulled
    out, units, inverses and zeros removed. Nothing is distributed but signs.

    >>> from rewrite import scalars, vectors, matrices, cross
    >>> x, y = scalars("x y")
    >>> a, b = vectors("a b")
    >>> normal(cross(b, 2*x*a) + 3*x*cross(a, b))
    x*cross(a, b)
    >>> A, B = matrices("A B")
    >>> normal(A @ B @ (2*B) - B @ A**0)
    -B + 2*A @ B**2
    """
    return cast(S, Normaliser(context or EMPTY).run(t))


class Call:
    """An operator with its normal operands, on its way through the laws."""

    __slots__ = ("walk", "op", "args", "sort", "shape", "coefficient", "rope", "result", "gathered")

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
        self.coefficient = tidy(self.coefficient * c)
        self.rope = join(self.rope, rope)

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

    def holds(self, fact: str, t: Term) -> bool:
        """Whether a fact is known to be true of a term."""
        return ask(fact, t, self.walk.context) is Truth.TRUE

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
        for law in self.op.pipeline:
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


class Normaliser:
    """One walk: the context, and what has been found so far."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.plain = context.is_empty
        self.found: dict[Term, Mono] = {}
        self.keys: dict[Term, tuple[Number, Key]] = {}

    def run(self, t: Term) -> Term:
        if self.plain and t._normal is not None:
            return t if t._normal is True else cast(Term, t._normal)
        result = self.term(self.visit(t), t.sort, t.shape)
        if self.plain and result is not t:
            _set_normal(t, result)
        return result

    def settled(self, t: Term) -> Term:
        """Note that a term is its own normal form."""
        if self.plain:
            _set_normal(t, True)
        return t

    def term(self, mono: Mono, sort: type[Term], shape: Shape) -> Term:
        """A monomial as a normal term."""
        c, key = keyed(mono)
        return self.settled(written(c, key, sort, shape))

    def visit(self, root: Term) -> Mono:
        """The monomial of a term and of everything below it."""
        found, stack = self.found, [root]
        operands: dict[Term, Any] = {}
        while stack:
            t = stack[-1]
            if t in found:
                stack.pop()
                continue
            below = operands.get(t)
            if below is None:
                if self.plain and t._normal is not None:
                    found[t] = split(t if t._normal is True else t._normal)
                elif not t.args:
                    found[t] = self.atom(t)
                else:
                    below = operands[t] = self.operands(t)
                    terms = below[1] if t.op is add else below
                    waiting = [a for a in terms if a not in found]
                    waiting.reverse()
                    stack += waiting
                continue
            found[t] = self.combined(t, below)
            del operands[t]
            stack.pop()
        return found[root]

    def atom(self, t: Term) -> Mono:
        known = self.context.value_of(t)
        if known is not None:
            return split(known)
        if t.op.constant and t.sort is not Scalar and t.value == 0:
            return 0, None, t
        return split(t)

    def operands(self, t: Term) -> Any:
        """The operands of a term, seen through nested uses of its operator if it associates.

        A nested use that occurs twice is opened once and then kept whole, because a small graph
        may stand for an enormous tree.
        """
        if t.op is add:
            return _addends(t)
        if t.op.law(Associative) is None or t.op is times:
            return t.args
        flat: list[Term] = []
        opened: set[Term] = set()
        stack = list(reversed(t.args))
        scalars_apart = t.op.params[0] is None
        while stack:
            arg = stack.pop()
            if arg.op is t.op and arg not in opened and not (scalars_apart and arg.sort is Scalar):
                opened.add(arg)
                stack += reversed(arg.args)
            else:
                flat.append(arg)
        return flat

    def combined(self, t: Term, below: Any) -> Mono:
        """The monomial of a term whose operands have been visited."""
        op, found = t.op, self.found
        if op is add:
            return self.total(t, *below)
        monos = [found[a] for a in below]
        rule = _LINEAR.get(op)
        if rule is not None and (op is not power or t.sort is Scalar):
            return cast(Mono, rule(self, t, monos))
        return self.call(op, below, monos, t.sort, t.shape)

    def apply(self, op: Op, args: list[Term]) -> Mono:
        """The monomial of an operator on normal operands."""
        sort, shape = op.typing(op, tuple(args))
        if op is add:
            for a in args:
                self.found.setdefault(a, split(a))
            return self.total(None, [1] * len(args), args, sort, shape)
        monos = [split(a) for a in args]
        rule = _LINEAR.get(op)
        if rule is not None and (op is not power or sort is Scalar):
            t = intern(op, tuple(args), sort, shape)
            return cast(Mono, rule(self, t, monos))
        return self.call(op, args, monos, sort, shape)

    def call(
        self, op: Op, args: Sequence[Term], monos: list[Mono], sort: type[Term], shape: Shape
    ) -> Mono:
        """Run an operator's laws on its operands, after taking scalars out of them."""
        if len(monos) > MAX_OPERANDS:
            raise LimitError(f"{op.name} has more than {MAX_OPERANDS} operands")
        call = Call(self, op, [], sort, shape)
        degrees = degrees_of(op)
        for i, (arg, mono) in enumerate(zip(args, monos, strict=True)):
            degree = degrees(i, arg.shape) if degrees is not None else None
            if degree is None:
                call.args.append(self.term(mono, arg.sort, arg.shape))
                continue
            c, rope, core = mono
            if c == 0 and degree > 0 and op.law(Associative) is None:
                return 0, None, zero_of(sort, shape) if sort is not Scalar else None
            if c == 0:
                call.args.append(zero_of(arg.sort, arg.shape))
                continue
            if core is not None and core.op is add and is_negative_sum(core):
                c, core = -c, opposite_sum(core)
            call.coefficient = tidy(call.coefficient * exact_power(c, degree))
            call.rope = join(call.rope, raised(rope, degree))
            call.args.append(core if core is not None else one_of(Scalar, (1, 1)))
        return call.run()

    # Sums --------------------------------------------------------------------------------

    def total(
        self,
        t: Term | None,
        weights: list[Number],
        terms: list[Term],
        sort: type[Term] | None = None,
        shape: Shape = (),
    ) -> Mono:
        """The sum of weighted terms that have been visited."""
        if t is not None:
            sort, shape = t.sort, t.shape
        assert sort is not None
        sums: dict[Key, Number] = {}
        found, keys = self.found, self.keys
        for weight, x in zip(weights, terms, strict=True):
            entry = keys.get(x)
            if entry is None:
                entry = keys[x] = keyed(found[x])
            c, key = entry
            c = weight if c == 1 else weight * c
            old = sums.get(key)
            sums[key] = c if old is None else old + c
        return self.summed(sums, sort, shape)

    def summed(self, sums: dict[Key, Number], sort: type[Term], shape: Shape) -> Mono:
        """A dictionary of like terms as one monomial: a single one, or a sum as core."""
        while True:  # a sum that ends up with coefficient ±1 dissolves in the sum around it
            inner = [k for k, c in sums.items() if (c == 1 or c == -1) and _sum_in(k) is not None]
            if not inner:
                break
            for key in inner:
                sign = sums.pop(key)
                for arg in cast(Term, _sum_in(key)).args:
                    c, k = keyed(split(arg))
                    sums[k] = sums.get(k, 0) + sign * c
        entries = [(k, tidy(c)) for k, c in sums.items() if c]
        if not entries:
            return 0, None, None if sort is Scalar else zero_of(sort, shape)
        if len(entries) == 1:
            ((factors, core), c) = entries[0]
            rope: Rope = None
            for factor in factors:
                rope = join(rope, factor)
            return c, rope, core
        entries.sort(key=lambda entry: monomial_order(entry[0]))
        args = [written(entries[0][1], entries[0][0], sort, shape)]
        args += [written_after(c, k, sort, shape) for k, c in entries[1:]]
        core = self.settled(intern(add, tuple(args), sort, shape))
        known = self.context.value_of(core)
        if known is not None:
            return split(known)
        return (1, core, None) if sort is Scalar else (1, None, core)


def _sum_in(key: Key) -> Term | None:
    """The sum that a key is, if it is nothing but a sum."""
    factors, core = key
    if core is not None:
        return core if core.op is add and not factors else None
    return factors[0] if len(factors) == 1 and factors[0].op is add else None


def _addends(t: Term) -> tuple[list[Number], list[Term]]:
    """The terms of a sum with their numeric weights, seen through signs and nested sums."""
    weights: list[Number] = []
    terms: list[Term] = []
    opened: set[Term] = set()
    stack: list[tuple[Number, tuple[Term, ...]]] = [(1, t.args)]
    while stack:
        sign, args = stack.pop()
        for x in args:
            c, op = sign, x.op
            while op is neg or (op is scale and x.args[0].op is NUMBER):
                if op is neg:
                    c, x = -c, x.args[0]
                else:
                    c, x = c * x.args[0].value, x.args[1]
                op = x.op
            if op is add and (c == 1 or c == -1) and x not in opened:
                opened.add(x)
                stack.append((c, x.args))
            else:
                weights.append(c)
                terms.append(x)
    return weights, terms


# -- the other operators of linear sorts ----------------------------------------------------


def _scaled(walk: Normaliser, t: Term, monos: list[Mono]) -> Mono:
    (c, rope, _), (d, inner, core) = monos
    if c == 0 or d == 0:
        return 0, None, zero_of(t.sort, t.shape)
    return tidy(c * d), join(rope, inner), core


def _negated(walk: Normaliser, t: Term, monos: list[Mono]) -> Mono:
    c, rope, core = monos[0]
    return -c, rope, core


def _multiplied(walk: Normaliser, t: Term, monos: list[Mono]) -> Mono:
    coefficient: Number = 1
    product: Rope = None
    for c, rope, _ in monos:
        coefficient *= c
        product = join(product, rope)
    return (tidy(coefficient), product, None) if coefficient else (0, None, None)


def _divided(walk: Normaliser, t: Term, monos: list[Mono]) -> Mono:
    (c, rope, core), (d, below, _) = monos
    if d == 0:
        raise UndefinedError(f"{_brief(t)} divides by zero")
    if c == 0:
        return 0, None, core
    return tidy(Fraction(c) / d), join(rope, raised(below, -1)), core


def _powered(walk: Normaliser, t: Term, monos: list[Mono]) -> Mono:
    (c, rope, _), e = monos[0], t.args[1].value
    if e == 0:
        return 1, None, None
    if c == 0:
        if e < 0:
            raise UndefinedError(f"{_brief(t)}: zero has no negative power")
        return 0, None, None
    if type(e) is int:
        return exact_power(c, e), raised(rope, e), None
    if c < 0 and rope is None:
        raise UndefinedError(f"{_brief(t)}: a negative number has no real power of this exponent")
    root = exact_root(c, e) if c > 0 else None
    if root is None:
        root = 1
    else:
        c = 1
    base = walk.term((c, rope, None), Scalar, (1, 1))
    if base.op is NUMBER:
        return (root, None, None) if base.value == 1 else (root, power_term(base, e), None)
    if base.op is power and type(base.args[1].value) is Fraction:  # defined for base ≥ 0 only
        base, e = base.args[0], tidy(base.args[1].value * e)
        if type(e) is int:
            c, rope, _ = split(base)
            return tidy(root * exact_power(c, e)), raised(rope, e), None
    return root, walk.settled(power_term(base, e)), None


def exact_root(c: Number, e: Fraction) -> Number | None:
    """c^e for a positive c, if it is rational."""
    from math import isqrt

    def root(n: int, k: int) -> int | None:
        if k == 2:
            r = isqrt(n)
        else:
            low, high = 0, 1 << (n.bit_length() // k + 1)
            while low < high:
                middle = (low + high + 1) // 2
                low, high = (middle, high) if middle**k <= n else (low, middle - 1)
            r = low
        return r if r**k == n else None

    value = Fraction(c)
    top, bottom = root(value.numerator, e.denominator), root(value.denominator, e.denominator)
    if top is None or bottom is None:
        return None
    return exact_power(tidy(Fraction(top, bottom)), e.numerator)


_LINEAR: dict[Op, Any] = {
    neg: _negated,
    scale: _scaled,
    times: _multiplied,
    div: _divided,
    power: _powered,
}


def _brief(t: Term) -> str:
    from .printing import brief

    return brief(t)


# -- homogeneity ------------------------------------------------------------------------------


def degrees_of(op: Op) -> Any:
    """A function from position and shape to the degree in which scalars leave an operand."""
    try:
        return op.__dict__["_degrees"]
    except KeyError:
        pass
    laws = [law for law in op.laws if isinstance(law, Homogeneous) and law.of is None]

    def degree(i: int, shape: Shape) -> int | None:
        for law in laws:
            if law.at is None or i in law.at:
                return law.degree if isinstance(law.degree, int) else law.degree(shape)
        return None

    op.__dict__["_degrees"] = degree if laws else None
    return op.__dict__["_degrees"]

