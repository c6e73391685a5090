"""Programs load what they use, and no more: counted in modules, not in seconds."""

import subprocess
import sys

import pytest

import rewrite
from rewrite.cli import catalogue, command_line

LOADED = "\nimport sys; print(*sys.modules)\n"


def modules_after(*sources: str) -> list[set[str]]:
    """The modules that are loaded after each of several pieces of one program."""
    program = "".join(source + LOADED for source in sources)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return [set(line.split()) for line in done.stdout.splitlines()[-len(sources) :]]


def test_importing_the_engine_loads_none_of_it():
    (loaded,) = modules_after("import rewrite")
    found = {m for m in loaded if m.startswith("rewrite.")}
    assert found == {"rewrite.wiring", "rewrite.core", "rewrite.core.hooks"}


def test_numpy_and_sympy_are_loaded_where_they_are_used():
    source = """
from rewrite import *
a, b = vectors("a b")
simplify(cross(a, b) + cross(b, a + b))
equal(cross(a, b), -cross(b, a))
code(cross(a, b), "c")
"""
    first, with_numpy, with_sympy = modules_after(
        source, "evaluate(a, {a: (1, 2, 3)}, 'float')", "to_sympy(scalar('x'))"
    )
    assert not first & {"numpy", "sympy", "scipy", "hypothesis", "lark"}
    assert "numpy" in with_numpy
    assert "sympy" not in with_numpy
    assert "sympy" in with_sympy


def test_help_loads_no_engine():
    source = """
from rewrite.cli import main
try:
    main(["--help"])
except SystemExit as ended:
    assert ended.code == 0
"""
    (found,) = modules_after(source)
    assert not {m for m in found if m.startswith(("rules", "mechanics", "rewrite.theory"))}
    assert "rewrite.core.terms" not in found


def test_the_short_help_is_the_help_of_all_commands():
    whole = command_line.parser_for(["--help"]).format_help()
    assert catalogue.help_parser().format_help() == whole


def test_every_public_name_is_there():
    assert all(getattr(rewrite, name) is not None for name in rewrite.__all__)
    assert rewrite.time.name == "time"
    assert not {"all", "time"} & set(rewrite.__all__)
    assert {"simplify", "time"} <= set(dir(rewrite))
    with pytest.raises(AttributeError, match="has no attribute 'simplfy'"):
        rewrite.simplfy  # noqa: B018
