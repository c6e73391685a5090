"""Outermost rewriting: rules at the first position from the top and the left, until none applies.

The position of the last step is kept together with the path to it, and the terms above it are not
rebuilt until they are needed. After a step, a term above is tried again only if its rules look that
far down. Finished parts are marked and skipped.

Under an operator with laws a step may change everything above it. `exhaust(once(rules))`, which
takes one position at a time, then rebuilds the term up to the topmost such operator. The other
strategy, `exhaust(top_down(rules))`, finishes all operands of such an operator first; and the
result of a term is used wherever else the term occurs.
"""

from __future__ import annotations

import math
from functools import cached_property

from ..core.linear import is_free
from ..core.operators import VARIABLE
from ..core.terms import Term, rebuild, set_normal, size
from ..matching.patterns import Ground, Pattern, Plain, Variable
from .repeating import CameBack, Exhaust, Walked
from .rule import Rule
from .ruleset import RuleSet
from .run import Run


class Outermost(Walked):
    """Rules at the topmost position until none applies."""

    def __init__(self, rules: RuleSet, passes: Exhaust, shares: bool) -> None:
        super().__init__(passes)
        self.rules, self.shares = rules, shares
        self.at_head = Exhaust(rules)

    def walk(self, t: Term, run: Run, endless: bool) -> Term | None:
        return _Search(self, run, endless).ended(t)

    @cached_property
    def reach(self) -> dict[object, float]:
        """For each operator, how many levels below the head of a term its rules look."""
        files = self.rules.index.by_head.items()
        return {op: max(_reach(rule) for _, rule in file.everything) for op, file in files}

    @cached_property
    def farthest(self) -> float:
        return max(self.reach.values(), default=0)

    def sees(self, t: Term, below: int) -> bool:
        """Whether rules at the head of a term look this many levels down."""
        return below <= self.reach.get(t.op, -1)


def _reach(rule: Rule) -> float:
    """How many levels below the head a rule looks; infinite if it compares terms."""
    if rule.conditions or not _is_plain(rule.pattern):
        return math.inf
    deepest, stack, seen = 0, [(rule.left, 0)], set[Term]()
    while stack:
        t, depth = stack.pop()
        if t in seen and t.op is VARIABLE:
            return math.inf
        seen.add(t)
        if t.op is not VARIABLE:
            deepest = max(deepest, depth)
            stack += [(a, depth + 1) for a in t.args]
    return deepest


def _is_plain(pattern: Pattern) -> bool:
    """Whether a pattern is matched operand by operand."""
    stack = [pattern]
    while stack:
        p = stack.pop()
        if not isinstance(p, Variable | Ground) and type(p) is not Plain:
            return False
        stack += p.parts()
    return True


class _Level:
    """A term on the current path, and the operand that is examined next."""

    __slots__ = (
        "args", "at", "changed", "cuts", "laid", "mark", "outer", "size", "start", "term", "tried"
    )  # fmt: skip

    def __init__(self, t: Term, outer: int, mark: int, cuts: int) -> None:
        self.start = t
        self.laid = set[Term]()
        """The normal forms that it has had since."""
        self.outer, self.mark, self.cuts = outer, mark, cuts
        self.become(t)

    def become(self, t: Term) -> None:
        self.term, self.args, self.at = t, list(t.args), 0
        self.tried = self.changed = False
        self.size = size(t)

    def put(self, t: Term) -> None:
        """Replace the operand that is being examined."""
        if self.args[self.at] is not t:
            self.args[self.at] = t
            self.changed = True

    def with_next(self, t: Term) -> Term:
        """The term with another operand in that position, not normalised."""
        return rebuild(self.term, (*self.args[: self.at], t, *self.args[self.at + 1 :]))

    def built(self) -> Term:
        """The term with its current operands, not normalised."""
        if self.changed:
            self.term, self.changed = rebuild(self.term, tuple(self.args)), False
        return self.term


