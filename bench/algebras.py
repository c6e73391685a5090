"""Algebra systems that run a tape in one process with us: sympy and symengine.

Each is used in the ways that suit it best; which of these is faster depends on the identity, so all
are measured. Symbols and relations are made outside the clock.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import flint
import symengine
import sympy
from sympy.core.cache import clear_cache

from .tape import Tape


class Algebra(ABC):
    """Runs a tape: sums and products of normal forms, brought to normal form again."""

    name = ""

    @abstractmethod
    def start(self, tape: Tape) -> None:
        """Make the symbols and the relations."""

    def fresh(self, tape: Tape) -> Tape:
        """Prepare a run outside the clock; sympy's caches are cleared."""
        clear_cache()
        self.start(tape)
        return tape

    def decide(self, tape: Tape) -> bool:
        values: list[Any] = []
        wanted = set(tape.differences)
        for place, (op, a, b) in enumerate(tape.steps):
            if op in ("symbol", "number"):
                values.append(getattr(self, op)(a))
            elif op == "*":
                values.append(self.product(values[a], values[b]))
            else:
                values.append(self.sum(values[a], values[b], op == "-"))
            if place in wanted and not self.is_zero(values[place]):
                return False
        return True

    @abstractmethod
    def symbol(self, name: str) -> Any: ...

    @abstractmethod
    def number(self, value: int) -> Any: ...

    def sum(self, x: Any, y: Any, minus: bool) -> Any:
        return x - y if minus else x + y

    @abstractmethod
    def product(self, x: Any, y: Any) -> Any: ...

    def is_zero(self, x: Any) -> bool:
        return bool(x == 0)


def _names(tape: Tape) -> list[str]:
    return [a for op, a, _ in tape.steps if op == "symbol"]


class SympyRing(Algebra):
    """sympy's sparse polynomials (`sympy.polys.rings`)."""

    name = "sympy ring"

    def start(self, tape: Tape) -> None:
        self.ring, *gens = sympy.ring(_names(tape), sympy.ZZ)
        self.gens = dict(zip(_names(tape), gens, strict=True))
        self.relations = []
        for sphere in tape.spheres:
            unit = [self.gens[tape.steps[p][1]] for p in sphere]
            self.relations.append((unit[0], sum(g**2 for g in unit) - 1))

    def symbol(self, name: str) -> Any:
        return self.gens[name]

    def number(self, value: int) -> Any:
        return self.ring(value)

    def product(self, x: Any, y: Any) -> Any:
        found = x * y
        for generator, relation in self.relations:
            if found.degree(generator) > 1:
                found = found.rem(relation)
        return found


class Flint(Algebra):
    """python-flint alone: `fmpq_mpoly`, with the components and all operations given."""

    name = "python-flint"

    def start(self, tape: Tape) -> None:
        self.context = flint.fmpq_mpoly_ctx.get(_names(tape), flint.Ordering.lex)
        self.gens = dict(zip(_names(tape), self.context.gens(), strict=True))
        self.relations = []
        for sphere in tape.spheres:
            unit = [self.gens[tape.steps[p][1]] for p in sphere]
            place = _names(tape).index(tape.steps[sphere[0]][1])
            self.relations.append((place, sum(g**2 for g in unit) - 1))

    def symbol(self, name: str) -> Any:
        return self.gens[name]

    def number(self, value: int) -> Any:
        return self.context.constant(value)

    def product(self, x: Any, y: Any) -> Any:
        found = x * y
        for place, relation in self.relations:
            if found.degrees()[place] > 1:
                found = found % relation
        return found


class Expressions(Algebra):
    """Expressions expanded after every product, or at the end; powers of w in terms of x, y, z."""

    make_symbol: Any = None
    make_number: Any = None
    powers = 8
    """The largest power of w that occurs."""

    def __init__(self, at_end: bool = False) -> None:
        self.at_end = at_end
        self.name += " (at the end)" if at_end else " (each step)"

    def start(self, tape: Tape) -> None:
        make = type(self).make_symbol
        self.given: dict[Any, Any] = {}
        for sphere in tape.spheres:
            w, *others = [make(tape.steps[p][1]) for p in sphere]
            square = 1 - sum(x**2 for x in others)
            for k in range(2, self.powers + 1):
                self.given[w**k] = (square ** (k // 2) * w ** (k % 2)).expand()

    def symbol(self, name: str) -> Any:
        return type(self).make_symbol(name)

    def number(self, value: int) -> Any:
        return type(self).make_number(value)

    def product(self, x: Any, y: Any) -> Any:
        return x * y if self.at_end else self.reduced(self.multiplied(x, y))

    def is_zero(self, x: Any) -> bool:
        return bool((self.reduced(x.expand()) if self.at_end else x) == 0)

    def multiplied(self, x: Any, y: Any) -> Any:
        return (x * y).expand()

    def reduced(self, x: Any) -> Any:
        return self.replaced(x).expand() if self.given else x

    @abstractmethod
    def replaced(self, x: Any) -> Any: ...


class Sympy(Expressions):
    name = "sympy expand"
    make_symbol, make_number = sympy.Symbol, sympy.Integer
    needless = dict.fromkeys(("deep", "power_base", "power_exp", "log", "basic"), False)
    """Operands that are already expanded are not searched, which is more than twice as fast."""

    def multiplied(self, x: Any, y: Any) -> Any:
        return (x * y).expand(**self.needless)

    def replaced(self, x: Any) -> Any:
        return x.xreplace(self.given)


class Symengine(Expressions):
    name = "symengine expand"
    make_symbol, make_number = symengine.Symbol, symengine.Integer

    def sum(self, x: Any, y: Any, minus: bool) -> Any:
        return (x - y).expand() if minus and not self.at_end else super().sum(x, y, minus)

    def replaced(self, x: Any) -> Any:
        return x.subs(self.given)
