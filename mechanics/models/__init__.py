"""Example models: each declares a system, without writing any equation."""

from .antenna import antenna_mesh
from .arms import puma560, rx90, seven_joint_arm, stanford
from .bicycle import bicycle
from .classics import (
    bead_on_hoop,
    cart_pole,
    gyroscope,
    heavy_top,
    quadrotor,
    two_link_arm,
)
from .free_body import free_body
from .humanoid import humanoid
from .linkages import bennett, crank_slider, five_bar, four_bar, held_chain
from .moving_base import moving_base
from .pendulum import plane_chain, plane_pendulum, spherical_pendulum
from .rolling_bodies import knife_edge, rolling_disc, rolling_sphere
from .satellite import satellite, satellite_seen_from_its_body, satellite_with_wheels
from .spherical_linkages import constant_velocity_joint, salt_shaker
from .stewart import stewart_platform

__all__ = [
    "antenna_mesh",
    "bead_on_hoop",
    "bennett",
    "bicycle",
    "cart_pole",
    "constant_velocity_joint",
    "crank_slider",
    "five_bar",
    "four_bar",
    "free_body",
    "gyroscope",
    "heavy_top",
    "held_chain",
    "humanoid",
    "knife_edge",
    "moving_base",
    "plane_chain",
    "plane_pendulum",
    "puma560",
    "quadrotor",
    "rolling_disc",
    "rolling_sphere",
    "rx90",
    "salt_shaker",
    "satellite",
    "satellite_seen_from_its_body",
    "satellite_with_wheels",
    "seven_joint_arm",
    "spherical_pendulum",
    "stanford",
    "stewart_platform",
    "two_link_arm",
]
