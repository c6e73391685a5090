"""Hypothesis profiles: `quick` and `ci` are derandomised, `hunt` looks long.

HYPOTHESIS_PROFILE chooses. README's command takes `quick`, and `.ci/run` takes `ci`.
"""

from __future__ import annotations

import os
from typing import Any

from hypothesis import HealthCheck, settings

CI = 100
"""Examples of each test in the profile `ci`, unless the test says otherwise."""
PROFILES: dict[str, dict[str, Any]] = {
    "quick": {"max_examples": CI // 4, "derandomize": True},
    "ci": {"max_examples": CI, "derandomize": True},
    "dev": {"max_examples": CI},
    "hunt": {"max_examples": 50 * CI},
}
CALM = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def load() -> None:
    """Take the profile that the environment names."""
    name = os.environ.get("HYPOTHESIS_PROFILE", "quick")
    settings.register_profile(name, deadline=None, suppress_health_check=CALM, **PROFILES[name])
    settings.load_profile(name)


def examples(number: int, **more: Any) -> settings:
    """This many examples in the profile `ci`, and in proportion in the others."""
    return settings(max_examples=max(1, number * settings().max_examples // CI), **more)
