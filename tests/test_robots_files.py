"""Descriptions of robots: what is read, and what is refused with line, element and remedy."""

from __future__ import annotations

import json
import pathlib
import re
from fractions import Fraction

import pytest
from mechanical import exact_state

from mechanics import (
    Free,
    Limits,
    ModelError,
    Planar,
    Prismatic,
    Revolute,
    Y,
    Z,
    bias,
    dh,
    forward_dynamics,
    inverse_dynamics,
    kane,
    mass_matrix,
    par,
    urdf,
)
from mechanics.dynamics.energy import position
from mechanics.models import rx90
from rewrite import (
    Evaluation,
    diff,
    evaluate,
    number,
    pi,
    random_assignment,
    rot,
    scalar,
    subs,
    time,
)
from rewrite.cli import main

FILES = pathlib.Path(__file__).parent / "robot_files"
BODY = """<inertial><origin xyz="0 0 0.1"/><mass value="1"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>"""
LIMIT = '<limit lower="-1" upper="1.5" effort="10" velocity="2"/>'


def link(name: str, body: str = BODY) -> str:
    return f'<link name="{name}">{body}</link>'


def joint(name: str, parent: str, child: str, kind: str = "continuous", more: str = "") -> str:
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    return f'<joint name="{name}" type="{kind}">{ends}{more}</joint>'


def robot(*parts: str) -> str:
    return '<robot name="r">\n' + "\n".join(parts) + "\n</robot>"


TWO = (link("a", ""), link("b"))
LAST = joint("j", "a", "b")


# -- URDF -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "type"),
    [
        ("revolute", Revolute),
        ("continuous", Revolute),
        ("prismatic", Prismatic),
        ("planar", Planar),
        ("floating", Free),
    ],
)
def test_joint_types(kind, type):
    found = urdf(robot(*TWO, joint("j", "a", "b", kind, LIMIT)))
    assert isinstance(found.joints[0].type, type)
    assert found.limits["j"] == Limits(Fraction(-1), Fraction(3, 2), Fraction(2), Fraction(10))
    inverse_dynamics(found)


def test_a_fixed_joint_gathers_bodies():
    found = urdf(robot(*TWO, link("c"), joint("j", "a", "b"), joint("k", "b", "c", "fixed")))
    assert [j.name for j in found.joints] == ["j"]
    assert [b.name for b in found.bodies] == ["b", "c"]


def test_origins_axes_and_numbers_are_exact():
    more = '<origin xyz="0.1 -2e-3 0" rpy="0 1.5707963267948966 0.3"/><axis xyz="0 3 4"/>'
    found = urdf(robot(*TWO, joint("j", "a", "b", more=more)))
    made = found.joints[0]
    assert str(made.type.axis) == "column(0, 3/5, 4/5)"
    assert made.inner_frame.rotation == rot(Z, number(Fraction(3, 10))) @ rot(
        Y, Fraction(1, 2) * pi
    )
    place = position(found, made.inner_point)
    assert evaluate(place, {}) == (Fraction(1, 10), Fraction(-1, 500), 0)


def test_angles_that_are_meant_as_quarter_turns():
    more = '<origin rpy="0 1.57 0"/>'
    text = robot(*TWO, joint("j", "a", "b", more=more))
    assert "157/100" in str(urdf(text).joints[0].inner_frame.rotation)
    rounded = urdf(text, rounded_angles=True).joints[0].inner_frame.rotation
    assert "1/2*pi" in str(rounded)


def test_named_parameters_have_their_numbers_beside_them():
    found = urdf(robot(*TWO, joint("j", "a", "b", more='<axis xyz="0 1 0"/>')), named=True)
    values = {s.name: value for s, value in found.values.items()}
    assert values["m_b"] == 1
    assert values["pz_c_b"] == Fraction(1, 10)
    plain = urdf(robot(*TWO, joint("j", "a", "b", more='<axis xyz="0 1 0"/>')))
    (one,), (other,) = (list(inverse_dynamics(x).terms.values()) for x in (found, plain))
    one = subs(one, {s: number(v) for s, v in found.values.items()})
    state = random_assignment([one, other], 1)
    assert evaluate(one, state) == evaluate(other, state)


