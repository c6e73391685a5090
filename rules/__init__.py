"""Knowledge: rewrite rules, one algebra per file. The engine is in `rewrite`.

Every file states what the laws of the operators already cover, and has the rules for the rest in
named sets. Rules in opposite directions are in different sets. `REGISTRY` has all the sets.
"""

from __future__ import annotations

from rewrite import RuleSet

from .cayley_hamilton import CAYLEY_HAMILTON as CAYLEY_HAMILTON
from .cayley_hamilton import SQUARES_OF_TWO as SQUARES_OF_TWO
from .cofactors import COFACTORS as COFACTORS
from .cofactors import COFACTORS_BY_INVERSES as COFACTORS_BY_INVERSES
from .cofactors import COFACTORS_BY_POWERS as COFACTORS_BY_POWERS
from .cofactors import FROM_CROSSES as FROM_CROSSES
from .cofactors import TO_COFACTORS as TO_COFACTORS
from .coordinates import COLUMNS as COLUMNS
from .coordinates import COLUMNS_AS_SUMS as COLUMNS_AS_SUMS
from .coordinates import COORDINATES as COORDINATES
from .coordinates import COORDINATES_AS_DOTS as COORDINATES_AS_DOTS
from .coordinates import COORDINATES_GATHERED as COORDINATES_GATHERED
from .coordinates import FROM_AXES as FROM_AXES
from .determinants import DETERMINANTS as DETERMINANTS
from .dimension3 import DIMENSION_3 as DIMENSION_3
from .functions import FUNCTIONS as FUNCTIONS
from .functions import HALF_TANGENTS as HALF_TANGENTS
from .functions import ROOTS as ROOTS
from .functions import TANGENTS_AS_QUOTIENTS as TANGENTS_AS_QUOTIENTS
from .jacobi import JACOBI as JACOBI
from .matrices import INVERSES as INVERSES
from .matrices import SYMMETRY as SYMMETRY
from .matrices import TRANSPOSES as TRANSPOSES
from .norms import LENGTHS_AS_ROOTS as LENGTHS_AS_ROOTS
from .norms import LENGTHS_OF_MULTIPLES as LENGTHS_OF_MULTIPLES
from .norms import NORMS as NORMS
from .pairs import FROM_PARTS as FROM_PARTS
from .pairs import PAIRS as PAIRS
from .pairs import PARTS as PARTS
from .products import FROM_DOTS as FROM_DOTS
from .products import TO_DOTS as TO_DOTS
from .quaternions import QUATERNIONS as QUATERNIONS
from .quaternions import QUATERNIONS_BETWEEN as QUATERNIONS_BETWEEN
from .rotations import ORTHOGONAL as ORTHOGONAL
from .rotations import ROTATED_PRODUCTS as ROTATED_PRODUCTS
from .rotations import ROTATIONS as ROTATIONS
from .scalars import ANGLE_SUMS as ANGLE_SUMS
from .scalars import DOUBLE_ANGLES as DOUBLE_ANGLES
from .scalars import PYTHAGORAS as PYTHAGORAS
from .scalars import THREEFOLD_ANGLES as THREEFOLD_ANGLES
from .scalars import TRIGONOMETRY as TRIGONOMETRY
from .screw_pairs import SCREW_PAIRS as SCREW_PAIRS
from .screw_pairs import SCREW_PARTS as SCREW_PARTS
from .screws import SCREWS as SCREWS
from .tildes import TILDE_CONTRACTION as TILDE_CONTRACTION
from .tildes import TILDE_EXPANSION as TILDE_EXPANSION
from .traces import TRACES as TRACES
from .triads import TRIADS as TRIADS
from .triads import TWO_AXES as TWO_AXES
from .turns import RODRIGUES as RODRIGUES
from .turns import TILDES_PAST_TURNS as TILDES_PAST_TURNS
from .turns import TURNED_AXES as TURNED_AXES
from .turns import TURNS_ABOUT_AN_AXIS as TURNS_ABOUT_AN_AXIS
from .turns import TURNS_ABOUT_TURNED_AXES as TURNS_ABOUT_TURNED_AXES
from .turns import TURNS_AROUND_TILDES as TURNS_AROUND_TILDES
from .turns import TURNS_AS_SUMS as TURNS_AS_SUMS
from .turns import TURNS_FROM_SUMS as TURNS_FROM_SUMS
from .turns import TURNS_IN_PARTS as TURNS_IN_PARTS
from .vees import VEES as VEES

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
    HALF_TANGENTS,
    ROOTS,
    SCREWS,
    DIMENSION_3 - "gram_of_four_and_four",
    name="STANDARD",
)
"""Rules that make terms shorter. Few make a term more expensive, and `simplify` keeps the cheaper
form.

Left out are one that works against others (see `TRIGONOMETRY`), one that trades a transpose for a
sign, one that takes long to find that it does not apply, and `TRANSPOSES`, which expand a matrix
that other rules match next to its transpose; `OPENING` distributes transposes anyway."""

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
            "displaced_pairing",
            "inverse_by_determinant",
            "inverse_by_norm",
            "inverse_of_sum_on_the_left",
            "inverse_of_sum_on_the_right",
            "jacobi",
            "jacobi_of_dots",
            "mixed_product_of_screws",
            "paired_with_own_bracket",
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
"""Rules of `STANDARD` that no derivation of `simplify` needs: it finds the same forms by expanding
terms and factoring them. They are for callers who use `STANDARD` without the other steps of
`simplify`, and for the workbench. `python -m bench.idle --rules` shows which rules are needed."""

