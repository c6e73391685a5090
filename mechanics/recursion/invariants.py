"""Combinations of inertias of a node that have the same energy as inertias of the parent node.

The energy of a node is linear in its ten parameters. For some combinations, the energy does not
depend on the motion of the joint, however the parent moves, so the combination may as well be
fixed to the parent. For independent joints these are all relations between the parameters of a
tree, since only links beyond a joint depend on its motion.

They are found at random points modulo a prime of 61 bits, with random values for all parameters of
the geometry, so that they hold for any. Independent rows of degree d appear dependent with a
probability below d / 2⁶¹ for each point. A constant turn whose sine is not rational is replaced by
a turn by an arbitrary angle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from rewrite import (
    Evaluation,
    Modular,
    NotExactError,
    Vector,
    cos,
    cross,
    evaluate,
    free_symbols,
    normal,
    number,
    postorder,
    power,
    random_assignment,
    rot,
    scalar,
    sin,
    subs,
    vector,
)

from ..errors import ModelError
from ..parts.efforts import is_steady
from .inertias import NAMES
from .nodes import Node

ROUNDS = 16
"""How many rows are drawn for each node: ten decide, and the others guard against coincidences."""
LARGEST = 2**24
"""Factors with a larger numerator or denominator cannot be distinguished from irrational ones; a
combination with such a factor is not used."""
KEPT_FIRST = ("ZZ", "XX", "XY", "XZ", "YZ", "MX", "MY", "YY", "MZ", "M")
"""Parameters in the order in which they are kept: the last ones are regrouped first."""
_W, _V, _G = (vector(f"{name}_before") for name in ("w", "v", "g"))
FIELD = Modular()

Null = dict[int, Fraction]
"""A combination of the ten parameters, by their indices in `NAMES`."""


def invariants(tree: Sequence[Node], weight: Vector) -> dict[Node, list[tuple[int, Null]]]:
    """For each node the combinations that may be fixed to the parent: the parameter that each
    removes, and the combination, in which that parameter has the factor 1."""
    found = _rows(tree, weight)
    return {node: _null_space(rows) for node, rows in found.items()}


def depend_on_geometry(tree: Sequence[Node], weight: Vector) -> int:
    """How many more combinations there are, with factors that depend on the geometry."""
    total = 0
    for rows in _rows(tree, weight, one_geometry=True).values():
        total += len(NAMES) - len(_reduced(rows)[1])
    return total - sum(map(len, invariants(tree, weight).values()))


def _rows(
    tree: Sequence[Node], weight: Vector, *, one_geometry: bool = False
) -> dict[Node, list[list[int]]]:
    """Rows of energies for each node that vanish on its invariant combinations."""
    turns: dict[Any, Any] = {}
    moves = {node: [_with_any_turn(t, turns) for t in _moves(node)] for node in tree[1:]}
    rows: dict[Node, list[list[int]]] = {node: [] for node in moves}
    for seed in range(ROUNDS):
        draw = _Draw([*(t for m in moves.values() for t in m), weight], seed, one_geometry)
        states: dict[Node, Any] = {tree[0]: draw.ground(weight)}
        for node, terms in moves.items():
            assert node.parent is not None
            first, second = (draw.moved(terms, states[node.parent], again) for again in (0, 1))
            states[node] = first[0]
            rows[node].append(_differences(first, second))
    return rows


def _moves(node: Node) -> list[Any]:
    """ω, v and g in the frame of a node and the height of its point, from those of its parent."""
    back = node.R.T
    w, g = back @ _W + node.rates.spin, back @ _G
    v = node.rates.slide if node.absolute else back @ (_V + cross(_W, node.P)) + node.rates.slide
    return [w, v, g, node.P]


def _with_any_turn(t: Any, turns: dict[Any, Any]) -> Any:
    """A term in which constant angles with irrational sines are replaced by symbols, in `turns`.

    Relations that hold for any such turn have rational coefficients.
    """
    found: dict[Any, Any] = {}
    t = subs(t, {r: v for s in postorder(t) if s.op is power for r, v in _root(s).items()})
    for s in postorder(t):
        if s.op in (rot, cos, sin) and not free_symbols(s.args[-1]):
            angle = s.args[-1]
            if not _has_rational_sine(angle):
                any_angle = scalar(f"any_turn_{len(turns) + 1}", constant=True)
                turn = turns.setdefault(angle, any_angle)
                found[s] = s.op(*s.args[:-1], turn)
    return subs(t, found) if found else t


def _root(s: Any) -> dict[Any, Any]:
    """A square root of a number as a residue: either of the two, since relations are algebraic."""
    if free_symbols(s):
        return {}
    try:
        evaluate(s, {}, FIELD)
    except NotExactError:
        square = int(evaluate(normal(s**2), {}, FIELD))
        residue = pow(square, (FIELD.p + 1) // 4, FIELD.p)  # p is 3 modulo 4
        if residue**2 % FIELD.p != square:
            raise ModelError(
                f"base parameters: {s} is irrational; give a rational number"
            ) from None
        return {s: number(residue)}
    return {}


def _has_rational_sine(angle: Any) -> bool:
    try:
        evaluate(cos(angle) + sin(angle), {})
    except NotExactError:
        return False
    return True


class _Draw:
    """One random geometry with two random states of every joint."""

    def __init__(self, terms: Sequence[Any], seed: int, one_geometry: bool) -> None:
        self.points: list[dict[Any, Any]] = [
            dict(random_assignment(terms, 2 * seed + k, domain=FIELD)) for k in (0, 1)
        ]
        geometry = random_assignment(terms, 0, domain=FIELD) if one_geometry else self.points[0]
        for symbol, value in geometry.items():
            if is_steady(symbol):  # type: ignore[arg-type]
                for point in self.points:
                    point[symbol] = value

    def ground(self, weight: Vector) -> tuple[Any, Any, Any]:
        return (0, 0, 0), (0, 0, 0), evaluate(weight, self.points[0], FIELD)

    def moved(self, terms: Sequence[Any], before: Any, state: int) -> tuple[Any, int]:
        """ω, v and g of a node, and the height that it gains, in a state of its joint."""
        at = self.points[state] | dict(zip((_W, _V, _G), before, strict=True))
        w, v, g, P = map(Evaluation(at, FIELD), terms)
        return (w, v, g), _dot(before[2], P)


def _dot(a: Iterable[int], b: Iterable[int]) -> int:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _differences(first: Any, second: Any) -> list[int]:
    """Changes of twice the energy per unit of each parameter, between two states of the joint."""
    pairs = zip(_energies(*first), _energies(*second), strict=True)
    return [(x - y) % FIELD.p for x, y in pairs]


def _energies(state: Any, height: int) -> list[int]:
    (wx, wy, wz), v, g = state
    vx, vy, vz = v
    first = [vy * wz - vz * wy, vz * wx - vx * wz, vx * wy - vy * wx]
    moments = [wx * wx, 2 * wx * wy, 2 * wx * wz, wy * wy, 2 * wy * wz, wz * wz]
    weights = [2 * (s - f) for s, f in zip(first, g, strict=True)]
    return [*moments, *weights, _dot(v, v) - 2 * height]


# -- linear algebra modulo the prime --------------------------------------------------------------


def _null_space(rows: list[list[int]]) -> list[tuple[int, Null]]:
    order = [NAMES.index(name) for name in KEPT_FIRST]
    reduced, pivots = _reduced([[row[i] for i in order] for row in rows])
    found = []
    for k, place in enumerate(order):
        if k not in pivots:
            null = {place: Fraction(1)}
            for row, pivot in zip(reduced, pivots, strict=True):
                if row[k]:
                    null[order[pivot]] = -_fraction(row[k])
            if all(max(abs(x.numerator), x.denominator) < LARGEST for x in null.values()):
                found.append((place, null))
    return found


def _reduced(rows: list[list[int]]) -> tuple[list[list[int]], list[int]]:
    """The reduced echelon form, and the columns of its pivots."""
    p, pivots = FIELD.p, list[int]()
    for k in range(len(rows[0])):
        r = len(pivots)
        at = next((i for i in range(r, len(rows)) if rows[i][k]), None)
        if at is None:
            continue
        rows[r], rows[at] = rows[at], rows[r]
        inverse = pow(rows[r][k], -1, p)
        rows[r] = [x * inverse % p for x in rows[r]]
        for i, row in enumerate(rows):
            if i != r and row[k]:
                rows[i] = [(x - row[k] * y) % p for x, y in zip(row, rows[r], strict=True)]
        pivots.append(k)
    return rows[: len(pivots)], pivots


def _fraction(residue: int) -> Fraction:
    """The simplest fraction with a residue: the one with a small numerator and denominator."""
    a, b, s, t = FIELD.p, residue, 0, 1
    while b * b * 2 > FIELD.p:
        a, b, s, t = b, a % b, t, s - a // b * t
    return Fraction(b, t)
