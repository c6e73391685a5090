"""The equations of motion in all speeds of a system, from the system or from other equations."""

from __future__ import annotations

import warnings
from typing import Any

from ..equations.motion import EquationsOfMotion
from ..errors import ModelError, RedundancyWarning
from ..formalisms.kane import kane
from ..system import System


def unreduced(system: Any, caller: str) -> EquationsOfMotion:
    """Given equations if they are not reduced to independent speeds, otherwise Kane's equations."""
    if isinstance(system, EquationsOfMotion):
        if system.reduction is None:
            return system
        system = system.system
    if not isinstance(system, System):
        raise ModelError(f"{caller} takes a System or the result of kane, not {system!r}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RedundancyWarning)
        return kane(system)
