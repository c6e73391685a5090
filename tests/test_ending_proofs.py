"""Proofs of termination: each is checked again by a program that shares nothing with the search."""

from __future__ import annotations

import random

import pytest
from ending_certificates import verify

from bench.endings import BEFORE, judged
from bench.termination_problems import listed, problem
from rewrite import Associative, Commutative, Neutral, RuleSet, Term, operator, rule, symbol
from rewrite.check.termination.loops import found_loop
from rewrite.check.termination.methods.closures import found_plain_loop
from rewrite.check.termination.methods.plain import System, heads_of, shown, subterms
from rewrite.check.termination.methods.prover import found_proof
from rewrite.check.termination.termination import terminates
from rewrite.check.time_shares import Deadline
from rewrite.core.terms import postorder


def plain(text: str):
    """A plain term from text: variables are x, y, z, u, v, w."""
    names: list = []
    word, stack = "", [[]]
    for c in text.replace(" ", "") + ",":
        if c in "(),":
            if word:
                stack[-1].append(word if word in set("xyzuvw") else (word,))
                word = ""
            if c == "(":
                stack.append([stack[-1].pop()[0]])
            elif c == ")":
                done = tuple(stack.pop())
                stack[-1].append(done)
        else:
            word += c
    (names,) = stack
    return names[0]


def system(text: str, **theories: str) -> System:
    rules = [tuple(plain(side) for side in line.split("->")) for line in text.split(";")]
    return System(tuple(rules), theories=tuple(theories.items()))


ENDING = {
    "Ackermann": "a(0, y) -> s(y); a(s(x), 0) -> a(x, s(0)); a(s(x), s(y)) -> a(x, a(s(x), y))",
    "sums and products": "add(x, 0) -> x; add(x, s(y)) -> s(add(x, y)); mul(x, 0) -> 0;"
    "mul(x, s(y)) -> add(mul(x, y), x)",
    "quotients": "minus(x, 0) -> x; minus(s(x), s(y)) -> minus(x, y); quot(0, s(y)) -> 0;"
    "quot(s(x), s(y)) -> s(quot(minus(x, y), s(y)))",
    "remainders": "le(0, y) -> t; le(s(x), 0) -> f; le(s(x), s(y)) -> le(x, y);"
    "minus(x, 0) -> x; minus(s(x), s(y)) -> minus(x, y); mod(0, y) -> 0;"
    "mod(s(x), s(y)) -> if(le(y, x), s(x), s(y)); if(t, s(x), s(y)) -> mod(minus(x, y), s(y));"
    "if(f, s(x), s(y)) -> s(x)",
    "groups": "m(e, x) -> x; m(x, e) -> x; m(i(x), x) -> e; m(x, i(x)) -> e; i(i(x)) -> x;"
    "i(e) -> e; i(m(x, y)) -> m(i(y), i(x)); m(m(x, y), z) -> m(x, m(y, z));"
    "m(i(x), m(x, y)) -> y; m(x, m(i(x), y)) -> y",
    "derivatives": "d(x) -> x; d(add(x, y)) -> add(d(x), d(y));"
    "d(mul(x, y)) -> add(mul(x, d(y)), mul(y, d(x)))".replace("d(x) -> x; ", ""),
    "calls of itself that stand in the way": "f(f(x)) -> f(g(f(x)))",
    "words": "a(b(x)) -> b(a(x))",
    "words that grow": "a(b(x)) -> b(b(a(x)))",
    "words with a match bound": "a(a(b(b(x)))) -> b(b(b(a(a(a(x))))))",
    "words that vanish": "a(b(a(x))) -> x; b(b(x)) -> a(b(x))",
    "words, both ends": "a(a(b(x))) -> b(a(b(a(x)))); b(a(a(x))) -> a(b(x))",
}
WITH_THEORIES = {
    "sums": ("add(x, 0) -> x; add(s(x), y) -> s(add(x, y))", {"add": "AC"}),
    "distribution": ("mul(x, add(y, z)) -> add(mul(x, y), mul(x, z))", {"add": "AC", "mul": "AC"}),
    "quotients": (
        "add(0, x) -> x; add(s(x), y) -> s(add(x, y)); minus(x, 0) -> x;"
        "minus(s(x), s(y)) -> minus(x, y); quot(s(x), s(y)) -> s(quot(minus(x, y), s(y)))",
        {"add": "AC"},
    ),
    "the greater of two": ("max(x, 0) -> x; max(s(x), s(y)) -> s(max(x, y))", {"max": "C"}),
    "words": ("m(a, b, x) -> m(b, a)", {"m": "A"}),
}
ENDLESS = {
    "itself": "f(x) -> f(f(x))",
    "there and back": "b -> d; b -> c; c -> b",
    "Toyama": "f(0, 1, x) -> f(x, x, x); g(x, y) -> x; g(x, y) -> y",
    "a word": "a(b(x)) -> b(b(a(a(x))))",
    "a longer word": "a(a(b(b(x)))) -> b(b(b(a(a(a(a(x)))))))",
    "a cycle of words": "a(b(x)) -> b(c(a(x))); b(c(x)) -> c(b(b(x))); c(a(x)) -> a(b(x))",
    "under a head": "f(x, y) -> g(f(y, x))",
}


