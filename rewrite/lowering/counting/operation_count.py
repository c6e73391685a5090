"""Numbers of scalar operations, and their relative weights."""

from __future__ import annotations

from typing import NamedTuple

from ...text.counting import counted

DIVISION, CALL = 4, 16
"""The weights of a division and a function call, in additions."""


class Cost(NamedTuple):
    """Scalar operations. Costs are compared by `total`, in which a division weighs 4, a call 16."""

    multiplications: int = 0
    additions: int = 0
    divisions: int = 0
    calls: int = 0

    @property
    def total(self) -> int:
        plain = self.multiplications + self.additions
        return plain + DIVISION * self.divisions + CALL * self.calls

    def __lt__(self, other: tuple[object, ...]) -> bool:
        return self.total < other.total if isinstance(other, Cost) else NotImplemented

    def __le__(self, other: tuple[object, ...]) -> bool:
        return self.total <= other.total if isinstance(other, Cost) else NotImplemented

    def __gt__(self, other: tuple[object, ...]) -> bool:
        return self.total > other.total if isinstance(other, Cost) else NotImplemented

    def __ge__(self, other: tuple[object, ...]) -> bool:
        return self.total >= other.total if isinstance(other, Cost) else NotImplemented

    def __str__(self) -> str:
        named = zip(self, ("multiplication", "addition", "division", "call"), strict=True)
        return ", ".join(counted(n, name) for n, name in named if n) or "nothing"

    def unicode(self) -> str:
        """In words."""
        return str(self)

    def latex(self) -> str:
        """In words, for typesetting."""
        return rf"\text{{{self}}}"

    def _repr_html_(self) -> str:
        return f"<span>{self}</span>"
