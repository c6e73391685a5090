"""The table of clashes: which laws cannot stand together, and why.

An entry names kinds of laws, and has a function of such laws that gives the reason why they clash,
if they do. A reason is a short proof that an operator with these laws is a constant, or returns one
of its operands, or that two elements with different names are one
(`check/models/finite_models.py` says what is trivial). Where there is no such proof a finite model
exists: the tests of the table search for it, list by list. They find no gap and no excess for lists
with at most one Inverse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from ..operators import ONE, ZERO
from ..terms import Term
from . import (
    Absorbing,
    Anticommutative,
    Associative,
    Commutative,
    Element,
    Homogeneous,
    Idempotent,
    Inverse,
    Involution,
    Law,
    Morphism,
    Neutral,
    Nilpotent,
    Op,
    Parity,
    Powers,
    Projector,
    Side,
    Undoes,
    is_element,
)

Reason = str | None
ReasonOf = Callable[..., Reason]
CLASHES: list[tuple[tuple[type[Law], ...], int | None, ReasonOf]] = []
"""Kinds of laws, the number of operands if it matters, and why such laws clash, if they do."""


def clashes(op: Op, laws: Sequence[Law]) -> Iterator[tuple[tuple[Law, ...], str]]:
    """The clashes among laws that have been read together, with the reason of each."""
    for kinds, operands, reason_of in CLASHES:
        for chosen in _choices(kinds, laws):
            reason = reason_of(*chosen)
            if reason and operands in (None, len(op.params)):
                yield chosen, reason


def _choices(kinds: Sequence[type[Law]], laws: Sequence[Law]) -> Iterator[tuple[Law, ...]]:
    """Different laws of the given kinds."""
    for chosen in product(*([law for law in laws if isinstance(law, kind)] for kind in kinds)):
        if len(set(chosen)) == len(chosen):
            yield chosen


# -- what clashes look at ------------------------------------------------------------------------


def same(x: Element, y: Element) -> bool:
    """Whether two laws name one element; ZERO is every zero, ONE is every one."""
    if isinstance(x, Term) and isinstance(y, Term):
        return x is y
    return any(_is(x, atom) and _is(y, atom) for atom in (ZERO, ONE))


def _is(x: Element, atom: Any) -> bool:
    return is_element(x, atom) if isinstance(x, Term) else x is atom


def _left(side: Side) -> bool:
    return side != "right"


def _right(side: Side) -> bool:
    return side != "left"


def _share(x: Side, y: Side) -> bool:
    """Whether two laws hold on a common side."""
    return (_left(x) and _left(y)) or (_right(x) and _right(y))


def _face(x: Side, y: Side) -> bool:
    """Whether one law holds on the left and the other on the right."""
    return (_left(x) and _right(y)) or (_right(x) and _left(y))


def _clash(*kinds: type[Law], operands: int | None = None) -> Callable[[ReasonOf], ReasonOf]:
    def enter(reason_of: ReasonOf) -> ReasonOf:
        CLASHES.append((kinds, operands, reason_of))
        return reason_of

    return enter


# -- the table: operators of one operand ---------------------------------------------------------


@_clash(Involution, Projector)
def _(i: Involution, p: Projector) -> Reason:
    return "x = f(f(x)) = f(x), so f would be the identity"


@_clash(Projector, Nilpotent)
def _(p: Projector, n: Nilpotent) -> Reason:
    return f"f(x) = f(f(x)) = … = {n.z}, so f would be a constant"


@_clash(Involution, Nilpotent)
def _(i: Involution, n: Nilpotent) -> Reason:
    return f"x and f(x) would both be {n.z}, applying f often enough, so all x are one"


@_clash(Nilpotent, Nilpotent)
def _(m: Nilpotent, n: Nilpotent) -> Reason:
    return None if same(m.z, n.z) else f"f applied often enough would be both {m.z} and {n.z}"


@_clash(Nilpotent, Absorbing)
def _(n: Nilpotent, a: Absorbing) -> Reason:
    return None if same(n.z, a.a) else f"{a.a} = f({a.a}) = f(f({a.a})) = … = {n.z}"


@_clash(Undoes, Projector)
def _(u: Undoes, p: Projector) -> Reason:
    return None if u.fact else f"x = f({u.of}(x)) = f(f({u.of}(x))) = f(x), so f is the identity"


@_clash(Undoes, Nilpotent)
def _(u: Undoes, n: Nilpotent) -> Reason:
    return None if u.fact else f"every x is f({u.of}(x)), so f applied often enough is no constant"


@_clash(Parity, Parity)
def _(p: Parity, q: Parity) -> Reason:
    return "f(x) = f(-x) = -f(x), so f would be zero"


# -- the table: operators of two operands --------------------------------------------------------


@_clash(Neutral, Neutral)
def _(m: Neutral, n: Neutral) -> Reason:
    if _face(m.side, n.side) and not same(m.e, n.e):
        return f"f({m.e}, {n.e}) or f({n.e}, {m.e}) would be both elements, so they are one"
    return None


@_clash(Absorbing, Absorbing, operands=2)
def _(a: Absorbing, b: Absorbing) -> Reason:
    if _face(a.side, b.side) and not same(a.a, b.a):
        return f"f({a.a}, {b.a}) or f({b.a}, {a.a}) would be both elements, so they are one"
    return None


@_clash(Neutral, Absorbing)
def _(n: Neutral, a: Absorbing) -> Reason:
    if _share(n.side, a.side) and same(n.e, a.a):
        return f"{n.e} met with x would be both x and {n.e}, so all x are one"
    return None


@_clash(Inverse, Absorbing)
def _(v: Inverse, a: Absorbing) -> Reason:
    # on the left, f(h(a), a) is e by the inverse, and a if a absorbs what stands before it
    if v.total and _face(v.side, a.side) and not same(v.e, a.a):
        return f"{v.h}({a.a}) met with {a.a} would be both {v.e} and {a.a}"
    return None


@_clash(Inverse, Inverse)
def _(v: Inverse, w: Inverse) -> Reason:
    if v.h is w.h and _share(v.side, w.side) and not same(v.e, w.e) and not (v.fact or w.fact):
        return f"{v.h}(x) met with x would be both {v.e} and {w.e}"
    return None


@_clash(Neutral, Neutral, Inverse)
def _(m: Neutral, n: Neutral, v: Inverse) -> Reason:
    # two left neutral elements d, e: h(d) = f(d, h(d)) is the v.e, and so is h(e)
    if same(m.e, n.e) or not (v.total and v.side == "both"):
        return None
    if v.h.law(Involution):
        return f"{v.h}({m.e}) and {v.h}({n.e}) would both be {v.e}, so {m.e} and {n.e} are one"
    if same(m.e, v.e):
        return f"{v.h}({n.e}) would be {m.e}, which met with {n.e} is both {m.e} and {n.e}"
    return None


@_clash(Associative, Neutral, Neutral, Inverse)
def _(a: Associative, m: Neutral, n: Neutral, v: Inverse) -> Reason:
    if v.total and same(m.e, v.e) and not same(m.e, n.e) and _share(m.side, v.side):
        return f"{n.e} = h({n.e}) {n.e} {n.e} = h({n.e}) {n.e} = {m.e}, read from that side"
    return None


@_clash(Associative, Idempotent, Neutral, Inverse)
def _(a: Associative, i: Idempotent, n: Neutral, v: Inverse) -> Reason:
    if not same(n.e, v.e):
        return None
    if _share(n.side, v.side):
        return f"x = h(x) x x = h(x) x = {n.e}, read from that side, so all x are one"
    if v.total:
        return f"x {n.e} = x x h(x) = {n.e}, and {n.e} x = x, so x y = x {n.e} y = {n.e} y = y"
    return None


@_clash(Associative, Neutral, Absorbing)
def _(s: Associative, n: Neutral, a: Absorbing) -> Reason:
    if same(n.e, a.a):
        return f"x y = x {n.e} y is y, or x, so f would be a projection"
    return None


@_clash(Associative, Neutral, Absorbing, Inverse)
def _(s: Associative, n: Neutral, a: Absorbing, v: Inverse) -> Reason:
    if not (same(n.e, v.e) and v.total and _share(a.side, v.side)):
        return None
    if _share(n.side, v.side):
        return f"x = h({a.a}) {a.a} x = h({a.a}) {a.a} = {n.e}, read from that side"
    return f"x {n.e} = x {a.a} h({a.a}) = {n.e}, so x y = x {n.e} y = {n.e} y = y"


@_clash(Idempotent, Powers)
def _(i: Idempotent, p: Powers) -> Reason:
    return "f(x, x) is x, so there are no powers to write"


@_clash(Powers, Inverse)
def _(p: Powers, v: Inverse) -> Reason:
    return None if v.side == "both" else "exponents count inverses, which must be on both sides"


@_clash(Commutative, Homogeneous)
@_clash(Commutative, Morphism)
@_clash(Anticommutative, Homogeneous)
@_clash(Anticommutative, Morphism)
def _(c: Law, m: Homogeneous | Morphism) -> Reason:
    return None if m.at is None else "operands can be exchanged, so leave `at` out"


# -- the table: signs ----------------------------------------------------------------------------


@_clash(Commutative, Anticommutative)
def _(c: Commutative, k: Anticommutative) -> Reason:
    return "f(x, y) = f(y, x) = -f(x, y), so f would be zero"


@_clash(Associative, Anticommutative)
def _(a: Associative, k: Anticommutative) -> Reason:
    return "x y z = -z x y = y z x = -x y z, so every product of three would be zero"


@_clash(Idempotent, Anticommutative)
def _(i: Idempotent, k: Anticommutative) -> Reason:
    return "x = f(x, x) = 0, so all x are zero"


@_clash(Neutral, Anticommutative)
def _(n: Neutral, k: Anticommutative) -> Reason:
    if n.side == "both":
        return f"x = f({n.e}, x) = -f(x, {n.e}) = -x, so all x are zero"
    return None if same(n.e, ZERO) else f"{n.e} = f({n.e}, {n.e}) = 0"


@_clash(Absorbing, Anticommutative)
def _(a: Absorbing, k: Anticommutative) -> Reason:
    return None if same(a.a, ZERO) else f"{a.a} = f({a.a}, {a.a}) = 0"


@_clash(Inverse, Anticommutative)
def _(v: Inverse, k: Anticommutative) -> Reason:
    if v.side == "both" and not same(v.e, ZERO):
        return f"{v.e} = f({v.h}(x), x) = -f(x, {v.h}(x)) = -{v.e}"
    return None


# -- the table: scalars and signs that move out ----------------------------------------------------


def _degree(h: Homogeneous) -> int | None:
    return h.degree if h.of is None and isinstance(h.degree, int) else None


def _at(law: Homogeneous, i: int) -> bool:
    return law.at is None or i in law.at


@_clash(Homogeneous, Homogeneous)
def _(g: Homogeneous, h: Homogeneous) -> Reason:
    if _degree(g) == _degree(h) or None in (_degree(g), _degree(h)):
        return None
    apart = g.at is not None and h.at is not None and not set(g.at) & set(h.at)
    return None if apart else f"f(2x) would be 2^{g.degree} f(x) and 2^{h.degree} f(x), so zero"


@_clash(Homogeneous, Parity)
def _(h: Homogeneous, p: Parity) -> Reason:
    d = _degree(h)
    return None if d is None or d % 2 == p.odd else "f(x) would be -f(x), so zero"


@_clash(Homogeneous, Involution)
def _(h: Homogeneous, i: Involution) -> Reason:
    d = _degree(h)
    return None if d in (None, 1, -1) else f"2x = f(f(2x)) = 2^({d}·{d}) x, so all x are zero"


@_clash(Homogeneous, Projector)
def _(h: Homogeneous, p: Projector) -> Reason:
    d = _degree(h)
    return None if d in (None, 0, 1) else f"f(2x) = f(f(2x)) = 2^({d}·{d}) f(x), so f is zero"


@_clash(Homogeneous, Nilpotent)
def _(h: Homogeneous, n: Nilpotent) -> Reason:
    if _degree(h) in (None, 0) or same(n.z, ZERO):
        return None
    return f"{n.z} would be a multiple of itself"


@_clash(Parity, Involution)
def _(p: Parity, i: Involution) -> Reason:
    return None if p.odd else "-x = f(f(-x)) = f(f(x)) = x, so all x are zero"


@_clash(Parity, Nilpotent)
def _(p: Parity, n: Nilpotent) -> Reason:
    return f"{n.z} = -{n.z}" if p.odd and not same(n.z, ZERO) else None


@_clash(Homogeneous, Absorbing, operands=2)
def _(h: Homogeneous, a: Absorbing) -> Reason:
    scaled = (_left(a.side) and _at(h, 1)) or (_right(a.side) and _at(h, 0))
    if not scaled or _degree(h) in (None, 0) or same(a.a, ZERO):
        return None
    return f"{a.a} would be a multiple of itself"


@_clash(Homogeneous, Neutral)
def _(h: Homogeneous, n: Neutral) -> Reason:
    d = _degree(h)
    for i, side in enumerate((_left, _right)):  # where e stands
        if d is None or not side(n.side):
            continue
        if _at(h, i) and d > 0 and same(n.e, ZERO):
            return "zero met with x would be both x and zero"
        if _at(h, 1 - i) and d != 1:
            return f"2x would be {n.e} met with 2x, which is 2^{d} x, so all x are zero"
    return None


@_clash(Homogeneous, Inverse)
def _(h: Homogeneous, v: Inverse) -> Reason:
    scaled = (_left(v.side) and _at(h, 1)) or (_right(v.side) and _at(h, 0))
    if scaled and v.total and (_degree(h) or 0) > 0 and not same(v.e, ZERO):
        return f"{v.h}(0) met with 0 would be both {v.e} and zero"
    return None


@_clash(Homogeneous, Idempotent)
def _(h: Homogeneous, i: Idempotent) -> Reason:
    d = _degree(h)
    if h.at is None and d is not None:
        return f"2x = f(2x, 2x) = 2^{2 * d} x, so all x are zero"
    return None


@_clash(Homogeneous, Homogeneous, Idempotent)
def _(g: Homogeneous, h: Homogeneous, i: Idempotent) -> Reason:
    c, d = _degree(g), _degree(h)
    if (g.at, h.at) == ((0,), (1,)) and c is not None and d is not None and c + d != 1:
        return f"2x = f(2x, 2x) = 2^{c + d} x, so all x are zero"
    return None


@_clash(Homogeneous, Idempotent, Neutral)
def _(h: Homogeneous, i: Idempotent, n: Neutral) -> Reason:
    here = (_left(n.side) and _at(h, 0)) or (_right(n.side) and _at(h, 1))
    if here and _degree(h) not in (None, 0):
        return f"2{n.e} met with itself would be both 2{n.e} and a multiple of it"
    return None


@_clash(Homogeneous, Idempotent, Absorbing)
def _(h: Homogeneous, i: Idempotent, a: Absorbing) -> Reason:
    here = (_left(a.side) and _at(h, 0)) or (_right(a.side) and _at(h, 1))
    if here and _degree(h) not in (None, 1) and not same(a.a, ZERO):
        return f"2{a.a} met with itself would be both 2{a.a} and another multiple of {a.a}"
    return None
