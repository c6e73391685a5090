"""Random values for symbols that satisfy their facts exactly.

Points of curved surfaces are made by reflections I - 2 w wᵀ / w·w, which are rational: every unit
vector is the image of an axis under one reflection, and every orthogonal matrix of size n is the
product of at most n (Cartan, Dieudonné). So every rational point of the sphere and every rational
rotation can be drawn, including half turns. Points of a linear space are random combinations of a
basis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from math import atan2, tan
from typing import Any

from ..core.sorts import Matrix, Scalar, Vector
from ..core.terms import Term
from ..deadline import check_time, timed
from ..errors import FactError
from . import formulas as f
from .angles import Angle
from .domains import Modular
from .fields import Coordinates, Domain, Pair, quarter_turns
from .random_numbers import Source
from .values import described

TRIES = 200
"""After this many draws without success, the facts are declared impossible."""


# -- facts ----------------------------------------------------------------------------------------

Check = Callable[[Domain, Term, Coordinates], bool]


def _square_is_one(domain: Domain, t: Term, x: Coordinates) -> bool:
    n = t.shape[0]
    return f.product(x, f.transpose(x, n), n) == f.identity(domain, n)


def _turns(domain: Domain, t: Term, x: Coordinates) -> bool:
    return bool(f.determinant(domain, x, t.shape[0]) == 1)


def _off_diagonal(t: Term, x: Coordinates) -> list[Any]:
    return [c for i, c in enumerate(x) if i % (t.shape[0] + 1)]


CHECKS: dict[str, Check] = {
    "symmetric": lambda d, t, x: x == f.transpose(x, t.shape[0]),
    "antisymmetric": lambda d, t, x: not any(f.add(x, f.transpose(x, t.shape[0]))),
    "diagonal": lambda d, t, x: not any(_off_diagonal(t, x)),
    "orthogonal": _square_is_one,
    "rotation": lambda d, t, x: _square_is_one(d, t, x) and _turns(d, t, x),
    "invertible": lambda d, t, x: bool(f.determinant(d, x, t.shape[0]) != 0),
    "unit": lambda d, t, x: bool(f.dot(x, x) == 1),
    "pure": lambda d, t, x: bool(x[0] == 0),
    "nonzero": lambda d, t, x: any(x),
    "constant": lambda d, t, x: True,
}
"""The test of each fact on a value. A new kind of fact needs an entry here."""


def has(domain: Domain, facts: Iterable[str], t: Term, x: Coordinates) -> bool:
    """Whether a value of a term has all these facts."""
    for name in facts:
        if name not in CHECKS:
            raise FactError(f"{name}({t}): this fact has no test in random_points.CHECKS")
    if not all(CHECKS[name](domain, t, x) for name in facts):
        return False
    return not is_bent(t) or all(has(domain, own, s, y) for s, own, y in _parts(t, x))


def is_bent(t: Term) -> bool:
    """Whether the coordinates of a sort are related, because parts of its values have facts."""
    return t.sort.level is not None and any(t.sort.level.facts)


def _parts(t: Term, x: Coordinates) -> Iterator[tuple[Term, frozenset[str], Coordinates]]:
    """The parts of a value: for each, an atom of its sort, its facts, its coordinates."""
    start = 0
    for part, facts in t.sort.level.samples() if t.sort.level is not None else ():
        end = start + part.sort.coordinates(part.shape)
        yield part, facts, x[start:end]
        start = end


# -- curved kinds ---------------------------------------------------------------------------------


def _mirror(source: Source, n: int) -> Coordinates:
    """A vector to reflect along: any whose square is not zero."""
    for _ in range(TRIES):
        w = tuple([source.digit() for _ in range(n)])
        if f.dot(w, w) != 0:
            return w
    raise FactError(f"no vector of {n} coordinates can be drawn")  # not with these digits


def reflect(domain: Domain, w: Coordinates, x: Coordinates) -> Coordinates:
    """The mirror image of x in the plane orthogonal to w."""
    check_time()
    return f.add(x, f.scale(-2 * domain.divide(f.dot(w, x), f.dot(w, w)), w))


def sphere(source: Source, n: int) -> Coordinates:
    """A unit vector of n coordinates: a reflected axis."""
    axis, one, zero = source.random.randrange(n), source.domain.one, source.domain.zero
    e = tuple([one if i == axis else zero for i in range(n)])
    return f.scale(source.sign(), reflect(source.domain, _mirror(source, n), e))


def orthogonal_matrix(source: Source, n: int, proper: bool) -> Coordinates:
    """A rotation if proper, and otherwise an orthogonal matrix of determinant -1."""
    unit = f.identity(source.domain, n)
    rows = [unit[i * n : i * n + n] for i in range(n)]
    for _ in range(n - (n % 2 == proper)):
        w = _mirror(source, n)
        rows = [reflect(source.domain, w, row) for row in rows]
    return tuple([c for row in rows for c in row])


def _permutation(source: Source, n: int, proper: bool) -> Coordinates:
    """A signed permutation matrix: quarter turns, half turns and the identity among them."""
    unit = f.identity(source.domain, n)
    rows = [f.scale(source.sign(), unit[i * n : i * n + n]) for i in range(n)]
    source.random.shuffle(rows)
    if (f.determinant(source.domain, sum(rows, ()), n) == 1) != proper:
        rows[0] = f.scale(-source.domain.one, rows[0])
    return sum(rows, ())


def _signs(source: Source, n: int, proper: bool) -> Coordinates:
    """A diagonal matrix of signs."""
    signs = [source.sign() for _ in range(n)]
    if (reduce(lambda x, y: x * y, signs) == 1) != proper:
        signs[0] = -signs[0]
    return tuple([signs[i] if i == j else source.domain.zero for i in range(n) for j in range(n)])


def _orthogonal(source: Source, n: int, facts: frozenset[str]) -> Coordinates:
    proper = "rotation" in facts or source.random.random() < 0.5
    if "diagonal" in facts:
        return _signs(source, n, proper)
    kinds = [orthogonal_matrix]
    if "antisymmetric" in facts:
        kinds = [_quarter_turns]
    elif "symmetric" in facts:
        kinds = [_half_turns]
    elif source.sometimes():
        kinds = [_permutation, _half_turns]
    return source.random.choice(kinds)(source, n, proper)


def _half_turns(source: Source, n: int, proper: bool) -> Coordinates:
    """A symmetric orthogonal matrix; a proper one of size 3 is the identity or a half turn."""
    return _turned(source, _signs(source, n, proper), n)


def _quarter_turns(source: Source, n: int, proper: bool) -> Coordinates:
    """An antisymmetric orthogonal matrix, of even size: its determinant is 1."""
    one, zero = source.domain.one, source.domain.zero
    entry = {(i, i ^ 1): one if i % 2 else -one for i in range(n)}
    pairs = tuple([entry.get((i, j), zero) for i in range(n) for j in range(n)])
    return _turned(source, pairs, n)


def _turned(source: Source, x: Coordinates, n: int) -> Coordinates:
    """A matrix seen from a random orthonormal frame, right-handed or left-handed."""
    frame = orthogonal_matrix(source, n, source.random.random() < 0.5)
    return f.product(f.product(frame, x, n), f.transpose(frame, n), n)


# -- linear kinds ---------------------------------------------------------------------------------


def basis(domain: Domain, t: Term, facts: frozenset[str]) -> list[Coordinates]:
    """A basis of the linear space in which the values of a term lie."""
    count, entries = range(t.sort.coordinates(t.shape)), free_entries(t, facts)
    return [tuple([domain.number(place.get(i, 0)) for i in count]) for place in timed(entries, 16)]


def free_entries(t: Term, facts: frozenset[str]) -> list[dict[int, int]]:
    """The nonzero entries of the vectors of a basis, by index."""
    count, n = t.sort.coordinates(t.shape), t.shape[0] if t.shape else 0
    places: list[dict[int, int]] = [{i: 1} for i in range(count)]
    if "diagonal" in facts:
        places = [{i * n + i: 1} for i in range(n)]
    elif "symmetric" in facts:
        places = [{i * n + j: 1, j * n + i: 1} for i in range(n) for j in range(i + 1)]
    elif "antisymmetric" in facts:
        places = [{i * n + j: 1, j * n + i: -1} for i in range(n) for j in range(i)]
    elif "pure" in facts:
        places = places[1:]
    return places


def _any_value(source: Source, t: Term, facts: frozenset[str]) -> Coordinates:
    """A random combination of the vectors of a basis, computed from their nonzero entries."""
    found = [source.domain.zero] * t.sort.coordinates(t.shape)
    for place in timed(free_entries(t, facts)):
        x = source.number()
        for i, sign in place.items():
            found[i] = x if sign > 0 else -x
    return tuple(found)


def combination(source: Source, vectors: list[Coordinates]) -> Coordinates:
    """A random combination of basis vectors."""
    return f.add(*[f.scale(source.number(), b) for b in vectors])


def _awkward(source: Source, t: Term, vectors: list[Coordinates]) -> Coordinates:
    """Zero, an axis, the identity, a singular value, or a multiple of an earlier value."""
    domain, choose = source.domain, source.random.choice
    zero: Coordinates = (domain.zero,) * len(vectors[0])
    before = source.seen.get((t.sort, t.shape), [zero])
    options = [zero, f.scale(source.sign(), choose(vectors)), choose(before)]
    options += [f.scale(-domain.one, choose(before)), f.scale(source.number(), choose(before))]
    if t.sort is Vector:
        options.append(f.cross(choose(before), combination(source, vectors)))
    if t.sort is Matrix and t.shape[0] == t.shape[1]:
        n = t.shape[0]
        column = tuple([source.digit() for _ in range(n)])
        options += [f.identity(domain, n), f.outer(column, column)]
    return choose(options)


# -- all kinds ------------------------------------------------------------------------------------


def random_point(source: Source, t: Term, facts: frozenset[str]) -> Coordinates:
    """A random value for a symbol with these facts."""
    check_time()
    for _ in range(TRIES):
        x = _drawn(source, t, facts)
        if has(source.domain, facts, t, x):
            source.seen.setdefault((t.sort, t.shape), []).append(x)
            return x
    raise FactError(f"no value of {described(t)} that is {', '.join(sorted(facts))} was found")


def _drawn(source: Source, t: Term, facts: frozenset[str]) -> Coordinates:
    if "orthogonal" in facts:
        return _orthogonal(source, t.shape[0], facts)
    if is_bent(t) and t.sort.level is not None:
        drawn = [random_point(source, part, own) for part, own in t.sort.level.samples()]
        return tuple([c for x in drawn for c in x])
    count = len(free_entries(t, facts))
    if not count:
        raise FactError(f"{described(t)} is of a sort without coordinates and cannot be drawn")
    if source.sometimes():
        return _awkward(source, t, basis(source.domain, t, facts))
    if "unit" in facts:
        unit = sphere(source, count)  # three axes or, of a quaternion, perhaps four
        return unit if t.sort is Vector or count == 4 else (source.domain.zero, *unit)
    return _any_value(source, t, facts)


def random_power(source: Source, t: Term, n: int) -> Coordinates:
    """A value whose n-th root, or whose norm, is rational too."""
    if t.sort is Scalar:
        return (abs(source.number()) ** n,)
    return f.scale(source.number(), sphere(source, t.sort.dimension))


def random_angle(source: Source, parts: int, given: Pair | None = None) -> Angle:
    """A random or given point of the circle, with a plain value: any modulo a prime, otherwise
    close to the angle."""
    domain = source.domain
    if given is None:
        quarter = quarter_turns(domain, source.random.randrange(4))
        given = quarter if source.sometimes() else sphere(source, 2)
    cosine, sine = given
    if isinstance(domain, Modular):
        value = 0 if cosine == 1 else domain.dump(source.number())
        return Angle(domain.dump(cosine), domain.dump(sine), value, parts)
    cosine, sine = domain.dump(cosine), domain.dump(sine)
    return Angle(cosine, sine, _rounded(parts * atan2(sine, cosine)), parts)


def angle_near(source: Source, value: Any, parts: int) -> Angle:
    """A point of the circle for an angle whose plain value is known."""
    if value == 0:
        return Angle(1, 0, None, parts)
    if isinstance(source.domain, Modular):
        return replace(random_angle(source, parts), value=None)
    return Angle.of_tangent(_rounded(tan(value / (2 * parts))), None, parts)


def _rounded(x: float) -> Fraction:
    return Fraction(round(100 * x), 100)
