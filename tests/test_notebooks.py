"""The notebooks of examples/, run headless: every cell ends, and what should be seen is there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

NOTEBOOKS = sorted((Path(__file__).parent.parent / "examples").glob("*.ipynb"))


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_a_notebook_runs(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(
        notebook, timeout=300, resources={"metadata": {"path": path.parent}}
    ).execute()
    bare = [cell.source for cell in notebook.cells if _shown(cell) == {"text/plain"}]
    assert not bare, "these cells show Python's text alone"


def _shown(cell: Any) -> set[str]:
    return {kind for output in cell.get("outputs", ()) for kind in output.get("data", {})}
