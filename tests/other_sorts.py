"""Random terms of sorts that no standard term has: screws, an algebra of a user's own, matrices of
other sizes; and of quaternions and polynomials, with few symbols, so that addends meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from rewrite import (
    Associative,
    Commutative,
    Involution,
    Linear,
    Morphism,
    conj,
    cross,
    dot,
    matrix,
    multilinear,
    norm2,
    operator,
    quaternions,
    scalar_part,
    scalars,
    symbol,
    trace,
    vector_part,
    vectors,
)
from rules.screw_theory.screw_algebra import Screw, bracket, klein, moment, resultant, screw


class Planar(Linear):
    """A complex number, as a user would declare it."""

    __slots__ = ()
    dimension = 2


star: Any = operator(
    "star", Planar, Planar, result=Planar,
    laws=[Associative(), Commutative(), *multilinear()],
    evaluate=lambda z, w: (z[0] * w[0] - z[1] * w[1], z[0] * w[1] + z[1] * w[0]),
)  # fmt: skip
bar: Any = operator(
    "bar", Planar, result=Planar,
    laws=[Involution(), Morphism(star), *multilinear()],
    evaluate=lambda z: (z[0], -z[1]),
)  # fmt: skip

Make = tuple[Callable[..., Any], str]
LEAVES: dict[str, list[Any]] = {
    "s": list(scalars("x y")),
    "v": list(vectors("a b")),
    "X": [symbol(name, Screw) for name in ("X1", "X2", "X3")],
    "P": [symbol(name, Planar) for name in ("P1", "P2")],
    "q": list(quaternions("p q")),
}
MAKES: dict[str, list[Make]] = {
    "s": [
        (lambda x: x**2, "s"), (lambda x, y: x * y, "ss"), (dot, "vv"), (klein, "XX"),
        (norm2, "q"), (scalar_part, "q"),
    ],
    "v": [(cross, "vv"), (moment, "X"), (resultant, "X"), (vector_part, "q")],
    "X": [(bracket, "XX"), (screw, "vv")],
    "P": [(star, "PP"), (bar, "P")],
    "q": [(lambda p, q: p * q, "qq"), (conj, "q")],
}  # fmt: skip
for n in "246":  # matrices n×n and n×1
    square, tall = n, "hjl"["246".index(n)]
    LEAVES[square] = [
        matrix(f"M{n}", int(n), int(n)),
        matrix(f"S{n}", int(n), int(n), symmetric=True),
    ]
    LEAVES[tall] = [matrix(f"{name}{n}", int(n), 1) for name in "uw"]
    MAKES[square] = [(lambda a, b: a @ b, 2 * square), (lambda a: a.T, square)]
    MAKES[tall] = [(lambda a, b: a @ b, square + tall)]
    MAKES["s"] += [(lambda a, b: a.T @ b, 2 * tall), (trace, square)]
for kind, makes in MAKES.items():
    makes += [(lambda *xs: sum(xs[1:], xs[0]), 2 * kind), (lambda x: -x, kind)]
    makes += [(lambda x, y: x * y, "s" + kind)] if kind != "s" else []


def random_others(count: int, seed: int = 0) -> Iterator[Any]:
    """Terms of all these kinds, with up to ten leaves."""
    random = Random(seed)
    for _ in range(count):
        yield _made(random, random.choice(list(LEAVES)), random.randint(2, 10))


def _made(random: Random, kind: str, leaves: int) -> Any:
    if leaves < 2:
        return random.choice(LEAVES[kind])
    make, kinds = random.choice(MAKES[kind])
    share = max((leaves - 1) // len(kinds), 1)
    return make(*[_made(random, k, share) for k in kinds])
