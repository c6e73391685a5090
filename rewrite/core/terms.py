"""Terms: immutable, interned, with an order that never depends on the run.

A term is an operator applied to terms, or an atom (a symbol, a number, a zero, a one).
The same term is always the same object, so equality is identity and a term is its own
dictionary key. Nothing here recurses on the depth of a term.
"""

from __future__ import annotations

import re
import threading
import weakref
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, TypeVar, cast

from ..deadline import CLOCKS, check_time, glance_at_time
from ..errors import NameClashError
from .hooks import hooks

if TYPE_CHECKING:
    from typing import Self

    from ..rewriting.rule import Rewrite
    from .operators import Operator
    from .sort_records import Level

Shape = tuple[int, ...]
T = TypeVar("T", bound="Term")


class Term:
    """A typed expression. The class of a term is its sort; `shape` refines it.

    Terms are made by operators (`cross(a, b)`, `a + b`), never by calling a sort. `==` is
    structural, except that the Python number 0 equals the zero of every sort and 1 the one.
    """

    __slots__ = (
        "__weakref__", "_homonyms", "_normal", "_operators", "_order", "_reduced", "_size",
        "args", "op", "shape", "value",
    )  # fmt: skip

    op: Operator[..., Any]
    args: tuple[Term, ...]
    shape: Shape
    value: Any
    """The payload of an atom (a number, a `SymbolInfo`); None for an application."""
    _order: tuple[Any, ...] | None
    _normal: Term | Literal[True] | None  # True: the term is its own normal form
    _size: int | None
    _homonyms: tuple[int, frozenset[Term]] | None  # see `_ambiguous_symbols`
    _reduced: tuple[object, ...]  # for which sets of rules nothing is left to do, see `memory`
    _operators: frozenset[Any] | None  # see `operators_in`

    sort: ClassVar[type[Term]]
    default_shape: ClassVar[Shape | None] = ()
    """The shape of every term of this sort, or None if each term has its own."""
    dimension: ClassVar[int] = 0
    """How many coordinates a value has; 0 for a sort without coordinates."""
    product: ClassVar[Any] = None
    """The operator that multiplies terms of this sort, if powers of them exist."""
    scaling: ClassVar[Any] = None
    """The operator that multiplies a term of this sort by a scalar, if it is linear."""
    divisor: ClassVar[Any] = None
    """The operator whose value is zero where a term of this sort has no inverse: the determinant
    of a matrix. None if that is the term itself."""
    has_one: ClassVar[bool] = False
    """Whether the sort has a one that Python's 1 may stand for."""
    one_coordinates: ClassVar[tuple[int, ...]] = ()
    """The coordinates of the one of a sort that is added from outside."""
    action: ClassVar[Any] = None
    """The operator by which matrices act on terms of this sort, written A @ x."""
    level: ClassVar[Level | None] = None
    """How terms of this sort are written by parts of other sorts."""
    tangent: ClassVar[type[Term] | None] = None
    """For a sort without sums, a group: the linear sort of its derivatives D⁻¹ dD."""
    bracket: ClassVar[Any] = None
    """The Lie bracket of a linear sort, if it has one: of vectors the cross product."""
    _constant: ClassVar[type[Term]]
    _is_light: ClassVar[bool] = True  # whether its terms have the slots above and nothing else
    __array_ufunc__ = None  # numpy arrays leave `array * term` to us, which refuses it clearly

    def __init_subclass__(cls, constant: bool = False) -> None:
        if not constant:
            cls.sort = cls
            body = {"__slots__": (), "__hash__": _hash_of_constant, "__module__": cls.__module__}
            cls._constant = cast(Any, type)(cls.__name__, (cls,), body, constant=True)
        cls._is_light = cls.__basicsize__ == Term.__basicsize__ and not cls.__dictoffset__

    def __new__(cls, *args: object, **kwargs: object) -> Term:
        raise TypeError(
            f"{cls.__name__} is a sort: declare a symbol or apply an operator to make a term of it"
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"terms are immutable: cannot set {name!r} of {self}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"terms are immutable: cannot delete {name!r} of {self}")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, int | Fraction) and self.op.constant:
            return bool(self.value == other)
        return NotImplemented if not isinstance(other, Term) else False

    __hash__ = object.__hash__

    def __copy__(self: T) -> T:
        return self

    def __deepcopy__(self: T, memo: object) -> T:
        return self

    def __reduce__(self) -> tuple[Callable[..., Term], tuple[Any, ...]]:
        return hooks.from_nodes, (hooks.to_nodes(self),)

    def __str__(self) -> str:
        return hooks.text(self)

    def __repr__(self) -> str:
        return str(self)

    def _repr_latex_(self) -> str | None:
        """Typeset for a notebook, which shows the plain text of what is too long for that."""
        return hooks.typeset(self)

    def __bool__(self) -> bool:
        raise TypeError(f"a term is neither true nor false: {self}; compare with == or use equal")

    def __iter__(self) -> Iterator[Any]:
        raise TypeError(f"a term has no elements to iterate over: {self}; its operands are .args")

    def __rshift__(self, other: Self | int) -> Rewrite[Self]:
        """`left >> right`, the two sides of a rule."""
        return cast("Rewrite[Self]", hooks.rewrite_to(self, other))

    @property
    def name(self) -> str:
        """The name of a symbol or of a rule's variable."""
        if isinstance(self.value, SymbolInfo | VariableInfo):
            return self.value.name
        raise AttributeError(f"{self} is not a symbol and has no name")

    @property
    def is_symbol(self) -> bool:
        return isinstance(self.value, SymbolInfo)

    @classmethod
    def label(cls, shape: Shape) -> str:
        """How error messages call this sort: `Vector`, `Matrix(3, 3)`.

        The shape is shown where the sort alone does not determine it.
        """
        return cls.__name__ if cls.default_shape is not None else f"{cls.__name__}{shape}"

    @classmethod
    def coordinates(cls, shape: Shape) -> int:
        """How many coordinates a value of this sort and shape has."""
        return cls.dimension


def _hash_of_constant(self: Term) -> int:
    return hash(self.value)  # because zero(Vector) == 0 and number(2) == 2


@dataclass(frozen=True, slots=True)
class SymbolInfo:
    """The name of a symbol and its declared facts; sort and shape are in the term."""

    name: str
    facts: frozenset[str] = frozenset()
    time: bool = False
    """Whether the symbol depends on time."""
    along: tuple[str, ...] = ()
    """The names of the material coordinates that the symbol of a field depends on."""
    base: str = ""
    """For a derivative of a field: the name of the field."""
    orders: tuple[tuple[str, int], ...] = ()
    """For a derivative of a field: by which coordinates, and how often by each."""
    spin: tuple[str, str, int] | None = None
    """For the velocity of a field of rotations, and its derivatives: the name of that field, the
    coordinate by which it is the velocity, and the sign of the bracket (see `theory.rates`)."""
    velocity: str = ""
    """For what turns with time: the name of its angular velocity, if it is not the usual one."""

    @property
    def coordinates(self) -> tuple[str, ...]:
        """All that the symbol depends on, time first."""
        return (TIME, *self.along) if self.time else self.along


TIME: Final = "time"
"""The name of the symbol that stands for time."""


@dataclass(frozen=True, slots=True)
class VariableInfo:
    """The name of a rule's variable; sort and shape are in the term."""

    name: str


# -- interning ---------------------------------------------------------------------------

Table = dict[Any, "_Entry"]


class _Entry(weakref.ref[Term]):
    """A weak reference that knows where it is filed, to clear its place when the term dies."""

    __slots__ = ("key", "table")
    key: Any
    table: Table


class _Blank(Term, constant=True):
    """A term under construction: its attributes are set directly, which is many times faster than
    bypassing the `__setattr__` of terms; then it becomes a term of its sort."""

    __slots__ = ()
    __setattr__ = object.__setattr__  # type: ignore[assignment]
    __delattr__ = object.__delattr__  # one slot of the type serves both


_lock: Final = threading.RLock()  # re-entrant: the collector may run _forget inside intern
_new: Final = object.__new__
_SLOTS: Final = ("_order", "_homonyms", "_size", "_normal", "_reduced", "_operators")
_set_order, _set_homonyms, set_size, set_normal, set_reduced, _set_operators = (
    Term.__dict__[slot].__set__ for slot in _SLOTS
)  # bypasses the __setattr__ that keeps terms immutable


def _forget(entry: _Entry, lock: threading.RLock = _lock) -> None:
    with lock:  # bound early: the module may be gone when the interpreter shuts down
        if entry.table.get(entry.key) is entry:
            del entry.table[entry.key]


def intern(
    op: Operator[..., Any],
    args: tuple[Term, ...],
    sort: type[T],
    shape: Shape,
    value: Any = None,
    size: int | None = None,
    normal: Literal[True] | None = None,
    reduced: tuple[object, ...] = (),
) -> T:
    """The one term of these parts. The caller has checked that they fit together.

    `size`, `normal` and `reduced` are noted on the term if it is new.
    """
    table = op.table
    key = args if value is None else (sort, shape, value)
    entry = table.get(key)  # atomic: a hit takes no lock
    if entry is not None:
        found: Any = entry()
        if found is not None:
            return found  # type: ignore[no-any-return]
    homonyms = _refuse_name_clash(op, args) if _ambiguous and len(args) > 1 else None
    term: Any = _new(_Blank)
    term.op = op
    term.args = args
    term.shape = shape
    term.value = value
    term._order = None
    term._homonyms = homonyms
    term._size = size
    term._normal = normal
    term._reduced = reduced
    term._operators = None
    kind = sort._constant if op.constant else sort
    if kind._is_light:
        term.__class__ = kind
    else:
        term = _copied(term, kind)
    own = _Entry(term, _forget)
    own.key, own.table = key, table
    with _lock:
        entry = table.setdefault(key, own)
        if entry is not own:  # another thread was quicker, or the entry of a dead term is left
            found = entry()
            if found is not None:
                return found  # type: ignore[no-any-return]
            table[key] = own
        if value is not None and isinstance(value, SymbolInfo):
            _note_symbol(term)
    return term  # type: ignore[no-any-return]


def _copied(blank: Term, kind: type[Term]) -> Term:
    """A term as an instance of a sort that has attributes of its own."""
    term = _new(kind)
    for slot in (*_SLOTS, "op", "args", "shape", "value"):
        object.__setattr__(term, slot, getattr(blank, slot))
    return term


# -- two symbols of one name --------------------------------------------------------------
# Symbols of one name may live side by side in different calculations, but not in one term.
# The check costs nothing until a second symbol of some name is alive.

_symbols_by_name: dict[str, weakref.WeakSet[Term]] = {}
_ambiguous: set[str] = set()
_NO_SYMBOLS: Final = frozenset[Any]()
_epoch = 0  # changes with _ambiguous, and makes what terms have noted stale


def _note_symbol(symbol: Term) -> None:
    global _epoch
    name = symbol.value.name
    alive = _symbols_by_name.setdefault(name, weakref.WeakSet())
    alive.add(symbol)
    if len(alive) == 2:
        _ambiguous.add(name)
        _epoch += 1
    weakref.finalize(symbol, _drop_symbol, name).atexit = False


def _drop_symbol(name: str) -> None:
    with _lock:
        alive = _symbols_by_name.get(name)
        if alive is not None and len(alive) < 2:
            _ambiguous.discard(name)
            if not alive:
                del _symbols_by_name[name]


def symbols_called(name: str) -> frozenset[Term]:
    """The living symbols of a name."""
    with _lock:
        return frozenset(_symbols_by_name.get(name, ()))


def _refuse_name_clash(
    op: Operator[..., Any], args: tuple[Term, ...]
) -> tuple[int, frozenset[Term]]:
    """The ambiguous symbols of a new term, if no two of them have one name."""
    epoch, found = _epoch, _NO_SYMBOLS
    for a in args:
        noted = a._homonyms
        own = noted[1] if noted is not None and noted[0] == epoch else _ambiguous_symbols(a)
        if own and own is not found:
            found = own if not found else found | own
    seen: dict[str, Term] = {}
    for symbol in found:
        other = seen.setdefault(symbol.value.name, symbol)
        if other is not symbol:
            raise NameClashError(
                f"{op.name}: two different symbols are called {symbol.value.name!r}: "
                f"{describe_symbol(other)} and {describe_symbol(symbol)}; rename one of them"
            )
    return epoch, found


def _ambiguous_symbols(t: Term) -> frozenset[Term]:
    """The symbols of a term whose name some other living symbol has too; noted on its sub-terms."""
    epoch = _epoch

    def is_noted(s: Term) -> bool:
        return s._homonyms is not None and s._homonyms[0] == epoch

    for s in postorder(t, is_noted):
        own = frozenset((s,)) if s.is_symbol and s.value.name in _ambiguous else _NO_SYMBOLS
        below = [x for x in {a._homonyms[1] for a in s.args if a._homonyms is not None} if x]
        _set_homonyms(s, (epoch, below[0] if len(below) == 1 else own.union(*below)))
    return _NO_SYMBOLS if t._homonyms is None else t._homonyms[1]


def describe_symbol(symbol: Term) -> str:
    """A symbol with its sort and facts, for messages: `a (Vector, unit)`."""
    facts = "".join(f", {fact}" for fact in sorted(symbol.value.facts))
    facts += f", along {', '.join(symbol.value.along)}" if symbol.value.along else ""
    facts += f", velocity {symbol.value.velocity}" if symbol.value.velocity else ""
    return f"{symbol.value.name} ({symbol.sort.label(symbol.shape)}{facts})"


def free_symbols(t: Term) -> frozenset[Term]:
    """The symbols that occur in a term.

    >>> from rewrite import vectors, cross
    >>> a, b = vectors("a b")
    >>> sorted(s.name for s in free_symbols(cross(a, cross(b, a))))
    ['a', 'b']
    """
    return frozenset(s for s in postorder(t) if s.is_symbol)


# -- traversal ----------------------------------------------------------------------------


def postorder(root: Term, known: Callable[[Term], bool] | None = None) -> Iterator[Term]:
    """The distinct sub-terms, operands before what is made of them.

    Sub-terms for which `known` is true are neither entered nor returned.

    >>> from rewrite import cross, vectors
    >>> a, b = vectors("a b")
    >>> list(postorder(cross(a + b, a)))
    [a, b, a + b, cross(a + b, a)]
    """
    if CLOCKS:
        glance_at_time()
    done: set[Term] = set()
    stack = [root]
    entered = 0
    while stack:
        t = stack[-1]
        if t in done or (known is not None and known(t)):
            stack.pop()
            continue
        if t.args:
            waiting = [a for a in t.args if a not in done and not (known is not None and known(a))]
            if waiting:
                waiting.reverse()
                stack += waiting
                entered += 1
                if entered & 4095 == 0:  # no work is counted on the way down
                    check_time(0)
                continue
        done.add(t)
        stack.pop()
        if len(done) & 4095 == 0:
            check_time()
        yield t


def rebuild(t: Term, args: tuple[Term, ...]) -> Term:
    """`t` with other operands, checked again; `t` itself if they are its own."""
    if all(x is y for x, y in zip(args, t.args, strict=True)):
        return t
    return cast(Term, t.op.build(args))


# -- size ---------------------------------------------------------------------------------

LARGEST: Final = 2**62
"""Sizes are counted up to here: a small graph may stand for an enormous tree."""


def size(t: Term) -> int:
    """How many nodes a term has, written out; a long number counts as more than one.

    >>> from rewrite import cross, vectors
    >>> a, b = vectors("a b")
    >>> size(cross(a + b, a))
    5
    """
    if t._size is None:
        for s in postorder(t, known=_has_size) if _any_open(t.args) else (t,):
            n = _own_size(s)
            for a in s.args:
                n += cast(int, a._size)
            set_size(s, min(n, LARGEST))
    return cast(int, t._size)


def _any_open(args: tuple[Term, ...]) -> bool:
    return any(a._size is None for a in args)


def _has_size(t: Term) -> bool:
    return t._size is not None


def _own_size(t: Term) -> int:
    """How much a node counts without its operands: a long number is as large as it is long."""
    if not t.op.constant:
        return 1
    bits = t.value.numerator.bit_length() + t.value.denominator.bit_length()
    return 1 + int(max(bits - 64, 0)) // 8


# -- operators ----------------------------------------------------------------------------

ROOT: Final = "root"
"""Among the operators of a term: that it has a power whose exponent is not an integer."""
MANY_OPERATORS: Final = frozenset(("many",))
"""Stands for the operators of a term that has more than can be told apart quickly."""
_MOST_OPERATORS: Final = 64
_MOST_SETS: Final = 10_000
_sets: dict[tuple[frozenset[Any], Any], frozenset[Any]] = {}
"""Sets of operators with one more; the same set is always the same object."""
_NONE: Final[frozenset[Any]] = frozenset()


def operators_in(t: Term) -> frozenset[Any]:
    """The operators that occur in a term, and `ROOT`; or `MANY_OPERATORS`.

    >>> from rewrite import cross, vectors
    >>> a, b = vectors("a b")
    >>> sorted(op.name for op in operators_in(cross(a, b) + a))
    ['add', 'cross', 'symbol']
    """
    if t._operators is None:
        for s in postorder(t, known=_has_operators):
            _set_operators(s, _operators_of(s))
    return cast("frozenset[Any]", t._operators)


def has_none_of(t: Term, operators: AbstractSet[Any]) -> bool:
    """Whether a term is known to have none of some operators."""
    found = operators_in(t)
    return found is not MANY_OPERATORS and found.isdisjoint(operators)


def _has_operators(t: Term) -> bool:
    return t._operators is not None


def _operators_of(t: Term) -> frozenset[Any]:
    below = {cast("frozenset[Any]", a._operators) for a in t.args}
    if MANY_OPERATORS in below:
        return MANY_OPERATORS
    found = below.pop() if below else _NONE
    for other in below:
        for op in other - found:
            found = _with(found, op)
    if t.op not in found:
        found = _with(found, t.op)
    if len(t.args) == 2 and type(t.args[1].value) is Fraction:
        found = _with(found, ROOT)
    return found


def _with(some: frozenset[Any], op: Any) -> frozenset[Any]:
    """A set with one more operator."""
    if some is MANY_OPERATORS or len(some) >= _MOST_OPERATORS:
        return MANY_OPERATORS
    found = _sets.get((some, op))
    if found is None:
        if len(_sets) > _MOST_SETS:
            _sets.clear()
        found = some | {op}
        found = _sets[some, op] = _sets.setdefault((found, None), found)
    return found


# -- order --------------------------------------------------------------------------------

_DIGITS: Final = re.compile(r"(\d+)")
_HEAD: Final = 6  # leaf names that decide the order before the digest does


def natural(name: str) -> tuple[str | int, ...]:
    """A key under which `a2` comes before `a10`."""
    parts = _DIGITS.split(name)
    return tuple(int(p) if i % 2 else p for i, p in enumerate(parts))


def order(t: Term) -> tuple[Any, ...]:
    """A sort key: size, then kind and operator, then names as a reader compares them.

    It depends on the structure of the term alone, never on hash seeds, memory addresses or the
    order of creation. Ties beyond the first few leaf names are broken by a structural digest.

    >>> from rewrite import vectors
    >>> sorted(vectors("b10 a b9"), key=order)
    [a, b9, b10]
    """
    if t._order is None:
        for s in postorder(t, known=_has_order):
            _set_order(s, _order_of(s))
    return cast("tuple[Any, ...]", t._order)


def _has_order(t: Term) -> bool:
    return t._order is not None


def _order_of(t: Term) -> tuple[Any, ...]:
    keys = [cast("tuple[Any, ...]", a._order) for a in t.args]
    head: list[Any] = []
    named = isinstance(t.value, SymbolInfo | VariableInfo)
    if named:
        head.append(natural(t.value.name))
    elif t.op.constant:
        head.append(("", t.value))
    for key in keys:
        if len(head) >= _HEAD:
            break
        head += key[3]
    size = _own_size(t) + sum(key[0] for key in keys)
    info = t.value
    payload = info
    if t.is_symbol:
        payload = f"{info.name}{sorted(info.facts)}{info.time}"
        if info.along:
            payload += f"{info.along}{info.base}{info.orders}{info.spin}"
        payload += info.velocity
    elif t.op.constant:  # in base 16, which Python writes at any length
        payload = f"{info.numerator:x}/{info.denominator:x}"
    digest = blake2b(
        f"{t.op.module}.{t.op.name}|{t.sort.__name__}|{t.shape}|{payload}".encode(), digest_size=16
    )
    for key in keys:
        digest.update(key[4])
    return (size, t.op.rank, t.op.name, tuple(head[:_HEAD]), digest.digest())
