"""The terms of a mechanism by name, for worksheets: `mechanism FILE`."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from rewrite import diff, free_symbols, normal, time

from ..dynamics.energy import kinetic_energy, potential
from ..errors import NoPotentialError
from .equations_report import equations_of
from .loading import Loaded, load


def terms_of(path: str | Path) -> dict[str, Any]:
    """All symbols by their names, the energies, M and f of Kane's equations, and velocities.

    `velocity_NAME` is the velocity of the mass centre of a body, in coordinates of earth;
    `spin_NAME` is its angular velocity, in its principal axes.
    """
    m = load(path)
    system, k = m.system, m.system.kinematics
    found: dict[str, Any] = {"kinetic_energy": normal(kinetic_energy(system))}
    with suppress(NoPotentialError):  # without a potential there is no such term
        found["potential_energy"] = normal(potential(system))
    for body in system.bodies:
        name = "".join(c if c.isalnum() else "_" for c in body.name)
        found[f"velocity_{name}"] = k.motion(body.centre).velocity
        found[f"spin_{name}"] = k.spin(body.frame).velocity
    found |= equations_of(system, "kane").named()
    return _symbols(m, found) | found


def _symbols(m: Loaded, terms: dict[str, Any]) -> dict[str, Any]:
    there = {s for t in terms.values() for s in free_symbols(t)}
    for q in m.system.coordinates:
        there |= {q, diff(q, time), diff(q, time, 2)}
    return {str(s): s for s in sorted(there, key=str)}
