"""Innermost rewriting: rules at every position of a term until none applies, in one walk.

Operands are rewritten completely before the terms that contain them, and the result of a rule is
rewritten completely before anything above it is examined. So a step costs only what it changes: the
terms below are marked and not visited again, and the terms above are built once.

At an operator without laws one step is taken, and then the operands of the result are visited. At
an operator with laws the rules are applied at the head as long as possible, because that can be
done in place on a long sum or product (see `in_place`); its operands come after that.
"""

from __future__ import annotations

from functools import cached_property

from ..core.linear import is_free
from ..core.terms import Term, rebuild, set_normal, size
from .compiled.arena import Declined
from .compiled.machine import Machine
from .repeating import CameBack, Exhaust, Walked, returned
from .ruleset import RuleSet
from .run import Run


class Innermost(Walked):
    """Rules at every position until none applies: `exhaust(bottom_up(rules))`."""

    def __init__(self, rules: RuleSet, passes: Exhaust) -> None:
        super().__init__(passes)
        self.rules = rules
        self.at_head = Exhaust(rules)

    def walk(self, t: Term, run: Run, endless: bool) -> Term | None:
        return _Walk(self, run, endless).ended(t)


class _Visit:
    """A position being rewritten: the operands of its term first, then its head."""

    __slots__ = ("args", "changed", "cuts", "grown", "mark", "outer", "seen", "start", "term")

    def __init__(self, start: Term, outer: int, mark: int, cuts: int) -> None:
        self.start = self.term = start
        self.outer, self.mark, self.cuts = outer, mark, cuts
        self.args: list[Term] = []
        """The operands that are finished."""
        self.changed = False
        """Whether one of them has changed."""
        self.grown = 0
        """By how much they have grown."""
        self.seen: dict[Term, int] = {}
        """The terms that stood here, with the length of the trace at that time."""

    def become(self, t: Term) -> None:
        self.term, self.grown, self.changed = t, 0, False
        self.args.clear()

    def add(self, operand: Term, found: Term) -> None:
        """Add a finished operand."""
        self.args.append(found)
        if found is not operand:
            self.changed = True
            self.grown += size(found) - size(operand)

    def around(self, operand: Term) -> int:
        """The size of everything around an operand."""
        return self.outer + size(self.term) + self.grown - size(operand)


