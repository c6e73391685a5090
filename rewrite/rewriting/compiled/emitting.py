"""Writes the Python functions that apply the rules of one operator to numbered terms.

A function takes the indices of the operands and returns the index of the result, or the next call
as a function and its operands. If that call is not the last, the work that remains after it is
pushed on the stack first: a continuation with the indices it needs, or, if only an operator is put
around the result, the beginning of its key. No function calls another, so the depth of recursion
does not grow with the terms. For plus(0, y) -> y and plus(s(x), y) -> s(plus(x, y)):

    def F2(a0, a1):
        while True:
            k0 = keys[a0]
            c0 = k0[0]
            if c0 == -1:
                if tick():
                    return pause(2, (a0, a1))
                return a1
            if c0 == 1:
                a0_0 = k0[1]
                if tick():
                    return pause(2, (a0, a1))
                push((1,))
                a0 = a0_0
                continue
            return get(key := (2, a0, a1)) or new(key)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from ...core.operators import VARIABLE
from ...core.terms import Term, postorder
from .arena import Op
from .decisions import Path, Switch, Tree, Use

if TYPE_CHECKING:
    from .planning import Plan

FEW = 8
"""Up to this many cases are tested one after another; more are looked up in a table."""


@dataclass(frozen=True)
class _Part:
    """One operator of a right side on named operands: built, or called if it has rules."""

    name: str
    op: Op
    operands: tuple[str, ...]
    called: bool


class Emitter:
    """Writes the functions of one operator."""

    def __init__(self, plan: Plan, op: Op) -> None:
        self.plan, self.op = plan, op
        self.number = plan.numbers[op]
        self.head = f"F{self.number}"
        self.params = tuple(f"a{i}" for i in range(len(op.params)))
        self.remembers = op in plan.remembered
        self.texts: list[str] = []
        self.names = (f"{self.number}_{i}" for i in count())

    def source(self, tree: Tree) -> str:
        body = _Body(self, loops=True)
        body.tree(tree, 0, frozenset())
        lines = body.lines
        if body.repeats:
            lines = ["while True:", *indented(lines)]
        if self.remembers:
            key = self.params[0] if len(self.params) == 1 else _tuple(self.params)
            stored = "e[1]" if len(self.params) == 1 else "e[1:]"
            lines = [
                f"known = memo{self.number}.get({key})",
                "if known:",
                "    return known",
                f"push((R{self.number}, {', '.join(self.params)}))",
                *lines,
            ]
            self.write(
                f"R{self.number}", ("r", "e"), [f"memo{self.number}[{stored}] = r", "return r"]
            )
        self.write(self.head, self.params, lines)
        return "\n".join(self.texts)

    def write(self, name: str, params: Sequence[str], lines: Sequence[str]) -> None:
        self.texts.append("\n".join([f"def {name}({', '.join(params)}):", *indented(lines), ""]))

    def parts(self, right: Term, names: dict[Term, str]) -> tuple[list[_Part], str]:
        """A right side as operators on names, in the order of their use, and the name of the
        whole."""
        plan, found = self.plan, list[_Part]()
        for t in postorder(right, known=lambda t: t in names or self._named(t, names)):
            name = f"v{len(found)}"
            operands = tuple(names[a] for a in t.args)
            found.append(_Part(name, t.op, operands, t.op in plan.rules))
            names[t] = name
        return found, names[right]

    def _named(self, t: Term, names: dict[Term, str]) -> bool:
        constant = None if t.op is VARIABLE else self.plan.constant(t)
        if constant is not None:
            names[t] = constant
        return constant is not None


class _Body:
    """The lines of one function."""

    def __init__(self, emitter: Emitter, loops: bool) -> None:
        self.emitter, self.loops = emitter, loops
        self.lines: list[str] = []
        self.repeats = False
        """Whether the function calls itself by repeating its loop."""

    def line(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    # Which rule ----------------------------------------------------------------------------------

    def tree(self, tree: Tree, depth: int, known: frozenset[str]) -> None:
        if tree is None:
            emitter = self.emitter
            self.line(depth, f"return {_built(emitter.number, emitter.params)}")
        elif isinstance(tree, Switch):
            self.switch(tree, depth, known)
        else:
            self.use(tree, depth, known)

    def loaded(self, path: Path, depth: int, known: frozenset[str]) -> frozenset[str]:
        """Write the line that assigns the index at a path to its name."""
        name = _index(path)
        if len(path) == 1 or name in known:
            return known
        self.line(depth, f"{name} = {_key(path[:-1])}[{path[-1] + 1}]")
        return known | {name}

    def switch(self, tree: Switch, depth: int, known: frozenset[str]) -> None:
        known = self.loaded(tree.path, depth, known)
        key, plan = _key(tree.path), self.emitter.plan
        self.line(depth, f"{key} = keys[{_index(tree.path)}]")
        kind = f"c{key[1:]}"
        self.line(depth, f"{kind} = {key}[0]")
        known |= {key}
        if len(tree.cases) > FEW:
            self.look_up(tree, kind, depth)
        else:
            for symbol, case in tree.cases.items():
                self.line(depth, f"if {kind} == {plan.symbol(symbol)}:")
                self.tree(case, depth + 1, known)
        self.tree(tree.otherwise, depth, known)

    def look_up(self, tree: Switch, kind: str, depth: int) -> None:
        """Write a function for every case, and a table to find it."""
        emitter = self.emitter
        table = f"T{next(emitter.names)}"
        found = []
        for symbol, case in tree.cases.items():
            name = f"C{next(emitter.names)}"
            body = _Body(emitter, loops=False)
            loads = frozenset[str]()
            for end in range(1, len(tree.path) + 1):
                loads = body.loaded(tree.path[:end], 0, loads)
                body.line(0, f"{_key(tree.path[:end])} = keys[{_index(tree.path[:end])}]")
            body.tree(case, 0, loads)
            emitter.write(name, emitter.params, body.lines)
            found.append(f"{emitter.plan.symbol(symbol)}: {name}")
        emitter.texts.append(f"{table} = {{{', '.join(found)}}}\n")
        self.line(depth, f"case = {table}.get({kind})")
        self.line(depth, "if case:")
        self.line(depth + 1, f"return case({', '.join(emitter.params)})")

    # Using it ------------------------------------------------------------------------------------

    def use(self, tree: Use, depth: int, known: frozenset[str]) -> None:
        emitter, rule = self.emitter, tree.rule
        asking = emitter.plan.asking(rule)
        used = {*asking, *postorder(emitter.plan.right(rule))}
        wanted = [path for v, path in tree.places.items() if v in used]
        for path in dict.fromkeys((*wanted, *(p for pair in tree.same for p in pair))):
            known = self.loaded(path, depth, known)
        names = {v: _index(path) for v, path in tree.places.items() if v in used}
        asked = [f"{_index(p)} == {_index(q)}" for p, q in tree.same]
        if rule.conditions:
            asked.append(f"{emitter.plan.condition(rule)}({', '.join(names[v] for v in asking)})")
        if asked:
            self.line(depth, f"if {' and '.join(asked)}:")
        inner = depth + bool(asked)
        parts, result = emitter.parts(emitter.plan.right(rule), names)
        stays = self.may_stay(parts)
        if stays:
            while len(parts) > 1:
                self.build(parts.pop(0), inner)
            pairs = zip(parts[0].operands, emitter.params, strict=True)
            differs = " or ".join(f"{x} != {y}" for x, y in pairs if x != y)
            self.line(inner, f"if {differs or 'False'}:")
            inner += 1
        self.line(inner, "if tick():")
        self.line(inner + 1, f"return pause({emitter.number}, {_tuple(emitter.params)})")
        self.follow(parts, result, inner)
        if asked or stays:
            self.tree(tree.otherwise, depth, known)

    def may_stay(self, parts: Sequence[_Part]) -> bool:
        """Whether a rule may return the same call, which is no step."""
        calls = [part for part in parts if part.called]
        return len(calls) == 1 and calls[0] is parts[-1] and calls[0].op is self.emitter.op

    def build(self, part: _Part, depth: int) -> None:
        number = self.emitter.plan.numbers[part.op]
        self.line(depth, f"{part.name} = {_built(number, part.operands)}")

    def follow(self, parts: Sequence[_Part], result: str, depth: int) -> None:
        """Build and call the rest of a right side."""
        for i, part in enumerate(parts):
            rest = parts[i + 1 :]
            if part.called:
                if rest:
                    self.suspend(part, rest, result, depth)
                self.call(part, bool(rest), depth)
                return
            if not rest:
                number = self.emitter.plan.numbers[part.op]
                self.line(depth, f"return {_built(number, part.operands)}")
                return
            self.build(part, depth)
        self.line(depth, f"return {result}")

    def call(self, part: _Part, suspended: bool, depth: int) -> None:
        """Go on with another call; a call of the same function repeats its loop if possible."""
        emitter = self.emitter
        again = self.loops and part.op is emitter.op
        if not again or (suspended and emitter.remembers):
            number = emitter.plan.numbers[part.op]
            self.line(depth, f"return F{number}, {_tuple(part.operands)}")
            return
        changed = [(p, x) for p, x in zip(emitter.params, part.operands, strict=True) if p != x]
        if changed:
            left, right = (", ".join(side) for side in zip(*changed, strict=True))
            self.line(depth, f"{left} = {right}")
        self.line(depth, "continue")
        self.repeats = True

    def suspend(self, part: _Part, rest: Sequence[_Part], result: str, depth: int) -> None:
        """Push the continuation of a call."""
        emitter, last = self.emitter, rest[0]
        inside = last.operands[:-1]
        wraps = len(rest) == 1 and not last.called and part.name not in inside
        if wraps and last.operands[-1] == part.name:
            number = emitter.plan.numbers[last.op]
            self.line(depth, f"push({_tuple((str(number), *inside))})")
            return
        later = {name for other in rest for name in other.operands}
        own = {part.name, *(other.name for other in rest)}
        needed = sorted(name for name in later - own if name[0] in "av")
        name = f"K{next(emitter.names)}"
        body = _Body(emitter, loops=False)
        if needed:
            body.line(0, f"_, {', '.join(needed)} = e")
        body.follow(rest, result, 0)
        emitter.write(name, (part.name, "e"), body.lines)
        self.line(depth, f"push({_tuple((name, *needed))})")


def _built(number: int, operands: Sequence[str]) -> str:
    return f"get(key := {_tuple((str(number), *operands))}) or new(key)"


def _tuple(names: Sequence[str]) -> str:
    return f"({', '.join(names)}{',' if len(names) == 1 else ''})"


def _index(path: Path) -> str:
    return "a" + "_".join(map(str, path))


def _key(path: Path) -> str:
    return "k" + "_".join(map(str, path))


def indented(lines: Sequence[str]) -> list[str]:
    return ["    " + line for line in lines]
