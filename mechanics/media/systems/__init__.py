"""Ready-made systems: beams, strings, rings, springs, and a flexible body in a floating frame."""

from .beams import euler_bernoulli, planar_beam, rayleigh, small_planar_beam, timoshenko
from .cables import hanging_chain, inextensible_string, planar_string, string_by_screws
from .curved import elastic_ring, helix_spring, ring_frequencies, small_ring, spring_stiffness
from .flexible_bodies import FlexibleBody, floating_frame
from .reissner import reissner_beam

__all__ = [
    "FlexibleBody",
    "elastic_ring",
    "euler_bernoulli",
    "floating_frame",
    "hanging_chain",
    "helix_spring",
    "inextensible_string",
    "planar_beam",
    "planar_string",
    "rayleigh",
    "reissner_beam",
    "ring_frequencies",
    "small_planar_beam",
    "small_ring",
    "spring_stiffness",
    "string_by_screws",
    "timoshenko",
]
