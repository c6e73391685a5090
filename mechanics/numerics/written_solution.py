"""The solution of M x = b for a symmetric M, written out step by step.

The last unknown is eliminated first. For a tree of joints, where a joint comes after the one that
carries it, entries of M that vanish then stay zero. There is no pivoting: M is positive definite
unless something that moves has no mass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

Steps = list[tuple[str, str]]
"""Assignments: names of variables, each with its expression."""
UNROLLED = 14
"""Up to this many unknowns the steps are written out; beyond that a loop is shorter."""


def written_out(
    mass: Mapping[tuple[int, int], str], right: list[str], new: Callable[[str], str]
) -> tuple[Steps, list[str]]:
    """The steps, and the names of the unknowns.

    `mass` has the entries (i, k) with i ≤ k that do not vanish, as text; `new` makes names.

    >>> steps, x = written_out({(0, 0): "a", (0, 1): "b", (1, 1): "c"}, ["f", "g"], str)
    >>> for name, text in steps:
    ...     print(name, "=", text)
    e1_0 = b/c
    m0_0_1 = a - e1_0*b
    r0_1 = f - e1_0*g
    x0 = r0_1/m0_0_1
    x1 = g/c - e1_0*x0
    """
    n, steps = len(right), list[tuple[str, str]]()
    m, r = dict(mass), list(right)
    factors: dict[tuple[int, int], str] = {}
    for k in reversed(range(n)):
        held = [i for i in range(k) if (i, k) in m]
        for i in held:
            factors[i, k] = _step(steps, new(f"e{k}_{i}"), f"{m[i, k]}/{m[k, k]}")
        for i in held:
            for j in (j for j in held if j >= i):
                before = f"{m[i, j]} - " if (i, j) in m else "-"
                name = new(f"m{i}_{j}_{k}")
                m[i, j] = _step(steps, name, f"{before}{factors[i, k]}*{m[j, k]}")
            r[i] = _step(steps, new(f"r{i}_{k}"), f"{r[i]} - {factors[i, k]}*{r[k]}")
    found: list[str] = []
    for k in range(n):
        less = "".join(f" - {factors[i, k]}*{found[i]}" for i in range(k) if (i, k) in factors)
        found.append(_step(steps, new(f"x{k}"), f"{r[k]}/{m[k, k]}{less}"))
    return steps, found


def _step(steps: Steps, name: str, text: str) -> str:
    steps.append((name, text))
    return name
