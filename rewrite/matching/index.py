"""An index of rules: rules that cannot apply at a term are never tried.

A rule is filed under the operator at the head of its left side and under one anchor: an operator or
a ground term that every instance must have at some path below the head. Of all anchors of a rule,
the one shared by the fewest other rules is taken; so a thousand rules about a thousand different
things cost one dictionary lookup.

Before that, rules are excluded by the operators that occur in a term at all: a rule about sines is
not looked at in a term without any. The rules that are left are found once for each such set of
operators, of which there are few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..core.laws import Associative, Commutative, Neutral, ReadsAs
from ..core.linear import LINEAR_OPERATORS, add, neg, power, scale, times
from ..core.operators import NUMBER, VARIABLE, Operator
from ..core.terms import MANY_OPERATORS, ROOT, Term, operators_in
from ..deadline import timed
from .bags import Bag
from .compiling import heads_of
from .letters import readings
from .patterns import Ground, Pattern, Plain, Variable
from .scalar_products import Product
from .sums import Sum
from .words import Word, WordRules

if TYPE_CHECKING:
    from ..rewriting.rule import Rule

ANY, LETTER = -1, -2
Path = tuple[int, ...]
"""A path down from the head: operand indices, or ANY operand or LETTER."""
Token = Operator[..., Any] | Term
Anchor = tuple[Path, Token]
Entry = tuple[int, "Rule"]
"""A rule with its index in the order."""
MAX_DEPTH = 4
"""How deep a pattern is looked into for operators that its subjects must have."""
MOST_SETS = 1_000
"""For at most this many sets of operators the rules that they leave are remembered."""
Operators = frozenset[Any]


class Index:
    """Rules in their order, filed so that the candidates for a term are found quickly."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.by_head: dict[Any, _File] = {}
        self._concerned: dict[Operators, bool] = {}
        for entry in enumerate(rules):
            for op in heads_of(entry[1].left):
                self.by_head.setdefault(op, _File()).everything.append(entry)

    def concerns(self, operators: Operators) -> bool:
        """Whether some rule may apply somewhere in a term with these operators."""
        found = self._concerned.get(operators)
        if found is None:
            if len(self._concerned) > MOST_SETS:
                self._concerned.clear()
            many = operators is MANY_OPERATORS
            files = [file for op, file in self.by_head.items() if many or op in operators]
            found = self._concerned[operators] = any(file.left_by(operators) for file in files)
        return found

    def candidates(self, t: Term) -> Sequence[Rule]:
        """The rules that may apply at the head of a normal term, in their order."""
        return [rule for _, rule in self.entries(t)]

    def entries(self, t: Term) -> Sequence[Entry]:
        """The candidates with their indices in the order."""
        file = self.by_head.get(t.op)
        if file is None:
            return ()
        found = file.sorted_by(operators_in(t))
        return () if found is None else found.candidates(t)

    def woken(self, op: Any, new: Iterable[Term]) -> dict[int, Rule]:
        """The rules at the head of an operator's terms that new operands may concern."""
        file = self.by_head[op].sorted
        found = dict(file.vague)
        for t in new:
            for part in operands(t) if t.op in LINEAR_OPERATORS else (t,):
                found.update(file.concerned.get(part, ()))
                found.update(file.concerned.get(part.op, ()))
        return found

    def words(self, op: Any) -> WordRules:
        """The rules about words of an operator."""
        return self.by_head[op].words


