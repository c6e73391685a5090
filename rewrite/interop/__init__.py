"""Bridges to other systems, each in a file that loads the other system only when it is used.

>>> from rewrite.interop.matchpy import from_matchpy, to_matchpy
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from ..deadline import time_limited

if TYPE_CHECKING:
    from ..core.sorts import Scalar
    from ..text.known_names import Declarations


@time_limited
def from_sympy(
    expr: Any, declarations: Declarations = (), *, time_limit: float | None = None
) -> Scalar:
    """A scalar sympy expression as a term of the same value, not simplified.

    A sympy symbol becomes the declared symbol of that name, or else a new scalar of that name.
    `declarations` are symbols, or a mapping from names or sympy symbols to scalars.

    >>> import sympy
    >>> x, y = sympy.symbols("x y")
    >>> f = sympy.Function("friction")
    >>> from_sympy(sympy.sqrt(x)*f(x, y)/3 - sympy.pi)
    -1*pi + 1/3*sqrt(x)*friction(x, y)
    """
    return cast("Scalar", sympy_bridge().from_sympy(expr, declarations))


@time_limited
def to_sympy(
    t: Scalar, mapping: Mapping[Any, Any] | None = None, *, time_limit: float | None = None
) -> Any:
    """A scalar term as a sympy expression of the same value.

    The term is converted in normal form. A symbol becomes the sympy symbol that it last came from,
    if any, or else a real symbol of its name; `mapping` gives other expressions for some scalars.

    >>> from rewrite import scalars
    >>> x, y = scalars("x y")
    >>> to_sympy(x/2 + y**2), to_sympy(x + y, {x: 3})
    (x/2 + y**2, y + 3)
    """
    return sympy_bridge().to_sympy(t, mapping)


def sympy_bridge() -> Any:
    """The bridge to sympy, which takes longer to load than everything else."""
    from . import sympy

    return sympy
