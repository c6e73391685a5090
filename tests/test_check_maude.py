"""Unifiers and critical pairs modulo associativity and commutativity agree with Maude's.

Two sets of solutions agree if every one of each set is an instance of one of the other; Maude's own
matching modulo the laws decides that.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from random import Random

import pytest

from rewrite import Associative, Commutative, Term, normal, operator, rule, symbol
from rewrite.core.substitution import replaced
from rewrite.core.variables import instance, variable, variables_of
from rewrite.matching.unification import operands, settled, unified
from rewrite.rewriting.critical import critical_pairs
from rewrite.rewriting.critical import positions as _positions

maude = pytest.importorskip("maude")


class Bead(Term):
    """Something to be put into bags."""


bag = operator("bag", Bead, Bead, result=Bead, laws=[Associative(), Commutative()])
red = operator("red", Bead, result=Bead)
tie = operator("tie", Bead, Bead, result=Bead)
k1, k2 = symbol("k1", Bead), symbol("k2", Bead)
CONSTANTS = " ".join(f"c{i}" for i in range(40))
MODULE = f"""fmod BEADS is sort Bead .
  op bag : Bead Bead -> Bead [assoc comm] . op red : Bead -> Bead . op tie : Bead Bead -> Bead .
  op tup : Bead Bead Bead Bead Bead Bead -> Bead .
  ops k1 k2 {CONSTANTS} : -> Bead .
endfm"""


@pytest.fixture(scope="module")
def beads():
    maude.init(advise=False)
    maude.input(MODULE)
    return maude.getModule("BEADS")


def text(t, ground=None) -> str:
    """A term in Maude's words, with constants for its variables if it is to be matched."""
    if t in variables_of(t):
        return f"c{ground.setdefault(t, len(ground))}" if ground is not None else f"{t}:Bead"
    if not t.args:
        return str(t)
    return f"{t.op.name}({', '.join(text(a, ground) for a in t.args)})"


def tupled(module, ts, ground: bool):
    names: dict[Term, int] | None = {} if ground else None
    parts = [text(t, names) for t in ts] + ["k1"] * (6 - len(ts))
    return module.parseTerm(f"tup({', '.join(parts)})")


def is_instance(ts, pattern) -> bool:
    """Whether a tuple without variables is an instance of one with variables, modulo the laws."""
    return any(True for _ in ts.match(pattern))


def grounded(module, t):
    """One of Maude's terms with constants for its variables."""
    names: dict[str, str] = {}
    words = re.sub(
        r"[^\s(),]+:Bead", lambda found: names.setdefault(found[0], f"c{len(names)}"), str(t)
    )
    return module.parseTerm(words)


def agree(module, ours, theirs) -> None:
    """Ours are tuples of our terms, theirs are Maude's."""
    patterns = [tupled(module, ts, ground=False) for ts in ours]
    subjects = [tupled(module, ts, ground=True) for ts in ours]
    for s in subjects:
        assert any(is_instance(s, p) for p in theirs), f"only ours: {s}"
    for t in theirs:
        assert any(is_instance(grounded(module, t), p) for p in patterns), f"not ours: {t}"


