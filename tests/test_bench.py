"""The bench: answers are checked before times count, time is kept, and what is shown was measured.

Nothing is timed here: contenders have fake clocks, or no more than a word to say.
"""

import io
import json
import math
import time
from importlib import import_module
from pathlib import Path

import pytest

from bench import by_hand, scalars, tally
from bench.__main__ import SUITES, ends
from bench.harness import (
    Contender,
    Family,
    GaveUp,
    Row,
    as_json,
    growth,
    in_common,
    own_name,
    table,
)
from bench.measure import foreseen, measure
from bench.report import LATEST, summary, with_table, written
from bench.worker import Failed, Stopped, Worker, alarmed, limited
from rewrite import dot, vectors

README = Path(__file__).parent.parent / "README.md"


def family():
    return Family(
        "adding up",
        (10, 100),
        (
            Contender("ours", range, sum),
            Contender("loop", range, lambda numbers: sum(n for n in numbers)),
            Contender("wrong", range, len),
            Contender("shy", range, sum, most=10),
            Contender("by hand", range, sum, timed=False),
        ),
        "the sum of the first numbers",
    )


def test_a_wrong_answer_has_no_time():
    rows = measure(family(), repeat=2, log=io.StringIO())
    notes = {(row.contender, row.size): row.note for row in rows}
    assert notes["wrong", 10] == "WRONG ANSWER"
    assert notes["wrong", 100] == "skipped, see n = 10"
    assert notes["shy", 100] == "not asked beyond n = 10"
    assert notes["by hand", 100] == "not timed"
    assert {row.contender for row in rows if row.seconds} == {"ours", "loop", "shy"}
    assert all(len(row.seconds) == 2 for row in rows if row.contender == "ours")
    assert "WRONG ANSWER" in table(family(), rows)
    assert "loop n = 10, 100, " in in_common(family(), rows)


def test_the_files_that_a_run_writes(tmp_path):
    rows = measure(family(), repeat=1, log=io.StringIO())
    text = table(family(), rows)
    assert "1 run)" in text
    assert "plot" in written(tmp_path, text, [(family(), rows)])
    assert "adding up" in (tmp_path / "table.md").read_text(encoding="utf-8")
    assert len(json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))) == 10
    line = summary(json.loads(as_json(rows))).splitlines()[-1]
    assert line.startswith("| adding up | 100 |")
    assert "loop" in line
    assert "wrong" not in line
    assert "× at n = 10 |" in line, "who did not come so far is compared where it did"


def test_the_table_in_the_readme_was_measured():
    text = README.read_text(encoding="utf-8")
    assert LATEST.exists()
    assert with_table(text) == text


# -- time, by a clock that the workers move ------------------------------------------------------


class Pretence:
    """A clock, and workers that take the time that they are said to take."""

    def __init__(self, **costs):
        self.now, self.costs, self.order = 0.0, costs, []

    def hire(self, contender, tables):
        return PretendedWorker(self, contender.name)

    def measure(self, sizes, repeat, seconds, limit=math.inf):
        contenders = [Contender(name, int, int) for name in self.costs]
        work = Family("work", sizes, contenders)
        rows = measure(
            work, repeat, limit, seconds, io.StringIO(), clock=lambda: self.now, hire=self.hire
        )
        return {(row.contender, row.size): row for row in rows}


class PretendedWorker:
    def __init__(self, pretence, name):
        self.pretence, self.name, self.stopped = pretence, name, False

    def first(self, size, within, seconds):
        self.size = size
        return size, self.again(min(within, seconds))

    def again(self, seconds):
        assert not self.stopped, "somebody who was sent away is asked again"
        cost = self.pretence.costs[self.name](self.size)
        self.pretence.now += min(cost, seconds)
        self.pretence.order.append(self.name)
        if cost > seconds:
            raise Stopped(seconds)
        return cost

    def stop(self):
        self.stopped = True


def test_all_have_their_turns_interleaved():
    pretence = Pretence(ours=lambda n: 0.1 * n, peer=lambda n: 0.2 * n)
    rows = pretence.measure([1, 2], repeat=3, seconds=100.0)
    assert all(len(row.seconds) == 3 for row in rows.values())
    assert pretence.order == ["ours", "peer"] * 8
    assert rows["peer", 2].median == pytest.approx(0.4)


@pytest.mark.parametrize("seconds", [1.0, 10.0, 100.0])
def test_a_family_ends_in_time_whatever_its_contenders_do(seconds):
    pretence = Pretence(
        ours=lambda n: 0.01 * n, steep=lambda n: 0.01 * 3.0**n, endless=lambda n: 1e9
    )
    rows = pretence.measure([1, 2, 4, 8, 16], repeat=5, seconds=seconds)
    assert pretence.now <= seconds * 1.001
    assert rows["endless", 1].note.startswith("stopped after")
    assert rows["endless", 2].note == "skipped, see n = 1"
    assert rows["ours", 16].seconds or seconds < 10.0, "who is stopped leaves time to others"
    assert not rows["steep", 16].seconds
    assert rows["steep", 16].note.startswith(("skipped, see n = ", "not begun, ", "stopped after "))


