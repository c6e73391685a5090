"""`python -m bench.forgeries [--cases N] [--seed N]`: does `recheck` ever confirm a false claim?

The certificates of proved and refuted identities of every kind are tampered with, one place of the
JSON at a time: something is deleted, emptied, added, doubled, exchanged with another place, changed
slightly, or two certificates are mixed; numbers become malformed; symbols get other sorts, facts or
names, operators other operands; equations are added to contexts; claims are called probable. A
claim that `recheck` still confirms must be true, and readable by the package. The oracle knows
nothing about certificates: it reads the sides and the context, and looks for a point of exact
numbers at which a claim of equality fails, or evaluates the given counterexample. And no field may
be missing, empty or added.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from rewrite import (
    Context,
    Fact,
    collinear,
    column,
    cos,
    cross,
    det,
    dot,
    equal,
    equals,
    find_counterexample,
    free_symbols,
    from_json,
    function,
    identity,
    invertible,
    matrices,
    matrix,
    nonzero,
    norm,
    norm2,
    orthogonal,
    pi,
    quaternions,
    rotation,
    scalars,
    sin,
    sqrt,
    trace,
    triad,
    unit,
    vectors,
)
from rewrite.decision import recheck
from rewrite.errors import FactError, RewriteError

Data = Any
a, b, c, d = vectors("a b c d")
i, j, k = vectors("i j k")
x, y, z = scalars("x y z")
A, B = matrices("A B")
R, Q = matrix("R", rotation=True), matrix("Q", orthogonal=True)
p, q = quaternions("p q")
f = function("f")
ID = identity(3)

CLAIMS: list[tuple[Any, Any, list[Fact]]] = [
    (cross(a, cross(b, c)), dot(a, c) * b - dot(a, b) * c, []),
    (cross(a, b), cross(b, a), []),
    (cross(R @ a, R @ b), R @ cross(a, b), []),
    (cross(Q @ a, Q @ b), Q @ cross(a, b), []),
    (det(A @ B), det(A) * det(B), []),
    ((A @ B).inv, B.inv @ A.inv, []),
    (A @ B, B @ A, []),
    (norm2(p * q), norm2(p) * norm2(q), []),
    (p * q, q * p, []),
    (sin(x + y), sin(x) * cos(y) + cos(x) * sin(y), []),
    (sin(2 * x), 2 * sin(x), []),
    (sin(x), x, []),
    (cos(pi / 5) - cos(2 * pi / 5), x**0 / 2, []),
    (x / y + y / x, (x**2 + y**2) / (x * y), []),
    (1 / (x - y), (x + y) / (x**2 - y**2), []),
    (f(x + y), f(y + x), []),
    (f(x), x, []),
    (sqrt(x) ** 2, x, []),
    (sqrt(x**4), x**2, []),
    (sqrt(x**2), x, []),
    (norm(x**2 * a), x**2 * norm(a), []),
    (sqrt(x) * sqrt(y), sqrt(x * y), []),
    (sqrt(x**2 * y**2) / y, sqrt(x**2) * sqrt(y**2) / y, []),
    (norm(a / x) * sqrt(x**2), norm(a), []),
    (sqrt(x / y) * sqrt(y / x), x**0, []),
    (sqrt(x * y) + sqrt(x**4), sqrt(x * y) + x**2, []),
    (trace(A.T @ A), trace(A @ A), []),
    (cross(a, b), cross(b, c), [equals(a + b + c, 0 * a)]),
    (norm2(a + b), norm2(a) + norm2(b), [orthogonal(a, b)]),
    (dot(a, b) * c, dot(a, c) * b, [collinear(b, c)]),
    (B @ A, ID, [equals(A @ B, ID)]),
    (A, ID, [equals(A @ A, ID)]),
    (a, 0 * a, [equals(dot(a, a), 0 * x)]),
    (x, 0 * x, [equals(x**2 + y**2, 0 * x)]),
    (x, y, [equals(x**2, y**2)]),
    (cross(i, j), k, [triad(i, j, k)]),
    (A.inv, A.T, [rotation(A)]),
    (norm2(a) * b, b, [unit(a)]),
    (cross(A @ a, A @ b), A.inv.T @ cross(a, b), [equals(det(A), x**0)]),
    (x / y, z, [equals(x, y * z)]),
    (A @ a, a, [invertible(A)]),
    (sqrt(x) * y, z, [equals(y, z / sqrt(x))]),
    (trace(A), 0 * x, [equals(A @ A @ A, 0 * A)]),
    (trace(A @ B), 0 * x, [equals(A @ B @ A, 0 * A)]),
    (A @ a, 0 * a, [equals(A @ A, 0 * A)]),
    (a, b, [equals(A @ a, A @ b), invertible(A)]),
    (x, z, [equals(x * y, z * y), nonzero(y)]),
    (x, 4 * x**0, [equals(sqrt(x), 2 * x**0)]),
    (cos(x) ** 2, x**0, [equals(sin(x), 0 * x)]),
    (x**4, 4 * x**0, [equals(x**2, 2 * x**0)]),
    (x, y, [equals(x**2, 2 * x**0), equals(y**2, 3 * x**0)]),
    (cos(2 * x), 0 * x, [equals(sin(x), cos(x))]),
    (norm(a), x, [equals(dot(a, a), 7 * x**0)]),
    (sin(x), sin(y), [equals(x + y, pi)]),
    (sin(x), cos(y), [equals(x + y, pi)]),
    (sin(x) * z**2, 2 * cos(y), [equals(x + y, pi / 2), equals(z**2, 2)]),
    (f(sin(x)) / y, f(sin(1 / y)) / y, [equals(x, 1 / y)]),
    (column(x, y, z), x * column(1, 0, 0) + y * column(0, 1, 0) + z * column(0, 0, 1), []),
]
CERTIFICATE = ("angles", "nonzero", "factors", "steps", "positive", "cofactors", "cleared")


def certificates(limit: float = 5.0) -> list[Data]:
    """The verdicts on the claims, as data; each of them is confirmed."""
    found = []
    for left, right, facts in CLAIMS:
        data = json.loads(equal(left, right, Context(*facts), time_limit=limit).to_json())
        why = recheck.check(data)
        if why is not None:
            raise RuntimeError(f"{left} == {right}: {why}")
        found.append(data)
    return [*found, as_probable(found[0], 2.0**-80)]


# -- tampering ------------------------------------------------------------------------------------


def places(data: Data, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all places in some data."""
    listed = enumerate(data) if isinstance(data, list) else ()
    for key, value in data.items() if isinstance(data, dict) else listed:
        yield (*path, key)
        yield from places(value, (*path, key))


