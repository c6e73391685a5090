"""The motion of a rod, by the method of lines.

The coordinates of a rod are computed at nodes along it. Between two nodes the strain is taken in
the middle, from the mean of the coordinates and their difference; the mass is lumped at the nodes.
Virtual work then gives ordinary differential equations

    M(u) u'' + b(u, u') = f(u, u', t)

with one small mass matrix for each node. They describe a discrete mechanical system: without
damping it conserves energy, and momentum where no load from outside changes it. `rewrite` derives
all formulas from the rod's screws (`section_formulas`); here they are evaluated with numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy

from rewrite import time_limited

from ..errors import ModelError
from .rods import Rod
from .scalar_terms import entry_values
from .section_formulas import Formulas

Array = Any
HELD: dict[str, tuple[str, ...]] = {
    "clamped": ("x", "y", "z", "psi1", "psi2", "psi3"),
    "pinned": ("x", "y", "z"),
    "free": (),
}
"""The coordinates that an end holds, by its kind."""


@dataclass(frozen=True)
class Course:
    """A motion of a rod: times, and coordinates and their rates by time, node and coordinate."""

    times: Array
    coordinates: Array
    rates: Array
    energy: Array
    """Kinetic energy, strain energy and the potential of the loads, at every time."""
    momentum: Array
    """The momentum of the rod about the origin: three angular and three linear components."""


class Lines:
    """A rod cut into elements, with numbers for its parameters.

    `start` and `end` are "clamped", "free" or "pinned". `gravity` is the acceleration of free fall
    and `force` a constant force on the last node, both in the axes of the first reference frame;
    `wrench` is a function of time: moment and force on the last node, in its section's frame.
    """

    def __init__(
        self,
        rod: Rod,
        length: float,
        elements: int,
        values: Mapping[Any, Any],
        *,
        start: str = "clamped",
        end: str = "free",
        gravity: Sequence[float] = (0.0, 0.0, 0.0),
        force: Sequence[float] = (0.0, 0.0, 0.0),
        wrench: Callable[[float], Sequence[float]] | None = None,
    ) -> None:
        if rod.law.held:
            raise ModelError(
                f"{rod.law.name}: a strain is held, and its wrench is unknown; give it a stiffness"
            )
        for name in (start, end):
            if name not in HELD:
                raise ModelError(f"an end is {', '.join(HELD)}, not {name!r}")
        self.rod, self.wrench = rod, wrench
        known = entry_values(values)
        self.formulas = Formulas(rod, known)
        self.nodes = numpy.linspace(0.0, float(length), elements + 1)
        self.step = float(length) / elements
        self.weights = numpy.full(elements + 1, self.step)
        self.weights[[0, -1]] /= 2
        free = [[n not in HELD[e] for n in rod.free] for e in (start, "free", end)]
        self.moves = numpy.array([free[0], *[free[1]] * (elements - 1), free[2]])
        frames = [rod.line.place(s, known) for s in self.nodes]
        self.places = numpy.array([place for place, _ in frames])
        self.turns = numpy.array([rows for _, rows in frames])
        self.falls, self.pulls = (
            numpy.einsum("nij,i->nj", self.turns, numpy.asarray(x, float)) for x in (gravity, force)
        )

    # -- forces and accelerations -----------------------------------------------------------------

    def _strains(self, u: Array, du: Array) -> tuple[Array, Array, Array, Array]:
        """The strain, its rate, and its derivatives, in the middle of each element."""
        means = [(x[1:] + x[:-1]) / 2 for x in (u, du)]
        slopes = [(x[1:] - x[:-1]) / self.step for x in (u, du)]
        middle = (self.nodes[1:] + self.nodes[:-1]) / 2
        return self.formulas.strain(means[0], slopes[0], means[1], slopes[1], middle)

    def forces(self, u: Array, du: Array, t: float = 0.0) -> Array:
        """The forces on every node, along each coordinate."""
        e, rate, by_mean, by_slope = self._strains(u, du)
        works = _on_strains(self.formulas.wrench(e, rate))
        half = self.step * numpy.einsum("nk,nck->nc", works, by_mean) / 2
        across = numpy.einsum("nk,nck->nc", works, by_slope)
        found = self.weights[:, None] * self.formulas.weight(u, self.falls, self.nodes)[0]
        found[:-1] += across - half
        found[1:] -= across + half
        return found + self._on_last(u, t)

    def _on_last(self, u: Array, t: float) -> Array:
        """The external forces on the last node."""
        acts = numpy.concatenate([numpy.zeros(3), self._into_section(u[-1:]) @ self.pulls[-1]])
        if self.wrench is not None:
            acts = acts + numpy.asarray(self.wrench(t), float)
        by_rate = self.formulas.partials(u[-1:], self.nodes[-1:])[0]
        found = numpy.zeros_like(u)
        found[-1] = by_rate @ _on_strains(acts[None])[0]
        return found

    def _into_section(self, u: Array) -> Array:
        """The rotation from the reference frame to the section's, at one node."""
        return self.formulas.back(u)[0].reshape(3, 3)

    def accelerations(self, u: Array, du: Array, t: float = 0.0) -> Array:
        """The second rates of all coordinates."""
        mass, bias = self.formulas.inertia(u, du, self.nodes)
        right = self.forces(u, du, t) - self.weights[:, None] * bias
        mass = self.weights[:, None, None] * mass
        held = ~self.moves
        mass[held[:, :, None] | held[:, None, :]] = 0.0
        node, place = numpy.nonzero(held)
        mass[node, place, place] = 1.0
        right[held] = 0.0
        return numpy.linalg.solve(mass, right[..., None])[..., 0]

    # -- the motion -------------------------------------------------------------------------------

    @time_limited
    def run(
        self,
        times: Sequence[float],
        coordinates: Array | None = None,
        rates: Array | None = None,
        *,
        time_limit: float | None = None,
        **options: Any,
    ) -> Course:
        """The motion at given times, from coordinates and rates at the nodes at the first of them.

        Both are arrays with a row for each node, zero if they are not given. Further options go to
        `scipy.integrate.solve_ivp`: rtol, atol, method.
        After `time_limit` seconds it stops with a LimitError.
        """
        from scipy.integrate import solve_ivp

        shape = self.moves.shape
        u, du = (numpy.zeros(shape) if x is None else numpy.array(x) for x in (coordinates, rates))
        if u.shape != shape or du.shape != shape:
            raise ModelError(
                f"give a row of {shape[1]} coordinates for each of the {shape[0]} nodes"
            )

        def slope(t: float, y: Array) -> Array:
            u, du = y.reshape(2, *shape)
            return numpy.stack([du, self.accelerations(u, du, t)]).ravel()

        settings = {"method": "DOP853", "rtol": 1e-8, "atol": 1e-10, **options}
        begin = numpy.stack([u, numpy.where(self.moves, du, 0.0)]).ravel()
        answer = solve_ivp(slope, (times[0], times[-1]), begin, t_eval=times, **settings)
        if not answer.success:
            raise ModelError(f"the motion could not be computed: {answer.message}")
        states = answer.y.T.reshape(len(answer.t), 2, *shape)
        energy = numpy.array([self.energy(*state) for state in states])
        momentum = numpy.array([self.momentum(*state) for state in states])
        return Course(answer.t, states[:, 0], states[:, 1], energy, momentum)

    def energy(self, u: Array, du: Array) -> tuple[float, float, float]:
        """Kinetic energy; strain energy, for a linear law; potential of gravity and the force."""
        mass, _ = self.formulas.inertia(u, du, self.nodes)
        kinetic = numpy.einsum("n,ni,nij,nj->", self.weights, du, mass, du) / 2
        still = numpy.zeros_like(u)
        e = self._strains(u, still)[0]
        works = _on_strains(self.formulas.wrench(e, numpy.zeros_like(e)))
        strain = self.step * numpy.sum(e * works) / 2
        work = self.weights @ self.formulas.weight(u, self.falls, self.nodes)[1]
        work += self.formulas.place(u[-1:])[0] @ self.pulls[-1]
        return float(kinetic), float(strain), -float(work)

    def momentum(self, u: Array, du: Array) -> Array:
        """The momentum of the rod about the origin: angular, then linear."""
        local = self.formulas.momentum(u, du, self.nodes).reshape(-1, 2, 3)
        turned = numpy.einsum("nij,nkj->nki", self.turns, local)
        turned[:, 0] += numpy.cross(self.places, turned[:, 1])
        return numpy.einsum("n,nki->ki", self.weights, turned).ravel()


def _on_strains(wrench: Array) -> Array:
    """A wrench (moment, force) in the order of the strains that it works on: (force, moment)."""
    return numpy.concatenate([wrench[:, 3:], wrench[:, :3]], axis=1)
