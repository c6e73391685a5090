"""Six- and seven-joint arms, by their tables of modified Denavit–Hartenberg parameters.

Every link has ten inertial parameters XX1, …, M1 about the origin of its frame; gravity is along
-z of the base with the parameter g.
"""

from __future__ import annotations

from typing import Any

from ..imports.dh import dh
from ..imports.robot import Robot

RX90: list[Any] = [
    (0, 0, 0, "q", 0),
    (0, "pi/2", 0, "q", 0),
    (0, 0, "D3", "q", 0),
    (0, "-pi/2", 0, "q", "RL4"),
    (0, "pi/2", 0, "q", 0),
    (0, "-pi/2", 0, "q", 0),
]
PUMA560: list[Any] = [
    (0, 0, 0, "q", 0),
    (0, "-pi/2", 0, "q", 0),
    (0, 0, "D3", "q", "R3"),
    (0, "-pi/2", "D4", "q", "R4"),
    (0, "pi/2", 0, "q", 0),
    (0, "-pi/2", 0, "q", 0),
]
STANFORD: list[Any] = [
    (0, 0, 0, "q", 0),
    (0, "-pi/2", 0, "q", "RL2"),
    (1, "pi/2", 0, 0, "q"),
    (0, 0, 0, "q", 0),
    (0, "-pi/2", 0, "q", 0),
    (0, "pi/2", 0, "q", 0),
]
SEVEN: list[Any] = [
    (0, 0, 0, "q", "R1"),
    (0, "-pi/2", 0, "q", 0),
    (0, "pi/2", 0, "q", "R3"),
    (0, "pi/2", "D4", "q", 0),
    (0, "-pi/2", "D5", "q", "R5"),
    (0, "pi/2", 0, "q", 0),
    (0, "pi/2", "D7", "q", 0),
]


def rx90() -> Robot:
    """The Stäubli RX-90: six hinges, a spherical wrist.

    >>> rx90().coordinates
    (q1, q2, q3, q4, q5, q6)
    """
    return dh(RX90, name="RX-90")


def puma560() -> Robot:
    """The Unimation PUMA 560: six hinges, with offsets of shoulder and elbow."""
    return dh(PUMA560, name="PUMA 560")


def stanford() -> Robot:
    """The Stanford arm: two hinges, a slider and a spherical wrist."""
    return dh(STANFORD, name="Stanford arm")


def seven_joint_arm() -> Robot:
    """An arm with seven hinges and offsets at the elbow and at the wrist.

    >>> len(seven_joint_arm().speeds)
    7
    """
    return dh(SEVEN, name="seven-joint arm")
