"""The sorts: what kind of thing a term stands for.

A sort is a class of terms, so that a type checker sees it. A new one is added from outside by
subclassing `Linear` (it then has +, -, scaling and a zero) or `Term` (it has what its operators
give it):

>>> class Screw(Linear):
...     "A screw (V, omega) of the Lie algebra of displacements."
...     dimension = 6

Shapes: a Scalar is 1×1, a Vector 3×1, a Matrix anything else; so a product that comes out 1×1 is
a Scalar, and one that comes out 3×1 is a Vector, whatever it was made of.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, overload

from ..errors import SortError
from .hooks import python_operators
from .terms import Shape, Term

if TYPE_CHECKING:
    from typing import Self

    from ..theory import python_operators as build
else:
    build = python_operators  # what + and * build needs operators, which are made of sorts

Exact = int | float | Fraction
L = TypeVar("L", bound="Linear")


class Linear(Term):
    """A sort whose terms can be added and scaled."""

    __slots__ = ()

    def __add__(self, other: Self | int) -> Self:
        return build.plus(self, other)

    def __radd__(self, other: int) -> Self:
        return build.plus_reversed(self, other)

    def __sub__(self, other: Self | int) -> Self:
        return build.minus(self, other)

    def __rsub__(self, other: int) -> Self:
        return build.minus_reversed(self, other)

    def __neg__(self) -> Self:
        return build.negated(self)

    def __pos__(self) -> Self:
        return self

    def __mul__(self, other: Scalar | Exact) -> Self:
        return build.times_right(self, other)

    def __rmul__(self, other: Exact) -> Self:
        return build.times_left(self, other)

    def __truediv__(self, other: Scalar | Exact) -> Self:
        return build.over(self, other)

    def __abs__(self) -> Scalar:
        return build.size_of(self)  # type: ignore[no-any-return]

    def __getitem__(self, place: Any) -> Any:
        """`a[0]` is a coordinate of a vector, `A[0, 1]` an entry, `A[:, 1]` a column."""
        return build.entry(self, place)

    def __iter__(self) -> Iterator[Any]:
        return build.entries(self)  # type: ignore[no-any-return]

    if not TYPE_CHECKING:  # what only some sorts have is refused with a remedy when it runs

        def __rtruediv__(self, other):
            return build.refuse("/", other, self, "inv(...) of what has an inverse")

        def __pow__(self, other):
            return build.refuse("**", self, other, "dot(a, a), norm2(a) or a product")

        def __rpow__(self, other):
            return build.refuse("**", other, self, "an exact number as exponent")

        def __matmul__(self, other):
            return build.refuse("@", self, other, "* for quaternions, @ for matrices")

        def __xor__(self, other):
            return build.refuse("^", self, other, "** for a power, cross(a, b) for vectors")

        def __float__(self):
            return build.refuse_number(self)

        __complex__ = __int__ = __float__

        def __lt__(self, other):
            return build.refuse_order(self, other)

        __le__ = __gt__ = __ge__ = __lt__


class Scalar(Linear):
    """A real number. Its shape is that of a 1×1 matrix."""

    __slots__ = ()
    default_shape: ClassVar[Shape | None] = (1, 1)
    dimension = 1
    has_one = True

    @overload
    def __mul__(self, other: Exact) -> Scalar: ...
    @overload
    def __mul__(self, other: L) -> L: ...
    def __mul__(self, other: Linear | Exact) -> Any:
        return build.scalar_times(self, other)

    def __rtruediv__(self, other: Exact) -> Scalar:
        return build.over_reversed(self, other)

    def __pow__(self, exponent: Exact | Scalar) -> Scalar:
        return build.to_power(self, exponent)

    @overload
    def __matmul__(self, other: L) -> L: ...
    @overload
    def __matmul__(self, other: Exact) -> Scalar: ...
    def __matmul__(self, other: Linear | Exact) -> Any:
        return build.product(self, other)

    @property
    def T(self) -> Scalar:
        """A scalar is its own transpose; the term shows that it was asked for."""
        return build.transposed(self, Scalar)

    @property
    def inv(self) -> Scalar:
        return build.inverted(self)


class Vector(Linear):
    """A vector of three-dimensional space: a 3×1 column."""

    __slots__ = ()
    default_shape: ClassVar[Shape | None] = (3, 1)
    dimension = 3

    def __len__(self) -> int:
        return 3

    @property
    def T(self) -> Row:
        """The transpose, a 1×3 row."""
        return build.transposed(self, Row)

    @overload
    def __matmul__(self, other: Row) -> Matrix: ...
    @overload
    def __matmul__(self, other: Scalar | Exact) -> Vector: ...
    def __matmul__(self, other: Row | Scalar | Exact) -> Any:
        return build.product(self, other)

    def __rmatmul__(self, other: Exact) -> Any:
        return build.product_reversed(self, other)


class Matrix(Linear):
    """A matrix of any shape m×n other than 1×1 (a Scalar) and 3×1 (a Vector)."""

    __slots__ = ()
    default_shape: ClassVar[Shape | None] = None
    has_one = True

    @classmethod
    def coordinates(cls, shape: Shape) -> int:
        return shape[0] * shape[1]

    @property
    def T(self) -> Matrix:
        """The transpose."""
        return build.transposed(self, Matrix)

    @property
    def inv(self) -> Matrix:
        """The inverse of a square matrix."""
        return build.inverted(self)

    @overload
    def __matmul__(self, other: Vector) -> Vector: ...
    @overload
    def __matmul__(self, other: Matrix | Scalar | Exact) -> Matrix: ...
    def __matmul__(self, other: Linear | Exact) -> Any:
        return build.product(self, other)

    def __rmatmul__(self, other: Exact) -> Any:
        return build.product_reversed(self, other)

    def __pow__(self, exponent: int | Scalar) -> Matrix:
        return build.to_power(self, exponent)


if TYPE_CHECKING:

    class Row(Matrix):
        """The type of `a.T` for a type checker: a 1×3 row, so that `a.T @ b` is seen as a Scalar.

        It exists for type checkers only; when the program runs, a row is a Matrix.
        """

        @property
        def T(self) -> Vector: ...  # type: ignore[override]
        @overload  # type: ignore[override]
        def __matmul__(self, other: Vector) -> Scalar: ...
        @overload
        def __matmul__(self, other: Matrix | Scalar | Exact) -> Row: ...
        def __matmul__(self, other: Linear | Exact) -> Linear: ...

else:
    Row = Matrix


class Quaternion(Linear):
    """A quaternion; `*` is the quaternion product. A scalar never becomes one silently."""

    __slots__ = ()
    dimension = 4
    has_one = True

    @overload  # type: ignore[override]
    def __mul__(self, other: Quaternion) -> Quaternion: ...
    @overload
    def __mul__(self, other: Scalar | Exact) -> Quaternion: ...
    def __mul__(self, other: Quaternion | Scalar | Exact) -> Any:
        return build.quaternion_times(self, other)

    def __pow__(self, exponent: int | Scalar) -> Quaternion:
        return build.to_power(self, exponent)

    @property
    def inv(self) -> Quaternion:
        """The inverse of a quaternion other than zero."""
        return build.inverted(self)


_FIRST_UNKNOWN = 10**9
"""Sizes from here on stand for numbers of rows or columns that are not known."""


def is_unknown(size: int) -> bool:
    """Whether a number of rows or columns stands for one that a rule leaves open."""
    return size >= _FIRST_UNKNOWN


def unknown_size(number: int) -> int:
    """A number of rows or columns that is left open: `A: Matrix` of a rule has two of them."""
    return _FIRST_UNKNOWN + number


def sort_of_shape(shape: Shape) -> type[Linear]:
    """The sort of a matrix of this shape."""
    if len(shape) != 2 or not (type(shape[0]) is type(shape[1]) is int and min(shape) >= 1):
        raise SortError(f"a shape is a pair of positive integers (rows, columns), not {shape!r}")
    if shape == (1, 1):
        return Scalar
    return Vector if shape == (3, 1) else Matrix
