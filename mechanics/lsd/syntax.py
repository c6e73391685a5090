"""The syntax tree of a description: what was written, and where."""

from __future__ import annotations

from dataclasses import dataclass

from .lsd_error import Place


@dataclass(frozen=True)
class Node:
    """Something that was written."""

    place: Place


# -- expressions ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Number(Node):
    """An exact number, as it was written."""

    text: str


@dataclass(frozen=True)
class Name(Node):
    name: str


@dataclass(frozen=True)
class Anonymous(Node):
    """`?s`, `?fs(x, x')`, or with a chosen name `?mass`, `?stiffness(x)`."""

    name: str
    arguments: tuple[Expression, ...] | None


@dataclass(frozen=True)
class Triple(Node):
    """`[x, y, z]`."""

    items: tuple[Expression, Expression, Expression]


@dataclass(frozen=True)
class Sign(Node):
    """An operator between two operands: + - * / ^ || ++ @."""

    sign: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Minus(Node):
    operand: Expression


@dataclass(frozen=True)
class Rate(Node):
    """`x'`."""

    operand: Expression


@dataclass(frozen=True)
class Read(Node):
    """`object.field`."""

    of: Expression
    field: str


@dataclass(frozen=True)
class Given(Node):
    """An argument: positional, or by the name of a parameter."""

    name: str | None
    value: Expression


@dataclass(frozen=True)
class Apply(Node):
    """`f(a, b)`: a function of numbers, or a class with its arguments."""

    of: Expression
    arguments: tuple[Given, ...]


@dataclass(frozen=True)
class Field(Node):
    name: str
    value: Expression


@dataclass(frozen=True)
class Coordinate(Node):
    """A coordinate of a link: `x`, or `?x` if it has this name in the whole mechanism."""

    name: str
    named: bool


@dataclass(frozen=True)
class Record(Node):
    """`body … end`, `link(x) … end`, `force … end`, `torque … end`, `contact … end`."""

    kind: str
    parameters: tuple[Coordinate, ...]
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Library(Node):
    """`package … end`: declarations with their own scope of names."""

    declarations: tuple[Declaration, ...]


Expression = (
    Number | Name | Anonymous | Triple | Sign | Minus | Rate | Read | Apply | Record | Library
)


# -- declarations ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parameter(Node):
    """A parameter of a class with its type."""

    name: str
    kind: str


@dataclass(frozen=True)
class Let(Node):
    """`let name = value`, or a class: `let name(a: type, …) = value`."""

    name: str
    parameters: tuple[Parameter, ...] | None
    value: Expression


@dataclass(frozen=True)
class Local(Node):
    """`local … in … end`: the first declarations are visible only in the second ones."""

    hidden: tuple[Declaration, ...]
    seen: tuple[Declaration, ...]


@dataclass(frozen=True)
class Join(Node):
    """`join frame and frame with link`; `close` in place of `join` makes it complementary."""

    closes: bool
    first: Expression
    second: Expression
    link: Expression


@dataclass(frozen=True)
class Act(Node):
    """`apply effort on target`."""

    effort: Expression
    target: Expression


@dataclass(frozen=True)
class Roll(Node):
    """`roll frame on frame with contact`."""

    wheel: Expression
    ground: Expression
    contact: Expression


@dataclass(frozen=True)
class Gravity(Node):
    value: Expression


@dataclass(frozen=True)
class Constrain(Node):
    """`constrain term = term`."""

    left: Expression
    right: Expression


@dataclass(frozen=True)
class Assemble(Node):
    """`assemble name = number, …`: a configuration to start near, and values of parameters."""

    settings: tuple[Field, ...]


@dataclass(frozen=True)
class Speeds(Node):
    """`speeds ?u, ?v with ?x' = ?u, …`: speeds that replace rates of coordinates."""

    names: tuple[Coordinate, ...]
    rates: tuple[Constrain, ...]


@dataclass(frozen=True)
class Include(Node):
    path: str


Declaration = Let | Local | Join | Act | Roll | Gravity | Constrain | Assemble | Speeds | Include
