"""Rules: matching and rewriting beside MatchPy, Maude (C++) and egglog (Rust), on the same rules.

The families are idle rules of which few apply, words of growing length, sums with non-linear
patterns, and all matches of a pattern. Every contender has 10 s for a run (1 s with --quick), and
drops out at the first size that takes longer. Rules are loaded before the clock starts; every run
starts cold. egglog cannot list the matches of a pattern modulo laws and is absent there; in a sum
it keeps every order of the steps, 2ⁿ sums, and is limited to n = 8.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import Any

import rewrite as rw
from rewrite import Scalar, cos, sin

from .harness import Contender, Family
from .peers import UNIT, Data, Egglog, Engine, MatchPy, Maude, Penelope, Problem, tidy

SECONDS, QUICK_SECONDS = 10.0, 1.0
"""The time limit of one run."""

# Idle rules --------------------------------------------------------------------------------------


def idle_heads(n: int) -> Problem:
    """fᵢ(p(x, y)) -> p(y, x) for n different fᵢ, two of which occur in a tree of 255 p."""
    rng = random.Random(0)

    def tree(depth: int) -> Data:
        if not depth:
            return f"c{rng.randrange(50)}"
        t = ("p", tree(depth - 1), tree(depth - 1))
        wrapped = rng.randrange(12)
        return (f"f{wrapped}", t) if wrapped < 2 else ("g", t) if wrapped < 4 else t

    rules = [((f"f{i}", ("p", "?x", "?y")), ("p", "?y", "?x")) for i in range(n)]
    return Problem(tree(8), rules)


def idle_symbols(n: int) -> Problem:
    """h(k(k(cᵢ)), x) -> x for n different cᵢ, two of which occur among 255 uses of h."""
    rng = random.Random(0)

    def tree(depth: int) -> Data:
        if not depth:
            return f"d{rng.randrange(50)}"
        letter = rng.choice(["c0", "c1", *(f"d{i}" for i in range(20))])
        return ("p", ("h", ("k", ("k", letter)), tree(depth - 1)), tree(depth - 1))

    rules = [(("h", ("k", ("k", f"c{i}")), "?x"), "?x") for i in range(n)]
    return Problem(tree(8), rules)


def idle_words(n: int) -> Problem:
    """aᵢ bᵢ -> aᵢ for n pairs of letters, two of which occur as neighbours in a word of 100."""
    rng = random.Random(0)
    word: list[str] = []
    while len(word) < 100:
        letter = rng.choice("ab") + str(rng.randrange(10))
        if word and word[-1][0] == "a" and letter == f"b{word[-1][1:]}" and letter[1:] > "1":
            continue
        word.append(letter)
        if letter in ("a0", "a1"):
            word.append(f"b{letter[1:]}")
    rules = [(("cat", f"a{i}", f"b{i}"), f"a{i}") for i in range(n)]
    return Problem(("cat", *word), rules, {"cat": "a"})


def idle_sums(n: int) -> Problem:
    """fᵢ(x) + gᵢ(x) -> x for n pairs of functions, one of which occurs with the same x, twice."""
    rng = random.Random(0)
    terms = [(f"f{i % 10}", f"y{i}") for i in range(1, 15)]
    terms += [(f"g{i % 10}", f"z{i}") for i in range(1, 15)]
    for x in ("u", "v"):
        terms += [("f0", x), ("g0", x)]
    rng.shuffle(terms)
    rules = [(("plus", (f"f{i}", "?x"), (f"g{i}", "?x")), "?x") for i in range(n)]
    return Problem(("plus", *terms), rules, {"plus": "ac"})


# Words -------------------------------------------------------------------------------------------


def cancelling(n: int) -> Problem:
    """t(x) x -> e on a word of n letters; all but a tenth of them cancel, nested at random."""
    rng = random.Random(n)
    word: list[Data] = [rng.choice("abc") for _ in range(n // 10)]
    while len(word) < n:
        place, letter = rng.randrange(len(word) + 1), rng.choice("abc")
        word[place:place] = [("t", letter), letter]
    return Problem(("cat", *word), [(("cat", ("t", "?x"), "?x"), UNIT)], {"cat": "ae"})


def merging(n: int) -> Problem:
    """a b -> c on a random word of n letters: every change is local and takes one step."""
    rng = random.Random(n)
    word = [rng.choice("ab") for _ in range(n)]
    return Problem(("cat", *word), [(("cat", "a", "b"), "c")], {"cat": "a"})


def sorting(n: int) -> Problem:
    """b a -> a b, c a -> a c, c b -> b c on n letters: about n²/6 steps in any order."""
    rng = random.Random(n)
    word = [rng.choice("abc") for _ in range(n)]
    rules = [(("cat", y, x), ("cat", x, y)) for x, y in ("ab", "ac", "bc")]
    return Problem(("cat", *word), rules, {"cat": "a"})


# Sums --------------------------------------------------------------------------------------------


def pythagoras(n: int) -> Problem:
    """sin(x)² + cos(x)² -> 1 on n shuffled pairs."""
    rng = random.Random(n)
    terms = [("sq", (f, f"x{i}")) for i in range(n) for f in ("sin", "cos")]
    rng.shuffle(terms)
    left = ("plus", ("sq", ("sin", "?x")), ("sq", ("cos", "?x")))
    return Problem(("plus", *terms), [(left, "one")], {"plus": "ac"})


def strangers(n: int) -> Problem:
    """f(x) + g(x) -> h(x) on n pairs, n f and n g that have no partner."""
    rng = random.Random(n)
    terms = [(f, f"x{i}") for i in range(n) for f in "fg"]
    terms += [(f, f"{f}{i}") for i in range(n) for f in "fg"]
    rng.shuffle(terms)
    left = ("plus", ("f", "?x"), ("g", "?x"))
    return Problem(("plus", *terms), [(left, ("h", "?x"))], {"plus": "ac"})


def crossed(n: int) -> Problem:
    """f(x, y) + f(y, z) + g(z, x) -> h(x) on n triangles."""
    rng = random.Random(n)
    terms: list[Data] = []
    for i in range(n):
        x, y, z = (f"{s}{i}" for s in "xyz")
        terms += [("f", x, y), ("f", y, z), ("g", z, x)]
    rng.shuffle(terms)
    left = ("plus", ("f", "?x", "?y"), ("f", "?y", "?z"), ("g", "?z", "?x"))
    return Problem(("plus", *terms), [(left, ("h", "?x"))], {"plus": "ac"})


@rw.rule
def sines(x: Scalar) -> rw.Rewrite[Scalar]:
    """sin² + cos² = 1."""
    return sin(x) ** 2 + cos(x) ** 2 >> 1


class BuiltIn(Penelope):
    """The same with this project's own sum, squares and sines."""

    name = "penelope (own +)"

    def prepare(self, problem: Problem) -> Any:
        functions = {"sin": sin, "cos": cos}
        terms = [functions[f](rw.scalar(f"s{x}")) ** 2 for _, (f, x) in problem.subject[1:]]
        return rw.RuleSet(sines), rw.add(*terms), None, problem.laws

    def answer(self, found: Any) -> Data:
        return tidy(("plus", *["one"] * found[0].value), found[1])