def test_damping_friction_and_mimicry():
    damped = '<dynamics damping="0.5" friction="0.25"/>'
    mimic = '<mimic joint="j" multiplier="-2" offset="0"/><dynamics damping="0.25"/>'
    text = robot(
        *TWO, link("c"), joint("j", "a", "b", more=damped), joint("k", "b", "c", more=mimic)
    )
    found = urdf(text)
    assert found.friction == {"j": Fraction(1, 4)}
    assert [str(q) for q in found.coordinates] == ["j"]
    # 0.5 and (-2)² · 0.25
    assert found.joints[0].efforts[0].value == -(number(Fraction(3, 2)) * scalar("j'", time=True))
    M, reference = mass_matrix(found, method="composite bodies"), kane(found)
    pair = [M[0, 0], reference.entries[0][0]]
    state = random_assignment(pair, 3)
    assert evaluate(pair[0], state) == evaluate(pair[1], state)


def test_names_that_are_no_symbols_are_kept():
    text = robot(link("a", ""), link("left-arm.1"), joint("7 up/down", "a", "left-arm.1"))
    found = urdf(text)
    assert found.joints[0].name == "7 up/down"
    assert found.link("left-arm.1").point is found.joints[0].point
    assert str(found.coordinates[0]) == "j_7_up_down"


@pytest.mark.parametrize("name", ["g", "tau_1", "lambda", "acc_2"])
def test_names_that_mean_something_else_are_changed(name):
    found = urdf(robot(*TWO, joint(name, "a", "b")))
    assert found.joints[0].name == name
    assert str(found.coordinates[0]) == f"{name}_"
    forward_dynamics(found).code("c")


def test_friction_rubs():
    """Dry friction without a jump: most of it acts at a speed much larger than the one given."""
    text = robot(*TWO, joint("j", "a", "b", more='<dynamics friction="0.25"/>'))
    found = urdf(text, gravity=None)
    found.rub(Fraction(1, 100))
    term = bias(found)["h_1"]
    u = found.speeds[0]
    assert evaluate(term, {u: 100.0}, "float") == pytest.approx(0.25, rel=1e-6)
    assert evaluate(term, {u: 0.01}, "float") == pytest.approx(0.25 / 2**0.5)


