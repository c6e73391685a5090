"""Code: every language agrees with exact evaluation, is the same each time, and names are safe."""

from __future__ import annotations

import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy
import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st
from profiles import examples

import rewrite as rw
from rewrite import (
    Code,
    Graph,
    RewriteError,
    Term,
    UndefinedError,
    Vector,
    code,
    cos,
    cross,
    dot,
    evaluate,
    function,
    inv,
    jacobian,
    lower,
    matrices,
    matrix,
    norm,
    operator,
    ops,
    outer,
    parse,
    random_assignment,
    rotation,
    scalar,
    scalars,
    sin,
    symbol,
    vector,
    vectors,
    zero,
)
from rewrite.cli import main
from rewrite.core.declare import RESERVED as UNNAMEABLE
from rewrite.lowering.code.variable_names import RESERVED, Names, ascii_name
from rewrite.lowering.graph.graph import Argument, Output
from tests.lowered import CC, calculated, call_c, close, compiled, flat, floats, plain
from tests.terms import SHAPES, terms

a, b = vectors("a b")
x, y = scalars("x y")
A = matrices("A")[0]
needs_cc = pytest.mark.skipif(CC is None, reason="no C compiler")


def point_of(t: Term, seed: int) -> Any:
    try:
        point = plain(random_assignment(t, random=seed, awkward=seed % 2 == 0))
        assume(point is not None)
        wanted = flat(evaluate(t, point or {}, "float"))
    except (RewriteError, OverflowError):
        assume(False)
        raise
    assume(all(map(math.isfinite, wanted)) and max(map(abs, wanted)) < 1e6)
    return point, wanted


def made(t: Any, language: str = "python", **more: Any) -> Code:
    try:
        return code(t, language, **more)
    except UndefinedError:
        assume(False)
        raise


def arguments(f: Code, point: Any) -> list[Any]:
    return [floats(point[s.symbol]) for s in f.program.graph.arguments]


# -- every language has the value -----------------------------------------------------------------


@given(terms(max_leaves=15), st.integers(0, 10**6))
def test_python_agrees(t: Term, seed: int) -> None:
    f = made(t)
    point, wanted = point_of(t, seed)
    try:
        found = flat(f.function(*arguments(f, point)))
    except (ArithmeticError, ValueError):
        assume(False)
    assert close(wanted, found)


@given(terms(max_leaves=15), st.integers(0, 10**6))
def test_numpy_agrees_over_a_batch(t: Term, seed: int) -> None:
    f = made(t, "numpy")
    points = [point_of(t, seed + k) for k in (0, 2, 4)]
    args = [numpy.array([arguments(f, p)[i] for p, _ in points]) for i in range(len(f.arguments))]
    with numpy.errstate(all="ignore"):
        found = numpy.asarray(f.function(*args))
    if not args:
        assert close(points[0][1], flat(found))
        return
    rows = found.reshape(-1, len(points[0][1]))
    rows = numpy.broadcast_to(rows, (3, rows.shape[1]))
    assume(numpy.isfinite(rows).all())
    for (_, wanted), row in zip(points, rows, strict=True):
        assert close(wanted, row.tolist())


@needs_cc
@examples(6)
@given(st.lists(terms(max_leaves=12), min_size=20, max_size=20), st.integers(0, 10**6))
def test_c_agrees(ts: list[Term], seed: int) -> None:
    jobs: list[tuple[Code, Any, list[float]]] = []
    for k, t in enumerate(ts):
        try:
            f = code(t, "c", name=f"f{k}")
            point = plain(random_assignment(t, random=seed + k, awkward=k % 2 == 0))
            wanted = flat(evaluate(t, point or {}, "float"))
        except (RewriteError, OverflowError):
            continue
        if not f.program.functions and point is not None and max(map(abs, wanted)) < 1e6:
            jobs.append((f, point, wanted))
    assume(jobs)
    with tempfile.TemporaryDirectory() as folder:
        before = "".join(f.text for f, _, _ in jobs[1:])
        library = compiled(jobs[0][0], pathlib.Path(folder), before)
        for f, point, wanted in jobs:
            found = call_c(library, f, arguments(f, point))
            if all(map(math.isfinite, found)):
                assert close(wanted, found), f.text


