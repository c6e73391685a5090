"""`python -m bench.idle [--rules] [--passes]`: find rules and passes that have no effect.

Rules: how often each rule is a step of `simplify`, and whether results cost more without it, over
the identities of the tests, the examples and the two sides of the rules, random terms and the
models of mechanics. Rules that `simplify` does not need serve the workbench, `factor`, `canonical`
or a caller who names their set; the report lists their sets. Passes: how many operations each pass
of lowering saves, over the same terms and the families of `bench/scalars.py`.
"""

from __future__ import annotations

import argparse
import collections
import random
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import mechanics
import rewrite as rw
import rules
from mechanics import models
from rewrite.check.steps.grammar import KINDS, Grammar
from rewrite.check.steps.instances import concrete
from rewrite.errors import UndefinedError
from rewrite.lowering.arranging.arrange import COLLECTED, FIRST, ONCE, OPENED, PASSES, arranged
from rewrite.lowering.counting.count import counted
from rewrite.verbs import form_steps

from . import scalars

Named = tuple[str, Any]
TESTS = Path(__file__).parents[1] / "tests"
SETS_OF_SIMPLIFY = ("REDUCING", "OPENING", "CLOSING")
LOOKS, SECONDS = 6, 5.0
"""How many terms are simplified without each rule, and how long each of them may take."""
ALL = "all"
LEFT_OUT = (ALL, FIRST.name, *(p.name for p in PASSES), COLLECTED, OPENED, ONCE)
"""The passes that are left out one at a time; `ALL` uses all passes."""
RANDOM_TERMS = 300
SEED = 5
MODELS = (
    models.satellite,
    models.free_body,
    models.moving_base,
    lambda: models.plane_pendulum(3),
    lambda: models.plane_pendulum(6),
)
ROBOTS = (models.rx90, models.stanford, lambda: models.plane_chain(6))


class Example(NamedTuple):
    """A term to simplify."""

    name: str
    term: rw.Term
    context: rw.Context | None


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
    for make in ROBOTS:
        robot = make()
        yield f"efforts of {robot.name}", mechanics.inverse_dynamics(robot).scalars()
    yield from _small().items()
    draw, grammar = random.Random(SEED), Grammar()
    for i in range(RANDOM_TERMS):
        yield (
            f"random {i}",
            grammar.term(draw.choice, draw.choice(KINDS), draw.choice((10, 20, 40))),
        )


def _small() -> dict[str, Any]:
    """Outputs with a minus, denominators and parameters, which the other terms hardly have."""
    A, B, a, b = *rw.matrices("A B"), *rw.vectors("a b")
    (x, y, z), (k, m, n) = rw.scalars("x y z"), rw.scalars("k m n", constant=True)
    return {
        "-A B": -(A @ B),
        "-x a bᵀ": -x * rw.outer(a, b),
        "-x a, -x b, -x A b": [-x * a, -x * b, -x * (A @ b)],
        "x y z, 1/(y² z)": [x * y * z, 1 / y**2 / z],
        "(k m + k n) cos x": (k * m + k * n) * rw.cos(x),
    }


def _arm() -> list[Any]:
    """Position and mass matrix of a plane arm with relative angles, as in robotics."""
    p, q, a, b, m, n = rw.scalars("p q a b m n")
    reach = [a * rw.cos(p) + b * rw.cos(p + q), a * rw.sin(p) + b * rw.sin(p + q)]
    inner = n * b * b + n * a * b * rw.cos(q)
    return [*reach, (m + n) * a * a + 2 * inner - n * b * b, inner, n * a * b * rw.sin(q)]


def examples() -> Iterator[Example]:
    """The identities of the tests as differences, the examples of the rules, and their sides."""
    sys.path.append(str(TESTS))
    decided, known = import_module("identities_decided"), import_module("identities")
    of_rules = import_module("rule_examples").EXAMPLES
    symbols = (*rw.vectors("a b c d"), *rw.matrices("A B"), rw.rotation("R"))
    for name, identity in known.TRUE.items():
        yield Example(name, identity(*symbols), None)
    for name, (hit, miss, context) in of_rules.items():
        yield Example(name, hit, context)
        yield Example(f"near {name}", miss, context)
    for rule in {r.name: r for held in rules.REGISTRY.values() for r in held}.values():
        sides = concrete(rule)
        if issubclass(sides.left.sort, rw.Linear):
            yield Example(f"sides of {rule.name}", sides.left - sides.right, sides.context)
    for left, right, context, _ in decided.listed():
        if left.sort is right.sort and issubclass(left.sort, rw.Linear):
            yield Example(str(left), left - right, context)


