"""Decisions: true identities proved and false ones refuted, growing in vectors, rotations, factors.

This project's `equal` beside expansion by components in sympy (expressions, and its ring of sparse
polynomials), symengine and Maxima, and beside Cadabra, which keeps indices as letters. False
identities are the true ones with a sign changed. Every answer is compared with the truth before any
time counts. Our proofs have a point where both sides are defined, and our refutations a
counterexample in small numbers; the peers only say whether the difference is zero. They are given
their components and the list of scalar operations outside the clock (see `tape`). Every contender
has 1 s for a run (0.25 s with --quick).
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Sequence
from functools import cache, reduce
from operator import add, matmul, mul
from typing import Any

import rewrite as rw
from rewrite import cross, det, dot, inv, norm2, rotate, tilde, trace
from rewrite.core.terms import set_normal

from . import algebras
from .cadabra import Cadabra, cadabra
from .harness import Contender, Family, GaveUp, Row
from .maxima import Maxima, command
from .tape import Tape

SECONDS, QUICK_SECONDS = 1.0, 0.25
Sides = tuple[Any, Any]

# Identities: true with sign = 1, false with sign = -1 ---------------------------------------------


def vectors(letter: str, n: int) -> list[Any]:
    return [rw.vector(f"{letter}{i}") for i in range(1, n + 1)]


def crossed(factors: Sequence[Any]) -> Any:
    """a1 × (a2 × (… × an))."""
    return reduce(lambda x, v: cross(v, x), reversed(factors[:-1]), factors[-1])


def nested(n: int, sign: int) -> Sides:
    """a1 × (a2 × X) = (a1·X) a2 - (a1·a2) X, X = a3 × (a4 × …), and so on inside, n vectors."""
    whole = every = vectors("a", n)
    right = crossed(every[-2:]) if n % 2 == 0 else every[-1]
    for i in reversed(range(0, n - 2, 2)):
        a, b, rest = whole[i], whole[i + 1], whole[i + 2 :]
        right = dot(a, crossed(rest)) * b - sign * dot(a, b) * right
        sign = 1  # one sign is changed, the innermost
    return crossed(every), right


def commutators(n: int, sign: int) -> Sides:
    """[ã1, [ã2, … ãn]] is the tilde of a1 × (a2 × … an), n vectors: Jacobi's identity in a row."""
    *outer, last = vectors("a", n)
    left = reduce(lambda x, v: tilde(v) @ x - x @ tilde(v), reversed(outer), tilde(last))
    return left, tilde(sign * crossed([*outer, last]))


def lagrange(n: int, sign: int) -> Sides:
    """|s × t|² + (s·t)² = |s|² |t|², s and t each the sum of n vectors."""
    s, t = (reduce(add, vectors(letter, n)) for letter in "ab")
    return norm2(cross(s, t)) + sign * dot(s, t) ** 2, norm2(s) * norm2(t)


def _turned(n: int) -> Any:
    return reduce(matmul, [rw.rotation(f"R{i}") for i in range(1, n + 1)])


def rotated_dot(n: int, sign: int) -> Sides:
    """W a · W b = a · b, W the product of n rotations."""
    a, b, w = rw.vector("a"), rw.vector("b"), _turned(n)
    return dot(w @ a, w @ b), sign * dot(a, b)


def rotated_cross(n: int, sign: int) -> Sides:
    """W a × W b = W (a × b), W the product of n rotations."""
    a, b, w = rw.vector("a"), rw.vector("b"), _turned(n)
    return cross(w @ a, w @ b), sign * (w @ cross(a, b))


def sandwiches(n: int, sign: int) -> Sides:
    """Successive rotations by n unit quaternions are the rotation by their product."""
    v, units = rw.vector("v"), [rw.quaternion(f"q{i}", unit=True) for i in range(1, n + 1)]
    left = reduce(lambda x, q: rotate(q, x), reversed(units), v)
    return left, sign * rotate(reduce(mul, units), v)


def _factors(n: int) -> list[Any]:
    return [rw.matrix(f"A{i}") for i in range(1, n + 1)]


def determinants(n: int, sign: int) -> Sides:
    """det(A1 … An) = det A1 … det An."""
    return det(reduce(matmul, _factors(n))), sign * reduce(mul, map(det, _factors(n)))


def inverses(n: int, sign: int) -> Sides:
    """(A1 … An)⁻¹ = An⁻¹ … A1⁻¹."""
    back = reduce(matmul, [inv(a) for a in reversed(_factors(n))])
    return inv(reduce(matmul, _factors(n))), sign * back


