"""Screws as pairs of vectors, and displacements as pairs of a position and a rotation.

`SCREW_PAIRS` calculates with pairs, and the verb `pairs` uses it; `SCREW_PARTS` expands moments and
resultants, positions and rotations, and pairings into the parts of their operands.
"""

from __future__ import annotations

from dataclasses import replace

from rewrite import (
    Level,
    Matrix,
    Rewrite,
    RuleSet,
    Scalar,
    Vector,
    cos,
    cross,
    dot,
    rot,
    rotation,
    rule,
    sin,
    tilde,
    trans,
    unit,
    zero,
)

from .screw_theory.displacements import Ad, Displacement, displacement, move, orientation, position
from .screw_theory.exponentials import exp, rotation_by, stumpff
from .screw_theory.screw_algebra import (
    Screw,
    act,
    ad,
    blocks,
    bracket,
    klein,
    moment,
    resultant,
    screw,
)

NOWHERE: Vector = zero(Vector)

# -- pairs of vectors -----------------------------------------------------------------------------


@rule
def sum_of_screws(v: Vector, w: Vector, p: Vector, q: Vector) -> Rewrite[Screw]:
    """(V, ω) + (V', ω') = (V + V', ω + ω')."""
    return screw(v, w) + screw(p, q) >> screw(v + p, w + q)


@rule
def difference_of_screws(v: Vector, w: Vector, p: Vector, q: Vector) -> Rewrite[Screw]:
    """(V, ω) - (V', ω') = (V - V', ω - ω')."""
    return screw(v, w) - screw(p, q) >> screw(v - p, w - q)


@rule
def scaled_screw(x: Scalar, v: Vector, w: Vector) -> Rewrite[Screw]:
    """x (V, ω) = (x V, x ω)."""
    return x * screw(v, w) >> screw(x * v, x * w)


@rule
def bracket_of_pairs(p: Vector, q: Vector, v: Vector, w: Vector) -> Rewrite[Screw]:
    """[(V, ω), (V', ω')] = (ω × V' - ω' × V, ω × ω')."""
    return bracket(screw(p, q), screw(v, w)) >> screw(cross(q, v) - cross(w, p), cross(q, w))


@rule
def pairing_of_pairs(v: Vector, w: Vector, p: Vector, q: Vector) -> Rewrite[Scalar]:
    """[(V, ω) | (V', ω')] = V·ω' + ω·V'."""
    return klein(screw(v, w), screw(p, q)) >> dot(v, q) + dot(w, p)


@rule
def adjoint_of_pair(v: Vector, w: Vector) -> Rewrite[Matrix]:
    """ad((V, ω)) has the blocks ω̃, Ṽ above 0, ω̃."""
    return ad(screw(v, w)) >> blocks(tilde(w), tilde(v), zero((3, 3)), tilde(w))


@rule
def blocks_on_pair(
    a: Matrix, b: Matrix, c: Matrix, d: Matrix, v: Vector, w: Vector
) -> Rewrite[Screw]:
    """Blocks A, B above C, D take (V, ω) to (A V + B ω, C V + D ω)."""
    return act(blocks(a, b, c, d), screw(v, w)) >> screw(a @ v + b @ w, c @ v + d @ w)


@rule
def product_of_blocks(
    a: Matrix, b: Matrix, c: Matrix, d: Matrix, e: Matrix, f: Matrix, g: Matrix, h: Matrix
) -> Rewrite[Matrix]:
    """Blocks multiply like the entries of 2×2 matrices."""
    upper, lower = (a @ e + b @ g, a @ f + b @ h), (c @ e + d @ g, c @ f + d @ h)
    return blocks(a, b, c, d) @ blocks(e, f, g, h) >> blocks(*upper, *lower)


@rule
def sum_of_blocks(
    a: Matrix, b: Matrix, c: Matrix, d: Matrix, e: Matrix, f: Matrix, g: Matrix, h: Matrix
) -> Rewrite[Matrix]:
    """Blocks are added one by one."""
    return blocks(a, b, c, d) + blocks(e, f, g, h) >> blocks(a + e, b + f, c + g, d + h)


@rule
def scaled_blocks(x: Scalar, a: Matrix, b: Matrix, c: Matrix, d: Matrix) -> Rewrite[Matrix]:
    """A factor goes to every block."""
    return x * blocks(a, b, c, d) >> blocks(x * a, x * b, x * c, x * d)


# -- pairs of a place and a rotation --------------------------------------------------------------


@rule
def product_of_displacements(p: Vector, r: Matrix, q: Vector, s: Matrix) -> Rewrite[Displacement]:
    """(p, R)(q, S) = (p + R q, R S)."""
    return displacement(p, r) * displacement(q, s) >> displacement(p + r @ q, r @ s)


@rule
def displacement_back(p: Vector, r: Matrix) -> Rewrite[Displacement]:
    """(p, R)⁻¹ = (-Rᵀ p, Rᵀ)."""
    back = displacement(-(trans(r) @ p), trans(r))
    return (displacement(p, r).inv >> back).when(rotation(r))


@rule
def moved_by_pair(p: Vector, r: Matrix, q: Vector) -> Rewrite[Vector]:
    """(p, R) moves q to p + R q."""
    return move(displacement(p, r), q) >> p + r @ q


@rule
def adjoint_by_blocks(p: Vector, r: Matrix) -> Rewrite[Matrix]:
    """Ad((p, R)) has the blocks R, p̃ R above 0, R."""
    found = blocks(r, tilde(p) @ r, zero((3, 3)), r)
    return (Ad(displacement(p, r)) >> found).when(rotation(r))


