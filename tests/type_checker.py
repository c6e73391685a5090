"""What a strict type checker refuses in a file."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import textwrap

import rewrite


def assert_refused(folder: pathlib.Path, good: str, bad: list[str]) -> None:
    """mypy accepts every line of `good`, and refuses each of the lines `bad` that follow it."""
    lines = good.strip().splitlines()
    file = folder / "checked.py"
    file.write_text(textwrap.dedent("\n".join([*lines, *bad])) + "\n")
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(file)],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "MYPYPATH": str(pathlib.Path(rewrite.__file__).parents[1])},
        timeout=300,
    )
    errors = [line.split(":") for line in run.stdout.splitlines() if ": error:" in line]
    refused = {int(error[1]) for error in errors if error[0].endswith(file.name)}
    expected = set(range(len(lines) + 1, len(lines) + 1 + len(bad)))
    assert refused == expected, run.stdout + run.stderr