REDUCING = RuleSet(
    STANDARD - SHORT_CUTS,
    QUATERNIONS_BETWEEN,
    TURNS_IN_PARTS,
    TILDES_PAST_TURNS,
    name="REDUCING",
)
"""The rules with which `simplify` reduces terms, besides `OPENING` and `CLOSING`: those that make
terms shorter, and some that make them longer and cheaper."""

EXPANSION = RuleSet(TILDE_EXPANSION["tilde_of_cross"], name="EXPANSION")
"""The rules that `expand` uses besides distributing."""

OPENING = RuleSet(
    TO_DOTS - "tilde_of_cross_as_outer" - "binet_cauchy",
    TILDE_EXPANSION,
    ROTATED_PRODUCTS - SHORT_CUTS,
    TURNS_ABOUT_AN_AXIS,
    TURNS_AROUND_TILDES,
    RODRIGUES,
    VEES - SHORT_CUTS,
    TRACES - SHORT_CUTS,
    DETERMINANTS,
    COFACTORS,
    COFACTORS_BY_POWERS,
    NORMS,
    LENGTHS_OF_MULTIPLES,
    PARTS,
    COLUMNS,
    FUNCTIONS,
    SCREW_PARTS,
    name="OPENING",
)
"""The rules with which `simplify` expands terms into fewer operators, so that equal terms cancel.
Rules that would never fire are left out: those for tildes and products of tildes expand crosses,
traces and vees first.
"""

DEFINITIONS = RuleSet(TANGENTS_AS_QUOTIENTS, LENGTHS_AS_ROOTS, name="DEFINITIONS")
"""Tangents and lengths by their definitions. `simplify` tries it after expanding terms."""

CLOSING = RuleSet(
    TURNS_FROM_SUMS - "sum_as_turned",
    TURNED_AXES,
    TWO_AXES,
    FROM_PARTS,
    FROM_DOTS,
    SQUARES_OF_TWO,
    THREEFOLD_ANGLES,
    TRIGONOMETRY["double_sine_gathered"],
    name="CLOSING",
)
"""The rules with which `simplify` contracts expanded forms into more operators. The sum of
Rodrigues on a vector stays: it takes fewer operations than the rotated vector."""

REGISTRY: dict[str, RuleSet] = {
    name: found for name, found in sorted(globals().items()) if isinstance(found, RuleSet)
}
"""All named sets of this file, by name. A new set is one line: its import above."""

__all__ = ["REGISTRY", *REGISTRY]

EXCEPTIONS = {
    ("CLOSING", "termination"): (
        "contracting leaves fewer summands, which the measure does not count; tested on random "
        "terms"
    ),
    ("CLOSING", "confluence"): "if sums overlap, any of them may be contracted first",
    ("REDUCING", "termination"): "the same as for STANDARD",
    ("REDUCING", "confluence"): "the same as for STANDARD",
    ("REDUCING", "redundant"): "the same as for STANDARD",
    ("SHORT_CUTS", "termination"): "the same as for STANDARD",
    ("SHORT_CUTS", "confluence"): "they are not meant to be used by themselves",
    ("SHORT_CUTS", "redundant"): "short cuts of different files may cover each other",
    ("STANDARD", "termination"): (
        "as for its parts; simplify stops at any term that costs more; tested on random terms"
    ),
    ("STANDARD", "confluence"): (
        "as for its parts; simplify tries several forms and keeps the smallest"
    ),
    ("STANDARD", "redundant"): (
        "short cuts of its parts, and rules of one part that cover cases of another"
    ),
    ("STANDARD", "shadowed"): (
        "the trace identity contracts a part of Cayley and Hamilton, and cofactors cover the rest"
    ),
    ("OPENING", "termination"): "as for its parts; tested on random terms",
    ("OPENING", "confluence"): (
        "as for its parts; canonical compares expanded forms where it matters"
    ),
    ("OPENING", "shadowed"): (
        "whole sets are included, and the first of two ways to expand a product is used"
    ),
    ("OPENING", "redundant"): (
        "whole sets are included, and one of two ways to expand a product would suffice"
    ),
}
"""Findings of `penelope check` that are accepted here, with the reasons."""