def random_pattern(random: Random, names: str, leaves: int):
    if leaves <= 1:
        choices = [variable(n, Bead) for n in names] + [k1, k2]
        return random.choice(choices)
    op = random.choice([bag, bag, bag, red, tie])
    if op is red:
        return red(random_pattern(random, names, leaves - 1))
    half = max(1, leaves // 2)
    return op(
        random_pattern(random, names, half), random_pattern(random, names, max(1, leaves - half))
    )


@pytest.mark.parametrize("seed", range(60))
def test_unifiers_agree_with_maude(beads, seed):
    random = Random(seed)
    p, q = random_pattern(random, "xy", 4), random_pattern(random, "uv", 4)
    p, q = normal(p), normal(q)
    variables = sorted({*variables_of(p), *variables_of(q)}, key=str)
    sizes = [len(t.args) for t in (p, q) if t.op is bag]
    if not variables or sum(sizes) > 6:  # beyond the budget of unifiers
        return
    ours = {tuple(settled(v, s) for v in variables): None for s, _ in unified(p, q, {})}
    problem = beads.unify([(beads.parseTerm(text(p)), beads.parseTerm(text(q)))])
    packed = tupled(beads, variables, ground=False)
    theirs = [s.instantiate(packed) for s in problem]
    agree(beads, list(ours), theirs)


# -- critical pairs -------------------------------------------------------------------------------


@rule
def untie(x: Bead, y: Bead):
    """Red beads untie."""
    return bag(red(x), red(y)) >> red(bag(x, y))


@rule
def vanish(x: Bead):
    """Two alike are one."""
    return bag(x, x) >> x


@rule
def plain(x: Bead):
    """k1 does nothing."""
    return bag(x, k1) >> x


@rule
def redder(x: Bead):
    """Red of red is red."""
    return red(red(x)) >> red(x)


@rule
def tied(x: Bead, y: Bead):
    """A bag that is tied."""
    return bag(tie(x, y), tie(y, x)) >> k2


@rule
def inside(x: Bead, y: Bead):
    """A bag under red."""
    return red(bag(x, red(y))) >> tie(x, y)


RULES = (untie, vanish, plain, redder, tied, inside)


def their_pairs(module, first, second):
    """Peak and results of all overlaps, from Maude's unifiers."""
    fresh = {v: variable(f"{v}_", Bead) for v in variables_of(second.left)}
    left, right = instance(second.left, fresh), instance(second.right, fresh)
    x, y = variable("xb", Bead), variable("yb", Bead)
    for position, part in _positions(first.left):
        if part in variables_of(part):
            continue
        forms = list(product(((), (x,)), ((), (y,))))
        for mine, other in forms:
            if (
                (mine and position)
                or (other and left.op is not bag)
                or (mine and part.op is not bag)
            ):
                continue
            if mine and left.op is not bag:
                continue
            p, q = _beside(part, mine), _beside(left, other)
            made = _beside(right, other)
            one = replaced(first.left, position, made) if position else made
            peak = replaced(first.left, position, p) if position else p
            results = peak, _beside(first.right, mine) if not position else first.right, one
            for s in module.unify([(module.parseTerm(text(p)), module.parseTerm(text(q)))]):
                if _overlap(module, s, part, left, p):
                    yield s.instantiate(tupled(module, results, ground=False))


def _beside(t, more):
    return bag(t, *more) if more else t


def _overlap(module, s, part, left, whole) -> bool:
    """Whether the operands of two bags are shared, and do not just stand side by side."""
    if part.op is not bag or left.op is not bag:
        return True
    mine, other, all_ = (
        Counter(map(str, _operands(s.instantiate(module.parseTerm(text(t))))))
        for t in (part, left, whole)
    )
    return not mine + other <= all_


def _operands(t):
    return list(t.arguments()) if str(t.symbol()) == "bag" else [t]


@pytest.mark.parametrize("first", RULES, ids=lambda r: r.name)
@pytest.mark.parametrize("second", RULES, ids=lambda r: r.name)
def test_critical_pairs_agree_with_maude(beads, first, second):
    """Overlaps of two rules either way; those at the head are found once."""
    both = (first,) if first is second else (first, second)
    ours = [(p.peak, p.left, p.right) for p in critical_pairs(both)]
    ours += [(peak, right, left) for peak, left, right in ours]
    theirs = [t for one, other in product(both, both) for t in their_pairs(beads, one, other)]
    patterns = [tupled(beads, ts, ground=False) for ts in ours]
    for t in theirs:
        _, left, right, *_ = t.arguments()
        found = any(is_instance(grounded(beads, t), p) for p in patterns)
        assert found or str(left) == str(right), f"not ours: {t}"
    theirs += [flipped(beads, t) for t in theirs]
    for ts in ours:
        subject = tupled(beads, ts, ground=True)
        assert any(is_instance(subject, p) for p in theirs), f"only ours: {ts}"


def flipped(module, t):
    peak, left, right, *rest = map(str, t.arguments())
    return module.parseTerm(f"tup({', '.join([peak, right, left, *rest])})")


def test_operands_are_flattened():
    x, y, z = (variable(n, Bead) for n in "xyz")
    assert operands(bag, [x, y], {x: bag(y, z)}) == [y, z, y]
