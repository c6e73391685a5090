"""Rewriting engines behind one interface, which takes a problem as plain data.

Terms are plain data: a name, or a tuple of a name and operands. A name that begins with ? is a
variable. Each engine is used in its most efficient way; everything that is compiled once (rule
indices, Maude's modules, MatchPy's automata, the e-graph's rules) is compiled outside the clock.
"""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import matchpy
import maude

import rewrite as rw
from rewrite.core.terms import set_normal, set_reduced
from rewrite.rewriting.defining import made_rule

Data = Any
"""A name, or (name, operand, …)."""
UNIT = "e"
"""The neutral element of every operator that has one."""


@dataclass(frozen=True)
class Problem:
    """Rules and a term; `laws` says which operators are associative ("a"), also commutative
    ("ac"), or associative with the neutral element e ("ae")."""

    subject: Data
    rules: Sequence[tuple[Data, Data]] = ()
    laws: dict[str, str] = field(default_factory=dict)
    pattern: Data = None
    """A pattern, for a problem that asks for all matches of it with the subject."""

    def parts(self) -> Iterator[Data]:
        stack = [self.subject, *itertools.chain(*self.rules)]
        if self.pattern is not None:
            stack.append(self.pattern)
        while stack:
            t = stack.pop()
            yield t
            if isinstance(t, tuple):
                stack += t[1:]

    def arities(self) -> dict[str, int]:
        found = {t[0]: len(t) - 1 for t in self.parts() if isinstance(t, tuple)}
        return {**found, **{op: 2 for op in found if self.laws.get(op)}}

    def atoms(self) -> set[str]:
        found = {t for t in self.parts() if isinstance(t, str) and t[0] != "?"}
        return found | ({UNIT} if "ae" in self.laws.values() else set())

    def variables(self) -> set[str]:
        return {t for t in self.parts() if isinstance(t, str) and t[0] == "?"}


def tidy(t: Data, laws: dict[str, str]) -> Data:
    """An answer in a unique form: words flat and without the neutral element, bags sorted."""
    if isinstance(t, str):
        return t
    op, law = t[0], laws.get(t[0], "")
    args = [tidy(a, laws) for a in t[1:]]
    if not law:
        return (op, *args)
    flat = [b for a in args for b in (a[1:] if isinstance(a, tuple) and a[0] == op else (a,))]
    if law == "ae":
        flat = [a for a in flat if a != UNIT]
    if law == "ac":
        flat.sort(key=str)
    return (op, *flat) if len(flat) > 1 else flat[0] if flat else UNIT


def mapped(t: Data, leaf: Any, node: Any) -> Any:
    """Data mapped to something else without recursion, since numbers in unary are deep."""
    stack: list[tuple[Data, list[Any]]] = [(("", t), [])]
    while True:
        whole, found = stack[-1]
        if len(found) < len(whole) - 1:
            part = whole[len(found) + 1]
            if isinstance(part, str):
                found.append(leaf(part))
            else:
                stack.append((part, []))
            continue
        stack.pop()
        if not stack:
            return found[0]
        stack[-1][1].append(node(whole[0], found))


class Engine:
    """One way to solve problems."""

    name = ""

    def prepare(self, problem: Problem) -> Any:
        """The term, and everything that is done once for a set of rules."""
        raise NotImplementedError

    def fresh(self, ready: Any) -> Any:
        return ready

    def run(self, ready: Any) -> Any:
        raise NotImplementedError

    def answer(self, found: Any) -> Data:
        raise NotImplementedError


# This project ------------------------------------------------------------------------------------


class Thing(rw.Term):
    """A sort without any structure except its operators."""

    __slots__ = ()


@cache
def our_operator(name: str, arity: int, law: str) -> Any:
    laws: list[Any] = [rw.Associative()] if law else []
    if law == "ac":
        laws.append(rw.Commutative())
    if law == "ae":
        laws.append(rw.Neutral(rw.symbol(UNIT, Thing)))
    return rw.operator(f"{name}__{law}", *[Thing] * arity, result=Thing, laws=laws)


