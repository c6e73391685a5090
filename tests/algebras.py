"""Random operators with random accepted lists of laws, random terms over them, and their models."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st

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
    Powers,
    Projector,
    Scalar,
    Term,
    Undoes,
    add_laws,
    number,
    operator,
    symbol,
    zero,
)
from rewrite.check.models.finite_models import Model, find_models
from rewrite.check.models.finite_tables import sorted_equation
from rewrite.core.laws import Equation, Pattern, result_of
from rewrite.core.linear import neg
from rewrite.core.operators import ZERO, Typed

Op = Operator[..., Any]


class Thing(Term):
    """Something with no structure but its operators."""

    __slots__ = ()


class Gear(Term):
    """An element that acts on things."""

    __slots__ = ()


class Arrow(Linear):
    """Something with signs."""

    __slots__ = ()
    dimension = 1


SIDES: tuple[Any, ...] = ("left", "right", "both")
e, a, z = (symbol(name, Thing) for name in ("e", "a", "z"))
u, v = symbol("u", Arrow), symbol("v", Arrow)
unit = symbol("unit", Gear)
LEAVES: dict[type[Term], list[Term]] = {
    Thing: [*(symbol(name, Thing) for name in ("x", "y", "w")), e, a, z],
    Gear: [*(symbol(name, Gear) for name in ("g1", "g2", "g3")), unit],
    Arrow: [*(symbol(name, Arrow) for name in ("p", "q", "r")), u, v, zero(Arrow)],
    Scalar: [symbol("s", Scalar), number(2), number(0)],
}
_names = (f"op{n}" for n in itertools.count())


@dataclass(frozen=True, repr=False)
class Algebra:
    """Operators that belong together; terms are made of the sort of the first one's result."""

    ops: tuple[Op, ...]

    def __repr__(self) -> str:
        return "; ".join(f"{op}: {', '.join(map(str, op.laws))}" for op in self.ops)

    @property
    def sort(self) -> type[Term]:
        return result(self.ops[0])


def result(op: Op) -> type[Term]:
    kind = result_of(op)
    assert kind is not None
    return kind[0]


