"""Drafts: one attempt at a random point whose symbols are related by equations.

Symbols that occur in no equation are drawn by their own facts. The others are drawn one after
another, each to fit those before it:

- a symbol that an equation gives in terms of known symbols takes that value;
- a unit vector, or a vector whose length an equation gives, is put along or across the directions
  that equations prescribe (v · X = 0, v × X = 0), by rational rotations, so that it can be exact;
- a symbol that ranges over a linear space solves the linear equations in which it is the only
  unknown;
- equations that are not linear may be linear in some coordinates, like det(A) = 1, or quadratic
  along a line (see `solving`), or polynomials in one scalar or quaternion, or in one matrix, which
  then gets a suitable spectrum (see `structured`).

The order is a guess, and an equation may have another form. So a draft must be checked, and a new
one made if it fails. Some drafts put all directions along the axes of one frame, which solves cases
that no generic choice does (five unit vectors in a ring, each orthogonal to the next).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ..core.linear import div
from ..core.operators import number, one_of
from ..core.sorts import Matrix, Quaternion, Scalar, Vector
from ..core.terms import Term, free_symbols
from ..deadline import check_time
from ..errors import NotExactError, RewriteError, UndefinedError
from ..theory.scalars import cos, pi, sin
from ..theory.vectors import cross, dot
from . import formulas as f
from .angles import Angle, product_term
from .evaluate import Evaluation
from .fields import Coordinates, Pair
from .random_numbers import Source
from .random_points import (
    TRIES,
    angle_near,
    basis,
    combination,
    has,
    orthogonal_matrix,
    random_angle,
    random_point,
    random_power,
    reflect,
    sphere,
)
from .solving import in_space, on_circle, on_line, root_of, split
from .structured import DEGREE, USUAL, Block, blocks_of, random_matrix
from .tasks import Equation, Task
from .values import public

Assignment = dict[Term, Any]
ORTHOGONAL = 0.2
"""How often an orthogonal matrix is tried if no linear equation gives the matrix."""


class Draft:
    """One attempt at a point."""

    def __init__(
        self, task: Task, source: Source, in_frame: bool, given: Mapping[Term, Any] | None = None
    ) -> None:
        self.task, self.source = task, source
        self.values: Assignment = dict(given or {})
        frame = orthogonal_matrix(source, 3, True) if in_frame else ()
        self.axes = [frame[i : i + 3] for i in range(0, len(frame), 3)]

    def point(self) -> Assignment:
        """Make the attempt; an error means that it failed."""
        task, source = self.task, self.source
        if task.has_pi:
            self.values[pi] = source.domain.dump(source.pi())
        related = frozenset[Term]().union(*(e.symbols for e in task.equations))
        for symbol in task.symbols:
            if symbol not in related and symbol not in self.values:
                self.values[symbol] = self._free(symbol)
        pending = [s for s in task.symbols if s in related and s not in self.values]
        while pending:
            symbol = min(pending, key=self._rank)
            pending.remove(symbol)
            self.values[symbol] = self._fitting(symbol)
        for product, parts in task.angles.items():
            angle = product_term(product)
            if angle not in self.values:
                self.values[angle] = angle_near(source, self._at()(angle), parts)
        return self.values

    # -- which symbol comes next ------------------------------------------------------------------

    def _rank(self, symbol: Term) -> tuple[Any, ...]:
        """A sort key: symbols that can be calculated come first, then nonlinear ones, then linear
        ones, and among these first those in most equations, so that they need not become zero.
        """
        check_time()
        if self._given(symbol) is not None:
            return (0,)
        about = self._about(symbol)
        length = self._length(symbol)
        return (
            1,
            length is not None and not self._is_known(length[0]),
            self._is_linear(symbol),
            any(x is symbol for e in about for x, _ in e.gives),
            -len(self._active(symbol)),
            -len(about),
            self.source.random.random(),
        )

    def _about(self, symbol: Term) -> list[Equation]:
        return [e for e in self.task.equations if symbol in e.symbols]

    def _active(self, symbol: Term) -> list[Equation]:
        """The equations in which the symbol is the only unknown."""
        known = self.values.keys() | {symbol}
        return [e for e in self._about(symbol) if e.symbols <= known]

    def _is_known(self, t: Term) -> bool:
        return free_symbols(t) <= self.values.keys()

    def _is_linear(self, symbol: Term) -> bool:
        facts = self.task.facts[symbol]
        bent = "orthogonal" in facts or frozenset([(symbol, 1)]) in self.task.angles
        return not bent and not self._is_round(symbol)

    def _is_round(self, symbol: Term) -> bool:
        return "unit" in self.task.facts[symbol] or self._length(symbol) is not None

    def _length(self, v: Term) -> tuple[Term, bool] | None:
        """The length that an equation gives, and whether it is squared.

        A square that is itself an unknown symbol can be calculated from the vector instead.
        """
        for e in self._about(v):
            found = e.length(v)
            if found and not (found[1] and found[0].is_symbol and found[0] not in self.values):
                return found
        return None

    def _given(self, symbol: Term) -> Term | None:
        """A term to which the symbol is equal by an equation, and in which all symbols are
        known."""
        ways = (way for e in self._about(symbol) for way in e.gives)
        return next((y for x, y in ways if x is symbol and self._is_known(y)), None)

    # -- values -----------------------------------------------------------------------------------

    def _at(self) -> Evaluation:
        return Evaluation(self.values, self.source.domain)

    def _public(self, symbol: Term, x: Coordinates) -> Any:
        return public(self.source.domain, symbol, x, self.source.domain.dump)

    def _fitting(self, symbol: Term) -> Any:
        """A value that fits those known before it."""
        given = self._given(symbol)
        if given is not None:
            return self._calculated(given, self.task.angles.get(frozenset([(symbol, 1)])))
        if self._is_round(symbol):
            return self._public(symbol, self._round(symbol))
        if self._is_linear(symbol) and self._active(symbol):
            return self._public(symbol, self._solved(symbol))
        return self._free(symbol)

    def _solved(self, symbol: Term) -> Coordinates:
        """A solution of the equations in which the symbol is the only unknown: they are linear in
        it, or in some of its coordinates, or polynomials in a matrix."""
        active = self._active(symbol)
        ways: list[Callable[[Term, list[Equation]], Coordinates | None]] = [self._linear_solution]
        others = [self._partial_solution, self._structured, self._quadratic_solution]
        ways += self.source.random.sample(others, len(others))
        for way in ways:
            try:
                found = way(symbol, active)
                if found is not None and not any(self._residual(active, symbol, found)):
                    return found
            except (NotExactError, UndefinedError, ZeroDivisionError):
                continue
        raise NotExactError(f"the equations for {symbol} were not solved")

    def _calculated(self, t: Term, parts: int | None) -> Any:
        at = self._at()
        if parts is None:
            return at(t)
        part = div.build((t, number(parts)))
        return Angle(at(cos(part)), at(sin(part)), at(t), parts)

    def _free(self, symbol: Term) -> Any:
        """A value that has the symbol's own facts, and its sine or cosine if an equation gives
        one."""
        source, facts = self.source, self.task.facts[symbol]
        parts, root = self.task.angles.get(frozenset([(symbol, 1)])), self.task.roots.get(symbol)
        if parts is not None:
            given = self._point_of_circle(symbol) if parts == 1 else None
            angles = (random_angle(source, parts, given) for _ in range(TRIES))
            return next(a for a in angles if a.value or "nonzero" not in facts)
        if root is not None:
            powers = (random_power(source, symbol, root) for _ in range(TRIES))
            found = next((x for x in powers if has(source.domain, facts, symbol, x)), None)
            if found is not None:
                return self._public(symbol, found)
        return self._public(symbol, random_point(source, symbol, facts))

    def _point_of_circle(self, symbol: Term) -> Pair | None:
        """Cosine and sine of an angle, if an equation in which they are linear gives them."""
        active, dump = self._active(symbol), self.source.domain.dump

        def residual(pair: Pair) -> Coordinates:
            angle = Angle(*map(dump, pair))
            at = Evaluation({**self.values, symbol: angle}, self.source.domain)
            return self._apart(active, at)

        try:
            return on_circle(self.source, residual) if active else None
        except UndefinedError:  # at a quarter turn
            return None

    # -- unit vectors, and others of given length -------------------------------------------------

    def _round(self, v: Term) -> Coordinates:
        at, source, facts = self._at(), self.source, self.task.facts[v] | {"unit"}
        length, given = source.domain.one, self._length(v)
        if given is not None:
            (length,) = at.coordinates(given[0])
            length = source.root(length) if given[1] else length
        if v.sort is not Vector:
            return f.scale(length, random_point(source, v, facts))
        known = self._active(v)
        slant = next((p for e in known if (p := e.component(v)) is not None), None)
        if slant is not None:
            return self._slanted(length, *(at.coordinates(x) for x in slant))
        normals = [at.coordinates(x) for e in known if (x := e.across(dot, v)) is not None]
        lines = [at.coordinates(x) for e in known if (x := e.across(cross, v)) is not None]
        direction = self._direction([x for x in normals if any(x)], [x for x in lines if any(x)])
        return f.scale(length, direction or random_point(source, v, facts))

    def _slanted(self, length: Any, x: Coordinates, component: Coordinates) -> Coordinates:
        """A vector v of a length, with v · x given."""
        source, domain = self.source, self.source.domain
        share = domain.divide(component[0], f.dot(x, x))
        across = source.root(length * length - share * component[0])
        return f.add(f.scale(share, x), f.scale(across, self._in_plane(self._unit(x))))

    def _direction(self, normals: list[Coordinates], lines: list[Coordinates]) -> Coordinates:
        """A unit vector across some vectors and along others; () if any will do."""
        source = self.source
        if lines:
            return self._unit(lines[0])
        if self.axes:
            options = [a for a in self.axes if not any(f.dot(a, n) for n in normals)]
            if not options:
                raise NotExactError("no axis of the frame fits")
            return f.scale(source.sign(), source.random.choice(options))
        if not normals:
            return ()
        crosses = (f.cross(normals[0], n) for n in normals)
        third = next((x for x in crosses if any(x)), None)
        return self._in_plane(self._unit(normals[0])) if third is None else self._unit(third)

    def _unit(self, x: Coordinates) -> Coordinates:
        """A vector scaled to length one, in either direction."""
        length = self.source.root(f.dot(x, x)) * self.source.sign()
        return f.scale(self.source.domain.divide(self.source.domain.one, length), x)

    def _in_plane(self, n: Coordinates) -> Coordinates:
        """A unit vector orthogonal to n: the reflection that takes an axis to n, applied to a unit
        vector orthogonal to that axis."""
        domain = self.source.domain
        x = (*sphere(self.source, 2), domain.zero)
        w = (-n[0], -n[1], domain.one - n[2])
        return reflect(domain, w, x) if any(w) else x

    # -- linear equations -------------------------------------------------------------------------

    def _linear_solution(self, symbol: Term, active: list[Equation]) -> Coordinates:
        """A random solution of linear equations."""
        domain = self.source.domain
        vectors = basis(domain, symbol, self.task.facts[symbol])
        residual = partial(self._residual, active, symbol)
        return in_space(self.source, residual, f.scale(domain.zero, vectors[0]), vectors)

    def _partial_solution(self, symbol: Term, active: list[Equation]) -> Coordinates | None:
        """A random value, changed in as many coordinates as there are equations: det(A) = 1 is
        linear in every entry of A."""
        source, facts = self.source, self.task.facts[symbol]
        vectors = basis(source.domain, symbol, facts)
        start = combination(source, vectors)
        count = min(len(self._residual(active, symbol, start)), len(vectors))
        chosen = source.random.sample(vectors, count)
        return in_space(source, partial(self._residual, active, symbol), start, chosen)

    def _quadratic_solution(self, symbol: Term, active: list[Equation]) -> Coordinates | None:
        """A random value, moved along a line on which an equation is quadratic."""
        source = self.source
        vectors = basis(source.domain, symbol, self.task.facts[symbol])
        start, along = combination(source, vectors), source.random.choice(vectors)
        return on_line(source, partial(self._residual, active, symbol), start, along)

    def _structured(self, symbol: Term, active: list[Equation]) -> Coordinates | None:
        """A scalar, a quaternion or a matrix with a spectrum that fits the equations."""
        square = symbol.sort is Matrix and symbol.shape[0] == symbol.shape[1]
        if not square and symbol.sort not in (Scalar, Quaternion):
            return None
        source, blocks = self.source, self.task.blocks.get(symbol)
        if blocks is None:
            blocks = tuple(split(source, _blocks(symbol, active)))
            self.task.blocks[symbol] = blocks
        if not square:
            return root_of(source, symbol, source.random.choice(blocks)) if blocks else None
        n = symbol.shape[0]
        if source.sometimes() or not blocks:
            blocks = USUAL
        if source.random.random() < ORTHOGONAL:
            return orthogonal_matrix(source, n, source.random.random() < 0.5)
        return random_matrix(source, n, blocks, self.task.facts[symbol])

    def _residual(self, equations: list[Equation], symbol: Term, x: Coordinates) -> Coordinates:
        at = Evaluation({**self.values, symbol: self._public(symbol, x)}, self.source.domain)
        return self._apart(equations, at)

    def _apart(self, equations: list[Equation], at: Evaluation) -> Coordinates:
        """The differences between the two sides of equations at a point."""
        return tuple(
            a - b
            for e in equations
            for a, b in zip(at.coordinates(e.left), at.coordinates(e.right), strict=True)
        )


def _blocks(symbol: Term, equations: list[Equation]) -> tuple[Block, ...]:
    """The diagonal blocks of matrices that satisfy polynomial equations in one unknown."""
    if any(e.symbols != {symbol} for e in equations):
        return ()
    values: list[Any] = []
    one: Any = one_of(symbol.sort, symbol.shape)
    for k in range(DEGREE + 3):
        at = Evaluation({symbol: Evaluation({})(k * one)})
        try:
            pairs = [(at.coordinates(e.left), at.coordinates(e.right)) for e in equations]
        except RewriteError:
            return ()
        values.append([x - y for xs, ys in pairs for x, y in zip(xs, ys, strict=True)])
    return blocks_of(values)
