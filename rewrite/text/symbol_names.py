"""Names of symbols for people: Greek letters, subscripts, dots for rates."""

from __future__ import annotations

import re

from ..core.sorts import Vector
from ..core.terms import Term, symbols_called

# fmt: off
GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ",
    "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "chi": "χ",
    "psi": "ψ", "omega": "ω",
}
# fmt: on
GREEK |= {name.capitalize(): sign.upper() for name, sign in GREEK.items()}
GREEK |= {"varphi": "ϕ", "vartheta": "ϑ", "varepsilon": "ϵ", "varrho": "ϱ", "varpi": "ϖ"}
IN_TEX = {name for name, sign in GREEK.items() if sign.islower() or sign in "ΓΔΘΛΞΠΣΥΦΨΩ"}
TEX_OF_LETTER = {GREEK[name]: f"\\{name}" for name in IN_TEX}
"""The TeX commands for Greek letters."""
_VELOCITY = re.compile(r"(.+)_w('*)")
DOTS = {1: "\u0307", 2: "\u0308", 3: "\u20db"}
"""The signs above a letter for rates, by their order."""
_NAME = re.compile(r"(?P<base>_*[^_]*?)_*(?P<below>(?<=_).*?|[0-9]*)(?P<primes>'*)")


def name_parts(name: str) -> tuple[str, str, str]:
    """A name as letters, subscript and primes.

    >>> name_parts("omega_1'"), name_parts("R12"), name_parts("x_max"), name_parts("_")
    (('omega', '1', "'"), ('R', '12', ''), ('x', 'max', ''), ('_', '', ''))
    """
    found = _NAME.fullmatch(name)
    return (found["base"], found["below"], found["primes"]) if found else (name, "", "")


def velocity_of(t: Term) -> str | None:
    """omega_R for the symbol R_w, the angular velocity of a rotation or quaternion R."""
    found = _VELOCITY.fullmatch(t.value.name) if t.sort is Vector else None
    if found is None:
        return None
    turning = (s.value for s in symbols_called(found[1]) if s.value.time)
    if not any(not i.velocity and i.facts & {"orthogonal", "unit"} for i in turning):
        return None
    return f"omega_{found[1]}{found[2]}"
