"""The workbench: planted errors are found, in our algebra and in a foreign one."""

from __future__ import annotations

import json
import re
import textwrap
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest
from algebras import FAMILIES, random_term
from hypothesis import find, given, settings
from hypothesis import strategies as st
from profiles import examples
from random_rules import random_rules
from terms import KINDS, terms

import rules as library
from rewrite import (
    Associative,
    Commutative,
    Matrix,
    Neutral,
    Quaternion,
    Rewrite,
    RewriteError,
    RuleSet,
    Scalar,
    Term,
    Vector,
    antisymmetric,
    bottom_up,
    conj,
    cos,
    cross,
    det,
    dot,
    exhaust,
    normal,
    once,
    one,
    operator,
    postorder,
    precedes,
    rotation,
    rule,
    sin,
    symbol,
    symmetric,
    tilde,
    trace,
    trans,
    variable,
    vee,
)
from rewrite.check import Options, Severity, check, completed
from rewrite.check.confluence.confluence import joined
from rewrite.check.consistency import contradictions
from rewrite.check.measures.measure import measured
from rewrite.check.measures.ordering import Ordering
from rewrite.check.sources.rule_files import sheet_of
from rewrite.check.termination.termination import terminates
from rewrite.check.time_shares import Deadline
from rewrite.check.truth.soundness import judgement, repair
from rewrite.check.watch import watch
from rewrite.cli import main
from rewrite.rewriting.defining import made_rule
from rewrite.testing import keeps_values, rule_is_sound, terminates_and_is_confluent
from rewrite.testing import terms as terms_of


class Gear(Term):
    """Something with no structure but its operators."""


e = symbol("e", Gear)
turn = operator("turn", Gear, result=Gear)
back = operator("back", Gear, result=Gear)
mesh = operator("mesh", Gear, Gear, result=Gear, laws=[Associative(), Commutative()])
chain = operator("chain", Gear, Gear, result=Gear, laws=[Associative(), Neutral(e)])
pick = operator("pick", Gear, Gear, result=Gear)


# -- planted: truth -------------------------------------------------------------------------------


@rule
def lagrange_slip(a: Vector, b: Vector, c: Vector):
    """A sign."""
    return cross(a, cross(b, c)) >> dot(a, c) * b + dot(a, b) * c


@rule
def swapped_slip(a: Vector, b: Vector):
    """Two variables swapped."""
    return tilde(cross(a, b)) >> tilde(b) @ tilde(a) - tilde(a) @ tilde(b)


@rule
def mirrored_slip(R: Matrix, a: Vector, b: Vector):
    """True for rotations only."""
    return cross(R @ a, R @ b) >> R @ cross(a, b)


@rule
def symmetric_slip(A: Matrix, a: Vector, b: Vector):
    """True for symmetric matrices only."""
    return dot(a, A @ b) - dot(b, A @ a) >> 0


@rule
def double_slip(x: Scalar):
    """A number is lost."""
    return sin(x) * cos(x) >> sin(2 * x)


@rule
def conjugate_slip(q: Quaternion):
    """A factor is lost."""
    return q * conj(q) >> one(Quaternion)


@pytest.mark.parametrize(
    ("slip", "mended"),
    [
        (lagrange_slip, "the sign of dot(a, b)*c"),
        (swapped_slip, "sign"),
        (mirrored_slip, "the condition rotation(R)"),
        (symmetric_slip, "the condition symmetric(A)"),
        (double_slip, "the coefficient 1/2 of sin(2*x)"),
        (conjugate_slip, "unit(q)"),
    ],
)
def test_a_slip_is_refuted_and_a_repair_is_suggested(slip, mended):
    found = judgement(slip)
    assert found.status == "refuted"
    assert found.counterexample
    assert mended in str(repair(slip))
    with pytest.raises(AssertionError, match="refuted"):
        rule_is_sound(slip)


@rule
def not_from_the_laws(x: Gear, y: Gear):
    """Does not follow."""
    return turn(mesh(x, y)) >> mesh(turn(x), y)


@rule
def defining(x: Gear):
    """The definition of back."""
    return back(turn(x)) >> x


@rule
def other_way_round(x: Gear):
    """Follows in finite models, where what has a left inverse is onto; and in no other."""
    return turn(back(x)) >> x


