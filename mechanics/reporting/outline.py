"""The report of a mechanism in plain text: bodies, joints, graph, freedoms, names."""

from __future__ import annotations

import warnings
from typing import Any

from ..dependence.independent_rows import constraint_report
from ..errors import RedundancyWarning
from .loading import Loaded


def report(m: Loaded) -> str:
    """The whole report, section by section."""
    sections = {
        "bodies": [f"{b.number}  {b.name}: {b.about}" for b in m.bodies[1:]],
        "joints": [_joint(m, j.name) for j in m.joints],
        "graph": graph(m),
        "freedoms": freedoms(m),
        "names": [f"{x.name}: {x.kind}, {x.meaning}" for x in m.names],
    }
    parts = [f"{title}\n" + "\n".join(f"  {x}" for x in lines) for title, lines in sections.items()]
    return "\n".join([f"{m.name}: {_counted(m)}", *parts])


def _counted(m: Loaded) -> str:
    loops = sum(not j.principal for j in m.joints)
    return (
        f"{_many(len(m.bodies) - 1, 'body', 'bodies')}, {_many(len(m.joints), 'joint', 'joints')}, "
        f"{_many(loops, 'loop', 'loops')}"
    )


def _many(n: int, one: str, more: str) -> str:
    return f"{n} {one if n == 1 else more}"


def _joint(m: Loaded, name: str) -> str:
    j = next(j for j in m.joints if j.name == name)
    names = {b.number: b.name for b in m.bodies}
    role = "" if j.principal else ", closes a loop"
    by = f" by {', '.join(j.coordinates)}" if j.coordinates else ""
    return f"{j.name}: {j.kind} from {names[j.start]} to {names[j.end]}{by}{role}"


def graph(m: Loaded) -> list[str]:
    """The tree from earth outwards, and the joints that close loops."""
    names = {b.number: b.name for b in m.bodies}
    lines, stack = [], [(0, "", "", "")]
    while stack:
        number, before, branch, joint = stack.pop()
        lines.append(f"{before}{branch}{joint}{names[number]}")
        inner = before + {"": "", "├─ ": "│  ", "└─ ": "   "}[branch]
        outwards = [j for j in m.joints if j.principal and j.start == number]
        for i, j in enumerate(reversed(outwards)):
            stack.append((j.end, inner, "├─ " if i else "└─ ", f"{j.name} ─ "))
    lines += [f"{names[j.start]} ╌ {j.name} ╌ {names[j.end]}" for j in m.joints if not j.principal]
    return lines


def freedoms(m: Loaded) -> list[str]:
    """The freedoms of the tree, and those that the constraints leave to first order."""
    data = freedom_data(m)
    if "mobility" not in data:
        return [f"{data['tree']}, none of them constrained"]
    return [
        f"{data['tree']} of the tree, {data['equations']} equations of rank {data['rank']}",
        f"instantaneous mobility {data['mobility']} (--freedom finds the number of freedoms)",
    ]


def freedom_data(m: Loaded) -> dict[str, Any]:
    size = sum(u.shape[0] for u in m.system.speeds)
    if not m.system.constraints:
        return {"tree": size}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RedundancyWarning)
        found = constraint_report(m.system)
    return {
        "tree": size,
        "equations": found.equations,
        "rank": found.rank,
        "mobility": found.mobility,
        "redundant": sorted(found.redundant),
    }


def as_data(m: Loaded) -> dict[str, Any]:
    """The report for other programs."""
    return {
        "name": m.name,
        "bodies": [{"number": b.number, "name": b.name, "about": b.about} for b in m.bodies],
        "joints": [
            {
                "name": j.name,
                "kind": j.kind,
                "from": j.start,
                "to": j.end,
                "coordinates": list(j.coordinates),
                "principal": j.principal,
            }
            for j in m.joints
        ],
        "names": [{"name": x.name, "kind": x.kind, "meaning": x.meaning} for x in m.names],
        "freedoms": freedom_data(m),
        "coordinates": [str(q) for q in m.system.coordinates],
        "speeds": [str(u) for u in m.system.speeds],
    }
