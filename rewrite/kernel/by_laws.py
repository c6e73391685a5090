"""Operators without a table, by their laws, on operands written as terms."""

from __future__ import annotations

from itertools import product as combinations

from ..core.laws import Morphism
from ..core.linear import LINEAR_OPERATORS, add, power
from ..core.sorts import Scalar
from ..core.terms import Term
from ..deadline import timed
from ..normalform.monomials import Mono, exact_power, keyed, split
from .reader import MAX_FACTORS, MAX_REPEATED, UNIT, Reader, tidied
from .tables import Op
from .writing import Polynomial


class ByLaws(Reader):
    """Reads operators without a table."""

    def by_laws(self, t: Term) -> Polynomial:
        """An operator on all combinations of the monomials of its linear operands."""
        other = self._other_morphism(t)
        if other is not None:
            self.used_laws = True
            return self.of_mono(split(other), None)
        op, args = t.op, t.args
        choices = [self._choices(op, i, a) for i, a in enumerate(args)]
        count = 1
        for some in choices:
            count *= len(some)
        self.check(count)
        if op in LINEAR_OPERATORS:
            self.used_laws = True
            whole = op.build(tuple([self.written(a) for a in args]))
            return self.of_mono(self.walk.visit(whole), op)
        sums: Polynomial = {}
        for monos in timed(combinations(*choices), 16):
            made = self.walk.call(op, args, list(monos), t.sort, t.shape)
            self.used_laws = self.used_laws or not _stays(op, made)
            for key, c in self.of_mono(made, op).items():
                sums[key] = sums.get(key, 0) + c
        return tidied(sums)

    def _choices(self, op: Op, i: int, a: Term) -> list[Mono]:
        """The monomials of an operand, or the whole operand if the operator is not linear in it."""
        law = op.law(Morphism)
        linear = (
            law is not None
            and law.over is add
            and law.when is None
            and (law.at is None or i in law.at)
        )
        opened = self.found.get(a)
        if not linear or not opened:
            return [split(self.written(a))]
        target = self.target(a.sort, a.shape)
        return [self.writer.mono(m, w, c, target) for (m, w), c in opened.items()]

    def of_mono(self, mono: Mono, op: Op | None) -> Polynomial:
        """The polynomial of a normal monomial; a core with `op` at its head becomes an atom."""
        c, (factors, core) = keyed(mono)
        if not c:
            return {}
        result: Polynomial = {UNIT: c}
        for x in factors if core is None else (*factors, core):
            result = self.times([result, self._part(x, op)])
        return result

    def _part(self, x: Term, op: Op | None) -> Polynomial:
        """A factor or core of a normal monomial."""
        if x.op is power:
            return self._scalar_power(x, op) if x.sort is Scalar else self._letter_power(x)
        if not x.args or x.op is op:
            return self.atom(x)
        return self.polynomial(x)

    def _letter_power(self, x: Term) -> Polynomial:
        repeats = 0 < x.args[1].value <= MAX_FACTORS
        return self.polynomial(x) if repeats else self.atom(x)

    def _scalar_power(self, x: Term, op: Op | None) -> Polynomial:
        base, e = x.args[0], x.args[1].value
        if type(e) is not int or abs(e) > MAX_REPEATED:
            return self.atom(x)
        if base.op is add and e > 0:
            return self.polynomial(x)
        opened: Polynomial = {}
        if base.args and base.op is not op and base.op is not add:
            opened = self.polynomial(base)
        if len(opened) != 1:
            opened = self.atom(base)
        (((m, _), c),) = opened.items()
        inside = m if e > 0 else tuple([~i for i in m])
        return {(tuple(sorted(inside * abs(e))), ()): exact_power(c, e)}

    def _other_morphism(self, t: Term) -> Term | None:
        """A term distributed once over an operator other than +; None if it does not distribute."""
        for law in t.op.laws:
            if isinstance(law, Morphism) and law.over is not add:
                args = [self.written(a) for a in t.args]
                for i, a in enumerate(args):
                    if law.passes(i, a):
                        parts = [t.op.build((*args[:i], x, *args[i + 1 :])) for x in a.args]
                        to = law.to or law.over
                        whole = parts[-1]
                        if to.variadic or len(to.params) == len(parts):
                            whole = to.build(tuple(parts))
                        else:
                            for part in reversed(parts[:-1]):
                                whole = to.build((part, whole))
                        return type(self)(self.walk, self.rewriter.rules, self.most).run(
                            self.walk.run(whole)
                        )
        return None

    def rebuilt(self, t: Term) -> Term:
        """A term of a sort without sums, with its operands expanded."""
        other = self._other_morphism(t)
        if other is not None:
            return other
        args = tuple([self.written(a) for a in t.args])
        return self.walk.run(t if args == t.args else t.op.build(args))


def _stays(op: Op, mono: Mono) -> bool:
    """Whether the laws have left an operator as it is, but for a number or the order of operands:
    then reading the result again changes nothing."""
    _, rope, core = mono
    letter = rope if core is None else core
    return (core is None or rope is None) and isinstance(letter, Term) and letter.op is op
