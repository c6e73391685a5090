"""Fields: symbols that depend on time and on material coordinates, and their derivatives."""

from __future__ import annotations

import pickle
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from profiles import examples

from mechanics.media import jets, put, put_derivative
from rewrite import (
    Context,
    FactError,
    NameClashError,
    ParseError,
    Scalar,
    SortError,
    Vector,
    angular_velocity,
    constant,
    cos,
    cross,
    diff,
    dot,
    equal,
    free_symbols,
    from_json,
    function,
    latex,
    mathml,
    matrix,
    normal,
    parse,
    quaternion,
    rot,
    rotate,
    rotation,
    scalar,
    scalars,
    sin,
    symbol,
    time,
    to_json,
    unicode,
    vector,
    vectors,
)
from rewrite.text.declarations import declarations

s, u = scalars("s u")
r = vector("r", time=True, along="s")
f = scalar("f", time=True, along=("s", "u"))
R = rotation("R", time=True, along="s u")
a, b = vectors("a b")
BY: dict[str, Any] = {"t": time, "s": s, "u": u}


def derived(t: Any, word: str) -> Any:
    for letter in word:
        t = diff(t, BY[letter])
    return t


# -- partial derivatives commute ------------------------------------------------------------------


@pytest.mark.parametrize("word", ["ts", "tsu", "ttsu", "ssut"])
def test_mixed_derivatives_are_one_symbol(word):
    found = {derived(f, "".join(p)) for p in permutations(word)}
    assert len(found) == 1
    assert found.pop().is_symbol


@given(word=st.text("tsu", max_size=4), other=st.randoms(use_true_random=False))
@examples(40)
def test_derivatives_of_terms_commute(word, other):
    letters = list(word)
    other.shuffle(letters)
    g = vector("g", time=True, along="s u")
    t = f**2 * cross(g, a) + sin(f) * g + dot(g, g) * s * u * time * b
    assert equal(derived(t, word), derived(t, "".join(letters))).proved


def test_what_a_field_depends_on():
    assert diff(r, u) == 0
    assert diff(scalar("c"), s) == 0
    assert diff(vector("w", along="s"), time) == 0
    assert diff(vector("w", time=True), s) == 0
    assert diff(s * r, s) is normal(r + s * diff(r, s))
    assert diff(function("k")(s) * r, s).op is (r + r).op
    assert vector("r", time=True, along=s) is r
    assert vector("r", time=True, along=["s"]) is r
    assert scalar("f", time=True, along="s, u") is f


def test_facts_of_derivatives():
    J: Any = matrix("J", symmetric=True, time=True, along="s")
    assert diff(J, s).value.facts == {"symmetric"}
    assert diff(diff(J, s), time).value.facts == {"symmetric"}
    q = scalar("q", time=True)
    assert diff(q, time) is scalar("q'", time=True)  # as it was before there were fields


# -- moving frames --------------------------------------------------------------------------------


def test_curvature_and_angular_velocity():
    Omega, K = angular_velocity(R), angular_velocity(R, x=s)
    assert (str(Omega), str(K), str(angular_velocity(R, x=u))) == ("R_w", "R_k_s", "R_k_u")
    assert angular_velocity(R, "space", s) is R @ K
    assert equal(diff(K, time) - diff(Omega, s), cross(K, Omega)).proved
    single = rotation("Q", time=True, along="s")
    assert str(angular_velocity(single, x=s)) == "Q_k"


def test_transport_terms():
    v = vector("v", time=True, along="s u")
    K, Omega = angular_velocity(R, x=s), angular_velocity(R)
    assert equal(diff(R @ v, s), R @ (diff(v, s) + cross(K, v))).proved
    twice = diff(diff(R @ v, s), time)
    by_hand = R @ (
        diff(diff(v, s), time) + cross(diff(K, time), v) + cross(K, diff(v, time))
        + cross(Omega, diff(v, s) + cross(K, v))
    )  # fmt: skip
    assert equal(twice, by_hand).proved


CURVED = [
    R,
    quaternion("q", unit=True, time=True, along="s u"),
    quaternion("p", unit=True, pure=True, time=True, along="s u"),
    vector("n", unit=True, time=True, along="s u"),
    rotation("Q4", 4, time=True, along="s u"),
]


@pytest.mark.parametrize("t", CURVED, ids=str)
@pytest.mark.parametrize("word", ["ts", "su", "ut", "tsu"])
def test_curved_fields_are_compatible(t, word):
    assert equal(derived(t, word), derived(t, word[::-1])).proved


def test_compatibility_of_higher_orders():
    K, Omega = angular_velocity(R, x=s), angular_velocity(R)
    left = diff(diff(K, s), time)
    right = diff(diff(Omega, s) + cross(K, Omega), s)
    assert equal(left, right).proved
    assert diff(diff(K, u), s) is diff(diff(K, s), u)


