"""`canonical`: one form for all equal terms, within a fragment where this is possible.

The fragment consists of sums of products of numbers, scalar symbols (to any whole power), sines and
cosines of whole multiples and sums of scalar symbols, and either


- vectors, with dot, cross, triple and outer products and tildes, with result Scalar, Vector or 3×3
  Matrix: everything polynomial in vectors, including identities that hold only in dimension 3; or
- one word of square n×n matrices, of fewer than 2n letters, or of matrices and transposes, of at
  most 3 letters (one if n is 2), by itself, on a vector, or between two: such short words satisfy
  no identity (for matrices alone by Amitsur and Levitzki; with transposes by elimination for n =
  3).

Quaternions, generic, unit or pure, belong to it by their parts: the form of a quaternion is a pair.
Other symbols have no declared facts, and there is no context, since facts would make more terms
equal. Outside the fragment `canonical` raises an `OutsideError`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any, TypeVar, cast

from ..core.context import Context
from ..core.linear import add, power
from ..core.operators import label, number, one_of, zero_of
from ..core.sorts import Matrix, Quaternion, Vector
from ..core.substitution import subs
from ..core.terms import Term, free_symbols, order, postorder
from ..deadline import time_limited, watched
from ..errors import LimitError, OutsideError, RewriteError
from ..matching.scalar_products import Monomial, scalar_of, scaled
from ..normalform.monomials import Number
from ..normalform.walk import normal
from ..rewriting.ruleset import RuleSet
from ..rewriting.run import Limits, Run
from ..text.printing import brief
from ..theory.matrices import matmul, trans
from ..theory.quaternions import quat, scalar_part, vector_part
from ..theory.scalars import cos, sin
from ..theory.vectors import cross, dot, outer, tilde, triple
from .expand import opened
from .invariants import Pairs, Product, reductions
from .standard import standard

S = TypeVar("S", bound=Term)
MAX_MULTIPLE = 50
"""Sines and cosines of multiples of an angle are expanded up to this multiple."""


@time_limited
def canonical(
    t: S,
    context: Context | None = None,
    rules: RuleSet | None = None,
    *,
    time_limit: float | None = 60.0,
) -> S:
    """The one form of all terms that are equal to this one, within the fragment.

    `rules` are used in addition to the standard ones.
    After `time_limit` seconds it stops with a LimitError.

    >>> from rewrite import cross, dot, triple, vectors
    >>> a, b, c, d = vectors("a b c d")
    >>> canonical(cross(a, cross(b, c)))
    dot(a, c)*b - dot(a, b)*c
    >>> canonical(cross(cross(a, b), cross(c, d))) is canonical(triple(a,c,d)*b - triple(b,c,d)*a)
    True
    """
    if not isinstance(t, Term):
        raise RewriteError(f"canonical takes a term, not {label(t)}")
    if context is not None and not context.is_empty:
        raise OutsideError(f"canonical does not support contexts such as {context}; use simplify")
    for s in sorted(free_symbols(t), key=order):
        allowed = {"constant", "nonzero", *(("unit", "pure") if s.sort is Quaternion else ())}
        if s.value.facts - allowed:
            facts = ", ".join(sorted(s.value.facts))
            raise OutsideError(f"canonical: {s} is declared {facts}, which is outside the fragment")
    own = _rules(rules)
    return cast(S, _canonical(t, own))


def _canonical(t: Term, rules: RuleSet) -> Term:
    if t.sort is Quaternion:
        s, v = (_canonical(part.build((t,)), rules) for part in (scalar_part, vector_part))
        return normal(quat.build((s, v)))
    if t.shape == (1, 3):
        row: Term = trans(_canonical(trans(t), rules))
        return normal(row)
    run = Run(None, Limits(steps=None, seconds=None))
    start = _one_angle(_one_multiple(opened(t, run, rules), run), run)
    parts = start.args if start.op is add else (start,)
    read = [_read(p) for p in watched(parts, 64) if not (p.op.constant and p.value == 0)]
    found = [_written(*monomial) for monomial in watched(_reduced(read), 64)]
    if not found:
        return zero_of(t.sort, t.shape)
    total: Term = found[0] if len(found) == 1 else add.build(tuple(found))
    return normal(total)


def _rules(rules: RuleSet | None) -> RuleSet:
    angles = standard("ANGLE_SUMS")  # `_one_multiple` expands multiples of angles
    sums = [r for r in angles if r.name in ("sine_of_sum", "cosine_of_sum")]
    own = RuleSet(standard("OPENING"), sums)
    return own if rules is None else rules + own


def _one_multiple(t: Term, run: Run) -> Term:
    """Sines and cosines of multiples of an angle in terms of those of the angle (de Moivre)."""
    found: dict[Term, Term] = {}
    for s in postorder(t):
        m = Monomial.of(s.args[0]) if s.op in (sin, cos) else None
        if m is None or m.core is not None or list(m.factors.values()) != [1]:
            continue
        ((angle, _),) = m.factors.items()
        if angle.is_symbol and type(m.c) is int and m.c > 1:
            if m.c > MAX_MULTIPLE:
                raise _outside(s, f"has a multiple of an angle above {MAX_MULTIPLE}")
            found[s] = _by_single(m.c, cast(Any, angle), odd=s.op is sin)
    return opened(subs(t, found), run, RuleSet()) if found else t


def _by_single(n: int, x: Any, odd: bool) -> Term:
    """The imaginary (odd) or real part of (cos x + i sin x)ⁿ."""
    ks = range(int(odd), n + 1, 2)
    parts = [(-1) ** (k // 2) * comb(n, k) * (cos(x) ** (n - k) * sin(x) ** k) for k in ks]
    return cast(Term, add.build((*parts, number(0))))


def _one_angle(t: Term, run: Run) -> Term:
    """cos² as 1 - sin², so that only one of the two has powers."""
    parts = t.args if t.op is add else (t,)
    found: list[Term] = []
    changed = False
    for p in watched(parts, 64):
        m = Monomial.of(p)
        rest = dict(m.factors)
        squares: list[Term] = []
        for base, e in m.factors.items():
            square = _square_of(base)
            if square is not None and type(e) is int and e > 1:
                rest[base] = e % 2
                squares += [square] * (e // 2)
        changed = changed or bool(squares)
        rest = {b: e for b, e in rest.items() if e}
        whole = scalar_of(m.c, rest) if m.core is None else scaled(m.c, rest, m.core)
        for square in squares:
            whole = scaled(1, {square: 1}, whole)
        found.append(whole)
    if not changed:
        return t
    return opened(add.build((*found, zero_of(t.sort, t.shape))), run, RuleSet())


def _square_of(base: Term) -> Term | None:
    """The square of a scalar, if it follows from the square of another."""
    x: Any = base.args[0] if base.args else base
    if base.op is cos:
        return 1 - sin(x) ** 2
    if base.op is scalar_part and x.is_symbol and "unit" in x.value.facts:
        return 1 - dot(vector_part(x), vector_part(x))
    return None


def _is_atom(t: Term) -> bool:
    """Whether a term is a scalar or vector that is a variable of the polynomials."""
    return t.is_symbol or (t.op in (scalar_part, vector_part) and t.args[0].is_symbol)


# -- monomials as they are read -------------------------------------------------------------------

Scalars = tuple[tuple[Term, Number], ...]
Names = tuple[Term, ...]


@dataclass(frozen=True)
class Reading:
    """A monomial: its number, its scalars, its product of vectors, or its word of matrices."""

    c: Number
    scalars: Scalars
    sort: type[Term]
    parity: int
    pairs: Sequence[tuple[Term, Term]]
    kind: str
    head: tuple[Term, ...]
    word: Term | None


def _read(t: Term) -> Reading:
    m = Monomial.of(t)
    scalars: list[tuple[Term, Number]] = []
    pairs: list[tuple[Term, Term]] = []
    kind, word = "", None
    head: tuple[Term, ...] = ()
    for base, e in m.factors.items():
        if type(e) is not int:
            raise _outside(base, "has a fractional exponent")
        if _is_atom(base) or (base.op in (sin, cos) and e > 0 and base.args[0].is_symbol):
            scalars.append((base, e))
        elif base.op is dot and e > 0 and all(_is_atom(v) for v in base.args):
            pairs += [cast("tuple[Term, Term]", base.args)] * e
        elif base.op is triple and e == 1 and all(_is_atom(v) for v in base.args):
            kind, head = "triple", base.args
        elif e == 1 and word is None and _is_word(base):
            word = base
        else:
            raise _outside(base, "is not a scalar symbol, a sine of one or a product of vectors")
    if m.core is not None:
        if _is_word(m.core):
            if word is not None:
                raise _outside(t, "has two words of matrices")
            word = m.core
        else:
            kind, head = _head(m.core, kind, head)
    if word is not None and (pairs or kind):
        raise _outside(t, "multiplies a word of matrices with products of vectors")
    odd = kind.startswith(("triple", "cross", "tilde", "outer cross"))
    parity = -1 if odd else 1
    ordered = tuple(sorted(scalars, key=lambda x: order(x[0])))
    return Reading(m.c, ordered, t.sort, parity, pairs, kind, head, word)


def _head(core: Term, kind: str, head: tuple[Term, ...]) -> tuple[str, tuple[Term, ...]]:
    """The kind and vectors of the factor beside the dot products, with a triple product found
    before."""
    symbols = all(_is_atom(v) for v in core.args)
    if _is_atom(core) and core.sort is Vector:
        own: tuple[str, tuple[Term, ...]] = "vector", (core,)
    elif core.op is cross and symbols:
        own = "cross", core.args
    elif core.op is tilde and symbols:
        own = "tilde", core.args
    elif core.op.constant and core.value == 1 and core.shape == (3, 3):
        own = "one", ()
    elif core.op is matmul and len(core.args) == 2 and core.args[1].op is trans:
        own = _outer(core.args[0], core.args[1].args[0], core)
    else:
        raise _outside(core, "is neither a vector nor a product of vectors")
    if kind == "":
        return own
    if own[0] not in ("vector", "one"):
        raise _outside(core, "is multiplied by a triple product")
    return f"triple {own[0]}", (*head, *own[1])


def _outer(u: Term, v: Term, whole: Term) -> tuple[str, tuple[Term, ...]]:
    if whole.shape != (3, 3):
        raise _outside(whole, "is not an outer product of vectors of three coordinates")
    if _is_atom(u) and _is_atom(v):
        return "outer", (u, v)
    if u.op is cross and _is_atom(v) and all(_is_atom(x) for x in u.args):
        return "cross outer", (*u.args, v)
    if v.op is cross and _is_atom(u) and all(_is_atom(x) for x in v.args):
        return "outer cross", (*v.args, u)
    raise _outside(whole, "is not an outer product of vectors")


def _is_word(t: Term) -> bool:
    """Whether a term is a word of square matrices, by itself or with vectors at its ends."""
    letters = list(t.args) if t.op is matmul else [t]
    if t.op is dot:
        inner = t.args[1]
        letters = list(inner.args) if inner.op is matmul else [inner]
        if not t.args[0].is_symbol:
            return False
    opened: list[Term] = []
    for x in letters:
        repeats = x.op is power and type(x.args[1].value) is int and x.args[1].value > 0
        opened += [x.args[0]] * x.args[1].value if repeats else [x]
    turned = [x.op is trans for x in opened if x.sort is Matrix and x.shape[0] == x.shape[1]]
    opened = [x.args[0] if x.op is trans else x for x in opened]
    inside = [x for x in opened if x.sort is Matrix and x.shape[0] == x.shape[1]]
    ends = [x for x in opened if x not in inside]
    if not inside or not all(x.is_symbol for x in opened) or len(ends) > 2:
        return False
    n = inside[0].shape[0]
    mixed = len(set(turned)) == 2
    most = (3 if n > 2 else 1) if mixed else 2 * n - 1
    if len(inside) > most:
        what = "matrices and transposes" if mixed else "matrices"
        why = f"has {len(inside)} {what}, and words of {most + 1} or more satisfy identities"
        raise _outside(t, why)
    return True


def _outside(t: Term, why: str) -> OutsideError:
    return OutsideError(f"canonical: {brief(t)} {why}, which is outside the fragment")


# -- products of vectors by independent ones ------------------------------------------------------


def _reduced(read: Sequence[Reading]) -> list[tuple[Number, Scalars, Any, Names]]:
    """The monomials, with products of vectors replaced by independent ones of the same degrees."""
    totals: dict[Any, Number] = {}
    for r in watched(read, 64):
        if r.word is not None:
            totals[r.scalars, r.word, ()] = totals.get((r.scalars, r.word, ()), 0) + r.c
            continue
        used = [v for pair in r.pairs for v in pair] + list(r.head)
        names = tuple(sorted(set(used), key=order))
        place = {v: i for i, v in enumerate(names)}
        degrees = tuple(used.count(v) for v in names)
        sign, own = _product(r, place)
        try:
            made = reductions(r.sort.__name__, r.parity, degrees)
        except LimitError as error:
            raise OutsideError(f"canonical: {error}") from error
        for product, c in made[own].items():
            key = r.scalars, product, names
            totals[key] = totals.get(key, 0) + r.c * sign * c
    return [(c, *key) for key, c in totals.items() if c]


def _product(r: Reading, place: dict[Term, int]) -> tuple[int, Product]:
    pairs: Pairs = tuple(sorted(cast(Any, tuple(sorted((place[u], place[v])))) for u, v in r.pairs))
    head = [place[v] for v in r.head]
    sign = 1
    ordered = {"cross": 2, "triple": 3, "cross outer": 2, "outer cross": 2}.get(
        r.kind, 3 if r.kind.startswith("triple") else 0
    )
    for i in range(ordered):  # antisymmetric parts in order, with the sign of the permutation
        for j in range(ordered - 1 - i):
            if head[j] > head[j + 1]:
                head[j], head[j + 1] = head[j + 1], head[j]
                sign = -sign
    return sign, (pairs, r.kind, tuple(head))


_WRITTEN: dict[str, Callable[..., Term]] = {
    "vector": lambda a: a,
    "cross": cross,
    "tilde": tilde,
    "one": lambda: one_of(Matrix, (3, 3)),
    "outer": outer,
    "cross outer": lambda a, b, c: outer(cross(a, b), c),
    "outer cross": lambda a, b, c: outer(c, cross(a, b)),
}


def _written(c: Number, scalars: Scalars, product: Any, names: Names) -> Term:
    """A monomial as a term, not normalised."""
    factors = dict(scalars)
    if isinstance(product, Term):
        return scaled(c, factors, product)
    pairs, kind, head = product
    v = [cast(Any, names[i]) for i in head]
    whole: Term | None = None
    if kind.startswith("triple"):
        whole = triple(*v[:3])
        v = v[3:]
        kind = kind.removeprefix("triple").strip()
    core = _WRITTEN[kind](*v) if kind else None
    for i, j in pairs:
        x = dot(cast(Any, names[i]), cast(Any, names[j]))
        whole = x if whole is None else scaled(1, {x: 1}, whole)
    if whole is None:
        return scalar_of(c, factors) if core is None else scaled(c, factors, core)
    if core is None:
        return scaled(c, factors, whole)
    return scaled(c, {**factors, whole: Fraction(1)}, core)
