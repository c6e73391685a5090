"""LSD, the language: types by use, names, classes, packages, files, loops, and writing back."""

from __future__ import annotations

from inspect import signature
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest

import mechanics.models as models
from mechanics import System, X, Y, Z, kane, lagrange, potential
from mechanics.lsd import LsdError, compiled, read, read_text, write
from mechanics.lsd.including import LIBRARY
from rewrite import equal, evaluate, free_symbols, scalar, simplify

EXAMPLES = Path(__file__).parents[1] / "examples" / "lsd"
FREE = 'include "links.lsd"; let a = body end; let b = body end;'
MASSLESS = FREE.replace("body end", "body mass = 0, inertia = 0 end")


def system(text: str) -> System:
    return compiled(read_text(text))


def pendulum(more: str, body: str = "mass = ?m, inertia = 0, iframe = [0, -?l, 0]") -> str:
    return f"let bob = body {body} end; join earth and bob.frame with {more};"


# -- types by use ---------------------------------------------------------------------------------


def test_zero_is_what_its_place_needs() -> None:
    made = read_text(
        "let a = body mass = 0, inertia = 0, iframe = 0 end;"
        "let b = body iframe = 0 ++ 0, inertia = 0 end;"
        "join earth and a.frame with link dof = 0 end; join a.frame and 0 @ b with link(q) "
        "dof = q || [0, 0, 1] end;"
    )
    assert [b.inertia for b in made.bodies] == [(), ()]
    assert [str(b.mass) for b in made.bodies] == ["0", "b_mass"]


def test_fields_left_out_are_general_and_can_be_read() -> None:
    made = read_text(
        "let a = body end;"
        "let b = body mass = 2*a.mass, inertia = a.inertia, iframe = a.iframe end;"
        "join earth and a.frame with link(q) dof = q*[1, 0, 0] end;"
        "join a.iframe and b.frame with link(q) dof = q*[0, 1, 0] end;"
    )
    first, second = made.bodies
    assert simplify(second.mass - 2 * first.mass) == 0
    assert second.inertia == first.inertia
    assert second.iframe == first.iframe
    assert len(free_symbols(first.iframe.rotation.matrix)) == 3


def test_numbers_are_exact() -> None:
    made = read_text(pendulum("link(q) dof = q || [0, 0, 1] end", "mass = 0.1, inertia = .5e-1*[1, 1, 1], iframe = 0"))  # fmt: skip # noqa: E501
    assert (str(made.bodies[0].mass), str(made.bodies[0].inertia[0])) == ("1/10", "1/20")


def test_an_axis_is_made_a_unit_vector() -> None:
    turning = system(pendulum("link(q) dof = q || [3, 0, 4] end"))
    assert str(turning.joints[0].type.axis) == "column(3/5, 0, 4/5)"  # type: ignore[attr-defined]


def test_anonymous_parameters_are_new_each_time_and_named_ones_are_not() -> None:
    made = read_text(
        "let l = link(q) dof = [?s, ?d, 0] ++ (q || [0, 0, 1]) end;"
        "let a = body end; let b = body end;"
        "join earth and a.frame with l; join a.frame and b.frame with l;"
    )
    moves = [j.link.steps[0].displacement.translation for j in made.joints]
    first, second = ({str(s) for s in free_symbols(m)} for m in moves)
    assert first & second == {"d"}
    assert len(first | second) == 3


def test_given_names_are_kept_from_others() -> None:
    made = read_text(
        "let a = body mass = ?q1, inertia = 0, iframe = 0 end;"
        "join earth and a.frame with link(q) dof = q*[1, 0, 0] end;"
    )
    assert str(made.bodies[0].mass) == "q1"
    assert [str(q) for q in made.joints[0].link.coordinates.values()] == ["q1_2"]


def test_a_function_of_coordinates_and_their_rates() -> None:
    made = system(pendulum("link(q) dof = q || [0, 0, 1], torque = [0, 0, ?brake(q, q')] end"))
    assert [str(effort) for effort, _ in made.works()] == ["brake(q1, q1')"]


