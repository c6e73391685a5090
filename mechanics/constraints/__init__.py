"""Constraints: conditions given as terms, rolling contacts, and joints that close loops."""

from .closing import Closing
from .condition import Condition
from .constraint import Constraint
from .rolling import Rolling, Surface
from .row import Closure, Push, Row, Setting

__all__ = [
    "Closing",
    "Closure",
    "Condition",
    "Constraint",
    "Push",
    "Rolling",
    "Row",
    "Setting",
    "Surface",
]
