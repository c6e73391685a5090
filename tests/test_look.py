"""To look at: MathML, the page of a derivation and drawings are well formed, safe and tell."""

import xml.etree.ElementTree as ET
from functools import cache
from html.parser import HTMLParser

import pytest
from hypothesis import given
from profiles import examples
from terms import terms

from rewrite import (
    Context,
    LimitError,
    RewriteError,
    Vector,
    add,
    column,
    conj,
    cross,
    det,
    dot,
    equal,
    explain,
    lower,
    mathml,
    matrices,
    matrix,
    norm2,
    operator,
    orthogonal,
    postorder,
    quaternion,
    rotation,
    scalars,
    sin,
    sqrt,
    svg,
    tilde,
    vectors,
)
from rewrite.cli import main
from rewrite.core.terms import intern
from rewrite.decision.verdict import Status, Verdict
from rewrite.look.drawing import of_graph, of_term
from rewrite.look.layers import laid_out
from rewrite.look.marking import changed, marked
from rewrite.look.markup import safe
from rewrite.look.tex import translated
from rewrite.rewriting.derivation import Derivation, Step
from rewrite.text.parse import parse

x, y, z = scalars("x y z")
a, b, c = vectors("a b c")
A, B = matrices("A B")
R = rotation("R")
q = quaternion("q")

MATHML = "{http://www.w3.org/1998/Math/MathML}"
SVG = "{http://www.w3.org/2000/svg}"
SHARED = dot(R @ cross(a, b), R @ c)*x + norm2(cross(a, b))*x  # fmt: skip
EVIL = parse('opaque("<script>alert(1)</script>&\\"\\u0007")')
ARITY = {"mfrac": 2, "msup": 2, "msub": 2, "msubsup": 3, "mover": 2}


def read(t, *args, **options):
    """The MathML of a term, read by an XML parser."""
    return ET.fromstring(mathml(t, *args, **options))


def said(element):
    return "".join(element.itertext()).replace("\u2061", "")


# -- terms as MathML -------------------------------------------------------------------------------


@examples(60)
@given(terms())
def test_every_term_is_well_formed(t):
    root = read(t)
    assert root.tag == f"{MATHML}math"
    for node in root.iter():
        wanted = ARITY.get(node.tag.removeprefix(MATHML))
        assert wanted is None or len(node) == wanted
    assert said(root).count("(") == said(root).count(")")


@pytest.mark.parametrize(
    ("term", "shown"),
    [
        (a - 2*cross(a, b), "a−2(a×b)"),
        (x**2*y**-1 - 1, "x2y−1"),
        (A.T @ B.inv, "A⊤B−1"),
        (tilde(a) @ b, "a~b"),
        (tilde(a + b) @ c, "tilde(a+b)c"),
        (conj(q)*q, "q¯q"),
        (norm2(a), "‖a‖2"),
        (sin(x + y), "sin(x+y)"),
        (column(x, y, 0), "(xy0)"),
        (-x*a, "−xa"),
    ],
)  # fmt: skip
def test_mathml_of_examples(term, shown):
    assert said(read(term)) == shown


def test_two_dimensions():
    tags = {
        node.tag.removeprefix(MATHML) for node in read(x**2 / sqrt(y) + norm2(tilde(a) @ b)).iter()
    }
    assert {"mfrac", "msup", "msqrt", "mover"} <= tags
    table = read(column(x, y, 0)).find(f".//{MATHML}mtable")
    assert len(table) == 3
    vector, scalar = (read(t).find(f".//{MATHML}mi") for t in (a, x))
    assert "bold" in vector.get("style")
    assert scalar.get("style") is None
    assert read(a, block=True).get("display") == "block"


def test_notation_of_a_new_operator():
    def shown(**notation):
        return said(read(operator("meet", Vector, Vector, result=Vector, **notation)(a, b)))

    assert shown(latex=r"{0} \wedge {1}") == "a∧b"
    assert shown(latex=r"\unheard{{{0}}} {1}", unicode="{0} <> {1}") == "a<>b"
    assert shown(latex=r"\frac{{{0}}}{{{1}}}") == "ab"
    assert shown() == "meet(a,b)"
    assert translated(r"\left\langle ?, ?\right\rangle", "?").count("?") == 2
    for wrong in (r"\frac{?}", "{?", "?}", r"^2", r"\begin{cases}?\end{cases}", "{" * 200):
        assert translated(wrong, "?") is None


