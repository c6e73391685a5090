"""Code from a graph: Python, NumPy, C, sympy and LaTeX."""

from .code import Code, code
from .language import Language

__all__ = ["Code", "Language", "code"]
