"""What docs/architecture.md promises: one new file and one line, and the thing is found by name."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = {
    "rewrite/theory/mirrors.py": '''
from ..core.declaring import operator
from ..core.sorts import Vector

mirrored = operator("mirrored", Vector, Vector, result=Vector, module="")
''',
    "rules/mirrors.py": '''
from rewrite import Rewrite, RuleSet, Scalar, cos, rule, sin


@rule
def squared_cosine(x: Scalar) -> Rewrite[Scalar]:
    "cos² x = 1 - sin² x."
    return cos(x)**2 >> 1 - sin(x)**2


MIRRORS = RuleSet(squared_cosine, name="MIRRORS")
''',
    "rewrite/theory/duals.py": '''
from ..core.sorts import Linear


class Dual(Linear):
    dimension = 2
''',
    "mechanics/joints/rail.py": '''
from .prismatic import Prismatic


class Rail(Prismatic):
    label = "rail"
''',
    "mechanics/formalisms/theorem.py": '''
def theorem(system):
    return ("theorem", system)
''',
    "rewrite/lowering/code/julia.py": '''
from .python import PythonLanguage


class JuliaLanguage(PythonLanguage):
    name = "julia"
''',
}  # fmt: skip
LINES = (
    ("rewrite/__init__.pyi", "from .theory.mirrors import mirrored as mirrored"),
    ("rules/__init__.py", "from .mirrors import MIRRORS as MIRRORS"),
    ("rewrite/__init__.pyi", "from .theory.duals import Dual as Dual"),
    ("mechanics/joints/__init__.py", "from .rail import Rail as Rail"),
    ("mechanics/formalisms/__init__.py", "from .theorem import theorem as theorem"),
    ("rewrite/lowering/code/languages.py", "from .julia import JuliaLanguage as JuliaLanguage"),
)
USES = {
    "operator": "from rewrite import *; a, b = vectors('a b'); "
    "print(parse('mirrored(a, b)', [a, b]) is mirrored(a, b))",
    "rule set": "import rules; print(rules.REGISTRY['MIRRORS'] is rules.MIRRORS)",
    "sort": "from rewrite import Dual, symbol; print(symbol('d', Dual).sort is Dual)",
    "joint": "import mechanics; print(mechanics.JOINTS['rail'] is mechanics.Rail)",
    "formalism": "import mechanics; print(mechanics.FORMALISMS['theorem'] is mechanics.theorem)",
    "output language": "from rewrite import code, scalar; print(code(scalar('x'), 'julia') != '')",
}


@pytest.fixture(scope="module")
def enlarged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages, with one file and one line more of each kind."""
    root = tmp_path_factory.mktemp("enlarged")
    for package in ("rewrite", "rules", "mechanics"):
        shutil.copytree(ROOT / package, root / package)
    for name, text in FILES.items():
        (root / name).write_text(text)
    for name, line in LINES:
        lines = (root / name).read_text().splitlines()
        last = max(i for i, found in enumerate(lines) if found.startswith("from ."))
        lines.insert(last + 1, line)
        (root / name).write_text("\n".join(lines) + "\n")
    return root


def test_one_file_and_one_line(enlarged):
    found = subprocess.run(
        [sys.executable, "-c", "\n".join(USES.values())], cwd=enlarged, capture_output=True,
        text=True, env={"PYTHONPATH": str(enlarged), "PATH": ""},
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    assert dict(zip(USES, found.stdout.split(), strict=True)) == dict.fromkeys(USES, "True")