def at(data: Data, path: tuple[Any, ...]) -> Data:
    for key in path:
        data = data[key]
    return data


def tampered(pool: list[Data], random: Random) -> tuple[str, Data, Data]:
    """One forgery: the change, the certificate, and the verdict on it."""
    data = random.choice(pool)
    forged = copy.deepcopy(data)
    everywhere = list(places(data))
    field = random.choice([path for path in everywhere if len(path) == 1])
    inside = [path for path in everywhere if path[0] == field[0]]
    path = random.choice(inside) if random.random() < 0.8 else random.choice(everywhere)
    parent, key, old = at(forged, path[:-1]), path[-1], at(forged, path)
    kind = random.choice([*PLAIN, *CUNNING])
    if kind in CUNNING:
        forged = CUNNING[kind](forged, random)
    elif kind == "delete":
        del parent[key]
    elif kind == "empty":
        parent[key] = type(old)() if not isinstance(old, bool) else None
    elif kind == "add":
        _add(old if isinstance(old, dict | list) else parent, random)
    elif kind == "double" and isinstance(parent, list):
        parent.insert(key, copy.deepcopy(old))
    elif kind == "exchange":
        other = random.choice(everywhere)
        parent[key] = copy.deepcopy(at(data, other))
    elif kind == "mix":
        other = random.choice(pool)
        for name in random.sample(sorted(forged.keys() & other.keys()), random.randint(1, 3)):
            forged[name] = copy.deepcopy(other[name])
    elif kind == "status":
        forged = _as_proved(forged)
    else:
        parent[key] = _changed(old, random)
    return kind, data, forged


PLAIN = ["delete", "empty", "add", "double", "exchange", "change", "mix", "status"]
NUMBERS = [
    True,
    False,
    None,
    math.nan,
    math.inf,
    1.0,
    0,
    -1,
    2**70,
    10**400,
    "1e9",
    "+1",
    " 1",
    "1\n",
]
NUMBERS += ["\u0663", "2/4", "-0", "1/0", "0x1", "1_0", "", "nan", "½", [1], {"value": "1"}]


