"""A source of random numbers in a domain."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random
from typing import Any

from ..core.terms import Shape, Term
from .domains import Modular
from .fields import Coordinates, Domain


class Source:
    """Random elements of a domain; earlier values are kept for awkward draws."""

    def __init__(self, random: Random, domain: Domain, awkward: float = 0) -> None:
        self.random, self.domain, self.awkward = random, domain, awkward
        self.seen: dict[tuple[type[Term], Shape], list[Coordinates]] = {}

    def sometimes(self) -> bool:
        """Whether to draw something awkward."""
        return self.random.random() < self.awkward

    def number(self) -> Any:
        """Any number: a small fraction, or any residue."""
        if isinstance(self.domain, Modular):
            return self.domain.number(self.random.randrange(self.domain.p))
        below = self.random.choice((1, 1, 1, 2, 3))
        return self.domain.number(Fraction(self.random.randint(-9, 9), below))

    def digit(self) -> Any:
        """A number that stays small when it is squared and divided by."""
        if isinstance(self.domain, Modular):
            return self.number()
        return self.domain.number(self.random.randint(-3, 3))

    def pi(self) -> Any:
        """A number that stands for π: close to it in domains that are ordered."""
        if isinstance(self.domain, Modular):
            return self.number()
        below = self.random.randint(7, 99)
        return self.domain.number(Fraction(round(math.pi * below), below))

    def sign(self) -> Any:
        return self.domain.number(self.random.choice((1, -1)))

    def root(self, x: Any) -> Any:
        """A square root; modulo a prime, where signs mean nothing, either of the two."""
        return self.domain.surd(x) if isinstance(self.domain, Modular) else self.domain.root(x, 2)