@examples(40)
@given(terms(max_leaves=10), st.integers(0, 10**6))
def test_sympy_agrees(t: Term, seed: int) -> None:
    f = made(t, "sympy")
    point, wanted = point_of(t, seed)
    exact = [
        [sympy.Float(v, 30) for v in flat(floats(point[s.symbol]))]
        for s in f.program.graph.arguments
    ]
    shaped = [
        v[0] if not s.shape else v if len(s.shape) == 1 else rows(v, s.shape)
        for v, s in zip(exact, f.program.graph.arguments, strict=True)
    ]
    found = [complex(sympy.sympify(v)) for v in flat(f.function(*shaped))]
    assume(all(map(math.isfinite, (v.real for v in found))))
    assert close(wanted, [v.real for v in found])


def rows(v: list[Any], shape: tuple[int, ...]) -> list[Any]:
    return [v[i : i + shape[1]] for i in range(0, len(v), shape[1])]


@given(terms(max_leaves=15))
def test_latex_is_balanced_and_deterministic(t: Term) -> None:
    text = made(t, "latex").text
    assert text == code(t, "latex").text
    assert text.count("{") == text.count("}")
    assert text.count(r"\left(") == text.count(r"\right)")


@given(terms(max_leaves=15), st.sampled_from(["python", "numpy", "c", "sympy"]))
def test_the_same_input_gives_the_same_text(t: Term, language: str) -> None:
    assert made(t, language).text == made(t, language).text


FRESH = """
from rewrite import *
a, b, w = vectors("a b w"); x, y = scalars("x y"); J = matrix("J", symmetric=True, constant=True)
R = euler("zxz", (x, y, scalar("z")))
terms = {"m": J @ a + cross(w, J @ w), "v": R @ (a + cross(w, b)), "n": norm(R @ a)*x/(y - x)}
print(code(terms, "c", split=True), code(jacobian(terms, [w, x]), "numpy"), code(terms, "latex"))
"""


