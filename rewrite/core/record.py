"""The record of an operator: all that is known of it beside its sorts and its laws.

Each part of a record is a keyword of `operator`, whose docstring explains them with examples. Here
stand the types of the parts, and what is checked of each when it is declared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from string import Formatter
from typing import TYPE_CHECKING, Any, TypedDict

from ..errors import LawError
from .facts import KINDS, Infer, Truth
from .operators import Change, Derivative, Matrices, Operations, Operator, Samples, Template
from .sorts import Scalar
from .structure import Structure, named
from .terms import Term

if TYPE_CHECKING:
    from .laws import Law

Op = Operator[..., Any]
SIGNS = ("+", "-", "*", "/", "@", "**", ".T", ".inv")
"""The signs of Python that build terms, as a record may name them."""


class Record(TypedDict, total=False):
    """The keywords of `operator` and `add_record`."""

    laws: Sequence[Law]
    facts: Mapping[str, Infer | bool]
    doc: str
    unicode: Template
    latex: Template
    sign: str
    superscript: str
    evaluate: Callable[..., Any]
    definition: Callable[..., Term]
    stands_for: Callable[..., Term]
    acts: Op
    angle: int
    undefined: Callable[..., Sequence[Term] | None]
    derivative: Derivative
    linear: Callable[..., Any] | Sequence[Callable[..., Any] | None]
    parts: Callable[..., Any]
    cost: Operations | Callable[[Term], Operations]
    structure: str | Structure | Callable[[Term], str | Structure]
    scalars: Callable[..., Sequence[int]]
    operands: Callable[[Term], tuple[Term, ...]]
    signs_in: Sequence[Op]
    samples: Samples


def checked_part(op: Op, name: str, value: Any) -> Any:
    """A part of a record as the operator keeps it, after checking that it makes sense."""
    check = _CHECKS.get(name)
    if check is None:
        close = get_close_matches(name, _CHECKS, 1)
        meant = f"did you mean {close[0]!r}?" if close else f"known are {', '.join(_CHECKS)}"
        raise LawError(f"operator {op.name!r}: there is no keyword {name!r}; {meant}")
    return check(op, name, value)


def _refuse(op: Op, name: str, needs: str, value: Any) -> LawError:
    return LawError(f"operator {op.name!r}: {name} must be {needs}, not {value!r:.60}")


# -- notation -------------------------------------------------------------------------------------


def _text(op: Op, name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise _refuse(op, name, "a text", value)
    return value


def _template(op: Op, name: str, value: Any) -> Template:
    """A text with a place {0}, {1}, … for every operand it shows, or a function of the term."""
    if callable(value):
        return value  # type: ignore[no-any-return]
    try:
        fields = [field for _, field, _, _ in Formatter().parse(_text(op, name, value))]
    except ValueError as error:
        raise LawError(f"operator {op.name!r}: {name} {value!r} cannot be read: {error}") from None
    places = [field for field in fields if field is not None]
    if not all(p.isdecimal() and int(p) < len(op.params) for p in places):
        numbers = ", ".join(f"{{{i}}}" for i in range(len(op.params)))
        raise _refuse(op, name, f"a template with the places {numbers} (a brace is {{{{)", value)
    return value  # type: ignore[no-any-return]


def _sign(op: Op, name: str, value: Any) -> str:
    if value not in SIGNS:
        raise _refuse(op, name, f"one of {', '.join(SIGNS)}", value)
    return value  # type: ignore[no-any-return]


# -- values ---------------------------------------------------------------------------------------


def _function(op: Op, name: str, value: Any) -> Any:
    if not callable(value):
        raise _refuse(op, name, "a function", value)
    return value


def _facts(op: Op, name: str, value: Any) -> dict[str, Infer]:
    """Facts to add to those that the operator already infers."""
    if not isinstance(value, Mapping):
        raise _refuse(op, name, "a mapping from names of facts", value)
    found = dict(op.facts)
    for fact, infer in value.items():
        if fact not in KINDS:
            known = ", ".join(KINDS)
            raise LawError(f"operator {op.name!r}: no fact is called {fact!r}; known are {known}")
        if not callable(infer) and not isinstance(infer, bool):
            raise _refuse(
                op, fact, "True, False, or a function of what is known and of the term", infer
            )
        found[fact] = _always(Truth.of(infer)) if isinstance(infer, bool) else infer
    return found


def _always(truth: Truth) -> Infer:
    return lambda known, t: truth


def _acts(op: Op, name: str, value: Any) -> Op:
    if not isinstance(value, Operator) or len(value.params) != 2:
        raise _refuse(op, name, "an operator of two operands", value)
    return value


def _angle(op: Op, name: str, value: Any) -> int:
    scalar = isinstance(value, int) and 0 <= value < len(op.params) and op.params[value]
    if not scalar or scalar[0] is not Scalar:
        raise _refuse(op, name, "the number of an operand that is a Scalar, from 0 on", value)
    return value  # type: ignore[no-any-return]


# -- work -----------------------------------------------------------------------------------------


def _cost(op: Op, name: str, value: Any) -> Callable[[Term], Operations]:
    if callable(value):
        return value  # type: ignore[no-any-return]
    whole = isinstance(value, tuple) and all(type(n) is int and n >= 0 for n in value)
    if not whole or not 2 <= len(value) <= 4:
        needs = "(multiplications, additions, divisions, calls), the last two if there are any, or"
        raise _refuse(op, name, f"{needs} a function of the term that returns them", value)
    return lambda t: value


def _structure(op: Op, name: str, value: Any) -> Callable[[Term], str | Structure]:
    if callable(value) and not isinstance(value, Structure):
        return value  # type: ignore[no-any-return]
    kind = named(value, op.name)
    return lambda t: kind


def _operators(op: Op, name: str, value: Any) -> tuple[Op, ...]:
    if not isinstance(value, Sequence) or not all(isinstance(x, Operator) for x in value):
        raise _refuse(op, name, "a list of operators", value)
    return tuple(value)


def _samples(op: Op, name: str, value: Any) -> Samples:
    listed = isinstance(value, Sequence) and all(isinstance(kinds, tuple) for kinds in value)
    if not listed and not callable(value):
        needs = "a list of tuples of sorts and shapes, or a function of the kind that is wanted"
        raise _refuse(op, name, needs, value)
    return value  # type: ignore[no-any-return]


# -- functions for every operand ------------------------------------------------------------------


def _by_operand(op: Op, name: str, given: Any) -> tuple[Change | None, ...]:
    """A function or None for every operand; one function will do for one operand."""
    found = (given,) if callable(given) else () if isinstance(given, str) else tuple(given)
    if len(found) != len(op.params) or not all(f is None or callable(f) for f in found):
        alternative = ', or "linear"' if name == "derivative" else ""
        needs = f"{len(op.params)} functions, one for each operand{alternative}"
        raise _refuse(op, name, needs, given)
    return found


def _derivative(op: Op, name: str, given: Any) -> tuple[Change | None, ...] | str:
    if given == "linear":
        return "linear"
    if op.variadic:
        if callable(given):
            return (given,)
        raise LawError(
            f"operator {op.name!r} takes any number of operands: its derivative follows from laws "
            'that make it multilinear, or is "linear", or one function of a change of an operand, '
            "the operands before it and those after it"
        )
    return _by_operand(op, name, given)


def _linear(op: Op, name: str, given: Any) -> Matrices:
    if op.variadic:
        raise LawError(
            f"operator {op.name!r} takes any number of operands: say with parts= how an unknown "
            "comes out of one of them"
        )
    return _by_operand(op, name, given)


_CHECKS: dict[str, Callable[[Op, str, Any], Any]] = {
    "facts": _facts,
    "doc": _text,
    "unicode": _template,
    "latex": _template,
    "sign": _sign,
    "superscript": _text,
    "evaluate": _function,
    "definition": _function,
    "stands_for": _function,
    "acts": _acts,
    "angle": _angle,
    "undefined": _function,
    "derivative": _derivative,
    "linear": _linear,
    "parts": _function,
    "cost": _cost,
    "structure": _structure,
    "scalars": _function,
    "operands": _function,
    "signs_in": _operators,
    "samples": _samples,
}
