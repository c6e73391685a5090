"""Tools for writing formulas in scalars: the `scalars` in the records of operators.

A formula is a function of these tools, of the term, and of the coordinates of its operands; it
returns the coordinates of the value. Coordinates stand in a tuple: those of a matrix row by row, of
a quaternion (w, x, y, z). Each is a reference to a node of the graph that is being made, so that
what is calculated twice is one node.

>>> from rewrite import Vector, lower, operator, ops, vector
>>> def squares(low, t, v):
...     return tuple(low.mul(x, x) for x in v)
>>> squared = operator("squared", Vector, result=Vector, cost=(3, 0), scalars=squares)
>>> print(ops(lower(squared(vector("a")))))
3 multiplications
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Protocol

from ..core.terms import Term

Refs = tuple[int, ...]
"""References to the coordinates of a value."""
Number = int | Fraction
HALF = Fraction(1, 2)


class ScalarTools(Protocol):
    """The operations of scalars, those of coordinates, and the algorithms of matrices."""

    zero: int
    """The number 0."""
    one: int
    """The number 1."""

    def number(self, value: Number) -> int:
        """An exact number."""

    def pi(self) -> int:
        """π."""

    def add(self, refs: Iterable[int]) -> int:
        """The sum of any number of scalars."""

    def neg(self, x: int) -> int:
        """The opposite."""

    def mul(self, x: int, y: int) -> int:
        """The product of two scalars."""

    def scale(self, c: Number, x: int) -> int:
        """A rational multiple of a scalar."""

    def recip(self, x: int) -> int:
        """1/x."""

    def repeated(self, x: int, n: int) -> int:
        """The n-th power, for n from 0 on."""

    def power(self, x: int, exponent: Fraction) -> int:
        """A power whose exponent is no integer; of ½, the square root."""

    def sin(self, x: int) -> int:
        """The sine."""

    def cos(self, x: int) -> int:
        """The cosine."""

    def named(self, t: Term, x: Refs) -> int:
        """The value of a function of scalars that languages know by the name of its operator."""

    def value(self, x: int) -> Number | None:
        """The value of a scalar that is a number."""

    def less(self, x: int, y: int) -> int:
        """x - y."""

    def inner(self, x: Sequence[int], y: Sequence[int]) -> int:
        """The sum of the products of coordinates."""

    def sums(self, *xs: Refs) -> Refs:
        """Coordinates added one by one."""

    def opposites(self, x: Sequence[int]) -> Refs:
        """The opposite of every coordinate."""

    def scaled(self, k: int, x: Sequence[int]) -> Refs:
        """Every coordinate times one scalar."""

    def chain(self, t: Term, letters: Sequence[Refs]) -> Refs:
        """The product of a chain of matrices, in the order that takes the fewest operations."""

    def product(self, x: Refs, y: Refs, inner: int) -> Refs:
        """The product of a matrix of so many columns and one of as many rows."""

    def transposed(self, x: Refs, columns: int) -> Refs:
        """The transpose of a matrix of so many columns."""

    def inverse(self, x: Refs, size: int) -> Refs:
        """The inverse of a square matrix."""

    def determinant(self, x: Refs, size: int) -> int:
        """The determinant of a square matrix, without division."""

    def cofactors(self, x: Refs, size: int) -> Refs:
        """The cofactor of every entry of a square matrix, without division."""

    def apply(self, t: Term, *xs: Refs) -> Refs:
        """The coordinates of another term from those of its operands."""

    def is_known(self, fact: str, t: Term) -> bool:
        """Whether a fact is known of a term where it is lowered."""
