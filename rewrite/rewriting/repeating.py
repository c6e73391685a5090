"""Again and again: a strategy until it changes nothing, comes back, or meets a limit."""

from __future__ import annotations

from ..core.terms import Term, order
from .run import Run, Strategy


class Exhaust(Strategy):
    """A strategy repeated at one place; where it comes back, the first in order of all it had."""

    def __init__(self, way: Strategy) -> None:
        self.way = way

    def touches(self, t: Term) -> bool:
        return self.way.touches(t)

    def apply(self, t: Term, run: Run) -> Term | None:
        seen = {t: len(run.trace or ())}
        current = t
        while True:
            found = self.way.repeated(current, run, early=len(seen) <= 8)
            if found is None:
                break
            if found in seen:
                current = returned(seen, run)
                break
            if not run.fits(found):
                run.forget(seen[current])
                break
            current = found
            seen[found] = len(run.trace or ())
        return current if current is not t else None


def returned(seen: dict[Term, int], run: Run) -> Term:
    """What to end with where rules come back to a term they had: the first in order of `seen`,
    which says how many steps had been taken to each."""
    run.note("cycle")
    best = min(seen, key=order)
    run.forget(seen[best])
    return best
