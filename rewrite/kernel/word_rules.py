"""Rules about neighbouring letters, compiled for words.

Two kinds of rules are compiled: those whose left side is a word of maps of variables, such as
tilde(a) tilde(b), and those about a map of a word, such as tilde(R a). Variables stand for one
letter of a word, or for the word under a map. Rules about a product of other letters, such as
rot(v, x) rot(v, y), are matched as terms, once for each combination of letters (see `neighbours`).
All other rules are matched on terms, except those that the compiled rules make superfluous.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any

from ..core.context import EMPTY
from ..core.declare import symbol
from ..core.facts import Fact
from ..core.operators import VARIABLE
from ..core.sorts import Linear, is_unknown, sort_of_shape
from ..core.terms import Term, postorder
from ..core.variables import instance
from ..deadline import OutOfTimeError, uncounted
from ..errors import RewriteError
from ..normalform.walk import Normaliser
from .alphabet import Letters
from .neighbours import NO_NEIGHBOURS, Neighbours, is_about_neighbours
from .tables import Chain, Map, Op, role_of

if TYPE_CHECKING:
    from ..rewriting.rule import Rule
    from .reader import Reader


@dataclass(frozen=True)
class LetterPattern:
    """Maps around a variable."""

    maps: Chain
    variable: Term


@dataclass(frozen=True)
class Product:
    """A monomial of a right side: a number, 1×1 words, and a word."""

    c: Any
    scalars: tuple[tuple[Op, tuple[LetterPattern, ...]], ...]
    word: tuple[LetterPattern, ...]


@dataclass(frozen=True)
class WordRule:
    """A compiled rule: its left side is a word, or a map `over` a word, with a sign."""

    rule: Rule
    product: Op
    left: tuple[LetterPattern, ...]
    right: tuple[Product, ...]
    over: Op | None = None
    sign: int = 1


@dataclass(frozen=True)
class WordRules:
    """Compiled rules by the map at their head, rules about neighbours, and the remaining rules."""

    words: dict[Op, tuple[WordRule, ...]]
    maps: dict[Op, tuple[WordRule, ...]]
    beside: Neighbours
    rest: tuple[Rule, ...]

    def __bool__(self) -> bool:
        return bool(self.words or self.maps or self.beside)

    def only(self, rules: Sequence[Rule]) -> WordRules:
        """The compiled rules that come from some rules."""
        some = [*self.words.values(), *self.maps.values()]
        beside = Neighbours([r for r in self.beside.rules if r in rules])
        return _indexed([w for group in some for w in group if w.rule in rules], beside)


NO_RULES = WordRules({}, {}, NO_NEIGHBOURS, ())
Make = Callable[..., Any]
SIZE = 3
"""The size of matrices on which the two sides of a rule are compared."""
_numbers = count(1)


# -- compiling ------------------------------------------------------------------------------------


@lru_cache(maxsize=200)
@uncounted()
def compiled(rules: tuple[Rule, ...], make: Make) -> WordRules:
    """The rules that apply to words, and the rest; `make` makes a kernel from rules."""
    kernel = make(Normaliser(EMPTY), NO_RULES)
    found = {r: w for r in rules if (w := _compiled(r, kernel))}
    about = [r for r in rules if r not in found and is_about_neighbours(r)]
    beside = Neighbours([r for r in about if not _is_covered(r, kernel)])
    for rule in sorted(found, key=lambda r: -len(found[r].left)):
        others = _indexed([w for r, w in found.items() if r is not rule])
        if _is_covered(rule, make(Normaliser(EMPTY), others)):
            del found[rule]
    own = _indexed(found.values(), beside)
    left = [r for r in rules if r not in found]
    if not own:
        return replace(own, rest=tuple(left))
    kernel, heads = make(Normaliser(EMPTY), own), {*own.words, *own.maps}
    left = [
        r
        for r in left
        if not ((r in beside.rules or _names(r.left, heads)) and _is_covered(r, kernel))
    ]
    return replace(own, rest=tuple(left))


def _names(t: Term, ops: Container[Op]) -> bool:
    return any(s.op in ops for s in postorder(t))


def _indexed(rules: Iterable[WordRule], beside: Neighbours = NO_NEIGHBOURS) -> WordRules:
    words: dict[Op, tuple[WordRule, ...]] = {}
    maps: dict[Op, tuple[WordRule, ...]] = {}
    for rule in rules:
        if rule.over is not None:
            maps[rule.over] = (*maps.get(rule.over, ()), rule)
        else:
            head = rule.left[0].maps[0]
            words[head] = (*words.get(head, ()), rule)
    return WordRules(words, maps, beside, ())


def _is_covered(rule: Rule, kernel: Reader) -> bool:
    """Whether the rules of a kernel make both sides of a rule equal, under its conditions."""
    bindings: dict[Any, Any] = {}
    facts: dict[Term, dict[str, Any]] = {}
    for c in rule.conditions:
        if not isinstance(c, Fact) or len(c.terms) != 1:
            return False
        facts.setdefault(c.terms[0], {})[c.name] = True
    for v in rule.variables:
        sizes = [n for n in v.shape if is_unknown(n)]
        bindings.update(dict.fromkeys(sizes, SIZE))
        shape = tuple([SIZE if is_unknown(n) else n for n in v.shape])
        sort = sort_of_shape(shape) if sizes else v.sort
        bindings[v] = symbol(f"{v.name}_{next(_numbers)}", sort, shape, **facts.get(v, {}))
    try:
        sides = [instance(t, bindings) for t in (rule.left, rule.right)]
        left, right = (kernel.run(t) for t in sides)
    except OutOfTimeError:
        raise  # a cached result must not depend on the time left
    except (RewriteError, ArithmeticError):
        return False
    return left is right


def _compiled(rule: Rule, kernel: Reader) -> WordRule | None:
    """A rule about words or about maps of words; None if it is not one."""
    if not issubclass(rule.left.sort, Linear):
        return None
    for c in rule.conditions:
        if not isinstance(c, Fact) or len(c.terms) != 1 or c.terms[0].op is not VARIABLE:
            return None
    try:
        left, right = kernel.polynomial(rule.left), kernel.polynomial(rule.right)
    except OutOfTimeError:
        raise  # a cached result must not depend on the time left
    except (RewriteError, ArithmeticError):
        return None
    product = kernel.owner(rule.left.sort)
    if len(left) != 1 or product is None:
        return None
    (((scalars, word), c),) = left.items()
    if scalars or not word or c not in (1, -1):
        return None
    over = None
    if len(word) == 1:
        if word[0] not in kernel.alphabet.words:
            return None
        over, sign, word = kernel.alphabet.words[word[0]]
        c *= sign
    pattern = _patterns(kernel, word)
    if pattern is None or (over is None and not pattern[0].maps):
        return None
    made = [_product(kernel, d, m, w) for (m, w), d in right.items()]
    if None in made:
        return None
    return WordRule(rule, product, pattern, tuple([x for x in made if x]), over, int(c))


def _patterns(kernel: Reader, word: Letters) -> tuple[LetterPattern, ...] | None:
    found: list[LetterPattern] = []
    for x in word:
        chain = kernel.alphabet.chains[x]
        if chain is None or chain[1].op is not VARIABLE or len(chain[0]) > 1:
            return None
        variable = chain[1]
        kind = variable.sort, variable.shape
        if not all(isinstance(role_of(f, (kind,)), Map) for f in chain[0]):
            return None
        found.append(LetterPattern(*chain))
    return tuple(found)


def _product(kernel: Reader, c: Any, m: tuple[int, ...], w: Letters) -> Product | None:
    scalars: list[tuple[Op, tuple[LetterPattern, ...]]] = []
    for i in m:
        key = kernel.alphabet.scalar_terms[i] if i >= 0 else None
        if not isinstance(key, tuple):
            return None
        inner = _patterns(kernel, key[1])
        if inner is None:
            return None
        scalars.append((key[0], inner))
    word = _patterns(kernel, w)
    return None if word is None else Product(c, tuple(scalars), word)
