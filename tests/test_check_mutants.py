"""Every rule of the library, with one slip: nothing slips through.

A mutant is a rule with a sign flipped, two variables swapped, a term or a factor dropped, a number
changed, or a condition removed. Each is refuted, or proved to be true as well; one is neither,
because it is nowhere defined.
"""

from __future__ import annotations

from collections import Counter

import pytest

from rewrite import RewriteError
from rewrite.check.steps.instances import SIZES, bound
from rewrite.check.truth.truth import differs, judged
from rewrite.check.truth.variants import mutants
from rules import REGISTRY

RULES = {r.name: r for some in REGISTRY.values() for r in some}
COUNTS: Counter[str] = Counter()
NOT_DECIDED = {
    "inverse_of_one_and_outer: identity(3) lost": "the inverse of a singular matrix is undefined",
}


def fate(mutant) -> str:
    """The verdict on a mutant, over all sizes that it can have."""
    found = set()
    for sizes in SIZES:
        try:
            i = bound((mutant.left, mutant.right), mutant.conditions, sizes)
        except RewriteError:
            continue
        if differs(i.left, i.right, i.context):
            return "refuted"
        found.add(judged(i.left, i.right, i.context, seconds=10.0).status)
    for status in ("refuted", "undecided", "probable"):
        if status in found:
            return status
    return "proved" if found else "undecided"


@pytest.mark.parametrize("name", RULES)
def test_every_mutant_is_refuted_or_proved(name):
    for mutant in mutants(RULES[name]):
        status = fate(mutant)
        COUNTS[status] += 1
        if status not in ("refuted", "proved"):
            assert f"{name}: {mutant.what}" in NOT_DECIDED, f"{name}: {mutant} is {status}"


def test_most_mutants_are_refuted(capsys):
    """More than nine tenths. If several processes share the rules, each counts its own."""
    if COUNTS.total() < 1000:
        pytest.skip("counts are those of a whole run")
    with capsys.disabled():
        print(f"\nmutants: {dict(COUNTS)}")
    assert COUNTS["refuted"] > 0.9 * COUNTS.total()
    assert COUNTS["probable"] + COUNTS["undecided"] <= len(NOT_DECIDED)
