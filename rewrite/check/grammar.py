"""A grammar of well-sorted terms: symbols of every kind, and the operators that make each kind.

Terms are made by `Operator.build`, so that nodes come up which Python's operators never make, such
as a sum whose first operand is a sum. How choices are made is up to the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..core.declare import (
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
from ..core.linear import add, div, neg, power, scale, times
from ..core.operators import Operator, number
from ..core.sorts import Linear, Quaternion, Scalar, Vector
from ..core.terms import Term
from ..errors import RewriteError
from ..theory.matrices import det, inv, matmul, trace, trans
from ..theory.quaternions import conj, qmul, quat, rotate, rotation_matrix, scalar_part, vector_part
from ..theory.scalars import cos, pi, sin, sqrt
from ..theory.vectors import cross, dot, norm, norm2, outer, rot, tilde, triple, vee

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

_OWN: dict[Kind, list[Production]] = {
    S: [
        (times, (S, S)), (times, (S, S, S)), (dot, (V, V)), (triple, (V, V, V)),
        (norm, (V,)), (norm, (Q,)), (norm2, (V,)), (norm2, (Q,)), (trace, ((3, 3),)),
        (det, ((2, 2),)), (scalar_part, (Q,)), (sin, (S,)), (cos, (S,)), (sqrt, (S,)),
        (inv, (S,)), (power, (S, "exponent")), (power, (S, "root")), (matmul, (S, S)),
        (matmul, (S, S, S)),
    ],
    V: [(cross, (V, V)), (vee, ((3, 3),)), (vector_part, (Q,)), (rotate, (Q, V))],
    Q: [
        (qmul, (Q, Q)), (qmul, (Q, Q, Q)), (conj, (Q,)), (inv, (Q,)),
        (power, (Q, "exponent")), (quat, (S, V)),
    ],
    (3, 3): [
        (tilde, (V,)), (outer, (V, V)), (rot, (V, S)), (rotation_matrix, (Q,)),
        (inv, ((3, 3),)), (power, ((3, 3), "exponent")),
    ],
    (2, 2): [(inv, ((2, 2),)), (power, ((2, 2), "exponent"))],
}  # fmt: skip
GROW, MAY_STOP = (True,), (False, *(True,) * 9)
"""Whether a term goes on growing: always, or nearly always, stopping first of all."""
EXPONENTS = (-2, -1, 0, 1, 2, 3)
NUMBERS = (*range(-3, 13), Fraction(1, 2), Fraction(-2, 3), Fraction(7, 5))


def _kind(rows: int, cols: int) -> Kind:
    return S if (rows, cols) == (1, 1) else V if (rows, cols) == (3, 1) else (rows, cols)


def productions(kind: Kind) -> list[Production]:
    """Operators of the theory that give this kind, each with the kinds of its operands."""
    linear: list[Production] = [
        (add, (kind, kind)), (add, (kind, kind, kind)), (neg, (kind,)), (div, (kind, S))
    ]  # fmt: skip
    if kind is not S:
        linear.append((scale, (S, kind)))
    if isinstance(kind, type) and kind not in (S, V, Q):
        return linear if issubclass(kind, Linear) else []
    shape: Shape = (1, 1) if kind is S else (3, 1) if kind is V else kind
    return [*linear, *_OWN.get(kind, ()), *(() if kind is Q else _products(shape))]


def _products(shape: Shape) -> list[Production]:
    """The ways to make a shape by transposing and by multiplying, with scalars in between."""
    m, n = shape
    mine, steps = _kind(m, n), range(1, 4)
    found: list[Production] = [(trans, (_kind(n, m),))]
    for k in steps:
        if _kind(m, k) in SYMBOLS and _kind(k, n) in SYMBOLS:
            pair = (_kind(m, k), _kind(k, n))
            found += [(matmul, pair), (matmul, (pair[0], S, pair[1]))]
            found += [(matmul, (pair[0], _kind(k, k), pair[1]))] if _kind(k, k) in SYMBOLS else []
    return [*found, (matmul, (S, mine)), (matmul, (mine, S)), (matmul, ((1, 3), V, mine))]


class Grammar:
    """What terms are made of: symbols of every kind, and productions; those given come first."""

    def __init__(
        self,
        operators: Iterable[Operator[..., Any]] = (),
        symbols: Mapping[Kind, Sequence[Term]] | None = None,
        only: bool = False,
    ) -> None:
        self.only = only
        self.symbols: dict[Kind, Sequence[Term]] = {**SYMBOLS, **(symbols or {})}
        self.own: dict[Kind, list[Production]] = {}
        for op in operators:
            self._declare(op)

    def _declare(self, op: Operator[..., Any]) -> None:
        kinds = tuple(self._known(p) for p in op.params)
        sample = op.build(tuple(self.symbols[k][0] for k in kinds))
        self.own.setdefault(self._known((sample.sort, sample.shape)), []).append((op, kinds))

    def _known(self, typed: Any) -> Kind:
        if typed is None:
            raise RewriteError("an operator on operands of any shape cannot be drawn by itself")
        sort, shape = typed
        kind: Kind = sort if sort in (S, V, Q) or len(shape) != 2 else tuple(shape)
        if kind not in self.symbols:
            self.symbols[kind] = [symbol(f"{sort.__name__.lower()}_{c}", *typed) for c in "xyz"]
        return kind

    def symbols_of(self, kind: Kind) -> Sequence[Term]:
        """The symbols of a kind; of one that is new here, three of its own."""
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

    def term(
        self, choose: Callable[[Sequence[Any]], Any], kind: Kind, leaves: int, grow: Any = GROW
    ) -> Any:
        """A term of about so many leaves, by a way to choose.

        `grow` is what is chosen from to go on; what shrinks choices to the first can then make a
        leaf of every sub-term by itself.
        """
        if kind == "exponent":
            return number(choose(EXPONENTS))
        if kind == "root":
            return number(choose(NUMBERS))
        ways = self.productions(kind) if leaves > 1 and (grow == GROW or choose(grow)) else []
        if not ways:
            symbols = self.symbols_of(kind)
            return choose(choose([symbols, symbols, self.constants(kind) or symbols]))
        op, kinds = choose(ways)
        share = max((leaves - 1) // len(kinds), 1)
        return op.build(tuple(self.term(choose, k, share, grow) for k in kinds))
