"""Pickle and JSON: the identical term comes back, here and in another process."""

import copy
import json
import os
import pickle
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from terms import terms

from rewrite import (
    Associative,
    Commutative,
    LawError,
    Linear,
    ParseError,
    RewriteError,
    Scalar,
    SortError,
    Term,
    Vector,
    add,
    cross,
    function,
    identity,
    matrix,
    number,
    one,
    operator,
    pi,
    quaternion,
    scalar,
    scalars,
    symbol,
    vector,
    vectors,
    zero,
)
from rewrite.core.operators import OPAQUE
from rewrite.core.sorts import Quaternion
from rewrite.core.terms import intern
from rewrite.text.serial import from_json, from_nodes, to_json, to_nodes

x, y = scalars("x y")
a, b = vectors("a b")


class Screw(Linear):
    """A sort from outside."""

    dimension = 6


join = operator("join", Vector, Vector, result=Vector, laws=[Associative()])
turn = operator("turn", Screw, result=Screw)
s = symbol("s", Screw)

SAMPLES = [
    x,
    scalar("t", time=True),
    vector("u'", unit=True),
    matrix("J", symmetric=True, invertible=True),
    matrix("W", 2, 5),
    quaternion("p", unit=True, pure=True),
    number(Fraction(-2, 3)),
    number(10**5000 + 1),
    zero(Vector),
    zero((2, 3)),
    one(Quaternion),
    identity(4),
    pi,
    intern(OPAQUE, (), Scalar, (1, 1), 'f("t")\n'),
    cross(a, b) - x * y**-1 * cross(a, b),
    add(add(a, b), a),
]


@pytest.mark.parametrize("t", SAMPLES, ids=range(len(SAMPLES)))
def test_sample_terms_come_back_from_json(t):
    assert pickle.loads(pickle.dumps(t)) is t
    assert from_json(to_json(t)) is t
    assert copy.copy(t) is copy.deepcopy([t])[0] is t


@given(terms())
def test_random_terms_come_back_from_json(t):
    assert pickle.loads(pickle.dumps(t)) is t
    assert from_json(to_json(t)) is t


def test_sharing_is_kept():
    t = a
    for _ in range(300):
        t = cross(t, t)
    assert len(to_nodes(t)) == 301
    assert from_nodes(to_nodes(t)) is pickle.loads(pickle.dumps(t)) is from_json(to_json(t)) is t


@pytest.mark.parametrize("storey", [lambda t: cross(b, t), lambda t: a - t, lambda t: t.T.T])
def test_deep_terms_come_back_from_json(storey):
    t = a
    for _ in range(3 * sys.getrecursionlimit()):
        t = storey(t)
    assert pickle.loads(pickle.dumps(t)) is t
    assert from_json(to_json(t)) is t


def test_wide_terms_come_back_from_json():
    t = add(*(x * a for x in scalars(" ".join(f"x{i}" for i in range(10_000)))))
    assert pickle.loads(pickle.dumps(t)) is t
    assert from_json(to_json(t)) is t


def test_operators_and_sorts_from_outside():
    t = x * turn(s) - zero(Screw)
    assert pickle.loads(pickle.dumps(t)) is t
    assert from_json(to_json(t), [turn]) is t
    assert from_json(to_json(join(a, b, a)), {"join": join}) is join(a, b, a)
    with pytest.raises(ParseError, match="unknown sort 'Screw': give it among the declarations"):
        from_json(to_json(s))
    with pytest.raises(ParseError, match=r"unknown operator 'join' of module '.*test_serial'"):
        from_json(to_json(join(a, b)))
    with pytest.raises(ParseError, match="unknown operator 'h'"):
        from_json(to_json(function("h")(x)), [join])