@pytest.mark.parametrize("name", ENDING)
def test_a_proof_is_found_and_stands_by_itself(name):
    rules = system(ENDING[name])
    proof = found_proof(rules, Deadline.after(60))
    assert proof is not None
    assert verify(rules, proof) == ""


@pytest.mark.parametrize("name", WITH_THEORIES)
def test_proofs_modulo_theories(name):
    text, theories = WITH_THEORIES[name]
    rules = system(text, **theories)
    proof = found_proof(rules, Deadline.after(60))
    assert proof is not None
    assert verify(rules, proof) == ""


@pytest.mark.parametrize("name", ENDLESS)
def test_no_system_that_goes_on_for_ever_has_a_proof(name):
    assert found_proof(system(ENDLESS[name]), Deadline.after(1)) is None


@pytest.mark.parametrize(
    "name", [n for n in ENDLESS if n not in ("a longer word", "a cycle of words", "Toyama")]
)
def test_loops_are_found_whatever_the_order_of_the_rules(name):
    rules = list(system(ENDLESS[name]).strict)
    for seed in range(3):
        random.Random(seed).shuffle(rules)
        loop = found_plain_loop(rules, lambda: False)
        assert loop is not None
        terms = loop.chain.terms(rules)
        assert terms[0] == loop.chain.start
        assert terms[-1] == loop.chain.end


def test_a_proof_that_was_tampered_with_is_refused():
    """The check of certificates can fail: every part that is taken away is missed."""
    rules = system(ENDING["quotients"])
    (called,) = found_proof(rules, Deadline.after(60))
    assert verify(rules, ()) == "rules are left"
    assert verify(rules, (type(called)(called.cycles[:-1]),)) != ""
    more = System((*rules.strict, (plain("s(x)"), plain("s(s(x))"))))
    assert verify(more, (called,)) != ""
    ackermann = system(ENDING["Ackermann"])
    (lowered,) = found_proof(ackermann, Deadline.after(60))
    assert verify(system(ENDLESS["itself"]), (lowered,)) != ""


# -- random systems -------------------------------------------------------------------------------


def random_system(seed: int) -> System:
    """Some small rules over few heads, with or without a theory."""
    choose = random.Random(seed)
    heads = {"f": 2, "g": 1, "h": 1, "a": 0, "b": 0}

    def term(depth, variables):
        fits = [h for h, n in heads.items() if n == 0 or depth > 0]
        if variables and choose.random() < 0.3:
            return choose.choice(variables)
        h = choose.choice(fits)
        return (h, *(term(depth - 1, variables) for _ in range(heads[h])))

    rules = []
    while len(rules) < choose.randint(1, 4):
        left = term(2, ["x", "y"])
        if not isinstance(left, str):
            inside = sorted({s for s in subterms(left) if isinstance(s, str)})
            rules.append((left, term(2, inside)))
    theory = choose.choice(["", "", "A", "C", "AC"])
    flat = [(flattened(s, theory), flattened(t, theory)) for s, t in rules]
    return System(tuple(flat), theories=(("f", theory),) if theory else ())