def test_an_inertia_matrix_must_be_symmetric() -> None:
    text = pendulum(
        "link(q) dof = q || [0, 0, 1] end",
        "mass = ?m, iframe = 0, inertia = [[?a, ?b, 0], [?b, ?c, 0], [0, 0, ?d]]",
    )
    assert str(simplify(kane(system(text)).entries[0][0])) == "d"
    with pytest.raises(LsdError, match="symmetric"):
        read_text(text.replace("[?b, ?c, 0]", "[0, ?c, 0]"))


# -- efforts --------------------------------------------------------------------------------------


def test_springs_dampers_and_motors() -> None:
    made = system(pendulum("link(q) dof = q || [0, 0, 1], spring = ?k, rest = ?r, damper = ?c, motor = ?u(time) end"))  # fmt: skip # noqa: E501
    k, r, c = (scalar(x, constant=True) for x in "krc")
    q, u = scalar("q1", time=True), scalar("u", time=True)
    rate = made.speeds[0]
    assert simplify(kane(made).sides[0] - (-k * (q - r) - c * rate + u)) == 0
    assert simplify(potential(made, partly=True) - k * (q - r) ** 2 / 2) == 0


def test_efforts_are_written_in_the_frame_of_their_displacement() -> None:
    """A force along the second displacement is turned by the first."""
    made = system(
        "let a = body mass = ?m, inertia = 0, iframe = 0 end; join earth and a.frame with "
        "link(q, r) dof1 = q || [0, 0, 1], dof2 = [r, 0, 0], force2 = [?f, ?g, 0] end;"
    )
    f, g = (scalar(x, constant=True) for x in "fg")
    r = scalar("r1", time=True)
    efforts = {str(rate): value for value, rate in made.works()}
    assert simplify(efforts["r1'"] - f) == 0
    assert simplify(efforts["q1'"] - r * g) == 0


def test_forces_and_torques_without_value_are_inputs() -> None:
    made = read_text(
        pendulum("link(q) dof = q || [0, 0, 1] end")
        + "apply force body = bob end on bob.iframe; apply torque end on bob;"
    )
    inputs = [str(x) for e in made.efforts for x in e.value.args]
    assert inputs == ["F1x", "F1y", "F1z", "C2x", "C2y", "C2z"]
    assert [e.axes for e in made.efforts] == [1, 0]


# -- classes, packages, files ---------------------------------------------------------------------


def test_classes_take_arguments_by_place_and_by_name() -> None:
    text = (
        "let ball(mass: number, at: vector) = body mass = mass, inertia = 0, iframe = at end;"
        "let a = ball(2, [1, 0, 0]); let b = ball(at = [0, ?y, 0], mass = ?m);"
        "let turning(axis: vector) = link(q) dof = q || axis end;"
        "join earth and a.frame with turning([0, 0, 1]);"
        "join a.frame and b.frame with turning(axis = [0, 1, 0]);"
    )
    made = read_text(text)
    assert [str(b.mass) for b in made.bodies] == ["2", "m"]


def test_packages_and_local_declarations_keep_their_names() -> None:
    text = (
        "package lib = local let length = ?l; in let rod = body mass = ?m, inertia = 0, "
        "iframe = [length, 0, 0] end; end; end;"
        "join earth and lib.rod.frame with link(q) dof = q || [0, 0, 1] end;"
    )
    assert read_text(text).bodies[0].name == "lib.rod"
    with pytest.raises(LsdError, match="no 'length'"):
        read_text(text + "let x = lib.length;")


def test_a_parametrised_package_is_used_many_times() -> None:
    text = (
        "let leg(at: frame) = package "
        "let rod = body mass = ?m, inertia = 0, iframe = [?s, 0, 0] end; "
        "join at and rod.frame with link(q) dof = q || [0, 0, 1] end; end;"
        "let l1 = leg(earth); let l2 = leg([1, 0, 0] @ l1.rod); let l3 = leg([1, 0, 0] @ l2.rod);"
    )
    made = read_text(text)
    assert [b.name for b in made.bodies] == ["l1.rod", "l2.rod", "l3.rod"]
    assert len({str(b.iframe.translation) for b in made.bodies}) == 3


