"""Bad input: whatever the text, a clear answer and a known exit status, and nothing is executed."""

import sys
from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st
from profiles import examples

from rewrite import ParseError, RewriteError, parse
from rewrite.cli import main
from rewrite.text.declarations import declarations
from rewrite.worksheet import commands
from rewrite.worksheet.reading import lines_of, read_sheet
from rewrite.worksheet.session import session_of
from rewrite.worksheet.sheet import run_file, run_sheet

DECLARED = "scalar x, y; vector a, b; matrix A(2, 3), B; rotation R; unit quaternion q"
NAMES = declarations(DECLARED)
STATUSES = {0, 1, 2, 3, 4}

# -- nothing is executed --------------------------------------------------------------------------

FORBIDDEN = ("exec", "compile", "import", "os.system", "subprocess.Popen", "socket.connect")
_watch = {"on": False, "seen": []}


def _hook(event, args, watch=_watch, forbidden=FORBIDDEN):
    # The defaults outlive the module's own names, which Python clears before the hook at its end.
    text = str(args) if watch["on"] and event in forbidden else ".pyx"
    if ".pyx" not in text:  # that is how Cython makes the traceback of an error
        watch["seen"].append((event, text[:200]))


sys.addaudithook(_hook)


@contextmanager
def nothing_executed():
    """No code is compiled, executed or imported within, however Python is asked to."""
    _watch["on"], _watch["seen"] = True, []
    try:
        yield
    finally:
        _watch["on"] = False
    assert not _watch["seen"]


@pytest.fixture(scope="module", autouse=True)
def loaded():
    """What is imported at first use has been imported."""
    for verb in ("simplify", "explain", "canonical", "evaluate", "cost", "code", "ops", "factor"):
        for text in ("dot(a, R @ b)*x", "rotate(q, a)", "sin(x)/y", "B.inv @ a"):
            list(run_sheet("\n".join([*DECLARED.split("; "), f"{verb} {text}"])))
    list(run_sheet("vector a, b\nprove dot(a, b) == dot(b, a)\nprove dot(a, b) == 0\nwhen a == b"))
    b"a".decode("utf-8-sig")
    main(["show", "x", "-d", DECLARED])


@pytest.fixture(autouse=True)
def short_of_time(monkeypatch):
    monkeypatch.setattr(commands, "TIME_LIMIT", 0.2)


def test_the_watch_sees_code_run():
    with pytest.raises(AssertionError), nothing_executed():
        eval("1 + 1")


def refusal(kind, function, *args):
    """The error of this kind with which the arguments are refused, if they are."""
    try:
        function(*args)
    except kind as error:
        return error
    return None


# -- texts ----------------------------------------------------------------------------------------

ATOMS = ["x", "y", "a", "b", "A", "B", "R", "q", "0", "1", "2", "1/2", "0.25", "pi", "3e2"]
CALLS = ["cross", "dot", "tilde", "norm", "sin", "sqrt", "rotate", "det", "conj", "triple", "add"]
NASTY = [
    *(
        "(",
        ")",
        ",",
        ".",
        ".T",
        ".inv",
        "**",
        "^",
        "==",
        "=",
        "#",
        "'",
        '"',
        "\\",
        ";",
        ":",
        "[",
        "]",
    ),
    *("__import__('os')", ".__class__", "lambda x: x", "f'{x}'", "eval(x)", "{x}", "%s", "*a", "!"),
    *("10**10**10", "1e999999", "9" * 5000, "x**1000000", "B**-99999", "identity(99999999)"),
    *("zero((9999, 9999))", "\x00", "\x1b[31m", "\u202e", "\ufeff", "é", "²", "１", "😀", "\ud800"),
    *("1/0", 'opaque("<script>")', "zero(Vector)", "-", "if", "simplify", "vector", "x'''", "_"),
]
nasty = st.sampled_from(NASTY)
expressions = st.recursive(
    st.sampled_from(ATOMS),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from([" + ", " - ", "*", "/", " @ "]), inner).map("".join),
        st.tuples(st.sampled_from(CALLS), st.lists(inner, min_size=1, max_size=3)).map(
            lambda pair: f"{pair[0]}({', '.join(pair[1])})"
        ),
        inner.map(lambda text: f"({text})"),
        st.tuples(inner, st.sampled_from([".T", ".inv", "**2", "**-1"])).map("".join),
    ),
    max_leaves=8,
)
COMMANDS = [
    "simplify",
    "prove",
    "print",
    "normal",
    "evaluate",
    "cost",
    "code",
    "F =",
    "assume",
    "when",
]
lines = st.one_of(
    st.tuples(st.sampled_from(COMMANDS), expressions).map(" ".join),
    st.tuples(st.just("prove"), expressions, st.just("=="), expressions).map(" ".join),
    st.sampled_from([*DECLARED.split("; "), "triad i, j, k", "orthogonal(a, b)", "unit vector e"]),
)


