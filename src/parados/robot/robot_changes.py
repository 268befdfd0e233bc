"""Changes of a robot after reading: other values of the parameters of its file, and a payload."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.robot.changed_bodies import with_added_bodies
from parados.robot.description import RobotSpec
from parados.robot.robot_parameters import RobotParameters, changed_description, robot_parameters
from parados.spatial.inertia import NO_MASS, inertia_matrix

__all__ = ["RobotChanges"]

Array = NDArray[np.float64]


def _nothing() -> Array:
    return np.zeros(10)


@dataclass(frozen=True)
class RobotChanges:
    """Changes of a robot.

    parameters : name of a parameter of the file -> its value
    payload : (10,) inertial parameters of all bodies that were fixed on the platform, in its frame
    """

    parameters: Mapping[str, Any] = field(default_factory=dict)
    payload: Array = field(default_factory=_nothing)

    def and_then(self, parameters: Mapping[str, Any], payload: Array | None = None) -> RobotChanges:
        """Return these changes followed by others; a payload is added to the ones before."""
        return RobotChanges({**self.parameters, **parameters}, self.payload if payload is None else self.payload + payload)

    def without_payload(self) -> RobotChanges:
        """Return the changes of parameters alone."""
        return RobotChanges(self.parameters)

    def description(self, spec: RobotSpec) -> RobotSpec:
        """Return the description of the changed robot."""
        found = changed_description(spec, self.parameters) if self.parameters else spec
        return with_added_bodies(found, {"p": self.payload}) if self.payload.any() else found

    def parameters_of(self, spec: RobotSpec) -> RobotParameters:
        """Return the parameters of the changed robot; `spec` is the description before the changes."""
        return robot_parameters(changed_description(spec, self.parameters) if self.parameters else spec)

    def live_values(self) -> dict[str, Any]:
        """Return the values of the parameters and of the payload, as models with live parameters take them."""
        return {**self.parameters, **({"payload": _at_centre_of_mass(self.payload)} if self.payload.any() else {})}


def _at_centre_of_mass(standard: Array) -> dict[str, Any]:
    """Return the mass, the centre of mass (3,) and the inertia (6,) about it of a body, from its parameters (10,)."""
    mass, first = float(standard[9]), standard[6:9]
    com = first / mass if mass > NO_MASS else np.zeros(3)
    central = inertia_matrix(standard[:6]) - mass * (com @ com * np.eye(3) - np.outer(com, com))
    return {"mass": mass, "com": com, "inertia": central[np.triu_indices(3)]}
