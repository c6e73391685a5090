"""A drawing as data: boxes with labels, and arrows from each box to its operands."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..core.laws import Commutative
from ..core.linear import neg, power, scale
from ..core.operators import NUMBER
from ..core.terms import Term, postorder
from ..errors import LimitError
from ..lowering.graph.graph import Graph
from ..lowering.graph.nodes import (
    CALL,
    CONST,
    INPUT,
    NEG,
    PI,
    PICK,
    POWER,
    PRODUCT,
    RECIP,
    SCALE,
    SUM,
)
from ..text.printing import brief
from ..text.render import rational

MAX_BOXES = 400
"""The most boxes of a drawing by default; larger drawings are unreadable."""
LONGEST_LABEL = 24
"""The most characters of a label; the rest is cut."""
MINUS = "−"
"""Put before the label of an arrow if the opposite of the operand is used."""


@dataclass(frozen=True)
class Arrow:
    """An arrow from a box to one of its operands; `label` says which operand that is."""

    to: int
    label: str = ""


@dataclass
class Box:
    """The label of a box, and its operands."""

    label: str
    kind: str = ""
    arrows: list[Arrow] = field(default_factory=list)


Drawing = list[Box]
"""Boxes; each comes after those to which its arrows point."""


def of_term(t: Term, limit: int = MAX_BOXES) -> Drawing:
    """The graph of a term: each distinct sub-term is one box; a number is drawn at each use.

    >>> from rewrite import vectors, cross
    >>> a, b = vectors("a b")
    >>> [box.label for box in of_term(cross(a, b) + a)]
    ['a', 'b', 'cross', '+']
    """
    boxes: Drawing = []
    at: dict[Term, int] = {}
    for s in postorder(t):
        if s.op is NUMBER and s is not t:
            continue
        _room(boxes, limit)
        box = Box(*_named(s))
        for number, x in enumerate(_drawn(s), 1):
            if x.op is NUMBER:
                _room(boxes, limit)
                at[x] = len(boxes)
                boxes.append(Box(_short(rational(x.value)), "number"))
            box.arrows.append(Arrow(at[x], _which(s, number)))
        at[s] = len(boxes)
        boxes.append(box)
    return boxes


def _drawn(t: Term) -> tuple[Term, ...]:
    return t.args[:1] if t.op is power else t.args  # the exponent is in the box


def _which(t: Term, number: int) -> str:
    """The number of an operand, if the order of operands matters."""
    orderless = len(_drawn(t)) == 1 or t.op.law(Commutative) is not None or t.op is scale
    return "" if orderless else str(number)


def _named(t: Term) -> tuple[str, str]:
    if t.op is power:
        return f"^ {rational(t.args[1].value)}", ""
    if t.args:
        return _short(MINUS if t.op is neg else t.op.sign or t.op.name), ""
    return _short(brief(t, LONGEST_LABEL)), "number" if t.op.constant else "symbol"


def of_graph(g: Graph, limit: int = MAX_BOXES) -> Drawing:
    """A scalar graph: a minus at an arrow means the opposite; outputs are at the top.

    >>> from rewrite import lower, vectors, dot
    >>> a, b = vectors("a b")
    >>> len(of_graph(lower(dot(a, b)))), of_graph(lower(dot(a, b)))[-1].label
    (11, 'result')
    """
    boxes: Drawing = []
    at: dict[int, int] = {}

    def arrow(ref: int, label: str = "") -> Arrow:
        node = ref >> 1
        if g.kinds[node] is CONST:
            _room(boxes, limit)
            at[node] = len(boxes)
            boxes.append(Box(_short(rational(g.values[node])), "number"))
        return Arrow(at[node], (MINUS if ref & 1 else "") + label)

    for node in g.reachable():
        if g.kinds[node] is not CONST:
            _room(boxes, limit)
            numbered = g.kinds[node] is CALL and len(g.args[node]) > 1
            operands = enumerate(g.args[node], 1)
            arrows = [arrow(ref, str(i) if numbered else "") for i, ref in operands]
            at[node] = len(boxes)
            boxes.append(Box(*_operation(g, node), arrows))
    for output in g.outputs:
        for i, ref in enumerate(output.refs):
            _room(boxes, limit)
            label = output.name if len(output.refs) == 1 else f"{output.name}[{i}]"
            box = Box(_short(label), "output", [arrow(ref)])
            boxes.append(box)
    return boxes


def _operation(g: Graph, node: int) -> tuple[str, str]:
    kind, value = g.kinds[node], g.values[node]
    if kind is INPUT:
        return _short(_coordinate(g, value)), "symbol"
    if kind is PI:
        return "π", "number"
    if kind in (SCALE, POWER):
        return _short(f"{'*' if kind is SCALE else '^'} {rational(value)}"), ""
    if kind is PICK:
        return f"[{value}]", ""
    signs = {SUM: "+", PRODUCT: "*", RECIP: "1/", NEG: MINUS}
    return _short(value.name if kind is CALL else signs.get(kind, kind)), ""


def _coordinate(g: Graph, value: tuple[object, int]) -> str:
    key, index = value
    argument = next((x for x in g.arguments if x.symbol is key or x.name == key), None)
    if argument is None:
        return f"{brief(key, LONGEST_LABEL)}[{index}]"
    return argument.name if argument.shape == () else f"{argument.name}[{index}]"


def _room(boxes: Drawing, limit: int) -> None:
    if len(boxes) >= limit:
        raise LimitError(
            f"svg: more than {limit} boxes are hard to read; draw a part of it, or raise limit"
        )


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_LABEL else f"{text[: LONGEST_LABEL - 1]}…"
