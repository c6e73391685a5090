"""Declaring symbols: `vectors("a b c")`, `matrix("A", rows=2, cols=3)`, `rotation("R")`.

Keywords say what is known of a symbol and are part of it: two symbols of one name and different
facts are different, and may not meet in one term.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeVar, overload

from ..errors import FactError, RewriteError, SortError
from .facts import KINDS, Fact, closure, fact
from .hooks import brief
from .operators import SYMBOL, coerce, number, one_of, zero_of
from .sorts import Matrix, Quaternion, Scalar, Vector, sort_of_shape
from .terms import TIME, Shape, SymbolInfo, Term, intern

S = TypeVar("S", bound=Term)
MATRICES = (Scalar, Vector, Matrix)

_NAME = re.compile(r"[^\W\d]\w*'*\Z")
RESERVED = {"and", "or", "not", "in", "is", "if", "else", "lambda", "None", "True", "False", "pi"}
"""Words that cannot name a symbol, because the language of terms reserves them."""


Along = str | Term | Sequence[str | Term]
"""Material coordinates: their names, or the scalar symbols that have these names."""


def symbol(
    name: str,
    sort: type[S],
    shape: Any = None,
    /,
    along: Along = (),
    velocity: str | bool = "",
    **facts: bool,
) -> S:
    """A symbol of any sort, with the facts given as keywords.

    With `time`, it depends on time. With `along`, it is a field: it depends on material
    coordinates, and `diff` by any of them makes symbols of its partial derivatives. `velocity`
    names the angular velocity of what turns with time.

    >>> symbol("v", Vector, unit=True)
    v
    >>> from rewrite import diff, scalar, time
    >>> r, s = symbol("r", Vector, time=True, along="s"), scalar("s")
    >>> diff(r, s), diff(r, time), diff(diff(r, s, 2), time) is diff(diff(r, time), s, 2)
    (r_ds, r', True)
    >>> diff(symbol("R", Matrix, (3, 3), rotation=True, time=True, velocity="omega"), time)
    R @ tilde(omega)
    """
    _check_name(name)
    shape = shape if shape is not None else sort.default_shape
    if shape is None:
        raise SortError(f"{name}: a {sort.__name__} needs a shape, for instance (3, 3)")
    wanted = sort_of_shape(shape) if sort in MATRICES else sort
    if wanted is not sort or sort.default_shape not in (None, shape):
        raise SortError(f"{name}: no {sort.__name__} has the shape {shape}")
    for f, value in facts.items():
        if not isinstance(value, bool) and (f in KINDS or f == "time"):
            raise FactError(f"{name}: {f} is True or False, not {value!r}")
    time = facts.pop("time", False)
    named = [f for f, value in facts.items() if value or f not in KINDS]
    known = closure(named, sort, shape, name)
    if not isinstance(velocity, str) and velocity is not False:
        raise FactError(f"{name}: velocity is a name, not {velocity!r}")
    info = SymbolInfo(name, known, time, _coordinates(name, along), velocity=velocity or "")
    if info.velocity:
        _check_velocity(info, sort)
    if info.coordinates and "constant" in known:
        on = " and ".join(info.coordinates)
        raise FactError(f"{name} cannot be constant and depend on {on}")
    return intern(SYMBOL, (), sort, shape, info)


def _check_name(name: object) -> None:
    if isinstance(name, str) and name in RESERVED:
        raise RewriteError(f"{name!r} cannot name a symbol: terms are written with this word")
    if not isinstance(name, str) or not _NAME.match(name):
        several = isinstance(name, str) and len(re.split(r"[\s,]+", name.strip())) > 1
        more = "; several are declared by scalars, vectors, matrices, …" if several else ""
        raise RewriteError(
            f"{name!r} cannot name a symbol: use letters, digits, _ and a final '{more}"
        )


def _check_velocity(info: SymbolInfo, sort: type[Term]) -> None:
    """Refuse `velocity=` for a symbol without an angular velocity, and a name that is taken."""
    _check_name(info.velocity)
    turns = sort.tangent is not None or info.facts & {"orthogonal", "unit"}
    if not info.time or info.along or not turns:
        raise FactError(
            f"{info.name}: velocity= names the angular velocity of a rotation, a unit quaternion "
            "or a unit vector that depends on time alone: say time=True"
        )
    if info.velocity == info.name:
        raise FactError(f"{info.name} and its velocity need different names")


def _coordinates(name: str, along: Along) -> tuple[str, ...]:
    """The names of material coordinates, checked."""
    given = (along,) if isinstance(along, str | Term) else tuple(along)
    words = [x for c in given for x in (re.split(r"[\s,]+", c) if isinstance(c, str) else (c,))]
    found: list[str] = []
    for x in words:
        is_scalar = isinstance(x, Term) and x.is_symbol and x.sort is Scalar
        word = x.name if isinstance(x, Term) and is_scalar else x
        if not isinstance(word, str) or not word.isidentifier() or word in RESERVED:
            raise FactError(f"{name}: a material coordinate is a name or a scalar, not {x!r}")
        if word == TIME:
            raise FactError(f"{name}: time is not a material coordinate; say time=True")
        if word == name or word in found:
            raise FactError(f"{name}: the coordinate {word} is listed twice, or depends on itself")
        found.append(word)
    return tuple(found)


def _several(names: str | list[str] | tuple[str, ...], make: Any) -> tuple[Any, ...]:
    words = re.split(r"[\s,]+", names.strip()) if isinstance(names, str) else names
    return tuple(make(word) for word in words if word)


def scalar(name: str, *, along: Along = (), **facts: bool) -> Scalar:
    """A scalar symbol.

    >>> scalar("m", constant=True)
    m
    """
    return symbol(name, Scalar, None, along, **facts)


def scalars(names: str, *, along: Along = (), **facts: bool) -> tuple[Scalar, ...]:
    """Scalar symbols, from names separated by spaces or commas.

    >>> scalars("x, y")
    (x, y)
    """
    return _several(names, lambda n: scalar(n, along=along, **facts))


def vector(
    name: str, *, unit: bool = False, along: Along = (), velocity: str | bool = "", **facts: bool
) -> Vector:
    """A vector symbol: a 3×1 column. `velocity` names the angular velocity of a unit vector.

    >>> u = vector("u", unit=True)
    >>> u.shape
    (3, 1)
    """
    return symbol(name, Vector, None, along, velocity, unit=unit, **facts)


def vectors(
    names: str, *, unit: bool = False, along: Along = (), **facts: bool
) -> tuple[Vector, ...]:
    """Vector symbols, from names separated by spaces or commas.

    >>> vectors("a b")
    (a, b)
    """
    return _several(names, lambda n: vector(n, unit=unit, along=along, **facts))


def matrix(
    name: str,
    rows: int | None = None,
    cols: int | None = None,
    *,
    along: Along = (),
    **facts: bool,
) -> Any:
    """A matrix symbol, 3×3 by default.

    Keywords: symmetric, antisymmetric, diagonal, orthogonal, rotation, invertible, constant.
    A 1×1 matrix is a Scalar and a 3×1 matrix a Vector.

    >>> matrix("J", symmetric=True).T.shape, matrix("A", 2, 3).shape
    ((3, 3), (2, 3))
    """
    m = rows if rows is not None else cols if cols is not None else 3
    shape = (m, cols if cols is not None else m)
    return symbol(name, sort_of_shape(shape), shape, along, **facts)


def matrices(
    names: str,
    rows: int | None = None,
    cols: int | None = None,
    *,
    along: Along = (),
    **facts: bool,
) -> tuple[Any, ...]:
    """Matrix symbols, from names separated by spaces or commas.

    >>> matrices("A B", 2, 3)
    (A, B)
    """
    return _several(names, lambda n: matrix(n, rows, cols, along=along, **facts))


@overload
def rotation(
    name: str, size: int = 3, *, along: Along = (), velocity: str | bool = "", **facts: bool
) -> Matrix: ...
@overload
def rotation(name: Term) -> Fact: ...
def rotation(
    name: str | Term, size: int = 3, *, along: Along = (), velocity: str | bool = "", **facts: bool
) -> Matrix | Fact:
    """A rotation symbol, from a name; or, of a term, the fact that it is a rotation.

    `velocity` names its angular velocity in body axes, which else is R_w.

    >>> from rewrite import diff, normal, time
    >>> diff(rotation("Q", time=True, velocity="omega"), time)
    Q @ tilde(omega)
    >>> R = rotation("R")
    >>> normal(R.T @ R)
    identity(3)
    >>> print(rotation(R @ R))
    rotation(R @ R)
    """
    if isinstance(name, Term):
        return fact("rotation", name)
    return symbol(name, Matrix, (size, size), along, velocity, rotation=True, **facts)


def rotations(names: str, size: int = 3, *, along: Along = (), **facts: bool) -> tuple[Matrix, ...]:
    """Rotation symbols, from names separated by spaces or commas.

    >>> rotations("Q R")
    (Q, R)
    """
    return _several(names, lambda n: rotation(n, size, along=along, **facts))


def quaternion(
    name: str,
    *,
    unit: bool = False,
    pure: bool = False,
    along: Along = (),
    velocity: str | bool = "",
    **facts: bool,
) -> Quaternion:
    """A quaternion symbol. `velocity` names the angular velocity of a unit one, else called q_w.

    >>> from rewrite import conj, diff, normal, time
    >>> diff(quaternion("p", unit=True, time=True, velocity="omega"), time)
    1/2*(p*quat(0, omega))
    >>> q = quaternion("q", unit=True)
    >>> normal(q*conj(q))
    one(Quaternion)
    """
    return symbol(name, Quaternion, None, along, velocity, unit=unit, pure=pure, **facts)


def quaternions(
    names: str, *, unit: bool = False, pure: bool = False, along: Along = (), **facts: bool
) -> tuple[Quaternion, ...]:
    """Quaternion symbols, from names separated by spaces or commas.

    >>> quaternions("p q", pure=True)
    (p, q)
    """
    return _several(names, lambda n: quaternion(n, unit=unit, pure=pure, along=along, **facts))


@overload
def zero(kind: type[S]) -> S: ...
@overload
def zero(*, like: S) -> S: ...
@overload
def zero(kind: Any = None, cols: int | None = None, *, like: Any = None) -> Any: ...
def zero(kind: Any = None, cols: int | None = None, *, like: Any = None) -> Any:
    """The zero of a sort or of a shape.

    >>> zero(Vector), zero((2, 3)), zero(2, 3), zero(Scalar)
    (zero(Vector), zero((2, 3)), zero((2, 3)), 0)
    """
    sort, shape = _sort_and_shape(kind, cols, like, "zero")
    return zero_of(sort, shape)


@overload
def one(kind: type[S]) -> S: ...
@overload
def one(*, like: S) -> S: ...
@overload
def one(kind: Any = None, *, like: Any = None) -> Any: ...
def one(kind: Any = None, *, like: Any = None) -> Any:
    """The one of a sort: 1, the quaternion 1, an identity matrix for a shape.

    >>> one(Quaternion), one(like=matrix("A"))
    (one(Quaternion), identity(3))
    """
    sort, shape = _sort_and_shape(kind, None, like, "one")
    return one_of(sort, shape)


@overload
def identity(n: int = 3) -> Matrix: ...
@overload
def identity(*, like: S) -> S: ...
def identity(n: int = 3, *, like: Any = None) -> Any:
    """The identity matrix of size n, or of the size of the square matrix `like`.

    >>> identity(2), identity(like=matrix("A", 4))
    (identity(2), identity(4))
    """
    if like is not None:
        return one(like=like)
    if type(n) is not int or n < 1:
        raise SortError(f"identity: the size must be a positive integer, not {n!r}")
    return number(1) if n == 1 else one_of(Matrix, (n, n))


def _sort_and_shape(
    kind: Any, cols: int | None, like: Any, caller: str
) -> tuple[type[Term], Shape]:
    if isinstance(like, Term):
        return like.sort, like.shape
    if like is not None:
        raise SortError(f"{caller}: like must be a term, not {like!r}")
    if isinstance(kind, int):
        kind = (kind, cols if cols is not None else kind)
    if isinstance(kind, tuple):
        return sort_of_shape(kind), kind
    if isinstance(kind, type) and issubclass(kind, Term):
        if kind.default_shape is None:
            raise SortError(f"{caller}({kind.__name__}) needs a shape: {caller}((3, 3))")
        return kind, kind.default_shape
    raise SortError(f"{caller} takes a sort or a shape, not {kind!r}")


def _named(name: str) -> Any:
    def make(*terms: Any) -> Fact:
        return fact(name, *terms)

    make.__name__ = make.__qualname__ = name
    make.__doc__ = f"The fact that its argument is {name}, for contexts and conditions."
    if name == "orthogonal":
        make.__doc__ += " Of two vectors: that they are orthogonal to each other."
    return make


symmetric = _named("symmetric")
antisymmetric = _named("antisymmetric")
diagonal = _named("diagonal")
orthogonal = _named("orthogonal")
invertible = _named("invertible")
unit = _named("unit")
pure = _named("pure")
nonzero = _named("nonzero")
constant = _named("constant")


def collinear(a: Term, b: Term) -> Fact:
    """The relation of vectors along one line.

    >>> from rewrite import Context, cross, normal
    >>> a, b = vectors("a b")
    >>> normal(cross(a, b), Context(collinear(a, b)))
    zero(Vector)
    """
    return fact("collinear", a, b)


def triad(x: Term, y: Term, z: Term) -> Fact:
    """The relation of an orthonormal right-handed triad.

    >>> from rewrite import Context, cross, normal
    >>> i, j, k = vectors("i j k")
    >>> normal(cross(j, k), Context(triad(i, j, k)))
    i
    """
    return fact("triad", x, y, z)


def equals(left: Term, right: Any) -> Fact:
    """An equation that a calculation may use, for instance equals(dot(v, v), c**2).

    The left side is replaced by the right one wherever it occurs. Only a product or a power that is
    a part of another, as x*y is of x*y*z, is left by `normal`; `simplify` and `equal` use such an
    equation like any other.

    >>> from rewrite import Context, dot, normal
    >>> v, c = vector("v"), scalar("c")
    >>> normal(2*dot(v, v), Context(equals(dot(v, v), c**2)))
    2*c**2
    """
    if not isinstance(left, Term):
        raise FactError(f"equals: the left side must be a term, not {left!r}")
    return fact("equals", left, coerce(right, left.sort, left.shape, f"the value of {brief(left)}"))
