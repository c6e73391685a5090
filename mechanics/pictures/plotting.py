"""`plot`: results of a simulation over time, by matplotlib."""

from __future__ import annotations

from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np

from rewrite import Term
from rewrite.errors import reason_of

from ..errors import ModelError
from ..simulation import Run

CURVES = (".png", ".svg", ".pdf", ".eps", ".jpg", ".webp")
"""The file name endings for plots."""

MOST = 12
"""At most this many states are drawn if none is named."""


def plot(
    run: Run, *what: Any, path: str | Path | None = None, over: Any = None, title: str | None = None
) -> Any:
    """A figure of matplotlib with names or terms of a run over time; a list shares one set of axes.

    Without names it has coordinates, speeds, and the error of the energy. `over` plots them over
    another quantity than time, as in a phase portrait. With a `path` the figure is written there,
    as with `figure.save(path)`.

    >>> from mechanics import simulate
    >>> from mechanics.models import plane_pendulum
    >>> run = simulate(plane_pendulum(1), {"q1": 1.0}, 1.0, samples=5,
    ...                parameters={"m1": 1, "l1": 1, "g": 9.81})
    >>> figure = plot(run, "q1", ["energy", "kinetic energy"])
    >>> [len(axes.lines) for axes in figure.axes]
    [1, 2]
    """
    if not isinstance(run, Run):
        raise ModelError(f"plot takes the result of simulate, not {run!r}")
    rows = [_row(x) for x in what] or _usual(run)
    figure = _figure(len(rows))
    across = run.t if over is None else _curves(run, over)[0][1]
    for axes, row in zip(np.atleast_1d(figure.subplots(len(rows), 1)), rows, strict=True):
        for name in row:
            for label, values in _curves(run, name):
                axes.plot(across, values, label=label)
        axes.grid(alpha=0.3)
        axes.legend(loc="upper right", fontsize="small")
        axes.set_xlabel("t" if over is None else str(over))
    figure.suptitle(title or str(run.system.name))
    figure.set_layout_engine("tight")
    if path is not None:
        _save(figure, Path(path))
    return figure


def _row(x: Any) -> list[Any]:
    return [x] if isinstance(x, str | Term) else list(x)


def _usual(run: Run) -> list[list[Any]]:
    """Coordinates, speeds, and the error of the energy."""
    places = [n for s in run.f.pieces.rates for n in _entries(run, s)]
    if run.balance is not None:
        places = [n for n in places if n != str(run.balance.work)]
    speeds = [n for s in run.f.pieces.speeds for n in _entries(run, s)]
    rows: list[list[Any]] = [places[:MOST], speeds[:MOST]]
    return [row for row in rows if row] + (
        [["energy error"]] if run.energy_error is not None else []
    )


def _entries(run: Run, symbol: Any) -> list[str]:
    place = run.f.pieces.state.place(symbol)
    return run.names[place]


def _curves(run: Run, name: Any) -> list[tuple[str, Any]]:
    """Curves with their labels: one for each entry of a vector."""
    if isinstance(name, str) and name == "energy error":
        return [(name, run.energy_error)]
    values = np.asarray(run[name])
    if values.ndim == 1:
        return [(str(name), values)]
    flat = values.reshape(len(values), -1)
    return [(f"{name}[{k}]", flat[:, k]) for k in range(flat.shape[1])]


def _figure(rows: int) -> Any:
    try:
        figures = import_module("matplotlib.figure")
        canvas = import_module("matplotlib.backends.backend_agg").FigureCanvasAgg
    except ImportError:
        raise ModelError(
            "plots need matplotlib, which is not installed: pip install 'penelope-rewrite[motion]'"
        ) from None
    more = {"_repr_svg_": _as_svg, "save": lambda figure, path: _save(figure, Path(path))}
    shown = type("Plot", (figures.Figure,), more)
    figure = shown(figsize=(7.0, 1.2 + 2.2 * rows))
    canvas(figure)
    return figure


def _as_svg(figure: Any) -> str:
    """The figure as a notebook shows it, with or without matplotlib's own support of notebooks."""
    made = StringIO()
    figure.savefig(made, format="svg")
    return made.getvalue()


def _save(figure: Any, path: Path) -> None:
    if path.suffix.lower() not in CURVES:
        raise ModelError(f"{path.name!r}: the name of the file must end in {', '.join(CURVES)}")
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise ModelError(f"{str(path)!r} cannot be written: {reason_of(error)}") from None
