"""Gathering: the common factors of a sum, on the left, on the right, and scalar ones.

This is the reverse of distributing, by the same laws: every operator that distributes over sums
(`Morphism`) can be taken out of them. Of the factors that several summands share, the one that
saves most is taken out first; the remaining sum is treated in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from typing import Any, cast

from ..core.context import EMPTY, Context
from ..core.facts import TRUE
from ..core.laws import AlsoWritten, Anticommutative, Associative, Commutative, Morphism, Powers
from ..core.linear import LINEAR_OPERATORS, add, power, scale
from ..core.operators import ONE, Operator, number, one_of
from ..core.sorts import Matrix, Scalar, Vector
from ..core.terms import Term, order, postorder, rebuild
from ..deadline import check_time
from ..kernel.tables import Word, product_of, role_of
from ..matching.scalar_products import Monomial, scaled
from ..normalform.monomials import Number, tidy
from ..normalform.walk import Normaliser
from ..theory.costs import coordinates
from ..theory.repeats import longest_repeat
from .scalar_factors import ScalarFactors, Share, SharedScalars, diagonal

Op = Operator[..., Any]
DEEPEST = 30
"""The deepest nesting of brackets: a sum of many powers would be searched once for each."""


Opening = tuple[Any, Term, int, Callable[[Term], Term], int]
"""A factor by its key, the rest, a sign, a function that puts the factor back, and the saving."""
Others = dict[Any, tuple[Number, Term]]
"""Summands with their numbers, by their cores and scalar factors."""


@dataclass
class Handle:
    """A factor that several summands share, and how it is put back before their sum."""

    put: Callable[[Term], Term]
    shares: list[Share]
    key: Any
    price: int | None
    """The cost of putting it back; None if that equals the largest saving of any summand."""
    has_number = False

    @property
    def is_shared(self) -> bool:
        """Whether several summands have the factor, and at least one has another besides."""
        return len(self.shares) > 1 and not all(s.is_one for s in self.shares)

    @property
    def is_map(self) -> bool:
        """Whether it is an operator of one operand: aᵀ + bᵀ is longer than (a + b)ᵀ."""
        return bool(self.key[2:] == ((),))

    @property
    def summands(self) -> Sequence[int]:
        return [s.summand for s in self.shares]

    def gain(self, result: int, letters: bool) -> int:
        """The scalar operations that gathering saves; with `letters`, a multiple of one costs
        nothing to make and few additions."""
        rest = self.shares[0].width
        saved = sum(s.saved for s in self.shares)
        price = self.price if self.price is not None else max(s.saved for s in self.shares)
        ones = [s for s in self.shares if letters and s.is_one]
        others = len(self.shares) - len(ones)
        more = sum(s.scaled and s not in ones for s in self.shares) * (rest - result)
        added = (len(self.shares) - 1) * result - (others - 1) * rest
        for s in ones:
            added += s.scaled * result - diagonal(cast(Term, s.core))
        return saved - price + added - max(0, more)


Factor = Handle | SharedScalars


class Gatherer:
    """One walk. `least` is the least saving for which factors are gathered; None means always.

    Without `letters`, A b + 2 b and A b + c × b stay as they are, so that rules can match there.
    """

    def __init__(
        self,
        context: Context | None = None,
        least: int | None = 1,
        walk: Normaliser | None = None,
        letters: bool = True,
    ) -> None:
        self.walk = walk or Normaliser(context or EMPTY)
        self.least, self.letters = least, letters
        self.known: dict[Term, list[Opening]] = {}
        self.scalars = ScalarFactors(self.walk)
        self.done: dict[Term, Term] = {}

    def run(self, t: Term) -> Term:
        """The normal term with the factors of every sum in it gathered."""
        t = self.walk.run(t)
        done = self.done
        for s in postorder(t, known=done.__contains__):
            check_time()
            args = tuple([done[a] for a in s.args])
            new = s if args == s.args else self.walk.run(rebuild(s, args))
            done[s] = self.gathered(new) if new.op is add else self.in_powers(new)
        return done[t]

    def in_powers(self, t: Term) -> Term:
        """A normal word with its repeated parts as powers: A B A B is (A B)²."""
        op = t.op
        if t.sort.product is not op or op.law(Powers) is None or op.law(Commutative) is not None:
            return t
        word = t.args
        while (found := longest_repeat(word)) is not None:
            part = op.build(word[found.start : found.start + found.period])
            if part.sort is not t.sort or part.shape != t.shape:
                break
            letter = power.build((self.in_powers(part), number(found.times)))
            word = (*word[: found.start], letter, *word[found.end :])
        if word is t.args:
            return t
        return self.walk.run(op.build(word) if len(word) > 1 else word[0])

    def gathered(self, t: Term, depth: int = 0) -> Term:
        """A normal sum with its factors gathered, in nested brackets up to a depth."""
        if depth and t in self.done:
            return self.done[t]
        if depth > DEEPEST:
            return t
        summands = list(t.args)
        changed = False
        while len(summands) > 1:
            check_time()
            groups = self.best(summands, coordinates(t))
            if not groups:
                break
            changed = True
            taken = {i for g in groups for i in g.summands}
            summands = [x for i, x in enumerate(summands) if i not in taken]
            others = _by_core(summands) if self.letters else {}
            for g in groups:
                self._put(g, summands, others, depth)
        if not changed:
            return t
        return summands[0] if len(summands) == 1 else self.walk.run(add.build(tuple(summands)))

    def _put(self, g: Factor, summands: list[Term], others: Others, depth: int) -> None:
        """Add to the other summands a group with its factor taken out; with it, a multiple of its
        sum among them: A (b + c) + b + c is (A + Id)(b + c)."""
        whole = self.walk.run(add.build(tuple(s.term() for s in g.shares)))
        inner = self.gathered(whole, depth + 1) if whole.op is add else whole
        made = self.walk.run(g.put(inner))
        c, used = _multiple(whole, others)
        both = (
            self.best([made, self.walk.run(scaled(c, {}, inner))], coordinates(made))
            if used
            else []
        )
        if both:
            for key in used:
                summands.remove(others.pop(key)[1])
            self._put(both[0], summands, others, depth)
        else:
            summands.append(made)

    def best(self, summands: Sequence[Term], result: int) -> list[Factor]:
        """The factors to gather now: those that save most, with no summand used twice."""
        monomials = [Monomial.of(t) for t in summands]
        gains: dict[tuple[int, int], list[Factor]] = {}
        for f in self.shared(summands, monomials, result):
            gain = self._gain(f, result) if f.is_shared else None
            if gain is not None and (self.least is None or gain >= self.least - f.is_map):
                gains.setdefault((f.has_number - gain, -len(f.summands)), []).append(f)
        taken: set[int] = set()
        chosen: list[Factor] = []
        for _, equal in sorted(gains.items(), key=itemgetter(0)):
            free = [f for f in equal if taken.isdisjoint(f.summands)]
            for f in sorted(free, key=lambda f: _rank(f.key)) if len(free) > 1 else free:
                if taken.isdisjoint(f.summands):
                    taken.update(f.summands)
                    chosen.append(f)
        return chosen

    def shared(
        self, summands: Sequence[Term], monomials: Sequence[Monomial], result: int
    ) -> Iterator[Factor]:
        """The factors that several summands may share."""
        yield from self.scalars.shared(summands, monomials)
        found: dict[Any, Handle] = {}
        for i, (t, m) in enumerate(zip(summands, monomials, strict=True)):
            check_time()
            for key, share, put in self.handles(i, t, m):
                price = result if key[0] in ("number", "core") else None
                handle = found.setdefault(key, Handle(put, [], key, price))
                if not handle.shares or handle.shares[-1].summand != i:  # once each
                    handle.shares.append(share)
        yield from found.values()

    def _gain(self, h: Factor, result: int) -> int:
        """The cost saved by gathering a factor; less if antisymmetric matrices become full ones."""
        gain = h.gain(result, self.letters)
        if isinstance(h, SharedScalars):
            return gain
        others = [s.core for s in h.shares if not s.is_one and s.core is not None]
        if len(others) == len(h.shares) or h.shares[0].width != result**2:
            return gain
        sparse = all(self.walk.known("antisymmetric", x) is TRUE for x in others)
        return gain - result * (result - 1) if sparse else gain

    # The factors of one summand ----------------------------------------------------------------

    def handles(
        self, i: int, t: Term, m: Monomial
    ) -> Iterator[tuple[Any, Share, Callable[[Term], Term]]]:
        size = coordinates(t)
        yield from self._numbers(i, m, size)
        if m.core is not None:
            yield from self._scaled_core(i, m, size)
            for key, rest, sign, put, saved in self.opened(m.core):
                has_scalars = bool(m.factors) or abs(m.c) != 1
                share = Share(i, tidy(m.c * sign), m.factors, rest, saved, has_scalars)
                yield key, share, put
            return
        for base, e in m.factors.items():
            if e == 1 and base.op not in LINEAR_OPERATORS and base.args:
                others = {b: f for b, f in m.factors.items() if b is not base}
                for key, rest, sign, put, saved in self.opened(base):
                    has_scalars = bool(others) or abs(m.c) != 1
                    share = Share(i, tidy(m.c * sign), others, rest, saved, has_scalars)
                    yield key, share, put

    def _numbers(
        self, i: int, m: Monomial, size: int
    ) -> Iterator[tuple[Any, Share, Callable[[Term], Term]]]:
        if m.c not in (1, -1) and (m.core is not None or m.factors):
            c: Number = m.c if m.c > 0 else -m.c
            share = Share(i, 1 if m.c > 0 else -1, m.factors, m.core, 1 if m.factors else size)
            yield ("number", c), share, lambda x: scaled(c, {}, x)

    def _scaled_core(
        self, i: int, m: Monomial, size: int
    ) -> Iterator[tuple[Any, Share, Callable[[Term], Term]]]:
        core = cast(Term, m.core)
        bare = not m.factors and m.c in (1, -1)
        share = Share(i, m.c, m.factors, None, 0 if bare else size)
        yield ("core", core), share, _scaling(core)

    def opened(self, core: Term) -> list[Opening]:
        """The openings of a term, found once."""
        if core not in self.known:
            self.known[core] = list(self.openings(core))
        return self.known[core]

    def openings(self, core: Term) -> Iterator[Opening]:
        """The ways to write a term as an operator that distributes over sums, applied to the
        rest."""
        law = core.op.law(AlsoWritten)
        if law is not None and law.gathered:
            for outer, form in law.forms(core):
                for key, rest, sign, put, saved in self._as_written(form):
                    yield key, rest, outer * sign, put, saved
        for form in (core, *self._turned(core)):
            yield from self._as_written(form)

    def _turned(self, core: Term) -> Iterator[Term]:
        """a·(A B c) from its other ends: (Aᵀ a)·(B c) and (Bᵀ Aᵀ a)·c."""
        role = role_of(core.op, tuple([(a.sort, a.shape) for a in core.args]))
        product = product_of(role.product) if isinstance(role, Word) else None
        if product is None or product.turn is None or core.sort is not Scalar:
            return
        for x, y in (core.args, core.args[::-1]) if len(core.args) == 2 else ():
            word = y.args if y.op is product.op else ()
            for i, letter in enumerate(word[:-1], 1):
                x = product.op.build((product.turn.build((letter,)), x))
                rest = word[i] if i == len(word) - 1 else product.op.build(word[i:])
                if rest.sort is y.sort:
                    yield core.op.build((self.walk.run(x), self.walk.run(rest)))

    def _as_written(self, core: Term) -> Iterator[Opening]:
        op = core.op
        if op in LINEAR_OPERATORS and op is not power:
            if op is add and self.letters:
                yield from _beside_one(core, square=False)
            return
        if op is power or op.law(Associative) is not None:
            yield from self._letters(core)
        elif self.letters or (not core.args and core.sort is Matrix):
            yield from _beside_one(core, square=not self.letters)
        law = op.law(Morphism)
        if law is None or law.over is not add or op.law(Associative) is not None:
            return
        saved = _own_cost(core)
        if self.letters:
            yield from self._as_word(core, saved)
        ordered = op.law(Commutative) is None and op.law(Anticommutative) is None
        for at, x in enumerate(core.args):
            if law.at is not None and at not in law.at:
                continue
            others = core.args[:at] + core.args[at + 1 :]
            sign = 1
            if op.law(Anticommutative) is not None:
                sign = (-1) ** (len(others) - at)
            place = at if ordered else len(others)
            yield (op, place, others), x, sign, _applying(op, place, others), saved

    def _as_word(self, core: Term, saved: int) -> Iterator[Opening]:
        """An operator that stands for a product of two letters, by its last letter: a × b is
        tilde(a) b."""
        role = role_of(core.op, tuple([(a.sort, a.shape) for a in core.args]))
        if not isinstance(role, Word) or len(role.letters) != 2 or len(core.args) != 2:
            return
        (chain, first), (plain, last) = role.letters
        if not chain or plain or core.sort is Scalar:
            return
        turned = core.op.law(Anticommutative) is not None
        for sign, x, y in ((1, first, last), (-1, last, first))[: 1 + turned]:
            rest = core.args[x]
            for op in reversed(chain):
                rest = op.build((rest,))
            letter = core.args[y]
            put = _after(role.product, letter)
            yield (role.product, "right", letter), self.walk.run(rest), sign, put, saved

    def _letters(self, core: Term) -> Iterator[Opening]:
        """The first and the last letter of a word."""
        word = core.args
        op = core.op
        if core.op is power:
            op = core.sort.product
            base, e = core.args[0], core.args[1].value
            if op is None or type(e) is not int or e < 2:
                return
            rest = self.walk.run(power.build((base, number(e - 1))))
            word = (base, rest)
            yield (op, "left", base), rest, 1, _before(op, base), _own_cost(op.build(word))
            yield (op, "right", base), rest, 1, _after(op, base), _own_cost(op.build(word))
            return
        if op.law(Morphism) is None or op.law(Commutative) is not None:
            return
        saved = _own_cost(core)
        for side, letter, others in (("left", word[0], word[1:]), ("right", word[-1], word[:-1])):
            if letter.op is power and type(letter.args[1].value) is int:
                base, e = letter.args[0], letter.args[1].value
                if e > 1:
                    more = power.build((base, number(e - 1)))
                    letter = base
                    others = (more, *others) if side == "left" else (*others, more)
            rest = others[0] if len(others) == 1 else op.build(others)
            if rest.sort is Scalar:
                continue
            put = _before(op, letter) if side == "left" else _after(op, letter)
            yield (op, side, letter), self.walk.run(rest), 1, put, saved


def _by_core(summands: Iterable[Term]) -> Others:
    found: Others = {}
    for t in summands:
        m = Monomial.of(t)
        found[m.core, frozenset(m.factors.items())] = m.c, t
    return found


def _multiple(whole: Term, others: Others) -> tuple[Number, list[Any]]:
    """The number by which a sum must be multiplied so that others have it all, and their keys."""
    used: list[Any] = []
    ratio: Number = 0
    for t in whole.args if whole.op is add else ():
        m = Monomial.of(t)
        key = m.core, frozenset(m.factors.items())
        if key not in others:
            return 0, []
        found = tidy(Fraction(others[key][0]) / m.c)
        if used and found != ratio:
            return 0, []
        ratio = found
        used.append(key)
    return ratio, used


def _beside_one(core: Term, square: bool) -> Iterator[Opening]:
    """A letter as a product with one, on its left or on its right."""
    sort = Matrix if core.sort is Vector else core.sort
    op = sort.product
    if op is None or core.op is ONE:
        return
    left, right = core.shape if sort is Matrix else (0, 0)
    if square and left != right:
        return
    for side, n, put in (("left", right, _before), ("right", left, _after)):
        if sort is not Matrix or n > 1:
            shape = (n, n) if sort is Matrix else core.shape
            yield (op, side, core), one_of(sort, shape), 1, put(op, core), 0


def _own_cost(t: Term) -> int:
    declared = t.op.cost
    return 1 if declared is None else sum(declared(t))


def _rank(key: Any) -> Any:
    """A fixed order of factors, to choose among those with equal savings."""
    parts = [x for x in key if isinstance(x, Term)]
    for x in key:
        if isinstance(x, tuple):
            parts += x
    return [order(p) for p in parts], str(key[0])


def _scaling(core: Term) -> Callable[[Term], Term]:
    return lambda x: scale.build((x, core))


def _applying(op: Op, at: int, others: tuple[Term, ...]) -> Callable[[Term], Term]:
    return lambda x: op.build((*others[:at], x, *others[at:]))


def _before(op: Op, letter: Term) -> Callable[[Term], Term]:
    return lambda x: op.build((letter, x))


def _after(op: Op, letter: Term) -> Callable[[Term], Term]:
    return lambda x: op.build((x, letter))
