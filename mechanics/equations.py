"""Equations as objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .system import System


class EquationsOfMotion:
    """M(q) u' = f(q, u)."""

    def __init__(
        self, formalism: str, system: System, upper: Sequence[Sequence[Any]], right: Sequence[Any]
    ) -> None:
        self.formalism, self.system = formalism, system
        self.upper, self.right = upper, right
        self.unknowns = system.accelerations
