"""Quaternions and rotations: words that cancel, sandwiches, levels, derivatives, beside components.

Peers: sympy's Quaternion and matrices with symbolic components, sympy's words of non-commuting
symbols, and components written by hand over symengine, unexpanded ("components") or expanded and
reduced by w² + x² + y² + z² = 1 ("expanded"). Unexpanded components share their parts and are built
very fast, but nothing in them has cancelled: the numbers of distinct nodes are after each table.
Every answer is evaluated exactly at random rational points before any time counts. Every contender
has 10 s for a run (0.25 s with --quick). sympy starts each run with its caches cleared, this
project without the normal forms of an earlier run.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from operator import matmul, mul
from typing import Any

import symengine
import sympy
from sympy.core.cache import clear_cache
from sympy.core.function import AppliedUndef

import rewrite as rw
from rewrite.core.terms import set_normal

from .harness import Contender, Family, Row

SECONDS, QUICK_SECONDS = 10.0, 0.25
POINTS = 2
LETTERS = 5
AXES = ((1, 0, 0), (0, 1, 0), (0, 0, 1))

# Components by hand, for numbers and expressions -------------------------------------------------

Four = tuple[Any, ...]


def product(p: Four, q: Four) -> Four:
    a, b, c, d = p
    e, f, g, h = q
    return (
        a * e - b * f - c * g - d * h,
        a * f + b * e + c * h - d * g,
        a * g - b * h + c * e + d * f,
        a * h + b * g - c * f + d * e,
    )


def conjugate(q: Four) -> Four:
    return (q[0], *(-x for x in q[1:]))


def cross(a: Four, b: Four) -> Four:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def plus(a: Four, b: Four) -> Four:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def rotated(q: Four, v: Four) -> Four:
    """v + 2 w u × v + 2 u × (u × v): 18 multiplications, by (w, u) = q."""
    w, u = q[0], q[1:]
    c = tuple(2 * x for x in cross(u, v))
    return plus(v, plus(tuple(w * x for x in c), cross(u, c)))


def applied(rows: Sequence[Four], v: Four) -> Four:
    return tuple(a * v[0] + b * v[1] + c * v[2] for a, b, c in rows)


def turned(axis: int, c: Any, s: Any, v: Four) -> Four:
    """Turned about a coordinate axis: two of the coordinates change."""
    found = list(v)
    j, k = (axis + 1) % 3, (axis + 2) % 3
    found[j], found[k] = c * v[j] - s * v[k], s * v[j] + c * v[k]
    return tuple(found)


# Reading answers ---------------------------------------------------------------------------------


def parts(symbol: Any, value: Any) -> dict[str, Any]:
    """The names and values of the components of a symbol."""
    if isinstance(symbol, rw.Quaternion):
        return {f"{symbol.name}{x}": v for x, v in zip("wxyz", value, strict=True)}
    if isinstance(symbol, rw.Vector):
        return {f"{symbol.name}{x}": v for x, v in zip("xyz", value, strict=True)}
    if isinstance(symbol, rw.Matrix):
        return {f"{symbol.name}{i}{j}": value[i][j] for i in range(3) for j in range(3)}
    return {symbol.name: value}


def named(name: str, ends: str = "xyz", make: Any = symengine.Symbol) -> Four:
    return tuple(make(f"{name}{x}") for x in ends)


def nine(name: str, make: Any = symengine.Symbol) -> list[Four]:
    return [named(f"{name}{i}", "012", make) for i in range(3)]


def depends(t: Any) -> bool:
    """Whether a term is a function of time, or the rate of one."""
    return isinstance(t, AppliedUndef) or type(t).__name__ in ("FunctionSymbol", "Derivative")


def program(whole: Sequence[Any]) -> tuple[list[tuple[Any, list[int]]], list[int]]:
    """The distinct nodes of expressions, operands first and by index; the indices of results."""
    places: dict[Any, int] = {}
    found: list[tuple[Any, list[int]]] = []
    tops = [t if hasattr(t, "args") else sympy.Integer(t) for t in whole]
    stack = [(t, False) for t in reversed(tops)]
    while stack:
        node, ready = stack.pop()
        if node in places:
            continue
        args = () if depends(node) else node.args
        if ready or not args:
            places[node] = len(found)
            found.append((node, [places[a] for a in args]))
        else:
            stack.append((node, True))
            stack += [(a, False) for a in args]
    return found, [places[t] for t in tops]


def _value(t: Any, args: list[Any], point: dict[str, Any]) -> Any:
    if t.is_Symbol:
        return point[str(t)]
    if t.is_Number:
        return Fraction(str(t))
    kind = type(t).__name__.lower()
    if kind in ("sin", "cos"):
        return getattr(args[0], kind)
    if depends(t):
        return point[f"{_function(t.args[0])}'" if kind == "derivative" else _function(t)]
    if kind == "pow":
        return args[0] ** int(args[1])
    assert kind in ("add", "mul"), kind
    return sum(args) if kind == "add" else math.prod(args)


def _function(t: Any) -> str:
    return str(t).removesuffix("(t)")


# Jobs --------------------------------------------------------------------------------------------


@dataclass
class Job:
    """A term, the symbols of the answers, and the input of the peers."""

    term: Any
    symbols: list[Any] = field(default_factory=list)
    data: Any = None

    def __post_init__(self) -> None:
        every = [self.term, *self.symbols]
        self.points = [rw.random_assignment(every, i) for i in range(POINTS)]
        self.numbers = [
            dict(itertools.chain(*(parts(s, x).items() for s, x in point.items())))
            for point in self.points
        ]


Reader = Callable[[Any, Job], tuple[list[Any], int]]


def ours(found: Any, job: Job) -> tuple[list[Any], int]:
    nodes = sum(1 for _ in rw.postorder(found))
    return [tuple(rw.evaluate(found, point)) for point in job.points], nodes


def components(found: Any, job: Job) -> tuple[list[Any], int]:
    steps, places = program(list(found))
    answers = []
    for numbers in job.numbers:
        values: list[Any] = []
        for node, args in steps:
            values.append(_value(node, [values[i] for i in args], numbers))
        answers.append(tuple(values[i] for i in places))
    return answers, len(steps)


def of_quaternion(found: Any, job: Job) -> tuple[list[Any], int]:
    return components((found.a, found.b, found.c, found.d), job)


def of_pure(found: Any, job: Job) -> tuple[list[Any], int]:
    return components((found.b, found.c, found.d), job)


def of_word(found: Any, job: Job) -> tuple[list[Any], int]:
    """A product of non-commuting symbols and their powers."""
    factors = found.args if found.is_Mul else (found,)
    answers = []
    for numbers in job.numbers:
        whole: Four = (1, 0, 0, 0)
        for factor in factors:
            base, exponent = factor.as_base_exp()
            if base.is_Symbol:
                ends = "wxyz" if f"{base}w" in numbers else "xyz"
                q = tuple(numbers[f"{base}{x}"] for x in ends)
                q = q if len(q) == 4 else (0, *q)
                for _ in range(abs(int(exponent))):
                    whole = product(whole, q if exponent > 0 else conjugate(q))
        vector = not isinstance(job.term, rw.Quaternion)
        answers.append(whole[1:] if vector else whole)
    return answers, 1 + sum(1 + len(f.args) for f in factors)


@dataclass(frozen=True)
class Way:
    """A contender: its input from a job, its work, and how its answer is read."""

    name: str
    prepare: Callable[[Job], Any]
    run: Callable[[Any], Any]
    read: Reader = components
    most: float = math.inf

    def fresh(self, value: Any) -> Any:
        if self.read is ours:
            for t in rw.postorder(value):
                set_normal(t, None)
        elif "sympy" in self.name:
            clear_cache()
        return value


def own(name: str, verb: Callable[[Any], Any]) -> Way:
    return Way(name, lambda job: job.term, verb, ours)


NORMAL = own("penelope (normal)", rw.normal)
SIMPLIFY = own("penelope (simplify)", rw.simplify)


# Words -------------------------------------------------------------------------------------------


def cancelling(n: int) -> Job:
    """A product of n unit quaternions and conjugates; all but a tenth cancel, nested at random."""
    rng = random.Random(n)
    word = [(i % LETTERS, True) for i in range(max(1, n // 10))]  # neighbours differ: these stay
    while len(word) < n - 1:
        place, letter = rng.randrange(len(word) + 1), rng.randrange(LETTERS)
        first = rng.random() < 0.5
        word[place:place] = [(letter, first), (letter, not first)]
    units = [rw.quaternion(f"u{i}", unit=True) for i in range(LETTERS)]
    return Job(reduce(mul, [units[i] if up else rw.conj(units[i]) for i, up in word]), units, word)


def _fours(make: Callable[..., Any]) -> Callable[[Job], list[Any]]:
    def prepare(job: Job) -> list[Any]:
        fours = [make(f"u{i}", "wxyz") for i in range(LETTERS)]
        return [fours[i] if up else conjugate(fours[i]) for i, up in job.data]

    return prepare


def _sympy(name: str, ends: str = "xyz") -> Four:
    return named(name, ends, sympy.Symbol)


def _quaternion(q: Four) -> Any:
    return sympy.Quaternion(*q)


def _letters(job: Job) -> list[Any]:
    letters = [sympy.Symbol(f"u{i}", commutative=False) for i in range(LETTERS)]
    return [letters[i] if up else letters[i] ** -1 for i, up in job.data]


def expanded(q: Four, relations: dict[Any, Any] | None = None) -> Four:
    """Expanded; factors linear in every w give at most squares of w in one product."""
    opened = (symengine.expand(x) for x in q)
    if relations is None:
        return tuple(opened)
    return tuple(symengine.expand(x.subs(relations)) for x in opened)


def unit_relations(n: int) -> dict[Any, Any]:
    every = [named(f"u{i}", "wxyz") for i in range(n)]
    return {q[0] ** 2: 1 - q[1] ** 2 - q[2] ** 2 - q[3] ** 2 for q in every}


def _reduced_product(factors: list[Four]) -> Four:
    relations = unit_relations(LETTERS)
    return reduce(lambda p, q: expanded(product(p, q), relations), factors)


def left_matrix(q: Four) -> Any:
    """The matrix L(q) of p -> q p."""
    columns = [product(q, tuple(int(i == j) for i in range(4))) for j in range(4)]
    return sympy.Matrix(4, 4, lambda i, j: columns[j][i])


def _by_matrices(factors: list[Four]) -> Any:
    column = sympy.Matrix(factors[-1])
    for q in reversed(factors[:-1]):
        column = left_matrix(q) * column
    return column


WORDS = [
    NORMAL,
    SIMPLIFY,
    Way("sympy (non-commuting)", _letters, lambda word: sympy.Mul(*word), of_word),
    Way(
        "sympy Quaternion",
        lambda job: [_quaternion(q) for q in _fours(_sympy)(job)],
        lambda factors: reduce(mul, factors),
        of_quaternion,
    ),
    Way("sympy matrices", _fours(_sympy), _by_matrices),
    Way("components", _fours(named), lambda factors: reduce(product, factors)),
    Way("components (expanded)", _fours(named), _reduced_product),
]

# Sandwiches --------------------------------------------------------------------------------------


def _units(n: int, **facts: Any) -> list[Any]:
    return [rw.quaternion(f"u{i}", unit=True, **facts) for i in range(n)]


def nested_rotate(n: int) -> Job:
    """rotate(q1, rotate(q2, … v)), n deep: it is rotate(q1 q2 … qn, v)."""
    v = rw.vector("v")
    term = reduce(lambda t, q: rw.rotate(q, t), reversed(_units(n)), v)
    return Job(term, [*_units(n), v], n)


def nested_products(n: int) -> Job:
    """The vector part of q1 (q2 (… v …) conj(q2)) conj(q1), n deep: the same in products."""
    v = rw.vector("v")
    whole = reduce(lambda t, q: q * t * rw.conj(q), reversed(_units(n)), rw.quat(0, v))
    return Job(rw.vector_part(whole), [*_units(n), v], n)


def _row(make: Callable[..., Any]) -> Callable[[Job], Any]:
    """v and q_n, …, q_1 by their components."""
    return lambda job: (make("v"), [make(f"u{i}", "wxyz") for i in reversed(range(job.data))])


def _sympy_row(job: Job) -> Any:
    v, units = _row(_sympy)(job)
    return _quaternion((0, *v)), [_quaternion(q) for q in units]


def _sandwiches(row: Any) -> Any:
    return reduce(lambda t, q: q * t * q.conjugate(), row[1], row[0])


def _rotation(q: Four) -> Any:
    columns = [rotated(q, axis) for axis in AXES]
    return sympy.Matrix(3, 3, lambda i, j: columns[j][i])


def _rotations(row: Any) -> Any:
    return reduce(lambda t, q: _rotation(q) * t, row[1], sympy.Matrix(row[0]))


def _written_out(row: Any) -> Four:
    v, units = row
    found = reduce(lambda t, q: product(product(q, t), conjugate(q)), units, (0, *v))
    return found[1:]


def _reduced_rotations(row: Any) -> Four:
    relations = unit_relations(len(row[1]))
    return reduce(lambda t, q: expanded(rotated(q, t), relations), row[1], row[0])


def _sandwich_word(row: Any) -> Any:
    v, units = row
    return sympy.Mul(*reversed(units), v, *(q**-1 for q in units))


def _sandwich_letters(job: Job) -> Any:
    units = [sympy.Symbol(f"u{i}", commutative=False) for i in reversed(range(job.data))]
    return sympy.Symbol("v", commutative=False), units


SANDWICHES = [
    NORMAL,
    SIMPLIFY,
    Way("sympy Quaternion", _sympy_row, _sandwiches, of_pure),
    Way("sympy matrices", _row(_sympy), _rotations),
    Way("components", _row(named), lambda row: reduce(lambda t, q: rotated(q, t), row[1], row[0])),
    Way("components (expanded)", _row(named), _reduced_rotations),
]
WRITTEN_OUT = [
    NORMAL,
    SIMPLIFY,
    Way("sympy (non-commuting)", _sandwich_letters, _sandwich_word, of_word),
    Way("sympy Quaternion", _sympy_row, _sandwiches, of_pure),
    Way("components", _row(named), _written_out),
    Way("components (expanded)", _row(named), _reduced_rotations),
]

# Levels ------------------------------------------------------------------------------------------


def level(n: int) -> Job:
    """The product of n quaternions."""
    factors = [rw.quaternion(f"q{i}") for i in range(n)]
    return Job(reduce(mul, factors), factors, n)


def _factors(make: Callable[..., Any]) -> Callable[[Job], list[Any]]:
    return lambda job: [make(f"q{i}", "wxyz") for i in range(job.data)]


def _quaternion_factors(job: Job) -> list[Any]:
    return [_quaternion(q) for q in _factors(_sympy)(job)]


def _expanded_quaternion(factors: list[Any]) -> Four:
    def opened(p: Any, q: Any) -> Any:
        found = p * q
        return _quaternion(tuple(map(sympy.expand_mul, (found.a, found.b, found.c, found.d))))

    found = reduce(opened, factors)
    return (found.a, found.b, found.c, found.d)


LEVELS = [
    Way("sympy Quaternion", _quaternion_factors, lambda fs: reduce(mul, fs), of_quaternion),
    Way("sympy Quaternion, expanded", _quaternion_factors, _expanded_quaternion),
    Way("sympy matrices", _factors(_sympy), _by_matrices),
    Way("components", _factors(named), lambda factors: reduce(product, factors)),
    Way(
        "components (expanded)",
        _factors(named),
        lambda factors: reduce(lambda p, q: expanded(product(p, q)), factors),
    ),
]

# Derivatives -------------------------------------------------------------------------------------


def rotation_rate(n: int) -> Job:
    """d/dt (R1 R2 … Rn v), each rotation with its angular velocity in body axes."""
    v = rw.vector("v")
    chain = [rw.rotation(f"R{i}", time=True) for i in range(n)]
    rates = [rw.angular_velocity(r) for r in chain]
    return Job(reduce(matmul, [*chain, v]), [*chain, *rates, v], n)


def turn_rate(n: int) -> Job:
    """d/dt (rot(x, θ1) rot(y, θ2) rot(z, θ3) rot(x, θ4) … v), n turns about coordinate axes."""
    v = rw.vector("v")
    angles = [rw.scalar(f"th{i}", time=True) for i in range(n)]
    turns = [rw.rot(rw.column(*AXES[i % 3]), angles[i]) for i in range(n)]
    rates = [rw.diff(angle, rw.time) for angle in angles]
    return Job(reduce(matmul, [*turns, v]), [*angles, *rates, v], n)


def quaternion_rate(n: int) -> Job:
    """d/dt (q1 q2 … qn), unit quaternions, each with its angular velocity in body axes."""
    chain = _units(n, time=True)
    rates = [rw.angular_velocity(q) for q in chain]
    return Job(reduce(mul, chain), [*chain, *rates], n)


def _by_time(t: Any) -> Any:
    return rw.diff(t, rw.time)


DIFF = own("penelope", _by_time)
DIFF_SIMPLIFY = own("penelope (diff, simplify)", lambda t: rw.simplify(_by_time(t)))


def _moving(make: Callable[..., Any], symbol: Any) -> Callable[[Job], Any]:
    def prepare(job: Job) -> Any:
        places = reversed(range(job.data))
        return make("v"), [(nine(f"R{i}", symbol), make(f"R{i}_w")) for i in places]

    return prepare


def _sympy_rates(row: Any) -> Any:
    """(R x)' = R (ω × x + x'), from the right."""
    x = sympy.Matrix(row[0])
    dx = sympy.zeros(3, 1)
    for rows, w in row[1]:
        matrix = sympy.Matrix(rows)
        x, dx = matrix * x, matrix * (sympy.Matrix(w).cross(x) + dx)
    return dx


def _rates(row: Any) -> Four:
    x, dx = row[0], (0, 0, 0)
    for rows, w in row[1]:
        x, dx = applied(rows, x), applied(rows, plus(cross(w, x), dx))
    return dx


ROTATION_RATES = [
    DIFF,
    DIFF_SIMPLIFY,
    Way("sympy matrices", _moving(_sympy, sympy.Symbol), _sympy_rates),
    Way("components", _moving(named, symengine.Symbol), _rates),
    Way(
        "components (expanded)",
        _moving(named, symengine.Symbol),
        lambda row: expanded(_rates(row)),
    ),
]


def _turning(make: Callable[..., Any], library: Any) -> Callable[[Job], Any]:
    def prepare(job: Job) -> Any:
        t = library.Symbol("t")
        places = reversed(range(job.data))
        return make("v"), t, [(i % 3, library.Function(f"th{i}")(t)) for i in places]

    return prepare


def _elementary(axis: int, angle: Any) -> Any:
    c, s = sympy.cos(angle), sympy.sin(angle)
    columns = [turned(axis, c, s, e) for e in AXES]
    return sympy.Matrix(3, 3, lambda i, j: columns[j][i])


def _sympy_diff(row: Any) -> Any:
    v, t, turns = row
    return reduce(lambda x, turn: _elementary(*turn) * x, turns, sympy.Matrix(v)).diff(t)


def _chain(row: Any) -> Four:
    def turn(x: Four, one: Any) -> Four:
        return turned(one[0], symengine.cos(one[1]), symengine.sin(one[1]), x)

    return reduce(turn, row[2], row[0])


def _symengine_diff(row: Any) -> Four:
    return tuple(x.diff(row[1]) for x in _chain(row))


def _by_hand(row: Any) -> Four:
    """(R x)' = R (θ' e × x + x'), from the right."""
    x, t, turns = row
    dx: Four = (0, 0, 0)
    for axis, angle in turns:
        c, s, rate = symengine.cos(angle), symengine.sin(angle), angle.diff(t)
        spun = tuple(rate * y for y in cross(AXES[axis], x))
        x, dx = turned(axis, c, s, x), turned(axis, c, s, plus(spun, dx))
    return dx


