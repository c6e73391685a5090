"""The bench: answers are checked before times count, and the README shows what was measured."""

import io
import json
from pathlib import Path

from bench.harness import Contender, Family, as_json, measure, table
from bench.report import LATEST, summary, with_table, written

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
        ),
        "the sum of the first numbers",
    )


def test_a_wrong_answer_has_no_time():
    rows = measure(family(), repeat=2, limit=1.0, log=io.StringIO())
    notes = {(row.contender, row.size): row.note for row in rows}
    assert notes["wrong", 10] == "WRONG ANSWER"
    assert notes["shy", 100] == "not asked beyond 10"
    assert all(row.seconds for row in rows if row.contender == "ours")
    assert "WRONG ANSWER" in table(family(), rows)


def test_what_a_run_leaves_behind(tmp_path):
    rows = measure(family(), repeat=1, limit=1.0, log=io.StringIO())
    written(tmp_path, "a run", [(family(), rows)])
    assert "adding up" in (tmp_path / "table.md").read_text(encoding="utf-8")
    assert len(json.loads((tmp_path / "results.json").read_text())) == 8
    line = summary(json.loads(as_json(rows))).splitlines()[-1]
    assert line.startswith("| adding up | 100 |")
    assert "loop" in line
    assert "wrong" not in line


def test_the_table_in_the_readme_is_what_was_measured():
    text = README.read_text(encoding="utf-8")
    assert LATEST.exists()
    assert with_table(text) == text
