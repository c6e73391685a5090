"""Rules for matrices of any size that are true in some sizes only."""

from __future__ import annotations

import pytest

from rewrite import Matrix, antisymmetric, det, rule, trace
from rewrite.check.truth.soundness import judgement, soundness


@rule
def odd_sizes(A: Matrix):
    """The determinant of an odd number of rows."""
    return det(-A) >> -det(A)


@rule
def no_volume(A: Matrix):
    """An antisymmetric matrix of an odd number of rows is singular."""
    return (det(A) >> 0).when(antisymmetric(A))


@rule
def two_rows(A: Matrix):
    """Cayley and Hamilton, in the plane."""
    return A @ A @ A >> trace(A) * A @ A - det(A) * A


@rule
def up_to_three_rows(A: Matrix):
    """Cayley and Hamilton by traces, times A: up to three rows."""
    second = (trace(A) ** 2 - trace(A @ A)) / 2
    third = (trace(A) ** 3 - 3 * trace(A) * trace(A @ A) + 2 * trace(A @ A @ A)) / 6
    return A @ A @ A @ A >> trace(A) * A @ A @ A - second * A @ A + third * A


@rule
def any_rows(A: Matrix, B: Matrix):
    """The square of a sum."""
    return (A + B) @ (A + B).T >> A @ A.T + B @ B.T + A @ B.T + B @ A.T


@pytest.mark.parametrize(
    ("r", "false", "true"),
    [
        (odd_sizes, "with A 2×2", "(3, 3)"),
        (no_volume, "with A 2×2", "(3, 3)"),
        (two_rows, "with A 3×3", "(2, 2)"),
        (up_to_three_rows, "with A 4×4", "(3, 3)"),
    ],
)
def test_a_rule_for_one_size_is_refuted_for_another_with_a_remedy(r, false, true):
    (finding,) = soundness(r)
    assert false in finding.message
    assert finding.evidence
    assert f"A: Annotated[Matrix, {true}]" in finding.remedy


def test_a_rule_for_any_size_is_proved_and_says_in_which():
    found = judgement(any_rows)
    assert found.status == "proved"
    assert "A 3×3" in found.how
