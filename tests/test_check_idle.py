"""Rules that are not needed, planted in a foreign algebra and in ours; and clean sets."""

from __future__ import annotations

import pytest

import rules as library
from rewrite import (
    Associative,
    Commutative,
    Matrix,
    Neutral,
    RuleSet,
    Term,
    antisymmetric,
    cos,
    cross,
    dot,
    free_of,
    invertible,
    operator,
    orthogonal,
    precedes,
    rotation,
    sin,
    symbol,
    symmetric,
    unit,
    variable,
)
from rewrite.check import Options, check
from rewrite.core.sorts import Scalar, Vector
from rewrite.rewriting.defining import made_rule


class Wheel(Term):
    """Something with no structure but its operators."""


e = symbol("e_wheel", Wheel)
f, g, h = (operator(f"{n}_wheel", Wheel, result=Wheel) for n in "fgh")
k = operator("k_wheel", Wheel, Wheel, result=Wheel)
m = operator("m_wheel", Wheel, Wheel, result=Wheel, laws=[Associative(), Commutative(), Neutral(e)])
w = operator("w_wheel", Wheel, Wheel, result=Wheel, laws=[Associative()])
x, y = variable("x", Wheel), variable("y", Wheel)
a, b, c = (variable(n, Vector) for n in "abc")
s, t = variable("s", Scalar), variable("t", Scalar)
A = variable("A", Matrix, (3, 3))

IDLE = {"redundant", "shadowed", "right-side", "law", "condition", "library"}
FF = (f(f(x)), g(x))
K = (k(x, y), f(x))
M = (m(f(x), f(y)), f(m(x, y)))
W = (w(f(x), f(y)), f(w(x, y)))
SORT = (k(x, y), k(y, x), precedes(y, x))
LAGRANGE = (cross(a, cross(b, c)), dot(a, c) * b - dot(a, b) * c)
SQUARES = (sin(s) ** 2 + cos(s) ** 2, 1)
LESS = (1 - sin(s) ** 2, cos(s) ** 2)


def made(name, left, right, *conditions):
    return made_rule(name, "Planted.", (left >> right).when(*conditions))


def kinds(*sides, options=None):
    """The kinds of findings about the last of some rules, all of which are assumed to be true."""
    some = [made(f"r{i}", *both) for i, both in enumerate(sides)]
    report = check(RuleSet(some, name="PLANTED"), axioms=some, options=options)
    return {f.kind for f in report.of(some[-1].name)} & IDLE


SHADOWED = [
    (FF, (f(f(f(x))), h(x))),
    (FF, (k(f(f(x)), y), h(x))),
    (K, (k(f(x), y), g(x))),
    (K, (k(x, x), h(x))),
    (K, (g(k(x, y)), h(x))),
    (M, (m(f(x), f(g(x))), h(x))),
    (M, (m(f(x), g(y), f(y)), h(x))),
    (W, (w(g(x), f(x), f(y)), h(x))),
    (SORT, (k(f(x), g(y)), h(x), precedes(g(y), f(x)))),
    (LAGRANGE, (cross(a, cross(a, b)), dot(a, b) * a - dot(a, a) * b)),
    (LAGRANGE, (cross(a, cross(b, a)), dot(a, a) * b - dot(a, b) * a)),
    (LAGRANGE, (A @ cross(a, cross(b, c)), dot(a, c) * A @ b - dot(a, b) * A @ c)),
    (SQUARES, (sin(s + t) ** 2 + cos(s + t) ** 2, 1)),
]
NEVER = [
    ((k(x, y), f(x), precedes(x, y), precedes(y, x)),),
    ((k(x, f(x)), f(x), precedes(f(x), x)),),
    ((k(x, f(x)), f(x), free_of(f(x), x)),),
    ((sin(s) * cos(t), sin(t), precedes(s, t), precedes(t, s)),),
    ((A @ A @ a, A @ a, symmetric(A), antisymmetric(A), invertible(A)),),
    ((A @ A @ a, A @ a, rotation(A), antisymmetric(A)),),
]
COVERED = [
    ((A.T, A, symmetric(A)),),
    ((dot(A @ a, A @ b), dot(a, b), orthogonal(A)),),
    ((dot(a, a), 1, unit(a)),),
    ((A.inv, A.T, orthogonal(A)),),
    ((dot(a, b), 0, orthogonal(a, b)),),
]
LEFT_OPEN = [
    (FF, (h(x), f(f(x)))),
    (M, (h(x), m(f(x), f(g(x))))),
    (LAGRANGE, (dot(a, b) * A @ cross(a, b), cross(a, cross(b, A @ a)))),
    (LESS, (sin(2 * s) ** 2, 4 * sin(s) ** 2 * (1 - sin(s) ** 2))),
]
NOT_NEEDED = [
    ((f(g(x)), x), (f(g(g(x))), g(x))),
    (LAGRANGE, (A @ cross(a, cross(a, b)), A @ (dot(a, b) * a - dot(a, a) * b))),
]
CLEAN = [
    ((f(g(x)), x), (g(f(x)), x)),
    ((k(x, x), h(x)), K),
    ((k(f(x), g(y)), h(x), precedes(g(y), f(x))), SORT),
    ((k(f(x), y), g(y)), SORT),
    ((m(f(x), g(x)), e), M),
    (SQUARES, LAGRANGE),
    (LAGRANGE,),
]
PLANTED = [
    *((sides, "shadowed") for sides in SHADOWED),
    *((sides, "condition") for sides in NEVER),
    *((sides, "law") for sides in COVERED),
    *((sides, "right-side") for sides in LEFT_OPEN),
    *((sides, "redundant") for sides in NOT_NEEDED),
]


@pytest.mark.parametrize(("sides", "kind"), PLANTED, ids=lambda x: x if isinstance(x, str) else "")
def test_planted_faults_are_found(sides, kind):
    assert kind in kinds(*sides)


@pytest.mark.parametrize("sides", CLEAN, ids=lambda x: "")
def test_a_clean_set_raises_no_alarm(sides):
    assert not kinds(*sides)


@pytest.mark.parametrize("r", list(library.STANDARD)[::9], ids=lambda r: r.name)
def test_a_rule_of_the_library_is_known_under_another_name(r):
    both = r.written.left, r.written.right, *r.conditions
    assert "library" in kinds(both, options=Options(library=library.STANDARD))
