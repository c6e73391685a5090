"""A separate program: the factors of a polynomial with integer coefficients, by python-flint.

It reads JSON from its input: {"variables": n, "terms": [[exponents, "number"], …]}, and prints a
list of factors in the same form, each with its multiplicity. Numbers are written in base 16, which
Python reads at any length. It runs as a process of its own, since a computation in flint cannot be
interrupted.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import flint

Terms = list[tuple[list[int], str]]


def factored(variables: int, terms: Terms) -> list[tuple[Terms, int]]:
    """The irreducible factors, without a number."""
    ring = flint.fmpq_mpoly_ctx.get([f"x{i}" for i in range(variables)])
    p = ring.from_dict({tuple(powers): int(c, 16) for powers, c in terms})
    return [(_written(f), int(n)) for f, n in p.factor()[1]]


def _written(f: Any) -> Terms:
    return [([int(e) for e in powers], f"{int(c.p):x}") for powers, c in f.to_dict().items()]


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    json.dump(factored(asked["variables"], asked["terms"]), sys.stdout)
