"""Terms as straight-line programs over components, for algebra systems to run.

A tape has every operation once, separately for numerators and denominators, and only those that the
differences of components need, in order: a system may stop at the first difference that is not
zero. Rotations are given by unit quaternions, and w² = 1 - x² - y² - z² brings every polynomial to
a unique form. The tape is made outside the clock, which is a head start for the peers.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import rewrite as rw
from rewrite.evaluation import formulas
from rewrite.evaluation.evaluate import Evaluation
from rewrite.evaluation.fields import Domain

Step = tuple[str, Any, Any]
"""("symbol", name, None), ("number", value, None), or +, -, * of two earlier steps."""


class Tape:
    """The steps that make the components of left - right, cleared of denominators."""

    def __init__(self, left: Any, right: Any) -> None:
        self.steps: list[Step] = []
        self._places: dict[Step, int] = {}
        self.spheres: list[tuple[int, ...]] = []
        """Indices of generators whose squares add up to 1."""
        self.zero, self.one = self.put("number", 0), self.put("number", 1)
        at = Evaluation({}, Recorder(self))
        for s in sorted(rw.free_symbols(left) | rw.free_symbols(right), key=str):
            at._values[s] = self._filled(s)
        sides = zip(at.coordinates(left), at.coordinates(right), strict=True)
        self.differences = [(x - y).num for x, y in sides]
        self._order()

    def put(self, op: str, a: Any, b: Any = None) -> int:
        """The index of a step, which is added if it is new; zero and one cost nothing."""
        if op in ("+", "*") and a > b:
            a, b = b, a
        if op == "*" and a <= 1:
            return a if a == 0 else b  # the places of zero and one are 0 and 1
        if (op == "+" and a == 0) or (op == "-" and b == 0):
            return b if op == "+" else a
        step = (op, a, b)
        if step not in self._places:
            self._places[step] = len(self.steps)
            self.steps.append(step)
        return self._places[step]

    def _filled(self, s: Any) -> tuple[Quotient, ...]:
        facts = s.value.facts
        turned = "rotation" in facts
        count = 4 if turned else s.sort.coordinates(s.shape)
        places = [self.put("symbol", f"{s.name}_{i}") for i in range(count)]
        if turned or "unit" in facts:
            self.spheres.append(tuple(places))
        coordinates = tuple(Quotient(self, p) for p in places)
        return formulas.rotation_of(coordinates) if turned else coordinates

    def _order(self) -> None:
        """Keep only the steps that are needed, in the order in which they are needed."""
        new: dict[int, int] = {}
        stack = [p for sphere in self.spheres for p in sphere] + self.differences
        stack.reverse()
        while stack:
            place = stack[-1]
            op, *operands = self.steps[place]
            missing = [p for p in operands if op in "+-*" and p not in new]
            if place in new or not missing:
                new.setdefault(stack.pop(), len(new))
            else:
                stack += reversed(missing)
        old = self.steps
        self.steps = [
            (op, new[a], new[b]) if op in "+-*" else (op, a, b)
            for op, a, b in map(old.__getitem__, new)
        ]
        self.differences = [new[p] for p in self.differences]
        self.spheres = [tuple(new[p] for p in sphere) for sphere in self.spheres]


class Quotient:
    """Two indices of a tape: numerator and denominator."""

    __slots__ = ("den", "num", "tape")

    def __init__(self, tape: Tape, num: int, den: int = 1) -> None:
        self.tape, self.num, self.den = tape, num, den

    def _of(self, other: Any) -> Quotient:
        return other if isinstance(other, Quotient) else Recorder(self.tape).number(other)

    def _joined(self, op: str, other: Any) -> Quotient:
        other, put = self._of(other), self.tape.put
        if self.den == other.den:
            return Quotient(self.tape, put(op, self.num, other.num), self.den)
        above = put(op, put("*", self.num, other.den), put("*", other.num, self.den))
        return Quotient(self.tape, above, put("*", self.den, other.den))

    def __add__(self, other: Any) -> Quotient:
        return self._joined("+", other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Quotient:
        return self._joined("-", other)

    def __neg__(self) -> Quotient:
        return Quotient(self.tape, self.tape.put("-", 0, self.num), self.den)

    def __mul__(self, other: Any) -> Quotient:
        other, put = self._of(other), self.tape.put
        return Quotient(self.tape, put("*", self.num, other.num), put("*", self.den, other.den))

    __rmul__ = __mul__

    def __truediv__(self, other: Quotient) -> Quotient:
        return self * Quotient(self.tape, other.den, other.num)


class Recorder(Domain):
    """The domain whose elements are indices of a tape."""

    eliminates = False

    def __init__(self, tape: Tape) -> None:
        self.tape = tape

    def number(self, value: int | Fraction) -> Quotient:
        put = self.tape.put
        return Quotient(self.tape, put("number", value.numerator), put("number", value.denominator))

    def is_zero(self, x: Any) -> bool:
        return bool(x.num == 0)

    def _refused(self, *_: Any) -> Any:
        raise NotImplementedError("the families have no roots, angles and functions")

    root = pi = cis = turn = uninterpreted = _refused