@rule
def wrong_of_back(x: Gear):
    """Contradicts the axiom in a model."""
    return back(back(turn(x))) >> turn(x)


def test_a_foreign_algebra_is_checked_in_its_models():
    report = check(not_from_the_laws)
    (found,) = [f for f in report.of("not_from_the_laws") if f.kind == "soundness"]
    assert found.severity is Severity.ERROR
    assert any("turn(" in line for line in found.evidence)
    assert "AXIOMS" in found.remedy


def test_axioms_are_assumed_and_their_consequences_not_refuted():
    both = RuleSet(defining, wrong_of_back, name="both")
    assert any(f.kind == "soundness" for f in check(both).of("defining") if f.wrong)
    report = check(both, axioms=[defining])
    assert not any(f.kind == "soundness" for f in report.of("defining"))
    assert any(f.kind == "soundness" and f.wrong for f in report.of("wrong_of_back"))
    good = check(RuleSet(defining, other_way_round), axioms=[defining])
    assert not any(f.kind == "soundness" and f.wrong for f in good.findings)


def test_combinators_are_not_suspected_to_contradict_each_other():
    """They have no finite model and do not terminate, but they are orthogonal."""
    ap = operator("ap_combinator", Gear, Gear, result=Gear)
    x, y, z = (variable(n, Gear) for n in "xyz")
    s, k = symbol("s_combinator", Gear), symbol("k_combinator", Gear)
    pairs = [(ap(ap(ap(s, x), y), z), ap(ap(x, z), ap(y, z))), (ap(ap(k, x), y), x)]
    made = [made_rule(f"c{n}", "A combinator.", Rewrite(*p)) for n, p in enumerate(pairs)]
    assert not list(contradictions(sheet_of(RuleSet(*made), made), Deadline.after(60)))
    other = made_rule("c2", "Another result.", Rewrite(ap(ap(k, x), y), y))
    (found,) = contradictions(sheet_of(RuleSet(*made, other), [*made, other]), Deadline.after(60))
    assert found.severity is Severity.ERROR


# -- planted: loops -------------------------------------------------------------------------------


@rule
def there(x: Gear):
    """Half of a loop."""
    return turn(x) >> back(back(x))


@rule
def and_back(x: Gear):
    """The other half."""
    return back(back(x)) >> back(turn(x))


@rule
def growing(x: Gear):
    """Grows for ever."""
    return turn(x) >> turn(back(x))


@rule
def open_sine(x: Scalar, y: Scalar):
    """sin(x + y) opens."""
    return sin(x + y) >> sin(x) * cos(y) + cos(x) * sin(y)


@rule
def close_sine(x: Scalar, y: Scalar):
    """And closes again."""
    return sin(x) * cos(y) + cos(x) * sin(y) >> sin(x + y)


@pytest.mark.parametrize(
    "rules", [RuleSet(there, and_back), RuleSet(growing), RuleSet(open_sine, close_sine)]
)
def test_a_loop_is_exhibited(rules):
    found = terminates(rules)
    assert found.terminates is False
    assert len(found.loop.terms) == len(found.loop.rules) + 1
    assert [f.severity for f in check(rules).findings if f.kind == "termination"] == [
        Severity.ERROR
    ]


@rule
def swap_operands(x: Gear, y: Gear):
    """Operands in order."""
    return (pick(x, y) >> pick(y, x)).when(precedes(y, x))


@rule
def swap_always(x: Gear, y: Gear):
    """Operands in no order."""
    return pick(x, y) >> pick(y, x)


@rule
def inside_out(x: Gear):
    """Moves inwards."""
    return turn(back(x)) >> back(turn(x))


@rule
def gathered(x: Gear, y: Gear):
    """Two turns in one."""
    return mesh(turn(x), turn(y)) >> turn(mesh(x, y))


@rule
def double_cross(a: Vector, b: Vector, c: Vector):
    """Lagrange."""
    return cross(a, cross(b, c)) >> dot(a, c) * b - dot(a, b) * c


@pytest.mark.parametrize("r", [swap_operands, inside_out, gathered, double_cross, open_sine])
def test_a_measure_is_found_that_orients_the_rule(r):
    found = terminates(RuleSet(r))
    assert found.terminates is True
    assert r.name in found.measures[0]


