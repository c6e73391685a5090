"""Time limits: one keyword everywhere, and no work after the time is out.

No test watches the clock: with no time at all, every verb gives up, or says that it was cut short.
`python -m bench.limits` holds all calls on large inputs to their time.
"""

from __future__ import annotations

import gc
import inspect
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import pytest

import mechanics
import rewrite as rw
from mechanics import lsd, media
from mechanics.models import heavy_top, plane_pendulum, two_link_arm
from mechanics.numerics import c_compiler
from mechanics.numerics.c_compiler import NotCompiledError, library
from rewrite import LimitError, Truth, cross, dot, garbage, scalars, sin, vectors
from rewrite.check import check
from rewrite.check.completion import completed
from rewrite.check.confluence.confluence import joined
from rewrite.check.termination.termination import terminates
from rewrite.deadline import OutOfTimeError, OutOfWorkError, check_time, time_left, timed, within
from rewrite.evaluation.compare import agree
from rewrite.interop import sympy as bridge
from rewrite.kernel.polynomials import Kernel
from rewrite.kernel.word_rules import compiled
from rewrite.verbs import allowance

a, b, c = vectors("a b c")
x, y = scalars("x y")
TERM = reduce(add, [sin(i * x) * cross(a, b + i * c) for i in range(1, 20)])
NO_TIME = 1e-9

GIVES_UP: dict[str, Any] = {
    "normal": lambda s: rw.normal(TERM, time_limit=s),
    "expand": lambda s: rw.expand(TERM, time_limit=s),
    "factor": lambda s: rw.factor(TERM, time_limit=s),
    "canonical": lambda s: rw.canonical(TERM, time_limit=s),
    "pairs": lambda s: rw.pairs(rw.quaternion("q") * rw.quaternion("p"), time_limit=s),
    "coordinates": lambda s: rw.coordinates(TERM, a, time_limit=s),
    "diff": lambda s: rw.diff(TERM, x, time_limit=s),
    "coefficient": lambda s: rw.coefficient(TERM, a, time_limit=s),
    "linear_in": lambda s: rw.linear_in(TERM, [a], time_limit=s),
    "angular_velocity": lambda s: rw.angular_velocity(
        rw.rotation("R", time=True) @ rw.rotation("Q", time=True), time_limit=s
    ),
    "cost": lambda s: rw.cost(TERM, time_limit=s),
    "evaluate": lambda s: rw.evaluate(dot(a, a), {a: (1, 2, 3)}, time_limit=s),
    "random_assignment": lambda s: rw.random_assignment([TERM], 1, time_limit=s),
    "lower": lambda s: rw.lower(TERM, time_limit=s),
    "components": lambda s: rw.components(TERM, time_limit=s),
    "jacobian": lambda s: rw.jacobian(TERM, [x], time_limit=s),
    "code": lambda s: rw.code(TERM, "c", time_limit=s),
    "in_scalars": lambda s: rw.in_scalars(TERM, time_limit=s),
    "ops": lambda s: rw.ops(TERM, time_limit=s),
    "to_sympy": lambda s: rw.to_sympy(dot(TERM, TERM), time_limit=s),
    "why_not": lambda s: rw.why_not(rw.rule(_swap), TERM, time_limit=s),
    "holds": lambda s: rw.holds(rw.unit(TERM), time_limit=s),
    "parse": lambda s: rw.parse("a + b", [a, b], time_limit=s),
    "latex": lambda s: rw.latex(dot(TERM, TERM), time_limit=s),
    "unicode": lambda s: rw.unicode(dot(TERM, TERM), time_limit=s),
    "mathml": lambda s: rw.mathml(TERM, time_limit=s),
}


def _swap(u: rw.Vector, v: rw.Vector) -> Any:
    """u × (u × v) = (u·v) u - (u·u) v."""
    return cross(u, cross(u, v)) >> dot(u, v) * u - dot(u, u) * v


@pytest.mark.parametrize("verb", GIVES_UP)
def test_without_time_a_verb_gives_up(verb: str) -> None:
    with pytest.raises(LimitError):
        GIVES_UP[verb](NO_TIME)


