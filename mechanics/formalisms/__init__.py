"""The formalisms: each turns a system into equations of motion."""

from .dalembert import dalembert
from .free_bodies import FreeBody
from .hamilton import hamilton
from .isolated import isolated, newton_euler_isolated
from .kane import kane
from .lagrange import lagrange
from .newton_euler import newton_euler
from .tree_equations import TreeEquations, tree_equations

__all__ = [
    "FreeBody",
    "TreeEquations",
    "dalembert",
    "hamilton",
    "isolated",
    "kane",
    "lagrange",
    "newton_euler",
    "newton_euler_isolated",
    "tree_equations",
]
