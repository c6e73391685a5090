"""Hunting for false claims of the workbench: what it says of random rules, against all their steps.

Signatures with every combination of laws, random rules over them, and every step from small ground
terms (see `ground_rewriting`). `python tests/random_claims.py --sets 10000 --seed 1000` looks at
ten thousand sets and prints what was claimed, how often, and every claim that is false.
"""

from __future__ import annotations

import argparse
import time
import traceback
from collections import Counter
from random import Random

from ground_rewriting import Rewriting, Sample, ground_terms, sample

from rewrite import Rule, RuleSet, bottom_up, exhaust, normal, top_down
from rewrite.check.confluence.confluence import confluence, joined
from rewrite.check.termination.termination import terminates
from rewrite.check.unneeded.redundancy import superfluous
from rewrite.core.terms import postorder
from rewrite.core.variables import instance, variables_of
from rewrite.rewriting.strategies import once

SECONDS = 2.0


def wrong_claims(found: Sample, seed: int, counts: Counter[str]) -> list[str]:
    """The false claims about a set."""
    rules = Rewriting(found.rules.rules)
    terms = ground_terms(found, Random(seed))
    ends = terminates(found.rules)
    counts[f"terminates: {ends.terminates}"] += 1
    wrong = []
    if ends.terminates is False:
        wrong += _wrong_loop(ends.loop, rules)
    if ends.terminates is True:
        wrong += [f"{t} goes on for ever" for t in terms[::3] if _goes_on(found, t)]
    wrong += _wrong_confluence(found, rules, terms, ends.terminates is True, counts)
    for r in found.rules:
        for f in superfluous(r, found.rules):
            counts[f.kind] += 1
            wrong += _wrong_idleness(f, r, found, terms)
    return wrong


def _goes_on(found: Sample, t) -> bool:
    outcome = exhaust(once(found.rules)).run(t, steps=400, size=3_000, seconds=5.0, budget=5_000)
    return "steps" in outcome.reason or "cycle" in outcome.reason


def _wrong_loop(loop, rules: Rewriting) -> list[str]:
    for t, after in zip(loop.terms, loop.terms[1:], strict=False):
        made = {s for _, s in rules.labelled(t)}
        if after not in made:
            return [f"{t} does not become {after}"]
    if not loop.growing and not any(s is loop.terms[0] for s in postorder(loop.terms[-1])):
        return [f"{loop.terms[-1]} has no {loop.terms[0]} in it"]
    followed = rules.ends(loop.terms[0])
    if followed.complete and not followed.cycle:
        return [f"{loop.terms[0]} terminates on every way"]
    return []


def _wrong_confluence(
    found: Sample, rules: Rewriting, terms, ending: bool, counts: Counter[str]
) -> list[str]:
    pairs = joined(found.rules, time_limit=SECONDS)
    (said,) = confluence(pairs, found.rules, terminating=ending)
    told = said.message.partition(";")[0].partition(":")[0]
    counts["two results" if pairs.diverging else told] += 1
    wrong = [f"no two results: {d}" for d in pairs.diverging[:3] if not _diverges(d, rules, found)]
    if told == "confluent":
        for t in terms:
            some = rules.ends(t, most=60).normal_forms | _by_strategies(t, found.rules)
            if len(some) > 1:
                return [*wrong, f"not confluent: {t} becomes {', '.join(map(str, some))}"]
    return wrong


def _by_strategies(t, rules: RuleSet) -> set:
    """Where strategies end: they rewrite parts as far as it goes before they look at the whole."""
    ways = (exhaust(bottom_up(rules)), exhaust(top_down(rules)))
    ends = [way.run(t, steps=300, size=2_000, seconds=2.0, budget=5_000) for way in ways]
    return {end.term for end in ends if end.finished}


def _diverges(d, rules: RuleSet, found: Sample) -> bool:
    followed = rules.ends(normal(d.peak))
    ends = set(followed.normal_forms)
    for _, t in rules.labelled(normal(d.peak)):
        ends |= _by_strategies(t, found.rules)
    return not followed.complete or {d.left, d.right} <= ends


def _wrong_idleness(f, r: Rule, found: Sample, terms) -> list[str]:
    told = f"{f.message}: "
    if f.kind == "shadowed" and "never fires" in f.message:
        way = exhaust(bottom_up(found.rules)) if "upwards" in f.message else found.rules
        subjects = terms if "upwards" in f.message else {s for t in terms for s in postorder(t)}
        for t in subjects:
            outcome = way.run(t, steps=60, size=500, seconds=2.0, trace=True, budget=5_000)
            used = [s.by for s in outcome.derivation.steps if isinstance(s.by, Rule)]
            if (r in used) if "upwards" in f.message else r in used[:1]:
                return [f"{told}{t}"]
    if f.kind == "redundant" and "on symbols" not in f.message:
        return _needed(told, r, found, terms)
    return []


def _needed(told: str, r: Rule, found: Sample, terms) -> list[str]:
    """Instances of a rule whose sides the others do not bring together."""
    others = Rewriting([x for x in found.rules if x is not r])
    variables = sorted(variables_of(r.left), key=str)
    random = Random(0)
    for _ in range(12):
        values = dict(zip(variables, random.choices(terms[:20], k=len(variables)), strict=True))
        sides = [normal(instance(t, values)) for t in (r.left, r.right)]
        if sides[1] not in (t for _, t in Rewriting([r]).labelled(sides[0])):
            continue  # the laws come first
        ends = [others.ends(t) for t in sides]
        if (
            all(e.complete and not e.cycle for e in ends)
            and not ends[0].normal_forms & ends[1].normal_forms
        ):
            return [f"{told}{sides[0]} and {sides[1]}"]
    return []


def looked_at(seed: int, counts: Counter[str]) -> list[str]:
    """The false claims about the set of a seed; a crash is as bad as a false claim."""
    found = sample(seed)
    if found is None:
        return []
    counts["sets"] += 1
    try:
        wrong = wrong_claims(found, seed, counts)
    except Exception:
        wrong = [traceback.format_exc(limit=-8)]
    return [f"seed {seed}\n{found}\n" + "\n".join(wrong)] if wrong else []


def main() -> int:
    options = argparse.ArgumentParser(description="hold claims about random rules against steps")
    options.add_argument("--sets", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=1_000, help="the seed of the first set")
    given = options.parse_args()
    counts: Counter[str] = Counter()
    wrong = 0
    for seed in range(given.seed, given.seed + given.sets):
        for told in looked_at(seed, counts):
            wrong += 1
            print(told, flush=True)
    for claim, count in sorted(counts.items()):
        print(f"{count:7} {claim}")
    print(f"{wrong:7} false claims, in {time.process_time():.0f} s of CPU")
    return bool(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
