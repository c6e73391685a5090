"""Base parameters: the inertial parameters that affect the motion, with the others regrouped.

Each link has ten inertial parameters. From the tips inwards, every combination of them that does
not depend on the motion of its joint is moved from the link to its parent, where it has the same
effect; combinations that reach the ground have none. The remaining parameters are a basis.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rewrite import (
    Matrix,
    Quaternion,
    Scalar,
    dot,
    evaluate,
    free_symbols,
    identity,
    normal,
    number,
    one,
    scalar,
    simplify,
    subs,
    time_limited,
    zero,
)

from ..parts.bodies import NO_MASS
from ..parts.efforts import is_steady
from ..recursion.inertias import AXES, NAMES, PLACES, inertia_of_parameters, plain_scalar
from ..recursion.invariants import Null, depend_on_geometry, invariants
from ..recursion.node_tree import nodes
from ..recursion.nodes import Node
from ..system import System


@dataclass(frozen=True)
class BaseParameters:
    """The base parameters of a system, each with its definition in `definitions`.

    `numbers` are base parameters that are plain numbers, given or combined. `inertias` are the ten
    parameters of each node in terms of the base parameters; a parameter that was regrouped is zero
    there. `without_effect` are parameters of the model that occur in none of them.
    """

    system: System
    definitions: Mapping[Scalar, Scalar]
    numbers: Mapping[str, Scalar]
    inertias: Mapping[str, tuple[Scalar, ...]]
    regrouped: tuple[str, ...]
    without_effect: tuple[Scalar, ...]

    @cached_property
    def dependent(self) -> int:
        """How many of them could be regrouped with factors that depend on the geometry.

        Usually none: such factors occur where the first axes of a chain are skew.
        """
        return depend_on_geometry(nodes(self.system), self.system.weight)

    @property
    def parameters(self) -> tuple[Scalar, ...]:
        """The symbols of the base parameters."""
        return tuple(self.definitions)

    def __len__(self) -> int:
        return len(self.definitions) + len(self.numbers)

    def __str__(self) -> str:
        lines = [_reported(s, t) for s, t in self.definitions.items()]
        lines += [f"{name} = {evaluate(t, {}, 'float'):.12g}" for name, t in self.numbers.items()]
        if self.without_effect:
            lines.append(f"without effect: {', '.join(map(str, self.without_effect))}")
        return "\n".join(lines)


def _reported(s: Scalar, t: Scalar) -> str:
    """The definition of a base parameter, or its value if it is made of numbers only."""
    if s is t:
        return str(s)
    if not free_symbols(t):
        return f"{s} = {evaluate(t, {}, 'float'):.12g}"
    return f"{s} = {simplify(t)}"


@time_limited
def base_parameters(system: System, *, time_limit: float | None = None) -> BaseParameters:
    """The smallest set of inertial parameters on which the efforts depend, with combinations.

    The combinations hold for any values of the other parameters, and for the gravity of the system.
    If every speed belongs to one joint, the result is a basis, except for `dependent` of its
    members. (See `mechanics.recursion.invariants` for how they are found.)

    >>> from mechanics.models import puma560
    >>> found = base_parameters(puma560())
    >>> len(found)
    36
    >>> XXR2 = found.parameters[1]
    >>> XXR2, simplify(found.definitions[XXR2])
    (XXR2, XX2 - YY2 - D3**2*(M3 + M4 + M5 + M6))
    >>> found.without_effect
    (M1, M2, MX1, MY1, MZ1, MZ2, XX1, XY1, XZ1, YY1, YZ1)
    """
    return based(system)[1]


def based(system: System) -> tuple[list[Node], BaseParameters]:
    """The nodes of a system with base parameters for their inertias, and the base parameters.

    The same combinations hold with constraints; more of them may be dependent then.
    """
    tree = nodes(system)
    given = {node: list(node.inertia.parameters) for node in tree[1:]}
    left = {node: list(ten) for node, ten in given.items()}
    found = invariants(tree, system.weight)
    regrouped = []
    for node in reversed(tree[1:]):
        still = _stopped(node)
        for place, null in found[node]:
            share = left[node][place]
            if share is not NO_MASS:
                regrouped.append(f"{NAMES[place]} of {node.name}")
                _take(left[node], place, null, share)
                if node.parent in left:
                    _give(left[node.parent], still.carried(null), share)
    definitions: dict[Scalar, Scalar] = {}
    for node in tree[1:]:
        ten = _named(node, given[node], left[node], definitions)
        node.inertia = inertia_of_parameters(ten)
    inertias = {node.name: node.inertia.parameters for node in tree[1:]}
    before = _symbols(t for ten in given.values() for t in ten)
    after = _symbols(definitions.values())
    unused = tuple(s for s in before if s not in after)
    return tree, BaseParameters(
        system, definitions, _numbers(tree), inertias, tuple(regrouped), unused
    )


def _take(ten: list[Any], place: int, null: Null, share: Scalar) -> None:
    """Subtract a combination from ten parameters, so that the one at an index vanishes."""
    for other, factor in null.items():
        ten[other] = normal(ten[other] - share * number(factor))
    ten[place] = NO_MASS


def _give(ten: list[Any], more: Sequence[Scalar], share: Scalar) -> None:
    """Add a multiple of a combination to ten parameters; the many products are not expanded."""
    for place, entry in enumerate(more):
        if entry is not NO_MASS:
            ten[place] = normal(ten[place] + share * entry)


@dataclass(frozen=True)
class _Stopped:
    """The placement of a node on its parent when its joint is at rest.

    Entries of its rotation that are not simple numbers are symbols, which stand for `entries`.
    """

    R: Sequence[Sequence[Scalar]]
    P: Sequence[Scalar]
    entries: Mapping[Any, Any]

    def carried(self, null: Null) -> list[Scalar]:
        """A combination as an inertia of the parent node, which holds at every joint position.

        This is the parallel axis theorem in coordinates, of which most are zero.
        """
        *six, x, y, z, mass = (number(null.get(place, 0)) for place in range(len(NAMES)))
        J = [[six[PLACES.index((min(i, k), max(i, k)))] for i in range(3)] for k in range(3)]
        P, S = self.P, [_dot(row, (x, y, z)) for row in self.R]
        first = [s + mass * p for s, p in zip(S, P, strict=True)]
        moments = []
        for i, k in PLACES:
            turned = [_dot(row, self.R[k]) for row in J]
            entry = _dot(self.R[i], turned) - P[i] * first[k] - S[i] * P[k]
            moments.append(entry + (_dot(P, S) + _dot(P, first) if i == k else NO_MASS))
        return [subs(plain_scalar(t), dict(self.entries)) for t in (*moments, *first, mass)]


def _dot(a: Sequence[Scalar], b: Sequence[Scalar]) -> Scalar:
    products = (x * y for x, y in zip(a, b, strict=True) if NO_MASS not in (x, y))
    return sum(products, NO_MASS)


def _stopped(node: Node) -> _Stopped:
    at_rest = {s: _at_rest(s) for s in _moving(node)}
    turn, place = subs(node.R, at_rest), subs(node.P, at_rest)
    entries: dict[Any, Any] = {}
    R = [[simplify(plain_scalar(dot(a, turn @ b))) for b in AXES] for a in AXES]
    for i, row in enumerate(R):
        for k, entry in enumerate(row):
            if free_symbols(entry) or entry.args:
                row[k] = scalar(f"turn_{node.mark}_{i}{k}", constant=True)
                entries[row[k]] = entry
    return _Stopped(R, [plain_scalar(dot(axis, place)) for axis in AXES], entries)


def _moving(node: Node) -> list[Any]:
    symbols: Any = free_symbols(node.R) | free_symbols(node.P)
    return [s for s in symbols if not is_steady(s)]


def _at_rest(s: Any) -> Any:
    """Zero, or the identity rotation."""
    if isinstance(s, Quaternion):
        return one(Quaternion)
    return identity() if isinstance(s, Matrix) else zero(like=s)


def _named(
    node: Node, given: Sequence[Any], left: Sequence[Any], definitions: dict[Scalar, Scalar]
) -> list[Scalar]:
    """Symbols for the remaining parameters: their own if nothing was added."""
    found: list[Scalar] = []
    for name, own, value in zip(NAMES, given, left, strict=True):
        symbol = value
        if value.args:
            symbol = scalar(_name(name, node, own), constant=True)
        if symbol.is_symbol:
            definitions[symbol] = value
        found.append(symbol)
    return found


def _numbers(tree: Sequence[Node]) -> dict[str, Scalar]:
    """Base parameters that are plain numbers, by their names in a regressor."""
    return {
        f"{name}_{node.mark}": value
        for node in tree[1:]
        for name, value in zip(NAMES, node.inertia.parameters, strict=True)
        if not value.is_symbol and value is not NO_MASS
    }


def _name(name: str, node: Node, own: Any) -> str:
    """XXR2 for a combination of XX2 with others; otherwise the names of the parameter and of the
    node."""
    if own.is_symbol and own.name.startswith(name):
        return f"{name}R{own.name.removeprefix(name)}"
    return f"{name}R_{node.mark}"


def _symbols(terms: Iterable[Any]) -> list[Any]:
    return sorted({s for t in terms for s in free_symbols(t)}, key=str)
