"""The pages of docs/: every block of code in them is run.

Python in them is doctests, which pytest collects by itself. Here are the rest: shell blocks are run
line by line and what they print is compared with what is shown; blocks with a caption are files,
and those commands find them. Any other block must say that it is no code.
"""

from __future__ import annotations

import doctest
import pydoc
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

import pytest

import mechanics
import rewrite
import rules
from rewrite.cli import main

ROOT = Path(__file__).parent.parent
PAGES = sorted(p for p in (ROOT / "docs").rglob("*.md") if "_build" not in p.parts)
NO_CODE = {"text", "{toctree}", "{eval-rst}"}
NO_CODE |= {"{public-functions}", "{public-operators}", "{rule-sets}"}
LOOSE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass
class Block:
    """A fenced block: its kind, its options, its lines, and where it begins."""

    kind: str
    line: int
    options: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page."""
    fence, block = "", Block("", 0)
    for number, line in enumerate(text.splitlines(), 1):
        if fence and line.strip() == fence:
            yield block
            fence = ""
        elif fence:
            option = re.fullmatch(r":(\w+): (.*)", line) if not block.lines else None
            if option is None:
                block.lines.append(line)
            else:
                block.options[option[1]] = option[2]
        elif opening := re.match(r"(```+|~~~+)\s*(\S*)", line):
            fence, block = opening[1], Block(opening[2], number)
    assert not fence, f"the block of line {block.line} has no end"


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """The commands of a shell block, each with what is shown below it."""
    told: list[tuple[str, list[str]]] = []
    for line in block.lines:
        if line.startswith("$ "):
            told.append((line[2:], []))
        elif line.startswith("> ") and told and not told[-1][1]:
            told[-1] = (f"{told[-1][0]}\n{line[2:]}", [])
        else:
            assert told, f"line {block.line}: a shell block begins with `$ `"
            told[-1][1].append(line)
    for command, shown in told:
        yield command, "\n".join(shown)


class Shell:
    """A shell that knows `penelope` and `echo $?`."""

    def __init__(self) -> None:
        self.status = 0

    def printed(self, command: str) -> str:
        """What a command prints, errors among the rest, as on a terminal."""
        screen = StringIO()
        with redirect_stdout(screen), redirect_stderr(screen):
            self.run(command)
        return screen.getvalue()

    def run(self, command: str) -> None:
        words = shlex.split(command)
        if words == ["echo", "$?"]:
            print(self.status)
            return
        assert words[0] == "penelope", f"the pages may run penelope, not {words[0]}"
        try:
            self.status = main(words[1:])
        except SystemExit as ended:  # of --help, and of what argparse refuses
            self.status = int(ended.code or 0)


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_what_commands_print_is_what_is_shown(page, tmp_path, monkeypatch):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    checker, shell = doctest.OutputChecker(), Shell()
    for block in blocks(page.read_text(encoding="utf-8")):
        if "caption" in block.options:
            Path(block.options["caption"]).write_text("\n".join([*block.lines, ""]), "utf-8")
        for command, shown in commands(block) if block.kind == "console" else ():
            printed = shell.printed(command)
            same = checker.check_output(f"{shown}\n", printed, LOOSE)
            assert same, f"{name_of(page)}:{block.line}: {command}\n{printed}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_no_code_is_only_shown(page):
    for block in blocks(page.read_text(encoding="utf-8")):
        where = f"{name_of(page)}:{block.line}"
        if block.kind == "python":
            assert any(line.startswith(">>> ") for line in block.lines), f"{where} is never run"
        elif block.kind == "{code-block}":
            assert "caption" in block.options, f"{where} is in no file, so nothing runs it"
        else:
            assert block.kind in NO_CODE | {"console"}, f"{where}: what is {block.kind!r}?"


def test_a_file_that_is_shown_is_used():
    """Blocks with a caption are run by a command of their page that names them."""
    for page in PAGES:
        found = list(blocks(page.read_text(encoding="utf-8")))
        told = [c for b in found if b.kind == "console" for c, _ in commands(b)]
        for block in found:
            name = block.options.get("caption", "")
            assert not name or any(name in c for c in told), f"{name_of(page)}: {name} is unused"


def test_the_commands_of_the_readme_do_what_they_say(tmp_path, monkeypatch):
    """Of all files of rules one will do here: the library is checked elsewhere."""
    for folder in ("examples", "rules"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = [line for block in blocks(text) if block.kind == "sh" for line in block.lines]
    shown = [line.partition(" # ")[0] for line in lines if line.startswith("penelope ")]
    assert len(shown) >= 7
    shell = Shell()
    for command in shown:
        told = shell.printed(command.replace("rules/*.py", "rules/vees.py"))
        assert shell.status == 0, f"{command}\n{told}"
        assert "run" not in command or told.endswith(": 30 proved\n")
    assert {"steps.html", "report.html", "octonions.py"} <= {p.name for p in tmp_path.iterdir()}


def test_blocks_are_read_as_they_are_written():
    text = "```console\n$ penelope new x\nx.py\n```\n```{code-block} text\n:caption: a\nb\n```\n"
    shell, file = blocks(text)
    assert list(commands(shell)) == [("penelope new x", "x.py")]
    assert (file.kind, file.options, file.lines) == ("{code-block}", {"caption": "a"}, ["b"])
    with pytest.raises(AssertionError, match="no end"):
        list(blocks("```python\n>>> 1\n"))


def test_help_describes_an_operator():
    told = pydoc.plain(pydoc.render_doc(rewrite.cross))
    assert "cross(Vector, Vector)" in told
    assert "The vector product a × b." in told
    assert "Anticommutative" in told
    operators = [getattr(rewrite, name) for name in rewrite.__all__]
    operators = [op for op in operators if isinstance(op, rewrite.Operator)]
    assert len(operators) > 20
    assert [op.name for op in operators if not op.doc] == []


def test_every_public_name_has_words():
    for package in (rewrite, rules, mechanics):
        for name in package.__all__:
            thing = getattr(package, name)
            if callable(thing):
                assert (thing.__doc__ or "").strip(), f"{package.__name__}.{name}"
