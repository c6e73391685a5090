"""What all tests share: the profile of Hypothesis, and a garbage collector that looks up rarely."""

import gc

import profiles
import pytest

profiles.load()
gc.disable()


def pytest_collection_finish() -> None:
    """From here on, collect what tests leave behind.

    Modules and tests live to the end. Looking through them time and again took an eighth of all.
    """
    gc.freeze()
    gc.set_threshold(100_000)
    gc.enable()


@pytest.fixture
def few_objects() -> None:
    """Leave what lives now to the end, so that a full collection takes no time."""
    gc.freeze()
