"""Rods in numbers, against textbooks: frequencies, a spring, a chain, and what motion keeps."""

from __future__ import annotations

from math import pi, sqrt
from typing import Any

import numpy
import pytest

from mechanics.errors import ModelError
from mechanics.media import (
    ARC,
    Collocation,
    Lines,
    hanging_chain,
    linear,
    linearised,
    planar_beam,
    ring,
    ring_frequencies,
    rod,
    small_planar_beam,
    spring_stiffness,
)
from rewrite import scalars

EA, GA2, GA3, GJ, EI2, EI3, rho = scalars("EA GA2 GA3 GJ EI2 EI3 rho", constant=True)
J11, J22, J33 = scalars("J11 J22 J33", constant=True)
SLENDER = {EA: 1e6, GA2: 4e5, EI3: 1.0, rho: 1.0, J33: 1e-6}
"""A beam so slender that shear and the inertia of rotation change little."""
SOFT = {EA: 1e3, GA2: 5e2, GA3: 5e2, EI2: 1.0, EI3: 1.0, GJ: 1.0, rho: 1.0,
        J11: 2e-2, J22: 1e-2, J33: 1e-2}  # fmt: skip
"""A beam that bends far and is followed in little time."""

TEXTBOOK = {
    ("clamped", "free"): (1.875104, 4.694091, 7.854757),
    ("free", "free"): (4.730041, 7.853205, 10.995608),
    ("pinned", "pinned"): (pi, 2 * pi, 3 * pi),
    ("clamped", "clamped"): (4.730041, 7.853205, 10.995608),
}
"""βL of the first modes of a beam in bending: ω = β² √(EI/ρ)."""


# -- frequencies ----------------------------------------------------------------------------------


@pytest.mark.parametrize("ends", TEXTBOOK, ids=" ".join)
def test_frequencies_of_beams(ends):
    start, end = ends
    beam = Collocation(small_planar_beam(), 1.0, SLENDER, start=start, end=end, points=28)
    for found, beta in zip(beam.frequencies(3), TEXTBOOK[ends], strict=True):
        assert abs(found / beta**2 - 1) < 0.01


def test_axial_and_torsional_frequencies():
    values = {**SOFT, EA: 1.0, GJ: 1.0, GA2: 1e5, GA3: 1e5, EI2: 1e4, EI3: 1e4, J11: 1.0}
    rod_ = linearised(rod())
    x, psi1 = rod_.unknowns[0], rod_.unknowns[3]
    for unknown, name in ((x, "force 1"), (psi1, "moment 1")):
        alone = rod_.only((unknown,), name)
        found = Collocation(alone, 1.0, values, start=[unknown], end=[alone_slope(unknown)])
        for n, w in enumerate(found.frequencies(3)):
            assert abs(w / ((n + 0.5) * pi) - 1) < 1e-6


def alone_slope(unknown: Any) -> Any:
    from rewrite import diff

    return diff(unknown, ARC)


def test_a_thick_beam_is_slower():
    """Shear and the inertia of rotation lower the frequencies: Timoshenko's beam, pinned ends.

    EI k⁴ - (1 + …) has the closed solution of a quadratic in ω² for sin(n π s).
    """
    values = {EA: 1e4, GA2: 50.0, EI3: 1.0, rho: 1.0, J33: 0.01}
    beam = Collocation(small_planar_beam(), 1.0, values, start="pinned", end="pinned", points=24)
    found = beam.frequencies(2)
    for n, w in enumerate(found, 1):
        k = n * pi
        a, b, c = 0.01 / 50, -(1 + 0.01 * k**2 + k**2 / 50), k**4
        exact = sqrt((-b - sqrt(b * b - 4 * a * c)) / (2 * a))
        assert abs(w / exact - 1) < 1e-6


