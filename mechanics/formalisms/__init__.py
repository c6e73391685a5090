"""The formalisms: each turns a system into equations of motion.

A new one is a function in a file of its own, and its line in the table.
"""

from collections.abc import Callable
from typing import Any

from ..system import System
from .dalembert import dalembert as dalembert
from .free_bodies import FreeBody as FreeBody
from .hamilton import hamilton as hamilton
from .isolated import isolated as isolated
from .isolated import newton_euler_isolated as newton_euler_isolated
from .kane import kane as kane
from .lagrange import lagrange as lagrange
from .newton_euler import newton_euler as newton_euler
from .tree_equations import TreeEquations as TreeEquations
from .tree_equations import tree_equations as tree_equations

FORMALISMS: dict[str, Callable[[System], Any]] = {
    "kane": kane,
    "lagrange": lagrange,
    "hamilton": hamilton,
    "newton-euler": newton_euler,
    "isolated": isolated,
    "tree": tree_equations,
}
"""The formalisms that the command line knows, by name."""