TURN_RATES = [
    DIFF,
    DIFF_SIMPLIFY,
    Way("sympy matrices (diff)", _turning(_sympy, sympy), _sympy_diff),
    Way(  # its results have many repeated parts, and larger ones take long to check
        "components (symengine's diff)",
        _turning(named, symengine),
        _symengine_diff,
        most=32,
    ),
    Way("components (product rule)", _turning(named, symengine), _by_hand),
    Way(
        "components (expanded)",
        _turning(named, symengine),
        lambda row: expanded(_by_hand(row)),
    ),
]


def _spinning(make: Callable[..., Any], half: Any) -> Callable[[Job], Any]:
    return lambda job: [
        (make(f"u{i}", "wxyz"), (0, *(half * w for w in make(f"u{i}_w")))) for i in range(job.data)
    ]


def _sympy_spins(row: Any) -> Any:
    """(p q)' = p' q + p q' with q' = q ω/2, from the left."""
    p, dp = sympy.Quaternion(1, 0, 0, 0), sympy.Quaternion(0, 0, 0, 0)
    for q, w in row:
        dp, p = dp * q + p * q * w, p * q
    return dp


def _spins(row: Any) -> Four:
    p, dp = row[0][0], product(*row[0])
    for q, w in row[1:]:
        moved = product(p, q)
        dp, p = plus(product(dp, q), product(moved, w)), moved
    return dp


