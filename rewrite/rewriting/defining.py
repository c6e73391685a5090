"""Defining rules: from a function to a checked rule, with errors that name file and line.

>>> from rewrite import Vector, cross, dot
>>> @rule
... def double_cross(a: Vector, b: Vector, c: Vector) -> Rewrite[Vector]:
...     "a × (b × c) = (a·c) b − (a·b) c   (Lagrange)."
...     return cross(a, cross(b, c)) >> dot(a, c) * b - dot(a, b) * c
>>> print(double_cross)
double_cross: cross(a, cross(b, c)) -> dot(a, c)*b - dot(a, b)*c
"""

from __future__ import annotations

import inspect
import sys
import typing
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any, cast

from ..core.linear import add, div
from ..core.operators import VARIABLE, label, number
from ..core.sorts import Linear, Matrix, is_unknown, sort_of_shape, unknown_size
from ..core.terms import Shape, Term
from ..core.variables import variable, variables_of
from ..errors import FactError, RewriteError, RuleError, SortError
from ..normalform.monomials import split
from ..normalform.walk import normal
from .rule import Rewrite, Rule, readable


def rule(function: Callable[..., Rewrite[Any]]) -> Rule:
    """Make a rule of a function: its parameters are the variables, its docstring the identity.

    The function returns `left >> right`, or `(left >> right).when(...)`. A parameter `A: Matrix`
    stands for a matrix of any shape; the shapes follow from the way the matrices are used.

    >>> from rewrite import Rewrite, Scalar, Vector, cross, dot
    >>> @rule
    ... def lagrange(a: Vector, b: Vector) -> Rewrite[Scalar]:
    ...     "|a × b|² = |a|² |b|² − (a·b)²."
    ...     return dot(cross(a, b), cross(a, b)) >> dot(a, a)*dot(b, b) - dot(a, b)**2
    >>> lagrange.name
    'lagrange'
    """
    if not inspect.isfunction(function):
        raise RuleError(
            f"a rule is made of a function that returns left >> right, not {label(function)}"
        )
    code = function.__code__
    maker = Maker(function.__name__, f"{code.co_filename}:{code.co_firstlineno}")
    try:
        return maker.rule(function, sys._getframe(1))
    except RuleError:
        raise
    except RewriteError as error:
        raise maker.error(str(error)) from error


def made_rule(name: str, doc: str, written: Rewrite[Any], where: str = "made") -> Rule:
    """A rule from two patterns with variables, checked like a rule written by an author."""
    return Maker(name, where).checked(doc, written)


def _names_around(frame: FrameType | None, deep: int = 8) -> dict[str, Any]:
    """The local names of a frame and of its callers, among which annotations may find sorts."""
    found: dict[str, Any] = {}
    while frame is not None and deep:
        found = {**frame.f_locals, **found}
        frame, deep = frame.f_back, deep - 1
    return found