def test_without_time_the_given_term_comes_back() -> None:
    assert rw.simplify(TERM, time_limit=NO_TIME) is TERM
    assert rw.explain(TERM, time_limit=NO_TIME).cut_short
    assert rw.simplify([TERM, TERM], time_limit=NO_TIME) == [TERM, TERM]
    assert not rw.simplified([TERM, x + x], time_limit=NO_TIME).complete
    outcome = rw.exhaust(rw.bottom_up(rw.RuleSet())).run(TERM, time_limit=NO_TIME)
    assert not outcome.finished


def test_without_time_nothing_is_claimed() -> None:
    u, v = rw.variable("u", rw.Vector), rw.variable("v", rw.Vector)
    found = rw.match(u + v, a + b, time_limit=1000.0)
    assert list(found)
    assert found.complete
    assert not rw.equal(TERM, 2 * TERM, time_limit=NO_TIME).refuted
    assert rw.find_counterexample(TERM, 2 * TERM, time_limit=NO_TIME) is None
    R, Q = rw.rotation("R"), rw.rotation("Q")
    assert rw.same_rotation(R @ Q, Q @ R, time_limit=NO_TIME) is Truth.UNKNOWN
    assert rw.same_rotation(R @ Q, Q @ R, time_limit=1000.0) is Truth.FALSE


@pytest.mark.parametrize("verb", [*GIVES_UP, "simplify", "simplified", "explain", "equal"])
@pytest.mark.parametrize("wrong", [0, -1, "1", True, float("nan")])
def test_a_time_limit_is_a_positive_number(verb: str, wrong: Any) -> None:
    call = GIVES_UP.get(verb) or (
        lambda s: getattr(rw, verb)(*[TERM] * (1 + (verb == "equal")), time_limit=s)
    )
    with pytest.raises(rw.RewriteError, match="positive number of seconds"):
        call(wrong)


def test_every_verb_has_one_keyword() -> None:
    others = ("holds_when", "find_counterexample", "match", "same_rotation")
    calls = [getattr(rw, name) for name in (*GIVES_UP, *others, "simplify", "equal")]
    for call in [*calls, rw.RuleSet().run, terminates, joined, completed, check]:
        assert "time_limit" in inspect.signature(call).parameters, call


@pytest.mark.parametrize(
    "make",
    [
        mechanics.kane,
        mechanics.lagrange,
        mechanics.newton_euler,
        mechanics.hamilton,
        mechanics.recursive,
        mechanics.tree_equations,
        mechanics.inverse_dynamics,
        mechanics.forward_dynamics,
        mechanics.regressor,
        mechanics.linearised,
        mechanics.stability,
        mechanics.mass_matrix,
        mechanics.bias,
        mechanics.energy,
        mechanics.energies,
        mechanics.momenta,
    ],
)
def test_generators_of_equations_give_up_without_time(make: Any) -> None:
    with pytest.raises(LimitError):
        make(plane_pendulum(2), time_limit=NO_TIME)
    with pytest.raises(rw.RewriteError, match="positive number of seconds"):
        make(plane_pendulum(1), time_limit=0)


def test_the_right_hand_side_is_made_within_its_limit() -> None:
    equations = mechanics.kane(plane_pendulum(2))
    for make in (equations.rhs, equations.code, mechanics.newton_euler(plane_pendulum(2)).rhs):
        with pytest.raises(LimitError):
            make(time_limit=NO_TIME)
    assert equations.rhs("python", time_limit=1000.0).state == equations.rhs("python").state


