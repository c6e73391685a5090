"""Soundness: every rule is proved, refuted with a counterexample, or probable.

A rule is tried with symbols for its variables, in several sizes if it leaves them open: it is
decided for sizes up to 3, and only a counterexample is searched for beyond. For a false rule, small
changes are tried (see `variants`), and the first that makes it true is reported.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from ...core.terms import Term
from ...errors import RewriteError
from ...normalform.walk import normal
from ...rewriting.rule import Rule
from ..findings import Finding, Severity
from ..models.algebra import Algebra
from ..steps.instances import MORE_SIZES, SIZES, Instance, bound, instances, open_sizes, shapes
from .truth import PROBABLE, PROVED, REFUTED, UNDECIDED, Judgement, differs, judged
from .variants import Variant, repairs

TRIES = 400
"""At most this many changes are tried to repair a rule."""


def judgement(rule: Rule, algebra: Algebra | None = None, seconds: float = 5.0) -> Judgement:
    """Whether a rule is true; if it leaves sizes open, in the sizes that are tried.

    >>> from rewrite import Vector, cross
    >>> from rewrite import rule as make
    >>> @make
    ... def turned(a: Vector, b: Vector):
    ...     "A slip."
    ...     return cross(a, cross(a, b)) >> cross(b, cross(a, a + b))
    >>> judgement(turned).status
    'refuted'
    """
    if algebra is not None and rule in algebra.axioms:
        return Judgement(PROVED, "it is an axiom")
    if not open_sizes(rule):
        return _together([_one(i, algebra, seconds) for i in instances(rule)])
    return _in_sizes(rule, algebra, seconds)


def _in_sizes(rule: Rule, algebra: Algebra | None, seconds: float) -> Judgement:
    """Whether a rule for matrices of any size is true in some sizes, which are reported."""
    found, tried = [], []
    for i in instances(rule):
        one = _one(i, algebra, seconds)
        found.append(replace(one, how=f"{one.how}, with {shapes(i)}"))
        tried.append(shapes(i))
    worst = _together(found)
    if worst.status in (PROVED, PROBABLE):
        for i in instances(rule, MORE_SIZES):
            if differs(i.left, i.right, i.context):
                one = _one(i, algebra, seconds)
                return replace(one, how=f"{one.how}, with {shapes(i)}, but not with {tried[0]}")
    return worst


def _one(i: Instance, algebra: Algebra | None, seconds: float) -> Judgement:
    return judged(i.left, i.right, i.context, algebra, seconds)


def _together(found: list[Judgement]) -> Judgement:
    """The worst of several judgements."""
    for status in (REFUTED, UNDECIDED, PROBABLE, PROVED):
        for j in found:
            if j.status == status:
                return j
    return Judgement(UNDECIDED, "it has no instance: its conditions contradict each other")


def soundness(
    rule: Rule, algebra: Algebra | None = None, seconds: float = 5.0
) -> Iterator[Finding]:
    """An error with a repair if a rule is false, a note if it is true."""
    found = judgement(rule, algebra, seconds)
    if found.status == REFUTED:
        remedy = _fitting(rule, algebra, seconds)
        if not remedy:
            mended = repair(rule, algebra, seconds)
            remedy = f"it is true with {mended}" if mended else _advice(algebra)
        evidence = found.counterexample
        yield Finding(
            "soundness", Severity.ERROR, rule.name, rule.where, f"false: {found.how}",
            evidence, remedy,
        )  # fmt: skip
    elif found.status == UNDECIDED:
        yield Finding(
            "soundness", Severity.WARNING, rule.name, rule.where, f"undecided: {found.how}",
            remedy="declare an evaluation of its operators, or accept it with a reason",
        )  # fmt: skip
    elif found.status == PROBABLE:
        yield Finding(
            "soundness", Severity.NOTE, rule.name, rule.where, f"probable: {found.how}",
            () if found.bound is None else (f"wrong with a probability below {found.bound:.1e}",),
        )  # fmt: skip
    elif algebra is None or rule not in algebra.axioms:
        yield Finding("soundness", Severity.NOTE, rule.name, rule.where, f"proved: {found.how}")


def _fitting(rule: Rule, algebra: Algebra | None, seconds: float) -> str:
    """The remedy for a rule that is true only in one size."""
    if not open_sizes(rule):
        return ""
    for i in instances(rule, SIZES[:2]):
        if not differs(i.left, i.right, i.context) and _one(i, algebra, seconds).status == PROVED:
            matrix = next(x for v, x in i.bindings.items() if isinstance(v, Term))
            said = f"{matrix}: Annotated[Matrix, {matrix.shape}]"
            return f"it is true with {shapes(i)}: say so in its signature, {said}"
    return ""


def _advice(algebra: Algebra | None) -> str:
    if algebra is not None and algebra.operators:
        return "fix it, or put it among the AXIOMS of the file if it defines the algebra"
    return ""


def repair(rule: Rule, algebra: Algebra | None = None, seconds: float = 5.0) -> Variant | None:
    """The first small change that makes a false rule true but not trivial."""
    end = time.monotonic() + seconds
    for count, variant in enumerate(repairs(rule)):
        if count >= TRIES or time.monotonic() > end:
            return None
        if _mends(variant, algebra, more=len(variant.conditions) > len(rule.conditions)):
            return variant
    return None


def _mends(variant: Variant, algebra: Algebra | None, more: bool) -> bool:
    """Whether a variant is true and not trivial, or only has one more condition (`more`)."""
    sides = variant.left, variant.right
    found = []
    for sizes in SIZES[:3]:
        try:
            i = bound(sides, variant.conditions, sizes)
            if not more and normal(i.left, i.context) is normal(i.right, i.context):
                return False  # the rule has become trivial
            if differs(i.left, i.right, i.context):
                return False
            found.append(_one(i, algebra, 1.0))
        except (RewriteError, ArithmeticError):
            continue
    return bool(found) and all(j.status in (PROVED, PROBABLE) for j in found)
