"""Operators: name, signature, laws and notation, declared in one statement.

The standard theory and a user's algebra come through the same door, `operator`:

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

import re
import sys
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, cast, overload

from ..errors import LawError, SortError
from .terms import Shape, Table, Term, intern

if TYPE_CHECKING:
    from .laws import Law

P = ParamSpec("P")
R = TypeVar("R", bound=Term, covariant=True)
A = TypeVar("A", bound=Term)
B = TypeVar("B", bound=Term)
C = TypeVar("C", bound=Term)

Typed = tuple[type[Term], Shape]
Kind = type[Term] | Shape
"""How a parameter or a result is declared: a sort, or the shape of a matrix."""
MAX_EXPONENT = 10_000
"""The largest exponent of ten in a decimal text."""
Typing = Callable[["Operator[..., Any]", tuple[Term, ...]], Typed]
Change = Callable[..., Any]
"""What a small change d of one operand makes of the value: a function of d and all operands."""
Derivative = Change | Sequence[Change | None] | str
"""How a derivative is declared: see `operator`."""


_declared: weakref.WeakValueDictionary[tuple[str, str], Operator[..., Any]]
_declared = weakref.WeakValueDictionary()


class Operator(Generic[P, R]):
    """A typed operator; calling it builds a term, checks sorts, and simplifies nothing."""

    constant = False
    rank = 2  # in the order of terms: constants, then symbols, then applications

    def __init__(
        self,
        name: str,
        params: tuple[Typed | None, ...],
        typing: Typing,
        *,
        laws: Sequence[Law] = (),
        variadic: bool = False,
        module: str = "",
        unicode: str | None = None,
        latex: str | None = None,
        evaluate: Callable[..., Any] | None = None,
        facts: Mapping[str, Callable[..., Any]] | None = None,
        cost: Callable[[Term], tuple[int, int]] | None = None,
        derivative: Derivative | None = None,
        definition: Callable[..., Term] | None = None,
        acts: Operator[..., Any] | None = None,
        doc: str = "",
    ) -> None:
        self.name, self.params, self.typing = name, params, typing
        self.doc = doc
        self.variadic, self.module = variadic, module
        self.unicode, self.latex = unicode, latex
        self.evaluate, self.facts, self.cost = evaluate, dict(facts or {}), cost
        self.definition, self.acts = definition, acts
        self.laws: tuple[Law, ...] = ()
        self._laws_by_kind: dict[type[Any], Any] = {}
        self.table: Table = {}
        self.derivative = None if derivative is None else _by_operand(self, derivative)
        self.origin: tuple[Operator[..., Any], tuple[int, ...]] | None = None
        """For a partial derivative: the function that it is one of, and by which operands."""
        self.partials: dict[tuple[int, ...], Operator[..., Any]] = {}
        self._describe()
        if laws:
            self.add_laws(laws)

    def add_laws(self, laws: Iterable[Law]) -> None:
        """Attach laws while the operator is being declared, checked against those it has."""
        from .laws.lists import checked

        self.laws = checked(self, (*self.laws, *laws))
        for derived in ("pipeline", "is_linear", "_degrees"):
            self.__dict__.pop(derived, None)
        self._laws_by_kind.clear()
        self._describe()

    def _describe(self) -> None:
        """What `help` says of this operator."""
        laws = ", ".join(dict.fromkeys(type(law).__name__ for law in self.laws))
        parts = (self.signature, self.doc, f"Laws: {laws}." if laws else "")
        self.__doc__ = "\n\n".join(part for part in parts if part)

    @property
    def signature(self) -> str:
        """How it is called: cross(Vector, Vector); `…` is an operand of several sorts."""
        sorts = ", ".join("…" if p is None else p[0].label(p[1]) for p in self.params)
        return f"{self.name}({sorts}{', …' if self.variadic else ''})"

    @cached_property
    def pipeline(self) -> tuple[Law, ...]:
        """The laws in the order in which `normal` applies them."""
        return tuple(sorted(self.laws, key=lambda law: law.step))

    @cached_property
    def is_linear(self) -> bool:
        """Whether it has one operand and scalars leave it unchanged."""
        from .laws import Homogeneous

        law = self.law(Homogeneous)
        return len(self.params) == 1 and law is not None and law.of is None and law.degree == 1

    def law(self, kind: type[Any]) -> Any:
        """The operator's law of this kind, if it has one."""
        try:
            return self._laws_by_kind[kind]
        except KeyError:
            found = next((law for law in self.laws if isinstance(law, kind)), None)
            self._laws_by_kind[kind] = found
            return found

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if kwargs:
            raise TypeError(f"{self.name} takes no keyword arguments, found {sorted(kwargs)}")
        if self.acts is not None and len(args) == len(self.params) + 1:
            return cast(R, self.acts.build((self.build(args[:-1]), args[-1])))
        return self.build(args)

    def build(self, args: tuple[Any, ...]) -> R:
        """The term of this operator and these operands, after checking their sorts."""
        args = self.coerced(args)
        known = self.table.get(args)
        if known is not None:
            found = known()
            if found is not None:
                return cast(R, found)
        sort, shape = self.typing(self, args)
        return cast(R, intern(self, args, sort, shape))

    def coerced(self, args: tuple[Any, ...]) -> tuple[Term, ...]:
        count = len(self.params)
        if len(args) != count and not (self.variadic and len(args) >= count):
            wanted = f"{count} or more" if self.variadic else f"{count}"
            raise SortError(f"{self.name} takes {wanted} arguments, found {len(args)}")
        params = self.params if len(args) == count else (self.params[0],) * len(args)
        for arg, param in zip(args, params, strict=True):
            if not isinstance(arg, Term):
                return self._coerced(args, params)
            if param is not None and (arg.sort is not param[0] or arg.shape != param[1]):
                self.refuse(args, args.index(arg), param[0].label(param[1]), shape=param[1])
        return args

    def _coerced(self, args: tuple[Any, ...], params: tuple[Typed | None, ...]) -> tuple[Term, ...]:
        """The operands with Python's numbers made terms of the sort that their place demands."""
        kind: Typed = sorts.Scalar, (1, 1)
        if self.variadic:
            like = next((x for x in args if isinstance(x, Term)), None)
            kind = kind if like is None else (like.sort, like.shape)
        found = list(args)
        for i, (arg, param) in enumerate(zip(args, params, strict=True)):
            if not isinstance(arg, Term):
                try:
                    found[i] = coerce(arg, *(param or kind), f"argument {i + 1}")
                except SortError as error:
                    raise SortError(f"{self.shown(args)}: {error}") from None
        return self.coerced(tuple(found))

    def refuse(
        self,
        args: Sequence[Any],
        index: int,
        needs: str,
        remedy: str = "",
        shape: Shape | None = None,
    ) -> Any:
        """Raise the error that says which argument does not fit, and how.

        `shape` is the shape that would fit, if that is known.
        """
        found = args[index].shape if isinstance(args[index], Term) else ()
        raise SortError(
            f"{self.shown(args)}: argument {index + 1} is {label(args[index])}, needs {needs}"
            + (f"; {remedy}" if remedy else ""),
            [*zip(found, shape, strict=False)] if shape is not None else (),
        )

    def shown(self, args: Sequence[Any]) -> str:
        from ..text.printing import brief

        parts = [brief(a) for a in args[:6]] + (["..."] if len(args) > 6 else [])
        return f"{self.name}({', '.join(parts)})"

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, str]]:
        if _declared.get((self.module, self.name)) is not self:
            raise LawError(
                f"operator {self.name!r} of module {self.module!r} has been declared again since, "
                "and a pickle would come back with the new one; give them different names"
            )
        return find_operator, (self.module, self.name)


