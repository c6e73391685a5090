"""`motion_code`: functions for a motion in numbers, generated from equations of motion."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rewrite import (
    Code,
    Matrix,
    Quaternion,
    Scalar,
    Vector,
    code,
    free_symbols,
    normal,
    time_limited,
    zero,
)

from ..dependence.columns import Column
from ..dependence.numbers import Numbers
from ..equations.motion import EquationsOfMotion
from ..errors import ModelError
from ..results.blocks_as_scalars import axes, entry
from . import driver
from .driver import Layout, Mechanism
from .newton_in_c import CLayout, newton_source

STABILISED = ("projection", "baumgarte", "none")


@dataclass(frozen=True, eq=False)
class MotionCode:
    """Everything needed to compute a motion, as terms, as code and as a program.

    The functions are `closure` (the closure equations and their derivatives by the speeds), `rates`
    (of the configuration), `own` (rates of coordinates of loops), `constraints` (Δ, τ and positions
    row by row) and `dynamics` (M, f and γ, or with independent speeds M, f, T and β).
    """

    equations: EquationsOfMotion
    stabilised: str
    rate: Any

    # -- terms ------------------------------------------------------------------------------------

    @cached_property
    def _numbers(self) -> Numbers:
        return Numbers(self.equations.system)

    @cached_property
    def terms(self) -> dict[str, dict[str, Any]]:
        """The scalars that each function returns, by name; functions without any are left out."""
        return self.terms_of("closure", "rates", "own", "constraints", "dynamics")

    def terms_of(self, *functions: str) -> dict[str, dict[str, Any]]:
        """The same for some of the functions."""
        ways = {
            "closure": self._closure,
            "rates": self._rates,
            "own": self._own,
            "constraints": self._constraints,
            "dynamics": self._dynamics,
        }
        found = {name: ways[name]() for name in functions}
        return {name: terms for name, terms in found.items() if terms}

    def _rates(self) -> dict[str, Any]:
        return {f"rate_{i}": t for i, t in enumerate(self._numbers.rates.values(), 1)}

    def _closure(self) -> dict[str, Any]:
        closures = self._numbers.closures
        found = {f"g_{i}": g.position for i, g in enumerate(closures, 1)}
        for i, g in enumerate(closures, 1):
            columns = [(u, b) for u in (*self._numbers.speeds, *self._numbers.own) for b in axes(u)]
            for k, (u, b) in enumerate(columns, 1):
                block = g.by[u] if u in g.by else zero((1, u.shape[0]))
                found[f"J_{i}_{k}"] = entry(block, None, b)
        return found

    def _own(self) -> dict[str, Any]:
        system = self.equations.system
        rates: dict[Any, Any] = {}
        for c in system.constraints:
            rates |= c.rates(system.setting)
        return {f"own_{i}": rates[dq] for i, dq in enumerate(self._numbers.own, 1)}

    def _constraints(self) -> dict[str, Any]:
        """Δ, τ and positions of the independent rows."""
        e = self.equations
        rows = e.reduction.rows if e.reduction is not None else e.constraints
        columns = [(i, b) for i, u in enumerate(e.system.speeds) for b in axes(u)]
        found: dict[str, Any] = {}
        parts = [(row, a) for row in rows for a in axes(row.velocity)]
        for i, (row, a) in enumerate(parts, 1):
            for k, (j, b) in enumerate(columns, 1):
                found[f"Delta_{i}_{k}"] = entry(row.delta[j], a, b)
        found |= {f"tau_{i}": entry(row.tau, a, None) for i, (row, a) in enumerate(parts, 1)}
        for i, (row, a) in enumerate(parts, 1):
            held = zero(Scalar) if row.position is None else entry(row.position, a, None)
            found[f"gap_{i}"] = normal(held)
        return found

    def _dynamics(self) -> dict[str, Any]:
        return {n: t for n, t in self.equations.named().items() if not n.startswith("Delta")}

    # -- code -------------------------------------------------------------------------------------

    def functions(self, language: str = "python") -> dict[str, Code]:
        """The functions in a language, by name."""
        return {name: code(terms, language, name=name) for name, terms in self.terms.items()}

    @cached_property
    def _python(self) -> dict[str, Code]:
        return self.functions("python")

    @cached_property
    def layout(self) -> Layout:
        """The names of the entries of a state."""
        return self._layout(self._python)

    def _layout(self, codes: Mapping[str, Code]) -> Layout:
        n, reduction = self._numbers, self.equations.reduction
        columns = [c for u in n.speeds for c in Column(u).split]
        chosen = [s for c in reduction.independent for s in c.split] if reduction else []
        return Layout(
            [(str(s), _shape(s)) for s in n.rates],
            [(str(u), _shape(u)) for u in n.speeds],
            [str(dq) for dq in n.own],
            [g.name for g in n.closures],
            [columns.index(c) for c in chosen],
            {k: [str(a.symbol) for a in c.program.arguments] for k, c in codes.items()},
        )

    def mechanism(self, values: Mapping[Any, Any]) -> Mechanism:
        """The program, with values (numbers, arrays, functions of time) by symbol or name for all
        parameters and prescribed functions.

        >>> from mechanics import kane
        >>> from mechanics.models import four_bar
        >>> lengths = {"l1": 1, "l2": 3, "l3": 2, "d": 3}
        >>> others = {f"{x}{i}": 1 for x in "mJ" for i in (1, 2, 3)}
        >>> run = motion_code(kane(four_bar())).mechanism(lengths | others | {"g": 9.81})
        >>> y = run.consistent(run.state({"q1": 1, "q2": 0.5, "q3": 1, "q1'": 2}), fixed=["q1"])
        >>> bool(abs(run.gaps(y)).max() < 1e-10)
        True
        """
        functions = {name: c.function for name, c in self._python.items()}
        given = {str(k): v for k, v in values.items()}
        return Mechanism(self.layout, functions, given, self.stabilised, self.rate)

    def without_dynamics(self, values: Mapping[Any, Any]) -> Mechanism:
        """The program for positions and velocities only, without accelerations."""
        codes = {
            name: code(terms, "python", name=name)
            for name, terms in self.terms_of("closure", "rates", "own", "constraints").items()
        }
        layout = self._layout(codes)
        needed = {n for names in layout.inputs.values() for n in names}
        given = {str(k): v for k, v in values.items() if str(k) in needed}
        functions = {name: c.function for name, c in codes.items()}
        return Mechanism(layout, functions, given, self.stabilised, self.rate)

    @cached_property
    def c_layout(self) -> CLayout:
        """The entries of the arrays of `c_source`: y is the configuration and then the speeds, p
        the parameters and prescribed functions."""
        n, terms = self._numbers, self._c_terms
        there = {s for part in terms.values() for t in part.values() for s in free_symbols(t)}
        known = {*map(str, n.rates), *map(str, n.speeds), *map(str, n.own)}
        given = sorted((s for s in there if str(s) not in known), key=str)
        return CLayout(
            [(str(s), _shape(s)) for s in n.rates],
            [(str(u), _shape(u)) for u in n.speeds],
            [str(dq) for dq in n.own],
            [(str(s), _shape(s)) for s in given],
            len(n.closures),
            sum(1 for name in terms.get("constraints", {}) if name.startswith("tau_")),
        )

    @cached_property
    def _c_terms(self) -> dict[str, dict[str, Any]]:
        return self.terms_of("closure", "rates", "constraints")

    @property
    def c_source(self) -> str:
        """A C file with `positions` and `velocities`, which move a state until the constraints
        hold, by Newton's iteration with the generated Jacobian; its header explains them."""
        return newton_source(self.c_layout, self._c_terms)

    @property
    def source(self) -> str:
        """A Python module with the functions and the driver, which needs only NumPy; its
        `mechanism(values)` makes the program."""
        texts = [c.text for c in self._python.values()]
        names = ", ".join(f'"{name}": {name}' for name in self._python)
        ending = (
            f"LAYOUT = {self.layout!r}\nFUNCTIONS = {{{names}}}\n\n\n"
            "def mechanism(values):\n"
            '    """The mechanism, with values by name for all parameters."""\n'
            f"    return Mechanism(LAYOUT, FUNCTIONS, values, {self.stabilised!r}, {self.rate!r})\n"
        )
        return "\n\n".join([inspect.getsource(driver), *texts, ending])


@time_limited
def motion_code(
    equations: EquationsOfMotion,
    *,
    stabilised: str = "projection",
    rate: Any = 10.0,
    time_limit: float | None = None,
) -> MotionCode:
    """Code for positions, velocities, accelerations and the motion of a system.

    Positions and velocities of dependent coordinates are found by Newton's iteration with the
    generated Jacobian. Gaps that grow while a motion is integrated are removed as `stabilised`
    says: by "projection" of the states, by Baumgarte's terms ("baumgarte", with the `rate` at which
    gaps decay), or not at all ("none").
    """
    if stabilised not in STABILISED:
        raise ModelError(f"motion_code: stabilised is one of {STABILISED}, not {stabilised!r}")
    if stabilised == "baumgarte" and equations.reduction is not None:
        raise ModelError(
            "motion_code: with independent speeds there are no multipliers for Baumgarte's terms; "
            "use projection, or form the equations with multipliers"
        )
    return MotionCode(equations, stabilised, rate)


def _shape(symbol: Any) -> tuple[int, ...]:
    if isinstance(symbol, Quaternion):
        return (4,)
    if isinstance(symbol, Vector):
        return (3,)
    return (3, 3) if isinstance(symbol, Matrix) and not isinstance(symbol, Scalar) else ()
