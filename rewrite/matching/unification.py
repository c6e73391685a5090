"""Unification modulo the laws: substitutions that make two patterns equal.

Equations between patterns are taken apart until only variables with their values are left:

- an operator without laws operand by operand, a commutative one in both orders, an anticommutative
  one in every order with its sign;
- an associative and commutative operator by solving a linear equation in whole numbers (see
  `bag_equations`);
- a word, whose operator is only associative, from its left end, where a variable takes one letter
  or begins with it (see `word_equations`). This terminates if no variable occurs twice among the
  letters, and is cut off otherwise.

Neutral, idempotent and other laws that remove operators are not considered; their equations can be
unified with instead (see `rewrite.check.confluence.law_rules`).

A sign taken off an operand is kept if the operators around it let it out; otherwise the unifier is
dropped. Sums and products of scalars are unified as bags of operands, without arithmetic.

>>> from rewrite import Associative, Commutative, Term, operator
>>> class Thing(Term):
...     "Some thing."
>>> f = operator("f", Thing, Thing, result=Thing, laws=[Associative(), Commutative()])
>>> x, y, u, v = (variable(name, Thing) for name in "xyuv")
>>> len(list(unified(f(x, y), f(u, v), {})))
7
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count, permutations
from time import monotonic
from typing import Any, NamedTuple

from ..core.laws import Anticommutative, Associative, Commutative
from ..core.linear import LINEAR_OPERATORS, add, neg, times
from ..core.operators import VARIABLE, Operator, Typed
from ..core.terms import Term, postorder
from ..core.variables import Bindings, instance, variable, variables_of
from ..deadline import unlimited
from ..errors import RewriteError
from ..normalform.walk import normal
from .bag_equations import dealt_bags
from .patterns import lets_signs_out, shaped
from .word_equations import dealt_words

Op = Operator[..., Any]
STEPS = 20_000
"""The most equations that one unification may take apart."""
OUT_OF_STEPS = "unifiers beyond the limit of steps"
WORDS = "words in which a variable takes several letters"


class Effort:
    """The remaining effort for unification, and why something was left out."""

    def __init__(self, steps: int = STEPS, deadline: float | None = None) -> None:
        self.steps, self.deadline = steps, deadline
        self.left_out: dict[str, None] = {}

    def spend(self) -> bool:
        """Whether effort is left for another step."""
        self.steps -= 1
        late = self.steps % 64 == 0 and self.deadline is not None and monotonic() > self.deadline
        if self.steps < 0 or late:
            self.leave_out(OUT_OF_STEPS)
            self.steps = min(self.steps, 0)
            return False
        return True

    def leave_out(self, why: str) -> None:
        self.left_out[why] = None


class Equality(NamedTuple):
    """Two terms to be made equal, and the group that counts a sign between them."""

    left: Term
    right: Term
    group: int | None
    """Signs of one group are multiplied: group 0 gives the sign of the result, any other must give
    plus; None if the sign is lost."""


class State(NamedTuple):
    """Equations still to be solved, those about bags and words last, and the bindings so far."""

    easy: tuple[Equality, ...]
    hard: tuple[Equality, ...]
    s: Bindings
    odd: frozenset[int]
    """The groups with an odd number of signs."""
    splits: int = 0
    """How often variables of words were split."""


def unified(
    p: Term, q: Term, s: Bindings, effort: Effort | None = None
) -> Iterator[tuple[Bindings, int]]:
    """Substitutions and signs that make two patterns equal."""
    yield from all_unified([(p, q)], s, effort, signed=True)


def all_unified(
    pairs: Sequence[tuple[Term, Term]],
    s: Bindings,
    effort: Effort | None = None,
    signed: bool = False,
) -> Iterator[tuple[Bindings, int]]:
    """Substitutions that make all pairs equal; without signs between them, unless `signed`."""
    problem = _Problem(pairs, s, effort or Effort())
    groups = [0] * len(pairs) if signed else [problem.group() for _ in pairs]
    equations = tuple(Equality(p, q, g) for (p, q), g in zip(pairs, groups, strict=True))
    yield from problem.solved(State(equations, (), s, frozenset()))


class _Problem:
    """One unification, with its fresh names and group numbers."""

    def __init__(self, pairs: Sequence[tuple[Term, Term]], s: Bindings, effort: Effort) -> None:
        self.effort = effort
        self.groups = count(1)
        terms = [t for pair in pairs for t in pair]
        terms += [t for pair in s.items() for t in pair if isinstance(t, Term)]
        taken = {v.value.name for t in terms for v in variables_of(t)}
        self.names = (n for n in (f"z{i}" for i in count(1)) if n not in taken)
        self.longest = 4 + 2 * sum(len(t.args) for t in terms)

    def group(self) -> int:
        return next(self.groups)

    def new(self, like: Term) -> Term:
        return variable(next(self.names), like.sort, like.shape)

    def solved(self, start: State) -> Iterator[tuple[Bindings, int]]:
        stack = [start]
        while stack:
            state = stack.pop()
            if not self.effort.spend():
                return
            if state.easy or state.hard:
                stack += reversed(list(self.taken_apart(state)))
            elif not state.odd - {0}:
                yield state.s, -1 if 0 in state.odd else 1

    def taken_apart(self, state: State) -> Iterator[State]:
        """The states that one equation leads to."""
        rest = state.easy[1:] if state.easy else ()
        hard = state.hard if state.easy else state.hard[1:]
        p, q, group = state.easy[0] if state.easy else state.hard[0]
        p, q = walked(p, state.s), walked(q, state.s)
        state = state._replace(easy=rest, hard=hard)
        if p is q:
            yield state
        elif p.op is VARIABLE or q.op is VARIABLE:
            found = assigned(*((p, q) if p.op is VARIABLE else (q, p)), state.s)
            if found is not None:
                yield state._replace(s=found)
        elif p.op is neg or q.op is neg:
            yield from self.without_sign(p, q, group, state)
        elif p.op is q.op and p.args:
            yield from self.same_head(p, q, group, state)

    def without_sign(self, p: Term, q: Term, group: int | None, state: State) -> Iterator[State]:
        p, q = (q, p) if p.op is not neg else (p, q)
        odd = state.odd if group is None else state.odd ^ {group}
        yield state._replace(easy=(Equality(p.args[0], q, group), *state.easy), odd=odd)

    def same_head(self, p: Term, q: Term, group: int | None, state: State) -> Iterator[State]:
        op = p.op
        if is_bag(op) or is_word(op):
            equality = Equality(p, q, group)
            if state.easy:  # an easy equation may decide it
                yield state._replace(hard=(*state.hard, equality))
            else:
                yield from self.long(p, q, group, state)
        elif len(p.args) == len(q.args):
            inner = [self.inner(op, i, p, group) for i in range(len(p.args))]
            for order, sign in _orders(q):
                more = tuple(map(Equality, p.args, order, inner))
                odd = state.odd ^ {group} if sign < 0 and group is not None else state.odd
                yield state._replace(easy=(*more, *state.easy), odd=odd)

    def long(self, p: Term, q: Term, group: int | None, state: State) -> Iterator[State]:
        """Bags and words: equations between operands, in all ways to pair them."""
        op = p.op
        mine, other = operands(op, p.args, state.s), operands(op, q.args, state.s)
        if is_bag(op):
            inner = self.inner(op, 0, p, group)
            for pairs in dealt_bags(op, mine, other, self.new, self.effort.spend):
                easy = tuple(Equality(x, y, inner) for x, y in pairs)
                yield state._replace(easy=(*easy, *state.easy))
            return
        whole = op.params[0] is not None  # otherwise shapes differ, and a variable is one letter
        if not whole and any(a.op is VARIABLE for a in (*mine, *other)):
            self.effort.leave_out(WORDS)
        for pairs, left, split in dealt_words(op, mine, other, self.new, whole):
            if state.splits + split > self.longest:
                self.effort.leave_out(WORDS)
                continue
            inner = self.inner(op, 0, p, group)
            easy = tuple(Equality(x, y, inner) for x, y in pairs)
            hard = () if left is None else (Equality(*left, group),)
            yield State(
                (*easy, *state.easy), (*hard, *state.hard), state.s, state.odd,
                state.splits + split,
            )  # fmt: skip

    def inner(self, op: Op, at: int, like: Term, group: int | None) -> int | None:
        """The group to which the signs of an operand belong."""
        operand = like.args[at]
        passed = sign_passed(op, min(at, len(op.params) - 1), (operand.sort, operand.shape))
        if passed < 0:
            return group
        return None if passed > 0 else self.group()


@cache
def sign_passed(op: Op, at: int, kind: Typed) -> int:
    """The effect of a minus before an operand: -1 if it comes out, 1 if it is lost, else 0."""
    if None in op.params:
        return -1 if lets_signs_out(op, at, variable("v", *kind)) else 0
    args = [variable(f"v{i}", *kind) for i, kind in enumerate(op.params) if kind is not None]
    try:
        with unlimited():  # the answer is kept
            t = normal(op.build(tuple(args)))
            args[at] = neg.build((args[at],))
            other = normal(op.build(tuple(args)))
            if other is t:
                return 1
            return -1 if other is normal(neg.build((t,))) else 0
    except (RewriteError, ArithmeticError):
        return 0


def is_bag(op: Op) -> bool:
    """Whether an operator associates and commutes."""
    return op in (add, times) or (
        op.law(Associative) is not None
        and op.law(Commutative) is not None
        and op not in LINEAR_OPERATORS
    )


def is_word(op: Op) -> bool:
    """Whether an operator associates and does not commute."""
    return op.law(Associative) is not None and not is_bag(op) and op not in LINEAR_OPERATORS


def _orders(t: Term) -> Iterator[tuple[Sequence[Term], int]]:
    signed = t.op.law(Anticommutative) is not None
    if not signed and t.op.law(Commutative) is None:
        yield t.args, 1
        return
    for order in permutations(range(len(t.args))):
        swaps = sum(x > y for i, x in enumerate(order) for y in order[i + 1 :])
        yield [t.args[i] for i in order], -1 if signed and swaps % 2 else 1


def walked(t: Term, s: Bindings) -> Term:
    """The value of a variable, if it has one."""
    while t.op is VARIABLE and t in s:
        t = s[t]
    return t


def assigned(v: Term, t: Term, s: Bindings) -> Bindings | None:
    """The bindings with a value for a variable; None if it does not fit, or holds the variable."""
    if v.sort is not t.sort or _holds(t, v, s):
        return None
    sizes = shaped(v.shape, t.shape, s)
    return None if sizes is None else {**sizes, v: t}


def _holds(t: Term, v: Term, s: Bindings) -> bool:
    """Whether a variable occurs in a term under a substitution."""
    seen: set[Term] = set()
    stack = [t]
    while stack:
        for x in postorder(stack.pop()):
            if x.op is VARIABLE and x not in seen:
                if x is v:
                    return True
                seen.add(x)
                stack += [s[x]] if x in s else []
    return False


def settled(t: Term, s: Bindings) -> Term:
    """A term under a substitution whose values may themselves have variables."""
    for _ in range(len(s) + 1):
        more = instance(t, s)
        if more is t:
            break
        t = more
    return t


def operands(op: Op, ts: Sequence[Term], s: Bindings) -> list[Term]:
    """The operands of a bag or word under a substitution, flattened."""
    found: list[Term] = []
    stack = list(reversed(ts))
    while stack:
        t = walked(stack.pop(), s)
        if t.op is op:
            stack += reversed(t.args)
        else:
            found.append(t)
    return found
