"""Lie groups, as the equations of Poincaré and Chetayev need them.

A group is given by the slots of its algebra, each a vector or a scalar, by the bracket on these,
and by the configuration: the symbols of an element g. A small left step g ξ changes the
configuration; the adjoint action Ad(g) takes ξ to space.

`SO3`, `SE3`, `R3`, `Rn(n)` and products such as `SE3() * Rn(2)` are ready to use; `LieGroup`
defines a new one by its bracket and adjoint.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rewrite import (
    Matrix,
    Quaternion,
    Scalar,
    Term,
    Vector,
    cross,
    dot,
    equal,
    normal,
    rotation_matrix,
    symbol,
    zero,
)

from ..errors import ModelError

Element = tuple[Any, ...]
"""An element of an algebra: a term for each slot."""
Places = tuple[Any, ...]
"""A configuration: its symbols."""
Bracket = Callable[[Element, Element], Element]
Action = Callable[[Places, Element], Element]


@dataclass(frozen=True)
class Slot:
    """One component of the algebra: its sort, and its names as velocity by time and by others."""

    sort: type[Term]
    by_time: str
    along: str
    of: str = ""
    """The name of the place whose derivative it is; such a slot has no name of its own."""


@dataclass(frozen=True)
class Place:
    """A symbol of the configuration: its name, sort, shape and facts."""

    name: str
    sort: type[Term]
    shape: Any = None
    facts: tuple[str, ...] = ()

    def symbol(self, time: bool, along: Sequence[str]) -> Any:
        """The symbol as a field."""
        return symbol(
            self.name,
            self.sort,
            self.shape,
            tuple(along),
            time=time,
            **dict.fromkeys(self.facts, True),
        )


@dataclass(frozen=True)
class LieGroup:
    """A group by the slots of its algebra, its bracket and its adjoint action.

    `steps` gives, by their index, how a left step ξ changes the places that are not rotations. For
    a rotation matrix or unit quaternion, `turns` has the index of the slot that turns it. Without
    `adjoint` and `back`, Ad(g) and Ad(g⁻¹), there is no spatial form.

    >>> from rewrite import cross, Vector
    >>> slots, none = tuple(Slot(Scalar, n, f"{n}_s") for n in "abc"), zero(Scalar)
    >>> LieGroup("Heisenberg", slots, lambda x, y: (none, none, x[0]*y[1] - x[1]*y[0]))
    Heisenberg
    >>> try:
    ...     LieGroup("wrong", (Slot(Vector, "a", "b"),), lambda x, y: (x[0] + y[0],))
    ... except ModelError as error:
    ...     print(str(error).splitlines()[0])
    wrong: its bracket is not antisymmetric, [x, x] = 0; refuted: x_1 + x_1 == zero(Vector)
    """

    name: str
    slots: tuple[Slot, ...]
    bracket: Bracket
    places: tuple[Place, ...] = ()
    steps: Mapping[int, Action] = field(default_factory=dict)
    turns: Mapping[int, int] = field(default_factory=dict)
    adjoint: Action | None = None
    back: Action | None = None
    own: bool = True
    """Whether the bracket is checked; those of the groups in this file need no check."""

    def __post_init__(self) -> None:
        if self.own:
            _check(self)

    def __mul__(self, other: LieGroup) -> LieGroup:
        return product(self, other)

    def __repr__(self) -> str:
        return self.name

    def element(self, mark: str) -> Element:
        """Symbols for an arbitrary element of the algebra."""
        return tuple(symbol(f"{mark}{k}", s.sort) for k, s in enumerate(self.slots, 1))

    def pairing(self, momentum: Element, x: Element) -> Scalar:
        """The value of a momentum on an element."""
        total: Any = zero(Scalar)
        for m, v in zip(momentum, x, strict=True):
            total = total + (m * v if isinstance(m, Scalar) else dot(m, v))
        found: Scalar = normal(total)
        return found


# -- checks ---------------------------------------------------------------------------------------


def _check(group: LieGroup) -> None:
    """Refuse a bracket that is not bilinear or antisymmetric, or does not obey Jacobi's
    identity."""
    if not group.slots:
        raise ModelError(f"{group.name}: an algebra has one slot or more")
    x, y, z = (group.element(mark) for mark in ("x_", "y_", "z_"))
    of = group.bracket
    nothing = tuple(zero(like=t) for t in x)
    _must_agree(group, "antisymmetric, [x, x] = 0", of(x, x), nothing)
    double = tuple(2 * a + b for a, b in zip(x, y, strict=True))
    apart = tuple(2 * a + b for a, b in zip(of(x, z), of(y, z), strict=True))
    _must_agree(group, "linear, [2x + y, z] = 2[x, z] + [y, z]", of(double, z), apart)
    cyclic = zip(of(x, of(y, z)), of(y, of(z, x)), of(z, of(x, y)), strict=True)
    sums = tuple(a + b + c for a, b, c in cyclic)
    _must_agree(group, "a Lie bracket, with Jacobi's identity", sums, nothing)
    if group.adjoint is not None and group.back is not None:
        g = tuple(place.symbol(False, ()) for place in group.places)
        there = group.back(g, group.adjoint(g, x))
        _must_agree(group, "undone by `back`, Ad(g⁻¹) Ad(g) x = x", there, x, "adjoint")


def _must_agree(
    group: LieGroup, what: str, left: Element, right: Element, of: str = "bracket"
) -> None:
    if len(left) != len(group.slots):
        raise ModelError(
            f"{group.name}: its {of} has {len(left)} components, not {len(group.slots)}"
        )
    for a, b in zip(left, right, strict=True):
        verdict = equal(a, b)
        if not verdict.proved and not verdict.probable:
            raise ModelError(f"{group.name}: its {of} is not {what}; {verdict}")


# -- the standard groups --------------------------------------------------------------------------


def rotation_of(place: Any) -> Any:
    """The matrix of a rotation or of a unit quaternion."""
    return rotation_matrix(place) if isinstance(place, Quaternion) else place


def _turning_place(name: str, quaternion: bool) -> Place:
    if quaternion:
        return Place(name, Quaternion, None, ("unit",))
    return Place(name, Matrix, (3, 3), ("rotation",))


def SO3(name: str = "R", *, quaternion: bool = False) -> LieGroup:
    """The group of rotations, as a rotation matrix or a unit quaternion of that name.

    Velocities are vectors in body axes: Omega by time, K along material coordinates; R' = R Ω̃.
    """
    return LieGroup(
        "SO3",
        (Slot(Vector, "Omega", "K"),),
        lambda x, y: (cross(x[0], y[0]),),
        (_turning_place(name, quaternion),),
        turns={0: 0},
        adjoint=lambda g, x: (rotation_of(g[0]) @ x[0],),
        back=lambda g, x: (rotation_of(g[0]).T @ x[0],),
        own=False,
    )


def SE3(rotation: str = "R", position: str = "r", *, quaternion: bool = False) -> LieGroup:
    """The group of displacements, as a rotation and a position; velocities are (Omega, V).

    R' = R Ω̃ and r' = R V; along material coordinates (K, Gamma).
    """

    def displaced(g: Places, x: Element) -> Element:
        turned = rotation_of(g[0]) @ x[0]
        return turned, rotation_of(g[0]) @ x[1] + cross(g[1], turned)

    def undone(g: Places, x: Element) -> Element:
        back = rotation_of(g[0]).T
        return back @ x[0], back @ (x[1] - cross(g[1], x[0]))

    return LieGroup(
        "SE3",
        (Slot(Vector, "Omega", "K"), Slot(Vector, "V", "Gamma")),
        lambda x, y: (cross(x[0], y[0]), cross(x[0], y[1]) - cross(y[0], x[1])),
        (_turning_place(rotation, quaternion), Place(position, Vector)),
        steps={1: lambda g, x: (rotation_of(g[0]) @ x[1],)},
        turns={0: 0},
        adjoint=displaced,
        back=undone,
        own=False,
    )


def R3(name: str = "r") -> LieGroup:
    """The translations of space, as a position vector."""
    return _additive("R3", (Place(name, Vector),))


def Rn(n: int, name: str = "q") -> LieGroup:
    """The additive group of n numbers, q1 … qn."""
    if type(n) is not int or n < 1:
        raise ModelError(f"Rn: the number of coordinates is a positive integer, not {n!r}")
    return _additive(f"R{n}", tuple(Place(f"{name}{k}", Scalar) for k in range(1, n + 1)))


def _additive(name: str, places: tuple[Place, ...]) -> LieGroup:
    """A group whose velocities are the derivatives of the places themselves."""
    return LieGroup(
        name,
        tuple(Slot(place.sort, "", "", of=place.name) for place in places),
        lambda x, y: tuple(zero(like=t) for t in x),
        places,
        steps={k: lambda g, x, k=k: (x[k],) for k in range(len(places))},  # type: ignore[misc]
        adjoint=lambda g, x: x,
        back=lambda g, x: x,
        own=False,
    )


def product(left: LieGroup, right: LieGroup) -> LieGroup:
    """The direct product: both groups side by side, and elements of one commute with the other."""
    if not isinstance(right, LieGroup):
        raise ModelError(f"a product needs two groups, not {left} and {right!r}")
    same = {p.name for p in left.places} & {p.name for p in right.places}
    same |= ({s.by_time for s in left.slots} & {s.by_time for s in right.slots}) - {""}
    if same:
        raise ModelError(f"{left} * {right}: both use the name {min(same)}; rename one of them")
    n, m = len(left.slots), len(left.places)

    def both(f: Any, h: Any) -> Any:
        if f is None or h is None:
            return None
        return lambda g, x: (*f(g[:m], x[:n]), *h(g[m:], x[n:]))

    def bracket(x: Element, y: Element) -> Element:
        return (*left.bracket(x[:n], y[:n]), *right.bracket(x[n:], y[n:]))

    steps: dict[int, Action] = {
        k: lambda g, x, f=f: f(g[:m], x[:n])  # type: ignore[misc]
        for k, f in left.steps.items()
    }
    for k, f in right.steps.items():
        steps[k + m] = lambda g, x, f=f: f(g[m:], x[n:])  # type: ignore[misc]
    return LieGroup(
        f"{left.name}*{right.name}",
        (*left.slots, *right.slots),
        bracket,
        (*left.places, *right.places),
        steps,
        {**left.turns, **{k + m: s + n for k, s in right.turns.items()}},
        both(left.adjoint, right.adjoint),
        both(left.back, right.back),
        own=False,
    )
