"""Import files of rules statement by statement, so that one bad rule does not stop the others.

A statement that defines a rule and fails is recorded, and the rest of the file is run without the
names that it would have defined: they are left out of the sets and lists that name them. Any other
failure ends the import, as it does in Python. So does the time limit, for files that do not
terminate.
"""

from __future__ import annotations
import __future__

import ast
import ctypes
import importlib
import importlib.util
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import FrameType, ModuleType

from ...errors import RuleError

SECONDS = 60.0
"""The time limit for importing a file."""


class ImportStopped(BaseException):
    """A file took too long to import. No `except Exception` of the file can catch it."""


@dataclass(frozen=True)
class Refused:
    """A statement that failed to define a rule: the line that failed, the statement, and the
    error."""

    line: int
    node: ast.stmt
    error: Exception


@dataclass
class Imported:
    """A module, and the rules in it that were refused."""

    module: ModuleType
    refused: list[Refused] = field(default_factory=list)


def imported(file: Path, tree: ast.Module, seconds: float = SECONDS) -> Imported:
    """The module of a file, imported anew unless it is part of a package that is already loaded."""
    parts, folder = [file.stem], file.parent
    while (folder / "__init__.py").exists():
        parts, folder = [folder.name, *parts], folder.parent
    dotted = ".".join(part for part in parts if part != "__init__")
    with _importing_from(folder), _stopped_after(seconds):
        if len(parts) > 1:
            found = _part_of_package(dotted, file)
            if found is not None:
                return Imported(found)
        loader = _Tolerant(dotted, str(file), tree)
        spec = importlib.util.spec_from_file_location(dotted, file, loader=loader)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[dotted] = module
        loader.exec_module(module)
        return Imported(module, loader.refused)


def _part_of_package(dotted: str, file: Path) -> ModuleType | None:
    """A module imported with its package; None if that is another file, or a rule is refused."""
    try:
        module = importlib.import_module(dotted)
    except RuleError:
        return None
    own = getattr(module, "__file__", None)
    return module if own is not None and Path(own).resolve() == file else None


class _Tolerant(SourceFileLoader):
    """Executes a module one statement after another."""

    def __init__(self, name: str, path: str, tree: ast.Module) -> None:
        super().__init__(name, path)
        self.tree, self.flags = tree, _future_flags(tree)
        self.refused: list[Refused] = []
        self.missing: frozenset[str] = frozenset()

    def exec_module(self, module: ModuleType) -> None:
        module.__doc__ = ast.get_docstring(self.tree)
        for node in self.tree.body:
            try:
                self.run(node, module)
            except Exception as error:
                if not self.is_missing(error):
                    self.refuse(node, error)
                elif not self.runs_without(node, module):
                    self.missing |= set(_defined(node))

    def run(self, node: ast.stmt, module: ModuleType) -> None:
        own = ast.Module([node], [])
        code = compile(own, self.path, "exec", flags=self.flags, dont_inherit=True)
        exec(code, vars(module))

    def refuse(self, node: ast.stmt, error: Exception) -> None:
        """Record an error in the definition of a rule; raise any other again."""
        if not isinstance(error, RuleError) and not _is_rule(node):
            raise error
        self.missing |= set(_defined(node))
        self.refused.append(Refused(_line(error, self.path, node), node, error))

    def is_missing(self, error: Exception) -> bool:
        return isinstance(error, NameError) and error.name in self.missing

    def runs_without(self, node: ast.stmt, module: ModuleType) -> bool:
        """Whether a statement runs without the names of refused rules."""
        try:
            less = _Without(self.missing).visit(deepcopy(node))
            self.run(ast.fix_missing_locations(less), module)
            return True
        except NameError as error:
            if not self.is_missing(error):
                raise
            return False


class _Without(ast.NodeTransformer):
    """Removes names from the arguments of calls and the entries of lists, tuples and sets."""

    def __init__(self, names: frozenset[str]) -> None:
        self.names = names

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for name in ("args", "elts"):
            inside = getattr(node, name, None)
            if isinstance(inside, list):
                setattr(node, name, [x for x in inside if not self.is_gone(x)])
        return super().generic_visit(node)

    def is_gone(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and node.id in self.names


def _future_flags(tree: ast.Module) -> int:
    """The compiler flags that a file sets by `from __future__ import …`."""
    own = [n for n in tree.body if isinstance(n, ast.ImportFrom) and n.module == "__future__"]
    features = (getattr(__future__, alias.name, None) for n in own for alias in n.names)
    return sum({f.compiler_flag for f in features if f is not None})


def _is_rule(node: ast.stmt) -> bool:
    """Whether a statement is a function decorated as a rule."""
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else ()
    return any(ast.unparse(d).rpartition(".")[2] == "rule" for d in decorators)


def _defined(node: ast.stmt) -> Iterator[str]:
    """The names that a statement defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
        return
    for x in ast.walk(node):
        if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store):
            yield x.id


def _line(error: BaseException, path: str, node: ast.stmt) -> int:
    """The last line of a file in the traceback of an error."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = (f.lineno for f in reversed(frames) if f.filename == path and f.lineno)
    return next(lines, node.lineno)


# -- where modules come from, and how long that may take ------------------------------------------


@contextmanager
def _importing_from(folder: Path) -> Iterator[None]:
    """Import modules from a folder first, and write no compiled code.

    Python would use stale compiled code for a file that was saved again in the same second with the
    same length.
    """
    sys.path.insert(0, str(folder))
    written, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        sys.dont_write_bytecode = written


@contextmanager
def _stopped_after(seconds: float) -> Iterator[None]:
    """Raise `ImportStopped` in the block if it takes longer.

    A signal also wakes a sleeping file. Where signals are not available (in another thread, or on
    another system), a second thread raises the exception as soon as Python code runs again.
    """
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        with _by_signal(seconds):
            yield
        return
    watch = threading.Timer(seconds, _raise_in, [threading.get_ident()])
    watch.daemon = True
    watch.start()
    try:
        yield
    finally:
        watch.cancel()


@contextmanager
def _by_signal(seconds: float) -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise ImportStopped

    before = signal.signal(signal.SIGALRM, stop)
    left, again = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, left, again)
        signal.signal(signal.SIGALRM, before)


def _raise_in(thread: int) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread), ctypes.py_object(ImportStopped)
    )
