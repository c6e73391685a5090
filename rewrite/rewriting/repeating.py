"""Repeating a strategy until it changes nothing, returns to an earlier term, or hits a limit."""

from __future__ import annotations

import math

from ..core.terms import Term, order
from .run import Run, Strategy

PASSES = 30
"""After this many passes through a term it counts as growing without end."""


class CameBack(Exception):  # noqa: N818  (it ends a walk and is not an error)
    """Rules have led from a term back to it, or to a term that contains it."""


class Exhaust(Strategy):
    """A strategy repeated at one position; if it runs in a cycle, the result is the term that is
    first in order."""

    def __init__(self, way: Strategy) -> None:
        self.way = way

    def touches(self, t: Term) -> bool:
        return self.way.touches(t)

    def is_idle_on(self, t: Term) -> bool:
        return self.way.is_idle_on(t)

    def apply(self, t: Term, run: Run) -> Term | None:
        found, _ = self.repeat(t, run)
        return found if found is not t else None

    def repeat(self, t: Term, run: Run, most: float = math.inf) -> tuple[Term, bool]:
        """A term after at most `most` applications, and whether nothing more applies."""
        seen = {t: len(run.trace or ())}
        current = t
        while len(seen) <= most:
            found = self.way.repeated(current, run, early=len(seen) <= 8)
            if found is None:
                return current, True
            if found in seen:
                return returned(seen, run), True
            if not run.fits(found):
                run.forget(seen[current])
                return current, True
            current = found
            seen[found] = len(run.trace or ())
        return current, False


class Walked(Strategy):
    """A strategy repeated everywhere, in one walk instead of passes through the whole term.

    A walk does not end if a term turns up inside its own result. Passes may end then, as with a ->
    f(a) and f(f(a)) -> b, so some are made. A term that is not finished by then is assumed to grow
    forever, and a walk takes it to the limits of the run.
    """

    def __init__(self, passes: Exhaust) -> None:
        self.passes = passes

    def is_idle_on(self, t: Term) -> bool:
        return self.passes.is_idle_on(t)

    def walk(self, t: Term, run: Run, endless: bool) -> Term | None:
        """A term after a walk; CameBack if it turns up inside its own result, unless `endless`."""
        raise NotImplementedError

    def apply(self, t: Term, run: Run) -> Term | None:
        if run.stopped is not None:
            return None
        with run.reset_by(CameBack):
            return self.walk(t, run, endless=False)
        found, ended = self.passes.repeat(t, run, PASSES)
        if not ended and run.stopped is None:
            with run.reset_by(CameBack):
                more, ended = self.walk(found, run, endless=True), True
                found = found if more is None else more
        if not ended:
            found, _ = self.passes.repeat(found, run)
        return found if found is not t else None


def returned(seen: dict[Term, int], run: Run) -> Term:
    """The result if rules return to an earlier term: the first in order of the terms in `seen`.

    `seen` has the length of the trace at each of them.
    """
    run.note("cycle")
    best = min(seen, key=order)
    run.forget(seen[best])
    return best