def powers(n: int, sign: int) -> Sides:
    """Cayley and Hamilton: 2 Aⁿ = 2 tr A Aⁿ⁻¹ - ((tr A)² - tr A²) Aⁿ⁻² + 2 det A Aⁿ⁻³."""
    a = rw.matrix("A")
    middle = trace(a) ** 2 - trace(a @ a)
    first, last = 2 * trace(a) * a ** (n - 1), 2 * det(a) * a ** (n - 3)
    return 2 * a**n, first - sign * middle * a ** (n - 2) + last


def woodbury(n: int, sign: int) -> Sides:
    """(A + U V)⁻¹ = A⁻¹ - A⁻¹ U (Id + V A⁻¹ U)⁻¹ V A⁻¹, matrices n×n."""
    a, u, v = (rw.matrix(letter, n, n) for letter in "AUV")
    inner = inv(a**0 + v @ inv(a) @ u)
    return inv(a + u @ v), inv(a) - sign * (inv(a) @ u @ inner @ v @ inv(a))


def _small() -> dict[str, Sides]:
    """Small identities of the kind that users ask about."""
    (a, b, c, d), (x, y) = rw.vectors("a b c d"), rw.scalars("x y")
    (p, q), (m, n), r = rw.quaternions("p q"), rw.matrices("M N"), rw.rotation("R")
    jacobi = cross(a, cross(b, c)) + cross(b, cross(c, a)) + cross(c, cross(a, b))
    gram = dot(a, c) * dot(b, d) - dot(a, d) * dot(b, c)
    return {
        "Lagrange": (cross(a, cross(b, c)), dot(a, c) * b - dot(a, b) * c),
        "Jacobi": (jacobi, 0 * a),
        "Binet and Cauchy": (dot(cross(a, b), cross(c, d)), gram),
        "det of a product": (det(m @ n), det(m) * det(n)),
        "norm of a product": (norm2(p * q), norm2(p) * norm2(q)),
        "tilde of a product": (tilde(a) @ tilde(b), rw.outer(b, a) - dot(a, b) * m**0),
        "rotated cross": (cross(r @ a, r @ b), r @ cross(a, b)),
        "binomial": ((x + y) ** 2, x**2 + 2 * x * y + y**2),
        "trace of a product": (trace(m @ n), trace(n @ m)),
        "swapped cross": (cross(a, b), -cross(b, a)),
        "inverse of a product": (inv(m @ n), inv(n) @ inv(m)),
        "conjugate of a product": (rw.conj(p * q), rw.conj(q) * rw.conj(p)),
    }


# Contenders --------------------------------------------------------------------------------------


class Equal:
    """This project, without the normal forms of an earlier run."""

    name = "penelope"

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def fresh(self, sides: Sides) -> Sides:
        for side in sides:
            for t in rw.postorder(side):
                set_normal(t, None)
        return sides

    def decide(self, sides: Sides) -> bool:
        verdict = rw.equal(*sides, time_limit=self.seconds)
        if not verdict.proved and not verdict.refuted:
            raise GaveUp(f"only {verdict.status.name.lower()} in {self.seconds:g} s")
        return verdict.proved


INDEXED = (nested, commutators, lagrange, rotated_dot, rotated_cross)
"""Identities with an index notation that Cadabra can finish."""


@cache
def _peers(seconds: float) -> list[Any]:
    """All installed peers, in the order of the tables; one Maxima and one Cadabra serve all."""
    found: list[Any] = [
        algebras.Sympy(),
        algebras.Sympy(at_end=True),
        algebras.SympyRing(),
        algebras.Flint(),
        algebras.Symengine(),
        algebras.Symengine(at_end=True),
    ]
    if command():
        found.append(Maxima(seconds))
    if cadabra():
        found.append(Cadabra())
    return found


def _contenders(make: Callable[[int, int], Sides], sign: int, seconds: float) -> list[Contender]:
    sides = cache(lambda n: make(n, sign))
    taped = cache(lambda n: Tape(*sides(n)))
    ours = Equal(seconds)
    found = [Contender(ours.name, sides, ours.decide, fresh=ours.fresh)]
    for peer in _peers(seconds):
        prepare, within = taped, seconds
        if isinstance(peer, Maxima):
            prepare, within = _through(peer.prepare, taped), math.inf  # it keeps its own limit
        elif isinstance(peer, Cadabra):
            if make not in INDEXED or sign == -1:
                continue
            prepare = _through(peer.prepare, sides)
        found.append(Contender(peer.name, prepare, peer.decide, fresh=peer.fresh, within=within))
    return found


