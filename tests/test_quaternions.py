"""Quaternions: the laws of spec 03 for compounds too, levels of detail, and rotations."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from terms import KINDS, Q, S, V, terms

import rewrite
from rewrite import (
    Context,
    LimitError,
    OutsideError,
    Quaternion,
    UndefinedError,
    canonical,
    column,
    conj,
    coordinates,
    cross,
    dot,
    norm,
    norm2,
    normal,
    one,
    orthogonal,
    pairs,
    quat,
    quaternion,
    quaternions,
    rotate,
    rotation_matrix,
    scalar_part,
    scalars,
    simplify,
    subs,
    tilde,
    triple,
    vector_part,
    vectors,
    x_of,
    y_of,
    z_of,
)
from rewrite.evaluation.compare import agree

p, q, r = quaternions("p q r")
u, w = quaternions("u w", unit=True)
h, k = quaternions("h k", pure=True)
a, b, c = vectors("a b c")
x, y = scalars("x y")
ONE: Any = one(Quaternion)

LAWS: dict[str, Any] = {
    "inverse": (q.inv * q, ONE),
    "inverse of a product": ((p * q).inv, q.inv * p.inv),
    "inverse of a multiple": ((x * q).inv, q.inv / x),
    "conjugate of a product": (conj(p * q), conj(q) * conj(p)),
    "conjugate of a multiple": (conj(x * q), x * conj(q)),
    "norm of a multiple": (norm2(x * q), x**2 * norm2(q)),
    "norm of a product": (norm2(p * q), norm2(p) * norm2(q)),
    "norm of an inverse": (norm2(q.inv), 1 / norm2(q)),
    "norm of a conjugate": (norm2(conj(q)), norm2(q)),
    "times its conjugate": (q * conj(q), norm2(q) * ONE),
    "conjugate times": (conj(q) * q, norm2(q) * ONE),
    "inverse by norm": (q.inv, conj(q) / norm2(q)),
    "sum with conjugate": (q + conj(q), 2 * scalar_part(q) * ONE),
    "difference with conjugate": (q - conj(q), 2 * quat(0, vector_part(q))),
    "its own quadratic": (q * q, 2 * scalar_part(q) * q - norm2(q) * ONE),
    "norm of a sum": (norm2(p + q), norm2(p) + norm2(q) + 2 * scalar_part(p * conj(q))),
    "cyclic scalar parts": (scalar_part(p * q * r), scalar_part(q * r * p)),
    "turned scalar parts": (scalar_part(p * q), scalar_part(conj(q) * conj(p))),
    "composition": (rotate(p, rotate(q, a)), rotate(p * q, a)),
    "matrix of a product": (rotation_matrix(p * q), rotation_matrix(p) @ rotation_matrix(q)),
    "matrix of a conjugate": (rotation_matrix(conj(q)), rotation_matrix(q).T),
    "matrix on a vector": (rotation_matrix(q) @ a, rotate(q, a)),
    "sandwich": (q * quat(0, a) * conj(q), quat(0, rotate(q, a))),
    "vector part of a sandwich": (vector_part(q * quat(0, a) * conj(q)), rotate(q, a)),
    "product of pairs": (
        quat(x, a) * quat(y, b),
        quat(x * y - dot(a, b), x * b + y * a + cross(a, b)),
    ),
    "commutator": (quat(0, a) * quat(0, b) - quat(0, b) * quat(0, a), 2 * quat(0, cross(a, b))),
}
UNIT_LAWS: dict[str, Any] = {
    "unit norm": (norm2(u), 1),
    "unit length": (norm(u * w), 1),
    "unit inverse": (u.inv, conj(u)),
    "cancelling": (u * w * conj(w) * p * conj(p).inv, u * p * conj(p).inv),
    "dot": (dot(rotate(u, a), rotate(u, b)), dot(a, b)),
    "cross": (cross(rotate(u, a), rotate(u, b)), rotate(u, cross(a, b))),
    "triple": (triple(rotate(u, a), rotate(u, b), rotate(u, c)), triple(a, b, c)),
    "tilde": (tilde(rotate(u, a)), rotation_matrix(u) @ tilde(a) @ rotation_matrix(u).T),
    "same rotation": (rotation_matrix(-u), rotation_matrix(u)),
    "there and back": (rotate(conj(u), rotate(u, a)), a),
    "pure conjugate": (conj(h), -h),
    "pure square": (h * h, -norm2(h) * ONE),
    "pure anticommutator": (h * k + k * h, -2 * dot(vector_part(h), vector_part(k)) * ONE),
}


def compound(t: Any) -> Any:
    """The same law about compounds."""
    return subs(t, {p: q * r + x * p, q: r * conj(p), r: p - quat(y, a), a: cross(a, b) + x * c})


@pytest.mark.parametrize("name", [*LAWS, *UNIT_LAWS])
def test_laws_come_out_of_simplify(name):
    left, right = {**LAWS, **UNIT_LAWS}[name]
    assert agree(left, left + 0 * left) is True
    assert simplify(left - right) == 0


@pytest.mark.parametrize("name", LAWS)
def test_laws_hold_for_compounds(name):
    left, right = (compound(t) for t in LAWS[name])
    assert agree(left, right) is True
    assert simplify(left - right) == 0


POLYNOMIAL = [n for n in (*LAWS, *UNIT_LAWS) if "inverse" not in n and n != "cancelling"]


@pytest.mark.parametrize("name", [n for n in POLYNOMIAL if n != "unit length"])
def test_laws_come_out_of_canonical(name):
    left, right = {**LAWS, **UNIT_LAWS}[name]
    right = rewrite.number(1) if right == 1 else right
    assert canonical(left) is canonical(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (p * q, q * p),
        (norm2(p + q), norm2(p) + norm2(q)),
        (rotate(p, cross(a, b)), cross(rotate(p, a), rotate(p, b))),
        (rotation_matrix(p).inv, rotation_matrix(p).T),
        (scalar_part(p * q * r), scalar_part(p * r * q)),
        (q * q, -norm2(q) * ONE),
        (conj(p * q), conj(p) * conj(q)),
    ],
)
def test_false_identities_are_not_rewritten(left, right):
    assert agree(left, right) is False
    assert simplify(left - right) != 0


# -- levels ---------------------------------------------------------------------------------------


def quaternion_terms() -> Any:
    return st.sampled_from([Q, Q, V, S]).flatmap(lambda kind: terms(kind, 8))


@given(quaternion_terms())
def test_going_down_keeps_the_value(t):
    for level in (pairs, coordinates):
        try:
            down = level(t)
        except (UndefinedError, LimitError):
            continue
        assert agree(t, down) is not False
        assert down.sort is t.sort


@given(st.sampled_from(KINDS).flatmap(lambda kind: terms(kind, 8)))
def test_canonical_keeps_the_value(t):
    try:
        found = canonical(t)
    except (OutsideError, UndefinedError, LimitError):
        return
    assert agree(t, found) is not False


def test_one_quaternion_of_several_goes_down():
    t = pairs(p * q * r, q)
    assert t is normal(p * quat(scalar_part(q), vector_part(q)) * r)
    assert simplify(t) is normal(p * q * r)
    assert simplify(coordinates(p)) is p
    assert coordinates(coordinates(p * q) - p * q) == 0


def test_a_product_becomes_one_pair():
    t = pairs(p * q + x * ONE)
    assert t.op is quat
    assert scalar_part(t).op is scalar_part
    assert normal(scalar_part(t)) is normal(
        x + scalar_part(p) * scalar_part(q) - dot(vector_part(p), vector_part(q))
    )


def test_facts_about_vector_parts_are_used():
    t = quat(x, a) * quat(y, b)
    plain = pairs(t)
    known = pairs(t, context=Context(orthogonal(a, b)))
    assert normal(scalar_part(plain)) is normal(x * y - dot(a, b))
    assert normal(scalar_part(known)) is normal(x * y)
    pure = quaternion("z", pure=True)
    assert normal(scalar_part(pairs(pure))) == 0


def test_four_coordinates():
    t = coordinates(quat(x, a) * conj(quat(x, a)))
    assert agree(t, (x**2 + dot(a, a)) * ONE) is True
    v = column(x, y, 2)
    assert normal(x_of(v) + y_of(v) + z_of(v)) is normal(x + y + 2)
    assert simplify(column(x_of(a), y_of(a), z_of(a))) is a


def test_bad_choices_are_refused():
    with pytest.raises(rewrite.SortError, match="needs Quaternion"):
        pairs(p * q, a)  # type: ignore[arg-type]
