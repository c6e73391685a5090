"""Which generators the generic point has, in the order that their relations require."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from ..core.context import Context
from ..core.facts import Fact
from ..core.linear import power
from ..core.operators import OPAQUE
from ..core.terms import Term, order, postorder
from ..deadline import timed
from ..evaluation.angles import HALF_TURN, Product, phase
from ..evaluation.semantics import MEANING
from ..evaluation.tasks import facts_of
from ..theory.lengths import norm
from ..theory.scalars import pi
from .kinds import Frame, Kind, kind_of


class Plan:
    """The generators, in the order that their relations require."""

    def __init__(self, nodes: Sequence[Term], context: Context, facts: Sequence[Fact]) -> None:
        self.names: list[str] = []
        self.places: dict[Any, list[int]] = {}
        self.roots = sorted([t for t in nodes if t.op in ROOTS and _degree(t) > 1], key=order)
        """Terms that are roots, small ones first: a factor alone under a root is not negative in
        others."""
        self.degree = lcm(*map(_degree, self.roots))
        self._take("roots", [f"root{i}" for i in range(4 * len(self.roots))])
        functions = [t for t in nodes if t.op not in MEANING and t.args]
        count = sum(t.sort.coordinates(t.shape) for t in functions)
        self._take("functions", [f"f{i}" for i in range(count)])
        self.angles = angles_among(nodes)
        for i, product in enumerate(self.angles):
            self._take(product, [f"cos{i}", f"sin{i}"])
        angles = [t.args[t.op.angle] for t in nodes if t.op.angle is not None]
        self.turns = _turns(angles) if angles else 2
        """Sines of multiples of π divided by this number are needed."""
        self._take("turn", ["turn"] if self.turns > 2 else [])
        self.kinds: list[tuple[tuple[Term, ...], Kind, list[int]]] = []
        self._filled: set[Term] = set()
        symbols = sorted((s for s in nodes if s.is_symbol or s.op is OPAQUE), key=order)
        framed = [fact.terms for fact in context.facts if fact.name == "triad"]
        for frame in framed:
            if all(s.is_symbol and not self._has(s) and not s.value.facts for s in frame):
                self._kind(frame, Frame())
        for s in timed(symbols):
            if not self._has(s) and s.sort.coordinates(s.shape):
                self._kind((s,), kind_of(s, facts_of(s, facts)))
        self._take("pi", ["π"] if pi in nodes else [])

    def _take(self, key: Any, names: list[str]) -> None:
        start = len(self.names)
        self.names += names
        self.places[key] = list(range(start, start + len(names)))

    def _has(self, s: Term) -> bool:
        return s in self._filled

    def _kind(self, symbols: tuple[Term, ...], kind: Kind) -> None:
        key = symbols[0]
        name = key.name if key.is_symbol else f"opaque {key.value}"
        self._take(key, kind.names(name))
        self.kinds.append((symbols, kind, self.places[key]))
        self._filled.update(symbols)


ROOTS = (power, norm)


def _turns(angles: Sequence[Term]) -> int:
    return lcm(2, *(Fraction(phase(x).get(HALF_TURN, 0)).denominator for x in angles))


def _degree(t: Term) -> int:
    """The degree of a root; 1 for any other term."""
    if t.op is power:
        return int(t.args[1].value.denominator)
    return 2 if t.op is norm else 1


def has_roots(terms: Sequence[Term]) -> bool:
    """Whether there are roots in some terms."""
    return any(_degree(s) > 1 for t in terms for s in postorder(t))


def angles_of(terms: Sequence[Term]) -> dict[Product, int]:
    """The products under sines in some terms, and into how many parts each is divided."""
    return angles_among(list(dict.fromkeys(s for t in terms for s in postorder(t))))


def angles_among(nodes: Sequence[Term]) -> dict[Product, int]:
    """The products under sines, and into how many parts each is divided."""
    parts: dict[Product, int] = {}
    for t in nodes:
        if t.op.angle is not None:
            for product, q in phase(t.args[t.op.angle]).items():
                if product != HALF_TURN:
                    parts[product] = lcm(parts.get(product, 1), q.denominator)
    return parts
