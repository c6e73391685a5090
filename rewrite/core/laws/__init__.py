"""The laws an operator may be declared with, and what each makes `normal` do.

Order of the algorithms (`Law.step`), and why. Each step may rely on those before it.

1.  Associative: operands are flattened first, so that every later law sees all of them.
2.  Commutative, Anticommutative: operands are sorted, so that laws about two of them find these in
    one order; what step 6 changes is sorted again there.
3.  External, Homogeneous, Parity: scalars and signs move out, so that operands are compared
    without them.
4.  Abbreviates, Morphism (if eager), Antimorphism, Commutes: the term takes another shape and
    starts again; nothing done before the change of shape would survive it.
5.  Involution, Undoes, Projector, Nilpotent, OnFact: one operand is examined, and the result is
    already normal.
6.  Neutral and Absorbing, then Inverse with Powers and Idempotent: units are dropped before
    neighbours meet. Of an associative operator all of these are one algorithm
    (see `normalform/word_laws.py`).
7.  Laws of a theory that read a sorted, cancelled list of operands.

For every accepted list of laws, `normal` keeps the value, is idempotent, and does not depend on the
order and brackets that class 1 leaves free. It is **canonical**, so that two terms which the laws
make equal get one form, for accepted lists of

- Associative, Commutative, Idempotent, Neutral and Absorbing, on one side or both, free bands
  included; but not an associative operator whose laws make it a projection, f(x, y) = y, because
  one element is neutral on one side and absorbing on the other;
- Anticommutative with Homogeneous, and with zero as Neutral on one side or Absorbing;
- Involution, Projector, Nilpotent and Absorbing of an operator of one operand;
- Associative, Neutral and a total Inverse, with Commutative or not, if what the inverse does is
  declared too: Involution, Absorbing of the neutral element, Antimorphism (eager Morphism);
- a total two-sided Inverse without Associative, with Commutative, Idempotent or Neutral;
- External over a commutative product, and operators that are Homogeneous for such an action.

Elsewhere equal terms may keep different forms: an inverse declared without its own laws leaves
h(e), h(h(x)) and h(f(x, y)) as they are; a one-sided inverse cancels where it stands; a Morphism
that is not eager is the work of `expand`.
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
from .combining import Absorbing, Idempotent, Inverse, Neutral, Pairing, Powers
from .equational import Anticommutative, Associative, Commutative, ReadsAs
from .moving import (
    Abbreviates,
    AlsoWritten,
    Antimorphism,
    Commutes,
    External,
    Homogeneous,
    Morphism,
    MovesInside,
    Parity,
)
from .unary import Involution, Nilpotent, OnFact, Projector, Undoes

__all__ = [
    "Abbreviates",
    "Absorbing",
    "AlsoWritten",
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
    "MovesInside",
    "Neutral",
    "Nilpotent",
    "OnFact",
    "Op",
    "Pairing",
    "Parity",
    "Pattern",
    "Powers",
    "Projector",
    "ReadsAs",
    "Side",
    "Undoes",
    "element_of",
    "is_element",
    "occurs",
    "result_of",
]
