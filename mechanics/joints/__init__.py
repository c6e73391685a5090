"""Joints: one file for each type, and the table of all types by name.

A new type is a class derived from `JointType` in its own file, and its import here.
"""

from .cylindrical import Cylindrical as Cylindrical
from .fixed import Fixed as Fixed
from .free import Free as Free
from .helical import Helical as Helical
from .joint import Direction as Direction
from .joint import Joint as Joint
from .joint import JointType as JointType
from .planar import Planar as Planar
from .prismatic import Prismatic as Prismatic
from .revolute import Revolute as Revolute
from .spherical import Spherical as Spherical
from .universal import Universal as Universal

JOINTS: dict[str, type[JointType]] = {
    name.lower(): found
    for name, found in list(globals().items())
    if isinstance(found, type) and issubclass(found, JointType) and found is not JointType
}
"""Every type of joint by its name in lower case."""
__all__ = ["JOINTS", "Direction", "Joint", "JointType", *(t.__name__ for t in JOINTS.values())]
