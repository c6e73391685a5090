"""Base parameters, regressors, Jacobians, energies and momenta."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from jointed import TYPES, axes, with_joint
from mechanical import exact_state
from mechanisms import MECHANISMS
from parameter_rank import compared
from random_robots import drawn_tree

from mechanics import (
    ModelError,
    System,
    X,
    Z,
    angular_momentum,
    base_parameters,
    dh,
    energies,
    inverse_dynamics,
    kinetic_energy,
    mass_matrix,
    momenta,
    momentum,
    regressor,
    urdf,
)
from mechanics.dynamics.energy import position
from mechanics.formalisms.partials import of_point
from mechanics.models import (
    humanoid,
    plane_chain,
    puma560,
    rx90,
    satellite,
    satellite_with_wheels,
    stanford,
)
from mechanics.parts.efforts import is_steady
from mechanics.recursion.along_joints import in_coordinates
from rewrite import (
    Evaluation,
    Vector,
    column,
    diff,
    dot,
    random_assignment,
    rot,
    scalar,
    subs,
    time,
)

SYSTEMS = {
    "RX-90": rx90,
    "Stanford": stanford,
    "plane chain": lambda: plane_chain(4),
    "satellite": satellite,
    "wheels": satellite_with_wheels,
    "skewed": lambda: dh([(0, "a1", "d1", "q", 0), (1, "a2", 0, "t", "q"), (0, "a3", 0, "q", "r")]),
    "vertical": lambda: dh([(0, 0, 0, "q", 0), (0, 0, "L1", "q", 0), (0, 0, "L2", "q", 0)]),
    "gantry": lambda: dh([(1, 0, 0, 0, "q"), (1, "pi/2", 0, 0, "q"), (0, "pi/2", 0, "q", 0)]),
    "helical": lambda: with_joint(TYPES["helical"], Z),
    "spherical": lambda: with_joint(TYPES["spherical"], Z),
    "planar": lambda: with_joint(TYPES["planar"], axes()[1]),
}
SLOW = {"RX-90", "Stanford", "planar", "wheels"}
NAMES = [pytest.param(n, marks=pytest.mark.slow) if n in SLOW else n for n in SYSTEMS]
KNOWN = {"RX-90": 36, "Stanford": 33, "vertical": 7, "plane chain": 8}
"""How many base parameters there are; three parallel axes: ZZ of all, MX and MY of the last two."""


def _values(terms: Any, state: Any) -> list[Fraction]:
    return [*map(Fraction, map(Evaluation(state), terms))]


@pytest.mark.parametrize("name", NAMES)
def test_base_parameters_give_the_same_efforts(name):
    system = SYSTEMS[name]()
    whole, found = inverse_dynamics(system, method="recursion"), inverse_dynamics(system, base=True)
    both = [*whole.terms.values(), *(subs(t, found.definitions) for t in found.terms.values())]
    state = exact_state(system, both, 5)
    values = _values(both, state)
    assert values[: len(values) // 2] == values[len(values) // 2 :]
    matrix, based = mass_matrix(system, method="composite bodies"), mass_matrix(system, base=True)
    at = Evaluation(state)
    for entry, other in zip(matrix.terms.values(), based.terms.values(), strict=True):
        assert at(entry) == at(subs(other, based.definitions))


@pytest.mark.parametrize("name", NAMES)
def test_base_parameters_are_independent(name):
    """The columns of the regressor by base parameters are linearly independent functions.

    Where the first axes are skew, some depend on others by the geometry, and are counted.
    """
    system = SYSTEMS[name]()
    found = regressor(system, base=True)
    entries = [entry for row in found.rows for entry in row]
    width, rows = len(found.parameters), []
    constants: dict[Any, Any] = {}
    for seed in range(3 + 2 * width // len(found.rows)):
        state = dict(random_assignment(entries, seed, domain="modular"))
        for s, value in state.items():
            if is_steady(s):
                state[s] = constants.setdefault(s, value)
        values = [*map(int, map(Evaluation(state, "modular"), entries))]
        rows += [values[k : k + width] for k in range(0, len(values), width)]
    based = base_parameters(system)
    assert _rank(rows) == width - based.dependent
    assert based.dependent == (name == "skewed")
    if name in KNOWN:
        assert width == KNOWN[name] == len(based)


@pytest.mark.parametrize(
    "seed", [0, 1, 5, 17, *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 3, 4, 11))]
)
def test_base_parameters_have_the_rank_of_numbers(seed):
    """Random trees with branches, sliders, free and ball joints, in any gravity or in none."""
    ours, dependent, rank = compared(drawn_tree(seed, most=3))
    assert ours - dependent == rank


def _rank(rows: list[list[int]]) -> int:
    p, rank = 2**61 - 1, 0
    for k in range(len(rows[0])):
        at = next((i for i in range(rank, len(rows)) if rows[i][k]), None)
        if at is None:
            continue
        rows[rank], rows[at] = rows[at], rows[rank]
        inverse = pow(rows[rank][k], -1, p)
        for i in range(rank + 1, len(rows)):
            factor = rows[i][k] * inverse % p
            rows[i] = [(x - factor * y) % p for x, y in zip(rows[i], rows[rank], strict=True)]
        rank += 1
    return rank


def test_base_parameters_are_printed():
    text = str(base_parameters(puma560()))
    assert "XXR2 = XX2 - YY2 - D3**2*(M3 + M4 + M5 + M6)" in text
    assert text.endswith("without effect: M1, M2, MX1, MY1, MZ1, MZ2, XX1, XY1, XZ1, YY1, YZ1")


def test_gravity_matters():
    """About a vertical axis a first moment does no work; about a horizontal one it does."""
    table = [(0, 0, 0, "q", 0)]
    assert len(base_parameters(dh(table))) == 1
    assert len(base_parameters(dh(table, gravity=None))) == 1
    assert len(base_parameters(dh(table, gravity=-scalar("g", constant=True) * X))) == 3


def test_counts_with_base_parameters():
    """By hand: 247/234, 259/245, 227/212."""
    for model, most in ((rx90, (247, 226)), (puma560, (259, 238)), (stanford, (227, 207))):
        found = inverse_dynamics(model(), base=True).operations()
        assert found.multiplications <= most[0]
        assert found.additions <= most[1]


def test_turns_with_irrational_sines_are_any_turns():
    robot = dh([(0, "2/5", 0, "q", 0), (0, "pi/3", "L", "q", 0), (0, "7/10", 0, "q", 0)])
    general = dh([(0, "a", 0, "q", 0), (0, "b", "L", "q", 0), (0, "c", 0, "q", 0)])
    assert len(base_parameters(robot)) == len(base_parameters(general))


@pytest.mark.parametrize("name", ["RX-90", "satellite", "helical", "plane chain"])
def test_regressor(name):
    """τ = Y p + rest."""
    system = SYSTEMS[name]()
    found, whole = regressor(system), inverse_dynamics(system, method="recursion")
    entries = [e for row in found.rows for e in row]
    terms = [*whole.terms.values(), *found.rest, *found.parameters.values(), *entries]
    state = exact_state(system, terms, 4)
    values = iter(_values(terms, state))
    tau = [next(values) for _ in whole.terms]
    rest = [next(values) for _ in found.rest]
    p = [next(values) for _ in found.parameters]
    for i, row in enumerate(found.rows):
        assert tau[i] == sum(next(values) * x for x in p[: len(row)]) + rest[i]


@pytest.mark.parametrize("name", [*MECHANISMS, "RX-90"])
def test_jacobians_of_all_points(name):
    """The same partial velocities and biases as those of Kane's equations."""
    system = (MECHANISMS | SYSTEMS)[name]()
    point = system.bodies[-1].centre
    seen = system.kinematics.base(point)
    found, reference = system.jacobian(point, seen), of_point(system, point)
    pairs = [*zip(found.columns, reference.by_speed, strict=True), (found.bias, reference.bias)]
    state = exact_state(system, [t for pair in pairs for t in pair], 6)
    at = Evaluation(state)
    for one, other in pairs:
        assert at(one) == at(other)


