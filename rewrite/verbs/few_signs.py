"""Signs placed where they are fewest: (1 − cos x) n and not −(cos x − 1) n, w × c and not −(c × w).

Normal forms put signs by an order that no reader knows. Here every sub-term is written in two ways,
as it is and with the opposite sign, each with as few minus signs as possible: a sign can move into
an operand of an operator that is linear in it, the two operands of an anticommutative operator can
change places, and a sum begins with an addend that has no sign. What occurs twice is written in one
way, and where nothing is gained, the normal form stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..core.laws.equational import Anticommutative
from ..core.laws.moving import Homogeneous
from ..core.linear import add, neg, power, scale, times
from ..core.operators import NUMBER, number
from ..core.sorts import Linear
from ..core.terms import Term, postorder, rebuild

PRODUCTS = (times, scale)
MOST_ROUNDS = 10
"""How often a term is written again, when a part of it was written with both signs."""


class Written(NamedTuple):
    """A way to write a term, how many minus signs that takes, and how many parts are turned round
    for it."""

    signs: int
    turned: int
    term: Term


def with_few_signs(t: Term) -> Term:
    """A normal term, written with as few signs as are found.

    >>> from rewrite import cos, cross, normal, scalar, vectors
    >>> x, (a, b, c) = scalar("x"), vectors("a b c")
    >>> t = normal(c + cross(b, a) + (1 - cos(x))*a)
    >>> t, with_few_signs(t)
    (c - cross(a, b) - (cos(x) - 1)*a, c + cross(b, a) + (1 - cos(x))*a)
    """
    fixed: set[Term] = set()
    for _ in range(MOST_ROUNDS):
        same, opposite = _ways(t, fixed)
        parts = {s for s in postorder(same[t].term) if not is_led(s)}
        both = {s for s, w in opposite.items() if s.args and {w.term, same[s].term} <= parts}
        if not both:
            return same[t].term
        fixed |= both
    return t


def _ways(t: Term, fixed: set[Term]) -> tuple[dict[Term, Written], dict[Term, Written]]:
    """The best way to write each sub-term, and its opposite if it is linear. What is fixed is
    written in one way."""
    same: dict[Term, Written] = {}
    opposite: dict[Term, Written] = {}
    for s in postorder(t):
        here, there = [same[a] for a in s.args], [opposite.get(a, same[a]) for a in s.args]
        same[s] = min(_same(s, here, there), key=_rank)
        if s in fixed:
            opposite[s] = _negated(same[s])
        elif issubclass(s.sort, Linear):
            opposite[s] = min(_opposite(s, same[s], here, there), key=_rank)
    return same, opposite


def _rank(way: Written) -> tuple[int, int, bool]:
    """Of several ways to write a term, that with the lowest rank is taken."""
    return way.signs, way.turned, is_led(way.term)


def is_led(t: Term) -> bool:
    """Whether a term is written with a minus in front."""
    while t.op in PRODUCTS:
        t = t.args[0]
    return t.op is neg or (t.op is NUMBER and t.value < 0)


def _same(s: Term, here: Sequence[Written], there: Sequence[Written]) -> Iterator[Written]:
    """Ways to write a term by the ways to write its operands, and their opposites."""
    if s.op is neg:
        yield there[0]
    elif s.op is NUMBER:
        yield Written(s.value < 0, 0, s)
    else:
        yield _made(s, here)
        led = [i for i, w in enumerate(here) if is_led(w.term)]
        for i in led[:1] if s.op in PRODUCTS else ():
            yield from _moved(s, _replaced(here, i, there[i]), there, but=i)


def _opposite(
    s: Term, same: Written, here: Sequence[Written], there: Sequence[Written]
) -> Iterator[Written]:
    """Ways to write a term with the opposite sign."""
    if s.op is neg:
        yield here[0]
    elif s.op is NUMBER:
        yield Written(s.value > 0, 0, number(-s.value))
    elif s.op in PRODUCTS:
        yield _made(s, _replaced(here, 0, there[0]))
    else:
        yield _negated(same)
    if s.op is add:
        yield _made(s, there, turned=1)
    if s.args and s.args[-1].op is s.op:  # a double product stays nested on the right
        yield from _moved(s, here, there)
    if len(s.args) == 2 and s.op.law(Anticommutative) is not None:
        yield _made(s, here[::-1], turned=1)
    yield from _moved(s, here, there)


def _negated(way: Written) -> Written:
    return Written(way.signs + 1, way.turned, neg.build((way.term,)))


def _moved(
    s: Term, here: Sequence[Written], there: Sequence[Written], but: int = -1
) -> Iterator[Written]:
    """Ways with the opposite sign in one operand, where that needs no minus in front of it."""
    for i in _places(s):
        if i != but and not is_led(there[i].term):
            yield _made(s, _replaced(here, i, there[i]))


def _places(s: Term) -> Sequence[int]:
    """The operands through which a sign moves."""
    if s.op is power:
        n = s.args[1].value if s.args[1].op is NUMBER else 0
        return (0,) if type(n) is int and n % 2 else ()
    law = s.op.law(Homogeneous)
    if law is None or law.of is not None or law.degree != 1:
        return ()
    return range(len(s.args)) if law.at is None else law.at


def _made(s: Term, ways: Sequence[Written], turned: int = 0) -> Written:
    """A term with operands that are written in some way; a sum begins without a sign if it can."""
    args = tuple([w.term for w in ways])
    if s.op is add:
        first = next((i for i, a in enumerate(args) if not is_led(a)), 0)
        rest = [_subtracted(a) for a in (*args[:first], *args[first + 1 :])]
        args = (args[first], *rest)
    turned += sum(w.turned for w in ways)
    return Written(sum(w.signs for w in ways), turned, s if args == s.args else rebuild(s, args))


def _subtracted(t: Term) -> Term:
    """An addend that does not come first: if it has a sign, its sign is that of the whole."""
    if t.op is neg or not is_led(t):
        return t
    products: list[Term] = []
    inner: Any = t
    while inner.op in PRODUCTS:
        products.append(inner)
        inner = inner.args[0]
    inner = inner.args[0] if inner.op is neg else number(-inner.value)
    for product in reversed(products):
        inner = rebuild(product, (inner, *product.args[1:]))
    found: Term = neg.build((inner,))
    return found


def _replaced(ways: Sequence[Written], i: int, by: Written) -> list[Written]:
    return [*ways[:i], by, *ways[i + 1 :]]
