"""`penelope model`, and mechanisms in worksheets."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from mechanics import Equation, Equations, kinetic_energy, potential
from mechanics.models import plane_pendulum
from mechanics.reporting.equations_report import shown
from rewrite import diff, number, time
from rewrite.cli import main
from rewrite.worksheet.sheet import run_file

EXAMPLES = Path(__file__).parents[1] / "examples" / "lsd"
FOUR_BAR = str(EXAMPLES / "four_bar.lsd")
VALUES = "m1=1, m2=1, m3=1, J1=1, J2=1, J3=1, g=9.81, q1'=2"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["model", *arguments, "--seconds", "0"])
    shown = capsys.readouterr()
    return status, shown.out, shown.err


def test_the_report_of_a_mechanism(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, FOUR_BAR)
    assert status == 0
    assert out.startswith("four_bar: 3 bodies, 4 joints, 1 loop\n")
    assert "joint4: hinge from coupler to rocker, closes a loop" in out
    assert "  │  └─ joint3 ─ coupler" in out
    assert "3 of the tree, 5 equations of rank 2" in out
    assert "q3: coordinate, coordinate q of joint3" in out


def test_json_has_all_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--json", "--as", "c", "--simulate", "0.1", "--steps", "10", "--set", VALUES)
    status, out, _ = run(capsys, FOUR_BAR, *options)
    data = json.loads(out)
    assert (status, data["exit"], data["status"]) == (0, 0, "done")
    assert [j["principal"] for j in data["joints"]] == [True, True, True, False]
    assert data["freedoms"]["mobility"] == 1
    assert "double" in data["equations"]
    assert len(data["motion"]["time"]) == len(data["motion"]["q1"]) == 11
    assert data["motion"]["q1'"][0] == pytest.approx(2)


@pytest.mark.parametrize("language", ["c", "python", "numpy", "latex"])
def test_code_in_each_language(capsys: pytest.CaptureFixture[str], language: str) -> None:
    status, out, _ = run(capsys, str(EXAMPLES / "robot_arm.lsd"), "--as", language)
    assert status == 0
    head = {"c": "double M[6], double f[3])", "numpy": "M, f: generated code"}
    assert head.get(language, "M_") in out


@pytest.mark.parametrize(
    ("formalism", "level"),
    [
        ("kane", "vector"),
        ("kane", "scalar"),
        ("lagrange", "vector"),
        ("newton-euler", "vector"),
        pytest.param("lagrange", "scalar", marks=pytest.mark.slow),
        pytest.param("newton-euler", "scalar", marks=pytest.mark.slow),
    ],
)
def test_equations_of_every_formalism_are_printed(
    capsys: pytest.CaptureFixture[str], formalism: str, level: str
) -> None:
    status, out, err = run(capsys, FOUR_BAR, "--equations", level, "--formalism", formalism)
    assert (status, err) == (0, "")
    assert "=" in out


def test_a_formalism_may_begin_with_equations_in_parameters() -> None:
    system = plane_pendulum(1)
    power = diff(kinetic_energy(system) + potential(system), time)
    one = Equation("power", power, number(0), system.accelerations, "parameters")
    text = shown(Equations("energy", system, [one]), "vector", None)
    assert text.startswith("power:\n")
    assert text.endswith("= 0")


def test_the_page_of_a_mechanism(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, _ = run(capsys, FOUR_BAR, "--html", str(tmp_path / "page.html"))
    assert (status, out.strip()) == (0, f"wrote {tmp_path / 'page.html'}")
    page = (tmp_path / "page.html").read_text()
    assert all(part in page for part in ("<h2>Bodies", "<h2>Joints", "<h2>Equations", "<math"))
    assert "<script" not in page


def test_code_in_c_writes_arrays(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, FOUR_BAR, "--as", "c")
    assert "double M[6], double f[3], double Delta[6], double gamma_[2])" in out
    _, out, _ = run(capsys, FOUR_BAR, "--equations")
    assert "*q1'' + " in out


def test_a_motion_needs_values(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bare = tmp_path / "bare.lsd"
    bare.write_text(Path(FOUR_BAR).read_text().partition("assemble")[0])
    status, _, err = run(capsys, str(bare), "--simulate", "1")
    assert status == 2
    assert "values are missing: add --set 'J1=…" in err
    status, _, err = run(capsys, FOUR_BAR, "--simulate", "1", "--set", f"{VALUES}, z=1")
    assert "z is not a name of four_bar" in err


def test_functions_of_the_text_are_given_as_terms(capsys: pytest.CaptureFixture[str]) -> None:
    settings = (
        "satellite_mass=10, satellite_inertia_x=1, satellite_inertia_y=1, satellite_inertia_z=1,"
        "reflecteur_mass=1, reflecteur_iframe_z=1, satellite_frame_z=1, th1=1, x3=1,"
        "joint2_torque_x=-2*x2, joint3_force_y=-x3', joint4_torque_y=0"
    )
    file = str(EXAMPLES / "satellite.lsd")
    status, out, err = run(capsys, file, "--simulate", "0.1", "--steps", "5", "--set", settings)
    assert (status, err) == (0, "")
    assert len([line for line in out.splitlines() if "note" not in line]) == 7


@pytest.fixture
def crank(tmp_path: Path) -> str:
    """A crank of length 1 whose tip is on a slider, with a motor."""
    file = tmp_path / "crank.lsd"
    file.write_text("""
        let arm = body mass = 1, iframe = 0, inertia = [0, 0, 1] end;
        let block = body mass = ?m, iframe = 0, inertia = 0 end;
        join earth and arm.frame with link(?q) dof = q || [0, 0, 1], motor = ?u(time) end;
        join earth and block.frame with link(?x, ?y) dof = [x, y, 0] end;
        constrain ?x = cos(?q);
        constrain ?y = 0;
    """)
    return str(file)


def test_a_given_function_of_time_may_be_a_law(
    capsys: pytest.CaptureFixture[str], crank: str
) -> None:
    def ends(law: str) -> float:
        options = ("--json", "--simulate", "1", "--steps", "4", "--set", f"m=0, q=1, u={law}")
        status, out, err = run(capsys, crank, *options)
        assert (status, err) == (0, "")
        motion = json.loads(out)["motion"]
        assert "note" not in motion
        return float(motion["q"][-1])

    assert ends("6*time") == pytest.approx(2, abs=1e-6)
    assert ends("-q") == pytest.approx(math.cos(1), abs=1e-6)
    assert ends("2*1") == pytest.approx(2, abs=1e-6)
    _, _, err = run(capsys, crank, "--simulate", "1", "--set", "m=1, q=1, u=sin(t)")
    assert "u = sin(t) is neither a number nor a term of q, x, y" in err


def test_a_corrected_state_is_reported(capsys: pytest.CaptureFixture[str], crank: str) -> None:
    options = (crank, "--simulate", "0.1", "--steps", "2", "--set")
    _, out, _ = run(capsys, *options, "m=1, q=1, x=7")
    assert "the constraints forbid this state, and it was moved: q from 1 to" in out
    _, out, _ = run(capsys, *options, "m=1, q=1, u=0")
    assert "note" not in out
    _, out, _ = run(capsys, *options, "m=1, q=1")
    assert "note: without --set, these are zero: u" in out
    _, _, err = run(capsys, *options, "m=1, q=1", "--plot", "curves.xyz")
    assert "--plot curves.xyz: the name of the file must end in .png" in err
    _, _, err = run(capsys, *options, "m=1, qq=1")
    assert "qq is not a name of crank; did you mean q?" in err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["none.lsd"], "none.lsd:1:1: it cannot be read: No such file or directory; check"),
        (["robot.xml"], "ends in .lsd, .urdf"),
        ([FOUR_BAR, "--simulate", "-1"], "a time in seconds"),
        ([FOUR_BAR, "--set", "m=1"], "--set needs --simulate"),
        ([FOUR_BAR, "--simulate", "1", "--set", "m"], "expected name=value"),
    ],
)
def test_errors_have_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], why: str
) -> None:
    status, _, err = run(capsys, *arguments)
    assert status == 2
    assert why in err


def test_a_robot_from_urdf(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(Path(__file__).parent / "robot_files" / "tree.urdf")
    status, out, _ = run(capsys, file)
    assert status == 0
    assert "joint_8: hinge from earth to link-8 by joint_8" in out
    assert "mass 33973/5000" in out
    assert "g: parameter" in out
    options = ("--json", "--simulate", "0.1", "--steps", "2", "--set", "g=9.81", "--freedom")
    status, out, _ = run(capsys, file, *options)
    data = json.loads(out)
    assert (status, data["freedom"]["freedom"], len(data["motion"]["joint_1"])) == (0, 10, 3)
    status, out, _ = run(capsys, file, "--as", "python")
    compile(out, "equations", "exec")
    assert status == 0


def test_the_command_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "model" in capsys.readouterr().out


def test_a_worksheet_loads_a_mechanism() -> None:
    summary = run_file(EXAMPLES / "four_bar.sheet")
    assert str(summary) == "2 done, 2 proved"


def test_a_worksheet_reports_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "bad.lsd").write_text("let a = body mss = 1 end;")
    (tmp_path / "a.sheet").write_text("mechanism bad.lsd\nmechanism none.lsd\nmechanism\n")
    found = [o.error for o in run_file(tmp_path / "a.sheet").outcomes]
    assert "no field 'mss'" in str(found[0])
    assert "No such file" in str(found[1])
    assert "expected the name of a file" in str(found[2])