BAD = {
    "no XML": ("<robot>\n<link name='a'>\n</robot>", "line 3, column 3.*not well-formed XML"),
    "entities": (
        "<!DOCTYPE r [<!ENTITY a 'b'>]><robot>&a;</robot>",
        "line 1: it declares entities, which are not expanded",
    ),
    "no robot": ("<model/>", "line 1, <model>: the root of a URDF file is <robot>"),
    "no links": ("<robot/>", "it has no <link>"),
    "same names": (robot(link("a"), link("a")), "line 4, <link name='a'>.*line 2 has"),
    "no name": (robot("<link/>"), "line 2, <link>: it has no attribute 'name'"),
    "unknown type": (
        robot(*TWO, joint("j", "a", "b", "ball")),
        "line 5, <joint name='j'>: its type is 'ball'; there are revolute,",
    ),
    "no type": (robot(*TWO, '<joint name="j"/>'), "its type is None; there are"),
    "no child": (
        robot(*TWO, '<joint name="j" type="fixed"><parent link="a"/></joint>'),
        "it has no <child>",
    ),
    "unknown link": (robot(*TWO, joint("j", "a", "c")), "<child>: there is no link 'c'"),
    "two parents": (
        robot(*TWO, link("c"), joint("j", "a", "b"), joint("k", "a", "c"), joint("l", "c", "b")),
        "<joint name='l'>: link 'b' is also the child of joint 'j' .line 7.*loop; cut it",
    ),
    "circle": (robot(*TWO, joint("j", "a", "b"), joint("k", "b", "a")), "they make a loop"),
    "circle apart": (
        robot(*TWO, link("c"), joint("j", "c", "b"), joint("k", "b", "c")),
        "carries itself in a loop",
    ),
    "two bases": (
        robot(*TWO, link("c"), joint("j", "a", "b")),
        "<link name='c'>: no joint carries",
    ),
    "no inertia": (
        robot(link("a"), link("b", ""), joint("j", "a", "b")),
        r"<link name='b'>: it has no <inertial>, and joint 'j' .line 5. moves it; add mass",
    ),
    "no mass": (
        robot(link("a"), link("b", "<inertial/>"), joint("j", "a", "b")),
        "<inertial>: it has no <mass>",
    ),
    "no number": (
        robot(*TWO, joint("j", "a", "b", more='<origin xyz="0 zero 0"/>')),
        "<origin>: xyz='zero' is not a finite decimal number",
    ),
    "not a number": (
        robot(*TWO, joint("j", "a", "b", more='<origin xyz="0 nan 0"/>')),
        "xyz='nan' is not a finite decimal number",
    ),
    "two numbers": (
        robot(*TWO, joint("j", "a", "b", more='<origin xyz="0 1"/>')),
        "xyz='0 1' must be three numbers",
    ),
    "negative mass": (
        robot(
            link("a"), link("b", BODY.replace('ss value="', 'ss value="-')), joint("j", "a", "b")
        ),
        "<mass>: value=-1 must not be negative",
    ),
    "no axis": (
        robot(*TWO, joint("j", "a", "b", more='<axis xyz="0 0 0"/>')),
        "<axis>: the axis is zero",
    ),
    "no limit": (robot(*TWO, joint("j", "a", "b", "revolute")), "it has no <limit>"),
    "mimics itself": (
        robot(*TWO, joint("j", "a", "b", more='<mimic joint="j"/>')),
        "follow each other in a circle",
    ),
    "mimics nothing": (
        robot(*TWO, joint("j", "a", "b", more='<mimic joint="k"/>')),
        "there is no joint 'k' to follow",
    ),
    "twice": (
        robot(*TWO, joint("j", "a", "b", more='<axis xyz="1 0 0"/><axis xyz="1 0 0"/>')),
        "a second <axis> in <joint>",
    ),
    "xacro": (
        "<robot>\n<xacro:property name='m' value='1'/></robot>",
        "line 2, <xacro:property>: this is xacro, not URDF; expand the file first",
    ),
    "left of xacro": (
        robot(link("a"), link("b", BODY.replace('ss value="1', 'ss value="${m}')), LAST),
        "<mass>: value='.{m}' is xacro; expand",
    ),
    "a name of xacro": (robot(link("${n}")), "its name is xacro"),
    "bomb of digits": (
        robot(link("a"), link("b", BODY.replace('ss value="1', 'ss value="1e999999999')), LAST),
        "value='1e999999999' is outside the range of floating point",
    ),
    "too large": (
        robot(link("a"), link("b", BODY.replace('ss value="1', 'ss value="1e305')), LAST),
        "value='1e305' is outside the range",
    ),
    "bomb of entities": (
        "<!DOCTYPE r [<!ENTITY a 'b'><!ENTITY c '&a;&a;&a;&a;'>]><robot name='&c;'/>",
        "it declares entities",
    ),
    "a file in an entity": (
        "<!DOCTYPE r [<!ENTITY a SYSTEM 'file:///etc/hostname'>]><robot>&a;</robot>",
        "it declares entities",
    ),
    "zero inertia": (
        robot(link("a"), link("b", BODY.replace('"1"', '"0"')), LAST),
        "<link name='b'>: it has zero inertia, and joint 'j' .* moves it",
    ),
    "a floating joint that follows": (
        robot(*TWO, link("c"), LAST, joint("k", "b", "c", "floating", more='<mimic joint="j"/>')),
        "<mimic>: joint 'k' cannot follow another; it must be one of revolute",
    ),
    "limits exchanged": (
        robot(*TWO, joint("j", "a", "b", more='<limit lower="2" upper="1"/>')),
        "<limit>: lower is above upper",
    ),
    "negative speed": (
        robot(*TWO, joint("j", "a", "b", more='<limit velocity="-2"/>')),
        "<limit>: velocity=-2 must not be negative",
    ),
    "negative friction": (
        robot(*TWO, joint("j", "a", "b", more='<dynamics friction="-2"/>')),
        "<dynamics>: friction=-2 must not be negative",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_urdf_files(name):
    text, message = BAD[name]
    with pytest.raises(ModelError, match=re.compile(message, re.DOTALL)):
        urdf(text)


def test_a_file_that_is_not_there():
    with pytest.raises(ModelError, match=r"nowhere.urdf cannot be read: No such file"):
        urdf("nowhere.urdf")


def test_massless_links_on_request():
    text = robot(link("a"), link("b", ""), joint("j", "a", "b"))
    (effort,) = inverse_dynamics(urdf(text, massless=True)).terms.values()
    assert effort == 0


# -- tables ---------------------------------------------------------------------------------------


def test_standard_and_modified_tables_place_the_same_robot():
    """A standard row (θ, r, d, α) is the joint and then the first half of the next modified row."""
    standard = dh([(0, "a1", "d1", "q", "r1"), (0, "a2", "d2", "q", "r2")], "standard")
    modified = dh([(0, 0, 0, "q", "r1"), (0, "a1", "d1", "q", "r2"), (2, "a2", "d2", 0, 0)])
    places = [position(s, list(s.places.values())[-1].point) for s in (standard, modified)]
    state = random_assignment(places, 1)
    assert evaluate(places[0], state) == evaluate(places[1], state)


def test_trees_and_offsets():
    found = dh(
        [
            {"sigma": 0, "alpha": 0, "d": 0, "theta": "q", "r": 0, "name": "trunk"},
            {"sigma": 0, "alpha": "pi/2", "d": "D", "theta": "q - pi/2", "r": 0, "parent": 1},
            {"sigma": 1, "alpha": 0, "d": 0, "theta": 0, "r": "-q", "parent": 1, "gamma": "c"},
        ]
    )
    assert [j.name for j in found.joints] == ["trunk", "J2", "J3"]
    assert found.joints[2].type.axis == -Z


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ([(0, 0, 0, "q")], "row 1: .* must have 5 entries: sigma, alpha, d, theta, r"),
        ([(3, 0, 0, "q", 0)], "row 1: sigma is 0, 1 or 2"),
        ([(0, 0, 0, "2*q", 0)], r"row 1, theta: 2\*q1 must be q, or q and a constant"),
        ([(0, 0, 0, "q", "q")], "row 1, r: q1 must not depend on q"),
        ([(0, 0, 0, "q**2", 0)], "must be linear in q"),
        ([(0, 0, "((", "q", 0)], r"row 1, d: '\(\(' cannot be read"),
        ([{"sigma": 0}], "row 1 has no alpha"),
        ([None], "row 1: None must have 5 entries"),
        ([(1.0, 0, 0, 0, "q")], "row 1: sigma is 0, 1 or 2"),
        ([(0, 0, "q1", "q", 0)], "row 1, d: q1 must not depend on q1"),
        ([(0, 0, "MX1", "q", 0)], "row 1, d: MX1 is the name of an inertial parameter"),
        ([(0, 0, "1e999999999", "q", 0)], "row 1, d: .* cannot be read: an exponent beyond"),
    ],
)
def test_bad_tables(table, message):
    with pytest.raises(ModelError, match=message):
        dh(table)


