"""The role of an operator in the kernel, read off its declared laws.

- a *product*: associative and linear in every operand, such as a product of matrices;
- a *map*: linear, of one operand; if it reverses products, it reverses words, like a transpose;
- a *word*: another way to write a product, such as a × b for tilde(a) b;
- anything else is opaque: a letter or a scalar that the laws have made normal.

The laws find the image of a symbol without facts under a map once, on a placeholder.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..core.laws import (
    Abbreviates,
    Antimorphism,
    Associative,
    Commutative,
    Homogeneous,
    Inverse,
    Involution,
    Morphism,
    ReadsAs,
)
from ..core.linear import LINEAR_OPERATORS, add, neg
from ..core.operators import OPAQUE, Operator
from ..core.sorts import Scalar
from ..core.terms import Shape, Term, intern
from ..deadline import OutOfTimeError
from ..errors import RewriteError
from ..normalform.monomials import split
from ..normalform.walk import normal

Op = Operator[..., Any]
Kind = tuple[type[Term], Shape]
Chain = tuple[Op, ...]
"""Maps of one operand around a symbol, the outermost first."""


@dataclass(frozen=True)
class Product:
    """An associative, multilinear operator, and the effects of its laws on letters."""

    op: Op
    turn: Op | None
    """The map that reverses words and undoes itself: the transpose, the conjugate."""
    inverses: tuple[Inverse, ...]
    exchange: Op | None
    """The map f with f(x) y = -f(y) x."""


@dataclass(frozen=True)
class Map:
    """A linear operator of one operand; `over` is the product that it reverses, if it does."""

    op: Op
    over: Op | None


@dataclass(frozen=True)
class Word:
    """An operator that stands for a product: for each letter, maps and the operand inside."""

    product: Op
    letters: tuple[tuple[Chain, int], ...]


Role = Product | Map | Word | None
_roles: dict[Any, tuple[Any, Role]] = {}
Image = tuple[int, Chain, bool]
"""A sign, maps, and whether the result is a letter: a scalar is not."""
_images: dict[Any, tuple[Any, Image | None]] = {}


def role_of(op: Op, kinds: tuple[Kind, ...]) -> Role:
    """The role of an operator on operands of these sorts and shapes."""
    key = (op, *(kinds if None in op.params and not op.variadic else ()))
    found = _roles.get(key)
    if found is None or found[0] is not op.laws:
        found = _roles[key] = op.laws, _read(op, kinds)
    return found[1]


def _read(op: Op, kinds: tuple[Kind, ...]) -> Role:
    if op in LINEAR_OPERATORS:
        return None
    linear = _is_linear(op)
    if op.law(Associative) is not None:
        return _product(op) if linear and op.law(Commutative) is None else None
    word = _word(op, kinds)
    if word is not None:
        return word
    return Map(op, _reversed_by(op)) if linear and len(op.params) == 1 else None


def turns_words(op: Op) -> bool:
    """Whether an operator is a map that reverses a product and is its own inverse, like a
    transpose."""
    return _reversed_by(op) is not None and _is_linear(op)


def product_of(op: Op | None) -> Product | None:
    """The role of a noncommutative product; None for any other operator."""
    role = None if op is None or op.law(Associative) is None else role_of(op, ())
    return role if isinstance(role, Product) else None


def _is_linear(op: Op) -> bool:
    """Whether an operator is linear in each of its operands."""
    over = any(
        isinstance(x, Morphism) and x.over is add and x.at is None and x.when is None
        for x in op.laws
    )
    return over and any(
        isinstance(x, Homogeneous) and x.degree == 1 and x.at is None and x.of is None
        for x in op.laws
    )


def _product(op: Op) -> Product | None:
    inverses = tuple(law for law in op.laws if isinstance(law, Inverse))
    if any(law.side != "both" for law in inverses):
        return None
    turn = next((x.h for x in inverses if _reversed_by(x.h) is op and _is_linear(x.h)), None)
    exchange = next((f for law in op.laws if (f := law.exchanges()) is not None), None)
    return Product(op, turn, inverses, exchange)


def _reversed_by(op: Op) -> Op | None:
    """The product that a map always reverses, if the map is its own inverse."""
    if op.law(Involution) is None:
        return None
    for law in op.laws:
        if isinstance(law, Antimorphism) and law.when is None:
            return law.over
    return None


def _word(op: Op, kinds: tuple[Kind, ...]) -> Word | None:
    """The word for which an operator stands on any operands, if there is one."""
    given = tuple([placeholder(i, kind) for i, kind in enumerate(kinds)])
    places = {t: i for i, t in enumerate(given)}
    for law in op.laws:
        if isinstance(law, ReadsAs) and law.of is not op:
            for sign, letters in law.words(op.build(given)):
                chains = [_chain(x, places) for x in letters]
                if sign == 1 and None not in chains and len(letters) >= len(given):
                    return Word(law.of, tuple([x for x in chains if x is not None]))
        if isinstance(law, Abbreviates):
            meaning = law.meaning(*given)
            found = None if meaning is None else _meant(meaning, places)
            if found is not None:
                return found
    return None


def _meant(t: Term, places: dict[Term, int]) -> Word | None:
    """A word from a term over placeholders: a product of maps of them, or a word itself."""
    kinds = tuple([(a.sort, a.shape) for a in t.args])
    role = role_of(t.op, kinds)
    inner = [_chain(a, places) for a in t.args]
    if None in inner:
        return None
    if isinstance(role, Product):
        return Word(t.op, tuple([x for x in inner if x is not None]))
    if isinstance(role, Word):
        made: list[tuple[Chain, int]] = []
        for chain, i in role.letters:
            outer = inner[i]
            assert outer is not None
            made.append(((*chain, *outer[0]), outer[1]))
        return Word(role.product, tuple(made))
    return None


def _chain(t: Term, places: dict[Term, int]) -> tuple[Chain, int] | None:
    """Maps of one operand around a placeholder."""
    maps: list[Op] = []
    while t not in places:
        if len(t.args) != 1:
            return None
        maps.append(t.op)
        t = t.args[0]
    return tuple(maps), places[t]


def placeholder(i: int, kind: Kind) -> Term:
    """A symbol of which only the sort and shape are known."""
    return intern(OPAQUE, (), *kind, ("placeholder", i))


def image(chain: Chain, kind: Kind) -> Image | None:
    """The image of a symbol without facts under maps, by the laws: a sign and other maps; None if
    the result is anything else.
    """
    key = chain, kind
    found = _images.get(key)
    laws = tuple([op.laws for op in chain])
    if found is None or found[0] != laws:
        found = _images[key] = laws, _image(chain, kind)
    return found[1]


def _image(chain: Chain, kind: Kind) -> Image | None:
    symbol = placeholder(0, kind)
    t: Any = symbol
    try:
        for op in reversed(chain):
            t = op.build((t,))
        c, rope, core = split(normal(t))
    except OutOfTimeError:
        raise  # a cached result must not depend on the time left
    except (RewriteError, ArithmeticError):
        return None
    if core is None:
        core, rope = (rope, None) if isinstance(rope, Term) else (None, rope)
    if rope is not None or core is None or c not in (1, -1) or core.op is neg:
        return None
    found = _chain(core, {symbol: 0})
    return None if found is None else (int(c), found[0], core.sort is not Scalar)
