"""The command line: from text to a normal form and to a number."""

import subprocess
import sys

import pytest

from rewrite import ParseError
from rewrite.cli import main
from rewrite.text.declarations import declarations


def run(*argv, capsys):
    status = main(argv)
    out = capsys.readouterr()
    return status, out.out, out.err


def test_normal_in_three_notations(capsys):
    said = ("normal", "cross(b, 2*x*a)", "-d", "scalar x; vector a, b")
    assert run(*said, capsys=capsys) == (0, "-2*x*cross(a, b)\n", "")
    assert "×" in run(*said, "--unicode", capsys=capsys)[1]
    assert r"\times" in run(*said, "--latex", capsys=capsys)[1]


def test_evaluate_at_a_reproducible_point(capsys):
    said = (
        "evaluate",
        "dot(R @ a, R @ a) - dot(a, a)",
        "-d",
        "rotation R; vector a",
    )
    status, out, _ = run(*said, capsys=capsys)
    assert status == 0
    assert out.endswith("value = 0\n")
    assert run(*said, capsys=capsys)[1] == out


def test_evaluate_tells_an_angle_as_a_point_of_the_circle(capsys):
    _, out, _ = run("evaluate", "x*sin(x)", "-d", "scalar x", capsys=capsys)
    assert out.startswith("(cos, sin)(x) = (")
    assert "else x = " in out
    assert "Fraction" not in out


def test_one_of_a_thing_is_in_the_singular(capsys):
    declared = ("-d", "scalar x, y")
    assert run("cost", "x*y + 1/y", *declared, capsys=capsys)[1] == (
        "1 multiplication, 1 addition, 1 division\n"
    )


@pytest.mark.parametrize(
    ("expression", "declared", "complaint"),
    [
        ("cross(a, b", "vector a, b", "at column 11"),
        ("cross(a, c)", "vector a, b", "'c'"),
        ("a + m", "vector a; scalar m", "argument 2 is Scalar, needs Vector"),
        ("__import__('os')", "", "column 1"),
        ("a", "vektor a", "expected a declaration"),
        ("a", "vector a; scalar a", "already has a meaning"),
        ("1/(m - m)", "scalar m", "divides by zero"),
    ],
)
def test_bad_input_is_explained(expression, declared, complaint, capsys):
    status, out, err = run("normal", expression, "-d", declared, capsys=capsys)
    assert (status, out) == (2, "")
    assert complaint in err


def test_demo_and_module(capsys):
    assert "value = " in run("demo", capsys=capsys)[1]
    done = subprocess.run(
        [sys.executable, "-m", "rewrite", "--help"], capture_output=True, text=True
    )
    assert done.returncode == 0
    assert "normal" in done.stdout


def test_declarations():
    found = declarations(
        "scalar m # mass\nunit vector u, v\nsymmetric J\nmatrix A(2, 3) B(4)\n"
        "pure unit quaternion p; rotation R; diagonal invertible D"
    )
    assert list(found) == ["m", "u", "v", "J", "A", "B", "p", "R", "D"]
    assert found["A"].shape == (2, 3)
    assert found["B"].shape == (4, 4)
    assert found["D"].value.facts >= {"diagonal", "symmetric", "invertible"}
    with pytest.raises(ParseError, match="takes no size"):
        declarations("vector a(3)")
    with pytest.raises(ParseError, match="expected a name"):
        declarations("vector")
    with pytest.raises(ParseError, match="about a square Matrix"):
        declarations("symmetric M(2, 3)")


def test_a_verdict_is_checked_again(tmp_path, capfd):
    said = ("prove", "cross(a, b) == -cross(b, a)", "-d", "vector a, b", "--json")
    assert main(said) == 0
    verdict = capfd.readouterr().out
    (tmp_path / "true.json").write_text(verdict)
    (tmp_path / "false.json").write_text(verdict.replace('"neg"', '"trans"'))
    (tmp_path / "none.json").write_text("{")
    answers = [
        main(("recheck", str(tmp_path / f"{name}.json"))) for name in ("true", "false", "none")
    ]
    assert answers[0] == 0
    assert answers[1] in (1, 2)
    assert answers[2] == 2
    assert "confirmed: proved" in capfd.readouterr().out
    (tmp_path / "binary").write_bytes(b"\xff" * 10_000)
    assert main(("recheck", str(tmp_path / "binary"))) == 2
    printed = capfd.readouterr().out
    assert printed.startswith("not confirmed: UnicodeDecodeError")
    assert len(printed) < 300
    assert main(("recheck", str(tmp_path / "no.json"))) == 2
    assert "no.json'" in capfd.readouterr().out


def test_a_typeset_verdict_says_where_it_holds(capsys):
    assert main(("prove", "x/x == 1", "-d", "scalar x", "--latex")) == 0
    shown = r"\frac{x}{x} = 1 \quad\text{(proved where } x \neq 0\text{)}"
    assert capsys.readouterr().out.strip() == shown
    assert main(("prove", "x + x == 2*x", "-d", "scalar x", "--latex")) == 0
    assert capsys.readouterr().out.strip() == r"x + x = 2 \, x \quad\text{(proved)}"


def test_text_that_is_no_equation_is_reported(capsys):
    assert main(("prove", "a = a", "-d", "vector a")) == 2
    assert "'a = a' is neither a file nor an equation L == R" in capsys.readouterr().err
