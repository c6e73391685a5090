"""Calling a user's `evaluate=` function; an error in it is reported as the user's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..core.terms import Term
from ..deadline import OutOfTimeError, time_left
from ..errors import EvaluateError, NotExactError, RewriteError
from ..interrupting import stoppable
from .domains import Interval, Modular
from .fields import Domain


class EndlessError(OutOfTimeError):
    """Time ran out inside a user's function."""


def called(t: Term, function: Callable[..., Any], operands: Sequence[Any], domain: Domain) -> Any:
    """The value that the function of an operator returns.

    Numbers modulo a prime and intervals have fewer methods than fractions, so it is no mistake if
    the function cannot handle them.
    """
    try:
        return stoppable(function, operands)
    except OutOfTimeError as error:
        if time_left() > 0:  # the function has set a limit of its own
            raise
        where = f"the evaluate= of operator {t.op.name!r}{_place(function)}"
        given = ", ".join(map(_shown, operands))
        raise EndlessError(f"{where} does not end within the time limit for ({given})") from error
    except (RewriteError, ArithmeticError):
        raise
    except Exception as error:
        other = isinstance(domain, Modular | Interval)
        if other and isinstance(error, TypeError | AttributeError | ValueError):
            numbers = "numbers modulo a prime" if isinstance(domain, Modular) else "intervals"
            raise NotExactError(f"not a function of {numbers}: {error}") from error
        given = ", ".join(map(_shown, operands))
        raise EvaluateError(
            f"the evaluate= of operator {t.op.name!r}{_place(function)} fails for ({given}): "
            f"{type(error).__name__}: {error}"
        ) from error


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(_shown, value))})"
    return str(value)


def _place(function: Callable[..., Any]) -> str:
    """Where a function is written, if that is known."""
    code = getattr(function, "__code__", None)
    return "" if code is None else f" ({Path(code.co_filename).name}:{code.co_firstlineno})"