# Matches -----------------------------------------------------------------------------------------


def splits(n: int) -> Problem:
    """All ways to cut a word of n letters into three parts."""
    rng = random.Random(n)
    word = [rng.choice("abc") for _ in range(n)]
    return Problem(("cat", *word), (), {"cat": "a"}, ("cat", "?x", "?y", "?z"))


def squares(n: int) -> Problem:
    """All ways to read a word of n letters as x y x."""
    rng = random.Random(n)
    word = [rng.choice("ab") for _ in range(n)]
    return Problem(("cat", *word), (), {"cat": "a"}, ("cat", "?x", "?y", "?x"))


def partners(n: int) -> Problem:
    """All f(x) + g(x) + z in a sum of n shuffled pairs."""
    problem = strangers(n // 2)
    return Problem(problem.subject, (), problem.laws, ("plus", ("f", "?x"), ("g", "?x"), "?z"))


def _contender(
    engine: Engine, problem: Callable[[int], Problem], seconds: float, most: float
) -> Contender:
    return Contender(
        engine.name,
        lambda n: engine.prepare(problem(n)),
        engine.run,
        engine.answer,
        most,
        engine.fresh,
        seconds,
    )


def families(quick: bool = False) -> list[Family]:
    seconds = QUICK_SECONDS if quick else SECONDS
    idle = [10, 100, 1_000]
    ours, matchpy, maude, egglog = Penelope(), MatchPy(), Maude(), Egglog()
    everybody: Sequence[Engine] = (ours, matchpy, maude, egglog)
    slow: dict[Engine, float] = {egglog: 100, matchpy: 100} if quick else {}
    slower: dict[Engine, float] = {**slow, egglog: 100}
    # egglog loads a thousand rules in 4 to 65 s and MatchPy in 1 to 23 s, outside the clock

    def family(
        name: str,
        problem: Callable[[int], Problem],
        sizes: Sequence[int],
        engines: Sequence[Engine] = everybody,
        most: dict[Engine, float] | None = None,
    ) -> Family:
        return Family(
            name,
            sizes,
            [_contender(e, problem, seconds, (most or {}).get(e, math.inf)) for e in engines],
            problem.__doc__ or "",
        )

    words = [16, 64, 256] if quick else [16, 64, 256, 1_024, 4_096]
    sums = [2, 8, 32] if quick else [2, 8, 32, 128, 512]
    few: dict[Engine, float] = {egglog: 8}
    matches = [8, 16, 32] if quick else [8, 16, 32, 64]
    listing = (ours, matchpy, maude)
    return [
        family("idle rules: n head operators", idle_heads, idle, most=slow),
        family("idle rules: one head, n symbols deep inside", idle_symbols, idle),
        family("idle rules: n pairs of letters, in a word", idle_words, idle, most=slow),
        family("idle rules: n pairs of functions, in a sum", idle_sums, idle, most=slower),
        family("word of n letters: t(x) x -> e", cancelling, words),
        family("word of n letters: a b -> c", merging, words),
        family(
            "word of n letters: sorted by swaps", sorting, [8, 16, 32] if quick else [8, 32, 128]
        ),
        family(
            "sum of n pairs: sin² + cos² -> 1",
            pythagoras,
            sums,
            (ours, BuiltIn(), matchpy, maude, egglog),
            few,
        ),
        family("sum of n pairs and 2n strangers: f(x) + g(x) -> h(x)", strangers, sums, most=few),
        family("sum of n triangles: f(x,y) + f(y,z) + g(z,x) -> h(x)", crossed, sums, most=few),
        family("all matches: x y z, a word of n", splits, matches, listing),
        family("all matches: x y x, a word of n", squares, matches, listing),
        family("all matches: f(x) + g(x) + z, n pairs", partners, matches, listing),
    ]
