"""How a symbol of each kind gets generators as coordinates: all its values, and nothing else.

The names of generators are those that `recheck.py` knows: `a.0` for the first coordinate of a,
`R~0` for the first coordinate of the quaternion of a rotation of size 3, `O~4` for the first sign
of an orthogonal matrix. Any other generator has a name with `^`, which that program does not know:
it cannot check multipliers with such generators.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.sorts import Vector
from ..core.terms import Term
from ..evaluation import formulas as f
from ..evaluation.fields import Coordinates, Domain
from ..evaluation.random_points import free_entries, is_bent
from .ring import Element, Ring

Places = Sequence[int]


@dataclass(frozen=True)
class Kind:
    """A way to fill in coordinates, with this many generators."""

    generators: int

    def coordinates(self, domain: Domain, ring: Ring, places: Places) -> list[Coordinates]:
        """The coordinates of each symbol of this kind."""
        raise NotImplementedError

    def names(self, name: str) -> list[str]:
        """The names of the generators, for a symbol of this name."""
        return [f"{name}{part}" for part in self.suffixes()]

    def suffixes(self) -> list[str]:
        """The suffixes of the generators' names."""
        raise NotImplementedError


@dataclass(frozen=True)
class Flat(Kind):
    """A linear space, by coefficients on a basis."""

    t: Term
    facts: frozenset[str]

    def coordinates(self, domain: Domain, ring: Ring, places: Places) -> list[Coordinates]:
        if not self.facts:
            return [tuple([ring.generator(p) for p in places])]
        found = [ring.zero] * self.t.sort.coordinates(self.t.shape)
        for p, entries in zip(places, free_entries(self.t, self.facts), strict=True):
            x = ring.generator(p)
            for i, sign in entries.items():
                found[i] = x if sign > 0 else -x
        return [tuple(found)]

    def suffixes(self) -> list[str]:
        if not self.facts:
            return [f".{i}" for i in range(self.generators)]
        entries = free_entries(self.t, self.facts)
        return [f".{min(i for i, sign in some.items() if sign > 0)}" for some in entries]


@dataclass(frozen=True)
class Sphere(Kind):
    """The unit vectors or quaternions; if `pure`, only pure quaternions."""

    pure: bool = False

    def coordinates(self, domain: Domain, ring: Ring, places: Places) -> list[Coordinates]:
        unit = sphere(ring, places)
        return [(ring.zero, *unit) if self.pure else unit]

    def suffixes(self) -> list[str]:
        return [f".{i + self.pure}" for i in range(self.generators)]


@dataclass(frozen=True)
class Turn(Kind):
    """Rotations of one size."""

    size: int

    def coordinates(self, domain: Domain, ring: Ring, places: Places) -> list[Coordinates]:
        return [turn(domain, ring, places, self.size)]

    def suffixes(self) -> list[str]:
        return _parts_of_turn(self.size)


@dataclass(frozen=True)
class Frame(Kind):
    """Three vectors that are the columns of a rotation."""

    generators: int = 4

    def coordinates(self, domain: Domain, ring: Ring, places: Places) -> list[Coordinates]:
        matrix = turn(domain, ring, places, 3)
        return [matrix[i::3] for i in range(3)]

    def suffixes(self) -> list[str]:
        return _parts_of_turn(3)


@dataclass(frozen=True)
class Orthogonal(Kind):
    """Orthogonal matrices of one size: rotations with the last column scaled by a sign."""

    size: int

    def coordinates(self, domain: Domain, ring: Ring, places: Places) -> list[Coordinates]:
        return [orthogonal(domain, ring, places, self.size)]

    def suffixes(self) -> list[str]:
        return [*_parts_of_turn(self.size), "~4"]


@dataclass(frozen=True)
class Mirrors(Kind):
    """Orthogonal matrices that are symmetric, Q D Qᵀ, or diagonal, D, with signs on the diagonal
    D."""

    size: int
    proper: bool
    turned: bool

    def coordinates(self, domain: Domain, ring: Ring, places: Places) -> list[Coordinates]:
        n = self.size
        free = n - self.proper
        signs = [sign(ring, p) for p in places[:free]]
        if self.proper:
            last = ring.one
            for e in signs:
                last = last * e
            signs.append(last)
        diagonal = tuple([signs[i] if i == j else ring.zero for i in range(n) for j in range(n)])
        if not self.turned:
            return [diagonal]
        return [seen_from(turn(domain, ring, places[free:], n), diagonal, n)]

    def suffixes(self) -> list[str]:
        signs = [f"~{4 + i}" for i in range(self.size - self.proper)]
        return [*signs, *(_hidden_parts(self.size) if self.turned else ())]


@dataclass(frozen=True)
class QuarterTurns(Kind):
    """Orthogonal matrices that are antisymmetric: Q J Qᵀ with J of quarter turns."""

    size: int

    def coordinates(self, domain: Domain, ring: Ring, places: Places) -> list[Coordinates]:
        n = self.size
        entries = {(i, i ^ 1): ring.constant(1 if i % 2 else -1) for i in range(n)}
        pairs = tuple([entries.get((i, j), ring.zero) for i in range(n) for j in range(n)])
        return [seen_from(orthogonal(domain, ring, places, n), pairs, n)]

    def suffixes(self) -> list[str]:
        return [*_hidden_parts(self.size), "~4"]


