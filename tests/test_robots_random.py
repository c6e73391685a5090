"""Random trees of joints against a plain program in NumPy, which shares nothing with ours."""

from __future__ import annotations

import pytest
from random_robots import differences, drawn_tree


@pytest.mark.parametrize(
    "seed", [0, 1, 5, *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 3, 4, 6, 7))]
)
def test_a_tree_has_the_dynamics_of_the_plain_program(seed):
    assert differences(drawn_tree(seed, most=3)) == []


@pytest.mark.hunt
@pytest.mark.parametrize("seed", range(1000, 1060))
def test_many_trees(seed):
    assert differences(drawn_tree(seed), everything=seed % 4 == 0) == []
