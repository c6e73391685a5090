"""Lists of laws: read together, refused if they clash, warned about if they say something twice.

What a commutative operator has on one side it has on both; two laws for two sides are one law for
both. The laws of an operator are kept in this form, so that no algorithm has to think of it again.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ...errors import LawError, LawWarning
from . import (
    Absorbing,
    Anticommutative,
    Antimorphism,
    Associative,
    Commutative,
    Commutes,
    Homogeneous,
    Inverse,
    Involution,
    Law,
    Morphism,
    Neutral,
    Nilpotent,
    Op,
)
from .clashes import clashes, same


def checked(op: Op, laws: Sequence[Law]) -> tuple[Law, ...]:
    """The laws as they stand together, after refusing those that clash; redundancy is a warning."""
    for law in laws:
        if not isinstance(law, Law):
            remedy = (
                f"write {law.__name__}(...)" if isinstance(law, type) else "see rewrite.core.laws"
            )
            raise LawError(f"operator {op.name!r}: {law!r:.60} is not a law; {remedy}")
    unique = tuple(dict.fromkeys(laws))
    for law in unique:
        reason = law.fits(op)
        if reason:
            raise LawError(f"operator {op.name!r}: the law {law} does not fit: {reason}")
    together = _read_together(unique)
    for clashing, reason in (*clashes(op, together), *_chases(op, together)):
        names = ", ".join(map(str, clashing[:-1])), str(clashing[-1])
        named = " and ".join(filter(None, names))
        raise LawError(f"operator {op.name!r}: {named} cannot stand together: {reason}")
    for message in _redundant(unique):
        warnings.warn(f"operator {op.name!r}: {message}", LawWarning, stacklevel=5)
    return together


# -- reading laws together -----------------------------------------------------------------------


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
        found: Law | None = law.h.law(Involution)
        return found
    return None


def _redundant(laws: Sequence[Law]) -> Iterator[str]:
    """The laws of a list that follow from the others."""
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
        if isinstance(law, Inverse) and any(_one_inverse(law, x, laws) for x in laws):
            yield f"{law} leads to the same inverses as another law"
        if isinstance(law, Antimorphism) and law.over.law(Commutative):
            yield f"Antimorphism over the commutative {law.over} is a Morphism"


def _one_inverse(v: Inverse, w: Law, laws: Sequence[Law]) -> bool:
    """Whether a law has the inverses of an earlier one, because h(x) = h(x) x k(x) = k(x)."""
    if not isinstance(w, Inverse) or v.h is w.h or v.fact or w.fact or not same(v.e, w.e):
        return False
    unit = any(isinstance(law, Neutral) and same(law.e, v.e) for law in laws)
    associates = any(isinstance(law, Associative) for law in laws)
    return unit and associates and laws.index(w) < laws.index(v)


# -- laws that move operators outwards -----------------------------------------------------------


def _outer(law: Law) -> Op | None:
    """The operator that a law writes outside, whenever `normal` meets it."""
    if isinstance(law, Commutes | Antimorphism):
        return law.over
    if isinstance(law, Homogeneous):
        return law.to or law.of
    return (law.to or law.over) if isinstance(law, Morphism) and law.eager else None


def _chases(op: Op, laws: Sequence[Law]) -> Iterator[tuple[tuple[Law, ...], str]]:
    """Laws that would write operators outside each other for ever."""
    for law in laws:
        path = _way_back(op, law)
        if path:
            yield path, "what is written outside would be written inside again, for ever"


def _way_back(op: Op, law: Law) -> tuple[Law, ...]:
    """A law that writes an operator outside `op`, and laws that lead from that one back to `op`."""
    start = _outer(law)
    ways: list[tuple[Op, tuple[Law, ...]]] = [(start, (law,))] if start is not None else []
    seen = {start}
    for at, path in ways:  # which grows while it is read
        if at is op:
            return path
        for other in at.laws:
            after = _outer(other)
            if after is not None and after not in seen:
                seen.add(after)
                ways.append((after, (*path, other)))
    return ()
