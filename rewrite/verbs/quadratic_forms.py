"""Completing squares: x² + 2 x y + y² = (x + y)², and for vectors a·J a + 2 a·J b + b·J b.

A monomial may be the square of a root: of a scalar, or, in a form u·(M u), of a vector times a
scalar. If all squares and products of some roots are present, with the coefficients of the square
of one sum, they are replaced by that square. Two roots whose squares have opposite signs are
combined into a product of two sums: a·J a − b·J b = (a + b)·J (a − b). Other products of two sums
are found by `form_factors`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import isqrt

from ..core.linear import add
from ..core.sorts import Scalar
from ..core.terms import Term, postorder, rebuild
from ..deadline import OutOfTimeError, check_time
from ..errors import LimitError
from ..kernel.alphabet import Letters
from ..kernel.polynomials import Kernel
from ..kernel.reader import SCALAR
from ..kernel.tables import Op
from ..kernel.writing import Polynomial
from ..normalform.walk import Normaliser
from .form_factors import products_of_sums
from .vector_forms import Form, Root, Sum, SumOfForms

MOST_MONOMIALS, MOST_ROOTS = 200, 40
"""Longer sums are left alone, and at most this many roots are compared with each other."""
MOST_PAIRED = 12
"""At most this many roots are compared with each other for products of two sums."""


def in_squares(t: Term, walk: Normaliser, done: dict[Term, Term] | None = None) -> Term:
    """A normal term with the squares in its scalar sums completed, in normal form.

    `done` has earlier results for sub-terms; new ones are added.
    """
    done = {} if done is None else done
    kernel = Kernel(walk, most=MOST_MONOMIALS)  # one for all sums, which share parts
    for s in postorder(t, known=done.__contains__):
        made = rebuild(s, tuple([done[a] for a in s.args]))
        if s.op is add and s.sort is Scalar:
            made = _completed(made, kernel)
        done[s] = made
    return walk.run(done[t])


def _completed(t: Term, kernel: Kernel) -> Term:
    try:
        reader = _Squares(kernel, t)
        squares = [*reader.squares(), *products_of_sums(reader)]
    except OutOfTimeError:
        raise  # a result for lack of time must not be cached
    except (LimitError, ArithmeticError):
        return t
    if not squares:
        return t
    rest = reader.kernel.term(reader.poly, Scalar, SCALAR)
    made: Term = add.build((*squares, rest))
    return made


class _Squares(SumOfForms):
    """Takes squares out of a sum."""

    def squares(self) -> Iterator[Term]:
        for form, roots in self._roots().items():
            if not 1 < len(roots) <= MOST_ROOTS:
                continue
            taken: list[tuple[Sum, Fraction]] = []
            for first in roots:
                check_time(len(roots))
                found = self._sum(form, first, list(roots))
                if len(found) > 1:
                    d = self.number(form, first)
                    for key in self.expansion(form, found, found, d):
                        del self.poly[key]
                    taken.append((found, d))
            while taken:
                yield self._of_square(form, *taken.pop(), taken, list(roots))
            yield from self._differences(form, list(roots))

    def _of_square(
        self,
        form: Form,
        some: Sum,
        d: Fraction,
        taken: list[tuple[Sum, Fraction]],
        roots: list[Root],
    ) -> Term:
        """The square of a sum, or its difference from another square as a product of two sums:
        (a + b)² − c² is (a + b + c)(a + b − c)."""
        squares = [({v: Fraction(1)}, self.number(form, v)) for v in roots if v not in some]
        for other, f in (*taken, *squares):
            root = _root_of(-f / d)
            if not root or some.keys() & other.keys():
                continue
            one, two = ({**some, **{v: k * c for v, c in other.items()}} for k in (root, -root))
            square = self.expansion(form, other, other, f)
            wanted = self.expansion(form, some, some, d)
            for key, n in square.items():
                wanted[key] = wanted.get(key, 0) + n
            made = {key: n for key, n in self.expansion(form, one, two, d).items() if n}
            if made and made == {key: n for key, n in wanted.items() if n}:
                if (other, f) in taken:
                    taken.remove((other, f))
                else:
                    self.poly.pop(next(iter(square)))
                return self.product(form, one, two, d)
        return self.product(form, some, some, d)

    def _differences(self, form: Form, roots: list[Root]) -> Iterator[Term]:
        """Products of two sums of two roots each."""
        for i, u in enumerate(roots[:MOST_PAIRED]):
            for v in roots[i + 1 : MOST_PAIRED]:
                pair = self._factors(form, u, v)
                if pair is not None:
                    d = self.number(form, u)
                    for key in self.expansion(form, *pair, d):
                        self.poly.pop(key, None)
                    yield self.product(form, *pair, d)
                    break

    def _factors(self, form: Form, u: Root, v: Root) -> tuple[Sum, Sum] | None:
        """(u + r v)(u + s v), if it is contained in the polynomial and the form is symmetric."""
        d, f = self.number(form, u), self.number(form, v)
        sign, key = self.key(form, u, v)
        if not d or not f or not sign or self.key(form, v, u) != (sign, key):
            return None
        e = sign * Fraction(self.poly.get(key, 0)) / 2
        root = _root_of(e * e - d * f)
        if not root:
            return None
        one, two = {u: Fraction(1), v: (e + root) / d}, {u: Fraction(1), v: (e - root) / d}
        expansion = self.expansion(form, one, two, d)
        fits = all(self.poly.get(k, 0) == n for k, n in expansion.items())
        return (one, two) if expansion and fits else None

    # -- finding ----------------------------------------------------------------------------------

    def _roots(self) -> dict[Form, dict[Root, None]]:
        """The roots of the monomials that are squares, by form."""
        found: dict[Form, dict[Root, None]] = {}
        for m, _ in self.poly:
            counts = Counter(m)
            half = tuple(sorted(x for x, n in counts.items() for _ in range(n // 2)))
            odd = tuple(sorted(x for x, n in counts.items() if n % 2))
            if half:
                found.setdefault(Form(odd, None, ()), {})[Root(half, ())] = None
            for x in odd:
                for product, middle, vector in self._ends(x):
                    rest = tuple([y for y in odd if y != x])
                    found.setdefault(Form(rest, product, middle), {})[Root(half, vector)] = None
        return found

    def _ends(self, x: int) -> Iterator[tuple[Op, Letters, Letters]]:
        """A scalar as ±vᵀ M v, in all ways."""
        key = self.kernel.alphabet.scalar_terms[x] if x >= 0 else None
        if not isinstance(key, tuple):
            return
        product, word = key
        space = self.kernel.spaces[product]
        for k in range(1, len(word) // 2 + 1):
            left, middle, vector = word[:k], word[k : len(word) - k], word[-k:]
            turned = space.reversed(vector)
            if turned is not None and turned[1] == left:
                yield product, middle, vector

    def _sum(self, form: Form, first: Root, roots: list[Root]) -> Sum:
        """Roots with numbers, beginning with one, such that the polynomial contains the square of
        their sum."""
        found = {first: Fraction(1)}
        d = self.number(form, first)
        known = self.expansion(form, found, found, d) if d else {}
        for v in roots if d else ():
            sign, key = self.key(form, first, v)
            c = self.poly.get(key, 0)
            if v is first or not sign or not c:
                continue
            twice = 2 if self.key(form, v, first)[1] == key else 1
            one = {v: sign * Fraction(c) / (twice * d)}
            more = self._more(form, found, one, d)
            changed = {key: known.get(key, 0) + n for key, n in more.items()}
            if changed and all(self.poly.get(key) == n for key, n in changed.items()):
                found.update(one)
                known.update(changed)
        return found

    def _more(self, form: Form, some: Sum, one: Sum, d: Fraction) -> Polynomial:
        """The monomials that one more root adds to the square of a sum; none if not known."""
        total: Polynomial = {}
        for left, right in ((some, one), (one, some), (one, one)):
            part = self.expansion(form, left, right, d)
            if not part:
                return {}
            for key, n in part.items():
                total[key] = total.get(key, 0) + n
        return total


def _root_of(x: Fraction) -> Fraction:
    """The square root of a rational number; zero if it has none."""
    if x <= 0:
        return Fraction(0)
    root = Fraction(isqrt(x.numerator), isqrt(x.denominator))
    return root if root * root == x else Fraction(0)
