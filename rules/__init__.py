"""Knowledge: rewrite rules, one algebra a file. The engine is in `rewrite`.

Every file says what the laws of the operators do already, and holds the rules for the rest in named
sets. Rules that point in opposite directions are in different sets. `REGISTRY` has all the sets.
"""

from __future__ import annotations

from rewrite import RuleSet

from .cayley_hamilton import CAYLEY_HAMILTON, SQUARES_OF_TWO
from .cofactors import (
    COFACTORS,
    COFACTORS_BY_INVERSES,
    COFACTORS_BY_POWERS,
    FROM_CROSSES,
    TO_COFACTORS,
)
from .coordinates import COLUMNS, COORDINATES, COORDINATES_GATHERED
from .determinants import DETERMINANTS
from .dimension3 import DIMENSION_3
from .functions import FUNCTIONS
from .jacobi import JACOBI
from .matrices import INVERSES, SYMMETRY, TRANSPOSES
from .norms import NORMS
from .pairs import FROM_PARTS, PAIRS, PARTS
from .products import FROM_DOTS, TO_DOTS
from .quaternions import QUATERNIONS
from .rotations import ORTHOGONAL, ROTATED_PRODUCTS, ROTATIONS
from .scalars import ANGLE_SUMS, HALF_ANGLES, PYTHAGORAS, TRIGONOMETRY, TURNS
from .screw_pairs import SCREW_PAIRS, SCREW_PARTS
from .screws import SCREWS
from .tildes import TILDE_CONTRACTION, TILDE_EXPANSION
from .traces import TRACES
from .triads import TRIADS
from .turns import (
    RODRIGUES,
    TURNS_ABOUT_AN_AXIS,
    TURNS_AROUND_TILDES,
    TURNS_AS_SUMS,
    TURNS_FROM_SUMS,
)
from .vees import VEES

STANDARD = RuleSet(
    TRIGONOMETRY - "double_sine_gathered",
    JACOBI,
    ROTATIONS,
    TILDE_CONTRACTION - "vee_of_transpose",
    TRACES,
    DETERMINANTS,
    COFACTORS,
    TO_COFACTORS,
    INVERSES,
    SYMMETRY,
    NORMS,
    TRIADS,
    QUATERNIONS,
    COORDINATES_GATHERED,
    COLUMNS,
    FUNCTIONS,
    SCREWS,
    DIMENSION_3 - "gram_of_four_and_four",
    name="STANDARD",
)
"""Rules that make terms shorter. Few make a term dearer, and `simplify` keeps the cheaper form.

Left out are one that works against others (see `TRIGONOMETRY`), one that trades a transpose for a
sign, one that takes long to find out that it does not apply, and `TRANSPOSES`, which open a matrix
that other rules look for beside its transpose; opening distributes transposes anyway."""

SHORT_CUTS = RuleSet(
    *(
        STANDARD[name]
        for name in (
            "antisymmetric_part_between",
            "axis_row_stays",
            "cayley_hamilton",
            "cayley_hamilton_gathered",
            "cofactors_of_one_and_tilde",
            "commutator_of_tildes",
            "conjugate_over_norm",
            "cross_of_rotated",
            "displaced_pairing",
            "inverse_by_determinant",
            "inverse_by_norm",
            "inverse_of_sum_on_the_left",
            "inverse_of_sum_on_the_right",
            "jacobi",
            "jacobi_of_dots",
            "matrix_on_vector",
            "mixed_product_of_screws",
            "paired_with_own_bracket",
            "root_of_square",
            "rotated_about_an_axis",
            "tilde_between_tildes",
            "trace_of_three_tildes",
            "trace_of_two_tildes",
            "trace_with_antisymmetric_first",
            "triple_of_rotated",
            "turn_about_opposite_axis",
            "twice_the_scalar_part",
            "vee_of_difference",
            "vee_of_tildes",
            "vee_of_turned",
        )
    ),
    name="SHORT_CUTS",
)
"""Rules of `STANDARD` that no derivation of `simplify` needs: it finds the same forms by opening
terms and factoring them. They serve callers who use `STANDARD` without the other steps of
`simplify`, and the workbench. `python -m bench.idle --rules` shows which rules are needed."""

REDUCING = (STANDARD - SHORT_CUTS).named("REDUCING")
"""The rules with which `simplify` reduces terms, beside opening and closing them."""

EXPANSION = RuleSet(TILDE_EXPANSION["tilde_of_cross"], name="EXPANSION")
"""What expand does beside distributing."""

OPENING = RuleSet(
    TO_DOTS,
    TILDE_EXPANSION,
    ROTATED_PRODUCTS,
    TURNS_ABOUT_AN_AXIS,
    TURNS_AROUND_TILDES,
    RODRIGUES,
    VEES,
    TRACES,
    DETERMINANTS,
    COFACTORS,
    COFACTORS_BY_POWERS,
    NORMS,
    PARTS,
    COLUMNS,
    FUNCTIONS,
    SCREW_PARTS,
    name="OPENING",
)
"""Everything in terms of fewer operators, so that what is equal meets: what simplify opens with."""

