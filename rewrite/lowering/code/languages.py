"""The languages that `code` knows by name: one line each."""

from __future__ import annotations

from .c import CLanguage
from .language import Language
from .latex import LatexLanguage
from .numpy_code import NumpyLanguage
from .python import PythonLanguage
from .sympy_code import SympyLanguage

LANGUAGES: dict[str, Language] = {
    language.name: language
    for language in (
        PythonLanguage(),
        NumpyLanguage(),
        CLanguage(),
        SympyLanguage(),
        LatexLanguage(),
    )
}
"""The languages, by name."""
