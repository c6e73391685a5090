"""Forged certificates are refused; what is confirmed is true."""

from __future__ import annotations

import copy
import itertools
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bench import forgeries
from rewrite import (
    Context,
    Fact,
    column,
    cos,
    cross,
    det,
    dot,
    equal,
    equals,
    from_json,
    function,
    matrices,
    matrix,
    nonzero,
    norm,
    norm2,
    number,
    orthogonal,
    pi,
    scalar,
    scalars,
    sin,
    sqrt,
    to_json,
    trace,
    vectors,
)
from rewrite.decision import recheck
from rewrite.errors import RewriteError

Data = Any
a, b, c = vectors("a b c")
x, y, z = scalars("x y z")
A, B = matrices("A B")


def data_of(left: Any, right: Any, *facts: Any) -> Data:
    data = json.loads(equal(left, right, Context(*facts)).to_json())
    assert forgeries.confirmed(data)
    return data


def nodes(t: Any) -> Data:
    return json.loads(to_json(t))["nodes"]


def as_proved(data: Data, **changes: Any) -> Data:
    """A refutation as a proof without multipliers, at the point of its counterexample."""
    forged = {**copy.deepcopy(data), "status": "proved", "method": "components"}
    forged["defined_at"] = forged.pop("counterexample")["point"]
    return {**forged, **changes}


def at(**values: Any) -> Data:
    return [{"term": nodes(scalar(name)), "value": str(v)} for name, v in values.items()]


def test_multipliers_that_are_all_zero_prove_nothing() -> None:
    data = data_of(cross(a, b), cross(b, c), equals(a + b + c, 0 * a))
    zeros = [{**place, "value": ["0", "0", "0"]} for place in data["defined_at"]]
    emptied = {"cofactors": [[[]] * 3] * 3, "cleared": [[]] * 3, "defined_at": zeros}
    assert not forgeries.confirmed({**data, **emptied})
    assert not forgeries.confirmed({**data, **emptied, "right": nodes(cross(c, b))})


def test_claims_undefined_almost_everywhere_are_not_confirmed() -> None:
    data = data_of(sqrt(x - 100), y * sqrt(x - 100))
    assert data["status"] == "refuted"
    assert not forgeries.confirmed(as_proved(data, defined_at=at(x=100, y=0)))
    assert not forgeries.confirmed(as_proved(data, defined_at=at(x=101, y=1)))


def test_small_differences_are_differences() -> None:
    data = data_of(x, x + Fraction(1, 10**61))
    assert data["status"] == "refuted"
    assert not forgeries.confirmed(as_proved(data))


def test_large_determinants_are_checked() -> None:
    N = matrix("N", 9, 9)
    assert data_of(det(N.T), det(N))["status"] == "proved"


def test_atoms_may_not_divide_or_take_roots() -> None:
    """x y = y does not give y = 0 by the multiplier 1/(x - 1), nor is √(x²) = x where √x is."""
    true = data_of(x * y * y, y * y, equals(x * y - y, 0 * x))
    one_over = {
        "right": nodes(0 * x),
        "atoms": {"r": nodes(1 / (x - 1))},
        "cofactors": [[[[[["r", 1]], "1"]]]],
    }
    assert not forgeries.confirmed({**true, "left": nodes(y), **one_over})
    false = data_of(sqrt(x**2), x)
    assert not forgeries.confirmed(as_proved(false, defined_at=at(x=1)))
    root = {"atoms": {"r": nodes(sqrt(x))}, "positive": [[["1", [["r", 1]], [[[], "1"]]]]]}
    assert not forgeries.confirmed(as_proved(false, defined_at=at(x=1), **root))
    false = data_of(sqrt(x**2) * sin(x), x * sin(x))
    parts = [{"angle": nodes(x + sqrt(x) - sqrt(x)), "parts": 1, "times": 1}]
    angles = [{"of": nodes(x), "parts": parts}]
    assert not forgeries.confirmed(as_proved(false, defined_at=at(x=1), angles=angles))


