"""Equations of motion as blocks, as scalars and as code.

M(q) u' = f(q, u), or with constraints M u' = f + Δᵀ Λ and Δ u' = γ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rewrite import (
    Code,
    Scalar,
    Vector,
    aligned,
    code,
    displayed,
    latex,
    normal,
    number,
    ops,
    time_limited,
    unicode,
    zero,
)

from ..constraints import Row
from ..dependence.columns import times, transposed, vanishes
from ..dependence.reduction import Reduction
from ..kinematics.kinematics import plus
from ..numerics import RightHandSide
from ..numerics.pieces_of import pieces_of
from ..numerics.stabilising import pull_of
from ..results.blocks_as_scalars import axes, coordinates_of, entry
from ..results.simplifier import Simplifier
from ..system import System

SOON = 5.0
"""How many seconds a notebook spends on simplifying equations."""


class EquationsOfMotion:
    """M(q) u' = f(q, u): blocks of terms, one for each pair of speeds, the upper triangle of M.

    A block is a scalar, a vector or a matrix, depending on whether its speeds are scalars or
    vectors. `entries` and `sides` are the upper triangle of M, row by row, and f, in scalars.

    With constraints it is M u' = f + Δᵀ Λ and Δ u' = γ:

    - `constraints`: the independent rows of the constraints, by name; a row has its `velocity`
      Δ u + τ, which vanishes, and its `position` if it is holonomic;
    - `multipliers`: Λ, a symbol for each row, scalar or vector: the reactions;
    - `delta` and `gamma`: the blocks of Δ row by row, and γ; `delta_entries` and `gamma_sides` are
      the same in scalars.

    With independent speeds there are no multipliers. `reduction` says how the other speeds follow:
    `dependent` are u = Σ T u_i + σ and u' = Σ T u_i' + β as terms.

    >>> from mechanics import kane
    >>> from mechanics.models import plane_pendulum
    >>> equations = kane(plane_pendulum(2))
    >>> equations.code("python").outputs
    ['M_1_1', 'M_1_2', 'M_2_2', 'f_1', 'f_2']
    """

    def __init__(
        self,
        formalism: str,
        system: System,
        upper: Sequence[Sequence[Any]],
        right: Iterable[Any],
        constraints: Sequence[Row] = (),
        reduction: Reduction | None = None,
    ) -> None:
        self.formalism, self.system = formalism, system
        self.upper, self.right = upper, tuple(right)
        self.constraints, self.reduction = tuple(constraints), reduction
        self.unknowns: tuple[Any, ...] = system.accelerations
        if reduction is not None:
            self.unknowns = tuple(c.rate for c in reduction.independent)
        self.multipliers = tuple(row.multiplier for row in self.constraints)
        self.delta = tuple(row.delta for row in self.constraints)
        self.gamma = tuple(_opposite(row.bias) for row in self.constraints)
        self.entries = self._entries()
        self.sides = [s for t in self.right for s in coordinates_of(t)]
        self.more = self._more()

    # -- blocks -----------------------------------------------------------------------------------

    def mass(self, i: int, j: int) -> Any:
        """A block of M; below the diagonal it is the transpose of the one above."""
        if i <= j:
            return self.upper[i][j - i]
        above = self.upper[j][i - j]
        if above is zero(like=above):
            return zero((above.shape[1], above.shape[0]))
        return above if isinstance(above, Scalar) else above.T

    @property
    def blocks(self) -> list[Any]:
        """The blocks of the upper triangle of M, row by row."""
        return [block for row in self.upper for block in row]

    @property
    def size(self) -> int:
        """How many scalar equations there are."""
        return len(self.sides)

    def _entries(self) -> list[list[Any]]:
        """The upper triangle of M, row by row, in scalars."""
        places = [(i, a) for i, u in enumerate(self.unknowns) for a in axes(u)]
        return [
            [entry(self.mass(i, j), a, b) for j, b in places[row:]]
            for row, (i, a) in enumerate(places)
        ]

    def _more(self) -> dict[str, Any]:
        """The scalars of constraints, by name: Δ and γ, or T and β."""
        if self.reduction is not None:
            return self._dependence()
        gamma = [s for t in self.gamma for s in coordinates_of(t)]
        return _numbered("Delta", self._delta_rows()) | _numbered_sides("gamma", gamma)

    @property
    def delta_entries(self) -> list[list[Any]]:
        """Δ in scalars, row by row."""
        found, n = self._of("Delta"), sum(len(axes(u)) for u in self.system.speeds)
        return [found[i : i + n] for i in range(0, len(found), n)]

    @property
    def gamma_sides(self) -> list[Any]:
        """γ in scalars."""
        return self._of("gamma")

    def _of(self, name: str) -> list[Any]:
        return [t for key, t in self.more.items() if key.startswith(f"{name}_")]

    def _delta_rows(self) -> list[list[Any]]:
        columns = [(i, b) for i, u in enumerate(self.system.speeds) for b in axes(u)]
        return [
            [entry(blocks[i], a, b) for i, b in columns]
            for row, blocks in zip(self.constraints, self.delta, strict=True)
            for a in axes(row.velocity)
        ]

    @property
    def dependent(self) -> dict[Any, tuple[Any, Any]]:
        """The dependent speeds in terms of the independent ones, and their rates in terms of those.

        >>> from rewrite import simplify
        >>> from mechanics import kane
        >>> from mechanics.models import knife_edge
        >>> for speed, (by, _) in kane(knife_edge(), independent=True).dependent.items():
        ...     print(speed, "=", simplify(by))
        y' = x'*tan(q)
        """
        if self.reduction is None:
            return {}
        return {
            d.column.term: (
                _made_up(d.sigma, [(t, c.term) for c, t in d.by.items()]),
                _made_up(d.beta, [(t, c.rate) for c, t in d.by.items()]),
            )
            for d in self.reduction.dependent
        }

    def reaction_along(self, i: int) -> Any:
        """The row of Δᵀ Λ for one speed: the effort of all reactions along it."""
        total: Any = zero((self.system.speeds[i].shape[0], 1))
        for blocks, multiplier in zip(self.delta, self.multipliers, strict=True):
            if not vanishes(blocks[i]):
                total = plus(total, times(transposed(blocks[i]), multiplier))
        return normal(total)

    # -- other forms ------------------------------------------------------------------------------

    def with_scalars(
        self,
        entries: Sequence[Sequence[Any]],
        sides: Sequence[Any],
        more: Mapping[str, Any] | None = None,
    ) -> EquationsOfMotion:
        """The same equations with their scalars in other forms; `more` are those of constraints, by
        name."""
        other = self._with(self.upper, self.right)
        other.entries, other.sides = [list(row) for row in entries], list(sides)
        other.more = dict(self.more if more is None else more)
        return other

    def _with(self, upper: Sequence[Sequence[Any]], right: Iterable[Any]) -> EquationsOfMotion:
        return EquationsOfMotion(
            self.formalism, self.system, upper, right, self.constraints, self.reduction
        )

    def simplified(
        self, within: Simplifier | None = None, *, time_limit: float | None = None
    ) -> EquationsOfMotion:
        """The same equations with every block in its smallest form, to be read. Blocks for which
        `time_limit` leaves no time stay as they are.

        >>> from mechanics import kane
        >>> from mechanics.models import plane_pendulum
        >>> print(kane(plane_pendulum(2)).simplified())
        (m1 + m2)*l1**2*q1'' + l1*l2*m2*cos(q1 - q2)*q2'' =
        -l1*(g*sin(q1)*(m1 + m2) + l2*m2*q2'**2*sin(q1 - q2))
        l1*l2*m2*cos(q1 - q2)*q1'' + m2*l2**2*q2'' =
        l2*m2*(l1*q1'**2*sin(q1 - q2) - g*sin(q2))
        """
        small = Simplifier(time_limit) if within is None else within
        upper = [[small(block) for block in row] for row in self.upper]
        other = self._with(upper, map(small, self.right))
        other.delta = tuple(tuple(map(small, blocks)) for blocks in self.delta)
        other.gamma = tuple(map(small, self.gamma))
        return other

    def __str__(self) -> str:
        return "\n".join(f"{left} = {right}" for left, right in self._rows())

    def __repr__(self) -> str:
        many = f"{self.size} scalar equations"
        return f"<equations of motion of {self.system.name} by {self.formalism}: {many}>"

    def unicode(self) -> str:
        """The equations in the notation of a textbook."""
        return "\n".join(f"{unicode(left)} = {unicode(right)}" for left, right in self._rows())

    def latex(self) -> str:
        """For typesetting."""
        return aligned((latex(left), latex(right)) for left, right in self._rows())

    def _repr_latex_(self) -> str | None:
        """For a notebook: the equations in their smallest form, as far as that is found quickly."""
        return displayed(self.simplified(Simplifier(SOON)).latex())

    def _rows(self) -> list[tuple[Any, Any]]:
        """Row by row: the blocks of M by the unknowns, and the right side; then the constraints."""
        n = len(self.unknowns)
        rows = [([self.mass(i, j) for j in range(n)], self._right(i)) for i in range(n)]
        rows += [
            (list(blocks), right) for blocks, right in zip(self.delta, self.gamma, strict=True)
        ]
        return [(self._left(blocks), right) for blocks, right in rows]

    def _left(self, blocks: Sequence[Any]) -> Any:
        total: Any = None
        for block, u in zip(blocks, self.unknowns, strict=True):
            opposite = normal(-block)
            if vanishes(block):
                continue
            if total is None:
                total = _applied(block, u)
            elif len(str(opposite)) < len(str(block)):  # the opposite is shorter
                total = total - _applied(opposite, u)
            else:
                total = total + _applied(block, u)
        return number(0) if total is None else total

    def _right(self, i: int) -> Any:
        if not self.constraints:
            return self.right[i]
        return normal(plus(self.right[i], self.reaction_along(i)))

    # -- scalars and code -------------------------------------------------------------------------

    @time_limited
    def named(self, *, time_limit: float | None = None) -> dict[str, Any]:
        """The scalars by name: M_1_1, M_1_2, … and f_1, …; with constraints also Delta_1_1, …
        row by row, and gamma_1, …; with independent speeds T_1_1, … and beta_1, …
        After `time_limit` seconds it stops with a LimitError.
        """
        found = {
            f"M_{i + 1}_{i + k + 1}": entry
            for i, row in enumerate(self.entries)
            for k, entry in enumerate(row)
        }
        return found | _numbered_sides("f", self.sides) | self.more

    def _dependence(self) -> dict[str, Any]:
        """T and β in scalars."""
        assert self.reduction is not None
        columns = [(c, b) for c in self.reduction.independent for b in axes(c.term)]
        matrix: list[list[Any]] = []
        betas: list[Any] = []
        for d in self.reduction.dependent:
            for a in axes(d.column.term):
                blocks = [(_block(d.by, d.column, c), b) for c, b in columns]
                matrix.append([entry(block, a, b) for block, b in blocks])
            betas += coordinates_of(d.beta)
        return _numbered("T", matrix) | _numbered_sides("beta", betas)

    @time_limited
    def operations(self, *, time_limit: float | None = None) -> Any:
        """The scalar operations of everything in `named` together."""
        return ops(list(self.named().values()))

    @time_limited
    def arrays(
        self, *, packed: bool = False, time_limit: float | None = None
    ) -> dict[str, list[Any]]:
        """The scalars as arrays: M in rows, or, if packed, its upper triangle row by row; f; and
        with constraints Delta in rows and gamma, or T in rows and beta.
        After `time_limit` seconds it stops with a LimitError.
        """
        n = self.size
        whole = [[self.entries[min(i, k)][abs(i - k)] for k in range(n)] for i in range(n)]
        upper = [t for row in self.entries for t in row]
        found: dict[str, list[Any]] = {"M": upper if packed else whole, "f": list(self.sides)}
        for group in ("Delta", "T"):
            found |= self._rows_of(group)
        return found | {g: self._of(g) for g in ("gamma", "beta") if self._of(g)}

    def _rows_of(self, group: str) -> dict[str, list[Any]]:
        entries = self._of(group)
        columns = self.size if entries else 1
        rows = [entries[i : i + columns] for i in range(0, len(entries), columns)]
        return {group: rows} if rows else {}

    @time_limited
    def code(
        self,
        language: str = "python",
        *,
        arrays: bool | None = None,
        time_limit: float | None = None,
        **options: Any,
    ) -> Code:
        """A function that computes the upper triangle of M, row by row, and f, and the arrays of
        constraints.

        In C it writes them to arrays, M[45], f[9], Delta and gamma; in NumPy it returns arrays, M
        in full. In other languages, or with arrays=False, each scalar has a name, as in `named`.

        >>> from mechanics import kane
        >>> from mechanics.models import satellite
        >>> text = kane(satellite()).code("c", name="motion").text
        >>> text[text.index("double M[") :].splitlines()[0]
        'double M[45], double f[9])'
        """
        spoken = language.lower() if isinstance(language, str) else ""
        if spoken in ("c", "numpy") if arrays is None else arrays:
            return code(self.arrays(packed=spoken != "numpy"), language, **options)
        return code(self.named(), language, **options)

    # -- numbers ----------------------------------------------------------------------------------

    @time_limited
    def rhs(
        self,
        language: str = "numpy",
        *,
        inputs: Mapping[Any, Any] | None = None,
        stabilise: str = "baumgarte",
        rate: Any = 10.0,
        functions: Mapping[str, Any] | None = None,
        time_limit: float | None = None,
    ) -> RightHandSide:
        """y' = f(t, y, p) as a function of arrays, in "c", "numpy" or "python".

        `inputs` gives terms for symbols that change with time and are not states: functions of
        `time`, of states and parameters, such as a control law. The other inputs are entries of p.
        With constraints, gaps decay by Baumgarte's terms at the given `rate` (or two numbers a, b
        for -2 a g' - b² g), or not at all with stabilise="none". The text is made when it is first
        needed; with a `time_limit` it is made at once, within that many seconds.

        >>> from mechanics import kane
        >>> from mechanics.models import plane_pendulum
        >>> f = kane(plane_pendulum(2)).rhs("c")
        >>> print(f)
        state y:      q1, q2, q1', q2'
        parameters p: g, l1, l2, m1, m2
        >>> f(0, [0, 0, 1, 2], [9.81, 1, 1, 1, 1])[:2]
        array([1., 2.])
        """
        pull = pull_of(stabilise, rate) if self.constraints else None
        pieces = pieces_of(self).with_inputs(inputs or {})
        found = RightHandSide(pieces, language, pull, functions)
        return found if time_limit is None else found.made()


def _numbered(name: str, rows: Sequence[Sequence[Any]]) -> dict[str, Any]:
    return {
        f"{name}_{i}_{k}": entry for i, row in enumerate(rows, 1) for k, entry in enumerate(row, 1)
    }


def _numbered_sides(name: str, sides: Sequence[Any]) -> dict[str, Any]:
    return {f"{name}_{i}": side for i, side in enumerate(sides, 1)}


def _block(by: Mapping[Any, Any], row: Any, column: Any) -> Any:
    return by[column] if column in by else zero((row.width, column.width))


def _opposite(t: Any) -> Any:
    return t if vanishes(t) else -t


def _made_up(start: Any, parts: Iterable[tuple[Any, Any]]) -> Any:
    """A sum of blocks times speeds."""
    total = start
    for block, u in parts:
        total = plus(total, times(block, u))
    return total


def _applied(block: Any, u: Any) -> Any:
    """A block times an unknown: scalars, a vector and a scalar, or a matrix and a vector."""
    if isinstance(u, Vector):
        return normal(block @ u)
    return u if block is number(1) else block * u
