"""The planar beam and its special cases: those of Timoshenko, Rayleigh, Euler and Bernoulli."""

from __future__ import annotations

from typing import Any

from rewrite import Scalar, diff, normal, scalar, simplify, subs, time_limited, zero

from ..field_equations import FieldEquation
from ..jets import put, put_derivative, solved
from ..laws import ConstitutiveLaw, linear
from ..linearised import Linearised, linearised
from ..reference_lines import ARC
from ..rods import Rod, rod

PLANE = ("x", "y", "psi3")


def planar_beam(law: ConstitutiveLaw | None = None, **more: Any) -> Rod:
    """A straight beam that bends, shears and stretches in a plane, by any amount.

    >>> print(planar_beam().scalars["moment 3"].name)
    moment 3
    """
    return rod(law=law, free=PLANE, **more)


@time_limited
def small_planar_beam(
    law: ConstitutiveLaw | None = None, *, time_limit: float | None = None
) -> Linearised:
    """Its small motions: axial, and those of Timoshenko's beam.
    After `time_limit` seconds it stops with a LimitError.

    >>> print(small_planar_beam().equations["moment 3"])
    J33*psi3''*rho - EI3*psi3_ds2 + GA2*(psi3 - y_ds) = 0
    """
    return linearised(planar_beam(law))


def timoshenko() -> FieldEquation:
    """The equation of Timoshenko's beam for the deflection only, with 1/GA as `compliance`.

    The rotation is eliminated: the force gives ∂ψ/∂s, and the moment is differentiated by s.

    >>> print(timoshenko())
    EI3*y_ds4 + rho*(y'' - EI3*compliance*y_ds2'' + J33*(compliance*rho*y'''' - y_ds2'')) = 0
    """
    psi = scalar("psi3", time=True, along=ARC)
    small = small_planar_beam().equations
    slope = solved(small["force 2"].left, diff(psi, ARC))
    found = put_derivative(diff(small["moment 3"].left, ARC), psi, ARC, slope)
    c, GA2 = scalar("compliance", constant=True), scalar("GA2", constant=True)
    left = normal(subs(normal(found), {GA2: 1 / c}))
    return FieldEquation("Timoshenko", simplify(-left), zero(Scalar))


def rayleigh() -> FieldEquation:
    """The beam that does not shear (Kirchhoff, Love), with the inertia of its rotation.

    The law holds the shear at zero, so the shear force is an unknown: the moment equation gives it,
    and it is put into the force equation.

    >>> print(rayleigh())
    EI3*y_ds4 + rho*(y'' - J33*y_ds2'') = 0
    """
    psi, N2 = (scalar(n, time=True, along=ARC) for n in ("psi3", "N2"))
    small = linearised(planar_beam(linear().holding("shear"))).equations
    turned = solved(small["shear2"].left, psi)
    shear = solved(put(small["moment 3"].left, {psi: turned}), N2)
    left = put(small["force 2"].left, {psi: turned, N2: shear})
    return FieldEquation("Rayleigh", simplify(left), zero(Scalar))


def euler_bernoulli() -> FieldEquation:
    """The beam that neither shears nor has an inertia of rotation.

    >>> print(euler_bernoulli())
    EI3*y_ds4 + rho*y'' = 0
    """
    J33 = scalar("J33", constant=True)
    left = normal(subs(rayleigh().left, {J33: zero(Scalar)}))
    return FieldEquation("Euler and Bernoulli", left, zero(Scalar))
