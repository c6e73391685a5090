"""Robots of any size as plain numbers: one source for URDF text, Pinocchio and CasADi.

Up to ten joints form a chain, like an arm. More joints form a trunk of two joints with limbs of
seven. All are hinges, with quarter turns between the axes, offsets along one or two of them, and
bodies with all ten inertial parameters.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Any

import numpy

CHAIN, TRUNK, LIMB = 10, 2, 7
GRAVITY = "9.81"


@dataclass(frozen=True)
class Hinge:
    """A hinge about z of its link, its place on the parent link, and the body that it carries."""

    parent: int
    """The number of the parent link, or -1."""
    rpy: tuple[int, int, int]
    """In quarter turns."""
    place: tuple[str, ...]
    mass: str
    centre: tuple[str, ...]
    moments: tuple[str, ...]
    """About the mass centre: xx, xy, xz, yy, yz, zz."""

    @property
    def turn(self) -> Any:
        """The axes of the link in coordinates of the parent link, at rest."""
        total = numpy.eye(3)
        for axis, quarters in enumerate(self.rpy):
            c, s = round(math.cos(quarters * math.pi / 2)), round(math.sin(quarters * math.pi / 2))
            one = numpy.eye(3)
            i, j = (axis + 1) % 3, (axis + 2) % 3
            one[i, i], one[i, j], one[j, i], one[j, j] = c, -s, s, c
            total = one @ total
        return total


def robot_of(n: int) -> list[Hinge]:
    """A robot with n hinges, always the same."""
    draw = random.Random(n)
    return [_hinge(draw, _parent(i, n)) for i in range(n)]


def _parent(i: int, n: int) -> int:
    if n <= CHAIN or i <= TRUNK:
        return i - 1
    return TRUNK - 1 if (i - TRUNK) % LIMB == 0 else i - 1


def _hinge(draw: random.Random, parent: int) -> Hinge:
    def number(low: float, high: float) -> str:
        return f"{draw.uniform(low, high):.4f}"

    place = [number(-0.4, 0.4), "0", "0"]
    if draw.random() < 0.5:
        place[draw.choice((1, 2))] = number(-0.4, 0.4)
    moments = [number(0.05, 0.09) if k in (0, 3, 5) else number(-0.01, 0.01) for k in range(6)]
    centre = tuple(number(-0.1, 0.1) for _ in range(3))
    rpy = (draw.choice((-1, 0, 1)), 0, draw.choice((0, 0, 1)))
    return Hinge(parent, rpy, tuple(place), number(0.5, 4), centre, tuple(moments))


def urdf_of(robot: list[Hinge]) -> str:
    """The same as URDF."""
    lines = ['<robot name="robot">', '<link name="link_0"/>']
    for i, hinge in enumerate(robot, 1):
        xx, xy, xz, yy, yz, zz = hinge.moments
        rpy = " ".join(repr(k * math.pi / 2) for k in hinge.rpy)
        lines += [
            f'<link name="link_{i}"><inertial><origin xyz="{" ".join(hinge.centre)}"/>',
            f'<mass value="{hinge.mass}"/><inertia ixx="{xx}" ixy="{xy}" ixz="{xz}" iyy="{yy}" '
            f'iyz="{yz}" izz="{zz}"/></inertial></link>',
            f'<joint name="q{i}" type="continuous"><parent link="link_{hinge.parent + 1}"/>',
            f'<child link="link_{i}"/><origin xyz="{" ".join(hinge.place)}" rpy="{rpy}"/>',
            '<axis xyz="0 0 1"/></joint>',
        ]
    return "\n".join([*lines, "</robot>"])


def states(n: int, count: int) -> Any:
    """Angles, speeds and a third row, accelerations or efforts: three arrays of states."""
    draw = numpy.random.default_rng(n)
    return [numpy.ascontiguousarray(draw.uniform(-2, 2, (count, n))) for _ in range(3)]