@dataclass(frozen=True)
class Joined(Kind):
    """Values made of parts, each of its own kind."""

    parts: tuple[Kind, ...]

    def coordinates(self, domain: Domain, ring: Ring, places: Places) -> list[Coordinates]:
        found: Coordinates = ()
        start = 0
        for part in self.parts:
            end = start + part.generators
            found += part.coordinates(domain, ring, places[start:end])[0]
            start = end
        return [found]

    def suffixes(self) -> list[str]:
        return [f"^{i}" for i in range(self.generators)]


def kind_of(t: Term, facts: frozenset[str]) -> Kind:
    """How a symbol with these facts is filled in.

    >>> from rewrite import matrix, quaternion
    >>> kind_of(quaternion("q", unit=True), frozenset(["unit"]))
    Sphere(generators=4, pure=False)
    >>> kind_of(matrix("R", rotation=True), frozenset(["orthogonal", "rotation"]))
    Turn(generators=4, size=3)
    """
    if "orthogonal" in facts:
        return _orthogonal_kind(t.shape[0], facts)
    if "unit" in facts:
        pure = "pure" in facts
        return Sphere(3 if t.sort is Vector or pure else 4, pure)
    if is_bent(t) and t.sort.level is not None:
        parts = tuple(kind_of(part, own) for part, own in t.sort.level.samples())
        return Joined(sum(part.generators for part in parts), parts)
    linear = facts & {"symmetric", "antisymmetric", "diagonal", "pure"}
    return Flat(_dimension(t, linear), t, linear)


def _orthogonal_kind(n: int, facts: frozenset[str]) -> Kind:
    turns, proper = turn_generators(n), "rotation" in facts
    if "diagonal" in facts:
        return Mirrors(n - proper, n, proper, False)
    if "symmetric" in facts:
        return Mirrors(n - proper + turns, n, proper, True)
    if "antisymmetric" in facts:
        return QuarterTurns(turns + 1, n)
    return Turn(turns, n) if proper else Orthogonal(turns + 1, n)


def _dimension(t: Term, facts: frozenset[str]) -> int:
    n = t.shape[0] if t.shape else 0
    if "diagonal" in facts:
        return n
    if "symmetric" in facts:
        return n * (n + 1) // 2
    if "antisymmetric" in facts:
        return n * (n - 1) // 2
    return t.sort.coordinates(t.shape) - ("pure" in facts)


# -- curved ones ----------------------------------------------------------------------------------


def sign(ring: Ring, place: int) -> Element:
    """A generator whose square is 1."""
    ring.relate(place, 2, ring.one, splits=True)
    return ring.generator(place)


def sphere(ring: Ring, places: Places) -> Coordinates:
    """Generators whose squares add up to 1."""
    gens = tuple(map(ring.generator, places))
    value = ring.one
    for g in gens[1:]:
        value = value - g * g
    ring.relate(places[0], 2, value)
    return gens


def turn_generators(n: int) -> int:
    """How many generators a rotation of size n has."""
    return {2: 2, 3: 4}.get(n, n * (n - 1) // 2)


def _parts_of_turn(n: int) -> list[str]:
    """The suffixes of generators if the coordinates of the symbol are those of the rotation."""
    return [".0", ".2"] if n == 2 else _hidden_parts(n)


def _hidden_parts(n: int) -> list[str]:
    return [f"~{i}" if n == 3 else f"^{i}" for i in range(turn_generators(n))]


def turn(domain: Domain, ring: Ring, places: Places, n: int) -> Coordinates:
    """A generic rotation."""
    if n == 2:
        c, s = sphere(ring, places)
        return c, -s, s, c
    if n == 3:
        return f.rotation_of(sphere(ring, places))
    rows = [[ring.zero] * n for _ in range(n)]
    free = iter(places)
    for i in range(n):
        for j in range(i):
            rows[i][j] = ring.generator(next(free))
            rows[j][i] = -rows[i][j]
    tilted = tuple([x for row in rows for x in row])
    unit = f.identity(domain, n)
    below = f.inverse(domain, f.add(unit, tilted), n)
    return f.product(f.add(unit, f.scale(-ring.one, tilted)), below, n)


def orthogonal(domain: Domain, ring: Ring, places: Places, n: int) -> Coordinates:
    """A generic orthogonal matrix; its last generator is its determinant."""
    e = sign(ring, places[-1])
    matrix = turn(domain, ring, places[:-1], n)
    return tuple([e * x if (i + 1) % n == 0 else x for i, x in enumerate(matrix)])


def seen_from(frame: Coordinates, x: Coordinates, n: int) -> Coordinates:
    """Q X Qᵀ."""
    return f.product(f.product(frame, x, n), f.transpose(frame, n), n)
