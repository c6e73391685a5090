"""Simplify: the thesis expression, and families of mechanics that grow, beside peers.

Peers: Maude and MatchPy multiply everything out and cancel; egglog keeps all forms and extracts the
smallest; sympy's matrix expressions; symengine expands components. Every answer is evaluated
exactly at random points before any time counts. After each table come the sizes and costs of the
results, and for this project the operands of the distinct nodes of the input, the largest number of
distinct monomials alive at once, and the time divided by their sum. Every peer has 10 s for a run
(1 s with --quick), except egglog, which only gets sizes that it is known to do.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import Any

import rewrite as rw
from rewrite.core.terms import Term
from rewrite.kernel.polynomials import Kernel

from .harness import Contender, Family, Row
from .mechanics import (
    Answer,
    Egglog,
    Expand,
    Job,
    MatchPy,
    Maude,
    Simplify,
    Solver,
    Symengine,
    Sympy,
    tree_size,
)
from .peers import UNIT, Data, Engine, Problem
from .peers import Egglog as EgglogRules
from .peers import MatchPy as MatchPyRules
from .peers import Maude as MaudeRules

SECONDS, QUICK_SECONDS = 10.0, 1.0

# Jobs --------------------------------------------------------------------------------------------


def cross(*vectors: Data) -> Data:
    whole = vectors[-1]
    for v in reversed(vectors[:-1]):
        whole = ("x", v, whole)
    return whole


def thesis(_: int) -> Job:
    """The expression of spec 01, which is zero."""
    u, r, y = "R1", "r10", "y10"
    word = ("*", ("T", u), ("t", u), "In10", u)
    second = ("*", ("T", u), ("t", r), ("t", u), ("t", u), y)
    left = ("+", ("s", "m10", ("*", ("T", u), ("t", r))))
    left = (*left, ("neg", ("s", "m10", ("*", ("T", u), ("t", y)))))
    middle = ("+", ("s", "THp1", ("*", ("t", u), ("t", r))))
    middle = (*middle, ("neg", ("s", "THp1", ("*", ("t", r), ("t", u)))))
    data = (
        "neg",
        (
            "+",
            ("s", "THp1", "THp1", word),
            ("neg", ("s", "m10", "THp1", "THp1", second)),
            ("neg", ("s", "THp1", ("*", left, middle, u))),
        ),
    )
    kinds = {u: "vector", r: "vector", y: "vector", "In10": "matrix"}
    return Job(data, {**kinds, "m10": "scalar", "THp1": "scalar"}, opens=True)


def _chain(n: int) -> tuple[list[Data], dict[str, str]]:
    sums: list[Data] = [("+", f"a{i}", f"b{i}") for i in range(n)]
    return sums, {f"{s}{i}": "vector" for i in range(n) for s in "ab"}


def _rounds(n: int) -> int:
    """The rounds that egglog needs for `chain_less`; `chain` would need none."""
    return 5 if n == 2 else 6


def chain(n: int) -> Job:
    """(a1 + b1) × ((a2 + b2) × …), n factors: nothing is smaller than that."""
    sums, kinds = _chain(n)
    return Job(cross(*sums), kinds, rounds=_rounds(n))


def chain_less(n: int) -> Job:
    """The same less a1 × (…) and less b1 × (a2 × …): b1 × (b2 × (…)) remains."""
    sums, kinds = _chain(n)
    less = ("neg", cross("a0", *sums[1:])), ("neg", cross("b0", "a1", *sums[2:]))
    return Job(("+", cross(*sums), *less), kinds, rounds=_rounds(n))


def newton_euler(n: int) -> Job:
    """Moments about O of n bodies less those written with inertias about O: Σ J_i dw remains."""
    parts: list[Data] = []
    kinds = {"aO": "vector", "w": "vector", "dw": "vector"}
    for i in range(1, n + 1):
        j, m, c = f"J{i}", f"m{i}", f"c{i}"
        kinds |= {j: "matrix", m: "scalar", c: "vector"}
        acceleration = ("+", "aO", cross("dw", c), cross("w", "w", c))
        parts += [("*", j, "dw"), cross("w", ("*", j, "w")), ("s", m, cross(c, acceleration))]
        about = ("+", j, ("neg", ("s", m, ("*", ("t", c), ("t", c)))))
        parts.append(("s", m, ("*", ("t", c), ("t", c), "dw")))
        parts.append(("neg", cross("w", ("*", about, "w"))))
        parts.append(("neg", ("s", m, cross(c, "aO"))))
    return Job(("+", *parts), kinds, opens=True)


def rotations(n: int) -> Job:
    """A word of n rotations and transposes; all but a tenth of them cancel, nested at random."""
    rng = random.Random(n)
    names = [f"R{i}" for i in range(1, 6)]
    word: list[Data] = []
    for i in range(max(1, n // 10)):  # neighbours differ: these stay
        word.append(names[i % 5])
    while len(word) < n - 1:
        place, name = rng.randrange(len(word) + 1), rng.choice(names)
        pair: list[Data] = [("T", name), name]
        word[place:place] = pair if rng.random() < 0.5 else pair[::-1]
    return Job(("*", *word), dict.fromkeys(names, "rotation"))


def words(n: int) -> Job:
    """Σ ± A ã B … v, n random words of 3 to 5 letters, of which all but a tenth cancel."""
    rng = random.Random(n)
    letters: list[Data] = ["A", "B", "C", ("t", "a"), ("t", "b"), ("t", "c")]
    ends = "uvw"

    def word() -> Data:
        found: list[Data] = [rng.choice(letters)]
        while len(found) < rng.randint(2, 4):
            found.append(rng.choice([x for x in letters if x != found[-1]]))
        return ("*", *found, rng.choice(ends))

    kept: dict[Data, None] = {}
    while len(kept) < max(1, n // 10):
        kept[word()] = None
    terms: list[Data] = list(kept)
    while len(terms) < n - 1:
        one = word()
        if one not in kept:
            terms += [one, ("neg", one)]
    rng.shuffle(terms)
    kinds = {**dict.fromkeys("ABC", "matrix"), **dict.fromkeys("abcuvw", "vector")}
    return Job(("+", *terms), kinds)


# Peers by the rules of words and sums ------------------------------------------------------------


class ByRules(Solver):
    """An engine of `peers` with words of letters, sums, and rules that cancel in them.

    With egglog's multisets the last rule of sums is not used: zeros are dropped when reading.
    """

    renamed = {"+": "plus", "*": "cat", "T": "tr", "t": "tl", "neg": "neg"}

    def __init__(self, engine: Engine, rules: Sequence[tuple[Data, Data]], laws: Any) -> None:
        self.engine, self.rules, self.laws = engine, rules, laws
        self.name = engine.name

    def prepare(self, job: Job) -> Any:
        return self.engine.prepare(Problem(self.out(job.words), self.rules, self.laws))

    def out(self, t: Data) -> Data:
        return t if isinstance(t, str) else (self.renamed[t[0]], *map(self.out, t[1:]))

    def fresh(self, ready: Any) -> Any:
        return self.engine.fresh(ready)

    def run(self, ready: Any) -> Any:
        return self.engine.run(ready)

    def read(self, found: Any) -> Data:
        back = {new: old for old, new in self.renamed.items()}

        def data(t: Data) -> Data:
            if isinstance(t, str):
                return "id" if t == UNIT else t
            args = [data(a) for a in t[1:]]
            if t[0] == "plus":
                args = [a for a in args if a != "zero"] or ["zero"]
            return args[0] if t[0] == "plus" and len(args) == 1 else (back[t[0]], *args)

        return data(self.engine.answer(found))


class Merging(EgglogRules):
    """Rules that do not subsume: rewriting both pairs of R Rᵀ R would leave nothing to extract."""

    def rule(self, left: Data, right: Data, laws: dict[str, str]) -> str:
        return super().rule(left, right, laws).replace(" :subsume", "")


ROTATION_RULES = [
    (("cat", ("tr", "?x"), "?x"), UNIT),
    (("cat", "?x", ("tr", "?x")), UNIT),
]
SUM_RULES = [(("plus", "?x", ("neg", "?x")), "zero"), (("plus", "zero", "?x"), "?x")]


def by_rules(rules: Any, laws: Any, egglog: Engine) -> list[ByRules]:
    fewer = [(left, right) for left, right in rules if "zero" not in left]
    return [
        ByRules(MatchPyRules(), rules, laws),
        ByRules(egglog, fewer, laws),
        ByRules(MaudeRules(), rules, laws),
    ]


# Monomials alive at once -------------------------------------------------------------------------


def alive(t: Any) -> int:
    """The largest number of distinct monomials at once, in one untimed run of simplify."""
    most = 0
    visit = Kernel.visit

    def watched(kernel: Kernel, root: Term) -> None:
        nonlocal most
        visit(kernel, root)
        most = max(most, len(set().union(*kernel.found.values())))

    Kernel.visit = watched  # type: ignore[method-assign]
    try:
        rw.simplify(t)
    finally:
        Kernel.visit = visit  # type: ignore[method-assign]
    return most


# Families ----------------------------------------------------------------------------------------

ANSWERS: dict[tuple[str, int, str], Answer] = {}
JOBS: dict[tuple[str, int], Job] = {}
ABSENT: dict[str, dict[str, str]] = {}
NO_TILDES = "its matrix expressions know no law of tildes"
NO_ROTATIONS = "nine symbols a rotation: Rᵀ R = Id is unknown to them"


def _contender(name: str, solver: Solver, make: Any, seconds: float, most: float) -> Contender:
    def job(n: int) -> Job:
        if (name, n) not in JOBS:
            JOBS[name, n] = make(n)
        return JOBS[name, n]

    size = 0

    def prepare(n: int) -> Any:
        nonlocal size
        size = n
        return solver.prepare(job(n))

    def answer(found: Any) -> Any:
        ANSWERS[name, size, solver.name] = result = solver.answer(found, job(size))
        return result.values

    return Contender(
        solver.name,
        prepare,
        solver.run,
        answer,
        most,
        solver.fresh,
        math.inf if isinstance(solver, Simplify) else seconds,
    )


def families(quick: bool = False) -> list[Family]:
    seconds = QUICK_SECONDS if quick else SECONDS

    def family(
        make: Callable[[int], Job],
        sizes: Sequence[int],
        solvers: Sequence[Solver],
        most: dict[str, float] | None = None,
        absent: dict[str, str] | None = None,
    ) -> Family:
        name = make.__name__.replace("_", " ")
        ABSENT[name] = absent or {}
        limits = most or {}
        return Family(
            name,
            sizes,
            [_contender(name, s, make, seconds, limits.get(s.name, math.inf)) for s in solvers],
            make.__doc__ or "",
            tables=[ANSWERS],
        )

    rw.simplify(thesis(1).term)  # loads the rules
    ours = Simplify()
    both: list[Solver] = [ours, Expand()]
    theirs: list[Solver] = [MatchPy(), Egglog(), Maude()]
    chains = [2, 3, 4] if quick else [2, 3, 4, 5, 6, 7]
    return [
        family(
            thesis,
            [1],
            [*both, MatchPy(), Maude(), Symengine()],
            absent={"sympy": NO_TILDES, "egglog": "not at zero in 10 s, with laws of + as rules"},
        ),
        family(
            chain, chains, [*both, *theirs, Sympy(), Symengine()], {"egglog": 3 if quick else 4}
        ),
        family(
            chain_less,
            chains,
            [*both, *theirs, Sympy(), Symengine()],
            {"egglog": 3 if quick else 4},
        ),
        family(
            newton_euler,
            [1, 2, 4] if quick else [1, 2, 4, 8, 16, 32],
            [*both, MatchPy(), Maude(), Symengine()],
            absent={"sympy": NO_TILDES, "egglog": "not done for one body in 10 s"},
        ),
        family(
            rotations,
            [16, 64] if quick else [16, 64, 256, 1_024],
            [ours, *by_rules(ROTATION_RULES, {"cat": "ae"}, Merging()), Sympy()],
            absent={"symengine": NO_ROTATIONS},
        ),
        family(
            words,
            [8, 32, 128] if quick else [8, 32, 128, 512],
            [
                *both,
                *by_rules(SUM_RULES, {"cat": "a", "plus": "ac"}, EgglogRules()),
                Sympy(),
                Symengine(),
            ],
            {"egglog": 8},
        ),
    ]


def notes(family: Family, rows: Sequence[Row]) -> str:
    """Sizes and costs of the results, and a breakdown of this project's time."""
    lines = [family.about, ""]
    lines += [f"{name} is absent: {why}." for name, why in ABSENT[family.name].items()]
    head = ["nodes, cost of the result", *(f"n = {n}" for n in family.sizes)]
    lines += ["", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    make = globals()[family.name.replace(" ", "_")]
    inputs = [make(n) for n in family.sizes]
    cells = [f"{tree_size(job.term)}, {rw.cost(job.term).total}" for job in inputs]
    lines.append("| " + " | ".join(["the input", *cells]) + " |")
    for contender in family.contenders:
        found = [ANSWERS.get((family.name, n, contender.name)) for n in family.sizes]
        cells = [f"{a.size}, {a.cost}" if a is not None else "—" for a in found]
        lines.append("| " + " | ".join([contender.name, *cells]) + " |")
    head = ["penelope", *(f"n = {n}" for n in family.sizes)]
    lines += ["", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    own = [r for r in rows if r.contender == family.contenders[0].name]
    counts = [
        (
            sum(max(1, len(t.args)) for t in rw.postorder(j.term)),
            alive(j.term) if r.seconds else 0,
            r.median,
        )
        for j, r in zip(inputs, own, strict=True)
    ]
    lines.append(
        "| input: operands of distinct nodes | " + " | ".join(str(n) for n, _, _ in counts) + " |"
    )
    lines.append("| monomials alive | " + " | ".join(str(a) for _, a, _ in counts) + " |")
    each = [f"{1e6 * seconds / (n + a):.3g} µs" for n, a, seconds in counts]
    lines.append("| time by their sum | " + " | ".join(each) + " |")
    return "\n".join(lines)