# -- OpenSYMORO -----------------------------------------------------------------------------------


def test_a_file_of_opensymoro():
    found = par(FILES / "rx90.par")
    assert found.name == "RX-90"
    assert [str(q) for q in found.coordinates] == ["th1", "th2", "th3", "th4", "th5", "th6"]
    assert {n: str(t) for n, t in found.rotors.items()} == {"J4": "IA4", "J5": "IA5"}
    assert [str(t) for t in found.friction.values()] == ["FS1"]
    reference = rx90()
    named = {q: scalar(f"th{i}", time=True) for i, q in enumerate(reference.coordinates, 1)}
    th3 = scalar("th3", time=True)
    extra = {scalar(n, constant=True): number(0) for n in ("IA4", "IA5")}
    ours = [subs(t, extra) for t in mass_matrix(found).terms.values()]
    rates = {diff(q, time): diff(t, time) for q, t in named.items()}
    theirs = [subs(t, named | rates) for t in mass_matrix(reference).terms.values()]
    theirs = [subs(t, {th3: th3 + pi / 2}) for t in theirs]
    state = exact_state(found, [*ours, *theirs], 1)
    for one, other in zip(ours, theirs, strict=True):
        assert evaluate(one, state) == evaluate(other, state)


def test_rotors_resist_their_joints():
    """M q'' + h of the inverse dynamics, with a rotor in M; forward dynamics solve it."""
    found = par(FILES / "rx90.par")
    tau = inverse_dynamics(found)
    for method in ("factorisation", "articulated bodies"):
        forward = forward_dynamics(found, list(tau.terms.values()), method=method)
        terms = [*forward.terms.values(), *found.accelerations]
        state = exact_state(found, [*tau.terms.values(), *terms], 2)
        values = [*map(Evaluation(state), terms)]
        assert values[:6] == values[6:]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("NL = 6", "NL = six", "line 2, NL: it must be a number"),
        ("d = {0,0,D3,0,0,0}", "d = {0,0,D3}", "line 13, d: it has 3 entries, and there must be 6"),
        ("theta = {th1", "theta = {0", "line 18, Theta: joint 1 has no coordinate there"),
        ("NF = 6", "NF = 8", "line 4, NF: it is not NL, 6: the robot has loops"),
        ("M = {M1", "N = {M1", "M: there must be a list of 6 entries"),
        ("is_mobile = False", "is_mobile = True", "a moving base is not supported"),
        ("M = {M1", "M = {0", "first moment .* and no mass"),
        ("Type = 0", "Type", "line 5: 'Type' is neither name = value"),
        ("Type = 0", "Type = 0\nNL = 6", "line 6, NL: it is also given at line 2; keep one"),
        ("d = {0,0,D3", "d = {0,0,((", "line 13, d: .* cannot be read"),
        (
            "ant = {0,1",
            "ant = {2,1",
            "line 10, Ant: the parent 2 of link 1 must be an earlier link",
        ),
        ("sigma = {0", "sigma = {3", "line 11, Sigma: joint 1 is 3"),
    ],
)
def test_bad_files_of_opensymoro(tmp_path, old, new, message):
    text = (FILES / "rx90.par").read_text()
    assert old in text
    path = tmp_path / "bad.par"
    path.write_text(text.replace(old, new))
    with pytest.raises(ModelError, match=message):
        par(path)


