"""How gaps of constraints that grow while a motion is integrated are removed."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import ModelError

WAYS = ("baumgarte", "none")


def pull_of(stabilise: Any, rate: Any) -> tuple[float, float] | None:
    """a and b of Baumgarte's terms -2 a g' - b² g, or None for none."""
    if stabilise not in WAYS:
        listed = " or ".join(map(repr, WAYS))
        raise ModelError(f"rhs: stabilise is {listed}, not {stabilise!r}")
    if stabilise == "none":
        return None
    try:
        a, b = rate if np.ndim(rate) else (rate, rate)
        found = float(a), float(b)
    except (TypeError, ValueError):
        raise ModelError(f"rhs: rate is a number, or two for a and b, not {rate!r}") from None
    if not all(np.isfinite(found)) or min(found) < 0:
        raise ModelError(f"rhs: the rate at which gaps decay must not be negative, as {rate!r} is")
    return found
