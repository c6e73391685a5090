"""Expressions of mechanics as plain data, and how each peer simplifies them.

Data: a name, or an operator and its operands: + sums, * words, neg, x cross products, t tildes, T
transposes of one letter, s scalings (scalar factors first), and in answers dot and tri among the
scalar factors, zero, id. `kinds` has the kind of each name. Peers have cross products as words,
a × b = ã b; every answer is returned as data, becomes a term that is not normalised, and is
evaluated exactly.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import matchpy
import maude
import symengine
import sympy

import rewrite as rw
from rewrite.core.terms import set_normal

from .peers import Data, e_graph, mapped

POINTS = 2
PRIME = rw.Modular()


@dataclass(frozen=True)
class Job:
    """An expression to simplify."""

    data: Data
    kinds: dict[str, str]
    """name: "scalar", "vector", "matrix" or "rotation"."""
    opens: bool = False
    """Whether products of tildes must be expanded so that equal terms cancel."""
    rounds: int = 0
    """How many rounds egglog needs."""

    @cached_property
    def words(self) -> Data:
        """The expression with cross products as words of tildes."""
        return mapped(self.data, lambda s: s, lambda op, args: _word(op, args))

    def names(self, *kinds: str) -> list[str]:
        return [n for n, kind in self.kinds.items() if kind in kinds]

    @cached_property
    def term(self) -> Any:
        return self.ours(self.data)

    def ours(self, data: Data) -> Any:
        """Data as a term of this project, not normalised."""

        def leaf(name: str) -> Any:
            if name == "id":
                return rw.identity(3)
            if name == "zero":
                return rw.zero(self.term.sort, self.term.shape)
            kind = self.kinds[name]
            if kind == "rotation":
                return rw.matrix(name, rotation=True)
            return {"scalar": rw.scalar, "vector": rw.vector, "matrix": rw.matrix}[kind](name)

        return mapped(data, leaf, _ours)

    @cached_property
    def points(self) -> list[Any]:
        return [rw.random_assignment(self.term, i, domain=PRIME) for i in range(POINTS)]

    @cached_property
    def values(self) -> Any:
        return self.value(self.term)

    def value(self, t: Any) -> Any:
        return [rw.evaluate(t, point, PRIME) for point in self.points]


def _word(op: str, args: list[Data]) -> Data:
    if op == "x":
        op, args = "*", [("t", args[0]), args[1]]
    if op == "*":
        args = [b for a in args for b in (a[1:] if isinstance(a, tuple) and a[0] == "*" else (a,))]
    return (op, *args)


def _ours(op: str, args: list[Any]) -> Any:
    if op == "+":
        return rw.add(*args)
    if op == "*":
        return _chain(args, lambda a, b: a @ b)
    if op == "s":
        return _chain(args, lambda a, b: a * b)
    unary = {"neg": lambda a: -a, "T": rw.trans, "t": rw.tilde, "x": rw.cross, "dot": rw.dot}
    return {**unary, "tri": rw.triple}[op](*args)


def _chain(args: list[Any], product: Callable[[Any, Any], Any]) -> Any:
    whole = args[0]
    for a in args[1:]:
        whole = product(whole, a)
    return whole


@dataclass(frozen=True)
class Answer:
    """A result: its values at the points, its number of nodes, its cost."""

    values: Any
    size: int
    cost: int


def nodes(data: Data) -> int:
    return 1 if isinstance(data, str) else 1 + sum(map(nodes, data[1:]))


class Solver(ABC):
    """One way to do jobs: prepare outside the clock, run inside it, answer."""

    name = ""

    @abstractmethod
    def prepare(self, job: Job) -> Any: ...

    def fresh(self, ready: Any) -> Any:
        return ready

    @abstractmethod
    def run(self, ready: Any) -> Any: ...

    def read(self, found: Any) -> Data:
        """The value that `answer` compares; contenders with their own `answer` need none."""
        raise NotImplementedError

    def answer(self, found: Any, job: Job) -> Answer:
        data = self.read(found)
        t = job.ours(data)
        return Answer(job.value(t), nodes(data), rw.cost(t).total)


# This project ------------------------------------------------------------------------------------


def tree_size(t: Any) -> int:
    """The nodes of a term as a tree, sums, products and words taking any number of operands."""
    sizes: dict[Any, int] = {}
    for s in rw.postorder(t):
        sizes[s] = 1 + sum(sizes[a] for a in s.args)
    return sizes[t]


class Simplify(Solver):
    name = "penelope"
    verb: Callable[[Any], Any] = staticmethod(rw.simplify)

    def prepare(self, job: Job) -> Any:
        return job.term

    def fresh(self, ready: Any) -> Any:
        for t in rw.postorder(ready):  # forget the normal forms of an earlier run
            set_normal(t, None)
        return ready

    def run(self, ready: Any) -> Any:
        return self.verb(ready)

    def answer(self, found: Any, job: Job) -> Answer:
        values = job.value(found)
        assert values == job.values, f"{self.name} changed the value"
        return Answer(values, tree_size(found), rw.cost(found).total)


class Expand(Simplify):
    name = "penelope (expand)"
    verb = staticmethod(rw.expand)


# Maude -------------------------------------------------------------------------------------------

_modules = itertools.count()

MAUDE = """
protecting NAT .
sorts F V E . subsort V < E .
op id : -> E .
op zero : -> E .
op sum : E E -> E [assoc comm] .
op word : E E -> E [assoc] .
op bag : F F -> F [assoc comm] .
op s : F E -> E .
op neg : E -> E .
op t : E -> E .
op T : V -> E .
op dot : V V -> F [comm] .
op tri : V V V -> F .
op ord : V -> Nat .
vars X Y Z : E . vars F G : F . vars A B C : V .
eq word(zero, X) = zero . eq word(X, zero) = zero . eq t(zero) = zero . eq neg(zero) = zero .
eq s(F, zero) = zero . eq sum(X, zero) = X . eq word(X, id) = X . eq word(id, X) = X .
eq neg(neg(X)) = X .
eq sum(X, neg(X)) = zero .
eq word(X, neg(Y)) = neg(word(X, Y)) .
eq word(neg(X), Y) = neg(word(X, Y)) .
eq word(X, s(F, Y)) = s(F, word(X, Y)) .
eq word(s(F, X), Y) = s(F, word(X, Y)) .
eq s(F, s(G, X)) = s(bag(F, G), X) .
eq s(F, neg(X)) = neg(s(F, X)) .
eq t(neg(X)) = neg(t(X)) .
eq t(s(F, X)) = s(F, t(X)) .
eq word(sum(X, Y), Z) = sum(word(X, Z), word(Y, Z)) .
eq word(Z, sum(X, Y)) = sum(word(Z, X), word(Z, Y)) .
eq t(sum(X, Y)) = sum(t(X), t(Y)) .
eq neg(sum(X, Y)) = sum(neg(X), neg(Y)) .
eq s(F, sum(X, Y)) = sum(s(F, X), s(F, Y)) .
eq word(t(A), A) = zero .
eq word(T(A), t(A)) = zero .
"""
MAUDE_OPENS = """
eq word(t(A), t(B)) = sum(word(B, T(A)), neg(s(dot(A, B), id))) .
eq word(T(A), B) = s(dot(A, B), id) .
eq word(T(A), t(B), A) = zero .
ceq word(t(A), B) = neg(word(t(B), A)) if ord(B) < ord(A) .
ceq word(T(A), t(B)) = neg(word(T(B), t(A))) if ord(B) < ord(A) .
"""
MAUDE_NAMES = {"+": "sum", "*": "word"}


class Maude(Solver):
    """Equations modulo associativity and commutativity."""

    name = "Maude"

    def prepare(self, job: Job) -> Any:
        maude.init(advise=False)
        name = f"JOB{next(_modules)}"
        lines = [f"fmod {name} is", MAUDE]
        for kinds, sort in ((("scalar",), "F"), (("vector",), "V"), (("matrix", "rotation"), "E")):
            if job.names(*kinds):
                lines.append(f"ops {' '.join(job.names(*kinds))} : -> {sort} .")
        lines += [f"eq ord({v}) = {i} ." for i, v in enumerate(sorted(job.names("vector")))]
        if job.opens:
            lines.append(MAUDE_OPENS)
        maude.input("\n".join([*lines, "endfm"]))
        module = maude.getModule(name)
        return module.parseTerm(self.text(job.words)), module

    def text(self, data: Data) -> str:
        def node(op: str, args: list[str]) -> str:
            if op == "s" and len(args) > 2:
                args = [f"bag({', '.join(args[:-1])})", args[-1]]
            return f"{MAUDE_NAMES.get(op, op)}({', '.join(args)})"

        return mapped(data, lambda s: s, node)

    def fresh(self, ready: Any) -> Any:
        return ready[0].copy(), ready[1]

    def run(self, ready: Any) -> Any:
        ready[0].reduce()
        return ready[0]

    def read(self, found: Any) -> Data:
        def data(t: Any) -> Data:
            op, args = str(t.symbol()), [data(a) for a in t.arguments()]
            if op == "s":
                bag = args[0]
                return ("s", *(bag[1:] if bag[0] == "bag" else (bag,)), args[1])
            op = {"sum": "+", "word": "*"}.get(op, op)
            return (op, *args) if args else op

        return data(found)


# MatchPy -----------------------------------------------------------------------------------------


def _operation(name: str, arity: int | None, commutative: bool = False) -> Any:
    some = matchpy.Arity(1, False) if arity is None else matchpy.Arity(arity, True)
    return matchpy.Operation.new(
        name, some, f"Mechanics_{ord(name[0])}_{name[1:]}", commutative=commutative
    )


PLUS, TIMES = _operation("+", None, True), _operation("*", None)
BAG, SCALED = _operation("bag", None, True), _operation("s", 2)
NEG, TILDE, ROW = _operation("neg", 1), _operation("t", 1), _operation("T", 1)
DOT = _operation("dot", 2, True)
OPERATIONS = {"+": PLUS, "*": TIMES, "neg": NEG, "t": TILDE, "T": ROW}
ZERO, ONE = matchpy.Symbol("zero"), matchpy.Symbol("id")


class Letter(matchpy.Symbol):
    """A vector."""


def _plus(*terms: Any) -> Any:
    return PLUS(*terms) if len(terms) > 1 else terms[0] if terms else ZERO


def _times(*factors: Any) -> Any:
    flat = [y for x in factors for y in (x.operands if isinstance(x, TIMES) else (x,)) if y != ONE]
    return TIMES(*flat) if len(flat) > 1 else flat[0] if flat else ONE


def _rules(opens: bool) -> Iterator[Any]:
    dot, star, plus = matchpy.Wildcard.dot, matchpy.Wildcard.star, matchpy.Wildcard.plus
    x, y, xs, f, g = dot("x"), dot("y"), plus("xs"), dot("f"), dot("g")
    before, after, rest = star("before"), star("after"), star("rest")
    a, b = (matchpy.Wildcard.symbol(n, Letter) for n in "ab")
    later = matchpy.CustomConstraint(lambda a, b: b.name < a.name)

    def rule(pattern: Any, made: Any, *conditions: Any) -> Any:
        return matchpy.ReplacementRule(matchpy.Pattern(pattern, *conditions), made)

    def within(*letters: Any) -> Any:
        return TIMES(before, *letters, after)

    yield rule(PLUS(rest, PLUS(xs)), lambda rest=(), xs=(): _plus(*rest, *xs))
    yield rule(PLUS(rest, ZERO), lambda rest=(): _plus(*rest))
    yield rule(PLUS(rest, x, NEG(x)), lambda x, rest=(): _plus(*rest))
    yield rule(NEG(NEG(x)), lambda x: x)
    yield rule(NEG(ZERO), lambda: ZERO)
    yield rule(NEG(PLUS(xs)), lambda xs: _plus(*map(NEG, xs)))
    yield rule(SCALED(f, SCALED(g, x)), lambda f, g, x: SCALED(BAG(*f.operands, *g.operands), x))
    yield rule(SCALED(f, NEG(x)), lambda f, x: NEG(SCALED(f, x)))
    yield rule(SCALED(f, ZERO), lambda f: ZERO)
    yield rule(SCALED(f, PLUS(xs)), lambda f, xs: _plus(*[SCALED(f, x) for x in xs]))
    yield rule(TILDE(NEG(x)), lambda x: NEG(TILDE(x)))
    yield rule(TILDE(SCALED(f, x)), lambda f, x: SCALED(f, TILDE(x)))
    yield rule(TILDE(PLUS(xs)), lambda xs: _plus(*map(TILDE, xs)))
    yield rule(within(ZERO), lambda before=(), after=(): ZERO)
    yield rule(within(NEG(x)), lambda x, before=(), after=(): NEG(_times(*before, x, *after)))
    yield rule(
        within(SCALED(f, x)),
        lambda f, x, before=(), after=(): SCALED(f, _times(*before, x, *after)),
    )
    yield rule(
        within(PLUS(xs)),
        lambda xs, before=(), after=(): _plus(*[_times(*before, x, *after) for x in xs]),
    )
    yield rule(within(TIMES(xs)), lambda xs, before=(), after=(): _times(*before, *xs, *after))
    yield rule(within(TILDE(x), x), lambda x, before=(), after=(): ZERO)
    yield rule(within(ROW(x), TILDE(x)), lambda x, before=(), after=(): ZERO)
    if not opens:
        return

    def opened(x: Any, y: Any, before: Any = (), after: Any = ()) -> Any:
        first = _times(*before, y, ROW(x), *after)
        return _plus(first, NEG(SCALED(BAG(DOT(x, y)), _times(*before, *after))))

    yield rule(within(TILDE(x), TILDE(y)), opened)
    yield rule(
        within(ROW(a), b),
        lambda a, b, before=(), after=(): SCALED(BAG(DOT(a, b)), _times(*before, *after)),
    )
    yield rule(within(ROW(a), TILDE(b), a), lambda a, b, before=(), after=(): ZERO)
    yield rule(
        within(TILDE(a), b),
        lambda a, b, before=(), after=(): NEG(_times(*before, TILDE(b), a, *after)),
        later,
    )
    yield rule(
        within(ROW(a), TILDE(b)),
        lambda a, b, before=(), after=(): NEG(_times(*before, ROW(b), TILDE(a), *after)),
        later,
    )


class MatchPy(Solver):
    """ManyToOneReplacer innermost first; whole sums are distributed in one step."""

    name = "MatchPy"

    def prepare(self, job: Job) -> Any:
        letters = {
            n: (Letter if k == "vector" else matchpy.Symbol)(n) for n, k in job.kinds.items()
        }

        def node(op: str, args: list[Any]) -> Any:
            if op == "s":
                return SCALED(BAG(*args[:-1]), args[-1])
            return OPERATIONS[op](*args)

        replacer = matchpy.ManyToOneReplacer(*_rules(job.opens))
        return replacer.replace_post_order, mapped(job.words, letters.__getitem__, node)

    def run(self, ready: Any) -> Any:
        return ready[0](ready[1])

    def read(self, found: Any) -> Data:
        if isinstance(found, matchpy.Symbol):
            return found.name
        args = [self.read(a) for a in found.operands]
        return ("s", *args[0][1:], args[1]) if isinstance(found, SCALED) else (found.name, *args)


# egglog ------------------------------------------------------------------------------------------

EGGLOG = """
(datatype T (Sum T T) (Word T T) (Neg T) (Scaled T T) (Tilde T) (Row T) (Dot T T) (Zero) (Id))
(constructor Name (String) T)
(relation vector (T))
(rewrite (Sum x y) (Sum y x))
(birewrite (Sum x (Sum y z)) (Sum (Sum x y) z))
(rewrite (Sum x (Neg x)) (Zero))
(rewrite (Sum x (Zero)) x)
(rewrite (Neg (Neg x)) x)
(birewrite (Neg (Sum x y)) (Sum (Neg x) (Neg y)))
(birewrite (Word x (Word y z)) (Word (Word x y) z))
(birewrite (Word (Sum x y) z) (Sum (Word x z) (Word y z)))
(birewrite (Word z (Sum x y)) (Sum (Word z x) (Word z y)))
(birewrite (Word (Neg x) y) (Neg (Word x y)))
(birewrite (Word x (Neg y)) (Neg (Word x y)))
(birewrite (Tilde (Sum x y)) (Sum (Tilde x) (Tilde y)))
(rewrite (Word (Zero) x) (Zero))
(rewrite (Word x (Zero)) (Zero))
(rewrite (Neg (Zero)) (Zero))
(rewrite (Word (Tilde x) x) (Zero))
(rewrite (Word (Row x) (Tilde x)) (Zero))
(birewrite (Scaled f (Neg x)) (Neg (Scaled f x)))
(birewrite (Scaled f (Sum x y)) (Sum (Scaled f x) (Scaled f y)))
(rewrite (Scaled f (Scaled g x)) (Scaled g (Scaled f x)))
(birewrite (Word x (Scaled f y)) (Scaled f (Word x y)))
(birewrite (Word (Scaled f x) y) (Scaled f (Word x y)))
(rewrite (Scaled f (Zero)) (Zero))
"""
EGGLOG_OPENS = """
(rewrite (Word x (Id)) x)
(rewrite (Word (Id) x) x)
(rewrite (Word (Tilde x) (Tilde y)) (Sum (Word y (Row x)) (Neg (Scaled (Dot x y) (Id)))))
(rewrite (Dot x y) (Dot y x))
(rewrite (Word (Row x) y) (Scaled (Dot x y) (Id)) :when ((vector x) (vector y)))
(rewrite (Word (Tilde x) y) (Neg (Word (Tilde y) x)) :when ((vector x) (vector y)))
(rewrite (Word (Row x) (Tilde y)) (Neg (Word (Row y) (Tilde x))))
"""
EGGLOG_NAMES = {"+": "Sum", "*": "Word", "neg": "Neg", "t": "Tilde", "T": "Row", "s": "Scaled"}


class Egglog(Solver):
    """Laws and rules in both directions, as many rounds as the family needs, then extraction."""

    name = "egglog"

    def prepare(self, job: Job) -> Any:
        lines = [EGGLOG, EGGLOG_OPENS if job.opens else ""]
        lines += [f'(vector (Name "{v}"))' for v in job.names("vector")]
        graph = e_graph()
        graph.run_program(*graph.parse_program("\n".join([*lines, "(push)"])))
        work = f"(let $t {self.text(job.words)})(run {job.rounds})(extract $t)"
        return graph, graph.parse_program(work)

    def text(self, data: Data) -> str:
        def node(op: str, args: list[str]) -> str:
            if op in "+*s":  # two operands each
                whole = args[-1]
                for a in reversed(args[:-1]):
                    whole = f"({EGGLOG_NAMES[op]} {a} {whole})"
                return whole
            return f"({EGGLOG_NAMES[op]} {' '.join(args)})"

        return mapped(data, lambda s: f'(Name "{s}")', node)

    def fresh(self, ready: Any) -> Any:
        graph = ready[0]
        graph.run_program(*graph.parse_program("(pop) (push)"))
        return ready

    def run(self, ready: Any) -> Any:
        graph, work = ready
        return graph.run_program(*work)[-1]

    def read(self, found: Any) -> Data:
        names = {new: old for old, new in EGGLOG_NAMES.items()}
        dag = found.termdag

        def data(t: Any) -> Data:
            if t.name == "Name":
                return dag.get(t.args[0]).value.value
            op = names.get(t.name, t.name.lower())
            args = [data(dag.get(a)) for a in t.args]
            if op == "s" and isinstance(args[1], tuple) and args[1][0] == "s":
                args[1:] = args[1][1:]
            if op in ("+", "*"):
                args = [b for a in args for b in (a[1:] if a[0] == op else (a,))]
            if op == "+":
                args = [a for a in args if a != "zero"] or ["zero"]
            return args[0] if op == "+" and len(args) == 1 else (op, *args) if args else op

        return data(dag.get(found.term))


# sympy's matrix expressions ----------------------------------------------------------------------


class Sympy(Solver):
    """Tildes as letters; `expand` distributes, `doit` collects; Rᵀ of a rotation as an inverse."""

    name = "sympy"

    def prepare(self, job: Job) -> Any:
        def leaf(name: str) -> Any:
            if job.kinds[name] == "scalar":
                return sympy.Symbol(name)
            return sympy.MatrixSymbol(name, 3, 1 if job.kinds[name] == "vector" else 3)

        def tilde(data: Data) -> Any:
            if isinstance(data, str):
                return sympy.MatrixSymbol(f"{data}~", 3, 3)
            assert data[0] == "+"
            return sympy.MatAdd(*map(tilde, data[1:]))

        def made(data: Data) -> Any:
            if isinstance(data, str):
                return leaf(data)
            if data[0] == "t":
                return tilde(data[1])
            args = [made(a) for a in data[1:]]
            if data[0] == "neg":
                return sympy.MatMul(-1, args[0])
            if data[0] == "T":
                return sympy.Inverse(args[0])
            return {"+": sympy.MatAdd, "*": sympy.MatMul, "s": sympy.MatMul}[data[0]](*args)

        sympy.core.cache.clear_cache()
        return made(job.words)

    def fresh(self, ready: Any) -> Any:
        sympy.core.cache.clear_cache()
        return ready

    def run(self, ready: Any) -> Any:
        return ready.expand().doit()

    def read(self, found: Any) -> Data:
        if isinstance(found, sympy.ZeroMatrix):
            return "zero"
        if isinstance(found, sympy.Identity):
            return "id"
        if isinstance(found, sympy.MatAdd):
            return ("+", *map(self.read, found.args))
        if isinstance(found, sympy.MatMul):
            c, letters = found.as_coeff_matrices()
            parts = [self.read(x) for x in letters]
            flat = [y for x in parts for y in (x[1:] if x[0] == "*" else (x,))]
            word = ("*", *flat) if len(flat) > 1 else flat[0]
            if c.is_negative:
                word, c = ("neg", word), -c
            return ("+", *[word] * int(c)) if c != 1 else word
        if isinstance(found, sympy.MatPow):
            base, e = self.read(found.base), int(found.exp)
            letters = [base] * e if e > 0 else [("T", base)] * -e
            return ("*", *letters) if len(letters) > 1 else letters[0]
        return ("t", found.name[:-1]) if found.name.endswith("~") else found.name


# Components --------------------------------------------------------------------------------------


class Symengine(Solver):
    """The components (one, three or nine) as polynomials, by symengine's expand."""

    name = "symengine"

    def prepare(self, job: Job) -> Any:
        entries: dict[str, list[list[Any]]] = {}
        for name, kind in job.kinds.items():
            rows, columns = {"scalar": (1, 1), "vector": (3, 1)}.get(kind, (3, 3))
            entries[name] = [
                [symengine.Symbol(f"{name}_{i}{j}") for j in range(columns)] for i in range(rows)
            ]
        whole = mapped(job.words, entries.__getitem__, _components)
        return [x for row in whole for x in row]

    def run(self, ready: Any) -> Any:
        return [symengine.expand(x) for x in ready]

    def answer(self, found: Any, job: Job) -> Answer:
        values = []
        for point in job.points:
            at = {}
            for s, value in point.items():
                rows = value if isinstance(value, tuple) else (value,)
                for i, row in enumerate(rows):
                    for j, x in enumerate(row if isinstance(row, tuple) else (row,)):
                        at[f"{s.name}_{i}{j}"] = x
            own = [_component(x, at) % PRIME.p for x in found]
            values.append(tuple(own) if len(own) > 1 else own[0])
        size = 1 + sum(map(_nodes, found)) if len(found) > 1 else _nodes(found[0])
        return Answer(values, size, _operations(found))


