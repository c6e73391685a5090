"""Which laws cannot stand together, and why.

Laws are read with each other first: what a commutative operator has on one side it has on both.
Then the table is consulted; each entry names the kinds of laws that may clash, and a function of
such laws that gives the reason, if there is one. An entry is a short proof that an operator with
these laws is a constant, or is the identity, or that two elements with different names are one
(see `models` for what counts as trivial). Where there is no such proof, a finite model exists: the
tests of the table search for it, list by list, and find that the table has no gap and no excess
for lists with at most one Inverse.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from .errors import LawError, LawWarning
from .laws import (
    Absorbing,
    Anticommutative,
    Antimorphism,
    Associative,
    Commutative,
    Commutes,
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
from .operators import ONE, ZERO
from .terms import Term

Reason = str | None
ReasonOf = Callable[..., Reason]
CLASHES: list[tuple[tuple[type[Law], ...], int | None, ReasonOf]] = []
"""Kinds of laws, the number of operands if it matters, and why such laws clash, if they do."""


def checked(op: Op, laws: Sequence[Law]) -> tuple[Law, ...]:
    """The laws as they stand together, after refusing those that clash; redundancy is a warning."""
    unique = tuple(dict.fromkeys(laws))
    for law in unique:
        reason = law.fits(op)
        if reason:
            raise LawError(f"operator {op.name!r}: the law {law} does not fit: {reason}")
    together = _read_together(unique)
    for clashing, reason in clashes(op, together):
        named = " and ".join((", ".join(map(str, clashing[:-1])), str(clashing[-1])))
        raise LawError(f"operator {op.name!r}: {named} cannot stand together: {reason}")
    for message in _redundant(unique):
        warnings.warn(f"operator {op.name!r}: {message}", LawWarning, stacklevel=5)
    return together


def clashes(op: Op, laws: Sequence[Law]) -> Iterator[tuple[tuple[Law, ...], str]]:
    """The clashes among laws that have been read together, with the reason of each."""
    for kinds, operands, reason_of in CLASHES:
        for chosen in _choices(kinds, laws):
            reason = reason_of(*chosen)
            if reason and operands in (None, len(op.params)):
                yield chosen, reason
    for law in laws:
        path = _way_back(op, law)
        if path:
            yield (law, *path), "each would be written outside the other, for ever"


def _choices(kinds: Sequence[type[Law]], laws: Sequence[Law]) -> Iterator[tuple[Law, ...]]:
    """Different laws of the given kinds."""
    for chosen in product(*([law for law in laws if isinstance(law, kind)] for kind in kinds)):
        if len(set(chosen)) == len(chosen):
            yield chosen


# -- reading laws together --------------------------------------------------------------------------


def _read_together(laws: Sequence[Law]) -> tuple[Law, ...]:
    """The laws with every side they have because of the others, and one law for two sides."""
    merged: dict[Any, Law] = {}
    for law in laws:
        if not isinstance(law, Neutral | Absorbing | Inverse):
            merged[law] = law
            continue
        if _other_side(law, laws):
            law = replace(law, side="both")
        key = (type(law), law.h, law.e, law.fact) if isinstance(law, Inverse) else _named(law)
        known = merged.setdefault(key, law)
        merged[key] = _both(known, law)
    return tuple(merged.values())


def _named(law: Neutral | Absorbing) -> Any:
    return type(law), law.e if isinstance(law, Neutral) else law.a


def _both(x: Any, y: Any) -> Law:
    """One law for two that differ in their side, or in whether they are total."""
    law: Law = x if x.side == y.side else replace(x, side="both")
    return replace(law, total=x.total or y.total) if isinstance(law, Inverse) else law


def _other_side(law: Neutral | Absorbing | Inverse, laws: Sequence[Law]) -> Law | None:
    """The law because of which a one-sided law holds on both sides."""
    if law.side == "both":
        return None
    for other in laws:
        if isinstance(other, Commutative):
            return other
        if isinstance(other, Anticommutative) and isinstance(law, Absorbing):
            return other  # f(x, a) = -f(a, x) = -a, and a is zero
    if isinstance(law, Inverse) and law.total:
        return law.h.law(Involution)  # type: ignore[no-any-return]
    return None


def _redundant(laws: Sequence[Law]) -> Iterator[str]:
    """What a list of laws says twice."""
    for law in laws:
        if isinstance(law, Neutral | Absorbing | Inverse):
            other = _other_side(law, laws)
            if other:
                yield f"{law} is on both sides, because of {other}"
        if isinstance(law, Nilpotent):
            if any(isinstance(x, Nilpotent) and x.n < law.n for x in laws):
                yield f"{law} follows from a smaller order"
            if any(isinstance(x, Absorbing) and same(x.a, law.z) for x in laws):
                yield f"Absorbing({law.z}) follows from {law}"
        if isinstance(law, Antimorphism) and law.over.law(Commutative):
            yield f"Antimorphism over the commutative {law.over} is a Morphism"


# -- what clashes look at -------------------------------------------------------------------------


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


# -- the table: operators of one operand ------------------------------------------------------------


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


# -- the table: operators of two operands -----------------------------------------------------------


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
    if same(n.e, v.e) and _share(n.side, v.side):
        return f"x = h(x) x x = h(x) x = {n.e}, read from that side, so all x are one"
    return None


@_clash(Associative, Neutral, Absorbing, Inverse)
def _(s: Associative, n: Neutral, a: Absorbing, v: Inverse) -> Reason:
    if not _share(n.side, v.side):
        return None
    if same(n.e, a.a) and not v.fact:
        return f"x = h(x) {n.e} x = h(x) x = {v.e}, read from that side, so all x are one"
    if same(n.e, v.e) and v.total and _share(a.side, v.side):
        return f"x = h({a.a}) {a.a} x = h({a.a}) {a.a} = {n.e}, read from that side"
    return None


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


# -- the table: signs -----------------------------------------------------------------------------


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


# -- laws that move operators outwards ----------------------------------------------------------------


def _outer(law: Law) -> Op | None:
    """The operator that a law writes outside, whenever `normal` meets it."""
    if isinstance(law, Commutes | Antimorphism):
        return law.over
    if isinstance(law, Homogeneous):
        return law.to or law.of
    return (law.to or law.over) if isinstance(law, Morphism) and law.eager else None


def _way_back(op: Op, law: Law) -> tuple[Law, ...]:
    """Laws that lead from the operator a law writes outside back to `op`."""
    start = _outer(law)
    ways: list[tuple[Op, tuple[Law, ...]]] = [(start, ())] if start is not None else []
    seen = {start}
    for at, path in ways:  # which grows while it is read
        if at is op:
            return path or (law,)
        for other in at.laws:
            after = _outer(other)
            if after is not None and after not in seen:
                seen.add(after)
                ways.append((after, (*path, other)))
    return ()
