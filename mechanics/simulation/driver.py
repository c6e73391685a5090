"""A mechanism in numbers: positions, velocities, accelerations and motion.

It needs only NumPy, so that `motion_code` can copy it into a file together with the functions that
it generates. A state is one array: the configuration, and then all speeds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

STEPS = 50
"""How many steps Newton's iteration may take."""
HALVINGS = 12
"""How often a step that makes the gaps larger may be halved."""
SMALL = 1e-12
"""The tolerance for closed loops."""
SINGULAR = 1e-7
"""Singular values below this fraction of the largest count as zero."""


class NotClosedError(ValueError):
    """No configuration was found that satisfies the constraints; the message names the worst."""


class Layout(NamedTuple):
    """The entries of a state, and the order in which the functions take their arguments."""

    configuration: Sequence[tuple[str, tuple[int, ...]]]
    """Names and shapes of the configuration: () number, (4,) quaternion, (3, 3) rotation."""
    speeds: Sequence[tuple[str, tuple[int, ...]]]
    own: Sequence[str] = ()
    """Rates of the coordinates of joints that close loops."""
    closures: Sequence[str] = ()
    independent: Sequence[int] = ()
    """The independent speeds, if the equations are in terms of these."""
    inputs: Mapping[str, Sequence[str]] = {}


def _sizes(entries: Sequence[tuple[str, tuple[int, ...]]]) -> list[int]:
    return [int(np.prod(shape)) for _, shape in entries]


