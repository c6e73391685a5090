"""Dependency pairs: the calls that rules make, also modulo associative and commutative heads.

A head is defined if a left side begins with it. A call consists of a left side and a subterm of the
right side that begins with a defined head; both heads are marked (by #). If a system does not
terminate, it has an infinite chain of calls in which all operands terminate (Arts and Giesl 2000).

Modulo theories, let t be a minimal nonterminating term: no proper part of any term equal to t is
nonterminating. Either its operands are rewritten, or a rule l -> r is used at its head: on all of
it, or, under an associative head f, on some of its operands, which is the call f#(l, z) -> f#(r, z)
(with z on either side or on both, if f does not commute). Equal terms must stay equal when they are
marked, and a part f#(x, y) of f#(f(x, y), z) must not be above the whole: `conditions` lists these
requirements (compare Kusakari and Toyama 2001, Marché and Urbain 2004).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .plain import Plain, PlainRule, System, equations_of, subterms

MARK = "#"


def marked(t: Plain, theory: Mapping[str, str]) -> Plain:
    """A term with its head marked; under an associative head, all operands but the first become one
    term."""
    if len(t) > 3 and t[0] in theory:
        return (MARK + t[0], t[1], (t[0], *t[2:]))
    return (MARK + t[0], *t[1:])


def calls_of(system: System) -> list[PlainRule]:
    """The dependency pairs of a system."""
    defined = {left[0] for left, _ in system.rules}
    theory = system.theory
    found: dict[PlainRule, None] = {}
    for left, right in system.rules:
        inside = set(subterms(left)) - {left}
        for s in subterms(right):
            if not isinstance(s, str) and s[0] in defined and s not in inside:
                found[marked(left, theory), marked(s, theory)] = None
        if "A" in theory.get(left[0], ""):
            extended = _extended(left, right, theory[left[0]])
            found |= {(marked(s, theory), marked(t, theory)): None for s, t in extended}
    return list(found)


def _extended(left: Plain, right: Plain, kind: str) -> list[PlainRule]:
    """The forms of a rule that apply to some of the operands of an associative head."""
    f = left[0]
    inner = right[1:] if not isinstance(right, str) and right[0] == f else (right,)
    after = ((f, *left[1:], "?z"), (f, *inner, "?z"))
    if "C" in kind:
        return [after]
    before = ((f, "?y", *left[1:]), (f, "?y", *inner))
    both = ((f, "?y", *left[1:], "?z"), (f, "?y", *inner, "?z"))
    return [after, before, both]


def conditions(theory: Mapping[str, str]) -> list[PlainRule]:
    """Pairs that must not grow, besides calls and rules: equations both ways, and parts of
    wholes."""
    both = equations_of(theory)
    for f, kind in theory.items():
        g = MARK + f
        if "A" in kind:
            both.append(((g, "x", (f, "y", "z")), (g, (f, "x", "y"), "z")))
        if "C" in kind:
            both.append(((g, "x", "y"), (g, "y", "x")))
    found = [*both, *((right, left) for left, right in both)]
    for f, kind in theory.items():
        if "A" in kind:
            found.append(((MARK + f, (f, "x", "y"), "z"), (MARK + f, "x", "y")))
            found.append(((MARK + f, "x", (f, "y", "z")), (MARK + f, "y", "z")))
    return found


class Graph:
    """Which calls may follow which."""

    def __init__(self, system: System) -> None:
        self.defined = {left[0] for left, _ in system.rules}
        self.theory = system.theory

    def may_follow(self, first: PlainRule, second: PlainRule) -> bool:
        """Whether the operands of one call may become those of the left side of another."""
        mine, other = first[1], second[0]
        if mine[0] != other[0]:
            return False
        if mine[0][len(MARK) :] in self.theory:
            return True
        return all(map(self.may_become, mine[1:], other[1:]))

    def may_become(self, mine: Plain, other: Plain) -> bool:
        """Whether an instance of one term may be rewritten to an instance of the other."""
        if isinstance(mine, str) or isinstance(other, str) or mine[0] in self.defined:
            return True
        if mine[0] != other[0]:
            return False
        return mine[0] in self.theory or all(map(self.may_become, mine[1:], other[1:]))

    def cycles(self, calls: Sequence[PlainRule]) -> list[list[PlainRule]]:
        """Sets of calls that may lead back to themselves: strongly connected components."""
        by_head: dict[str, list[PlainRule]] = {}
        for c in calls:
            by_head.setdefault(c[0][0], []).append(c)
        after = {c: [d for d in by_head.get(c[1][0], ()) if self.may_follow(c, d)] for c in calls}
        return [c for c in components(after) if len(c) > 1 or c[0] in after[c[0]]]


def components(after: Mapping[PlainRule, Sequence[PlainRule]]) -> list[list[PlainRule]]:
    """Strongly connected components (Tarjan 1972), without recursion."""
    number: dict[PlainRule, int] = {}
    low: dict[PlainRule, int] = {}
    path: list[PlainRule] = []
    on_path: set[PlainRule] = set()
    found: list[list[PlainRule]] = []
    for root in after:
        if root in number:
            continue
        number[root] = low[root] = len(number)
        path.append(root)
        on_path.add(root)
        work = [(root, iter(after[root]))]
        while work:
            c, more = work[-1]
            d = next(more, None)
            if d is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[c])
                if low[c] == number[c]:
                    found.append(_popped(path, on_path, c))
            elif d not in number:
                number[d] = low[d] = len(number)
                path.append(d)
                on_path.add(d)
                work.append((d, iter(after[d])))
            elif d in on_path:
                low[c] = min(low[c], number[d])
    return found


def _popped(path: list[PlainRule], on_path: set[PlainRule], last: PlainRule) -> list[PlainRule]:
    some: list[PlainRule] = []
    while not some or some[-1] != last:
        some.append(path.pop())
        on_path.discard(some[-1])
    return some[::-1]


def usable(system: System, calls: Sequence[PlainRule]) -> list[PlainRule]:
    """The rules for the defined heads in calls, and for the heads that these rules bring in.

    Other rules are used only inside the values of variables. A value may be replaced by the list of
    all terms that it can become, from which any element can be taken. So an order in which a list
    is at least as large as its elements need not consider the other rules (Giesl, Thiemann,
    Schneider-Kamp and Falke 2006). The heads of calls that have a theory are included, since
    operands move between the call and its own operands. Equal values become one list, since their
    classes are finite.
    """
    by_head: dict[str, list[PlainRule]] = {}
    for left, right in system.rules:
        by_head.setdefault(left[0], []).append((left, right))
    seen: set[str] = set()
    stack: list[Plain] = [a for _, right in calls for a in right[1:]]
    heads = {t[0][len(MARK) :] for c in calls for t in c}
    stack += [(h,) for h in heads if h in system.theory]
    while stack:
        for s in subterms(stack.pop()):
            if not isinstance(s, str) and s[0] not in seen:
                seen.add(s[0])
                stack += [right for _, right in by_head.get(s[0], ())]
    return [rule for rule in system.rules if rule[0][0] in seen]
