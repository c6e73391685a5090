"""The walks drawn in docs/architecture.md visit the files they name, in the order drawn."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from mechanics import kane
from mechanics.models import satellite
from rewrite import (
    code,
    cross,
    dot,
    equal,
    norm,
    normal,
    rotation,
    scalar,
    simplify,
    vector,
    vectors,
)

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
NOT_A_STEP = ("<module>", "<lambda>", "<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>")


def drawn(verb: str) -> list[str]:
    """The files of a walk, in the order of the drawing."""
    section = re.search(rf"### `{verb}`.*?```text\n(.*?)```", PAGE, re.DOTALL)
    assert section is not None, f"docs/architecture.md draws no walk of {verb}"
    files = re.findall(r"^[ │▼]*([\w/]+\.py)", section[1], re.MULTILINE)
    return [f if f.startswith(("rewrite/", "mechanics/")) else f"rewrite/{f}" for f in files]


def visited(run: Callable[[], Any]) -> list[str]:
    """The files whose functions are called, in the order of their first calls."""
    found: dict[str, None] = {}

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_name not in NOT_A_STEP:
            path = Path(frame.f_code.co_filename)
            if path.is_relative_to(ROOT):
                found.setdefault(path.relative_to(ROOT).as_posix())

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(before)
    return list(found)


def examples() -> dict[str, Callable[[], Any]]:
    w, c = vectors("w_walk c_walk")
    n, x = vector("n_walk", unit=True), scalar("x_walk")
    R = rotation("R_walk")
    like = cross(w, 2 * x * c) + 3 * x * cross(c, R @ R.T @ w)
    nested = cross(w, cross(n, c))
    product = dot(w, c) * n - dot(w, n) * c
    square = dot(w, w) + 2 * dot(w, c) + dot(c, c)
    simplify(x)  # loads and compiles the rules, which is no part of the walk
    system = satellite()
    return {
        "normal": lambda: normal(like),
        "simplify": lambda: simplify(square),
        "equal": lambda: equal(norm(nested), norm(product)),
        "lower": lambda: code(nested, "c"),
        "kane": lambda: kane(system).code("c"),
    }


@pytest.mark.parametrize("verb", examples())
def test_a_walk_is_as_drawn(verb: str) -> None:
    files = drawn(verb)
    assert files, verb
    on_the_way = visited(examples()[verb])
    assert [f for f in on_the_way if f in files] == files
