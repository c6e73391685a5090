"""What authors do to files: errors of every kind, edits while they are watched, odd names."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from html.parser import HTMLParser

import pytest

from rewrite.check import Options, check
from rewrite.check.sources.rule_files import loaded
from rewrite.check.watch import watch
from rewrite.cli import main

HEAD = """
from rewrite import Rewrite, RuleSet, Scalar, Term, Vector, cos, operator, rule, sin, symbol
"""
SQUARES = """
@rule
def squares(x: Scalar) -> Rewrite[Scalar]:
    "sin² + cos² = 1."
    return sin(x)**2 + cos(x)**2 >> {right}
"""
DOUBLE = """
@rule
def double(x: Scalar) -> Rewrite[Scalar]:
    "2 sin cos = sin of the double."
    return {factor}*sin(x)*cos(x) >> sin(2*x)
"""


def written(folder, name, text):
    path = folder / name
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    return str(path)


def told(path):
    """Where and what is found in a file."""
    return [(f.where.removeprefix(f"{path}:"), f.kind, f.message) for f in check(path).wrong]


# -- errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "kind", "message"),
    [
        ("", "1", "input", "no rules"),
        ("x = 1\n", "1", "input", "no rules"),
        ("AXIOMS = [1, 2]\n", "1", "input", "AXIOMS: a rule set is made of rules"),
        ("\nAXIOMS = 3\n", "2", "input", "AXIOMS: "),
        ("\n\nEXCEPTIONS = ['a']\n", "3", "input", "must be a dictionary"),
        ("import nosuch\n", "1", "input", "No module named 'nosuch'"),
        ("x = 1\nraise SystemExit(3)\n", "2", "input", "SystemExit: 3"),
        ("def f(n):\n    return f(n)\nf(0)\n", "2", "input", "recursion"),
        ("x = '\0'\n", "1", "input", "null bytes"),
        (HEAD + SQUARES.format(right="Scalar"), "4", "typing", "rule 'squares'"),
        (HEAD + SQUARES.format(right=1) + SQUARES.format(right=2), "10", "input", "of line 5"),
    ],
)
def test_an_error_is_reported_with_its_line(tmp_path, text, line, kind, message):
    path = written(tmp_path, "author.py", text)
    found = told(path)
    assert any(w == line and k == kind and message in m for w, k, m in found), found


def test_input_that_is_no_text_is_reported(tmp_path):
    (tmp_path / "binary.py").write_bytes(bytes(range(128, 256)))
    (tmp_path / "folder.py").mkdir()
    for name in ("binary.py", "folder.py", "missing.py"):
        found = told(str(tmp_path / name))[0][2]
        assert "cannot be read" in found
        assert "Errno" not in found
    (finding,) = check(".").wrong
    assert (finding.subject, finding.message) == (".", "it cannot be read: Is a directory")


def test_the_exit_status_distinguishes_wrong_from_unreadable(tmp_path, capsys):
    good = written(tmp_path, "s_good.py", HEAD + SQUARES.format(right=1))
    ill = written(tmp_path, "s_ill.py", HEAD + SQUARES.format(right="Scalar"))
    none = written(tmp_path, "s_none.py", "import nosuch")
    assert main(["check", good]) == 0
    assert main(["check", good, ill]) == 1
    assert main(["check", good, ill, none]) == 2
    assert main(["check", good, "--html", str(tmp_path / "no" / "page.html")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_two_files_with_sets_of_one_name_are_distinguished(tmp_path):
    text = '\nRULES = RuleSet({}, name="RULES")\n'
    one = written(tmp_path, "n_one.py", HEAD + SQUARES.format(right=2) + text.format("squares"))
    two = written(tmp_path, "n_two.py", HEAD + DOUBLE.format(factor=2) + text.format("double"))
    both = check(one, two)
    assert [f.where for f in both.wrong] == [f.where for f in check(one).wrong]
    places = {f.where for f in both.of("RULES")}
    assert places == {f"{one}:9", f"{two}:9"}
    assert {f.where for f in both.of("RULES", both.sheets[1])} == {f"{two}:9"}


# -- the page and the JSON ------------------------------------------------------------------------

EVIL = (
    HEAD
    + """
class Odd(Term):
    "x"

f = operator("f_odd", Odd, result=Odd, unicode="<b>{0}</b>&")
g = operator("g_odd", Odd, result=Odd)

@rule
def wrong(x: Odd) -> Rewrite[Odd]:
    "<script>alert(1)</script> & 'x'"
    return f(f(x)) >> g(x)