class _Search:
    """One search through a term, which continues where it was after every step."""

    def __init__(self, way: Outermost, run: Run, endless: bool) -> None:
        self.way, self.run, self.endless = way, run, endless
        self.heads = way.rules.index.by_head
        self.mark = way.rules.marks.of(run.context, run.limits.budget)
        self.stack: list[_Level] = []
        self.soft: list[int] = []
        """The indices on the stack of terms whose laws may act when something below changes."""
        self.changed: int | None = None
        """The depth of the last change, if the terms above have not been tried since."""
        self.done: dict[Term, Term] = {}
        """Results of terms that may occur again."""
        self.traced: dict[Term, tuple[slice, int]] = {}
        self.active: set[Term] = set()
        self.depth = len(run.path)
        self.count, self.due = 0, 1
        self.snapshot: tuple[int, Term, Term] | None = None

    def ended(self, root: Term) -> Term | None:
        self.mark.skim(root)
        if self.mark.on(root):
            return None
        found = root
        self.enter(root, self.run.outer)
        while self.stack:
            level = self.stack[-1]
            if self.changed is not None:
                self.rise(self.changed)
            elif not level.tried:
                level.tried = True
                self.try_at(len(self.stack) - 1)
            elif level.at < len(level.args):
                self.descend(level)
            elif self.is_settled(level):
                found = self.leave()
        return found if found is not root else None

    # Down and up ---------------------------------------------------------------------------------

    def is_rigid(self, t: Term) -> bool:
        """Whether a term is normal whenever its operands are."""
        return self.run.walk.plain and is_free(t.op)

    def enter(self, t: Term, outer: int) -> None:
        run, depth = self.run, len(self.stack)
        if depth:
            run.path.append(self.stack[-1].at)
        if self.way.shares:
            if t in self.active and not self.endless:
                raise CameBack
            self.active.add(t)
        self.stack.append(_Level(t, outer, len(run.trace or ()), run.cuts))
        if not self.is_rigid(t):
            self.soft.append(depth)

    def descend(self, level: _Level) -> None:
        """Go on with the next operand."""
        t = level.args[level.at]
        found = t if self.run.stopped is not None or self.mark.on(t) else self.done.get(t)
        outer = level.outer + level.size - size(t)
        if found is None:
            self.enter(t, outer)
            return
        if found is not t and self.repeated(t, found, outer):
            self.changed = len(self.stack)
        level.at += 1

    def repeated(self, t: Term, found: Term, outer: int) -> bool:
        """Use the result of the same term elsewhere at this position; whether the limits allow
        it."""
        run, level = self.run, self.stack[-1]
        run.outer = outer
        mark = len(run.trace or ())
        run.path.append(level.at)
        fits = run.fits(found) and (run.trace is None or run.repeat(*self.traced[t]))
        run.path.pop()
        if fits:
            level.put(found)
            level.size += size(found) - size(t)
        else:
            run.forget(mark)
        return fits

    def is_settled(self, level: _Level) -> bool:
        """Whether a term whose operands are finished is finished itself."""
        if not level.changed:
            return True
        built = level.built()
        if self.is_rigid(built):
            if self.run.stopped is None:
                set_normal(built, True)
            return True
        self.run.outer = level.outer
        t = self.run.normal(built)
        if t in level.laid:
            raise CameBack
        level.laid.add(t)
        self.set(len(self.stack) - 1, t)
        if t is built:  # no law has made new operands
            level.at = len(level.args)
        return self.run.stopped is not None

    def set(self, i: int, t: Term) -> None:
        """Put another term at a level of the path and drop the levels below."""
        for level in self.stack[i + 1 :]:
            self.active.discard(level.start)
        del self.stack[i + 1 :], self.run.path[self.depth + i :]
        while self.soft and self.soft[-1] >= i:
            self.soft.pop()
        if not self.is_rigid(t):
            self.soft.append(i)
        self.stack[i].become(t)
        if i:
            self.stack[i - 1].put(t)

    def leave(self) -> Term:
        run, level = self.run, self.stack.pop()
        depth, t = len(self.stack), level.term
        if self.soft and self.soft[-1] == depth:
            self.soft.pop()
        if run.stopped is None and run.cuts == level.cuts:
            self.mark.put(t)
        if self.way.shares:
            self.active.discard(level.start)
            self.done[level.start] = t
            self.done.setdefault(t, t)
            if run.trace is not None:
                self.traced[level.start] = slice(level.mark, len(run.trace)), len(run.path)
        if depth:
            above = self.stack[-1]
            run.path.pop()
            above.put(t)
            above.size += size(t) - size(level.start)
            above.at += 1
            if level.laid:  # the terms above have not seen changes under laws yet
                self.changed = depth
        return t

    # Steps ---------------------------------------------------------------------------------------

    def try_at(self, i: int) -> bool:
        """Apply a rule at the head of a term on the path; whether that changed it."""
        run, way, level = self.run, self.way, self.stack[i]
        if level.term.op not in self.heads or run.stopped is not None:
            return False
        mark, below = len(run.trace or ()), run.path[self.depth + i :]
        del run.path[self.depth + i :]
        run.outer = level.outer
        many = way.shares and not is_free(level.term.op)
        found = (way.at_head if many else way.rules).apply(level.term, run)
        if found is not None and self.replaced(i, found, mark):
            return True
        run.path += below
        return False

    def replaced(self, i: int, found: Term, mark: int) -> bool:
        """Put the result of a rule in its place; False if the laws undo it."""
        run = self.run
        if not self.way.shares and self.soft and self.soft[0] < i:
            first, path = self.soft[0], [*run.path]
            for level in reversed(self.stack[first:i]):
                found = level.with_next(found)
            del run.path[self.depth + first :]
            found = run.normal(found)
            if found is self.stack[first].term:
                run.forget(mark)
                run.path[:] = path
                run.cuts += 1  # a rule applies here without effect: the term is not finished
                return False
            i = first
        self.set(i, found)
        self.changed = i
        self.watch(i, found)
        return True

    def rise(self, i: int) -> None:
        """Try again, from the top, the terms whose rules look down to a change below them."""
        self.changed = None
        above = []
        for j in range(i - 1, -1, -1):
            if i - j > self.way.farthest or not self.is_rigid(self.stack[j].term):
                break
            if self.way.sees(self.stack[j].term, i - j):
                above.append(j)
        for j in range(i - 1, above[-1] - 1 if above else i, -1):
            built = self.stack[j].built()
            if self.run.stopped is None:
                set_normal(built, True)
            if j:
                self.stack[j - 1].put(built)
        any(self.try_at(j) for j in reversed(above))

    # Cycles --------------------------------------------------------------------------------------

    def watch(self, i: int, found: Term) -> None:
        """Notice when the whole term returns to an earlier form; it is built only if that is
        possible."""
        self.count += 1
        before = self.snapshot
        if before is not None and before[:2] == (i, found) and before[2] is self.whole():
            raise CameBack
        if self.count == self.due:
            self.snapshot, self.due = (i, found, self.whole()), 2 * self.due

    def whole(self) -> Term:
        t = self.stack[-1].term
        for level in reversed(self.stack[:-1]):
            t = level.with_next(t)
        return t
