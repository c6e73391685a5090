"""The operations of equations that are expanded into scalars and optimised by FORM.

FORM (a Debian package) rewrites polynomials into few operations: Horner schemes, then common parts,
`Format O2`. It is the strongest tool of its kind, and it works on scalars only. All expressions are
optimised together: each is multiplied by its own marker, they are bracketed in the markers, and the
operations on the markers are subtracted. It is given that sin² + cos² = 1. Operations that depend
only on parameters are not counted, as for all contenders.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from typing import Any

import symengine

from .form_program import output_of

ASSIGNED = re.compile(r"\b(Z\d+_|F)\s*=\s*([^;=]+);")
NAME = re.compile(r"[A-Za-z]\w*")


def expanded(expressions: Sequence[Any]) -> tuple[list[Any], dict[str, str]]:
    """Polynomials in plain names, and the expression that each name stands for, without zeros."""
    atoms: dict[str, str] = {}

    def named(e: Any) -> Any:
        return symengine.Symbol(atoms.setdefault(str(e), f"v{len(atoms)}"))

    found = []
    for e in map(symengine.sympify, expressions):
        waves = e.atoms(symengine.sin, symengine.cos)
        names = {w: named(w) for w in waves} | {s: named(s) for s in e.free_symbols}
        found.append(symengine.expand(e.xreplace({w: names[w] for w in waves}).xreplace(names)))
    return [e for e in found if e != 0], {name: text for text, name in atoms.items()}


def optimised(
    expressions: Sequence[Any], parameters: Container[str], seconds: float = 600.0
) -> tuple[int, int]:
    """Multiplications and additions that FORM needs for all expressions together: the smaller count
    of those with sin² and with cos² eliminated."""
    outputs, meaning = expanded(expressions)
    steady = {name for name, text in meaning.items() if text in parameters}
    ways = [_circles(meaning, "sin", "cos"), _circles(meaning, "cos", "sin")]
    return min((_run(outputs, meaning, way, steady, seconds) for way in ways), key=sum)


def _run(
    outputs: Sequence[Any],
    meaning: Mapping[str, str],
    circles: Sequence[str],
    steady: set[str],
    seconds: float,
) -> tuple[int, int]:
    counted = _counted(output_of(_program(outputs, meaning, circles), seconds), steady)
    return counted[0] - len(outputs), counted[1] - (len(outputs) - 1)


def _program(outputs: Sequence[Any], meaning: Mapping[str, str], circles: Sequence[str]) -> str:
    marks = [f"o{i}" for i in range(len(outputs))]
    sums = (f"{o}*({str(e).replace('**', '^')})" for o, e in zip(marks, outputs, strict=True))
    lines = [
        "#-",
        "#: MaxTermSize 200K",
        "#: WorkSpace 200M",
        "Off statistics;",
        f"S {','.join([*meaning, *marks])};",
        "L F = " + "\n + ".join(sums) + ";",
        *circles,
        f"B {','.join(marks)};",
        ".sort",
        "Format O2;",
        "Print F;",
        ".end",
    ]
    return "\n".join(lines) + "\n"


def _circles(meaning: Mapping[str, str], one: str, other: str) -> list[str]:
    """sin² + cos² = 1 for every angle, as substitutions for the names."""
    names = {text: name for name, text in meaning.items()}
    found = [
        (n, names.get(t.replace(one, other, 1))) for t, n in names.items() if t.startswith(one)
    ]
    return [f"id {x}^2 = 1 - {y}^2;" for x, y in found if y is not None]


def _counted(text: str, steady: set[str]) -> tuple[int, int]:
    """The operations of assignments, without those that depend only on parameters."""
    known, multiplications, additions = set(steady), 0, 0
    found = ASSIGNED.findall(text)
    if not found:
        raise RuntimeError(f"FORM gave no assignments: {text[-500:]}")
    for name, right in found:
        if set(NAME.findall(right)) <= known:
            known.add(name)
            continue
        terms = re.split(r"(?<=[\w)\s])[+-]", right.strip().lstrip("-").replace("\n", " "))
        additions += len(terms) - 1
        for term in terms:
            factors = [f for f in term.split("*") if f.strip() not in ("", "1")]
            moving = [f for f in factors if not set(NAME.findall(f)) <= known]
            apart = 1 if len(factors) > len(moving) else 0
            multiplications += max(len(moving) + apart - 1, 0)
    return multiplications, additions
