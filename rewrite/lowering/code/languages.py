"""The languages that `code` knows by name. To add one, write a file and import it here."""

from __future__ import annotations

from .c import CLanguage as CLanguage
from .language import Language
from .latex import LatexLanguage as LatexLanguage
from .numpy_code import NumpyLanguage as NumpyLanguage
from .python import PythonLanguage as PythonLanguage
from .sympy_code import SympyLanguage as SympyLanguage

LANGUAGES: dict[str, Language] = {
    found.name: found()
    for found in list(globals().values())
    if isinstance(found, type) and issubclass(found, Language) and found is not Language
}
"""The languages, by name."""
