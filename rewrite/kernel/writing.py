"""Write polynomials as terms: each word becomes the term that the laws make of it.

How the laws write a word of letters without facts depends on the maps in it and on which symbols
are equal, not on their names. So it is found once for each such pattern, on placeholders, if the
order of the symbols affects only operands that may be swapped.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any, NamedTuple

from ..core.laws import Anticommutative, Commutative
from ..core.linear import LINEAR_OPERATORS, add
from ..core.operators import one_of
from ..core.sorts import Scalar
from ..core.terms import Shape, Term, intern, order, postorder
from ..deadline import OutOfTimeError, timed
from ..errors import RewriteError
from ..normalform.addends import pour, sum_in
from ..normalform.monomials import (
    Key,
    Mono,
    Number,
    exact_power,
    join,
    keyed,
    power_term,
    raised,
    split,
    tidy,
)
from ..normalform.walk import Normaliser, normal
from .alphabet import Alphabet, Letters
from .tables import Chain, Kind, Op, placeholder
from .word_forms import Monomial, WordForms

Polynomial = dict[tuple[Monomial, Letters], Number]
Pattern = tuple[tuple[Chain, int, Kind], ...]
"""For each letter: the maps, the number of the symbol, and the symbol's sort and shape."""
LONGEST = 6
"""The longest word that is written by a template."""


class Node(NamedTuple):
    """An operator on earlier nodes of a pattern's term; the first nodes are the symbols."""

    op: Op
    args: tuple[int, ...]
    sort: type[Term]
    shape: Shape


class Template(NamedTuple):
    """How to write the words of a pattern: a sign and the nodes of the term."""

    sign: int
    nodes: tuple[Node, ...]


_templates: dict[Any, tuple[Any, Template | None]] = {}


class Target(NamedTuple):
    """The sort and the product of the terms that the words of a polynomial are written as."""

    sort: type[Term]
    shape: Shape
    product: Op | None


class Writer:
    """Writes the polynomials of one walk."""

    def __init__(self, walk: Normaliser, alphabet: Alphabet) -> None:
        self.walk, self.alphabet = walk, alphabet
        self.spaces: dict[Op, WordForms] = {}
        self.words: dict[Letters, Mono] = {}
        self.scalars: dict[int, Mono] = {}

    def term(self, poly: Polynomial, target: Target) -> Term:
        """A polynomial as a normal term."""
        sums: dict[Key, Number] = {}
        for (m, w), c in timed(poly.items(), 64):
            d, key = self._keyed(m, w, c, target)
            inner = sum_in(key)
            if inner is not None:
                pour(inner, d, sums)
            elif d:
                sums[key] = sums.get(key, 0) + d
        sort, shape, _ = target
        return self.walk.term(self.walk.summed(sums, sort, shape), sort, shape)

    def _keyed(self, m: Monomial, w: Letters, c: Number, target: Target) -> tuple[Number, Key]:
        """A monomial as coefficient and key."""
        sign, factors = self._factors(m)
        if factors is not None:
            if target.sort is Scalar:
                return c * sign, (factors, None)
            d, rope, core = self.word(w, target)
            if rope is None and core is not None and core.op is not add:
                return tidy(c * sign * d), (factors, core)
        return keyed(self.mono(m, w, c, target))

    def _factors(self, m: Monomial) -> tuple[Number, tuple[Term, ...] | None]:
        """A number, and the factors of a monomial in order; None instead of the factors if some
        letters need a closer look: quotients, sums, powers, and letters that are not terms by
        themselves."""
        found: dict[Term, int] = {}
        c: Number = 1
        scalars = self.scalars
        for i in m:
            d, x, _ = scalars.get(i) or self._scalar(i)
            if i < 0 or type(x) is tuple or x is None or x.op in LINEAR_OPERATORS:
                return 1, None
            if d != 1:
                c *= d
            found[x] = found.get(x, 0) + 1
        if len(found) == len(m) < 2:
            return c, tuple(found)
        return c, tuple(
            sorted([x if e == 1 else power_term(x, e) for x, e in found.items()], key=order)
        )

    def mono(self, m: Monomial, w: Letters, c: Number, target: Target) -> Mono:
        """A monomial as number, factors and core, all normal."""
        rope: Any = None
        for i in m:
            d, inner, _ = self._scalar(i)
            c, rope = c * d, join(rope, inner)
        if target.sort is Scalar:
            return tidy(c), rope, None
        d, inner, core = self.word(w, target)
        return tidy(c * d), join(rope, inner), core

    def word(self, w: Letters, target: Target) -> Mono:
        """A word as number, factors and core."""
        if not w:
            return split(one_of(target.sort, target.shape))
        found = self.words.get(w)
        if found is None:
            found = self.words[w] = self._product(target.product, w)
        return found

    def core(self, w: Letters, target: Target) -> Term:
        """A word as a normal term."""
        return self.walk.term(self.word(w, target), target.sort, target.shape)

    def _product(self, product: Op | None, w: Letters) -> Mono:
        if len(w) == 1 or product is None:
            return split(self.alphabet.term(w[0]))
        found = self._by_pattern(product, w)
        if found is None:
            found = self.walk.apply(product, [self.alphabet.term(x) for x in w])
        return found

    def _scalar(self, i: int) -> Mono:
        found = self.scalars.get(i)
        if found is None:
            if i < 0:
                c, rope, _ = self._scalar(~i)
                found = exact_power(c, -1), raised(rope, -1), None
            else:
                key = self.alphabet.scalar_terms[i]
                found = split(key) if isinstance(key, Term) else self._closed(*key)
            self.scalars[i] = found
        return found

    def _closed(self, product: Op, word: Letters) -> Mono:
        """A 1×1 word, written as the first in order of all equal words."""
        if len(word) < 4:
            return self._product(product, word)
        term = self.alphabet.term
        some = self.spaces[product].equal_words(word)
        sign, word = min(some, key=lambda entry: [order(term(x)) for x in entry[1]])
        middle = len(word) // 2  # halves that are transposes of each other are one vector
        (c, rope, left), (d, more, right) = (
            self._product(product, w) for w in (word[:middle], word[middle:])
        )
        if left is None or right is None:
            return self.walk.apply(product, [term(x) for x in word])
        e, inner, core = self.walk.apply(product, [left, right])
        return tidy(sign * c * d * e), join(join(rope, more), inner), core

    # -- patterns ---------------------------------------------------------------------------------

    def _by_pattern(self, product: Op, w: Letters) -> Mono | None:
        """A word of letters without facts, written by the template of its pattern."""
        if len(w) > LONGEST:
            return None
        symbols: dict[Term, int] = {}
        pattern: list[tuple[Chain, int, Kind]] = []
        for x in w:
            chain = self.alphabet.chains[x]
            if chain is None:
                return None
            symbol: Term = chain[1]
            number = symbols.setdefault(symbol, len(symbols))
            pattern.append((chain[0], number, (symbol.sort, symbol.shape)))
        template = _template(product, tuple(pattern))
        return None if template is None else self._instance(template, list(symbols))

    def _instance(self, template: Template, values: list[Term]) -> Mono | None:
        """The term of a template for some symbols, with operands that may be swapped in order."""
        sign = template.sign
        for op, places, sort, shape in template.nodes:
            args = [values[i] for i in places]
            if op.law(Commutative) is not None:
                args.sort(key=order)
            elif op.law(Anticommutative) is not None:
                sign *= _sorted(args)
            values.append(self.walk.settled(intern(op, tuple(args), sort, shape)))
        whole = values[-1]
        return (sign, whole, None) if whole.sort is Scalar else (sign, None, whole)


