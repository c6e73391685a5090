"""The errors that a strict type checker finds in files."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import rewrite

OPTIONS = ["--strict", "--no-error-summary", "--no-incremental"]


def assert_refused(folder: pathlib.Path, **files: tuple[str, list[str]]) -> None:
    """In each file, mypy accepts the text and refuses each of the lines that follow it.

    All files are checked in one run, since mypy first reads the whole package.
    """
    expected = set()
    for name, (good, bad) in files.items():
        lines = good.strip().splitlines()
        (folder / f"{name}.py").write_text("\n".join([*lines, *bad]) + "\n")
        expected |= {(f"{name}.py", len(lines) + i) for i in range(1, len(bad) + 1)}
    run = subprocess.run(
        [sys.executable, "-m", "mypy", *OPTIONS, *(f"{name}.py" for name in files)],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "MYPYPATH": str(pathlib.Path(rewrite.__file__).parents[1])},
        timeout=300,
    )
    errors = [line.split(":") for line in run.stdout.splitlines() if ": error:" in line]
    own = {f"{name}.py" for name in files}  # the package itself is checked with its own settings
    refused = {(error[0], int(error[1])) for error in errors if error[0] in own}
    assert refused == expected, run.stdout + run.stderr
