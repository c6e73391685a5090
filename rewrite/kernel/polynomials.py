"""Terms as polynomials: everything that passes over sums is multiplied out and collected.

A term is read bottom-up over its distinct sub-terms. Sums, scalings and scalar products are done
here; products, maps and words by their tables; every other operator by the laws, on its operands
written as terms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import product as combinations
from typing import TYPE_CHECKING, Any

from ..core.hooks import brief
from ..core.laws import Morphism
from ..core.linear import LINEAR_OPERATORS, add, div, neg, power, scale, times
from ..core.operators import NUMBER, ONE, number
from ..core.sorts import Linear, Scalar
from ..core.terms import Shape, Term
from ..deadline import LIGHT, check_time, timed
from ..errors import LimitError, UndefinedError
from ..normalform.addends import Addends
from ..normalform.monomials import Mono, Number, exact_power, keyed, split, tidy
from ..normalform.walk import Normaliser
from .alphabet import Alphabet, Letters
from .tables import Map, Op, Product, Word, product_of, role_of
from .word_forms import Form, Monomial, WordForms, merged
from .word_rules import NO_RULES, Rewriter, WordRules
from .writing import Polynomial, Writer

if TYPE_CHECKING:
    from ..rewriting.rule import Rule

Handler = Callable[[Term], Polynomial]

MAX_MONOMIALS = 200_000
"""How many monomials a term may be opened into before `expand` stops with a LimitError."""
MAX_FACTORS = 1_000
"""The highest power of a product that is written as one long product."""
MAX_REPEATED = 200
"""The highest power of a scalar that is kept as that many factors."""
MAX_READINGS = 8
"""How often a term is read again after the laws have changed it."""
LONG = 16
"""Sums with at least this many addends are collected before their addends are read."""
DIVIDING = (div, power)
UNIT: tuple[Monomial, Letters] = ((), ())
SCALAR = (1, 1)


class Kernel:
    """One walk: the letters, the words in their forms, and the polynomials of terms read so far.

    `deep` is False to open only what is multiplied by scalars: any other operator stays as it is.
    """

    def __init__(
        self,
        walk: Normaliser,
        rules: WordRules = NO_RULES,
        most: int = MAX_MONOMIALS,
        deep: bool = True,
    ) -> None:
        self.walk, self.most, self.deep = walk, most, deep
        self.rewriter = Rewriter(self, rules)
        self.alphabet = Alphabet(walk, self._turned_by_laws)
        self.found: dict[Term, Polynomial] = {}
        self.terms: dict[Term, Term] = {}
        self.writer = Writer(walk, self.alphabet)
        self.spaces = self.writer.spaces
        self.products: dict[type[Term], Op] = {}
        """For each sort, the product whose words its terms are: the first one read."""
        self.used_laws = False
        self.maps: dict[tuple[Op, Letters], Form] = {}
        self.handlers: dict[Any, Handler] = {
            add: self._sum,
            neg: self._opposite,
            scale: self._scaled,
            times: self._scaled,
            div: self._divided,
            power: self._power,
        }

    @property
    def certain(self) -> bool:
        """Whether only the tables were used, so that reading the result again changes nothing."""
        if not self.walk.plain or self.used_laws or self.alphabet.words:
            return False
        return not self.rewriter.used or None not in self.alphabet.chains

    def run(self, t: Term) -> Term:
        """The term with everything distributed, in normal form."""
        if issubclass(t.sort, Linear):
            self.polynomial(t)
        else:
            self._visit(t)
        return self.written(t)

    def polynomial(self, t: Term) -> Polynomial:
        """The polynomial of a term of a linear sort."""
        found = self.found.get(t)
        if found is None:
            self._visit(t)
            found = self.found[t]
        return found

    # -- the walk ---------------------------------------------------------------------------------

    def _visit(self, root: Term) -> None:
        found, terms, handlers = self.found, self.terms, self.handlers
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
            handler = handlers.get(op)
            if handler is None:
                handler = self._handler(t)
            if handler == self._by_laws or (op in DIVIDING and not _is_power(t)):
                # pull scalars out of operators that do not pass over sums first
                usual = self.walk.run(t)
                if usual is not t:
                    if usual in found:
                        found[t] = found[usual]
                    elif usual in terms:
                        terms[t] = terms[usual]
                    else:
                        stack.append(usual)
                    continue
            elif op is add and len(args) >= LONG:
                if t not in sums:
                    sums[t] = Addends(t, set())
                args = tuple(sums[t].terms())
            waiting = [a for a in args if a not in found and a not in terms]
            if waiting:
                waiting.reverse()
                stack += waiting
                continue
            stack.pop()
            if t in sums:
                found[t] = self._collected(sums.pop(t))
            elif issubclass(t.sort, Linear):
                found[t] = handler(t)
            else:
                terms[t] = self._rebuilt(t)

    def _handler(self, t: Term) -> Handler:
        """The function that reads an operator, remembered unless it depends on the operands'
        sorts.
        """
        role = role_of(t.op, tuple([(a.sort, a.shape) for a in t.args]))
        product = role.op if isinstance(role, Product) else getattr(role, "product", None)
        if role is None or (product is not None and not self._is_space(product, t.sort)):
            return self._by_laws
        handler: Handler
        if isinstance(role, Product):
            handler = partial(self._multiplied, role)
        elif isinstance(role, Word):
            handler = partial(self._as_word, role)
        else:
            handler = partial(self._mapped, role)
        if not isinstance(role, Word) or None not in t.op.params:
            self.handlers[t.op] = handler
        return handler

    def _leaf(self, t: Term) -> None:
        """An atom, or a term that stays as it is."""
        if not issubclass(t.sort, Linear):
            self.terms[t] = self.walk.normal(t)
        elif t.args:
            self.found[t] = self.of_mono(self.walk.visit(t), t.op)
        elif self.walk.plain and not t.op.constant:
            self.found[t] = self._atom(t)
        else:
            self.found[t] = self.of_mono(self.walk.visit(t), None)

    def _atom(self, t: Term) -> Polynomial:
        if t.sort is Scalar:
            return {((self.alphabet.scalar(t),), ()): 1}
        if t.op is ONE:
            return {UNIT: 1}
        return {((), (self.alphabet.letter(t),)): 1}

    def _is_space(self, op: Op, sort: type[Term]) -> bool:
        """Whether terms of a sort are words of this product: the first one read owns the sort."""
        known = self.products.setdefault(sort, op)
        if known is op and op not in self.spaces:
            role = product_of(op)
            assert role is not None
            rules = self.rewriter.rules
            opened = partial(self.rewriter.opened, op) if rules.words or rules.beside else None
            self.spaces[op] = WordForms(role, self.alphabet, opened)
        return known is op

    # -- sums and scalars -------------------------------------------------------------------------

    def _sum(self, t: Term) -> Polynomial:
        sums: Polynomial = {}
        for a in t.args:
            part = self.found[a]
            check_time(len(part) / LIGHT)
            for key, c in part.items():
                sums[key] = sums.get(key, 0) + c
        return tidied(sums)

    def _collected(self, addends: Addends) -> Polynomial:
        """A long sum, of which equal addends were counted before."""
        sums: Polynomial = {}
        for weights in (addends.plain, addends.scaled):
            for item, weight in timed(weights.items()):
                if isinstance(item, Term):
                    part = self.found[item]
                else:
                    part = self.times([self.found[x] for x in item])
                for key, c in part.items():
                    sums[key] = sums.get(key, 0) + weight * c
        return tidied(sums)

    def _opposite(self, t: Term) -> Polynomial:
        return {key: -c for key, c in self.found[t.args[0]].items()}

    def _scaled(self, t: Term) -> Polynomial:
        return self.times([self.found[a] for a in t.args])

    def times(self, parts: Sequence[Polynomial]) -> Polynomial:
        """Multiply scalars, and at most one factor of another sort that they scale."""
        result, made = parts[0], 0
        for part in parts[1:]:
            # a high power makes many more monomials on the way than remain
            made += len(result) * len(part)
            self.check(made)
            sums: Polynomial = {}
            for (m, v), c in result.items():
                check_time(len(part) / LIGHT)
                for (n, w), d in part.items():
                    key = merged(m, n), v or w
                    sums[key] = sums.get(key, 0) + c * d
            result = tidied(sums)
        return result

    def _divided(self, t: Term) -> Polynomial:
        c = t.args[1].value
        if not c:
            raise UndefinedError(f"{brief(t)} divides by zero")
        return {key: tidy(Fraction(d) / c) for key, d in self.found[t.args[0]].items()}

    def _inverted(self, base: Term, e: int) -> Polynomial | None:
        """A scalar to a negative power; None if it is zero."""
        opened = self.found[base]
        if len(opened) != 1:
            opened = self._atom(self.written(base)) if opened else {}
        for (m, _), c in opened.items():
            if len(m) * -e <= MAX_REPEATED:
                return self._turned_over(m * -e, exact_power(c, e))
            whole = self.walk.visit(power.build((self.written(base), number(e))))
            return self.of_mono(whole, power)
        return None

    def _turned_over(self, m: Monomial, c: Number) -> Polynomial:
        """A number over a monomial; a sum that was in a denominator before is opened."""
        found = [~x for x in m]
        terms = self.alphabet.scalar_terms
        sums = [terms[x] for x in found if x >= 0 and getattr(terms[x], "op", None) is add]
        rest = [x for x in found if x < 0 or getattr(terms[x], "op", None) is not add]
        return self.times([{(tuple(sorted(rest)), ()): c}, *map(self.polynomial, sums)])

    def _power(self, t: Term) -> Polynomial:
        base, e = t.args[0], t.args[1].value
        if type(e) is not int or e == 0:
            return self._by_laws(t)
        if t.sort is not Scalar:
            return self._word_power(t, base, e)
        opened = self.found[base]
        if e < 0:
            found = self._inverted(base, e)
            if found is None:
                raise UndefinedError(f"{brief(t)} divides by zero")
            return found
        if len(opened) == 1:
            (((m, _), c),) = opened.items()
            if len(m) * e > MAX_REPEATED:
                return self._by_laws(t)
            return {(merged(tuple(sorted(m * e)), ()), ()): exact_power(c, e)}
        self.check(e * e if len(opened) > 1 else 0)  # e factors of two monomials make this many
        return self.times([opened] * e)

    def _word_power(self, t: Term, base: Term, e: int) -> Polynomial:
        """A power of a matrix, a quaternion, or whatever else has a product."""
        role = product_of(t.sort.product)
        if e < 0 or role is None or not self._is_space(role.op, t.sort):
            return self._by_laws(t)
        if e > MAX_FACTORS:
            if not base.args:
                return self._by_laws(t)
            raise LimitError(f"expand would write a power as {e} factors, more than {MAX_FACTORS}")
        return self._product(role, [self.found[base]] * e)

    # -- products, maps and words -----------------------------------------------------------------

    def _multiplied(self, product: Product, t: Term) -> Polynomial:
        """A product; parts of it that are 1×1 only scale the rest."""
        args, found = t.args, self.found
        if len(t.shape) == 2:
            columns = args[0].shape[0]
            for a in args:
                if a.shape[0] != columns or a.shape == SCALAR:
                    return self._in_segments(product, args)
                columns = a.shape[1]
        return self._product(product, [found[a] for a in args])

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
        return self.times([self._product(product, word) for word in (*factors, *words)])

    def _as_word(self, role: Word, t: Term) -> Polynomial:
        parts = [self._chained(chain, t.args[i]) for chain, i in role.letters]
        return self._product(self.spaces[role.product].product, parts)

    def _product(self, product: Product, parts: Sequence[Polynomial]) -> Polynomial:
        """A product of polynomials; factors of one monomial are joined before they meet others."""
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

    def _mapped(self, role: Map, t: Term) -> Polynomial:
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
        elif word and role.over is not None and self._is_space(role.over, sort):
            space = self.spaces[role.over]
            turned = space.reversed(word, role.op)
            if turned is not None:
                return tuple([(turned[0] * c, m, w) for c, m, w in space.form(turned[1])])
        if self.rewriter.rules.maps and len(word) > 1:
            opened = self.rewriter.image(role.op, word)
            if opened is not None:
                return opened
        mono = self.walk.apply(role.op, [self._core(word, sort, shape)])
        found = tuple([(c, m, w) for (m, w), c in self.of_mono(mono, role.op).items()])
        if len(word) > 1 and len(found) == 1:
            ((c, m, w),) = found
            if not m and len(w) == 1 and c in (1, -1) and self.alphabet.term(w[0]).op is role.op:
                self.alphabet.words[w[0]] = role.op, int(c), word
        return found

    def _turned_by_laws(self, op: Op, letter: int) -> tuple[int, int] | None:
        """A map of a letter by the laws, if the result is a letter with a sign."""
        opened = self.of_mono(self.walk.apply(op, [self.alphabet.term(letter)]), op)
        if len(opened) != 1:
            return None
        (((m, w), c),) = opened.items()
        return (int(c), w[0]) if not m and len(w) == 1 and c in (1, -1) else None

    # -- everything else, by the laws -------------------------------------------------------------

    def _by_laws(self, t: Term) -> Polynomial:
        """An operator on all combinations of the monomials of its linear operands."""
        self.used_laws = True
        other = self._other_morphism(t)
        if other is not None:
            return self.of_mono(split(other), None)
        op, args = t.op, t.args
        choices = [self._choices(op, i, a) for i, a in enumerate(args)]
        count = 1
        for some in choices:
            count *= len(some)
        self.check(count)
        if op in LINEAR_OPERATORS:
            whole = op.build(tuple([self.written(a) for a in args]))
            return self.of_mono(self.walk.visit(whole), op)
        sums: Polynomial = {}
        for monos in timed(combinations(*choices), 16):
            made = self.walk.call(op, args, list(monos), t.sort, t.shape)
            for key, c in self.of_mono(made, op).items():
                sums[key] = sums.get(key, 0) + c
        return tidied(sums)

    def _choices(self, op: Op, i: int, a: Term) -> list[Mono]:
        """The monomials of an operand, or the operand as a whole if nothing passes over sums."""
        law = op.law(Morphism)
        linear = (
            law is not None
            and law.over is add
            and law.when is None
            and (law.at is None or i in law.at)
        )
        opened = self.found.get(a)
        if not linear or not opened:
            return [split(self.written(a))]
        product = self.owner(a.sort)
        return [self.writer.mono(m, w, c, a.sort, a.shape, product) for (m, w), c in opened.items()]

    def of_mono(self, mono: Mono, op: Op | None) -> Polynomial:
        """A normal monomial; a core with `op` at its head is taken as it stands."""
        c, (factors, core) = keyed(mono)
        if not c:
            return {}
        result: Polynomial = {UNIT: c}
        for x in factors if core is None else (*factors, core):
            result = self.times([result, self._part(x, op)])
        return result

    def _part(self, x: Term, op: Op | None) -> Polynomial:
        """A factor or core of a normal monomial."""
        if x.op is power:
            return self._scalar_power(x, op) if x.sort is Scalar else self._letter_power(x)
        if not x.args or x.op is op:
            return self._atom(x)
        return self.polynomial(x)

    def _letter_power(self, x: Term) -> Polynomial:
        repeats = 0 < x.args[1].value <= MAX_FACTORS
        return self.polynomial(x) if repeats else self._atom(x)

    def _scalar_power(self, x: Term, op: Op | None) -> Polynomial:
        base, e = x.args[0], x.args[1].value
        if type(e) is not int or abs(e) > MAX_REPEATED:
            return self._atom(x)
        if base.op is add and e > 0:
            return self.polynomial(x)
        opened: Polynomial = {}
        if base.args and base.op is not op and base.op is not add:
            opened = self.polynomial(base)
        if len(opened) != 1:
            opened = self._atom(base)
        (((m, _), c),) = opened.items()
        inside = m if e > 0 else tuple([~i for i in m])
        return {(tuple(sorted(inside * abs(e))), ()): exact_power(c, e)}

    def _other_morphism(self, t: Term) -> Term | None:
        """A term that distributes over an operator other than +, distributed once."""
        for law in t.op.laws:
            if isinstance(law, Morphism) and law.over is not add:
                args = [self.written(a) for a in t.args]
                for i, a in enumerate(args):
                    if law.passes(i, a):
                        parts = [t.op.build((*args[:i], x, *args[i + 1 :])) for x in a.args]
                        to = law.to or law.over
                        whole = parts[-1]
                        if to.variadic or len(to.params) == len(parts):
                            whole = to.build(tuple(parts))
                        else:
                            for part in reversed(parts[:-1]):
                                whole = to.build((part, whole))
                        return Kernel(self.walk, self.rewriter.rules, self.most).run(
                            self.walk.run(whole)
                        )
        return None

    def _rebuilt(self, t: Term) -> Term:
        """A term of a sort without sums, its operands opened."""
        other = self._other_morphism(t)
        if other is not None:
            return other
        args = tuple([self.written(a) for a in t.args])
        return self.walk.run(t if args == t.args else t.op.build(args))

    def check(self, count: int) -> None:
        """Stop with a LimitError before more monomials are made than the limit allows."""
        if count > self.most:
            raise LimitError(
                f"expand would make {count} monomials of one product, more than {self.most}; "
                "expand smaller parts"
            )

    # -- back to terms ----------------------------------------------------------------------------

    def written(self, t: Term) -> Term:
        """The opened form of a sub-term that has been visited, as a normal term."""
        done = self.terms.get(t)
        if done is None:
            done = self.terms[t] = self.term(self.found[t], t.sort, t.shape)
        return done

    def term(self, poly: Polynomial, sort: type[Term], shape: Shape) -> Term:
        """A polynomial as a normal term."""
        return self.writer.term(poly, sort, shape, self.owner(sort))

    def owner(self, sort: type[Term]) -> Op | None:
        """The product whose words terms of a sort are."""
        return self.products.get(sort) or sort.product or next(iter(self.spaces), None)

    def image_of(self, op: Op, word: Letters, like: Term) -> Form:
        """A map of a word that stands for a variable."""
        form = self.maps.get((op, word))
        if form is None:
            role = role_of(op, ((like.sort, like.shape),))
            assert isinstance(role, Map)
            form = self.maps[op, word] = self._image(role, word, like.sort, like.shape)
        return form

    def word_term(self, word: Letters, like: Term) -> Term:
        """A word that stands for a variable, as a term."""
        return self._core(word, like.sort, like.shape)

    def _core(self, w: Letters, sort: type[Term], shape: Shape) -> Term:
        """A word as a normal term."""
        return self.writer.core(w, sort, shape, self.owner(sort))


def _is_power(t: Term) -> bool:
    """Whether a quotient is one by a number, or a power has a positive exponent."""
    e = t.args[1].value
    if t.op is div:
        return t.args[1].op is NUMBER
    return type(e) is int and e > 0


def tidied(sums: Polynomial) -> Polynomial:
    """A polynomial without the monomials that have cancelled."""
    return {key: c for key, c in sums.items() if c} if 0 in sums.values() else sums


def _formed(form: Callable[[Letters], Form], poly: Polynomial) -> Polynomial:
    """A polynomial with its words in their forms."""
    sums: Polynomial = {}
    for (m, w), c in timed(poly.items(), 16):
        for e, k, word in form(w):
            key = (merged(m, k) if k else m), word
            sums[key] = sums.get(key, 0) + c * e
    return tidied(sums)


def _runs(parts: Sequence[Polynomial]) -> list[Polynomial]:
    """Factors with those joined that are monomials and stand beside each other."""
    found: list[Polynomial] = []
    word: Letters = ()
    mono: Monomial = ()
    c: Number = 1
    open_run = False
    for part in parts:
        if len(part) == 1:
            for (n, w), d in part.items():
                mono, word, c = (merged(mono, n) if n else mono), word + w, c * d
            open_run = True
            continue
        if open_run:
            found.append({(mono, word): c})
            mono, word, c, open_run = (), (), 1, False
        found.append(part)
    if open_run:
        found.append({(mono, word): c})
    return found


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
) -> tuple[Term, list[Rule]]:
    """The same, and the rules that were used on the way.

    A result that the laws have changed is read again, until that changes nothing. Rules that open a
    pair of letters into a sum wait until all letters that can meet have met: the first reading does
    without them.
    """
    used: dict[Rule, None] = {}
    waits = bool(rules.beside)
    for _ in range(MAX_READINGS):
        kernel = Kernel(walk, rules, most, deep)
        kernel.rewriter.waits = waits
        found = kernel.run(t)
        used |= kernel.rewriter.used
        waits = waits and not (found is t or kernel.certain)
        done = (kernel.certain or found is t) and not kernel.rewriter.may_part()
        t = found
        if done:
            break
    return t, list(used)
