"""The file that `penelope new` writes: operators, laws, two rules, and a test."""

from __future__ import annotations

import importlib.util
import keyword
import sys
from pathlib import Path

from ...errors import RewriteError, reason_of

RULES = '''"""{title}: an algebra with its own operators and laws.

Operators are declared with their laws: `normal` applies them, and rules are matched modulo them.
Whatever laws cannot express is a rule. `penelope check {name}.py` checks this file.
"""

from __future__ import annotations

from rewrite import (
    Absorbing,
    Antimorphism,
    Associative,
    Involution,
    Neutral,
    Rewrite,
    RuleSet,
    Term,
    operator,
    rule,
    symbol,
)


class {sort}(Term):
    """What this algebra is about. Derive from `Linear` if its elements can be added."""


# -- operators, with their laws -------------------------------------------------------------------

nothing = symbol("nothing", {sort})
after = operator(
    "after",
    {sort},
    {sort},
    result={sort},
    laws=[Associative(), Neutral(nothing)],
    unicode="{{0}} ∘ {{1}}",
)
undone = operator(
    "undone",
    {sort},
    result={sort},
    laws=[Involution(), Absorbing(nothing), Antimorphism(after)],  # (x ∘ y)⁻¹ = y⁻¹ ∘ x⁻¹
)


# -- axioms: rules that define the algebra besides its laws ---------------------------------------


@rule
def undone_after(x: {sort}) -> Rewrite[{sort}]:
    """x⁻¹ ∘ x = nothing."""
    return after(undone(x), x) >> nothing


AXIOMS = RuleSet(undone_after, name="AXIOMS")
"""Assumed to be true; every other rule must hold wherever the laws and the axioms do."""


# -- rules that follow ----------------------------------------------------------------------------


@rule
def undone_before(x: {sort}) -> Rewrite[{sort}]:
    """x ∘ x⁻¹ = nothing, since x⁻¹⁻¹ = x."""
    return after(x, undone(x)) >> nothing


{upper} = RuleSet(undone_after, undone_before, name="{upper}")
"""The rules of this algebra, in the order in which they are tried."""

EXCEPTIONS = {{}}
"""Findings to accept: {{("a rule or set", "kind"): "the reason"}}."""
'''

TEST = '''"""What must be true of {name}."""

from {name} import {sort}, {upper}, after, nothing, undone

from rewrite import bottom_up, exhaust, symbol
from rewrite.check import check

x, y = symbol("x", {sort}), symbol("y", {sort})


def test_the_rules_pass_their_check():
    report = check("{name}.py")
    assert report.ok, report.text()


def test_an_example():
    everywhere = exhaust(bottom_up({upper}))
    assert everywhere(after(undone(x), x, y)) is y
    assert everywhere(after(y, undone(x))) is None
    assert everywhere(after(x, undone(x))) is nothing
'''


TAKEN = frozenset(["AXIOMS", "EXCEPTIONS"])
"""Names with another meaning in a file of rules."""


def written_file(name: str, folder: Path) -> list[Path]:
    """Write the two files; refuse to overwrite any."""
    _refuse_name(name)
    if not folder.is_dir():
        raise RewriteError(f"there is no folder {folder}")
    words = {"name": name, "title": name.replace("_", " ").capitalize(), "upper": name.upper()}
    words["sort"] = _sort(name)
    found = {folder / f"{name}.py": RULES, folder / f"test_{name}.py": TEST}
    for path in found:
        if path.exists():
            raise RewriteError(f"{path} already exists; give another name, or --to a folder")
    _refuse_module(name)
    for path, text in found.items():
        try:
            path.write_text(text.format(**words), encoding="utf-8")
        except OSError as error:
            raise RewriteError(f"{path} cannot be written: {reason_of(error)}") from None
    return list(found)


def _refuse_name(name: str) -> None:
    """Refuse names that are no Python identifiers or have another meaning."""
    if not name.isidentifier() or keyword.iskeyword(name) or name.startswith("_"):
        raise RewriteError(f"{name!r} cannot name an algebra: use letters, digits and _")
    if name.upper() in TAKEN or not name.upper().isidentifier():
        raise RewriteError(f"{name!r} cannot name an algebra: {name.upper()} is its set of rules")


def _refuse_module(name: str) -> None:
    """Refuse names that would hide a module, Python's own or an installed one."""
    if name in sys.stdlib_module_names or importlib.util.find_spec(name) is not None:
        raise RewriteError(
            f"{name!r} cannot name an algebra: a module of that name is installed, and the new "
            "file would hide it"
        )


def _sort(name: str) -> str:
    """A name for the elements: that of the algebra in the singular, if it is not taken."""
    sort = "".join(part.capitalize() for part in name.split("_")).rstrip("s") or "Thing"
    imported = {word.strip(" ,") for word in RULES.splitlines()}
    return f"{sort}Element" if sort == name.upper() or sort in imported else sort
