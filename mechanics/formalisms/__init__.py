"""The formalisms: each turns a system into equations of motion.

A new one is a function of a system in its own file, and its import here.
"""

from collections.abc import Callable
from inspect import isfunction
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
    name.removesuffix("_equations").replace("_", "-"): found
    for name, found in sorted(globals().items())
    if isfunction(found) and found is not isfunction
}
"""The formalisms by their names on the command line: `newton_euler` is newton-euler."""
__all__ = ["FORMALISMS", "FreeBody", "TreeEquations", *(f.__name__ for f in FORMALISMS.values())]
