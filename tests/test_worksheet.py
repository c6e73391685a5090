"""Worksheets by example: declarations, definitions, commands, errors with their place, statuses."""

import json
import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper

import pytest

from rewrite import RewriteError, Truth, free_symbols, holds, identities, normal
from rewrite.cli import main
from rewrite.core.context import RELATIONS
from rewrite.core.facts import KINDS, fact
from rewrite.core.sorts import Matrix, Quaternion, Scalar, Vector
from rewrite.worksheet.commands import COMMANDS
from rewrite.worksheet.reading import lines_of
from rewrite.worksheet.session import Session, session_of
from rewrite.worksheet.sheet import run_file, run_sheet

SHEET = """\
# the force on a body
scalar m
vector w, c, a_O, dw
symmetric J
rotation R
unit quaternion q
F = m*(a_O + cross(dw, c)     # continued
       + cross(w, cross(w, c)))

simplify dot(F, w)
prove cross(w, cross(w, c)) == dot(w, c)*w - dot(w, w)*c
prove rotate(q, w) == rotation_matrix(q) @ w
code F as C
"""
UNKNOWN = "unknown name '{0}'; declare it first: `vector {0}` in a sheet, vector(\"{0}\") in Python"


def outcomes(text):
    return list(run_sheet(text))


def only(text):
    (outcome,) = run_sheet(text)
    return outcome


def error(text):
    """The error of a sheet that has one: its line, its column and what it says."""
    outcome = only(text)
    assert outcome.status == 2
    return (*outcome.place, outcome.error)


def run(*argv, capsys):
    try:
        status = main(argv)
    except SystemExit as stopped:
        status = stopped.code
    out = capsys.readouterr()
    return status, out.out, out.err


@pytest.fixture
def sheet(tmp_path):
    def write(text, name="sheet.txt"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


# -- declarations ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "name", "sort", "shape", "known"),
    [
        ("scalar m", "m", Scalar, (1, 1), []),
        ("vector w", "w", Vector, (3, 1), []),
        ("unit vector e", "e", Vector, (3, 1), ["unit"]),
        ("matrix A", "A", Matrix, (3, 3), []),
        ("matrix A(2, 3)", "A", Matrix, (2, 3), []),
        ("matrix A(4)", "A", Matrix, (4, 4), []),
        ("symmetric J", "J", Matrix, (3, 3), ["symmetric"]),
        ("symmetric matrix J", "J", Matrix, (3, 3), ["symmetric"]),
        ("antisymmetric W", "W", Matrix, (3, 3), ["antisymmetric"]),
        ("diagonal D(2)", "D", Matrix, (2, 2), ["diagonal", "symmetric"]),
        ("orthogonal Q", "Q", Matrix, (3, 3), ["orthogonal", "invertible"]),
        ("rotation R", "R", Matrix, (3, 3), ["rotation", "orthogonal", "invertible"]),
        ("rotation matrix R", "R", Matrix, (3, 3), ["rotation", "orthogonal", "invertible"]),
        ("rotation P(2)", "P", Matrix, (2, 2), ["rotation", "orthogonal", "invertible"]),
        ("invertible matrix B", "B", Matrix, (3, 3), ["invertible"]),
        ("symmetric invertible S", "S", Matrix, (3, 3), ["symmetric", "invertible"]),
        ("quaternion p", "p", Quaternion, (4,), []),
        ("unit quaternion q", "q", Quaternion, (4,), ["unit"]),
        ("pure quaternion v", "v", Quaternion, (4,), ["pure"]),
        ("nonzero scalar k", "k", Scalar, (1, 1), ["nonzero"]),
        ("constant scalar g", "g", Scalar, (1, 1), ["constant"]),
    ],
)
def test_every_sort_and_fact_can_be_declared(line, name, sort, shape, known):
    t = session_of(line).names[name]
    assert (t.sort, t.shape) in ((sort, shape), (sort, type(t).default_shape))
    assert t.value.facts >= set(known)


def test_every_kind_of_fact_is_a_word_of_declarations():
    for kind in KINDS:
        assert error(kind)[2] == "expected a name to declare"


def test_several_names_with_and_without_commas():
    assert set(session_of("vector a, b c,d").names) == set("abcd")
    assert set(session_of("matrix A(2, 3), B(4) C").names) == set("ABC")
    assert set(session_of("vector a'b").names) == {"a'", "b"}


