"""Robots from descriptions: tables of Denavit and Hartenberg, URDF, files of OpenSYMORO."""

from .dh import dh
from .robot import Limits, Robot

__all__ = ["Limits", "Robot", "dh"]