class Penelope(Engine):
    name = "penelope"

    def prepare(self, problem: Problem) -> Any:
        arities, laws = problem.arities(), problem.laws

        def node(op: str, args: list[Any]) -> Any:
            return our_operator(op, arities[op], laws.get(op, ""))(*args)

        def made(t: Data, variables: dict[str, Any]) -> Any:
            return mapped(
                t, lambda s: variables[s[1:]] if s[0] == "?" else rw.symbol(s, Thing), node
            )

        names = {v[1:]: rw.variable(v[1:], Thing, ()) for v in problem.variables()}

        def defined(number: int, left: Data, right: Data) -> Any:
            sides = made(left, names) >> made(right, names)
            return made_rule(f"rule{number}", "A rule of the benchmark.", sides)

        rules = rw.RuleSet([defined(i, *sides) for i, sides in enumerate(problem.rules)])
        subject = made(problem.subject, {})
        _ = rules.plan
        if problem.pattern is not None:
            return None, subject, made(problem.pattern, names), laws
        return rules, subject, None, laws

    def fresh(self, ready: Any) -> Any:
        for t in rw.postorder(ready[1]):  # forget the results of an earlier run
            set_normal(t, None)
            set_reduced(t, ())
        return ready

    def run(self, ready: Any) -> Any:
        rules, subject, pattern, laws = ready
        if pattern is not None:
            return [m.substitution for m in rw.match(pattern, subject, budget=10**9)], laws
        everywhere = rw.exhaust(rw.bottom_up(rw.exhaust(rules)))
        outcome = everywhere.run(subject, steps=None, seconds=None, budget=10**9)
        assert outcome.finished, outcome.reason
        return outcome.term, laws

    def answer(self, found: Any) -> Data:
        result, laws = found
        if isinstance(result, list):
            return substitutions(
                [{str(v.name): self.read(t, laws) for v, t in s.items()} for s in result]
            )
        return self.read(result, laws)

    def read(self, t: Any, laws: dict[str, str]) -> Data:
        def data(t: Any) -> Data:
            if not t.args:
                return t.name
            return (t.op.name.partition("__")[0], *map(data, t.args))

        return tidy(data(t), laws)


def substitutions(found: list[dict[str, Data]]) -> Data:
    return sorted({str(sorted(s.items(), key=str)) for s in found})


# MatchPy -----------------------------------------------------------------------------------------


class MatchPy(Engine):
    """ManyToOneReplacer innermost first (many times faster than its default), ManyToOneMatcher."""

    name = "MatchPy"

    def prepare(self, problem: Problem) -> Any:
        laws, ops = problem.laws, {}
        for op, arity in problem.arities().items():
            law = laws.get(op, "")
            # rules have variables for single operands only: no need to let MatchPy group them
            ops[op] = matchpy.Operation.new(
                op,
                matchpy.Arity(0, False) if law else matchpy.Arity(arity, True),
                f"Op_{op}",
                associative=bool(law and problem.pattern is not None),
                commutative=law == "ac",
                one_identity=bool(law),
            )
        atoms = {a: matchpy.Symbol(a) for a in problem.atoms()}
        dots = {v: matchpy.Wildcard.dot(v[1:]) for v in problem.variables()}

        def made(t: Data) -> Any:
            return mapped(t, lambda s: dots.get(s) or atoms[s], lambda op, args: ops[op](*args))

        subject = made(problem.subject)
        if problem.pattern is not None:
            matcher = matchpy.ManyToOneMatcher(matchpy.Pattern(made(problem.pattern)))
            return matcher.match, subject, laws
        replacer = matchpy.ManyToOneReplacer()
        for left, right in problem.rules:
            replacer.add(self.rule(left, right, laws, ops, made))
        return replacer.replace_post_order, subject, laws

    def rule(self, left: Data, right: Data, laws: Any, ops: Any, made: Any) -> Any:
        """A rule; in a longer word or sum it needs variables for the letters before and after."""
        op = left[0]
        law = laws.get(op, "")

        def instance(t: Data, values: dict[str, Any]) -> Any:
            return mapped(
                t,
                lambda s: values[s[1:]] if s[0] == "?" else made(s),
                lambda op, args: ops[op](*args),
            )

        if not law:
            return matchpy.ReplacementRule(
                matchpy.Pattern(made(left)), lambda **values: instance(right, values)
            )
        items = right[1:] if isinstance(right, tuple) and right[0] == op else (right,)
        items = [t for t in items if t != UNIT or law != "ae"]

        def replacement(before: Any = (), after: Any = (), **values: Any) -> Any:
            return ops[op](*before, *[instance(t, values) for t in items], *after)

        before = [] if law == "ac" else [matchpy.Wildcard.star("before")]
        inner = map(made, left[1:])
        pattern = ops[op](*before, *inner, matchpy.Wildcard.star("after"))
        return matchpy.ReplacementRule(matchpy.Pattern(pattern), replacement)

    def run(self, ready: Any) -> Any:
        work, subject, laws = ready
        found = work(subject)
        return (found if isinstance(found, matchpy.Expression) else list(found)), laws

    def answer(self, found: Any) -> Data:
        result, laws = found
        if isinstance(result, list):
            return substitutions([{v: self.read(t, laws) for v, t in s.items()} for _, s in result])
        return self.read(result, laws)

    def read(self, t: Any, laws: dict[str, str]) -> Data:
        def data(t: Any) -> Data:
            if isinstance(t, matchpy.Symbol):
                return t.name
            return (t.name, *map(data, t.operands))

        return tidy(data(t), laws)