def test_brackets_grow_only_around_what_is_high():
    flat, high = mathml(x*(y + z)), mathml((x/y + 1)*(y + z))  # fmt: skip
    assert '<mo stretchy="false">(</mo>' in flat
    assert "<mo>(</mo>" not in flat
    assert "<mo>(</mo>" in high
    assert '<mo stretchy="false">(</mo>' in high


def test_a_long_term_is_refused_and_a_deep_one_is_not():
    with pytest.raises(LimitError, match="more than 100 characters"):
        mathml(cross(a, b), limit=100)
    t = x
    for _ in range(5_000):
        t = sin(t)
    assert mathml(t).count("sin") == 5_000


# -- highlighting ----------------------------------------------------------------------------------


def marks(root):
    return [said(node) for node in root.iter() if node.get("class") == "going"]


def test_positions_are_highlighted():
    t = cross(a, b) + 2*cross(b, c) + a  # fmt: skip
    assert marks(read(t, [(0,)])) == ["a×b"]
    assert marks(read(t, [(1, 1, 0), (2,)])) == ["b", "a"]
    assert marks(read(t, [()])) == [said(read(t))]
    assert marks(read(a - b, [(1,)])) == ["b"]
    assert marks(read(x**2 + 1, [(0, 1)])) == ["x2"]  # an exponent with what it belongs to
    assert marks(read(x + 1, [(1,)])) == ["1"]
    nested = read(t, [(0, 1)], [(0,)])
    assert marks(nested) == ["b"]
    assert [said(n) for n in nested.iter() if n.get("class") == "made"] == ["a×b"]


@examples(40)
@given(terms())
def test_marks_change_nothing_else(t):
    paths = [()] + [(i,) for i in range(len(t.args))]
    for path in paths:
        assert len([n for n in read(t, [path]).iter() if n.get("class") == "going"]) == 1
    assert marked(t) is t


def test_changed_finds_the_deepest_differences():
    assert changed(a + cross(b, c), a - cross(c, b)) == ([(1,)], [(1,)])
    assert changed(x * y, y * z) == ([(0,)], [(1,)])
    assert changed(sin(x + y + y), sin(x + 2 * y)) == ([(0, 1), (0, 2)], [(0, 1)])
    assert changed(x + y, z + z) == ([()], [()])
    assert changed(x, x * y) == ([()], [()])


# -- pages -----------------------------------------------------------------------------------------


