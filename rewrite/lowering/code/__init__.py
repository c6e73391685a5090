"""Code from a graph: Python, NumPy, C, sympy and LaTeX."""

from .code import Code, code
from .language import Language
from .style import Style

__all__ = ["Code", "Language", "Style", "code"]
