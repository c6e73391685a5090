"""Equation generators, which use only the public names of `rewrite`.

The public names, one line each; the joints and formalisms are listed in their packages.
"""

from types import ModuleType

from .analysis import Equilibria as Equilibria
from .analysis import Equilibrium as Equilibrium
from .analysis import FirstIntegral as FirstIntegral
from .analysis import FirstIntegrals as FirstIntegrals
from .analysis import LinearModel as LinearModel
from .analysis import Mode as Mode
from .analysis import Stability as Stability
from .analysis import TermMatrix as TermMatrix
from .analysis import equilibria as equilibria
from .analysis import first_integrals as first_integrals
from .analysis import linearised as linearised
from .analysis import modes as modes
from .analysis import stability as stability
from .dependence.independent_rows import ConstraintReport as ConstraintReport
from .dependence.independent_rows import constraint_report as constraint_report
from .dynamics.energy import dissipation as dissipation
from .dynamics.energy import energy as energy
from .dynamics.energy import kinetic_energy as kinetic_energy
from .dynamics.energy import potential as potential
from .dynamics.momenta import angular_momentum as angular_momentum
from .dynamics.momenta import mass_centre as mass_centre
from .dynamics.momenta import momentum as momentum
from .dynamics.transmitted import Reaction as Reaction
from .dynamics.transmitted import reaction as reaction
from .dynamics.tree import Link as Link
from .dynamics.tree import Placement as Placement
from .dynamics.tree import links as links
from .equations.economy import economical as economical
from .equations.equations import Equation as Equation
from .equations.equations import Equations as Equations
from .equations.motion import EquationsOfMotion as EquationsOfMotion
from .errors import ContradictionError as ContradictionError
from .errors import ModelError as ModelError
from .errors import NoPotentialError as NoPotentialError
from .errors import NotSteadyError as NotSteadyError
from .errors import RedundancyWarning as RedundancyWarning
from .errors import StoppedWarning as StoppedWarning
from .formalisms import *  # noqa: F403
from .imports import Limits as Limits
from .imports import Robot as Robot
from .imports import dh as dh
from .imports import par as par
from .imports import urdf as urdf
from .joints import *  # noqa: F403
from .kinematics.jacobian import Jacobian as Jacobian
from .kinematics.kinematics import Kinematics as Kinematics
from .mobility import ClosureError as ClosureError
from .mobility import FreedomReport as FreedomReport
from .mobility import freedom as freedom
from .numerics import RightHandSide as RightHandSide
from .parts.bodies import Body as Body
from .parts.bodies import Principal as Principal
from .parts.bodies import inertia as inertia
from .parts.bodies import transported as transported
from .parts.efforts import Force as Force
from .parts.efforts import JointEffort as JointEffort
from .parts.efforts import Torque as Torque
from .parts.efforts import actuator as actuator
from .parts.efforts import damper as damper
from .parts.efforts import friction as friction
from .parts.efforts import spring as spring
from .parts.frames import Frame as Frame
from .parts.frames import X as X
from .parts.frames import Y as Y
from .parts.frames import Z as Z
from .parts.points import Point as Point
from .pictures import Animation as Animation
from .pictures import Drawing as Drawing
from .pictures import animate as animate
from .pictures import draw as draw
from .pictures import plot as plot
from .results.results import Result as Result
from .robots.base_parameters import BaseParameters as BaseParameters
from .robots.base_parameters import base_parameters as base_parameters
from .robots.dynamics import bias as bias
from .robots.dynamics import forward_dynamics as forward_dynamics
from .robots.dynamics import inverse_dynamics as inverse_dynamics
from .robots.dynamics import mass_matrix as mass_matrix
from .robots.dynamics import recursive as recursive
from .robots.identification import Regressor as Regressor
from .robots.identification import energies as energies
from .robots.identification import momenta as momenta
from .robots.identification import regressor as regressor
from .simulation import Event as Event
from .simulation import Mechanism as Mechanism
from .simulation import MotionCode as MotionCode
from .simulation import NotClosedError as NotClosedError
from .simulation import Run as Run
from .simulation import motion_code as motion_code
from .simulation import simulate as simulate
from .system.rates import kinematic_equations as kinematic_equations
from .system.struts import Strut as Strut
from .system.system import System as System

__all__ = [
    name
    for name, found in list(globals().items())
    if not name.startswith("_") and not isinstance(found, ModuleType) and found is not ModuleType
]