def test_operators_keep_their_names_apart():
    with pytest.raises(LawError, match="the standard theory has an operator of this name"):
        operator("dot", Vector, Vector, result=Vector)
    mine = operator("mine", Vector, Vector, result=Vector)
    t = mine(a, b)
    assert from_json(to_json(t), [mine]) is t
    with pytest.raises(ParseError, match="unknown operator 'mine' of module"):
        from_json(to_json(t))
    other = operator("mine", Vector, Vector, result=Vector, laws=[Commutative()])
    assert pickle.loads(pickle.dumps(other(a, b))) is other(a, b)
    with pytest.raises(LawError, match="declared again since"):
        pickle.dumps(t)


# -- another process -------------------------------------------------------------------------------

_MODULE = """
from rewrite import *
class Twist(Linear):
    dimension = 6
fold = operator("fold", Twist, Vector, result=Twist, laws=[])
k = symbol("k", Twist)
x, y = scalars("x y"); a, u = vector("a'"), vector("u", unit=True); R = rotation("R")
p = quaternion("p", unit=True); t = scalar("t", time=True)
term = x/2*fold(k, R.T @ cross(a, u) - rotate(p, a)) - t**-2*k + zero(Twist)
"""

_CHILD = """
import pickle, sys
pickled, text = (open(file, "rb").read() for file in sys.argv[1:])
t = pickle.loads(pickled)
import twists
from rewrite.text.serial import from_json, to_json
assert t is twists.term, (t, twists.term)
assert t is from_json(text.decode(), [twists.fold])
sys.stdout.write(to_json(t))
"""


def test_another_process(tmp_path, monkeypatch):
    (tmp_path / "twists.py").write_text(_MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    import twists  # type: ignore[import-not-found]

    files = tmp_path / "pickled", tmp_path / "text"
    files[0].write_bytes(pickle.dumps(twists.term))
    files[1].write_bytes(to_json(twists.term).encode())
    path = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    outputs = {
        subprocess.run(
            [sys.executable, "-c", _CHILD, *files],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "42")
    }
    assert outputs == {to_json(twists.term)}


# -- what is not the JSON of a term ---------------------------------------------------------------


def _document(*nodes, **changes):
    return json.dumps({"format": "penelope-term", "version": 1, "nodes": nodes, **changes})


VECTOR = {
    "op": "symbol",
    "sort": "Vector",
    "shape": [3, 1],
    "name": "a",
    "facts": [],
    "time": False,
}


def test_the_format_is_documented_by_example():
    assert from_json(_document(VECTOR)) is a
    assert json.loads(to_json(cross(a, a)))["nodes"] == [VECTOR, {"op": "cross", "args": [0, 0]}]
    assert from_json(_document(VECTOR, {"op": "cross", "args": [0, 0]})) is cross(a, a)
    assert from_json(_document({"op": "number", "value": "-2/4"})) is number(Fraction(-1, 2))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{",
        "[" * 100_000,
        '{"a": ' * 100_000,
        "9" * 10_000,
        "NaN",
        _document(),
        _document(VECTOR, version=2),
        _document(VECTOR, version="1"),
        _document(VECTOR, format="other"),
        _document(VECTOR, nodes={"0": VECTOR}),
        _document(None),
        _document([]),
        _document({}),
        _document({"op": None}),
        _document({"op": ["symbol"]}),
        _document({"op": "cross"}),
        _document({"op": "cross", "args": []}),
        _document({"op": "cross", "args": [0, 0]}),
        _document(VECTOR, {"op": "cross", "args": [0]}),
        _document(VECTOR, {"op": "cross", "args": [0, 1]}),
        _document(VECTOR, {"op": "cross", "args": [0, -1]}),
        _document(VECTOR, {"op": "cross", "args": [0, False]}),
        _document(VECTOR, {"op": "cross", "args": [0, 0.0]}),
        _document(VECTOR, {"op": "cross", "args": [0, "0"]}),
        _document(VECTOR, {"op": "cross", "args": [0, [0]]}),
        _document(VECTOR, {"op": "cross", "args": {"0": 0}}),
        _document(VECTOR, {"op": "cross", "args": "00"}),
        _document(VECTOR, {"op": "add", "args": [0]}),
        _document(VECTOR, {"op": "det", "args": [0]}),
        _document(VECTOR, {"op": "symbol", "args": [0]}),
        _document(VECTOR, {"op": "system", "module": "os", "args": [0]}),
        _document(VECTOR, {"op": "system", "module": ["os"], "args": [0]}),
        _document({**VECTOR, "op": "zero", "sort": "Term"}),
        _document({**VECTOR, "sort": "Linear"}),
        _document({**VECTOR, "sort": "object"}),
        _document({**VECTOR, "sort": 3}),
        _document({**VECTOR, "shape": [3, 3]}),
        _document({**VECTOR, "shape": None}),
        _document({**VECTOR, "sort": "Matrix"}),
        _document({**VECTOR, "sort": "Matrix", "shape": [1, 1]}),
        _document({**VECTOR, "sort": "Matrix", "shape": [2]}),
        _document({**VECTOR, "sort": "Matrix", "shape": [2, 0]}),
        _document({**VECTOR, "sort": "Matrix", "shape": [2, True]}),
        _document({**VECTOR, "sort": "Matrix", "shape": [[], {}]}),
        _document({**VECTOR, "name": ""}),
        _document({**VECTOR, "name": "a b"}),
        _document({**VECTOR, "name": "pi"}),
        _document({**VECTOR, "name": 3}),
        _document({**VECTOR, "facts": ["symmetric"]}),
        _document({**VECTOR, "facts": ["nice"]}),
        _document({**VECTOR, "facts": [["unit"]]}),
        _document({**VECTOR, "facts": "unit"}),
        _document({**VECTOR, "time": 1}),
        _document({**VECTOR, "op": "one"}),
        _document({**VECTOR, "op": "opaque"}),
        _document({"op": "number", "value": 2}),
        _document({"op": "number", "value": "1/0"}),
        _document({"op": "number", "value": "0.5"}),
        _document({"op": "number", "value": "٣"}),
        _document({"op": "number", "value": "1\n"}),
        _document({"op": "number", "value": "1" * 100_001}),
        _document(VECTOR, {**VECTOR, "facts": ["unit"]}, {"op": "cross", "args": [0, 1]}),
    ],
)
def test_hostile_json(text):
    with pytest.raises(ParseError) as caught:
        from_json(text)
    assert len(str(caught.value)) < 1000


