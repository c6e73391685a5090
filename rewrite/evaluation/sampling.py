"""Random assignments: points at which terms can be compared, true to every declared fact.

Every symbol gets a value that satisfies its facts (see `random_points`), symbols that a context
relates to each other get values that satisfy the relation (see `drafts`), and scalars under sines
become angles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import gcd, lcm
from random import Random
from typing import Any

from ..core.context import EMPTY, Context
from ..core.linear import div
from ..core.operators import number
from ..core.terms import Term
from ..deadline import check_time, checked_limit, time_limited, within
from ..errors import FactError, NotExactError, UndefinedError
from ..theory.scalars import cos
from .domains import Exact, domain_of
from .drafts import Assignment, Draft
from .evaluate import Evaluation
from .fields import Domain
from .random_numbers import Source
from .random_points import has, is_bent
from .tasks import Equation, Task, unfolded

TRIES = 100
"""After this many draws without success, a context is declared impossible."""


def random_assignment(
    terms: Term | Iterable[Term],
    random: Random | int | None = None,
    context: Context | None = None,
    awkward: bool | float = False,
    domain: Domain | str = "exact",
    *,
    time_limit: float | None = None,
) -> Assignment:
    """A random value for every symbol of some terms, and of a context, true to all their facts.

    Numbers are small over the rationals, so that a person can check by hand, and uniform modulo a
    prime. `random` is a seed or a generator. `awkward` is how often a value is zero, an axis, equal
    or opposite to another, parallel or orthogonal to it, singular, a half turn, a quarter turn:
    True means a third. For the domains "float" and "interval" the point is rational. After
    `time_limit` seconds it raises a LimitError.

    >>> from rewrite import Context, collinear, orthogonal, rotation, vectors
    >>> from rewrite import dot, trace
    >>> a, b = vectors("a b")
    >>> evaluate = Evaluation(random_assignment([a, b], 1, Context(orthogonal(a, b))))
    >>> evaluate(dot(a, b))
    Fraction(0, 1)
    """
    with within(checked_limit(time_limit)):
        return Sampler(terms, context, domain).draw(random, awkward)


class Sampler:
    """Draws any number of points for some terms, after preparing once."""

    def __init__(
        self,
        terms: Term | Iterable[Term],
        context: Context | None = None,
        domain: Domain | str = "exact",
    ) -> None:
        self.context = context or EMPTY
        self.domain = _deciding(domain)
        self.task = Task.of([terms] if isinstance(terms, Term) else terms, self.context)
        if not isinstance(self.domain, Exact):
            self.task = replace(self.task, roots={})  # there are no roots modulo a prime

    def draw(
        self,
        random: Random | int | None = None,
        awkward: bool | float = False,
        given: Mapping[Term, Any] | None = None,
        tries: int = TRIES,
    ) -> Assignment:
        """A random point; see `random_assignment`. Some values may be given."""
        generator = random if isinstance(random, Random) else Random(random)
        source = Source(generator, self.domain, 1 / 3 if awkward is True else float(awkward))
        problem = "the relations were not satisfied"
        for attempt in range(tries):
            check_time()
            try:
                point = Draft(self.task, source, attempt % 4 == 3, given).point()
                if self.context.is_empty or satisfies(point, self.context, self.domain):
                    return point
            except (NotExactError, UndefinedError, ZeroDivisionError) as error:
                problem = str(error)
        raise FactError(
            f"no point of {self.context} was found in {tries} tries, the last because {problem}; "
            "relations are solved for symbols, one at a time: give such values by hand"
        )


@time_limited
def satisfies(
    assignment: Mapping[Any, Any],
    context: Context | None = None,
    domain: Domain | str = "exact",
    *,
    time_limit: float | None = None,
) -> bool:
    """Whether an assignment satisfies every fact of its symbols and of a context, exactly.

    >>> from rewrite import vector
    >>> u = vector("u", unit=True)
    >>> satisfies({u: (0, 1, 0)}), satisfies({u: (1, 1, 0)})
    (True, False)
    """
    at = Evaluation(assignment, _deciding(domain))
    equations, facts = unfolded(context or EMPTY)
    about = [(t, t.value.facts) for t in assignment if t.is_symbol]
    about += [(fact.terms[0], frozenset([fact.name])) for fact in facts]
    required = [(t, names) for t, names in about if names or is_bent(t)]
    return all(_has(at, t, names) for t, names in required) and all(
        _holds(at, e) for e in equations
    )


def _has(at: Evaluation, t: Term, names: frozenset[str]) -> bool:
    """Whether the value of a term has some facts; a ball may show that it is not zero."""
    try:
        return has(at.domain, names, t, at.coordinates(t))
    except NotExactError:
        if names != {"nonzero"}:
            raise
        balls = Evaluation(at.assignment, "interval")
        return has(balls.domain, names, t, balls.coordinates(t))


def _holds(at: Evaluation, e: Equation) -> bool:
    """Whether an equation is true of plain values and, if it relates angles, of their parts."""
    if at.coordinates(e.left) != at.coordinates(e.right):
        return False
    parts = [q * at.angles[p][1] for p, q in e.phase.items() if p in at.angles]
    if not parts:
        return True
    finest = Fraction(gcd(*(q.numerator for q in parts)), lcm(*(q.denominator for q in parts)))
    return bool(at(cos(div.build((e.difference, number(finest))))) == 1)


def _deciding(domain: Domain | str) -> Domain:
    """The domain, or the rationals in place of a domain that only approximates."""
    field = domain_of(domain)
    return field if field.decides else Exact()