class Mechanism:
    """Generated functions, with values for all symbols that are not states.

    `values` are numbers, arrays or functions of time, by name; `stabilised` is "baumgarte",
    "projection" or "none"; `rate` is how fast gaps decay with Baumgarte's terms, or two numbers a,
    b for -2 a g' - b² g.
    """

    def __init__(
        self,
        layout: Layout,
        functions: Mapping[str, Callable[..., Any]],
        values: Mapping[str, Any],
        stabilised: str = "projection",
        rate: Any = 10.0,
    ) -> None:
        self.layout, self.functions, self.values = layout, functions, dict(values)
        self.stabilised = stabilised
        self.rate = (rate, rate) if np.isscalar(rate) else tuple(rate)
        self.size = sum(_sizes(layout.configuration))
        self.width = sum(_sizes(layout.speeds))
        self._check()

    def _check(self) -> None:
        known = {n for n, _ in (*self.layout.configuration, *self.layout.speeds)}
        known |= set(self.layout.own) | set(self.values)
        needed = {n for names in self.layout.inputs.values() for n in names}
        if needed - known:
            raise ValueError(f"values are missing for {', '.join(sorted(needed - known))}")

    # -- states -----------------------------------------------------------------------------------

    def state(self, given: Mapping[str, Any]) -> Any:
        """A state from values by name; missing values are 0, missing rotations the identity."""
        found = []
        for name, shape in (*self.layout.configuration, *self.layout.speeds):
            still = {(4,): np.eye(4)[0], (3, 3): np.eye(3)}.get(shape, np.zeros(shape))
            found.append(np.ravel(np.asarray(given.get(name, still), dtype=float)))
        return np.concatenate(found)

    def named(self, t: float, y: Any, own: Any = None) -> dict[str, Any]:
        """All values by name at a state."""
        found = {k: v(t) if callable(v) else v for k, v in self.values.items()}
        at = 0
        for name, shape in (*self.layout.configuration, *self.layout.speeds):
            n = int(np.prod(shape))
            found[name] = y[at : at + n].reshape(shape) if shape else float(y[at])
            at += n
        rates = np.zeros(len(self.layout.own)) if own is None else own
        return found | dict(zip(self.layout.own, map(float, rates), strict=True))

    def _called(self, function: str, values: Mapping[str, Any]) -> list[Any]:
        found = self.functions[function](*[values[n] for n in self.layout.inputs[function]])
        return list(found) if isinstance(found, tuple) else [found]

    # -- positions --------------------------------------------------------------------------------

    def gaps(self, y: Any, t: float = 0.0) -> Any:
        """The residuals of the closure equations at a state: zeros, if it is closed."""
        return self._closure(t, y)[0]

    def _closure(self, t: float, y: Any) -> tuple[Any, Any]:
        m, n = len(self.layout.closures), self.width + len(self.layout.own)
        if not m:
            return np.zeros(0), np.zeros((0, n))
        found = np.array(self._called("closure", self.named(t, y)), dtype=float)
        return found[:m], found[m:].reshape(m, n)

    def positions(self, y: Any, fixed: Sequence[str] = (), t: float = 0.0) -> Any:
        """The state moved until the constraints between coordinates hold; coordinates in `fixed`
        (or whose speeds are) keep their values."""
        y, free = self._proper(y), self._free(fixed)
        gaps, slopes = self._closure(t, y)
        for _ in range(STEPS):
            if np.abs(gaps).max(initial=0.0) < SMALL:
                return y
            step = np.zeros(len(free))
            step[free] = np.linalg.lstsq(slopes[:, free], -gaps, rcond=SINGULAR)[0]
            closer = self._closer(t, y, step, float(np.linalg.norm(gaps)))
            if closer is None:
                break
            y, gaps, slopes = closer
        if np.abs(gaps).max(initial=0.0) < 1e3 * SMALL:
            return y
        worst = int(np.argmax(np.abs(gaps)))
        raise NotClosedError(
            f"the constraints cannot be met from here: {self.layout.closures[worst]} is off by "
            f"{abs(gaps[worst]):.3g}; start nearer to a closed configuration, or fix fewer values"
        )

    def _closer(self, t: float, y: Any, step: Any, size: float) -> Any:
        """The state after a step, halved until the gaps become smaller; None if they never do."""
        for _ in range(HALVINGS):
            there = self._moved(t, y, step)
            gaps, slopes = self._closure(t, there)
            if np.linalg.norm(gaps) < size:
                return there, gaps, slopes
            step = step / 2
        return None

    def _free(self, fixed: Sequence[str]) -> Any:
        names = [n for n, shape in self.layout.speeds for _ in range(int(np.prod(shape)))]
        names += list(self.layout.own)
        unknown = [f for f in fixed if f not in names and f"{f}'" not in names]
        if unknown:
            raise ValueError(f"{', '.join(unknown)}: no speed of that name; there are {names}")
        return np.array([n not in fixed and n.removesuffix("'") not in fixed for n in names])

    def _moved(self, t: float, y: Any, step: Any) -> Any:
        """A state after a step along the speeds and the rates of coordinates of loops."""
        along = np.concatenate([y[: self.size], step[: self.width]])
        rates = self._rates(self.named(t, along, step[self.width :]))
        return np.concatenate([self._on_manifold(y[: self.size] + rates), y[self.size :]])

    def _rates(self, values: Mapping[str, Any]) -> Any:
        if not self.size:
            return np.zeros(0)
        return np.concatenate([np.ravel(x) for x in self._called("rates", values)]).astype(float)

    def _proper(self, y: Any) -> Any:
        """A copy of a state with unit quaternions and orthogonal rotations."""
        y = np.array(y, dtype=float)
        y[: self.size] = self._on_manifold(y[: self.size])
        return y

    def _on_manifold(self, q: Any) -> Any:
        """Quaternions of norm 1, and rotations that are orthogonal."""
        at = 0
        for _, shape in self.layout.configuration:
            n = int(np.prod(shape))
            if shape == (4,):
                q[at : at + n] /= np.linalg.norm(q[at : at + n])
            elif shape == (3, 3):
                left, _, right = np.linalg.svd(q[at : at + n].reshape(3, 3))
                q[at : at + n] = (left @ right).ravel()
            at += n
        return q

    # -- velocities -------------------------------------------------------------------------------

    def velocities(self, y: Any, fixed: Sequence[str] = (), t: float = 0.0) -> Any:
        """The state with its speeds changed as little as possible so that the constraints allow
        them; `fixed` speeds (or coordinates) keep their values."""
        y = np.array(y, dtype=float)
        delta, tau, _ = self.constraints(t, y)
        if not len(tau):
            return y
        free = self._free(fixed)[: self.width]
        missing = delta @ y[self.size :] + tau
        step = np.linalg.lstsq(delta[:, free], -missing, rcond=SINGULAR)[0]
        if np.abs(delta[:, free] @ step + missing).max() > 1e-8 * (1 + np.abs(missing).max()):
            raise NotClosedError(f"the constraints do not allow these speeds with {fixed} fixed")
        y[self.size :][free] += step
        return y

    def constraints(self, t: float, y: Any) -> tuple[Any, Any, Any]:
        """Δ, τ and the positions of the rows, 0 for those that have none."""
        if "constraints" not in self.functions:
            return np.zeros((0, self.width)), np.zeros(0), np.zeros(0)
        found = np.array(self._called("constraints", self.named(t, y)), dtype=float)
        m = len(found) // (self.width + 2)
        n = m * self.width
        return found[:n].reshape(m, self.width), found[n : n + m], found[n + m :]

    def consistent(self, y: Any, fixed: Sequence[str] = (), t: float = 0.0) -> Any:
        """Positions and velocities that satisfy the constraints."""
        return self.velocities(self.positions(y, fixed, t), fixed, t)

    # -- accelerations ----------------------------------------------------------------------------

    def accelerations(self, t: float, y: Any) -> tuple[Any, Any]:
        """The rates of all speeds, and the multipliers (none if speeds are independent)."""
        found = np.array(self._called("dynamics", self.named(t, y)), dtype=float)
        if self.layout.independent:
            return self._reduced(found), np.zeros(0)
        n = self.width
        mass, right, rest = _mass(found, n)
        delta, tau, gaps = self.constraints(t, y)
        m = len(tau)
        gamma = rest
        if self.stabilised == "baumgarte" and m:
            a, b = self.rate
            gamma = gamma - 2 * a * (delta @ y[self.size :] + tau) - b * b * gaps
        matrix = np.block([[mass, -delta.T], [delta, np.zeros((m, m))]])
        solved = np.linalg.solve(matrix, np.concatenate([right, gamma]))
        return solved[:n], solved[n:]

    def _reduced(self, found: Any) -> Any:
        """All accelerations from those of the independent speeds: u' = T u_i' + β."""
        chosen = list(self.layout.independent)
        others = [i for i in range(self.width) if i not in chosen]
        k, d = len(chosen), len(others)
        mass, right, rest = _mass(found, k)
        full = np.zeros(self.width)
        full[chosen] = np.linalg.solve(mass, right)
        full[others] = rest[: d * k].reshape(d, k) @ full[chosen] + rest[d * k : d * k + d]
        return full

    # -- motion -----------------------------------------------------------------------------------

    def rhs(self, t: float, y: Any) -> Any:
        """The rate of the state, with the chosen stabilisation."""
        y = self.project(t, y) if self.stabilised == "projection" else self._proper(y)
        values = self.named(t, y)
        own = self._called("own", values) if self.layout.own else ()
        rates = self._rates(values | dict(zip(self.layout.own, own, strict=True)))
        return np.concatenate([rates, self.accelerations(t, y)[0]])

    def project(self, t: float, y: Any) -> Any:
        """The nearest positions and speeds that satisfy the constraints."""
        return self.velocities(self.positions(y, (), t), (), t)

    def integrate(self, y: Any, start: float, end: float, steps: int) -> tuple[Any, Any]:
        """Times and states, by the Runge-Kutta method of order 4 with a constant step size."""
        times, h = np.linspace(start, end, steps + 1), (end - start) / steps
        states = [np.array(y, dtype=float)]
        for t in times[:-1]:
            states.append(self._stepped(float(t), states[-1], h))
        return times, np.array(states)

    def _stepped(self, t: float, y: Any, h: float) -> Any:
        k1 = self.rhs(t, y)
        k2 = self.rhs(t + h / 2, y + h / 2 * k1)
        k3 = self.rhs(t + h / 2, y + h / 2 * k2)
        k4 = self.rhs(t + h, y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return self.project(t + h, y) if self.stabilised == "projection" else self._proper(y)


def _mass(found: Any, n: int) -> tuple[Any, Any, Any]:
    """M from its upper triangle, f, and the entries after them."""
    size = n * (n + 1) // 2
    mass = np.zeros((n, n))
    mass[np.triu_indices(n)] = found[:size]
    mass = mass + np.triu(mass, 1).T
    return mass, found[size : size + n], found[size + n :]
