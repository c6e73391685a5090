"""Equations of motion as functions of arrays: y' = f(t, y, p), in C, NumPy and Python."""

from .rhs_terms import Pieces
from .right_hand_side import RightHandSide
from .writing_rhs import LANGUAGES

__all__ = ["LANGUAGES", "Pieces", "RightHandSide"]
