"""The formalisms: each turns a system into equations of motion."""

from .dalembert import dalembert
from .hamilton import hamilton
from .isolated import isolated, newton_euler_isolated
from .kane import kane
from .lagrange import lagrange
from .newton_euler import newton_euler

__all__ = [
    "dalembert",
    "hamilton",
    "isolated",
    "kane",
    "lagrange",
    "newton_euler",
    "newton_euler_isolated",
]
