"""Names of variables in code: readable, in ASCII letters, without clashes, and reproducible.

A coordinate of a vector v is v1, of a matrix J12, of a quaternion q0 … q3; an underscore separates
a name that ends in a digit from its number. Primes become `_d`, Greek letters are spelled out, and
other characters are written as their code.
"""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Iterable

from ...core.sorts import Matrix, Quaternion, Scalar
from ...core.terms import Shape, Term
from ...deadline import timed
from ..graph.graph import Argument, Graph
from ..graph.nodes import INPUT

C_WORDS = (
    "alignas alignof auto bool break case char const constexpr continue default do double else "
    "enum extern false float for goto if inline int long nullptr register restrict return short "
    "signed sizeof static static_assert struct switch thread_local true typedef typeof "
    "typeof_unqual union unsigned void volatile while asm complex imaginary main NULL near far "
    "linux unix index time clock div abs environ double_t float_t math_errhandling signgam"
)
C_MATH = (
    "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp10 exp2 "
    "expm1 fabs fdim floor fma fmax fmin fmod frexp gamma hypot ilogb isfinite isgreater isinf "
    "isless isnan isnormal j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 logb lrint "
    "lround modf nan nearbyint nextafter nexttoward pow remainder remquo rint round scalb scalbln "
    "scalbn signbit significand sin sincos sinh sqrt tan tanh tgamma trunc y0 y1 yn fpclassify "
    "isgreaterequal islessequal islessgreater isunordered drem finite NAN INFINITY HUGE "
    "HUGE_VAL HUGE_VALF HUGE_VALL MAXFLOAT DOMAIN SING OVERFLOW UNDERFLOW PLOSS TLOSS "
    "M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 "
    "M_SQRT1_2 FP_NAN FP_INFINITE FP_ZERO FP_SUBNORMAL FP_NORMAL FP_ILOGB0 FP_ILOGBNAN "
    "FP_FAST_FMA MATH_ERRNO MATH_ERREXCEPT"
)
OWN_WORDS = "math np numpy sympy pi Rational range len tuple float int Function"
PYTHON_WORDS = (*keyword.kwlist, *keyword.softkwlist)
RESERVED = frozenset((*C_WORDS.split(), *C_MATH.split(), *OWN_WORDS.split(), *PYTHON_WORDS))
_OF_COMPILERS = re.compile("_[A-Z_]")


def is_reserved(name: str) -> bool:
    """Whether a name has a meaning in one of the languages.

    >>> is_reserved("lambda"), is_reserved("_Bool"), is_reserved("M_E"), is_reserved("omega")
    (True, True, True, False)
    """
    return name in RESERVED or _OF_COMPILERS.match(name) is not None


def ascii_name(text: str, prime: str = "_d") -> str:
    """An identifier of ASCII letters, digits and underscores; a prime is written as asked.

    >>> ascii_name("θ'"), ascii_name("x y"), ascii_name("Ĵ_2"), ascii_name("雪"), ascii_name("3")
    ('theta_d', 'x_y', 'J_2', 'u96ea', '_3')
    """
    found = []
    for c in re.sub("'+", lambda primes: prime[:-1] + prime[-1] * len(primes[0]), text):
        if c.isascii():
            found.append(c if c.isalnum() or c in "_'" else "_")
            continue
        greek = re.match(r"GREEK (SMALL|CAPITAL) LETTER (?:FINAL )?(\w+)", unicodedata.name(c, ""))
        plain = "".join(x for x in unicodedata.normalize("NFKD", c) if x.isascii() and x.isalnum())
        if greek:
            found.append(greek[2].lower() if greek[1] == "SMALL" else greek[2].capitalize())
        else:
            found.append(plain or f"u{ord(c):x}")
    name = "".join(found)[:60]
    return name if name[:1].isalpha() or name[:1] == "_" else f"_{name}"


class Names:
    """The names used so far: every new one is different."""

    def __init__(self, taken: Iterable[str] = (), prime: str = "_d") -> None:
        self.taken, self.prime = set(taken), prime
        self._counts: dict[str, int] = {}
        """How many names similar to each one are taken."""

    def new(self, text: str) -> str:
        """A new name similar to this one."""
        plain = ascii_name(text, self.prime)
        name = plain = f"v{plain}" if plain[0] == "_" and is_reserved(plain) else plain
        count = self._counts.get(plain, 0)
        while name in self.taken or is_reserved(name):
            count += 1
            name = f"{plain}_" if count == 1 else f"{plain}_{count}"
        self._counts[plain] = count
        self.taken.add(name)
        return name


def suffix(sort: type[Term], shape: Shape, k: int, apart: str = "_") -> str:
    """The suffix of a coordinate; indices of two digits are separated."""
    if sort is Scalar:
        return ""
    if sort is Quaternion:
        return str(k)
    if sort is Matrix:
        i, j = divmod(k, shape[1])
        return f"{i + 1}{apart if max(shape) > 9 else ''}{j + 1}"
    return str(k + 1)


def argument_names(g: Graph, names: Names) -> dict[Argument, str]:
    """A name for each argument."""
    return {x: names.new(x.name) for x in timed(g.arguments)}


def component_names(g: Graph, names: Names | None = None) -> dict[tuple[Term, int], str]:
    """A name for each coordinate that the outputs depend on; scalars keep the argument's name.

    Without `names`, these are mathematical names, as the user wrote them.
    """
    used = [g.values[node] for node in timed(g.reachable()) if g.kinds[node] is INPUT]
    place = {x.symbol: i for i, x in enumerate(g.arguments)}
    used.sort(key=lambda key: (place[key[0]], key[1]))
    plain = {x.name for x in g.arguments}
    found: dict[tuple[Term, int], str] = {}
    for symbol, k in timed(used):
        base = symbol.name if symbol.is_symbol else "opaque"
        apart = "_" if base[-1:].isdigit() and symbol.sort is not Scalar else ""
        name = f"{base}{apart}{suffix(symbol.sort, symbol.shape, k)}"
        if names is not None:
            found[symbol, k] = name if symbol.sort is Scalar else names.new(name)
            continue
        while symbol.sort is not Scalar and name in plain:
            name = f"{base}_{name[len(base) :]}"
        plain.add(name)
        found[symbol, k] = name
    return found
