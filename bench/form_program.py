"""FORM, the program: whether it is installed, and its output."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path


def is_installed() -> bool:
    return shutil.which("form") is not None


def output_of(program: str, seconds: float = 600.0) -> str:
    """The text that FORM prints for a program, with threads if it has them."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "job.frm").write_text(program, encoding="utf-8")
        command = [shutil.which("tform") or "form", "-q", "job.frm"]
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False
        )
    return done.stdout
