"""Random linkages whose freedom is known by construction: a wrong proof is what is looked for.

A claim is right if the freedom is what it must be wherever it is said to be proved, and if the
certain bounds hold everywhere.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import linkages
import pytest
from hypothesis import given
from hypothesis import strategies as st
from linkages import constants, loop, polygon, shift, turn, unknowns
from profiles import examples

from mechanics import (
    ClosureError,
    Cylindrical,
    FreedomReport,
    Planar,
    Prismatic,
    Revolute,
    Spherical,
    System,
    Universal,
    X,
    Y,
    Z,
    freedom,
)
from rewrite import Angle, column, norm2, pi, quaternion, rotation_matrix, scalars, vectors

Q = Fraction
hunt = pytest.mark.hunt
lengths = st.integers(2, 24).map(lambda n: Q(n, 8))
halves = st.tuples(st.integers(1, 9), st.integers(2, 9)).map(lambda t: Q(*t))


def angle(tangent: Fraction) -> Angle:
    """The angle whose half has this tangent."""
    below = 1 + tangent**2
    return Angle((1 - tangent**2) / below, 2 * tangent / below)


def must_be(found: FreedomReport, expected: int, proved: bool = False) -> None:
    assert found.lower <= expected <= found.upper
    assert found.freedom == expected or found.status != "proved"
    assert found.status == "proved" or not proved


@hunt
@given(st.lists(st.integers(1, 4), min_size=3, max_size=6), st.data())
@examples(30)
def test_flat_polygons(sides: list[int], data: st.DataObject) -> None:
    """All sides on one line: with μ = n - 2 first-order motions and one quadratic obstruction, of
    which the signs are those of the directions, one of them less."""
    signs = data.draw(st.lists(st.sampled_from((1, -1)), min_size=len(sides), max_size=len(sides)))
    last = sum(s * x for s, x in zip(signs, sides, strict=True))
    if not last:
        return
    angles = unknowns(" ".join(f"t{k}" for k in range(len(sides))))
    at = {t: 0 if s > 0 else pi for t, s in zip(angles, signs, strict=True)}
    end = pi if last > 0 else 0 * pi
    found = freedom(polygon([*sides, abs(last)], (*angles, end)), angles, at)
    directions = [*signs, -1 if last > 0 else 1]
    n = len(directions)
    stretched = min(directions.count(1), directions.count(-1)) == 1
    must_be(found, 0 if stretched else n - 3, proved=True)
    assert found.mobility == n - 2


@hunt
@given(st.lists(lengths, min_size=3, max_size=5), st.integers(2, 4))
@examples(10)
def test_cranks_on_a_coupler(offsets: list[Fraction], radius: int) -> None:
    """Equal cranks move on circles; one of another length stops them."""
    cranks = len(offsets)
    coupler, *turns = unknowns("φ " + " ".join(f"α{k}" for k in range(cranks + 1)))
    places = [sum(offsets[: k + 1], Q(0)) for k in range(cranks)]
    equations: list[Any] = []
    for d, a in zip(places, turns[1:], strict=True):
        equations += polygon((radius, d, -radius, -d), (turns[0], coupler, a, 0 * coupler))
    found = freedom(equations, (coupler, *turns), at=dict.fromkeys((coupler, *turns), 0))
    must_be(found, 1)
    must_be(freedom(equations, (coupler, *turns)), 1, proved=True)


@hunt
@given(halves, halves, st.integers(0, 2))
@examples(10)
def test_bennett_by_numbers(t: Fraction, u: Fraction, off: int) -> None:
    equations, symbols, _ = linkages.bennett()
    a, b, alpha, beta = constants("a b α β")
    first, second = angle(t), angle(u)
    values = {a: Q(first.sin) + Q(off, 3), b: Q(second.sin), alpha: first, beta: second}
    found = freedom(equations, symbols, values=values)
    if t not in (u, 1 / u):  # else a rhombus, which folds in other ways too
        must_be(found, 0 if off else 1)


@hunt
@given(st.integers(3, 6), st.booleans())
@examples(12)
def test_spherical_loops(n: int, shifted: bool) -> None:
    """Axes that meet; and the same with axes that do not, which need seven."""
    angles = unknowns(" ".join(f"t{k}" for k in range(n)))
    parts: list[Any] = []
    for k, t in enumerate(angles):
        parts += [turn(Z, t), turn(X, pi * (k + 2) / 9)]
        parts += [shift(Q(k + 1, 3) * X)] if shifted else []
    try:
        found = freedom(loop(parts), angles)
    except ClosureError:
        assert shifted
        return
    must_be(found, n - 3 if not shifted else 0)


@hunt
@given(st.lists(st.tuples(lengths, lengths), min_size=3, max_size=3), lengths, st.booleans())
@examples(12)
def test_plane_platforms(corners: list[Any], height: Fraction, parallel: bool) -> None:
    """Three legs to a congruent triangle move on circles; to another one they do not."""
    base = dict(zip("ABC", corners, strict=True))
    if _area(corners) == 0:
        return
    ends = [(x, y + height * (1 if parallel else k + 1)) for k, (x, y) in enumerate(corners)]
    points = base | dict(zip("DEF", ends, strict=True))
    rods = ["DE", "EF", "DF", "AD", "BE", "CF"]
    found = freedom(*linkages.framework(points, rods, "ABC"))
    must_be(found, 1 if parallel else 0)
    assert found.mobility == 1


def _area(corners: list[Any]) -> Fraction:
    (a, b), (c, d), (e, f) = corners
    return Q((c - a) * (f - b) - (e - a) * (d - b))


JOINTS = {
    "revolute": (Revolute(Z), 1),
    "prismatic": (Prismatic(Y), 1),
    "cylindrical": (Cylindrical(X), 2),
    "spherical": (Spherical(), 3),
    "planar": (Planar(Z), 3),
    "universal": (Universal(X, Y), 2),
}


@hunt
@given(st.lists(st.sampled_from(sorted(JOINTS)), min_size=2, max_size=3))
@examples(12)
def test_free_bodies_closed_in_a_row(names: list[str]) -> None:
    """Free bodies, each held on the one before it: the joints' degrees add up."""
    system = System("row")
    frame, at = system.ground, system.origin
    for k, name in enumerate(names):
        q = quaternion(f"q{k}", unit=True, time=True)
        place = scalars(f"x{k} y{k} z{k}", time=True)
        v, w = vectors(f"v{k} w{k}", time=True)
        body, G = system.free(str(k), q, column(*place), place, w, v)
        held = G.placed(f"P{k}", body, X / 2)
        system.close(f"C{k}", JOINTS[name][0], frame, at, body, held)
        frame, at = body, G.placed(f"Q{k}", body, Y)
    expected = sum(JOINTS[name][1] for name in names)
    must_be(freedom(system), expected, proved=True)


