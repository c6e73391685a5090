"""Pictures: drawings, plots and animations are whole files, and show what is there."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from in_motion import free_rotor
from test_model_command import VALUES

from mechanics import ModelError, Run, animate, draw, models, plot, simulate
from mechanics.pictures import scene_of
from rewrite.cli import main

pytest.importorskip("scipy")
pytestmark = pytest.mark.filterwarnings("ignore::mechanics.errors.RedundancyWarning")
FOUR_BAR = Path(__file__).parents[1] / "examples" / "lsd" / "four_bar.lsd"


@pytest.fixture(scope="module")
def run() -> Run:
    p = {"g": 9.81, "l1": 1, "l2": 0.5, "m1": 1, "m2": 1}
    return simulate(models.plane_pendulum(2), {"q1": 1.0}, 1.0, parameters=p, samples=21)


def data_of(page: str) -> Any:
    found = re.search(r"const scene = (\{.*\});\n", page)
    assert found is not None
    return json.loads(found[1])


def test_a_page_holds_all_that_moves(run: Run) -> None:
    page = animate(run, title="<two> links").html
    assert "&lt;two&gt; links" in page
    assert "http" not in page.replace("http://www.w3.org", "")
    data = data_of(page)
    assert len(data["times"]) == 21
    assert [m["name"] for m in data["masses"]] == [b.name for b in run.system.bodies]
    tip = np.array(data["masses"][-1]["at"])
    assert np.allclose(tip, run.position(run.system.bodies[-1].centre), atol=1e-4)
    for corners in data["lines"]:
        lengths = np.linalg.norm(np.subtract(corners[0], corners[1]), axis=1)
        assert np.ptp(lengths) < 1e-4


def test_the_view_is_across_the_plane_of_the_motion(run: Run) -> None:
    scene = scene_of(run)
    assert np.allclose(scene.view @ scene.view.T, np.eye(3))
    assert np.isclose(np.linalg.det(scene.view), 1)
    up = scene.up
    assert np.allclose(scene.view[1], up)
    assert abs(scene.view[2] @ scene.normal) == pytest.approx(1)


def test_a_film_and_plots_are_written(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    few = simulate(run.system, {"q1": 1.0}, 0.2, samples=3,
                   parameters={"g": 9.81, "l1": 1, "l2": 0.5, "m1": 1, "m2": 1})  # fmt: skip
    assert animate(few, tmp_path / "a.gif")
    assert (tmp_path / "a.gif").read_bytes()[:3] == b"GIF"
    figure = plot(run, path=tmp_path / "p.svg")
    assert len(figure.axes) == 3
    ElementTree.parse(tmp_path / "p.svg")
    phase = plot(run, "q1'", over="q1")
    assert np.allclose(phase.axes[0].lines[0].get_xdata(), run["q1"])
    rotor = simulate(free_rotor(), {"p_w": [1, 2, 3]}, 0.1, samples=3,
                     parameters={"A": 1, "B": 2, "C": 3, "m": 1})  # fmt: skip
    assert len(plot(rotor, "p_w").axes[0].lines) == 3


@pytest.mark.parametrize("make", [models.four_bar, models.satellite_with_wheels, models.bicycle])
def test_drawings_are_whole_and_name_every_joint(make: Any) -> None:
    system = make()
    drawing = draw(system)
    root = ElementTree.fromstring(drawing.svg)
    words = [t.text or "" for t in root.iter("{http://www.w3.org/2000/svg}text")]
    for joint in system.joints:
        assert joint.label in words
    for c in system.constraints:
        assert any(c.name in t for t in words)
    assert drawing._repr_svg_() == drawing.svg


def test_refusals(run: Run, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="takes the result of simulate"):
        animate("run")  # type: ignore[arg-type]
    with pytest.raises(ModelError, match=r"must end in \.html"):
        animate(run, tmp_path / "a.txt")
    with pytest.raises(ModelError, match=r"no/a\.html' cannot be written: No such file or dir\w+$"):
        animate(run, tmp_path / "no" / "a.html")
    with pytest.raises(ModelError, match="speed is a positive number"):
        animate(run, speed=0)
    with pytest.raises(ModelError, match="neither a name nor a term"):
        plot(run, "nothing")
    with pytest.raises(ModelError, match="draw takes a System"):
        draw(run)  # type: ignore[arg-type]


def test_the_command_writes_pictures(tmp_path: Path, capsys: Any) -> None:
    page, drawing = tmp_path / "m.html", tmp_path / "m.svg"
    done = main(["model", str(FOUR_BAR), "--drawing", str(drawing)])
    assert done == 0
    ElementTree.parse(drawing)
    assert f"wrote {drawing}" in capsys.readouterr().out
    assert main(["model", str(FOUR_BAR), "--animate", str(page)]) != 0
    assert "--simulate" in capsys.readouterr().err
    options = ["--simulate", "0.1", "--steps", "10", "--set", VALUES, "--animate", str(page)]
    assert main(["model", str(FOUR_BAR), *options]) == 0
    assert len(data_of(page.read_text())["times"]) == 11