# -- signs of roots -------------------------------------------------------------------------------


def claimed(left: Any, right: Any, *facts: Any, **values: Any) -> Data:
    """A claim as a proof that needs no multipliers, with a point where both sides are defined."""
    same = data_of(left, left + (left - left), *facts)
    return {**same, "right": nodes(right), "defined_at": at(**values), "positive": [], "atoms": {}}


def status_of(data: Data, path: Path) -> int:
    path.write_text(json.dumps(data), encoding="utf-8")
    return subprocess.run([sys.executable, recheck.__file__, path], check=False).returncode


ONE = [[[], "1"]]
Y = [[[["y.0", 1]], "1"]]
BESIDE = {
    "y = 0": (sqrt(y**2 * (y - 1)), {"y": 2}),
    "x = 0": (sqrt(x * y) + sqrt(x), {"x": 1, "y": 1}),
    "x = 0, squared": (sqrt(x**2 * y), {"x": 1, "y": 1}),
    "two squares": (sqrt((x**2 + z**2) * y), {"x": 1, "y": 1, "z": 0}),
    "a nested root": (sqrt(x**2 * y * sqrt(y**2)), {"x": 1, "y": 1}),
    "a root in a root": (sqrt(z + sqrt(x**2 * y)), {"x": 1, "y": 1, "z": 0}),
    "a fourth root": ((x**2 * y) ** Fraction(1, 4), {"x": 1, "y": 1}),
    "a sixth root": ((x**2 * y) ** Fraction(1, 6), {"x": 1, "y": 1}),
    "an odd power": ((x**2 * y) ** Fraction(3, 2), {"x": 1, "y": 1}),
    "a divisor": (1 / (1 + sqrt(x**2 * y)), {"x": 1, "y": 1}),
    "a quotient": (sqrt(x**2 * y / (1 + z**2)), {"x": 1, "y": 1, "z": 0}),
    "both signs": (sqrt(x**2 * y) + sqrt(x**2 * y**3), {"x": 1, "y": 1}),
    "a number": (sqrt(2 * x**2 * y), {"x": 1, "y": 2}),
}


@pytest.mark.parametrize("name", BESIDE)
def test_claims_that_are_false_only_where_a_factor_is_zero(name: str, tmp_path: Path) -> None:
    """Beside √(x² y), √(y²) is y but for x = 0 and y < 0: no open set of points is near."""
    beside, values = BESIDE[name]
    plain, size = (y - 1, sqrt((y - 1) ** 2)) if name == "y = 0" else (y, sqrt(y**2))
    false = claimed(size + beside, plain + beside, **values)
    assert status_of(false, tmp_path / "verdict.json") == 3
    true = claimed(size + beside, beside + size, **values)
    assert forgeries.confirmed(true)


def test_a_value_of_a_root_must_be_visibly_positive() -> None:
    beside = sqrt(x**2 * y)
    false = claimed(sqrt(y**2) + beside, y + beside, x=1, y=1)
    atoms = {"r": nodes(beside), "s": nodes(sqrt(y)), "x": nodes(1 / x), "y": nodes(sqrt(y**2))}
    forged: list[Any] = [
        [["v", 1, [["1", [["y.0", 1]], ONE]]]],
        [["v", 1, [["1", [["s", 2]], ONE]]]],
        [["v", 1, [["1", [["r", 2]], [[[["x", 1]], "1"]]]]]],
        [["v", 1, [["-1", [], Y]]]],
        [["v", 1, [["0", [], ONE], ["1", [["v", 1]], ONE]]]],
        [["v", 1, [["1", [["w", 1]], ONE]]], ["w", 1, [["1", [["v", 1]], ONE]]]],
        [["y.0", 2, [["1", [], Y]]], ["v", 1, [["1", [["y.0", 1]], ONE]]]],
        [["y", 2, [["1", [], Y]]]],
        [["v", 0, [["1", [], Y]]]],
        [["v", -1, [["1", [], Y]]]],
        [["v", True, [["1", [], Y]]]],
        [["v", 2, [["1", [], Y]]], ["v", 1, [["1", [["v", 1]], ONE]]]],
        [["v", 2, Y]],
        [["v", 2, [["1", [], Y]]], ["w", 1, [["1", [["v", -1]], Y]]]],
        [["v", 2, [["1", [], Y]]], ["w", 1, [["1", [["v", 1]], ONE]]]],
        [["v", 1, [["1", [["r", 1]], ONE]]]],
    ]
    for positive in forged:
        used = {name: t for name, t in atoms.items() if f'["{name}", ' in json.dumps(positive)}
        assert not forgeries.confirmed({**false, "positive": positive}), positive
        assert not forgeries.confirmed({**false, "positive": positive, "atoms": used}), positive


