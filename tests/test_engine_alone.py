"""The engine knows no algebra: it works on algebras that are declared here, without the rules."""

import os
import pathlib
import subprocess
import sys
import textwrap

import rewrite

ROOT = pathlib.Path(rewrite.__file__).parents[1]
ALONE = """
import sys

class Absent:
    "Finds no package of rules, whoever asks for one."
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("rules", "mechanics"):
            raise ImportError(f"{name} is absent")

sys.meta_path.insert(0, Absent())
for name in ("rules", "mechanics"):
    try:
        __import__(name)
    except ImportError:
        pass
    else:
        raise SystemExit(f"{name} could be imported")

from typing import Any
import rewrite as rw
from rewrite import (
    Absorbing, Anticommutative, Associative, Commutative, Homogeneous, Idempotent, Involution,
    Linear, Neutral, Rewrite, RuleSet, Term, bottom_up, exhaust, match, multilinear, normal,
    operator, replay, rule, symbol, top_down, zero,
)

def result(rules, t, **limits):
    "What rules make of a term; the derivation is done again."
    outcome = exhaust(bottom_up(rules)).run(t, trace=True, steps=500, seconds=600, **limits)
    assert outcome.finished, (t, outcome.reason)
    assert replay(outcome.derivation) is outcome.term
    return outcome.term
"""


def run_alone(source: str) -> None:
    code = ALONE + textwrap.dedent(source)
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_lattice():
    run_alone(
        """
        class Element(Term):
            "An element of a lattice."

        bottom, top = symbol("bottom", Element), symbol("top", Element)
        semilattice = [Associative(), Commutative(), Idempotent()]
        meet = operator("meet", Element, Element, result=Element,
                        laws=[*semilattice, Neutral(top), Absorbing(bottom)])
        join = operator("join", Element, Element, result=Element,
                        laws=[*semilattice, Neutral(bottom), Absorbing(top)])

        @rule
        def absorb(x: Element, y: Element) -> Rewrite[Element]:
            "x ∧ (x ∨ y) = x."
            return meet(x, join(x, y)) >> x

        @rule
        def absorb_back(x: Element, y: Element) -> Rewrite[Element]:
            "x ∨ (x ∧ y) = x."
            return join(x, meet(x, y)) >> x

        a, b, c, d = (symbol(n, Element) for n in "abcd")
        lattice = RuleSet(absorb, absorb_back, name="lattice")
        assert result(lattice, meet(a, join(b, a))) is a
        assert result(lattice, meet(join(a, b, c), a, d)) is meet(a, d)
        assert result(lattice, join(meet(a, b), d, meet(a, b, c))) is join(d, meet(a, b))
        assert result(lattice, join(a, meet(b, join(b, a)))) is join(a, b)
        assert result(lattice, meet(join(a, b), join(a, b, c))) is join(a, b)
        assert result(lattice, meet(join(a, b), join(a, c))) is meet(join(a, b), join(a, c))
        assert result(lattice, join(meet(a, top), bottom)) is a
        """
    )


def test_a_boolean_ring():
    run_alone(
        """
        class Bit(Term):
            "A truth value."

        no, yes = symbol("no", Bit), symbol("yes", Bit)
        xor = operator("xor", Bit, Bit, result=Bit,
                       laws=[Associative(), Commutative(), Neutral(no)])
        both = operator("both", Bit, Bit, result=Bit,
                        laws=[Associative(), Commutative(), Idempotent(), Neutral(yes),
                              Absorbing(no)])
        flip = operator("flip", Bit, result=Bit, laws=[Involution()])
        either = operator("either", Bit, Bit, result=Bit, laws=[Commutative()])

        @rule
        def cancel(x: Bit) -> Rewrite[Bit]:
            "x + x = 0."
            return xor(x, x) >> no

        @rule
        def spread(x: Bit, y: Bit, z: Bit) -> Rewrite[Bit]:
            "x (y + z) = x y + x z."
            return both(x, xor(y, z)) >> xor(both(x, y), both(x, z))

        @rule
        def negation(x: Bit) -> Rewrite[Bit]:
            "¬x = 1 + x."
            return flip(x) >> xor(yes, x)

        @rule
        def disjunction(x: Bit, y: Bit) -> Rewrite[Bit]:
            "x ∨ y = x + y + x y."
            return either(x, y) >> xor(x, y, both(x, y))

        p, q, r = (symbol(n, Bit) for n in "pqr")
        ring = RuleSet(cancel, spread, negation, disjunction)
        assert result(ring, either(p, flip(p))) is yes
        assert result(ring, both(p, flip(p))) is no
        de_morgan = xor(flip(both(p, q)), either(flip(p), flip(q)))
        assert result(ring, de_morgan) is no
        implies = lambda x, y: either(flip(x), y)
        peirce = implies(implies(implies(p, q), p), p)
        assert result(ring, peirce) is yes
        chain = implies(both(implies(p, q), implies(q, r)), implies(p, r))
        assert result(ring, chain) is yes
        assert result(ring, implies(p, q)) is result(ring, implies(flip(q), flip(p)))
        assert result(ring, implies(p, q)) is not result(ring, implies(q, p))
        """
    )


