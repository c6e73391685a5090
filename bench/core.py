"""The core: building and normalising long sums, long products and deep chains.

The peers are sympy's matrix expressions, and as a floor a plain dictionary of tuples that does the
same collection by hand, knowing the form of the input in advance.
"""

from __future__ import annotations

import random
from typing import Any

import sympy

import rewrite as rw
from rewrite.core.terms import set_normal

from .harness import Contender, Family

LETTERS = "ABC"
SCALARS = "xyz"


def _sum_data(n: int) -> list[tuple[int, str, str, str]]:
    """Random monomials c·s·L·M·v: like terms, with coefficients that seldom repeat."""
    rng = random.Random(n)
    pick = rng.choice
    return [(rng.randint(1, 10**6), pick(SCALARS), pick(LETTERS), pick(LETTERS)) for _ in range(n)]


class Ours:
    """This project's names for the letters of the data."""

    scalars = dict(zip(SCALARS, rw.scalars(" ".join(SCALARS)), strict=True))
    matrices = dict(zip(LETTERS, rw.matrices(" ".join(LETTERS)), strict=True))
    v = rw.vector("v")


class Theirs:
    """sympy's names for the letters of the data."""

    scalars = {s: sympy.Symbol(s) for s in SCALARS}
    matrices = {s: sympy.MatrixSymbol(s, 3, 3) for s in LETTERS}
    v = sympy.MatrixSymbol("v", 3, 1)


def ours_build(data: Any) -> Any:
    x, m, v = Ours.scalars, Ours.matrices, Ours.v
    return rw.add(*[c * x[s] * (m[p] @ m[q] @ v) for c, s, p, q in data])


def sympy_build(data: Any) -> Any:
    x, m, v = Theirs.scalars, Theirs.matrices, Theirs.v
    terms = [c * x[s] * (m[p] * m[q] * v) for c, s, p, q in data]
    return sympy.MatAdd(*terms)


def floor_build(data: Any) -> Any:
    return [(c, ((s,), (p, q, "v"))) for c, s, p, q in data]


def ours_normal(t: Any) -> Any:
    set_normal(t, None)  # forget the result of an earlier run
    return rw.normal(t)


def floor_sum(monomials: Any) -> Any:
    sums: dict[Any, int] = {}
    for c, key in monomials:
        sums[key] = sums.get(key, 0) + c
    return sorted((key, c) for key, c in sums.items() if c)


def ours_sum_answer(t: Any) -> Any:
    found = []
    for arg in t.args:
        scalar, word = arg.args
        letters = []
        for letter in word.args:
            power = letter.op is rw.power
            base, times = (letter.args[0], letter.args[1].value) if power else (letter, 1)
            letters += [base.name] * times
        found.append((((scalar.args[1].name,), tuple(letters)), scalar.args[0].value))
    return sorted(found)


def sympy_sum_answer(t: Any) -> Any:
    found = []
    for arg in t.args:
        coefficient, word = arg.as_coeff_mmul()
        letters: list[str] = []
        for letter in word.args:
            if isinstance(letter, sympy.MatPow):
                letters += [letter.base.name] * int(letter.exp)
            else:
                letters.append(letter.name)
        for part in sympy.Add.make_args(coefficient):  # sympy gathers (3*x + 2*y)*A*B*v
            number, scalar = part.as_coeff_Mul()
            found.append((((scalar.name,), tuple(letters)), int(number)))
    return sorted(found)


def count(t: Any) -> int:
    """How many monomials were built, to check a family that only builds."""
    return len(t if isinstance(t, list) else t.args)


def _word_data(n: int) -> list[str]:
    rng = random.Random(n)
    return [rng.choice(["A", "B", "C", "A'", "B'"]) for _ in range(n)]


def _ours_letter(name: str) -> Any:
    letter = Ours.matrices[name[0]]
    return letter.inv if name.endswith("'") else letter


def _sympy_letter(name: str) -> Any:
    letter = Theirs.matrices[name[0]]
    return sympy.Inverse(letter) if name.endswith("'") else letter


def floor_word(letters: list[str]) -> Any:
    stack: list[list[Any]] = []
    for name in letters:
        base, exponent = name[0], -1 if name.endswith("'") else 1
        if stack and stack[-1][0] == base:
            stack[-1][1] += exponent
            if not stack[-1][1]:
                stack.pop()
        else:
            stack.append([base, exponent])
    return [tuple(entry) for entry in stack]


def ours_word_answer(t: Any) -> Any:
    found = []
    for letter in t.args if t.op.name == "matmul" else (t,):
        exponent = 1
        if letter.op is rw.power:
            letter, exponent = letter.args[0], letter.args[1].value
        if letter.op is rw.inv:
            letter, exponent = letter.args[0], -exponent
        found.append((letter.name, exponent))
    return found


