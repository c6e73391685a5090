"""The mechanisms of the gallery as textbooks have them: energies in coordinates, written by hand.

Nothing of the package is used. The equations follow from the energies by sympy's derivatives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sympy
from sympy import cos, sin


@dataclass(frozen=True)
class Textbook:
    """Coordinates, kinetic and potential energy in terms of them and their rates, and efforts."""

    coordinates: Sequence[sympy.Symbol]
    rates: Sequence[sympy.Symbol]
    kinetic: Any
    potential: Any
    efforts: Sequence[Any]

    def accelerations(self, values: dict[str, float]) -> list[float]:
        """Lagrange's equations, solved at a state that is given by name."""
        n, q, u = len(self.coordinates), self.coordinates, self.rates
        momenta = [sympy.diff(self.kinetic, x) for x in u]
        mass = sympy.Matrix(n, n, lambda i, j: sympy.diff(momenta[i], u[j]))
        right = [
            sympy.diff(self.kinetic - self.potential, q[i])
            + self.efforts[i]
            - sum(sympy.diff(momenta[i], q[j]) * u[j] for j in range(n))
            for i in range(n)
        ]
        known = {s: values[s.name] for s in (mass.free_symbols | sympy.Matrix(right).free_symbols)}
        solution = mass.subs(known).evalf(30).LUsolve(sympy.Matrix(right).subs(known).evalf(30))
        return [float(x) for x in solution]


def _of(names: str) -> tuple[list[Any], list[Any]]:
    return [sympy.Symbol(n) for n in names.split()], [sympy.Symbol(f"{n}'") for n in names.split()]


def _speed2(place: Sequence[Any], q: Sequence[Any], u: Sequence[Any]) -> Any:
    """The square of the velocity of a point whose coordinates are given."""
    return sum(sum(sympy.diff(c, x) * v for x, v in zip(q, u, strict=True)) ** 2 for c in place)


def cart_pole() -> Textbook:
    (x, q), (v, w) = _of("x q")
    M, m, length, J, g, F = sympy.symbols("M m l J g F")
    centre = (x + length * sin(q), length * cos(q))
    T = M * v**2 / 2 + m * _speed2(centre, (x, q), (v, w)) / 2 + J * w**2 / 2
    return Textbook((x, q), (v, w), T, m * g * centre[1], (F, 0))


def double_pendulum() -> Textbook:
    q, u = _of("q1 q2")
    m1, m2, l1, l2, g = sympy.symbols("m1 m2 l1 l2 g")
    one = (l1 * sin(q[0]), -l1 * cos(q[0]))
    two = (one[0] + l2 * sin(q[1]), one[1] - l2 * cos(q[1]))
    T = m1 * _speed2(one, q, u) / 2 + m2 * _speed2(two, q, u) / 2
    return Textbook(q, u, T, m1 * g * one[1] + m2 * g * two[1], (0, 0))


def heavy_top() -> Textbook:
    """A sin²(n) p'² + A n'² + C (s' + p' cos n)² with the inertia about the fixed point."""
    (p, n, s), (dp, dn, ds) = _of("p n s")
    m, length, A, C, g = sympy.symbols("m l A C g")
    across = A + m * length**2
    T = across * (dn**2 + dp**2 * sin(n) ** 2) / 2 + C * (ds + dp * cos(n)) ** 2 / 2
    return Textbook((p, n, s), (dp, dn, ds), T, m * g * length * cos(n), (0, 0, 0))


def gyroscope() -> Textbook:
    """The angular velocity of the inner gimbal is (b', a' sin b, a' cos b) in its axes."""
    (a, b, c), (da, db, dc) = _of("a b c")
    A, B1, B2, B3, C, D, torque = sympy.symbols("A B1 B2 B3 C D T")
    along, up = da * sin(b), da * cos(b)
    inner = B1 * db**2 + B2 * along**2 + B3 * up**2
    rotor = D * (db**2 + up**2) + C * (dc + along) ** 2
    T = (A * da**2 + inner + rotor) / 2
    return Textbook((a, b, c), (da, db, dc), T, sympy.Integer(0), (0, torque, 0))


def two_link_arm() -> Textbook:
    q, u = _of("q1 q2")
    m1, m2, l1, c1, c2, J1, J2, g, T1, T2 = sympy.symbols("m1 m2 l1 c1 c2 J1 J2 g T1 T2")
    one = (c1 * cos(q[0]), c1 * sin(q[0]))
    two = (l1 * cos(q[0]) + c2 * cos(q[0] + q[1]), l1 * sin(q[0]) + c2 * sin(q[0] + q[1]))
    turning = J1 * u[0] ** 2 / 2 + J2 * (u[0] + u[1]) ** 2 / 2
    T = m1 * _speed2(one, q, u) / 2 + m2 * _speed2(two, q, u) / 2 + turning
    return Textbook(q, u, T, m1 * g * one[1] + m2 * g * two[1], (T1, T2))


def bead_on_hoop() -> Textbook:
    (q,), (u,) = _of("q")
    m, r, W, g = sympy.symbols("m r W g")
    T = m * r**2 * (u**2 + W**2 * sin(q) ** 2) / 2
    return Textbook((q,), (u,), T, -m * g * r * cos(q), (0,))


TEXTBOOKS: dict[str, Callable[[], Textbook]] = {
    "cart_pole": cart_pole,
    "double_pendulum": double_pendulum,
    "heavy_top": heavy_top,
    "gyroscope": gyroscope,
    "two_link_arm": two_link_arm,
    "bead_on_hoop": bead_on_hoop,
}
