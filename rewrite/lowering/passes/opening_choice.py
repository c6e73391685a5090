"""In which sums products are expanded, so that they can be collected by parameters.

An expanded product costs more in one sum, but less in many sums that share its parts. So sums that
have factors of products in common are considered together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .parameter_forms import Form, Monomial, Shape, rows_of


class Choice(NamedTuple):
    """A sum whose products may be expanded: its form before and after, and the expanded factors."""

    closed: Form
    opened: Form
    inner: list[int]
    """One for each product."""


class Shared:
    """The common parts of sums after a first reading, and the sums in which expanding pays."""

    def __init__(
        self,
        forms: Mapping[int, Form],
        choices: Mapping[int, Choice],
        inner: Mapping[int, int],
        uses: Sequence[int],
    ) -> None:
        self.forms, self.choices, self.inner, self.uses = forms, choices, inner, uses
        self.products: Counter[Monomial] = Counter()
        self.shapes: Counter[Shape] = Counter()
        for form in forms.values():
            for nodes in {nodes for _, nodes in form if len(nodes) > 1}:
                self.products[nodes] += 1
            for row in rows_of(form):
                self.shapes[row.shape] += 1

    def cost(self, form: Form) -> float:
        """The operations of a sum; operations shared with other sums count in part."""
        rows = rows_of(form)
        rest = [nodes for fixed, nodes in form if not fixed]
        total = 2.0 * len(rows) + len(rest)
        for row in rows:
            total += (len(row.shape) - 1) / max(self.shapes[row.shape], 1)
        for nodes in {nodes for _, nodes in form}:
            total += max(len(nodes) - 1, 0) / max(self.products[nodes], 1)
        return total

    def share(self, x: int) -> float:
        """The saving for each product with a factor, if the factor is expanded everywhere."""
        uses = self.uses[x]
        return self.cost(self.forms[x]) / uses if self.inner.get(x) == uses else 0.0

    def chosen(self) -> tuple[set[int], float]:
        """The sums in which products are expanded, either all that have factors in common or none,
        and what that saves."""
        found, saved = set[int](), 0.0
        for group in self._groups():
            gain = 0.0
            for node in group:
                closed, opened, inner = self.choices[node]
                gain += self.cost(closed) - self.cost(opened)
                gain += sum([1 + self.share(x) for x in inner])
            if gain > 0:
                found |= group
                saved += gain
        return found, saved

    def _groups(self) -> list[set[int]]:
        by_factor: dict[int, list[int]] = {}
        for node, choice in self.choices.items():
            for x in choice.inner:
                by_factor.setdefault(x, []).append(node)
        groups: list[set[int]] = []
        left = dict.fromkeys(self.choices)
        while left:
            group, stack = set[int](), [next(iter(left))]
            while stack:
                node = stack.pop()
                if node in left:
                    del left[node]
                    group.add(node)
                    stack += [n for x in self.choices[node].inner for n in by_factor[x]]
            groups.append(group)
        return groups
