"""Problems of the public termination database (TermCOMP/TPDB), read as sets of rules.

The database is not part of this project. It is the repository TermCOMP/TPDB, in the format XTC; a
folder with its files is named on the command line. Every function symbol becomes an operator of one
sort made for the problem (a constant becomes a symbol), and the theories A, C and AC become laws.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

from rewrite import Associative, Commutative, Rewrite, RuleSet, Term, operator, symbol
from rewrite.core.variables import variable
from rewrite.rewriting.defining import made_rule

FAMILIES = {
    "AG01": ("TRS_Standard/AG01",),
    "SK90": ("TRS_Standard/SK90",),
    "Der95": ("TRS_Standard/Der95",),
    "equational": (
        "TRS_Equational/AProVE_AC_04",
        "TRS_Equational/Mixed_AC",
        "TRS_Equational/Mixed_AC_and_C",
        "TRS_Equational/Mixed_C",
    ),
    "strings": (
        "SRS_Standard/Mixed_SRS",
        "SRS_Standard/Waldmann_06_SRS",
        "SRS_Standard/Zantema_06",
    ),
    "strings, z001 …": ("SRS_Standard/Zantema_04",),
}  # fmt: skip
LAWS: dict[str, list[Any]] = {
    "A": [Associative()],
    "C": [Commutative()],
    "AC": [Associative(), Commutative()],
}
LIST = Path(__file__).with_name("termination_problems.txt")
"""The problems of these families with at most 12 rules."""


def listed() -> dict[str, list[str]]:
    """The names of the problems that are used, by the family."""
    names = LIST.read_text(encoding="utf-8").split()
    return {
        family: [name for name in names if name.startswith(tuple(f"{f}/" for f in folders))]
        for family, folders in FAMILIES.items()
    }


def problem(path: Path) -> RuleSet:
    """The rules of a file of the database."""
    root = ElementTree.parse(path).getroot()
    sort = type("Thing", (Term,), {"__doc__": "The sort of a problem.", "__slots__": ()})
    heads: dict[str, Any] = {}
    for i, found in enumerate(root.iter("funcsym")):
        name, arity = found.findtext("name", ""), int(found.findtext("arity", "0"))
        reported = f"c{i}_{re.sub(r'[^A-Za-z0-9_]', '', name)}"
        laws = LAWS.get(found.findtext("theory", ""), [])
        made = operator(reported, *[sort] * arity, result=sort, laws=laws) if arity else None
        heads[name] = made if made is not None else symbol(reported, sort)
    rules = []
    for i, found in enumerate(root.iter("rule")):
        left, right = (_term(found.find(side)[0], heads, sort) for side in ("lhs", "rhs"))  # type: ignore[index]
        rules.append(made_rule(f"r{i + 1}", path.stem, Rewrite(left, right)))
    return RuleSet(rules, name=re.sub(r"\W", "_", path.stem))


def _term(node: Any, heads: dict[str, Any], sort: type[Term]) -> Any:
    if node.tag == "var":
        return variable(f"v_{node.text}", sort)
    head = heads[node.findtext("name", "")]
    args = tuple(_term(arg[0], heads, sort) for arg in node.findall("arg"))
    return head.build(args) if args else head