class _Walk:
    """One walk through a term."""

    def __init__(self, way: Innermost, run: Run, endless: bool) -> None:
        self.way, self.run, self.endless = way, run, endless
        self.index = way.rules.index
        self.mark = way.rules.marks.of(run.context, run.limits.budget)
        self.done: dict[Term, Term] = {}
        """Results by term, so that each term is rewritten once, wherever it occurs."""
        self.traced: dict[Term, tuple[slice, int]] = {}
        self.active: set[Term] = set()
        """The terms being rewritten."""
        self.stack: list[_Visit] = []
        exact = run.trace is not None or not run.walk.plain
        self.compiled = {} if exact else way.rules.plan.rules
        """The operators whose calls are left to the machine."""

    @cached_property
    def machine(self) -> Machine:
        return Machine(self.way.rules.plan, self.run, self.mark)

    def ended(self, root: Term) -> Term | None:
        run = self.run
        self.mark.skim(root)
        if self.mark.on(root):
            return None
        mark, steps, outer = len(run.trace or ()), run.steps, run.outer
        self.enter(root, outer)
        while self.stack:
            visit = self.stack[-1]
            if self.operands_ended(visit):
                self.advance(visit)
        if "machine" in self.__dict__:
            self.machine.close()
        run.outer = outer
        found = self.done[root]
        if found is root:
            if run.steps > steps:
                run.note("cycle")
                run.forget(mark)
            return None
        if not run.fits(found):  # the parts were small enough, but the laws made the whole larger
            run.forget(mark)
            return None
        return found

    # Going down ---------------------------------------------------------------------------------

    def enter(self, t: Term, outer: int) -> None:
        run = self.run
        if t in self.active and not self.endless:
            raise CameBack
        self.stack.append(_Visit(t, outer, len(run.trace or ()), run.cuts))
        self.active.add(t)

    def operands_ended(self, visit: _Visit) -> bool:
        """Go on with the operands of a term; whether all are finished."""
        args, ended, run, is_marked = visit.term.args, visit.args, self.run, self.mark.on
        for i in range(len(ended), len(args)):
            t = args[i]
            if is_marked(t) or run.stopped is not None:
                ended.append(t)
                continue
            run.path.append(i)
            if t not in self.done:
                self.enter(t, visit.around(t))
                return False
            visit.add(t, self.known(t, visit))
            run.path.pop()
        return True

    def known(self, t: Term, visit: _Visit) -> Term:
        """The result of a term that was rewritten before; its steps are recorded again."""
        run, found = self.run, self.done[t]
        if found is not t:
            run.outer = visit.around(t)
            mark = len(run.trace or ())
            if not run.fits(found) or not (run.trace is None or run.repeat(*self.traced[t])):
                run.forget(mark)
                return t
        return found

    # Going on at one place ----------------------------------------------------------------------

    def advance(self, visit: _Visit) -> None:
        """One step at a term whose operands are finished."""
        run, t = self.run, visit.term
        run.outer = visit.outer
        built = rebuild(t, tuple(visit.args)) if visit.changed else t
        if built is not t:
            t = self.normal(built)
            if t is not built:  # the laws may have made new operands
                self.turn(visit, t)
                return
            visit.term = t
        if t.op in self.compiled and run.stopped is None and self.computed(visit):
            return
        steps = len(run.trace or ())
        found = None if run.stopped is not None else self.stepped(t)
        if found is None:
            self.leave(visit, t)
        else:
            visit.seen.setdefault(t, steps)
            self.turn(visit, found)

    def computed(self, visit: _Visit) -> bool:
        """Let the machine evaluate a call, unless no rule can apply to it; True if it is done."""
        found: Term | None = visit.term
        if self.index.entries(visit.term):
            try:
                found = self.machine.call(visit.term)
            except Declined:
                self.compiled = {}
                found = None
        if found is not None:
            self.leave(visit, found)
        return found is not None

    def turn(self, visit: _Visit, t: Term) -> None:
        """Go on with another term at a position, unless it stood there before."""
        if t in visit.seen:
            found = returned(visit.seen, self.run)
            self.forget(visit.seen[found])
            self.leave(visit, found)
        elif self.mark.on(t):
            self.leave(visit, t)
        else:
            visit.seen[t] = len(self.run.trace or ())
            visit.become(t)

    def forget(self, mark: int) -> None:
        """Forget results that were reached by steps after a mark, which are dropped from the
        trace."""
        for t in [t for t, (steps, _) in self.traced.items() if steps.stop > mark]:
            del self.traced[t], self.done[t]

    def normal(self, t: Term) -> Term:
        """The normal form of a term with normal operands."""
        run = self.run
        if run.walk.plain and run.stopped is None and is_free(t.op):
            set_normal(t, True)
            return t
        return run.normal(t)

    def stepped(self, t: Term) -> Term | None:
        if t.op not in self.index.by_head:
            return None
        way = self.way
        return way.rules.apply(t, self.run) if is_free(t.op) else way.at_head.apply(t, self.run)

    def leave(self, visit: _Visit, found: Term) -> None:
        run, start = self.run, visit.start
        self.stack.pop()
        self.active.discard(start)
        self.done[start] = found
        self.done.setdefault(found, found)
        if run.trace is not None:
            self.traced[start] = slice(visit.mark, len(run.trace)), len(run.path)
        if run.stopped is None and run.cuts == visit.cuts:
            self.mark.put(found)
        if self.stack:
            run.path.pop()
            self.stack[-1].add(start, found)
