"""Screws and displacements as symbols; for pairs of vectors see `screw_pairs`.

The laws cover: the bracket is bilinear and changes its sign with the order of its operands, the
pairing is bilinear and symmetric, ad(X) Y is [X, Y] and coad(X) is -ad(X); displacements are a
group, matrices act on screws and displacements on points successively, exp(0) is one.

`SCREWS` makes terms shorter.
"""

from __future__ import annotations

from rewrite import Matrix, Rewrite, RuleSet, Scalar, Vector, rule

from .screw_theory.displacements import Ad, Displacement, displacement, move, orientation, position
from .screw_theory.exponentials import dexp, exp
from .screw_theory.screw_algebra import Screw, act, bracket, klein, moment, resultant, screw

# -- screws ---------------------------------------------------------------------------------------


@rule
def whole_screw(x: Screw) -> Rewrite[Screw]:
    """(V_X, ω_X) = X."""
    return screw(moment(x), resultant(x)) >> x


@rule
def jacobi_of_screws(x: Screw, y: Screw, z: Screw) -> Rewrite[Screw]:
    """[X, [Y, Z]] + [Y, [Z, X]] + [Z, [X, Y]] = 0."""
    cyclic = bracket(x, bracket(y, z)) + bracket(y, bracket(z, x)) + bracket(z, bracket(x, y))
    return cyclic >> 0


@rule
def paired_with_own_bracket(x: Screw, y: Screw) -> Rewrite[Scalar]:
    """[X | [X, Y]] = 0."""
    return klein(x, bracket(x, y)) >> 0


@rule
def mixed_product_of_screws(x: Screw, y: Screw, z: Screw) -> Rewrite[Scalar]:
    """[X | [Y, Z]] = -[Y | [X, Z]]: the pairing is invariant."""
    return klein(x, bracket(y, z)) + klein(y, bracket(x, z)) >> 0


# -- displacements --------------------------------------------------------------------------------


@rule
def whole_displacement(d: Displacement) -> Rewrite[Displacement]:
    """The displacement with the position and the rotation of D is D."""
    return displacement(position(d), orientation(d)) >> d


@rule
def moved_point(d: Displacement, p: Vector) -> Rewrite[Vector]:
    """The position of D plus R p is D p, where R is the rotation of D."""
    return position(d) + orientation(d) @ p >> move(d, p)


@rule
def product_of_adjoints(a: Displacement, b: Displacement) -> Rewrite[Matrix]:
    """Ad(A) Ad(B) = Ad(A B)."""
    return Ad(a) @ Ad(b) >> Ad(a * b)


@rule
def inverse_of_adjoint(a: Displacement) -> Rewrite[Matrix]:
    """Ad(A)⁻¹ = Ad(A⁻¹)."""
    return Ad(a).inv >> Ad(a.inv)


@rule
def displaced_bracket(a: Displacement, x: Screw, y: Screw) -> Rewrite[Screw]:
    """[Ad(A) X, Ad(A) Y] = Ad(A) [X, Y]."""
    return bracket(act(Ad(a), x), act(Ad(a), y)) >> act(Ad(a), bracket(x, y))


@rule
def displaced_pairing(a: Displacement, x: Screw, y: Screw) -> Rewrite[Scalar]:
    """[Ad(A) X | Ad(A) Y] = [X | Y]."""
    return klein(act(Ad(a), x), act(Ad(a), y)) >> klein(x, y)


# -- exponentials ---------------------------------------------------------------------------------


@rule
def inverse_of_exponential(x: Screw) -> Rewrite[Displacement]:
    """exp(X)⁻¹ = exp(-X)."""
    return exp(x).inv >> exp(-x)


@rule
def exponentials_of_one_screw(s: Scalar, t: Scalar, x: Screw) -> Rewrite[Displacement]:
    """exp(s X) exp(t X) = exp((s + t) X)."""
    return exp(s * x) * exp(t * x) >> exp((s + t) * x)


@rule
def screw_along_itself(s: Scalar, x: Screw) -> Rewrite[Screw]:
    """Ad(exp(s X)) X = X."""
    return act(Ad(exp(s * x)), x) >> x


@rule
def derivative_along_itself(s: Scalar, x: Screw) -> Rewrite[Screw]:
    """dexp(s X, X) = X."""
    return dexp(s * x, x) >> x


@rule
def derivative_seen_from_the_other_side(x: Screw, y: Screw) -> Rewrite[Screw]:
    """Ad(exp(-X)) dexp(X, Y) = dexp(-X, Y)."""
    return act(Ad(exp(-x)), dexp(x, y)) >> dexp(-x, y)


SCREWS = RuleSet(
    whole_screw,
    jacobi_of_screws,
    paired_with_own_bracket,
    mixed_product_of_screws,
    whole_displacement,
    moved_point,
    product_of_adjoints,
    inverse_of_adjoint,
    displaced_bracket,
    displaced_pairing,
    inverse_of_exponential,
    exponentials_of_one_screw,
    screw_along_itself,
    derivative_along_itself,
    derivative_seen_from_the_other_side,
    name="SCREWS",
)

EXCEPTIONS = {
    ("SCREWS", "termination"): (
        "every rule leaves fewer operators, except that one that moves inwards may meet another of "
        "its kind once; tested on random terms"
    ),
    ("SCREWS", "confluence"): (
        "Jacobi's identity prefers no two of its three summands, and terms that it would cancel "
        "may be displaced first; simplify tries several forms"
    ),
}
"""Findings of `penelope check` that are accepted here, with the reasons."""