def test_the_jacobian_is_the_derivative_of_the_place():
    robot = stanford()
    joint = robot.joints[-1]
    tool = joint.point.placed(
        "tool", joint.frame, column(*(scalar(x, constant=True) for x in "abc"))
    )
    found = robot.jacobian(tool)
    place = position(robot, tool)
    velocity, acceleration = diff(place, time), diff(diff(place, time), time)
    still = dict.fromkeys(robot.accelerations, scalar("z") - scalar("z"))
    pairs = [(found.velocity, velocity), (found.bias, subs(acceleration, still))]
    state = random_assignment([t for pair in pairs for t in pair], 2)
    at = Evaluation(state)
    for one, other in pairs:
        assert at(one) == at(other)
    assert len(found.terms) == 18
    assert found.rate_times_speeds.operations().multiplications > 0


def test_a_jacobian_needs_a_point_or_a_frame():
    with pytest.raises(ModelError, match="not a Frame or Point"):
        rx90().jacobian("tool")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [*MECHANISMS, "RX-90", "wheels"])
def test_energies_and_momenta(name):
    system = (MECHANISMS | SYSTEMS)[name]()
    energy, found = energies(system), momenta(system)
    u = [x for s in system.speeds for x in in_coordinates(s)]
    M = mass_matrix(system, method="composite bodies")
    p = list(found.terms.values())[:-2]
    pairs = [
        (energy["kinetic"], kinetic_energy(system)),
        (found["momentum"], momentum(system, system.ground)),
        (found["angular_momentum"], angular_momentum(system, system.origin, system.ground)),
    ]
    terms = [t for pair in pairs for t in pair]
    state = exact_state(system, [*terms, *p, *M.terms.values()], 7)
    at = Evaluation(state)
    for one, other in pairs:
        assert at(one) == at(other)
    if name not in PRESCRIBED:
        speeds = _values(u, state)
        for i, value in enumerate(_values(p, state)):
            assert value == sum(at(M[i, k]) * v for k, v in enumerate(speeds))


