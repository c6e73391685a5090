"""The reference, made from the objects: no name is listed by hand, so none is forgotten.

`public-functions MODULE [PREFIX…]` documents the functions and classes that a package exports and
that are defined under the prefixes; with no prefix, those that no other directive of the page has
taken. `public-operators [MODULE]` is a table of the exported operators of a package with their
laws, `rule-sets` the named sets of `rules`, each with its rules and identities.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from pkgutil import iter_modules
from typing import Any

from docutils import nodes
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective

TAKEN = "public_names_taken"
ESCAPED = re.compile(r"([*|\\_])")


class Generated(SphinxDirective):
    """A directive whose content is made: reStructuredText, line by line."""

    has_content = False
    optional_arguments = 100

    def run(self) -> list[nodes.Node]:
        text = "\n".join(["~~~~{eval-rst}", *self.lines(), "~~~~"])
        return self.parse_text_to_nodes(text)

    def lines(self) -> Iterator[str]:
        raise NotImplementedError


class PublicFunctions(Generated):
    def lines(self) -> Iterator[str]:
        package, *prefixes = self.arguments
        taken = self.env.temp_data.setdefault(TAKEN, set())
        found = [(n, t) for n, t in exported(package) if is_under(t, package, prefixes)]
        found = [(n, t) for n, t in found if f"{package}.{n}" not in taken]
        if found and not prefixes and any(t.rpartition(".")[0] == package for t in taken):
            yield from (".. rubric:: And more", "")
        for name, thing in found:
            taken.add(f"{package}.{name}")
            kind = "autoclass" if inspect.isclass(thing) else "autofunction"
            yield f".. {kind}:: {package}.{name}"
            if inspect.isclass(thing) and thing.__bases__ != (object,):
                yield "   :show-inheritance:"
            yield ""


def is_under(thing: Any, package: str, prefixes: list[str]) -> bool:
    """Whether a thing is defined in one of some modules of a package; of none means of any."""
    place = f"{thing.__module__}."
    return not prefixes or any(place.startswith(f"{package}.{p}.") for p in prefixes)


def exported(package: str) -> Iterator[tuple[str, Any]]:
    """The functions and classes that a package exports; other things have no docstring."""
    module = importlib.import_module(package)
    for name in sorted(module.__all__, key=str.lower):
        thing = getattr(module, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            yield name, thing


class PublicOperators(Generated):
    def lines(self) -> Iterator[str]:
        import rewrite

        package = importlib.import_module(self.arguments[0] if self.arguments else "rewrite")
        yield from (".. list-table::", "   :header-rows: 1", "   :align: left", "")
        yield from ("   * - operator", "     - what it is", "     - written", "     - laws")
        for name in package.__all__:
            op = getattr(package, name)
            if isinstance(op, rewrite.Operator):
                shown = op.unicode.format(*"abcdef") if isinstance(op.unicode, str) else ""
                laws = ", ".join(dict.fromkeys(type(law).__name__ for law in op.laws))
                yield from (f"   * - ``{op.signature}``", f"     - {escaped(op.doc)}")
                yield f"     - {literal(shown)}"
                yield f"     - {laws or '—'}"
        yield ""


class RuleSets(Generated):
    def lines(self) -> Iterator[str]:
        rules = importlib.import_module("rules")
        for name, found in sorted(rules.REGISTRY.items()):
            yield from (f".. py:data:: rules.{name}", "")
            yield from (f"   {escaped(words_after(name))}", "")
            yield from ("   .. list-table::", "      :widths: 35 65", "      :align: left", "")
            for r in found:
                yield from (f"      * - ``{r.name}``", f"        - {escaped(r.doc)}")
            yield ""


def words_after(name: str) -> str:
    """The docstring that follows the definition of a set, in the module that defines it."""
    rules = importlib.import_module("rules")
    for found in ("rules", *(f"rules.{m.name}" for m in iter_modules(rules.__path__))):
        words = ModuleAnalyzer.for_module(found).find_attr_docs().get(("", name))
        if words:
            return " ".join(words)
    return ""


def literal(text: str) -> str:
    return f"``{text}``" if text else "—"


def escaped(text: str) -> str:
    """Plain words in which signs that reStructuredText would read as markup are kept as signs."""
    parts = re.split(r"`([^`]*)`", " ".join(text.split()))
    plain = [ESCAPED.sub(r"\\\1", p) for p in parts]
    shown = [f"``{p}``" if i % 2 else plain[i] for i, p in enumerate(parts)]
    return _apart(shown)


def _apart(parts: list[str]) -> str:
    """Code and words after each other: where no space is between, an invisible one is needed."""
    text = parts[0]
    for i, part in enumerate(parts[1:], 1):
        touches = text[-1:].isalnum() if i % 2 else part[:1].isalnum()
        text += ("\\ " if touches else "") + part
    return text


def keep_signs(app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Docstrings are plain words with `code` and doctests: |q|² and x* are no markup there."""
    in_example = False
    for i, line in enumerate(lines):
        in_example = line.lstrip().startswith((">>>", "...")) or (in_example and bool(line.strip()))
        if not in_example and line.strip():
            indent = len(line) - len(line.lstrip())
            lines[i] = " " * indent + escaped(line)


def without_last_blank_line(app: Any, tree: nodes.document) -> None:
    """A doctest in Markdown needs a blank line before its fence, which no reader needs."""
    for block in tree.findall(nodes.literal_block):
        text = block.astext().rstrip()
        block.rawsource, block.children = text, []
        block += nodes.Text(text)


def setup(app: Any) -> dict[str, Any]:
    app.add_directive("public-functions", PublicFunctions)
    app.add_directive("public-operators", PublicOperators)
    app.add_directive("rule-sets", RuleSets)
    app.connect("autodoc-process-docstring", keep_signs)
    app.connect("doctree-read", without_last_blank_line)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
