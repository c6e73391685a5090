"""Motions in numbers: generated functions, the program that runs them, and `simulate`."""

from .driver import Layout, Mechanism, NotClosedError
from .events import Event, Passage
from .motion_code import MotionCode, motion_code
from .run import Run
from .simulate import simulate

__all__ = [
    "Event",
    "Layout",
    "Mechanism",
    "MotionCode",
    "NotClosedError",
    "Passage",
    "Run",
    "motion_code",
    "simulate",
]
