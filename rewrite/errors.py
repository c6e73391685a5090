"""Every error this package raises on purpose, under one root.

A message names the place, the term, the sorts found and needed, and a remedy.
"""

from __future__ import annotations

from collections.abc import Sequence


class RewriteError(Exception):
    """The root of all errors raised on purpose by this package."""


class SortError(RewriteError, TypeError):
    """A term would be ill-sorted or ill-shaped.

    `dimensions` are the pairs of numbers of rows or columns that would have to be the same; the
    shapes of a rule's matrices follow from them.
    """

    def __init__(self, message: str, dimensions: Sequence[tuple[int, int]] = ()) -> None:
        super().__init__(message)
        self.dimensions = tuple(dimensions)


class NameClashError(RewriteError, ValueError):
    """Two different symbols of one name would meet in one term."""


class LawError(RewriteError, ValueError):
    """A list of laws contradicts itself, or does not fit its operator."""


class LawWarning(UserWarning):
    """A list of laws is redundant."""


class FactError(RewriteError, ValueError):
    """Declared facts contradict each other, or do not apply to their subject.

    `dimensions` are as in `SortError`: orthogonal(R) makes R square.
    """

    def __init__(self, message: str, dimensions: Sequence[tuple[int, int]] = ()) -> None:
        super().__init__(message)
        self.dimensions = tuple(dimensions)


class RuleError(RewriteError, ValueError):
    """A rule is not well-formed; the message names the rule, its file and its line."""


class UndefinedError(RewriteError, ArithmeticError):
    """An operation has no value at its operands (1/0, a singular inverse)."""


class NotExactError(RewriteError, ArithmeticError):
    """A value exists, but not in the exact domain in use (a root, a transcendental)."""


class EvaluateError(RewriteError):
    """A function given as `evaluate=` failed; the message names the operator and its operands."""


class NotLinearError(RewriteError, ValueError):
    """A term is not linear in the symbol whose coefficient is wanted."""


class NoDerivativeError(RewriteError, ValueError):
    """A term depends in an unknown way on the symbol by which it is differentiated."""


class ParseError(RewriteError, ValueError):
    """Text that is not in the language; `position` is where the error is.

    >>> error = ParseError("expected ')'", "cross(a, b", 10)
    >>> print(error)
    expected ')' at column 11
      cross(a, b
                ^
    """

    def __init__(self, message: str, text: str = "", position: int = 0) -> None:
        self.message, self.text, self.position = message, text, position
        super().__init__(message, text, position)

    def __str__(self) -> str:
        start = max(0, self.position - 60)
        shown = self.text[start : self.position + 20].replace("\n", " ").replace("\t", " ")
        shown = "".join(c if c.isprintable() else "?" for c in shown)
        caret = " " * (self.position - start) + "^"
        return f"{self.message} at column {self.position + 1}\n  {shown}\n  {caret}"


class OutsideError(RewriteError, ValueError):
    """A term lies outside the fragment in which `canonical` is complete; the message says why."""


class LimitError(RewriteError):
    """A stated limit was reached before the work was done; the message says which."""


def reason_of(error: Exception) -> str:
    """Why a file cannot be read or written, without its path, which the message already names.

    >>> reason_of(FileNotFoundError(2, "No such file or directory", "a.txt"))
    'No such file or directory'
    """
    return getattr(error, "strerror", None) or str(error)
