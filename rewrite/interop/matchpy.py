"""MatchPy: terms, patterns and rules as its expressions and replacers, and back.

Operators are translated by their laws: an associative one becomes a variadic operation, a
commutative one sorts its operands. Variables become wildcards; their sorts, shapes and conditions
become constraints.

MatchPy knows no other laws. A pattern has the same matches there as with `match` if its operators
have no other laws that affect matching: no signs (Anticommutative), no neutral elements, no powers,
no sums and scalings with their numbers. Otherwise MatchPy finds fewer matches, never wrong ones; so
rules about such operators are refused unless `partial` accepts that.

Operands of MatchPy's expressions can be changed in place. So none are kept here: every expression
is made anew, and results are terms.

>>> from rewrite import Associative, Term, operator, rule, symbol
>>> class Letter(Term):
...     __slots__ = ()
>>> join = operator("join", Letter, Letter, result=Letter, laws=[Associative()])
>>> a, b = symbol("a", Letter), symbol("b", Letter)
>>> @rule
... def twice(x: Letter):
...     "x x = x"
...     return join(x, x) >> x
>>> replacer = to_replacer([twice])
>>> from_matchpy(replacer.replace(to_matchpy(join(b, a, b, a, b, b))))
join(b, a, b)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

try:
    import matchpy
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "the bridge to MatchPy needs the package matchpy: pip install 'penelope-rewrite[matchpy]', "
        "or pip install '.[matchpy]' in the clone",
        name="matchpy",
    ) from error

from ..core.context import EMPTY, Context
from ..core.laws import Anticommutative, Associative, Commutative, Law, Neutral, Powers
from ..core.linear import LINEAR_OPERATORS
from ..core.operators import VARIABLE, Operator, label
from ..core.terms import Term, order, postorder
from ..core.variables import Bindings, instance, variables_of
from ..errors import RewriteError, RuleError
from ..matching.patterns import Search, shaped
from ..normalform.walk import normal
from ..rewriting.conditions import Condition, satisfied
from ..rewriting.defining import Maker
from ..rewriting.rule import Rule, rewrite_to

Expression = Any  # matchpy.Expression; matchpy has no types
Names = Mapping[Any, Any]
"""The meanings of the names of MatchPy's operations, symbols and wildcards."""
Op = Operator[..., Any]

BEFORE, AFTER = "…before", "…after"
"""Names of wildcards for the rest of a word; no variable has such a name."""


# -- to MatchPy -----------------------------------------------------------------------------------


class TermSymbol(matchpy.Symbol):  # type: ignore[misc]  # matchpy has no types
    """A term without operands."""

    def __init__(self, term: Term, variable_name: str | None = None) -> None:
        super().__init__(str(term), variable_name)
        self.term = term

    def with_renamed_vars(self, renaming: Mapping[str, str]) -> TermSymbol:
        name = self.variable_name
        return TermSymbol(self.term, renaming.get(name, name))

    def __copy__(self) -> TermSymbol:
        return TermSymbol(self.term, self.variable_name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TermSymbol):
            return NotImplemented
        return self.term is other.term and bool(self.variable_name == other.variable_name)

    def __lt__(self, other: object) -> bool:
        if isinstance(other, TermSymbol) and other.term is not self.term:
            return order(self.term) < order(other.term)
        return cast(bool, super().__lt__(other))

    def __hash__(self) -> int:
        return hash(self.term)


_operations: dict[Op, Any] = {}


def operation(op: Op) -> Any:
    """The class of MatchPy operations for an operator, one for each operator."""
    found = _operations.get(op)
    if found is None:
        associative = op.law(Associative) is not None
        arity = matchpy.Arity.polyadic if associative else matchpy.Arity(len(op.params), True)
        found = type(
            f"{op.module}.{op.name}" if op.module else op.name,
            (matchpy.Operation,),
            {
                "name": op.name,
                "arity": arity,
                "associative": associative,
                "commutative": op.law(Commutative) is not None,
                "operator": staticmethod(op.build),
            },
        )
        _operations[op] = found
    return found