class Atom(Operator[..., Any]):
    """The operator of terms without operands, told apart by their payload."""

    def __init__(self, name: str, rank: int, constant: bool) -> None:
        super().__init__(name, (), lambda op, args: (Term, ()))
        self.rank, self.constant = rank, constant
        _declared["", name] = self


NUMBER = Atom("number", 0, True)
ZERO = Atom("zero", 0, True)
ONE = Atom("one", 0, True)
SYMBOL = Atom("symbol", 1, False)
OPAQUE = Atom("opaque", 1, False)
VARIABLE = Atom("variable", 1, False)


# -- making operands of what Python offers -------------------------------------------------


def number(value: int | Fraction | Decimal | str) -> Any:
    """An exact rational scalar. Decimal text is read exactly.

    >>> number("0.1"), number(Fraction(2, 4)), number(3)
    (1/10, 1/2, 3)
    """
    if type(value) is int:
        return intern(NUMBER, (), sorts.Scalar, (1, 1), value)
    if isinstance(value, float):
        raise SortError(_float_remedy(value))
    if isinstance(value, bool) or not isinstance(value, int | Fraction | Decimal | str):
        raise SortError(
            f"{label(value)} is not an exact number; use an int, Fraction or decimal text"
        )
    if not isinstance(value, int):
        try:
            value = Fraction(_short(value))
        except (ValueError, OverflowError, ZeroDivisionError) as error:
            raise SortError(f"{label(value)} does not read as an exact number") from error
        if value.denominator == 1:
            value = value.numerator
    return intern(NUMBER, (), sorts.Scalar, (1, 1), value)


def _short(value: Fraction | Decimal | str) -> Fraction | Decimal | str:
    """Refuse text such as 1e999999999, whose number nobody can hold."""
    exponent = (
        re.search(r"[eE]([-+]?\d+)\s*\Z", str(value)) if not isinstance(value, Fraction) else None
    )
    if exponent and abs(int(exponent[1][:20])) > MAX_EXPONENT:
        raise SortError(f"{label(value)}: exponents go up to {MAX_EXPONENT}")
    return value


def zero_of(sort: type[A], shape: Shape) -> A:
    """The zero of a sort and shape."""
    if not issubclass(sort, sorts.Linear):
        raise SortError(f"{sort.label(shape)} has no zero: it is not a linear sort")
    if sort is sorts.Scalar:
        return cast(A, number(0))
    return intern(ZERO, (), sort, shape, 0)


