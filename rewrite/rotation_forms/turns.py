"""Rotations in terms, read as products of turns: about an axis by an angle, or by a quaternion.

`conversions` explains the conversions and has the public names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

from ..core.context import Context, holds
from ..core.declare import identity, one, rotation, unit
from ..core.linear import div, neg, power, scale
from ..core.operators import ONE, coerce, label, number
from ..core.sorts import Matrix, Quaternion, Scalar, Vector
from ..core.terms import Term
from ..errors import FactError, SortError, UndefinedError
from ..normalform.monomials import split
from ..normalform.walk import normal
from ..rewriting.strategies import bottom_up, exhaust
from ..text.printing import brief
from ..theory.coordinates import column
from ..theory.lengths import norm, norm2
from ..theory.matrices import inv, matmul, trans
from ..theory.quaternions import conj, qmul, quat
from ..theory.rotation_operators import rot, rotation_matrix
from ..theory.scalars import cos, pi, sin
from ..verbs.standard import standard
from .numeric import numbers


@dataclass(frozen=True)
class About:
    """A turn about a unit vector by an angle."""

    axis: Vector
    angle: Scalar

    def back(self) -> About:
        return About(self.axis, self.angle.args[0] if self.angle.op is neg else -self.angle)  # type: ignore[arg-type]

    def quaternion(self) -> Quaternion:
        return quat(cos(self.angle / 2), sin(self.angle / 2) * self.axis)

    def matrix(self) -> Matrix:
        return rot(self.axis, self.angle)


@dataclass(frozen=True)
class By:
    """A turn v -> q v q⁻¹ by a quaternion; `unit` if it is known to be unit."""

    q: Quaternion
    unit: bool

    def back(self) -> By:
        return By(self.q.args[0] if self.q.op is conj else conj(self.q), self.unit)  # type: ignore[arg-type]

    def quaternion(self) -> Quaternion:
        return self.q if self.unit else self.q / norm(self.q)

    def matrix(self) -> Matrix:
        return rotation_matrix(self.q) if self.unit else rotation_matrix(self.q) / norm2(self.q)


@dataclass(frozen=True)
class Word:
    """A product of turns, from left to right."""

    factors: tuple[Factor, ...]

    def back(self) -> Word:
        return Word(tuple(factor.back() for factor in reversed(self.factors)))

    def quaternion(self) -> Quaternion:
        parts = [factor.quaternion() for factor in self.factors]
        result: Quaternion = qmul(*parts) if len(parts) > 1 else [*parts, one(Quaternion)][0]
        return result

    def matrix(self) -> Matrix:
        parts = [factor.matrix() for factor in self.factors]
        result: Matrix = matmul(*parts) if len(parts) > 1 else [*parts, identity(3)][0]
        return result


@dataclass(frozen=True)
class Repeated:
    """A power of a product of turns."""

    word: Word
    times: int

    def back(self) -> Repeated:
        return Repeated(self.word.back(), self.times)

    def quaternion(self) -> Quaternion:
        return self.word.quaternion() ** self.times

    def matrix(self) -> Matrix:
        return self.word.matrix() ** self.times


Factor = About | By | Repeated


class Reader:
    """Reads a term as a product of turns, times a scalar that must be 1 for a matrix.

    >>> from rewrite import rot, scalar, vector
    >>> u, x = vector("u", unit=True), scalar("x")
    >>> Reader("here").word(rot(u, x).T)
    Word(factors=(About(axis=u, angle=-x),))
    """

    def __init__(self, where: str, context: Context | None = None) -> None:
        self.where, self.context = where, context

    def word(self, t: Any, angle: Any = None) -> Word:
        if angle is not None:
            return Word((self._about(t, angle),))
        if isinstance(t, Quaternion):
            return Word(tuple(self._quaternion(t)[0]))
        if isinstance(t, Matrix) and t.shape == (3, 3):
            factors, length = self._matrix(t)
            if normal(length, self.context) != 1:
                raise FactError(
                    f"{self.where}: {brief(t)} is {brief(normal(length, self.context))} times a "
                    "rotation; declare its quaternions with unit=True, or divide it by this"
                )
            return Word(tuple(factors))
        remedy = "; give an angle as well" if isinstance(t, Vector) else ""
        raise SortError(
            f"{self.where}: {brief(t)} is {label(t)}, needs Matrix(3, 3) or Quaternion{remedy}"
        )

    def _about(self, axis: Any, angle: Any) -> About:
        if not isinstance(axis, Term):
            found = numbers(axis, self.where)
            fits = isinstance(found, list) and len(found) == 3
            if not fits or not all(isinstance(c, Fraction) for c in found):
                raise SortError(
                    f"{self.where}: the axis of an angle that is a term must be a Vector or three "
                    f"exact numbers, not {axis!r:.60}"
                )
            axis = column(*map(number, found))
        axis = coerce(axis, Vector, (3, 1), f"{self.where}: the axis")
        turned: Any = coerce(angle, Scalar, (1, 1), f"{self.where}: the angle")
        if not _is_unit(axis, self.context):
            self._refuse_axis(axis)
        return About(axis, turned)

    def _refuse_axis(self, axis: Term) -> NoReturn:
        raise FactError(
            f"{self.where}: the axis {brief(axis)} is not known to be a unit vector; declare it "
            "with unit=True, or give context=Context(unit(...)) or one with its triad"
        )

    # -- matrices ---------------------------------------------------------------------------------

    def _matrix(self, root: Term) -> tuple[list[Factor], Scalar]:
        """The turns of a matrix, and the scalar factor by which it exceeds their product."""
        found: list[Factor] = []
        length: Scalar = number(1)
        stack: list[tuple[Any, bool, int]] = [(root, False, 1)]  # transposed, exponent of length
        while stack:
            t, back, degree = stack.pop()
            op = t.op
            if op is matmul and all(a.shape == (3, 3) for a in t.args):
                stack += [(a, back, degree) for a in (t.args if back else reversed(t.args))]
            elif op is trans:
                stack.append((t.args[0], not back, degree))
            elif op is inv or _exponent(t) == -1:
                stack.append((t.args[0], not back, -degree))
            elif _exponent(t) == 1:
                stack.append((t.args[0], back, degree))
            elif op is neg:
                length = -length
                stack.append((t.args[0], back, degree))
            elif op is scale or op is div:
                factor, inner = t.args if op is scale else (t.args[1], t.args[0])
                length = length * factor ** (degree if op is scale else -degree)
                stack.append((inner, back, degree))
            elif t.op is not ONE:
                factors, larger = self._factor(t)
                length = length if larger == 1 else length * larger**degree
                found += Word(tuple(factors)).back().factors if back else factors
        return found, length

    def _factor(self, t: Any) -> tuple[Sequence[Factor], Scalar]:
        if t.op is rot:
            if not _is_unit(t.args[0], self.context):
                self._refuse_axis(t.args[0])
            return [About(*t.args)], number(1)
        if t.op is rotation_matrix:
            factors, is_unit = self._quaternion(t.args[0])
            return factors, number(1) if is_unit else norm2(t.args[0])
        if t.op is power:
            n = t.args[1].value
            factors, length = self._matrix(t.args[0])
            return _power(factors, n), length if length == 1 else length**n
        if is_rotation(t, self.context):
            raise FactError(
                f"{self.where}: only the name of the rotation {brief(t)} is known, not which of q "
                "and -q is meant; declare a unit quaternion q and substitute "
                "rotation_matrix(q) for it, or give its numbers"
            )
        raise FactError(
            f"{self.where}: {brief(t)} is not known to be a rotation; it must consist of "
            "rot(u, θ), rotation_matrix(q), products, transposes and powers"
        )

    # -- quaternions ------------------------------------------------------------------------------

    def _quaternion(self, root: Term) -> tuple[list[Factor], bool]:
        """The turns of a quaternion up to a factor, and whether the factor is known to be ±1."""
        found: list[Factor] = []
        is_unit = True
        stack: list[tuple[Any, bool]] = [(root, False)]
        while stack:
            t, back = stack.pop()
            if t.op is qmul:
                stack += [(a, back) for a in (t.args if back else reversed(t.args))]
            elif t.op in (conj, inv) or _exponent(t) == -1:
                stack.append((t.args[0], not back))
            elif t.op is neg or _exponent(t) == 1:
                stack.append((t.args[0], back))
            elif t.op is scale or t.op is div:
                factor, inner = t.args if t.op is scale else (t.args[1], t.args[0])
                stack.append((inner, back))
                is_unit = is_unit and factor in (1, -1)
            elif t.op is not ONE:
                factors, unit_part = self._part(t)
                is_unit = is_unit and unit_part
                found += Word(tuple(factors)).back().factors if back else factors
        return found, is_unit

    def _part(self, t: Any) -> tuple[Sequence[Factor], bool]:
        if t == 0:
            raise UndefinedError(f"{self.where}: the quaternion {brief(t)} is zero, not a rotation")
        if t.op is power:
            factors, is_unit = self._quaternion(t.args[0])
            return _power(factors, t.args[1].value), is_unit
        pair = self._pair(t) if t.op is quat else None
        if pair is not None:
            return pair
        known = holds(unit(t), self.context).yes
        return [By(t, known)], known

    def _pair(self, t: Any) -> tuple[Sequence[Factor], bool] | None:
        """(c cos h, c sin h u) or (0, c u) as a turn about a unit u."""
        s, v = (normal(a, self.context) for a in t.args)
        c, cosine, _ = split(s)
        d, sine, u = split(v)
        if v == 0:
            if s == 0:
                raise UndefinedError(f"{self.where}: {brief(t)} is zero, not a rotation")
            return [], s in (1, -1)
        if not isinstance(u, Vector) or not _is_unit(u, self.context):
            return None
        if s == 0 and sine is None:
            return [About(u, pi)], abs(d) == 1
        if not isinstance(cosine, Term) or not isinstance(sine, Term) or abs(c) != abs(d):
            return None
        if cosine.op is not cos or sine.op is not sin or cosine.args != sine.args:
            return None
        twice: Any = 2 * cosine.args[0] if c == d else -2 * cosine.args[0]  # type: ignore[operator]
        return [About(u, normal(twice, self.context))], abs(c) == 1


def _exponent(t: Term) -> int | None:
    """The exponent of a power, else None; exponents ±1 may be deeply nested."""
    return t.args[1].value if t.op is power else None


def _power(factors: Sequence[Factor], n: int) -> Sequence[Factor]:
    """The turns of a power."""
    if n < 0:
        return _power(Word(tuple(factors)).back().factors, -n)
    if n == 0 or not factors:
        return []
    if len(factors) == 1 and isinstance(factors[0], About):
        return [About(factors[0].axis, n * factors[0].angle)]
    return [Repeated(Word(tuple(factors)), n)]


def _is_unit(v: Term, context: Context | None) -> bool:
    if v.op is column and _is_numeric(v):
        return bool(sum(a.value * a.value for a in v.args) == 1)
    return holds(unit(v), context).yes


def _is_numeric(v: Term) -> bool:
    return all(isinstance(a.value, int | Fraction) for a in v.args)


def is_rotation(t: Term, context: Context | None) -> bool:
    """Whether a term is known to be a rotation matrix of three dimensions."""
    return t.shape == (3, 3) and holds(rotation(t), context).yes


def signed_axis(axis: Term, context: Context | None) -> tuple[int, Term]:
    """An axis as ±1 times a normal term that does not begin with a sign."""
    found = normal(axis, context)
    if found.op is column and _is_numeric(found):
        numbers = [a.value for a in found.args]
        if next((x for x in numbers if x), 0) < 0:
            return -1, column(*(number(-x) for x in numbers))
    return (-1, found.args[0]) if found.op is neg else (1, found)


def merged(word: Word, context: Context | None) -> tuple[Factor, ...]:
    """The turns with neighbours about the same axis merged, by the rules about turns."""
    together = exhaust(bottom_up(standard("TURNS_ABOUT_AN_AXIS")))
    found = together.run(word.matrix(), context).term
    factors = Reader("turns about one axis", context).word(found).factors
    return tuple(
        About(f.axis, normal(f.angle, context)) if isinstance(f, About) else f for f in factors
    )