def to_matchpy(t: Term) -> Expression:
    """A term as a MatchPy expression, operand by operand; its variables become wildcards.

    A wildcard has no sort; `to_pattern` adds that.

    >>> from rewrite import Vector, cross, dot, variable, vectors
    >>> a, b = vectors("a b")
    >>> print(to_matchpy(dot(a, cross(variable("v", Vector), b))))
    dot(a, cross(v_, b))
    """
    _named(variables_of(t))
    done: dict[Term, Expression] = {}
    for s in postorder(t):
        if s.args:
            done[s] = operation(s.op)(*[done[a] for a in s.args])
        elif s.op is VARIABLE:
            done[s] = matchpy.Wildcard.dot(s.name)
        else:
            done[s] = TermSymbol(s)
    return done[t]


def to_pattern(t: Term, *conditions: Condition, context: Context = EMPTY) -> Any:
    """The normal form of a term as a MatchPy pattern that respects sorts, shapes and conditions.

    >>> from rewrite import Scalar, Vector, norm, variable, vectors
    >>> (v,) = vectors("v")
    >>> pattern = to_pattern(norm(variable("x", Vector)))
    >>> [str(s) for s in matchpy.match(to_matchpy(norm(v)), pattern)]
    ['{x ↦ v}']
    """
    t = normal(t)
    return matchpy.Pattern(to_matchpy(t), *_constraints(t, conditions, context))


def _constraints(
    t: Term, conditions: Sequence[Condition], context: Context
) -> Iterator[matchpy.Constraint]:
    variables = sorted(variables_of(t), key=lambda v: str(v.name))
    for c in conditions:  # MatchPy never checks a constraint about a variable it does not have
        for v in {v for part in c.terms for v in variables_of(part)} - set(variables):
            raise RuleError(f"the condition {c} is about {v}, which does not occur in {t}")
    yield from (Admits((v,), (), context) for v in variables)
    if variables and (conditions or len(variables) > 1):
        yield Admits(tuple(variables), tuple(conditions), context)


class Admits(matchpy.Constraint):  # type: ignore[misc]  # matchpy has no types
    """A constraint: values fit the sorts and shapes of some variables, and conditions hold."""

    def __init__(
        self,
        wanted: tuple[Term, ...],
        conditions: tuple[Condition, ...],
        context: Context = EMPTY,
        renamed: Mapping[str, str] | None = None,
    ) -> None:
        self.wanted, self.conditions, self.context = wanted, conditions, context
        self.renamed = dict(renamed or {})

    @property
    def variables(self) -> frozenset[str]:
        return frozenset(self.renamed.get(v.name, v.name) for v in self.wanted)

    def with_renamed_vars(self, renaming: Mapping[str, str]) -> Admits:
        now = {v.name: self.renamed.get(v.name, v.name) for v in self.wanted}
        renamed = {name: renaming.get(new, new) for name, new in now.items()}
        return Admits(self.wanted, self.conditions, self.context, renamed)

    def __call__(self, match: Mapping[str, Expression]) -> bool:
        values = {v: match[self.renamed.get(v.name, v.name)] for v in self.wanted}
        found = bindings_of(values)
        if found is None:
            return False
        search = Search(self.context)
        return all(satisfied(c, found, search) for c in self.conditions)

    def _key(self) -> tuple[Any, ...]:
        return self.wanted, self.conditions, self.context, frozenset(self.renamed.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Admits) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.wanted, frozenset(self.renamed.items())))

    def __str__(self) -> str:
        return ", ".join([*(f"{v}: {label(v)}" for v in self.wanted), *map(str, self.conditions)])


def bindings_of(values: Mapping[Term, Expression]) -> Bindings | None:
    """A match of MatchPy as bindings of variables and sizes; None if a sort or shape is wrong."""
    found: Bindings = {}
    for v, expression in values.items():
        t = normal(from_matchpy(expression))
        sizes = shaped(v.shape, t.shape, found) if v.sort is t.sort else None
        if sizes is None:
            return None
        found = {**sizes, v: t}
    return found


def _named(variables: Iterable[Term]) -> dict[str, Term]:
    """Variables by name, which is all by which MatchPy distinguishes them."""
    found: dict[str, Term] = {}
    for v in variables:
        other = found.setdefault(str(v.name), v)
        if other is not v:
            raise RewriteError(
                f"two variables are called {v.name!r}, {label(v)} and {label(other)}; MatchPy "
                "distinguishes variables only by name"
            )
    return found


# -- rules to MatchPy -----------------------------------------------------------------------------


