"""Terms as integers, while a machine works on them.

While rules are applied, many terms are made and examined, and few of them are part of the result.
Here a term is the index of a key: the number of its operator, followed by the indices of its
operands. One table finds the index of a key, so equal terms have one index, just as they are one
object outside. A term with laws at its head, and every atom, is a leaf: a key of one negative
number.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from copy import copy
from typing import TYPE_CHECKING, Any

from ...core.operators import Operator
from ...core.terms import LARGEST, Term, intern, postorder, set_normal, size

if TYPE_CHECKING:
    from ..memory import Mark

Op = Operator[..., Any]
Key = tuple[int, ...]


MANY = 10_000
"""From this many terms on, garbage collection is off while they are made."""


@contextmanager
def without_collector() -> Iterator[None]:
    """Switch the garbage collector off: while terms are made and none dropped, it would only go
    through all of them repeatedly."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Declined(Exception):  # noqa: N818  (it hands the work over and is not an error)
    """The machine leaves this to the walk that takes one step at a time."""


def is_structural(op: Op) -> bool:
    """Whether the operands of an operator are visible here: it has no laws and a fixed result
    sort."""
    return op.result is not None and not op.laws


class Arena:
    """Numbered terms. Index 0 is no term."""

    def __init__(self, operators: Sequence[Op], leaves: Sequence[Term]) -> None:
        self.keys: list[Key] = [()]
        self.sizes = [0]
        self.index: dict[Key, int] = {}
        self.most: int | None = None
        """The largest allowed size of a term."""
        self.operators = list(operators)
        self.numbers = {op: i + 1 for i, op in enumerate(operators)}
        self.leaves: list[Term] = []
        self.imported: dict[Term, int] = {}
        self.exported: dict[int, Term] = {}
        self.fresh: list[int] = []
        """Exported terms that are not yet entered in `imported`."""
        for t in leaves:
            self.leaf(t)
        self.fixed = len(self.keys)
        """The indices below this one never change."""

    def copied(self) -> Arena:
        """An arena with the same terms, for one machine."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | dict):
                setattr(other, name, value.copy())
        return other

    def fix(self, t: Term) -> int:
        """The index of a term that is never dropped, nor is any term before it."""
        found = self.of(t)
        self.fixed = len(self.keys)
        return found

    def new(self, key: Key) -> int:
        """The index of a key that is not in the table."""
        sizes, n = self.sizes, 1
        for i in key[1:]:
            n += sizes[i]
        if n > LARGEST:
            n = LARGEST
        if self.most is not None and n > self.most:
            raise Declined
        found = len(sizes)
        sizes.append(n)
        self.keys.append(key)
        self.index[key] = found
        return found

    def leaf(self, t: Term) -> int:
        self.leaves.append(t)
        found = self.imported[t] = self.new((-len(self.leaves),))
        self.sizes[found] = size(t)
        self.exported[found] = t
        return found

    def number(self, op: Op) -> int:
        found = self.numbers.get(op)
        if found is None:
            self.operators.append(op)
            found = self.numbers[op] = len(self.operators)
        return found

    def of(self, root: Term) -> int:
        """The index of a term."""
        imported, exported = self.imported, self.exported
        for i in self.fresh:
            imported[exported[i]] = i
        self.fresh.clear()
        for t in () if root in imported else postorder(root, imported.__contains__):
            if t.args and is_structural(t.op):
                key = (self.number(t.op), *[imported[a] for a in t.args])
                imported[t] = found = self.index.get(key) or self.new(key)
                exported[found] = t
            else:
                self.leaf(t)
        return imported[root]

    def term(self, root: int, mark: Mark | None) -> Term:
        """The term of an index; the mark, if given, is put on all its new parts."""
        exported, keys = self.exported, self.keys
        new, stack = set[int](), [root]
        while stack:
            i = stack.pop()
            if i not in new and i not in exported:
                new.add(i)
                stack += keys[i][1:]
        made = sorted(new)  # operands come before the terms that contain them
        with without_collector() if len(made) > MANY else nullcontext():
            self.make(made, mark)
        self.fresh += made
        return exported[root]

    def make(self, indices: Iterable[int], mark: Mark | None) -> None:
        """Make the terms of indices, operands first."""
        exported, keys, sizes = self.exported, self.keys, self.sizes
        marks = () if mark is None else (mark,)
        for i in indices:
            key = keys[i]
            op = self.operators[key[0] - 1]
            sort, shape = op.result  # type: ignore[misc]
            if len(key) == 2:
                args: tuple[Term, ...] = (exported[key[1]],)
            else:
                args = tuple([exported[a] for a in key[1:]])
            t: Term = intern(op, args, sort, shape, None, sizes[i], True, marks)
            exported[i] = t
            if t._reduced is not marks:  # the term already existed
                set_normal(t, True)
                if mark is not None:
                    mark.put(t)

    def moved(self, roots: Iterable[int]) -> dict[int, int]:
        """Drop the terms that no root contains; return the new indices of the others."""
        keys, sizes = self.keys, self.sizes
        alive, stack = set(range(1, self.fixed)), list(roots)
        while stack:
            i = stack.pop()
            if i not in alive:
                alive.add(i)
                stack += keys[i][1:]
        kept = sorted(alive)  # operands come before the terms that contain them
        to = {old: new for new, old in enumerate(kept, 1)}
        found = [(keys[i][0], *[to[a] for a in keys[i][1:]]) for i in kept]
        self.sizes[:] = [0, *[sizes[i] for i in kept]]
        self.keys[:] = [(), *found]
        self.index.clear()
        self.index.update(zip(found, range(1, len(found) + 1), strict=True))
        self.exported = {to[i]: t for i, t in self.exported.items() if i in to}
        self.imported = {t: i for i, t in self.exported.items()}
        self.fresh.clear()
        return to
