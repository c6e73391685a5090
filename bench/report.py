"""The files that a run writes: a table, JSON, and a plot for every family."""

from __future__ import annotations

import json
import math
import pathlib
import re
import time
from collections.abc import Iterable, Sequence
from typing import Any

from .harness import Family, Row, as_json, own_name, shown_time

BEGIN, END = "<!-- bench -->", "<!-- end of bench -->"
HEADLINES = (
    "collect a sum",
    "cancel a product",
    "chain of scalings and transposes",
    "word of n letters: t(x) x -> e",
    "thesis",
    "rotations",
    "cancelling",
    "lagrange, true",
    "rotated cross, true",
    "determinants, true",
    "inertia",
    "frames",
    "balance",
    "running",
    "plane pendulum",
    "satellite",
)
"""The families that the README shows, two or three from each suite."""
LATEST = pathlib.Path(__file__).with_name("latest.json")
"""The measurements from which the table in the README was made."""


Measured = Sequence[tuple[Family, list[Row]]]


def written(folder: pathlib.Path, text: str, done: Measured, end: float = math.inf) -> str:
    """Write the text, the measurements and the plots of a run; return a sentence about it.

    After `end`, by the monotonic clock, no plot is started.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "table.md").write_text(text, encoding="utf-8")
    every = as_json([r for _, rows in done for r in rows])
    (folder / "results.json").write_text(every + "\n", encoding="utf-8")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return f"wrote table.md and results.json to {folder}; no plots, matplotlib is not installed"
    plots, late = 0, 0
    for family, rows in done:
        if time.monotonic() > end:
            late += 1
        else:
            plots += _plotted(folder, family, rows)
    drawn = "1 plot" if plots == 1 else f"{plots} plots"
    missing = f"; the time was over for {late} more" if late else ""
    return f"wrote table.md, results.json and {drawn} to {folder}{missing}"


def _plotted(folder: pathlib.Path, family: Family, rows: list[Row]) -> bool:
    """Plot times over sizes, both logarithmic, a line per contender; not if there is one size."""
    if len(family.sizes) < 2:
        return False
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    matplotlib.rcParams["svg.hashsalt"] = "bench"  # the same drawing for the same numbers
    figure, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
    for contender in family.contenders:
        own = [r for r in rows if r.contender == contender.name and not math.isnan(r.median)]
        if own:
            axes.plot([r.size for r in own], [r.median for r in own], "o-", label=contender.name)
    axes.set(xscale="log", yscale="log", xlabel="n", ylabel="seconds", title=family.name)
    axes.minorticks_off()
    axes.grid(True, alpha=0.3)
    axes.legend(fontsize="small")
    name = re.sub(r"\W+", "-", family.name).strip("-")
    figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
    pyplot.close(figure)
    return True


# -- the table in the README ----------------------------------------------------------------------


def summary(measured: Iterable[dict[str, Any]]) -> str:
    """One line per family: the largest size that a peer completed too, and all times as ratios.

    A peer that did not get this far is compared at the largest size that it has in common with us.
    """
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


def ratio(x: float) -> str:
    """Two digits of a ratio, without a power of ten.

    >>> ratio(0.0412), ratio(7.36), ratio(343.0), ratio(1834.0)
    ('0.041×', '7.4×', '340×', '1800×')
    """
    return f"{x:.2g}×" if x < 99.5 else f"{float(f'{x:.2g}'):.0f}×"


def _line(name: str, rows: list[dict[str, Any]]) -> str:
    names = list(dict.fromkeys(row["contender"] for row in rows))
    ours = own_name(names)
    times = {who: {r["size"]: r["median"] for r in rows if r["contender"] == who} for who in names}
    done = {who: {n: t for n, t in at.items() if t} for who, at in times.items()}
    own = done.pop(ours)
    last = {who: max(at.keys() & own.keys(), default=0) for who, at in done.items()}
    n = max(last.values(), default=0)
    if not n:
        return ""
    others = [
        f"{who} {ratio(done[who][m] / own[m])}" + (f" at n = {m}" if m < n else "")
        for who, m in last.items()
        if m
    ]
    return f"| {name} | {n} | {shown_time(own[n])} | {', '.join(others)} |"


def into_readme(readme: pathlib.Path, done: Measured) -> None:
    """Keep the measurements, and put the table made of them between the marks in the README."""
    LATEST.write_text(as_json([r for _, rows in done for r in rows]) + "\n", encoding="utf-8")
    readme.write_text(with_table(readme.read_text(encoding="utf-8")), encoding="utf-8")


def with_table(text: str) -> str:
    """A text with the table of the latest measurements between its marks."""
    before, rest = text.split(BEGIN, 1)
    table_now = headlines(json.loads(LATEST.read_text(encoding="utf-8")))
    return f"{before}{BEGIN}\n{table_now}\n{END}{rest.split(END, 1)[1]}"
