"""Declaring operators: the one door for the standard theory and for a user's own algebra.

>>> from rewrite import Vector, vectors, Associative, Commutative, Idempotent
>>> meet = operator("meet", Vector, Vector, result=Vector,
...                 laws=[Associative(), Commutative(), Idempotent()])
>>> a, b = vectors("a b")
>>> meet(a, b, a)
meet(a, b, a)
>>> from rewrite import normal
>>> normal(meet(b, a, b))
meet(a, b)
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar, cast, overload

from ..errors import LawError, SortError
from . import sorts
from .laws import Associative, Homogeneous, Law
from .laws.lists import checked
from .operators import DECLARED, Change, Derivative, Kind, Operator, Typed, Typing
from .terms import Term

A = TypeVar("A", bound=Term)
B = TypeVar("B", bound=Term)
C = TypeVar("C", bound=Term)


def add_laws(op: Operator[..., Any], laws: Iterable[Law]) -> None:
    """Give an operator more laws, checked against those it has.

    Laws that name another operator can be added when that one has been declared.
    """
    op.laws = checked(op, (*op.laws, *laws))
    op.pipeline = tuple(sorted(op.laws, key=lambda law: law.step))
    op.laws_by_kind.clear()
    scalars = op.law(Homogeneous)
    op.is_linear = (
        len(op.params) == 1 and scalars is not None and scalars.of is None and scalars.degree == 1
    )
    op.__dict__.pop("_degrees", None)
    op.describe()


def _by_operand(op: Operator[..., Any], given: Derivative) -> tuple[Change | None, ...] | str:
    """A declared derivative, checked: a function or None for every operand, or "linear"."""
    if given == "linear":
        return given
    if op.variadic:
        raise LawError(
            f"operator {op.name!r} takes any number of operands: its derivative follows from laws "
            'that make it multilinear, or is "linear"'
        )
    found = (given,) if callable(given) else () if isinstance(given, str) else tuple(given)
    if len(found) != len(op.params) or not all(f is None or callable(f) for f in found):
        raise LawError(
            f"operator {op.name!r}: derivative must be {len(op.params)} functions, one for each "
            f'operand, or "linear", not {given!r:.60}'
        )
    return found


def typed(kind: Kind) -> Typed | None:
    """A declared parameter as sort and shape; None where any shape will do."""
    if isinstance(kind, tuple):
        return sorts.sort_of_shape(kind), kind
    if not (isinstance(kind, type) and issubclass(kind, Term)):
        raise SortError(f"a parameter is declared by a sort or a shape, not by {kind!r}")
    if kind.default_shape is None or kind in (Term, sorts.Linear):
        return None
    return kind, kind.default_shape


@overload
def operator(
    name: str, a: type[A], /, *, result: type[B], laws: Sequence[Law] = (), **more: Any
) -> Operator[[A], B]: ...
@overload
def operator(
    name: str, a: type[A], b: type[B], /, *, result: type[C], laws: Sequence[Law] = (), **more: Any
) -> Operator[[A, B], C]: ...
@overload
def operator(
    name: str, /, *params: Kind, result: Kind | Typing, laws: Sequence[Law] = (), **more: Any
) -> Operator[..., Any]: ...
def operator(
    name: str, /, *params: Kind, result: Kind | Typing, laws: Sequence[Law] = (), **more: Any
) -> Operator[..., Any]:
    """Declare an operator: its parameters' sorts, the sort of its result, its laws.

    A parameter or result is a sort (`Vector`) or the shape of a matrix (`(3, 3)`). An associative
    operator takes any number of operands. `result` may also be a function of the operator and its
    operands that returns a sort and a shape, for operators on matrices of every shape. Further
    keywords: `unicode` and `latex` (templates with `{0}`, `{1}`…), `evaluate` (a function of the
    operands' values), `facts` (how facts pass through, by name), `cost`, `derivative`, and `doc`
    (a sentence for `help`, which tells signature and laws by itself).

    The derivative of an operator that is linear in its operands follows from its laws. For others,
    `derivative` is a function for every operand, of a change d of that operand and of all operands,
    that returns the change of the value: [lambda d, x, y: d/y, lambda d, x, y: -x*d/y**2]. One
    function will do for one operand; None leaves an operand to the laws; "linear" says that the
    operator is linear in all its operands together, f(x, y) = f(x, 0) + f(0, y).
    """
    module = more.pop("module", None)
    if module is None:
        module = sys._getframe(1).f_globals.get("__name__", "?")
    if not name.isidentifier():
        raise LawError(f"an operator's name must be an identifier, not {name!r}")
    if module and ("", name) in DECLARED:
        raise LawError(f"operator {name!r}: the standard theory has an operator of this name")
    if not params:
        raise LawError(f"operator {name!r} has no parameters; declare a symbol instead")
    variadic = any(isinstance(law, Associative) for law in laws)
    if variadic and len(params) != 2:
        raise LawError(f"operator {name!r} is associative and must have two parameters")
    if callable(result) and not isinstance(result, type):
        typing = result
    else:
        fixed = typed(cast(Kind, result))
        if fixed is None:
            raise LawError(
                f"operator {name!r}: the shape of its result is not known; give a shape such as "
                "(3, 3), or a function of the operands, as result"
            )
        typing = lambda op, args: fixed  # noqa: E731
    kinds = tuple(typed(kind) for kind in params)
    derivative = more.pop("derivative", None)
    declared: Operator[..., Any] = Operator(
        name, kinds, typing, variadic=variadic, module=module, **more
    )
    if derivative is not None:
        declared.derivative = _by_operand(declared, derivative)
    add_laws(declared, laws)
    if any(isinstance(kind, type) and kind.default_shape is None for kind in params):
        declared.typing = _checking(params, typing)
    DECLARED[module, name] = declared
    return declared


def _checking(params: tuple[Kind, ...], typing: Typing) -> Typing:
    """The typing of an operator that takes a sort in any shape: the sort is still checked."""

    def check(op: Operator[..., Any], args: tuple[Term, ...]) -> Typed:
        for i, arg in enumerate(args):
            kind = params[min(i, len(params) - 1)]
            if isinstance(kind, type) and arg.sort is not kind:
                op.refuse(args, i, kind.__name__)
        return typing(op, args)

    return check
