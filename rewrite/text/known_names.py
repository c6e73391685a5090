"""The meaning of names in text: the caller's declarations, then the standard theory.

Only declared names are known, so text from any source can do nothing but build terms.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, cast

from ..core.declare import identity
from ..core.operators import DECLARED, Operator, find_operator, label, number
from ..core.partials import derivative_called
from ..core.sorts import Matrix, Quaternion, Scalar, Vector
from ..core.terms import Term
from ..errors import LawError, NameClashError, SortError
from ..theory.python_operators import add, mul
from ..theory.rates import rate, velocity_symbol
from ..theory.scalars import derived, pi

Declared = Term | Operator[..., Any] | type[Term] | int | Fraction
Declarations = Declared | Iterable[Declared] | Mapping[str, Declared]
"""Symbols, operators and sorts, or a mapping from names to these, to terms or to numbers."""

Value = Term | int | Fraction
"""The meaning of a text; a number is not a term yet, because it takes the sort required there."""

_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "add": add,
    "mul": mul,
    "number": number,
    "identity": identity,
}
_SORTS: dict[str, type[Term]] = {s.__name__: s for s in (Scalar, Vector, Matrix, Quaternion)}
_LONGEST = 40  # of a name in a message, and of names for which a suggestion is searched


class Names:
    """The names that a text may use.

    >>> from rewrite import vectors
    >>> Names(vectors("a b")).value("b")
    b
    """

    def __init__(
        self,
        declarations: Declarations = (),
        functions: Mapping[str, Callable[..., Any]] | None = None,
    ) -> None:
        self.values: dict[str, Value] = {"pi": pi}
        self.functions = {**_FUNCTIONS, **(functions or {})}
        self.operators: dict[str, Operator[..., Any]] = {}
        self.sorts: dict[str, type[Term]] = {}
        if isinstance(declarations, Mapping):
            for name, declared in declarations.items():
                self.add(name, declared)
        else:
            single = isinstance(declarations, Term | Operator | type | int | Fraction)
            for declared in (declarations,) if single else declarations:  # type: ignore[union-attr]
                self.add(_own_name(declared), declared)

    def add(self, name: str, declared: Any) -> None:
        """Declare one more name."""
        if isinstance(declared, Operator):
            _file(self.operators, name, declared)
            self._know(*(param[0] for param in declared.params if param is not None))
        elif isinstance(declared, type) and issubclass(declared, Term):
            _file(self.sorts, name, declared)
        elif isinstance(declared, Term):
            _file(self.values, name, declared)
            self._know(declared.sort)
        elif isinstance(declared, int | Fraction) and not isinstance(declared, bool):
            _file(self.values, name, declared)
        else:
            raise SortError(f"the declaration of {name!r} is {label(declared)}, needs {_NEEDS}")

    def _know(self, *sorts: type[Term]) -> None:
        for sort in sorts:
            self.sorts.setdefault(sort.__name__, sort)

    def value(self, name: str) -> Value | None:
        """The meaning of a name that is not followed by a bracket."""
        found = self.values.get(name)
        for look in (self._derivative, self._rate, self._spelled):
            found = look(name) if found is None else found
        return found

    def _symbols(self) -> list[Term]:
        return [t for t in self.values.values() if isinstance(t, Term) and t.is_symbol]

    def _rate(self, name: str) -> Term | None:
        """The rate x', x'' of a symbol that depends on time; the angular velocity R_w of R."""
        base = name.rstrip("'")
        primes = len(name) - len(base)
        moving = [t for t in self._symbols() if t.value.time and not t.value.along]
        found: Any = next((t for t in moving if t.name == base and primes), None)
        if found is None:
            spun = [velocity_symbol(t) for t in moving if _turns(t)]
            found = next((w for w in spun if w.name == base), None)
        for _ in range(primes):
            found = rate(found) if found is not None and found.is_symbol else None
        return cast("Term | None", found)

    def _spelled(self, name: str) -> Value | None:
        """The symbol declared under another spelling: ω for omega, q₁ for q_1 or q1."""
        wanted = _spelling(name)
        if wanted == name and name.isascii() and wanted not in map(_spelling, self.values):
            return None
        close = [key for key in self.values if _spelling(key) == wanted]
        return self.values[close[0]] if len(close) == 1 else None

    def _derivative(self, name: str) -> Term | None:
        """The derivative with this name of a declared field: r_ds of r."""
        fields = (t for t in self.values.values() if isinstance(t, Term) and t.is_symbol)
        return next((d for t in fields if (d := derivative_called(name, t)) is not None), None)

    def function(self, name: str) -> Callable[..., Any] | None:
        """The meaning of a name before a bracket; the caller's operators come first."""
        mine, other = self.operator(name), standard(name)
        if mine is not None and other is not None:
            return _overloaded(mine, other)
        return mine or self.functions.get(name) or other

    def operator(self, name: str) -> Operator[..., Any] | None:
        """A declared operator, or a derivative of a declared function: f', f_12'."""
        found = self.operators.get(name)
        if found is None and name.endswith("'"):
            return derived(name, self.operators.get)
        return found

    def sort(self, name: str) -> type[Term] | None:
        return self.sorts.get(name) or _SORTS.get(name)

    def _still(self, name: str) -> str:
        """The message about the rate of a symbol that does not depend on time."""
        base = name.rstrip("'")
        known = self.values.get(base)
        if name == base or not isinstance(known, Term) or not known.is_symbol:
            return ""
        kind = known.sort.__name__.lower()
        return (
            f"; {base} does not depend on time. Declare it with time=True, as "
            f'{kind}("{base}", time=True), or `moving {kind} {base}` in a sheet'
        )

    def unknown(self, name: str, what: str = "name") -> str:
        """A message that a name is unknown, with a suggestion if one is close."""
        shown = name if len(name) <= _LONGEST else f"{name[:_LONGEST]}..."
        message = f"unknown {what} {shown!r}"
        strange = next((c for c in shown if not c.isascii()), None)
        if strange is not None:
            message += f" (with {unicodedata.name(strange, 'a strange character')})"
        if len(name) <= _LONGEST:
            mine = [*self.values, *self.operators, *self.sorts]
            known = [*mine, *_SORTS, *self.functions, *(n for module, n in DECLARED if not module)]
            close = get_close_matches(name, known, 1)
            meant = f"; did you mean {close[0]!r}?" if close else ""
            message += self._still(name) or meant or _undeclared(name, what)
        return message


