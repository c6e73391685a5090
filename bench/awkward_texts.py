"""Texts that are long or awkward, and models of rods, for `bench.limits`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from mechanics import lsd, media
from mechanics.models import plane_chain

TEXTS: dict[str, Callable[[], str]] = {
    "sum 300000": lambda: "a" + " + a" * 300_000,
    "products 60000": lambda: " + ".join(f"dot(a, b)*cross(a, {i}*b)" for i in range(60_000)),
    "deep 100000": lambda: "cross(a, " * 100_000 + "b" + ")" * 100_000,
    "brackets 150000": lambda: "(" * 150_000 + "a" + ")" * 150_000,
    "signs 150000": lambda: "-" * 150_000 + "a",
    "digits 3000000": lambda: "1" * 3_000_000 + "*a",
    "power of powers": lambda: "x" + "**9" * 1_000,
    "tower": lambda: "2**(2**(2**30))*x",
    "large exponents": lambda: "(12345678901**99999)**99999*x",
    "decimals": lambda: "+".join(f"{i}.{i}e{i % 300}*x" for i in range(60_000)),
    "open brackets 150000": lambda: "cross(" * 150_000,
}


def _arm(n: int) -> str:
    """A chain of n links in LSD."""
    made = []
    for i in range(1, n + 1):
        made.append(f"let b{i} = body mass = ?m{i}, inertia = 0, iframe = [0, -?l{i}, 0] end;")
        before = "earth" if i == 1 else f"b{i - 1}.frame"
        made.append(f"join {before} and b{i}.frame with link(q) dof = q || [0, 0, 1] end;")
    return "\n".join([*made, "gravity [0, -?g, 0];"])


def _names(n: int) -> str:
    """Names that use the names before them twice."""
    made = ["let a0 = ?x + 1;", *(f"let a{i} = a{i - 1}*a{i - 1};" for i in range(1, n))]
    return "\n".join([*made, f"gravity [0, a{n - 1}, 0];"])


def _numbers(n: int) -> str:
    """A force with a long sum of numbers and products."""
    terms = " + ".join(f"{i}.5*?k{i % 50}*?k{i * 7 % 50}" for i in range(n))
    return f"gravity [0, {terms}, 0];"


DESCRIPTIONS: dict[str, Callable[[], str]] = {
    "arm 3": lambda: _arm(3),
    "arm 300": lambda: _arm(300),
    "arm 2000": lambda: _arm(2_000),
    "names 10": lambda: _names(10),
    "sums 10000": lambda: _numbers(10_000),
    "comments": lambda: "(* " + "x" * 900_000 + " *)",
    "written chain 60": lambda: lsd.write(plane_chain(60)),
}


def _links(n: int, arms: int) -> str:
    """A robot of n links in URDF, in a number of arms."""
    made = ['<robot name="r"><link name="L0"/>']
    for i in range(1, n + 1):
        parent = 0 if i <= arms else i - arms
        made.append(
            f'<link name="L{i}"><inertial><origin xyz="0.1 0.{i} 0.3" rpy="0.1 0.2 0.3"/>'
            f'<mass value="{i}.5"/><inertia ixx="1.{i}" ixy="0.1" ixz="0" iyy="2" iyz="0" '
            f'izz="1"/></inertial></link><joint name="J{i}" type="revolute">'
            f'<parent link="L{parent}"/><child link="L{i}"/><origin xyz="0.{i} 0 1" '
            'rpy="0.3 0 1.5708"/><axis xyz="0 0.6 0.8"/><limit effort="1" velocity="1"/></joint>'
        )
    return "".join([*made, "</robot>"])


ROBOTS: dict[str, Callable[[], str]] = {
    "arm of 300": lambda: _links(300, 1),
    "arm of 3000": lambda: _links(3_000, 1),
    "tree of 3000": lambda: _links(3_000, 60),
}


def _sheet(*lines: str) -> str:
    file = Path(mkdtemp()) / "sheet.txt"
    file.write_text("\n".join(["vector a, b, c", "scalar x, y", "quaternion p, q", *lines]))
    return str(file)


SHEETS: dict[str, Callable[[], str]] = {
    "easy 20000": lambda: _sheet(*["dot(a, b) == dot(b, a)"] * 20_000),
    "different 3000": lambda: _sheet(
        *(f"{i}*cross(a, cross(b, c)) == {i}*(dot(a, c)*b - dot(a, b)*c)" for i in range(3_000))
    ),
    "hard 3": lambda: _sheet(*[f"(x + y + dot(a, b))**{n} == x**{n}" for n in (60, 90, 120)]),
    "wrong 20000": lambda: _sheet(*["dot(a, b) == dot(b, z"] * 20_000),
    "definitions 3000": lambda: _sheet(
        "t0 = x", *(f"t{i} = t{i - 1}*y + {i}" for i in range(1, 3_000)), "t2999 == t2998"
    ),
}


RODS: dict[str, Callable[[], Any]] = {
    "straight": media.rod,
    "helix": lambda: media.rod(media.helix(2, 3)),
    "plane": lambda: media.planar_beam(),
    "ring": media.elastic_ring,
}