def flattened(t, theory):
    if isinstance(t, str):
        return t
    args = [flattened(a, theory) for a in t[1:]]
    if t[0] == "f" and "A" in theory:
        args = [
            b for a in args for b in (a[1:] if not isinstance(a, str) and a[0] == "f" else (a,))
        ]
    return (t[0], *args)


def equal_terms(t, theory):
    """All binary terms that equal a ground term modulo the theory, or None if they are many."""
    seen, stack = {t}, [t]
    while stack:
        for s in one_step(stack.pop(), EQUATIONS[theory]):
            if s not in seen:
                seen.add(s)
                stack.append(s)
        if len(seen) > 200:
            return None
    return seen


F = "f"
EQUATIONS = {
    "": [],
    "C": [((F, "x", "y"), (F, "y", "x"))],
    "A": [((F, "x", (F, "y", "z")), (F, (F, "x", "y"), "z")),
          ((F, (F, "x", "y"), "z"), (F, "x", (F, "y", "z")))],
}  # fmt: skip
EQUATIONS["AC"] = EQUATIONS["A"] + EQUATIONS["C"]


def one_step(t, rules):
    for left, right in rules:
        values: dict = {}
        if match(left, t, values):
            yield put(right, values)
    if not isinstance(t, str):
        for i, a in enumerate(t[1:], 1):
            for s in one_step(a, rules):
                yield (*t[:i], s, *t[i + 1 :])


def match(p, t, values):
    if isinstance(p, str):
        return values.setdefault(p, t) == t
    return (
        not isinstance(t, str) and p[0] == t[0] and len(p) == len(t)
        and all(match(q, s, values) for q, s in zip(p[1:], t[1:], strict=True))
    )  # fmt: skip


def put(t, values):
    return values[t] if isinstance(t, str) else (t[0], *(put(a, values) for a in t[1:]))


def binary(t):
    """A flat term with brackets."""
    if isinstance(t, str):
        return t
    args = [binary(a) for a in t[1:]]
    while t[0] == "f" and len(args) > 2:
        args[-2:] = [(t[0], *args[-2:])]
    return (t[0], *args)


def comes_back(start, rules, theory, most=60):
    """Whether a ground term can become equal to itself again, as far as it is followed."""
    first = equal_terms(start, theory)
    if first is None:
        return False
    classes = {frozenset(first)}
    stack = [(frozenset(first), ())]
    for _ in range(most):
        if not stack:
            return False
        some, path = stack.pop()
        for t in some:
            for s in one_step(t, rules):
                if sum(1 for _ in subterms(s)) > 9:
                    continue
                new = equal_terms(s, theory)
                if new is None:
                    continue
                key = frozenset(new)
                if key == some or key in path:
                    return True
                if key not in classes:
                    classes.add(key)
                    stack.append((key, (*path, some)))
    return False


def wrong_proofs(seeds) -> tuple[int, list[str]]:
    """How many systems are said to terminate, and those of which that is wrong."""
    proved, wrong = 0, []
    for seed in seeds:
        rules = random_system(seed)
        proof = found_proof(rules, Deadline.after(2))
        if proof is None:
            continue
        proved += 1
        told = "; ".join(f"{shown(s)} -> {shown(t)}" for s, t in rules.strict)
        mistake = verify(rules, proof)
        wrong += [f"{seed}: {told}: {mistake}"] if mistake else []
        theory = dict(rules.theories).get("f", "")
        both = [(binary(s), binary(t)) for s, t in rules.strict]
        for left, _ in both:
            ground = dict.fromkeys("xy", ("a",))
            for values in (ground, {**ground, "y": ("b",)}, {**ground, "x": ("g", ("b",))}):
                if comes_back(put(left, values), both, theory):
                    wrong.append(f"{seed}: {told} modulo {theory or 'nothing'} goes on")
    return proved, wrong


