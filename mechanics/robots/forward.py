"""Forward dynamics: the rates of the speeds as terms, and as a right-hand side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..numerics import RightHandSide
from ..numerics.pieces_of import solved_pieces
from ..results.results import Result
from ..system import System


class ForwardDynamics(Result):
    """The rates of the speeds by name, acc_1, …, without any equation to solve."""

    def __init__(
        self, system: System, method: str, terms: Mapping[str, Any], arguments: tuple[Any, ...]
    ) -> None:
        super().__init__("forward dynamics", method, terms, arguments=arguments)
        self.system = system

    def with_terms(self, terms: Mapping[str, Any]) -> ForwardDynamics:
        return ForwardDynamics(self.system, self.method, terms, self.arguments)

    def rhs(
        self,
        language: str = "numpy",
        *,
        inputs: Mapping[Any, Any] | None = None,
        functions: Mapping[str, Any] | None = None,
    ) -> RightHandSide:
        """y' = f(t, y, p) as a function of arrays; efforts tau_1, … that were not given are inputs.

        >>> from mechanics import forward_dynamics
        >>> from mechanics.models import plane_pendulum
        >>> forward_dynamics(plane_pendulum(1)).rhs("python").inputs
        ['tau_1']
        """
        pieces = solved_pieces(self.system, list(self.terms.values()))
        return RightHandSide(pieces.with_inputs(inputs or {}), language, None, functions)
