"""The arguments of the sines in a closure: sums of rational multiples of angles, π and radians."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from rewrite import Graph

from ...errors import ModelError

PI, RADIAN = ("π", 0), ("radian", 0)
MOST_MULTIPLES = 1000
"""Numbers of radians are written as multiples of one number up to this multiple, or else each as
a number of its own."""
Atom = tuple[Any, Any]
"""A symbol with the index of its component, PI, or ("radian", q) for q radians."""
Form = dict[Atom, Fraction]
"""A sum of multiples of atoms."""


def sine_arguments(g: Graph) -> dict[int, Form]:
    """The argument of every sine and cosine, by the node of the argument."""
    linear: dict[int, Form | None] = {}
    found: dict[int, Form] = {}
    for node in g.reachable():
        linear[node] = _linear(g, node, linear)
        if g.kinds[node] in ("sin", "cos"):
            inner = g.args[node][0] >> 1
            form = linear[inner]
            if form is None:
                raise ModelError(
                    "closure equations may have sines only of sums of rational multiples of "
                    "angles, and one has a sine of something else: give values to the factors in "
                    "its argument, or replace the argument by a new angle"
                )
            found[inner] = form
    return _with_units(found)


def _with_units(forms: dict[int, Form]) -> dict[int, Form]:
    """Write rational numbers of radians as multiples of one such number, or each as its own."""
    sizes = {abs(form[RADIAN]) for form in forms.values() if RADIAN in form}
    if not sizes:
        return forms
    below = lcm(*(q.denominator for q in sizes))
    unit = Fraction(gcd(*(int(q * below) for q in sizes)), below)
    is_shared = max(sizes) <= MOST_MULTIPLES * unit
    found = {}
    for node, form in forms.items():
        q = form.get(RADIAN)
        if q is not None:
            own = unit if is_shared else abs(q)
            form = {a: x for a, x in form.items() if a != RADIAN} | {("radian", own): q / own}
        found[node] = form
    return found


def _linear(g: Graph, node: int, known: Mapping[int, Form | None]) -> Form | None:
    """A node as a sum of rational multiples of atoms, or None."""
    kind, args, value = g.kinds[node], g.args[node], g.values[node]
    if kind == "input":
        return {value: Fraction(1)}
    if kind == "pi":
        return {PI: Fraction(1)}
    if kind == "const":
        return {RADIAN: Fraction(value)} if value else {}
    if kind not in ("sum", "scale", "neg"):
        return None
    factor = Fraction(value) if kind == "scale" else Fraction(-1 if kind == "neg" else 1)
    total: Form = {}
    for ref in args:
        part = known[ref >> 1]
        if part is None:
            return None
        for atom, q in part.items():
            total[atom] = total.get(atom, Fraction(0)) + (-q if ref & 1 else q) * factor
    return {atom: q for atom, q in total.items() if q}


def finest_parts(forms: Mapping[int, Form]) -> dict[Atom, int]:
    """Into how many parts each angle is divided: 2 if the sine of α/2 occurs."""
    parts: dict[Atom, int] = {}
    for form in forms.values():
        for atom, q in form.items():
            parts[atom] = lcm(parts.get(atom, 1), q.denominator)
    return parts


def atoms_outside_sines(g: Graph) -> set[Atom]:
    """The inputs that occur outside of sines."""
    outside = {ref >> 1 for ref in g.roots()}
    for node in reversed(g.reachable()):
        if node in outside and g.kinds[node] not in ("sin", "cos"):
            outside.update(ref >> 1 for ref in g.args[node])
    return {g.values[node] for node in outside if g.kinds[node] == "input"}
