"""Membership in the ideal of a context's equations, with cofactors that anybody can check.

A basis in the sense of Gröbner is completed by Buchberger's algorithm within limits, and every
element carries the multipliers that make it of the given equations. A polynomial that reduces to
zero is therefore c₁ e₁ + c₂ e₂ + …, modulo the relations of the ring, and multiplying out is all
that it takes to be convinced. That one does not reduce to zero proves nothing: the ideal may be
smaller than all that vanishes at the real points of the context.
"""

from __future__ import annotations

from heapq import heappop, heappush

from .ring import Polynomial, Ring, TooLargeError

MAX_PAIRS, MAX_BASIS = 3_000, 120
Cofactors = list[Polynomial]
Tracked = tuple[Polynomial, Cofactors]
Exponents = tuple[int, ...]


class Ideal:
    """What follows from some equations, in a ring."""

    def __init__(self, ring: Ring, equations: list[Polynomial]) -> None:
        self.ring, self.equations = ring, equations
        self.complete = True
        """Whether the basis is finished; False if a limit was reached before."""
        zero = ring.zero.num
        self._basis: list[Tracked] = []
        self._pairs: list[tuple[int, int, int]] = []
        for _, _, relation in ring.relations:
            self._add((relation, [zero] * len(equations)))
        for i, p in enumerate(equations):
            cofactors = [ring.one.num if i == j else zero for j in range(len(equations))]
            self._add(self._reduced((p, cofactors)))
        try:
            self._close()
        except TooLargeError:
            self.complete = False

    def cofactors(self, p: Polynomial) -> Cofactors | None:
        """Multipliers c with p = c₁ e₁ + c₂ e₂ + …, or None if none are found."""
        rest, found = self._reduced((p, [self.ring.zero.num] * len(self.equations)))
        return [-c for c in found] if rest == 0 else None

    def _close(self) -> None:
        for _ in range(MAX_PAIRS):
            if not self._pairs:
                return
            _, i, j = heappop(self._pairs)
            self.ring.allow(1000, 1)
            self._add(self._reduced(self._difference(self._basis[i], self._basis[j])))
            if len(self._basis) > MAX_BASIS:
                break
        self.complete = False

    def _add(self, new: Tracked) -> None:
        if new[0] == 0:
            return
        head = _head(new[0])
        for i, (p, _) in enumerate(self._basis):
            other = _head(p)
            common = [max(x, y) for x, y in zip(head, other, strict=True)]
            if any(x and y for x, y in zip(head, other, strict=True)):  # else it reduces to zero
                heappush(self._pairs, (sum(common), i, len(self._basis)))
        self._basis.append(new)

    def _difference(self, x: Tracked, y: Tracked) -> Tracked:
        """The combination in which the leading monomials of two elements cancel."""
        first, second = _head(x[0]), _head(y[0])
        lift = self._monomial([max(0, b - a) for a, b in zip(first, second, strict=True)])
        drop = self._monomial([max(0, a - b) for a, b in zip(first, second, strict=True)])
        lift, drop = lift / x[0].leading_coefficient(), drop / y[0].leading_coefficient()
        product = self.ring.product
        cofactors = [product(lift, c) - product(drop, d) for c, d in zip(x[1], y[1], strict=True)]
        return x[0] * lift - y[0] * drop, cofactors

    def _reduced(self, x: Tracked) -> Tracked:
        rest, cofactors = x
        changed = True
        while changed and rest != 0:
            changed = False
            for p, own in self._basis:
                self.ring.allow(len(rest), len(p))
                quotient, left = divmod(rest, p)
                if quotient != 0:
                    changed, rest = True, left
                    cofactors = [
                        c - self.ring.product(quotient, d)
                        for c, d in zip(cofactors, own, strict=True)
                    ]
        return rest, cofactors

    def _monomial(self, exponents: list[int]) -> Polynomial:
        return self.ring.context.term(exp_vec=tuple(exponents))


def _head(p: Polynomial) -> Exponents:
    return tuple(int(k) for k in p.monoms()[0])
