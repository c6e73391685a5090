"""How many freedoms a mechanism has: from closure equations to a report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import inf
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

from rewrite import LimitError, Scalar, Term, interruptible, time_limited

from ..errors import ModelError
from .arguments.bounds import Bounds, bounds, describe
from .clock import Clock, OutOfTimeError
from .closure.closures import Closure
from .closure.questions import Question, question
from .closure.reading import read_closure
from .configurations.nearby import observed_dimension
from .configurations.placing import Place, place
from .configurations.search import Numeric
from .details.branching import branches
from .details.parametrising import parametrisation
from .details.singular_points import singular_points
from .details.speed_equations import independent_speeds
from .details.velocities import slots_state, velocities
from .report import FreedomReport, Status

Floats = NDArray[np.float64]
ATTEMPTS = 3
"""How many configurations are tried before the freedom is left undecided."""
MORE_SECONDS = 1.5
"""The seconds for each further search: branches, singular configurations, a parametrisation."""
SHARE = 0.93
"""The fraction of the time limit that is spent; the rest is for the report."""
SEED = 19
"""A fixed seed, so that every run finds the same."""


def freedom(
    mechanism: Any,
    unknowns: Iterable[Term] | None = None,
    at: Mapping[Any, Any] | None = None,
    values: Mapping[Any, Any] | None = None,
    *,
    relations: Any = None,
    positive: Any = None,
    time_limit: float = 60.0,
) -> FreedomReport:
    """The number of freedoms of a mechanism with loops, and the argument that settles it.

    `mechanism` is a system with closure equations (see `ClosedSystem`), or closure equations given
    directly, with their unknowns: terms that vanish, or pairs of terms that are equal, scalar,
    vector or matrix, polynomial in lengths and in sines and cosines of sums of angles. All other
    symbols are parameters, generic unless `values` gives them numbers or `relations` (terms that
    vanish, or a context of equations) constrain them. Terms in `positive` must be positive, such as
    the dot product of two axes that must not be opposite. `at` gives values of some or all
    unknowns; without it a generic configuration is found. A system has its own unknowns: call
    `freedom(system, at, values)`. `status` is "proved" only if exact arithmetic decides. After
    `time_limit` seconds the report contains what is known by then; if not even the equations are
    read by then, it stops with a LimitError.

    >>> from rewrite import cos, scalar, scalars, sin
    >>> a, b, x = scalars("a b x")
    >>> k, l = scalar("k", constant=True), scalar("l", constant=True)
    >>> slider = [k*cos(a) + l*cos(a + b) - x, k*sin(a) + l*sin(a + b)]
    >>> found = freedom(slider, [a, b, x])
    >>> found.tree, found.rank, found.mobility, found.freedom, found.status
    (3, 2, 1, 1, 'proved')
    """
    clock = Clock(SHARE * _checked_limit(time_limit))
    given = (mechanism, unknowns, at, values, relations, positive)
    asked, closure = _read(*given, time_limit=time_limit)
    try:
        clock.check()
        return _analysed(asked, closure, clock, time_limit=clock.left / SHARE)
    except (OutOfTimeError, LimitError):
        return _nothing_known(closure, time_limit)


@time_limited
def _read(*given: Any, time_limit: float) -> tuple[Question, Closure]:
    asked = question(*given)
    return asked, read_closure(asked)


@time_limited
@interruptible
def _analysed(
    asked: Question, closure: Closure, clock: Clock, *, time_limit: float
) -> FreedomReport:
    """The report; it is stopped where libraries look at no clock."""
    rng = np.random.default_rng(SEED)
    before, flint.ctx.prec = flint.ctx.prec, 64
    try:
        numeric = Numeric.of(closure, rng)
        where, found = _settled(numeric, asked, rng, clock)
        found.state = _state(closure, found)
        likely = _likely(numeric, where, found, rng, clock)
        report = _report(closure, where, found, likely)
        report = replace(report, notes=report.notes + _rolling(asked, closure, found))
        return replace(report, **_more(numeric, where, found, rng, clock))
    finally:
        flint.ctx.prec = before


def _settled(
    numeric: Numeric, asked: Question, rng: np.random.Generator, clock: Clock
) -> tuple[Place, Bounds]:
    """A configuration and bounds there; where they do not meet, another configuration is tried."""
    where = place(numeric, asked.at, asked.near, rng, clock)
    found = bounds(numeric, where, rng, clock)
    for _ in range(ATTEMPTS - 1 if asked.at is None else 0):
        if found.is_settled or clock.is_over:
            break
        try:
            elsewhere = place(numeric, asked.at, asked.near, rng, clock)
        except OutOfTimeError:
            break
        if elsewhere.candidates[0].merit != where.candidates[0].merit:
            continue
        again = bounds(numeric, elsewhere, rng, clock)
        if again.is_settled:
            where, found = elsewhere, again
    return where, found


def _checked_limit(time_limit: Any) -> float:
    if isinstance(time_limit, bool) or not isinstance(time_limit, int | float):
        raise ModelError(f"time_limit is a positive number of seconds, not {time_limit!r}")
    if not 0 < time_limit < inf:
        raise ModelError(f"time_limit is a positive number of seconds, not {time_limit!r}")
    return float(time_limit)


def _nothing_known(closure: Closure, time_limit: float) -> FreedomReport:
    """The report where the time was over before a configuration was found."""
    tree = closure.tree - closure.auxiliary
    return FreedomReport(
        tree=tree,
        equations=closure.count - closure.auxiliary + len(closure.trivial),
        rank=0,
        mobility=tree,
        motions=(),
        freedom=None,
        status="unknown",
        argument=f"No configuration was found within the time limit of {time_limit:g} s.",
        upper=tree,
        rank_is_sure=False,
    )


# -- the report -----------------------------------------------------------------------------------


def _report(closure: Closure, where: Place, found: Bounds, likely: int) -> FreedomReport:
    state = found.state
    assert state is not None
    speeds = velocities(closure, found)
    number, status = _verdict(found, likely)
    extra = closure.auxiliary
    # The dependent equations follow from the others only if all first-order motions continue;
    # otherwise some of them constrain the motion at an order that may not have been examined.
    all_continue = number == closure.tree - found.rank
    return FreedomReport(
        tree=closure.tree - extra,
        equations=closure.count - extra + len(closure.trivial),
        rank=found.rank - extra,
        mobility=closure.tree - found.rank,
        motions=speeds.motions,
        freedom=number,
        status=status,
        argument=describe(found),
        redundant=speeds.redundant if all_continue else closure.trivial,
        idle=speeds.idle,
        independent=speeds.independent,
        others=speeds.others,
        configuration=_shown(closure, closure.unknowns, state),
        values=_shown(closure, closure.parameters, state),
        lower=found.lower,
        upper=found.upper,
        rank_is_sure=found.rank_is_sure,
        notes=_notes(where, found),
    )


def _more(
    numeric: Numeric, where: Place, found: Bounds, rng: np.random.Generator, clock: Clock
) -> dict[str, Any]:
    """The details beside the freedom itself, in the time that is left."""
    state = found.state
    assert state is not None
    part = clock.at_most(MORE_SECONDS)
    more: dict[str, Any] = {"branches": branches(numeric, where, found, rng, part)}
    part = clock.at_most(MORE_SECONDS)
    more["singular"] = singular_points(numeric, state, found.rank, rng, part)
    if found.is_settled and found.lower:
        part = clock.at_most(MORE_SECONDS)
        more["parametrisation"] = parametrisation(numeric, state, found.lower, rng, part)
    return more


def _likely(
    numeric: Numeric, where: Place, found: Bounds, rng: np.random.Generator, clock: Clock
) -> int:
    """The dimension that samples suggest, for reports without a proof; -1 if there are none."""
    first = where.candidates[0]
    if found.is_settled or not where.is_given:
        return first.dimension if first.is_measured else -1
    assert found.state is not None
    seen = observed_dimension(numeric, found.state, rng, clock)
    return -1 if clock.is_over else min(max(seen, found.lower), found.upper)


def _verdict(found: Bounds, likely: int) -> tuple[int | None, Status]:
    if found.is_settled:
        return found.lower, "evidence" if found.at_values else "proved"
    if found.lower <= likely <= found.upper:
        return likely, "evidence"
    return None, "unknown"


def _notes(where: Place, found: Bounds) -> tuple[str, ...]:
    notes = []
    if not where.free_parameters:
        notes.append(
            "the closure cannot be met for generic parameters: they must satisfy relations, and "
            "the answer holds for parameters that do"
        )
    if found.at_values:
        notes.append("proved for the drawn values of the parameters; evidence for generic ones")
    return tuple(notes)


def _rolling(asked: Question, closure: Closure, found: Bounds) -> tuple[str, ...]:
    """A note where equations between speeds leave fewer speeds free than the closure does."""
    if not asked.rows:
        return ()
    assert found.state is not None
    free = independent_speeds(asked.rows, closure, found.state)
    if free >= closure.tree - found.rank:
        return ()
    return (
        f"equations between speeds, such as those of rolling, leave {free} speeds independent; "
        "they do not change the set of configurations",
    )


def _state(closure: Closure, found: Bounds) -> Floats:
    """The configuration that the report is about."""
    assert found.state is not None
    if found.exact is not None:
        slots = [float(found.exact.field.real(x)) for x in found.exact.slots]
        return slots_state(closure, slots, found.state)
    if found.family is not None:
        return slots_state(closure, [float(x) for x in found.family.slots], found.state)
    return found.state


def _shown(closure: Closure, coordinates: Any, state: Floats) -> dict[Any, Any]:
    """Numbers by symbols, as `at` and `values` take them."""
    shown: dict[Any, list[float]] = {}
    for c in coordinates:
        if c.symbol is not None:
            shown.setdefault(c.symbol, []).extend(map(float, state[closure.states[c]]))
    return {s: xs[0] if isinstance(s, Scalar) else tuple(xs) for s, xs in shown.items()}
