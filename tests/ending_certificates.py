"""A check of proofs of termination that shares nothing with the search for them.

It takes a system (plain rules, see `rewrite.check.termination.methods.plain`) and the steps of a
proof, and does every comparison again: values of interpretations, path orders, weights, calls and
their cycles.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product


def verify(system, proof) -> str:
    """What is wrong with a proof; nothing if it proves that the system terminates."""
    strict, laws, theory = list(system.strict), list(system.laws), dict(system.theories)
    for step in proof:
        kind = type(step).__name__
        if kind == "Turned":
            if laws or theory:
                return "only words can be turned"
            strict = [(_chain(_letters(s)[::-1]), _chain(_letters(t)[::-1])) for s, t in strict]
        elif kind == "Spelled":
            strict, laws, theory = _spelled(strict, laws, theory), [], {}
        elif kind == "Lowered":
            wrong = _lowered(step, strict, laws, theory)
            if wrong:
                return wrong
            strict = [r for r in strict if r not in step.gone]
        elif kind == "Called":
            return _called(step, strict + laws, theory)
        elif kind == "Bounded":
            return "only words have match bounds" if laws or theory else _bounded(step, strict)
    return "rules are left" if strict else ""


def _lowered(step, strict, laws, theory) -> str:
    order, kind = step.order, type(step.order).__name__
    if kind != "Interpretation" and theory:
        return "this order is not for theories"
    if not step.gone or not set(step.gone) <= set(strict):
        return "nothing goes away, or what is not there"
    if kind == "Interpretation":
        known = dict(order.coefficients)
        for h, n in _heads(strict + laws).items():
            n = 2 if h in theory else n  # it may be written flat
            slots = [(i, 0, 0) if order.dimension > 1 else (i,) for i in range(n)]
            if any(known[h, s] < 1 for s in slots):
                return f"an operand of {h} does not count"
        equations = _equations(theory)
        equal = [both for s, t in equations for both in ((s, t), (t, s))]
    else:
        equal = []
    weak = [r for r in strict + laws + equal if r not in step.gone]
    for s, t in weak:
        if not (s == t or _compare(order, s, t, strict=False)):
            return f"{s} -> {t} may grow"
    for s, t in step.gone:
        if not _compare(order, s, t, strict=True):
            return f"{s} -> {t} is not lowered"
    return ""


def _called(step, rules, theory) -> str:
    calls = _calls(rules, theory)
    open_ = _cycles(calls, rules, theory)
    for cycle in step.cycles:
        mine = frozenset(cycle.calls)
        if mine not in open_:
            return "a cycle that is none"
        if not cycle.gone or not set(cycle.gone) <= mine:
            return "a cycle that loses nothing"
        wrong = _cycle(cycle, rules, theory)
        if wrong:
            return wrong
        open_.remove(mine)
        open_ += _cycles([c for c in cycle.calls if c not in cycle.gone], rules, theory)
    return "cycles are left" if open_ else ""


def _cycle(cycle, rules, theory) -> str:
    how = cycle.how
    if isinstance(how, dict):
        for s, t in cycle.calls:
            if s[0][1:] in theory or t[0][1:] in theory:
                return "parts under a theory"
            large, small = s[1 + how[s[0]]], t[1 + how[t[0]]]
            if small not in _inside(large) or ((s, t) in cycle.gone and small == large):
                return f"{small} is no part of {large}"
        return ""
    needed = _usable(cycle.calls, rules, theory)
    conditions = _conditions(theory)
    for s, t in [*needed, *cycle.calls, *conditions]:
        if not _compare(how, s, t, strict=False):
            return f"{s} -> {t} may grow"
    for s, t in cycle.gone:
        if not _compare(how, s, t, strict=True):
            return f"{s} -> {t} is not lowered"
    return ""


def _bounded(step, strict) -> str:
    """Whether an automaton accepts the words of right sides, and all that steps make of them."""
    edges, first, last = step.bound.edges, step.bound.first, step.bound.last

    def led(p, word, wanted=None):
        states = {(p, 1_000)}
        for a in word:
            states = {
                (r, min(least, h))
                for s, least in states
                for q, b, h, r in edges
                if q == s and b == a and wanted in (None, h)
            }
        return states

    def leads(p, word, q, height):
        return any(r == q for r, _ in led(p, word, height))

    rules = [(_letters(s), _letters(t)) for s, t in strict]
    assert all(u and "#" not in u + v for u, v in rules)
    if (last, "#", 0, last) not in edges or not all(leads(first, v, last, 0) for _, v in rules):
        return "right sides are not accepted"
    rules += [([*u[:i], "#"], v) for u, v in rules for i in range(1, len(u))]
    for p in {first, last} | {p for p, _, _, _ in edges}:
        for u, v in rules:
            for q, least in led(p, u):
                if not leads(p, v, q, least + 1):
                    return f"{u} leads from {p} to {q}, and {v} does not"
    return ""


# -- orders ---------------------------------------------------------------------------------------


def _compare(order, s, t, *, strict) -> bool:
    kind = type(order).__name__
    if kind == "Interpretation":
        return _by_values(order, s, t, strict)
    if kind == "FilteredOrder":
        s, t = _filtered(s, order.filter), _filtered(t, order.filter)
        return (not strict and s == t) or _path(order.order, s, t)
    if kind == "PathOrder":
        return (not strict and s == t) or _path(order, s, t)
    assert kind == "KnuthBendix"
    return _admissible(order) and _knuth_bendix(order, s, t)


def _by_values(order, s, t, strict) -> bool:
    """Compared at unit vectors: coefficient by coefficient, of polynomials of small degree."""
    known, d = dict(order.coefficients), order.dimension
    mine, other = (_symbolic(x, known, d) for x in (s, t))
    for row, (p, q) in enumerate(zip(mine, other, strict=True)):
        if any(q[m] > p[m] for m in q):
            return False
        if row == 0 and strict and not p[()] > q[()]:
            return False
    return True


def _symbolic(t, known, d) -> list[Counter]:
    """A vector of polynomials in the components of the variables."""
    if isinstance(t, str):
        return [Counter({((t, i),): 1}) for i in range(d)]
    args = [_symbolic(a, known, d) for a in t[1:]]
    if len(args) > 2 and (t[0], (2,)) not in known and d == 1 and t[0][0] != "#":
        first = args[0]
        for more in args[1:]:
            first = _apply(t[0], [first, more], known, d)
        return first
    return _apply(t[0], args, known, d)


def _apply(h, args, known, d) -> list[Counter]:
    found = []
    for i in range(d):
        p: Counter = Counter({(): known[h, ((), i)] if d > 1 else known[h, ()]})
        for at, arg in enumerate(args):
            for k in range(d):
                n = known[h, (at, i, k)] if d > 1 else known[h, (at,)]
                for m, c in arg[k].items():
                    p[m] += n * c
        if d == 1:
            for x, y in product(range(len(args)), repeat=2):
                n = known.get((h, (x, y)), 0)
                for (m, c), (m2, c2) in product(args[x][0].items(), args[y][0].items()):
                    p[tuple(sorted(m + m2))] += n * c * c2
        found.append(+p if p[()] else Counter({(): 0}) + p)
    return [Counter({(): 0, **p}) for p in found]


def _path(order, s, t) -> bool:
    @cache
    def above(s, t):
        if isinstance(s, str):
            return False
        if any(a == t or above(a, t) for a in s[1:]):
            return True
        if isinstance(t, str):
            return False
        if t[0] in order.below.get(s[0], ()):
            return s[0] not in order.below.get(t[0], ()) and all(above(s, b) for b in t[1:])
        if s[0] != t[0] or not all(above(s, b) for b in t[1:]):
            return False
        how = order.status.get(s[0], "bag")
        if how == "bag":
            gone, new = Counter(s[1:]) - Counter(t[1:]), Counter(t[1:]) - Counter(s[1:])
            return bool(gone) and all(any(above(a, b) for a in gone) for b in new)
        both = list(zip(s[1:], t[1:], strict=True))
        both = both if how == "left to right" else both[::-1]
        return next((above(a, b) for a, b in both if a != b), False)

    for f, after in order.below.items():
        assert f not in after, "no precedence"
        assert all(order.below.get(g, frozenset()) <= after for g in after), "not transitive"
    return above(s, t)


def _admissible(order) -> bool:
    for h, n in order.weights.items():
        others = set(order.weights) - {h}
        if n < 0 or (n == 0 and not others <= set(order.order.below.get(h, ()))):
            return False  # stricter than needed for heads of two operands, which then weigh 1
    return True


def _knuth_bendix(order, s, t) -> bool:
    if isinstance(s, str) or Counter(_leaves(t)) - Counter(_leaves(s)):
        return False
    mine, other = _weight(order, s), _weight(order, t)
    if mine != other:
        return mine > other
    if isinstance(t, str):
        heads = [x[0] for x in _inside(s) if not isinstance(x, str)]
        return len(set(heads)) == 1 and order.weights[heads[0]] == 0 and s != t
    if s[0] != t[0]:
        return t[0] in order.order.below.get(s[0], ())
    return next((_knuth_bendix(order, a, b) for a, b in zip(s[1:], t[1:], strict=True) if a != b),
                False)  # fmt: skip


def _weight(order, t) -> int:
    if isinstance(t, str):
        return 1
    if len(t) == 1:
        assert order.weights[t[0]] >= 1
    return order.weights[t[0]] + sum(_weight(order, a) for a in t[1:])


def _filtered(t, how):
    if isinstance(t, str):
        return t
    kept = how[t[0]]
    if isinstance(kept, int):
        return _filtered(t[1 + kept], how)
    return (t[0], *(_filtered(t[1 + i], how) for i in kept))


# -- terms and calls ------------------------------------------------------------------------------


def _inside(t) -> list:
    return [t] if isinstance(t, str) else [t, *(s for a in t[1:] for s in _inside(a))]


def _leaves(t) -> list:
    return [s for s in _inside(t) if isinstance(s, str)]


def _heads(rules) -> dict:
    inside = [s for r in rules for t in r for s in _inside(t) if not isinstance(s, str)]
    return {s[0]: len(s) - 1 for s in inside}


def _letters(t) -> list:
    found = []
    while not isinstance(t, str):
        assert len(t) == 2, "no word"
        found.append(t[0])
        t = t[1]
    return found


def _chain(word):
    t = "?x"
    for h in word[::-1]:
        t = (h, t)
    return t


def _spelled(strict, laws, theory):
    ((f, kind),) = theory.items()
    assert kind == "A"
    units = {a[0] for s, t in laws for a in s[1:] if not isinstance(a, str)}
    assert len(units) <= 1
    for s, t in laws:
        assert s[0] == f
        assert isinstance(t, str)
        assert t in s
        assert len(s) == 3
    found = []
    for both in strict:
        words = [list(t[1:]) if t[0] == f else [t] for t in both]
        assert all(len(a) == 1 and not isinstance(a, str) for word in words for a in word)
        u, v = ([a[0] for a in word if a[0] not in units] for word in words)
        assert u
        found.append((_chain(u), _chain(v)))
    return found


def _equations(theory):
    found = []
    for f, kind in theory.items():
        if "A" in kind:
            found.append(((f, (f, "1", "2"), "3"), (f, "1", (f, "2", "3"))))
        if "C" in kind:
            found.append(((f, "1", "2"), (f, "2", "1")))
    return found


def _conditions(theory):
    found = [both for s, t in _equations(theory) for both in ((s, t), (t, s))]
    for s, t in _equations(theory):
        u, v = ("#" + s[0], *s[1:]), ("#" + t[0], *t[1:])
        found += [(u, v), (v, u)]
    for f, kind in theory.items():
        if "A" in kind:
            found.append((("#" + f, (f, "1", "2"), "3"), ("#" + f, "1", "2")))
            found.append((("#" + f, "1", (f, "2", "3")), ("#" + f, "2", "3")))
    return found


def _calls(rules, theory):
    defined = {s[0] for s, _ in rules}
    found = []

    def mark(t):
        if t[0] in theory and len(t) > 3:
            return ("#" + t[0], t[1], (t[0], *t[2:]))
        return ("#" + t[0], *t[1:])

    for s, t in rules:
        parts = _inside(s)[1:]
        found += [
            (mark(s), mark(u))
            for u in _inside(t)
            if not isinstance(u, str) and u[0] in defined and u not in parts
        ]
        kind = theory.get(s[0], "")
        if "A" in kind:
            f = s[0]
            inner = t[1:] if not isinstance(t, str) and t[0] == s[0] else (t,)
            found.append((mark((f, *s[1:], "?z")), mark((f, *inner, "?z"))))
            if "C" not in kind:
                found.append((mark((f, "?y", *s[1:])), mark((f, "?y", *inner))))
                found.append((mark((f, "?y", *s[1:], "?z")), mark((f, "?y", *inner, "?z"))))
    return list(dict.fromkeys(found))


def _cycles(calls, rules, theory):
    defined = {s[0] for s, _ in rules}

    def becomes(s, t):
        if isinstance(s, str) or isinstance(t, str) or s[0] in defined:
            return True
        return s[0] == t[0] and (s[0] in theory or all(map(becomes, s[1:], t[1:])))

    def follows(c, d):
        s, t = c[1], d[0]
        return s[0] == t[0] and (s[0][1:] in theory or all(map(becomes, s[1:], t[1:])))

    after = {c: {d for d in calls if follows(c, d)} for c in calls}
    changed = True
    while changed:
        changed = False
        for c in calls:
            more = after[c].union(*(after[d] for d in after[c]))
            changed = changed or more != after[c]
            after[c] = more
    found = {frozenset(d for d in after[c] if c in after[d]) for c in calls if c in after[c]}
    return list(found)


def _usable(calls, rules, theory):
    found: set = set()
    terms = [a for _, t in calls for a in t[1:]]
    terms += [(t[0][1:],) for c in calls for t in c if t[0][1:] in theory]
    while True:
        heads = {s[0] for t in terms for s in _inside(t) if not isinstance(s, str)}
        new = {r for r in rules if r[0][0] in heads} - found
        if not new:
            return found
        found |= new
        terms += [t for _, t in new]
