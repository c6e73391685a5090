"""The workbench in daily use: mistakes an author makes, and files that are long."""

from __future__ import annotations

import threading
from textwrap import dedent

import pytest

from rewrite import (
    Rewrite,
    RewriteError,
    RuleSet,
    Scalar,
    Term,
    Vector,
    cross,
    dot,
    operator,
    rule,
    variable,
)
from rewrite.check import check, completed, pipeline
from rewrite.check.confluence.confluence import joined
from rewrite.check.sources.rule_files import loaded
from rewrite.check.termination.termination import terminates
from rewrite.check.time_shares import Deadline
from rewrite.check.truth import own_values
from rewrite.cli.command_line import main
from rewrite.rewriting.defining import made_rule

HEAD = """
from __future__ import annotations
from rewrite import Matrix, Rewrite, RuleSet, Scalar, Vector, cos, cross, dot, operator
from rewrite import rule, sin, symmetric, trace, vectors

"""


def report_of(folder, text):
    path = folder / "mine.py"
    path.write_text(HEAD + dedent(text), encoding="utf-8")
    return check(path)


def messages(report, kind):
    return [f.message for f in report.findings if f.kind == kind]


def test_one_refused_rule_stops_no_other(tmp_path):
    report = report_of(tmp_path, '''
        @rule
        def refused(a: Vector, b: Vector) -> Rewrite[Vector]:
            "b is nowhere on the left."
            return cross(a, cross(a, a + 2*a)) + a >> b

        @rule
        def false(a: Vector, b: Vector) -> Rewrite[Vector]:
            "Lagrange with a slip."
            return cross(a, cross(a, b)) >> dot(a, b)*a + dot(a, a)*b

        @rule
        def true(a: Vector, b: Vector) -> Rewrite[Scalar]:
            "The square of a product."
            return dot(cross(a, b), cross(a, b)) >> dot(a, a)*dot(b, b) - dot(a, b)**2

        SOME = RuleSet(refused, false, name="SOME")
        ALL = RuleSet([refused, false], true, name="ALL")
        CHOSEN = {"first": refused, "second": SOME}
        ''')  # fmt: skip
    (refused,) = report.of("refused")
    assert refused.kind == "typing"
    assert "'b' does not occur on the left side" in refused.message
    assert refused.where.endswith("mine.py:7")
    assert [f.kind for f in report.of("false") if f.severity.value == "error"] == ["soundness"]
    assert any(f.message.startswith("proved") for f in report.of("true"))
    assert [[r.name for r in x] for x in report.sheets[0].sets] == [["false"], ["false", "true"]]
    assert report.status == 1


def test_any_other_failure_ends_the_import_too(tmp_path):
    report = report_of(tmp_path, "x = 1 / 0\n")
    assert messages(report, "input") == ["ZeroDivisionError: division by zero"]
    assert report.status == 2


@pytest.mark.parametrize("body", ["while True:\n    pass", "import time\ntime.sleep(60)"])
def test_an_import_that_does_not_end_is_stopped(tmp_path, body):
    path = tmp_path / "endless.py"
    path.write_text(f"try:\n    x = 1\nexcept Exception:\n    pass\n{body}\n", encoding="utf-8")
    (finding,) = loaded(path, seconds=0.2).findings
    assert "importing it took more than 0.2 s" in finding.message
    assert finding.remedy


def test_an_import_in_another_thread_is_stopped_too(tmp_path):
    path = tmp_path / "endless_too.py"
    path.write_text("while True:\n    pass\n", encoding="utf-8")
    found = []
    thread = threading.Thread(target=lambda: found.append(loaded(path, seconds=0.2)))
    thread.start()
    thread.join(60)
    assert "took more than" in found[0].findings[0].message


@pytest.mark.parametrize(
    ("asked", "told"),
    [("a", "a Python `if` on a term, a"), ("a == b", "is decided once, when the rule is made")],
)
def test_a_python_if_on_a_term_is_named(tmp_path, asked, told):
    report = report_of(tmp_path, f'''
        @rule
        def asks(a: Vector, b: Vector) -> Rewrite[Vector]:
            "It asks too early."
            if {asked}:
                return cross(a, cross(a, b)) >> b
            return cross(a, cross(a, b)) >> dot(a, b)*a - dot(a, a)*b
        ''')  # fmt: skip
    (finding,) = [f for f in report.of("asks") if f.kind == "typing"]
    assert told in finding.message
    assert ".when(" in finding.remedy


def test_symbols_from_outside_are_named(tmp_path):
    report = report_of(tmp_path, '''
        a, b = vectors("a b")

        @rule
        def about_b(a: Vector) -> Rewrite[Vector]:
            "b is no parameter."
            return cross(a, cross(b, a)) >> dot(a, a)*b - dot(a, b)*a
        ''')  # fmt: skip
    assert messages(report, "captured") == [
        "it applies only to the symbol b, which is not among its parameters"
    ]
    assert report.status == 0
    assert report.exit_status(strict=True) == 1


