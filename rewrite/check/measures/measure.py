"""The measure of a term by which rules are oriented; it ignores what the laws may change.

A term is read as a polynomial: sums are sums, all products (associative operators, scalings,
operators that are linear in their operands) are commutative products, and numbers are ignored. A
polynomial is a multiset of monomials, a monomial a multiset of atoms; an atom is a variable, a
symbol, the mark of an operator, or an operator that is neither sum nor product applied to
polynomials.

An operator f that is linear in its operands is read as the product of its operands and its mark, a
constant of its own. It has no mark if a law distributes it over products (transposes, inverses,
conjugates); an operator that reads as a word of another (a·b as aᵀ b, a × b as tilde(a) b) has the
marks of that word. So brackets, order, signs, like terms, scalars pulled out and sums expanded
leave the measure unchanged or lower it, and so does every law listed in `core/laws`.

>>> from rewrite import cross, dot, vectors
>>> a, b, c = vectors("a b c")
>>> print(shown(measured(cross(a, cross(b, c)) - 2*dot(a, c)*b)))
a·b·c + a·b·c·tilde·tilde
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from math import ceil
from typing import Any, NamedTuple

from ...core.declare import symbol
from ...core.laws import Abbreviates, Antimorphism, Associative, Homogeneous, Morphism, Op, ReadsAs
from ...core.linear import add, div, neg, power, scale, times
from ...core.operators import NUMBER, ONE, VARIABLE, ZERO
from ...core.sorts import Scalar
from ...core.terms import Term, postorder
from ...deadline import OutOfTimeError
from ...errors import LimitError, RewriteError
from ...matching.letters import readings


class Atom(NamedTuple):
    """A variable or symbol (`head` is the term), a mark, or an operator on polynomials."""

    head: Any
    args: tuple[Polynomial, ...] = ()


Monomial = tuple[Atom, ...]
Polynomial = tuple[Monomial, ...]

ONE_MONOMIAL: Polynomial = ((),)
MAX_MONOMIALS = 2_000
"""The measure is given up if a polynomial becomes longer than this."""
MAX_EXPONENT = 64
"""The largest exponent that is measured."""
NO_OPERATORS: frozenset[Op] = frozenset()


def measured(t: Term, whole: frozenset[Op] = NO_OPERATORS) -> Polynomial:
    """The polynomial of a term; operators in `whole` become atoms and have no mark.

    So tilde(a × b) can be above ã b̃, which has as many marks: its operands move outside.
    """
    found: dict[Term, Polynomial] = {}
    for s in postorder(t):
        found[s] = _measured(s, [found[a] for a in s.args], whole)
    return found[t]


def _measured(t: Term, args: list[Polynomial], whole: frozenset[Op]) -> Polynomial:
    if t.op is ZERO or (t.op is NUMBER and t.value == 0):
        return ()
    if t.op in (ONE, NUMBER):
        return ONE_MONOMIAL
    if not args:
        return ((Atom(t),),)
    if t.op is add:
        return _sorted([m for p in args for m in p])
    if t.op is neg:
        return args[0]
    if t.op is power:
        return _product([args[0]] * _exponent(t))
    degrees = degrees_of(t.op)
    if degrees is None or t.op in whole:
        return _atom(t, args)
    if len(degrees) != len(args):
        degrees = (1,) * len(args)
    if not vanishes(t.op):  # a zero among its operands stays visible
        args = [p or ((Atom(a),),) for p, a in zip(args, t.args, strict=True)]
    own = [Atom(m) for m in marks_of(t.op) if all(m != op.name for op in whole)]
    marks: Polynomial = (tuple(sorted(own, key=_key)),)
    count = len(args) - 1 if t.op.variadic else 1
    return _product(
        [marks] * count + [p for p, d in zip(args, degrees, strict=True) for _ in range(d)]
    )


def _exponent(t: Term) -> int:
    """How often a power counts its base; high exponents are refused, since they may add up."""
    n: Any = t.args[1].value if t.args[1].op is NUMBER else MAX_EXPONENT + 1
    if abs(n) > MAX_EXPONENT:
        raise LimitError(f"{t}: only exponents that are numbers up to {MAX_EXPONENT} are measured")
    times: int = ceil(abs(n))
    return times


def _atom(t: Term, args: list[Polynomial]) -> Polynomial:
    return ((Atom(t.op, tuple(args)),),)


def _product(factors: list[Polynomial]) -> Polynomial:
    total: list[Monomial] = [()]
    for p in factors:
        total = [(*m, *n) for m in total for n in p]
        if len(total) > MAX_MONOMIALS:
            raise LimitError(f"the measure has more than {MAX_MONOMIALS} monomials")
    return _sorted([tuple(sorted(m, key=_key)) for m in total])


def _sorted(monomials: list[Monomial]) -> Polynomial:
    """A multiset of monomials; duplicates are kept, since different terms may have one measure."""
    return tuple(sorted(monomials, key=lambda m: [_key(a) for a in m]))


@lru_cache(maxsize=50_000)
def _key(a: Atom) -> str:
    return f"{a.head}({a.args})"


@cache
def degrees_of(op: Op) -> tuple[int, ...] | None:
    """How often each operand counts in a product; None for an operator that is not a product."""
    if op in (times, scale, div):
        return (1, 1)
    if op.law(Associative) is not None:
        return (1,) * len(op.params)
    if op.law(Abbreviates) is not None and marks_of(op):
        return None  # it abbreviates a larger term, in which it may occur again: |p q| = |p| |q|
    found: dict[int, int] = {}
    for law in op.laws:
        if isinstance(law, Homogeneous) and law.of is None and isinstance(law.degree, int):
            for i in range(len(op.params)) if law.at is None else law.at:
                found[i] = abs(law.degree)
    complete = len(found) == len(op.params) and all(found.values())
    return tuple(found[i] for i in range(len(op.params))) if complete else None


@cache
def vanishes(op: Op) -> bool:
    """Whether an operator is zero whenever one of its operands is."""
    return not op.module or any(isinstance(law, Homogeneous) and law.at is None for law in op.laws)


@cache
def marks_of(op: Op) -> tuple[str, ...]:
    """The marks of an operator: constants that its measure has besides those of its operands."""
    if op in (times, scale, div) or op.law(Antimorphism) is not None:
        return ()
    if any(isinstance(law, Morphism) and law.eager and law.over is not add for law in op.laws):
        return ()
    if not op.module and op.law(Associative) is not None:
        return ()  # the standard products can be read as one another
    reading = op.law(ReadsAs)
    return (op.name,) if reading is None else _marks_of_reading(op, reading)


def _marks_of_reading(op: Op, reading: Any) -> tuple[str, ...]:
    try:
        kinds = [kind or (Scalar, (1, 1)) for kind in op.params]
        sample = op.build(tuple(symbol(f"s{i}", *kind) for i, kind in enumerate(kinds)))
    except OutOfTimeError:
        raise
    except RewriteError:
        return ()
    for _, word in readings(reading.of, sample):
        heads = [a for letter in word for s in postorder(letter) for a in _own_marks(s)]
        return tuple(sorted(heads))
    return ()


def _own_marks(t: Term) -> tuple[str, ...]:
    return marks_of(t.op) if t.args and t.op is not neg else ()


def symbols_in(p: Polynomial) -> Counter[str]:
    """The names of marks, symbols and operators of a polynomial, which a precedence orders."""
    found: Counter[str] = Counter()
    stack = list(p)
    while stack:
        for atom in stack.pop():
            if not is_variable(atom):
                found[name_of(atom)] += 1
            for arg in atom.args:
                stack += arg
    return found


def is_variable(a: Atom) -> bool:
    return isinstance(a.head, Term) and a.head.op is VARIABLE


def name_of(a: Atom) -> str:
    """The key of an atom in a precedence."""
    return a.head if isinstance(a.head, str) else str(a.head)


def shown(p: Polynomial) -> str:
    """A polynomial as text."""
    return " + ".join("·".join(map(_shown, m)) or "1" for m in p) or "0"


def _shown(a: Atom) -> str:
    return f"{name_of(a)}({', '.join(map(shown, a.args))})" if a.args else name_of(a)