def test_contenders_that_cannot_finish_are_not_started():
    pretence = Pretence(ours=lambda n: 0.1, peer=lambda n: float(n**3))
    rows = pretence.measure([1, 2, 4, 8], repeat=1, seconds=1000.0, limit=100.0)
    assert rows["peer", 4].seconds == [64.0], "what takes long is not done a second time"
    assert rows["peer", 8].note == "not begun, 512 s or more expected, 100 s allowed"


def test_predicted_times_never_exceed_steady_growth():
    assert foreseen([], 8) == 0.0
    assert foreseen([Row("", 4, "", [3.0])], 8) == 3.0
    falling = [Row("", 2, "", [3.0]), Row("", 4, "", [1.0])]
    assert foreseen(falling, 8) == 1.0
    assert growth([Row("", n, "", [n**2.0]) for n in (2, 4, 8)]) == pytest.approx(2.0)


@pytest.mark.parametrize("name", SUITES)
def test_every_suite_loads_and_has_a_contender_of_ours(name):
    try:
        families = import_module(f"bench.{name}").families(True)
    except ModuleNotFoundError as missing:
        if str(missing.name).startswith(("bench", "rewrite", "mechanics")):
            raise
        pytest.skip(f"{missing.name} is not installed")
    assert families
    for family in families:
        assert family.sizes
        assert own_name([c.name for c in family.contenders])


def test_monomials_alive_are_counted():
    pytest.importorskip("symengine", reason="a peer of the suite")
    alive = import_module("bench.simplify").alive
    a, b, c = vectors("a b c")
    assert alive(dot(a + b, a + c)) >= 4


def test_suites_share_the_remaining_time():
    now, shares = [0.0], {}
    for name, end in ends(list(SUITES), 0.0, 320.0, clock=lambda: now[0]):
        shares[name] = end - now[0]
        now[0] = end - (5.0 if name == "core" else 0.0)
    assert now[0] == pytest.approx(320.0)
    parts = sum(SUITES.values())
    assert shares["core"] == pytest.approx(320.0 * SUITES["core"] / parts)
    assert shares["scalars"] > 320.0 * SUITES["scalars"] / parts, "it has what others left"


# -- workers --------------------------------------------------------------------------------------


def gives_up(n):
    raise GaveUp(f"{n} is too many")


def fails(n):
    raise ValueError("no such thing\nand more lines")


def test_a_worker_is_stopped_gives_up_or_fails():
    for run, error, text in (
        (lambda n: time.sleep(60), Stopped, "stopped after"),
        (gives_up, GaveUp, "3 is too many"),
        (fails, Failed, "failed with ValueError: no such thing$"),
        (lambda n: __import__("os")._exit(1), Failed, "crashed"),
    ):
        worker = Worker(Contender("", int, run))
        with pytest.raises(error, match=text):
            worker.first(3, within=0.2 if error is Stopped else 30.0, seconds=60.0)
        worker.stop()
        assert not worker.child.process.is_alive()


def test_a_worker_keeps_its_input_and_sends_its_tables():
    table = {}

    def answer(found):
        table["seen"] = found
        return found + 1

    worker = Worker(Contender("", lambda n: [n], lambda value: value[0], answer), [table])
    assert worker.first(3, 30.0, 30.0)[0] == 4
    assert table == {"seen": 3}
    assert worker.again(30.0) >= 0.0
    worker.stop()


def test_other_work_is_limited_too():
    assert limited(lambda: "done", 30.0) == "done"
    with pytest.raises(Stopped):
        limited(lambda: time.sleep(60), 0.05)
    with pytest.raises(Stopped), alarmed(0.05):
        time.sleep(60)


# -- the floor by hand ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["frames", "balance", "inertia"])
@pytest.mark.parametrize("n", [1, 2, 5])
def test_the_floor_has_our_values_and_not_more_operations(name, n):
    make = {f.name: f for f in scalars.families()}[name].contenders
    ours, hand = make[0], make[1]
    assert hand.answer(hand.run(n)) == ours.answer(ours.run(n))
    found = [sum(scalars.OPERATIONS[name, n, who][:2]) for who in ("by hand", "penelope")]
    assert found[0] <= found[1]


@pytest.mark.parametrize("n", [1, 2, 5])
def test_three_ways_to_a_balance(n):
    values, counts = [], {}
    for way in (by_hand.one_by_one, by_hand.by_matrix, by_hand.gathered):
        names = tally.Names(scalars.value, scalars.FIXED["balance"])
        found = way(n, names, names.vector("w"), names.vector("dw"))
        values.append(scalars.rounded([x.value for x in found]))
        counts[way.__name__] = sum(names.tally.cost[:2])
    assert values[0] == values[1] == values[2]
    names = tally.Names(scalars.value, scalars.FIXED["balance"])
    by_hand.balance(n, names)
    assert sum(names.tally.cost[:2]) == min(counts.values())


def test_numbers_count_operations():
    done = tally.Tally()
    x, m = tally.Number(2.0, done), tally.Number(3.0, done, fixed=True)
    assert (-x * m + (m * m - 1) * 0 - (m - m * 2)).value == -3.0
    assert done.cost == (1, 1, 0, 0)
    c, s = x.turn()
    assert (c * c + s * s).value == pytest.approx(1.0)
    assert done.cost == (3, 2, 0, 2)