def _through(last: Callable[[Any], Any], first: Callable[[int], Any]) -> Callable[[int], Any]:
    return lambda n: last(first(n))


def families(quick: bool = False) -> list[Family]:
    """The families; vectors, rotations and factors come first, as a quick run may omit the rest."""
    seconds = QUICK_SECONDS if quick else SECONDS
    sizes: list[tuple[Callable[[int, int], Sides], list[int], list[int]]] = [
        (nested, [3, 6], [3, 6, 12]),
        (rotated_cross, [1, 2], [1, 2, 3, 4]),
        (inverses, [1, 2], [1, 2, 3, 4]),
        (lagrange, [1, 4], [1, 4, 12]),
        (sandwiches, [1, 2], [1, 2, 3, 4]),
        (determinants, [2, 3], [2, 3, 4]),
        (commutators, [2, 4], [2, 4, 8]),
        (rotated_dot, [1, 2], [1, 2, 3, 4]),
        (powers, [3, 5], [3, 6, 12]),
        (woodbury, [1, 2], [1, 2, 3]),
    ]
    return [
        Family(
            f"{make.__name__.replace('_', ' ')}, {'true' if sign == 1 else 'false'}",
            few if quick else many,
            _contenders(make, sign, seconds),
            make.__doc__ or "",
            truth=sign == 1,
        )
        for make, few, many in sizes
        for sign in (1, -1)
    ]


def notes(family: Family, rows: Sequence[Row]) -> str:
    """The identity, the amount of work, and the peers that are absent."""
    name, _, truth = family.name.partition(", ")
    make = globals()[name.replace(" ", "_")]
    sign = 1 if truth == "true" else -1
    steps = [len(Tape(*make(n, sign)).steps) for n in family.sizes]
    lines = [f"{family.about}" if sign == 1 else f"With a sign changed: {family.about}"]
    lines.append(f"Scalar operations on the tape: {', '.join(map(str, steps))}.")
    if not command():
        lines.append("Maxima is absent: it is not installed (pip install passagemath-maxima).")
    if not cadabra():
        lines.append("Cadabra is absent: it is not installed (pip install cadabra2).")
    elif make not in INDEXED:
        lines.append("Cadabra is absent: it does not finish in index notation.")
    elif sign == -1:
        lines.append("Cadabra is absent: its remainder proves nothing.")
    fastest = _fastest(rows, family.sizes[-1], family.contenders[0].name)
    return "\n".join([*lines, fastest])


def _fastest(rows: Sequence[Row], size: int, ours: str) -> str:
    """The best peer at the largest size, compared with this project."""
    at = {r.contender: r.median for r in rows if r.size == size and r.seconds}
    own = at.pop(ours, math.nan)
    if not at:
        return f"At n = {size} no peer has an answer."
    name = min(at, key=lambda peer: at[peer])
    ratio = "" if math.isnan(own) else f", {at[name] / own:.3g} times our time"
    return f"At n = {size} the best peer is {name}{ratio}."


# Small identities compared with python-flint alone -----------------------------------------------


def ratios(repeat: int = 25) -> dict[str, tuple[float, float]]:
    """The seconds of CPU that `equal` and python-flint alone take for each small identity: the
    least of interleaved runs, normal forms forgotten before each."""
    ours, bare = Equal(10.0), algebras.Flint()
    found = {}
    for name, sides in _small().items():
        tape = Tape(*sides)
        least = [math.inf, math.inf]

        def alone(given: Tape) -> bool:
            bare.start(given)  # with flint alone, generators have to be made too
            return bare.decide(given)

        for _ in range(repeat):
            ours.fresh(sides)
            for k, (run, given) in enumerate(((ours.decide, sides), (alone, tape))):
                began = time.process_time()
                true = run(given)
                least[k] = min(least[k], time.process_time() - began)
                if not true:
                    raise RuntimeError(f"{name} is true, and was not found to be")
        found[name] = (least[0], least[1])
    return found


def main() -> None:
    """`python -m bench.decide`: how many times longer `equal` takes than python-flint alone."""
    times = ratios()
    for name, (own, bare) in times.items():
        print(f"{1e3 * own:8.3f} ms {1e3 * bare:8.3f} ms {own / bare:6.1f} times  {name}")
    print(f"median {statistics.median(own / bare for own, bare in times.values()):.1f} times")


if __name__ == "__main__":
    main()
