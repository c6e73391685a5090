"""Code from a graph: Python, NumPy, C, sympy and LaTeX."""

from .code import Code, code
from .language import Language
from .languages import LANGUAGES as CODE_LANGUAGES
from .style import Style

__all__ = ["CODE_LANGUAGES", "Code", "Language", "Style", "code"]