def test_fresh_processes_write_the_same_text() -> None:
    """Whatever the order in which Python's sets come out."""
    texts = {
        subprocess.run(
            [sys.executable, "-c", FRESH],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1


@given(terms(max_leaves=15))
def test_the_text_has_as_many_operations_as_counted(t: Term) -> None:
    """Signs of operations in the C text are as many as `ops` says.

    C has no function for a sign, so that one is written as two comparisons.
    """
    assume(all(s.op is not rw.sign for s in rw.postorder(t)))
    f = made(t, "c")
    g = f.program.graph
    assume(not f.program.functions)
    body = f.text.split("\n{\n")[1]
    body = re.sub(r"\d+\.?\d*e[-+]?\d+", "0", body)
    lines = [line.split(" = ", 1)[1] for line in body.splitlines() if " = " in line]
    text = " ".join(line for line in lines if not re.fullmatch(r"\w+\[\d+\];", line))
    found = ops(g)
    once = found.parameters
    minus_numbers = len(re.findall(r"(?<![\w\])] )-\d[\d.]*", text))
    assert text.count("*") == found.multiplications + once.multiplications
    assert text.count("/") == found.divisions + once.divisions
    signs = len(re.findall(r"[-+]", text))
    assert signs - minus_numbers <= found.additions + once.additions
    assert len(re.findall(r"\b[a-z]\w*\(", text)) == found.calls + once.calls


# -- shapes and signatures ------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [*SHAPES, (4, 4), (1, 5), (6, 2)])
@needs_cc
def test_every_shape(shape: Any, tmp_path: pathlib.Path) -> None:
    M = matrix("M", *shape)
    N = matrix("N", shape[1], shape[0])
    for name, t in (("p", M @ N), ("z", zero(shape) + M), ("e", zero(shape))):
        value = numpy.arange(shape[0] * shape[1]).reshape(shape) / 7 - 1
        point = {M: value.tolist(), N: (value.T + 1).tolist()}
        if N.shape == (3, 1):  # a Vector
            point[N] = flat(point[N])
        wanted = flat(evaluate(t, point, "float"))
        assert close(wanted, flat(code(t).function(*arguments(code(t), point))))
        vectorised = code(t, "numpy")
        args = [
            numpy.array(point[s.symbol])[None, None] for s in vectorised.program.graph.arguments
        ]
        assert close(wanted, flat(numpy.asarray(vectorised.function(*args))))
        f = code(t, "c", name=name)
        assert close(wanted, call_c(compiled(f, tmp_path), f, arguments(f, point)))


def test_batches_broadcast() -> None:
    f = code({"F": x * cross(a, b), "d": dot(a, b)}, "numpy").function
    F, d = f(numpy.ones((3, 2, 3)), numpy.ones((2, 3)), numpy.ones((3, 1)))
    assert F.shape == (3, 2, 3)
    assert d.shape == (3, 2)


def test_every_output_has_the_batch() -> None:
    """Also what is constant, or one of the inputs: it is an array of floats of its own."""
    f = code({"v": cross(a, a), "two": x - x + 2, "x": x}, "numpy", arguments=[a]).function
    given = numpy.ones(5)
    v, two, same = f(numpy.ones((5, 3)), given)
    assert (v.shape, v.dtype, two.shape) == ((5, 3), float, (5,))
    same[0] = 7.0
    assert given[0] == 1.0
    v, two, same = f(numpy.ones((2, 0, 3)), numpy.ones((2, 1)))
    assert (v.shape, same.shape) == ((2, 0, 3), (2, 0))
    assert isinstance(f([1, 2, 3], 4)[1], float)
    with pytest.raises(
        ValueError, match=r"\w+ is an array of shape \(3, 5\), and \(\.\.\., 3\) is needed"
    ):
        f(numpy.ones((3, 5)), given)


@pytest.mark.parametrize("language", ["python", "numpy", "sympy"])
def test_long_sums_and_products_compile(language: str) -> None:
    """They are written in parts: Python goes no deeper than some thousand operands."""
    many = [scalar(f"s{i}") for i in range(3000)]
    outputs = {
        "sum": rw.add(*[(-1) ** (i % 3) * s for i, s in enumerate(many)]),
        "product": rw.mul(*many),
        "below": x / rw.mul(*many),
    }
    f = code(outputs, language, arguments=many)
    assert [float(v) for v in f.function(*[1.0] * 3000, 3.0)] == [1000.0, 1.0, 3.0]
    steps = [line for line in f.text.splitlines() if re.match(r"    [tp]\d+ = ", line)]
    assert 150 < len(steps) < 400
    assert max(map(len, steps)) < 400


def test_parameters_come_last_and_their_work_apart() -> None:
    m, k = scalars("m k", constant=True)
    t = {"force": m * k * x * a + sin(k) * b}
    for language in ("python", "numpy"):
        f = code(t, language, split=True, arguments=[x, a])
        assert f.arguments == ["x", "a", "b", "k", "m"]
        args = (2.0, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0])
        constants = f.constants(3.0, 5.0)
        assert len(constants) == 2
        split = f.function(*args, 3.0, 5.0, constants)
        assert close(
            flat(code(t, language, arguments=[x, a]).function(*args, 3.0, 5.0)), flat(split)
        )
        main_text = f.text.split("def calculate(")[1]
        assert "sin(" not in main_text
    with pytest.raises(RewriteError, match="split"):
        _ = code(t).constants


def test_all_work_on_parameters_is_done_once() -> None:
    """Also that of outputs that depend on nothing else, and of signs; no more is handed on."""
    m, k = scalars("m k", constant=True)
    f = code({"s": -(sin(m * k) ** 2) * m, "c": -k, "t": x * cos(k)}, split=True)
    body = f.text.split('"""')[-1]
    assert not re.search(r"sin\(|cos\(|-|\*\*|m\*", body.replace("x*", ""))
    constants = f.constants(0.5, 2.0)
    assert len(constants) == 3
    wanted = (-(math.sin(1.0) ** 2) * 2, -0.5, 3 * math.cos(0.5))
    assert close(wanted, f.function(3.0, 0.5, 2.0, constants))


@needs_cc
@pytest.mark.parametrize("split", [False, True])
def test_nothing_is_loaded_in_vain(split: bool, tmp_path: pathlib.Path) -> None:
    """A compiler that warns of variables that are not used has nothing to say."""
    D, e = matrix("D", diagonal=True, constant=True), vector("e", constant=True)
    outputs = {"p": x * (D @ D @ a) + x * e, "q": -e, "r": cross(e, D @ e), "s": D}
    f = code(outputs, "c", split=split)
    compiled(f, tmp_path, flags=["-Wunused-variable", "-Werror"])
    python = code(outputs, split=split)
    args = [[1.0, 2.0, 3.0], 0.5, [[2.0, 0, 0], [0, 3.0, 0], [0, 0, 5.0]], [1.0, -1.0, 2.0]]
    found = python.function(*args, *([python.constants(*args[2:])] if split else []))
    assert found[:3] == ((2.5, 8.5, 38.5), (-1.0, 1.0, -2.0), (-4.0, -6.0, -1.0))


@needs_cc
def test_vectors_of_parameters_alone_in_c(tmp_path: pathlib.Path) -> None:
    spin = operator("spin", Vector, result=Vector)
    e = vector("e", constant=True)
    f = code(x * spin(e), "c", split=True)
    body = "{ o[0] = q; o[1] = r; o[2] = p; }"
    compiled(f, tmp_path, f"void spin(double p, double q, double r, double o[3]) {body}\n")
    assert "constants[3]" in f.text


@needs_cc
def test_split_c(tmp_path: pathlib.Path) -> None:
    import ctypes

    m, k = scalars("m k", constant=True)
    f = code(m * k * x + sin(k), "c", split=True)
    library = compiled(f, tmp_path)
    constants = (ctypes.c_double * 2)()
    library.calculate_constants(ctypes.c_double(3), ctypes.c_double(5), constants)
    out = (ctypes.c_double * 1)()
    double = ctypes.c_double
    library.calculate(double(2), double(3), double(5), constants, out)
    assert close([5 * 3 * 2 + math.sin(3)], list(out))


def test_the_signature_is_documented() -> None:
    f = code({"torque": A @ a + x * b}, parameters=[A])
    doc = f.function.__doc__ or ""
    for line in (
        "x: float, Scalar x",
        "a: 3 numbers, Vector a",
        "(parameter)",
        "torque: 3 numbers",
    ):
        assert line in doc
    assert "row by row" in code({"torque": A @ a}, "c").text


# -- names ----------------------------------------------------------------------------------------

AWKWARD = [
    "class",
    "for",
    "double",
    "θ'",
    "θ''",
    "雪",
    "t1",
    "sin_x",
    "math",
    "np",
    "constants",
    "y0",
    "result",
    "calculate",
    "_stacked",
    "x1",
    "a1",
    "pow",
    "Ĵ",
    "match",
    "é",
    "self",
    "p1",
    "linux",
    "NAN",
    "M_E",
    "_Bool",
    "__",
    "typeof",
    "FP_NAN",
    "batch",
    "_array",
]


@needs_cc
def test_awkward_names(tmp_path: pathlib.Path) -> None:
    symbols = [scalar(n) if i % 2 else vector(n) for i, n in enumerate(AWKWARD)]
    s = [v for v in symbols if v.shape == (1, 1)]
    v = [v for v in symbols if v.shape != (1, 1)]
    t = rw.add(*[p * q for p, q in zip(s, v, strict=False)], *v)
    point = {q: (0.5 if q.shape == (1, 1) else [1.0, 2.0, 3.0]) for q in symbols}
    wanted = flat(evaluate(t, point, "float"))
    for language in ("python", "numpy", "sympy"):
        f = code({"result": t, "class": sin(s[0]) * s[0]}, language)
        assert close(wanted, [float(w) for w in flat(f.function(*arguments(f, point))[0])])
    f = code({"for": t}, "c")
    assert close(wanted, call_c(compiled(f, tmp_path), f, arguments(f, point)))


@given(st.text(max_size=30))
def test_names_are_made_safe(text: str) -> None:
    name = ascii_name(text)
    assert name.isascii()
    assert name.isidentifier()
    assert Names().new(text) not in RESERVED


@given(st.lists(st.text(alphabet="ab_1'θ", max_size=4), max_size=30))
def test_names_are_different(texts: list[str]) -> None:
    names = Names()
    found = [names.new(text) for text in texts]
    assert len(set(found)) == len(found)
    assert {"pi"} | RESERVED >= UNNAMEABLE - RESERVED


def test_function_names_are_checked() -> None:
    bad: Any
    for bad in ("class", "a b", "1x", "sin", "f;import os", "hypot", "isnan", "_stacked", "", 3):
        with pytest.raises(RewriteError, match="cannot name"):
            code(x, name=bad)
    with pytest.raises(RewriteError, match="no language"):
        code(x, ["c"])  # type: ignore[arg-type]
    with pytest.raises(RewriteError, match="no language"):
        code(x, "fortran")


# -- functions of the user's ----------------------------------------------------------------------


def test_functions_known_by_name_are_given() -> None:
    f = function("wind", 2)
    with pytest.raises(RewriteError, match="functions="):
        _ = code(f(x, y)).function
    made_here = code(f(x, y) + 1, functions={"wind": lambda p, q: p * q})
    assert made_here.function(2.0, 3.0) == 7.0
    assert "double wind(double, double);" in code(f(x, y), "c").text
    assert code(f(x, y), "sympy").function(1, 2) == sympy.Function("wind")(1, 2)
    assert "wind" in code(f(x, y), "latex").text


def test_functions_keep_their_names() -> None:
    """Whoever links the code looks for them; an argument of the same name gives way."""
    f, own = function("wind"), scalar("wind")
    made_here = code(f(own), functions={"wind": lambda v: v + 1})
    assert (made_here.function(1.0), made_here.arguments) == (2.0, ["wind_"])
    assert "double wind(double);" in code(f(own), "c").text
    bad: Any
    for bad in (3, {"wind": 3}):
        with pytest.raises(RewriteError, match=r"code: .* not the Python int 3"):
            code(f(x), functions=bad)


def test_functions_of_vectors_are_called_with_vectors() -> None:
    drag = operator("drag", Vector, rw.Scalar, result=Vector, evaluate=lambda v, k: tuple(
        abs(float(c)) * k for c in v
    ))  # fmt: skip
    f = code(drag(a, x) + b, arguments=[x])
    assert f.function(2.0, (1.0, -2.0, 3.0), (1.0, 1.0, 1.0)) == (3.0, 5.0, 7.0)
    text = code(drag(a, x) + b, "c").text
    assert "void drag(double, double, double, double, double result[3]);" in text


def test_functions_of_single_values_are_called_for_each_of_a_batch() -> None:
    first = operator("first", Vector, rw.Scalar, result=rw.Scalar, evaluate=lambda v, k: (
        v[0] if float(v[0]) > 0 else k
    ))  # fmt: skip
    turned = operator("turned", rw.Matrix, result=Vector, evaluate=lambda m: tuple(
        abs(float(row[0])) for row in m
    ))  # fmt: skip
    f = code([first(a, x), turned(A)], "numpy", arguments=[a, x, A]).function
    rows = numpy.array([[1.0, 2.0, 3.0], [-4.0, 5.0, 6.0], [7.0, 8.0, 9.0]])
    picked, column = f(rows, 10.0, -numpy.arange(9.0).reshape(3, 3))
    assert picked.tolist() == [1.0, 10.0, 7.0]
    assert column.tolist() == [[0.0, 3.0, 6.0]] * 3


@needs_cc
def test_functions_of_vectors_in_c(tmp_path: pathlib.Path) -> None:
    spin = operator("spin", Vector, result=Vector)
    f = code(x * spin(a), "c", arguments=[x, a])
    body = "{ o[0] = q; o[1] = r; o[2] = p; }"
    extra = f"void spin(double p, double q, double r, double o[3]) {body}\n"
    assert call_c(compiled(f, tmp_path, extra), f, [2.0, [1.0, 2.0, 3.0]]) == [4.0, 6.0, 2.0]


# -- more -----------------------------------------------------------------------------------------


def written(h: rw.Graph, args: list[float], split: bool) -> list[float]:
    f = code(h, split=split)
    once = [v for v, s in zip(args, h.arguments, strict=True) if s.parameter]
    return flat(f.function(*args, *([f.constants(*once)] if split else [])))


@given(st.randoms(use_true_random=False), st.booleans())
def test_random_graphs_are_written_as_they_are(random: Any, split: bool) -> None:
    """Graphs of all kinds of nodes, opposites among them, whatever sign each is calculated with."""
    g = Graph()
    symbols = [*scalars("u v w"), *scalars("k l", constant=True)]
    g.arguments = [Argument(s, i > 2) for i, s in enumerate(symbols)]
    refs = [g.input(s, 0, i > 2) for i, s in enumerate(symbols)]

    def some() -> int:
        return random.choice(refs[-8:]) ^ random.randint(0, 1)

    kinds: list[Callable[[], int]] = [
        lambda: g.add([some(), some(), some()]),
        lambda: g.product([some(), some()]),
        lambda: g.scale(random.choice([-2, Fraction(1, 3), 5]), some()),
        lambda: g.recip(some()),
        lambda: g.opposite(some()),
        lambda: g.sin(some()),
        lambda: g.cos(some()),
    ]
    for _ in range(random.randint(1, 20)):
        ref = random.choice(kinds)()
        refs += [ref] if g.number(ref) is None else []
    g.outputs = [Output(f"o{i}", rw.Scalar, (1, 1), (some(),)) for i in range(3)]
    args = [0.5, -1.25, 2.0, 0.75, -3.0]
    inputs = dict(zip(((s, 0) for s in symbols), args, strict=True))
    try:
        wanted = [float(v) for v in calculated(g, inputs)]
        found = written(g, args, split)
    except (ZeroDivisionError, OverflowError):
        assume(False)
    assume(max(map(abs, wanted)) < 1e6)
    assert close(wanted, found)


def test_formulas_are_unambiguous() -> None:
    """Indices stand once, names that differ look different, functions have brackets."""
    text = code([A @ a, A], "latex").text
    assert r"{\mathrm{result}_{1}}_{3}" in text
    assert r"{\mathrm{result}_{2}}_{23} &= A_{23}" in text
    x_1, x1, theta = scalar("x_1"), scalar("x1"), scalar("θ'")
    text = code(x_1 - x1 + sin(theta) * y, "latex").text
    assert r"\sin\left(\dot{\theta}\right)\,y" in text
    assert r"\mathrm{x\_1}" in text
    assert "x_{1}" in text


OVER = [
    (matrix("P", 3, 1) @ (-x) @ matrix("Q", 1, 3), "12 multiplications, 1 addition"),
    ((-x / dot(a, a) * A) @ matrices("B")[0], "39 multiplications, 21 additions, 1 division"),
    (zero(Vector) + zero(Vector) - a, "3 additions"),
    (10 / x, "1 division"),
    (a / (rw.number(Fraction(7, 5)) / y), "4 multiplications"),
]


@pytest.mark.parametrize(("t", "wanted"), OVER, ids=str)
def test_operations_are_no_more_than_the_cost(t: Term, wanted: str) -> None:
    assert str(ops(t)) == wanted
    assert ops(t) <= rw.cost(t)


def test_a_number_over_a_value_is_one_division() -> None:
    assert "return 10/x" in code(10 / x).text
    assert "return -10/x" in code(-10 / x).text
    assert r"\frac{10}{x}" in code(10 / x, "latex").text
    assert code(10 / (x - y)).function(2.0, 4.0) == -5.0


def test_unused_values_are_neither_imported_nor_counted() -> None:
    m = scalar("m", constant=True)
    assert "import" not in code(x + y).text
    assert "import math" in code(sin(x)).text
    text = code({"p": (x + m * m) * y, "q": (x + m * m) * (y + x), "x": x * y * x}, "c").text
    assert {"p1", "t1"} <= set(re.findall(r"\b[pt]\d+\b", text)) <= {"p1", "t1", "t2"}
    assert "double x_[1]" in text


def test_jacobians_as_code() -> None:
    g = jacobian({"n": norm(a)}, a)
    ((row,),) = (code(g).function((3.0, 4.0, 0.0)),)
    assert close(list(row), [0.6, 0.8, 0.0])
    assert code(jacobian(A @ a, [a, A]), "numpy").outputs == ["dresult_da", "dresult_dA"]


def test_large_terms_make_code_in_proportion() -> None:
    t: Any = a
    for k in range(100):
        t = cross(t, b) + (k % 2 + 1) * outer(t, b) @ t
    text = code(t, "c").text
    assert len(text) < 100 * 2000
    assert max(map(len, text.splitlines())) < 1000


def test_a_graph_can_be_written_in_several_languages() -> None:
    g = lower({"inverse": inv(rotation("R"))})
    for language in ("python", "numpy", "c", "sympy", "latex"):
        assert code(g, language).text
    with pytest.raises(RewriteError, match="no Python function"):
        _ = code(g, "c").function


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["code", "m*cross(w, cross(w, r))", "-d", "vector w, r; scalar m"]
    assert main([*args, "--as", "c", "--name", "pull"]) == 0
    assert "void pull(" in capsys.readouterr().out
    assert main([*args, "--ops"]) == 0
    assert "multiplications" in capsys.readouterr().out
    assert main([*args, "--as", "c", "--name", "for"]) == 2
    assert "cannot name" in capsys.readouterr().err


def test_numbers_are_written_to_the_last_digit() -> None:
    t = parse("0.1*x + 1/3", [x])
    assert code(t).function(1.0) == 0.1 + 1 / 3
    with pytest.raises(RewriteError, match="too large"):
        code(x * rw.number(10) ** 400, "c")
    with pytest.raises(RewriteError, match="too small"):
        code(x * rw.number(10) ** -400)
    assert code(cos(x) * rw.pi).function(0.0) == math.pi
    assert symbol("s", rw.Scalar) is not x


def test_languages_are_named_as_people_write_them() -> None:
    x = scalar("x")
    for name in ("C", "NumPy", "LaTeX", "Python", "SymPy"):
        assert code(x * x, name).text == code(x * x, name.lower()).text
