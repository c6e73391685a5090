"""Membership in the ideal of a context's equations, with cofactors that anybody can check.

A Gröbner basis is completed by Buchberger's algorithm within limits, and every element carries the
multipliers that express it by the given equations. A polynomial that reduces to zero is therefore
c₁ e₁ + c₂ e₂ + …, modulo the relations of the ring, which can be checked by multiplying out. If a
polynomial does not reduce to zero, that proves nothing: more polynomials may vanish at the real
points of the context than the ideal contains.
"""

from __future__ import annotations

from heapq import heappop, heappush

from ..deadline import check_time
from .ring import Polynomial, Ring, TooLargeError

MAX_PAIRS, MAX_BASIS = 3_000, 160
"""The most pairs that are reduced, and the most polynomials of a basis."""
Cofactors = dict[int, Polynomial]
"""Multipliers, by the indices of the equations; missing ones are zero."""
Tracked = tuple[Polynomial, Cofactors]
Exponents = tuple[int, ...]


class Ideal:
    """The consequences of some equations, in a ring."""

    def __init__(self, ring: Ring) -> None:
        self.ring = ring
        self.count = 0
        """The number of equations."""
        self.basis: list[Tracked] = []
        self._heads: list[Exponents] = []
        self._pairs: list[tuple[int, int, int]] = []
        for _, _, relation in ring.relations:
            self._enter((relation, {}))

    @property
    def complete(self) -> bool:
        """Whether the basis is finished; False if a limit was reached before."""
        return not self._pairs

    def add(self, p: Polynomial) -> None:
        """Add an equation p = 0."""
        place, self.count = self.count, self.count + 1
        self._enter(self._reduced((p, {place: self.ring.unit})))

    def cofactors(self, p: Polynomial) -> Cofactors | None:
        """Multipliers c with p = c₁ e₁ + c₂ e₂ + …, or None if none are found."""
        rest, found = self.rest(p)
        return found if rest == 0 else None

    def rest(self, p: Polynomial) -> Tracked:
        """The remainder of p, and multipliers c with p = rest + c₁ e₁ + c₂ e₂ + …"""
        rest, found = self._reduced((p, {}))
        return rest, {i: -c for i, c in found.items()}

    def power(self, p: Polynomial, most: int) -> tuple[int, Cofactors] | None:
        """The smallest k up to `most` for which pᵏ is a combination of the equations, with the
        multipliers; None if none is found."""
        rest, found = self._reduced((p, {}))
        for k in range(2, most + 1):
            if rest == 0:
                return k - 1, {i: -c for i, c in found.items()}
            found = {i: self.ring.product(p, c) for i, c in found.items()}
            rest, found = self._reduced((self.ring.product(p, rest), found))
        return (most, {i: -c for i, c in found.items()}) if rest == 0 else None

    def close(self) -> None:
        """Complete the basis, as far as limits and time allow."""
        try:
            for _ in range(MAX_PAIRS):
                if not self._pairs or len(self.basis) > MAX_BASIS:
                    return
                _, i, j = heappop(self._pairs)
                self.ring.allow(1000, 1)
                self._enter(self._reduced(self._difference(self.basis[i], self.basis[j])))
        except TooLargeError:
            self._pairs = self._pairs or [(0, 0, 0)]

    def reduced_basis(self) -> list[Tracked]:
        """The elements of the basis, each reduced by the others; those without multipliers are the
        relations of the ring."""
        found = []
        for i, (p, c) in enumerate(self.basis):
            others = [x for j, x in enumerate(self.basis) if j != i]
            rest, cofactors = self._reduced((p, c), others)
            found += [(rest, cofactors)] if rest != 0 else [(p, c)]
        return found

    def _enter(self, new: Tracked) -> None:
        if new[0] == 0:
            return
        check_time()
        head = _head(new[0])
        for i, other in enumerate(self._heads):
            if any(x and y for x, y in zip(head, other, strict=True)):  # else it reduces to zero
                common = sum(max(x, y) for x, y in zip(head, other, strict=True))
                heappush(self._pairs, (common, i, len(self.basis)))
        self.basis.append(new)
        self._heads.append(head)

    def _difference(self, x: Tracked, y: Tracked) -> Tracked:
        """The combination in which the leading monomials of two elements cancel."""
        first, second = _head(x[0]), _head(y[0])
        lift = self._monomial([max(0, b - a) for a, b in zip(first, second, strict=True)])
        drop = self._monomial([max(0, a - b) for a, b in zip(first, second, strict=True)])
        lift, drop = lift / x[0].leading_coefficient(), drop / y[0].leading_coefficient()
        cofactors = self._combined({}, lift, x[1])
        return x[0] * lift - y[0] * drop, self._combined(cofactors, -drop, y[1])

    def _reduced(self, x: Tracked, by: list[Tracked] | None = None) -> Tracked:
        rest, cofactors = x
        changed = True
        while changed and rest != 0:
            changed = False
            for p, own in self.basis if by is None else by:
                self.ring.allow(len(rest), len(p))
                quotient, left = divmod(rest, p)
                if quotient != 0:
                    changed, rest = True, left
                    cofactors = self._combined(cofactors, -quotient, own)
        return rest, cofactors

    def _combined(self, x: Cofactors, factor: Polynomial, y: Cofactors) -> Cofactors:
        """x + factor·y."""
        found = dict(x)
        for i, c in y.items():
            found[i] = found.get(i, self.ring.zero.num) + self.ring.product(factor, c)
        return found

    def _monomial(self, exponents: list[int]) -> Polynomial:
        return self.ring.context.term(exp_vec=tuple(exponents))


def _head(p: Polynomial) -> Exponents:
    return tuple(int(k) for k in p.monomial(0))
