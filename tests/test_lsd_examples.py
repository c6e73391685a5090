"""The examples of LSD against the same mechanisms in Python."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mechanics import (
    RedundancyWarning,
    System,
    X,
    Y,
    Z,
    actuator,
    damper,
    kane,
    lagrange,
    motion_code,
)
from mechanics.lsd import compiled, read, read_mechanism
from mechanics.models import antenna_mesh, constant_velocity_joint, four_bar, satellite
from mechanics.parts.bodies import Principal
from rewrite import (
    Evaluation,
    Scalar,
    angular_velocity,
    column,
    diff,
    dot,
    equal,
    evaluate,
    free_symbols,
    normal,
    postorder,
    random_assignment,
    rot,
    scalar,
    scalars,
    subs,
    time,
    triple,
    vectors,
)

EXAMPLES = Path(__file__).parents[1] / "examples" / "lsd"
NAMES = {
    "satellite_mass": "mu1",
    "satellite_inertia_x": "I1x",
    "satellite_inertia_y": "I1y",
    "satellite_inertia_z": "I1z",
    "reflecteur_mass": "mu4",
    "reflecteur_iframe_z": "z34",
    "satellite_frame_z": "z12",
}
"""The parameters of the satellite: in the table of its text, and in the model."""
COORDINATES = {
    "ps1": "q1",
    "th1": "q2",
    "ph1": "q3",
    "x1": "q4",
    "y1": "q5",
    "z1": "q6",
    "x2": "q7",
    "x3": "q8",
    "x4": "q9",
}


def solved(rows: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    """The solution of linear equations in exact numbers."""
    n = len(right)
    table = [[*row, b] for row, b in zip(rows, right, strict=True)]
    for i in range(n):
        pivot = next(k for k in range(i, n) if table[k][i])
        table[i], table[pivot] = table[pivot], table[i]
        table[i] = [x / table[i][i] for x in table[i]]
        for k in range(n):
            if k != i and table[k][i]:
                factor = table[k][i]
                table[k] = [x - factor * y for x, y in zip(table[k], table[i], strict=True)]
    return [row[-1] for row in table]


def accelerations(equations: Any, point: Any) -> list[Fraction]:
    at = Evaluation(point)
    upper = [[*map(at, row)] for row in equations.entries]
    n = len(upper)
    rows = [[upper[min(i, j)][abs(i - j)] for j in range(n)] for i in range(n)]
    return solved(rows, [*map(at, equations.sides)])


class Satellite:
    """The satellite from its text, in the names of the model."""

    def __init__(self) -> None:
        self.system = read(EXAMPLES / "satellite.lsd")
        self.model = satellite(angles="zxz")
        self.names: dict[Any, Any] = {}
        for mine, other in NAMES.items():
            self.names[scalar(mine, constant=True)] = scalar(other, constant=True)
        for mine, other in COORDINATES.items():
            self.names[scalar(mine, time=True)] = scalar(other, time=True)
        self.R = normal(rot(Z, self.q("ps1")) @ rot(X, self.q("th1")) @ rot(Z, self.q("ph1")))
        self.w = angular_velocity(self.R, "body")
        self.v = self.R.T @ column(*(diff(self.q(x), time) for x in ("x1", "y1", "z1")))

    @staticmethod
    def q(name: str) -> Scalar:
        return scalar(name, time=True)

    def efforts(self, terms: Any) -> dict[Any, Any]:
        """Known efforts of joints, which are functions in the text, by those of the model."""
        given = {"joint2_torque_x": "C12", "joint3_force_y": "F23", "joint4_torque_y": "C34"}
        found: dict[Any, Any] = {}
        for t in terms:
            for s in postorder(t):
                if s.op.name in given:
                    found[s] = scalar(given[s.op.name], time=True)
        for name, symbol in zip(("F1", "F4", "C1"), vectors("F1 F4 C1", time=True), strict=True):
            mine = {"F1": "F1", "F4": "F2", "C1": "C3"}[name]
            parts = [dot(e, symbol) for e in (X, Y, Z)]
            found |= {scalar(f"{mine}{a}", time=True): p for a, p in zip("xyz", parts, strict=True)}
        return found

    def in_model_names(self, terms: list[Any]) -> list[Any]:
        efforts = self.efforts(terms)
        rates = {diff(q, time, k): diff(p, time, k) for q, p in self.names.items() for k in (1, 2)
                 if diff(q, time) is not diff(time, time) and p.name.startswith("q")}  # fmt: skip
        return [subs(subs(subs(t, efforts), rates), self.names) for t in terms]


def test_the_satellite_accelerates_as_the_model_does() -> None:
    both = Satellite()
    mine, model = kane(both.system), kane(both.model)
    terms = [*both.in_model_names([t for row in mine.entries for t in row])]
    sides = both.in_model_names(mine.sides)
    v, w = both.in_model_names([both.v, both.w])
    for seed in range(2):
        point = random_assignment([*terms, *sides, v, w, *model.blocks, *model.right], random=seed)
        heavy = ("mu1", "mu4", "I1x", "I1y", "I1z")
        point |= {scalar(x, constant=True): Fraction(i + 2, 3) for i, x in enumerate(heavy)}
        symbols = zip(vectors("v w", time=True), (v, w), strict=True)
        speeds = {symbol: evaluate(t, point) for symbol, t in symbols}
        expected = accelerations(model, point | speeds)
        entries = iter(terms)
        renamed = mine.with_scalars([[next(entries) for _ in row] for row in mine.entries], sides)
        found = accelerations(renamed, point)
        order = ["q4", "q5", "q6", "q1", "q2", "q3", "q7", "q8", "q9"]
        second = {diff(scalar(q, time=True), time, 2): a for q, a in zip(order, found, strict=True)}
        moved = [evaluate(diff(t, time), point | second) for t in (v, w)]
        assert [*moved[0], *moved[1], *found[6:]] == expected


def test_the_satellite_has_the_equations_of_the_model_for_the_same_speeds() -> None:
    both = Satellite()
    v, w = (column(*scalars(f"{x}1 {x}2 {x}3", time=True)) for x in "vw")
    angles = [diff(both.q(x), time) for x in ("ps1", "th1", "ph1")]
    axes = [diff(both.w, a) for a in angles]
    volume = triple(*axes)
    turning = [triple(*(w if k == i else a for k, a in enumerate(axes))) / volume for i in range(3)]
    places = [diff(both.q(x), time) for x in ("x1", "y1", "z1")]
    chosen = dict(zip(angles, turning, strict=True))
    chosen |= {p: dot(e, both.R @ v) for p, e in zip(places, (X, Y, Z), strict=True)}
    joints = [diff(both.q(x), time) for x in ("x2", "x3", "x4")]
    both.system.choose((*v.args, *w.args, *joints), chosen)
    mine, model = kane(both.system), kane(both.model)
    symbols = dict(zip(vectors("v w", time=True), (v, w), strict=True))
    symbols |= {diff(s, time): diff(t, time) for s, t in symbols.items()}
    left = both.in_model_names([*(t for row in mine.entries for t in row), *mine.sides])
    right = [*(t for row in model.entries for t in row), *model.sides]
    assert len(left) == len(right)
    for a, b in zip(left, right, strict=True):
        verdict = equal(a, subs(b, symbols))
        assert verdict.proved, (a, b)


def arm() -> System:
    system = System("arm")
    names = "m1 r1 h1 m2 l2 m3 l3 m4 c3 g"
    m1, r1, h1, m2, l2, m3, l3, m4, c3, g = scalars(names, constant=True)
    q1, q2, q3, C1, C2, C3 = scalars("q1 q2 q3 C1 C2 C3", time=True)
    base, at = system.hinge("A", system.origin, system.ground, Z, q1, actuator("C1", C1, q1))
    J = m1 * (3 * r1**2 + h1**2) / 12
    system.body("column", base, at, m1, Principal(J, J, m1 * r1**2 / 2))
    at = at.placed("T", base, h1 / 2 * Z)
    zero = m1 - m1
    rods = ((m2, l2, q2), (m3, l3, q3))
    motors = [actuator("C2", C2, q2)], [actuator("C3", C3, q3), damper("c3", c3, diff(q3, time))]
    for i, ((m, l, q), effort) in enumerate(zip(rods, motors, strict=True)):  # noqa: E741
        base, at = system.hinge(f"B{i}", at, base, Y, q, *effort)
        J = m * l**2 / 12
        centre = at.placed(f"G{i}", base, l / 2 * X)
        system.body(f"rod{i}", base, centre, m, Principal(normal(zero), J, J))
        at = at.placed(f"E{i}", base, l * X)
    system.point_mass("load", at, m4)
    system.gravity(-g * Z)
    return system


def test_the_arm_has_the_equations_of_the_same_arm_in_python() -> None:
    mine, other = kane(read(EXAMPLES / "robot_arm.lsd")), kane(arm())
    left, right = mine.named(), other.named()
    assert left.keys() == right.keys()
    assert all(equal(left[name], right[name]).proved for name in left)


def test_the_arm_has_the_same_lagrangian_equations_too() -> None:
    mine, other = lagrange(read(EXAMPLES / "robot_arm.lsd")), lagrange(arm())
    for a, b in zip(mine, other, strict=True):
        assert equal(a.left - a.right, b.left - b.right).proved


VALUES = {"l1": 1.0, "l2": 3.0, "l3": 2.0, "d": 3.0, "g": 9.81} | {
    f"{x}{i}": 0.3 * i + (x == "m") for x in "mJ" for i in (1, 2, 3)
}


def test_the_four_bar_moves_as_the_model_does() -> None:
    mine = motion_code(kane(read(EXAMPLES / "four_bar.lsd"))).mechanism(VALUES)
    other = motion_code(kane(four_bar())).mechanism(VALUES)
    y = other.consistent(other.state({"q1": 1, "q2": 0.5, "q3": 1.5, "q1'": 2}), fixed=["q1"])
    q1, q2, q3, u1, u2, u3 = y
    start = {"q1": q1, "q2": q3, "q3": q2 - q1, "q1'": u1, "q2'": u3, "q3'": u2 - u1}
    state = mine.state(start)
    assert abs(mine.gaps(state)).max() < 1e-9
    _, states = mine.integrate(mine.consistent(state), 0, 0.5, 100)
    _, others = other.integrate(y, 0, 0.5, 100)
    end = others[-1]
    assert np.allclose(states[-1][:3], [end[0], end[2], end[1] - end[0]], atol=1e-6)


def test_the_constant_velocity_joint_moves_as_the_model_does() -> None:
    given = {"l": 2.0, "x": 0.5, "y": 0.3, "m": 1.0, "J1": 2.0, "J4": 3.0}
    start = {"a1": 0.3, "a4": 0.3, "z": 1.9, "b2": 0.2, "g2": 0.1, "a1'": 2.0}
    ends = []
    for system in (read(EXAMPLES / "constant_velocity.lsd"), constant_velocity_joint()):
        run = motion_code(kane(system)).mechanism(given)
        y = run.consistent(run.state(start), fixed=["a1"])
        _, states = run.integrate(y, 0, 0.4, 80)
        ends.append(run.named(0.4, states[-1]))
    mine, other = ends
    assert mine["a4'"] == pytest.approx(mine["a1'"])
    for name in start:
        assert mine[name] == pytest.approx(other[name], abs=1e-7)


def test_the_antenna_moves_as_the_model_does() -> None:
    """One upright rod is at the same place and the first knee has the same angles."""
    given = {"L": 1.3, "m": 0.7, "M": 2.0, "J": 0.4, "g": 9.81}
    model = antenna_mesh()
    a1, a2, a3 = scalars("a1 a2 a3", time=True)
    model.constrain("upright", a1 + a2 + a3)
    model.gravity(-scalar("g", constant=True) * Z)
    with pytest.warns(RedundancyWarning):
        other = motion_code(kane(model)).mechanism(given)
    y = other.consistent(other.state({str(q): v for q, v in model.near.items()}))
    there = other.named(0.0, y)
    with pytest.warns(RedundancyWarning):
        mine = motion_code(kane(read(EXAMPLES / "antenna.lsd"))).mechanism(given)
    names = {"q1": "a1", "q2": "b1", "q4": "a2", "q5": "b2"}
    start = {mine_: there[name] for mine_, name in names.items()}
    start |= dict(zip(("x3", "y3", "z3"), _end(there), strict=True))
    start |= {"q6": there["c1"], "q7": there["b3"], "q8": there["c2"]}
    z = mine.consistent(mine.state(start))
    assert [mine.named(0.0, z)[q] for q in names] == pytest.approx([start[q] for q in names])
    _, states = mine.integrate(z, 0, 0.2, 20)
    _, others = other.integrate(y, 0, 0.2, 20)
    found, expected = mine.named(0.2, states[-1]), other.named(0.2, others[-1])
    assert [found[x] for x in ("x3", "y3", "z3")] == pytest.approx(_end(expected), abs=1e-6)
    for mine_, name in names.items():
        assert found[mine_] == pytest.approx(expected[name], abs=1e-6)


def _end(values: dict[str, float]) -> list[float]:
    """Where the first knee of the model ends."""
    first, second = values["a1"], values["a1"] + values["a2"]
    along = 1.3 * (np.cos(first) + np.cos(second))
    return [along, 0.0, -1.3 * (np.sin(first) + np.sin(second))]


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.lsd")), ids=lambda p: p.stem)
def test_the_table_names_every_symbol(file: Path) -> None:
    m = read_mechanism(file)
    known = {line.name for line in m.names.table}
    equations = kane(compiled(m))
    symbols = {str(s).rstrip("'") for t in equations.named().values() for s in free_symbols(t)}
    assert symbols <= known
