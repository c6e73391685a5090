"""Terms as data: flat lists of nodes, for pickle and for JSON.

A node refers to its operands by their indices in the list, so sharing is kept, depth does not
matter and reading takes linear time. Reading gives the identical term, in any process. Pickle
refers to operators and sorts as objects; JSON names everything, and is checked like any untrusted
text.

>>> from rewrite import scalar, vector
>>> m, a = scalar("m"), vector("a", unit=True)
>>> print(to_json(m/2))
{"format": "penelope-term", "version": 1, "nodes": [{"op": "symbol", "sort": "Scalar",
"shape": [1, 1], "name": "m", "facts": [], "time": false}, {"op": "number", "value": "2"},
{"op": "div", "args": [0, 1]}]}
>>> from_json(to_json(m/2*a)) is m/2*a
True
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, cast

from ..core.declare import symbol
from ..core.operators import (
    NUMBER,
    ONE,
    OPAQUE,
    SYMBOL,
    VARIABLE,
    ZERO,
    Operator,
    label,
    number,
    one_of,
    zero_of,
)
from ..core.partials import derivative_name
from ..core.sorts import Matrix, sort_of_shape
from ..core.terms import Shape, SymbolInfo, Term, intern, postorder
from ..errors import ParseError, RewriteError
from ..theory.scalars import PI, pi
from .known_names import Declarations, Names, standard
from .printing import brief
from .render import rational

FORMAT, VERSION = "penelope-term", 1
MAX_DIGITS = 100_000
"""The most digits of a number in JSON."""

_NUMBER = re.compile(r"-?[0-9]+(?:/0*[1-9][0-9]*)?")
_ATOMS = {op.name: op for op in (SYMBOL, VARIABLE, NUMBER, ZERO, ONE, OPAQUE, PI)}
Node = tuple[Any, ...]


def to_nodes(t: Term, by_reference: bool = True) -> list[Any]:
    """The distinct sub-terms, operands before the terms that contain them.

    Operators and sorts are given by reference, for pickle, or by name, for JSON.
    """
    write = _node if by_reference else _named_node
    places: dict[Term, int] = {}
    nodes: list[Any] = []
    for s in postorder(t):
        places[s] = len(nodes)
        nodes.append(write(s, [places[a] for a in s.args]))
    return nodes


def _node(t: Term, operands: list[int]) -> Node:
    """(operator, index, index...), or (name of an atom, sort, shape, payload)."""
    if operands:
        return (t.op, *operands)
    info = t.value
    if isinstance(info, SymbolInfo):
        field = (info.along, info.base, info.orders, info.spin, info.velocity)
        more = field if info.along or info.velocity else ()
        info = (info.name, sorted(info.facts), info.time, *more)
    return (t.op.name, t.sort, t.shape, info)


def from_nodes(nodes: Sequence[Node]) -> Term:
    """The term of a list that `to_nodes` made by reference; this is how a pickled term is read."""
    terms: list[Term] = []
    for head, *rest in nodes:
        if isinstance(head, Operator):
            terms.append(head.build(tuple([terms[i] for i in rest])))
            continue
        sort, shape, info = rest
        if head == SYMBOL.name:
            name, facts, *more = info
            info = SymbolInfo(name, frozenset(facts), *more)
        terms.append(intern(_ATOMS[head], (), sort, shape, info))
    return terms[-1]


# -- JSON -----------------------------------------------------------------------------------------


def to_json(t: Term) -> str:
    """A term as JSON text, which `from_json` reads in any process.

    >>> from rewrite import cross, vectors
    >>> t = cross(*vectors("a b"))
    >>> from_json(to_json(t)) is t
    True
    """
    if not isinstance(t, Term):
        raise RewriteError(f"to_json writes terms, not {label(t)}")
    nodes = to_nodes(t, by_reference=False)
    return json.dumps({"format": FORMAT, "version": VERSION, "nodes": nodes})


def from_json(text: str, declarations: Declarations = ()) -> Any:
    """The term that JSON text stands for.

    Symbols have all their declared facts. Operators and sorts beyond the standard ones are looked
    up by name in the declarations. Raises ParseError; never executes what it reads.
    """
    if not isinstance(text, str):
        raise ParseError(f"from_json reads text, not {label(text)}")
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise ParseError(f"not JSON: {error.msg}", text, error.pos) from None
    except (ValueError, RecursionError) as error:
        raise ParseError(f"not the JSON of a term: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ParseError(f"not the JSON of a term: its format is not {FORMAT!r}", text[:80])
    if data.get("version") != VERSION:
        raise ParseError(f"version {brief(data.get('version'))} is not {VERSION}", text[:80])
    nodes = data.get("nodes")
    if not isinstance(nodes, list) or not nodes:
        raise ParseError("a term has at least one node", text[:80])
    return _Reader(Names(declarations)).read(nodes)


def _named_node(t: Term, operands: list[int]) -> dict[str, Any]:
    if operands:
        module = {"module": t.op.module, "shape": t.shape} if t.op.module else {}
        return {"op": t.op.name, **module, "args": operands}
    if t.op is NUMBER:
        return {"op": t.op.name, "value": rational(t.value)}
    node = {"op": t.op.name, "sort": t.sort.__name__, "shape": t.shape}
    if t.op is VARIABLE:
        raise RewriteError(f"{t.name} is a variable of a rule, but to_json writes no variables")
    if isinstance(t.value, SymbolInfo):
        symbol = {"name": t.value.name, "facts": sorted(t.value.facts), "time": t.value.time}
        return {**node, **symbol, **_field_node(t.value)}
    return {**node, "value": t.value} if t.op is OPAQUE else node


def _field_node(info: SymbolInfo) -> dict[str, Any]:
    """The rest of the data of a field: its coordinates, and the symbol it is derived from."""
    found: dict[str, Any] = {"along": info.along} if info.along else {}
    if info.orders:
        found |= {"base": info.base, "orders": info.orders}
    if info.velocity:
        found["velocity"] = info.velocity
    return found | ({"spin": info.spin} if info.spin else {})


class _Reader:
    """Turns nodes back into terms; refuses anything malformed."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.terms: list[Term] = []
        self.atoms: dict[str, Callable[[dict[str, Any]], Term]] = {
            SYMBOL.name: self._symbol,
            NUMBER.name: self._number,
            ZERO.name: lambda node: zero_of(*self._kind(node)),
            ONE.name: lambda node: one_of(*self._kind(node)),
            OPAQUE.name: lambda node: intern(
                OPAQUE, (), *self._kind(node), _get(node, "value", str)
            ),
            PI.name: lambda node: pi,
        }

    def read(self, nodes: list[Any]) -> Term:
        for i, node in enumerate(nodes):
            try:
                self.terms.append(self._term(node))
            except RewriteError as error:
                message = error.message if isinstance(error, ParseError) else str(error)
                raise ParseError(f"node {i}: {message}", brief(node, 80)) from error
        return self.terms[-1]

    def _term(self, node: Any) -> Term:
        if not isinstance(node, dict):
            raise ParseError("a node is a JSON object")
        name = _get(node, "op", str)
        if "args" in node:
            operands = tuple([self._operand(i) for i in _get(node, "args", list)])
            return cast(Term, self._operator(name, node).build(operands))
        if name not in self.atoms:
            raise ParseError(f"unknown atom {brief(name)}")
        return self.atoms[name](node)

    def _operator(self, name: str, node: dict[str, Any]) -> Operator[..., Any]:
        module = node.get("module")
        found = standard(name) if not module else self.names.operator(name)
        if found is None:
            where = f" of module {brief(module)}: give it among the declarations" if module else ""
            raise ParseError(f"unknown operator {brief(name)}{where}")
        return found

    def _operand(self, place: Any) -> Term:
        if type(place) is not int or not 0 <= place < len(self.terms):
            raise ParseError(f"{brief(place)} is not the index of an earlier node")
        return self.terms[place]

    def _kind(self, node: dict[str, Any]) -> tuple[type[Term], Shape]:
        name, sizes = _get(node, "sort", str), _get(node, "shape", list)
        sort, shape = self.names.sort(name), tuple(sizes)
        if sort is None:
            raise ParseError(f"unknown sort {brief(name)}: give it among the declarations")
        if not all(type(n) is int and 0 < n < 10**9 for n in shape):
            raise ParseError(f"{brief(sizes)} is not a shape")
        fits = sort.default_shape in (None, shape)
        if not fits or (sort is Matrix and sort_of_shape(shape) is not Matrix):
            raise ParseError(f"{brief(sizes)} is not the shape of a {name}")
        return sort, shape

    def _symbol(self, node: dict[str, Any]) -> Term:
        facts = _get(node, "facts", list)
        if not all(isinstance(fact, str) for fact in facts):
            raise ParseError("facts are names")
        known = {**dict.fromkeys(facts, True), "time": _get(node, "time", bool)}
        sort, shape = self._kind(node)
        along = _get(node, "along", list) if "along" in node else []
        velocity = _get(node, "velocity", str) if "velocity" in node else ""
        found = symbol(_get(node, "name", str), sort, shape, along, velocity, **known)
        return _derived_field(found, node) if {"orders", "spin"} & node.keys() else found

    def _number(self, node: dict[str, Any]) -> Term:
        value = _get(node, "value", str)
        if len(value) > MAX_DIGITS or not _NUMBER.fullmatch(value):
            raise ParseError(f"{brief(value)} is not a number of at most {MAX_DIGITS} digits")
        above, _, below = value.partition("/")
        return cast(Term, number(Fraction(_integer(above), _integer(below or "1"))))