def test_squares_of_sides_are_compared_only_if_both_are_visibly_positive() -> None:
    data = data_of(sqrt(x / y) * sqrt(y / x), x**0)
    assert [name for name, *_ in data["positive"]][-2:] == ["left", "right"]
    assert not forgeries.confirmed({**data, "right": nodes(-(x**0))})
    assert not forgeries.confirmed({**data, "right": nodes(2 * x**0)})
    assert not forgeries.confirmed({**data, "positive": data["positive"][:-1]})
    false = claimed(sqrt(y**2), y, y=1)
    left, root = ["left", 1, [["1", [["r", 1]], ONE]]], {"r": nodes(sqrt(y**2))}
    for right in (
        ["right", 1, [["1", [], Y]]],
        ["right", 1, [["1", [["r", 1]], ONE]]],
        ["right", 1, [["1", [["y.0", 1]], ONE]]],
        ["right", 2, [["1", [], Y]]],
        ["right", 1, Y],
    ):
        assert not forgeries.confirmed({**false, "positive": [left, right], "atoms": root})
    used = {"left": nodes(sqrt(y**2)), "right": nodes(y)}
    assert not forgeries.confirmed({**false, "atoms": used})
    assert not forgeries.confirmed({**false, "positive": [left], "atoms": {**root, **used}})


def test_an_equation_may_be_true_only_where_a_factor_is_zero() -> None:
    data = data_of(sqrt(y**2) * z, sqrt(y**2) * sqrt(x**2 * y), equals(z, sqrt(x**2 * y)))
    points = at(x=1, y=1, z=1)
    assert not forgeries.confirmed({**data, "left": nodes(y + z), "defined_at": points})
    right = nodes(y + sqrt(x**2 * y))
    for left in (sqrt(y**2) + z, sqrt(y**2) + sqrt(x**2 * y)):
        forged = {**data, "left": nodes(left), "right": right, "defined_at": points}
        assert not forgeries.confirmed(forged)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (sqrt(x) * sqrt(y), sqrt(x * y)),
        (sqrt(x * y) / sqrt(y), sqrt(x)),
        (sqrt(x**3), x * sqrt(x)),
        (sqrt(8 * x), 2 * sqrt(2 * x)),
        (sqrt(1 / x), 1 / sqrt(x)),
        (sqrt(x / y**2) * sqrt(y**2), sqrt(x)),
        (norm(a / x) * sqrt(x**2), norm(a)),
        (norm(a / norm(a)), x**0),
        (norm(norm(a) * b), norm(a) * norm(b)),
        (norm(a / (x**2 + 1)), norm(a) / (x**2 + 1)),
        (norm(x * norm(b) * a), sqrt(x**2) * norm(a) * norm(b)),
        (sqrt(x**2 * y**2), sqrt(x**2) * sqrt(y**2)),
        (sqrt(sqrt(x**4)), sqrt(x**2)),
        (sqrt(sqrt(x)), x ** Fraction(1, 4)),
        (sqrt(x), (x ** Fraction(1, 6)) ** 3),
        (sqrt(x**3 * y), sqrt(x**2) * sqrt(x * y)),
        (sqrt(x**3) * sqrt(x**5), x**4),
        (sqrt(x / y) * sqrt(y / x), x**0),
        (sqrt(x + 1 + 2 * sqrt(x)), 1 + sqrt(x)),
        (norm(a) + norm(b), sqrt(norm2(a) + norm2(b) + 2 * norm(a) * norm(b))),
        (sqrt(x * y) * sqrt(y * z), sqrt(y**2) * sqrt(x * z)),
        (sqrt(x**2) * sqrt(x**2 * (x * y)), sqrt(x**4 * (x * y))),
        (sqrt(x**2 + 1) * sqrt(x * y * z**2) + x, sqrt((x**2 + 1) * (x * y * z**2)) + x),
        (sqrt(1 / (x**2 * (x**2 + 1))), 1 / sqrt(x**2 * (x**2 + 1))),
        (sin(sqrt(x**4)), sin(x**2)),
        (sqrt(number(5)), 4 * cos(2 * pi / 5) + 1),
    ],
    ids=str,
)
def test_the_package_says_what_roots_are(left: Any, right: Any) -> None:
    data = data_of(left, right)
    assert data["status"] == "proved"