class _File:
    """The rules of one head, compiled and sorted when a term with that head first occurs."""

    def __init__(self) -> None:
        self.everything: list[Entry] = []
        self._by_operators: dict[Operators, _Sorted | None] = {}
        self._by_rules: dict[tuple[int, ...], _Sorted] = {}

    @cached_property
    def by_need(
        self,
    ) -> tuple[list[tuple[Operators, Entry]], dict[Any, list[tuple[Operators, Entry]]]]:
        """Rules that need no operators, and the others by one of those that they need."""
        always: list[tuple[Operators, Entry]] = []
        table: dict[Any, list[tuple[Operators, Entry]]] = {}
        needs = [(needed_by(entry[1].left), entry) for entry in timed(self.everything, 16)]
        uses = Counter([op for need, _ in needs for op in need])
        for need, entry in needs:
            rarest = min(need, key=lambda op: (uses[op], str(op)), default=None)
            (always if rarest is None else table.setdefault(rarest, [])).append((need, entry))
        return always, table

    def left_by(self, operators: Operators) -> list[Entry]:
        """The rules whose operators may all occur in a term with these."""
        seen = visible(operators)
        if seen is None:
            return self.everything
        always, table = self.by_need
        some = [*always, *(x for op in seen if op in table for x in table[op])]
        return sorted([entry for need, entry in some if need <= seen])

    def sorted_by(self, operators: Operators) -> _Sorted | None:
        """The rules that a set of operators leaves, sorted; None if it leaves none."""
        if operators in self._by_operators:
            return self._by_operators[operators]
        if len(self._by_operators) > MOST_SETS:
            self._by_operators.clear()
            self._by_rules.clear()
        left = self.left_by(operators)
        found: _Sorted | None = None
        if left:
            key = tuple([i for i, _ in left])
            found = self._by_rules.get(key)
            if found is None:
                found = self._by_rules[key] = _Sorted(left)
        self._by_operators[operators] = found
        return found

    @cached_property
    def words(self) -> WordRules:
        return WordRules(self.everything)

    @cached_property
    def sorted(self) -> _Sorted:
        return _Sorted(self.everything)


