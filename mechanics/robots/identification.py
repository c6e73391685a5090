"""For identification: the efforts as a matrix times the inertial parameters; energies, momenta."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rewrite import Scalar, normal, time_limited, zero

from ..dynamics.energy import potential
from ..dynamics.rotors import rotor_energy
from ..kinematics.kinematics import minus, plus
from ..recursion.along_joints import joint_efforts, rotors_along, size_of
from ..recursion.identified import columns
from ..recursion.inertias import NAMES, NO_BODY
from ..recursion.inwards import along_speeds, needed, passed
from ..recursion.node_tree import nodes
from ..recursion.nodes import Node
from ..recursion.outwards import motions
from ..recursion.sums import kinetic, momenta_of, whole
from ..recursion.tree_dynamics import rotor_efforts
from ..results.results import Result
from ..system import System
from .base_parameters import based
from .dynamics import arguments_of, must_be_a_tree

NOTHING: Scalar = zero(Scalar)


class Regressor(Result):
    """Y of τ = Y p + rest: `parameters` are p by name, in the order of the columns.

    The terms are the entries of Y that do not vanish, Y_1_1, …; `rows` is the whole matrix. `rest`
    are the efforts that do not depend on p: those of springs, dampers, forces, rotors.
    """

    def __init__(
        self,
        rows: Sequence[Sequence[Scalar]],
        parameters: dict[str, Scalar],
        rest: Sequence[Scalar],
        arguments: tuple[Any, ...],
    ) -> None:
        self.rows, self.parameters, self.rest = rows, parameters, tuple(rest)
        terms = {
            f"Y_{i}_{k}": entry
            for i, row in enumerate(rows, 1)
            for k, entry in enumerate(row, 1)
            if entry is not NOTHING
        }
        super().__init__("regressor", "recursion", terms, arguments=arguments)


@time_limited
def regressor(system: System, base: bool = False, *, time_limit: float | None = None) -> Regressor:
    """The efforts of `inverse_dynamics` as a matrix times inertial parameters.

    These are the ten parameters of each link about the point of its joint, without those that are
    zero; with `base` they are the base parameters.

    >>> from mechanics.models import plane_chain
    >>> found = regressor(plane_chain(2), base=True)
    >>> list(found.parameters)
    ['ZZR_A1', 'MYR_A1', 'ZZR_A2', 'MYR_A2']
    """
    must_be_a_tree(system)
    tree, definitions = nodes(system), {}
    if base:
        tree, found = based(system)
        definitions = dict(found.definitions)
    size, moving = size_of(system), motions(system, tree)
    parameters: dict[str, Scalar] = {}
    by_column = []
    for node, place, column in columns(tree, moving, size):
        parameters[_label(node, place)] = node.inertia.parameters[place]
        by_column.append(column)
    rows = [[column[i] for column in by_column] for i in range(size)]
    result = Regressor(rows, parameters, _rest(system, tree, size), arguments_of(system))
    result.definitions = definitions
    return result


def _label(node: Node, place: int) -> str:
    own = node.inertia.parameters[place]
    return own.name if own.is_symbol else f"{NAMES[place]}_{node.mark}"


def _rest(system: System, tree: Sequence[Node], size: int) -> list[Scalar]:
    """The efforts without any inertia."""
    for node in tree:
        node.inertia = NO_BODY
    wrenches = passed(tree, needed(tree, motions(system, tree)))
    along = map(plus, along_speeds(tree, wrenches, size), rotor_efforts(system))
    return [minus(a, e) for a, e in zip(along, joint_efforts(system), strict=True)]


@time_limited
def energies(system: System, *, time_limit: float | None = None) -> Result:
    """Kinetic energy, and the potential of all efforts that have one.

    >>> from mechanics.models import plane_pendulum
    >>> print(energies(plane_pendulum(1)).simplified())
    kinetic = 1/2*m1*l1**2*q1'**2
    potential = -g*l1*m1*cos(q1)
    """
    tree = nodes(system)
    terms = {
        "kinetic": plus(kinetic(tree, motions(system, tree, steady=True)), rotor_energy(system)),
        "potential": potential(system, partly=True),
    }
    return Result("energies", "link frames", terms, arguments=arguments_of(system))


@time_limited
def momenta(system: System, *, time_limit: float | None = None) -> Result:
    """The momentum along each scalar speed, ∂T/∂u, and the total momenta.

    `momentum` and `angular_momentum`, about the origin, are vectors in inertial coordinates.

    >>> from mechanics.models import plane_pendulum
    >>> print(momenta(plane_pendulum(1)).simplified()["p_1"])
    m1*q1'*l1**2
    """
    tree = nodes(system)
    wrenches = passed(tree, momenta_of(tree, motions(system, tree, steady=True)))
    along = along_speeds(tree, wrenches, size_of(system))
    for rotor in rotors_along(system):
        for i, by in rotor.by_place.items():
            along[i] = plus(along[i], normal(rotor.inertia * by) * rotor.rate)
    terms: dict[str, Any] = {f"p_{i}": p for i, p in enumerate(along, 1)}
    terms["momentum"], terms["angular_momentum"] = whole(tree, wrenches)
    return Result("momenta", "link frames", terms, arguments=arguments_of(system))
