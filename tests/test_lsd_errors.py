"""What is wrong with a description: file, line, column, the line, and a remedy. And no hang."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from profiles import examples

from mechanics.lsd import LsdError, compiled, read, read_text
from mechanics.lsd.parsing import parse

EXAMPLES = sorted((Path(__file__).parents[1] / "examples" / "lsd").glob("*.lsd"))
HINGE = "link(q) dof = q || [0, 0, 1] end"
WRONG = {
    "let a = body end;\nlet a = body end;": (2, 5, "defined twice"),
    "let a = body\n  weight = 2 end;": (2, 3, "no field 'weight'"),
    "let a = body mass = [1, 0, 0] end;": (1, 21, "a vector is given where a number is needed"),
    "let a = body inertia = 2 end;": (1, 24, "a number is given where a vector is needed"),
    "let a = body end; let b = body end;": (1, 9, "not connected to earth"),
    f"let a = body end;\njoin a.frame and a.frame with {HINGE};": (2, 1, "with itself"),
    "let a = body end; join earth and a.frame with link(q, r) dof = q || [0, 0, 1] end;": (
        1,
        55,
        "no displacement of this link uses its parameter 'r'",
    ),
    f"let a = body end; join earth and a with {HINGE};": (1, 34, "a body is given where a frame"),
    f"let a = body end; join earth and b.frame with {HINGE};": (1, 34, "unknown name 'b'"),
    "let bras = body end; let x = bra.mass;": (1, 30, "did you mean 'bras'"),
    "let a = body mass = 2": (1, 22, "the end of the file is not expected"),
    "let a = body mass = 2 end": (1, 26, "expected"),
    "(* never ends": (1, 1, "this comment does not end"),
    'include "nowhere.lsd";': (1, 9, "there is no file"),
    "let a = 1/0;": (1, 11, "divides by zero"),
    "let l = link(q) dof = q || [0, 0, 0] end;": (1, 28, "the axis of a rotation is zero"),
    "let l = link(q) dof = q*[1, 0, 0], dof2 = q*[1, 0, 0] end;": (1, 17, "either dof or dof1"),
    "let l = link(q) dof = q*[1, 0, 0], force2 = [1, 0, 0] end;": (1, 17, "either dof or dof1"),
    "let l = link(q) dof1 = q*[1, 0, 0], torque2 = [1, 0, 0] end;": (1, 37, "no displacement"),
    "let f(x: colour) = x;": (1, 7, "unknown type 'colour'"),
    "let f(x: number) = x; let y = f(1, 2);": (1, 36, "no parameter for argument 2"),
    "let f(x: number) = x; let y = f();": (1, 31, "needs x"),
    "let f(x: number) = x; let y = f + 1;": (1, 31, "is a class and needs its arguments"),
    "let f(x: number) = f(x);": (1, 20, "deep"),
    "let x = earth.mass;": (1, 15, "earth has no mass"),
    "gravity [0, 0, 1]; gravity 0;": (1, 20, "given twice"),
    "let x = 2 $ 3;": (1, 11, "not part of the language"),
    "assemble q9 = 1;": (1, 10, "neither a coordinate nor a parameter"),
    f"let a = body end; join earth and a.frame with {HINGE}; "
    "roll a.frame on earth with contact axis = [0, 1, 0] end;": (1, 108, "needs a radius"),
    "let l = link(q) dof = q || [0, 0, 1], spin = 2 end;": (1, 39, "spin needs a new name"),
    "let a = body inertia = symmetric(2) end;": (1, 24, "symmetric takes the name of a matrix"),
    "gravity vector(?g(1));": (1, 9, "vector takes the name of a vector"),
    "let a = body end; join earth and a.frame with link(q) dof = q || [0, 0, 1], spin = ?w end;": (
        1,
        47,
        "need a free body or a ball joint",
    ),
    f"let a = body end; join earth and a.frame with {HINGE}; speeds ?u with 2 = ?u;": (
        1,
        96,
        "2 is not the rate of a coordinate",
    ),
    "let l = link(roll) dof = roll*[1, 0, 0] end;": (1, 14, "roll is a reserved word"),
    "let x = ?m + ?m(1);": (1, 14, "is a parameter elsewhere"),
    "let x = 2^1000;": (1, 11, "an exponent is at most"),
    "let x = 1e999;": (1, 9, "a number has at most"),
    f"let x = {'(' * 300}1{')' * 300};": (1, 209, "brackets are nested too deep"),
    "package p = " * 100 + "end;" * 100: (1, 1, "deep"),
}


@pytest.mark.parametrize("text", WRONG, ids=lambda text: text[:40])
def test_errors_say_where_and_what(text: str) -> None:
    line, column, why = WRONG[text]
    with pytest.raises(LsdError) as error:
        compiled(read_text(text, "some.lsd"))
    assert why in str(error.value)
    if why != "deep":
        assert (error.value.line, error.value.column) == (line, column)
    assert error.value.file == "some.lsd"
    assert error.value.remedy
    shown = str(error.value).splitlines()
    assert shown[-2].strip() == text.split("\n")[error.value.line - 1].strip()
    assert shown[-1].index("^") == error.value.column + 3


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(LsdError, match="check the path"):
        read(tmp_path / "none.lsd")
    (tmp_path / "bytes.lsd").write_bytes(b"let a = \xff\xfe;")
    with pytest.raises(LsdError, match="UTF-8"):
        read(tmp_path / "bytes.lsd")


def test_names_that_double_each_other_end() -> None:
    text = "let x0 = ?s;" + "".join(f"let x{i} = x{i - 1} + x{i - 1};" for i in range(1, 60))
    with pytest.raises(LsdError, match="evaluations"):
        read_text(text)


def test_a_long_sum_is_no_deep_one() -> None:
    read_text(f"let x = {' + '.join(['?m'] * 2000)};")


# -- mutated programs -----------------------------------------------------------------------------

PIECES = [
    "let", "body", "link", "end", "join", "and", "with", ";", "(", ")", "[", "]", "?s", "?fs", "'",
    "||", "++", "@", "earth", "frame", "0", "1", "1.5", "-", "*", "/", "^", "=", ",", ".", "mass",
    "package", "local", "in", "(*", "*)", '"', "include", "force", "torque", "dof1", "x", "gravity",
    "contact", "roll", "on", "close", "constrain", "assemble", "time", "\n", "é", "\x00", "9e9",
    "speeds", "attitude", "spin", "velocity", "rotation", "symmetric", "vector", "on_axis",
    "?v", "?q",
]  # fmt: skip


EVERYTHING = """
include "bodies.lsd";
let ship = body mass = ?m, iframe = 0, inertia = symmetric(?I) end;
let wheel = bodies.disc(?mw, ?r);
let plate = body mass = 1, iframe = 0, inertia = [[?a, ?b, 0], [?b, ?c, 0], [0, 0, ?d]] end;
let hinge(axis: vector) = link(?t) dof = ?t || axis, spring = ?k, rest = 1, damper = 2 end;
package parts = local let h = ?h; in let tip = [h, 0, 0] @ ship; end; end;
join earth and ship.frame with link(?x, ?y, ?z) dof = [x, y, z], attitude = ?q, spin = ?w,
  velocity = ?v end;