def test_files_are_included_once_in_a_scope(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "bob.lsd").write_text("let bob = body mass = ?m end;")
    (tmp_path / "main.lsd").write_text(
        'include "links.lsd"; include "links.lsd"; include "parts/bob.lsd";'
        "join earth and bob.frame with links.spherical;"
    )
    assert len(read(tmp_path / "main.lsd").coordinates) == 3


def test_files_that_include_each_other_are_reported(tmp_path: Path) -> None:
    (tmp_path / "a.lsd").write_text('include "b.lsd";')
    (tmp_path / "b.lsd").write_text('\n include "a.lsd";')
    with pytest.raises(LsdError, match=r"a\.lsd includes b\.lsd includes a\.lsd") as error:
        read(tmp_path / "a.lsd")
    assert (error.value.file, error.value.line, error.value.column) == ("b.lsd", 2, 10)


@pytest.mark.parametrize("path", ["../secret.lsd", "/etc/passwd", "a/../../b.lsd", "c:\\x.lsd"])
def test_an_include_does_not_lead_out_of_its_folder(path: str, tmp_path: Path) -> None:
    (tmp_path / "a.lsd").write_text(f'include "{path}";')
    with pytest.raises(LsdError, match="leads out of the folder"):
        read(tmp_path / "a.lsd")


def test_the_library_can_be_used_as_a_whole() -> None:
    assert {p.name for p in LIBRARY.glob("*.lsd")} == {"links.lsd", "bodies.lsd"}
    links = ["fixed", "spherical", "planar", "free", "revolute([0,0,1])", "prismatic([0,0,1])", "helical([0,0,1],?p)", "cylindrical([0,0,1])", "universal([1,0,0],[0,1,0])"]  # fmt: skip # noqa: E501
    bodies = ["massless()", "point_mass(?m,[1,0,0])", "rod(?m,?l)", "disc(?m,?r)", "ring(?m,?r)", "cylinder(?m,?r,?l)", "box(?m,?a,?b,?c)", "sphere(?m,?r)", "shell(?m,?r)"]  # fmt: skip # noqa: E501
    text = 'include "links.lsd"; include "bodies.lsd";'
    for i, (link, body) in enumerate(zip(links, bodies, strict=True)):
        text += f"let b{i} = bodies.{body}; join earth and b{i}.frame with links.{link};"
    assert len(system(text).joints) == 9


# -- loops ----------------------------------------------------------------------------------------

LINKS = {
    "links.revolute([0, 1, 2])": 1,
    "links.prismatic([1, 2, 2]/3)": 1,
    "links.helical([0, 0, 1], ?p)": 1,
    "links.cylindrical([0, 1, 0])": 2,
    "links.universal([1, 0, 0], [0, 1, 0])": 2,
    "links.spherical": 3,
    "links.planar": 3,
    "links.fixed": 0,
    "links.revolute_spring([0, 0, 1], ?k, ?c)": 1,
    "link(q) dof = [?u, 0, ?v] ++ (2*q + 1 || [1, 1, 0]) end": 1,
    "link(q) dof1 = [1, 0, 0] ++ (?u || [0, 1, 0]), dof2 = q || [1, 0, 0], "
    "dof3 = [?u, 0, 0] ++ (pi/2 || [0, 0, 1]) end": 1,
    "link(x, y) dof = [x, y, x*y] end": 2,
    "link(a, b) dof1 = a || [1, 0, 0], dof2 = pi/2 || [0, 0, 1], dof3 = b || [1, 0, 0] end": 2,
    "link(a, b) dof1 = a || [1, 0, 0], dof2 = [?u, 0, 0], dof3 = b || [0, 1, 0] end": 2,
    "link(?a) dof = a || [0, 0, 1] end": 1,
    "link(x, a) dof1 = [1, x, 0] ++ (?u || [0, 0, 1]), dof2 = a || [0, 0, 1] end": 2,
}
"""Links, and how many freedoms they leave."""


def bryant(R: Any) -> list[float]:
    """The angles about x, y and z of a rotation."""
    return [np.arctan2(-R[1, 2], R[2, 2]), np.arcsin(R[0, 2]), np.arctan2(-R[0, 1], R[0, 0])]


