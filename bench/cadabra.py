"""Cadabra, if it is installed: components with symbolic indices, ε ε contracted to δ.

If nothing is left of a difference, that is a proof. A remainder proves nothing: Cadabra does not
use the identities of dimension 3, so it cannot refute.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

import rewrite as rw

from .harness import GaveUp

MOST_ROUNDS = 60
__cdbkernel__: Any = None
POOL = 48
"""The number of names for indices; more names make Cadabra slower."""


def cadabra() -> Any | None:
    """The module, or None."""
    try:
        return importlib.import_module("cadabra2")
    except ImportError:
        return None


class Cadabra:
    """Distribute, contract, rename dummies, sort and collect until nothing changes."""

    name = "Cadabra"

    def __init__(self) -> None:
        global __cdbkernel__  # where Cadabra looks for the properties that are declared here
        self.c = c = cadabra()
        __cdbkernel__ = c.create_scope()
        names = ",".join(f"i{k}" for k in range(POOL))
        c.Indices(c.Ex(f"{{{names}}}"))
        c.Integer(c.Ex(f"{{{names}}}"), c.Ex("1..3"))
        c.EpsilonTensor(c.Ex(r"\epsilon_{i0 i1 i2}"), c.Ex(r"delta=\delta"))
        c.KroneckerDelta(c.Ex(r"\delta{#}"))

    def prepare(self, sides: tuple[Any, Any]) -> Any:
        """The difference in index notation, and the rules for rotations."""
        free = ["i0"] if sides[0].sort is rw.Vector else []
        free = ["i0", "i1"] if sides[0].sort is rw.Matrix else free
        left, right = (_text(t, free, Names()) for t in sides)
        symbols = sorted(rw.free_symbols(sides[0]) | rw.free_symbols(sides[1]), key=str)
        turns = [s.name for s in symbols if s.is_symbol and "rotation" in s.value.facts]
        return f"{left} - ({right})", [self.c.Ex(rule) for r in turns for rule in _rules(r)]

    def fresh(self, ready: Any) -> Any:
        text, rules = ready
        return self.c.Ex(text), rules

    def decide(self, ready: Any) -> bool:
        c, (whole, rules) = self.c, ready
        c.distribute(whole)
        for _ in range(MOST_ROUNDS):
            before = str(whole)
            self._contract(whole, rules)
            for step in (c.sort_product, c.rename_dummies, c.canonicalise, c.collect_terms):
                step(whole)
            if str(whole) == "0":
                return True
            if str(whole) == before:
                break
        raise GaveUp("a remainder is left, which proves nothing,")

    def _contract(self, whole: Any, rules: Sequence[Any]) -> None:
        """Contract as far as possible before sorting, which is slow."""
        c = self.c
        for _ in range(MOST_ROUNDS):
            before = str(whole)
            for rule in rules:
                c.substitute(whole, rule)
            c.epsilon_to_delta(whole)
            c.expand_delta(whole)
            c.distribute(whole)
            c.eliminate_kronecker(whole)
            if str(whole) == before:
                break


def _rules(r: str) -> Sequence[str]:
    """R Rᵀ = Rᵀ R = Id, and R a × R b = R (a × b) for factors contracted with ε."""
    return (
        rf"{r}_{{i0 i1}} {r}_{{i0 i2}} = \delta_{{i1 i2}}",
        rf"{r}_{{i1 i0}} {r}_{{i2 i0}} = \delta_{{i1 i2}}",
        rf"\epsilon_{{i0 i1 i2}} {r}_{{i1 i3}} {r}_{{i2 i4}} = "
        rf"{r}_{{i0 i5}} \epsilon_{{i5 i3 i4}}",
    )


class Names:
    """Names of dummy indices; different summands may use the same ones."""

    def __init__(self) -> None:
        self.used = 2

    def take(self) -> str:
        self.used += 1
        assert self.used <= POOL, "more indices than are declared"
        return f"i{self.used - 1}"


def _text(t: Any, free: Sequence[str], names: Names) -> str:
    """A term with these free indices."""
    here = " ".join(free)
    if t.is_symbol:
        return f"{t.name}_{{{here}}}" if free else t.name
    if t.op.constant:
        return str(t.value)
    name, args = t.op.name, t.args
    if name in ("add", "neg", "times", "scale"):
        return _linear(name, args, free, names)
    if name == "power":
        return "(" + " ".join(_text(args[0], (), names) for _ in range(int(args[1].value))) + ")"
    if name == "matmul":
        return _word(args, free, names)
    j = names.take()
    if name in ("dot", "norm2"):
        return f"({_text(args[0], [j], names)} {_text(args[-1], [j], names)})"
    if name == "tilde":
        return rf"(\epsilon_{{{free[0]} {j} {free[1]}}} {_text(args[0], [j], names)})"
    if name == "cross":
        k = names.take()
        parts = f"{_text(args[0], [j], names)} {_text(args[1], [k], names)}"
        return rf"(\epsilon_{{{here} {j} {k}}} {parts})"
    raise NotImplementedError(f"no index notation for {name}")


def _linear(name: str, args: Any, free: Sequence[str], names: Names) -> str:
    if name == "add":
        start, summands, most = names.used, [], names.used
        for a in args:
            names.used = start
            summands.append(_text(a, free, names))
            most = max(most, names.used)
        names.used = most
        return f"({' + '.join(summands)})"
    if name == "neg":
        return f"((-1) {_text(args[0], free, names)})"
    each = [_text(a, free if a.sort is not rw.Scalar else (), names) for a in args]
    return f"({' '.join(each)})"


def _word(args: Any, free: Sequence[str], names: Names) -> str:
    """A product of matrices, perhaps on a vector: neighbours share an index."""
    ends = [free[0], *(names.take() for _ in args[1:]), *free[1:]]
    texts = [_text(a, ends[i : i + 2], names) for i, a in enumerate(args)]
    return f"({' '.join(texts)})"