def test_a_closed_ring():
    """ω² = n² (n² - 1)²/(n² + 1) EI/(ρ a⁴), for a thin ring in its plane."""
    values = {EA: 1e6, GA2: 1e6, EI3: 1.0, rho: 1.0, J33: 1e-7}
    for n, w in zip((2, 3, 4), ring_frequencies(1, values), strict=True):
        assert abs(w / sqrt(n**2 * (n**2 - 1) ** 2 / (n**2 + 1)) - 1) < 0.01


def test_a_hanging_chain():
    """ω = j₀/2 √(g/L), with the zeros of Bessel's function."""
    chain = hanging_chain()
    y = chain.unknowns[1]
    L, g = scalars("L g", constant=True)
    swings = Collocation(
        chain.only((y,), "force 2"), 2.0, {L: 2, g: 9.81, rho: 1}, start=[y], end=[None], points=20
    )
    for w, zero in zip(swings.frequencies(3), (2.404826, 5.520078, 8.653728), strict=True):
        assert abs(w / (zero / 2 * sqrt(9.81 / 2)) - 1) < 1e-5


# -- statics --------------------------------------------------------------------------------------


def test_a_cantilever_at_rest():
    """F l³/3EI, and the shear F l/GA."""
    values = {EA: 1e4, GA2: 100.0, EI3: 2.0, rho: 1.0, J33: 0.1}
    small = small_planar_beam()
    wrench = [t for t in small.wrench if t != 0]
    found = Collocation(small, 1.5, values, end=wrench).static(end=[0.0, 0.0, 0.3])
    y = small.unknowns[1]
    assert abs(found[y][-1] / (0.3 * (1.5**3 / 6 + 1.5 / 100)) - 1) < 1e-8


@pytest.mark.slow  # docs/media-spring.md shows it too
def test_the_stiffness_of_a_helix_spring():
    """GJ/(2π n R³) for a close helix; with the bending of an open one, in general."""
    values = {EA: 1e5, GA2: 1e5, GA3: 1e5, EI2: 1.3, EI3: 1.3, GJ: 1.0, rho: 1,
              J11: 1e-4, J22: 1e-4, J33: 1e-4}  # fmt: skip
    close = spring_stiffness("1", "0.02", 5, values)
    assert abs(close * 2 * pi * 5 - 1) < 0.01
    open_ = spring_stiffness("1", "1/2", 3, values, points=48)
    cosine, sine = 1 / sqrt(1.25), 0.5 / sqrt(1.25)
    exact = cosine / (2 * pi * 3 * (cosine**2 + sine**2 / 1.3))
    assert abs(open_ / exact - 1) < 0.01


# -- motion ---------------------------------------------------------------------------------------


def test_a_free_beam_keeps_energy_and_momentum():
    """Energy to 1e-7 of itself, momentum to 1e-9."""
    beam = Lines(planar_beam(), 1.0, 6, SOFT, start="free", end="free")
    s = beam.nodes
    rates = numpy.stack([0.3 + 0 * s, 2 * (s - 0.3) + 0.5 * numpy.sin(3 * s), 2 + 0 * s], axis=1)
    course = beam.run(numpy.linspace(0, 0.15, 4), rates=rates)
    energy = course.energy.sum(axis=1)
    assert course.energy[:, 1].max() > 1e-3  # it bends
    assert abs(energy / energy[0] - 1).max() < 1e-7
    assert abs(course.momentum - course.momentum[0]).max() < 1e-9
    assert abs(course.momentum[0, 3] - 0.3) < 1e-12


def test_a_rod_in_space_keeps_energy_and_linear_momentum():
    free = Lines(rod(), 1.0, 4, SOFT, start="free", end="free")
    s = free.nodes
    rates = numpy.zeros((5, 6))
    rates[:, 1], rates[:, 2], rates[:, 3], rates[:, 5] = s - 0.5, numpy.sin(3 * s), 1.0, 1.0
    course = free.run([0.0, 0.05, 0.1], rates=rates)
    energy = course.energy.sum(axis=1)
    assert abs(energy / energy[0] - 1).max() < 1e-7
    assert abs(course.momentum[:, 3:] - course.momentum[0, 3:]).max() < 1e-9


