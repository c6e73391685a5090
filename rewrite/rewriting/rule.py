"""Rules: an identity with a direction, written as mathematics and checked when it is defined.

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
import re
import sys
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import FrameType
from typing import Any, Generic, TypeVar, cast

from ..core.linear import add, div
from ..core.operators import VARIABLE, coerce, label, number, one_of
from ..core.sorts import Linear, Matrix, Scalar, Vector, is_unknown, sort_of_shape, unknown_size
from ..core.terms import Shape, Term
from ..core.variables import Bindings, instance, variable, variables_of
from ..errors import FactError, RewriteError, RuleError, SortError
from ..matching.compiling import compiled_head
from ..matching.patterns import Pattern, Place, Search
from ..normalform.monomials import split
from ..normalform.walk import normal
from .conditions import Condition, is_condition, satisfied
from .run import Run, Strategy

T = TypeVar("T", bound=Term, covariant=True)


@dataclass(frozen=True)
class Rewrite(Generic[T]):
    """The content of a rule: `left >> right`, under conditions."""

    left: T
    right: T
    conditions: tuple[Condition, ...] = ()

    def when(self, *conditions: Condition) -> Rewrite[T]:
        """The same under conditions: facts, `precedes(a, b)`, `free_of(t, x)`."""
        for c in conditions:
            if not is_condition(c):
                raise RuleError(
                    f"a condition is a fact such as symmetric(A), precedes(a, b) or free_of(t, x), "
                    f"not {label(c)}"
                )
        return replace(self, conditions=(*self.conditions, *conditions))

    def __str__(self) -> str:
        when = f"  when {', '.join(map(str, self.conditions))}" if self.conditions else ""
        return f"{self.left} -> {self.right}{when}"

    def __bool__(self) -> bool:
        raise TypeError(f"{self} is a rewrite, neither true nor false")


def rewrite_to(left: Any, right: Any) -> Rewrite[Any]:
    """The two sides of a rule, after checking that they have one sort and shape."""
    if isinstance(right, Term) and right.sort is left.sort and right.shape == left.shape:
        return Rewrite(left, right)
    return Rewrite(left, coerce(right, left.sort, left.shape, f"the right side of {left} >> …"))


@dataclass(frozen=True, eq=False)
class Rule(Strategy):
    """A checked rule: its name, its identity, its two sides and conditions, and its source."""

    name: str
    doc: str
    written: Rewrite[Any]
    where: str
    left: Term = field(repr=False)
    """The left side in normal form, without its number."""
    right: Term = field(repr=False)
    """The right side, divided by the number that the left side lost."""

    @cached_property
    def pattern(self) -> Pattern:
        """The left side, compiled for matching when it is first looked for."""
        pattern = compiled_head(self.left)
        pattern.settle(_solid(self.left, self.right))
        return pattern

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return self.written.conditions

    @cached_property
    def variables(self) -> frozenset[Term]:
        return variables_of(self.left)

    def places(self, t: Term, search: Search) -> Iterator[Place]:
        """Where the rule applies at the head of a normal term."""
        for place in self.pattern.places(t, search):
            if self.allows(place.bindings, search):
                yield place

    def allows(self, bindings: Bindings, search: Search) -> bool:
        """Whether the conditions are known to hold."""
        return all(satisfied(c, bindings, search) for c in self.written.conditions)

    def result(self, place: Place, search: Search) -> Term | None:
        """The term after the rule is used at a place, in normal form; None if it has no meaning."""
        try:
            value = instance(self.right, place.bindings)
            if place.sign < 0:
                value = cast(Term, -cast(Any, value))
            return search.normal(place.put(value))
        except (SortError, ArithmeticError):
            return None

    def apply(self, t: Term, run: Run) -> Term | None:
        return run.rewritten(t, (self,))

    def __eq__(self, other: object) -> bool:
        """Rules are the same if they have one name and say the same."""
        same = isinstance(other, Rule) and self.name == other.name
        return same and self.written == cast(Rule, other).written

    def __hash__(self) -> int:
        return hash((self.name, self.written))

    def __str__(self) -> str:
        return f"{self.name}: {readable(str(self.written))}"

    def __repr__(self) -> str:
        return f"<rule {self}>"


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
    """A rule from two patterns with variables, checked as one that an author writes."""
    return Maker(name, where).checked(doc, written)


def _names_around(frame: FrameType | None, deep: int = 8) -> dict[str, Any]:
    """The names of a function and of those around it, where an annotation may have a sort from."""
    found: dict[str, Any] = {}
    while frame is not None and deep:
        found = {**frame.f_locals, **found}
        frame, deep = frame.f_back, deep - 1
    return found


class Maker:
    """The way from a function to a rule."""

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
        """The annotations of a function; in most files they are names of sorts, only looked up."""
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
        """Call the function, each time with the shapes that the time before asked for."""
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
                raise self.error(f"it returns {label(written)}, and must return left >> right")
            return written
        raise self.error("its shapes do not settle")

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
        """Make sizes the same; whether that changed anything and is possible."""
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
        left, right = written.left, written.right
        have = variables_of(left)
        if left.op is VARIABLE:
            raise self.error(
                f"its left side is the bare variable {left}, which matches everything; "
                "write the operator that the rule is about"
            )
        used = (right, *(t for c in written.conditions for t in c.terms))
        for t in used:
            for v in sorted(variables_of(t) - have, key=str):
                raise self.error(f"variable {v.name!r} does not occur on the left side {left}")
        try:
            left = normal(left)
            same = normal(right)
        except ArithmeticError as error:
            raise self.error(str(error)) from error
        if left is same:
            raise self.error(
                f"its sides are the same in normal form, {left}: the laws of the operators "
                "already say what it says"
            )
        coefficient = split(left)[0]
        if coefficient == 0 or left.op.constant:
            raise self.error(f"its left side is {left} by the laws of the operators")
        if coefficient != 1 and left.op is not add:
            left = normal(cast(Any, left) / number(coefficient))
            right = div.build((right, number(coefficient)))
        lost = have - variables_of(left)
        for v in sorted(lost.intersection(v for t in used for v in variables_of(t)), key=str):
            raise self.error(
                f"variable {v.name!r} is lost when the left side takes its normal form {left}"
            )
        if left.op is VARIABLE:
            raise self.error(
                f"its left side is the bare variable {left} but for what the laws take away, "
                "and matches everything; write the operator that the rule is about"
            )
        return Rule(self.name, doc, written, self.where, left, right)


def _solid(left: Term, right: Term) -> frozenset[Term]:
    """The variables for which a neutral element would make both sides the same."""
    found = set()
    sizes = {n: 3 for v in variables_of(left) for n in v.shape if is_unknown(n)}
    concrete: Bindings = {**sizes}
    for v in variables_of(left):
        shape = tuple(sizes.get(n, n) for n in v.shape)
        sort = sort_of_shape(shape) if v.sort in (Matrix, Vector) else v.sort
        concrete[v] = variable(v.name, sort, shape)
    for v in variables_of(left):
        if v.sort.has_one and v.sort is not Scalar:
            try:
                one = one_of(concrete[v].sort, concrete[v].shape)
                sides = [normal(instance(t, {**concrete, v: one})) for t in (left, right)]
            except (RewriteError, ArithmeticError):
                continue
            if sides[0] is sides[1]:
                found.add(v)
    return frozenset(found)


_SIZE = re.compile(r"(?<=[(, ×])10000\d{5}(?=[,)× ]|$)")


def readable(message: str) -> str:
    """Unknown sizes as letters."""
    names: dict[str, str] = {}
    letters = "mnpqrstuvw"
    return _SIZE.sub(
        lambda found: names.setdefault(found[0], letters[len(names) % len(letters)]), message
    )
