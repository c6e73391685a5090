"""Sines and cosines.

The laws cover: sin(−x) = −sin x, cos(−x) = cos x, sin 0 = 0, cos 0 = 1, quarter turns as in
sin(x + π) = −sin x, powers and like terms. Here are the identities between different functions:
`TRIGONOMETRY` makes sums of products of them shorter, `ANGLE_SUMS` expands functions of sums and
multiples of angles.

The matcher finds a sum within a longer one, with a common factor and with unequal numbers:
m·(3 sin² + 5 cos²) becomes m·(3 + 2 cos²) without another rule.
"""

from __future__ import annotations

from rewrite import Rewrite, RuleSet, Scalar, cos, rule, sin

# -- contracting ----------------------------------------------------------------------------------


@rule
def pythagoras(x: Scalar) -> Rewrite[Scalar]:
    """sin² x + cos² x = 1   (Pythagoras)."""
    return sin(x) ** 2 + cos(x) ** 2 >> 1


@rule
def one_less_sine_squared(x: Scalar) -> Rewrite[Scalar]:
    """1 − sin² x = cos² x   (Pythagoras)."""
    return 1 - sin(x) ** 2 >> cos(x) ** 2


@rule
def one_less_cosine_squared(x: Scalar) -> Rewrite[Scalar]:
    """1 − cos² x = sin² x   (Pythagoras)."""
    return 1 - cos(x) ** 2 >> sin(x) ** 2


@rule
def sine_of_sum_gathered(x: Scalar, y: Scalar) -> Rewrite[Scalar]:
    """sin x cos y + cos x sin y = sin(x + y)."""
    return sin(x) * cos(y) + cos(x) * sin(y) >> sin(x + y)


@rule
def sine_of_difference_gathered(x: Scalar, y: Scalar) -> Rewrite[Scalar]:
    """sin x cos y − cos x sin y = sin(x − y)."""
    return sin(x) * cos(y) - cos(x) * sin(y) >> sin(x - y)


@rule
def cosine_of_sum_gathered(x: Scalar, y: Scalar) -> Rewrite[Scalar]:
    """cos x cos y − sin x sin y = cos(x + y); cos² x − sin² x = cos 2x is the case x = y."""
    return cos(x) * cos(y) - sin(x) * sin(y) >> cos(x + y)


@rule
def cosine_of_difference_gathered(x: Scalar, y: Scalar) -> Rewrite[Scalar]:
    """cos x cos y + sin x sin y = cos(x − y)."""
    return cos(x) * cos(y) + sin(x) * sin(y) >> cos(x - y)


@rule
def double_sine_gathered(x: Scalar) -> Rewrite[Scalar]:
    """2 sin x cos x = sin 2x."""
    return 2 * sin(x) * cos(x) >> sin(2 * x)


@rule
def threefold_sine_gathered(x: Scalar) -> Rewrite[Scalar]:
    """3 sin x − 4 sin³ x = sin 3x."""
    return 3 * sin(x) - 4 * sin(x) ** 3 >> sin(3 * x)


@rule
def threefold_cosine_gathered(x: Scalar) -> Rewrite[Scalar]:
    """4 cos³ x − 3 cos x = cos 3x."""
    return 4 * cos(x) ** 3 - 3 * cos(x) >> cos(3 * x)


# -- expanding ------------------------------------------------------------------------------------


@rule
def sine_of_sum(x: Scalar, y: Scalar) -> Rewrite[Scalar]:
    """sin(x + y) = sin x cos y + cos x sin y."""
    return sin(x + y) >> sin(x) * cos(y) + cos(x) * sin(y)


@rule
def cosine_of_sum(x: Scalar, y: Scalar) -> Rewrite[Scalar]:
    """cos(x + y) = cos x cos y − sin x sin y."""
    return cos(x + y) >> cos(x) * cos(y) - sin(x) * sin(y)


@rule
def double_sine(x: Scalar) -> Rewrite[Scalar]:
    """sin 2x = 2 sin x cos x."""
    return sin(2 * x) >> 2 * sin(x) * cos(x)


