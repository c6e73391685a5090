"""A graph as a list of assignments in some language: one for each value that is used twice.

A value used once is written where it is used, as long as the line stays readable. Long sums and
products are written in parts, since compilers, above all that of Python, cannot handle more than
some thousand operands. The order is that of the nodes, so the same graph gives the same text.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ...deadline import timed
from ..counting.orient import Orientation, orient
from ..graph.graph import Argument, Called, Graph, Output
from ..graph.nodes import (
    CALL,
    CONST,
    COS,
    INPUT,
    NEG,
    PI,
    PICK,
    POWER,
    PRODUCT,
    RECIP,
    SCALE,
    SIN,
    SUM,
)
from .style import ATOM, Piece, Style, size
from .style import SUM as LOOSE
from .variable_names import Names, argument_names, component_names

LONGEST = 72
"""The longest expression that is written inside another."""
WIDEST = 32
"""The most operands of a sum or product that is written in one piece."""


@dataclass
class Program:
    """The body of a function, in the text of a language."""

    graph: Graph
    arguments: dict[Argument, str]
    loads: list[tuple[str, Argument, int]] = field(default_factory=list)
    """Variables for coordinates of arguments: name, argument, which coordinate."""
    used: dict[bool, set[str]] = field(default_factory=dict)
    """The variables needed by work that depends only on parameters (True), and by other work
    (False)."""
    once: list[tuple[str, str]] = field(default_factory=list)
    """Assignments that depend only on parameters."""
    kept: list[str] = field(default_factory=list)
    """The variables of `once` that other assignments and outputs need."""
    body: list[tuple[str, str]] = field(default_factory=list)
    calls: dict[str, int] = field(default_factory=dict)
    """Variables for the results of functions, with the number of entries."""
    outputs: list[tuple[str, Output, list[str]]] = field(default_factory=list)
    functions: dict[str, Called] = field(default_factory=dict)
    """Functions that the code calls, by the name used there, which is their own if possible."""


class Writer:
    """Writes the nodes of a graph one after the other.

    With `split`, every value that depends only on parameters gets a variable before it is used in
    other work.
    """

    def __init__(
        self, g: Graph, style: Style, taken: tuple[str, ...] = (), split: bool = False
    ) -> None:
        self.g, self.style, self.split = g, style, split
        self.names = Names(taken, style.prime)
        self.way: Orientation = orient(g)
        called = [g.values[n] for n in timed(self.way.order) if g.kinds[n] is CALL]
        unknown = [f for f in called if not style.knows(f.op)]
        self.called = {f: self.names.new(f.name) for f in dict.fromkeys(unknown)}
        self.program = Program(g, argument_names(g, self.names))
        self.program.functions = {name: f for f, name in self.called.items()}
        self.inputs = component_names(g, self.names)
        self.pieces: dict[int, Piece] = {}
        self.minus: dict[int, Piece] = {}
        self.variables: dict[int, str] = {}
        self.demand = self._negations()
        self.counts: Counter[str] = Counter()
        self.kept = self._kept()

    def written(self) -> Program:
        """The whole program."""
        self._load()
        for node in timed(self.way.order):
            if self.g.kinds[node] is not INPUT:
                self._assign(node)
        for output in self.g.outputs:
            name = self.names.new(output.name)
            texts = [self._output(ref) for ref in output.refs]
            self.program.outputs.append((name, output, texts))
        return self.program

    def _negations(self) -> Counter[int]:
        """How often the opposite of each calculated value is written."""
        found: Counter[int] = Counter()
        for node in timed(self.way.order):
            if self.g.takes_signs(node):
                found.update(a >> 1 for a in self.g.args[node] if self.way.sign(a))
        found.update(ref >> 1 for ref in self.g.roots() if self.way.sign(ref))
        return found

    def _load(self) -> None:
        owners = {x.symbol: x for x in self.g.arguments}
        node_of = {self.g.values[n]: n for n in self.way.order if self.g.kinds[n] is INPUT}
        for (symbol, k), name in timed(self.inputs.items()):
            argument = owners[symbol]
            if not argument.shape:
                name = self.program.arguments[argument]
            else:
                self.program.loads.append((name, argument, k))
            self.variables[node_of[symbol, k]] = name
            self.pieces[node_of[symbol, k]] = self.style.variable(name), ATOM
        self.program.used = {once: self._used(once) for once in (True, False)}

    def _used(self, once: bool) -> set[str]:
        """The variables of inputs needed by work on parameters (`once`), or by other work."""
        g = self.g
        users = [n for n in timed(self.way.order) if g.fixed[n] is once]
        found = {a >> 1 for n in users for a in g.args[n]}
        for ref in g.roots():
            if (g.fixed[ref >> 1] and bool(self.way.sign(ref))) is once:
                found.add(ref >> 1)
        return {self.variables[n] for n in found if g.kinds[n] is INPUT}

    def _assign(self, node: int) -> None:
        """Write a node where it is used, or give it a variable."""
        piece = self._expression(node)
        kind, uses = self.g.kinds[node], self.way.uses[node]
        simple = kind in (CONST, PI) or node in self.way.divisors
        once = uses == 1 and len(piece[0]) <= LONGEST
        if (simple or once) and kind is not CALL and not self._is_kept(node):
            self.pieces[node] = piece
            return
        name = self._variable(node, piece)
        self.pieces[node] = self.style.variable(name), ATOM
        self.variables[node] = name
        if kind is CALL and self.g.values[node].gives:
            self.program.calls[name] = size(self.g.values[node].gives)
        if self._is_kept(node):
            self.program.kept.append(name)

    def _variable(self, node: int, piece: Piece) -> str:
        """A new variable for a node, or for a part of it."""
        name = self.names.new(self._hint(node))
        self._body(node).append((name, piece[0]))
        return name

    def _is_kept(self, node: int) -> bool:
        """Whether a node that depends only on parameters is used by one that does not."""
        return node in self.kept

    def _kept(self) -> set[int]:
        g, found = self.g, set[int]()
        for user in self.way.order:
            if not g.fixed[user]:
                found.update(a >> 1 for a in g.args[user] if g.fixed[a >> 1])
        if self.split:
            plain = (ref >> 1 for ref in g.roots() if not self.way.sign(ref))
            found.update(node for node in plain if g.fixed[node])
        return {x for x in found if g.kinds[x] not in (CONST, PI, INPUT)}

    def _body(self, node: int) -> list[tuple[str, str]]:
        return self.program.once if self.g.fixed[node] else self.program.body

    def _hint(self, node: int) -> str:
        """A name for a value: sin_x, cos_x, or a numbered one."""
        kind = self.g.kinds[node]
        if kind in (SIN, COS):
            angle = self.variables.get(self.g.args[node][0] >> 1)
            if angle is not None:
                return f"{kind}_{angle}"
        letter = "p" if self.g.fixed[node] else "t"
        self.counts[letter] += 1
        return f"{letter}{self.counts[letter]}"

    def _expression(self, node: int) -> Piece:
        """The expression of a node with the sign with which it is calculated."""
        g, style, kind = self.g, self.style, self.g.kinds[node]
        args, flip = g.args[node], self.way.flipped[node]
        if kind is SUM:
            return self._sum(node, [(self.way.sign(a) ^ flip, self.pieces[a >> 1]) for a in args])
        if kind is PRODUCT:
            above = [self.pieces[a >> 1] for a in args if a >> 1 not in self.way.divisors]
            below = [self.pieces[a >> 1] for a in args if a >> 1 in self.way.divisors]
            text, level = style.product(self._factors(node, above), self._factors(node, below))
            minus = not above and flip ^ (sum(self.way.flipped[a >> 1] for a in args) & 1)
            return (f"-{text}", LOOSE) if minus else (text, level)
        if kind is SCALE:
            factor, inner = style.number(g.values[node]), self.pieces[args[0] >> 1]
            divides = args[0] >> 1 in self.way.divisors
            text, level = style.product(*([factor], [inner]) if divides else ([factor, inner], []))
            minus = flip ^ self.way.flipped[args[0] >> 1]
            return (f"-{text}", LOOSE) if minus else (text, level)
        if kind is RECIP:
            inner = self.pieces[args[0] >> 1]
            if node in self.way.divisors:
                return inner
            text, level = style.product([], [inner])
            minus = flip ^ self.way.flipped[args[0] >> 1]
            return (f"-{text}", LOOSE) if minus else (text, level)
        return self._function(node)

    def _sum(self, node: int, addends: list[tuple[int, Piece]]) -> Piece:
        """A sum, a positive addend first; the first addends of a long sum get variables."""
        first = next((i for i, (sign, _) in enumerate(addends) if not sign), 0)
        ordered = [addends[first], *addends[:first], *addends[first + 1 :]]
        head = ordered[:WIDEST]
        for start in range(WIDEST, len(ordered), WIDEST):
            part = self._part(node, self.style.sum(head))
            head = [(0, part), *ordered[start : start + WIDEST]]
        return self.style.sum(head)

    def _factors(self, node: int, pieces: list[Piece]) -> list[Piece]:
        """Factors; the first ones of a long product get variables."""
        head = pieces[:WIDEST]
        for start in range(WIDEST, len(pieces), WIDEST):
            part = self._part(node, self.style.product(head, []))
            head = [part, *pieces[start : start + WIDEST]]
        return head

    def _part(self, node: int, piece: Piece) -> Piece:
        return self.style.variable(self._variable(node, piece)), ATOM

    def _function(self, node: int) -> Piece:
        g, style, kind = self.g, self.style, self.g.kinds[node]
        args = g.args[node]
        if kind is NEG:
            inner = self.pieces[args[0] >> 1]
            return inner if self.way.flipped[args[0] >> 1] else style.negated(inner)
        if kind is CONST:
            return style.number(g.values[node])
        if kind is PI:
            return style.pi, ATOM
        if kind in (SIN, COS):
            return style.sine(kind, self._operand(node))
        if kind is POWER:
            return style.power(self._signed(args[0]), g.values[node])
        if kind is PICK:
            shape = g.values[args[0] >> 1].gives
            return style.picked(self.pieces[args[0] >> 1][0], g.values[node], shape)
        called = g.values[node]
        plain = called.parity is None
        texts = [self._signed(a)[0] for a in args] if plain else [self._operand(node)[0]]
        if style.knows(called.op):
            return style.known(called.op, texts)
        return style.call(self.called[called], texts, called.takes)

    def _operand(self, node: int) -> Piece:
        """The operand of an odd or even function, with the sign with which it was calculated; a
        number has the sign of the function."""
        a, flipped = self.g.args[node][0] >> 1, self.way.flipped
        turned = flipped[node] ^ flipped[a] and self.g.is_odd(node)
        return self.style.negated(self.pieces[a]) if turned else self.pieces[a]

    def _signed(self, ref: int) -> Piece:
        """The text of a reference, with its sign written out."""
        piece, node = self.pieces[ref >> 1], ref >> 1
        if not self.way.sign(ref) or not ref:
            return piece
        once = self.split and self.g.fixed[node]
        if self.g.kinds[node] is CONST or (self.demand[node] < 2 and not once):
            return self.style.negated(piece)
        if node not in self.minus:
            name = self._variable(node, self.style.negated(piece))
            self.minus[node] = self.style.variable(name), ATOM
            if self.g.fixed[node]:
                self.program.kept.append(name)
        return self.minus[node]

    def _output(self, ref: int) -> str:
        return self._signed(ref)[0]