@pytest.mark.parametrize("link", LINKS)
def test_a_loop_is_closed_where_the_link_would_have_brought_the_body(link: str) -> None:
    frames = "[0, ?s, 0] ++ (?g || [1, 0, 0]) @ a and [?h, 0, 0] @ b"
    marks = "apply force value = [1, 0, 0] end on b.frame; apply torque value = [1, 0, 0] end on b;"
    tree = system(
        f"{MASSLESS} join earth and a.frame with links.free; join {frames} with {link}; {marks}"
    )
    both = "join earth and a.frame with links.free; join earth and b.frame with links.free;"
    loop = system(f"{MASSLESS} {both} join {frames} with {link};")
    place = tree.kinematics.motion(tree.forces[0].point).position
    turn = tree.torques[0].frame.turn_to(tree.ground)
    gaps = loop.closure_equations.values()
    symbols = {str(s) for t in (place, turn, *gaps) for s in free_symbols(t)}
    random = np.random.default_rng(5)
    values = {name: random.uniform(0.2, 0.9) for name in sorted(symbols)}
    R = np.array([valued(turn @ e, values) for e in (X, Y, Z)]).T
    there = values | dict(zip(("x2", "y2", "z2"), valued(place, values), strict=True))
    there |= dict(zip(("a2", "b2", "c2"), bryant(R), strict=True))
    own = [*loop.coordinates[12:], *loop.closing_coordinates]
    brought = {str(q): str(p) for q, p in zip(own, tree.coordinates[6:], strict=False)}
    there |= {q: values[p] for q, p in brought.items()}
    assert sum(gap.shape[0] for gap in gaps) - len(own) == 6 - LINKS[link]
    for gap in gaps:
        assert np.allclose(valued(gap, there), 0, atol=1e-9)


def valued(t: Any, values: dict[str, float]) -> Any:
    """The value of a term in floating point."""
    return evaluate(t, {s: values[str(s)] for s in free_symbols(t)}, "float")


def test_a_free_link_between_joined_bodies_holds_nothing() -> None:
    both = "join earth and a.frame with links.free; join earth and b.frame with links.free;"
    made = system(f"{FREE} {both} join a.frame and b.frame with links.free;")
    assert not made.constraints


def test_close_keeps_a_joint_out_of_the_tree() -> None:
    text = "let a = body end; let b = body end; let h = link(q) dof = q || [0, 0, 1] end;"
    text += "close earth and [1, 0, 0] @ b with h; join earth and a.frame with h;"
    made = read_text(text + "join [1, 0, 0] @ a and b.frame with h;")
    assert [j.principal for j in made.joints] == [True, True, False]


def test_rolling_without_and_with_slip() -> None:
    text = (
        "let disc = body iframe = 0 end; join earth and disc.frame with link(x, y, z, a, b, c) "
        "dof1 = [x, y, z], dof2 = a || [0, 0, 1], dof3 = b || [1, 0, 0], dof4 = c || [0, 1, 0] end;"
        "roll disc.frame on earth with contact radius = ?r, axis = [0, 1, 0] SLIP end;"
    )
    rolls, slips = (system(text.replace("SLIP", s)) for s in ("", ", slip = 1"))
    assert [row.velocity.sort.__name__ for row in rolls.constraint_rows] == ["Vector"]
    assert [row.velocity.sort.__name__ for row in slips.constraint_rows] == ["Scalar"]
    model = models.rolling_disc()
    assert len(model.constraint_rows) == len(rolls.constraint_rows)


def test_a_constraint_between_named_coordinates() -> None:
    text = "let a = body inertia = 0, iframe = 0 end; join earth and a.frame with link(?x, ?y) dof = [x, y, 0] end;"  # fmt: skip # noqa: E501
    made = system(text + "constrain ?y = 2*?x;")
    assert [str(c) for c in made.constraints] == ["constraint1 (holonomic: -2*x + y = 0)"]


