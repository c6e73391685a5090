"""Joints: one file for each type, and the table of all types by name.

A new type is a class derived from `JointType` in a file of its own, and a line in the table.
"""

from .cylindrical import Cylindrical
from .fixed import Fixed
from .free import Free
from .helical import Helical
from .joint import Direction, Joint, JointType
from .planar import Planar
from .prismatic import Prismatic
from .revolute import Revolute
from .spherical import Spherical
from .universal import Universal

JOINTS: dict[str, type[JointType]] = {
    "revolute": Revolute,
    "prismatic": Prismatic,
    "helical": Helical,
    "cylindrical": Cylindrical,
    "spherical": Spherical,
    "planar": Planar,
    "universal": Universal,
    "free": Free,
    "fixed": Fixed,
}
"""Every type of joint by its name; add a line for a new one."""

__all__ = [
    "JOINTS",
    "Cylindrical",
    "Direction",
    "Fixed",
    "Free",
    "Helical",
    "Joint",
    "JointType",
    "Planar",
    "Prismatic",
    "Revolute",
    "Spherical",
    "Universal",
]