QUATERNION_RATES = [
    DIFF,
    DIFF_SIMPLIFY,
    Way(
        "sympy Quaternion",
        lambda job: [
            (_quaternion(q), _quaternion(w))
            for q, w in _spinning(_sympy, sympy.Rational(1, 2))(job)
        ],
        _sympy_spins,
        of_quaternion,
    ),
    Way("components", _spinning(named, symengine.Rational(1, 2)), _spins),
    Way(
        "components (expanded)",
        _spinning(named, symengine.Rational(1, 2)),
        lambda row: expanded(_spins(row)),
    ),
]

# Families ----------------------------------------------------------------------------------------

JOBS: dict[tuple[str, int], Job] = {}
NODES: dict[tuple[str, int, str], int] = {}
ABSENT = {
    "cancelling": {},
    "nested rotate": {"sympy (non-commuting)": "it has no rotate; see the written out"},
    "nested products": {"sympy matrices": "they have no product with conj; see rotate"},
    "pairs": {
        "sympy, at this level": "it has no vector symbols with dot and cross products; "
        "its Quaternion goes to coordinates here",
    },
    "coordinates": {},
    "rotation rate": {
        "sympy's matrix expressions": "their symbols do not depend on time",
        "sympy Quaternion": "there are no quaternions here; see the quaternion rate",
    },
    "turn rate": {"sympy Quaternion": "there are no quaternions here; see the quaternion rate"},
    "quaternion rate": {"sympy matrices": "they are slower than its Quaternion in all products"},
}


