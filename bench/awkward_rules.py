"""Sets of rules that are large or awkward, for `bench.limits`."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import rewrite as rw
import rules
from rewrite import cross, dot
from rewrite.rewriting.defining import made_rule


class Thing(rw.Term):
    """The sort of free operators."""


def _rule(name: str, left: Any, right: Any) -> Any:
    return made_rule(name, "A rule.", left >> right)


def _free(name: str, places: int = 1) -> Any:
    return rw.operator(name, *[Thing] * places, result=Thing)


def _steps(n: int) -> Any:
    """A chain of n rules, each from one operator to the next."""
    x, ops = rw.variable("x", Thing), [_free(f"f{i}") for i in range(n + 1)]
    return rw.RuleSet([_rule(f"r{i}", ops[i](x), ops[i + 1](x)) for i in range(n)], name="steps")


def _ring(n: int) -> Any:
    """n rules that form a cycle."""
    x, ops = rw.variable("x", Thing), [_free(f"o{i}") for i in range(n)]
    made = [_rule(f"r{i}", ops[i](x), ops[(i + 1) % n](x)) for i in range(n)]
    return rw.RuleSet(made, name="ring")


def _deep(n: int) -> Any:
    """One rule with a left side n deep."""
    x, f, g = rw.variable("x", Thing), _free("f"), _free("g")
    left = reduce(lambda t, i: (f, g)[i % 2](t), range(n), x)
    return rw.RuleSet([_rule("deep", left, f(x))], name="deep")


def _deep_right(n: int) -> Any:
    """One rule with a right side n deep."""
    x, f, g = rw.variable("x", Thing), _free("f"), _free("g")
    right = reduce(lambda t, i: g(t), range(n), x)
    return rw.RuleSet([_rule("deep", f(x), right)], name="deep")


def _overlapping(n: int) -> Any:
    """n rules about words that all overlap."""
    x, ops = rw.variable("x", Thing), [_free(f"w{i}") for i in range(4)]
    made = []
    for i in range(n):
        letters = [(i >> 2 * k) % 4 for k in range(6)]
        left = reduce(lambda t, k: ops[k](t), letters, x)
        made.append(_rule(f"r{i}", left, ops[i % 4](ops[i // 4 % 4](x))))
    return rw.RuleSet(made, name="overlapping")


def _vector_rules(n: int) -> Any:
    """n true rules about vectors."""
    a, b, c = (rw.variable(name, rw.Vector) for name in "abc")
    made = []
    for i in range(n):
        left = (i + 2) * cross(a, cross(b, c)) + (i % 7 + 1) * dot(a, b) * c
        right = (i + 2) * (dot(a, c) * b - dot(a, b) * c) + (i % 7 + 1) * dot(a, b) * c
        made.append(_rule(f"v{i}", left, right))
    return rw.RuleSet(made, name="vectors")


def _group(n: int) -> Any:
    """The axioms of groups, whose completion takes a while; n more constants."""
    x, y, z = (rw.variable(name, Thing) for name in "xyz")
    m, i, e = _free("m", 2), _free("i"), rw.symbol("e", Thing)
    made = [
        _rule("unit", m(e, x), x),
        _rule("back", m(i(x), x), e),
        _rule("brackets", m(m(x, y), z), m(x, m(y, z))),
    ]
    more = [_rule(f"c{k}", m(rw.symbol(f"c{k}", Thing), x), m(i(x), x)) for k in range(n)]
    return rw.RuleSet([*made, *more], name="group")


SETS: dict[str, Callable[[], Any]] = {
    "steps 200": lambda: _steps(200),
    "steps 1000": lambda: _steps(1_000),
    "ring 300": lambda: _ring(300),
    "deep 140": lambda: _deep(140),
    "deep on the right 3000": lambda: _deep_right(3_000),
    "overlapping 300": lambda: _overlapping(300),
    "vectors 100": lambda: _vector_rules(100),
    "vectors 1000": lambda: _vector_rules(1_000),
    "group": lambda: _group(0),
    "group and 40": lambda: _group(40),
    "the library": lambda: rules.STANDARD,
}
