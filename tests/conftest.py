"""Setup of all tests: the profile of Hypothesis, a garbage collector that looks up rarely, and
compiled modules for the programs that tests start."""

import atexit
import gc
import os
import shutil
import tempfile

import profiles
import pytest

profiles.load()
gc.disable()

if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    # Otherwise every program that a test starts would compile the whole package again.
    os.environ["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, os.environ["PYTHONPYCACHEPREFIX"], ignore_errors=True)


def pytest_collection_finish() -> None:
    """From here on, collect what tests leave behind.

    Modules and tests live to the end. Looking through them time and again took an eighth of all.
    """
    gc.freeze()
    gc.set_threshold(400_000)
    gc.enable()


@pytest.fixture
def few_objects() -> None:
    """Leave what lives now to the end, so that a full collection takes no time."""
    gc.freeze()
