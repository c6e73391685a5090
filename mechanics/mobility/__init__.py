"""How many freedoms a mechanism with loops has: ranks, families, obstructions, and a report."""

from .freedoms import ClosedSystem, freedom
from .placing import ClosureError
from .report import Branch, FreedomReport, Singular

__all__ = ["Branch", "ClosedSystem", "ClosureError", "FreedomReport", "Singular", "freedom"]
