"""The laws an operator may be declared with, and what each makes `normal` do.

Order of the algorithms (`Law.step`), and why. Each step may rely on those before it.

1.  Associative: operands are flattened first, so that every later law sees all of them.
2.  External, Homogeneous: scalars move out, so that operands are compared without them.
3.  Abbreviates, Morphism (if eager), Antimorphism, Commutes: the term takes another shape and
    starts again; nothing done before the change of shape would survive it.
4.  Involution, Undoes, Projector, Nilpotent, OnFact: one operand is looked at, and the result is
    already normal.
5.  Neutral, then Inverse with Powers and Idempotent: units are dropped before neighbours meet.
6.  Absorbing: after cancelling, so that `f(x, h(x), a)` and `f(a)` agree.
7.  Commutative, Anticommutative: operands are sorted last, when they no longer change.
8.  Laws of a theory that read a sorted, cancelled list of operands.

`normal` is canonical (two terms that the laws make equal get one form) for every accepted list
drawn from: Associative, Commutative, Anticommutative, Neutral, Absorbing, Idempotent, Inverse,
Powers, Involution, Projector, Nilpotent, External and Homogeneous, with these exceptions:

- Associative with Idempotent and without Commutative is a free band, where equality is not decided
  by looking at neighbours: only repeated neighbours are dropped;
- Inverse without Associative cancels f(h(x), x) where it stands and nowhere else;
- a one-sided Inverse, Neutral or Absorbing of an associative operator is applied where it stands;
- Morphism that is not eager is the work of `expand`.
"""

from .base import (
    Element,
    Equation,
    Law,
    Op,
    Pattern,
    Side,
    element_of,
    is_element,
    occurs,
    result_of,
)
from .equational import Anticommutative, Associative, Commutative
from .gathering import Absorbing, Idempotent, Inverse, Neutral, Pairing, Powers, multilinear
from .moving import Abbreviates, Antimorphism, Commutes, External, Homogeneous, Morphism, Parity
from .unary import Involution, Nilpotent, OnFact, Projector, Undoes

__all__ = [
    "Abbreviates",
    "Absorbing",
    "Anticommutative",
    "Antimorphism",
    "Associative",
    "Commutative",
    "Commutes",
    "Element",
    "Equation",
    "External",
    "Homogeneous",
    "Idempotent",
    "Inverse",
    "Involution",
    "Law",
    "Morphism",
    "Neutral",
    "Nilpotent",
    "OnFact",
    "Op",
    "Pairing",
    "Parity",
    "Pattern",
    "Powers",
    "Projector",
    "Side",
    "Undoes",
    "element_of",
    "is_element",
    "multilinear",
    "occurs",
    "result_of",
]
