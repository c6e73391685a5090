"""Laws as rules, for the critical pairs of rules with laws.

Laws that only move operands (associative, commutative, anticommutative) are handled by unification
and give no rules. Any other law gives a rule for each of its equations: f(x, x) -> x, f(e, x) -> x,
h(h(x)) -> x. Laws may also act on special operands without an equation for that, as in f(0) -> 0
for an odd f. These cases are found by applying each operator to variables and to the elements that
laws name.

A law that has no equations, or depends on facts, is listed as not considered.

>>> from rewrite import Idempotent, Term, operator, rule
>>> class Thing(Term):
...     "Some thing."
>>> p = operator("p", Thing, Thing, result=Thing, laws=[Idempotent()])
>>> q = operator("q", Thing, Thing, result=Thing)
>>> @rule
... def other(x: Thing, y: Thing):
...     "p = q"
...     return p(x, y) >> q(x, y)
>>> for law in laws_about([other]).rules:
...     print(f"{law.name}: {law.left} -> {law.right}")
Idempotent of p: p(x, x) -> x
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from ...core.declare import symbol
from ...core.laws import (
    Anticommutative,
    Associative,
    Law,
    Morphism,
    Op,
)
from ...core.linear import LINEAR_OPERATORS, neg, scale, times
from ...core.operators import DECLARED, Operator, Typed, zero_of
from ...core.sorts import Linear, Scalar
from ...core.terms import Term, postorder
from ...core.variables import instance, variable, variables_of
from ...deadline import OutOfTimeError
from ...errors import RewriteError
from ...matching.unification import Effort, unified
from ...normalform.walk import normal
from ...rewriting.critical import LawRule, LeftOut, critical_pairs
from ...rewriting.overlaps import key_of
from ...rewriting.rule import Rule
from ..measures.laws_kept import equation_terms, laws_that_name, named_by
from ..steps.stability import MOVING

POOL = 9
"""An operator is tried on at most this many operands of each kind."""


@dataclass(frozen=True)
class Laws:
    """The laws that concern some rules, as rules, and descriptions of the laws not considered."""

    rules: tuple[LawRule, ...]
    unknown: tuple[str, ...]


def laws_about(rules: Iterable[Rule]) -> Laws:
    """The laws of operators in left sides, and the laws of other operators that name the head of
    one."""
    rules = tuple(rules)
    inside = {s.op: None for r in rules for s in postorder(r.left) if s.args}
    heads = {key_of(r.left) for r in rules}
    ops = tuple(op for op in inside if op not in LINEAR_OPERATORS)
    own = tuple((op, law) for op in ops for law in op.laws)
    others = laws_that_name(heads.difference(LINEAR_OPERATORS), inside)
    found = _laws(ops, (*own, *others))
    more = (x for op in _beside(rules, ops) for x in _settled(op, op.laws)[1])
    return Laws(found.rules, tuple(dict.fromkeys((*found.unknown, *more))))


def _beside(rules: Iterable[Rule], ops: Sequence[Op]) -> list[Op]:
    """The author's other operators with laws that may be applied to the result of a rule.

    If their laws conflict, a step can decide which law acts: b -> e in f(h(b), b).
    """
    sorts = {r.left.sort for r in rules}
    found = [op for op in list(DECLARED.values()) if op.module and op.laws and op not in ops]
    return [op for op in found if any(k is not None and k[0] in sorts for k in op.params)]


@lru_cache(maxsize=500)
def _laws(ops: tuple[Op, ...], laws: tuple[tuple[Op, Law], ...]) -> Laws:
    found, unknown = _rules(laws)
    for op in dict.fromkeys((*ops, *(op for op, _ in laws))) if not unknown else ():
        more, open_ = _settled(op, op.laws)
        found += more
        unknown += open_
    return Laws(tuple(found), tuple(dict.fromkeys(unknown)))


def _rules(laws: Iterable[tuple[Op, Law]]) -> tuple[list[LawRule], list[str]]:
    """Laws as rules, and descriptions of the laws that cannot be written as rules."""
    found: list[LawRule] = []
    unknown: list[str] = []
    for op, law in laws:
        own = _as_rules(op, law)
        found += own or ()
        unknown += [f"the law {law} of {op}"] if own is None else []
    return found, unknown


@lru_cache(maxsize=2_000)
def _settled(op: Op, laws: tuple[Law, ...]) -> tuple[list[LawRule], list[str]]:
    """Rules for laws on special operands, and descriptions of conflicts between the laws of an
    operator and of those that its laws name.
    """
    named = [x for law in laws for x in named_by(law) if isinstance(x, Operator)]
    related = [x for x in dict.fromkeys((op, *named)) if x not in LINEAR_OPERATORS]
    known, unknown = _rules((x, law) for x in related for law in x.laws)
    more = _seen(op, known, unknown)
    return more, unknown or _divergences((*known, *more))


def _as_rules(op: Op, law: Law) -> list[LawRule] | None:
    """The rules that express a law; None if rules cannot express it."""
    name = f"{law} of {op}"
    if isinstance(law, Associative) and law.opens is not None:
        return None
    if isinstance(law, MOVING) or (isinstance(law, Morphism) and not law.eager):
        return []
    equations = [equation_terms(equation) for equation in law.equations(op)]
    if not equations or None in equations:
        return None
    sides = [pair for pair in equations if pair is not None]
    if isinstance(law, Anticommutative):  # swapping is no step, but equal operands are
        sides = [(left, right) for left, right in sides if right.op is not neg]
    return [LawRule(name, left, right) for left, right in sides]


# -- what laws do on special operands -------------------------------------------------------------


def _seen(op: Op, known: Sequence[LawRule], unknown: list[str]) -> list[LawRule]:
    """Changes that `normal` makes to an operator on simple operands and that no known law
    explains."""
    if None in op.params:
        unknown.append(f"{op} on operands of any shape")
        return []
    found: list[LawRule] = []
    kinds = [kind for kind in op.params if kind is not None]
    pools = [_operands(kind, i, known) for i, kind in enumerate(kinds)]
    for args in product(*pools):
        try:
            t = op.build(args)
            made = normal(t)
        except OutOfTimeError:
            raise
        except (RewriteError, ArithmeticError):
            continue
        laws = [*known, *found]
        if made is not t and not _same(t, made) and not any(_applies(law, t) for law in laws):
            found.append(LawRule(f"the normal form of {t}", t, made))
    return found


def _operands(kind: Typed, at: int, laws: Sequence[LawRule]) -> list[Term]:
    """Operands to try an operator on: variables, elements that laws name, signs and multiples."""
    name = f"{kind[0].__name__.lower()}_{'_'.join(map(str, kind[1]))}"
    x, y = variable(f"v_{name}", *kind), variable(f"v{at}_{name}", *kind)
    found: dict[Term, None] = {x: None, y: None}
    for law in laws:
        for t in (law.left, law.right):
            leaves = (s for s in postorder(t) if not s.args and s not in variables_of(s))
            found |= {s: None for s in leaves if (s.sort, s.shape) == kind}
    if issubclass(kind[0], Linear):
        c = variable("c", Scalar)
        found[zero_of(*kind)] = None
        found[neg.build((x,))] = None
        found[(times if kind[0] is Scalar else scale).build((c, x))] = None
    for law in laws:
        for s in postorder(law.left):
            if s.op is not neg and s.op.params == (kind,) and (s.sort, s.shape) == kind:
                found[s.op.build((x,))] = None
    return list(found)[:POOL]


def _frozen(t: Term) -> Term:
    """A term with symbols for its variables, so that unification cannot replace them."""
    some = sorted(variables_of(t), key=lambda v: (v.name, v.sort.__name__, v.shape))
    return instance(t, {v: symbol(f"s{i}_", v.sort, v.shape) for i, v in enumerate(some)})


def _same(t: Term, made: Term) -> bool:
    """Whether two terms differ only by the order of operands and a sign."""
    return any(True for _ in unified(_frozen(t), _frozen(made), {}))


def _applies(law: LawRule, t: Term) -> bool:
    """Whether a law applies at the head of a term."""
    return any(True for _ in unified(law.left, _frozen(t), {}, Effort(steps=500)))


# -- laws among themselves ------------------------------------------------------------------------


def _divergences(laws: Sequence[LawRule]) -> list[str]:
    """Descriptions of terms that the laws make equal but whose normal forms differ."""
    left = LeftOut()
    found: list[str] = []
    for pair in critical_pairs(laws, left):
        if pair.left is not pair.right:
            found.append(
                f"the laws {pair.first.name} and {pair.second.name}, by which {pair.left} and "
                f"{pair.right} are equal but have different normal forms"
            )
    return found[:1] + [f"{why}, among the laws" for why in left.out]
