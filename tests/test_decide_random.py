"""Random identities: true ones made by rewriting, others made by small changes.

What is true is decided by exact evaluation at many points, awkward ones and random ones modulo a
prime: it decides whether a small change kept an identity true. `HYPOTHESIS_PROFILE=hunt` looks at
thousands of each.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import identities
from hypothesis import assume, event, given
from hypothesis import strategies as st
from terms import Q, S, V, terms

from rewrite import Term, equal, expand, free_symbols, normal, postorder, simplify, subs
from rewrite.core.linear import neg, power, scale, times
from rewrite.core.operators import OPAQUE
from rewrite.decision import recheck
from rewrite.decision.verdict import Verdict
from rewrite.errors import FactError, NotExactError, RewriteError, UndefinedError
from rewrite.evaluation.evaluate import Evaluation, Modular
from rewrite.evaluation.sampling import Sampler
from rewrite.theory.lengths import norm
from rewrite.theory.matrices import matmul
from rewrite.theory.quaternions import qmul
from rewrite.theory.rotation_operators import rot
from rewrite.theory.scalars import cos, pi, sin, sqrt

POINTS = 12
FORMS = (normal, expand, simplify)
PRODUCTS = (times, matmul, qmul, scale)
sorts = st.sampled_from([S, V, Q, (3, 3), (2, 2), (2, 3)])


def differ_somewhere(a: Term, b: Term) -> bool | None:
    """The oracle: whether the sides differ at one of many points; None if none could be used."""
    random, used = Random(1), 0
    for domain in ("exact", Modular()):
        sampler = Sampler([a, b], None, domain)
        for attempt in range(POINTS):
            try:
                at = Evaluation(sampler.draw(random, attempt % 3 / 3), domain)
                if at.coordinates(a) != at.coordinates(b):
                    return True
                used += 1
            except (UndefinedError, NotExactError, ZeroDivisionError, FactError):
                continue
    return False if used else None


def is_polynomial(*sides: Term) -> bool:
    """Whether `equal` must decide: no root, no opaque atom, sines of sums of symbols alone."""
    for t in {s for side in sides for s in postorder(side)}:
        if t.op.evaluate is not None:  # exp, tan and the like
            return False
        if t.op in (norm, sqrt, OPAQUE) or (t.op is power and t.args[1].value.denominator > 1):
            return False
        if t.op in (sin, cos, rot):
            angle = {s.op for s in postorder(t.args[-1]) if s.args}
            if not angle <= {neg, *(op for op in angle if op.name == "add")} or pi in postorder(t):
                return False
    return True


def checked(a: Term, b: Term) -> Verdict:
    """The verdict, checked again from its JSON."""
    verdict = equal(a, b, time_limit=20)
    try:
        assert recheck.check(json.loads(verdict.to_json())) is None
    except NotImplementedError:
        event("not checked")
    event(verdict.status.name)
    return verdict


def must_hold(a: Term, b: Term) -> None:
    verdict = checked(a, b)
    assert not verdict.refuted, verdict
    if is_polynomial(a, b) and not verdict.proved:
        assert verdict.probable or "defined" in verdict.how, verdict


def must_be_told(a: Term, b: Term) -> None:
    """True or false, as the oracle says."""
    differ = differ_somewhere(a, b)
    if differ is None or not (differ or is_polynomial(a, b)):  # points of roots are too few
        checked(a, b)
    elif differ:
        verdict = checked(a, b)
        assert verdict.refuted or verdict.undecided, verdict
        assert verdict.refuted or not is_polynomial(a, b), verdict
    else:
        must_hold(a, b)


@given(sorts.flatmap(lambda sort: terms(sort, 10)), st.sampled_from(FORMS))
def test_results_of_rewriting_are_never_refuted(t: Term, form: Any) -> None:
    try:
        other = form(t)
    except RewriteError:  # nowhere defined
        assume(False)
    must_hold(t, other)


@st.composite
def changes(draw: Any, t: Term) -> Term:
    """A term with a sign, a variable or a factor that is not what it was."""
    nodes = [s for s in postorder(t) if s.args or s.is_symbol]
    assume(nodes)
    s = draw(st.sampled_from(nodes))
    kind = draw(st.sampled_from(["sign", "variable", "factor"]))
    if kind == "variable":
        symbols = sorted(free_symbols(t), key=lambda symbol: symbol.name)
        pairs = [(x, y) for x in symbols for y in symbols if x is not y and alike(x, y)]
        assume(pairs)
        old, new = draw(st.sampled_from(pairs))
        return subs(t, {old: new})  # type: ignore[no-any-return]
    if kind == "factor":
        lost = [(x, y) for x in nodes if x.op in PRODUCTS for y in x.args if alike(x, y)]
        assume(lost)
        old, new = draw(st.sampled_from(lost))
        return subs(t, {old: new})  # type: ignore[no-any-return]
    return subs(t, {s: neg.build((s,))})  # type: ignore[no-any-return]


def alike(x: Term, y: Term) -> bool:
    return x.sort is y.sort and x.shape == y.shape


def with_change(t: Term) -> Any:
    return st.tuples(st.just(t), changes(t))


@given(sorts.flatmap(lambda sort: terms(sort, 10)).flatmap(with_change), st.sampled_from(FORMS))
def test_small_changes_are_reported(pair: tuple[Term, Term], form: Any) -> None:
    t, changed = pair
    try:
        must_be_told(form(t), changed)
    except UndefinedError:
        assume(False)


arguments = st.tuples(
    *[terms(V, 4)] * 4, *[terms((3, 3), 3)] * 2, st.sampled_from([identities.R, identities.Q])
)


@given(st.sampled_from(sorted(identities.TRUE)), arguments)
def test_known_identities_with_random_arguments(name: str, values: tuple[Any, ...]) -> None:
    difference = identities.TRUE[name](*values)
    must_hold(difference, 0 * difference)


@given(st.sampled_from(sorted(identities.TRUE)), st.data())
def test_known_identities_with_a_slip(name: str, data: Any) -> None:
    difference = identities.TRUE[name](*identities.ARGUMENTS["matrices on vectors"])
    must_be_told(data.draw(changes(difference)), 0 * difference)
