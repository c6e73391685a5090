"""Random rules: over random operators, and sound ones over the standard theory."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any

from algebras import LEAVES, Algebra, random_term
from terms import ALL_SYMBOLS

import rewrite
from rewrite import (
    Matrix,
    Quaternion,
    Rewrite,
    Rule,
    RuleError,
    RuleSet,
    Scalar,
    Strategy,
    Vector,
    bottom_up,
    conj,
    cos,
    cross,
    dot,
    exhaust,
    first,
    free_symbols,
    identity,
    limits,
    norm2,
    once,
    outer,
    postorder,
    rule,
    sin,
    subs,
    tilde,
    top_down,
)

# -- rules made of two terms --------------------------------------------------------------------


def rule_of(name: str, left: Any, right: Any, generic: dict[str, Any]) -> Rule | None:
    """left >> right with the symbols of these names as variables of these kinds; None if refused.

    Symbols that the left side does not have stay what they are.
    """
    symbols = {s.name: s for s in free_symbols(left) if s.name in generic}

    def function(**variables: Any) -> Rewrite[Any]:
        mapping = {s: variables[n] for n, s in symbols.items()}
        both: Rewrite[Any] = subs(left, mapping) >> subs(right, mapping)
        return both

    source = f"def {name}({', '.join(symbols)}):\n    'Random.'\n    return function(**locals())"
    space: dict[str, Any] = {"function": function}
    exec(source, space)
    space[name].__annotations__ = {n: generic[n] for n in symbols}
    try:
        return rule(space[name])
    except RuleError:
        return None


def random_rules(algebra: Algebra, random: Random, count: int) -> RuleSet:
    """Rules between random terms: some of them loop, some grow, some never apply."""
    found: list[Rule] = []
    generic = {s.name: s.sort for some in LEAVES.values() for s in some[:3] if s.is_symbol}
    for n in range(count):
        left = random_term(algebra, random, algebra.sort, random.randint(1, 2), [])
        inside = [t for t in postorder(left) if t.sort is left.sort]
        right = random.choice(
            [
                random_term(algebra, random, algebra.sort, random.randint(0, 2), []),
                random_term(algebra, random, algebra.sort, 1, inside),
                random.choice(inside),
            ]
        )
        made = rule_of(f"r{n}", left, right, generic)
        if made is not None:
            found.append(made)
    return RuleSet(found)


# -- rules that are true ------------------------------------------------------------------------


@rule
def lagrange(a: Vector, b: Vector, c: Vector) -> Rewrite[Vector]:
    """a × (b × c) = (a·c) b − (a·b) c."""
    return cross(a, cross(b, c)) >> dot(a, c) * b - dot(a, b) * c


@rule
def lagrange_back(a: Vector, b: Vector, c: Vector) -> Rewrite[Vector]:
    """(a·c) b − (a·b) c = a × (b × c)."""
    return dot(a, c) * b - dot(a, b) * c >> cross(a, cross(b, c))


@rule
def jacobi(a: Vector, b: Vector, c: Vector) -> Rewrite[Vector]:
    """a × (b × c) + b × (c × a) + c × (a × b) = 0."""
    return cross(a, cross(b, c)) + cross(b, cross(c, a)) >> -cross(c, cross(a, b))


@rule
def tilde_of_cross(a: Vector, b: Vector) -> Rewrite[Matrix]:
    """The tilde of a cross product is a commutator."""
    return tilde(cross(a, b)) >> tilde(a) @ tilde(b) - tilde(b) @ tilde(a)


@rule
def dot_over_sum(a: Vector, b: Vector, c: Vector) -> Rewrite[Scalar]:
    """a·(b + c) = a·b + a·c."""
    return dot(a, b + c) >> dot(a, b) + dot(a, c)


@rule
def cross_over_sum(a: Vector, b: Vector, c: Vector) -> Rewrite[Vector]:
    """a × (b + c) = a × b + a × c."""
    return cross(a, b + c) >> cross(a, b) + cross(a, c)


@rule
def product_over_sum(A: Matrix, B: Matrix, C: Matrix) -> Rewrite[Matrix]:
    """A (B + C) = A B + A C, for matrices of any shape."""
    return A @ (B + C) >> A @ B + A @ C


@rule
def out_of_a_sum(x: Scalar, y: Scalar, z: Scalar) -> Rewrite[Scalar]:
    """x y + x z = x (y + z)."""
    return x * y + x * z >> x * (y + z)


@rule
def like_vectors(x: Scalar, y: Scalar, v: Vector) -> Rewrite[Vector]:
    """x v + y v = (x + y) v."""
    return x * v + y * v >> (x + y) * v


@rule
def pythagoras(x: Scalar) -> Rewrite[Scalar]:
    """sin² + cos² = 1."""
    return sin(x) ** 2 + cos(x) ** 2 >> 1


@rule
def pythagoras_back(x: Scalar) -> Rewrite[Scalar]:
    """cos² = 1 − sin²."""
    return cos(x) ** 2 >> 1 - sin(x) ** 2


@rule
def sine_of_sum(x: Scalar, y: Scalar) -> Rewrite[Scalar]:
    """sin(x + y) = sin x cos y + cos x sin y."""
    return sin(x + y) >> sin(x) * cos(y) + cos(x) * sin(y)


@rule
def conjugate_product(q: Quaternion) -> Rewrite[Quaternion]:
    """q q* = |q|²."""
    return q * conj(q) >> norm2(q) * rewrite.one(Quaternion)


@rule
def area(a: Vector, b: Vector) -> Rewrite[Scalar]:
    """|a × b|² = |a|²|b|² − (a·b)²."""
    return norm2(cross(a, b)) >> norm2(a) * norm2(b) - dot(a, b) ** 2


@rule
def cayley(a: Vector) -> Rewrite[Matrix]:
    """tilde(a)² = a aᵀ − |a|² 1."""
    return tilde(a) @ tilde(a) >> outer(a, a) - dot(a, a) * identity(3)


SOUND = RuleSet(
    lagrange,
    jacobi,
    tilde_of_cross,
    dot_over_sum,
    cross_over_sum,
    product_over_sum,
    pythagoras,
    sine_of_sum,
    conjugate_product,
    area,
    cayley,
    name="true and mostly expanding",
)
BACK = RuleSet(
    lagrange_back, pythagoras_back, out_of_a_sum, like_vectors, pythagoras, name="true and back"
)
GENERIC: dict[str, Any] = {
    **dict.fromkeys("xym", Scalar),
    **dict.fromkeys("abc", Vector),
    **dict.fromkeys("AB", Annotated[Matrix, (3, 3)]),
    **dict.fromkeys("pq", Quaternion),
}
"""Symbols of `terms` of which nothing is known: what is true of them is true of everything."""
assert set(GENERIC) <= set(ALL_SYMBOLS)


def sound_rule(name: str, t: Any) -> Rule | None:
    """A rule from a term to what true rules make of it, with its symbols as variables."""
    outcome = limits(exhaust(once(SOUND)), steps=2).run(t, size=200)
    return rule_of(name, t, outcome.term, GENERIC) if outcome.steps else None


def strategies(rules: RuleSet) -> dict[str, Strategy]:
    """Ways to use rules."""
    one = RuleSet(list(rules)[:1])
    return {
        "set": rules,
        "first": first(*rules, rules),
        "all": rewrite.all(*rules),
        "once": once(rules),
        "bottom_up": bottom_up(rules),
        "top_down": top_down(rules),
        "exhaust first": exhaust(first(*rules)),
        "exhaust all": exhaust(rewrite.all(*rules)),
        "exhaust once": exhaust(once(rules)),
        "exhaust bottom_up": exhaust(bottom_up(rules)),
        "exhaust top_down": exhaust(top_down(rules)),
        "bottom_up exhaust": bottom_up(exhaust(rules)),
        "top_down exhaust": top_down(exhaust(rules)),
        "nested": exhaust(first(once(one), bottom_up(top_down(rules)))),
        "limited": exhaust(rewrite.all(limits(exhaust(once(rules)), steps=2), bottom_up(one))),
        "function": exhaust(bottom_up(first(lambda t: one(t), rules))),
    }


WAYS = tuple(strategies(BACK))