def test_relations_hold_from_where_they_stand():
    session = session_of(
        "vector a, b, c, d; triad i, j, k; triad a, b, c; orthogonal(a, d); matrix A; scalar x, y; "
        "assume x == 2*y; assume symmetric(A), invertible(A); collinear(c, d)"
    )
    names = session.names
    for known in (
        fact("triad", names["i"], names["j"], names["k"]),
        fact("triad", names["a"], names["b"], names["c"]),
        fact("orthogonal", names["a"], names["d"]),
        fact("symmetric", names["A"]),
        fact("invertible", names["A"]),
        fact("collinear", names["c"], names["d"]),
    ):
        assert holds(known, session.context) is Truth.TRUE
    assert {name.split("/")[0] for name in RELATIONS} >= {
        "triad",
        "orthogonal",
        "collinear",
        "equals",
    }


def test_a_relation_is_used_after_it_and_not_before():
    first, second = outcomes(
        "vector a, b\nprove dot(a, b) == 0\northogonal(a, b)\nprove dot(a, b) == 0"
    )
    assert (first.status, second.status) == (1, 0)


def test_a_condition_of_one_question_stays_with_it():
    statuses = [
        outcome.status
        for outcome in outcomes(
            "vector a, b\nprove dot(a, b) == 0 when orthogonal(a, b)\nprove dot(a, b) == 0"
        )
    ]
    assert statuses == [0, 1]


def test_definitions_are_terms_and_keep_their_meaning():
    session = session_of("vector a, b; F = a + b; G = 2*F")
    assert str(session.names["G"]) == "2*(a + b)"
    assert free_symbols(session.names["G"]) == {session.names["a"], session.names["b"]}
    assert error("vector a, b\nF = a\nF = b") == (
        3,
        1,
        "'F' already has a meaning; choose another name",
    )
    assert outcomes("vector a\nF = a\nF = a\nvector a") == []


def test_moving_symbols_have_rates():
    session = session_of("moving vector w, r; moving rotation R; constant vector c")
    assert {"r'", "r''", "w'", "R_w", "R_w'"} <= set(session.names)
    assert session.term("rate(rate(r))") is session.term("r''")
    assert str(session.term("rate(dot(r, c))")) == "dot(c, r')"
    assert str(session.term("rate(R @ c)")) == "R @ cross(R_w, c)"
    assert normal(session.term("rate(2) + rate(1/2)")) is session.term("0")
    assert error("moving constant vector k")[2] == "k cannot be constant and depend on time"
    assert error("moving vector k\nconstant(k)")[2] == "k cannot be constant and depend on time"
    assert error("moving J")[2].startswith("expected a kind after moving: scalar")
    assert [error(line)[1] for line in ("moving J", "moving")] == [8, 7]
    with pytest.raises(RewriteError, match="already has a meaning"):
        session.declares("moving scalar c, d")
    assert "d" not in session.names


def test_a_line_is_learnt_as_a_whole_or_not_at_all():
    session = session_of("vector a, b, c")
    for line in ("assume unit(a), unit(zz)", "triad i, j, i", "orthogonal(a, b), orthogonal(a, 1)"):
        with pytest.raises(RewriteError):
            session.declares(line)
    assert session.context.facts == session_of("vector a").context.facts
    assert set(session.names) == {"a", "b", "c"}


def test_primes_and_letters_of_any_alphabet_are_names():
    assert set(session_of("vector a', ω, größe_1''").names) == {"a'", "ω", "größe_1''"}


# -- lines ----------------------------------------------------------------------------------------


def test_comments_blank_lines_and_continuations():
    text = "# top\n\nvector a,\n  b\n\tc # and\n   # nothing\nprint a\n  + b\n\n  + c\n"
    assert [line.text for line in lines_of(text)] == ["vector a, b c", "print a + b + c"]
    assert only(text).answer.text == "a + b + c"


def test_line_ends_of_any_system():
    assert [o.answer.text for o in outcomes("vector a\r\nprint a\rprint 2*a\n")] == ["a", "2*a"]


def test_a_sheet_of_the_issue(sheet):
    summary = run_file(sheet(SHEET))
    assert [outcome.status for outcome in summary.outcomes] == [0, 0, 0, 0]
    assert str(summary) == "2 done, 2 proved"
    assert summary.outcomes[0].line.number == 10
    assert "double" in summary.outcomes[-1].answer.text


