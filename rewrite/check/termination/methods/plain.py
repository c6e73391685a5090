"""Rules as plain data for termination proofs: terms are tuples, and few laws are allowed.

A plain term is a variable (its name) or a tuple of a head (a name) and the operands. A `System` has
rules between such terms, and for some heads one of the theories "A", "C" and "AC", modulo which the
rules are used. `system_of` translates a set of rules so that the set terminates if the system does;
it returns None for sets with sums, or with laws that are not supported here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ....core.laws import (
    Absorbing,
    AlsoWritten,
    Associative,
    Commutative,
    Idempotent,
    Inverse,
    Involution,
    Law,
    Neutral,
    Nilpotent,
    Projector,
)
from ....core.operators import DECLARED, VARIABLE, Operator
from ....core.sorts import Linear
from ....core.terms import Term, postorder
from ....errors import RewriteError
from ....rewriting.rule import Rule
from ...measures.laws_kept import equation_terms, laws_that_name
from ...measures.special import sides
from ...models.algebra import DEEPEST, depth

Plain = Any
"""A name, or a tuple of a name and plain terms."""
PlainRule = tuple[Plain, Plain]
COLLAPSING = (Absorbing, Idempotent, Involution, Neutral, Projector)
"""Laws whose result is an operand, or a part of one."""
HARMLESS = (*COLLAPSING, AlsoWritten, Associative, Commutative, Nilpotent)
"""Laws that other operators may have, since they make no copies of operands."""
KNOWN = (*HARMLESS, Inverse)


@dataclass(frozen=True)
class System:
    """Rules, and the theories modulo which they are used.

    The rules in `strict` are to be proved terminating together with `laws`, the rules that `normal`
    applies, which terminate by themselves.
    """

    strict: tuple[PlainRule, ...]
    laws: tuple[PlainRule, ...] = ()
    theories: tuple[tuple[str, str], ...] = ()
    origins: tuple[int, ...] = ()
    """For every rule of `strict`, the index of the author's rule that it comes from."""
    alone: bool = True
    """Whether no other operator of the same sorts has a theory."""
    heads: tuple[tuple[str, Any], ...] = field(default=(), compare=False, repr=False)
    """The operator or symbol of each head."""

    @property
    def theory(self) -> Mapping[str, str]:
        return dict(self.theories)

    @property
    def rules(self) -> tuple[PlainRule, ...]:
        return (*self.strict, *self.laws)

    def without(self, gone: Collection[PlainRule]) -> System:
        """The system without some of the rules in `strict`."""
        kept = [i for i, r in enumerate(self.strict) if r not in gone]
        strict = tuple(self.strict[i] for i in kept)
        origins = tuple(self.origins[i] for i in kept) if self.origins else ()
        return replace(self, strict=strict, origins=origins)


def is_variable(t: Plain) -> bool:
    return isinstance(t, str)


def subterms(t: Plain) -> Iterator[Plain]:
    """A term and all its subterms, the whole term first."""
    stack = [t]
    while stack:
        s = stack.pop()
        yield s
        if not isinstance(s, str):
            stack += reversed(s[1:])


def heads_of(*terms: Plain) -> dict[str, int]:
    """The heads of terms in order of occurrence, with their numbers of operands."""
    found: dict[str, int] = {}
    for t in terms:
        for s in subterms(t):
            if not isinstance(s, str):
                found.setdefault(s[0], len(s) - 1)
    return found


def variables_in(t: Plain) -> set[str]:
    return {s for s in subterms(t) if isinstance(s, str)}


def substituted(t: Plain, values: Mapping[str, Plain]) -> Plain:
    if isinstance(t, str):
        return values.get(t, t)
    return (t[0], *(substituted(a, values) for a in t[1:]))


def shown(t: Plain) -> str:
    """A plain term as text."""
    if isinstance(t, str) or len(t) == 1:
        return t if isinstance(t, str) else t[0]
    return f"{t[0]}({', '.join(map(shown, t[1:]))})"


