"""The visible parts of a system along a motion: places of points, axes of frames, lines.

Lines are drawn from each point to the one that it was placed from, along struts, and around wheels
that roll.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from rewrite import RewriteError, Scalar

from ..constraints.rolling import Rolling
from ..parts.efforts import is_steady
from ..parts.points import NOWHERE, Point
from ..simulation import Run

MOST = 401
"""The most pictures of a motion."""
CIRCLE = 32
"""How many points a wheel is drawn with."""
STILL = 1e-9
"""Lengths below this are taken for zero."""


@dataclass
class Scene:
    """Positions at each time, as arrays of shape (times, 3), in inertial coordinates."""

    times: Any
    points: dict[str, Any] = field(default_factory=dict)
    masses: dict[str, Any] = field(default_factory=dict)
    """The mass centres of bodies."""
    lines: list[tuple[Any, ...]] = field(default_factory=list)
    """Positions of the corners of each line."""
    ways: list[tuple[Any, ...]] = field(default_factory=list)
    """Positions of the corners of lines along which something slides."""
    frames: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    """Origin, and rotation of shape (times, 3, 3)."""
    up: Any = None
    normal: Any = None
    """The normal of the plane in which everything moves, if there is one."""

    @property
    def size(self) -> float:
        """The largest extent of the scene."""
        low, high = self.bounds
        found = float(np.max(high - low))
        return found if found > STILL else 1.0

    @property
    def bounds(self) -> tuple[Any, Any]:
        every = [np.zeros((1, 3)), *self.points.values(), *(c for line in self.lines for c in line)]
        whole = np.concatenate(every)
        return whole.min(axis=0), whole.max(axis=0)

    @property
    def view(self) -> Any:
        """A matrix whose rows point to the right, upwards and towards the viewer."""
        up = self.up if self.up is not None else np.array([0.0, 0.0, 1.0])
        if self.normal is not None:
            eye = self.normal
            up = up - eye * (up @ eye)
            if np.linalg.norm(up) < STILL:
                up = np.eye(3)[int(np.argmin(np.abs(eye)))]
                up = up - eye * (up @ eye)
        else:
            side = np.eye(3)[int(np.argmin(np.abs(up)))]
            side = side - up * (side @ up)
            eye = 0.5 * up + 0.75 * side / np.linalg.norm(side)
            eye = eye + 0.45 * np.cross(up, side)
            eye = eye / np.linalg.norm(eye)
            up = up - eye * (up @ eye)
        up = up / np.linalg.norm(up)
        return np.array([np.cross(up, eye), up, eye])


def scene_of(run: Run) -> Scene:
    """Everything visible along a run, at no more than MOST times."""
    if len(run.t) > MOST:
        some = np.linspace(0, len(run.t) - 1, MOST).round().astype(int)
        run = replace(run, t=run.t[some], y=run.y[some], gaps=None)
    system = run.system
    found = Scene(run.t)
    places: dict[Point, Any] = {}
    for point in _points(run):
        places[point] = run.position(point)
        found.points[str(point)] = places[point]
    for point, place in places.items():
        if point.origin is not None and point.offset is not NOWHERE:
            drawn = found.lines if is_steady(point.offset) else found.ways
            drawn.append((places[point.origin], place))
    for strut in system.struts:
        found.lines.append((places[strut.start], places[strut.end]))
    for body in system.bodies:
        found.masses[body.name] = places[body.centre]
    for joint in system.joints:
        if joint.turns:
            found.frames[joint.frame.name] = places[joint.point], run.rotation(joint.frame)
    for c in system.constraints:
        if isinstance(c, Rolling):
            found.lines += _wheel(run, c)
    found.up, found.normal = _up(run), None
    found.normal = _normal(found)
    return found


def _points(run: Run) -> list[Point]:
    """The points of a system, each after its origin."""
    system = run.system
    there = [system.origin]
    there += [p for j in system.joints for p in (j.inner_point, j.point)]
    there += [b.centre for b in system.bodies]
    there += [p for s in system.struts for p in (s.start, s.end)]
    there += [f.point for f in system.forces]
    for c in system.constraints:
        there += [p for p in (getattr(c, n, None) for n in ("point_a", "point_b")) if p]
    found: dict[Point, None] = {}
    for p in there:
        for q in reversed(list(p.chain)):
            found[q] = None
    return list(found)


def _wheel(run: Run, c: Rolling) -> list[tuple[Any, ...]]:
    """The rim of a wheel or of a ball as a circle about its axis, and a spoke."""
    radius = getattr(c, "radius", None)
    if not isinstance(radius, Scalar):
        return []
    try:
        size = float(run[radius][0])
        axis = run[c.axis][0] if getattr(c, "axis", None) is not None else np.array([0.0, 0, 1])
    except (RewriteError, TypeError, IndexError):
        return []
    centre, turn = run.position(c.centre), run.rotation(c.frame)
    side = np.eye(3)[int(np.argmin(np.abs(axis)))]
    first = np.cross(axis, side)
    first = first / np.linalg.norm(first)
    second = np.cross(axis, first)
    angles = np.linspace(0, 2 * np.pi, CIRCLE + 1)
    rim = [size * (np.cos(a) * first + np.sin(a) * second) for a in angles]
    corners = tuple(centre + np.einsum("tij,j->ti", turn, r) for r in rim)
    return [corners, (centre, corners[0])]


def _up(run: Run) -> Any:
    """The direction opposite to gravity, if there is any."""
    try:
        down = run[run.system.weight][0]
    except RewriteError:
        return None
    size = float(np.linalg.norm(down))
    return -down / size if size > STILL else None


def _normal(scene: Scene) -> Any:
    """The normal of the plane in which all points stay; None if there is none, or several."""
    low, high = scene.bounds
    flat = [k for k in range(3) if high[k] - low[k] < STILL * (1 + scene.size)]
    if not flat:
        return None
    up = scene.up if scene.up is not None else np.zeros(3)
    chosen = [k for k in flat if abs(up[k]) < 0.9] or flat
    across = np.eye(3)[chosen[-1]]
    return -across if chosen[-1] == 1 else across
