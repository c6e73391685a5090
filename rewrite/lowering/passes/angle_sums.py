"""Sines and cosines of sums of angles from those of the parts, where that saves calls.

sin(x + y) takes two multiplications and an addition if the sines and cosines of x and y are known;
a call weighs as much as sixteen. All sums that have angles in common are expanded together, each
into two parts, if that costs less in total: sums of angles along a chain are parts of each other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from ..counting.operation_count import CALL, Cost
from ..graph.graph import Graph
from ..graph.nodes import COS, ONE, SCALE, SIN, SUM
from ..graph.rebuild import Old, moved, rebuilt

OPENED = 3
"""The cost of expanding the sine of a sum, in additions."""
LONGEST, MOST = 16, 150
"""The most angles in a sum that is expanded, and the most sums that are expanded."""

Angle = tuple[int, ...]
"""The references of the addends, in order; the first has no sign."""


class Plan(NamedTuple):
    """How the sines of sums are expanded: each sum in two parts, and what that saves."""

    angles: dict[int, Angle]
    """For each node that is a sine or cosine, its angle."""
    halves: dict[Angle, tuple[Angle, Angle]]
    saved: Cost


def opened_angles(g: Graph) -> Graph:
    """The graph with sines of sums expanded, where that saves calls."""
    plan = planned(g, g.reachable())
    if plan is None:
        return g
    sines = _Sines(g, plan)
    return rebuilt(g, plan.angles, sines.replaced)


class _Sines:
    """The sines and cosines made so far, by angle."""

    def __init__(self, g: Graph, plan: Plan) -> None:
        self.g, self.plan = g, plan
        self.made: dict[tuple[bool, Angle], int] = {}

    def replaced(self, node: int, done: Old) -> int:
        return self.value(self.g.kinds[node] is SIN, self.plan.angles[node], done)

    def value(self, sine: bool, angle: Angle, done: Old) -> int:
        """The sine or cosine of an angle."""
        key = sine, angle
        if key not in self.made:
            self.made[key] = self._made(sine, angle, done)
        return self.made[key]

    def _made(self, sine: bool, angle: Angle, done: Old) -> int:
        g, halves = self.g, self.plan.halves.get(angle)
        if halves is None:
            one = moved(angle[0], done)
            return g.sin(one) if sine else g.cos(one)
        (x, minus_x), (y, minus_y) = (_unsigned(half) for half in halves)
        sin_x, cos_x = self.value(True, x, done), self.value(False, x, done)
        sin_x = g.neg(sin_x) if minus_x else sin_x
        if x == y and minus_x == minus_y:
            twice = g.scale(2, g.mul(sin_x, cos_x))
            return twice if sine else g.add([ONE, g.scale(-2, g.mul(sin_x, sin_x))])
        sin_y, cos_y = self.value(True, y, done), self.value(False, y, done)
        sin_y = g.neg(sin_y) if minus_y else sin_y
        if sine:
            return g.add([g.mul(sin_x, cos_y), g.mul(cos_x, sin_y)])
        return g.add([g.mul(cos_x, cos_y), g.neg(g.mul(sin_x, sin_y))])


def planned(g: Graph, nodes: Iterable[int]) -> Plan | None:
    """Which of some nodes to expand, and how; None if that saves nothing."""
    kinds = g.kinds
    sines = [n for n in nodes if kinds[n] is SIN or kinds[n] is COS]
    parts = {n: p for n in sines if len(p := _parts(g, g.args[n][0])) > 1}
    if not parts:
        return None
    plain = {(kinds[n] is SIN, g.args[n][0]) for n in sines if n not in parts}
    plan = Plan({}, {}, Cost())
    for group in _groups(parts):
        wanted = {(kinds[n] is SIN, parts[n]) for n in group}
        halves = _halves({angle for _, angle in wanted})
        before, after, opened = _calls(wanted, halves, plain)
        if CALL * after + OPENED * opened < CALL * before:
            saved = Cost(*plan.saved[:3], plan.saved.calls + before - after)
            saved = saved._replace(
                multiplications=saved.multiplications - 2 * opened,
                additions=saved.additions - opened,
            )
            angles = {**plan.angles, **{n: parts[n] for n in group}}
            plan = Plan(angles, {**plan.halves, **halves}, saved)
    return plan if plan.angles else None


def _parts(g: Graph, angle: int) -> Angle:
    """The addends of an angle; none if it is not to be expanded."""
    node = angle >> 1
    if g.fixed[node]:
        return ()
    found: list[int] = []
    for x in g.args[node] if g.kinds[node] is SUM else (2 * node,):
        if g.kinds[x >> 1] is SCALE and g.values[x >> 1] == 2:
            twice = g.args[x >> 1][0] ^ (x & 1)
            found += [twice, twice]
        else:
            found.append(x)
    fixed = any(g.fixed[x >> 1] for x in found)
    return () if fixed or len(found) > LONGEST else tuple(sorted(found))


def _unsigned(angle: Angle) -> tuple[Angle, int]:
    """An angle or its opposite, whichever begins without a sign, and whether it is the opposite."""
    sign = angle[0] & 1
    return tuple([x ^ sign for x in angle]), sign


def _halves(wanted: set[Angle]) -> dict[Angle, tuple[Angle, Angle]]:
    """Each sum in two parts: a shorter one of the sums if it is contained, and the rest."""
    halves: dict[Angle, tuple[Angle, Angle]] = {}
    known = sorted((_unsigned(a)[0] for a in wanted), key=lambda a: (-len(a), a))
    pending = sorted(wanted, key=lambda a: (-len(a), a))[:MOST]
    while pending:
        angle = pending.pop()
        if angle in halves or len(angle) < 2:
            continue
        first = _longest_part(angle, known)
        rest = list(angle)
        for x in first:
            rest.remove(x)
        halves[angle] = first, tuple(rest)
        pending += [_unsigned(half)[0] for half in halves[angle]]
    return halves


def _longest_part(angle: Angle, known: list[Angle]) -> Angle:
    """The longest of some sums that is a part of an angle, or else all addends but the last."""
    whole = Counter(angle)
    for some in known:
        if 1 < len(some) < len(angle):
            for part in (some, tuple([x ^ 1 for x in some])):
                if Counter(part) <= whole:
                    return part
    return angle[:-1]


def _calls(
    wanted: set[tuple[bool, Angle]],
    halves: dict[Angle, tuple[Angle, Angle]],
    plain: set[tuple[bool, int]],
) -> tuple[int, int, int]:
    """The calls before and after expansion, and how many sines are made from others."""
    needed = set(wanted)
    pending = list(wanted)
    while pending:
        for half in halves.get(pending.pop()[1], ()):
            angle = _unsigned(half)[0]
            for both in ((True, angle), (False, angle)):
                if both not in needed:
                    needed.add(both)
                    pending.append(both)
    leaves = {(sine, angle[0]) for sine, angle in needed if angle not in halves}
    return len(wanted) + len(plain & leaves), len(leaves), len(needed) - len(leaves)


def _groups(parts: dict[int, Angle]) -> list[list[int]]:
    """Sines that have angles in common, directly or through others."""
    home: dict[int, int] = {}

    def find(x: int) -> int:
        while home.setdefault(x, x) != x:
            home[x] = x = home[home[x]]
        return x

    for angle in parts.values():
        for y in angle[1:]:
            home[find(angle[0] & ~1)] = find(y & ~1)
    groups: dict[int, list[int]] = defaultdict(list)
    for n, angle in parts.items():
        groups[find(angle[0] & ~1)].append(n)
    return list(groups.values())