def equations_of(theory: Mapping[str, str]) -> list[PlainRule]:
    """The equations modulo which rules are used."""
    found: list[PlainRule] = []
    for f, kind in theory.items():
        if "A" in kind:
            found.append(((f, "x", (f, "y", "z")), (f, (f, "x", "y"), "z")))
        if "C" in kind:
            found.append(((f, "x", "y"), (f, "y", "x")))
    return found


# -- from a set of rules --------------------------------------------------------------------------


def system_of(rules: Sequence[Rule]) -> System | None:
    """A system such that the rules terminate if it does; None if the rules cannot be translated."""
    inside = {s for r in rules for t in (r.left, r.right) for s in postorder(t)}
    keys = {key(s) for s in inside if s.op is not VARIABLE}
    ops = [k for k in keys if isinstance(k, Operator)]
    if any(issubclass(s.sort, Linear) for s in inside) or not _known(ops, keys):
        return None
    if max((depth(t) for r in rules for t in (r.left, r.right)), default=0) > DEEPEST:
        return None
    others = _beside({s.sort for s in inside}, ops)
    if not all(isinstance(law, HARMLESS) for op in others for law in op.laws):
        return None
    names = _Names()
    try:
        pairs = [(i, pair) for i, r in enumerate(rules) for pair in sides(r)]
        laws = [names.rule(*pair) for op in ops for pair in _law_rules(op)]
        strict = [(names.rule(*pair), i) for i, pair in pairs]
    except RewriteError:
        return None
    theories = {op: _theory(op) for op in sorted(ops, key=str)}
    # a left side that collapses to a variable, as f(x, y) does if y is neutral, applies everywhere
    if any(is_variable(left) for (left, _), _ in strict):
        return None
    return System(
        tuple(r for r, _ in strict), tuple(dict.fromkeys(laws)),
        tuple((names.of(op), kind) for op, kind in theories.items() if kind),
        tuple(i for _, i in strict), not any(_theory(op) for op in others),
        tuple((name, head) for head, name in names.known.items()),
    )  # fmt: skip


def key(t: Term) -> Any:
    """The operator of a term, or the symbol itself."""
    return t.op if t.args else t


def _known(ops: Iterable[Any], keys: Collection[Any]) -> bool:
    own = all(_is_known(law) for op in ops for law in op.laws)
    return own and not any(True for _ in laws_that_name(keys, tuple(ops)))


def _is_known(law: Law) -> bool:
    if isinstance(law, Associative):
        return law.opens is None
    if isinstance(law, Neutral | Absorbing):
        return isinstance(law.e if isinstance(law, Neutral) else law.a, Term)
    return isinstance(law, KNOWN) and getattr(law, "fact", None) is None


def _beside(sorts: Collection[Any], ops: Collection[Any]) -> list[Any]:
    """Other operators with laws that take operands of the given sorts."""
    declared = [op for op in list(DECLARED.values()) if op.laws and op not in ops]
    return [op for op in declared if any(k is not None and k[0] in sorts for k in op.params)]


def _theory(op: Any) -> str:
    return "A" * (op.law(Associative) is not None) + "C" * (op.law(Commutative) is not None)


def _law_rules(op: Any) -> Iterator[tuple[Term, Term]]:
    for law in op.laws:
        if isinstance(law, Associative | Commutative | AlsoWritten):
            continue
        for equation in law.equations(op):
            both = equation_terms(equation)
            if both is None:
                raise RewriteError(f"{op}: the law {law} has open sorts")
            yield both


class _Names:
    """Distinct names for operators and symbols."""

    def __init__(self) -> None:
        self.known: dict[Any, str] = {}
        self.taken: set[str] = set()

    def of(self, head: Any) -> str:
        if head not in self.known:
            name = str(head.name)
            while name in self.taken:
                name += "'"
            self.taken.add(name)
            self.known[head] = name
        return self.known[head]

    def rule(self, left: Term, right: Term) -> PlainRule:
        return self.term(left), self.term(right)

    def term(self, t: Term) -> Plain:
        found: dict[Term, Plain] = {}
        for s in postorder(t):
            if s.op is VARIABLE:
                found[s] = f"?{s.name}"
            else:
                found[s] = (self.of(key(s)), *(found[a] for a in s.args))
        return found[t]
