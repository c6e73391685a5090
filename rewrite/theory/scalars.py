"""Functions of scalars: sine, cosine, square root, and functions that a user names."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from ..core.declaring import add_laws, add_record, operator
from ..core.laws import Absorbing, Law, Parity
from ..core.linear import power
from ..core.operators import DECLARED, ZERO, Atom, Operator, number
from ..core.sorts import Scalar
from ..core.terms import Term, intern
from ..errors import NameClashError
from .quarter_turns import QuarterTurns
from .scalar_tools import HALF

if TYPE_CHECKING:
    from ..normalform.call import Call

PI = Atom("pi", 1, False)
add_record(
    PI,
    facts={"constant": True, "nonzero": True},
    scalars=lambda low, t: (low.pi(),),
)
pi: Scalar = intern(PI, (), Scalar, (1, 1), "pi")


@dataclass(frozen=True)
class ValueAtZero(Law):
    """f(0) -> value."""

    value: int
    step = 44
    arity = 1

    def apply(self, call: Call) -> None:
        if call.args[0] == 0:
            call.end(number(self.value))


sin: Operator[[Scalar], Scalar] = operator(
    "sin",
    Scalar,
    result=Scalar,
    module="",
    doc="The sine of a scalar.",
    latex=r"\sin\left({0}\right)",
    laws=[Parity(odd=True), Absorbing(ZERO), QuarterTurns(PI, lambda: (sin, cos), 0)],
    angle=0,
    derivative=lambda d, x: cos(x) * d,
    cost=(0, 0, 0, 1),
    scalars=lambda low, t, x: (low.sin(x[0]),),
)
cos: Operator[[Scalar], Scalar] = operator(
    "cos",
    Scalar,
    result=Scalar,
    module="",
    doc="The cosine of a scalar.",
    latex=r"\cos\left({0}\right)",
    laws=[Parity(odd=False), ValueAtZero(1), QuarterTurns(PI, lambda: (sin, cos), 1)],
    angle=0,
    derivative=lambda d, x: -sin(x) * d,
    cost=(0, 0, 0, 1),
    scalars=lambda low, t, x: (low.cos(x[0]),),
)


def _root(x: Term) -> Term:
    return power.build((x, number(HALF)))  # type: ignore[no-any-return]


sqrt = operator(
    "sqrt",
    Scalar,
    result=Scalar,
    module="",
    doc="The square root of a scalar, which must not be negative.",
    stands_for=_root,
)


_functions: WeakValueDictionary[tuple[str, str, int], Operator[..., Scalar]]
_functions = WeakValueDictionary()
"""Functions of which nothing but the name is known, by module, name and number of operands."""


def function(name: str, arity: int = 1, **more: Any) -> Operator[..., Scalar]:
    """A function of scalars known by its name alone: equal arguments give equal values.

    Two calls with the same name and number of operands, in one module, give one function, as long
    as nothing else is said of it. Its derivatives are functions too (see `partial`); a function
    that is given with `evaluate=` has those that `derivative=` says.

    >>> from rewrite import scalars
    >>> x, y = scalars("x y")
    >>> f = function("f", 2)
    >>> f(x + y, 0)
    f(x + y, 0)
    >>> function("f", 2) is f
    True
    """
    module = more.pop("module", None) or sys._getframe(1).f_globals.get("__name__", "?")
    known = _functions.get((module, name, arity))
    still = known is DECLARED.get((module, name))
    if known is not None and still and not more:
        return known
    operands = [Scalar] * arity
    made: Operator[..., Scalar] = operator(name, *operands, result=Scalar, module=module, **more)
    if not more:
        _functions[module, name, arity] = made
    return made


# -- derivatives of functions that are known by their names ---------------------------------------

Op = Operator[..., Any]


def is_function(op: Op) -> bool:
    """Whether an operator is a function of scalars that is known by its name alone."""
    of_scalars = all(param is not None and param[0] is Scalar for param in op.params)
    meant = op.evaluate is not None or op.definition is not None
    return of_scalars and op.module != "" and not op.variadic and not meant


def partial(op: Op, i: int) -> Op:
    """The derivative of a function by its operand i; partial derivatives commute.

    It is a function too: f', f'' if f has one operand, else f_1', f_12' for the operands 1 and 2.
    No name that can be declared has a prime in it.

    >>> f, g = function("f"), function("g", 2)
    >>> partial(partial(f, 0), 0), partial(partial(g, 1), 0), partial(partial(g, 0), 1)
    (f'', g_12', g_12')
    """
    base, places = op.origin or (op, ())
    places = tuple(sorted((*places, i)))
    if places not in base.partials:
        name = _name_of_partial(base, places)
        parity = op.law(Parity)
        made: Op = Operator(name, base.params, base.typing, module=base.module)
        add_laws(made, [Parity(odd=not parity.odd)] if parity is not None else [])
        made.origin = base, places
        base.partials[places] = DECLARED[base.module, name] = made
    return base.partials[places]


def _name_of_partial(base: Op, places: tuple[int, ...]) -> str:
    if len(base.params) == 1:
        name = base.name + "'" * len(places)
    else:
        between = "_" if len(base.params) > 9 else ""
        name = f"{base.name}_{between.join(str(k + 1) for k in places)}'"
    known = DECLARED.get((base.module, name))
    if known is not None and known.origin is not None and known.origin[0].name != base.name:
        raise NameClashError(
            f"a derivative of {base.name!r} would be called {name!r}, as one of "
            f"{known.origin[0].name!r} is; rename one of the two functions"
        )
    return name


def derived(name: str, find: Callable[[str], Op | None]) -> Op | None:
    """The derivative that a name such as f'' or g_12' stands for, of a function that `find` finds.

    >>> f, g = function("f"), function("g", 2)
    >>> derived("f''", {"f": f}.get), derived("g_12'", {"g": g}.get), derived("g'", {"g": g}.get)
    (f'', g_12', None)
    """
    base = name.rstrip("'")
    op = find(base)
    places = [0] * (len(name) - len(base))
    if op is None or len(op.params) != 1:
        numbered = re.fullmatch(r"(\w+?)_([1-9][0-9_]*)'", name)
        op = find(numbered[1]) if numbered else None
        if numbered is None or op is None or len(op.params) == 1:
            return None
        numbers = numbered[2].split("_") if len(op.params) > 9 else numbered[2].replace("_", "0")
        places = [int(k or 0) - 1 for k in numbers]
    if not places or not is_function(op) or not all(0 <= k < len(op.params) for k in places):
        return None
    for k in places:
        op = partial(op, k)
    return op if op.name == name else None
