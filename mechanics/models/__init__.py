"""Models that are shipped: each declares a system, and enters no equation."""

from .arms import puma560, rx90, seven_joint_arm, stanford
from .free_body import free_body
from .humanoid import humanoid
from .moving_base import moving_base
from .pendulum import plane_chain, plane_pendulum, spherical_pendulum
from .satellite import satellite, satellite_seen_from_its_body, satellite_with_wheels

__all__ = [
    "free_body",
    "humanoid",
    "moving_base",
    "plane_chain",
    "plane_pendulum",
    "puma560",
    "rx90",
    "satellite",
    "satellite_seen_from_its_body",
    "satellite_with_wheels",
    "seven_joint_arm",
    "spherical_pendulum",
    "stanford",
]
