"""Models that are shipped: each declares a system, and enters no equation."""

from .free_body import free_body
from .moving_base import moving_base
from .pendulum import plane_pendulum, spherical_pendulum
from .satellite import satellite, satellite_seen_from_its_body

__all__ = [
    "free_body",
    "moving_base",
    "plane_pendulum",
    "satellite",
    "satellite_seen_from_its_body",
    "spherical_pendulum",
]
