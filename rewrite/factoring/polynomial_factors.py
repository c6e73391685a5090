"""Factors and common factors of polynomials, within time limits.

A computation in flint cannot be interrupted. Most polynomials are factored in a millisecond, but a
product of two sums of twelve monomials in twelve variables may take a minute. So, under a deadline,
a large polynomial is first restricted to a line: if that is irreducible, it is irreducible itself.
Otherwise it is factored by a separate program, which is killed when the time is over.
"""

from __future__ import annotations

import json
import sys
from collections import OrderedDict
from math import gcd, inf, lcm, prod
from typing import Any

import flint

from ..deadline import OutOfTimeError, check_time, time_left
from ..interrupting import output_of
from . import factor_program

Polynomial = Any
Factors = list[tuple[Polynomial, int]]
EASY = 10_000
"""Polynomials up to this weight are factored directly. Among 1,500 random products of up to four
polynomials in up to 24 variables, none of them took more than a twentieth of a second."""
FEW = 16
"""So many products of two monomials are made without weighing them."""
LINE = 60
"""The highest degree of a polynomial with short numbers that is restricted to a line."""
LONG = 64
"""Numbers up to this many bits count as short."""
RATE = 1_000_000
"""At least this much weight of two polynomials is handled in a second to multiply them, or to find
their common factor: among 1,800 random pairs it was 1.8 times as much."""
REMEMBERED = 100
"""The most polynomials that are remembered because their factors were not found in time."""
_in_vain: OrderedDict[str, float] = OrderedDict()
"""The seconds spent in vain on a polynomial, the latest at the end."""


def factors(p: Polynomial) -> tuple[Any, Factors]:
    """A rational number, and the irreducible factors of a polynomial with their multiplicities.

    The factors have integer coefficients without a common divisor, and the first one is positive.

    >>> ring = flint.fmpq_mpoly_ctx.get(["x", "y"])
    >>> x, y = ring.gens()
    >>> factors((x**2 - y**2) * y / 3)
    (1/3, [(y, 1), (x - y, 1), (x + y, 1)])
    """
    degrees = p.degrees() if len(p) > 1 else ()
    width = _width(p)
    if len(p) * sum(degrees) * max(degrees, default=0) * width <= EASY or time_left() == inf:
        return _directly(p)
    check_time()
    number = _content(p)
    whole = p / number
    if width * p.total_degree() <= LINE and is_irreducible_on_a_line(whole):
        return number, [(whole, 1)]
    found = _apart(whole)
    return (number, found) if found is not None else _directly(p)


def common_factor(p: Polynomial, q: Polynomial) -> Polynomial:
    """The greatest common factor of two polynomials, if there is time to find it."""
    weight = len(p) * int(sum(p.degrees())) + len(q) * int(sum(q.degrees()))
    _allow(weight * (_width(p) + _width(q)))
    return p.gcd(q)


def product(p: Polynomial, q: Polynomial) -> Polynomial:
    """The product of two polynomials, if there is time to multiply them."""
    products = len(p) * len(q)
    if products > FEW:
        _allow(products * _width(p) * _width(q))
    return p * q


def _allow(weight: int) -> None:
    """Refuse work for which the time is too short, since it cannot be interrupted."""
    if weight > EASY and weight > RATE * time_left():
        raise OutOfTimeError("the time limit is too short for this")


def is_irreducible_on_a_line(p: Polynomial) -> bool:
    """Whether a polynomial with integer coefficients keeps its degree on a line, and does not
    factor there. If it were a product, it would be a product of the same degrees there.

    >>> ring = flint.fmpq_mpoly_ctx.get(["x", "y"])
    >>> x, y = ring.gens()
    >>> is_irreducible_on_a_line(x**2 + y**3 + 2), is_irreducible_on_a_line(x**2 - y**2)
    (True, False)
    """
    t = flint.fmpz_poly([0, 1])
    powers = [[flint.fmpz_poly([1]), (k % 5 + 1) * t + k * k % 7 + 2] for k in range(_places(p))]
    for row, highest in zip(powers, p.degrees(), strict=True):
        for _ in range(highest - 1):
            row.append(row[-1] * row[1])
    image = flint.fmpz_poly([0])
    for exponents, c in p.to_dict().items():
        used = [row[e] for row, e in zip(powers, exponents, strict=True) if e]
        image += prod(used, start=flint.fmpz_poly([int(c.p)]))
    if image.degree() < p.total_degree():
        return False
    _, found = image.factor()
    return len(found) == 1 and found[0][1] == 1


def _directly(p: Polynomial) -> tuple[Any, Factors]:
    number, found = p.factor()
    return flint.fmpq(number), [(f, int(n)) for f, n in found]


def _apart(p: Polynomial) -> Factors | None:
    """The factors found by another process; None if it does not run here."""
    terms = [([int(e) for e in m], f"{int(c.p):x}") for m, c in p.to_dict().items()]
    asked = json.dumps({"variables": _places(p), "terms": terms})
    left = time_left()
    if 2 * _in_vain.get(asked, -1) > left:
        raise OutOfTimeError("the time limit is too short for this")
    try:
        code, answer, _ = output_of([sys.executable, "-P", str(factor_program.__file__)], asked)
    except OSError:
        return None
    except OutOfTimeError:
        _in_vain[asked] = left
        _in_vain.move_to_end(asked)
        while len(_in_vain) > REMEMBERED:
            _in_vain.popitem(last=False)
        raise
    if code:
        return None
    read = [({tuple(m): int(c, 16) for m, c in f}, n) for f, n in json.loads(answer)]
    found = [(p.context().from_dict(f), n) for f, n in read]
    return [(f if f.leading_coefficient() > 0 else -f, n) for f, n in found]


def _content(p: Polynomial) -> Any:
    """The number by which a polynomial is divided to make its coefficients integers without a
    common divisor, and the leading one positive."""
    numbers = p.coeffs()
    below = lcm(*[int(c.q) for c in numbers])
    above = gcd(*[int(c.p) * (below // int(c.q)) for c in numbers])
    return flint.fmpq(above if p.leading_coefficient() > 0 else -above, below)


def _places(p: Polynomial) -> int:
    return int(p.context().nvars())


def _width(p: Polynomial) -> int:
    """How much more arithmetic takes with the numbers in a polynomial than with short ones."""
    return 1 + max((int(c.height_bits()) for c in p.coeffs()), default=0) // LONG