SET = RuleSet(wrong, name='<i>"SET" & co</i>')
EXCEPTIONS = {("wrong", "soundness"): "<u>because</u>"}
"""
)


class Balanced(HTMLParser):
    """Fails on tags that are not closed, or closed in another order."""

    def __init__(self):
        super().__init__()
        self.open, self.seen = [], set()

    def handle_startendtag(self, tag, attrs):
        self.seen.add(tag)

    def handle_starttag(self, tag, attrs):
        self.seen.add(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open, tag
        assert self.open.pop() == tag


def test_the_page_escapes_and_is_balanced(tmp_path):
    report = check(written(tmp_path, "evil.py", EVIL))
    page = Balanced()
    page.feed(report.html())
    assert page.open == []
    assert not page.seen & {"script", "i", "u"}
    assert "svg" in page.seen
    found = json.loads(report.as_json())
    assert len(found["findings"]) == len(report.findings)
    assert found["files"][0]["sets"] == ['<i>"SET" & co</i>']


# -- watching -------------------------------------------------------------------------------------


def test_a_file_of_a_package_and_a_neighbour_are_seen_to_change(tmp_path):
    package = tmp_path / "watched_package"
    package.mkdir()
    written(package, "__init__.py", "")
    written(package, "parts.py", HEAD + SQUARES.format(right=1))
    whole = written(
        package, "whole.py", "from rewrite import RuleSet\nfrom .parts import squares\n"
        'WHOLE = RuleSet(squares, name="WHOLE")\n'
    )  # fmt: skip
    parts = str(package / "parts.py")
    reports = []

    def told(report):
        reports.append(report)
        text = HEAD + SQUARES.format(right=1 + len(reports)) + "# " + "." * len(reports)
        written(package, "parts.py", text)

    watch([parts, whole], Options(), told, rounds=2, pause=0.01)
    assert reports[0].ok, reports[0].text()
    assert [f.subject for f in reports[1].wrong if f.kind == "soundness"] == ["squares"]
    assert "-> 2" in str(reports[1].sheets[1].sets[0].rules[0])


def test_a_file_that_is_saved_twice_in_one_second_is_read_twice(tmp_path):
    path = tmp_path / "saved_rules.py"
    for word in ("first", "other"):  # of one length: compiled code would be taken for the same
        rules = SQUARES.format(right=1).replace("squares", word)
        path.write_text(HEAD + rules, encoding="utf-8")
        os.utime(path, (1_000_000_000, 1_000_000_000))
        assert [r.name for r in loaded(path).rules] == [word]


def test_a_rule_that_did_not_change_is_looked_at_beside_one_that_did(tmp_path):
    path = tmp_path / "beside_rules.py"
    text = (
        HEAD
        + """
class Cog(Term):
    "c"

f = operator("f_cog", Cog, result=Cog)
g = operator("g_cog", Cog, result=Cog)

@rule
def first(x: Cog) -> Rewrite[Cog]:
    "first"
    return {left} >> x

@rule
def second(x: Cog) -> Rewrite[Cog]:
    "second"
    return f(f(f(x))) >> f(x)

AXIOMS = RuleSet(first, second)
RULES = RuleSet(first, second, name="RULES")
"""
    )
    path.write_text(text.format(left="g(g(x))"), encoding="utf-8")
    reports = []

    def told(report):
        reports.append([f.kind for f in report.of("second") if f.kind == "shadowed"])
        path.write_text(text.format(left=f"{'f' if len(reports) == 1 else 'g'}(f(x))"))

    watch([str(path)], Options(), told, rounds=3, pause=0.01)
    assert reports == [[], ["shadowed"], []]


# -- new ------------------------------------------------------------------------------------------


def test_odd_names_make_files_that_pass(tmp_path, monkeypatch):
    names = ["s", "x1", "rule_sets", "Grüße", "sss", "a__b"]
    assert [main(["new", name, "--to", str(tmp_path)]) for name in names] == [0] * len(names)
    monkeypatch.chdir(tmp_path)
    tests = ("the_rules_pass_their_check", "an_example")
    lines = [f"import test_{n} as t; " + "; ".join(f"t.test_{x}()" for x in tests) for n in names]
    run = [sys.executable, "-c", "\n".join(lines)]
    done = subprocess.run(run, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "name", ["json", "rewrite", "rules", "axioms", "EXCEPTIONS", "class", "", "1x", "a b", "../x"]
)
def test_names_that_hide_something_are_refused(tmp_path, name, capsys):
    assert main(["new", name, "--to", str(tmp_path)]) == 2
    assert "cannot name an algebra" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