# -- writing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.lsd")), ids=lambda p: p.stem)
@pytest.mark.filterwarnings("ignore::mechanics.errors.RedundancyWarning")
def test_written_systems_have_the_same_equations(file: Path) -> None:
    first = read(file)
    text = write(first)
    again = compiled(read_text(text, f"{file.stem}.lsd"))
    assert write(again) == text
    mine, other = kane(first).named(), kane(again).named()
    assert mine.keys() == other.keys()
    assert all(equal(mine[k], other[k]).proved for k in mine)


NOT_WRITTEN = {"heavy_top": "the name s", "moving_base": "turns by angles about axes"}
LARGE = {
    "bicycle",
    "stewart_platform",
    "antenna_mesh",
    "humanoid",
    "puma560",
    "rx90",
    "stanford",
    "seven_joint_arm",
}
WRITTEN = sorted({*models.__all__} - {*NOT_WRITTEN} - LARGE)


def model_named(name: str) -> Any:
    make = getattr(models, name)
    needs = [p for p in signature(make).parameters.values() if p.default is p.empty]
    return make(*[3] * len(needs))


def rates_at_a_state(made: Any) -> dict[str, float]:
    """The rates of all states, by name, where everything has a value that its name gives."""
    f = kane(made).rhs("python")
    values = [[0.5 + crc32(n.encode()) / 2**32 for n in part]
              for part in (f.state, [*f.parameters, *f.inputs])]  # fmt: skip
    return dict(zip(f.state, f(0.3, *values), strict=True))


def must_be_the_same_again(model: Any) -> None:
    again = system(write(model))
    assert {*map(str, again.configuration)} == {*map(str, model.configuration)}
    rows = zip(again.constraint_rows, model.constraint_rows, strict=True)
    assert all(equal(mine.velocity, other.velocity).proved for mine, other in rows)
    mine, other = rates_at_a_state(again), rates_at_a_state(model)
    assert mine == pytest.approx(other, rel=1e-6, abs=1e-8)


@pytest.mark.filterwarnings("ignore::mechanics.errors.RedundancyWarning")
@pytest.mark.parametrize("name", WRITTEN)
def test_models_are_written(name: str) -> None:
    must_be_the_same_again(model_named(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(LARGE))
def test_large_models_are_written(name: str) -> None:
    must_be_the_same_again(model_named(name))


def test_chosen_speeds_are_written() -> None:
    model = models.plane_pendulum(2)
    u1, u2 = scalar("u1", time=True), scalar("u2", time=True)
    first, second = model.speeds
    model.choose((u1, u2), {first: (2 * u1 + u2) / 3, second: (u2 - u1) / 3})
    assert "speeds ?u1, ?u2 with ?q1' = " in write(model)
    must_be_the_same_again(model)


def test_rolling_on_a_cylinder_is_written() -> None:
    text = """
        let ball = body iframe = 0, inertia = [?J, ?J, ?J] end;
        join earth and ball.frame with link(?x, ?y, ?z) dof = [x, y, z], attitude = ?q, spin = ?w,
          velocity = ?v end;
        roll ball.frame on earth with contact radius = ?r, on_radius = ?R, on_axis = [1, 0, 0] end;
        gravity [0, 0, -?g]; assemble r = 1, R = 3, z = 4;
    """
    made = system(text)
    (contact,) = map(str, made.constraints)
    assert "that rolls on the cylinder at contact1_surface" in contact
    must_be_the_same_again(made)


@pytest.mark.parametrize(("name", "why"), NOT_WRITTEN.items())
def test_systems_that_lsd_cannot_express_are_refused(name: str, why: str) -> None:
    with pytest.raises(LsdError, match=why):
        write(model_named(name))


def test_springs_are_written_as_springs() -> None:
    made = system(pendulum("link(q) dof = q || [0, 0, 1], spring = ?k, rest = ?r, damper = ?c end"))
    again = system(write(made))
    mine, other = lagrange(made), lagrange(again)
    assert all(equal(a.residual, b.residual).proved for a, b in zip(mine, other, strict=True))
    assert "spring = ?k, rest = ?r, damper = ?c" in write(made)


def test_angles_of_an_assembly_may_be_parts_of_pi() -> None:
    made = system(pendulum("link(q) dof = q || [0, 0, 1] end") + "assemble q1 = pi/3;")
    assert [round(x, 6) for x in made.near.values()] == [1.047198]
