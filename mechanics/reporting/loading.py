"""Read a mechanism from a file of any known format, with an outline of its parts in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from rewrite import free_symbols, normal

from ..dynamics.tree import links
from ..errors import ModelError
from ..lsd import Mechanism, compiled, read_mechanism
from ..lsd.naming import Meaning
from ..lsd.recognised import closing_type, joint_type
from ..parts.efforts import is_steady
from ..system import System


@dataclass(frozen=True)
class Part:
    """A body: its name and its properties."""

    number: int
    name: str
    about: str


@dataclass(frozen=True)
class Connection:
    """A joint between two bodies, given by their numbers."""

    name: str
    kind: str
    start: int
    end: int
    coordinates: tuple[str, ...]
    principal: bool = True


@dataclass(frozen=True)
class Loaded:
    """A mechanism from a file: its system, and an outline of it."""

    name: str
    system: System
    bodies: list[Part]
    joints: list[Connection]
    names: list[Meaning]
    values: dict[str, Any] = field(default_factory=dict)
    """Numbers that the file gives for parameters and coordinates, by name."""


def load(path: str | Path) -> Loaded:
    """A mechanism from an LSD or a URDF file, by the ending of its name."""
    path = Path(path)
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        known = ", ".join(READERS)
        raise ModelError(f"{path}: a mechanism is read from a file that ends in {known}")
    return reader(path)


def part(module: str, name: str, what: str) -> Any:
    """An object of a module that may not be installed."""
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError):
        raise ModelError(
            f"{what} needs {module}.{name}, which this installation does not have; install a "
            "later penelope-rewrite"
        ) from None


# -- LSD ------------------------------------------------------------------------------------------


def _lsd(path: Path) -> Loaded:
    return of_mechanism(read_mechanism(path))


def of_mechanism(m: Mechanism) -> Loaded:
    """The outline of a mechanism that was described in LSD."""
    system = compiled(m)
    bodies = [Part(0, "earth", "inertial")]
    for b in m.bodies:
        inertia = b.inertia
        shown = f"({', '.join(map(str, inertia))})" if isinstance(inertia, tuple) else str(inertia)
        about = f"mass {b.mass}, inertia {shown if inertia != () else 0}"
        bodies.append(Part(b.number, b.name, about))
    joints = []
    for j in m.joints:
        kept = tuple(map(str, j.link.coordinates.values())) if j.keeps_coordinates else ()
        closing = None if j.keeps_coordinates else closing_type(j.link)
        type = joint_type(j.link) if closing is None else closing.type
        kind = "free" if type is None else type.label
        joints.append(Connection(j.name, kind, j.inner, j.outer, kept, j.principal))
    for c in m.contacts:
        kind = "sliding contact" if c.slip else "rolling contact"
        joints.append(Connection(c.name, kind, c.on, c.body, (), False))
    values = {str(k): v for k, v in (m.near | m.values).items()}
    return Loaded(m.name, system, bodies, joints, m.names.table, values)


# -- URDF -----------------------------------------------------------------------------------------


def _urdf(path: Path) -> Loaded:
    found = part("mechanics.imports", "urdf", "reading URDF")(path)
    values = {str(k): v for k, v in getattr(found, "values", {}).items()}
    return of_system(getattr(found, "system", found), values)


def of_system(system: System, values: dict[str, Any] | None = None) -> Loaded:
    """The outline of any system: its links, with the bodies on each."""
    tree = links(system)
    numbers = {id(link): i for i, link in enumerate(tree)}
    bodies, joints, names = [], [], []
    for link in tree:
        on_it = [b for b, _ in link.bodies]
        mass = normal(sum((b.mass for b in on_it[1:]), on_it[0].mass)) if on_it else None
        about = "no mass" if mass is None else f"mass {mass}"
        name = ", ".join(b.name for b in on_it) or link.name
        bodies.append(Part(numbers[id(link)], name if link.joint else "earth", about))
        if link.joint is not None and link.parent is not None:
            j, start = link.joint, numbers[id(link.parent)]
            kept = tuple(map(str, j.coordinates))
            joints.append(Connection(j.name, j.type.label, start, numbers[id(link)], kept))
            names += [Meaning(q, "coordinate", f"coordinate of {j.name}") for q in kept]
    named = {x.name for x in names}
    for s in sorted(_parameters(system), key=str):
        if str(s) not in named:
            kind = "parameter" if is_steady(s) else "effort"
            names.append(Meaning(str(s), kind, "as named"))
    return Loaded(system.name, system, bodies, joints, names, values or {})


def _parameters(system: System) -> set[Any]:
    """The symbols of masses, inertias, places and efforts."""
    terms: list[Any] = [system.weight, *(value for value, _ in system.works())]
    terms += [f.vector for f in system.acting_forces] + [t.vector for t in system.torques]
    for b in system.bodies:
        terms += [b.mass, b.inertia, system.kinematics.motion(b.centre).position]
    unknown = set(system.configuration) | set(system.velocities)
    return {s for t in terms for s in free_symbols(t) if s not in unknown and not s.args}


READERS: dict[str, Callable[[Path], Loaded]] = {".lsd": _lsd, ".urdf": _urdf}
"""The readers of mechanisms, by the ending of the file."""
