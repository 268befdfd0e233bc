"""Robots of the catalog with some of their numbers changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from parados.api import Robot, describe
from parados.robot.description import JointSpec, LinkSpec

__all__ = ["with_elements", "with_links"]


def with_links(name: str, changes: Mapping[str, Mapping[str, float]]) -> Robot:
    """Return a robot of the catalog with changed inertial parameters of some links, given as {joint: {key: value}}."""
    return _changed(name, lambda joint: dict(changes.get(joint.name, {})))


def with_elements(name: str, elements: int) -> Robot:
    """Return a robot of the catalog whose leg beams have the given number of elements."""

    def beams(joint: JointSpec) -> dict[str, Any]:
        return {"beams": tuple(beam.model_copy(update={"elements": elements}) for beam in joint.link.beams)}

    return _changed(name, beams)


def _changed(name: str, change: Callable[[JointSpec], dict[str, Any]]) -> Robot:
    spec = describe(name)

    def changed(joint: JointSpec) -> JointSpec:
        link: LinkSpec = joint.link.model_copy(update=change(joint))
        return joint.model_copy(update={"link": link})

    legs = [leg.model_copy(update={"joints": type(leg.joints)(map(changed, leg.joints))}) for leg in spec.legs]
    return Robot(spec.model_copy(update={"legs": type(spec.legs)(legs)}))
