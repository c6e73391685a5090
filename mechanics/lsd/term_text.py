"""Terms as text of the language, which reads back as the same terms."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import Any

from rewrite import (
    Matrix,
    Scalar,
    Vector,
    column,
    identity,
    normal,
    postorder,
    simplify,
    x_of,
    y_of,
    z_of,
    zero,
)

from ..errors import ModelError

SUM, PRODUCT, SIGNED, POWER, ATOM = range(5)
"""How tightly a text binds."""
WORDS = frozenset(
    """let package local in end join close and with apply on roll gravity constrain assemble speeds
    include body link force torque contact earth pi time""".split()  # noqa: SIM905
)
FUNCTIONS = frozenset(["sin", "cos", "tan", "sqrt", "exp", "log", "abs", "atan2", "tanh", "sign"])


class TermText:
    """Terms of a system as text; `coordinates` are written by their names alone or as `?name`."""

    def __init__(self, coordinates: Collection[str]) -> None:
        self.coordinates = set(coordinates)

    # -- scalars ----------------------------------------------------------------------------------

    def scalar(self, t: Scalar, at_least: int = SUM) -> str:
        """A scalar; one that is made of vectors is written in their coordinates."""
        try:
            text, binds = self._built(t)
        except _NotWrittenError:
            text, binds = self._simplified(t)
        return text if binds >= at_least else f"({text})"

    def _simplified(self, t: Scalar) -> tuple[str, int]:
        try:
            return self._built(simplify(t))
        except _NotWrittenError as error:
            raise ModelError(f"{t} cannot be written in LSD: it has no word for {error}") from None

    def _built(self, t: Scalar) -> tuple[str, int]:
        done: dict[Any, tuple[str, int]] = {}
        for s in postorder(t):
            done[s] = self._one(s, [done[a] for a in s.args])
        return done[t]

    def _one(self, s: Any, args: list[tuple[str, int]]) -> tuple[str, int]:
        name = s.op.name
        if name == "symbol":
            return self.symbol(s), ATOM
        if name == "number":
            return _number(Fraction(s.value))
        if name == "pi":
            return "pi", ATOM
        if name in _SIGNS:
            text, binds = _SIGNS[name](args)
            return text, binds
        inside = ", ".join(text for text, _ in args)
        if name in FUNCTIONS:
            return f"{name}({inside})", ATOM
        if s.op.module and s.args and name.isidentifier() and isinstance(s, Scalar):
            return f"?{name}({inside})", ATOM
        raise _NotWrittenError(name)

    def symbol(self, s: Any) -> str:
        """A coordinate or its rate, a constant, or a given function of time."""
        name = str(s)
        plain = name.rstrip("'")
        if plain in ("s", "fs"):
            raise ModelError(
                f"the name {plain} cannot be written in LSD, where ?{plain} is a new parameter "
                "each time it is read; give the symbol another name"
            )
        if not isinstance(s, Scalar) or not plain.isidentifier():
            raise _NotWrittenError(name)
        if not s.value.time:
            return f"?{name}"
        if plain in self.coordinates:
            return f"?{name}"
        return f"?{plain}(time){name[len(plain) :]}"

    # -- vectors and rotations --------------------------------------------------------------------

    def vector(self, v: Vector) -> str:
        """A vector by its coordinates."""
        if v is zero(Vector):
            return "0"
        if v.is_symbol and v.value.time:
            return f"vector(?{v}(time))"
        if v.is_symbol:
            return f"vector(?{v})"
        parts: Any = v.args if v.op is column else _coordinates(v)
        return f"[{', '.join(self.scalar(x) for x in parts)}]"

    def rotation(self, R: Matrix) -> str:
        """A rotation by its turns, or 1."""
        turns = [f"({self.turn(axis, angle)})" for axis, angle in turns_of(R)]
        return "*".join(turns) or "1"

    def turn(self, axis: Vector, angle: Scalar) -> str:
        return f"{self.scalar(angle)} || {self.vector(axis)}"

    def displacement(self, offset: Vector, R: Matrix) -> str:
        turned = self.rotation(R)
        return self.vector(offset) if turned == "1" else f"{self.vector(offset)} ++ {turned}"


class _NotWrittenError(Exception):
    """An operator that the language does not have."""


def _coordinates(v: Vector) -> Iterable[Scalar]:
    return [simplify(of(v)) for of in (x_of, y_of, z_of)]


def turns_of(R: Matrix) -> list[tuple[Vector, Scalar]]:
    """A rotation as successive turns about axes."""
    R = normal(R)
    args: Any = R.args
    if R is identity():
        return []
    if R.op.name == "rot":
        return [(args[0], args[1])]
    if R.op.name == "trans":
        return [(axis, normal(-angle)) for axis, angle in reversed(turns_of(args[0]))]
    if R.op.name == "matmul":
        return [turn for factor in args for turn in turns_of(factor)]
    if R.op.name == "power" and args[1].value in range(1, 10):
        return turns_of(args[0]) * int(args[1].value)
    raise ModelError(
        f"the rotation {R} cannot be written in LSD, which has turns by angles about axes; write "
        "it with rot or euler"
    )


def _number(x: Fraction) -> tuple[str, int]:
    binds = ATOM if x >= 0 and x.denominator == 1 else PRODUCT if x >= 0 else SUM
    return str(x), binds


def _bracketed(arg: tuple[str, int], at_least: int) -> str:
    return arg[0] if arg[1] >= at_least else f"({arg[0]})"


def _joined(sign: str, binds: int, args: list[tuple[str, int]]) -> tuple[str, int]:
    first, *rest = args
    texts = [_bracketed(first, binds), *(_bracketed(a, binds + 1) for a in rest)]
    return sign.join(texts), binds


_SIGNS: dict[str, Any] = {
    "add": lambda args: _joined(" + ", SUM, args),
    "times": lambda args: _joined("*", PRODUCT, args),
    "mul": lambda args: _joined("*", PRODUCT, args),
    "scale": lambda args: _joined("*", PRODUCT, args),
    "div": lambda args: _joined("/", PRODUCT, args),
    "neg": lambda args: (f"-{_bracketed(args[0], SIGNED)}", SIGNED),
    "power": lambda args: (f"{_bracketed(args[0], ATOM)}^{_bracketed(args[1], ATOM)}", POWER),
}
