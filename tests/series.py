"""Truncated power series as a domain of evaluation: what derivatives are tested by.

A term evaluated where x is x₀ + ε has its derivatives by x as coefficients: exact, and without any
rule of differentiation but those of +, ·, / and roots of series, and of the sine at a nilpotent.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import factorial
from typing import Any

from rewrite import NotExactError, Term, UndefinedError, free_symbols
from rewrite.core.terms import order
from rewrite.evaluation import formulas as f
from rewrite.evaluation.angles import Angle
from rewrite.evaluation.evaluate import Evaluation, Exact
from rewrite.evaluation.fields import Domain, Pair
from rewrite.evaluation.values import load

EXACT = Exact()


class Series:
    """c₀ + c₁ ε + c₂ ε² + …, up to some order."""

    def __init__(self, *c: Any) -> None:
        self.c = c

    def _other(self, y: Any) -> tuple[Any, ...]:
        return y.c if isinstance(y, Series) else (y, *[0] * (len(self.c) - 1))

    def __add__(self, y: Any) -> Series:
        return Series(*[a + b for a, b in zip(self.c, self._other(y), strict=True)])

    def __mul__(self, y: Any) -> Series:
        d = self._other(y)
        return Series(*[sum(self.c[i] * d[k - i] for i in range(k + 1)) for k in range(len(d))])

    def __truediv__(self, y: Any) -> Series:
        rest, by, found = list(self.c), self._other(y), []
        for k in range(len(by)):
            found.append(rest[k] / by[0])
            for i in range(k, len(by)):
                rest[i] -= found[k] * by[i - k]
        return Series(*found)

    def __neg__(self) -> Series:
        return Series(*[-a for a in self.c])

    def __sub__(self, y: Any) -> Series:
        return self + -Series(*self._other(y))

    def __rsub__(self, y: Any) -> Series:
        return -self + y

    __radd__, __rmul__ = __add__, __mul__

    def __eq__(self, y: object) -> bool:
        return self.c == self._other(y)

    def __hash__(self) -> int:
        return hash(self.c)

    def integral(self, start: Any) -> Series:
        return Series(start, *[a / (k + 1) for k, a in enumerate(self.c[:-1])])


class PowerSeries(Domain):
    """Power series over the rationals, up to an order."""

    def __init__(self, order: int) -> None:
        self.order = order

    def number(self, value: int | Fraction) -> Series:
        return Series(Fraction(value), *[Fraction(0)] * self.order)

    def load(self, value: object) -> Any:
        return value if isinstance(value, Series) else super().load(value)

    def divide(self, x: Any, y: Any) -> Any:
        return x / y

    def pivot(self, column: Sequence[Any]) -> int | None:
        return next((i for i, x in enumerate(column) if x.c[0] != 0), None)

    def root(self, x: Any, n: int, square: bool = False) -> Any:
        if x.c[0] == 0:
            raise UndefinedError("a root of zero has no derivative")
        found = self.number(EXACT.dump(EXACT.root(EXACT.number(x.c[0]), n)))
        for _ in range(self.order):  # Newton
            power = self.one
            for _ in range(n - 1):
                power = power * found
            found = found - self.divide(power * found - x, n * power)
        return found

    def pi(self) -> Any:
        raise NotExactError("pi is not rational")

    def cis(self, x: Any) -> Pair:
        if x.c[0] != 0:
            raise NotExactError("not at a plain number")
        cosine, sine, power = self.zero, self.zero, self.one
        for k in range(self.order + 1):
            part = Fraction((-1) ** (k // 2), factorial(k)) * power
            cosine, sine = (cosine, sine + part) if k % 2 else (cosine + part, sine)
            power = power * x
        return cosine, sine

    def turn(self, r: Fraction) -> Pair:
        return tuple(self.number(EXACT.dump(x)) for x in EXACT.turn(r))  # type: ignore

    def uninterpreted(self, name: str, args: Sequence[Any]) -> Any:
        """Taylor, with the values that the derivatives have by their names."""
        at = [EXACT.number(a.c[0]) for a in args]
        result = self.zero
        for k in range(self.order + 1):
            for places in product(range(len(args)), repeat=k):
                of = EXACT.dump(EXACT.uninterpreted(_derivative(name, len(args), places), at))
                part = of * self.one * Fraction(1, factorial(k))
                for i in places:
                    part = part * (args[i] - args[i].c[0])
                result = result + part
        return result


def _derivative(name: str, arity: int, places: Sequence[int]) -> str:
    if arity == 1 or not places:
        return name + "'" * len(places)
    return f"{name}_{''.join(str(i + 1) for i in sorted(places))}'"


# -- points that move -----------------------------------------------------------------------------


def moving(point: dict[Any, Any], paths: dict[Term, Any], order_: int) -> Evaluation:
    """The evaluation at a point of which some symbols follow given paths (flat tuples of series).

    The angles among its values follow from what they are the angles of.
    """
    domain = PowerSeries(order_)
    plain = {s: v.value if isinstance(v, Angle) else v for s, v in point.items() if not s.args}
    values = {s: v for s, v in plain.items() if v is not None}
    values |= {s: _shaped(s, path) for s, path in paths.items()}
    for key in sorted((k for k, v in point.items() if isinstance(v, Angle)), key=order):
        angle = point[key]
        (along,) = paths[key] if key in paths else Evaluation(values, domain).coordinates(key)
        step = domain.cis((along - along.c[0]) * Fraction(1, angle.parts))
        cosine, sine = (domain.load(x) for x in (angle.cos, angle.sin))
        turned = cosine * step[0] - sine * step[1], sine * step[0] + cosine * step[1]
        value = along if angle.value is not None else None
        values[key] = Angle(*turned, value, angle.parts)
    return Evaluation(values, domain)


def _shaped(s: Term, path: Any) -> Any:
    if s.sort.__name__ == "Scalar":
        return path[0]
    if s.sort.__name__ == "Matrix":
        n = s.shape[1]
        return [list(path[i : i + n]) for i in range(0, len(path), n)]
    return list(path)


def line(s: Term, value: Any, direction: Sequence[Any], order_: int) -> tuple[Series, ...]:
    """value + ε direction."""
    value = value.value if isinstance(value, Angle) else value
    start = load(PowerSeries(order_), s, 0 if value is None else value)
    return tuple(
        Series(a.c[0], Fraction(d), *[Fraction(0)] * (order_ - 1))
        for a, d in zip(start, direction, strict=True)
    )


def motion(point: dict[Any, Any], order_: int) -> dict[Term, Any]:
    """Paths of the symbols that depend on time, with the rates that a point gives them."""
    by_name = {s.name: s for s in point if s.is_symbol}
    return {s: _path(s, by_name, point, order_) for s in by_name.values() if s.value.time}


def _path(s: Term, by_name: dict[str, Term], point: dict[Any, Any], n: int) -> Any:
    if s.name == "time":
        return line(s, point[s], (1,), n)
    start = _value(s, point, n)
    w = by_name.get(f"{s.name}_w")
    if s.value.facts & {"orthogonal", "unit"}:
        domain = PowerSeries(n)
        zero = (domain.zero,) * 3
        omega = zero if w is None else _path(w, by_name, point, n)
        path = start
        for _ in range(n):  # Picard
            path = tuple(
                c.integral(a.c[0])
                for a, c in zip(start, _velocity(s, domain, path, omega), strict=True)
            )
        return path
    rates = [start]
    for k in range(1, n + 1):
        rate = by_name.get(s.name + "'" * k)
        rates.append(_value(rate, point, n) if rate is not None else [0 * x for x in start])
    return tuple(
        Series(*[r[i].c[0] * Fraction(1, factorial(k)) for k, r in enumerate(rates)])
        for i in range(len(start))
    )


def _velocity(s: Term, domain: Domain, x: Any, w: Any) -> Any:
    if s.shape == (3, 3):
        return f.product(x, f.tilde(domain, w), 3)
    if len(x) == 4 and "pure" in s.value.facts:
        return (domain.zero, *f.cross(w, x[1:]))
    if len(x) == 4:
        return f.scale(domain.number(Fraction(1, 2)), f.hamilton(x, (domain.zero, *w)))
    return f.cross(w, x)


def _value(s: Term, point: dict[Any, Any], n: int) -> Any:
    value = point[s].value if isinstance(point[s], Angle) else point[s]
    return load(PowerSeries(n), s, 0 if value is None else value)


def by_series(t: Term, at: Evaluation, k: int) -> list[Fraction]:
    """The k-th derivative of a term along a path, coordinate by coordinate."""
    return [x.c[k] * factorial(k) for x in at.coordinates(t)]


__all__ = ["Series", "by_series", "free_symbols", "line", "motion", "moving"]