PRESCRIBED = {"turntable", "base on a link"}
"""Momenta there are not M u alone: some motion is prescribed."""


@pytest.mark.slow
def test_a_humanoid_has_base_parameters():
    assert len(base_parameters(humanoid())) < 7 * 31


def test_a_fixed_turn_needs_no_parameters():
    s = System("one")
    frame = s.ground.rotated("K", rot(X, scalar("k", constant=True)))
    made, at = s.hinge("A", s.origin, frame, Z, scalar("q", time=True))
    c: Vector = scalar("c", constant=True) * X
    s.body("b", made, at.placed("G", made, c), scalar("m", constant=True))
    s.gravity(-scalar("g", constant=True) * Z)
    assert dot(c, c) is not None
    assert [str(p) for p in base_parameters(s).parameters] == ["ZZR_A", "MXR_A"]


@pytest.mark.parametrize(
    "file",
    ["seven.urdf", *(pytest.param(f, marks=pytest.mark.slow) for f in ("tree.urdf", "mimic.urdf"))],
)
def test_base_parameters_that_stay_numbers_are_counted_and_printed(file: str) -> None:
    """A description in numbers has as many base parameters as columns of its regressor."""
    robot = urdf(Path(__file__).parent / "robot_files" / file)
    found = base_parameters(robot)
    assert found.numbers
    columns = regressor(robot, base=True).parameters.keys()
    assert columns == {*map(str, found.parameters), *found.numbers}
    assert len(found) == len(columns)
    printed = {line.split(" = ")[0] for line in str(found).splitlines()}
    assert found.numbers.keys() < printed
