"""Refuse values that contradict the declared facts of their symbol.

Code relies on these facts: only half of a symmetric matrix is read, and a unit quaternion is not
divided by its norm. Calculated numbers have rounding errors, so they are compared with a tolerance.
Values that are not numbers are not checked.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...core.context import holds
from ...core.facts import FALSE, Fact
from ...core.operators import NUMBER
from ...core.sorts import Matrix
from ...core.terms import Term, describe_symbol
from ...errors import FactError

TOLERANCE = 1e-6
"""The largest deviation of numbers from the declared facts, relative to the largest number."""


def check_facts(
    t: Term, value: Term | Sequence[Term], same: Sequence[tuple[int, int] | None]
) -> None:
    """Refuse a value that a symbol cannot have; `same` says which entries are equal, or zero.

    >>> from rewrite import components, matrix
    >>> S = matrix("S", 2, symmetric=True)
    >>> components(S, {S: [[1, 2], [3, 4]]})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    rewrite.errors.FactError: the value of S contradicts its declaration: S (...symmetric)
    """
    facts: frozenset[str] = t.value.facts
    if isinstance(value, Term):
        wrong = any(holds(Fact(name, (value,))) is FALSE for name in sorted(facts))
    else:
        numbers = [float(x.value) if x.op is NUMBER else None for x in value]
        wrong = _differ(numbers, same) or _is_off(t, facts, numbers)
    if wrong:
        raise FactError(f"the value of {t.name} contradicts its declaration: {describe_symbol(t)}")


def _differ(numbers: Sequence[float | None], same: Sequence[tuple[int, int] | None]) -> bool:
    """Whether entries that must be equal differ, for instance those of a symmetric matrix."""
    largest = max([abs(x) for x in numbers if x is not None], default=0.0)
    for x, entry in zip(numbers, same, strict=True):
        other = 0.0 if entry is None else numbers[entry[0]]
        if x is not None and other is not None:
            wanted = -other if entry is not None and entry[1] else other
            if abs(x - wanted) > TOLERANCE * largest:
                return True
    return False


def _is_off(t: Term, facts: frozenset[str], numbers: Sequence[float | None]) -> bool:
    """Whether all entries are numbers, but not those of a unit or a rotation as declared."""
    import numpy  # loaded only when needed

    known = numpy.array([x for x in numbers if x is not None])
    if len(known) < len(numbers):
        return False
    if "unit" in facts and abs(known @ known - 1) > TOLERANCE:
        return True
    if t.sort is not Matrix or "orthogonal" not in facts:
        return False
    square = known.reshape(t.shape)
    off = numpy.abs(square @ square.T - numpy.eye(len(square))).max()
    return bool(off > TOLERANCE or ("rotation" in facts and numpy.linalg.det(square) < 0))
