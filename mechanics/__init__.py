"""Equation generators: callers of `rewrite` that use its public names and nothing else."""

from .analysis import (
    Equilibria,
    Equilibrium,
    FirstIntegral,
    FirstIntegrals,
    LinearModel,
    Mode,
    Stability,
    TermMatrix,
    equilibria,
    first_integrals,
    linearised,
    modes,
    stability,
)
from .dependence.independent_rows import ConstraintReport, constraint_report
from .dynamics.energy import dissipation, energy, kinetic_energy, potential
from .dynamics.momenta import angular_momentum, mass_centre, momentum
from .dynamics.transmitted import Reaction, reaction
from .dynamics.tree import Link, Placement, links
from .equations.economy import economical
from .equations.equations import Equation, Equations
from .equations.motion import EquationsOfMotion
from .errors import (
    ContradictionError,
    ModelError,
    NoPotentialError,
    NotSteadyError,
    RedundancyWarning,
    StoppedWarning,
)
from .formalisms import (
    FreeBody,
    TreeEquations,
    dalembert,
    hamilton,
    isolated,
    kane,
    lagrange,
    newton_euler,
    newton_euler_isolated,
    tree_equations,
)
from .imports import Limits, Robot, dh, par, urdf
from .joints import (
    JOINTS,
    Cylindrical,
    Direction,
    Fixed,
    Free,
    Helical,
    Joint,
    JointType,
    Planar,
    Prismatic,
    Revolute,
    Spherical,
    Universal,
)
from .kinematics.jacobian import Jacobian
from .kinematics.kinematics import Kinematics
from .mobility import ClosureError, FreedomReport, freedom
from .numerics import RightHandSide
from .parts.bodies import Body, Principal, inertia, transported
from .parts.efforts import Force, JointEffort, Torque, actuator, damper, friction, spring
from .parts.frames import Frame, X, Y, Z
from .parts.points import Point
from .pictures import Animation, Drawing, animate, draw, plot
from .results.results import Result
from .robots.base_parameters import BaseParameters, base_parameters
from .robots.dynamics import bias, forward_dynamics, inverse_dynamics, mass_matrix, recursive
from .robots.identification import Regressor, energies, momenta, regressor
from .simulation import Event, Mechanism, MotionCode, NotClosedError, Run, motion_code, simulate
from .system.rates import kinematic_equations
from .system.struts import Strut
from .system.system import System

__all__ = [
    "JOINTS",
    "Animation",
    "BaseParameters",
    "Body",
    "ClosureError",
    "ConstraintReport",
    "ContradictionError",
    "Cylindrical",
    "Direction",
    "Drawing",
    "Equation",
    "Equations",
    "EquationsOfMotion",
    "Equilibria",
    "Equilibrium",
    "Event",
    "FirstIntegral",
    "FirstIntegrals",
    "Fixed",
    "Force",
    "Frame",
    "Free",
    "FreeBody",
    "FreedomReport",
    "Helical",
    "Jacobian",
    "Joint",
    "JointEffort",
    "JointType",
    "Kinematics",
    "Limits",
    "LinearModel",
    "Link",
    "Mechanism",
    "Mode",
    "ModelError",
    "MotionCode",
    "NoPotentialError",
    "NotClosedError",
    "NotSteadyError",
    "Placement",
    "Planar",
    "Point",
    "Principal",
    "Prismatic",
    "Reaction",
    "RedundancyWarning",
    "Regressor",
    "Result",
    "Revolute",
    "RightHandSide",
    "Robot",
    "Run",
    "Spherical",
    "Stability",
    "StoppedWarning",
    "Strut",
    "System",
    "TermMatrix",
    "Torque",
    "TreeEquations",
    "Universal",
    "X",
    "Y",
    "Z",
    "actuator",
    "angular_momentum",
    "animate",
    "base_parameters",
    "bias",
    "constraint_report",
    "dalembert",
    "damper",
    "dh",
    "dissipation",
    "draw",
    "economical",
    "energies",
    "energy",
    "equilibria",
    "first_integrals",
    "forward_dynamics",
    "freedom",
    "friction",
    "hamilton",
    "inertia",
    "inverse_dynamics",
    "isolated",
    "kane",
    "kinematic_equations",
    "kinetic_energy",
    "lagrange",
    "linearised",
    "links",
    "mass_centre",
    "mass_matrix",
    "modes",
    "momenta",
    "momentum",
    "motion_code",
    "newton_euler",
    "newton_euler_isolated",
    "par",
    "plot",
    "potential",
    "reaction",
    "recursive",
    "regressor",
    "simulate",
    "spring",
    "stability",
    "transported",
    "tree_equations",
    "urdf",
]
