"""`animate`: the motion of frames, bodies and points, as a page or as a film."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from rewrite.errors import reason_of

from ..errors import ModelError
from ..simulation import Run
from .html_animation import html_page
from .scene import Scene, scene_of

FILMS = (".gif", ".mp4", ".apng", ".webp")
COLOURS = ("tab:blue", "tab:red", "tab:green", "tab:purple", "tab:orange", "tab:cyan")


@dataclass(eq=False)
class Animation:
    """An animated motion: a notebook shows it, and `save` writes it to a file."""

    run: Run
    title: str
    speed: float

    @cached_property
    def scene(self) -> Scene:
        return scene_of(self.run)

    @cached_property
    def html(self) -> str:
        """One page that needs no server and no other file."""
        return html_page(self.scene, self.title, self.speed)

    def save(self, path: str | Path) -> Path:
        """Write a page (.html), or with matplotlib a film (.gif, .mp4, .apng)."""
        path = Path(path)
        ending = path.suffix.lower()
        if ending in (".html", ".htm"):
            text = self.html
            try:
                path.write_text(text, encoding="utf-8")
            except (OSError, ValueError) as error:
                raise ModelError(f"{str(path)!r} cannot be written: {reason_of(error)}") from None
        elif ending in FILMS:
            self._film(path)
        else:
            raise ModelError(f"{path.name!r}: the name must end in .html, {', '.join(FILMS)}")
        return path

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{escape(self.html)}" width="780" height="680" '
            'style="border:0"></iframe>'
        )

    def _film(self, path: Path) -> None:
        film = self.matplotlib()
        frames = film["frames"]
        writer = "ffmpeg" if path.suffix.lower() == ".mp4" else "pillow"
        try:
            film["animation"].save(str(path), writer=writer, fps=film["fps"])
        except (OSError, ValueError) as error:
            raise ModelError(f"{path.name}: {frames} pictures were not written: {error}") from None

    def matplotlib(self) -> dict[str, Any]:
        """The motion as an animation of matplotlib, with its figure."""
        try:
            figures = import_module("matplotlib.figure")
            animations = import_module("matplotlib.animation")
            canvas = import_module("matplotlib.backends.backend_agg").FigureCanvasAgg
        except ImportError:
            raise ModelError(
                "films need matplotlib: pip install 'penelope-rewrite[motion]'; a page (.html) "
                "needs nothing"
            ) from None
        figure = figures.Figure(figsize=(6.4, 4.8))
        canvas(figure)
        draw = _Drawn(figure.add_subplot(), self.scene)
        span = float(self.run.t[-1] - self.run.t[0])
        fps = min(30.0, max(5.0, (len(self.scene.times) - 1) * self.speed / span if span else 10.0))
        count = len(self.scene.times)
        made = animations.FuncAnimation(figure, draw, frames=count, interval=1000 / fps)
        return {"animation": made, "figure": figure, "fps": fps, "frames": count}


class _Drawn:
    """A scene on axes of matplotlib, in the same view as on the page."""

    def __init__(self, axes: Any, scene: Scene) -> None:
        self.scene, self.axes = scene, axes
        flat = scene.view[:2]
        self.lines = [[corner @ flat.T for corner in line] for line in scene.lines]
        self.lines += [[corner @ flat.T for corner in line] for line in scene.ways]
        self.masses = [at @ flat.T for at in scene.masses.values()]
        low, high = scene.bounds
        middle, half = flat @ (low + high) / 2, 0.6 * float(np.linalg.norm(high - low)) + 1e-12
        axes.set_xlim(middle[0] - half, middle[0] + half)
        axes.set_ylim(middle[1] - half, middle[1] + half)
        axes.set_aspect("equal")
        axes.axis("off")
        self.drawn = [axes.plot([], [], "-", color="0.3", lw=2)[0] for _ in self.lines]
        self.dots = [
            axes.plot([], [], "o", color=COLOURS[k % len(COLOURS)], ms=8)[0]
            for k in range(len(self.masses))
        ]
        self.title = axes.set_title("")

    def __call__(self, i: int) -> list[Any]:
        for artist, line in zip(self.drawn, self.lines, strict=True):
            artist.set_data([c[i, 0] for c in line], [c[i, 1] for c in line])
        for artist, at in zip(self.dots, self.masses, strict=True):
            artist.set_data([at[i, 0]], [at[i, 1]])
        self.title.set_text(f"t = {self.scene.times[i]:.2f}")
        return [*self.drawn, *self.dots, self.title]


def animate(
    run: Run, path: str | Path | None = None, *, title: str | None = None, speed: float = 1.0
) -> Animation:
    """The motion of frames, bodies and points: drag to turn it.

    With a `path` it is written there: one page that needs no server (.html), or with matplotlib a
    film (.gif, .mp4). A notebook shows the result. `speed` is how many units of time are shown per
    second.

    >>> from mechanics import simulate
    >>> from mechanics.models import plane_pendulum
    >>> run = simulate(plane_pendulum(1), {"q1": 1.0}, 1.0, samples=5,
    ...                parameters={"m1": 1, "l1": 1, "g": 9.81})
    >>> animate(run).html.startswith("<!doctype html>")
    True
    """
    if not isinstance(run, Run):
        raise ModelError(f"animate takes the result of simulate, not {run!r}")
    if not (np.isfinite(speed) and speed > 0):
        raise ModelError(f"animate: speed is a positive number, not {speed!r}")
    made = Animation(run, title or str(run.system.name), float(speed))
    if path is not None:
        made.save(path)
    return made
