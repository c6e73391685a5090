"""Cancelling, gathering and dropping repeated operands: Inverse, Powers and Idempotent together.

They are one algorithm because they meet: A² A⁻¹ is A only if powers and inverses are counted in
the same exponents. A letter is read as a base with an integer exponent; equal neighbours (or, if
the operator commutes, equal letters) add their exponents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .laws import Associative, Commutative, Idempotent, Inverse, Neutral, Powers, element_of
from .operators import number
from .terms import Term

if TYPE_CHECKING:
    from .normal import Call


def gather(call: Call) -> None:
    """Apply the operator's Inverse, Powers and Idempotent laws to a call, once."""
    if call.gathered or len(call.args) < 2:
        return
    call.gathered = True
    op = call.op
    if op.law(Associative) is None:
        _pair(call)
    elif any(isinstance(law, Inverse) and not _is_group_law(call, law) for law in op.laws):
        _one_sided(call)
    elif op.law(Commutative) is not None:
        _bag(call)
    else:
        _word(call)


def _is_group_law(call: Call, law: Inverse) -> bool:
    """Whether an inverse cancels to the neutral element from both sides."""
    commutes = call.op.law(Commutative) is not None
    return (law.side == "both" or commutes) and any(
        isinstance(n, Neutral) and n.e == law.e and (n.side == "both" or commutes)
        for n in call.op.laws
    )


def _word(call: Call) -> None:
    idempotent = call.op.law(Idempotent) is not None
    stack: list[tuple[Term, int]] = []
    for letter in call.args:
        base, exponent = exponent_of(call, letter)
        if stack and stack[-1][0] is base:
            _, before = stack.pop()
            exponent = 1 if idempotent else exponent + before
        if exponent:
            stack.append((base, exponent))
    call.args = _written(call, stack)


def _bag(call: Call) -> None:
    idempotent = call.op.law(Idempotent) is not None
    counts: dict[Term, int] = {}
    for letter in call.args:
        base, exponent = exponent_of(call, letter)
        counts[base] = 1 if idempotent else counts.get(base, 0) + exponent
    call.args = _written(call, [(b, n) for b, n in counts.items() if n])


def _written(call: Call, powers: list[tuple[Term, int]]) -> list[Term]:
    letters = [letter for base, n in powers for letter in power_of(call, base, n)]
    if letters:
        return letters
    neutral = call.op.law(Neutral)
    return [element_of(neutral.e, call.sort, call.shape)] if neutral else []


def exponent_of(call: Call, letter: Term) -> tuple[Term, int]:
    """A letter as base and exponent: A³ is (A, 3), inv(A) is (A, -1)."""
    powers: Any = call.op.law(Powers)
    exponent = 1
    while True:
        if powers is not None and letter.op is powers.power:
            exponent *= letter.args[1].value
            letter = letter.args[0]
            continue
        for law in call.op.laws:
            if isinstance(law, Inverse) and letter.op is law.h:
                if law.fact is None or call.holds(law.fact, letter.args[0]):
                    exponent, letter = -exponent, letter.args[0]
                    break
        else:
            return letter, exponent


def power_of(call: Call, base: Term, exponent: int) -> list[Term]:
    """The letters that stand for a base with an exponent."""
    if exponent < 0:
        for law in call.op.laws:
            if isinstance(law, Inverse) and (law.fact is None or call.holds(law.fact, base)):
                base, exponent = call.normal(law.h, [base]), -exponent
                break
    if exponent == 1:
        return [base]
    powers: Any = call.op.law(Powers)
    if powers is None:
        return [base] * exponent
    return [call.made(powers.power, [base, number(exponent)])]


def _pair(call: Call) -> None:
    """Without associativity only the two operands as they stand can cancel."""
    if len(call.args) != 2:
        return
    x, y = call.args
    if x is y and call.op.law(Idempotent) is not None:
        call.end(x)
        return
    found = _cancelled(call, x, y)
    if found is not None:
        call.end(found)


def _one_sided(call: Call) -> None:
    """An inverse on one side only, or to an element that is not neutral: neighbours, literally."""
    idempotent = call.op.law(Idempotent) is not None
    commutes = call.op.law(Commutative) is not None
    stack: list[Term] = []
    for letter in call.args:
        places = range(len(stack)) if commutes else range(max(0, len(stack) - 1), len(stack))
        for i in places:
            if idempotent and stack[i] is letter:
                break
            found = _cancelled(call, stack[i], letter)
            if found is not None:
                stack[i] = found
                break
        else:
            stack.append(letter)
    call.args = stack


def _cancelled(call: Call, x: Term, y: Term) -> Term | None:
    """What the neighbours x, y cancel to, if they do."""
    commutes = call.op.law(Commutative) is not None
    for law in call.op.laws:
        if isinstance(law, Inverse):
            left = x.op is law.h and x.args[0] is y and (commutes or law.side != "right")
            right = y.op is law.h and y.args[0] is x and (commutes or law.side != "left")
            if (left or right) and (law.fact is None or call.holds(law.fact, y if left else x)):
                return element_of(law.e, call.sort, call.shape)
    return None
