"""Plugs the packages above the core into its hooks. Imported once, by the facade."""

from __future__ import annotations

from typing import Any

from .core import hooks
from .core.context import Context
from .core.terms import Term
from .decision.equal import equal
from .decision.verdict import Verdict
from .look.derivation_page import derivation_fragment, derivation_page
from .look.verdict_page import verdict_fragment, verdict_page
from .normalform.monomials import split
from .normalform.walk import Normaliser, normal
from .rewriting.rule import rewrite_to
from .text.pretty import TYPESET, latex
from .text.printing import brief, text
from .text.serial import from_nodes, to_nodes
from .theory import python_operators
from .theory.scalars import derived


def _typeset(t: Term) -> str | None:
    shown = latex(t, TYPESET)
    return f"$\\displaystyle {shown}$" if len(shown) <= TYPESET else None


def _by_reference(t: Term) -> Any:
    return to_nodes(t, by_reference=True)


def _known(context: Context) -> Any:
    return Normaliser(context).known


def _proved(a: Term, b: Term, context: Context) -> bool:
    return equal(a, b, context).proved


def _page(shown: Any, title: str) -> str:
    make: Any = verdict_page if isinstance(shown, Verdict) else derivation_page
    return str(make(shown, title))


def _fragment(shown: Any) -> str:
    make: Any = verdict_fragment if isinstance(shown, Verdict) else derivation_fragment
    return str(make(shown))


vars(hooks.python_operators).update(vars(python_operators))
hooks.install(
    text=text,
    brief=brief,
    typeset=_typeset,
    to_nodes=_by_reference,
    from_nodes=from_nodes,
    rewrite_to=rewrite_to,
    normal=normal,
    known=_known,
    proved=_proved,
    split=split,
    derived=derived,
    page=_page,
    fragment=_fragment,
)
