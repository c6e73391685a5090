"""Facts about terms: three-valued, declared, and inferred through operators.

A fact is a name and the terms it is about: `symmetric(A)`, `orthogonal(a, b)`. Facts declared with
a symbol are part of the symbol; a `Context` adds more for one calculation. The table below says
what each fact applies to, what it implies and what contradicts it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, cast

from ..errors import FactError
from .hooks import brief, hooks
from .operators import SYMBOL, Operator, label
from .sorts import Matrix, Quaternion, Vector
from .terms import Shape, Term

if TYPE_CHECKING:
    from .context import Context


class Truth(Enum):
    """True, false, or not known. It refuses to be a bool: ask for `.yes`, `.no` or `.unknown`."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"

    @property
    def yes(self) -> bool:
        return self is Truth.TRUE

    @property
    def no(self) -> bool:
        return self is Truth.FALSE

    @property
    def unknown(self) -> bool:
        return self is Truth.UNKNOWN

    def __bool__(self) -> bool:
        raise TypeError("a Truth may be unknown: ask for .yes, .no or .unknown")

    @staticmethod
    def of(value: bool | None) -> Truth:
        if value is None:
            return Truth.UNKNOWN
        return Truth.TRUE if value else Truth.FALSE

    @staticmethod
    def every(truths: Iterable[Truth]) -> Truth:
        """True if all are, false if one is."""
        unknown = False
        for truth in truths:
            if truth is Truth.FALSE:
                return truth
            unknown = unknown or truth is Truth.UNKNOWN
        return Truth.UNKNOWN if unknown else Truth.TRUE


TRUE, FALSE, UNKNOWN = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN


Infer = Callable[["Known", Term], Truth]
"""How a fact passes through an operator: from what is known of its operands."""


@dataclass(frozen=True)
class Kind:
    """A fact that can be declared: what it applies to, implies and excludes."""

    name: str
    applies: Callable[[type[Term], Shape], bool]
    to: str
    implies: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()


def _square(sort: type[Term], shape: Shape) -> bool:
    return sort is Matrix and shape[0] == shape[1]


def _anything(sort: type[Term], shape: Shape) -> bool:
    return True


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("symmetric", _square, "a square Matrix", (), ("antisymmetric",)),
        Kind("antisymmetric", _square, "a square Matrix", (), ("symmetric",)),
        Kind("diagonal", _square, "a square Matrix", ("symmetric",)),
        Kind("rotation", _square, "a square Matrix", ("orthogonal",)),
        Kind("orthogonal", _square, "a square Matrix", ("invertible",)),
        Kind("invertible", _square, "a square Matrix", ("nonzero",)),
        Kind(
            "unit", lambda s, _: s in (Vector, Quaternion), "a Vector or Quaternion", ("nonzero",)
        ),
        Kind("pure", lambda s, _: s is Quaternion, "a Quaternion"),
        Kind("nonzero", _anything, "anything"),
        Kind("constant", _anything, "anything"),
    )
}
"""Every fact about one term. Add to it to teach the system a new one."""


def closure(names: Iterable[str], sort: type[Term], shape: Shape, what: str) -> frozenset[str]:
    """Facts with all that they imply, after refusing contradictions."""
    known: set[str] = set()
    pending = list(names)
    while pending:
        name = pending.pop()
        if name not in KINDS:
            raise FactError(f"{what}: unknown fact {name!r}; known are {', '.join(KINDS)}")
        kind = KINDS[name]
        if not kind.applies(sort, shape):
            raise FactError(
                f"{what} is {sort.label(shape)}, but {name} is about {kind.to}",
                [(shape[0], shape[1])] if sort is Matrix else (),
            )
        if name not in known:
            known.add(name)
            pending += kind.implies
    for name in sorted(known):
        for other in KINDS[name].excludes:
            if other in known:
                raise FactError(f"{what} cannot be both {name} and {other}, unless it is zero")
    if "antisymmetric" in known and shape[0] % 2 and "invertible" in known:
        raise FactError(
            f"{what} cannot be antisymmetric of odd size {shape[0]}, hence singular, and invertible"
        )
    return frozenset(known)


@dataclass(frozen=True)
class Fact:
    """A fact about terms, as a value: what contexts are made of and conditions ask for."""

    name: str
    terms: tuple[Term, ...]

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.terms))})"

    def __bool__(self) -> bool:
        raise TypeError(f"{self} is a fact, neither true nor false by itself: use holds(...)")


