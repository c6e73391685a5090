"""Terms as polynomials: everything that distributes over sums is multiplied out and collected.

A term is read bottom-up over its distinct sub-terms. Sums, scalings and products of scalars are
read in `sums_and_powers`; products, maps and words by their tables in `word_products`; every other
operator by the laws, on its operands written as terms, in `by_laws`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from math import inf
from typing import TYPE_CHECKING, Any

from ..core.linear import LINEAR_OPERATORS, add, div, neg, power, scale, times
from ..core.operators import NUMBER
from ..core.sorts import Linear
from ..core.terms import Term, intern
from ..deadline import check_time
from ..normalform.addends import Addends
from ..normalform.walk import Normaliser, flattened
from .by_laws import ByLaws
from .reader import MAX_MONOMIALS, SCALAR, TooLargeError, tidied
from .sums_and_powers import SumsAndPowers
from .tables import Product, Word, role_of
from .word_products import WordProducts
from .word_rules import NO_RULES, WordRules
from .writing import Polynomial

if TYPE_CHECKING:
    from ..rewriting.rule import Rule

__all__ = ["SCALAR", "Kernel", "TooLargeError", "expanded", "expanded_by", "tidied"]
Handler = Callable[[Term], Polynomial]

MAX_READINGS = 8
"""A term is read at most this many times: again whenever the laws have changed it."""
LONG = 16
"""Sums with at least this many addends are collected before their addends are read."""
DIVIDING = (div, power)


class Kernel(SumsAndPowers, WordProducts, ByLaws):
    """Reads terms of every operator."""

    @cached_property
    def handlers(self) -> dict[Any, Handler]:
        """The functions that read terms, by operator; others are added when first needed."""
        return {
            add: self.sum_of,
            neg: self.opposite,
            scale: self.scaled,
            times: self.scaled,
            div: self.divided,
            power: self.power_of,
        }

    @cached_property
    def lawful(self) -> Handler:
        """The function that reads operators without a table."""
        return self.by_laws

    def run(self, t: Term, before: Term | None = None) -> Term:
        """The term with everything distributed, in normal form; the term itself if `before`, from
        which it was written, has the same polynomial."""
        if not issubclass(t.sort, Linear):
            self.visit(t)
        elif self.polynomial(t) == (None if before is None else self.found[before]):
            return t
        else:
            self.check_room(self.found[t])
        return self.written(t)

    def visit(self, root: Term) -> None:
        found, terms, handlers, by_laws = self.found, self.terms, self.handlers, self.lawful
        stack = [root]
        sums: dict[Term, Addends] = {}
        while stack:
            t = stack[-1]
            if t in found or t in terms:
                stack.pop()
                continue
            check_time()
            op, args = t.op, t.args
            if not args or (not self.deep and op not in LINEAR_OPERATORS):
                stack.pop()
                self._leaf(t)
                continue
            handler = handlers.get(op) or handlers.get((op, t.sort))
            if handler is None:
                handler = self._handler(t)
            usual = t
            if handler is by_laws or (op in DIVIDING and not _is_power(t)):
                # first pull scalars out of operators that are not linear
                usual = self.walk.run(t)
            elif op is add and len(args) >= LONG:
                if t not in sums:
                    sums[t] = Addends(t, self.entered)
                args = tuple(sums[t].terms())
            elif op.variadic and op is not add:
                usual = self._joined(t)
            if usual is not t:
                if usual in found:
                    found[t] = found[usual]
                elif usual in terms:
                    terms[t] = terms[usual]
                else:
                    stack.append(usual)
                continue
            waiting = [a for a in args if a not in found and a not in terms]
            if waiting:
                waiting.reverse()
                stack += waiting
                continue
            stack.pop()
            if t in sums:
                found[t] = self.collected(sums.pop(t))
            elif issubclass(t.sort, Linear):
                found[t] = handler(t)
            else:
                terms[t] = self.rebuilt(t)

    def _joined(self, t: Term) -> Term:
        """A product with nested products flattened, so that each word is formed once and not once
        for every bracket."""
        found = self.flat.get(t)
        if found is None:
            args = flattened(t, self.entered)
            found = t if args is t.args else intern(t.op, tuple(args), t.sort, t.shape)
            self.flat[t] = self.flat[found] = found
        return found

    def _handler(self, t: Term) -> Handler:
        """The function that reads an operator, cached for each sort of its terms unless it depends
        on the sorts of operands."""
        role = role_of(t.op, tuple([(a.sort, a.shape) for a in t.args]))
        product = role.op if isinstance(role, Product) else getattr(role, "product", None)
        if role is None or (product is not None and not self.is_space(product, t.sort)):
            return self.lawful
        handler: Handler
        if isinstance(role, Product):
            handler = partial(self.multiplied, role)
        elif isinstance(role, Word):
            handler = partial(self.as_word, role)
        else:
            handler = partial(self.mapped_term, role)
        if not isinstance(role, Word) or None not in t.op.params:
            self.handlers[t.op, t.sort] = handler
        return handler

    def _leaf(self, t: Term) -> None:
        """Read an atom, or a term that stays as it is."""
        if not issubclass(t.sort, Linear):
            self.terms[t] = self.walk.normal(t)
        elif t.args:
            self.found[t] = self.of_mono(self.walk.visit(t), t.op)
        elif self.walk.plain and not t.op.constant:
            self.found[t] = self.atom(t)
        else:
            self.found[t] = self.of_mono(self.walk.visit(t), None)


def _is_power(t: Term) -> bool:
    """Whether a quotient has a number as divisor, or a power a positive integer exponent."""
    e = t.args[1].value
    if t.op is div:
        return t.args[1].op is NUMBER
    return type(e) is int and e > 0


def expanded(
    t: Term,
    walk: Normaliser,
    rules: WordRules = NO_RULES,
    most: int = MAX_MONOMIALS,
    deep: bool = True,
) -> Term:
    """A term with everything distributed, in normal form."""
    return expanded_by(t, walk, rules, most, deep)[0]


def expanded_by(
    t: Term,
    walk: Normaliser,
    rules: WordRules = NO_RULES,
    most: int = MAX_MONOMIALS,
    deep: bool = True,
    room: float = inf,
) -> tuple[Term, list[Rule]]:
    """As `expanded`, with the rules that were used; a TooLargeError if it has more than `room`
    nodes.

    A result that the laws have changed is read again, until nothing changes. Rules that expand a
    pair of letters into a sum wait until other rules have combined all letters they can: the first
    reading does not use them.
    """
    used: dict[Rule, None] = {}
    waits = bool(rules.beside)
    kernel, before = Kernel(walk, rules, most, deep, room), None
    kernel.rewriter.waits = waits
    for _ in range(MAX_READINGS):
        found = kernel.run(t, before)
        used |= kernel.rewriter.used
        settled = found is t or kernel.certain
        if settled and not kernel.rewriter.may_part():
            return found, list(used)
        before = t if issubclass(t.sort, Linear) else None
        t = found
        if settled and waits:  # words were formed without some rules
            waits, before = False, None
            kernel = Kernel(walk, rules, most, deep, room)
    return t, list(used)
