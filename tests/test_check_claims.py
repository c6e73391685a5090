"""No false claim: what the workbench says of random rules is held against all their steps.

The ordinary tests look at a few sets of rules; `random_claims` says how to look at ten thousand.
"""

from __future__ import annotations

from collections import Counter

import pytest
from random_claims import looked_at


def counted(seeds: range) -> Counter[str]:
    """Every claim about the sets of some seeds, counted; none of them is wrong."""
    counts: Counter[str] = Counter()
    for seed in seeds:
        wrong = looked_at(seed, counts)
        assert not wrong, wrong[0]
    return counts


def test_no_false_claim_about_random_sets():
    counts = counted(range(30))
    assert counts["confluent"] > 2, counts
    assert counts["two results"] > 2, counts
    assert counts["terminates: True"] > 12, counts


@pytest.mark.hunt
@pytest.mark.parametrize("start", range(1_000, 3_000, 250))
def test_no_false_claim_about_many_random_sets(start, capsys):
    counts = counted(range(start, start + 250))
    with capsys.disabled():
        print(f"\n{start}: {dict(sorted(counts.items()))}")


@pytest.mark.parametrize(
    "seed",
    [
        1176,
        1207,
        2143,
        2428,
        2547,
        10121,
        21003,
        22338,
        22830,
        25359,
        43266,
        pytest.param(100271, marks=pytest.mark.slow),
        701012,
        704738,
        pytest.param(705153, marks=pytest.mark.slow),
        801500,
        8005101,
    ],
)
def test_claims_that_were_false_once(seed):
    """Signs, laws that take operands away, steps that change nothing, laws that disagree."""
    counted(range(seed, seed + 1))
