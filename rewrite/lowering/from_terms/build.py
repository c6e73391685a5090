"""Building the graph: every distinct sub-term is visited once; arranging comes later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence

from ...core.context import EMPTY, Context
from ...core.definitions import meaning_of
from ...core.facts import TRUE, closure
from ...core.linear import add, power, scale
from ...core.operators import OPAQUE, label
from ...core.sorts import Matrix
from ...core.terms import Term, describe_symbol, free_symbols, order
from ...deadline import check_time
from ...errors import RewriteError, UndefinedError
from ...normalform.walk import Normaliser
from ...text.printing import brief
from ...theory.costs import operands
from ...theory.matrices import matmul, trans
from ...theory.matrix_costs import segments
from ...theory.matrix_shapes import is_chain
from ...theory.rates import mentions
from ...theory.scalar_tools import ScalarTools
from ...theory.vectors import dot
from ..graph.graph import Argument, Called, Graph
from ..graph.nodes import CALL, MAX_NODES, PICK
from .elements import applied
from .given import own_coordinates, refuse_without_coordinates
from .matrix_words import grouped, word_product
from .tools import Refs, Tools

Progress = Callable[[int, str], None]
STEPS = 1000
"""The number of terms lowered between two calls of `progress`."""


class Everything(Container[Term]):
    """A set that contains every term."""

    def __contains__(self, t: object) -> bool:
        return True


def used_once(roots: Sequence[Term]) -> set[Term]:
    """The products that are used as an operand only once."""
    return {t for t, n in _uses(roots).items() if n == 1 and _is_product(t)}


def has_shared_parts(roots: Sequence[Term]) -> bool:
    """Whether a product or a sum is used more than once."""
    return any(n > 1 and (t.op is add or _is_product(t)) for t, n in _uses(roots).items())


def _uses(roots: Sequence[Term]) -> Counter[Term]:
    """How often each sum, product and power is used, by terms and as a root."""
    used, seen = list(roots), set(roots)
    stack = list(seen)
    while stack:
        if len(used) & 1023 == 0:
            check_time(0)
        args = stack.pop().args
        used += args
        for a in args:
            if a not in seen:
                seen.add(a)
                stack.append(a)
    return Counter([t for t in used if t.op in (add, matmul, power)])


def _is_product(t: Term) -> bool:
    """Whether a term is a product or a square of matrices."""
    if t.op is power:
        return t.sort is Matrix and t.args[1].value == 2
    return t.op is matmul


def _letters(t: Term) -> tuple[Term, ...]:
    """The letters of a product or a square of matrices; none for any other term."""
    if not _is_product(t):
        return ()
    return (t.args[0], t.args[0]) if t.op is power else grouped(operands(t))


def _is_chain_of_different(t: Term) -> bool:
    return t.op is matmul and is_chain(t) and len(set(t.args)) == len(t.args)


class Lowering(Tools):
    """One calculation: the graph, and the coordinates of every term visited so far.

    `alone` are the products that are used only once, so that a scalar factor there can be
    multiplied into one of their own factors.
    """

    def __init__(
        self,
        values: Mapping[Term, tuple[Term, ...] | Term] | None = None,
        context: Context = EMPTY,
        parameters: Iterable[Term] = (),
        limit: int = MAX_NODES,
        progress: Progress | None = None,
        alone: Container[Term] = (),
    ) -> None:
        super().__init__(Graph(limit))
        self.alone = alone
        self.values = values or {}
        self.context, self.progress = context, progress
        self.parameters = frozenset(chosen_symbols(parameters, "parameters"))
        self._is_known = Normaliser(context).known
        self.declared: dict[int, tuple[int, ...]] = {}
        """The declared costs of operators that stay function calls, by node."""
        self._done: dict[Term, tuple[int, ...]] = {}
        self._operands: dict[Term, tuple[Term, ...]] = {}
        self._replaced: set[Term] = set()
        """The terms calculated from given values, or by a definition."""
        self._met: list[Term] = []

    def alike(self) -> Lowering:
        """A new calculation with the same values, facts and parameters."""
        return Lowering(self.values, self.context, self.parameters, self.graph.limit)

    def coordinates(self, root: Term) -> tuple[int, ...]:
        """References to the coordinates of a term."""
        done = self._done
        if root in done:
            return done[root]
        stack, open_terms = [root], set[Term]()
        while stack:
            t = stack[-1]
            if t not in done:
                check_time()
                parts = self.operands(t)
                missing = [a for a in parts if a not in done] if parts else ()
                if missing:
                    if t in open_terms:
                        raise RewriteError(f"the value given to {brief(t)} contains it")
                    open_terms.add(t)
                    stack += missing[::-1]
                    continue
                done[t] = self._calculated(t, parts)
                open_terms.discard(t)
                if self.progress is not None and len(done) % STEPS == 0:
                    self.progress(len(done), "lowering")
            stack.pop()
        return done[root]

    def known(self, t: Term, refs: tuple[int, ...]) -> None:
        """Set the coordinates of a term to existing nodes."""
        self._done[t] = refs

    def operands(self, t: Term) -> tuple[Term, ...]:
        """The terms from which a term is calculated."""
        found = self._operands.get(t)
        if found is None:
            found = self._operands[t] = self._chosen_operands(t)
        return found

    def _chosen_operands(self, t: Term) -> tuple[Term, ...]:
        given = self._given(t)
        if given is None and _stands_for_another(t):
            given = meaning_of(t)
        if given is not None:
            self._replaced.add(t)
            return given if isinstance(given, tuple) else (given,)
        if t.op is matmul:
            return self._word(t)
        if t.op is scale and self._is_alone(t.args[1]):
            return (t.args[0], *_letters(t.args[1]))
        if t.op is dot:
            return self._as_word(t)
        return operands(t)

    def _word(self, t: Term) -> tuple[Term, ...]:
        """The letters of a product, and of products of different letters in it that nothing else
        needs: the brackets do not matter, and the cheapest order is chosen later."""
        own = operands(t)
        if not any(a in self.alone for a in own):
            return grouped(own)
        letters, stack = list[Term](), [t]
        while stack:
            word = stack.pop()
            if word is t or (self._is_alone(word) and _is_chain_of_different(word)):
                stack += reversed(operands(word))
            else:
                letters.append(word)
        return grouped(tuple(letters))

    def _as_word(self, t: Term) -> tuple[Term, ...]:
        """A dot product a·(B c) as one word, aᵀ B c, if nothing else needs B c, so that its
        products can be ordered freely: in aᵀ Aᵀ A a either half gives the other."""
        words = [a for a in t.args if self._is_alone(a)]
        longest = max([len(_letters(a)) for a in words], default=0)
        if not words or (len(words) > 1 and longest < 3):
            return operands(t)
        word = next(a for a in reversed(words) if len(_letters(a)) == longest)
        row = t.args[0] if t.args[1] is word else t.args[1]
        *scalars, rest = segments(_letters(word))
        return *[x for some in scalars for x in some], trans.build((row,)), *rest

    def _is_alone(self, t: Term) -> bool:
        return t in self.alone and _is_product(t) and not self.is_given(t)

    def _given(self, t: Term) -> tuple[Term, ...] | Term | None:
        found = self.values.get(t) if self.values else None
        if found is None and self.context is not EMPTY:
            found = self.context.value_of(t)
        return found

    def is_given(self, t: Term) -> bool:
        """Whether a value is given for a term."""
        return self._given(t) is not None

    def stays(self, t: Term) -> bool:
        """Whether a term has its own value, or is calculated once, from parameters alone."""
        return self.is_given(t) or all(map(self._is_parameter, free_symbols(t)))

    def _calculated(self, t: Term, parts: tuple[Term, ...]) -> Refs:
        xs = [self._done[a] for a in parts]
        if t in self._replaced:
            return tuple([c for x in xs for c in x])
        if not parts and t.op.scalars is None:
            return self._symbol(t)
        if len(xs) > 2 and (t.op is scale or t.op is dot):  # with the letters of a product
            return self.chain(t, xs)
        return self.apply(t, *xs)

    def apply(self, t: Term, *xs: Refs) -> Refs:
        """The coordinates of a term from those of its operands."""
        if t.op.scalars is None:
            refuse_without_coordinates(t)
            found = applied(self, t, list(xs))
            self._declare(t, found)
            return found
        tools: ScalarTools = self
        try:
            found = tuple(t.op.scalars(tools, t, *xs))
        except UndefinedError as error:
            raise UndefinedError(f"{brief(t)}: {error}") from None
        if t.op.module:
            self._check(t, found)
        return found

    def named(self, t: Term, x: Refs) -> int:
        """The value of a function that languages know under its operator's name."""
        return self.graph.call(Called(t.op, ((),) * len(x), ()), x)

    def _declare(self, t: Term, found: Refs) -> None:
        node = found[0] >> 1
        call = self.graph.args[node][0] >> 1 if self.graph.kinds[node] is PICK else node
        if t.op.cost is not None and self.graph.kinds[call] is CALL:
            self.declared[call] = t.op.cost(t)

    def _check(self, t: Term, found: Refs) -> None:
        """Refuse an invalid result of a user's formula."""
        count, nodes = t.sort.coordinates(t.shape), 2 * len(self.graph)
        if len(found) != count or not all(type(x) is int and 0 <= x < nodes for x in found):
            raise RewriteError(
                f"{brief(t)}: scalars= must return {count} coordinates of {label(t)}, each made by "
                f"the tools it is given, not {found!r:.60}"
            )

    def chain(self, t: Term, letters: Sequence[Refs]) -> Refs:
        """The product of a chain of matrices, in the order with the fewest operations."""
        return word_product(self, t, letters)

    def _symbol(self, t: Term) -> tuple[int, ...]:
        if not t.is_symbol and t.op is not OPAQUE:
            raise RewriteError(f"lower: {brief(t)} is a variable of a rule and has no value")
        refuse_without_coordinates(t)
        for s in self.values if t.op is OPAQUE else ():
            if mentions(t.value, s):
                raise RewriteError(f"{brief(t)} contains {s.name}; give values there with sympy")
        self._met.append(t)
        known = self.facts(t)
        return own_coordinates(self.graph, t, known, self._is_parameter(t))

    def facts(self, t: Term) -> frozenset[str]:
        """The facts of a symbol: declared ones and those of the context."""
        own: frozenset[str] = t.value.facts if t.is_symbol else frozenset()
        more = self.context.facts_of(t)
        if not more - own:
            return own
        return closure(own | more, t.sort, t.shape, describe_symbol(t))

    def _is_parameter(self, t: Term) -> bool:
        return t in self.parameters or "constant" in self.facts(t)

    def is_known(self, fact: str, t: Term) -> bool:
        """Whether a fact is known of a term."""
        return self._is_known(fact, t) is TRUE

    def arguments(self, first: tuple[Term, ...] = ()) -> list[Argument]:
        """The symbols used: those in `first`, then the state, then the parameters."""
        rest = sorted(set(self._met) - set(first), key=order)
        rest.sort(key=self._is_parameter)
        return [Argument(t, self._is_parameter(t)) for t in (*first, *rest)]


def _stands_for_another(t: Term) -> bool:
    """Whether a term is calculated by the definition of its operator."""
    op = t.op
    return op.definition is not None and op.evaluate is None and op.scalars is None


def chosen_symbols(given: Iterable[Term], what: str) -> tuple[Term, ...]:
    """Symbols that the caller names, checked."""
    found = (given,) if isinstance(given, Term) else tuple(given)
    for t in found:
        if not isinstance(t, Term) or not t.is_symbol:
            raise RewriteError(f"{what} are symbols, not {label(t)}")
        refuse_without_coordinates(t)
    return tuple(dict.fromkeys(found))
