"""`normal`: the form of a term modulo the laws of its operators, and nothing else.

The walk is bottom-up over the distinct sub-terms, with an explicit stack. Sums, scalings and
scalar products are done on monomials (see `monomials`); every other operator takes the
scalars out of its homogeneous operands and then runs its laws in their fixed order (see `laws`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, TypeVar, cast

from ..core.context import EMPTY, Context
from ..core.facts import Known
from ..core.laws import Antimorphism, Associative, Homogeneous, Morphism, MovesInside
from ..core.linear import add, neg, scale, times
from ..core.operators import Operator, number, zero_of
from ..core.sorts import Scalar, is_unknown
from ..core.terms import Shape, Term, intern, set_normal
from ..deadline import check_time, checked_limit, timed, watched, within
from ..errors import LimitError
from .addends import Addend, Addends, pour, sum_in
from .arithmetic import RULES, scaled
from .call import Call
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
    raised,
    split,
    tidy,
    written,
    written_after,
)

Op = Operator[..., Any]
S = TypeVar("S", bound=Term)

MAX_OPERANDS = 2_000_000
"""How many operands one flattened operator may get before `normal` stops with a LimitError."""

_ONE: Term = number(1)


def normal(t: S, context: Context | None = None, *, time_limit: float | None = None) -> S:
    """The normal form of a term modulo the laws of its operators.

    Sums and products are flattened and ordered, like terms collected, signs and scalars pulled
    out, units, inverses and zeros removed. Nothing is distributed but signs. What is not finished
    after `time_limit` seconds is given up with a LimitError.

    >>> from rewrite import scalars, vectors, matrices, cross
    >>> x, y = scalars("x y")
    >>> a, b = vectors("a b")
    >>> normal(cross(b, 2*x*a) + 3*x*cross(a, b))
    x*cross(a, b)
    >>> A, B = matrices("A B")
    >>> normal(A @ B @ (2*B) - B @ A**0)
    -B + 2*(A @ B**2)
    """
    if time_limit is None:
        return cast(S, Normaliser(context or EMPTY).run(t))
    with within(checked_limit(time_limit)):
        return cast(S, Normaliser(context or EMPTY).run(t))


def known_in(context: Context) -> Callable[[str, Term], Any]:
    """The facts known in a context, as a function of the name of a fact and a term."""
    return Normaliser(context).known


class Normaliser:
    """One walk: the context, and what has been found so far."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.plain = context.is_empty
        self.found: dict[Term, Mono] = {}
        self.keys: dict[Addend, tuple[Number, Key]] = {}
        self.calls: dict[tuple[Any, ...], Mono] = {}
        self.entered: set[Term] = set()
        self.own_inverse: dict[tuple[Op, Term], int] = {}  # see `word_laws`
        self.known = Known(context, self.normal)

    def run(self, t: Term) -> Term:
        if self.plain and t._normal is not None:
            return t if t._normal is True else t._normal
        try:
            result = self.normal(t)
        except RecursionError:  # laws call each other where they pass one operator through another
            raise LimitError("laws would have to be applied to operators nested too deep") from None
        if self.plain and result is not t:
            set_normal(t, result)
        return result

    def normal(self, t: Term) -> Term:
        """The normal form of a term that comes up on the way."""
        return self.term(self.visit(t), t.sort, t.shape)

    def settled(self, t: Term) -> Term:
        """Note that a term is its own normal form."""
        if self.plain:
            set_normal(t, True)
        return t

    def term(self, mono: Mono, sort: type[Term], shape: Shape) -> Term:
        """A monomial as a normal term."""
        c, key = keyed(mono)
        return self.settled(written(c, key, sort, shape))

    def visit(self, root: Term) -> Mono:
        """The monomial of a term and of everything below it."""
        found, stack = self.found, [root]
        opened: dict[Term, Any] = {}  # operands of the terms that wait for them
        while stack:
            check_time()
            t = stack.pop()
            if t in found:
                continue
            below = opened.pop(t, None)
            if below is None:
                waiting = self.chain(t)
                if waiting is None:
                    below = self.operands(t)
                    waiting = self.unknown(watched(below.terms()) if t.op is add else below)
                    opened[t] = below
                if waiting:
                    stack.append(t)
                    waiting.reverse()
                    stack += waiting
                    continue
                if t in found:
                    continue
                del opened[t]
            if t.op is add:
                found[t] = self.total(below, t.sort, t.shape)
                continue
            monos = [found[a] for a in below]
            rule = RULES.get(t.op)
            if rule is not None:
                found[t] = rule(self, t, monos)
                continue
            if self.plain and not t.op.laws:
                found[t] = self.free(t, monos)
                continue
            waiting = self.first(t.op, monos[0][2])
            if waiting:
                opened[t] = below
                stack.append(t)
                stack += waiting
            else:
                found[t] = self.call(t.op, below, monos, t.sort, t.shape)
        return found[root]

    def free(self, t: Term, monos: list[Mono]) -> Mono:
        """The monomial of an operator without laws: it is normal if its operands are."""
        args = tuple(
            [
                mono[2] if mono[2] is not None and mono[1] is None and mono[0] == 1
                else self.term(mono, a.sort, a.shape)
                for mono, a in zip(monos, t.args, strict=True)
            ]
        )  # fmt: skip
        whole = self.settled(t if args == t.args else intern(t.op, args, t.sort, t.shape))
        return split(whole)

    def first(self, op: Op, core: Term | None) -> list[Term]:
        """The terms to visit before an operator of one operand can move inside `core`.

        The transpose of a product needs those of its factors, and to see that a sum is symmetric
        takes those of its terms. Visiting them first keeps the walk from recursing.
        """
        if core is None or not core.args or op.law(MovesInside) is None or len(op.params) != 1:
            return []
        if (op, core) in self.calls:
            return []
        if core.op is add:
            inner = core.args if op.law(Antimorphism) and op.law(Morphism) else ()
        else:
            inner = next(filter(None, (law.inside(core) for law in _movers(op))), ())
        return self.unknown(op.build((x,)) for x in inner) if inner else []

    def unknown(self, terms: Iterable[Term]) -> list[Term]:
        """The terms that have yet to be visited; those that are leaves are, on the way."""
        found, waiting = self.found, []
        for t in terms:
            if t not in found:
                if t.args and not (self.plain and t._normal is not None):
                    waiting.append(t)
                else:
                    found[t] = self.leaf(t)
        return waiting

    def chain(self, t: Term) -> list[Term] | None:
        """Visit a chain of scalings, signs and linear operators of one operand, each in the next.

        Walk down the chain to the first operand that is none of these, and up again, in two short
        loops. Return what must be visited first, or None if `t` begins no chain.
        """
        found, plain, links, last = self.found, self.plain, [], t
        waiting: list[Term] = []
        while last not in found:
            if not last.args or (plain and last._normal is not None):
                found[last] = self.leaf(last)
                break
            if last.op is scale:
                waiting += self.unknown(last.args[:1])
                links.append(last)
                last = last.args[1]
            elif last.op is neg or last.op.is_linear:
                links.append(last)
                last = last.args[0]
                if not len(links) & 1023:
                    check_time(0)
            elif last is t:
                return None
            else:
                waiting.append(last)
                break
        if waiting:
            return waiting
        mono = found[last]
        links.reverse()
        for link in watched(links):
            if link.op is scale:
                mono = scaled(found[link.args[0]], mono, link)
            elif link.op is neg:
                mono = -mono[0], mono[1], mono[2]
            else:
                c, rope, core = mono
                done = self.calls.get((link.op, core))
                waiting = self.first(link.op, core) if done is None else []
                if waiting:
                    return waiting
                if c == 0 or done is None or (core is not None and core.op is add):
                    mono = self.call(link.op, link.args, [mono], link.sort, link.shape)
                else:
                    mono = c if done[0] == 1 else tidy(c * done[0]), join(rope, done[1]), done[2]
            found[link] = mono
        return []

    def leaf(self, t: Term) -> Mono:
        """The monomial of an atom, or of a term whose normal form is known."""
        if t.args:
            return split(t if t._normal is True else cast(Term, t._normal))
        known = self.context.value_of(t)
        return split(t if known is None else known)

    def operands(self, t: Term) -> Any:
        """The operands of a term, seen through nested uses of its operator if it associates.

        A nested use is opened once in a walk and kept whole wherever else it occurs, because a
        small graph may stand for an enormous tree.
        """
        op = t.op
        if op is add:
            return Addends(t, self.entered)
        return t.args if op is times else flattened(t, self.entered)

    def apply(self, op: Op, args: list[Term]) -> Mono:
        """The monomial of an operator on normal operands."""
        sort, shape = op.typing(op, tuple(args))
        if op is add:
            addends = Addends(intern(op, tuple(args), sort, shape), set())
            for a in addends.terms():
                self.found.setdefault(a, split(a))
            return self.total(addends, sort, shape)
        monos = [split(a) for a in args]
        rule = RULES.get(op)
        if rule is not None:
            return rule(self, intern(op, tuple(args), sort, shape), monos)
        if len(args) == 1:  # it may have been visited on purpose, see `first`
            t = intern(op, tuple(args), sort, shape)
            if not self.unknown((t,)):
                return self.found[t]
        return self.call(op, args, monos, sort, shape)

    def call(
        self, op: Op, args: Sequence[Term], monos: list[Mono], sort: type[Term], shape: Shape
    ) -> Mono:
        """Run an operator's laws on its operands, after taking scalars out of them."""
        self.check_length(op, len(monos))
        degree_at = degrees_of(op)
        coefficient: Number = 1
        factors: Rope = None
        cores: list[Term] = []
        for i, (c, rope, core) in enumerate(monos):
            if core is not None and rope is None and c == 1 and core.op is not add:
                cores.append(core)
                continue
            degree = None if degree_at is None else degree_at(i, args[i].shape)
            if degree is None:
                cores.append(self.term((c, rope, core), args[i].sort, args[i].shape))
                continue
            if c == 0:
                if degree > 0:
                    return split(zero_of(sort, shape))
                cores.append(zero_of(args[i].sort, args[i].shape))
                continue
            if core is not None and core.op is add and is_negative_sum(core):
                c, core = -c, opposite_sum(core)
            if c != 1:
                coefficient = tidy(coefficient * exact_power(c, degree))
            if rope is not None:
                factors = join(factors, raised(rope, degree))
            cores.append(_ONE if core is None else core)
        key = (op, *cores)
        done = self.calls.get(key)
        if done is None:
            done = self.calls[key] = Call(self, op, cores, sort, shape).run()
        if coefficient == 1 and factors is None:
            return done
        c, rope, core = done
        return (tidy(coefficient * c), join(factors, rope), core) if c else done

    @staticmethod
    def check_length(op: Op, operands: int) -> None:
        """Refuse to go on with more operands than the limit."""
        if operands > MAX_OPERANDS:
            raise LimitError(f"{op.name} would have {operands} operands, more than {MAX_OPERANDS}")

    # Sums --------------------------------------------------------------------------------

    def total(self, addends: Addends, sort: type[Term], shape: Shape) -> Mono:
        """The sum of addends that have been visited."""
        sums: dict[Key, Number] = {}
        for item, weight in timed(addends.scaled.items()):
            c, key = self.keyed(item)
            core = key[1]
            if core is not None and core.op is add and is_negative_sum(core):
                c, key = -c, (key[0], opposite_sum(core))  # 2·(b - a) is like 2·(a - b)
            sums[key] = sums.get(key, 0) + weight * c
        for item, weight in timed(addends.plain.items()):
            c, key = self.keyed(item)
            inner = sum_in(key)
            if inner is None or not (c == 1 or c == -1):
                sums[key] = sums.get(key, 0) + weight * c
            else:  # a sum among the addends is flattened, as often as it occurs
                pour(inner, weight * c, sums)
        return self.summed(sums, sort, shape)

    def keyed(self, item: Addend) -> tuple[Number, Key]:
        entry = self.keys.get(item)
        if entry is None:
            entry = self.keys[item] = keyed(self.mono_of(item))
        return entry

    def mono_of(self, item: Addend) -> Mono:
        """The monomial of an addend: of a term, or of scalar factors with what they scale."""
        if isinstance(item, Term):
            return self.found[item]
        coefficient, product, core = self.found[item[-1]]
        for factor in item[:-1]:
            c, rope, _ = self.found[factor]
            coefficient, product = tidy(coefficient * c), join(rope, product)
        return coefficient, product, core

    def summed(self, sums: dict[Key, Number], sort: type[Term], shape: Shape) -> Mono:
        """A dictionary of like terms as one monomial: a single one, or a sum as core."""
        while True:  # a sum that ends up with coefficient ±1 dissolves in the sum around it
            like = watched(sums.items())
            inner = [k for k, c in like if (c == 1 or c == -1) and sum_in(k) is not None]
            if not inner:
                break
            for key in inner:
                pour(cast(Term, sum_in(key)), sums.pop(key), sums)
        entries = [(k, tidy(c)) for k, c in watched(sums.items()) if c]
        check_time()
        if not entries:
            return 0, None, None if sort is Scalar else zero_of(sort, shape)
        if len(entries) == 1:
            ((factors, core), c) = entries[0]
            rope: Rope = None
            for factor in factors:
                rope = join(rope, factor)
            return c, rope, core
        order = {k: monomial_order(k) for k, _ in timed(entries)}
        entries.sort(key=lambda entry: order[entry[0]])
        args = [written(entries[0][1], entries[0][0], sort, shape)]
        args += [written_after(c, k, sort, shape) for k, c in timed(entries[1:])]
        whole = self.settled(intern(add, tuple(args), sort, shape))
        if not self.plain:
            for sign, t in (1, whole), (-1, opposite_sum(whole)):
                known = self.context.value_of(t)
                if known is not None:
                    c, rope, core = split(known)
                    return sign * c, rope, core
        return (1, whole, None) if sort is Scalar else (1, None, whole)


def flattened(t: Term, entered: set[Term]) -> Sequence[Term]:
    """The operands of a term, seen through nested uses of its operator if it associates; those in
    `entered` stay whole, and those that are opened are noted there."""
    op = t.op
    if not op.variadic or all(a.op is not op for a in t.args):
        return t.args
    flat: list[Term] = []
    stack = list(reversed(t.args))
    opens = op.law(Associative).opens
    while stack:
        arg = stack.pop()
        if arg.op is op and arg not in entered and (opens is None or opens(arg)):
            entered.add(arg)
            stack += reversed(arg.args)
        else:
            flat.append(arg)
    return flat


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
                if isinstance(law.degree, int):
                    return law.degree
                return None if any(map(is_unknown, shape)) else law.degree(shape)
        return None

    op.__dict__["_degrees"] = degree if laws else None
    return op.__dict__["_degrees"]


@cache
def _movers(op: Op) -> tuple[MovesInside, ...]:
    """The laws by which an operator moves inside its operand."""
    return tuple(law for law in op.laws if isinstance(law, MovesInside))
