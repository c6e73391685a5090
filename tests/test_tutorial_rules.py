"""The tutorial for rule authors runs as it is printed."""

import doctest
from pathlib import Path

TUTORIAL = Path(__file__).parent.parent / "docs" / "tutorial-rules.md"


def test_the_tutorial():
    found = doctest.testfile(
        str(TUTORIAL), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert found.attempted > 30
    assert found.failed == 0
