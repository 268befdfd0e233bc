"""Motors in a robot file: inertia of the rotor and gear ratio."""

from __future__ import annotations

from pydantic import Field, model_validator

from parados.robot.fields import Number, Spec

__all__ = ["MotorSpec"]


class MotorSpec(Spec):
    """A motor and its gear.

    inertia : inertia Im of the rotor [kg m^2]
    ratio : gear ratio N, the rate of the rotor divided by the rate of the joint [-, or rad/m for a prismatic joint]
    """

    inertia: Number = Field(gt=0)
    ratio: Number = 1.0

    @model_validator(mode="after")
    def _check_ratio(self) -> MotorSpec:
        if not self.ratio:
            told = "the ratio (motor rate / joint rate) must not be 0"
            raise ValueError(f"ratio: {told}; give the gear ratio, or leave it out for 1")
        return self

    @property
    def seen_from_joint(self) -> float:
        """Inertia of the rotor at the joint, Ia = N^2 Im of Briot & Khalil (8.28) [kg m^2 or kg]."""
        return self.ratio**2 * self.inertia
