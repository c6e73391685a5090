"""Robots from descriptions: tables of Denavit and Hartenberg, URDF, files of OpenSYMORO."""

from .dh import dh
from .par import par
from .robot import Limits, Robot
from .urdf import urdf

__all__ = ["Limits", "Robot", "dh", "par", "urdf"]
