"""For every rule about screws a term that it changes, and a similar one that it must not."""

from __future__ import annotations

from typing import Any

from rewrite import (
    Vector,
    dot,
    identity,
    matrices,
    rotations,
    scalars,
    symbol,
    tilde,
    vector,
    vectors,
    zero,
)
from rules.screw_theory.displacements import (
    Ad,
    Displacement,
    displacement,
    move,
    orientation,
    position,
)
from rules.screw_theory.exponentials import dexp, exp
from rules.screw_theory.screw_algebra import (
    Screw,
    ad,
    blocks,
    bracket,
    klein,
    moment,
    resultant,
    screw,
)

x, y, z = scalars("x y z")
a, b, c, d = vectors("a b c d")
u = vector("u", unit=True)
A, B, C = matrices("A B C")
R, Q = rotations("R Q")
X, Y, Z, W = (symbol(f"X{i}", Screw) for i in range(1, 5))
D, E = (symbol(name, Displacement) for name in ("D1", "D2"))
NO: Any = zero(Vector)

SCREW_EXAMPLES: dict[str, tuple[Any, Any]] = {
    "whole_screw": (x * screw(moment(X), resultant(X)) + Y, screw(moment(X), resultant(Y))),
    "jacobi_of_screws": (
        x * (bracket(X, bracket(Y, Z)) + bracket(Y, bracket(Z, X)) - bracket(Z, bracket(Y, X))),
        bracket(X, bracket(Y, Z)) + bracket(Y, bracket(Z, X)) + bracket(Z, bracket(Y, X)),
    ),
    "paired_with_own_bracket": (klein(bracket(Y, X), Y) + x, klein(bracket(Y, X), Z)),
    "mixed_product_of_screws": (
        x * klein(X, bracket(Y, Z)) + x * klein(bracket(X, Z), Y) + z,
        klein(X, bracket(Y, Z)) - klein(bracket(X, Z), Y),
    ),
    "whole_displacement": (
        displacement(position(D), orientation(D)) * E,
        displacement(position(D), orientation(E)),
    ),
    "moved_point": (
        x * position(D) + x * (orientation(D) @ a) + b,
        position(D) + orientation(E) @ a,
    ),
    "product_of_adjoints": (Ad(D) @ Ad(E.inv) @ ad(X), Ad(D) @ ad(X) @ Ad(E)),
    "inverse_of_adjoint": (ad(X) @ Ad(D).inv, ad(X).inv),
    "displaced_bracket": (
        Z - bracket(Ad(D) @ X, Ad(D) @ Y),
        bracket(Ad(D) @ X, Ad(E) @ Y),
    ),
    "displaced_pairing": (
        x * klein(Ad(D) @ X, Ad(D) @ Y),
        klein(Ad(D) @ X, Ad(E) @ Y),
    ),
    "inverse_of_exponential": (D * exp(x * X).inv, exp(X) * D.inv),
    "exponentials_of_one_screw": (D * exp(x * X) * exp(-y * X), exp(x * X) * exp(y * Y)),
    "screw_along_itself": (Ad(exp(x * X)) @ X - Y, Ad(exp(x * X)) @ Y),
    "derivative_along_itself": (y * dexp(-x * X, X), dexp(-x * X, Y)),
    "derivative_seen_from_the_other_side": (
        Ad(exp(-X)) @ dexp(X, Y),
        Ad(exp(X)) @ dexp(X, Y),
    ),
    "sum_of_screws": (screw(a, b) + screw(c, d) + X, screw(a, b) + X),
    "difference_of_screws": (X - screw(a, b) + screw(c, d), X - screw(a, b)),
    "scaled_screw": (x * screw(a, b) + X, x * X),
    "bracket_of_pairs": (bracket(screw(a, b), screw(c, d)), bracket(screw(a, b), X)),
    "pairing_of_pairs": (x * klein(screw(a, b), screw(c, d)), klein(screw(a, b), X)),
    "adjoint_of_pair": (Ad(D) @ ad(screw(a, b)), ad(X)),
    "blocks_on_pair": (
        blocks(A, B, C, A) @ screw(a, b) - X,
        blocks(A, B, C, A) @ X,
    ),
    "product_of_blocks": (
        Ad(D) @ blocks(A, B, C, A) @ blocks(B, B, A, C),
        blocks(A, B, C, A) @ Ad(D) @ blocks(B, B, A, C),
    ),
    "sum_of_blocks": (blocks(A, B, C, A) + Ad(D) + blocks(B, B, A, C), blocks(A, B, C, A) + Ad(D)),
    "scaled_blocks": (x * blocks(A, B, C, A) + Ad(D), x * Ad(D)),
    "product_of_displacements": (
        D * displacement(a, R) * displacement(b, Q),
        displacement(a, R) * D * displacement(b, Q),
    ),
    "displacement_back": (D * displacement(a, R).inv, displacement(a, A).inv),
    "moved_by_pair": (move(displacement(a, R), b) - c, move(D, b)),
    "adjoint_by_blocks": (ad(X) @ Ad(displacement(a, R)), Ad(displacement(a, A))),
    "turn_about_an_axis": (D * exp(screw(NO, -x * u)), exp(screw(NO, x * a))),
    "turn_along_an_axis": (exp(screw(2 * x * a, 2 * x * u)), exp(screw(x * a, y * u))),
    "exponential_of_pair": (D * exp(screw(a, b)), exp(X)),
    "moment_of_bracket": (moment(bracket(X, Y)) + a, resultant(bracket(X, Y))),
    "resultant_of_bracket": (resultant(bracket(X, Y)) + a, moment(bracket(X, Y))),
    "pairing_by_parts": (x * klein(X, Y), dot(moment(X), resultant(Y))),
    "displaced_moment": (moment(Ad(D) @ X), moment(ad(Y) @ X)),
    "displaced_resultant": (resultant(Ad(D) @ X), resultant(ad(Y) @ X)),
    "moved_by_parts": (x * move(D, a), position(D)),
    "place_of_product": (position(D * E), position(D)),
    "rotation_of_product": (orientation(D * E) @ a, orientation(D) @ a),
    "place_of_inverse": (position(D.inv), position(D)),
    "rotation_of_inverse": (tilde(a) @ orientation(D.inv), identity(3) @ orientation(D)),
}