def test_a_root_of_an_odd_degree_is_not_called_positive() -> None:
    third = x ** Fraction(1, 3)
    verdict = equal(sqrt(third**2) + y, third + y)  # for the package, third is not negative
    assert verdict.proved
    with pytest.raises(NotImplementedError):
        recheck.check(json.loads(verdict.to_json()))


def test_a_value_that_is_not_needed_is_not_wrong() -> None:
    data = data_of(sqrt(x**4) + sqrt(x**4 * y**2), x**2 * (1 + sqrt(y**2)))
    assert len(data["positive"]) >= 2
    more = [*data["positive"], ["more", 2, [["1", [], Y], ["1", [], ONE]]]]
    assert forgeries.confirmed({**data, "positive": more})


def test_a_number_of_length_one_may_be_minus_one() -> None:
    data = data_of(x, x)
    node = {**data["left"][0], "facts": ["unit"]}
    point = [{"term": [node], "value": "1"}]
    assert not forgeries.confirmed(
        {**data, "left": [node], "right": nodes(x**0), "defined_at": point}
    )


def test_odd_powers_and_negative_squares_prove_nothing() -> None:
    """x² = 0 gives x = 0; x - y² = 0 does not."""
    data = data_of(x, 0 * x, equals(x**2, 0 * x))
    (step,) = data["steps"]
    for change in (
        {"power": 3},
        {"power": 0},
        {"power": -2},
        {"squares": [["-1", [], [[[], "1"]]]]},
    ):
        assert not forgeries.confirmed({**data, "steps": [{**step, **change}]})
    other = [{"fact": "equals", "terms": [nodes(x), nodes(y**2)]}]
    assert not forgeries.confirmed({**data, "context": other})


def test_values_of_a_refutation_must_be_right() -> None:
    data = data_of(dot(a, b), norm2(a))
    for change in ({"left": "17"}, {"exact": False}, {"exact": False, "left": None}):
        example = {**data["counterexample"], **change}
        assert not forgeries.confirmed({**data, "counterexample": example})


def test_a_function_known_by_name_has_no_values_to_show() -> None:
    """The program chooses values of its own, so that those of a certificate could be any."""
    f = function("f")
    data = data_of(f(x), f(y))
    assert data["counterexample"]["exact"] is False
    example = {**data["counterexample"], "exact": True, "left": "5", "right": "7"}
    assert not forgeries.confirmed({**data, "counterexample": example})