# Maude -------------------------------------------------------------------------------------------

_modules = itertools.count()


class Maude(Engine):
    """Equations modulo the attributes of the operators; the term is parsed once and copied."""

    name = "Maude"
    attributes = {"": "", "a": " [assoc]", "ac": " [assoc comm]", "ae": f" [assoc id: {UNIT}]"}

    def prepare(self, problem: Problem) -> Any:
        maude.init(advise=False)
        laws, name = problem.laws, f"PROBLEM{next(_modules)}"
        lines = [f"fmod {name} is", "sorts L S .", "subsort L < S ."]
        atoms = problem.atoms()
        letters = atoms - {UNIT} if "ae" in laws.values() else set()
        if letters:
            lines.append(f"ops {' '.join(sorted(letters))} : -> L .")
        if atoms - letters:
            lines.append(f"ops {' '.join(sorted(atoms - letters))} : -> S .")
        for op, arity in problem.arities().items():
            attribute = self.attributes[laws.get(op, "")]
            sort = "L" if letters and not attribute else "S"
            lines.append(f"op {op} : {' '.join([sort] * arity)} -> {sort}{attribute} .")
        for v in sorted(problem.variables()):
            lines.append(f"var {v[1:].upper()} : {'L' if letters else 'S'} .")
        lines += [f"eq {self.text(a)} = {self.text(b)} ." for a, b in problem.rules]
        maude.input("\n".join([*lines, "endfm"]))
        module = maude.getModule(name)
        subject = module.parseTerm(self.text(problem.subject))
        pattern = None
        if problem.pattern is not None:
            pattern = module.parseTerm(self.text(problem.pattern))
        return subject, pattern, laws, module

    def text(self, t: Data) -> str:
        return mapped(
            t,
            lambda s: s[1:].upper() if s[0] == "?" else s,
            lambda op, args: f"{op}({', '.join(args)})",
        )

    def fresh(self, ready: Any) -> Any:
        subject, *others = ready
        return subject.copy(), *others

    def run(self, ready: Any) -> Any:
        subject, pattern, laws, _ = ready
        if pattern is not None:
            return [s for s, _ in subject.match(pattern)], laws
        subject.reduce()
        return subject, laws

    def answer(self, found: Any) -> Data:
        result, laws = found
        if isinstance(result, list):
            return substitutions(
                [{str(v.getVarName()).lower(): self.read(t, laws) for v, t in s} for s in result]
            )
        return self.read(result, laws)

    def read(self, t: Any, laws: dict[str, str]) -> Data:
        def data(t: Any) -> Data:
            args = [data(a) for a in t.arguments()]
            return (str(t.symbol()), *args) if args else str(t.symbol())

        return tidy(data(t), laws)


# egglog ------------------------------------------------------------------------------------------


