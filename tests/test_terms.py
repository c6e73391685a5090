"""Terms: interned, immutable, ordered, freed, deep, and safe between threads and processes."""

import copy
import gc
import os
import pickle
import random
import subprocess
import sys
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest

from rewrite import (
    NameClashError,
    SortError,
    Vector,
    add,
    cross,
    dot,
    free_symbols,
    identity,
    matrices,
    matrix,
    mul,
    normal,
    number,
    order,
    parse,
    postorder,
    quaternion,
    rotation,
    scalar,
    scalars,
    sin,
    subs,
    trans,
    vector,
    vectors,
    zero,
)
from rewrite.core.terms import natural

a, b, c = vectors("a b c")
x, y = scalars("x y")
A, B = matrices("A B")


def test_the_same_term_is_the_same_object():
    assert cross(a, b + 2 * c) is cross(a, b + 2 * c)
    assert vector("a") is a
    assert hash(x * y) == hash(x * y)


def test_building_simplifies_nothing():
    assert str(a + 0 * a - a) == "a + 0*a - a"
    assert cross(a, a) is not zero(Vector)
    assert (a + b) + c is add(a, b, c)
    assert a + (b + c) is not add(a, b, c)
    assert (1 * x).args == (number(1), x)


def test_terms_are_immutable_and_copies_are_the_term():
    with pytest.raises(AttributeError, match="immutable"):
        a.shape = (2, 2)
    assert copy.copy(a) is a
    assert copy.deepcopy(cross(a, b)) is cross(a, b)
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(a)


def test_numbers_and_zeros_compare_with_python_numbers():
    assert zero(Vector) == 0
    assert zero((2, 3)) == 0
    assert number(0) == 0
    assert identity(3) == 1
    assert number(Fraction(4, 2)) == 2
    assert zero(Vector) != zero((3, 3))
    assert a != 0
    assert hash(zero(Vector)) == hash(0)
    assert hash(number(7)) == hash(7)


def test_unused_terms_are_freed(few_objects):
    v = vector("only_here")
    ref = weakref.ref(cross(v, a + v))
    normal(cross(v, a + v))
    gc.collect()
    assert ref() is None
    size = len(cross.table)
    for i in range(100):
        normal(cross(a, vector(f"v{i}")))
    gc.collect()
    assert len(cross.table) <= size + 1


def test_two_symbols_of_one_name_cannot_meet(few_objects):
    other = vector("a", unit=True)
    assert other is not a
    with pytest.raises(NameClashError, match=r"two different symbols.*'a'.*unit"):
        cross(a, b + other)
    with pytest.raises(NameClashError):
        (x * scalar("b")) * b
    del other
    gc.collect()
    assert cross(a, b) is cross(a, b)


def test_order_is_natural_and_reproducible():
    names = ["v10", "v2", "v1", "u", "v1'"]
    found = sorted((vector(n) for n in names), key=order)
    assert [v.name for v in found] == ["u", "v1", "v1'", "v2", "v10"]
    assert natural("a2b") < natural("a10b")


_PROGRAM = """
import random, sys
from rewrite import *
names = [f"w{i}" for i in range(30)]
random.Random(int(sys.argv[1])).shuffle(names)
vs = {n: vector(n) for n in names}
ts = [cross(vs[f"w{i}"], vs[f"w{(7 * i) % 30}"] + vs[f"w{(3 * i) % 30}"]) for i in range(30)]
random.Random(int(sys.argv[1])).shuffle(ts)
print(normal(add(*ts)))
"""


def test_normal_forms_do_not_depend_on_seed_or_creation_order():
    outputs = set()
    for seed in ("0", "1"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", _PROGRAM, seed], capture_output=True, text=True, env=env
        )
        assert run.returncode == 0, run.stderr
        outputs.add(run.stdout)
    assert len(outputs) == 1


def test_threads_share_terms():
    barrier = threading.Barrier(8)

    def build(seed: int) -> list[object]:
        barrier.wait()
        rng = random.Random(7)
        local = vectors("t1 t2 t3 t4")
        return [cross(rng.choice(local), rng.choice(local) + i * rng.choice(local))
                for i in range(2000)]  # fmt: skip

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(build, range(8)))
    for other in results[1:]:
        assert all(s is t for s, t in zip(results[0], other, strict=True))


def _deep(kind: str, n: int = 3 * sys.getrecursionlimit()):
    t = {"sum": b, "cross": b, "trans": A, "product": b, "scale": b, "sin": x}[kind]
    for _ in range(n):
        t = {
            "sum": lambda t: a + (-t),
            "cross": lambda t: cross(a, t),
            "trans": lambda t: trans(t),
            "product": lambda t: A @ (x * t),
            "scale": lambda t: x * t,
            "sin": lambda t: sin(t),
        }[kind](t)
    return t


@pytest.mark.parametrize("kind", ["sum", "cross", "trans", "product", "scale", "sin"])
def test_terms_deeper_than_the_recursion_limit(kind):
    t = _deep(kind)
    assert _deep(kind) is t
    assert pickle.loads(pickle.dumps(t)) is t
    assert parse(str(t), free_symbols(t)) is t
    n = normal(t)
    assert normal(n) is n
    assert order(t) > order(n) or t is n
    assert subs(t, {a: c, b: a}) is not None
    assert {s.name for s in free_symbols(t)} <= {"a", "b", "x", "A"}


def test_transposing_nested_sums_and_products_neither_recurses_nor_explodes():
    t = B
    for _ in range(2000):
        t = A @ (B + t)
    n = normal(t.T)
    assert n.op is (A @ B).op
    assert normal(n) is n
    assert normal(n.T) is normal(t)


def test_small_graphs_of_enormous_trees():
    t, s = a, x
    for _ in range(300):
        t, s = add(t, t), mul(s, s)
    assert normal(t) is normal(2**300 * a)
    assert normal(s) is normal(x ** (2**300))
    assert sum(1 for _ in postorder(t)) == 301


def test_subs_is_simultaneous_and_checks_sorts():
    assert subs(cross(a, b), {a: b, b: a}) is cross(b, a)
    assert subs(dot(a, b) * x, {dot(a, b): y}) is y * x
    assert subs(a + b, {b: 0}) is a + zero(Vector)
    with pytest.raises(SortError, match=r"what replaces a is Matrix\(3, 3\), needs Vector"):
        subs(cross(a, b), {a: A})


def test_symbols_are_their_facts():
    assert rotation("R") is matrix("R", rotation=True)
    assert rotation("R") is not matrix("R")
    assert quaternion("q", unit=True) is not quaternion("q")