def sympy_word_answer(t: Any) -> Any:
    found: list[tuple[str, int]] = []
    for letter in t.args if isinstance(t, sympy.MatMul) else (t,):
        power = isinstance(letter, sympy.MatPow)  # an Inverse is one, of exponent -1
        base, exponent = (letter.base, int(letter.exp)) if power else (letter, 1)
        found.append((base.name, exponent))
    return found


def ours_chain(n: int) -> Any:
    t: Any = Ours.matrices["A"]
    for i in range(n):
        t = (Ours.scalars[SCALARS[i % 3]] * t).T
    return t


def sympy_chain(n: int) -> Any:
    t: Any = Theirs.matrices["A"]
    for i in range(n):
        scaled = sympy.MatMul(Theirs.scalars[SCALARS[i % 3]], t, evaluate=False)
        t = sympy.Transpose(scaled)
    return t


def floor_chain(n: int) -> Any:
    counts: dict[str, int] = {}
    flips = 0
    for i in range(n):
        s = SCALARS[i % 3]
        counts[s] = counts.get(s, 0) + 1
        flips += 1
    return sorted(counts.items()), flips % 2


def ours_chain_answer(t: Any) -> Any:
    scalar, core = t.args
    found = [(f.args[0].name, f.args[1].value) for f in scalar.args]
    return sorted(found), int(core.op is rw.trans)


def sympy_chain_answer(t: Any) -> Any:
    scalar, core = t.as_coeff_mmul()
    found = [(b.name, int(e)) for b, e in scalar.as_powers_dict().items()]
    return sorted(found), int("Transpose" in str(type(core.args[0])))


def ours_tildes(n: int) -> Any:
    t: Any = Ours.v
    for i in range(n):
        t = rw.vee(rw.tilde(Ours.scalars[SCALARS[i % 3]] * t))
    return t


def ours_tildes_answer(t: Any) -> Any:
    return ours_chain_answer(t)[0], 0


def floor_tildes(n: int) -> Any:
    return floor_chain(n)[0], 0


def same(data: Any) -> Any:
    """The input, which is made outside the clock."""
    return data


def families(quick: bool = False) -> list[Family]:
    sums = [1_000, 10_000] if quick else [1_000, 10_000, 100_000, 1_000_000]
    words = [1_000, 10_000] if quick else [1_000, 10_000, 100_000]
    depths = [300, 3_000] if quick else [300, 3_000, 30_000]
    floor, ours, theirs = "floor (dict of tuples)", "penelope", "sympy"
    return [
        Family(
            "build a sum",
            sums,
            [
                Contender(floor, _sum_data, floor_build, count),
                Contender(ours, _sum_data, ours_build, count),
                Contender(theirs, _sum_data, sympy_build, count, most=10_000),
            ],
        ),
        Family(
            "collect a sum",
            sums,
            [
                Contender(floor, lambda n: floor_build(_sum_data(n)), floor_sum),
                Contender(ours, lambda n: ours_build(_sum_data(n)), ours_normal, ours_sum_answer),
                Contender(
                    theirs,
                    lambda n: sympy_build(_sum_data(n)),
                    lambda t: t.doit(),
                    sympy_sum_answer,
                    most=10_000,
                ),
            ],
        ),
        Family(
            "cancel a product",
            words,
            [
                Contender(floor, _word_data, floor_word),
                Contender(
                    ours,
                    lambda n: rw.mul(*map(_ours_letter, _word_data(n))),
                    ours_normal,
                    ours_word_answer,
                ),
                Contender(
                    theirs,
                    lambda n: sympy.MatMul(*map(_sympy_letter, _word_data(n))),
                    lambda t: t.doit(),
                    sympy_word_answer,
                    most=1_000,
                ),
            ],
        ),
        Family(
            "chain of scalings and transposes",
            depths,
            [
                Contender(floor, same, floor_chain),
                Contender(ours, ours_chain, ours_normal, ours_chain_answer),
                Contender(theirs, sympy_chain, lambda t: t.doit(), sympy_chain_answer, most=300),
            ],
        ),
        Family(
            "chain of scalings, tildes and vees",
            depths,
            [
                Contender(floor, same, floor_tildes),
                Contender(ours, ours_tildes, ours_normal, ours_tildes_answer),
            ],
        ),
    ]


def memory(n: int = 100_000) -> str:
    """Bytes per term, everything included, for a sum of this size."""
    import tracemalloc

    data = _sum_data(n)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    t = ours_build(data)
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    distinct = sum(1 for _ in rw.postorder(t))
    return f"memory: {used / distinct:.0f} bytes a distinct term ({distinct} terms, sum of {n})"