class _Page(HTMLParser):
    """Which elements a page has, and whether each is closed."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.open, self.outside = [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.outside += [v for k, v in attributes if k in ("src", "href")]
        if tag not in ("meta", "mspace"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag != "mspace":
            assert self.open.pop() == tag


@cache
def derived():
    return explain(dot(R @ a, R @ b) + sin(x)**2*y + cos_squared(x)*y)  # fmt: skip


def cos_squared(t):
    return parse("cos(x)**2", [t])


def test_a_page_shows_every_step():
    derivation = derived()
    text = derivation.html()
    page = _Page(text)
    assert page.tags.count("tr") == 2*len(derivation) + 1  # fmt: skip
    assert text.count('class="going"') >= len(derivation)
    assert text.count('class="made"') >= 1
    assert not page.outside
    assert not {"script", "link", "img"} & set(page.tags)
    for step in derivation:
        assert step.name in text
    assert derivation.html() == text
    assert "My <title>".replace("<", "&lt;").replace(">", "&gt;") in derivation.html("My <title>")


def test_a_notebook_gets_a_part_of_a_page():
    shown = derived()._repr_html_()
    assert "<table" in shown
    assert "<html" not in shown
    assert "body {" not in shown
    _Page(shown)


# -- verdicts --------------------------------------------------------------------------------------


VERDICTS = ("inverse", "refuted", "assumed", "open", "held", "rewritten")


@cache
def verdicts():
    """One of every kind, with all that a verdict may have to tell."""
    A, B = matrix("A"), matrix("B")
    open_ = Verdict(Status.UNDECIDED, x, y, "for a <test>", settled=(a + b, b + a))
    held = Verdict(Status.PROBABLE, x, y, "for a test", error_bound=1e-9, points=1)
    rewritten = Verdict(Status.PROVED, x, y, "rewritten", derivation=derived())
    decided = (
        equal((A @ B).inv, B.inv @ A.inv),
        equal(cross(a, b), cross(b, a)),
        equal(dot(a, b), 0, Context(orthogonal(a, b))),
    )
    return dict(zip(VERDICTS, (*decided, open_, held, rewritten), strict=True))


@pytest.mark.parametrize("name", VERDICTS)
def test_a_verdict_is_a_page_and_a_part_of_one(name):
    verdict = verdicts()[name]
    text, shown = verdict.html("<i>"), verdict._repr_html_()
    page = _Page(text)
    assert not page.outside
    assert not {"script", "link", "img", "i"} & set(page.tags)
    word = verdict.status.name.lower()
    for found in (text, shown):
        assert f'<strong class="{word}">{word}</strong>' in found
        assert safe(verdict.how) in found
    assert "<html" not in shown
    _Page(shown)
    ending = r" \neq 0\text{)}$" if verdict.nonzero else rf"\quad\text{{({word})}}$"
    assert rf"\quad\text{{({word}" in verdict._repr_latex_()
    assert verdict._repr_latex_().endswith(ending)


def test_the_page_of_a_verdict_has_its_evidence():
    inverse, refuted, assumed, open_, held, rewritten = (v.html() for v in verdicts().values())
    assert inverse.count("≠ 0") == 3
    assert "<tr><th>right</th><td>(0, 0, −1)</td></tr>" in refuted
    assert "Assumed: orthogonal(a, b)." in assumed
    assert "Proved on the way" in open_
    assert "It held at 1 random point; the probability of error is at most 1.0e-09" in held
    assert 'class="derivation"' in rewritten


def test_a_counterexample_gives_values_for_the_symbols_of_the_question():
    Q = matrix("Q", orthogonal=True)
    verdict = equal(det(Q), 1, Context(orthogonal(a, b)))
    assert {str(s) for s in verdict.counterexample.point} == {"Q", "a", "b"}
    assert "at Q = ((" in str(verdict)
    assert ")): left is -1, right is 1" in str(verdict)
    assert "at Q = " in str(verdict.counterexample)
    assert "a = " in str(verdict.counterexample)


def test_prove_writes_a_page(tmp_path, capsys):
    page = tmp_path / "verdict.html"
    said = ["prove", "cross(a, b) == cross(b, a)", "-d", "vector a, b", "--html", str(page)]
    assert main(said) == 1
    assert capsys.readouterr().out == f"wrote {page}\n"
    assert 'class="refuted"' in page.read_text()
    assert main(["prove", str(page), "--html", "x"]) == 2


def test_a_rule_marks_only_the_addends_it_used():
    page = explain(x * y * z + sin(x) ** 2 + cos_squared(x)).html()
    row = next(row for row in page.split("\n") if row.count('class="going"') == 2)
    root = ET.fromstring(row.partition("<td>")[2].removesuffix("</td></tr>"))
    assert sorted(marks(root)) == ["cos(x)2", "sin(x)2"]


def test_terms_too_long_to_typeset_are_reported(monkeypatch):
    import rewrite.look.derivation_page as pages

    monkeypatch.setattr(pages, "MAX_PAGE", 1_000)
    with pytest.raises(LimitError, match="derive it in parts"):
        derived().html()


def test_names_from_outside_are_escaped():
    assert safe('<a href="x">\x00') == "&lt;a href=&quot;x&quot;&gt;\ufffd"
    for text in (mathml(EVIL), svg(EVIL), svg(sin(EVIL))):
        assert "<script" not in text
        ET.fromstring(text)
    step = Step(None, (), {}, EVIL, x)
    page = Derivation(EVIL, x, (step,), derived().context).html("<i>")
    assert "<script" not in page
    assert "<i>" not in page
    _Page(page)


# -- drawings --------------------------------------------------------------------------------------


def boxes(text, kind=""):
    root = ET.fromstring(text)
    return [
        g.find(f"{SVG}text").text
        for g in root.iter(f"{SVG}g")
        if kind in (g.get("class") or "").split() or not kind
    ]


def test_each_sub_term_is_drawn_once():
    text = svg(SHARED)
    assert len(boxes(text)) == len(list(postorder(SHARED)))
    assert sorted(boxes(text, "shared")) == ["R", "cross", "x"]
    assert "×2" in text
    assert svg(SHARED) == text


def test_operands_are_numbered_where_their_order_matters():
    root = ET.fromstring(svg(cross(a, b)))
    labels = [t.text for t in root.findall(f"{SVG}text")]
    assert sorted(labels) == ["1", "2"]
    assert not ET.fromstring(svg(x + y)).findall(f"{SVG}text")


def test_numbers_stand_beside_their_use():
    drawn = boxes(svg(2*x + 2*y))  # fmt: skip
    assert drawn.count("2") == 2


def test_a_scalar_graph():
    text = svg(lower(cross(a, b)))
    assert sorted(boxes(text, "output")) == ["result[0]", "result[1]", "result[2]"]
    assert len(boxes(text, "symbol")) == 6
    assert all(label in boxes(text, "shared") for label in ("a[0]", "b[2]"))
    assert text.count('class="minus"') == 3


@examples(40)
@given(terms())
def test_nothing_overlaps_and_arrows_go_down(t):
    drawing = of_term(t)
    widths = [20.0 + 5*len(box.label) for box in drawing]  # fmt: skip
    laid = laid_out(drawing, widths)
    for i, box in enumerate(drawing):
        assert all(laid.layer[arrow.to] > laid.layer[i] for arrow in box.arrows)
    for i in range(len(drawing)):
        for j in range(i):
            apart = abs(laid.x[i] - laid.x[j]) >= (widths[i] + widths[j])/2 - 1e-6  # fmt: skip
            assert laid.layer[i] != laid.layer[j] or apart
    ET.fromstring(svg(t))


def test_drawings_have_limits():
    long = sum((sin(x*i) for i in range(1, 300)), x)  # fmt: skip
    with pytest.raises(LimitError, match="more than 400 boxes"):
        svg(long)
    assert len(boxes(svg(long, limit=5_000))) > 400
    with pytest.raises(LimitError, match="more than 10 boxes"):
        of_graph(lower(cross(a, b)), 10)
    with pytest.raises(RewriteError, match="a term or a graph"):
        svg("a")


def test_a_deep_drawing_is_quick():
    t = x
    for _ in range(200):
        t = intern(sin, (t,), t.sort, t.shape) + x
    assert len(boxes(svg(t, limit=1_000))) == 401


# -- the command line ------------------------------------------------------------------------------


def test_show_and_explain_write_files(tmp_path, capsys):
    drawing, typeset, page = (tmp_path / name for name in ("t.svg", "t.mml", "d.html"))
    declared = ("-d", "vector a, b; F = a + b")
    assert main(["show", "cross(a, F)", *declared, "--svg", str(drawing)]) == 0
    assert boxes(drawing.read_text(), "shared") == ["a"]
    assert main(["show", "cross(a, F)", *declared, "--scalars", "--svg", str(drawing)]) == 0
    assert boxes(drawing.read_text(), "output")
    assert main(["show", "cross(a, F)", *declared, "--mathml", str(typeset)]) == 0
    ET.fromstring(typeset.read_text())
    assert main(["explain", "cross(a, F)", *declared, "--html", str(page)]) == 0
    assert page.read_text().startswith("<!doctype html>")
    assert main(["show", "a", *declared]) == 0
    assert capsys.readouterr().out.endswith("\na\n")
    assert main(["show", "a", *declared, "--svg", str(tmp_path)]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_notebook_typesets_a_term_unless_it_is_too_long():
    assert cross(a, b)._repr_latex_() == r"$\displaystyle \boldsymbol{a} \times \boldsymbol{b}$"
    assert add(*(sin(x * i) for i in range(1, 10_000)))._repr_latex_() is None
