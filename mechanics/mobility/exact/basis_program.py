"""A separate program: the standard basis of an ideal, by python-flint.

It reads JSON from its input: {"variables": n, "polynomials": [[[exponents, "number"], …], …],
"graded": true or false}, and prints the basis as a list of polynomials in the same form, leading
terms first, or null where a limit was reached. The order is graded reverse lexicographic, or
lexicographic. It runs as a process of its own, since a computation in flint cannot be interrupted.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import flint

LIMITS = (600, 6000, 60_000)
"""Polynomials in a basis, terms in one of them, bits in a number."""


def basis(variables: int, polynomials: list[Any], is_graded: bool) -> list[Any] | None:
    """The reduced basis; a lexicographic one by way of one in a graded order."""
    names = [f"z{k}" for k in range(variables)]
    graded = flint.fmpz_mpoly_ctx.get(names, "degrevlex")
    given = [graded.from_dict({tuple(e): int(q) for e, q in p}) for p in polynomials]
    found = _reduced(given, graded)
    if found is not None and not is_graded:
        lex = flint.fmpz_mpoly_ctx.get(names, "lex")
        found = _reduced([p.project_to_context(lex) for p in found], lex)
    if found is None:
        return None
    return [[[list(map(int, e)), str(q)] for e, q in p.terms()] for p in found]


def _reduced(polynomials: list[Any], context: Any) -> Any:
    found, ended = flint.fmpz_mpoly_vec(polynomials, context).buchberger_naive(limits=LIMITS)
    return found.autoreduction() if ended else None


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    json.dump(basis(asked["variables"], asked["polynomials"], asked["graded"]), sys.stdout)