def _components(op: str, args: list[Any]) -> Any:
    if op == "+":
        return _chain(args, _add)
    if op == "*":
        whole = args[-1]  # from the right: vectors stay vectors
        for a in reversed(args[:-1]):
            whole = _matmul(a, whole)
        return whole
    if op == "s":
        factor = _chain([a[0][0] for a in args[:-1]], lambda p, q: p * q)
        return [[factor * x for x in row] for row in args[-1]]
    a = args[0]
    if op == "neg":
        return [[-x for x in row] for row in a]
    if op == "T":
        return [list(column) for column in zip(*a, strict=True)]
    x, y, z = (row[0] for row in a)
    zero = symengine.Integer(0)
    return [[zero, -z, y], [z, zero, -x], [-y, x, zero]]


def _add(a: Any, b: Any) -> Any:
    return [[x + y for x, y in zip(p, q, strict=True)] for p, q in zip(a, b, strict=True)]


def _matmul(a: Any, b: Any) -> Any:
    columns = list(zip(*b, strict=True))
    return [
        [_chain([x * y for x, y in zip(row, c, strict=True)], lambda p, q: p + q) for c in columns]
        for row in a
    ]


def _component(x: Any, at: dict[str, int]) -> int:
    if x.is_Symbol:
        return at[x.name]
    if x.is_Number:
        return int(x)
    args = [_component(a, at) for a in x.args]
    if x.is_Pow:
        return pow(args[0], args[1], PRIME.p)
    return (sum(args) if x.is_Add else _chain(args, lambda p, q: p * q % PRIME.p)) % PRIME.p


def _nodes(x: Any) -> int:
    return 1 + sum(map(_nodes, x.args))


def _operations(roots: list[Any]) -> int:
    """Scalar operations, with every distinct part once and signs free."""
    done: set[Any] = set()
    total, stack = 0, list(roots)
    while stack:
        x = stack.pop()
        if x in done or not x.args:
            continue
        done.add(x)
        stack += x.args
        if x.is_Pow:
            total += int(x.args[1]) - 1
        else:
            total += len(x.args) - 1 - (x.is_Mul and x.args[0] == -1)
    return total