@pytest.mark.parametrize(
    "data",
    [
        data_of(dot(a, a) * b, norm2(a) * b),
        data_of(dot(a, b), dot(b, a) + 1),
        data_of(norm2(a + b), norm2(a) + norm2(b), orthogonal(a, b)),
        data_of(x, 0 * x, equals(x**2 + y**2, 0 * x)),
        data_of(1 / (x - y), (x + y) / (x**2 - y**2)),
        data_of(sqrt(x**4) * sin(x), x**2 * sin(x)),
    ],
    ids=lambda data: data["status"],
)
def test_every_field_that_is_missing_emptied_or_added_is_refused(data: Data) -> None:
    objects = [
        path for path in [(), *forgeries.places(data)] if isinstance(forgeries.at(data, path), dict)
    ]
    for path in objects:
        names = [*forgeries.at(data, path)] if path != ("atoms",) else []
        for name in names:
            forged = copy.deepcopy(data)
            old = forgeries.at(forged, path).pop(name)
            assert not forgeries.confirmed(forged), (path, name)
            if old and not isinstance(old, bool) and name != "facts":
                forgeries.at(forged, path)[name] = type(old)()
                assert not forgeries.confirmed(forged), (path, name)
        forged = copy.deepcopy(data)
        forgeries.at(forged, path)["more"] = "1"
        assert not forgeries.confirmed(forged), path


def test_tampering_at_random() -> None:
    counts, wrong = forgeries.run(20, seed=1)
    assert not wrong, wrong[0][0]
    assert sum(counts.values()) == 20


@pytest.mark.hunt
def test_tampering_at_random_for_long() -> None:
    _, wrong = forgeries.run(400, seed=2)
    assert not wrong, wrong[0][0]


# -- what nobody would write ----------------------------------------------------------------------


def _changed_everywhere(data: Data, **more: Any) -> Data:
    forged = copy.deepcopy(data)
    for path in [*forgeries.places(forged)]:
        node = forgeries.at(forged, path)
        if isinstance(node, dict) and node.get("op") == "symbol":
            node |= more
    return forged


@pytest.mark.parametrize(
    "more", [{"shape": [True, 3]}, {"shape": [3.0, 1]}, {"shape": [10**9, 1], "sort": "Matrix"}]
)
def test_shapes_are_small_whole_numbers(more: dict[str, Any]) -> None:
    data = data_of(cross(a, b), -cross(b, a))
    assert not forgeries.confirmed(_changed_everywhere(data, **more))


@pytest.mark.parametrize("value", ["1e999999999", "NaN", "1_0", " 1", "9" * 5000, "1/0", 1.5])
def test_numbers_are_fractions(value: Any) -> None:
    data = data_of((x + 1) ** 2, x**2 + 2 * x + 1)
    for node in data["left"]:
        if node["op"] == "number" and node["value"] == "2":
            node["value"] = value
    assert not forgeries.confirmed(data)


def test_sides_are_of_one_sort() -> None:
    data = data_of(sin(x), x)
    data["right"] = [{"op": "one", "sort": "Matrix", "shape": [3, 3]}]
    data["counterexample"] |= {"exact": False, "left": None, "right": None}
    data["counterexample"]["point"] = data["counterexample"]["point"][:1]
    assert not forgeries.confirmed(data)


def test_names_of_functions_are_names() -> None:
    data = data_of(function("f")(x), x)
    data["left"][-1]["op"] = "1/7"
    assert not forgeries.confirmed(data)


def test_an_exponent_that_is_no_number_is_none() -> None:
    data = data_of(x**2, x * x)
    for node in data["left"]:
        if node["op"] == "number":
            node |= {"op": "opaque", "sort": "Scalar", "shape": [1, 1]}
    assert not forgeries.confirmed(data)


def test_a_column_of_four_is_none() -> None:
    data = data_of(column(x, y, x), column(x, y, x))
    data["left"][-1]["args"].append(0)
    assert not forgeries.confirmed(data)


@pytest.mark.parametrize("op", ["add", "times", "matmul", "qmul"])
def test_a_sum_or_product_of_one_is_none(op: str) -> None:
    data = data_of(trace(A.T @ A), trace(A.T))
    (turned,) = [node for node in data["right"] if node["op"] == "trans"]
    assert forgeries.confirmed(data)
    turned["op"] = op
    assert not forgeries.confirmed(data)


