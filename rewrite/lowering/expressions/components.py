"""Components: any term as sympy scalars, with symbols filled in by name, shape and facts."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ...core.context import Context
from ...core.operators import OPAQUE, label
from ...core.sorts import Matrix, Scalar, Vector
from ...core.terms import Term
from ...deadline import checked_limit, within
from ...errors import LimitError, RewriteError, UndefinedError
from ...interop import sympy_bridge
from ...interrupting import interruptible
from ..code.variable_names import component_names
from ..from_terms.frames import Frame
from ..from_terms.given import Values
from ..graph.graph import Graph
from ..graph.nodes import (
    CALL,
    CONST,
    COS,
    INPUT,
    NEG,
    PI,
    PICK,
    POWER,
    PRODUCT,
    RECIP,
    SCALE,
    SIN,
    SUM,
)
from ..lower import lower


def components(
    t: Term,
    values: Values | None = None,
    *,
    context: Context | None = None,
    frame: Frame | None = None,
    time_limit: float | None = None,
) -> Any:
    """The components of a term as sympy scalars.

    A Scalar gives an expression, a Vector or Matrix an immutable sympy matrix, a Quaternion its
    four coordinates (w, x, y, z), another linear sort its coordinates. Symbols without a value are
    filled in: v1, v2, v3 for a vector v, J11, J12, … for a matrix, q0 … q3 for a quaternion; if
    facts relate them, only the free ones. `values`, `context`, `frame` and `time_limit` are as
    in `lower`.

    >>> from rewrite import cross, euler, matrix, scalar, vectors
    >>> (a, b), J = vectors("a b"), matrix("J", diagonal=True)
    >>> list(components(cross(a, J @ b)))
    [-J22*a3*b2 + J33*a2*b3, J11*a3*b1 - J33*a1*b3, -J11*a2*b1 + J22*a1*b2]
    >>> R, θ = matrix("R", rotation=True), scalar("θ")
    >>> list(components(R @ a, {R: euler("zxz", (θ, 0, 0)), a: (1, 0, "h")}))
    [cos(θ), sin(θ), h]
    """
    import sympy

    if not isinstance(t, Term):
        raise RewriteError(f"components takes a term, not {label(t)}")
    with within(checked_limit(time_limit)):
        g = lower({"result": t}, values, context=context, frame=frame, arrange=False)
        try:
            found = expressions(g)
        except RecursionError:
            raise LimitError(
                "components: the term is nested too deeply for sympy; use code"
            ) from None
        entries = [found(ref) for ref in g.outputs[0].refs]
    if t.sort is Scalar:
        return entries[0]
    if t.sort is Vector or t.sort is Matrix:
        return sympy.ImmutableMatrix(*g.outputs[0].term_shape, entries)
    return tuple(entries)


@interruptible  # sympy may take long for one sum or sine
def expressions(g: Graph) -> Callable[[int], Any]:
    """The sympy expression of every reference that the outputs depend on."""
    import sympy

    bridge = sympy_bridge()
    names = component_names(g)
    done: dict[int, Any] = {}

    def value(ref: int) -> Any:
        x = done[ref >> 1]
        return -x if ref & 1 else x

    def atom(node: int) -> Any:
        symbol, k = g.values[node]
        if symbol.op is OPAQUE:
            return bridge.original_of(symbol)
        if symbol.sort is Scalar:
            return bridge.to_sympy(symbol)
        return sympy.Symbol(names[symbol, k], real=True)

    def called(node: int, args: list[Any]) -> Any:
        op = g.values[node].op
        function = bridge.function_of(op)
        return (sympy.Function(op.name) if function is None else function)(*args)

    make: dict[str, Callable[[int, list[Any]], Any]] = {
        CONST: lambda node, xs: sympy.Rational(*g.values[node].as_integer_ratio()),
        PI: lambda node, xs: sympy.pi,
        INPUT: lambda node, xs: atom(node),
        SUM: lambda node, xs: sympy.Add(*xs),
        SCALE: lambda node, xs: sympy.Rational(*g.values[node].as_integer_ratio()) * xs[0],
        PRODUCT: lambda node, xs: sympy.Mul(*xs),
        RECIP: lambda node, xs: _power(xs[0], -1),
        NEG: lambda node, xs: -xs[0],
        POWER: lambda node, xs: _power(xs[0], g.values[node]),
        SIN: lambda node, xs: sympy.sin(xs[0]),
        COS: lambda node, xs: sympy.cos(xs[0]),
        CALL: called,
        PICK: lambda node, xs: sympy.Function("pick")(xs[0], g.values[node]),
    }
    for node in g.reachable():
        done[node] = make[g.kinds[node]](node, [value(a) for a in g.args[node]])
    return value


def _power(x: Any, exponent: int | Fraction) -> Any:
    """A power; 1/0 is refused, since sympy's zoo is not the value of a term."""
    import sympy

    if x == 0 and exponent < 0:
        raise UndefinedError("components: division by what sympy finds to be zero")
    return x ** sympy.Rational(*exponent.as_integer_ratio())
