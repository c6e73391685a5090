"""From equations of motion to the terms of a right-hand side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from rewrite import Scalar, diff, normal, subs, time, zero

from ..dependence.columns import Column
from ..dependence.numbers import Numbers
from ..dependence.reduction import Reduction
from ..errors import ModelError
from ..results.blocks_as_scalars import axes, entry
from ..system import System
from .rhs_terms import Pieces


class Formed(Protocol):
    """Equations of motion in scalars, as `kane` gives them."""

    @property
    def system(self) -> System: ...
    @property
    def constraints(self) -> Sequence[Any]: ...
    @property
    def reduction(self) -> Reduction | None: ...
    @property
    def entries(self) -> Sequence[Sequence[Any]]: ...
    @property
    def sides(self) -> Sequence[Any]: ...
    @property
    def more(self) -> dict[str, Any]: ...


def rates_of(system: System) -> dict[Any, Any]:
    """The rate of each coordinate, quaternion or rotation in terms of the speeds."""
    own: dict[Any, Any] = {}
    for c in system.constraints:
        own |= c.rates(system.setting)
    return {s: subs(t, own) if own else t for s, t in Numbers(system).rates.items()}


def pieces_of(e: Any) -> Pieces:
    """The terms from which the rates of all states follow, for equations as `kane` gives them."""
    formed: Formed = e
    system = formed.system
    mass = [t for row in formed.entries for t in row]
    rates = rates_of(system)
    if formed.reduction is not None:
        return _reduced(formed, rates, mass, formed.reduction)
    rows = [(row, a) for row in formed.constraints for a in axes(row.velocity)]
    return Pieces(
        system.name,
        rates,
        tuple(system.speeds),
        mass=mass,
        right=formed.sides,
        delta=_named(formed, "Delta"),
        gamma=_named(formed, "gamma"),
        tau=[entry(row.tau, a, None) for row, a in rows],
        gaps=[_gap(row, a) for row, a in rows],
    )


def _reduced(e: Formed, rates: Any, mass: Sequence[Any], reduction: Reduction) -> Pieces:
    """The terms for equations with independent speeds."""
    columns = [c for u in e.system.speeds for c in Column(u).split]
    chosen = [columns.index(c) for found in reduction.independent for c in found.split]
    others = [columns.index(c) for d in reduction.dependent for c in d.column.split]
    return Pieces(
        e.system.name,
        rates,
        tuple(e.system.speeds),
        mass=mass,
        right=e.sides,
        dependence=_named(e, "T"),
        betas=_named(e, "beta"),
        independent=chosen,
        others=others,
    )


def solved_pieces(system: System, rates_of_speeds: Sequence[Any]) -> Pieces:
    """The terms of a right-hand side whose rates of speeds are known as terms."""
    return Pieces(system.name, rates_of(system), tuple(system.speeds), solved=rates_of_speeds)


def linear_pieces(
    system: System, formalism: str, unknowns: Sequence[Any], rows: Sequence[tuple[list[Any], Any]]
) -> Pieces:
    """The terms of a right-hand side given by scalar equations, linear in the rates of the speeds
    (or the second rates of the coordinates) and in reactions, which come after them.
    """
    count = len(rows)
    if any(len(row) != count for row, _ in rows):
        raise ModelError(
            f"{formalism}: {count} equations for {len(rows[0][0]) if rows else 0} unknowns cannot "
            "be solved for accelerations; use kane"
        )
    speeds = _speeds(system, formalism, unknowns)
    rates = rates_of(system)
    if speeds != tuple(system.speeds):
        rates = {q: diff(q, time) for q in system.coordinates}
    full = [t for row, _ in rows for t in row]
    side = [t for _, t in rows]
    return Pieces(system.name, rates, speeds, full=full, side=side)


def _speeds(system: System, formalism: str, unknowns: Sequence[Any]) -> tuple[Any, ...]:
    """The speeds whose rates come first among the unknowns."""
    for speeds in (tuple(system.speeds), tuple(diff(q, time) for q in system.coordinates)):
        first = [diff(u, time) for u in speeds]
        if len(unknowns) >= len(first) and all(
            a is b for a, b in zip(first, unknowns, strict=False)
        ):
            return speeds
    raise ModelError(
        f"{formalism}: its unknowns are not the rates of speeds; use kane, lagrange or "
        "newton_euler for a right-hand side"
    )


def _named(e: Formed, group: str) -> list[Any]:
    return [t for name, t in e.more.items() if name.startswith(f"{group}_")]


def _gap(row: Any, axis: Any) -> Any:
    """The residual of the positions of a row, or zero if it has none."""
    return zero(Scalar) if row.position is None else normal(entry(row.position, axis, None))


__all__ = ["Pieces", "linear_pieces", "pieces_of", "rates_of", "solved_pieces"]
