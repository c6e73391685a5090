"""Plain programs as rules on operators without laws: numbers are s(s(…z)), lists cons(x, xs)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from .peers import Data, Problem

Rules = list[tuple[Data, Data]]


def numeral(n: int) -> Data:
    t: Data = "z"
    for _ in range(n):
        t = ("s", t)
    return t


def listed(items: Sequence[Data]) -> Data:
    t: Data = "nil"
    for item in reversed(items):
        t = ("cons", item, t)
    return t


PLUS: Rules = [
    (("plus", "z", "?y"), "?y"),
    (("plus", ("s", "?x"), "?y"), ("s", ("plus", "?x", "?y"))),
]
TIMES: Rules = [
    (("times", "z", "?y"), "z"),
    (("times", ("s", "?x"), "?y"), ("plus", "?y", ("times", "?x", "?y"))),
]
APPEND: Rules = [
    (("app", "nil", "?y"), "?y"),
    (("app", ("cons", "?x", "?y"), "?z"), ("cons", "?x", ("app", "?y", "?z"))),
]
ORDER: Rules = [
    (("leq", "z", "?y"), "yes"),
    (("leq", ("s", "?x"), "z"), "no"),
    (("leq", ("s", "?x"), ("s", "?y")), ("leq", "?x", "?y")),
]
CHOICE: Rules = [(("ite", "yes", "?x", "?y"), "?x"), (("ite", "no", "?x", "?y"), "?y")]


def fibonacci(n: int) -> Problem:
    """fib(n) by its definition, with numbers in unary."""
    rules: Rules = [
        (("fib", "z"), "z"),
        (("fib", ("s", "z")), ("s", "z")),
        (("fib", ("s", ("s", "?x"))), ("plus", ("fib", ("s", "?x")), ("fib", "?x"))),
    ]
    return Problem(("fib", numeral(n)), rules + PLUS)


def factorial(n: int) -> Problem:
    """n! by its definition, with numbers in unary."""
    rules: Rules = [
        (("fact", "z"), ("s", "z")),
        (("fact", ("s", "?x")), ("times", ("s", "?x"), ("fact", "?x"))),
    ]
    return Problem(("fact", numeral(n)), rules + TIMES + PLUS)


def insertion_sort(n: int) -> Problem:
    """A random list of n numbers below 20, sorted by insertion."""
    rng = random.Random(n)
    rules: Rules = [
        (("sort", "nil"), "nil"),
        (("sort", ("cons", "?x", "?y")), ("insert", "?x", ("sort", "?y"))),
        (("insert", "?x", "nil"), ("cons", "?x", "nil")),
        (
            ("insert", "?x", ("cons", "?y", "?z")),
            (
                "ite",
                ("leq", "?x", "?y"),
                ("cons", "?x", ("cons", "?y", "?z")),
                ("cons", "?y", ("insert", "?x", "?z")),
            ),
        ),
    ]
    items = [numeral(rng.randrange(20)) for _ in range(n)]
    return Problem(("sort", listed(items)), rules + ORDER + CHOICE)


def hanoi(n: int) -> Problem:
    """The moves of n discs between three pegs, as a list."""
    moves = (
        "app",
        ("hanoi", "?n", "?x", "?z", "?y"),
        ("cons", ("move", "?x", "?y"), ("hanoi", "?n", "?z", "?y", "?x")),
    )
    rules: Rules = [
        (("hanoi", "z", "?x", "?y", "?z"), "nil"),
        (("hanoi", ("s", "?n"), "?x", "?y", "?z"), moves),
    ]
    return Problem(("hanoi", numeral(n), "left", "right", "middle"), rules + APPEND)


def sieve(n: int) -> Problem:
    """The primes from 2 to n + 1, by striking out the multiples of each."""
    counted: Rules = [
        (("up", "z", "?x"), "nil"),
        (("up", ("s", "?n"), "?x"), ("cons", "?x", ("up", "?n", ("s", "?x")))),
        (("sieve", "nil"), "nil"),
        (
            ("sieve", ("cons", "?x", "?y")),
            ("cons", "?x", ("sieve", ("strike", "?x", "?x", "?y"))),
        ),
        # strike(p, k, xs): every p-th number goes; the next to go is in k steps
        (("strike", "?x", "?n", "nil"), "nil"),
        (("strike", "?x", ("s", ("s", "?n")), ("cons", "?y", "?z")),
         ("cons", "?y", ("strike", "?x", ("s", "?n"), "?z"))),
        (("strike", "?x", ("s", "z"), ("cons", "?y", "?z")), ("strike", "?x", "?x", "?z")),
    ]  # fmt: skip
    return Problem(("sieve", ("up", numeral(n), numeral(2))), counted)


def ackermann(n: int) -> Problem:
    """Ackermann's function of 3 and n."""
    rules: Rules = [
        (("ack", "z", "?y"), ("s", "?y")),
        (("ack", ("s", "?x"), "z"), ("ack", "?x", ("s", "z"))),
        (("ack", ("s", "?x"), ("s", "?y")), ("ack", "?x", ("ack", ("s", "?x"), "?y"))),
    ]
    return Problem(("ack", numeral(3), numeral(n)), rules)


def reverse(n: int) -> Problem:
    """A list of n letters, reversed by appending to the end."""
    rules: Rules = [
        (("rev", "nil"), "nil"),
        (("rev", ("cons", "?x", "?y")), ("app", ("rev", "?y"), ("cons", "?x", "nil"))),
    ]
    return Problem(("rev", listed([f"c{i % 7}" for i in range(n)])), rules + APPEND)


def differentiation(n: int) -> Problem:
    """The n-th derivative of x·sin(x)·exp(x), with zeros and ones dropped and nothing collected."""
    rules: Rules = [
        (("d", "x"), "one"),
        (("d", "one"), "zero"),
        (("d", "zero"), "zero"),
        (("d", ("sin", "?x")), ("mul", ("cos", "?x"), ("d", "?x"))),
        (("d", ("cos", "?x")), ("mul", ("minus", ("sin", "?x")), ("d", "?x"))),
        (("d", ("exp", "?x")), ("mul", ("exp", "?x"), ("d", "?x"))),
        (("d", ("minus", "?x")), ("minus", ("d", "?x"))),
        (("d", ("sum", "?x", "?y")), ("sum", ("d", "?x"), ("d", "?y"))),
        (
            ("d", ("mul", "?x", "?y")),
            ("sum", ("mul", ("d", "?x"), "?y"), ("mul", "?x", ("d", "?y"))),
        ),
        (("sum", "zero", "?x"), "?x"),
        (("sum", "?x", "zero"), "?x"),
        (("mul", "zero", "?x"), "zero"),
        (("mul", "?x", "zero"), "zero"),
        (("mul", "one", "?x"), "?x"),
        (("mul", "?x", "one"), "?x"),
        (("minus", "zero"), "zero"),
    ]
    t: Data = ("mul", "x", ("mul", ("sin", "x"), ("exp", "x")))
    for _ in range(n):
        t = ("d", t)
    return Problem(t, rules)