def test_a_swap_without_order_is_a_loop_and_two_opposite_sets_are_never_called_ending():
    assert terminates(RuleSet(swap_always)).terminates is False
    for rules in (RuleSet(open_sine, close_sine), RuleSet(there, and_back), RuleSet(growing)):
        assert terminates(rules).terminates is not True


PRECEDENCE = Ordering(("trace", "det", "norm", "sin", "cos", "tilde", "vee"))


@pytest.mark.parametrize("whole", [(), (tilde,), (vee,), (trace,)], ids=str)
@examples(120)
@given(t=st.sampled_from(KINDS).flatmap(lambda k: terms(k, 8)))
def test_no_law_makes_the_measure_grow(whole, t):
    """What `termination` builds on: normal forms measure no more than what they are made of."""
    try:
        found = normal(t)
        before, after = (measured(x, frozenset(whole)) for x in (t, found))
    except (RewriteError, ArithmeticError):
        return
    names = {str(a.head) for m in (*before, *after) for a in m}
    order = Ordering((*PRECEDENCE.precedence, *sorted(names - set(PRECEDENCE.precedence))))
    assert order.at_least(before, after), f"{t}\n{found}"


# -- planted: divergences -------------------------------------------------------------------------


@rule
def twice(x: Gear):
    """f f = g."""
    return turn(turn(x)) >> back(x)


@rule
def meshed_left(x: Gear):
    """One way."""
    return mesh(turn(x), e) >> x


@rule
def meshed_right(x: Gear):
    """Another way."""
    return mesh(back(x), e) >> turn(x)


@rule
def cut_left(x: Gear):
    """A word."""
    return chain(turn(x), back(x)) >> e


@rule
def cut_right(x: Gear):
    """Another word."""
    return chain(back(x), turn(turn(x))) >> e


@pytest.mark.parametrize(
    ("rules", "peak"),
    [
        (RuleSet(twice), "turn(turn(turn(x)))"),
        (RuleSet(meshed_left, meshed_right), "mesh"),
        (RuleSet(cut_left, cut_right), "chain(turn(x), back(x), turn(turn(x)))"),
        (RuleSet(double_cross), "cross(a, cross(a1, cross(b, c)))"),
    ],
)
def test_a_divergence_is_shown_with_its_smallest_term(rules, peak):
    found = joined(rules)
    assert found.diverging
    assert peak in str(found.diverging[0].peak)
    assert found.considered >= found.joined + len(found.diverging)
    finding = next(f for f in check(rules).findings if f.kind == "confluence")
    assert finding.wrong
    assert "considered" in finding.message
    assert "skipped" in finding.message


def test_every_divergence_is_one():
    """Both rules do make these results of the peak, and they end differently."""
    from rewrite.check.termination.loops import steps

    for rules in (RuleSet(twice), RuleSet(meshed_left, meshed_right), RuleSet(cut_left, cut_right)):
        for d in joined(rules).diverging:
            made = {t for r in rules for _, t in steps(normal(d.peak), d.context, RuleSet(r))}
            assert len(made) >= 2
            assert d.left is not d.right


def test_completion_adds_what_the_author_takes_and_nothing_else():
    whole, taken = completed(RuleSet(twice), lambda proposal: proposal.ends is True)
    assert len(taken) == 1
    assert "def joined_2(x: Gear)" in taken[0].source
    assert not joined(whole).diverging
    same, none = completed(RuleSet(twice), lambda proposal: False)
    assert same == RuleSet(twice)
    assert none == []


# -- planted: rules that are not needed -----------------------------------------------------------


@rule
def squares(x: Scalar):
    """Pythagoras."""
    return sin(x) ** 2 + cos(x) ** 2 >> 1


@rule
def squares_of_sum(x: Scalar, y: Scalar):
    """A special case."""
    return sin(x + y) ** 2 + cos(x + y) ** 2 >> 1


@rule
def squares_inside(x: Scalar):
    """Its left side is rewritten from within."""
    return sin(sin(x) ** 2 + cos(x) ** 2) >> sin(1)


@rule
def right_side_left(x: Gear):
    """Its right side is not normal."""
    return pick(x, e) >> turn(turn(x))