def _sorted(args: list[Term]) -> int:
    """Sort operands in place; the sign of the permutation."""
    sign = 1
    for i in range(1, len(args)):
        j = i
        while j and order(args[j]) < order(args[j - 1]):
            args[j], args[j - 1] = args[j - 1], args[j]
            sign, j = -sign, j - 1
    return sign


def _template(product: Op, pattern: Pattern) -> Template | None:
    """The template of a pattern; None if it depends on the order of the symbols."""
    key = product, pattern
    found = _templates.get(key)
    if found is None or found[0] is not product.laws:
        found = _templates[key] = product.laws, _find_template(product, pattern)
    return found[1]


def _find_template(product: Op, pattern: Pattern) -> Template | None:
    count = 1 + max(number for _, number, _ in pattern)
    templates: set[Template | None] = set()
    for numbers in permutations(range(count)):
        templates.add(_template_of(product, pattern, numbers))
        if len(templates) > 1:
            return None
    return templates.pop()


def _template_of(product: Op, pattern: Pattern, numbers: Sequence[int]) -> Template | None:
    """The template that the laws give for a pattern, with placeholders in some order."""
    symbols: dict[int, Term] = {}
    letters: list[Any] = []
    for chain, number, kind in pattern:
        t: Any = symbols.setdefault(number, placeholder(numbers[number], kind))
        for f in reversed(chain):
            t = f.build((t,))
        letters.append(t)
    try:
        sign, rope, core = split(normal(product.build(tuple(letters))))
    except OutOfTimeError:
        raise  # a cached result must not depend on the time left
    except (RewriteError, ArithmeticError):
        return None
    whole = rope if core is None else core
    if not isinstance(whole, Term) or (core is not None and rope is not None) or abs(sign) != 1:
        return None
    place = {symbols[i]: i for i in range(len(symbols))}
    nodes: list[Node] = []
    for s in postorder(whole):
        if s in place:
            continue
        if not s.args:
            return None
        args = [place[a] for a in s.args]
        if s.op.law(Commutative) is not None:
            args.sort()
        elif s.op.law(Anticommutative) is not None:
            sign *= -1 if sum(x > y for k, x in enumerate(args) for y in args[k:]) % 2 else 1
            args.sort()
        place[s] = len(place)
        nodes.append(Node(s.op, tuple(args), s.sort, s.shape))
    return Template(int(sign), tuple(nodes))