@st.composite
def damaged(draw, texts):
    """A text with a few pieces taken out, doubled, or put in."""
    text = draw(texts)
    for _ in range(draw(st.integers(0, 3))):
        i = draw(st.integers(0, len(text)))
        j = draw(st.integers(i, min(len(text), i + 10)))
        text = text[:i] + draw(st.sampled_from(["", text[i:j] * 2]) | nasty) + text[j:]
    return text


sheets = st.lists(damaged(lines), max_size=4).map(
    lambda rows: "\n".join([*DECLARED.split("; "), *rows])
)
quick = examples(60, suppress_health_check=list(HealthCheck))


# -- the parser -----------------------------------------------------------------------------------


@quick
@given(damaged(expressions) | st.text(max_size=40))
def test_an_expression_is_read_or_refused_at_a_place_within_it(text):
    with nothing_executed():
        error = refusal(ParseError, parse, text, NAMES)
    if error is not None:
        assert 0 <= error.position <= len(text)
        assert str(error).replace("\n", "").isprintable()


@quick
@given(damaged(st.sampled_from(DECLARED.split("; "))) | st.text(max_size=40))
def test_declarations_are_made_or_refused(text):
    with nothing_executed():
        errors = [refusal(ParseError, read, text) for read in (declarations, session_of)]
    for error in errors:
        assert error is None or 0 <= error.position <= len(text)


# -- the command line -----------------------------------------------------------------------------


def called(*argv):
    try:
        return main(argv)
    except SystemExit as stopped:  # a usage error
        return stopped.code


@quick
@given(
    st.sampled_from(["normal", "simplify", "cost", "evaluate", "show", "code", "prove", "when"]),
    damaged(expressions),
    damaged(st.just(DECLARED)),
)
def test_any_expression_on_the_command_line(verb, text, declared):
    with nothing_executed():
        assert called(verb, "--seconds", "0", "-d", declared, "--", text) in STATUSES


@quick
@given(
    st.lists(
        st.sampled_from(["run", "prove", "--json", "-d", "x", "--latex", ""]) | nasty, max_size=4
    )
)
def test_any_arguments_on_the_command_line(argv):
    if "prove" not in argv and "run" not in argv:
        argv = ["run", *argv]
    assert called(*argv) in STATUSES


# -- worksheets -----------------------------------------------------------------------------------


@quick
@given(sheets)
@example("vector a\nF = a +\n  a +\n  )\nsimplify F")
def test_any_sheet_runs_to_its_end(text):
    rows = text.splitlines()
    with nothing_executed():
        for outcome in run_sheet(text):
            assert outcome.status in STATUSES
            assert outcome.data()["text"] == outcome.line.text
            if outcome.answer is None:
                row, column = outcome.place
                assert outcome.error
                assert 1 <= row <= len(rows)
                assert 1 <= column <= len(rows[row - 1]) + 1