@pytest.mark.parametrize("bound", [0.0, 1.0, 2.0**-123, True, 1, "1e-9", None, float("nan")])
def test_a_bound_that_so_few_points_do_not_give_is_refused(bound: Any) -> None:
    data = forgeries.as_probable(data_of(x * y, y * x), bound)
    assert not forgeries.confirmed(data)
    assert forgeries.confirmed(data | {"error_bound": 2.0**-90})


def test_a_false_identity_is_not_probable() -> None:
    assert not forgeries.confirmed(forgeries.as_probable(data_of(x * y, x), 2.0**-90))


def test_a_field_that_is_given_twice_is_refused(tmp_path: Path) -> None:
    text = equal(x * y, y * x).to_json()
    file = tmp_path / "verdict.json"
    for given, status in ((text, 0), (text.replace("{", '{"status": "refuted", ', 1), 2)):
        file.write_text(given, encoding="utf-8")
        assert subprocess.run([sys.executable, recheck.__file__, file]).returncode == status


def test_a_matrix_that_is_not_said_to_be_nilpotent_is_not() -> None:
    data = data_of(trace(A), 0 * x, equals(A @ A @ A, 0 * A))
    (step,) = data["steps"]
    assert not forgeries.confirmed({**data, "steps": [{**step, "nilpotent": nodes(A + A.T)}]})
    assert not forgeries.confirmed({**data, "steps": [{**step, "power": 2}]})
    assert not forgeries.confirmed({**data, "steps": [{**step, "cofactors": [[[]] * 9] * 9}]})


def test_only_divisors_that_a_fact_excludes_from_zero_are_accepted() -> None:
    data = data_of(x, y, equals(x * z, y * z), nonzero(z))
    data["context"] = [fact for fact in data["context"] if fact["fact"] == "equals"]
    assert not forgeries.confirmed(data)


# -- the same sorts as in the package -------------------------------------------------------------

SORTS = {"s": ("Scalar", [1, 1]), "v": ("Vector", [3, 1]), "q": ("Quaternion", [])}
SORTS |= {f"m{m}{n}": ("Matrix", [m, n]) for m, n in [(3, 3), (2, 2), (2, 3), (1, 3), (2, 1)]}


def _symbol(kind: str, place: int = 0) -> Data:
    sort, shape = SORTS[kind]
    named = {"name": f"{kind}_{place}", "facts": [], "time": False}
    return {"op": "symbol", "sort": sort, "shape": shape, **named}


def _readable(t: Data) -> bool:
    try:
        from_json(json.dumps({"format": "penelope-term", "version": 1, "nodes": t}))
    except RewriteError:
        return False
    return True


def _is_fact(name: str, terms: list[Data]) -> bool:
    texts = [json.dumps({"format": "penelope-term", "version": 1, "nodes": t}) for t in terms]
    try:
        Context(Fact(name, tuple(from_json(text) for text in texts)))
    except RewriteError:
        return False
    return True


def _has_a_value(t: Data, *facts: Data) -> bool:
    """Whether `recheck` finds a value of this term, under these facts."""
    claim = json.loads(equal(x, x).to_json()) | {"left": t, "right": t, "context": [*facts]}
    try:
        at = recheck.At(read := recheck.Claim(claim), 2**89 - 1, None, 0)
        at(t)
        read.rows(at, read.all_facts)
    except recheck.UnsureError:  # a root at another point
        return True
    except (ArithmeticError, KeyError, TypeError, ValueError, recheck.WrongError):
        return False
    return True


@pytest.mark.parametrize("op", [*recheck.OPERATORS, "div", "inv", "det", "cof", "sqrt", "norm"])
def test_the_operators_take_the_same_sorts(op: str) -> None:
    for count in (1, 2, 3):
        for kinds in itertools.product(SORTS, repeat=count):
            operands = [_symbol(kind, place) for place, kind in enumerate(kinds)]
            t = [*operands, {"op": op, "args": [*range(count)]}]
            assert _has_a_value(t) == _readable(t), kinds