def test_the_message_names_the_node():
    with pytest.raises(ParseError) as caught:
        from_json(_document(VECTOR, {"op": "dot", "args": [0]}))
    assert caught.value.message == "node 1: dot takes 2 arguments, found 1"
    assert "'args': [0]" in str(caught.value)
    with pytest.raises(ParseError) as caught:
        from_json('{"format": }')
    assert caught.value.position == 11


def test_wrong_types_are_refused():
    for wrong in (None, 3, a, b"{}"):
        with pytest.raises(ParseError):
            from_json(wrong)
    with pytest.raises(RewriteError, match="writes terms"):
        to_json(3)
    with pytest.raises(SortError):
        from_json(to_json(a), ["a"])


_json = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 5) | st.sampled_from(["cross", "symbol", "3", "x"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["op", "args", "sort", "shape", "name"]), inner)
    ),
)


@given(st.lists(_json, max_size=4))
def test_any_json_gives_a_term_or_a_parse_error(nodes):
    try:
        t = from_json(_document(VECTOR, *nodes))
    except ParseError:
        return
    assert isinstance(t, Term)


@given(terms(max_leaves=8), st.data())
def test_damaged_json(t, data):
    document = json.loads(to_json(t))
    node = data.draw(st.sampled_from(document["nodes"]))
    key = data.draw(st.sampled_from(sorted(node)))
    node[key] = data.draw(_json)
    try:
        assert isinstance(from_json(json.dumps(document)), Term)
    except ParseError:
        return
