"""The inextensible string, in space and in a plane, and the hanging chain."""

from __future__ import annotations

from typing import Any

from rewrite import (
    Scalar,
    angular_velocity,
    column,
    diff,
    dot,
    normal,
    number,
    rotation,
    scalar,
    simplify,
    subs,
    time,
    vector,
    zero,
)

from ..field_equations import FieldEquation, FieldEquations
from ..jets import put
from ..laws import string
from ..linearised import Linearised, linearised_terms
from ..reference_lines import ARC
from ..rods import Rod, Section, rod
from ..screws import AXES

THIN = Section(inertia=zero((3, 3)))
"""A section without an inertia of its own."""


def planar_string() -> Rod:
    """The inextensible string in a plane, as a rod: its sections follow its tangent.

    >>> flat = planar_string()
    >>> [e.name for e in flat.equations], flat.unknowns
    (['moment', 'force', 'stretch', 'shear2', 'shear3'], (x, y, psi3, N1, N2, N3))
    """
    return rod(law=string(), section=THIN, free=("x", "y", "psi3"))


def inextensible_string() -> FieldEquations:
    """ρ ∂²p/∂t² = ∂/∂s (T ∂p/∂s) + n with |∂p/∂s| = 1, for the place p and the tension T.

    >>> print(inextensible_string().unicode())
    force:  ρ p̈ = T′ p′ + T p′′ + n
    length:  p′·p′ = 1
    """
    p, n = (vector(name, time=True, along=ARC) for name in ("p", "n"))
    T, rho = scalar("T", time=True, along=ARC), scalar("rho", constant=True)
    inner = normal(diff(T * diff(p, ARC), ARC))
    tangent = diff(p, ARC)
    return FieldEquations(
        [
            FieldEquation("force", rho * diff(p, time, 2), inner + n),
            FieldEquation("length", dot(tangent, tangent), number(1)),
        ]
    )


def string_by_screws() -> Any:
    """The force equation of a rod in space, if its wrench is a tension along its tangent R i.

    >>> string_by_screws()
    rho*p'' - R @ (T_ds*column(1, 0, 0) + T*cross(R_k, column(1, 0, 0)))
    """
    R = rotation("R", time=True, along=ARC)
    p, T = vector("p", time=True, along=ARC), scalar("T", time=True, along=ARC)
    force = rod(law=string(), section=THIN).in_vectors["force"].left
    V, Omega, kappa, N = (vector(n, time=True, along=ARC) for n in ("V", "Omega", "kappa", "N"))
    moving, pulled = R.T @ diff(p, time), T * AXES[0]
    values = {
        V: moving,
        diff(V, time): diff(moving, time),
        Omega: angular_velocity(R),
        kappa: angular_velocity(R, x=ARC),
        N: pulled,
        diff(N, ARC): diff(pulled, ARC),
    }
    return simplify(R @ subs(force, values))


def hanging_chain() -> Linearised:
    """Small swings of a chain of length L that hangs from its start; x points downwards.

    >>> print(hanging_chain().equations["force 2"])
    rho*(y'' + g*(y_ds + y_ds2*(s - L))) = 0
    """
    x, y, T = (scalar(n, time=True, along=ARC) for n in ("x", "y", "T"))
    rho, g, L = (scalar(n, constant=True) for n in ("rho", "g", "L"))
    p, n = (vector(name, time=True, along=ARC) for name in ("p", "n"))
    there = {p: column(ARC + x, y, zero(Scalar)), n: rho * g * AXES[0]}
    terms = [(e.name, put(e.residual, there)) for e in inextensible_string()]
    return linearised_terms(terms, (x, y, T), {T: rho * g * (L - ARC)})