class Maker:
    """Makes a rule from a function."""

    def __init__(self, name: str, where: str) -> None:
        self.name, self.where = name, where
        self.sizes: dict[int, int] = {}

    def error(self, message: str) -> RuleError:
        place = self.where.replace("\\", "/").rpartition("/")[2]
        return RuleError(f"rule {self.name!r} ({place}): {readable(message)}")

    def rule(self, function: Any, frame: FrameType) -> Rule:
        doc = inspect.cleandoc(function.__doc__ or "").strip()
        if not doc:
            raise self.error("it has no docstring; state the identity there")
        kinds = self.kinds(function, self.hints(function, frame))
        written = self.written(function, kinds)
        return self.checked(doc, written)

    def kinds(self, function: Any, hints: dict[str, Any]) -> dict[str, tuple[type[Term], Any]]:
        """The sort and shape of each parameter; a shape with new unknown sizes for a Matrix."""
        found: dict[str, tuple[type[Term], Any]] = {}
        for i, parameter in enumerate(inspect.signature(function).parameters.values()):
            if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
                raise self.error(f"*{parameter.name} is not a variable; name each of them")
            hint, shape = hints.get(parameter.name), None
            if typing.get_origin(hint) is typing.Annotated:
                hint, shape, *_ = typing.get_args(hint)
            if not (isinstance(hint, type) and issubclass(hint, Term)) or hint in (Term, Linear):
                raise self.error(
                    f"parameter {parameter.name!r} needs a sort as its annotation, such as "
                    f"{parameter.name}: Vector"
                )
            if shape is None:
                shape = hint.default_shape
            if shape is None:
                shape = unknown_size(2 * i), unknown_size(2 * i + 1)
            found[parameter.name] = hint, shape
        return found

    def hints(self, function: Any, frame: FrameType) -> dict[str, Any]:
        """The annotations of a function; most are names of sorts, which are simply looked up."""
        written, around = function.__annotations__, frame.f_globals
        found = {p: around.get(a) if isinstance(a, str) else a for p, a in written.items()}
        outside = frame.f_locals is around
        if outside and all(isinstance(a, type) for p, a in found.items() if p != "return"):
            return found
        names = {**around, **_names_around(frame)}
        try:
            return typing.get_type_hints(function, localns=names, include_extras=True)
        except Exception as error:
            raise self.error(f"its annotations cannot be read: {error}") from error

    def written(self, function: Any, kinds: dict[str, tuple[type[Term], Any]]) -> Rewrite[Any]:
        """Call the function repeatedly, each time with the shapes that the last call required."""
        for _ in range(2 * len(kinds) + 2):
            variables = {
                name: variable(name, sort, self.settled(shape))
                for name, (sort, shape) in kinds.items()
            }
            try:
                written = function(**variables)
            except (SortError, FactError) as error:
                if not self.unified(error.dimensions) or not self.possible(kinds):
                    raise self.error(str(error)) from error
                continue
            except RewriteError as error:
                raise self.error(str(error)) from error
            if not isinstance(written, Rewrite):
                raise self.error(f"it returns {label(written)}, but must return left >> right")
            return written
        raise self.error("its shapes cannot be determined")

    def settled(self, shape: Shape) -> Shape:
        found = []
        for n in shape:
            while n in self.sizes:
                n = self.sizes[n]
            found.append(n)
        return tuple(found)

    def possible(self, kinds: dict[str, tuple[type[Term], Any]]) -> bool:
        """Whether no parameter declared a matrix has become a vector or a scalar."""
        matrices = [self.settled(shape) for sort, shape in kinds.values() if sort is Matrix]
        return all(sort_of_shape(shape) is Matrix for shape in matrices)

    def unified(self, pairs: Any) -> bool:
        """Equate pairs of sizes; whether that is possible and changed anything."""
        changed = False
        for pair in pairs:
            x, y = self.settled(pair)
            if x == y:
                continue
            if not is_unknown(x):
                x, y = y, x
            if not is_unknown(x):
                return False
            self.sizes[x] = y
            changed = True
        return changed

    def checked(self, doc: str, written: Rewrite[Any]) -> Rule:
        """The rule after all checks, with the numeric factor of its left side moved to the
        right."""
        left, right = written.left, written.right
        used = (right, *(t for c in written.conditions for t in c.terms))
        self.refuse_variables(left, used)
        normal_left = self.normal_left(left, right)
        coefficient = split(normal_left)[0]
        if coefficient == 0 or normal_left.op.constant:
            raise self.error(f"its left side is {normal_left} by the laws of the operators")
        if coefficient != 1 and normal_left.op is not add:
            normal_left = normal(cast(Any, normal_left) / number(coefficient))
            right = div.build((right, number(coefficient)))
        self.refuse_lost_variables(left, normal_left, used)
        return Rule(self.name, doc, written, self.where, normal_left, right)

    def refuse_variables(self, left: Term, used: Sequence[Term]) -> None:
        """Refuse a left side that matches everything, and variables that are not on it."""
        if left.op is VARIABLE:
            raise self.error(
                f"its left side is the bare variable {left}, which matches everything; "
                "write the operator that the rule is about"
            )
        have = variables_of(left)
        for t in used:
            for v in sorted(variables_of(t) - have, key=str):
                raise self.error(f"variable {v.name!r} does not occur on the left side {left}")

    def normal_left(self, left: Term, right: Term) -> Term:
        """The left side in normal form, which must differ from that of the right side."""
        try:
            found, same = normal(left), normal(right)
        except ArithmeticError as error:
            raise self.error(str(error)) from error
        if found is same:
            raise self.error(
                f"both sides have the normal form {found}: the laws of the operators already "
                "imply it"
            )
        return found

    def refuse_lost_variables(self, left: Term, found: Term, used: Sequence[Term]) -> None:
        """Refuse variables that the normal form of the left side no longer has."""
        lost = variables_of(left) - variables_of(found)
        for v in sorted(lost.intersection(v for t in used for v in variables_of(t)), key=str):
            raise self.error(
                f"variable {v.name!r} is lost when the left side takes its normal form {found}"
            )
        if found.op is VARIABLE:
            raise self.error(
                f"the laws reduce its left side to the bare variable {found}, which matches "
                "everything; write the operator that the rule is about"
            )
