"""What a run leaves behind: a table to read, JSON for machines, a plot for every family."""

from __future__ import annotations

import json
import math
import pathlib
import re
from collections.abc import Iterable, Sequence
from typing import Any

from .harness import Family, Row, as_json, shown_time, table

BEGIN, END = "<!-- bench -->", "<!-- end of bench -->"
HEADLINES = (
    "collect a sum",
    "cancel a product",
    "tower of scalings and transposes",
    "word of n letters: t(x) x -> e",
    "thesis",
    "rotations",
    "cancelling",
    "lagrange, true",
    "rotated cross, true",
    "determinants, true",
    "frames",
    "inertia",
    "running",
    "plane pendulum",
    "satellite",
)
"""The families that the README shows, two or three of a suite."""
LATEST = pathlib.Path(__file__).with_name("latest.json")
"""The measurements that the table in the README was made of."""


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


# -- the table in the README ----------------------------------------------------------------------


def summary(measured: Iterable[dict[str, Any]]) -> str:
    """One line a family: the largest size that a peer did too, and every time as a ratio."""
    lines = ["| work | n | this project | the others, as multiples of that |", "|---|---|---|---|"]
    families: dict[str, list[dict[str, Any]]] = {}
    for row in measured:
        families.setdefault(row["family"], []).append(row)
    for name, rows in families.items():
        line = _line(name, rows)
        lines += [line] if line else []
    return "\n".join(lines)


def headlines(measured: Iterable[dict[str, Any]]) -> str:
    """The summary of the families that the README shows."""
    return summary(row for row in measured if row["family"] in HEADLINES)


def _line(name: str, rows: list[dict[str, Any]]) -> str:
    names = list(dict.fromkeys(row["contender"] for row in rows))
    ours = "penelope" if "penelope" in names else names[0]
    done = [row for row in rows if row["median"]]
    sizes = {row["size"] for row in done if row["contender"] != ours}
    common = sizes & {row["size"] for row in done if row["contender"] == ours}
    if not common:
        return ""
    n = max(common)
    at = {row["contender"]: row["median"] for row in done if row["size"] == n}
    own = at.pop(ours)
    others = ", ".join(f"{peer} {time / own:.2g}×" for peer, time in at.items())
    return f"| {name} | {n} | {shown_time(own)} | {others} |"


def into_readme(readme: pathlib.Path, done: Sequence[tuple[Family, list[Row]]]) -> None:
    """Keep the measurements, and put the table made of them between the marks in the README."""
    LATEST.write_text(as_json([r for _, rows in done for r in rows]) + "\n")
    readme.write_text(with_table(readme.read_text(encoding="utf-8")), encoding="utf-8")


def with_table(text: str) -> str:
    """A text with the table of the latest measurements between its marks."""
    before, rest = text.split(BEGIN, 1)
    table_now = headlines(json.loads(LATEST.read_text()))
    return f"{before}{BEGIN}\n{table_now}\n{END}{rest.split(END, 1)[1]}"
