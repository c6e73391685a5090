"""A context: facts and relations that hold for one calculation and affect no other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..deadline import time_limited
from ..errors import FactError
from .facts import KINDS, Fact, Truth, ask, closure
from .hooks import brief, hooks
from .laws import Associative
from .linear import power
from .operators import coerce, number
from .terms import Term, describe_symbol, order, postorder

Equations = list[tuple[Term, Any]]

RELATIONS: dict[str, Callable[..., tuple[Equations, list[Fact]]]] = {}
"""Relations between several terms, by name: the equations they stand for and the facts they add.
A theory enters its own here."""


class Context:
    """Facts about terms and relations between them.

    >>> from rewrite import vectors, dot, normal, orthogonal
    >>> a, b = vectors("a b")
    >>> normal(dot(a, b), Context(orthogonal(a, b)))
    0
    >>> normal(dot(a, b))
    dot(a, b)
    """

    __slots__ = ("_equations", "_facts", "facts", "is_empty", "is_of_symbols", "products")

    def __init__(self, *facts: Fact) -> None:
        for f in facts:
            if not isinstance(f, Fact):
                raise FactError(_no_fact(f))
        self.facts: tuple[Fact, ...] = tuple(dict.fromkeys(facts))
        self._facts: dict[Term, frozenset[str]] = {}
        self._equations: dict[Term, Term] = {}
        self.products: dict[Any, Term] = {}
        """The values of products and powers: they occur in others, where `normal` does not look."""
        self.is_empty = not facts
        self.is_of_symbols = False
        """Whether nothing is declared of terms that are not symbols; found out at the end."""
        equations: Equations = []
        for f in self.facts:
            for about in self._unfold(f, equations):
                self._learn(about)
        for left, right in sorted(equations, key=lambda pair: order(pair[0])[0]):
            self._equate(left, right)
        if self._equations:
            self._settle()
            self._carry_facts_over()
        self.is_of_symbols = not equations and all(t.is_symbol for t in self._facts)

    def _unfold(self, f: Fact, equations: Equations) -> list[Fact]:
        if len(f.terms) == 1 and f.name in KINDS:
            (t,) = f.terms
            if f.name == "constant" and t.is_symbol and t.value.coordinates:
                on = " and ".join(t.value.coordinates)
                raise FactError(f"{t} cannot be constant and depend on {on}")
            return [f]
        relation = RELATIONS.get(f"{f.name}/{len(f.terms)}")
        if relation is None:
            raise FactError(f"{f}: there is no relation {f.name} between {len(f.terms)} terms")
        found, implied = relation(*f.terms)
        equations += found
        return implied

    def _learn(self, f: Fact) -> None:

        (t,) = f.terms
        what = describe_symbol(t) if t.is_symbol else brief(t)
        for subject in dict.fromkeys((t, hooks.normal(t))):
            known = set(self._facts.get(subject, ()))
            known |= subject.value.facts if subject.is_symbol else set()
            facts = closure([*known, f.name], t.sort, t.shape, what)
            if ask(f.name, subject, self) is Truth.FALSE:
                raise FactError(f"{what}: {f.name} contradicts what is known of it")
            self._facts[subject] = facts

    def _equate(self, left: Term, right: Any) -> None:
        """Learn that `left` has the value `right`: from now on `normal` puts it in its place."""

        right = coerce(right, left.sort, left.shape, f"the value of {left}")
        was, value = hooks.normal(left, self), hooks.normal(right, self)
        if was is value:
            return
        if was.op.constant and value.op.constant:
            raise FactError(f"{left} is already known to be {was}, not {right}")
        if was.op.constant:
            was, value = value, was
        c, rope, core = hooks.split(was)
        subject = rope if core is None else core
        product = isinstance(subject, tuple) or (core is not None and rope is not None)
        if product or subject.op is power or subject.op.law(Associative) is not None:
            value_of_one = hooks.normal(value / number(c), self)
            self.products[hooks.normal(was / number(c))] = value_of_one
        if product or (core is None and subject.op is power):
            return
        value = hooks.normal(value / number(c), self)
        if any(t is subject for t in postorder(value)):
            self._equate_to_itself(subject, value)
        else:
            self._equations[subject] = value

    def _equate_to_itself(self, subject: Term, value: Any) -> None:
        """Learn from x = f(x) what `normal` can use: a = -a gives a = 0, and a = b × a nothing."""
        rest = hooks.normal(subject - value, self)
        if rest.op.constant:
            raise FactError(f"{subject} cannot be {value}: their difference is {rest}")
        if hooks.split(rest)[2] is subject:
            self._equate(subject, 0)

    def _settle(self) -> None:
        """Use every equation in the values of the others, so that each applies once and for all."""

        for _ in range(len(self._equations) + 1):
            settled = True
            for subject, value in self._equations.items():
                new = self._without(subject, hooks.normal(value, self))
                settled = settled and new is value
                self._equations[subject] = new
            if settled:
                return
        raise FactError(f"the equations of {self} define their symbols by each other, in a circle")

    def _carry_facts_over(self) -> None:
        """Pass the facts about a term on to its value, and refuse a contradiction."""

        for subject in [*self._facts, *(t for t in self._equations if t.is_symbol)]:
            value = hooks.normal(subject, self)
            if value is not subject:
                declared = subject.value.facts if subject.is_symbol else frozenset()
                for name in sorted(self.facts_of(subject) | declared):
                    if ask(name, value, self) is Truth.FALSE:
                        raise FactError(f"{subject} is {name}, so it cannot be {value}")
                    if not value.op.constant:
                        self._learn(Fact(name, (value,)))

    def _without(self, subject: Term, value: Term) -> Term:
        if any(t is subject for t in postorder(value)):
            raise FactError(f"{subject} cannot be given the value {value}, which contains it")
        return value

    def facts_of(self, t: Term) -> frozenset[str]:
        return self._facts.get(t, frozenset())

    def value_of(self, t: Term) -> Term | None:
        """The normal term that an equation of this context puts in the place of `t`."""
        return self._equations.get(t) if self._equations else None

    def holds(self, f: Fact) -> Truth:
        """Whether a fact is true here, false, or not known."""
        if f in self.facts:
            return Truth.TRUE
        if len(f.terms) == 1 and f.name in KINDS:
            answer = ask(f.name, f.terms[0], self)
            if answer is Truth.UNKNOWN:
                answer = ask(f.name, hooks.normal(f.terms[0], self), self)
            return answer

        relation = RELATIONS.get(f"{f.name}/{len(f.terms)}")
        if relation is None:
            raise FactError(f"{f}: there is no relation {f.name} between {len(f.terms)} terms")
        equations, implied = relation(*f.terms)
        answers = [self.holds(i) for i in implied]
        for left, right in equations:
            value = hooks.normal(left - right, self)
            answers.append(Truth.of(True if value == 0 else False if value.op.constant else None))
        return Truth.every(answers)

    def __add__(self, other: Context | Fact) -> Context:
        """This context with more facts; neither operand changes."""
        more = other.facts if isinstance(other, Context) else (other,)
        return Context(*self.facts, *more)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Context) and set(self.facts) == set(other.facts)

    def __hash__(self) -> int:
        return hash(frozenset(self.facts))

    def __repr__(self) -> str:
        return f"Context({', '.join(map(str, self.facts))})"


EMPTY = Context()


@time_limited
def holds(f: Fact, context: Context | None = None, *, time_limit: float | None = None) -> Truth:
    """Whether a fact is known to hold, from declarations and through operators.
    After `time_limit` seconds it stops with a LimitError.

    >>> from rewrite import matrices, symmetric
    >>> A, B = matrices("A B")
    >>> holds(symmetric(A + A.T)), holds(symmetric(A @ B))
    (<Truth.TRUE: 'true'>, <Truth.UNKNOWN: 'unknown'>)
    """
    return (context or EMPTY).holds(f)


def _no_fact(given: object) -> str:
    """The message about an argument that is no fact."""
    said = f"a context is made of facts such as symmetric(A), not of {given!r:.60}"
    if isinstance(given, bool):
        return f"{said}, which is what == gives: write equals(left, right) for an equation"
    if isinstance(given, str):
        return f"{said}: build the fact in Python, as equals(left, right) or unit(a)"
    return said
