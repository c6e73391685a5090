"""Operators declared by a user: inlined by tracing their own function if possible, else called.

A function given with `evaluate=` is run on elements that record what it does. It is inlined if it
returns, as every function made of + - * / and whole powers does, and takes at most LARGEST
operations, or no more than a declared cost. Elements cannot be compared and have no numeric values,
so a function that branches or calls another library stays a call.
"""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational, Real
from typing import TYPE_CHECKING, Any, NoReturn

from ...core.sorts import Matrix, Scalar
from ...core.terms import Term
from ...evaluation.values import public
from ...interrupting import stoppable
from ..graph.graph import Called, array_shape
from ..graph.nodes import CALL, CONST, COS, INPUT, PI, PICK, POWER, RECIP, SCALE, SIN, Nodes

if TYPE_CHECKING:
    from .build import Lowering

CALLS = dict.fromkeys((POWER, SIN, COS, CALL), 16)
WEIGHTS = {**CALLS, RECIP: 4, CONST: 0, INPUT: 0, PI: 0, PICK: 0}
"""The weight of a node, in additions; a sum or product weighs one less than its number of
operands."""


LARGEST = 2_000
"""The most operations, in additions, of a function that is inlined without a declared cost."""


class Element:
    """A node that supports arithmetic."""

    __slots__ = ("graph", "ref")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, graph: Nodes, ref: int) -> None:
        self.graph, self.ref = graph, ref

    def _of(self, other: Any) -> int:
        if isinstance(other, Element):
            return other.ref
        if isinstance(other, Rational) and not isinstance(other, bool):
            return self.graph.const(Fraction(int(other.numerator), int(other.denominator)))
        if isinstance(other, Real) and not isinstance(other, bool):
            return self.graph.const(Fraction(float(other)))
        raise TypeError(f"{other!r} is not a number")

    def __add__(self, other: Any) -> Element:
        return Element(self.graph, self.graph.add([self.ref, self._of(other)]))

    __radd__ = __add__

    def __neg__(self) -> Element:
        return Element(self.graph, self.graph.neg(self.ref))

    def __pos__(self) -> Element:
        return self

    def __sub__(self, other: Any) -> Element:
        return Element(self.graph, self.graph.add([self.ref, self.graph.neg(self._of(other))]))

    def __rsub__(self, other: Any) -> Element:
        return (-self).__add__(other)

    def __mul__(self, other: Any) -> Element:
        return Element(self.graph, self.graph.mul(self.ref, self._of(other)))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Element:
        back = self.graph.recip(self._of(other))
        return Element(self.graph, self.graph.mul(self.ref, back))

    def __rtruediv__(self, other: Any) -> Element:
        back = self.graph.recip(self.ref)
        return Element(self.graph, self.graph.mul(self._of(other), back))

    def __pow__(self, n: Any) -> Element:
        if type(n) is not int:
            raise TypeError("an integer exponent is needed")
        whole = self.graph.repeated(self.ref, abs(n))
        return Element(self.graph, whole if n >= 0 else self.graph.recip(whole))

    def _refuse(self, *_: Any) -> NoReturn:
        raise TypeError("what is to be calculated later cannot be compared or branched on")

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __float__ = __int__ = _refuse
    __index__ = __abs__ = __iter__ = __len__ = _refuse


def applied(low: Lowering, t: Term, operands: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The coordinates of a user's operator; it gets the cosine and sine of an angle."""
    g, at = low.graph, t.op.angle
    if at is not None:
        operands[at] = g.cos(operands[at][0]), g.sin(operands[at][0])
    opened = _opened(low, t, operands)
    if opened is not None:
        return opened
    shapes = tuple((2,) if i == at else array_shape(a.sort, a.shape) for i, a in enumerate(t.args))
    called = Called(t.op, shapes, array_shape(t.sort, t.shape))
    call = g.call(called, [x for refs in operands for x in refs])
    count = t.sort.coordinates(t.shape)
    return (call,) if t.sort is Scalar else tuple([g.pick(call, k) for k in range(count)])


def _opened(low: Lowering, t: Term, operands: list[tuple[int, ...]]) -> tuple[int, ...] | None:
    g, op = low.graph, t.op
    if op.evaluate is None:
        return None
    first = len(g)
    domain: Any = None
    element = lambda ref: Element(g, ref)  # noqa: E731
    given = [
        tuple(map(element, refs)) if i == op.angle else public(domain, a, tuple(refs), element)
        for i, (a, refs) in enumerate(zip(t.args, operands, strict=True))
    ]
    try:
        found = _refs(g, t, stoppable(op.evaluate, given))
    except Exception:  # a user's function may fail in any way on elements
        return None
    declared = (LARGEST, 0, 0, 0) if op.cost is None else (*op.cost(t), 0, 0)
    allowed = declared[0] + declared[1] + 4 * declared[2] + 16 * declared[3]
    return found if sum(_weight(g, k) for k in range(first, len(g))) <= allowed else None


def _refs(g: Nodes, t: Term, value: Any) -> tuple[int, ...]:
    """The result of a function, as references."""
    if t.sort is Scalar:
        entries = [value]
    else:
        entries = [x for row in value for x in row] if t.sort is Matrix else list(value)
    if len(entries) != t.sort.coordinates(t.shape):
        raise TypeError("a value of another form")
    zero = Element(g, 0)
    return tuple([zero._of(x) for x in entries])


def _weight(g: Nodes, node: int) -> int:
    kind = g.kinds[node]
    return WEIGHTS.get(kind, 1 if kind is SCALE else len(g.args[node]) - 1)
