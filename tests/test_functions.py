"""Functions of scalars: values against mpmath, derivatives against differences, code, decisions."""

from __future__ import annotations

import contextlib
import ctypes
import json
import math
import shutil
import subprocess

import mpmath
import numpy as np
import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st
from profiles import examples

from rewrite import (
    NotExactError,
    UndefinedError,
    atan2,
    code,
    cos,
    diff,
    equal,
    evaluate,
    exp,
    from_sympy,
    jacobian,
    latex,
    log,
    normal,
    number,
    parse,
    scalars,
    sign,
    simplify,
    sin,
    sqrt,
    tan,
    tanh,
    to_sympy,
    unicode,
)
from rewrite import abs as size
from rewrite.decision import recheck

x, y = scalars("x y")
FUNCTIONS = {
    "tan": (tan(x), lambda x, y: mpmath.tan(x)),
    "exp": (exp(x), lambda x, y: mpmath.exp(x)),
    "log": (log(x), lambda x, y: mpmath.log(x)),
    "tanh": (tanh(x), lambda x, y: mpmath.tanh(x)),
    "sign": (sign(x), lambda x, y: mpmath.sign(x)),
    "abs": (size(x), lambda x, y: mpmath.fabs(x)),
    "atan2": (atan2(y, x), lambda x, y: mpmath.atan2(y, x)),
    "mixed": (exp(-(x**2)) * tanh(y) + size(x - y) / (2 + sign(y)), None),
}
BOTH = {name: t for name, (t, _) in FUNCTIONS.items()}
sizes = st.floats(-4, 4).filter(lambda v: abs(v) > 1e-3)


def defined(name: str, a: float, b: float) -> bool:
    return not (name == "log" and a <= 0) and not (name == "tan" and abs(math.cos(a)) < 1e-2)


@pytest.mark.parametrize("name", [n for n, (_, f) in FUNCTIONS.items() if f is not None])
@examples(25)
@given(a=sizes, b=sizes)
def test_values_are_those_of_mpmath(name, a, b):
    assume(defined(name, a, b))
    term, meant = FUNCTIONS[name]
    wanted = meant(mpmath.mpf(a), mpmath.mpf(b))
    assert evaluate(term, {x: a, y: b}, "float") == pytest.approx(float(wanted), rel=1e-12)
    ball = evaluate(term, {x: a, y: b}, "interval")
    assert abs(float(ball.mid()) - float(wanted)) <= 1e-12 * max(1, abs(wanted))


@pytest.mark.parametrize("name", FUNCTIONS)
@examples(25)
@given(a=sizes, b=sizes)
def test_derivatives_are_differences(name, a, b):
    assume(defined(name, a, b) and abs(a - b) > 1e-2 and abs(a) > 1e-2)
    term, h = BOTH[name], 1e-6
    up, down = (evaluate(term, {x: a + s * h, y: b}, "float") for s in (1, -1))
    slope = evaluate(diff(term, x), {x: a, y: b}, "float")
    assert slope == pytest.approx((up - down) / (2 * h), rel=1e-4, abs=1e-5)


def test_exact_values():
    assert normal(exp(0 * x)) == 1
    assert normal(log(number(1))) == 0
    assert normal(tanh(0 * x) + tan(0 * x)) == 0
    assert normal(sign(number("-2/3"))) == -1
    assert normal(size(number("-2/3"))) == number("2/3")
    assert normal(atan2(number(0), number(3))) == 0
    assert normal(tan(-x)) == -tan(x)
    assert normal(size(-x)) == size(x)
    assert evaluate(sign(x), {x: 0}) == 0
    with pytest.raises(NotExactError):
        evaluate(exp(x), {x: 1})
    for term in (log(x), tan(x + 1) / x, atan2(x, 0 * x)):
        with pytest.raises((UndefinedError, NotExactError)):
            evaluate(term, {x: 0})
    with pytest.raises(UndefinedError):
        evaluate(log(x), {x: -2}, "float")


