"""Standard (Gröbner) bases by other programs, each with a time limit.

Singular is used where it is installed (`pip install passagemath-singular`, or the system's own),
and python-flint otherwise. Either runs in a process of its own, which is stopped at the time limit.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from math import lcm
from pathlib import Path
from typing import Any

from rewrite import LimitError, output_of

from ..clock import Clock
from . import basis_program

Terms = list[tuple[tuple[int, ...], str]]
"""A polynomial: exponents and numbers."""


def lexicographic_basis(
    polynomials: Sequence[Any], order: Sequence[int], held: Sequence[int], clock: Clock
) -> list[Any] | None:
    """A lexicographic basis with integer coefficients, None if there was no time.

    Variables in `order` are the largest first. Those in `held` belong to the coefficients.
    """
    context = polynomials[0].context()
    everything = [*order, *held]
    given = [_in_order(p, everything) for p in polynomials]
    program = singular()
    find = _by_flint if program is None else _by_singular
    found = find(given, len(order), len(held), program, clock)
    if found is None:
        return None
    made = []
    for terms in found:
        powers: dict[tuple[int, ...], Any] = {}
        for exponents, q in terms:
            back = [0] * context.nvars()
            for k, n in zip(everything, exponents, strict=True):
                back[k] = n
            powers[tuple(back)] = int(q)
        made.append(context.from_dict(powers))
    return made


def graded_basis(given: list[Terms], variables: int, clock: Clock) -> list[Terms] | None:
    """A basis in the graded reverse lexicographic order, leading terms first."""
    program = singular()
    if program is None:
        return _of_flint(given, variables, True, clock)
    names = [f"z({k})" for k in range(variables)]
    ideal = ", ".join(_as_text(p, names) for p in given)
    script = GRADED.format(variables=", ".join(names), ideal=ideal) + PRINTED
    return _printed(program, script, clock)


def _in_order(p: Any, everything: Sequence[int]) -> Terms:
    """The terms of a polynomial in reordered variables, with integer coefficients."""
    below = lcm(*(int(q.q) for q in p.coeffs()))
    return [
        (tuple(int(e[k]) for k in everything), str(int(q.p) * (below // int(q.q))))
        for e, q in p.terms()
    ]


# -- flint ----------------------------------------------------------------------------------------


def _by_flint(
    given: list[Terms], inner: int, outer: int, program: str | None, clock: Clock
) -> list[Terms] | None:
    found = _of_flint(given, inner + outer, False, clock)
    return None if found is None else list(_smallest(found, inner))


def _of_flint(
    given: list[Terms], variables: int, is_graded: bool, clock: Clock
) -> list[Terms] | None:
    asked = {"variables": variables, "polynomials": given, "graded": is_graded}
    text = _output([sys.executable, str(basis_program.__file__)], json.dumps(asked), clock)
    found = json.loads(text) if text else None
    return None if found is None else [[(tuple(e), q) for e, q in p] for p in found]


def _smallest(basis: list[Terms], inner: int) -> Iterator[Terms]:
    """The members whose leading monomials in the inner variables are divided by no other one."""
    leads = [max(e[:inner] for e, _ in p) for p in basis]
    kept: list[tuple[int, ...]] = []
    for lead, p in sorted(zip(leads, basis, strict=True), key=lambda item: sum(item[0])):
        if not any(all(a <= b for a, b in zip(k, lead, strict=True)) for k in kept):
            kept.append(lead)
            yield p


# -- Singular -------------------------------------------------------------------------------------


def singular() -> str | None:
    """Where Singular is, if it is installed."""
    found = shutil.which("Singular")
    if found:
        return found
    wheels = find_spec("sage_wheels")
    places = list(wheels.submodule_search_locations or ()) if wheels else []
    here = [Path(place) / "bin" / "Singular" for place in places]
    return next((str(path) for path in here if path.is_file()), None)


SCRIPT = """
ring R = {field}, ({inner}), lp;
ideal i = {ideal};
ideal s = stdfglm(i);
int k;
for (k = 1; k <= size(s); k++) {{ s[k] = cleardenom(s[k]); }}
ring A = 0, ({all}), lp;
ideal s = imap(R, s);
"""
GRADED = """
ring A = 0, ({variables}), dp;
ideal i = {ideal};
option(redSB);
ideal s = std(i);
int k;
for (k = 1; k <= size(s); k++) {{ s[k] = cleardenom(s[k]); }}
"""
PRINTED = """
poly p;
int j;
for (j = 1; j <= size(s); j++) {
  "polynomial"; p = s[j];
  while (p != 0) { string(leadcoef(p)) + " " + string(leadexp(p)); p = p - lead(p); }
}
"done";
quit;
"""


def _by_singular(
    given: list[Terms], inner: int, outer: int, program: str | None, clock: Clock
) -> list[Terms] | None:
    assert program is not None
    names = [f"z({k})" for k in range(inner + outer)]
    script = SCRIPT.format(
        field=f"(0, {', '.join(names[inner:])})" if outer else "0",
        inner=", ".join(names[:inner]),
        ideal=", ".join(_as_text(p, names) for p in given),
        all=", ".join(names),
    )
    return _printed(program, script + PRINTED, clock)


def _printed(program: str, script: str, clock: Clock) -> list[Terms] | None:
    text = _output([program, "-q", "--no-rc"], script, clock)
    return _read(text) if text and text.rstrip().endswith("done") else None


def _as_text(p: Terms, names: Sequence[str]) -> str:
    parts = []
    for exponents, q in p:
        powers = [f"{x}^{n}" for x, n in zip(names, exponents, strict=True) if n]
        parts.append("*".join([f"({q})", *powers]))
    return "+".join(parts)


def _read(text: str) -> list[Terms] | None:
    found: list[Terms] = []
    for line in text.split("\n"):
        if line == "polynomial":
            found.append([])
        elif found and line.count(" ") == 1:
            number, exponents = line.split(" ")
            try:
                found[-1].append((tuple(map(int, exponents.split(","))), str(int(number))))
            except ValueError:
                return None
    return found


def _output(command: list[str], text: str, clock: Clock) -> str | None:
    """The output of a program; None if it fails or its time is over."""
    try:
        status, output, _ = output_of(command, text, max(clock.left, 0.01))
    except (LimitError, OSError):
        return None
    return output if status == 0 else None
