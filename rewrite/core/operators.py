"""Operators: name, signature, laws and notation, declared in one statement.

They are declared by `operator` in `declaring`.
"""

from __future__ import annotations

import math
import re
import weakref
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, cast

from ..deadline import CLOCKS, glance_at_time
from ..errors import LawError, SortError
from . import sorts
from .hooks import brief, hooks
from .terms import Shape, Table, Term, intern

if TYPE_CHECKING:
    from .laws import Law

P = ParamSpec("P")
R = TypeVar("R", bound=Term, covariant=True)
A = TypeVar("A", bound=Term)

Typed = tuple[type[Term], Shape]
Kind = type[Term] | Shape
"""How a parameter or a result is declared: a sort, or the shape of a matrix."""
MAX_EXPONENT = 10_000
"""The largest exponent of ten in a decimal text."""
Typing = Callable[["Operator[..., Any]", tuple[Term, ...]], Typed]
Change = Callable[..., Any]
"""The change of the value for a small change d of one operand: a function of d and all operands."""
Derivative = Change | Sequence[Change | None] | str
"""How a derivative is declared: see `operator`."""
Matrices = tuple[Callable[..., Any] | None, ...]
"""For every operand y a function of all operands: the matrix M in f(…, y, …) = M y."""
Operations = tuple[int, ...]
"""(multiplications, additions), (…, divisions), or (…, divisions, function calls)."""
Template = str | Callable[[Term], str | None]
"""How an operator is written: a text with places {0}, {1}, … for its operands, or a function of the
term that gives one, or None for the ordinary way."""
Samples = Sequence[tuple[Any, ...]] | Callable[[Any], Sequence[tuple[Any, ...]]]
"""Kinds of operands to make random terms of: a list, or a function of the kind of the result."""


DECLARED: weakref.WeakValueDictionary[tuple[str, str], Operator[..., Any]]
DECLARED = weakref.WeakValueDictionary()
"""Every operator that is alive, by module and name; the standard ones have the module ""."""


class Operator(Generic[P, R]):
    """A typed operator; calling it builds a term, checks sorts, and simplifies nothing."""

    constant = False
    rank = 2  # in the order of terms: constants, then symbols, then applications

    # The record; `operator` in `declaring` says what each part means.
    unicode: Template | None = None
    latex: Template | None = None
    sign: str | None = None
    superscript: str | None = None
    evaluate: Callable[..., Any] | None = None
    definition: Callable[..., Term] | None = None
    stands_for: Callable[..., Term] | None = None
    acts: Operator[..., Any] | None = None
    angle: int | None = None
    undefined: Callable[..., Sequence[Term] | None] | None = None
    derivative: tuple[Change | None, ...] | str | None = None
    linear: Matrices | None = None
    parts: Callable[..., Any] | None = None
    cost: Callable[[Term], Operations] | None = None
    structure: Callable[[Term], Any] | None = None
    scalars: Callable[..., Any] | None = None
    operands: Callable[[Term], tuple[Term, ...]] | None = None
    signs_in: tuple[Operator[..., Any], ...] = ()
    samples: Samples | None = None
    doc = ""

    def __init__(
        self,
        name: str,
        params: tuple[Typed | None, ...],
        typing: Typing,
        *,
        variadic: bool = False,
        module: str = "",
    ) -> None:
        self.name, self.params, self.typing = name, params, typing
        self.variadic, self.module = variadic, module
        self.facts: dict[str, Callable[..., Any]] = {}
        self.result: Typed | None = None
        """The sort and shape of all its terms, if it was declared with one."""
        self.laws: tuple[Law, ...] = ()
        self.pipeline: tuple[Law, ...] = ()
        """The laws in the order in which `normal` applies them."""
        self.pipeline_on_symbols: tuple[Law, ...] = ()
        """Those of them that may change the operator if all its operands are symbols."""
        self.is_linear = False
        """Whether it has one operand and scalars pass through it unchanged."""
        self.laws_by_kind: dict[type[Any], Any] = {}
        self.table: Table = {}
        self.origin: tuple[Operator[..., Any], tuple[int, ...]] | None = None
        """For a partial derivative: the function that it is one of, and by which operands."""
        self.partials: dict[tuple[int, ...], Operator[..., Any]] = {}
        self.describe()

    def describe(self) -> None:
        """The text that `help` shows for this operator."""
        laws = ", ".join(dict.fromkeys(type(law).__name__ for law in self.laws))
        parts = (self.signature, self.doc, f"Laws: {laws}." if laws else "")
        self.__doc__ = "\n\n".join(part for part in parts if part)

    @property
    def signature(self) -> str:
        """How it is called: cross(Vector, Vector); `…` is an operand of several sorts."""
        sorts = ", ".join("…" if p is None else p[0].label(p[1]) for p in self.params)
        return f"{self.name}({sorts}{', …' if self.variadic else ''})"

    def law(self, kind: type[Any]) -> Any:
        """The operator's law of this kind, if it has one."""
        try:
            return self.laws_by_kind[kind]
        except KeyError:
            found = next((law for law in self.laws if isinstance(law, kind)), None)
            self.laws_by_kind[kind] = found
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
        if self.stands_for is not None:
            return cast(R, self.stands_for(*args))
        known = self.table.get(args)
        if known is not None:
            found = known()
            if found is not None:
                return cast(R, found)
        if CLOCKS:
            glance_at_time()
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
        parts = [brief(a) for a in args[:6]] + (["..."] if len(args) > 6 else [])
        return f"{self.name}({', '.join(parts)})"

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, str]]:
        if DECLARED.get((self.module, self.name)) is not self:
            raise LawError(
                f"operator {self.name!r} of module {self.module!r} has been declared again since, "
                "and a pickle would come back with the new one; give them different names"
            )
        return find_operator, (self.module, self.name)


