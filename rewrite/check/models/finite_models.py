"""Finite models: tables on a few elements in which the laws of some operators hold.

An algebra without `evaluate=` still has a meaning: whatever its laws allow.
A model is one such meaning, small enough to look at. Laws that have a model do not contradict each
other, and a rewriting step that changes the value of a term in a model is wrong.

Constants that laws name are different elements. The `h` of an Inverse that is not total may be
undefined somewhere. Laws that depend on facts are ignored in models.

A model is trivial if a requested operator is constant (also on three operands, if it is
associative), or returns one of its operands, or has an Inverse whose `h` exists for `e` alone. So
laws that make every product of three vanish, or that make an operator the identity, are refused
just like laws that leave a single element.

>>> from rewrite import Idempotent, Inverse, Neutral, Term, operator, symbol
>>> class Thing(Term):
...     "Some thing."
>>> e, x, y = symbol("e", Thing), symbol("x", Thing), symbol("y", Thing)
>>> h = operator("h", Thing, result=Thing)
>>> f = operator("f", Thing, Thing, result=Thing,
...              laws=[Neutral(e), Idempotent(), Inverse(h, e, total=True)])
>>> model = next(iter(find_models(f, 3)))
>>> for row in range(3):
...     print([model.table(f)[row, column] for column in range(3)])
[0, 1, 2]
[1, 1, 0]
[2, 0, 2]
>>> model.evaluate(f(x, f(h(x), y)), {x: 1, y: 2})
0
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from ...core.laws import (
    Associative,
    Equation,
    Inverse,
    Law,
    Op,
    Pattern,
    Powers,
    element_of,
    result_of,
)
from ...core.operators import Operator, Typed
from ...core.sorts import Linear
from ...errors import RewriteError
from .finite_tables import Carriers, Cell, Model, Sizes, Values, heads, instances, places
from .table_filling import Filling, Tables

__all__ = ["Model", "Search", "find_models", "is_trivial"]

FEW, FREE = 8, 20
"""Tables without equations are filled in order if they have at most `FEW` cells; otherwise at
random, with at most `FREE` attempts for each model."""


def find_models(
    ops: Op | Sequence[Op],
    size: Sizes,
    *,
    limit: int | None = None,
    steps: int = 100_000,
    seed: int | None = None,
    trivial: bool = False,
    equations: Sequence[Equation] = (),
) -> Search:
    """The models of some operators, and of those that their laws mention, on `size` elements.

    `equations` are what the algebra requires besides its laws. Unless `trivial`, no model is
    trivial for any of the operators in `ops`.

    Models are found one after another, at most `limit` of them in at most `steps` choices, and
    always in the same order. `seed` shuffles that order: without it the first models are more
    alike. Models that differ only by a renaming of elements are mostly found once.
    """
    asked = (ops,) if isinstance(ops, Operator) else tuple(ops)
    return Search(asked, size, limit, steps, seed, trivial, equations)


def is_trivial(model: Model, op: Op, laws: Sequence[Law] | None = None) -> bool:
    """Whether a model is trivial for an operator, with its own laws or others; see above."""
    table = model.table(op)
    if len(set(table.values())) == 1 or any(
        all(args[i] == x for args, x in table.items()) for i in range(len(op.params))
    ):
        return True
    laws = op.laws if laws is None else laws
    if any(isinstance(law, Associative) for law in laws):
        triples = {model.values[op, xy, z] for xy in table.values() for _, z in table}
        if len(triples) == 1:
            return True
    return any(_vain(op, law, model.values, model.carriers) for law in laws)


def _vain(op: Op, law: Law, values: Values, carriers: Carriers) -> bool:
    """Whether a law is an Inverse whose `h` is known to exist for `e` alone."""
    if not isinstance(law, Inverse) or law.fact is not None:
        return False
    name = element_of(law.e, *_result(op))
    e = values.get((name,), carriers.constant(name))
    cells = [((law.h, *args), args) for args in places(law.h, carriers)]
    return all(cell in values and (values[cell] is None or args == (e,)) for cell, args in cells)


class Search:
    """Models in the order found; `stopped` says why the search ended early, if it did."""

    def __init__(
        self,
        asked: tuple[Op, ...],
        size: Sizes,
        limit: int | None,
        steps: int,
        seed: int | None,
        trivial: bool,
        equations: Sequence[Equation] = (),
    ) -> None:
        self.asked, self.limit, self.steps, self.trivial = asked, limit, steps, trivial
        self.seed = seed
        self.random: Random | None = None
        self.stopped: str | None = None
        inside = (op for equation in equations for side in equation for op in heads(side))
        self.operators = _involved((*asked, *inside))
        self.inverses = [(op, x) for op in asked for x in op.laws if isinstance(x, Inverse)]
        results = {op: _result(op) for op in self.operators}
        kinds = [k for op in self.operators for k in (*op.params, results[op]) if k is not None]
        self.carriers = Carriers.of(kinds, size)
        known = (*_equations(self.operators, _powers(self.operators)), *equations)
        self.instances = [pair for eq in known for pair in instances(eq, self.carriers)]
        self.domains = self._domains(results)

    def _domains(self, results: dict[Op, Typed]) -> dict[Cell, tuple[int | None, ...]]:
        """The values that each cell may hold, in the order in which cells are filled."""
        domains: dict[Cell, tuple[int | None, ...]] = {}
        named = {cell for pair in self.instances for side in pair for cell in _constants(side)}
        for cell in sorted(named, key=str):
            own = self.carriers.ranges[cell[0].sort, cell[0].shape]
            domains[cell] = tuple(own[1:] if issubclass(cell[0].sort, Linear) else own)
        partial = _partial(self.operators)
        cells: list[Cell] = [
            (op, *args) for op in self.operators for args in places(op, self.carriers)
        ]
        for cell in sorted(cells, key=lambda cell: (len(cell), max(cell[1:]))):
            own = self.carriers.ranges[results[cell[0]]]
            domains[cell] = (*own, None) if cell[0] in partial else tuple(own)
        return domains

    def __iter__(self) -> Iterator[Model]:
        self.stopped, found = None, 0
        if not self.instances and len(self.domains) > FEW:
            yield from self.free()
            return
        self.random = None if self.seed is None else Random(self.seed)
        tables = Tables(self.domains, self.instances, self.carriers.arithmetic())
        if not tables.start():
            return
        known = {x for cell in tables.values if cell[0] == "-" for x in cell[1:]}  # named
        for model in Filling(self, tables).models(frozenset(known)):
            if self.trivial or not any(is_trivial(model, op) for op in self.asked):
                if found == self.limit:
                    self.stopped = f"found {found} models"
                    return
                found += 1
                yield model

    def free(self) -> Iterator[Model]:
        """Tables filled at random: without equations, every table is a model.

        Filled in order, most of them would be constant in their first cells.
        """
        random, found, limit = Random(self.seed or 0), 0, self.limit or FREE
        arithmetic = self.carriers.arithmetic()
        for _ in range(FREE * limit):
            values = {cell: random.choice(own) for cell, own in self.domains.items()}
            model = Model(self.operators, self.carriers, {**arithmetic, **values})
            if self.trivial or not any(is_trivial(model, op) for op in self.asked):
                found += 1
                yield model
            if found == limit:
                break
        self.stopped = f"found {found} models"

    def is_vain(self, values: Values) -> bool:
        """Whether the filled cells already make a model trivial, and trivial models are not
        wanted."""
        return not self.trivial and any(
            _vain(op, law, values, self.carriers) for op, law in self.inverses
        )

    def candidates(self, cell: Cell, mentioned: frozenset[int | None]) -> list[int | None]:
        """Values to try: all elements used so far, and one of the others, which are
        interchangeable."""
        domain = self.domains[cell]
        unseen = [x for x in domain if x is not None and x not in mentioned]
        found = [x for x in domain if x is None or x in mentioned] + unseen[:1]
        if self.random is not None:
            self.random.shuffle(found)
        return found


def _constants(p: Pattern) -> Iterator[Cell]:
    if isinstance(p, tuple):
        if len(p) == 1:
            yield p
        for q in p[1:]:
            yield from _constants(q)


def _involved(asked: Sequence[Op]) -> tuple[Op, ...]:
    """The requested operators, those that their laws mention, and so on, except powers."""
    found = list(dict.fromkeys(asked))
    for op in found:  # the list grows during the loop
        for side in (side for eq in _equations([op], _powers(found)) for side in eq):
            found += [g for g in dict.fromkeys(heads(side)) if g not in found]
    return tuple(found)


def _powers(ops: Iterable[Op]) -> set[Op]:
    """The operators that stand for repeated products, and so have no table of their own."""
    return {law.power for op in ops for law in op.laws if isinstance(law, Powers)}


def _equations(ops: Iterable[Op], powers: set[Op]) -> list[Equation]:
    """The equations of the laws of some operators, except those about powers."""
    found = [eq for op in ops for law in op.laws for eq in law.equations(op)]
    return [eq for eq in found if powers.isdisjoint((*heads(eq[0]), *heads(eq[1])))]


def _partial(ops: Iterable[Op]) -> set[Op]:
    laws = [law for op in ops for law in op.laws if isinstance(law, Inverse) and not law.fact]
    return {law.h for law in laws if not law.total} - {law.h for law in laws if law.total}


def _result(op: Op) -> Typed:
    result = result_of(op)
    if result is None:
        raise RewriteError(f"{op} takes operands of any sort or shape, and so has no table")
    return result