@rule
def double_cosine(x: Scalar) -> Rewrite[Scalar]:
    """cos 2x = cos² x − sin² x."""
    return cos(2 * x) >> cos(x) ** 2 - sin(x) ** 2


@rule
def threefold_sine(x: Scalar) -> Rewrite[Scalar]:
    """sin 3x = 3 sin x − 4 sin³ x."""
    return sin(3 * x) >> 3 * sin(x) - 4 * sin(x) ** 3


@rule
def threefold_cosine(x: Scalar) -> Rewrite[Scalar]:
    """cos 3x = 4 cos³ x − 3 cos x."""
    return cos(3 * x) >> 4 * cos(x) ** 3 - 3 * cos(x)


# -- doubling -------------------------------------------------------------------------------------


@rule
def square_of_sine(x: Scalar) -> Rewrite[Scalar]:
    """sin² x = (1 − cos 2x)/2."""
    return sin(x) ** 2 >> (1 - cos(2 * x)) / 2


@rule
def square_of_cosine(x: Scalar) -> Rewrite[Scalar]:
    """cos² x = (1 + cos 2x)/2."""
    return cos(x) ** 2 >> (1 + cos(2 * x)) / 2


PYTHAGORAS = RuleSet(pythagoras, one_less_sine_squared, one_less_cosine_squared, name="PYTHAGORAS")
"""Squares of sines and cosines: the result has no new function, or one in exchange for another."""

TRIGONOMETRY = RuleSet(
    PYTHAGORAS,
    sine_of_sum_gathered,
    sine_of_difference_gathered,
    cosine_of_sum_gathered,
    cosine_of_difference_gathered,
    double_sine_gathered,
    name="TRIGONOMETRY",
)
"""All rules that contract. `double_sine_gathered` is about a product, so a bottom-up strategy
applies it before any rule about the sum: sin⁴ + 2 sin² cos² + cos⁴ does not become 1.
"""

DOUBLE_ANGLES = RuleSet(
    square_of_sine, square_of_cosine, double_sine_gathered, name="DOUBLE_ANGLES"
)
"""Squares and products of sines and cosines as functions of double angles."""

THREEFOLD_ANGLES = RuleSet(
    threefold_sine_gathered, threefold_cosine_gathered, name="THREEFOLD_ANGLES"
)
"""Cubes as functions of threefold angles."""

ANGLE_SUMS = RuleSet(
    double_sine,
    double_cosine,
    threefold_sine,
    threefold_cosine,
    sine_of_sum,
    cosine_of_sum,
    name="ANGLE_SUMS",
)
"""Functions of sums and multiples of angles, as polynomials in those of the angles."""

EXCEPTIONS = {
    ("PYTHAGORAS", "termination"): (
        "a square becomes another and a number is removed, which the measure does not count; "
        "tested on random terms"
    ),
    ("PYTHAGORAS", "confluence"): "either of two squares may combine with a number",
    ("DOUBLE_ANGLES", "confluence"): "sin² x cos x is read as a square or as a product",
    (
        "THREEFOLD_ANGLES",
        "termination",
    ): "a power is removed, but the measure counts the number three",
    (
        "THREEFOLD_ANGLES",
        "confluence",
    ): "of three odd powers of a sine, two different pairs may be combined",
    ("TRIGONOMETRY", "termination"): (
        "two products become a function of a larger angle; tested on random terms"
    ),
    ("TRIGONOMETRY", "confluence"): (
        "sums of products of sines and cosines can be contracted in several ways"
    ),
    ("pythagoras", "redundant"): "the case x = y of the cosine of a difference, and found faster",
    ("ANGLE_SUMS", "termination"): (
        "the multiples of angles are smaller numbers, and the measure does not count numbers; "
        "tested on random terms"
    ),
    ("ANGLE_SUMS", "confluence"): (
        "sixfold angles are divided by two or by three first; the results are equal by Pythagoras, "
        "which is not in the set"
    ),
}
"""Findings of `penelope check` that are accepted here, with the reasons."""