CLOSING = RuleSet(
    TURNS_FROM_SUMS,
    FROM_PARTS,
    FROM_DOTS,
    SQUARES_OF_TWO,
    HALF_ANGLES,
    TRIGONOMETRY["double_sine_gathered"],
    name="CLOSING",
)
"""What opening has opened, in terms of more operators: what simplify closes opened forms with."""

REGISTRY: dict[str, RuleSet] = {
    rules.name: rules
    for rules in (
        ANGLE_SUMS,
        CAYLEY_HAMILTON,
        CLOSING,
        COFACTORS,
        COFACTORS_BY_INVERSES,
        COFACTORS_BY_POWERS,
        COLUMNS,
        COORDINATES,
        COORDINATES_GATHERED,
        DETERMINANTS,
        DIMENSION_3,
        EXPANSION,
        FROM_CROSSES,
        FROM_DOTS,
        FROM_PARTS,
        FUNCTIONS,
        HALF_ANGLES,
        INVERSES,
        JACOBI,
        NORMS,
        OPENING,
        ORTHOGONAL,
        PAIRS,
        PARTS,
        PYTHAGORAS,
        QUATERNIONS,
        REDUCING,
        RODRIGUES,
        ROTATED_PRODUCTS,
        ROTATIONS,
        SCREWS,
        SCREW_PAIRS,
        SCREW_PARTS,
        SQUARES_OF_TWO,
        SHORT_CUTS,
        STANDARD,
        SYMMETRY,
        TILDE_CONTRACTION,
        TILDE_EXPANSION,
        TO_COFACTORS,
        TO_DOTS,
        TRACES,
        TRANSPOSES,
        TRIADS,
        TRIGONOMETRY,
        TURNS,
        TURNS_ABOUT_AN_AXIS,
        TURNS_AROUND_TILDES,
        TURNS_AS_SUMS,
        TURNS_FROM_SUMS,
        VEES,
    )
}
"""All named sets, by name."""

__all__ = [
    "ANGLE_SUMS",
    "CAYLEY_HAMILTON",
    "CLOSING",
    "COFACTORS",
    "COFACTORS_BY_INVERSES",
    "COFACTORS_BY_POWERS",
    "COLUMNS",
    "COORDINATES",
    "COORDINATES_GATHERED",
    "DETERMINANTS",
    "DIMENSION_3",
    "EXPANSION",
    "FROM_CROSSES",
    "FROM_DOTS",
    "FROM_PARTS",
    "FUNCTIONS",
    "HALF_ANGLES",
    "INVERSES",
    "JACOBI",
    "NORMS",
    "OPENING",
    "ORTHOGONAL",
    "PAIRS",
    "PARTS",
    "PYTHAGORAS",
    "QUATERNIONS",
    "REDUCING",
    "REGISTRY",
    "RODRIGUES",
    "ROTATED_PRODUCTS",
    "ROTATIONS",
    "SCREWS",
    "SCREW_PAIRS",
    "SCREW_PARTS",
    "SHORT_CUTS",
    "SQUARES_OF_TWO",
    "STANDARD",
    "SYMMETRY",
    "TILDE_CONTRACTION",
    "TILDE_EXPANSION",
    "TO_COFACTORS",
    "TO_DOTS",
    "TRACES",
    "TRANSPOSES",
    "TRIADS",
    "TRIGONOMETRY",
    "TURNS",
    "TURNS_ABOUT_AN_AXIS",
    "TURNS_AROUND_TILDES",
    "TURNS_AS_SUMS",
    "TURNS_FROM_SUMS",
    "VEES",
]

EXCEPTIONS = {
    ("CLOSING", "termination"): (
        "what is closed has fewer summands, of which the measure knows nothing; tested on random "
        "terms"
    ),
    ("CLOSING", "confluence"): "of sums that overlap any may be closed first",
    ("REDUCING", "termination"): "that of STANDARD",
    ("REDUCING", "confluence"): "that of STANDARD",
    ("REDUCING", "redundant"): "that of STANDARD",
    ("SHORT_CUTS", "termination"): "that of STANDARD",
    ("SHORT_CUTS", "confluence"): "they are no set to rewrite with by themselves",
    ("SHORT_CUTS", "redundant"): "short cuts of different files may cover each other",
    ("STANDARD", "termination"): (
        "that of its parts; simplify stops at any term that costs more; tested on random terms"
    ),
    ("STANDARD", "confluence"): (
        "that of its parts; simplify tries several forms and keeps the smallest"
    ),
    ("STANDARD", "redundant"): (
        "short cuts of its parts, and rules of one part that cover cases of another"
    ),
    ("STANDARD", "shadowed"): (
        "the trace identity gathers a part of Cayley and Hamilton, and the rest goes by cofactors"
    ),
    ("OPENING", "termination"): "that of its parts; tested on random terms",
    ("OPENING", "confluence"): (
        "that of its parts; opened forms are compared by canonical where it matters"
    ),
    ("OPENING", "shadowed"): (
        "whole sets are taken, and of two ways to open a product the first goes"
    ),
    ("OPENING", "redundant"): (
        "whole sets are taken, and of two ways to open a product one would do"
    ),
}
"""What `penelope check` finds here and is left as it is, with the reason."""