join parts.tip and wheel.frame with hinge([0, 0, 1]);
join ship.frame and plate.frame
  with link(?e) dof1 = [?e, 0, 0], motor1 = ?u(time), dof2 = 1 || [1, 0, 0] end;
roll wheel.frame on earth with contact radius = ?r, axis = [0, 0, 1], slip = 1 end;
constrain ?e' = 2*?p; constrain ?k = ?m; speeds ?v, ?w, ?n, ?o with ?e' = ?n, ?t' = ?o;
apply force value = vector(?F(time)), body = ship end on plate.iframe;
gravity [0, 0, -?g]; assemble r = 1, z = pi/2;
"""
"""A text with nearly every construct, for mutation."""


def mutated(text: str, seed: int) -> str:
    """A program with some parts left out, doubled, exchanged, or with others between them."""
    chance = random.Random(seed)
    for _ in range(chance.randint(1, 6)):
        i, j = sorted(chance.choices(range(len(text) + 1), k=2))
        j = min(j, i + 60)
        piece = chance.choice([*PIECES, text[i:j]])
        text = chance.choice([text[:i] + text[j:], f"{text[:i]} {piece} {text[i:]}",
                              text[:i] + piece + text[j:], text[:j] + text[i:]])  # fmt: skip
    return text


def refusal(read: Callable[[], object]) -> bool:
    """Whether something is read, or refused with a place; any other error is one of ours."""
    try:
        read()
    except LsdError as error:
        return error.line >= 1 and error.column >= 1
    return True


@examples(60)
@given(st.sampled_from(EXAMPLES), st.integers(0, 10**9))
def test_mutated_programs_are_read_or_refused(file: Path, seed: int) -> None:
    assert refusal(lambda: compiled(read_text(mutated(file.read_text(), seed), str(file))))


def test_every_construct_is_read() -> None:
    assert len(compiled(read_text(EVERYTHING)).speeds) == 4


@examples(40)
@given(st.integers(0, 10**9))
def test_mutations_of_every_construct_are_read_or_refused(seed: int) -> None:
    assert refusal(lambda: compiled(read_text(mutated(EVERYTHING, seed))))


@examples(200)
@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_any_words_are_read_or_refused(words: list[str]) -> None:
    assert refusal(lambda: compiled(read_text(" ".join(words))))


@examples(200)
@given(st.text(max_size=60))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    assert refusal(lambda: parse(text))


@pytest.mark.hunt
@examples(300)
@given(st.sampled_from(EXAMPLES), st.integers(0, 10**9))
def test_many_mutated_programs(file: Path, seed: int) -> None:
    assert refusal(lambda: compiled(read_text(mutated(file.read_text(), seed), str(file))))
