"""Equation generators: callers of `rewrite` that use its public names and nothing else."""

from .bodies import Body, Principal, inertia, transported
from .economy import economical
from .efforts import actuator, damper, spring
from .energy import kinetic_energy, potential
from .equations import Equation, Equations
from .errors import ModelError, NoPotentialError
from .formalisms import (
    dalembert,
    hamilton,
    isolated,
    kane,
    lagrange,
    newton_euler,
    newton_euler_isolated,
)
from .frames import Frame, X, Y, Z
from .kinematic import kinematic_equations
from .kinematics import Kinematics
from .motion import EquationsOfMotion
from .points import Point
from .system import System

__all__ = [
    "Body",
    "Equation",
    "Equations",
    "EquationsOfMotion",
    "Frame",
    "Kinematics",
    "ModelError",
    "NoPotentialError",
    "Point",
    "Principal",
    "System",
    "X",
    "Y",
    "Z",
    "actuator",
    "dalembert",
    "damper",
    "economical",
    "hamilton",
    "inertia",
    "isolated",
    "kane",
    "kinematic_equations",
    "kinetic_energy",
    "lagrange",
    "newton_euler",
    "newton_euler_isolated",
    "potential",
    "spring",
    "transported",
]
