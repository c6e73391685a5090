"""Dynamics by name: inverse and forward dynamics, mass matrix and bias.

M u' + h = τ. The efforts τ along the speeds are those needed in addition to all declared ones;
weight, forces, struts, springs, dampers and motors are in h, with their signs changed.

All come from recursions in link frames (see `mechanics.recursion`), or from Kane's equations where
these take fewer operations. `method` chooses one of them; a result has the one used in `method`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from rewrite import Scalar, scalar, time_limited, zero

from ..dynamics.carried import carrier, holder, must_move
from ..equations.motion import EquationsOfMotion
from ..errors import ModelError
from ..formalisms import kane
from ..kinematics.kinematics import minus, plus
from ..recursion.along_joints import in_coordinates, rotors_along, single_rotors, size_of
from ..recursion.articulated import gives_way
from ..recursion.blocks import blocks
from ..recursion.node_tree import nodes
from ..recursion.nodes import Node
from ..recursion.tree_dynamics import (
    by_articulation,
    by_factorisation,
    efforts_of,
    mass_entries,
    steps_of,
)
from ..results.results import Result, SymmetricMatrix
from ..system import System
from .base_parameters import based
from .forward import ForwardDynamics

FEW = 3
"""Up to this many scalar speeds, Kane's equations are tried too. With more speeds they take long to
form, and are cheaper only if angles are not measured from link to link.
"""
RECURSION, KANE = "recursion", "Kane"
COMPOSITE, FACTORISED, ARTICULATED = "composite bodies", "factorisation", "articulated bodies"

Way = Callable[[], Result]
R = TypeVar("R", bound=Result)


@time_limited
def inverse_dynamics(
    system: System, base: bool = False, *, method: str = "auto", time_limit: float | None = None
) -> Result:
    """The efforts along the speeds that a motion needs, from coordinates, speeds and their rates.

    With `base`, they are in terms of the base parameters, see `base_parameters`.

    >>> from mechanics.models import plane_pendulum
    >>> print(inverse_dynamics(plane_pendulum(1)).simplified())
    tau_1 = l1*m1*(l1*q1'' + g*sin(q1))
    """
    must_be_a_tree(system)
    title = "inverse dynamics"
    if base:
        return _in_base(system, method, lambda tree: _by_recursion(title, "tau", system, tree))
    return _cheapest(
        system,
        method,
        {
            RECURSION: lambda: _by_recursion(title, "tau", system),
            KANE: lambda: _result(title, KANE, system, "tau", _inverse_by_kane(system)),
        },
    )


@time_limited
def bias(
    system: System, base: bool = False, *, method: str = "auto", time_limit: float | None = None
) -> Result:
    """h of M u' + h = τ: the efforts that are needed while the speeds do not change.

    >>> from mechanics.models import plane_pendulum
    >>> print(bias(plane_pendulum(1)).simplified())
    h_1 = g*l1*m1*sin(q1)
    """
    must_be_a_tree(system)
    if base:
        steady = partial(_by_recursion, "bias", "h", system, steady=True)
        return _in_base(system, method, steady)
    return _cheapest(
        system,
        method,
        {
            RECURSION: lambda: _by_recursion("bias", "h", system, steady=True),
            KANE: lambda: _result("bias", KANE, system, "h", map(_minus, kane(system).sides)),
        },
    )


@time_limited
def mass_matrix(
    system: System, base: bool = False, *, method: str = "auto", time_limit: float | None = None
) -> SymmetricMatrix:
    """The mass matrix, by its upper triangle M_1_1, M_1_2, …

    >>> from mechanics.models import plane_pendulum
    >>> mass_matrix(plane_pendulum(2)).simplified()[0, 1]
    l1*l2*m2*cos(q1 - q2)
    """
    must_be_a_tree(system)
    if base:
        matrix = partial(_composite, system)
        return _in_base(system, method, matrix, COMPOSITE)
    return _cheapest(
        system,
        method,
        {
            COMPOSITE: lambda: _composite(system, nodes(system)),
            KANE: lambda: _matrix(system, KANE, kane(system).entries),
        },
    )


@time_limited
def forward_dynamics(
    system: System,
    efforts: Sequence[Scalar] | None = None,
    *,
    method: str = "auto",
    time_limit: float | None = None,
) -> ForwardDynamics:
    """The rates of the speeds from coordinates, speeds and the efforts along the speeds.

    The efforts act in addition to the declared ones: symbols tau_1, …, or terms in their place, one
    for each scalar speed. The methods are a factorisation of M that keeps the zeros of the tree,
    and articulated bodies.

    >>> from mechanics.models import plane_pendulum
    >>> print(*forward_dynamics(plane_pendulum(1)).scalars())
    acc_1
    """
    must_be_a_tree(system)
    must_move(system)
    given = effort_symbols(system) if efforts is None else list(efforts)
    if len(given) != size_of(system):
        raise ModelError(
            f"{system.name}: {len(given)} efforts are given for {size_of(system)} scalar speeds"
        )
    ways: dict[str, Callable[[], ForwardDynamics]] = {
        FACTORISED: lambda: _accelerations(
            FACTORISED, system, by_factorisation(system, tree, given)
        )
    }
    tree = nodes(system)
    if gives_way(tree) and single_rotors(rotors_along(system)) is not None:
        ways[ARTICULATED] = lambda: _accelerations(
            ARTICULATED, system, by_articulation(system, tree, given)
        )
    return _cheapest(system, method, ways)


@time_limited
def recursive(system: System, *, time_limit: float | None = None) -> EquationsOfMotion:
    """M u' = f, with M from composite bodies and f = -h from the recursion.

    >>> from mechanics.models import plane_pendulum
    >>> print(recursive(plane_pendulum(1)).simplified())
    m1*l1**2*q1'' = -g*l1*m1*sin(q1)
    """
    must_be_a_tree(system)
    must_move(system)
    tree = nodes(system)
    right = list(map(_minus, efforts_of(system, tree, steady=True)))
    return blocks(RECURSION, system, mass_entries(system, tree), right)


def effort_symbols(system: System) -> list[Scalar]:
    """tau_1, …: an effort along each scalar speed."""
    found = [scalar(f"tau_{i}", time=True) for i in range(1, size_of(system) + 1)]
    taken = {str(s) for s in (*system.configuration, *system.speeds)}
    for effort in found:
        if str(effort) in taken:
            raise ModelError(
                f"{system.name}: {effort} is the name of an effort along a speed here; rename the "
                "coordinate or speed of that name"
            )
    return found


# -- results --------------------------------------------------------------------------------------


def _by_recursion(
    title: str, name: str, system: System, tree: Sequence[Node] = (), *, steady: bool = False
) -> Result:
    tree = tree or nodes(system)
    found = _result(title, RECURSION, system, name, efforts_of(system, tree, steady=steady))
    found.steps = steps_of(system, tree, steady=steady)
    return found


def _result(
    title: str, method: str, system: System, name: str, scalars: Iterable[Scalar]
) -> Result:
    terms = {f"{name}_{i}": s for i, s in enumerate(scalars, 1)}
    return Result(title, method, terms, arguments=arguments_of(system))


def _accelerations(method: str, system: System, scalars: Iterable[Scalar]) -> ForwardDynamics:
    terms = {f"acc_{i}": s for i, s in enumerate(scalars, 1)}
    return ForwardDynamics(system, method, terms, arguments_of(system))


def _composite(system: System, tree: Sequence[Node]) -> SymmetricMatrix:
    return _matrix(system, COMPOSITE, mass_entries(system, tree))


def _matrix(system: System, method: str, upper: Sequence[Sequence[Scalar]]) -> SymmetricMatrix:
    return SymmetricMatrix("mass matrix", method, upper, arguments=arguments_of(system))


def arguments_of(system: System) -> tuple[Any, ...]:
    """Coordinates, speeds and their rates: they come first among the arguments of code."""
    places = dict.fromkeys(x for j in system.joints for x in j.type.configuration)
    return (*places, *system.speeds, *system.accelerations, *effort_symbols(system))


def _in_base(
    system: System, method: str, way: Callable[[Sequence[Node]], R], only: str = RECURSION
) -> R:
    """A result in terms of base parameters, with their definitions in `definitions`."""
    if method not in ("auto", only):
        raise ModelError(f"{system.name}: with base parameters the only method is {only!r}")
    tree, found = based(system)
    result = way(tree)
    result.definitions = dict(found.definitions)
    return result


# -- the choice of a method -----------------------------------------------------------------------


def _cheapest(system: System, method: str, ways: Mapping[str, Callable[[], R]]) -> R:
    """The result of the given method, or the one with the fewest operations."""
    if method != "auto":
        if method not in ways:
            listed = ", ".join(["auto", *ways])
            raise ModelError(f"{system.name}: there is no method {method!r} here; use {listed}")
        return ways[method]()
    tried = [way() for name, way in ways.items() if name != KANE or _suits_kane(system)]
    return min(tried, key=_cost) if len(tried) > 1 else tried[0]


def _cost(result: Result) -> int:
    found: int = result.operations().total
    return found


def _suits_kane(system: System) -> bool:
    """Whether Kane's equations can be cheaper than a recursion, and can be formed."""
    try:
        must_move(system)
    except ModelError:
        return False
    if size_of(system) <= FEW:
        return True
    return any(holder(system, j) is not carrier(system, j) for j in system.joints)


def _inverse_by_kane(system: System) -> list[Scalar]:
    """M u' - f."""
    equations = kane(system)
    rates = [r for u in system.accelerations for r in in_coordinates(u)]
    found = []
    for i, side in enumerate(equations.sides):
        total = _minus(side)
        for k, rate in enumerate(rates):
            entry = equations.entries[min(i, k)][abs(i - k)]
            total = total if entry is zero(Scalar) else plus(total, entry * rate)
        found.append(total)
    return found


def _minus(t: Scalar) -> Scalar:
    return minus(zero(Scalar), t)


def must_be_a_tree(system: System) -> None:
    """Refuse constraints, which recursions do not support, and systems without speeds."""
    if system.constraints:
        raise ModelError(
            f"{system.name} has constraints, and these results are for trees of joints: use kane, "
            "or tree_equations"
        )
    if not system.speeds:
        raise ModelError(
            f"{system.name} has no freedoms: declare some with hinge, slider, ball or free"
        )
