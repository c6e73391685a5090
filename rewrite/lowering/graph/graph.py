"""The graph that lowering returns: nodes, arguments and outputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from ...core.hooks import hooks
from ...core.laws import Parity
from ...core.operators import Operator
from ...core.sorts import Matrix, Scalar
from ...core.terms import Shape, Term
from ...deadline import check_time
from ...text.shown import displayed
from .nodes import MAX_NODES, Nodes

T = TypeVar("T")


@dataclass(frozen=True)
class Argument:
    """A symbol that the outputs depend on."""

    symbol: Term
    parameter: bool = False

    @property
    def name(self) -> str:
        return self.symbol.name if self.symbol.is_symbol else "opaque"

    @property
    def shape(self) -> Shape:
        """The shape of an array that holds it: (), (3,), (2, 3), (4,)."""
        return array_shape(self.symbol.sort, self.symbol.shape)


@dataclass(frozen=True)
class Called:
    """A function known by its name: its operator, the shapes of its arguments and of its result."""

    op: Operator[..., Any]
    takes: tuple[Shape, ...]
    gives: Shape

    @property
    def name(self) -> str:
        return self.op.name

    @cached_property
    def parity(self) -> Parity | None:
        """Whether a function of one number is odd or even."""
        return self.op.law(Parity) if self.takes == ((),) and not self.gives else None


@dataclass(frozen=True)
class Output:
    """A requested value: its name, its sort and shape, and a reference for each coordinate."""

    name: str
    sort: type[Term]
    term_shape: Shape
    refs: tuple[int, ...]
    listed: bool = False
    """Whether it was given as a list of scalars, and is returned as one."""

    @property
    def shape(self) -> Shape:
        """The shape of an array that holds it."""
        return self.term_shape[:1] if self.listed else array_shape(self.sort, self.term_shape)

    def with_refs(self, refs: Iterable[int]) -> Output:
        return Output(self.name, self.sort, self.term_shape, tuple(refs), self.listed)


def array_shape(sort: type[Term], shape: Shape) -> Shape:
    """The shape of an array of the coordinates of a sort."""
    if sort is Scalar:
        return ()
    return shape if sort is Matrix else (sort.coordinates(shape),)


class Graph(Nodes):
    """A shared graph of scalar operations with named arguments and outputs.

    >>> from rewrite import cross, lower, vectors
    >>> a, b = vectors("a b")
    >>> g = lower(cross(a, b))
    >>> [x.name for x in g.arguments], g.outputs[0].shape
    (['a', 'b'], (3,))
    """

    def __init__(self, limit: int = MAX_NODES) -> None:
        super().__init__(limit)
        self.arguments: list[Argument] = []
        self.outputs = []

    @property
    def outputs(self) -> list[Output]:
        """The requested values; to change them, set a new list."""
        return self._outputs

    @outputs.setter
    def outputs(self, outputs: list[Output]) -> None:
        self._outputs = outputs
        self._roots = tuple([ref for output in outputs for ref in output.refs])
        self._analysed: dict[Callable[[Graph], Any], Any] = {}

    def like(self) -> Graph:
        """A graph without nodes that has the same arguments."""
        other = Graph(self.limit)
        other.arguments = list(self.arguments)
        return other

    def asked(self, outputs: list[Output]) -> Graph:
        """The same nodes, for other outputs."""
        other = Graph.__new__(Graph)
        vars(other).update(vars(self))
        other.outputs = outputs
        return other

    def roots(self) -> tuple[int, ...]:
        """The references of all outputs."""
        return self._roots

    def analysed(self, analysis: Callable[[Graph], T]) -> T:
        """The result of an analysis of the nodes that the outputs depend on.

        These nodes do not change, so every analysis is made only once for the same outputs."""
        found: T | None = self._analysed.get(analysis)
        if found is None:
            found = self._analysed[analysis] = analysis(self)
        return found

    def reachable(self) -> list[int]:
        """The nodes that the outputs depend on, operands first."""
        return self.analysed(_reachable)

    def uses(self) -> list[int]:
        """How often each node is used, by others and by outputs; 0 if no output depends on it."""
        return self.analysed(_uses)

    def latex(self) -> str:
        """The assignments that calculate the outputs, as formulas."""
        return hooks.formulas(self, "latex")

    def unicode(self) -> str:
        """The assignments as lines of text."""
        return hooks.formulas(self, "unicode")

    def _repr_latex_(self) -> str | None:
        return displayed(self.latex())

    def __repr__(self) -> str:
        names = ", ".join(output.name for output in self.outputs)
        return f"<graph of {names or 'nothing'}: {len(self.reachable())} nodes>"


def _reachable(g: Graph) -> list[int]:
    check_time()
    seen = bytearray(len(g))
    for x in g.roots():
        seen[x >> 1] = 1
    args, order = g.args, list[int]()
    node = seen.rfind(1)
    while node >= 0:  # nodes that no output needs are skipped
        order.append(node)
        for a in args[node]:
            seen[a >> 1] = 1
        node = seen.rfind(1, 0, node)
    order.reverse()
    return order


def _uses(g: Graph) -> list[int]:
    uses, args = [0] * len(g), g.args
    for node in g.reachable():
        for a in args[node]:
            uses[a >> 1] += 1
    for ref in g.roots():
        uses[ref >> 1] += 1
    return uses
