"""Every public function that can take long has the keyword `time_limit`, and newcomers too.

Whoever adds a public function either gives it the keyword, or adds it to the list of quick ones.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import pytest

import mechanics
import mechanics.lsd
import mechanics.media
import mechanics.models
import mechanics.pictures
import mechanics.simulation
import rewrite
import rewrite.check
import rules

PACKAGES = (
    rewrite,
    rewrite.check,
    rules,
    mechanics,
    mechanics.lsd,
    mechanics.media,
    mechanics.models,
    mechanics.pictures,
    mechanics.simulation,
)
QUICK = {
    "builds one term, symbol or fact": """
        add mul number identity one zero symbol variable function euler
        scalar scalars vector vectors matrix matrices quaternion quaternions rotation rotations
        antisymmetric collinear constant diagonal equals invertible nonzero orthogonal pure
        symmetric triad unit screw_of moment_at reduced_at turning translation""",
    "declares an operator, a rule or a strategy": """
        operator add_laws add_record multilinear rule bottom_up exhaust first limits once
        top_down""",
    "reads what it is given once": """
        differ free_of free_symbols order postorder precedes subs to_json from_json aligned
        displayed jets""",
    "refuses what is large": "svg",
    "serves other functions": """
        check_time foreseen interruptible output_of time_limited progress_bar""",
    "builds one part of a model": """
        inertia transported actuator damper friction spring linear string law_of R3 Rn SE3 SO3
        motion straight plane_curve frenet ring helix""",
    "builds a small model": """
        elastic_ring euler_bernoulli hanging_chain helix_spring inextensible_string planar_beam
        planar_string rayleigh string_by_screws timoshenko""",
    "builds a model of the size that is asked for": " ".join(mechanics.models.__all__),
    "draws the number of pictures that is asked for": "animate draw plot scene_of",
}
QUICK_METHODS = {
    "ConstitutiveLaw.at": "one formula, of the declared strain",
    "Mechanism.rhs": "one evaluation in numbers",
    "Mechanism.named": "reads a state once",
    "RuleSet.named": "gives a name",
}


def _functions() -> Iterator[tuple[str, Any]]:
    for package in PACKAGES:
        for name in package.__all__:
            if inspect.isfunction(value := getattr(package, name)):
                yield f"{package.__name__}.{name}", value


def _methods() -> Iterator[tuple[str, Any]]:
    for package in PACKAGES:
        for kind in (getattr(package, name) for name in package.__all__):
            if inspect.isclass(kind):
                for name, value in inspect.getmembers(kind, inspect.isfunction):
                    if not name.startswith("_"):
                        yield f"{kind.__name__}.{name}", value


def _limited(function: Any) -> bool:
    return "time_limit" in inspect.signature(function).parameters


QUICK_NAMES = [name for names in QUICK.values() for name in names.split()]
LONG_METHODS = {name.split(".")[1] for name, value in _methods() if _limited(value)}


@pytest.mark.parametrize(("name", "function"), [*_functions()])
def test_a_function_has_a_time_limit_or_is_listed_as_quick(name: str, function: Any) -> None:
    assert _limited(function) != (name.rpartition(".")[2] in QUICK_NAMES)


def test_a_method_has_a_time_limit_if_one_of_its_name_has() -> None:
    missing = {
        name
        for name, value in _methods()
        if name.split(".")[1] in LONG_METHODS and not _limited(value)
    }
    assert missing == QUICK_METHODS.keys()


def test_the_list_of_quick_functions_names_each_once_and_no_others() -> None:
    public = {name.rpartition(".")[2] for name, _ in _functions()}
    assert sorted(QUICK_NAMES) == sorted(public & set(QUICK_NAMES))