def _contender(name: str, way: Way, make: Callable[[int], Job], seconds: float) -> Contender:
    size = 0

    def prepare(n: int) -> Any:
        nonlocal size
        size = n
        if (name, n) not in JOBS:
            JOBS[name, n] = make(n)
        return way.prepare(JOBS[name, n])

    def answer(found: Any) -> Any:
        result, NODES[name, size, way.name] = way.read(found, JOBS[name, size])
        return result

    return Contender(way.name, prepare, way.run, answer, way.most, way.fresh, seconds)


def families(quick: bool = False) -> list[Family]:
    seconds = QUICK_SECONDS if quick else SECONDS
    rw.simplify(nested_rotate(1).term)  # loads the rules

    def family(
        name: str, make: Callable[[int], Job], sizes: Sequence[int], ways: Sequence[Way]
    ) -> Family:
        about = make.__doc__ or ""
        contenders = [_contender(name, w, make, seconds) for w in ways]
        return Family(name, sizes, contenders, about, tables=[NODES])

    words = [16, 64, 256] if quick else [16, 64, 256, 1_024]
    deep = [2, 4, 8, 32] if quick else [2, 4, 8, 32, 128]
    levels = [2, 3, 4] if quick else [2, 3, 4, 5, 6]
    chains = [2, 8, 32] if quick else [2, 8, 32, 128]
    return [
        family("cancelling", cancelling, words, WORDS),
        family("nested rotate", nested_rotate, deep, SANDWICHES),
        family("nested products", nested_products, deep, WRITTEN_OUT),
        family("pairs", level, levels, [own("penelope", rw.pairs), *LEVELS]),
        family("coordinates", level, levels, [own("penelope", rw.coordinates), *LEVELS]),
        family("rotation rate", rotation_rate, chains, ROTATION_RATES),
        family("turn rate", turn_rate, chains, TURN_RATES),
        family("quaternion rate", quaternion_rate, chains, QUATERNION_RATES),
    ]


def notes(family: Family, rows: Sequence[Row]) -> str:
    """A description, the absent peers with the reasons, and the sizes of the results."""
    lines = [family.about, ""]
    lines += [f"Absent, {name}: {why}." for name, why in ABSENT[family.name].items()]
    head = ["distinct nodes of the result", *(f"n = {n}" for n in family.sizes)]
    lines += ["", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for contender in family.contenders:
        found = [NODES.get((family.name, n, contender.name)) for n in family.sizes]
        cells = ["—" if n is None else str(n) for n in found]
        lines.append("| " + " | ".join([contender.name, *cells]) + " |")
    return "\n".join(lines)
