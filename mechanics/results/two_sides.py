"""The base class of equations: two sides, their difference, and how they are written."""

from __future__ import annotations

from typing import Any

from rewrite import latex, unicode


class TwoSides:
    """left = right."""

    left: Any
    right: Any

    @property
    def residual(self) -> Any:
        """left - right, which vanishes."""
        return self.left - self.right

    def unicode(self) -> str:
        """The equation in the notation of a textbook."""
        return f"{unicode(self.left)} = {unicode(self.right)}"

    def latex(self) -> str:
        """For typesetting."""
        return f"{latex(self.left)} = {latex(self.right)}"

    def __str__(self) -> str:
        return f"{self.left} = {self.right}"
