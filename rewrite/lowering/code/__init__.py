"""Code from a graph: Python, NumPy, C, sympy and LaTeX."""

from .code import Code, code

__all__ = ["Code", "code"]
