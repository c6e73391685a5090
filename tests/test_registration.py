"""One new file and one line, as docs/architecture.md says, and an addition is found by its name.

No real addition would have the names of these samples, so they cannot clash.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = {
    "rewrite/theory/sample_operator.py": '''
from ..core.declaring import operator
from ..core.sorts import Vector

sample_operator = operator("sample_operator", Vector, Vector, result=Vector, module="")
''',
    "rules/sample_rules.py": '''
from rewrite import Rewrite, RuleSet, Scalar, cos, rule, sin


@rule
def squared_cosine(x: Scalar) -> Rewrite[Scalar]:
    "cos² x = 1 - sin² x."
    return cos(x)**2 >> 1 - sin(x)**2


SAMPLE_RULES = RuleSet(squared_cosine, name="SAMPLE_RULES")
''',
    "rewrite/theory/sample_sort.py": '''
from ..core.sorts import Linear


class SampleSort(Linear):
    dimension = 2
''',
    "mechanics/joints/sample_joint.py": '''
from .prismatic import Prismatic


class SampleJoint(Prismatic):
    label = "sample"
''',
    "mechanics/formalisms/sample_formalism.py": '''
def sample_formalism(system):
    return ("theorem", system)
''',
    "rewrite/lowering/code/sample_language.py": '''
from .python import PythonLanguage


class SampleLanguage(PythonLanguage):
    name = "sample"
''',
}  # fmt: skip
LINES = (
    (
        "rewrite/__init__.pyi",
        "from .theory.sample_operator import sample_operator as sample_operator",
    ),
    ("rules/__init__.py", "from .sample_rules import SAMPLE_RULES as SAMPLE_RULES"),
    ("rewrite/__init__.pyi", "from .theory.sample_sort import SampleSort as SampleSort"),
    ("mechanics/joints/__init__.py", "from .sample_joint import SampleJoint as SampleJoint"),
    (
        "mechanics/formalisms/__init__.py",
        "from .sample_formalism import sample_formalism as sample_formalism",
    ),
    (
        "rewrite/lowering/code/languages.py",
        "from .sample_language import SampleLanguage as SampleLanguage",
    ),
)
USES = {
    "operator": "from rewrite import *; a, b = vectors('a b'); "
    "print(parse('sample_operator(a, b)', [a, b]) is sample_operator(a, b))",
    "rule set": "import rules; print(rules.REGISTRY['SAMPLE_RULES'] is rules.SAMPLE_RULES)",
    "sort": "import rewrite; "
    "print(rewrite.symbol('d', rewrite.SampleSort).sort is rewrite.SampleSort)",
    "joint": "import mechanics; print(mechanics.JOINTS['samplejoint'] is mechanics.SampleJoint)",
    "formalism": "import mechanics; "
    "print(mechanics.FORMALISMS['sample-formalism'] is mechanics.sample_formalism)",
    "output language": "from rewrite import code, scalar; print(code(scalar('x'), 'sample') != '')",
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
