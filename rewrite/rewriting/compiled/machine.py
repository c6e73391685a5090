"""Runs the compiled rules of operators without laws, innermost first.

A machine serves one walk. It returns the result of a call, or the term reached when steps or time
run out. It declines cases in which it cannot report the exact outcome: rules that run in cycles,
and terms that exceed the size limit. The walk then takes these steps one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, repeat
from math import inf
from operator import length_hint
from typing import TYPE_CHECKING, Any

from ...core.terms import Term
from ...errors import LimitError
from ...matching.patterns import OutOfBudget
from .arena import Declined, Op
from .planning import Plan

if TYPE_CHECKING:
    from ..memory import Mark
    from ..rule import Rule
    from ..run import Run

CHUNK = 720
"""The number of steps between two checks of the clock, the stack and the memory. It has many
divisors, so that rules that run in a cycle are soon at the same call again."""
FEWEST = 5_000
"""With fewer steps left than this the walk takes them itself, and reports exactly why it
stopped."""
ROOM = 1_000_000
"""Unreferenced terms are dropped when there are more numbered terms than this."""

Function = Callable[..., Any]


class Machine:
    """The numbered terms, the functions and the stack of one walk."""

    def __init__(self, plan: Plan, run: Run, mark: Mark) -> None:
        self.plan, self.run, self.mark = plan, run, mark
        self.arena = plan.arena.copied()
        self.stack: list[tuple[Any, ...]] = []
        self.memos: dict[int, dict[Any, int]] = {}
        self.room = ROOM
        self.stopped = False
        self.chunk: Any = ()
        self.taken = self.before = 0
        self.pauses, self.due = 0, 1
        self.snapshot: tuple[Any, ...] = ()
        self.space: dict[str, Any] = {
            "keys": self.arena.keys,
            "get": self.arena.index.get,
            "new": self.arena.new,
            "push": self.stack.append,
            "pause": self.pause,
            "tick": chain.from_iterable(self.chunks()).__next__,
        }
        for t, name in plan.grounds.items():
            self.space[name] = self.arena.imported[t]

    def call(self, t: Term) -> Term | None:
        """The result of a call with finished operands; None if the walk has to find it."""
        run, arena = self.run, self.arena
        self.before = self.steps()
        if self.left() < FEWEST:
            return None
        most = run.limits.size
        arena.most = None if most is None else max(most, 4 * run.size_of_input) - run.outer
        args = tuple([arena.of(a) for a in t.args])
        found = self.evaluated(self.function(t.op), args)
        run.steps += self.steps() - self.before
        return arena.term(found, None if self.stopped else self.mark)

    def close(self) -> None:
        """Release everything: the functions and the machine refer to each other."""
        self.space.clear()
        self.arena.imported.clear()
        self.arena.exported.clear()

    def evaluated(self, function: Function, args: tuple[int, ...]) -> int:
        """The result of a call. Its functions return an index, or the next call."""
        stack, get, new = self.stack, self.arena.index.get, self.arena.new
        pop = stack.pop
        while True:
            found = function(*args)
            while found.__class__ is int:
                if not stack:
                    return found
                todo = pop()
                if todo[0].__class__ is int:
                    key = (*todo, found)
                    found = get(key) or new(key)
                else:
                    found = todo[0](found, todo)
            function, args = found

    # Functions -----------------------------------------------------------------------------------

    def function(self, op: Op) -> Function:
        """The function of an operator; those that it may call are there from then on."""
        name = f"F{self.plan.numbers[op]}"
        if name not in self.space:
            for other in self.plan.reached(op):
                number = self.plan.numbers[other]
                self.space.setdefault(f"F{number}", self.linker(other, number))
        found: Function = self.space[name]
        return found

    def linker(self, op: Op, number: int) -> Function:
        """A stand-in for the function of an operator, compiled at the first call."""

        def linked(*args: int) -> Any:
            code = self.plan.code(op)
            if code is None:
                raise Declined
            self.space[f"memo{number}"] = self.memos[number] = {}
            for rule, name in self.plan.conditions.items():
                self.space.setdefault(name, self.condition(rule))
            exec(code, self.space)
            return self.space[f"F{number}"](*args)

        return linked

    def condition(self, rule: Rule) -> Function:
        """Whether the conditions of a rule hold, as a function of the values of its variables."""
        wanted = self.plan.asking(rule)

        def holds(*indices: int) -> bool:
            mark = None if self.stopped else self.mark
            terms = [self.arena.term(i, mark) for i in indices]
            try:
                return rule.allows(dict(zip(wanted, terms, strict=True)), self.run.search())
            except (OutOfBudget, LimitError):
                raise Declined from None

        return holds

    # Steps ---------------------------------------------------------------------------------------

    def steps(self) -> int:
        """How many steps this machine has taken."""
        return self.taken - length_hint(self.chunk)

    def left(self) -> float:
        """How many steps it may take."""
        run, limits = self.run, self.run.limits
        if limits.steps is None:
            return inf
        return limits.steps - (run.steps - limits.from_step) - (self.steps() - self.before)

    def chunks(self) -> Iterator[Iterable[bool]]:
        """One boolean for every step: True if something must be checked before it."""
        run = self.run
        while True:
            allowed = min(CHUNK, self.left())
            if allowed <= 0:
                run.stop(f"{run.limits.steps} steps")
            if allowed <= 0 or not run.in_time():
                self.stopped = True
                yield repeat(True)
            self.taken += int(allowed)
            self.chunk = repeat(False, int(allowed))
            yield self.chunk
            yield (True,)

    def pause(self, number: int, args: tuple[int, ...]) -> Any:
        """Leave a call as it is if the machine must stop; otherwise check limits and go on."""
        if not self.stopped:
            return self.resumed, (number, args)
        key = (number, *args)
        return self.arena.index.get(key) or self.arena.new(key)

    def resumed(self, number: int, args: tuple[int, ...]) -> Any:
        """Go on with a call after checking the stack, the memory, and whether this state occurred
        before."""
        arena, stack = self.arena, self.stack
        if arena.most is not None and len(stack) > arena.most:
            raise Declined
        if len(arena.keys) > self.room:
            args = self.tidied(args)
        state = number, args, len(stack)
        if self.snapshot[:3] == state and self.snapshot[3] == stack:
            raise Declined
        self.pauses += 1
        if self.pauses >= self.due:
            self.snapshot, self.due = (*state, [*stack]), 2 * self.pauses
        return self.space[f"F{number}"], args

    def tidied(self, args: tuple[int, ...]) -> tuple[int, ...]:
        """Drop unreferenced terms; return the new indices of the others."""
        arena, stack = self.arena, self.stack
        to = arena.moved(chain(args, *[todo[1:] for todo in stack]))
        stack[:] = [(todo[0], *[to[i] for i in todo[1:]]) for todo in stack]
        for memo in self.memos.values():
            memo.clear()
        self.snapshot, self.due = (), self.pauses + 1
        self.room = max(ROOM, 2 * len(arena.keys))
        return tuple([to[i] for i in args])
