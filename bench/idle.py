"""`python -m bench.idle [--rules] [--passes]`: what does nothing on our corpora, and may go.

Rules: how often each rule of the library fires in `simplify`, over the identities of the tests, the
examples of the rules, random terms and the models of mechanics. Rules that never fire there serve
the workbench, `factor`, `canonical` or a caller who names their set; the report says in which sets
they are. Passes: how many operations each pass of lowering saves, over the same terms and the
families of `bench/scalars.py`.
"""

from __future__ import annotations

import argparse
import collections
import random
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import mechanics
import rewrite as rw
import rules
from mechanics import models
from rewrite.check.grammar import KINDS, Grammar
from rewrite.errors import UndefinedError
from rewrite.lowering.arrange import FIRST, OPENED, PASSES, arranged
from rewrite.lowering.count import counted

from . import scalars

Named = tuple[str, Any]
ALL = "all"
LEFT_OUT = (ALL, FIRST.name, *(p.name for p in PASSES), OPENED)
"""What is left out by turns; `ALL` leaves nothing out."""
RANDOM_TERMS = 300
SEED = 5
MODELS = (
    models.satellite,
    models.free_body,
    models.moving_base,
    lambda: models.plane_pendulum(3),
    lambda: models.plane_pendulum(6),
)


def corpus() -> Iterator[Named]:
    """Terms, lists of terms and mappings of terms, by name."""
    for family in (scalars.our_chain, scalars.our_balance, scalars.our_inertia):
        for n in (1, 3, 8):
            made = family(n) if family is not scalars.our_chain or n < 8 else family(4)
            yield f"{family.__name__[4:]} {n}", made
    for make in MODELS:
        system = make()
        yield system.name, mechanics.kane(system).named()
    yield "two-link arm", _arm()
    draw, grammar = random.Random(SEED), Grammar()
    for i in range(RANDOM_TERMS):
        yield (
            f"random {i}",
            grammar.term(draw.choice, draw.choice(KINDS), draw.choice((10, 20, 40))),
        )


def _arm() -> list[Any]:
    """Place and mass matrix of a plane arm with relative angles, as robotics writes them."""
    p, q, a, b, m, n = rw.scalars("p q a b m n")
    reach = [a * rw.cos(p) + b * rw.cos(p + q), a * rw.sin(p) + b * rw.sin(p + q)]
    inner = n * b * b + n * a * b * rw.cos(q)
    return [*reach, (m + n) * a * a + 2 * inner - n * b * b, inner, n * a * b * rw.sin(q)]


def identities() -> Iterator[Named]:
    """The identities that the tests know, as differences, where the tests are at hand."""
    try:
        from tests.identities import TRUE
    except ImportError:
        return
    symbols = (*rw.vectors("a b c d"), *rw.matrices("A B"), rw.rotation("R"))
    for name, identity in TRUE.items():
        yield name, identity(*symbols)


def terms_of(found: Any) -> list[rw.Term]:
    if isinstance(found, tuple):  # terms, and values of their symbols
        found = found[0]
    if isinstance(found, rw.Term):
        return [found]
    return list(found.values() if isinstance(found, Mapping) else found)


def fired(terms: Iterable[Named]) -> collections.Counter[str]:
    """How often each rule is a step on the way to a result of `simplify`."""
    counts: collections.Counter[str] = collections.Counter()
    for _, found in terms:
        for t in terms_of(found):
            try:
                counts.update(step.name for step in rw.explain(t))
            except UndefinedError:
                continue  # random terms may divide by zero
    return counts


def report_rules() -> None:
    counts = fired([*corpus(), *identities()])
    sets = {name: {r.name for r in found} for name, found in rules.REGISTRY.items()}
    known = sorted(set().union(*sets.values()))
    used = [n for n in known if counts[n]]
    print(f"{len(used)} of {len(known)} rules fire in simplify")
    for name in sorted(used, key=lambda n: -counts[n]):
        print(f"{counts[name]:7}  {name}")
    print("\nnever fire there, with the sets that hold them:")
    for name in known:
        if not counts[name]:
            print(f"         {name}: {', '.join(s for s, held in sets.items() if name in held)}")


def report_passes() -> None:
    counts = {name: found for name, terms in corpus() if (found := _operations(terms))}
    print(f"{len(counts)} graphs, {sum(c[ALL] for c in counts.values())} operations")
    for name in LEFT_OUT[1:]:
        worse = [g for g, c in counts.items() if c[name] > c[ALL]]
        better = [g for g, c in counts.items() if c[name] < c[ALL]]
        saved = sum(c[name] - c[ALL] for c in counts.values())
        shown = f" ({', '.join(worse[:3])} …)" if worse else ""
        print(f"{name}: saves {saved}, on {len(worse)} graphs{shown}, loses on {len(better)}")


def _operations(found: Any) -> dict[str, int]:
    """The operations of terms with all passes, and without each; none where they divide by zero."""
    terms, values = found if isinstance(found, tuple) else (found, None)
    try:
        graph = rw.lower(terms, values, arrange=False)
        return {n: int(counted(arranged(graph, without=[n]))[0].total) for n in LEFT_OUT}
    except UndefinedError:
        return {}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.idle", description=__doc__)
    parser.add_argument("--rules", action="store_true", help="only the rules")
    parser.add_argument("--passes", action="store_true", help="only the passes of lowering")
    options = parser.parse_args()
    if options.passes or not options.rules:
        report_passes()
    if options.rules or not options.passes:
        report_rules()
    return 0


if __name__ == "__main__":
    sys.exit(main())