def fact(name: str, *terms: Term) -> Fact:
    """The fact of this name about these terms, checked."""
    for t in terms:
        if not isinstance(t, Term):
            raise FactError(f"{name}: a fact is about terms, not {label(t)}")
    if len(terms) == 1 and name in KINDS:
        closure([name], terms[0].sort, terms[0].shape, f"{name}({brief(terms[0])}): its argument")
    return Fact(name, terms)


_DEPTH = 60  # how deep inference looks into a term before it answers "unknown"


class Known:
    """The facts found in one walk, inferred on demand and remembered. `known(name, t)` asks.

    `normal` is the walk's own normal form, for facts that are seen by comparing two of them.
    """

    def __init__(self, context: Context, normal: Callable[[Term], Term]) -> None:
        self.context, self.normal = context, normal
        self._answers: dict[tuple[str, Term], Truth] = {}
        self._of_symbols: dict[Any, Truth] = {}
        self._depth = 0
        self._cut = False  # whether an answer was cut short by the depth

    def __call__(self, name: str, t: Term) -> Truth:
        if t.op is SYMBOL:
            return self._of_symbol(name, t)
        answer = self._answers.get((name, t))
        if answer is None:
            if self._depth == 0:
                self._cut = False
            elif self._depth >= _DEPTH:
                self._cut = True
                return UNKNOWN
            self._depth += 1
            try:
                answer = self._found(name, t)
            finally:
                self._depth -= 1
            if answer is not UNKNOWN or not self._cut:
                self._answers[name, t] = answer
        return answer

    def _of_symbol(self, name: str, t: Term) -> Truth:
        """Facts about symbols: they depend only on what is declared of them."""
        declared, more = t.value.facts, self.context.facts_of(t)
        if name in declared:
            return TRUE
        key = name, declared | more if more else declared, t.sort, t.shape
        answer = self._of_symbols.get(key)
        if answer is None:
            answer = self._of_symbols[key] = _inferred(*key)
        return answer

    def _found(self, name: str, t: Term) -> Truth:
        if not KINDS[name].applies(t.sort, t.shape):
            return FALSE
        answer = _by_declared(name, self.context.facts_of(t), t.shape)
        if answer is UNKNOWN:
            infer = t.op.facts.get(name)
            if infer is not None:
                answer = infer(self, t)
            elif name == "constant" and t.args:
                answer = TRUE if all(self(name, a) is TRUE for a in t.args) else UNKNOWN
            elif t.op.constant:
                answer = _of_constant(name, t)
        if answer is UNKNOWN:
            for stronger in KINDS.values():
                if name in stronger.implies and self(stronger.name, t) is TRUE:
                    return TRUE
        return answer


def is_inferred(name: str, op: Operator[..., Any]) -> bool:
    """Whether a fact may be found of a term of this operator that nothing was declared of."""
    if name == "constant" or op.constant or name in op.facts:
        return True
    return any(name in kind.implies and is_inferred(kind.name, op) for kind in KINDS.values())


def _by_declared(name: str, declared: frozenset[str], shape: Shape) -> Truth:
    """A fact, from those declared of the same term."""
    if name in declared:
        return TRUE
    if any(other in declared for other in KINDS[name].excludes) and "nonzero" in declared:
        return FALSE
    if name == "invertible" and "antisymmetric" in declared and shape[0] % 2:
        return FALSE
    return UNKNOWN


def _inferred(name: str, declared: frozenset[str], sort: type[Term], shape: Shape) -> Truth:
    """A fact about a symbol, from those declared of it and all that they imply."""
    if not KINDS[name].applies(sort, shape):
        return FALSE
    answer = _by_declared(name, declared, shape)
    stronger = [kind.name for kind in KINDS.values() if name in kind.implies]
    if answer is UNKNOWN and any(_inferred(s, declared, sort, shape) is TRUE for s in stronger):
        return TRUE
    return answer


def ask(name: str, t: Term, context: Context) -> Truth:
    """Whether a fact about one term is known to hold."""
    return cast(Truth, hooks.known(context)(name, t))


def _of_constant(name: str, t: Term) -> Truth:
    """Facts about numbers, zeros and ones."""
    if name == "constant":
        return TRUE
    if name == "nonzero":
        return Truth.of(t.value != 0)
    if t.value == 0:
        return Truth.of(name in ("symmetric", "antisymmetric", "diagonal", "pure"))
    return Truth.of(name not in ("antisymmetric", "pure"))