def test_an_empty_sheet_is_fine(sheet):
    summary = run_file(sheet("# nothing\n"))
    assert (summary.status, str(summary)) == (0, "nothing to do")


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_answers_and_wants_something(command):
    rest = "dot(a, b) == dot(b, a)" if command in ("prove", "when") else "dot(a, b) + dot(b, a)"
    assert only(f"vector a, b\n{command} {rest}").status == 0
    row, column, said = error(f"vector a\n{command}")
    assert (row, column) == (2, len(command) + 1)
    assert "expected" in said


# -- errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "row", "column", "said"),
    [
        (
            "vector a\nsimplify cross(a, b)",
            2,
            19,
            UNKNOWN.format("b"),
        ),
        ("vector a\nsimplify cross(a, a", 2, 20, "expected ')' for the bracket"),
        ("vector a\nsimplify a)", 2, 11, "no bracket is open"),
        ("vector a: b", 1, 9, "expected a name"),
        ("vector a\nscalar m\nsimplify m + a", 3, 12, "argument 2 is Vector, needs Scalar"),
        ("vektor a", 1, 1, "did you mean 'vector'?"),
        ("vector a\nsimplfy a", 2, 1, "did you mean 'simplify'?"),
        ("vector a(3)", 1, 8, "takes no size"),
        ("vector", 1, 7, "expected a name to declare"),
        ("symmetric M(2, 3)", 1, 11, "square"),
        ("vector a\nscalar a", 2, 8, "already has a meaning"),
        ("vector a, b\nprove a", 2, 8, "expected an equation, L == R"),
        ("vector a\nprove a == a == a", 2, 14, "expected one =="),
        (
            "vector a\nscalar m\nprove a == m",
            3,
            9,
            "the left side is Vector, the right side Scalar",
        ),
        ("vector a\nprove a == a when nice(a)", 2, 18, "expected a fact, one of"),
        ("vector a\ncode a as Fortran", 2, 8, "after `as`"),
        ("triad x, y", 1, 6, "expected three names"),
        ("vector a\nF = ", 2, 4, "expected an expression"),
        ("vector a\nF = a +\n    a +\n    bb", 4, 5, "unknown name 'bb'"),
        ("vector a\nsimplify a +\n  )", 3, 3, "expected a term"),
        ("vector a\nprint a\x07", 2, 8, "control character U+0007"),
        ("scalar x\nsimplify 1/0", 2, 11, "division by zero"),
        ("scalar x\ncode x as", 2, 8, "expected one of c, latex, numpy, python, sympy after `as`"),
        ("scalar x\nprint x == 3", 2, 9, "`prove L == R` for an equation"),
        ("scalar if", 1, 8, "terms are written with this word"),
        ("vector a\n\tprint a", 2, 2, "a line that begins with a blank continues the one before"),
    ],
)
def test_an_error_names_line_column_and_what_was_expected(text, row, column, said):
    found = error(text)
    assert found[:2] == (row, column)
    assert said in found[2]


def test_the_run_goes_on_after_an_error():
    found = outcomes("vector a\nsimplify b\nvector b\nsimplify b\nrubbish\nprint a")
    assert [outcome.status for outcome in found] == [2, 0, 2, 0]
    assert str(found[0]) == "sheet:2:10: error: " + UNKNOWN.format("b")


# -- statuses -------------------------------------------------------------------------------------

PROVED = "prove dot(a, b) == dot(b, a)"
REFUTED = "prove dot(a, b) == 0"
WRONG = "prove dot(a, c) == 0"
UNDECIDED = "prove x == y"
PROBABLE = "prove y == x"


@pytest.fixture
def four_answers(monkeypatch):
    """Two questions whose answers are undecided and probable, whatever is decided some day."""
    from rewrite.decision.verdict import Status, Verdict
    from rewrite.worksheet import commands

    decide = commands.equal

    def equal(left, right, *rest):
        found = {"x": Status.UNDECIDED, "y": Status.PROBABLE}.get(str(left))
        if found is not None:
            return Verdict(found, left, right, "for a test")
        return decide(left, right, *rest)

    monkeypatch.setattr(commands, "equal", equal)


