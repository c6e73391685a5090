"""The meaning of an algebra without `evaluate=`: its finite models.

A model fills in with tables everything that the laws leave open (see `finite_models`). A rule that
fails in one model of the laws does not follow from them: either it is wrong, or it is an axiom of
the algebra, and its author should declare it as one. Models satisfy the axioms as well as the laws.

A rule that holds in every model that was tried is not thereby a theorem, only probable.

>>> from rewrite import Associative, Term, operator, rule
>>> class Thing(Term):
...     "Some thing."
>>> f = operator("f", Thing, Thing, result=Thing, laws=[Associative()])
>>> @rule
... def swap(x: Thing, y: Thing):
...     "f(x, y) = f(y, x)"
...     return f(x, f(x, y)) >> f(y, f(x, x))
>>> found = Algebra.of([swap]).refutation(swap.written.left, swap.written.right)
>>> print(*found[-2:], sep=chr(10))
left side: 1
right side: 0
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import count, islice, product
from typing import Any, Generic, TypeVar

from ...core.facts import Fact
from ...core.laws import Equation, Op, Pattern, result_of
from ...core.linear import div, power
from ...core.operators import VARIABLE
from ...core.sorts import Linear
from ...core.terms import Term, postorder, size
from ...errors import RewriteError, UndefinedError
from ...rewriting.rule import Rule
from .finite_models import Model, Search, find_models
from .finite_tables import GIVEN

T = TypeVar("T")
SIZES = {2: 12, 3: 12, 4: 6, 6: 2}
"""Numbers of elements for a sort without sums, and how many models of each are examined. Six
elements allow groups that do not commute. A linear sort always has three elements."""
LARGEST = 10_000
"""The most nodes of an axiom, written out."""
DEEPEST = 100
"""How deeply the operators of an axiom may be nested; beyond that, no models are searched for."""
STEPS, POINTS = 4_000, 3_000
"""The largest number of choices in a search for models, and of points of a model at which two sides
are compared."""


def foreign(terms: Iterable[Term]) -> tuple[Op, ...]:
    """The operators in some terms that have neither an evaluation nor a definition, by name."""
    ops = {s.op for t in terms for s in postorder(t) if s.args and s.op not in GIVEN}
    meant = {op for op in ops if op.evaluate is not None or op.definition is not None}
    bare = [op for op in ops - meant if op.module and op.origin is None]
    return tuple(sorted(bare, key=lambda op: op.name))


class Lazy(Generic[T]):
    """A list filled from an iterator on demand."""

    def __init__(self, source: Iterator[T]) -> None:
        self._source, self._known = source, list[T]()

    def __iter__(self) -> Iterator[T]:
        for i in count():
            if i == len(self._known):
                more = list(islice(self._source, 1))
                if not more:
                    return
                self._known += more
            yield self._known[i]

    def __bool__(self) -> bool:
        return any(True for _ in self)


@dataclass(frozen=True)
class Algebra:
    """Operators without an evaluation, and the axioms that hold besides their laws."""

    operators: tuple[Op, ...]
    axioms: tuple[Rule, ...] = ()

    @staticmethod
    def of(rules: Iterable[Rule], axioms: Iterable[Rule] = ()) -> Algebra:
        axioms = tuple(axioms)
        sides = [t for r in (*rules, *axioms) for t in (r.written.left, r.written.right)]
        return Algebra(foreign(sides), axioms)

    @cached_property
    def known(self) -> dict[tuple[Op, ...], Algebra]:
        """The parts of the algebra made by `about` so far."""
        return {}

    def about(self, left: Term, right: Term) -> Algebra:
        """The part of the algebra with the operators of two sides, and the axioms related to them.

        Other operators may be trivial in a model.
        """
        asked = foreign((left, right))
        if asked not in self.known:
            near, axioms = set(asked), list[Rule]()
            while more := [r for r in self.axioms if r not in axioms and near & _operators(r)]:
                axioms += more
                near.update(*map(_operators, more))
            self.known[asked] = Algebra(asked, tuple(r for r in self.axioms if r in axioms))
        return self.known[asked]

    @cached_property
    def models(self) -> Lazy[Model]:
        """Models of several sizes, some of them random; each is found only when it is needed."""
        return Lazy(self._models())

    def _models(self) -> Iterator[Model]:
        with suppress(RewriteError):  # an operator for operands of any shape has no table
            for n, limit in SIZES.items():
                for seed in (None, 1):
                    yield from self.found(n, limit, seed)

    def found(self, size: int, limit: int, seed: int | None, trivial: bool = False) -> Search:
        """Models in which each sort has `size` elements; a linear sort always has three."""
        equations = [equation(r) for r in self.axioms if not _conditional(r)]
        ops = {*self.operators, *(op for r in self.axioms for op in _operators(r))}
        kinds = {k[0] for op in ops for k in (*op.params, result_of(op)) if k is not None}
        sizes = {s: 3 if issubclass(s, Linear) else size for s in kinds}
        return find_models(
            self.operators, sizes, limit=limit, steps=STEPS, seed=seed, trivial=trivial,
            equations=equations,
        )  # fmt: skip

    def refutation(self, left: Term, right: Term) -> tuple[str, ...] | None:
        """A model, and elements of it, for which the left side is defined and the right side
        differs."""
        for model in self.models:
            for point in islice(_points(model, (left, right)), POINTS):
                try:
                    x, y = model.evaluate(left, point), model.evaluate(right, point)
                except (UndefinedError, KeyError):
                    break  # a number has no value in the model, or an operator no table
                if x is not None and x != y:
                    return (*_shown(model, self.operators, point), *_sides(x, y))
        return None

    def usable(self, left: Term, right: Term) -> int:
        """In how many models both sides have values somewhere."""
        return sum(_has_values(model, left, right) for model in self.models)


def _has_values(model: Model, left: Term, right: Term) -> bool:
    for point in islice(_points(model, (left, right)), POINTS):
        try:
            if None not in (model.evaluate(left, point), model.evaluate(right, point)):
                return True
        except (UndefinedError, KeyError):
            return False
    return False


def _conditional(r: Rule) -> bool:
    return any(isinstance(c, Fact) for c in r.conditions)


def _operators(r: Rule) -> set[Op]:
    return set(foreign((r.written.left, r.written.right)))


def _points(model: Model, terms: Sequence[Term]) -> Iterator[dict[Term, int]]:
    """Elements for the variables of terms, and for constants that the model does not name."""
    leaves = {s for t in terms for s in postorder(t) if not s.args}
    free = [s for s in leaves if s.op is VARIABLE or _open(model, s)]
    free.sort(key=str)
    ranges = [model.carriers.ranges.get((s.sort, s.shape), range(0)) for s in free]
    for elements in product(*ranges):
        yield dict(zip(free, elements, strict=True))


def _open(model: Model, s: Term) -> bool:
    return model.carriers.constant(s) is None and (s,) not in model.values


def _sides(x: int | None, y: int | None) -> tuple[str, str]:
    return f"left side: {x}", f"right side: {'undefined' if y is None else y}"


def _shown(model: Model, ops: Sequence[Op], point: Mapping[Term, int]) -> tuple[str, ...]:
    """The tables of a model and a point in it, as lines of text."""
    lines = []
    for op in ops:
        cells = [f"{op}({', '.join(map(str, args))}) = {x}" for args, x in model.table(op).items()]
        lines.append("; ".join(cells[:16]) + ("; …" if len(cells) > 16 else ""))
    constants = [f"{cell[0]} = {x}" for cell, x in model.values.items() if len(cell) == 1]
    at = [f"{v} = {x}" for v, x in point.items()]
    return (*lines, f"at {', '.join([*constants, *at])}")


def depth(t: Term) -> int:
    """How deeply the operators of a term are nested."""
    found: dict[Term, int] = {}
    for s in postorder(t):
        found[s] = 1 + max((found[a] for a in s.args), default=0)
    return found[t]


# -- rules as equations ---------------------------------------------------------------------------


def equation(r: Rule) -> Equation:
    """A rule as an equation between patterns, in the form that laws use."""
    return pattern(r.written.left), pattern(r.written.right)


def pattern(t: Term) -> Pattern:
    """A term as a pattern: names for variables, tuples for applications, two operands at a time."""
    found: dict[Term, Pattern] = {}
    if depth(t) > DEEPEST:
        raise RewriteError(f"an axiom with more than {DEEPEST} nested operators")
    if size(t) > LARGEST:
        raise RewriteError(f"an axiom of more than {LARGEST} operators and symbols")
    for s in postorder(t):
        args = [found[a] for a in s.args]
        if s.op is VARIABLE:
            found[s] = s.value.name
        elif not args:
            found[s] = s
        elif s.op is div:
            raise RewriteError(f"{s}: an axiom with a division has no finite models")
        else:
            found[s] = _repeated(s, args) if s.op is power else _nested(s.op, args)
    return found[t]


def _repeated(t: Term, args: Sequence[Pattern]) -> Pattern:
    n: Any = t.args[1].value
    op = t.sort.product
    if type(n) is not int or not 1 <= n <= DEEPEST or op is None:
        raise RewriteError(f"{t}: an axiom with such a power has no finite models")
    return _nested(op, [args[0]] * n)


def _nested(op: Op, args: Sequence[Pattern]) -> Pattern:
    if len(args) <= len(op.params):
        return args[0] if len(args) == 1 and len(op.params) > 1 else (op, *args)
    total = args[0]
    for x in args[1:]:
        total = (op, total, x)
    return total