@pytest.mark.parametrize("fact", sorted(recheck.VANISHES))
def test_facts_are_about_the_same_sorts(fact: str) -> None:
    name, count = fact[:-1], int(fact[-1])
    for kinds in itertools.product(SORTS, repeat=count):
        bare = [[_symbol(kind, place)] for place, kind in enumerate(kinds)]
        negated = [[*t, {"op": "neg", "args": [0]}] for t in bare]
        for terms in (bare, negated):
            known = _has_a_value(terms[0], {"fact": name, "terms": terms})
            assert known == _is_fact(name, terms), (kinds, len(terms[0]))


def given(of: Any, value: Any, **more: Any) -> Data:
    return {"symbol": nodes(of), "value": nodes(value), "fact": 0, "times": "1", **more}


def test_values_that_equations_do_not_give_are_refused() -> None:
    data = data_of(sin(x), sin(y), equals(x + y, pi))
    (step,) = data["steps"]
    forged = [
        given(x, y),
        given(x, pi + y),
        {**step, "times": "2"},
        {**step, "times": "0"},
        {**step, "fact": 1},
        {**step, "fact": -1},
        {**step, "fact": False},
        given(y, pi - x),
        {**step, "more": 1},
    ]
    for other in forged:
        assert not forgeries.confirmed({**data, "steps": [other]}), other
    assert not forgeries.confirmed({**data, "steps": []})
    assert not forgeries.confirmed({**data, "steps": [step, step]})
    assert not forgeries.confirmed({**data, "right": nodes(cos(y))})


def test_a_value_chooses_no_branch() -> None:
    square = data_of(x**2, y**2, equals(x**2, y**2))
    assert not forgeries.confirmed({**square, "right": nodes(x * y), "steps": [given(x, y)]})
    data = data_of(sqrt(y**2) * sin(x), sqrt(y**2) * sin(y), equals(x, y))
    forged = {**data, "right": nodes(y * sin(y))}
    for value in (y, y + sqrt(y) - sqrt(y)):
        assert not forgeries.confirmed({**forged, "steps": [given(x, value)]})


def test_a_value_may_not_divide_by_what_its_equation_does_not() -> None:
    """At a reflection y (1 + det Q)/(1 + det Q) has no value, and x = y is true."""
    Q = matrix("Q", orthogonal=True)
    data = data_of(det(Q) ** 2 * x, y, equals(x, y))
    value = y * (1 + det(Q)) / (1 + det(Q))
    forged = {**data, "left": nodes(det(Q) * x), "steps": [given(x, value)]}
    rotated = [place for place in data["defined_at"] if place["term"] != nodes(x)]
    forged |= {"cofactors": [], "cleared": [], "defined_at": rotated}
    assert not forgeries.confirmed(forged)
    assert not forgeries.confirmed({**forged, "steps": [given(x, y)]})
    assert forgeries.confirmed({**forged, "left": data["left"], "steps": [given(x, y)]})


def test_only_symbols_have_given_values() -> None:
    """Another constant may be written as 3."""
    data = data_of(x, y, equals(x, y))
    other = {"op": "opaque", "sort": "Scalar", "shape": [1, 1], "value": "3"}
    place = {"term": [other], "value": "3"}
    forged = {**data, "left": [other], "right": nodes(3 - x + y)}
    forged |= {"cofactors": [], "cleared": [], "defined_at": [place, *data["defined_at"]]}
    assert not forgeries.confirmed({**forged, "steps": [given(number(3), 3 - x + y)]})


@pytest.mark.parametrize("name", ["pi", "unity"])
def test_a_symbol_is_not_the_number_of_its_name(name: str) -> None:
    data = as_proved(data_of(x, pi))
    angle = {"term": nodes(x), "value": {"cos": "1", "sin": "0", "parts": 1}}
    text = json.dumps({**data, "defined_at": [angle]}).replace('"name": "x"', f'"name": "{name}"')
    assert not forgeries.confirmed(json.loads(text))
