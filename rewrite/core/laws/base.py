"""The base class of laws, and how laws name elements and equations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

from .. import sorts
from ..operators import ONE, OPAQUE, Atom, Operator, Typed, one_of, zero_of
from ..terms import Shape, Term, intern

if TYPE_CHECKING:
    from ...normalform.call import Call

S = TypeVar("S")
Side = Literal["left", "right", "both"]
Op = Operator[..., Any]
Element = Term | Atom
"""An element named by a law: a term, or ZERO or ONE, those of the sort at hand."""

# An equation is a pair of patterns: a variable is a str, an application a tuple headed by its
# operator, an element a Term or Atom, and ("-", p) is the opposite of p.
Pattern = Any
Equation = tuple[Pattern, Pattern]


def is_element(t: Term, element: Element) -> bool:
    """Whether `t` is the element that a law names."""
    if isinstance(element, Term):
        return t is element
    return t.op.constant and t.value == (1 if element.name == "one" else 0)


def occurs(element: Element, args: Sequence[Term]) -> bool:
    """Whether the element that a law names is among the operands."""
    if isinstance(element, Term):
        return any(x is element for x in args)
    constants = [x for x in args if x.op.constant]  # mostly none
    return bool(constants) and any(is_element(x, element) for x in constants)


def element_of(element: Element, sort: type[Term], shape: Shape) -> Term:
    """The element that a law names, in a given sort and shape."""
    if isinstance(element, Term):
        return element
    return one_of(sort, shape) if element.name == "one" else zero_of(sort, shape)


def result_of(op: Op) -> Typed | None:
    """The sort and shape of an operator's result, if those of its operands are declared."""
    if not op.params or None in op.params:
        return None
    samples = (intern(OPAQUE, (), *kind, i) for i, kind in enumerate(op.params) if kind is not None)
    return op.typing(op, tuple(samples))


@dataclass(frozen=True)
class Law:
    """A property of an operator. `step` is its place in the order of algorithms."""

    step: ClassVar[int] = 80
    arity: ClassVar[int] = 2

    def fits(self, op: Op) -> str | None:
        """Why this law makes no sense for `op`, or None."""
        if len(op.params) != self.arity:
            wanted = "one operand" if self.arity == 1 else f"{self.arity} operands"
            return f"it is about operators of {wanted}, and {op} has {len(op.params)}"
        return None

    def apply(self, call: Call) -> None:
        """Change the operands of a call, or end it. By default nothing."""

    def is_idle(self, on_symbols: bool) -> bool:
        """Whether `apply` never changes a call, or none whose operands are all symbols."""
        return type(self).apply is Law.apply

    def meets(self, call: Call, x: Term, y: Term) -> Term | None:
        """The value of f(x, y) by this law, if the law looks at two operands together."""
        return None

    def exchanges(self) -> Op | None:
        """The operator f of one operand with f(x) y = -f(y) x in words, if the law says so."""
        return None

    def equations(self, op: Op) -> list[Equation]:
        """The law as equations between patterns."""
        return []

    def __str__(self) -> str:
        given = [(f, getattr(self, f.name)) for f in fields(self)]
        given = [(f, x) for f, x in given if type(x) is not type(f.default) or x != f.default]
        shown = [(f, x) for f, x in given if not isinstance(x, FunctionType | MethodType)]
        inside = ", ".join(f.name if x is True else str(x) for f, x in shown)
        return f"{type(self).__name__}({inside})" if inside else type(self).__name__


RESULT = -1
"""The place of the result, beside those of the operands from 0."""


def agree(op: Op, *places: int) -> str | None:
    """Why operands, by number, and the result cannot stand for each other, or None."""
    kinds = (*op.params, result_of(op))
    known = [(i, kinds[i]) for i in places if kinds[i] is not None]
    for (i, x), (j, y) in pairwise(known):
        if x != y and x is not None and y is not None:
            return f"{place(i)} is {x[0].label(x[1])}, and {place(j)} is {y[0].label(y[1])}"
    return None


def place(i: int) -> str:
    return "its result" if i == RESULT else f"operand {i + 1}"


def belongs(element: Element, kind: Typed | None) -> str | None:
    """Why an element is not one of a sort, or None."""
    if kind is None:
        return None
    sort, shape = kind
    if isinstance(element, Term):
        own = element.sort, element.shape
        return (
            None if own == kind else f"{element} is {own[0].label(own[1])}, not {sort.label(shape)}"
        )
    has = sort.has_one if element is ONE else issubclass(sort, sorts.Linear)
    return None if has else f"{sort.label(shape)} has no {element}"
