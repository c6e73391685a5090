"""How many freedoms a mechanism with loops has: ranks, families, obstructions, and a report."""

from .closure.questions import ClosedSystem
from .configurations.placing import ClosureError
from .freedoms import freedom
from .report import Branch, FreedomReport, Singular

__all__ = ["Branch", "ClosedSystem", "ClosureError", "FreedomReport", "Singular", "freedom"]