@pytest.mark.parametrize(
    ("lines", "status", "summary"),
    [
        ([PROVED], 0, "1 proved"),
        ([PROVED, "print a"], 0, "1 done, 1 proved"),
        ([PROVED, PROBABLE], 4, "1 proved, 1 probable"),
        ([PROBABLE, UNDECIDED, PROVED], 3, "1 proved, 1 probable, 1 undecided"),
        ([REFUTED, PROBABLE, UNDECIDED], 1, "1 probable, 1 undecided, 1 refuted"),
        ([UNDECIDED, REFUTED, WRONG, PROBABLE], 2, "1 probable, 1 undecided, 1 refuted, 1 error"),
        ([WRONG, WRONG], 2, "2 errors"),
    ],
)
def test_the_worst_line_gives_the_status(lines, status, summary, sheet, capsys, four_answers):
    path = sheet("\n".join(["vector a, b", "scalar x, y", *lines]))
    found = run("run", path, capsys=capsys)
    assert found[0] == status
    assert found[1].endswith(f"-- {path}: {summary}\n")


# -- the command line -----------------------------------------------------------------------------


def test_run_reports_answers_and_errors(sheet, capsys):
    path = sheet("vector a, b\nsimplify cross(a, a) + b\nprint c\n" + PROVED)
    status, out, err = run("run", path, capsys=capsys)
    assert status == 2
    assert out.startswith("simplify cross(a, a) + b\n  b\n" + PROVED + "\n  proved\n")
    assert out.endswith(f"-- {path}: 1 done, 1 proved, 1 error\n")
    assert err == f"{path}:3:7: error: {UNKNOWN.format('c')}\n"


def test_run_as_data(sheet, capsys):
    path = sheet("vector a, b\nsimplify 2*a - a\nprint c\n" + REFUTED)
    status, out, err = run("run", path, "--json", capsys=capsys)
    data = json.loads(out)
    assert (status, err) == (2, "")
    assert (data["status"], data["exit"]) == ("error", 2)
    assert data["summary"] == "1 done, 1 refuted, 1 error"
    first, second, third = data["lines"]
    assert (first["line"], first["status"], first["result"]) == (2, "done", "a")
    assert (second["at"], second["error"]) == (
        [3, 7],
        UNKNOWN.format("c"),
    )
    assert third["status"] == "refuted"
    assert third["counterexample"]["point"]


def test_run_reads_the_standard_input(capsys, monkeypatch):
    given = TextIOWrapper(BytesIO(b"vector a\nprint 2*a\nprint c\n"))
    monkeypatch.setattr(sys, "stdin", given)
    status, out, err = run("run", "-", capsys=capsys)
    assert (status, out) == (2, "print 2*a\n  2*a\n-- standard input: 1 done, 1 error\n")
    assert err == f"standard input:3:7: error: {UNKNOWN.format('c')}\n"


def test_an_error_is_data_too(tmp_path, capsys):
    for argv in (("simplify", "a +"), ("prove", "a == b"), ("run", str(tmp_path))):
        status, out, err = run(*argv, "--json", capsys=capsys)
        data = json.loads(out)
        assert (status, err, sorted(data)) == (2, "", ["error", "exit", "status"])
        assert (data["status"], data["exit"]) == ("error", 2)


def test_data_of_one_expression_has_a_status(capsys):
    for argv, word in (
        (("simplify", "a + a"), "done"),
        (("prove", "a == b"), "refuted"),
        (("prove", "a == a"), "proved"),
        (("explain", "a + a"), "done"),
        (("cost", "a + a"), "done"),
        (("when", "a == a"), "done"),
    ):
        status, out, _ = run(*argv, "-d", "vector a, b", "--json", capsys=capsys)
        data = json.loads(out)
        assert (data["status"], data["exit"]) == (word, status)
        assert data["output"]


def test_code_as_data(capsys):
    said = ("code", "x*y", "-d", "scalar x, y", "--as", "c", "--json")
    data = json.loads(run(*said, capsys=capsys)[1])
    assert (data["language"], data["arguments"]) == ("c", ["x", "y"])
    assert (data["ops"], data["status"], data["exit"]) == ("1 multiplication", "done", 0)
    assert "double" in data["output"]


def test_control_characters_of_arguments_stay_out_of_the_terminal(tmp_path, capsys):
    nasty = tmp_path / "\x1b[31mred"
    nasty.mkdir()
    for argv in (
        ("run", str(nasty)),
        ("simplify", "a", "\x1b[31m"),
        ("run", "\x1b[31m"),
        ("check", "\x1b[31m"),
        ("new", "\x1b[31m"),
    ):
        status, out, err = run(*argv, capsys=capsys)
        assert status == 2
        assert "\x1b" not in out + err
        assert r"\x1b[31m" in out + err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device")