@hunt
@given(st.integers(4, 7), st.booleans())
@examples(8)
def test_platforms_on_rods(legs: int, congruent: bool) -> None:
    """Rods between balls: each takes one freedom, unless all are equal and parallel."""
    feet = [(0, 0, 0), (3, 0, 0), (4, 2, 0), (3, 4, 1), (0, 4, 0), (-1, 2, 0), (1, 1, 0)][:legs]
    tips = feet if congruent else [(y, x + k % 2, z + 1) for k, (x, y, z) in enumerate(feet)]
    q, place = quaternion("q", unit=True), unknowns("x y z")
    equations = []
    for foot, tip in zip(feet, tips, strict=True):
        start = column(1, 2, 2) + column(*tip) - column(*foot)
        gap = column(*place) + _turned(q, tip) - column(*foot)
        equations.append(norm2(gap) - norm2(start))
    at = dict(zip(place, (1, 2, 2), strict=True)) | {q: (1, 0, 0, 0)}
    found = freedom(equations, (*place, q), at)
    must_be(found, max(2 if congruent else 0, 6 - legs))


def _turned(q: Any, p: Any) -> Any:
    return rotation_matrix(q) @ column(*p)


@pytest.mark.slow
def test_sarrus_with_many_legs() -> None:
    for legs in (2, 3, 5, 6):
        if legs != 2:
            must_be(freedom(*linkages.sarrus_with(legs)), 1, proved=True)


@pytest.mark.slow
def test_linkages_with_relations() -> None:
    sides = constants("a b c d e f")
    signed = sum((-1) ** k * x**2 for k, x in enumerate(sides))
    equations, symbols = linkages.orthogonal_bricard(sides)
    must_be(freedom(equations, symbols, relations=[signed]), 1)
    must_be(freedom(equations, symbols), 0)
    must_be(freedom(*linkages.goldberg()), 1)
    for n in (5, 6, 7, 8):
        must_be(freedom(*linkages.generic_loop(n)), max(0, n - 6), proved=True)