def test_rotations_by_angles_of_fields():
    x = scalar("x", time=True, along="s")
    turned = rot(vector("e", unit=True), x)
    assert equal(angular_velocity(turned, x=s), diff(x, s) * vector("e", unit=True)).proved
    q = quaternion("q", unit=True, time=True, along="s")
    w = angular_velocity(q, x=s)
    assert equal(diff(rotate(q, a), s), rotate(q, cross(w, a))).proved


# -- text -----------------------------------------------------------------------------------------


def test_printed_as_people_write():
    assert unicode(diff(r, s)) == "r′"
    assert unicode(diff(r, time)) == "ṙ"
    assert unicode(diff(r, time, 2)) == "r̈"
    assert unicode(diff(diff(r, time), s)) == "∂ₛ∂ₜ r"
    assert unicode(diff(r, s, 2)) == "r′′"
    assert unicode(diff(r, s, 4)) == "∂ₛ⁴ r"
    assert unicode(derived(f, "ssut")) == "∂ₛ²∂ᵤ∂ₜ f"
    assert unicode(diff(f, s)) == "∂ₛ f"
    assert unicode(cross(diff(diff(r, time), s), r)) == "(∂ₛ∂ₜ r) × r"
    assert latex(diff(r, time)) == r"\dot{\boldsymbol{r}}"
    assert latex(diff(r, s)) == r"\boldsymbol{r}'"
    assert latex(diff(diff(r, s), time)) == r"\partial_{s}\partial_{t} \boldsymbol{r}"
    phi = scalar("phi_1", time=True, along="sigma")
    assert unicode(diff(phi, time)) == "φ̇₁"
    assert unicode(diff(diff(phi, scalar("sigma")), time)) == "∂_σ∂ₜ φ₁"
    assert unicode(diff(scalar("q", time=True), time)) == "q̇"
    for t in (diff(r, s), diff(r, time), derived(f, "ssut")):
        assert mathml(t).startswith("<math")


FIELDS = [derived(f, "ssut") * r, diff(diff(R, s), time), diff(r, s), cross(r, diff(r, time, 3))]


@pytest.mark.parametrize("t", FIELDS, ids=str)
def test_text_json_and_pickle(t):
    assert parse(str(t), free_symbols(t)) is t
    assert from_json(to_json(t)) is t
    assert pickle.loads(pickle.dumps(t)) is t


def test_derivatives_are_read_from_the_names_of_fields():
    assert parse("f_ds2_du'*r_ds", [f, r]) is derived(f, "ssut") * diff(r, s)
    for wrong in ("r_du", "r_ds_ds", "f_du_ds", "r_ds1", "r_d"):
        with pytest.raises(ParseError, match="unknown name"):
            parse(wrong, [f, r])
    still = scalar("still", along="s")
    with pytest.raises(ParseError):
        parse("still_ds'", [still])


def test_bad_json_is_refused():
    text = to_json(diff(r, s))
    for old, new in (('"orders": [["s", 1]]', '"orders": [["u", 1]]'), ('["s", 1]', '["s", 2]'),
                     ('"base": "r"', '"base": "q"'), ('["s", 1]', '["s", "1"]')):  # fmt: skip
        assert old in text
        with pytest.raises(ParseError):
            from_json(text.replace(old, new))


def test_declared_in_words():
    found = declarations("moving vector r along s; scalar f along s, u; rotation R along s")
    assert found["r"] is r
    assert found["f"] is scalar("f", along="s u")
    assert found["R"].value.along == ("s",)


# -- what is refused ------------------------------------------------------------------------------


def test_wrong_fields_are_refused():
    for along in ("time", "2x", ("s", "s"), (vector("v"),), 3):
        with pytest.raises((FactError, TypeError)):
            scalar("x", along=along)  # type: ignore[arg-type]
    with pytest.raises(FactError, match="constant and depend on s"):
        scalar("x", along="s", constant=True)
    with pytest.raises(FactError, match="cannot be constant"):
        Context(constant(f))
    with pytest.raises(FactError):
        scalar("s", along="s")
    with pytest.raises(NameClashError, match="along s"):
        r + vector("r")
    with pytest.raises(SortError):
        diff(r, "s")  # type: ignore[call-overload]


# -- jets -----------------------------------------------------------------------------------------


def test_putting_fields_in_the_place_of_fields():
    g = scalar("g", time=True, along="s u")
    t = f + diff(f, s) * diff(g, time) + derived(f, "su")
    assert [str(x) for x, _ in jets(t, [f])] == ["f", "f_ds", "f_ds_du"]
    assert put(t, {f: sin(s * u)}) is normal(
        sin(s * u) + u * cos(s * u) * diff(g, time) + cos(s * u) - s * u * sin(s * u)
    )
    assert put(diff(f, s), {f: g**2}) is normal(2 * g * diff(g, s))
    assert put_derivative(derived(f, "ssu"), f, s, g) is derived(g, "su")


def test_a_plain_symbol_of_the_same_name_as_time_is_not_time():
    other = symbol("time", Scalar)
    assert diff(r, other) == 0
    assert diff(other * a, time) == 0
    assert isinstance(diff(r, time), Vector)