def all_examples() -> Iterator[Example]:
    yield from examples()
    for name, found in corpus():
        yield from (Example(name, t, None) for t in terms_of(found))


def terms_of(found: Any) -> list[rw.Term]:
    if isinstance(found, tuple):  # terms, and values of their symbols
        found = found[0]
    if isinstance(found, rw.Term):
        return [found]
    return list(found.values() if isinstance(found, Mapping) else found)


def price(example: Example) -> int | None:
    """The cost of the result of `simplify`; None if there is no result."""
    try:
        found = rw.simplify(example.term, example.context, time_limit=SECONDS)
        return int(rw.cost(found, example.context).total)
    except rw.RewriteError:
        return None  # random terms may divide by zero


def uses(found: Iterable[Example]) -> dict[str, list[Example]]:
    """The examples in whose simplification each rule is a step."""
    used: dict[str, list[Example]] = collections.defaultdict(list)
    for example in found:
        try:
            steps = rw.explain(example.term, example.context, time_limit=SECONDS).steps
        except rw.RewriteError:
            continue
        for name in {name for step in steps for name in step.name.split(", ")}:
            used[name].append(example)
    return used


@contextmanager
def without(rule: str) -> Iterator[None]:
    """`simplify` with all standard rules except one."""
    kept = form_steps.standard

    def standard(name: str) -> rw.RuleSet:
        whole = kept(name)
        return whole - rule if rule in whole else whole

    form_steps.standard = standard
    form_steps.standard_steps.cache_clear()
    try:
        yield
    finally:
        form_steps.standard = kept
        form_steps.standard_steps.cache_clear()


def needed(rule: str, examples: Sequence[Example], prices: dict[Example, int | None]) -> int:
    """How many examples cost more without a rule."""
    count = 0
    with without(rule):
        for example in examples:
            if example not in prices:
                continue
            with_it, now = prices[example], price(example)
            count += with_it is not None and now is not None and now > with_it
    return count


def report_rules() -> None:
    found = list(all_examples())
    used = uses(found)
    own = {example.name: example for example in found}
    sets = {name: {r.name for r in held} for name, held in rules.REGISTRY.items()}
    by_simplify = sorted(set().union(*(sets[name] for name in SETS_OF_SIMPLIFY)))
    asked = {
        n: list(dict.fromkeys([*used[n][:LOOKS], *filter(None, [own.get(n)])])) for n in by_simplify
    }
    prices = {e: price(e) for e in dict.fromkeys(e for some in asked.values() for e in some)}
    counts = {n: needed(n, asked[n], prices) for n in by_simplify}
    print(
        f"{len(found)} terms; {sum(bool(used[n]) for n in by_simplify)} of {len(by_simplify)} rules"
    )
    print("of simplify are steps there. Rule, uses, terms tried that cost more without it:")
    for n in sorted(by_simplify, key=lambda n: (-counts[n], -len(used[n]), n)):
        held = ", ".join(s for s, names in sets.items() if n in names)
        print(f"  {n}: {len(used[n])} uses, {counts[n]} of {len(asked[n])} cost more  [{held}]")
    others = sorted(set().union(*sets.values()) - set(by_simplify))
    print(f"\n{len(others)} rules are in no set of simplify: {', '.join(others)}")


def report_passes() -> None:
    counts = {name: found for name, terms in corpus() if (found := _operations(terms))}
    print(f"{len(counts)} graphs, {sum(c[ALL][0] for c in counts.values())} operations")
    for name in LEFT_OUT[1:]:
        worse = [g for g, c in counts.items() if c[name] > c[ALL]]
        better = [g for g, c in counts.items() if c[name] < c[ALL]]
        saved, once = (sum(c[name][k] - c[ALL][k] for c in counts.values()) for k in (0, 1))
        shown = f" ({', '.join(worse[:3])} …)" if worse else ""
        less = f"saves {saved}, and {once} that are done once"
        print(f"{name}: {less}, on {len(worse)} graphs{shown}, loses on {len(better)}")


def _operations(found: Any) -> dict[str, tuple[int, int]]:
    """The operations of terms with all passes, and without each; empty if they divide by zero."""
    terms, values = found if isinstance(found, tuple) else (found, None)
    try:
        graph = rw.lower(terms, values, arrange=False)
        return {n: _both(arranged(graph, without=[n])) for n in LEFT_OUT}
    except UndefinedError:
        return {}


def _both(graph: rw.Graph) -> tuple[int, int]:
    """The operations of a graph in every evaluation, and those that are done once."""
    found, once = counted(graph)
    return int(found.total), int(once.total)


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
