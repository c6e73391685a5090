"""Check that the links and joints of a file make a tree in which everything that moves has mass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rewrite import interruptible

from .xml_elements import Element

MOMENTS = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")


@interruptible
def must_be_a_tree(
    root: Element, links: Mapping[str, Element], joints: Mapping[str, Element]
) -> tuple[str, list[Element]]:
    """The base, and the joints, each after the one that carries it; loops are refused."""
    if not links:
        raise root.error("it has no <link>; a robot needs at least one")
    carried: dict[str, Element] = {}
    by_parent: dict[str, list[Element]] = {}
    for joint in joints.values():
        parent, child = end(joint, "parent", links), end(joint, "child", links)
        if child in carried:
            other = carried[child]
            raise joint.error(
                f"link {child!r} is also the child of joint {other.attributes['name']!r} (line "
                f"{other.line}), which makes a loop; cut it, and close it by a constraint"
            )
        carried[child] = joint
        by_parent.setdefault(parent, []).append(joint)
    bases = [name for name in links if name not in carried]
    if len(bases) != 1:
        raise _no_base(links, bases, carried)
    order, waiting = list[Element](), list(reversed(by_parent.get(bases[0], [])))
    while waiting:
        joint = waiting.pop()
        order.append(joint)
        child = end(joint, "child", links)
        waiting += reversed(by_parent.get(child, []))
    reached = {end(joint, "child", links) for joint in order}
    for child, joint in carried.items():
        if child not in reached:
            raise joint.error(f"link {child!r} carries itself in a loop of joints; cut it")
    return bases[0], order


def _no_base(
    links: Mapping[str, Element], bases: list[str], carried: Mapping[str, Element]
) -> Exception:
    if not bases:
        joint = next(iter(carried.values()))
        return joint.error("every link is the child of some joint: they make a loop; cut it")
    second = links[bases[1]]
    return second.error(
        f"no joint carries it, and none carries {bases[0]!r}; join it to the tree, or remove it"
    )


def end(joint: Element, tag: str, links: Mapping[str, Element]) -> str:
    """The link at one end of a joint."""
    element = joint.needs(tag, "every joint has a parent and a child")
    name = element.text("link", "say which link")
    if name not in links:
        raise element.error(f"there is no link {name!r}")
    return name


def must_resist(
    links: Mapping[str, Element], order: Sequence[Element], moving: Sequence[Element]
) -> None:
    """Refuse a joint that moves nothing that has an inertia."""
    heavy = {name for name, link in links.items() if _has_inertia(link)}
    for joint in reversed(order):
        if end(joint, "child", links) in heavy:
            heavy.add(end(joint, "parent", links))
    for joint in moving:
        child = end(joint, "child", links)
        if child not in heavy:
            lacks = "no <inertial>" if links[child].find("inertial") is None else "zero inertia"
            raise links[child].error(
                f"it has {lacks}, and joint {joint.attributes['name']!r} (line {joint.line}) "
                "moves it; add mass and inertia, make the joint fixed, or read with massless=True"
            )


def _has_inertia(link: Element) -> bool:
    """Whether a mass or a moment of a link is not zero."""
    inertial = link.find("inertial")
    if inertial is None:
        return False
    parts = [(inertial.find("mass"), ("value",)), (inertial.find("inertia"), MOMENTS)]
    return any(
        part is None or any(part.number(name, "0") for name in names) for part, names in parts
    )
