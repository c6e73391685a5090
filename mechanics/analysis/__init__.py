"""Analysis of motions without integrating them: stability, equilibria, conserved quantities."""

from .equilibrium import Equilibria, Equilibrium, equilibria
from .integrals import FirstIntegral, FirstIntegrals, first_integrals
from .linear_model import LinearModel
from .linearising import linearised
from .stability import Mode, Stability, modes, stability
from .state_space import StateSpace
from .term_matrix import TermMatrix

__all__ = [
    "Equilibria",
    "Equilibrium",
    "FirstIntegral",
    "FirstIntegrals",
    "LinearModel",
    "Mode",
    "Stability",
    "StateSpace",
    "TermMatrix",
    "equilibria",
    "first_integrals",
    "linearised",
    "modes",
    "stability",
]