def _number(data: Data, random: Random) -> Data:
    """Replace a number, or a text in its place, by a malformed one."""
    found = [path for path in places(data) if not isinstance(at(data, path), dict | list)]
    path = random.choice(found)
    at(data, path[:-1])[path[-1]] = random.choice(NUMBERS)
    return data


def _nodes(data: Data) -> list[Data]:
    return [at(data, path) for path in places(data) if _is_node(at(data, path))]


def _is_node(found: Data) -> bool:
    return isinstance(found, dict) and "op" in found


def _symbol(data: Data, random: Random) -> Data:
    """Give a symbol another sort, other facts or another name wherever it occurs."""
    named = [node for node in _nodes(data) if node.get("name")]
    if not named:
        return data
    sorts = [("Scalar", [1, 1]), ("Vector", [3, 1]), ("Quaternion", [])]
    sorts += [("Matrix", shape) for shape in ([3, 3], [2, 2], [3, 1], [4, 0], [-3, -3], [99, 99])]
    facts = [["unit"], ["rotation"], ["symmetric"], ["antisymmetric"], ["diagonal"], ["pure"]]
    facts += [["nonzero"], ["invertible"], ["constant"], [], ["unknown"], "unit", {"unit": 1}]
    names = ["a", "x", "A", "a.0", "opaque 1", "π", "а", "a\u200b", *(n["name"] for n in named)]
    old, change = random.choice(named)["name"], random.choice(["sort", "facts", "name"])
    kind, added, name = random.choice(sorts), random.choice(facts), random.choice(names)
    for node in (node for node in named if node["name"] == old):
        if change == "sort":
            node["sort"], node["shape"] = kind[0], list(kind[1])
        else:
            node[change] = added if change == "facts" else name
    return data


def _operator(data: Data, random: Random) -> Data:
    """Replace an operator by another one, or give it another operand."""
    found = [node for node in _nodes(data) if node.get("args")]
    if not found:
        return data
    node, ops = random.choice(found), [node["op"] for node in found]
    change = random.choice(["op", "more", "fewer", "turned", "opaque"])
    if change == "op":
        node["op"] = random.choice([*ops, "dot", "norm2", "times", "add", "trans", "matmul"])
    elif change == "more":
        node["args"] = [*node["args"], random.choice(node["args"])]
    elif change == "fewer":
        node["args"] = node["args"][:-1]
    elif change == "turned":
        node["args"] = node["args"][::-1]
    else:
        for number in (n for n in _nodes(data) if n["op"] == "number"):
            number |= {"op": "opaque", "sort": "Scalar", "shape": [1, 1]}
    return data


def _relation(data: Data, random: Random) -> Data:
    """Add an equation between the sides of other claims to the context, with multipliers."""
    terms = [t for fact in data["context"] for t in fact["terms"]] + [data["left"], data["right"]]
    fact = {"fact": random.choice(["equals", "orthogonal"]), "terms": random.sample(terms, 2)}
    data["context"] = [*data["context"], copy.deepcopy(fact)]
    used = random.choice([[], [[[], "1"]], [[[], "-1"]]])
    data["cofactors"] = [[*row, used] for row in data["cofactors"] or [[]]]
    data["cleared"] = data["cleared"] or [[]]
    return data


def as_probable(data: Data, bound: Any) -> Data:
    data = copy.deepcopy(data) | {"status": "probable", "method": "", "points": 2}
    data |= {name: [] for name in CERTIFICATE if name != "angles"} | {"atoms": {}}
    own = ("defined_at", "counterexample")
    return {k: v for k, v in data.items() if k not in own} | {"error_bound": bound}


def _probable(data: Data, random: Random) -> Data:
    """Call a claim probable, with a bound of any size."""
    return as_probable(data, random.choice([2.0**-80, 0.5, 1.0, 0, 1e-300, -1.0, math.nan, True]))


CUNNING = {
    "number": _number,
    "symbol": _symbol,
    "operator": _operator,
    "relation": _relation,
    "probable": _probable,
}
"""Forgeries that use the structure of a certificate."""