def declare(laws: Sequence[Law], *sorts: type[Term], result: type[Term] | None = None) -> Any:
    """An operator with these laws; None if they are refused."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LawWarning)
        try:
            return operator(next(_names), *sorts, result=result or sorts[-1], laws=laws)
        except LawError:
            return None


@cache
def accepted(laws: frozenset[Law], *sorts: type[Term]) -> bool:
    return declare(sorted(laws, key=str), *sorts) is not None


# -- laws to draw from ----------------------------------------------------------------------------

h = declare([], Thing)
i = declare([Involution()], Thing)
power: Any = operator("pow", Thing, Scalar, result=Thing)
back = declare([], Arrow)
turn = declare([Involution()], Arrow)

STRUCTURE: list[Law] = [Associative(), Commutative()]
UNARY: list[Law] = [
    Involution(),
    Projector(),
    Nilpotent(2, z),
    Nilpotent(3, z),
    Absorbing(z),
    Absorbing(e),
    Undoes(h),
]
MONOIDAL: list[Law] = [
    Associative(),
    Commutative(),
    Idempotent(),
    *(Neutral(x, side) for x in (e, a) for side in SIDES),
    *(Absorbing(x, side) for x in (e, a) for side in SIDES),
]
BINARY: list[Law] = [
    *MONOIDAL,
    *(Associative(), Commutative(), Neutral(e)),  # drawn more often
    *(
        Inverse(g, x, s, total=t)
        for g in (h, i)
        for x in (e, a)
        for s in SIDES
        for t in (False, True)
    ),
    Powers(power),
]
SIGNED: list[Law] = [
    *(Neutral(ZERO, side) for side in SIDES),
    *(Absorbing(ZERO, side) for side in SIDES),
    *(
        Inverse(g, x, s, total=t)
        for g in (back, turn)
        for x in (ZERO, u)
        for s in SIDES
        for t in (False, True)
    ),
    Homogeneous(),
    Homogeneous(degree=2),
]
LINEAR: list[Law] = [
    Homogeneous(),
    Homogeneous(degree=2),
    Parity(odd=True),
    Parity(odd=False),
    Involution(),
    Projector(),
    Nilpotent(2, ZERO),
    Nilpotent(2, u),
    Absorbing(ZERO),
    Absorbing(v),
]


BILINEAR: list[Law] = [
    Homogeneous(),
    Homogeneous(degree=2),
    Homogeneous(at=(1,)),
    Associative(),
    Commutative(),
    Idempotent(),
    *(Neutral(x, side) for x in (ZERO, u) for side in SIDES),
    *(Absorbing(x, side) for x in (ZERO, v) for side in SIDES),
]


@st.composite
def law_lists(
    draw: Any,
    universe: list[Law],
    *sorts: type[Term],
    always: tuple[Law, ...] = (),
    most: int = 5,
) -> tuple[Law, ...]:
    """A random accepted list: laws are added to `always` as long as they do not clash."""
    chosen = always
    for law in draw(st.lists(st.sampled_from(universe), max_size=most, unique=True)):
        several = isinstance(law, Inverse) and any(
            isinstance(x, Inverse) and x.h is not law.h for x in chosen
        )
        if law not in chosen and not several and accepted(frozenset((*chosen, law)), *sorts):
            chosen = (*chosen, law)
    return chosen


# -- algebras -------------------------------------------------------------------------------------


@cache
def magma(laws: tuple[Law, ...]) -> Algebra:
    """One operator of two things, and what its laws speak of."""
    f = declare(laws, Thing, Thing)
    helpers = [law.h for law in laws if isinstance(law, Inverse)]
    helpers += [law.power for law in laws if isinstance(law, Powers)]
    return Algebra((f, *dict.fromkeys(helpers)))


@cache
def bracket(laws: tuple[Law, ...]) -> Algebra:
    """An anticommutative operator of two arrows."""
    f = declare(laws, Arrow, Arrow)
    return Algebra((f, *dict.fromkeys(law.h for law in laws if isinstance(law, Inverse))))


@cache
def unary(laws: tuple[Law, ...], sort: type[Term]) -> Algebra:
    """An operator of one operand, and another that commutes with it."""
    k = declare(laws, sort)
    return Algebra((k, declare([Commutes(k)], sort), *((h,) if Undoes(h) in laws else ())))


@cache
def alone(laws: tuple[Law, ...], sort: type[Term]) -> Algebra:
    """An operator of one operand."""
    return Algebra((declare(laws, sort),))


@cache
def bilinear(laws: tuple[Law, ...]) -> Algebra:
    """An operator of two arrows."""
    return Algebra((declare(laws, Arrow, Arrow),))


@cache
def mapped(laws: tuple[Law, ...], own: tuple[Law, ...], over: type[Law]) -> Algebra | None:
    """An operator of two things, and a unary one that it passes through."""
    f = declare(laws, Thing, Thing)
    passes: Any = Antimorphism(f) if over is Antimorphism else Morphism(f, eager=True)
    k = declare((*own, passes), Thing)
    return k and Algebra((k, f, *magma(laws).ops[1:]))


@cache
def group(commutes: bool, powers: bool) -> Algebra:
    """A group written multiplicatively, its inverse declared with all that it does."""
    inverse = declare([Involution(), Absorbing(e)], Thing)
    laws = [Associative(), Neutral(e), Inverse(inverse, e, total=True)]
    f = declare([*laws, *[Commutative()] * commutes, *[Powers(power)] * powers], Thing, Thing)
    add_laws(inverse, [Morphism(f, eager=True) if commutes else Antimorphism(f)])
    add_laws(inverse, [Commutes(power)] * powers)
    return Algebra((f, inverse, *[power] * powers))


@cache
def loop(commutes: bool, idempotent: bool, neutral: bool) -> Algebra:
    """An operator that does not associate, with an inverse on both sides."""
    inverse = declare([Absorbing(e)] * neutral, Thing)
    laws = [[Commutative()] * commutes, [Idempotent()] * idempotent, [Neutral(e)] * neutral]
    f = declare([Inverse(inverse, e, total=True), *itertools.chain(*laws)], Thing, Thing)
    return Algebra((f, inverse))


@cache
def action(commutes: bool, laws: tuple[Law, ...]) -> Algebra:
    """Gears that act on things, and operators of things that the action passes through."""
    comp = declare([Associative(), Neutral(unit), *[Commutative()] * commutes], Gear, Gear)
    act = declare([External(comp), Neutral(unit, "left")], Gear, Thing)
    map_ = declare([Homogeneous(of=act, to=act)], Thing)
    f = declare([*laws, Homogeneous(of=act)], Thing, Thing)
    g = declare([Homogeneous(of=act, at=(0,))], Thing, Thing)
    return Algebra((act, comp, map_, f, g))


@cache
def own_action(laws: tuple[Law, ...], over: tuple[Law, ...]) -> Algebra:
    """Things that act on things."""
    g = declare(over, Thing, Thing)
    return Algebra((declare([*laws, External(g)], Thing, Thing), g))


FAMILIES: dict[str, st.SearchStrategy[Any]] = {
    "magma": st.builds(magma, law_lists(BINARY, Thing, Thing)),
    "semigroup": st.builds(magma, law_lists(BINARY, Thing, Thing, always=(Associative(),))),
    "bracket": st.builds(bracket, law_lists(SIGNED, Arrow, Arrow, always=(Anticommutative(),))),
    "unary": st.builds(unary, law_lists(UNARY, Thing), st.just(Thing)),
    "linear": st.builds(unary, law_lists(LINEAR, Arrow), st.just(Arrow)),
    "bilinear": st.builds(bilinear, law_lists(BILINEAR, Arrow, Arrow)),
    "mapped": st.builds(
        mapped,
        law_lists(MONOIDAL, Thing, Thing, most=3),
        law_lists(UNARY[:-1], Thing, most=2),
        st.sampled_from([Antimorphism, Morphism]),
    ),
    "group": st.builds(group, st.booleans(), st.booleans()),
    "action": st.builds(action, st.booleans(), law_lists(STRUCTURE, Thing, Thing)),
    "own action": st.builds(
        own_action,
        law_lists(MONOIDAL[1:], Thing, Thing, most=3),
        law_lists(MONOIDAL, Thing, Thing, most=3),
    ),
}


# -- terms ----------------------------------------------------------------------------------------


def some_terms(algebra: Algebra, random: Random, count: int = 30) -> Iterator[Any]:
    """Random terms, small ones first."""
    for n in range(count):
        yield random_term(algebra, random, algebra.sort, 1 + 3 * n // count, [])


def random_term(
    algebra: Algebra, random: Random, sort: type[Term], depth: int, made: list[Term]
) -> Any:
    """A random term, in which sub-terms made before occur again; words have two to four letters."""
    if sort is Scalar:
        return number(random.randint(1, 3))
    again = [t for t in made if t.sort is sort]
    if again and random.random() < 0.2:
        return random.choice(again)
    t = _fresh_term(algebra, random, sort, depth, made)
    made.append(t)
    return t


def _fresh_term(
    algebra: Algebra, random: Random, sort: type[Term], depth: int, made: list[Term]
) -> Any:
    ops = [op for op in algebra.ops if result(op) is sort]
    if depth == 0 or not ops or random.random() < 0.1:
        return random.choice(LEAVES[sort])
    if issubclass(sort, Linear) and random.random() < 0.3:
        t, other = (random_term(algebra, random, sort, depth - 1, made) for _ in range(2))
        return random.choice([-t, 2 * t, LEAVES[Scalar][0] * t, t + other, t - other])
    op = random.choice(ops)
    kinds = [kind[0] for kind in op.params if kind]
    if op.variadic:
        kinds = kinds[:1] * random.randint(2, 4)
    return op(*[random_term(algebra, random, kind, depth - 1, made) for kind in kinds])


def shuffled(t: Term, random: Random) -> Term:
    """The term with operands exchanged and regrouped as the laws of class 1 allow, signs kept."""
    args = [shuffled(x, random) for x in t.args]
    op = t.op
    if not args:
        return t
    if op.law(Commutative) is not None:
        random.shuffle(args)
    sign = False
    if op.law(Anticommutative) is not None and random.random() < 0.5:
        args.reverse()
        sign = True
    while op.law(Associative) is not None and len(args) > 2 and random.random() < 0.7:
        at = random.randrange(len(args) - 1)
        args[at : at + 2] = [op(*args[at : at + 2])]
    if op.law(Associative) is not None and random.random() < 0.5:
        args = [y for x in args for y in (x.args if x.op is op else (x,))]
    built: Any = op(*args)
    return -built if sign else built


CANONICAL: dict[str, st.SearchStrategy[Any]] = {
    "magma": st.builds(magma, law_lists(MONOIDAL, Thing, Thing)),
    "semigroup": st.builds(magma, law_lists(MONOIDAL, Thing, Thing, always=(Associative(),))),
    "bracket": st.builds(
        bracket, law_lists([*SIGNED[:6], Homogeneous()], Arrow, Arrow, always=(Anticommutative(),))
    ),
    "unary": st.builds(alone, law_lists(UNARY[:-1], Thing), st.just(Thing)),
    "linear": st.builds(alone, law_lists(LINEAR, Arrow), st.just(Arrow)),
    "bilinear": st.builds(
        bilinear, law_lists([x for x in BILINEAR if x != Homogeneous(at=(1,))], Arrow, Arrow)
    ),
    "group": st.builds(group, st.booleans(), st.booleans()).map(lambda g: Algebra(g.ops[:2])),
    "loop": st.builds(loop, st.booleans(), st.booleans(), st.booleans()),
    "action": st.builds(action, st.just(True), st.just(())),
}
"""The lists of laws for which `normal` is said to be canonical."""


# -- equal terms ----------------------------------------------------------------------------------


def equations_of(algebra: Algebra) -> list[Equation]:
    both = [eq for op in algebra.ops for law in op.laws for eq in law.equations(op)]
    return [pair for left, right in both for pair in ((left, right), (right, left))]


def replaced(t: Term, algebra: Algebra, random: Random) -> Term:
    """The term with an equation of the algebra applied somewhere, in one of its two directions."""
    places = [((), t)]
    for path, s in places:  # which grows while it is read
        places += [((*path, k), x) for k, x in enumerate(s.args)]
    random.shuffle(places)
    equations = equations_of(algebra)
    random.shuffle(equations)
    for path, s in places:
        for equation in equations:
            left, right, kinds = sorted_equation(equation)
            env: dict[str, Term] = {}
            kind = _kind(left, right, kinds)
            if (kind is None or kind[0] is s.sort) and _matches(left, s, env):
                for name, (sort, _) in kinds.items():
                    env.setdefault(name, random.choice(LEAVES[sort]))
                return _put(t, path, _built(right, env))
    return t


def _kind(left: Pattern, right: Pattern, kinds: dict[str, Typed]) -> Typed | None:
    return kinds[left] if isinstance(left, str) else None


def _matches(p: Pattern, t: Term, env: dict[str, Term]) -> bool:
    if isinstance(p, str):
        return env.setdefault(p, t) is t
    if not isinstance(p, tuple):
        return bool(p is t)
    op = neg if p[0] == "-" else p[0]
    return (
        t.op is op
        and len(t.args) == len(p) - 1
        and all(_matches(q, x, env) for q, x in zip(p[1:], t.args, strict=True))
    )


def _built(p: Pattern, env: dict[str, Term]) -> Any:
    if isinstance(p, str):
        return env[p]
    if not isinstance(p, tuple):
        return p
    return (neg if p[0] == "-" else p[0])(*[_built(q, env) for q in p[1:]])


def _put(t: Term, path: tuple[int, ...], new: Term) -> Term:
    if not path:
        return new
    args = list(t.args)
    args[path[0]] = _put(args[path[0]], path[1:], new)
    return t.op(*args)


# -- models ---------------------------------------------------------------------------------------


@cache
def models(algebra: Algebra) -> tuple[Model, ...]:
    """A few models, different ones by chance; trivial ones only if need be."""
    found: list[Model] = []
    ops = [op for op in algebra.ops if op is not power]
    sizes: tuple[int, ...] = (3, 5) if algebra.sort is Arrow else (2, 3)
    for trivial in (False, True):
        for size, seed in itertools.product(sizes, range(4)):
            found += find_models(ops, size, limit=1, steps=500, seed=seed, trivial=trivial)
        if found:
            break
    return tuple(found)


def assignment(algebra: Algebra, model: Model, random: Random) -> dict[Term, int]:
    """A random element for every leaf that the model does not name."""
    return {
        leaf: random.choice(own)
        for (sort, _), own in model.carriers.ranges.items()
        for leaf in LEAVES.get(sort, [])
        if (leaf,) not in model.values and not leaf.op.constant
    }
