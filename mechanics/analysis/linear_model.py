"""Small motions about an equilibrium or a steady motion, with symbols kept, and in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rewrite import Term, free_symbols, simplify, time_limited

from ..errors import ModelError
from .operating_values import exact_values, float_values
from .perturbed import Perturbed, as_term
from .reducing import Choice, Expressions, Floats, Reduced, reduce
from .state_space import StateSpace, state_space
from .term_matrix import TermMatrix


@dataclass(eq=False)
class LinearModel:
    """mass δu' + damping δu + stiffness δq = drive δinputs, and x' = A x + B δinputs.

    x are the deviations of `states`: independent coordinates, then independent speeds. Coordinates
    on which nothing depends are `ignored`. The outputs are y = C x + feedthrough δinputs.
    Matrices of terms are computed on demand; `numbers` gives them as arrays.
    """

    perturbed: Perturbed
    nominal: dict[Any, Any]
    parameters: dict[Any, Any]
    choice: Choice
    kept: tuple[int, ...]
    """Which of the independent coordinates are kept."""
    output_names: list[str]
    notes: list[str] = field(default_factory=list)

    # -- names ------------------------------------------------------------------------------------

    @property
    def coordinates(self) -> list[str]:
        chosen = [self.choice.coordinates[i] for i in self.kept]
        return [str(self.perturbed.coordinates[i]) for i in chosen]

    @property
    def speeds(self) -> list[str]:
        return [str(self.perturbed.speeds[i]) for i in self.choice.speeds]

    @property
    def states(self) -> list[str]:
        return [*self.coordinates, *self.speeds]

    @property
    def inputs(self) -> list[str]:
        return [str(d) for d in self.perturbed.inputs]

    @property
    def outputs(self) -> list[str]:
        return self.output_names or self.states

    @property
    def ignored(self) -> list[str]:
        """Independent coordinates on which nothing depends."""
        chosen = [c for i, c in enumerate(self.choice.coordinates) if i not in self.kept]
        return [str(self.perturbed.coordinates[i]) for i in chosen]

    @property
    def symbols(self) -> list[Any]:
        """Parameters that have no value yet."""
        there = {s for s in self.perturbed.symbols if s not in self.nominal}
        there |= {s for t in self.nominal.values() if isinstance(t, Term) for s in free_symbols(t)}
        return sorted((s for s in there if s not in self.parameters), key=str)

    # -- terms ------------------------------------------------------------------------------------

    @cached_property
    def _exact(self) -> Reduced:
        values = exact_values(self.perturbed, self.nominal, self.parameters)
        return reduce(self.perturbed.at(values, True), self.choice, Expressions())

    @property
    def residual(self) -> list[Any]:
        """The residuals that vanish at a steady motion, as expressions of sympy."""
        return list(self._exact.residual)

    def _terms(self, matrix: Any) -> TermMatrix:
        there = [*self.symbols, *self.parameters]
        rows = [
            [simplify(as_term(matrix[i, j], there)) for j in range(matrix.cols)]
            for i in range(matrix.rows)
        ]
        return TermMatrix(rows, matrix.cols)

    @cached_property
    def mass(self) -> TermMatrix:
        return self._terms(self._exact.mass)

    @cached_property
    def damping(self) -> TermMatrix:
        """The coefficients of the speeds, including gyroscopic terms."""
        return self._terms(self._exact.damping)

    @cached_property
    def stiffness(self) -> TermMatrix:
        """The coefficients of the coordinates, a row for each speed."""
        return self._terms(self._exact.stiffness[:, list(self.kept)])

    @cached_property
    def sympy(self) -> StateSpace:
        """A, B, C and the feedthrough as matrices of sympy."""
        return state_space(self._exact, self.kept, Expressions())

    @cached_property
    def A(self) -> TermMatrix:
        return self._terms(self.sympy.A)

    @cached_property
    def B(self) -> TermMatrix:
        return self._terms(self.sympy.B)

    @cached_property
    def C(self) -> TermMatrix:
        return self._terms(self.sympy.C)

    @cached_property
    def feedthrough(self) -> TermMatrix:
        return self._terms(self.sympy.feedthrough)

    @time_limited
    def made(self, *, time_limit: float | None = None) -> LinearModel:
        """This model with all its matrices of terms made.
        After `time_limit` seconds it stops with a LimitError.
        """
        for name in ("mass", "damping", "stiffness", "A", "B", "C", "feedthrough"):
            getattr(self, name)
        return self

    # -- numbers ----------------------------------------------------------------------------------

    @time_limited
    def numbers(
        self, values: Mapping[Any, Any] | None = None, *, time_limit: float | None = None
    ) -> StateSpace:
        """The same in numbers, for values of the parameters by name or symbol.
        After `time_limit` seconds it stops with a LimitError.
        """
        given = dict(self.parameters)
        named = {str(s): s for s in self.symbols}
        for key, value in (values or {}).items():
            if str(key) not in named:
                listed = ", ".join(named) or "none"
                raise ModelError(f"{key} is not a parameter without a value; there are {listed}")
            given[named[str(key)]] = value
        missing = [str(s) for s in self.symbols if s not in given]
        if missing:
            raise ModelError(f"values are missing: {', '.join(f'{m!r}: …' for m in missing)}")
        found = float_values(self.nominal, given)
        reduced = reduce(self.perturbed.at(found, False), self.choice, Floats())
        return state_space(reduced, self.kept, Floats())

    def __str__(self) -> str:
        lines = [f"small motions of {self.perturbed.system.name}: {', '.join(self.states)}"]
        if self.inputs:
            lines.append(f"inputs: {', '.join(self.inputs)}")
        if self.ignored:
            lines.append(f"nothing depends on {', '.join(self.ignored)}")
        return "\n".join([*lines, *self.notes])