@rule
def any_turn(x: Gear):
    """A general rule."""
    return pick(turn(x), e) >> x


@rule
def that_turn(x: Gear):
    """A special case."""
    return pick(turn(back(x)), e) >> back(x)


@rule
def covered(S: Matrix):
    """The laws know it."""
    return (trans(S) + S @ S >> S + S @ S).when(symmetric(S))


@rule
def never_met(K: Matrix, a: Vector):
    """No such matrix is there."""
    return (det(K) * (K.inv @ cross(a, K @ a)) >> cross(a, a)).when(rotation(K), antisymmetric(K))


def kinds_of(report, subject):
    return {f.kind for f in report.of(subject)}


@pytest.mark.parametrize(
    ("rules", "subject", "kind"),
    [
        (RuleSet(squares, squares_of_sum), "squares_of_sum", "shadowed"),
        (RuleSet(squares_of_sum, squares), "squares_of_sum", "redundant"),
        (RuleSet(squares_inside, squares), "squares_inside", "shadowed"),
        (RuleSet(any_turn, that_turn), "that_turn", "shadowed"),
        (RuleSet(that_turn, any_turn), "that_turn", "redundant"),
        (RuleSet(right_side_left, twice), "right_side_left", "right-side"),
        (RuleSet(covered), "covered", "law"),
        (RuleSet(never_met), "never_met", "condition"),
    ],
)
def test_unneeded_rules_are_found(rules, subject, kind):
    assert kind in kinds_of(check(rules), subject)


def test_a_good_set_has_nothing_of_the_kind():
    report = check(RuleSet(squares, open_sine, name="good"))
    assert not {f.kind for f in report.wrong} & {"shadowed", "redundant", "law", "soundness"}


def test_the_library_is_known():
    import rules as library

    report = check(squares, options=Options(library=library.STANDARD))
    (found,) = [f for f in report.of("squares") if f.kind == "library"]
    assert "pythagoras" in found.message


# -- the report -----------------------------------------------------------------------------------


def test_the_report_in_three_forms():
    report = check(RuleSet(twice, squares, name="some"), options=Options(profile=True))
    data = json.loads(report.as_json())
    assert data["ok"] is False
    assert {f["kind"] for f in data["findings"]} >= {"confluence", "termination", "profile"}
    page = report.html()
    assert page.count("<svg") == 1
    assert "sin(x)²" in page.replace("²(x)", "(x)²") or "sin" in page
    assert "http" not in page.replace("http-equiv", "")
    HTMLParser().feed(page)
    assert report.text().endswith(report.summary())


# -- files ----------------------------------------------------------------------------------------

GOOD = '''
from rewrite import Rewrite, RuleSet, Scalar, cos, rule, sin

@rule
def squares(x: Scalar) -> Rewrite[Scalar]:
    """sin² + cos² = 1."""
    return sin(x)**2 + cos(x)**2 >> {right}

SQUARES = RuleSet(squares, name="SQUARES")
'''


