"""`penelope model FILE.lsd`: the report of a mechanism, its equations, freedoms and motion."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rewrite import CODE_LANGUAGES
from rewrite.errors import reason_of

from ..errors import ModelError
from ..formalisms import FORMALISMS
from ..pictures import CURVES, FILMS, animate, draw, plot
from ..simulation import Run
from .equations_report import equations_of, shown
from .loading import Loaded, load, part
from .model_page import page
from .outline import as_data, report
from .simulating import simulated


def add_command(commands: Any) -> None:
    """Add `model` to the commands of `penelope`."""
    about = "report on a mechanism that a file describes: bodies, joints, equations, motion"
    command = commands.command("model", about, run)
    command.add_argument("file", help="a mechanism: FILE.lsd, or FILE.urdf")
    command.add_argument(
        "--equations", choices=("vector", "scalar"), nargs="?", const="vector",
        help="print the equations; scalar: entries of the mass matrix M and right side f",
    )  # fmt: skip
    command.add_argument("--formalism", choices=tuple(FORMALISMS), default="kane")
    command.add_argument(
        "--as",
        dest="language",
        type=str.lower,
        choices=tuple(CODE_LANGUAGES),
        help="print them as code",
    )
    command.add_argument(
        "--freedom", action="store_true", help="print how many freedoms there are, and why"
    )
    command.add_argument(
        "--simulate", type=float, metavar="SECONDS", help="print the motion over this time"
    )
    command.add_argument(
        "--set", dest="settings", default="", metavar="NAME=VALUE,…",
        help="values of parameters and the initial state, for --simulate",
    )  # fmt: skip
    command.add_argument("--steps", type=int, default=1000, help="steps of the simulation")
    command.add_argument(
        "--plot", metavar="OUT", help="write curves of the motion: .png, .svg, .pdf"
    )
    command.add_argument(
        "--animate", metavar="OUT", help="write an animation of the motion: .html, .gif"
    )
    command.add_argument("--drawing", metavar="OUT", help="write the tree of joints: .svg")
    command.add_argument("--html", metavar="OUT", help="write a page with everything instead")


def run(options: Namespace) -> str:
    """The output that the options ask for; the report if they ask for nothing."""
    _check(options)
    m = load(options.file)
    asked = _asked(m, options)
    written = _pictures(m, options, asked.get("motion", {}).get("run"))
    if options.html:
        more = {k: v["text"] for k, v in asked.items() if k != "equations"}
        text = page(m, equations_of(m.system, options.formalism), more)
        return _write(options.html, text)
    if options.style == "json":
        found = {k: v["data"] for k, v in asked.items()}
        made = {"written": written} if written else {}
        return json.dumps({**as_data(m), **found, **made, "status": "done", "exit": 0})
    texts = [v["text"] for v in asked.values()] + [f"wrote {path}" for path in written]
    return "\n\n".join(texts) or report(m)


def _pictures(m: Loaded, options: Namespace, run: Run | None) -> list[str]:
    """The files with the requested pictures."""
    written = []
    if options.drawing:
        draw(m.system, options.drawing)
        written.append(options.drawing)
    if options.plot and run is not None:
        plot(run, path=options.plot)
        written.append(options.plot)
    if options.animate and run is not None:
        animate(run, options.animate)
        written.append(options.animate)
    return written


def _check(options: Namespace) -> None:
    if options.simulate is not None and not 0 < options.simulate < 1e6:
        raise ModelError("--simulate takes a time in seconds, more than 0 and below 1000000")
    if not 0 < options.steps <= 1_000_000:
        raise ModelError("--steps takes a number from 1 to 1000000")
    if (options.plot or options.animate) and options.simulate is None:
        raise ModelError("--plot and --animate need --simulate SECONDS")
    _must_end(options.plot, "--plot", CURVES)
    _must_end(options.animate, "--animate", (".html", ".htm", *FILMS))
    if options.settings and options.simulate is None:
        raise ModelError("--set needs --simulate")


def _must_end(path: str | None, option: str, endings: Sequence[str]) -> None:
    """Refuse a file name with a wrong ending before a long simulation, not after it."""
    if path and Path(path).suffix.lower() not in endings:
        raise ModelError(f"{option} {path}: the name of the file must end in {', '.join(endings)}")


def _asked(m: Loaded, options: Namespace) -> dict[str, dict[str, Any]]:
    """Text and data of each requested part."""
    found: dict[str, dict[str, Any]] = {}
    if options.equations or options.language:
        equations = equations_of(m.system, options.formalism)
        text = shown(equations, options.equations or "scalar", options.language)
        found["equations"] = {"text": text, "data": text}
    if options.freedom:
        answer = part("mechanics", "freedom", "--freedom")(m.system)
        data = {
            k: getattr(answer, k) for k in ("freedom", "mobility", "rank", "status", "argument")
        }
        found["freedom"] = {"text": str(answer), "data": data}
    if options.simulate is not None:
        motion = simulated(m, options.simulate, options.settings, options.steps)
        found["motion"] = {"text": motion.table(), "data": motion.as_data(), "run": motion.run}
    return found


def _write(path: str, text: str) -> str:
    try:
        Path(path).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise ModelError(f"{path!r} cannot be written: {reason_of(error)}") from None
    return f"wrote {path}"
