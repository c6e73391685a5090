"""Motions in numbers: generated functions, and the program that runs them."""

from .driver import Layout, Mechanism, NotClosedError
from .motion_code import MotionCode, motion_code

__all__ = ["Layout", "Mechanism", "MotionCode", "NotClosedError", "motion_code"]