def one_of(sort: type[A], shape: Shape) -> A:
    """The one of a sort and shape: 1, an identity matrix, the quaternion 1."""
    if sort is sorts.Scalar:
        return cast(A, number(1))
    if not sort.has_one or (len(shape) == 2 and shape[0] != shape[1]):
        raise SortError(f"{sort.label(shape)} has no one", [shape] if len(shape) == 2 else ())
    return intern(ONE, (), sort, shape, 1)


def coerce(value: Any, sort: type[Term], shape: Shape | None, where: str) -> Term:
    """`value` as a term of this sort: a term that is one, or the Python number 0 or 1."""
    if isinstance(value, Term):
        if value.sort is sort and shape in (None, value.shape):
            return value
        needs = sort.label(shape) if shape is not None else sort.__name__
        agree = zip(value.shape, shape or (), strict=False)
        raise SortError(f"{where} is {label(value)}, needs {needs}", [*agree])
    if isinstance(value, float):
        raise SortError(f"{where}: {_float_remedy(value)}")
    if isinstance(value, bool) or not isinstance(value, int | Fraction | Decimal):
        raise SortError(f"{where} is {label(value)}, needs {sort.__name__}")
    if sort is sorts.Scalar:
        return cast(Term, number(value))
    if shape is None:
        raise SortError(
            f"{where} is {label(value)}, whose shape cannot be told; use identity(n) or zero"
        )
    if value == 0:
        return zero_of(sort, shape)
    if value == 1 and sort.has_one:
        return one_of(sort, shape)
    raise SortError(f"{where} is {label(value)}, needs {sort.label(shape)}")


def label(value: Any) -> str:
    """The sort of a value, for messages."""
    if isinstance(value, Term):
        return value.sort.label(value.shape)
    from ..text.printing import brief

    return f"the Python {type(value).__name__} {brief(value, 40)}"


def _float_remedy(value: float) -> str:
    if value != value or abs(value) == float("inf"):
        return f"the float {value!r} is no number"
    exact = f"Fraction({Fraction(repr(value))})".replace("/", ", ")
    return f"the float {value!r} is not exact; write {exact} or number({str(value)!r})"


# -- declaring -----------------------------------------------------------------------------


def find_operator(module: str, name: str) -> Operator[..., Any]:
    """The operator declared under this name in a module; how a pickled term finds its operators."""
    if (module, name) not in _declared and module:
        __import__(module)
    found = _declared.get((module, name))
    if found is None and name.endswith("'"):
        from ..theory.scalars import derived

        found = derived(name, lambda f: _declared.get((module, f)))
    if found is None:
        raise LawError(
            f"operator {name!r} of module {module!r} is not declared in this process; "
            "declare it at the top level of a module that can be imported"
        )
    return found


def _by_operand(op: Operator[..., Any], given: Derivative) -> tuple[Change | None, ...] | str:
    """A declared derivative, checked: a function or None for every operand, or "linear"."""
    if given == "linear":
        return given
    if op.variadic:
        if callable(given):
            return (given,)
        raise LawError(
            f"operator {op.name!r} takes any number of operands: its derivative follows from laws "
            'that make it multilinear, or is "linear", or one function of a change of an operand, '
            "the operands before it and those after it"
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
    operands' values), `facts` (how facts pass through, by name), `cost`, `derivative`,
    `definition`, and `doc` (a sentence for `help`, which tells signature and laws by itself).

    The derivative of an operator that is linear in its operands follows from its laws. For others,
    `derivative` is a function for every operand, of a change d of that operand and of all operands,
    that returns the change of the value: [lambda d, x, y: d/y, lambda d, x, y: -x*d/y**2]. One
    function will do for one operand; None leaves an operand to the laws; "linear" says that the
    operator is linear in all its operands together, f(x, y) = f(x, 0) + f(0, y). That of an
    associative operator is one function of a change of an operand and of two tuples, the operands
    before it and those after it.

    A `definition` is a function of the operands that returns a term with the operator's value,
    wherever that term has one. `normal` keeps the operator; values, decisions, code, costs and
    derivatives follow from the definition as far as the operator does not declare its own. With
    `evaluate` too, that comes first, and what it has no value for (NotExactError) is left to the
    definition. With `acts`, an operator of two operands, f may be called with one operand more:
    f(x, y) builds acts(f(x), y).
    """
    from .laws import Associative

    module = more.pop("module", None)
    if module is None:
        module = sys._getframe(1).f_globals.get("__name__", "?")
    if not name.isidentifier():
        raise LawError(f"an operator's name must be an identifier, not {name!r}")
    if module and ("", name) in _declared:
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
    declared: Operator[..., Any] = Operator(
        name, kinds, typing, laws=laws, variadic=variadic, module=module, **more
    )
    if any(isinstance(kind, type) and kind.default_shape is None for kind in params):
        declared.typing = _checking(params, typing)
    _declared[module, name] = declared
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


from . import sorts  # noqa: E402  (sorts have operators, and operators are made of sorts)