class _Sorted:
    """Rules of one head, by their rarest anchors and by the new operands that may concern them."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.always: list[Entry] = []
        self.table: dict[Path, dict[Token, list[Entry]]] = {}
        self.concerned: dict[Token, list[Entry]] = {}
        self.vague: list[Entry] = []
        offers = [anchors(rule.pattern) for _, rule in timed(entries, 16)]
        rarity = Counter(anchor for found in offers for anchor in found)
        for entry, found in zip(entries, offers, strict=True):
            self._concern(entry)
            if found:
                path, token = min(found, key=lambda a: (rarity[a], -len(a[0])))
                self.table.setdefault(path, {}).setdefault(token, []).append(entry)
            else:
                self.always.append(entry)

    def _concern(self, entry: Entry) -> None:
        """File a rule under the tokens that a new operand must have to concern it."""
        tokens: list[Token] = []
        for _, item in _items(entry[1].pattern):
            if isinstance(item, Ground):
                tokens.append(item.term)
            elif isinstance(item, Plain) and item.neutral is None:
                tokens.append(item.op)
            else:
                tokens.clear()
                break
        if not tokens or _takes_any(entry[1].pattern):
            self.vague.append(entry)
        for token in tokens:
            self.concerned.setdefault(token, []).append(entry)

    def candidates(self, t: Term) -> Sequence[Entry]:
        found = self.always
        for path, tokens in self.table.items():
            for part in below(t, path):
                more = tokens.get(part) or ()
                other = tokens.get(part.op) or ()
                if more or other:
                    found = [*found, *more, *other]
        if len(found) < 2:
            return found
        return sorted(dict(found).items())


def needed_by(left: Term) -> Operators:
    """Operators that occur in every term in which a left side occurs.

    Not sums, products and operators with a neutral element, whose instances may be anything; and
    not letters of a word that a match of the rest determines: trans(A) is A if A is symmetric.
    """
    found: set[Any] = set()
    uses = _occurrences(left)
    stack = [left]
    while stack:
        s = stack.pop()
        inner = s.args
        if s.op is power:
            base, exponent = s.args
            if type(exponent.value) is not int and (base.op is not VARIABLE or uses[base] == 1):
                found.add(ROOT)
        elif _is_word(s):
            inner = tuple([a for a in s.args if not _is_determined(a, uses)])
        elif s.args and not _may_vanish(s.op):
            found.add(s.op)
        stack += inner
    return frozenset(found)


def _is_word(t: Term) -> bool:
    return t.op.law(Associative) is not None and t.op.law(Commutative) is None


def _is_determined(letter: Term, uses: Counter[Term]) -> bool:
    """Whether all variables of a letter occur elsewhere too."""
    own = _occurrences(letter)
    return bool(own) and all(uses[v] > n for v, n in own.items())


def _occurrences(t: Term) -> Counter[Term]:
    """How often each variable occurs."""
    found: Counter[Term] = Counter()
    stack = [t]
    while stack:
        s = stack.pop()
        if s.op is VARIABLE:
            found[s] += 1
        stack += s.args
    return found


def _may_vanish(op: Any) -> bool:
    """Whether an instance of an operator on variables may have another operator at its head."""
    laws = op.law(Associative), op.law(Neutral)
    return op in LINEAR_OPERATORS or laws != (None, None)


_visible: dict[Operators, Operators | None] = {}


def visible(operators: Operators) -> Operators | None:
    """The operators of a term, with those of the words as which it may be read; None if they are
    not all known."""
    if operators is MANY_OPERATORS:
        return None
    if operators not in _visible:
        if len(_visible) > MOST_SETS:
            _visible.clear()
        _visible[operators] = _with_readings(operators)
    return _visible[operators]


def _with_readings(operators: Operators) -> Operators | None:
    found = set(operators)
    for op in operators - {ROOT}:
        law = op.law(ReadsAs)
        if law is not None:
            if law.makes is None:
                return None
            found.update(law.makes)
    return frozenset(found)


def below(t: Term, path: Path) -> Iterable[Term]:
    """The parts of a term that a path leads to."""
    parts: Iterable[Term] = (t,)
    for step in path:
        if step < 0:
            inside = operands if step == ANY else letters
            parts = [part for s in parts for part in inside(s)]
        else:
            parts = [s.args[step] for s in parts if step < len(s.args)]
        parts = [part for s in parts for part in ((s, s.args[0]) if s.op is neg else (s,))]
    return parts


def operands(t: Term) -> Iterable[Term]:
    """The operands of a term as a pattern sees them: bases of powers, factors of summands."""
    if t.op in LINEAR_OPERATORS:
        return set(_factors(t))
    return [part for a in (*t.args, t) for part in _bases(a) if part is not t]


def letters(t: Term) -> Iterable[Term]:
    """The letters of all words as which a term can be read."""
    law = t.op.law(ReadsAs)
    if law is None:
        return operands(t)
    return {letter for _, word in readings(law.of, t) for letter in word}


def _bases(a: Term) -> tuple[Term, ...]:
    """A term and, if it is a power, its base, with the letters if that is a word."""
    if len(a.args) != 2 or a.args[1].op is not NUMBER:
        return (a,)
    base = a.args[0]
    return (a, base, *base.args) if base.op.variadic else (a, base)


def _factors(t: Term) -> Iterator[Term]:
    stack = [t]
    while stack:
        s = stack.pop()
        if s.op in (add, neg, times, scale) and (s.op is not add or s is t):
            stack += s.args
        else:
            yield from _bases(s)


def anchors(p: Pattern, path: Path = ()) -> list[Anchor]:
    """The operators and ground terms that every instance of a pattern has below its head."""
    found: list[Anchor] = []
    for step, item in _items(p):
        here = (*path, step)
        if isinstance(item, Ground):
            found.append((here, item.term))
        elif _headed(item):
            found.append((here, item.term.op))
            if len(here) < MAX_DEPTH:
                found += anchors(item, here)
    return found


def _headed(item: Pattern) -> bool:
    """Whether every instance has the operator of the pattern at its head: no operand can be
    neutral, and no word a power."""
    if isinstance(item, Plain):
        return item.neutral is None
    if not isinstance(item, Word) or item.neutral is not None or item.op is not item.term.op:
        return False
    return item.term.sort.product is not item.op and item.op.law(ReadsAs) is None


def _items(p: Pattern) -> Iterator[tuple[int, Pattern]]:
    """The patterns of the operands, with a path step to each."""
    if isinstance(p, Plain):
        fixed = type(p) is Plain
        yield from ((i if fixed else ANY, item) for i, item in enumerate(p.items))
    elif isinstance(p, Word):
        yield from ((LETTER, item) for item in p.items)
    elif isinstance(p, Bag):
        yield from ((ANY, Ground(t)) for t in p.ground)
        yield from ((ANY, item) for item in p.shapes)
    elif isinstance(p, Product):
        yield from ((ANY, Ground(t)) for t in p.ground)
        yield from ((ANY, item) for item, _ in p.shapes)
        if p.core is not None and not isinstance(p.core, Variable):
            yield ANY, p.core
    elif isinstance(p, Sum):
        for item in p.shapes:
            yield from _items(item)


def _takes_any(p: Pattern) -> bool:
    """Whether a variable of a pattern may take any operand, so that every new operand matters."""
    if isinstance(p, Bag):
        return bool(p.taken)
    if isinstance(p, Sum):
        return bool(p.takers) or any(item.anchor is None for item in p.shapes)
    return not isinstance(p, Word)
