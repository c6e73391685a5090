"""Every step of rules on ground terms, found by trying, to judge what the workbench claims.

`Sample` is a random signature (operators with random laws, constants) and a random set of rules
over it; `Rewriting` follows all steps from a ground term. Both know nothing of overlaps,
unification or measures, so that what the workbench claims can be held against them.
"""

from __future__ import annotations

import warnings
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cache
from itertools import islice, product
from random import Random
from typing import Any

from rewrite import (
    Absorbing,
    Anticommutative,
    Antimorphism,
    Associative,
    Commutative,
    Commutes,
    External,
    Homogeneous,
    Idempotent,
    Inverse,
    Involution,
    Law,
    LawError,
    LawWarning,
    Linear,
    Morphism,
    Neutral,
    Nilpotent,
    Operator,
    Parity,
    Projector,
    Rewrite,
    RewriteError,
    Rule,
    RuleSet,
    Term,
    Undoes,
    free_of,
    normal,
    operator,
    precedes,
    symbol,
    zero,
)
from rewrite.core.context import EMPTY
from rewrite.core.operators import DECLARED, ZERO
from rewrite.core.substitution import replaced
from rewrite.core.terms import postorder
from rewrite.core.variables import instance, variable, variables_of
from rewrite.matching.patterns import OutOfBudget, Search
from rewrite.rewriting.defining import made_rule
from rewrite.rewriting.run import size

Op = Operator[..., Any]


class Bit(Term):
    """Something with no structure but its operators."""

    __slots__ = ()


class Tug(Linear):
    """Something with sums and signs."""

    __slots__ = ()
    dimension = 1


a, b, e, z = (symbol(name, Bit) for name in ("a", "b", "e", "z"))
p, q, u = (symbol(name, Tug) for name in ("p", "q", "u"))
CONSTANTS: dict[type[Term], tuple[Term, ...]] = {Bit: (a, b, e), Tug: (p, q, u)}
VARIABLES = {sort: tuple(variable(n, sort) for n in "xyw") for sort in CONSTANTS}
SIDES: tuple[Any, ...] = ("left", "right", "both")

UNARY: tuple[Law, ...] = (Involution(), Projector(), Nilpotent(2, z), Absorbing(z), Absorbing(a))
BINARY: tuple[Law, ...] = (
    Associative(), Commutative(), Commutative(), Associative(), Idempotent(), Neutral(e),
    Neutral(e), *(Neutral(e, side) for side in SIDES), *(Absorbing(a, side) for side in SIDES),
)  # fmt: skip
UNARY_LINEAR: tuple[Law, ...] = (
    Homogeneous(), Parity(odd=True), Parity(odd=False), Involution(), Projector(),
    Nilpotent(2, ZERO), Absorbing(ZERO), Homogeneous(degree=2), Absorbing(u),
)  # fmt: skip
BINARY_LINEAR: tuple[Law, ...] = (
    Anticommutative(), Anticommutative(), Homogeneous(), Homogeneous(), Commutative(),
    Associative(), Idempotent(), Neutral(u), Neutral(ZERO), Absorbing(ZERO), Absorbing(u),
    Homogeneous(at=(1,)),
)  # fmt: skip