def e_graph() -> Any:
    """An empty e-graph. egglog is imported late because it starts threads, which a fork loses."""
    return importlib.import_module("egglog.bindings").EGraph()


class Egglog(Engine):
    """Saturation with rewrites that subsume their left side, then extraction.

    Associativity and commutativity as rewrites explode. So words are lists, in which a rule on
    neighbours needs no law, and sums are egglog's multisets.
    """

    name = "egglog"

    def prepare(self, problem: Problem) -> Any:
        laws = problem.laws
        lines = ["(sort T)", "(sort Bag (MultiSet T))"]
        lines += [f"(constructor {a}__ () T)" for a in sorted(problem.atoms())]
        for op, arity in problem.arities().items():
            law, op = laws.get(op, ""), f"{op}_"
            if law == "ac":
                lines.append(f"(constructor {op} (Bag) T)")
            elif law:
                lines += [f"(constructor {op} (T T) T)", f"(constructor {op}End () T)"]
            else:
                lines.append(f"(constructor {op} ({' '.join('T' * arity)}) T)")
        lines += [self.rule(left, right, laws) for left, right in problem.rules]
        work = f"(let $t {self.text(problem.subject, laws)})(run-schedule (saturate (run)))"
        graph = e_graph()
        graph.run_program(*graph.parse_program("\n".join([*lines, "(push)"])))
        return graph, graph.parse_program(work + "(extract $t)"), laws

    def rule(self, left: Data, right: Data, laws: dict[str, str]) -> str:
        op = left[0]
        law = laws.get(op, "")
        text = lambda t: self.text(t, laws)  # noqa: E731
        if law == "ac":
            names = [f"item{i}" for i in range(len(left) - 1)]
            rest = "bag"
            for name in names:
                rest = f"(multiset-remove {rest} {name})"
            conditions = [f"(= {n} {text(t)})" for n, t in zip(names, left[1:], strict=True)]
            conditions += [f"(multiset-contains bag {n})" for n in names]
            made = f"(union whole ({op}_ (multiset-insert {rest} {text(right)})))"
            facts = f"(= whole ({op}_ bag)) {' '.join(conditions)}"
            return f"(rule ({facts}) ({made} (subsume ({op}_ bag))))"
        if law:
            items = right[1:] if isinstance(right, tuple) and right[0] == op else (right,)
            items = [t for t in items if t != UNIT]
            sides = self.list(op, left[1:], laws, "rest"), self.list(op, items, laws, "rest")
        else:
            sides = text(left), text(right)
        return f"(rewrite {sides[0]} {sides[1]} :subsume)"

    def list(self, op: str, items: Sequence[Data], laws: dict[str, str], end: str) -> str:
        before = "".join(f"({op}_ {self.text(t, laws)} " for t in items)
        return f"{before}{end}{')' * len(items)}"

    def text(self, t: Data, laws: dict[str, str]) -> str:
        if isinstance(t, str):
            return t[1:] if t[0] == "?" else f"({t}__)"
        op, law = t[0], laws.get(t[0], "")
        if law and law != "ac":
            return self.list(op, t[1:], laws, f"({op}_End)")
        args = " ".join(self.text(a, laws) for a in t[1:])
        return f"({op}_ (multiset-of {args}))" if law else f"({op}_ {args})"

    def fresh(self, ready: Any) -> Any:
        graph = ready[0]
        graph.run_program(*graph.parse_program("(pop) (push)"))
        return ready

    def run(self, ready: Any) -> Any:
        graph, work, laws = ready
        return graph.run_program(*work)[-1], laws

    def answer(self, found: Any) -> Data:
        best, laws = found

        def data(t: Any) -> Data:
            name = t.name.rstrip("_").removesuffix("_End")
            law, args = laws.get(name, ""), [best.termdag.get(a) for a in t.args]
            if law == "ac":
                return (name, *[data(best.termdag.get(a)) for a in args[0].args])
            if not law:
                return (name, *map(data, args)) if args else name
            letters = []
            while args:
                letters.append(data(args[0]))
                args = [best.termdag.get(a) for a in args[1].args]
            return (name, *letters)

        return tidy(data(best.termdag.get(best.term)), laws)