class Atom(Operator[..., Any]):
    """The operator of terms without operands, distinguished by their payload."""

    def __init__(self, name: str, rank: int, constant: bool) -> None:
        super().__init__(name, (), lambda op, args: (Term, ()))
        self.rank, self.constant = rank, constant
        DECLARED["", name] = self


NUMBER = Atom("number", 0, True)
ZERO = Atom("zero", 0, True)
ONE = Atom("one", 0, True)
SYMBOL = Atom("symbol", 1, False)
OPAQUE = Atom("opaque", 1, False)
VARIABLE = Atom("variable", 1, False)


# -- making operands of what Python offers -------------------------------------------------


def number(value: int | float | Rational | Decimal | str) -> Any:
    """An exact rational scalar. Decimal text is read exactly, and a float is the number it is.

    >>> number("0.1"), number(Fraction(2, 4)), number(3), number(0.5)
    (1/10, 1/2, 3, 1/2)
    """
    if type(value) is int:
        return intern(NUMBER, (), sorts.Scalar, (1, 1), value)
    if isinstance(value, float) and not math.isfinite(value):
        raise SortError(f"the float {value!r} is not a number")
    exact = Rational | float | Decimal | str
    if isinstance(value, bool) or not isinstance(value, exact):
        raise SortError(f"{label(value)} is not a number; use an int, Fraction, float or text")
    try:
        read = Fraction(int(value)) if isinstance(value, Integral) else Fraction(_short(value))
    except (ValueError, OverflowError, ZeroDivisionError) as error:
        raise SortError(f"{label(value)} does not read as an exact number") from error
    plain = read.numerator if read.denominator == 1 else read
    return intern(NUMBER, (), sorts.Scalar, (1, 1), plain)


def _short(value: Any) -> Any:
    """Refuse text such as 1e999999999, whose number does not fit into memory."""
    exponent = (
        re.search(r"[eE]([-+]?\d+)\s*\Z", str(value)) if isinstance(value, Decimal | str) else None
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
    if is_foreign(value):
        return coerce(hooks.literal(value, sort, shape), sort, shape, where)
    if isinstance(value, bool) or not isinstance(value, Rational | float | Decimal):
        raise SortError(f"{where} is {label(value)}, needs {sort.__name__}")
    if sort is sorts.Scalar:
        return cast(Term, number(value))
    if shape is None:
        raise SortError(
            f"{where} is {label(value)}, whose shape is not known; use identity(n) or zero"
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
    return f"the Python {type(value).__name__} {brief(value, 40)}"


def is_foreign(value: Any) -> bool:
    """Whether a value is a list, an array, or an expression of sympy, which `literal` reads."""
    if type(value) is int:
        return False
    if isinstance(value, list | tuple):
        return True
    whose = type(value).__module__.partition(".")[0]
    return whose == "sympy" or (whose == "numpy" and hasattr(value, "ndim") and value.ndim > 0)


# -- finding -------------------------------------------------------------------------------


def standard_operators() -> list[Operator[..., Any]]:
    """The operators of the standard theory, in the order in which they were declared."""
    return [op for (module, _), op in [*DECLARED.items()] if module == "" and op.params]


def find_operator(module: str, name: str) -> Operator[..., Any]:
    """The operator declared under this name in a module; how a pickled term finds its operators."""
    if (module, name) not in DECLARED and module:
        __import__(module)
    found = DECLARED.get((module, name))
    if found is None and name.endswith("'"):
        found = hooks.derived(name, lambda f: DECLARED.get((module, f)))
    if found is None:
        raise LawError(
            f"operator {name!r} of module {module!r} is not declared in this process; "
            "declare it at the top level of a module that can be imported"
        )
    return found
