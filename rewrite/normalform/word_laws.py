"""Words: Inverse, Powers and Idempotent of an associative operator, applied together.

They are one algorithm because they meet: A² A⁻¹ is A only if powers and inverses are counted in
the same exponents. A letter is read as a base with an integer exponent; equal neighbours (or, if
the operator commutes, equal letters) add their exponents. Idempotent words are those of a free
band, and have an algorithm of their own, `band`. An inverse on one side only, or to an element that
is not neutral, cancels neighbours literally, as they stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..core.laws import (
    Absorbing,
    Commutative,
    Element,
    Idempotent,
    Inverse,
    Neutral,
    Op,
    Pairing,
    Powers,
    element_of,
    is_element,
)
from ..core.operators import number, one_of
from ..core.terms import Term, order
from .monomials import exact_power, raised, split

if TYPE_CHECKING:
    from .call import Call

Power = tuple[Term, int]
"""A base with its exponent."""


class WordLaws:
    """The laws of an associative operator as rules about its words, read once."""

    __slots__ = (
        "again",
        "commutes",
        "heads",
        "idempotent",
        "inverses",
        "is_group",
        "power",
        "unit",
    )

    def __init__(self, op: Op) -> None:
        self.commutes = op.law(Commutative) is not None
        self.idempotent = op.law(Idempotent) is not None
        self.again = [law for law in op.pipeline if isinstance(law, Neutral | Absorbing)]
        """The laws about units and zeros, which cancelling may leave."""
        neutral = [law.e for law in op.laws if isinstance(law, Neutral) and law.side == "both"]
        self.unit: Element | None = neutral[0] if neutral else None
        """The element that is neutral on both sides, if there is one."""
        self.inverses = [law for law in op.laws if isinstance(law, Inverse)]
        self.is_group = all(
            self.unit is not None and self.unit == law.e and law.side == "both"
            for law in self.inverses
        )
        """Whether all inverses cancel to the neutral element, from both sides; or there are none.
        """
        powers: Any = op.law(Powers)
        self.power: Op | None = None if powers is None else powers.power
        self.heads = {*(law.h for law in self.inverses), self.power}
        """The operators of letters that are powers of others."""


def _laws(op: Op) -> WordLaws:
    found: WordLaws | None = op.laws_by_kind.get(WordLaws)  # forgotten when a law is added
    if found is None:
        found = op.laws_by_kind[WordLaws] = WordLaws(op)
    return found


def gather(call: Call) -> None:
    """Apply the laws of an associative operator about letters that meet, once."""
    if call.gathered:
        return
    call.gathered = True
    while len(call.args) > 1 and call.result is None:
        before = call.args
        call.args = _gathered(call)
        if call.args == before:
            return
        for law in _laws(call.op).again:
            if call.result is None:
                law.apply(call)


def _gathered(call: Call) -> list[Term]:
    laws = _laws(call.op)
    if not laws.is_group:
        letters = _met(call, laws.commutes)
        return band(letters) if laws.idempotent and not laws.commutes else letters
    if laws.idempotent:
        return list(dict.fromkeys(call.args)) if laws.commutes else band(call.args)
    powers = _read(call, call.args)
    letters = _written(call, _bag(call, powers) if laws.commutes else _word(call, powers))
    return sorted(letters, key=order) if laws.commutes else letters


# -- exponents -----------------------------------------------------------------------------------


def _read(call: Call, letters: Sequence[Term]) -> list[Power]:
    """The letters as bases with exponents, without units, and opened where they are words."""
    found: list[Power] = []
    read: dict[Term, Power | None] = {}  # letters repeat; a unit is None
    op, e = call.op, _laws(call.op).unit
    for letter in letters:
        if letter in read:
            power = read[letter]
        else:
            power = exponent_of(call, letter)
            power = read[letter] = None if e is not None and is_element(power[0], e) else power
        if power is None:
            continue
        if power[0].op is op and power[1] == 1:  # h(h(w)) is the word w
            found += _read(call, power[0].args)
        else:
            found.append(power)
    return found


def _word(call: Call, powers: list[Power]) -> list[Power]:
    """Add the exponents of equal neighbours, and cancel h(w) with the word w."""
    words = [base for base, _ in powers if base.op is call.op]
    longest = max([len(_read(call, word.args)) for word in words], default=0)
    stack: list[Power] = []
    for base, exponent in powers:
        if stack and stack[-1][0] is base:
            exponent += stack.pop()[1]
        if exponent != 1:
            exponent = reduced(call, base, exponent)
        if exponent:
            stack.append((base, exponent))
        while longest and _cancel_word(call, stack, longest):
            pass
    return stack


def reduced(call: Call, base: Term, exponent: int) -> int:
    """The exponent of a base that may be its own inverse up to sign, like a symmetric rotation."""
    if exponent in (0, 1):
        return exponent
    sign = call.walk.own_inverse.get((call.op, base))
    if sign is None:
        sign = call.walk.own_inverse[call.op, base] = _own_inverse(call, base)
    if sign == 0:
        return exponent
    if sign < 0 and exponent // 2 % 2:
        call.negate()
    return exponent % 2


def _own_inverse(call: Call, base: Term) -> int:
    """The sign up to which a base is its own inverse, or 0 if it is not known to be."""
    for law in _laws(call.op).inverses:
        if law.fact is not None and law.holds_for(call, base):
            sign, rope, core = split(call.normal(law.h, [base]))
            if core is base and rope is None:
                return int(sign)
    return 0


def _cancel_word(call: Call, stack: list[Power], longest: int) -> bool:
    """Remove w h(w) or h(w) w from the end of a stack, if it is there."""
    for i in range(max(0, len(stack) - 1 - longest), len(stack)):
        base, exponent = stack[i]
        if base.op is call.op and exponent < 0:
            word = _read(call, base.args)
            left = [(base, exponent + 1)] if exponent < -1 else []
            after = _without(stack[:i:-1], word[::-1])
            if after is not None:
                stack[i:] = left + after[::-1]
                return True
            before = _without(stack[:i], word)
            if before is not None:
                stack[: i + 1] = before + left
                return True
    return False


def _without(powers: list[Power], word: list[Power]) -> list[Power] | None:
    """Powers without the word at their end, or None if they do not end with it."""
    start = len(powers) - len(word)
    if start < 0 or powers[start + 1 :] != word[1:]:
        return None
    (base, n), (first, m) = powers[start], word[0]
    if base is not first or n * m < m * m:
        return None
    return powers[:start] + ([(base, n - m)] if n != m else [])


def _bag(call: Call, powers: list[Power]) -> list[Power]:
    """Add the exponents of equal letters, and cancel h(w) with the letters of w."""
    counts: dict[Term, int] = {}
    for base, exponent in powers:
        counts[base] = counts.get(base, 0) + exponent
    counts = {base: reduced(call, base, n) for base, n in counts.items()}
    for word in [base for base, n in counts.items() if base.op is call.op and n < 0]:
        letters = _read(call, word.args)
        times = min(-counts[word], *(counts.get(base, 0) // n for base, n in letters))
        for base, n in [(word, -1), *letters] if times > 0 else []:
            counts[base] -= n * times
    return [(base, n) for base, n in counts.items() if n]


def _written(call: Call, powers: list[Power]) -> list[Term]:
    letters: list[Term] = []
    written: dict[Power, Sequence[Term]] = {}  # powers repeat
    for base, n in powers:
        if n == 1:
            letters.append(base)
            continue
        parts = written.get((base, n))
        if parts is None:
            before = call.coefficient, call.rope
            parts = power_of(call, base, n)
            if (call.coefficient, call.rope) == before:  # else its scalars count every time
                written[base, n] = parts
        for letter in parts:
            letters += letter.args if letter.op is call.op else (letter,)
    e = _laws(call.op).unit
    if letters or e is None:
        return letters
    return [element_of(e, call.sort, call.shape)]


def exponent_of(call: Call, letter: Term) -> Power:
    """A letter as base and exponent: A³ is (A, 3), inv(A) is (A, -1)."""
    laws, exponent = _laws(call.op), 1
    while letter.op in laws.heads:
        if letter.op is laws.power:
            n = letter.args[1].value
            if type(n) is not int or (n < 1 and laws.unit is None):
                break
            exponent, letter = exponent * n, letter.args[0]
            continue
        inner = letter.args[0]
        if not any(law.h is letter.op and law.holds_for(call, inner) for law in laws.inverses):
            break
        exponent, letter = -exponent, inner
    return letter, exponent


def power_of(call: Call, base: Term, exponent: int) -> list[Term]:
    """The letters that stand for a base with an exponent."""
    if exponent == 0:
        return []
    if exponent < 0:
        # an inverse that always exists is best
        for law in sorted(_laws(call.op).inverses, key=lambda law: not law.total):
            if law.holds_for(call, base):
                exponent = -exponent
                c, rope, core = split(call.normal(law.h, [base]))
                call.scale(exact_power(c, exponent), raised(rope, exponent))
                base = one_of(base.sort, base.shape) if core is None else core
                break
    if exponent == 1:
        return [base]
    power = _laws(call.op).power
    if power is None:
        return [base] * exponent
    return [call.made(power, [base, number(exponent)])]


# -- idempotent words ----------------------------------------------------------------------------


def band(letters: Sequence[Term]) -> list[Term]:
    """The normal form of a word when every word is its own square.

    Two rules decide equality (Siekmann and Szabó, 1982): w w is w, and x y z is x z if x and z have
    the same letters, and y no others. Both shorten. A word is read letter by letter; only its end
    can have become reducible.
    """
    word: list[Term] = []
    pending = list(reversed(letters))
    while pending:
        word.append(pending.pop())
        found = _redex(word)
        if found is not None:
            end, start = found
            pending += reversed(word[start:])
            del word[end:]
    return word


def _redex(word: list[Term]) -> tuple[int, int] | None:
    """Where a word ending in x y z or x x may be cut: the end of x, and the start of what stays."""
    letters: set[Term] = set()
    for start in reversed(range(len(word))):
        if word[start] in letters:
            continue
        letters.add(word[start])  # z = word[start:] is the shortest end that has these letters
        first = start
        while first and word[first - 1] in letters:
            first -= 1
        missing, end = set(letters), first
        while missing:
            missing.discard(word[end])
            end += 1  # x = word[first:end] is the shortest beginning that has them
        z = word[start:]
        if end <= start and word[max(first, end - len(z)) : end] == z:
            return end, len(word)
        if end < start:
            return end, start
    return None


# -- one-sided inverses --------------------------------------------------------------------------


def _met(call: Call, commutes: bool) -> list[Term]:
    """Let letters that meet become one as long as some law says so."""
    kept: list[Term] = []
    pending = list(reversed(call.args))
    laws = [law for law in call.op.pipeline if isinstance(law, Pairing)]
    while pending:
        y = pending.pop()
        for i in range(0 if commutes else max(0, len(kept) - 1), len(kept)):
            meetings = (law.meets(call, kept[i], y) for law in laws)
            found = next((z for z in meetings if z is not None), None)
            if found is not None:
                del kept[i]
                pending.append(found)
                break
        else:
            kept.append(y)
    return sorted(kept, key=order) if commutes else kept