def test_a_library_that_looks_at_no_clock_is_stopped() -> None:
    """Although it goes on after every error that it can catch."""

    @rw.interruptible
    def stubborn() -> None:
        while True:
            with suppress(Exception):
                while True:
                    pass

    with within(0.01), pytest.raises(OutOfTimeError):
        stubborn()
    with within(1000.0):
        assert rw.interruptible(lambda: rw.interruptible(max)(1, 2))() == 2
        with pytest.raises(ZeroDivisionError):
            rw.interruptible(lambda: 1 // 0)()


def test_calls_that_nothing_can_stop_are_not_begun_without_time() -> None:
    called: list[str] = []
    with within(1000.0), pytest.raises(OutOfTimeError, match="too short"):
        rw.foreseen(lambda: called.append("all"), lambda: called.append("part"), 1e12)
    assert called == ["part"]
    rw.foreseen(lambda: called.append("all"), lambda: called.append("part"), 1e12)
    assert called == ["part", "all"]


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_a_program_is_stopped_with_its_children(tmp_path: Path) -> None:
    """Otherwise a compiler is gone, and what it has started holds the output open."""
    note, limit = tmp_path / "started", 0.1
    command = ["sh", "-c", f"sleep 1000 & echo $! > {note}; wait"]
    while not note.exists() or not note.read_text().strip():
        with within(limit), pytest.raises(OutOfTimeError):
            rw.output_of(command)
        limit *= 2
    with suppress(ProcessLookupError):
        while True:  # until its new parent has noticed its end
            os.kill(int(note.read_text()), 0)
    with pytest.raises(TimeoutError, match=r"more than 0.01 seconds"):
        rw.output_of(["sleep", "1000"], seconds=0.01)


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_the_compiler_keeps_the_time_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = tmp_path / "cc"
    slow.write_text("#!/bin/sh\nsleep 1000\n")
    slow.chmod(0o700)
    monkeypatch.setenv("CC", str(slow))
    with within(0.1), pytest.raises(OutOfTimeError):
        library("int never_compiled;")
    monkeypatch.setattr(c_compiler, "TIME_LIMIT", 0.01)
    with pytest.raises(NotCompiledError, match=r"more than 0.01 seconds"):
        library("int never_compiled;")


def test_equations_stay_as_they_are_without_time() -> None:
    equations = mechanics.kane(plane_pendulum(2))
    assert equations.simplified(time_limit=NO_TIME).upper == equations.upper


def test_a_table_cut_short_is_not_remembered() -> None:
    """A table that time was too short for is made when there is time."""
    B = rw.matrix("B_of_limits", 2, 2)
    t = rw.trans(B @ B) @ (B + B.T)
    with pytest.raises(LimitError):
        rw.expand(t, time_limit=NO_TIME)
    assert rw.expand(t) == B.T**3 + B.T**2 @ B


def test_the_clock_is_looked_at() -> None:
    with within(NO_TIME):
        with pytest.raises(OutOfTimeError):
            check_time()
        with pytest.raises(OutOfTimeError):
            list(timed(range(1_000)))
        assert list(timed(range(3))) == [0, 1, 2]


def test_work_is_counted_for_all_clocks_around() -> None:
    with within(None, work=10) as outer:
        with within(None, work=4) as inner:
            for _ in range(4):
                check_time()
            with pytest.raises(OutOfWorkError):
                check_time()
            assert inner.work < 0 == time_left()
        assert outer.work == 5 < time_left()
    with within(None, processor=-1.0), pytest.raises(OutOfWorkError):
        check_time()


def _nest(n: int) -> Any:
    t: Any = b
    for i in range(n):
        t = cross(a, t) + sin(i * x) * rw.vector(f"v{i}") - cross(a, t + y * c)
    return t


@pytest.mark.parametrize("work", [20, 100, 300])
def test_without_work_left_the_best_so_far_comes_back(
    work: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(allowance, "WORK", work)
    t = _nest(8)
    found = rw.simplified(t)
    assert found.cut_short == "the work that is allowed for a term"
    assert not found.complete
    assert found.after.total <= found.before.total
    assert agree(t, found.result) is not False
    assert rw.explain(t).cut_short


@pytest.mark.parametrize("model", [heavy_top, two_link_arm])
def test_with_little_work_a_second_call_finds_no_more(
    model: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(allowance, "WORK", 3_000)
    equations = mechanics.kane(model())
    for t in (equations.upper[0][0], equations.right[0]):
        found = rw.simplify(t)
        assert rw.cost(rw.simplify(found)).total >= rw.cost(found).total


def test_deep_terms_are_cut_short_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allowance, "WORK", 3_000)
    assert rw.simplified(_nest(80)).cut_short


def test_compiling_rules_counts_no_work() -> None:
    """Otherwise a result would depend on what was simplified before."""
    own = rw.RuleSet(rw.rule(_swap))
    with within(None, work=1) as clock:
        assert compiled(own.rules, Kernel) is compiled(own.rules, Kernel)
        assert clock.work == 1


def test_a_deep_term_leaves_time_for_the_others_of_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = allowance.Allowance(8)
    with whole.share(4):
        assert (whole.left or 0) <= 2
    assert (whole.left or 0) > 2
    monkeypatch.setattr(allowance, "WORK", 3_000)
    monkeypatch.setattr(allowance, "TOTAL", 9_000)
    x, y = rw.scalars("x y")
    found = rw.simplified([_nest(300), x**2 + 2 * x * y + y**2, _nest(200)])
    assert found.cut_short
    assert found.result[1] == (x + y) ** 2


LSD = "let bob = body mass = ?m, inertia = 0, iframe = [0, -?l, 0] end;\n" + (
    "join earth and bob.frame with link(q) dof = q || [0, 0, 1] end; gravity [0, -?g, 0];"
)
URDF = """<robot name="arm"><link name="base"/><link name="rod"><inertial><mass value="2"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<joint name="swing" type="continuous"><parent link="base"/><child link="rod"/></joint></robot>"""


@pytest.mark.parametrize(
    "reading",
    [
        lambda s: lsd.read_text(LSD, time_limit=s),
        lambda s: lsd.compiled(lsd.read_text(LSD), time_limit=s),
        lambda s: mechanics.urdf(URDF, time_limit=s),
        lambda s: mechanics.dh([(0, 0, 0, "q", 0)], time_limit=s),
        lambda s: mechanics.linearised(plane_pendulum(1)).made(time_limit=s),
        lambda s: media.rod(time_limit=s).at("vectors", time_limit=s),
    ],
)
def test_readers_and_media_give_up_without_time(reading: Any) -> None:
    """And do not take the end of the time for a mistake in what they read."""
    reading(1000.0)
    with pytest.raises(LimitError):
        reading(NO_TIME)


def test_a_sheet_gives_up_without_time(tmp_path: Path) -> None:
    sheet = tmp_path / "laws.txt"
    sheet.write_text("vector a\ndot(a, a) == dot(a, a)\n")
    assert rw.identities(sheet, time_limit=1000.0).status == 0
    with pytest.raises(LimitError):
        rw.identities(sheet, time_limit=NO_TIME)


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch, few_objects: None) -> Iterator[list[float]]:
    """The time for the garbage collector, which has nothing to catch up before and after."""
    now = [1e9]
    monkeypatch.setattr(garbage, "monotonic", lambda: now[0])
    for generation in (0, 2):
        gc.collect(generation)
    yield now
    now[0] += garbage.LONGEST
    for generation in (0, 2):
        gc.collect(generation)


def test_full_collections_are_put_off_and_come_back(hours: list[float]) -> None:
    usual = gc.get_threshold()
    with within(0.5):
        assert gc.get_threshold()[2] == garbage.NEVER
    gc.collect(0)
    assert gc.get_threshold()[2] == garbage.NEVER  # the limit may have been that of a part
    hours[0] += garbage.LEAST + 0.1
    gc.collect(0)
    assert gc.get_threshold() == usual
    with within(0.5):  # not again until a full one has taken place
        assert gc.get_threshold() == usual
    gc.collect(2)
    with within(0.5):
        assert gc.get_threshold()[2] == garbage.NEVER


def test_short_limits_in_a_row_do_not_put_collections_off_for_ever(hours: list[float]) -> None:
    usual, seen = gc.get_threshold(), []
    for _ in range(30):
        with within(0.9):
            gc.collect(0)
            seen.append(gc.get_threshold() == usual)
        hours[0] += 0.5
    assert any(seen)
    assert not all(seen)


def test_long_fractions_are_added_within_a_limit() -> None:
    x = rw.scalars(" ".join(f"x{i}" for i in range(10)))
    t = reduce(add, [x[i + 1] / (x[i] + x[i + 2] * x[0]) for i in range(8)])
    assert rw.equal(rw.factor(t, time_limit=60), t).proved


def test_sympy_is_not_called_for_longer_than_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bridge, "QUESTIONS", 1e6)  # seconds for each part
    t = sin(rw.add(*rw.scalars(" ".join(f"x{i}" for i in range(bridge.FEW + 1)))))
    with pytest.raises(OutOfTimeError, match="too short for this"):
        rw.to_sympy(t, time_limit=1000)
    assert rw.to_sympy(t)


def test_functions_are_traced_after_a_call_was_stopped() -> None:
    """Debuggers and hypothesis trace: an exception that never arrives would stop them for ever."""
    program = """
import sys
from rewrite.deadline import OutOfTimeError, within
from rewrite.interrupting import interruptible, stoppable

def endless(x=0):
    while True:
        x = x + 1

for call in (lambda: stoppable(endless, [1]), interruptible(endless)):
    try:
        with within(0.01):
            call()
    except OutOfTimeError:
        sys.settrace(lambda *_: None)
        (lambda: None)()
        sys.settrace(None)
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
