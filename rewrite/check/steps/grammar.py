"""A grammar of well-sorted terms: symbols of every kind, and the operators that make each kind.

The record of an operator says which kinds of operands it takes, as `samples`. Terms are made by
`Operator.build`, so they include nodes that Python's operators never make, such as a sum whose
first operand is a sum. The caller decides how choices are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ...core.declare import (
    identity,
    matrices,
    one,
    quaternions,
    rotation,
    scalars,
    symbol,
    vector,
    vectors,
    zero,
)
from ...core.operators import Operator, number, standard_operators
from ...core.sorts import Linear, Matrix, Quaternion, Scalar, Vector
from ...core.terms import Term
from ...errors import RewriteError
from ...theory.scalars import pi

Op = Operator[..., Any]
Shape = tuple[int, int]
Kind = Any
"""Scalar, Vector, Quaternion, another sort, or the shape of a matrix."""
Production = tuple[Any, tuple[Kind, ...]]
S, V, Q = Scalar, Vector, Quaternion
SHAPES: list[Shape] = [(3, 3), (2, 2), (2, 3), (3, 2), (1, 3), (2, 1), (1, 2)]
KINDS: list[Kind] = [S, V, Q, *SHAPES]

SYMBOLS: dict[Kind, tuple[Term, ...]] = {
    S: (*scalars("x y m"), symbol("t", Scalar, None, time=True)),
    V: (*vectors("a b c"), vector("u", unit=True)),
    Q: (*quaternions("p q"),),
    (3, 3): (*matrices("A B"), rotation("R"), matrices("J", symmetric=True)[0]),
}
"""Symbols of every kind, some with facts; no two share a name."""
SYMBOLS |= {s: matrices(f"M{s[0]}{s[1]} N{s[0]}{s[1]}", *s) for s in SHAPES if s not in SYMBOLS}

GROW, MAY_STOP = (True,), (False, *(True,) * 9)
"""Choices for whether a term keeps growing: always, or nearly always; stopping is the first
choice."""
EXPONENTS = (-2, -1, 0, 1, 2, 3)
NUMBERS = (*range(-3, 13), Fraction(1, 2), Fraction(-2, 3), Fraction(7, 5))


def productions(kind: Kind) -> list[Production]:
    """Operators of the theory that give this kind, each with the kinds of its operands."""
    return _productions(kind, len(standard_operators()))


@lru_cache(maxsize=200)
def _productions(kind: Kind, count: int) -> list[Production]:
    """The productions of a kind, cached until the number of standard operators changes."""
    return [(op, kinds) for op in standard_operators() for kinds in ways(op, kind)]


def ways(op: Op, kind: Kind) -> list[tuple[Kind, ...]]:
    """The kinds of operands with which an operator gives a kind, according to its record."""
    if callable(op.samples):
        return list(op.samples(kind))
    return [kinds for kinds in _listed(op) if _result(op, kinds) == kind]


def _listed(op: Op) -> Sequence[tuple[Kind, ...]]:
    """The kinds of operands in a record, or else the kinds of the parameters if all are known."""
    if op.samples is not None and not callable(op.samples):
        return op.samples
    return [] if None in op.params else [tuple(_kind_of(*p) for p in op.params if p is not None)]


def _kind_of(sort: type[Term], shape: tuple[int, ...]) -> Kind:
    return tuple(shape) if sort is Matrix else sort


def _result(op: Op, kinds: tuple[Kind, ...]) -> Kind:
    """The kind that an operator makes of others."""
    t = op.build(tuple(_some(kind) for kind in kinds))
    return _kind_of(t.sort, t.shape)


def _some(kind: Kind) -> Term:
    """Any term of a kind."""
    if kind in ("exponent", "root"):
        return number(1)  # type: ignore[no-any-return]
    linear = isinstance(kind, tuple) or issubclass(kind, Linear)
    return zero(kind) if linear else symbol("some", kind)  # type: ignore[no-any-return]


class Grammar:
    """Symbols of every kind and productions for random terms; those given come first."""

    def __init__(
        self,
        operators: Iterable[Op] = (),
        symbols: Mapping[Kind, Sequence[Term]] | None = None,
        only: bool = False,
    ) -> None:
        self.only = only
        self.symbols: dict[Kind, Sequence[Term]] = {**SYMBOLS, **(symbols or {})}
        self.own: dict[Kind, list[Production]] = {}
        for op in operators:
            made = self._made(op)
            if not made:
                raise RewriteError(
                    f"operator {op.name!r} takes operands of any shape, so no random terms can "
                    "be made of it: declare the kinds of its operands with samples="
                )
            for kind, kinds in made:
                self.own.setdefault(kind, []).append((op, kinds))

    @staticmethod
    def _made(op: Op) -> list[tuple[Kind, tuple[Kind, ...]]]:
        """The productions of an operator: the kind of the result, and the kinds of the operands."""
        if callable(op.samples):
            return [(kind, kinds) for kind in KINDS for kinds in op.samples(kind)]
        return [(_result(op, kinds), kinds) for kinds in _listed(op)]

    def symbols_of(self, kind: Kind) -> Sequence[Term]:
        """The symbols of a kind; new ones are made for a new kind."""
        if kind not in self.symbols:
            if isinstance(kind, tuple) and len(kind) == 2:
                self.symbols[kind] = matrices(f"M{kind[0]}_{kind[1]} N{kind[0]}_{kind[1]}", *kind)
            elif isinstance(kind, type) and issubclass(kind, Term):
                self.symbols[kind] = [symbol(f"{kind.__name__.lower()}_{c}", kind) for c in "xyz"]
            else:
                raise RewriteError(f"{kind!r} is neither a sort nor the shape of a matrix")
        return self.symbols[kind]

    def productions(self, kind: Kind) -> list[Production]:
        own = self.own.get(kind, [])
        return own if self.only else [*own, *productions(kind)]

    def constants(self, kind: Kind) -> list[Term]:
        """Numbers, or the zero and one of a sort."""
        if kind is S:
            return [pi, *(number(n) for n in NUMBERS)]
        if isinstance(kind, type) and not issubclass(kind, Linear):
            return []
        found: list[Term] = [zero(kind)]
        if kind is Q:
            found.append(one(Q))
        elif isinstance(kind, tuple) and kind[0] == kind[1]:
            found.append(identity(kind[0]))
        return found

    def leaves(self, kind: Kind) -> list[Term]:
        """The choices for a leaf: symbols first; about one in three is a constant."""
        symbols, constants = self.symbols_of(kind), self.constants(kind)
        more = 2 * len(constants) // len(symbols) or 1
        again = len(symbols) // (2 * len(constants) or 1) or 1
        return [*symbols] * more + constants * again

    def term(
        self, choose: Callable[[Sequence[Any]], Any], kind: Kind, leaves: int, grow: Any = GROW
    ) -> Any:
        """A term of about `leaves` leaves; `choose` picks from a sequence.

        `grow` is the sequence to pick from whether to go on. A tester that shrinks choices to the
        first can then turn any sub-term into a leaf.
        """
        if kind == "exponent":
            return number(choose(EXPONENTS))
        if kind == "root":
            return number(choose(NUMBERS))
        ways = self.productions(kind) if leaves > 1 and (grow == GROW or choose(grow)) else []
        if not ways:
            return choose(self.leaves(kind))
        op, kinds = choose(ways)
        share = max((leaves - 1) // len(kinds), 1)
        return op.build(tuple(self.term(choose, k, share, grow) for k in kinds))