def to_replacer(
    rules: Iterable[Rule], *, context: Context = EMPTY, partial: bool = False
) -> matchpy.ManyToOneReplacer:
    """A MatchPy replacer that applies the rules to MatchPy expressions of normal terms.

    MatchPy continues until nothing applies, without limits: give `max_count` if rules may not
    terminate. `partial` accepts rules that MatchPy supports only in part.
    """
    made = [to_replacement_rule(r, context=context, partial=partial) for r in rules]
    return matchpy.ManyToOneReplacer(*made)


def to_replacement_rule(
    rule: Rule, *, context: Context = EMPTY, partial: bool = False
) -> matchpy.ReplacementRule:
    """A rule for MatchPy; wildcards are added for the rest of a longer word.

    >>> from rewrite import Vector, cross, dot, rule
    >>> @rule
    ... def double_cross(a: Vector, b: Vector, c: Vector):
    ...     "a × (b × c) = (a·c) b − (a·b) c"
    ...     return cross(a, cross(b, c)) >> dot(a, c) * b - dot(a, b) * c
    >>> to_replacement_rule(double_cross)
    Traceback (most recent call last):
    ...
    rewrite.errors.RuleError: rule 'double_cross': MatchPy does not support Anticommutative, which
    cross has; partial=True accepts that it finds fewer matches
    """
    if not partial:
        _refuse_unknown_laws(rule)
    op, left = rule.left.op, to_matchpy(rule.left)
    if op.law(Associative) is not None:
        rest = matchpy.Wildcard.star(BEFORE), matchpy.Wildcard.star(AFTER)
        around = rest[:1] if op.law(Commutative) is not None else rest
        left = operation(op)(*around[:1], *left.operands, *around[1:])
    constraints = _constraints(rule.left, rule.conditions, context)

    def replacement(**found: Any) -> Expression:
        before, after = (_listed(found.get(name, ())) for name in (BEFORE, AFTER))
        bindings = bindings_of({v: found[str(v.name)] for v in rule.variables})
        assert bindings is not None, "the constraints ensure this"
        result = to_matchpy(normal(instance(rule.right, bindings), context))
        return operation(op)(*before, result, *after) if before or after else result

    return matchpy.ReplacementRule(matchpy.Pattern(left, *constraints), replacement)


def _listed(found: Iterable[Expression]) -> list[Expression]:
    """The operands that a sequence wildcard took: a tuple, or a multiset if they commute."""
    return list(found)


UNKNOWN: tuple[type[Law], ...] = (Anticommutative, Neutral, Powers)
"""The laws that `match` uses and MatchPy does not support."""


def _refuse_unknown_laws(rule: Rule) -> None:
    for s in postorder(rule.left):
        if not variables_of(s) or s.op is VARIABLE:
            continue
        missing = [kind.__name__ for kind in UNKNOWN if s.op.law(kind) is not None]
        if s.op in LINEAR_OPERATORS:
            missing = ["coefficients"]
        if missing:
            raise RuleError(
                f"rule {rule.name!r}: MatchPy does not support {missing[0]}, which {s.op} has; "
                "partial=True accepts that it finds fewer matches"
            )


# -- from MatchPy ---------------------------------------------------------------------------------


def from_matchpy(expression: Expression, names: Names | Iterable[Term] = ()) -> Any:
    """A MatchPy expression as a term, not simplified.

    An expression made by `to_matchpy` needs names only for its variables. `names` gives the meaning
    of other operations, symbols and wildcards: a mapping from operations, or names, to operators
    and terms; or just terms, which are found under their own names.

    >>> from rewrite import Scalar, mul, scalars, sin, variable
    >>> x, y = scalars("x y")
    >>> Sin = matchpy.Operation.new("Sin", matchpy.Arity.unary)
    >>> from_matchpy(Sin(matchpy.Symbol("x")), {Sin: sin, "x": x})
    sin(x)
    >>> from_matchpy(Sin(matchpy.Symbol("z")), {Sin: sin, "x": x})
    Traceback (most recent call last):
    ...
    rewrite.errors.RewriteError: MatchPy's symbol z has no meaning here; names has Sin, x
    """
    if not isinstance(names, Mapping):
        names = {t.name: t for t in names}
    if isinstance(expression, matchpy.Pattern):
        raise RewriteError(f"{expression} is a pattern; use rule_from_matchpy, or its .expression")
    return _Reader(names).term(expression)


