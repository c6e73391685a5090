"""Every line ends: what takes too much time or memory is stopped, and the rest is done."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from rewrite.cli import main
from rewrite.errors import LimitError, RewriteError
from rewrite.worksheet import apart as processes
from rewrite.worksheet.apart import apart
from rewrite.worksheet.commands import COMMANDS
from rewrite.worksheet.sheet import run_sheet
from rewrite.worksheet.watched import watched

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="what is patched must be forked")


def _forever(*_):
    while True:
        time.sleep(0.01)


def _gigabytes(*_):
    return [bytearray(100 << 20) for _ in range(100)]


def _broken(*_):
    os.kill(os.getpid(), signal.SIGKILL)


def _faulty(*_):
    return [][0]


@pytest.fixture
def bad_commands(monkeypatch):
    found = {"spin": _forever, "eat": _gigabytes, "crash": _broken, "slip": _faulty}
    for name, command in found.items():
        monkeypatch.setitem(COMMANDS, name, command)
    monkeypatch.setattr(processes, "MEMORY", 500 << 20)


@linux_only
@pytest.mark.parametrize(
    ("command", "seconds", "said"),
    [
        ("spin", 2, "this takes more than 2 seconds"),
        ("eat", 60, "this takes more than 500 MB of memory"),
        ("crash", 60, "crashed"),
        ("slip", 60, "a fault of penelope itself, please report it: IndexError: list index"),
    ],
)
def test_a_line_that_takes_too_much_is_an_error_and_the_rest_is_done(
    command, seconds, said, bad_commands
):
    text = f"vector a\nF = 2*a\nprint a\n{command} F\nG = F + a\n{command} F\nprint G"
    first, second, third, fourth = watched(text, "s", seconds=seconds)
    assert (first.answer.text, fourth.answer.text) == ("a", "2*a + a")
    for row, outcome in ((4, second), (6, third)):
        assert (outcome.status, outcome.place) == (2, (row, 1))
        assert outcome.error.startswith(said) or said in outcome.error


@linux_only
def test_a_definition_that_takes_too_much_defines_nothing(monkeypatch):
    from rewrite.worksheet import session

    parse = session.parse
    slow = lambda text, names: _forever() if "a + a" in text else parse(text, names)  # noqa: E731
    monkeypatch.setattr(session, "parse", slow)
    found = list(watched("vector a\nF = a + a\nF = 2*a\nprint F", seconds=2))
    assert [outcome.status for outcome in found] == [2, 0]
    assert found[1].answer.text == "2*a"


@linux_only
@pytest.mark.parametrize(("command", "status"), [("spin", 2), ("slip", 2)])
def test_a_failure_is_never_taken_for_a_refutation(command, status, bad_commands, capsys, sheet):
    path = sheet(f"vector a\n{command} a\nprint a")
    assert main(("run", path, "--seconds", "2", "--json")) == status
    data = json.loads(capsys.readouterr().out)
    assert (data["summary"], data["status"], data["exit"]) == ("1 done, 1 error", "error", 2)


def test_a_fault_without_a_limit_has_status_2(bad_commands, capsys, sheet):
    assert main(("run", sheet("slip a"), "--seconds", "0")) == 2
    assert "a fault of penelope itself" in capsys.readouterr().err


@pytest.fixture
def sheet(tmp_path):
    def write(text):
        path = tmp_path / "sheet.txt"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_watched_or_not_the_outcomes_are_the_same():
    text = "vector a, b\nprint a\nprove a == b\nprint (\nsimplify cross(a, a)\nnonsense"
    assert [o.data() for o in watched(text)] == [o.data() for o in run_sheet(text)]
    assert [str(o) for o in watched(text)] == [str(o) for o in run_sheet(text)]


def test_one_expression_has_a_limit_too(capsys):
    hard = "*".join(["triple(a, b, c)*triple(d, e, f)"] * 9)
    declared = "vector a, b, c, d, e, f"
    assert main(("canonical", hard, "-d", declared, "--seconds", "0.2")) == 2
    assert "--seconds allows more" in capsys.readouterr().err
    assert main(("canonical", hard, "-d", declared, "--seconds", "0.2", "--json")) == 2
    assert json.loads(capsys.readouterr().out)["status"] == "error"


def test_errors_come_back_from_the_other_process():
    with pytest.raises(RewriteError, match="no sheet"):
        list(apart(_refusing, seconds=60))
    with pytest.raises(LimitError):
        list(apart(_forever, seconds=0.1))


def _refusing():
    yield 1
    raise RewriteError("no sheet")


ENDLESS = """
import sys, time
from rewrite.cli import main
from rewrite.worksheet.commands import COMMANDS
COMMANDS["wait"] = lambda *_: time.sleep(600)
sys.exit(main(sys.argv[1:]))
"""
"""`penelope` with a command that is still running when the interrupt comes, however late."""


@linux_only
def test_an_interrupt_ends_both_processes(sheet):
    path = sheet("vector a\nprint a\nwait\n")
    command = [sys.executable, "-c", ENDLESS, "run", path, "--seconds", "600"]
    done = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    assert done.stdout.readline() == b"print a\n"
    os.killpg(done.pid, signal.SIGINT)
    _, told = done.communicate(timeout=60)  # the pipes close when both have ended
    assert (done.returncode, told) == (130, b"penelope: interrupted\n")
