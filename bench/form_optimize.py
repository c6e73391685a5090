"""FORM's `#optimize` on expanded equations of motion, as definitions and results for sympy."""

from __future__ import annotations

import re
from typing import Any

import sympy

import mechanics
import rewrite as rw
from mechanics.system import System

from .form_program import is_installed, output_of
from .harness import GaveUp

FORM_LEVEL = "O2"
FORM = f"FORM {FORM_LEVEL}"
"""Level O2 is greedy; O3 and O4 search trees of Horner schemes, and take much longer."""


def optimised(system: System) -> Any:
    """The result of FORM's `#optimize` on the expanded equations: definitions and results."""
    if not is_installed():
        raise GaveUp("FORM is not installed")
    lines, count = _form_text(system)
    printed = output_of(lines)
    if "#####" not in printed:
        raise GaveUp(f"FORM broke off: {printed.strip().splitlines()[-1:]}")
    return _form_read(printed.split("#####")[1], count)


def _form_text(system: System) -> tuple[str, int]:
    """The equations as a program: nodes of the graph are substituted from the last to the first."""
    graph = rw.lower(mechanics.recursive(system).named(), arrange=False)
    made = rw.code(graph, "python").program
    definitions = [*made.once, *made.body]
    results = [texts[0] for _, _, texts in made.outputs]
    known = {text for _, text in definitions if re.fullmatch(r"math\.\w+\(q\d+\)", text)}

    def plain(text: str) -> str:
        text = re.sub(r"math\.(cos|sin)\((q\d+)\)", r"\1_\2", text)
        text = re.sub(r"\b(cos|sin)_q(\d+)\b", lambda m: f"{m[1][0]}n{m[2]}", text)
        return re.sub(r"\b_+", "", text).replace("**", "^").replace("_", "x")

    inner = [(n, t) for n, t in definitions if t not in known]
    symbols = {
        name
        for text in [*results, *(t for _, t in inner)]
        for name in re.findall(r"[A-Za-z]\w*", plain(text))
    } | {plain(name) for name, _ in inner}
    tags = [f"tag{i}" for i in range(len(results))]
    whole = " + ".join(f"{tag}*({plain(t)})" for tag, t in zip(tags, results, strict=True))
    lines = ["Off statistics;", f"Symbols {','.join(sorted(symbols) + tags)};"]
    lines.append(f"Local F = {whole};")
    lines += [f"id {plain(name)} = {plain(text)};" for name, text in reversed(inner)]
    angles = sorted({name[2:] for name in symbols if re.fullmatch(r"[cs]n\d+", name)})
    lines += [f"id sn{k}^2 = 1 - cn{k}^2;" for k in angles if f"sn{k}" in symbols]
    lines += [f"Bracket {','.join(tags)};", f"Format {FORM_LEVEL};", ".sort", "#optimize F"]
    lines += ['#write "#####"', '#write "%O"', '#write "F = %e", F', '#write "#####"', ".end"]
    return "\n".join(lines) + "\n", len(results)


def _form_read(text: str, count: int) -> Any:
    """Definitions Z1_ = …, and the results that the tags mark."""
    text = re.sub(r"\s+", "", text)
    definitions, results = [], [sympy.Integer(0)] * count
    for statement in filter(None, text.split(";")):
        name, _, value_text = statement.partition("=")
        value_text = value_text.replace("^", "**").replace("_", "")
        names = set(re.findall(r"[A-Za-z]\w*", value_text))
        e = sympy.sympify(value_text, locals={n: sympy.Symbol(_spelled(n)) for n in names})
        if name != "F":
            definitions.append((sympy.Symbol(_spelled(name.replace("_", ""))), e))
            continue
        for i in range(count):
            results[i] = e.coeff(sympy.Symbol(f"tag{i}"))
    return definitions, results


def _spelled(name: str) -> str:
    """The name in our code: q1xd is q1_d."""
    return re.sub(r"^(q\d+)xd$", r"\1_d", name)