def test_output_that_cannot_be_written_is_an_error():
    command = [sys.executable, "-m", "rewrite", "simplify", "x", "-d", "scalar x"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "cannot be written" in done.stderr


def test_run_typeset(sheet, capsys):
    path = sheet("vector a, b\nprint cross(a, b)")
    assert r"\times" in run("run", path, "--latex", capsys=capsys)[1]
    assert "a × b" in run("run", path, "--unicode", capsys=capsys)[1]


@pytest.mark.parametrize(
    ("target", "status", "word"),
    [
        ("cross(a, b) == -cross(b, a)", 0, "proved"),
        ("cross(a, b) == cross(b, a)", 1, "refuted"),
        ("dot(a, b) == 0 when orthogonal(a, b)", 0, "proved"),
        ("a == a + 0", 0, "proved"),
    ],
)
def test_prove(target, status, word, capsys):
    found = run("prove", target, "-d", "vector a, b", capsys=capsys)
    assert found[0] == status
    assert found[1].split()[0] == word
    data = json.loads(run("prove", target, "-d", "vector a, b", "--json", capsys=capsys)[1])
    assert data["status"] == word


def test_prove_a_file_of_identities(sheet, capsys):
    path = sheet("vector a, b\ncross(a, b) == -cross(b, a)  # known\ndot(a, b) == 0\n")
    status, out, _ = run("prove", path, capsys=capsys)
    assert status == 1
    assert out.endswith("1 proved, 1 refuted\n")
    assert [outcome.status for outcome in identities(path).outcomes] == [0, 1]
    assert run("prove", path, "-d", "vector a", capsys=capsys)[0] == 2


def test_when(capsys):
    said = ("when", "dot(a, b) == 0", "-d", "vector a, b")
    status, out, _ = run(*said, capsys=capsys)
    assert status == 0
    assert "orthogonal(a, b)" in out
    assert ["orthogonal(a, b)"] in json.loads(run(*said, "--json", capsys=capsys)[1])["when"]


def test_three_ways_to_write_one_answer(capsys):
    said = ("simplify", "cross(b, a)/2", "-d", "vector a, b")
    assert run(*said, capsys=capsys)[1] == "1/2*cross(b, a)\n"
    assert "×" in run(*said, "--unicode", capsys=capsys)[1]
    assert r"\times" in run(*said, "--latex", capsys=capsys)[1]
    data = json.loads(run(*said, "--json", capsys=capsys)[1])
    assert data["output"] == data["result"] == "1/2*cross(b, a)"
    assert run(*said, "--json", "--latex", capsys=capsys)[0] == 2


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        ((), "COMMAND"),
        (("frobnicate",), "invalid choice"),
        (("run",), "sheet"),
        (("run", "no-such-file"), "no-such-file: No such file or directory"),
        (("prove", "a"), "neither a file nor an equation L == R"),
        (
            ("simplify", "a + b", "-d", "vector a, c"),
            UNKNOWN.format("b"),
        ),
        (("simplify", "a", "-d", "vector a; rubbish"), "-d: expected a declaration"),
        (("simplify", "a", "-d", "vector a; vector b(2)"), "column 18"),
    ],
)
def test_usage_errors(argv, complaint, capsys):
    status, out, err = run(*argv, capsys=capsys)
    assert (status, out) == (2, "")
    assert complaint in err


def test_colour_only_on_a_terminal(capsys, monkeypatch):
    said = ("prove", "a == a", "-d", "vector a")
    assert "\x1b" not in run(*said, capsys=capsys)[1]
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda self: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert run(*said, capsys=capsys)[1].startswith("\x1b[32mproved\x1b[0m")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run(*said, capsys=capsys)[1]
    monkeypatch.delenv("NO_COLOR")
    assert "\x1b" not in run(*said, "--json", capsys=capsys)[1]


def test_a_shell_gets_the_status(sheet):
    path = sheet("vector a, b\n" + REFUTED)
    command = [sys.executable, "-m", "rewrite", "run", path]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    assert "refuted" in done.stdout


def test_words_of_the_language_are_not_names():
    for word in ("simplify", "vector", "rotation", "when", "as", "assume", "triad"):
        assert "is a command or a word" in error(f"vector {word}")[2]
    session = Session()
    assert session.declares("vector simplify")