@cache
def declared(name: str, laws: tuple[Law, ...], *sorts: type[Term]) -> Op | None:
    """One operator for each name and list of laws; None if the laws are refused together."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LawWarning)
        try:
            told = f"{name}_{zlib.crc32(repr(laws).encode())}" if laws else name
            return operator(told, *sorts, result=sorts[-1], laws=laws)
        except LawError:
            return None


def random_operator(random: Random, name: str, arity: int, sort: type[Term]) -> Op:
    """An operator with a random accepted list of laws, most often a short one."""
    linear = issubclass(sort, Linear)
    some = (UNARY_LINEAR if linear else UNARY) if arity == 1 else (
        BINARY_LINEAR if linear else BINARY
    )  # fmt: skip
    laws: tuple[Law, ...] = ()
    sorts = (sort,) * arity
    for law in random.sample(some, min(len(some), random.choice((0, 0, 1, 1, 2, 3)))):
        if law not in laws and declared(name, (*laws, law), *sorts) is not None:
            laws = (*laws, law)
    found = declared(name, laws, *sorts)
    assert found is not None
    return found


def _related(random: Random, ops: list[Op]) -> list[Op]:
    """Sometimes an operator whose laws speak of another one, or an inverse."""
    binary = [op for op in ops if len(op.params) == 2 and op.params[0][0] is Bit]
    if not binary or random.random() < 0.7:
        return []
    f = random.choice(binary)
    key = f.name
    choices: list[tuple[Law, ...]] = [
        (Antimorphism(f),), (Morphism(f, eager=True),), (Antimorphism(f), Involution()),
        (Morphism(f, eager=True), Projector()), (Commutes(ops[0]),), (Undoes(ops[0]),),
    ]  # fmt: skip
    laws = random.choice(choices)
    if isinstance(laws[0], Commutes | Undoes) and len(ops[0].params) != 1:
        return []
    found = declared(f"k_{key}", laws, Bit)
    return [] if found is None else [found]


def _inverse(random: Random) -> list[Op]:
    """A group, or what is left of one."""
    h = declared("h", random.choice([(), (Involution(),), (Absorbing(e),)]), Bit)
    assert h is not None
    laws: list[Law] = [Inverse(h, e, total=True)]
    more = (Associative(), Neutral(e), Commutative())
    laws += [law for law in more if random.random() < 0.6]
    f = declared(f"g_{h.name}", tuple(laws), Bit, Bit)
    return [h] if f is None else [f, h]


def _action(random: Random) -> list[Op]:
    f = random_operator(random, "f", 2, Bit)
    act = declared(f"act_{f.name}", (External(f),), Bit, Bit)
    return [f] if act is None else [act, f]


@dataclass(frozen=True)
class Sample:
    """Operators, the sort of their terms, and rules about them."""

    ops: tuple[Op, ...]
    sort: type[Term]
    rules: RuleSet

    def __str__(self) -> str:
        laws = "; ".join(f"{op}: {', '.join(map(str, op.laws)) or 'free'}" for op in self.ops)
        return f"{laws}\n{self.rules}"


def sample(seed: int) -> Sample | None:
    """A random signature and random rules; None if no rule was accepted."""
    random = Random(seed)
    sort = random.choice((Bit, Bit, Bit, Bit, Tug))
    ops = _operators(random, sort)
    _only(ops)
    rules = []
    for n in range(random.choice((1, 1, 2, 2, 3))):
        made = _random_rule(random, f"r{n}", ops, sort)
        rules += [made] if made is not None else []
    return Sample(tuple(ops), sort, RuleSet(rules, name="R")) if rules else None


def _only(ops: Sequence[Op]) -> None:
    """Let the operators of other samples be forgotten: their laws name the same constants."""
    for name, op in list(DECLARED.items()):
        if op.module == __name__:
            del DECLARED[name]
    for op in ops:
        DECLARED[op.module, op.name] = op
        for law in op.laws:
            for other in (getattr(law, f.name) for f in fields(law)):
                if isinstance(other, Operator):
                    DECLARED[other.module, other.name] = other


def _operators(random: Random, sort: type[Term]) -> list[Op]:
    special = random.random() if sort is Bit else 1.0
    if special < 0.1:
        ops = _inverse(random)
    elif special < 0.15:
        ops = _action(random)
    else:
        count = random.choice((1, 2, 2, 3))
        ops = [
            random_operator(random, f"o{i}", random.choice((1, 2, 2)), sort) for i in range(count)
        ]
    return [*ops, *_related(random, ops)]


def random_pattern(random: Random, ops: Sequence[Op], sort: type[Term], depth: int) -> Any:
    if depth <= 0 or random.random() < 0.15:
        leaves = VARIABLES[sort] if random.random() < 0.7 else CONSTANTS[sort]
        return random.choice(leaves)
    if issubclass(sort, Linear) and random.random() < 0.08:
        t = random_pattern(random, ops, sort, depth - 1)
        other = random_pattern(random, ops, sort, depth - 1)
        return random.choice([-t, 2 * t, t + other, t - other])
    op = random.choice(ops)
    count = 3 if op.variadic and random.random() < 0.25 else len(op.params)
    return op.build(tuple(random_pattern(random, ops, sort, depth - 1) for _ in range(count)))


def _random_rule(random: Random, name: str, ops: Sequence[Op], sort: type[Term]) -> Rule | None:
    for _ in range(6):
        if random.random() < 0.12:
            left, right = random.sample(CONSTANTS[sort], 2)
        else:
            left = random_pattern(random, ops, sort, random.choice((1, 2, 2)))
            right = _random_right(random, ops, sort, left)
        try:
            written = Rewrite(left, right)
            have = sorted(variables_of(left), key=str)
            if len(have) > 1 and random.random() < 0.08:
                written = written.when(random.choice((precedes, free_of))(*have[:2]))
            return made_rule(name, "Random.", written)
        except (RewriteError, ArithmeticError):
            continue
    return None


def _random_right(random: Random, ops: Sequence[Op], sort: type[Term], left: Term) -> Term:
    inside = [s for s in postorder(left) if s is not left and s.sort is sort]
    way = random.random()
    if way < 0.35 and inside:
        return random.choice(inside)
    if way < 0.5:
        return random.choice(CONSTANTS[sort])
    right = random_pattern(random, ops, sort, random.choice((1, 1, 2)))
    have = sorted(variables_of(left), key=str) or list(CONSTANTS[sort])
    return instance(right, {v: random.choice(have) for v in variables_of(right)})


# -- ground terms ---------------------------------------------------------------------------------


def ground_terms(found: Sample, random: Random, most: int = 160) -> list[Term]:
    """Normal ground terms: all small ones as far as there is room, and instances of left sides."""
    sort = found.sort
    leaves: list[Term] = [*CONSTANTS[sort], *([zero(Tug)] if sort is Tug else [])]
    small = dict.fromkeys(leaves)
    small |= dict.fromkeys(_applied(found.ops, leaves, random, most // 2))
    terms = dict(small)
    terms |= dict.fromkeys(_instances(found, list(small), random, most))
    terms |= dict.fromkeys(_applied(found.ops, list(small), random, most))
    return list(terms)


def _applied(ops: Sequence[Op], parts: Sequence[Term], random: Random, most: int) -> Iterator[Term]:
    """Every operator on every choice of parts, or on random ones if there are too many."""
    for op in ops:
        n = len(op.params)
        choices: Any = product(parts, repeat=n)
        if len(parts) ** n > most:
            choices = (tuple(random.choices(parts, k=n)) for _ in range(most))
        for args in choices:
            yield from _normal(op.build(args))
    if issubclass(parts[0].sort, Linear):
        for _ in range(most // 8):
            t, other = random.choices(parts, k=2)
            yield from _normal(random.choice([-t, 2 * t, t + other, t - other]))


def _instances(found: Sample, parts: Sequence[Term], random: Random, most: int) -> Iterator[Term]:
    lefts = [r.left for r in found.rules]
    for left in lefts:
        variables = sorted(variables_of(left), key=str)
        for _ in range(most // (2 * len(lefts)) if variables else 1):
            own = random.choices(parts, k=len(variables))
            t = instance(left, dict(zip(variables, own, strict=True)))
            yield from _normal(t)
            if random.random() < 0.3:
                op = random.choice(found.ops)
                beside = random.choices(parts, k=len(op.params))
                beside[random.randrange(len(beside))] = t
                yield from _normal(op.build(tuple(beside)))


def _normal(t: Term) -> Iterator[Term]:
    try:
        yield normal(t)
    except (RewriteError, ArithmeticError):
        return


# -- all steps ------------------------------------------------------------------------------------


MOST_STEPS = 300
"""Terms from which more steps lead are followed no further."""


class Rewriting:
    """All steps of some rules from ground terms, remembered."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = tuple(rules)
        self.known: dict[Term, tuple[Term, ...] | None] = {}

    def steps(self, t: Term) -> tuple[Term, ...] | None:
        """Every term that one step makes of a normal term; None if that is too much to find."""
        if t not in self.known:
            try:
                made = list(islice((s for _, s in self.labelled(t)), MOST_STEPS + 1))
                self.known[t] = tuple(dict.fromkeys(made)) if len(made) <= MOST_STEPS else None
            except (OutOfBudget, RewriteError):
                self.known[t] = None
        return self.known[t]

    def labelled(self, t: Term) -> Iterator[tuple[Rule, Term]]:
        for path, s in places(t):
            for r in self.rules:
                search = Search(EMPTY, budget=20_000)
                for place in r.places(s, search):
                    made = r.result(place, search)
                    if made is not None and made is not s:
                        whole = normal(replaced(t, path, made)) if path else made
                        if whole is not t:
                            yield r, whole

    def ends(self, t: Term, most: int = 150, largest: int = 40) -> Ends:
        """All terms that can be reached, as far as that goes."""
        seen: dict[Term, tuple[Term, ...]] = {}
        stack, complete, final = [t], True, set[Term]()
        while stack:
            s = stack.pop()
            if s in seen:
                continue
            after = self.steps(s) if len(seen) < most and size(s) <= largest else None
            complete = complete and after is not None
            seen[s] = after or ()
            stack += seen[s]
            if after == ():
                final.add(s)
        return Ends(frozenset(final), complete, _has_cycle(seen))


@dataclass(frozen=True)
class Ends:
    """The normal forms that were reached, whether nothing else can be, and whether a term came
    back."""

    normal_forms: frozenset[Term]
    complete: bool
    cycle: bool


def _has_cycle(after: dict[Term, tuple[Term, ...]]) -> bool:
    done: set[Term] = set()
    for start in after:
        path: dict[Term, None] = {}
        stack: list[tuple[Term, Iterator[Term]]] = [(start, iter(after[start]))]
        path[start] = None
        while stack:
            t, more = stack[-1]
            s = next(more, None)
            if s is None:
                stack.pop()
                path.pop(t, None)
                done.add(t)
            elif s in path:
                return True
            elif s not in done:
                path[s] = None
                stack.append((s, iter(after.get(s, ()))))
    return False


def places(root: Term) -> Iterator[tuple[tuple[int, ...], Term]]:
    stack: list[tuple[tuple[int, ...], Term]] = [((), root)]
    while stack:
        path, t = stack.pop()
        yield path, t
        stack += [((*path, i), s) for i, s in enumerate(t.args)]
