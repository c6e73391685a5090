"""What a run leaves behind: a table to read, JSON for machines, a plot for every family."""

from __future__ import annotations

import math
import pathlib
import re
from collections.abc import Sequence

from .harness import Family, Row, as_json, table


def written(folder: pathlib.Path, heading: str, done: Sequence[tuple[Family, list[Row]]]) -> str:
    """Write the tables, the measurements and the plots of a run; what was written, in words."""
    folder.mkdir(parents=True, exist_ok=True)
    tables = "\n\n".join(f"### {f.name}\n\n{f.about}\n\n{table(f, rows)}" for f, rows in done)
    (folder / "table.md").write_text(f"{heading}\n\n{tables}\n", encoding="utf-8")
    (folder / "results.json").write_text(as_json([r for _, rows in done for r in rows]))
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return f"wrote table.md and results.json to {folder}; no plots, matplotlib is not installed"
    plots = sum(_plotted(folder, family, rows) for family, rows in done)
    return f"wrote table.md, results.json and {plots} plots to {folder}"


def _plotted(folder: pathlib.Path, family: Family, rows: list[Row]) -> bool:
    """Draw times over sizes, both logarithmic, a line a contender; not if there is one size."""
    if len(family.sizes) < 2:
        return False
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    matplotlib.rcParams["svg.hashsalt"] = "bench"  # the same drawing for the same numbers
    figure, axes = pyplot.subplots(figsize=(7, 4.5))
    for contender in family.contenders:
        own = [r for r in rows if r.contender == contender.name and not math.isnan(r.median)]
        if own:
            axes.plot([r.size for r in own], [r.median for r in own], "o-", label=contender.name)
    axes.set(xscale="log", yscale="log", xlabel="n", ylabel="seconds", title=family.name)
    axes.grid(True, which="both", alpha=0.3)
    axes.legend(fontsize="small")
    name = re.sub(r"\W+", "-", family.name).strip("-")
    figure.savefig(folder / f"{name}.svg", metadata={"Date": None}, bbox_inches="tight")
    pyplot.close(figure)
    return True