TRUE = [
    (tan(x), sin(x) / cos(x)),
    (1 + tan(x) ** 2, cos(x) ** -2),
    (exp(x + y), exp(x) * exp(y)),
    (exp(x) * exp(-x), number(1)),
    (exp(x / 2) ** 2, exp(x)),
    (log(exp(x - y)), x - y),
    (exp(2 * log(x)), x**2),
    (tanh(2 * x), 2 * tanh(x) / (1 + tanh(x) ** 2)),
    (tanh(x), (exp(x) - exp(-x)) / (exp(x) + exp(-x))),
    (size(x) ** 2, x**2),
    (size(x * y), size(x) * size(y)),
    (sign(x) * size(x), x),
    (sign(x) ** 3, sign(x)),
    (sin(atan2(y, x)), y / sqrt(x**2 + y**2)),
]
FALSE = [
    (tan(x), sin(x)),
    (exp(x), 1 + x),
    (exp(x) ** 2, exp(x**2)),
    (log(x), x - 1),
    (tanh(x), x),
    (size(x), x),
    (size(x + y), size(x) + size(y)),
    (sign(x) ** 2, number(1)),
    (atan2(y, x), y),
]
OPEN = [(log(x * y), log(x) + log(y)), (log(x**2), 2 * log(x)), (atan2(2 * y, 2 * x), atan2(y, x))]


@pytest.mark.parametrize(("left", "right"), TRUE, ids=str)
def test_true_identities_are_proved(left, right):
    verdict = equal(left, right)
    assert verdict.proved
    confirmed(verdict)


@pytest.mark.parametrize(("left", "right"), FALSE, ids=str)
def test_false_identities_are_refuted(left, right):
    verdict = equal(left, right)
    assert verdict.refuted
    confirmed(verdict)


@pytest.mark.parametrize(("left", "right"), OPEN, ids=str)
def test_undecided_identities_are_neither_proved_nor_refuted(left, right):
    verdict = equal(left, right)
    assert not verdict.proved
    assert not verdict.refuted


def confirmed(verdict):
    """The program apart confirms it, or says that it cannot: it never contradicts."""
    with contextlib.suppress(NotImplementedError):
        assert recheck.check(json.loads(verdict.to_json())) is None


def test_simplify_cancels_functions():
    assert simplify(exp(x) * exp(y) / exp(x)) == exp(y)
    assert simplify(log(exp(x)) + exp(log(y))) == x + y
    assert simplify(sign(x) * size(x) - size(y) ** 2) == x - y**2
    assert simplify(tan(x) * cos(x)) == sin(x)
    assert simplify(cos(atan2(y, x)) * sqrt(x**2 + y**2)) == x


@examples(25)
@given(a=sizes, b=sizes)
def test_code_calculates_the_same(a, b):
    assume(a > 0 and defined("tan", a, b))
    wanted = [evaluate(t, {x: a, y: b}, "float") for t in BOTH.values()]
    for language in ("python", "numpy"):
        found = code(BOTH, language).function(a, b)
        assert np.allclose([float(f) for f in found], wanted, rtol=1e-12)
    found = code(BOTH, "sympy").function(sympy.Float(a, 20), sympy.Float(b, 20))
    assert np.allclose([float(f) for f in found], wanted, rtol=1e-10)


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_c_code_calculates_the_same(tmp_path):
    written = code(BOTH, "c").text
    (tmp_path / "f.c").write_text(written)
    command = ["cc", "-shared", "-fPIC", "-o", tmp_path / "f.so", tmp_path / "f.c", "-lm"]
    subprocess.run(command, check=True)
    call = ctypes.CDLL(str(tmp_path / "f.so")).calculate
    results = [(ctypes.c_double * 1)() for _ in BOTH]
    call(ctypes.c_double(0.7), ctypes.c_double(-1.3), *results)
    wanted = [evaluate(t, {x: 0.7, y: -1.3}, "float") for t in BOTH.values()]
    assert [r[0] for r in results] == pytest.approx(wanted, rel=1e-14)


def test_functions_in_text_sympy_and_jacobians():
    assert r"\tan\left(x\right)" in code(tan(x), "latex").text
    assert latex(size(x) ** 2 * exp(y)) == r"\left|x\right|^{2} \, \exp\left(y\right)"
    assert unicode(size(x + 1)) == "|x + 1|"
    for term in BOTH.values():
        assert parse(str(term), [x, y]) is term
        assert normal(from_sympy(to_sympy(term), [x, y])) == normal(term)
    assert abs(x) is size(x)
    slope = code(jacobian(BOTH["mixed"], [x]), "python").function(0.3, 0.8)
    wanted = evaluate(diff(BOTH["mixed"], x), {x: 0.3, y: 0.8}, "float")
    assert float(np.ravel(slope)[0]) == pytest.approx(wanted, rel=1e-12)
