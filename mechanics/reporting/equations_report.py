"""The equations of a mechanism as text or code, in any formalism."""

from __future__ import annotations

import warnings
from typing import Any

from rewrite import Scalar, code, components, latex, postorder

from ..equations.equations import LEVELS, Equations
from ..equations.motion import EquationsOfMotion
from ..errors import ModelError, RedundancyWarning
from ..formalisms import FORMALISMS
from ..results.simplifier import Simplifier
from ..system import System

SECONDS = 15.0
"""How long equations are simplified before they are printed."""
UNFINISHED = f"(not all terms are simplified: the limit of {SECONDS:g} seconds was reached)"


def equations_of(system: System, formalism: str) -> Any:
    """The equations in a formalism, without warnings that the report already contains."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RedundancyWarning)
        return FORMALISMS[formalism](system)


def shown(equations: Any, level: str, language: str | None) -> str:
    """Equations in vectors or in scalars, as text, LaTeX or code."""
    if language in (None, "latex") or not isinstance(equations, EquationsOfMotion):
        return _written(equations, level, language)
    return equations.code(str(language), name="equations").text.rstrip("\n")


def _written(equations: Any, level: str, language: str | None) -> str:
    small = Simplifier(SECONDS)
    text = _lines(equations, level, language, small)
    return f"{text}\n{UNFINISHED}" if small.ended and language is None else text


def _lines(equations: Any, level: str, language: str | None, small: Simplifier) -> str:
    if isinstance(equations, Equations):
        return _sides(equations, level, language, small)
    if level == "vector" and language is None:
        return str(equations.simplified(small))
    terms = equations.named()
    if level == "vector":
        terms = {f"block_{i}": t for i, t in enumerate((*equations.blocks, *equations.right), 1)}
    if language is None:
        return "\n".join(f"{name} = {_in_scalars(t, small)}" for name, t in terms.items())
    return "\n".join(f"{_subscript(name)} = {latex(t)} \\\\" for name, t in terms.items())


def _in_scalars(t: Any, small: Simplifier) -> Any:
    """A scalar in its smallest form; if vectors remain, in coordinates."""
    found = small(t)
    plain = all(isinstance(s, Scalar) for s in postorder(found))
    return found if plain or small.ended else components(found)


def _sides(equations: Equations, level: str, language: str | None, small: Simplifier) -> str:
    if level == "scalar":
        fine = [s.simplified(small) for e in equations for s in e.scalars()]
    else:  # a formalism may begin with equations in parameters
        fine = [e.at(max("vector", e.level, key=LEVELS.index)) for e in equations]
    if language == "latex":
        return "\n".join(f"{e.latex()} \\\\" for e in fine)
    if language is not None:
        terms = {f"e_{i}": e.residual for i, e in enumerate(fine, 1)}
        if level == "vector":
            raise ModelError("code needs scalars: use --equations scalar, or leave the option out")
        return code(terms, language, name="equations").text.rstrip("\n")
    return "\n".join(f"{e.name}:\n  {e}" for e in fine)


def _subscript(name: str) -> str:
    letter, _, rest = name.partition("_")
    return f"{letter}_{{{rest.replace('_', ' ')}}}"
