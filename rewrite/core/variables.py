"""Variables of rules: what may be put in their place is any term of their sort and shape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from ..errors import SortError
from .linear import scale, times
from .operators import ONE, VARIABLE, ZERO, one_of, zero_of
from .sorts import Scalar, is_unknown, sort_of_shape
from .terms import Shape, Term, VariableInfo, intern, postorder

S = TypeVar("S", bound=Term)
Bindings = dict[Any, Any]
"""The values of variables: terms for variables, numbers for sizes that were left open."""


def variable(name: str, sort: type[S], shape: Shape | None = None) -> S:
    """A variable of a pattern, distinguished by its name, sort and shape.

    >>> from rewrite import Vector, cross
    >>> cross(variable("a", Vector), variable("b", Vector))
    cross(a, b)
    """
    if not name.isidentifier():
        raise SortError(f"{name!r} cannot name a variable: use an identifier")
    shape = shape if shape is not None else sort.default_shape
    if shape is None:
        raise SortError(f"variable {name}: a {sort.__name__} needs a shape, for instance (3, 3)")
    return intern(VARIABLE, (), sort, shape, VariableInfo(name))


def variables_of(t: Term) -> frozenset[Term]:
    """The variables that occur in a term."""
    return frozenset(s for s in postorder(t) if s.op is VARIABLE)


def instance(t: Term, bindings: Mapping[Any, Any]) -> Term:
    """A pattern with terms in the place of its variables; nothing is simplified.

    Sizes that were left open are settled too, in zeros and ones as in everything else.
    """
    done: dict[Term, Term] = {}
    for s in postorder(t):
        if s.args:
            args = tuple([done[a] for a in s.args])
            done[s] = s if args == s.args else _applied(s, args)
        elif s.op is VARIABLE:
            done[s] = bindings.get(s, s)
        elif s.op in (ZERO, ONE) and any(map(is_unknown, s.shape)):
            shape = tuple(bindings.get(n, n) for n in s.shape)
            make = zero_of if s.op is ZERO else one_of
            done[s] = make(sort_of_shape(shape), shape)
        else:
            done[s] = s
    return done[t]


def _applied(t: Term, args: tuple[Term, ...]) -> Term:
    """`t` with other operands; a matrix that has become 1×1 is a scalar from then on."""
    op = times if t.op is scale and args[1].sort is Scalar else t.op
    return cast(Term, op.build(args))
