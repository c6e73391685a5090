"""Batches on a cluster of dask, and bars that show how far they have come."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from rewrite import cost, cross, dot, progress_bar, scalars, simplify, vectors
from rewrite.text import progress as bars

x, y = scalars("x_batch y_batch")
a, b, c = vectors("a_batch b_batch c_batch")
TERMS = [cross(a, cross(b, c)) + k * dot(a, b) * c for k in range(12)] + [x**2 - y**2, dot(a, b)]


def test_a_cluster_of_dask_gives_what_threads_do() -> None:
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    )
    with cluster, distributed.Client(cluster) as client:
        told: list[tuple[int, str]] = []
        there = simplify(TERMS, executor=client, progress=lambda *note: told.append(note))
        with ThreadPoolExecutor(2) as pool:
            here = simplify(TERMS, executor=pool)
        assert all(t is s for t, s in zip(there, here, strict=True))
        assert cost(there).total < cost(TERMS).total
        assert told[0] == (0, f"of {len(TERMS)} terms")
        assert simplify(TERMS, executor=client.get_executor()) == there


class _Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock on which an hour passes between two looks."""
    now = iter(range(0, 10**9, 3600))
    monkeypatch.setattr(bars.time, "monotonic", lambda: next(now))


def test_a_bar_is_drawn_on_a_terminal_and_cleared(hours: Any) -> None:
    screen = _Screen()
    with progress_bar("work:", screen) as bar:
        simplify([x, y, x + y], progress=bar)
    shown = screen.getvalue()
    assert "work: [........................] 0 of 3 terms" in shown
    assert "work: [################........] 2 of 3 terms" in shown
    assert shown.endswith(bars.CLEARED)


def test_nothing_is_drawn_on_a_file(hours: Any) -> None:
    file = io.StringIO()
    with progress_bar("work:", file) as bar:
        simplify([x, y], progress=bar)
        bar(1, "of 2 terms")
    assert file.getvalue() == ""


def test_short_work_shows_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bars.time, "monotonic", lambda: 0.0)
    screen = _Screen()
    with progress_bar("work:", screen) as bar:
        bar(1, "of 2 terms")
    assert screen.getvalue() == ""
