"""A limit on the work that a description asks for, so that reading one always ends."""

from __future__ import annotations

from .lsd_error import LsdError, Place

MAX_STEPS = 100_000
"""How many expressions may be evaluated while a description is read, each use counted."""


class Budget:
    """The remaining steps; names that each use another name twice soon use them up."""

    def __init__(self, steps: int = MAX_STEPS) -> None:
        self.left = steps

    def spend(self, place: Place) -> None:
        self.left -= 1
        if self.left < 0:
            raise LsdError(
                place,
                f"this description needs more than {MAX_STEPS} evaluations",
                "names that use other names many times over grow fast: use fewer of them",
            )
