"""Robots of the catalog with some of their numbers changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from parados.api import Robot, describe
from parados.robot.description import JointSpec, LinkSpec

__all__ = ["with_elements", "with_links"]


def with_links(name: str, changes: Mapping[str, Mapping[str, float]]) -> Robot:
    """The robot with other inertial numbers of the links behind some joints, as {joint: {key: value}}."""
    return _changed(name, lambda joint: dict(changes.get(joint.name, {})))


def with_elements(name: str, elements: int) -> Robot:
    """The robot with every beam of its legs cut into so many elements."""

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
