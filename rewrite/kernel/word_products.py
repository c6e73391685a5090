"""Products, maps and words as polynomials, by the tables of their operators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..core.sorts import Scalar
from ..core.terms import Shape, Term
from ..deadline import LIGHT, check_time, timed
from ..normalform.monomials import Number
from .alphabet import Letters
from .reader import SCALAR, Reader, tidied
from .tables import Map, Op, Product, Word, role_of
from .word_forms import Form, Monomial, merged
from .writing import Polynomial


class WordProducts(Reader):
    """Reads products, maps and words, on operands that have been read."""

    def multiplied(self, product: Product, t: Term) -> Polynomial:
        """A product; 1×1 parts of it only scale the rest."""
        args, found = t.args, self.found
        if len(t.shape) == 2:
            columns = args[0].shape[0]
            for a in args:
                if a.shape[0] != columns or a.shape == SCALAR:
                    return self._in_segments(product, args)
                columns = a.shape[1]
        return self.product(product, [found[a] for a in args])

    def _in_segments(self, product: Product, args: Sequence[Term]) -> Polynomial:
        factors = [[self.found[a]] for a in args if a.sort is Scalar]
        words: list[list[Polynomial]] = []
        shape: Shape = SCALAR
        for a in args:
            if a.sort is Scalar:
                continue
            if shape == SCALAR:
                words.append([])
                shape = a.shape
            else:
                shape = shape[0], a.shape[1]
            words[-1].append(self.found[a])
        return self.times([self.product(product, word) for word in (*factors, *words)])

    def as_word(self, role: Word, t: Term) -> Polynomial:
        parts = [self._chained(chain, t.args[i]) for chain, i in role.letters]
        return self.product(self.spaces[role.product].product, parts)

    def product(self, product: Product, parts: Sequence[Polynomial]) -> Polynomial:
        """A product of polynomials; adjacent factors with one monomial are multiplied first."""
        form = self.spaces[product.op].form
        joined = _runs(parts)
        result = joined[0]
        if len(joined) == 1:
            return _formed(form, result)
        for part in joined[1:]:
            self.check(len(result) * len(part))
            sums: Polynomial = {}
            for (m, v), c in result.items():
                check_time(len(part) / LIGHT)
                for (n, w), d in part.items():
                    both = merged(m, n)
                    for e, k, word in form(v + w):
                        key = (merged(both, k) if k else both), word
                        sums[key] = sums.get(key, 0) + c * d * e
            result = tidied(sums)
            self.count_letters(result)
        return result

    def _chained(self, chain: Sequence[Op], operand: Term) -> Polynomial:
        """An operand with maps around it."""
        poly = self.found[operand]
        if not chain:
            return poly
        below: Any = operand
        for f in reversed(chain):
            role = role_of(f, ((below.sort, below.shape),))
            assert isinstance(role, Map)
            poly = self.mapped(role, poly, below)
            if len(chain) > 1:
                below = f.build((below,))
        return poly

    def mapped_term(self, role: Map, t: Term) -> Polynomial:
        if role.over is not None and self.products.get(t.args[0].sort) is role.over:
            self.products.setdefault(t.sort, role.over)  # a reversed word is still a word
        return self.mapped(role, self.found[t.args[0]], t.args[0])

    def mapped(self, role: Map, poly: Polynomial, operand: Term) -> Polynomial:
        """A map of every monomial."""
        sums: Polynomial = {}
        for (m, w), c in timed(poly.items()):
            form = self.maps.get((role.op, w)) if w else None
            if form is None:
                form = self._image(role, w, operand.sort, operand.shape)
                self.maps[role.op, w] = form
            for d, n, word in form:
                key = (merged(m, n) if n else m), word
                sums[key] = sums.get(key, 0) + c * d
        return tidied(sums)

    def _image(self, role: Map, word: Letters, sort: type[Term], shape: Shape) -> Form:
        """The image of a word under a map."""
        if len(word) == 1:
            made = self.alphabet.image(role.op, word[0])
            if made is not None:
                return ((made[0], (), (made[1],)),)
        elif word and role.over is not None and self.is_space(role.over, sort):
            space = self.spaces[role.over]
            turned = space.reversed(word, role.op)
            if turned is not None:
                return tuple([(turned[0] * c, m, w) for c, m, w in space.form(turned[1])])
        if self.rewriter.rules.maps and len(word) > 1:
            opened = self.rewriter.image(role.op, word)
            if opened is not None:
                return opened
        mono = self.walk.apply(role.op, [self.core(word, sort, shape)])
        found = tuple([(c, m, w) for (m, w), c in self.of_mono(mono, role.op).items()])
        if len(word) > 1 and len(found) == 1:
            ((c, m, w),) = found
            if not m and len(w) == 1 and c in (1, -1) and self.alphabet.term(w[0]).op is role.op:
                self.alphabet.words[w[0]] = role.op, int(c), word
        return found

    def image_of(self, op: Op, word: Letters, like: Term) -> Form:
        """A map of a word that stands for a variable."""
        form = self.maps.get((op, word))
        if form is None:
            role = role_of(op, ((like.sort, like.shape),))
            assert isinstance(role, Map)
            form = self.maps[op, word] = self._image(role, word, like.sort, like.shape)
        return form

    def turned_by_laws(self, op: Op, letter: int) -> tuple[int, int] | None:
        """A map of a letter by the laws, if the result is a letter with a sign."""
        opened = self.of_mono(self.walk.apply(op, [self.alphabet.term(letter)]), op)
        if len(opened) != 1:
            return None
        (((m, w), c),) = opened.items()
        return (int(c), w[0]) if not m and len(w) == 1 and c in (1, -1) else None


def _formed(form: Callable[[Letters], Form], poly: Polynomial) -> Polynomial:
    """A polynomial with its words in their forms."""
    sums: Polynomial = {}
    for (m, w), c in timed(poly.items(), 16):
        for e, k, word in form(w):
            key = (merged(m, k) if k else m), word
            sums[key] = sums.get(key, 0) + c * e
    return tidied(sums)


def _runs(parts: Sequence[Polynomial]) -> list[Polynomial]:
    """Factors, with adjacent single monomials multiplied."""
    found: list[Polynomial] = []
    word: list[int] = []
    mono: Monomial = ()
    c: Number = 1
    open_run = False
    for part in timed(parts, 16):
        if len(part) == 1:
            for (n, w), d in part.items():
                mono, c = (merged(mono, n) if n else mono), c * d
                word += w
            open_run = True
            continue
        if open_run:
            found.append({(mono, tuple(word)): c})
            mono, word, c, open_run = (), [], 1, False
        found.append(part)
    if open_run:
        found.append({(mono, tuple(word)): c})
    return found
