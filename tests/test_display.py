"""What notebooks typeset, and `latex` and `unicode` of everything that can be shown."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given
from profiles import examples
from terms import terms

from mechanics import kane, newton_euler
from mechanics.models import plane_pendulum
from rewrite import (
    Scalar,
    SortError,
    UndefinedError,
    code,
    cost,
    cross,
    diff,
    dot,
    equal,
    free_symbols,
    in_scalars,
    latex,
    lower,
    ops,
    postorder,
    quaternion,
    rotation,
    scalar,
    scalars,
    sqrt,
    time,
    unicode,
    vectors,
)
from rewrite.text.shown import typeset_lists

x, t = scalars("x t")
a, b = vectors("a b")
PENDULUM = plane_pendulum(1)
SHOWN = {
    "motion": kane(PENDULUM),
    "equations": newton_euler(PENDULUM),
    "equation": newton_euler(PENDULUM)[0],
    "graph": lower({"r": x / t + sqrt(x)}),
    "code": code(x / t, "latex"),
}


@pytest.mark.parametrize("name", SHOWN)
def test_notebooks_typeset(name):
    shown = SHOWN[name]
    written = shown._repr_latex_()
    assert written.startswith("$\\displaystyle")
    assert written.count("{") == written.count("}")
    assert latex(shown)
    assert unicode(shown)


def test_text_of_lists_mappings_graphs_and_costs():
    assert unicode([x / t, 1]) == "[x/t, 1]"
    assert latex({"v_1": x / t}) == "\\begin{aligned}\nv_{1} &= \\frac{x}{t}\n\\end{aligned}"
    assert latex([[x, 0], [1, t]]) == r"\begin{bmatrix} x & 0 \\ 1 & t \end{bmatrix}"
    assert (
        latex(SHOWN["graph"]) == "\\begin{aligned}\nr &= \\frac{x}{t} + \\sqrt{x}\n\\end{aligned}"
    )
    assert unicode(cost(x / t)) == "1 division"
    assert latex(ops(x * t)) == r"\text{1 multiplication}"
    assert "<pre>" in code(x / t, "c")._repr_html_()
    with pytest.raises(SortError, match="equations and results"):
        latex(object())


def test_names():
    R = rotation("R", time=True)
    q = quaternion("q", unit=True, time=True, velocity="Omega")
    theta = scalar("theta_1", time=True)
    assert unicode(diff(R, time)) == "R tilde(ω_R)"
    assert latex(diff(q, time)) == r"\frac{1}{2} \, q \, (0, \boldsymbol{\Omega})"
    assert (unicode(diff(theta, time)), latex(diff(theta, time, 2))) == ("θ̇₁", r"\ddot{\theta}_{1}")
    assert latex(scalar("ω")) == r"\omega"
    assert "double omega" in code(scalar("ω"), "c").text


def test_lists_in_notebooks():
    found = {}
    formatter = SimpleNamespace(for_type=found.__setitem__)
    formatters = {"text/latex": formatter}
    typeset_lists(SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters)))
    assert found[list]([x, t]) == "$\\displaystyle \\left[x, t\\right]$"
    assert "aligned" in found[dict]({"a": x})
    assert found[list]([1, 2]) is None
    assert found[tuple](()) is None


def test_scalar_equations_are_scalar():
    for system in (PENDULUM, plane_pendulum(2)):
        for equation in newton_euler(system).at("scalar"):
            for side in (equation.left, equation.right):
                assert all(s.sort is Scalar for s in postorder(side))


@examples(30)
@given(terms(max_leaves=8))
def test_in_scalars_keeps_the_value(term):
    if term.sort is not Scalar:
        return
    try:
        (found,) = in_scalars(term)
    except UndefinedError:
        return
    assert free_symbols(found) <= free_symbols(term)
    assert not equal(found, term, time_limit=1).refuted
    assert in_scalars(dot(cross(a, b), a))
