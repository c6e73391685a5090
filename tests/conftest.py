"""Hypothesis profiles: `quick` and `ci` are derandomised, `hunt` looks long.

HYPOTHESIS_PROFILE chooses. README's command takes `quick`, and `.ci/run` takes `ci`.
"""

import os

from hypothesis import HealthCheck, settings

_calm = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
settings.register_profile(
    "quick", derandomize=True, deadline=None, max_examples=50, suppress_health_check=_calm
)
settings.register_profile(
    "ci", derandomize=True, deadline=None, max_examples=100, suppress_health_check=_calm
)
settings.register_profile("dev", deadline=None, max_examples=100, suppress_health_check=_calm)
settings.register_profile("hunt", deadline=None, max_examples=5000, suppress_health_check=_calm)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
