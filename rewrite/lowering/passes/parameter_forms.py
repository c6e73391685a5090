"""Polynomials in parameters and other nodes, and how they are collected by parameters."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from ..graph.nodes import Number

Monomial = tuple[int, ...]
"""Nodes, in order, with repetition."""
Form = dict[tuple[Monomial, Monomial], Number]
"""A polynomial: parameters and other nodes of each monomial, and its number."""
Shape = tuple[tuple[Monomial, Number], ...]


class Row(NamedTuple):
    """A sum of products of nodes, the first with coefficient 1, times a sum of parameters."""

    shape: Shape
    parameters: Shape


def times(x: Form, y: Form) -> Form:
    """The product of two polynomials."""
    total: Form = {}
    if len(x) == len(y) == 1:
        ((p, a), c), ((q, b), d) = *x.items(), *y.items()
        return {(together(p, q), together(a, b)): c * d}
    for (p, a), c in x.items():
        for (q, b), d in y.items():
            key = together(p, q), together(a, b)
            total[key] = total.get(key, 0) + c * d
    return {key: c for key, c in total.items() if c}


def together(a: Monomial, b: Monomial) -> Monomial:
    """The nodes of two monomials, in order."""
    return tuple(sorted(a + b)) if a and b else a or b


def added(parts: Iterable[tuple[Form, int]]) -> Form:
    """The sum of polynomials with signs: 1 is minus."""
    total: Form = {}
    for part, sign in parts:
        for key, c in part.items():
            total[key] = total.get(key, 0) + (-c if sign else c)
    return {key: c for key, c in total.items() if c}


def has_parameters(form: Form) -> bool:
    """Whether there are parameters in a polynomial."""
    return any(fixed for fixed, _ in form)


def is_linear(form: Form, degree: int) -> bool:
    """Whether every monomial has a parameter, and at most `degree` other nodes."""
    return all(fixed and len(nodes) <= degree for fixed, nodes in form)


def rows_of(form: Form) -> list[Row]:
    """The part with parameters, as few sums of parameters times sums of other nodes.

    Parameters with the same coefficient, up to a number, are added. If there are more rows than
    products of other nodes in them, each of these products gets a row instead.

    >>> x, y, p, q = (1,), (2,), (3,), (4,)
    >>> [row.parameters for row in rows_of({(p, x): 1, (q, x): -2, (q, y): -2, (p, y): 1})]
    [(((3,), 1), ((4,), -2))]
    """
    if len(form) == 1:
        ((fixed, nodes), c) = next(iter(form.items()))
        return [Row(((nodes, 1),), ((fixed, c),))] if fixed else []
    by_parameter: dict[Monomial, dict[Monomial, Number]] = {}
    for (fixed, nodes), c in sorted(form.items()):
        if fixed:
            by_parameter.setdefault(fixed, {})[nodes] = c
    found: list[Row] = []
    for rows in _apart(_same(by_parameter)):
        products = dict.fromkeys([x for row in rows for x, _ in row.shape])
        if len(products) < len(rows):
            rows = [Row(((x, 1),), _parameters(rows, x)) for x in products]
        found += rows
    return found


def _same(by_parameter: dict[Monomial, dict[Monomial, Number]]) -> list[Row]:
    """Rows of parameters with the same coefficient, up to a number."""
    found: dict[Shape, list[tuple[Monomial, Number]]] = {}
    for fixed, entries in by_parameter.items():
        lead = next(iter(entries.values()))
        shape = tuple([(nodes, _ratio(c, lead)) for nodes, c in entries.items()])
        found.setdefault(shape, []).append((fixed, lead))
    return [Row(shape, tuple(parameters)) for shape, parameters in found.items()]


def _ratio(c: Number, lead: Number) -> Number:
    if lead in (1, -1):
        return c * lead
    found = Fraction(c) / lead
    return int(found) if found.denominator == 1 else found


def _apart(rows: list[Row]) -> list[list[Row]]:
    """The rows in groups that have no product of nodes in common."""
    groups: list[tuple[set[Monomial], list[Row]]] = []
    for row in rows:
        nodes, members = {x for x, _ in row.shape}, [row]
        apart = []
        for group in groups:
            if nodes.isdisjoint(group[0]):
                apart.append(group)
            else:
                nodes |= group[0]
                members = group[1] + members
        groups = [*apart, (nodes, members)]
    return [members for _, members in groups]


def _parameters(rows: list[Row], nodes: Monomial) -> Shape:
    """The parameters that multiply a product of nodes."""
    found: list[tuple[Monomial, Number]] = []
    for row in rows:
        c = dict(row.shape).get(nodes, 0)
        found += [(fixed, c * d) for fixed, d in row.parameters if c]
    return tuple(found)