def _derived_field(plain: Term, node: dict[str, Any]) -> Term:
    """The symbol of a derivative or a velocity of a field, after checking that it can be one."""
    info: SymbolInfo = plain.value
    orders = tuple([_checked_pair(pair, info) for pair in node.get("orders", [])])
    base = _get(node, "base", str) if orders else ""
    named = derivative_name(base, orders) if orders else info.name
    by = [c for c in info.coordinates if c in dict(orders)]
    if named != info.name or [c for c, _ in orders] != by:
        raise ParseError(f"{info.name} is not the name of such a derivative")
    spin = node.get("spin")
    if spin is not None:
        kinds = isinstance(spin, list) and [type(x) for x in spin] == [str, str, int]
        if not kinds or spin[1] not in info.coordinates or spin[2] not in (1, -1):
            raise ParseError(f"{brief(spin)} is not the field, coordinate and sign of a velocity")
        spin = tuple(spin)
    return intern(
        SYMBOL, (), plain.sort, plain.shape, replace(info, base=base, orders=orders, spin=spin)
    )


def _checked_pair(pair: Any, info: SymbolInfo) -> tuple[str, int]:
    fits = isinstance(pair, list) and len(pair) == 2 and pair[0] in info.coordinates
    if not fits or type(pair[1]) is not int or not 0 < pair[1] < 1000:
        raise ParseError(f"{brief(pair)} is not a coordinate and an order of differentiation")
    return pair[0], pair[1]


def _integer(text: str) -> int:
    return int(Decimal(text))  # unlike int(text), not limited in length


def _get(node: dict[str, Any], key: str, kind: type[Any]) -> Any:
    value = node.get(key)
    if not isinstance(value, kind):
        raise ParseError(f"{key!r} must be a {kind.__name__}, not {brief(value)}")
    return value
