"""Declaring operators: one function for the standard theory and for a user's own algebra.

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
from collections.abc import Iterable
from typing import Any, TypeVar, Unpack, cast, overload

from ..errors import LawError, SortError
from . import sorts
from .laws import Associative, Homogeneous, Law
from .laws.lists import checked
from .operators import DECLARED, Kind, Operator, Typed, Typing
from .record import Record, checked_part
from .terms import Term

A = TypeVar("A", bound=Term)
B = TypeVar("B", bound=Term)
C = TypeVar("C", bound=Term)


def add_laws(op: Operator[..., Any], laws: Iterable[Law]) -> None:
    """Give an operator more laws, checked against those it has.

    Laws that name another operator can be added when that one has been declared.
    """
    op.laws = checked(op, (*op.laws, *laws))
    ordered = sorted(op.laws, key=lambda law: law.step)
    op.pipeline = tuple([law for law in ordered if not law.is_idle(on_symbols=False)])
    op.pipeline_on_symbols = tuple([law for law in ordered if not law.is_idle(on_symbols=True)])
    op.laws_by_kind.clear()
    scalars = op.law(Homogeneous)
    op.is_linear = (
        len(op.params) == 1 and scalars is not None and scalars.of is None and scalars.degree == 1
    )
    op.__dict__.pop("_degrees", None)
    op.describe()


def add_record(op: Operator[..., Any], **record: Unpack[Record]) -> None:
    """Give an operator more of its record, when the operators that it names have been declared.

    The keywords are those of `operator`. Laws and facts are added to those that the operator has;
    anything else takes the place of what was said before.

    >>> from rewrite import Vector, multilinear
    >>> turn = operator("turn", Vector, result=Vector, laws=multilinear())
    >>> back = operator("back", Vector, result=Vector, laws=multilinear())
    >>> add_record(turn, doc="A turn, which back undoes.", derivative=lambda d, v: turn(d))
    >>> add_record(turn, structur="full")
    Traceback (most recent call last):
    ...
    rewrite.errors.LawError: operator 'turn': there is no keyword 'structur'; did you mean
    'structure'?
    """
    given: dict[str, Any] = {**record}
    laws = given.pop("laws", ())
    parts = {name: checked_part(op, name, value) for name, value in given.items()}
    add_laws(op, laws)
    for name, value in parts.items():
        setattr(op, name, value)
    if op.angle is not None and op.module and op.evaluate is None:
        raise LawError(
            f"operator {op.name!r}: with angle= it needs evaluate=, a function of cosine and sine"
        )
    op.describe()


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
    name: str,
    a: type[A],
    /,
    *,
    result: type[B],
    module: str | None = None,
    **record: Unpack[Record],
) -> Operator[[A], B]: ...
@overload
def operator(
    name: str,
    a: type[A],
    b: type[B],
    /,
    *,
    result: type[C],
    module: str | None = None,
    **record: Unpack[Record],
) -> Operator[[A, B], C]: ...
@overload
def operator(
    name: str,
    /,
    *params: Kind,
    result: Kind | Typing,
    module: str | None = None,
    **record: Unpack[Record],
) -> Operator[..., Any]: ...
def operator(
    name: str,
    /,
    *params: Kind,
    result: Kind | Typing,
    module: str | None = None,
    **record: Unpack[Record],
) -> Operator[..., Any]:
    """Declare an operator: its name, the sorts of its operands and of its result, its record.

    A parameter or result is a sort (`Vector`) or the shape of a matrix (`(3, 3)`). `result` may
    also be a function of the operator and its operands that returns a sort and a shape, for
    operators on matrices of every shape. An associative operator takes any number of operands.

    All keywords after `result` may be left out; together they are the operator's record. The
    standard operators are declared in the same way. As an example, w × (w × r):

    >>> from rewrite import *
    >>> spin = operator(
    ...     "spin", Vector, Vector, result=Vector,
    ...     laws=[Homogeneous(degree=2, at=(0,)), *multilinear(at=(1,))],
    ...     evaluate=lambda w, r: tuple(
    ...         sum(x*y for x, y in zip(w, r))*u - sum(x*x for x in w)*v for u, v in zip(w, r)),
    ...     derivative=[lambda d, w, r: cross(d, cross(w, r)) + cross(w, cross(d, r)), None],
    ...     linear=[None, lambda w, r: tilde(w) @ tilde(w)],
    ...     latex=r"{0} \\times ({0} \\times {1})",
    ... )
    >>> x, (w, r) = scalar("x"), vectors("w r")

    What it is. `doc` is a sentence for `help`. `laws` are what `normal` knows of it. `facts` says
    how facts pass through it, by name: True, False, or a function `(known, t)` that returns a
    `Truth`, in which `known("symmetric", t.args[0])` is what is known of an operand.

    >>> normal(spin(2*w, -x*r))
    -4*x*spin(w, r)
    >>> def symmetric_if_equal(known, t):
    ...     return Truth.of(True if t.args[0] is t.args[1] else None)
    >>> dyad = operator("dyad", Vector, Vector, result=(3, 3), laws=multilinear(),
    ...                 facts={"symmetric": symmetric_if_equal, "invertible": False})
    >>> normal(dyad(w, w).T), normal(dyad(w, r).T)
    (dyad(w, w), dyad(w, r).T)

    How it is written. `unicode` and `latex` are templates in which {0}, {1}, … are the operands,
    or functions that give a template for a term, or None for the ordinary way.
    `superscript` writes an operator of one operand as an exponent. `sign` is for a sort whose
    Python operators build this one: it is then written as `x*y` or `x @ y`.

    >>> print(latex(spin(w, r)))
    \\boldsymbol{w} \\times (\\boldsymbol{w} \\times \\boldsymbol{r})
    >>> star = operator("star", Vector, result=Vector, superscript="+")
    >>> unicode(star(w)), star(w)
    ('w⁺', star(w))
    >>> class Dual(Linear):
    ...     "A dual number."
    ...     def __mul__(self, y):
    ...         return dual_product(self, y) if isinstance(y, Dual) else super().__mul__(y)
    >>> dual_product = operator("dual_product", Dual, Dual, result=Dual, sign="*")
    >>> p, q = symbol("p", Dual), symbol("q", Dual)
    >>> dual_product(p, q), parse("p*q", [p, q]) is p*q
    (p*q, True)

    What it means. `evaluate` is a function of the operands' values (of a Vector three numbers, of a
    Matrix its rows). With `angle=i` it gets, in place of operand i, the cosine and sine of that
    angle, so that values can be exact. `undefined` is a function of the operands that returns None
    if there is always a value, and else the terms that must not vanish, none of them if the reason
    is another: [y] for x/y, [] for a root.

    >>> evaluate(spin(w, r), {w: (0, 0, 2), r: (1, 1, 1)})
    (Fraction(-4, 1), Fraction(-4, 1), Fraction(0, 1))
    >>> def in_plane(turn, v):
    ...     (c, s), (x, y, z) = turn, v
    ...     return c*x - s*y, s*x + c*y, z
    >>> turned = operator("turned", Scalar, Vector, result=Vector, angle=0, evaluate=in_plane)
    >>> evaluate(turned(pi/2, r), {r: (1, 2, 3)})
    (Fraction(-2, 1), Fraction(1, 1), Fraction(3, 1))
    >>> ratio = operator("ratio", Scalar, Scalar, result=Scalar, evaluate=lambda x, y: x/y,
    ...                  undefined=lambda x, y: [y])
    >>> print(equal(ratio(x, x), number(1)))
    proved: ratio(x, x) == 1
      both sides have the same components: 1 polynomial in 2 generators
      where x ≠ 0

    A `definition` is a function of the operands that returns a term with the operator's value,
    wherever that term has one. `normal` keeps the operator; values, decisions, code, costs and
    derivatives follow from the definition as far as the operator does not declare its own. With
    `evaluate` too, that comes first, and what it has no value for (NotExactError) is left to the
    definition. With `acts`, an operator of two operands, f may be called with one operand more:
    f(x, y) builds acts(f(x), y). With `stands_for`, an operator is another name for what that
    function of its operands returns, and no term keeps it: sqrt(x) is x**(1/2).

    >>> centred = operator("centred", Vector, Vector, result=Vector,
    ...                    definition=lambda a, b: cross(a, cross(a, b)))
    >>> evaluate(centred(w, r), {w: (0, 0, 2), r: (1, 1, 1)})
    (Fraction(-4, 1), Fraction(-4, 1), Fraction(0, 1))

    Derivatives and coefficients. The derivative of an operator that is linear in its operands
    follows from its laws. For others, `derivative` is a function for every operand, of a change d
    of that operand and of all operands, that returns the change of the value. One function will do
    for one operand; None leaves an operand to the laws; "linear" says that the operator is linear
    in all its operands together, f(x, y) = f(x, 0) + f(0, y). That of an associative operator is
    one function of a change of an operand and of two tuples, the operands before it and those after
    it. `linear` serves `coefficient` and
    `linear_in`: a function for every operand y, of all operands, that returns the matrix M with
    f(…, y, …) = M y. Where no matrix says it, `parts` is a function of the unknown, the term, the
    number of an operand and the parts of that operand, as in `rewrite.theory.linear_parts`.

    >>> diff(spin(r + x*w, r), x)
    cross(cross(r, w), r + x*w) - cross(w, cross(r, r + x*w))
    >>> coefficient(spin(w, r) + x*r, r)
    x*identity(3) + tilde(w)**2
    >>> twice = operator("twice", Vector, result=Vector, laws=multilinear(),
    ...                  parts=lambda u, t, i, parts: ((part, 2*c) for part, c in parts.items()))
    >>> coefficient(cross(w, twice(r)), r)
    2*tilde(w)

    Work. `cost` is (multiplications, additions, divisions, calls), the last two if there are any,
    or a function of the term that returns them: what the operator takes when its operands are at
    hand, at most. `scalars` is how it is calculated: a function of the tools in
    `rewrite.theory.scalar_tools`, the term and the operands' coordinates, that returns coordinates.
    Without it, `evaluate` is tried on symbols, and else called. `structure` says what a square
    matrix looks like ("symmetric", "antisymmetric", "diagonal", …), by a name or a function of the
    term. `signs_in` are the products whose sums take up the signs of an operator that only copies
    and negates coordinates. `operands` is a function of the term that returns what it is calculated
    from, if that is not what is written.

    >>> def point_inertia(low, t, r):
    ...     square = low.inner(r, r)
    ...     return [low.less(square if i == j else low.zero, low.mul(r[i], r[j]))
    ...             for i in range(3) for j in range(3)]
    >>> inertia = operator("inertia", Vector, result=(3, 3), cost=(6, 5), structure="symmetric",
    ...                    scalars=point_inertia, laws=[Homogeneous(degree=2)])
    >>> print(cost(inertia(r)), "|", ops(lower(inertia(r))))
    6 multiplications, 5 additions | 6 multiplications, 5 additions
    >>> mirror = operator("mirror", Vector, result=Vector, cost=(0, 1), signs_in=[dot],
    ...                   scalars=lambda low, t, v: (v[0], v[1], low.neg(v[2])))
    >>> print(cost(mirror(w)), "|", cost(dot(mirror(w), r)))
    1 addition | 3 multiplications, 2 additions
    >>> noted = operator("noted", Vector, Scalar, result=Vector, doc="v, with a note beside it.",
    ...                  operands=lambda t: t.args[:1], cost=(0, 0), scalars=lambda low, t, v: v)
    >>> print(cost(noted(w, x**2)), "|", ops(lower(noted(w, x**2))))
    nothing | nothing

    Random terms. `samples` says of which operands `rewrite.testing` makes terms of an operator that
    takes several sorts: a list of tuples of sorts and shapes, or a function from the kind that is
    wanted to such a list.

    >>> from random import Random
    >>> from rewrite.testing import Grammar
    >>> first = operator("first", Linear, Linear, result=lambda op, args: (Scalar, (1, 1)),
    ...                  samples=[(Vector, Scalar), ((2, 2), Scalar)])
    >>> Grammar([first], only=True).term(Random(3).choice, Scalar, 3).op
    first
    """
    if module is None:
        module = sys._getframe(1).f_globals.get("__name__", "?")
    _refuse_name(name, module, params)
    variadic = any(isinstance(law, Associative) for law in record.get("laws", ()))
    if variadic and len(params) != 2:
        raise LawError(f"operator {name!r} is associative and must have two parameters")
    typing = _typing(name, result)
    kinds = tuple(typed(kind) for kind in params)
    declared: Operator[..., Any] = Operator(name, kinds, typing, variadic=variadic, module=module)
    is_fixed = isinstance(result, type | tuple) and None not in kinds
    declared.result = typed(cast(Kind, result)) if is_fixed else None
    add_record(declared, **record)
    if any(isinstance(kind, type) and kind.default_shape is None for kind in params):
        declared.typing = _checking(params, typing)
    DECLARED[module, name] = declared
    return declared


def _refuse_name(name: str, module: str, params: tuple[Kind, ...]) -> None:
    """Refuse what cannot be declared under this name."""
    if not name.isidentifier():
        raise LawError(f"an operator's name must be an identifier, not {name!r}")
    if module and ("", name) in DECLARED and _may_meet(DECLARED["", name], params):
        raise LawError(f"operator {name!r}: the standard theory has an operator of this name")
    if not params:
        raise LawError(f"operator {name!r} has no parameters; declare a symbol instead")


def _may_meet(standard: Operator[..., Any], params: tuple[Kind, ...]) -> bool:
    """Whether a call could mean either: exp of a Screw is no exp of a Scalar."""
    first = typed(params[0]) if params else None
    own = standard.params[0] if standard.params else None
    return first is None or own is None or first == own or len(params) != len(standard.params)


def _typing(name: str, result: Kind | Typing) -> Typing:
    """The sort and shape of the result as a function of the operands."""
    if callable(result) and not isinstance(result, type):
        return result
    fixed = typed(cast(Kind, result))
    if fixed is None:
        raise LawError(
            f"operator {name!r}: the shape of its result is not known; give a shape such as "
            "(3, 3), or a function of the operands, as result"
        )
    return lambda op, args: fixed


def _checking(params: tuple[Kind, ...], typing: Typing) -> Typing:
    """The typing of an operator that takes a sort in any shape: the sort is still checked."""

    def check(op: Operator[..., Any], args: tuple[Term, ...]) -> Typed:
        for i, arg in enumerate(args):
            kind = params[min(i, len(params) - 1)]
            if isinstance(kind, type) and arg.sort is not kind:
                op.refuse(args, i, kind.__name__)
        return typing(op, args)

    return check
