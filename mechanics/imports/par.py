"""Files of OpenSYMORO: `name = value` and `name = {list}`, with comments (* … *).

They have modified Denavit–Hartenberg parameters, ten inertial parameters for each link, inertias of
rotors (IA), viscous and dry friction (FV, FS), wrenches of links on their environment (FX … CZ),
and gravity (G). All names are kept, including those of coordinates.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rewrite import Scalar, Vector, column, diff, time, time_limited, zero
from rewrite.errors import reason_of

from ..errors import ModelError
from ..parts.efforts import damper
from ..recursion.inertias import NAMES
from .dh import dh, entry
from .robot import Robot

GEOMETRY = {"sigma": "Sigma", "alpha": "Alpha", "d": "d", "theta": "Theta", "r": "R"}
MORE = {"gamma": "gamma", "b": "b"}
WRENCH = ("FX", "FY", "FZ", "CX", "CY", "CZ")
NOTHING: Scalar = zero(Scalar)
_COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)
_ENTRY = re.compile(r"\s*(\w+)\s*=\s*(\{[^}]*\}|[^\n{]+)")


@dataclass(frozen=True)
class _File:
    """The entries of a file by name, without regard to case, with their lines."""

    name: str
    entries: dict[str, tuple[int, Any]]

    def error(self, key: str, message: str) -> ModelError:
        line = self.entries.get(key.lower(), (0, None))[0]
        where = f", line {line}" if line else ""
        return ModelError(f"{self.name}{where}, {key}: {message}")

    def number(self, key: str) -> int:
        _, found = self.entries.get(key.lower(), (0, None))
        if not isinstance(found, str) or not found.strip().isdigit():
            raise self.error(key, f"it must be a number of links or joints, not {found!r}")
        return int(found)

    def list(self, key: str, size: int, *, needed: bool = True) -> list[str]:
        """A list with an entry for each link or joint; zeros if it is not needed."""
        _, found = self.entries.get(key.lower(), (0, None))
        if found is None and not needed:
            return ["0"] * size
        if not isinstance(found, list):
            raise self.error(key, f"there must be a list of {size} entries {{…}}")
        if len(found) != size:
            raise self.error(key, f"it has {len(found)} entries, and there must be {size}")
        return found


@time_limited
def par(path: str | Path, *, time_limit: float | None = None) -> Robot:
    """A robot from a file of OpenSYMORO: a chain or a tree on a fixed base.

    Its lists are read as they are: names are parameters, and coordinates keep theirs.
    After `time_limit` seconds it stops with a LimitError.
    """
    if not isinstance(path, str | Path):
        raise ModelError(f"par needs the path of a file, not {path!r:.40}")
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ModelError(f"{path} cannot be read: {reason_of(error)}") from error
    file = _File(str(path), _entries(text, str(path)))
    size = file.number("NL")
    _must_be_open(file, size)
    names = [_coordinate(file, j, size) for j in range(size)]
    columns = {key: file.list(own, size) for key, own in GEOMETRY.items()}
    columns |= {key: file.list(own, size, needed=False) for key, own in MORE.items()}
    rows: list[dict[str, Any]] = []
    for j in range(size):
        row: dict[str, Any] = {key: column[j] for key, column in columns.items()}
        _must_be_read(file, row, names[j])
        row |= {"sigma": _whole(file, "Sigma", row["sigma"]), "name": f"J{j + 1}", "q": names[j]}
        row["parent"] = _whole(file, "Ant", file.list("Ant", size)[j])
        if row["sigma"] > 2:
            raise file.error("Sigma", f"joint {j + 1} is {row['sigma']}; there are 0, 1, and 2")
        if row["parent"] > j:
            raise file.error(
                "Ant", f"the parent {row['parent']} of link {j + 1} must be an earlier link, or 0"
            )
        rows.append(row)
    robot = dh(rows, name=_title(text, path), gravity=None, bodies=False)
    _load(robot, file, size)
    return robot


def _must_be_read(file: _File, row: Mapping[str, str], q: str) -> None:
    """Refuse entries of the geometry that cannot be read, with their lines."""
    for key, own in (GEOMETRY | MORE).items():
        try:
            entry(key, Robot("r"), row[key], q)
        except ModelError as error:
            raise file.error(own, str(error).partition(": ")[2]) from error


def _entries(text: str, name: str) -> dict[str, tuple[int, Any]]:
    """The text with comments blanked, so that line numbers stay the same."""
    blank = _COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)
    found: dict[str, tuple[int, Any]] = {}
    at = 0
    while blank[at:].strip():
        match = _ENTRY.match(blank, at)
        if match is None:
            rest = blank[at:].lstrip()
            line = blank.count("\n", 0, len(blank) - len(rest)) + 1
            wrong = rest.splitlines()[0]
            raise ModelError(
                f"{name}, line {line}: {wrong!r} is neither name = value nor name = {{list}}"
            )
        key, value = match.groups()
        line = blank.count("\n", 0, match.start(1)) + 1
        is_list = value.startswith("{")
        parts = [part.strip() for part in value.strip("{}").split(",")] if is_list else value
        if key.lower() in found:
            first = found[key.lower()][0]
            raise ModelError(
                f"{name}, line {line}, {key}: it is also given at line {first}; keep one"
            )
        found[key.lower()] = line, parts
        at = match.end()
    return found


def _must_be_open(file: _File, size: int) -> None:
    """Refuse loops and bases that move."""
    for key in ("NJ", "NF"):
        if key.lower() in file.entries and file.number(key) != size:
            raise file.error(
                key,
                f"it is not NL, {size}: the robot has loops; cut them, and close by constraints",
            )
    for key in ("is_floating", "is_mobile"):
        _, value = file.entries.get(key, (0, "0"))
        if str(value).strip() not in ("0", "False"):
            raise file.error(key, "a moving base is not supported; set it to False")
    for key in ("W0", "WP0", "V0", "VP0"):
        if any(x != "0" for x in file.list(key, 3, needed=False)):
            raise file.error(key, "a moving base is not supported; write {0,0,0}")


def _coordinate(file: _File, j: int, size: int) -> str:
    """The name of the coordinate of a joint: the one in θ, or in r of a prismatic joint."""
    sigma = _whole(file, "Sigma", file.list("Sigma", size)[j])
    if sigma == 2:
        return f"q{j + 1}"
    key = "R" if sigma == 1 else "Theta"
    names: list[str] = re.findall(r"[A-Za-z_]\w*", file.list(key, size)[j])
    names = [name for name in names if name.lower() != "pi"]
    if not names:
        raise file.error(
            key, f"joint {j + 1} has no coordinate there; write a name, such as q{j + 1}"
        )
    return names[0]


def _whole(file: _File, key: str, text: str) -> int:
    if not text.isdigit():
        raise file.error(key, f"{text!r} must be the number of a joint or a type of joint")
    return int(text)


def _title(text: str, path: str | Path) -> str:
    found = re.search(r"Robotname\s*=\s*'([^']*)'", text)
    return found.group(1) if found else Path(path).stem


def _load(robot: Robot, file: _File, size: int) -> None:
    """Bodies, rotors, friction, wrenches and gravity."""

    def terms(key: str, count: int = size, needed: bool = False) -> list[Scalar]:
        texts = file.list(key, count, needed=needed)
        line = file.entries.get(key.lower(), (0, None))[0]
        return [entry(f"{file.name}, line {line}, {key}", robot, text, "q") for text in texts]

    ten = [terms(name, needed=name == "M") for name in NAMES]
    wrenches = [terms(key) for key in WRENCH]
    rotors, viscous, dry = terms("IA"), terms("FV"), terms("FS")
    for j in range(size):
        name = f"J{j + 1}"
        place = robot.places[name]
        try:
            robot.ten_parameters(name, place, [column_of[j] for column_of in ten])
        except ModelError as error:
            raise file.error("M", str(error)) from error
        push, twist = (column(*(w[j] for w in part)) for part in (wrenches[:3], wrenches[3:]))
        if any(w[j] is not NOTHING for w in wrenches[:3]):
            robot.force(f"F{j + 1}", -push, place.frame, place.point)
        if any(w[j] is not NOTHING for w in wrenches[3:]):
            robot.torque(f"C{j + 1}", -twist, place.frame, place.frame)
        if rotors[j] is not NOTHING:
            robot.rotors[name] = rotors[j]
        if dry[j] is not NOTHING:
            robot.friction[name] = dry[j]
    _dampen(robot, viscous)
    gravity: Vector = column(*terms("G", 3))
    robot.gravity(gravity)


def _dampen(robot: Robot, viscous: list[Scalar]) -> None:
    """Viscous friction of the joints."""
    for i, joint in enumerate(robot.joints):
        c = viscous[int(joint.name.removeprefix("J")) - 1]
        if c is not NOTHING:
            effort = damper(f"damper {joint.name}", c, diff(joint.coordinates[0], time))
            robot.joints[i] = replace(joint, efforts=(effort,))
    robot.forget()