def test_a_falling_cantilever_keeps_energy_with_its_loads():
    beam = Lines(planar_beam(), 1.0, 5, SOFT, gravity=(0, -3.0, 0), force=(0.2, -1.0, 0))
    course = beam.run([0.0, 0.1, 0.2])
    assert course.energy[-1, 2] < -0.02
    assert abs(course.energy.sum(axis=1)).max() < 1e-7
    assert (course.coordinates[:, 0] == 0).all()


def test_a_damped_beam_loses_energy():
    beam = Lines(
        planar_beam(linear().damped(scalars("tau", constant=True)[0])),
        1.0, 4, {**SOFT, scalars("tau", constant=True)[0]: 0.01}, force=(0, -1.0, 0),
    )  # fmt: skip
    energy = beam.run([0.0, 0.1, 0.2]).energy.sum(axis=1)
    assert energy[2] < energy[1] < energy[0] - 1e-4


def test_the_discrete_beam_is_at_rest_in_a_circle():
    """Bent by M = 2π EI/L at its end, the elements balance but for the order of their size."""
    n = 40
    wrench = (0.0, 0.0, 2 * pi, 0.0, 0.0, 0.0)
    beam = Lines(planar_beam(), 1.0, n, {**SOFT, EI3: 1.0}, wrench=lambda t: wrench)
    s = beam.nodes
    angle = 2 * pi * s
    bent = numpy.stack(
        [numpy.sin(angle) / (2 * pi) - s, (1 - numpy.cos(angle)) / (2 * pi), angle], 1
    )
    forces = beam.forces(bent, numpy.zeros_like(bent))[1:]
    alone = Lines(planar_beam(), 1.0, n, {**SOFT, EI3: 1.0}).forces(bent, numpy.zeros_like(bent))[
        1:
    ]
    assert abs(forces[:, 2]).max() < 0.02 * abs(alone[:, 2]).max()


def test_a_ring_that_turns_as_a_whole_has_no_strain():
    circle = Lines(
        rod(ring(1), free=("x", "y", "psi3")), 2 * pi, 12, SOFT, start="free", end="free"
    )
    s, turn = circle.nodes, 0.3
    # about the centre, which is at (0, 1) of the first frame: along the ring, in its own frames
    moved = numpy.stack([numpy.sin(turn) + 0 * s, (1 - numpy.cos(turn)) + 0 * s, turn + 0 * s], 1)
    assert abs(circle.forces(moved, numpy.zeros_like(moved))).max() < 1e-10


# -- what is refused ------------------------------------------------------------------------------


def test_wrong_problems_are_refused():
    with pytest.raises(ModelError, match="no values are given for"):
        Collocation(small_planar_beam(), 1.0, {EA: 1}).frequencies(1)
    with pytest.raises(ModelError, match="3 conditions are needed"):
        Collocation(small_planar_beam(), 1.0, SLENDER, end=[ARC])
    with pytest.raises(ModelError, match="an end is"):
        Collocation(small_planar_beam(), 1.0, SLENDER, end="loose")
    with pytest.raises(ModelError, match="an end is"):
        Lines(planar_beam(), 1.0, 4, SOFT, end="loose")
    with pytest.raises(ModelError, match="a strain is held"):
        Lines(planar_beam(linear().holding("shear")), 1.0, 4, SOFT)
    with pytest.raises(ModelError, match="for each of the 5 nodes"):
        Lines(planar_beam(), 1.0, 4, SOFT).run([0, 1], numpy.zeros((3, 3)))
    with pytest.raises(ModelError, match="no values are given"):
        Lines(planar_beam(), 1.0, 4, {EA: 1.0}).run([0, 1])