def _add(into: Data, random: Random) -> None:
    if isinstance(into, dict):
        into["more"] = random.choice([1, "x", [], None])
    else:
        into.insert(random.randint(0, len(into)), random.choice([[], "1", 0, {}, [[], "1"]]))


def _changed(old: Data, random: Random) -> Data:
    if isinstance(old, bool) or old is None:
        return not old
    if isinstance(old, int):
        return old + random.choice([-1, 1, 2])
    if isinstance(old, str):
        return random.choice(["0", "1", "-1", "1/7", f"-{old}", f"{old}1", "x", "y", "proved"])
    if isinstance(old, list):
        return old[::-1] if len(old) > 1 else [*old, *old]
    return old


def _as_proved(data: Data) -> Data:
    """A refutation turned into a proof, at the point of the counterexample, with no multipliers."""
    if data["status"] == "refuted":
        data |= {"status": "proved", "method": "laws"}
        data["defined_at"] = data.pop("counterexample")["point"]
    else:
        data |= {name: [] for name in CERTIFICATE if name not in ("angles", "nonzero")}
        data["atoms"] = {}
    return data


# -- judging --------------------------------------------------------------------------------------


def confirmed(data: Data) -> bool:
    """Whether the program confirms it; any error counts as a refusal."""
    try:
        return data["status"] != "undecided" and recheck.check(data) is None
    except Exception:
        return False


def false_claim(before: Data, forged: Data) -> str:
    """The error in a certificate that was confirmed; empty if there is none."""
    missing = _keys(before) - _keys(forged) if before["status"] == forged["status"] else set()
    if missing:
        return f"fields are missing: {missing}"
    if forged["status"] == "probable" and not 2.0**-122 <= forged["error_bound"] < 1:
        return f"two points do not give the bound {forged['error_bound']}"
    claim = [forged[name] for name in ("status", "left", "right", "context")]
    if claim == [before[name] for name in ("status", "left", "right", "context")]:
        return ""
    try:
        left, right = (_term(forged[side]) for side in ("left", "right"))
        facts = [_fact(f["fact"], *map(_term, f["terms"])) for f in forged["context"]]
    except RewriteError as error:
        return f"not a claim: {error}"
    try:
        example = find_counterexample(left, right, Context(*facts), time_limit=3.0, attempts=200)
    except FactError:  # a context that `recheck` can read, and the oracle cannot
        return ""
    if forged["status"] == "refuted":
        return "" if example is not None else "refuted, but no counterexample is found"
    return "" if example is None else f"false: {example}"


def _fact(name: str, *terms: Any) -> Fact:
    """A fact; an equation with a constant on its left is read from the right."""
    turned = name == "equals" and not free_symbols(terms[0])
    return Fact(name, terms[::-1] if turned else terms)


def _keys(data: Data) -> set[str]:
    return set(data)


def _term(nodes: Data) -> Any:
    text = json.dumps({"format": "penelope-term", "version": 1, "nodes": nodes})
    known = {(node["op"], len(node["args"])) for node in nodes if "module" in node}
    return from_json(text, [function(*name, module=__name__) for name in known])


def run(cases: int, seed: int = 0) -> tuple[Counter[str], list[tuple[str, Data]]]:
    """Tamper this many times; return the counts of refusals, and forgeries wrongly confirmed."""
    random, pool = Random(seed), certificates()
    counts: Counter[str] = Counter()
    wrong = []
    while sum(counts.values()) < cases:
        kind, before, forged = tampered(pool, random)
        if forged == before:
            continue
        passed = confirmed(forged)
        counts[f"{kind}, confirmed" if passed else f"{kind}, refused"] += 1
        why = false_claim(before, forged) if passed else ""
        if why:
            wrong.append((why, forged))
    return counts, wrong


def main() -> int:
    options = argparse.ArgumentParser(description="tamper with certificates")
    options.add_argument("--cases", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=0)
    given = options.parse_args()
    start = time.monotonic()
    counts, wrong = run(given.cases, given.seed)
    for kind, count in sorted(counts.items()):
        print(f"{count:7} {kind}")
    print(f"{len(wrong):7} false claims confirmed, in {time.monotonic() - start:.0f} s")
    for why, forged in wrong[:5]:
        print(why, json.dumps(forged)[:3000], sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
