"""Errors in models, and in requests to them."""

from __future__ import annotations

from rewrite import RewriteError


class ModelError(RewriteError, ValueError):
    """Frames, points, bodies or speeds do not make a model; the message says what is missing."""


class NoPotentialError(ModelError):
    """A formalism needs a potential, and an effort has none; the message names the effort."""


class ContradictionError(ModelError):
    """Constraints cannot hold together, or not where they should; the message names them."""


class RedundancyWarning(UserWarning):
    """Constraints depend on each other; the message names them and says what is done."""


class StoppedWarning(UserWarning):
    """A simulation ended before its final time; the message says why."""


class NotSteadyError(ModelError):
    """A state is neither an equilibrium nor a steady motion; the message shows the residuals."""
