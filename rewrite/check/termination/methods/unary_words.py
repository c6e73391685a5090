"""Words: chains of unary heads, and products under an associative head, which amount to the
same."""

from __future__ import annotations

from dataclasses import replace

from .plain import Plain, PlainRule, System

X = "?x"


def letters(t: Plain) -> tuple[str, ...] | None:
    """The heads of a chain f(g(…(x))); None if the term is not a chain or ends in a constant."""
    found = []
    while not isinstance(t, str):
        if len(t) != 2:
            return None
        found.append(t[0])
        t = t[1]
    return tuple(found)


def chain(word: tuple[str, ...]) -> Plain:
    t: Plain = X
    for h in reversed(word):
        t = (h, t)
    return t


def turned(system: System) -> System | None:
    """The system with all words reversed; None if its rules are not words."""
    if system.laws or system.theories:
        return None
    words = [[letters(t) for t in rule] for rule in system.strict]
    if any(word is None for both in words for word in both):
        return None
    strict = tuple((chain(u[::-1]), chain(v[::-1])) for u, v in words if u and v is not None)
    if len(strict) < len(system.strict):
        return None
    return replace(system, strict=strict)


def spelled(system: System) -> System | None:
    """Rules between products under one associative head as rules between words; else None.

    A neutral element is the empty word. The letters are constants, and the rules have no variables,
    so that words inside other terms are rewritten independently.
    """
    if [kind for _, kind in system.theories] != ["A"] or not system.alone:
        return None
    f = system.theories[0][0]
    unit = _unit(f, system.laws)
    if unit is None:
        return None
    strict = []
    for left, right in system.strict:
        u, v = _word(f, left, unit), _word(f, right, unit)
        if not u or v is None:
            return None
        strict.append((chain(u), chain(v)))
    return replace(system, strict=tuple(strict), laws=(), theories=())


def _unit(f: str, laws: tuple[PlainRule, ...]) -> str | None:
    """The neutral element of a head; "" if there are no laws, None if there are other laws."""
    units = set()
    for left, right in laws:
        rest = [a for a in left[1:] if a != right]
        if left[0] != f or not isinstance(right, str) or len(left) != 3 or len(rest) != 1:
            return None
        if isinstance(rest[0], str) or len(rest[0]) != 1:
            return None
        units.add(rest[0][0])
    if len(units) > 1 or (units and len(laws) != 2):
        return None
    return units.pop() if units else ""


def _word(f: str, t: Plain, unit: str) -> tuple[str, ...] | None:
    parts = t[1:] if not isinstance(t, str) and t[0] == f else (t,)
    if any(isinstance(p, str) or len(p) != 1 for p in parts):
        return None
    return tuple(p[0] for p in parts if p[0] != unit)