_LETTERS = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lamda mu nu xi omicron pi rho sigma "
    "tau upsilon phi chi psi omega"
)
_SIZES = (("SMALL", str.lower), ("CAPITAL", str.capitalize))
_GREEK = {
    unicodedata.lookup(f"GREEK {size} LETTER {name.upper()}"): made(name)
    for name in _LETTERS.split(" ")
    for size, made in _SIZES
}


def _undeclared(name: str, what: str) -> str:
    """How to declare a name, for one that resembles no other."""
    if what != "name" or not name.isidentifier():
        return ""
    return f'; declare it first: `vector {name}` in a sheet, vector("{name}") in Python'


def _spelling(name: str) -> str:
    """A name with Greek letters spelled out and subscripts as digits, without separators."""
    plain = unicodedata.normalize("NFKC", name)
    spelled = "".join(_GREEK.get(c, c) for c in plain).replace("lambda", "lamda")
    return spelled.replace("_", "")


def _turns(t: Term) -> bool:
    return bool(t.value.facts & {"orthogonal", "unit"}) and t.shape != (2, 2)


def _overloaded(mine: Operator[..., Any], other: Operator[..., Any]) -> Callable[..., Any]:
    """Two operators of one name: the sort of the first operand decides which is meant."""

    def build(*args: Any) -> Any:
        first = args[0] if args else None
        kind = (first.sort, first.shape) if isinstance(first, Term) else other.params[0]
        return (other if kind == other.params[0] else mine)(*args)

    return build


_NEEDS = "a symbol, an operator or a sort (or, in a mapping, any term or exact number)"


def _own_name(declared: Any) -> str:
    if isinstance(declared, Operator):
        return declared.name
    if isinstance(declared, Term) and declared.is_symbol:
        return declared.name
    if isinstance(declared, type):
        return declared.__name__
    raise SortError(f"{label(declared)} has no name: declare {_NEEDS}")


def _file(table: dict[str, Any], name: str, declared: Any) -> None:
    if table.setdefault(name, declared) is not declared:
        raise NameClashError(f"two different declarations are called {name!r}")


def standard(name: str) -> Operator[..., Any] | None:
    """The standard operator of this name."""
    try:
        return find_operator("", name)
    except LawError:
        return None