class _Reader:
    """Reads one expression."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def term(self, expression: Expression) -> Term:
        done: list[Term] = []
        stack: list[tuple[Expression, bool]] = [(expression, False)]
        while stack:
            e, entered = stack.pop()
            if not isinstance(e, matchpy.Operation):
                done.append(self.leaf(e))
            elif entered:
                count = len(done) - len(e.operands)
                args, done = done[count:], done[:count]
                done.append(self.build(e)(tuple(args)))
            else:
                stack += [(e, True), *((a, False) for a in reversed(e.operands))]
        return done[0]

    def leaf(self, e: Expression) -> Term:
        if isinstance(e, TermSymbol):
            return e.term
        if isinstance(e, matchpy.Wildcard):
            if not e.fixed_size or e.min_count != 1 or isinstance(e, matchpy.SymbolWildcard):
                raise RewriteError(
                    f"MatchPy's wildcard {e} has no counterpart: a variable stands for one term, "
                    "and the rest of a sum or product is never written"
                )
            return self.meaning(e.variable_name or "_", "wildcard")
        if not isinstance(e, matchpy.Symbol):
            raise RewriteError(f"{label(e)} is not a MatchPy expression")
        return self.meaning(e.name, "symbol")

    def meaning(self, name: str, what: str) -> Term:
        found = self.names.get(name)
        if not isinstance(found, Term) or (found.op is VARIABLE) != (what == "wildcard"):
            known = ", ".join(str(getattr(k, "name", k)) for k in self.names) or "none"
            raise RewriteError(f"MatchPy's {what} {name} has no meaning here; names has {known}")
        return found

    def build(self, e: Expression) -> Callable[[tuple[Term, ...]], Term]:
        own = getattr(type(e), "operator", None)
        if own is not None:
            return cast(Callable[[tuple[Term, ...]], Term], own)
        op = self.names.get(type(e)) or self.names.get(e.name)
        if not isinstance(op, Operator):
            raise RewriteError(
                f"MatchPy's operation {e.name} has no meaning here; give names an operator for it"
            )
        for law, has in ((Associative, e.associative), (Commutative, e.commutative)):
            if (op.law(law) is not None) != has:
                raise RewriteError(
                    f"MatchPy's operation {e.name} is {'' if has else 'not '}"
                    f"{law.__name__.lower()}, but the operator {op} is{' not' if has else ''}"
                )
        return op.build


def rule_from_matchpy(
    pattern: Any,
    replacement: Expression | Callable[..., Expression],
    name: str,
    doc: str,
    names: Names | Iterable[Term] = (),
    when: Sequence[Condition] = (),
) -> Rule:
    """A rule from a MatchPy pattern and the expression that takes its place.

    The replacement may be a function, as in MatchPy's own rules, if it only builds an expression:
    it is called with the wildcards. Constraints are Python functions there and data here; those
    made by `to_pattern` are understood, others must be given as conditions in `when`.

    >>> from rewrite import Scalar, sin, variable
    >>> Sin = matchpy.Operation.new("Sin", matchpy.Arity.unary)
    >>> x_ = matchpy.Wildcard.dot("x")
    >>> print(rule_from_matchpy(matchpy.Pattern(Sin(Sin(x_))), lambda x: Sin(x), "idle",
    ...     "sin sin = sin, for the sake of example", {Sin: sin, "x": variable("x", Scalar)}))
    idle: sin(sin(x)) -> sin(x)
    """
    caller = sys._getframe(1)
    maker = Maker(name, f"{caller.f_code.co_filename}:{caller.f_lineno}")
    if not doc.strip():
        raise maker.error("it has no doc; state the identity there")
    whole = pattern if isinstance(pattern, matchpy.Pattern) else matchpy.Pattern(pattern)
    known = dict(names if isinstance(names, Mapping) else {t.name: t for t in names})
    for c in whole.constraints:
        if not isinstance(c, Admits):
            raise maker.error(f"{c!r} is a Python function; state it as a condition in `when`")
        when = (*when, *c.conditions)
        known = {**{v.name: v for v in c.wanted}, **known}
    left = from_matchpy(whole.expression, known)
    if callable(replacement) and not isinstance(replacement, matchpy.Expression):
        variables = {v: matchpy.Wildcard.dot(v) for v in _named(variables_of(left))}
        try:
            replacement = replacement(**variables)
        except Exception as error:
            raise maker.error(
                f"its replacement does more than build an expression: {error}"
            ) from error
    written = rewrite_to(left, from_matchpy(replacement, known)).when(*dict.fromkeys(when))
    return maker.checked(doc, written)