# -- the command line -----------------------------------------------------------------------------


def test_the_command_line(capsys):
    path = str(FILES / "six.urdf")
    assert main(["robot", path]) == 0
    assert "six: 6 joints" in capsys.readouterr().out
    assert main(["robot", path, "--inverse", "--as", "c", "--name", "torques"]) == 0
    text = capsys.readouterr().out
    assert "void torques(" in text
    assert main(["robot", path, "--mass", "--ops"]) == 0
    assert "(by composite bodies)" in capsys.readouterr().out
    assert main(["robot", path, "--jacobian", "link-6", "--as", "terms"]) == 0
    assert "J_x_1 = " in capsys.readouterr().out
    assert main(["robot", str(FILES / "rx90.par"), "--base-parameters"]) == 0
    assert "without effect" in capsys.readouterr().out


def test_the_command_line_refuses_wrong_files(capsys):
    assert main(["robot", "robot.txt"]) == 2
    assert "a .urdf or a .par file" in capsys.readouterr().err
    assert main(["robot", str(FILES / "six.urdf"), "--forward", "--base"]) == 2
    assert main(["robot", str(FILES / "six.urdf"), "--as", "c"]) == 2
    assert "--as and --ops need a result" in capsys.readouterr().err
    assert main(["robot", str(FILES / "rx90.par"), "--free", "--inverse"]) == 2
    assert "--free is for URDF files" in capsys.readouterr().err
    assert main(["robot", str(FILES / "six.urdf"), "--jacobian", "nose"]) == 2
    assert "has no link 'nose'; there are base" in capsys.readouterr().err


def test_the_command_prints_data_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["robot", str(FILES / "six.urdf"), "--mass", "--ops", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert "multiplications" in found["output"]
    assert found["exit"] == 0
