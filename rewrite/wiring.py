"""Connects the other packages to the hooks of the core. It is imported once.

The functions are given by name and loaded on first use, so that a program waits only for what it
needs.
"""

from __future__ import annotations

from .core import hooks

hooks.install(
    operators="rewrite.theory.python_operators",
    text="rewrite.text.printing:text",
    brief="rewrite.text.printing:brief",
    typeset="rewrite.text.pretty:typeset",
    to_nodes="rewrite.text.serial:to_nodes",
    from_nodes="rewrite.text.serial:from_nodes",
    rewrite_to="rewrite.rewriting.rule:rewrite_to",
    normal="rewrite.normalform.walk:normal",
    known="rewrite.normalform.walk:known_in",
    proved="rewrite.decision.equal:is_proved",
    split="rewrite.normalform.monomials:split",
    literal="rewrite.interop.literals:literal",
    formulas="rewrite.lowering.code.code:formulas",
    takes_more="rewrite.lowering.ops:takes_more",
    derived="rewrite.theory.scalars:derived",
    page="rewrite.look.pages:page",
    fragment="rewrite.look.pages:fragment",
)
