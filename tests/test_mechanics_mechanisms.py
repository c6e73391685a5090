"""Mechanisms never seen by the models: formalisms agree, power is balanced, M is positive."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from mechanical import by_hamilton, exact_state, rows_of, solved, speeds_from_coordinates
from mechanisms import (
    MECHANISMS,
    ball,
    cart,
    gyroscope,
    one,
    rigid_links,
    slider_from_the_ground,
    two_arms,
)

from mechanics import (
    ModelError,
    X,
    dalembert,
    hamilton,
    isolated,
    kane,
    kinematic_equations,
    kinetic_energy,
    lagrange,
    newton_euler,
    newton_euler_isolated,
)
from mechanics.dynamics.energy import works
from mechanics.models.parts import moving
from mechanics.system import System
from rewrite import (
    Evaluation,
    Vector,
    diff,
    dot,
    evaluate,
    mul,
    normal,
    quaternion,
    random_assignment,
    rotation,
    simplify,
    time,
    zero,
)

FORMALISMS = {
    "Kane": kane,
    "Newton-Euler": newton_euler,
    "isolated": newton_euler_isolated,
    "d'Alembert": lambda s: dalembert(s, s.bodies[-1].centre),
    "about the origin": lambda s: dalembert(s, s.origin),
    "Lagrange": lagrange,
}
REFUSED = {
    ("isolated", "gyroscope, centred"),
    ("isolated", "slider from the ground"),
    ("isolated", "base on a link"),
    ("Lagrange", "ball"),
    ("Lagrange", "ball by a rotation"),
    ("Lagrange", "ball on a free body"),
}


def _rows(name: str, system: System) -> dict[str, Any]:
    found = {}
    for formalism, form in FORMALISMS.items():
        if (formalism, name) in REFUSED:
            with pytest.raises(ModelError):
                form(system)
        else:
            found[formalism] = rows_of(form(system))
    return found


def _power(system: System) -> list[Any]:
    return [(dot if isinstance(v, Vector) else mul)(F, v) for F, v in works(system)]


@pytest.mark.parametrize("name", MECHANISMS)
def test_all_formalisms_agree_and_power_is_balanced(name: str) -> None:
    system = MECHANISMS[name]()
    rows = _rows(name, system)
    change, power = diff(kinetic_energy(system), time), _power(system)
    terms = [t for found in rows.values() for cs, right in found for t in (*cs, right)]
    state = exact_state(system, [*terms, change, *power], 1)
    found = {n: solved(r, state) for n, r in rows.items()}
    if "Lagrange" in found:
        found["Lagrange"] = speeds_from_coordinates(system, state, found["Lagrange"])
    assert all(x == found["Kane"] for x in found.values()), found
    assert any(found["Kane"])
    if name not in ("turntable", "base on a link"):  # what turns the base does work too
        moving = {**state, **_accelerations(system, found["Kane"])}
        assert evaluate(change, moving) == sum(map(Evaluation(state), power))


def _accelerations(system: System, values: list[Fraction]) -> dict[Any, Any]:
    found, rest = {}, list(values)
    for u in system.accelerations:
        width = 3 if isinstance(u, Vector) else 1
        taken, rest = rest[:width], rest[width:]
        found[u] = tuple(taken) if width == 3 else taken[0]
    return found


def test_reactions_are_refused_where_no_link_is_rigid() -> None:
    with pytest.raises(ModelError, match="body 0 turns with RJ0, but its mass centre O is on the"):
        isolated(gyroscope(centred=True))
    with pytest.raises(ModelError, match="S is placed on the link of joint A by a vector in R0"):
        isolated(slider_from_the_ground())


@pytest.mark.parametrize("make", [cart, two_arms, gyroscope])
def test_nothing_idle_is_printed(make: Any) -> None:
    """No vanishing summand, no product with the identity, nothing transposed twice."""
    system = make()
    idle = re.compile(r"[-+] 0\b|@ identity|[-+(@] ?-?zero\(|\b0\*|\*0\b|\.T\.T|\(0, 0\)\)$")
    printed = [str(t) for t in (*kane(system).blocks, *kane(system).right)]
    for form in (newton_euler, newton_euler_isolated, isolated):
        for level in ("theorem", "vector"):
            if form is not newton_euler_isolated or level == "vector":
                printed += [str(e) for e in form(system).at(level)]
    assert [text for text in printed if idle.search(text)] == []


# -- Hamilton's equations -------------------------------------------------------------------------

WITH_POTENTIAL = ["rigid links", "turntable", "tree", "slider from the ground", "symbolic axes"]


@pytest.mark.parametrize("name", WITH_POTENTIAL)
def test_potentials_give_what_forces_give(name: str) -> None:
    system = MECHANISMS[name]()
    by_potential, by_forces = (hamilton(system, forces=x).at("parameters") for x in (False, True))
    terms = [e.right for e in (*by_potential, *by_forces)]
    state = exact_state(system, terms, 5)
    for one_way, other in zip(by_potential, by_forces, strict=True):
        assert evaluate(one_way.right, state) == evaluate(other.right, state)


@pytest.mark.parametrize("name", ["cart", "turntable", "skew", "deep", "two arms"])
def test_hamilton_moves_as_kane_does(name: str) -> None:
    system = MECHANISMS[name]()
    rows = rows_of(kane(system))
    momenta = hamilton(system, forces=True).at("parameters")
    terms = [t for e in momenta for t in (diff(e.left, time), e.right)]
    terms += [t for cs, right in rows for t in (*cs, right)]
    state = exact_state(system, terms, 1)
    second = by_hamilton(system, state)
    assert speeds_from_coordinates(system, state, second) == solved(rows, state)


# -- speeds of one's own choice -------------------------------------------------------------------


@pytest.mark.parametrize("make", [rigid_links, cart])
def test_speeds_that_mix_rates(make: Any) -> None:
    """Kane and Newton-Euler in u1 = q1' - q2', u2 = q1' + 2 q2' move as the rates themselves do."""
    system, other = make(), make()
    first, second = (diff(q, time) for q in system.coordinates)
    u1, u2 = moving("u1 u2")
    other.choose((u1, u2), {first: (2 * u1 + u2) / 3, second: (u2 - u1) / 3})
    plain, *chosen = (rows_of(e) for e in (kane(system), kane(other), newton_euler(other)))
    terms = [t for rows in (plain, *chosen) for cs, right in rows for t in (*cs, right)]
    state = exact_state(system, [*terms, u1, u2, first, second], 2)
    state |= {u1: state[first] - state[second], u2: state[first] + 2 * state[second]}
    a, b = solved(plain, state)
    assert all(solved(rows, state) == [a - b, a + 2 * b] for rows in chosen)


def test_a_force_by_rates_follows_the_chosen_speeds() -> None:
    system = System("drag")
    x, u, m, c = *moving("x u"), one("m"), one("c")
    end = system.slider("S", system.origin, system.ground, X, x)
    system.point_mass("1", end, m)
    system.force("drag", -c * diff(x, time) * X, system.ground, end)
    system.choose([u], {diff(x, time): u / 2})
    assert simplify(kane(system).right[0]) == simplify(-c * u / 4)


def test_kinematic_equations_of_balls() -> None:
    rates = kinematic_equations(ball())
    p = quaternion("p", unit=True, time=True)
    point = random_assignment([rates[p], p], random=1)
    value, change = evaluate(p, point), evaluate(rates[p], point)
    assert sum(x * y for x, y in zip(value, change, strict=True)) == 0
    Q = rotation("Q", time=True)
    assert normal(diff(Q, time) - kinematic_equations(ball("rotation"))[Q]) is zero((3, 3))