def test_conditions_that_are_not_needed_and_rules_of_the_library_are_named(tmp_path, capsys):
    path = tmp_path / "mine.py"
    path.write_text(HEAD + dedent('''
        @rule
        def twice(A: Matrix) -> Rewrite[Scalar]:
            "The trace of a sum with the transpose."
            return (trace(A + A.T) >> 2*trace(A)).when(symmetric(A))

        @rule
        def squares(x: Scalar) -> Rewrite[Scalar]:
            "sin² + cos² = 1."
            return sin(x)**2 + cos(x)**2 >> 1
        '''), encoding="utf-8")  # fmt: skip
    assert main(["check", str(path)]) == 0
    out = capsys.readouterr().out
    assert "squares: the standard library has it: pythagoras" in out
    assert "remedy: use that rule" in out


def test_a_mistake_in_an_own_evaluate_is_reported_as_the_authors(tmp_path):
    report = report_of(tmp_path, '''
        last = operator("last", Vector, Scalar, result=Scalar, evaluate=lambda a, x: a[3]*x)

        @rule
        def twice(a: Vector, x: Scalar) -> Rewrite[Scalar]:
            "The last of 2 a."
            return last(2*a, x) >> 2*last(a, x)
        ''')  # fmt: skip
    (told,) = messages(report, "evaluate")
    assert told.startswith("the evaluate= of operator 'last' (mine.py:7) fails for ((")
    assert told.endswith("IndexError: tuple index out of range")
    assert report.status == 1


def test_an_own_evaluate_that_does_not_end_is_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(own_values, "SECONDS", 0.05)
    report = report_of(tmp_path, '''
        def endless(x):
            while True:
                x = x + 1

        for_ever = operator("for_ever", Scalar, result=Scalar, evaluate=endless)

        @rule
        def even(x: Scalar) -> Rewrite[Scalar]:
            "It does not depend on the sign."
            return for_ever(-x) >> for_ever(x)
        ''')  # fmt: skip
    (told,) = messages(report, "evaluate")
    assert told.startswith("the evaluate= of operator 'for_ever' (mine.py:7) does not end within")
    assert report.status == 1


# -- long files, and time -------------------------------------------------------------------------


class Item(Term):
    """Some thing."""

    __slots__ = ()


def many(count: int) -> RuleSet:
    """Rules fᵢ g = h fᵢ about free operators."""
    g, h = (operator(name, Item, result=Item) for name in ("g_of", "h_of"))
    x, made = variable("x", Item), []
    for i in range(count):
        f = operator(f"many_{i}", Item, result=Item)
        made.append(made_rule(f"exchanged_{i}", "f g = h f.", Rewrite(f(g(x)), h(f(x)))))
    return RuleSet(made, name="many")


def test_hundreds_of_rules_about_free_operators_are_checked():
    rules = many(200)
    report = check(rules, axioms=rules)
    assert not report.wrong, report.text()
    ends, confluent = (f.message for f in report.of("many"))
    assert ends == "it terminates"
    assert confluent.startswith("confluent; 0 critical pairs")


@rule
def lagrange(a: Vector, b: Vector, c: Vector) -> Rewrite[Vector]:
    """a × (b × c) = (a·c) b − (a·b) c."""
    return cross(a, cross(b, c)) >> dot(a, c) * b - dot(a, b) * c


@rule
def product_of_products(a: Vector, b: Vector, c: Vector, d: Vector) -> Rewrite[Scalar]:
    """(a × b)·(c × d) = (a·c)(b·d) − (a·d)(b·c)."""
    return dot(cross(a, b), cross(c, d)) >> dot(a, c) * dot(b, d) - dot(a, d) * dot(b, c)


def test_analyses_without_time_are_reported_and_claim_nothing():
    rules = RuleSet(lagrange, product_of_products, name="PRODUCTS")
    report = check(rules, time_limit=1e-6)
    assert messages(report, "limit")
    assert terminates(rules, time_limit=1e-6).terminates is None
    assert not joined(rules, time_limit=1e-6).complete
    whole, taken = completed(rules, lambda proposal: True, time_limit=1e-6)
    assert (whole, taken) == (rules, [])


def test_no_rule_is_begun_after_the_time_for_rules(monkeypatch):
    """Not even one that takes less than the least share of time: there may be thousands."""
    monkeypatch.setattr(pipeline, "FOR_RULES", 0)
    begun: list[str] = []
    rules = RuleSet(lagrange, product_of_products, name="PRODUCTS")
    report = check(rules, options=pipeline.Options(progress=begun.append))
    assert not {"lagrange", "product_of_products"} & set(begun)
    assert "not examined by themselves" in messages(report, "limit")[0]


def test_a_time_limit_is_a_positive_number():
    for wrong in (0, -1, "3"):
        with pytest.raises(RewriteError, match="positive number of seconds"):
            Deadline.after(wrong)
