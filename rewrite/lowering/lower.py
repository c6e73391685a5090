"""Lowering: terms to one shared graph of scalar operations.

The walk visits every distinct sub-term once and never writes a tree: what is shared in the terms is
shared in the graph, and what becomes equal in scalars is shared there too. Structural zeros and
ones vanish as nodes are made. `arrange` then makes the operations few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from ..core.context import EMPTY, Context
from ..core.definitions import meaning_of
from ..core.facts import TRUE, closure
from ..core.operators import OPAQUE, label
from ..core.terms import Term, describe_symbol, order
from ..errors import RewriteError, UndefinedError
from ..normalform.walk import Normaliser
from ..text.printing import brief
from ..theory.costs import operands
from ..theory.matrices import matmul
from ..theory.scalar_tools import ScalarTools
from ..verbs.differentials import mentions
from .arrange import arranged
from .elements import applied
from .frames import Frame
from .frames import frame as in_frame
from .given import Values, checked_values, own_coordinates, refuse_without_coordinates
from .graph import Argument, Graph, Output
from .matrix_words import grouped, word_product
from .nodes import MAX_NODES
from .tools import Refs, Tools

Terms = Term | Iterable[Term] | Mapping[str, Term]
Progress = Callable[[int, str], None]
STEPS = 1000
"""How many terms are lowered between two calls of `progress`."""


def lower(
    terms: Terms | Graph,
    values: Values | None = None,
    *,
    context: Context | None = None,
    parameters: Iterable[Term] = (),
    arguments: Iterable[Term] = (),
    frame: Frame | None = None,
    arrange: bool = True,
    limit: int = MAX_NODES,
    progress: Progress | None = None,
) -> Graph:
    """Terms as one graph of scalar operations, with few of them.

    `terms` are a term, several, or a mapping that names them. `values` gives symbols values: terms,
    or arrays (see `given`); symbols without one are inputs. `context` holds facts for this
    calculation; where its equations give a sub-term, as it is written, a value, that is used.
    `parameters` are symbols that stay the same over many evaluations, beside those declared
    `constant`: what depends on them alone is kept apart. With `frame`, vectors and matrices come
    out by their components in another frame: a rotation whose columns are its axes, or a triad
    (i, j, k). `arguments` are the symbols that come first among the arguments, in this order,
    whether they are needed or not; the others follow in the order of terms, parameters last.

    Every distinct sub-term is visited once; `limit` bounds the nodes of the graph. `progress` is
    called now and then with the number of terms done and what is being done.

    >>> from rewrite import cross, dot, ops, vectors
    >>> a, b = vectors("a b")
    >>> print(ops(lower([cross(a, b), cross(b, a), dot(a, cross(a, b))])))
    9 multiplications, 8 additions
    >>> print(ops(lower(cross(a, b), {a: (0, 0, 1)})))
    1 addition
    """
    if isinstance(terms, Graph):
        given = values or tuple(parameters) or tuple(arguments)
        if given or context is not None or frame is not None:
            raise RewriteError("a graph is lowered already: give values and facts with its terms")
        return terms
    named = _named(terms)
    if frame is not None:
        named = {name: in_frame(t, frame, context) for name, t in named.items()}
    known = checked_values(values, named.values())
    low = Lowering(known, context or EMPTY, parameters, limit, progress)
    first = _symbols(arguments, "arguments")
    for name, t in named.items():
        refuse_without_coordinates(t)
        low.graph.outputs.append(Output(name, t.sort, t.shape, low.coordinates(t)))
    low.graph.arguments = low.arguments(first)
    return arranged(low.graph, progress) if arrange else low.graph


def _named(terms: Terms) -> dict[str, Term]:
    """The terms with names for the outputs."""
    if isinstance(terms, Term):
        terms = {"result": terms}
    elif not isinstance(terms, Mapping):
        if isinstance(terms, str | AbstractSet) or not isinstance(terms, Iterable):
            raise RewriteError(f"lower takes terms, not {label(terms)}")
        terms = {f"result{k}": t for k, t in enumerate(terms, 1)}
    for name, t in terms.items():
        if not isinstance(name, str) or not isinstance(t, Term):
            raise RewriteError(f"lower takes terms by name, not {label(t)} as {name!r}")
    return dict(terms)


class Lowering(Tools):
    """One calculation: the graph, and the coordinates of every term met so far."""

    def __init__(
        self,
        values: Mapping[Term, tuple[Term, ...] | Term] | None = None,
        context: Context = EMPTY,
        parameters: Iterable[Term] = (),
        limit: int = MAX_NODES,
        progress: Progress | None = None,
    ) -> None:
        super().__init__(Graph(limit))
        self.values = values or {}
        self.context, self.progress = context, progress
        self.parameters = frozenset(_symbols(parameters, "parameters"))
        self._is_known = Normaliser(context).known
        self._done: dict[Term, tuple[int, ...]] = {}
        self._meanings: dict[Term, Term] = {}
        self._met: list[Term] = []

    def coordinates(self, root: Term) -> tuple[int, ...]:
        """References to the coordinates of a term."""
        done, stack, open_terms = self._done, [root], set[Term]()
        while stack:
            t = stack[-1]
            if t not in done:
                parts = self.operands(t)
                missing = [a for a in parts if a not in done]
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
        """Let a term stand for nodes that are there already."""
        self._done[t] = refs

    def operands(self, t: Term) -> tuple[Term, ...]:
        """What a term is calculated from."""
        given = self._given(t)
        if given is not None:
            return given if isinstance(given, tuple) else (given,)
        if _stands_for_another(t):
            return (self._meaning(t),)
        return grouped(operands(t)) if t.op is matmul else operands(t)

    def _given(self, t: Term) -> tuple[Term, ...] | Term | None:
        found = self.values.get(t) if self.values else None
        return self.context.value_of(t) if found is None else found

    def _meaning(self, t: Term) -> Term:
        if t not in self._meanings:
            self._meanings[t] = meaning_of(t)
        return self._meanings[t]

    def is_given(self, t: Term) -> bool:
        """Whether a term has a value of its own."""
        return self._given(t) is not None

    def _calculated(self, t: Term, parts: tuple[Term, ...]) -> Refs:
        xs = [self._done[a] for a in parts]
        if self.is_given(t) or _stands_for_another(t):
            return tuple([c for x in xs for c in x])
        if t.op.scalars is None and not t.args:
            return self._symbol(t)
        return self.apply(t, *xs)

    def apply(self, t: Term, *xs: Refs) -> Refs:
        """The coordinates of a term from those of its operands."""
        if t.op.scalars is None:
            refuse_without_coordinates(t)
            return applied(self, t, list(xs))
        tools: ScalarTools = self
        try:
            found = tuple(t.op.scalars(tools, t, *xs))
        except UndefinedError as error:
            raise UndefinedError(f"{brief(t)}: {error}") from None
        if t.op.module:
            self._check(t, found)
        return found

    def _check(self, t: Term, found: Refs) -> None:
        """Refuse what a formula of the user's must not return."""
        count, nodes = t.sort.coordinates(t.shape), 2 * len(self.graph)
        if len(found) != count or not all(type(x) is int and 0 <= x < nodes for x in found):
            raise RewriteError(
                f"{brief(t)}: scalars= must return {count} coordinates of {label(t)}, each made by "
                f"the tools it is given, not {found!r:.60}"
            )

    def chain(self, t: Term, letters: Sequence[Refs]) -> Refs:
        """The product of a chain of matrices, in the order that takes the fewest operations."""
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
        """The facts of a symbol, its own and those of the context."""
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
        """The symbols met: those that come first, then the state, then the parameters."""
        rest = sorted(set(self._met) - set(first), key=order)
        rest.sort(key=self._is_parameter)
        return [Argument(t, self._is_parameter(t)) for t in (*first, *rest)]


def _stands_for_another(t: Term) -> bool:
    """Whether a term is calculated by the definition of its operator."""
    own = t.op.evaluate is not None or t.op.scalars is not None
    return t.op.definition is not None and not own


def _symbols(given: Iterable[Term], what: str) -> tuple[Term, ...]:
    found = (given,) if isinstance(given, Term) else tuple(given)
    for t in found:
        if not isinstance(t, Term) or not t.is_symbol:
            raise RewriteError(f"{what} are symbols, not {label(t)}")
        refuse_without_coordinates(t)
    return tuple(dict.fromkeys(found))