def test_a_free_band():
    run_alone(
        """
        class Word(Term):
            "A word in which every square is its root."

        dot = operator("juxt", Word, Word, result=Word, laws=[Associative()])

        @rule
        def square(x: Word) -> Rewrite[Word]:
            "x x = x."
            return dot(x, x) >> x

        a, b, c = (symbol(n, Word) for n in "abc")
        assert result(RuleSet(square), dot(a, a)) is a
        assert result(RuleSet(square), dot(a, b, a, b)) is dot(a, b)
        assert result(RuleSet(square), dot(c, a, b, a, b, b, a, b, c)) is dot(c, a, b, c)
        assert result(RuleSet(square), dot(a, b, a)) is dot(a, b, a)
        long = [a, b, c, b, a, c] * 6
        assert result(RuleSet(square), dot(*long)) is dot(a, b, c, b, a, c)

        @rule
        def outer_pair(x: Word, y: Word) -> Rewrite[Word]:
            "x y x = x: a rectangular band."
            return dot(x, y, x) >> x

        rectangular = RuleSet(square, outer_pair)
        assert result(rectangular, dot(a, b, c, a)) is a
        assert result(rectangular, dot(a, b, a, c, b)) is dot(a, c, b)
        """
    )


def test_a_lie_algebra():
    run_alone(
        """
        class Field(Linear):
            "A vector field."
            dimension = 3

        bracket = operator("bracket", Field, Field, result=Field,
                           laws=[Anticommutative(), *multilinear()])
        e, f, h = (symbol(n, Field) for n in "efh")
        x, y, z = (symbol(n, Field) for n in "xyz")
        s = rw.scalar("s")
        assert normal(bracket(x, x)) == 0
        assert normal(bracket(y, 2 * x)) is normal(-2 * bracket(x, y))

        @rule
        def he(a: Field) -> Rewrite[Field]:
            "[h, e] = 2 e, in any company."
            return bracket(h, e) + a >> 2 * e + a

        @rule
        def h_e() -> Rewrite[Field]:
            "[h, e] = 2 e."
            return bracket(h, e) >> 2 * e

        @rule
        def h_f() -> Rewrite[Field]:
            "[h, f] = −2 f."
            return bracket(h, f) >> -2 * f

        @rule
        def e_f() -> Rewrite[Field]:
            "[e, f] = h."
            return bracket(e, f) >> h

        @rule
        def spread(a: Field, b: Field, c: Field) -> Rewrite[Field]:
            "[a, b + c] = [a, b] + [a, c]."
            return bracket(a, b + c) >> bracket(a, b) + bracket(a, c)

        @rule
        def jacobi(a: Field, b: Field, c: Field) -> Rewrite[Field]:
            "[a, [b, c]] + [b, [c, a]] + [c, [a, b]] = 0."
            return (bracket(a, bracket(b, c)) + bracket(b, bracket(c, a))
                    + bracket(c, bracket(a, b)) >> 0)

        sl2 = RuleSet(h_e, h_f, e_f, spread, jacobi)
        assert result(sl2, bracket(h, bracket(h, e))) is normal(4 * e)
        assert result(sl2, bracket(e, h)) is normal(-2 * e)
        assert result(sl2, bracket(f, e + s * h)) is normal(-h + 2 * s * f)
        casimir = bracket(e, bracket(f, h)) + bracket(f, bracket(h, e)) + bracket(h, bracket(e, f))
        assert result(sl2, casimir) == 0
        cyclic = bracket(x, bracket(y, z)) + bracket(y, bracket(z, x)) + bracket(z, bracket(x, y))
        assert result(RuleSet(jacobi), cyclic) == 0
        assert result(RuleSet(jacobi), 3 * s * cyclic + x) is x
        opposite = bracket(x, bracket(z, y)) - bracket(y, bracket(z, x)) + bracket(
            bracket(x, y), z)
        assert result(RuleSet(jacobi), opposite) == 0
        assert len(list(match(he, bracket(h, e) + x))) >= 1
        """
    )


def test_nothing_of_the_engine_loads_rules():
    run_alone(
        """
        import importlib, pkgutil
        for module in pkgutil.walk_packages(rw.__path__, "rewrite."):
            if module.name != "rewrite.__main__":
                try:
                    importlib.import_module(module.name)
                except ImportError as error:
                    assert "absent" not in str(error), error
        loaded = [name for name in sys.modules if name.split(".")[0] in ("rules", "mechanics")]
        assert not loaded, loaded
        """
    )


def test_the_source_of_the_engine_names_no_rules():
    for file in (ROOT / "rewrite").rglob("*.py"):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            words = line.split()
            if words[:1] == ["import"] or (words[:1] == ["from"] and "import" in words):
                package = words[1].split(".")[0]
                assert package not in ("rules", "mechanics"), f"{file.name}:{number}: {line}"
