"""Terms as text (placeholder while the printers are written)."""
from __future__ import annotations
from typing import Any
from .terms import Term, postorder

def text(t: Term) -> str:
    d: dict[Term, str] = {}
    for s in postorder(t):
        n = s.op.name
        if n == "symbol": d[s] = s.value.name
        elif n == "number": d[s] = str(s.value)
        elif not s.args: d[s] = f"{n}({s.sort.__name__}{s.shape})"
        else: d[s] = f"{n}({', '.join(d[a] for a in s.args)})"
    return d[t]

def brief(x: Any) -> str:
    s = str(x)
    return s if len(s) < 60 else s[:57] + "..."

def latex(t: Term) -> str:
    return text(t)