@rule
def turn_about_an_axis(a: Scalar, u: Vector) -> Rewrite[Displacement]:
    """exp((0, a u)) = (0, the turn by a about u)."""
    return (exp(screw(NOWHERE, a * u)) >> displacement(NOWHERE, rot(u, a))).when(unit(u))


@rule
def turn_along_an_axis(a: Scalar, v: Vector, u: Vector) -> Rewrite[Displacement]:
    """exp((a V, a u)) = (a V + (1 - cos a) u × V + (a - sin a) u × (u × V), the turn by a)."""
    place = a * v + (1 - cos(a)) * cross(u, v) + (a - sin(a)) * cross(u, cross(u, v))
    return (exp(screw(a * v, a * u)) >> displacement(place, rot(u, a))).when(unit(u))


@rule
def exponential_of_pair(v: Vector, w: Vector) -> Rewrite[Displacement]:
    """exp((V, ω)) = (V + c₂ ω × V + c₃ ω × (ω × V), the rotation by ω), with c_k of |ω|²."""
    c2, c3 = (stumpff(k, dot(w, w)) for k in (2, 3))
    place = v + c2 * cross(w, v) + c3 * cross(w, cross(w, v))
    return exp(screw(v, w)) >> displacement(place, rotation_by(w))


# -- parts ----------------------------------------------------------------------------------------


@rule
def moment_of_bracket(x: Screw, y: Screw) -> Rewrite[Vector]:
    """The moment of [X, Y] is ω_X × V_Y - ω_Y × V_X."""
    return moment(bracket(x, y)) >> (
        cross(resultant(x), moment(y)) - cross(resultant(y), moment(x))
    )


@rule
def resultant_of_bracket(x: Screw, y: Screw) -> Rewrite[Vector]:
    """The resultant of [X, Y] is ω_X × ω_Y."""
    return resultant(bracket(x, y)) >> cross(resultant(x), resultant(y))


@rule
def pairing_by_parts(x: Screw, y: Screw) -> Rewrite[Scalar]:
    """[X | Y] = V_X·ω_Y + ω_X·V_Y."""
    return klein(x, y) >> dot(moment(x), resultant(y)) + dot(resultant(x), moment(y))


@rule
def displaced_moment(d: Displacement, x: Screw) -> Rewrite[Vector]:
    """The moment of Ad(D) X is R V + p × R ω."""
    turned = orientation(d) @ resultant(x)
    return moment(act(Ad(d), x)) >> orientation(d) @ moment(x) + cross(position(d), turned)


@rule
def displaced_resultant(d: Displacement, x: Screw) -> Rewrite[Vector]:
    """The resultant of Ad(D) X is R ω."""
    return resultant(act(Ad(d), x)) >> orientation(d) @ resultant(x)


@rule
def moved_by_parts(d: Displacement, p: Vector) -> Rewrite[Vector]:
    """D moves p to the position of D plus R p."""
    return move(d, p) >> position(d) + orientation(d) @ p


@rule
def place_of_product(a: Displacement, b: Displacement) -> Rewrite[Vector]:
    """The position of A B is where A moves the position of B."""
    return position(a * b) >> position(a) + orientation(a) @ position(b)


@rule
def rotation_of_product(a: Displacement, b: Displacement) -> Rewrite[Matrix]:
    """The rotation of A B is the product of the rotations."""
    return orientation(a * b) >> orientation(a) @ orientation(b)


@rule
def place_of_inverse(d: Displacement) -> Rewrite[Vector]:
    """The place of D⁻¹ is -Rᵀ p."""
    back: Matrix = trans(orientation(d))
    return position(d.inv) >> -(back @ position(d))


@rule
def rotation_of_inverse(d: Displacement) -> Rewrite[Matrix]:
    """The rotation of D⁻¹ is Rᵀ."""
    back: Matrix = trans(orientation(d))
    return orientation(d.inv) >> back


SCREW_PAIRS = RuleSet(
    bracket_of_pairs,
    pairing_of_pairs,
    blocks_on_pair,
    adjoint_of_pair,
    adjoint_by_blocks,
    product_of_blocks,
    product_of_displacements,
    displacement_back,
    moved_by_pair,
    turn_about_an_axis,
    turn_along_an_axis,
    exponential_of_pair,
    sum_of_screws,
    difference_of_screws,
    scaled_screw,
    sum_of_blocks,
    scaled_blocks,
    name="SCREW_PAIRS",
)
SCREW_PARTS = RuleSet(
    moment_of_bracket,
    resultant_of_bracket,
    pairing_by_parts,
    displaced_moment,
    displaced_resultant,
    moved_by_parts,
    place_of_product,
    rotation_of_product,
    place_of_inverse,
    rotation_of_inverse,
    name="SCREW_PARTS",
)

Screw.level = Level(screw, (moment, resultant), SCREW_PAIRS)
assert Displacement.level is not None
Displacement.level = replace(Displacement.level, rules=SCREW_PAIRS)

EXCEPTIONS = {
    ("displacement_back", "condition"): "a pair whose matrix is not a rotation has no displacement",
    ("adjoint_by_blocks", "condition"): "a pair whose matrix is not a rotation has no displacement",
    ("SCREW_PAIRS", "termination"): (
        "contracting makes fewer pairs, with larger parts; tested on random terms"
    ),
    ("SCREW_PAIRS", "confluence"): (
        "pairs are contracted up to the sign of the whole and the brackets of their parts, "
        "which expand removes"
    ),
    ("SCREW_PARTS", "termination"): (
        "parts of a product become more products of parts, each of smaller terms; tested on "
        "random terms"
    ),
}
"""Findings of `penelope check` that are accepted here, with the reasons."""
