"""Equation generators: callers of `rewrite` that use its public names and nothing else."""

from .bodies import Body, Principal, inertia, transported
from .dependence.independent_rows import ConstraintReport, constraint_report
from .economy import economical
from .efforts import Force, JointEffort, Torque, actuator, damper, spring
from .energy import dissipation, kinetic_energy, potential
from .equations import Equation, Equations
from .errors import ContradictionError, ModelError, NoPotentialError, RedundancyWarning
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
from .frames import Frame, X, Y, Z
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
from .kinematics import Kinematics
from .motion import EquationsOfMotion
from .points import Point
from .rates import kinematic_equations
from .simulation import Mechanism, MotionCode, NotClosedError, motion_code
from .struts import Strut
from .system import System
from .transmitted import Reaction, reaction
from .tree import Link, Placement, links

__all__ = [
    "JOINTS",
    "Body",
    "ConstraintReport",
    "ContradictionError",
    "Cylindrical",
    "Direction",
    "Equation",
    "Equations",
    "EquationsOfMotion",
    "Fixed",
    "Force",
    "Frame",
    "Free",
    "FreeBody",
    "Helical",
    "Joint",
    "JointEffort",
    "JointType",
    "Kinematics",
    "Link",
    "Mechanism",
    "ModelError",
    "MotionCode",
    "NoPotentialError",
    "NotClosedError",
    "Placement",
    "Planar",
    "Point",
    "Principal",
    "Prismatic",
    "Reaction",
    "RedundancyWarning",
    "Revolute",
    "Spherical",
    "Strut",
    "System",
    "Torque",
    "TreeEquations",
    "Universal",
    "X",
    "Y",
    "Z",
    "actuator",
    "constraint_report",
    "dalembert",
    "damper",
    "dissipation",
    "economical",
    "hamilton",
    "inertia",
    "isolated",
    "kane",
    "kinematic_equations",
    "kinetic_energy",
    "lagrange",
    "links",
    "motion_code",
    "newton_euler",
    "newton_euler_isolated",
    "potential",
    "reaction",
    "spring",
    "transported",
    "tree_equations",
]
