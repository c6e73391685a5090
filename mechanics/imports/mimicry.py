"""Joints of a URDF file that follow others: q = multiplier · q of the other + offset."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rewrite import Scalar, normal, number

from .xml_elements import Element

ONE_FREEDOM = ("revolute", "continuous", "prismatic")


@dataclass(frozen=True)
class Mimicry:
    """The joint at the end of a chain of followers, the factor of its coordinate, the value."""

    follows: str
    factor: Fraction
    value: Scalar


def mimicries(
    joints: Mapping[str, Element], coordinate: Callable[[str], Scalar]
) -> dict[str, Mimicry]:
    """The joints that follow others; a joint may follow one that itself follows another."""
    found: dict[str, Mimicry] = {}
    for name, joint in joints.items():
        own = joint.find("mimic")
        if own is None:
            continue
        if joint.attributes.get("type") not in ONE_FREEDOM:
            kinds = ", ".join(ONE_FREEDOM)
            raise own.error(f"joint {name!r} cannot follow another; it must be one of {kinds}")
        followed, factor, offset, seen = name, Fraction(1), Fraction(0), [name]
        while (mimic := joints[followed].find("mimic")) is not None:
            offset += factor * mimic.number("offset", "0")
            factor *= mimic.number("multiplier", "1")
            followed = _followed(mimic, joints)
            if followed in seen:
                raise mimic.error(f"joints {', '.join(seen)} follow each other in a circle")
            seen.append(followed)
        value = normal(number(factor) * coordinate(followed) + number(offset))
        found[name] = Mimicry(followed, factor, value)
    return found


def _followed(mimic: Element, joints: Mapping[str, Element]) -> str:
    name = mimic.text("joint", "say which joint is followed")
    if name not in joints:
        raise mimic.error(f"there is no joint {name!r} to follow")
    if joints[name].attributes.get("type") not in ONE_FREEDOM:
        kinds = ", ".join(ONE_FREEDOM)
        raise mimic.error(f"joint {name!r} cannot be followed; it must be one of {kinds}")
    return name