def test_no_wrong_proof_about_random_systems():
    proved, wrong = wrong_proofs(range(120))
    assert not wrong
    assert proved > 30


@pytest.mark.hunt
@pytest.mark.parametrize("start", range(1_000, 9_000, 1_000))
def test_no_wrong_proof_about_many_random_systems(start, capsys):
    proved, wrong = wrong_proofs(range(start, start + 1_000))
    with capsys.disabled():
        print(f"\n{start}: {proved} of 1000 proved")
    assert not wrong, wrong


# -- sets of rules --------------------------------------------------------------------------------


class Letter(Term):
    """A letter or a word."""


class Node(Term):
    """Something without laws."""


none, la, lb = (symbol(n, Letter) for n in ("none", "la", "lb"))
word = operator("word", Letter, Letter, result=Letter, laws=[Associative(), Neutral(none)])
p, q, r = (symbol(n, Node) for n in "pqr")
both = operator("both_nodes", Node, Node, result=Node, laws=[Associative(), Commutative()])


@rule
def sorted_letters():
    """b a = a b"""
    return word(lb, la) >> word(la, lb)


@rule
def cancelled_letters():
    """a a = nothing"""
    return word(la, la) >> none


@rule
def p_to_q():
    """p = q"""
    return p >> q


@rule
def p_to_r():
    """p = r"""
    return p >> r


@rule
def r_to_p():
    """r = p"""
    return r >> p


def test_words_of_an_associative_operator_are_spelled():
    found = terminates(RuleSet(sorted_letters, cancelled_letters))
    assert found.terminates is True
    assert verify(found.system, found.proof) == ""
    assert any("sorted_letters" in told for told in found.measures)


@pytest.mark.parametrize("rules", [(p_to_q, p_to_r, r_to_p), (r_to_p, p_to_q, p_to_r)])
def test_a_loop_is_found_in_every_order(rules):
    found = terminates(RuleSet(*rules))
    assert found.terminates is False
    assert any(s is found.loop.terms[0] for s in postorder(found.loop.terms[-1]))


def test_a_loop_that_starts_at_no_left_side():
    f = operator("f_loops", Node, result=Node)
    g = operator("g_loops", Node, result=Node)

    @rule
    def unfolded(x: Node):
        """f g = g g f f"""
        return f(g(x)) >> g(g(f(f(x))))

    loop = found_loop(RuleSet(unfolded))
    assert loop is not None
    assert loop.growing
    assert heads_of(("f", "x")) == {"f": 1}


XTC = """<?xml version="1.0" encoding="UTF-8"?>
<problem type="termination"><trs><rules>
<rule><lhs><funapp><name>+</name><arg><var>x</var></arg><arg><funapp><name>0</name></funapp></arg>
</funapp></lhs><rhs><var>x</var></rhs></rule>
</rules><signature>
<funcsym><name>+</name><arity>2</arity><theory>AC</theory></funcsym>
<funcsym><name>0</name><arity>0</arity></funcsym>
</signature></trs><strategy>FULL</strategy></problem>
"""


def test_problems_of_the_database_are_read(tmp_path):
    path = tmp_path / "one.xml"
    path.write_text(XTC, encoding="utf-8")
    rules = problem(path)
    (made,) = rules
    assert {type(law) for law in made.left.op.laws} == {Associative, Commutative}
    assert terminates(rules).terminates is True
    assert judged(path, 5.0)[0] == "proved"


def test_the_list_of_problems():
    found = {family: len(names) for family, names in listed().items()}
    assert sum(found.values()) == 298 + found["strings, z001 …"]
    assert found.keys() == BEFORE.keys()
