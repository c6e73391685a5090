"""Makes the pictures of the gallery: it runs the examples of each page `gallery-NAME.md` and writes
the `figure`, the `animation` and the `drawing` that they leave to `_static/gallery`."""

from __future__ import annotations

import contextlib
import io
from doctest import DocTestParser
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util import logging

LOGGER = logging.getLogger(__name__)


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("builder-inited", make_pictures)
    return {"parallel_read_safe": True}


def make_pictures(app: Sphinx) -> None:
    folder = Path(app.srcdir) / "_static" / "gallery"
    folder.mkdir(parents=True, exist_ok=True)
    for page in sorted(Path(app.srcdir).glob("gallery-*.md")):
        stem = folder / page.stem.removeprefix("gallery-")
        made = stem.with_suffix(".svg")
        if made.exists() and made.stat().st_mtime > page.stat().st_mtime:
            continue
        LOGGER.info("pictures of %s", page.stem)
        left = _run(page)
        left["figure"].savefig(made)
        if "animation" in left:
            left["animation"].save(stem.with_suffix(".html"))
            left["drawing"].save(f"{stem}-tree.svg")


def _run(page: Path) -> dict[str, Any]:
    """What the examples of a page leave behind."""
    scope: dict[str, Any] = {"__name__": page.stem}
    with contextlib.redirect_stdout(io.StringIO()):
        for example in DocTestParser().get_examples(page.read_text(encoding="utf-8")):
            exec(compile(example.source, page.name, "single"), scope)
    return scope
