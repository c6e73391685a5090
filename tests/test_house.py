"""The house: packages in layers, imports in one direction, no circle, no private names.

The tables of layers are those in docs/architecture.md, so that the page cannot say anything else.
"""

from __future__ import annotations

import ast
import collections
import pathlib
import re
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from typing import NamedTuple

import pytest

from rewrite import Operator

ROOT = pathlib.Path(__file__).parents[1]
PACKAGES = ("rewrite", "rules", "mechanics")


class Import(NamedTuple):
    importer: str
    module: str
    name: str
    inside: bool
    """Whether it stands inside a function."""
    line: int
    alias: str = ""
    """By which name a module is known that is imported as a whole."""

    def __str__(self) -> str:
        return f"{self.importer}:{self.line} imports {self.name or 'all'} of {self.module}"


def _modules() -> dict[str, pathlib.Path]:
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = path
    return found


MODULES = _modules()


def _statements(node: ast.AST, inside: bool = False) -> Iterator[tuple[ast.AST, bool]]:
    """The statements that run; those for a type checker only are left out."""
    if isinstance(node, ast.expr) or not {"body", "cases"} & {*node._fields}:
        return
    checked = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
    inside = inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    for child in node.orelse if checked else ast.iter_child_nodes(node):
        yield child, inside
        yield from _statements(child, inside)


def _imports(importer: str, path: pathlib.Path) -> Iterator[Import]:
    """What a file imports, and what it reads from the modules that it imports as a whole."""
    tree = ast.parse(path.read_text())
    whole: dict[str, Import] = {}
    for found in _imported(importer, path, tree):
        yield found
        if found.alias and found.module in MODULES:
            whole[found.alias] = found
    for node in ast.walk(tree) if whole else ():
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in whole:
                yield whole[name]._replace(name=attribute, inside=False, line=node.lineno)


def _imported(importer: str, path: pathlib.Path, tree: ast.Module) -> Iterator[Import]:
    base = importer.split(".") if path.name == "__init__.py" else importer.split(".")[:-1]
    for node, inside in _statements(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(importer, alias.name, "", inside, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            start = base[: len(base) - node.level + 1] if node.level else []
            module = ".".join([*start, *(node.module.split(".") if node.module else [])])
            for alias in node.names:
                whole = f"{module}.{alias.name}"
                target, known = (
                    (whole, alias.asname or alias.name) if whole in MODULES else (module, "")
                )
                yield Import(importer, target, alias.name, inside, node.lineno, known)


@cache
def all_imports() -> list[Import]:
    """The imports of our own modules by each other."""
    return [
        found
        for name, path in MODULES.items()
        for found in _imports(name, path)
        if found.module in MODULES and found.module != name
    ]


def _layers(package: str) -> list[str]:
    """The parts of a package in the order of its table in docs/architecture.md."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    name = "layers" if package == "rewrite" else f"layers of {package}"
    table = text[text.index(f"<!-- {name} -->") : text.index(f"<!-- end of {name} -->")]
    return re.findall(r"^\| `([\w.]+)` ", table, re.MULTILINE)


LAYERED = ("rewrite", "rewrite.check", "rewrite.lowering", "mechanics")
LAYERS = {package: _layers(package) for package in LAYERED}
OUTSIDE = {"rewrite": {"wiring", "__main__"}}
"""Modules beside the layers."""


def _place(module: str) -> tuple[int, ...]:
    """The package, the layer in it, and the layer in that one if it has a table; a facade stands
    above all layers."""
    parts = module.split(".")
    place = [PACKAGES.index(parts[0])]
    for end in range(1, len(parts) + 1):
        layers = LAYERS.get(".".join(parts[:end]))
        if layers is None:
            break
        layer = parts[end] if end < len(parts) else ""
        place.append(layers.index(layer) if layer in layers else len(layers))
    return tuple(place)


@pytest.mark.parametrize("package", LAYERS)
def test_every_module_is_in_the_table(package):
    start = f"{package}."
    parts = {m.removeprefix(start).split(".")[0] for m in MODULES if m.startswith(start)}
    assert parts - set(LAYERS[package]) <= OUTSIDE.get(package, set())
    assert set(LAYERS[package]) <= parts


def test_imports_go_down():
    wrong = [str(found) for found in all_imports() if _place(found.module) > _place(found.importer)]
    assert not wrong, wrong


def test_callers_use_the_public_names_of_the_engine():
    allowed = {"rewrite", "rewrite.errors", "rewrite.testing"}
    wrong = [
        str(found)
        for found in all_imports()
        if not found.importer.startswith("rewrite")
        and found.module.startswith("rewrite")
        and found.module not in allowed
    ]
    assert not wrong, wrong


def test_operators_are_named_where_the_page_says():
    """Knowledge about an operator is in its record; the table lists the files that name one."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    mark = "operators elsewhere -->"
    listed = re.findall(r"`([\w/.]+)`", text[text.index(mark) : text.rindex(mark)])
    places = {"rewrite/theory/", *(f"rewrite/{place}" for place in listed)}
    naming = {
        found.importer
        for found in all_imports()
        if found.importer.startswith("rewrite.")
        and found.module.startswith("rewrite.theory.")
        and isinstance(getattr(import_module(found.module), found.name, None), Operator)
    }
    paths = {MODULES[name].relative_to(ROOT).as_posix() for name in naming}
    assert [path for path in paths if not any(path.startswith(place) for place in places)] == []
    assert [place for place in places if not any(path.startswith(place) for path in paths)] == []


def test_no_circle():
    graph = collections.defaultdict(set)
    for found in all_imports():
        graph[found.importer].add(found.module)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"modules import each other in a circle: {error.args[1]}")


def test_imports_stand_at_the_top():
    late = [
        str(found)
        for found in all_imports()
        if found.inside
        and MODULES[found.importer].name != "__init__.py"
        and "cli" not in found.importer.split(".")
    ]
    assert not late, late


def test_private_names_stay_private():
    private = [str(f) for f in all_imports() if re.match(r"_[^_]", f.name)]
    assert not private, private


@pytest.mark.parametrize("package", PACKAGES)
def test_file_names_are_used_once(package):
    names = collections.Counter(
        p.name for m, p in MODULES.items() if m.split(".")[0] == package and p.stem != "__init__"
    )
    assert [n for n, count in names.items() if count > 1] == []