def written(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    return str(path)


def test_files_are_checked_and_the_exit_status_says_so(tmp_path, capsys):
    good = written(tmp_path, "good_rules.py", GOOD.format(right=1))
    bad = written(tmp_path, "bad_rules.py", GOOD.format(right=2))
    assert main(["check", good]) == 0
    out = capsys.readouterr().out
    assert "the standard library has it: pythagoras" in out
    assert "1 rule in 1 set: 1 warning" in out
    assert main(["check", good, "--strict"]) == 1
    assert main(["check", good, "--notes"]) == 0
    assert "note [soundness] squares: proved: " in capsys.readouterr().out
    page = tmp_path / "out.html"
    assert main(["check", bad, good, "--json", "--html", str(page)]) == 1
    found = json.loads(capsys.readouterr().out)["findings"]
    false = [f for f in found if f["kind"] == "soundness" and f["severity"] == "error"]
    assert [f["where"] for f in false] == [f"{bad}:4"]
    assert "<table>" in page.read_text(encoding="utf-8")


def test_an_unreadable_rule_is_reported_with_its_line_and_the_others_are_checked(tmp_path, capsys):
    broken = written(tmp_path, "broken.py", "x = (1,\n")
    ill = written(tmp_path, "ill.py", GOOD.format(right=1).replace("sin(x)**2", "sin(y)**2"))
    sorts = written(
        tmp_path,
        "sorts.py",
        """
        from rewrite import Vector, cross, rule

        @rule
        def wrong(a: Vector, b: Vector, c: Vector):
            "c is nowhere."
            return cross(a, b) >> cross(a, c)
        """,
    )
    bad = written(tmp_path, "bad_rules.py", GOOD.format(right=2))
    missing = str(tmp_path / "missing.py")
    assert main(["check", broken, ill, sorts, missing, bad]) == 2
    out = capsys.readouterr().out
    for place in (f"{broken}:1", f"{ill}:7", f"{sorts}:4", f"{missing}:1", f"{bad}:4"):
        assert place in out
    assert "variable 'c' does not occur" in out
    assert main(["check", bad, "--pairs", "-1"]) == 2


def test_exceptions_need_a_reason_and_are_reported_when_not_needed(tmp_path, capsys):
    text = GOOD.format(right=2)
    reason = '\nEXCEPTIONS = {("squares", "soundness"): "to see what happens"}\n'
    assert main(["check", written(tmp_path, "e1.py", text + reason)]) == 0
    assert "1 accepted" in capsys.readouterr().out
    again = written(tmp_path, "e2.py", GOOD.format(right=1) + reason)
    assert main(["check", again, "--strict"]) == 1
    assert "is not needed" in capsys.readouterr().out
    empty = reason.replace("to see what happens", " ")
    assert main(["check", written(tmp_path, "e3.py", text + empty)]) == 1
    assert "gives no reason" in capsys.readouterr().out
    unknown = reason.replace('"soundness"', '"sondness"')
    assert main(["check", written(tmp_path, "e4.py", text + unknown)]) == 1
    assert "the kinds are" in capsys.readouterr().out


def test_watching_checks_again_only_what_changed(tmp_path, monkeypatch):
    from rewrite.check import pipeline

    path = tmp_path / "watched_rules.py"
    second = GOOD.replace("squares", "halves").replace("SQUARES", "HALVES").format(right=1)
    path.write_text(GOOD.format(right=1) + second, encoding="utf-8")
    looked: list[str] = []
    real = pipeline.soundness
    monkeypatch.setattr(pipeline, "soundness", lambda r, *a: looked.append(r.name) or real(r, *a))
    reports = []

    def told(report):
        reports.append(report)
        path.write_text("\n" + GOOD.format(right=2) + second, encoding="utf-8")

    watch([str(path)], Options(), told, rounds=2, pause=0.01)
    assert looked == ["squares", "halves", "squares"]
    assert reports[0].ok
    assert [f.where for f in reports[1].wrong if f.kind == "soundness"] == [f"{path}:5"]


def test_a_new_algebra_passes_its_own_check_and_test(tmp_path, capsys, monkeypatch):
    assert main(["new", "wheels", "--to", str(tmp_path)]) == 0
    monkeypatch.chdir(tmp_path)
    assert main(["check", "wheels.py"]) == 0
    assert main(["new", "wheels", "--to", str(tmp_path)]) == 2
    assert main(["new", "not a name"]) == 2
    monkeypatch.syspath_prepend(str(tmp_path))
    space: dict[str, object] = {}
    exec((tmp_path / "test_wheels.py").read_text(encoding="utf-8"), space)
    for name, test in space.items():
        if name.startswith("test_"):
            test()  # type: ignore[operator]


# -- the properties of rewrite.testing ------------------------------------------------------------


def test_the_properties_can_fail():
    with pytest.raises(AssertionError, match="became"):
        keeps_values(lambda t: t + t, terms(Vector, 3), examples=30)
    with pytest.raises(AssertionError, match=r"ends as|steps|cycle"):
        terminates_and_is_confluent(RuleSet(twice))
    terminates_and_is_confluent(RuleSet(squares), examples=20)
    rule_is_sound(squares)


# -- the library ----------------------------------------------------------------------------------

FILES = sorted(Path(library.__file__).parent.glob("*.py"))


LONG = {"__init__", "products", "dimension3", "functions", "quaternions", "triads"}


@pytest.mark.parametrize(
    "path",
    [pytest.param(p, marks=pytest.mark.slow if p.stem in LONG else (), id=p.stem) for p in FILES],
)
def test_the_library_passes_its_own_check(path):
    """Every exception is explained in the file that makes it."""
    no_clock = {"seconds": 600, "pair_seconds": 600, "time_limit": 6000}
    report = check(path, options=Options(library=library.STANDARD, **no_clock))
    assert report.ok, report.text()
    assert all(f.accepted for f in report.findings if f.severity is not Severity.NOTE)


# -- honesty --------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
@examples(12)
@given(st.data())
def test_random_rules_that_are_said_to_end_do_end(family, data):
    """Over random operators with random laws; neutral elements and all."""
    algebra = data.draw(FAMILIES[family])
    if algebra is None:
        return
    random = Random(data.draw(st.integers(0, 10**6)))
    rules = random_rules(algebra, random, 2)
    if not rules or terminates(rules).terminates is not True:
        return
    for _ in range(4):
        t = random_term(algebra, random, algebra.sort, 3, [])
        for way in (exhaust(bottom_up(rules)), exhaust(once(rules))):
            outcome = way.run(t, steps=3_000, seconds=1.0, size=5_000, budget=2_000)
            told = f"{algebra}\n{rules}\n{t}: {outcome.reason}"
            assert "cycle" not in outcome.reason, told
            assert "steps" not in outcome.reason, told


@rule
def folded(x: Gear):
    """t b = b t t."""
    return turn(back(x)) >> back(turn(turn(x)))


def test_a_result_that_is_none_is_not_shown_and_a_sign_makes_no_other_pair():
    found = joined(RuleSet(twice, folded))
    assert all("back(back(back(back(" not in str(d) for d in found.diverging)
    signed = joined(RuleSet(double_cross)).diverging
    assert len({str(d.peak).lstrip("-") for d in signed}) == len(signed), signed


# -- completion of groups -------------------------------------------------------------------------

neutral = symbol("neutral", Gear)
times_gear = operator("times_gear", Gear, Gear, result=Gear)
inverse_gear = operator("inverse_gear", Gear, result=Gear)


@rule
def brackets(x: Gear, y: Gear, z: Gear):
    """(x y) z = x (y z)."""
    return times_gear(times_gear(x, y), z) >> times_gear(x, times_gear(y, z))


@rule
def neutral_first(x: Gear):
    """1 x = x."""
    return times_gear(neutral, x) >> x


@rule
def inverse_first(x: Gear):
    """x⁻¹ x = 1."""
    return times_gear(inverse_gear(x), x) >> neutral


def test_groups_are_completed_to_the_ten_rules():
    """Nothing has to be refused for that; what is not needed is left out again."""

    def accept(proposal):
        assert proposal.truth.status == "probable"
        return proposal.ends is True

    start = RuleSet(brackets, neutral_first, inverse_first, name="GROUP")
    whole, taken = completed(start, accept)
    assert len(whole) == 10
    assert {p.rule for p in taken} == set(whole) - set(start)
    inside = re.search(r"inverse_gear\(times_gear\((\w+), (\w+)\)\) -> (.*)", str(whole))
    assert inside is not None
    assert inside[3] == f"times_gear(inverse_gear({inside[2]}), inverse_gear({inside[1]}))"
    found = joined(whole)
    assert found.complete
    assert not found.diverging
    assert terminates(whole).terminates is True


def test_random_terms_shrink_to_readable_ones_and_take_any_sort():
    def shrunk(strategy, wanted):
        return str(find(strategy, wanted, settings=settings(max_examples=300, database=None)))

    def count(op, n):
        return lambda t: sum(s.op is op for s in postorder(t)) >= n

    assert len(shrunk(terms_of(Vector, 6), count(cross, 2))) <= len("cross(a, cross(a, a))")
    own = terms_of(Gear, 6, operators=[turn, pick], only=True)
    assert shrunk(own, count(turn, 2)) == "turn(turn(gear_x))"
    assert shrunk(terms_of((4, 4), 3), lambda t: True) == "M4_4"
    with pytest.raises(RewriteError, match="max_leaves is 0"):
        terms_of(Vector, 0)
    with pytest.raises(RewriteError, match="neither a sort nor"):
        shrunk(terms_of(3, 1), lambda t: True)