@quick
@given(st.binary(max_size=200) | sheets.map(lambda text: text.encode("utf-8", "surrogatepass")))
@example(b"\x7fELF\x02\x01\x01\x00")
@example(b"\xff\xfev\x00e\x00")
@example("vector a\r\nprint a\x85print a\u2028print a".encode())
def test_any_bytes_are_a_sheet_or_refused(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "bytes.sheet"
    path.write_bytes(data)
    with nothing_executed():
        error = refusal(RewriteError, run_file, path)
    assert error is None or str(path) in str(error)


# -- the worst, one by one ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("(" * 300_000, "nested more than"),
        ("(" * 5_000, "expected a term, found the end"),
        ("x" + ")" * 5_000, "no bracket is open"),
        ("9" * 5_000, "more than 4000 digits"),
        ("1e999999", "an exponent beyond 1000"),
        ("10**10**10", "a power of more than 1000 digits"),
        ("0**-1", "division by zero"),
        ("x.__class__", "only .T and .inv"),
        ("__import__('os')", "is not part of the language"),
        ("eval(x)", "unknown function 'eval'"),
        ("lambda: x", "':' is not part of the language"),
        ("f'{x}'", "'{' is not part of the language"),
        ("x if y else x", "expected an operator, found 'if'"),
        ("[x for x in y]", "'[' is not part of the language"),
        ("x\x1b[31m", "is not part of the language"),
        ("add(*x)", "expected a term"),
        ("cross(a, b=a)", "is not part of the language"),
        ("open(x)", "unknown function 'open'"),
        ("x; y", "';' is not part of the language"),
    ],
)
def test_hostile_text_is_refused_with_a_short_message(text, complaint):
    with nothing_executed(), pytest.raises(ParseError) as refused:
        parse(text, NAMES)
    assert complaint in str(refused.value)
    assert "\x1b" not in str(refused.value)
    assert len(str(refused.value)) < 1_000


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("evaluate identity(99999999)", "entries"),
        ("evaluate zero((9999, 9999))", "entries"),
        ("prove M == M.T", "entries"),
        ("code M", "entries"),
        ("ops det(M)", "entries"),
        ("evaluate B**-100000", "exponent 2000"),
        ("prove ((B**500)**500)**500 == B", "exponent 2000"),
        ("expand (x + y)**1000000", "monomials"),
        ("expand (B @ R)**1000000", "factors"),
        ("matrix N(99999, 2)", "expected a name"),
        ("matrix N(0)", "shape"),
        ("simplify = x", "command"),
        ("vector simplify", "command"),
        ("vector pi", "cannot name a symbol"),
        ("pi = x", "already has a meaning"),
        ("print a\x07", "control character U+0007"),
        ("F = F", "unknown name 'F'"),
    ],
)
def test_a_line_that_asks_too_much_is_refused(line, complaint):
    text = "\n".join([*DECLARED.split("; "), "matrix M(9999, 9999)", line])
    with nothing_executed():
        (outcome,) = run_sheet(text)
    assert outcome.status == 2
    assert complaint in outcome.error


def test_a_sheet_has_limits(tmp_path):
    path = tmp_path / "long.sheet"
    path.write_bytes(b"#" * 10_000_001)
    with pytest.raises(RewriteError, match="more than 10000000 bytes"):
        read_sheet(path)
    with pytest.raises(RewriteError, match="more than 100000"):
        list(lines_of("\n" * 100_001))
    with pytest.raises(RewriteError, match="directory"):
        read_sheet(tmp_path)
    with pytest.raises(RewriteError, match="No such file"):
        read_sheet(tmp_path / "none.sheet")
    path.write_bytes(b"vector a\x00")
    with pytest.raises(RewriteError, match="NUL"):
        read_sheet(path)


def test_large_sheets_are_read_in_linear_time():
    rows = [f"x{i} = {i}*x + y" for i in range(5_000)]
    assert list(run_sheet("\n".join(["scalar x, y", *rows]))) == []
    long = " + ".join(["x"] * 20_000)
    (outcome,) = run_sheet(f"scalar x\nprint {long}")
    assert outcome.status == 0
    split = "\n ".join(["print x", *["+ x"] * 3_000])
    (outcome,) = run_sheet(f"scalar x\n{split}")
    assert outcome.status == 0
